"""A deal in play as blocks: the last moves, as far as a seat may know them, and the choices of the seat to act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tarot_teach.blocks import Block, HandDiagram, HandRow, Paragraph
from tarot_teach.engine import Engine
from tarot_teach.explain.lesson import describe_step
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.language import _
from tarot_teach.mechanisms import Who
from tarot_teach.records.replay import Replay
from tarot_teach.table import (
    NOTHING,
    PASS,
    VOID,
    Action,
    Bid,
    Call,
    Choices,
    Cut,
    DealCards,
    Declare,
    Discard,
    Pay,
    Phase,
    Play,
)
from tarot_teach.text import Text, say
from tarot_teach.topics.simulate.players import Decision


def describe_move(replay: Replay, number: int, seat: int) -> list[Text]:
    """A move with its consequences in sentences, as far as a seat may know them; none for a seat that announces nothing."""
    step, teller = replay.deal.moves[number], Narrator(replay)
    match step.action:
        case Play() | Pay():
            texts = [describe_action(replay.engine, step.action, teller.who)]
            texts += [text for event in step.events for text in teller.consequences(event)]
            return texts
        case Declare(_seat, what) if what == NOTHING:
            return []
    return [block.text for block in describe_step(replay, number, seat) if isinstance(block, Paragraph)]


def describe_turn(replay: Replay, choices: Choices) -> list[Block]:
    """The hand of the seat to act, the trick, and all its choices. ``choices.state`` is the seat's view."""
    return list(_turn(replay, choices))


def describe_hint(replay: Replay, move: Decision, maxims: Mapping[str, Text]) -> list[Block]:
    """The decision of a player of the machine, and the maxim behind it."""
    head = say(
        _("The program would do this: {does}"), does=describe_action(replay.engine, move.action, Narrator(replay).who)
    )
    maxim = maxims.get(move.maxim)
    return [Paragraph(head), *([Paragraph(maxim, "aside")] if maxim else [])]


def describe_action(engine: Engine, action: Action, who: Who) -> Text:
    """An action in a sentence."""
    name = who(action.seat)
    match action:
        case Play(_seat, card):
            return say(_("{who} plays {card}."), who=name, card=card)
        case Pay(_seat, card):
            return say(_("{who} gives {card}."), who=name, card=card)
        case Call(_seat, card):
            return say(_("{who} calls {card}."), who=name, card=card)
        case Discard(_seat, cards):
            return say(_("{who} lays away {cards}."), who=name, cards=cards)
        case Bid(_seat, bid) if bid == PASS:
            return say(_("{who} passes."), who=name)
        case Bid(_seat, bid):
            return say(_("{who} bids {contract}."), who=name, contract=bid_name(engine.ruleset, bid))
        case Declare(_seat, what) if what == NOTHING:
            return say(_("{who} announces nothing."), who=name)
        case Declare(_seat, _what, level) if level == VOID:
            return say(_("{who} declares the deal void."), who=name)
        case Declare(_seat, _what, level):
            return say(_("{who} announces this: {level}."), who=name, level=level)
        case Cut():
            return say(_("{who} cuts."), who=name)
        case DealCards():
            return say(_("{who} deals."), who=name)


def _turn(replay: Replay, choices: Choices) -> Iterator[Block]:
    state, seat, who = choices.state, choices.seat, Narrator(replay).who
    assert seat is not None
    row = HandRow(state.seats[seat], who(seat), tuple(state.hand(seat)))
    yield HandDiagram((row,), caption=say(_("The hand of {who}"), who=who(seat)))
    if state.phase is Phase.PLAY and state.trick.cards:
        laid = [say(_("{who}: {card}"), who=who(other), card=card) for other, card in state.trick.by(state.players)]
        yield Paragraph(say(_("On the table: {laid}."), laid=laid))
    yield from (Paragraph(text, "lead") for text in _open(choices))


def _open(choices: Choices) -> Iterator[Text]:
    """All allowed actions, with the words for typing them."""
    deck = choices.state.deck

    def codes(mask: int) -> str:
        return " ".join(card.code for card in deck.set(mask))

    if choices.bids:
        yield say(_("Bid: {bids}."), bids=", ".join(choices.bids))
    if choices.calls:
        yield say(_("Call a card: {codes}."), codes=codes(choices.calls))
    if choices.discard:
        allowed, obliged, size = choices.discard
        yield say(_("Lay away {size} of these: {codes}."), size=size, codes=codes(allowed.mask))
        if obliged:
            yield say(_("Among them have to be: {codes}."), codes=codes(obliged.mask))
    if choices.declarations:
        yield say(
            _("Announce: {levels}."), levels=", ".join(offer.level or offer.what for offer in choices.declarations)
        )
    if choices.pays:
        yield say(_("Give one of the cards captured: {codes}."), codes=codes(choices.pays))
    if choices.cards:
        yield say(_("Play: {codes}."), codes=codes(choices.cards))
