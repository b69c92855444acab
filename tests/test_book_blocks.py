"""Blocks of the book as LaTeX: hands round the table, tricks that teach and tricks of one line, questions and answers."""

from __future__ import annotations

import re

import pytest
from docutils import nodes

from tarot_teach import replay
from tarot_teach.blocks import Exercise, HandDiagram, HandRow, Plot, PlotRow, Stepper, TrickDiagram, flat
from tarot_teach.explain.lesson import annotate
from tarot_teach.explain.open_cards import with_open_cards
from tarot_teach.render.latex import with_unicode_signs
from tarot_teach.sphinxext.tutorials import book
from tarot_teach.sphinxext.tutorials.book_blocks import BookBlocks
from tarot_teach.text import Text
from tests.helpers import LIBRARY

DECK = LIBRARY.load("fft-4").deck


def lesson(name: str) -> Stepper:
    """The part of an example that is stepped through."""
    return next(block for block in annotate(replay(name)) if isinstance(block, Stepper))


def printed(name: str) -> str:
    """An example as it stands in the book."""
    return with_unicode_signs(BookBlocks().set(lesson(name)))


def test_every_trick_is_drawn_or_has_a_line() -> None:
    words = printed("tarotmag-16")
    drawn = [int(number) for number in re.findall(r"\\tarottrickhead\{Trick (\d+)\}", words)]
    lines = [int(number) for number in re.findall(r"\\tarotline\{(\d+)\}", words)]
    assert drawn == [1, 6, 9, 12, 14, 18]
    assert sorted(drawn + lines) == list(range(1, 19))


def test_a_line_names_leader_cards_winner_and_points() -> None:
    words = re.sub(r"\\textcolor\[HTML\]\{\w+\}", "", printed("tarotmag-16"))
    dot = r" {\color{tarotsoft}·} "
    assert r"\tarotline{2}{S}{" + dot.join([r"\textbf{{♠R}}", "{♠4}", "{♠3}", "{♠9}"]) + "}{11}" in words


def test_all_notes_and_the_result_are_printed() -> None:
    example = lesson("course-whole-deal")
    words = BookBlocks().set(example)
    for block in flat(example.blocks):
        if isinstance(block, TrickDiagram):
            for note in (*block.after, *(note for play in block.plays for note in (*play.before, *play.tries))):
                assert with_unicode_signs(BookBlocks().set(TrickDiagram(0, (), after=(note,)))).split("tarotnote{")[
                    1
                ].split("}")[0] in with_unicode_signs(words)
    assert r"\begin{tarotsheet}{Score sheet}" in words and "South" in words.split(r"\tarotscores")[1]


def test_a_refusal_is_printed_where_the_example_teaches_its_rule() -> None:
    assert "Not allowed:" not in printed("tarotmag-16")
    assert "(Going over)" in printed("going-over") and "Not allowed:" in printed("going-over")


def test_answers_are_kept_for_the_end_with_their_numbers() -> None:
    book = BookBlocks("Going over")
    example = lesson("going-over")
    words = book.set(example)
    asked = [block for block in flat(example.blocks) if isinstance(block, Exercise)]
    assert re.findall(r"\\tarotask\{(\d+)\}", words) == [str(i) for i in range(1, len(asked) + 1)] == ["1", "2"]
    assert "The answer" not in words
    answers = book.answers()
    assert answers.startswith(r"\chapter{Answers}") and r"\tarothead{Going over}" in answers
    assert re.findall(r"\\tarotanswer\{(\d+)\}\{The answer: ([^.]+)", answers) == [
        ("1", "the 18 of trumps"),
        ("2", "South"),
    ]
    assert BookBlocks().answers() == ""


def test_costs_with_all_cards_open_are_kept_for_the_end() -> None:
    done = replay("tarotmag-16")
    opened = next(block for block in with_open_cards(annotate(done), done) if isinstance(block, Stepper))
    book = BookBlocks(title="Missed by a single point")
    assert r"\pageref{tarot-costs-1}" in book.set(opened)
    words = with_unicode_signs(book.open_cards())
    assert re.findall(r"\\tarotcost\{(\d+)\}\{(\w+)\}", words) == [
        ("9", "North"), ("10", "West"), ("12", "South"), ("13", "South"), ("14", "West"),
    ]  # fmt: skip
    assert "The 21 of trumps cost 2 card points." in words and "it is a best card in 91" in words
    plain = BookBlocks()
    plain.set(lesson("tarotmag-16"))
    assert not plain.open_cards()


def test_a_lesson_is_told_once() -> None:
    book, example = BookBlocks(), lesson("going-over")
    first, second = book.set(example), book.set(example)
    assert r"\label{tarot-lesson-going-over}" in first
    assert second == r"\noindent This is told card by card on page \pageref{tarot-lesson-going-over}."
    assert len(book.answered) == 2 and "tarottrick" in book.set(lesson("tarotmag-16"))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_hand_is_at_the_table_once(players: int) -> None:
    cards = list(DECK.cards)
    for clockwise in (False, True):
        hands = tuple(HandRow(f"P{i}", f"Player {i}", tuple(cards[i * 8 : i * 8 + 8])) for i in range(players))
        words = BookBlocks().set(HandDiagram(hands, clockwise=clockwise))
        assert sorted(re.findall(r"\\tarothand\{(Player \d)\}", words)) == [hand.name for hand in hands]
        at_foot = words.rindex(r"\tarothand")
        assert words[at_foot:].startswith(r"\tarothand{Player 0}") and words.count(r"\tarotfelt") == 1


def test_one_hand_is_a_fan_over_its_caption() -> None:
    hand = HandRow("", "", tuple(DECK.card(code) for code in ("T21", "EX", "SR")))
    words = BookBlocks().set(HandDiagram((hand,), caption=Text(("A good one",))))
    assert words.startswith(r"\tarotfan{\ttcard[9.5mm]{EX}\hskip") and words.endswith(r"\tarotcaption{A good one}")


def test_bars_are_in_colour() -> None:
    rows = (PlotRow(Text(("a",)), 1, "1"), PlotRow(Text(("b",)), 2, "2"))
    words = BookBlocks().set(Plot(Text(("Bars",)), Text(("Two",)), "bars", rows, (Text(("x",)), Text(("y",)))))
    assert words.count(r"\color{tarottrump}\rule") == 2


def test_a_table_of_many_columns_is_set_in_parts() -> None:
    """Each part has the first column; together they have every other column once, and the caption stands once."""
    width = 40
    columns = [nodes.colspec(colwidth=1) for _ in range(width)]
    rows = [
        nodes.row(
            "", *(nodes.entry("", nodes.paragraph("", f"{row}.{i}"), ids=[f"at-{row}-{i}"]) for i in range(width))
        )
        for row in range(2)
    ]
    group = nodes.tgroup("", *columns, nodes.thead("", rows[0]), nodes.tbody("", rows[1]), cols=width)
    page = nodes.section("", nodes.table("", nodes.title("", "At a glance"), group))
    parts = book._in_parts(page[0])
    assert [*page.children] == parts and len(parts) == 3
    for row in range(2):
        cells = [[entry.astext() for entry in [*part.findall(nodes.row)][row]] for part in parts]
        assert {line[0] for line in cells} == {f"{row}.0"}
        assert [cell for line in cells for cell in line[1:]] == [f"{row}.{i}" for i in range(1, width)]
    assert (
        [len([*part.findall(nodes.colspec)]) for part in parts] == [part[-1]["cols"] for part in parts] == [17, 17, 8]
    )
    assert page.astext().count("At a glance") == 1
    targets = [id for entry in page.findall(nodes.entry) for id in entry["ids"]]
    assert len(targets) == len({*targets})
