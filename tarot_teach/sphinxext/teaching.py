"""Directives to teach with: a hand, a trick, a score sheet, an exercise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from docutils.parsers.rst import directives

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Exercise
from tarot_teach.engine import Engine, Scorer
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.explain.snippets import describe_hand, describe_score, describe_trick
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.directive import NAMED, TarotDirective
from tarot_teach.table import DEFENCE, SLAMS, TAKER, Outcome
from tarot_teach.topics.quiz import KINDS, Quiz


def _choice(*known: str) -> Any:
    """A reader of an option that takes one of some words."""
    return lambda argument: directives.choice(argument, known)


def _choices(*known: str) -> Any:
    """A reader of an option that takes one or more of some words."""
    return lambda argument: [directives.choice(word, known) for word in (argument or "").split()]


class _RulesetDirective(TarotDirective):
    """Base of directives whose argument begins with the name of a ruleset."""

    required_arguments = 1
    final_argument_whitespace = True

    def ruleset_and_rest(self, library: Library) -> tuple[Ruleset, str]:
        """The ruleset, and the rest of the argument. Raises LoadError."""
        name, _blank, rest = self.arguments[0].partition(" ")
        return self.ruleset(library, name), rest


class HandDirective(_RulesetDirective):
    """``.. tarot:hand:: fft-4 T21 T5 EX SR``: cards as a hand."""

    option_spec: ClassVar[dict[str, Any]] = {**NAMED, "caption": directives.unchanged_required}

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The hand. Raises NotationError for no cards, and for unknown ones."""
        ruleset, codes = self.ruleset_and_rest(library)
        if not codes.strip():
            raise NotationError.of(
                "hand.empty", _("no cards are given"), hint=_("write them behind the ruleset: SR T18 EX")
            )
        return ruleset.name, describe_hand(ruleset.deck.parse(codes), self.options.get("caption", ""))


class TrickDirective(_RulesetDirective):
    """``.. tarot:trick:: fft-4 E H10, N H2, W HR``: a trick; with ``:hand: S T5 SR``, the cards that the next player may play."""

    option_spec: ClassVar[dict[str, Any]] = {
        **NAMED,
        "hand": directives.unchanged_required,
        "taker": directives.unchanged_required,
        "first": directives.flag,
        "last": directives.flag,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The trick with the reasons of the rules."""
        ruleset, plays = self.ruleset_and_rest(library)
        shown = describe_trick(
            Engine(ruleset),
            plays,
            self.options.get("hand", ""),
            taker=self.options.get("taker", ""),
            first_trick="first" in self.options,
            last_trick="last" in self.options,
        )
        return ruleset.name, shown


class ScoreDirective(_RulesetDirective):
    """``.. tarot:score:: fft-4`` with the result as options: the explained score sheet."""

    option_spec: ClassVar[dict[str, Any]] = {
        **NAMED,
        "contract": directives.unchanged_required,
        "points": directives.unchanged_required,
        "honours": directives.nonnegative_int,
        "last-trick-bonus": _choice(TAKER, DEFENCE),
        "handful": directives.unchanged_required,
        "slam": _choices(*SLAMS),
        "small-slam": _choices(*SLAMS),
        "alone": directives.flag,
        "pile": directives.unchanged_required,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The sheet of one result. Raises LoadError for an impossible result."""
        ruleset, _rest = self.ruleset_and_rest(library)
        scorer = Scorer.of(ruleset)
        needed = ("contract", "points", "honours") if scorer.has_sides else ("pile",)
        missing = [name for name in needed if name not in self.options]
        if missing:
            message = _("missing option: {missing}").format(missing=", ".join(f":{name}:" for name in missing))
            raise NotationError.of(
                "score.missing", message, hint=_("a result needs ") + ", ".join(f":{n}:" for n in needed)
            )
        if scorer.has_sides:
            outcome = self._outcome(ruleset, scorer)
        else:
            pile = ruleset.deck.mask(ruleset.deck.parse(self.options["pile"]))
            outcome = outcome_of_pile(scorer, pile, _refused) or Outcome()
        return ruleset.name, describe_score(scorer, outcome, ruleset.players[-1])

    def _outcome(self, ruleset: Ruleset, scorer: Scorer) -> Outcome:
        names = ("contract", "points", "honours", "last-trick-bonus", "slam", "small-slam")
        given = {name.replace("-", "_"): self.options[name] for name in names if name in self.options}
        result = ResultFile(**given, handfuls=self.options.get("handful", "").split())
        (outcome,) = outcomes_of(result, scorer, ruleset.deck, (), _refused, roles_only=True)
        return replace(outcome, alone="alone" in self.options)


class ExerciseDirective(TarotDirective):
    """``.. tarot:exercise:: going-over 2``: the questions of an example; or, with ``:kind:``, generated questions about a ruleset."""

    required_arguments = 1
    optional_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        **NAMED,
        "kind": _choice(*KINDS),
        "seed": directives.nonnegative_int,
        "count": directives.positive_int,
    }

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The exercises. Raises LoadError or RecordError for an example without the question."""
        generated = bool({"kind", "seed", "count"} & set(self.options))
        if generated and len(self.arguments) > 1:
            hint = _("leave out the number, or the options")
            raise NotationError.of("exercise.number", _("questions that are made up have no numbers"), hint=hint)
        return self._generated(library) if generated else self._from_example(library)

    def _generated(self, library: Library) -> tuple[str, list[Exercise]]:
        ruleset = self.ruleset(library, self.arguments[0])
        quiz = Quiz(Engine(ruleset), advice_for(library, ruleset), self.options.get("seed", 0))
        count = self.options.get("count", 1)
        return ruleset.name, [quiz.exercise(number, self.options.get("kind")) for number in range(count)]

    def _from_example(self, library: Library) -> tuple[str, list[Exercise]]:
        done = self.replayed(library)
        exercises = exercises_of(done)
        if not exercises:
            raise LoadError.of(
                "exercise.none",
                _("{arguments} asks nothing").format(arguments=self.arguments[0]),
                None,
                _("give it `asks`, or name a ruleset and a :kind:"),
            )
        if len(self.arguments) > 1:
            wanted = self.arguments[1]
            chosen = [e for e in exercises if e.id.rpartition("-")[2] == wanted]
            if not chosen:
                message = _("{arguments} has no question {wanted}").format(arguments=self.arguments[0], wanted=wanted)
                raise LoadError.of(
                    "exercise.number", message, None, _("it has questions 1 to {number}").format(number=len(exercises))
                )
            return done.engine.ruleset.name, chosen
        return done.engine.ruleset.name, list(exercises)


def _refused(code: str, message: str, _path: object, hint: str | None) -> None:
    raise LoadError.of(code, message, None, hint)


DIRECTIVES: dict[str, type[TarotDirective]] = {
    "hand": HandDirective,
    "trick": TrickDirective,
    "score": ScoreDirective,
    "exercise": ExerciseDirective,
}
"""The directives of this module by name."""
