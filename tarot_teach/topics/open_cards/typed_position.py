"""A position with all cards known, as it is typed: the hands by seat, the taker, the trick, and what the taker's side has already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tarot_teach.cards import Card, check_named_once
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import read_seat
from tarot_teach.engine.setup import Setup, contract_of_trick
from tarot_teach.errors import NotationError
from tarot_teach.messages import _
from tarot_teach.rules import STEPS
from tarot_teach.table import Play, State

ALONE = "alone"
"""The word for a taker without a partner."""


def typed_position(
    engine: Engine,
    hands: Mapping[str, Sequence[Card]],
    *,
    taker: str,
    partner: str | None = None,
    called: Card | None = None,
    leader: str | None = None,
    trick: Sequence[Card] = (),
    taken: Sequence[Card] = (),
    contract: str | None = None,
) -> State:
    """The state in which the seats hold these hands, after the cards of a ``trick``; the taker leads to it unless a ``leader``
    is named. The ``partner`` is named, or holds the ``called`` card; ``alone`` is none, as in records. ``taken`` are cards that
    the taker's side has won or laid away; all others that are missing count for the other side, and both are taken to have won a
    trick.

    Raises NotationError for seats that are missing, hands that are uneven, and cards in two places, IllegalActionError for a
    card that could not be played.
    """
    deck, seats = engine.ruleset.deck, engine.seats(len(hands))
    table = State(engine.ruleset.name, deck, seats, 0)
    held = {read_seat(table, seat): list(cards) for seat, cards in hands.items()}
    if len(held) < len(seats):
        message, hint = _("a seat has two hands"), _("give each of {seats} one hand")
        raise NotationError.of("solve.hands", message, hint=hint.format(seats=", ".join(seats)))
    first = read_seat(table, taker if leader is None else leader)
    for place, card in enumerate(trick):
        held[(first + place) % len(seats)].append(card)
    if len({*map(len, held.values())}) > 1 or not any(held.values()):
        sizes = ", ".join(f"{seats[seat]} {len(held[seat])}" for seat in range(len(seats)))
        message = _("with the cards of the trick, the hands are not of the same size: {sizes}")
        raise NotationError.of("solve.hands", message, hint=_("give each seat as many cards"), sizes=sizes)
    by, helper = read_seat(table, taker), None if partner in (None, ALONE) else read_seat(table, partner)
    if partner is not None and engine.index.calls is None:
        message, hint = _("in {name} the taker has no partner"), _("leave out {option}").format(option="--partner")
        raise NotationError.of("solve.partner", message, hint=hint, name=engine.ruleset.name)
    if helper == by:
        message, hint = (
            _("the taker cannot partner themselves"),
            _("write {option}").format(option=f"--partner {ALONE}"),
        )
        raise NotationError.of("solve.partner", message, hint=hint)
    if partner is not None and called is not None and any(called in cards for cards in held.values()):
        message, hint = (
            _("{called} is in a hand, which says who the partner is"),
            _("leave out {option}").format(option="--partner"),
        )
        raise NotationError.of("solve.partner", message, hint=hint, called=called)
    everywhere = [card for cards in (*held.values(), taken) for card in cards]
    check_named_once(everywhere)
    if called is None and len(held[first]) == engine.index.deals.hand_size(len(seats)) and engine.ruleset.at("call"):
        message = _("the first trick of {name} may depend on the card that was called")
        raise NotationError.of("solve.called", message, hint=_("name it: --called CARD"), name=engine.ruleset.name)
    setup = Setup(
        seats=seats,
        dealer=(first - 1) % len(seats),
        hands=tuple(deck.mask(held[seat]) for seat in range(len(seats))),
        unseen=(0,) * len(seats),
        taker=by,
        partner=helper,
        called=called,
        contract=contract_of_trick(engine, contract, STEPS),
        side_piles=(deck.mask(taken), deck.all & ~deck.mask(everywhere)),
        leader=first,
    )
    state = setup.deal(engine, "play").state
    for place, card in enumerate(trick):
        state, _events = engine.apply(state, Play((first + place) % len(seats), card))
    return state
