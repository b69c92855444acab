"""Answers of the front door: reports that print themselves, show themselves in a notebook, and give plain data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from tarot_teach.advice.evaluate import Evaluation
from tarot_teach.advice.format import AdviceFile
from tarot_teach.advice.page import describe_evaluation, evaluation_data
from tarot_teach.blocks import Block, Paragraph, Reason
from tarot_teach.cards import Card, Deck
from tarot_teach.display import displayed
from tarot_teach.engine import Engine, Scorer
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.errors import NotationError, OutputError, suggest
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook, rulebook_data
from tarot_teach.explain.score_sheet import score_data
from tarot_teach.explain.snippets import describe_score
from tarot_teach.explain.why import choices_data, describe_choices
from tarot_teach.language import _, ngettext
from tarot_teach.loading import Library
from tarot_teach.records.record import write_record
from tarot_teach.records.replay import Replay
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Choices, Outcome, Sheet, State
from tarot_teach.text import say
from tarot_teach.topics.at_work import RulesAtWork
from tarot_teach.topics.compare.data import deals_data, rows_of, rulesets_data
from tarot_teach.topics.compare.deals import DealComparison
from tarot_teach.topics.compare.deals_page import describe_deal_comparison, lesson
from tarot_teach.topics.compare.rulesets import RuleDifference
from tarot_teach.topics.compare.rulesets_page import describe_comparison
from tarot_teach.topics.compare.solved import SolvedSides
from tarot_teach.topics.odds.page import describe_odds, odds_data
from tarot_teach.topics.odds.unseen_cards import Odds, UnseenCards
from tarot_teach.topics.open_cards import OpenCards
from tarot_teach.topics.sessions.page import describe_session, session_data
from tarot_teach.topics.sessions.scorekeeper import Session
from tarot_teach.topics.simulate.figures import Figure, Figures, compute_figures
from tarot_teach.topics.simulate.page import describe_figures, describe_run
from tarot_teach.topics.simulate.results_files import figure_rows, results_as_data, save_results
from tarot_teach.topics.simulate.run_results import RunResults


@displayed
class Report(ABC):
    """An answer that prints itself as text, shows itself in a notebook, and turns into plain data."""

    __slots__ = ()

    @abstractmethod
    def blocks(self) -> list[Block]:
        """The answer as blocks, for :mod:`tarot_teach.render`."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data: that of the command's ``--json``."""

    @abstractmethod
    def _summary(self) -> str:
        """The answer in a few words, for ``repr``."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._summary()}>"


class TableReport(Report):
    """A report that is a table, too."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table: one value for each column."""

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame. Raises OutputError where pandas is not installed."""
        try:
            pandas: Any = import_module("pandas")
        except ImportError:
            message = _("a DataFrame needs pandas, which is not installed")
            hint = _("pip install pandas; or take rows(), a list of dicts")
            raise OutputError.of("frame.no-pandas", message, hint=hint) from None
        return pandas.DataFrame(self.rows())


def _count(number: int, what: str) -> str:
    """A number of things, for ``repr``: ``1 rule`` or ``2 rules``."""
    return f"{number} {what}{'s' * (number != 1)}"


@dataclass(frozen=True, slots=True, repr=False)
class Rulebook(TableReport):
    """The rules of a game in words, in the order of the deal; ``rules`` are all of them, or the one asked for."""

    ruleset: Ruleset
    rules: tuple[Rule, ...]
    library: Library

    def blocks(self) -> list[Block]:
        if len(self.rules) == len(self.ruleset.rules):
            return describe_rulebook(self.ruleset, self.library)
        some = (describe_rule(self.ruleset, rule, self.library) for rule in self.rules)
        return RulesAtWork.of(self.library).with_cases(some, self.ruleset)

    def to_dict(self) -> dict[str, Any]:
        return rulebook_data(self.ruleset, self.rules)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each rule."""
        keys = ("id", "title", "mechanism", "text", "evidence")
        return [{key: rule[key] for key in keys} for rule in self.to_dict()["rules"]]

    def _summary(self) -> str:
        return f"{self.ruleset.name}: {_count(len(self.rules), 'rule')}"


def read_card(deck: Deck, card: object) -> Card:
    """A card of a pack, given as a card or a code. Raises TypeError, and NotationError with a suggestion."""
    if isinstance(card, str | Card):
        return deck.card(str(card))
    raise TypeError(_("a card is given by its code, such as 'SR', not {shown}").format(shown=shown(card)))


def shown(value: object) -> str:
    """A wrong argument, for a message: its value where that is short, else its type."""
    text = repr(value)
    return text if len(text) <= 40 else _("a value of type {name}").format(name=type(value).__name__)


def _the_player(_seat: int) -> str:
    return _("the player")


@dataclass(frozen=True, slots=True, repr=False)
class Position(Report):
    """A hand to play to a trick, of which nothing else is known."""

    engine: Engine
    state: State
    hand: tuple[Card, ...]

    @property
    def legal(self) -> Choices:
        """The cards that may be played; printed, their codes."""
        return self.engine.legal(self.state)

    def why(self, card: str | Card) -> Reason:
        """Reason of the rules about a card: true in a condition where it may be played.

        Raises NotationError with a suggestion for a card that is not in the pack.
        """
        return judge_card(self.engine, self.state, read_card(self.state.deck, card), _the_player)

    def blocks(self) -> list[Block]:
        return describe_choices(self.engine, self.state, _the_player)

    def to_dict(self) -> dict[str, Any]:
        return choices_data(self.engine, self.state, self.hand, _the_player)

    def _summary(self) -> str:
        played = " ".join(card.code for card in self.state.trick.cards)
        phrase = _("{name}: {hand} to play to {played}") if played else _("{name}: {hand} to play")
        hand = " ".join(card.code for card in self.hand)
        return phrase.format(name=self.engine.ruleset.name, hand=hand, played=played)


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(Report):
    """Result of a search: ``best``, the clearest of ``matches`` deals as a worked example, played; None where none was found.

    ``tried`` is the number of deals tried. False in a condition where nothing was found.
    """

    game: str
    tried: int
    matches: int
    seed: int
    best: Replay | None

    def __bool__(self) -> bool:
        return self.best is not None

    @property
    def yaml(self) -> str:
        """The best deal as the YAML of a worked example; empty where none was found."""
        return write_record(self.best.record) if self.best else ""

    def blocks(self) -> list[Block]:
        if self.best is None:
            sentence = ngettext(
                "{tried} deal of seed {seed} tried, and none of them shows it.",
                "{tried} deals of seed {seed} tried, and none of them shows it.",
                self.tried,
            )
            return [Paragraph(say(sentence, tried=self.tried, seed=self.seed))]
        return lesson(self.best)

    def to_dict(self) -> dict[str, Any]:
        best = self.best.to_dict() if self.best else None
        return {"ruleset": self.game, "seed": self.seed, "tried": self.tried, "matches": self.matches, "best": best}

    def _summary(self) -> str:
        return _("{game}: {matches} of {tried} deals tried").format(
            game=self.game, matches=self.matches, tried=self.tried
        )


@dataclass(frozen=True, slots=True, repr=False)
class Score(TableReport):
    """The score sheet of a result, line by line, each with its rule and reason. ``scores`` are game points by role."""

    scorer: Scorer
    outcome: Outcome
    sheet: Sheet
    scores: Mapping[str, Fraction | None]

    @property
    def total(self) -> Fraction:
        """The sum of the sheet, in game points: what each defender pays, or what a player gains."""
        return self.sheet.total

    @property
    def made(self) -> bool | None:
        """True if the taker's side reached its target; None where there is none."""
        return self.sheet.outcome.made

    def blocks(self) -> list[Block]:
        return describe_score(self.scorer, self.outcome, self.scorer.index.ruleset.players[-1])

    def to_dict(self) -> dict[str, Any]:
        return score_data(self.scorer, self.sheet, self.scores)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each line of the sheet."""
        lines: list[dict[str, Any]] = self.to_dict()["lines"]
        return lines

    def _summary(self) -> str:
        contract = f" {self.outcome.contract}" if self.outcome.contract else ""
        return f"{self.scorer.index.ruleset.name}{contract}: {self.scorer.index.ruleset.unit.show(self.total)}"


@dataclass(frozen=True, slots=True, repr=False)
class SessionScore(TableReport):
    """The score of a session of many deals."""

    session: Session

    @property
    def totals(self) -> dict[str, Fraction]:
        """The totals after the last deal, by player."""
        return dict(self.session.deals[-1].totals) if self.session.deals else dict(self.session.start)

    def blocks(self) -> list[Block]:
        return describe_session(self.session)

    def to_dict(self) -> dict[str, Any]:
        return session_data(self.session)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each deal: what was played, and the score and the total of each player."""
        data = self.to_dict()
        names: dict[str, str] = data["players"]
        return [
            {key: value for key, value in deal.items() if key not in ("scores", "totals")}
            | {name: deal["scores"][letter] for letter, name in names.items()}
            | {f"{name} total": deal["totals"][letter] for letter, name in names.items()}
            for deal in data["deals"]
        ]

    def _summary(self) -> str:
        return f"{self.session.file.id}: {_count(len(self.session.deals), 'deal')}"


@dataclass(frozen=True, slots=True, repr=False)
class HandValue(TableReport):
    """Value of a hand by a body of advice, feature by feature, and the bid that follows."""

    ruleset: Ruleset
    advice: AdviceFile
    evaluation: Evaluation

    @property
    def bid(self) -> str:
        """The bid advised: a contract, or ``pass``."""
        return self.evaluation.bid

    def blocks(self) -> list[Block]:
        return describe_evaluation(self.advice, self.ruleset, self.evaluation)

    def to_dict(self) -> dict[str, Any]:
        return evaluation_data(self.advice, self.ruleset, self.evaluation)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each feature that counts."""
        return [{key: line[key] for key in ("feature", "title", "points", "cards")} for line in self.to_dict()["lines"]]

    def _summary(self) -> str:
        return f"{self.ruleset.name}: {self.evaluation.total}, {self.bid}"


@dataclass(frozen=True, slots=True, repr=False)
class OddsTable(TableReport):
    """Exact odds of a game's deal, or of what a known hand leaves open: one distribution for each question of ``odds``."""

    engine: Engine
    unseen: UnseenCards
    odds: tuple[Odds, ...]
    about: tuple[str, ...] = ()

    def blocks(self) -> list[Block]:
        return describe_odds(self.engine, self.unseen, self.about)

    def to_dict(self) -> dict[str, Any]:
        return odds_data(self.engine, self.unseen, self.odds)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each answer, with its chance as an exact fraction and as a number."""
        return [
            {key: odds[key] for key in ("about", "kind", "where", "title")} | chance
            for odds in self.to_dict()["odds"]
            for chance in odds["chances"]
        ]

    def _summary(self) -> str:
        return f"{self.engine.ruleset.name}: {_count(len(self.odds), 'question')}"


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(TableReport):
    """Rulesets compared: ``rules`` are the rules that differ, ``hand`` one deal under all of them, ``figures`` many deals,
    ``solved`` best play at the end of that one deal.

    True in a condition where the rules differ.
    """

    rulesets: tuple[Ruleset, ...]
    rules: tuple[RuleDifference, ...]
    hand: DealComparison | None = None
    figures: Simulation | None = None
    only: tuple[str, ...] = ()
    everything: bool = False
    solved: SolvedSides | None = None

    def __bool__(self) -> bool:
        return any(difference.kinds for difference in self.rules)

    def blocks(self) -> list[Block]:
        blocks = describe_comparison(self.rulesets, self.only, everything=self.everything)
        if self.hand:
            blocks += describe_deal_comparison(self.hand, level=2)
        blocks += self.solved.blocks(level=2) if self.solved else []
        return blocks + (describe_figures(self.figures.results, level=2) if self.figures else [])

    def to_dict(self) -> dict[str, Any]:
        data = rulesets_data(self.rulesets, self.rules)
        if self.hand:
            data["hand"] = deals_data(self.hand)
        data |= {"solved": self.solved.to_dict()} if self.solved else {}
        return data | ({"figures": self.figures.to_dict()} if self.figures else {})

    def rows(self) -> list[dict[str, Any]]:
        """A row for each parameter that differs, and for each rule without one; a column for each ruleset."""
        return rows_of(rulesets_data(self.rulesets, self.rules))

    def _summary(self) -> str:
        names = ", ".join(ruleset.name for ruleset in self.rulesets)
        return f"{names}: {_count(sum(rule.of_rule for rule in self.rules), 'differing rule')}"


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(TableReport):
    """Simulated deals under some rulesets, the same cards under each: figures with confidence intervals."""

    results: RunResults
    confidence: float

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
        return describe_run(self.results, self.confidence)

    def to_dict(self) -> dict[str, Any]:
        return results_as_data(self.results, self.figures)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure."""
        return list(figure_rows(self.figures))

    def _summary(self) -> str:
        return f"{', '.join(game.name for game in self.results.stamps)}: {_count(self.deals, 'deal')}"


@dataclass(frozen=True, slots=True, repr=False)
class SolvedCards(TableReport):
    """The value of each card at a moment of an example with all cards open; ``cards`` are the facts."""

    cards: OpenCards

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards of which none is known to be better."""
        return self.cards.best

    def blocks(self) -> list[Block]:
        return list(self.cards.blocks())

    def to_dict(self) -> dict[str, Any]:
        return self.cards.to_dict()

    def rows(self) -> list[dict[str, Any]]:
        """A row for each card that may be played."""
        return self.cards.rows()

    def _summary(self) -> str:
        state = self.cards.state
        return f"{self.cards.id}, trick {state.number}: {state.seats[self.cards.seat]}"
