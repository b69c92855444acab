"""Ends of small packs of the game of 1637, as its second implementation is given them."""

from __future__ import annotations

from collections.abc import Sequence

from naive import marolles

from tarot_teach.engine import Deal
from tarot_teach.rules import Ruleset
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import chosen, codes, params, tricks_of


def of_nevers(deal: Deal, game: SmallGame) -> Sequence[int]:
    """The scores of a deal of a small pack."""
    return scores(deal, game.ruleset)


def scores(deal: Deal, rules: Ruleset) -> Sequence[int]:
    """The scores of a deal."""
    ((_move, action, _seat),) = chosen(deal)
    done = marolles.Deal(codes(action.cards), params(rules, "score.par").par)
    for leader, trick, won in tricks_of(deal, marolles.winner):
        assert done.trick(leader, trick) == won
    return done.scores()
