"""A deal that a person plays against players of the machine, and the commands that the person types. Knows no screen."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from tarot_teach.blocks import Block, Bullets, Paragraph
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.notation import announcement, read_action
from tarot_teach.errors import RecordError, TarotError
from tarot_teach.explain.lesson import describe_card, describe_start
from tarot_teach.language import N_, _
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.table import (
    NOTHING,
    VOID,
    Action,
    Choices,
    Declare,
    Phase,
    State,
)
from tarot_teach.text import Text, say
from tarot_teach.topics.play.turn import describe_hint, describe_move, describe_turn
from tarot_teach.topics.search.as_record import deal_record
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import Player

__all__ = ["Game"]


class Game:
    """A deal that a person plays at ``seat``; the other seats move at once, up to the person's next decision.

    Seed and number give the same cards as in simulated deals. Raises LoadError for players that do not fit the ruleset.
    """

    def __init__(
        self,
        engine: Engine,
        players: Sequence[Player],
        seat: int,
        seed: int,
        number: int = 0,
        id: str = "a-deal-played",
    ) -> None:
        self.engine: Engine = engine
        self.players: Sequence[Player] = players
        self.seat: int = seat
        self.seed: int = seed
        self.number: int = number
        self.id: str = id
        self.draws: Draws = Draws(seed, number)
        self.deal: Deal = DealSimulator(engine, players).start(seed, number)
        self.decisions: list[
            tuple[int, Draws]
        ] = []  # the number of moves and the draws before each decision of the seat
        self._let_others_move()

    # ------------------------------------------------------------ seeing

    @property
    def state(self) -> State:
        """The state with all hidden cards."""
        return self.deal.state

    @property
    def over(self) -> bool:
        """True at the end of the deal."""
        return self.deal.over

    @property
    def choices(self) -> Choices:
        """The choices of the person, with the person's view of the state."""
        return replace(self.deal.legal, state=self.deal.view(self.seat))

    @property
    def replay(self) -> Replay:
        """The deal so far as a replay."""
        return Replay(self.record, self.deal)

    @property
    def record(self) -> Record:
        """The deal so far as an example that can be annotated, with its result once it is over."""
        name = self.players[self.seat - 1].name
        about = say(
            _("Deal {number} of seed {seed}, played against the program: a person played {who}'s cards, and the player “{name}” the others."),
            number=self.number, seed=self.seed, who=self.state.name(self.seat), name=name,
        )  # fmt: skip
        title = str(say(_("A deal played by {who}"), who=self.state.name(self.seat)))
        head = {"format": 1, "id": self.id, "ruleset": self.engine.ruleset.name, "title": title, "about": f"{about}\n"}
        return Record(ExampleFile.model_validate(head | deal_record(self.deal)))

    def moves_since(self, number: int) -> list[Block]:
        """The moves from ``number`` on, as far as the seat may know them."""
        done = self.replay
        texts = [text for i in range(number, len(self.deal.moves)) for text in describe_move(done, i, self.seat)]
        return [Bullets(tuple(texts))] if texts else []

    def opening(self) -> list[Block]:
        """The facts before the first action."""
        return [
            block for block in describe_start(self.replay) if isinstance(block, Paragraph) and block.kind == "normal"
        ]

    def turn(self) -> list[Block]:
        """The hand, the trick so far, and all choices."""
        return describe_turn(self.replay, self.choices)

    # ------------------------------------------------------------ asking

    def why(self, text: str) -> list[Block]:
        """The reasons for or against a card or another action. Raises NotationError for text that is neither."""
        state = self.choices.state
        if state.phase in (Phase.PLAY, Phase.DISCARD) and not announcement(self.choices, text):
            return describe_card(self.replay, state, state.deck.card(text))
        verdict = self.engine.check(self.state, read_action(self.engine, self.state, text))
        return self.engine.reason(verdict, state.name).blocks()

    def hint(self) -> list[Block]:
        """The decision that the player of the machine would make at the seat, and its maxim."""
        player = self.players[self.seat]
        move = player.choose(self.choices, copy(self.draws))
        return describe_hint(self.replay, move, player.maxims)

    # ------------------------------------------------------------ doing

    def do(self, text: str) -> list[Block]:
        """Do a typed action, and let the others move. A refused action is not done, and the reasons are returned.

        Raises NotationError for text that is no action.
        """
        action = read_action(self.engine, self.state, text)
        verdict = self.engine.check(self.state, action)
        if not verdict.allowed:
            return self.engine.reason(verdict, self.state.name).blocks()
        self.decisions.append((len(self.deal.moves), copy(self.draws)))
        self.deal = self.deal.push(action)
        self._let_others_move()
        return []

    def undo(self) -> bool:
        """Go back to the person's last decision, with the same draws for the other seats; false if there is none."""
        if not self.decisions:
            return False
        done, self.draws = self.decisions.pop()
        self.deal = self.deal.undo(len(self.deal.moves) - done)
        return True

    def _let_others_move(self) -> None:
        """Let the others move, and the person's seat where it has nothing to announce, up to the person's next decision."""
        while self.state.turn is not None:
            choices = self.engine.legal(self.state)
            if self.state.turn == self.seat:
                nothing = Declare(self.seat, NOTHING)
                if choices.declarations != (nothing,) or choices.cards:
                    return
                self.deal = self.deal.push(nothing)
                continue
            player = self.players[self.state.turn]
            seen = choices.seen() if player.needs_view else choices
            self.deal = self.deal.push(player.choose(seen, self.draws).action)

    # ------------------------------------------------------------ going on another day

    def resume(self, record: Record) -> None:
        """Continue a saved deal. Raises RecordError for a record of another ruleset, or one that does not begin with the deal."""
        file = record.file
        if file.ruleset != self.engine.ruleset.name:
            hint = _("name {ruleset} on the command line").format(ruleset=file.ruleset)
            raise RecordError.of(
                "play.ruleset",
                _("{id} is played under {ruleset}").format(id=file.id, ruleset=file.ruleset),
                record.place(("ruleset",)),
                hint,
            )
        if file.start.step != "bid":
            message = _("{id} does not begin with the deal").format(id=file.id)
            raise RecordError.of(
                "play.start", message, record.place(("start",)), _("go on with a deal saved by `play`")
            )
        done = replay(record, self.engine)
        self.deal, self.id = done.deal, file.id
        self.draws, self.decisions = Draws(self.seed, self.number), []
        while self.deal.moves and _assumed(self.deal.moves[-1].action):
            self.deal = self.deal.undo()
        self._let_others_move()


def _assumed(action: Action) -> bool:
    """True for an empty announcement, which a replay adds where a record has none."""
    return isinstance(action, Declare) and action.what == NOTHING and action.level != VOID


HELP = N_(
    "Type what you do: a bid, cards by their codes (H10, T21, EX), an announcement. Or ask: why CARD, hint, undo, table, help, "
    "quit."
)


class Answer(NamedTuple):
    """The reply to a typed line, and whether it has moved the deal forward or back."""

    said: list[Block]
    moved: bool = False
    undone: bool = False


def answer(game: Game, line: str) -> Answer:
    """Do a typed action or answer a question; the error of a line that cannot be read is part of the reply."""
    word, _space, rest = line.strip().partition(" ")
    try:
        match word.lower():
            case "help" | "?":
                return Answer([Paragraph(say(_(HELP)), "aside")])
            case "why" if not rest.strip():
                return Answer([Paragraph(say(_("Ask about a card or an action, as in why T21 or why pass.")), "aside")])
            case "why":
                return Answer(game.why(rest.strip()))
            case "hint":
                return Answer(game.hint())
            case "table":
                return Answer(game.turn())
            case "undo" if game.undo():
                return Answer([Paragraph(say(_("Taken back.")))], undone=True)
            case "undo":
                return Answer([Paragraph(say(_("There is nothing to take back.")), "refused")])
        refused = game.do(line)
    except TarotError as error:
        return Answer([Paragraph(Text((str(problem),)), "refused") for problem in error.problems])
    return Answer(refused, moved=not refused)
