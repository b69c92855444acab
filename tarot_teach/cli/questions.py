"""Commands made of questions."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import Decorator, Misuse, json_option, note, page_options, progress, show, usage
from tarot_teach.errors import TarotError, UnfitError
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.questions.base import (
    A,
    Asked,
    ExchangeReport,
    LibraryFiles,
    LinkedReport,
    Question,
    Report,
    TableReport,
    Watch,
)
from tarot_teach.table.facts import by_names

Q = TypeVar("Q", bound=Question[Any])


def command_of(question: type[Question[Report]], *, cls: type[click.Command] = click.Command) -> click.Command:
    """The command that asks a question, or another in its place: the options are their fields, the help is the question's docstring."""

    def ask(kind: str, out: Path | None = None, **given: Any) -> None:
        if kind == "pdf" and out is None:
            raise usage("session.out", _("a PDF cannot be printed on the terminal"), _("name a file with --out"))
        asked = next((other for other in question.instead if given[flag_of(other)]), question)
        if kind == "csv":
            _check_rows(question, asked, given)
        _check_options(question, asked)
        about = given.get(question.argument, ())
        names = about if question.many or not question.argument else (about,)
        made, answer = answered(asked, names, {each.name: given[each.name] for each in asked.asked()})
        show_answer(answer, kind, out, title=made.title_of(answer) if out or asked.document else None)

    ask = mechanisms_option(ask) if question.argument else ask
    ask = page_options(*question.formats)(ask) if len(question.formats) > 1 else json_option(ask)
    ask = options_of(question)(ask)
    if question.argument:
        ask = click.argument(question.argument, nargs=-1 if question.many else 1)(ask)
    return click.command(question.name, cls=cls, help=help_of(question))(ask)


def help_of(question: type[Question[Report]]) -> str:
    """The help of the command that asks a question."""
    return inspect.cleandoc(question.__doc__ or "")


def _check_rows(question: type[Question[Report]], asked: type[Question[Report]], given: Mapping[str, Any]) -> None:
    """Raise a usage error for what has no rows: a question that is asked instead, or a field."""
    option = f"--{asked.name}" if "csv" not in asked.formats else ""
    option = option or next((f"--{question.option_of(field)}" for field in question.beyond_rows if given[field]), "")
    if option:
        raise usage("compare.csv", _("{option} cannot be written as CSV"), _("leave it out"), option=option)


def _check_options(question: type[Question[Report]], asked: type[Question[Report]]) -> None:
    """Raise a usage error for an option that is given, and belongs to a question of the command that is not asked."""
    context, known = click.get_current_context(), {each.name for each in asked.asked()}
    others = [other for other in (question, *question.instead) if other is not asked]
    for other in others:
        options = {each.name: each.option for each in other.asked() if each.name not in known}
        options |= {flag_of(other): other.name} if other is not question else {}
        for name, option in options.items():
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                message = _("--{option} means nothing with --{flag}")
                if asked is question:
                    message = _("--{option} means nothing without --{flag}")
                flag = other.name if asked is question else asked.name
                raise usage("usage.wrong", message, _("leave it out"), option=option, flag=flag)


def answered(question: type[Question[A]], names: Sequence[str], given: dict[str, Any]) -> tuple[Question[A], A]:
    """A question about what has names, with its answer. Raises Misuse for what does not fit the game."""
    library = library_of(*names, *question.names_in(given))
    with _spelled(question):
        asked = question_of(question, names, given, library)
        return asked, asked.answer(library)


def question_of(question: type[Q], names: Sequence[str], given: dict[str, Any], library: Library | None = None) -> Q:
    """A question about what has names, in a library that knows them. Raises Misuse for what does not fit the game."""
    for each in question.asked():
        if each.by and each.name in given:
            given[each.name] = _by_name(each, given[each.name])
    if "watch" in {each.name for each in fields(question)}:
        given["watch"] = Terminal()
    with _spelled(question):
        files = LibraryFiles(library or Library())
        return question(**(question.subject_of(names, files, given) if question.argument else {}), **given)


@contextmanager
def _spelled(question: type[Question[Report]]) -> Iterator[None]:
    """Name fields in errors as options. Raises Misuse for what does not fit the game."""
    try:
        yield
    except TarotError as error:
        spelled = error.spelled(lambda field: f"--{question.option_of(field)}")
        raise Misuse(spelled.problems[0]) if isinstance(spelled, UnfitError) else spelled from None


class Terminal(Watch):
    """Notes and progress on standard error."""

    jobs = None
    note = remark = staticmethod(note)
    progress = staticmethod(progress)


def show_answer(answer: Report, kind: str, out: Path | None, *, title: str | None) -> None:
    """Print an answer in a format, or write it to a file."""
    if kind == "json":
        made: Any = answer.to_dict()
    elif kind == "jsonld":
        assert isinstance(answer, LinkedReport)
        made = answer.linked()
    elif kind == "csv":
        assert isinstance(answer, TableReport)
        columns = answer.columns()
        made = [map(cell, columns), *([cell(row[column]) for column in columns] for row in answer.rows())]
    elif kind == "evening":
        assert isinstance(answer, ExchangeReport)
        table, kind = answer.exchanged(), "csv"
        for each in table.notes:
            note(each)
        made = [map(cell, table.columns), *([cell(row[column]) for column in table.columns] for row in table.rows)]
    else:
        made = answer.narrow_blocks() if kind == "text" else answer.blocks()
    show(made, kind, out, title=title)


def cell(value: object) -> object:
    """The value of a cell of CSV, with a quotation mark before a text that a spreadsheet would take for a formula."""
    if isinstance(value, str):
        return f"'{value}" if value[:1] in ("=", "+", "-", "@") else value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | list | dict) else value


def flag_of(question: type[Question[Report]]) -> str:
    """The name of the parameter for a question that is asked in place of another."""
    return question.name.replace("-", "_")


def options_of(question: type[Question[Report]], *names: str) -> Decorator:
    """The options for the fields of a question, or some of them, and of those that are asked in its place, each behind its flag."""
    options = {each.name: _option(each) for each in question.asked() if each.name in names or not names}
    for other in question.instead:
        options[flag_of(other)] = click.option(f"--{other.name}", is_flag=True, help=other.flag)
        for each in other.asked():
            options.setdefault(each.name, _option(each))

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options.values()):
            command = option(command)
        return command

    return add


class _Choice(click.Choice):  # type: ignore[type-arg]  # click before 8.2 has no such argument
    """The choices of a field, whose words are shown and typed by their names in the language in use, where they have such."""

    def __init__(self, field: Asked) -> None:
        super().__init__(field.choices)
        self.field = field

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            chosen: str = super().convert(self.field.chosen(value), param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(by_names(error.message, self.field.names), ctx, param) from None
        return chosen

    def get_metavar(self, *args: Any, **kwargs: Any) -> str | None:
        shown = super().get_metavar(*args, **kwargs)
        return shown and by_names(shown, self.field.names)


def _option(each: Asked) -> Decorator:
    """The option of a command for a field."""
    words: dict[str, Any] = {"help": each.help, "metavar": each.metavar}
    names = f"--{each.option}", each.name
    if each.type is bool:
        return click.option(*names, is_flag=True, **words)
    kind: Any = _Choice(each) if each.choices else each.type
    if each.least is not None:
        kind = click.IntRange(each.least, each.most)
    if each.needed:
        return click.option(*names, type=kind, required=True, **words)
    shown, several = bool(each.default), each.several or bool(each.by)
    return click.option(*names, type=kind, multiple=several, default=each.default, show_default=shown, **words)


def _by_name(field: Asked, given: Sequence[str]) -> dict[str, str]:
    """The values of arguments such as ``score.slam=made`` by rule, or by player. Raises Misuse for one that is told twice, or of nobody."""
    values: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name.strip() in values:
            message = _("--{option} {text} does not tell one thing of one rule or player")
            hint = _("write it like --{option} {example}, once for each")
            hint = hint.format(option=field.option, example="N='S1 S2'" if field.by == "player" else "RULE=…")
            raise usage("score.fact", message, hint, option=field.option, text=text)
        values[name.strip()] = value
    return values
