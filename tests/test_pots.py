"""Pots that stay from deal to deal, payments at the moment, and cards declared before the first lead, in other games than the first that has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import rule_words
from tarot_teach.loading import Library
from tarot_teach.mechanisms.asking import DeclaresCards
from tarot_teach.table import Memory
from tarot_teach.table.facts import NO_FACTS
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.words.read import play_words
from tests.helpers import LIBRARY
from tests.made_up import rule
from tests.test_exchange import engine_of
from tests.test_openings import child, deals

EXAMPLES = Path(__file__).parent.parent / "rulesets" / "piedmontese" / "examples"
PLATE = {
    "match.plate": rule("pot"),
    "exchange.plate": rule("pot_stakes", pot="plate", stake=10, adds=2),
    "play.angel": rule("card_paid", cards=["T20"], wins=3, loses=4),
    "play.angel_plate": rule("pot_by_card", pot="plate", cards=["T20"], pays="whole"),
    "play.all": rule("tricks_paid", tricks="all", amount=30, pot="plate"),
    "declare.kings": rule("set_declared", cards=["king"], amounts={"3": 6, "4": 9}, joker="EX", with_joker={"2": 1}),
    "declare.trumps": rule("held_declared", cards=["trump"], amounts={"9": 5}, further=2),
}
TRIED: dict[str, dict[str, Any]] = {
    "scarto": child("scarto", adds=PLATE),
    "piedmont-4": child(
        "piedmont-4", adds={"play.angel": rule("card_paid", cards=["T20", "T1"], loses=4, trick="any")}
    ),
    "fft-4": child(
        "fft-4", adds={"play.petit": rule("card_paid", cards=["petit"], wins=2, loses=3, trick="before_last")}
    ),
}


@pytest.fixture(params=TRIED)
def tried(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    return engine_of(tmp_path, f"tried-{request.param}", TRIED[request.param])


def test_deals_are_sound_and_their_rules_have_words(tried: Engine) -> None:
    DealChecker(tried).check_words_of_rules()
    for each in tried.ruleset.rules.values():
        assert rule_words(tried.ruleset, each)
    trial = try_deals(tried, range(12), 3)
    assert trial.fault is None, trial.fault


def test_words_of_the_play_pay_for_the_tricks(tried: Engine) -> None:
    """Payments for tricks are no part of the compiled tricks, and are added to a deal that those have played."""
    assert play_words(tried.index, len(tried.seats())).play.players == len(tried.seats())


def test_partners_pay_and_get_nothing_among_themselves(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "pairs", TRIED["piedmont-4"])
    paid = [each.amounts for deal in deals(engine, 12) for each in deal.state.paid]
    assert paid and all(sorted(amounts) == [-8, 0, 4, 4] for amounts in paid)


def test_a_card_won_by_its_player_is_paid_for_before_the_last_trick_only(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "petit", TRIED["fft-4"])
    for deal in deals(engine, 12):
        for number, taken in enumerate(deal.state.tricks):
            for seat, card in taken.trick.by(4):
                if card.code != "T1":
                    continue
                lost = taken.winner not in deal.state.side(seat)
                last = number == 17
                paid = [each.amounts[seat] for each in deal.state.paid]
                others = 4 - len(deal.state.side(seat))
                assert paid == ([] if last else [-3 * others] if lost else [2 * others] if seat == taken.winner else [])


def test_what_lies_in_a_pot_and_the_scores_keep_their_sum(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, "plate", TRIED["scarto"])
    memory, total = NO_FACTS, 0
    for number in range(8):
        deal = Deal(engine, engine.start(seed=number, memory=memory))
        while deal.state.turn is not None:
            deal = deal.push(next(iter(deal.legal)))
        result = deal.state.result
        assert result is not None
        stakes = next(each.amounts for each in deal.state.paid if each.rule == "exchange.plate")
        kept = memory.get("match.plate")
        lay = kept.shared[0] if isinstance(kept, Memory) else 0
        assert stakes == ((-2, 0, 0) if lay else (-12, -10, -10))
        memory, total = result.memory, total + int(sum(result.scores))
        now = memory["match.plate"]
        assert isinstance(now, Memory) and now.shared[0] == -total


def test_a_session_hands_the_pot_on_and_shares_it_at_the_end(tmp_path: Path) -> None:
    engine_of(tmp_path, "plate", TRIED["scarto"])
    example = (EXAMPLES / "scarto-counting.yaml").read_text(encoding="utf-8")
    piles = example.split("result:\n")[1].split("expect")[0].replace("S:", "A:").replace("E:", "B:").replace("W:", "C:")
    won = "".join(f"    {line}\n" for line in piles.splitlines())
    paid = ("{A: -10, B: -10, C: -12}", "{A: -2}", "{B: -2}")
    head = "format: 1\nid: three-deals\nruleset: ./plate.yaml\ntitle: Three deals\nplayers: {A: Ann, B: Bo, C: Cy}\nfirst_dealer: C\ndeals:\n"
    deals = [f"  - result:\n{won}      paid: {{exchange.plate: {amounts}}}\n" for amounts in paid]
    text = head + "".join(deals)
    file = tmp_path / "session.yaml"
    file.write_text(text, encoding="utf-8")
    session = keep_score(file, Library([tmp_path / "plate.yaml"]))
    assert sum(session.deals[-1].totals.values()) + sum(session.closing.values()) == 0
    assert session.closing == {"A": 12, "B": 12, "C": 12}


HANDS = [
    ("declare.trumps", "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 HR", 20, 12),
    ("declare.trumps", "T1 T2 T3 T4 T5 T6 T7 T8 T9 EX", 10, 10),
    ("declare.trumps", "T1 T2 T3 T4 T5 T6 T7 T8 EX", 0, 0),
    ("declare.matadors", "T1 T21 EX T20 T19 T17", 20, 5),
    ("declare.matadors", "T1 T21 T20", 0, 0),
    ("declare.cavalry", "HR HD HC HV SR SD SC", 10, 4),
    ("declare.cavalry", "HR HD HC HV SR SD SC EX", 20, 8),
    ("declare.kings", "HR SR DR", 0, 0),
    ("declare.kings", "HR SR DR EX", 5, 4),
    ("declare.kings", "HR SR DR CR", 10, 4),
    ("declare.kings", "HR SR DR CR EX", 15, 5),
]


@pytest.mark.parametrize(("id", "cards", "worth", "number"), HANDS)
def test_what_a_hand_declares(id: str, cards: str, worth: int, number: int) -> None:
    engine = Engine(LIBRARY.load("danish-2011"))
    deck, declares = engine.ruleset.deck, engine.index.mechanisms[id]
    hand = deck.mask(deck.parse(cards))
    assert isinstance(declares, DeclaresCards)
    assert declares.declared_of(hand).bit_count() == number
    state = engine.start(seed=1)._replace(hands=(hand, 0, 0), unseen=(0, 0, 0))
    paid = declares.act(state)[0].paid  # type: ignore[attr-defined]
    assert [each.amounts for each in paid] == ([(2 * worth, -worth, -worth)] if worth else [])


WRONG = [
    ({"play.x": rule("card_paid", cards=["T20"])}, "nothing is paid by it"),
    ({"play.x": rule("card_paid", cards=["T20"], wins=1, not_beside=["angle"])}, "no rule 'angle' stands before it"),
    ({"play.x": rule("card_paid", cards=["angel"], wins=1)}, "no mark"),
    ({"play.x": rule("pot_by_card", pot="plate", cards=["T20"], pays=3)}, "has no pot 'plate'"),
    ({"match.plate": rule("pot"), "play.x": rule("pot_by_card", pot="plat", cards=["T20"], pays=3)}, "did you mean 'plate'?"),
    ({"match.plate": rule("pot"), "play.x": rule("pot_by_card", pot="plate", cards=["T20"], pays=0)}, "nothing is paid by it"),
    ({"match.plate": rule("pot"), "play.x": rule("pot_by_card", pot="plate", cards=["T20"], pays="hole")}, "pays"),
    ({"match.plate": rule("pot")}, "no rule names this pot"),
    ({"match.plate": rule("pot"), "exchange.x": rule("pot_stakes", pot="plate", stake=0, adds=0)}, "nothing is paid by it"),
    ({"play.x": rule("tricks_paid", tricks="all", amount=0)}, "nothing is paid by it"),
    ({"match.plate": rule("pot"), "play.x": rule("tricks_paid", tricks="none", amount=5, pot="plate")}, "two players may have won no trick"),
    ({"declare.x": rule("held_declared", cards=["king"], amounts={"5": 5})}, "nobody can hold 5 of them"),
    ({"declare.x": rule("held_declared", cards=["king"], amounts={"4": 5}, further=1)}, "nobody can hold more than 4"),
    ({"declare.x": rule("held_declared", cards=["king"], amounts={"4": 5}, run=["T20"])}, "a run is of other cards"),
    ({"declare.x": rule("set_declared", cards=["king"], amounts={"4": 5}, joker="EX")}, "belong together"),
    ({"declare.x": rule("set_declared", cards=["king"], amounts={"4": 5}, joker="SK", with_joker={"3": 5})}, "is one of it"),
    ({"discard.x": rule("last_resort", declared=True)}, "no rule says which cards are declared"),
    ({"discard.x": rule("last_resort")}, "no cards are named"),
    ({"score.x": rule("difference_balanced", par=26, to=5, not_beside=["none"])}, "no rule 'none' stands before it"),
    ({"play.x": rule("excuse_but_in_trick", from_last=26)}, "nothing can reach the 26"),
]  # fmt: skip


@pytest.mark.parametrize(("adds", "message"), WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_what_cannot_be_is_refused(tmp_path: Path, adds: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as refused:
        engine_of(tmp_path, "wrong", child("scarto", adds=adds))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("parent", "adds", "message"),
    [
        ("piedmont-4", {"play.x": rule("tricks_paid", tricks="all", amount=5)}, "some play together"),
        ("piedmont-4", {"score.x": rule("difference_balanced", par=26, to=5)}, "some count together"),
        ("hombre-1674", {"match.plate": rule("pot"), "exchange.x": rule("pot_stakes", pot="plate", stake=5, adds=0)}, "keeps all that the players pay in"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_rest_is_refused(tmp_path: Path, parent: str, adds: dict[str, Any], message: str) -> None:
    with pytest.raises(LoadError) as refused:
        engine_of(tmp_path, "wrong", child(parent, adds=adds))
    assert message in str(refused.value)
