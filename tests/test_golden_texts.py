"""Golden texts of whole deals: each event, each refusal, each line of a score."""

from __future__ import annotations

import pytest

from tests.golden_texts import (
    DIGESTS,
    FOLDER,
    GAMES,
    PACKS,
    RULES,
    SCORES,
    deals_text,
    digest_of,
    every_rule,
    kept,
    lines_of,
    packs,
    rules,
    scores,
)
from tests.helpers import LIBRARY, in_turn


@pytest.mark.parametrize("name", GAMES)
def test_deals_have_the_same_words_as_before(name: str) -> None:
    """See :mod:`tests.golden_texts`, which writes the files anew; what has changed in them is to be understood first."""
    known = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert deals_text(name).splitlines() == known.splitlines()


@pytest.mark.parametrize(
    "name",
    [
        *("fft-3", "fft-4"),
        *in_turn([name for name in every_rule() if "+" in name]),
        *(
            pytest.param(name, marks=pytest.mark.whole)
            for name in in_turn(LIBRARY.ids())
            if name not in ("fft-3", "fft-4")
        ),
    ],
)
def test_rarer_deals_have_the_same_words_as_before(name: str) -> None:
    """For a deal that differs, ``python -m tests.golden_texts NAME PLAYER NUMBER`` prints the lines, also with an earlier version."""
    known = {deal: digest for deal, digest in kept().items() if deal.name == name}
    assert known
    assert {deal: digest_of(lines_of(deal)) for deal in known} == known


def test_rules_say_what_they_said() -> None:
    assert list(rules()) == RULES.read_text(encoding="utf-8").splitlines()


def test_results_score_as_before() -> None:
    assert list(scores()) == SCORES.read_text(encoding="utf-8").splitlines()


def test_packs_are_cut_and_dealt_as_before() -> None:
    assert list(packs()) == PACKS.read_text(encoding="utf-8").splitlines()


def test_nothing_is_kept_in_vain() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*GAMES, DIGESTS.stem, PACKS.stem, RULES.stem, SCORES.stem}
    assert {deal.name for deal in kept()} == set(every_rule())
