"""The question for the best card of a turn, with a list of what the seat has seen: points or tricks won, the cards still out, and the suits that players have
shown to be gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tarot_teach.blocks import Block, Bullets, Choice, Exercise, Paragraph
from tarot_teach.cards import Card, halves_text
from tarot_teach.explain.exercises import ExerciseBuilder
from tarot_teach.language import _
from tarot_teach.solver import Objective, objective_of
from tarot_teach.text import Text, say
from tarot_teach.topics.tactics.facts import Facts


def best_card_asked(facts: Facts, id: str, right: Sequence[Card], judged: Callable[[Choice], Choice]) -> Exercise:
    """The question for the best card of a turn, without an answer: the ``right`` cards, and each choice as it is ``judged``."""
    asked = ExerciseBuilder(facts.engine, facts.state.name, id).card(facts.state, *right)
    seen = what_was_seen(facts) if facts.engine.index.play.in_tricks else ()
    return replace(
        asked,
        setting=(*asked.setting, *seen),
        choices=tuple(map(judged, asked.choices)),
        rules=(),
        best_sought=True,
    )


def what_was_seen(facts: Facts) -> Iterator[Block]:
    """A list of the points or tricks won so far, the cards still out, and the suits that players have shown to be gone."""
    items = [*_sides_points(facts), *_out(facts), *_missing(facts)]
    yield Paragraph(say(_("What {who} has seen:"), who=facts.state.name(facts.seat)))
    yield Bullets(tuple(items))


def _sides_points(facts: Facts) -> Iterator[Text]:
    """The card points or tricks that the known side of the seat has won so far."""
    state = facts.state.view(facts.seat)
    own = state.side(facts.seat)
    if objective_of(facts.engine, state.auction.contract) is Objective.POINTS:
        halves = sum(state.deck.halves_of(state.won[seat]) for seat in own)
        alone, together = (
            _("Card points won in tricks by {who}: {points}."),
            _("Card points won in tricks by the side of {who}: {points}."),
        )
        yield say(alone if len(own) == 1 else together, who=state.name(facts.seat), points=halves_text(halves))
    else:
        won = ", ".join(f"{state.name(seat)} {number}" for seat, number in enumerate(state.tricks_won))
        yield say(_("Tricks so far: {tricks}."), tricks=won)
    if facts.seat == state.auction.taker and state.discard:
        cards = [*state.deck.set(state.discard)]
        yield say(_("{who} has laid away {cards}."), who=state.name(facts.seat), cards=cards)


def _out(facts: Facts) -> Iterator[Text]:
    """The cards that others may still hold, by suit."""
    deck = facts.state.deck
    for name, suit in facts.order.suits.items():
        cards = [*deck.set(facts.out & suit)]
        label = deck.suits[name].name if name in deck.suits else name
        if cards:
            yield say(_("Still out of {suit}: {cards}."), suit=label, cards=cards)
        else:
            yield say(_("Of {suit} nothing is out."), suit=label)
    if facts.out & facts.excuse:
        yield facts.engine.ruleset.say(_("{excuse:the} is out."))


def _missing(facts: Facts) -> Iterator[Text]:
    """The suits that others have shown to be gone."""
    deck = facts.state.deck
    for seat in facts.missing:
        names = []
        for name, suit in facts.order.suits.items():
            rest = suit & facts.out
            if rest and not rest & ~facts.missing[seat]:
                names.append(deck.suits[name].name if name in deck.suits else name)
        if names:
            yield say(_("{who} has none of these left: {suits}."), who=facts.state.name(seat), suits=", ".join(names))
