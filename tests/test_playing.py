"""Playing a deal against the machine: from one seat, with questions, moves taken back, and the deal saved as an example."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from copy import copy
from html import unescape
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Paragraph
from tarot_teach.cli import main
from tarot_teach.cli import play as playing
from tarot_teach.cli.output import as_text
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import announcement, read_action
from tarot_teach.errors import NotationError
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.loading import Library
from tarot_teach.records.record import read_record, write_record
from tarot_teach.records.runner import replay, replay_example
from tarot_teach.render import console, terminal
from tarot_teach.table import NOTHING, PASS, Action, Bid, Choose, Phase, Play
from tarot_teach.topics.play.game import Game, answer, begin_at
from tarot_teach.topics.review.review import review_of_game
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.players import SimplePlayer
from tarot_teach.topics.simulate.seating import seat_players
from tarot_teach.tui.app import PlayApp
from tarot_teach.tui.model import GameCursor
from tests.helpers import NEVER

EVERY = [
    path.stem for path in sorted(Path("rulesets").glob("*/*.yaml")) if path.parent.name in ("french", "early-modern")
]


def game(library: Library, name: str = "fft-4", seat: int = 0, seed: int = 3, player: str = "simple") -> Game:
    simulator = DealSimulator.of(library, name, (player,))
    return Game(simulator.engine, simulator.players, seat, seed)


def said(blocks: list[Block]) -> str:
    stream = io.StringIO()
    terminal(blocks, console(stream, width=500))
    return stream.getvalue()


def typed(action: Action) -> str:
    """An action as one would type it."""
    match action:
        case Bid(_seat, bid):
            return bid
        case Choose(_seat, rule, option, cards):
            return option or (str(cards) if cards else rule)
        case Play(_seat, card):
            return card.code
    raise AssertionError(action)


def played_on(deal: Game, until: Callable[[Game], bool] = lambda deal: deal.over) -> Game:
    """Go on as the machine would."""
    while not until(deal):
        move = deal.players[deal.seat].choose(deal.choices, copy(deal.draws))
        assert answer(deal, typed(move.action)).moved, typed(move.action)
    return deal


# ---------------------------------------------------------------- the game


@pytest.mark.parametrize("player", ["simple", "random"])
@pytest.mark.parametrize("ruleset", EVERY)
def test_a_deal_of_every_ruleset_is_played_by_typing_and_saved(library: Library, ruleset: str, player: str) -> None:
    deal = played_on(game(library, ruleset, seat=1, player=player))
    record = read_record(write_record(deal.record), name="saved")
    assert record == deal.record
    assert replay(record, deal.engine).end.result == deal.state.result


def test_whoever_plays_like_the_machine_gets_the_deal_of_the_machine(library: Library) -> None:
    deal = played_on(game(library, seat=2))
    machine = DealSimulator(deal.engine, deal.players).play(3, 0)
    assert deal.state.result == machine.state.result


def test_what_is_told_gives_no_hand_away(library: Library) -> None:
    deal = game(library)
    answer(deal, "pass")
    printed = said(deal.moves_since(0))
    assert "East bids Prise." in printed and "East lays away 6 cards." in printed
    assert deal.choices.state.hands[1] == 0
    turn = said(deal.turn())
    assert "Play: S1 SV SR" in turn and "19 12 7 2 1" in turn


def test_a_hint_is_what_the_machine_does_with_its_maxim(library: Library) -> None:
    deal = game(library)
    assert "South passes." in said(answer(deal, "hint").said)
    answer(deal, "pass")
    hint = said(answer(deal, "hint").said)
    assert "South plays the king of spades." in hint and "nothing but a trump can beat" in hint
    assert not answer(deal, "hint").moved


def test_why_alone_says_what_to_ask(library: Library) -> None:
    assert "why T21" in said(answer(game(library), "why").said)


def test_why_a_card_may_not_be_played(library: Library) -> None:
    deal = game(library)
    answer(deal, "pass")
    played_on(deal, lambda deal: bool(deal.state.trick.cards))
    state, choices = deal.state, deal.choices
    held = state.hands[0]
    refused = next(card for card in state.deck.set(held & ~choices.cards))
    before = len(deal.deal.moves)
    why = said(answer(deal, f"why {refused.code}").said)
    assert "South may not play" in why and re.search(r"\(play\.\w+\)", why)
    tried = answer(deal, refused.code)
    assert not tried.moved and "South may not play" in said(tried.said) and len(deal.deal.moves) == before
    assert "South may play" in said(answer(deal, f"why {next(iter(state.deck.set(choices.cards))).code}").said)


def test_why_a_bid_may_not_be_made(library: Library) -> None:
    deal = game(library, seat=2)
    assert "Prise" in said(deal.moves_since(0))
    assert "may not bid" in said(answer(deal, "why prise").said)
    assert "North may bid garde sans le chien." in said(answer(deal, "why garde sans").said)
    assert "did you mean 'garde'" in said(answer(deal, "grade").said)
    assert answer(deal, "bid garde").moved and deal.state.auction.taker == 2


def test_a_discard_with_a_card_that_may_not_go_is_refused_with_the_rule(library: Library) -> None:
    deal = game(library, seat=1)
    played_on(deal, lambda deal: deal.state.phase is Phase.DISCARD)
    king = next(card for card in deal.choices.state.hand(1) if card.code.endswith("R"))
    others = list(deal.state.deck.set(deal.choices.of_hand.cards))[:5] if deal.choices.of_hand else []
    tried = answer(deal, " ".join(card.code for card in (king, *others)))
    assert not tried.moved and "may not lay away" in said(tried.said)
    assert "may not lay away" in said(answer(deal, f"why {king.code}").said)
    assert answer(deal, "hint").said
    played_on(deal, lambda deal: deal.state.phase is not Phase.DISCARD)


def test_moves_are_taken_back_and_the_others_do_the_same_again(library: Library) -> None:
    deal = game(library, player="random")
    assert "nothing to take back" in said(answer(deal, "undo").said)
    played_on(deal, lambda deal: len(deal.decisions) == 5)
    steps = [step.action for step in deal.deal.moves]
    last = typed(deal.deal.moves[deal.decisions[-1][0]].action)
    assert answer(deal, "undo").undone and len(deal.deal.moves) < len(steps) and len(deal.decisions) == 4
    assert answer(deal, last).moved
    assert [step.action for step in deal.deal.moves] == steps
    for _time in range(5):
        assert deal.undo()
    assert not deal.undo() and not any(step.action.seat == 0 for step in deal.deal.moves)


def test_help_and_the_table_are_shown(library: Library) -> None:
    deal = game(library)
    assert "why CARD" in said(answer(deal, "?").said)
    assert "Bid: pass, Prise, Garde, Garde sans le chien" in said(answer(deal, "table").said)


@pytest.mark.parametrize("decisions", [0, 1, 2, 3, 7, 12])
@pytest.mark.parametrize("ruleset", ["fft-4", "fft-5", "guide-4", "blog-4", "early-17c"])
def test_a_deal_that_was_left_goes_on_where_it_was(library: Library, ruleset: str, decisions: int) -> None:
    deal = played_on(game(library, ruleset), lambda deal: len(deal.decisions) == decisions or deal.over)
    again = game(library, ruleset, seed=99)
    again.resume(read_record(write_record(deal.record), name="left"))
    done = [step.action for step in deal.deal.moves]
    more = done[len(again.deal.moves) :]
    assert [step.action for step in again.deal.moves] + more == done
    assert all(isinstance(action, Choose) and action.rule == NOTHING for action in more), "asked again, none is lost"
    assert more or again.state.view(0) == deal.state.view(0)
    assert played_on(again).state.result == played_on(deal).state.result


# ---------------------------------------------------------------- a recorded deal, played on


def played_on_from(library: Library, example: str, trick: int | None, seat: int = 1) -> Game:
    done = replay_example(example, library)
    advice = advice_for(library, done.engine.ruleset)
    seated = seat_players(("simple",), done.engine, advice, done.start.players)
    return Game(done.engine, seated, seat, 3, id="played-on", begun=begin_at(done, trick))


@pytest.mark.parametrize(
    ("example", "trick"),
    [
        ("course-whole-deal", None), ("course-whole-deal", 1), ("course-whole-deal", 8), ("tarotmag-16", 12), ("the-called-king", 4),
        ("a-whole-deal", 7), ("fool-surrendered", 6), ("course-excuse", 16), ("chien-in-a-row", None), ("misere-announced", 1),
    ],
)  # fmt: skip
def test_a_recorded_deal_is_played_on_from_any_trick_and_saved(
    library: Library, example: str, trick: int | None
) -> None:
    deal = played_on_from(library, example, trick)
    begun = deal.begun
    assert begun is not None and deal.deal.moves[: deal.first] == begun.done.deal.moves[: deal.first]
    if trick:
        assert begun.deal.state.number == trick and not begun.deal.state.trick.cards
    played_on(deal, lambda deal: len(deal.decisions) == 2 or deal.over)
    again = Game(deal.engine, deal.players, 1, 3)
    again.resume(read_record(write_record(deal.record), name="left"))
    assert played_on(again).state.result == played_on(deal).state.result
    record = read_record(write_record(deal.record), name="saved")
    assert record == deal.record and replay(record, deal.engine).end.result == deal.state.result
    while deal.undo():
        assert len(deal.deal.moves) >= deal.first, "the record itself is not taken back"


def test_a_deal_played_on_begins_with_what_a_player_knows(library: Library) -> None:
    deal = played_on_from(library, "course-whole-deal", 8, seat=0)
    begun = said(deal.opening())
    assert "South is the taker and plays a garde." in begun and "13" in begun and "22" in begun
    assert not said(deal.moves_since(deal.first)).count("East")  # North and West lead up to South's card
    assert "Play: " in said(deal.turn())


@pytest.mark.parametrize(
    ("arguments", "code", "printed"),
    [
        ("--from course-whole-deal --trick 19", 1, "course-whole-deal does not tell trick 19"),
        ("--from course-trumps --trick 3", 1, "it tells tricks 15 to 18"),
        ("--from a-pousse --trick 1", 1, "it tells no trick"),
        ("--from guide-example-1 --trick 1", 1, "guide-example-1 tells only a result"),
        ("--from handful-with-excuse", 1, "handful-with-excuse does not tell all hands"),
        ("--from petit-sec", 1, "petit-sec is over before anybody is to act"),
        ("--from course-whole-deal --seat X", 2, "nobody sits at 'X'"),
        ("--from no-such-deal", 1, "there is no example 'no-such-deal'"),
        ("fft-4 --from course-whole-deal", 2, "a ruleset, or with an example"),
        ("fft-4 --trick 3", 2, "a ruleset, or with an example"),
        ("", 2, "a ruleset, or with an example"),
    ],
)
def test_what_cannot_be_played_on_is_said(
    capsys: pytest.CaptureFixture[str], arguments: str, code: int, printed: str
) -> None:
    assert run(*arguments.split()) == code
    assert printed in capsys.readouterr().err


def test_a_recorded_deal_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "mine.yaml"
    lines(monkeypatch, "EX", "quit")
    assert run("--from", "course-whole-deal", "--trick", "8", "--seat", "south", "--out", str(out)) == 0
    printed = capsys.readouterr()
    assert "A whole deal, from the pack to the score: played on" in printed.out and "S EX" in out.read_text(
        encoding="utf-8"
    )
    command = re.search(r"go on: tarot-teach (.*)", printed.err)
    assert command is not None
    lines(monkeypatch, "table")
    with pytest.raises(SystemExit):
        main(command[1].split())
    assert "course" in read_record(out).file.about or "A whole deal" in read_record(out).file.about


# ---------------------------------------------------------------- line by line


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["play", *args])
    return int(caught.value.code or 0)


def lines(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{word}\n" for word in words)))


def test_a_whole_deal_through_a_pipe(
    library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deal = played_on(game(library))
    out = tmp_path / "mine.yaml"
    lines(
        monkeypatch, "why garde", "hint", *(typed(deal.deal.moves[number].action) for number, _draws in deal.decisions)
    )
    assert run("fft-4", "--seed", "3", "--seat", "South", "--out", str(out)) == 0
    printed = capsys.readouterr()
    assert "(seed 3)" in printed.out and "Score sheet" in printed.out and "wins the trick" in printed.out
    record = read_record(out)
    assert record.file.id == "mine" and record.file.ruleset == "fft-4"
    assert record.file.expect == deal.record.file.expect and record.file.expect is not None
    assert "go on:" not in printed.err
    with pytest.raises(SystemExit) as caught:
        main(["check", str(out)])
    assert not caught.value.code


def test_a_deal_that_is_over_is_looked_back_on(
    library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = played_on(game(library))
    lines(monkeypatch, *(typed(deal.deal.moves[number].action) for number, _draws in deal.decisions), "review")
    assert run("fft-4", "--seed", "3", "--seat", "South") == 0
    printed = capsys.readouterr().out
    assert "the most costly first" in printed.partition("Score sheet")[2]
    assert [str(block.text) for block in review_of_game(game(library))[1] if isinstance(block, Paragraph)] == [
        "The deal is not over: its cards are looked back on at its end."
    ]


def test_a_name_that_cannot_be_had_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    taken, free = tmp_path / "taken.yaml", tmp_path / "free.yaml"
    taken.write_text("mine")
    names = iter([str(taken), str(tmp_path / "nowhere" / "x.yaml"), str(free)])
    monkeypatch.setattr("tarot_teach.cli.play.click.prompt", lambda *_words, **_options: next(names))
    assert playing._ask_for_file() == free
    printed = capsys.readouterr().err
    assert "there is a file of that name" in printed and "there is no folder" in printed


@pytest.mark.parametrize("command", ["play fft-4", "find fft-4 --shows petit_sec", "compare fft-4 guide-4 --deals 10"])
def test_nobody_works_for_what_cannot_be_written(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines(monkeypatch)
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--out", str(tmp_path / "nowhere" / "x.yaml")])
    printed = capsys.readouterr()
    assert caught.value.code == 1 and not printed.out and "there is no folder" in printed.err


def test_who_quits_is_told_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "left.yaml"
    lines(monkeypatch, "pass", "SR", "quit")
    assert run("fft-4", "--seed", "3", "--out", str(out)) == 0
    command = re.search(r"go on: tarot-teach (.*)", capsys.readouterr().err)
    assert command is not None and "tricks" in out.read_text(encoding="utf-8")
    lines(monkeypatch, "undo", "table")  # and the end of the input
    with pytest.raises(SystemExit):
        main(command[1].split())
    assert "There is nothing to take back." in capsys.readouterr().out
    assert run("fft-3", "--resume", str(out)) == 1
    assert "is played under fft-4" in capsys.readouterr().err
    assert run("fft-4", "--resume", "handful-with-excuse") == 1
    assert "does not tell all hands" in capsys.readouterr().err


def test_what_is_interrupted_is_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def stop(_game: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "_play_by_lines", stop)
    out = tmp_path / "left.yaml"
    assert run("fft-4", "--seed", "3", "--seat", "E", "--out", str(out)) == 0
    assert read_record(out).file.auction == ["S pass"] and "--seat E" in capsys.readouterr().err


def test_wrong_wishes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("fft-4", "--seat", "X") == 2
    assert "nobody sits at 'X'" in capsys.readouterr().err
    assert run("fft-4", "--players", "simpel") == 1
    assert "did you mean 'simple'" in capsys.readouterr().err
    there = tmp_path / "there.yaml"
    there.write_text("x", encoding="utf-8")
    assert run("fft-4", "--out", str(there)) == 1
    assert there.read_text(encoding="utf-8") == "x"


# ---------------------------------------------------------------- the full screen


def test_a_deal_played_on_begins_at_its_trick_on_the_screen(library: Library) -> None:
    deal = played_on_from(library, "course-whole-deal", 8, seat=0)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert app.cursor.now.done == deal.first and app.cursor.state.number == 8
        await pilot.press("left", "left")
        assert app.cursor.now.done < deal.first, "what was played before can be looked at"

    on_screen(deal, script)


def on_screen(deal: Game, script: Callable[[PlayApp, Pilot[None]], Awaitable[None]]) -> PlayApp:
    app = PlayApp(deal)
    app.pace = NEVER

    async def go() -> None:
        async with app.run_test(size=(110, 36)) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(go())
    return app


@pytest.mark.parametrize("name", ["fft-4", "hombre-1674", "scarto", "slovenian-pagat", "casita-robada", "burro"])
def test_the_first_screen_of_a_deal_is_in_the_present_and_counts_nothing(name: str, library: Library) -> None:
    engine = Engine(library.load(name))
    deal = Game(engine, seat_players(("simple",), engine, None, len(engine.seats())), 0, 3)

    async def script(app: PlayApp, _pilot: Pilot[None]) -> None:
        assert app.cursor.now.done == 0 and not app.cursor.count and app.cursor.title.endswith(": a deal (seed 3)")
        assert "played" not in as_text(app.cursor.notes, "text") and "not seen" not in words_of_screen(app)
        assert "face down" in words_of_screen(app)

    on_screen(deal, script)


def words_of_screen(app: PlayApp) -> str:
    """The text of a screen."""
    return unescape(app.export_screenshot()).replace("\xa0", " ")


async def say_it(pilot: Pilot[None], text: str) -> None:
    await pilot.press("a", *("space" if letter == " " else letter for letter in text), "enter", "e")
    await pilot.pause()


def test_bids_are_typed_and_cards_are_touched_and_played(library: Library) -> None:
    deal = game(library)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await say_it(pilot, "pass")
        assert deal.state.auction.taker == 1 and app.cursor.seat == 0
        await pilot.press("h")
        await pilot.pause()
        assert "king of spades" in said(app.cursor.answer)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.timer is not None, "the others' cards come one after the other"
        await pilot.press("e")
        await pilot.pause()
        assert len(deal.state.tricks) == 1 and "Play: " in said(app.cursor.notes)
        await pilot.press("u")
        await pilot.pause()
        assert not deal.state.tricks and "Taken back." in said(app.cursor.answer)
        await pilot.press("a", *"why", "space", *"H1", "enter")
        await pilot.pause()
        assert "does not hold" in said(app.cursor.answer)
        await pilot.press("v")
        assert app.cursor.seat == 0, "nobody else's cards are shown"

    on_screen(deal, script)


def test_a_card_touched_twice_is_played(library: Library) -> None:
    deal = game(library)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await say_it(pilot, "pass")
        for _time in range(2):
            seat = app.query_one("#seat-0")
            await pilot.click(seat, offset=(2, 1))
            await pilot.pause()
        assert any(step.action.seat == 0 and isinstance(step.action, Play) for step in deal.deal.moves)

    on_screen(deal, script)


def test_at_the_end_all_hands_are_open_and_the_sheet_is_written(library: Library) -> None:
    deal = game(library)
    assert not any(moment.kind.name == "END" for moment in GameCursor(deal).moments)
    played_on(deal, lambda deal: len(deal.state.tricks) == 17)
    (card,) = deal.choices.state.hand(0)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await say_it(pilot, card.code)
        assert deal.over and app.cursor.place == app.cursor.last
        assert app.cursor.hands is not None and all(row.cards for row in app.cursor.hands.hands)
        assert "Score sheet" in said(app.cursor.notes)
        await pilot.press("r")
        await pilot.pause()
        assert "the most costly first" in said(app.cursor.answer)
        await say_it(pilot, "quit")

    on_screen(deal, script)


@pytest.mark.parametrize(
    ("name", "cards", "asked"),
    [
        ("fft-4", "(H10, T21, EX)", "why T21"),
        ("scarto", "(B10, T21, EX)", "why T21"),
        ("zwanzigerrufen", "(H1, T22)", "why T22"),
    ],
)
def test_examples_of_what_to_type_are_cards_of_the_pack(library: Library, name: str, cards: str, asked: str) -> None:
    deal = game(library, name)
    assert cards in said(answer(deal, "help").said) and asked in said(answer(deal, "why").said)


def test_maxims_name_no_card_and_no_points_that_the_game_lacks(library: Library) -> None:
    for name in ("tresillo", "hombre-1674"):
        said_by = " ".join(map(str, SimplePlayer(Engine(library.load(name))).maxims.values()))
        for word in ("keep the Petit", "with the Petit", "most card points"):
            assert word not in said_by
    french = " ".join(map(str, SimplePlayer(Engine(library.load("fft-4"))).maxims.values()))
    assert "keep the Petit back" in french and "most card points" in french


def test_bids_and_announcements_are_asked_for_and_read_in_the_words_of_the_game(library: Library) -> None:
    deal = game(library)
    (asked,) = [line for line in said(deal.turn()).splitlines() if line.startswith("Bid: ")]
    for words in ("Garde sans le chien", "garde_sans", "garde sans"):
        assert words == "garde_sans" or words in asked or words.capitalize() in asked
        assert read_action(deal.engine, deal.state, words) == Bid(deal.seat, "garde_sans")
    assert "_" not in asked
    with pytest.raises(NotationError) as refused:
        read_action(deal.engine, deal.state, "1")
    assert "garde sans" in str(refused.value) and "_" not in str(refused.value)
    for name in ("slovenian-pagat", "zwanzigerrufen", "tresillo", "hombre-1674"):
        deal = game(library, name)
        titles = [str(bid_name(deal.engine.ruleset, bid)) for bid in deal.choices.bids if bid != PASS]
        asked = said(deal.turn())
        assert titles and all(title in asked for title in titles)
        for bid, title in zip([bid for bid in deal.choices.bids if bid != PASS], titles, strict=True):
            assert read_action(deal.engine, deal.state, title) == Bid(deal.seat, bid)


def test_an_announcement_is_offered_by_the_word_of_the_ruleset(library: Library) -> None:
    deal = game(library)
    assert answer(deal, "Garde").moved
    deal = played_on(deal, lambda deal: deal.over or bool(deal.choices.declarations))
    named = {deal.engine.index.offer_name(offer): offer for offer in deal.choices.declarations}
    assert "chelem" in named and "slam" not in named and "nothing" in named
    assert f"Announce: {', '.join(named)}." in said(deal.turn())
    for word, offer in named.items():
        assert announcement(deal.engine, deal.choices, word.upper()) == offer
    assert announcement(deal.engine, deal.choices, "slam") == named["chelem"]
