"""The question of what differs between games, those of their family, their features, and what players of one have to learn, and the answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError, UnfitError, spot
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import PAGE, QUIET, TABLE, A, Files, Page, Question, TableReport, Watch, asks, counted
from tarot_teach.questions.find import run_search
from tarot_teach.questions.simulate import Simulation, played
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay, replay_example
from tarot_teach.rules import Ruleset
from tarot_teach.text import say
from tarot_teach.topics.compare.data import deals_data, family_data, rows_of, rulesets_data
from tarot_teach.topics.compare.deals import DealComparison, compare_deals
from tarot_teach.topics.compare.deals_page import describe_deal_comparison
from tarot_teach.topics.compare.family import describe_family
from tarot_teach.topics.compare.features import FEATURES, describe_features, features_data
from tarot_teach.topics.compare.for_players import describe_for_players, for_players_data
from tarot_teach.topics.compare.replay_under import POLICIES
from tarot_teach.topics.compare.rulesets import MIN, RuleDifference
from tarot_teach.topics.compare.rulesets_page import compared, describe_comparison
from tarot_teach.topics.compare.solved import SolvedSides, solve_sides
from tarot_teach.topics.search.example import differing_example
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.page import describe_figures
from tarot_teach.topics.simulate.task import Task

NOTHING_IN_COMMON = ("record.other-game", "simulate.cards")
"""Codes of the errors for games with other packs, players or hands."""
COLUMNS = 4
"""The most rulesets side by side in a table of text."""
FIND, HITS = "find", 5
"""The hand that asks for a search, and the number of deals among which the clearest is chosen."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(TableReport):
    """Rulesets compared: ``rules`` are the rules that differ, ``hand`` one deal under all of them, ``figures`` many deals,
    ``solved`` best play at the end of that one deal. ``left_out`` says why there is no such deal, or why there are none.

    True in a condition where the rules differ.
    """

    rulesets: tuple[Ruleset, ...]
    rules: tuple[RuleDifference, ...]
    hand: DealComparison | None = None
    figures: Simulation | None = None
    only: tuple[str, ...] = ()
    everything: bool = False
    solved: SolvedSides | None = None
    matrix: bool = False
    left_out: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(difference.kinds for difference in self.rules)

    def blocks(self) -> list[Block]:
        return self._blocks()

    def narrow_blocks(self) -> list[Block]:
        return self._blocks(COLUMNS)

    def _blocks(self, columns: int = 0) -> list[Block]:
        everything, matrix = self.everything, self.matrix
        blocks = describe_comparison(self.rulesets, self.only, everything=everything, matrix=matrix, columns=columns)
        blocks += describe_deal_comparison(self.hand, level=2) if self.hand else []
        blocks += self.solved.blocks(level=2) if self.solved else []
        blocks += describe_figures(self.figures.results, level=2) if self.figures else []
        why = _("Compared by their rules alone: {why}.")
        return blocks + [Paragraph(say(why, why=reason), "warning") for reason in self.left_out]

    def to_dict(self) -> dict[str, Any]:
        data = rulesets_data(self.rulesets, self.rules)
        data |= {"hand": deals_data(self.hand)} if self.hand else {}
        data |= {"solved": self.solved.to_dict()} if self.solved else {}
        data |= {"figures": self.figures.to_dict()} if self.figures else {}
        return data | ({"left_out": list(self.left_out)} if self.left_out else {})

    def rows(self) -> list[dict[str, Any]]:
        """A row for each parameter that differs, and for each rule without one; a column for each ruleset."""
        return rows_of(rulesets_data(self.rulesets, self.rules))

    def columns(self) -> list[str]:
        return ["rule", "title", "kinds", "param", *(ruleset.name for ruleset in self.rulesets)]

    def _summary(self) -> str:
        names = ", ".join(ruleset.name for ruleset in self.rulesets)
        return f"{names}: {counted(sum(rule.of_rule for rule in self.rules), 'differing rule')}"


@dataclass(frozen=True, slots=True, repr=False)
class FeaturesReport(TableReport):
    """The features of games side by side."""

    library: Library
    names: tuple[str, ...]

    def blocks(self) -> list[Block]:
        return describe_features(self.library, self.names)

    def to_dict(self) -> Any:
        return self.rows()

    def rows(self) -> list[dict[str, Any]]:
        """A row for each ruleset."""
        return [{**row} for row in features_data(self.library, self.names)]

    def columns(self) -> list[str]:
        return ["ruleset", *(title.lower() for title in FEATURES)]

    def _summary(self) -> str:
        return counted(len(self.rows()), "ruleset")


@dataclass(frozen=True, kw_only=True)
class _Games(Question[A]):
    """A question about rulesets, by default all of the library."""

    argument: ClassVar[str] = "names"
    many: ClassVar[bool] = True
    document: ClassVar[bool] = True
    names: tuple[str, ...]

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        for name in names or files.library.ids():
            files.ruleset(name)
        return {"names": tuple(names)}

    def title_of(self, answer: Any) -> str:
        return _("{names} compared").format(names=", ".join(self.names))


@dataclass(frozen=True, kw_only=True)
class FamilyQuestion(_Games[Page]):
    """Print the family tree of rulesets and house rules, by default of all."""

    name: ClassVar[str] = "family"
    formats: ClassVar[tuple[str, ...]] = PAGE
    flag: ClassVar[str] = N_("Print the family tree of rulesets and house rules instead, by default of all.")

    def title_of(self, answer: Page) -> str:
        return _("Which ruleset is made from which")

    def answer(self, library: Library) -> Page:
        about = (library, self.names)
        return Page(lambda: describe_family(*about), lambda: family_data(*about), ", ".join(self.names))


@dataclass(frozen=True, kw_only=True)
class FeaturesQuestion(_Games[FeaturesReport]):
    """Print the features of the games side by side, by default of all: pack, auction …"""

    name: ClassVar[str] = "features"
    formats: ClassVar[tuple[str, ...]] = TABLE
    flag: ClassVar[str] = N_("Print the features of the games side by side instead, by default of all: pack, auction …")

    def title_of(self, answer: FeaturesReport) -> str:
        return _("The games at a glance")

    def answer(self, library: Library) -> FeaturesReport:
        return FeaturesReport(library, self.names)


@dataclass(frozen=True, kw_only=True)
class ForPlayersQuestion(_Games[Page]):
    """Print what players of the first game have to learn for the second one."""

    name: ClassVar[str] = "for-players"
    formats: ClassVar[tuple[str, ...]] = PAGE
    flag: ClassVar[str] = N_("Print instead what players of the first game have to learn for the second one.")
    known: Ruleset
    game: Ruleset

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        if len(names) != MIN:
            hint = _("name them, as in `tarot-teach compare fft-4 early-17c --for-players`")
            raise UnfitError.of("compare.two", _("two rulesets are compared for players"), hint=hint)
        known, game = map(files.ruleset, names)
        return {"names": tuple(names), "known": known, "game": game}

    def answer(self, library: Library) -> Page:
        about = (self.known, self.game)
        return Page(lambda: describe_for_players(*about), lambda: for_players_data(*about), ", ".join(self.names))


@dataclass(frozen=True, kw_only=True)
class CompareQuestion(_Games[Comparison]):
    """Print the rules in which the rulesets NAMES differ, with the values, words and sources of each: two side by side, or many, with
    a table of all differences first. Then, if asked for, what comes of it in one hand (--hand) and in many deals (--deals).
    """

    name: ClassVar[str] = "compare"
    formats: ClassVar[tuple[str, ...]] = (*PAGE, "json", "csv")
    instead: ClassVar = (FamilyQuestion, FeaturesQuestion, ForPlayersQuestion)
    beyond_rows: ClassVar[tuple[str, ...]] = ("hand", "deals")
    games: tuple[Ruleset, ...]
    watch: Watch = QUIET
    everything: bool = asks(N_("All rules, not only those that differ."), default=False, option="all")
    matrix: bool = asks(N_("Only the table of rules and rulesets."), default=False)
    rules: tuple[str, ...] = asks(
        N_("Only this rule, such as play.overtrump; may be repeated."), default=(), option="rule", metavar="ID"
    )
    hand: str | Replay | None = asks(
        N_(
            'Also one hand under all of them: that of an example, or "find" to search for one that shows the differences.'
        ),
        metavar="EXAMPLE",
    )
    policy: str = asks(
        N_("The way to go on where other rules refuse a card of that hand."),
        default="as_played",
        choices=tuple(POLICIES),
    )
    solve: bool = asks(
        N_("Say of that hand too what best play with all cards open comes to under each of them."), default=False
    )
    deals: int | None = asks(N_("Also this many simulated deals, with the same cards under all of them."), least=1)
    seed: int = asks(N_("The seed of these deals."), default=1, least=0, most=SEEDS - 1)
    players: str = asks(N_("Their players: simple, random or strong, or one a seat."), default="simple")

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        if len(names) < MIN:
            hint = _("name them, as in `tarot-teach compare fft-4 fft-5`, or take --family")
            raise UnfitError.of("compare.one", _("a comparison needs at least two rulesets"), hint=hint)
        return {"names": tuple(names), "games": tuple(map(files.ruleset, names))}

    def answer(self, library: Library) -> Comparison:
        if self.solve and not self.hand:
            message = _("{field} asks for the hand that is compared, and there is none")
            hint = _("name an example with {field}").format(field=spot("hand"))
            raise UnfitError.of("compare.solve", message, hint=hint, field=spot("solve"))
        rules = compared(self.games, self.rules, everything=self.everything)
        left_out: list[str] = []
        hand = solved = figures = None
        with _skip_if_incomparable(left_out):
            hand = self._hand(library) if self.hand else None
            solved = solve_sides(hand) if hand and self.solve else None
        with _skip_if_incomparable(left_out):
            if self.deals:
                task = Task.of(self.names, self.players, self.seed, None, self.watch.note)
                figures = Simulation(played(task, self.deals, self.watch), 0.95)
        return Comparison(
            self.games,
            tuple(rules),
            hand,
            figures,
            self.rules,
            self.everything,
            solved,
            self.matrix,
            tuple(left_out),
        )

    def _hand(self, library: Library) -> DealComparison:
        """One deal under all rulesets: an example, or a deal that is searched for. Raises LoadError and RecordError."""
        engines = [Engine(ruleset) for ruleset in self.games]
        done = self.hand
        if done == FIND:
            simulators = [DealSimulator.of(library, name, ("simple",)) for name in self.names]
            record = differing_example(simulators, self.seed, lambda search: run_search(search, None, HITS, self.watch))
            done = replay(record, next(engine for engine in engines if engine.ruleset.name == record.file.ruleset))
        elif not isinstance(done, Replay):
            done = replay_example(str(done), library)
        return compare_deals(done, engines, POLICIES[self.policy])


@contextmanager
def _skip_if_incomparable(left_out: list[str]) -> Iterator[None]:
    """Add the reason to ``left_out`` if games have no hand and no deals in common, because packs, players or hands differ."""
    try:
        yield
    except TarotError as error:
        (problem, *_others) = error.problems
        if problem.code not in NOTHING_IN_COMMON:
            raise
        left_out.append(problem.message)
