"""Actions as people type them: ``garde``, ``HR``, ``N HR``, ``discard H1 H2 …``, ``single``."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.engine.engine import Engine
from tarot_teach.errors import NotationError, suggest
from tarot_teach.messages import NP_, _, is_typed, word_named
from tarot_teach.table.actions import NOTHING, Action, Bid, Choose, Play
from tarot_teach.table.state import SEAT_NAMES, Choices, Phase, State

VERBS = (
    NP_("typed", "play"),
    NP_("typed", "bid"),
    NP_("typed", "call"),
    NP_("typed", "discard"),
    NP_("typed", "announce"),
    NP_("typed", "give"),
)
"""Words that may stand before an action: ``play H10`` is ``H10``."""

_NAMES = {
    phase: str(phase) for phase in (Phase.CUT, Phase.DEAL, Phase.CALL, Phase.DISCARD, Phase.DECLARE, Phase.PAY)
} | {Phase.CLAIM: "declare"}
"""The names of choices by phase; those that rules ask for in their order are named ``choose``."""


def read_action(engine: Engine, state: State, text: str) -> Action:
    """An action in a state, as typed; a seat before it says whose it is, by default that of the seat to act.

    Raises NotationError with a suggestion.
    """
    if state.turn is None:
        message, hint = _("the deal is over: nobody is to act any more"), _("take moves back, or begin another deal")
        raise NotationError.of("play.over", message, hint=hint)
    words = text.split()
    seat = state.turn
    if len(words) > 1 and words[0] in state.seats:
        seat, words = state.seats.index(words[0]), words[1:]
    if len(words) > 1 and is_typed(words[0], *VERBS):
        words = words[1:]
    text = " ".join(words)
    choices = engine.legal(state)
    announced = announcement(engine, choices, text)
    if announced is not None:
        return announced._replace(seat=seat)
    return engine.stages[state.phase].read(engine.index, state, seat, text)


def action_text(action: Action, phase: Phase) -> str:
    """An action of a phase as it is typed, without its seat and the cards shown for it; a cut and a deal by their names."""
    if phase in (Phase.CUT, Phase.DEAL):
        return action_name(action, phase)
    match action:
        case Bid(_seat, bid):
            return bid
        case Play(_seat, card):
            return card.code
        case Choose(_seat, _rule, option, chosen):
            shown = phase in (Phase.DECLARE, Phase.PLAY)
            return " ".join(word for word in (option, str(chosen) if chosen and not shown else "") if word) or NOTHING
    return action_name(action, phase)


def action_name(action: Action, phase: Phase) -> str:
    """The name of the kind of an action in a phase: ``cut``, ``deal``, ``bid`` …"""
    if not isinstance(action, Choose):
        return type(action).__name__.lower()
    if phase is Phase.PLAY and action.rule.partition(".")[0] in ("declare", NOTHING):
        return "declare"
    return _NAMES.get(phase, "choose")


def action_values(action: Action, phase: Phase) -> tuple[object, ...]:
    """The values of an action after its seat, as plain data has them: numbers of a cut or a deal, a card that is called or given, cards."""
    if not isinstance(action, Choose):
        return action[1:]
    match phase:
        case Phase.CUT:
            return action.numbers or ()
        case Phase.DEAL:
            return (action.numbers or (),)
        case Phase.CALL | Phase.PAY:
            return (action.card,)
        case Phase.DISCARD:
            return (action.cards,)
    return action[1:]


def announcement(engine: Engine, choices: Choices, text: str) -> Choose | None:
    """The announcement that a text names among those offered, by its level, its rule or the ruleset's word for it."""
    offers = choices.declarations[::-1]
    named, by_rule = {offer.option or offer.rule: offer for offer in offers}, {offer.rule: offer for offer in offers}
    word = word_named(text, {word: engine.index.offer_name(offer) for word, offer in named.items()})
    return by_rule.get(text.strip().casefold()) if word is None else named[word]


def announces_nothing(engine: Engine, state: State, text: str) -> bool:
    """True where the seat to act is asked for an announcement and the text names cards to play instead."""
    choices = engine.legal(state)
    if choices.cards or not any(offer.rule == NOTHING for offer in choices.declarations):
        return False
    words = " ".join(word for word in text.split() if word not in state.seats and not is_typed(word, *VERBS))
    try:
        return announcement(engine, choices, words) is None and bool(state.deck.parse(words))
    except NotationError:
        return False


def read_seat(state: State, seat: int | str) -> int:
    """A seat by its number or letter, or by its name (``North``). Raises NotationError with a suggestion."""
    found = seat_named(seat, state.seats) if isinstance(seat, str) else seat
    if found is not None and 0 <= found < len(state.seats):
        return found
    hint = suggest(str(seat), state.seats, _("seats"))
    raise NotationError.of("play.seat", _("nobody sits at {seat!r}"), hint=hint, seat=seat)


def seat_named(text: str, seats: Sequence[str]) -> int | None:
    """The seat that a letter or a name in English or the language in use says: ``S``, ``south``; None for any other text."""
    for i, letter in enumerate(seats):
        name = SEAT_NAMES.get(letter, letter)
        if word_named(text, {letter: name, name: _(name)}) is not None:
            return i
    return None
