"""Every worked example is executed; the printed deals end as they must."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.blocks import Steps, TrickDiagram, flat
from tarot_teach.engine import Engine
from tarot_teach.errors import RecordError
from tarot_teach.explain.lesson import annotate, describe_step
from tarot_teach.mechanisms.honours import HonoursFact
from tarot_teach.records.gathered import load_example
from tarot_teach.records.record import Record, read_record, write_record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.topics.compare.deals_page import lesson
from tests.helpers import LIBRARY

EXAMPLES = LIBRARY.paths("example")


def replayed(name: str, *, go_on: bool = False) -> Replay:
    record = load_example(name, LIBRARY)
    return replay(record, Engine(LIBRARY.load(record.file.ruleset)), go_on=go_on)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_holds_what_it_promises(path: Path) -> None:
    done = replayed(path.stem)
    assert done.deal.moves or done.end.result
    tricks = [block for block in flat(lesson(done)) if isinstance(block, TrickDiagram)]
    assert len(tricks) == len(done.record.file.tricks)
    for number in range(len(done.deal.moves)):
        assert describe_step(done, number) is not None


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_record_survives_being_written(path: Path) -> None:
    record = read_record(path)
    again = read_record(write_record(record), name="again")
    assert again == record
    assert write_record(again) == write_record(record)


@pytest.mark.parametrize("ruleset", LIBRARY.ids())
def test_every_ruleset_has_examples(ruleset: str) -> None:
    assert LIBRARY.examples_of(ruleset)


def test_what_is_taught_is_shown() -> None:
    """A rule that an example is said to teach speaks somewhere in its replay."""
    quiet = {"play.follow_suit", "play.highest_wins", "talon.shown"}
    for path in EXAMPLES:
        done = replayed(path.stem)
        spoken = {rule for event in done.deal.events() for rule in event.rules}
        for step in done.deal.moves:
            spoken |= {finding.rule for finding in step.verdict.findings}
        for tries in done.tries.values():
            spoken |= {finding.rule for tried in tries for finding in tried.verdict.findings}
        missing = set(done.record.file.teaches) - spoken - quiet
        if done.end.result and not done.end.result.void:
            missing -= {rule for rule in missing if rule.startswith(("count.", "score."))}
        assert not {rule for rule in missing if rule.startswith("play.")}, path.stem


class TestPrintedDeals:
    """The deals of TAROTmag, card by card."""

    def test_tarotmag_16_ends_as_printed(self) -> None:
        done = replayed("tarotmag-16")
        assert not done.deal.irregular and done.end.result
        assert done.end.result.roles == {"taker": -156, "partner": None, "defender": 52}
        outcome = done.end.result.sheets[0].outcome
        assert (outcome.halves, outcome.fact(HonoursFact), outcome.target) == (80, HonoursFact(2), 41)

    def test_the_masters_tournament_ends_as_printed(self) -> None:
        done = replayed("tournoi-des-maitres-2006-11")
        assert not done.deal.irregular and done.end.result
        assert done.end.result.roles["taker"] == 3 * 54

    def test_the_annotated_deal_holds_a_revoke(self) -> None:
        done = replayed("annotated-deal-6")
        (revoke,) = done.deal.irregular
        assert (revoke.before.number, revoke.before.name(revoke.action.seat)) == (8, "West")
        assert revoke.verdict.decisive and revoke.verdict.decisive.rule == "play.follow_suit"
        assert revoke.verdict.alternatives == ("H7", "H8")

    def test_its_printed_result_does_not_follow(self) -> None:
        done = replayed("annotated-deal-6")
        assert done.record.file.printed and done.record.file.printed.per_defender == -98
        assert done.end.result and done.end.result.roles["defender"] == 78

    def test_without_leave_the_revoke_stops_the_replay(self) -> None:
        record = load_example("annotated-deal-6", LIBRARY)
        trick = record.file.tricks[7].model_copy(update={"irregular": []})
        tricks = [*record.file.tricks[:7], trick, *record.file.tricks[8:]]
        strict = read_record(write_record(record), name="strict")
        strict = Record(strict.file.model_copy(update={"tricks": tricks}))
        engine = Engine(LIBRARY.load("fft-4"))
        with pytest.raises(RecordError, match=r"West may not play the 6 of diamonds.*\[play.follow_suit\]"):
            replay(strict, engine)
        assert len(replay(strict, engine, go_on=True).deal.irregular) == 1


def test_a_shuffled_pack_is_readable_and_survives() -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    pack = [card.code for card in engine.start(seed=448).pack]
    text = (
        "format: 1\nid: packed\nruleset: fft-4\ntitle: Packed\nstart: {step: deal, dealer: W}\n"
        f"pack: [{', '.join(pack)}]\ncut: 39\ntalon_after: [3, 6, 10, 13, 17, 20]\n"
        "expect: {void: void.petit_sec}\n"
    )
    record = read_record(text, name="packed")
    written = write_record(record)
    assert read_record(written, name="again") == record
    assert max(len(line) for line in written.splitlines()) < 120
    assert replay(record, engine).end.result


def test_unknown_hands_are_judged_as_far_as_they_are_known() -> None:
    done = replayed("trumps-in-the-discard")
    assert done.end.result is None and done.stopped
    plays = [step for step in done.deal.moves if step.trick is not None]
    assert [step.verdict.hand_known for step in plays if step.before.trick.cards] == [False, False, False]


@pytest.mark.parametrize(
    ("example", "named"),
    [
        ("the-called-king", ["taker · Garde", "taker · Garde · king of spades"]),
        ("slovenian-king-from-the-talon", ["declarer · two", "declarer · two · king of diamonds"]),
        ("koenigrufen-besserrufer", ["declarer · Besserrufer", "declarer · Besserrufer · king of spades"]),
        ("tapp-solo", ["declarer · Solo"]),
    ],
)
def test_the_taker_is_shown_with_contract_and_called_card(example: str, named: list[str]) -> None:
    blocks = flat(annotate(replayed(example)))
    rows = [row for steps in blocks if isinstance(steps, Steps) for row in steps.rows]
    assert [row.taker[1] for row in rows if row.taker] == named
