"""Deals of every ruleset, card by card, against rules that were written a second time from the catalogue (``tests/naive``)."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest
from naive import bidding
from naive.deal import Deal
from naive.rules import OPTIONS, RULESETS, Rules, rules_of
from naive.score import score

from tarot_teach.cards import CardSet, Deck
from tarot_teach.engine import Engine
from tarot_teach.mechanisms.honours import HonoursFact
from tarot_teach.table import NOTHING, Action, Bid, Choices, Choose, Phase, Play, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tests.helpers import LIBRARY, NAMES

DEALS = int(os.environ.get("NAIVE_DEALS", "6"))
"""The number of deals compared for each ruleset; house rules with fewer, but with more rulesets the more there are."""
WITHOUT_SCORES = {"dealer-sits-out", "no-shuffle", "playing-for-chips", "playing-on-for-chips"}
"""Options about what happens between deals, and about chips instead of scores."""
IN_SCARTO = {"bagatto-sole-trump", "bagatto-without-fool"}
"""Options of Scarto, which has one in ``naive/scarto``, used by ``test_scarto``."""
IN_OMBRE = {"spadille-plays", "eldest-leads", "matadors-one-each"}
"""Options of L'Ombre and Tresillo, which have one in ``naive/hombre``, used by ``test_hombre``."""
IN_BURRO = {"suit-or-rank", "years-of-donkey"}
"""Options of Burro, which has one in ``naive/burro``, used by ``test_burro``."""
IN_CASITA = {"hands-of-three", "one-of-two", "table-before-pile", "pile-or-table", "free-capture"}
"""Options of Casita Robada, which has one in ``naive/casita``, used by ``test_casita``."""
IN_PAIRS = {"four-deals", "dealer-ruffs"}
"""Options of the games in pairs, which have theirs in ``naive/piedmont`` and ``naive/ruff``, used by ``test_piedmont`` and ``test_ruff``."""
IN_ZWANZIGERRUFEN = {"knocking"}
"""Options of Zwanzigerrufen, which has a second implementation of its own in ``test_zwanzigerrufen``."""
IN_TAPP = {"forehand-holds", "either-half", "trischaken"}
"""Options of Tapp-Tarock, which has one in ``naive/tapp``, used by ``test_tapp``."""
IN_DANISH = {"last-trick-paid-too", "without-pots"}
"""Options of Danish tarok, which has one in ``naive/danish``, used by ``test_danish``."""
IN_DREIERTAROCK = {"forty-and-fifty", "forty-and-fifty-st-louis"}
"""Options of Dreiertarock, which has one in ``naive/dreiertarock``, used by ``test_dreiertarock``."""
IN_STROHMANDELN = {"last-card-shown"}
"""The option of Strohmandeln, which has one in ``naive/strohmandeln``, used by ``test_strohmandeln``."""
IN_HUNGARIAN = {"illustrated"}
"""The option of Hungarian tarokk. It has no second implementation yet: an example alone holds its scores."""
IN_SLOVENIAN = {
    "difference-in-fives",
    "forehand-speaks-first",
    "mond-of-21",
    "pagat-as-last-tarok",
    "queen-for-four-kings",
}
"""Options of Slovenian tarok, which has one in ``naive/slovenian``, used by ``test_openspiel`` and ``test_slovenian``."""
CLAIMS = {"void.petit_sec": "lone petit", "void.no_trumps": "no trumps", "void.weak_hand": "weak hand"}
STACKS = (
    "fft-4+misere+petit-chelem+garde-contre-x8",
    "fft-3+petit-imprenable+handfuls-20-40-60+pousse",
    "fft-5+call-after-ecart+king-in-ecart+petit-chelem",
    "enc2011-4+petit-in-last-trick+base-scoring+maldonne-no-trumps",
    "enc2020-5+rounded-scores+garde-lowest+petit-imprenable",
    "guide-4+old-bids+misere+petit-wins-last-trick",
    "blog-3+maldonne-weak-hand+petit-chelem+rounded-scores",
    "blog-5+petit-imprenable+base-scoring",
    "early-17c+every-card-a-point",
)


class SecondImplementation:
    """Watches a deal of the engine, and has the second implementation say at each decision what is allowed."""

    def __init__(self, rules: Rules, deck: Deck) -> None:
        self.rules, self.deck = rules, deck
        self.deal: Deal | None = None
        self.cards = 0

    def codes(self, mask: int) -> set[str]:
        return {card.code for card in self.deck.set(mask)}

    def watch(self, state: State, choices: Choices, action: Action) -> None:
        """One decision: the same choices, and then the action for both."""
        if self.deal is None:
            self.deal = Deal(self.rules, [self.codes(hand) for hand in state.hands])
        self.compare(self.deal, state, choices)
        self.act(self.deal, state.phase, action)

    def compare(self, deal: Deal, state: State, choices: Choices) -> None:
        seat = state.turn
        assert seat is not None
        match state.phase:
            case Phase.CLAIM:
                claimed = {CLAIMS[each.rule] for each in choices.declarations if each.rule != NOTHING}
                assert claimed == bidding.claims(self.rules, deal.hands[seat])
            case Phase.BID:
                assert seat == deal.next_bidder()
                assert set(choices.bids) == bidding.higher_bids(self.rules, deal.calls)
            case Phase.CALL:
                assert seat == deal.taker
                assert self.codes(choices.picks[0].cards) == deal.may_call()
            case Phase.DISCARD:
                assert seat == deal.taker and choices.of_hand is not None
                allowed, obliged = bidding.discards(self.rules, deal.before_discard())
                assert choices.of_hand.most == self.rules.chien
                assert self.codes(choices.of_hand.cards) == allowed
                assert self.codes(choices.of_hand.obliged) == obliged
            case Phase.DECLARE:
                offered = {each.option for each in choices.declarations if each.rule != NOTHING}
                assert offered == deal.may_announce(seat, before_lead=True)
            case Phase.PLAY:
                self.compare_play(deal, state, choices)
            case Phase.PAY:
                assert any(owner == seat for owner, _creditor in deal.debts)
                assert self.codes(choices.picks[0].cards) == deal.may_pay(seat)

    def compare_play(self, deal: Deal, state: State, choices: Choices) -> None:
        self.cards += 1
        assert state.turn == deal.turn()
        assert state.trick.leader == deal.leader
        assert [card.code for card in state.trick.cards] == deal.trick
        assert self.codes(choices.cards) == deal.legal()
        first = len(deal.hands[deal.turn()]) == self.rules.hand
        offered = {each.option for each in choices.declarations}
        assert offered == (deal.may_announce(deal.turn(), before_lead=False) if first else set())
        assert [taken.winner for taken in state.tricks] == deal.winners
        for seat in range(state.players):  # which partner pays for an Excuse makes no difference to a side
            ours = [self.codes(state.won[other]) for other in deal.side(seat)]
            theirs = [deal.piles[other] for other in deal.side(seat)]
            assert sum(map(len, ours)) == sum(map(len, theirs))
        for card in ("EX", "T1"):
            owners = [seat for seat, pile in enumerate(state.won) if card in self.codes(pile)]
            assert owners == [seat for seat, pile in enumerate(deal.piles) if card in pile], card

    def act(self, deal: Deal, phase: Phase, action: Action) -> None:
        match action:
            case Bid(seat, bid):
                deal.bid(seat, bid)
            case Choose(_seat, _rule, _option, CardSet() as cards) if phase is Phase.CALL:
                deal.call(str(cards))
            case Choose(_seat, _rule, _option, CardSet() as cards) if phase is Phase.DISCARD:
                deal.discard({card.code for card in cards})
            case Choose(_seat, _rule, _option, CardSet() as cards) if phase is Phase.PAY:
                deal.pay(str(cards))
            case Choose(seat, what, level) if what != NOTHING and what not in CLAIMS:
                deal.announce(seat, level)
            case Play(_seat, card):
                deal.play(card.code)


def compare_deal(simulator: DealSimulator, rules: Rules, seed: int, number: int) -> int:
    """Plays a deal by both, and gives the number of cards compared."""
    deck = simulator.engine.ruleset.deck
    second = SecondImplementation(rules, deck)
    played = simulator.play(seed, number)
    for move in played.moves:
        second.watch(move.before, simulator.engine.legal(move.before), move.action)
    end = played.state
    result = end.result
    assert result is not None
    if second.deal is None or (result.void and result.void not in ("bid.all_pass", *CLAIMS)):
        start = simulator.start(seed, number).state
        hands = [second.codes(hand) for hand in start.hands]
        assert rules.lone_petit == "void" and any(bidding.lone_petit(hand) for hand in hands)
        return 0
    deal = second.deal
    if result.void:
        assert result.void in CLAIMS or (deal.taker is None and deal.next_bidder() is None)
        return 0
    assert rules.lone_petit != "void" or second.cards
    assert deal.over()
    assert [taken.winner for taken in end.tricks] == deal.winners
    assert len(end.debts) == len(deal.debts)
    ours = score(deal)
    assert tuple(result.scores) == ours.seats
    if not rules.each:
        outcome = result.sheets[0].outcome
        assert (outcome.halves, outcome.fact(HonoursFact), outcome.target) == (
            ours.halves,
            HonoursFact(ours.oudlers),
            ours.target,
        )
        assert outcome.made == ours.won
    return second.cards


def compare_deals(name: str, deals: int, players: int | None = None) -> int:
    """Compares so many deals, and gives the number of cards."""
    engine = Engine(LIBRARY.load(name))
    seats = len(engine.seats(players))
    rules = rules_of(name, seats)
    simulator = DealSimulator(engine, seat_players(("random",), engine, None, seats))
    compared = 0
    for number in range(deals):
        try:
            compared += compare_deal(simulator, rules, 1600, number)
        except AssertionError as error:
            raise AssertionError(f"{name}, {seats} players, deal {number} of seed 1600: {error}") from error
    return compared


def test_the_second_implementation_shares_no_code_with_the_package() -> None:
    for path in (Path(__file__).parent / "naive").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.startswith("tarot_teach") for name in names), path.name


def test_every_ruleset_and_option_is_written_a_second_time() -> None:
    assert set(RULESETS) | {
        "scarto",
        "zwanzigerrufen",
        "tapp-classical",
        "point-tarock",
        "koenigrufen-ooe-2023",
        "koenigrufen-sauwald-2019",
        "koenigrufen-tirol-2020",
        "dreiertarock-mayr",
        "dreiertarock-st-louis",
        "strohmandeln-mayr",
        "strohmandeln-wz-2007",
        "paskievics-2018",
        "hombre-1674",
        "hombre-blog",
        "tresillo",
        "slovenian-pagat",
        "slovenian-pagat-3",
        "burro",
        "burro-portuguese",
        "casita-robada",
        "piedmont-4",
        "sicilian-3",
        "troccas-1962",
        "minchiate",
        "ottocento",
        "danish-2011",
        "cego-parlett",
        "ruff-and-honours",
        "karnoeffel-reconstructed",
    } == {name for name in LIBRARY.ids() if not LIBRARY.load(name).draft}
    elsewhere = (
        IN_SCARTO
        | IN_OMBRE
        | IN_ZWANZIGERRUFEN
        | IN_SLOVENIAN
        | IN_BURRO
        | IN_CASITA
        | IN_PAIRS
        | IN_TAPP
        | IN_STROHMANDELN
        | IN_DREIERTAROCK
        | IN_DANISH
        | IN_HUNGARIAN
    )
    assert set(LIBRARY.ids("option")) - set(OPTIONS) == WITHOUT_SCORES | elsewhere


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_deals_of_every_ruleset_are_played_and_scored_alike(name: str) -> None:
    for players in range(2, 7) if name == "early-17c" else (None,):
        assert compare_deals(name, DEALS, players) > 0


@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_deals_with_each_house_rule_are_played_and_scored_alike(option: str) -> None:
    first = sorted(OPTIONS).index(option)  # so that each ruleset comes first for some option
    names = sorted(RULESETS)[first % len(RULESETS) :] + sorted(RULESETS)[: first % len(RULESETS)]
    wanted = max(2, DEALS // 4)
    for name in names:
        if wanted and f"{name}+{option}" in NAMES:
            wanted -= 1
            compare_deals(f"{name}+{option}", max(2, DEALS // 4))
    assert wanted < max(2, DEALS // 4)


@pytest.mark.parametrize("name", STACKS)
def test_deals_with_several_house_rules_are_played_and_scored_alike(name: str) -> None:
    assert compare_deals(name, DEALS) > 0
