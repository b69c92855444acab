"""A puzzle as a question: what the seat sees and has seen; after the answer what each card costs, and the theme."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from tarot_teach.blocks import Block, Choice, Exercise, Paragraph
from tarot_teach.cards import Card, halves_text, points_number
from tarot_teach.engine import Engine
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.solver import Objective, objective_of
from tarot_teach.table import State
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.tactics.facts import Facts
from tarot_teach.topics.tactics.finder import PLAYED_OUT
from tarot_teach.topics.tactics.puzzles import Puzzle
from tarot_teach.topics.tactics.seen import best_card_asked
from tarot_teach.topics.tactics.themes import THEMES, Theme

KIND = "tactics"
"""The kind of these questions."""
CLEARLY = 3
"""The least difference in lines of best play that is told."""


def tactics_exercise(engine: Engine, puzzle: Puzzle, state: State, id: str) -> Exercise:
    """The question about a puzzle, whose ``state`` is that of its turn."""
    return _Asked(engine, puzzle, state).exercise(id)


def theme_name(engine: Engine, theme: Theme) -> str:
    """The name of a theme in the words of a ruleset."""
    return str(engine.ruleset.say(_(theme.name)))


def french_name(engine: Engine, theme: Theme) -> str:
    """The French word for a theme."""
    return str(engine.ruleset.say(theme.french))


def theme_sentence(engine: Engine, id: str) -> Text:
    """The name of a theme in both languages, and its idea."""
    theme = THEMES[id]
    words = _("Theme: {theme} ({french}).")
    named = say(words, theme=theme_name(engine, theme), french=french_name(engine, theme))
    return joined([named, engine.ruleset.say(_(theme.idea))])


@dataclass(frozen=True)
class _Asked:
    """Puts a puzzle into words."""

    engine: Engine
    puzzle: Puzzle
    state: State

    def exercise(self, id: str) -> Exercise:
        right = [self._card(code) for code in self.puzzle.right_cards]
        return replace(
            best_card_asked(self.facts, id, right, self._judged, dict(self._costs())),
            kind=KIND,
            answer=tuple(self._answer()),
            difficulties=self.puzzle.difficulties,
            theme=self.puzzle.theme,
        )

    @cached_property
    def facts(self) -> Facts:
        """The facts of the turn that the seat can see, without lines of best play."""
        right, tempting = self._card(self.puzzle.right), self._card(self.puzzle.tempting)
        return Facts(self.engine, self.state, right, (tempting,), tempting, {}, {})

    def _card(self, code: str) -> Card:
        return self.state.deck.card(code)

    # ------------------------------------------------------------ after the answer

    @property
    def _objective(self) -> Objective:
        return objective_of(self.engine, self.state.auction.contract)

    def _judged(self, choice: Choice) -> Choice:
        """A choice with a reply that says in how many deals it is best, and what it costs; the refusal of one that is not allowed."""
        if not any(choice.code in group for group in self.puzzle.groups):
            return choice
        number, right = self.puzzle.number_of(choice.code), choice.code in self.puzzle.right_cards
        share = say(
            _("{card} is best in {best} of {worlds} deals that fit what {who} has seen."),
            card=self._card(choice.code),
            best=self.puzzle.best[number],
            worlds=self.puzzle.worlds,
            who=self.state.name(self.facts.seat),
        )
        return replace(
            choice, reply=share if right else joined([self._cost(number), share, *self._because(choice.code)])
        )

    def _costs(self) -> Iterator[tuple[str, Text]]:
        """The cards that cost points, with how many, in two words."""
        if self._objective is Objective.POINTS:
            for number, group in enumerate(self.puzzle.groups):
                points = halves_text(max(1, round(self.puzzle.costs[number])))
                wrong = (code for code in group if code not in self.puzzle.right_cards)
                yield from ((code, Text((_("costs {points}").format(points=points),))) for code in wrong)

    def _cost(self, number: int) -> Text:
        """The mean cost of a group of cards, in a sentence."""
        cost = self.puzzle.costs[number]
        if self._objective is Objective.POINTS:
            halves = max(1, round(cost))
            words = ngettext(
                "It costs {points} card point on average.",
                "It costs {points} card points on average.",
                points_number(halves),
            )
            return say(words, points=halves_text(halves))
        share = round(100 * cost)
        if self._objective is Objective.TRICKS:
            return say(_("It costs {share} tricks in a hundred deals."), share=share)
        return say(_("It costs the contract in {share} deals of a hundred."), share=share)

    def _because(self, code: str) -> Iterator[Text]:
        """Sentences on the lines of best play after the right and after the tempting card, where they differ clearly."""
        if code not in self.puzzle.groups[self.puzzle.number_of(self.puzzle.tempting)]:
            return
        right, other, ruleset = self.puzzle.after_right, self.puzzle.after_tempting, self.engine.ruleset
        differ = {name: getattr(right, name) - getattr(other, name) for name in ("low", "first", "last", "made")}
        taker = self.state.auction.taker
        for name, sentence in _REASONS.items():
            if abs(differ[name]) < CLEARLY or (name == "made" and taker is None):
                continue
            if name != "made" and differ[name] < 0:
                continue
            yield ruleset.say(
                _(sentence),
                right=self._card(self.puzzle.right),
                card=self._card(code),
                more=getattr(right, name),
                less=getattr(other, name),
                lines=right.lines,
            )

    def _answer(self) -> Iterator[Block]:
        """The theme with its idea, and what players who see no other hand make of it."""
        puzzle = self.puzzle
        yield Paragraph(theme_sentence(self.engine, puzzle.theme))
        tempting, number = self._card(puzzle.tempting), puzzle.number_of(puzzle.tempting)
        yield Paragraph(
            joined(
                [
                    say(
                        _("{right} is best in {best} of {worlds} deals that fit what was seen, {card} in {other}."),
                        right=self._card(puzzle.right),
                        best=puzzle.best[puzzle.number_of(puzzle.right)],
                        worlds=puzzle.worlds,
                        card=tempting,
                        other=puzzle.best[number],
                    ),
                    *self._because(puzzle.tempting),
                    say(
                        _(
                            "Played on by players who see no other hand, it does better in {better} of {all} deals and worse in {worse}."
                        ),
                        better=puzzle.better,
                        worse=puzzle.worse,
                        all=PLAYED_OUT,
                    ),
                ]
            )
        )


_REASONS = {
    "low": N_(
        "After {right} {petit:the} goes to your side in {more} of {lines} lines of best play, after {card} in {less}."
    ),
    "first": N_(
        "After {right} your side wins this trick in {more} of {lines} lines of best play, after {card} in {less}."
    ),
    "last": N_(
        "After {right} the last trick is your side’s in {more} of {lines} lines of best play, after {card} in {less}."
    ),
    "made": N_("After {right} the contract is made in {more} of {lines} lines of best play, after {card} in {less}."),
}
"""The sentences on what best play comes to, by what is counted in its lines."""
