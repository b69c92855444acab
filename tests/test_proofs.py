"""Small packs of every ruleset against what was counted before, against the second implementations, and best play against the solver."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from naive import (
    cego,
    danish,
    dreiertarock,
    hombre,
    karnoeffel,
    marolles,
    pairs_with_matto,
    ruff,
    scarto,
    sicilian,
    slovenian,
    strohmandeln,
    tapp,
    troccas,
    troggu,
)
from naive.play import leads, legal_cards
from naive.rules import RULESETS, rules_of

from tarot_teach.engine import Engine
from tarot_teach.errors import SolveError
from tarot_teach.rules import Ruleset
from tarot_teach.solver import EndingSolver, objective_of
from tarot_teach.table import Choices, Phase, State
from tarot_teach.topics.prove.invariants import PositionChecker
from tarot_teach.topics.prove.search import DealSearch
from tarot_teach.topics.prove.small_packs import small_games
from tests import test_zwanzigerrufen
from tests.at_ends import germany, hungary, koenigrufen
from tests.at_ends.hombre import cards_of
from tests.at_ends.spain import FOLLOWING, followed, position
from tests.helpers import LIBRARY, in_turn
from tests.proofs import FOLDER, changed, counted, kept, searched_whole
from tests.test_endings_solver import best_play, wanting_most


def of_three(scale: dreiertarock.Scale, hand: set[str], trick: list[str], state: State) -> set[str]:
    """The cards that may be played by a scale of Dreiertarock."""
    shuns = state.auction.contract == "trischaken"
    return dreiertarock.allowed_shunning(hand, trick, scale) if shuns else dreiertarock.allowed(hand, trick)


def of_old(hand: set[str], trick: list[str], state: State) -> set[str]:
    """The cards of Karnöffel that may be played, by the cards that were dealt face up."""
    suit = karnoeffel.chosen([card.code for card in state.face_up])
    return karnoeffel.allowed(hand, suit, first=not trick and not state.tricks)


OF_TRICKS: dict[str, Callable[[set[str], list[str], State], set[str] | None]] = {
    "troccas-1962": lambda hand, trick, _state: troccas.allowed(hand, trick),
    "danish-2011": lambda hand, trick, _state: danish.allowed(hand, trick),
    "sicilian-3": lambda hand, trick, _state: sicilian.allowed(hand, trick),
    "tapp-classical": lambda hand, trick, _state: tapp.allowed(hand, trick),
    "minchiate": lambda hand, trick, _state: pairs_with_matto.allowed(hand, trick),
    "ottocento": lambda hand, trick, _state: pairs_with_matto.allowed(hand, trick),
    "piedmont-4": lambda hand, trick, _state: scarto.allowed(hand, trick),
    "scarto": lambda hand, trick, _state: scarto.allowed(hand, trick),
    "cego-parlett": lambda hand, trick, _state: cego.allowed(hand, trick),
    "slovenian-pagat": lambda hand, trick, state: slovenian.allowed(hand, trick, state.auction.contract or "", ()),
    "slovenian-pagat-3": lambda hand, trick, state: slovenian.allowed(hand, trick, state.auction.contract or "", ()),
    "ruff-and-honours": lambda hand, trick, _state: ruff.allowed(hand, trick),
    "zwanzigerrufen": lambda hand, trick, state: test_zwanzigerrufen.allowed(hand, trick, state.auction.contract or ""),
    "point-tarock": lambda hand, trick, _state: tapp.allowed(hand, trick),
    **{name: partial(of_three, scale) for name, scale in dreiertarock.SCALES.items()},
    "strohmandeln-mayr": lambda hand, trick, _state: strohmandeln.allowed(hand, trick),
    "strohmandeln-wz-2007": lambda hand, trick, _state: strohmandeln.allowed(hand, trick),
    "paskievics-2018": hungary.allowed,
    "tapp-meyers-1909": germany.allowed,
    "bavarian-tarock": germany.allowed,
    **{name: partial(koenigrufen.of_cup, cup) for name, cup in koenigrufen.CUPS.items()},
    "karnoeffel-reconstructed": of_old,
    "marolles": lambda hand, trick, _state: marolles.allowed(hand, trick),
    "troggu": lambda hand, trick, _state: troggu.allowed(hand, trick),
}
"""The cards that may be played by second implementations of rulesets, by hand and trick; None where a small pack brings in something that no source has."""
WITH_NUMBERS: dict[str, Callable[[set[str], list[str], State, Ruleset], set[str]]] = {
    **dict.fromkeys(hombre.BLACK, lambda hand, trick, state, rules: cards_of(state, rules).allowed(hand, trick)),
}
"""The same where numbers of the small game are asked for, too."""
SECOND = [*OF_TRICKS, *WITH_NUMBERS, *FOLLOWING, *(name for name in RULESETS if name in LIBRARY.ids())]
POSITIONS = 2500
FEWER_SAID: dict[str, int] = {
    "dreiertarock-mayr": 3,
    "dreiertarock-st-louis": 3,
    "koenigrufen-ooe-2023": 1,
    "koenigrufen-sauwald-2019": 1,
    "koenigrufen-tirol-2020": 1,
    "paskievics-2018": 1,
    "point-tarock": 2,
    "slovenian-pagat-3": 2,
    "slovenian-pagat": 0,
    "tapp-classical": 2,
    "zwanzigerrufen": 1,
}
"""The number of bids and announcements from which on all are silent that may be, where all that may be made are too many."""
PLAYED_IN_PART: list[str] = [
    "blog-3",
    "blog-4",
    "blog-5",
    "cego-parlett",
    "dreiertarock-mayr",
    "dreiertarock-st-louis",
    "enc2011-3",
    "enc2011-5",
    "enc2020-3",
    "enc2020-5",
    "fft-3",
    "fft-5",
    "koenigrufen-ooe-2023",
    "koenigrufen-sauwald-2019",
    "koenigrufen-tirol-2020",
    "point-tarock",
    "slovenian-pagat-3",
    "strohmandeln-mayr",
    "strohmandeln-wz-2007",
    "tapp-classical",
    "tapp-meyers-1909",
    "tresillo",
    "zwanzigerrufen",
]
"""Rulesets of whose whole deal all positions are visited, and the play gone through in every way from some of the beginnings alone."""


class Compared(PositionChecker):
    """A checker that holds the cards that may be played, or all that may be done after the deal, against a second implementation."""

    def __init__(self, engine: Engine, name: str) -> None:
        super().__init__(engine)
        self.name, self.compared = name, 0
        self.search: DealSearch | None = None

    def choices(self, state: State) -> Choices:
        choices = super().choices(state)
        if self.name in FOLLOWING:
            self.follow(state, choices)
        elif state.phase is Phase.PLAY and choices.cards and not choices.declarations and not choices.picks:
            expected = self.expected(state)
            if expected is not None:
                assert {card.code for card in state.deck.set(choices.cards)} == expected, state
                self.compared += 1
        return choices

    def follow(self, state: State, choices: Choices) -> None:
        """Compare who is to act, all that may be done, and what each card has taken, once the cards are dealt."""
        assert self.search is not None
        if state.hands:
            assert position(state, choices) == followed(self.search), state
            self.compared += 1

    def expected(self, state: State) -> set[str] | None:
        """The codes of the cards; None where the second implementation asks for more than hand and trick."""
        assert state.turn is not None
        hand, trick = {card.code for card in state.hand(state.turn)}, [card.code for card in state.trick.cards]
        if self.name == "cego-parlett" and not trick:  # what may be led hangs on cards that are open
            return None
        if self.name in OF_TRICKS:
            return OF_TRICKS[self.name](hand, trick, state)
        if self.name in WITH_NUMBERS:
            return WITH_NUMBERS[self.name](hand, trick, state, self.engine.ruleset)
        rules, called = rules_of(self.name), state.auction.called
        if rules.lead_bound and not trick and not state.tricks and called is not None:
            return leads(hand, called.code)
        return legal_cards(rules, hand, trick) if rules.lone_petit != "kept" else None


def test_every_ruleset_has_a_second_implementation_of_the_play() -> None:
    assert sorted(SECOND) == LIBRARY.ids()


@pytest.mark.parametrize("name", in_turn(sorted(SECOND), 6))
def test_cards_that_may_be_played_are_those_of_a_second_implementation(
    name: str, record_property: Callable[[str, int], None]
) -> None:
    compared = 0
    for game in small_games(LIBRARY, LIBRARY.load(name)):
        checker = Compared(Engine(game.ruleset), name)
        played = 0
        for number in range(100):  # many are void
            checker.search = DealSearch(checker, number, game.shape.players, POSITIONS)
            checker.search.run()
            played += checker.search.counts.begun > 0
            if played == 2:
                break
        compared += checker.compared
    assert compared > 500
    record_property("positions of small packs compared with a second implementation", compared)


# ------------------------------------------------------------------ best play


def at_cards(engine: Engine, state: State) -> State:
    """The state after announcements before the first card, of which the first that may be made are made."""
    while state.turn is not None and not (state.phase is Phase.PLAY and engine.legal(state).cards):
        state, _events = engine.apply(state, next(iter(engine.legal(state))))
    return state


@pytest.mark.parametrize("name", in_turn(LIBRARY.ids(), 12))
def test_best_play_is_that_of_the_solver(name: str, record_property: Callable[[str, int], None]) -> None:
    """From beginnings of the play of a small pack, for what the game is about, as far as the solver takes them."""
    (game, *_others) = small_games(LIBRARY, LIBRARY.load(name))
    engine, solved = Engine(game.ruleset), 0
    for number in range(8):
        search = DealSearch(PositionChecker(engine), number, game.shape.players, 800)
        begun, _whole = search.before_play(search.dealt())
        for begun_state, _path in begun[:: max(1, len(begun) // 2)][:2]:
            state = at_cards(engine, begun_state)
            if state.turn is None or solved > 3:
                continue
            with suppress(SolveError):
                objective = objective_of(engine, state.auction.contract)
                solver = EndingSolver(engine, state, objective, compiled=False)
                value = solver.value()
                assert value.exact
                most = wanting_most(state, solver.side)
                assert value.low == best_play(engine, state, solver.side, most, objective, len(state.tricks)), state
                solved += 1
    record_property("beginnings of small packs solved", solved)


# ------------------------------------------------------------------ what is kept


def test_every_ruleset_has_kept_counts() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == LIBRARY.ids()


@pytest.mark.parametrize("name", in_turn(LIBRARY.ids(), 12))
def test_counts_are_those_that_are_kept(name: str) -> None:
    assert counted(name) == kept(name)["packs"], "python -m tests.proofs counts anew"


@pytest.mark.parametrize("name", in_turn(LIBRARY.ids(), 12))
def test_one_deal_is_searched_whole(name: str, record_property: Callable[[str, int], None]) -> None:
    found = searched_whole(name)
    assert found == kept(name)["whole"], "python -m tests.proofs counts anew"
    assert found is not None and found["whole"] and found["beginnings"]
    record_property("positions of a deal searched whole", found["positions"])


def test_in_which_rulesets_a_deal_is_searched_with_fewer_bids_and_announcements() -> None:
    """In the others all are made; the play is gone through in every way from each beginning where it is not said otherwise."""
    whole = {name: kept(name)["whole"] for name in LIBRARY.ids()}
    fewer = {name: deal["most_said"] for name, deal in whole.items() if deal["most_said"] is not None}
    assert fewer == FEWER_SAID
    in_part = {name for name, deal in whole.items() if deal["beginnings_exhausted"] < deal["beginnings"]}
    assert in_part == {*PLAYED_IN_PART}


@pytest.mark.parametrize("name", in_turn(LIBRARY.ids(), 24))
def test_changes_of_one_parameter_show_or_are_listed(name: str) -> None:
    """Each changed once: another count or score, or an entry with the reason why not."""
    found, before = changed(name), kept(name)["changes"]
    assert found == before, "python -m tests.proofs --changes counts anew"
    assert found["tried"] > found["refused"] + len(found["without_effect"])
    assert all(found["without_effect"].values())
