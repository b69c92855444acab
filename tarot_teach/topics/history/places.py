"""The places of the history: a map, and a table with what is known of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.messages import _, as_words, colon
from tarot_teach.text import Text, joined, listed, say, separated_by_dots
from tarot_teach.topics.history.dates import date_words
from tarot_teach.topics.history.format import EventFile, GameFile, History, PlaceFile, place_name, region_name

WEST, EAST, SOUTH, NORTH = -9.0, 20.5, 37.0, 57.0
"""The degrees at the edges of the map."""


@dataclass(frozen=True, slots=True)
class PlaceDot:
    """A place on the map: ``region`` is the number of the land under which most of its games stand in the picture of the family, or None."""

    name: str
    latitude: float
    longitude: float
    land: bool
    region: int | None
    games: int


@dataclass(frozen=True, slots=True)
class PlaceMap(Block):
    """Places by their degrees, with a sign for each of the ``regions``. The text alternative is ``description``."""

    id: str
    caption: Text
    legend: Text
    dots: tuple[PlaceDot, ...]
    regions: tuple[str, ...]
    description: str

    def fallback(self) -> tuple[Block, ...]:
        """Nothing: the table of the same page has the places, their degrees and games."""
        return ()


def place_map(history: History) -> PlaceMap:
    """The map of the places that lie on it; the legend names the others."""
    regions = tuple(dict.fromkeys(game.region for game in history.games.values() if game.region))
    inside = [name for name in _from_north(history) if _is_inside(history.places[name])]
    legend = [
        say(
            _(
                "A filled sign is a town, an open one a land, about in its middle. The number behind a name is that of the games there; the sign "
                "is that of the land under which most of them stand in the picture above, a small one where there is none. The table has the same."
            )
        )
    ]
    if outside := [Text((place_name(name, history.places),)) for name in history.places if name not in inside]:
        legend.append(say(_("Outside the map: {places}."), places=listed(outside)))
    said = _("A map of {number} places with their games, by degrees. The table below has the same.")
    return PlaceMap(
        "games-map",
        say(_("The places of the games.")),
        joined(legend),
        tuple(_dot(history, name, regions) for name in inside),
        tuple(map(region_name, regions)),
        said.format(number=len(inside)),
    )


def _is_inside(place: PlaceFile) -> bool:
    return SOUTH < place.latitude < NORTH and WEST < place.longitude < EAST


def _dot(history: History, name: str, regions: tuple[str, ...]) -> PlaceDot:
    place, games = history.places[name], games_at(history, name)
    concerned = [history.games[id] for event in events_at(history, name) for id in event.games]
    lands = Counter(game.region for game in games or concerned if game.region).most_common(1)
    region = regions.index(lands[0][0]) if lands else None
    return PlaceDot(place_name(name, history.places), place.latitude, place.longitude, place.land, region, len(games))


def describe_places(history: History) -> list[Block]:
    """The section on places: a row for each place that has a game or an event; nothing where no place is known."""
    if not history.places:
        return []
    lead = _(
        "Places from north to south, each with the games that belong there and what happened there. A point that stands for a land lies about in its middle. "
        "The sources are those of the games below, and of the events in the timeline."
    )
    head = (_("Place"), _("Degrees"), _("Games"), _("What happened"))
    rows = tuple(_row(history, name) for name in _from_north(history))
    return [
        Heading(2, say(_("Where the games are at home")), "games-places"),
        place_map(history),
        Paragraph(say(lead)),
        Table(tuple(Text((name,)) for name in head), rows),
    ]


def games_at(history: History, place: str) -> list[GameFile]:
    """The games that belong to a place."""
    return [game for game in history.games.values() if place in game.at(history.places)]


def events_at(history: History, place: str) -> list[EventFile]:
    """The events at a place, in the order of time."""
    return [event for event in history.events if place in event.at(history.places)]


def _from_north(history: History) -> list[str]:
    return sorted(history.places, key=lambda name: -history.places[name].latitude)


def _row(history: History, name: str) -> tuple[Text, ...]:
    place = history.places[name]
    label = place_name(name, history.places)
    label = _("{place} (land)").format(place=label) if place.land else label
    games = [f"{game.name} ({game.when})" for game in games_at(history, name)]
    events = [_event_words(history, event) for event in events_at(history, name)]
    return (
        Text((label,)),
        Text((degrees(place),)),
        *(separated_by_dots(words) if words else Text(("—",)) for words in (games, events)),
    )


def _event_words(history: History, event: EventFile) -> str:
    """An event in short: ``1505 (cards): Triumphs``."""
    dated = f"{date_words(event)} ({as_words(event.kind)})"
    return colon().join(filter(None, (dated, ", ".join(history.games[id].name for id in event.games))))


def degrees(place: PlaceFile) -> str:
    """The point of a place: ``43.8° N, 11.3° E``."""
    return f"{latitude_words(place.latitude)}, {longitude_words(place.longitude)}"


def latitude_words(degrees: float) -> str:
    """A latitude: ``43.8° N``, and ``0°`` on the equator."""
    if not degrees:
        return _("0°")
    return (_("{degrees:g}° N") if degrees >= 0 else _("{degrees:g}° S")).format(degrees=abs(degrees))


def longitude_words(degrees: float) -> str:
    """A longitude: ``11.3° E``, and ``0°`` on the meridian."""
    if not degrees:
        return _("0°")
    return (_("{degrees:g}° E") if degrees >= 0 else _("{degrees:g}° W")).format(degrees=abs(degrees))
