"""Ends of small packs of Zwanzigerrufen, as its second implementation is given them."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.engine import Deal
from tarot_teach.table import NOTHING, Play
from tarot_teach.topics.prove.small_packs import SmallGame
from tests import test_zwanzigerrufen as second
from tests.at_ends.reading import chosen, codes, params, place, tricks_of


def scores(deal: Deal, game: SmallGame) -> Sequence[int]:
    """The scores of a deal. In a small pack both sides could reach the points of an Absolut, which nobody scores there."""
    auction, rules = deal.state.auction, game.ruleset
    first = next(move.before for move in deal.moves if isinstance(move.action, Play))
    done = second.Dealt([codes(first.hand((first.dealer + 1 + i) % 4)) for i in range(4)], auction.contract or "")
    done.declarer = place(deal, auction.taker)
    done.takers = {done.declarer} | (set() if auction.partner is None else {place(deal, auction.partner)})
    done.half, done.kings = params(rules, "count.half").points, second.KINGS & codes(rules.deck.cards)
    done.absolut = params(rules, "score.absolut").event.points if "score.absolut" in rules.rules else None
    for _move, action, seat in chosen(deal):
        item = "game" if action.rule == "declare.contra" else action.option.rpartition("-")[2]
        if action.rule.startswith("declare.") and action.option != NOTHING:
            done.said.setdefault(item, []).append(seat)
    if done.absolut is None:
        done.said.pop("absolut", None)
    done.tricks = [(won, tuple(trick)) for _leader, trick, won in tricks_of(deal, lambda trick: second.winner(trick, done.contract))]  # fmt: skip
    return done.score()
