"""Days in words, in the language in use: on pages, in commands and in scripts of pages."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarot_teach.catalogues import read_catalogue
from tarot_teach.cli import main
from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import describe_sources
from tarot_teach.loading import Library
from tarot_teach.messages import MONTHS, _, date_text, days_of_months, first_day, printed_by
from tarot_teach.render.latex import latex
from tarot_teach.topics.quiz import answers

ISO = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


@pytest.fixture
def french() -> Iterator[None]:
    with printed_by(read_catalogue("fr").catalogue):
        yield


@pytest.mark.parametrize(
    ("date", "english", "in_french"),
    [
        ("2026-11-23", "23 November 2026", "23 novembre 2026"),
        ("2016-07-01", "1 July 2016", "1er juillet 2016"),
        ("1505-12", "December 1505", "décembre 1505"),
        ("1637", "1637", "1637"),
    ],
)
def test_a_day_stands_in_the_language_in_use(date: str, english: str, in_french: str) -> None:
    assert date_text(date) == english
    with printed_by(read_catalogue("fr").catalogue):
        assert date_text(date) == in_french


@pytest.mark.usefixtures("french")
def test_scripts_have_the_days_of_all_months() -> None:
    assert len(days_of_months()) == len({*days_of_months()}) == len(MONTHS) == 12
    for month, pattern in zip(MONTHS, days_of_months(), strict=True):
        assert {"{day}", "{year}"} <= {*pattern.split()} and _(month) in pattern and _(month) != month
    assert days_of_months()[1].replace("{day}", first_day()).replace("{year}", "1700") == date_text("1700-02-01")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "(read on 23 November 2026)"), ("fr", "(consulté le 23 novembre 2026)")]
)
@pytest.mark.parametrize("name", ["hombre-1674", "scarto", "slovenian-pagat"])
def test_sources_say_when_they_were_read(name: str, language: str, said: str) -> None:
    with printed_by(read_catalogue(language).catalogue):
        library = Library()
        cited = {each.source for rule in library.load(name).rules.values() for each in rule.sources}
        read = {key: source for key, source in library.sources().items() if key in cited and source.accessed}
        page = latex(describe_sources(read))
    assert not ISO.search(page)
    assert (said in page) is any(source.accessed == "2026-11-23" for source in read.values())
    assert all(source.accessed[:4] in page for source in read.values())


@pytest.mark.usefixtures("french")
def test_days_of_questions_stand_in_words_and_as_data_in_digits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(answers, "today", lambda: datetime.date(2026, 11, 22))
    monkeypatch.setattr("tarot_teach.cli.quiz.today", lambda: datetime.date(2026, 11, 22))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    entry = {"box": 2, "due": "2026-12-01", "day": "2026-11-22", "rules": ["play.follow_suit"]}

    def known(*args: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(["quiz", "fft-4", "--known", *args])
        assert not ended.value.code
        return capsys.readouterr().out

    kept = answers.answers_file()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"version": 1, "answers": {"fft-4": {"quiz-legal-1-0": entry}}}), encoding="utf-8")
    assert "1 December 2026" in known("--language", "en") and not ISO.search(known("--language", "en"))
    assert "1er décembre 2026" in known("--language", "fr") and not ISO.search(known("--language", "fr"))
    assert '"due": "2026-12-01"' in known("--json", "--language", "fr")


@pytest.mark.parametrize("day", ["2026-13-01", "2026-11-32", "2026-11", "le 23 novembre 2026"])
def test_a_day_that_is_none_is_refused_where_a_source_is_read(tmp_path: Path, day: str) -> None:
    file = tmp_path / "sources.yaml"
    file.write_text(
        f"format: 1\nsources:\n  web: {{title: A, kind: page, address: 'https://a.org', accessed: '{day}'}}\n"
    )
    with pytest.raises(LoadError) as refused:
        Library([file]).sources()
    (problem,) = refused.value.problems
    assert problem.place and problem.place.line == 3 and problem.hint == "write the day as 2026-11-23"
