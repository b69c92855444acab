"""``tarot-teach replay``."""

from __future__ import annotations

import click

from tarot_teach.cli.output import format_option, json_option, note, print_blocks, print_json
from tarot_teach.loading.user_files import library_for
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.topics.compare.deals_page import lesson


def replayed(name: str, go_on: bool = False) -> Replay:
    """A record, by id or path, replayed by the ruleset that it names."""
    library = library_for([name], note)
    return replay_example(name, library, go_on=go_on)


@click.command("replay")
@click.argument("file")
@click.option("--go-on", is_flag=True, help="Go on past plays that the rules refuse; they are marked.")
@format_option()
@json_option
def command(file: str, go_on: bool, kind: str, as_json: bool) -> None:
    """Replay FILE, a worked example or record (or the id of a shipped one): every card with its reasons, and the score."""
    done = replayed(file, go_on)
    if not as_json:
        print_blocks(lesson(done), kind)
        return
    print_json(done.to_dict())
