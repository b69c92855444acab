"""The question of what comes of many deals, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.errors import NotationError, UnfitError, spot, suggest
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import PAGE, QUIET, Files, Question, TableReport, Watch, asks, counted
from tarot_teach.topics.simulate.figures import Figure, Figures, compute_figures
from tarot_teach.topics.simulate.page import describe_run
from tarot_teach.topics.simulate.results_files import MOST_DEALS, figure_rows, results_as_data, save_results
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task

DEALS = 1000
"""The number of deals where none is named, which the help tells."""


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(TableReport):
    """Simulated deals under some rulesets, the same cards under each: figures with confidence intervals."""

    results: RunResults
    confidence: float
    every: bool = False

    @property
    def figures(self) -> Figures:
        """The figures of each ruleset, and of the differences from the first."""
        return compute_figures(self.results, self.confidence)

    @property
    def deals(self) -> int:
        """The number of deals played under each ruleset."""
        return self.results.deals

    def figure(self, name: str, game: str | None = None, group: str = "") -> Figure:
        """One figure by its name, such as ``made``, and its ruleset, by default the first. Raises NotationError with a suggestion."""
        first = self.results.stamps[0].name
        found = {
            figure.name: figure
            for stamp, against, figure in self.figures.all()
            if against is None and stamp.name == (game or first) and figure.group == group
        }
        if name not in found:
            message, hint = _("there is no figure {name!r} of {game}"), suggest(name, found, _("figures"))
            raise NotationError.of("simulate.figure", message, hint=hint, name=name, game=game or first)
        return found[name]

    def save(self, path: str | Path) -> None:
        """Write the results into a ``.json`` or ``.json.gz`` file, which ``tarot-teach simulate --out`` goes on from. Raises OutputError."""
        save_results(self.results, Path(path), self.confidence)

    def blocks(self) -> list[Block]:
        return describe_run(self.results, self.confidence, every=self.every)

    def narrow_blocks(self) -> list[Block]:
        return describe_run(self.results, self.confidence, every=self.every, plots=False)

    def to_dict(self) -> dict[str, Any]:
        return results_as_data(self.results, self.figures)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure."""
        return list(figure_rows(self.figures))

    def _summary(self) -> str:
        return f"{', '.join(game.name for game in self.results.stamps)}: {counted(self.deals, 'deal')}"


@dataclass(frozen=True, kw_only=True)
class SimulateQuestion(Question[Simulation]):
    """Play many deals by the rules of NAMES, the same cards under each, and say what comes of it, and what the rulesets after
    the first change.

    With --out FILE.json, the same command goes on where it was stopped, or adds deals to those that were played. With --again
    FILE.json, those deals are played anew; where another result comes of them, it is put into the file.
    """

    name: ClassVar[str] = "simulate"
    argument: ClassVar[str] = "names"
    many: ClassVar[bool] = True
    formats: ClassVar[tuple[str, ...]] = PAGE
    games: tuple[str, ...]
    watch: Watch = QUIET
    deals: int | None = asks(N_("The number of deals; by default 1000, and with --again all."))
    seed: int = asks(N_("The same seed deals the same cards."), default=1)
    players: str = asks(
        N_("The players: random, simple, strong:20 or signalling:20; or a list with commas, one for each seat."),
        default="simple",
    )
    contract: str | None = asks(N_("Without an auction: the first seat plays this contract."))
    confidence: float = asks(N_("The confidence of the intervals, between 0 and 1."), default=0.95)
    every: bool = asks(N_("Print every figure, not the main ones alone."), default=False, option="all")

    def __post_init__(self) -> None:
        super().__post_init__()
        message, most = _("{deals:,} deals cannot be played"), _("take at most {most_deals:,}")
        if self.deals is not None and self.deals < 1:
            hint = _("take at least 1: {field} 1000").format(field=spot("deals"))
            raise UnfitError.of("simulate.deals", _("{deals} deals cannot be played"), hint=hint, deals=self.deals)
        if self.deals is not None and self.deals > MOST_DEALS:
            raise UnfitError.of("simulate.deals", message, hint=most.format(most_deals=MOST_DEALS), deals=self.deals)
        if not 0 < self.confidence < 1:
            message, hint = _("{confidence:g} is no confidence level"), _("take a number between 0 and 1: 0.95")
            raise UnfitError.of("simulate.confidence", message, hint=hint, confidence=self.confidence)

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"games": tuple(names)}

    def title_of(self, answer: Simulation) -> str:
        return answer.results.stamps[0].name

    @property
    def task(self) -> Task:
        """The deals that are played."""
        return Task.of(self.games, self.players, self.seed, self.contract, self.watch.note)

    def answer(self, library: Library) -> Simulation:
        return Simulation(played(self.task, self.deals or DEALS, self.watch), self.confidence, self.every)


def played(task: Task, deals: int, watch: Watch) -> RunResults:
    """Results of simulated deals, the same cards under all rulesets. After an interrupt, of those played so far."""
    check_task(task, deals, watch)
    results = RunResults.of(task)
    with watch.progress(deals) as on_progress:
        finished = play_deals(task, results, deals, jobs=watch.jobs, on_progress=on_progress)
    if not finished:
        words = _("stopped after {deals:,} of {deals_2:,} deals")
        watch.note(words.format(deals=results.deals, deals_2=deals))
    return results


def check_task(task: Task, deals: int, watch: Watch) -> None:
    """Check a task of so many deals, and remark which rulesets the engine plays, and why the kernel does not. Raises LoadError."""
    task.check(deals)
    reasons: dict[str, list[str]] = {}
    for name, runner in zip(task.rulesets, task.runners(), strict=True):
        if runner.misfit:
            reasons.setdefault(runner.misfit.reason, []).append(name)
    for reason, names in reasons.items():
        words = _("{fromkeys}: played by the engine, which is slower; {reason}")
        watch.remark(words.format(fromkeys=", ".join(dict.fromkeys(names)), reason=reason))
