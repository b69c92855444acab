"""Help, answers and refusals of commands, and the pages of a site, as they were.

:mod:`tests.golden_commands` writes the files anew; what has changed in them is to be understood first.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_commands import (
    ANSWERS,
    FOLDER,
    HELP,
    PAGES,
    REFUSALS,
    answers_about,
    answers_of_library,
    help_texts,
    pages_of,
    refusals,
)
from tests.helpers import LIBRARY, some_whole


def test_commands_have_the_help_that_they_had() -> None:
    assert list(help_texts()) == HELP.read_text(encoding="utf-8").splitlines()


def test_commands_refuse_what_they_refused() -> None:
    assert list(refusals()) == REFUSALS.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", some_whole(LIBRARY.ids(), 8))
def test_commands_answer_as_before(name: str) -> None:
    """For an answer that differs, ``python -m tests.golden_commands ARGUMENTS`` prints it, also with an earlier version."""
    answers = answers_about(name)
    known = ANSWERS.read_text(encoding="utf-8").splitlines()
    assert [line for line in answers if line not in known] == []


@pytest.mark.whole
def test_examples_and_sessions_are_told_as_before() -> None:
    assert ANSWERS.read_text(encoding="utf-8").splitlines()[-len(known := answers_of_library()) :] == known


@pytest.mark.whole
def test_pages_say_what_they_said(whole_site: Path) -> None:
    assert pages_of(whole_site) == PAGES.read_text(encoding="utf-8").splitlines()


def test_nothing_is_kept_in_vain() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path.name for path in (HELP, REFUSALS, ANSWERS, PAGES)}
