"""Zwanzigerrufen against a second implementation from its sources, which shares no code with the engine, and against the nine deals that the
tests of another program print, with their scores."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

import tarot_teach as tt
from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.table import Bid, Choices, Choose, Phase, Play, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.players import SimplePlayer
from tests.helpers import LIBRARY

DEALS = int(os.environ.get("NAIVE_DEALS", "6")) * 5
COURTS = {"R": 5, "D": 4, "C": 3, "V": 2}
TRULL = {"T1", "T21", "T22"}
KINGS = {"SR", "HR", "DR", "CR"}
WORDS = ("contra", "recontra", "supre", "resupre")
CALLED = ("T20", "T19", "T18", "T17", "T16")


def value(code: str) -> int:
    if code[0] == "T":
        return 5 if code in TRULL else 1
    return COURTS.get(code[1:], 0)


def strength(code: str) -> int:
    return int(code[1:]) if code[0] == "T" else COURTS.get(code[1:], 1)


def plain(hand: set[str]) -> set[str]:
    return {code for code in hand if code[0] != "T"}


def allowed(hand: set[str], trick: Sequence[str], contract: str) -> set[str]:
    if not trick:
        return plain(hand) or hand if contract == "suit_solo" else hand
    follow = {code for code in hand if code[0] == trick[0][0]}
    return follow or hand - plain(hand) or hand


def winner(trick: Sequence[str], contract: str) -> int:
    asked = trick[0][0] if contract == "suit_solo" else "T" if any(code[0] == "T" for code in trick) else trick[0][0]
    if asked == "T" and set(trick) >= TRULL:
        return trick.index("T1")
    return max((i for i, code in enumerate(trick) if code[0] == asked), key=lambda i: strength(trick[i]))


def bids(hand: set[str], calls: Sequence[str]) -> set[str]:
    higher = {"suit_solo", "solo"} if "suit_solo" not in calls else {"solo"}
    if len(plain(hand)) < 5:
        higher.discard("suit_solo")
    if calls:
        return {"pass", *higher}
    return higher | (set() if hand >= set(CALLED) else {"normal"})


@dataclass
class Dealt:
    """A deal as the second implementation sees it."""

    hands: list[set[str]]
    contract: str = ""
    declarer: int = -1
    takers: set[int] = field(default_factory=set)
    tricks: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)  # the winner, and the cards in order played

    said: dict[str, list[int]] = field(default_factory=dict)  # the seats that have announced an item, or doubled it
    half: int = 44  # of the card points
    absolut: int | None = 56  # card points; None where there is none
    kings: set[str] = field(default_factory=lambda: KINGS)  # of the pack

    def score(self) -> list[int]:
        """Game points by seat."""
        points = sum(value(code) for seat, trick in self.tricks if seat in self.takers for code in trick)
        winners = {seat in self.takers for seat, _trick in self.tricks}
        ours = self.absolut is not None and points >= self.absolut
        theirs = self.absolut is not None and points <= 2 * self.half - self.absolut
        won, total, valat = points > self.half, 0, 0
        if "absolut" in self.said:
            won = ours if self._by_takers("absolut") else not theirs
        if "valat" in self.said:
            made = winners == {self._by_takers("valat")}
            won = made == self._by_takers("valat")
            valat = 12 * 2 ** (len(self.said["valat"]) - 1) * (1 if won else -1)
        elif len(winners) == 1:
            valat = 6 if winners == {True} else -6
        total = {"normal": 1, "suit_solo": 4, "solo": 5}[self.contract] * 2 ** len(self.said.get("game", ()))
        total = (total if won else -total) + valat
        if not valat:
            total += self._worth("absolut", ours - theirs, 1)
            total += sum(self._sign(seat) for seat, hand in enumerate(self.hands) if hand >= self.kings)
        if not valat and self.contract != "suit_solo":
            seat, trick = self.tricks[-1]
            last = "T1" in trick and winner(trick, self.contract) == trick.index("T1")
            total += self._worth("pagat_ultimo", self._sign(seat) if last else 0, 1)
            total += sum(self._sign(seat) for seat, hand in enumerate(self.hands) if hand >= TRULL)
            for seat, trick in self.tricks:
                if {"T21", "T22"} <= set(trick) and "T1" not in trick:
                    total += self._sign(seat)
        return [self._sign(seat) * total * (3 if self.takers == {seat} else 1) for seat in range(4)]

    def announcing(self, choices: Choices, action: Choose, asked: list[int]) -> list[int]:
        """The seats that are still to be asked after an announcement, beginning with the declarer or with who has announced."""
        rule, _dot, item = action.option.rpartition("-")
        offered = {pick.option for pick in choices.picks}
        if action.rule == "declare.contra":
            number, mine = len(self.said.get("game", ())), action.seat in self.takers
            assert offered == {"nothing", *([WORDS[number]] if mine == bool(number % 2) else [])}
            if action.option != "nothing":
                self.said.setdefault("game", []).append(action.seat)
            return []
        (first,) = [self.declarer] if not asked else asked[:1]
        assert action.seat == first
        new = {item for item in ("absolut", "pagat_ultimo", "valat") if item not in self.said}
        if "T1" not in self.hands[first] or self.contract == "suit_solo":
            new.discard("pagat_ultimo")
        doubled = {
            f"{WORDS[len(seats) - 1]}-{item}"
            for item, seats in self.said.items()
            if len(seats) <= 4 and (first in self.takers) == ((seats[0] in self.takers) == (len(seats) % 2 == 0))
        }
        assert offered - doubled == {"nothing", *new}
        if self.contract != "normal":
            assert offered == {"nothing", *new, *doubled}, "everybody knows the sides"
        following = [(first + i) % 4 for i in range(4)]
        if action.option == "nothing":
            return asked[1:] if asked else following[1:]
        self.said.setdefault(item if rule else action.option, []).append(first)
        return following

    def _by_takers(self, item: str) -> bool:
        return self.said[item][0] in self.takers

    def _worth(self, item: str, made_by: int, silent: int) -> int:
        """Game points of an item for the takers: ``made_by`` is 1 where they have made it, -1 where the others have."""
        if item not in self.said:
            return made_by * silent
        sign = self._sign(self.said[item][0])
        return 2 * silent * 2 ** (len(self.said[item]) - 1) * (sign if made_by == sign else -sign)

    def _sign(self, seat: int) -> int:
        return 1 if seat in self.takers else -1


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(LIBRARY.load("zwanzigerrufen"))


def codes(state: State, mask: int) -> set[str]:
    return {card.code for card in state.deck.set(mask)}


def test_each_bid_call_play_and_score_as_by_the_sources() -> None:
    simulator = DealSimulator.of(LIBRARY, "zwanzigerrufen", ("random",))
    contracts: set[str] = set()
    for number in range(DEALS):
        deal = simulator.play(3, number)
        first = next((move.before for move in deal.moves if isinstance(move.action, Bid)), None)
        if first is None:
            hands = [codes(deal.state, hand) for hand in deal.state.hands]
            assert any(len(hand - plain(hand)) < 2 and hand - plain(hand) <= TRULL for hand in hands)
            continue
        dealt = Dealt([codes(first, hand) for hand in first.hands])
        assert all(hand - plain(hand) - TRULL or len(hand - plain(hand)) > 1 for hand in dealt.hands)
        calls: list[tuple[int, str]] = []
        seat = leader = (first.dealer + 1) % 4
        trick: list[str] = []
        asked: list[int] = []
        for move in deal.moves:
            state, action = move.before, move.action
            choices: Choices = simulator.engine.legal(state)
            if isinstance(action, Bid):
                assert action.seat == seat and set(choices.bids) == bids(
                    dealt.hands[seat], [bid for _s, bid in calls if bid != "pass"]
                )
                calls.append((seat, action.bid))
                out = {each for each, bid in calls if bid == "pass"}
                seat = next((each % 4 for each in range(seat + 1, seat + 5) if each % 4 not in out), seat)
                dealt.declarer = [each for each, bid in calls if bid != "pass"][-1]
                dealt.takers = {dealt.declarer}
                dealt.contract = [bid for _seat, bid in calls if bid != "pass"][-1]
            elif state.phase is Phase.CALL:
                (taker,) = dealt.takers
                card = next(code for code in CALLED if code not in dealt.hands[taker])
                assert dealt.contract == "normal" and codes(state, choices.picks[0].cards) == {card} == {
                    str(action.cards)
                }
                dealt.takers.add(next(each for each, hand in enumerate(dealt.hands) if card in hand))
            elif isinstance(action, Choose):
                asked = dealt.announcing(choices, action, asked)
            elif isinstance(action, Play):
                assert not asked
                seat = (leader + len(trick)) % 4
                held = codes(state, state.hands[seat])
                assert action.seat == seat and codes(state, choices.cards) == allowed(held, trick, dealt.contract)
                trick.append(action.card.code)
                if len(trick) == 4:
                    leader = (leader + winner(trick, dealt.contract)) % 4
                    dealt.tricks.append((leader, tuple(trick)))
                    trick = []
        contracts.add(dealt.contract)
        result = deal.state.result
        assert result is not None and sum(result.scores) == 0
        assert len(dealt.takers) == (2 if dealt.contract == "normal" else 1)
        assert dealt.score() == list(result.scores), dealt
    assert contracts == {"normal", "suit_solo", "solo"}


def test_the_simple_player_takes_trumps_without_power_for_a_plain_suit(engine: Engine) -> None:
    player, state = SimplePlayer(engine), engine.start(seed=1)
    played = [state._replace(auction=state.auction._replace(contract=contract)) for contract in ("solo", "suit_solo")]
    solo, suit_solo = map(player.pack, played)
    assert solo is not None
    assert suit_solo is not None
    assert solo.trumps == engine.index.order.trumps and suit_solo.trumps == 0
    assert (solo.plain_suits, suit_solo.plain_suits) == (4, 5)
    simulator = DealSimulator.of(LIBRARY, "zwanzigerrufen", ("simple",))
    assert all(simulator.play(2, number).state.result is not None for number in range(10))


def test_no_figure_tells_of_a_bonus_that_the_rules_do_not_have() -> None:
    ours, french = (tt.simulate(name, deals=4, players="random").to_dict() for name in ("zwanzigerrufen", "fft-4"))
    named = [{figure["name"] for figure in found["figures"]} for found in (ours, french)]
    assert "last_trick_bonus" not in named[0] and "last_trick_bonus" in named[1]
    assert ours["rulesets"][0]["lacks"] == ("last_trick_bonus",) and "lacks" not in french["rulesets"][0]


# ---------------------------------------------------------------- deals and scores printed in the tests of another program

NORMAL = (
    "H10 Tr12 CR HV Tr15 Tr21 CD Tr1 Tr9 SR",
    "Tr8 DV Tr14 Tr20 DR DC Tr17 SC HR Tr4",
    "SV CC Tr10 DD Tr16 Tr5 SD Tr11 S10 HC",
    "HD Tr18 Tr6 Tr7 Ex CV Tr19 Tr13 C10 D10",
)
SOLO = (
    "HV Tr11 DR S10 Tr8 Tr7 Tr17 CC DD Tr20",
    "Tr15 Tr14 DC Tr16 Tr19 Tr21 HC Ex D10 Tr18",
    "CV CR CD C10 Tr1 Tr10 SR SC SV Tr9",
    "H10 Tr6 Tr4 Tr12 HR DV Tr5 Tr13 HD SD",
)
SUIT_SOLO = (
    "Tr13 HV Tr15 Tr14 Tr18 CC Tr16 SC Tr7 CV",
    "CD DV Tr12 Tr10 Tr8 HC Tr17 Tr11 Tr1 HR",
    "SV Tr5 SR Tr21 D10 SD DC Ex H10 Tr9",
    "S10 HD Tr4 C10 DR CR Tr20 DD Tr19 Tr6",
)


def ours(code: str) -> str:
    """A card of the other program in our notation; the court cards of one deal have English letters there."""
    code = code.replace("Tr", "T").replace("Ex", "T22")
    suit, rank = code[0], code[1:]
    if suit == "T":
        return code
    rank = {"A": "R", "K": "D", "Q": "C", "J": "V"}.get(rank, rank)
    return suit + ("1" if suit in "HD" and rank == "10" else rank)


PRINTED = [
    (
        *("normal", 0, NORMAL, 2),
        "SA SQ !SJ Tr19; Tr21 Tr4 Tr16 !Ex; H10 HR HC !HD; Tr1 !Tr14 Tr5 Tr7; Tr15 !DV DD D10; !CD Tr17 CC C10; "
        "Tr12 !Tr20 Tr11 Tr18; Tr9 !DR Tr10 Tr6; CR Tr8 !S10 Tr13; HV DC SD !CV",
        *(39, (-2, -2, 2, 2)),
    ),
    (
        *("solo", 1, SOLO, 0),
        "!Tr11 Tr18 Tr1 Tr12; DD !D10 Tr9 DV; S10 Tr14 !SR SD; Tr7 !Tr21 Tr10 Tr6; Tr20 !Tr19 CV Tr13; !HV HC C10 HR; "
        "Tr8 Ex CR !Tr4; DR !DC CD Tr5; Tr17 Tr16 SV !HD; !CC Tr15 SC H10",
        *(45, (-5, 15, -5, -5)),
    ),
    (
        *("solo", 1, SOLO, 0),
        "!Tr7 Tr16 Tr10 Tr6; Tr8 !Tr21 Tr9 Tr4; Tr20 !Tr15 Tr1 Tr12; !CC Tr18 CR Tr5; HV !HC SV HD; DR D10 C10 !DV; "
        "!Tr11 Ex SR Tr13; Tr17 !Tr14 CD H10; !S10 Tr19 SC SD; DD !DC CV HR",
        *(42, (5, -15, 5, 5)),
    ),
    (
        *("suit_solo", 3, SUIT_SOLO, 0),
        "!CC CD Ex CR; HV HC H10 !HD; Tr14 DV D10 !DR; Tr13 Tr12 DC !DD; SC Tr8 SR !S10; Tr7 Tr10 !SV Tr20; Tr18 Tr1 !SD Tr4; "
        "Tr15 Tr11 !Tr21 Tr6; Tr16 Tr17 !Tr5 Tr19; CV HR Tr9 !C10",
        *(47, (-4, -4, -4, 12)),
    ),
]  # fmt: skip
PRINTED_ANNOUNCED = [
    (
        *("normal", 0, NORMAL, 2),
        "SR SC !SV Tr18; Tr12 Tr20 Tr16 !Tr7; Tr1 !DV DD D10; !Tr9 Tr8 Tr11 Tr19; Tr21 Tr17 Tr10 !Tr13; !CR Tr4 CC CV; Tr15 !DR Tr5 Tr6; "
        "!CD Tr14 HC C10; H10 !HR S10 HD; HV !DC SD Ex",
        *(59, (-2, -2, 2, 2), ((0, "pagat_ultimo"), (3, "contra-pagat_ultimo"))),
    ),
    (
        *("normal", 0, NORMAL, 2),
        "Tr21 Tr8 !Tr11 Ex; H10 HR HC !HD; Tr15 !Tr17 Tr10 Tr6; Tr9 !DV DD D10; !CD Tr20 CC C10; Tr12 !Tr14 Tr16 Tr7; SR SC !S10 Tr18; "
        "CR Tr4 Tr5 !CV; Tr1 DC !SV Tr19; HV DR SD !Tr13",
        *(31, (-4, -4, 4, 4), ((2, "absolut"),)),
    ),
    (
        *("normal", 0, NORMAL, 2),
        "SR SC !S10 Ex; CD Tr17 CC !CV; Tr21 !Tr8 Tr5 Tr7; !HV HR HC HD; Tr12 !Tr20 Tr11 Tr13; Tr15 !Tr4 Tr10 Tr18; Tr9 Tr14 Tr16 !Tr19; "
        "CR DC SV !C10; !H10 DR SD Tr6; Tr1 DV DD !D10",
        *(57, (3, 3, -3, -3), ()),
    ),
    (
        *("solo", 1, SOLO, 0),
        "!HV HC Tr10 HD; S10 Ex !SR SD; Tr17 !Tr18 Tr1 Tr13; Tr8 !Tr14 Tr9 Tr12; Tr20 !Tr15 CV Tr5; !DR DC SV DV; !DD D10 C10 Tr6; "
        "Tr11 Tr21 CD !Tr4; Tr7 !Tr16 CR H10; CC !Tr19 SC HR",
        *(56, (-6, 18, -6, -6), ()),
    ),
    (
        *("suit_solo", 3, SUIT_SOLO, 0),
        "!CC CD Ex C10; HV !HR H10 HD; Tr18 !HC Tr5 Tr20; Tr16 !DV DC DD; CV Tr10 Tr9 !CR; Tr7 Tr1 D10 !DR; SC Tr8 SR !S10; "
        "Tr15 Tr17 !SV Tr6; Tr14 Tr11 !SD Tr4; Tr13 Tr12 !Tr21 Tr19",
        *(30, (5, 5, 5, -15), ()),
    ),
]  # fmt: skip
"""Contract, declarer, hands, first leader, tricks by seat (the leader's card marked), card points of the declarer's side, scores, and what was announced."""


@pytest.mark.parametrize(
    ("contract", "taker", "hands", "leader", "tricks", "points", "scores", "said"),
    [*((*deal, ()) for deal in PRINTED), *PRINTED_ANNOUNCED],
)
def test_deals_of_another_program_come_out_as_it_prints_them(
    engine: Engine,
    contract: str,
    taker: int,
    hands: Sequence[str],
    leader: int,
    tricks: str,
    points: int,
    scores: Sequence[int],
    said: Sequence[tuple[int, str]],
) -> None:
    deck = engine.ruleset.deck
    masks = tuple(deck.mask(deck.by_code[ours(code)] for code in hand.split()) for hand in hands)
    called = deck.by_code["T20"] if contract == "normal" else None
    setup = Setup(
        engine.seats(), (leader - 1) % 4, masks, (0,) * 4, taker=taker, contract=contract, called=called, leader=leader
    )
    deal = setup.deal(engine, "play")
    announced = tuple(Choose(seat, "declare.bonuses", option) for seat, option in said)
    deal = Deal(engine, deal.state._replace(chosen=announced))
    for number, trick in enumerate(tricks.split("; ")):
        by_seat = trick.split()
        first = next(seat for seat, code in enumerate(by_seat) if code[0] == "!")
        assert deal.state.turn == first, f"trick {number + 1}"
        for seat in [(first + i) % 4 for i in range(4)]:
            deal = deal.push(Play(seat, deck.by_code[ours(by_seat[seat].removeprefix("!"))]))
    result = deal.state.result
    assert result is not None and result.sheets[0].outcome.points == points
    assert result.scores == tuple(scores)
