"""Blocks as docutils nodes: words become nodes with references, and diagrams keep their block for the builder to draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatchmethod
from typing import Any, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from tarot_teach.blocks import (
    Block,
    Bullets,
    Exercise,
    FamilyTree,
    Heading,
    Paragraph,
    Plot,
    Relative,
    RuleBlock,
    Spoiler,
    Stepper,
    Steps,
    Table,
)
from tarot_teach.language import _, as_words
from tarot_teach.render.common import answers, colour
from tarot_teach.render.html import WIDE, Links, block_html
from tarot_teach.render.latex import latex, with_unicode_signs
from tarot_teach.render.terminal import plain_text
from tarot_teach.sphinxext.domain import address, domain_of
from tarot_teach.sphinxext.settings import style_of
from tarot_teach.text import CardRef, CardsRef, Cite, PageRef, RuleRef, TermRef, Text, on_one_line


class diagram(nodes.General, nodes.Element):  # noqa: N801 -- docutils names nodes in small letters
    """A drawing of ``block`` on ``page``; ``ruleset`` is the ruleset of its links, ``anchors`` the anchors of its ids.

    The children are the same in words, for the search index and for builders that draw nothing.
    """


class facts(nodes.General, nodes.Element):  # noqa: N801
    """Details that fold away on the web."""


class BuilderLinks(Links):
    """Links of a diagram, with the addresses of a builder."""

    def __init__(self, builder: Any, node: diagram) -> None:
        self.builder, self.ruleset, self.page = builder, node["ruleset"], node["page"]

    def _address(self, kind: str, id: str, ruleset: str = "") -> str | None:
        found = domain_of(self.builder.env).locate(kind, id, ruleset or self.ruleset, self.page)
        if found is None:
            return None
        page, anchor, _title = found
        return address(self.builder, self.page, page, anchor)

    def rule(self, id: str, ruleset: str = "", /) -> str | None:
        """The address of a rule, on the page of this ruleset or of the one named."""
        return self._address("rule", id, ruleset)

    def term(self, id: str, /) -> str | None:
        """The address of a concept."""
        return self._address("term", id)

    def source(self, key: str, /) -> str | None:
        """The address of a source."""
        return self._address("source", key)


def register(app: Sphinx) -> None:
    """Register the nodes with their writers."""
    app.add_node(
        diagram,
        html=(_visit_diagram_html, _nothing),
        latex=(_visit_diagram_latex, _nothing),
        text=(_nothing, _nothing),
        man=(_nothing, _nothing),
        texinfo=(_nothing, _nothing),
    )
    app.add_node(
        facts,
        html=(_visit_facts_html, _depart_facts_html),
        latex=(_nothing, _nothing),
        text=(_nothing, _nothing),
        man=(_nothing, _nothing),
        texinfo=(_nothing, _nothing),
    )


def _visit_diagram_html(self: Any, node: diagram) -> None:
    block: Block = node["block"]
    drawn = block_html(block, BuilderLinks(self.builder, node), style_of(self.builder.config), node["anchors"])
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


def _nothing(_self: Any, _node: nodes.Element) -> None:
    """Write only the children of a node."""


N = TypeVar("N", bound=nodes.Element)


def anchor_of(id: str) -> str:
    """An id as an HTML anchor."""
    return nodes.make_id(id)


class Converter:
    """Turns the blocks of one page into nodes; references to rules without a ruleset mean those of ``ruleset``.

    ``rules`` are the id and title of each rule on the page, ``named`` the node of each id. :class:`.anchors.GiveAnchors` gives such a
    node one of its ``wanted`` anchors, and notes its ``objects`` in the domain.
    """

    def __init__(self, ruleset: str, page: str) -> None:
        self.ruleset, self.page = ruleset, page
        self.rules: list[tuple[str, str]] = []
        self.named: dict[str, nodes.Element] = {}

    def sections(self, blocks: Iterable[Block], *, titled: bool = True) -> list[nodes.Element]:
        """Blocks as nested sections, without the first heading if not ``titled``."""
        top: list[nodes.Element] = []
        open_sections: list[tuple[int, nodes.Element]] = []
        for block in blocks:
            if not titled and not top and isinstance(block, Heading | RuleBlock):
                top.append(self._named(nodes.target("", ""), block.id or str(self._title(block))))
                if isinstance(block, RuleBlock):
                    top += self._rule(block)
            elif isinstance(block, Heading | RuleBlock):
                level = block.level if isinstance(block, Heading) else 3
                while open_sections and open_sections[-1][0] >= level:
                    open_sections.pop()
                section = self._section(block)
                (open_sections[-1][1].append if open_sections else top.append)(section)
                open_sections.append((level, section))
            else:
                node = self.node(block)
                (open_sections[-1][1].append if open_sections else top.append)(node)
        return top

    def _section(self, block: Heading | RuleBlock) -> nodes.section:
        title = self._title(block)
        section = self._named(nodes.section(), block.id or str(title), *self._long_ids(block))
        section += nodes.title(on_one_line(str(title)), "", *self.inline(title))
        if isinstance(block, RuleBlock):
            section += self._rule(block)
        return section

    def _title(self, block: Heading | RuleBlock) -> Text:
        return block.text if isinstance(block, Heading) else block.title

    def _long_ids(self, block: Heading | RuleBlock) -> list[str]:
        """The id of a rule with its ruleset, for pages with the same rule of several rulesets."""
        return [f"{self.ruleset}-{block.id}"] if isinstance(block, RuleBlock) else []

    def _named(self, node: N, id: str, *others: str) -> N:
        """The node, marked to get an anchor made of one of the ids."""
        node["wanted"] = [anchor_of(name) for name in (id, *others)]
        node["objects"] = []
        self.named[id] = node
        return node

    @singledispatchmethod
    def node(self, block: Block) -> nodes.Element:
        """A block that is no section: by the method for its class, or else a diagram, which has its content in words as children."""
        return diagram("", *self._in_words(block), block=block, ruleset=self.ruleset, page=self.page, anchors={})

    @node.register
    def _heading(self, block: Heading) -> nodes.Element:
        return nodes.rubric("", "", *self.inline(block.text))

    @node.register
    def _paragraph(self, block: Paragraph) -> nodes.Element:
        return nodes.paragraph("", "", *self.inline(block.text), classes=["tt-para", f"tt-{block.kind}"])

    @node.register
    def _bullets(self, block: Bullets) -> nodes.Element:
        listing: nodes.Element = nodes.enumerated_list() if block.numbered else nodes.bullet_list()
        if all(len(item) == 1 and isinstance(item[0], PageRef) for item in block.items):
            listing["links"] = True
        for item in block.items:
            listing += nodes.list_item("", nodes.paragraph("", "", *self.inline(item)))
        return listing

    @node.register
    def _steps(self, block: Steps) -> nodes.Element:
        (bullets,) = block.fallback()
        return self.node(bullets)

    def _in_words(self, block: Block) -> list[nodes.Node]:
        """A diagram in words, for builders that draw nothing."""
        match block:
            case Exercise():
                shown = plain_text([replace(block, setting=())])
                return [
                    *map(self.node, block.setting),
                    nodes.literal_block(text=shown, language="text"),
                    nodes.rubric(text=_("Answer")),
                    *map(self.node, (Bullets((*answers(block),)), *block.answer)),
                ]
            case FamilyTree(_id, caption, roots):
                return [nodes.paragraph("", "", *self.inline(caption)), self._kin(roots)]
            case Stepper() | Spoiler() | Plot():
                return [*map(self.node, block.fallback())]
        return [nodes.literal_block(text=plain_text([block]), language="text")]

    def _kin(self, relatives: Iterable[Relative]) -> nodes.bullet_list:
        """A family tree as lists in lists."""
        listing = nodes.bullet_list()
        for kin in relatives:
            words = nodes.paragraph("", "", _strong(kin.name), nodes.Text(": "), *self.inline(kin.said))
            listing += nodes.list_item("", words, *([self._kin(kin.children)] if kin.children else []))
        return listing

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
                return [self.reference("term", id, label, "tt-term")]
            case RuleRef(id, title, ruleset):
                return [self.reference("rule", id, title or id, "tt-ruleref", ruleset=ruleset)]
            case PageRef(kind, id, title):
                return [self.reference(kind, id, title)]
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

    @node.register
    def _table(self, block: Table) -> nodes.table:
        columns = len(block.head) or max((len(row) for row in block.rows), default=1)
        wide = ["tt-wide"] if columns > WIDE else []
        table = nodes.table(classes=["tt-table", *wide], align="left")
        if block.caption:
            table += nodes.title("", "", *self.inline(block.caption))
        group = nodes.tgroup(cols=columns)
        table += group
        for i in range(columns):
            group += nodes.colspec(colwidth=60 if i == columns - 1 else 20)
        if block.head:
            group += nodes.thead("", self._row(block.head, block.numeric))
        rows = [self._row(row, block.numeric) for row in block.rows]
        for row, id in zip(rows, block.ids, strict=False):
            first = next(iter(row.findall(nodes.paragraph)))
            first.insert(0, self._named(nodes.target("", ""), id))
        group += nodes.tbody("", *rows)
        return table

    def _row(self, cells: tuple[Text, ...], numeric: tuple[int, ...]) -> nodes.row:
        row = nodes.row()
        for i, cell in enumerate(cells):
            style = ["tt-num"] if i in numeric else []
            row += nodes.entry("", nodes.paragraph("", "", *self.inline(cell)), classes=style)
        return row

    def _rule(self, block: RuleBlock) -> list[nodes.Element]:
        """The text of a rule, without its title."""
        self.rules.append((block.id, str(block.title)))
        parts: list[nodes.Element] = [nodes.paragraph("", "", *self.inline(text)) for text in block.body]
        for style, texts in (("tt-change", block.changes), ("tt-aside", block.notes)):
            parts += [nodes.paragraph("", "", *self.inline(text), classes=[style]) for text in texts]
        fields = nodes.field_list()
        fields += _field(_("Rule"), [nodes.literal(text=block.id)])
        for name, value, meaning in block.params:
            fields += _field(as_words(name), [_strong(value), nodes.Text(" "), _styled(meaning, "tt-meaning")])
        cites: list[nodes.Node] = []
        for cite in block.sources:
            cites += [*self._part(cite), nodes.Text(" ")]
        fields += _field(_("Sources"), cites or [nodes.Text("–")])
        because: list[nodes.Node] = [nodes.Text(": "), *self.inline(block.because)] if block.because else []
        fields += _field(_("Evidence"), [nodes.Text(as_words(block.evidence)), *because])
        parts.append(facts("", fields, summary=_("Parameters and sources")))
        return parts


def _plain(words: str) -> nodes.Text:
    return nodes.Text(on_one_line(words))


def _strong(words: str) -> nodes.strong:
    return nodes.strong(text=on_one_line(words))


def _styled(words: str, *styles: str) -> nodes.inline:
    return nodes.inline("", on_one_line(words), classes=[*styles])


def _field(name: str, body: list[nodes.Node]) -> nodes.field:
    return nodes.field("", nodes.field_name(text=name), nodes.field_body("", nodes.paragraph("", "", *body)))
