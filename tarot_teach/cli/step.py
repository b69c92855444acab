"""``tarot-teach step``."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

import click

from tarot_teach.cli.output import json_option, print_blocks
from tarot_teach.cli.replay import command as replay_command
from tarot_teach.cli.replay import replayed
from tarot_teach.topics.compare.deals_page import lesson


@click.command("step")
@click.argument("example")
@click.option("--go-on", is_flag=True, help="Go on past plays that the rules refuse; they are marked.")
@json_option
@click.pass_context
def command(context: click.Context, example: str, go_on: bool, as_json: bool) -> None:
    """Step through EXAMPLE, an id or a file, on a full screen: forward, back, to a trick, and why any card may or may not
    be played.

    The whole example is listed where there is no terminal, or no textual (pip install 'tarot-teach[tui]').
    """
    if as_json:
        context.invoke(replay_command, file=example, go_on=go_on, kind="text", as_json=True)
        return
    done = replayed(example, go_on)
    if not full_screen():
        print_blocks(lesson(done))
    elif find_spec("textual") is None:
        click.echo("to step through it on a full screen: pip install 'tarot-teach[tui]'", err=True)
        print_blocks(lesson(done))
    else:
        from tarot_teach.tui.app import run

        run(done)


def full_screen() -> bool:
    """True for a terminal that can show a full screen."""
    streams = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    signs = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    return streams and signs and os.environ.get("TERM") != "dumb"
