"""Questions for a class: a page and a SCORM package, codes of answers, and codes of many put together."""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tarot_teach.blocks import Exercise
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.render.scorm import class_page, questions_in, scorm
from tarot_teach.topics.quiz.codes import check_sum, put_together, read_code, set_data
from tarot_teach.topics.quiz.quiz import Quiz
from tests.helpers import CLICKED, LIBRARY, printed_by, run

GAMES = ("fft-4", "hombre-1674", "scarto", "slovenian-pagat")


def questions(name: str, count: int = 6, seed: int = 1) -> list[Exercise]:
    """Questions about a ruleset, of several kinds."""
    quiz = Quiz(Engine(LIBRARY.load(name)), None, seed)
    return [quiz.exercise(number) for number in range(count)]


def code(data: dict[str, Any], *answers: str) -> str:
    """The code of some answers."""
    body = f"{data['lesson']}-{'.'.join(answers)}"
    return f"tt1-{body}-{check_sum(body)}"


@pytest.fixture
def data() -> dict[str, Any]:
    """Three questions as data, with a choice, several choices, and an amount."""
    asked = [
        {"question": "Who wins?", "choices": ["South", "East", "North"], "teach": "Who wins the trick"},
        {"question": "Which cards?", "choices": ["2", "3", "4"], "teach": "Following suit"},
        {"question": "How much?", "choices": [], "teach": "The game"},
    ]
    return {"lesson": "0a1b2c", "title": "Three", "questions": asked}


def files(folder: Path, *texts: str) -> list[Path]:
    """Files with these texts."""
    paths = [folder / f"{i}.txt" for i in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_the_hardest_question_comes_first_with_its_most_frequent_wrong_answer(
    data: dict[str, Any], tmp_path: Path
) -> None:
    of_all = [
        code(data, "r", "w6", "wm26"),
        code(data, "r", "w6", "r"),
        code(data, "w2", "p1", "wm26d5"),
        code(data, "r", "0", "wm26"),
    ]
    found = put_together(data, files(tmp_path, "\n".join(of_all[:2]), "\n\n".join(of_all[2:])))
    assert (found.learners, found.others) == (4, 0)
    told = [(each.number, each.right, each.given, each.wrong, each.times, each.teach) for each in found.questions]
    assert told == [
        (2, 0, 3, "3, 4", 2, "Following suit"),
        (3, 1, 4, "−26", 2, "The game"),
        (1, 3, 4, "East", 1, "Who wins the trick"),
    ]


def test_codes_of_another_lesson_are_left_out_and_counted(data: dict[str, Any], tmp_path: Path) -> None:
    other = code({**data, "lesson": "ffffff"}, "r", "r")
    found = put_together(data, files(tmp_path, f"{other}\n{code(data, 'r', 'r', 's')}\n{other}\n"))
    assert (found.learners, found.others) == (1, 2)


def test_broken_codes_are_refused_with_their_places(data: dict[str, Any], tmp_path: Path) -> None:
    good = code(data, "r", "w6", "r")
    broken = [good.replace("w6", "w5"), good[:-1], "hello", code(data, "r", "r"), code(data, "r", "q7", "r")]
    with pytest.raises(LoadError) as caught:
        put_together(data, files(tmp_path, "\n".join([good, *broken])))
    assert [problem.place.line for problem in caught.value.problems if problem.place] == [2, 3, 4, 5, 6]
    assert {problem.code for problem in caught.value.problems} == {"results.code"}


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_the_questions_as_data(name: str, library: Library, tmp_path: Path) -> None:
    ruleset, asked = library.load(name), questions(name)
    page = tmp_path / "page.html"
    page.write_text(class_page(asked, "A class", ruleset), encoding="utf-8")
    package = tmp_path / "page.zip"
    package.write_bytes(scorm(asked, "A class", ruleset))
    told = questions_in(page)
    assert told == questions_in(package)
    assert {key: value for key, value in told.items() if key != "words"} == set_data(asked, "A class", ruleset)
    assert len(package.read_bytes()) < 60_000


def test_a_package_has_a_manifest_that_names_its_page(library: Library) -> None:
    made = scorm(questions("scarto", 2), "A < B & C", library.load("scarto"))
    assert made == scorm(questions("scarto", 2), "A < B & C", library.load("scarto"))
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.namelist() == ["imsmanifest.xml", "index.html"]
        root = ElementTree.fromstring(archive.read("imsmanifest.xml"))
    inside = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
    resource = root.find(f"{inside}resources/{inside}resource")
    assert resource is not None and resource.get("href") == "index.html"
    assert resource.get("{http://www.adlnet.org/xsd/adlcp_rootv1p2}scormtype") == "sco"
    assert root.findtext(f".//{inside}item/{inside}title") == "A < B & C"
    assert root.findtext(f".//{inside}schemaversion") == "1.2"


def test_results_of_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, codes = tmp_path / "questions.html", tmp_path / "codes.txt"
    printed_by(capsys, "quiz", "going-over", "--format", "html", "--out", str(page))
    data = questions_in(page)
    assert len(data["questions"]) == 2
    codes.write_text(f"{code(data, 'r', 'w1')}\n{code(data, 'r', 'r')}\n", encoding="utf-8")
    found = json.loads(printed_by(capsys, "results", str(page), str(codes), "--json"))
    assert found["learners"] == 2 and [each["number"] for each in found["questions"]] == [2, 1]
    assert found["questions"][0]["wrong"] == data["questions"][1]["choices"][0]
    assert "1 of 2" in printed_by(capsys, "results", str(codes), str(page))


def test_results_refuse_files_that_do_not_go_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, codes = tmp_path / "page.html", tmp_path / "codes.txt"
    page.write_text("<p>Nothing</p>", encoding="utf-8")
    codes.write_bytes(b"\xff\xfe")
    for files, status, word in (
        ([codes], 2, "results.files"),
        ([page, page], 2, "results.files"),
        ([page, codes], 1, "results.page"),
        ([tmp_path / "none.html", codes], 1, "results.file"),
    ):
        code, _out, err = run(capsys, "results", *map(str, files))
        assert code == status and word in err


# ------------------------------------------------------------ in a browser

ANSWER = """([i, rightly]) => {
  const exercise = document.querySelectorAll("tt-exercise")[i], form = exercise.querySelector("form"), amount = form.elements.amount;
  const inputs = [...form.querySelectorAll("input[name=choice]")], pick = +exercise.dataset.pick;
  if (amount) amount.value = rightly ? amount.dataset.answer : String(+amount.dataset.answer + 1);
  else {
    const of = grade => inputs.filter(input => (input.dataset.grade === "right") === grade);
    const wanted = rightly ? of(true).slice(0, pick || undefined) : [...of(false), ...of(true)].slice(0, pick || 1);
    inputs.forEach(input => { input.checked = wanted.includes(input); });
  }
  form.requestSubmit();
}"""
"""Answers a question of a page rightly or wrongly, by its form."""
PLATFORM = """<!doctype html><script src="scorm.js"></script><script>
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  if (KEPT) API.loadFromFlattenedJSON(KEPT);
</script><iframe src="index.html" style="width: 100%; height: 700px"></iframe>"""
CMI = """() => Object.fromEntries(["cmi.suspend_data", "cmi.core.lesson_status", "cmi.core.score.raw"].map(name => {
  let at = API; name.split(".").forEach(part => { at = at[part]; }); return [name, at];
}))"""


@pytest.mark.browser
def test_answers_stay_in_the_browser_and_come_back(browser: Any, data_page: tuple[Path, list[Exercise]]) -> None:
    path, asked = data_page
    context = browser.new_context()
    shown = context.new_page()
    shown.goto(path.as_uri())
    for i, rightly in enumerate((True, False, True)):
        shown.evaluate(ANSWER, [i, rightly])
        shown.evaluate(ANSWER, [i, True])  # the first answer counts
    made = shown.locator(".tt-class-code").input_value()
    answers = read_code(made, questions_in(path))
    assert answers and [answer[0] for answer in answers[:3]] == ["r", answers[1][0], "r"] and answers[1][0] in "wph"
    assert answers[3:] == ["0"] * (len(asked) - 3)
    shown.reload()
    assert shown.locator(".tt-class-code").input_value() == made
    other = code({**questions_in(path), "lesson": "ffffff"}, "r")
    shown.locator(".tt-class summary").last.click()
    shown.locator(".tt-class textarea").fill(f"{made}\n{made}\n{other}\nbroken")
    told = shown.locator(".tt-class-results").inner_text(timeout=CLICKED * 1000)
    for words in ("Codes read: 2.", "another lesson: 1.", "lines 4.", "Teach again:"):
        assert words in told
    assert told.index("0 of 2 right") < told.index("2 of 2 right")
    shown.set_viewport_size({"width": 360, "height": 740})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


@pytest.fixture
def data_page(tmp_path: Path, library: Library) -> tuple[Path, list[Exercise]]:
    """A page of questions."""
    asked = questions("fft-4")
    path = tmp_path / "questions.html"
    path.write_text(class_page(asked, "A class", library.load("fft-4")), encoding="utf-8")
    return path, asked


@pytest.mark.browser
@pytest.mark.skipif("SCORM_JS" not in os.environ, reason="no scorm-again here; .ci/run installs it")
def test_a_scorm_platform_gets_score_and_completion_and_resumes_the_questions(browser: Any, library: Library) -> None:
    served = {"scorm.js": Path(os.environ["SCORM_JS"]).read_text(encoding="utf-8")}
    for seed, name in zip(range(20), itertools.cycle(GAMES), strict=False):
        asked, chance = questions(name, 5, seed), random.Random(seed)
        with zipfile.ZipFile(io.BytesIO(scorm(asked, "A class", library.load(name)))) as archive:
            served["index.html"] = archive.read("index.html").decode()
        rightly = [chance.random() < 0.6 for _question in asked]
        stop, last = chance.randrange(len(asked)), chance.choice((len(asked) - 1, len(asked)))
        kept: dict[str, Any] | None = None
        for first, end in ((0, stop), (stop, last)):
            served["platform.html"] = PLATFORM.replace("KEPT", json.dumps(kept))
            shown = browser.new_page()
            shown.route(
                "http://platform.test/**",
                lambda route: route.fulfill(
                    body=served[route.request.url.rpartition("/")[2]],
                    content_type="text/javascript" if route.request.url.endswith(".js") else "text/html",
                ),
            )
            shown.goto("http://platform.test/platform.html")
            frame = shown.frame(url="http://platform.test/index.html")
            frame.wait_for_selector(".tt-class-state")
            done = [
                each or ""
                for each in frame.eval_on_selector_all("tt-exercise", "all => all.map(one => one.dataset.done)")
            ]
            assert [bool(each) for each in done] == [i < first for i in range(len(asked))]
            for i in range(first, end):
                frame.evaluate(ANSWER, [i, rightly[i]])
            kept = shown.evaluate(CMI)
            shown.close()
        assert kept is not None
        right = sum(rightly[:last])
        if last:
            assert int(kept["cmi.core.score.raw"]) == int(100 * right / len(asked) + 0.5)
        assert kept["cmi.core.lesson_status"] == ("completed" if last == len(asked) else "incomplete")
