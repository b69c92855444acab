"""Deals whose cards are played by rules in words: the engine opens each and scores it, compiled code plays all of them at once.

Players are simple, or take any allowed action, as the players of the engine do, with the same draws.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import fields
from importlib.util import find_spec
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from tarot_teach.compiled.cache import is_cached
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.messages import _
from tarot_teach.table import Action, Event, Outcome, Phase, Play, State
from tarot_teach.topics.simulate.deal_simulator import DealSimulator, ending_of, ending_with, played_ending
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.kernel import FEW, NUMBA_MISSING, Misfit
from tarot_teach.topics.simulate.players import RandomPlayer, SimplePlayer
from tarot_teach.topics.simulate.players.simple_card import SimpleTables
from tarot_teach.topics.simulate.tally import Ending
from tarot_teach.words import (
    NoWordsError,
    PlayWords,
    deal_words,
    ends_of,
    misfits,
    packed,
    play_words,
    played_out,
    records,
)
from tarot_teach.words.link import Link

if TYPE_CHECKING:
    import numpy.typing as npt

    from tarot_teach.compiled.jit import Outer

BATCH = 512
"""Deals that are opened before they are played."""
REMEMBERED = 1 << 14
"""The most outcomes of which the ending is remembered."""
_COUNTED = attrgetter(*(field.name for field in fields(Outcome) if field.name != "pile"))
"""All of an outcome but the cards that have been won, which few rules of the score read."""
_PLAYERS = "tarot_teach.topics.simulate.players"
TRICKS = ("tarot_teach.topics.simulate.tricks", f"{_PLAYERS}.simple_card", f"{_PLAYERS}.maxims")
"""The modules of the play by words and players."""


class Start(NamedTuple):
    """A state with all cards known, the events up to it, seed and number of the draws of its players, and the ``action`` of the seat to act; None
    for one of its own choice."""

    state: State
    events: Sequence[Event] = ()
    seed: int = 0
    number: int | None = None
    action: Action | None = None

    @property
    def draws(self) -> Draws:
        """The draws of its players."""
        return Draws(self.seed, self.number or 0)

    def acted(self, engine: Engine) -> Start:
        """The start after its action. Raises IllegalActionError."""
        if self.action is None:
            return self
        state, events = engine.apply(self.state, self.action)
        return Start(state, (*self.events, *events), self.seed, self.number)


class _Opened(NamedTuple):
    """A deal at the moment at which words take over, the kinds of the events up to it, the generator there, and the index of the card that is played
    next; -1 for one of its player's choice."""

    state: State
    kinds: list[type[Event]]
    draws: tuple[int, int]
    card: int = -1


class Endings:
    """Endings of deals of one engine that have been played out; those with the same outcomes are scored once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[Hashable, Ending] = {}

    def of(self, played: State, kinds: Iterable[type[Event]]) -> Ending:
        """The ending of a deal from the state after its last card, with the ``kinds`` of its events up to there."""
        engine = self._engine
        state, events = engine.pass_through(played, after=(Phase.PLAY,))
        if state.result is not None:
            return ending_with(state, [*kinds, *map(type, events)], engine)
        state, outcomes, ended = engine.scorer.outcomes(state._replace(phase=Phase.OVER))
        scorer = engine.scorer_of(state)
        key: Hashable = (state.chips, state.memory, state.paid, *map(_COUNTED, outcomes))
        if any(rule.by_cards for rule in scorer.scores):
            key = (key, *(outcome.pile for outcome in outcomes))
        if key not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            result, _events = scorer.result(outcomes, state.players, state.chips, state.memory, state.paid)
            self._known[key] = Ending.of(result, engine.index.observers)
        return played_ending(self._known[key], state, [*kinds, *map(type, events), *map(type, ended)])


class PlayByWords:
    """Plays deals of one ruleset by words, from the first card, or the second trick where announcements are made at the first card."""

    def __init__(self, simulator: DealSimulator) -> None:
        self.simulator = simulator
        self.engine = simulator.engine
        self._simple = [player for player in simulator.players if isinstance(player, SimplePlayer)]
        self._seats = sum(1 << seat for seat, player in enumerate(simulator.players) if player in self._simple)
        self._tables: dict[RuleIndex, Any] = {}
        self._endings = Endings(self.engine)
        self._waiting = FEW
        self._ready = False

    def is_worth(self, count: int) -> bool:
        """True if words should play the next ``count`` deals: their code is compiled, or the engine has played as many as are worth compiling it."""
        link = play_words(self.engine.index, len(self.simulator.seats)).link
        self._ready = self._ready or self._waiting <= 0 or is_cached("play_tricks", link.sources_with(TRICKS))
        self._waiting -= count
        return self._ready

    @classmethod
    def of(cls, simulator: DealSimulator) -> PlayByWords | Misfit:
        """Deals by words, or the reason why the engine has to play them."""
        for player in simulator.players:
            if type(player) not in (RandomPlayer, SimplePlayer):
                return Misfit(_("the player {name!r} is none that words know").format(name=player.name))
        index = simulator.engine.index
        rules = dict.fromkeys(index.under(contract) for contract in (None, *index.contracts))
        reason = next((reason for each in rules for reason in misfits(each, len(simulator.seats))), "")
        if reason:
            return Misfit(reason)
        return cls(simulator) if find_spec("numba") is not None else Misfit(_(NUMBA_MISSING))

    def endings(self, seed: int, first: int, count: int) -> list[Ending]:
        """The endings of ``count`` deals from number ``first`` on."""
        found: list[Ending] = []
        for at in range(first, first + count, BATCH):
            numbers = range(at, min(at + BATCH, first + count))
            starts = ((self.simulator.start(seed, number), number) for number in numbers)
            found += self.endings_from([Start(start.state, start.opening, seed, number) for start, number in starts])
        return found

    def endings_from(self, starts: Sequence[Start]) -> list[Ending]:
        """The endings of deals that have begun, which are played together."""
        opened = [self._open(start) for start in starts]
        played = [each for each in opened if isinstance(each, _Opened)]
        try:
            endings = iter(self._play(played))
            return [next(endings) if isinstance(each, _Opened) else each for each in opened]
        except NoWordsError:  # a state that words cannot hold
            begun = [start.acted(self.engine) for start in starts]
            return [self.simulator.ending_from(each.state, each.draws, each.events, each.number) for each in begun]

    def _open(self, start: Start) -> _Opened | Ending:
        """A deal up to the cards that words play, or its ending if there are none."""
        if isinstance(start.action, Play) and self._is_open(start.state):
            return _Opened(start.state, [*map(type, start.events)], start.draws.words, start.action.card.index)
        start = start.acted(self.engine)
        state, events, draws = start.state, [*start.events], start.draws
        if self._is_open(state):
            return _Opened(state, [*map(type, events)], draws.words)
        for step in self.simulator.steps(state, draws, start.number):
            state = step.after
            events += step.events
            if self._is_open(state):
                return _Opened(state, [*map(type, events)], draws.words)
        return ending_of(state, events, self.engine)

    def _is_open(self, state: State) -> bool:
        """True where words can take over."""
        if state.phase is not Phase.PLAY or state.turn is None:
            return False
        return not self.engine.rules(state).offers_at_first_card or (bool(state.tricks) and not state.trick.cards)

    def _tables_of(self, index: RuleIndex) -> Any:
        """The tables of the simple player in an array of one numpy record; empty where all players are at random. Raises NoWordsError."""
        if index not in self._tables:
            import numpy as np

            array = self._tables[index] = np.zeros(1, records.dtype(SimpleTables))
            try:
                for player in self._simple[:1]:
                    records.fill(array, 0, player.tables(index))
            except IndexError:
                raise NoWordsError(
                    _("there are more {what} than words have room for").format(what=_("suits"))
                ) from None
        return self._tables[index]

    def _play(self, opened: list[_Opened]) -> Iterator[Ending]:
        """The endings of deals that are open."""
        if not opened:
            return
        import numpy as np

        from tarot_teach.words.records import DealWords, PlayRow, TakenRow, dtype

        words: dict[RuleIndex, tuple[int, PlayWords]] = {}
        which: npt.NDArray[np.int64] = np.zeros(len(opened), np.int64)
        named: npt.NDArray[np.int64] = np.array([each.card for each in opened], np.int64)
        deals_packed = list[bytes]()
        before: _Opened | None = None
        for number, each in enumerate(opened):
            index = self.engine.rules(each.state)
            if index not in words:
                words[index] = len(words), play_words(index, each.state.players)
            which[number] = words[index][0]
            if before is not None and each.state is before.state and each.draws == before.draws:
                deals_packed.append(deals_packed[-1])
            else:
                deals_packed.append(packed(deal_words(index, each.state, each.draws, self._seats)))
            before = each
        deals: Any = np.frombuffer(b"".join(deals_packed), dtype(DealWords)).copy()
        cards = max(sum(map(each.state.left, range(each.state.players))) for each in opened)
        tricks = 1 + cards // opened[0].state.players
        rows = np.zeros(len(opened) * cards, dtype(PlayRow))
        taken = np.zeros(len(opened) * tricks, dtype(TakenRow))
        counts: npt.NDArray[np.int64] = np.zeros(len(opened), np.int64)
        (link,) = {each.link for _number, each in words.values()}
        play = np.concatenate([each.record for _number, each in words.values()])
        tables = np.concatenate([self._tables_of(index) for index in words])
        compiled_tricks(link)(play, tables, which, deals, named, rows, taken, cards, tricks, counts)
        of_cards, of_tricks = rows["card"].tolist(), taken.tolist()
        for number, (each, end, count) in enumerate(zip(opened, ends_of(deals), counts.tolist(), strict=True)):
            at = number * cards
            state, kinds = played_out(
                self.engine,
                each.state,
                words[self.engine.rules(each.state)][1],
                end,
                of_cards[at : at + count],
                of_tricks[number * tricks : (number + 1) * tricks],
            )
            yield self._endings.of(state, [*each.kinds, *kinds])


def compiled_tricks(link: Link) -> Outer:
    """The compiled play of deals to their ends, for the rules of a link."""
    from tarot_teach.words.compiled import compiled

    return compiled(link, "play_tricks", *TRICKS)
