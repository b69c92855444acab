"""A card for the table has the figures of the ruleset beside those of the other game, on one page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.errors import Place
from tarot_teach.loading import Library
from tarot_teach.render import latex, page
from tarot_teach.render.pdf import as_pdf
from tarot_teach.topics.compare.table_card import table_card
from tests.helpers import LIBRARY, STACKS, printed_by, run

SOME = ("fft-4+misere", "fft-5", "hombre-1674", "scarto", "slovenian-pagat", "casita-robada")
CARDS = [
    pytest.param(name, marks=[] if name in SOME else pytest.mark.whole)
    for name in dict.fromkeys((*SOME, *LIBRARY.ids(), *STACKS))
]


def rows(name: str, library: Library) -> dict[str, tuple[str, str | None]]:
    """The figures of a card here and in the other game, by table and label."""
    card = table_card(library.load(name))
    return {
        f"{table.title} | {label}": (here, there)
        for table in (*card.short, *card.wide)
        for label, here, there in table.rows
    }


def test_a_card_has_the_figures_of_the_game_without_house_rules_in_a_second_column(library: Library) -> None:
    found = rows("fft-4+misere", library)
    assert found["What the taker needs | With 2 oudlers"] == ("41", "41")
    assert found["The contracts | Garde contre le chien"] == ("× 6", "× 6")
    assert found["Counted and paid | Misère: game points that each other player loses"] == ("10", "")
    assert [label for label, (here, there) in found.items() if here != there] == [
        label for label in found if "Misère" in label
    ]


def test_a_figure_that_the_game_has_lost_stands_in_the_other_column(library: Library) -> None:
    found = rows("tresillo", library)
    assert found["Counted and paid | Passing: game points"] == ("", "1")


def test_a_game_that_was_made_from_none_has_one_column(library: Library) -> None:
    card = table_card(library.load("slovenian-pagat"))
    assert len(card.heads) == 1 and not card.differing
    found = rows("slovenian-pagat", library)
    assert found["The contracts | solo three"] == ("40", None)
    assert any(label.endswith("| Pagat ultimo") and here == "25 · 50" for label, (here, _there) in found.items())


def test_what_differs_is_bold_on_a_shade_and_what_a_game_lacks_a_dash(library: Library) -> None:
    shown = page([table_card(library.load("fft-4+misere"))], "A card")
    differing = re.findall(r'<tr class="tt-differs">(.*?)</tr>', shown)
    assert len(differing) == 2 and all(row.endswith('<td class="tt-there">—</td>') for row in differing)
    assert "size:A5" in shown


def test_a_card_of_a_single_rule_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = run(capsys, "rules", "scarto", "--card", "--rule", "play.follow_suit")
    assert code == 2 and "--rule means nothing with --card" in err
    code, _out, err = run(capsys, "rules", "scarto", "--card", "--format", "pdf")
    assert code == 2 and "name a file with --out" in err
    assert printed_by(capsys, "rules", "scarto", "--card").startswith("Scarto")


@pytest.mark.latex
@pytest.mark.parametrize("name", CARDS)
def test_the_pdf_has_one_page(name: str, library: Library, tmp_path: Path) -> None:
    assert shutil.which("pdfinfo"), "poppler-utils counts the pages"
    made = tmp_path / "card.pdf"
    made.write_bytes(as_pdf(latex([table_card(library.load(name))], whole=True), Place(str(made))))
    printed = subprocess.run(["pdfinfo", made], capture_output=True, text=True, check=True).stdout
    assert re.search(r"^Pages: +1$", printed, re.MULTILINE), printed
    width, height = map(float, re.findall(r"^Page size: +([\d.]+) x ([\d.]+)", printed, re.MULTILINE)[0])
    assert (round(width), round(height)) == (420, 595)


@pytest.mark.browser
def test_a_browser_prints_one_page_with_nothing_cut_off(browser: Any, library: Library) -> None:
    printed = browser.new_page()
    for name in (*LIBRARY.ids(), *STACKS):
        printed.set_content(page([table_card(library.load(name))], name))
        printed.emulate_media(media="print")
        high, room = printed.evaluate(
            "(c => [c.scrollHeight, c.clientHeight])(document.querySelector('.tt-table-card'))"
        )
        assert high <= room, name
        pages = len(re.findall(rb"/Type\s*/Page\b", printed.pdf(prefer_css_page_size=True)))
        assert pages == 1, name
    printed.close()
