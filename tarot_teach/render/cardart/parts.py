"""The parts of a card's drawing as plain data, from which SVG and TikZ are made.

A card lies on a box 100 wide and 160 high, with the origin at the top left. Everything is path data, so that no font is needed;
a part has a *role* in place of a colour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tarot_teach.cards import Card
from tarot_teach.messages import _

WIDTH, HEIGHT = 100, 160

PALETTE = {
    "paper": ("--tt-paper", "#fffdf7"),
    "ink": ("--tt-ink", "#1d1d1b"),
    "red": ("--tt-red", "#b3121d"),
    "trump": ("--tt-trump", "#1c4587"),
    "tint": ("--tt-trump-bg", "#e8eefb"),
    "excuse": ("--tt-excuse", "#6a1b7a"),
    "line": ("--tt-line", "#b9b3a4"),
    "gold": ("--tt-gold", "#d3a63c"),
}
"""Roles: the custom property of the page that sets each, and the colour it has where there is none."""

SUIT_COLOUR = "own"
"""The role of parts in the colour of the card's suit."""
SUITS, FIGURES = ("french", "italian"), ("arabic", "roman")


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a pack.

    ``suits`` is ``french`` or ``italian``: swords for spades, batons for clubs, coins for diamonds and cups for hearts,
    as is customary. ``courts`` are the index letters of king, queen, knight and jack: ``RDCV`` in French packs,
    ``KQCJ`` or ``KQNJ`` in English ones, ``KDRB`` in German ones; without them the letters by which the pack itself
    calls its cards. ``trumps`` are numbered in ``arabic`` or ``roman`` figures.
    """

    suits: str = SUITS[0]
    courts: str = ""
    trumps: str = FIGURES[0]

    def __post_init__(self) -> None:
        if self.suits not in SUITS:
            raise ValueError(_("suits are french or italian, not {suits!r}").format(suits=self.suits))
        if self.courts and (not re.fullmatch(r"[A-Z]{4}", self.courts) or len(set(self.courts)) < 4):
            message = _("courts are four different capital letters, such as RDCV, not {courts!r}")
            raise ValueError(message.format(courts=self.courts))
        if self.trumps not in FIGURES:
            raise ValueError(_("trumps are arabic or roman, not {trumps!r}").format(trumps=self.trumps))

    @property
    def prefix(self) -> str:
        """The beginning of the ids in a sprite of this style, so that sprites of two styles on one page do not share ids."""
        return "tt" if self == Style() else f"tt-{self.suits[0]}{self.courts}{self.trumps[0]}"


@dataclass(frozen=True, slots=True)
class Shape:
    """A path with the roles of its inside and of its line; ``dash`` is the length of the dashes and of the gaps."""

    path: str
    fill: str = ""
    stroke: str = ""
    width: float = 1.5
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """A shared motif, scaled and moved to a place; ``colour`` replaces the suit's colour in it."""

    name: str
    x: float = 0
    y: float = 0
    across: float = 1
    down: float = 1
    colour: str = SUIT_COLOUR


@dataclass(frozen=True, slots=True)
class Words:
    """Centred text in signs that are not among the motifs, in any available font."""

    text: str
    x: float
    y: float
    size: float


Element = Shape | Put | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """A card: ``half`` is drawn twice, the second time turned upside down; ``middle`` once."""

    colour: str
    ground: str
    half: tuple[Element, ...]
    middle: tuple[Element, ...] = ()

    @property
    def motifs(self) -> tuple[str, ...]:
        """The shared motifs in it."""
        return (self.ground, *(part.name for part in (*self.half, *self.middle) if isinstance(part, Put)))


def identifier(card: Card) -> str:
    """A card's code as part of an id or of a macro's name: letters and figures, whatever an author wrote."""
    return re.sub(r"[^0-9A-Za-z]", lambda sign: f"_{ord(sign[0]):x}_", card.code)
