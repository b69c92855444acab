"""The question of which rulesets admit a record, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.loading import Library
from tarot_teach.messages import N_
from tarot_teach.questions.base import QUIET, TABLE, Files, Question, TableReport, Watch, asks, counted
from tarot_teach.records.gathered import Source, read_source
from tarot_teach.records.record import Record, commentary, read_record
from tarot_teach.rules import Ruleset
from tarot_teach.text import Cite, Text
from tarot_teach.topics.admits.candidates import MOST_OPTIONS, Trials
from tarot_teach.topics.admits.completions import Completions, completions
from tarot_teach.topics.admits.deciding import Point, deciding, groups_by, points_between
from tarot_teach.topics.admits.deciding_questions import DecidingQuestion, DecidingQuestions, Inquiry
from tarot_teach.topics.admits.facts import untold
from tarot_teach.topics.admits.page import Few, Section, describe_admission, describe_records
from tarot_teach.topics.admits.separating import Separation, separating
from tarot_teach.topics.admits.trial import Decision, Trial
from tarot_teach.topics.compare.rulesets import MIN
from tarot_teach.topics.simulate.draws import SEEDS


@dataclass(frozen=True, slots=True, repr=False)
class Admission(TableReport):
    """The trials of a record under many rulesets: ``trials``; ``untold`` are sentences on what the record does not tell, ``points`` all in which those
    that admit it differ, ``deciding`` the few of them that tell those apart, ``inquiry`` the questions to be asked one after the other, with what has been
    answered; ``completions`` are the deals that complete a record in part, by the rulesets that do not refuse it; ``deal`` is the deal that tells most of
    those apart that admit it, where one was looked for.

    True in a condition where some ruleset admits it.
    """

    record: Record
    trials: tuple[Trial, ...]
    untold: tuple[str, ...]
    points: tuple[Point, ...]
    deciding: tuple[Point, ...]
    inquiry: Inquiry
    completions: Mapping[str, Completions]
    everything: bool = False
    deal: Separation | None = None

    def __bool__(self) -> bool:
        return bool(self.admitted)

    @property
    def admitting(self) -> tuple[Ruleset, ...]:
        """The rulesets that admit the record."""
        return tuple(trial.ruleset for trial in self.trials if trial.decision is Decision.ADMITTED)

    @property
    def admitted(self) -> tuple[str, ...]:
        """The names of the rulesets that admit the record."""
        return tuple(ruleset.name for ruleset in self.admitting)

    @property
    def left(self) -> tuple[str, ...]:
        """The names of those that admit the record and answer the questions as has been answered."""
        names = self.admitted
        return tuple(names[i] for i in self.inquiry.left)

    @property
    def question(self) -> DecidingQuestion | None:
        """The question that tells most about those that are left; None where no question tells them apart."""
        return self.inquiry.next

    def blocks(self) -> list[Block]:
        title, everything = self.record.file.title, self.everything
        few = Few(self.points, self.deciding, self.inquiry)
        return describe_admission(
            title, self.trials, self.untold, few, self.completions, self.deal, everything=everything
        )

    def to_dict(self) -> dict[str, Any]:
        names = self.admitted
        alike = [[names[i] for i in group] for group in groups_by(self.points, len(names)) if len(group) > 1]
        return {
            "id": self.record.file.id,
            "untold": list(self.untold),
            "trials": self.rows(),
            "completions": {name: counted.to_dict() for name, counted in self.completions.items()},
            "deciding": [point.to_dict(names) for point in self.deciding],
            "alike": alike,
            "questions": self.inquiry.to_dict(self.admitting),
            "deal": self.deal.to_dict(names) if self.deal else None,
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row for each ruleset that was tried."""
        return [trial.to_dict() for trial in self.trials]

    def _summary(self) -> str:
        return f"{self.record.file.id}: {counted(len(self.trials), 'ruleset')}, {len(self.admitted)} admit it"


@dataclass(frozen=True, kw_only=True)
class AdmitsQuestion(Question[Admission]):
    """Say which rulesets admit RECORD, an example by its id, a file or a line: each is tried, with house rules on top, by its cards, seats, auction, plays and
    results alone; and which rules would decide among those that admit it.
    """

    name: ClassVar[str] = "admits"
    argument: ClassVar[str] = "record"
    formats: ClassVar[tuple[str, ...]] = TABLE
    document: ClassVar[bool] = True
    record: Record
    folder: Path
    watch: Watch = QUIET
    options: int = asks(
        N_("The most house rules on top of each ruleset."), default=1, metavar="N", least=0, most=MOST_OPTIONS
    )
    rulesets: tuple[str, ...] = asks(
        N_("Only this ruleset, and it with house rules; may be repeated."), default=(), option="ruleset", metavar="NAME"
    )
    everything: bool = asks(
        N_("A row for each ruleset with house rules, not only for those that decide otherwise."),
        default=False,
        option="all",
    )
    answers: tuple[str, ...] = asks(
        N_("The number of the answer to each question that would decide, one after the other; may be repeated."),
        default=(),
        option="answer",
        metavar="N",
    )
    completions: int | None = asks(
        N_("Try so many deals that complete a record in part: all, or as many random ones."), metavar="N", least=1
    )
    deals: int | None = asks(
        N_("Also the deal that tells most of those apart that admit it, among so many random ones."),
        metavar="N",
        least=1,
    )
    seed: int = asks(N_("The seed of random deals."), default=1, metavar="N", least=0, most=SEEDS - 1)

    @classmethod
    def names_in(cls, given: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(given["rulesets"])

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        source = files.line_named(names[0]) or Source(str(files.record_path("example", names[0])))
        record, folder = read_source(source, files.library)
        return {"record": record, "folder": folder}

    def title_of(self, answer: Admission) -> str:
        return answer.record.file.title

    def answer(self, library: Library) -> Admission:
        own = library.load(self.record.file.ruleset, base=self.folder, place=self.record.place(("ruleset",)))
        trials = Trials.of(self.record, own, library)
        names = [library.load(name).name for name in self.rulesets] or library.ids()
        found = [trial for name in names for trial in trials.of_family(name, self.options)]
        admitting = [trial.ruleset for trial in found if trial.decision is Decision.ADMITTED]
        points = points_between(admitting)
        few = deciding(points, len(admitting))
        silent = tuple(untold(trials.facts, trials.engine))
        return Admission(
            self.record,
            tuple(found),
            silent,
            tuple(points),
            tuple(few),
            DecidingQuestions.of(points).inquiry(len(admitting), self.answers),
            self._completions(found),
            self.everything,
            self._deal(admitting, library),
        )

    def _completions(self, trials: Sequence[Trial]) -> dict[str, Completions]:
        """The deals that complete the record, by the rulesets that do not refuse it."""
        found: dict[str, Completions] = {}
        in_part = [trial for trial in trials if trial.decision is not Decision.REFUSED]
        with self.watch.progress(len(in_part)) as show:
            for number, trial in enumerate(in_part):
                show(number)
                if trial.hidden is not None:
                    found[trial.name] = completions(trial.hidden, self.completions or 0, self.seed)
        return found

    def _deal(self, admitting: Sequence[Ruleset], library: Library) -> Separation | None:
        """The deal that tells most of those apart that admit the record, where one is looked for."""
        if self.deals is None or len(admitting) < MIN:
            return None
        with self.watch.progress(self.deals) as show:
            return separating(admitting, library, self.seed, self.deals, show)


def records_page(ids: Sequence[str], library: Library) -> list[Block]:
    """The page about some examples of a library: which rules were played in each. Raises LoadError for an unknown one."""
    return [*describe_records([_section(library.find_record("example", id), library) for id in ids])]


def _section(path: Path, library: Library) -> Section:
    """A record on the page of several."""
    record = read_record(path)
    file, own = record.file, library.load(record.file.ruleset, base=path.parent)
    about = commentary(record, own, file.about, ("about",))
    cites = [Text((Cite(source.source, source.at),)) for source in file.sources]
    answer = AdmitsQuestion(record=record, folder=path.parent).answer(library)
    return Section(file.id, file.title, about, cites, answer.blocks())
