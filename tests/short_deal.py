"""A deal of ``fft-4`` from its trick 16 on, found anew whenever the machine's players play otherwise."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import count, permutations
from typing import NamedTuple

from tarot_teach.try_it.answers import Answers
from tests.helpers import ask

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
    do = partial(ask, answers, ask="do", game="fft-4")
    for seed in count(1):
        begin = partial(ask, answers, ask="play", game="fft-4", seed=seed, seat="S", trick=TRICK)
        for one, two, three in permutations(begin()["hand"]):
            begin()
            if "refused" in do(text=one) or "refused" not in do(text=three):
                continue
            do(text=two)
            scores = dict(re.findall(r"<li>(\w+) <b>(\S+)</b>", do(text=three)["news"]))
            return ShortDeal(seed, (one, two, three), scores["South"])
    raise AssertionError
