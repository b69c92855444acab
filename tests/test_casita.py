"""Casita Robada against the rules written a second time, and cases that the sources tell."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace

import pytest
from naive.casita import House

from tarot_teach.blocks import HandDiagram, TrickDiagram, flat
from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.notation import action_text
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import NotationError, TarotError
from tarot_teach.explain.lesson import annotate
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record, read_record
from tarot_teach.records.runner import replay, replay_by, replay_example
from tarot_teach.table import Choose, Play
from tarot_teach.topics.compare.deals import compare_deals
from tarot_teach.topics.odds.unseen_cards import before_looking, odds_of
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tarot_teach.try_it.page import describe_try
from tarot_teach.try_it.played_deal import DealInPage
from tarot_teach.tui.model import MomentKind, ReplayCursor
from tests.at_ends.spain import in_words
from tests.helpers import LIBRARY, run

DEALS = int(os.environ.get("NAIVE_DEALS", "5"))
FORMS = (
    "casita-robada",
    "casita-robada+hands-of-three",
    "casita-robada+one-of-two",
    "casita-robada+table-before-pile",
    "casita-robada+pile-or-table",
    "casita-robada+free-capture",
    "casita-robada+hands-of-three+one-of-two+pile-or-table",
    "casita-robada+pile-or-table+free-capture",
)


def ranks(cards: list[str]) -> Counter[str]:
    """Cards by rank: of two open cards of a rank, it does not matter which is taken."""
    return Counter(card[1] for card in cards)


@pytest.mark.parametrize("form", FORMS)
def test_deals_at_random_go_as_by_a_second_implementation(form: str) -> None:
    engine, rng = Engine(LIBRARY.load(form)), random.Random(form)
    for _deal in range(DEALS):
        players = rng.choice(engine.ruleset.players)
        pack = rng.sample(engine.ruleset.deck.cards, len(engine.ruleset.deck.cards))
        state = engine.start(pack, dealer=players - 1, seats=engine.seats(players))
        while not state.hands:
            pack = list(state.pack)
            state, _events = engine.apply(state, next(iter(engine.legal(state))))
        naive = House(form, [card.code for card in pack], players)
        while state.turn is not None:
            assert not naive.over
            assert state.turn == naive.turn
            cards = {action.card.code: action for action in engine.legal(state) if isinstance(action, Play)}
            assert set(cards) == naive.options()
            card = rng.choice(sorted(cards))
            ways = naive.ways(card)
            way = rng.choice(ways)
            state, _events = engine.apply(state, cards[card])
            if len(ways) > 1:
                named = {in_words(action, state.seats): action for action in engine.legal(state)}
                assert set(named) == set(ways)
                state, _events = engine.apply(state, named[way])
            naive.play(card, way)
            assert not state.asked
            deck = state.deck
            for seat, pile in enumerate(naive.piles):
                assert ranks(pile) == ranks([card.code for card in deck.set(state.won[seat])])
                top = state.table.tops[seat]
                assert naive.over or (pile[-1:] == ([top.code] if top else []))
            assert ranks(naive.table) == ranks([card.code for card in deck.set(state.table.cards)]) or naive.over
        assert naive.over
        assert state.result is not None
        assert list(state.result.scores) == naive.scores()
        assert list(state.result.scores) == [len(pile) for pile in naive.piles]


def test_the_blog_shows_a_hand_with_three_ways_to_play() -> None:
    """The last picture of its page: one card captures nothing, one a card of the table, one a whole pile."""
    done = replay_example("casita-three-ways", LIBRARY)
    engine, state = done.engine, done.deal.moves[2].before
    assert [card.code for card in state.hand(0)] == ["S6", "SJ", "C5"]
    won = {}
    for action in engine.legal(state):
        assert isinstance(action, Play)
        after, _events = engine.apply(state, action)
        won[action.card.code] = [mask.bit_count() for mask in after.won]
    assert won == {"SJ": [0, 2], "S6": [2, 2], "C5": [3, 0]}


@pytest.mark.parametrize(("players", "last"), [(2, 2), (3, 4), (4, 1)])
def test_forty_cards_come_out_even(players: int, last: int) -> None:
    """Hands of four leave smaller last hands to two and four players; hands of three never do."""
    for form, size in (("casita-robada", last), ("casita-robada+hands-of-three", 3)):
        engine = Engine(LIBRARY.load(form))
        state, sizes = engine.start(seed=1, seats=engine.seats(players)), []
        while state.turn is not None:
            state, events = engine.apply(state, next(iter(engine.legal(state))))
            sizes += [event.number for event in events if event.kind == "dealt_anew"]  # type: ignore[attr-defined]
        assert sizes[-1] == size


def test_every_card_is_won_by_somebody_and_two_with_most_share_the_game() -> None:
    scorer = Scorer.of(LIBRARY.load("casita-robada"))
    assert scorer.ends is not None
    assert scorer.match_winners([23, 17], 1) == (0,)  # type: ignore[list-item]
    assert scorer.match_winners([20, 20], 1) == (0, 1)  # type: ignore[list-item]
    assert scorer.match_winners([0, 0], 0) == ()  # type: ignore[list-item]
    assert scorer.index.cards_won(3) == 40


def at_the_choice() -> Deal:
    """The deal of an example up to a card that could take a pile or an open card."""
    done = replay_example("casita-pile-or-table", LIBRARY)
    before = next(move for move in done.deal.moves if isinstance(move.action, Choose))
    return replace(done.deal, moves=done.deal.moves[: done.deal.moves.index(before)])


@pytest.mark.parametrize(("typed", "won"), [("S", [0, 3]), ("N s", [0, 3]), ("open", [2, 2]), ("OPEN", [2, 2])])
def test_what_a_card_takes_may_be_typed(typed: str, won: list[int]) -> None:
    deal = at_the_choice().push(typed)
    assert [mask.bit_count() for mask in deal.state.won] == won


@pytest.mark.parametrize("typed", ["E", "leave", "C4", "table"])
def test_what_it_cannot_take_is_refused(typed: str) -> None:
    with pytest.raises(TarotError):
        at_the_choice().push(typed)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("takes: {N: S}", "", "more than one thing"),
        ("takes: {N: S}", "takes: {N: E}", "more than one thing"),
        ("takes: {N: S}", "takes: {S: N, N: S}", "has no choice"),
        ("takes: {N: S}", "takes: {W: open, N: S}", "W plays no card here"),
        ("tricks:\n", "asks: [{ask: winner, at: 2}]\ntricks:\n", "trick 2 is not completed here"),
        ("{step: bid, dealer: N}", "{step: play, dealer: N}", "cannot begin in the middle"),
    ],
)
def test_a_record_tells_what_cards_take_where_there_is_a_choice(old: str, new: str, words: str) -> None:
    path = LIBRARY.find_record("example", "casita-pile-or-table")
    text = path.read_text(encoding="utf-8")
    assert old in text
    record = read_record(text.replace(old, new), name="changed")
    with pytest.raises(TarotError, match=words):
        replay_by(record, LIBRARY, path.parent)


def test_a_deal_is_written_as_a_record_from_which_the_same_comes() -> None:
    for form in FORMS:
        simulator = DealSimulator.of(LIBRARY, form, ("random",))
        deal = simulator.play(1, 1)
        head = {"format": 1, "id": "written", "ruleset": form, "title": "Written"}
        done = replay(Record(ExampleFile.model_validate(head | deal_record(deal))), deal.engine)
        assert done.end.won == deal.state.won
        assert [event.kind for event in done.deal.events()] == [event.kind for event in deal.events()]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["trick", "casita-robada", "--cards", "S2 C2"], "has no tricks"),
        (["legal", "casita-robada", "--hand", "S2 C2"], "has no tricks"),
        (["count", "casita-robada", "--cards", "S2 C2"], "no rule of casita-robada asks for card points"),
        (["score", "casita-robada", "--pile", "S2"], "a single card"),
        (["solve", "casita-a-whole-deal"], "cannot take this position"),
        (["replay", "casita-own-pile", "--what-if", "1 S S7"], "without tricks"),
        (["quiz", "casita-robada", "--kind", "legal"], "can be asked about"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(
    capsys: pytest.CaptureFixture[str], command: list[str], words: str
) -> None:
    status, _out, err = run(capsys, *command)
    assert status != 0
    assert words in err


def test_the_page_to_try_has_the_game_but_not_what_may_be_played_to_a_trick() -> None:
    game, other = LIBRARY.load("casita-robada"), LIBRARY.load("burro-portuguese")
    (legal,) = describe_try(LIBRARY, [other, game])
    (both,) = describe_try(LIBRARY, [other, game], parts=("legal", "play"))
    (alone,) = describe_try(LIBRARY, [game], parts=("legal", "play"))
    assert [each.name for each in legal.games] == ["burro-portuguese"]
    assert [(each.name, each.lacks) for each in both.games] == [("burro-portuguese", ()), ("casita-robada", ("legal",))]
    assert [part for part, _words in alone.parts] == ["play"]
    with pytest.raises(NotationError, match="has no tricks"):
        describe_try(LIBRARY, [game])


@pytest.mark.parametrize("form", FORMS)
def test_a_deal_is_played_in_the_page_with_the_open_cards_in_the_middle(form: str) -> None:
    engine = Engine(LIBRARY.load(form))
    played = DealInPage(engine, seat_players(("simple",), engine, None, 4), 3)
    lying = engine.index.ruleset.deck.set(played.game.state.table.cards)
    _since, (table,) = played.lesson()
    hands = next(block for block in table.blocks if isinstance(block, HandDiagram))
    assert ("table", tuple(lying)) in [(place, cards) for _name, place, cards in hands.middle]
    while not played.game.over:
        said = played.as_data()["said"]
        played.do(said[0][0] if said else action_text(played.game.advised().action, played.game.state.phase))
    scores = played.game.state.result.scores
    assert sum(mask.bit_count() for mask in played.game.state.won) == len(engine.ruleset.deck.cards) and scores


def test_another_rule_is_found_and_compared_at_the_card_that_takes_something_else() -> None:
    done = replay_example("casita-own-pile", LIBRARY)
    found = compare_deals(done, [Engine(LIBRARY.load("casita-robada+table-before-pile"))]).differences()
    assert [(each.kind, each.trick, each.seat, *each.values) for each in found] == [("taken", 2, 1, "S", "B4")]
    same = compare_deals(done, [Engine(LIBRARY.load("casita-robada+pile-or-table"))]).differences()
    assert not same


def test_odds_say_nothing_of_a_stock_that_becomes_hands() -> None:
    engine = Engine(LIBRARY.load("casita-robada"))
    assert {odds.where for odds in odds_of(engine, before_looking(engine))} == {"hand", "deal"}


def test_a_round_has_no_winner_and_shows_what_lies_open() -> None:
    done = replay_example("casita-own-pile", LIBRARY)
    assert done.end.tricks == ()
    rounds = [block for block in flat(annotate(done)) if isinstance(block, TrickDiagram)]
    assert [block.title for block in rounds] == ["Round 1", "Round 2"]
    assert not any(play.wins for block in rounds for play in block.plays)
    assert "On top of South's pile of 2: the 4 of swords." in [str(text) for text in rounds[0].outcome]


def test_the_full_screen_shows_the_round_the_open_cards_and_the_piles() -> None:
    cursor = ReplayCursor(replay_example("casita-own-pile", LIBRARY))
    assert not any(moment.kind is MomentKind.GATHERING for moment in cursor.moments)
    cursor.go(1)
    assert (cursor.trick_number, [card.code for card in cursor.open_cards]) == (1, ["B6", "C7", "D3"])
    assert [(play.seat, play.wins) for play in cursor.plays] == [("S", False)]
    assert [str(card) for move in cursor.moves for card in move.cards] == [
        str(card) for card in cursor.replay.engine.ruleset.deck.parse("S4 D4")
    ]
    cursor.go(cursor.place + 1)
    assert (cursor.trick_number, len(cursor.plays), cursor.state.turn) == (1, 2, 0)
