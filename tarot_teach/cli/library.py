"""The library of a command: the shipped files, and those beside the files and folders that it names."""

from __future__ import annotations

from importlib.util import find_spec

import click

from tarot_teach.cli.output import Decorator, note
from tarot_teach.errors import OutputError
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.messages import _

_RUN = f"{__name__}.mechanisms"


def keep_mechanisms(context: click.Context, _option: click.Parameter | None, asked: bool) -> None:
    """Remember for ``library_of`` that ``--mechanisms`` is given."""
    context.meta[_RUN] = asked


mechanisms_option: Decorator = click.option(
    "--mechanisms",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=keep_mechanisms,
    help="Run the Python code in folders `mechanisms` beside your files, for kinds of rules of your own.",
)
trust_option: Decorator = click.option(
    "--trust-pages",
    "trusted",
    is_flag=True,
    help="Let pages of courses use all of Sphinx and MyST: HTML, files from anywhere, and code that is run.",
)


def library_of(*names: str, records: bool = True) -> Library:
    """A library that knows the files and folders among some names, with house rules behind or not, and what lies beside them; without ``records``,
    no worked examples of these."""
    parts = dict.fromkeys(part for name in names for part in (name, *name.split("+")))
    context = click.get_current_context(silent=True)
    return library_for(parts, note, mechanisms=bool(context and context.meta.get(_RUN)), records=records)


def check_sphinx() -> None:
    """Raise OutputError where pages cannot be read, since Sphinx or its theme is not installed."""
    missing = " and ".join(name for name in ("sphinx", "furo") if find_spec(name) is None)
    if missing:
        message = _("tutorials are set by Sphinx, and {missing} cannot be found here").format(missing=missing)
        raise OutputError.of("build.packages", message, hint="pip install sphinx furo")
