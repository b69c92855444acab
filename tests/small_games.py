"""Games of a few cards, made of the rules of shipped ones, of which every deal can be played in every way: what can come of a deal is then known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tarot_teach.cards import Card, halves_text
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.loading import Library
from tarot_teach.mechanisms.honours import HonoursFact
from tarot_teach.mechanisms.score.keyed import numbers_of
from tarot_teach.mechanisms.score.slam import SLAMS
from tarot_teach.records.result_fields import all_points, fields_of
from tarot_teach.table import Outcome, State
from tests.made_up import MadeUp, files_of, other, pack, rule, set_to, text

Written = dict[str, Any]
Key = tuple[str | None, int, int | None, int | None, frozenset[tuple[str, str]]]


@dataclass(frozen=True)
class SmallGame:
    """A game, the contracts of which deals are played, and the facts that may be written by rule where its choices are not all.

    ``step`` is that of the card points which are written, in halves. Of each deal so many ``ways`` to play it are taken at random; 0: all.
    """

    made: MadeUp
    contracts: tuple[str | None, ...] = (None,)
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    step: int = 2
    ways: int = 0


FRENCH = MadeUp(
    "fft-3",
    deck=pack(trumps=3, ranks=["1", "R"], suits=["spades"]),
    players="2",
    changes={
        "deal.first_dealer": set_to(suits=["spades"]),
        "deal.packets": set_to(packet=1, talon=2, talon_not=[]),
        "discard.never": set_to(cards=["EX", "king"]),
        "count.target": set_to(by_honours={"0": 12, "1": 10, "2": 9, "3": 7}),
    },
    drops=("void.petit_sec", "deal.cut", "declare.handful", "score.handful"),
)

FRENCH_3 = replace(
    FRENCH,
    players="",
    deck=pack(trumps=3, ranks=["1", "2", "R"], suits=["spades"]),
    changes={**FRENCH.changes, "deal.packets": set_to(packet=1, talon=1, talon_not=[])},
    drops=(*FRENCH.drops, "declare.slam"),
)
SPANISH = {
    "format": 1,
    "title": "made-up Spanish pack",
    "suits": {
        "swords": {"letter": "S", "kind": "plain", "ranks": "long"},
        "batons": {"letter": "B", "kind": "plain", "ranks": "long"},
        "cups": {"letter": "C", "kind": "plain", "ranks": "round"},
    },
    "ranks": {"long": ["2", "K", "A"], "round": ["7", "6", "A", "K"]},
    "names": {"A": "ace", "K": "king"},
    "as_trumps": {"long": ["K", "BA", "2", "SA"], "round": ["6", "K", "A", "BA", "7", "SA"]},
    "marks": {"king": ["K"], "court": ["K"], "pip": ["A", "2", "6", "7"]},
    "points": {"other": 0},
    "cards": 10,
    "total": 0,
}
OMBRE = MadeUp(
    "tresillo",
    deck=SPANISH,
    changes={
        "deal.packets": set_to(hand=3, packet=1, talon=1),
        "play.voll": set_to(after=2),
        "score.sans_prendre": text(),
        "exchange.ombre": set_to(most=1),
        "exchange.others": set_to(most=1),
    },
    drops=("bid.vuelta", "exchange.turned"),
)
PIEDMONTESE = {
    "format": 1,
    "title": "made-up Piedmontese pack",
    "suits": {
        "swords": {"letter": "S", "kind": "plain", "ranks": "long"},
        "cups": {"letter": "C", "kind": "plain", "ranks": "round"},
        "trumps": {"letter": "T", "kind": "trump", "ranks": "trumps"},
        "fool": {"letter": "E", "code": "EX", "symbol": "★", "kind": "excuse", "name": "Fool"},
    },
    "ranks": {"long": ["1", "K"], "round": ["1"], "trumps": ["1", "21", "20"]},
    "names": {"K": "king"},
    "marks": {
        "trump": ["trumps"], "petit": ["T1"], "fool": ["EX"], "honour": ["T1", "T20", "EX"], "five": ["T1", "T20", "K"],
        "king": ["K"], "court": ["K"], "low": ["1", "T21"],
    },
    "points": {"five": 5, "fool": 4, "other": 1},
    "cards": 7,
    "total": 22,
}  # fmt: skip
SCARTO = MadeUp(
    "scarto",
    deck=PIEDMONTESE,
    changes={
        "deal.packets": set_to(hand=2, packet=1, talon=1),
        "exchange.scarto": set_to(count=1),
        "discard.never": set_to(cards=["T20", "fool"]),
        "count.threes": set_to(total=18),
        "score.par": set_to(par=6),
    },
)

TAROCK = {
    "format": 1,
    "title": "made-up tarock pack",
    "suits": {
        "spades": {"letter": "S", "symbol": "♠", "kind": "plain", "ranks": "black"},
        "trumps": {"letter": "T", "kind": "trump", "ranks": "trumps"},
    },
    "ranks": {"black": ["10", "R"], "trumps": ["1", "20", "21", "22"]},
    "names": {"R": "king", "T1": "Pagat", "T21": "Mond", "T22": "Sküs"},
    "marks": {
        "trump": ["trumps"], "petit": ["T1"], "honour": ["T1", "T21", "T22"], "king": ["R"], "court": ["R"], "low": ["10"],
    },
    "points": {"honour": 5, "king": 5, "low": 0, "other": 1},
    "cards": 6,
    "total": 21,
}  # fmt: skip
TAROCK_CHANGES: dict[str, Any] = {
    "deal.hands": set_to(packet=1),
    "call.trump": {**set_to(ranks=["T20"], alone=True), **text()},
    "score.value": text(),
    "score.settlement": {**other("takers_side_scores"), **text()},
    "count.half": set_to(points=10),
}
ONE_CALL = (
    *("deal.cut", "void.few_trumps", "bid.can_call", "bid.suits", "bid.suit_solo", "play.order", "play.lead_suits"),
    *("declare.bonuses", "declare.bonuses_of_suits", "declare.contra", "score.contra"),
)
SIDES, SIDES_OR_FAILED = ("taker", "defence"), ("taker", "defence", "taker-failed", "defence-failed")
COLLECTING = MadeUp(
    "zwanzigerrufen",
    deck=TAROCK,
    players="3",
    changes={**TAROCK_CHANGES, "score.pagat": set_to(lost="always")},
    adds={
        "score.trula": rule("bonus", event={"collects": ["honour"]}, silent=1, announced=2),
        "score.lost_mond": rule("card_captured", card="T21", pays=2, talon=False),
    },
    drops=(*ONE_CALL, "score.absolut", "score.trull", "score.kings", "score.mond"),
)
HOLDING = MadeUp(
    "zwanzigerrufen",
    deck=TAROCK,
    players="3",
    changes={
        **TAROCK_CHANGES,
        "score.absolut": set_to(event={"points": 15}),
        "score.kings": set_to(event={"dealt": ["T21", "T22"]}),
    },
    adds={"score.ultimo": rule("bonus", event={"in_trick": "called"}, silent=1, announced=2, lost="always")},
    drops=(*ONE_CALL, "score.valat", "score.pagat", "score.trull"),
)

SMALL: dict[str, SmallGame] = {
    "small-french": SmallGame(
        FRENCH, ("prise", "garde_contre"), (("score.slam", (*SLAMS, "announced-failed+defence")),), 1
    ),
    "small-french-3": SmallGame(FRENCH_3, ("prise", "garde_contre"), (("score.slam", ("made", "defence")),), 1),
    "small-ombre": SmallGame(
        OMBRE,
        ("juego", "solo"),
        (
            ("count.tricks", tuple("-".join(map(str, won)) for won in product(range(5), repeat=3))),
            ("score.matadors", tuple(f"{seat}:{number}" for seat in "SEW1" for number in range(5))),
            ("score.voll", tuple(f"{seat}:{word}" for seat in "SE" for word in ("made", "failed", "stopped"))),
        ),
        ways=1,
    ),
    "small-collecting": SmallGame(
        COLLECTING,
        ("normal",),
        (
            ("score.valat", SIDES),
            ("score.trula", SIDES),
            ("score.pagat", SIDES_OR_FAILED),
            ("score.lost_mond", ("S", "E", "W")),
        ),
    ),
    "small-holding": SmallGame(
        HOLDING, ("normal",), (("score.absolut", SIDES_OR_FAILED), ("score.ultimo", SIDES_OR_FAILED))
    ),
    "small-scarto": SmallGame(SCARTO),
}


@cache
def small_engine(name: str) -> Engine:
    """The engine of a small game."""
    with TemporaryDirectory() as folder:
        return Engine(Library(files_of(name, SMALL[name].made, Path(folder))).load(name))


def layouts(cards: Sequence[Card], hands: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield all ways to deal hands of these sizes."""
    if not hands:
        yield ()
        return
    for hand in combinations(cards, hands[0]):
        rest = [card for card in cards if card not in hand]
        for others in layouts(rest, hands[1:]):
            yield hand, *others


def starts(name: str) -> Iterator[State]:
    """Yield the state after the auction of every deal of a small game, in no order, from every first lead, with the first player as taker where
    there is one."""
    engine = small_engine(name)
    deck, (players,) = engine.ruleset.deck, engine.ruleset.players
    size = engine.index.deals.hand_size(players)
    dealt = [*product(layouts(deck.cards, [size] * players), range(players), SMALL[name].contracts)]
    Random(name).shuffle(dealt)
    for hands, dealer, contract in dealt:
        masks = tuple(deck.mask(hand) for hand in hands)
        talon = deck.all & ~sum(masks)
        taker = None if contract is None else 0
        setup = Setup(
            engine.seats(players), dealer, masks, (0,) * players, talon, taker=taker, contract=contract,
            order=tuple(deck.set(talon)),
        )  # fmt: skip
        yield setup.deal(engine, "bid" if contract is None else "talon").start


def ends(engine: Engine, state: State) -> Iterator[State]:
    """Yield the ends of all ways to go on from a state."""
    if state.turn is None:
        yield state
        return
    choices = engine.legal(state)
    for action in choices:
        yield from ends(engine, engine.apply(state, action, among=choices)[0])


def at_random(engine: Engine, state: State, random: Random) -> State:
    """The end of one way to go on from a state."""
    while state.turn is not None:
        choices = engine.legal(state)
        state = engine.apply(state, choices.random(random), among=choices)[0]
    return state


def fields_apart(name: str, contract: str | None) -> tuple[str, ...]:
    """The fields that tell results apart."""
    fields = fields_of(small_engine(name).scorer.for_result(contract))
    return tuple(field.name for field in fields if field.needed or field.name != "honours")


def key_of(outcome: Outcome, fields: Sequence[str]) -> Key:
    """The result of a taker's side in short, without what came before the deal: two results that say the same are one."""
    halves = outcome.halves if "points" in fields else 0
    facts = ((id, str(fact)) for id, fact in outcome.facts.items() if not isinstance(fact, HonoursFact))
    honours = numbers_of(outcome)["honours"] if "honours" in fields else None
    return outcome.contract, halves, honours, outcome.partner, frozenset(facts)


def brought(name: str) -> Iterator[State]:
    """Yield the ends of all deals of a small game, played in all ways, that were scored."""
    engine, ways, random = small_engine(name), SMALL[name].ways, Random(name)
    for start in starts(name):
        for end in (at_random(engine, start, random) for _way in range(ways)) if ways else ends(engine, start):
            if end.result is not None and end.result.sheets:
                yield end


def writable(name: str) -> Iterator[Written]:
    """Yield every result of a taker's side that can be written: contract, card points, honours, partner, and each fact in its values."""
    engine = small_engine(name)
    (players,) = engine.ruleset.players
    for contract in SMALL[name].contracts:
        scorer = engine.scorer.for_result(contract)
        fields = {field.name: field for field in fields_of(scorer)}
        parts: list[Iterable[tuple[str, Any] | None]] = [[("contract", contract)]]
        if "points" in fields:
            parts.append(
                [("points", halves_text(halves)) for halves in range(0, all_points(scorer) + 1, SMALL[name].step)]
            )
        if "honours" in fields and fields["honours"].needed:
            parts.append([("honours", number) for number, _words in fields["honours"].choices])
        if scorer.index.calls is not None:
            seats = engine.seats(players)
            parts.append([("alone", True), *(("partner", seat) for seat in seats[1:])])
        facts = [field for field in fields.values() if field.kind == "fact"]
        spelled = dict(SMALL[name].facts)
        parts += [
            [None, *((field.name, text) for text in spelled.get(field.name, [word for word, _w in field.choices]))]
            for field in facts
        ]
        for each in product(*parts):
            given = dict(part for part in each if part is not None)
            ids = {field.name for field in facts}
            yield {
                **{field: value for field, value in given.items() if field not in ids},
                "facts": {field: value for field, value in given.items() if field in ids},
            }
