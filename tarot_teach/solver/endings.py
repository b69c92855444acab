"""Values of endings in any game whose play has words: what one side can be sure of with all cards open, by the search
over words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import count
from typing import Any

from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import Problem, SolveError
from tarot_teach.mechanisms.in_words import seat_at
from tarot_teach.messages import _
from tarot_teach.solver.aims import Aim, NoAimError, aim_of, unfit_aim
from tarot_teach.solver.endings_search import (
    MOST,
    NODES,
    POINTS,
    STOPPED,
    AimWords,
    EntryWords,
    FrameWords,
)
from tarot_teach.solver.position import unfit_play
from tarot_teach.solver.search_memory import SLOTS
from tarot_teach.solver.start import Objective
from tarot_teach.solver.values import MANY, Value
from tarot_teach.table import Phase, State
from tarot_teach.words import NoWordsError, PlayWords, deal_words, misfits, packed, play_words, records
from tarot_teach.words.link import MASK, QUESTIONS, Link
from tarot_teach.words.records import CARDS, DealWords, plain

FEW = 6
"""The number of cards from which on a set in a rule names no card by itself."""
SEARCH = "tarot_teach.solver.endings_search"
_numbers = count(1)


class EndingSolver:
    """Solves positions of one deal for one objective, and remembers what it has found.

    Values are those of the seats of the :attr:`side`: the taker's side, a party, or the one seat that is to act,
    which all others are taken to play against. ``nodes`` is the
    limit of each search; ``compiled`` says if compiled code searches, None: if numba is installed. Raises
    SolveError for a state that cannot be solved.
    """

    def __init__(
        self,
        engine: Engine,
        state: State,
        objective: Objective = Objective.POINTS,
        nodes: int = MANY,
        compiled: bool | None = None,
    ) -> None:
        self.engine: Engine = engine
        self.state: State = state
        self.objective: Objective = objective
        self.nodes: int = nodes
        index = engine.rules(state)
        try:
            if reason := unfit_play(engine) or _unfit_state(index, state):
                raise NoAimError(reason)
            self._rules: PlayWords = play_words(index, state.players)
            self._aim: Aim = aim_of(engine, state, objective)
            self._deal: DealWords = deal_words(index, state._replace(unrecorded_tricks=0))
            self._deal.number = state.number
            if state.unrecorded_tricks and (objective is not Objective.POINTS or self._aim.words.by_winners):
                raise NoAimError(_("it is not known who has won the tricks that are left out"))
        except (NoWordsError, NoAimError) as error:
            raise refused(engine, [str(error)]) from None
        self._aim.words.named = named_cards(self._rules) | self._deal.called | index.order.led_only | self._covering()
        self._number: int = next(_numbers)
        self.compiled: bool = find_spec("numba") is not None if compiled is None else compiled
        self._source = _search_of(self._rules.link)
        self._size = 2 + sum(state.left(seat) for seat in range(state.players))

    @property
    def side(self) -> tuple[int, ...]:
        """The seats whose result the values are."""
        return self._aim.seats

    @property
    def most(self) -> tuple[int, ...]:
        """The seats that play for a high value."""
        return self._aim.most

    @property
    def needs(self) -> int | None:
        """The half-points with which the contract is made, where that is asked and points decide."""
        return self._aim.needs

    @property
    def by_winners(self) -> bool:
        """True if what is still to come depends on who has won which tricks."""
        return bool(self._aim.words.by_winners)

    @property
    def grouped(self) -> tuple[int, int] | None:
        """The size of groups in which cards are counted, 0 where all together count by their number, and the number of such
        cards so far; None where each counts by itself."""
        aim = self._aim.words
        if not any(aim.loss):
            return None
        return aim.group % CARDS, (self._source.pile_of(aim, self._rules.play, self._deal) & aim.grouped).bit_count()

    @property
    def is_settled(self) -> bool:
        """True if the cards still to be played, and the count so far, are all that bears on the rest of the deal: nothing
        is owed, and no card can still move, or bring others with it, by what has been played before."""
        deal, play = self._deal, self._rules.play
        live = deal.trick.mask
        for hand in deal.hands:
            live |= hand
        moves = not self._aim.words.free and live & play.movable
        brings = play.brings.count and (deal.stock_top or live & deal.called & deal.talon)
        return not (deal.owing or moves or brings or deal.layered)

    @property
    def so_far(self) -> int:
        """The result as far as the deal has been played: half-points or tricks."""
        kept = self._aim.words.kind
        return int(self._source.result(self._aim.words, self._rules.play, self._deal)) if kept <= POINTS + 1 else 0

    def value(self, played: Sequence[Card] = ()) -> Value:
        """The value of the position after some cards more."""
        deal = self._after(played)
        if self.objective is Objective.ALL_TRICKS:
            return self._all_tricks(deal)
        needs = self._aim.needs
        if needs is None:
            return self._searched(deal, -MOST, MOST)
        found = self._searched(deal, needs - 1, needs)
        return Value(int(found.low >= needs), int(found.high >= needs), found.exact, found.nodes)

    def cards(self, played: Sequence[Card] = ()) -> dict[Card, Value]:
        """The value after each card that may be played, in the order of the pack."""
        return dict(self.each_card(played))

    def each_card(self, played: Sequence[Card] = ()) -> Iterator[tuple[Card, Value]]:
        """Yield the values of :meth:`cards` one after the other. Of cards that come to the same, one is searched."""
        found: dict[Card, Value] = {}
        first = {card: group[0] for group in self.alike(played) for card in group}
        for card in sorted(first, key=lambda card: card.index):
            if first[card] not in found:
                found[first[card]] = self.value((*played, first[card]))
            yield card, found[first[card]]

    def alike(self, played: Sequence[Card] = ()) -> list[list[Card]]:
        """The cards that may be played, with those together that come to the same."""
        deal, play, cards = self._after(played), self._rules.play, self.state.deck.cards
        live = self._source.in_play(deal)
        may = self._rules.link.loop.playable(play, deal, self.turn(played))
        groups: list[list[Card]] = []
        for card in sorted(self.state.deck.set(may), key=lambda card: -card.index):
            like = (
                group
                for group in groups
                if self._source.alike(self._aim.words, play, live, group[-1].index, card.index)
            )
            group = next(like, None)
            if group is None:
                groups.append([card])
            else:
                group.append(cards[card.index])
        return groups

    def _covering(self) -> int:
        """The cards that have others below them, which are like no others."""
        return sum(1 << card for card in self._deal.tops[: self._deal.layered])

    def turn(self, played: Sequence[Card] = ()) -> int:
        """The seat to act after some cards more."""
        deal = self._after(played)
        return int(seat_at(deal.trick.leader, deal.trick.place, deal.players))

    def ended(self, played: Sequence[Card]) -> bool:
        """True if the play is over after some cards more."""
        return bool(self._after(played).ended)

    def line(self, played: Sequence[Card] = ()) -> list[tuple[int, Card]]:
        """Seats and cards of best play to the end, the first of the pack among those that are worth the same."""
        line, cards = [], [*played]
        while not self.ended(cards):
            seat, values = self.turn(cards), self.cards(cards)
            mine = seat in self.most
            best = max(values, key=lambda card: (values[card].low if mine else -values[card].high, -card.index))
            line.append((seat, best))
            cards.append(best)
        return line

    def _after(self, played: Sequence[Card]) -> Any:
        """The deal after some cards more."""
        deals = [self._deal, None]
        self._source.copied(deals, 0)
        deal: Any = deals[1]
        for card in played:
            seat = seat_at(deal.trick.leader, deal.trick.place, deal.players)
            self._rules.link.loop.lay(self._rules.play, deal, seat, card.index)
            if deal.trick.place == deal.players:
                self._source.complete_ending(self._aim.words, self._rules.play, deal)
        return deal

    def _all_tricks(self, deal: Any) -> Value:
        """1 if the side wins all tricks that are left, -1 if the others do, else 0."""
        found = self._searched(deal, -MOST, MOST)
        won = int(self._source.tricks_of(self._aim.words.counting, self._deal))
        if not found.exact:
            return Value(-1, 1, False, found.nodes)
        left = self._tricks_left()
        value = 1 if found.low - won == left else -1 if found.low == won else 0
        return Value(value, value, True, found.nodes)

    def _tricks_left(self) -> int:
        """The tricks to be played from the first position on, with the one that has begun."""
        return int(self._source.in_play(self._deal).bit_count()) // self.state.players

    def _searched(self, deal: Any, low: int, high: int) -> Value:
        """The value of a deal, exact within a window."""
        if deal.ended:
            value = int(self._source.result(self._aim.words, self._rules.play, deal))
            return Value(value, value, True, 0)
        counts, table = [0, self.nodes, 0], _table(compiled=self.compiled)
        self._aim.words.turn = table.turn_of(self._number)
        if self.compiled:
            found, counts = self._by_compiled(deal, table.entries, low, high)
        else:
            deals, frames = [deal, *(None for _depth in range(self._size))], [_frame() for _depth in range(self._size)]
            arguments = (
                [self._rules.play],
                deals,
                frames,
                [self._aim.words],
                table.entries,
                counts,
                low,
                high,
            )
            found = self._source.search_ending(*arguments)
        if counts[STOPPED]:
            least, most = self._bounds
            return Value(least, most, least == most, counts[NODES])
        return Value(int(found), int(found), True, counts[NODES])

    @cached_property
    def _packed_aim(self) -> Any:
        """The aim in an array of one numpy record."""
        import numpy as np

        return np.frombuffer(records.packed(self._aim.words, AimWords), records.dtype(AimWords)).copy()

    def _by_compiled(self, deal: Any, entries: Any, low: int, high: int) -> tuple[int, list[int]]:
        import numpy as np

        from tarot_teach.solver.words_compiled import compiled_search

        search = compiled_search(self._rules.link)
        deals = np.zeros(self._size, records.dtype(DealWords))
        deals[:1] = np.frombuffer(packed(deal), deals.dtype)
        self._packed_aim["turn"] = self._aim.words.turn
        frames = np.zeros(self._size, records.dtype(FrameWords))
        counts = np.array([0, self.nodes, 0])
        found = search(self._rules.record, deals, frames, self._packed_aim, entries, counts, low, high)
        return int(found), counts.tolist()

    @property
    def _bounds(self) -> tuple[int, int]:
        """The least and the most that a side can still come to, whatever is played."""
        words = self._aim.words
        if words.kind != POINTS:
            return (0, 1) if self.objective is Objective.MADE else (self.so_far, self.so_far + self._tricks_left())
        total = sum(worth for worth in words.worth if worth > 0) + sum(-worth for worth in words.worth if worth < 0)
        return -total, total


@cache
def _search_of(link: Link) -> Any:
    """The functions of the search, which ask the rules of a link."""
    return link.module(SEARCH)


class _Table:
    """The table of the search, for one solver after the other. Each turn of a solver has a number, and finds no entries of other turns, so that a
    question takes the same nodes whatever was asked before."""

    def __init__(self, entries: Any, forget: Callable[[], None]) -> None:
        self.entries, self._forget = entries, forget
        self._solver = self._turn = 0

    def turn_of(self, solver: int) -> int:
        """The number of the turn of a solver, by its number."""
        if solver != self._solver:
            self._forget()
            self._solver = solver
            self._turn += 1
        return self._turn


@cache
def _table(*, compiled: bool) -> _Table:
    """The table of compiled code, or of Python."""
    if not compiled:
        entries = _Entries()
        return _Table(entries, entries.clear)
    import numpy as np

    return _Table(np.zeros(SLOTS, records.dtype(EntryWords)), lambda: None)


class _Entries(dict[int, Any]):
    """The entries of a table in Python, made when they are asked for."""

    def __missing__(self, slot: int) -> Any:
        entry = self[slot] = plain(EntryWords)
        return entry


def _frame() -> FrameWords:
    return plain(FrameWords)


def named_cards(rules: PlayWords) -> int:
    """The cards that rules name one by one, which are like no others."""
    found = 0
    kinds = rules.link.attributes
    for question in QUESTIONS:
        for rule in getattr(rules.play, question).rule:
            for name, value in vars(rule).items():
                if kinds.get(name) is MASK and value.bit_count() < FEW:
                    found |= value
    return found


def unfit_ending(engine: Engine, contract: str | None, objective: Objective) -> str:
    """The reason why no ending under a contract can be solved for an objective; empty where some can."""
    index = engine.index.under(contract)
    players = len(engine.seats())
    return next(misfits(index, players), "") or unfit_aim(engine, contract, objective)


def refused(engine: Engine, reasons: Sequence[str]) -> SolveError:
    """The error for a position that cannot be solved."""
    message, name = _("the solver cannot take this position of {name}: {reason}"), engine.ruleset.name
    hint = _("take another example, or another trick")
    return SolveError([Problem.of("solve.unfit", message, hint=hint, name=name, reason=reason) for reason in reasons])


def _unfit_state(index: RuleIndex, state: State) -> str:
    """The reason why a state cannot be solved; empty where it can."""
    if state.phase is not Phase.PLAY or state.turn is None:
        return _("no card is to be played")
    if any(state.unseen):
        return _("not all hands are known")
    places = (*state.hands, state.below_tops, *state.piles, *state.side_piles, state.trick.mask, state.dead)
    in_play = state.players * index.deals.tricks(state.players) + index.deals.talon_size(state.players)
    if sum(map(int.bit_count, places)) + len(state.stock) != in_play:
        return _("not all cards of the deal are known, each once")
    return ""
