"""Pages of courses in other languages: found beside the English ones, and left out where those have changed."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.loading import Library
from tarot_teach.messages import printed_by
from tarot_teach.sphinxext.tutorials.pages import copy_pages
from tarot_teach.topics.courses.course import read_course
from tarot_teach.topics.courses.pages import digest_of, page_in_language, stale_pages

COURSE = """format: 1
id: two-pages
title: Two pages
about: A course of two pages.
ruleset: scarto
chapters:
- {page: 1-cards.md, title: Cards, learns: cards, minutes: 1}
- {page: 2-tricks.md, title: Tricks, learns: tricks, minutes: 1}
"""


class French(gettext.NullTranslations):
    def info(self) -> dict[str, str]:
        return {"language": "fr"}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of two pages, of which the first is translated."""
    folder = tmp_path / "two-pages"
    folder.mkdir()
    (tmp_path / "two-pages.yaml").write_text(COURSE, encoding="utf-8")
    (folder / "1-cards.md").write_text("# Cards\n\nFour suits.\n", encoding="utf-8")
    (folder / "2-tricks.md").write_text("# Tricks\n\nFollow suit.\n", encoding="utf-8")
    digest = digest_of(folder / "1-cards.md")
    (folder / "1-cards.fr.md").write_text(
        f"% translates {digest}\n\n# Les cartes\n\nQuatre couleurs.\n", encoding="utf-8"
    )
    return tmp_path / "two-pages.yaml"


def test_a_tutorial_has_the_pages_of_its_language(course: Path, tmp_path: Path) -> None:
    read = read_course(course, Library())
    copy_pages(read, tmp_path / "english")
    with printed_by(French()):
        copy_pages(read, tmp_path / "french")
    assert "Four suits" in (tmp_path / "english" / "1-cards.md").read_text(encoding="utf-8")
    assert "Quatre couleurs" in (tmp_path / "french" / "1-cards.md").read_text(encoding="utf-8")
    assert "Follow suit" in (tmp_path / "french" / "2-tricks.md").read_text(encoding="utf-8")
    assert sorted(path.name for path in (tmp_path / "french").iterdir()) == ["1-cards.md", "2-tricks.md"]


@pytest.mark.parametrize(
    "first", ["% translates 0123456789ab", "# Les cartes", ""], ids=["changed", "unnamed", "empty"]
)
def test_a_page_that_is_stale_stands_in_english_with_a_word(
    course: Path, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = course.with_suffix("") / "1-cards.md"
    translation = page.with_name("1-cards.fr.md")
    translation.write_text(f"{first}\n\nQuatre couleurs.\n", encoding="utf-8")
    with printed_by(French()):
        assert page_in_language(page) == page
    (problem,) = stale_pages(page.parent)
    assert problem.code == "course.stale" and problem.place and problem.place.line == 1
    with pytest.raises(SystemExit) as ended:
        main(["check", str(course)])
    said = capsys.readouterr()
    assert ended.value.code == 0 and f"% translates {digest_of(page)}" in said.out + said.err


def test_the_translated_pages_of_the_library_are_up_to_date() -> None:
    courses = Library().paths("course")
    assert (
        len(courses) > 20 and [str(problem) for path in courses for problem in stale_pages(path.with_suffix(""))] == []
    )
