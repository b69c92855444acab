"""The page of a simulation: figures in words, in tables and in plots."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Plot, PlotRow, Table
from tarot_teach.mechanisms.score.keyed import KEYED
from tarot_teach.messages import N_, _, as_words, colon, ngettext, number_text, percent_text, semicolon
from tarot_teach.table import DEFENCE, TAKER
from tarot_teach.text import TermRef, Text, filled, listed, say
from tarot_teach.topics.simulate.figures import FEWEST, FEWEST_OTHERS, GAME, SHARE, Figure, Figures, compute_figures
from tarot_teach.topics.simulate.run_results import RulesetStamp, RunResults
from tarot_teach.topics.simulate.tally import COUNT_COLUMNS, FACT_COLUMNS

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
    **{column.figure: column.whole for _kind, column in FACT_COLUMNS if column.whole},
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
    **{column.figure: column.title for _kind, column in (*COUNT_COLUMNS, *FACT_COLUMNS)},
    "seat": N_("Game points of seat {group}"),
    "excuse": N_("{excuse} {group}"),
    "debt": N_("Card owed for {excuse:the}: {group}"),
}
"""Titles of figures of a group of deals."""
GROUPS = {
    "excuse_stays": N_("won by its player's side"),
    "excuse_kept": N_("kept, the trick won by others"),
    "excuse_lost": N_("lost"),
    "debt_paid": N_("paid later"),
    "debt_unpaid": N_("never paid"),
    "excuse_surrendered": N_("surrendered, as there was none to give"),
}
CONCEPTS = {
    "taker": N_("taker"),
    "honour": N_("honour"),
    "handful": N_("handful"),
    "slam": N_("slam"),
    "small_slam": N_("small slam"),
    "last_trick_bonus": N_("last-trick bonus"),
    "excuse": N_("Excuse"),
    "petit": N_("Petit"),
}
"""The concepts that figures name, for a ruleset without words of its own for them."""


def _words(game: RulesetStamp, template: str, /, **values: object) -> Text:
    """A phrase in the words of a ruleset."""
    words = {id: _(word) for id, word in CONCEPTS.items()} | dict(game.terms)
    return filled(template, values, {id: TermRef(id, word) for id, word in words.items()})


def _label(run_figures: Figures, name: str, group: str) -> Text:
    """The title of a figure in the words of the first ruleset that has it."""
    game = next(game for game, _first, figure in run_figures.all() if (figure.name, figure.group) == (name, group))
    titles = OF_GROUPS if group else NAMES
    if name not in titles:  # a rule that observes a fact
        title = game.titles.get(name, name)
        return Text((f"{title}{colon()}{as_words(group)}" if group else title,))
    return _words(game, _(titles[name]), group=_group(name, group, game))


def _group(name: str, group: str, game: RulesetStamp) -> str:
    taker = game.terms.get("taker", _(CONCEPTS["taker"]))
    sides = {DEFENCE: _("defence"), TAKER: _("{taker}'s side").format(taker=taker)}
    column = next((column for _kind, column in FACT_COLUMNS if column.figure == name), None)
    if column is not None:
        return column.group_words(group, sides) if group else ""
    match name:
        case "void":
            return game.titles.get(group, group)
        case "excuse" | "debt":
            return _(GROUPS[group]) if group in GROUPS else group
    return game.contracts.get(group, group)


def figure_text(figure: Figure, game: RulesetStamp) -> str:
    """A figure with its interval: ``54.3% (52.0 to 56.6)``; without brackets if it has none."""
    shown = estimate_text(figure, game)
    return shown if figure.low is None else f"{shown} ({interval_text(figure, game)})"


def estimate_text(figure: Figure, game: RulesetStamp, *, size: bool = False) -> str:
    """A figure without its interval; without its sign if ``size`` is True."""
    return _number_text(abs(figure.estimate) if size else figure.estimate, figure, game, percent=figure.unit == SHARE)


def interval_text(figure: Figure, game: RulesetStamp, *, negated: bool = False) -> str:
    """An interval: ``52.0 to 56.6``. ``negated`` turns a difference the other way round."""
    if figure.low is None or figure.high is None:
        return "–"
    ends = (-figure.high, -figure.low) if negated else (figure.low, figure.high)
    low, high = (_number_text(end, figure, game) for end in ends)
    return _("{low} to {high}").format(low=low, high=high)


def _number_text(value: float, figure: Figure, game: RulesetStamp, *, percent: bool = False) -> str:
    """A value of a figure in its unit. Its last decimal is about as large as half of the interval."""
    scale = {SHARE: 100.0, GAME: 10.0**-game.unit.places}.get(figure.unit, 1.0)
    half = 0.0 if figure.low is None or figure.high is None else (figure.high - figure.low) / 2 * scale
    places = max(1, min(6, math.ceil(-math.log10(half if half > 0 else 1.0))))
    scaled = round(value * scale, places)
    number = number_text(abs(scaled), places)
    sign = game.unit.sign if figure.unit == GAME else ""
    return f"{'−' if scaled < 0 else ''}{sign}{percent_text(number) if percent else number}"


_OF_COLUMNS = [column for _kind, column in sorted(FACT_COLUMNS, key=lambda each: KEYED.index(each[0]))]
MAIN = (
    "void",
    "made",
    "points",
    *(name for column in _OF_COLUMNS for name in column.main),
    "debt*",
    "taker",
    "partner",
    "defender",
)
CONTRACTS = "contracts"
SECTIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("main-figures", N_("Main figures"), (*MAIN, "seat*", "spread")),
    (CONTRACTS, N_("Contracts"), ("contract*", "made*", "taker*")),
    ("void-deals", N_("Void deals"), ("void*",)),
    (
        "card-points",
        N_("Card points"),
        ("points*", "margin", "margin*", "tricks", *(f"{column.figure}*" for _kind, column in COUNT_COLUMNS)),
    ),
    (
        "announcements-and-slams",
        N_("Announcements and {slam:plural}"),
        tuple(name for column in _OF_COLUMNS for name in column.more),
    ),
    ("the-excuse-and-the-petit", N_("{excuse:the} and {petit:the}"), ("excuse*", "debt*", "lone_kept")),
    ("game-points", N_("Game points"), ("taker_deviation", "taker_deviation*", "alone", "partner*", "defender*")),
)
"""Sections of the page: anchor, title, and names of figures; those with a star are of groups."""


def describe_run(
    results: RunResults, confidence: float = 0.95, *, every: bool = True, plots: bool = True
) -> list[Block]:
    """The page of a run. ``every`` figure, or the main ones alone; ``plots`` adds pictures."""
    run_figures = compute_figures(results, confidence)
    title = say(_("Simulated deals: {names}"), names=[game.name for game in run_figures.stamps])
    blocks: list[Block] = [Heading(1, title), Paragraph(_played_sentence(results, confidence), "lead")]
    if not results.deals:
        return blocks
    blocks += [Heading(2, say(_("In words")), "in-words"), Bullets(tuple(_sentences(run_figures)))]
    if run_figures.against:
        blocks += [Heading(2, say(_("Differences")), "differences"), _differences(run_figures)]
        blocks += _difference_plots(run_figures) if plots else ()
    for anchor, name, wanted in SECTIONS if every else SECTIONS[:2]:
        if keys := _keys(run_figures, wanted):
            heading = Heading(2, _words(run_figures.stamps[0], _(name)), anchor)
            blocks += [heading, _table(run_figures, keys)]
            blocks += _contract_plots(run_figures) if plots and anchor == CONTRACTS else ()
    if keys := _of_facts(run_figures) if every else []:
        blocks += [Heading(2, say(_("What else is scored")), "what-else-is-scored"), _table(run_figures, keys)]
    return [*blocks, *_missing_intervals(run_figures)]


def describe_figures(results: RunResults, confidence: float = 0.95, level: int = 2) -> list[Block]:
    """A section on what rulesets change against the first: in words, in a table and in a picture."""
    run_figures = compute_figures(results, confidence)
    heading = Heading(level, say(_("In figures")), "in-figures")
    blocks: list[Block] = [heading, Paragraph(_played_sentence(results, confidence))]
    if results.deals:
        blocks.append(Bullets(tuple(_sentences(run_figures))))
        if run_figures.against:
            blocks += [_differences(run_figures), *_difference_plots(run_figures)]
    return [*blocks, *_missing_intervals(run_figures)]


def _missing_intervals(run_figures: Figures) -> Iterator[Paragraph]:
    """A paragraph on figures without an interval, if there are any."""
    message = _(
        "A figure without an interval rests on too few deals for one: on fewer than {fewest} where it is of game points, or on "
        "deals of which fewer than {others} differ from the rest. It may be far from the true value."
    )
    if any(figure.low is None for _game, _first, figure in run_figures.all()):
        yield Paragraph(say(message, fewest=FEWEST, others=FEWEST_OTHERS))


def _played_sentence(results: RunResults, confidence: float) -> Text:
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
    return message + " " + say(rest, level=percent_text(f"{100 * confidence:g}"))


def _number(deals: int) -> str:
    return ngettext("{number} deal", "{number} deals", deals).format(number=number_text(deals))


def _sentences(run_figures: Figures) -> Iterator[Text]:
    """The main figures in sentences: what rulesets change against the first, and what comes up under the first."""
    first, *others = run_figures.stamps
    for game, against in zip(others, run_figures.against, strict=True):
        yield from _comparison_sentences(game, first, {figure.name: figure for figure in against})
    figures = {figure.name: figure for figure in run_figures.of[0] if not figure.group}
    shown = {name: figure_text(figure, first) for name, figure in figures.items()}
    if figures["void"].estimate:
        yield say(_("Under {game}, {share} of deals are void."), game=first.name, share=shown["void"])
    if "made" in shown:
        message = _(
            "Under {game}, {taker:the}'s side makes {made} of its contracts. On average it has {points} card points, and "
            "{taker:the} gets {amount} game points a deal."
        )
        made, points, amount = (shown[name] for name in ("made", "points", "taker"))
        yield _words(first, message, game=first.name, made=made, points=points, amount=amount)
    elif "spread" in shown:
        message = _("Under {game}, the best and the worst seat are {apart} game points apart on average.")
        yield say(message, game=first.name, apart=shown["spread"])


def _comparison_sentences(game: RulesetStamp, first: RulesetStamp, figures: dict[str, Figure]) -> Iterator[Text]:
    """Sentences on what a ruleset changes against the first."""
    names = {"game": game.name, "first": first.name}
    differs = figures["differs"]
    if not differs.estimate:
        message = _(
            "Of {deals}, not one is scored differently under {game} and {first}. If any are, they are fewer than {high} of all."
        )
        high = percent_text(interval_text(differs, game).rsplit(" ", 1)[-1])
        yield say(message, deals=_number(differs.deals), high=high, **names)
        return
    message = _("{share} of deals are scored differently under {game} and {first}.")
    yield say(message, share=figure_text(differs, game), **names)
    if (made := figures.get("made_differs")) and made.estimate:
        message = _("In {share} of deals the contract is made under one, and not under the other.")
        yield say(message, share=figure_text(made, game))
    for name, where in (("taker_difference", _("On average")), ("taker_difference_where", _("Where scores differ"))):
        if name in figures and figures[name].low is not None:
            yield _difference_sentence(figures[name], where, game, first)


def _difference_sentence(figure: Figure, where: str, game: RulesetStamp, first: RulesetStamp) -> Text:
    """A sentence on how much more or less the taker gets, or that the figures cannot tell."""
    if figure.low is None or figure.high is None or figure.low <= 0 <= figure.high:
        message = _(
            "{where}, {taker:the} gets {amount} game points more under {game}: that is within its uncertainty, and may be chance."
        )
        return _words(first, message, where=where, amount=figure_text(figure, game), game=game.name)
    less = figure.estimate < 0
    message = _("{where}, {taker:the} gets {size} game points more under {game} than under {first} ({ends}).")
    if less:
        message = _("{where}, {taker:the} gets {size} game points less under {game} than under {first} ({ends}).")
    size, ends = estimate_text(figure, game, size=True), interval_text(figure, game, negated=less)
    return _words(first, message, where=where, size=size, ends=ends, game=game.name, first=first.name)


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
    """A table of what each ruleset changes against the first."""
    first, *others = run_figures.stamps
    sides = [
        {figure.name: figure_text(figure, game) for figure in of}
        for game, of in zip(others, run_figures.against, strict=True)
    ]
    rows = [
        (_words(first, _(name)), *(Text((of.get(id, "–"),)) for of in sides))
        for id, name in DIFFERENCES.items()
        if any(id in of for of in sides)
    ]
    head = (say(_("Against {first}"), first=first.name), *(Text((game.name,)) for game in others))
    return Table(head, tuple(rows), numeric=tuple(range(1, len(head))))


def _table(run_figures: Figures, keys: list[tuple[str, str]]) -> Table:
    """A table of figures with a column for each ruleset."""
    games = run_figures.stamps
    columns = [
        {(figure.name, figure.group): figure_text(figure, game) for figure in figures}
        for game, figures in zip(games, run_figures.of, strict=True)
    ]
    rows = [(_label(run_figures, *key), *(Text((of.get(key, "–"),)) for of in columns)) for key in keys]
    head = (Text(), *(Text((game.name,)) for game in games))
    return Table(head, tuple(rows), numeric=tuple(range(1, len(head))))


def _keys(run_figures: Figures, wanted: Iterable[str]) -> list[tuple[str, str]]:
    """The names and groups of existing figures, each once, in the order of ``wanted``."""
    present = dict.fromkeys((figure.name, figure.group) for figures in run_figures.of for figure in figures)
    return [key for name in wanted for key in present if (f"{key[0]}*" if key[1] else key[0]) == name]


def _of_facts(run_figures: Figures) -> list[tuple[str, str]]:
    """The names and groups of figures that are called by the rule that observes a fact."""
    present = dict.fromkeys((figure.name, figure.group) for figures in run_figures.of for figure in figures)
    return [key for key in present if "." in key[0]]


def _contract_plots(run_figures: Figures) -> Iterator[Plot]:
    """Plots of contracts, game points and cards of the taker's side."""
    several = len(run_figures.stamps) > 1
    for name, kind, title, column in (
        ("contract", "bars", _("Which contracts are played"), _("Share")),
        ("taker", "intervals", _("What {taker:the} gets"), _("Game points")),
        *((column.figure, "bars", _(column.plot), _("Share")) for _kind, column in COUNT_COLUMNS),
    ):
        rows = []
        for _name, group in _keys(run_figures, [f"{name}*"]):
            for game, figures in zip(run_figures.stamps, run_figures.of, strict=True):
                shown = game.contracts.get(group, group)
                label = f"{shown}, {game.name}" if several else shown
                rows += [_row(each, game, label) for each in figures if (each.name, each.group) == (name, group)]
        yield from _plots(run_figures, _words(run_figures.stamps[0], title), kind, rows, column)


def _difference_plots(run_figures: Figures) -> Iterator[Plot]:
    """A plot of what rulesets change in the taker's game points."""
    first, *others = run_figures.stamps
    rows = [
        _row(figure, game, f"{game.name}{_(', where scores differ') if figure.name.endswith('_where') else ''}")
        for game, figures in zip(others, run_figures.against, strict=True)
        for figure in figures
        if figure.name.startswith("taker_difference") and figure.low is not None
    ]
    title = _words(first, _("What {taker:the} gets, less what it is under {first}"), first=first.name)
    return _plots(run_figures, title, "intervals", rows, _("Game points"))


def _row(figure: Figure, game: RulesetStamp, name: str) -> PlotRow:
    low, high = (figure.estimate if end is None else end for end in (figure.low, figure.high))
    interval = (Text((interval_text(figure, game),)),)
    return PlotRow(Text((name,)), figure.estimate, estimate_text(figure, game), low, high, interval)


def _plots(run_figures: Figures, title: Text, kind: str, rows: list[PlotRow], column: str) -> Iterator[Plot]:
    """A plot of some rows, if there are any."""
    if rows:
        description = Text((semicolon().join(f"{row.label}{colon()}{row.shown}" for row in rows) + ".",))
        level = say(_("{level} interval"), level=percent_text(f"{100 * run_figures.confidence:g}"))
        yield Plot(title, description, kind, tuple(rows), (Text(), Text((column,)), level))
