"""The deal that tells most rulesets apart: random deals, tried under each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record, write_record
from tarot_teach.rules import Ruleset
from tarot_teach.text import row_of
from tarot_teach.topics.admits.candidates import Trials
from tarot_teach.topics.admits.trial import DECISIONS, Decision, Trial
from tarot_teach.topics.simulate.deal_simulator import DealSimulator

PLAYERS = "random"
"""The players of the deals: those who do what nobody else would, so that rare rules are asked too."""


@dataclass(frozen=True, slots=True)
class Separation:
    """Deal ``number`` of a seed as a ``record`` without a result, and the indices of the rulesets by what comes of it: ``outcomes``, in words. ``tried`` deals were tried."""

    seed: int
    number: int
    tried: int
    record: Record
    outcomes: dict[str, tuple[int, ...]]

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The deal as plain data, with the names of the rulesets by what comes of it."""
        outcomes = {words: [names[i] for i in places] for words, places in self.outcomes.items()}
        found = {"seed": self.seed, "number": self.number, "tried": self.tried}
        return {**found, "ruleset": self.record.file.ruleset, "yaml": write_record(self.record), "outcomes": outcomes}


def separating(
    rulesets: Sequence[Ruleset], library: Library, seed: int, deals: int, on_progress: Callable[[int], None]
) -> Separation:
    """The deal among so many by which most pairs of rulesets come to something else, the first of those alike. The first ruleset plays them. Raises
    RunError for a deal that does not end."""
    simulator = DealSimulator.of(library, rulesets[0].name, (PLAYERS,))
    best: Separation | None = None
    tried = 0
    for number in range(deals):
        on_progress(number)
        record = _record(simulator, seed, number)
        trials = Trials.of(record, rulesets[0], library)
        outcomes: dict[str, tuple[int, ...]] = {}
        for i, ruleset in enumerate(rulesets):
            words = outcome_of(trials.under(ruleset))
            outcomes[words] = (*outcomes.get(words, ()), i)
        tried += 1
        if best is None or _alike(outcomes) < _alike(best.outcomes):
            best = Separation(seed, number, tried, record, outcomes)
        if len(outcomes) == len(rulesets):
            break
    assert best is not None
    return replace(best, tried=tried)


def _record(simulator: DealSimulator, seed: int, number: int) -> Record:
    """A deal as a record without a result."""
    data = deal_record(simulator.play(seed, number))
    data.pop("expect", None)
    title = _("Deal {number} of seed {seed}").format(number=number, seed=seed)
    head = {"format": 1, "id": f"deal-{seed}-{number}", "ruleset": simulator.name, "title": title}
    return Record(ExampleFile.model_validate({**head, **data}))


def _alike(outcomes: dict[str, tuple[int, ...]]) -> int:
    """A measure of how many pairs come to the same."""
    return sum(len(places) ** 2 for places in outcomes.values())


def outcome_of(trial: Trial) -> str:
    """The end of a deal under a ruleset, in words: its scores, the rule that makes it void or refuses it, or that it is left open."""
    if trial.decision is not Decision.ADMITTED:
        return N_("{decision} ({why})").format(decision=_(DECISIONS[trial.decision]), why=trial.rule or trial.reason)
    if trial.void:
        return _("void ({rule})").format(rule=trial.void)
    return row_of(f"{seat} {score}" for seat, score in trial.scores) or _("admitted")
