"""Deals at random by every ruleset, option and stack, and by made-up ones: each is sound, or the check says what is not."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.cli import main
from tarot_teach.engine import Deal, Engine, Setup
from tarot_teach.errors import LoadError, RunError
from tarot_teach.loading import Library
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.runner import replay
from tarot_teach.table import DISCARD, Choose, State
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import Trial, try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel import NUMBA_MISSING, Misfit
from tarot_teach.topics.simulate.players import Decision, RandomPlayer
from tests.helpers import LIBRARY, TURN, fitting, in_turn, installed
from tests.made_up import FOREIGN, OTHER_PACKAGE, RULESETS, without, written

DEALS = int(os.environ.get("SOUND_DEALS", "1"))
"""The number of deals by each ruleset, three times as many by shipped ones. With more than by default the compiled kernel plays as well."""
FROM = int(os.environ.get("SOUND_FROM", "0"))
UNSOUND = {
    "play.highest_wins": "which there is not",
    "talon.shown": "cannot be counted",
    "bid.auction": "cannot be counted",
    "score.settlement": "there are 1 scores for 4 players",
    "deal.packets": "does not say how the cards are dealt",
}
"""Rules of the federation's game without which it cannot be played, and the words of the fault."""


class SavedAndWritten(DealChecker):
    """A checker of deals that are also saved and read at each step, and written as a record whose replay is the same deal."""

    def try_deal(self, number: int, rng: random.Random, players: int) -> Deal:
        deal = super().try_deal(number, rng, players)
        for move in deal.moves:
            restored = self.engine.restore(json.loads(json.dumps(state_as_data(move.before))))
            assert restored == move.before, f"a state that is saved and read is another one, before {move.action}"
            assert self.engine.apply(restored, move.action) == (move.after, move.events), f"{move.action} differs"
        assert self.engine.legal(deal.state).ways() == 0, "the deal is over, and something may be done"
        self._check_record(deal)
        return deal

    def _check_record(self, deal: Deal) -> None:
        """Check the record of a deal, from its dealt hands on."""
        begun = next((i for i, move in enumerate(deal.moves) if move.before.hands), len(deal.moves))
        if begun == len(deal.moves):
            return
        opening = deal.moves[begun - 1].events if begun else deal.opening
        dealt = Deal(self.engine, deal.moves[begun].before, opening, deal.moves[begun:])
        start, end = dealt.start, dealt.state
        head: dict[str, object] = {"format": 1, "id": "own", "title": "Own", "ruleset": self.engine.ruleset.name}
        if start.chips is not None:
            head["holdings"] = dict(zip(start.seats, start.chips, strict=True))
        replayed = replay(Record(ExampleFile.model_validate({**head, **deal_record(dealt)})), self.engine)
        events = [event for step in replayed.deal.moves for event in step.events]
        assert events == [event for move in dealt.moves for event in move.events], "the record tells of other events"
        if not self.engine.index.deals.talon_size(end.players):  # a file does not tell what is set aside unseen
            end = end._replace(talon=replayed.end.talon)
        assert replayed.end == end, "the record ends otherwise"


def trial(name: str, library: Library = LIBRARY, deals: int = DEALS) -> Trial:
    ruleset = library.load(name)
    first = FROM + crc32(name.encode()) % 12  # deals of all kinds, however few are played
    numbers = range(first, first + deals)
    advice, kernel = advice_for(library, ruleset), DEALS > 1
    return try_deals(Engine(ruleset), numbers, 1, advice=advice, kernel=kernel, checker=SavedAndWritten)


def stacks(number: int) -> list[str]:
    """Rulesets with two or three options that go together, drawn with a seed."""
    rng, found = random.Random(5), list[str]()
    while len(found) < number:
        name = rng.choice(LIBRARY.ids())
        for option in rng.sample(LIBRARY.ids("option"), 8):
            try:
                LIBRARY.load(f"{name}+{option}")
            except LoadError:
                continue
            name = f"{name}+{option}"
            if name.count("+") == 3:
                break
        if name.count("+") > 1 and name not in found:
            found.append(name)
    return found


@pytest.fixture
def other_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Mechanisms of another package, installed."""
    with installed(monkeypatch, OTHER_PACKAGE):
        yield


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["check", *args])
    return int(caught.value.code or 0)


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_every_ruleset_is_sound(name: str) -> None:
    assert trial(name, deals=3 * DEALS).fault is None


@pytest.mark.parametrize("option", LIBRARY.ids("option") if DEALS > 1 else in_turn(LIBRARY.ids("option")))
def test_every_option_is_sound(option: str) -> None:
    """On one of the rulesets that it fits, on another one at the next commit."""
    names = fitting(option)
    assert trial(f"{names[-1 - TURN % len(names)]}+{option}").fault is None


@pytest.mark.parametrize("number", [15, pytest.param(50, marks=[pytest.mark.whole, pytest.mark.turn(1, 4)])])
def test_stacks_of_options_are_sound(number: int) -> None:
    names = stacks(number)
    assert len(set(names)) == number
    faults = {name: found.fault for name in names if (found := trial(name)).fault}
    assert not faults


PLAYABLE = [name for name, made in RULESETS.items() if not made.refused]


@pytest.mark.parametrize("name", PLAYABLE if DEALS > 1 else in_turn(PLAYABLE))
def test_made_up_rulesets_are_sound(name: str, made_up: Library) -> None:
    assert trial(name, made_up).fault is None


@pytest.mark.parametrize("name", [name for name, made in RULESETS.items() if made.refused])
def test_made_up_rulesets_that_cannot_be_played_are_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(str(written(name, tmp_path)[0])) == 1
    error = capsys.readouterr().err
    assert RULESETS[name].refused in error and "hint:" in error and "Traceback" not in error


def test_there_are_enough_made_up_rulesets() -> None:
    assert sum(not made.refused for made in RULESETS.values()) >= 30


@pytest.mark.parametrize("rule", UNSOUND)
def test_a_game_that_lacks_a_rule_is_not_sound(rule: str) -> None:
    """Faults that the loader refuses are found by playing as well, should they reach the engine."""
    try:
        found = try_deals(Engine(without(LIBRARY.load("fft-4"), rule)), range(4), 1, kernel=False)
    except LoadError as error:
        assert UNSOUND[rule] in str(error)
        return
    assert found.fault is not None and UNSOUND[rule] in found.fault.message


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.usefixtures("other_package")
def test_mechanisms_of_other_packages_are_tried(name: str, made_up: Library) -> None:
    _made, rule, words = FOREIGN[name]
    found = trial(name, made_up, 12 if words else DEALS)
    if not words:
        assert found.fault is None
        return
    assert found.fault is not None and words in found.fault.message
    assert found.fault.rule == rule


@pytest.mark.usefixtures("other_package")
def test_the_kernel_refuses_mechanisms_of_other_packages(made_up: Library) -> None:
    found = try_deals(Engine(made_up.load("tricks-won")), range(1), 1)
    assert found.misfit == "score.tricks uses the mechanism 'tricks_won', which the kernel does not know"
    assert (found.deals, found.compared, found.fault) == (1, 0, None)


def test_a_view_that_tells_of_the_talon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hiding = State.view
    monkeypatch.setattr(State, "view", lambda state, seat: hiding(state, seat)._replace(talon=state.talon))
    found = try_deals(Engine(LIBRARY.load("fft-4")), range(4), 1, kernel=False)
    assert found.fault is not None and "tells of cards that are hidden" in found.fault.message


def test_a_kernel_that_plays_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(LIBRARY.load("early-17c"))
    assert try_deals(engine, range(2), 1).compared == 2
    monkeypatch.setattr(
        "tarot_teach.topics.simulate.kernel.kernel.Kernel.difference", lambda *_args: "play 1 of the deal"
    )
    found = try_deals(engine, range(5, 9), 1)
    assert found.fault is not None and found.fault.deal == 5
    assert found.fault.message == "the compiled kernel plays the deal differently from the engine: play 1 of the deal"


# ------------------------------------------------------------------ the command


def test_a_few_deals_are_played_under_user_rulesets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file, *_pack) = written("no-handfuls", tmp_path)
    assert run(str(file)) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{file}: ruleset, fine\n{file}: 5 deals at random, sound\n"
    assert printed.err == "", "no progress where nobody looks on"


def test_shipped_files_are_played_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(LIBRARY.path_of("ruleset", "early-17c"))
    assert run(path) == 0
    assert "deals" not in capsys.readouterr().out
    assert run(path, "--play", "3") == 0
    assert "3 deals at random, sound; 3 of them played alike by the compiled kernel" in capsys.readouterr().out


def test_an_option_is_played_on_a_ruleset_that_it_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(LIBRARY.find("option", "misere")), "--play", "1", "--json") == 0
    (played,) = json.loads(capsys.readouterr().out)["played"]
    assert played["ruleset"].endswith("+misere") and played["deals"] == 1


def test_where_numba_is_missing_the_deals_are_not_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tarot_teach.topics.check.trials.kernel_for", lambda _dealing: Misfit(NUMBA_MISSING))
    assert run(str(LIBRARY.path_of("ruleset", "early-17c")), "--play", "1") == 0
    out = capsys.readouterr().out
    assert "1 deal at random, sound; not compared with the compiled kernel: the compiled kernel needs numba" in out


def test_where_numba_cannot_be_loaded_the_deals_are_not_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken:
        @staticmethod
        def find_spec(name: str, *_where: object) -> None:
            if name.endswith("kernel.batches"):
                raise OSError("libllvmlite.so cannot be opened")

    monkeypatch.delitem(sys.modules, "tarot_teach.topics.simulate.kernel.batches", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken, *sys.meta_path])
    assert run(str(LIBRARY.path_of("ruleset", "early-17c")), "--play", "1") == 0
    out = capsys.readouterr().out
    reason = "not compared with the compiled kernel: numba cannot be loaded: libllvmlite.so cannot be opened"
    assert f"1 deal at random, sound; {reason}" in out


@pytest.mark.usefixtures("other_package")
def test_a_fault_is_reported_with_its_rule_and_the_command_that_repeats_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = written("silent", tmp_path)
    assert run(str(file), "--play", "50", "--seed", "3") == 1
    error = capsys.readouterr().err
    assert "with the seed 3, play.follow_suit (silent): the engine stops with KeyError: 'nothing'" in error
    assert "Traceback" not in error and "[check.unsound]" in error
    command = error.split("see it again: tarot-teach check ")[1].split(" [")[0]
    assert run(*command.split()) == 1
    assert capsys.readouterr().err == error, "the command shows the same fault"
    assert run(str(file), "--play", "50", "--seed", "3", "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert data["errors"][0]["code"] == "check.unsound" and data["played"][0]["file"] == str(file)


def test_a_simulated_deal_that_does_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players that always bid, where nobody has to go higher."""
    engine = Engine(without(LIBRARY.load("enc2020-4"), "bid.higher"))
    assert try_deals(engine, range(6), 1, advice=advice_for(LIBRARY, engine.ruleset)).compared == 6
    monkeypatch.setattr(RandomPlayer, "choose", lambda _self, choices, _draws: Decision(list(choices)[1]))
    with pytest.raises(RunError, match="deal 0 under enc2020-4 does not end: after 1000 actions it is at the step bid"):
        DealSimulator(engine, [RandomPlayer(engine)] * 4).play(1, 0)


def test_a_discard_of_the_wrong_size_is_refused_without_a_rule_on_it() -> None:
    engine = Engine(without(LIBRARY.load("fft-4"), "discard.count"))
    deck, seats = engine.ruleset.deck, engine.seats(4)
    hands = tuple(deck.mask(deck.cards[seat * 18 : seat * 18 + 18]) for seat in range(4))
    position = Setup(seats, 3, hands, (0,) * 4, deck.all & ~sum(hands), taker=0, contract="prise")
    state = position.deal(engine, "talon").start
    verdict = engine.check(state, Choose(0, DISCARD, cards=deck.set(deck.mask(deck.parse("S1 S2")))))
    assert not verdict.allowed
    assert [str(text) for text in engine.reason(verdict, state.name).findings] == [
        "South has to lay away 6 cards, and not 2."
    ]


def test_an_option_is_checked_and_played_though_a_neighbour_is_at_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.yaml").write_text("format: 1\nid: broken\ntitle: Broken\nextends: nothing\n", encoding="utf-8")
    option = tmp_path / "cheap.yaml"
    option.write_text(
        "format: 1\nid: cheap\ntitle: Cheap\nbecause: Ours.\nchanges:\n  score.base: {params: {amount: 1}}\n",
        encoding="utf-8",
    )
    assert run(str(option)) == 0
    assert capsys.readouterr().out.splitlines() == [f"{option}: option, fine", f"{option}: 5 deals at random, sound"]
