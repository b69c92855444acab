"""Deals of Ruff and Honours for the second implementation."""

from __future__ import annotations

from collections.abc import Sequence

from naive import ruff

from tarot_teach.engine import Deal
from tarot_teach.rules import Ruleset
from tarot_teach.table import Play
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import codes, params, tricks_of

FIGURES = {"ace": "A", "court": "KQJ"}
"""The cards that count as honours, by the marks of the pack."""


def done_of(deal: Deal, ruleset: Ruleset) -> ruff.Deal:
    """A deal that was played."""
    state, honours = deal.state, params(ruleset, "score.honours")
    begun = next(move.before for move in deal.moves if isinstance(move.action, Play))
    done = ruff.Deal(
        ruleset.deck.suits[state.trumps].letter,
        above=params(ruleset, "score.tricks").above,
        honours="".join(FIGURES[mark] for mark in honours.cards),
        least=honours.least,
    )
    done.held = [codes(begun.hand((state.dealer + 1 + i) % 4)) for i in range(4)]
    done.winners = [won for _leader, _cards, won in tricks_of(deal, lambda trick: ruff.winner(trick, done.trump))]
    return done


def of_ruff(deal: Deal, game: SmallGame) -> Sequence[int]:
    """The points of each pair in a small game."""
    return done_of(deal, game.ruleset).scores()
