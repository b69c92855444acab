"""Hands drawn as a diagram: those that this program prints are read again, and faults are told at their card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tarot_teach as tt
from tarot_teach import catalogues
from tarot_teach.card_table import between
from tarot_teach.catalogues import languages, read_catalogue
from tarot_teach.errors import LoadError
from tarot_teach.messages import printed_by as in_words_of
from tarot_teach.topics.other_programs.reading import Imported, Wanted, read_foreign
from tests.helpers import LIBRARY, printed_by

DRAWN = """\
A deal from a book

South         19 12 7 2 1   ♠R ♠V ♠1   ♥R ♥D ♥8 ♥5   ♦4 ♦1   ♣7 ♣5 ♣3 ♣2
East          ★ 21 17 15 10   ♠D ♠10 ♠9 ♠8 ♠4 ♠3   ♥4   ♦V ♦6
              ♣R ♣D ♣10 ♣6
North         18 14 9 4   ♠C ♠6 ♠2   ♥V ♥9 ♥7 ♥3 ♥1   ♦C ♦9 ♦5 ♦3   ♣9 ♣4
West (dealer) 20 16 13 11 5 3   ♠7   ♥C ♥6 ♥2   ♦R ♦D ♦10 ♦7 ♦2   ♣V ♣8 ♣1
chien         8 6   ♠5   ♥10   ♦8   ♣C

East took, and lost.
"""


def imported(folder: Path, text: str, ruleset: str | None = None) -> Imported:
    (folder / "diagram.txt").write_text(text, encoding="utf-8")
    found = read_foreign(folder / "diagram.txt", Wanted("a-diagram", ruleset), LIBRARY)
    assert isinstance(found, Imported)
    return found


def hands(done: tt.Replay) -> list[int]:
    return [*done.start.hands]


def test_a_diagram_is_read_with_its_dealer_and_talon(tmp_path: Path) -> None:
    found = imported(tmp_path, DRAWN)
    file = found.done.record.file
    assert (file.ruleset, file.start.dealer, file.talon) == ("fft-4", "W", ["T8", "T6", "S5", "H10", "D8", "CC"])
    assert hands(found.done) == [*tt.deal("fft-4", seed=3).start.hands]
    letters = (
        DRAWN.replace("South  ", "S:").replace("East  ", "E:").replace("North  ", "N:").replace("West (dealer)", "W:")
    )
    without = letters.replace("chien         8 6   ♠5   ♥10   ♦8   ♣C\n", "")
    again = imported(tmp_path, without)
    assert hands(again.done) == hands(found.done)
    assert sorted(again.done.record.file.talon or []) == sorted(file.talon or [])
    assert {"No row says who dealt.", "The talon is the cards that no hand has; their order is not told."} <= {
        *again.notes
    }


def test_hands_may_be_told_suit_by_suit(tmp_path: Path) -> None:
    deal = tt.deal("fft-4", seed=3)
    rows = []
    for seat, hand in zip(("South", "East", "North", "West"), deal.start.hands, strict=True):
        by_suit: dict[str, list[str]] = {}
        for card in deal.state.deck.set(hand):
            by_suit.setdefault(card.code[0], []).append(card.figure)
        signs = {"S": "\u2660", "H": "\u2665", "D": "\u2666:", "C": "\u2663", "T": "Atouts:"}
        lines = [f"{signs[letter]} {' '.join(ranks)}" for letter, ranks in by_suit.items() if letter != "E"]
        rows.append("\n".join([seat + ":", *lines, *(["  EX"] if "E" in by_suit else [])]))
    found = imported(tmp_path, "\n".join(rows) + "\n")
    assert hands(found.done) == [*deal.start.hands]
    wrong = "\n".join(rows).replace("\u2660 ", "\u2660 15 ", 1)
    with pytest.raises(LoadError, match="T15 stands a second time"):
        imported(tmp_path, wrong)


@pytest.mark.parametrize("name", ["fft-3", "fft-5", "hombre-1674", "slovenian-pagat", "early-17c"])
def test_what_is_printed_is_read_again(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = tt.deal(LIBRARY.load(name), seed=4)
    printed = printed_by(capsys, "replay", tt.to_line(deal))
    assert hands(imported(tmp_path, printed, name).done) == [*deal.start.hands]


@pytest.mark.parametrize(
    "name", ["scarto", "piedmont-4", "troccas-1962", "marolles", "minchiate", "ottocento", "ruff-and-honours"]
)
def test_a_talon_that_was_taken_first_stands_in_a_row_of_its_own(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = tt.deal(LIBRARY.load(name), seed=4)
    line = tt.to_line(deal)
    printed = printed_by(capsys, "replay", line)
    with pytest.raises(LoadError, match="a talon that was taken up stands in a row of its own as well"):
        imported(tmp_path, printed, name)
    rows = printed.partition("Before the ")[0].rstrip()
    talon = as_dealt_talon(line)
    found = imported(tmp_path, f"{rows}\ntalon {' '.join(talon)}\n", name)
    assert hands(found.done) == [*deal.start.hands]
    assert found.done.record.file.talon == talon
    if len(talon) > 1:
        with pytest.raises(LoadError, match=r"stands a second time|cards, and should have"):
            imported(tmp_path, f"{rows}\ntalon {' '.join(talon[1:])}\n", name)


def as_dealt_talon(line: str) -> list[str]:
    """The cards that a line has behind its hands."""
    return list(tt.replay(line).record.file.talon or [])


@pytest.mark.parametrize("name", ["sicilian-3", "burro", "cego-parlett", "troggu"])
def test_trumps_without_their_letter_and_long_talons_are_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = tt.deal(LIBRARY.load(name), seed=4)
    assert hands(imported(tmp_path, printed_by(capsys, "replay", tt.to_line(deal)), name).done) == [*deal.start.hands]


def test_cards_may_be_named_as_in_another_pack(tmp_path: Path) -> None:
    """The table of cards says which card of the pack is meant by the letters and suits of another."""
    deal = tt.deal(LIBRARY.load("scarto"), seed=4)
    names = between(deal.state.deck, LIBRARY.load("fft-4").deck).cards
    assert len(names) == 78
    talon = as_dealt_talon(tt.to_line(deal))
    dealt = [hand & ~deal.state.deck.mask(map(deal.state.deck.card, talon)) for hand in deal.start.hands]
    rows = [[card.code for card in deal.state.deck.set(hand)] for hand in dealt]
    drawn = "".join(
        f"{seat} {' '.join(names[code] for code in row)}\n"
        for seat, row in zip(("South", "East", "West", "talon"), [*rows, talon], strict=True)
    )
    found = imported(tmp_path, drawn, "scarto")
    assert hands(found.done) == [*deal.start.hands]
    assert f"The cards are named as in the {LIBRARY.load('fft-4').deck.title}." in found.notes


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("19 12 7", "19 12 22", "3:21: '22' is not a card of the tarot pack of 78 cards [cards.unknown]"),
        ("19 12 7", "19 12 21", "4:17: T21 stands a second time [import.twice]"),
        ("19 12 7", "19 12", "3:15: S has 17 cards, and should have 18 [import.size]"),
        ("North  ", "South  ", "6:14: 'S' is no seat of this deal, or stands twice [import.seat]"),
        ("♦8   ♣C", "♦8", "8:15: chien has 5 cards, and should have 6 [import.size]"),
    ],
)
def test_faults_of_a_diagram_have_their_card(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert DRAWN.count(old) == 1
    with pytest.raises(LoadError) as error:
        imported(tmp_path, DRAWN.replace(old, new))
    problem = error.value.problems[0]
    assert problem.hint
    assert problem.place
    assert f"{problem.place.line}:{problem.place.column}: {problem.message} [{problem.code}]" == said


def test_another_number_of_hands_asks_for_a_ruleset(tmp_path: Path) -> None:
    two = "".join(DRAWN.splitlines(keepends=True)[:5])
    for ruleset, said in ((None, "the diagram has 2 hands"), ("fft-4", "fft-4 is not for 2 players")):
        with pytest.raises(LoadError, match=said):
            imported(tmp_path, two, ruleset)


# ---------------------------------------------------------------- seats in other languages


def in_words(drawn: str, *words: str) -> str:
    """The diagram with other words for the four seats and the dealer."""
    for old, new in zip(("South  ", "East  ", "North  ", "West ", "dealer"), words, strict=True):
        assert drawn.count(old) == 1
        drawn = drawn.replace(old, f"{new} " if old != "dealer" else new)
    return drawn


@pytest.mark.parametrize("used", ["en", "fr"])
@pytest.mark.parametrize(
    "words",
    [
        ("South", "East", "North", "West", "dealer"),
        ("Sud", "Est", "Nord", "Ouest", "donneur"),
        ("SUD", "EST", "NORD", "OUEST", "donneur"),
        ("S:", "E:", "N:", "O", "donneur"),
        ("S:", "E:", "N:", "W", "dealer"),
    ],
)
def test_seats_are_read_in_every_language(tmp_path: Path, used: str, words: tuple[str, ...]) -> None:
    """Whatever the language in use."""
    with in_words_of(read_catalogue(used).catalogue):
        found = imported(tmp_path, in_words(DRAWN, *words))
    file = found.done.record.file
    assert (file.start.dealer, file.talon) == ("W", ["T8", "T6", "S5", "H10", "D8", "CC"])
    assert hands(found.done) == [*tt.deal("fft-4", seed=3).start.hands]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["fft-4", "fft-5", "hombre-1674", "slovenian-pagat"])
def test_what_is_printed_in_a_language_is_read_again(
    name: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = tt.deal(LIBRARY.load(name), seed=4)
    found = imported(tmp_path, printed_by(capsys, "--language", language, "replay", tt.to_line(deal)), name)
    assert hands(found.done) == [*deal.start.hands]
    assert found.done.record.file.start.dealer == deal.start.seats[deal.start.dealer or 0]


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue in which O is another seat than in the French one."""
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    words = {"South": "Süd", "East": "Ost", "North": "Nord", "West": "West", "dealer": "Geber"}
    text = "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in words.items())
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nLanguage: de\\n"\n\n'
    (folder / "program.po").write_text(head + text, encoding="utf-8")
    french = catalogues.FOLDER / "fr"
    (tmp_path / "locale" / "fr").symlink_to(french)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path / "locale")
    read_catalogue.cache_clear()
    yield
    read_catalogue.cache_clear()


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    "words",
    [
        ("Süd", "Ost", "Nord", "West", "Geber"),
        ("S:", "O:", "N:", "W", "Geber"),
        ("S:", "E:", "N:", "O", "donneur"),
    ],
)
def test_a_letter_is_the_seat_of_the_language_that_knows_all_rows(tmp_path: Path, words: tuple[str, ...]) -> None:
    found = imported(tmp_path, in_words(DRAWN, *words))
    assert found.done.record.file.start.dealer == "W"
    assert hands(found.done) == [*tt.deal("fft-4", seed=3).start.hands]


def test_a_seat_of_no_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="fft-4 is not for 3 players"):
        imported(tmp_path, DRAWN.replace("West (dealer)", "Zenit        "), "fft-4")
    with pytest.raises(LoadError, match="'W' is no seat of this deal, or stands twice"):
        imported(tmp_path, in_words(DRAWN, "Ouest", "Est", "Nord", "O", "donneur"))
