"""One trick by itself: a state in which the hand to play and the cards before it are known, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.cards import Card
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import NotationError, suggest
from tarot_teach.language import _
from tarot_teach.table import State, Trick


def situation(
    engine: Engine,
    held: Sequence[Card],
    played: Sequence[Card],
    *,
    leader: int = 0,
    players: int | None = None,
    first_trick: bool = False,
    last_trick: bool = False,
    called: Card | None = None,
    taker: int | None = None,
    unknown: int = 0,
) -> State:
    """The state in which ``held`` is the hand to play, after ``played`` in that order.

    ``players`` is by default the game's usual number, or as many as the cards ask for; ``taker`` is by default the leader.
    ``unknown`` is how many further cards are in the hand to play. Raises NotationError for a trick that is complete, or both
    first and last, a hand that is empty or too large, a card in two places, or a called card that may not be called.
    """
    players = players or max(len(engine.seats()), min(len(played) + 1, engine.ruleset.players[-1]))
    if not held:
        raise NotationError.of("legal.hand", _("the hand is empty"), hint=_("name the cards that are held: SR T18 EX"))
    if first_trick and last_trick:
        raise NotationError.of(
            "legal.trick", _("a trick is the first or the last, not both"), hint=_("leave one of them out")
        )
    if len(played) >= players:
        message = _("the trick is complete: {players} players play, and {number} cards are given").format(
            players=players, number=len(played)
        )
        raise NotationError.of("legal.trick", message, hint=_("name the cards before the one that is to be played"))
    for card in held:
        if card in played:
            message = _("the {name} ({code}) is in the hand and in the trick").format(name=card.name, code=card.code)
            raise NotationError.of("cards.twice", message, hint=_("leave it out of one of them"))
    full = engine.index.deals.hand_size(players)
    if len(held) > full:
        message = _("a hand of {number} cards is too large: each player is dealt {full}").format(
            number=len(held), full=full
        )
        raise NotationError.of("legal.hand", message, hint=_("leave out those that are played already"))
    if called is not None:
        _check_called(engine, called)
    seat = (leader + len(played)) % players
    unseen = [len(held) + unknown] * players
    unseen[seat] = unknown
    for i in range(len(played)):
        unseen[(leader + i) % players] -= 1
    hands = [0] * players
    hands[seat] = engine.ruleset.deck.mask(held)
    contract = next(iter(engine.index.ranking), None)
    position = Setup(
        seats=engine.seats(players),
        dealer=(leader - 1) % players,
        hands=tuple(hands),
        unseen=tuple(unseen),
        leader=leader,
        contract=contract,
        taker=(leader if taker is None else taker) if contract else None,
        called=called,
    )
    state = position.deal(engine, "play").start
    trick = Trick(leader)
    for card in played:
        trick = trick.add(card)
    missed = 0 if first_trick else full - 1 if last_trick else state.missed
    return state._replace(trick=trick, turn=seat, missed=missed)


def _check_called(engine: Engine, called: Card) -> None:
    """Raises NotationError for a card that may not be called, whatever the taker holds."""
    may, calls, state = 0, engine.index.calls, engine.start(seed=0)
    while calls and (more := calls.callable(state._replace(hands=(may,) * state.players), 0) & ~may):
        may |= more
    if not called.bit & may:
        known = [card.code for card in engine.ruleset.deck.set(may)]
        message = _("the {name} ({code}) may not be called").format(name=called.name, code=called.code)
        raise NotationError.of("legal.called", message, hint=suggest(called.code, known, _("cards that may be called")))
