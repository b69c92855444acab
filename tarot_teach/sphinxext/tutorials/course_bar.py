"""Bars of a site for readers who come back: progress and the next chapter on each page of a course, and the button that erases it."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from tarot_teach.render.common import curly
from tarot_teach.sphinxext.tutorials.pages import Contents, templates

templates.filters["curly"] = curly


def add_course_bars(contents: Contents) -> Any:
    """A handler of Sphinx that puts the bars around the chapters, and on the first page how much is known and the place to erase it."""
    parts: Any = templates.get_template("course-bar.html.j2").module
    chapters = {
        course.page_of(chapter): (course, number)
        for course in contents.courses
        for number, chapter in enumerate(course.chapters)
    }

    def add(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        if page in chapters:
            course, number = chapters[page]
            addresses = [app.builder.get_relative_uri(page, course.page_of(chapter)) for chapter in course.chapters]
            ruleset = course.rulesets[number]
            bar = parts.bar(course, number, addresses, ruleset, contents.rules_of.get(ruleset, {}))
            foot = parts.foot(course, number, addresses, app.builder.get_relative_uri(page, "index"))
            context["body"] = f"{bar}{context['body']}{foot}"
        elif page == "index":
            known = ""
            if contents.courses:
                ruleset = contents.courses[0].rulesets[0]
                known = parts.known(ruleset, contents.rules_of.get(ruleset, {}), " tt-status")
            body = context["body"].replace(_STATUS, known, 1)
            erase = parts.erase(app.builder.get_relative_uri(page, "known"))
            context["body"] = f"{body}{erase}"

    return add


_STATUS = "<!-- what is known -->"
"""The place on the first page, written by its template."""
