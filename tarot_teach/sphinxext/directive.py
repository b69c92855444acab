"""The base of all directives: find the library, make blocks, put them on the page, and warn of faults at the right line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.nodes import make_id
from docutils.parsers.rst import directives
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from tarot_teach.blocks import Block, Heading, RuleBlock
from tarot_teach.errors import NotationError, Problem, TarotError
from tarot_teach.loading import Library, parse_model, read_yaml
from tarot_teach.loading.document import Document, exists
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.messages import _
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.gathered import Source, line_named
from tarot_teach.records.lines.text import is_line
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_by, replay_example
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.domain import domain_of
from tarot_teach.sphinxext.nodes import Converter
from tarot_teach.sphinxext.settings import CONFINED, COPIED
from tarot_teach.text import Text
from tarot_teach.topics.courses.course import confined, outside

logger = logging.getLogger(__name__)

NAMED: dict[str, Any] = {"name": directives.unchanged_required, "class": directives.class_option}
"""Options of all directives."""
TITLED: dict[str, Any] = {**NAMED, "title": directives.unchanged_required, "no-title": directives.flag}
"""Options of directives whose content begins with a title."""


def depend(env: BuildEnvironment, paths: Iterable[str | Path]) -> None:
    """Note files on which the page that is being read depends."""
    for path in paths:
        env.note_dependency(str(Path(path).resolve()))


def files_of(ruleset: Ruleset, library: Library) -> set[Path]:
    """The files of a ruleset: its own, and those of its ancestors, house rules and pack."""
    named = [library.path_of("deck", ruleset.deck.id), *(library.path_of("ruleset", id) for id in ruleset.lineage)]
    named += [library.path_of("option", name.partition("=")[0]) for name in ruleset.name.split("+")[1:]]
    places = [ruleset.place, *(change.place for rule in ruleset.rules.values() for change in rule.history)]
    return {*(path for path in named if path), *(Path(place.file) for place in places)}


def check_confined(env: BuildEnvironment, library: Library, folder: Path, name: str) -> None:
    """Raise LoadError for a path on a page copied from elsewhere that lies neither in the folder of the page nor in the library."""
    path = folder / name
    page = Path(env.docname).parent
    home = env.config[COPIED].get(page.as_posix())
    if home is None or not env.config[CONFINED] or path.resolve() in library.user_files:
        return
    if not any(confined(Path(folder), path) for folder in (home, Path(env.srcdir, page))):
        raise outside(name)


class TarotDirective(SphinxDirective):
    """Base of the directives: puts blocks on a page, and turns errors into warnings at their line.

    ``describe`` gives the name of the ruleset whose rules are meant, and the blocks.
    """

    describe: ClassVar[Callable[[TarotDirective], tuple[str, Iterable[Block]]]]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.library: Library = domain_of(self.env).library
        self.owner = ""  # under which the domain notes the rules, where it is neither their ruleset nor a part of it
        self.objects: list[tuple[str, tuple[str, str, str, str]]] = []

    def run(self) -> list[nodes.Node]:
        """The nodes of the directive; none after an error, which becomes a warning."""
        try:
            ruleset, blocks = type(self).describe(self)
            converter = Converter(ruleset, self.env.docname)
            content = converter.sections(self._titled(list(blocks)), titled="no-title" not in self.options)
        except TarotError as error:
            places = [problem.place.file for problem in error.problems if problem.place]
            depend(self.env, [*self.library.user_files, *places])
            self.warn(error)
            return []
        part = {"step", "rule", "hand", "figures"} & set(self.options)
        for id, title in converter.rules:
            self.note_object(id, "rule", id, title, self.owner or (f"~{ruleset}" if part else ruleset))
        for at, noted in self.objects:
            converter.named[at]["objects"].append(noted)
        for node in content:
            node["classes"] += self.options.get("class", [])
        if "name" in self.options:
            content.insert(0, nodes.target("", ""))
            self.add_name(content[0])
        return [*content]

    def _titled(self, blocks: list[Block]) -> list[Block]:
        """The blocks with the title of the options. Raises NotationError if the blocks have no title."""
        given = [option for option in ("title", "no-title") if option in self.options]
        if not given:
            return blocks
        if len(given) == 2:
            message, hint = _(":title: and :no-title: are both given"), _("leave one out")
            raise NotationError.of("directive.title", message, None, hint)
        first, *rest = blocks
        if not isinstance(first, Heading | RuleBlock):
            message = _("there is no title here for :{words}:").format(words=given[0])
            hint = _("leave it out, and write a heading above the directive")
            raise NotationError.of("directive.title", message, None, hint)
        if given == ["no-title"]:
            return blocks
        title = Text((self.options["title"],))
        return [replace(first, text=title) if isinstance(first, Heading) else replace(first, title=title), *rest]

    def note_object(self, at: str, kind: str, id: str, title: str, ruleset: str = "") -> None:
        """Note an object for the domain at the block with the id ``at``."""
        self.objects.append((at, (kind, id, ruleset, title)))

    def depends_on(self, *paths: str | Path | None) -> None:
        """Note files on which the page depends."""
        depend(self.env, filter(None, paths))

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset, on whose files the page depends from now on. Raises LoadError."""
        ruleset = self.library.load(name, base=self._folder(name.partition("+")[0]))
        self.depends_on(*files_of(ruleset, self.library))
        return ruleset

    def _folder(self, name: str) -> Path:
        """The first folder with a file of a path: the project's, the page's, or that from which the page was copied; else the project's."""
        project, page = Path(self.env.srcdir), Path(self.env.doc2path(self.env.docname)).parent
        copied = self.env.config[COPIED].get(Path(self.env.docname).parent.as_posix(), page)
        found = (folder for folder in (project, page, Path(copied)) if is_path(name) and exists(folder / name))
        folder = next(found, project)
        if is_path(name):
            check_confined(self.env, self.library, folder, name)
        return folder

    def record_path(self, kind: str, name: str) -> Path:
        """The path of an example or a session, on which the page depends from now on. Raises LoadError."""
        path = Path(self._folder(name), self.library.find_record(kind, name))
        self.depends_on(path)
        return path

    def line_named(self, name: str) -> Source | None:
        """The source of a deal or a position on one line, on whose file the page depends from now on; None for other names. Raises LoadError."""
        if is_line(name) or not is_path(name):
            return line_named(name) if is_line(name) else None
        source = line_named(str(self._folder(name) / name))
        self.depends_on(source.name if source else None)
        return source

    def replayed(self, name: str = "") -> Replay:
        """An example replayed, named, given as a line or written below the directive. Raises LoadError or RecordError."""
        if name:
            source = self.line_named(name) or self.record_path("example", name)
            done = replay_example(str(source), self.library)
        else:
            done = replay_by(self._written(), self.library, Path(self.get_source_info()[0]).parent)
        file = done.record.file
        for engine in (done.engine, *done.compared):
            self.depends_on(*files_of(engine.ruleset, self.library))
        self.depends_on(self.library.path_of("advice", file.advice) if file.advice else None)
        return done

    def warn(self, error: TarotError) -> None:
        """Log a warning at the line of the directive, or at each fault's line of its content."""
        for fault in error.problems if self.content else (error,):
            place = fault.place if isinstance(fault, Problem) else None
            here = place and place.file == self._page()
            location = f"{self.get_source_info()[0]}:{place.line}" if place and here else self.get_location()
            logger.warning("%s", fault, location=location, type="tarot", subtype=self.name.rpartition(":")[2])

    def _page(self) -> str:
        """The file of the directive, relative to the project's folder."""
        return os.path.relpath(self.get_source_info()[0], self.env.srcdir)

    def _written(self) -> Record:
        """The example in the content, where ``format`` and ``id`` may be left out.

        Raises LoadError with all faults, each at its line and column of the page.
        """
        document = self._content()
        if isinstance(document.data, dict):
            id = f"{make_id(self.env.docname)}-{self.env.new_serialno('tarot-example') + 1}"
            document = replace(document, data={"format": "1", "id": id} | document.data)
        record = Record(parse_model(ExampleFile, document), document)
        if is_path(record.file.ruleset):
            folder = Path(self.get_source_info()[0]).parent
            check_confined(self.env, self.library, folder, record.file.ruleset.partition("+")[0])
        return record

    def _content(self) -> Document:
        """The content as YAML, with places in the page. Raises LoadError with all faults."""
        source, line = Path(self.get_source_info()[0]), self.get_source_info()[1]
        content = [str(text) for text in self.content]
        above, indent = _position(source, line, content)
        text = "\n" * above + "\n".join(f"{indent}{text}" if text.strip() else "" for text in content)
        return read_yaml(text, name=self._page())

    def replies(self) -> dict[str, str]:
        """The content as replies, by the answers that they are given to. Raises LoadError or NotationError for content that is none."""
        if not self.content:
            return {}
        document = self._content()
        if not isinstance(document.data, dict) or not all(isinstance(reply, str) for reply in document.data.values()):
            message, hint = (
                _("the content is not a list of replies"),
                _("write an answer, a colon and the reply: `N: …`"),
            )
            raise NotationError.of("trick.replies", message, hint=hint)
        return document.data


def _position(source: Path, line: int, content: list[str]) -> tuple[int, str]:
    """The number of lines in a file above the content of a directive at ``line``, and the indentation of the content.

    If the content is not in the file, because another directive has made it, ``line`` counts.
    """
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    sought = [text.strip() for text in content]
    for at in range(line, len(lines)):
        if [text.strip() for text in lines[at : at + len(sought)]] == sought:
            first = next(i for i, text in enumerate(sought) if text)
            return at, " " * (len(lines[at + first].expandtabs(8)) - len(content[first]))
    return line, ""
