"""The family of games, and the timeline, as pages and as plain data."""

from __future__ import annotations

from typing import Any

from tarot_teach.blocks import Block, Bullets, FamilyTree, Heading, Paragraph, Relative, Table
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _, as_words, ngettext
from tarot_teach.text import PageRef, Text, joined, listed, say
from tarot_teach.topics.history.dates import date_words
from tarot_teach.topics.history.distances import describe_distances
from tarot_teach.topics.history.format import (
    DescentFile,
    EventFile,
    GameFile,
    History,
    OrderFile,
    StatedFile,
    place_name,
    read_history,
)
from tarot_teach.topics.history.known_in_part import cited, describe_known_in_part
from tarot_teach.topics.history.picture import games_in_time
from tarot_teach.topics.history.places import describe_places
from tarot_teach.topics.history.rules_in_time import describe_rules_in_time


def history_of(library: Library) -> History:
    """The history of the games of a library. Raises LoadError."""
    return read_history(library.files("history")[0], library)


# ---------------------------------------------------------------- the family


def describe_games(library: Library) -> list[Block]:
    """The page of the family of games: a drawing, the games, and the descents with their sources. Raises LoadError."""
    history = history_of(library)
    lead = _(
        "Which game comes from which, as documents show it or historians argue it. Where the sources disagree, or leave it open, the page "
        "says so. Which ruleset of this library is written as a change of which is another matter, and told on another page, {family}."
    )
    family = PageRef("overview", "family", _("Which ruleset is made from which"))
    legend = _(
        "A line is drawn through where texts or cards of the time attest that one game comes from the other, broken where "
        "historians argue it, and dotted where it is disputed. An arrow on the right comes from another game to which it is traced."
    )
    first = _(
        "First is what comes first in the timeline of this library: a game may be far older than the first text or pack that was read, or that has come down to us, and its first rules that were read are seldom its first rules. A dash says that no source with a date was read."
    )
    roots = tuple(_relative(history, id) for id in history.games if not history.first_parent(id))
    number = len(history.games)
    caption = say(
        ngettext("{number} game.", "{number} games, each below the one that it comes from.", number), number=number
    )
    sentences = " ".join(str(_descent_sentence(history, descent)) for descent in history.descents)
    return [
        Heading(1, say(_("The family of games")), "games"),
        Paragraph(say(lead, family=family), "lead"),
        FamilyTree("games-tree", caption, roots, description=sentences, legend=say(legend)),
        games_in_time(history),
        Heading(2, say(_("When, where, and by whose rules")), "games-known"),
        Paragraph(say(first)),
        _known_table(history),
        *describe_places(history),
        *_orders(history, library),
        Heading(2, say(_("The games")), "games-table"),
        _games_table(history, library),
        *describe_known_in_part(history),
        *describe_descents(history),
        *describe_distances(history, library),
    ]


def describe_descents(history: History) -> list[Block]:
    """How each descent is known."""
    lead = _(
        "A descent is attested where a text, a document or cards of the time speak for it, argued where historians say so, and disputed where they disagree or leave it open. "
        "Reconstructed is what no source that was read says; the reason stands with it."
    )
    heading = Heading(2, say(_("How each descent is known")), "games-descents")
    return [heading, Paragraph(say(lead)), _descents(history)]


def _relative(history: History, id: str) -> Relative:
    """A game in the tree, with those that come from it first of all."""
    game, descent = history.games[id], history.first_parent(id)
    children = [child for child in history.games if (first := history.first_parent(child)) and first.parent == id]
    further = [each for each in history.parents(id) if each is not descent]
    said = [say("{when}, {where}.", when=game.when, where=place_name(game.where, history.places))]
    if descent:
        said.append(say(_("Its descent is {certainty}."), certainty=_certain(descent)))
    if further:
        names = [Text((f"{history.games[each.parent].name} ({_certain(each)})",)) for each in further]
        said.append(say(_("Also traced to {games}."), games=listed(names)))
    return Relative(
        game.name,
        joined(said),
        children=tuple(_relative(history, child) for child in children),
        beside=f"{game.when}, {place_name(game.where, history.places)}",
        certainty=descent.certainty if descent else "",
        others=tuple((history.games[each.parent].name, each.certainty) for each in further),
    )


def _certain(entry: DescentFile | EventFile) -> str:
    """The certainty of a descent or an event in a word or two."""
    words = as_words(entry.certainty)
    return f"{words}, {as_words(entry.evidence)}" if entry.evidence else words


def _descent_sentence(history: History, descent: DescentFile) -> Text:
    """A descent in a sentence."""
    names = {"child": history.games[descent.child].name, "parent": history.games[descent.parent].name}
    return say(_("{child} comes from {parent} ({certainty})."), **names, certainty=_certain(descent))


def _games_table(history: History, library: Library) -> Table:
    head = (_("Game"), _("When and where"), _("Players"), _("Pack"), _("Rules and sources"))
    rows = tuple(_game_row(history, game, library) for game in history.games.values())
    return Table(tuple(Text((name,)) for name in head), rows, ids=tuple(f"game-{id}" for id in history.games))


def _game_row(history: History, game: GameFile, library: Library) -> tuple[Text, ...]:
    pages = [Text((PageRef("ruleset", name, library.load(name).title),)) for name in game.rulesets]
    known = [say("{pages}.", pages=listed(pages, N_("{first}, {last}")))] if pages else []
    known += [Text((game.note,))] if game.note else []
    words = (game.name, f"{game.when}, {place_name(game.where, history.places)}", game.players or "—", game.pack or "—")
    return (*(Text((word,)) for word in words), joined([*known, cited(game.sources)]))


def _known_table(history: History) -> Table:
    """For each game the first that is heard of it, its first rules, and its present."""
    head = (
        _("Game"),
        _("First in the timeline"),
        _("First rules in the timeline"),
        _("Last played"),
        _("Where now"),
        _("Who lays the rules down"),
    )
    return Table(tuple(Text((name,)) for name in head), tuple(_known_row(history, id) for id in history.games))


def _known_row(history: History, id: str) -> tuple[Text, ...]:
    game = history.games[id]
    first, rules = history.first_event(id, "game", "cards", "rules"), history.first_event(id, "rules")
    last, now = _stated(game.last), _stated(game.now)
    return (Text((game.name,)), _dated(history, first), _dated(history, rules), last, now, _stated(game.codified))


def _dated(history: History, event: EventFile | None) -> Text:
    """The date and place of an event, with its sources."""
    if event is None:
        return Text(("—",))
    return joined(
        [
            Text((", ".join(filter(None, (date_words(event), place_name(event.where, history.places)))),)),
            cited(event.sources),
        ]
    )


def _stated(stated: StatedFile | None) -> Text:
    """A statement with its sources."""
    return joined([Text((stated.says,)), cited(stated.sources)]) if stated else Text(("—",))


def _orders(history: History, library: Library) -> list[Block]:
    """The orders of trumps, with the packs of the library that have them."""
    if not history.orders:
        return []
    lead = _("Historians part the old lists and packs by the order of their trumps, which differed from land to land.")
    head = (_("Order"), _("Where"), _("Packs here"), _("How it is known"))
    rows = []
    for order in history.orders:
        packs = [Text((str(library.document(library.find("deck", pack)).data["title"]),)) for pack in order.packs]
        known = [Text((words,)) for words in (order.note, order.because) if words]
        shown = listed(packs, N_("{first}, {last}")) if packs else Text(("—",))
        rows.append(
            (
                Text((order.name,)),
                Text((place_name(order.where, history.places),)),
                shown,
                joined([*known, cited(order.sources)]),
            )
        )
    return [
        Heading(2, say(_("Three orders of trumps")), "games-orders"),
        Paragraph(say(lead)),
        Table(tuple(Text((name,)) for name in head), tuple(rows)),
    ]


def _descents(history: History) -> Bullets:
    """Each descent in sentences, with its sources."""
    items = []
    for descent in history.descents:
        words = [Text((part,)) for part in (descent.note, descent.because) if part]
        if descent.rests_on:
            words.insert(0, say(_("Attested by: {kind}."), kind=as_words(descent.rests_on)))
        items.append(joined([_descent_sentence(history, descent), *words, cited(descent.sources)]))
    return Bullets(tuple(items))


# ---------------------------------------------------------------- the timeline


def describe_timeline(library: Library) -> list[Block]:
    """The page of the timeline: a row for each event. Raises LoadError."""
    history = history_of(library)
    lead = _(
        "Games, cards and rules in the order of time. Each names the kind of its evidence: a document, a text, cards, rules that were printed or "
        "written, or a later report. Attested is what a text or an object of the time says, as far as its words were read; second-hand is what "
        "others say of it, who are named."
    )
    head = (_("When and where"), _("What happened"), _("How it is known"))
    rows = tuple(_event_row(history, event) for event in history.events)
    return [
        Heading(1, say(_("Timeline")), "timeline"),
        Paragraph(say(lead), "lead"),
        Table(tuple(Text((name,)) for name in head), rows),
        *describe_rules_in_time(history, library),
    ]


def _event_row(history: History, event: EventFile) -> tuple[Text, ...]:
    words = dict.fromkeys([as_words(history.kind_of(event)), _certain(event)])  # once, what is reconstructed
    known = joined(
        [Text((", ".join(words),)), cited(event.sources), *([Text((event.because,))] if event.because else [])]
    )
    place = ", ".join(words for words in (date_words(event), place_name(event.where, history.places)) if words)
    return Text((place,)), Text((event.what,)), known


# ---------------------------------------------------------------- data


def history_data(library: Library) -> dict[str, Any]:
    """Places, games, descents and events as plain data. Raises LoadError."""
    history = history_of(library)
    return {
        "places": [{"name": name, **place.model_dump(mode="json")} for name, place in history.places.items()],
        "games": [{"id": id, **_dumped(game)} for id, game in history.games.items()],
        "orders": [_dumped(order) for order in history.orders],
        "descents": [_dumped(descent) for descent in history.descents],
        "events": [_dumped(event) for event in history.events],
    }


def _dumped(entry: GameFile | OrderFile | DescentFile | EventFile) -> dict[str, Any]:
    return entry.model_dump(mode="json", by_alias=True)
