"""The kinds of play: the questions that each puts to rules, and what is the same in every deal of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tarot_teach.mechanisms.asking import AsksInPlay
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.interfaces import Leads, NarrowsPlay, OrdersCards, WinsTrick
from tarot_teach.mechanisms.open_table import DealsAnew, LaysOpen, StealsPile, TakesFromTable, TakesRest
from tarot_teach.messages import N_
from tarot_teach.rules import Ruleset


@dataclass(frozen=True, slots=True)
class KindOfPlay:
    """A kind of play, by the name that a ruleset gives it beside the section.

    ``in_tricks`` is false where a card takes others that lie open, and rounds are counted. ``hands_shrink`` is true where each trick takes a
    card of each hand and none gets any, so that a deal has as many tricks as a hand has cards. ``asks_winner`` is true where another card than
    the highest of the suit led can win. ``turn`` is the word for a trick or round, and ``numbered`` the heading of one.

    ``asked`` are the questions that it puts to rules of its section, and ``needed`` those to which it needs an answer, in words, each with a
    mechanism that gives one. ``fitting`` are the mechanisms of other sections that are known to fit. Empty: all, or none is needed.
    """

    name: str
    in_tricks: bool = True
    hands_shrink: bool = True
    asks_winner: bool = True
    turn: str = N_("Trick")
    numbered: str = N_("Trick {number}")
    asked: tuple[type[Mechanism], ...] = ()
    needed: tuple[tuple[type[Mechanism], str, str], ...] = ()
    fitting: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


TRICKS = KindOfPlay("tricks")
"""Cards are played to tricks until no hand has any left."""

SHEDDING = KindOfPlay(
    "shedding",
    hands_shrink=False,
    asks_winner=False,
    asked=(Leads, NarrowsPlay, WinsTrick, EndsPlay, OrdersCards, AsksInPlay),
    needed=(
        (AsksInPlay, N_("what a player does who can play no card"), "draw_until_able"),
        (EndsPlay, N_("when the play ends"), "one_hand_left"),
    ),
)
"""A hand grows until it can follow suit, and players go out when they have no cards."""

FISHING = KindOfPlay(
    "fishing",
    in_tricks=False,
    hands_shrink=False,
    asks_winner=False,
    turn=N_("Round"),
    numbered=N_("Round {number}"),
    asked=(Leads, LaysOpen, TakesFromTable, StealsPile, DealsAnew, TakesRest),
    needed=(
        (LaysOpen, N_("how many cards lie open before the first turn"), "open_cards"),
        (TakesFromTable, N_("which open cards a card takes"), "capture_equal_rank"),
        (DealsAnew, N_("what happens when all hands are empty"), "deal_anew"),
    ),
    fitting={
        "deal": ("direction", "cut", "hands_and_stock"),
        "count": ("each_for_himself",),
        "score": ("cards_taken", "counters"),
        "match": ("after_dealer_deals", "number_of_deals", "one_deal", "open_ended", "to_points"),
    },
)
"""Cards of the hand take cards that lie open on the table, or piles."""

KINDS: Mapping[str, KindOfPlay] = {kind.name: kind for kind in (TRICKS, SHEDDING, FISHING)}
"""All kinds of play by name."""


def play_of(ruleset: Ruleset) -> KindOfPlay:
    """The kind of play of a ruleset."""
    return KINDS[ruleset.play]
