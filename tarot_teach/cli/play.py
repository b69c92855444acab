"""``tarot-teach play``."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import click

from tarot_teach.blocks import Block, Heading, Paragraph
from tarot_teach.cli.output import check_new_file, id_for, note, print_blocks, typed_lines, usage
from tarot_teach.cli.step import full_screen
from tarot_teach.errors import OutputError, suggest
from tarot_teach.explain.lesson import describe_result
from tarot_teach.files import file_lock, write_atomically
from tarot_teach.language import _
from tarot_teach.loading.user_files import library_for
from tarot_teach.records.record import load_example, write_record
from tarot_teach.table import SEAT_NAMES
from tarot_teach.text import say
from tarot_teach.topics.play.game import HELP, Answer, Game, answer
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import SEEDS


@click.command("play")
@click.argument("name")
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="The same seed deals the same cards; by default any.")
@click.option("--seat", metavar="S", help="Where you sit; by default the first seat.")
@click.option("--players", "player", default="simple", show_default=True, help="Who plays the other seats.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Save the deal in this file as an example, at the end or on quitting.",
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@click.option("--resume", metavar="FILE", help="Go on with a deal that was saved.")
@click.option("--lines", is_flag=True, help="Line by line, even where there could be a full screen.")
def command(
    name: str,
    seed: int | None,
    seat: str | None,
    player: str,
    out: Path | None,
    force: bool,
    resume: str | None,
    lines: bool,
) -> None:
    """Play a deal of NAME against the machine: bid, lay away, announce and play, from one seat.

    Ask why a card may be played or not, take a hint or a move back. The deal is saved as an example that can be annotated.
    """
    again = resume is not None and out is not None and out.resolve() == Path(resume).resolve()
    check_new_file(out, force or again)
    game = _game(name, seed, seat, player)
    if resume is not None:
        game.resume(load_example(resume, library_for([resume], note)))
    with file_lock(out):
        with suppress(KeyboardInterrupt):
            if not lines and full_screen() and find_spec("textual") is not None:
                from tarot_teach.tui.app import run_game

                run_game(game)
            else:
                _Lines(game).run()
        _save(game, out, player)


def _game(name: str, seed: int | None, seat: str | None, player: str) -> Game:
    library = library_for([name], note)
    simulator = DealSimulator.of(library, name, (player,))
    seats = simulator.seats
    names = {_(SEAT_NAMES.get(letter, letter)).lower(): letter for letter in seats}
    letter = seats[0] if seat is None else names.get(seat.lower(), seat.upper())
    if letter not in seats:
        raise usage("play.seat", _("nobody sits at {seat!r}").format(seat=seat), suggest(str(seat), seats, _("seats")))
    return Game(
        simulator.engine, simulator.players, seats.index(letter), random.randrange(10**6) if seed is None else seed
    )


def _ask_for_file() -> Path | None:
    """Ask for the name of a file until it can be written; None if nothing is typed."""
    while answer := click.prompt(
        _("Save the deal as an example? File name, or nothing"), default="", show_default=False
    ).strip():
        try:
            check_new_file(Path(answer), force=False)
        except OutputError as error:
            note(str(error))
        else:
            return Path(answer)
    return None


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
    note(_("Written: {out}").format(out=out))
    if not game.over:
        whose = f"--seat {game.state.seats[game.seat]} --seed {game.seed} --players {player}"
        note(
            _("go on: tarot-teach play {name} {whose} --resume {out} --out {out}").format(
                name=game.engine.ruleset.name, whose=whose, out=out
            )
        )


class _Lines:
    """A game line by line, on a terminal or through a pipe."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen = 0

    def run(self) -> None:
        """Read lines until the deal is over, the person quits, or the input ends."""
        game = self.game
        title = say(_("{title}: a deal (seed {seed})"), title=game.engine.ruleset.title, seed=game.seed)
        print_blocks([Heading(1, title), Paragraph(say(_(HELP)), "aside")])
        self._print_turn()
        lines = typed_lines()
        while not game.over:
            line = next(lines, "quit")
            if line.lower() in ("q", "quit"):
                return
            if line:
                self._print_answer(answer(game, line))
        print_blocks(describe_result(game.replay))

    def _print_answer(self, answered: Answer) -> None:
        print_blocks(answered.said)
        if answered.undone:
            self.seen = len(self.game.deal.moves)
        if answered.moved or answered.undone:
            self._print_turn()

    def _print_turn(self) -> None:
        """Print the moves since the last call, and the choices of the person."""
        game = self.game
        blocks: list[Block] = [] if self.seen else game.opening()
        blocks += game.moves_since(self.seen)
        self.seen = len(game.deal.moves)
        print_blocks([*blocks, *([] if game.over else game.turn())])
