"""From a document to a model: every fault at its place, with a suggestion."""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tarot_teach.errors import KeyPath, LoadError, Place, Problem, suggest
from tarot_teach.loading.document import Document

M = TypeVar("M", bound=BaseModel)
MAX_ROUNDS = 20


def parse_model(model: type[M], document: Document) -> M:
    """The document as a model. Raises LoadError with every fault of the file."""
    problems = format_problems(document)
    if problems:
        raise LoadError(problems)
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise LoadError(problems_of(error, model, document)) from None


def parse_leniently(model: type[M], document: Document) -> tuple[M | None, list[Problem]]:
    """The document as a model without what is at fault in it, and the faults; so that others can be told along with them.

    The model is None where too little is left of it.
    """
    problems = format_problems(document)
    if problems:
        return None, problems
    data = copy.deepcopy(document.data)
    for _round in range(MAX_ROUNDS):
        try:
            return model.model_validate(data), problems
        except ValidationError as error:
            problems = problems or problems_of(error, model, document)
            if not all(_prune(data, detail) for detail in error.errors()):
                break
    return None, problems


def _prune(data: Any, detail: ErrorDetails) -> bool:
    """Take out the entry that is at fault, or the one that lacks something; False where nothing would be left."""
    path = list(_existing(detail["loc"], data, keep=0))
    while path:
        holder = data
        for part in path[:-1]:
            holder = holder[part]
        if isinstance(holder, dict):
            holder.pop(path[-1], None)
            return True
        path.pop()
    return detail["type"] != "missing" and detail["loc"][:1] != () and detail["loc"][0] not in data


def format_problems(document: Document) -> list[Problem]:
    """What keeps a document from being read as any of our files."""
    if not isinstance(document.data, dict):
        hint = "begin with `format: 1`"
        return [Problem("file.empty", "this file holds no entries", Place(document.file, 1, 1), hint)]
    version = document.data.get("format")
    if version != "1":
        message = "`format` is missing" if version is None else f"format {version!r} is not known"
        later = isinstance(version, str) and version.isdecimal() and version.lstrip("0") > "1"
        hint = "this version reads `format: 1`" + ("; install a newer tarot_teach" if later else "")
        return [Problem("file.format", message, document.place(("format",)), hint)]
    return []


def problems_of(
    error: ValidationError, model: type[BaseModel], document: Document, base: KeyPath = ()
) -> list[Problem]:
    """Pydantic's complaints as problems, each at its place, one for each place."""
    found: dict[tuple[KeyPath, bool], Problem] = {}
    for detail in error.errors():
        path = _existing((*base, *detail["loc"]), document.data, keep=len(base))
        unknown = detail["type"] == "extra_forbidden"
        in_key = unknown or detail["loc"][-1:] == ("[key]",)
        place = document.place(path, key=in_key)
        message, hint = _words(detail, path, model)
        found.setdefault((path, unknown), Problem(_CODES.get(detail["type"], "file.value"), message, place, hint))
    return list(found.values())


_CODES = {"extra_forbidden": "file.unknown-key", "missing": "file.missing-key"}


def _existing(loc: tuple[Any, ...], data: Any, keep: int) -> KeyPath:
    """The part of a location that exists in the data, without pydantic's own labels; a missing key stays at the end."""
    path: list[str | int] = []
    at = data
    for i, part in enumerate(loc):
        if isinstance(at, dict) and str(part) in at:
            path.append(str(part))
            at = at[str(part)]
        elif isinstance(at, list) and isinstance(part, int) and part < len(at):
            path.append(part)
            at = at[part]
        elif i < keep:
            path.append(part)
            at = None
    return tuple(path)


def _words(detail: ErrorDetails, path: KeyPath, model: type[BaseModel]) -> tuple[str, str | None]:
    given, last = detail.get("input"), (path[-1] if path else "")
    match detail["type"]:
        case "extra_forbidden":
            known = _fields_at(model, detail["loc"][:-1])
            return f"{last!r} is not known here", suggest(str(last), known, "known")
        case "missing":
            name = detail["loc"][-1]
            return f"{str(name)!r} is missing", f"add `{name}:`"
        case "literal_error" | "enum":
            expected = str(detail.get("ctx", {}).get("expected", ""))
            choices = [part.strip().strip("'") for part in expected.replace(" or ", ", ").split(",")]
            return f"{_short(given)} is not allowed here", suggest(str(given), choices, "allowed")
        case "value_error":
            message = str(detail.get("ctx", {}).get("error", detail["msg"]))
            return message, next((hint for words, hint in _VALUES.items() if words in message), None)
        case "string_pattern_mismatch":
            return f"{_short(given)} is not of the right form", _PATTERNS.get(
                str(detail.get("ctx", {}).get("pattern")), "use small letters, digits and hyphens"
            )
        case "string_type":
            return f"a text is expected here, not {_kind(given)}", "write one text, in quotes if need be"
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"entries are expected here, not {_kind(given)}", "write `key: value` lines below it"
        case "list_type":
            return f"a list is expected here, not {_kind(given)}", "write it in brackets: [a, b]"
        case "too_short":
            limits = detail["ctx"]
            return f"too few entries: {limits['actual_length']}", f"write at least {limits['min_length']}"
        case "too_long":
            limits = detail["ctx"]
            return f"too many entries: {limits['actual_length']}", f"write at most {limits['max_length']}"
        case "greater_than_equal" | "greater_than" | "less_than_equal":
            bound = next(f"{words} {detail['ctx'][key]:,}" for key, words in _BOUNDS.items() if key in detail["ctx"])
            return f"{_short(given)} is out of range", f"write a number that is {bound}"
    return f"{_short(given)} is not of the form that is expected here", "see the reference of the format"


_BOUNDS = {"ge": "at least", "gt": "greater than", "le": "at most"}
_VALUES = {
    "whole number": "write plain digits, such as 25",
    "true or false": "write true or false",
    "range of numbers": "write it like 3-5",
}
_PATTERNS = {
    r"^[a-z]+\.[a-z][a-z0-9_]*$": "a rule id is a step and a name, such as play.follow_suit",
    r"^[A-Z]$": "a single capital letter",
    r"\S": "write at least one letter",
    r"^\d{1,3}(\.\d{1,3})?%$": "write a percentage as it is printed, such as 31.3%",
}


def _fields_at(model: type[BaseModel], loc: tuple[Any, ...]) -> list[str]:
    """The field names of the model at a location."""
    at: Any = model
    for part in loc:
        if isinstance(at, type) and issubclass(at, BaseModel) and part in at.model_fields:
            at = _inner(at.model_fields[str(part)].annotation)
    return list(at.model_fields) if isinstance(at, type) and issubclass(at, BaseModel) else []


def _inner(annotation: Any) -> Any:
    """The model inside of ``list[X]``, ``dict[str, X]`` or ``X | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in reversed(getattr(annotation, "__args__", ())):
        inner = _inner(argument)
        if inner is not None:
            return inner
    return None


def _kind(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case dict():
            return "entries"
        case list():
            return "a list"
    return f"the text {_short(value)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…'"
