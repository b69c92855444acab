"""Results of a run: the rulesets, the deals played so far, their counts, and the comparison with a rerun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from tarot_teach.engine import Engine
from tarot_teach.errors import Place, RunError
from tarot_teach.mechanisms.score.keyed import COUNT_KEYS
from tarot_teach.messages import _, as_words, semicolon
from tarot_teach.records.fingerprint import fingerprint
from tarot_teach.rules import POINTS, Unit
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.tally import COUNT_COLUMNS, FACT_COLUMNS, Tally
from tarot_teach.topics.simulate.task import Task
from tarot_teach.version import __version__

TITLED = ("void", "bid", "deal")
"""The sections of rules that can make a deal void."""

TERMS = [
    "taker",
    "defence",
    "partner",
    *(concept for key in COUNT_KEYS for concept in key.concepts),
    "handful",
    "slam",
    "small_slam",
    "last_trick_bonus",
    "excuse",
    "petit",
]
"""The concepts that figures name."""


@dataclass(frozen=True, slots=True)
class RulesetStamp:
    """A ruleset as results keep it: a fingerprint, and the words for reports.

    ``fingerprint`` is a hash of everything that can change the course of a deal. ``sides`` is True if a taker plays against a defence.
    ``contracts`` are titles by id, lowest first, ``terms`` labels of concepts, ``titles`` those of rules that can make a deal void, or
    observe a fact without a column of its own, by id. ``lacks`` are figures of facts that no rule of the ruleset observes, which would otherwise be shown as nothing.
    """

    name: str
    title: str
    fingerprint: str
    seats: int
    sides: bool
    unit: Unit = POINTS
    contracts: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    lacks: tuple[str, ...] = ()

    @classmethod
    def of(cls, simulator: DealSimulator) -> RulesetStamp:
        """The stamp of the ruleset and the players of a simulator."""
        engine = simulator.engine
        of_rules = fingerprint(engine.ruleset, next((by.advice for by in simulator.players if by.needs_view), None))
        return cls(engine.ruleset.name, "", of_rules, len(simulator.seats), engine.scorer.has_sides).labelled(engine)

    def labelled(self, engine: Engine) -> RulesetStamp:
        """The stamp with the unit and the words of the ruleset as it is now."""
        ruleset, observed = engine.ruleset, {*engine.index.observers.values()}
        return replace(
            self,
            title=ruleset.title,
            unit=ruleset.unit,
            contracts={
                id: rule.title if (rule := ruleset.rules.get(f"bid.{id}")) else as_words(id)
                for id in engine.index.contracts
            },
            terms={id: ruleset.terms[id].label for id in TERMS if id in ruleset.terms},
            titles={
                rule.id: rule.title
                for rule in ruleset.rules.values()
                if rule.step in TITLED
                or ((observing := engine.index.observing.get(rule.id)) is not None and observing.row is None)
            },
            lacks=tuple(
                column.figure
                for kind, column in (*FACT_COLUMNS, *COUNT_COLUMNS)
                if self.sides and (column.order or kind.of_count) and not observed.intersection(engine.index.all(kind))
            ),
        )


Ranges = tuple[tuple[int, int], ...]
"""Numbers of deals: pairs of a first number and an end (exclusive), in order and apart from each other."""


@dataclass(slots=True)
class RunResults:
    """The counted deals of a task. ``done`` are the numbers of the deals played."""

    stamps: tuple[RulesetStamp, ...]
    players: tuple[str, ...]
    seed: int
    contract: str | None
    tally: Tally
    done: Ranges = ()
    version: str = __version__

    @classmethod
    def of(cls, task: Task) -> RunResults:
        """Results of a task with no deal played. Raises LoadError."""
        stamps = tuple(RulesetStamp.of(runner.simulator) for runner in task.runners())
        return cls(stamps, task.players, task.seed, task.contract, Tally.empty(len(stamps)))

    @property
    def deals(self) -> int:
        """Number of deals played."""
        return self.tally.deals

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """The fingerprints of the rulesets."""
        return tuple(stamp.fingerprint for stamp in self.stamps)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of game points, by ruleset."""
        return tuple(stamp.unit for stamp in self.stamps)

    def add(self, first: int, played: Tally) -> None:
        """Add a batch of deals from number ``first`` on."""
        self.tally.add(played)
        self.done = with_range(self.done, first, first + played.deals)

    def missing(self, deals: int) -> Ranges:
        """The deals below a number that have not been played."""
        ends = [0, *chain.from_iterable(self.done), deals]
        gaps = ((first, min(end, deals)) for first, end in zip(ends[::2], ends[1::2], strict=True))
        return tuple((first, end) for first, end in gaps if first < end)

    def changed(self, other: RunResults) -> list[str]:
        """Names of the rulesets whose rules, or whose players' advice, differ in the other results."""
        stamps = zip(self.stamps, other.stamps, strict=False)
        return [stamp.name for stamp, now in stamps if stamp.fingerprint != now.fingerprint]

    def check_same(self, other: RunResults, path: Path) -> None:
        """Raises RunError if these results from a file are of other deals than ``other``, with the differences."""
        pairs = {
            _("the rulesets"): ([stamp.name for stamp in self.stamps], [stamp.name for stamp in other.stamps]),
            _("the players"): (self.players, other.players),
            _("the seed"): ([str(self.seed)], [str(other.seed)]),
            _("the contract"): ([self.contract or "none"], [other.contract or "none"]),
            _("the version of tarot_teach"): ([self.version], [other.version]),
        }
        message = _("{what}: {list} there, {list_2} now")
        reasons = [
            message.format(what=what, list=", ".join(one), list_2=", ".join(two))
            for what, (one, two) in pairs.items()
            if [*one] != [*two]
        ]
        changed = ", ".join(self.changed(other))
        if not reasons and changed:
            reasons = [
                _("the rules of {list}, or the advice for its players, have been changed since").format(list=changed)
            ]
        if not reasons and self.units != other.units:
            reasons = [_("the file counts game points in a different unit from the rulesets")]
        if reasons:
            raise RunError.of(
                "simulate.other",
                _("these are not the deals that are asked for ({reasons})").format(reasons=semicolon().join(reasons)),
                Place(str(path)),
                _("name another file with --out, or ask for the same as before"),
            )


def with_range(ranges: Ranges, first: int, end: int) -> Ranges:
    """Ranges with one more, joined where they meet."""
    joined: list[tuple[int, int]] = []
    for one, two in sorted([*ranges, (first, end)]):
        if joined and one <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(two, joined[-1][1])
        else:
            joined.append((one, two))
    return tuple(joined)


@dataclass(frozen=True, slots=True)
class Rerun:
    """Stored results, ``before``, and the same deals played ``now``: all of them, or only the first ones."""

    before: RunResults
    now: RunResults

    @property
    def whole(self) -> bool:
        """True if all deals have been played again."""
        return self.now.deals == self.before.deals

    @property
    def changed(self) -> list[str]:
        """Names of the rulesets whose rules, or whose players' advice, have changed since."""
        return self.before.changed(self.now)

    @property
    def other_unit(self) -> bool:
        """True if the file counts game points in another unit than its rulesets."""
        return self.before.units != self.now.units

    @property
    def same(self) -> bool:
        """True if rules, units and counts agree. After a partial rerun, no count may exceed the stored one."""
        one, two = self.now.tally, self.before.tally
        if self.changed or self.other_unit:
            return False
        if self.whole:
            return one == two
        return all(now <= before for now, before in zip(one.counters(), two.counters(), strict=True))


def rerun_task(results: RunResults, own: Iterable[Path] = (), mechanisms: Iterable[Path] = ()) -> Task:
    """The task of some results, to be played again. ``own`` are a user's files of rulesets, ``mechanisms`` folders of code to run."""
    names = tuple(stamp.name for stamp in results.stamps)
    return Task(names, results.players, results.seed, results.contract, tuple(own), mechanisms=tuple(mechanisms))


def check_complete(results: RunResults, path: Path) -> None:
    """Raises RunError for results that are empty, or lack deals before the last one, because the run was stopped."""
    if len(results.done) != 1 or results.done[0][0]:
        raise RunError.of(
            "simulate.unfinished",
            _("a run that was stopped before its deals were played one and all"),
            Place(str(path)),
            _("go on with it first: --out {path}").format(path=path),
        )
