"""Questions about endings with all cards open, and what proves the answer: the value of each card, and lines of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from tarot_teach.blocks import Block, Choice, Exercise, Paragraph
from tarot_teach.cards import Card, halves_text
from tarot_teach.engine import Engine
from tarot_teach.explain.exercises import POSSIBLE, RIGHT, trick_so_far
from tarot_teach.explain.hands import hands_of
from tarot_teach.explain.score_sheet import taker_plays
from tarot_teach.language import N_, _
from tarot_teach.mechanisms.count import CardPoints, Targets
from tarot_teach.mechanisms.play import HighestWins
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.solver import Objective, Position
from tarot_teach.table import State
from tarot_teach.text import CardRef, Text, joined, listed, say

PROVED = (Objective.MADE.value, Objective.PETIT.value, Objective.POINTS.value)
"""The kinds of questions, each by its objective."""
SHORT_ENDING, FEW_CARDS = 5, 3
"""The tricks and the different cards up to which an ending is easy."""


class Line(NamedTuple):
    """Seats and cards of a line of play from an ending on, and the state at the end of the deal."""

    plays: tuple[tuple[int, Card], ...]
    end: State


@dataclass(frozen=True)
class Proof:
    """An ending with all cards open: the state, and the value of each allowed card by an objective (see :class:`~tarot_teach.solver.Value`).

    ``lines`` are best play after cards: after one best card and, except of an ending for points, after each that is wrong. ``different`` is the number of cards
    that do not come to the same from the outset, ``played`` the card of the simple
    player, and ``simple`` what the taker's side has in half-points when simple players play the deal out.
    """

    state: State
    position: Position
    objective: Objective
    values: Mapping[Card, int]
    lines: Mapping[Card, Line]
    different: int
    played: Card
    simple: int = 0

    @property
    def mine(self) -> bool:
        """True if the seat to play is of the taker's side."""
        return self.state.turn in takers_side(self.state)

    @property
    def best(self) -> int:
        """The value of the best card for the seat to play."""
        return (max if self.mine else min)(self.values.values())

    @property
    def right(self) -> Card:
        """A best card."""
        return next(card for card in self.lines if self.values[card] == self.best)

    def difficulties(self) -> Iterator[str]:
        """The difficulties of the ending, by their names in ``levels.DIFFICULTIES``."""
        if self.different > FEW_CARDS:
            yield "choice"
        if self.position.tricks > SHORT_ENDING:
            yield "ending"
        if (self.simple if self.objective is Objective.POINTS else self.values[self.played]) != self.best:
            yield "player"


def proved_exercise(engine: Engine, proof: Proof, id: str) -> Exercise:
    """The question about an ending: which card makes or defeats the contract, or brings the Petit to the side of the seat to play; or how
    many card points are still to be had."""
    return _Builder(engine, proof).exercise(id)


@dataclass(frozen=True, slots=True)
class _Builder:
    """Puts an ending and its proof into words."""

    engine: Engine
    proof: Proof

    def exercise(self, id: str) -> Exercise:
        proof = self.proof
        exercise = Exercise(
            id,
            str(proof.objective),
            self._setting(),
            self._question(),
            ruleset=self.engine.ruleset.name,
            rules=tuple(dict.fromkeys(self._rules())),
            difficulties=tuple(proof.difficulties()),
        )
        if proof.objective is Objective.POINTS:
            return replace(
                exercise,
                amount=_typed(proof.best - proof.position.halves),
                misses=tuple(self._misses().items()),
                answer=tuple(self._points()),
            )
        choices = tuple(
            Choice(
                card.code,
                Text((CardRef(card),)),
                RIGHT if value == proof.best else POSSIBLE,
                self._value(card) if value == proof.best else self._proved(card),
                card,
            )
            for card, value in proof.values.items()
        )
        return replace(exercise, choices=choices, pick=1, answer=tuple(self._cards()))

    def _setting(self) -> tuple[Block, ...]:
        state, terms = self.proof.state, self.engine.ruleset.terms
        clockwise = bool(self.engine.index.turns and self.engine.index.turns.clockwise)
        hands = hands_of(state, state.name, lambda id: Text((terms[id].label,)), clockwise=clockwise)
        trick = (trick_so_far(state, state.name),) if state.trick.cards else ()
        return (Paragraph(joined(self._words())), replace(hands, middle=()), *trick)

    def _words(self) -> Iterator[Text]:
        """Sentences about the contract, the points of the taker's side, those that it needs, and the lead."""
        state, auction, ruleset = self.proof.state, self.proof.state.auction, self.engine.ruleset
        terms = ruleset.terms
        assert auction.taker is not None and auction.contract is not None and state.turn is not None
        yield taker_plays(ruleset, state.name(auction.taker), auction.contract)
        if auction.partner is not None and auction.partner != auction.taker:
            yield ruleset.say(_("{who} is {partner:the}."), who=state.name(auction.partner))
        position = self.proof.position
        words = _("So far {taker:the}'s side has {points} card points with {honours}.")
        if not position.honours:
            words = _("So far {taker:the}'s side has {points} card points with no {honour}.")
        yield ruleset.say(words, points=halves_text(position.halves), honours=terms["honour"].count(position.honours))
        if self.proof.objective is Objective.MADE:
            yield ruleset.say(_("It needs {targets}."), targets=listed([*self._targets()], N_("{first} or {last}")))
        if not state.trick.cards:
            yield say(_("{who} leads to trick {number}."), who=state.name(state.turn), number=state.number)

    def _targets(self) -> Iterator[Text]:
        """The card points that make the contract, with each number of honours that can be."""
        position = self.proof.position
        rules, honours = position.rules, position.honours
        for hand in position.hands:
            honours += sum((held & marked).bit_count() for held, marked in zip(hand, rules.honours, strict=True))
        for number in range(position.honours, honours + 1):
            words = _("{points} card points with {honours}") if number else _("{points} card points with no {honour}")
            points, counted = halves_text(rules.targets[number]), self.engine.ruleset.terms["honour"].count(number)
            yield self.engine.ruleset.say(words, points=points, honours=counted)

    def _question(self) -> Text:
        proof, ruleset = self.proof, self.engine.ruleset
        assert proof.state.turn is not None
        who = proof.state.name(proof.state.turn)
        if proof.objective is Objective.POINTS:
            words = _(
                "All cards are open, and all play their best: how many card points are still to be had by {taker:the}'s side?"
            )
            if proof.position.rules.step == 1:
                words = _(
                    "All cards are open, and all play their best: how many card points are still to be had by {taker:the}'s side? (Write a half as .5.)"
                )
            return ruleset.say(words)
        if proof.objective is Objective.MADE and proof.mine:
            words = _(
                "All cards are open: which card does {who} have to play to make the contract, whatever the other side plays?"
            )
        elif proof.objective is Objective.MADE:
            words = _(
                "All cards are open: which card does {who} have to play to defeat the contract, whatever the other side plays?"
            )
        elif self._petit_held():
            words = _(
                "All cards are open: which card does {who} have to play to save {petit:the}, whatever the other side plays?"
            )
        else:
            words = _(
                "All cards are open: which card does {who} have to play to win {petit:the}, whatever the other side plays?"
            )
        return ruleset.say(words, who=who)

    def _petit_held(self) -> bool:
        """True if the Petit is with the side of the seat to play, in a hand or in the trick."""
        position, rules = self.proof.position, self.proof.position.rules
        holder = next(seat for seat, hand in enumerate(position.hands) if hand[rules.trumps] & rules.petit)
        return bool(position.takers >> holder & 1) == self.proof.mine

    def _proved(self, card: Card) -> Text:
        """The value of a card, and the line of play that shows it."""
        proof, line = self.proof, self.proof.lines[card]
        sentences = [self._value(card), *self._line(line)]
        if proof.objective is Objective.MADE:
            assert line.end.result is not None
            outcome = line.end.result.sheets[0].outcome
            words = _("In the end {taker:the}'s side has {points} card points and needs {target}.")
            target = halves_text(proof.position.rules.targets[outcome.honours])
            sentences.append(self.engine.ruleset.say(words, points=halves_text(outcome.halves), target=target))
        return joined(sentences)

    def _value(self, card: Card) -> Text:
        """The value of a card in words."""
        words = {
            (Objective.MADE, 1): _("After {card} the contract is made."),
            (Objective.MADE, 0): _("After {card} the contract fails."),
            (Objective.PETIT, 1): _("After {card} {petit:the} goes to {taker:the}'s side."),
            (Objective.PETIT, 0): _("After {card} {petit:the} goes to the defence."),
        }[self.proof.objective, self.proof.values[card]]
        return self.engine.ruleset.say(words, card=card)

    def _cards(self) -> Iterator[Block]:
        """A paragraph for the right card and for each wrong one, with its line of play: books print paragraphs."""
        proof = self.proof
        others = (card for card in proof.lines if card != proof.right)
        yield from (Paragraph(self._proved(card)) for card in (proof.right, *others))

    def _misses(self) -> dict[str, Text]:
        """Replies to wrong numbers of points: to that of simple players, and to those of cards that are not best, refuted by best play."""
        proof, said = self.proof, dict[str, Text]()
        if proof.simple != proof.best:
            reply = _("That is what comes of it when all play as the simple player does, who sees no other hand.")
            said[_typed(proof.simple - proof.position.halves)] = say(reply)
        words = _("That is what comes after {cards}, but {card} is better for {who}.")
        line = [*self._line(proof.lines[proof.right])]
        who = proof.state.name(proof.state.turn or 0)
        for halves, cards in self._by_points().items():
            if proof.right not in cards:
                refuted = self.engine.ruleset.say(words, cards=cards, card=proof.right, who=who)
                said[_typed(halves)] = joined([refuted, *line])
        return said

    def _by_points(self) -> dict[int, list[Card]]:
        """The cards by the half-points that are still to be had after them."""
        groups: dict[int, list[Card]] = {}
        for card, value in self.proof.values.items():
            groups.setdefault(value - self.proof.position.halves, []).append(card)
        return groups

    def _points(self) -> Iterator[Block]:
        """A line of best play, and the points that each card brings."""
        proof, ruleset = self.proof, self.engine.ruleset
        end = ruleset.say(_("In the end {taker:the}'s side has {points} card points."), points=halves_text(proof.best))
        yield Paragraph(joined([say(_("A line of best play:")), *self._line(proof.lines[proof.right]), end]))
        words = _("{taker:the}'s side gets {points} after {cards}.")
        groups = sorted(self._by_points().items(), reverse=proof.mine)
        yield Paragraph(joined(ruleset.say(words, points=halves_text(halves), cards=cards) for halves, cards in groups))

    def _line(self, line: Line) -> Iterator[Text]:
        """Seats and cards, a sentence for each trick."""
        state, rest = self.proof.state, [*line.plays]
        number, size = state.number, state.players - len(state.trick.cards)
        while rest:
            cards = " ".join(f"{state.seats[seat]}:{card.glyph}" for seat, card in rest[:size])
            yield say(_("Trick {number}: {cards}."), number=number, cards=cards)
            rest, number, size = rest[size:], number + 1, state.players

    def _rules(self) -> Iterator[str]:
        """The rules that decide what is right: the target of the contract, who wins tricks, or what cards count."""
        index = self.engine.rules(self.proof.state)
        kinds = {Objective.MADE: Targets, Objective.PETIT: HighestWins, Objective.POINTS: CardPoints}
        yield from (rule.rule for rule in index.all(kinds[self.proof.objective]))


def _typed(halves: int) -> str:
    """Half-points as they are typed."""
    return str(halves // 2) if halves % 2 == 0 else f"{halves / 2:.1f}"
