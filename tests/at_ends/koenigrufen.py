"""Positions and ends of small packs of Königrufen, as its second implementation is given them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from naive import koenigrufen as naive
from naive.koenigrufen import CUPS, Cup

from tarot_teach.engine import Deal
from tarot_teach.table import NOTHING, State
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import chosen, codes, params, place, talon_of, tricks_of

__all__ = ["CUPS", "of_cup", "scores"]


def of_cup(cup: Cup, hand: set[str], trick: list[str], state: State) -> set[str]:
    """The cards that may be played, by the game that was bid."""
    return naive.allowed(hand, trick, state.auction.contract or "", cup)


def scores(deal: Deal, game: SmallGame) -> Sequence[Fraction | int]:
    """The scores of a deal of Upper Austria or of a cup."""
    auction, talon, cup = deal.state.auction, talon_of(deal), CUPS[game.ruleset.id.rpartition("-small-")[0]]
    done = naive.Deal(cup, auction.contract or "", place(deal, auction.taker), theirs={*talon})
    done.partner = None if auction.partner is None else place(deal, auction.partner)
    done.called = auction.called.code if auction.called else ""
    done.half = params(game.ruleset, "count.half").points
    assert params(game.ruleset, "score.trischaken").above == done.half
    done.kings = naive.KINGS & codes(game.ruleset.deck.cards)
    done.worth = {item: worth for item, worth in naive.WORTH.items() if f"score.{item}" in game.ruleset.rules}
    for _move, action, seat in chosen(deal):
        if action.rule == "exchange.half":
            part = len(talon) // 2
            done.theirs = {*(talon[part:] if action.option == "1" else talon[:part])}
        elif action.rule.startswith("exchange.away"):
            done.mine = codes(action.cards)
            done.theirs -= {*talon} if done.contract == "sechserdreier" else set()
        elif action.rule == "declare.kontra":
            done.kontra += action.option != NOTHING
        elif action.rule.startswith("declare.") and action.option != NOTHING:
            done.said.setdefault(action.option.rpartition("-")[2], []).append(seat)
    done.said = {item: seats for item, seats in done.said.items() if item in done.worth or item == "valat"}
    done.tricks = tricks_of(deal, lambda trick: naive.winner(trick, done.contract, cup))
    return done.scores()
