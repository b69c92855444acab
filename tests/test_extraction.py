"""The catalogue that Babel extracts has every message that the program looks up."""

from __future__ import annotations

import ast
import gettext
import io
import re
import shlex
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog

from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.errors import printable
from tarot_teach.loading.template import PARTS, parts_of, update, write
from tarot_teach.loading.template import template as template_of
from tarot_teach.loading.translations import context_of, prose_of
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms.score.bonus import EVENTS, Bonus
from tarot_teach.messages import ENGLISH, FORMS, printed_by
from tarot_teach.render.terminal import clean
from tarot_teach.version import __version__
from tests.golden_commands import said
from tests.helpers import HUNG

ROOT = Path(__file__).parent.parent
HOW_TO = ROOT / "docs/howto/translate.md"
COMMANDS = [
    "legal fft-4 --hand SR,T18,T5,EX --trick H10,T7",
    "legal guide-4 --hand T4,D2,EX --trick H10,T7",
    "legal fft-4 --hand SR --last-trick --first-trick",
    "replay going-over",
    "replay annotated-deal-6 --format html",
    "score fft-5 --contract garde --points 41.5 --honours 2 --handful single",
    "score guide-4 --contract garde_contre --points 88 --honours 3 --slam announced-made",
    *(
        f"rules {name}"
        for name in ("fft-4", "paskievics-2018", "cego-parlett", "ottocento", "slovenian-pagat", "troggu")
    ),
    "compare fft-4 guide-4 --hand going-over --format markdown",
    "compare --family --format latex",
    "odds fft-4",
    "session an-evening",
    "history",
    "history --rules",
    "mechanisms",
    "admits going-over",
    "deck tarot-66",
]
"""Command lines whose messages are looked up in the catalogue; cards in one word are separated by commas."""


def commands_of(page: Path) -> list[str]:
    """The command lines of a page."""
    return [line.strip() for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("    ")]


@pytest.fixture(scope="module")
def template() -> Catalog:
    """The template of the whole tree."""
    return template_of(ROOT)


def messages_of(template: Catalog) -> set[tuple[str | None, str]]:
    """The messages of a catalogue, each with its context; one with a plural by both of its texts."""
    return {
        (message.context, text)
        for message in template
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    }


def test_every_text_in_a_call_is_extracted(template: Catalog) -> None:
    """Also those of calls inside formatted strings, by any version of Python."""
    known, calls = messages_of(template), 0
    for path in sorted((ROOT / "tarot_teach").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("pgettext"), [ast.Constant(str(context)), ast.Constant(str(text))]):
                    key: tuple[str | None, str] = context, text
                case ast.Call(ast.Name("_" | "N_" | "ngettext"), [ast.Constant(str(text)), *_others]):
                    key = None, text
                case _:
                    continue
            calls += 1
            assert key in known, f"{path}:{node.lineno}"
    assert calls > 3000


@pytest.mark.parametrize("space", [chr(c) for c in range(0x3001) if unicodedata.category(chr(c)) == "Zs"], ids=ascii)
def test_spaces_of_every_width_are_printed_as_they_are(space: str) -> None:
    words = f"jouer{space}?"
    assert clean(words) == printable(words) == words
    assert clean(f"a{space}\x1b\u202e\n\x9b") == f"a{space}��\n�"


def test_the_events_of_a_bonus_are_named_with_its_kind_and_not_in_a_sentence() -> None:
    with printed_by(ENGLISH):
        shown = "".join(said("mechanisms bonus")[1].split())
    assert [name for name in EVENTS if f"{name}:" not in shown] == []
    assert not [name for name in EVENTS if name in (Bonus.Params.model_fields["event"].description or "")]


class Recorder(gettext.NullTranslations):
    """A catalogue that notes what is looked up, and answers in English."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str | None, str]] = set()

    def gettext(self, message: str) -> str:
        self.asked.add((None, message))
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked |= {(None, msgid1), (None, msgid2)}
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        return message


@pytest.mark.parametrize(
    "words", [*COMMANDS, *(f"{name} --help" for name in group.list_commands(click.Context(group)))]
)
def test_what_a_command_looks_up_is_extracted(template: Catalog, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder, known = Recorder(), messages_of(template)
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n"))
    with printed_by(recorder), pytest.raises(SystemExit):
        main([word.replace(",", " ") for word in words.split()])
    texts = {text.casefold() for _context, text in known}  # titles and labels stand in names, translated as prose
    missing = {
        (context, text)
        for context, text in recorder.asked - known
        if not (context in (*FORMS, "plural") or (context in ("name", "card") and text.casefold() in texts))
    }
    assert recorder.asked and not missing


def test_prose_is_known_by_ids_and_not_by_places_in_lists(template: Catalog, tmp_path: Path) -> None:
    """An entry that is put into a list before others moves none of them."""
    contexts = [message.context for message in template if message.context and ":" in message.context]
    assert len(contexts) > 3000 and [each for each in contexts if re.search(r"(?<!misses)\.\d+(\.|$)", each)] == []
    path = tmp_path / "own.yaml"
    path.write_text("lacks:\n- {says: First.}\n- {says: Second.}\nextends: fft-4\n", encoding="utf-8")

    def contexts_of(path: Path) -> dict[str, str]:
        document = read_yaml(path.read_text(encoding="utf-8"), name=str(path))
        return {text: context_of(document, at) for at, text in prose_of(document).items()}

    before = contexts_of(path)
    path.write_text("lacks:\n- {says: New.}\n- {says: First.}\n- {says: Second.}\nextends: fft-4\n", encoding="utf-8")
    assert before.items() < contexts_of(path).items() and before["First."] == "own: lacks.says"


def test_messages_of_one_word_say_where_they_stand(template: Catalog) -> None:
    words = [message for message in template if isinstance(message.id, str) and len(message.id.split()) == 1]
    bare = [message for message in words if not message.context]
    assert len(bare) > 200 and [message.id for message in bare if not any(message.auto_comments)] == []
    (pots,) = [message for message in bare if message.id == "pots"]
    assert "Kinds of names in parameters, in the singular and plural." in pots.auto_comments


def test_the_template_has_a_header_of_this_project(template: Catalog, tmp_path: Path) -> None:
    write(template, tmp_path / "made.pot")
    head = (tmp_path / "made.pot").read_text(encoding="utf-8").split("#: ")[0]
    assert f"Project-Id-Version: tarot_teach {__version__}" in head and "the tarot_teach authors" in head
    assert not {"PROJECT", "ORGANIZATION", "FIRST AUTHOR", "bugs@", "EMAIL@ADDRESS"} & {
        *re.findall(r"PROJECT|ORGANIZATION|FIRST AUTHOR", head)
    }
    assert 'msgid ""' not in head.split('msgid ""', 1)[1]


def catalogue_of(*messages: tuple[str | None, str, str]) -> Catalog:
    """A catalogue of contexts, messages and translations."""
    made = Catalog("fr", fuzzy=False)
    for context, text, translation in messages:
        made.add(text, translation, context=context)
    return made


def test_a_catalogue_keeps_what_it_can_when_it_is_brought_up_to_date() -> None:
    old = catalogue_of(
        ("fft-4: lacks.0.says", "Moved.", "Déplacé."),
        ("fft-4: rules.play.excuse.text", "Before.", "Avant."),
        (None, "Deal", "Donne"),
        (None, "Gone", "Parti"),
        ("the", "poignée", "la poignée"),
        ("de", "{word}", "de {word}"),
        ("de", "poignée", "de la poignée"),
    )
    made = catalogue_of(
        ("fft-4: lacks.says", "Moved.", ""),
        ("fft-4: rules.play.excuse.text", "After.", ""),
        ("button", "Deal", ""),
        ("the", "the {word}", ""),
        (None, "New", ""),
    )
    update(old, made)
    now = {(message.context, message.id): (message.string, message.fuzzy) for message in old if message.id}
    assert now == {
        ("fft-4: lacks.says", "Moved."): ("Déplacé.", False),
        ("fft-4: rules.play.excuse.text", "After."): ("Avant.", True),
        ("button", "Deal"): ("Donne", True),
        ("the", "the {word}"): ("", False),
        (None, "New"): ("", False),
        ("the", "poignée"): ("la poignée", False),
        ("de", "{word}"): ("de {word}", False),
        ("de", "poignée"): ("de la poignée", False),
    }
    assert [message.id for message in old.obsolete.values()] == ["Gone"]
    assert {message.id for message in parts_of(old)["forms"] if message.id} >= {"poignée", "{word}"}


@pytest.mark.whole
def test_the_commands_of_the_how_to_make_a_catalogue_that_gettext_accepts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a copy of the tree, twice: what a translator has written in between stays, also forms that English does not have."""
    if shutil.which("msgfmt") is None:
        pytest.skip("needs msgfmt of gettext, which .ci/run installs")
    for folder in ("tarot_teach", "rulesets"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.pot", "locale")
        )
    monkeypatch.chdir(tmp_path)
    commands = commands_of(HOW_TO)
    (make,) = (line for line in commands if line.endswith("tarot_teach.loading.template fr"))
    (check,) = (line for line in commands if line.startswith("tarot-teach check") and line.endswith("*.po"))
    (gettext_check,) = (line for line in commands if line.startswith("msgfmt"))
    assert any(line.startswith("tarot-teach check --forms") for line in commands)
    folder = Path("tarot_teach/locale/fr/LC_MESSAGES")
    for _turn in range(2):
        words = shlex.split(make)
        assert words[:3] == ["python", "-m", "tarot_teach.loading.template"]
        subprocess.run([sys.executable, *words[1:]], check=True, timeout=HUNG)
        parts = sorted(folder.glob("*.po"))
        program = (folder / "program.po").read_text(encoding="utf-8")
        before, after = 'msgid "{rank} of {suit}"\nmsgstr ""', 'msgid "{rank} of {suit}"\nmsgstr "{rank} {suit:de}"'
        assert before in program or after in program
        (folder / "program.po").write_text(program.replace(before, after), encoding="utf-8")
        (folder / "forms.po").write_text(
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
            'msgctxt "de"\nmsgid "{word}"\nmsgstr "de {word}"\n',
            encoding="utf-8",
        )
        for part in [*parts, *sorted(Path("tarot_teach/locale").glob("*.pot"))]:
            words = [*shlex.split(gettext_check)[:-1], str(part)]
            done = subprocess.run(words, capture_output=True, text=True, timeout=HUNG)
            assert done.returncode == 0, done.stderr
    assert {part.stem for part in parts} == {*PARTS, "forms"}
    assert shlex.split(check)[:2] == ["tarot-teach", "check"]
    with pytest.raises(SystemExit) as ended:
        main(["check", *map(str, parts)])
    assert ended.value.code == 0 and capsys.readouterr().out.count("fine") == len(parts)


def hints_of(tree: ast.Module) -> Iterator[ast.expr]:
    """The hints that a module of Python gives to faults, as they stand in it."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                yield from (v for name, v in zip(names, values, strict=True) if ast.unparse(name) == "hint")
            case ast.Assign([ast.Name("hint")], value):
                yield value
            case ast.keyword("hint", value):
                yield value
            case ast.Call(ast.Attribute(_, "fault" | "of"), [ast.Constant(), _, _, hint, *_]):
                yield hint


def test_hints_are_messages() -> None:
    unmarked = []
    for path in sorted((ROOT / "tarot_teach").rglob("*.py")):
        for hint in hints_of(ast.parse(path.read_text(encoding="utf-8"))):
            for each in [hint.body, hint.orelse] if isinstance(hint, ast.IfExp) else [hint]:
                match each:
                    case ast.Constant(str(text)) if " " in text and not text.startswith(("pip ", "tarot-teach ")):
                        unmarked.append(f"{path.name}:{each.lineno}: {text}")
                    case ast.JoinedStr([ast.Constant(str(text)), *_]) if re.match(r"(?!pip )\w+\b.* ", text):
                        unmarked.append(f"{path.name}:{each.lineno}: {ast.unparse(each)}")
    assert not unmarked
