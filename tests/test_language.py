"""Sentences are found in a catalogue when they are used."""

from __future__ import annotations

import ast
import gettext
from pathlib import Path

import pytest

from tarot_teach.cards import Card
from tarot_teach.language import ENGLISH, _, language, ngettext
from tarot_teach.loading import Library
from tarot_teach.text import TermRef, say

PACKAGE = Path(__file__).parent.parent / "tarot_teach"


class Written(gettext.NullTranslations):
    """A catalogue from a mapping; the context stands before ``|``."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__()
        self.words = words

    def gettext(self, message: str) -> str:
        return self.words.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return self.words.get(f"{context}|{message}", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.words.get(msgid2, msgid2) if n > 1 else self.words.get(msgid1, msgid1)


FRENCH = Written(
    {
        "the|the {word}": "le {word}",
        "the, before a vowel|the {word}": "l'{word}",
        "the|queen de hearts": "la dame de cœur",
        "of|{word}'s": "de {word}",
        "of, before a vowel|{word}'s": "d'{word}",
        "in|in the {word}": "dans le {word}",
        "{rank} of {suit}": "{rank} de {suit}",
        "{first} and {last}": "{first} et {last}",
        "It is {who}'s turn.": "C'est le tour {who:of}.",
        "{talon:the} holds {cards}.": "{cards} sont {talon:in}.",
        "{number} {term:plural}": "{number} {term:plural}",
    }
)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_translate_nothing_when_imported(path: Path) -> None:
    def search(node: ast.AST) -> None:
        for field, value in ast.iter_fields(node):
            if field == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    search(child)
        match node:
            case ast.Call(ast.Name("_" | "ngettext" | "pgettext")):
                raise AssertionError(f"line {node.lineno}: mark it by N_ here, and translate it where it is used")

    search(ast.parse(path.read_text(encoding="utf-8")))


def test_a_language_holds_for_a_block() -> None:
    with language(FRENCH):
        assert str(say(_("It is {who}'s turn."), who="Alice")) == "C'est le tour d'Alice."
        with language(ENGLISH):
            assert _("It is {who}'s turn.") == "It is {who}'s turn."
    assert str(say(_("It is {who}'s turn."), who="Alice")) == "It is Alice's turn."


def test_a_translation_asks_for_forms_of_its_own(library: Library) -> None:
    deck = library.load("fft-4").deck
    queen, king = deck.card("HD"), deck.card("S10")
    talon = TermRef("talon", "chien")
    with language(FRENCH):
        words = say(_("{talon:the} holds {cards}."), talon=talon, cards=[king, queen])
        assert str(words) == "Le 10 de spades et la dame de cœur sont dans le chien."
        assert TermRef("talon", "chien") in words
        assert str(say("{card:of}", card=king)) == "De 10 de spades"
        assert ngettext("{number} {term}", "{number} {term:plural}", 0) == "{number} {term}"
    assert str(say(_("{talon:the} holds {cards}."), talon=talon, cards=[king, queen])) == (
        "The chien holds the 10 of spades and the queen of hearts."
    )
    assert isinstance(queen, Card) and str(say("{card}", card=queen)) == "The queen of hearts"
