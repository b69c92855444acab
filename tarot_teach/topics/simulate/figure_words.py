"""Figures of simulated deals by name and in numbers, each as exact as its interval allows."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tarot_teach.blocks import Paragraph
from tarot_teach.table import DEFENCE
from tarot_teach.text import TermRef, Text, _, filled, say
from tarot_teach.topics.simulate.intervals import FEWEST, FEWEST_OTHERS, GAME, SHARE, Figure
from tarot_teach.topics.simulate.ruleset_stamp import Game

NAMES = {
    "void": _("Void deals"),
    "made": _("Contract made"),
    "points": _("Card points of {taker:the}'s side"),
    "margin": _("Card points above the target"),
    "taker": _("Game points of {taker:the}"),
    "taker_deviation": _("Standard deviation of {taker:the}'s game points"),
    "partner": _("Game points of the partner"),
    "defender": _("Game points of each defender"),
    "alone": _("{taker} alone"),
    "tricks": _("Tricks of {taker:the}'s side"),
    "handful": _("{handful} shown"),
    "apart": _("Announcement paid apart"),
    "lone_kept": _("Unprotected {petit} kept"),
    "spread": _("Game points between best and worst seat"),
}
"""Figures of all deals."""
OF_GROUPS = {
    "void": _("Void: {group}"),
    "contract": _("{group} is played"),
    "made": _("{group} made"),
    "points": _("{group}: card points of {taker:the}'s side"),
    "margin": _("{group}: card points above the target"),
    "taker": _("{group}: game points of {taker:the}"),
    "taker_deviation": _("{group}: standard deviation of {taker:the}'s game points"),
    "partner": _("{group}: game points of the partner"),
    "defender": _("{group}: game points of each defender"),
    "honours": _("{honour:plural} of {taker:the}'s side: {group}"),
    "last_trick_bonus": _("{last_trick_bonus}: {group}"),
    "slam": _("{slam} {group}"),
    "small_slam": _("{small_slam} {group}"),
    "handful": _("{handful}: {group}"),
    "seat": _("Game points of seat {group}"),
    "excuse": _("{excuse} {group}"),
    "debt": _("Card owed for {excuse:the}: {group}"),
}
"""Figures of a part of them."""
GROUPS = {
    "made": _("made"),
    "announced-made": _("announced and made"),
    "announced-failed": _("announced and failed"),
    "defence": _("made by the defence"),
    "defence-announced-made": _("announced and made by the defence"),
    "defence-announced-failed": _("announced and failed by the defence"),
    "excuse_stays": _("won by its player's side"),
    "excuse_kept": _("kept, the trick won by others"),
    "excuse_lost": _("lost"),
    "debt_paid": _("paid later"),
    "debt_unpaid": _("never paid"),
    "excuse_surrendered": _("surrendered, as there was none to give"),
}
CONCEPTS = {
    term.id: term
    for term in (
        TermRef("taker", _("taker")),
        TermRef("honour", _("honour")),
        TermRef("handful", _("handful")),
        TermRef("slam", _("slam")),
        TermRef("small_slam", _("small slam")),
        TermRef("last_trick_bonus", _("last-trick bonus")),
        TermRef("excuse", _("Excuse")),
        TermRef("petit", _("Petit")),
    )
}
"""The concepts of which figures speak, in the words of a game that has none of its own."""


def label(name: str, group: str, game: Game) -> Text:
    """What a figure is called in a game."""
    return filled((OF_GROUPS if group else NAMES)[name], {"group": _group(name, group, game)}, terms_of(game))


def terms_of(game: Game) -> dict[str, TermRef]:
    """The words of a game for the concepts of which figures speak."""
    return CONCEPTS | {id: TermRef(id, word) for id, word in game.terms.items()}


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
            return GROUPS.get(group, group)
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
