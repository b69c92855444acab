"""Files of every kind with a payload in every field that takes words, for ``tests/test_payloads.py``."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from tarot_teach.advice.format import AdviceFile
from tarot_teach.loading import Library
from tarot_teach.loading.formats import OptionFile, RulesetFile, SourcesFile
from tarot_teach.loading.glossary import GlossaryFile
from tarot_teach.records.format import ExampleFile
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.topics.courses.format import CourseFile
from tarot_teach.topics.history.format import HistoryFile
from tarot_teach.topics.sessions.format import SessionFile

EVIL = (
    "=zq\" onzq='1 <zqtag onzq=1 src=x> </script></title></textarea>--><zqtag> &#60;zqtag&#62; \\zq{x} \\input{zq} $x^^5czq$ % "
    "`zq <javascript:zq>`_ :raw-html:`<zqtag>` |zq| [zq](javascript:zq) ![zq](javascript:zq) <javascript:zq> {who} "
    "{0.__class__} [bold zq]red[/] %(zq)s {zqrole}`x` [latex]zq[/latex] [sound:zq] $$zq$$\n\n::zq::[html]zq{=zq}\n\n# zqhead\n\n.. raw:: html\n\n    <zqtag>\n\n```zq\n\n- zq\n\n***"
)
CITED = [{"source": "mine", "at": "p. 1", "says": "so"}]
FILES: dict[str, tuple[type[BaseModel], dict[str, Any]]] = {
    "sources.yaml": (
        SourcesFile,
        {"format": "1", "sources": {"mine": {"title": "a"}, "url": {"title": "javascript:zq"}}},
    ),
    "glossary.yaml": (
        GlossaryFile,
        {"format": "1", "concepts": {"mine": {"meaning": "a", "en": "b", "see": ["taker"]}}},
    ),
    "mine.yaml": (
        RulesetFile,
        {
            "format": "1",
            "id": "mine",
            "title": "Mine",
            "extends": "fft-4",
            "unit": {"sign": "$", "places": "2"},
            "terms": {"taker": {"label": "taker"}, "excuse": {"label": "fool"}, "defence": {"label": "defence"}},
            "changes": {
                "play.overtrump": {"title": "Over", "because": "x", "text": "We do.", "sources": CITED},
                "score.base": {"because": "x", "params": {"amount": "30"}},
            },
            "adds": {
                "score.gift": {
                    "mechanism": "fixed_amount",
                    "params": {"amount": "1"},
                    "title": "Gift",
                    "sources": CITED,
                }
            },
            "drops": {"score.slam": "we never see one"},
        },
    ),
    "club.yaml": (
        OptionFile,
        {
            "format": "1",
            "id": "club",
            "title": "Club",
            "because": "ours",
            "sources": CITED,
            "fits": {"players": "4", "not_with": {"misere": "no"}},
            "changes": {"score.base": {"title": "Base", "because": "x", "params": {"amount": "35"}}},
        },
    ),
    "history.yaml": (
        HistoryFile,
        {
            "format": "1",
            "places": {f"a {EVIL}": {"latitude": "43.8", "longitude": "11.3", "wikidata": "Q2044"}},
            "games": {
                "old": {
                    "name": "a",
                    "when": "b",
                    "where": "c",
                    "places": [f"a {EVIL}"],
                    "sources": CITED,
                    "rulesets": ["fft-4"],
                },
                "new": {
                    "name": "a",
                    "when": "b",
                    "where": "b",
                    "places": [f"a {EVIL}"],
                    "evidence": "reconstructed",
                    "because": "d",
                },
            },
            "descents": [{"from": "old", "to": "new", "certainty": "argued", "sources": CITED}],
            "events": [
                {
                    "date": "1500",
                    "kind": "game",
                    "what": "a",
                    "certainty": "attested",
                    "rests_on": "document",
                    "where": "a",
                    "places": [f"a {EVIL}"],
                    "games": ["old"],
                    "sources": CITED,
                }
            ],
        },
    ),
    "advice.yaml": (AdviceFile, {}),
    "lessons.yaml": (
        CourseFile,
        {
            "format": "1",
            "id": "lessons",
            "title": "a",
            "ruleset": "./mine.yaml",
            "about": "b",
            "site": {},
            "chapters": [{"page": "one.md", "title": "c", "learns": "d", "minutes": "5"}],
        },
    ),
    "examples/deal.yaml": (ExampleFile, {}),
    "evening.yaml": (
        SessionFile,
        {
            "format": "1",
            "id": "evening",
            "title": "a",
            "ruleset": "./mine.yaml",
            "players": {"S": "a", "E": "b", "N": "c", "W": "d"},
            "first_dealer": "S",
            "deals": [
                {"result": {"taker": "N", "contract": "garde", "points": "47", "honours": "2"}},
                {"void": "bid.all_pass"},
            ],
        },
    ),
}
PROSE = {"text", "note", "about", "because", "before", "after", "closing", "question"}
"""Fields in which braces have a meaning."""
NO_WORDS = {
    *(
        "format",
        "id",
        "extends",
        "deck",
        "mechanism",
        "source",
        "sets",
        "evidence",
        "points",
        "players",
        "concepts",
        "params",
    ),
    *(
        "ruleset",
        "void",
        "record",
        "taker",
        "partner",
        "contract",
        "seat",
        "level",
        "dealer",
        "leader",
        "first_dealer",
        "step",
        "trumps",
    ),
    *(
        "play",
        "winner",
        "refused",
        "answer",
        "ask",
        "expect",
        "call",
        "talon",
        "auction",
        "discard",
        "advice",
        "teaches",
    ),
    *("follows", "last_trick_bonus", "slam", "small_slam", "see", "draw", "cards", "kept", "pack", "compare", "tricks"),
    *(
        "kind",
        "needs",
        "lacks",
        "parity",
        "contracts",
        "certainty",
        "date",
        "until",
        "games",
        "rulesets",
        "parent",
        "child",
        "page",
        "places",
        "wikidata",
    ),
    *("order", "minutes", "least", "ranks", "examples"),
    *("sources", "terms", "claims", "irregular", "pay", "handfuls", "requires", "sign", "address", "accessed"),
}
"""Fields that hold no words, or in which other words than the known ones are refused: references, ids, cards and amounts."""


def holders(model: Any, data: Any) -> Iterator[tuple[type[BaseModel], dict[str, Any]]]:
    """Every part of a file that is a model of its own, with what it holds."""
    if isinstance(model, type) and issubclass(model, BaseModel) and isinstance(data, dict):
        yield model, data
        for name, field in model.model_fields.items():
            if name in data:
                yield from holders(field.annotation, data[name])
        return
    arguments = typing.get_args(model)
    if isinstance(data, list):
        for item in data:
            yield from (found for argument in arguments for found in holders(argument, item))
    elif isinstance(data, dict) and typing.get_origin(model) is dict:
        for item in data.values():
            yield from holders(arguments[1], item)
    else:
        yield from (found for argument in arguments for found in holders(argument, data))


def places(model: type[BaseModel], data: dict[str, Any]) -> Iterator[tuple[Any, Any, str]]:
    """The places of texts in data: the mapping or list, the key, and the name of the field."""
    for holder, entries in holders(model, data):
        for name, field in holder.model_fields.items():
            parts = (field.annotation, *typing.get_args(field.annotation))
            if str in parts and typing.get_origin(field.annotation) not in (list, dict):
                yield entries, name, name
            elif name in entries and isinstance(entries[name], dict | list) and str in parts:
                inner = entries[name]
                yield from ((inner, key, name) for key in (inner if isinstance(inner, dict) else range(len(inner))))
            elif (name == "seats" and name in entries) or (name == "players" and isinstance(entries.get(name), dict)):
                yield from ((entries[name], key, name) for key in entries[name])


class Shelf:
    """The files, written and read anew whenever one is altered."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "root"
        for inner in (self.root, folder / "examples", folder / "lessons"):
            inner.mkdir(parents=True)
        (folder / "lessons" / "one.md").write_text("# One\n", encoding="utf-8")
        self.planted: set[str] = set()

    def path(self, name: str) -> Path:
        return (self.root if name in ("sources.yaml", "glossary.yaml", "history.yaml") else self.folder) / name

    def library(self) -> Library:
        own = (self.folder / name for name in ("mine.yaml", "club.yaml", "advice.yaml"))
        library = Library(path for path in own if path.exists())
        library.roots.insert(0, self.root)
        return library

    def plant(self, name: str, model: type[BaseModel], data: dict[str, Any]) -> None:
        """Put the payload into every field that takes words; the file still loads."""
        path = self.path(name)
        for holder, key, field in list(places(model, data)):
            if field in NO_WORDS or (field, True) in (
                *((name, model in (RulesetFile, OptionFile)) for name in ("after", "before")),
                ("because", "expect" in holder),
                ("at", "source" not in holder),
            ):  # names of rules, and places in the play
                continue
            holder[key] = EVIL.replace("{", "(").replace("}", ")") if field in PROSE else EVIL
            self.planted.add(f"{model.__name__}.{field}")
        path.write_text(json.dumps(data), encoding="utf-8")
        check_file(path, self.library())
