"""Run the documentation: its files are checked, its commands exist, its pages are complete."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from sphinx.cmd.build import main as sphinx

import tarot_teach as tt
from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.mechanisms import all_mechanisms
from tarot_teach.records.gathered import load_example
from tarot_teach.records.runner import replay_by
from tarot_teach.table import events
from tarot_teach.topics.check.check_file import check_file
from tests.helpers import fitting

DOCS = Path(__file__).parent.parent / "docs"
COURSE = DOCS / "course"
CHAPTERS = {path.name: path for path in DOCS.parent.glob("rulesets/*/courses/*/*.md")}
README = DOCS.parent / "README.md"
BLOCK = re.compile(r"```\{code-block\} yaml\n:caption: (\S+)\n\n(.*?)```", re.S)
STEP = re.compile(r"```(?:\{code-block\} yaml\n:caption: (added to )?(\S+)\n\n(.*?)|console\n(.*?))```", re.S)
"""A file of a page, or what is to be added to it, or some commands with what they print."""


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """English for the next test, whatever language a command or a build of this one was asked for."""
    with tt.language("en"):
        yield


def files_of(page: str, folder: Path) -> list[Path]:
    found = []
    for name, text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found.append(path)
    return found


def run(*args: str) -> int:
    with tt.language("en"), pytest.raises(SystemExit) as caught:
        main(list(args))
    return int(caught.value.code or 0)


@pytest.mark.parametrize("page", ["reference/ruleset-format.md", "reference/ruleset-format.fr.md"])
def test_the_specification_gives_files_that_load(page: str, tmp_path: Path) -> None:
    files = files_of(page, tmp_path)
    assert {path.stem for path in files} == {"tiny", "child", "dear-cards", "short-pack", "tarot-54"}
    for path in files:
        assert check_file(path, library_for(files, print))
    stacked = Library().load(f"{tmp_path}/tiny.yaml+{tmp_path}/dear-cards.yaml")
    assert stacked.rule("score.cards").params.model_dump() == {"above": 0, "each": 3}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the reader of "Write your own ruleset" ends with."""
    shutil.copytree(COURSE / "own", tmp_path / "own")
    monkeypatch.chdir(tmp_path / "own")
    return tmp_path / "own"


@pytest.mark.turn(0, 2)
def test_a_user_ruleset_step_by_step(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = (folder / "mine.yaml").read_text(encoding="utf-8")
    for later in ("changes:", "drops:", "adds:"):
        (folder / "mine.yaml").write_text(whole.partition(later)[0], encoding="utf-8")
        assert run("check", "mine.yaml") == 0, later
    (folder / "mine.yaml").write_text(whole, encoding="utf-8")
    for command in commands_in(CHAPTERS["write-a-ruleset.md"]):
        assert run(*shlex.split(command)[1:]) == 0, command
    printed = " ".join(capsys.readouterr().out.split())
    assert "needs 40 points" in printed and "(25 + margin) × multiplier" in printed
    page = (folder / "site" / "examples" / "not-enough.html").read_text(encoding="utf-8")
    assert "38 is 2 less than the 40 needed." in page


@pytest.mark.parametrize(
    "file, right, wrong",
    [("mine.yaml", "by_honours", "by_honour"), ("examples/not-enough.yaml", "points: 38", "points: 37")],
)
def test_what_the_course_prints_of_a_mistake(
    folder: Path, capsys: pytest.CaptureFixture[str], file: str, right: str, wrong: str
) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    (folder / file).write_text(text.replace(right, wrong), encoding="utf-8")
    assert run("check", file) == 1
    assert capsys.readouterr().err.strip() in CHAPTERS["write-a-ruleset.md"].read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["howto/your-own-ruleset.md", "howto/your-own-ruleset.fr.md"])
@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=[pytest.mark.whole, pytest.mark.turn(0, 2)])])
def test_the_recipes_for_rulesets(slow: bool, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = files_of(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run("check", *(str(path.relative_to(tmp_path)) for path in files)) == 0
    commands = [shlex.split(command)[1:] for command in commands_in(DOCS / page)]
    for command in commands:
        takes_long = command[0] == "build" or "--play" in command
        if command[0] == "new" or takes_long is slow:
            assert run(*command) == 0, command


@pytest.mark.turn(1, 2)
@pytest.mark.parametrize("name", ["from-a-printed-rule.md", "from-a-printed-rule.fr.md"])
def test_a_printed_rule_becomes_a_ruleset_step_by_step(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each file is written and each command run in the order of the page; a command that says what is missing ends with 1."""
    monkeypatch.chdir(tmp_path)
    page = (DOCS / "howto" / name).read_text(encoding="utf-8")
    codes = []
    for added, written, text, console in STEP.findall(page):
        if written:
            Path(written).parent.mkdir(parents=True, exist_ok=True)
            with Path(written).open("a" if added else "w", encoding="utf-8") as file:
                file.write(text)
        for command, shown in re.findall(r"^\$ tarot-teach (.*)\n((?:(?!\$).+\n)*)", console, re.M):
            codes.append(run(*shlex.split(command)))
            captured = capsys.readouterr()
            printed = " ".join(f"{captured.out} {captured.err}".split())
            assert all(" ".join(line.split()) in printed for line in shown.splitlines()), (command, shown, printed)
    assert codes.count(1) == 1 and {*codes} == {0, 1}
    assert (tmp_path / "site" / "examples" / "counted-by-hand.html").exists()
    (cited,) = re.findall(r"`(sources: .*?)` (?:below each title|sous chaque titre)", page)
    path = Path("three", "three.yaml")
    draft = path.read_text(encoding="utf-8").replace("draft: true\n", "")
    path.write_text(re.sub(r"(?m)^    title: .*$", rf"\g<0>\n    {cited}", draft), encoding="utf-8")
    assert run("check", "three") == 0 and "draft" not in capsys.readouterr().err


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Sphinx project of "Teach with your own Sphinx project", built as the page says."""
    folder = tmp_path_factory.mktemp("club") / "tarot-club"
    shutil.copytree(COURSE / "club", folder)
    page = (COURSE / "teach-with-sphinx.md").read_text(encoding="utf-8")
    with contextlib.chdir(folder):
        for arguments in re.findall(r"^\$ \.venv/bin/python -m sphinx (.*)$", page, re.M):
            assert sphinx([*arguments.split(), "-W", "-q"]) == 0, arguments
    return folder


def test_a_user_sphinx_project_step_by_step(club: Path) -> None:
    page = (club / "html" / "index.html").read_text(encoding="utf-8")
    assert "Going over" in page
    assert not re.search(r"system-message|problematic", page)
    assert (club / "latex" / "tarotclub.tex").exists()


def test_the_sphinx_project_in_french(tmp_path: Path) -> None:
    assert sphinx(["-W", "-q", str(COURSE / "club-fr"), str(tmp_path)]) == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '<html lang="fr"' in page and "Quelles cartes peut jouer Nord" in page


@pytest.mark.latex
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here; .ci/run installs it")
def test_the_sphinx_project_on_paper(club: Path) -> None:
    command = ["pdflatex", "-interaction=nonstopmode", "tarotclub.tex"]
    done = subprocess.run(command, cwd=club / "latex", capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:].decode("utf-8", "replace")


def test_exercises_of_the_course_come_before_their_answers() -> None:
    asked: dict[str, list[int]] = {}
    stepped: set[str] = set()
    for page in sorted(DOCS.parent.glob("rulesets/*/courses/*/*.md")):
        if page.name.count(".") > 1:  # in another language
            continue
        printed: set[str] = set()
        words = page.read_text(encoding="utf-8")
        stepped.update(re.findall(r"\{tarot:example\}(?:`[^`<]*<| )([\w-]+)", words))
        for kind, id, number in re.findall(r"^```\{tarot:(example|exercise)\} ([\w-]+)(?: (\d+))?$", words, re.M):
            if kind == "example":
                printed.add(id)
            elif number:
                assert id not in printed, f"{page.name} asks {id} {number} after having shown it"
                asked.setdefault(id, []).append(int(number))
    for path in Library().paths("example"):
        asks = Library().document(path).data.get("asks", [])
        if path.stem.startswith("course-") and asks and path.stem not in asked:
            assert path.stem in stepped, "an example that no page asks about asks by itself, where a page leads to it"
        elif path.stem.startswith("course-"):
            numbers = list(
                range(1, len(asks) + 1)
            )  # of an example that is stepped through, the last ones are asked there
            by_page = asked.get(path.stem, [])
            assert by_page == numbers or (path.stem in stepped and by_page == numbers[: len(by_page)]), path.stem


def test_the_figures_of_the_course_are_those_of_the_rules(library: Library) -> None:
    rules = library.load("fft-4")
    targets = rules.rule("count.target").params.model_dump()["by_honours"]
    handfuls = rules.rule("declare.handful").params.model_dump()["levels"]
    talon = rules.rule("deal.packets").params.model_dump()["talon"]
    trumps = sum(card.is_trump for card in rules.deck.cards)
    number = {3: "three", 6: "six", 10: "ten", 12: "twelve", 18: "eighteen", 24: "Twenty-four"}
    cards = (len(rules.deck.cards) - talon) // 4
    five = library.load("fft-5").rule("deal.packets").params.model_dump()["talon"]
    early = library.load("early-17c").rule("deal.hands").params.model_dump()["cards"]
    end = replay_by(load_example("course-whole-deal", library), library, DOCS).end.result
    assert end is not None
    said = {
        "index.md": [f"what the {trumps} trumps are for", f"{number[talon]} cards in the middle"],
        "1-cards.md": [f"each is dealt {number[cards]} cards"],
        "4-the-excuse.md": [f"Now {number[cards]} cards of your own"],
        "5-bidding.md": [f"{number[talon].capitalize()} cards lie face down"],
        "5b-six-in-six-out.md": [
            f"{number[talon]} cards up",
            f"the other {number[talon]} face down",
            f"{number[cards + talon]} cards, and {number[talon]} have to go",
        ],
        "6b-won-or-lost.md": [f":points: {targets[3]} :honours: 3"],
        "7-a-whole-deal.md": [f":contract: prise :points: {end.sheets[0].outcome.points}"],
        "7b-what-else-there-is.md": [
            f"{number[handfuls['single']]} trumps after the chien. That is enough",
            f"all {number[cards]} tricks",
        ],
        "three-and-five.md": [f"two oudlers, so {targets[2]} points", f"only {number[five]} cards here"],
        "a-game-of-1659.md": [f"## {number[early].capitalize()} cards each"],
    }
    for name, phrases in said.items():
        page = " ".join(CHAPTERS.get(name, COURSE / name).read_text(encoding="utf-8").split())
        for phrase in phrases:
            assert phrase in page, (name, phrase)


@pytest.mark.parametrize("name", ["howto/your-own-example.md", "howto/your-own-example.fr.md"])
def test_a_user_example(name: str, tmp_path: Path) -> None:
    (path,) = files_of(name, tmp_path)
    assert run("check", str(path)) == 0
    page = (DOCS / name).read_text(encoding="utf-8")
    asks = page.partition(":caption: asks of void.yaml\n\n")[2].partition("```")[0]
    path.write_text(path.read_text(encoding="utf-8") + asks, encoding="utf-8")
    assert run("check", str(path)) == 0
    assert len(replay_by(load_example(str(path), Library()), Library(), tmp_path).asked) == 2


def commands_in(path: Path) -> list[str]:
    return re.findall(r"^\$ (tarot-teach .*)$", path.read_text(encoding="utf-8"), re.M)


BUILDS = {
    "tarot-teach build --out site",
    "tarot-teach build --format pdf",
    "tarot-teach build --out site --language fr",
}  # run by the tests of the site and of the formats


FIRST_STEPS = [
    command for name in ("first-steps.md", "first-steps.fr.md") for command in commands_in(DOCS / "tutorial" / name)
]


@pytest.mark.parametrize("command", sorted({*FIRST_STEPS} - BUILDS))
def test_the_first_steps_can_be_taken(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*shlex.split(command)[1:]) == 0


@pytest.mark.parametrize(
    "command", [command for name in ("odds.md", "odds.fr.md") for command in commands_in(DOCS / "reference" / name)]
)
def test_the_commands_of_the_page_of_odds(command: str) -> None:
    assert run(*shlex.split(command)[1:]) == 0


def test_cards_are_solved_as_the_howto_says(capsys: pytest.CaptureFixture[str]) -> None:
    commands = commands_in(DOCS / "howto" / "solve.md")
    assert len(commands) > 3
    printed = []
    for command in commands:
        assert run(*shlex.split(command)[1:]) == 0, command
        printed.append(" ".join(capsys.readouterr().out.split()))
    assert "West played the knight of diamonds: with all cards open, it cost 2 card points." in printed[0]
    assert "A line of best play: " in printed[1] and "The queen of hearts -93" in printed[2]
    assert "made" in printed[3] and " to " in printed[4]


def test_examples_are_found_as_the_howto_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = commands_in(DOCS / "howto" / "find-an-example.md")
    assert len(commands) > 5
    for command in commands:
        assert run(*shlex.split(command)[1:]) == 0, command


@pytest.mark.parametrize("name", ["play-a-deal.md", "play-a-deal.fr.md"])
def test_a_deal_is_played_as_the_tutorial_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = DOCS / "tutorial" / name
    (shown,) = re.findall(r"^```text\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)
    typed = [line.removeprefix("> ") for line in shown.splitlines() if line.startswith("> ")]
    for command in commands_in(page):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
        assert run(*shlex.split(command)[1:]) == 0
        printed = " ".join(capsys.readouterr().out.split())
        assert not [line for line in shown.splitlines() if line[:2] != "> " and " ".join(line.split()) not in printed]


def test_every_command_and_option_is_documented() -> None:
    page = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None and f"`tarot-teach {name}" in page
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.opts[0] in page, f"{name} {param.opts[0]}"


def test_every_kind_of_event_is_documented() -> None:
    page = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")
    classes = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)]
    kinds = {vars(kind)["kind"] for kind in classes if vars(kind).get("kind")}
    kinds -= {"card_moved", "debt_ended"}  # these are told by what became of the card
    assert len(kinds) > 10
    assert not {kind for kind in kinds if f"`{kind}`" not in page}


def test_every_field_of_a_file_is_documented() -> None:
    from tarot_teach.loading.formats import DeckFile, OptionFile, RuleFile, RulesetFile
    from tarot_teach.records.format import ExampleFile
    from tarot_teach.topics.courses.format import ChapterFile, CourseFile
    from tarot_teach.topics.sessions.format import SessionDeal, SessionFile

    ruleset = (DOCS / "reference" / "ruleset-format.md").read_text(encoding="utf-8")
    example = (DOCS / "reference" / "example-format.md").read_text(encoding="utf-8")
    session = (DOCS / "reference" / "session-format.md").read_text(encoding="utf-8")
    course = (DOCS / "reference" / "course-format.md").read_text(encoding="utf-8")
    pages = {RulesetFile: ruleset, OptionFile: ruleset, RuleFile: ruleset, DeckFile: ruleset}
    pages |= {CourseFile: course, ChapterFile: course}
    for model, page in {**pages, SessionFile: session, SessionDeal: session}.items():
        missing = [name for name in model.model_fields if not re.search(rf"\b{name}\b", page)]
        assert not missing, (model.__name__, missing)
    missing = [name for name in ExampleFile.model_fields if f"`{name}`" not in example and name not in ("format", "id")]
    assert set(missing) <= {"ruleset", "title", "discard_tries"}, missing


def test_the_session_of_the_howto_is_kept(tmp_path: Path) -> None:
    (path,) = files_of("howto/keep-score.md", tmp_path)
    assert check_file(path, library_for([path], print)) == "session"


def test_the_howto_of_simulated_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in commands_in(DOCS / "howto" / "simulate.md"):
        assert run(*shlex.split(command.replace("--deals 10000", "--deals 20"))[1:], "--jobs", "1") == 0, command


@pytest.mark.parametrize("command", commands_in(DOCS / "howto" / "compare.md"))
def test_variants_are_compared_as_the_howto_says(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*shlex.split(command.replace("--deals 10000", "--deals 20"))[1:]) == 0
    if "excuse-last-trick" in command:
        printed = " ".join(capsys.readouterr().out.split())
        assert "wins 270 points under fft-4, and wins 216 points under blog-4" in printed


def test_every_figure_of_simulated_deals_is_documented() -> None:
    from tarot_teach.topics.simulate.page import DIFFERENCES, NAMES, OF_GROUPS

    page = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")
    assert not [
        name for name in {**NAMES, **OF_GROUPS, **DIFFERENCES} if f"`{name.removesuffix('_where')}`" not in page
    ]


def test_every_directive_role_and_option_is_documented() -> None:
    from tarot_teach.sphinxext.directives import DIRECTIVES
    from tarot_teach.sphinxext.roles import ROLES

    page = (DOCS / "reference" / "sphinx.md").read_text(encoding="utf-8")
    named = {f"tarot:{name}" for name in (*DIRECTIVES, *ROLES)}
    options = {f":{option}:" for directive in DIRECTIVES.values() for option in directive.option_spec}
    assert not [name for name in named | options if name not in page]


def test_every_mechanism_belongs_to_a_ruleset_or_a_test(library: Library) -> None:
    names = [*library.ids(), *(f"{fitting(id)[0]}+{id}" for id in library.ids("option"))]
    used = {(rule.step, rule.mechanism) for name in names for rule in library.load(name).rules.values()}
    folder = Path(__file__).parent
    tests = [*folder.glob("test_*.py"), folder / "made_up.py", *folder.glob("fixtures/**/*.yaml")]
    tried = "\n".join(path.read_text(encoding="utf-8") for path in tests)
    left = {(mechanism.step, mechanism.name) for mechanism in all_mechanisms()} - used
    assert {name for _step, name in left if not re.search(rf"\b{name}\b", tried)} == set()


def test_the_readme_begins_with_its_two_commands() -> None:
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert lines[0].endswith("tarot-teach build") and "pytest" in lines[1]
