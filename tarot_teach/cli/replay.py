"""``tarot-teach replay``."""

from __future__ import annotations

from typing import Any

import click

from tarot_teach.cards import halves_text
from tarot_teach.cli.output import format_option, json_option, note, print_blocks, print_json
from tarot_teach.loading.user_files import library_for
from tarot_teach.plain_data import number, plain_data
from tarot_teach.records.record import load_example
from tarot_teach.records.replay import Replay, replay_by
from tarot_teach.table import Event
from tarot_teach.topics.compare.deals_page import lesson


def replayed(name: str, go_on: bool = False) -> Replay:
    """A record, by id or path, replayed by the ruleset that it names."""
    library = library_for([name], note)
    path = library.find_record("example", name)
    return replay_by(load_example(name, library), library, path.parent, go_on=go_on)


@click.command("replay")
@click.argument("file")
@click.option("--go-on", is_flag=True, help="Go on past plays that the rules refuse; they are marked.")
@format_option
@json_option
def command(file: str, go_on: bool, kind: str, as_json: bool) -> None:
    """Replay FILE, a worked example or record (or the id of a shipped one): every card with its reasons, and the score."""
    done = replayed(file, go_on)
    if not as_json:
        print_blocks(lesson(done), kind)
        return
    end = done.end
    outcome = end.result.sheets[0].outcome if end.result and end.result.sheets else None
    print_json(
        {
            "id": done.record.file.id,
            "ruleset": done.engine.ruleset.name,
            "seats": list(end.seats),
            "stopped": done.stopped or None,
            "irregular": [_irregular(done, step) for step in done.deal.irregular],
            "events": [_event(event, done) for event in done.deal.events()],
            "piles": {seat: [card.code for card in end.deck.set(end.won[i])] for i, seat in enumerate(end.seats)}
            if end.won
            else {},
            "kept": {
                "taker": [card.code for card in end.deck.set(end.kept[0])],
                "defence": [card.code for card in end.deck.set(end.kept[1])],
            },
            "points": halves_text(outcome.halves) if outcome and outcome.seat is None else None,
            "honours": outcome.honours if outcome and outcome.seat is None else None,
            "target": outcome.target if outcome else None,
            "made": outcome.made if outcome else None,
            "void": end.result.void if end.result else None,
            "scores": dict(zip(end.seats, (number(score) for score in end.result.scores), strict=True))
            if end.result and end.result.scores
            else None,
        }
    )


def _event(event: Event, done: Replay) -> dict[str, Any]:
    seats = done.end.seats
    data = {"event": event.kind, "seat": None if event.seat is None else seats[event.seat], "rules": list(event.rules)}
    return {**data, **{key: plain_data(value) for key, value in event.facts.items() if key not in data}}


def _irregular(done: Replay, step: Any) -> dict[str, Any]:
    decisive = step.verdict.decisive
    return {
        "trick": step.before.number,
        "seat": step.before.seats[step.action.seat],
        "card": step.action.card.code,
        "rule": decisive.rule,
        "because": str(done.engine.because(decisive, step.before.name)),
        "allowed": list(step.verdict.instead),
    }
