"""Figures of simulated deals: what they are, how sure they are, and how they are told."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb, exp
from statistics import fmean, variance

import pytest
from markupsafe import escape

from tarot_teach.blocks import Bullets, Plot, Table
from tarot_teach.render import html
from tarot_teach.render.terminal import plain_text
from tarot_teach.topics.simulate.figures import (
    CARDS,
    GAME,
    MANY,
    Estimator,
    Figure,
    Sample,
    compute_figures,
    differences_of,
    figures_of,
)
from tarot_teach.topics.simulate.page import describe_run
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.tally import DealRow, RowChange, Tally, as_text
from tarot_teach.topics.simulate.task import Task

PLAIN = RowChange(False, False, False, False, 0, Fraction(0))
ROW = DealRow(
    void="",
    contract="prise",
    alone=True,
    made=True,
    halves=94,
    margin=12,
    cards=(2,),
    tricks=8,
    cells=("taker", "", "", (("single", "taker"),), 0),
    excuse="excuse_kept",
    debt="debt_paid",
    lone_kept=False,
    scores=(Fraction(93), None, Fraction(-93)),
    spread=Fraction(124),
)
VOID = ROW._replace(void="bid.all_pass", contract="", scores=(), spread=Fraction(0))


def run(task: Task, deals: int) -> RunResults:
    saved = RunResults.of(task)
    play_deals(task, saved, deals, jobs=1)
    return saved


@pytest.fixture(scope="module")
def compared() -> RunResults:
    """Every deal is played under the contract that is worth more under the second ruleset."""
    return run(Task(("fft-4", "fft-4+garde-contre-x8"), ("random",), 7, "garde_contre"), 120)


def of(figures: list[Figure]) -> dict[tuple[str, str], Figure]:
    found = {(figure.name, figure.group): figure for figure in figures}
    assert len(found) == len(figures)
    return found


def test_a_share_has_an_exact_interval() -> None:
    """Clopper and Pearson's; with many deals on both sides Wilson's, which is nearly the same."""
    figure = Estimator(0.95).share("made", "", 10, 100)
    assert figure.estimate == 0.1
    assert (figure.low, figure.high) == (pytest.approx(0.04900, abs=1e-5), pytest.approx(0.17622, abs=1e-5))
    none = Estimator(0.95).share("made", "", 0, 10)
    assert none.low == 0 and none.high == pytest.approx(1 - 0.025**0.1)
    every = Estimator(0.95).share("made", "", 10, 10)
    assert every.high == 1 and every.low == pytest.approx(0.025**0.1)
    exact, like = (Estimator(0.95).share("made", "", hits, 2 * MANY) for hits in (MANY - 1, MANY))
    assert exact.low and like.low and 0 < like.low - exact.low < 0.001


@pytest.mark.parametrize("deals", [1, 2, 5, 30])
def test_an_exact_interval_never_holds_less_than_it_says(deals: int) -> None:
    figures = [Estimator(0.95).share("", "", hits, deals) for hits in range(deals + 1)]
    for share in (n / 200 for n in range(201)):
        holds = [comb(deals, k) * share**k * (1 - share) ** (deals - k) for k in range(deals + 1)]
        inside = (
            figure.low is not None and figure.high is not None and figure.low - 1e-9 <= share <= figure.high + 1e-9
            for figure in figures
        )
        assert sum(chance for chance, held in zip(holds, inside, strict=True) if held) >= 0.95 - 1e-9


def test_a_mean_has_students_interval() -> None:
    figure = Estimator(0.95).mean("points", "", CARDS, [(1, 1), (2, 1), (3, 1)])
    half = 4.302653 * 1 / 3**0.5
    assert (figure.estimate, figure.deals) == (2, 3)
    assert (figure.low, figure.high) == (pytest.approx(2 - half, abs=1e-5), pytest.approx(2 + half, abs=1e-5))
    assert Estimator(0.95).mean("points", "", CARDS, [(5, 1)]).low is None


def test_where_no_interval_would_hold_there_is_none() -> None:
    estimator = Estimator(0.95)
    for deals in (1, 2, 30, 98):
        sample: Sample = [(-512.0, deals // 2), (93.0, deals - deals // 2)]
        assert estimator.mean("taker", "", GAME, sample).low is None
        assert estimator.deviation("taker_deviation", "", GAME, sample).low is None
    assert estimator.mean("taker", "", GAME, [(-512.0, 50), (93.0, 50)]).low is not None
    rare: Sample = [(0.0, 5000), (400.0, 9)]
    assert estimator.mean("taker_difference", "", GAME, rare).low is None
    assert estimator.mean("taker_difference", "", GAME, [*rare, (300.0, 1)]).low is not None
    assert estimator.mean("points", "", CARDS, [(40.0, 500)]).low is None


def test_a_deviation_has_bonetts_interval() -> None:
    """Held against the formula, with the moments computed from single deals."""
    values = [float(n % 17 + (n % 50 == 0) * 300) for n in range(400)]
    figure = Estimator(0.95).deviation("", "", GAME, [*Counter(values).items()])
    cut = int(400 / (2 * 396**0.5))
    trimmed = fmean(sorted(values)[cut:-cut])
    kurtosis = 400 * sum((x - trimmed) ** 4 for x in values) / (399 * variance(values)) ** 2
    scale = 400 / (400 - 1.959964)
    half = 1.959964 * scale * ((kurtosis - 397 / 400) / 399) ** 0.5
    assert figure.low == pytest.approx((scale * variance(values) * exp(-half)) ** 0.5, rel=1e-6)
    assert figure.high == pytest.approx((scale * variance(values) * exp(half)) ** 0.5, rel=1e-6)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_intervals_hold_the_truth_as_often_as_they_say(level: float) -> None:
    rng, estimator = random.Random(4), Estimator(level)
    held = Counter[str]()
    for _run in range(1000):
        throws = [rng.randint(1, 6) for _throw in range(120)]
        share = estimator.share("", "", throws.count(6), 120)
        mean = estimator.mean("", "", "", [*Counter(throws).items()])
        deviation = estimator.deviation("", "", "", [*Counter(throws).items()])
        for name, figure, truth in (
            ("share", share, 1 / 6),
            ("mean", mean, 3.5),
            ("deviation", deviation, (35 / 12) ** 0.5),
        ):
            held[name] += (figure.low or 0) <= truth <= (figure.high or 0)
    for name, times in held.items():
        assert abs(times / 1000 - level) < 0.035, (name, times)


def test_figures_of_a_few_deals(compared: RunResults) -> None:
    failed = ROW._replace(made=False, halves=72, margin=-10, scores=(Fraction(-90), None, Fraction(90)))
    found = of(figures_of(tally_of([Counter({ROW: 3, failed: 1, VOID: 1})], []), 0, compared.stamps[0], 0.95))
    expected = {
        ("void", ""): (0.2, 5),
        ("void", "bid.all_pass"): (0.2, 5),
        ("made", ""): (0.75, 4),
        ("contract", "prise"): (1, 4),
        ("points", "prise"): ((3 * 47 + 36) / 4, 4),
        ("margin", ""): ((3 * 6 - 5) / 4, 4),
        ("taker", ""): ((3 * 93 - 90) / 4, 4),
        ("defender", ""): (-(3 * 31 - 30) / 4, 4),
        ("honours", "2"): (1, 4),
        ("honours", "0"): (0, 4),
        ("last_trick_bonus", "taker"): (1, 4),
        ("handful", "single taker"): (1, 4),
        ("excuse", "excuse_kept"): (1, 4),
        ("debt", "debt_paid"): (1, 4),
        ("spread", ""): (124, 4),
        ("taker_deviation", ""): (pytest.approx(79.24, abs=0.01), 4),
    }
    for key, (estimate, deals) in expected.items():
        assert (found[key].estimate, found[key].deals) == (pytest.approx(estimate), deals), key
    assert ("partner", "") not in found


def test_figures_hang_together() -> None:
    task = Task(("fft-5",), ("random",), 2)
    found = of([*compute_figures(run(task, 120)).of[0]])
    for name in ("contract", "honours"):
        assert sum(figure.estimate for key, figure in found.items() if key[0] == name) == pytest.approx(1)
    helped, alone = found["partner", ""], found["alone", ""]
    assert helped.deals == pytest.approx((1 - alone.estimate) * alone.deals)
    taker, defender = found["taker", ""], found["defender", ""]
    paid = taker.estimate * taker.deals + helped.estimate * helped.deals
    each = task.play(0, 120)
    assert paid == pytest.approx(
        -sum(float(row.scores[2] or 0) * count for row, count in each.rows_of(0) if not row.void)
    )
    assert defender.estimate * taker.estimate < 0


def test_what_is_compared_is_compared_deal_by_deal(compared: RunResults) -> None:
    found = compute_figures(compared)
    against = of([*found.against[0]])
    first, second = (of([*figures]) for figures in found.of)
    assert against["differs", ""].estimate == 1 and against["contract_differs", ""].estimate == 0
    more = against["taker_difference", ""]
    assert more.estimate == pytest.approx(second["taker", ""].estimate - first["taker", ""].estimate)
    assert (more.high or 0) - (more.low or 0) < (first["taker", ""].high or 0) - (first["taker", ""].low or 0)


def test_means_where_scores_differ_leave_out_the_rest() -> None:
    other = PLAIN._replace(scores=True, made=True, points=4, taker=Fraction(30))
    found = of(differences_of({PLAIN: 7, other: 2, other._replace(taker=Fraction(40)): 1}, True, 0.95))
    assert found["differs", ""].estimate == found["made_differs", ""].estimate == 0.3
    assert found["taker_difference", ""].estimate == 10
    assert found["taker_difference_where", ""].estimate == pytest.approx(100 / 3)
    assert found["points_difference_where", ""].estimate == 2


def printed(saved: RunResults) -> str:
    return " ".join(
        plain_text([next(block for block in describe_run(saved) if isinstance(block, Bullets))], 300).split()
    )


def changed(saved: RunResults, changes: dict[RowChange, int]) -> RunResults:
    """A run of which other changes are told."""
    return replace(saved, tally=tally_of([Counter({ROW: 120}), Counter({ROW: 120})], [Counter(changes)]))


def tally_of(rows: list[Counter[DealRow]], changes: list[Counter[RowChange]]) -> Tally:
    """A tally in which rows and changes came up so often."""
    texts = [
        [
            Counter({as_text(what.flat() if isinstance(what, DealRow) else what): n for what, n in each.items()})
            for each in some
        ]
        for some in (rows, changes)
    ]
    return Tally(*texts, [Counter() for _ in rows], rows[0].total())


def test_the_words_say_how_sure_it_is(compared: RunResults) -> None:
    more = PLAIN._replace(scores=True, taker=Fraction(30))
    less = PLAIN._replace(scores=True, taker=Fraction(-31))
    assert "Of 120 deals, not one is scored differently" in printed(changed(compared, {PLAIN: 120}))
    assert "they are fewer than 3.0% of all" in printed(changed(compared, {PLAIN: 120}))
    unsure = printed(changed(compared, {PLAIN: 80, more: 20, less: 20}))
    assert "33.3% (25.0 to 42.5) of deals are scored differently under fft-4+garde-contre-x8 and fft-4" in unsure
    assert (
        "On average, the taker gets −0.2 (−3.4 to 3.0) game points more under fft-4+garde-contre-x8: that is within its uncertainty"
        in unsure
    )
    assert (
        "the taker gets 15.0 game points more under fft-4+garde-contre-x8 than under fft-4 (12.3 to 17.7)"
        in printed(changed(compared, {PLAIN: 60, more: 60}))
    )
    assert (
        "the taker gets 15.5 game points less under fft-4+garde-contre-x8 than under fft-4 (12.7 to 18.3)"
        in printed(changed(compared, {PLAIN: 60, less: 60}))
    )


def test_the_page_has_plots_with_words_and_tables(compared: RunResults) -> None:
    blocks = describe_run(compared)
    plots = [block for block in blocks if isinstance(block, Plot)]
    assert {plot.kind for plot in plots} == {"bars", "intervals"}
    page = html(blocks)
    assert page.count('role="img"') == len(plots) and page.count("<table") >= len(plots)
    assert all(escape(str(plot.title)) in page and plot.description for plot in plots)
    assert "Garde contre le chien" in page


def test_main_figures_come_first_and_others_on_demand(compared: RunResults) -> None:
    short = [block for block in describe_run(compared, every=False, plots=False) if isinstance(block, Table)]
    long = [block for block in describe_run(compared, plots=False) if isinstance(block, Table)]
    assert len(short) == 3 < len(long)
    labels = {str(row[0]) for table in long for row in table.rows}
    assert "Card points above the target" in labels and "Tricks of the taker's side" in labels


def test_each_for_himself() -> None:
    saved = run(Task(("early-17c", "early-17c+every-card-a-point"), ("random",), 3), 40)
    scores = list(Task(("early-17c",), ("random",), 3).play(0, 40).scores_of(0))
    means = {figure.group: figure.estimate for figure in compute_figures(saved).of[0] if figure.name == "seat"}
    for seat in range(4):
        total = sum(score * deals for whose, score, deals in scores if whose == seat)
        assert means[str(seat + 1)] == pytest.approx(float(total / 40))
    text = plain_text(describe_run(saved), 120)
    assert "Game points of seat 4" in text and "Contract made" not in text
    assert "Fool" in text and "scored differently" in text


def test_an_empty_run_is_refused() -> None:
    saved = RunResults.of(Task(("fft-4",), ("simple",), 3))
    assert "Played: 0 deals" in plain_text(describe_run(saved))


def test_honours_are_counted_only_where_the_pack_has_some() -> None:
    for name, some in (("hombre-1674", False), ("zwanzigerrufen", True)):
        figures = compute_figures(run(Task((name,), ("random",), 3), 20)).of[0]
        assert any(figure.name == "honours" for figure in figures) is some, name
