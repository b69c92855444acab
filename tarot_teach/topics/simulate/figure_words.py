"""Figures of simulated deals by name and in numbers, each as exact as its interval allows."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tarot_teach.blocks import Paragraph
from tarot_teach.language import N_, _
from tarot_teach.table import DEFENCE
from tarot_teach.text import TermRef, Text, filled, say
from tarot_teach.topics.simulate.intervals import FEWEST, FEWEST_OTHERS, GAME, SHARE, Figure
from tarot_teach.topics.simulate.ruleset_stamp import Game

NAMES = {
    "void": N_("Void deals"),
    "made": N_("Contract made"),
    "points": N_("Card points of {taker:the}'s side"),
    "margin": N_("Card points above the target"),
    "taker": N_("Game points of {taker:the}"),
    "taker_deviation": N_("Standard deviation of {taker:the}'s game points"),
    "partner": N_("Game points of the partner"),
    "defender": N_("Game points of each defender"),
    "alone": N_("{taker} alone"),
    "tricks": N_("Tricks of {taker:the}'s side"),
    "handful": N_("{handful} shown"),
    "apart": N_("Announcement paid apart"),
    "lone_kept": N_("Unprotected {petit} kept"),
    "spread": N_("Game points between best and worst seat"),
}
"""Figures of all deals."""
OF_GROUPS = {
    "void": N_("Void: {group}"),
    "contract": N_("{group} is played"),
    "made": N_("{group} made"),
    "points": N_("{group}: card points of {taker:the}'s side"),
    "margin": N_("{group}: card points above the target"),
    "taker": N_("{group}: game points of {taker:the}"),
    "taker_deviation": N_("{group}: standard deviation of {taker:the}'s game points"),
    "partner": N_("{group}: game points of the partner"),
    "defender": N_("{group}: game points of each defender"),
    "honours": N_("{honour:plural} of {taker:the}'s side: {group}"),
    "last_trick_bonus": N_("{last_trick_bonus}: {group}"),
    "slam": N_("{slam} {group}"),
    "small_slam": N_("{small_slam} {group}"),
    "handful": N_("{handful}: {group}"),
    "seat": N_("Game points of seat {group}"),
    "excuse": N_("{excuse} {group}"),
    "debt": N_("Card owed for {excuse:the}: {group}"),
}
"""Figures of a part of them."""
GROUPS = {
    "made": N_("made"),
    "announced-made": N_("announced and made"),
    "announced-failed": N_("announced and failed"),
    "defence": N_("made by the defence"),
    "defence-announced-made": N_("announced and made by the defence"),
    "defence-announced-failed": N_("announced and failed by the defence"),
    "excuse_stays": N_("won by its player's side"),
    "excuse_kept": N_("kept, the trick won by others"),
    "excuse_lost": N_("lost"),
    "debt_paid": N_("paid later"),
    "debt_unpaid": N_("never paid"),
    "excuse_surrendered": N_("surrendered, as there was none to give"),
}
CONCEPTS = {
    term.id: term
    for term in (
        TermRef("taker", N_("taker")),
        TermRef("honour", N_("honour")),
        TermRef("handful", N_("handful")),
        TermRef("slam", N_("slam")),
        TermRef("small_slam", N_("small slam")),
        TermRef("last_trick_bonus", N_("last-trick bonus")),
        TermRef("excuse", N_("Excuse")),
        TermRef("petit", N_("Petit")),
    )
}
"""The concepts of which figures speak, in the words of a game that has none of its own."""


def label(name: str, group: str, game: Game) -> Text:
    """What a figure is called in a game."""
    return filled(_((OF_GROUPS if group else NAMES)[name]), {"group": _group(name, group, game)}, terms_of(game))


def terms_of(game: Game) -> dict[str, TermRef]:
    """The words of a game for the concepts of which figures speak."""
    concepts = {id: TermRef(id, _(term.label)) for id, term in CONCEPTS.items()}
    return concepts | {id: TermRef(id, word) for id, word in game.terms.items()}


def _group(name: str, group: str, game: Game) -> str:
    match name:
        case "void":
            return game.titles.get(group, group)
        case "last_trick_bonus":
            return _side(group, game)
        case "handful" if group:
            level, side = group.rsplit(" ", 1)
            return f"{level.replace('_', ' ')}, {_side(side, game)}"
        case "slam" | "small_slam" | "excuse" | "debt":
            return _(GROUPS[group]) if group in GROUPS else group
    return game.contracts.get(group, group)


def _side(side: str, game: Game) -> str:
    """The name of a side in a game."""
    if side == DEFENCE:
        return _("defence")
    return _("{taker}'s side").format(taker=terms_of(game)["taker"].label)


def cell(figure: Figure, game: Game) -> str:
    """``54.3% (52.0 to 56.6)``; without brackets where there is no interval."""
    shown = estimate(figure, game)
    return shown if figure.low is None else f"{shown} ({ends(figure, game)})"


def estimate(figure: Figure, game: Game, *, size: bool = False) -> str:
    """The figure alone; its size without a sign when asked for."""
    value = abs(figure.estimate) if size else figure.estimate
    return _written(value, _places((figure,), game), figure.unit, game, unit=True)


def ends(figure: Figure, game: Game, *, turned: bool = False) -> str:
    """The interval: ``52.0 to 56.6``. ``turned`` for a difference that is told the other way round."""
    if figure.low is None or figure.high is None:
        return "–"
    places = _places((figure,), game)
    low, high = (-figure.high, -figure.low) if turned else (figure.low, figure.high)
    low_end, high_end = (_written(end, places, figure.unit, game) for end in (low, high))
    return _("{low} to {high}").format(low=low_end, high=high_end)


def _places(figures: Iterable[Figure], game: Game) -> int:
    """How many decimals the intervals allow: the last one is about as large as half of an interval."""
    halves = [(f.high - f.low) / 2 * _scale(f.unit, game) for f in figures if f.low is not None and f.high is not None]
    least = min((half for half in halves if half > 0), default=1.0)
    return max(1, min(6, math.ceil(-math.log10(least))))


def _scale(unit: str, game: Game) -> float:
    if unit == SHARE:
        return 100.0
    return 10.0**-game.unit.places if unit == GAME else 1.0


def _written(value: float, places: int, kind: str, game: Game, *, unit: bool = False) -> str:
    scaled = round(value * _scale(kind, game), places)
    minus = "−" if scaled < 0 else ""
    sign = game.unit.sign if kind == GAME else ""
    return f"{minus}{sign}{abs(scaled):,.{places}f}{'%' if unit and kind == SHARE else ''}"


def without_interval(figures: Iterable[tuple[Game, Game | None, Figure]]) -> list[Paragraph]:
    """Why some figures have no interval, where some have none."""
    told = _(
        "A figure without an interval rests on too few deals for one: on fewer than {fewest} where it is of game points, or on "
        "deals of which fewer than {others} differ from the rest. It may be far from the true value."
    )
    some = any(figure.low is None for _game, _first, figure in figures)
    return [Paragraph(say(told, fewest=FEWEST, others=FEWEST_OTHERS))] if some else []
