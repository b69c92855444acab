"""Values that are computed once for an example and kept in a file beside it, as long as rules, position and plays are the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from tarot_teach.engine.deal import Move
from tarot_teach.errors import SolveError
from tarot_teach.files import write_atomically
from tarot_teach.records.replay import Replay
from tarot_teach.rules import Ruleset
from tarot_teach.solver import OpenPlay, is_solved_by_positions, position_of
from tarot_teach.table import Phase, Play
from tarot_teach.table.serial import state_as_data

FILE = "open-cards.json"
"""The file in a folder of examples."""
LAST_TRICKS = 10
"""Values are kept of so many last tricks."""
VERSION = 1
"""The version of the solver's values; another number makes all kept values stale."""


def choices(replay: Replay) -> Iterator[tuple[int, Move]]:
    """The plays of the last tricks that could have been others, with their numbers."""
    for index, move in enumerate(replay.deal.moves):
        state = move.before
        if not isinstance(move.action, Play) or state.phase is not Phase.PLAY or any(state.unseen):
            continue
        few = max(map(state.hand_size, range(state.players))) <= LAST_TRICKS
        if few and move.verdict.allowed and replay.engine.legal(state).cards.bit_count() > 1:
            yield index, move


def rules_as_data(ruleset: Ruleset) -> list[tuple[str, str, dict[str, Any]]]:
    """All rules as plain data, for a digest: ids, kinds and parameters."""
    return [
        (rule.id, rule.mechanism, rule.params.model_dump(mode="json", exclude_defaults=True))
        for rule in ruleset.rules.values()
    ]


def digest(replay: Replay) -> str:
    """A digest of all that the values of a replay follow from: the solver's version, rules and position at the first play, and the plays. Empty for
    a replay that the solver cannot take."""
    plays = [move.action.card.code for move in replay.deal.moves if isinstance(move.action, Play)]
    for index, move in choices(replay):
        with suppress(SolveError):
            if not is_solved_by_positions(replay.engine, move.before.auction.contract):
                aim = OpenPlay(replay.engine, move.before, nodes=1).objective
                facts_of_words = (
                    VERSION,
                    index,
                    aim.value,
                    rules_as_data(replay.engine.ruleset),
                    state_as_data(move.before),
                    plays,
                )
                return hashlib.sha256(repr(facts_of_words).encode()).hexdigest()[:12]
            position = position_of(replay.engine, move.before)
            facts = (VERSION, index, position.rules[1:], position[1:], plays)  # the pack by the suits of the rules
            return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]
    return ""


def can_keep(replay: Replay) -> bool:
    """True for a replay of an example in a file that the solver can take."""
    return _file_of(replay) is not None and bool(digest(replay))


def kept_entry(replay: Replay) -> Mapping[str, Any]:
    """The values kept beside the example of a replay; none where they belong to another position, other rules or another solver."""
    file = _file_of(replay)
    if file is None or not file.is_file():
        return {}
    kept = _read(file, file.stat().st_mtime_ns).get(replay.record.file.id)
    return kept if isinstance(kept, dict) and kept.get("digest") == digest(replay) else {}


def keep_entry(replay: Replay, **parts: object) -> Path | None:
    """Keep parts of what best play comes to beside the example of a replay, with others that still hold; None for one that is not in a file, or that
    the solver cannot take."""
    file, of = _file_of(replay), digest(replay)
    if file is None or not of:
        return None
    kept = dict(_read(file, file.stat().st_mtime_ns)) if file.is_file() else {}
    kept[replay.record.file.id] = {**kept_entry(replay), "digest": of, **parts}
    rows = (f"{json.dumps(id)}: {json.dumps(kept[id], separators=(',', ':'))}" for id in sorted(kept))
    write_atomically(file, ("{\n" + ",\n".join(rows) + "\n}\n").encode())
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
