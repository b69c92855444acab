"""Pictures of cards: complete, well-formed, small, named, inside their box; in the browser and in LaTeX."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tarot_teach.cards import Card, Suit
from tarot_teach.loading import Library
from tarot_teach.render.cardart import (
    TIKZ_PACKAGES,
    Style,
    card_svg,
    drawing,
    sprite,
    tikz_card,
    tikz_definitions,
    use,
)
from tarot_teach.render.cardart.designs import roman
from tarot_teach.render.cardart.motifs import GLYPHS, circle
from tarot_teach.render.cardart.parts import HEIGHT, PALETTE, WIDTH, Put, Words
from tarot_teach.render.common import spoken
from tarot_teach.render.html import STATIC
from tests.helpers import LIBRARY

DECK = LIBRARY.deck("tarot-78")
PACKS = Path(__file__).parent / "fixtures" / "packs"
STYLES = [Style(*choices) for choices in product(("french", "italian"), ("RDCV", "KQCJ"), ("arabic", "roman"))]
NASTY = "<script>alert(1)</script> \" onload='x' & \\input{z} %"
SVG = "{http://www.w3.org/2000/svg}"


def puts(card: str, style: Style | None = None) -> list[str]:
    """The motifs on a card, as often as one sees them."""
    drawn = drawing(DECK.card(card), style or Style())
    return [part.name for part in (*drawn.half, *drawn.half, *drawn.middle) if isinstance(part, Put)]


def hostile() -> list[Card]:
    suit = Suit(NASTY, "S", NASTY, NASTY, "plain")
    trumps, excuse = replace(suit, letter="T", kind="trump"), replace(suit, letter="E", kind="excuse")
    return [
        Card(code, i, of, 1, figure, NASTY, 1)
        for i, (code, of, figure) in enumerate(
            [
                (NASTY, suit, NASTY),
                ('T"', trumps, '"&'),
                ("-x", excuse, NASTY),
                ("T²", trumps, "²"),
                ("T0", trumps, "0"),
            ]
        )
    ]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_every_card_of_every_pack_by_itself(style: Style) -> None:
    for id in LIBRARY.ids("deck"):
        for card in LIBRARY.deck(id).cards:
            root = ElementTree.fromstring(card_svg(card, style, width=80))
            assert root.get("role") == "img" and root.get("aria-label") == spoken(card)
            assert root.findtext(f"{SVG}title") == spoken(card)
            assert (root.get("width"), root.get("height")) == ("80", "128")
            assert len(list(root.iter(f"{SVG}path"))) > 4
            assert not [node for node in root.iter() if node.get("id") or node.tag == f"{SVG}style"]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_pack_of_97_cards_with_named_trumps(style: Style) -> None:
    pack = Library([PACKS / "minchiate-97.yaml"]).deck("minchiate-97")
    assert len({card_svg(card, style) for card in pack.cards}) == 97
    star = pack.card("TSTAR")
    assert spoken(star) == "Star" and star.rank > pack.card("T35").rank
    assert "STAR" in re.sub(
        r"[^A-Z]", "", "".join(part.name for part in drawing(star, style).half if isinstance(part, Put))
    )


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_the_sprite_is_whole_and_small(style: Style) -> None:
    text = sprite(DECK.cards, style)
    root = ElementTree.fromstring(text)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {node.get("href") for node in root.iter(f"{SVG}use")} <= {f"#{id}" for id in ids}
    assert {node.get("id") for node in root.iter(f"{SVG}symbol")} == {f"tt-{card.code}" for card in DECK.cards}
    assert len(gzip.compress(text.encode(), 9)) <= 8000


def test_a_card_of_the_sprite() -> None:
    root = ElementTree.fromstring(use(DECK.card("HR"), prefix="old"))
    assert root.get("class") == "tt-c" and root.get("role") == "img" and root.findtext("title") == "King of hearts"
    (reference,) = root.iter("use")
    assert f'id="{(reference.get("href") or "")[1:]}"' in sprite([DECK.card("HR")], prefix="old")


def test_names_are_text_whatever_is_in_them() -> None:
    cards = hostile()
    for card in cards:
        alone = ElementTree.fromstring(card_svg(card))
        assert alone.get("aria-label") == alone.findtext(f"{SVG}title") == spoken(card)
        used = ElementTree.fromstring(use(card))
        assert used.findtext("title") == spoken(card)
        for root in (alone, used):
            assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {"svg", "title", "g", "path", "text", "use"}
    root = ElementTree.fromstring(sprite(cards))
    ids = [node.get("id") or "" for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids)) and all(re.fullmatch(r"[\w-]+", id) for id in ids)
    assert "\\input{" not in tikz_definitions(cards) + "".join(map(tikz_card, cards))


@pytest.mark.parametrize("figure", [str(number) for number in range(1, 11)])
@pytest.mark.parametrize("suits, sign", [("french", "club"), ("italian", "baton")])
def test_as_many_pips_as_the_card_says(figure: str, suits: str, sign: str) -> None:
    assert puts(f"C{figure}", Style(suits=suits)).count(sign) == int(figure) + 2
    assert [name for name in puts(f"C{figure}") if name in GLYPHS] == [*figure, *figure]


@pytest.mark.parametrize("courts", ["RDCV", "KQCJ", "KDRB"])
def test_courts_have_the_letters_of_the_style_and_their_own_names(courts: str) -> None:
    style = Style(courts=courts)
    for figure, letter, figure_drawn in zip("RDCV", courts, ("king", "queen", "knight", "jack"), strict=True):
        assert puts(f"H{figure}", style).count(letter) == 2 and figure_drawn in puts(f"H{figure}", style)
    assert 'aria-label="King of hearts"' in card_svg(DECK.card("HR"), style)


def test_courts_of_a_pack_have_the_letters_of_its_codes() -> None:
    piedmont = LIBRARY.deck("tarot-piedmont")
    for code, court in (("CK", "king"), ("CQ", "queen"), ("CN", "knight"), ("CJ", "jack")):
        drawn = drawing(piedmont.card(code), Style())
        names = [part.name for part in drawn.half if isinstance(part, Put)]
        assert names[0] == code[1] and court in names
    assert drawing(DECK.card("HR"), Style()) == drawing(DECK.card("HR"), Style(courts="RDCV"))


@pytest.mark.parametrize(
    ("suit", "sign", "colour"), [("acorns", "acorn", "ink"), ("leaves", "leaf", "ink"), ("bells", "bell", "red")]
)
def test_suits_of_german_names_have_german_signs(suit: str, sign: str, colour: str) -> None:
    card = replace(DECK.card("S7"), suit=replace(DECK.suits["spades"], id=suit, word=suit))
    for style in STYLES:
        drawn = drawing(card, style)
        assert drawn.colour == colour and sum(part.name == sign for part in drawn.half if isinstance(part, Put)) >= 3


def test_trumps_in_roman_figures() -> None:
    assert [roman(str(number)) for number in (1, 4, 9, 14, 18, 21, 40)] == [
        "I",
        "IV",
        "IX",
        "XIV",
        "XVIII",
        "XXI",
        "XL",
    ]
    assert roman("Sküs") == "Sküs" and [roman(odd) for odd in ("0", "²", "")] == ["0", "²", ""]
    assert "".join(puts("T14", Style(trumps="roman"))).startswith("XIV")
    assert puts("T14")[:2] == ["1", "4"] and puts("T14").count("4") == 3


def test_suits_by_their_italian_names_and_suits_unheard_of() -> None:
    cups = replace(DECK.suits["hearts"], id="cups", word="cups")
    card = Card("K7", 0, cups, 7, "7", "7", 1)
    for style in (Style(), Style(suits="italian")):
        assert drawing(card, style).colour == "red" and "cup" in drawing(card, style).motifs
    flowers = replace(cups, id="flowers", symbol="⚘")
    drawn = drawing(Card("B7", 0, flowers, 7, "7", "7", 1), Style())
    assert [part.text for part in drawn.half if isinstance(part, Words)] == ["⚘"] * 3


@pytest.mark.parametrize("wrong", [{"suits": "german"}, {"courts": "RDC"}, {"courts": "rdcv"}, {"trumps": "greek"}])
def test_a_style_there_is_not(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="not"):
        Style(**wrong)


def test_a_circle_is_closed_and_as_wide_as_it_is_high() -> None:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", circle(10, 20, 5))]
    xs, ys = numbers[::2], numbers[1::2]
    assert (min(xs), max(xs), min(ys), max(ys)) == (5, 15, 15, 25) and (xs[0], ys[0]) == (xs[-1], ys[-1])


@pytest.mark.parametrize("name", ["card-pictures.md", "card-pictures.fr.md"])
def test_the_page_about_them_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).parent.parent / "docs" / "reference" / name
    monkeypatch.chdir(tmp_path)
    for code in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        exec(compile(code, str(page), "exec"), {})
    assert {path.name for path in tmp_path.iterdir()} == {"hand.html", "hand.tex"}


@pytest.mark.latex
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here; .ci/run installs it")
def test_latex_draws_them(tmp_path: Path) -> None:
    cards = [*DECK.cards, *hostile()[1:]]
    document = [r"\documentclass{article}", TIKZ_PACKAGES, tikz_definitions(cards, Style(suits="italian"))]
    document += [
        r"\begin{document}",
        *(tikz_card(card, width="9mm") for card in cards),
        r"\ttcard{no_ne}",
        r"\end{document}",
    ]
    (tmp_path / "x.tex").write_text("\n".join(document), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0 and (tmp_path / "x.pdf").exists(), done.stdout[-800:]


@pytest.mark.browser
@pytest.mark.parametrize("style", [STYLES[0], STYLES[-1]], ids=str)
def test_cards_fill_their_box_and_stay_in_it(browser: Any, style: Style) -> None:
    shown = "".join(use(card, width=width) for card in DECK.cards for width in (40, 80, 200))
    alone = "".join(card_svg(card, style, width=200) for card in DECK.cards)
    page = browser.new_page()
    page.set_content(f"<!doctype html>{sprite(DECK.cards, style)}{shown}{alone}")
    found = page.evaluate("""[...document.querySelectorAll('svg.tt-c')].map(svg => {
        const box = svg.getBBox(), drawn = svg.querySelector(':scope > use, :scope > g').getBoundingClientRect();
        const frame = svg.getBoundingClientRect(), unit = svg.hasAttribute('viewBox') ? 1 : frame.width / 100;
        return [[box.x / unit, box.y / unit, (box.x + box.width) / unit, (box.y + box.height) / unit],
                [drawn.left - frame.left, drawn.top - frame.top, drawn.width - frame.width, drawn.height - frame.height],
                frame.width]})""")
    assert len(found) == 4 * len(DECK.cards)
    for (left, top, right, bottom), against_frame, width in found:
        assert 0 <= left < 2 and 0 <= top < 2 and WIDTH - 2 < right <= WIDTH and HEIGHT - 2 < bottom <= HEIGHT
        assert all(abs(difference) < 0.03 * width for difference in against_frame)


def test_browsers_without_two_colour_schemes_get_the_light_colours() -> None:
    style = STATIC.joinpath("tarot.css").read_text(encoding="utf-8")
    pairs = dict(re.findall(r"(--tt-[\w-]+): light-dark\((#\w+), #\w+\)", style))
    alone = style.partition("@supports not (color: light-dark")[2].partition("}")[0]
    assert pairs and dict(re.findall(r"(--tt-[\w-]+): (#\w+)", alone)) == pairs
    assert {name: colour for name, colour in PALETTE.values() if name in pairs}.items() <= pairs.items()
