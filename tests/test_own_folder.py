"""A folder as a library: a game with a pack, a source, a term, a house rule, an example, a session and a course of its own, outside the project."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path
from typing import get_args, get_origin

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import tarot_teach as tt
from tarot_teach import notebook
from tarot_teach.cli import main
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.loading.formats import DeckFile, PackPart
from tarot_teach.loading.user_files import library_for
from tests.helpers import build

GAME = Path(__file__).parent / "fixtures" / "own_game"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the game, in the working folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(GAME, tmp_path / "mygame"))


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """The exit code of a command, and what it prints."""
    with pytest.raises(SystemExit) as ended:
        main([*args])
    return int(ended.value.code or 0), "".join(capsys.readouterr())


COMMANDS = {
    "check ./mygame": "hill-54.yaml: deck, fine",
    "check mygame": "an-hour.yaml: session, fine",
    "check mygame/hill.yaml --play 3": "3 deals at random, sound",
    "check mygame/options/low-table.yaml": "option, fine",
    "check mygame/sources.yaml mygame/glossary.yaml": "glossary, fine",
    "rules ./mygame": "Hermit",
    "rules mygame/hill.yaml+low-table --rule score.cards": "Each card above 0 counts",
    "legal ./mygame --hand SR,H7 --trick H10": "Allowed: the 7 of hearts",
    "list ./mygame": "an-hour",
    "list --ruleset ./mygame": "low-table",
    "quiz ./mygame --json": '"ruleset": "hill"',
    "quiz ./mygame/examples/a-trick.yaml --json": '"ruleset": "hill"',
    "evaluate ./mygame --hand SR": "does not fit hill",
    "score ./mygame --pile T1,EX,SR": "3 cards were won; none above 9",
    "session ./mygame/sessions/an-hour.yaml": "Tarot on the hill",
    "odds ./mygame --about suits": "54 cards are dealt",
    "compare ./mygame early-17c --matrix": "cards: 9",
    "compare ./mygame early-17c --family": "Tarot on the hill",
    "find ./mygame --shows rule:play.trump_when_void --tries 20": "ruleset: hill",
    "simulate ./mygame --deals 4 --jobs 1": "4 deals",
    "replay ./mygame/examples/a-trick.yaml": "Following suit",
    "step ./mygame/examples/a-trick.yaml": "Following suit",
    "new session more --ruleset ./mygame": "Written: more.yaml",
    "new ruleset valley --ruleset ./mygame --out mygame/valley.yaml": "Written: mygame/valley.yaml",
}


@pytest.mark.parametrize("line", COMMANDS)
def test_each_command_knows_what_lies_in_the_folder(game: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    code, printed = run(capsys, *(word.replace(",", " ") for word in line.split()))
    assert COMMANDS[line] in printed
    assert code == (line.startswith("evaluate")), printed
    if line.startswith("new"):
        assert run(capsys, "check", "mygame/valley.yaml" if "valley" in line else "more.yaml")[0] == 0
    assert game.is_dir()


def test_a_deal_is_played_by_a_ruleset_of_the_folder(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("help\nquit\n"))
    code, printed = run(capsys, "play", str(game) + "/", "--lines", "--seed", "1")
    assert code == 0 and "Tarot on the hill: a deal" in printed


def test_a_tutorial_of_a_folder_has_its_sources_and_terms(game: Path) -> None:
    assert build("./mygame", "--format", "markdown") == 0
    made = game.parent / "tutorial"
    assert "A sheet of paper from the attic" in (made / "sources.md").read_text(encoding="utf-8")
    assert "an old man with a lantern" in (made / "glossary.md").read_text(encoding="utf-8")
    assert (made / "examples" / "a-trick.md").is_file()


@pytest.mark.usefixtures("game")
def test_programs_and_notebooks_know_the_folder() -> None:
    ruleset = tt.load("./mygame")
    assert {each.place for each in (ruleset, tt.load(Path("mygame")), tt.load("mygame/hill.yaml"))} == {ruleset.place}
    assert len(ruleset.deck.cards) == 54 and ruleset.deck.card("SV").name == "page of spades"
    assert tt.load("./mygame+low-table").options == ("low-table",)
    assert "low-table" in tt.options(ruleset) and tt.examples(ruleset) == ("a-trick",)
    assert "[attic, “page 1”]" in str(tt.rulebook(ruleset))
    assert "old man with a lantern" in notebook.as_html(ruleset)
    assert tt.replay("mygame/examples/a-trick.yaml").record.file.id == "a-trick"
    assert tt.simulate("./mygame", deals=3).to_dict()["deals"] == 3
    assert tt.session("mygame/sessions/an-hour.yaml").to_dict()["ruleset"] == "hill"


def test_directives_know_the_folder(game: Path) -> None:
    source = game.parent / "pages"
    source.mkdir()
    (source / "conf.py").write_text(
        'extensions = ["tarot_teach.sphinxext"]\ntarot_files = ["../mygame"]\nhtml_theme = "basic"\n', encoding="utf-8"
    )
    (source / "index.rst").write_text(
        "Game\n====\n\n.. tarot:rules:: hill\n\n.. tarot:rules:: hill+low-table\n   :rule: score.cards\n\n"
        ".. tarot:example:: a-trick\n\n.. tarot:session:: an-hour\n\n.. tarot:sources::\n\n.. tarot:glossary::\n\n"
        ":tarot:term:`hermit` :tarot:source:`attic` :tarot:card:`hill:SV`\n",
        encoding="utf-8",
    )
    said, out = io.StringIO(), game.parent / "out"
    with patch_docutils(), docutils_namespace():
        app = Sphinx(str(source), str(source), str(out), str(out / "trees"), "html", status=None, warning=said)
        app.build()
    page = (out / "index.html").read_text(encoding="utf-8")
    assert not said.getvalue()
    assert (
        "an old man with a lantern" in page and "A sheet of paper from the attic" in page and "page of spades" in page
    )


def test_a_key_that_is_there_with_other_content_is_refused(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (game / "sources.yaml").open("a", encoding="utf-8") as file:
        file.write("  fft:\n    title: Other rules\n")
    code, printed = run(capsys, "rules", "./mygame")
    assert code == 1 and "sources.yaml:6" in printed and "'fft' has other content in" in printed
    assert "[library.differs]" in printed
    assert run(capsys, "check", "mygame/sources.yaml")[0] == 1


def test_a_key_that_is_there_with_the_same_content_is_fine(game: Path) -> None:
    shutil.copy(Library().files("glossary")[0], game / "glossary.yaml")
    with (game / "glossary.yaml").open("a", encoding="utf-8") as file:
        file.write("\n  hermit: {meaning: An old man., en: Hermit}\n")
    assert tt.load("./mygame").terms["hermit"].label == "Hermit"


def test_a_folder_without_a_ruleset_and_one_with_two(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "other.yaml").write_text("format: 1\nid: other\ntitle: Other\nextends: hill\n", encoding="utf-8")
    code, printed = run(capsys, "rules", "./mygame")
    assert code == 1 and "holds more than one ruleset" in printed and "name one of them: mygame/hill.yaml" in printed
    assert "holds no ruleset" in run(capsys, "rules", "./mygame/decks")[1]
    (game / "hill.yaml").rename(game / "mygame.yaml")
    assert run(capsys, "rules", "./mygame")[0] == 0


def test_a_folder_is_named_by_its_path_and_an_id_is_none(game: Path) -> None:
    game.rename("fft-4")
    assert not library_for(["fft-4"], print).user_files
    assert library_for(["./fft-4"], print).path_of("deck", "hill-54")


def test_json_of_a_folder_that_is_checked(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "courses.md").write_text("no YAML", encoding="utf-8")
    (game / "mkdocs.yaml").write_text("site_name: another program's\n", encoding="utf-8")
    (game / "broken.yaml").write_text("format: [\n", encoding="utf-8")
    code, printed = run(capsys, "check", "./mygame", "--json")
    data = json.loads(printed)
    assert code == 1 and len(data["checked"]) == 8
    assert [error["file"] for error in data["errors"]] == ["mygame/broken.yaml"]


PACKS = {
    "drops:\n  marks: [nothing]": "there is no 'nothing' under `marks` to be dropped",
    "changes:\n  marks: {pip: [Z]}": "'Z' is no card, rank, suit or mark named before",
    "changes:\n  suits: {spades: {colour: black}}": "'colour' is not known here",
    "changes:\n  suites: {}": "'suites' is not allowed here",
    "changes:\n  points: {king: 5}": "its cards count 93 points",
    "drops:\n  marks: [honour]": "'honour' is no card, rank, suit or mark named before, as the pack that is extended has it at",
    "changes:\n  names: {Z: last}": "there is no rank 'Z' to be named",
    "extends: mine": "a pack is made of itself: mine → mine",
    "extends: nothing": "there is no pack 'nothing'",
}


@pytest.mark.parametrize("text", PACKS)
def test_faults_of_a_pack_that_extends_another(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    extends = "" if "extends" in text else "extends: tarot-78\n"
    path = tmp_path / "mine.yaml"
    path.write_text(f"format: 1\nid: mine\ntitle: Mine\ncards: 78\ntotal: 91\n{extends}{text}\n", encoding="utf-8")
    code, printed = run(capsys, "check", str(path))
    assert code == 1 and PACKS[text] in printed and printed.startswith(f"{path}:")


def test_a_pack_without_its_numbers_is_told_what_makes_it_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text("format: 1\nid: bare\ntitle: Bare\nextends: tarock-40\ndrops: {marks: [petit]}\n", encoding="utf-8")
    code, printed = run(capsys, "check", str(path))
    assert (
        code == 1 and "tarock-40 is a pack" in printed and "a pack that extends it has `cards` and `total`" in printed
    )


def test_a_ruleset_with_another_pack_is_told_of_marks_that_its_parents_rules_miss(tmp_path: Path) -> None:
    pack = "format: 1\nid: bare\ntitle: Bare\nextends: tarot-78\ndrops: {marks: [honour], points: [honour]}\ncards: 78\ntotal: 91\n"
    (tmp_path / "bare.yaml").write_text(pack + "changes: {points: {T1: 4½, T21: 4½, EX: 4½}}\n", encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text("format: 1\nid: mine\ntitle: Mine\nextends: fft-4\ndeck: bare\n", encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        library_for([str(path)], print).load(str(path))
    assert {(problem.place.file, problem.place.line) for problem in caught.value.problems if problem.place} == {
        (str(path), 5)
    }
    assert all("alter it under `changes`" in (problem.hint or "") for problem in caught.value.problems)


def test_a_pack_extends_a_pack_that_extends_another(tmp_path: Path) -> None:
    pack = "format: 1\nid: {id}\ntitle: Pack\nextends: {extends}\ncards: 77\ntotal: 86½\n{more}"
    (tmp_path / "one.yaml").write_text(
        pack.format(
            id="one", extends="tarot-78", more="drops: {suits: [excuse]}\nchanges: {marks: {honour: [T1, T21]}}\n"
        ),
        encoding="utf-8",
    )
    (tmp_path / "two.yaml").write_text(
        pack.format(
            id="two", extends="./one.yaml", more="changes: {names: {C: rider}, suits: {spades: {symbol: S}}}\n"
        ),
        encoding="utf-8",
    )
    library = Library([tmp_path / "two.yaml"])
    deck = library.deck("two")
    assert len(deck.cards) == 77 and deck.card("SC").name == "rider of spades" and "EX" not in deck.by_code
    assert deck.suits["spades"].symbol == "S"
    with pytest.raises(LoadError, match="there is no pack 'one'"):
        library.deck("one")


def test_every_part_of_a_pack_can_be_altered() -> None:
    parts = {name for name, field in DeckFile.model_fields.items() if get_origin(field.annotation) is dict}
    assert {*parts, "order"} == {*get_args(PackPart)}


SKETCH = """\
format: 1
id: sketch
title: Sketch
extends: early-17c
drops: {score.counters: Not here.}
adds:
  score.trumps:
    mechanism: counters
    params: {points: {trump: 1}}
    title: Trumps
"""


@pytest.mark.parametrize(
    ("heading", "rule", "words"),
    [
        ("", "", "score.trumps has no source"),
        ("", "at: page 1", "score.trumps has `at`, which is for rules of the ruleset's `sources`"),
        ("sources: [{source: early17c}]", "", "score.trumps names a source, but no place in it"),
        (
            "sources: [{source: early17c}]",
            "at: page 1\n    sources: [{source: fft, at: here}]",
            "score.trumps has `at`",
        ),
        ("sources: [{source: early17c}]", "at: page 1", ""),
        ("sources: [{source: early17c, at: Play}]", "", ""),
        ("draft: true", "", "this is a draft; rules without a place in a source: score.trumps"),
    ],
)
def test_sources_of_the_whole_and_drafts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], heading: str, rule: str, words: str
) -> None:
    path = tmp_path / "sketch.yaml"
    path.write_text(f"{SKETCH}    {rule}\n{heading}\n", encoding="utf-8")
    code, printed = run(capsys, "check", str(path))
    assert words in printed and code == (words.startswith("score."))
    if code == 0:
        assert "other rulesets call score.counters what is called score.trumps here" in printed
        assert ("This is a draft" in run(capsys, "rules", str(path))[1]) == ("draft" in heading)
        cited = tt.load(path).rules["score.trumps"].sources
        assert [(each.source, each.at) for each in cited] == (
            [] if "draft" in heading else [("early17c", rule.removeprefix("at: ") or "Play")]
        )


INCOMPLETE = {
    "drops: {play.highest_wins: no}": "no rule says who wins a trick",
    "drops: {count.each: no}": "no rule says whose cards are counted together",
    "drops: {score.cards: no, score.counters: no}": "no rule says what a deal is worth",
    "adds: {bid.auction: {mechanism: one_turn_each, title: Bids}}": "no rule says what can be bid",
    "drops: {deal.hands: no}\nadds: {deal.packets: {mechanism: deal_in_packets, params: "
    "{packet: 3, talon: 6, talon_not: []}, title: Deal}}": "no rule says what becomes of the 6 cards of the talon",
    "changes: {score.cards: {params: {above: 77}}}\ndrops: {score.counters: no}": "nobody has won or lost a point",
}


@pytest.mark.parametrize("text", INCOMPLETE)
def test_a_game_that_nobody_can_win_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    path = tmp_path / "odd.yaml"
    heading = "format: 1\nid: odd\ntitle: Odd\nextends: early-17c\nplayers: 4\ndraft: true\n"
    path.write_text(f"{heading}{text}\n", encoding="utf-8")
    code, printed = run(capsys, "check", str(path), "--play", "20")
    assert code == 1 and INCOMPLETE[text] in printed and "odd.yaml:" in printed and "hint:" in printed


UNTITLED = """\
format: 1
id: untitled
title: Untitled
extends: scarto
evidence: house
because: A test.
adds:
  play.trump_over: {mechanism: must_overtrump, because: A test.}
"""


def test_a_rule_without_a_title_has_the_heading_of_its_mechanism(tmp_path: Path) -> None:
    path = tmp_path / "untitled.yaml"
    path.write_text(UNTITLED, encoding="utf-8")
    assert library_for([str(path)], print).load(str(path)).rules["play.trump_over"].title == "Overtrumping"
    path.write_text(UNTITLED.replace("must_overtrump", "must_beat"), encoding="utf-8")
    with pytest.raises(LoadError, match=r"play\.trump_over has no title, and its mechanism brings none") as caught:
        library_for([str(path)], print).load(str(path))
    (problem,) = caught.value.problems
    assert problem.place and (problem.place.line, problem.code) == (8, "file.missing-key")


def test_warnings_of_a_draft_lead_to_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "new", "game", "mine", "--out", str(tmp_path / "mine"))[1]
    printed = run(capsys, "check", str(tmp_path / "mine"))[1]
    assert "its sources are still to be named: mine-source" in printed and "take `draft` away" not in printed
    (tmp_path / "sketch.yaml").write_text(f"{SKETCH}draft: true\n", encoding="utf-8")
    child = tmp_path / "child.yaml"
    child.write_text("format: 1\nid: child\ntitle: Child\nextends: ./sketch.yaml\n", encoding="utf-8")
    printed = run(capsys, "check", str(child))[1]
    assert "it is made from sketch, which is a draft" in printed and "take `draft` away" not in printed
    assert f"{child}:4:" in printed


def test_rules_with_other_ids_are_told_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(tt.load("early-17c").place.file)).read_text(encoding="utf-8")
    for old, new in (
        ("play.first_lead:", "play.opening:"),
        ("score.counters:", "score.trumps:"),
        ("count.each:", "count.all:"),
    ):
        text = text.replace(old, new)
    text = re.sub(r"\{\{ rule\.\S+ \}\}", "it", text).replace("id: early-17c", "id: early-mine")
    path = tmp_path / "early-mine.yaml"
    path.write_text(text, encoding="utf-8")
    printed = run(capsys, "check", str(path))[1]
    assert printed.count("rules.other-id") == 1 and "score.trumps (score.counters)" in " ".join(printed.split())


def test_an_unknown_source_is_told_once_with_its_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        Path(tt.load("early-17c").place.file)
        .read_text(encoding="utf-8")
        .replace("source: early17c", "source: early17x")
    )
    path = tmp_path / "early-mine.yaml"
    path.write_text(text.replace("id: early-17c", "id: early-mine"), encoding="utf-8")
    printed = run(capsys, "check", str(path))[1]
    assert printed.count("'early17x' is not in the bibliography") == 1 and "places, further in" in printed
