from __future__ import annotations

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import Library


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()


@pytest.fixture(scope="session")
def french(library: Library) -> Engine:
    return Engine(library.load("fft-4"))


@pytest.fixture(scope="session")
def early(library: Library) -> Engine:
    return Engine(library.load("early-17c"))
