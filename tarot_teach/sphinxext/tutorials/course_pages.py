"""Pages of courses as Sphinx reads them in a tutorial: what may stand there is listed, and everything else is refused.

A course may come from somebody else. Its pages may neither read files outside its folder nor bring code to readers, so that what the lists
below do not name is off; ``tarot-teach build --trust-pages`` reads pages as any Sphinx project does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from docutils import nodes
from docutils.parsers.rst import directives, roles
from docutils.parsers.rst.states import MarkupError
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.directives import parse_directive_text
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from sphinx import addnodes
from sphinx.util import logging

from tarot_teach.errors import LoadError, suggest
from tarot_teach.messages import N_, _
from tarot_teach.sphinxext.directives import DIRECTIVES as OUR_DIRECTIVES
from tarot_teach.sphinxext.roles import ROLES as OUR_ROLES
from tarot_teach.topics.courses.course import confined, outside

logger = logging.getLogger(__name__)

FLAG = "--trust-pages"
"""The option of ``build`` and ``check`` by which all of Sphinx and MyST may be used on pages."""

_ANY = {"class", "name"}
_CODE = {*_ANY, "caption", "dedent", "emphasize-lines", "force", "lineno-start", "linenos", "number-lines"}
_TABLE = {*_ANY, "align", "header-rows", "stub-columns", "width", "widths"}
_PICTURE = {*_ANY, "align", "alt", "height", "scale", "target", "width"}
_SHARED = ("attention", "caution", "danger", "error", "hint", "important", "note", "seealso", "tip", "warning")
DIRECTIVES: dict[str, set[str]] = {
    **{f"tarot:{name}": {*(directive.option_spec or ())} for name, directive in OUR_DIRECTIVES.items()},
    **{name: {*_ANY, "collapsible", "open"} for name in (*_SHARED, "admonition")},
    **dict.fromkeys(("topic", "rubric", "container", "compound"), _ANY),
    **dict.fromkeys(("line-block", "parsed-literal", "epigraph", "highlights", "pull-quote", "centered"), _ANY),
    **dict.fromkeys(("code", "code-block", "sourcecode"), _CODE),
    **dict.fromkeys(("table", "list-table"), _TABLE),
    "csv-table": {*_TABLE, "delim", "escape", "header", "keepspace", "quote"},
    "contents": {*_ANY, "backlinks", "depth", "local"},
    "figure": {*_PICTURE, "figclass", "figwidth"},
    "hlist": {"columns"},
    "image": _PICTURE,
    "literalinclude": {
        *_CODE,
        *("append", "encoding", "end-at", "end-before", "language", "lineno-match", "lines"),
        *("prepend", "start-after", "start-at", "tab-width"),
    },
    "sidebar": {*_ANY, "subtitle"},
}
"""The directives that pages may have, each with its options: those of this project, and those of others that neither run anything nor read
files. The argument of ``literalinclude`` is confined to the folder of the page."""
ROLES = {
    *(f"tarot:{name}" for name in OUR_ROLES),
    *("abbr", "abbreviation", "acronym", "code", "command", "dfn", "doc", "download", "emphasis", "file", "guilabel", "kbd", "literal"),
    *("menuselection", "ref", "samp", "strong", "sub", "subscript", "sup", "superscript", "title-reference"),
}  # fmt: skip
"""The roles that pages may have."""
PICTURES = {".gif", ".jpeg", ".jpg", ".png", ".webp"}
"""Suffixes of pictures. SVG is not among them, since a browser runs the scripts of one that is opened by itself."""
FILES = {*PICTURES, ".apkg", ".csv", ".epub", ".gift", ".ods", ".pdf", ".txt", ".yaml", ".yml", ".zip"}
"""Suffixes of the files to which pages may link: those that no browser runs."""
SCHEMES = {"", "http", "https", "mailto"}
"""The beginnings that the address of a link may have."""

_OPTION = re.compile(r"Unknown option keys?: \[?'(?P<name>[^']*)'.*\(allowed: \[(?P<known>.*)\]\)", re.DOTALL)
"""A warning of MyST, which lists all options."""
_NEAR = 100
"""The number of lines in which the words of a fault are looked for, from the beginning of what they stand in."""
_COMMENT = re.compile(r"\s*<!--(?:(?!-->).)*-->\s*", re.DOTALL)
_TRUST = N_("leave it out; or, if you trust whoever wrote the page, add {flag}")


def _off(what: str) -> LoadError:
    """The error for something that pages of courses may not have."""
    message, hint = _("{what} is off in pages of courses, since it could read files or bring code"), _(_TRUST)
    return LoadError.of("course.off", message, None, hint.format(flag=FLAG), what=what)


def _nearest(name: str, known: Iterable[str], what: str) -> str:
    """The name that is meant, as a suggestion: one of this project, which begins with its domain, or a similar one."""
    return suggest(next((one for one in known if one == f"tarot:{name}"), name), known, what)


class CoursePage(SphinxRenderer):
    """A page of a course, rendered as docutils nodes; what may not stand there becomes a warning, and is left out.

    ``page`` are its lines.
    """

    def __init__(self, parser: MarkdownIt) -> None:
        super().__init__(parser)
        self.page: list[str] = []
        self.refused: set[tuple[int, str]] = set()

    def run_directive(self, name: str, first_line: str, content: str, position: int, *rest: Any, **named: Any) -> Any:
        """The nodes of a directive, if the lists allow it."""
        found = directives.directive(name, self.language_module_rst, self.document)[0]
        error = self._fault_of_directive(name, found, first_line, content)
        if error is None:
            try:
                return super().run_directive(name, first_line, content, position, *rest, **named)
            except (
                Exception
            ) as failure:  # directives of other projects raise anything, for instance for an empty caption
                message, hint = _("{name} cannot be read here: {why}"), _("look at its options and at what is below it")
                error = LoadError.of("course.fault", message, None, hint, name=f"{{{name}}}", why=repr(failure))
        self._refuse(error, position)
        return []

    def _fault_of_directive(self, name: str, found: Any, first_line: str, content: str) -> LoadError | None:
        """The error for a directive that there is not, or that may not stand on a page as it stands there."""
        if found is None:
            message, what = _("there is no directive {name!r}"), _("directives")
            return LoadError.of("course.directive", message, None, _nearest(name, DIRECTIVES, what), name=name)
        if name not in DIRECTIVES:
            return _off(f"{{{name}}}")
        try:
            options = parse_directive_text(found, first_line, content).options
        except MarkupError:
            return None  # which the directive itself will say
        refused = sorted({*options} - DIRECTIVES[name])
        if refused:
            return _off(f":{refused[0]}: ({{{name}}})")
        return self._fault_of_path(first_line.strip()) if name == "literalinclude" else None

    def _fault_of_path(self, path: str, suffixes: Iterable[str] = ()) -> LoadError | None:
        """The error for a path that leaves the folder of the page, or names no file there, or one with another suffix than those given."""
        folder = Path(self.document["source"]).parent
        if path.startswith("/") or re.match(r"[\w+.-]+:", path) or not confined(folder, path):
            return outside(path)
        if not (folder / path).is_file():
            names = [file.name for file in (folder / path).parent.glob("*") if confined(folder, file)]
            message = _("there is no file {path!r} in the folder of this course")
            return LoadError.of("course.path", message, None, suggest(Path(path).name, names, _("files")), path=path)
        if suffixes and Path(path).suffix.lower() not in suffixes:
            return _off(_("a file of the kind {suffix}").format(suffix=Path(path).suffix or "?"))
        return None

    def create_warning(self, message: str, *rest: Any, **named: Any) -> Any:
        """A warning of MyST; one about an option that there is not is put into the words of this project."""
        found = _OPTION.search(message)
        if found is None:
            return super().create_warning(message, *rest, **named)
        known = re.findall(r"'([^']*)'", found["known"])
        said, hint = _("there is no option {name!r} here"), suggest(found["name"], known, _("options"))
        error = LoadError.of("course.option", said, None, hint, name=found["name"])
        self._refuse(error, named.get("line") or 1, f"{found['name']}:")
        return None

    def render_myst_role(self, token: SyntaxTreeNode) -> None:
        """Render a role, if the lists allow it."""
        name, line = str(token.meta["name"]), token_line(token, 1)
        if name in ROLES:
            super().render_myst_role(token)
        elif roles.role(name, self.language_module_rst, line, self.reporter)[0] is None:
            message, hint = _("there is no role {name!r}"), _nearest(name, ROLES, _("roles"))
            error = LoadError.of("course.role", message, None, hint, name=name)
            self._refuse(error, line, f"{{{name}}}")
        else:
            self._refuse(_off(f"{{{name}}}"), line, f"{{{name}}}")
            self.current_node.append(nodes.Text(token.content))

    def render_html_block(self, token: SyntaxTreeNode) -> None:
        """Refuse HTML, also within a line; a comment is left out."""
        if not _COMMENT.fullmatch(token.content):
            words = token.content.partition("\n")[0]
            self._refuse(_off("HTML"), token_line(token, 1), words)
            self.current_node.append(nodes.Text(words) if token.type == "html_inline" else nodes.paragraph("", words))

    def render_link_unknown(self, token: SyntaxTreeNode) -> None:
        """Render a link to a page or a file; the words alone of one to a file that is not in the folder."""
        path = unquote(str(token.attrGet("href") or "")).partition("#")[0]
        error = None if Path(path).suffix in ("", ".md", ".rst") else self._fault_of_path(path, FILES)
        if error is None:
            super().render_link_unknown(token)
        else:
            self._refuse(error, token_line(token, 1), path)
            self.render_children(token)

    def render_front_matter(self, token: SyntaxTreeNode) -> None:
        """Refuse settings of a page, which could switch on everything else."""
        self._refuse(_off(_("a head of settings between ---")), token_line(token, 1))

    def render_restructuredtext(self, token: SyntaxTreeNode) -> None:
        """Refuse reStructuredText, whose directives nothing here sees."""
        self._refuse(_off("{eval-rst}"), token_line(token, 1), "{eval-rst}")

    def refuse_addresses(self) -> None:
        """Refuse, and take out of the page, pictures and files that lie elsewhere, and links that run something."""
        checks: tuple[tuple[type[nodes.Element], str, Callable[[str], LoadError | None]], ...] = (
            (nodes.image, "uri", partial(self._fault_of_path, suffixes=PICTURES)),
            (addnodes.download_reference, "reftarget", partial(self._fault_of_path, suffixes=FILES)),
            (nodes.reference, "refuri", _fault_of_address),
        )
        for kind, attribute, fault_of in checks:
            for node in [*self.document.findall(kind)]:
                address = node.get(attribute, "")
                error = fault_of(address)
                if error:
                    self._refuse(error, _line_of(node), address)
                    node.parent.remove(node)

    def _refuse(self, error: LoadError, line: int, words: str = "") -> None:
        """Warn of an error at the first line that has some words, from a line of the page on, or at that line."""
        paragraph = self.page[line - 1 : line - 1 + _NEAR]
        found = (number for number, text in enumerate(paragraph, line) if words and words in text)
        line = next(found, line)
        said, code = (line, str(error)), error.problems[0].code.partition(".")[2]
        if said not in self.refused:
            self.refused.add(said)
            logger.warning("%s", error, location=(self.sphinx_env.docname, line), type="course", subtype=code)


def _fault_of_address(address: str) -> LoadError | None:
    """The error for a link that leads neither to a page nor to a letter."""
    scheme = re.match(r"([^/?#:]*):", re.sub(r"[\x00-\x20]", "", address))
    if scheme is None or scheme[1].lower() in SCHEMES:
        return None
    message, hint = _("a link with {scheme!r} may run something"), _("schemes: {known}")
    known = ", ".join(sorted(filter(None, SCHEMES)))
    return LoadError.of("course.link", message, None, hint.format(known=known), scheme=f"{scheme[1]}:")


def _line_of(node: nodes.Node) -> int:
    """The line of a node, or of the nearest one around it that has one."""
    while node.line is None and node.parent is not None:
        node = node.parent
    return node.line or 1


class CoursePageParser(MystParser):
    """The parser of Markdown in tutorials, in which all pages of Markdown are those of courses."""

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse a page, whatever settings it asks for."""
        parser = create_md_parser(document.settings.env.myst_config, CoursePage)
        parser.options["document"] = document
        page = parser.renderer
        assert isinstance(page, CoursePage)
        page.page = inputstring.splitlines()
        parser.render(inputstring)
        page.refuse_addresses()
