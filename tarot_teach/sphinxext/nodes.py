"""Blocks as docutils nodes: words become nodes with references, and diagrams keep their block for the builder to draw."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

from tarot_teach.blocks import (
    Block,
    Bullets,
    Exercise,
    FamilyTree,
    Heading,
    Listing,
    Paragraph,
    Plot,
    QuestionPool,
    Relative,
    RuleBlock,
    Spoiler,
    Stepper,
    Steps,
    Table,
    TryIt,
    Variant,
)
from tarot_teach.cards import Card
from tarot_teach.files import write_atomically
from tarot_teach.messages import N_, _, as_words, colon
from tarot_teach.render.common import answers, colour
from tarot_teach.render.html import SCROLLED, WIDE, Links, block_html
from tarot_teach.render.latex import latex, with_unicode_signs
from tarot_teach.render.terminal import plain_text
from tarot_teach.sphinxext.domain import PLAYED, address, domain_of
from tarot_teach.sphinxext.settings import style_of
from tarot_teach.text import (
    CardRef,
    CardsRef,
    Cite,
    Emphasis,
    PageRef,
    RuleRef,
    TermRef,
    Text,
    WebRef,
    on_one_line,
    term_classes,
)
from tarot_teach.try_it.page import DealLink


class diagram(nodes.General, nodes.Element):  # noqa: N801 -- docutils names nodes in small letters
    """A drawing of ``block`` on ``page``; ``ruleset`` is the ruleset of its links, ``anchors`` the anchors of its ids.

    A page that is written gets the same in words as children, see :class:`AddWords` and :class:`AddSearchWords`.
    """


class facts(nodes.General, nodes.Element):  # noqa: N801
    """Details that fold away on the web."""


class captioned(nodes.table):  # noqa: N801
    """A table whose caption, where there is one, gets no number and no anchor from Sphinx: themes would write the anchor twice."""

    tagname = "table"


class part(nodes.General, nodes.Element):  # noqa: N801
    """A part of a rule on the web, with the classes of a ``div``; one that is ``drawn`` is left out elsewhere."""


class BuilderLinks(Links):
    """Links of a diagram, with the addresses of a builder."""

    def __init__(self, builder: Any, node: diagram) -> None:
        self.builder, self.ruleset, self.page = builder, node["ruleset"], node["page"]

    def _address(self, kind: str, id: str, ruleset: str = "") -> str | None:
        found = domain_of(self.builder.env).locate(kind, id, ruleset or self.ruleset, self.page)
        return address(self.builder, self.page, *found[:2]) if found else None

    def rule(self, id: str, ruleset: str = "", /) -> str | None:
        """The address of a rule, on the page of this ruleset or of the one named."""
        return self._address("rule", id, ruleset)

    def term(self, id: str, /) -> str | None:
        """The address of a concept."""
        return self._address("term", id)

    def source(self, key: str, /) -> str | None:
        """The address of a source."""
        return self._address("source", key)

    def play(self, game: str, /) -> str | None:
        """The address of the page with the table at which a game is played."""
        place = self._address(PLAYED, game.partition("+")[0])
        return place and place.partition("#")[0]

    def lines(self, id: str, data: str, /) -> str | None:
        """The address of a script, which is written beside the pages, with the lines of a lesson."""
        name = f"{id}-{hashlib.sha256(data.encode()).hexdigest()[:8]}.js"
        file = Path(self.builder.outdir, "_static", "tarot_teach", "lines", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, f'(window.tarotLines ??= {{}})["{name}"] = {data};\n'.encode())
        return str(relative_uri(self.builder.get_target_uri(self.page), f"_static/tarot_teach/lines/{name}"))


def runs_scripts(builder: Builder) -> bool:
    """True for a builder of web pages; a shop refuses a book whose pages have forms or scripts."""
    return builder.format == "html" and builder.name != "epub"


def register(app: Sphinx) -> None:
    """Register the nodes with their writers; those of text, man and Texinfo write only the children."""
    words: dict[str, Any] = dict.fromkeys(("latex", "text", "man", "texinfo"), (_nothing, _nothing))
    drawn = {"html": (_visit_diagram_html, _nothing), "latex": (_visit_diagram_latex, _nothing)}
    app.add_node(captioned)
    app.add_node(diagram, **(words | drawn))
    app.add_node(facts, html=(_visit_facts_html, _depart_facts_html), **words)
    in_words: dict[str, Any] = dict.fromkeys(words, (_visit_part, _nothing))
    app.add_node(part, html=(_visit_part_html, _depart_part_html), **in_words)


def _visit_diagram_html(self: Any, node: diagram) -> None:
    links = BuilderLinks(self.builder, node)
    live = runs_scripts(self.builder)
    drawn = block_html(node["block"], links, style_of(self.builder.config), node["anchors"], live=live)
    labelled = node["ids"] or node["classes"]
    self.body.append(f"{self.starttag(node, 'div')}{drawn}</div>" if labelled else drawn)
    raise nodes.SkipNode


def _visit_diagram_latex(self: Any, node: diagram) -> None:
    words = latex([node["block"]])
    unicode = self.builder.config.latex_engine in ("xelatex", "lualatex")
    self.body.append(f"\n{with_unicode_signs(words) if unicode else words}\n")
    raise nodes.SkipNode


def _visit_facts_html(self: Any, node: facts) -> None:
    self.body.append(f'<details class="tt-facts"><summary>{self.encode(node["summary"])}</summary>')


def _depart_facts_html(self: Any, _node: facts) -> None:
    self.body.append("</details>")


def _visit_part_html(self: Any, node: part) -> None:
    self.body.append(self.starttag(node, "div"))


def _depart_part_html(self: Any, _node: part) -> None:
    self.body.append("</div>")


def _visit_part(_self: Any, node: part) -> None:
    if node.get("drawn"):
        raise nodes.SkipNode


def _nothing(_self: Any, _node: nodes.Element) -> None:
    """Write only the children of a node."""


READ = {"name", "formula", "scores", "rule", "shown"}
"""The fields of blocks whose plain strings can be read on a page."""


class AddSearchWords(SphinxPostTransform):
    """Give the diagrams of a web page their words on one line, for the search index."""

    default_priority = 4  # before pages are named in anchors, and references resolved
    formats = ("html",)

    def run(self, **_kwargs: Any) -> None:
        """Change a page that is to be written."""
        for node in [*self.document.findall(diagram)]:
            node += nodes.Text(" ".join(dict.fromkeys(_words_of(node["block"]))))


class AddWords(SphinxPostTransform):
    """Give diagrams the same in words as nodes, for builders that draw nothing."""

    default_priority = 4
    formats = ("html", "latex")

    def is_supported(self) -> bool:
        """True for other formats than those that are drawn."""
        return not super().is_supported()

    def run(self, **_kwargs: Any) -> None:
        """Change a page that is to be written."""
        for node in [*self.document.findall(diagram)]:
            node += Converter(node["ruleset"], node["page"]).in_words(node["block"])


def _words_of(value: object, field: str = "") -> Iterator[str]:
    """Texts, names, and names and codes of cards in blocks."""
    if isinstance(value, Text):
        yield str(value)
    elif isinstance(value, Card):
        yield from (value.name, value.code)
    elif isinstance(value, str):
        yield from [value] if field in READ else []
    elif isinstance(value, tuple):
        for item in value:
            yield from _words_of(item, field)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _words_of(getattr(value, each.name), each.name)


N = TypeVar("N", bound=nodes.Element)
VARIANTS = {"added": N_("one rule more"), "changed": N_("changed"), "dropped": N_("no such rule")}
"""The kinds of variants of a rule, in words."""


class Converter:
    """Turns the blocks of one page into nodes; references to rules without a ruleset mean those of ``ruleset``.

    ``rules`` are the id and title of each rule on the page, ``named`` the node of each id. :class:`.anchors.GiveAnchors` gives such a
    node one of its ``wanted`` anchors, and notes its ``objects`` in the domain.
    """

    def __init__(self, ruleset: str, page: str) -> None:
        self.ruleset: str = ruleset
        self.page: str = page
        self.rules: list[tuple[str, str]] = []
        self.named: dict[str, nodes.Element] = {}

    def sections(self, blocks: Iterable[Block], *, titled: bool = True) -> list[nodes.Element]:
        """Blocks as nested sections, without the first heading if not ``titled``."""
        top: list[nodes.Element] = []
        open_sections: list[tuple[int, nodes.Element]] = []
        for block in blocks:
            if not isinstance(block, Heading | RuleBlock):
                (open_sections[-1][1].append if open_sections else top.append)(self.node(block))
                continue
            level, title = (block.level, block.text) if isinstance(block, Heading) else (3, block.title)
            parts = self._rule(block) if isinstance(block, RuleBlock) else []
            if not titled and not top:
                top += [self._named(nodes.target("", ""), block.id or str(title)), *parts]
                continue
            while open_sections and open_sections[-1][0] >= level:
                open_sections.pop()
            longer = [f"{self.ruleset}-{block.id}"] if isinstance(block, RuleBlock) else []
            section = self._named(nodes.section(), block.id or str(title), *longer)
            section += [nodes.title(on_one_line(str(title)), "", *self.inline(title)), *parts]
            (open_sections[-1][1].append if open_sections else top.append)(section)
            open_sections.append((level, section))
        return top

    def _named(self, node: N, id: str, *others: str) -> N:
        """The node, marked to get an anchor made of one of the ids; ``others`` are for pages on which the first is taken."""
        node["wanted"], node["objects"] = [nodes.make_id(name) for name in (id, *others)], []
        self.named[id] = node
        return node

    def node(self, block: Block) -> nodes.Element:
        """A block that is no section; one that is drawn becomes a diagram, which has its content in words as children."""
        match block:
            case Heading(_level, text):
                return nodes.rubric("", "", *self.inline(text))
            case Paragraph(text, kind):
                return self._paragraph(text, "tt-para", f"tt-{kind}")
            case Bullets(items, numbered):
                kind_of_list = nodes.enumerated_list if numbered else nodes.bullet_list
                listing = kind_of_list("", *(nodes.list_item("", self._paragraph(item)) for item in items))
                if items and all(len(item) == 1 and isinstance(item[0], PageRef) for item in items):
                    listing["links"] = True
                return listing
            case Listing(words_of_file, language):
                return nodes.literal_block(text=words_of_file, language=language)
            case Steps():
                return self.node(*block.fallback())
            case Table():
                return self._table(block)
        return diagram("", block=block, ruleset=self.ruleset, page=self.page, anchors={})

    def in_words(self, block: Block) -> list[nodes.Element]:
        """A block that is drawn, in words, for builders that draw nothing."""
        match block:
            case Exercise():
                asked = nodes.literal_block(text=plain_text([replace(block, setting=())]), language="text")
                answer = map(self.node, (Bullets((*answers(block),)), *block.answer))
                return self._with_words(
                    [*map(self.node, block.setting), asked, nodes.rubric(text=_("Answer")), *answer]
                )
            case FamilyTree(_id, caption, roots):
                return [self._paragraph(caption), self._kin(roots)]
            case Stepper() | Spoiler() | Plot() | QuestionPool() | TryIt() | DealLink():
                return self._with_words([*map(self.node, block.fallback())])
        return [nodes.literal_block(text=plain_text([block]), language="text")]

    def _with_words(self, content: list[nodes.Element]) -> list[nodes.Element]:
        for node in content:
            if isinstance(node, diagram):
                node += self.in_words(node["block"])
        return content

    def _kin(self, relatives: Iterable[Relative]) -> nodes.bullet_list:
        """A family tree as lists in lists."""
        listing = nodes.bullet_list()
        for kin in relatives:
            words = nodes.paragraph("", "", _strong(kin.name), nodes.Text(colon()), *self.inline(kin.said))
            listing += nodes.list_item("", words, *([self._kin(kin.children)] if kin.children else []))
        return listing

    def _paragraph(self, text: Text, *styles: str) -> nodes.paragraph:
        return nodes.paragraph("", "", *self.inline(text), classes=[*styles])

    def inline(self, text: Text) -> list[nodes.Node]:
        """A text as inline nodes."""
        return [node for part in text for node in self._part(part)]

    def _part(self, part: object) -> list[nodes.Node]:
        match part:
            case CardRef(card):
                return [_styled(card.name, "tt-name", f"tt-{colour(card)}")]
            case CardsRef(cards):
                return [_styled(str(part), "tt-name", f"tt-{colour(cards[0])}")]
            case TermRef(id, label):
                return [self.reference("term", id, label, *term_classes(part))]
            case RuleRef(id, title, ruleset):
                return [self.reference("rule", id, title or id, "tt-ruleref", ruleset=ruleset)]
            case PageRef(kind, id, title):
                return [self.reference(kind, id, title)]
            case Emphasis(words, strong, language):
                classes = [f"language-{language}"] if language else []  # by which docutils writes the attribute `lang`
                return [_strong(words) if strong else nodes.emphasis(text=on_one_line(words), classes=classes)]
            case WebRef(address):
                return [nodes.reference("", address, refuri=address)]
            case Cite(key):
                reference = self.reference("source", key, key, "tt-source")
                return [nodes.Text("["), reference, _plain(f"{part.behind}]")]
        return [_plain(str(part))]

    def reference(self, kind: str, target: str, label: str, *styles: str, ruleset: str = "") -> nodes.Node:
        """A reference to a rule, a term, a source, an example … by its id."""
        of = (ruleset or self.ruleset) if kind == "rule" else ""
        name = f"{of}:{target}" if of else target
        reference = addnodes.pending_xref("", refdomain="tarot", reftype=kind, reftarget=name, refdoc=self.page)
        reference["refexplicit"] = reference["generated"] = True
        reference += _styled(label, *styles)
        return reference

    def _table(self, block: Table) -> nodes.table:
        columns = len(block.head) or max((len(row) for row in block.rows), default=1)
        table = captioned(classes=["tt-table", *_width(columns)], align="left")
        if block.caption:
            table += nodes.title("", "", *self.inline(block.caption))
        widths = [*[20] * (columns - 1), 60]
        group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=columns)
        table += group
        if block.head:
            group += nodes.thead("", self._row(block.head, block.numeric))
        rows = [self._row(row, block.numeric) for row in block.rows]
        for row, id in zip(rows, block.ids, strict=False):
            next(row.findall(nodes.paragraph)).insert(0, self._named(nodes.target("", ""), id))
        group += nodes.tbody("", *rows)
        return table

    def _row(self, cells: tuple[Text, ...], numeric: tuple[int, ...]) -> nodes.row:
        row = nodes.row()
        for i, cell in enumerate(cells):
            row += nodes.entry("", self._paragraph(cell), classes=["tt-num"] if i in numeric else [])
        return row

    def _rule(self, block: RuleBlock) -> list[nodes.Element]:
        """The text of a rule, without its title."""
        self.rules.append((block.id, str(block.title)))
        parts: list[nodes.Element] = [self.node(part) for part in block.body]
        parts += [self._paragraph(text, "tt-change") for text in block.changes]
        more: list[nodes.Element] = [self._paragraph(text, "tt-aside") for text in block.notes]
        more += [self._paragraph(block.see, "tt-see")] if block.see else []
        fields = nodes.field_list("", _field(_("Rule"), [nodes.literal(text=block.id)]))
        for name, value, meaning in block.params:
            fields += _field(name, [_strong(value), nodes.Text(" "), _styled(_(meaning), "tt-meaning")])
        cites = [node for cite in block.sources for node in (*self._part(cite), nodes.Text(" "))]
        fields += _field(_("Sources"), cites or [nodes.Text("–")])
        because: list[nodes.Node] = [nodes.Text(colon()), *self.inline(block.because)] if block.because else []
        fields += _field(_("Evidence"), [nodes.Text(as_words(block.evidence)), *because])
        more.append(facts("", fields, summary=_("Parameters and sources")))
        others = [*map(self._variant, block.variants)]
        if not block.at_work:
            return [*parts, *more, *others]
        case = part("", *map(self.node, block.at_work), classes=["tt-at-work"], drawn=True)
        columns = part("", part("", *parts), case, part("", *more), classes=["tt-columns"])
        return [part("", columns, classes=["tt-beside"]), *others]

    def _variant(self, variant: Variant) -> part:
        """A rule as another ruleset has it, which a reader may choose to see."""
        game = _styled(variant.game, "tt-game")
        head = nodes.paragraph(
            "", "", game, nodes.Text(f" · {_(VARIANTS[variant.kind])} · "), _strong(str(variant.title))
        )
        body = []
        for sentences in variant.body:
            said = [
                nodes.inline("", "", *self.inline(text), classes=["tt-new"] if new else []) for text, new in sentences
            ]
            spaced = [node for each in said for node in (nodes.Text(" "), each)][1:]
            body.append(nodes.paragraph("", "", *spaced))
        kinds = ["tt-variant", f"tt-{variant.kind}", f"tt-of-{nodes.make_id(variant.of)}"]
        return part("", head, *body, classes=kinds, drawn=True)


def _width(columns: int) -> list[str]:
    """The class of a table that may have to be scrolled; none for one of few columns."""
    return ["tt-wide"] if columns > WIDE else ["tt-scrolled"] if columns > SCROLLED else []


def _plain(words: str) -> nodes.Text:
    return nodes.Text(on_one_line(words))


def _strong(words: str) -> nodes.strong:
    return nodes.strong(text=on_one_line(words))


def _styled(words: str, *styles: str) -> nodes.inline:
    return nodes.inline("", on_one_line(words), classes=[*styles])


def _field(name: str, body: list[nodes.Node]) -> nodes.field:
    return nodes.field("", nodes.field_name(text=name), nodes.field_body("", nodes.paragraph("", "", *body)))
