"""Courses: chapters in the order in which they are learnt, each a page of Markdown with what it teaches and how long it takes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from tarot_teach.errors import Faults, LoadError, Place, suggest
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.loading.document import relative_path
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.loading.formats import File, Format, Id, parse_model
from tarot_teach.mechanisms.base import Count

_NAMED = re.compile(r"\{tarot:(?:example|exercise)\}(?: *|`[^`<]*<|`)([A-Za-z0-9][\w./-]*)")
"""An example or exercise that a page names, by a directive or a role."""


class ChapterFile(File):
    """A chapter."""

    page: str = Field(
        pattern=r"^[\w-]+\.md$", description="Its page, a Markdown file in the folder named like the file."
    )
    title: str = Field(description="Its title in lists.")
    learns: str = Field(description="What is learnt, in a phrase.")
    minutes: Annotated[Count, Field(ge=1, le=240)] = Field(description="How long it takes.")
    ruleset: str = Field("", description="The ruleset that it is about, where that is not the ruleset of the course.")
    examples: list[str] = Field(default_factory=list, description="Worked examples that go with it, by id.")

    @property
    def stem(self) -> str:
        """The name of the page without suffix."""
        return self.page.removesuffix(".md")


class SiteFile(File):
    """The first page of a site that is built of a course."""

    title: str = Field("", description="The title of the site; by default that of the course.")
    introduction: str = Field("", description="The first words on the site; paragraphs are parted by empty lines.")


class CourseFile(File):
    """A course."""

    format: Format
    id: Id
    title: str
    ruleset: str = Field(description="The ruleset that is learnt; options behind it with `+`.")
    about: str = Field(description="Its purpose and its readers; paragraphs are parted by empty lines.")
    site: SiteFile = Field(default_factory=SiteFile, description="The first page of a site of its own.")
    order: Count = Field(1000, description="Its place among courses, from the lowest number.")
    chapters: list[ChapterFile] = Field(min_length=1, description="The chapters, from the first.")


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


def read_course(path: Path, library: Library) -> Course:
    """Read a course. Raises LoadError with every ruleset, page and example that does not exist."""
    document = library.document(path)
    file, folder, faults = parse_model(CourseFile, document), path.with_suffix(""), Faults(document)
    rulesets: list[str] = []
    asked: list[str] = []
    there, examples = [page.name for page in folder.glob("*.md")], library.ids("example")
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
        elif chapter.page not in there:
            message, hint = _("there is no page {page} in {folder}"), suggest(chapter.page, there, _("pages there"))
            at.fault("course.page", message, ("page",), hint, page=chapter.page, folder=relative_path(folder))
        named = [(name, at.place(("examples", j))) for j, name in enumerate(chapter.examples)]
        if chapter.page in there and chapter.page not in pages:
            named += _named_on(folder / chapter.page)
        for name, place in named:
            if name not in known and not is_path(name):
                message, hint = _("there is no example {name!r}"), suggest(name, examples, _("examples"))
                faults.fault("course.example", message, place, hint, name=name)
    faults.check()
    return Course(file, folder, tuple(file.chapters), tuple(rulesets), tuple(asked))


def _named_on(page: Path) -> Iterator[tuple[str, Place]]:
    """The examples that a page names, each with its place. Rulesets, for which exercises are made up, are among them."""
    for number, line in enumerate(page.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        for found in _NAMED.finditer(line):
            yield found[1], Place(str(relative_path(page)), number, found.start(1) + 1, line)
