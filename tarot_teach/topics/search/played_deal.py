"""One deal that was played, as those look at it who search for something in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.table import Choices, Event, Finding, Outcome, Play, State, Verdict
from tarot_teach.text import Text
from tarot_teach.topics.search.as_record import Made
from tarot_teach.topics.simulate.deal_simulator import Dealing
from tarot_teach.topics.simulate.players import Move


class Point(NamedTuple):
    """Where something is to be seen: in tricks ``first`` to ``last``, or (0) in the deal as a whole.

    ``scored`` says that the score is needed to see it. ``finding`` says it in words, ``play`` is the number of the decision at
    which it is to be seen, ``opening`` that nothing from the first trick on is needed, and ``rules`` are those that it teaches. ``said`` is what is to be said of it beside the finding, and
    ``compare`` names a ruleset under which the same cards are worth seeing.
    """

    rules: tuple[str, ...]
    first: int = 0
    last: int = 0
    scored: bool = False
    finding: Finding | None = None
    play: int | None = None
    said: Text = Text()
    compare: str = ""
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is over: the states and decisions on its way, what was allowed at each, and all that happened."""

    engine: Engine
    number: int
    start: State
    made: tuple[Made, ...]
    allowed: tuple[Choices, ...]
    end: State
    told: tuple[Event, ...]

    @classmethod
    def played(cls, dealing: Dealing, seed: int, number: int) -> Deal:
        """The deal of a number, played out."""
        made: list[Made] = []
        allowed: list[Choices] = []

        def watch(state: State, choices: Choices, move: Move) -> None:
            made.append(Made(state, move.action))
            allowed.append(choices)

        end, told = dealing.play(seed, number, watch)
        start = made[0].before if made else end
        return cls(dealing.engine, number, start, tuple(made), tuple(allowed), end, tuple(told))

    @property
    def outcome(self) -> Outcome | None:
        """How it came out for the taker's side; None for a void deal, and where each plays for himself."""
        result = self.end.result
        if result is None or result.void or result.sheets[0].outcome.taker is None:
            return None
        return result.sheets[0].outcome

    @property
    def tricks(self) -> int:
        """How many tricks were played."""
        return len(self.end.tricks)

    def by_trick(self) -> Iterator[tuple[int, Event]]:
        """Everything that happened, with the number of the trick that was gathered last (0 before the first)."""
        number = 0
        for event in self.told:
            if event.kind == "trick_won":
                number = event.facts["number"]
            yield number, event

    def first_of(self, *kinds: str, after: int = 0) -> tuple[int, Event] | None:
        """The first event of some kinds, with its trick."""
        return next(
            (found for found in self.by_trick() if found[1].kind in kinds and found[0] >= after),
            None,
        )

    def plays(self) -> Iterator[tuple[int, State, Play]]:
        """The cards played, the last first: number of the decision, state and play. Hands get shorter, so that what comes up
        late is seen with fewer cards."""
        for i in range(len(self.made) - 1, -1, -1):
            state, action = self.made[i]
            if isinstance(action, Play):
                yield i, state, action

    def verdict(self, i: int) -> Verdict:
        """What the rules say of a decision."""
        return self.engine.check(*self.made[i])

    def play_where(self, worth: Callable[[State, Play], bool], fits: Callable[[Finding], bool]) -> Point | None:
        """The last play of which a finding of the rules fits. ``worth`` is a quick look at whether to ask them."""
        for i, state, action in self.plays():
            if state.hand_size(action.seat) > 1 and worth(state, action):
                found = next((finding for finding in self.verdict(i).findings if fits(finding)), None)
                if found is not None:
                    return Point((found.rule,), state.number, state.number, finding=found, play=i)
        return None
