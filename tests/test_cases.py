"""Cases in YAML: one situation of a game on a line, with the answer of the rules and the reason. A new case is a new line.

The files lie in ``tests/cases``; the head of each says how a line is read. A file with a fault is refused with the line and a
suggestion; a case that fails is named by its line and its reason.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import naive.deal
import naive.score
import pytest
from naive.rules import rules_of
from pydantic import BaseModel, ConfigDict, create_model

from tarot_teach.cards import Card, CardSet, Deck, halves_text
from tarot_teach.engine import Engine, Setup
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library, read_yaml
from tarot_teach.loading.formats import parse_model
from tarot_teach.mechanisms import Params, all_mechanisms, find
from tarot_teach.mechanisms.base import Whole
from tarot_teach.mechanisms.interfaces import LimitsDiscard, NarrowsPlay, Scores, WinsTrick
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.table import DISCARD, PASS, Bid, Choose, Declaration, Effect, Event, Phase, Play, State, Taken, Trick
from tests.helpers import LIBRARY, with_card
from tests.made_up import RULESETS

FOLDER = Path(__file__).parent / "cases"


class Case(BaseModel):
    """A line of a file of cases: ``why`` is the reason for the answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    why: str


class GameCase(Case):
    """A case by the rules of a ruleset, with house rules on top of it if need be."""

    ruleset: str = "fft-4"

    @property
    def engine(self) -> Engine:
        return engine_of(self.ruleset)


def read(name: str, kind: type[Case], folder: Path = FOLDER) -> list[tuple[int, Any]]:
    """The cases of a file, each with its line."""
    document = read_yaml(folder / f"{name}.yaml")
    file = create_model("CaseFile", __base__=BaseModel, format=(Literal["1"], ...), cases=(list[kind], ...))  # type: ignore[valid-type]
    try:
        return [(document.place(("cases", i)).line, case) for i, case in enumerate(parse_model(file, document).cases)]
    except LoadError as error:
        raise pytest.Collector.CollectError(f"{error}\n(a sentence with a comma stands in quotes)") from None


def cases(kind: type[Case], *names: str) -> Callable[..., Any]:
    """Run a test on every case of files."""
    found = {f"{name}.yaml:{line} {case.why}": case for name in names for line, case in read(name, kind)}
    return pytest.mark.parametrize("case", list(found.values()), ids=list(found))


@functools.cache
def engine_of(name: str) -> Engine:
    return Engine(LIBRARY.load(name))


def trick_of(deck: Deck, codes: str) -> Trick:
    trick = Trick(0)
    for card in deck.parse(codes):
        trick = trick.add(card, deck.order())
    return trick


def card_set(deck: Deck, codes: str) -> CardSet:
    return deck.set(deck.mask(deck.parse(codes)))


def said(engine: Engine, events: Sequence[Event], seats: Sequence[str]) -> list[str]:
    """The sentences of events, each seat named by its letter."""
    return [str(engine.because(finding, lambda seat: seats[seat])) for event in events for finding in event.findings]


# ---------------------------------------------------------------- one trick


class PlayCase(Case):
    mechanism: str
    trick: str
    hand: str
    playable: str


@cases(PlayCase, "play")
def test_play(case: PlayCase) -> None:
    deck = engine_of("fft-4").ruleset.deck
    rule = find("play", case.mechanism)("play.x", Params(), deck)
    assert isinstance(rule, NarrowsPlay)
    hand = deck.mask(deck.parse(case.hand))
    assert deck.set(rule.narrow(hand, trick_of(deck, case.trick), hand)) == deck.set(
        deck.mask(deck.parse(case.playable))
    )


class WinningCase(Case):
    trick: str
    wins: str


@cases(WinningCase, "winning")
def test_winning_card(case: WinningCase) -> None:
    engine = engine_of("fft-4")
    deck = engine.ruleset.deck
    rule = find("play", "highest_wins")("play.x", Params(), deck)
    assert isinstance(rule, WinsTrick)
    trick = trick_of(deck, case.trick)
    place = rule.winning(engine.start(seed=1), trick)
    assert ([] if place is None else [trick.cards[place].code]) == case.wins.split()


# ---------------------------------------------------------------- auction and discard


class AuctionCase(GameCase):
    bids: str
    turn: str = ""
    may: str = ""
    must: bool = False
    tries: str = ""
    refused: str = ""
    ends: str = ""
    says: str = ""


@cases(AuctionCase, "auction")
def test_auction(case: AuctionCase, made_up: Library) -> None:
    engine = Engine(made_up.load(case.ruleset)) if case.ruleset in RULESETS else case.engine
    seats = engine.seats()
    state = engine.start(seed=1, dealer=len(seats) - 1)
    while state.phase is not Phase.BID:
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    events: list[Event] = []
    for bid in case.bids.split():
        assert state.turn is not None, f"the auction is over before {bid}"
        state, events = engine.apply(state, Bid(state.turn, bid))
    if case.ends:
        void = state.result and state.result.void
        taker = state.auction.taker
        assert (void or f"{'nobody' if taker is None else seats[taker]} {state.auction.contract}") == case.ends
        assert case.says in ["", *said(engine, events, seats)]
        return
    assert state.turn is not None, "the auction is over: say how it `ends`"
    if case.tries:
        findings = engine.check(state, Bid(state.turn, case.tries)).findings
        assert [finding.rule for finding in findings if finding.effect is Effect.REFUSES] == case.refused.split()
        return
    passes = () if case.must else (PASS,)
    assert (seats[state.turn], engine.legal(state).bids) == (case.turn, (*passes, *case.may.split()))


class DiscardCase(GameCase):
    hand: str
    count: Whole = 6
    may: str
    must: str = ""
    tries: str = ""
    refused: str = ""
    shows: str = ""


@cases(DiscardCase, "discards")
def test_discard(case: DiscardCase) -> None:
    engine = case.engine
    deck, seats = engine.ruleset.deck, engine.seats()
    hand = deck.parse(case.hand)
    stay = engine.index.deals.hand_size(len(seats))
    unseen = (stay + case.count - len(hand), *(stay for _seat in seats[1:]))
    hands = (deck.mask(hand), *(0 for _seat in seats[1:]))
    contract = engine.index.ranking[0]
    state = Setup(seats, len(seats) - 1, hands, unseen, taker=0, contract=contract).deal(engine, "discard").start
    choice = engine.legal(state).of_hand
    assert choice is not None and choice.most == case.count
    assert (deck.set(choice.cards), deck.set(choice.obliged)) == (
        card_set(deck, case.may),
        card_set(deck, case.must),
    )
    action = Choose(0, DISCARD, cards=card_set(deck, case.tries))
    if case.refused:
        assert {finding.rule for finding in engine.check(state, action).findings} == set(case.refused.split())
    elif case.tries:
        state, _events = engine.apply(state, action)
        assert deck.set(state.shown) == card_set(deck, case.shows)


# ---------------------------------------------------------------- tricks: who wins, whose the Excuse is, what is paid


class TricksCase(GameCase):
    contract: str = "garde"
    partner: str = ""
    leader: str = ""
    announced: str = ""
    won: dict[str, str] = {}
    tricks: str
    left: Whole = 0
    wins: str
    events: str = ""
    excuse: str = ""
    gives: str = ""
    owes: str = ""
    points: str = ""
    slam: str = ""
    small_slam: str = ""
    bonus: str = ""
    defender: Whole = 0
    says: str = ""


class Table:
    """The table before the tricks of a case: the talon and the piles as lists of cards, the winners of the tricks before."""

    def __init__(self, case: TricksCase) -> None:
        engine = case.engine
        self.deck, self.seats, deals = engine.ruleset.deck, engine.seats(), engine.index.deals
        self.cards = self.deck.parse(case.tricks.replace("/", " "))
        named = set(" ".join((case.tricks, *case.won.values())).split())
        rest = [card for card in self.deck.cards if card.code not in named]
        self.talon = [card for card in rest if card.halves == 1 and not card.is_trump][
            : deals.talon_size(len(self.seats))
        ]
        rest = [card for card in rest if card not in self.talon]
        self.won: list[list[Card]] = [[] for _seat in self.seats]
        for seat, pile in case.won.items():
            number = len(rest) if pile == "rest" else int(pile) if pile.isdigit() else 0
            self.won[self.seats.index(seat)] = rest[:number] or self.deck.parse(pile)
            rest = rest[number:]
        self.before = [seat for seat, pile in enumerate(self.won) for _trick in range(len(pile) // len(self.seats))]
        self.leader = self.seats.index(case.leader or self.seats[0])
        self.partner = self.seats.index(case.partner) if case.partner else None
        seat, _, what = case.announced.partition(" ")
        self.announced = [(self.seats.index(seat), what)] if what else []
        self.contract = case.contract if engine.index.auction else None
        self.taken = self.contract is not None and engine.index.contracts[self.contract].talon_goes == "taken"

    def state(self, case: TricksCase) -> State:
        """The state before the tricks; the hands are not known."""
        mask = self.deck.mask
        position = Setup(
            self.seats,
            dealer=len(self.seats) - 1,
            hands=(0,) * len(self.seats),
            unseen=(len(self.cards) // len(self.seats) + case.left,) * len(self.seats),
            taker=0 if self.contract else None,
            partner=self.partner,
            contract=self.contract,
            leader=self.leader,
            talon=mask(self.talon),
            discard=mask(self.talon) if self.taken else 0,
            won=tuple(mask(pile) for pile in self.won) if case.won else None,
            declared=tuple(Declaration(seat, f"declare.{what}", what) for seat, what in self.announced),
        )
        state = position.deal(case.engine, "play").start
        if len(self.before) != state.unrecorded_tricks:
            return state
        tricks = tuple(Taken(Trick(seat, tuple(self.deck.cards[: len(self.seats)])), seat, "") for seat in self.before)
        return state._replace(unrecorded_tricks=0, unrecorded_winners=None, tricks=tricks)

    def by_hand(self, case: TricksCase, tricks: Sequence[Taken]) -> naive.deal.Deal:
        """The tricks played by the second implementation of the rules, which finds the winners itself."""
        players = len(self.seats)
        deal = naive.deal.Deal(rules_of(case.ruleset, players), [{"another card"} if case.left else set()] * players)
        deal.leader, deal.taker, deal.partner, deal.announced = self.leader, 0, self.partner, list(self.announced)
        deal.contract, talon = self.contract or "", {card.code for card in self.talon}
        deal.kept = (set(), talon) if deal.contract == "garde_contre" else (talon, set())
        deal.piles = [{card.code for card in pile} for pile in self.won]
        deal.winners = [*(self.before or range(players))]
        deal.tricks = [(seat, []) for seat in deal.winners]
        for taken in tricks:
            for place, card in enumerate(taken.trick.cards):
                deal.hands[taken.trick.seat_of(place, players)].add(card.code)
        for card in self.cards:
            deal.play(card.code)
            if deal.waiting():
                deal.pay(case.gives.split()[1])
        return deal


def played(case: TricksCase, state: State, cards: Sequence[Card]) -> tuple[State, list[Event]]:
    """The state after the cards, and the events; a player who may choose what to give gives what the case says."""
    happened: list[Event] = []
    for card in cards:
        assert state.turn is not None
        state, events = case.engine.apply(state, Play(state.turn, card))
        happened += events
        if state.phase is Phase.PAY:
            state, events = case.engine.apply(
                state, with_card(case.engine, state, state.deck.card(case.gives.split()[1]))
            )
            happened += events
    return state, happened


@cases(TricksCase, "excuse", "slams")
def test_tricks(case: TricksCase) -> None:
    table, engine = Table(case), case.engine
    state, events = played(case, table.state(case), table.cards)
    seats, excuse = table.seats, state.deck.excuse
    given = [event.facts for event in events if event.kind in ("paid_at_once", "debt_paid")]
    found: dict[str, object] = {
        "wins": seats[state.tricks[-1].winner],
        "events": " ".join(event.kind for event in events if event.kind.startswith(ABOUT_CARDS)),
        "excuse": "".join(seat for seat, pile in zip(seats, state.won, strict=True) if pile & excuse),
        "gives": ", ".join(
            f"{seats[facts['payer']]} {facts['card'].code} to {seats[facts['payee']]}" for facts in given
        ),
        "owes": ", ".join(f"{seats[debt.owner]} to {seats[debt.creditor]}" for debt in state.debts),
        "says": case.says if case.says in said(engine, events, seats) else said(engine, events, seats),
    }
    if state.result is not None:
        (sheet, *_others) = state.result.sheets
        found |= {
            "points": halves_text(sheet.outcome.halves),
            **dict.fromkeys(("slam", "small_slam", "bonus"), ""),
            **{
                {"score.last_trick_bonus": "bonus"}.get(id, id.partition(".")[2]): printed.replace("+", " ")
                for id, printed in sheet.outcome.facts.spelled().items()
            },
            "defender": state.result.roles.get("defender"),
        }
    asked = case.model_fields_set & {*found, *OF_RESULT}
    assert {name: found.get(name, "no result") for name in asked} == {name: getattr(case, name) for name in asked}
    by_hand = table.by_hand(case, state.tricks[-len(table.cards) // len(table.seats) :])
    assert by_hand.winners[-1] == state.tricks[-1].winner
    codes = [{card.code for card in state.deck.set(pile)} for pile in state.won]
    if state.result is None:
        assert by_hand.piles == codes
    else:
        assert naive.score.score(by_hand).seats == state.result.scores


ABOUT_CARDS = ("excuse", "petit", "paid", "debt", "not_counted")
OF_RESULT = ("points", "slam", "small_slam", "bonus", "defender")


# ---------------------------------------------------------------- scores


class ScoringCase(GameCase, ResultFile):
    sheet: str
    scores: str = ""
    says: str = ""


@cases(ScoringCase, "scoring")
def test_scoring(case: ScoringCase) -> None:
    engine = case.engine
    seats, scorer = engine.seats(), engine.scorer
    problems: list[str] = []
    result = case if case.taker or not scorer.has_sides else case.model_copy(update={"taker": seats[0]})
    outcomes = outcomes_of(
        result,
        scorer,
        engine.ruleset.deck,
        seats,
        lambda _code, message, _path, hint: problems.append(f"{message}; {hint}"),
    )
    assert not problems
    scored, events = scorer.result(outcomes, len(seats))
    sheets = " | ".join(
        " ".join(f"{line.operation}{line.amount}" for line in sheet.lines) + f" = {sheet.total}"
        for sheet in scored.sheets
    )
    assert sheets == case.sheet
    assert " ".join(str(score) for score in scored.scores) == case.scores
    assert case.says in ["", *said(engine, events, seats)]


def test_every_play_rule_has_a_case() -> None:
    narrowing = {mechanism.name for mechanism in all_mechanisms() if issubclass(mechanism, NarrowsPlay)}
    with_parameters = {"card_last", "excuse_but_in_trick"}  # in test_slovenian and test_danish
    assert narrowing - with_parameters == {case.mechanism for _line, case in read("play", PlayCase)}


def test_every_score_rule_has_a_case() -> None:
    made = set()
    for _line, case in read("scoring", ScoringCase):
        mechanisms = case.engine.index.mechanisms.values()
        made |= {rule.name for rule in mechanisms if isinstance(rule, Scores)}
    in_hombre = {"for_winning", "matadors_of_taker"}  # in test_hombre
    without_bids = {"left_with_cards"}  # in the test of its kind of play
    by_event = {"bonus", "bonus_in_place", "most_points_pay"}  # in test_bonus and test_tapp
    in_hand_or_balanced = {"combinations", "difference_balanced"}  # in test_combinations and test_danish
    in_koenigrufen = {
        "bonus_in_place_or_lost",
        "forehand_or_most_pay",
        "higher_half_pays",
        "multiplied_when_lost",
    }  # in the test of that game
    assert made | in_hombre | without_bids | by_event | in_hand_or_balanced | in_koenigrufen == {
        mechanism.name for mechanism in all_mechanisms() if issubclass(mechanism, Scores)
    }


def test_every_limit_of_a_discard_has_a_case() -> None:
    limits = {
        rule.name
        for _line, case in read("discards", DiscardCase)
        for rule in case.engine.index.mechanisms.values()
        if isinstance(rule, LimitsDiscard)
    }
    of_dealers = {"only_without"}  # in test_scarto, where the dealer lays cards away
    by_invitation = {"never_invited", "say_number"}  # in test_hungarian
    outermost = {"only_outermost"}  # in test_cego and test_keeping
    assert limits | of_dealers | by_invitation | outermost == {
        mechanism.name for mechanism in all_mechanisms() if issubclass(mechanism, LimitsDiscard)
    }


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{bids: prise, turn: E, mya: garde, why: x}", r"auction\.yaml:3:\d+: 'mya' is not known here"),
        ("{bids: prise, turn: E}", r"auction\.yaml:3:\d+: 'why' is missing"),
        ("{bids: prise, why: higher, or a pass}", r"a sentence with a comma stands in quotes"),
    ],
)
def test_a_fault_in_a_file_of_cases_is_named_with_its_line(tmp_path: Path, line: str, words: str) -> None:
    (tmp_path / "auction.yaml").write_text(f"format: 1\ncases:\n  - {line}\n", encoding="utf-8")
    with pytest.raises(pytest.Collector.CollectError, match=words):
        read("auction", AuctionCase, tmp_path)
