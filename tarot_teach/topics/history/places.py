"""The places of the history: a map, and a table with what is known of each."""

from __future__ import annotations

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.language import _, as_words
from tarot_teach.text import Text, say, separated_by_dots
from tarot_teach.topics.history.dates import date_words
from tarot_teach.topics.history.format import GameFile, History, PlaceFile


def describe_places(history: History) -> list[Block]:
    """The section on places: a row for each place that has a game or an event; nothing where no place is known."""
    if not history.places:
        return []
    lead = _(
        "Places from north to south, each with the games that belong there and what happened there. A point that stands for a land lies about in its middle."
    )
    head = (_("Place"), _("Degrees"), _("Games"), _("What happened"))
    rows = tuple(_row(history, name) for name in _from_north(history))
    return [
        Heading(2, say(_("Where the games are at home")), "games-places"),
        Paragraph(say(lead)),
        Table(tuple(Text((name,)) for name in head), rows),
    ]


def games_at(history: History, place: str) -> list[GameFile]:
    """The games that belong to a place."""
    return [game for game in history.games.values() if place in game.at(history.places)]


def _from_north(history: History) -> list[str]:
    return sorted(history.places, key=lambda name: -history.places[name].latitude)


def _row(history: History, name: str) -> tuple[Text, ...]:
    place = history.places[name]
    label = _("{place} (land)").format(place=name) if place.land else name
    games = [f"{game.name} ({game.when})" for game in games_at(history, name)]
    events = [
        f"{date_words(event)}: {', '.join(history.games[id].name for id in event.games) or as_words(event.kind)}"
        for event in history.events
        if name in event.at(history.places)
    ]
    return (
        Text((label,)),
        Text((degrees(place),)),
        *(separated_by_dots(words) if words else Text(("—",)) for words in (games, events)),
    )


def degrees(place: PlaceFile) -> str:
    """The point of a place: ``43.8° N, 11.3° E``."""
    north = _("{degrees:g}° N") if place.latitude >= 0 else _("{degrees:g}° S")
    east = _("{degrees:g}° E") if place.longitude >= 0 else _("{degrees:g}° W")
    return f"{north.format(degrees=abs(place.latitude))}, {east.format(degrees=abs(place.longitude))}"
