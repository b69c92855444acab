"""The picture of games on an axis of time as SVG, in the colour of the text around it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from markupsafe import Markup

from tarot_teach.render.common import curly
from tarot_teach.render.pictures import LETTER_WIDTH, LINES
from tarot_teach.topics.history.picture import GameBar, GamesInTime

FIRST, TODAY = 1400, 2025
"""The years at the ends of the axis."""
_YEAR = 1.1  # pixels
_ROW, _HEAD, _TOP = 32, 32, 24  # heights of a game, of the name of a land, and above the first
_EDGE = 20  # pixels beside the axis
_STUB = 45  # years that are drawn where a beginning or an end is not known


def games_svg(picture: GamesInTime) -> Markup:
    """Games as bars by land, each below its name, centuries as upright lines, and lines of descent."""
    rows, heads, bottom = dict[int, float](), list[tuple[float, str]](), float(_TOP)
    for region, numbers in groupby(range(len(picture.bars)), key=lambda at: picture.bars[at].region):
        heads.append((bottom + _HEAD - 9, region))
        bottom += _HEAD
        for number in numbers:
            rows[number] = bottom + _ROW - 10
            bottom += _ROW
    width, height = (TODAY - FIRST) * _YEAR + 2 * _EDGE, bottom + 6

    def place(year: float) -> float:
        return _EDGE + (year - FIRST) * _YEAR

    parts = [
        OPEN.format(w=width, h=height),
        Markup("<title>{}</title><desc>{}</desc>").format(picture.caption, curly(picture.description)),
    ]
    for year in range(FIRST, TODAY, 100):
        parts.append(_CENTURY.format(x=place(year), top=_TOP, bottom=height - 6, year=year))
    parts += [_LAND.format(y, curly(region)) for y, region in heads]
    names = list[Markup]()  # upon the lines
    for number, bar in enumerate(picture.bars):
        name = min(
            place(_begins(bar)) + 4, width - len(bar.name) * LETTER_WIDTH
        )  # above the bar, and inside the picture
        names.append(_NAME.format(name, rows[number] - 9, curly(bar.name)))
        parts.append(_bar(bar, place(_begins(bar)), place(_ends(bar)), rows[number]))
    taken = Counter[float]()
    for parent, child, certainty in picture.lines:
        at = place(_begins(picture.bars[child]))
        x = at - 4 * taken[at]
        taken[at] += 1
        start = min(x, place(_ends(picture.bars[parent])))
        style = LINES.get(certainty, Markup())
        parts.append(_DESCENT.format(start, rows[parent], x, rows[child], at, style))
    return Markup("").join([*parts, *names, Markup("</svg>")])


def _begins(bar: GameBar) -> int:
    """The year at which a bar begins; of a game whose beginning is not known some years before its end."""
    return bar.since or (bar.until or TODAY) - _STUB


def _ends(bar: GameBar) -> int:
    """The year at which a bar ends; of a game whose end is not known some years after its beginning."""
    if bar.now:
        return TODAY
    return bar.until or (bar.since + _STUB if bar.since else TODAY)


def _bar(bar: GameBar, begin: float, end: float, y: float) -> Markup:
    known = bar.now or bar.until
    line = _BAR.format(begin, y, end, "" if bar.since and known else Markup(' stroke-dasharray="7 4"'))
    if bar.since:
        line += _DOT.format(begin, y, Markup(' class="tt-open"') if bar.about else "")
    return line + _ARROW.format(end, y) if bar.now else line


OPEN = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" class="tt-family tt-time" role="img" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" '
    'height="{h:.0f}" fill="none" stroke="currentColor" font-size="13">'
)
"""Opening tag of a drawing of the history, with its width ``w`` and its height ``h``."""
_CENTURY = Markup(
    '<path d="M{x:.0f} {top}V{bottom:.0f}" stroke-opacity=".18"/><text x="{x:.0f}" y="16" fill="currentColor" stroke="none" '
    'text-anchor="middle" fill-opacity=".75">{year}</text>'
)
_LAND = Markup('<text x="0" y="{:.0f}" fill="currentColor" stroke="none" font-weight="700">{}</text>')
_NAME = Markup('<text class="tt-name" x="{:.0f}" y="{:.1f}" fill="currentColor" stroke="none">{}</text>')
_BAR = Markup('<path d="M{0:.0f} {1:.0f}H{2:.0f}" stroke-width="5" stroke-opacity=".45"{3}/>')
_DOT = Markup('<circle cx="{:.0f}" cy="{:.0f}" r="4.5" fill="currentColor"{}/>')
_ARROW = Markup('<path d="M{0:.0f} {1:.0f}m-2 -5l7 5l-7 5" stroke-width="1.6"/>')
_DESCENT = Markup('<path d="M{:.0f} {:.0f}H{:.0f}V{:.0f}H{:.0f}" stroke-opacity=".7"{}/>')
