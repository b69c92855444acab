"""Ends of small packs of Danish tarok, as its second implementation is given them."""

from __future__ import annotations

from collections.abc import Sequence

from naive import danish

from tarot_teach.engine import Deal
from tarot_teach.rules import Ruleset
from tarot_teach.table import Play
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import chosen, codes, params, tricks_of


def numbers_of(rules: Ruleset, tricks: int) -> danish.Numbers:
    """The numbers of a small pack. Of kings and courts the greatest number counts that a table has and a hand reaches; in the whole pack there are never more."""
    (taroks,) = params(rules, "declare.trumps").amounts
    courts, kings = params(rules, "declare.cavalry"), params(rules, "declare.kings")
    tables = [{False: each.amounts, True: each.with_joker} for each in (courts, kings)]
    return danish.Numbers(tricks, params(rules, "score.par").par, taroks, *tables)


def scores(deal: Deal, game: SmallGame) -> Sequence[int]:
    """The scores of a deal with the pots founded anew."""
    first = deal.state.dealer + 1
    begun = next(move.before for move in deal.moves if isinstance(move.action, Play))
    (skat,) = [codes(action.cards) for _move, action, _seat in chosen(deal) if action.rule == "exchange.skat"]
    hands = [codes(begun.hand((first + i) % 3)) for i in range(3)]
    done = danish.Deal(danish.SCALES[""], hands, skat, numbers=numbers_of(game.ruleset, game.shape.hand))
    done.begin()
    for leader, trick, won in tricks_of(deal, danish.winner):
        assert done.trick(leader, trick) == won
    done.end()
    return done.scores
