"""The mechanism ``card_order``: another order of the cards, everywhere or under contracts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.explain.laid_trick import lay_trick
from tarot_teach.explain.rule_words import rule_words
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.table import Bid, Play
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel.build_tables import Misfit, build_tables
from tarot_teach.topics.simulate.players import RandomPlayer, SimplePlayer

PACK = """\
format: 1
id: pack-of-house
title: pack of the house
extends: tarot-78
changes:
  variants: {colour: {power: none}}
  as_trumps: {hearts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, V, C, D, R, S1]}
cards: 78
total: 91
"""
RULESET = """\
format: 1
id: house
title: House
extends: fft-4
deck: pack-of-house
evidence: house
because: A test.
adds:
"""


def rule(id: str, params: str, under: str = "") -> str:
    return (
        f"  play.{id}: {{mechanism: card_order, params: {params}, title: Order{under and ', under: ' + under}, "
        "evidence: house, because: A test.}\n"
    )


def loaded(folder: Path, *rules: str) -> tuple[Library, Path]:
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    path = folder / "house.yaml"
    path.write_text(RULESET + "".join(rules), encoding="utf-8")
    return library_for([path], print), path


HEARTS = rule("hearts", "{trumps: hearts}", "[garde_sans]")
COLOUR = rule("colour", "{variant: colour}", "[garde_contre]")


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    library, path = loaded(tmp_path, HEARTS, COLOUR)
    return Engine(library.load(str(path)))


def winner(engine: Engine, codes: str, contract: str) -> str:
    laid = lay_trick(engine, engine.ruleset.deck.parse(codes), contract=contract)
    return laid.trick.cards[laid.position].code


@pytest.mark.parametrize(
    ("contract", "codes", "best"),
    [
        ("garde", "S3 H2 T1 SR", "T1"),
        ("garde_sans", "S3 H2 T1 SR", "H2"),
        ("garde_sans", "HR S1 H2 T21", "S1"),
        ("garde_contre", "S3 H2 T1 SR", "SR"),
        ("garde_contre", "T3 H2 T5 SR", "T5"),
    ],
)
def test_a_contract_brings_its_order(engine: Engine, contract: str, codes: str, best: str) -> None:
    assert winner(engine, codes, contract) == best


def test_rules_ask_the_order_in_force(engine: Engine) -> None:
    deck = engine.ruleset.deck
    assert len(engine.index.orders()) == 3
    assert engine.index.order is engine.index.under("garde").order is deck.order()
    assert engine.index.under("garde").mechanisms["play.overtrump"] is engine.index.mechanisms["play.overtrump"]
    hearts = engine.index.under("garde_sans")
    assert hearts.order is deck.order("hearts")
    assert hearts.mechanisms["play.overtrump"].order is hearts.order
    rules = engine.ruleset.rules
    assert str(rule_words(engine.ruleset, rules["play.hearts"])) == "Hearts are trumps."
    assert str(rule_words(engine.ruleset, rules["play.colour"])) == "Trumps win a trick only where they follow suit."


def test_hands_follow_and_trump_under_the_order(engine: Engine) -> None:
    rng, seen = random.Random(5), set[str]()
    for seed in range(60):
        state = engine.start(seed=seed)
        while state.turn is not None:
            choices = engine.legal(state)
            order, trick, contract = engine.rules(state).order, state.trick, state.auction.contract
            if choices.cards and trick.led:
                free = choices.cards & ~engine.ruleset.deck.excuse
                hand = state.hands[state.turn] & ~engine.ruleset.deck.excuse
                follows = hand & trick.led or hand & order.trumps or hand
                assert free & ~follows == 0 and (free or not hand)
                seen.add(str(contract))
                assert engine.restore(json.loads(json.dumps(state_as_data(state)))) == state
            wanted = [Bid(state.turn, bid) for bid in choices.bids if bid in ("garde_sans", "garde_contre")]
            action = rng.choice(wanted) if wanted and rng.random() < 0.5 else choices.random(rng)
            if isinstance(action, Play):
                assert engine.check(state, action)
            state, _events = engine.apply(state, action)
        assert state.result is not None and (state.result.void or sum(state.result.scores) == 0)
    assert {"garde_sans", "garde_contre"} <= seen


def test_deals_at_random_are_sound(engine: Engine) -> None:
    assert try_deals(engine, range(12), 1, kernel=False).fault is None


def test_a_rule_without_contracts_brings_its_order_everywhere(tmp_path: Path) -> None:
    library, path = loaded(tmp_path, rule("hearts", "{trumps: hearts, variant: colour}"))
    engine = Engine(library.load(str(path)))
    assert engine.index.order is engine.ruleset.deck.order("hearts", "colour")
    assert Engine(engine.ruleset, "spades").index.order is engine.ruleset.deck.order("spades", "colour")
    said = rule_words(engine.ruleset, engine.ruleset.rules["play.hearts"])
    assert str(said) == "Hearts are trumps, which win a trick only where they follow suit."


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ("{trumps: bells}", "'bells' is no suit"),
        ("{trumps: excuse}", "has no 'excuse' among its suits"),
        ("{variant: color}", "'color' is no variant of the order"),
        ("{}", "neither trumps nor a variant is named"),
    ],
)
def test_an_order_that_the_pack_does_not_have_is_refused(tmp_path: Path, params: str, message: str) -> None:
    library, path = loaded(tmp_path, rule("hearts", params))
    with pytest.raises(LoadError, match=message):
        library.load(str(path))


def test_the_kernel_refuses_another_suit_of_trumps_by_contract_and_the_simple_player_plays_it(engine: Engine) -> None:
    found = build_tables(engine, [RandomPlayer(engine)] * 4, None)
    assert isinstance(found, Misfit)
    assert "card_order" in found.reason or "contracts" in found.reason
    simulator = DealSimulator(engine, [SimplePlayer(engine)] * 4)
    assert simulator.play(1, 0).state.result is not None


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    with pytest.raises(SystemExit) as caught:
        main([*args, "--json"])
    out, err = capsys.readouterr()
    assert not caught.value.code, err
    return json.loads(out)


def test_the_commands_take_a_contract(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _library, path = loaded(tmp_path, HEARTS, COLOUR)
    assert answer(capsys, "deck", str(path))["trumps"] == ["trumps"]
    assert answer(capsys, "deck", str(path), "--contract", "garde sans")["trumps"] == ["hearts"]
    assert not answer(capsys, "deck", str(path), "--contract", "garde_contre")["power"]
    found = answer(capsys, "trick", str(path), "--cards", "S3 H2 T1 SR", "--contract", "garde_sans")
    assert (found["winner"], found["trumps"]) == (1, ["hearts"])
    found = answer(capsys, "trick", str(path), "--cards", "S3 H2", "--contract", "garde")
    assert (found["winner"], found["complete"]) == (0, False)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--contract", "solo"), "has no contract 'solo'"),
        (("--contract", "garde", "--variant", "colour"), "--contract goes with a ruleset, and without --variant"),
    ],
)
def test_a_contract_that_there_is_not_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, args: tuple[str, ...], message: str
) -> None:
    _library, path = loaded(tmp_path, HEARTS)
    with pytest.raises(SystemExit) as caught:
        main(["deck", str(path), *args])
    assert caught.value.code in (1, 2)
    assert message in " ".join(capsys.readouterr().err.split())
