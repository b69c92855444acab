"""HTML pages, as Sphinx writes them: pictures of cards, styles, scripts, and the demands of EPUB."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders import Builder

from tarot_teach.blocks import QuestionPool, TryIt, flat
from tarot_teach.errors import LoadError
from tarot_teach.files import write_atomically
from tarot_teach.messages import J_, _, colon, current_language, days_of_months, first_day
from tarot_teach.render.cardart import sprite
from tarot_teach.render.common import curly
from tarot_teach.render.html import STATIC, cards_in, has_heaps, interactive, puzzle_stage, static, with_puzzles
from tarot_teach.render.scorm import ForTeachers
from tarot_teach.sphinxext.domain import domain_of
from tarot_teach.sphinxext.nodes import diagram, runs_scripts
from tarot_teach.sphinxext.settings import REMEMBER, RUNTIME, style_of
from tarot_teach.text import with_single_blanks
from tarot_teach.topics.quiz.answers import INTERVALS
from tarot_teach.topics.tactics.data import rulesets_with_puzzles
from tarot_teach.try_it.engine_files import write_engine
from tarot_teach.try_it.fetch_runtime import chosen_runtime

_STYLED = re.compile(r'class="[^"]*\btt-')
_READ = re.compile(r'class="[^"]*\btt-(?:at-work|judged|variant)\b')
_TERMS = re.compile(r'class="[^"]*\btt-term\b')
_LEARN = re.compile(r'class="[^"]*\btt-(?:course|known|quiz|remembered)\b')
KNOWN, _KNOWN = "known", "tt-what-you-know"
"""The page of what is known, and the class by which it is found."""
_TERM = re.compile(r"\btt-term-(\w+)(?: tt-by-([\w-]+))?")
_PICTURE = re.compile(r'<(symbol|g) id="(tt-[^"]+)"')
_ITEM = re.compile(r'<item (?=[^>]*media-type="application/xhtml\+xml")(?![^>]*properties=)[^>]*href="([^"]+)"')
_WIDE_TABLE = re.compile(
    r'<h[1-6]>(?P<heading>.*?)(?:<a class="headerlink"[^>]*>.*?</a>)?</h[1-6]>|<div (?=class="table-wrapper[^"]*\btt-(?:wide|scrolled)\b)',
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")
_TABLE = re.compile(r'<table class="[^"]*\btt-table\b.*?</table>', re.DOTALL)
_WRAPPED = re.compile(r'class="(?:table-wrapper|pst-scrollable-table-container)')


def complete_page(app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: Any) -> None:
    """Add the pictures of a page's cards, and the styles and scripts of what stands on it: terms, judged hands, steps, questions.

    Wide tables, which themes let scroll, can be focused and scrolled by keyboard.
    """
    blocks = [node["block"] for node in doctree.findall(diagram)] if doctree else []
    body, scripts = context.get("body", ""), runs_scripts(app.builder)
    cards = cards_in(blocks)
    blocks = [*blocks, *flat(blocks)]
    if cards:
        style = style_of(app.config)
        body = sprite(cards, style, prefix=style.prefix) + body
    if "tt-notebook" in body:
        body = _without_repeated_ids(body)
    if _STYLED.search(body):
        app.add_css_file("tarot_teach/tarot.css")
    if _READ.search(body):
        app.add_css_file("tarot_teach/reading.css")
        if scripts:
            _add_script(app, "reading.js", _words_of_reading(body))
    if _TERMS.search(body):
        app.add_css_file("tarot_teach/terms.css")
        if scripts:
            _add_script(app, "terms.js", _meanings(app, body))
    if app.builder.name == "epub":
        body = _as_xhtml(body)
    elif interactive(blocks) or _KNOWN in body:
        app.add_css_file("tarot_teach/lesson.css")
        app.add_js_file("tarot_teach/lesson.js", loading_method="defer")
        if has_heaps(body) or any(isinstance(block, TryIt) for block in blocks):
            app.add_js_file("tarot_teach/heaps.js", loading_method="defer")
    if scripts and (_KNOWN in body or with_puzzles(blocks) or any(isinstance(block, QuestionPool) for block in blocks)):
        body += puzzle_stage()
        app.add_css_file("tarot_teach/puzzle.css")
        app.add_js_file("tarot_teach/puzzle.js", loading_method="defer")
    if scripts and (app.config[REMEMBER] or any(isinstance(block, QuestionPool) for block in blocks)):
        app.add_css_file("tarot_teach/remember.css")
        words = {
            "done": _("done"),
            "here": _("go on"),
            "right": J_("✓ right on {day}"),
            "wrong": J_("not right on {day}"),
            "dates": days_of_months(),
            "first": first_day(),
        }
        _add_script(app, "remember.js", {"days": INTERVALS, **words})
        if _KNOWN in body or any(isinstance(block, QuestionPool | TryIt) for block in blocks):
            _add_script(app, "practise.js", _words_of_practice(app, page))
        if _LEARN.search(body):
            app.add_css_file("tarot_teach/learn.css")
            _add_script(app, "learn.js", _words_of_learning())
        if _KNOWN in body:
            app.add_css_file("tarot_teach/known.css")
            _add_script(app, "known.js", _words_of_known())
    if scripts and any(isinstance(block, TryIt) for block in blocks):
        app.add_css_file("tarot_teach/try.css")
        app.add_css_file("tarot_teach/review.css")
        app.add_js_file("tarot_teach/clip.js", loading_method="defer")
        app.add_js_file("tarot_teach/play.js", loading_method="defer")
        app.add_js_file("tarot_teach/review.js", loading_method="defer")
        app.add_js_file("tarot_teach/try.js", loading_method="defer")
    if scripts and any(isinstance(block, ForTeachers) for block in blocks):
        app.add_css_file("tarot_teach/teacher.css")
        app.add_js_file("tarot_teach/codes.js", loading_method="defer")
        app.add_js_file("tarot_teach/teacher.js", loading_method="defer")
    body = _with_regions(body)
    if scripts and not _WRAPPED.search(body):  # by the theme, so that it can be scrolled
        group = f'<div class="tt-scroll" tabindex="0" role="group" aria-label="{_("A wide table")}">'
        body = _TABLE.sub(lambda table: f"{group}{table[0]}</div>", body)
    context["body"] = body


def _with_regions(body: str) -> str:
    """A page on which each table that may have to be scrolled is a region, named by the heading above it, and by a number where that has several."""
    heading, seen = "", Counter[str]()

    def named(found: re.Match[str]) -> str:
        nonlocal heading
        if found["heading"] is not None:
            heading = with_single_blanks(_TAG.sub("", found["heading"]))
            return found[0]
        seen[heading] += 1
        name = (
            _("A wide table: {heading}").format(heading=heading).replace('"', "&quot;")
            if heading
            else _("A wide table")
        )
        number = f" ({seen[heading]})" if seen[heading] > 1 else ""
        return f'<div tabindex="0" role="region" aria-label="{name}{number}" '

    return _WIDE_TABLE.sub(named, body)


def _add_script(app: Sphinx, name: str, words: dict[str, object]) -> None:
    """Add a script to a page, with the words that it puts together."""
    attributes: Any = {"data-words": json.dumps(words, ensure_ascii=False)}
    app.add_js_file(f"tarot_teach/{name}", loading_method="defer", **attributes)


def _words_of_reading(body: str) -> dict[str, object]:
    """The words of ``reading.js``, for a page that shows what is different in other rulesets."""
    if "tt-variant" not in body:
        return {}
    return {
        "beside": _("Show beside it what is different in"),
        "nowhere": _("no other game"),
        "sum": J_("Rules added: {added}. Changed: {changed}. Left out: {dropped}."),
    }


def _meanings(app: Sphinx, body: str) -> dict[str, object]:
    """The words of ``terms.js``: of each term on a page its meaning, and its names in general and in French."""
    library = domain_of(app.env).library
    glossary, terms = library.glossary(), {}
    for id, ruleset in sorted({*_TERM.findall(body)}):
        with suppress(KeyError, LoadError):  # a link to the glossary is left
            concept = glossary[id]
            meaning = library.load(ruleset).meanings[id] if ruleset else concept.meaning
            other = current_language() != "fr" and concept.name_in("fr") not in ("", concept.general)
            names = _("In general: {word}; in French: {french}.") if other else _("In general: {word}.")
            words = names.format(word=concept.general, french=concept.name_in("fr"))
            terms[f"{id} {ruleset}".strip()] = [curly(meaning), words]
    return {"more": _("In the glossary"), "terms": terms}


def _words_of_learning() -> dict[str, object]:
    return {
        "on": J_("Go on: {title}"),
        "known": J_("{known} of {all} rules of {ruleset} known."),
        "due": J_("To be asked again today: {due}."),
        "right": J_("{right} of {asked} right"),
        "sure": _("sure"),
        "again": _("again today"),
        "later": _("to come"),
        "sum": J_("Chapters done: {chapters}. Lessons stepped through: {lessons}. Questions answered: {questions}."),
        "level": J_("Level {level}"),
        "new": _("new"),
        "mine": _("a decision of your own"),
        "asked": _("asked again"),
        "other": _("a theme that you know, in another deal"),
        "missed": _("a theme that you missed, in another deal"),
        "back": _("It comes back in a while."),
        "fresh": _("Its theme comes back, in another deal."),
        "next": J_("It comes back on {day}."),
        "none": J_(
            "Nothing is due before {day}. You may go on all the same: an answer before its day moves nothing, unless it is wrong."
        ),
        "nothing": _("Nothing is remembered."),
        "unkept": _(
            "This browser keeps nothing for these pages, or what it keeps was written by a newer version and is left alone."
        ),
    }


def _words_of_practice(app: Sphinx, page: str) -> dict[str, object]:
    """The words of ``practise.js``, and the addresses of the page of what is known and of the pages of tactics, as far as there are such."""
    return {
        "page": app.builder.get_relative_uri(page, KNOWN) if KNOWN in app.env.found_docs else "",
        "tactics": {
            name: app.builder.get_relative_uri(page, f"tactics/{name}")
            for name in rulesets_with_puzzles()
            if f"tactics/{name}" in app.env.found_docs
        },
        "theme": _("Practise this theme"),
        "named": J_("Practise this theme: {name}"),
        "kept": J_("Kept as questions: {number}. They come back among the others."),
        "already": _("These decisions are kept already."),
        "full": _("This browser has no room left: nothing was kept, and nothing was lost."),
        "unkept": _("This browser keeps nothing for these pages, so that nothing can come back."),
    }


def _words_of_known() -> dict[str, object]:
    """The words of ``known.js``; those of how sure something is by the number of right answers in a row."""
    return {
        "sure": [_("not yet"), _("once right"), _("twice right"), _("nearly sure"), _("sure")],
        "rule": _("Rule"),
        "theme": _("Theme"),
        "decision": _("Decision of your own"),
        "how": _("How sure"),
        "next": _("Asked again"),
        "practise": _("Practise"),
        "colon": colon(),
        "now": _("today"),
        "left": J_(
            "Decisions that this version of the pages cannot ask about: {number}. They stay kept, and are left out."
        ),
    }


def _without_repeated_ids(body: str) -> str:
    """A page with several notebook outputs, each with its own pictures: the first picture of an id keeps it."""
    seen: set[str] = set()

    def replaced(match: re.Match[str]) -> str:
        repeated = match[2] in seen
        seen.add(match[2])
        return f"<{match[1]}" if repeated else match[0]

    return _PICTURE.sub(replaced, body)


def _as_xhtml(body: str) -> str:
    """The body with the namespaces of pictures, which XHTML asks for and HTML does not."""
    body = re.sub(r"<svg(?![^>]*\bxmlns=)", '<svg xmlns="http://www.w3.org/2000/svg"', body)
    return re.sub(r"<use([^>]*?) href=", r'<use xmlns:xlink="http://www.w3.org/1999/xlink"\1 xlink:href=', body)


def write_static(_app: Sphinx, builder: Builder) -> None:
    """Write the styles and scripts beside those that Sphinx copies; a file that is there already keeps its time."""
    if builder.format != "html":
        return
    folder = Path(builder.outdir, "_static", "tarot_teach")
    folder.mkdir(parents=True, exist_ok=True)
    for source in STATIC.iterdir():
        file, content = folder / source.name, static(source.name).encode()
        if not file.is_file() or file.read_bytes() != content:
            write_atomically(file, content)


def add_engine(app: Sphinx, exception: Exception | None) -> None:
    """Put the engine beside the styles of finished web pages, if the project has a runtime for it."""
    if exception is None and app.config[RUNTIME] and runs_scripts(app.builder):
        runtime = chosen_runtime(app.config[RUNTIME], Path(app.confdir))
        write_engine(
            runtime, Path(app.outdir, "_static", "tarot_teach", "engine"), domain_of(app.env).library.user_files
        )


def declare_pictures(app: Sphinx, exception: Exception | None) -> None:
    """Declare in a finished EPUB which of its pages hold pictures, since Sphinx declares none."""
    if exception is not None or app.builder.name != "epub":
        return
    book = Path(app.outdir, f"{app.config.epub_basename}.epub")
    declared = book.with_suffix(".new")
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(declared, "w", zipfile.ZIP_DEFLATED) as new:
        drawn = {name for name in old.namelist() if name.endswith(".xhtml") and b"<svg" in old.read(name)}
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename.endswith("content.opf"):
                folder = entry.filename.removesuffix("content.opf")
                content = _declared(content.decode(), folder, drawn).encode()
            new.writestr(entry, content)  # the entry keeps its way of storing: the first one is not compressed
    shutil.move(declared, book)


def _declared(manifest: str, folder: str, drawn: set[str]) -> str:
    def item(match: re.Match[str]) -> str:
        return match[0].replace("<item ", '<item properties="svg" ') if folder + match[1] in drawn else match[0]

    return _ITEM.sub(item, manifest)
