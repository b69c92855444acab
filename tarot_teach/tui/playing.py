"""The full screen on which a deal is played: the stepper, going along with a game."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.table import Phase
from tarot_teach.text import _
from tarot_teach.topics.play.commands import answer
from tarot_teach.topics.play.game import Game
from tarot_teach.tui.app import StepApp
from tarot_teach.tui.model import ReplayCursor
from tarot_teach.tui.moments import Part
from tarot_teach.tui.widgets import Touched

KEYS = [
    ("a", "ask('do')", _("type what you do")),
    ("↑↓", "card(1)", _("card")),
    ("Enter", "take", _("play the card")),
    ("h", "tell('hint')", _("hint")),
    ("u", "tell('undo')", _("undo")),
    ("←", "step(-1)", _("back")),
    ("→", "step(1)", _("forward")),
    ("e", "last", _("now")),
    ("v", "view", _("view")),
    ("w", "ask('card')", _("why")),
    ("q", "quit", _("quit")),
]


class GameStepper(ReplayCursor):
    """The deal so far, seen from the player's seat. Until it is over nobody's cards are shown but the player's."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.replay)
        self.game = game
        self.seat = game.seat
        if not game.over:
            self.moments = tuple(moment for moment in self.moments if moment.part is not Part.END)

    @property
    def due(self) -> bool:
        """Whether the player is to act, and one stands where that is to be seen."""
        return self.place == self.last and not self.game.over

    def next_view(self) -> None:
        """The player's own, until the deal is over."""
        if self.game.over:
            super().next_view()

    @property
    def notes(self) -> list[Block]:
        """What is said of the moment, and what the player may do."""
        turn = self.game.turn() if self.due else []
        return [*super().notes, *(block for block in turn if isinstance(block, Paragraph) and block.kind == "lead")]


class PlayApp(StepApp):
    """Shows a game, and passes on what the player does."""

    pace = 0.8
    keys = KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "ask('do')"),
        Binding("enter", "take"),
        Binding("h", "tell('hint')"),
        Binding("u", "tell('undo')"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__(game.replay)
        self.stepper: ReplayCursor = GameStepper(game)
        self.game = game

    def on_mount(self) -> None:
        """The others' first moves, one after the other."""
        self._follow()

    def action_take(self) -> None:
        """Play the card that was touched; else a step forward."""
        stepper = self.stepper
        wanted = self.game.state.phase in (Phase.PLAY, Phase.CALL, Phase.PAY)
        if isinstance(stepper, GameStepper) and stepper.due and wanted and stepper.card is not None:
            self.action_tell(stepper.card.code)
        else:
            self.action_step(1)

    def action_tell(self, line: str) -> None:
        """Do what is typed, or answer it. Where the deal goes on, the others' moves are shown one after the other."""
        self._pause()
        before = len(self.stepper.moments)
        answered = answer(self.game, line)
        if answered.moved or answered.undone:
            self.stepper = GameStepper(self.game)
            self.stepper.place = min(before, self.stepper.last) if answered.moved else self.stepper.last
        else:
            self.stepper.go(self.stepper.last if not self.game.over else self.stepper.place)
        self.stepper.answer = answered.said
        self.refresh_all()
        self._follow()

    def _follow(self) -> None:
        if self.stepper.place < self.stepper.last and not self.timer:
            self.action_play()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """What was typed is done, or answered."""
        if self.asked != "do":
            return  # which the stepper answers
        event.prevent_default()
        self._answered()
        if event.value.strip().lower() in ("q", "quit"):
            self.exit()
        elif event.value.strip():
            self.action_tell(event.value)

    def on_touched(self, message: Touched) -> None:
        """A card was touched; touched again, it is played."""
        if self.stepper.card is not None and self.stepper.card.code == message.code:
            message.prevent_default()
            self.action_take()


def run(game: Game) -> None:
    """Play until somebody quits."""
    PlayApp(game).run()
