"""The full-screen cursor: what it shows and says at every place of a replay, and what keys and clicks do."""

from __future__ import annotations

import asyncio
import html
import io
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tarot_teach.blocks import Block, ScoreSheet, TrickDiagram
from tarot_teach.cli import main
from tarot_teach.cli import replay as stepping
from tarot_teach.cli.replay import replayed
from tarot_teach.records.replay import Replay
from tarot_teach.render import console, terminal
from tarot_teach.topics.quiz.quiz import VERDICTS
from tarot_teach.tui import app as tui
from tarot_teach.tui.model import MomentKind, ReplayCursor, places
from tarot_teach.tui.widgets import Seat
from tests.helpers import NEVER

Script = Callable[[Pilot[None]], Awaitable[None]]


def said(blocks: list[Block]) -> str:
    stream = io.StringIO()
    terminal(blocks, console(stream, width=500))
    return stream.getvalue()


def stepper_at(example: str, trick: str = "", on: int = 0) -> ReplayCursor:
    cursor = ReplayCursor(replayed(example, go_on=True))
    if trick:
        cursor.to_trick(trick)
    cursor.go(cursor.place + on)
    return cursor


# ---------------------------------------------------------------- the model


def test_one_can_stand_at_every_action_at_every_gathering_and_at_every_line() -> None:
    cursor = stepper_at("annotated-deal-6")
    parts = [moment.kind for moment in cursor.moments]
    assert parts.count(MomentKind.GATHERING) == 18 and parts.count(MomentKind.ACTION) == 1 + len(
        cursor.replay.deal.moves
    )
    assert parts.count(MomentKind.END) == 1 + 4 + 1, "nothing yet, four lines, and the words that follow"
    cursor.go(-5)
    assert cursor.place == 0
    cursor.go(10_000)
    assert cursor.place == cursor.last


def test_what_is_said_is_said_at_every_place() -> None:
    for example in ("the-called-king", "a-whole-deal", "petit-sec", "three-share-alike", "five-at-the-table"):
        cursor = stepper_at(example)
        for place in range(cursor.last + 1):
            cursor.go(place)
            assert cursor.hands is None or len(cursor.hands.hands) == cursor.replay.start.players
            assert cursor.notes or cursor.now.kind is MomentKind.END, (example, place)


def test_a_trick_is_found_by_its_number() -> None:
    cursor = stepper_at("going-over", "15")
    assert cursor.now.done == 4 and cursor.now.kind is MomentKind.GATHERING
    cursor.to_trick("3")
    assert "no trick 3" in said(cursor.notes) and cursor.now.done == 4
    cursor.to_trick("")
    assert "no trick –" in said(cursor.notes)


def test_a_card_is_judged_with_rule_and_source() -> None:
    cursor = stepper_at("going-over", on=3)
    cursor.ask("SR")
    assert {"may not play", "play.trump_when_void", "Trumping when void", "[fft, "} <= found_in(said(cursor.notes))
    cursor.ask("T18")
    assert "North may play the 18 of trumps." in said(cursor.notes)
    cursor.ask("T3")
    assert "North does not hold the 3 of trumps." in said(cursor.notes)
    cursor.ask("XX")
    assert "'XX' is not a card" in said(cursor.notes)
    cursor = stepper_at("annotated-deal-6")
    cursor.go(cursor.last)
    cursor.ask("T3")
    assert "No card is to be played here." in said(cursor.answer)


def found_in(text: str) -> set[str]:
    wanted = {"may not play", "play.trump_when_void", "Trumping when void", "[fft, "}
    return {words for words in wanted if words in text}


def test_cards_are_touched_one_after_the_other() -> None:
    cursor = stepper_at("going-over", on=3)
    cursor.select_next(1)
    first = cursor.card
    cursor.select_next(-1)
    assert first is cursor.selectable[0] and cursor.card is cursor.selectable[-1]
    cursor.next_view()
    assert cursor.card is None and not cursor.answer
    cursor.select_next(1)
    assert cursor.card is None and "No card" in said(cursor.answer), "North's hand is not seen by South"


def test_a_card_may_be_laid_away_or_not() -> None:
    cursor = stepper_at("annotated-deal-6")
    for code, words in (
        ("D1", "South may lay away the 1 of diamonds."),
        ("SR", "South may not lay away the king of spades."),
        ("H3", "South does not hold the 3 of hearts."),
    ):
        cursor.ask(code)
        assert words in said(cursor.answer)
    cursor.ask("SR")
    assert "discard." in said(cursor.answer) and "[fft" in said(cursor.answer)


def test_a_trick_is_seen_to_go_to_its_winner_and_the_excuse_to_come_back() -> None:
    cursor = stepper_at("annotated-deal-6", "7", on=4)
    assert cursor.trick_complete and not cursor.moves and cursor.state.turn is None
    assert [play.card.code for play in cursor.plays if play.wins] == ["T15"]
    before = [points for _label, points in cursor.points]
    cursor.go(cursor.place + 1)
    moves = [([card.code for card in move.cards], move.giver, move.to) for move in cursor.moves]
    assert moves == [(["H5", "D10", "T15"], None, 0), (["EX"], None, 2), (["T13"], 2, 0)]
    assert (before, [points for _label, points in cursor.points]) == (["11", "14"], ["13", "18"])


def test_a_record_that_ends_before_the_deal_ends_with_its_last_trick() -> None:
    cursor = stepper_at("going-over")
    cursor.go(cursor.last)
    assert cursor.now.kind is MomentKind.GATHERING and cursor.trick_number == 15
    assert all(hand.bit_count() == 3 for hand in cursor.state.hands), "as they are then, not as at the beginning"
    assert "wins the trick" in said(cursor.notes)


def test_questions_are_asked_and_answered() -> None:
    cursor = stepper_at("going-over")
    asked = [place for place, moment in enumerate(cursor.moments) if moment.kind is MomentKind.QUESTION]
    assert len(asked) == len(cursor.replay.asked)
    cursor.go(asked[0])
    assert "Which cards may North play?" in said(cursor.notes) and "wins the trick" not in said(cursor.notes)
    assert len(cursor.plays) == 3 and not cursor.moves
    cursor.reply("T4")
    assert VERDICTS["wrong"] in said(cursor.answer) and "The answer" not in said(cursor.answer)
    cursor.reply("T99")
    assert "is not among the choices" in said(cursor.answer)
    cursor.reply("T18")
    assert VERDICTS["right"] in said(cursor.answer) and "The answer: the 18 of trumps." in said(cursor.answer)
    cursor.reply("?")
    assert "The answer: the 18 of trumps." in said(cursor.answer)
    cursor.go(0)
    cursor.reply("T18")
    assert "Nothing is asked here." in said(cursor.answer)


def test_who_wins_is_asked_before_the_trick_is_seen_to_be_won() -> None:
    cursor = stepper_at("course-high-cards")
    for place, moment in enumerate(cursor.moments):
        if moment.exercise and moment.exercise.kind == "winner":
            cursor.go(place)
            assert "Who wins this trick?" in said(cursor.notes) and len(cursor.plays) == 3
            assert cursor.moments[place + 1].done == moment.done + 1
            return
    raise AssertionError("nobody is asked who wins")


def test_the_sheet_builds_up_line_by_line() -> None:
    cursor = stepper_at("annotated-deal-6")
    end = next(place for place, moment in enumerate(cursor.moments) if moment.kind is MomentKind.END)
    rows = []
    for place in range(end, cursor.last + 1):
        cursor.go(place)
        (sheet,) = [block for block in cursor.notes if isinstance(block, ScoreSheet)]
        rows.append((len(sheet.rows), bool(sheet.total)))
    assert rows == [(0, False), (1, False), (2, False), (3, False), (4, True), (4, True)]
    assert "The source prints" in said(cursor.notes)
    assert cursor.hands and [len(cards) for _label, cards in cursor.hands.laid()] == [6, 6]
    assert all(hand.cards and not hand.unseen for hand in cursor.hands.hands), "all hands are open at the end"


def test_sheets_of_many_players_come_one_after_the_other() -> None:
    cursor = stepper_at("a-whole-deal")
    cursor.go(cursor.last)
    sheets = [block for block in cursor.notes if isinstance(block, ScoreSheet)]
    assert len(sheets) == 4 and all(sheet.total for sheet in sheets)


@pytest.mark.parametrize("example", ["annotated-deal-6", "the-called-king", "excuse-debt", "trumps-in-the-discard"])
def test_a_view_tells_nothing_of_the_other_hands(example: str) -> None:
    cursor = stepper_at(example)
    for _seat in range(cursor.replay.start.players):
        cursor.next_view()
        for place in range(cursor.last + 1):
            cursor.go(place)
            if cursor.now.kind is MomentKind.END or not cursor.hands:
                continue
            assert all(not hand.cards for i, hand in enumerate(cursor.hands.hands) if i != cursor.seat)
            notes = cursor.notes
            for play in (play for block in notes if isinstance(block, TrickDiagram) for play in block.plays):
                own = cursor.replay.start.seats.index(play.seat) == cursor.seat
                assert own or not (play.hand or play.reasons or play.before or play.refusals or play.tries)
    cursor.next_view()
    assert cursor.seat is None


def test_another_s_discard_is_a_number_of_cards() -> None:
    cursor = stepper_at("annotated-deal-6", on=1)
    assert "South lays away the 1 " in said(cursor.notes)
    cursor.next_view()
    assert "South lays away the 1 " in said(cursor.notes), "South knows it"
    cursor.next_view()
    assert "South lays away 6 cards." in said(cursor.notes)
    assert cursor.hands and [str(label) for label, _cards in cursor.hands.laid()] == ["chien"]


def test_people_sit_round_the_table() -> None:
    assert places(("S", "E", "N", "W")) == ((2,), 3, 1, 0)
    assert places(("S", "W", "N", "E"), clockwise=True) == ((2,), 1, 3, 0)
    assert places(("S", "E", "W")) == ((), 2, 1, 0)
    assert places(("A", "B", "C", "D", "E")) == ((3, 2), 4, 1, 0)
    assert places(("A", "B", "C", "D"), clockwise=True) == ((2,), 1, 3, 0)
    assert places(("A", "B")) == ((1,), None, None, 0)
    five = places(("A", "B", "C", "D", "E"))
    assert [five.arrow(seat) for seat in range(5)] == ["↓", "→", "↗", "↖", "←"]


# ---------------------------------------------------------------- the screen


def drive(replay: Replay | str, script: Script, size: tuple[int, int] = (120, 40)) -> tui.StepApp:
    app = tui.StepApp(replayed(replay, go_on=True) if isinstance(replay, str) else replay)

    app.pace = NEVER

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(play())
    return app


def screen(pilot: Pilot[None]) -> str:
    svg = pilot.app.export_screenshot()
    return html.unescape(re.sub(r"<[^>]*>", "\n", svg)).replace("\xa0", " ")


def stepper_of(pilot: Pilot[None]) -> ReplayCursor:
    assert isinstance(pilot.app, tui.StepApp)
    return pilot.app.cursor


def test_keys() -> None:
    async def script(pilot: Pilot[None]) -> None:
        cursor = stepper_of(pilot)
        for key, done in (("right", 1), ("n", 2), ("left", 1), ("end", 8), ("home", 0), ("e", 8), ("g", 0)):
            await pilot.press(key)
            assert cursor.now.done == done, key
        await pilot.press("t", "1", "5", "enter")
        assert cursor.now.done == 4
        await pilot.press("right", "w", *"EX", "enter")
        assert "does not hold the Excuse" in said(cursor.answer)
        await pilot.press("t", "1", "escape")
        assert not pilot.app.query_one(Input).display and cursor.now.done == 5
        await pilot.press("down")
        assert cursor.card is cursor.selectable[0]
        await pilot.press("pagedown", "pageup", "up")
        assert cursor.card is cursor.selectable[-1]

    drive("going-over", script)


def test_quitting() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("q")

    assert drive("going-over", script).return_code == 0


def test_playing_and_pausing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, tui.StepApp)
        await pilot.press("space")
        assert app.timer and "playing" in screen(pilot)
        await pilot.press("right")
        assert app.timer is None, "who moves by hand stops it"
        await pilot.press("end", "space")
        assert app.timer and app.cursor.place == 0, "from the end it begins again"
        app.cursor.go(app.cursor.last - 1)
        app.tick()
        assert app.timer is None and app.cursor.place == app.cursor.last

    drive("going-over", script)


def test_a_card_and_a_key_are_clicked() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "right", "right")
        await pilot.click("#seat-2", offset=(1 + len("18 4   "), 1))  # North's king of spades
        assert stepper_of(pilot).card is stepper_of(pilot).replay.start.deck.card("SR")
        assert "play.trump_when_void" in screen(pilot)
        await pilot.click("#seat-2", offset=(40, 0))
        assert stepper_of(pilot).now.done == 3, "a click beside a card does nothing"
        await pilot.click("#keys", offset=(10, 0))  # → on, to a question
        assert stepper_of(pilot).now.kind is MomentKind.QUESTION
        await pilot.click("#keys", offset=(10, 0))
        assert stepper_of(pilot).now.done == 4
        assert "takes the trick" in screen(pilot)

    drive("going-over", script)


def test_a_question_on_the_screen() -> None:
    async def script(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, tui.StepApp)
        app.cursor.go(3)
        await pilot.press("space")
        app.tick()
        assert app.timer is None and "Which cards may North play?" in screen(pilot), "playing stops at a question"
        await pilot.press(*"T4", "enter")
        assert VERDICTS["wrong"] in screen(pilot) and app.focused, "it may be answered again at once"
        await pilot.press("left", "right")
        assert app.cursor.now.kind is MomentKind.QUESTION and app.focused, "arrow keys step as long as nothing is typed"
        await pilot.press(*"T18", "enter")
        assert VERDICTS["right"] in screen(pilot) and not app.focused
        await pilot.press("right")
        assert app.cursor.now.done == 4
        await pilot.press("left")
        assert app.cursor.now.exercise and not app.focused, "who has answered is not asked again"
        await pilot.press("a", "enter")
        assert app.cursor.now.done == 4, "an empty line goes on"

    drive("going-over", script)


def test_a_view_on_the_screen() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "♠R" in screen(pilot)
        await pilot.press("v")
        assert "South's view" in screen(pilot) and "♠R" not in screen(pilot)
        assert "5 cards face down" in screen(pilot)

    drive("going-over", script)


@pytest.mark.parametrize("example", ["going-over", "the-called-king", "three-share-alike", "petit-sec"])
def test_the_window_may_have_any_size(example: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for size in ((60, 30), (120, 40), (80, 24), (40, 12)):
            await pilot.resize_terminal(*size)
            await pilot.press("right" if size[0] % 40 else "e")
            assert "quit" in screen(pilot) and pilot.app.query_one("#notes").size.height >= 3
            for seat in pilot.app.query(Seat):
                assert seat.region.right <= size[0]

    drive(example, script)


def test_a_hostile_record_is_text() -> None:
    words = "[bold red]No[/] [@click=app.quit]x[/] \x1b[31m"
    replay = replayed("going-over")
    names = dict.fromkeys("SENW", words)
    file = replay.record.file.model_copy(update={"title": words, "seats": names, "closing": words})
    hostile = replace(replay, record=replace(replay.record, file=file))

    async def script(pilot: Pilot[None]) -> None:
        for key in ("g", "right", "v", "e", "down"):
            await pilot.press(key)
            shown = screen(pilot)
            assert "[bold red]No[/] [@click=app.quit]x[/] �[31m" in shown and "\x1b" not in shown
        await pilot.click("#title", offset=(20, 0))
        assert pilot.app.is_running

    drive(hostile, script, size=(200, 50))


# ---------------------------------------------------------------- without a screen


def test_without_textual_a_word_and_the_listing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stepping, "full_screen", lambda: True)
    monkeypatch.setattr(stepping, "find_spec", lambda _name: None)
    with pytest.raises(SystemExit):
        main(["step", "going-over"])
    out, err = capsys.readouterr()
    assert "pip install 'tarot-teach[tui]'" in err and "Trick 15" in out


def test_on_a_terminal_the_program_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    stepped: list[Replay] = []
    monkeypatch.setattr(stepping, "full_screen", lambda: True)
    monkeypatch.setattr(tui, "run", stepped.append)
    with pytest.raises(SystemExit) as caught:
        main(["step", "going-over"])
    assert not caught.value.code and stepped[0].record.file.id == "going-over"


def test_what_is_no_full_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    assert stepping.full_screen()
    monkeypatch.setattr(Terminal, "encoding", "ascii")
    assert not stepping.full_screen()
    monkeypatch.setattr(Terminal, "encoding", "utf-8")
    monkeypatch.setenv("TERM", "dumb")
    assert not stepping.full_screen()
