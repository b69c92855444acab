"""Sicilian tarocchi for three against the rules written a second time, and against the figures of the sources."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from naive import sicilian as naive

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.errors import LoadError
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.table import Bid, Choose, Play
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY
from tests.made_up import BECAUSE, rule
from tests.test_exchange import engine_of
from tests.test_openings import child, deals

NAME = "sicilian-3"
DEALS = int(os.environ.get("NAIVE_DEALS", "6"))


def check_deal(engine: Engine, deal: Deal) -> str:
    """Compare a deal with the second implementation; the contract that was played, or none."""
    start, result, first = deal.start, deal.state.result, (deal.start.dealer + 1) % 3
    assert result is not None
    passes, done, trick, contract = 0, naive.Deal(None, 0), list[str](), ""
    for move in deal.moves:
        before, action = move.before, move.action
        choices, seat = engine.legal(before), (action.seat - first) % 3
        hand = {card.code for card in before.hand(action.seat)}
        match action:
            case Bid():
                assert seat == passes
                assert set(choices.bids) == {"pass", "solo"} | ({"each"} if seat == 2 else set())
                if action.bid == "pass":
                    passes += 1
                else:
                    contract = action.bid
                    done.soloist = seat if contract == "solo" else None
                    done.leader = (seat + 1) % 3 if contract == "solo" else 0
            case Choose():
                (pick,) = choices.picks
                assert seat == (2 if contract == "each" else done.soloist)
                assert hand >= {card.code for card in start.stock if card}
                assert {card.code for card in before.deck.set(pick.cards)} == naive.laid_away(hand)
                assert action.cards is not None and len(action.cards) == 3
                done.away = {card.code for card in action.cards}
                done.piles[seat] += done.away
            case Play():
                assert seat == (done.leader + len(trick)) % 3
                assert {card.code for card in before.deck.set(choices.cards)} == naive.allowed(hand, trick)
                trick.append(action.card.code)
                if len(trick) == 3:
                    done.take(trick)
                    trick = []
    if not contract:
        assert result.void == "bid.all_pass"
        return ""
    assert [result.scores[(first + i) % 3] for i in range(3)] == done.scores()
    return contract


@pytest.fixture(scope="module")
def simulator() -> DealSimulator:
    return DealSimulator.of(LIBRARY, NAME, ("random",))


def test_each_bid_choice_card_and_score_as_by_the_rules(simulator: DealSimulator) -> None:
    played = {check_deal(simulator.engine, simulator.play(5, number)) for number in range(4 * DEALS)}
    assert played >= {"solo", "each"}


def test_words_of_rules_are_sound(simulator: DealSimulator) -> None:
    DealChecker(simulator.engine).check_words_of_rules()


def test_the_figures_of_the_sources() -> None:
    """63 cards, 23 of them with a value, 104 card points and 109 with the last trick."""
    deck = LIBRARY.load(NAME).deck
    assert {card.code for card in deck.cards} == naive.PACK and len(naive.PACK) == 63
    assert {card.code: card.halves // 2 for card in deck.cards} == {code: naive.value(code) for code in naive.PACK}
    assert sum(naive.value(code) > 1 for code in naive.PACK) == 23
    assert sum(map(naive.value, naive.PACK)) == 146 and naive.counted(naive.PACK) + 5 == 109


@pytest.mark.parametrize("points", [1, 54, 55, 56, 82, 109])
def test_the_settlement_of_a_solo(points: int) -> None:
    last = "0" if points == 1 else "1"
    report = tt.score(NAME, taker="E", contract="solo", points=points, facts={"count.last": last})
    opponent = 2 * ((109 - points) - 54)
    assert report.by_seat == {"S": opponent, "E": 4 * (points - 55), "W": opponent}


# ---------------------------------------------------------------- what the game has brought, in other games


TRIED: dict[str, dict[str, Any]] = {
    "scarto": child(
        "scarto",
        adds={"count.last": {**rule("last_trick_points", points=6), "after": "count.threes"}},
        changes={"score.par": {**BECAUSE, "params": {"par": 27, "dealer": 30}}},
    ),
    "hombre-1674": child(
        "hombre-1674",
        adds={"play.taker_leads": {**rule("taker_leads", who="after_taker"), "before": "play.first_lead"}},
    ),
    "piedmont-4": child(
        "piedmont-4", adds={"count.last": {**rule("last_trick_points", points=1), "after": "count.fours"}}
    ),
    "tapp-classical": child(
        "tapp-classical", adds={"count.last": {**rule("last_trick_points", points=2), "after": "count.threes"}}
    ),
}


@pytest.fixture(scope="module", params=TRIED)
def tried(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("sicilian"), f"last-{request.param}", TRIED[request.param])


def test_deals_of_other_games_are_sound(tried: Engine) -> None:
    checker = DealChecker(tried)
    checker.check_words_of_rules()
    added = tried.index.added_halves
    for deal in deals(tried, 12):
        result = deal.state.result
        assert result is not None
        if tried.ruleset.id.endswith("hombre-1674") and result.void is None:
            first = next(move.action.seat for move in deal.moves if isinstance(move.action, Play))
            assert first == ((deal.state.auction.taker or 0) + 1) % 3
        if tried.ruleset.id.endswith("scarto"):
            assert [sheet.lines[0].facts["par"] for sheet in result.sheets] == [
                30 if seat == deal.state.dealer else 27 for seat in range(3)
            ]
        for sheet in result.sheets if added else ():
            outcome = sheet.outcome
            fact = outcome.facts["count.last"]
            side = outcome.players or takers_side(deal.state)
            assert str(fact) == str(int(deal.state.tricks[-1].winner in side))
        if added and len(result.sheets) > 1:
            total = sum(sheet.outcome.counted_points for sheet in result.sheets)
            assert total == {"scarto": 78 + 6, "piedmont-4": 72 + 1}[tried.ruleset.id.removeprefix("last-")]


@pytest.mark.parametrize(
    ("parent", "more", "message"),
    [
        ("scarto", {"adds": {"count.last": rule("last_trick_points", points=0)}}, "0"),
        ("scarto", {"adds": {"count.last": rule("last_trick_points", point=6)}}, "point"),
        ("casita-robada", {"adds": {"count.last": rule("last_trick_points", points=6)}}, "no card counts card points"),
        ("point-tarock", {"adds": {"count.last": {**rule("last_trick_points", points=6), "after": "count.threes"}}}, "does not know those of the last trick"),
        ("scarto", {"changes": {"score.par": {**BECAUSE, "params": {"par": 26, "dealer": 26}}}}, "the number of the others as well"),
        ("scarto", {"changes": {"score.par": {**BECAUSE, "params": {"par": 26, "dealer": 200}}}}, "200"),
        ("hombre-1674", {"adds": {"play.lead": rule("taker_leads", who="dealer")}}, "dealer"),
        ("hombre-1674", {"changes": {"bid.game": {**BECAUSE, "params": {"alone": True}}}}, "all play alone"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(tmp_path: Path, parent: str, more: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as caught:
        engine_of(tmp_path, "refused", child(parent, **more))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"points": 109, "facts": {"count.last": "2"}}, "there is one last trick"),
        ({"points": 60}, "count.last"),
        ({"points": 110, "facts": {"count.last": "1"}}, "109"),
        ({"points": 109, "facts": {"count.last": "0"}}, "cannot"),
    ],
)
def test_a_result_that_cannot_be_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as caught:
        tt.score(NAME, taker="S", contract="solo", **given)
    assert message in f"{caught.value}"


def test_typed_results_give_the_pile_of_each_player(simulator: DealSimulator) -> None:
    """A typed result has the scores of the deal that was played; two last tricks, or two dealers, are refused."""
    deal = next(deal for number in range(40) if (deal := simulator.play(9, number)).state.auction.contract == "each")
    result, state = deal.state.result, deal.state
    assert result is not None
    seats = {letter: seat for seat, letter in enumerate(state.seats)}
    piles = {letter: [c.code for c in state.deck.set(state.piles[seat])] for letter, seat in seats.items()}
    facts = {
        rule: {letter: str(result.sheets[seat].outcome.facts[rule]) for letter, seat in seats.items()}
        for rule in ("count.last", "score.par")
    }
    typed = tt.score(NAME, contract="each", piles=piles, facts=facts)
    assert typed.by_seat == {letter: result.scores[seat] for letter, seat in seats.items()}
    for observed, message in (("count.last", "is won by one player"), ("score.par", "one player is the dealer")):
        with pytest.raises(LoadError, match=message):
            tt.score(NAME, contract="each", piles=piles, facts=facts | {observed: dict.fromkeys(seats, "1")})
