"""The kind of play in which players draw until they can follow suit, and go out when they have no cards left."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import tarot_teach
from tarot_teach.engine import Engine, phases
from tarot_teach.errors import LoadError
from tarot_teach.explain.laid_trick import lay_trick
from tarot_teach.loading import Library, formats
from tarot_teach.mechanisms.plays import KINDS
from tarot_teach.table import Choose, Play, State
from tarot_teach.table.events import CardsDrawn, PlayEnded, TrickWon, TurnMissed
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.trials import try_deals

GAME = """
format: 1
id: shed
title: Shed
players: 2-4
deck: tarot-78
phases: [deal, {play: shedding}]
draft: true
evidence: house
because: It is made up for these tests.
rules:
  deal.hands: {mechanism: hands_and_stock, params: {cards: 4}, title: Deal}
  play.first: {mechanism: after_dealer_leads, title: Lead}
  play.follow: {mechanism: must_follow_suit, title: Follow}
  play.draw: {mechanism: draw_until_able, title: Draw}
  play.wins: {mechanism: highest_wins, title: Win}
  play.out: {mechanism: one_hand_left, title: Out}
  count.each: {mechanism: each_for_himself, title: Each}
  score.left: {mechanism: left_with_cards, params: {points: 1, per: deal}, title: Left}
"""


def engine(tmp_path: Path, *changes: tuple[str, str]) -> Engine:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "shed.yaml"
    path.write_text(text)
    return Engine(Library().load(str(path)))


def deal(engine: Engine, hands: list[str], stock: str) -> State:
    """The state before the first lead, with these hands and this stock; the rest of the pack lies below it."""
    deck, players = engine.ruleset.deck, len(hands)
    held = [deck.parse(hand) for hand in hands]
    first = deck.parse(stock)
    used = {card for cards in (*held, first) for card in cards}
    dealt = [held[i % players][i // players] for i in range(4 * players)]
    pack = [*dealt, *first, *(card for card in deck.cards if card not in used)]
    return play(engine, engine.start(pack, dealer=players - 1, seats=engine.seats(players)))[0]


def play(engine: Engine, state: State, *codes: str) -> tuple[State, list[object]]:
    """The state after the deal, or after cards and choices, and all that happened."""
    happened: list[object] = []
    if not codes:
        while state.turn is not None and not state.hands:
            state, _events = engine.apply(state, next(iter(engine.legal(state))))
    for code in codes:
        seat = state.turn
        assert seat is not None
        action = Play(seat, state.deck.card(code)) if code.isupper() else Choose(seat, "play.draw", code)
        state, events = engine.apply(state, action)
        happened += events
    return state, happened


def test_kinds_of_play_are_the_same_everywhere() -> None:
    assert tuple(kind.name for kind in phases.PLAYS) == tuple(KINDS) == get_args(formats.Play)


def test_the_name_of_a_kind_is_read_in_one_place() -> None:
    package = Path(tarot_teach.__file__).parent
    reading = {
        path for path in package.rglob("*.py") if re.search(r"ruleset\.play\b", path.read_text(encoding="utf-8"))
    }
    assert {str(path.relative_to(package)) for path in reading} == {"mechanisms/base.py", "mechanisms/plays.py"}


def test_deals_at_random_are_sound(tmp_path: Path) -> None:
    found = try_deals(engine(tmp_path), range(20), 1)
    assert found.fault is None


def test_a_player_who_cannot_follow_draws_until_able(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = deal(made, ["SR S1 H1 H2", "H3 H4 D1 D2"], "C1 C2 S5 C3")
    state, _events = play(made, state, "SR")
    assert [str(choice.option) for choice in made.legal(state).picks] == ["draw"]
    assert not made.check(state, Play(1, state.deck.card("H3"))).allowed
    state, events = play(made, state, "draw", "draw", "draw")
    assert sum(isinstance(event, CardsDrawn) for event in events) == 3
    assert made.legal(state).words() == ["S5"]
    assert not made.check(state, Choose(1, "play.draw", "draw")).allowed
    state, events = play(made, state, "S5")
    assert isinstance(events[-1], TrickWon)
    assert (state.turn, state.hand_size(0), state.hand_size(1)) == (0, 3, 6)


def test_a_trick_by_itself_is_won_by_the_highest_card(tmp_path: Path) -> None:
    made = engine(tmp_path)
    laid = lay_trick(made, made.ruleset.deck.parse("D2 DR S3"))
    assert (laid.position, laid.complete) == (1, True)


def test_drawing_may_go_on_where_the_rule_says_so(tmp_path: Path) -> None:
    made = engine(tmp_path, ("draw_until_able,", "draw_until_able, params: {go_on: true},"))
    state = deal(made, ["SR S1 H1 H2", "H3 H4 D1 S2"], "C1 S5 C3")
    state, _events = play(made, state, "SR")
    assert made.legal(state).words() == ["S2"], "nobody draws who can follow at once"
    state, _events = play(made, state, "S2", "S1", "draw", "draw")
    assert set(made.legal(state).words()) == {"draw", "S5"}
    assert made.restore(state_as_data(state)) == state
    assert play(made, state, "draw")[0].hand_size(1) == 6


def test_an_empty_stock_makes_a_player_pass(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = deal(made, ["SR S1 H1 H2", "H3 H4 D1 D2"], "C1")
    state, _events = play(made, state, "SR")
    state = state._replace(stock=(), dead=state.talon)
    assert [choice.option for choice in made.legal(state).picks] == ["pass"]
    state, events = play(made, state, "pass")
    assert isinstance(events[0], TurnMissed)
    assert [taken.trick.by(2) for taken in state.tricks] == [[(0, state.deck.card("SR"))]]
    assert made.restore(state_as_data(state)) == state


def test_a_player_without_cards_is_passed_over(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = deal(made, ["S1 S2 S3 S4", "S5 S6 S7 S8", "S9 S10 H1 SV"], "SR H7 H2 D3")
    state, _events = play(made, state, "S1", "S5", "S9", "S10", "S2", "S6", "SV", "S3", "S7", "H1")
    assert (state.turn, state.hand_size(2)) == (0, 0)
    state, _events = play(made, state, "draw", "draw", "H7", "draw", "H2")
    assert [taken.winner for taken in state.tricks] == [2, 2, 2, 0]
    assert state.tricks[-1].trick.by(3) == [
        (2, made.ruleset.deck.card("H1")),
        (0, made.ruleset.deck.card("H7")),
        (1, made.ruleset.deck.card("H2")),
    ]
    assert play(made, state, "S4")[0].turn == 1


def test_the_play_ends_when_one_hand_is_left(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = deal(made, ["S1 S2 S3 S4", "S5 S6 S7 S8"], "H1")
    state, events = play(made, state, "S1", "S5", "S6", "S2", "S7", "S3", "S8")
    assert any(isinstance(event, PlayEnded) for event in events)
    assert state.result is not None
    assert state.result.scores == (-1, 0)
    assert len(state.tricks[-1].trick.cards) == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{play: shedding}", "play", "it is for another kind of play"),
        ("  play.draw: {mechanism: draw_until_able, title: Draw}\n", "", "what a player does who can play no card"),
        ("  play.out: {mechanism: one_hand_left, title: Out}\n", "", "no rule says when the play ends"),
        (
            "  play.out:",
            "  play.excuse: {mechanism: excuse_any_time, title: E}\n  play.out:",
            "is never asked in a play of the kind",
        ),
    ],
)
def test_a_game_that_does_not_fit_the_kind_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(LoadError, match=words):
        engine(tmp_path, (old, new))
