"""Heaps that lie before the seats: what is open, what each seat may know, saved states, records, worlds, and faults of rules and records."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tarot_teach.cards import Card
from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import TarotError
from tarot_teach.explain.lesson import hands_at
from tarot_teach.loading.library import Library
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.render.html import page
from tarot_teach.solver.worlds import Worlds
from tarot_teach.table import Heap, Phase, Play
from tarot_teach.table.events import HeapTurned
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.compare.deals_page import lesson
from tests.helpers import LIBRARY

GAME = """format: 1
id: two-heaps
title: Two heaps
about: A game for three with heaps, made up for a test.
draft: true
players: 3
deck: industrie-und-glueck-54
terms:
  heap: {label: heap}
rules:
  deal.direction: {mechanism: direction, params: {turns: clockwise}, title: Direction}
  deal.packets: {mechanism: hands_and_heaps, params: {hand: 13, packet: 13, heaps: [2, 3]}, title: Dealing}
  exchange.heaps: {mechanism: turn_heaps, params: {take_up: [queen], last: shown}, title: Heaps}
  play.first_lead: {mechanism: after_dealer_leads, title: The first lead}
  play.follow_suit: {mechanism: must_follow_suit, title: Following suit}
  play.highest_wins: {mechanism: highest_wins, title: Who wins the trick}
  count.each: {mechanism: each_for_himself, title: Each alone}
  count.points: {mechanism: card_points, title: Points}
  score.par: {mechanism: difference_from, params: {par: 35}, title: Score}
"""


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("strohmandeln-mayr"))


def played(engine: Engine, seed: int, plays: int) -> Deal:
    """A deal at random with so many cards played."""
    rng, deal = random.Random(seed), Deal(engine, engine.start(seed=seed))
    while not deal.over and sum(isinstance(move.action, Play) for move in deal.moves) < plays:
        deal = deal.push(deal.legal.random(rng))
    return deal


def load(folder: Path, old: str = "", new: str = "") -> Engine:
    path = folder / "two-heaps.yaml"
    assert old in GAME
    path.write_text(GAME.replace(old, new), encoding="utf-8")
    return Engine(Library().load(str(path)))


def test_another_game_with_heaps_for_three(tmp_path: Path) -> None:
    engine = load(tmp_path)
    deal = played(engine, 1, 999)
    assert deal.over and len(deal.state.tricks) == 18 and deal.state.result is not None
    turned = [event for event in deal.events() if isinstance(event, HeapTurned)]
    assert turned and not any(event.unseen for event in turned)
    taken = [card for event in turned for card in event.taken]
    assert any(card.code.endswith("D") for card in taken)
    first = (deal.start.dealer + 1) % 3
    assert [(event.seat - first) % 3 for event in turned[:6] if event.seat is not None] == [0, 0, 1, 1, 2, 2]


def test_the_deal_makes_heaps_by_turns(engine: Engine) -> None:
    pack = engine.ruleset.deck.cards
    layout = engine.index.deals.deal(pack, 1, 2, ())
    assert layout.talon == 0 and [hand.bit_count() for hand in layout.hands] == [15, 15]
    assert layout.heaps[1][0] == Heap(None, pack[33:29:-1]) and layout.heaps[0][0] == Heap(None, pack[37:33:-1])


def test_an_open_card_is_of_the_hand_and_what_lies_below_is_not(engine: Engine) -> None:
    state = played(engine, 4, 0).state
    while state.phase is not Phase.PLAY:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    seat = state.turn
    assert seat is not None
    assert state.tops & engine.legal(state).cards == state.tops & state.hands[seat]
    below = next(card for heap in state.heaps[seat] for card in heap.below if card)
    verdict = engine.check(state, Play(seat, below))
    assert not verdict.allowed and "does not hold" in str(engine.reason(verdict, state.name))
    top = next(heap.top for heap in state.heaps[seat] if heap.top)
    after, _events = engine.apply(state, Play(seat, top))
    assert not any(heap.top is top for heap in after.heaps[seat])
    assert after.face_down(seat) == state.face_down(seat)  # turned after the trick


def test_each_seat_knows_what_was_shown(engine: Engine) -> None:
    for seed in range(8):
        state = played(engine, seed, 11).state
        for seat in range(2):
            view, other = state.view(seat), 1 - seat
            assert view.hands[seat] == state.hands[seat]
            assert view.hands[other] == state.hands[other] & state.seen
            assert view.unseen[other] == (state.hands[other] & ~state.seen).bit_count()
            assert not view.below_tops and view.face_down(other) == state.face_down(other)
            assert view.tops == state.tops


def test_saved_states_and_views_are_restored(engine: Engine) -> None:
    state = played(engine, 2, 15).state
    assert engine.restore(state_as_data(state)) == state
    assert engine.restore(state_as_data(state.view(0))) == state.view(0)
    data = state_as_data(state)
    with pytest.raises(TarotError, match="open card that is not among the hand"):
        engine.restore({**data, "heaps": [[[data["hands"][1][0], []]], data["heaps"][1]]})
    with pytest.raises(TarotError, match="1 entries for 2 seats"):
        engine.restore({**data, "heaps": data["heaps"][:1]})
    other = Engine(LIBRARY.load("ruff-and-honours"))
    saved = state_as_data(other.start(seed=1))
    with pytest.raises(TarotError, match="heaps lie before the players"):
        other.restore({**saved, "heaps": [[]] * 4, "turned": []})


def test_a_card_that_a_view_does_not_show_cannot_be_turned(engine: Engine) -> None:
    deal = played(engine, 3, 1)
    for _card in range(30):
        state = deal.state
        assert state.turn is not None
        tops = engine.legal(state).cards & state.tops
        if (
            state.trick.cards
            and tops
            and any(heap.top and heap.top.bit & tops and heap.below for heap in state.heaps[state.turn])
        ):
            card = next(heap.top for heap in state.heaps[state.turn] if heap.top and heap.top.bit & tops and heap.below)
            with pytest.raises(TarotError, match="face down in the heaps"):
                engine.apply(state.view(state.turn), Play(state.turn, card))
            return
        deal = deal.push(deal.legal.random(random.Random(1)))
    raise AssertionError("no open card could be played")


@pytest.mark.parametrize("seed", range(6))
def test_worlds_deal_hidden_hands_and_heaps(engine: Engine, seed: int) -> None:
    rng, state = random.Random(seed), played(engine, seed, 1 + 7 * seed).state
    for seat in range(2):
        world = Worlds(engine, state, seat).draw(rng.randrange)
        assert world.view(seat) == state.view(seat)
        assert not any(world.unseen) and world.below_tops.bit_count() == state.below_tops.bit_count()


def test_heaps_stand_in_the_diagram_in_their_order() -> None:
    done: Replay = replay_example("strohmandeln-turning", LIBRARY)
    first = hands_at(done, done.start)
    assert [place for _label, place, _cards in first.middle] == ["S/1", "S/2", "S/3", "N/1", "N/2", "N/3"]
    label, _place, cards = first.middle[0]
    assert (str(label), [card.code for card in cards]) == ("South, straw man 1", ["T15", "HD", "S8", "T17"])
    later = hands_at(done, done.end.view(1))
    label, place, shown = later.middle[0]
    assert (str(label), place, [card.code for card in shown]) == (
        "South, straw man 1 (+ 2 cards face down)",
        "S/1+",
        ["HD"],
    )


@pytest.mark.parametrize(("example", "lies"), [("strohmandeln-turning", True), ("going-over", False)])
def test_only_pages_with_heaps_hold_the_script_that_lays_them(example: str, lies: bool) -> None:
    whole = page(lesson(replay_example(example, LIBRARY)), example)
    assert ("prototype.layHeaps" in whole) == lies


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("packet: 13,", "packet: 5,", "13 cards cannot be dealt 5 at a time"),
        ("heaps: [2, 3]", "heaps: [2, 2]", "make 51; the pack has 54 cards"),
        ("heaps: [2, 3]", "heaps: [0, 5]", "heaps"),
        ("take_up: [queen]", "take_up: [quene]", "quene"),
        ("last: shown", "last: hidden", "hidden"),
        ("mechanism: hands_and_heaps, params: {hand: 13, packet: 13, heaps: [2, 3]}", "mechanism: deal_hands, params: {cards: 18}", "no rule of the deal makes heaps"),
        ("  exchange.heaps: {mechanism: turn_heaps, params: {take_up: [queen], last: shown}, title: Heaps}\n", "", "no rule says what becomes of the cards in the heaps"),
    ],
)  # fmt: skip
def test_faulty_rules_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(TarotError) as raised:
        load(tmp_path, old, new)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  S: [[T15, HD, S8, T17], ", "  S: [[T15, HD, S8], ", "the heaps of S have 3, 4 and 4 cards, and should have 4, 4 and 4"),
        ("  S: [[T15, HD, S8, T17], ", "  S: [[T15, HD, S8, S7], ", "S7 is here"),
        ("  S: [[T15, HD, S8, T17], ", "  S: [[T15, HD, S8, X7], ", "X7"),
        ("  S: [[T15, HD, S8, T17], ", "  E: [[T15, HD, S8, T17], ", "nobody sits at 'E'"),
    ],
)  # fmt: skip
def test_faulty_records_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = next(Path(__file__).parent.parent.glob("rulesets/*/examples/strohmandeln-turning.yaml"))
    text = path.read_text(encoding="utf-8")
    assert old in text
    own = tmp_path / "turning.yaml"
    own.write_text(text.replace(old, new).replace("id: strohmandeln-turning", "id: turning"), encoding="utf-8")
    with pytest.raises(TarotError) as raised:
        replay_example(str(own), LIBRARY)
    assert message in str(raised.value)


def test_a_record_of_another_game_has_no_heaps(tmp_path: Path) -> None:
    path = next(Path(__file__).parent.parent.glob("rulesets/*/examples/zwanzigerrufen-thrown-in.yaml"))
    own = tmp_path / "own.yaml"
    own.write_text(path.read_text(encoding="utf-8") + "heaps: {S: [[T3]]}\n", encoding="utf-8")
    with pytest.raises(TarotError, match="nothing lies before the players"):
        replay_example(str(own), LIBRARY)


def test_tarocks_and_kings_come_up_with_the_next_card(engine: Engine) -> None:
    cards: list[Card] = [engine.ruleset.deck.card(code) for code in ("T3", "SR", "H1")]
    assert engine.index.turns_heaps is not None
    assert engine.index.turns_heaps.turned(cards) == (3, None)
    assert engine.index.turns_heaps.turned([*cards[:2], engine.ruleset.deck.card("H2"), cards[2]]) == (
        3,
        engine.ruleset.deck.card("H2"),
    )
