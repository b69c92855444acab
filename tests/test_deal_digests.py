"""Random deals by every ruleset and option come out as before; ``DIGEST_DEALS=many`` plays two hundred of each."""

from __future__ import annotations

import os

import pytest

from tests.deal_digests import FEW, MANY, digest, kept, names
from tests.helpers import LIBRARY

ALL = os.environ.get("DIGEST_DEALS") == "many"


@pytest.mark.parametrize("ruleset", LIBRARY.ids())
def test_deals_come_out_as_before(ruleset: str) -> None:
    """``python -m tests.deal_digests NAME NUMBER`` prints a deal, also with an earlier version."""
    known = {name: digests for name, digests in kept().items() if name.partition("+")[0] == ruleset}
    expected = {name: digests.many if ALL else digests.few for name, digests in known.items()}
    assert {name: digest(name, MANY if ALL else FEW) for name in known} == expected


def test_every_ruleset_and_option_is_kept() -> None:
    assert list(kept()) == names()
