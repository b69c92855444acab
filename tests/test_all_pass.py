"""Several rules about an auction in which all pass, a first lead of the dealer, and as many cards laid away as the talon has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.table import Bid, Phase, State
from tarot_teach.topics.check.trials import try_deals

HEAD = "format: 1\nid: child\ntitle: Child\nextends: {parent}\nevidence: house\nbecause: A test.\n"
HOLDER = "  bid.holder: {{mechanism: all_pass_holder_plays, params: {{contract: {contract}, card: {card}{more}}}, title: Holder, before: bid.all_pass, because: A test.}}\n"
GAMES = [("hombre-blog", "game", "SA"), ("tresillo", "juego", "SA"), ("slovenian-pagat", "three", "T1")]


def child(folder: Path, parent: str, text: str) -> Engine:
    path = folder / "child.yaml"
    path.write_text(f"{HEAD.format(parent=parent)}{text}", encoding="utf-8")
    return Engine(Library([path]).load("child"))


def all_passed(engine: Engine, seed: int) -> tuple[State, State]:
    """A deal before and after an auction in which all pass."""
    state = engine.start(seed=seed, dealer=seed % len(engine.seats()))
    while state.phase is not Phase.BID:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    before = state
    while state.phase is Phase.BID and state.turn is not None:
        state, _events = engine.apply(state, Bid(state.turn, "pass"))
    return before, state


@pytest.mark.parametrize(("parent", "contract", "card"), GAMES)
def test_the_next_rule_decides_where_nobody_holds_the_card(
    tmp_path: Path, parent: str, contract: str, card: str
) -> None:
    engine = child(tmp_path, parent, f"adds:\n{HOLDER.format(contract=contract, card=card, more='')}")
    usual, held = Engine(Library().load(parent)), 0
    for seed in range(24):
        before, after = all_passed(engine, seed)
        holder = next((seat for seat in range(before.players) if card in str(before.hand(seat)).split()), None)
        other = all_passed(usual, seed)[1]
        expected = (other.auction.taker, other.auction.contract) if holder is None else (holder, contract)
        assert (after.auction.taker, after.auction.contract) == expected
        held += holder is not None
    assert 0 < held < 24
    words = str(engine.index.mechanisms["bid.holder"].says())
    assert words.startswith("When all pass, whoever holds ") and "void" not in words
    assert not try_deals(engine, range(20), 1).fault


def test_a_rule_for_other_numbers_of_players_leaves_it_to_the_next(tmp_path: Path) -> None:
    more = ", players: [4]"
    engine = child(tmp_path, "slovenian-pagat", f"adds:\n{HOLDER.format(contract='three', card='T1', more=more)}")
    assert all_passed(engine, 1)[1].auction.contract in ("three", "klop")
    words = str(engine.index.mechanisms["bid.holder"].says())
    assert words.startswith("With 4 players, whoever holds ")


@pytest.mark.parametrize(
    ("parent", "text", "said"),
    [
        ("tresillo", HOLDER.format(contract="juego", card="SA", more=", players: [5]"), "has no number of players '5'"),
        ("scarto", HOLDER.format(contract="juego", card="T1", more=""), "juego"),
    ],
)
def test_faults_are_refused(tmp_path: Path, parent: str, text: str, said: str) -> None:
    with pytest.raises(LoadError) as caught:
        child(tmp_path, parent, f"adds:\n{text.replace(', before: bid.all_pass', '') if parent == 'scarto' else text}")
    assert any(said in problem.message for problem in caught.value.problems), caught.value


def test_numbers_of_players_that_no_rule_is_about_are_refused(tmp_path: Path) -> None:
    changes = "changes:\n  bid.all_pass: {mechanism: all_pass_holder_plays, params: {contract: tapp, card: T22, players: [7, 8]}, because: A test.}\n"
    drops = "drops: {bid.fool_plays: no, bid.bagat_plays: no, bid.misere: no, count.each: no, score.misere: no, play.first_lead: no}\n"
    with pytest.raises(LoadError) as caught:
        child(tmp_path, "troggu", drops + changes)
    assert any("with 3 players no rule says" in problem.message for problem in caught.value.problems), caught.value


@pytest.mark.parametrize("parent", ["scarto", "hombre-1674", "slovenian-pagat"])
def test_the_dealer_leads(tmp_path: Path, parent: str) -> None:
    text = "changes:\n  play.first_lead: {mechanism: dealer_leads, params: {}, text: The dealer leads., because: A test.}\n"
    if parent == "slovenian-pagat":
        text = "adds:\n  play.dealer_first: {mechanism: dealer_leads, title: Lead, before: play.first_lead, because: A test.}\n"
    engine = child(tmp_path, parent, text)
    tried = try_deals(engine, range(12), 1)
    assert not tried.fault
    state = engine.start(seed=4, dealer=1)
    while state.phase is not Phase.PLAY and state.turn is not None:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    assert state.turn == 1 or state.result is not None


def test_as_many_cards_as_the_talon_has_are_laid_away(tmp_path: Path) -> None:
    text = "changes:\n  exchange.scarto: {params: {count: talon}, because: A test., text: '', note: ''}\n"
    engine, usual = child(tmp_path, "scarto", text), Engine(Library().load("scarto"))
    assert "as many cards as were taken" in str(engine.index.mechanisms["exchange.scarto"].says())
    assert not try_deals(engine, range(20), 1).fault
    for each in (engine, usual):
        state = each.start(seed=2)
        while state.phase is not Phase.EXCHANGE:
            state, _events = each.apply(state, next(iter(each.legal(state))))
        (pick,) = each.legal(state).picks
        assert pick.least == pick.most == 3
