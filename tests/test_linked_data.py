"""The history as linked data, as another library reads and asks them, without network."""

from __future__ import annotations

import json
import re

import pytest
import rdflib
from rdflib import Literal, URIRef, namespace
from rdflib.namespace import DefinedNamespace

from tarot_teach.topics.history.format import History
from tarot_teach.topics.history.linked_data import CONTEXT, history_linked
from tarot_teach.topics.history.page import history_of
from tarot_teach.topics.history.rules_in_time import rule_rows
from tests.helpers import LIBRARY

BASE = "https://example.org/history"
CRM = {
    *("E5_Event", "E13_Attribute_Assignment", "E31_Document", "E52_Time-Span", "E53_Place", "E55_Type"),
    *("E89_Propositional_Object", "P2_has_type", "P2i_is_type_of", "P3_has_note", "P4_has_time-span"),
    *("P82a_begin_of_the_begin", "P82b_end_of_the_end", "P140_assigned_attribute_to", "P141_assigned"),
    *("P141i_was_assigned_by", "P177_assigned_property_of_type"),
}
"""The names of CIDOC CRM, as its RDF has them, that are used here."""
GEO = {"SpatialThing", "lat", "long"}
"""Those of W3C Geo."""
IRI = r"https?://[\w.-]+(:\d+)?(/[\w.,~()/!*%:@&=+;'-]*)?(\?[^\s<>\"{}|\\^`]*)?(#[\w.%~!*'():@-]*)?"


@pytest.fixture(scope="module")
def history() -> History:
    return history_of(LIBRARY)


@pytest.fixture(scope="module")
def graph(history: History) -> rdflib.Graph:
    """The linked data as the other library reads them."""
    return rdflib.Graph().parse(data=json.dumps(history_linked(history, LIBRARY)), format="json-ld", publicID=BASE)


def asked(graph: rdflib.Graph, query: str) -> set[tuple[str, ...]]:
    """The rows of an answer to a question in SPARQL, with the prefixes of the context."""
    spaces = {name: str(iri) for name, iri in CONTEXT.items() if isinstance(iri, str) and name != "@vocab"}
    rows = graph.query(query, initNs={**spaces, "schema": CONTEXT["@vocab"], "": f"{BASE}#"})
    return {tuple(str(cell).removeprefix(f"{BASE}#") for cell in row) for row in rows if not isinstance(row, bool)}


def vocabularies() -> list[type[DefinedNamespace]]:
    """The vocabularies that the other library knows, each with all its names."""
    return [namespace.SDO, namespace.SKOS, namespace.PROV, namespace.RDF, namespace.XSD]


def test_each_term_is_of_a_known_vocabulary(graph: rdflib.Graph) -> None:
    terms = {*graph.predicates(), *graph.objects(None, namespace.RDF.type)}
    terms |= {*graph.objects(None, URIRef(f"{CONTEXT['crm']}P177_assigned_property_of_type"))}
    terms |= {literal.datatype for literal in graph.objects() if isinstance(literal, Literal) and literal.datatype}
    known = {URIRef(f"{CONTEXT['crm']}{name}") for name in CRM} | {URIRef(f"{CONTEXT['geopos']}{name}") for name in GEO}
    assert not [term for term in terms - known if not any(term in each for each in vocabularies())]
    assert known <= terms, "none is kept that is not used"
    assert not any(URIRef(f"{CONTEXT['@vocab']}comesFrom") in each for each in vocabularies()), "there is no such name"
    spaces = [str(iri) for iri in CONTEXT.values() if isinstance(iri, str)]
    assert all(any(str(term).startswith(space) for term in terms) for space in spaces), "each prefix is used"


def test_each_name_and_each_date_is_well_formed(graph: rdflib.Graph, history: History) -> None:
    assert len(graph) > 10_000
    iris = {str(node) for triple in graph for node in triple if isinstance(node, URIRef)}
    assert not [iri for iri in iris if not re.fullmatch(IRI, iri)]
    literals = {node for node in graph.objects() if isinstance(node, Literal)}
    assert not [literal for literal in literals if literal.ill_typed]
    for name in ("P82a_begin_of_the_begin", "P82b_end_of_the_end"):
        years = graph.objects(None, URIRef(f"{CONTEXT['crm']}{name}"))
        assert {year.datatype for year in years if isinstance(year, Literal)} == {namespace.XSD.gYear}
    for term in (namespace.SDO.datePublished, namespace.SDO.dateCreated):
        found = [*graph.objects(None, term)]
        assert found and {year.datatype for year in found if isinstance(year, Literal)} == {namespace.XSD.gYear}
    days = {str(day): day.datatype for day in graph.objects(None, namespace.SDO.startDate) if isinstance(day, Literal)}
    kinds = (namespace.XSD.date, namespace.XSD.gYearMonth, namespace.XSD.gYear)
    assert (days["1505-06-30"], days["1505-12"], days["1557"]) == kinds
    assert {*days} == {event.date for event in history.events}


def test_games_that_come_from_another(graph: rdflib.Graph, history: History) -> None:
    found = asked(graph, 'SELECT ?game { ?game prov:wasDerivedFrom+ ?old . ?old schema:name "Tapp-Tarock" }')
    below, new = set[str](), ["tapp-tarock"]
    while new:
        parent = new.pop()
        children = [each.child for each in history.descents if each.parent == parent and each.certainty != "disputed"]
        new += children
        below |= {*children}
    assert found == {(f"game-{id}",) for id in below} and ("game-hungarian-tarokk",) in found


def test_descents_of_a_certainty_with_those_who_say_so(graph: rdflib.Graph, history: History) -> None:
    claim = "?claim a schema:Claim ; crm:P141_assigned ?old ; crm:P140_assigned_attribute_to ?new"
    disputed = asked(
        graph,
        f"""SELECT ?old ?new ?who {{
            ?claim crm:P2_has_type :type-disputed . {claim} ; schema:subjectOf/schema:isPartOf ?who .
        }}""",
    )
    expected = [
        (each, citation) for each in history.descents if each.certainty == "disputed" for citation in each.sources
    ]
    assert disputed == {
        (f"game-{each.parent}", f"game-{each.child}", f"source-{citation.source}") for each, citation in expected
    }
    kinds = asked(graph, f"SELECT ?old ?new ?kind {{ {claim} ; crm:P2_has_type/skos:prefLabel ?kind }}")
    assert kinds == {
        (f"game-{each.parent}", f"game-{each.child}", kind.replace("_", " "))
        for each in history.descents
        for kind in (history.kind_of(each), each.certainty)
    }
    meanings = asked(graph, "SELECT ?type { ?type skos:inScheme :evidence ; skos:definition ?meaning }")
    used = {kind for each in (*history.descents, *history.events) for kind in (history.kind_of(each), each.certainty)}
    assert meanings >= {(f"type-{kind}",) for kind in used}, "each is explained"


def test_places_with_coordinates(graph: rdflib.Graph, history: History) -> None:
    points = asked(graph, "SELECT ?name ?lat ?long { ?at schema:name ?name ; geopos:lat ?lat ; geopos:long ?long }")
    assert {(name, float(lat), float(long)) for name, lat, long in points} == {
        (name, place.latitude, place.longitude) for name, place in history.places.items()
    }
    same = asked(graph, "SELECT ?name ?same { ?at a schema:Place ; schema:name ?name ; schema:sameAs ?same }")
    assert same == {
        (name, f"http://www.wikidata.org/entity/{place.wikidata}")
        for name, place in history.places.items()
        if place.wikidata
    }


def test_events_at_a_place_before_a_year(graph: rdflib.Graph, history: History) -> None:
    found = asked(
        graph,
        """SELECT ?what {
            ?event a schema:Event ; schema:description ?what ; schema:location/schema:name "Florence" ;
                crm:P4_has_time-span/crm:P82b_end_of_the_end ?year .
            FILTER (xsd:integer(str(?year)) < 1460)
        }""",
    )
    events = [event for event in history.events if "Florence" in event.at(history.places) and event.latest < 1460]
    assert found == {(event.what,) for event in events} and len(found) == 2


def test_the_first_game_with_a_value_of_a_rule(graph: rdflib.Graph, history: History) -> None:
    found = asked(
        graph,
        """SELECT ?value ?game ?year ?source {
            ?concept skos:broader ?kind ; skos:prefLabel ?value ; crm:P141i_was_assigned_by ?first .
            ?first crm:P140_assigned_attribute_to ?game ; crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?year ;
                schema:subjectOf/schema:isPartOf ?source .
        }""",
    )
    assert ("Cards of the talon: 3", "game-scarto", "1929", "source-piccola-enciclopedia") in found
    rows = [row for row in rule_rows(history, LIBRARY) if row["parameter"] and row["year"]]
    assert found == {
        (f"{row['words']}: {row['value']}", f"game-{row['game']}", str(row["year"]), f"source-{row['source']}")
        for row in rows
    }
    games = asked(graph, 'SELECT ?game { ?value skos:prefLabel "Cards of the talon: 3" ; crm:P2i_is_type_of ?game }')
    assert games == {(f"game-{id}",) for id in ("scarto", "bavarian-tarock", "danish-tarok", "sicilian-tarocchi")}
