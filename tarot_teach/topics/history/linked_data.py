"""The history as JSON-LD, in terms of schema.org, and of CIDOC CRM where that has none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from tarot_teach.loading import Library
from tarot_teach.loading.formats import CitationFile
from tarot_teach.rules import Source
from tarot_teach.topics.history.format import DescentFile, EventFile, GameFile, History, PlaceFile

Node = dict[str, Any]
CONTEXT = {
    "@vocab": "https://schema.org/",
    "crm": "http://www.cidoc-crm.org/cidoc-crm/",
    "sameAs": {"@type": "@id"},
    "url": {"@type": "@id"},
}
SOURCE_TYPES = {"book": "Book", "article": "Article", "page": "WebPage"}


def history_linked(history: History, library: Library) -> Node:
    """Places, games, descents, events and the sources that they cite, each a node that others name by its ``@id``."""
    entries = (*history.games.values(), *history.descents, *history.events)
    cited = dict.fromkeys(citation.source for entry in entries for citation in entry.sources)
    graph = [
        *(_place(name, place) for name, place in history.places.items()),
        *(_game(history, id, game) for id, game in history.games.items()),
        *(_descent(history, descent) for descent in history.descents),
        *(_event(history, number, event) for number, event in enumerate(history.events, 1)),
        *(_source(id, library.sources()[id]) for id in cited),
    ]
    return {"@context": CONTEXT, "@graph": [_filled(node) for node in graph]}


def _place(name: str, place: PlaceFile) -> Node:
    geo = {"@type": "GeoCoordinates", "latitude": place.latitude, "longitude": place.longitude}
    same = f"http://www.wikidata.org/entity/{place.wikidata}" if place.wikidata else ""
    return {"@id": _place_id(name), "@type": ["Place", "crm:E53_Place"], "name": name, "geo": geo, "sameAs": same}


def _game(history: History, id: str, game: GameFile) -> Node:
    years = game.years
    end = ".." if game.now else years.until or ""  # open, a year, or not known
    return {
        "@id": f"#game-{id}",
        "@type": ["Game", "crm:E89_Propositional_Object"],
        "name": game.name,
        "description": game.note,
        "temporalCoverage": f"{years.since or ''}/{end}" if years.since or end else "",
        "spatialCoverage": [_ref(_place_id(name)) for name in game.at(history.places)],
        **_known(history, game),
    }


def _descent(history: History, descent: DescentFile) -> Node:
    """The assignment of ``isBasedOn`` to the younger game, by those who say so."""
    return {
        "@id": f"#descent-{descent.parent}-{descent.child}",
        "@type": ["Claim", "crm:E13_Attribute_Assignment"],
        "crm:P140_assigned_attribute_to": _ref(f"#game-{descent.child}"),
        "crm:P177_assigned_property_of_type": _ref("https://schema.org/isBasedOn"),
        "crm:P141_assigned": _ref(f"#game-{descent.parent}"),
        "description": descent.note,
        **_known(history, descent, descent.certainty),
    }


def _event(history: History, number: int, event: EventFile) -> Node:
    return {
        "@id": f"#event-{number}",
        "@type": ["Event", "crm:E5_Event"],
        "description": event.what,
        "startDate": event.date,
        "endDate": event.until,
        "crm:P3_has_note": "circa" if event.circa else "",
        "location": [_ref(_place_id(name)) for name in event.at(history.places)],
        "about": [_ref(f"#game-{id}") for id in event.games],
        **_known(history, event, event.certainty),
    }


def _source(id: str, source: Source) -> Node:
    return {
        "@id": f"#source-{id}",
        "@type": [SOURCE_TYPES[source.kind], "crm:E31_Document"],
        "name": source.title,
        "creditText": source.author,
        "datePublished": source.year if source.year.isdigit() else "",
        "crm:P3_has_note": "" if source.year.isdigit() else source.year,
        "isPartOf": {"@type": "CreativeWork", "name": source.published} if source.published else "",
        "url": source.address,
    }


def _known(history: History, entry: GameFile | DescentFile | EventFile, certainty: str = "") -> Node:
    """The evidence and the certainty of an entry, as types, and its citations."""
    types = dict.fromkeys(filter(None, (history.kind_of(entry), certainty)))
    return {
        "crm:P2_has_type": [{"@id": f"#type-{name}", "@type": "crm:E55_Type", "name": name} for name in types],
        "disambiguatingDescription": entry.because,
        "subjectOf": [*_citations(entry.sources)],
    }


def _citations(citations: Iterable[CitationFile]) -> Iterable[Node]:
    for citation in citations:
        yield _filled(
            {"@type": "CreativeWork", "isPartOf": _ref(f"#source-{citation.source}"), "position": citation.at}
        )


def _ref(id: str) -> Node:
    return {"@id": id}


def _place_id(name: str) -> str:
    return f"#place-{quote(name, safe='')}"


def _filled(node: Node) -> Node:
    """A node without what is not known."""
    return {key: value for key, value in node.items() if value not in ("", [])}
