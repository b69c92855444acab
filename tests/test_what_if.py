"""Lines after the card of a record and after another card: both keep the rules, and end with their scores."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tarot_teach.cards import halves_text
from tarot_teach.cli import main
from tarot_teach.engine import Deal
from tarot_teach.errors import NotationError, RecordError
from tarot_teach.explain.lesson import outcomes_at, points_at
from tarot_teach.loading import Library
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.table import Phase, Play
from tarot_teach.topics.play.what_if import LinePlayer, PlayedLine, WhatIf, lines_data, what_if, with_lines
from tests.test_playing import said

WHOLE = [
    "course-whole-deal",
    "tournoi-des-maitres-2006-11",
    "half-a-point-for-three",
    "the-called-king",
    "a-whole-deal",
    "fool-surrendered",
    "piedmont-a-whole-deal",
]


def choices_of(done: Replay) -> list[tuple[int, int, str]]:
    """Trick, seat and code of every card that could have been played instead, with the number of the action."""
    found = []
    for i, move in enumerate(done.deal.moves, 1):
        if isinstance(move.action, Play):
            others = done.start.deck.set(done.engine.legal(move.before).cards)
            text = f"{move.before.number} {done.start.seats[move.action.seat]}"
            found += [
                (i, len(move.before.trick.cards), f"{text} {card.code}") for card in others if card != move.action.card
            ]
    return found


def followed(done: Replay, found: WhatIf, line: PlayedLine) -> Deal:
    """A line played card by card, each card judged by the rules."""
    moves = done.deal.moves
    place = next(
        i
        for i, m in enumerate(moves)
        if isinstance(m.action, Play) and (m.number, m.action.seat) == (found.recorded.tricks[0].number, found.seat)
    )
    deal, played = done.deal.undo(len(moves) - place), moves[place].before.trick.cards
    cards = [card for trick in line.tricks for card in trick.cards][len(played) :]
    line_player = LinePlayer(done)
    for card in [*cards, None]:  # what else there is to decide is left to the program's players
        while deal.state.turn is not None and (
            card is None or deal.legal.declarations or deal.state.phase is not Phase.PLAY
        ):
            action = line_player.players[deal.state.turn].choose(deal.legal.seen(), line_player.draws).action
            if isinstance(action, Play):
                break
            deal = deal.push(action)
        if card is not None and deal.state.turn is not None:
            deal = deal.push(Play(deal.state.turn, card))
    assert deal.over
    return deal


def test_the_figures_of_a_choice_in_the_course(library: Library) -> None:
    done = replay_example("course-whole-deal", library)
    found = what_if(done, "8 S HD")
    assert (found.alike, found.first) == (10, 16)
    points = [
        (line.tricks[0].points, line.tricks[-1].points, line.needed, line.scores(done.engine)[0])
        for line in (found.recorded, found.other)
    ]
    assert points == [("17", "51", "41", "210"), ("13", "47", "41", "186")]
    page = said(list(found.blocks()))
    assert (
        "Up to trick 10 nothing else differs. Trick 16 is the first to go elsewhere: to South after the Excuse, and to North"
        in page
    )
    assert "The taker's side comes to 51 points after the Excuse, and to 47 after the queen of hearts." in page
    assert "[5]" in page and "comes to 58 in the record" in page


@pytest.mark.parametrize("example", WHOLE)
def test_every_card_of_a_line_is_allowed_and_counted(library: Library, example: str) -> None:
    done = replay_example(example, library)
    choices = choices_of(done)
    for _number, _laid, text in choices[:: max(1, len(choices) // 6)]:
        found = what_if(done, text)
        for line in (found.recorded, found.other):
            if line is found.recorded and any(
                move.irregular and move.number == line.tricks[0].number for move in done.deal.moves
            ):
                continue  # a revoke of the record
            deal = followed(done, found, line)
            assert deal.state.result == line.end.result
            assert [taken.winner for taken in deal.state.tricks][-len(line.tricks) :] == [
                trick.winner for trick in line.tricks
            ]
            for trick in line.tricks[:-1]:
                after = next(
                    m.before for m in deal.moves if m.before.phase is Phase.PLAY and m.before.number == trick.number + 1
                )
                shown = [points for _label, points in points_at(done, after)]
                outcomes = outcomes_at(done.engine, after)
                assert trick.points == shown[next(i for i, outcome in enumerate(outcomes) if outcome.is_of(found.seat))]
            if done.engine.scorer.has_sides:
                assert line.end.result is not None
                assert line.tricks[-1].points == halves_text(line.end.result.sheets[0].outcome.halves)


def test_a_line_of_a_game_that_counts_no_card_points_shows_none(library: Library) -> None:
    done = replay_example("ruff-a-whole-deal", library)
    found = what_if(done, choices_of(done)[0][2])
    assert {trick.points for line in (found.recorded, found.other) for trick in line.tricks} == {""}
    assert "points" not in said(list(found.blocks()))


def read_line(data: dict[str, Any], signs: str, trick: list[str], leader: int, seats: int) -> dict[str, Any]:
    """A line as the lesson script reads it."""
    number, codes = data["signs"].index, list(data["cards"])

    def pair(at: int) -> int:
        return int(number(signs[at]) * len(data["signs"]) + number(signs[at + 1]))

    end, tricks, at = data["ends"][pair(0)], [], 2
    while at < len(signs):
        while len(trick) < seats:
            trick = [*trick, codes[number(signs[at])]]
            at += 1
        winner = number(signs[at])
        tricks.append((leader, tuple(trick), winner, data["points"][pair(at + 1)]))
        trick, leader, at = [], winner, at + 3
    return {"needed": end[0], "scores": tuple(end[1:]), "tricks": tricks}


@pytest.mark.parametrize("example", WHOLE)
def test_the_data_of_a_lesson_hold_every_line(library: Library, example: str) -> None:
    done = replay_example(example, library)
    written = lines_data(done)
    data, seats = json.loads(written), done.start.players
    assert written == lines_data(done) and not set("<>&") & set(data["signs"])
    choices = choices_of(done)
    assert {(str(number), text.split()[2]) for number, _laid, text in choices} == {
        (number, code) for number, lines in data["lines"].items() for code in list(lines)[1:]
    }
    for number, _laid, text in choices[:: max(1, len(choices) // 20)]:
        before, found, lines = done.deal.moves[number - 1].before, what_if(done, text), data["lines"][str(number)]
        for line in (found.recorded, found.other):
            laid = [card.code for card in before.trick.cards]
            leader = before.trick.leader if laid else found.seat
            read = read_line(data, lines[line.card.code], laid, leader, seats)
            tricks = [
                (trick.leader, tuple(card.code for card in trick.cards), trick.winner, trick.points)
                for trick in line.tricks
            ]
            assert read == {"needed": line.needed, "scores": line.scores(done.engine), "tricks": tricks}


@pytest.mark.parametrize(
    "example", ["handful-with-excuse", "course-trumps", "guide-example-1", "petit-sec", "a-pousse"]
)
def test_a_deal_that_is_not_known_whole_has_no_lines(library: Library, example: str) -> None:
    done = replay_example(example, library)
    assert not lines_data(done) and with_lines([], done) == []


def test_tricks_without_a_score_have_lines_without_points(library: Library) -> None:
    found = what_if(replay_example("course-trumps", library), "15 E S7")
    assert {trick.points for trick in found.other.tricks} == {""} and not found.other.scores(found.done.engine)
    assert "points" not in said(list(found.blocks())).lower().replace("points  ", "")


@pytest.mark.parametrize(
    ("example", "text", "code", "printed"),
    [
        ("course-whole-deal", "8 S", "instead.text", "is not a trick, a seat and a card"),
        ("course-whole-deal", "x S HD", "instead.text", "is not a trick, a seat and a card"),
        ("course-whole-deal", "8 Q HD", "play.seat", "nobody sits at 'Q'"),
        ("course-whole-deal", "19 S HD", "instead.trick", "does not tell what South plays to trick 19"),
        ("course-whole-deal", "8 S EX", "instead.same", "EX is the card of the record"),
        ("course-whole-deal", "8 S T5", "instead.refused", "South may not play the 5 of trumps."),
        ("course-whole-deal", "8 S XX", "cards.unknown", "'XX' is not a card"),
        ("guide-example-1", "1 S T5", "instead.trick", "does not tell"),
    ],
)  # fmt: skip
def test_a_choice_that_there_was_not_is_refused(
    library: Library, example: str, text: str, code: str, printed: str
) -> None:
    with pytest.raises(NotationError, match=printed) as caught:
        what_if(replay_example(example, library), text)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_hands_that_are_not_known_cannot_be_gone_on_from(library: Library) -> None:
    done = replay_example("handful-with-excuse", library)
    play = next(
        move
        for move in done.deal.moves
        if isinstance(move.action, Play)
        and len(done.engine.legal(move.before).cards and list(done.engine.legal(move.before))) > 1
    )
    other = next(
        action.card for action in done.engine.legal(play.before) if isinstance(action, Play) and action != play.action
    )
    with pytest.raises(RecordError, match="does not tell all hands"):
        what_if(done, f"{play.number} {done.start.seats[play.action.seat]} {other.code}")


def test_the_command_prints_both_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["replay", "course-whole-deal", "--what-if", "8 S HD", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert (data["trick"], data["seat"], data["first_difference"]) == (8, "S", 16)
    assert (
        data["other"]["card"] == "HD" and data["other"]["scores"]["S"] == 186 and data["recorded"]["scores"]["S"] == 210
    )
    assert data["other"]["tricks"][0] == {
        "trick": 8,
        "leader": "N",
        "cards": ["H4", "T1", "HD", "H7"],
        "winner": "W",
        "points": "13",
    }
    for kind in ("text", "markdown", "html", "latex"):
        with pytest.raises(SystemExit, match="0"):
            main(["replay", "course-whole-deal", "--what-if", "8 S HD", "--format", kind])
        printed = capsys.readouterr().out
        assert "had played" in printed and "186" in printed
