"""What the engine tells of whole deals, by every ruleset, is what it told before: each event, each refusal, each line of a score."""

from __future__ import annotations

import pytest

from tests.told import FOLDER, deals_told, names


@pytest.mark.parametrize("name", names())
def test_deals_are_told_as_before(name: str) -> None:
    """See :mod:`tests.told`, which writes the files anew; what has changed in them is to be understood first."""
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert deals_told(name).splitlines() == kept.splitlines()


def test_nothing_is_kept_in_vain() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(names())
