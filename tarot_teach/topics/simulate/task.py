"""The task of a simulation, in a form that other processes and machines can play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path

from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.loading.file_catalogue import file_stamp
from tarot_teach.loading.user_files import is_file, library_for, names_folder
from tarot_teach.mechanisms.own_code import Stamp, has_run, run_folder, stamp_of
from tarot_teach.messages import _, current_catalogue
from tarot_teach.topics.simulate.by_words import PlayByWords
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.kernel import Misfit, compile_in_advance, compile_kernel, kernel_for
from tarot_teach.topics.simulate.tally import Ending, PlayedBatch, Tally, tally


@dataclass(frozen=True, slots=True)
class Task:
    """Deals to be played under each of some ``rulesets``, the same cards under all. ``players`` name one for all seats or one
    for each, ``contract`` is one that the first seat plays without an auction. ``own`` are a user's files, ``mechanisms`` folders
    whose code is to be run. Without ``kernel`` the engine plays all deals, with the same results.
    """

    rulesets: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    contract: str | None = None
    own: tuple[Path, ...] = ()
    kernel: bool = True
    mechanisms: tuple[Path, ...] = ()

    @classmethod
    def of(
        cls, names: Iterable[str], players: str, seed: int, contract: str | None, note: Callable[[str], None]
    ) -> Task:
        """A task with names that mean the same in any folder, and the user's files behind them.

        ``players`` is one name, or a list with commas; ``note`` gets a sentence for each file that is left out.
        """
        parts = [name.split("+") for name in names]
        library = library_for([part for name in parts for part in name], note)
        return cls(
            rulesets=tuple("+".join(map(_absolute, name)) for name in parts),
            players=tuple(name.strip() for name in players.split(",")),
            seed=seed,
            contract=contract,
            own=tuple(library.user_files),
            mechanisms=tuple(filter(has_run, library.mechanisms)),
        )

    def check(self, deals: int = 0) -> None:
        """Load the rulesets, while another process compiles what so many deals need.

        Raises LoadError for unknown names, other numbers of players, hands of different sizes, or a seed out of range.
        """
        if not 0 <= self.seed < SEEDS:
            raise LoadError.of(
                "simulate.seed",
                _("{seed} is no seed").format(seed=self.seed),
                hint=_("take a number from 0 to {number}").format(number=SEEDS - 1),
            )
        if self.kernel:
            compile_in_advance(deals * len(self.rulesets))
        first, *others = self.runners()
        for other in others:
            first.simulator.check_same_cards(other.simulator)

    def runners(self) -> tuple[TaskRunner, ...]:
        """A runner for each ruleset, made once in each process and language until a user's file changes. Raises LoadError."""
        code = tuple(map(stamp_of, self.mechanisms))
        return _runners(self, tuple(map(file_stamp, self.own)), code, current_catalogue())

    def play(self, first: int, count: int) -> Tally:
        """Play ``count`` deals from number ``first`` on, and count them."""
        return tally([runner.play(self.seed, first, count) for runner in self.runners()])


class TaskRunner:
    """Plays deals of one ruleset: with the compiled kernel; else with the engine, and the cards by words where that is possible. ``misfit`` is why
    not with the kernel, or None."""

    def __init__(self, simulator: DealSimulator, kernel: bool = True) -> None:
        self.simulator = simulator
        self._kernel = kernel_for(simulator) if kernel else Misfit(_("the engine was asked for"))
        self.misfit: Misfit | None = self._kernel if isinstance(self._kernel, Misfit) else None
        self._words = PlayByWords.of(simulator) if kernel and self.misfit else None

    def play(self, seed: int, first: int, count: int) -> PlayedBatch:
        """Play ``count`` deals from number ``first`` on."""
        self.misfit = self.misfit or compile_kernel()
        if not self.misfit and not isinstance(self._kernel, Misfit):
            return self._kernel.play(seed, first, count)
        endings = self._endings(seed, first, count)
        numbers: dict[Ending, int] = {}
        of = [numbers.setdefault(ending.turned(-ending.taker), len(numbers)) for ending in endings]
        return PlayedBatch(of, [ending.taker for ending in endings], list(numbers))

    @property
    def by_words(self) -> bool:
        """True where words play the cards of deals that the kernel refuses."""
        return isinstance(self._words, PlayByWords)

    def _endings(self, seed: int, first: int, count: int) -> list[Ending]:
        """The endings of deals that the kernel does not play. Words play as soon as it is worth compiling them."""
        if isinstance(self._words, PlayByWords) and self._words.is_worth(count):
            return self._words.endings(seed, first, count)
        return [self.simulator.ending(seed, number) for number in range(first, first + count)]


@lru_cache(maxsize=4)
def _runners(
    task: Task, _stamps: tuple[tuple[int, int], ...], _code: tuple[Stamp, ...], _catalogue: NullTranslations
) -> tuple[TaskRunner, ...]:
    for folder in task.mechanisms:
        run_folder(folder)
    library = Library(task.own, task.mechanisms)
    simulators = (DealSimulator.of(library, name, task.players, task.contract) for name in task.rulesets)
    return tuple(TaskRunner(simulator, task.kernel) for simulator in simulators)


def _absolute(name: str) -> str:
    """An id as it is, and the path of a file or folder as an absolute one."""
    return str(Path(name).resolve()) if is_file(Path(name)) or names_folder(name) else name
