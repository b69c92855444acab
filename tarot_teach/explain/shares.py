"""Shares of deals that fit what a player has seen in which each card of the last tricks of an example is best: computed once, and kept beside the
example."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress

from tarot_teach.cards import Card
from tarot_teach.engine.notation import action_text
from tarot_teach.errors import SolveError
from tarot_teach.explain.kept_values import choices, digest, kept_entry, rules_as_data
from tarot_teach.explain.narrator import Narrator
from tarot_teach.messages import _
from tarot_teach.records.replay import Replay
from tarot_teach.solver import Worlds, best_shares
from tarot_teach.table import Play
from tarot_teach.table.serial import state_as_data
from tarot_teach.text import Text

FEW_TRICKS = 6
"""Few cards are hidden in so many last tricks; before them, no deals are drawn."""
WORLDS = 100
"""Deals are drawn for each card, by its number in the deal."""
VERSION = 2
"""Of the way in which deals are drawn: another number makes all kept shares stale."""

Shares = Mapping[int, tuple[int, ...]]
"""By the number of a move, from 0: how many deals were drawn, and in how many of them each allowed card is best, in the order of the pack. One
deal, where the player could know all hands."""


def shares(replay: Replay) -> Shares:
    """The shares of a replay, of those positions for which deals can be drawn and solved."""
    found: dict[int, tuple[int, ...]] = {}
    for index, move in choices(replay):
        state = move.before
        if max(map(state.hand_size, range(state.players))) <= FEW_TRICKS and state.turn is not None:
            with suppress(SolveError):
                worlds = min(WORLDS, Worlds(replay.engine, state, state.turn).ways)
                drawn = best_shares(replay.engine, state, 1 if worlds == 1 else WORLDS, seed=index)
                if drawn.worlds:
                    found[index] = (drawn.worlds, *drawn.best.values())
    return found


def digest_of_seen(replay: Replay) -> str:
    """A digest of all that the shares of a replay follow from: the deal from its start, all rules, and how deals are drawn."""
    rules = rules_as_data(replay.engine.ruleset)
    moves = [action_text(move.action, move.before.phase) for move in replay.deal.moves]
    facts = (VERSION, FEW_TRICKS, WORLDS, digest(replay), state_as_data(replay.start), rules, moves)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]


def kept_shares(replay: Replay) -> Shares:
    """The shares that are kept beside the example of a replay; none where they belong to another deal or other rules."""
    kept = kept_entry(replay).get("seen", {})
    if not kept or kept.get("digest") != digest_of_seen(replay):
        return {}
    return {int(index): tuple(row) for index, row in kept["shares"].items()}


def shares_to_keep(replay: Replay) -> dict[str, object]:
    """The shares of a replay as they are kept."""
    return {"digest": digest_of_seen(replay), "shares": {str(index): row for index, row in shares(replay).items()}}


def sentence_on_seen(replay: Replay, index: int, row: tuple[int, ...]) -> Text | None:
    """The share of deals that fit what a player had seen in which the played card is best, and the card with the
    greatest share; a mistake, where another card is best in all of them and it in none. None where it is best in
    all."""
    move, ruleset = replay.deal.moves[index], replay.engine.ruleset
    assert isinstance(move.action, Play)
    card, (worlds, *counts) = move.action.card, row
    best: dict[Card, int] = dict(zip(move.before.deck.set(replay.engine.legal(move.before).cards), counts, strict=True))
    often = max(best, key=lambda other: best[other])
    if best[card] == worlds:
        return None
    if worlds == 1:
        phrase = _("{who} could know where all cards lay, so {card} was a mistake.")
    elif not best[card] and best[often] == worlds:
        phrase = _(
            "A mistake: {other} is a best card in all of {worlds} deals that fit what {who} had seen, and {card} in none."
        )
    elif best[card] == best[often]:
        phrase = _(
            "Of {worlds} deals that fit what {who} had seen, it is a best card in {number}, and no other is in more."
        )
    else:
        phrase = _(
            "Of {worlds} deals that fit what {who} had seen, it is a best card in {number}, and {other} in {most}."
        )
    who = Narrator(replay).who(move.action.seat)
    return ruleset.say(
        phrase, who=who, card=card, other=often, worlds=worlds, number=best[card], most=best[often],
    )  # fmt: skip
