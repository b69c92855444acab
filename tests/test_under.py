"""Rules under contracts: read, refused where they do not fit, played, scored, explained and compared."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tarot_teach import render
from tarot_teach.blocks import Paragraph
from tarot_teach.engine import Deal, Engine, Scorer
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.setup import trick_position
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.explain.lesson import annotate
from tarot_teach.explain.overview import describe_course
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook, rulebook_data
from tarot_teach.loading import Library
from tarot_teach.mechanisms import registry
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.records.runner import replay
from tarot_teach.rules import Ruleset
from tarot_teach.table import Bid, Phase, State
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.compare.replay_under import POLICIES, replay_under
from tarot_teach.topics.compare.rulesets import compare_rules
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.helpers import LIBRARY, run
from tests.made_up import OTHER_PACKAGE, library_of_all

DEALS = 200
CONTRACTS = ("alone", "misery", "prise", "garde", "garde_sans", "garde_contre")
SIDED = CONTRACTS[2:]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Made-up rulesets, with the mechanisms of another package installed."""
    sys.path.insert(0, str(OTHER_PACKAGE))
    for found in (registry.names, registry.find):
        found.cache_clear()
    yield library_of_all(tmp_path_factory.mktemp("made-up"))
    sys.path.remove(str(OTHER_PACKAGE))
    for found in (registry.names, registry.find):
        found.cache_clear()


@pytest.fixture(scope="module")
def game(library: Library) -> Ruleset:
    return library.load("by-contract")


@pytest.fixture(scope="module")
def engine(game: Ruleset) -> Engine:
    return Engine(game)


def child(folder: Path, text: str, extends: str = "fft-4") -> Path:
    path = folder / "child.yaml"
    head = f"format: 1\nid: child\ntitle: Child\nextends: {extends}\nevidence: house\nbecause: A test.\n"
    path.write_text(head + text, encoding="utf-8")
    return path


def random_deal(engine: Engine, seed: int, contract: str = "") -> Deal:
    """A deal at random; where a contract is named, somebody bids it as soon as it may be."""
    return finished(Deal(engine, engine.start(seed=seed, dealer=seed % 4)), contract)


def finished(deal: Deal, contract: str) -> Deal:
    """A deal played to its end at random; where a contract is named, somebody bids it as soon as it may be."""
    rng = random.Random(1)
    while not deal.over:
        choices = deal.legal
        action = choices.random(rng)
        if deal.state.phase is Phase.BID and deal.state.turn is not None and contract:
            action = Bid(deal.state.turn, contract if contract in choices.bids else "pass")
        deal = deal.push(action)
    return deal


# ---------------------------------------------------------------- reading


def test_names_of_contracts_and_groups_become_contracts_in_their_order(game: Ruleset) -> None:
    assert game.rules["play.overtrump"].under == ("alone", *SIDED)
    assert game.rules["count.each"].under == ("alone", "misery")
    assert game.rules["play.follow_suit"].under == ()
    assert game.by_contract and not LIBRARY.load("fft-4").by_contract


def test_a_change_of_under_reaches_a_rule_and_is_taken_back(tmp_path: Path) -> None:
    where = "changes:\n  play.overtrump: {under: [garde], because: Harder.}\n"
    changed = Library([child(tmp_path, where)]).load("child").rules["play.overtrump"]
    assert changed.under == ("garde",) and changed.history[-1].params == ("under",)
    assert changed.evidence == "house"
    grandchild = tmp_path / "grandchild.yaml"
    rest = "changes:\n  play.overtrump: {under: [], because: Always.}\n"
    head = f"format: 1\nid: grandchild\ntitle: Grandchild\nextends: {tmp_path}/child.yaml\nevidence: house\nbecause: A test.\n"
    grandchild.write_text(head + rest, encoding="utf-8")
    assert Library([grandchild]).load("grandchild").rules["play.overtrump"].under == ()


def test_an_option_may_change_under(tmp_path: Path) -> None:
    option = tmp_path / "soft.yaml"
    option.write_text(
        "format: 1\nid: soft\ntitle: Soft\nbecause: A test.\nchanges:\n  play.overtrump: {under: [garde]}\n",
        encoding="utf-8",
    )
    ruleset = Library([option]).load("fft-4+soft")
    assert ruleset.rules["play.overtrump"].under == ("garde",)
    clash = tmp_path / "hard.yaml"
    clash.write_text(
        option.read_text(encoding="utf-8").replace("soft", "hard").replace("[garde]", "[prise]"), encoding="utf-8"
    )
    with pytest.raises(LoadError, match=r"both alter play\.overtrump\.under"):
        Library([option, clash]).load("fft-4+soft+hard")


def test_contracts_that_a_child_drops_leave_under(tmp_path: Path) -> None:
    parent = tmp_path / "parent.yaml"
    changes = "changes:\n  play.overtrump: {under: [few], because: A test.}\ngroups: {few: [prise, garde]}\n"
    head = "format: 1\nid: parent\ntitle: Parent\nextends: fft-4\nevidence: house\nbecause: A test.\n"
    parent.write_text(head + changes, encoding="utf-8")
    dropped = (
        "changes:\n  score.multiplier: {params: {by: {garde: 2}}, because: A test.}\ndrops: {bid.prise: Not played.}\n"
    )
    assert Library([child(tmp_path, dropped, str(parent))]).load("child").rules["play.overtrump"].under == ("garde",)
    both = dropped.replace("bid.prise: Not played.", "bid.prise: Not played., bid.garde: Not played.").replace(
        "garde: 2", "garde_sans: 4"
    )
    with pytest.raises(LoadError, match=r"play\.overtrump is in force under no contract that is left") as caught:
        Library([child(tmp_path, both, str(parent))]).load("child")
    assert "drop play.overtrump as well" in str(caught.value)


WRONG = {
    "changes:\n  play.overtrump: {under: [gard], because: A test.}\n": ("there is no contract 'gard'", "garde"),
    "changes:\n  bid.higher: {under: [garde], because: A test.}\n": (
        "bid.higher cannot differ by contract",
        "leave `under` out",
    ),
    "changes:\n  deal.cut: {under: [garde], because: A test.}\n": (
        "deal.cut cannot differ by contract",
        "leave `under` out",
    ),
    "changes:\n  void.petit_sec: {under: [garde], because: A test.}\n": (
        "void.petit_sec cannot differ",
        "leave `under` out",
    ),
    "changes:\n  match.totals: {under: [garde], because: A test.}\n": (
        "match.totals cannot differ",
        "leave `under` out",
    ),
    "groups: {few: []}\n": ("the group 'few' names no contract", "name contracts"),
    "groups: {garde: [prise]}\n": ("the group 'garde' has the name of a contract", "another name"),
    "groups: {few: [prize]}\n": ("there is no contract 'prize'", "prise"),
    "changes:\n  play.overtrump: {under: [garde]}\n": ("changes play.overtrump without a source", "because"),
    "changes:\n  play.highest_wins: {under: [garde], because: A test.}\n": (
        "under prise, garde sans, garde contre: no rule says who wins a trick",
        "highest_wins",
    ),
    "changes:\n  count.sides: {under: [garde], because: A test.}\n": (
        "no rule says whose cards are counted",
        "taker_against_defence",
    ),
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text.split(" because")[0].strip().replace("\n", ""))
def test_what_does_not_fit_is_refused_with_its_place(text: str, tmp_path: Path) -> None:
    path = child(tmp_path, text)
    with pytest.raises(LoadError) as caught:
        Library([path]).load("child")
    message, hint = WRONG[text]
    assert message in str(caught.value) and hint in str(caught.value)
    assert all(problem.place and problem.place.file == str(path) for problem in caught.value.problems)


def test_a_game_without_contracts_has_none_to_name(tmp_path: Path) -> None:
    path = child(tmp_path, "changes:\n  play.follow_suit: {under: [garde], because: A test.}\n", "early-17c")
    with pytest.raises(LoadError, match=r"play\.follow_suit is in force under a contract, and there are none"):
        Library([path]).load("child")


# ---------------------------------------------------------------- the rules in force


def test_the_index_is_the_same_where_contracts_make_no_difference() -> None:
    french = Engine(LIBRARY.load("fft-4"))
    assert all(french.index.under(contract) is french.index for contract in (None, *french.index.ranking))
    assert french.scorer.under("garde") is french.scorer


def test_each_contract_has_its_rules(engine: Engine) -> None:
    index = engine.index
    assert index.under("alone") is index.under("alone").under("alone") is not index
    assert index.under("misery").under("prise") is index.under("prise")
    overtrumps = {name for name in CONTRACTS if "play.overtrump" in index.under(name).mechanisms}
    assert overtrumps == {*CONTRACTS} - {"misery"}
    assert [rule for rule in index.under(None).mechanisms if engine.ruleset.rules[rule].under] == []
    assert [engine.scorer.under(name).has_sides for name in CONTRACTS] == [False, False, True, True, True, True]


def test_legal_asks_the_rules_of_the_contract(engine: Engine) -> None:
    deck = engine.ruleset.deck
    held, played = deck.parse("T5 T12 T1"), deck.parse("H3 T8")

    def allowed(contract: str) -> str:
        state = trick_position(engine, held, played, contract=contract)
        return " ".join(card.code for card in deck.set(engine.legal(state).cards))

    assert allowed("garde") == allowed("Alone") == "T12"
    assert allowed("misery") == "T5 T12"
    with pytest.raises(NotationError, match="the rules of by-contract differ by contract") as caught:
        trick_position(engine, held, played)
    assert "alone, misery, prise" in str(caught.value)
    with pytest.raises(NotationError, match="has no contract 'gard'"):
        trick_position(engine, held, played, contract="gard")


# ---------------------------------------------------------------- deals


def test_deals_of_every_contract_are_played_scored_and_explained(engine: Engine) -> None:
    played = dict.fromkeys(CONTRACTS, 0)
    for seed in range(DEALS):
        end = random_deal(engine, seed, CONTRACTS[seed % len(CONTRACTS)]).state
        assert end.result is not None
        contract = end.auction.contract
        if end.result.void or contract is None:
            continue
        played[contract] += 1
        sided = contract in SIDED
        assert len(end.result.sheets) == (1 if sided else 4)
        assert bool(end.result.settlement) is sided
        assert {sheet.outcome.contract for sheet in end.result.sheets} == {contract}
        if sided:
            assert sum(end.result.scores) == 0
        elif contract == "alone":
            assert sum(end.result.scores) == 72
        else:
            talon = end.deck.halves_of(end.side_piles[1])
            assert sum(end.result.scores) == -Fraction(end.deck.halves - talon, 2)
            assert all(score <= 0 for score in end.result.scores)
        rules = {line.rule for sheet in end.result.sheets for line in sheet.lines}
        assert all(engine.ruleset.rules[rule].in_force(contract) for rule in rules)
    assert all(played.values())


def test_no_rule_of_another_contract_has_a_finding(engine: Engine) -> None:
    rng = random.Random(3)
    for seed, contract in enumerate(CONTRACTS):
        deal = random_deal(engine, seed, contract)
        for move in deal.moves:
            verdicts = [move.verdict]
            if move.before.phase is Phase.PLAY and rng.random() < 0.2:
                verdicts.append(engine.check(move.before, engine.legal(move.before).random(rng)))
            for verdict in verdicts:
                for finding in verdict.findings:
                    rule = engine.ruleset.rules.get(finding.rule)
                    assert rule is None or rule.in_force(move.before.auction.contract)
                    assert str(engine.because(finding, str))


def test_a_view_allows_what_the_state_allows(engine: Engine) -> None:
    for seed, contract in enumerate(CONTRACTS * 3):
        for move in random_deal(engine, 50 + seed, contract).moves:
            state = move.before
            assert state.turn is not None
            seen, whole = engine.legal(state.view(state.turn)), engine.legal(state)
            assert (seen.cards, seen.bids, seen.declarations) == (whole.cards, whole.bids, whole.declarations)


def test_saved_states_are_played_on_by_the_rules_of_their_contract(engine: Engine) -> None:
    for contract in CONTRACTS:
        deal = random_deal(engine, 11, contract)
        for move in deal.moves[::9]:
            restored: State = engine.restore(json.loads(json.dumps(state_as_data(move.before))))
            assert engine.legal(restored).words() == engine.legal(move.before).words()
        over = engine.restore(json.loads(json.dumps(state_as_data(deal.state))))
        assert over.result == deal.state.result


def recorded(engine: Engine, deal: Deal) -> Record:
    """The record of a deal from the dealt hands on."""
    data = {"format": 1, "id": "a-deal", "ruleset": engine.ruleset.id, "title": "A deal", **deal_record(deal)}
    return Record(ExampleFile.model_validate(data))


@pytest.mark.parametrize("name", ["by-contract", "klop"])
def test_a_deal_comes_out_of_its_record_as_it_was(name: str, library: Library) -> None:
    engine = Engine(library.load(name))
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, 4))
    for seed, contract in enumerate((*engine.index.ranking, "pass")):
        deal = finished(simulator.start(seed, 0), contract)
        if deal.state.result is None or deal.state.result.void:
            continue
        assert deal.state.auction.contract == ("klop" if contract == "pass" else contract)
        done = replay(recorded(engine, deal), engine)
        assert done.end == deal.state
        under = replay_under(done, engine, POLICIES["stop"])
        assert under.end == deal.state and not under.deviations
        page = render.markdown(annotate(done))
        assert ("Cards won" in page) is (contract in ("alone", "pass"))


def test_klop_has_no_taker(library: Library) -> None:
    engine = Engine(library.load("klop"))
    end = random_deal(engine, 4, "pass").state
    assert (end.auction.contract, end.auction.taker) == ("klop", None)
    assert end.result is not None and len(end.result.sheets) == 4 and sum(end.result.scores) == 72
    over = engine.restore(json.loads(json.dumps(state_as_data(end))))
    assert over.result == end.result
    assert "klop" in render.markdown(describe_rulebook(engine.ruleset, library))


# ---------------------------------------------------------------- typed results


def refuse(code: str, message: str, _path: object, hint: str | None) -> None:
    raise LoadError.of(code, message, None, hint)


def test_a_typed_result_is_scored_by_the_rules_of_its_contract(game: Ruleset) -> None:
    scorer, seats = Scorer.of(game), ("S", "E", "N", "W")
    sided = ResultFile.model_validate({"taker": "S", "contract": "prise", "points": "56", "honours": "1"})
    (outcome,) = outcomes_of(sided, scorer, game.deck, seats, refuse)
    assert scorer.result([outcome], 4)[0].scores == tuple(map(Fraction, (90, -30, -30, -30)))
    codes = [card.code for card in game.deck.cards[:72]]
    ends = (0, 20, 40, 56, 72)
    piles = {seat: codes[ends[i] : ends[i + 1]] for i, seat in enumerate(seats)}
    for contract, sums in (
        ("alone", 72),
        ("misery", -Fraction(game.deck.halves_of(game.deck.mask(game.deck.cards[:72])), 2)),
    ):
        alone = ResultFile.model_validate({"contract": contract, "piles": piles})
        assert sum(scorer.result(outcomes_of(alone, scorer, game.deck, seats, refuse), 4)[0].scores) == sums


def test_a_typed_result_without_a_contract_is_asked_for_it(game: Ruleset) -> None:
    scorer = Scorer.of(game)
    with pytest.raises(LoadError, match="the contract decides by which rules a result is scored") as caught:
        outcomes_of(
            ResultFile.model_validate({"points": "56", "honours": "1"}), scorer, game.deck, ("S", "E", "N", "W"), refuse
        )
    assert "alone, misery, prise" in str(caught.value)
    with pytest.raises(LoadError, match="has no contract 'gard'"):
        scorer.for_result("gard")
    pile = outcome_of_pile(scorer.for_result("misery"), game.deck.mask(game.deck.cards[:4]), refuse, {})
    assert pile is not None and pile.contract == "misery"


# ---------------------------------------------------------------- pages and the command line


def test_the_rule_page_says_under_which_contracts(game: Ruleset, library: Library) -> None:
    page = render.markdown(describe_rulebook(game, library))
    assert "In [Alone](#bid-alone) and [Misery](#bid-misery).\n" in page
    assert "| [Misery](#bid-misery) | − card points |" in page
    block = describe_rule(game, game.rules["play.overtrump"], library)
    assert [str(change) for change in block.changes] == [
        "Unlike the federation's game for four: Contracts under which it holds: alone, prise, garde, garde sans, garde contre (there always)."
    ]
    first = block.body[0]
    assert isinstance(first, Paragraph) and str(first.text) == "In all contracts but Misery."
    data = rulebook_data(game, game.rules.values())["rules"]
    under = {rule["id"]: rule.get("under") for rule in data}
    assert under["count.each"] == ["alone", "misery"] and under["play.follow_suit"] is None


@pytest.mark.parametrize(
    ("name", "rows", "others"),
    [
        (
            "cego-parlett",
            [
                "In a Cego the declarer keeps any two cards of the hand, and lays the nine others away, face down.",
                "In Cego, Two blanks and Two different: A declarer who has kept two cards has one too many, and lays it away as well.",
                "In One blank, Two blanks and Two different the declarer leads to the first trick.",
                "In One blank, Two blanks and Two different: A card that lies face up is the lowest of its suit,",
            ],
            "In Cego: In a Cego",
        ),
        (
            "slovenian-pagat-3",
            [
                "In two: The talon is turned up in three parts of two cards.",
                "In one: The six cards of the talon are turned up.",
            ],
            "In two: In",
        ),
        (
            "koenigrufen-ooe-2023",
            [
                "In a Piccolo or Bettel, also ouvert, the declarer leads to the first trick.",
                "In Bettel and Bettel ouvert: The play of a Bettel ends when the declarer has won a trick.",
                "In a Farbendreier or Farbensolo tarocks are a suit like the others, and beat no card of another suit.",
            ],
            "Trischaken: In Trischaken",
        ),
    ],
)
def test_a_row_names_the_contracts_of_rules_that_do_not_name_them(
    name: str, rows: list[str], others: str, library: Library
) -> None:
    sentences = [str(row[-1]) for row in describe_course(RuleIndex(library.load(name))).rows]
    assert all(any(said.startswith(row) for said in sentences) for row in rows), sentences
    assert not any(others in said for said in sentences)


def test_a_difference_of_under_is_a_difference_of_the_rule(library: Library) -> None:
    rulesets = [library.load("fft-4"), library.load("overtrump-in-garde")]
    (found,) = (each for each in compare_rules(rulesets) if each.of_rule)
    assert found.rule == "play.overtrump" and found.kinds == ("values", "words")
    assert found.params == (("under", ("always", ["garde", "garde_sans"])),)
    assert found.state(0) != found.state(1)


def test_legal_and_score_take_the_contract(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(library.load("by-contract").place.file)
    hand = ("--hand", "T5 T12 T1", "--trick", "H3 T8")
    code, out, _err = run(capsys, "legal", path, *hand, "--contract", "misery", "--json")
    assert code == 0 and json.loads(out)["allowed"] == ["T5", "T12"]
    code, _out, error = run(capsys, "legal", path, *hand)
    assert code == 1 and "differ by contract" in error and "legal.contract" in error
    code, out, _err = run(capsys, "score", path, "--contract", "misery", "--pile", "SR T3 H2 H4", "--json")
    assert code == 0 and json.loads(out)["scores"] == {"player": -6}
    code, out, _err = run(capsys, "score", path, "--contract", "prise", "--points", "56", "--honours", "1", "--json")
    assert code == 0 and json.loads(out)["scores"]["taker"] == 90
    code, _out, error = run(capsys, "score", path, "--points", "56", "--honours", "1")
    assert code == 1 and "the contract decides" in error
    code, _out, error = run(capsys, "score", path, "--contract", "prise", "--pile", "SR T3 H2 H4")
    assert code == 1 and "sides are counted" in error
