"""Ruff and Honours against a second implementation from the Compleat Gamester, which shares no code with the engine, and results typed by facts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from naive import ruff

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, TarotError
from tarot_teach.loading.user_files import library_for
from tarot_teach.table import Choose, NumberFact, Phase, Play
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import Session, keep_score
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.at_ends.england import done_of
from tests.helpers import LIBRARY, run
from tests.made_up import BECAUSE, rule
from tests.test_exchange import engine_of

LETTERS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("ruff-and-honours"))


@pytest.mark.parametrize("kind", ["random", "simple"])
@pytest.mark.parametrize("number", range(12))
def test_each_play_and_score_as_by_the_book(kind: str, number: int) -> None:
    simulator = DealSimulator.of(LIBRARY, "ruff-and-honours", (kind,))
    deal = simulator.play(6, number)
    state = deal.state
    first = next(move.before for move in deal.moves if move.before.phase in (Phase.EXCHANGE, Phase.PLAY))
    trump = LETTERS[first.trumps]
    hands = [{card.code for card in first.hand(seat)} for seat in range(4)]
    ruffs = [seat for seat in range(4) if trump + "A" in hands[seat]]
    laid = [move for move in deal.moves if isinstance(move.action, Choose)]
    assert [move.action.seat for move in laid] == ruffs
    if ruffs:
        assert len(hands[ruffs[0]]) == 16 and not first.stock
        assert laid[0].action.cards is not None
        hands[ruffs[0]] -= {card.code for card in laid[0].action.cards}
    else:
        assert trump + "A" in {card.code for card in first.stock if card} and first.stock[0].code[0] == trump
    honours = [sum(trump + rank in hands[side] | hands[side + 2] for rank in "AKQJ") for side in (0, 1)]
    tricks, leader, trick = [0, 0], (state.dealer + 1) % 4, list[str]()
    for move in [move for move in deal.moves if isinstance(move.action, Play)]:
        seat, now = move.action.seat, move.before
        assert seat == (leader + len(trick)) % 4
        legal = {card.code for card in now.deck.set(simulator.engine.legal(now).cards)}
        assert legal == ruff.allowed(hands[seat], trick)
        card = move.action.card.code
        hands[seat].remove(card)
        trick.append(card)
        if len(trick) == 4:
            leader = (leader + ruff.winner(trick, trump)) % 4
            tricks[leader % 2] += 1
            trick = []
    assert sum(tricks) == 12 and state.result is not None
    points = ruff.Deal(trump).points
    assert [points(tricks[seat % 2], honours[seat % 2]) for seat in range(4)] == list(state.result.scores)
    scores = done_of(deal, simulator.engine.ruleset).scores()
    assert [scores[(seat - state.dealer - 1) % 4] for seat in range(4)] == list(state.result.scores)


@pytest.mark.parametrize(
    ("tricks", "honours", "score"),
    [(6, 0, 0), (7, 0, 1), (12, 0, 6), (6, 2, 0), (6, 3, 2), (6, 4, 4), (8, 4, 6), (3, 4, 4), (0, 0, 0)],
)
def test_a_result_is_told_by_tricks_and_honours(
    capsys: pytest.CaptureFixture[str], tricks: int, honours: int, score: int
) -> None:
    assert ruff.Deal("S").points(tricks, honours) == score
    args = ["score", "ruff-and-honours", "--fact", f"score.tricks={tricks}", "--fact", f"score.honours={honours}"]
    code, out, err = run(capsys, *args, "--json")
    assert code == 0, err
    assert Fraction(json.loads(out)["hand_score"]) == score


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--fact", "score.tricks=13"], "nobody has won 13 tricks: a deal has 12"),
        (["--fact", "score.tricks=7", "--fact", "score.honours=5"], "nobody has held 5 of these trumps: there are 4"),
        (["--fact", "score.honours=3"], "the result lacks what score.tricks observes"),
        ([], "the result lacks score.tricks"),
        (["--fact", "score.trick=3"], "has no rule 'score.trick'"),
        (["--points", "3"], "in ruff-and-honours there is no taker: points means nothing"),
    ],
)
def test_no_impossible_result_is_scored(capsys: pytest.CaptureFixture[str], args: list[str], message: str) -> None:
    code, _out, err = run(capsys, "score", "ruff-and-honours", *args)
    assert code and message in err


HEAD = """\
format: 1
id: mine
title: Mine
ruleset: ruff-and-honours
players: {A: Agnès, B: Bertrand, C: Claire, D: Denis}
deals:
"""


def session(folder: Path, *deals: str) -> Session:
    file = folder / "mine.yaml"
    file.write_text(HEAD + "".join(f"  - result: {{facts: {{{deal}}}}}\n" for deal in deals), encoding="utf-8")
    return keep_score(file, library_for([file], print))


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("score.tricks: {A: 8, B: 5}", "these are 13 tricks, and a deal has 12"),
        ("score.tricks: {A: 6, B: 5}", "these are 11 tricks, and a deal has 12"),
        ("score.tricks: {A: 6, B: 6}, score.honours: {A: 3, B: 2}", "nobody has held 5 of these trumps"),
        ("score.tricks: {A: 6}", "the result lacks what score.tricks observes"),
        ("score.tricks: {A: 12, B: 0}, score.honours: {E: 2}", "nobody sits at 'E'"),
    ],
)
def test_a_result_of_both_pairs_is_one_that_a_deal_can_bring(tmp_path: Path, facts: str, message: str) -> None:
    with pytest.raises(TarotError, match=message):
        session(tmp_path, facts)


def test_a_pair_wins_with_nine_points_and_a_tie_above_goes_on(tmp_path: Path) -> None:
    ten = "score.tricks: {A: 12, B: 0}, score.honours: {A: 4}"
    kept = session(tmp_path, ten)
    assert kept.winners == ("A", "C") and kept.deals[0].totals["C"] == 10
    said = " ".join(str(block) for block in describe_session(kept))
    assert "Agnès and Claire against Bertrand and Denis" in said and "alone" not in said


def test_totals_of_different_pairs_that_are_equal_do_not_end_the_game(engine: Engine) -> None:
    scorer = engine.scorer
    numbers = {(9, 8, 9, 8): (0, 2), (9, 10, 9, 10): (1, 3), (9, 9, 9, 9): (), (8, 8, 8, 8): ()}
    for totals, winners in numbers.items():
        assert scorer.match_winners([Fraction(total) for total in totals], 3) == winners


def test_random_deals_are_sound(engine: Engine) -> None:
    assert try_deals(engine, range(8), 2).fault is None


def test_honours_are_those_held_at_the_first_lead() -> None:
    seen = set()
    simulator = DealSimulator.of(LIBRARY, "ruff-and-honours", ("random",))
    for number in range(30):
        deal = simulator.play(2, number)
        assert deal.state.result is not None
        facts = [sheet.outcome.facts.get("score.honours") for sheet in deal.state.result.sheets]
        held = sum(fact.number for fact in facts if isinstance(fact, NumberFact))
        letter, out = LETTERS[deal.state.trumps], set()
        for move in deal.moves:
            if isinstance(move.action, Choose) and move.action.cards is not None:
                out = {card.code for card in move.action.cards}
        first = next(move.before for move in deal.moves if move.before.phase in (Phase.EXCHANGE, Phase.PLAY))
        stock = {card.code for card in first.stock if card}
        missing = {letter + rank for rank in "AKQJ"} & (out | stock)
        assert held == 4 - len(missing)
        seen.add(len(missing))
    assert {0, 1} <= seen


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"cards": ["SA", "HA"], "least": 1, "worth": 1, "further": 0}, "each suit has as many of them"),
        ({"cards": ["ace"], "least": 2, "worth": 1, "further": 0}, "nobody can hold 2 of them: there are 1"),
    ],
)
def test_trumps_that_score_are_as_many_in_each_suit(tmp_path: Path, params: dict[str, object], message: str) -> None:
    changes = {"score.honours": {"params": params, "because": "Made up for a test."}}
    data = {"format": 1, "title": "Other honours", "extends": "ruff-and-honours", **BECAUSE, "changes": changes}
    with pytest.raises(LoadError, match=message):
        engine_of(tmp_path, "other", data)


@pytest.mark.parametrize("mechanism", ["tricks_above", "trumps_held"])
def test_they_are_of_games_without_a_taker(tmp_path: Path, mechanism: str) -> None:
    params = {"above": 6, "each": 1} if mechanism == "tricks_above" else {}
    if not params:
        params = {"cards": ["king"], "least": 1, "worth": 1, "further": 0}
    adds = {"score.mine": rule(mechanism, **params)}
    with pytest.raises(LoadError, match="here a taker plays against a defence"):
        engine_of(tmp_path, "mine", {"format": 1, "title": "T", "extends": "hombre-1674", **BECAUSE, "adds": adds})


@pytest.mark.parametrize("shows", ["rule:score.honours", "rule:exchange.ruff", "rule:play.highest_wins"])
def test_a_deal_that_is_found_is_written_with_its_trumps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, shows: str
) -> None:
    file = tmp_path / "found.yaml"
    code, _out, err = run(capsys, "find", "ruff-and-honours", "--shows", shows, "--tries", "20", "--out", str(file))
    assert code == 0, err
    code, _out, err = run(capsys, "check", str(file))
    assert code == 0, err
    written = file.read_text(encoding="utf-8")
    assert "talon:" in written or "trumps:" in written
