"""What the search of small packs has counted of each ruleset, and the changes of one parameter that show in none of them.

``python -m tests.proofs`` counts anew; with names, those rulesets alone; with ``--changes``, also each parameter of each of their rules is changed
once, which takes from two seconds to three minutes for a ruleset.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tarot_teach.topics.prove.changes import Effect, effects
from tarot_teach.topics.prove.proof import prove
from tarot_teach.topics.prove.small_packs import small_games
from tarot_teach.topics.prove.whole import whole_deal
from tests.helpers import LIBRARY

FOLDER = Path(__file__).parent / "fixtures" / "proofs"
POSITIONS, OF_CHANGES, WHOLE = 2000, 1200, 40_000
"""The positions of a pack that are counted here, those that are compared for each change, and the most of a deal that is searched whole."""
COUNTED = ("deals", "deals_whole", "positions", "beginnings", "beginnings_covered", "beginnings_exhausted", "ends", "scores", "digest")  # fmt: skip
WHY = {
    "deal.direction": "the seats have other letters, and nothing else is different",
    "deal.first_dealer": "the first dealer is drawn before the first deal",
    "match": "it acts between two deals",
    "face_up": "it shows cards, and leaves the choices as they are",
    "shown": "it shows cards, and leaves the choices as they are",
}
"""Why changes have no effect in one deal: by rule, by step, or by parameter."""


def counted(name: str) -> list[dict[str, Any]]:
    """The counts of the small packs of a ruleset."""
    proof = prove(LIBRARY, LIBRARY.load(name), positions=POSITIONS)
    assert proof.failed is None, proof.failed
    packs = (pack.as_data() for pack in proof.packs)
    return [{"cards": len(pack["cards"]), **{key: pack[key] for key in COUNTED}} for pack in packs]


def searched_whole(name: str) -> dict[str, Any] | None:
    """The counts of the deal of a ruleset that is searched whole."""
    deal = whole_deal(LIBRARY, LIBRARY.load(name), WHOLE)
    return deal and deal.as_data() | {"cards": len(deal.game.ruleset.deck.cards), "left_out": [*deal.game.left_out]}


def changed(name: str) -> dict[str, Any]:
    """How many changes of one parameter there are, how many the loader refuses, and those that show in no small pack, each with the reason."""
    found = [*effects(LIBRARY, small_games(LIBRARY, LIBRARY.load(name)), OF_CHANGES)]
    idle = [effect for effect in found if not effect.refused and not effect.shown_by]
    refused = sum(bool(effect.refused) for effect in found)
    return {"tried": len(found), "refused": refused, "without_effect": {each.change.name: why(each) for each in idle}}


def why(effect: Effect) -> str:
    """Why a change has no effect, as far as that is known."""
    rule, (parameter, *_inner) = effect.change.rule, effect.change.path
    named = (WHY.get(each) for each in (rule, rule.partition(".")[0], str(parameter)))
    return next(filter(None, named), "such cards or results do not come about in the deals that are searched")


def kept(name: str) -> dict[str, Any]:
    """What is kept of a ruleset."""
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def main(arguments: Sequence[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in [each for each in arguments if each != "--changes"] or LIBRARY.ids():
        data = kept(name) | {"packs": counted(name), "whole": searched_whole(name)}
        if "--changes" in arguments:
            data["changes"] = changed(name)
        (FOLDER / f"{name}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(name, *(pack["digest"] for pack in data["packs"]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
