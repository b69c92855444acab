"""Deals of the Italian games in pairs for the second implementations."""

from __future__ import annotations

from collections.abc import Sequence

from naive import minchiate, ottocento, piedmont
from naive.pairs_with_matto import PairsDeal

from tarot_teach.engine import Deal
from tarot_teach.table import Choose, Phase, Play
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import chosen, codes, params

NOTHING_SHOWN: Sequence[Sequence[str]] = [[], [], [], []]


def play(done: PairsDeal, deal: Deal) -> None:
    """Follow the play, with the cards that are given for the Matto."""
    for move in deal.moves:
        action = move.action
        if isinstance(action, Play):
            done.play(action.card.code)
        elif move.before.phase is Phase.PAY and isinstance(action, Choose) and action.card is not None:
            done.pay(action.card.code)


def laid_away(deal: Deal) -> set[str]:
    """What the dealer has laid away."""
    return {code for _move, action, _seat in chosen(deal) if action.rule == "exchange.scarto" for code in codes(action.cards)}  # fmt: skip


def of_florence(deal: Deal, game: SmallGame) -> Sequence[int]:
    """Minchiate, of whose versicole a small pack lacks cards, so that none are counted there."""
    pack = [move.before.pack for move in deal.moves if not move.before.hands][-1]
    _below, above, _picked = minchiate.robbed([card.code for card in pack[-game.shape.talon :]])
    done = minchiate.Deal(above=params(game.ruleset, "score.cards").above, versicole="score.versicole" in game.ruleset.rules)  # fmt: skip
    done.marked[1] += minchiate.worth(above)  # the dealer is the last of the four
    play(done, deal)
    return done.scores(NOTHING_SHOWN)


def of_bologna(deal: Deal, game: SmallGame) -> Sequence[int]:
    """Ottocento, of whose combinations a small pack lacks cards, so that none are counted there."""
    done = ottocento.Deal(scarto=laid_away(deal), combined="score.combinations" in game.ruleset.rules)
    play(done, deal)
    return done.scores(NOTHING_SHOWN)


def of_four_in_piedmont(deal: Deal, game: SmallGame) -> Sequence[int]:
    """Piedmontese tarocchi for four."""
    done = piedmont.Deal(laid_away(deal), par=params(game.ruleset, "score.par").par)
    for move in deal.moves:
        if isinstance(move.action, Play):
            done.play(move.action.card.code)
    return done.scores()
