"""``tarot-teach play``."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import click

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Heading, Paragraph
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import check_new_file, force_option, id_for, note, out_option, show, typed_lines, usage
from tarot_teach.cli.replay import full_screen
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import seat_named
from tarot_teach.errors import OutputError, suggest
from tarot_teach.explain.lesson import describe_result
from tarot_teach.files import file_lock, write_atomically
from tarot_teach.messages import _, colon, is_typed
from tarot_teach.records.gathered import load_example
from tarot_teach.records.record import write_record
from tarot_teach.records.runner import replay_example
from tarot_teach.text import say
from tarot_teach.topics.play.game import QUIT, REVIEW, Game, answer, begin_at, seats_of
from tarot_teach.topics.review.practice import PRACTISE, offer, practise
from tarot_teach.topics.review.review import ASKS, review_of_game
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.seating import seat_players


@click.command("play")
@click.argument("name", required=False)
@click.option(
    "--from",
    "example",
    metavar="EXAMPLE",
    help="Play the deal of a worked example, by id or path, in place of a new one.",
)
@click.option("--trick", type=click.IntRange(1), help="Begin at this trick of the example; by default with the bids.")
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="The same seed deals the same cards; by default any.")
@click.option("--seat", metavar="S", help="Your seat; by default the first.")
@click.option(
    "--players",
    "player",
    default="simple",
    help="The player of the other seats: simple, random, strong:20, or another.",
)
@out_option(help="Save the deal in this file as an example, at the end or on quitting.")
@force_option
@click.option("--resume", metavar="FILE", help="Go on with a deal that was saved.")
@click.option("--lines", is_flag=True, help="Line by line, even where there could be a full screen.")
@mechanisms_option
def command(
    name: str | None,
    example: str | None,
    trick: int | None,
    seed: int | None,
    seat: str | None,
    player: str,
    out: Path | None,
    force: bool,
    resume: str | None,
    lines: bool,
) -> None:
    """Play a deal of NAME, or of a worked example, against the machine: bid, lay away, announce and play, from one seat.

    Ask why a card may be played or not, take a hint or a move back. The deal is saved as an example that can be annotated.
    """
    again = resume is not None and out is not None and out.resolve() == Path(resume).resolve()
    check_new_file(out, force or again)
    given = name or example
    if given is None or (name and example) or (example and resume) or (trick and not example):
        hint = _("tarot-teach play fft-4, or tarot-teach play --from course-whole-deal --trick 8 --seat S")
        raise usage(
            "play.which", _("a game begins with a ruleset, or with an example and maybe one of its tricks"), hint
        )
    library = library_of(given)
    done = replay_example(given, library) if example else None
    engine = done.engine if done else Engine(library.load(given))
    begun = begin_at(done, trick) if done else None
    record = None if resume is None else load_example(resume, library_of(resume))
    seats = done.start.seats if done else seats_of(record, engine) if record else engine.seats()
    seated = seat_players((player,), engine, advice_for(library, engine.ruleset), len(seats))
    number = 0 if seat is None else seat_named(seat, seats)
    if number is None:
        raise usage("play.seat", _("nobody sits at {seat!r}"), suggest(str(seat), seats, _("seats")), seat=seat)
    seed = random.randrange(10**6) if seed is None else seed
    id = f"{done.record.file.id}-played" if done else Game.id
    game = Game(engine, seated, number, seed, id=id, begun=begun)
    if record is not None:
        game.resume(record)
    with file_lock(out):
        with suppress(KeyboardInterrupt):
            if not lines and full_screen() and find_spec("textual") is not None:
                from tarot_teach.tui.app import run_game

                run_game(game)
            else:
                _play_by_lines(game)
        _save(game, out, player)


def _play_by_lines(game: Game) -> None:
    """Read lines, on a terminal or through a pipe, until the deal is over, the person quits, or the input ends."""
    title = say(_("{title}: a deal (seed {seed})"), title=game.engine.ruleset.title, seed=game.seed)
    if game.begun and game.begun.done.record.file.id != game.id:
        title = say(_("{title}: played on"), title=game.begun.done.record.file.title)
    show([Heading(1, title), game.help()])
    show(_news(game, game.first))
    seen = len(game.deal.moves)
    lines = typed_lines()
    while not game.over:
        line = next(lines, QUIT)
        if line.lower() == "q" or is_typed(line, QUIT):
            return
        if not line:
            continue
        answered = answer(game, line)
        show(answered.said)
        if answered.moved or answered.undone:
            show(_news(game, len(game.deal.moves) if answered.undone else seen))
            seen = len(game.deal.moves)
    show(describe_result(game.replay))
    if sys.stdin.isatty():
        show([Paragraph(say(_(ASKS)), "aside")])
    if is_typed(next(lines, ""), REVIEW):
        _look_back(game, lines)


def _look_back(game: Game, lines: Iterator[str]) -> None:
    """Show what each card of the person cost, and keep the decisions in which there was better where that is asked for."""
    review, page = review_of_game(game)
    offered = offer(review)
    show([*page, *offered])
    if review is not None and offered and is_typed(next(lines, ""), PRACTISE):
        show(practise(review))


def _news(game: Game, seen: int) -> list[Block]:
    """The moves since those that have been seen, and the choices of the person."""
    return [
        *([] if seen > game.first else game.opening()),
        *game.moves_since(seen),
        *([] if game.over else game.turn()),
    ]


def _save(game: Game, out: Path | None, player: str) -> None:
    """Save the deal so far, at a terminal under a name that is asked for, and report the command that continues it."""
    if not game.deal.moves:
        return
    if out is None and sys.stdin.isatty() and sys.stdout.isatty():
        out = _ask_for_file()
    if out is None:
        return
    game.id = id_for(out, game.id)
    write_atomically(out, write_record(game.record).encode("utf-8"))
    note(_("Written: {out}"), out=out)
    if not game.over:
        whose = f"--seat {game.state.seats[game.seat]} --seed {game.seed} --players {player}"
        words = _("go on: tarot-teach play {name} {whose} --resume {out} --out {out}")
        note(words, name=game.engine.ruleset.name, whose=whose, out=out)


def _ask_for_file() -> Path | None:
    """Ask for the name of a file until it can be written; None if nothing is typed."""
    question = _("Save the deal as an example? File name, or nothing")
    while answer := click.prompt(question, default="", show_default=False, prompt_suffix=colon()).strip():
        try:
            check_new_file(Path(answer), force=False)
        except OutputError as error:
            note(str(error))
        else:
            return Path(answer)
    return None
