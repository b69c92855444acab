"""Cards of a hand that are kept, also face up, while all others are laid away, and what goes with them, in other games than the first that has them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.errors import LoadError
from tarot_teach.explain.rule_words import rule_words
from tarot_teach.explain.why import refused_by_rule
from tarot_teach.table import Choose, Play
from tarot_teach.topics.check.trials import try_deals
from tests.made_up import BECAUSE, rule, set_to, under
from tests.test_exchange import engine_of
from tests.test_openings import child, deals


def keeps(**params: Any) -> dict[str, Any]:
    return rule("keep_cards", **{"count": 8, **params})


def spanish(**more: Any) -> dict[str, Any]:
    """A game with forty cards and a talon as large as a hand, made up for these rules: two cards of one suit are kept, face up."""
    rules = {
        "deal.direction": rule("direction", turns="counter-clockwise"),
        "deal.packets": rule("hands_and_talon", hand=10, packet=10, talon=10, talon_at="first"),
        "bid.auction": rule("one_turn_each"),
        "bid.higher": rule("must_outbid"),
        "bid.one": rule("contract", talon="taken"),
        "bid.all_pass": rule("all_pass_voids"),
        "exchange.keep": keeps(cards=["pip"], otherwise=["court"], suits="same", shown=True),
        "exchange.talon": rule("take_talon", by="taker", shown=False),
        "exchange.away": rule("lay_away", by="taker", count=2, to="own_pile"),
        "play.first_lead": rule("taker_leads"),
        "play.follow_suit": rule("must_follow_suit"),
        "play.face_up": rule("face_up_led", suit=False),
        "play.low": rule("face_up_never_wins"),
        "play.highest_wins": rule("highest_wins"),
        "count.sides": rule("taker_against_defence"),
        "count.won": rule("exact_tricks", tricks=4),
        "score.value": rule("amount_by_contract", amounts={"one": 5}),
        "score.settlement": rule("all_settle_with_taker"),
        "match.next_dealer": rule("after_dealer_deals"),
        "match.totals": rule("open_ended"),
    }
    given = {"format": 1, "title": "Made up", "players": 3, "deck": "ombre-40", "draft": True, **BECAUSE}
    given |= {"about": "A game made up for tests."}
    return {**given, "rules": {**rules, **more}}


TRIED: dict[str, dict[str, Any]] = {
    "hombre-pack": spanish(),
    "any-suit": spanish(**{"exchange.keep": keeps(cards=["court"], suits="different", shown=True)}),
    "tapp": child(
        "tapp-classical",
        drops={"discard.tarocks": BECAUSE["because"]},
        adds={"discard.lowest": rule("only_outermost", cards=["trump"], which="lowest")},
    ),
}


@pytest.fixture(params=TRIED)
def tried(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    return engine_of(tmp_path, f"tried-{request.param}", TRIED[request.param])


def test_deals_are_sound_and_rules_say_something(tried: Engine) -> None:
    for each in tried.ruleset.rules.values():
        assert rule_words(tried.ruleset, each)
    trial = try_deals(tried, range(12), 3)
    assert trial.fault is None, trial.fault


def made_up_deals(engine: Engine, number: int) -> list[Deal]:
    """Deals in which the first player bids, and everything else is at random."""
    found = []
    for seed in range(number):
        rng, deal = random.Random(seed), Deal(engine, engine.start(seed=seed))
        while not deal.over:
            bids = deal.legal.bids
            deal = deal.push(bids[0] if "one" not in bids else "one") if bids else deal.push(deal.legal.random(rng))
        found.append(deal)
    return found


def test_two_of_one_suit_are_kept_led_first_and_win_nothing(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "kept", spanish())
    beaten = 0
    for deal in made_up_deals(engine, 20):
        taker, kept = deal.state.auction.taker, deal.state.face_up
        assert len(kept) == 2 and kept[0].suit is kept[1].suit
        chosen = [move.action for move in deal.moves if isinstance(move.action, Choose) and move.action.cards]
        assert [len(action.cards or ()) for action in chosen] == [1, 1, 2]
        leads = [move for move in deal.moves if isinstance(move.action, Play) and not move.before.trick.cards]
        mine = [move for move in leads if move.action.seat == taker]
        for move in mine[:2]:
            there = {card for card in kept if card.bit & move.before.hands[taker or 0]}
            assert isinstance(move.action, Play) and (move.action.card in there or not there)
        for taken in deal.state.tricks:
            card = taken.winning_card
            others = {other.code for other in taken.trick.cards if other.suit is card.suit} - {
                each.code for each in kept
            }
            assert card not in kept or not others
            beaten += taken.rule == "play.low"
    assert beaten


def test_a_card_that_is_not_kept_is_refused_with_the_reason(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "kept", spanish())
    hands = ["SK SQ SJ HK HQ HJ DK C2 C3 CK", "SA S2 S3 S4 S5 S6 S7 HA H2 H3", "DA D2 D3 D4 D5 D6 D7 H4 H5 H6"]
    deck = engine.ruleset.deck
    masks = [deck.mask(deck.parse(each)) for each in hands]
    deal = Deal(engine, engine.start(seed=1, dealer=2))
    while not deal.legal.bids:
        deal = deal.push(next(iter(deal.legal)))
    state = deal.state
    talon = [card for card in deck.cards if not card.bit & sum(masks)]
    deal = Deal(engine, state._replace(hands=tuple(masks), stock=tuple(talon), talon=deck.mask(talon)))
    deal = deal.push("one", "pass", "pass")
    assert {card.code for card in deck.set(deal.legal.picks[0].cards)} == {"C2", "C3"}
    refused = refused_by_rule(engine, deal.state)
    assert [*refused] == ["exchange.keep"] and len(refused["exchange.keep"]) == 8
    assert "has cards that have to be kept before the king of spades" in str(deal.why("SK"))
    deal = deal.push("C3")
    assert {card.code for card in deck.set(deal.legal.picks[0].cards)} == {"C2"}
    assert deal.state.view(1).seen == deck.mask(deck.parse("C3"))


def test_the_lowest_go_first(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "lowest", TRIED["tapp"])
    seen = 0
    for deal in deals(engine, 12):
        for move in deal.moves:
            if isinstance(move.action, Choose) and move.action.rule == "exchange.away":
                hand, laid = move.before.hand(move.action.seat), move.action.cards
                trumps = [card.rank for card in hand if card.suit.kind == "trump" and card.code not in ("T1", "T21", "T22")]  # fmt: skip
                gone = [card.rank for card in laid or () if card.suit.kind == "trump"]
                assert sorted(gone) == sorted(trumps)[:3]
                seen += 1
    assert seen


def test_factors_and_roundings_of_another_game(tmp_path: Path) -> None:
    data = child(
        "sicilian-3",
        changes={"score.multiplier": set_to(by={"solo": 2}, lost={"solo": 3})},
        adds={
            "score.rounding": {
                **rule("round_to", to=10, up=True, least=20),
                "under": ["solo"],
                "after": "score.multiplier",
            }
        },
    )
    path = tmp_path / "rounded.yaml"
    engine_of(tmp_path, "rounded", data)
    each = [
        -tt.score(str(path), taker="S", contract="solo", points=points, facts={"count.last": "1"}).by_seat["E"]
        for points in (56, 61, 75, 55, 50)
    ]
    assert each == [20, 20, 40, -20, -20]


def test_most_points_pay_without_more_for_many_or_for_none(tmp_path: Path) -> None:
    data = child("scarto", drops={"score.par": BECAUSE["because"]}, adds={"score.most": rule("forehand_or_most_pay", each=1, forehand=2, none="nothing")})  # fmt: skip
    engine = engine_of(tmp_path, "most", data)
    for deal in deals(engine, 12):
        result, forehand = deal.state.result, (deal.state.dealer + 1) % 3
        assert result is not None
        for loser in [seat for seat in range(3) if result.scores[seat] < 0]:
            alone = [seat for seat in range(3) if result.scores[seat] > 0]
            assert result.scores[loser] == -len(alone) * (2 if loser == forehand else 1)


def test_a_deal_is_won_with_a_card_in_a_trick(tmp_path: Path) -> None:
    data = child(
        "tapp-classical",
        changes={"count.half": under("dreier", "unterer", "oberer")},
        adds={"count.first": {**rule("trick_with_card", card="T22", trick=1), "under": ["solo"]}},
    )
    engine = engine_of(tmp_path, "first", data)
    played = [deal for deal in deals(engine, 40) if deal.state.auction.contract == "solo"]
    for deal in played:
        first, taker = deal.state.tricks[0], deal.state.auction.taker
        made = first.winning_card.code == "T22" and first.winner == taker
        assert deal.state.result is not None and deal.state.result.sheets[0].outcome.made is made
    assert played


WRONG = [
    ({"exchange.keep": keeps(count=10)}, "none is kept"),
    ({"exchange.keep": keeps(count=11)}, "nothing can reach the 11"),
    ({"exchange.keep": keeps(count=7, shown=True)}, "has 1 cards more than the others"),
    ({"exchange.keep": keeps(suits="same")}, "nobody sees of which suits"),
    ({"exchange.keep": keeps(suits="some")}, "suits"),
    ({"exchange.keep": keeps(cards=["pips"])}, "did you mean"),
    ({"exchange.keep": keeps(cards=["pip"], otherwise=["pip"])}, "names no card that may not be kept"),
    ({"exchange.keep": keeps(count=9, suits="same", shown=True), "exchange.away": rule("lay_away", by="taker", count=1, to="own_pile")}, "one card is kept"),
    ({"exchange.keep": keeps()}, "lays cards of a hand face up"),
    ({"discard.x": rule("only_outermost", cards=["king"], which="lowest")}, "several suits"),
    ({"discard.x": rule("only_outermost", cards=["SK"], which="lowest")}, "of a single card"),
    ({"discard.x": rule("only_outermost", cards=["spades"], which="middle")}, "which"),
    ({"count.won": rule("trick_with_card", card="king")}, "not a single card"),
    ({"count.won": rule("trick_with_card", card="SK", trick=0)}, "there is no trick 0"),
    ({"score.x": rule("round_to", to=5, least=7)}, "7 is no multiple of 5"),
    ({"score.x": rule("multiplier", by={"one": 2}, lost={"one": 2})}, "names contracts with two factors"),
    ({"score.x": rule("multiplier", by={"one": 2}, lost={"two": 2})}, "two"),
    ({"score.x": rule("forehand_or_most_pay", each=1, forehand=1, above=3)}, "belong together"),
    ({"score.x": rule("forehand_or_most_pay", each=1, forehand=1, none=-3)}, "none"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "message"), WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_what_cannot_be_is_refused(tmp_path: Path, more: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as refused:
        engine_of(tmp_path, "wrong", spanish(**more))
    assert message in str(refused.value)
