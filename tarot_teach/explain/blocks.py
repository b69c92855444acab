"""What explanations are made of. Renderers dress blocks; they compute nothing.

All words are :class:`~tarot_teach.text.Text`, so that cards, terms, rules and sources stay references until the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from tarot_teach.cards import Card
from tarot_teach.text import Cite, Text

NO_TEXT = Text()


@dataclass(frozen=True, slots=True)
class Heading:
    """``level`` counts from 1; ``id`` is the anchor, unique on its page."""

    level: int
    text: Text
    id: str = ""


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph. ``kind``: ``normal``, ``lead`` (an introduction), ``note`` (the author's comment), ``aside``
    (sources disagree, evidence), ``allowed``, ``refused``, ``warning``."""

    text: Text
    kind: str = "normal"


@dataclass(frozen=True, slots=True)
class Bullets:
    """An unordered list, or a numbered one."""

    items: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a head. ``numeric`` are the numbers of columns that are set flush right."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    caption: Text = NO_TEXT
    numeric: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """One rule of a rule page. ``params`` are names with their values and meanings, ``changes`` what differs from the
    parent, each in a sentence; ``evidence`` is a word, with its reason in ``because``."""

    id: str
    title: Text
    body: tuple[Text, ...]
    notes: tuple[Text, ...] = ()
    params: tuple[tuple[str, str, str], ...] = ()
    sources: tuple[Cite, ...] = ()
    evidence: str = ""
    because: Text = NO_TEXT
    changes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand in a diagram, sorted for reading. ``unseen`` counts cards that are not known. ``role``: dealer, taker …"""

    seat: str
    name: str
    cards: tuple[Card, ...]
    unseen: int = 0
    role: str = ""


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """The hands round the table, in order of play, and cards in the middle (talon, discard) with their labels."""

    hands: tuple[HandRow, ...]
    middle: tuple[tuple[Text, tuple[Card, ...]], ...] = ()
    caption: Text = NO_TEXT
    clockwise: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Cards that one rule keeps from being played, with the rule's reason and sources."""

    cards: tuple[Card, ...]
    rule: str
    title: str
    because: Text
    sources: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class PlayRow:
    """One card of a trick.

    ``before`` and ``after`` are the author's comments, ``reasons`` what the rules say of this play (why it was forced,
    or irregular), ``refusals`` the cards held that could not be played: (card, rule, reason, source), ``tries`` plays
    that the author tried in words. ``legal`` are the cards that could have been played.
    """

    seat: str
    name: str
    card: Card
    side: str = ""  # taker | defence | ""
    wins: bool = False
    irregular: bool = False
    forced: bool = False
    hand: tuple[Card, ...] = ()
    legal: tuple[Card, ...] = ()
    before: tuple[Text, ...] = ()
    reasons: tuple[Text, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    tries: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class TrickDiagram:
    """A trick: its cards in order played, who wins it and why, what else happens, and the points so far.

    ``points`` are (label, card points as text) for each side, or each player, after the trick.
    """

    number: int
    plays: tuple[PlayRow, ...]
    outcome: tuple[Text, ...] = ()
    points: tuple[tuple[Text, str], ...] = ()
    after: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of a score sheet: operation, label, amount, the sum so far, the rule and its reason."""

    operation: str
    label: Text
    amount: str
    total: str
    rule: str
    because: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet, line by line, with the formula derived from the rules and who gets what."""

    title: Text
    rows: tuple[SheetRow, ...]
    total: str
    formula: str
    scores: tuple[tuple[str, str], ...] = ()
    because: Text = NO_TEXT


Block = Heading | Para | Bullets | Table | RuleBlock | HandDiagram | TrickDiagram | ScoreSheet
