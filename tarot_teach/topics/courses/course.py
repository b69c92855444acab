"""Courses: chapters in the order in which they are learnt, each a page of Markdown with what it teaches and how long it takes."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tarot_teach.errors import Faults, LoadError, Place, suggest
from tarot_teach.loading import Library
from tarot_teach.loading.document import relative_path
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.loading.formats import parse_model
from tarot_teach.loading.yaml_reader import MAX_BYTES
from tarot_teach.messages import _
from tarot_teach.topics.courses.format import ChapterFile, CourseFile

_NAMED = re.compile(r"\{tarot:(?:example|exercise)\}(?: *|`[^`<]*<|`)([A-Za-z0-9][\w./-]*)")
"""An example or exercise that a page names, by a directive or a role."""


@dataclass(frozen=True, slots=True)
class Course:
    """A course, or those of its chapters whose rulesets a tutorial has; ``folder`` holds the pages.

    ``rulesets`` are those of the chapters by their names, ``asked`` as a user would ask for them.
    """

    file: CourseFile
    folder: Path
    chapters: tuple[ChapterFile, ...]
    rulesets: tuple[str, ...]
    asked: tuple[str, ...]

    @property
    def id(self) -> str:
        """Its id."""
        return self.file.id

    def page_of(self, chapter: ChapterFile) -> str:
        """The path of a chapter's page in a tutorial, without suffix."""
        return f"learn/{self.id}/{chapter.stem}"

    def examples(self) -> list[str]:
        """The ids of the examples that the chapters list or their pages name, in the order of the chapters."""
        found: dict[str, None] = {}
        for chapter in self.chapters:
            named = (name for name, _place in _named_on(self.folder / chapter.page))
            found |= dict.fromkeys((*chapter.examples, *named))
        return list(found)

    def within(self, rulesets: Collection[str]) -> Course:
        """The course with those of its chapters whose ruleset is among some, by name."""
        known = zip(self.chapters, self.rulesets, self.asked, strict=True)
        parts = list(zip(*(row for row in known if row[1] in rulesets), strict=True)) or [(), (), ()]
        return replace(self, chapters=parts[0], rulesets=parts[1], asked=parts[2])


def confined(folder: Path, path: str | Path) -> bool:
    """True for a path that does not leave a folder, from which it begins, with all links followed."""
    return Path(os.path.realpath(folder / path)).is_relative_to(os.path.realpath(folder))


def outside(path: str) -> LoadError:
    """The error for a path that leaves the folder of a course."""
    message, hint = _("{path!r} lies outside the folder of this course"), _("copy the file into that folder")
    return LoadError.of("course.path", message, None, hint, path=path)


def files_within(folder: Path) -> Iterator[Path]:
    """The files of a folder, as paths that begin at it; without devices, and without links that lead out of it or to folders."""
    for inner, _folders, names in os.walk(folder):
        for path in (Path(inner, name) for name in names):
            if path.is_file() and confined(folder, path.relative_to(folder)):
                yield path.relative_to(folder)


def read_course(path: Path, library: Library) -> Course:
    """Read a course. Raises LoadError with every ruleset, page and example that does not exist, and for pages that lie elsewhere."""
    document = library.document(path)
    file, folder, faults = parse_model(CourseFile, document), path.with_suffix(""), Faults(document)
    rulesets: list[str] = []
    asked: list[str] = []
    at_home = confined(path.parent, folder.name)
    there = (
        [page.name for page in folder.glob("*.md") if page.is_file() and confined(folder, page.name)] if at_home else []
    )
    examples = library.ids("example")
    known = {*examples, *library.ids()}
    for i, chapter in enumerate(file.chapters):
        at, pages = faults.below("chapters", i), [earlier.page for earlier in file.chapters[:i]]
        here = ("ruleset",) if chapter.ruleset else ()
        try:
            name, place = chapter.ruleset or file.ruleset, (at if here else faults).place(("ruleset",))
            rulesets.append(library.load(name, base=path.parent, place=place).name)
            asked.append(str(path.parent / name) if is_path(name) else name)
        except LoadError as error:
            if here or not i:
                faults.add(error, place)
        if chapter.page in pages:
            message, hint = _("{page} is the page of chapter {number} too"), _("give each chapter a page of its own")
            at.fault("course.page", message, ("page",), hint, page=chapter.page, number=pages.index(chapter.page) + 1)
        elif chapter.page not in there and (folder / chapter.page).exists():
            message, hint = _("{page} lies outside the folder {folder}, or is no file"), _("put the page itself there")
            at.fault("course.page", message, ("page",), hint, page=chapter.page, folder=relative_path(folder))
        elif chapter.page not in there:
            message, hint = _("there is no page {page} in {folder}"), suggest(chapter.page, there, _("pages there"))
            at.fault("course.page", message, ("page",), hint, page=chapter.page, folder=relative_path(folder))
        elif (size := (folder / chapter.page).stat().st_size) > MAX_BYTES:
            message, hint = (
                _("{page} has {size:,} bytes; more than {most:,} are not read"),
                _("make several chapters of it"),
            )
            at.fault("course.page", message, ("page",), hint, page=chapter.page, size=size, most=MAX_BYTES)
        named = [(name, at.place(("examples", j)), name in examples) for j, name in enumerate(chapter.examples)]
        if chapter.page in there and chapter.page not in pages and (folder / chapter.page).stat().st_size <= MAX_BYTES:
            on_page = _named_on(folder / chapter.page)
            named += [(name, place, name in known or is_path(name)) for name, place in on_page]
        for name, place, found in named:
            if not found:
                message, hint = _("there is no example {name!r}"), suggest(name, examples, _("examples"))
                faults.fault("course.example", message, place, hint, name=name)
    faults.check()
    return Course(file, folder, tuple(file.chapters), tuple(rulesets), tuple(asked))


def _named_on(page: Path) -> Iterator[tuple[str, Place]]:
    """The examples that a page names, each with its place. Rulesets, for which exercises are made up, are among them."""
    for number, line in enumerate(page.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        for found in _NAMED.finditer(line):
            yield found[1], Place(str(relative_path(page)), number, found.start(1) + 1, line)
