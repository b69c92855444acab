"""Games that play tarock with an ordinary pack, Tapp of Württemberg and Bavarian Tarock, and what was made for them, tried in other games."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.explain.rule_words import rule_words
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.score.amounts import Margin
from tarot_teach.table import Choose, Outcome, Play, Sheet
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.try_it.desk import Desk
from tarot_teach.try_it.judging import legal
from tests.at_ends import germany
from tests.at_ends.reading import codes
from tests.helpers import LIBRARY, run
from tests.made_up import BECAUSE
from tests.test_exchange import engine_of
from tests.test_openings import child, deals

GAMES = ("tapp-meyers-1909", "bavarian-tarock")
HEARTS = {"coeurfrage", "coeursolo", "frage", "heart_solo"}


@pytest.mark.parametrize("name", GAMES)
def test_hearts_are_trumps_but_in_a_solo_which_names_another_suit(name: str) -> None:
    engine, seen = Engine(LIBRARY.load(name)), set()
    for deal in deals(engine, 150):
        for move in deal.moves:
            if isinstance(move.action, Choose) and move.action.rule == "exchange.trumps":
                offered = {pick.option for pick in engine.legal(move.before).picks}
                assert len(offered) == 3 and "hearts" not in offered
        if (contract := deal.state.auction.contract) is None:
            continue
        trumps = engine.rules(deal.state).order.trumps
        hearts = deal.state.deck.named("hearts")
        assert (trumps == hearts) == (contract in HEARTS)
        assert trumps == deal.state.deck.named(deal.state.trumps or "hearts")
        seen.add(deal.state.trumps)
    assert seen == {"", *(suit for suit in engine.ruleset.deck.suits if suit != "hearts")}


@pytest.mark.parametrize("name", GAMES)
def test_the_talon_is_dealt_before_the_last_packets(name: str) -> None:
    engine = Engine(LIBRARY.load(name))
    pack = list(engine.ruleset.deck.cards)
    random.Random(5).shuffle(pack)
    (dealer,) = [each for each in engine.index.mechanisms.values() if each.name == "hands_and_talon"]
    layout = dealer.deal(pack, 1, 3, ())
    assert list(layout.order) == pack[21:24]
    assert layout.hands[1] == engine.ruleset.deck.mask([*pack[:4], *pack[12:15], *pack[24:28]])
    assert layout.hands[0] == engine.ruleset.deck.mask([*pack[8:12], *pack[18:21], *pack[32:]])


@pytest.mark.parametrize("name", GAMES)
def test_whole_deals_are_those_of_the_rules_written_a_second_time(name: str) -> None:
    engine, seen = Engine(LIBRARY.load(name)), set[str]()
    for deal in deals(engine, 60):
        for move in deal.moves:
            if isinstance(move.action, Play):
                hand, trick = codes(move.before.hand(move.action.seat)), [card.code for card in move.before.trick.cards]
                may = move.before.deck.set(engine.legal(move.before).cards)
                assert codes(may) == germany.allowed(hand, trick, move.before)
        result = deal.state.result
        assert result is not None
        if result.void is None:
            first = (deal.state.dealer + 1) % 3
            assert [result.scores[(first + i) % 3] for i in range(3)] == germany.scores(deal, engine.ruleset)
            seen |= {*result.sheets[0].outcome.facts}
    assert seen >= ({"score.tout"} if name == "tapp-meyers-1909" else {"score.schneider"})


TRIED: dict[str, dict[str, Any]] = {
    "hombre": child("hombre-1674", changes={"exchange.trumps": {"params": {"suits": ["spades", "hearts"]}, **BECAUSE}}),
    "scarto": child(
        "scarto",
        changes={
            "deal.packets": {
                "params": {"hand": 25, "packet": 5, "talon": 3, "talon_at": "before_last_packets"},
                **BECAUSE,
            }
        },
    ),
    "slovenian": child("slovenian-pagat", changes={"score.difference": {"params": {"par": 36}, **BECAUSE}}),
}


@pytest.fixture(params=TRIED)
def tried(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    return engine_of(tmp_path, f"tried-{request.param}", TRIED[request.param])


def test_what_is_new_is_sound_in_other_games_and_says_something(tried: Engine) -> None:
    for each in tried.ruleset.rules.values():
        assert rule_words(tried.ruleset, each)
    trial = try_deals(tried, range(12), 3)
    assert trial.fault is None, trial.fault


def test_only_the_suits_that_may_be_named_become_trumps(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "two-suits", TRIED["hombre"])
    assert {deal.state.trumps for deal in deals(engine, 40)} == {"", "spades", "hearts"}
    assert "one of spades and hearts" in str(bound_to(engine.ruleset.rules["exchange.trumps"], engine.ruleset).says())


def test_a_difference_may_be_counted_from_the_least_number_that_wins(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "least", TRIED["slovenian"])
    (margin,) = (each for each in engine.index.mechanisms.values() if isinstance(each, Margin))
    for points in range(71):
        outcome = Outcome(halves=2 * points, points=Fraction(points), target=35, made=points > 35)
        (line,) = margin.lines(outcome, Sheet(outcome))
        assert line.amount == abs(points - 36) and line.facts["target"] == 36


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("--contract frage", "Allowed: the ace of hearts."),
        ("--contract solo --trumps acorns", "Allowed: the 9 of acorns."),
        ("--contract solo", "name the suit: acorns, leaves, bells [legal.trumps]"),
        ("--contract solo --trumps hearts", "hearts may not become trumps under solo"),
        ("--contract frage --trumps acorns", "under frage no suit becomes trumps by a choice"),
        ("--trumps acorns", "name the contract: frage, solo, heart solo"),
    ],
)
def test_a_suit_is_named_where_the_contract_leaves_a_choice(
    capsys: pytest.CaptureFixture[str], given: str, said: str
) -> None:
    _code, out, err = run(capsys, "legal", "bavarian-tarock", "--hand", "HA L6 A9", "--trick", "B6", *given.split())
    assert said in " ".join((out + err).split())


@pytest.mark.parametrize(("suit", "sound"), [("leaves", True), ("hearts", False)])
def test_a_record_begins_with_a_suit_that_may_be_trumps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, suit: str, sound: bool
) -> None:
    start = f"start: {{step: play, dealer: E, taker: S, contract: solo, trumps: {suit}}}\n"
    text = f"format: 1\nid: begun\nruleset: bavarian-tarock\ntitle: Begun\n{start}hands: {{S: [HA], W: [H6], E: [L6]}}\ntricks: [{{cards: [S HA, W H6, E L6]}}]\n"
    path = tmp_path / "begun.yaml"
    path.write_text(text, encoding="utf-8")
    _code, _out, err = run(capsys, "check", str(path))
    assert ("'hearts' is no suit that may become trumps in bavarian-tarock" in err) is not sound
    assert ("[record.trumps]" in err) is not sound


def test_the_table_offers_suits_under_contracts_that_leave_a_choice() -> None:
    offered = dict(legal(Desk(), "bavarian-tarock", "HA L6")["contracts"])
    assert [*offered] == ["frage", "solo acorns", "solo leaves", "solo bells", "heart_solo"]
