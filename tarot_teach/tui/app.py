"""The full screen on which a person steps through a replay, or plays a deal."""

from __future__ import annotations

from typing import ClassVar

from rich.terminal_theme import TerminalTheme
from rich.text import Text as RichText
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.events import Resize
from textual.timer import Timer
from textual.widgets import Input, Static

from tarot_teach.cards import cards_for_prompts
from tarot_teach.messages import N_, _, is_typed
from tarot_teach.records.replay import Replay
from tarot_teach.render.terminal import clean, renderable, words
from tarot_teach.table import Phase
from tarot_teach.topics.play.game import QUIT, REVIEW, Game, answer
from tarot_teach.topics.review.practice import PRACTISE, offer, practise
from tarot_teach.topics.review.review import Review, review_of_game
from tarot_teach.tui.model import GameCursor, MomentKind, Places, ReplayCursor, places
from tarot_teach.tui.widgets import CardClicked, Keys, Middle, Seat

PACE = 1.5  # seconds for each step while playing
NARROW, WIDE, TALL = 72, 100, 32  # columns below which and from which the layout changes, and rows

# "red", "blue" … of rich's styles, bright enough to be read when dimmed
_COLOURS = [
    (0, 0, 0), (255, 110, 110), (130, 220, 130), (230, 210, 110), (120, 180, 255), (235, 150, 245), (120, 215, 225),
    (225, 225, 225),
]  # fmt: skip
ANSI = TerminalTheme((18, 18, 18), (225, 225, 225), _COLOURS, _COLOURS)

KEYS = [
    ("left,p,backspace", "step(-1)", "←", N_("back")),
    ("right,n,enter", "step(1)", "→", N_("forward")),
    ("home,g", "first", "g", N_("start")),
    ("end,e", "last", "e", N_("end")),
    ("t", "ask('trick')", "t", N_("trick")),
    ("space", "play", N_("space"), N_("play")),
    ("v", "view", "v", N_("view")),
    ("down", "card(1)", "↑↓", N_("card")),
    ("w", "ask('card')", "w", N_("any card")),
    ("a", "ask('answer')", "a", N_("answer")),
    ("o", "open_cards", "o", N_("open cards")),
    ("q,ctrl+c", "quit", "q", N_("quit")),
]
"""Keys with their actions, and how they are named in the line of keys."""
PLAY_KEYS = [
    ("a", "ask('do')", "a", N_("type what you do")),
    ("down", "card(1)", "↑↓", N_("card")),
    ("enter", "take", N_("Enter"), N_("play the card")),
    ("h", "tell('hint')", "h", N_("hint")),
    ("u", "tell('undo')", "u", N_("undo")),
    ("r", "review", "r", N_("what it cost")),
    ("left,p,backspace", "step(-1)", "←", N_("back")),
    ("right,n", "step(1)", "→", N_("forward")),
    ("end,e", "last", "e", N_("now")),
    ("v", "view", "v", N_("view")),
    ("w", "ask('card')", "w", N_("why")),
    ("q,ctrl+c", "quit", "q", N_("quit")),
]
UNNAMED_KEYS = [("up", "card(-1)"), ("pagedown", "scroll(1)"), ("pageup", "scroll(-1)"), ("escape", "leave")]

ASKED = {
    "trick": N_("number of the trick"),
    "card": N_("a card: {court} …"),
    "answer": N_("cards, a choice or an amount; ? shows the answer, Enter alone goes on, Esc gives back the keys"),
    "do": N_("a bid, cards ({cards}), an announcement; why CARD, hint, undo, help"),
}
"""Placeholders of the input field, by the kind of question to the reader."""


class StepApp(App[None]):
    """Shows a replay at a cursor, and moves the cursor by keys and clicks."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [Binding(keys, action) for keys, action, *_named in (*KEYS, *UNNAMED_KEYS)]

    pace: float = PACE
    keys = KEYS

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.ansi_theme_dark = ANSI
        self.cursor: ReplayCursor = ReplayCursor(replay)
        self.timer: Timer | None = None
        self.asked: str = ""
        self.settled: set[int] = set()  # places of questions that have been answered, or left

    def compose(self) -> ComposeResult:
        """Title, table, notes, points and keys."""
        clockwise = self.cursor.replay.engine.index.clockwise
        self.places: Places = places(self.cursor.replay.start.seats, clockwise=clockwise)
        with Horizontal(id="head"):
            yield Static(id="title", markup=False)
            yield Static(id="place", markup=False)
        with Container(id="body"):
            with Unfocused(id="table"):
                with Horizontal(id="top", classes="row"):
                    yield from map(Seat, self.places.top)
                with Horizontal(id="across", classes="row"):
                    if self.places.left is not None:
                        yield Seat(self.places.left)
                    yield Middle(id="middle", markup=False)
                    if self.places.right is not None:
                        yield Seat(self.places.right)
                with Horizontal(id="bottom", classes="row"):
                    yield Seat(self.places.bottom)
            with Unfocused(id="notes"):
                yield Static(id="said", markup=False)
        yield Static(id="points", markup=False)
        yield Field(id="ask")
        yield Keys((shown, action, label) for _keys, action, shown, label in self.keys)

    def on_mount(self) -> None:
        self.refresh_all()

    def on_resize(self, event: Resize) -> None:
        """Choose the layout: seats in a column, or round a table above or beside the notes."""
        self.screen.set_class(event.size.width < NARROW, "-narrow")
        self.screen.set_class(event.size.width >= WIDE, "-wide")
        self.screen.set_class(event.size.height >= TALL, "-tall")

    def refresh_all(self) -> None:
        cursor, hands = self.cursor, self.cursor.hands
        title = RichText(clean(cursor.title), style="bold", no_wrap=True, overflow="ellipsis")
        self.query_one("#title", Static).update(title)
        place = RichText(f"{_('playing')}  " if self.timer else "", style="bold green")
        place.append(clean(f"{cursor.view}  {cursor.count}"), style="not bold default")
        self.query_one("#place", Static).update(place)
        self.query_one("#table").display = hands is not None or bool(cursor.replay.deal.moves)
        self.screen.set_class(cursor.now.kind is MomentKind.END, "-end")
        for seat in self.query(Seat):
            seat.show(cursor, hands.hands[seat.number] if hands else None)
            if seat.number == cursor.state.turn:
                seat.scroll_visible(animate=False)
        self.query_one(Middle).show(cursor, self.places)
        self.query_one("#said", Static).update(renderable(cursor.notes))
        points = RichText("   ").join(
            words(label).append(clean(f" {points}"), style="bold") for label, points in cursor.points
        )
        below = self.query_one("#points", Static)
        below.display = bool(points)
        below.update(points)
        notes = self.query_one("#notes")
        self.call_after_refresh(notes.scroll_end if cursor.newest_at_end else notes.scroll_home, animate=False)

    def move(self, place: int) -> None:
        self._pause()
        self.cursor.go(place)
        self._arrive()

    def _arrive(self) -> None:
        """Show the place, with a line for the answer where a question has not been answered."""
        if self.cursor.now.exercise and self.cursor.place not in self.settled:
            self.action_ask("answer")
        elif self.asked:
            self._answered()
        else:
            self.refresh_all()

    def action_step(self, by: int) -> None:
        self.move(self.cursor.place + by)

    def action_first(self) -> None:
        self.move(0)

    def action_last(self) -> None:
        self.move(self.cursor.last)

    def action_play(self) -> None:
        """Play step by step, at the end from the start, or pause."""
        if self.timer:
            self._pause()
        else:
            if self.cursor.place == self.cursor.last:
                self.cursor.go(0)
            self.timer = self.set_interval(self.pace, self.tick)
        self.refresh_all()

    def tick(self) -> None:
        """Go one step further, and stop at a question and at the end."""
        self.cursor.go(self.cursor.place + 1)
        if self.cursor.place == self.cursor.last or self.cursor.now.exercise:
            self._pause()
        self._arrive()

    def _pause(self) -> None:
        if self.timer:
            self.timer.stop()
            self.timer = None

    def action_view(self) -> None:
        self.cursor.next_view()
        self.refresh_all()

    def action_card(self, by: int) -> None:
        self._pause()
        self.cursor.select_next(by)
        self.refresh_all()

    def action_open_cards(self) -> None:
        self._pause()
        self.cursor.show_open_cards()
        self.refresh_all()

    def action_scroll(self, by: int) -> None:
        notes = self.query_one("#notes")
        notes.scroll_relative(y=by * max(notes.size.height - 1, 1), animate=False)

    def action_ask(self, what: str) -> None:
        """Open the input field for the number of a trick, a card, an action or an answer."""
        self._pause()
        self.asked = what
        field = self.query_one(Input)
        deck = self.cursor.replay.start.deck
        court, cards = ", ".join(cards_for_prompts(deck, court=True)), " ".join(cards_for_prompts(deck))
        field.placeholder = _(ASKED[what]).format(court=court, cards=cards)
        field.value = ""
        field.display = True
        field.focus()
        self.refresh_all()

    def action_leave(self) -> None:
        """Close the input field, or else the program."""
        if self.asked:
            self._answered()
        else:
            self.exit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.asked == "answer":
            self._reply(event.value)
            return
        (self.cursor.to_trick if self.asked == "trick" else self.cursor.ask)(event.value)
        self._answered()

    def _reply(self, text: str) -> None:
        """Judge an answer, and leave the line open after a wrong one; an empty line goes on."""
        if not text.strip():
            self.action_step(1)
        elif self.cursor.reply(text):
            self.settled.add(self.cursor.place)
            self._answered()
        else:
            self.action_ask("answer")

    def _answered(self) -> None:
        self.asked = ""
        self.query_one(Input).display = False
        self.set_focus(None)
        self.refresh_all()

    def on_card_clicked(self, message: CardClicked) -> None:
        self._pause()
        self.cursor.ask(message.code)
        self.refresh_all()


class PlayApp(StepApp):
    """Shows a game that a person plays."""

    pace = 0.8
    keys = PLAY_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [Binding(keys, action) for keys, action, *_named in PLAY_KEYS]

    def __init__(self, game: Game) -> None:
        super().__init__(game.replay)
        self.cursor: ReplayCursor = GameCursor(game)
        self.cursor.place = max(i for i, moment in enumerate(self.cursor.moments) if moment.done == game.first)
        self.game = game
        self.reviewed: Review | None = None

    def on_mount(self) -> None:
        self._follow()

    def action_take(self) -> None:
        """Play the selected card, or else go a step forward."""
        cursor = self.cursor
        wanted = self.game.state.phase in (Phase.PLAY, Phase.CALL, Phase.PAY)
        if isinstance(cursor, GameCursor) and cursor.to_act and wanted and cursor.card is not None:
            self.action_tell(cursor.card.code)
        else:
            self.action_step(1)

    def action_tell(self, line: str) -> None:
        """Do or answer a typed line, and show the moves of the others one after the other."""
        self._pause()
        before = len(self.cursor.moments)
        answered = answer(self.game, line)
        if answered.moved or answered.undone:
            self.cursor = GameCursor(self.game)
            self.cursor.place = min(before, self.cursor.last) if answered.moved else self.cursor.last
        else:
            self.cursor.go(self.cursor.last if not self.game.over else self.cursor.place)
        self.cursor.answer = answered.said
        self.refresh_all()
        self._follow()

    def action_review(self) -> None:
        """Show what each card of the person cost, once the deal is over."""
        self._pause()
        self.cursor.go(self.cursor.last)
        self.reviewed, page = review_of_game(self.game)
        self.cursor.answer = [*page, *offer(self.reviewed)]
        self.refresh_all()

    def action_practise(self) -> None:
        """Keep the decisions of the review in which there was better, once it has been shown."""
        if self.reviewed is not None:
            self.cursor.answer = practise(self.reviewed)
            self.refresh_all()

    def _follow(self) -> None:
        if self.cursor.place < self.cursor.last and not self.timer:
            self.action_play()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do or answer the text of the input field."""
        if self.asked != "do":
            return  # the base class answers
        event.prevent_default()
        self._answered()
        if event.value.strip().lower() == "q" or is_typed(event.value, QUIT):
            self.exit()
        elif is_typed(event.value, REVIEW):
            self.action_review()
        elif is_typed(event.value, PRACTISE) and self.reviewed is not None:
            self.action_practise()
        elif event.value.strip():
            self.action_tell(event.value)

    def on_card_clicked(self, message: CardClicked) -> None:
        """Select a card that was clicked; play it on the second click."""
        if self.cursor.card is not None and self.cursor.card.code == message.code:
            message.prevent_default()
            self.action_take()


class Field(Input):
    """The input field, which leaves arrow keys to the screen as long as nothing is typed."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the cursor to be moved in what is typed."""
        moves = action in ("cursor_left", "cursor_right", "home", "end", "delete_left")
        return bool(self.value) if moves else super().check_action(action, parameters)


class Unfocused(VerticalScroll, can_focus=False):
    """Scrolls by wheel and by the program, not by the arrow keys."""


def run(replay: Replay) -> None:
    """Step through a replay until the person quits."""
    StepApp(replay).run()


def run_game(game: Game) -> None:
    """Play a game until the person quits."""
    PlayApp(game).run()
