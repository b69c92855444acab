"""Mechanisms of one's own in a folder: run only when asked for, in commands, programs, Sphinx projects and worker processes."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import tarot_teach as tt
from tarot_teach.cli import main
from tarot_teach.errors import LoadError
from tarot_teach.loading.user_files import library_for
from tarot_teach.mechanisms import all_mechanisms, own_code, registry
from tarot_teach.sphinxext.tutorials.pages import gather
from tarot_teach.topics.simulate.task import Task
from tests.helpers import own_mechanisms
from tests.test_own_folder import GAME, run

CODE = '''\
"""A kind of rule of our own."""

from pydantic import Field

from tarot_teach.mechanisms.base import Count
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.table import Line, Outcome, Sheet


class ManyCards(Scores):
    """A large pile is worth something at once."""

    least: Count = Field(description="The number of cards from which on it counts.")
    amount: Count = Field(description="Game points for it.")
    heading = "Many cards"
    sentence = "{least} cards or more are worth {amount}."
    reason = "{cards} cards were won."

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [self.line(self.amount, cards=outcome.cards)] if outcome.cards >= self.least else []

    def formula(self) -> tuple[str, str]:
        return "+", "many cards"
'''
RULE = """\
adds:
  score.many_cards:
    mechanism: many_cards
    params: {least: 1, amount: 7}
    title: Many cards
    sources: [{source: attic, at: page 3}]
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game with a mechanism of its own in the working folder; what is run is forgotten."""
    monkeypatch.chdir(tmp_path)
    folder = Path(shutil.copytree(GAME, tmp_path / "mygame"))
    with (folder / "hill.yaml").open("a", encoding="utf-8") as file:
        file.write(RULE)
    (folder / "mechanisms").mkdir()
    (folder / "mechanisms" / "score_many_cards.py").write_text(CODE, encoding="utf-8")
    with own_mechanisms(monkeypatch):
        yield folder


def test_code_is_run_only_where_it_is_asked_for(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "mechanisms" / "score_loud.py").write_text("print('I am run')\n", encoding="utf-8")
    code, printed = run(capsys, "rules", "./mygame")
    assert code == 1 and "there is no mechanism 'many_cards'" in printed and "I am run" not in printed
    assert "if it is one of mygame/mechanisms, have the Python code there run: --mechanisms" in printed
    code, printed = run(capsys, "rules", "./mygame", "--mechanisms", "--rule", "score.many_cards")
    assert code == 0 and "1 cards or more are worth 7." in printed and "I am run" in printed


@pytest.mark.parametrize(
    "line",
    [
        "check ./mygame --play 3",
        "check mygame/options/low-table.yaml",
        "legal ./mygame --hand SR,H7 --trick H10",
        "list --ruleset ./mygame",
        "quiz ./mygame --json",
        "score ./mygame --pile T1,EX,SR",
        "session ./mygame/sessions/an-hour.yaml",
        "odds ./mygame --about suits",
        "compare ./mygame early-17c --matrix",
        "find ./mygame --shows rule:play.trump_when_void --tries 20",
        "simulate ./mygame --deals 4 --jobs 1",
        "replay ./mygame/examples/a-trick.yaml",
        "step ./mygame/examples/a-trick.yaml",
        "new session more --ruleset ./mygame",
    ],
)
@pytest.mark.usefixtures("game")
def test_each_command_plays_by_it(capsys: pytest.CaptureFixture[str], line: str) -> None:
    code, printed = run(capsys, *(word.replace(",", " ") for word in line.split()), "--mechanisms")
    assert code == 0, printed


def test_programs_ask_for_it(game: Path) -> None:
    with pytest.raises(LoadError, match="there is no mechanism 'many_cards'"):
        tt.load("./mygame")
    ruleset = tt.load("./mygame", mechanisms=True)
    assert "many_cards" in {mechanism.name for mechanism in all_mechanisms()}
    score = tt.score(ruleset, pile="T1 EX SR")
    assert "Many cards" in str(score) and score.sheet.total == 7 + 13
    (game / "mechanisms" / "score_many_cards.py").write_text(
        CODE.replace("A large", "A really large"), encoding="utf-8"
    )
    tt.load("./mygame", mechanisms=True)
    assert registry.find("score", "many_cards").__doc__ == "A really large pile is worth something at once."


def test_a_page_offers_no_game_whose_code_it_lacks(game: Path) -> None:
    library = library_for([str(game)], print, mechanisms=True)
    hill = str(game / "hill.yaml")
    assert gather([hill, "early-17c"], library).tried == ("early-17c",)
    (game / "hill.yaml").write_text((GAME / "hill.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert gather([hill], library_for([str(game)], print)).tried == ("hill",)


def test_worker_processes_run_it_too(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = tt.load("./mygame", mechanisms=True)
    with_it = tt.simulate(ruleset, deals=40, jobs=2).to_dict()
    assert with_it["deals"] == 40 and game.is_dir()
    monkeypatch.setattr(own_code, "_RUN", {})
    monkeypatch.setattr(registry, "_OFFERED", {})
    registry.names.cache_clear()
    registry.find.cache_clear()
    task = Task(
        (str(game),),
        ("simple",),
        1,
        own=tuple(library_for(["./mygame"], print).user_files),
        mechanisms=(game / "mechanisms",),
    )
    task.runners()  # a new process has nothing but the task
    assert own_code.has_run(game / "mechanisms")


def test_pages_of_a_project_that_allows_it(game: Path) -> None:
    source, said, out = game.parent / "pages", io.StringIO(), game.parent / "out"
    source.mkdir()
    conf = 'extensions = ["tarot_teach.sphinxext"]\ntarot_files = ["../mygame"]\nhtml_theme = "basic"\n'
    (source / "conf.py").write_text(conf + "tarot_mechanisms = True\n", encoding="utf-8")
    (source / "index.rst").write_text("Game\n====\n\n.. tarot:rules:: hill\n", encoding="utf-8")
    with patch_docutils(), docutils_namespace():
        app = Sphinx(str(source), str(source), str(out), str(out / "trees"), "html", status=None, warning=said)
        app.build()
    assert not said.getvalue()
    assert "cards or more are worth 7" in (out / "index.html").read_text(encoding="utf-8")


FAULTS = {
    "score_wrong.py": ("import nothing_like_this\n", "cannot be run: ModuleNotFoundError"),
    "score_syntax.py": ("x = 1\ny = (\n", "cannot be run: SyntaxError"),
    "scores.py": ("", "the name of the file does not begin with a step"),
    "score_twice.py": (CODE, "there is a mechanism 'many_cards' for the step 'score' already"),
    "play_taken.py": (
        "from tarot_teach.mechanisms.play import MustFollowSuit\n\n\nclass MustFollowSuit(MustFollowSuit):\n    pass\n",
        "there is a mechanism 'must_follow_suit' for the step 'play' already",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_the_code_are_told_with_their_place(
    game: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text, words = FAULTS[name]
    (game / "mechanisms" / name).write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["rules", "./mygame", "--mechanisms"])
    printed = capsys.readouterr().err
    assert ended.value.code == 1 and words in printed and name in printed and "[mechanisms." in printed
