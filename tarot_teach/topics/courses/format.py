"""The file of a course."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tarot_teach.loading.formats import File, Format, Id
from tarot_teach.mechanisms.base import Count


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
