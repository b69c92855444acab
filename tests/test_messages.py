"""Sentences are found in a catalogue when they are used."""

from __future__ import annotations

import ast
import gettext
from dataclasses import replace
from pathlib import Path

import pytest

from tarot_teach.cards import Card
from tarot_teach.loading import Library
from tarot_teach.messages import ENGLISH, PersonName, _, ngettext, printed_by
from tarot_teach.table.state import seat_name
from tarot_teach.text import CardRef, CardsRef, TermRef, Text, say

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
        "vowels|(?!uni|us|one\\b|eu)[aeiouéèœ]|hono": "[aeiouéèœh]",
        "the, a person|{word}": "{word}",
        "of, a person|{word}'s": "de {word}",
        "of, a person, before a vowel|{word}'s": "d'{word}",
        "the, several figures|the {word}": "les {word}",
        "the, several ranks|the {word}": "{each}",
        "to|to the {word}": "au {word}",
        "to, several figures|to the {word}": "aux {word}",
        "of|queen": "de la queen",
        "the|queen": "la queen",
        "de|{word}": "de {word}",
        "de, before a vowel|{word}": "d'{word}",
        "les|{word}": "les {word:plural}",
        "plural|card of the Trull": "cards of the Trull",
        "card|hearts": "cœur",
        "card|trumps": "atout",
        "card, in a plain suit|1": "as",
        "the|the {word}": "le {word}",
        "the, before a vowel|the {word}": "l'{word}",
        "of|{word}'s": "du {word}",
        "of, before a vowel|{word}'s": "de l'{word}",
        "in|in the {word}": "dans le {word}",
        "{rank} of {suit}": "{rank} {suit:de}",
        "{first} and {last}": "{first} et {last}",
        "It is {who}'s turn.": "C'est le tour {who:of}.",
        "{talon:the} holds {cards}.": "{cards} sont {talon:in}.",
        "{number} {term:plural}": "{number} {term:plural}",
        "{who} holds no {suit}.": "{who} n'a pas {suit:de}.",
        "{who} leads {cards}.": "{who} renonce {cards:to}.",
        "{who} cuts {at} cards.": "{whom} coupe {at}.",
        "there is no {kind} {id!r}": "pas {kind:de} {id!r}",
        "{what} are left": "{what:Les} restent",
        "{number:,} deals": "{number:the} deals",
        "name one of {events}": "name one of {events",
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
    with printed_by(FRENCH):
        assert str(say(_("It is {who}'s turn."), who=PersonName("Alice"))) == "C'est le tour d'Alice."
        with printed_by(ENGLISH):
            assert _("It is {who}'s turn.") == "It is {who}'s turn."
    assert str(say(_("It is {who}'s turn."), who="Alice")) == "It is Alice's turn."


def test_a_translation_asks_for_forms_of_its_own(library: Library) -> None:
    deck = library.load("fft-4").deck
    queen, king = deck.card("HD"), deck.card("S10")
    talon = TermRef("talon", "chien")
    with printed_by(FRENCH):
        words = say(_("{talon:the} holds {cards}."), talon=talon, cards=[king, queen])
        assert str(words) == "Le 10 de spades et la queen de cœur sont dans le chien."
        assert TermRef("talon", "chien") in words
        assert str(say("{card:of}", card=king)) == "Du 10 de spades"
        assert ngettext("{number} {term}", "{number} {term:plural}", 0) == "{number} {term}"
    assert str(say(_("{talon:the} holds {cards}."), talon=talon, cards=[king, queen])) == (
        "The chien holds the 10 of spades and the queen of hearts."
    )
    assert isinstance(queen, Card) and str(say("{card}", card=queen)) == "The queen of hearts"


@pytest.mark.parametrize(
    "codes,form,said",
    [
        ("T5 T8", "the", "Les 5 et 8 d'atout"),
        ("H3 HD", "the", "Le 3 et la queen de cœur"),
        ("H3 HD", "of", "3 et queen de cœur's"),  # a pattern that the catalogue lacks is English
        ("T5 T8 H2", "to", "Aux 5 et 8 d'atout et au 2 de cœur"),
        ("HD", "of", "De la queen de cœur"),
        ("H1", "the", "L'as de cœur"),
        ("T1", "the", "Le 1 d'atout"),
    ],
)
def test_cards_take_the_forms_of_their_number_and_rank(library: Library, codes: str, form: str, said: str) -> None:
    deck = library.load("fft-4").deck
    with printed_by(FRENCH):
        assert str(say(f"{{cards:{form}}}", cards=[deck.card(code) for code in codes.split()])) == said


def test_cards_in_a_form_keep_their_colours(library: Library) -> None:
    deck = library.load("fft-4").deck
    queen = deck.card("HD")
    with printed_by(FRENCH):
        assert say("{card:of}", card=queen) == Text(("De la ", CardRef(queen)))
        assert CardsRef((deck.card("H3"), queen), "The") in say("{cards}", cards=[deck.card("H3"), queen])


def test_names_of_people_have_forms_apart_from_nouns() -> None:
    taker = TermRef("taker", "preneur")
    with printed_by(FRENCH):
        assert [str(say("{who:of}", who=who)) for who in (PersonName("Denis"), PersonName("Agnès"), taker)] == [
            *("De Denis", "D'Agnès"),
            "Du preneur",
        ]
        assert str(say("{who:the}", who=seat_name("S", "SENW"))) == "South"
    assert str(say("{who:of}", who=PersonName("Denis"))) == "Denis's"
    assert str(say("It is {who:to}.", who=PersonName("Denis"))) == "It is to Denis."


def test_a_catalogue_has_forms_and_plurals_of_its_own() -> None:
    handful, trull = TermRef("handful", "poignée"), TermRef("trull", "card of the Trull")
    with printed_by(FRENCH):
        assert str(say("{handful:les}", handful=handful)) == "Les poignées"
        assert say("{handful:les}", handful=handful)[-1] == replace(handful, label="poignées")
        assert str(say("{trull:les}", trull=trull)) == "Les cards of the Trull"
        assert str(trull.plural.label) == "cards of the Trull"
        with pytest.raises(KeyError):
            say("{handful:ablative}", handful=handful)
    with pytest.raises(KeyError):
        say("{handful:les}", handful=handful)


def test_a_form_with_a_capital_begins_a_sentence() -> None:
    excuse = TermRef("excuse", "Excuse")
    assert str(
        say("It wins. {excuse:The} loses. {honour:A} too.", excuse=excuse, honour=TermRef("honour", "oudler"))
    ) == ("It wins. The Excuse loses. An oudler too.")


def test_a_sentence_that_is_not_translated_has_english_forms() -> None:
    talon = TermRef("talon", "chien")
    with printed_by(FRENCH):
        assert str(say(_("{talon:the} is a surprise."), talon=talon)) == "The chien is a surprise."
        assert str(say("{talon:the}", talon=talon)) == "Le chien"


def test_every_sentence_may_ask_for_forms() -> None:
    """Also those that are filled by ``str.format``."""
    with printed_by(FRENCH):
        assert str(say(_("{who} holds no {suit}."), who="Denis", suit="atout")) == "Denis n'a pas d'atout."
        assert _("there is no {kind} {id!r}").format(kind="exemple", id="x") == "pas d'exemple 'x'"
        assert _("there is no {kind} {id!r}").format(kind=Text(("règle",)), id=1) == "pas de règle 1"
        assert _("{what} are left").format(what="poignée") == "Les poignées restent"


def test_a_sentence_that_cannot_be_filled_is_english(library: Library) -> None:
    with printed_by(FRENCH):
        assert str(say(_("{who} cuts {at} cards."), who="Denis", at=3)) == "Denis cuts 3 cards."
        assert _("{number:,} deals").format(number=1000) == "1,000 deals"
        assert _("name one of {events}").format(events="a, b") == "name one of a, b"
    with printed_by(Written({"{rank} of {suit}": "{rank} {suit:in:of}"})):
        assert library.load("fft-4").deck.card("SR").name == "king of spades"
    with printed_by(Written({"vowels|(?!uni|us|one\\b|eu)[aeiouéèœ]|hono": "["})):
        assert str(say("{word:a}", word="oudler")) == "A oudler"
