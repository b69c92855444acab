"""Values of the allowed cards in the last tricks of an example with all cards open: computed once, kept in a file beside the example, and laid into
lessons."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from tarot_teach.blocks import Block, Paragraph, PlayRow, Spoiler, Stepper, TrickDiagram
from tarot_teach.cards import Card, halves_text
from tarot_teach.engine.deal import Move
from tarot_teach.errors import SolveError
from tarot_teach.language import _
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.records.replay import Replay
from tarot_teach.solver import Objective, Solver, position_of
from tarot_teach.table import Phase, Play
from tarot_teach.text import Text, listed, say

FILE = "open-cards.json"
"""The file of values in a folder of examples."""
LAST_TRICKS = 10
"""Values are kept of so many last tricks."""
VERSION = 1
"""Of the solver, for its values: another number makes all kept ones stale."""

OpenValues = Mapping[int, tuple[int, ...]]
"""By the number of a move, from 0: half-points of the taker's side after each allowed card, in the order of the pack."""


def open_values(replay: Replay) -> OpenValues:
    """The values of a replay, of those positions that the solver can take and decide; from the last one back, since later ones help with
    earlier ones."""
    found: dict[int, tuple[int, ...]] = {}
    solver: Solver | None = None
    for index, move in reversed([*_choices(replay)]):
        with suppress(SolveError):
            position = position_of(replay.engine, move.before)
            solver = solver or Solver(position.rules, Objective.POINTS)
            values = solver.cards(position).values()
            if all(value.exact for value in values):
                found[index] = tuple(value.low for value in values)
    return {index: found[index] for index in sorted(found)}


def _choices(replay: Replay) -> Iterator[tuple[int, Move]]:
    """The plays of the last tricks that could have been others, with their numbers."""
    for index, move in enumerate(replay.deal.moves):
        state = move.before
        if not isinstance(move.action, Play) or state.phase is not Phase.PLAY or any(state.unseen):
            continue
        few = max(map(state.hand_size, range(state.players))) <= LAST_TRICKS
        if few and move.verdict.allowed and replay.engine.legal(state).cards.bit_count() > 1:
            yield index, move


def digest(replay: Replay) -> str:
    """A digest of all that the values of a replay follow from: the solver's version, rules and position at the first play, and the plays. Empty for
    a replay that the solver cannot take."""
    plays = [move.action.card.code for move in replay.deal.moves if isinstance(move.action, Play)]
    for index, move in _choices(replay):
        with suppress(SolveError):
            position = position_of(replay.engine, move.before)
            facts = (VERSION, index, position.rules[1:], position[1:], plays)  # the pack by the suits of the rules
            return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]
    return ""


def kept_values(replay: Replay) -> OpenValues:
    """The values that are kept beside the example of a replay; none where they belong to another position, other rules or another solver."""
    file = _file_of(replay)
    if file is None or not file.is_file():
        return {}
    kept = _read(file, file.stat().st_mtime_ns).get(replay.record.file.id)
    if not isinstance(kept, dict) or kept.get("digest") != digest(replay):
        return {}
    sizes = {index: replay.engine.legal(move.before).cards.bit_count() for index, move in _choices(replay)}
    values = {int(index): tuple(halves) for index, halves in kept["values"].items()}
    return {index: halves for index, halves in values.items() if len(halves) == sizes.get(index)}


def keep_values(replay: Replay) -> Path | None:
    """Compute the values of a replay and keep them beside its example; None for one that is not in a file, or that the solver cannot take."""
    file, of = _file_of(replay), digest(replay)
    if file is None or not of:
        return None
    kept = dict(_read(file, file.stat().st_mtime_ns)) if file.is_file() else {}
    values = {str(index): halves for index, halves in open_values(replay).items()}
    kept[replay.record.file.id] = {"digest": of, "values": values}
    rows = (f"{json.dumps(id)}: {json.dumps(kept[id], separators=(',', ':'))}" for id in sorted(kept))
    file.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    return file


def _file_of(replay: Replay) -> Path | None:
    """The file of values for the folder of a record; None for a record that is in no file."""
    document = replay.record.document
    path = Path(document.file) if document else None
    return path.with_name(FILE) if path is not None and path.is_file() else None


@lru_cache(maxsize=64)
def _read(file: Path, _changed: int) -> Mapping[str, object]:
    """The values in a file; none in one that is no list of them."""
    with suppress(OSError, ValueError):
        data = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(data, dict):
            return data
    return {}


# ------------------------------------------------------------------------------- in lessons


def with_open_cards(blocks: Iterable[Block], replay: Replay) -> list[Block]:
    """The blocks of a lesson, in which each play has what the allowed cards bring, as far as that is kept."""
    kept = kept_values(replay)
    return [_with_values(block, replay, kept) for block in blocks] if kept else [*blocks]


def _with_values(block: Block, replay: Replay, kept: OpenValues) -> Block:
    match block:
        case Stepper() | Spoiler():
            return replace(block, blocks=tuple(_with_values(part, replay, kept) for part in block.blocks))
        case TrickDiagram():
            return replace(block, plays=tuple(_with_sentence(play, replay, kept) for play in block.plays))
    return block


def describe_open_cards(replay: Replay, index: int) -> list[Block]:
    """The values of the cards at a move, as far as they are kept."""
    halves = kept_values(replay).get(index)
    if halves is None:
        return [Paragraph(say(_("No values with open cards are kept for this step.")), "refused")]
    return [Paragraph(sentence(replay, index, halves))]


def _with_sentence(play: PlayRow, replay: Replay, kept: OpenValues) -> PlayRow:
    halves = kept.get(play.number - 1)
    return play if halves is None else replace(play, open_cards=sentence(replay, play.number - 1, halves))


def sentence(replay: Replay, index: int, halves: tuple[int, ...]) -> Text:
    """The values of the cards at a move, the best for the seat first, and what the played one cost."""
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
    cost = abs(values[move.action.card] - next(iter(groups)))
    words = _("No card is better than {card}.") if not cost else _("{card} cost {points} card points.")
    return said + " " + say(words, card=move.action.card, points=halves_text(cost))
