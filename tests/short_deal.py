"""A deal of ``fft-4`` from its trick 16 on, found anew whenever the machine's players play otherwise."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import count, permutations
from typing import Any, NamedTuple

from tarot_teach.try_it.answers import Answers

TRICK = 16


class ShortDeal(NamedTuple):
    """A deal by its seed, the three ``cards`` of South in an order in which they may be played, and what South then scores. The last card is
    not allowed in place of the second."""

    seed: int
    cards: tuple[str, str, str]
    score: str

    @property
    def address(self) -> str:
        """The part of an address that begins the deal."""
        return f"try=play&game=fft-4&seed={self.seed}&seat=S&trick={TRICK}"


@cache
def short_deal() -> ShortDeal:
    """The first such deal."""
    answers = Answers()

    def ask(**question: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(answers.ask(json.dumps({"game": "fft-4", **question})))
        return answer

    for seed in count(1):
        begin = {"ask": "play", "seed": seed, "seat": "S", "trick": TRICK}
        for one, two, three in permutations(ask(**begin)["hand"]):
            ask(**begin)
            if "refused" in ask(ask="do", text=one) or "refused" not in ask(ask="do", text=three):
                continue
            ask(ask="do", text=two)
            scores = dict(re.findall(r"<li>(\w+) <b>(\S+)</b>", ask(ask="do", text=three)["news"]))
            return ShortDeal(seed, (one, two, three), scores["South"])
    raise AssertionError
