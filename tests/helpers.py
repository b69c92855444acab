"""What several test modules do: build a tutorial, open a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main


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
