"""A narrowing rule of another package, of thirty lines, is played, explained and compiled, and no other file knows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.mechanisms import find
from tarot_teach.table import Phase, Play
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.by_words import PlayByWords
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.words import NoWordsError, deal_words, play_words
from tarot_teach.words.link import linked
from tests.helpers import installed, printed_by

PACKAGE = Path(__file__).parent / "fixtures" / "first_trick"
GAME, RULE = "kings-not-led", "play.kings_not_led"


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The other package, installed."""
    with installed(monkeypatch, PACKAGE):
        yield


def test_it_is_checked_and_stated(capsys: pytest.CaptureFixture[str]) -> None:
    assert "fine" in printed_by(capsys, "check", str(PACKAGE / "first_trick" / f"{GAME}.yaml"))
    assert "may be led only by a player who holds no others" in printed_by(capsys, "rules", GAME)
    assert try_deals(Engine(Library().load(GAME)), range(3), 1, kernel=False).fault is None


def test_it_refuses_with_its_reason() -> None:
    simulator = DealSimulator.of(Library(), GAME, ("random",))
    for move in simulator.play(1, 1).moves:
        state = move.before
        kings = state.deck.marks["king"]
        if state.phase is Phase.PLAY and state.turn is not None and not state.trick.cards:
            held = state.hands[state.turn] & kings
            if held and state.hands[state.turn] & ~kings:
                king = next(iter(state.deck.set(held)))
                verdict = simulator.engine.check(state, Play(state.turn, king))
                assert not verdict.allowed and verdict.findings[-1].rule == RULE
                assert "may not lead the king of" in str(simulator.engine.reason(verdict, state.name).because)
                return
    pytest.fail("nobody has led who held a king")


def test_its_words_are_linked_with_those_of_the_package() -> None:
    simulator = DealSimulator.of(Library(), GAME, ("random",))
    words, positions = play_words(simulator.engine.index, 3), 0
    assert words.link is not linked() and find("play", "not_led").narrow in words.link.by_question["narrow"]
    for move in simulator.play(1, 2).moves:
        state = move.before
        if state.phase is Phase.PLAY and state.turn is not None:
            deal = deal_words(simulator.engine.index, state)
            assert words.link.loop.playable(words.play, deal, state.turn) == simulator.engine.legal(state).cards
            positions += 1
    assert positions == 75


def test_it_is_compiled() -> None:
    pytest.importorskip("numba", reason="words are compiled by numba; .ci/run installs it")
    simulator = DealSimulator.of(Library(), GAME, ("random",))
    words = PlayByWords.of(simulator)
    assert isinstance(words, PlayByWords)
    assert words.endings(5, 0, 12) == [simulator.ending(5, number) for number in range(12)]


def test_without_words_it_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = find("play", "not_led")
    monkeypatch.setattr(kind, "narrow", lambda _self, playable, _trick, _hand: playable)
    with pytest.raises(NoWordsError, match=rf"^{RULE} uses the mechanism 'not_led', which has no words$"):
        play_words(Engine(Library().load(GAME)).index, 3)
