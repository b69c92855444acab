"""Questions or a lesson for a class: one page with all in it, and the same page as a SCORM 1.2 package for a learning platform."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import escape

from tarot_teach.blocks import Block, Exercise, Heading, Paragraph, QuestionSet
from tarot_teach.errors import LoadError, Place
from tarot_teach.loading import Library
from tarot_teach.messages import N_, NJ_, _
from tarot_teach.render.html import page, teacher
from tarot_teach.rules import Ruleset
from tarot_teach.text import Text, say
from tarot_teach.topics.quiz.codes import file_content, lesson_of, set_data

WORDS = {
    "state": NJ_("{done} of {all} answered, {right} right at the first go."),
    "lost": N_("What was kept of earlier answers cannot be read; the questions begin anew."),
    "place": N_("The step at which you were is not in this lesson any more; it begins at its start."),
}
"""Sentences of the learner's script, by name."""
TEACHER_WORDS = {
    "read": NJ_("Codes read: {number}."),
    "others": NJ_("Left out, since they are of another lesson: {number}."),
    "faults": NJ_("No codes, or copied badly: lines {lines}."),
    "unread": NJ_("Not read, since it holds neither codes nor questions: {file}."),
    "taken": NJ_("Questions of: {titles}."),
    "unknown": N_("Drop the page or the package of their questions here too, and they are read."),
    "where": NJ_("{title} · question {number}"),
    "right": NJ_("{right} of {given}"),
    "same": NJ_("{right} of {given} · {times} the same error"),
    "none": N_("not answered yet"),
    "also": NJ_("also: {answers}"),
    "missed": NJ_("missed in {missed} of {given} answers"),
    "see": N_("See it:"),
    "rule": N_("The rule"),
    "practise": N_("Practise it"),
    "unnamed": NJ_("Learner {number}"),
    "name": NJ_("A name for {who}"),
    "nothing": N_("Nothing was missed."),
}
"""Sentences of the teacher's script, by name."""
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="tarot-teach-{id}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="all"><organization identifier="all"><title>{title}</title>
    <item identifier="questions" identifierref="page"><title>{title}</title></item></organization></organizations>
  <resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource></resources>
</manifest>
"""


@dataclass(frozen=True, slots=True)
class ForTeachers(Block):
    """The part of a page on which whoever teaches puts codes together; ``data`` are the sets of questions, as JSON."""

    data: str

    def fallback(self) -> tuple[Block, ...]:
        """A sentence with the command that puts codes together, for pages without scripts."""
        return (Paragraph(say(_("`tarot-teach results FILE…` puts the codes of a class together."))),)


def class_page(
    exercises: Sequence[Exercise],
    title: str,
    ruleset: Ruleset,
    library: Library,
    lesson: Sequence[Block] = (),
    id: str = "",
) -> str:
    """Questions, or the lesson of an id that asks them, as one page that needs no other file, and makes a code of the answers."""
    data = set_data(exercises, title, ruleset, library, id) | {"words": _in_language(WORDS)}
    written = json.dumps(data, ensure_ascii=False)
    if lesson:
        return page([*lesson, QuestionSet((), written)], title)
    return page([Heading(1, Text((title,))), QuestionSet(tuple(exercises), written)], title)


def scorm(
    exercises: Sequence[Exercise],
    title: str,
    ruleset: Ruleset,
    library: Library,
    lesson: Sequence[Block] = (),
    id: str = "",
) -> bytes:
    """The page of questions or of a lesson as a SCORM 1.2 package, the same bytes for the same questions."""
    shown = class_page(exercises, title, ruleset, library, lesson, id)
    manifest = _MANIFEST.format(id=id or lesson_of(exercises), title=escape(title))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, text in (("imsmanifest.xml", manifest), ("index.html", shown)):
            archive.writestr(zipfile.ZipInfo(path), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def teacher_page(sets: Sequence[dict[str, Any]], codes: str = "", site: str = "") -> str:
    """The page on which whoever teaches puts codes about some sets of questions together, with links to the pages of a site."""
    return teacher(_teacher_data(sets, codes, site, None))


def for_teachers(sets: Sequence[dict[str, Any]], site: str, pages: Mapping[str, Sequence[str]]) -> ForTeachers:
    """The part of a page of a site on which codes are put together; sets are shown once there is a code of theirs. ``pages`` are the names of the pages by folder."""
    return ForTeachers(_teacher_data(sets, "", site, pages))


def _teacher_data(
    sets: Sequence[dict[str, Any]], codes: str, site: str, pages: Mapping[str, Sequence[str]] | None
) -> str:
    data = {"sets": sets, "codes": codes, "site": site, "pages": pages, "words": _in_language(TEACHER_WORDS)}
    return json.dumps(data, ensure_ascii=False)


def _in_language(words: dict[str, str]) -> dict[str, str]:
    return {name: _(sentence) for name, sentence in words.items()}


def questions_in(path: Path) -> dict[str, Any]:
    """The questions of a page or a package as plain data. Raises LoadError for a file that has none."""
    hint = _("name the page that `quiz --format html` or `replay --format html` has written")
    content = file_content(path, hint)
    try:
        if path.suffix.lower() == ".zip":
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                content = archive.read("index.html")
        found = re.search(
            r'<tt-class[^>]*>\s*<script type="application/json">(.*?)</script>', content.decode(), re.DOTALL
        )
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError):
        found = None
    if found is None:
        raise LoadError.of("results.page", _("there are no questions in it"), Place(str(path)), hint)
    data: dict[str, Any] = json.loads(found[1])
    if "rules" not in data:
        message, hint = _("its questions were written by another version"), _("write it anew with this one")
        raise LoadError.of("results.page", message, Place(str(path)), hint)
    return data
