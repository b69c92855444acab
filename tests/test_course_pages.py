"""Pages of courses by somebody who means harm: none brings a file or a script onto a site, and ``check`` names what each has tried."""

from __future__ import annotations

import json
import os
import re
import shlex
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli.build import command as build_command
from tarot_teach.sphinxext.tutorials import site as site_builder
from tarot_teach.sphinxext.tutorials.course_pages import DIRECTIVES, FILES, FLAG, PICTURES, ROLES
from tests.helpers import build, opened, run
from tests.test_docs import DOCS, commands_in

SECRET = "zqsecret"
"""The text of the files outside the course."""
RUN = "window.zq=1"
"""The code that pages try to run."""
PICTURE = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
HOSTILE: dict[str, tuple[str, str, int]] = {
    "html": (f"<script>{RUN}</script>\n\n<!-- a comment -->", "course.off", 3),
    "inline": (f'One <img src="x" onerror="{RUN}"> two', "course.off", 3),
    "raw": (f"```{{raw}} html\n<script>{RUN}</script>\n```", "course.off", 3),
    "raw-file": ("```{raw} html\n:file: ../secret.html\n```", "course.off", 3),
    "raw-upper": (f"```{{RAW}} html\n<script>{RUN}</script>\n```", "course.off", 3),
    "rst": (f"```{{eval-rst}}\n.. raw:: html\n\n   <script>{RUN}</script>\n```", "course.off", 3),
    "include": ("- nested\n\n  :::{include} ../secret.html\n  :::", "course.off", 5),
    "literal": ("```{literalinclude} ../secret.txt\n```", "course.path", 3),
    "literal-link": ("```{literalinclude} link.txt\n```", "course.path", 3),
    "literal-diff": ("```{literalinclude} here.txt\n:diff: ../secret.txt\n```", "course.off", 3),
    "csv": ("```{csv-table} Table\n:file: ../secret.txt\n```", "course.off", 3),
    "csv-address": ("```{csv-table} Table\n:url: http://127.0.0.1:9/\n```", "course.off", 3),
    "picture": ("One\n![p](../secret.png)", "course.path", 4),
    "picture-absolute": ("![p](/{root}/secret.png)", "course.path", 3),
    "picture-link": ("```{figure} link.png\nWords\n```", "course.path", 3),
    "picture-folder-link": ("![p](out/secret.png)", "course.path", 3),
    "picture-elsewhere": ("![p](http://127.0.0.1:9/a.png)", "course.path", 3),
    "picture-svg": ("![p](drawing.svg)", "course.off", 3),
    "picture-target": (f"```{{image}} here.png\n:target: \"java\\tscript:{RUN}\"\n```", "course.link", 3),
    "table": (f"```{{list-table}}\n* - ![p](../secret.png)\n  - <b onclick='{RUN}'>b</b>\n```", "course.off", 5),
    "download": ("Words {download}`../secret.txt`", "course.path", 3),
    "download-page": ("[page](page.html)", "course.off", 3),
    "download-script": (f"{{download}}`javascript://%0a{RUN}`", "course.path", 3),
    "link-file": ("[file](../secret.txt)", "course.path", 3),
    "link-path": ("[file](path:../secret.txt)", "course.path", 3),
    "link-script": (f"<vbscripts:{RUN}> and <javascript&colon;{RUN}>", "course.link", 3),
    "role": ("{raw}`x` {math}`\\unicode[onmouseover=zq=1]{x}`", "course.off", 3),
    "formula": (f"```{{math}}\n\\href{{javascript:{RUN}}}{{x}}\n```", "course.off", 3),
    "new-role": ("```{role} html(raw)\n:format: html\n```", "course.off", 3),
    "meta": (f"```{{meta}}\n:http-equiv=refresh: 0; url=javascript:{RUN}\n```", "course.off", 3),
    "figures": ("```{tarot:compare} early-17c fft-4\n:figures: ../secret.txt\n```", "course.fault", 3),
    "example": ("```{tarot:example} ../secret.yaml\n```", "course.fault", 3),
    "ruleset": ("Words {tarot:ruleset}`{root}/secret.yaml`", "course.fault", 3),
}  # fmt: skip
"""For each page what stands below its title, the code of its first fault, and the line of that."""
HARMLESS = f"""\
# \\<script>{RUN}\\</script>

[\\<img src=x onerror={RUN}>](javascript:{RUN}) ![\\<b onclick="{RUN}">](here.png "<script>{RUN}</script>") [pdf](here.pdf)

`<script>{RUN}</script>` <https://example.org/?"onclick="{RUN}> [x](https://example.org/"onmouseover="{RUN})

```{{code-block}} html
:caption: \\<script>{RUN}\\</script>
<script>{RUN}</script>
```

```{{figure}} here.png
:alt: '"><script>{RUN}</script>'
\\<script>{RUN}\\</script>
```

```{{literalinclude}} inner/words.txt
```

```{{tarot:hand}} early-17c SR HD
:caption: <script>{RUN}</script>
```

```{{admonition}} "'>\\<script>{RUN}\\</script>
:class: tip
{{abbr}}`x (<script>{RUN}</script>)` \\<script>{RUN}\\</script>
```
"""


def written(folder: Path, pages: dict[str, str]) -> Path:
    """A course with pages, whose titles, phrases and introduction mean harm too; secrets lie beside its folder."""
    evil = f'"><script>{RUN}</script><img src=x onerror="{RUN}">`x <javascript:{RUN}>`_ :download:`x`\n\n.. raw:: html\n   :file: {folder}/secret.html\n\n.. include:: {folder}/secret.txt'
    chapters = [{"page": f"{name}.md", "title": f"{name} {evil}", "learns": evil, "minutes": 5} for name in pages]
    course = {"format": "1", "id": "evil", "title": evil, "ruleset": "early-17c", "about": evil}
    course |= {"site": {"title": evil, "introduction": evil}, "chapters": chapters}
    (folder / "evil" / "inner").mkdir(parents=True)
    (folder / "evil.yaml").write_text(json.dumps(course), encoding="utf-8")
    for name, text in pages.items():
        (folder / "evil" / f"{name}.md").write_text(text.replace("{root}", str(folder)), encoding="utf-8")
    for name in ("secret.txt", "secret.html", "secret.yaml", "secret.png", "evil/drawing.svg", "evil/page.html"):
        (folder / name).write_text(f"<svg><script>{RUN}</script></svg> {SECRET}", encoding="utf-8")
    for name in ("evil/here.txt", "evil/inner/words.txt", "evil/here.pdf"):
        (folder / name).write_text("wordsofafile", encoding="utf-8")
    (folder / "evil" / "here.png").write_bytes(PICTURE)
    for link, target in {"link.txt": "../secret.txt", "link.png": "../secret.png", "out": "..", "loop": "."}.items():
        (folder / "evil" / link).symlink_to(target)
    return folder / "evil.yaml"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course all of whose pages mean harm."""
    pages = {name: f"# {name}\n\n{text}\n" for name, (text, _code, _line) in HOSTILE.items()}
    return written(tmp_path_factory.mktemp("hostile"), {**pages, "harmless": HARMLESS})


@pytest.fixture(scope="module")
def hostile_site(hostile: Path) -> Path:
    """The site of that course, as it would be if nothing that was refused stopped the build."""
    out, warnings = hostile.parent / "site", site_builder.sphinx_warnings
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_builder, "sphinx_warnings", lambda *given, **named: warnings(*given, **named) and "")
        assert build(str(hostile), "--out", str(out)) == 0
    return out


class Alive(HTMLParser):
    """Collect what a browser runs on a page: scripts, handlers of events, and addresses that are code."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.found: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.scripts.append(re.sub(r"^(\.\./)*|\?.*$", "", dict(attrs).get("src") or "inline"))
        for name, value in attrs:
            code = re.match(r"(java|vb)scripts?:|data:text", re.sub(r"[\x00-\x20]", "", value or "").lower())
            if name.startswith("on") or (code and name in ("href", "src", "action", "data")):
                self.found.append(f"{tag} {name}={value}")
            if name == "http-equiv" and value == "refresh":
                self.found.append(tag)


def test_check_names_every_fault_at_its_line(hostile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", str(hostile), "--json")
    assert code == 1, err
    first: dict[str, tuple[str, int]] = {}
    for error in json.loads(out)["errors"]:
        first.setdefault(Path(error["file"]).stem, (error["code"], error["line"]))
    assert first == {name: (code, line) for name, (_text, code, line) in HOSTILE.items()}


def test_no_hostile_course_is_built(hostile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build(str(hostile), "--out", str(tmp_path / "site")) == 1
    err = capsys.readouterr().err
    assert not [*tmp_path.iterdir()] and FLAG in err and SECRET not in err
    assert FLAG in {option for parameter in build_command.params for option in parameter.opts}
    for name in HOSTILE:
        assert f"evil/{name}.md:" in err, name


def test_nothing_refused_is_on_the_page(hostile_site: Path) -> None:
    """Also if nothing stopped the build, no page would have a script of theirs, and no file of the site words from elsewhere."""
    pages = [*hostile_site.rglob("*.html")]
    assert {f"{name}.html" for name in (*HOSTILE, "harmless")} <= {page.name for page in pages}
    for page in pages:
        alive = Alive(page)
        assert not alive.found, (page.name, alive.found)
        for script in alive.scripts:
            assert (hostile_site / script).is_file() and script.endswith(".js"), (page.name, script)
    for file in hostile_site.rglob("*"):
        assert not file.is_symlink() and (file.is_dir() or SECRET.encode() not in file.read_bytes()), file
    assert not [*hostile_site.rglob("*.svg*"), *hostile_site.rglob("page.html")]
    words = (hostile_site / "learn" / "evil" / "harmless.html").read_text(encoding="utf-8")
    assert "wordsofafile" in words and "here.png" in words and "here.pdf" in words


@pytest.mark.browser
def test_no_script_of_a_hostile_course_runs(hostile_site: Path, browser: Any) -> None:
    for name in (*HOSTILE, "harmless"):
        page = opened(browser, hostile_site / "learn" / "evil" / f"{name}.html")
        for link in page.query_selector_all("article a, article img, article b"):
            link.dispatch_event("mouseover")
            assert not re.match(r"\s*(java|vb)script", link.get_attribute("href") or "", re.I)
        assert page.evaluate("window.zq === undefined"), name
    for name in ("index.html", "learn/evil.html", "search.html?q=script"):
        page = opened(browser, hostile_site / name)
        if "?" in name:
            page.locator("#search-results li a").first.wait_for()
        assert page.evaluate("window.zq === undefined"), name


def test_a_sound_course_is_built_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, {"harmless": HARMLESS})
    assert run(capsys, "check", "evil.yaml")[0] == 0
    assert build("./evil.yaml") == 0
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert ".. include:: " in index and "<script>window.zq" not in index


def test_trusted_pages_are_read_as_any_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "# One\n\n<b class='zq'>bold</b>\n\n```{include} more.txt\n```\n"
    written(tmp_path, {"one": text})
    (tmp_path / "evil" / "more.txt").write_text("More *words*.", encoding="utf-8")
    code, _out, err = run(capsys, "check", "evil.yaml")
    assert code == 1 and "evil/one.md:3:1: HTML is off" in err and FLAG in err
    assert run(capsys, "check", "evil.yaml", FLAG)[0] == 0
    assert build("./evil.yaml", FLAG) == 0
    page = (tmp_path / "site" / "learn" / "evil" / "one.html").read_text(encoding="utf-8")
    assert "<b class='zq'>bold</b>" in page and "More <em>words</em>" in page


@pytest.mark.parametrize(
    ("text", "code", "line", "hint"),
    [
        ("```{tarot:hnad} fft-4 SR\n```", "course.directive", 3, "did you mean 'tarot:hand'?"),
        ("```{hand} fft-4 SR\n```", "course.directive", 3, "did you mean 'tarot:hand'?"),
        ("> ```{nott}\n> x\n> ```", "course.directive", 3, "did you mean 'note'?"),
        ("One\n{tarot:rul}`x`", "course.role", 4, "did you mean 'tarot:rule'?"),
        ("```{tarot:hand} fft-4 SR\n:captoin: x\n```", "course.option", 4, "did you mean 'caption'?"),
        ("```{tarot:hand} fft-4 SRR\n```", "course.fault", 3, "cards of the suit spades: "),
        ("```{tarot:hand} fft-4 SR\n:ask: trump\n```", "course.fault", 4, ""),
        ("```{tarot:trick} fft-4 S H10, E HV, N HC\n:ask: wining\n```", "course.fault", 4, ""),
        (
            "```{tarot:trick} fft-4 S H10, E HV\n:ask: winning\n:hand: N HC\n```",
            "course.fault",
            3,
            "the cards of 3 players",
        ),
        ("```{tarot:hand} burro S2\n:ask: trumps\n```", "course.fault", 3, "leave out"),
        ("![p](here.pgn)", "course.path", 3, "did you mean 'here.png'?"),
        ("{tarot:rule}`fft-4:play.overtrmp`", "course.fault", 3, "did you mean 'play.overtrump'?"),
        ("[x](tow.md)", "course.fault", 3, ""),
    ],
)
def test_a_misprint_is_found_with_its_line(
    text: str, code: str, line: int, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, begun = written(tmp_path, {"one": f"# One\n\n{text}\n"}), time.process_time()
    _code, out, _err = run(capsys, "check", str(path), "--json")
    (error,) = json.loads(out)["errors"]
    assert (error["code"], Path(error["file"]).name, error["line"]) == (code, "one.md", line)
    assert hint in (error["hint"] or "")
    assert time.process_time() - begun < 60, "a page is checked without building a site"


def test_what_a_page_may_have_is_documented() -> None:
    page = (DOCS / "reference" / "course-format.md").read_text(encoding="utf-8")
    described = page.partition("## What a page may have")[2].partition("## What is checked")[0]
    names = {*re.findall(r"`([\w.-]+)`", described)}
    foreign = {name for name in (*DIRECTIVES, *ROLES) if not name.startswith("tarot:")}
    assert foreign - names == set() and FILES - PICTURES - names == set()
    assert {name for name in names if not name.startswith(".")} - foreign - {"build"} == {FLAG}


def test_the_howto_of_courses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in commands_in(DOCS / "howto" / "your-own-course.md"):
        assert command.startswith("tarot-teach build") or run(capsys, *shlex.split(command)[1:])[0] == 0, command
    page = tmp_path / "thursday" / "first-evening.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[4].startswith("```{tarot:hand}")
    page.write_text("\n".join([*lines[:4], lines[4].replace("hand", "hnad"), *lines[5:]]), encoding="utf-8")
    _code, _out, err = run(capsys, "check", "thursday.yaml")
    assert err.strip() in (DOCS / "howto" / "your-own-course.md").read_text(encoding="utf-8")


def test_a_link_to_another_page_of_the_site_is_left_to_the_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, {"one": "# One\n\n[rules](../../rules/early-17c.rst) and {doc}`/glossary`\n"})
    assert run(capsys, "check", str(path))[0] == 0
    assert build(str(path), "--out", str(tmp_path / "site")) == 0


def test_the_name_of_a_file_is_no_markup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, {"one": "# One\n"})
    name = f"a\n\n.. raw:: html\n\n   <b onclick='{RUN}'>\n\n.. b.yaml"
    ruleset = "format: 1\nid: mine\ntitle: Mine\nextends: early-17c\n"
    (tmp_path / name).write_text(ruleset, encoding="utf-8")
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, "ruleset": f"./{name}"}), encoding="utf-8")
    assert build(str(path), "--out", str(tmp_path / "site")) == 1 and not (tmp_path / "site").exists()
    assert "the tutorial was not built, because of warnings" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["folder", "page", "pipe"])
def test_pages_of_another_folder_are_refused(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, {"one": "# One\n"})
    page = tmp_path / "evil" / "one.md"
    if what == "folder":
        (tmp_path / "other").mkdir()
        (tmp_path / "evil").rename(tmp_path / "other" / "evil")
        (tmp_path / "course").mkdir()
        (tmp_path / "course" / "evil").symlink_to(tmp_path / "other" / "evil")
        path = path.rename(tmp_path / "course" / "evil.yaml")
    else:
        page.unlink()
        if what == "page":
            page.symlink_to(tmp_path / "secret.txt")
        else:
            os.mkfifo(page)
    code, _out, err = run(capsys, "check", str(path))
    assert code == 1 and "one.md lies outside the folder" in err and "[course.page]" in err


def test_examples_of_a_chapter_are_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, {"one": "# One\n"})
    data = json.loads(path.read_text(encoding="utf-8"))
    data["chapters"][0]["examples"] = [f"a/`\n\n.. raw:: html\n\n   <script>{RUN}</script>"]
    path.write_text(json.dumps(data), encoding="utf-8")
    code, _out, err = run(capsys, "check", str(path))
    assert code == 1 and "[course.example]" in err
