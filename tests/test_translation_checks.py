"""The remarks of `check` on a translation that has no fault: the share that is done, words of the glossary, signs, and words in their forms."""

from __future__ import annotations

import csv
import gettext
import io
import json
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import tarot_teach as tt
from tarot_teach.blocks import Table
from tarot_teach.catalogues import FOLDER, compile_parts, language, read_catalogue, share_done
from tarot_teach.cli import main
from tarot_teach.errors import LoadError
from tarot_teach.explain.glossary import describe_glossary
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook
from tarot_teach.explain.score_sheet import names_of
from tarot_teach.loading import Library
from tarot_teach.loading.template import HEADER, NO_FORMS, parts_of, template, update, write
from tarot_teach.messages import ENGLISH, _, kind_in_words, parameter_in_words, pgettext
from tarot_teach.sphinxext.tutorials.language_links import say_what_is_translated
from tarot_teach.table import seat_name
from tarot_teach.text import say
from tarot_teach.topics.check.catalogue_part import read_part
from tarot_teach.topics.check.check_file import FORMATS, warnings_of
from tarot_teach.topics.check.translation_share import shares_of
from tarot_teach.topics.check.translations import check_translation
from tarot_teach.topics.play.what_if import WORDS
from tests.helpers import LIBRARY

HEAD = 'msgid ""\nmsgstr "Language: fr\\n"\n\n'
SIGNS = {";": "\u202f;", "?": "\u202f?", ":": "\u00a0:", "«": "«\u00a0", "»": "\u00a0»", "'": "’", '"': "«\u00a0»"}
STATIC = Path("tarot_teach/render/static/tarot_teach")
SOURCES = " ".join(
    path.read_text(encoding="utf-8") for end in ("py", "j2") for path in Path("tarot_teach").rglob(f"*.{end}")
)
FRENCH = sorted((FOLDER / "fr" / "LC_MESSAGES").glob("*.po"))


def written(folder: Path, name: str, *entries: tuple[str, str], language: str = "fr", context: str = "") -> Path:
    """A part of a catalogue with these messages and translations, each in two lines behind one that is blank."""
    path = folder / f"{name}.po"
    ctx = f"msgctxt {json.dumps(context)}\n" if context else ""
    texts = [
        f"{ctx}msgid {json.dumps(one, ensure_ascii=False)}\nmsgstr {json.dumps(other, ensure_ascii=False)}\n"
        for one, other in entries
    ]
    path.write_text(HEAD.replace("fr", language) + "\n".join(texts), encoding="utf-8")
    return path


def warned(path: Path) -> list[tuple[str, int, str]]:
    """The codes, lines and words of the warnings for a part."""
    found = warnings_of(path, "translation", LIBRARY)
    return [(each.code, each.place.line if each.place else 0, f"{each.message}; {each.hint}") for each in found]


@pytest.mark.parametrize(
    "text,sign",
    [
        ("Sud joue ; Nord passe.", ";"),
        ("Qui joue?", "?"),
        ("Atouts : 3", ":"),
        ("Atouts: 3", ":"),
        ("Sud dit « passe\u00a0».", "«"),
        ("Sud dit «\u00a0passe ».", "»"),
        ("l'atout", "'"),
        ('Sud dit "passe".', '"'),
    ],
)
def test_a_sign_is_written_as_the_catalogue_gives_it(tmp_path: Path, text: str, sign: str) -> None:
    written(tmp_path, "forms", *SIGNS.items(), context="sign")
    ((code, line, words),) = warned(written(tmp_path, "program", ("English", text)))
    assert code == "translation.sign" and line == 5 and words.startswith(f"{sign} ")
    assert text[-4:] in words and "forms.po" in words


@pytest.mark.parametrize(
    "text",
    [
        "Sud joue\u202f; Nord dit «\u00a0passe\u00a0»\u00a0: l’atout, à 12:30\u202f?",
        "Écrivez `a ; b`, {who:of} ou https://example.org/a?b=1, ou le rôle :card:`SR`.",
        "Le signe «\u00a0?\u00a0» et (?) en sont.",
        '<a href="x">la page</a> 1&nbsp;: lisez "E H10"',
    ],
)
def test_code_and_signs_within_words_are_left_alone(tmp_path: Path, text: str) -> None:
    written(tmp_path, "forms", *SIGNS.items(), context="sign")
    original = 'English with {who} and "E H10"' if "{who" in text or "E H10" in text else "English"
    found = warned(written(tmp_path, "program", (original, text)))
    assert [words for _code, _line, words in found if "1&nbsp;:" not in words] == []


def test_a_language_without_signs_has_no_warnings(tmp_path: Path) -> None:
    assert warned(written(tmp_path, "program", ("English", "Was ist das?"), language="de")) == []


def test_a_name_of_the_glossary_is_missed(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "rules",
        ("A court card is worth more.", "Une image vaut plus."),
        ("The court cards are twelve.", "Les figures sont douze."),
        ("Of court cards there are twelve.", "Il y a douze habillés."),
        ("The petit slam is no small slam.", "Le petit chelem n’est pas tout."),
        ("A lead is one of many things.", "Une avance a plusieurs sens."),
    )
    ((code, line, words),) = warned(path)
    assert code == "translation.term" and line == 5 and "“court card”" in words and "“figure (habillé)”" in words


def test_a_rare_name_of_one_word_is_missed_where_most_keep_to_it(tmp_path: Path) -> None:
    right = [(f"The dealer has {number} cards.", f"Le donneur a {number} cartes.") for number in range(10)]
    others = [(f"Line {number} of three words.", f"Ligne {number}.") for number in range(1100)]
    path = written(tmp_path, "rules", ("The dealer is North.", "Le croupier est Nord."), *right, *others)
    ((_code, line, words),) = warned(path)
    assert line == 5 and "dealer" in words and "donneur" in words
    path = written(tmp_path, "rules", ("The dealer is North.", "Le croupier est Nord."), *right)  # a common word
    assert warned(path) == []


def test_a_name_that_a_ruleset_gives_is_right(tmp_path: Path) -> None:
    written(tmp_path, "library", ("court cards", "images"), context="scarto: terms.court_card.label")
    assert warned(written(tmp_path, "rules", ("A court card is worth more.", "Une image vaut plus."))) == []


def test_the_share_is_counted_by_messages_and_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = written(tmp_path, "rules", ("one two three", "un deux trois"), ("four", ""), language="it")
    text = first.read_text(encoding="utf-8") + '\n#, fuzzy\nmsgid "five six"\nmsgstr "cinque"\n'
    plural = '\nmsgid "a card"\nmsgid_plural "two cards"\nmsgstr[0] "una carta"\nmsgstr[1] ""\n'
    first.write_text(text + plural, encoding="utf-8")
    second = written(tmp_path, "errors", ("seven", "sette"), language="it")
    forms = written(tmp_path, "forms", ("{word}", "di {word}"), language="it", context="di")
    rules, _errors, _forms, whole = shares_of([first, second, forms])
    assert (rules.messages, rules.translated, rules.fuzzy, rules.words, rules.words_translated) == (4, 1, 1, 8, 3)
    assert (whole.messages, whole.translated, whole.words, whole.words_translated) == (5, 2, 9, 4)
    with pytest.raises(SystemExit) as ended:
        main(["check", *map(str, (first, second, forms))])
    printed = capsys.readouterr().out
    assert not ended.value.code and "it, rules: 1 of 4 messages (25.0%), 3 of 8 words; 1 fuzzy\n" in printed
    assert (
        "it, forms: 1 entry\n" in printed and "it, in all: 2 of 5 messages (40.0%), 4 of 9 words; 1 fuzzy\n" in printed
    )
    with pytest.raises(SystemExit):
        main(["check", str(first), "--json"])
    (share,) = json.loads(capsys.readouterr().out)["translated"]
    assert share["messages"] == 4 and share["language"] == "it" and share["part"] == "rules"


@pytest.mark.parametrize("text", ['msgid "a\nmsgstr "b"\n', 'msgid "a" b"\nmsgstr "c"\n', 'msgid "a\\"\nmsgstr "c"\n'])
def test_a_quote_that_stands_alone_is_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fr.po").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["check", str(tmp_path / "fr.po")])
    assert ended.value.code == 1 and "fr.po:1:1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "id", "word", "said"),
    [
        ("fr", "trick", "levée", "the glossary calls “trick” “pli”, and the catalogue “levée”"),
        ("de", "taker", "Ersteher", "the glossary calls “taker” “Alleinspieler”, and the catalogue “Ersteher”"),
        ("it", "void", "vuoto", "the glossary calls “void” “faglio”, and the catalogue “vuoto”"),
    ],
)
def test_a_catalogue_that_calls_a_concept_otherwise_than_the_glossary_is_warned(
    tmp_path: Path, name: str, id: str, word: str, said: str
) -> None:
    path = written(tmp_path, "library", (id, word), language=name, context=f"glossary: concepts.{id}.en")
    ((code, line, words),) = warned(path)
    assert code == "translation.term" and line == 6 and said in words


def test_a_catalogue_may_call_a_concept_as_it_likes_where_the_glossary_has_no_name(tmp_path: Path) -> None:
    context = "glossary: concepts.heap.en"
    assert warned(written(tmp_path, "library", ("heap", "Haufen"), language="de", context=context)) == []


@pytest.mark.parametrize("name", ["de", "it"])
def test_a_language_that_is_begun_keeps_to_its_glossary(name: str) -> None:
    paths = sorted((FOLDER / name / "LC_MESSAGES").glob("*.po"))
    assert len(paths) == 4 and [words for path in paths for words in warned(path)] == []


def test_the_french_catalogue_keeps_to_its_glossary_and_signs() -> None:
    found = [words for path in FRENCH for words in warned(path)]
    assert len(FRENCH) == 6 and [words for words in found if "“clubs”" not in words[2]] == []
    assert len([each for each in read_part(FRENCH[2]).messages if each.context == "sign"]) == len(SIGNS) + 1


def forms_of(capsys: pytest.CaptureFixture[str], *paths: Path, code: int = 0) -> dict[str, object]:
    """The answer of `check --forms` on parts, as data."""
    with pytest.raises(SystemExit) as ended:
        main(["check", "--forms", *map(str, paths), "--json"])
    assert (ended.value.code or 0) == code
    return dict(json.loads(capsys.readouterr().out))


def test_all_words_are_printed_in_all_forms_of_a_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = written(tmp_path, "library", ("chien", "hond"), context="fft-4: terms.talon.label", language="nl")
    rules = written(tmp_path, "rules", ("Excuse", "Excuus"), ("king", "heer"), context="card", language="nl")
    program = written(tmp_path, "program", ("the {word}", "de {word}"), context="the", language="nl")
    text = program.read_text(encoding="utf-8")
    program.write_text(text + '\nmsgctxt "same in the plural"\nmsgid "(?!)"\nmsgstr ".*s"\n', encoding="utf-8")
    written(
        tmp_path,
        "forms",
        ("hond", "het hondje"),
        ("Hond", "het Hondje"),
        ("kat", "de kat"),
        language="nl",
        context="the",
    )
    made = forms_of(capsys, library, rules, program)
    words = {(each["kind"], each["word"]): each for each in made["forms"]}  # type: ignore[attr-defined]
    assert words["term", "hond"]["forms"]["the"] == "het hondje" and words["term", "hond"]["ruleset"]
    kings = [each["forms"]["the"] for (kind, word), each in words.items() if kind == "card" and word[:8] == "heer of "]
    assert len(kings) == 1 and kings[0].startswith("de heer of ") and ("seat", "North") in words
    assert words["term", "spades"]["forms"]["plural"] == "spades" and ("contract", "garde") in words
    unasked = {each["message"]: each["hint"] for each in made["warnings"] if each["code"] == "translation.unasked"}  # type: ignore[attr-defined]
    assert {words.split()[-1] for words in unasked} == {"Hond", "kat"}
    assert "write hond" in unasked["no word asks for the forms of Hond"]
    with pytest.raises(SystemExit):
        main(["check", "--forms", str(library)])
    printed = capsys.readouterr()
    assert "het hondje" in printed.out and "translation.unasked" in printed.err


def test_a_form_that_stays_small_at_the_start_of_a_sentence_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "program", ("the {word}", "{word}"), context="the", language="nl")
    made = forms_of(capsys, path)
    found = [each for each in made["warnings"] if each["code"] == "translation.capital"]  # type: ignore[attr-defined]
    assert any(each["message"].startswith("king of ") and " the at " in each["message"] for each in found)


def test_forms_are_asked_of_translations_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", "--forms", "fft-4"])
    assert ended.value.code == 2 and ".po" in capsys.readouterr().err


def test_an_own_entry_without_a_text_is_left_out_when_a_catalogue_is_brought_up_to_date() -> None:
    old, made = Catalog("fr"), Catalog("fr")
    old.add("{word}", "de {word}", context="de")
    old.add("poire", "", context="de")
    old.add("poire", "la poire", context="the")
    update(old, made)
    assert old.get("poire", "de") is None and old.get("poire", "the") is not None


def test_the_french_words_are_right_in_all_forms(capsys: pytest.CaptureFixture[str]) -> None:
    made = forms_of(capsys, *FRENCH)
    wrong = re.compile(r"\b(?:de|à) les?\b|\b(?:le|la|de) [aeiouéèêàô]\w*|[sxz]s\b", re.IGNORECASE)
    right = {"le un", "de un"}  # the numeral, before which French has no elision
    formed = [(each["word"], form) for each in made["forms"] for form in each["forms"].values()]  # type: ignore[attr-defined]
    assert len(formed) > 2000
    assert [
        (word, form) for word, form in formed if (found := wrong.search(form)) and found[0].lower() not in right
    ] == []
    codes = ("translation.unasked", "translation.capital")
    assert [each["message"] for each in made["warnings"] if each["code"] in codes] == []  # type: ignore[attr-defined]


def test_each_of_several_players_is_put_into_the_form() -> None:
    with language("fr"):
        names = names_of((0, 2), lambda seat: seat_name("SENW"[seat], "SENW"))
        assert str(say(_("{name}'s score"), name=names)) == "La marque de Sud et de Nord"
        assert str(say(_("{who} play together."), who=names)).startswith("Sud et Nord ")
    assert str(say("{who} play.", who=names_of((0, 2), lambda seat: "SENW"[seat]))) == "S and N play."


def test_a_short_name_of_a_parameter_has_a_word_for_each_kind_of_rule() -> None:
    ruleset = LIBRARY.load("fft-4")
    rule = ruleset.rules["deal.cut"]
    block = describe_rule(ruleset, rule, LIBRARY)
    assert {name for name, _value, _meaning in block.params} == {"by", "leave"}
    made = template(Path())
    cuts = made.get("by", "name, cut")
    assert cuts is not None and cuts.auto_comments[0].startswith("A parameter, before its value. Who cuts")
    assert made.get("by", "name, multiplier") and made.get("to", "name, round_to")
    with language("fr"):
        french = describe_rule(ruleset, rule, LIBRARY)
        assert [name for name, _value, _meaning in french.params] == ["à laisser de part et d’autre", "qui coupe"]
        assert parameter_in_words("by", "multiplier") == "facteur" and parameter_in_words("by", "no_such") == "par"


@pytest.mark.parametrize(
    "context,word,french",
    [
        ("contract", "made", "gagné"),
        (None, "made", "réussi"),
        ("answer", "no", "non"),
        ("cards", "none", "aucune"),
        ("values", "none", "aucun"),
        ("column", "Sum", "Cumul"),
        ("total", "Sum", "Total"),
    ],
)
def test_one_word_for_several_things_has_a_context(context: str | None, word: str, french: str) -> None:
    with language("fr"):
        assert (pgettext(context, word) if context else _(word)) == french


@pytest.mark.parametrize(
    "kind", [*FORMATS, "ruleset", "option", "deck", "bundle", "sources", "glossary", "translation"]
)
def test_every_kind_of_file_has_its_word(kind: str) -> None:
    with language("fr"):
        assert kind_in_words(kind) != kind or kind in ("errata", "option", "sources")


def test_kinds_and_lands_are_words_of_the_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text("total: 1\nsuits: {}\ncards: []\n", encoding="utf-8")
    for asked in (["rules", "fft-44"], ["rules", str(pack)], ["history", "--games", "--format", "csv"]):
        with language("en"), pytest.raises(SystemExit):
            main([*asked, "--language", "fr"])
    printed = capsys.readouterr()
    assert (
        "il n’y a pas de règlement 'fft-44'" in printed.err and "un jeu de cartes, et non un règlement" in printed.err
    )
    rows = list(csv.DictReader(io.StringIO(printed.out)))
    assert {row["region"] for row in rows} >= {"Allemagne et Danemark", "Italie"}
    assert "Italie du Nord" in {row["where"] for row in rows} and "northern Italy" not in printed.out


def test_the_place_of_a_deal_is_said_in_the_language() -> None:
    deal = tt.deal("scarto", seed=1)
    assert repr(deal).endswith("to act>")
    with language("fr"):
        assert repr(deal).endswith("doit agir>") and "to act" not in repr(deal)


SCRIPTED = """#, no-python-brace-format, no-forms
msgid "{who} might have played"
msgstr "{who:the} aurait pu jouer"

#, no-forms, no-python-brace-format
msgid "won {number}"
msgstr "{number} plis"
"""


def test_a_sentence_that_a_script_fills_takes_no_form(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    path.write_text(HEAD + SCRIPTED, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        check_translation(path)
    (problem,) = caught.value.problems
    assert problem.code == "translation.form" and "who:the" in problem.message
    assert problem.place and problem.place.line == 6


def test_sentences_that_scripts_fill_are_marked(tmp_path: Path) -> None:
    """Words of pages that scripts look up by a name, with a place to be filled, have the flag in the template."""
    made = template(Path())
    write(made, tmp_path / "made.pot")
    marked = {str(each.id) for each in made if NO_FORMS in each.flags}
    assert len(marked) > 60 and marked & {*WORDS.values()} and "won {number}" in marked
    pages = Path("tarot_teach/render/templates/blocks.html.j2").read_text(encoding="utf-8")
    assert re.findall(r'^\s+"\w+": _\("[^"]*\{\w+\}', pages, re.MULTILINE) == []
    scripts = " ".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    filled = set(re.findall(r"fill\((?:this\.)?words\.(\w+)", scripts))
    named = dict(re.findall(r'"(\w+)": N?J_\(\s*"([^"]*)"', SOURCES))
    assert len(filled) > 30 and filled - named.keys() <= {"rest", "trick"}


def test_a_compiled_catalogue_says_how_much_is_translated(tmp_path: Path) -> None:
    path = written(tmp_path, "rules", ("one", "uno"), ("two", ""), ("three", ""), language="it")
    text = path.read_text(encoding="utf-8")
    plural = '\nmsgid "a card"\nmsgid_plural "cards"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    path.write_text(text + plural, encoding="utf-8")
    forms = written(tmp_path, "forms", ("{word}", "di {word}"), language="it", context="di")
    compiled, faults = compile_parts("it", [path, forms])
    catalogue = gettext.GNUTranslations(io.BytesIO(compiled))
    assert not faults and catalogue.info()["x-translated"] == "1 of 4" and share_done(catalogue) == 0.25
    assert catalogue.gettext("one") == "uno" and catalogue.pgettext("di", "{word}") == "di {word}"
    assert share_done(ENGLISH) == 1 and 0.9 < share_done(read_catalogue("fr").catalogue) <= 1


def test_a_language_that_is_not_whole_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pt" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    written(folder, "rules", ("one", "um"), ("two", ""), language="pt")
    monkeypatch.setattr("tarot_teach.catalogues.FOLDER", tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert not ended.value.code
    assert capsys.readouterr().out.splitlines() == [f"tarot-teach, version {tt.__version__}", "Languages: en, pt (50%)"]
    context: dict[str, object] = {"body": "<p>A page.</p>"}
    say_what_is_translated(None, "index", "", context, None)  # type: ignore[arg-type]
    assert context["body"] == "<p>A page.</p>"
    with language("pt"):
        say_what_is_translated(None, "index", "", context, None)  # type: ignore[arg-type]
    assert "50% of all texts" in str(context["body"]) and str(context["body"]).startswith("<p>A page.</p>")


def test_a_catalogue_that_is_begun_has_a_header_without_words_to_be_filled_in(tmp_path: Path) -> None:
    begun = Catalog("de", project="tarot_teach", header_comment=HEADER, fuzzy=False)
    write(parts_of(begun)["rules"], tmp_path / "rules.po")
    head = (tmp_path / "rules.po").read_text(encoding="utf-8").split("\n\n")[0]
    assert "Language: de" in head and "Language-Team: German" in head and "docs/contributing.md" in head
    assert "nplurals=2" in head and not re.search(r"FULL NAME|EMAIL@|LL@li|YEAR-MO-DA", head)


def heads_of(name: str) -> list[list[str]]:
    """The heads of the tables with words of the glossary, in a language."""
    with language(name):
        library = Library()
        blocks = [*describe_rulebook(library.load("fft-4"), library), *describe_glossary(library.glossary())]
        tables = [block for block in blocks if isinstance(block, Table) and any(str(each) for each in block.head)]
        assert all(len(row) == len(table.head) for table in tables for row in table.rows)
        return [[str(each) for each in table.head] for table in tables]


def test_in_french_no_column_says_the_french_word_again() -> None:
    heads = {name: heads_of(name) for name in ("en", "fr", "de", "it")}
    assert ["Here", "In general", "In French", "Meaning"] in heads["en"]
    assert ["Ici", "En général", "Sens"] in heads["fr"]
    assert ["English", "Meaning", "French", "German", "Italian"] in heads["en"]
    assert ["Français", "Sens", "Anglais", "Allemand", "Italien"] in heads["fr"]
    assert ["Deutsch", "Bedeutung", "Englisch", "Französisch", "Italienisch"] in heads["de"]
    assert ["Italiano", "Significato", "Inglese", "Francese", "Tedesco"] in heads["it"]
