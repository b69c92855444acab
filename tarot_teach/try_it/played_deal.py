"""A deal that a reader plays in the page against the machine's players: what the reader sees of it, and the task of a teacher's link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from tarot_teach.blocks import Block, Heading, Paragraph
from tarot_teach.cards import laid_out
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import action_text
from tarot_teach.engine.reasons import choice_in_words
from tarot_teach.errors import NotationError, Problem, TarotError, suggest
from tarot_teach.explain.lesson import annotate, describe_result, running_lesson
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.messages import N_, _
from tarot_teach.table import NOTHING, Choices, Choose, Phase
from tarot_teach.table.picks import Pick
from tarot_teach.text import say
from tarot_teach.topics.play.game import Beginning, Game, option_cards, prompt_of
from tarot_teach.topics.simulate.players import Player

GOALS = {
    "win": N_("The task: win game points with {who}'s cards."),
    "points": N_("The task: {number} card points or more for {who}'s side."),
    "tricks": N_("The task: {number} tricks or more for {who}."),
    "clean": N_("The task: play {who}'s cards, and try none that may not be played."),
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


class DealInPage:
    """A game of the page. ``refused`` counts the actions that were tried and are not allowed.

    ``record`` is the beginning of a worked example, which the players of the machine play on in place of the record's.
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
        record: Beginning | None = None,
    ) -> None:
        self.goal: Goal | None = Goal.read(goal) if goal else None
        seats = record.done.start.seats if record else engine.seats(len(players))
        if seat and seat not in seats:
            hint = suggest(seat, seats, _("seats"))
            raise NotationError.of("play.seat", _("nobody sits at {seat!r}"), hint=hint, seat=seat)
        id = f"{record.done.record.file.id}-played" if record else Game.id
        self.game: Game = Game(engine, players, seats.index(seat) if seat else 0, seed, id=id, begun=record)
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
        self.begun: int = len(self.done)

    def go_on(self, decisions: Iterable[str]) -> Sequence[Problem]:
        """Do decisions as typed, up to the first that cannot be read or that the rules refuse; the fault of that one."""
        for text in decisions:
            try:
                refused = bool(self.do(text))
            except TarotError as error:
                return error.problems
            if refused:
                message, hint = _("the deal cannot go on with {text!r}"), _("the rules refuse it; go on from here")
                return NotationError.of("try.go-on", message, hint=hint, text=text).problems
        return ()

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

    def lesson(self, *, whole: bool = False) -> tuple[int, list[Block]]:
        """The deal for the table of the page: the whole of it as a lesson when it is over, before that what the seat may know.

        The number says from which trick on, since the page has all that was before the last :meth:`news`; 0 for the ``whole`` deal.
        """
        game, moves, written = self.game, self.game.deal.moves, self.written
        if game.over:
            return 0, [block for block in annotate(game.replay) if not isinstance(block, Heading)]
        played = written and moves[written - 1].trick is not None
        since = moves[written - 1].before.number if played and not whole else 0
        return since, [running_lesson(game.replay, game.seat, since)]

    def news(self) -> list[Block]:
        """The events since the last call, and the result of a deal that is over."""
        game, written = self.game, self.written
        self.written = len(game.deal.moves)
        result = describe_result(game.replay) if game.over else ()
        return [*([] if written else self._opening()), *game.moves_since(written or game.first), *result]

    def _opening(self) -> list[Block]:
        """The facts before the first decision; of a record that is played on, its title."""
        begun = self.game.begun
        if begun is None:
            return self.game.opening()
        words = _("“{title}” goes on from here with the machine's players in place of the record.")
        return [Paragraph(say(words, title=begun.done.record.file.title)), *self.game.opening()]

    def as_data(self) -> dict[str, Any]:
        """The reader's view: the hand, the trick, the seats, and the choices."""
        game, state = self.game, self.game.choices.state
        return {
            "seat": state.seats[game.seat],
            "seats": [[letter, state.name(i)] for i, letter in enumerate(state.seats)],
            "who": state.name(game.seat),
            "hand": []
            if game.over or not state.hands
            else [card.code for cards in laid_out(state.hand(game.seat)) for card in cards],
            "trick": [card.code for card in state.trick.cards],
            "done": self.done,
            "begun": self.begun,
            "over": game.over,
            "undoable": bool(game.decisions),
            "task": self.task(),
            "solved": self.solved(),
            **({} if game.over else self._choices()),
        }

    def _choices(self) -> dict[str, Any]:
        """The words that may be said, each with its label, and the cards that are to be touched: one, or as many as are laid away."""
        choices, index = self.game.choices, self.game.engine.index
        state, ruleset, deck = choices.state, index.ruleset, self.game.state.deck
        said = [[bid, str(bid_name(ruleset, bid))] for bid in choices.bids]
        said += [[pick.option, self._label(choices, pick)] for pick in choices.picks if pick.option]
        for offer in choices.declarations:
            name = _("announce nothing") if offer.rule == NOTHING else index.offer_name(offer)
            said.append([offer.option or offer.rule, name])
        laid = choices.of_hand
        touched = choices.cards | sum(pick.cards for pick in choices.picks if not laid)
        held = state.hands[self.game.seat] if state.hands else 0  # none before the cards are dealt
        low = [name for name in index.contracts if choices.bids and name not in choices.bids]
        return {
            "asks": self._asked(choices),
            "phase": state.phase.value,
            "said": said,
            "refused_bids": [[name, str(bid_name(ruleset, name))] for name in low],
            "others": [] if laid else [card.code for card in deck.set(touched & ~held)],
            "least": laid.least if laid else 1,
            "pick": laid.most if laid else 1 if touched else 0,
            "open": [card.code for card in deck.set(state.talon)],
        }

    def _label(self, choices: Choices, pick: Pick) -> str:
        """An option in words: with the cards that it stands for, in the course of the play as what the player does."""
        index, state = self.game.engine.index, choices.state
        if state.phase is Phase.PLAY or pick.option == NOTHING:
            does = choice_in_words(index, Choose(self.game.seat, pick.rule, pick.option), state.name(self.game.seat))
            label = str(does).removesuffix(".")
            if pick.option in state.seats:
                label = str(say(_("{does}: {who}"), does=label, who=state.name(state.seats.index(pick.option))))
            return label
        cards = option_cards(index, state, pick)
        option = index.option_name(pick)
        return str(say(_("{option}: {cards}"), option=option, cards=cards)) if cards else option

    def _asked(self, choices: Choices) -> str:
        """The question of a decision; empty where a card is to be played."""
        if choices.bids:
            return _("What do you bid?")
        if choices.declarations:
            return _("Do you announce anything?")
        if not choices.picks:
            return ""
        if choices.cards:
            return _("It is your turn: touch a card, or choose.")
        pick, index = choices.picks[0], self.game.engine.index
        if choices.ways() == 1:
            rule = index.ruleset.rules.get(pick.rule)
            return _("{rule}: only this may be done.").format(rule=rule.title) if rule else _("Only this may be done.")
        prompt = index.ruleset.say(
            _(prompt_of(index, pick.rule)), number=pick.most, size=pick.most, options="", codes=""
        )
        return f"{str(prompt).partition(':')[0].rstrip()}."

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
