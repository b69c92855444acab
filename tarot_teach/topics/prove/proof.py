"""The proof of a ruleset: its small packs searched, with what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarot_teach.engine import Deal, Engine
from tarot_teach.files import write_atomically
from tarot_teach.loading import Library
from tarot_teach.loading.yaml_writer import write_yaml
from tarot_teach.records.as_record import deal_record
from tarot_teach.rules import Ruleset
from tarot_teach.topics.check.trials import SEEN_AT_WORK
from tarot_teach.topics.prove.search import POSITIONS, Counterexample, PackResult, deals_of, search_pack
from tarot_teach.topics.prove.small_packs import PACKS, SmallGame, small_games
from tarot_teach.topics.prove.whole import WholeDeal, whole_deal

MANY = 50
"""A contract that was won, or lost, at so many ends and never otherwise is named."""


@dataclass(frozen=True, slots=True)
class PackProof:
    """A small game and the result of its search."""

    game: SmallGame
    result: PackResult

    def as_data(self) -> dict[str, Any]:
        """The proof as JSON-able data."""
        shape, result, counts = self.game.shape, self.result, self.result.counts
        found = result.counterexample
        return {
            "id": self.game.ruleset.id,
            **self.game.as_data(),
            "deals": result.deals,
            "deals_whole": result.whole,
            "too_few_to_lay_away": result.too_few,
            "deals_of_pack": deals_of(shape),
            "positions": counts.positions,
            "choices": counts.choices.total(),
            "beginnings": counts.begun,
            "beginnings_covered": counts.covered,
            "beginnings_exhausted": counts.exhausted,
            "ends": sum(counts.ends.values()),
            "scores": len(counts.ends),
            "longest": counts.longest,
            "reasons": result.reasons,
            "digest": counts.digest(),
            "fault": None if found is None else {"deal": found.number, "rule": found.rule, "message": found.message},
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """The proofs of a ruleset by its small packs, up to the first counterexample; ``idle`` are the rules that never changed anything in them, and
    ``whole`` is a deal that was searched whole."""

    ruleset: Ruleset
    packs: tuple[PackProof, ...]
    idle: tuple[str, ...]
    whole: WholeDeal | None = None

    def always(self, won: bool) -> list[str]:
        """The contracts that the taker's side has won, or lost, at every end of many."""
        made = sum((pack.result.counts.made for pack in self.packs), Counter[tuple[str, bool]]())
        contracts = dict.fromkeys(contract for contract, _won in made)
        return [each for each in contracts if made[each, won] >= MANY and not made[each, not won]]

    @property
    def failed(self) -> PackProof | None:
        """The pack with a counterexample, if one has."""
        return next((pack for pack in self.packs if pack.result.counterexample), None)


def prove(
    library: Library,
    ruleset: Ruleset,
    *,
    positions: int = POSITIONS,
    packs: int = PACKS,
    whole: int = 0,
    on_pack: Callable[[int], None] = lambda _done: None,
) -> Proof:
    """Search the small packs of a ruleset, so many positions of each, and one deal whole with ``whole`` positions at most. Raises LoadError where its
    rules do not go with a small pack."""
    found: list[PackProof] = []
    for game in small_games(library, ruleset, packs):
        found.append(
            PackProof(game, search_pack(Engine(game.ruleset), game.shape, too_few=game.too_few, positions=positions))
        )
        on_pack(len(found))
        if found[-1].result.counterexample:
            break
    at_work = set[str]().union(*(pack.result.at_work for pack in found))
    there = {id for pack in found for id in pack.game.ruleset.rules}
    mechanisms = Engine(ruleset).index.mechanisms.values()
    idle = (each.rule for each in mechanisms if isinstance(each, SEEN_AT_WORK))
    sound = not any(pack.result.counterexample for pack in found)
    deal = whole_deal(library, ruleset, whole) if sound and whole else None
    return Proof(ruleset, tuple(found), tuple(rule for rule in idle if sound and rule in there - at_work), deal)


def write_proof(proof: Proof, folder: Path) -> list[Path]:
    """Write the small games of a proof, and its counterexample as an example that can be replayed, into a folder; the files. Raises OutputError."""
    files: dict[str, Mapping[str, Any]] = {}
    for pack in proof.packs:
        files |= pack.game.files
    failed = proof.failed
    if failed is not None and failed.result.counterexample is not None:
        record = record_of(failed.game, failed.result.counterexample)
        if record is not None:
            files[f"examples/{record['id']}.yaml"] = record
    paths = [folder / name for name in files]
    for path, data in zip(paths, files.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, write_yaml(data).encode())
    return paths


def record_of(game: SmallGame, found: Counterexample) -> dict[str, Any] | None:
    """A counterexample as an example from the dealt hands on; None where it lies before them."""
    moves = [*found.deal.moves]
    dealt = next((i for i, move in enumerate(moves) if move.before.hands), None)
    if dealt is None:
        if not found.deal.state.hands:
            return None
        dealt = len(moves)
    start = moves[dealt].before if dealt < len(moves) else found.deal.state
    deal = Deal(found.deal.engine, start)
    for move in moves[dealt:]:
        deal = deal.push(move.action)
    head = {"format": 1, "id": f"{game.ruleset.id}-counterexample", "ruleset": f"../{game.ruleset.id}.yaml"}
    return {**head, "title": found.message[:100], "seats": {seat: seat for seat in start.seats}, **deal_record(deal)}
