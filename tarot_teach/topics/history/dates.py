"""Dates of events in words."""

from __future__ import annotations

from tarot_teach.messages import _, date_text
from tarot_teach.topics.history.format import EventFile


def date_words(event: EventFile) -> str:
    """The date of an event: ``16 September 1440``, ``1412–1425``, ``about 1720``."""
    words = date_text(event.date)
    if event.until:
        words = f"{words}–{date_text(event.until)}"
    return _("about {date}").format(date=words) if event.circa else words
