"""The kinds of rules whose facts have keys of their own in files of format 1, in the order of those files."""

from __future__ import annotations

from typing import Any

from tarot_teach.mechanisms.observed import Observes, ResultKey
from tarot_teach.mechanisms.score.apart import PaidApart
from tarot_teach.mechanisms.score.handfuls import HandfulBonus
from tarot_teach.mechanisms.score.last_trick import LastTrickBonus
from tarot_teach.mechanisms.score.slam import SlamBonus
from tarot_teach.mechanisms.score.small_slam import SmallSlamBonus

KEYED: tuple[type[Observes[Any]], ...] = (LastTrickBonus, HandfulBonus, SlamBonus, SmallSlamBonus, PaidApart)
"""In the order of result files."""

IN_ROWS: tuple[type[Observes[Any]], ...] = (LastTrickBonus, SlamBonus, SmallSlamBonus, HandfulBonus, PaidApart)
"""In the order of the columns of rows."""

KEYS: tuple[ResultKey, ...] = tuple(kind.key for kind in KEYED if kind.key is not None and kind.key.option)
"""The keys that are options as well, where a result is typed."""
