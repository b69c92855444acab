"""Combinations of cards: sets and runs of an old game of Bologna with its figures, tried in a game for two pairs; and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.explain.rulebook import describe_rule
from tarot_teach.explain.score_sheet import line_reason
from tarot_teach.mechanisms.combinations import CombinationTable
from tarot_teach.mechanisms.score.amounts import DifferenceFrom
from tarot_teach.mechanisms.score.combinations import Combinations, ShownFact
from tarot_teach.table import Choose, FactError, Facts, Outcome, Sheet
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.helpers import LIBRARY, SEATS, the
from tests.made_up import BECAUSE, rule
from tests.test_exchange import engine_of

LOWER = ["T19", "T18", "T17", "T16", "T15"]
CRICCHE = {
    "tarocchi": {"of": ["T20", "T21", "T1", "EX"], "least": 3, "worth": 18, "further": 18},
    "kings": {"of": ["king"], "least": 3, "worth": 17, "further": 17},
    "queens": {"of": ["queen"], "least": 3, "worth": 14, "further": 14},
    "knights": {"of": ["knight"], "least": 3, "worth": 13, "further": 13},
    "jacks": {"of": ["jack"], "least": 3, "worth": 12, "further": 12},
}
TEN: dict[str, Any] = {"least": 3, "worth": 10, "further": 5}
RUNS: dict[str, dict[str, Any]] = {
    "grande": TEN | {"of": ["T20", "T21", *LOWER], "head": True, "may_lack": 1, "wild": 2, "not_both": LOWER},
    **{
        suit: TEN | {"of": [f"{suit[0].upper()}{rank}" for rank in "KQNJ1"], "head": True, "wild": 1, "natural": 2}
        for suit in ("swords", "batons", "cups")
    },
    "aces": TEN | {"of": ["S1", "B1", "C1", "D1"], "wild": 2, "natural": 2, "may_lack": 2},
}
SUIT = TEN | {"of": ["CK", "CQ", "CN", "CJ", "C1"], "head": True, "may_lack": 1, "wild": 2, "natural": 2, "within": 4}
ACCUSI: dict[str, Any] = {
    "where": "both",
    "sets": CRICCHE,
    "runs": RUNS,
    "cards": {"wild": ["EX", "T1"]},
    "several": {"sets": {"least": 3, "times": 2}, "runs": {"least": 3, "times": 2}},
}


def of_piedmont(**params: Any) -> dict[str, Any]:
    """The Piedmontese game for two pairs, with the combinations of Bologna."""
    adds = {
        "declare.accusi": rule("shown_combinations", level="accusi", when="before_lead"),
        "score.accusi": rule("combinations", **ACCUSI | params),
    }
    return {"format": 1, "title": "Tried here", "extends": "piedmont-4", **BECAUSE, "adds": adds}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("accusi"), "accusi", of_piedmont())


def worths(table: CombinationTable, cards: str) -> dict[str, int]:
    """The combinations among some cards, by name."""
    found = table.found(table.deck.mask(table.deck.parse(cards)))
    assert all(each.cards & ~table.deck.mask(table.deck.parse(cards)) == 0 for each in found)
    return {each.name: int(each.worth) for each in found}


KINGS, QUEENS, KNIGHTS, JACKS = (" ".join(suit + rank for suit in "SBCD") for rank in "KQNJ")


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("SK BK CK", {"kings": 17}),  # the tables of the manual and of Parlett: three and four of each
        (KINGS, {"kings": 34}),
        (QUEENS, {"queens": 28}),
        (KNIGHTS, {"knights": 26}),
        (JACKS, {"jacks": 24}),
        ("T20 T21 T1", {"tarocchi": 18, "grande": 10}),
        ("T20 T21 T1 EX", {"tarocchi": 36, "grande": 15}),  # wild cards that stand for none lengthen it
        ("T20 T21 T19", {"grande": 10}),
        ("T20 T21 T19 T18", {"grande": 15}),
        ("T21 T19 T18", {}),  # without its head there is none
        ("T20 T19 T18", {"grande": 10}),  # one member is passed over
        ("T20 T18 T17", {}),  # and not two
        ("T20 T18 T17 EX", {"grande": 15}),  # unless a wild card stands for one of them
        ("T20 T21 T19 T1", {"tarocchi": 18, "grande": 15}),  # a wild card lengthens it
        ("T20 T18 T17 T15 EX T1", {"tarocchi": 18, "grande": 25}),  # each stands for one of two that are apart
        ("T20 EX T1", {"tarocchi": 18, "grande": 10}),
        ("SK SQ SN", {"swords": 10}),
        ("SK SQ S1", {}),  # the ace comes after all courts
        ("SK SQ EX", {"swords": 10}),
        ("SK EX T1", {}),  # one wild card at most, and one other court
        ("SK SQ SN SJ S1 EX", {"swords": 25}),
        ("S1 B1 D1", {"aces": 10}),
        ("S1 D1 EX", {"aces": 10}),
        ("B1 EX T1", {}),  # two aces have to be there
        ("S1 B1 C1 D1", {"aces": 15}),
    ],
)
def test_what_combinations_are_worth(engine: Engine, cards: str, expected: dict[str, int]) -> None:
    assert worths(the(engine, Combinations).table, cards) == expected


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("CK CN CJ", 10),
        ("CK CQ C1", 0),  # the ace is none of the first four
        ("CK CQ C1 EX", 15),
        ("CK C1 EX T1", 0),
        ("CK CQ CN C1", 15),
        ("CK CQ CN C1 C2 C5", 25),  # at the end any of the others lengthen it
        ("CK CQ C2 C3", 0),
        ("CK CQ CN C5", 10),  # and not before
        ("CK CQ CN CJ T1 EX", 25),
        ("CQ CN CJ", 0),
    ],
)
def test_runs_with_gaps_near_the_head_and_cards_at_the_end(tmp_path: Path, cards: str, worth: int) -> None:
    run = SUIT | {"at_end": ["C2", "C3", "C4", "C5"]}
    rule_ = the(engine_of(tmp_path, "run", of_piedmont(sets={}, runs={"cups": run}, several={})), Combinations)
    assert worths(rule_.table, cards) == ({"cups": worth} if worth else {})
    ((_name, held, least, _worth),) = rule_.figures().rows
    assert str(least) == "3; beginning with the first; 1 of the first 4 may be missing; 2 of the first 4 have to be there; with 2 wild cards"  # fmt: skip
    assert "then any of the 2 of cups" in str(held)


def test_several_are_counted_for_each_player_who_shows_them(tmp_path: Path) -> None:
    """Two sets of one partner and one of the other are not three."""
    engine = engine_of(tmp_path, "shown-apart", of_piedmont(runs={}, several={"sets": {"least": 3, "times": 2}}))
    rule_, scorer = the(engine, Combinations), engine.scorer
    for fact, expected in (
        ("S:SK-BK-CK-SQ-BQ-CQ+N:SN-BN-CN", [17, 14, 13]),
        ("S:SK-BK-CK-SQ-BQ-CQ-SN-BN-CN", [17, 14, 13, 44]),
    ):
        facts = Facts({rule_.rule: ShownFact.parse(fact, SEATS)})
        outcome = Outcome(seat=0, party=(0, 2), facts=facts)
        lines = rule_.lines(outcome, Sheet(outcome))
        assert [line.amount for line in lines] == expected
        assert [str(line_reason(scorer, line, SEATS.__getitem__)).split()[0] for line in lines][:2] == ["S", "S"]


def test_three_of_a_kind_are_doubled_and_the_other_kind_is_not(engine: Engine) -> None:
    table, rule_ = the(engine, Combinations).table, the(engine, Combinations)
    deck = table.deck
    full = table.found(deck.mask(deck.parse(f"{KINGS} {QUEENS} {KNIGHTS} {JACKS} T20 T21 T1 EX")))
    sets = [each for each in full if each.kind == "sets"]
    assert sum(each.worth for each in sets) == 148  # printed: the full set is 148, and 296 doubled
    assert [*table.doubled(sets, rule_.several)] == [("sets", 5, Fraction(148))]
    two = table.found(deck.mask(deck.parse("SK BK CK SQ BQ DQ")))
    assert sum(each.worth for each in two) == 31  # 1754: three kings and three queens
    assert not [*table.doubled(two, rule_.several)]


def test_deals_are_sound_and_what_is_shown_scores_by_the_table(engine: Engine) -> None:
    DealChecker(engine).check_words_of_rules()
    assert try_deals(engine, range(6), 3).fault is None
    simulator = DealSimulator(engine, seat_players(("simple",), engine, None, 4))
    rule_, shown = the(engine, Combinations), 0
    for number in range(12):
        state = simulator.play(2, number).state
        assert state.result is not None
        for sheet in state.result.sheets:
            hands = [done.cards or 0 for done in state.declared if done.seat in sheet.outcome.players]
            shown += len(hands)
            expected = sum(
                sum(each.worth for each in found) + sum(more for _kind, _number, more in rule_.table.doubled(found, rule_.several))
                for found in map(rule_.table.found, [*hands, sheet.outcome.pile or 0])
            )  # fmt: skip
            assert sum(line.amount for line in sheet.lines if line.rule == "score.accusi") == expected
            for line in sheet.lines:
                assert str(rule_.label(line)).strip() if line.rule == "score.accusi" else True
    assert shown > 3


def test_a_hand_without_an_announcement_counts_what_it_holds(tmp_path: Path) -> None:
    data = of_piedmont(where="hand")
    del data["adds"]["declare.accusi"]
    engine = engine_of(tmp_path, "held", data)
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, 4))
    rule_, sentences = the(engine, Combinations), 0
    for number in range(8):
        deal = simulator.play(3, number)
        before = next(move.before for move in deal.moves if move.before.phase == "play")
        result = deal.state.result
        assert result is not None
        for sheet in result.sheets:
            found = [each for seat in sheet.outcome.players for each in rule_.table.found(before.hands[seat])]
            lines = [line for line in sheet.lines if line.rule == "score.accusi" and "cards" in line.facts]
            assert [line.amount for line in lines] == [each.worth for each in found]
            sentences += len(found)
    assert sentences


def test_only_what_is_in_the_hand_and_in_a_combination_may_be_shown(engine: Engine) -> None:
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, 4))
    deal = simulator.play(1, 1)
    state = next(move.before for move in deal.moves if move.before.phase == "declare")
    seat, deck = state.turn, state.deck
    assert seat is not None
    hands = list(state.hands)
    hands[seat] = deck.mask(deck.parse("SK BK CK S2 S3 S4 S5 S6 S7 B2 B3 B4 B5 B6 B7 C2 C3 C4 C5"))
    held = state._replace(hands=tuple(hands))
    for cards, words in (
        ("SK BK CK", "shows"),
        ("SK BK CK S2", "belong to no combination"),
        ("SK BK DK", "not in the hand"),
        ("", "shows no combination"),
    ):
        action = Choose(seat, "declare.accusi", "accusi", deck.set(deck.mask(deck.parse(cards) if cards else [])))
        verdict = engine.check(held, action)
        assert verdict.allowed == (words == "shows")
        assert words in str(engine.because(verdict.findings[0], held.name))
    wrong = engine.check(held, Choose(seat, "declare.accusi", "kings", deck.set(0)))
    assert "is called accusi" in str(engine.because(wrong.findings[0], held.name))
    after, _events = engine.apply(held, Choose(seat, "declare.accusi", "accusi", deck.set(deck.mask(deck.parse("SK BK CK")))))  # fmt: skip
    assert after.declared[-1].cards == deck.mask(deck.parse("SK BK CK"))


def test_the_page_has_a_table_and_says_what_is_doubled(engine: Engine) -> None:
    rule_ = the(engine, Combinations)
    table = rule_.figures()
    assert len(table.rows) == len(CRICCHE) + len(RUNS)
    rows = {str(row[0]): [str(cell) for cell in row[1:]] for row in table.rows}
    assert rows["Kings"][1:] == ["3", "17, and 17 for each further card"]
    assert rows["Grande"][1] == "3; beginning with the first; 1 may be missing; with 2 wild cards"
    assert rows["Swords"][1] == "3; beginning with the first; 2 have to be there; with 1 wild card"
    words = str(rule_.says())
    for each in (
        "that a player shows from the hand",
        "that a side has won",
        "Wild cards are",
        "all of them count 2 times",
    ):
        assert each in words
    block = describe_rule(engine.ruleset, engine.ruleset.rules["score.accusi"], LIBRARY)
    assert table in block.body


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("S:SK-BK-CK", ""),
        ("S:SK-BK-XX", "has no card 'XX'"),
        ("E:SK-BK-CK", "another side"),
        ("S:SK-BK-CK-S2", "belong to no combination"),
    ],
)
def test_typed_results_tell_what_was_shown(engine: Engine, fact: str, words: str) -> None:
    rule_, read = the(engine, Combinations), ShownFact.parse(fact, SEATS)
    if not words:
        assert str(read) == "1:SK-BK-CK" and str(read.turned(2, 4)) == "3:SK-BK-CK"
        assert str(next(iter(rule_.tells(read, lambda seat: SEATS[seat])))).startswith("S has shown")
    outcome = Outcome(seat=0, party=(0, 2))
    found = [each.message for each in rule_.impossible(outcome, read, cast(Any, engine.index), 4)]
    assert bool(found) == bool(words) and all(words in message for message in found)
    assert rule_.example(cast(Any, engine.index), 4) == "1:T20-T21-T1"


def test_a_fact_that_does_not_tell_who_has_shown_what_is_refused(engine: Engine) -> None:
    for text in ("S", "S:", "S:SK--BK"):
        with pytest.raises(FactError, match="does not tell who has shown which cards"):
            ShownFact.parse(text, SEATS)
    facts = [ShownFact.parse("1:SK-BK-CK"), ShownFact.parse("2:SK-BK-DK")]
    (found,) = the(engine, Combinations).impossible_together(facts, cast(Any, engine.index), 4)
    assert "the same card" in found.message


@pytest.mark.parametrize(
    ("params", "place", "words"),
    [
        ({"sets": {}, "runs": {}, "several": {}}, "", "there is no combination"),
        ({"sets": CRICCHE | {"kings": {"of": ["kink"], "least": 3, "worth": 1}}}, '"kink"', "did you mean 'king'"),
        ({"sets": CRICCHE | {"kings": {"of": ["king"], "least": 5, "worth": 1}}}, "5", "nobody can have 5 of 4 cards"),
        ({"sets": CRICCHE | {"kings": {"of": ["king"], "least": 3, "worth": 0}}}, '{"of": ["king"]', "worth nothing"),
        ({"sets": CRICCHE | {"kings": {"of": ["king"], "least": 3, "further": 1}}}, "1", "there is none"),
        ({"runs": RUNS | {"aces": TEN | {"of": ["S1", "B1", "C1"], "wild": 3}}}, "3", "3 wild cards cannot be among them"),
        ({"runs": RUNS | {"aces": TEN | {"of": ["S1", "B1", "C1"], "natural": 4}}}, "4", "more than the 3"),
        ({"runs": RUNS | {"aces": TEN | {"of": ["S1", "B1", "C1"], "may_lack": 2}}}, "2", "cannot be passed over"),
        ({"runs": RUNS | {"aces": TEN | {"of": ["S1", "B1", "S1"]}}}, '["S1", "B1", "S1"]', "stands twice"),
        ({"runs": RUNS | {"kings": TEN | {"of": ["S1", "B1", "C1"]}}}, '{"least": 3', "of a set and of a run"),
        ({"runs": RUNS | {"cups": SUIT | {"within": 5}}}, "5", "are all 5"),
        ({"runs": RUNS | {"cups": SUIT | {"within": 1}}}, "1", "greater than 1"),
        ({"runs": RUNS | {"cups": SUIT | {"may_lack": 0, "natural": 1}}}, "4", "there are none"),
        ({"runs": RUNS | {"cups": SUIT | {"within": 2, "natural": 3}}}, "3", "of the first 2 cards, 3 cannot be there"),
        ({"runs": RUNS | {"cups": SUIT | {"within": 2, "may_lack": 2}}}, "2", "cannot be passed over"),
        ({"runs": RUNS | {"cups": SUIT | {"at_end": ["C1", "C2"]}}}, '["C1", "C2"]', "cannot be in the run and lengthen it"),
        ({"runs": RUNS | {"cups": SUIT | {"at_end": ["pips"]}}}, '"pips"', "did you mean 'pip'"),
        ({"runs": RUNS | {"cups": SUIT | {"not_both": ["C2", "C3"]}}}, '["C2", "C3"]', "are not in the run"),
        ({"cards": {"wild": ["EX"], "joins": ["EX"]}}, '["EX"]', "cannot both stand for other cards and add"),
        ({"several": {"sets": {"least": 6, "times": 2}}}, "6", "never 6 of these combinations"),
        ({"several": {"flushes": {"least": 3, "times": 2}}}, '"flushes"', ""),
        ({"where": "table"}, '"table"', ""),
    ],
)  # fmt: skip
def test_tables_that_mean_nothing_are_refused(tmp_path: Path, params: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(LoadError) as caught:
        engine_of(tmp_path, "wrong", of_piedmont(**params))
    (problem, *_others) = caught.value.problems
    assert words in f"{problem.message} {problem.hint}"
    assert problem.place is not None
    assert problem.place.source[problem.place.column - 1 :].startswith(place)


def test_showing_needs_a_rule_of_the_score_and_both_need_parties(tmp_path: Path) -> None:
    data = of_piedmont(where="won")
    with pytest.raises(LoadError, match="no rule of the score counts combinations of a hand"):
        engine_of(tmp_path, "nothing-shown", data)
    sides = {"format": 1, "title": "Sides", "extends": "fft-4", **BECAUSE}
    with pytest.raises(LoadError, match="here a taker plays against a defence"):
        engine_of(tmp_path, "sides", sides | {"adds": {"score.kings": rule("combinations", where="won", sets={"kings": CRICCHE["kings"]})}})  # fmt: skip


def test_each_card_point_is_won_where_the_number_is_0(tmp_path: Path) -> None:
    """The words of the page, of the score in short and of a line, in two games."""
    for name in ("piedmont-4", "scarto"):
        data = {"format": 1, "title": "All points", "extends": name, **BECAUSE, "changes": {"score.par": {"params": {"par": 0}, "title": "Points", **BECAUSE}}}  # fmt: skip
        engine = engine_of(tmp_path, f"all-of-{name}", data)
        rule_ = the(engine, DifferenceFrom)
        assert str(rule_.says()) == "Each card point is won."
        assert rule_.formula() == ("+", "card points")
        outcome = Outcome(seat=0, halves=78, points=Fraction(39))
        (line,) = rule_.lines(outcome, Sheet(outcome))
        assert (line.amount, line.operation, str(rule_.label(line))) == (39, "+", "Card points")
        assert str(line_reason(engine.scorer, line, SEATS.__getitem__)) == "39 card points count."
