"""Dates of events in words."""

from __future__ import annotations

from tarot_teach.messages import N_, _
from tarot_teach.topics.history.format import EventFile

MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


def date_words(event: EventFile) -> str:
    """The date of an event: ``16 September 1440``, ``1412–1425``, ``about 1720``."""
    words = _day(event.date)
    if event.until:
        words = f"{words}–{_day(event.until)}"
    return _("about {date}").format(date=words) if event.circa else words


def _day(date: str) -> str:
    year, *rest = date.split("-")
    if not rest:
        return year
    month = _(MONTHS[int(rest[0]) - 1])
    if len(rest) == 1:
        return _("{month} {year}").format(month=month, year=year)
    return _("{day} {month} {year}").format(day=int(rest[1]), month=month, year=year)
