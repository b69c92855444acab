"""A deal that a reader plays in the page against the machine's players: what the reader sees of it, and the task of a teacher's link."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from tarot_teach.blocks import Block
from tarot_teach.cards import laid_out
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import action_text
from tarot_teach.engine.setup import check_tricks
from tarot_teach.errors import NotationError, suggest
from tarot_teach.explain.lesson import describe_result
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.language import N_, _, as_words
from tarot_teach.table import NOTHING, PASS, Phase, State
from tarot_teach.text import say
from tarot_teach.topics.play.game import Game
from tarot_teach.topics.simulate.players import Player

GOALS = {
    "win": N_("The task: win game points with {who}'s cards."),
    "points": N_("The task: {number} card points or more for {who}'s side."),
    "tricks": N_("The task: {number} tricks or more for {who}."),
    "clean": N_("The task: play {who}'s cards, and try none that the rules refuse."),
}
"""The goals of a task with their words, by the word before the colon; ``points:41`` and ``tricks:3`` have a number."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a task: a word of :data:`GOALS`, and its number."""

    kind: str
    number: int = 0

    @classmethod
    def read(cls, text: str) -> Goal:
        """A goal as it stands in a link: ``win``, ``points:41``. Raises NotationError."""
        kind, _colon, number = text.partition(":")
        numbered = kind in ("points", "tricks")
        if kind not in GOALS or numbered != number.isdecimal() or (number and not numbered):
            hint = suggest(kind, GOALS, _("it is one of"))
            raise NotationError.of("try.goal", _("{text!r} cannot count as solved"), hint=hint, text=text)
        return cls(kind, int(number or 0))


class PlayedDeal:
    """A game of the page. ``refused`` counts the actions that were tried and are not allowed.

    ``begin`` are decisions of the seat as typed, which are done at first; then the machine decides for the seat up to trick ``trick``. Raises
    NotationError for a beginning that cannot be read, or that the rules refuse.
    """

    def __init__(
        self,
        engine: Engine,
        players: Sequence[Player],
        seed: int,
        seat: str = "",
        trick: int = 0,
        begin: Sequence[str] = (),
        goal: str = "",
    ) -> None:
        check_tricks(engine)  # the table of the page has no place for cards that lie open
        self.goal: Goal | None = Goal.read(goal) if goal else None
        seats = engine.seats(len(players))
        if seat and seat not in seats:
            hint = suggest(seat, seats, _("seats"))
            raise NotationError.of("play.seat", _("nobody sits at {seat!r}"), hint=hint, seat=seat)
        self.game: Game = Game(engine, players, seats.index(seat) if seat else 0, seed)
        self.done: list[str] = []
        self.refused: int = 0
        self.written: int = 0
        for text in begin:
            refused = self.game.do(text)
            if refused:
                message, hint = (
                    _("the deal cannot begin with {text!r}"),
                    _("the rules refuse it; write another beginning"),
                )
                raise NotationError.of("try.begin", message, hint=hint, text=text)
            self.done.append(text)
        while trick and not self.game.over and not self._at(trick):
            player = self.game.players[self.game.seat]
            self.do(action_text(player.choose(self.game.choices, copy(self.game.draws)).action, self.game.state.phase))
        self.game.decisions.clear()

    def _at(self, trick: int) -> bool:
        state = self.game.state
        return state.phase is Phase.PLAY and len(state.tricks) + 1 >= trick

    def do(self, text: str) -> list[Block]:
        """Do a typed action; the reasons where the rules refuse it. Raises NotationError for text that is no action."""
        said = self.game.do(text)
        if said:
            self.refused += 1
        else:
            self.done.append(text)
        return said

    def undo(self) -> bool:
        """Take back the last decision; false where there is none."""
        undone = self.game.undo()
        if undone:
            self.done.pop()
            self.written = min(self.written, len(self.game.deal.moves))
        return undone

    def news(self) -> list[Block]:
        """The events since the last call, and the result of a deal that is over."""
        game, written = self.game, self.written
        self.written = len(game.deal.moves)
        result = describe_result(game.replay) if game.over else ()
        return [*([] if written else game.opening()), *game.moves_since(written), *result]

    def as_data(self) -> dict[str, Any]:
        """The reader's view: the hand, the trick, the last trick, the other players, and the choices."""
        game, state = self.game, self.game.choices.state
        seats = range(state.players)
        last = state.tricks[-1] if state.tricks else None
        taker = state.auction.taker
        return {
            "seat": state.seats[game.seat],
            "seats": [[letter, state.name(i)] for i, letter in enumerate(state.seats)],
            "who": state.name(game.seat),
            "hand": [] if game.over else [card.code for cards in laid_out(state.hand(game.seat)) for card in cards],
            "trick": _laid(state, state.trick),
            "last": [*_laid(state, last.trick), state.name(last.winner)] if last and not state.trick.cards else [],
            "taker": "" if taker is None else state.name(taker),
            "contract": str(bid_name(game.engine.ruleset, state.auction.contract)) if state.auction.contract else "",
            "won": [sum(taken.winner == seat for taken in state.tricks) for seat in seats],
            "done": self.done,
            "over": game.over,
            "undoable": bool(game.decisions),
            "task": self.task(),
            "solved": self.solved(),
            **({} if game.over else self._choices()),
        }

    def _choices(self) -> dict[str, Any]:
        """The words that may be said, each with its label, and the cards that are to be touched: one, or as many as are laid away."""
        choices, ruleset, deck = self.game.choices, self.game.engine.ruleset, self.game.state.deck
        said = [[bid, _("pass") if bid == PASS else str(bid_name(ruleset, bid))] for bid in choices.bids]
        said += [[pick.option, as_words(pick.option)] for pick in choices.picks if pick.option]
        for offer in choices.declarations:
            word = offer.option or offer.rule
            said.append([word, _("announce nothing") if offer.rule == NOTHING else as_words(word)])
        return {
            "phase": choices.state.phase.value,
            "said": said,
            "others": [] if choices.of_hand else [card.code for pick in choices.picks for card in deck.set(pick.cards)],
            "pick": choices.of_hand.most if choices.of_hand else 1,
        }

    def task(self) -> str:
        """The goal in a sentence; empty without one."""
        if self.goal is None:
            return ""
        return str(say(_(GOALS[self.goal.kind]), who=self.game.state.name(self.game.seat), number=self.goal.number))

    def solved(self) -> bool | None:
        """True if the goal of a deal that is over was reached; None before that, without a goal, and where a deal has no result."""
        goal, state, seat = self.goal, self.game.state, self.game.seat
        result = state.result
        if goal is None or not self.game.over or result is None:
            return None
        if goal.kind == "clean":
            return not self.refused
        if goal.kind == "tricks":
            return sum(taken.winner == seat for taken in state.tricks) >= goal.number
        if goal.kind == "win":
            return bool(result.scores) and result.scores[seat] > 0
        outcomes = [sheet.outcome for sheet in result.sheets if sheet.outcome.is_of(seat)]
        if not outcomes:
            return None
        halves = outcomes[0].halves
        if outcomes[0].seat is None and seat not in (state.auction.taker, state.auction.partner):
            halves = state.deck.halves_of(state.deck.all) - halves
        return halves >= 2 * goal.number


def _laid(state: State, trick: Any) -> list[list[str]]:
    """The cards of a trick with their players."""
    return [[state.name(seat), card.code] for seat, card in trick.by(state.players)]
