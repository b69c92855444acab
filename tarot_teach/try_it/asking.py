"""Any question of :mod:`tarot_teach.questions`, asked by a page."""

from __future__ import annotations

from typing import Any

from tarot_teach.errors import NotationError, TarotError, suggest
from tarot_teach.messages import _
from tarot_teach.questions import QUESTIONS, question_named
from tarot_teach.questions.base import Asked, LibraryFiles
from tarot_teach.rules import Ruleset
from tarot_teach.try_it.desk import Desk


def question(desk: Desk, name: str, game: str | list[str] = "", **given: Any) -> dict[str, Any]:
    """The answer to a question by its name, about a game or whatever has a name, or several, with its fields, as HTML and as data.

    Raises NotationError for an unknown question or field, for what does not fit the game, and as the question does.
    """
    if name not in QUESTIONS:
        hint = suggest(name, QUESTIONS, _("questions"))
        raise NotationError.of("try.question", _("there is no question {name!r}"), None, hint, name=name)
    asked = question_named(name)
    fields = {each.name: each for each in asked.asked()}
    for field, value in given.items():
        if field not in fields:
            message, hint = _("the question {name!r} has no field {field!r}"), suggest(field, fields, _("its fields"))
            raise NotationError.of("try.question", message, None, hint, name=name, field=field)
        given[field] = _read(fields[field], value)
    for each in fields.values():
        if each.needed and each.name not in given:
            message, hint = _("the question {name!r} lacks {field!r}"), _(each.help)
            raise NotationError.of("try.question", message, None, hint, name=name, field=each.name)
    names: object = game
    if isinstance(game, str):
        names = game.split() if asked.many else [game]
    texts = isinstance(names, list) and all(isinstance(each, str) for each in names)
    if not isinstance(names, list) or not texts or not (asked.many or len(names) == 1):
        message, hint = _("{field!r} cannot be {value!r}"), _("a name, or a list of names")
        raise NotationError.of("usage.value", message, None, hint, field="game", value=game)
    try:
        about = asked.subject_of(names, LibraryFiles(desk.library), given) if asked.argument else {}
        answer = asked(**about, **given).answer(desk.library)
    except TarotError as error:
        raise error.spelled(str) from None
    rulesets = [subject.name for subject in about.values() if isinstance(subject, Ruleset)]
    return {"html": desk.html(next(iter(rulesets), " ".join(names[:1])), answer.blocks()), "data": answer.to_dict()}


def _read(field: Asked, value: object) -> object:
    """The value of a field. Raises NotationError for one of another type."""
    if not _fits(field, value):
        message, hint = _("{field!r} cannot be {value!r}"), _("write it as on the command line: {help}")
        hint = hint.format(help=_(field.help))
        raise NotationError.of("usage.value", message, None, hint, field=field.name, value=value)
    return tuple(value if isinstance(value, list) else [value]) if field.several else value


def _fits(field: Asked, value: object) -> bool:
    """True for a value of the field's type; of values by rule, texts, numbers or mappings, by player texts."""
    if isinstance(value, dict):
        kinds = {"rule": (str, int, dict), "player": (str,)}.get(field.by, ())
        return all(isinstance(each, kinds) for each in value.values()) and bool(kinds)
    values = value if field.several and isinstance(value, list) else [value]
    return field.by != "rule" and all(
        type(each) is field.type or (field.loose and isinstance(each, str)) for each in values
    )
