"""One deal played by the kernel and by the engine, and set against each other card by card."""

from __future__ import annotations

from tarot_teach.table import Choices, Play, State
from tarot_teach.topics.simulate.deal_simulator import Dealing
from tarot_teach.topics.simulate.kernel.runner import Kernel, play_one
from tarot_teach.topics.simulate.players import Move


def difference(dealing: Dealing, kernel: Kernel, seed: int, number: int) -> str:
    """The first difference in the play of a deal, in words; empty where the kernel plays as the engine does."""
    plays: list[tuple[int, int, int]] = []

    def watch(_state: State, choices: Choices, move: Move) -> None:
        if isinstance(move.action, Play):
            plays.append((move.action.seat, choices.cards, move.action.card.index))

    state, told = dealing.play(seed, number, watch)
    seen = play_one(kernel, seed, number)
    if seen.plays != plays:
        at = next((i for i, pair in enumerate(zip(plays, seen.plays, strict=False)) if pair[0] != pair[1]), len(plays))
        return f"play {at + 1} of the deal"
    if seen.winners != [taken.winner for taken in state.tricks]:
        return "the winners of the tricks"
    surrendered = kernel.tables[0]["unpaid"] == 2 and state.debts  # changes hands after the last trick
    if seen.plays and not surrendered and seen.won != list(state.won):
        return "the cards captured"
    ending = dealing.ending_of(state, told)
    if seen.ending != ending:
        return f"the ending, {seen.ending.row} and not {ending.row}"
    return ""
