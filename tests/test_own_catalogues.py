"""Catalogues beside a user's files: written from them, read by every command, the library and Sphinx, and left out where they are broken."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import tarot_teach as tt
from tarot_teach.catalogues import read_catalogue
from tarot_teach.cli import main
from tarot_teach.cli.watch import snapshot
from tarot_teach.loading.template import command, translate_folder
from tarot_teach.loading.user_files import library_for
from tarot_teach.messages import ENGLISH, printed_by
from tarot_teach.try_it.engine_files import Runtime, write_engine
from tests.helpers import own_mechanisms

WORDS = {
    "Magician": "Bateleur",
    "Following suit": "Fournir à la lune",
    "moons": "lunes",
    "The Fool": "Le Fou du roi",
    "Moon": "La Lune",
    "Say here who plays it so, and where.\n": "Prenez {{ term.petit.the }}.\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a game of a user's, whose pack has a suit of its own."""
    monkeypatch.chdir(tmp_path)
    with printed_by(ENGLISH), own_mechanisms(monkeypatch):
        run("new", "game", "moon")
        pack = tmp_path / "moon" / "decks" / "moon-pack.yaml"
        suits = "changes:\n  suits: {spades: {letter: S, name: moons, symbol: ♠, kind: plain, ranks: court}}\n#changes:"
        pack.write_text(pack.read_text(encoding="utf-8").replace("#changes:", suits), encoding="utf-8")
        yield tmp_path / "moon"
    read_catalogue("fr").of_users.clear()


def run(*arguments: str, code: int = 0) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    assert (ended.value.code or 0) == code


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    with printed_by(ENGLISH):
        run(*arguments, code=code)
    shown = capsys.readouterr()
    return " ".join((shown.out + shown.err).split())


def title(name: str) -> str:
    return tt.load(f"./{name}").title.partition(" (")[0]


def translated(folder: Path, words: dict[str, str] = WORDS) -> Path:
    """Begin the French catalogue of a folder and put in some translations."""
    *_templates, rules, forms = translate_folder(["fr"], folder)
    with rules.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        if message.id in words:
            message.string = words[message.id]
    with rules.open("wb") as file:
        write_po(file, catalogue)
    assert forms.is_file()
    return rules


def test_a_catalogue_is_begun_with_what_the_package_lacks(folder: Path) -> None:
    rules = translated(folder)
    with rules.open("rb") as file:
        messages = {(message.context, message.id) for message in read_po(file) if message.id}
    assert ("moon: rules.play.follow_suit.title", "Following suit") in messages
    assert ("card", "moons") in messages and ("name", "clockwise") not in messages
    template = (folder / "locale" / "rules.pot").read_text(encoding="utf-8")
    assert (
        "Translations of moon" in template and 'msgid "clockwise"' in template and "tarot_teach authors" not in template
    )


def test_names_and_prose_are_printed_by_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translated(folder)
    asked = ("legal", "./moon", "--hand", "SV S2 H3", "--trick", "S10")
    french = said(capsys, *asked, "--language", "fr")
    assert "le 2 et le page de lunes" in french and "Fournir à la lune (play.follow_suit)" in french
    assert "page of moons" in said(capsys, *asked) and "lunes" not in said(capsys, *asked)
    page = said(capsys, "rules", "./moon/moon.yaml", "--language", "fr")
    assert page.startswith("La Lune (brouillon) Prenez le Bateleur.") and "Le Fou du roi" in page
    assert "dans le sens des aiguilles" in page
    assert "moon La Lune" in said(capsys, "list", "./moon", "--language", "fr")
    assert "Règles illustrées : Fournir à la lune" in said(
        capsys, "replay", "moon/examples/moon-first-trick.yaml", "--language", "fr"
    ).replace("\u00a0", " ")


def test_kinds_of_rules_of_a_users_own_are_described_by_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with printed_by(ENGLISH):
        run("new", "mechanism", "score.many_cards", "--like", "cards_taken", "--out", "moon/mechanisms/score.py")
    asked = ("mechanisms", "./moon", "--mechanisms", "--about", "many", "--json")
    code = folder / "mechanisms" / "score.py"
    text = code.read_text(encoding="utf-8")
    described = re.sub(r'(class ManyCards\(.*\n    """)[^"]*', r"\1Many cards of\n    a side bring points.\n    ", text)
    assert described != text
    code.write_text(described, encoding="utf-8")
    rules = folder / "moon.yaml"
    added = "rules:\n  score.many: {mechanism: many_cards, title: Many, params: {above: 5, each: 1}}\n"
    rules.write_text(rules.read_text(encoding="utf-8").replace("rules:\n", added), encoding="utf-8")
    english = "Many cards of a side bring points."
    assert english in said(capsys, *asked, "--language", "fr")
    translated(folder, {english: "Beaucoup de cartes rapportent."})
    assert "Beaucoup de cartes rapportent." in said(capsys, *asked, "--language", "fr")
    assert english in said(capsys, *asked)


def test_the_library_reads_it_and_takes_changes_at_once(folder: Path) -> None:
    translated(folder)
    with tt.language("fr"):
        assert title("moon") == "La Lune"
        library = library_for(["moon/moon.yaml"], print)
        library.load("moon/moon.yaml")
        seen = snapshot(("moon/moon.yaml",))
        assert not library.outdated()
        translated(folder, {"Moon": "Notre Lune"} | {"moons": "croissants"})
        now = snapshot(("moon/moon.yaml",))
        assert library.outdated() and {path.name for path in seen if seen[path] != now[path]} == {
            "rules.po",
            "forms.po",
        }
        assert title("moon") == "Notre Lune"
        assert "croissants" in str(tt.position("./moon", hand="S2 H3", trick="S10").why("H3"))
    assert title("moon") == "Moon"


def test_two_folders_keep_their_words_apart(folder: Path) -> None:
    translated(folder)
    other = folder.with_name("other")
    with printed_by(ENGLISH):
        run("new", "game", "other")
    (other / "other.yaml").write_text(
        (other / "other.yaml").read_text(encoding="utf-8").replace("title: Other", "title: Moon"), encoding="utf-8"
    )
    translated(other, {"Moon": "Une autre"})
    with tt.language("fr"):
        assert [*map(title, ("moon", "other", "moon"))] == ["La Lune", "Une autre", "La Lune"]


def test_a_catalogue_is_brought_up_to_date(folder: Path) -> None:
    rules = translated(folder)
    own = rules.with_name("forms.po")
    own.write_text(
        own.read_text(encoding="utf-8") + '\nmsgctxt "the"\nmsgid "Bateleur"\nmsgstr "ce Bateleur"\n', "utf-8"
    )
    (rules.parent / "site.po").write_text('msgid "Home"\nmsgstr "Accueil"\n', encoding="utf-8")
    ruleset = folder / "moon.yaml"
    text = ruleset.read_text(encoding="utf-8")
    ruleset.write_text(text.replace("title: Following suit", "title: Following the suit"), encoding="utf-8")
    assert len([*translate_folder(["fr"], folder)]) == 3
    with rules.open("rb") as file:
        messages = {message.id: message for message in read_po(file)}
    assert messages["moons"].string == "lunes" and messages["Following the suit"].fuzzy
    assert "ce Bateleur" in own.read_text(encoding="utf-8") and (rules.parent / "site.po").is_file()
    with tt.language("fr"):
        assert "Prenez ce Bateleur." in tt.as_text(tt.rulebook("./moon"))


def test_a_broken_part_is_left_out_with_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = translated(folder)
    broken = rules.with_name("broken.po")
    broken.write_text('msgid "one\n', encoding="utf-8")
    asked = ("legal", "./moon", "--hand", "SV S2 H3", "--trick", "S10", "--language", "fr")
    shown = said(capsys, *asked)
    assert "broken.po:1" in shown and "laissé de côté" in shown and "lunes" in shown
    assert "broken.po:1:1" in said(capsys, "check", "./moon", code=1)
    with pytest.warns(UserWarning, match=r"broken\.po:1"), tt.language("fr"):
        assert title("moon") == "La Lune"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert title("moon") == "Moon"  # in English the catalogue is not read


def test_check_knows_the_forms_of_the_package_and_finds_lost_placeholders(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    about = "Say here who plays it so, and where.\n"
    ruleset = folder / "moon.yaml"
    text = ruleset.read_text(encoding="utf-8")
    ruleset.write_text(text.replace(about, "Take {{ term.petit.the }}.\n"), encoding="utf-8")
    rules = translated(folder, {"Take {{ term.petit.the }}.\n": "Un peu {{ term.petit.de }}.\n"})
    assert "rules.po: translation, fine" in said(capsys, "check", "./moon")
    for wrong, word in (("{{ term.petit.dative }}", "term.petit:dative"), ("rien", "does not interpolate term.petit")):
        written = rules.read_text(encoding="utf-8")
        rules.write_text(written.replace("{{ term.petit.de }}", wrong), encoding="utf-8")
        assert word in said(capsys, "check", "./moon", code=1)
        rules.write_text(written, encoding="utf-8")


@pytest.mark.parametrize("broken", [False, True])
def test_a_sphinx_project_reads_it(folder: Path, broken: bool) -> None:
    rules = translated(folder)
    if broken:
        rules.with_name("broken.po").write_text('msgid "one\n', encoding="utf-8")
    source, out, warned = folder.parent / "pages", folder.parent / "out", io.StringIO()
    source.mkdir()
    conf = 'extensions = ["tarot_teach.sphinxext"]\ntarot_files = ["../moon"]\nlanguage = "fr"\nhtml_theme = "basic"\n'
    (source / "conf.py").write_text(conf, encoding="utf-8")
    (source / "index.rst").write_text("Jeu\n===\n\n.. tarot:rules:: moon\n", encoding="utf-8")
    with printed_by(ENGLISH), patch_docutils(), docutils_namespace():
        app = Sphinx(str(source), str(source), str(out), str(out / "trees"), "html", status=None, warning=warned)
        app.build()
    assert "Fournir à la lune" in (out / "index.html").read_text(encoding="utf-8")
    assert ("broken.po:1:1" in warned.getvalue()) == broken == bool(warned.getvalue())


def test_a_tutorial_in_two_languages_has_it_in_one(folder: Path) -> None:
    translated(folder)
    with printed_by(ENGLISH):
        run("build", "./moon", "--format", "markdown", "--language", "fr", "--out", "french")
    with printed_by(ENGLISH):
        run("build", "./moon", "--format", "markdown", "--out", "english")
    french, english = (
        "".join(path.read_text(encoding="utf-8") for path in Path(name).rglob("*.md")) for name in ("french", "english")
    )
    assert "Fournir à la lune" in french and "lunes" in french
    assert "lunes" not in english and "moons" in english and folder.is_dir()


def test_the_page_gets_it_compiled(folder: Path, tmp_path: Path) -> None:
    translated(folder)
    with tt.language("fr"):
        write_engine(Runtime(address="https://example.org/"), tmp_path / "engine", [folder / "moon.yaml"])
        write_engine(Runtime(address="https://example.org/"), tmp_path / "decks", [folder / "decks" / "moon-pack.yaml"])
    for name in ("engine", "decks"):
        (archive,) = (tmp_path / name).glob("catalogue-*.zip")
        with zipfile.ZipFile(archive) as packed:
            assert "own/locale/fr/LC_MESSAGES/tarot_teach.mo" in packed.namelist()
        for part in (archive, *(tmp_path / name).glob("engine-*.zip")):
            with zipfile.ZipFile(part) as packed:
                own = [each for each in packed.namelist() if each.startswith("own/")]
                packed.extractall(tmp_path / f"{name}-out", own)
    with tt.language("fr"):
        pack = tmp_path / "decks-out" / "own" / "decks" / "moon-pack.yaml"
        assert any("lunes" in card.name for card in tt.Library([pack]).deck("moon-pack").cards)


def test_the_command_says_what_it_cannot_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["fr", "--folder", "nowhere"], "there is no folder nowhere"),
        (["fr", "--folder", "moon/decks/.."], ""),
        (["fr fr", "--folder", "moon"], "'fr fr' is no language"),
        (["fr"], "this is no checkout of tarot_teach"),
        (["fr", "--folder", "empty"], "there are no files of tarot_teach in empty"),
    ):
        Path("empty").mkdir(exist_ok=True)
        if not words:
            command(arguments)
            continue
        with pytest.raises(SystemExit) as ended:
            command(arguments)
        assert ended.value.code == 2 and words in capsys.readouterr().err
    (folder / "moon.yaml").write_text("id: [", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"moon\.yaml:2:1"):
        command(["fr", "--folder", "moon"])
    done = subprocess.run(
        [sys.executable, "-m", "tarot_teach.loading.template", "--help"], capture_output=True, text=True, check=True
    )
    assert "--folder" in done.stdout
