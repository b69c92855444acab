"""Hostile files: shipped ones with things changed in them, and files made up from the models, as dice decide."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from tarot_teach.advice.format import AdviceFile
from tarot_teach.errors import TarotError
from tarot_teach.loading import kind_of, read_yaml, shipped
from tarot_teach.loading.formats import DeckFile, OptionFile, RulesetFile, SourcesFile
from tarot_teach.loading.glossary import GlossaryFile
from tarot_teach.mechanisms.registry import find, names
from tarot_teach.records.format import ExampleFile
from tarot_teach.rules import STEPS
from tarot_teach.topics.courses.format import CourseFile
from tarot_teach.topics.sessions.format import SessionFile
from tarot_teach.topics.sources.errata import ErrataFile
from tests.fuzz.targets import FILES

MODELS: dict[str, type[BaseModel]] = {
    "ruleset": RulesetFile,
    "option": OptionFile,
    "deck": DeckFile,
    "example": ExampleFile,
    "session": SessionFile,
    "advice": AdviceFile,
    "sources": SourcesFile,
    "glossary": GlossaryFile,
    "errata": ErrataFile,
    "course": CourseFile,
}
SCALARS: Sequence[Any] = (
    None,
    "",
    " ",
    "0",
    "-1",
    "1",
    "2",
    "999999999999",
    "9" * 100_000,
    "1/0",
    "1e99999999",
    "½",
    "4½",
    "Infinity",
    "nan",
    "true",
    "no",
    "~",
    "unknown",
    "?",
    "T21",
    "EX",
    "S",
    "N",
    "[]",
    "{}",
    "x" * 3000,
    "é" * 300,
    "‮abc",
    "a\u0301\u0323" * 50,
    "\u200b",
    "\ud800",
    "\0",
    "\x1b[31m",
    "\x9b31m",
    "\ufeff",
    "../../../etc/passwd",
    "/dev/zero",
    "./mine.yaml",
    "mine.yaml",
    "+",
    "fft-4+",
    "fft-4+misere+misere",
    "./mine.yaml+garde-lowest",
    "{{ params.__class__ }}",
    "{{ params }}",
    "{% for x in range(10**9) %}{% endfor %}",
    "{{ " + "(" * 3000,
    "{{ " + "9" * 5000 + " }}",
    "{0.__class__}",
    "=cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    "play.follow_suit",
    "score.base",
)


class Dice:
    """Decides by the bytes that it is given; when they have run out, always for the first."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def below(self, most: int) -> int:
        """A number below another."""
        if self.at + 2 > len(self.data):
            return 0
        self.at += 2
        return int.from_bytes(self.data[self.at - 2 : self.at], "big") % most

    def one(self, things: Sequence[Any]) -> Any:
        """One of some things."""
        return things[self.below(len(things))]


@cache
def corpus(kind: str) -> list[Path]:
    """The shipped files of a kind, and the tests' wrong ones."""
    wrong = Path(__file__).parent.parent / "invalid"
    found = []
    for path in [*sorted(shipped().rglob("*.yaml")), *sorted(wrong.glob("*.yaml"))]:
        try:
            of = kind_of(read_yaml(path))
        except TarotError:
            of = "ruleset"
        if of == kind:
            found.append(path)
    return found


@cache
def _as_json(path: Path) -> str:
    try:
        return json.dumps(read_yaml(path).data)
    except TarotError:
        return "{}"


def _nodes(data: Any) -> list[tuple[Any, Any]]:
    """Every entry, as what holds it and its key."""
    found, todo = [], [data]
    while todo:
        holder = todo.pop()
        items = list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder))
        for key, value in items:
            found.append((holder, key))
            if isinstance(value, dict | list):
                todo.append(value)
    return found


def change(data: Any, dice: Dice, kind: str) -> None:
    """Change one thing."""
    nodes = _nodes(data)
    if not nodes:
        return
    holder, key = dice.one(nodes)
    match dice.below(8):
        case 0 | 1 | 2:
            holder[key] = dice.one(SCALARS)
        case 3:
            del holder[key]
        case 4:
            other, where = dice.one(nodes)
            holder[key] = json.loads(json.dumps(other[where]))
        case 5:
            strange = _nodes(json.loads(_as_json(dice.one(corpus(kind)))))
            if strange:
                other, where = dice.one(strange)
                holder[key] = other[where]
        case 6:
            if isinstance(holder, list):
                holder.extend([holder[key]] * dice.one((1, 3, 100, 3000)))
            else:
                holder[str(dice.one(SCALARS))] = holder.pop(key)
        case _:
            inner = holder[key]
            for _ in range(dice.one((1, 2, 39, 60))):
                inner = [inner] if dice.below(2) else {"a": inner}
            holder[key] = inner


def made_up(annotation: Any, dice: Dice, depth: int = 0) -> Any:
    """A value of a type, or something that only nearly is one."""
    if dice.below(25) == 24 or depth > 12:
        return dice.one(SCALARS)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return made_up(arguments[0], dice, depth)
    if origin in (typing.Union, types.UnionType):
        return made_up(dice.one(arguments), dice, depth)
    if origin is typing.Literal:
        return str(dice.one(arguments))
    if origin is list:
        return [made_up(arguments[0], dice, depth + 1) for _ in range(dice.below(5))]
    if origin is dict:
        keys = [str(made_up(arguments[0], dice, depth + 1)) for _ in range(dice.below(5))]
        return {key: made_up(arguments[1], dice, depth + 1) for key in keys}
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _made_up(annotation, dice, depth)
    words = (
        "1",
        "2",
        "4",
        "T1",
        "H10",
        "S",
        "N",
        "E",
        "W",
        "king",
        "trumps",
        "garde",
        "fft-4",
        "fft",
        "tarot-78",
        "true",
    )
    return dice.one((*words, "play.a", "score.b", "N T1", "{{ params.a }}"))


def _made_up(model: type[BaseModel], dice: Dice, depth: int) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        if field.is_required() or dice.below(3) == 0:
            made[name] = made_up(field.annotation, dice, depth + 1)
    if "mechanism" in made and "params" in model.model_fields:
        step = dice.one(STEPS)
        known = sorted(names(step))
        if known:
            made["mechanism"] = dice.one(known)
            made["params"] = _made_up(find(step, made["mechanism"]).Params, dice, depth + 1)
    return made


def spoilt(raw: bytes, dice: Dice) -> bytes:
    """Bytes with some of them changed, or as another encoding has them."""
    for _ in range(1 + dice.below(4)):
        at = dice.below(len(raw) + 1)
        match dice.below(9):
            case 0:
                raw = raw[:at] + bytes([dice.below(256)]) + raw[at + 1 :]
            case 1:
                raw = (
                    raw[:at]
                    + dice.one((b"\0", b"\xff\xfe", b"\x1b", b"&a ", b"*a ", b"!!python/object ", b"<<: "))
                    + raw[at:]
                )
            case 2:
                raw = raw[:at]
            case 3:
                raw = raw[:at] + raw[at : at + 200] * dice.one((2, 20, 500)) + raw[at:]
            case 4:
                raw = (
                    raw[:at]
                    + dice.one((b"[", b"{", b"- ", b"? ", b"'", b'"', b"{{ ", b": ")) * dice.one((1, 50, 5000))
                    + raw[at:]
                )
            case 5:
                raw = raw.replace(b"\n", b"\r\n")
            case 6:
                raw = b"\xef\xbb\xbf" + raw
            case 7:
                raw = raw.decode("utf-8", "replace").encode(
                    dice.one(("latin-1", "utf-16", "utf-32", "utf-7")), "replace"
                )
            case _:
                raw = raw[:at] + "\u202e\u200b\u0301".encode() + raw[at:]
    return raw[:1_000_000]


def a_file(kind: str, dice: Dice) -> bytes:
    """A hostile file of a kind."""
    shipped_files = corpus(kind)
    if kind in MODELS and (not shipped_files or dice.below(4) == 3):
        data: Any = _made_up(MODELS[kind], dice, 0) | {"format": "1"}
    else:
        path = dice.one(shipped_files)
        if dice.below(4) == 3:
            return spoilt(path.read_bytes(), dice)
        data = json.loads(_as_json(path))
    for _ in range(dice.below(6)):
        change(data, dice, kind)
    raw = json.dumps(data, ensure_ascii=bool(dice.below(2))).encode("utf-8", "surrogatepass")
    return spoilt(raw, dice) if dice.below(8) == 7 else raw


def an_input(target: str, dice: Dice, run: str = "{}") -> bytes:
    """An input for a loader; ``run`` is a file of simulated deals."""
    if target in FILES:
        return a_file(target, dice)
    if target == "simulation":
        data = json.loads(run)
        for _ in range(1 + dice.below(5)):
            change(data, dice, "errata")
        raw = json.dumps(data).encode()
        return spoilt(raw, dice) if dice.below(4) == 3 else raw
    if target == "text":
        return spoilt(dice.one(corpus(dice.one(FILES))).read_bytes(), dice)
    words = [str(dice.one(SCALARS)) if dice.below(3) else chr(dice.below(0x3000)) for _ in range(dice.below(8))]
    if target == "name":
        words = [word[:5000] for word in [dice.one(("fft-4", "early-17c", "./x.yaml", "")), *words]]
        return "+".join(words).encode("utf-8", "surrogatepass")
    return spoilt(
        " ".join(["H10 T1-5 EX {{ params.a.b }}"[: dice.below(30)], *words]).encode("utf-8", "surrogatepass"), dice
    )
