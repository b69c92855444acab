"""Questions about endings with all cards open, and what proves the answer: the value of each card, and lines of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tarot_teach.blocks import Block, Choice, Exercise, Paragraph
from tarot_teach.cards import Card, halves_text, points_number
from tarot_teach.engine import Engine
from tarot_teach.explain.exercises import POSSIBLE, RIGHT, trick_so_far
from tarot_teach.explain.hands import hands_of, heap_rows
from tarot_teach.explain.score_sheet import names_of
from tarot_teach.explain.setting import (
    Item,
    Setting,
    contract_of,
    hands_shown,
    lead_of,
    parties_of,
    partner_of,
    table_of,
    trick_of,
    trumps_of,
    won_so_far,
)
from tarot_teach.mechanisms import Mechanism
from tarot_teach.mechanisms.count import CardPoints
from tarot_teach.mechanisms.honours import HonoursFact
from tarot_teach.mechanisms.interfaces import CountsPiles, Judges, Scores
from tarot_teach.mechanisms.play import HighestWins
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.solver import Objective, OpenPlay, Position
from tarot_teach.table import State
from tarot_teach.text import CardRef, Text, joined, listed, say

AMOUNTS = (Objective.POINTS, Objective.TRICKS)
"""The objectives whose questions ask for an amount."""
PROVED = (Objective.MADE.value, Objective.PETIT.value, *(objective.value for objective in AMOUNTS))
"""The kinds of questions, each by its objective."""
TAKERS, ONE, SEVERAL = "taker's side", "one player", "several players"
"""The sides whose result a question asks for, by the form of its words."""
SHORT_ENDING, FEW_CARDS = 5, 3
"""The tricks and the different cards up to which an ending is easy."""
BOTH_HAVE_WON = 3
"""The value of ``Position.tricks_by`` where each side has won a trick."""


class ProvedLine(NamedTuple):
    """Seats and cards of a line of play from an ending on, and the state at the end of the deal."""

    plays: tuple[tuple[int, Card], ...]
    end: State


@dataclass(frozen=True)
class Proof:
    """An ending with all cards open: the state, and the value of each allowed card by an objective (see :class:`~tarot_teach.solver.Value`).

    ``side`` are the seats whose result the values are, ``most`` those that play for a high one, ``so_far`` is the result before the trick.
    ``lines`` are best play after cards: after one best card and, except of an ending for an amount, after each that is
    wrong. ``different`` is the number of cards that do not come to the same from the outset, ``played`` the card of the
    simple player, and ``simple`` what the side has when simple players play the deal out. The ``position`` is that of the solver of
    positions; elsewhere ``grouped`` says in which groups cards are counted (0: by their number) and how many the side has, and ``by_winners`` that it matters who
    has won which tricks.
    """

    state: State
    objective: Objective
    side: tuple[int, ...]
    most: tuple[int, ...]
    so_far: int
    values: Mapping[Card, int]
    lines: Mapping[Card, ProvedLine]
    different: int
    played: Card
    simple: int = 0
    position: Position | None = None
    grouped: tuple[int, int] | None = None
    by_winners: bool = False

    @classmethod
    def of(
        cls,
        play: OpenPlay,
        state: State,
        values: Mapping[Card, int],
        lines: Mapping[Card, ProvedLine],
        different: int,
        played: Card,
        simple: int = 0,
    ) -> Proof:
        """The proof that a solver gives of a state in its trick."""
        found = cls(
            state,
            play.objective,
            play.side,
            play.most,
            play.so_far,
            values,
            lines,
            different,
            played,
            simple,
            play.position,
        )
        ending = play.ending
        return found if ending is None else replace(found, grouped=ending.grouped, by_winners=ending.by_winners)

    @property
    def mine(self) -> bool:
        """True if the seat to play is for a high value."""
        return self.state.turn in self.most

    @property
    def best(self) -> int:
        """The value of the best card for the seat to play."""
        return (max if self.mine else min)(self.values.values())

    @property
    def right(self) -> Card:
        """A best card."""
        return next(card for card in self.lines if self.values[card] == self.best)

    @property
    def form(self) -> str:
        """The side in the words of the question: the taker's, one player who is taken to have all others against them, or several."""
        if self.state.auction.taker is not None:
            return TAKERS
        return ONE if len(self.side) == 1 else SEVERAL

    def difficulties(self) -> Iterator[str]:
        """The difficulties of the ending, by their names in ``levels.DIFFICULTIES``."""
        assert self.state.turn is not None
        if self.different > FEW_CARDS:
            yield "choice"
        if self.state.left(self.state.turn) > SHORT_ENDING:
            yield "ending"
        if (self.simple if self.objective in AMOUNTS else self.values[self.played]) != self.best:
            yield "player"


def proved_exercise(engine: Engine, proof: Proof, id: str) -> Exercise:
    """The question about an ending: which card makes or defeats the contract, or brings the Petit to the side of the seat to play; or how
    many card points or tricks are still to be had."""
    return _Builder(engine, proof).exercise(id)


@dataclass(frozen=True, slots=True)
class _Builder:
    """Puts an ending and its proof into words."""

    engine: Engine
    proof: Proof

    def exercise(self, id: str) -> Exercise:
        proof, setting = self.proof, self._setting()
        exercise = Exercise(
            id,
            str(proof.objective),
            (Paragraph(joined(setting.paragraphs)), *self._shown()),
            self._question(),
            given=setting.data,
            ruleset=self.engine.ruleset.name,
            rules=tuple(dict.fromkeys(self._rules())),
            difficulties=tuple(proof.difficulties()),
        )
        if proof.objective in AMOUNTS:
            return replace(
                exercise,
                amount=self._typed(proof.best - proof.so_far),
                misses=tuple(self._misses().items()),
                answer=tuple(self._amounts()),
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

    def _setting(self) -> Setting:
        """The contract, the sides, what the side of the values has and needs, and the lead."""
        state, position = self.proof.state, self.proof.position
        no_trick = position is not None and position.tricks_by != BOTH_HAVE_WON
        return Setting.of(
            contract_of(self.engine, state, state.name),
            trumps_of(self.engine, state),
            partner_of(self.engine, state, state.name),
            parties_of(state, state.name),
            self._behaviour_of_others(),
            [self._of_position(position)] if position is not None else self._of_ending(),
            [won_so_far(self.engine, state)] if no_trick else [],
            lead_of(state, state.name),
            [table_of(state), trick_of(state), hands_shown(state)],
        )

    def _behaviour_of_others(self) -> Iterator[Item]:
        """The behaviour of the others where each plays alone: without it there would be no answer that is sure."""
        proof = self.proof
        if proof.form == ONE:
            who = proof.state.name(proof.side[0])
            words = _("Each plays alone, but here all others are taken to play against {who}, which they need not do.")
            yield Item((say(words, who=who),), {"against_all": proof.state.seats[proof.side[0]]})

    def _of_position(self, position: Position) -> Item:
        """The points and honours of the taker's side so far."""
        so_far = {"points": halves_text(position.halves), "honours": position.honours}
        return Item(tuple(self._so_far(position)), so_far)

    def _of_ending(self) -> Iterator[Item]:
        """The tricks or points so far, as far as they matter, what makes the contract, and the answer to whoever is asked whether to play on."""
        proof, state, index = self.proof, self.proof.state, self.engine.rules(self.proof.state)
        if proof.objective is Objective.TRICKS or proof.by_winners:
            won = {state.seats[seat]: number for seat, number in enumerate(state.tricks_won)}
            yield Item((say(_("Tricks so far: {tricks}."), tricks=self._tricks(state)),), {"tricks": won})
        else:
            yield self._points_so_far()
        if proof.objective is Objective.MADE:
            yield Item(tuple(judge.says() for judge in index.all(Judges)), {})
        if index.in_turn.get("play"):
            yield Item((say(_("Whoever is asked whether to play on does.")),), {})

    def _points_so_far(self) -> Item:
        """The points so far, and the number of cards where they are counted in groups."""
        proof, number = self.proof, points_number(self.proof.so_far)
        if proof.form == TAKERS:
            words = ngettext(
                "So far {taker:the}'s side has {points} card point.",
                "So far {taker:the}'s side has {points} card points.",
                number,
            )
        elif proof.form == ONE:
            words = ngettext("So far {who} has {points} card point.", "So far {who} has {points} card points.", number)
        else:
            words = ngettext(
                "So far {who} have {points} card point.", "So far {who} have {points} card points.", number
            )
        data: dict[str, Any] = {"points": halves_text(proof.so_far)}
        said = [self._of_side(words, points=halves_text(proof.so_far))]
        if proof.grouped is not None:
            group, cards = proof.grouped
            phrase = _("The number of cards counts too: so far there are {cards}.")
            if group:
                phrase = _("Cards are counted in groups of {group}: of these there are {cards} so far.")
            said.append(say(phrase, cards=cards, group=group))
            data["cards"] = cards
        return Item(tuple(said), data)

    def _of_side(self, words: str, **values: Any) -> Text:
        """A sentence about the side whose result is asked for: the taker's, a party, or one player."""
        state = self.proof.state
        return self.engine.ruleset.say(words, who=names_of(self.proof.side, state.name), **values)

    def _tricks(self, state: State) -> Text:
        """The tricks that each seat has won."""
        won = enumerate(state.tricks_won)
        return listed([say(_("{who} {number}"), who=state.name(seat), number=number) for seat, number in won])

    def _shown(self) -> tuple[Block, ...]:
        state, terms = self.proof.state, self.engine.ruleset.terms
        clockwise = self.engine.index.clockwise
        hands = hands_of(state, state.name, lambda id: Text((terms[id].label,)), clockwise=clockwise)
        trick = (trick_so_far(state, state.name),) if state.trick.cards else ()
        heaps = tuple(heap_rows(state, state.name, Text((terms["heap"],))))
        return (replace(hands, middle=heaps), *trick)

    def _so_far(self, position: Position) -> Iterator[Text]:
        """Sentences about the points of the taker's side, and those that it needs."""
        ruleset = self.engine.ruleset
        number = points_number(position.halves)
        words = ngettext(
            "So far {taker:the}'s side has {points} card point with {honours}.",
            "So far {taker:the}'s side has {points} card points with {honours}.",
            number,
        )
        honours = ruleset.terms["honour"].count(position.honours)
        yield ruleset.say(words, points=halves_text(position.halves), honours=honours)
        if self.proof.objective is Objective.MADE:
            targets = listed([*self._targets(position)], N_("{first} or {last}"))
            yield ruleset.say(_("It needs {targets}."), targets=targets)

    def _targets(self, position: Position) -> Iterator[Text]:
        """The card points that make the contract, with each number of honours that can be."""
        rules, honours = position.rules, position.honours
        for hand in position.hands:
            honours += sum((held & marked).bit_count() for held, marked in zip(hand, rules.honours, strict=True))
        for number in range(position.honours, honours + 1):
            points, counted = halves_text(rules.targets[number]), self.engine.ruleset.terms["honour"].count(number)
            yield self.engine.ruleset.say(_("{points} card points with {honours}"), points=points, honours=counted)

    def _question(self) -> Text:
        proof = self.proof
        assert proof.state.turn is not None
        who = proof.state.name(proof.state.turn)
        if proof.objective in AMOUNTS:
            return self._of_side(self._how_many())
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
        return self.engine.ruleset.say(words, who=who)

    def _how_many(self) -> str:
        """The words of a question for an amount."""
        proof = self.proof
        if proof.objective is Objective.TRICKS and proof.form == TAKERS:
            return _(
                "All cards are open, and all play their best: how many tricks are still to be had by {taker:the}'s side?"
            )
        if proof.objective is Objective.TRICKS:
            return _("All cards are open, and all play their best: how many tricks are still to be had by {who}?")
        if proof.form == ONE and not proof.mine:
            return _(
                "All cards are open, and all others play against {who}: how many card points more can {who} be sure not to exceed?"
            )
        if proof.form == ONE:
            return _(
                "All cards are open, and all others play against {who}: how many card points can {who} still be sure of?"
            )
        if proof.form == SEVERAL:
            return _("All cards are open, and all play their best: how many card points are still to be had by {who}?")
        if proof.position is not None and proof.position.rules.step == 1:
            return _(
                "All cards are open, and all play their best: how many card points are still to be had by {taker:the}'s side? (Write a half as .5.)"
            )
        return _(
            "All cards are open, and all play their best: how many card points are still to be had by {taker:the}'s side?"
        )

    def _petit_held(self) -> bool:
        """True if the Petit is with the side of the seat to play, in a hand or in the trick."""
        state, petit = self.proof.state, self.proof.state.deck.marks["petit"]
        laid = {seat: card.bit for seat, card in state.trick.by(state.players)}
        holder = next(seat for seat, hand in enumerate(state.hands) if (hand | laid.get(seat, 0)) & petit)
        return (holder in self.proof.most) == self.proof.mine

    def _proved(self, card: Card) -> Text:
        """The value of a card, and the line of play that shows it."""
        proof, line = self.proof, self.proof.lines[card]
        sentences = [self._value(card), *self._line(line)]
        if proof.objective is Objective.MADE:
            sentences.append(self._in_the_end(line.end))
        return joined(sentences)

    def _in_the_end(self, end: State) -> Text:
        """Sentence on the tricks or points at the end of a line, which make or defeat the contract."""
        proof = self.proof
        if proof.by_winners:
            return say(_("Tricks in the end: {tricks}."), tricks=self._tricks(end))
        assert end.result is not None
        outcome = end.result.sheets[0].outcome
        points, number = halves_text(outcome.halves), points_number(outcome.halves)
        if proof.position is None:
            return self._has_in_the_end(outcome.halves)
        words = ngettext(
            "In the end {taker:the}'s side has {points} card point and needs {target}.",
            "In the end {taker:the}'s side has {points} card points and needs {target}.",
            number,
        )
        honours = outcome.fact(HonoursFact)
        target = halves_text(proof.position.rules.targets[honours.number if honours else 0])
        return self.engine.ruleset.say(words, points=points, target=target)

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
        """Replies to wrong amounts: to that of simple players, and to those of cards that are not best, refuted by best play."""
        proof, said = self.proof, dict[str, Text]()
        if proof.simple != proof.best:
            reply = _("That is what comes of it when all play as the simple player does, who sees no other hand.")
            said[self._typed(proof.simple - proof.so_far)] = say(reply)
        words = _("That is what comes after {cards}, but {card} is better for {who}.")
        line = [*self._line(proof.lines[proof.right])]
        who = proof.state.name(proof.state.turn or 0)
        for amount, cards in self._by_amount().items():
            if proof.right not in cards:
                refuted = self.engine.ruleset.say(words, cards=cards, card=proof.right, who=who)
                said[self._typed(amount)] = joined([refuted, *line])
        return said

    def _by_amount(self) -> dict[int, list[Card]]:
        """The cards by what is still to be had after them."""
        groups: dict[int, list[Card]] = {}
        for card, value in self.proof.values.items():
            groups.setdefault(value - self.proof.so_far, []).append(card)
        return groups

    def _amounts(self) -> Iterator[Block]:
        """A line of best play, and what each card brings."""
        proof = self.proof
        best = say(_("A line of best play:"))
        if proof.form == ONE:
            best = self._of_side(_("A line of best play, with all others against {who}:"))
        end = self._has_in_the_end(proof.best)
        yield Paragraph(joined([best, *self._line(proof.lines[proof.right]), end]))
        words = {
            TAKERS: _("{taker:the}'s side gets {points} after {cards}."),
            ONE: _("{who} gets {points} after {cards}."),
            SEVERAL: _("{who} get {points} after {cards}."),
        }[proof.form]
        groups = sorted(self._by_amount().items(), reverse=proof.mine)
        yield Paragraph(
            joined(self._of_side(words, points=self._shown_amount(amount), cards=cards) for amount, cards in groups)
        )

    def _has_in_the_end(self, amount: int) -> Text:
        """The result of the side at the end of a line."""
        form, number = self.proof.form, points_number(amount)
        if self.proof.objective is Objective.TRICKS and form == TAKERS:
            words = ngettext(
                "In the end {taker:the}'s side has {points} trick.",
                "In the end {taker:the}'s side has {points} tricks.",
                amount,
            )
        elif self.proof.objective is Objective.TRICKS:
            words = ngettext("In the end {who} have {points} trick.", "In the end {who} have {points} tricks.", amount)
        elif form == TAKERS:
            words = ngettext(
                "In the end {taker:the}'s side has {points} card point.",
                "In the end {taker:the}'s side has {points} card points.",
                number,
            )
        elif form == ONE:
            words = ngettext(
                "In the end {who} has {points} card point.", "In the end {who} has {points} card points.", number
            )
        else:
            words = ngettext(
                "In the end {who} have {points} card point.", "In the end {who} have {points} card points.", number
            )
        return self._of_side(words, points=self._shown_amount(amount))

    def _shown_amount(self, amount: int) -> str:
        """Half-points as points, or a number of tricks."""
        return str(amount) if self.proof.objective is Objective.TRICKS else halves_text(amount)

    def _typed(self, amount: int) -> str:
        """An amount as it is typed."""
        if self.proof.objective is Objective.TRICKS:
            return str(amount)
        return str(amount // 2) if amount % 2 == 0 else f"{amount / 2:.1f}"

    def _line(self, line: ProvedLine) -> Iterator[Text]:
        """Seats and cards, a sentence for each trick."""
        state, rest = self.proof.state, [*line.plays]
        number, size = state.number, state.players - len(state.trick.cards)
        while rest:
            cards = " ".join(f"{state.seats[seat]}:{card.glyph}" for seat, card in rest[:size])
            yield say(_("Trick {number}: {cards}."), number=number, cards=cards)
            rest, number, size = rest[size:], number + 1, state.players

    def _rules(self) -> Iterator[str]:
        """The rules that decide what is right: what makes the contract, who wins tricks, or what cards count."""
        index = self.engine.rules(self.proof.state)
        if self.proof.objective is Objective.POINTS:
            found: list[Mechanism] = [*index.all(CardPoints)] or [*index.all(CountsPiles)] or [*index.all(Scores)]
        elif self.proof.objective is Objective.MADE:
            found = [*index.all(Judges)]
        else:
            found = [*index.all(HighestWins)]
        yield from (rule.rule for rule in found)
