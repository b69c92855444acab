"""A kept choice before the play as a question: the hand and the auction so far; afterwards what each choice brings, and what speaks for and against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tarot_teach.advice.format import AdviceFile
from tarot_teach.advice.page import describe_verdict
from tarot_teach.blocks import Block, Choice, Exercise, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import read_action
from tarot_teach.explain.exercises import POSSIBLE, RIGHT, ExerciseBuilder
from tarot_teach.messages import _
from tarot_teach.solver import Objective, objective_of
from tarot_teach.table import Action, Bid, Choose, State
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.quiz.decisions import KIND, KeptCost, KeptDecision
from tarot_teach.topics.review.card_costs import is_sure
from tarot_teach.topics.review.earlier_choices import hand_value
from tarot_teach.topics.review.review import amount_of, choice_label


@dataclass(frozen=True)
class ChoiceAsked:
    """Puts a kept choice before the play into words; ``state`` is that in which it was made."""

    engine: Engine
    decision: KeptDecision
    state: State
    advice: AdviceFile | None

    def exercise(self, id: str) -> Exercise:
        """The question: every choice is right beside which the review would not say that there was better."""
        asked = ExerciseBuilder(self.engine, self.state.name, id).choice(self.state, tuple(self._choices()))
        return replace(asked, kind=KIND, answer=tuple(self._answer()), rules=(), best_sought=True)

    def _choices(self) -> Iterator[Choice]:
        """The choices in an order that does not tell which was better, with their replies; those of several cards go by numbers."""
        texts = sorted((each.cards[0], each) for each in self.decision.tried)
        numbered = any(" " in text for text, _each in texts)
        for number, (text, each) in enumerate(self._in_order(texts), 1):
            grade, action = POSSIBLE if is_sure(each.cost, each.error) else RIGHT, self._action(text)
            reply = joined([*self._brings(text, each), *self._effects_of_discard(action)])
            yield Choice(str(number) if numbered else text, self._label(action), grade, reply)

    def _in_order(self, texts: list[tuple[str, KeptCost]]) -> list[tuple[str, KeptCost]]:
        """Choices in the order in which the rules list them; others by their letters."""
        words = self.engine.legal(self.state).words()
        return sorted(texts, key=lambda each: words.index(each[0]) if each[0] in words else len(words))

    def _action(self, text: str) -> Action:
        return read_action(self.engine, self.state, text)

    def _label(self, action: Action) -> Text:
        return choice_label(self.engine, self.state, action)

    def _amount(self, value: float) -> str:
        return amount_of(self.engine.ruleset.unit, value)

    def _brings(self, text: str, tried: KeptCost) -> Iterator[Text]:
        """Sentences on the game points that a choice brings, against the strong player's."""
        words = _("{choice}: {brings} game points on average over {worlds} possible deals, and what the strong player would do.")  # fmt: skip
        if tried is not self.decision.tried[0]:
            words = _("{choice}: {brings} game points on average over {worlds} possible deals, no less than what the strong player would do.")  # fmt: skip
            if tried.cost > 0:
                words = _("{choice}: {brings} game points on average over {worlds} possible deals; what the strong player would do brings {cost} more, {error}: it is better in {better} and worse in {worse} of them.")  # fmt: skip
        yield say(
            words,
            choice=self._label(self._action(text)),
            brings=self._amount(tried.brings or 0),
            worlds=self.decision.worlds,
            cost=self._amount(tried.cost),
            error=f"± {self._amount(tried.error)}",
            better=tried.better,
            worse=tried.worse,
        )
        if text == self.decision.played:
            yield say(_("This is what was done."))

    def _effects_of_discard(self, action: Action) -> Iterator[Text]:
        """Sentences on the suits of the hand that a discard empties, and on its card points where the deal is about points."""
        if not isinstance(action, Choose) or not action.cards:
            return
        deck, hand = self.state.deck, self.state.hands[action.seat]
        laid = action.cards.mask & hand
        if not laid:
            return
        suits = [suit.name for id, suit in deck.suits.items() if (deck.named(id) or 0) & hand and not (deck.named(id) or 0) & hand & ~laid]  # fmt: skip
        if suits:
            yield say(_("It leaves nothing of {suits} in the hand."), suits=", ".join(suits))
        if objective_of(self.engine, self.state.auction.contract) is Objective.POINTS:
            yield say(_("Card points laid away: {points}."), points=halves_text(deck.halves_of(laid)))

    def _answer(self) -> Iterator[Block]:
        """Blocks with the choice made, the game points that each choice brings, and for a bid the value of the hand."""
        done = next(each for each in self.decision.tried if self.decision.played in each.cards)
        words = _("{who} did this: {choice}. The strong player would do this: {other}, which brings {cost} more.")
        best, who = self.decision.tried[0], self.state.name(self.state.turn or 0)
        yield Paragraph(
            say(
                words,
                who=who,
                choice=self._label(self._action(self.decision.played)),
                other=self._label(self._action(best.cards[0])),
                cost=f"{self._amount(done.cost)} ± {self._amount(done.error)}",
            )
        )
        head = (say(_("Choice")), say(_("Brings on average")))
        rows = sorted(self.decision.tried, key=lambda each: -(each.brings or 0))
        brings = ((self._label(self._action(each.cards[0])), Text((self._amount(each.brings or 0),))) for each in rows)
        yield Table(head, tuple(brings), numeric=(1,))
        if isinstance(self._action(self.decision.played), Bid):
            value = hand_value(self.advice, self.engine, self.state)
            if value is not None and self.advice is not None:
                yield from describe_verdict(self.advice, self.engine.ruleset, value)
