"""Questions for Moodle and Anki. GIFT is read here step by step as Moodle's ``question/format/gift/format.php`` reads it,
XML as its ``question/format/xml/format.php`` does."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import sys
import zipfile
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Choice, Exercise
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.explain.levels import level_of
from tarot_teach.loading import Library
from tarot_teach.render.moodle_xml import moodle_xml
from tarot_teach.render.quiz_files import MOST_RIGHT, gift
from tarot_teach.text import Text
from tarot_teach.topics.quiz.quiz import Quiz, judge

Run = Callable[..., tuple[int, str, str]]
ESCAPED = {rf"\{sign}": f"&&{ord(sign):03};" for sign in ":#={}~"} | {r"\n": "&&010;"}
SHARES = {round(100 / n, 5) for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20)} | {
    0,
    30,
    40,
    60,
    66.66667,
    70,
    75,
    80,
    83.33333,
    90,
}
"""The shares of the marks that Moodle knows, in percent."""


@dataclass
class Asked:
    """A question as Moodle has it: answers with share (percent) and feedback."""

    name: str
    text: str
    kind: str
    single: bool
    answers: list[tuple[str, float, str]]
    feedback: str


def read(text: str) -> Asked:
    """A question of a GIFT file as Moodle reads it."""
    text = text.replace("\\\\", "&&092;")
    for sign, placeholder in ESCAPED.items():
        text = text.replace(sign, placeholder)
    text = text.replace("&&092;", "\\")
    assert text.startswith("::")
    name, text = text[2:].split("::", 1)
    body, _brace, rest = text.partition("{")
    inside, _brace, after = rest.partition("}")
    assert not after.strip() and "{" not in rest
    assert body.startswith("[html]")
    inside, _hashes, feedback = inside.strip().rpartition("####")
    inside = inside.strip()
    kind = "numerical" if inside.startswith("#") else "multichoice" if "~" in inside else "?"
    parts = [part.strip() for part in inside.lstrip("#").replace("=", "~=").split("~")]
    assert not parts.pop(0)
    answers = []
    for part in parts:
        weight = re.match(r"%-*([0-9]{1,2})\.?([0-9]*)%", part)
        share = 100.0 if part.startswith("=") else float(weight[0].strip("%")) if weight else 0.0
        part = part[weight.end() :] if weight else part.removeprefix("=")
        answer, _hash, reply = part.partition("#")
        assert "#" not in reply
        answers.append((plain(answer), share, plain(reply)))
    return Asked(plain(name), plain(body.removeprefix("[html]")), kind, "=" in inside, answers, plain(feedback))


def plain(text: str) -> str:
    for sign, placeholder in ESCAPED.items():
        text = text.replace(placeholder, sign[1])
    return unescape(re.sub(r"<(?!img)[^>]*>", "", text)).strip()


def curly(text: object) -> str:
    return str(text).replace("'", "’")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run ``quiz`` in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main(["quiz", *args])
        return int(caught.value.code or 0), *capsys.readouterr()

    return run


@pytest.mark.parametrize("name", ["fft-4", "fft-5", "fft-3", "guide-4", "early-17c"])
def test_moodle_reads_each_question_and_marks_it_as_the_engine_does(library: Library, name: str) -> None:
    ruleset = library.load(name)
    quiz = Quiz(Engine(ruleset), advice_for(library, ruleset), 7)
    exercises = [quiz.exercise(number) for number in range(3 * len(quiz.kinds))]
    head, *written = gift(exercises, name, "A / B").split("\n\n")
    assert head.endswith("$CATEGORY: A // B") and len(written) == len(exercises)
    for exercise, text in zip(exercises, written, strict=True):
        found = read(text)
        assert found.name == f"{name} {exercise.id}" and curly(exercise.question) in curly(found.text)
        if exercise.amount:
            (answer, share, _reply), (any_other, none, _wrong) = found.answers
            assert found.kind == "numerical" and (share, any_other, none) == (100, "", 0)
            amount, _colon, tolerance = answer.partition(":")
            assert judge(exercise, amount).grade == "right" and tolerance == "0"
        else:
            check_choices(exercise, found)


def check_choices(exercise: Exercise, found: Asked) -> None:
    assert found.kind == "multichoice" and {abs(share) for _label, share, _reply in found.answers} <= SHARES
    assert found.single == (exercise.pick == 1)
    by_label = {curly(choice.label): choice for choice in exercise.choices}
    for label, share, reply in found.answers:
        choice = by_label[curly(label)]
        assert (share > 0) == (choice.grade == "right") and (
            choice.grade != "wrong" or share == (0 if found.single else -100)
        )
        assert curly(choice.reply) in curly(reply)
    right = [share for _label, share, _reply in found.answers if share > 0]
    assert round(sum(right), 2) == 100 or (found.single and max(right) == 100)
    left_out = len(exercise.choices) - len(found.answers)
    assert left_out == (0 if found.single else max(0, sum(c.grade == "right" for c in exercise.choices) - MOST_RIGHT))


def test_signs_that_mean_something_in_gift_are_kept_as_they_are() -> None:
    signs = Text((r"a\b {c} = ~d~ #e :f: %50% \n [html] -> // <g> & 'h'",))
    choices = (Choice("y", signs, "right", signs), Choice("n", Text(("no",)), "wrong", signs))
    found = read(gift([Exercise("x", "bid", (), signs, choices, 1, answer=())], "n:1", "T").split("\n\n")[1])
    shown = r"a\b {c} = ~d~ #e :f: %50% \n [html] -> // <g> & ‘h’"
    assert found.answers[0][:2] == (shown, 100) and found.answers[1][2].endswith(shown)
    assert found.text == shown and found.name == "n:1 x" and shown in found.feedback


def test_a_gift_archive_has_each_picture_that_it_names(run: Run) -> None:
    args = ("fft-4", "--format", "gift", "--number", "5", "--seed", "3", "--out")
    assert run(*args, "quiz.zip")[:2] == (0, "Written: quiz.zip\n") and run(*args, "again.zip")[0] == 0
    assert Path("quiz.zip").read_bytes() == Path("again.zip").read_bytes()
    archive = zipfile.ZipFile("quiz.zip")
    text = archive.read("questions.txt").decode()
    named = set(re.findall(r'src\\="@@PLUGINFILE@@/([^"]+)" alt\\="\w[^"]+"', text))
    assert named and text.count("@@PLUGINFILE@@") == len(re.findall(r"<img ", text))
    assert {*archive.namelist()} == {"questions.txt", *named}
    for name in named:
        assert ElementTree.fromstring(archive.read(name)).tag.endswith("svg")
    assert run(*args, "quiz.txt")[0] == 0 and "PLUGINFILE" not in Path("quiz.txt").read_text(encoding="utf-8")


def notes_of(package: Path) -> list[tuple[str, str]]:
    """Notes of a package for Anki: their ids and fields."""
    (package.parent / "collection").write_bytes(zipfile.ZipFile(package).read("collection.anki2"))
    with sqlite3.connect(package.parent / "collection") as base:
        return list(base.execute("select guid, flds from notes order by guid"))


def test_a_package_for_anki_keeps_its_notes(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("genanki")
    args = ("fft-4", "--format", "anki", "--number", "10", "--seed", "3", "--out")
    assert run(*args, "one.apkg")[:2] == (0, "Written: one.apkg\n") and run(*args, "two.apkg")[0] == 0
    notes = notes_of(tmp_path / "one.apkg")
    assert len(notes) == len({guid for guid, _fields in notes}) == 10 and notes == notes_of(tmp_path / "two.apkg")
    archive = zipfile.ZipFile("one.apkg")
    media = json.loads(archive.read("media"))
    fields = "".join(fields for _guid, fields in notes)
    assert set(re.findall(r'<img src="([^"]+)"', fields)) == set(media.values())
    assert all(archive.read(number).startswith(b"<svg") for number in media)
    assert not re.search(r'<svg|<span|class="|None', fields) and fields.count("The answer") >= 6
    run("fft-4", "--format", "anki", "--number", "10", "--seed", "4", "--out", "other.apkg")
    assert not {guid for guid, _fields in notes} & {guid for guid, _fields in notes_of(tmp_path / "other.apkg")}


def test_without_genanki_the_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    code, _out, err = run("fft-4", "--format", "anki", "--out", "quiz.apkg")
    assert code == 1 and "[quiz.no-genanki]" in err and "tarot-teach[anki]" in err and not Path("quiz.apkg").exists()


def test_the_questions_of_an_example(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _err = run("going-over", "--format", "gift")
    legal, winner = (read(text) for text in out.split("\n\n")[1:])
    assert code == 0 and [name for name, share, _reply in legal.answers if share > 0] == ["18 of trumps"]
    assert not legal.single and winner.single and winner.answers[0][0] in ("West", "North", "East", "South")
    data = json.loads(run("going-over", "--json")[1])
    assert [asked["id"] for asked in data] == ["going-over-ask-1", "going-over-ask-2"]
    monkeypatch.setattr("sys.stdin", io.StringIO("18\nsouth\n"))
    assert "2 of 2 right." in run("going-over")[1]
    for args in (("petit-sec",), ("going-over", "--kind", "score")):
        assert "[exercise.none]" in run(*args, "--format", "gift")[2]


def test_formats_and_files_that_do_not_go_together(run: Run) -> None:
    for args in (("--format", "anki"), ("--out", "x.txt"), ("--json", "--out", "x.json")):
        code, _out, err = run("fft-4", *args)
        assert code == 2 and "[quiz.out]" in err
    Path("x.txt").write_text("kept", encoding="utf-8")
    assert "[save.exists]" in run("fft-4", "--format", "gift", "--out", "x.txt")[2]
    assert run("fft-4", "--format", "gift", "--out", "x.txt", "--force", "--count", "1")[0] == 0


def html_of(element: ElementTree.Element) -> str:
    """The HTML of an element of Moodle XML, whose pictures are all in it, and which has no other."""
    assert element.get("format") == "html"
    html = element.findtext("text") or ""
    files = {file.get("name", ""): b64decode(file.text or "", validate=True) for file in element.findall("file")}
    assert {*files} == {*re.findall('src="@@PLUGINFILE@@/([^"]+)"', html)}
    assert html.count("<img ") == html.count("@@PLUGINFILE@@") and "<svg" not in html
    for content in files.values():
        assert ElementTree.fromstring(content).tag.endswith("svg")
    return html


def on_one_line(html: str) -> str:
    return plain(re.sub(r"\s*\n\s*", " ", html))


def read_xml(question: ElementTree.Element) -> Asked:
    """A question of a Moodle XML file as Moodle reads it."""
    words = {
        found.tag: on_one_line(html_of(found)) for found in question if found.tag in ("questiontext", "generalfeedback")
    }
    answers = []
    for answer in question.findall("answer"):
        feedback = answer.find("feedback")
        assert feedback is not None
        said = answer.findtext("text") or "" if question.get("type") == "numerical" else html_of(answer)
        answers.append((on_one_line(said), float(answer.get("fraction", "")), on_one_line(html_of(feedback))))
    return Asked(
        question.findtext("name/text") or "",
        words["questiontext"],
        question.get("type") or "",
        question.findtext("single") != "false",
        answers,
        words["generalfeedback"],
    )


@pytest.mark.parametrize("name", ["fft-4", "scarto", "hombre-1674", "tresillo", "slovenian-pagat", "zwanzigerrufen"])
def test_moodle_xml_says_what_gift_says_and_has_its_pictures(library: Library, name: str) -> None:
    ruleset = library.load(name)
    quiz = Quiz(Engine(ruleset), advice_for(library, ruleset), 7)
    exercises = [quiz.exercise(number) for number in range(3 * len(quiz.kinds))]
    category, *questions = ElementTree.fromstring(moodle_xml(exercises, name, "A / B").encode())
    assert category.get("type") == "category" and category.findtext("category/text") == "$course$/top/A // B"
    written = gift(exercises, name, "A / B").split("\n\n")[1:]
    pictures = 0
    for exercise, question, text in zip(exercises, questions, written, strict=True):
        found, as_gift = read_xml(question), read(text)
        assert found.name == as_gift.name and found.kind == as_gift.kind and found.feedback == as_gift.feedback
        assert curly(exercise.question) in curly(found.text)
        tags = [tag.findtext("text") for tag in question.findall("tags/tag")]
        assert tags == [name, exercise.kind, f"Level {level_of(exercise)}", *exercise.rules]
        assert question.findtext("idnumber") == f"{name} {exercise.id}" and question.findtext("defaultgrade") == "1"
        pictures += len(question.findall(".//file"))
        shares = [share for _label, share, _reply in found.answers]
        if exercise.amount:
            assert (
                found.answers[0][:2] == (exercise.amount, 100) and found.answers[-1][0] == "*" and {*shares[1:]} == {0}
            )
            assert {answer.findtext("tolerance") for answer in question.findall("answer")} == {"0"}
            assert [amount for amount, _share, _reply in found.answers[1:-1]] == [
                miss for miss, _reply in exercise.misses
            ]
        else:
            assert found.single == as_gift.single == (exercise.pick == 1)
            both = [sorted((reply, share) for _label, share, reply in each.answers) for each in (found, as_gift)]
            assert both[0] == both[1], "pictures stand in the order of a hand, names in that of the pack"
            if found.single:
                cost, others = float(question.findtext("penalty") or 0), len(exercise.choices) - 1
                assert 1 / others - 1e-6 <= cost <= 1 or (cost == 0.2 and others > 5)
    assert pictures > len(exercises)


def test_signs_that_mean_something_in_xml_and_long_ids_are_kept_apart() -> None:
    signs = Text(("]]> <b> &amp; \x07\ufffe é ♠",))
    choices = (Choice("y", signs, "right", signs), Choice("n", Text(("no",)), "wrong", signs))
    asked = [Exercise(id, "bid", (), signs, choices, 1, answer=()) for id in ("x" * 120, "x" * 119 + "y")]
    _category, *questions = ElementTree.fromstring(moodle_xml(asked, "n", "T").encode())
    ids = {question.findtext("idnumber") for question in questions}
    assert len(ids) == 2 and all(id is not None and len(id) <= 100 for id in ids)
    label, share, reply = read_xml(questions[0]).answers[0]
    assert (label, share) == ("]]> <b> &amp;  é ♠", 100) and reply.endswith(label)


def test_questions_for_moodle_by_the_command(run: Run) -> None:
    args = ("going-over", "--format", "moodle")
    code, out, _err = run(*args)
    _category, legal, winner = ElementTree.fromstring(out.encode())
    assert code == 0 and not read_xml(legal).single and read_xml(winner).single
    right = [label for label, share, _reply in read_xml(legal).answers if share > 0]
    assert len(right) == 1 and right[0].endswith("18 of trumps")
    assert run(*args, "--out", "quiz.xml")[:2] == (0, "Written: quiz.xml\n")
    assert Path("quiz.xml").read_text(encoding="utf-8") == out, "the same questions, the same file"
    assert "[save.exists]" in run(*args, "--out", "quiz.xml")[2]
