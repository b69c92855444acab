"""Ends of small packs of Troggu, as its second implementation is given them."""

from __future__ import annotations

from collections.abc import Sequence

from naive import troggu

from tarot_teach.engine import Deal
from tarot_teach.rules import Ruleset
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import chosen, codes, params, place, talon_of, tricks_of


def of_valais(deal: Deal, game: SmallGame) -> Sequence[int]:
    """The scores of a deal of a small pack."""
    return scores(deal, game.ruleset)


def scores(deal: Deal, rules: Ruleset) -> Sequence[int]:
    """The scores of a deal."""
    state = deal.state
    done = troggu.Deal(state.players, state.auction.contract or "", place(deal, state.auction.taker))
    done.half = params(rules, "count.half").points
    done.away = {*talon_of(deal)} if done.contract == "solo" else set()
    for _move, action, _seat in chosen(deal):
        done.away = codes(action.cards)
    leader = done.leader
    for led, trick, _won in tricks_of(deal, troggu.winner):
        assert led == leader
        leader = done.trick(leader, trick)
    return done.scores()
