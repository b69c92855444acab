"""Formats of cards that are known and not read, each with the reason."""

from __future__ import annotations

import re
from typing import NamedTuple

from tarot_teach.errors import LoadError
from tarot_teach.messages import N_, _
from tarot_teach.topics.other_programs.given_text import GivenText


class _Format(NamedTuple):
    """A format, by what stands in its files."""

    sign: re.Pattern[str]
    name: str
    reason: str


def _format(sign: str, name: str, reason: str) -> _Format:
    return _Format(re.compile(sign, re.MULTILINE), name, reason)


_FORMATS = (
    _format(
        r"^\[(?:Event|Deal|Dealer|Auction|Play) \"",
        "PTN or PBN",
        N_("a rank is one sign there, so that trumps from 10 on have no place"),
    ),
    _format(r"(?:^|\|)md\|[1-4]S", "LIN", N_("it is for bridge, and has no place for a Fool or a talon")),
    _format(
        r"^[HKPXT0-9BD.]*/[HKPXT0-9BD.]*#[HKPXT0-9BD.]+/",
        "TAF",
        N_("it does not tell who leads, and its own examples have a card twice"),
    ),
    _format(r"^START GAME OPTIONS$", "a trial of Ludii", N_("its cards are numbers of cells, which only Ludii knows")),
    _format(
        r'"playerHands"\s*:',
        "a dump of palantarot",
        N_("its points are those of its house, from which neither card points nor oudlers follow"),
    ),
    _format(r'"deal_(?:ini|history)"\s*:', "a state of webtarot", N_("its cards are sums of powers of two")),
    _format(
        r'"(?:gamedatas|notifications|packet_type)"\s*:',
        "a log of a web site",
        N_("such logs belong to the sites, and no complete one was found"),
    ),
)


def check_readable(given: GivenText) -> None:
    """Raise LoadError for a text in one of these formats, at the sign by which it is known."""
    for known in _FORMATS:
        found = known.sign.search(given.text)
        if found:
            message = _("{name} is not read: {reason}")
            hint = _("draw the hands as a diagram, or write the deal on one line")
            place = given.place(found.start())
            raise LoadError.of("import.format", message, place, hint, name=known.name, reason=_(known.reason))
