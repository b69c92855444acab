"""Questions for a class: a page and a SCORM package, codes of answers, and codes of many put together."""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import zipfile
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tarot_teach.blocks import Exercise
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.explain.exercises import exercises_of
from tarot_teach.loading import Library
from tarot_teach.records.runner import replay_example
from tarot_teach.render.scorm import class_page, questions_in, scorm, teacher_page
from tarot_teach.sphinxext.tutorials.pages import gather
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.quiz.codes import check_sum, put_together, read_code, set_data
from tarot_teach.topics.quiz.quiz import Quiz
from tests.helpers import LIBRARY, barriers, opened, printed_by, run

GAMES = ("fft-4", "hombre-1674", "scarto", "slovenian-pagat")
LESSONS = ("going-over", "hombre-a-whole-deal", "scarto-round-suits", "slovenian-a-whole-deal", "excuse-led")
"""Worked examples of several games; the last asks nothing."""


def questions(name: str, count: int = 6, seed: int = 1) -> list[Exercise]:
    """Questions about a ruleset, of several kinds."""
    quiz = Quiz(Engine(LIBRARY.load(name)), None, seed)
    return [quiz.exercise(number) for number in range(count)]


def lesson_package(id: str) -> bytes:
    """A worked example as a SCORM 1.2 package."""
    done = replay_example(id, LIBRARY)
    return scorm(exercises_of(done), done.record.file.title, done.engine.ruleset, LIBRARY, lesson(done), id)


def code(data: dict[str, Any], *answers: str) -> str:
    """The code of some answers."""
    body = f"{data['lesson']}-{'.'.join(answers)}"
    return f"tt1-{body}-{check_sum(body)}"


@pytest.fixture
def data() -> dict[str, Any]:
    """Three questions as data, with a choice, several choices, and an amount."""
    asked = [
        {"question": "Who wins?", "choices": ["South", "East", "North"], "teach": ["win"]},
        {"question": "Which cards?", "choices": ["2", "3", "4"], "teach": ["suit"]},
        {"question": "How much?", "choices": [], "teach": ["game"]},
    ]
    titles = {"win": "Who wins the trick", "suit": "Following suit", "game": "The game"}
    rules = {
        id: {"title": title, "says": f"{title}: so.", "lessons": [["l", "A lesson"]]} for id, title in titles.items()
    }
    about = {"lesson": "0a1b2c", "title": "Three", "ruleset": "fft-4+misere", "example": "three"}
    return {**about, "questions": asked, "rules": rules}


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
    found = put_together([data], files(tmp_path, "\n".join(of_all[:2]), "\n\n".join(of_all[2:])))
    assert (len(found.learners), found.others) == (4, 0)
    graded = [(each.number, each.right, each.given, each.wrong, each.teach) for each in found.questions]
    assert graded == [
        (2, 0, 3, (("3, 4", 2), ("2", 1)), "Following suit"),
        (3, 1, 4, (("−26", 2), ("−26.5", 1)), "The game"),
        (1, 3, 4, (("East", 1),), "Who wins the trick"),
    ]


def test_codes_of_another_lesson_are_left_out_and_counted(data: dict[str, Any], tmp_path: Path) -> None:
    other = code({**data, "lesson": "ffffff"}, "r", "r")
    found = put_together([data], files(tmp_path, f"{other}\n{code(data, 'r', 'r', 's')}\n{other}\n"))
    assert (len(found.learners), found.others) == (1, 2)


def test_codes_of_several_lessons_and_names_in_front_of_them(data: dict[str, Any], tmp_path: Path) -> None:
    other = {**data, "lesson": "ffffff", "title": "Others"}
    lines = [code(data, "r", "r", "0"), f"Ana: {code(other, 'w2', 'r', 'r')}", f"Žan B., {code(data, 's', 'r', 'r')}"]
    found = put_together([data, other], files(tmp_path, "\n".join(lines)))
    assert [(each.name, each.given, each.right) for each in found.learners] == [
        ("", 2, 2),
        ("Ana", 3, 2),
        ("Žan B.", 3, 2),
    ]
    assert [(each.lesson, each.number) for each in found.questions[:2]] == [("Others", 1), ("Three", 1)]
    assert found.titles == ("Three", "Others") and not found.others


def test_broken_codes_are_refused_with_their_places(data: dict[str, Any], tmp_path: Path) -> None:
    good = code(data, "r", "w6", "r")
    broken = [good.replace("w6", "w5"), good[:-1], "hello", code(data, "r", "r"), code(data, "r", "q7", "r")]
    with pytest.raises(LoadError) as caught:
        put_together([data], files(tmp_path, "\n".join([good, *broken])))
    assert [problem.place.line for problem in caught.value.problems if problem.place] == [2, 3, 4, 5, 6]
    assert {problem.code for problem in caught.value.problems} == {"results.code"}


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_the_questions_as_data(name: str, library: Library, tmp_path: Path) -> None:
    ruleset, asked = library.load(name), questions(name)
    page = tmp_path / "page.html"
    page.write_text(class_page(asked, "A class", ruleset, library), encoding="utf-8")
    package = tmp_path / "page.zip"
    package.write_bytes(scorm(asked, "A class", ruleset, library))
    asked_on_page = questions_in(page)
    assert asked_on_page == questions_in(package)
    assert {key: value for key, value in asked_on_page.items() if key != "words"} == set_data(
        asked, "A class", ruleset, library
    )
    assert len(package.read_bytes()) < 60_000


def test_a_package_has_a_manifest_that_names_its_page(library: Library) -> None:
    made = scorm(questions("scarto", 2), "A < B & C", library.load("scarto"), library)
    assert made == scorm(questions("scarto", 2), "A < B & C", library.load("scarto"), library)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.namelist() == ["imsmanifest.xml", "index.html"]
        root = ElementTree.fromstring(archive.read("imsmanifest.xml"))
    inside = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
    resource = root.find(f"{inside}resources/{inside}resource")
    assert resource is not None and resource.get("href") == "index.html"
    assert resource.get("{http://www.adlnet.org/xsd/adlcp_rootv1p2}scormtype") == "sco"
    assert root.findtext(f".//{inside}item/{inside}title") == "A < B & C"
    assert root.findtext(f".//{inside}schemaversion") == "1.2"


def test_a_lesson_becomes_a_page_and_a_package(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, package = tmp_path / "lesson.html", tmp_path / "lesson.zip"
    for out, kind in ((page, "html"), (package, "scorm")):
        assert "Written" in printed_by(capsys, "replay", "course-whole-deal", "--format", kind, "--out", str(out))
    asked_on_page = questions_in(page)
    assert asked_on_page == questions_in(package) and len(asked_on_page["questions"]) == 7
    assert package.read_bytes()[:2] == b"PK" and len(package.read_bytes()) < 70_000
    with zipfile.ZipFile(package) as archive:
        assert 'identifier="tarot-teach-course-whole-deal"' in archive.read("imsmanifest.xml").decode()
        assert archive.read("index.html").decode() == page.read_text(encoding="utf-8")
    printed_by(capsys, "replay", "excuse-led", "--format", "html", "--out", str(page))
    assert "<tt-lesson" in page.read_text(encoding="utf-8") and "<tt-class" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("more", [(), ("--out", "l.zip", "--what-if", "1 S T1")])
def test_a_package_of_a_lesson_needs_a_file_and_no_second_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, _out, err = run(capsys, "replay", "going-over", "--format", "scorm", *more)
    assert status == 2 and "[quiz.out]" in err and not list(tmp_path.iterdir())


def test_results_of_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, codes = tmp_path / "questions.html", tmp_path / "codes.txt"
    printed_by(capsys, "quiz", "going-over", "--format", "html", "--out", str(page))
    data = questions_in(page)
    assert len(data["questions"]) == 2
    codes.write_text(f"{code(data, 'r', 'w1')}\n{code(data, 'r', 'r')}\n", encoding="utf-8")
    found = json.loads(printed_by(capsys, "results", str(page), str(codes), "--json"))
    assert len(found["learners"]) == 2 and [each["number"] for each in found["questions"]] == [2, 1]
    assert found["questions"][0]["wrong"] == [[data["questions"][1]["choices"][0], 1]]
    assert "1 of 2" in printed_by(capsys, "results", str(codes), str(page))


def test_the_page_for_the_teacher_has_questions_and_codes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, codes, out = tmp_path / "lesson.html", tmp_path / "codes.txt", tmp_path / "teacher.html"
    printed_by(capsys, "replay", "scarto-round-suits", "--format", "html", "--out", str(page))
    codes.write_text("no code\n", encoding="utf-8-sig")
    assert "Written" in printed_by(capsys, "results", str(page), str(codes), "--out", str(out))
    made = out.read_text(encoding="utf-8")
    data = json.loads(unescape(made.partition('data-class="')[2].partition('"')[0]))
    assert data["codes"] == "no code" and data["sets"] == [questions_in(page)]
    assert data["sets"][0]["rules"] and all(rule["says"] for rule in data["sets"][0]["rules"].values())
    assert "http" not in made.replace("http-equiv", "") and len(made) < 40_000
    assert run(capsys, "results", str(page), "--out", str(out), "--json")[0] == 2
    page.write_text(page.read_text(encoding="utf-8").replace('"rules": {', '"earlier": {'), encoding="utf-8")
    status, _out, err = run(capsys, "results", str(page), str(codes))
    assert status == 1 and "[results.page]" in err


def test_results_refuse_files_that_do_not_go_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, codes = tmp_path / "page.html", tmp_path / "codes.txt"
    page.write_text("<p>Nothing</p>", encoding="utf-8")
    codes.write_bytes(b"\xff\xfe")
    for files, status, word in (
        ([codes], 2, "results.files"),
        ([page], 2, "results.files"),
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
CMI = """() => Object.fromEntries(["suspend_data", "core.lesson_status", "core.lesson_location", "core.score.raw"].map(name => {
  let at = API.cmi; name.split(".").forEach(part => { at = at[part]; }); return [`cmi.${name}`, at];
}))"""
STEP = """wanted => {
  const lesson = document.querySelector("tt-lesson");
  if (lesson.at < wanted) { lesson.go(wanted - 1); lesson.querySelector("[data-go=on]").click(); }
  return lesson.steps.length;
}"""
"""Steps on to a step."""


class Platform:
    """A learning platform that shows one package after the other, with what it has kept."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.served = {"scorm.js": Path(os.environ["SCORM_JS"]).read_text(encoding="utf-8")}

    def opened(self, package: bytes, kept: dict[str, Any] | None) -> tuple[Any, Any]:
        """The page of the platform, and the frame of the package in it."""
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            self.served["index.html"] = archive.read("index.html").decode()
        self.served["platform.html"] = PLATFORM.replace("KEPT", json.dumps(kept))
        shown = self.browser.new_page()
        shown.route(
            "http://platform.test/**",
            lambda route: route.fulfill(
                body=self.served[route.request.url.rpartition("/")[2]],
                content_type="text/javascript" if route.request.url.endswith(".js") else "text/html",
            ),
        )
        shown.goto("http://platform.test/platform.html")
        frame = shown.wait_for_selector("iframe").content_frame()
        frame.wait_for_function("document.querySelector('.tt-class-state')?.textContent")
        return shown, frame


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
    shown.set_viewport_size({"width": 360, "height": 740})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


@pytest.mark.browser
def test_a_lesson_of_one_file_makes_a_code_and_comes_back_at_its_step(
    browser: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "lesson.html"
    printed_by(capsys, "replay", "going-over", "--format", "html", "--out", str(path))
    context = browser.new_context()
    shown = context.new_page()
    shown.goto(path.as_uri())
    at = shown.evaluate("document.querySelector('tt-lesson').steps.indexOf(document.querySelector('tt-exercise')) + 1")
    shown.evaluate(STEP, at)
    shown.evaluate(ANSWER, [0, False])
    shown.locator(".tt-class-state", has_text="1 of 2 answered, 0 right").wait_for()
    made = shown.locator(".tt-class-code").input_value()
    assert read_code(made, questions_in(path))
    shown.locator(".tt-class-name").fill(" Ana ")
    assert shown.locator(".tt-class-code").input_value() == f"Ana: {made}"
    shown.close()
    shown = context.new_page()
    shown.goto(path.as_uri())
    assert shown.evaluate("document.querySelector('tt-lesson').at") == at
    assert shown.locator(".tt-class-code").input_value() == made
    for kept, words in ((f"{made} - gone-s9", "is not in this lesson any more"), ("tt1-gone - -", "cannot be read")):
        shown.evaluate("text => Object.keys({ ...localStorage }).forEach(key => localStorage.setItem(key, text))", kept)
        shown.goto("about:blank")
        shown.goto(path.as_uri())
        shown.locator(".tt-class-note", has_text=words).wait_for()
    shown.locator(".tt-class-anew summary").click()
    shown.locator("[data-do=anew]").click()
    shown.locator(".tt-class-state", has_text="0 of 2 answered").wait_for()
    assert shown.evaluate("document.querySelector('tt-lesson').at") == 0
    context.close()


@pytest.mark.browser
def test_the_page_for_the_teacher_puts_codes_together(browser: Any, data: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "teacher.html"
    other = {**data, "lesson": "ffffff", "title": "Others", "example": ""}
    path.write_text(teacher_page([data, other], site="https://example.org/tarot/"), encoding="utf-8")
    context = browser.new_context()
    shown = context.new_page()
    asked = list[str]()
    shown.on("request", lambda request: asked.append(request.url))
    shown.goto(path.as_uri())
    shown.locator(".tt-how").wait_for()
    lines = [
        code(data, "r", "w6", "wm26"),
        f"Ana: {code(data, 'r', 'w6', 'r')}",
        "hello",
        code(data, "w2", "p1", "wm26d5"),
    ]
    shown.locator("#codes").fill("\n".join([*lines, code({**data, "lesson": "eeeeee"}, "r")]))
    status = shown.locator(".tt-read-codes")
    status.filter(
        has_text="Codes read: 3. Left out, since they are of another lesson: 1. Drop the page or the package of their questions"
    ).wait_for()
    cells = [row.inner_text() for row in shown.locator(".tt-hard tbody tr").all()]
    assert "Which cards?" in cells[0] and "0 of 3 · 2 the same error" in cells[0]
    assert "3, 4 (2)" in cells[0] and "also: 2 (1)" in cells[0]
    assert "How much?" in cells[1] and "−26 (1)" in cells[1] and "also: −26.5 (1)" in cells[1]
    assert "not answered yet" in cells[-1]
    again = shown.locator(".tt-again li").first
    assert "Following suit: so." in again.inner_text() and "missed in 3 of 3 answers" in again.inner_text()
    links = again.locator("a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links == [
        f"https://example.org/tarot/{page}"
        for page in ("rules/fft-4.html#suit", "questions/fft-4.html#rule-suit", "examples/l.html")
    ]
    people = shown.locator(".tt-people")
    people.locator("summary").click()
    people.get_by_label("A name for Learner 1").fill("Bor")
    drop = tmp_path / "late.txt"
    drop.write_text(f"{code(other, 'w2', 'r', 'r')}\n", encoding="utf-8")
    picture = tmp_path / "picture.txt"
    picture.write_bytes(b"\x89PNG\x00\xff")
    shown.locator("input[type=file]").set_input_files([drop, picture])
    status.filter(has_text="Codes read: 4.").filter(
        has_text="Not read, since it holds neither codes nor questions: picture.txt"
    ).wait_for()
    assert people.locator("tbody tr").all_inner_texts()[1].split() == ["Ana", "Three", "2", "of", "3"]
    assert people.locator("input").first.input_value() == "Bor"
    assert_fits_without_barriers(shown)
    shown.reload()
    status.filter(has_text="Codes read: 4.").wait_for()
    assert {url.partition(":")[0] for url in asked} == {"file"}
    context.close()


def assert_fits_without_barriers(shown: Any) -> None:
    """Hold a page to the width of a desktop and of a phone, and to axe in light and dark."""
    for size in ((1280, 800), (360, 740)):
        shown.set_viewport_size({"width": size[0], "height": size[1]})
        assert shown.evaluate("document.documentElement.scrollWidth") <= size[0]
        for scheme in ("light", "dark"):
            shown.emulate_media(color_scheme=scheme)
            assert barriers(shown) == []


@pytest.mark.parametrize("name", ["hombre-1674", "burro"])
def test_a_site_names_commands_that_work(
    name: str, library: Library, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [command for _title, _says, few in gather([name], library).to_give_out() for command in few]
    for command in commands:
        printed_by(capsys, *command.split())
        assert Path(command.split()[-1]).stat().st_size > 1000
    assert {"lesson.zip", "questions.html", "handout.html", "card.html"} <= {path.name for path in tmp_path.iterdir()}


@pytest.mark.browser
def test_a_site_has_a_page_for_a_class(browser: Any, site: Path, library: Library, tmp_path: Path) -> None:
    shown = opened(browser, site / "index.html")
    shown.locator(".tt-door a[href='class.html']").click()
    shown.locator(".tt-how").wait_for()
    assert "In place of fft-4 write the name of any other ruleset" in shown.inner_text("article")
    sets = json.loads(shown.locator(".tt-teacher").get_attribute("data-class"))["sets"]
    about = next(each for each in sets if each["example"] == "going-over")
    number = len(about["questions"])
    shown.locator("#codes").fill(f"{code(about, *['w1'] * number)}\nAna: {code(about, *['r'] * (number - 1), 'w1')}\n")
    status, rows = shown.locator(".tt-read-codes"), shown.locator(".tt-hard tbody tr")
    status.filter(has_text="Codes read: 2.").wait_for()
    assert rows.count() == number and "0 of 2 · 2 the same error" in rows.first.inner_text()
    links = shown.locator(".tt-hard a, .tt-again a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert {link.split("/")[1] for link in links} == {"rules", "questions", "examples"}
    for page, _, mark in (link.partition("#") for link in links):
        found = (site / page).read_text(encoding="utf-8")
        assert page.startswith("./questions/") or not mark or f'id="{mark}"' in found
    page, package, broken = tmp_path / "mine.html", tmp_path / "mine.zip", tmp_path / "broken.zip"
    ruleset, asked, others = library.load("scarto"), questions("scarto", 2), questions("scarto", 3, 2)
    page.write_text(class_page(asked, "My questions", ruleset, library), encoding="utf-8")
    package.write_bytes(scorm(others, "My package", ruleset, library))
    broken.write_bytes(package.read_bytes()[:-40])
    codes = tmp_path / "codes.txt"
    lines = [code(questions_in(page), "r", "w1"), code(questions_in(package), "r", "r", "w1")]
    codes.write_text("\n".join(lines), encoding="utf-8")
    boxes = shown.locator("input[type=file]")
    boxes.set_input_files([codes])
    status.filter(has_text="Left out, since they are of another lesson: 2. Drop the page").wait_for()
    boxes.set_input_files([page, package, broken])
    status.filter(has_text="Codes read: 4. Questions of: My questions · My package.").wait_for()
    status.filter(has_text="Not read, since it holds neither codes nor questions: broken.zip.").wait_for()
    assert rows.count() == number + 5
    assert_fits_without_barriers(shown)
    shown.reload()
    status.filter(has_text="Codes read: 4.").wait_for()


@pytest.fixture
def data_page(tmp_path: Path, library: Library) -> tuple[Path, list[Exercise]]:
    """A page of questions."""
    asked = questions("fft-4")
    path = tmp_path / "questions.html"
    path.write_text(class_page(asked, "A class", library.load("fft-4"), library), encoding="utf-8")
    return path, asked


with_scorm = pytest.mark.skipif("SCORM_JS" not in os.environ, reason="no scorm-again here; .ci/run installs it")


@pytest.mark.browser
@with_scorm
def test_a_scorm_platform_gets_score_and_completion_and_resumes_the_questions(browser: Any, library: Library) -> None:
    platform = Platform(browser)
    for seed, name in zip(range(20), itertools.cycle(GAMES), strict=False):
        asked, chance = questions(name, 5, seed), random.Random(seed)
        package = scorm(asked, "A class", library.load(name), library)
        rightly = [chance.random() < 0.6 for _question in asked]
        stop, last = chance.randrange(len(asked)), chance.choice((len(asked) - 1, len(asked)))
        kept: dict[str, Any] | None = None
        for first, end in ((0, stop), (stop, last)):
            shown, frame = platform.opened(package, kept)
            assert answered(frame) == [i < first for i in range(len(asked))]
            for i in range(first, end):
                frame.evaluate(ANSWER, [i, rightly[i]])
            kept = shown.evaluate(CMI)
            shown.close()
        assert kept is not None
        right = sum(rightly[:last])
        if last:
            assert int(kept["cmi.core.score.raw"]) == int(100 * right / len(asked) + 0.5)
        assert kept["cmi.core.lesson_status"] == ("completed" if last == len(asked) else "incomplete")


def answered(frame: Any) -> list[bool]:
    """Which questions of a page have been answered."""
    done = frame.eval_on_selector_all("tt-exercise", "all => all.map(one => one.dataset.done)")
    return [bool(each) for each in done]


@pytest.mark.browser
@with_scorm
def test_a_scorm_platform_gets_score_and_completion_and_resumes_a_lesson_at_its_step(browser: Any) -> None:
    platform = Platform(browser)
    for seed, id in zip(range(20), itertools.cycle(LESSONS), strict=False):
        package, chance = lesson_package(id), random.Random(seed)
        shown, frame = platform.opened(package, None)
        at = frame.evaluate(
            "[...document.querySelectorAll('tt-exercise')].map(one => document.querySelector('tt-lesson').steps.indexOf(one) + 1)"
        )
        steps = frame.evaluate(STEP, 0)
        shown.close()
        rightly = [chance.random() < 0.6 for _question in at]
        stop = chance.randrange(1, steps)
        last, skipped = chance.choice((steps - 1, steps, steps)), chance.random() < 0.2
        kept: dict[str, Any] | None = None
        done = [False] * len(at)
        for first, end in ((0, stop), (stop, last)):
            shown, frame = platform.opened(package, kept)
            assert frame.evaluate("document.querySelector('tt-lesson').at") == first
            assert answered(frame) == done
            for i, step in enumerate(at):
                if first < step <= end and not (skipped and not i):
                    frame.evaluate(STEP, step)
                    frame.evaluate(ANSWER, [i, rightly[i]])
                    done[i] = True
            frame.evaluate(STEP, end)
            kept = shown.evaluate(CMI)
            shown.close()
        assert kept is not None
        right = sum(right for right, each in zip(rightly, done, strict=True) if each)
        assert kept["cmi.core.score.raw"] == (str(int(100 * right / len(at) + 0.5)) if at else "")
        complete = last == steps and all(done)
        assert kept["cmi.core.lesson_status"] == ("completed" if complete else "incomplete"), (id, seed)
        if seed < 5:  # what is complete stays so
            shown, frame = platform.opened(package, kept)
            assert shown.evaluate(CMI) == kept
            shown.close()
