"""The number of deals that complete a record in part: those in which all cards lie as they have been seen, counted exactly, and those that a ruleset admits."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import ceil
from typing import Any

from tarot_teach.engine.preconditions import CARD_NOT_HELD, NO_SUCH_OPTION
from tarot_teach.errors import Problem
from tarot_teach.messages import _
from tarot_teach.topics.admits.hidden_cards import HiddenCards
from tarot_teach.topics.admits.trial import Decision, Trial, tried_whole
from tarot_teach.topics.admits.unnamed_cards import unnamed_plays
from tarot_teach.topics.simulate.figures import Estimator

CONFIDENCE = 0.99
"""The confidence of an interval from deals that were drawn."""
FEW = 20
"""The number of deals of the hidden cards that are tried where a record is not admitted by what it names alone."""

BY_THE_DEAL = {CARD_NOT_HELD, NO_SUCH_OPTION, "play.word"}
"""Rules and codes by which single deals are refused, and no record that names only some of their cards."""


@dataclass(frozen=True, slots=True)
class Completions:
    """The deals that complete a record in part under a ruleset.

    ``seen`` is the number of deals in which each card lies where the record puts it, or may lie for all that it tells: no hand has a card that would have
    forbidden one of its plays. Of these ``tried`` have been tried as whole records, and ``admitted`` are not refused: of all of them, or of as many as were
    drawn with equal chances. Of those ``undecided`` it was not found out, since the cards of their tricks that are not named can be named in too many ways.
    """

    seen: int
    tried: int = 0
    admitted: int = 0
    undecided: int = 0

    @property
    def exact(self) -> bool:
        """True where all deals have been tried, and all decided."""
        return self.tried == self.seen and not self.undecided

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the largest number of deals that are admitted: the same where all have been tried, and else with a confidence of :data:`CONFIDENCE`."""
        if self.exact:
            return self.admitted, self.admitted
        if not self.tried:
            return 0, self.seen
        if self.tried == self.seen:
            return self.admitted, self.admitted + self.undecided
        least, most = (
            Estimator(CONFIDENCE).share("", "", number, self.tried)
            for number in (self.admitted, self.admitted + self.undecided)
        )
        low, high = Fraction(least.low or 0) * self.seen, Fraction(most.high or 0) * self.seen
        return max(self.admitted, int(low)), min(self.seen, ceil(high))

    def to_dict(self) -> dict[str, Any]:
        """The numbers as plain data."""
        low, high = self.bounds
        numbers = {"tried": self.tried, "admitted": self.admitted, "low": low, "high": high}
        numbers |= {"undecided": self.undecided} if self.undecided else {}
        return {"seen": self.seen, **(numbers if self.tried else {})}


def completions(hidden: HiddenCards, most: int = 0, seed: int = 1) -> Completions:
    """The deals of hidden cards, of which up to ``most`` are tried: all where there are no more, else as many random ones."""
    seen = hidden.ways
    if not most or not seen:
        return Completions(seen)
    deals = hidden.every() if seen <= most else islice(hidden.drawn(random.Random(seed)), most)
    trials = [tried_whole(record, hidden.engine) for record in deals]
    refused = sum(trial.decision is Decision.REFUSED for trial in trials)
    undecided = sum(trial.undecided for trial in trials)
    return Completions(seen, len(trials), len(trials) - refused - undecided, undecided)


def decided_by_deals(trial: Trial, hidden: HiddenCards) -> Trial:
    """The trial of a record in part: by what it names alone where that is admitted, else by a few deals of its hidden cards.

    The best of their decisions counts. The record is refused where there is no deal, where all have been tried, or where those that were tried are refused
    for the reason for which the record is that names no more; else it is left open.
    """
    if not hidden.ways:
        message = _("no deal of the hidden cards fits: a card that is played later was denied by an earlier play")
        if unnamed_plays(hidden.facts.file):
            message = _(
                "no deal of the hidden cards fits: a card is denied by a play, or the cards that are not named cannot go to who wins the trick"
            )
        hint = _("correct the play, or list it under `irregular`")
        problem = Problem("record.no-deal", message, hidden.facts.place(("tricks",)), hint)
        return trial if trial.decision is Decision.REFUSED else Trial(trial.ruleset, Decision.REFUSED, problem)
    if trial.decision is not Decision.ADMITTED:
        trial = _by_some(trial, hidden)
    return replace(trial, hidden=hidden)


def _by_some(trial: Trial, hidden: HiddenCards) -> Trial:
    """The decision by a few deals of hidden cards on a record that is not admitted by what it names alone."""
    everything = hidden.ways <= FEW
    deals = hidden.every() if everything else islice(hidden.drawn(random.Random(0)), FEW)
    found: list[Trial] = []
    for record in deals:
        found.append(tried_whole(record, hidden.engine))
        if found[-1].decision is Decision.ADMITTED:
            return Trial(trial.ruleset, Decision.ADMITTED)
    if trial.decision is Decision.OPEN:
        return trial
    best = next((other for other in found if other.decision is Decision.OPEN), found[0])
    reasons = {(other.problem.code, other.rule, other.line) for other in (trial, *found) if other.problem}
    if best.decision is Decision.OPEN or everything:
        return best
    assert trial.problem is not None
    if len(reasons) == 1 and not {trial.problem.code, trial.rule} & BY_THE_DEAL:
        return trial
    message = _("none of {number} deals of the hidden cards that were tried fits, and others may").format(number=FEW)
    return Trial(trial.ruleset, Decision.OPEN, replace(trial.problem, message=message, rule=""))
