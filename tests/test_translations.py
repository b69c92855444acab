"""Catalogues: what Babel extracts, what `check` compares, and a sentence read from one."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract

from tarot_teach.cli import main
from tarot_teach.errors import LoadError, error_codes
from tarot_teach.loading import Library
from tarot_teach.loading.extract import extract_help, extract_toml, extract_yaml
from tarot_teach.topics.check.check_file import check_file

ROOT = Path(__file__).parent.parent


def extracted(method: object, path: str) -> dict[tuple[str | None, object], int]:
    """The messages of a file with their lines, by context and text."""
    with (ROOT / path).open("rb") as file:
        found = extract(method, file, keywords=DEFAULT_KEYWORDS)  # type: ignore[arg-type]
        return {(context, message): line for line, message, _comments, context in found}


def test_prose_is_extracted_with_file_rule_field_and_line() -> None:
    found = extracted(extract_yaml, "rulesets/french/fft-4.yaml")
    ((context, text),) = [key for key in found if key[0] == "fft-4: rules.play.overtrump.text"]
    lines = (ROOT / "rulesets/french/fft-4.yaml").read_text(encoding="utf-8").splitlines()
    line = found[context, text]
    assert str(text).split()[0] in " ".join(lines[line - 1 : line + 1])
    assert ("fft-4: terms.talon.label", "chien") in found
    assert ("name", "first card") in found
    assert not any(context == "fft-4: id" for context, _text in found)


def test_inherited_rules_are_extracted_once() -> None:
    child = extracted(extract_yaml, "rulesets/french/fft-3.yaml")
    assert not any("play.overtrump.text" in str(context) for context, _text in child)


def test_names_of_cards_are_extracted_from_packs() -> None:
    found = extracted(extract_yaml, "rulesets/decks/tarot-78.yaml")
    assert {("card", "king"), ("card", "hearts"), ("card", "Excuse")} <= found.keys()


def test_causes_and_cures_of_errors_are_extracted() -> None:
    texts = {message for _context, message in extracted(extract_toml, "tarot_teach/errors.toml")}
    assert texts == {words for explained in error_codes().values() for words in explained}


def test_help_and_parameters_are_extracted() -> None:
    texts = {message for _context, message in extracted(extract_help, "tarot_teach/questions/legal.py")}
    assert any(str(text).startswith("Print the cards") or "may be played" in str(text) for text in texts)
    found = extracted(extract_help, "tarot_teach/mechanisms/deal.py")
    assert (
        ("name", "deal in packets") in found
        and ("name", "cut") in found
        and ("name", "talon not") in found
        and ("name", "in a row") in found
    )
    assert (None, "Cards dealt at a time to each player.") in found
    assert (None, "Two cards in a row may not go to {talon:the}.") in found


PO = """msgid ""
msgstr "Language: fr\\n"

msgctxt "fft-4: rules.deal.packets.text"
msgid "Cards are dealt {{ params.packet }} at a time to {{ term.taker }}."
msgstr "Les cartes sont données à {{ term.taker }}."

msgid "{who} holds no {suit}."
msgstr "{whom} n'a pas de {suit}."

msgid "{talon:the} is taken."
msgstr "Ce qui est {talon:in} est pris."

msgid "{talon:the} is left."
msgstr "{talon:ablative} reste."

msgctxt "de"
msgid "{word}"
msgstr "de {word}"

msgctxt "the, several ranks"
msgid "the {word}"
msgstr "{each}"

msgid "{who} has no {suit}. {talon:the} is empty."
msgstr "{who} n'a pas {suit:de}. {talon:The} est vide."

msgid "{number:,} deals"
msgstr "{number:the} donnes"

msgid "name one of {events}"
msgstr "l'un {events:of} {"

msgctxt "fft-4: rules.play.excuse.text"
msgid "{{ term.excuse.The }} is {{ card.EX }} of {{ params.size }}."
msgstr "{{ card.EX.The }} est {{ term.excuse.de }}, {{ params.size }}; {{ term.excuse.dative }}."

msgctxt "vowels"
msgid "[aeiou]"
msgstr "[aeiou"

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "une carte"
msgstr[1] "des cartes"

msgid "Did you mean {one}?"
msgid_plural "One of {several}"
msgstr[0] "{one}, peut-être ?"
msgstr[1] "{one}, ou {several}"

#, fuzzy
msgid "{who} leads."
msgstr "entame"
"""


def test_translation_that_loses_a_placeholder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fr.po"
    path.write_text(PO, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        check_file(path, Library())
    printed = [(problem.place.line, problem.message) for problem in caught.value.problems if problem.place]
    assert [line for line, _words in printed] == [6, 9, 9, 15, 29, 32, 36, 40, 45, 50]
    assert "params.packet" in printed[0][1] and "who" in printed[1][1] and "whom" in printed[2][1]
    assert "talon:ablative" in printed[3][1] and "number:the" in printed[4][1]
    assert "brace" in printed[5][1] and "term.excuse:dative" in printed[6][1] and "regular" in printed[7][1]
    assert "number" in printed[8][1] and "interpolates one, which" in printed[9][1]
    hints = [problem.hint or "" for problem in caught.value.problems]
    assert "de, in, of" in hints[3] and "plural" in hints[6]
    with pytest.raises(SystemExit) as ended:
        main(["check", str(path)])
    assert ended.value.code == 1 and f"{path}:6:1" in capsys.readouterr().err


@pytest.mark.parametrize("text,line", [("msgid nothing\n", 1), ('msgid "a"\nmsgstr "b"\nstray\n', 3)])
def test_catalogue_that_cannot_be_read_is_refused(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "fr.po"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        check_file(path, Library())
    problem = caught.value.problems[0]
    assert problem.code == "translation.syntax" and problem.place and problem.place.line == line
