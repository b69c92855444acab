"""Languages of the package: found by name, put together from parts, chosen by option, environment and function, and sites in several."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tarot_teach as tt
import tarot_teach.catalogues
from tarot_teach.catalogues import checked_language, compile_parts, language, languages, read_catalogue, share_done
from tarot_teach.cli import main
from tarot_teach.cli.main import ENOUGH, LOCALE
from tarot_teach.errors import LoadError, Place, RunError
from tarot_teach.messages import ENGLISH, _, current_language, printed_by
from tarot_teach.topics.check.catalogue_part import read_part

HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
WORDS = f"""{HEADER}
msgid "Allowed: {{cards}}."
msgstr "Permis : {{cards}}."

msgid "{{first}} and {{last}}"
msgstr "{{first}} et {{last}}"

#, fuzzy
msgid "Rules"
msgstr "Regles"
"""
CARDS = f"""{HEADER}
msgid "{{rank}} of {{suit}}"
msgstr "{{rank}} de {{suit}}"

msgctxt "the"
msgid "the {{word}}"
msgstr "le {{word}}"

msgctxt "the, several ranks"
msgid "the {{word}}"
msgstr "{{each}}"

msgctxt "card"
msgid "hearts"
msgstr "cœur"

msgctxt "card"
msgid "king"
msgstr "roi"
"""
ASKED = ["legal", "fft-4", "--hand", "HR H2 S3", "--trick", "H5"]


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the parts of a French catalogue of a few sentences."""
    folder = tmp_path / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "words.po").write_text(WORDS, encoding="utf-8")
    (folder / "cards.po").write_text(CARDS, encoding="utf-8")
    monkeypatch.setattr(tarot_teach.catalogues, "FOLDER", tmp_path / "locale")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("TAROT_LANG", raising=False)
    read_catalogue.cache_clear()
    with printed_by(ENGLISH):
        yield folder
    read_catalogue.cache_clear()


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    with printed_by(ENGLISH), pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == code
    shown = capsys.readouterr()
    return " ".join(shown.out.split()) if code == 0 else shown.err


@pytest.mark.parametrize(
    "arguments",
    [["--language", "fr", *ASKED], [*ASKED, "--language", "fr"], [*ASKED, "--language=fr_CA"]],
    ids=["before", "behind", "country"],
)
@pytest.mark.usefixtures("french")
def test_an_option_of_every_command_names_the_language(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert languages() == ["en", "fr"]
    assert "Permis : le 2 et le roi de cœur." in printed(arguments, capsys)


@pytest.mark.usefixtures("french")
def test_the_environment_names_the_language_where_no_option_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAROT_LANG", "fr")
    assert "Permis" in printed(ASKED, capsys)
    assert "Allowed" in printed([*ASKED, "--language", "en"], capsys)
    monkeypatch.setenv("TAROT_LANG", "")
    assert "Allowed" in printed(ASKED, capsys)
    monkeypatch.setenv("TAROT_LANG", "de")
    assert "TAROT_LANG: there is no catalogue 'de'; languages: en, fr" in printed(ASKED, capsys, code=2)
    assert "--language: there is no catalogue 'frr'; did you mean 'fr'?" in printed(
        [*ASKED, "--language", "frr"], capsys, code=2
    )


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("variables", "word"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "Permis"),
        ({"LC_MESSAGES": "fr_CA", "LANG": "en_US.UTF-8"}, "Permis"),
        ({"LANG": "fr@euro", "TAROT_LANG": ""}, "Permis"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "Allowed"),
        ({"LC_ALL": "POSIX", "LANG": "fr_FR.UTF-8"}, "Allowed"),
        ({"LANG": "fr_FR.UTF-8", "TAROT_LANG": "en"}, "Allowed"),
        ({"LANG": "de_AT.UTF-8"}, "Allowed"),
        ({"LANG": "…"}, "Allowed"),
        ({}, "Allowed"),
    ],
)
def test_the_locale_names_the_language_where_nothing_else_does(
    variables: dict[str, str], word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert word in printed(ASKED, capsys)
    assert "Allowed" in printed([*ASKED, "--language", "en"], capsys)


def test_a_language_that_is_only_begun_is_not_chosen_by_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert share_done(read_catalogue("de").catalogue) < ENOUGH
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "Allowed" in printed(ASKED, capsys)
    assert "Allowed" not in printed([*ASKED, "--language", "de"], capsys)


@pytest.mark.usefixtures("french")
def test_a_block_in_a_language() -> None:
    with language("fr"):
        assert _("Allowed: {cards}.") == "Permis : {cards}." and current_language() == "fr"
        assert _("Rules") == "Rules"  # fuzzy
    assert _("Allowed: {cards}.") == "Allowed: {cards}."
    with pytest.raises(RunError, match="there is no catalogue 'it'"):
        tt.language("it")
    with pytest.raises(RunError, match="there is no catalogue ''"):
        tt.language("")
    with pytest.raises(TypeError, match="such as 'fr', not None"):
        tt.language(None)  # type: ignore[arg-type]
    assert current_language() == "en"
    assert checked_language("fr-CA") == "fr" and checked_language("en_GB") == "en"


@pytest.mark.usefixtures("french")
def test_a_language_from_here_on() -> None:
    with tt.language("en"):
        french = tt.language("fr_CA")
        assert repr(french) == "language('fr')" and _("Allowed: {cards}.") == "Permis : {cards}."
        tt.language("en")
        assert current_language() == "en"
        with french:
            with french:
                assert current_language() == "fr"
            assert current_language() == "fr"
        assert current_language() == "en"
        with pytest.raises(KeyError), tt.language("fr"):
            raise KeyError
        assert current_language() == "en"


def test_a_broken_part_is_a_warning(french: Path) -> None:
    (french / "broken.po").write_text('msgid "one\n', encoding="utf-8")
    read_catalogue.cache_clear()
    with pytest.warns(UserWarning, match=r"broken\.po:1.*left out"), tt.language("fr"):
        assert _("Allowed: {cards}.") == "Permis : {cards}."


def test_a_catalogue_is_kept_until_a_part_changes(french: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_catalogue("fr").catalogue.gettext("{first} and {last}") == "{first} et {last}"
    read_catalogue.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(tarot_teach.catalogues, "compile_parts", None)
        assert read_catalogue("fr").catalogue.gettext("{first} and {last}") == "{first} et {last}"
    (french / "words.po").write_text(WORDS.replace("Permis", "Autorisé"), encoding="utf-8")
    read_catalogue.cache_clear()
    assert read_catalogue("fr").catalogue.gettext("Allowed: {cards}.") == "Autorisé : {cards}."


@pytest.mark.parametrize(
    "content,line",
    [(b'msgid "a"\nmsgstr "b"\nstray "\n', ":3:1"), (b"\xff\xfe", ":1:1"), (b'msgid "a', ":1:1")],
    ids=["stray", "bytes", "cut"],
)
def test_a_part_that_cannot_be_read_is_left_out_with_a_word(
    content: bytes, line: str, french: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (french / "cards.po").write_bytes(content)
    with printed_by(ENGLISH), pytest.raises(SystemExit) as ended:
        main([*ASKED, "--language", "fr"])
    shown = capsys.readouterr()
    assert ended.value.code == 0 and "Permis : the 2 et king of hearts." in " ".join(shown.out.split())
    assert f"{french / 'cards.po'}{line}: cannot be read as a catalogue, and is left out" in shown.err
    assert "its sentences stay English; to see why: tarot-teach check" in shown.err


HEAD = 'msgid ""\nmsgstr ""\n"{header}\\n"\n\nmsgid "a"\nmsgid_plural "as"\nmsgstr[{number}] "b"\n'


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        ('msgid "a"\n\nmsgid "b"\nmsgstr "c"\n', 1, "ce message n’a pas de msgstr"),
        ('msgid "a"\nmsgstr "b"\n<<<<<<< HEAD\n', 3, "ne commence par aucun des mots msgctxt"),
        ('"a"\n', 1, "avant tout msgid"),
        ('#-#-#-#-#  fr.po\nmsgid "a"\nmsgstr "b"\n', 1, "deux versions du fichier"),
        (HEAD.format(header="Plural-Forms: nplurals=2; plural=n>1;", number=5), 5, "plus de traductions"),
        (HEAD.format(header="Plural-Forms: nplurals=2; plural=n>1;", number="x"), 7, "entre crochets"),
        (HEAD.format(header="Content-Type: text/plain; charset=klingon", number=0), 3, "jeu de caractères"),
        (HEAD.format(header="PO-Revision-Date: yesterday", number=0), 3, "en-tête n’est pas écrite"),
        ('#: \u2068a b\nmsgid "a"\nmsgstr "b"\n', 1, "nom de fichier"),
        ('msgid "a"\nmsgstr "\udce9"\n', 2, "jeu de caractères du fichier"),
    ],
)
def test_the_reason_why_a_part_cannot_be_read_is_said_in_words(
    content: str, line: int, reason: str, tmp_path: Path
) -> None:
    part = tmp_path / "cards.po"
    part.write_bytes(content.encode("utf-8", "surrogateescape"))
    for name in ("en", "fr"):
        with printed_by(read_catalogue(name).catalogue):
            _compiled, (fault,) = compile_parts("fr", [part])
        (problem,) = fault.problems
        assert problem.place == Place(str(part), line, 1, problem.place.source if problem.place else "")
        assert (reason in problem.message) is (name == "fr"), problem.message
        assert "msg has" not in problem.message and "codec" not in problem.message


def test_a_part_that_is_not_there_or_no_text_is_refused_in_words(tmp_path: Path) -> None:
    with printed_by(read_catalogue("fr").catalogue):
        _compiled, (fault,) = compile_parts("fr", [tmp_path / "gone.po"])
        assert "aucun fichier ni dossier de ce nom" in str(fault)
        (tmp_path / "cards.po").write_bytes(b'msgid "a"\nmsgstr "\xe9"\n')
        with pytest.raises(LoadError) as refused:
            read_part(tmp_path / "cards.po")
    (problem,) = refused.value.problems
    assert (
        problem.place and problem.place.line == 2 and "UTF-8" in (problem.hint or "") and "codec" not in problem.message
    )


def test_the_wheel_has_one_compiled_catalogue(french: Path) -> None:
    compiled, faults = compile_parts("fr", sorted(french.glob("*.po")))
    for part in french.glob("*.po"):
        part.unlink()
    (french / "tarot_teach.mo").write_bytes(compiled)
    assert not faults and languages() == ["en", "fr"]
    assert read_catalogue("fr").catalogue.gettext("Allowed: {cards}.") == "Permis : {cards}."


@pytest.mark.turn(1, 4)
@pytest.mark.usefixtures("french")
def test_a_site_in_two_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "site" in printed(
        ["build", "casita-robada", "--languages", "fr,en", "--out", str(tmp_path / "site"), "--runtime", "none"], capsys
    )
    words = (tmp_path / "site" / "en" / "search.html").read_text(encoding="utf-8")
    assert "Recherche" not in words, "the words of Sphinx are those of each language"
    first = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert (
        'hreflang="fr" href="fr/index.html">Français:' in first
        and 'hreflang="en" href="en/index.html">English:' in first
    )
    pages = {
        name: sorted(
            str(path.relative_to(tmp_path / "site" / name)) for path in (tmp_path / "site" / name).rglob("*.html")
        )
        for name in ("en", "fr")
    }
    assert pages["en"] == pages["fr"] and len(pages["fr"]) > 10
    for name, other, lang in (
        ("en", "fr", '<html class="no-js" lang="en"'),
        ("fr", "en", '<html class="no-js" lang="fr"'),
    ):
        page = (tmp_path / "site" / name / "rules" / "casita-robada.html").read_text(encoding="utf-8")
        assert (
            lang in page
            and f'href="../../{other}/rules/casita-robada.html"' in page
            and 'hreflang="x-default" href="../../index.html"' in page
        )
        assert (tmp_path / "site" / name / "rules" / f"../../{other}/rules/casita-robada.html").is_file()


@pytest.mark.parametrize(
    "arguments,said",
    [
        (["--languages", "en,de"], "there is no catalogue 'de'"),
        (["--languages", "en,en"], "en is named twice"),
        (
            ["--languages", "en,fr", "--format", "pdf"],
            "only a site that is written into a folder has several languages",
        ),
    ],
    ids=["unknown", "twice", "book"],
)
@pytest.mark.usefixtures("french")
def test_languages_of_a_site_that_cannot_be(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with printed_by(ENGLISH), pytest.raises(SystemExit) as ended:
        main(["build", "casita-robada", *arguments])
    assert ended.value.code in (1, 2) and said in capsys.readouterr().err
