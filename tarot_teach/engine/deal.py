"""The log of a deal as it is played: each action with the verdict on it, what happened, and the states round it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tarot_teach.blocks import Reason
from tarot_teach.cards import CardSet, halves_text
from tarot_teach.display import displayed
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.notation import action_text, action_values, announces_nothing, read_action, read_seat
from tarot_teach.mechanisms.score.keyed import numbers_of
from tarot_teach.messages import _, as_words, pgettext
from tarot_teach.plain_data import number, plain_data
from tarot_teach.table import (
    BOTH_SIDES,
    NOTHING,
    Action,
    Choices,
    Choose,
    Memory,
    Outcome,
    Phase,
    Play,
    Result,
    State,
    Verdict,
)
from tarot_teach.table.events import Event, RuleBroken, TrickWon


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One action of a deal, with the verdict on it, the events that it caused, and the states before and after."""

    before: State
    action: Action
    verdict: Verdict
    events: tuple[Event, ...]
    after: State

    def __repr__(self) -> str:
        return f"<Move {self.before.seats[self.action.seat]}: {action_text(self.action, self.before.phase)}>"

    @property
    def trick(self) -> int | None:
        """Index of the move's trick among the tricks of the log, from 0; None before the play."""
        if self.before.phase is Phase.PLAY:
            return len(self.before.tricks) + self.before.table.rounds
        return len(self.before.tricks) - 1 if self.before.phase in (Phase.PAY, Phase.BETWEEN) else None

    @property
    def number(self) -> int | None:
        """Number of the move's trick in the deal, from 1; None before the play."""
        return None if self.trick is None else self.before.unrecorded_tricks + self.trick + 1

    @property
    def completes_trick(self) -> bool:
        """True for the last card of a trick, or of a round where there are no tricks."""
        return self.after.number > self.before.number

    @property
    def irregular(self) -> bool:
        """True for an action that stands although a rule refuses it."""
        return not self.verdict.allowed


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """A deal under one ruleset, as far as it has been played. ``opening`` are the events before the first move."""

    engine: Engine
    start: State
    opening: tuple[Event, ...] = ()
    moves: tuple[Move, ...] = ()

    def __iter__(self) -> Iterator[Move]:
        """The moves in order."""
        return iter(self.moves)

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def over(self) -> bool:
        """True if nobody is to act any more."""
        return self.state.turn is None

    @property
    def legal(self) -> Choices:
        """Choices of the seat to act."""
        return self.engine.legal(self.state)

    def verdict(self, action: Action) -> Verdict:
        """The verdict on an action in the present state."""
        return self.engine.check(self.state, action)

    def why(self, action: Action | str) -> Reason:
        """Reason of the rules about an action, or about a card by itself: true in a condition where it is allowed.

        Raises NotationError for a text that names no action.
        """
        deal, done = self._read(action)
        state = deal.state
        match done:
            case Play(seat, card) if seat == state.turn and state.phase is Phase.PLAY:
                return judge_card(deal.engine, state, card, state.name)
            case Choose(seat, _, _, CardSet() as cards) if seat == state.turn and len(cards) == 1:
                if deal.legal.of_hand:
                    return judge_card(deal.engine, state, next(iter(cards)), state.name)
        return deal.engine.reason(deal.verdict(done), state.name)

    def push(self, *actions: Action | str, irregular: bool = False) -> Deal:
        """The deal with more actions: ``push("pass", "garde")``, ``push("HR")``, ``push("N HR")``.

        A card, or cards to lay away, that are named before an announcement is asked for mean that nothing is announced.
        ``irregular`` lets actions stand that a rule refuses. Raises IllegalActionError with the verdict in words, and NotationError
        for a text that names no action.
        """
        deal = self
        for action in actions:
            deal, done = deal._read(action)
            deal = deal._push(done, irregular)
        return deal

    def _read(self, action: Action | str) -> tuple[Deal, Action]:
        """The deal after the silence of those who are asked for an announcement, where cards are named instead; and the action."""
        if isinstance(action, Action):
            return self, action
        if not isinstance(action, str):
            raise TypeError(_("an action is typed, such as 'pass' or 'HR', not {action!r}").format(action=action))
        deal = self
        while deal.state.turn is not None and announces_nothing(deal.engine, deal.state, action):
            deal = deal._push(Choose(deal.state.turn, NOTHING), False)
        return deal, read_action(deal.engine, deal.state, action)

    def _push(self, action: Action, irregular: bool) -> Deal:
        before = self.state
        verdict = self.engine.judge(before, action, irregular=irregular)
        after, events = self.engine.carry_out(before, verdict)
        return self.add(Move(before, action, verdict, events, after))

    def add(self, move: Move) -> Deal:
        """The deal with a move that has been made already."""
        return replace(self, moves=(*self.moves, move))

    def undo(self, moves: int = 1) -> Deal:
        """The deal without its last moves."""
        return replace(self, moves=self.moves[: max(0, len(self.moves) - moves)])

    def view(self, seat: int | str) -> State:
        """The present state as one seat, by its number or letter, may know it. Raises NotationError for another seat."""
        return self.state.view(read_seat(self.state, seat))

    def hand(self, seat: int | str) -> CardSet:
        """The known cards in the hand of a seat, by its number or letter. Raises NotationError for another seat."""
        return self.state.hand(read_seat(self.state, seat))

    def __repr__(self) -> str:
        state = self.state
        where = (
            _("trick {number}").format(number=state.number) if state.phase is Phase.PLAY else as_words(str(state.phase))
        )
        if state.turn is None:
            scores = state.result.scores if state.result else ()
            words = [
                pgettext("deal", "over"),
                *(f"{seat} {score}" for seat, score in zip(state.seats, scores, strict=False)),
            ]
        else:
            words = [where, _("{who} to act").format(who=state.name(state.turn))]
        return f"<Deal {self.engine.ruleset.name}: {', '.join(words)}>"

    @property
    def irregular(self) -> list[Move]:
        """The moves that stand although a rule refuses them."""
        return [move for move in self.moves if move.irregular]

    def events(self) -> Iterator[Event]:
        """All events of the deal, in order."""
        yield from self.opening
        for move in self.moves:
            yield from move.events

    def by_trick(self) -> Iterator[tuple[int, Event]]:
        """All events, each with the number of the trick gathered last (0 before the first), or of the round where there are no tricks."""
        number = 0
        for event in self.opening:
            yield number, event
        for move in self.moves:
            number = number if self.engine.index.play.in_tricks else move.number or 0
            for event in move.events:
                if isinstance(event, TrickWon):
                    number = event.number
                yield number, event

    def to_dict(self) -> dict[str, Any]:
        """The deal as plain data: what is due, hands and moves, irregular plays, events, piles and the result.

        Cards are given by their codes, ``points`` as text, ``scores`` in game points by seat.
        """
        state, seats = self.state, self.state.seats
        result = state.result or Result()
        outcome = result.sheets[0].outcome if result.sheets else Outcome()
        sides = outcome if result.sheets and outcome.seat is None else None

        def cards(owners: Sequence[str], piles: Sequence[int]) -> dict[str, Any]:
            return {owner: plain_data(CardSet(state.deck, pile)) for owner, pile in zip(owners, piles, strict=False)}

        return {
            "ruleset": self.engine.ruleset.name,
            "seats": list(seats),
            "phase": str(state.phase),
            "turn": None if state.turn is None else seats[state.turn],
            "hands": {seat: plain_data(state.hand(i)) for i, seat in enumerate(seats[: len(state.hands)])},
            "moves": [
                {"seat": seats[move.action.seat], "action": action_text(move.action, move.before.phase)}
                for move in self.moves
            ],
            "irregular": [self._irregular_data(move) for move in self.irregular],
            "events": [*self._event_data()],
            "piles": cards(seats, state.piles),
            "kept": cards(BOTH_SIDES, state.side_piles),
            "points": halves_text(sides.halves) if sides else None,
            **numbers_of(sides or Outcome()),
            "target": outcome.target,
            "made": outcome.made,
            "void": result.void,
            "scores": dict(zip(seats, map(number, result.scores), strict=False)) or None,
            **self._match_data(result),
        }

    def _match_data(self, result: Result) -> dict[str, Any]:
        """The memory of the match before and after the deal, where rules keep any."""
        if not result.memory:
            return {}
        spelled = [
            {rule: kept.spelled(self.state.seats) for rule, kept in memory.items() if isinstance(kept, Memory)}
            for memory in (self.start.memory, result.memory)
        ]
        return {"memory": spelled[0], "memory_after": spelled[1]}

    def _event_data(self) -> Iterator[dict[str, Any]]:
        """The events as plain data, those of a move by its phase."""
        seats = self.state.seats
        yield from (_event_data(event, seats) for event in self.opening)
        yield from (_event_data(event, seats, move.before.phase) for move in self.moves for event in move.events)

    def _irregular_data(self, move: Move) -> dict[str, Any]:
        reason = self.engine.reason(move.verdict, move.before.name).to_dict()
        said = {"rule": reason["rule"], "because": reason["because"], "allowed": reason["instead"]}
        where = {"trick": move.before.number, "seat": move.before.seats[move.action.seat]}
        return {**where, "card": action_text(move.action, move.before.phase), **said, "sources": reason["sources"]}


def _event_data(event: Event, seats: Sequence[str], phase: Phase | None = None) -> dict[str, Any]:
    seat = None if event.seat is None else seats[event.seat]
    data = {"event": event.kind, "seat": seat, "rules": list(event.rules)}
    if phase is not None and isinstance(event, RuleBroken):
        return {**data, "action": plain_data((event.seat, *action_values(event.action, phase)))}
    return {**data, **{key: plain_data(value) for key, value in event.facts.items() if key not in data}}
