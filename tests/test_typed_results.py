"""A result that is typed is a result that was played: the same sheet, payments and scores by the command, in Python, on a page and in its form."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import LoadError
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.explain.snippets import describe_score
from tarot_teach.plain_data import number
from tarot_teach.questions.score import ScoreQuestion
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.records.typed_results import read_result, written_result
from tarot_teach.sphinxext.questions import content_of
from tarot_teach.table import Bid, Paid, Result
from tarot_teach.table.facts import NO_FACTS
from tarot_teach.table.state import Phase
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tarot_teach.try_it.desk import Desk
from tarot_teach.try_it.scoring import score as score_in_page
from tests.helpers import LIBRARY, each_option, in_turn, printed_by

DEALS = int(os.environ.get("TYPED_DEALS", "1"))
"""The number of deals under each contract of each ruleset."""
FROM = int(os.environ.get("TYPED_FROM", "0"))


@cache
def engine_of(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


def finished(name: str, players: int, contract: str | None, seed: int) -> Deal:
    """A deal played at random; where a contract is named, somebody bids it as soon as it may be, and else all pass."""
    engine = engine_of(name)
    return on_at_random(
        DealSimulator(engine, seat_players(("random",), engine, None, players)).start(seed, seed), contract, seed
    )


def on_at_random(deal: Deal, contract: str | None, seed: int) -> Deal:
    """A deal played to its end as :func:`finished` does."""
    random = Random(seed)
    while not deal.over:
        action, bids, turn = deal.legal.random(random), deal.legal.bids, deal.state.turn
        if deal.state.phase is Phase.BID and turn is not None and {contract, "pass"} & {*bids}:
            action = Bid(turn, contract if contract is not None and contract in bids else "pass")
        deal = deal.push(action)
    return deal


def deals_of(name: str, deals: int = DEALS) -> Iterator[Deal]:
    """Deals that were scored, under each contract and with each number of players."""
    index = engine_of(name).index
    for players in index.ruleset.players:
        for contract in (*index.ranking, None):
            for seed in range(FROM, FROM + deals):
                deal = finished(name, players, contract, seed)
                if deal.state.result is not None and deal.state.result.sheets:
                    yield deal


def lines_of(result: Result) -> list[list[tuple[str, str, Any]]]:
    return [[(line.rule, line.operation, line.amount) for line in sheet.lines] for sheet in result.sheets]


def by_player(values: Mapping[str, object]) -> str:
    return "; ".join(
        f"{seat} {' '.join(each) if isinstance(each, list) else each}".strip() for seat, each in values.items()
    )


def texts(written: Mapping[str, Any]) -> dict[str, Any]:
    """A written result as texts: by rule for facts, memory and payments."""
    by_rule = {
        name: {rule: each if isinstance(each, str) else by_player(each) for rule, each in written.get(name, {}).items()}
        for name in ("facts", "memory", "paid")
    }
    plain = {
        name: by_player(value) if isinstance(value, dict) else str(value)
        for name, value in written.items()
        if name not in by_rule and name != "alone"
    }
    return plain | by_rule


def arguments(name: str, written: Mapping[str, Any]) -> list[str]:
    """The command for a written result."""
    spelled = texts(written)
    options = [
        f"--{option}={spelled[option]}" for option in spelled if isinstance(spelled[option], str) and option != "piles"
    ]
    options += [f"--piles={seat}={' '.join(cards)}" for seat, cards in written.get("piles", {}).items()]
    for option, field in (("fact", "facts"), ("memory", "memory"), ("paid", "paid")):
        options += [f"--{option}={rule}={text}" for rule, text in spelled[field].items()]
    return ["score", name, *options, *(["--alone"] if written.get("alone") else []), "--json"]


def in_directive(name: str, written: Mapping[str, Any]) -> list[Any]:
    """The blocks of the directive for a written result."""
    spelled = texts(written)
    options = {option: text for option, text in spelled.items() if isinstance(text, str)}
    for option, field in (("fact", "facts"), ("memory", "memory"), ("paid", "paid")):
        if spelled[field]:
            options[option] = " ".join(f"{rule}={text}" for rule, text in spelled[field].items())
    if written.get("alone"):
        options["alone"] = ""
    here: Any = SimpleNamespace(
        arguments=[name], options=options, library=LIBRARY, ruleset=lambda _name: engine_of(name).ruleset
    )
    return list(content_of(ScoreQuestion)(here)[1])


def in_form(name: str, written: Mapping[str, Any]) -> str:
    """The answer of the page for a written result."""
    spelled = texts(written)
    fields = {field: text for field, text in spelled.items() if isinstance(text, str)}
    for field in ("facts", "memory", "paid"):
        fields |= spelled[field]
    return str(score_in_page(DESK, name, **fields, **({"alone": "alone"} if written.get("alone") else {}))["html"])


DESK = Desk()


def check_doors(name: str, deal: Deal, capsys: pytest.CaptureFixture[str]) -> None:
    """All four ways to type the result of a played deal give what the deal brought."""
    state, scorer = deal.state, engine_of(name).scorer
    played = state.result
    assert played is not None
    written = written_result(scorer, state)
    typed = read_result(scorer, written)
    assert lines_of(typed.result()) == lines_of(played)
    assert (typed.result().scores, typed.result().memory) == (played.scores, played.memory)
    report = tt.score(name, **written)
    assert (lines_of(report.result), report.result.scores) == (lines_of(played), played.scores)
    data = json.loads(printed_by(capsys, *arguments(name, written)))
    assert data == json.loads(json.dumps(report.to_dict()))
    for sheet, found in zip(data.get("players", [data]), played.sheets, strict=True):
        seat = found.outcome.taker if played.settlement else found.outcome.players[0]
        assert seat is not None
        assert [(line["rule"], line["operation"]) for line in sheet["lines"]][: len(found.lines)] == [
            (line.rule, line.operation) for line in found.lines
        ]
        if not played.settlement or played.apart:
            assert sheet["total"] == number(played.scores[seat])
        if played.settlement:
            assert [*sheet["by_seat"].values()] == [number(score) for score in played.scores]
    blocks = describe_score(typed)
    assert in_directive(name, written) == blocks
    assert in_form(name, written) == DESK.html(name, blocks)


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_the_result_of_a_played_deal_is_typed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [check_doors(name, deal, capsys) for deal in deals_of(name)]


@pytest.mark.parametrize("name", each_option() if DEALS > 1 else in_turn(each_option()))
def test_with_house_rules(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    deals = [*deals_of(name, 1)]
    for deal in deals if DEALS > 1 else deals[:1]:
        check_doors(name, deal, capsys)
    assert deals


@pytest.mark.parametrize("name", ["tresillo", "hombre-1674", "zwanzigerrufen", "slovenian-pagat", "scarto", "fft-5"])
def test_the_sheet_of_a_player_leads_to_what_the_player_gets(name: str) -> None:
    engine = engine_of(name)
    show = engine.ruleset.unit.show
    for deal in deals_of(name, 1):
        result = deal.state.result
        assert result is not None
        for seat, score in enumerate(result.scores):
            sheets = result_sheets(engine.scorer, result, deal.state.seats, seat)
            sheet = sheets[0] if result.settlement else sheets[seat]
            assert sheet.total == show(score)
            assert not sheet.rows or sheet.rows[-1].total == sheet.total


@pytest.mark.parametrize("name", ["hombre-1674", "hombre-blog", "tresillo", "slovenian-pagat"])
def test_the_results_of_deals_one_after_another_are_typed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With what the deals before have left in the pool, and what is paid into it."""
    engine, memory = engine_of(name), NO_FACTS
    contract = next(iter(engine.index.ranking))
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, engine.ruleset.players[0]))
    seats = engine.seats(engine.ruleset.players[0])
    for seed in range(FROM, FROM + 5 + DEALS):
        hands = simulator.hands(seed, seed)
        talon = engine.ruleset.deck.all & ~sum(hands)
        setup = Setup(
            seats,
            seed % len(seats),
            hands,
            (0,) * len(seats),
            talon,
            order=tuple(engine.ruleset.deck.set(talon)),
            memory=memory,
        )
        deal = on_at_random(setup.deal(engine, "bid"), contract if seed % 3 else None, seed)
        result = deal.state.result
        assert result is not None
        if result.sheets:
            check_doors(name, deal, capsys)
        memory = result.memory
    assert memory


def test_three_ways_to_tell_of_a_lost_juego_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """A juego lost 3-4-2 in a first deal: in Python, as a command, and as a record, with what was paid before it."""
    paid = {"bid.stakes": {"S": -5, "E": -5, "W": -6}}
    report = tt.score("tresillo", contract="juego", facts={"count.tricks": "3-4-2"}, paid=paid)
    assert [*report.by_seat.values()] == [-25, 5, -6]
    written = {"contract": "juego", "facts": {"count.tricks": "3-4-2"}, "paid": paid}
    assert json.loads(printed_by(capsys, *arguments("tresillo", written))) == json.loads(json.dumps(report.to_dict()))
    engine = engine_of("tresillo")
    result = ResultFile.model_validate({**written, "taker": "S"})
    faults: list[str] = []
    outcomes = outcomes_of(
        result, engine.scorer, engine.ruleset.deck, engine.seats(), lambda _code, message, *_: faults.append(message)
    )
    amounts = (Paid("bid.stakes", (-5, -5, -6)),)
    kept, _events = engine.scorer.result(outcomes, 3, paid=amounts)
    assert not faults and [*kept.scores] == [-25, 5, -6]


@pytest.mark.parametrize(
    ("name", "given", "rule", "number"),
    [
        ("slovenian-pagat", {"contract": "beggar"}, "count.no_trick", 0),
        ("burro", {}, "score.letter", 1),
        ("ruff-and-honours", {}, "score.tricks", 3),
        ("ruff-and-honours", {}, "score.tricks", {"S": 7, "E": 5}),
        ("fft-4+petit-chelem", {"contract": "garde", "points": 56, "honours": 2}, None, None),
    ],
)
def test_a_number_stands_for_its_text(name: str, given: dict[str, Any], rule: str | None, number: Any) -> None:
    """And the answer names every fact on which it rests, also those of which nothing was told."""
    facts = {rule: number} if rule else {}
    text = {rule: {seat: str(each) for seat, each in number.items()} if isinstance(number, dict) else str(number)}
    score, by_text = tt.score(name, **given, facts=facts), tt.score(name, **given, facts=text if rule else None)
    assert score.to_dict() == by_text.to_dict()
    sheet = score.to_dict().get("players", [score.to_dict()])[0]
    assert sheet["facts"] == score.facts and {*score.facts} == {*score.typed.scorer.index.observing}
    if rule:
        assert score.facts[rule] == str(number["S"] if isinstance(number, dict) else number)
    assert [*score.facts.values()].count(None) == len(score.facts) - bool(rule)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"facts": {"count.no_trick": False}}, "score takes facts as texts or whole numbers by rule or player"),
        ({"facts": {"count.no_trick": 0.0}}, "score takes facts as texts or whole numbers"),
        ({"facts": {"count.no_trick": ["0"]}}, "score takes facts as texts or whole numbers"),
        ({"facts": {"count.no_trick": {"S": None}}}, "score takes facts as texts or whole numbers"),
        ({"facts": {3: "0"}}, "score takes facts as texts or whole numbers"),
        ({"facts": 0}, "score takes facts as a mapping by rule or player, not 0"),
        ({"memory": ["15"]}, "score takes memory as a mapping"),
        ({"paid": "S"}, "score takes paid as a mapping"),
        ({"holdings": 5}, "score takes holdings as a mapping"),
        ({"count__no_trick": 0}, "score has no argument 'count__no_trick'; write facts={'count.no_trick': 0}"),
    ],
)
def test_a_value_of_another_kind_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=re.escape(words)):
        tt.score("slovenian-pagat", "beggar", **given)


@pytest.mark.parametrize(
    ("name", "given", "lacking", "hint"),
    [
        ("hombre-1674", {"contract": "game"}, "count.tricks", "contract game, count.tricks 5-4-0 ("),
        ("slovenian-pagat", {"contract": "beggar"}, "count.no_trick", "contract beggar, count.no_trick 0 (a number"),
        ("fft-4", {"contract": "garde"}, "points, honours", "contract garde, points 45, honours 1"),
    ],
)
def test_all_that_a_result_lacks_is_named_at_once(name: str, given: dict[str, Any], lacking: str, hint: str) -> None:
    with pytest.raises(LoadError) as caught:
        tt.score(name, **given)
    assert f"the result lacks {lacking}\n" in str(caught.value) and hint in str(caught.value)
