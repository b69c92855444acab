"""What several test modules need: stacks of house rules, a tutorial built, a page opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main

STACKS = (
    "fft-4+misere+petit-chelem+garde-contre-x8",
    "fft-4+petit-imprenable+maldonne-weak-hand",
    "fft-3+petit-imprenable+handfuls-20-40-60",
    "blog-4+maldonne-no-trumps+pousse",
    "guide-4+old-bids+misere",
    "fft-5+call-after-ecart+king-in-ecart",
    "fft-5+rounded-scores+garde-lowest",
    "enc2011-4+play-clockwise",
    "fft-4+base-scoring",
    "early-17c+every-card-a-point",
)
"""House rules put on top of rulesets, together of every kind: for what has to hold of any of them."""


def build(*args: str) -> int:
    """The exit code of ``tarot-teach build``."""
    with pytest.raises(SystemExit) as caught:
        main(["build", *args])
    return int(caught.value.code or 0)


def opened(browser: Any, page: Path, **context: Any) -> Any:
    """A page in a browser of its own, which may fetch nothing from elsewhere."""
    opened_page = browser.new_context(**context).new_page()
    foreign: list[str] = []
    opened_page.on("request", lambda request: None if request.url.startswith("file:") else foreign.append(request.url))
    opened_page.goto(f"file://{page}")
    opened_page.wait_for_timeout(150)
    assert not [url for url in foreign if not url.startswith(("data:", "blob:"))]
    return opened_page
