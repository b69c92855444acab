"""Values of the allowed cards in the last tricks of an example with all cards open: computed once, kept in a file beside the example, and laid into
lessons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tarot_teach.blocks import Block, Paragraph, PlayRow, Spoiler, Stepper, TrickDiagram
from tarot_teach.cards import Card, halves_text
from tarot_teach.errors import SolveError
from tarot_teach.explain.kept_values import can_keep, choices, keep_entry, kept_entry
from tarot_teach.explain.shares import Shares, kept_shares, sentence_on_seen, shares_to_keep
from tarot_teach.language import _
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.records.replay import Replay
from tarot_teach.solver import Objective, Solver, position_of
from tarot_teach.table import Play
from tarot_teach.text import Text, listed, say

OpenValues = Mapping[int, tuple[int, ...]]
"""By the number of a move, from 0: half-points of the taker's side after each allowed card, in the order of the pack."""


def open_values(replay: Replay) -> OpenValues:
    """The values of a replay, of those positions that the solver can take and decide; from the last one back, since later ones help with
    earlier ones."""
    found: dict[int, tuple[int, ...]] = {}
    solver: Solver | None = None
    for index, move in reversed([*choices(replay)]):
        with suppress(SolveError):
            position = position_of(replay.engine, move.before)
            solver = solver or Solver(position.rules, Objective.POINTS)
            values = solver.cards(position).values()
            if all(value.exact for value in values):
                found[index] = tuple(value.low for value in values)
    return {index: found[index] for index in sorted(found)}


def kept_values(replay: Replay) -> OpenValues:
    """The values that are kept beside the example of a replay; none where they belong to another position, other rules or another solver."""
    sizes = {index: replay.engine.legal(move.before).cards.bit_count() for index, move in choices(replay)}
    values = {int(index): tuple(halves) for index, halves in kept_entry(replay).get("values", {}).items()}
    return {index: halves for index, halves in values.items() if len(halves) == sizes.get(index)}


def keep_values(replay: Replay) -> Path | None:
    """Compute the values of a replay and keep them beside its example; None for one that is not in a file, or that the solver cannot take."""
    if not can_keep(replay):
        return None
    return keep_entry(replay, values=open_values(replay), seen=shares_to_keep(replay))


# ------------------------------------------------------------------------------- in lessons


def with_open_cards(blocks: Iterable[Block], replay: Replay) -> list[Block]:
    """The blocks of a lesson, in which each play has what the allowed cards bring, as far as that is kept."""
    kept = kept_values(replay)
    if not kept:
        return [*blocks]
    shares = kept_shares(replay)
    return [_with_values(block, replay, kept, shares) for block in blocks]


def _with_values(block: Block, replay: Replay, kept: OpenValues, shares: Shares) -> Block:
    match block:
        case Stepper() | Spoiler():
            return replace(block, blocks=tuple(_with_values(part, replay, kept, shares) for part in block.blocks))
        case TrickDiagram():
            return replace(block, plays=tuple(_with_sentence(play, replay, kept, shares) for play in block.plays))
    return block


def _with_sentence(play: PlayRow, replay: Replay, kept: OpenValues, shares: Shares) -> PlayRow:
    index = play.number - 1
    if index not in kept:
        return play
    cost = cost_of(replay, index, kept[index]) > 0
    return replace(play, open_cards=sentence(replay, index, kept[index], shares), cost=cost)


def cost_of(replay: Replay, index: int, halves: tuple[int, ...]) -> int:
    """Half-points that the card of a move cost its side."""
    move = replay.deal.moves[index]
    assert isinstance(move.action, Play)
    cards = move.before.deck.set(replay.engine.legal(move.before).cards)
    best = max(halves) if move.action.seat in takers_side(move.before) else min(halves)
    return abs(dict(zip(cards, halves, strict=True))[move.action.card] - best)


def describe_open_cards(replay: Replay, index: int) -> list[Block]:
    """The values of the cards at a move, as far as they are kept."""
    halves = kept_values(replay).get(index)
    if halves is None:
        return [Paragraph(say(_("No values with open cards are kept for this step.")), "refused")]
    return [Paragraph(sentence(replay, index, halves, kept_shares(replay)))]


def sentence(replay: Replay, index: int, halves: tuple[int, ...], shares: Shares) -> Text:
    """The values of the cards at a move, the best for the seat first, and what the played one cost; where few cards were hidden, also how often it is best over
    deals that fit what its player had seen."""
    move = replay.deal.moves[index]
    assert isinstance(move.action, Play)
    state, ruleset = move.before, replay.engine.ruleset
    values = dict(zip(state.deck.set(replay.engine.legal(state).cards), halves, strict=True))
    of_taker = move.action.seat in takers_side(state)
    if len({*halves}) == 1:
        phrase = _("With all cards open, every card that is allowed brings {taker:the}'s side to {points}.")
        return ruleset.say(phrase, points=halves_text(halves[0]))
    groups: dict[int, list[Card]] = {}
    for card, value in sorted(values.items(), key=lambda item: -item[1] if of_taker else item[1]):
        groups.setdefault(value, []).append(card)
    parts = [say(_("{points} by {cards}"), points=halves_text(value), cards=cards) for value, cards in groups.items()]
    said = ruleset.say(_("With all cards open, {taker:the}'s side comes to {values}."), values=listed(parts))
    cost = cost_of(replay, index, halves)
    if not cost:
        words = _("No card is better than {card}.")
    elif cost == 2:
        words = _("{card} cost one card point.")
    else:
        words = _("{card} cost {points} card points.")
    said = said + " " + say(words, card=move.action.card, points=halves_text(cost))
    row = shares.get(index)
    seen = sentence_on_seen(replay, index, row) if row and len(row) == len(values) + 1 else None
    return said if seen is None else said + " " + seen
