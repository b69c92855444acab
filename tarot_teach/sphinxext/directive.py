"""The base of all directives: find the library, make blocks, put them on the page, and warn of faults at the right line."""

from __future__ import annotations

import os
from collections.abc import Iterable
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
from tarot_teach.errors import NotationError, TarotError
from tarot_teach.language import _
from tarot_teach.loading import Library, parse_model, read_yaml
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_example
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.domain import domain_of
from tarot_teach.sphinxext.nodes import Converter
from tarot_teach.text import Text

logger = logging.getLogger(__name__)

NAMED: dict[str, Any] = {"name": directives.unchanged_required, "class": directives.class_option}
"""Options of all directives."""
TITLED: dict[str, Any] = {**NAMED, "title": directives.unchanged_required, "no-title": directives.flag}
"""Options of directives whose content begins with a title."""


def library_of(env: BuildEnvironment) -> Library:
    """The library of a project: the shipped files and those that ``tarot_files`` names."""
    return domain_of(env).library


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


class TarotDirective(SphinxDirective):
    """Base of the directives: puts blocks on a page, and turns errors into warnings at their line."""

    option_spec: ClassVar[dict[str, Any]] = TITLED

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.objects: list[tuple[str, tuple[str, str, str, str]]] = []

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The ruleset of the rules that are named, and the blocks. Raises TarotError."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """The nodes of the directive; none after an error, which becomes a warning."""
        library = library_of(self.env)
        try:
            content = self.content_nodes(library)
        except TarotError as error:
            self.depends_on([*library.user_files, *(problem.place.file for problem in error.problems if problem.place)])
            self.warn(error)
            return []
        for node in content:
            node["classes"] += self.options.get("class", [])
        if "name" in self.options:
            label = nodes.target("", "")
            self.add_name(label)
            content.insert(0, label)
        return [*content]

    def content_nodes(self, library: Library) -> list[nodes.Element]:
        """The nodes of the directive. Raises TarotError."""
        ruleset, blocks = self.blocks(library)
        converter = Converter(ruleset, self.env.docname)
        sections = converter.sections(self._titled(list(blocks)), titled="no-title" not in self.options)
        rules_of = self.rules_of(ruleset)
        for id, title in converter.rules:
            converter.named[id]["objects"].append(("rule", id, rules_of, title))
        for at, noted in self.objects:
            converter.named[at]["objects"].append(noted)
        return sections

    def rules_of(self, ruleset: str) -> str:
        """The ruleset under which the domain notes the rules of this directive, with ``~`` for a part of a ruleset."""
        return f"~{ruleset}" if {"step", "rule", "hand", "figures"} & set(self.options) else ruleset

    def _titled(self, blocks: list[Block]) -> list[Block]:
        """The blocks with the title of the options. Raises NotationError if the blocks have no title."""
        title, untitled = self.options.get("title", ""), "no-title" in self.options
        if not title and not untitled:
            return blocks
        if title and untitled:
            raise NotationError.of(
                "directive.title", _(":title: and :no-title: are both given"), None, _("leave one out")
            )
        first, *rest = blocks
        if not isinstance(first, Heading | RuleBlock):
            hint = _("leave it out, and write a heading above the directive")
            raise NotationError.of(
                "directive.title",
                _("there is no title here for :{words}:").format(words="title" if title else "no-title"),
                None,
                hint,
            )
        if untitled:
            return blocks
        words = Text((title,))
        return [replace(first, text=words) if isinstance(first, Heading) else replace(first, title=words), *rest]

    def note_object(self, at: str, kind: str, id: str, title: str, ruleset: str = "") -> None:
        """Note an object for the domain at the block with the id ``at``."""
        self.objects.append((at, (kind, id, ruleset, title)))

    def replayed(self, library: Library, name: str = "") -> Replay:
        """An example, by default the one that the first argument names, replayed. Raises LoadError or RecordError."""
        path = library.find_record("example", name or self.arguments[0])
        path = path if path.is_absolute() else Path(self.env.srcdir, path)
        self.depends_on([path])
        done = replay_example(str(path), library)
        self.depends_on_replay(done, library, path.parent)
        return done

    def ruleset(self, library: Library, name: str) -> Ruleset:
        """A ruleset, on whose files the page depends from now on. Raises LoadError."""
        ruleset = library.load(name, base=Path(self.env.srcdir))
        self.depends_on(files_of(ruleset, library))
        return ruleset

    def depends_on_replay(self, done: Replay, library: Library, folder: Path) -> None:
        """Note the files of the rulesets and the advice of an example, on which the page depends."""
        file = done.record.file
        rulesets = [done.engine.ruleset, *(library.load(name, base=folder) for name in file.compare)]
        advice = library.path_of("advice", file.advice) if file.advice else None
        self.depends_on([path for ruleset in rulesets for path in files_of(ruleset, library)])
        self.depends_on([advice] if advice else [])

    def warn(self, error: TarotError) -> None:
        """Log a warning at the line of the directive."""
        logger.warning("%s", error, location=self.get_location(), type="tarot", subtype=self.name.rpartition(":")[2])

    def depends_on(self, paths: Iterable[str | Path]) -> None:
        """Note files on which the page depends."""
        depend(self.env, paths)


def page_of(directive: SphinxDirective) -> str:
    """The file of a directive, relative to the project's folder."""
    source, _line = directive.get_source_info()
    return os.path.relpath(source, directive.env.srcdir)


def written_below(directive: SphinxDirective) -> tuple[Path, Record]:
    """The page's file, and the example in the content of a directive, where ``format`` and ``id`` may be left out.

    Raises LoadError with all faults, each at its line and column of the page.
    """
    source, line = directive.get_source_info()
    content = [str(text) for text in directive.content]
    above, indent = _position(Path(source), line, content)
    text = "\n" * above + "\n".join(f"{indent}{text}" if text.strip() else "" for text in content)
    document = read_yaml(text, name=page_of(directive))
    if isinstance(document.data, dict):
        id = f"{make_id(directive.env.docname)}-{directive.env.new_serialno('tarot-example') + 1}"
        document = replace(document, data={"format": "1", "id": id} | document.data)
    return Path(source), Record(parse_model(ExampleFile, document), document)


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
