"""A deal looked back on: costs by the score in the same possible deals, verdicts by figures, the page and its data."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Heading, Table
from tarot_teach.engine import Deal
from tarot_teach.errors import RecordError
from tarot_teach.records.runner import replay_example
from tarot_teach.solver import OpenPlay
from tarot_teach.table import Play
from tarot_teach.topics.review.card_costs import CardCost, CostVerdict, Reviewer, Tried, decisions
from tarot_teach.topics.review.review import Review, machine_deal, review
from tarot_teach.try_it.answers import Answers
from tests.helpers import LIBRARY, printed_by

GAMES = ("fft-4", "early-17c", "hombre-1674", "slovenian-pagat", "scarto", "burro", "casita-robada")


def reviewed(name: str, seed: int, **given: Any) -> Review:
    """A deal of the machine, looked back on by the first seat."""
    game = LIBRARY.load(name)
    advice = advice_for(LIBRARY, game)
    return review(machine_deal(game, advice, seed), 0, advice, **given)


@pytest.fixture(scope="module")
def deal() -> Deal:
    game = LIBRARY.load("fft-4")
    return machine_deal(game, advice_for(LIBRARY, game), 11).deal


@pytest.fixture(scope="module")
def reviewer(deal: Deal) -> Reviewer:
    return Reviewer(deal.engine, advice_for(LIBRARY, deal.engine.ruleset), worlds=30)


def made_up(deal: Deal, played: list[float], other: list[float], here: tuple[float, float]) -> CardCost:
    """A decision between the card that was played and another, with the game points after each."""
    number = decisions(deal, 0)[0]
    move = deal.moves[number]
    rest = Play(0, next(card for card in move.before.hand(0) if Play(0, card) != move.action))
    tried = [Tried(move.action, (), tuple(played), here[0]), Tried(rest, (), tuple(other), here[1])]
    return CardCost(number, move, tuple(sorted(tried, key=lambda each: -each.mean)))


@pytest.mark.parametrize(
    ("played", "other", "here", "verdict"),
    [
        ([0, 0, 0, 0], [1, 1, 1, 1], (5, 5), CostVerdict.BETTER),
        ([0, 0, 0, 0], [0.9, 0.9, 0.9, 0.8], (5, 5), CostVerdict.CLOSE),
        ([0, 0, 0, 0], [8, 0, 0, 0], (5, 5), CostVerdict.CLOSE),
        ([0, 0, 0, 0], [8, -6, 0, 0], (5, 5), CostVerdict.BEST),
        ([0, 0, 0, 0], [8, -6, 0, 0], (-5, 5), CostVerdict.LUCK),
        ([1, 1, 1, 1], [0, 0, 0, 0], (-5, 5), CostVerdict.LUCK),
        ([1, 1, 1, 1], [0, 0, 0, 0], (-5, -1), CostVerdict.BEST),
        ([0, 0, 0, 0], [1, 1, 1, 1], (-5, 5), CostVerdict.BETTER),
    ],
)
def test_the_verdict_follows_from_the_figures(
    deal: Deal, played: list[float], other: list[float], here: tuple[float, float], verdict: CostVerdict
) -> None:
    cost = made_up(deal, played, other, here)
    assert cost.verdict is verdict
    assert (cost.other is None) is (verdict is CostVerdict.BEST)


def test_differences_are_counted_world_by_world(deal: Deal) -> None:
    cost = made_up(deal, [0, 10, 20, 30], [1, 12, 19, 32], (0, 0))
    assert (cost.cost, cost.better, cost.worse) == (1.0, 3, 1)
    assert (cost.gain, cost.loss) == (pytest.approx(5 / 3), 1.0)
    assert cost.error == pytest.approx(0.7071, abs=1e-3), "of the differences, not of the scores"
    assert [cost.nothing_better(each) for each in cost.tried] == [3, 1]


def test_costs_rest_on_what_the_seat_had_seen(deal: Deal, reviewer: Reviewer) -> None:
    number = next(n for n in decisions(deal, 0) if reviewer.cost(deal, n).tried)
    move = deal.moves[number]
    south, east, north, west = move.before.hands
    other = replace(move, before=move.before._replace(hands=(south, north, east, west)))
    swapped = replace(deal, moves=(*deal.moves[:number], other))
    one, two = reviewer.cost(deal, number), reviewer.cost(swapped, number)
    assert [each.scores for each in one.tried] == [each.scores for each in two.tried]


def test_the_cost_of_one_decision_is_that_in_the_review_of_the_deal(deal: Deal, reviewer: Reviewer) -> None:
    costs = {cost.number: cost for cost in reviewer.costs(deal, 0, last=6)}
    number = next(number for number, cost in costs.items() if cost.tried)
    again = Reviewer(deal.engine, reviewer.strong.advice, worlds=30).cost(deal, number)
    assert again.tried == costs[number].tried
    fresh = Reviewer(deal.engine, reviewer.strong.advice, worlds=30, seed=1).cost(deal, number)
    assert [each.scores for each in fresh.tried] != [each.scores for each in again.tried]


def test_scores_of_the_card_played_are_those_of_the_deal_where_all_are_simple(deal: Deal, reviewer: Reviewer) -> None:
    assert deal.state.result is not None
    score = float(deal.state.result.scores[0])
    costs = [cost for cost in reviewer.costs(deal, 0, last=8) if cost.tried]
    assert costs and {cost.chosen.here for cost in costs} == {score}


def test_what_counts_is_the_score_and_not_the_card_points() -> None:
    game = LIBRARY.load("fft-4")
    advice = advice_for(LIBRARY, game)
    deal = machine_deal(game, advice, 775).deal
    number = next(number for number in decisions(deal, 0, last=4))
    cost = Reviewer(deal.engine, advice, worlds=2).cost(deal, number)
    points = {card.code: value.low / 2 for card, value in OpenPlay(deal.engine, cost.before).each_card()}
    assert cost.before.number == 15 and points == {"T1": 69, "T20": 63, "T21": 63}
    assert cost.opened is not None
    scores = {card.code: value.low / 2 for card, value in cost.opened.values.items()}
    assert scores == {"T1": 159, "T20": 171, "T21": 171}, "the last trick with the Petit is lost"
    assert {each.cards[0].code: each.here for each in cost.tried} == {"T1": 150, "T20": 63, "T21": 63}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_looked_back_on(name: str) -> None:
    found = reviewed(name, 3, worlds=8, last=4)
    assert found.costs and all(cost.worlds in (0, 8) for cost in found.costs)
    data = json.loads(json.dumps(found.to_dict()))
    assert [cost["move"] for cost in data["cards"]] == [cost.number for cost in found.costs]
    assert len([*found.blocks()]) >= 3
    for cost in found.costs:
        allowed = [*found.done.engine.legal(cost.before)]
        cards = [card for each in cost.tried for card in each.cards]
        assert not cards or sorted(Play(0, card).card.code for card in cards) == sorted(
            each.card.code for each in allowed if isinstance(each, Play)
        )


def test_the_dearest_stand_first_with_both_lines() -> None:
    found = reviewed("fft-4", 11, worlds=60, last=11)
    dearest = found.dearest
    better = [cost.cost for cost in dearest if cost.verdict is CostVerdict.BETTER]
    assert better == sorted(better, reverse=True) and dearest[: len(better)] == [
        cost for cost in dearest if cost.verdict is CostVerdict.BETTER
    ]
    assert [*found.lines] == [cost.number for cost in dearest[:3]]
    for cost in dearest[:3]:
        line, other = found.lines[cost.number], cost.other
        assert other is not None and line.other.end.result and line.recorded.end.result
        scores = [float(end.result.scores[0]) for end in (line.recorded.end, line.other.end) if end.result]
        assert scores == [cost.chosen.here, other.here], "the lines bring what is told of this deal"


@pytest.mark.parametrize(
    ("other", "swings"),
    [
        ([40.0, 40.0, -5.0, 0.0], "in 2 of 4 possible deals, by 40.0 there, and worse in 1, by 5.0 there: better by 18.8 ± 12.3 over all."),
        ([2.0, 2.0, 0.0, 2.0], "in 3 of 4 possible deals, by 2.0 there, and never worse: by 1.5 ± 0.5 over all."),
    ],
)  # fmt: skip
def test_a_few_large_swings_are_understood(deal: Deal, other: list[float], swings: str) -> None:
    found = reviewed("fft-4", 11, worlds=2, last=1)
    cost = made_up(deal, [0.0] * 4, other, (0, 0))
    said = [str(text) for text in found.sentences(replace(cost, opened=None))]
    assert any(text.endswith(swings) for text in said), said


def test_rounds_are_called_so() -> None:
    for name, turn in (("casita-robada", "Round"), ("burro", "Trick"), ("hombre-1674", "Trick")):
        found = reviewed(name, 3, worlds=2, last=4)
        blocks = [*replace(found, costs=(made_up(found.done.deal, [0.0] * 4, [2.0] * 4, (0, 0)),)).blocks()]
        table = next(block for block in blocks if isinstance(block, Table))
        assert str(table.head[0]) == turn
        assert any(isinstance(block, Heading) and str(block.text).startswith(f"{turn} 1: ") for block in blocks)


def test_bids_and_discards_are_compared_with_those_of_the_strong_player() -> None:
    found = reviewed("fft-4", 11, worlds=2)
    assert {str(choice.move.before.phase) for choice in found.earlier} == {"bid", "discard"}
    bid = found.to_dict()["earlier"][0]
    assert bid["done"] == "prise" and bid["why"]
    assert sum(line["points"] for line in bid["features"]["lines"]) == bid["features"]["total"]


@pytest.mark.parametrize(
    ("example", "code"),
    [
        ("going-over", "review.left-out"),
        ("matadors-keep-back", "review.left-out"),
        ("scarto-round-suits", "review.left-out"),
        ("guide-example-1", "play.start"),
    ],
)
def test_a_record_that_does_not_tell_the_deal_is_refused(example: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        review(replay_example(example, LIBRARY), 0, None)
    assert {problem.code for problem in caught.value.problems} == {code}


def test_the_page_is_given_each_card_by_itself() -> None:
    answers = Answers()

    def ask(name: str, **given: Any) -> dict[str, Any]:
        return json.loads(answers.ask(json.dumps({"ask": name, "game": "scarto", **given})))  # type: ignore[no-any-return]

    asked = ask("play", seed=3, trick=24)
    assert [fault["code"] for fault in ask("review_card", move=10**6)["faults"]] == ["try.move"]
    while not asked["over"]:
        asked = ask("do", text=ask("hint")["card"])
    started = ask("review")
    assert [card["trick"] for card in started["cards"] if card["unasked"]] == [*range(18, 26)]
    assert not {*started["verdicts"]} ^ {*CostVerdict}
    found = [ask("review_card", move=card["move"]) for card in started["cards"] if card["trick"] > 20]
    explained = [cost for cost in found if cost.get("instead")]
    assert explained and all(len(cost["lines"]) == 2 and cost["html"] for cost in explained)
    better = [cost for cost in explained if cost["verdict"] == "better"]
    assert all(bool(cost["keeps"]) is (cost in better) for cost in explained)
    for cost in explained:
        assert [line["card"] for line in cost["lines"]] == [cost["played"], cost["instead"]]
        assert all(len(trick["cards"]) == 3 for line in cost["lines"] for trick in line["tricks"])


def test_the_command_and_python_give_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    printed = printed_by(capsys, "review", "course-whole-deal", "--worlds", "5", "--last", "5", "--json")
    found = tt.review("course-whole-deal", worlds=5, last=5)
    assert json.loads(printed) == found.to_dict()
    page = printed_by(capsys, "review", "fft-4", "--deal", "11", "--worlds", "5", "--last", "5")
    assert "the most costly first" in page and "mistake" not in page.lower()
