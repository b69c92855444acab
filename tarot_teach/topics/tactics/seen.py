"""The question for the best card of a turn, with what the seat has seen round its table: points or tricks won, the cards still out, and the suits
that players have shown to be gone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tarot_teach.blocks import Block, Bullets, Choice, Exercise, HandRow, Paragraph, TrickDiagram
from tarot_teach.cards import Card, halves_text
from tarot_teach.explain.exercises import ExerciseBuilder
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.messages import _, pgettext
from tarot_teach.solver import Objective, objective_of
from tarot_teach.text import Text, say
from tarot_teach.topics.tactics.facts import Facts


@dataclass(frozen=True, slots=True)
class SeenFact:
    """A thing that a seat has seen: in a sentence, and in short as a label with words or cards."""

    said: Text
    label: Text
    short: Text


@dataclass(frozen=True, slots=True)
class WhatWasSeen(Block):
    """Cards and points that a seat has seen up to its turn, and the seats of the table.

    ``hands`` are the seats in order of play, each with the number of its cards as ``unseen``, ``won`` the tricks that each has won. ``trick`` is the
    name of the trick that is on; ``costs`` say by card, in two or three words, what it costs.
    """

    title: Text
    facts: tuple[SeenFact, ...]
    seat: str
    hands: tuple[HandRow, ...]
    won: tuple[int, ...]
    trick: str
    clockwise: bool
    costs: tuple[tuple[str, Text], ...] = ()

    def fallback(self) -> tuple[Block, ...]:
        """A list of the facts."""
        return (Paragraph(self.title), Bullets(tuple(fact.said for fact in self.facts)))

    @property
    def table(self) -> str:
        """The table as JSON, for the script that draws it."""
        seats = [
            {"seat": hand.seat, "name": hand.name, "role": hand.role, "left": hand.unseen, "won": won}
            for hand, won in zip(self.hands, self.won, strict=True)
        ]
        costs = {code: str(cost) for code, cost in self.costs}
        data = {"seat": self.seat, "trick": self.trick, "clockwise": self.clockwise, "seats": seats, "costs": costs}
        return json.dumps(data, ensure_ascii=False)


def best_card_asked(
    facts: Facts, id: str, right: Sequence[Card], judged: Callable[[Choice], Choice], costs: Mapping[str, Text]
) -> Exercise:
    """The question for the best card of a turn, without an answer: the ``right`` cards, each choice as it is ``judged``, and the ``costs`` of
    others in two or three words, by their codes."""
    asked = ExerciseBuilder(facts.engine, facts.state.name, id).card(facts.state, *right)
    seen = (what_was_seen(facts, costs),) if facts.engine.index.play.in_tricks else ()
    return replace(
        asked,
        setting=(*asked.setting, *seen),
        choices=tuple(map(judged, asked.choices)),
        rules=(),
        best_sought=True,
    )


def what_was_seen(facts: Facts, costs: Mapping[str, Text]) -> WhatWasSeen:
    """The points or tricks won so far, the cards still out, the suits that players have shown to be gone, and the seats round the table."""
    state = facts.state.view(facts.seat)
    hands = tuple(
        HandRow(letter, state.name(seat), (), state.hand_size(seat), " · ".join(_roles(facts, seat)))
        for seat, letter in enumerate(state.seats)
    )
    return WhatWasSeen(
        say(_("What {who} has seen:"), who=state.name(facts.seat)),
        tuple(chain(_points_won(facts), _out(facts), _missing(facts))),
        state.seats[facts.seat],
        hands,
        state.tricks_won,
        TrickDiagram(state.number, ()).title,
        facts.engine.index.clockwise,
        tuple(costs.items()),
    )


def _roles(facts: Facts, seat: int) -> Iterator[str]:
    """The words for the taker with the contract, and for the partner where the seat to act knows that."""
    auction, ruleset = facts.state.view(facts.seat).auction, facts.engine.ruleset
    if seat == auction.taker:
        yield ruleset.terms["taker"].label if "taker" in ruleset.terms else _("taker")
        if auction.contract is not None:
            yield str(bid_name(ruleset, auction.contract))
    elif seat == auction.partner and auction.taker is not None:
        yield ruleset.terms["partner"].label if "partner" in ruleset.terms else _("partner")


def _points_won(facts: Facts) -> Iterator[SeenFact]:
    """The card points or tricks that the known side of the seat has won so far."""
    state = facts.state.view(facts.seat)
    mine, who = state.side(facts.seat), state.name(facts.seat)
    if objective_of(facts.engine, state.auction.contract) is Objective.POINTS:
        points = halves_text(sum(state.deck.halves_of(state.won[seat]) for seat in mine))
        words, label = _("Card points won in tricks by {who}: {points}."), _("points of {who}")
        if len(mine) > 1:
            words, label = _("Card points won in tricks by the side of {who}: {points}."), _("points of {who}’s side")
        yield SeenFact(say(words, who=who, points=points), say(label, who=who), Text((points,)))
    else:
        won = ", ".join(f"{state.name(seat)} {number}" for seat, number in enumerate(state.tricks_won))
        yield SeenFact(say(_("Tricks so far: {tricks}."), tricks=won), say(_("tricks won")), Text((won,)))
    if facts.seat == state.auction.taker and state.discard:
        cards = [*state.deck.set(state.discard)]
        said = say(_("{who} has laid away {cards}."), who=who, cards=cards)
        yield SeenFact(said, say(_("laid away")), say("{cards}", cards=cards))


def _out(facts: Facts) -> Iterator[SeenFact]:
    """The cards that others may still hold, by suit."""
    deck = facts.state.deck
    for name, suit in facts.order.suits.items():
        cards = [*deck.set(facts.out & suit)]
        words = deck.suits[name].name if name in deck.suits else name
        label = say(_("{suit} out"), suit=words)
        if cards:
            said, short = say(_("Still out of {suit}: {cards}."), suit=words, cards=cards), say("{cards}", cards=cards)
        else:
            said, short = say(_("Of {suit} nothing is out."), suit=words), Text((pgettext("cards", "none"),))
        yield SeenFact(said, label, short)
    if facts.out & facts.excuse:
        said = facts.engine.ruleset.say(_("{excuse:the} is out."))
        yield SeenFact(said, facts.engine.ruleset.say("{excuse:the}").upper_first(), Text((_("out"),)))


def _missing(facts: Facts) -> Iterator[SeenFact]:
    """The suits that others have shown to be gone."""
    deck = facts.state.deck
    for seat in facts.missing:
        names = []
        for name, suit in facts.order.suits.items():
            rest = suit & facts.out
            if rest and not rest & ~facts.missing[seat]:
                names.append(deck.suits[name].name if name in deck.suits else name)
        if names:
            who, suits = facts.state.name(seat), ", ".join(names)
            said = say(_("{who} has none of these left: {suits}."), who=who, suits=suits)
            yield SeenFact(said, say(_("{who} has no"), who=who), Text((suits,)))
