"""Deals of L'Hombre and Tresillo for the second implementation."""

from __future__ import annotations

from collections.abc import Sequence

from naive import hombre

from tarot_teach.engine import Deal
from tarot_teach.rules import Ruleset
from tarot_teach.table import Bid, Choose, Play, State
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import codes, params, place, tricks_of


def cards_of(state: State, ruleset: Ruleset) -> hombre.Cards:
    """The ranks of the cards, when a suit has become trumps."""
    deck = ruleset.deck
    matadors = params(ruleset, "play.matadors").matadors
    return hombre.Cards(game_of(ruleset), deck.suits[state.trumps].letter, codes(deck.cards), matadors)


def game_of(ruleset: Ruleset) -> str:
    """The id of the game, also with a small pack."""
    return ruleset.id.partition("-small-")[0]


def done_of(deal: Deal, ruleset: Ruleset) -> hombre.Deal:
    """A deal that was played, with what each place holds when the play begins."""
    state, begun = deal.state, next(move.before for move in deal.moves if isinstance(move.action, Play))
    done = hombre.Deal(
        game_of(ruleset),
        cards_of(state, ruleset),
        place(deal, state.auction.taker),
        state.auction.contract or "",
        tricks=params(ruleset, "deal.packets").hand,
        asked_after=params(ruleset, "play.voll").after,
    )
    done.held = [codes(begun.hand((state.dealer + 1 + i) % 3)) for i in range(3)]
    for move in deal.moves:
        action = move.action
        if isinstance(action, Bid):
            done.passes[place(deal, action.seat)] += action.bid == "pass"
        elif isinstance(action, Choose):
            done.changed[place(deal, action.seat)] += len(action.cards or ())
            done.for_all |= action.option == "all_tricks"
    done.winners = [won for _leader, _cards, won in tricks_of(deal, done.cards.winner)]
    return done


def payments(deal: Deal, game: SmallGame) -> Sequence[int]:
    """What each place wins or loses in a small game."""
    done = done_of(deal, game.ruleset)
    assert done.whole()
    return done.payments()
