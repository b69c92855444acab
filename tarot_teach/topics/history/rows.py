"""Games, descents, events and places as rows of a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tarot_teach.loading import Library
from tarot_teach.loading.formats import CitationFile
from tarot_teach.plain_data import attributes
from tarot_teach.rules import Source
from tarot_teach.topics.history.format import DescentFile, EventFile, GameFile, History, place_name, region_name

Row = dict[str, Any]


def event_rows(history: History, library: Library) -> list[Row]:
    """A row for each event, in the order of time."""
    return [
        {
            **attributes(event, "date", "until"),
            "circa": _flag(event.circa),
            "earliest": event.earliest,
            "latest": event.latest,
            "where": place_name(event.where, history.places),
            **attributes(event, "kind", "what", "certainty"),
            "places": _places(history, event),
            "games": " ".join(event.games),
            **_known(history, event, library),
        }
        for event in history.events
    ]


def game_rows(history: History, library: Library) -> list[Row]:
    """A row for each game: ``earliest`` and ``latest`` are empty where they are not known."""
    return [
        {
            "id": id,
            "name": game.name,
            "region": region_name(game.region) if game.region else "",
            "when": game.when,
            "where": place_name(game.where, history.places),
            "places": _places(history, game),
            "earliest": game.years.since,
            "about": _flag(game.years.about),
            "latest": game.years.until,
            "played_now": _flag(game.now is not None),
            **attributes(game, "players", "pack"),
            "rulesets": " ".join(game.rulesets),
            **_known(history, game, library),
        }
        for id, game in history.games.items()
    ]


def descent_rows(history: History, library: Library) -> list[Row]:
    """A row for each descent: it falls between the first years of the two games, where they are known."""
    return [
        {
            "from": descent.parent,
            "to": descent.child,
            "certainty": descent.certainty,
            "earliest": history.games[descent.parent].years.since,
            "latest": history.games[descent.child].years.since,
            **_known(history, descent, library),
            "note": descent.note,
        }
        for descent in history.descents
    ]


def place_rows(history: History) -> list[Row]:
    """A row for each place, with the games and the dates of the events there."""
    return [
        {
            "name": place_name(name, history.places),
            **attributes(place, "latitude", "longitude"),
            "land": _flag(place.land),
            "wikidata": place.wikidata,
            "games": " ".join(id for id, game in history.games.items() if name in game.at(history.places)),
            "events": " ".join(event.date for event in history.events if name in event.at(history.places)),
        }
        for name, place in history.places.items()
    ]


def who_says(citations: Iterable[CitationFile], sources: dict[str, Source]) -> list[str]:
    """For each citation author or title, year, and the place in the source."""
    found = []
    for citation in citations:
        source = sources[citation.source]
        year = f" ({source.year})" if source.year else ""
        found.append(f"{source.author or source.title}{year}{f', {citation.at}' if citation.at else ''}")
    return found


def _known(history: History, entry: GameFile | DescentFile | EventFile, library: Library) -> Row:
    """The kind of evidence for an entry, and who says so."""
    return {
        "evidence": history.kind_of(entry),
        "because": entry.because,
        "sources": " ".join(citation.source for citation in entry.sources),
        "who": _names(who_says(entry.sources, library.sources())),
    }


def _places(history: History, entry: GameFile | EventFile) -> str:
    """The places of an entry by name, as the rows of places have them."""
    return _names(place_name(name, history.places) for name in entry.at(history.places))


def _names(names: Iterable[str]) -> str:
    return "; ".join(names)


def _flag(value: bool) -> str:
    return str(value).lower()
