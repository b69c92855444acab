"""Plots: as long as they should be, in the colour of the text, with their figures in words and as a table."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tarot_teach.blocks import Plot, PlotRow
from tarot_teach.render import html, latex, markdown
from tarot_teach.render.pictures import in_signs, plot_svg
from tarot_teach.text import Text

SVG = "{http://www.w3.org/2000/svg}"


def row(label: str, value: float, low: float = 0, high: float = 0, shown: str = "") -> PlotRow:
    return PlotRow(Text((label,)), value, shown or f"{value:g}", low, high)


def plot(kind: str, *rows: PlotRow, title: str = "A title", description: str = "What is seen") -> Plot:
    return Plot(Text((title,)), Text((description,)), kind, rows, (Text(("Of",)), Text(("How much",))))


def drawn(kind: str, *rows: PlotRow, **words: str) -> str:
    return plot_svg(plot(kind, *rows, **words))


def numbers(svg: str, tag: str, name: str) -> list[float]:
    return [float(element.get(name, "nan")) for element in ElementTree.fromstring(svg).iter(f"{SVG}{tag}")]


def test_bars_are_as_long_as_their_values() -> None:
    svg = drawn("bars", row("a", 10), row("b", 5), row("c", 0))
    whole, half, none = numbers(svg, "rect", "width")
    assert whole == pytest.approx(2 * half) and none == 0
    lefts = numbers(svg, "rect", "x")
    assert len(set(lefts)) == 1


def test_a_value_that_is_not_nothing_can_be_seen() -> None:
    _most, least = numbers(drawn("bars", row("a", 1), row("b", 1e-9)), "rect", "width")
    assert least > 0


def test_intervals_lie_round_their_dot_on_either_side_of_zero() -> None:
    svg = drawn("intervals", row("a", 2, 1, 3), row("b", -1, -2, 0))
    zero, *parts = zip(numbers(svg, "rect", "x"), numbers(svg, "rect", "width"), strict=True)
    line = zero[0] + zero[1] / 2
    first, second = numbers(svg, "circle", "cx")
    assert second < line < first
    low, width = parts[0]
    assert low + width / 2 == pytest.approx(first, abs=0.1)
    assert (first - line) == pytest.approx(2 * (line - second), abs=0.1)


@pytest.mark.parametrize("kind", ["bars", "intervals"])
def test_a_picture_has_words_and_the_colour_of_the_text(kind: str) -> None:
    svg = drawn(kind, row("<a> & b", 1, 0.5, 2, "<1>"), title='The "T"', description="Most are small.")
    root = ElementTree.fromstring(svg)
    assert (root.get("role"), root.get("aria-label")) == ("img", 'The "T". Most are small.')
    assert set(re.findall(r'fill="(.*?)"', svg)) == {"currentColor"} and "#" not in svg
    assert "<a>" in next(element.text for element in root.iter(f"{SVG}text"))  # type: ignore[operator]


@pytest.mark.parametrize("kind", ["bars", "intervals"])
def test_long_labels_stand_above_their_bar(kind: str) -> None:
    short = drawn(kind, row("a", 1, 0, 2))
    long = drawn(kind, row("contracts made by the taker", 1, 0, 2, "12.5 to 14.5 per cent"))
    assert float(ElementTree.fromstring(long).get("height", "0")) == 2 * float(
        ElementTree.fromstring(short).get("height", "0")
    )
    assert "contracts made by the taker: 12.5 to 14.5 per cent" in long


@pytest.mark.parametrize("kind", ["bars", "intervals"])
def test_nothing_to_draw(kind: str) -> None:
    for rows in ([], [row("a", 0)]):
        assert "nan" not in drawn(kind, *rows)


def test_drawn_with_signs() -> None:
    assert in_signs(plot("bars", row("a", 8), row("b", 4), row("c", 0.5), row("d", 0))) == [
        "█" * 24,
        "█" * 12,
        "█▌",
        "",
    ]
    above, below = in_signs(plot("intervals", row("a", 2, 1, 3), row("b", -1, -3, 1)))
    assert above.index("│") == below.index("┼")
    assert below.startswith("├") and below.index("●") < below.index("┼") < below.index("┤")
    assert above.index("│") < above.index("├") < above.index("●") < above.index("┤")


def test_the_same_figures_stand_in_the_table() -> None:
    figures = plot("bars", row("one", 1), row("two", 2))
    assert [[str(cell) for cell in cells] for cells in figures.table().rows] == [["one", "1"], ["two", "2"]]
    page = html([figures])
    assert page.index("<figcaption>A title") < page.index("<svg") < page.index("<table")
    assert "| two | 2 |" in markdown([figures])
    assert r"\rule{0.500\linewidth}" in latex([figures]) and r"\rule{1.000\linewidth}" in latex([figures])
