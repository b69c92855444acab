"""The page of a simulation: figures in words, in tables and in plots."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Plot, PlotRow, Table
from tarot_teach.language import N_, _, ngettext, number_text, percent_text
from tarot_teach.table import DEFENCE
from tarot_teach.text import TermRef, Text, filled, listed, say
from tarot_teach.topics.simulate.figures import FEWEST, FEWEST_OTHERS, GAME, SHARE, Figure, Figures, compute_figures
from tarot_teach.topics.simulate.run_results import RulesetStamp, RunResults

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
"""Titles of figures of all deals."""
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
"""Titles of figures of a group of deals."""
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
"""The concepts that figures name, for a ruleset without words of its own for them."""


def label(name: str, group: str, game: RulesetStamp) -> Text:
    """The title of a figure in the words of a ruleset."""
    return filled(_((OF_GROUPS if group else NAMES)[name]), {"group": _group(name, group, game)}, terms_of(game))


def terms_of(game: RulesetStamp) -> dict[str, TermRef]:
    """The concepts that figures name, in the words of a ruleset."""
    concepts = {id: TermRef(id, _(term.label)) for id, term in CONCEPTS.items()}
    return concepts | {id: TermRef(id, word) for id, word in game.terms.items()}


def _group(name: str, group: str, game: RulesetStamp) -> str:
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


def _side(side: str, game: RulesetStamp) -> str:
    """The name of a side in the words of a ruleset."""
    if side == DEFENCE:
        return _("defence")
    return _("{taker}'s side").format(taker=terms_of(game)["taker"].label)


def figure_text(figure: Figure, game: RulesetStamp) -> str:
    """A figure with its interval: ``54.3% (52.0 to 56.6)``; without brackets if it has none."""
    shown = estimate_text(figure, game)
    return shown if figure.low is None else f"{shown} ({interval_text(figure, game)})"


def estimate_text(figure: Figure, game: RulesetStamp, *, size: bool = False) -> str:
    """A figure without its interval; without its sign if ``size`` is True."""
    value = abs(figure.estimate) if size else figure.estimate
    return _number_text(value, _places((figure,), game), figure.unit, game, unit=True)


def interval_text(figure: Figure, game: RulesetStamp, *, negated: bool = False) -> str:
    """An interval: ``52.0 to 56.6``. ``negated`` turns a difference the other way round."""
    if figure.low is None or figure.high is None:
        return "–"
    places = _places((figure,), game)
    low, high = (-figure.high, -figure.low) if negated else (figure.low, figure.high)
    low_end, high_end = (_number_text(end, places, figure.unit, game) for end in (low, high))
    return _("{low} to {high}").format(low=low_end, high=high_end)


def _places(figures: Iterable[Figure], game: RulesetStamp) -> int:
    """The number of decimals: the last one is about as large as half of the interval."""
    halves = [(f.high - f.low) / 2 * _scale(f.unit, game) for f in figures if f.low is not None and f.high is not None]
    least = min((half for half in halves if half > 0), default=1.0)
    return max(1, min(6, math.ceil(-math.log10(least))))


def _scale(unit: str, game: RulesetStamp) -> float:
    if unit == SHARE:
        return 100.0
    return 10.0**-game.unit.places if unit == GAME else 1.0


def _number_text(value: float, places: int, kind: str, game: RulesetStamp, *, unit: bool = False) -> str:
    scaled = round(value * _scale(kind, game), places)
    minus = "−" if scaled < 0 else ""
    sign = game.unit.sign if kind == GAME else ""
    number = number_text(abs(scaled), places)
    return f"{minus}{sign}{percent_text(number) if unit and kind == SHARE else number}"


def missing_intervals(figures: Iterable[tuple[RulesetStamp, RulesetStamp | None, Figure]]) -> list[Paragraph]:
    """A paragraph on figures without an interval, if there are any."""
    message = _(
        "A figure without an interval rests on too few deals for one: on fewer than {fewest} where it is of game points, or on "
        "deals of which fewer than {others} differ from the rest. It may be far from the true value."
    )
    some = any(figure.low is None for _game, _first, figure in figures)
    return [Paragraph(say(message, fewest=FEWEST, others=FEWEST_OTHERS))] if some else []


FigureKeys = tuple[tuple[str, bool], ...]
"""Names of figures, each with True for its groups and False for all deals."""

MAIN: FigureKeys = (
    ("void", False),
    ("made", False),
    ("points", False),
    ("last_trick_bonus", True),
    ("handful", False),
    ("slam", True),
    ("debt", True),
    ("taker", False),
    ("partner", False),
    ("defender", False),
    ("seat", True),
    ("spread", False),
)
CONTRACTS: FigureKeys = (("contract", True), ("made", True), ("taker", True))
FURTHER: tuple[tuple[str, FigureKeys], ...] = (
    (N_("Void deals"), (("void", True),)),
    (N_("Card points"), (("points", True), ("margin", False), ("margin", True), ("tricks", False), ("honours", True))),
    (N_("Announcements and {slam:plural}"), (("handful", True), ("small_slam", True), ("apart", False))),
    (N_("{excuse:the} and {petit:the}"), (("excuse", True), ("debt", True), ("lone_kept", False))),
    (
        N_("Game points"),
        (
            ("taker_deviation", False),
            ("taker_deviation", True),
            ("alone", False),
            ("partner", True),
            ("defender", True),
        ),
    ),
)


def describe_run(
    results: RunResults, confidence: float = 0.95, *, every: bool = True, plots: bool = True
) -> list[Block]:
    """The page of a run. ``every`` figure, or the main ones alone; ``plots`` adds pictures."""
    run_figures = compute_figures(results, confidence)
    blocks: list[Block] = [Heading(1, _title(run_figures)), Paragraph(_played_sentence(results, run_figures), "lead")]
    if not results.deals:
        return blocks
    blocks += [Heading(2, say(_("In words")), "in-words"), Bullets(tuple(_sentences(run_figures)))]
    if run_figures.against:
        blocks += [Heading(2, say(_("Differences")), "differences"), _differences(run_figures)]
        if plots:
            blocks += _difference_plots(run_figures)
    sections = [(N_("Main figures"), MAIN), (N_("Contracts"), CONTRACTS), *(FURTHER if every else ())]
    for title, wanted in sections:
        if table := _table(run_figures, wanted):
            blocks += [
                Heading(2, _say(run_figures, _(title)), str(filled(title, {}, CONCEPTS)).lower().replace(" ", "-")),
                table,
            ]
            if plots and wanted is CONTRACTS:
                blocks += _contract_plots(run_figures)
    return [*blocks, *missing_intervals(run_figures.all())]


def describe_figures(results: RunResults, confidence: float = 0.95, level: int = 2) -> list[Block]:
    """A section on what rulesets change against the first: in words, in a table and in a picture."""
    run_figures = compute_figures(results, confidence)
    blocks: list[Block] = [
        Heading(level, say(_("In figures")), "in-figures"),
        Paragraph(_played_sentence(results, run_figures)),
    ]
    if results.deals:
        blocks += [Bullets(tuple(_sentences(run_figures)))]
        if run_figures.against:
            blocks += [_differences(run_figures), *_difference_plots(run_figures)]
    return [*blocks, *missing_intervals(run_figures.all())]


def _say(run_figures: Figures, template: str, **values: object) -> Text:
    """A phrase in the words of the first ruleset."""
    return filled(template, values, terms_of(run_figures.stamps[0]))


def _title(run_figures: Figures) -> Text:
    return say(_("Simulated deals: {names}"), names=[game.name for game in run_figures.stamps])


def _played_sentence(results: RunResults, run_figures: Figures) -> Text:
    """A sentence on the deals and the players."""
    several = len(results.stamps) > 1
    contract = "" if results.contract is None else results.stamps[0].contracts[results.contract]
    if several and contract:
        phrase = _(
            "Played: {deals} under each ruleset, with the same cards under all, by {players}, without an auction: the first seat plays {contract}, seed {seed}."
        )
    elif several:
        phrase = _("Played: {deals} under each ruleset, with the same cards under all, by {players}, seed {seed}.")
    elif contract:
        phrase = _("Played: {deals}, by {players}, without an auction: the first seat plays {contract}, seed {seed}.")
    else:
        phrase = _("Played: {deals}, by {players}, seed {seed}.")
    players = _("players of the kind {players}") if len(results.players) == 1 else _("{players}, seat by seat")
    message = say(
        phrase,
        deals=_number(results.deals),
        players=players.format(players=listed([Text((name,)) for name in results.players])),
        contract=contract,
        seed=results.seed,
    )
    rest = _("The interval in brackets holds the true value with a confidence of {level}.")
    return message + " " + say(rest, level=percent_text(f"{100 * run_figures.confidence:g}"))


def _number(deals: int) -> str:
    return ngettext("{number} deal", "{number} deals", deals).format(number=number_text(deals))


def _sentences(run_figures: Figures) -> Iterator[Text]:
    first, *others = run_figures.stamps
    for game, figures in zip(others, run_figures.against, strict=True):
        yield from _comparison_sentences(game, first, {figure.name: figure for figure in figures})
    yield from _ruleset_sentences(first, {figure.name: figure for figure in run_figures.of[0] if not figure.group})


def _ruleset_sentences(game: RulesetStamp, figures: dict[str, Figure]) -> Iterator[Text]:
    void = figures["void"]
    if void.estimate:
        yield say(_("Under {game}, {share} of deals are void."), game=game.name, share=figure_text(void, game))
    if "made" in figures:
        made, points, taker = (figure_text(figures[name], game) for name in ("made", "points", "taker"))
        yield filled(
            _(
                "Under {game}, {taker:the}'s side makes {made} of its contracts. On average it has {points} card points, and "
                "{taker:the} gets {amount} game points a deal."
            ),
            {"game": game.name, "made": made, "points": points, "amount": taker},
            terms_of(game),
        )
    elif "spread" in figures:
        apart = figure_text(figures["spread"], game)
        yield say(
            _("Under {game}, the best and the worst seat are {apart} game points apart on average."),
            game=game.name,
            apart=apart,
        )


def _comparison_sentences(game: RulesetStamp, first: RulesetStamp, figures: dict[str, Figure]) -> Iterator[Text]:
    """Sentences on what a ruleset changes against the first."""
    names = {"game": game.name, "first": first.name}
    differs = figures["differs"]
    if not differs.estimate:
        yield say(
            _(
                "Of {deals}, not one is scored differently under {game} and {first}. If any are, they are fewer than {high} of all."
            ),
            deals=_number(differs.deals),
            high=percent_text(interval_text(differs, game).rsplit(" ", 1)[-1]),
            **names,
        )
        return
    yield say(
        _("{share} of deals are scored differently under {game} and {first}."),
        share=figure_text(differs, game),
        **names,
    )
    if (made := figures.get("made_differs")) and made.estimate:
        yield say(
            _("In {share} of deals the contract is made under one, and not under the other."),
            share=figure_text(made, game),
        )
    for name, where in (("taker_difference", _("On average")), ("taker_difference_where", _("Where scores differ"))):
        if name in figures and figures[name].low is not None:
            yield _difference_sentence(figures[name], where, game, first)


def _difference_sentence(figure: Figure, where: str, game: RulesetStamp, first: RulesetStamp) -> Text:
    """A sentence on how much more or less the taker gets, or that the figures cannot tell."""
    if figure.low is None or figure.high is None or figure.low <= 0 <= figure.high:
        return filled(
            _(
                "{where}, {taker:the} gets {amount} game points more under {game}: that is within its uncertainty, and may be chance."
            ),
            {"where": where, "amount": figure_text(figure, game), "game": game.name},
            terms_of(first),
        )
    less = figure.estimate < 0
    phrase = _("{where}, {taker:the} gets {size} game points less under {game} than under {first} ({ends}).")
    if not less:
        phrase = _("{where}, {taker:the} gets {size} game points more under {game} than under {first} ({ends}).")
    size = estimate_text(figure, game, size=True)
    interval = interval_text(figure, game, negated=less)
    return filled(
        phrase,
        {"where": where, "size": size, "ends": interval, "game": game.name, "first": first.name},
        terms_of(first),
    )


DIFFERENCES = {
    "differs": N_("Scores differ"),
    "void_differs": N_("Void under one alone"),
    "contract_differs": N_("Another {taker} or contract"),
    "made_differs": N_("Made under one alone"),
    "points_difference": N_("Card points of {taker:the}'s side, more"),
    "taker_difference": N_("Game points of {taker:the}, more"),
    "points_difference_where": N_("Card points more, where scores differ"),
    "taker_difference_where": N_("Game points more, where scores differ"),
}


def _differences(run_figures: Figures) -> Table:
    first, *others = run_figures.stamps
    sides = [{figure.name: figure for figure in figures} for figures in run_figures.against]
    rows = [
        (
            _say(run_figures, _(name)),
            *(Text((figure_text(of[id], game) if id in of else "–",)) for game, of in zip(others, sides, strict=True)),
        )
        for id, name in DIFFERENCES.items()
        if any(id in of for of in sides)
    ]
    head = (say(_("Against {first}"), first=first.name), *(Text((game.name,)) for game in others))
    return Table(head, tuple(rows), numeric=tuple(range(1, len(head))))


def _table(run_figures: Figures, wanted: FigureKeys) -> Table | None:
    """A table of figures with a column for each ruleset; None without figures."""
    of = [{(figure.name, figure.group): figure for figure in figures} for figures in run_figures.of]
    keys = list(_keys(run_figures, wanted))
    if not keys:
        return None
    rows = tuple(
        (
            _label(run_figures, key),
            *(Text((_cell(each, key, game),)) for each, game in zip(of, run_figures.stamps, strict=True)),
        )
        for key in keys
    )
    head = (Text(), *(Text((game.name,)) for game in run_figures.stamps))
    return Table(head, rows, numeric=tuple(range(1, len(head))))


def _cell(figures: dict[tuple[str, str], Figure], key: tuple[str, str], game: RulesetStamp) -> str:
    return figure_text(figures[key], game) if key in figures else "–"


def _keys(run_figures: Figures, wanted: FigureKeys) -> Iterable[tuple[str, str]]:
    """The keys of existing figures, each once, in the order of ``wanted``."""
    present = dict.fromkeys((figure.name, figure.group) for figures in run_figures.of for figure in figures)
    return [key for name, grouped in wanted for key in present if key[0] == name and bool(key[1]) == grouped]


def _label(run_figures: Figures, key: tuple[str, str]) -> Text:
    """The title of a figure in the words of the first ruleset that has it."""
    game = next(game for game, _first, figure in run_figures.all() if (figure.name, figure.group) == key)
    return label(*key, game)


def _contract_plots(run_figures: Figures) -> Iterator[Plot]:
    """Plots of contracts, game points and honours."""
    yield from _plots(run_figures, "contract", "bars", _("Which contracts are played"), _("Share"))
    yield from _plots(run_figures, "taker", "intervals", _("What {taker:the} gets"), _("Game points"))
    yield from _plots(run_figures, "honours", "bars", _("How many {honour:plural} {taker:the}'s side has"), _("Share"))


def _plots(run_figures: Figures, name: str, kind: str, title: str, column: str) -> Iterator[Plot]:
    several = len(run_figures.stamps) > 1
    rows = []
    for key in _keys(run_figures, ((name, True),)):
        for game, figures in zip(run_figures.stamps, run_figures.of, strict=True):
            figure = next((each for each in figures if (each.name, each.group) == key), None)
            if figure is not None:
                group = game.contracts.get(figure.group, figure.group)
                rows.append(_row(figure, game, f"{group}, {game.name}" if several else group))
    if rows:
        yield _plot(_say(run_figures, _(title)), kind, rows, column, run_figures)


def _difference_plots(run_figures: Figures) -> Iterator[Plot]:
    """A plot of what rulesets change in the taker's game points."""
    first, *others = run_figures.stamps
    rows = [
        _row(figure, game, f"{game.name}{_(', where scores differ') if figure.name.endswith('_where') else ''}")
        for game, figures in zip(others, run_figures.against, strict=True)
        for figure in figures
        if figure.name.startswith("taker_difference") and figure.low is not None
    ]
    if rows:
        title = _say(run_figures, _("What {taker:the} gets, less what it is under {first}"), first=first.name)
        yield _plot(title, "intervals", rows, _("Game points"), run_figures)


def _row(figure: Figure, game: RulesetStamp, name: str) -> PlotRow:
    low = figure.estimate if figure.low is None else figure.low
    high = figure.estimate if figure.high is None else figure.high
    return PlotRow(
        Text((name,)),
        figure.estimate,
        estimate_text(figure, game),
        low,
        high,
        (Text((interval_text(figure, game),)),),
    )


def _plot(title: Text, kind: str, rows: list[PlotRow], column: str, run_figures: Figures) -> Plot:
    description = Text(("; ".join(f"{row.label}: {row.shown}" for row in rows) + ".",))
    level = say(_("{level} interval"), level=percent_text(f"{100 * run_figures.confidence:g}"))
    return Plot(title, description, kind, tuple(rows), (Text(), Text((column,)), level))
