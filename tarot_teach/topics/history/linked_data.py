"""The history as JSON-LD, in terms of schema.org, SKOS, PROV, W3C Geo and CIDOC CRM."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from tarot_teach.loading import Library
from tarot_teach.loading.formats import CitationFile
from tarot_teach.messages import N_, _, as_words
from tarot_teach.rules import Citation, Source
from tarot_teach.topics.history.format import DescentFile, EventFile, GameFile, History, PlaceFile
from tarot_teach.topics.history.rule_forms import RuleForm, rule_forms

Node = dict[str, Any]
CONTEXT = {
    "@vocab": "https://schema.org/",
    "crm": "http://www.cidoc-crm.org/cidoc-crm/",
    "geopos": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "prov": "http://www.w3.org/ns/prov#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "sameAs": {"@type": "@id"},
    "url": {"@type": "@id"},
}
SOURCE_TYPES = {"book": "Book", "article": "Article", "page": "WebPage"}
MEANINGS = {
    "document": N_("A document of its time tells it: a statute, an account, a contract."),
    "text": N_("A text of its time tells it: a book, a letter, a poem, a sermon."),
    "cards": N_("Cards of its time have come down to us."),
    "printed_rules": N_("Rules that were printed tell it."),
    "written_rules": N_("Rules that were written by hand tell it."),
    "report": N_("A later report tells it; nothing of its time was read, or named."),
    "argument": N_("Historians argue it, from names, cards and rules."),
    "reconstructed": N_("No source that was read says it; it is inferred, and the reason is told."),
    "attested": N_("A text or an object of the time says it."),
    "second-hand": N_("Others tell what a text or an object of the time says; its own words were not read."),
    "argued": N_("Historians argue it."),
    "disputed": N_("Historians disagree on it, or leave it open."),
}
"""The kinds of evidence, and the certainties, in a sentence each."""


def history_linked(history: History, library: Library) -> Node:
    """Places, games, descents, events, rules with their values, and the sources that they cite, each a node that others name by its ``@id``. Raises LoadError."""
    entries = (*history.games.values(), *history.descents, *history.events)
    kinds = rule_forms(history, library)
    cited = dict.fromkeys(citation.source for entry in entries for citation in entry.sources)
    cited |= dict.fromkeys(form.first.citation.source for kind in kinds for form in kind if form.first.citation)
    graph = [
        *(_place(name, place) for name, place in history.places.items()),
        *(_game(history, id, game) for id, game in history.games.items()),
        *(_descent(history, descent) for descent in history.descents),
        *(_event(history, number, event) for number, event in enumerate(history.events, 1)),
        *(_concept(f"#type-{name}", as_words(name), "#evidence", _(meaning)) for name, meaning in MEANINGS.items()),
        *(_form(history, kind[0], form) for kind in kinds for form in kind),
        *(_source(id, library.sources()[id]) for id in cited),
    ]
    return {"@context": CONTEXT, "@graph": [_filled(node) for node in graph]}


def _place(name: str, place: PlaceFile) -> Node:
    latitude, longitude = (_typed(f"{degrees:g}", "decimal") for degrees in (place.latitude, place.longitude))
    return {
        "@id": _place_id(name),
        "@type": ["Place", "crm:E53_Place", "geopos:SpatialThing"],
        "name": name,
        "geo": {"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude},
        "geopos:lat": latitude,
        "geopos:long": longitude,
        "sameAs": f"http://www.wikidata.org/entity/{place.wikidata}" if place.wikidata else "",
    }


def _game(history: History, id: str, game: GameFile) -> Node:
    """A game, with those that it comes from, unless the descent is disputed."""
    years = game.years
    end = ".." if game.now else years.until or ""  # open, a year, or not known
    parents = [each.parent for each in history.parents(id) if each.certainty != "disputed"]
    return {
        "@id": f"#game-{id}",
        "@type": ["Game", "crm:E89_Propositional_Object", "prov:Entity"],
        "name": game.name,
        "description": game.note,
        "temporalCoverage": f"{years.since or ''}/{end}" if years.since or end else "",
        "dateCreated": _date(str(years.since or "")),
        "spatialCoverage": [_ref(_place_id(name)) for name in game.at(history.places)],
        "prov:wasDerivedFrom": [_ref(f"#game-{parent}") for parent in parents],
        **_known(history, game),
    }


def _descent(history: History, descent: DescentFile) -> Node:
    """The assignment of ``prov:wasDerivedFrom`` to the younger game, by those who say so."""
    return {
        "@id": f"#descent-{descent.parent}-{descent.child}",
        "@type": ["Claim", "crm:E13_Attribute_Assignment"],
        "crm:P140_assigned_attribute_to": _ref(f"#game-{descent.child}"),
        "crm:P177_assigned_property_of_type": _ref("prov:wasDerivedFrom"),
        "crm:P141_assigned": _ref(f"#game-{descent.parent}"),
        "description": descent.note,
        **_known(history, descent, descent.certainty),
    }


def _event(history: History, number: int, event: EventFile) -> Node:
    return {
        "@id": f"#event-{number}",
        "@type": ["Event", "crm:E5_Event"],
        "description": event.what,
        "startDate": _date(event.date),
        "endDate": _date(event.until),
        "crm:P4_has_time-span": _span(event.earliest, event.latest, about=event.circa),
        "location": [_ref(_place_id(name)) for name in event.at(history.places)],
        "about": [_ref(f"#game-{id}") for id in event.games],
        **_known(history, event, event.certainty),
    }


def _form(history: History, kind: RuleForm, form: RuleForm) -> Node:
    """A kind of rule, or below it one of its values, with the games that have it, and the assignment to the first known one."""
    above = _rule_id(kind)
    id = "-".join([above, quote(form.parameter, safe=""), quote(form.value, safe="")]) if form.parameter else above
    name = f"{form.words}: {form.value}" if form.parameter else f"{kind.first.rule.title} ({as_words(kind.kind[1])})"
    first = form.first
    known: Node = {
        "@id": f"{id}-first",
        "@type": "crm:E13_Attribute_Assignment",
        "crm:P140_assigned_attribute_to": _ref(f"#game-{first.game}"),
        "crm:P177_assigned_property_of_type": _ref("crm:P2_has_type"),
        "crm:P4_has_time-span": _span(first.year, first.year) if first.year else "",
        "subjectOf": [*_citations([first.citation])] if first.citation else [],
    }
    return {
        **_concept(id, name, "#rules"),
        "skos:broader": _ref(above) if form.parameter else "",
        "crm:P2i_is_type_of": [_ref(f"#game-{each.game}") for each in form.games if each.game in history.games],
        "crm:P141i_was_assigned_by": _filled(known) if first.citation and first.game in history.games else "",
    }


def _rule_id(kind: RuleForm) -> str:
    return f"#rule-{'-'.join(kind.kind)}"


def _concept(id: str, name: str, scheme: str, meaning: str = "") -> Node:
    return {
        "@id": id,
        "@type": ["skos:Concept", "crm:E55_Type"],
        "skos:prefLabel": name,
        "skos:definition": meaning,
        "skos:inScheme": {"@id": scheme, "@type": "skos:ConceptScheme"},
    }


def _source(id: str, source: Source) -> Node:
    return {
        "@id": f"#source-{id}",
        "@type": [SOURCE_TYPES[source.kind], "crm:E31_Document"],
        "name": source.title,
        "creditText": source.author,
        "datePublished": _date(source.year) if source.year.isdigit() else "",
        "crm:P3_has_note": "" if source.year.isdigit() else source.year,
        "isPartOf": {"@type": "CreativeWork", "name": source.published} if source.published else "",
        "url": source.address,
    }


def _known(history: History, entry: GameFile | DescentFile | EventFile, certainty: str = "") -> Node:
    """The evidence and the certainty of an entry, as types, and its citations."""
    types = dict.fromkeys(filter(None, (history.kind_of(entry), certainty)))
    return {
        "crm:P2_has_type": [_ref(f"#type-{name}") for name in types],
        "skos:editorialNote": entry.because,
        "subjectOf": [*_citations(entry.sources)],
    }


def _citations(citations: Iterable[CitationFile | Citation]) -> Iterable[Node]:
    for citation in citations:
        yield _filled(
            {"@type": "CreativeWork", "isPartOf": _ref(f"#source-{citation.source}"), "position": citation.at}
        )


def _ref(id: str) -> Node:
    return {"@id": id}


def _typed(value: str, name: str) -> Node:
    return {"@value": value, "@type": f"xsd:{name}"}


def _date(date: str) -> Node | str:
    """A year, a month or a day; nothing for none."""
    return _typed(date, ("gYear", "gYearMonth", "date")[date.count("-")]) if date else ""


def _span(earliest: int, latest: int, *, about: bool = False) -> Node:
    """The years between which something happened."""
    return _filled(
        {
            "@type": "crm:E52_Time-Span",
            "crm:P82a_begin_of_the_begin": _date(str(earliest)),
            "crm:P82b_end_of_the_end": _date(str(latest)),
            "crm:P3_has_note": "circa" if about else "",
        }
    )


def _place_id(name: str) -> str:
    return f"#place-{quote(name, safe='')}"


def _filled(node: Node) -> Node:
    """A node without what is not known."""
    return {key: value for key, value in node.items() if value not in ("", [])}
