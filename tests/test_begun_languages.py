"""Languages that are begun with a few games: forms of their words as somebody has read them, reasons and cards for the table without English."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.catalogues import FOLDER, language, read_catalogue
from tarot_teach.loading import Library
from tarot_teach.render.terminal import plain_text
from tarot_teach.text import in_form
from tarot_teach.topics.check.forms_table import KINDS, _bare, _words_of
from tarot_teach.topics.check.translations import check_translation
from tarot_teach.topics.compare.table_card import table_card

READ = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "begun_languages").glob("*.json"))
}
"""The data of each language that is begun: its games, the forms of their words, what is wrong in it, and words that it shares with English.

``games`` are those whose reasons are held, ``cards`` those whose card for the table is; ``forms`` has each word of the games by its kind, with
the forms in the order of ``names``."""
PART = [
    pytest.param(path, id=f"{name}-{path.stem}")
    for name in READ
    for path in sorted((FOLDER / name / "LC_MESSAGES").glob("*.po"))
]
KEPT = re.compile(r"\[[^\]\n]*\]|tarot-teach rules \S+")
"""Parts that stay English: a citation, whose place is in the language of the source, and a command."""
REASONS = 200
"""The number of different reasons that are read in each language."""


def words(text: str) -> set[str]:
    """The words of a text, but for names and ids, which may have a capital or a sign within."""
    return set(re.findall(r"(?<![\w.:/-])[a-z]{2,}(?![\w:/-]|\.\w)", text))


def wrong(name: str, text: str) -> list[str]:
    """The places of a text that are wrong in its language."""
    return [
        text[max(0, found.start() - 40) : found.end() + 30]
        for sign in READ[name]["wrong"]
        for found in re.finditer(sign, text)
    ]


def english(name: str, original: str, text: str) -> set[str]:
    """The words of an English text that stand in its translation, but for those that both languages have."""
    return (words(original) & words(text)) - set(READ[name]["shared"])


def reasons(game: str, number: int) -> Iterator[tuple[str, str]]:
    """Yield why cards are allowed or not in random deals, in English and in the language in use, each reason once."""
    said = set[str]()
    for seed in range(100):
        rng, deal = random.Random(seed), tt.deal(game, seed=seed)
        while not deal.over:
            if deal.state.phase == "play" and deal.state.turn is not None:
                for card in deal.hand(deal.state.turn):
                    text = str(deal.why(card.code))
                    if text not in said:
                        said.add(text)
                        with language("en"):
                            yield str(deal.why(card.code)), text
                        if len(said) == number:
                            return
            deal = deal.push(deal.legal.random(rng))


def card_in(name: str, game: str) -> str:
    """The card for the table of a game in a language."""
    with language(name):
        return KEPT.sub("", plain_text([table_card(Library().load(game))], width=10_000))


def formed(name: str) -> dict[str, dict[str, list[str]]]:
    """The words of the games of a language by kind, each with its forms."""
    data: dict[str, Any] = READ[name]
    made: dict[str, dict[str, list[str]]] = {kind: {} for kind in KINDS}
    with language(name):
        library = Library()
        for game in data["cards"]:
            for kind, _key, value in _words_of(library.load(game)):
                forms = [form for form in data["names"] if form != "plural" or kind in ("term", "contract")]
                made[kind][_bare(value)] = [str(in_form(value, form)) for form in forms]
    return made


@pytest.mark.parametrize("part", PART)
def test_a_part_is_sound(part: Path) -> None:
    check_translation(part)
    assert not read_catalogue(part.parent.parent.name).faults


@pytest.mark.parametrize("name", READ)
def test_every_word_of_the_games_has_the_forms_that_were_read(name: str) -> None:
    read, made = READ[name]["forms"], formed(name)
    assert {kind: sorted(words) for kind, words in made.items()} == {kind: sorted(read[kind]) for kind in made}
    assert [
        (word, forms) for kind, words in made.items() for word, forms in words.items() if read[kind][word] != forms
    ] == []


@pytest.mark.parametrize(("name", "game"), [(name, game) for name, data in READ.items() for game in data["games"]])
def test_reasons_of_random_deals_have_no_english_word_and_no_wrong_article(name: str, game: str) -> None:
    number = REASONS // len(READ[name]["games"])
    with language(name):
        said = list(reasons(game, number))
    assert len(said) == number
    assert [(text, left) for original, text in said if (left := english(name, original, text))] == []
    assert [place for _original, text in said for place in wrong(name, text)] == []


@pytest.mark.parametrize(("name", "game"), [(name, game) for name, data in READ.items() for game in data["cards"]])
def test_a_card_for_the_table_has_no_english_word_and_no_wrong_article(name: str, game: str) -> None:
    original = card_in("en", game)
    text = card_in(name, game)
    assert english(name, original, text) == set() and wrong(name, text) == []


def test_what_is_wrong_is_found() -> None:
    assert wrong("de", "Süd hat den Herz-Bube und die Pik-König, vom Süd.") != []
    assert english("de", "South may play it.", "Süd may spielen.") == {"may"}
    assert all(
        wrong("it", text) for text in ("Sud ha la re.", "il scarto", "il 8 di coppe", "l’9 di coppe", "del Ovest")
    )


def test_a_title_keeps_its_capital_within_a_sentence_where_the_language_says_so() -> None:
    card = card_in("de", "koenigrufen-ooe-2023")
    assert "Karten in einer Gruppe" in card and "wie viele Stiche" in card
