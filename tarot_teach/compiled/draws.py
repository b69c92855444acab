"""The generator of random numbers, compiled: :class:`tarot_teach.topics.simulate.draws.Draws`, whose state is two words."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarot_teach.compiled.jit import inner

_14, _28, _32, _36, _55, _9 = (np.uint64(n) for n in (14, 28, 32, 36, 55, 9))


@inner
def below(words: Any, count: int) -> int:
    """A whole number from 0 up to ``count``, exclusive."""
    a = words[0]
    b = words[1]
    drawn = a + b
    b ^= a
    words[0] = ((a << _55) | (a >> _9)) ^ b ^ (b << _14)
    words[1] = (b << _36) | (b >> _28)
    return int(np.int64(((drawn >> _32) * np.uint64(count)) >> _32))
