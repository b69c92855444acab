"""One deal played by the kernel and by the engine, and set against each other card by card."""

from __future__ import annotations

from tarot_teach.table import Play
from tarot_teach.topics.simulate.deal_simulator import Dealing, ending_of
from tarot_teach.topics.simulate.kernel.runner import Kernel, play_one


def difference(dealing: Dealing, kernel: Kernel, seed: int, number: int) -> str:
    """The first difference in the play of a deal, in words; empty where the kernel plays as the engine does."""
    deal = dealing.play(seed, number)
    state = deal.state
    plays = [
        (move.action.seat, deal.engine.legal(move.before).cards, move.action.card.index)
        for move in deal.moves
        if isinstance(move.action, Play)
    ]
    seen = play_one(kernel, seed, number)
    if seen.plays != plays:
        at = next((i for i, pair in enumerate(zip(plays, seen.plays, strict=False)) if pair[0] != pair[1]), len(plays))
        return f"play {at + 1} of the deal"
    if seen.winners != [taken.winner for taken in state.tricks]:
        return "the winners of the tricks"
    surrendered = kernel.tables[0]["unpaid"] == 2 and state.debts  # changes hands after the last trick
    if seen.plays and not surrendered and seen.won != list(state.won):
        return "the cards captured"
    ending = ending_of(state, deal.events())
    if seen.ending != ending:
        return f"the ending, {seen.ending.row} and not {ending.row}"
    return ""
