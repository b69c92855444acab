"""The generator of :mod:`tarot_teach.topics.simulate.draws`, compiled. The state is two words."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarot_teach.compiled.draws import below
from tarot_teach.compiled.jit import inner
from tarot_teach.topics.simulate.draws import DEAL_STEP, STREAM_STEP
from tarot_teach.topics.simulate.kernel.tables import Words

_DEAL, _STREAM = np.uint64(DEAL_STEP), np.uint64(STREAM_STEP)
_M1, _M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31 = (np.uint64(n) for n in (27, 30, 31))


@inner
def begin(words: Words, seed: int, number: int, stream: int) -> None:
    """Set the state for a stream of a deal."""
    start = np.uint64(seed) + np.uint64(number) * _DEAL + np.uint64(stream) * _STREAM
    words[0] = _mixed(start + _DEAL)
    words[1] = _mixed(start + _DEAL + _DEAL)


@inner
def shuffle(words: Words, pack: Any, cards: int) -> None:
    """Shuffle a pack."""
    for i in range(cards - 1, 0, -1):
        j = below(words, i + 1)
        card = pack[i]
        pack[i] = pack[j]
        pack[j] = card


@inner
def _mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _30)) * _M1
    word = (word ^ (word >> _27)) * _M2
    return word ^ (word >> _31)
