"""Values that show themselves in notebooks, and the notebook of the tutorial."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach import notebook
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.table import Outcome, Play, Result
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tests.helpers import HUNG, honours

TUTORIALS = Path(__file__).parent.parent / "docs" / "tutorial"
TOUR, RESEARCH = TUTORIALS / "notebook.ipynb", TUTORIALS / "from-a-record-to-a-figure.ipynb"
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def lesson() -> Replay:
    return tt.replay("going-over")


def shown(value: Any) -> tuple[str, str]:
    return words(notebook.as_html(value)), re.sub(r"\s+", " ", notebook.as_text(value))


def words(page: str) -> str:
    without_style = re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    return re.sub(r"\s+(?=[.,:\s])", "", re.sub(r"<[^>]+>", " ", without_style)).replace("\n", " ")


def test_a_ruleset_is_a_folded_rule_book(library: Library) -> None:
    ruleset = library.load("fft-4")
    page = notebook.as_html(ruleset)
    assert "<details><summary>French tarot for four (federation rules) (fft-4)</summary>" in page
    assert "Going over" in page and "Going over" not in notebook.as_text(ruleset)
    assert f"{len(ruleset.rules)} rules." in notebook.as_text(ruleset)


def test_a_state_shows_hands_and_trick(lesson: Replay) -> None:
    page, text = shown(lesson.deal.moves[2].after)
    for printed in (page, text):
        assert "Trick 14:" in printed and "North is to play." in printed and "South" in printed and "taker" in printed
    assert 'role="img"><title>King of spades</title>' in notebook.as_html(lesson.start)
    assert "♠R" in text


def test_a_state_before_the_deal_and_one_with_hidden_hands(french: Engine) -> None:
    assert "is asked: cut." in notebook.as_text(french.start(seed=1))
    replay = tt.replay("signals-seen")
    assert "not known" in notebook.as_text(replay.start.view(0))


def test_a_finished_deal_shows_its_score() -> None:
    lesson = tt.replay("a-whole-deal")
    assert lesson.end.result is not None
    for printed in shown(lesson.end):
        assert "score" in printed and "Total" in printed
    for printed in shown(lesson.end.result):
        assert "Game points by seat:" in printed
    taken = tt.replay("tarotmag-16").end.tricks[-1]
    assert "The queen of diamonds wins the trick: play.highest_wins." in notebook.as_text(taken)


def test_a_hand(lesson: Replay) -> None:
    page, text = shown(lesson.start.hand(0))
    assert text == "5 cards 20 7 ♠8 ♦3 ♣2" and "5 cards" in page


def test_a_trick_shows_its_cards_in_the_order_played(lesson: Replay) -> None:
    assert re.search(r"4\.\s+18", notebook.as_text(lesson.deal.moves[3].after.tricks[-1].trick))


def test_choices_show_what_may_be_played(lesson: Replay) -> None:
    for printed in shown(lesson.engine.legal(lesson.deal.moves[3].before)):
        assert "North may play" in printed
    assert "ways to go on." in notebook.as_text(lesson.engine.legal(lesson.engine.start(seed=1)))


def test_a_deal_says_what_may_be_played_and_why_not_the_rest(lesson: Replay) -> None:
    for printed in shown(lesson.deal.undo(len(lesson.deal.moves) - 3)):
        assert (
            "North may play" in printed and "North may not play the 4 of trumps." in printed and "Going over" in printed
        )
        assert "taker" in printed


def test_a_deal_that_is_over_explains_its_score() -> None:
    for printed in shown(tt.replay("a-whole-deal").deal):
        assert "score" in printed and "Total" in printed and "cards were won" in printed and "CardRef" not in printed
    void = tt.deal("fft-4", seed=3).push("pass", "pass", "pass", "pass")
    assert "The deal is void: All pass" in notebook.as_text(void)


def test_a_reason_says_its_rule_and_source(lesson: Replay) -> None:
    for printed in shown(lesson.deal.undo(len(lesson.deal.moves) - 3).why("SR")):
        assert (
            "North may not play the king of spades" in printed and "North holds no hearts, and holds trumps." in printed
        )
        assert "Trumping when void (play.trump_when_void)" in printed and "fft" in printed


def test_a_verdict_by_itself_shows_its_rules(lesson: Replay) -> None:
    state = lesson.deal.moves[3].before
    assert state.turn is not None
    refused = notebook.as_text(lesson.engine.check(state, Play(state.turn, state.deck.card("SR"))))
    assert refused.startswith("Not allowed.") and "play.trump_when_void" in refused
    allowed = lesson.engine.check(state, Play(state.turn, state.deck.card("T18")))
    assert notebook.as_text(allowed).startswith("Allowed.")


def test_a_sheet_by_itself_shows_rules_and_amounts(french: Engine) -> None:
    counted, _findings = french.scorer.count(Outcome(contract="garde", halves=86, facts=honours(2)))
    for printed in shown(french.scorer.sheet(counted)):
        assert "score.multiplier" in printed and "54" in printed


def test_a_result_by_itself_and_a_void_one() -> None:
    printed = notebook.as_text(Result(scores=(Fraction(3), Fraction(-3))))
    assert "Game points by seat: 3 and -3." in printed
    assert "The deal is void: bid.all_pass." in notebook.as_text(Result(void="bid.all_pass"))


def test_a_replay_its_steps_and_a_session(lesson: Replay) -> None:
    for printed in shown(lesson):
        assert "Going over" in printed and "Trick 15" in printed
    for printed in shown(lesson.deal.moves[3]):
        assert "North plays the 18 of trumps." in printed and "North may play the 18 of trumps." in printed
    whole = tt.replay("a-whole-deal")
    assert all(notebook.as_text(step) and notebook.as_html(step) for step in whole.deal.moves)
    library = Library()
    assert "Agnès" in notebook.as_text(keep_score(library.find_record("session", "an-evening"), library))


class Tags(HTMLParser):
    found: set[str]

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        self.found.add(tag)


def test_what_an_author_writes_stays_text(tmp_path: Path) -> None:
    mine = f"format: 1\nid: mine\ntitle: {HOSTILE}\nabout: {HOSTILE}\nextends: fft-4\n"
    lesson = (
        f"format: 1\nid: x\nruleset: mine\ntitle: {HOSTILE}\nstart: {{step: play, taker: S, contract: garde, leader: W}}\n"
        f"seats: {{W: {HOSTILE}, S: Ada, E: Bo, N: Cy}}\nhands:\n  W: [H10, S5]\n  S: [H7, D3]\n  E: [H4, S6]\n  N: [T18, SR]\n"
        "tricks:\n  - cards: [W H10, S H7, E H4, N T18]\n"
    )
    (tmp_path / "mine.yaml").write_text(mine, encoding="utf-8")
    (tmp_path / "x.yaml").write_text(lesson, encoding="utf-8")
    library = Library([tmp_path / "mine.yaml"])
    replay = replay_example(str(tmp_path / "x.yaml"), library)
    for value in (replay.engine.ruleset, replay, replay.end, replay.deal.moves[0]):
        tags = Tags()
        tags.found = set()
        tags.feed(notebook.as_html(value))
        assert "script" not in tags.found


def test_importing_it_needs_no_ipython() -> None:
    code = "import sys, tarot_teach.notebook; sys.exit('IPython' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_values_show_themselves_wherever_ipython_runs() -> None:
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell()
    lesson = tt.replay("going-over")
    data, _metadata = shell.display_formatter.format(lesson.start.hand(0))
    assert data["text/plain"].startswith("5 cards") and 'class="tt-notebook"' in data["text/html"]


def test_every_kind_of_value_shows_itself_without_the_notebook_module() -> None:
    code = (
        "import sys; from tarot_teach.loading import Library; from tarot_teach.engine import Engine; "
        "engine = Engine(Library().load('fft-4')); assert 'tarot_teach.notebook' not in sys.modules; "
        "assert '21 of trumps' in engine.ruleset.deck.card('T21')._repr_html_()"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    for kind in notebook._SHOWN:
        assert hasattr(kind, "_repr_html_") and hasattr(kind, "_repr_mimebundle_"), kind


def test_a_card_a_pack_and_an_engine(lesson: Replay) -> None:
    deck = lesson.start.deck
    assert notebook.as_html(deck.card("T21")).count('class="tt-c"') == 1
    assert notebook.as_html(deck).count('class="tt-c"') == 78 and notebook.as_text(deck).startswith("78 cards")
    assert notebook.as_html(lesson.engine) == notebook.as_html(lesson.engine.ruleset)
    assert notebook.as_text(lesson.engine) == notebook.as_text(lesson.engine.ruleset)


def test_what_is_shown_has_no_controls_and_no_ids(lesson: Replay, library: Library) -> None:
    for value in (lesson, library.load("fft-4"), lesson.start, tt.replay("a-whole-deal")):
        page = re.sub(r"<svg.*?</svg>", "", notebook.as_html(value), flags=re.S)
        assert not re.search(r"<(button|input|select|form|fieldset|tt-)| (id|hidden)=", page)


def test_a_lesson_to_step_through(lesson: Replay) -> None:
    shown = notebook.player(lesson, height=600)
    page = shown._repr_html_()  # type: ignore[attr-defined]
    assert 'height="600"' in page and page.count("<iframe") == page.count("</iframe>") == 1
    assert "&lt;tt-lesson" in page and "<tt-lesson" not in page
    assert notebook.as_text(shown) == notebook.as_text(lesson)


@pytest.mark.parametrize("notebook_file", [TOUR, RESEARCH], ids=lambda file: file.stem)
def test_a_notebook_is_kept_without_outputs(notebook_file: Path) -> None:
    cells = json.loads(notebook_file.read_text(encoding="utf-8"))["cells"]
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]


def outputs_of(notebook_file: Path, folder: Path) -> list[Any]:
    """The outputs of the code of a notebook that is run in a folder."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    run = nbformat.read(notebook_file, as_version=4)
    client = nbclient.NotebookClient(
        run, timeout=HUNG, startup_timeout=HUNG, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    return [out for cell in run.cells if cell.cell_type == "code" for out in cell.outputs]


@pytest.fixture
def in_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, str], Path]:
    """A function that gives a notebook in a language, as a build of the documentation in it reads and offers it."""
    monkeypatch.syspath_prepend(TUTORIALS.parent)
    pages = pytest.importorskip("translated_pages")

    def made(english: Path, language: str) -> Path:
        if language == "en":
            return english
        text, page = english.with_suffix(f".{language}.md").read_text(encoding="utf-8"), tmp_path / english.name
        page.write_text(pages.notebook_of(text, json.loads(english.read_text(encoding="utf-8"))), encoding="utf-8")
        return page

    return made


TOURS = {
    "en": ("Going over", "North may not play the king of spades", "A garde multiplies the sum by 2."),
    "fr": ("Monter à l’atout", "Nord ne peut pas jouer le roi de pique", "Une garde multiplie le total par 2."),
}
"""What the notebook of the tutorial prints, in each language."""


@pytest.mark.turn(1, 3)
@pytest.mark.parametrize("language", [*TOURS])
def test_the_notebook_of_the_tutorial_runs(
    language: str, in_language: Callable[[Path, str], Path], tmp_path: Path
) -> None:
    outputs = outputs_of(in_language(TOUR, language), tmp_path)
    assert len(outputs) == 8 and all("tt-notebook" in out.data["text/html"] for out in outputs)
    printed = " ".join(words(out.data["text/html"]) for out in outputs)
    assert [expected for expected in TOURS[language] if expected not in printed] == []


def test_the_notebook_of_the_tutorial_has_the_same_code_in_french(in_language: Callable[[Path, str], Path]) -> None:
    english, french = (
        ["".join(cell["source"]) for cell in json.loads(page.read_text(encoding="utf-8"))["cells"]]
        for page in (TOUR, in_language(TOUR, "fr"))
    )
    assert len(english) == len(french) and not french[0].startswith("%")
    assert [text.replace('\n\ntt.language("fr");', "") for text in french[1::2]] == english[1::2]
    assert {*english[::2]}.isdisjoint(french[::2])


@pytest.mark.turn(2, 3)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_record_becomes_a_figure(language: str, in_language: Callable[[Path, str], Path], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run = in_language(RESEARCH, language)
    printed = " ".join(out.get("text", "") for out in outputs_of(run, tmp_path))
    answer = tt.admits("tournoi-des-maitres-2006-11")
    tried, left = len(answer.rows()), len(answer.admitted)
    expected = {
        "en": (
            f"{tried} tried, {left} left.",
            f"{tried} tried, {left} admit the record",
            f"score: 20 fall, {left} are left",
        ),
        "fr": (
            f"{tried} essayés, {left} restants.",
            f"{tried} essayés, {left} admettent",
            f"marque : 20 tombent, il en reste {left}",
        ),
    }
    assert not [words for words in expected[language] if words not in printed]
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF") and "<svg" in (tmp_path / "figure.svg").read_text(
        encoding="utf-8"
    )
    rows = (tmp_path / "figure.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + len([name for name in answer.admitted if "+" not in name][1:])


def test_what_cannot_be_shown_or_used_is_said() -> None:
    with pytest.raises(TypeError, match="int does not show itself; these do: Ruleset, Engine, Card"):
        notebook.as_text(3)
    with pytest.raises(TypeError, match=r"player takes a lesson, as in player\(replay\('going-over'\)\), not a str"):
        notebook.player("going-over")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1 pixel high, not 0"):
        notebook.player(tt.replay("going-over"), height=0)
