"""The group of commands. Each command's module is imported only when that command runs, so that help comes at once."""

from __future__ import annotations

import copy
import errno
import importlib
import inspect
import io
import math
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from tarot_teach.cli.click_words import Context, translate_click, translated_type
from tarot_teach.messages import ENGLISH, N_, _, printed_by
from tarot_teach.version import __version__

BROKEN_PIPE = 128 + 13
"""The exit code when the reader of a pipe is gone: that of a program which SIGPIPE ends."""

_COMMANDS = {
    "list": N_("List rulesets, options and worked examples."),
    "rules": N_("Print the rules of a ruleset as a rule book."),
    "compare": N_("Print the rules in which rulesets differ, and their family tree."),
    "history": N_("Print which game comes from which, and a timeline."),
    "check": N_("Check rulesets, options, examples, sessions and other files."),
    "legal": N_("Print the cards of a hand that may be played, and why the others may not."),
    "deck": N_("Print the cards of a pack in their order."),
    "trick": N_("Print who wins a trick, and what becomes of its cards."),
    "count": N_("Print the card points of a pile, and how they are counted."),
    "replay": N_("Replay a worked example or record, card by card."),
    "admits": N_("Say which rulesets admit a record, and which rules would decide."),
    "step": N_("Step through a worked example."),
    "import": N_("Read a deal or scores that another program has written."),
    "score": N_("Print the score sheet of a result."),
    "evaluate": N_("Value a hand for bidding, and name the bid that follows."),
    "odds": N_("Count how likely hands are: trumps, suits, honours, handfuls, void deals."),
    "review": N_("Say what each card that somebody played cost."),
    "solve": N_("Say what each card would bring with all cards open."),
    "quiz": N_("Ask questions without end about the rules of a ruleset."),
    "tactics": N_("Look for cards to play with one's own eyes, and write them to a file."),
    "results": N_("Put the answers of a class together."),
    "find": N_("Find a deal that shows something, and write it as a worked example."),
    "play": N_("Play a deal against the machine."),
    "simulate": N_("Play many deals, and count what another ruleset changes."),
    "dataset": N_("Make a data set of deals with their results."),
    "session": N_("Print the explained score sheet of a session of many deals."),
    "new": N_("Write a commented file to begin with: a ruleset, an example or a session."),
    "mechanisms": N_("Print the kinds of rules that rulesets are made of."),
    "schema": N_("Write the JSON Schemas of the file formats."),
    "runtime": N_("Fetch Pyodide, by which the engine runs in a page."),
    "cache": N_("Show what is kept for later runs, or erase it."),
    "build": N_("Build a tutorial: a site, a PDF, an EPUB or Markdown."),
}

LANGUAGE, VARIABLE = "--language", "TAROT_LANG"
"""The option of every command that names the language, and the variable of the environment."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the environment by which the system names a locale, such as ``fr_FR.UTF-8``: the first that is set counts."""

ENOUGH = 0.5
"""The share of a catalogue that is translated at least in a language that the locale chooses."""

_OF_QUESTIONS = (
    "compare",
    "count",
    "deck",
    "evaluate",
    "history",
    "legal",
    "odds",
    "rules",
    "session",
    "trick",
)
"""The commands that are made of their questions alone, and have no module."""


class UnreadError(Exception):
    """The reader of a pipe is gone, as ``head`` is after its last line."""


def in_language(command: click.Command) -> click.Command:
    """A copy of a command whose help is in the language in use, with the option that chooses the language."""
    translated = copy.copy(command)
    translated.context_class = Context
    translated.help = _(inspect.cleandoc(command.help or ""))
    translated.params = [copy.copy(param) for param in command.params]
    for param in translated.params:
        if isinstance(param, click.Option):
            param.help = _(param.help) if param.help else None
            param.type = translated_type(param.type)
    if isinstance(translated, click.Group):
        translated.subcommand_metavar = _("COMMAND [ARGS]...")
    help = _("The language of all that is printed, such as fr.  [default: $TAROT_LANG, or that of the locale]")
    translated.params.append(click.Option([LANGUAGE], metavar=_("LANGUAGE"), expose_value=False, help=help))
    return translated


def _command(name: str) -> click.Command:
    """A command, whose module is imported."""
    found: click.Command
    if name == "step":
        found = importlib.import_module("tarot_teach.cli.replay").step
    elif name in _OF_QUESTIONS:
        from tarot_teach.cli.questions import command_of
        from tarot_teach.questions import question_named

        found = command_of(question_named(name))
    else:
        found = importlib.import_module(f"tarot_teach.cli.{'importing' if name == 'import' else name}").command
    return found


class Commands(click.Group):
    """Loads a command's module when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        with printed_by(ENGLISH):  # in which the module has the words of its options
            command = _command(cmd_name)
        return in_language(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A command, or a usage error with a suggestion."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from tarot_teach.errors import suggest

            known = suggest(args[0], _COMMANDS, _("commands"))
            ctx.fail(_("there is no command {args!r}; {suggest}").format(args=args[0], suggest=known))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Raises UnreadError if the reader of a pipe is gone, for which click has the exit code 1."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise UnreadError from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(about)) for name, about in _COMMANDS.items()])


def _print_version(context: click.Context, _param: click.Parameter, value: bool) -> None:
    """Print the version, and the languages with the share that is translated; end the command."""
    if not value or context.resilient_parsing:
        return
    from tarot_teach.catalogues import languages, read_catalogue, share_done
    from tarot_teach.messages import number_text, percent_text

    shares = {name: math.floor(100 * share_done(read_catalogue(name).catalogue)) for name in languages()}
    named = [name if share == 100 else f"{name} ({percent_text(number_text(share))})" for name, share in shares.items()]
    click.echo(f"tarot-teach, version {__version__}")
    click.echo(_("Languages: {languages}").format(languages=", ".join(named)))
    context.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def group() -> None:
    """Rules, worked examples and tutorials for the card games played with tarot packs.

    NAME is a ruleset's id (fft-4), an id with house rules (fft-4+garde-contre-x8), or the path of a file of your own.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run a command. Exit codes: 0 fine, 1 rules or data say no, 2 wrong usage, 128 and more ended by that signal."""
    from tarot_teach.errors import TarotError

    args = sys.argv[1:] if arguments is None else arguments
    translate_click()
    _open_streams()
    try:
        with _stops() as stopped:
            sys.exit(_run(args))
    except TarotError as error:
        _report(error, args)
        sys.exit(1)
    except (UnreadError, BrokenPipeError):
        _give_up_printing()
        sys.exit(BROKEN_PIPE)
    except KeyboardInterrupt:
        click.echo(_("stopped"), err=True)
        sys.exit(128 + (stopped[0] if stopped else signal.SIGINT))
    except OSError as error:
        _report(_from_system(error), args)
        sys.exit(1)


@contextmanager
def _stops() -> Iterator[list[int]]:
    """Treat SIGTERM and SIGHUP like Ctrl-C, so that cleanup runs. Yields the list of signals received."""
    stopped: list[int] = []

    def stop(number: int, _frame: object) -> None:
        stopped.append(number)
        if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # started in the background by a script
            raise KeyboardInterrupt
        os.kill(os.getpid(), signal.SIGINT)

    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    names = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(name, stop) for name in names if signal.getsignal(name) == signal.SIG_DFL}
    try:
        yield stopped
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _run(args: list[str]) -> Any:
    """Run a command in the language that is asked for; its exit code."""
    try:
        _use_language(args)
        return in_language(group).main(args=args, prog_name="tarot-teach", standalone_mode=False) or 0
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        from tarot_teach.cli.output import problem_of, show, wants_json
        from tarot_teach.errors import shortened

        if wants_json(args):
            show({"errors": [problem_of(error).as_data()]}, "json")
        error.show(said := io.StringIO())
        with suppress(OSError):  # standard error has no reader
            click.echo(shortened(said.getvalue()), err=True, nl=False)
        return error.exit_code


def _use_language(args: list[str]) -> None:
    """Print in the language of the option, of the variable or of the locale; what cannot be read of it is noted.

    Raises UsageError for a language that the option or the variable names and of which there is no catalogue.
    """
    given_by, name = VARIABLE, os.environ.get(VARIABLE, "")
    for number, word in enumerate(args[: args.index("--") if "--" in args else None]):
        if word == LANGUAGE and number + 1 < len(args):
            given_by, name = LANGUAGE, args[number + 1]
        elif word.startswith(f"{LANGUAGE}="):
            given_by, name = LANGUAGE, word.partition("=")[2]
    if given_by == VARIABLE:
        name = name or _language_of_locale()
        if not name:
            return
    from tarot_teach.catalogues import use_language
    from tarot_teach.errors import RunError

    try:
        faults = use_language(name)
    except RunError as error:
        raise click.UsageError(f"{given_by}: {error.problems[0].message}") from None
    for fault in faults:
        from tarot_teach.cli.output import print_error

        print_error(fault, as_json=False)


def _language_of_locale() -> str:
    """The language of the environment's locale, where at least half of its catalogue is translated; empty for English and any other language."""
    locale = next(filter(None, map(os.environ.get, LOCALE)), "")
    name = locale.partition(".")[0].partition("@")[0]
    if name.partition("_")[0] in ("", "C", "POSIX", "en"):
        return ""
    from tarot_teach.catalogues import checked_language, read_catalogue, share_done
    from tarot_teach.errors import RunError

    with suppress(RunError):
        found = checked_language(name)
        return found if share_done(read_catalogue(found).catalogue) >= ENOUGH else ""
    return ""


def _from_system(error: OSError) -> Any:
    """The OutputError for an error of the operating system while a command prints or writes."""
    from tarot_teach.errors import OutputError, Place, system_reason

    try:
        sys.stdout.flush()
    except OSError:
        _give_up_printing()
    if error.errno == errno.EBADF:
        hint = _("let standard output go to the terminal, a pipe or a file; /dev/null where nothing is to be seen")
        return OutputError.of("system.closed", _("standard output is closed: nothing can be printed"), hint=hint)
    message = _("the system refuses it: {strerror}").format(strerror=system_reason(error))
    hint = _("check whether the disk is full, and whether you may write there")
    return OutputError.of("system.refused", message, Place(str(error.filename)) if error.filename else None, hint)


def _report(error: Any, args: list[str]) -> None:
    from tarot_teach.cli.output import print_error, wants_json

    try:
        print_error(error, as_json=wants_json(args))
    except OSError:  # nothing can be printed where JSON would be
        _give_up_printing()
        print_error(error, as_json=False)


def _open_streams() -> None:
    """Open standard streams that are closed at the start, so that no other file gets their numbers.

    Standard input is empty then, and standard error is dropped. Standard output refuses writing, so that a command that prints ends with
    an error, and a command that only writes a file does not.
    """
    for number, (name, flags) in enumerate((("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY))):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            os.dup2(os.open(os.devnull, flags), number)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _give_up_printing() -> None:
    """Drop output that could not be printed, which Python would otherwise print at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
