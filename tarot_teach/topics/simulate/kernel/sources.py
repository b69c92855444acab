"""The files that are compiled into the kernel."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_PACKAGE = _HERE.parents[2]
SOURCES = (
    *sorted(_HERE.glob("*.py")),
    *(_HERE.parent / name for name in ("draws.py", "tally.py", "players/maxims.py", "players/pack.py")),
    *(_PACKAGE / name for name in ("advice/evaluate.py", "table/events.py")),
)
"""Files of tables and play, the maxims of the simple player, and the constants that both take from elsewhere."""
