"""The exchange: cards of the talon that a rule gives to a hand, and cards laid away for them, without an auction or with one."""

from __future__ import annotations

import functools
import json
import operator
import random
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.notation import action_text, read_action
from tarot_teach.errors import IllegalActionError, LoadError, NotationError, RecordError
from tarot_teach.explain.lesson import annotate
from tarot_teach.loading import Library
from tarot_teach.records.as_record import deal_record, tricks_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.runner import replay
from tarot_teach.table import Choose, Phase, State
from tarot_teach.table.events import CardsDrawn, CardsLaidAway, CardsTaken, TrumpsMade
from tarot_teach.table.serial import state_as_data
from tarot_teach.topics.check.invariants import DealChecker
from tarot_teach.topics.compare.replay_under import POLICIES, replay_under
from tarot_teach.topics.play.game import Game, answer
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.kernel.playable import unknown_rules
from tarot_teach.topics.simulate.seating import seat_players
from tests.made_up import BECAUSE, rule


def dealers_exchange(**more: Any) -> dict[str, Any]:
    """A game for three without an auction: 25 cards each, and the dealer takes the talon of three and lays three cards away."""
    rules = {
        "deal.direction": rule("direction", turns="counter-clockwise"),
        "deal.packets": rule("deal_in_packets", packet=5, talon=3, talon_not=[]),
        "exchange.talon": rule("take_talon", by="dealer", shown="false"),
        "exchange.lay_away": rule("lay_away", by="dealer", count=3, to="own_pile"),
        "discard.never": rule("never", cards=["king", "honour"]),
        "play.first_lead": rule("after_dealer_leads"),
        "play.follow_suit": rule("must_follow_suit"),
        "play.trump_when_void": rule("must_trump"),
        "play.excuse": rule("excuse_any_time"),
        "play.highest_wins": rule("highest_wins"),
        "count.each": rule("each_for_himself"),
        "score.cards": rule("cards_taken", above=26, each=1),
        "match.next_dealer": rule("after_dealer_deals"),
        **more,
    }
    return {"format": 1, "title": "Dealer's exchange", "players": 3, "deck": "tarot-78", **BECAUSE, "rules": rules}


def engine_of(folder: Path, name: str, data: dict[str, Any]) -> Engine:
    path = folder / f"{name}.yaml"
    path.write_text(json.dumps({**data, "id": name}), encoding="utf-8")
    return Engine(Library([path]).load(str(path)))


@pytest.fixture(scope="module")
def scarto(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_of(tmp_path_factory.mktemp("exchange"), "dealers-exchange", dealers_exchange())


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """French tarot for four with the talon in two parts, of which the taker chooses one."""
    adds = {
        "exchange.part": rule("take_part", by="taker", parts=2, rest="defence"),
        "exchange.lay_away": rule("lay_away", by="taker", count=3, to="own_pile"),
    }
    drops = dict.fromkeys(("talon.shown", "talon.unseen", "discard.count"), "Made up for a test.")
    data = {"format": 1, "title": "Parts", "extends": "fft-4", **BECAUSE, "adds": adds, "drops": drops}
    return engine_of(tmp_path_factory.mktemp("parts"), "parts", data)


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """French tarot for four in which all draw from the talon in turn, and the winners of the first tricks get what is left of it."""
    adds = {
        "exchange.draw": rule("draw", by="taker", least=0, most=2),
        "exchange.others": rule("draw", by="others", least=0, most=2),
        "play.gifts": rule("talon_to_tricks"),
        "play.enough": rule("ends_when_taker_wins", tricks=5),
    }
    drops = dict.fromkeys(("talon.shown", "talon.unseen", "discard.count"), "Made up for a test.")
    data = {"format": 1, "title": "Drawing", "extends": "fft-4", **BECAUSE, "adds": adds, "drops": drops}
    return engine_of(tmp_path_factory.mktemp("drawing"), "drawing", data)


@pytest.fixture(scope="module")
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """French tarot for four in which each contract has an exchange of its own, and one has none."""

    def under(contract: str, mechanism: str, **params: Any) -> dict[str, Any]:
        return {**rule(mechanism, **params), "under": [contract]}

    adds = {
        "exchange.all": under("prise", "take_talon", by="taker", shown="true"),
        "exchange.six": under("prise", "lay_away", by="taker", count=6, to="own_pile"),
        "exchange.part": under("garde", "take_part", by="taker", parts=2, rest="defence"),
        "exchange.three": under("garde", "lay_away", by="taker", count=3, to="defence"),
        "play.gifts": under("garde_sans", "talon_to_tricks"),
    }
    unseen = {"under": ["garde_contre"], "because": "Made up for a test."}
    data = {"format": 1, "title": "By contract", "extends": "fft-4", **BECAUSE, "adds": adds}
    data |= {
        "changes": {"talon.unseen": unseen},
        "drops": dict.fromkeys(("talon.shown", "discard.count"), "For a test."),
    }
    return engine_of(tmp_path_factory.mktemp("contracts"), "by-contract", data)


def to_the_exchange(engine: Engine, seed: int, bid: str = "prise") -> State:
    rng, state = random.Random(seed), engine.start(seed=seed, dealer=seed % len(engine.seats()))
    while state.phase in (Phase.CUT, Phase.DEAL, Phase.BID):
        choices = engine.legal(state)
        word = f"{state.seats[state.turn or 0]} {bid if not state.auction.calls else 'pass'}"
        action = read_action(engine, state, word) if choices.bids else choices.random(rng)
        state, _events = engine.apply(state, action)
    return state


def test_the_dealer_takes_the_talon_and_lays_three_cards_away(scarto: Engine) -> None:
    state = to_the_exchange(scarto, 1)
    assert state.phase is Phase.EXCHANGE and state.turn == state.dealer and state.asked == (("exchange.lay_away", 1),)
    assert state.hand_size(1) == 28 and not state.stock
    choices = scarto.legal(state)
    barred = state.deck.marks["king"] | state.deck.marks["honour"]
    assert choices.picks[0].cards == state.hands[1] & ~barred and choices.ways() == len(list(choices))
    action = choices.random(random.Random(1))
    assert isinstance(action, Choose) and action.cards is not None and action in choices
    after, events = scarto.apply(state, action)
    assert [type(event) for event in events] == [CardsLaidAway, *map(type, events[1:])]
    assert after.aside[1] == action.cards.mask and after.phase is Phase.PLAY and after.hand_size(1) == 25


def test_what_is_refused_is_refused_in_words(scarto: Engine) -> None:
    state = to_the_exchange(scarto, 1)
    deck, hand = state.deck, list(state.hand(1))
    king = next(card for card in hand if card.bit & (deck.marks["king"] | deck.marks["honour"]))
    low = [card for card in hand if not card.bit & (deck.marks["king"] | deck.marks["honour"])]
    other = next(card for card in deck.cards if card not in hand)

    def said(*cards: Any, rule: str = "exchange.lay_away", option: str = "") -> str:
        action = Choose(1, rule, option, deck.set(deck.mask(cards)))
        with pytest.raises(IllegalActionError) as caught:
            scarto.apply(state, action)
        return str(caught.value)

    assert "may never be laid away" in said(king, *low[:2])
    assert "has to lay away 3 cards, and not 2" in said(*low[:2])
    assert "does not hold" in said(other, *low[:2])
    assert "There is no such choice here" in said(*low[:3], option="two")
    assert "cards are to be taken or laid away" in said(*low[:3], rule="exchange.talon")
    assert "cards are to be taken or laid away" in said(*low[:3], rule="no.rule")


@pytest.mark.parametrize("seed", range(3))
def test_a_choice_is_typed_as_cards(scarto: Engine, seed: int) -> None:
    state = to_the_exchange(scarto, seed)
    action = scarto.legal(state).random(random.Random(seed))
    assert read_action(scarto, state, action_text(action, state.phase)) == action
    with pytest.raises(NotationError):
        read_action(scarto, state, "take it all")


def views_hold(engine: Engine, state: State) -> None:
    """The seat to act may do the same in its view as in the state, and no other seat sees what was laid away."""
    for seat in range(state.players):
        seen = state.view(seat)
        hidden = state.stock if not state.talon_open else ()
        assert all(card is None for card in seen.stock[: len(hidden)])
        assert all(not mask or owner == seat for owner, mask in enumerate(seen.aside)) or state.result or state.shown
        if seat == state.turn:
            assert engine.legal(seen).seen() == engine.legal(state).seen()


@pytest.mark.parametrize("name", ["scarto", "parts", "drawing", "contracts"])
def test_two_hundred_deals_at_random(name: str, request: pytest.FixtureRequest) -> None:
    engine: Engine = request.getfixturevalue(name)
    rng, exchanged = random.Random(5), 0
    for seed in range(200):
        state = engine.start(seed=seed, dealer=seed % len(engine.seats()))
        while state.turn is not None:
            if seed % 10 == 0:
                views_hold(engine, state)
                assert engine.restore(json.loads(json.dumps(state_as_data(state)))) == state
            choices = engine.legal(state)
            exchanged += bool(choices.picks)
            state, _events = engine.apply(state, choices.random(rng), among=choices)
        assert state.result is not None
        assert state.result.void or name == "scarto" or sum(state.result.scores) == 0
        if not state.result.void:
            places = (*state.won, *state.side_piles, *state.aside, *state.hands, state.dead)
            assert sum(map(int.bit_count, places)) + len(state.stock) == 78
    assert exchanged >= (200 if name == "scarto" else 10)


def recorded(engine: Engine, **entries: Any) -> Record:
    """A record of a made-up game."""
    data = {"format": 1, "id": "an-exchange", "ruleset": engine.ruleset.id, "title": "An exchange", **entries}
    return Record(ExampleFile.model_validate(data))


def played_out(engine: Engine, seed: int) -> Deal:
    rng = random.Random(seed)
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, len(engine.seats())))
    deal = simulator.start(seed, 0)
    while not deal.over:
        choices = deal.legal
        words = choices.bids and ("prise" if not deal.state.auction.calls else "pass")
        deal = deal.push(words or choices.random(rng))
    return deal


@pytest.mark.parametrize("name", ["scarto", "parts", "drawing"])
def test_a_deal_comes_out_of_its_record_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    engine: Engine = request.getfixturevalue(name)
    for seed in range(5):
        deal = played_out(engine, seed)
        if deal.state.result is None or deal.state.result.void:
            continue
        data = deal_record(deal)
        asked = [move for move in deal.moves if engine.index.question(move.action)]
        assert len(data["choices"]) == len(asked) and (len(asked) == 1 or name != "scarto")
        done = replay(recorded(engine, **data), engine)
        assert done.end == deal.state
        under = replay_under(done, engine, POLICIES["stop"])
        assert under.end == deal.state and not under.deviations
        assert list(annotate(done)), "the lesson tells of the exchange"
        for trick in (2, 15):
            data = tricks_record(deal, trick, trick + 1, piles=True)
            assert replay(recorded(engine, **data), engine)


def test_a_choice_that_a_record_does_not_tell_is_asked_for(scarto: Engine) -> None:
    data = deal_record(played_out(scarto, 1))
    printed = data.pop("choices")
    with pytest.raises(RecordError) as caught:
        replay(recorded(scarto, **data), scarto)
    assert "exchange.lay_away asks W, and the record does not tell the choice" in str(caught.value)
    assert "add it to `choices`: W exchange.lay_away …, with 3 of " in str(caught.value)
    ended = replay(recorded(scarto, **{**data, "tricks": [], "expect": None}), scarto)
    assert ended.stopped == "the record does not tell what was chosen" and ended.end.phase is Phase.EXCHANGE
    with pytest.raises(RecordError, match="has no place in the deal"):
        replay(recorded(scarto, **{**data, "choices": [*printed, "W exchange.lay_away H1 H2 H3"]}), scarto)
    with pytest.raises(RecordError, match="may not lay away"):
        replay(recorded(scarto, **{**data, "choices": ["W exchange.lay_away DR HR SR"]}), scarto)
    with pytest.raises(RecordError, match=r"West may not choose that\. West has to lay away 3 cards, and not 0"):
        replay(recorded(scarto, **{**data, "choices": ["W exchange.lay_away nothing"]}), scarto)


def test_the_taker_chooses_a_part_of_the_talon(parts: Engine) -> None:
    state = to_the_exchange(parts, 2)
    taker = state.auction.taker
    assert state.phase is Phase.EXCHANGE and taker is not None and state.talon_open
    first, second = state.stock[:3], state.stock[3:]
    assert [action_text(action, state.phase) for action in parts.legal(state)] == ["1", "2"]
    assert state.view((taker + 1) % 4).stock == state.stock, "all see both parts"
    after, (taken, *_others) = parts.apply(state, read_action(parts, state, "2"))
    assert isinstance(taken, CardsTaken) and list(taken.cards) == sorted(
        filter(None, second), key=lambda card: card.index
    )
    assert after.side_piles == (0, state.deck.mask(card for card in first if card)) and after.asked[0][1] == taker
    assert after.chosen == (Choose(taker, "exchange.part", "2"),)


def test_players_draw_in_turn_as_long_as_the_talon_lasts(drawing: Engine) -> None:
    state = to_the_exchange(drawing, 2)
    taker, deck = state.auction.taker, state.deck
    assert taker is not None and [pick[2:] for pick in drawing.legal(state).picks] == [(state.hands[taker], 0, 0, 2)]
    top, low = state.stock[:2], list(state.hand(taker))[:2]
    after, (drawn, *_others) = drawing.apply(state, Choose(taker, "exchange.draw", "", deck.set(deck.mask(low))))
    assert isinstance(drawn, CardsDrawn) and drawn.number == 2 and after.dead == deck.mask(low)
    assert all(card and after.hands[taker] & card.bit for card in top) and after.hand_size(taker) == 18
    assert after.turn == (taker + 1) % 4 and after.view(after.turn).dead == 0
    for number in (2, 1):
        assert after.turn is not None
        cards = deck.set(deck.mask(list(after.hand(after.turn))[:number]))
        after, _events = drawing.apply(after, Choose(after.turn, "exchange.others", "", cards))
    assert [pick[4:] for pick in drawing.legal(after).picks] == [(0, 1)], "one card is left"
    with pytest.raises(RecordError, match="the talon"):
        view = state.view(taker)
        drawing.apply(view, Choose(taker, "exchange.draw", "", deck.set(deck.mask(low))))
    refused = drawing.check(state, Choose(taker, "exchange.draw", "", deck.set(deck.mask(list(state.hand(taker))[:3]))))
    assert "may not lay away" in str(drawing.reason(refused, state.name))


@pytest.mark.parametrize("name", ["parts", "drawing", "contracts"])
def test_games_with_an_exchange_are_sound(name: str, request: pytest.FixtureRequest) -> None:
    engine: Engine = request.getfixturevalue(name)
    checker = DealChecker(engine)
    checker.check_words_of_rules()
    for number in range(10):
        checker.try_deal(number, random.Random(number), 4)
    says = [
        str(engine.index.mechanisms[rule].says()) for rule in engine.index.mechanisms if rule.startswith("exchange.")
    ]
    assert all("The taker" not in sentence[1:] for sentence in says)


def test_the_play_ends_early_and_gives_cards_of_the_talon(drawing: Engine) -> None:
    early = given = 0
    for seed in range(12):
        deal = played_out(drawing, seed)
        kinds = [event.kind for event in deal.events()]
        given += kinds.count("talon_card_won")
        early += "play_ended" in kinds
        if "play_ended" in kinds:
            side = deal.state.side(deal.state.auction.taker or 0)
            assert sum(taken.winner in side for taken in deal.state.tricks) == 5
            assert deal.state.result is not None and deal.state.result.scores
    assert early and given


def test_each_contract_has_its_exchange(contracts: Engine) -> None:
    asked = {bid: to_the_exchange(contracts, 2, bid) for bid in contracts.index.ranking}
    rules = {bid: [rule for rule, _seat in state.asked] for bid, state in asked.items()}
    assert rules == {"prise": ["exchange.six"], "garde": ["exchange.part"], "garde_sans": [], "garde_contre": []}
    assert [len(state.stock) for state in asked.values()] == [0, 6, 6, 0]
    assert [contracts.legal(state).ways() > 0 for state in asked.values()] == [True] * 4
    assert asked["garde_contre"].side_piles == (0, asked["garde_contre"].talon)


def test_the_talon_goes_one_way_only(tmp_path: Path) -> None:
    data = {
        "format": 1,
        "title": "Twice",
        "extends": "fft-4",
        **BECAUSE,
        "adds": {"play.gifts": rule("talon_to_tricks")},
    }
    with pytest.raises(LoadError, match=r"play\.gifts and talon\.shown both say what becomes of the talon"):
        engine_of(tmp_path, "twice", data)


def test_the_exchange_leaves_hands_of_equal_size(tmp_path: Path) -> None:
    lay = rule("lay_away", by="dealer", count=2, to="own_pile")
    with pytest.raises(LoadError, match="has 1 cards more than the others"):
        engine_of(tmp_path, "unequal", dealers_exchange(**{"exchange.lay_away": lay}))
    lay = rule("lay_away", by="taker", count=3, to="own_pile")
    with pytest.raises(LoadError, match="nobody can become the taker"):
        engine_of(tmp_path, "takerless", dealers_exchange(**{"exchange.lay_away": lay}))


def test_the_game_is_sound_and_the_kernel_refuses_it(scarto: Engine) -> None:
    checker = DealChecker(scarto)
    checker.check_words_of_rules()
    for number in range(12):
        checker.try_deal(number, random.Random(number), 3)
    assert any("take_talon" in reason for reason in unknown_rules(scarto))


def test_a_person_lays_cards_away_and_sees_no_more_than_the_seat_may(scarto: Engine) -> None:
    players = seat_players(("simple",), scarto, None, 3)
    dealer, other = Game(scarto, players, 2, 1), Game(scarto, players, 0, 1)
    assert "West takes the talon: the 5 of spades" in str(dealer.opening())
    assert "the 5 of spades" not in str(other.opening()) and "West takes the talon." in str(other.opening())
    assert "West lays away 3 cards." in str(other.moves_since(0))
    assert "may never be laid away" in str(answer(dealer, "why DR").said)
    assert "may lay away the 5 of spades" in str(answer(dealer, "why S5").said)
    said = {id: str(scarto.index.mechanisms[id].says()) for id in ("exchange.talon", "exchange.lay_away")}
    assert said["exchange.talon"] == "The dealer takes the talon into the hand, and the others do not see it."
    assert said["exchange.lay_away"] == "The dealer lays away 3 cards, which count as won in tricks."
    assert "West lays away the 4, 5 and jack of spades" in str(dealer.hint())
    assert any("Lay away 3 of these" in str(block) for block in dealer.turn())
    assert answer(dealer, "S4 S5 SV").moved and dealer.state.phase is Phase.PLAY


@pytest.fixture(scope="module")
def ruff() -> Engine:
    return Engine(Library().load("ruff-and-honours"))


def dealt(engine: Engine, number: int) -> Deal:
    """A random deal."""
    return DealSimulator(engine, seat_players(("random",), engine, None, 4)).play(1, number)


def when_dealt(deal: Deal) -> State:
    """The state of a deal when the exchange begins, or the play where there is none."""
    return next(move.before for move in deal.moves if move.before.phase in (Phase.EXCHANGE, Phase.PLAY))


def test_a_card_turned_up_makes_trumps_where_nobody_takes(ruff: Engine) -> None:
    deals = [dealt(ruff, number) for number in range(20)]
    assert {when_dealt(deal).trumps for deal in deals} == {"spades", "hearts", "diamonds", "clubs"}
    for deal in deals:
        (made,) = [event for event in deal.events() if isinstance(event, TrumpsMade)]
        turned = next(finding.facts["card"] for finding in made.findings)
        assert made.seat is None and made.suit == turned.suit.id == deal.state.trumps


def test_the_holder_of_the_ace_of_trumps_takes_the_talon_and_lays_as_many_out(ruff: Engine) -> None:
    seen = set()
    for number in range(30):
        deal = dealt(ruff, number)
        state, first, events = deal.state, when_dealt(deal), list(deal.events())
        ace = state.deck.by_code[state.deck.suits[state.trumps].letter + "A"]
        taken = [event for event in events if isinstance(event, CardsTaken)]
        laid = [event for event in events if isinstance(event, CardsLaidAway)]
        seen.add(bool(taken))
        assert len(taken) == len(laid) <= 1
        if not taken:
            assert first.dead == 0 and ace in first.stock
            continue
        assert taken[0].seat == laid[0].seat == first.turn and first.hands[taken[0].seat] & ace.bit
        assert len(taken[0].cards) == len(laid[0].cards) == 4 and not taken[0].shown
        piles = functools.reduce(operator.or_, state.piles)
        assert not laid[0].cards.mask & piles and (laid[0].cards.mask | piles) == state.deck.all
    assert seen == {True, False}


def test_the_dealer_takes_the_talon_on_which_the_ace_lies_where_a_house_rule_says_so(ruff: Engine) -> None:
    engine, turned_up = Engine(Library().load("ruff-and-honours+dealer-ruffs")), 0
    for number in range(120):
        first, without = (when_dealt(dealt(each, number)) for each in (engine, ruff))
        if without.phase is Phase.PLAY and without.stock[0] is not None and without.stock[0].figure == "A":
            turned_up += 1
            assert first.phase is Phase.EXCHANGE and first.turn == first.dealer
        else:
            assert (first.phase, first.hands, first.stock) == (without.phase, without.hands, without.stock)
    assert turned_up > 3


@pytest.mark.parametrize(
    ("name", "altered", "reason"),
    [
        ("exchange.out", {"of": []}, "goes with `by: holder` alone"),
        ("exchange.out", {"by": "dealer", "of": ["ace"], "count": 4, "to": "nobody"}, "goes with `by: holder` alone"),
        ("exchange.out", {"by": "holder", "of": ["court"], "count": 4, "to": "nobody"}, "one card of each suit"),
        ("exchange.out", {"by": "holder", "of": ["ace"], "count": 3, "to": "nobody"}, "has 1 cards more"),
        ("exchange.ruff", {"by": "dealer", "shown": "false", "turned": "dealer"}, "goes with `by: holder` alone"),
    ],
)
def test_the_holder_of_a_trump_is_told_by_one_card(
    tmp_path: Path, name: str, altered: dict[str, Any], reason: str
) -> None:
    data = {"format": 1, "title": "Holders", "extends": "ruff-and-honours", **BECAUSE}
    changes = {name: {"params": altered, "because": "Made up for a test."}}
    with pytest.raises(LoadError, match=reason):
        engine_of(tmp_path, "holders", {**data, "changes": changes})


def test_a_holder_needs_a_suit_that_is_trumps(tmp_path: Path) -> None:
    data = {"format": 1, "title": "No trumps", "extends": "ruff-and-honours", **BECAUSE}
    with pytest.raises(LoadError, match="no rule of the exchange says which suit is trumps"):
        engine_of(tmp_path, "no-trumps", {**data, "drops": {"exchange.turned": "Made up for a test."}})
