"""The compiled kernel against the engine: the same deals, card by card, trick by trick, and in what they score."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from pydantic import create_model

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.mechanisms import find
from tarot_teach.rules import Ruleset
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel import Misfit, kernel_for
from tarot_teach.topics.simulate.kernel.build_tables import build_tables
from tarot_teach.topics.simulate.kernel.kernel import Kernel
from tarot_teach.topics.simulate.kernel.playable import BETWEEN_DEALS, EACH_ALONE, KNOWN_MECHANISMS, WITH_TAKER
from tarot_teach.topics.simulate.players import RandomPlayer
from tarot_teach.topics.simulate.task import Task
from tests.helpers import LIBRARY, STACKS
from tests.made_up import RULESETS, without

DEALS = int(os.environ.get("KERNEL_DEALS", "15"))
"""The number of deals for each ruleset and way of playing, from number ``FROM`` on: 500 of each are over 20,000 in all, and ``.ci/run`` plays
them in twenty portions."""
FROM = int(os.environ.get("KERNEL_FROM", "0"))


class Way(NamedTuple):
    """A way of playing: players by name, and whether the lowest contract is played without an auction."""

    players: tuple[str, ...]
    fixed: bool = False


WAYS = (Way(("random",)), Way(("simple",)), Way(("random",), fixed=True))


def simulator(name: str, way: Way) -> DealSimulator:
    lowest = Engine(LIBRARY.load(name)).index.ranking[0] if way.fixed else None
    return DealSimulator.of(LIBRARY, name, way.players, lowest)


def compiled(simulator: DealSimulator) -> Kernel:
    kernel = kernel_for(simulator)
    assert isinstance(kernel, Kernel)
    return kernel


def assert_same(name: str, way: Way, deals: int, seed: int) -> None:
    assert_alike(simulator(name, way), f"{name}, {way}", deals, seed)


def assert_alike(played: DealSimulator, name: str, deals: int, seed: int) -> None:
    kernel = compiled(played)
    for number in range(FROM, FROM + deals):
        found = kernel.difference(seed, number)
        assert not found, f"{name}, seed {seed}, deal {number}: {found}"


REFUSED = {
    "scarto": "deal.packets uses the mechanism 'hands_and_talon'",
    "slovenian-pagat": "deal.packets uses the mechanism 'hands_and_talon'",
    "slovenian-pagat-3": "deal.packets uses the mechanism 'hands_and_talon'",
    "point-tarock": "deal.packets uses the mechanism 'hands_and_talon'",
    "tapp-classical": "deal.packets uses the mechanism 'hands_and_talon'",
    "koenigrufen-sauwald-2019": "deal.packets uses the mechanism 'hands_and_talon'",
    "koenigrufen-tirol-2020": "deal.packets uses the mechanism 'hands_and_talon'",
    "koenigrufen-ooe-2023": "deal.packets uses the mechanism 'hands_and_talon'",
    "dreiertarock-mayr": "deal.packets uses the mechanism 'hands_and_talon'",
    "dreiertarock-st-louis": "deal.packets uses the mechanism 'hands_and_talon'",
    "strohmandeln-mayr": "deal.packets uses the mechanism 'hands_and_heaps'",
    "strohmandeln-wz-2007": "deal.packets uses the mechanism 'hands_and_heaps'",
    "paskievics-2018": "deal.packets uses the mechanism 'hands_and_talon'",
    "zwanzigerrufen": "uses the mechanism 'none_or_lone'",
    "hombre-1674": "deal.packets uses the mechanism 'hands_and_talon'",
    "hombre-blog": "deal.packets uses the mechanism 'hands_and_talon'",
    "tresillo": "deal.packets uses the mechanism 'hands_and_talon'",
    "burro": "deal.hands uses the mechanism 'hands_and_stock'",
    "burro-portuguese": "deal.hands uses the mechanism 'hands_and_stock'",
    "casita-robada": "deal.hands uses the mechanism 'hands_and_stock'",
    "sicilian-3": "deal.packets uses the mechanism 'hands_and_talon'",
    "piedmont-4": "deal.partners uses the mechanism 'partners_opposite'",
    "troccas-1962": "deal.partners uses the mechanism 'partners_opposite'",
    "minchiate": "deal.partners uses the mechanism 'partners_opposite'",
    "ottocento": "the Bolognese tarot pack of 62 cards does not fit its tables",
    "karnoeffel-reconstructed": "deal.partners uses the mechanism 'partners_opposite'",
    "marolles": "deal.packets uses the mechanism 'hands_and_talon'",
    "troggu": "deal.packets uses the mechanism 'hands_and_talon'",
    "cego-parlett": "deal.packets uses the mechanism 'hands_and_talon'",
    "tapp-meyers-1909": "deal.packets uses the mechanism 'hands_and_talon'",
    "bavarian-tarock": "deal.packets uses the mechanism 'hands_and_talon'",
    "danish-2011": "deal.packets uses the mechanism 'hands_and_talon'",
    "ruff-and-honours": "deal.partners uses the mechanism 'partners_opposite'",
}
"""Shipped rulesets that the kernel does not play, and words of the reason."""
PLAYED = [name for name in LIBRARY.ids() if name not in REFUSED]
"""Shipped rulesets that the kernel plays."""


@pytest.mark.parametrize("name", REFUSED)
def test_kernel_refuses_other_rulesets_by_name(name: str) -> None:
    misfit = kernel_for(simulator(name, WAYS[0]))
    assert isinstance(misfit, Misfit) and REFUSED[name] in misfit.reason


def has_bids(name: str) -> bool:
    return bool(Engine(LIBRARY.load(name)).index.ranking)


@pytest.mark.parametrize(
    ("name", "way"),
    [(name, way) for name in PLAYED for way in WAYS if has_bids(name) or not way.fixed],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.players) + "-fixed" * value.fixed,
)
def test_kernel_plays_every_ruleset_as_the_engine_does(name: str, way: Way) -> None:
    assert_same(name, way, DEALS, seed=2026)


@pytest.mark.parametrize("name", STACKS)
def test_kernel_plays_house_rules_as_the_engine_does(name: str) -> None:
    for way in WAYS[:2]:
        assert_same(name, way, 25, seed=1)


def test_discarded_trumps_count_for_a_handful(made_up: Library) -> None:
    """The taker has eleven trumps in deals 5 and 313 of seed 7, lays four away, and may show ten."""
    kernel = compiled(DealSimulator.of(made_up, "any-discard", ("random",), "prise"))
    assert [kernel.difference(7, number) for number in (5, 313)] == ["", ""]


@pytest.mark.parametrize("name", [name for name, made in RULESETS.items() if not made.kernel and not made.refused])
def test_kernel_plays_made_up_rulesets_as_the_engine_does(name: str, made_up: Library) -> None:
    """Packs, score lines and dropped rules that no shipped ruleset has: what the kernel does not refuse it plays alike."""
    lowest = next(iter(Engine(made_up.load(name)).index.ranking), None)
    ways = [(("random",), None), (("simple",), None), *([(("random",), lowest)] if lowest else [])]
    for players, contract in ways:
        deals = max(2, DEALS // 6)
        assert_alike(
            DealSimulator.of(made_up, name, players, contract), f"{name}, {players}, {contract}", deals, seed=7
        )


@pytest.mark.parametrize("name", [name for name, made in RULESETS.items() if made.kernel])
def test_kernel_refuses_made_up_rulesets_with_the_reason(name: str, made_up: Library) -> None:
    engine = Engine(made_up.load(name))
    misfit = kernel_for(DealSimulator(engine, [RandomPlayer(engine)] * len(engine.seats())))
    assert isinstance(misfit, Misfit)
    assert RULESETS[name].kernel in misfit.reason


WITHOUT = {
    "play.highest_wins": "no rule that it knows says who wins a trick",
    "talon.shown": "no rule that it knows says what becomes of the talon in a prise",
    "bid.all_pass": "nobody becomes the taker by rules that it knows",
    "score.settlement": "no rule that it knows says who pays whom",
    "count.sides": "which the kernel knows only in games of a taker against a defence",
}


@pytest.mark.parametrize("rule", WITHOUT)
def test_kernel_refuses_rulesets_that_lack_a_rule(rule: str) -> None:
    misfit = tables_for(without(LIBRARY.load("fft-4"), rule))
    assert isinstance(misfit, Misfit) and WITHOUT[rule] in misfit.reason


def test_kernel_refuses_rules_that_it_would_ask_in_another_order() -> None:
    """Cards that may never be laid away, after those of the last resort; and a lead bonus where all play alone."""
    ruleset = LIBRARY.load("fft-4")
    rules = {id: rule for id, rule in ruleset.rules.items() if id != "discard.never"}
    misfit = tables_for(replace(ruleset, rules={**rules, "discard.never": ruleset.rule("discard.never")}))
    assert misfit == Misfit("a rule for the last resort stands before one of cards that may never be laid away")
    early = LIBRARY.load("early-17c")
    bonus = ruleset.rule("score.last_trick_bonus")
    misfit = tables_for(replace(early, rules={**early.rules, bonus.id: bonus}))
    assert isinstance(misfit, Misfit) and "only in games of a taker against a defence" in misfit.reason


@pytest.mark.parametrize("name", ["fft-4+misere+petit-chelem", "fft-5+call-after-ecart+petit-imprenable", "early-17c"])
def test_a_parameter_more_is_refused_whichever_mechanism_gets_it(name: str) -> None:
    ruleset = LIBRARY.load(name)
    for rule in ruleset.rules.values():
        model = create_model("More", __base__=type(rule.params), more=(int, 0))
        altered = replace(rule, params=model.model_validate(rule.params.model_dump()))
        misfit = tables_for(replace(ruleset, rules={**ruleset.rules, rule.id: altered}))
        if {*find(rule.step, rule.mechanism).__bases__} <= {*BETWEEN_DEALS}:  # it bears on no deal
            assert not isinstance(misfit, Misfit)
            continue
        assert isinstance(misfit, Misfit)
        assert (
            misfit.reason == f"{rule.id} sets 'more', a parameter of {rule.mechanism!r} that the kernel does not know"
        )


def test_a_value_more_of_a_known_parameter_is_refused() -> None:
    ruleset = LIBRARY.load("fft-4")
    rule = ruleset.rule("play.excuse_unpaid")
    altered = replace(rule, params=rule.params.model_copy(update={"then": "shared"}))
    misfit = tables_for(replace(ruleset, rules={**ruleset.rules, rule.id: altered}))
    assert misfit == Misfit("play.excuse_unpaid sets 'then' to 'shared', which the kernel does not know")


def tables_for(ruleset: Ruleset) -> object:
    engine = Engine(ruleset)
    return build_tables(engine, [RandomPlayer(engine)] * len(engine.seats()), None)


def test_what_the_kernel_lists_there_is() -> None:
    """No entry of a mechanism that has gone, and each parameter of those that are listed."""
    for name, known in KNOWN_MECHANISMS.items():
        mechanism = find(*name.split("."))
        assert set(mechanism.Params.model_fields) <= set(known.params), name
        assert known.game in ("", WITH_TAKER, EACH_ALONE)


def test_mixed_tables_are_played_alike() -> None:
    assert_same("fft-5", Way(("simple", "random", "simple", "random", "random")), 40, seed=3)


SLAM_WITH_EXCUSE = (
    "SR SD SC HR HD HC DR DD DC CR CD CC EX",  # the best of every suit: all follow until the last trick
    "SV S10 S9 HV H10 H9 DV D10 D9 CV C10 C9 T1",
    "S8 S7 S6 S5 H8 H7 H6 D8 D7 D6 C8 C7 C6",
    "S4 S3 S2 H5 H4 H3 H2 D5 D4 D3 C5 C4 C3",
)


@pytest.mark.parametrize("by", ["trick", "card"])
@pytest.mark.parametrize("shift", [True, False, "card"])
def test_slam_with_the_excuse_and_the_petit_in_the_last_trick_ends_alike(
    by: str, shift: bool | str, made_up: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The taker holds the highest cards of each suit and the Excuse; the Petit, the only trump in a hand, can fall in the last
    trick alone. The cards are laid out at the kernel's table and at the engine's."""
    ruleset = made_up.load("three-trumps")
    rule = ruleset.rule("score.last_trick_bonus")
    altered = replace(rule, params=rule.params.model_copy(update={"by": by, "slam_shift": shift}))
    engine = Engine(replace(ruleset, rules={**ruleset.rules, rule.id: altered}))
    played = DealSimulator(engine, [RandomPlayer(engine)] * 4, "garde_sans")
    kernel, deck = compiled(played), engine.ruleset.deck
    hands = [deck.mask(deck.parse(hand)) for hand in SLAM_WITH_EXCUSE]
    from tarot_teach.topics.simulate.kernel import batches

    opened = batches._open

    def laid_out(rules: object, tables: np.ndarray, seed: int, first: int) -> None:
        opened(rules, tables, seed, first)
        for name, masks in (("hands", hands), ("kept", [deck.all & ~sum(hands)])):
            for seat, mask in enumerate(masks):
                tables[name][:, seat] = mask.to_bytes(16, "little")

    monkeypatch.setattr(batches, "_open", laid_out)
    monkeypatch.setattr(DealSimulator, "hands", lambda *_deal: tuple(hands))
    ended = 0
    for number in range(60):
        state = played.play(9, number).state
        last = state.tricks[-1]
        if last.rule == "play.excuse_slam" and last.trick.mask & deck.marks["petit"]:
            ended += 1
            (sheet,) = state.result.sheets
            assert sheet.outcome.facts.spelled().get("score.last_trick_bonus") == ("taker" if by == "trick" else None)
            assert kernel.difference(9, number) == ""
    assert ended


def test_every_card_counts_in_a_task_played_either_way() -> None:
    task = Task(("enc2011-4", "enc2020-4", "fft-4"), ("simple",), seed=5)
    by_engine = Task(task.rulesets, task.players, task.seed, kernel=False)
    assert [runner.misfit for runner in task.runners()] == [None] * 3
    assert task.play(100, 60) == by_engine.play(100, 60)
    assert by_engine.play(0, 20).deals == 20


def test_a_players_class_of_ones_own_is_left_to_the_engine() -> None:
    class Own(RandomPlayer):
        name = "own"

    engine = Engine(LIBRARY.load("fft-4"))
    misfit = kernel_for(DealSimulator(engine, [Own(engine)] * 4))
    assert misfit == Misfit("the player 'own' is not one of the kernel's")


def test_a_mechanism_of_ones_own_is_left_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(LIBRARY.load("fft-4"))
    rule = engine.index.narrows[0]
    monkeypatch.setattr(type(rule), "__module__", "somebody.elses")
    misfit = build_tables(engine, [RandomPlayer(engine)] * 4, None)
    assert isinstance(misfit, Misfit)
    assert "play.follow_suit uses the mechanism 'must_follow_suit'" in misfit.reason


def test_without_numba_the_engine_plays_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    misfit = kernel_for(simulator("fft-4", WAYS[0]))
    assert isinstance(misfit, Misfit)
    assert "pip install 'tarot-teach[fast]'" in misfit.reason


def test_every_shipped_ruleset_has_tables() -> None:
    assert all(isinstance(kernel_for(simulator(name, WAYS[1])), Kernel) for name in PLAYED)


def test_results_of_compiled_code_are_plain_numbers() -> None:
    kernel = compiled(simulator("early-17c", WAYS[0]))
    played = kernel.play(1, 0, 10)
    assert len(played.of) == 10
    assert all(type(number) is int for number in played.of)
    assert np.asarray(played.of).max() == len(played.endings) - 1


def test_a_difference_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison finds what is played otherwise: plays, winners, cards captured, endings."""
    played = simulator("fft-4", WAYS[0])
    kernel = compiled(played)
    number = next(n for n in range(20) if kernel.trace(1, n).plays)
    seen = kernel.trace(1, number)
    seat, cards, card = seen.plays[0]
    wrong = [
        (seen._replace(plays=[(seat, cards, card + 1), *seen.plays[1:]]), "play 1 of the deal"),
        (seen._replace(winners=[4, *seen.winners[1:]]), "the winners of the tricks"),
        (seen._replace(won=[0, 0, 0, 0]), "the cards captured"),
        (seen._replace(ending=replace(seen.ending, row=seen.ending.row._replace(halves=1))), "the ending, DealRow("),
    ]
    for other, printed in wrong:
        monkeypatch.setattr(Kernel, "trace", lambda *_args, other=other: other)
        assert kernel.difference(1, number).startswith(printed)
