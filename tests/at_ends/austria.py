"""Scores of deals of Austrian games, by their second implementations."""

from __future__ import annotations

from collections.abc import Sequence

from naive import strohmandeln

from tarot_teach.engine import Deal
from tarot_teach.table import Play
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import codes, params, place

SCALES = {"strohmandeln-mayr": strohmandeln.MAYR, "strohmandeln-wz-2007": strohmandeln.WZ}


def of_straw_men(deal: Deal, game: SmallGame) -> Sequence[int]:
    """The scores of Strohmandeln; the cards that may be played at each turn, in the hand and open, are compared on the way."""
    state, rules = deal.state, game.ruleset
    dealt = next(move.before for move in deal.moves if move.before.hands)
    seats = [(state.dealer + 1 + i) % 2 for i in range(2)]
    done = strohmandeln.Deal(
        [codes(dealt.hand(seat)) for seat in seats],
        [[[card.code for card in heap.below if card] for heap in dealt.heaps[seat]] for seat in seats],
        None if state.auction.contract == "simple" else place(deal, state.auction.taker),
        SCALES[rules.id.rpartition("-small-")[0]]._replace(grammel="score.grammel" in rules.rules),
    )
    done.half, done.kings = params(rules, "count.half").points, strohmandeln.KINGS & codes(rules.deck.cards)
    for move in deal.moves:
        if isinstance(move.action, Play):
            seat = seats.index(move.action.seat)
            assert (seat, codes(move.before.hand(move.action.seat))) == (done.turn, done.sides[seat].playable)
            done.play(move.action.card.code)
    return done.score(), -done.score()
