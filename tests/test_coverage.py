"""Every point of the sources is covered, and a gap or a wrong value fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.errors import LoadError
from tarot_teach.topics.sources.coverage import PAGES, describe_coverage, read_coverage
from tests.helpers import LIBRARY

POINTS = read_coverage(LIBRARY.files("coverage")[0], LIBRARY).points


def test_every_section_has_points() -> None:
    sections = list(dict.fromkeys(point.section for point in POINTS))
    assert len(sections) >= 15 and len(POINTS) >= 70


def test_every_option_and_ruleset_is_in_some_point() -> None:
    assert {option for point in POINTS for option in point.options} == set(LIBRARY.ids("option"))
    named = {name.partition("+")[0] for point in POINTS for name in (*point.values, *point.mechanisms, *point.players)}
    assert named == set(LIBRARY.ids())


def test_the_page_gathers_values_by_ruleset() -> None:
    words = " ".join(
        str(cell)
        for block in describe_coverage(LIBRARY)
        if hasattr(block, "rows")
        for row in block.rows
        for cell in row
    )
    assert "counter-clockwise (blog-3" in words and "clockwise (bavarian-tarock, early-17c" in words


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("options: [misere], ", "options: [misery], ", "there is no 'misery' among the options"),
        ("values: {fft-3: 4, blog-3: 4", "values: {fft-3: 3, blog-3: 4", "in fft-3 it is 4, not 3"),
        ("rules: [talon.shown]", "rules: [talon.shewn]", "did you mean 'talon.shown'"),
        ("rules: [talon.shown], ", "", "talon-shown is not covered"),
        ("{fft-4: one_turn_each", "{fft-4: until_others_pass", "in fft-4 it is one_turn_each"),
        ("without: {early-17c: play.overtrump}", "without: {fft-4: play.overtrump}", "in fft-4 it is play.overtrump"),
        ("pages: [Glossary]", "pages: [Glosary]", "there is no 'Glosary' among the pages"),
        ("values: {fft-3: 4,", "values: {fft-33: 4,", "there is no ruleset 'fft-33'"),
        ("values: {fft-3: 4,", "values: {fft-3+pouse: 4,", "there is no option 'pouse'"),
        ("mechanisms: {fft-4", "mechanisms: {fft-44", "there is no ruleset 'fft-44'"),
        ("play.overtrump}", "play.overtrmp}", "there is no 'play.overtrmp' among the rules"),
        ("id: pousse, section", "id: prise, section", "two points 'prise'"),
    ],
)
def test_a_gap_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = LIBRARY.files("coverage")[0].read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "coverage.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        read_coverage(path, LIBRARY)
    assert words in str(caught.value)
    assert all(problem.place and problem.place.file and problem.hint for problem in caught.value.problems)


@pytest.mark.whole
def test_the_pages_that_points_name_are_on_the_site(whole_site: Path) -> None:
    paths = ("glossary", "sessions/index", "advice", "errata")
    titles = [(whole_site / f"{path}.html").read_text(encoding="utf-8").partition("<h1>")[2] for path in paths]
    assert [title.partition("<")[0] for title in titles] == [*PAGES]
