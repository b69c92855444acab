"""Files of history: games, their descents and dated events, each with its sources."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from tarot_teach.errors import Faults, KeyPath, suggest
from tarot_teach.loading import Library
from tarot_teach.loading.formats import CitationFile, File, Format, Id, parse_model
from tarot_teach.loading.translations import PLACE
from tarot_teach.mechanisms.base import Flag, ValueFormError
from tarot_teach.messages import _, pgettext

Date = Annotated[str, Field(pattern=r"^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$")]


class _Sourced(File):
    sources: list[CitationFile] = Field(default_factory=list, description="Where it is found.")
    evidence: Literal["reconstructed"] | None = Field(None, description="For what no source says that was read.")
    because: str = Field("", description="Why it is stated all the same, where it is reconstructed.")


Kind = Literal["document", "text", "cards", "printed_rules", "written_rules"]
"""Kinds of evidence that is as old as what it attests; ``text`` is a book, a letter, a poem, a sermon."""

Weaker = Literal["reconstructed", "argument", "report"]
"""Kinds of what stands for evidence of the time where there is none."""


def _degrees(value: object) -> object:
    """A number as it is written, with no signs that only programs know."""
    if isinstance(value, str) and not re.fullmatch(r"-?\d{1,3}(\.\d+)?", value):
        raise ValueFormError(_("{value!r} is no number of degrees").format(value=value), _("write it as 43.8 or -3.6"))
    return value


class PlaceFile(File):
    """A point for the map, on a town or about in the middle of a land."""

    latitude: Annotated[float, BeforeValidator(_degrees), Field(ge=-90, le=90)] = Field(
        description="In degrees, north above 0."
    )
    longitude: Annotated[float, BeforeValidator(_degrees), Field(ge=-180, le=180)] = Field(
        description="In degrees, east above 0."
    )
    land: Flag = Field(False, description="True for a land, a region or a valley.")
    wikidata: str = Field("", pattern=r"^Q[1-9]\d*$", description="Its id there, where it is sure.")


def place_name(where: str, places: Container[str]) -> str:
    """The name of a place in the language in use; words that are none of the ``places`` of a map are in that language already."""
    return pgettext(PLACE, where) if where in places else where


def region_name(region: str) -> str:
    """The name of a land in the language in use."""
    return pgettext(PLACE, region)


class _Placed(_Sourced):
    where: str = Field("", description="The place, in words.")
    places: list[str] = Field(
        default_factory=list, description="The `places` of the file that `where` means, unless it is the name of one."
    )

    def at(self, places: Container[str]) -> list[str]:
        """The places of an entry, by name, among those of the file."""
        return self.places or [self.where] * (self.where in places)


Year = Annotated[int, Field(ge=1300, le=2100)]


class YearsFile(File):
    """The years in which a game is known."""

    since: Year | None = Field(
        None, description="The first year in which the game itself is known; none where no source says it."
    )
    about: Flag = Field(False, description="True for a first year that is only about right.")
    until: Year | None = Field(
        None, description="The last year in which it was played, of a game that is no longer played."
    )


class StatedFile(_Sourced):
    """A statement about a game, with its sources."""

    says: str


class GameFile(_Placed):
    """A game as a whole, in all its forms."""

    name: str
    when: str = Field(description="In words: `from 1440`.")
    where: str = Field(description="In words.")
    region: str = Field(
        "", description="The land under which it stands in the picture of the family; without one it is left out there."
    )
    years: YearsFile = Field(default_factory=YearsFile, description="The years between which it is drawn.")
    now: StatedFile | None = Field(None, description="Where it is played now.")
    last: StatedFile | None = Field(None, description="When and where it was last played.")
    codified: StatedFile | None = Field(None, description="By whom its rules are laid down.")
    players: str = Field("", description="In words, where the sources say it.")
    pack: str = Field("", description="In words, where the sources say it.")
    rulesets: list[str] = Field(default_factory=list, description="Rulesets that state its rules.")
    known: list[StatedFile] = Field(
        default_factory=list, description="Rules that are known of a game that has no ruleset here, one by one."
    )
    lacks: list[str] = Field(default_factory=list, description="Rules of such a game that no source read here tells.")
    note: str = ""


class DescentFile(_Sourced):
    """The descent of one game from another."""

    parent: Id = Field(alias="from", description="The older game.")
    child: Id = Field(alias="to", description="The game that comes from it.")
    certainty: Literal["attested", "argued", "disputed"] = Field(
        description="`attested` by texts or cards of the time, `argued` by historians, or `disputed` among them."
    )
    rests_on: Kind | None = Field(None, description="What attests it; a descent that is argued rests on argument.")
    note: str = ""


class EventFile(_Placed):
    """Something that happened to the games, their cards or their rules."""

    date: Date = Field(description="A year, a month or a day: `1505-12`.")
    until: Date = Field("", description="The end of the span in which it happened.")
    circa: Flag = Field(False, description="True for a date that is only about right.")
    kind: Literal["game", "cards", "rules", "research"] = Field(description="What it is about.")
    what: str
    certainty: Literal["attested", "second-hand"] = Field(
        description="`attested` by a text or object of the time, of which the words were read, or `second-hand`."
    )
    rests_on: Kind | None = Field(
        None, description="What of its time tells of it, read here or by others; without it, a later report."
    )
    games: list[Id] = Field(default_factory=list, description="The games that it concerns.")

    @property
    def earliest(self) -> int:
        """The first year in which it may have happened."""
        return int(self.date[:4])

    @property
    def latest(self) -> int:
        """The last year in which it may have happened."""
        return int((self.until or self.date)[:4])


class OrderFile(_Placed):
    """An order of the trumps that was usual in some places."""

    name: str
    where: str = Field(description="In words.")
    note: str = ""
    packs: list[Id] = Field(default_factory=list, description="Packs that have it.")


class HistoryFile(File):
    """The history of games."""

    format: Format
    places: dict[str, PlaceFile] = Field(
        default_factory=dict, description="Places by name. Where there are any, each `where` has to be known here."
    )
    games: dict[Id, GameFile] = Field(min_length=1)
    orders: list[OrderFile] = Field(
        default_factory=list, description="Orders of the trumps, with packs that have them."
    )
    descents: list[DescentFile] = Field(default_factory=list)
    events: list[EventFile] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class History:
    """Places by name; games by id, in the order of the file; orders of trumps; descents; events in the order of time."""

    places: dict[str, PlaceFile]
    games: dict[str, GameFile]
    orders: tuple[OrderFile, ...]
    descents: tuple[DescentFile, ...]
    events: tuple[EventFile, ...]

    def kind_of(self, entry: GameFile | DescentFile | EventFile) -> Kind | Weaker:
        """The kind of evidence for an entry; for a game that of the first event that concerns it."""
        if entry.evidence:
            return entry.evidence
        if isinstance(entry, DescentFile):
            return entry.rests_on or "argument"
        if isinstance(entry, EventFile):
            return entry.rests_on or "report"
        first = next((event for event in self.events if any(self.games[id] is entry for id in event.games)), None)
        return self.kind_of(first) if first else "report"

    def first_event(self, game: str, *kinds: str) -> EventFile | None:
        """The first event of some kinds that concerns a game."""
        return next((event for event in self.events if game in event.games and event.kind in kinds), None)

    def parents(self, game: str) -> list[DescentFile]:
        """The descents of a game."""
        return [descent for descent in self.descents if descent.child == game]

    def first_parent(self, game: str) -> DescentFile | None:
        """The descent by which a game has its place in the family: the first one, but no single one that is disputed."""
        found = self.parents(game)
        return None if [each.certainty for each in found] == ["disputed"] else next(iter(found), None)


def read_history(path: Path, library: Library) -> History:
    """A file of history. Raises LoadError with every fault."""
    document = library.document(path)
    file = parse_model(HistoryFile, document)
    faults = Faults(document)
    for id, game in file.games.items():
        at = faults.below("games", id)
        _check_sources(game, library, at)
        _check_places(game, file, at)
        for i, name in enumerate(game.rulesets):
            if name not in library.ids():
                hint = suggest(name, library.ids(), _("rulesets"))
                at.fault("history.ruleset", _("there is no ruleset {name!r}"), ("rulesets", i), hint, name=name)
        _check_span(game, library, at)
        _check_known(game, library, at)
    for i, order in enumerate(file.orders):
        at = faults.below("orders", i)
        _check_sources(order, library, at)
        _check_places(order, file, at)
        for j, pack in enumerate(order.packs):
            if pack not in library.ids("deck"):
                hint = suggest(pack, library.ids("deck"), _("packs"))
                at.fault("history.pack", _("there is no pack {pack!r}"), ("packs", j), hint, pack=pack)
    for i, descent in enumerate(file.descents):
        at = faults.below("descents", i)
        _check_sources(descent, library, at)
        _check_kind(descent, at)
        _check_games({"from": descent.parent, "to": descent.child}, file, at)
        if (descent.parent, descent.child) in {(each.parent, each.child) for each in file.descents[:i]}:
            message, hint = _("this descent is told twice"), _("put its sources together")
            at.fault("history.twice", message, ("to",), hint)
    for i, event in enumerate(file.events):
        at = faults.below("events", i)
        _check_sources(event, library, at)
        _check_places(event, file, at)
        _check_kind(event, at)
        _check_games({("games", j): game for j, game in enumerate(event.games)}, file, at)
        if event.until and event.until < event.date:
            message, hint = _("{until} is before {date}"), _("write the earlier date first")
            at.fault("history.dates", message, ("until",), hint, until=event.until, date=event.date)
    _check_order(file, faults)
    faults.check()
    events = sorted(file.events, key=lambda event: event.date)
    return History(file.places, file.games, tuple(file.orders), tuple(file.descents), tuple(events))


def _check_sources(entry: _Sourced, library: Library, faults: Faults) -> None:
    """Check that an entry cites known sources, or says why it stands without one."""
    for i, citation in enumerate(entry.sources):
        if citation.source not in library.sources():
            message = _("{source!r} is not in the bibliography")
            hint = suggest(citation.source, library.sources(), _("sources"))
            faults.fault("history.source", message, ("sources", i, "source"), hint, source=citation.source)
    if entry.evidence and not entry.because.strip():
        faults.fault("history.reason", _("what is reconstructed says why"), ("evidence",), _("add `because:`"))
    elif not entry.sources and not entry.evidence:
        hint = _("add `sources:`, or `evidence: reconstructed` and `because:`")
        faults.fault("history.source", _("this names no source"), (), hint)


def _check_places(entry: _Placed, file: HistoryFile, faults: Faults) -> None:
    """Check that the places of an entry are those of the file, where it has any, and are said once."""
    for i, place in enumerate(entry.places):
        if place not in file.places:
            message, hint = _("there is no place {name!r} here"), suggest(place, file.places, _("places"))
            faults.fault("history.place", message, ("places", i), hint, name=place)
    if entry.places and (entry.where in file.places or len({*entry.places}) < len(entry.places)):
        message, hint = _("a place is told twice"), _("leave `places` out where `where` is the name of a place")
        faults.fault("history.twice", message, ("places",), hint)
    elif file.places and entry.where and not entry.places and entry.where not in file.places:
        message = _("{where!r} is no place of this file")
        hint = suggest(entry.where, file.places, _("places"))
        hint = _("{hint}; or say by `places: […]` which it means").format(hint=hint)
        faults.fault("history.place", message, ("where",), hint, where=entry.where)


def _check_kind(entry: DescentFile | EventFile, faults: Faults) -> None:
    """Check that what is attested says on what it rests, and that an argument names nothing of the time."""
    if entry.certainty == "attested" and not entry.rests_on:
        message = _("what is attested says on what it rests")
        faults.fault("history.rests", message, ("certainty",), _("add `rests_on:`, or write another certainty"))
    elif isinstance(entry, DescentFile) and entry.certainty != "attested" and entry.rests_on:
        message = _("a descent that is {certainty} rests on argument")
        hint = _("leave it out, or write `certainty: attested`")
        faults.fault("history.rests", message, ("rests_on",), hint, certainty=entry.certainty)


def _check_span(game: GameFile, library: Library, faults: Faults) -> None:
    """Check that the years of a game follow each other, and that a game that is played now has no end."""
    for name in ("now", "last", "codified"):
        if (stated := getattr(game, name)) is not None:
            _check_sources(stated, library, faults.below(name))
    if game.now and (game.last or game.years.until):
        path: KeyPath = ("last",) if game.last else ("years", "until")
        message, hint = _("a game that is played now has not been played for the last time"), _("leave one of them out")
        faults.fault("history.now", message, path, hint)
    since, until = game.years.since, game.years.until
    if since and until and until < since:
        message, hint = _("{until} is before {date}"), _("write the earlier date first")
        faults.fault("history.dates", message, ("years", "until"), hint, until=until, date=since)


def _check_known(game: GameFile, library: Library, faults: Faults) -> None:
    """Check that rules are told one by one only of a game without a ruleset, and what lacks only beside them."""
    for i, stated in enumerate(game.known):
        _check_sources(stated, library, faults.below("known", i))
    if game.known and game.rulesets:
        hint = _("leave them out, or put what is missing there into `lacks` of the ruleset")
        faults.fault("history.known", _("the rules of this game stand in a ruleset"), ("known",), hint)
    if game.lacks and not game.known:
        hint = _("add `known:`, or leave it out")
        faults.fault("history.lacks", _("this says what lacks, and nothing that is known"), ("lacks",), hint)


def _check_games(games: dict[str, str] | dict[tuple[str, int], str], file: HistoryFile, faults: Faults) -> None:
    """Check that games, by the path where they are named, are those of the file."""
    for path, game in games.items():
        if game not in file.games:
            message, hint = _("there is no game {game!r} here"), suggest(game, file.games, _("games"))
            faults.fault("history.game", message, path if isinstance(path, tuple) else (path,), hint, game=game)


def _check_order(file: HistoryFile, faults: Faults) -> None:
    """Check that no game comes from itself, through whatever others."""
    parents: dict[str, list[str]] = {}
    for i, descent in enumerate(file.descents):
        parents.setdefault(descent.child, []).append(descent.parent)
        if descent.child in _ancestors(descent.parent, parents):
            message, hint = _("{game!r} would come from itself"), _("turn it round, or leave it out")
            faults.fault("history.cycle", message, ("descents", i, "to"), hint, game=descent.child)
            parents[descent.child].pop()


def _ancestors(game: str, parents: dict[str, list[str]]) -> set[str]:
    """A game and all from which it comes."""
    found, new = {game}, [game]
    while new:
        more: Sequence[str] = [parent for parent in parents.get(new.pop(), ()) if parent not in found]
        found.update(more)
        new += more
    return found
