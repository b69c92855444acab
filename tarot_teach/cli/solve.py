"""``tarot-teach solve``."""

from __future__ import annotations

from collections.abc import Mapping

import click

from tarot_teach.cards import Card
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import format_option, json_option, note, show, usage
from tarot_teach.cli.replay import replayed
from tarot_teach.engine import Engine
from tarot_teach.explain.open_cards import keep_values
from tarot_teach.language import _
from tarot_teach.records.replay import Replay
from tarot_teach.solver import MANY, Objective
from tarot_teach.topics.best_play import best_play, keep_best_play, kept_best_play
from tarot_teach.topics.open_cards import open_cards, open_cards_at
from tarot_teach.topics.typed_position import typed_position


@click.command("solve")
@click.argument("example")
@click.option("--hand", "hands", multiple=True, metavar='"SEAT: CARDS"', help="A hand, of a position that is typed.")
@click.option("--taker", metavar="S", help="The taker, of a position that is typed.")
@click.option("--partner", metavar="S", help="The taker's partner, if there is one.")
@click.option("--called", metavar="CARD", help="The card that was called; its holder is the partner.")
@click.option("--leader", metavar="S", help="The seat that leads to the trick; without it, the taker.")
@click.option("--laid", metavar="CARDS", help="The cards of the trick in the order played.")
@click.option("--taken", metavar="CARDS", help="Cards that the taker's side has already.")
@click.option("--contract", help="The contract that is played.")
@click.option(
    "--trick", type=click.IntRange(1), metavar="N", help="The trick; without it, the first of the last eight."
)
@click.option("--seat", metavar="S", help="The seat whose card is asked about; without it, the first to play.")
@click.option(
    "--objective",
    type=click.Choice([aim.value for aim in Objective]),
    default=Objective.POINTS.value,
    help="What the sides play for.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    default=MANY,
    metavar="N",
    help="The most positions that are searched for a card.",
)
@click.option("--line", is_flag=True, help="Add one line of best play to the end.")
@click.option(
    "--whole",
    is_flag=True,
    help="Say of the whole deal from where on best play makes or defeats the contract, which cards changed that, and what cards cost.",
)
@click.option("--keep", is_flag=True, help="Keep the values of the last ten tricks beside the example, for its lesson.")
@format_option("text", "markdown", "html", "latex")
@json_option
@mechanisms_option
def command(
    example: str,
    hands: tuple[str, ...],
    trick: int | None,
    seat: str | None,
    objective: str,
    nodes: int,
    line: bool,
    whole: bool,
    keep: bool,
    kind: str,
    **typed: str | None,
) -> None:
    """Print what each card would have brought at a moment of EXAMPLE, an id or a file, if all had seen all cards and played their best, and
    what the card that was played cost.

    With --hand for each seat and --taker, EXAMPLE is a ruleset, and the position is the one that is typed.
    """
    if hands:
        if trick is not None or seat or whole or keep:
            message = _("a position that is typed has one moment, and is in no file")
            raise usage("solve.typed", message, _("leave out --trick, --seat, --whole and --keep"))
        _solve_typed(example, hands, typed, Objective(objective), nodes, line, kind)
        return
    if any(typed.values()):
        names = ", ".join(f"--{name}" for name, value in typed.items() if value)
        message, hint = _("{names} belongs to a position that is typed"), _('give each hand: --hand "S: T21 SR"')
        raise usage("solve.typed", message, hint, names=names)
    if whole and (trick is not None or seat or line or objective != Objective.POINTS.value):
        message = _("--whole asks about no moment and no objective")
        raise usage("solve.whole", message, _("leave out --trick, --seat, --line and --objective"))
    done = replayed(example)
    if keep:
        file = keep_values(done)
        note(f"kept in {file}" if file else "the solver takes no position of the last ten tricks: nothing is kept")
    if whole:
        _solve_whole(done, nodes, keep, kind)
        return
    found = open_cards(done, trick, seat, Objective(objective), nodes, line)
    show(found.to_dict() if kind == "json" else list(found.blocks()), kind, title=found.title)
    _end(found.stopped)


def _solve_typed(
    name: str,
    hands: tuple[str, ...],
    typed: Mapping[str, str | None],
    objective: Objective,
    nodes: int,
    line: bool,
    kind: str,
) -> None:
    """Print what each card brings in the position of the hands."""
    taker, called = typed["taker"], typed["called"]
    if not taker:
        raise usage("solve.typed", _("nobody is the taker"), _("name a seat: --taker S"))
    engine = Engine(library_of(name).load(name))
    deck = engine.ruleset.deck
    state = typed_position(
        engine,
        _by_seat(engine, hands),
        taker=taker,
        partner=typed["partner"],
        called=None if called is None else deck.card(called),
        leader=typed["leader"],
        trick=deck.parse(typed["laid"] or ""),
        taken=deck.parse(typed["taken"] or ""),
        contract=typed["contract"],
    )
    solved = open_cards_at(engine, state, objective, nodes, line)
    show(solved.to_dict() if kind == "json" else list(solved.blocks()), kind, title=engine.ruleset.title)
    _end(solved.stopped)


def _solve_whole(done: Replay, nodes: int, keep: bool, kind: str) -> None:
    """Print what best play makes of the whole deal, kept or searched."""
    deal = None if keep else kept_best_play(done, nodes)
    deal = deal or best_play(done, nodes)
    if keep and not deal.stopped:
        keep_best_play(deal)
    show(deal.to_dict() if kind == "json" else list(deal.blocks()), kind, title=done.record.file.title)
    _end(deal.stopped)


def _by_seat(engine: Engine, hands: tuple[str, ...]) -> dict[str, list[Card]]:
    """The hands by seat, of texts such as ``S: T21 SR``."""
    found: dict[str, list[Card]] = {}
    for text in hands:
        seat, colon, cards = text.partition(":")
        if not colon or seat.strip() in found:
            message, hint = _("{text!r} is not the hand of a seat"), _('write each seat once, as in "S: T21 SR"')
            raise usage("solve.hands", message, hint, text=text)
        found[seat.strip()] = engine.ruleset.deck.parse(cards)
    return found


def _end(stopped: bool) -> None:
    """End as an interrupted command does, where the search was."""
    if stopped:
        raise KeyboardInterrupt
