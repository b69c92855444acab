"""Pages of the documentation in another language: ``first-steps.fr.md`` lies beside ``first-steps.md``, and is read in its place.

The page of a notebook has its cells as blocks ``{code-cell}``; where a page offers a notebook, one that is made of that page is taken. Pages in French are built below the English ones: ``python -m sphinx -D language=fr docs docs/_build/html/fr``.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from tarot_teach.sphinxext.tutorials.theme_words import ThemeInLanguage
from tarot_teach.topics.courses.pages import page_in_language, stale_pages

logger = logging.getLogger(__name__)

NOTES = {"fr": "Cette page n’est pas encore traduite\u202f; la voici en anglais."}
"""The languages, each with the note above a page that it does not have."""
BLOCK = re.compile(r"^(`{3,}|:{3,}).*?^\1\s*$", re.DOTALL | re.MULTILINE)
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)\n^```$", re.DOTALL | re.MULTILINE)
TRANSLATES = re.compile(r"\A% translates .*\n+")
DOWNLOAD = re.compile(r"(?<=<)[^<>\s]+\.ipynb(?=>`)")
INCLUDED = re.compile(r"(?<=^```\{include\} )\S+\.md$", re.MULTILINE)


def setup(app: Sphinx) -> None:
    """Have a build take the pages of its language."""
    app.connect("source-read", take_page)
    app.add_transform(KeepAnchors)
    app.connect("doctree-read", add_note)
    app.connect("env-before-read-docs", put_theme_in_language)


def take_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """Read the page of the language in place of the English one, and the pages of courses that it includes."""
    page, language = Path(app.env.doc2path(docname)), app.config.language
    if language not in NOTES:
        for each in NOTES:
            address = f"{'../' * docname.count('/')}{each}/{docname}"
            source[0] = switched(source[0], f"{page.stem}.{each}.md", address)
        return
    app.env.note_dependency(str(page.with_suffix(f".{language}.md")))
    found = chosen(page, language)
    if page.suffix == ".md":
        text = switched(found.read_text(encoding="utf-8"), page.name, "../" * (docname.count("/") + 1) + docname)
        text = with_english_names(text, page, language)
        text = INCLUDED.sub(lambda included: in_place_of(included[0], page, language), text)
        source[0] = DOWNLOAD.sub(lambda notebook: notebook_to_take(app, page, notebook[0]), text)
    elif found != page:
        text = with_english_names(found.read_text(encoding="utf-8"), page, language)
        text = DOWNLOAD.sub(lambda notebook: notebook_to_take(app, page, notebook[0]), text)
        source[0] = notebook_of(text, json.loads(source[0]))


def with_english_names(text: str, page: Path, language: str) -> str:
    """The text of a page, with links to the English pages, which are translated in their turn."""

    def name(link: re.Match[str]) -> str:
        return next(
            (f"]({link[1]}{kind}" for kind in (".md", ".ipynb") if (page.parent / f"{link[1]}{kind}").exists()), link[0]
        )

    return re.sub(rf"\]\(([^)\s]*)\.{language}\.md", name, text)


def notebook_of(text: str, english: dict[str, Any]) -> str:
    """The notebook that a page with cells of code stands for, with the settings of the English one."""
    cells = []
    for place, each in enumerate(CELL.split(TRANSLATES.sub("", text))):
        if place % 2:
            cells.append({"cell_type": "code", "source": each, "metadata": {}, "outputs": [], "execution_count": None})
        elif each.strip():
            cells.append({"cell_type": "markdown", "source": each, "metadata": {}})
    return json.dumps(english | {"cells": [cell | {"id": f"cell-{n}"} for n, cell in enumerate(cells, 1)]})


def notebook_to_take(app: Sphinx, page: Path, name: str) -> str:
    """The path, from a page, of a notebook that it offers: one made of the translation, if there is one, or the English notebook."""
    english, language = page.parent / name, app.config.language
    app.env.note_dependency(str(english.with_suffix(f".{language}.md")))
    if (found := chosen(english, language)) == english:
        return name
    made = Path(app.doctreedir, "notebooks", english.name)
    made.parent.mkdir(parents=True, exist_ok=True)
    words = found.read_text(encoding="utf-8")
    made.write_text(notebook_of(words, json.loads(english.read_text(encoding="utf-8"))), encoding="utf-8")
    return os.path.relpath(made, page.parent)


def chosen(page: Path, language: str) -> Path:
    """The page in the language in use, with a warning where its translation is stale."""
    found, translation = page_in_language(page), page.with_suffix(f".{language}.md")
    if found == page and translation.is_file():
        for problem in stale_pages(page.parent):
            if problem.place and Path(problem.place.file).name == translation.name:
                logger.warning("%s", problem, type="tarot", subtype="stale")
    return found


def in_place_of(included: str, page: Path, language: str) -> str:
    """The path of an included page, or of its translation."""
    return str(Path(included).with_name(chosen(page.parent / included, language).name))


def switched(text: str, name: str, address: str) -> str:
    """The text of a page, with the link to the same page in another language led to where that is built."""
    return re.sub(rf"\[([^\]]*)\]\({re.escape(name)}\)", rf'<a href="{address}.html">\1</a>', text)


def add_note(app: Sphinx, document: nodes.document) -> None:
    """Say above an English page in another language that it is not translated; directives alone need no translation."""
    page, language = Path(app.env.doc2path(app.env.docname)), app.config.language
    if language not in NOTES or page_in_language(page) != page:
        return
    text = page.read_text(encoding="utf-8")
    pages = [page.parent / included for included in INCLUDED.findall(text)]
    has_words = page.suffix != ".md" or BLOCK.sub("", text).strip()
    if has_words or any(page_in_language(included) == included for included in pages):
        title = next(document.findall(nodes.title), None)
        place = title.parent.index(title) + 1 if title else 0
        (title.parent if title else document).insert(place, nodes.note("", nodes.paragraph(text=NOTES[language])))


def put_theme_in_language(app: Sphinx, _env: object, _docnames: object) -> None:
    """Print the words of the theme in the language in use, as on a site of tutorials."""
    templates = getattr(app.builder, "templates", None)
    if templates is not None:
        templates.environment.add_extension(ThemeInLanguage)


class KeepAnchors(SphinxTransform):
    """Give each heading of a translated page the anchor of the English one, which is what links name."""

    default_priority = 200  # before MyST looks for them

    def apply(self, **_arguments: object) -> None:
        """Put the anchors in place of those of the translated words, where there are as many headings in both pages."""
        page = Path(self.env.doc2path(self.env.docname))
        if page.suffix != ".md" or page_in_language(page) == page:
            return
        headings = [section for section in self.document.findall(nodes.section) if "slug" in section]
        anchors = anchors_of(page.read_text(encoding="utf-8"))
        if len(anchors) == len(headings):
            known = [self.document.myst_slugs.pop(section["slug"]) for section in headings]
            self.document.myst_slugs.update(zip(anchors, known, strict=True))
            for anchor, section in zip(anchors, headings, strict=True):
                section["slug"] = anchor


def anchors_of(text: str) -> list[str]:
    """The anchors of the headings of a page, as MyST makes them."""
    titles = re.findall(r"^#{1,3} (.+)$", BLOCK.sub("", text), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", title.lower().replace(" ", "-")) for title in titles]
