"""Own nodes: diagrams, which each builder dresses in its way, and facts that fold away on the web.

A diagram holds its block, and as children the same in plain words: for the search index, and for builders that draw
nothing.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from tarot_teach.blocks import Block
from tarot_teach.render.cardart import Style
from tarot_teach.render.html import block_html
from tarot_teach.render.latex import latex
from tarot_teach.render.tex import own_signs
from tarot_teach.sphinxext.anchors import address

LOOK = {
    "suits": "Suit signs of the cards: french or italian.",
    "courts": "Index letters of king, queen, knight and jack.",
    "trumps": "Figures of the trumps: arabic or roman.",
}
"""Settings of how cards are drawn, without ``tarot_`` in front: what each is for."""


def style_of(config: Config) -> Style:
    """How a project wants its cards drawn. Raises ConfigError for an unknown setting."""
    try:
        return Style(**{name: config[f"tarot_{name}"] for name in LOOK})
    except ValueError as error:
        raise ConfigError(f"conf.py: {error}") from None


class diagram(nodes.General, nodes.Element):  # noqa: N801 -- docutils names nodes in small letters
    """A hand, a trick or a score sheet: ``block`` is what it shows, ``ruleset`` whose rules its links name, ``page`` where it
    stands, ``anchors`` the anchors of the ids in it."""


class facts(nodes.General, nodes.Element):  # noqa: N801
    """Details that fold away on the web."""


class BuilderLinks:
    """References from a page, as a builder addresses them."""

    def __init__(self, builder: Any, node: diagram) -> None:
        self.builder, self.ruleset, self.page = builder, node["ruleset"], node["page"]

    def _address(self, kind: str, id: str, ruleset: str = "") -> str | None:
        found = self.builder.env.get_domain("tarot").locate(kind, id, ruleset or self.ruleset, self.page)
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
    """Tell Sphinx how to write the nodes."""
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
    self.body.append(f"\n{own_signs(words) if unicode else words}\n")
    raise nodes.SkipNode


def _visit_facts_html(self: Any, node: facts) -> None:
    self.body.append(f'<details class="tt-facts"><summary>{self.encode(node["summary"])}</summary>')


def _depart_facts_html(self: Any, _node: facts) -> None:
    self.body.append("</details>")


def _nothing(_self: Any, _node: nodes.Element) -> None:
    """The children speak for themselves."""
