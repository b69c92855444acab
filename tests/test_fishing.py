"""The kind of play in which a card takes the open cards of its rank, or the pile of another player."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarot_teach.engine import Engine, trick_position
from tarot_teach.errors import LoadError, NotationError, TarotError
from tarot_teach.explain.laid_trick import lay_trick
from tarot_teach.loading import Library
from tarot_teach.table import Choose, Phase, Play, State
from tarot_teach.table.events import CardLeft, CardsCaptured, DealtAnew, PileStolen, RestTaken
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.trials import try_deals
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.seating import seat_players

GAME = """
format: 1
id: fish
title: Fish
players: 2-4
deck: spanish-40
phases: [deal, {play: fishing}]
draft: true
evidence: house
because: It is made up for these tests.
rules:
  deal.hands: {mechanism: hands_and_stock, params: {cards: 3}, title: Deal}
  play.first: {mechanism: after_dealer_leads, title: Lead}
  play.open: {mechanism: open_cards, params: {cards: 4}, title: Open}
  play.capture: {mechanism: capture_equal_rank, params: {takes: all}, title: Capture}
  play.steal: {mechanism: steal_pile, params: {both: choice}, title: Steal}
  play.anew: {mechanism: deal_anew, title: Anew}
  play.rest: {mechanism: rest_to_last_captor, title: Rest}
  count.each: {mechanism: each_for_himself, title: Each}
  score.cards: {mechanism: cards_taken, params: {above: 0, each: 1}, title: Cards}
"""


def engine(tmp_path: Path, *changes: tuple[str, str]) -> Engine:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "fish.yaml"
    path.write_text(text)
    return Engine(Library().load(str(path)))


def deal(engine: Engine, hands: list[str], stock: str) -> State:
    """The state before the first turn, with these hands and these cards on top of the stock; the rest of the pack lies below them."""
    deck, players = engine.ruleset.deck, len(hands)
    held = [deck.parse(hand) for hand in hands]
    first = deck.parse(stock)
    used = {card for cards in (*held, first) for card in cards}
    dealt = [held[i % players][i // players] for i in range(3 * players)]
    pack = [*dealt, *first, *(card for card in deck.cards if card not in used)]
    state = engine.start(pack, dealer=players - 1, seats=engine.seats(players))
    while state.turn is not None and not state.hands:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    return state


def play(engine: Engine, state: State, *said: str) -> tuple[State, list[object]]:
    """The state after cards and what is said of them, and all that happened."""
    happened: list[object] = []
    for word in said:
        seat = state.turn
        assert seat is not None
        if state.asked:
            pick = next(pick for pick in engine.legal(state).picks if pick.option == word)
            state, events = engine.apply(state, pick.action(seat, state.deck))
        else:
            state, events = engine.apply(state, Play(seat, state.deck.card(word)))
        happened += events
    return state, happened


def codes(state: State, mask: int) -> str:
    return " ".join(card.code for card in state.deck.set(mask))


TWO = ["S2 S3 S4", "B2 B3 B5"], "C2 D2 C7 D6"


def test_a_card_takes_all_open_cards_of_its_rank(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = deal(made, *TWO)
    assert codes(state, state.table.cards) == codes(state, state.deck.mask(state.deck.parse("C2 D2 C7 D6")))
    state, events = play(made, state, "S2")
    assert isinstance(events[-1], CardsCaptured)
    assert codes(state, state.won[0]) == "S2 C2 D2"
    assert codes(state, state.table.cards) == "C7 D6"
    assert [str(card) for card in state.table.tops[:1]] == [str(state.deck.card("S2"))]
    assert state.turn == 1


def test_a_card_may_take_one_of_them_only(tmp_path: Path) -> None:
    made = engine(tmp_path, ("takes: all", "takes: one"))
    state, _events = play(made, deal(made, *TWO), "S2")
    assert (codes(state, state.won[0]), codes(state, state.table.cards)) == ("S2 C2", "C7 D6 D2")


def test_a_card_that_takes_nothing_stays_on_the_table(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state, events = play(made, deal(made, *TWO), "S3")
    assert isinstance(events[-1], CardLeft)
    assert codes(state, state.table.cards) == "S3 C7 C2 D6 D2"
    assert state.won == (0, 0)


def test_a_card_takes_the_whole_pile_whose_top_is_of_its_rank(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state, events = play(made, deal(made, *TWO), "S2", "B2")
    assert isinstance(events[-1], PileStolen)
    assert [mask.bit_count() for mask in state.won] == [0, 4]
    assert state.table.tops == (None, state.deck.card("B2"))


def test_who_can_take_from_the_table_and_a_pile_is_asked(tmp_path: Path) -> None:
    made = engine(tmp_path, ("takes: all", "takes: one"))
    state, _events = play(made, deal(made, *TWO), "S2", "B2")
    assert state.turn == 1
    assert [pick.option for pick in made.legal(state).picks] == ["S", "open"]
    assert codes(state, state.trick.mask) == "B2"
    assert made.restore(state_as_data(state)) == state
    assert not made.check(state, Play(1, state.deck.card("B3"))).allowed
    assert not made.check(state, Choose(1, "play.capture", "leave")).allowed
    robbed, _events = play(made, state, "S")
    assert robbed.won[1].bit_count() == 3
    taken, _events = play(made, state, "open")
    assert [mask.bit_count() for mask in taken.won] == [2, 2]


@pytest.mark.parametrize(("both", "sizes"), [("pile", [0, 3]), ("table", [2, 2])])
def test_a_rule_may_say_which_is_taken(tmp_path: Path, both: str, sizes: list[int]) -> None:
    made = engine(tmp_path, ("takes: all", "takes: one"), ("both: choice", f"both: {both}"))
    state, _events = play(made, deal(made, *TWO), "S2", "B2")
    assert [mask.bit_count() for mask in state.won] == sizes


def test_a_capture_may_be_left_where_the_rule_says_so(tmp_path: Path) -> None:
    made = engine(tmp_path, ("takes: all}", "takes: all, may_leave: true}"))
    state, _events = play(made, deal(made, *TWO), "S2")
    assert [pick.option for pick in made.legal(state).picks] == ["open", "leave"]
    state, _events = play(made, state, "leave")
    assert (state.won[0], state.turn) == (0, 1)


def test_hands_are_dealt_anew_and_the_rest_goes_to_the_last_captor(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = deal(made, *TWO)
    happened: list[object] = []
    while state.turn is not None:
        state, events = made.apply(state, next(iter(made.legal(state))))
        happened += events
    assert sum(isinstance(event, DealtAnew) for event in happened) == 5
    assert sum(mask.bit_count() for mask in state.won) == 40
    rest = [event for event in happened if isinstance(event, RestTaken)]
    assert [event.seat for event in rest] == [state.table.last][: len(rest)]
    assert state.result is not None
    assert list(state.result.scores) == [mask.bit_count() for mask in state.won]


def test_the_last_hands_are_smaller_where_few_cards_are_left(tmp_path: Path) -> None:
    made = engine(tmp_path, ("cards: 3", "cards: 4"), ("players: 2-4", "players: 4"))
    state = made.start(seed=1, seats=made.seats(4))
    sizes = set()
    while state.turn is not None:
        state, events = made.apply(state, next(iter(made.legal(state))))
        sizes |= {event.number for event in events if isinstance(event, DealtAnew)}
    assert sizes == {4, 1}


def test_cards_left_go_to_nobody_without_a_rule_for_them(tmp_path: Path) -> None:
    made = engine(tmp_path, ("  play.rest: {mechanism: rest_to_last_captor, title: Rest}\n", ""))
    state = made.start(seed=3, seats=made.seats(2))
    while state.turn is not None:
        state, _events = made.apply(state, next(iter(made.legal(state))))
    assert state.dead.bit_count() == 40 - sum(mask.bit_count() for mask in state.won) > 0
    assert state.result is not None


def test_a_view_shows_the_table_and_piles_but_no_card_of_the_stock(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state, _events = play(made, deal(made, *TWO), "S2", "B3")
    seen = state.view(0)
    assert (seen.table, seen.won) == (state.table, state.won)
    assert set(seen.stock) == {None}
    assert (seen.talon, seen.hands[1], seen.unseen[1]) == (0, 0, 2)
    assert made.legal(seen).words() == made.legal(state).words()
    with pytest.raises(TarotError, match="does not show"):
        play(made, seen, "S3", "B2", "S4", "B5")


def test_saved_states_are_read_at_each_step(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = made.start(seed=5, seats=made.seats(3))
    while state.turn is not None:
        assert made.restore(state_as_data(state)) == state
        state, _events = made.apply(state, next(iter(made.legal(state))))
    assert state.phase is Phase.OVER
    assert made.restore(state_as_data(state)).result == state.result


@pytest.mark.parametrize("damage", [{"table": None}, {"tops": ["S2", None]}, {"tops": [None]}, {"last": 7}])
def test_damaged_tables_are_refused(tmp_path: Path, damage: dict[str, object]) -> None:
    made = engine(tmp_path)
    data = state_as_data(deal(made, *TWO))
    data |= {"table": {**data["table"], **damage}} if "table" not in damage else {}
    if "table" in damage:
        del data["table"]
    with pytest.raises(TarotError, match="this is not a saved state"):
        made.restore(data)


def test_deals_at_random_are_sound(tmp_path: Path) -> None:
    assert try_deals(engine(tmp_path), range(12), 1).fault is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("  play.open: {mechanism: open_cards, params: {cards: 4}, title: Open}\n", "", "how many cards lie open"),
        ("  play.anew: {mechanism: deal_anew, title: Anew}\n", "", "what happens when all hands are empty"),
        ("cards: 4", "cards: 5", "cannot be dealt out evenly"),
        ("{play: fishing}", "play", "it is for another kind of play"),
        ("deck: spanish-40", "deck: tarot-78", "whose rank is that of no other suit"),
        ("  play.rest:", "  play.wins: {mechanism: highest_wins, title: W}\n  play.rest:", "is never asked in a play"),
        ("  count.each:", "  bid.order: {mechanism: one_turn_each, title: B}\n  count.each:", "does not go together"),
        (
            "  score.cards:",
            "  score.last: {mechanism: fixed_amount, params: {amount: 1}, title: L}\n  score.cards:",
            "is not known to fit",
        ),
    ],
)
def test_a_game_that_does_not_fit_the_kind_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(LoadError, match=words):
        engine(tmp_path, (old, new))


def test_a_trick_by_itself_is_refused_by_name(tmp_path: Path) -> None:
    made = engine(tmp_path)
    parse = made.ruleset.deck.parse
    with pytest.raises(NotationError, match="fish has no tricks"):
        lay_trick(made, parse("S2 B2"))
    with pytest.raises(NotationError, match="fish has no tricks"):
        trick_position(made, parse("S2 B2"), parse("C3"))


def test_the_simple_player_takes_what_brings_most(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = deal(made, ["S2 S7 S4", "B2 B3 B5"], "C2 D2 C7 D6")
    player, draws = seat_players(("simple",), made, None, 2)[0], Draws(0, 0)
    first = player.choose(made.legal(state).seen(), draws)
    assert (first.action, first.maxim) == (Play(0, state.deck.card("S2")), "take_most")
    state, _events = play(made, state, "S2")
    second = player.choose(made.legal(state).seen(), draws)
    assert second.action == Play(1, state.deck.card("B2"))
