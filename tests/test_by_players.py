"""Numbers of cards by the number of players: read, refused where they do not fit, dealt and put into words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.rules import rule_text
from tests.helpers import run

HEAD = "format: 1\nid: child\ntitle: Child\nevidence: house\nbecause: A test.\n"


def child(folder: Path, parent: str, text: str) -> Path:
    path = folder / "child.yaml"
    path.write_text(f"{HEAD}extends: {parent}\nchanges:\n{text}", encoding="utf-8")
    return path


HANDS = "  deal.hands: {because: A test., params: {cards: {2: 25, 3: 18, 4: 13, 5: 11, 6: 12}}}\n"
PACKETS = """
  deal.packets:
    because: A test.
    params: {hand: {4: 19}, packet: {4: [6, 6, 7]}, talon: {4: 2}}
"""


def test_each_number_of_players_has_its_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = child(tmp_path, "early-17c", HANDS)
    engine = Engine(Library().load(str(path)))
    for players, number in {2: 25, 3: 18, 4: 13, 5: 11, 6: 12}.items():
        deal = engine.index.deals.deal(engine.ruleset.deck.cards, 1, players, ())
        assert [hand.bit_count() for hand in deal.hands] == [number] * players
    words = str(rule_text(engine.ruleset, engine.ruleset.rules["deal.hands"]))
    assert "is dealt 25 (2 players), 18 (3), 13 (4), 11 (5) or 12 (6) cards" in words
    code, out, _err = run(capsys, "check", str(path), "--play", "20")
    assert code == 0 and "sound" in out
    described = json.loads(run(capsys, "mechanisms", "deal_hands", "--json")[1])
    parameter = described[0]["parameters"][0]
    assert "{a number of players: a whole number from 1 to 1000}" in parameter["values"]


def test_packets_of_a_hand_may_differ(tmp_path: Path) -> None:
    engine = Engine(Library().load(str(child(tmp_path, "piedmont-4", PACKETS))))
    deals, deck = engine.index.deals, engine.ruleset.deck
    layout = deals.deal(deck.cards, 1, 4, ())
    assert [hand.bit_count() for hand in layout.hands] == [19] * 4 and layout.talon.bit_count() == 2
    second = [deck.cards.index(card) for card in deck.set(layout.hands[1])]
    assert sorted(second) == [*range(6), *range(24, 30), *range(48, 55)]


def test_packets_that_differ_need_no_number_of_players(tmp_path: Path) -> None:
    packets = "  deal.packets: {because: A test., params: {packet: [5, 10, 10]}}\n"
    engine = Engine(Library().load(str(child(tmp_path, "scarto", packets))))
    layout, deck = engine.index.deals.deal(engine.ruleset.deck.cards, 0, 3, ()), engine.ruleset.deck
    first = [deck.cards.index(card) for card in deck.set(layout.hands[0])]
    assert sorted(first) == [*range(5), *range(15, 25), *range(45, 55)]


@pytest.mark.parametrize(
    ("parent", "text", "said"),
    [
        ("early-17c", HANDS.replace("5: 11, ", ""), "`cards` says nothing of 5 players"),
        ("early-17c", HANDS.replace("2: 25", "7: 8, 2: 25"), "has no number of players '7'"),
        ("early-17c", HANDS.replace("6: 12", "6: 14"), "6 hands of 14 cards need more than the pack's 78 cards"),
        ("early-17c", HANDS.replace("3: 18", "3: many"), "'many' is not a whole number"),
        ("piedmont-4", PACKETS.replace("6, 6, 7", "6, 6, 6"), "packets of 6, 6 and 6 cards make 18, and a hand has 19"),
        ("piedmont-4", PACKETS.replace("[6, 6, 7]", "6"), "19 cards cannot be dealt 6 at a time"),
        ("piedmont-4", PACKETS.replace("[6, 6, 7]", "[]"), "packet"),
        ("piedmont-4", PACKETS.replace("[6, 6, 7]", "{a: 6}"), "or a list of such numbers, not entries"),
        ("piedmont-4", PACKETS.replace("{4: 19}", "[19]"), "or one for each number of players, not a list"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parent: str, text: str, said: str
) -> None:
    path = child(tmp_path, parent, text)
    code, _out, err = run(capsys, "check", str(path))
    assert code == 1 and said in err and f"{path.name}:" in err, err
