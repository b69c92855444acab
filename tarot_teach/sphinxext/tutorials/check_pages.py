"""Checks of the pages of a course: they are read as the builder reads them, and nothing else of a tutorial is."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from pathlib import Path

from tarot_teach.errors import Place, Problem, error_codes
from tarot_teach.loading import Library
from tarot_teach.sphinxext.tutorials.pages import copy_pages
from tarot_teach.sphinxext.tutorials.site import sphinx_warnings
from tarot_teach.topics.courses.course import Course

_WARNING = re.compile(
    r"^(?P<file>[^\n]+?\.md)(?::(?P<line>\d+))?: (?:WARNING|ERROR|CRITICAL): (?P<message>[^\n]*(?:\n(?!\S+\.md:\d+: |\S+\.md: )[^\n]*)*)",
    re.MULTILINE,
)
_HINT, _CODE = "\n  hint: ", re.compile(r" \[([\w.-]+)\]$")
_ELSEWHERE = re.compile(
    r"'myst' cross-reference target not found: '(?:\.\./|/)[^']*\.(?:md|rst)(?:#[^']*)?'|unknown document: '(?:\.\./|/)"
)
"""The warning about a page outside the course: only a whole tutorial has those."""


def faults_of_pages(course: Course, library: Library, *, trusted: bool) -> list[Problem]:
    """The faults of a course's pages, each with its line. Pages that are ``trusted`` may use all of Sphinx and MyST."""
    with tempfile.TemporaryDirectory(prefix="tarot-teach-") as folder:
        source = Path(folder, "source")
        copy_pages(course, source / "learn" / course.id)
        pages = "".join(f"   {course.page_of(chapter)}\n" for chapter in course.chapters)
        (source / "index.rst").write_text(f"Pages\n=====\n\n.. toctree::\n\n{pages}", encoding="utf-8")
        warnings = sphinx_warnings(Path(folder), "dummy", library, {}, (), [course], trusted=trusted)
    faults = []
    for found in _WARNING.finditer(warnings):
        said, code = found["message"].rstrip(), _CODE.search(found["message"].rstrip())
        text, _hint, hint = _CODE.sub("", said).partition(_HINT)
        if not _ELSEWHERE.search(text):
            place = Place(found["file"], int(found["line"] or 1), 1)
            fault = Problem("course.fault", text, place, hint or None)
            faults.append(replace(fault, code=code[1]) if code and code[1] in error_codes() else fault)
    return faults
