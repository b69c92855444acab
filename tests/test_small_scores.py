"""The scores of ends of small packs against the second implementations that know scores, with the numbers of the small packs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from naive import cego, dreiertarock, karnoeffel, scarto, sicilian, slovenian, tapp, troccas
from naive import deal as naive
from naive.hombre import BLACK
from naive.rules import RULESETS, rules_of
from naive.score import score

from tarot_teach.engine import Deal, Engine
from tarot_teach.table import NOTHING, PASS, Bid, Choose, Phase, Play, State
from tarot_teach.topics.prove.invariants import PositionChecker
from tarot_teach.topics.prove.search import DealSearch
from tarot_teach.topics.prove.small_packs import SmallGame, small_games
from tests.at_ends import (
    austria,
    denmark,
    england,
    germany,
    hombre,
    hungary,
    italy,
    koenigrufen,
    marolles,
    spain,
    troggu,
    zwanzigerrufen,
)
from tests.at_ends.reading import chosen, codes, params, place, talon_of, tricks_of
from tests.helpers import LIBRARY, in_turn
from tests.test_naive import SecondImplementation

POSITIONS = 700
"""The positions of a deal whose ends are compared."""
DRAWN = 80
"""The deals of a pack that are drawn."""


# ------------------------------------------------------------------ the games


def french(deal: Deal, game: SmallGame) -> Sequence[int]:
    ruleset = game.ruleset
    rules = replace(
        rules_of(ruleset.id.rpartition("-small-")[0]),
        players=game.shape.players,
        hand=game.shape.hand,
        chien=game.shape.talon,
        pack=tuple(card.code for card in ruleset.deck.cards),
    )
    if rules.each:
        rules = replace(rules, free_cards=params(ruleset, "score.cards").above)
    else:
        targets = params(ruleset, "count.target").by_honours
        rules = replace(rules, targets=tuple(targets[number] for number in range(4)))
    second = SecondImplementation(rules, ruleset.deck)
    begun, players = next(move.before for move in deal.moves if move.before.hands), deal.state.players
    again = naive.Deal(rules, [codes(begun.hand((begun.dealer + 1 + i) % players)) for i in range(players)])
    for move in deal.moves:
        if move.before.hands:
            second.act(again, move.before.phase, move.action._replace(seat=place(deal, move.action.seat)))
    return score(again).seats


def of_slovenia(deal: Deal, game: SmallGame) -> Sequence[int]:
    state, talon, rules = deal.state, talon_of(deal), game.ruleset
    auction = state.auction
    done = slovenian.Deal(
        auction.contract or "",
        state.players,
        talon,
        place(deal, auction.taker),
        None if auction.partner is None else place(deal, auction.partner),
        auction.called.code if auction.called else "",
        half=params(rules, "count.half").points,
        cards=game.shape.hand * state.players,
        kings=slovenian.KINGS & codes(rules.deck.cards),
    )
    for move, action, seat in chosen(deal):
        if action.rule.startswith("exchange.") and action.option:
            part = len(talon) // {"halves": 2, "pairs": 3, "singles": 6}[action.rule.partition(".")[2]]
            done.taken = {*talon[(int(action.option) - 1) * part : int(action.option) * part]}
        elif action.cards is not None and move.before.phase is not Phase.CALL:
            done.away = codes(action.cards)
        elif action.rule == "declare.kontra":
            done.kontra += action.option != NOTHING
        elif action.option not in ("", NOTHING) and f"score.{action.option.rpartition('-')[2]}" in rules.rules:
            done.said.append((seat, action.option))
    done.tricks = tricks_of(deal, lambda trick: slovenian.winner(trick, done.contract))
    return slovenian.scores(done)


def of_tapp(deal: Deal, game: SmallGame) -> Sequence[int]:
    state = deal.state
    done = tapp.Deal(state.auction.contract or "", place(deal, state.auction.taker), half=params(game.ruleset, "count.half").points)  # fmt: skip
    (done.kings,) = params(game.ruleset, "score.kings").amounts
    for _move, action, _seat in chosen(deal):
        if action.cards is not None:
            done.away = codes(action.cards)
        elif action.rule == "declare.kontra":
            done.kontra += action.option != NOTHING
        elif action.option not in ("1", "2", NOTHING):
            done.say(action.option.rpartition("-")[2])
    done.said = {
        item: times
        for item, times in done.said.items()
        if f"score.{item.removesuffix('_ultimo')}" in game.ruleset.rules
    }
    begun = next(move.before for move in deal.moves if isinstance(move.action, Play))
    done.hands = [codes(begun.hand((state.dealer + 1 + i) % 3)) for i in range(3)]
    done.tricks = tricks_of(deal, tapp.winner)
    return done.scores()


def of_three(deal: Deal, game: SmallGame) -> Sequence[int]:
    state, talon = deal.state, talon_of(deal)
    scale = dreiertarock.SCALES[game.ruleset.id.rpartition("-small-")[0]]
    contract = state.auction.contract or ""
    done = dreiertarock.Deal(scale, contract, place(deal, state.auction.taker), talon={*talon})
    done.half, done.kings = (
        params(game.ruleset, "count.half").points,
        dreiertarock.KINGS & codes(game.ruleset.deck.cards),
    )
    if contract.startswith("solo"):
        done.theirs = {*talon}
    for _move, action, seat in chosen(deal):
        if action.rule == "exchange.three":
            part = len(talon) // 2
            done.theirs = {*(talon[part:] if action.option == "1" else talon[:part])}
        elif action.cards is not None:
            done.mine = codes(action.cards)
        elif action.rule.startswith("declare.kontra"):
            done.kontra += action.option != NOTHING
        elif action.option != NOTHING:
            done.said.setdefault(action.option.rpartition("-")[2], []).append(seat)
    done.tricks = tricks_of(deal, dreiertarock.winner)
    return done.scores()


def of_sicily(deal: Deal, game: SmallGame) -> Sequence[int]:
    state, rules = deal.state, game.ruleset
    solo = state.auction.contract == "solo"
    taker = place(deal, state.auction.taker)
    done = sicilian.Deal(taker if solo else None, (taker + 1) % 3 if solo else 0)
    done.par, done.dealers_par = params(rules, "score.par").par, params(rules, "score.par").dealer
    done.half, done.total = params(rules, "count.half").points, sicilian.counted(codes(rules.deck.cards)) + 5
    for _move, action, seat in chosen(deal):
        done.away = codes(action.cards)
        done.piles[seat] += done.away
    for taken in state.tricks:
        done.take([card.code for card in taken.trick.cards])
    return done.scores()


def of_graubuenden(deal: Deal, game: SmallGame) -> Sequence[int]:
    ((_move, action, _seat),) = chosen(deal)
    done = troccas.Deal(codes(action.cards), par=params(game.ruleset, "score.par").par)
    for taken in deal.state.tricks:
        for card in taken.trick.cards:
            done.play(card.code)
    return done.scores()


def of_baden(deal: Deal, game: SmallGame) -> Sequence[int]:
    done = cego.Deal({*talon_of(deal)}, half=params(game.ruleset, "count.half").points)
    for move in deal.moves:
        action = move.action
        if isinstance(action, Bid):
            done.call(action.bid)
        elif isinstance(action, Choose) and action.rule == "exchange.one_more":
            done.laid |= codes(action.cards)
        elif isinstance(action, Choose) and move.before.hands:
            kept = [card.code for card in action.cards or ()]
            if done.contract in cego.KEPT and done.contract not in ("cego", "eine"):
                done.blank += kept
                kept = done.blank
            if len(kept) == cego.KEPT[done.contract]:
                done.laid = codes(move.before.hand(action.seat)) - {*kept}
    done.tricks = tricks_of(deal, lambda trick: cego.winner(trick, done.blank))
    return done.scores()


def of_old(deal: Deal, game: SmallGame) -> Sequence[int]:
    dealt = next(move.before for move in deal.moves if move.before.hands)
    done = karnoeffel.Deal(karnoeffel.chosen([card.code for card in dealt.face_up]))
    done.most = next(rule.params.above for rule in game.ruleset.rules.values() if rule.mechanism == "tricks_above") + 1  # type: ignore[attr-defined]
    for taken in deal.state.tricks:
        for card in taken.trick.cards:
            done.play(card.code)
    return done.scores()


def of_piedmont(deal: Deal, game: SmallGame) -> Sequence[int]:
    piles: list[set[str]] = [set(), set(), set()]
    for _move, action, seat in chosen(deal):
        piles[seat] |= codes(action.cards)
    for leader, trick, won in tricks_of(deal, scarto.winner):
        piles[won] |= {*trick} - {"EX"}
        if "EX" in trick:
            piles[(leader + trick.index("EX")) % 3].add("EX")
    return [scarto.points(pile) - params(game.ruleset, "score.par").par for pile in piles]


SCORES: dict[str, Callable[[Deal, SmallGame], Sequence[int] | None]] = {
    **dict.fromkeys(RULESETS, french),
    "slovenian-pagat": of_slovenia,
    "slovenian-pagat-3": of_slovenia,
    "tapp-classical": of_tapp,
    "point-tarock": of_tapp,
    "dreiertarock-mayr": of_three,
    "dreiertarock-st-louis": of_three,
    "sicilian-3": of_sicily,
    "troccas-1962": of_graubuenden,
    "cego-parlett": of_baden,
    "karnoeffel-reconstructed": of_old,
    "scarto": of_piedmont,
    "paskievics-2018": hungary.of_hungary,
    "strohmandeln-mayr": austria.of_straw_men,
    "strohmandeln-wz-2007": austria.of_straw_men,
    "tapp-meyers-1909": germany.of_ordinary_pack,
    "bavarian-tarock": germany.of_ordinary_pack,
    **dict.fromkeys(BLACK, hombre.payments),
    "ruff-and-honours": england.of_ruff,
    **dict.fromkeys(spain.FOLLOWING, spain.of_spain),
    **dict.fromkeys(koenigrufen.CUPS, koenigrufen.scores),
    "piedmont-4": italy.of_four_in_piedmont,
    "minchiate": italy.of_florence,
    "ottocento": italy.of_bologna,
    "zwanzigerrufen": zwanzigerrufen.scores,
    "danish-2011": denmark.scores,
    "marolles": marolles.of_nevers,
    "troggu": troggu.of_valais,
}
"""The scores of a deal by second implementations, by place after the dealer; None where a small pack brings in something that no source has."""
WITH_PILES_AS_IN_THE_GAME = {
    "troccas-1962": slice(2, 3),
    "sicilian-3": slice(1),
    "piedmont-4": slice(2, 3),
    "ottocento": slice(2, 3),
}
"""The packs in which as many cards of a pile are over as in the game itself, where only then it is known how they are counted."""
ALL_PACKS = dict.fromkeys(["minchiate", *BLACK], slice(3))
"""The packs of games of which the third has most of a rule: two cards for the dealer of Minchiate to turn up, and hands that may hold three matadors."""
MORE_DEALS = {"casita-robada": 10}
"""The number of deals of each pack, where a deal has a dozen ends."""


def compared_games(name: str) -> list[SmallGame]:
    """The small games of a ruleset whose scores are compared."""
    return small_games(LIBRARY, LIBRARY.load(name))[(WITH_PILES_AS_IN_THE_GAME | ALL_PACKS).get(name, slice(2))]


class Scored(PositionChecker):
    """A checker that holds scores against a second implementation."""

    def __init__(self, game: SmallGame, name: str) -> None:
        super().__init__(Engine(game.ruleset))
        self.game, self.name = game, name
        self.search: DealSearch | None = None
        self.compared: int = 0
        self.results: set[tuple[int, ...]] = set()

    def end(self, state: State) -> None:
        super().end(state)
        assert self.search is not None
        self.compare(self.search.deal())

    def compare(self, deal: Deal) -> None:
        """Hold the scores of a whole deal against those of the second implementation."""
        state = deal.state
        assert state.result is not None
        if state.result.void or not any(isinstance(move.action, Play) for move in deal.moves):
            return
        scores = SCORES[self.name](deal, self.game)
        if scores is None:
            return
        first = (state.dealer + 1) % state.players
        found = [state.result.scores[(first + i) % state.players] for i in range(state.players)]
        assert found == [*scores], (found, scores, self.game.ruleset.id, [move.action for move in deal.moves])
        self.compared += 1
        self.results.add(tuple(scores))


def drawn(engine: Engine, number: int, players: int) -> Deal | None:
    """A deal drawn choice by choice, in which one seat bids where all may pass: seats, bids, and that nobody bids, have their turns by number.
    None where a hand of a small pack has too few cards that may be laid away."""
    rng, (turn, silent) = random.Random(number), divmod(number, players + 1)
    deal = Deal(engine, engine.start(seed=number, dealer=number % players, seats=engine.seats(players)))
    while deal.state.turn is not None:
        choices = engine.legal(deal.state)
        if not choices.ways():
            return None
        if PASS in choices.bids:
            bids = choices.bids if len(deal.state.auction.calls) == silent else (PASS,)
            deal = deal.push(bids[turn % len(bids)])
        else:
            deal = deal.push(choices.random(rng))
    return deal


def test_every_ruleset_has_scores_of_a_second_implementation() -> None:
    assert sorted(SCORES) == LIBRARY.ids()


@pytest.mark.parametrize("name", in_turn(sorted(SCORES), 6))
def test_scores_are_those_of_a_second_implementation(name: str, record_property: Callable[[str, int], None]) -> None:
    compared, results = 0, set[tuple[int, ...]]()
    for game in compared_games(name):
        checker, played = Scored(game, name), 0
        for number in range(100):  # many are void
            checker.search = DealSearch(checker, number, game.shape.players, POSITIONS)
            checker.search.run()
            played += checker.search.counts.begun > 0
            if played == MORE_DEALS.get(name, 2):
                break
        compared += checker.compared
        results |= checker.results
    assert compared > 50 and len(results) > 1
    record_property("ends of small packs compared with the scores of a second implementation", compared)


@pytest.mark.parametrize("name", in_turn(sorted(SCORES), 6))
def test_scores_of_deals_that_are_drawn_are_those_of_a_second_implementation(
    name: str, record_property: Callable[[str, int], None]
) -> None:
    """Each bid has its turns, which it has not in a search that ends after so many positions."""
    compared = 0
    for game in compared_games(name):
        checker = Scored(game, name)
        for number in range(4 * DRAWN):  # many are void
            if deal := drawn(checker.engine, number, game.shape.players):
                checker.compare(deal)
            if checker.compared == DRAWN:
                break
        compared += checker.compared
    assert compared > DRAWN / 4
    record_property("drawn deals of small packs compared with the scores of a second implementation", compared)
