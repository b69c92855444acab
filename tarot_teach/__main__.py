"""``python -m tarot_teach`` is ``tarot-teach``."""

from __future__ import annotations

from tarot_teach.cli import main

if __name__ == "__main__":  # not in the processes that play deals, which import this module too
    main()
