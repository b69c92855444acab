"""Refusals: one module words them, and every door says the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tarot_teach
from tarot_teach import notebook
from tarot_teach.blocks import Reason, TrickDiagram, flat
from tarot_teach.cards import Card
from tarot_teach.cli import main
from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.errors import IllegalActionError
from tarot_teach.explain.exercises import ExerciseBuilder
from tarot_teach.explain.lesson import annotate, describe_card
from tarot_teach.explain.why import refused_cards
from tarot_teach.loading import Library
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.render.terminal import plain_text
from tarot_teach.table import DISCARD, Bid, Choose, Play, State
from tarot_teach.tui.model import ReplayCursor

LIBRARY = Library()
PACKAGE = Path(tarot_teach.__file__).parent


@pytest.fixture(scope="module")
def lesson() -> Replay:
    return replay_example("going-over", LIBRARY)


@pytest.fixture(scope="module")
def laying_away() -> tuple[Engine, State]:
    engine = Engine(LIBRARY.load("fft-4"))
    state = engine.start(seed=3)
    while not engine.legal(state).of_hand:
        bids = engine.legal(state).bids
        action = Bid(state.turn or 0, "garde") if "garde" in bids else next(iter(engine.legal(state)))
        state = engine.apply(state, action)[0]
    return engine, state


def words(text: str) -> str:
    return " ".join(text.split())


def refused_plays(replay: Replay) -> list[tuple[State, Card, Reason]]:
    """Every card that some player of a record could not play."""
    found = []
    for step in replay.deal.moves:
        state = step.before
        if isinstance(step.action, Play) and not state.unseen[step.action.seat]:
            for card in state.hand(step.action.seat):
                reason = judge_card(replay.engine, state, card, state.name)
                found += [(state, card, reason)] if not reason else []
    return found


def test_a_refusal_is_worded_in_one_module() -> None:
    worded = [path for path in PACKAGE.rglob("*.py") if '"{who} may not play {card' in path.read_text(encoding="utf-8")]
    assert [path.relative_to(PACKAGE).as_posix() for path in worded] == ["engine/phases/tricks.py"]


def test_a_reason_has_the_rule_the_facts_the_sources_and_what_is_allowed(lesson: Replay) -> None:
    state = lesson.deal.moves[3].before
    reason = judge_card(lesson.engine, state, state.deck.card("SR"), state.name)
    assert not reason and reason.rule == "play.trump_when_void" and reason.title == "Trumping when void"
    assert str(reason) == (
        "North may not play the king of spades. North holds no hearts, and holds trumps. "
        "North holds the 18 of trumps, above the 7 of trumps. Allowed here: the 18 of trumps."
    )
    assert str(reason.text).startswith(
        "North may not play the king of spades. North holds no hearts, and holds trumps. (Trumping when void) [fft, "
    )
    assert reason.to_dict() == {
        "allowed": False,
        "cards": ["SR"],
        "says": str(reason),
        "rule": "play.trump_when_void",
        "title": "Trumping when void",
        "because": "North holds no hearts, and holds trumps.",
        "sources": [{"source": cite.key, "at": cite.at} for cite in reason.sources],
        "instead": ["T18"],
    }
    allowed = judge_card(lesson.engine, state, state.deck.card("T18"), state.name)
    assert allowed and str(allowed.head) == "North may play the 18 of trumps."


def test_every_door_says_the_same_of_a_card_that_may_not_be_played(
    lesson: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    tricks = [block for block in flat(annotate(lesson)) if isinstance(block, TrickDiagram)]
    on_the_page = [refusal for trick in tricks for row in trick.plays for refusal in row.refusals]
    plays = refused_plays(lesson)
    assert len(plays) > 3
    for state, card, reason in plays:
        assert state.turn is not None
        play, decided = Play(state.turn, card), (str(reason.head), str(reason.because))
        asked = [
            plain_text(describe_card(lesson, state, card), width=400),
            notebook.as_text(Deal(lesson.engine, state).why(play)),
            plain_text(reason.blocks(), width=400),
        ]
        cursor = ReplayCursor(lesson)
        done = next(i for i, step in enumerate(lesson.deal.moves) if step.before is state)
        cursor.go(max(place for place in range(cursor.last + 1) if cursor.moments[place].done == done))
        cursor.ask(card.code)
        asked.append(plain_text(cursor.answer, width=400))
        for printed in map(words, asked):
            assert all(sentence in printed for sentence in (*decided, str(reason.instead)))
            assert f"{reason.title} ({reason.rule})" in printed
            assert all(f"[{cite.key}" in printed.replace("[ ", "[") for cite in reason.sources)
        with pytest.raises(IllegalActionError) as refused:
            lesson.engine.apply(state, play)
        assert str(reason) in str(refused.value)
        exercise = ExerciseBuilder(lesson.engine, state.name, "x").legal(state)
        (reply,) = (choice.reply for choice in exercise.choices if choice.card is card)
        assert reply == reason.text
        (group,) = (group for group in refused_cards(lesson.engine, state, state.name) if card in group.cards)
        assert (group.rule, group.because, group.sources) == (reason.rule, reason.because, reason.sources)
        assert str(group.text) in plain_text(exercise.answer, width=4000).replace("\n", " ")
        assert group in on_the_page
        held = " ".join(card.code for card in state.hand(state.turn))
        trick = " ".join(card.code for card in state.trick.cards)
        with pytest.raises(SystemExit):
            main(["legal", lesson.engine.ruleset.name, "--hand", held, "--trick", trick, "--json"])
        data = {one["card"]: one for one in json.loads(capsys.readouterr().out)["refused"]}[card.code]
        assert (data["rule"], data["sources"]) == (reason.rule, reason.to_dict()["sources"])
        assert data["because"].replace("the player", "X").replace("The player", "X") == str(reason.because).replace(
            state.name(state.turn), "X"
        )


def test_a_card_that_may_not_be_laid_away_has_one_reason_in_every_discard(
    laying_away: tuple[Engine, State],
) -> None:
    engine, state = laying_away
    assert state.turn is not None
    king = next(card for card in state.hand(state.turn) if card.bit & state.deck.marks["king"])
    reason = judge_card(engine, state, king, state.name)
    others = list(state.deck.set(engine.legal(state).of_hand.cards))[:5]  # type: ignore[union-attr]
    verdict = engine.check(state, Choose(state.turn, DISCARD, cards=state.deck.set(state.deck.mask([king, *others]))))
    assert str(reason.head) == f"{state.name(state.turn)} may not lay away {'the ' + king.name}."
    assert engine.reason(verdict, state.name).because == reason.because and reason.sources
    assert any(king in group.cards for group in refused_cards(engine, state, state.name))


def test_a_bid_that_is_too_low_is_refused_with_what_may_be_bid() -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    state = engine.start(seed=3)
    while not engine.legal(state).bids:
        state = engine.apply(state, next(iter(engine.legal(state))))[0]
    state = engine.apply(state, Bid(state.turn or 0, "garde"))[0]
    assert state.turn is not None
    reason = engine.reason(engine.check(state, Bid(state.turn, "prise")), state.name)
    assert (
        str(reason.instead) == "Allowed here: pass, garde sans le chien and garde contre le chien."
        and reason.codes[0] == "pass"
    )
    exercise = ExerciseBuilder(engine, state.name, "x").bid(state)
    assert next(choice.reply for choice in exercise.choices if choice.code == "prise") == reason.text
