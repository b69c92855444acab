"""What every directive of the domain ``tarot`` does: find the library, make blocks, and warn of faults at the right line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from tarot_teach.errors import TarotError
from tarot_teach.explain import Block
from tarot_teach.loading import Library
from tarot_teach.records import Replay, load_example, replay_by
from tarot_teach.rules import Ruleset
from tarot_teach.sphinxext.convert import Converter

if TYPE_CHECKING:
    from tarot_teach.sphinxext.domain import TarotDomain

logger = logging.getLogger(__name__)

_LIBRARIES: dict[tuple[str, ...], Library] = {}


def library_of(env: BuildEnvironment) -> Library:
    """The library of a project: the shipped files and those that ``tarot_files`` names, read once a process.

    A library shows paths from the working directory, so another directory has another one.
    """
    own = tuple(str(Path(env.srcdir, name)) for name in env.config.tarot_files)
    key = (str(Path.cwd()), *own)
    if key not in _LIBRARIES:
        _LIBRARIES[key] = Library(Path(name) for name in own)
    return _LIBRARIES[key]


class TarotDirective(SphinxDirective):
    """Base: makes blocks, puts them on the page, and turns the project's errors into warnings at the right line."""

    def blocks(self, library: Library) -> tuple[str, Iterable[Block]]:
        """The ruleset whose rules are named, and the blocks."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """The nodes of the directive; an error leaves the rest of the page standing."""
        library = library_of(self.env)
        try:
            ruleset, blocks = self.blocks(library)
        except TarotError as error:
            self.warn(error)
            return []
        converter = Converter(ruleset, self.env.docname)
        sections = converter.sections(blocks)
        whole = not {"step", "rule", "hand", "figures"} & set(self.options)
        self.domain.note(converter.rules, ruleset if whole else f"~{ruleset}", self.env.docname)
        return sections

    @property
    def domain(self) -> TarotDomain:
        """The domain of this build."""
        return cast("TarotDomain", self.env.get_domain("tarot"))

    def replayed(self, library: Library, name: str = "") -> Replay:
        """An example, by default the one that the first argument names, replayed. Raises LoadError or RecordError."""
        path = library.example_path(name or self.arguments[0])
        path = path if path.is_absolute() else Path(self.env.srcdir, path)
        self.depends_on([path])
        done = replay_by(load_example(str(path), library), library, path.parent)
        self.depends_on_rules(done.engine.ruleset)
        return done

    def ruleset(self, library: Library, name: str) -> Ruleset:
        """A ruleset, with the page depending on its files. Raises LoadError."""
        ruleset = library.load(name, base=Path(self.env.srcdir))
        self.depends_on_rules(ruleset)
        return ruleset

    def depends_on_rules(self, ruleset: Ruleset) -> None:
        """Have the page built anew when the ruleset's file is changed, or one in which one of these rules stands."""
        rules = {change.place.file for rule in ruleset.rules.values() for change in rule.history}
        self.depends_on({ruleset.place.file, *rules})

    def warn(self, error: TarotError) -> None:
        """A warning at the line of the directive."""
        logger.warning("%s", error, location=self.get_location(), type="tarot", subtype=self.name.rpartition(":")[2])

    def depends_on(self, paths: Iterable[str | Path]) -> None:
        """Have the page built anew when one of these files is changed."""
        for path in paths:
            self.env.note_dependency(str(Path(path).resolve()))
