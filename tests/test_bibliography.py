"""The bibliography for other programs, and the table of a comparison for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import bibtexparser
import pytest

from tarot_teach.explain.rulebook import describe_sources
from tarot_teach.loading import Library
from tarot_teach.render import html, latex, markdown
from tarot_teach.rules import Source
from tarot_teach.topics.sources.export import as_biblatex, as_bibtex, as_csl
from tests.helpers import run

NASTY = Source(
    "nasty",
    title=r"100% of {braces}, \macros, $5 & #1_a ~ ^ “Ombre”",
    author="Dummett, Michael and McLeod, John and Fédération & Co",
    year="c. 1720",
    published="Ä & Ö",
    place="Київ",
    address="https://example.org/a_b?c=%7Bd%7D&e#f",
    accessed="2026-11-23",
    kind="book",
    note="Two\n  lines {and} more.",
)


def unescaped(words: str) -> str:
    """Text that LaTeX makes of an escaped one."""
    names = {"backslash": "\\", "asciitilde": "~", "asciicircum": "^"}
    words = re.sub(r"\\text(\w+)\{\}", lambda found: names[found[1]], words)
    return re.sub(r"\\([{}&%$#_])", r"\1", words)


def read_back(text: str) -> list[dict[str, str]]:
    parser = bibtexparser.bparser.BibTexParser(ignore_nonstandard_types=False)
    found: list[dict[str, str]] = bibtexparser.loads(text, parser).entries
    return found


def test_bibtex_is_read_back_as_it_was() -> None:
    sources = [*Library().sources().values(), NASTY]
    entries = read_back(as_bibtex(sources))
    assert [entry["ID"] for entry in entries] == [source.key for source in sources]
    for source, entry in zip(sources, entries, strict=True):
        title = entry["title"]
        assert (title[0], title[-1]) == ("{", "}") and unescaped(title[1:-1]) == source.title
        assert unescaped(entry.get("year", "")) == source.year
        assert unescaped(entry.get("note", "")) == " ".join(source.note.split())
        assert entry.get("url", "") == source.address
    authors = unescaped(entries[-1]["author"])
    assert authors == "Dummett, Michael and McLeod, John and {Fédération & Co}", "people can be sorted by surname"
    assert entries[-1]["ENTRYTYPE"] == "book" and unescaped(entries[-1]["publisher"]) == "Ä & Ö"


def expected_date(year: str) -> str:
    """The date of a year as ISO 8601-2 has it, nothing for one that it cannot say."""
    figures = re.findall(r"\d{4}", year)
    about = "~" if year.startswith(("about ", "c. ")) else ""
    return "/".join(f"{each}{about}" for each in figures) if re.fullmatch(r"(about |c\. )?\d{4}(–\d{4})?", year) else ""


def test_biblatex_and_csl_have_the_date_of_every_source() -> None:
    spans = [Source(f"s{i}", "S", year=year) for i, year in enumerate(("1461–1494", "about 1461–1494", "after 1461"))]
    sources = [*Library().sources().values(), NASTY, *spans]
    entries, items = read_back(as_biblatex(sources)), as_csl(sources)
    for source, entry, item in zip(sources, entries, items, strict=True):
        date = expected_date(source.year)
        assert entry["ID"] == item["id"] == source.key and entry.get("date", "") == date
        assert entry.get("year", "") == ("" if date else source.year)
        assert entry.get("urldate", "") == source.accessed
        assert entry["ENTRYTYPE"] != "online" or entry["url"] == source.address
        issued = item.get("issued", {})
        if date:
            assert issued["date-parts"] == [[int(part.strip("~"))] for part in date.split("/")]
            assert bool(issued.get("circa")) == ("~" in date)
        else:
            assert issued == ({"literal": source.year} if source.year else {})
    assert sum("date" in entry for entry in entries) > 25
    for entry in read_back(as_bibtex(sources)):
        assert "date" not in entry, "BibTeX knows years alone"


def test_an_address_cannot_end_its_field() -> None:
    (entry,) = read_back(as_bibtex([Source("a", "A", address="https://example.org/}{\\")]))
    assert entry["url"] == "https://example.org/%7D%7B%5C"


def test_csl_json_has_names_and_dates() -> None:
    (item,) = as_csl([NASTY])
    assert item["author"] == [
        {"family": "Dummett", "given": "Michael"},
        {"family": "McLeod", "given": "John"},
        {"literal": "Fédération & Co"},
    ]
    assert item["issued"] == {"date-parts": [[1720]], "circa": True}
    assert item["accessed"] == {"date-parts": [[2026, 11, 23]]} and item["type"] == "book"
    assert as_csl([Source("a", "A", year="1461–1494")])[0]["issued"] == {"date-parts": [[1461], [1494]]}
    assert as_csl([Source("a", "A", year="after 1461")])[0]["issued"] == {"literal": "after 1461"}
    assert set(as_csl([Source("a", "A")])[0]) == {"id", "type", "title"}


def test_the_command_prints_the_bibliography(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _err = run(capsys, "list", "--sources", "--format", "bibtex")
    assert not code and out == as_bibtex(Library().sources().values())
    code, out, _err = run(capsys, "list", "--sources", "--format", "biblatex")
    assert not code and out == as_biblatex(Library().sources().values())
    code, out, _err = run(capsys, "list", "--sources", "--format", "csl-json", "--ruleset", "early-17c")
    assert {item["id"] for item in json.loads(out)} == {"early17c"}, "what a ruleset cites"
    code, out, _err = run(capsys, "list", "--sources", "--json", "Règlement officiel")
    assert [item["id"] for item in json.loads(out)] == ["fft"]
    file = tmp_path / "sources.bib"
    assert not run(capsys, "list", "--sources", "--format", "bibtex", "--out", str(file))[0]
    assert read_back(file.read_text(encoding="utf-8"))
    assert "[fft]" in run(capsys, "list", "--sources")[1]


def test_only_the_bibliography_has_these_formats(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for args in (("--format", "bibtex"), ("--out", str(tmp_path / "list.txt"))):
        code, _out, err = run(capsys, "list", *args)
        assert code == 2 and "list.sources" in err


def test_an_address_is_a_link() -> None:
    blocks = describe_sources({"nasty": NASTY})
    address = NASTY.address.replace("&", "&amp;")
    assert f'<a href="{address}">{address}</a>' in html(blocks)
    assert f"<{NASTY.address}>" in markdown(blocks)
    assert "(read on 23 November 2026)" in latex(blocks)
    assert "Michael Dummett, John McLeod, Fédération & Co, Ä & Ö, Київ, c. 1720." in str(blocks[3])


def compared(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    code, out, _err = run(capsys, "compare", *args, "--format", "csv")
    assert not code
    return list(csv.DictReader(io.StringIO(out)))


def test_a_comparison_as_csv_says_what_json_says(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("fft-4", "blog-4", "early-17c")
    rows = compared(capsys, *names)
    data = json.loads(run(capsys, "compare", *names, "--json")[1])
    assert list(dict.fromkeys(row["rule"] for row in rows)) == [rule["id"] for rule in data["rules"]]
    (row,) = [row for row in rows if row["rule"] == "deal.direction"]
    assert row["param"] == "turns" and [row[name] for name in names] == [
        "counter-clockwise",
        "counter-clockwise",
        "clockwise",
    ]
    lacking = next(row for row in rows if row["rule"] == "deal.cut")
    assert lacking["early-17c"] == "", "no such rule"


def test_only_rules_go_into_a_csv_file(capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = run(capsys, "compare", "fft-4", "blog-4", "--deals", "10", "--format", "csv")
    assert code == 2 and "--deals" in err and "compare.csv" in err
