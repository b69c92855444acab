"""Blocks as HTML fragments. Everything an author wrote is escaped; links are made by a ``Links`` of the caller's."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Protocol

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from tarot_teach.cards import Card
from tarot_teach.explain.blocks import Block
from tarot_teach.render import cards as look
from tarot_teach.text import CardRef, CardsRef, Cite, Part, RuleRef, TermRef, Text


class Links(Protocol):
    """Where references lead; None where they lead nowhere."""

    def rule(self, id: str, /) -> str | None:
        """The address of a rule."""

    def term(self, id: str, /) -> str | None:
        """The address of a concept in the glossary."""

    def source(self, key: str, /) -> str | None:
        """The address of an entry of the bibliography."""


class SamePage:
    """Rules on the same page; terms and sources as plain words."""

    def rule(self, id: str) -> str | None:
        """The rule's anchor."""
        return f"#{id.replace('.', '-')}"

    def term(self, _id: str) -> str | None:
        """None: the glossary is elsewhere."""
        return None

    def source(self, _key: str) -> str | None:
        """None: the bibliography is elsewhere."""
        return None


class Nowhere:
    """No links at all: a page that stands by itself."""

    def rule(self, _id: str) -> str | None:
        """None."""
        return None

    term = rule
    source = rule


_environment = Environment(
    loader=PackageLoader("tarot_teach.render", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters["glyph"] = look.glyph
_environment.filters["colour"] = look.colour
_environment.filters["spoken"] = look.spoken
_environment.filters["laid_out"] = look.laid_out
_environment.filters["anchor"] = lambda id: str(id).replace(".", "-")


def html(blocks: Iterable[Block], links: Links | None = None) -> str:
    """Blocks as an HTML fragment."""
    return "\n".join(block_html(block, links) for block in blocks)


def page(blocks: Iterable[Block], title: str) -> str:
    """Blocks as a whole page that needs no other file."""
    style = files("tarot_teach.render").joinpath("static", "tarot.css").read_text(encoding="utf-8")
    template = _environment.get_template("page.html.j2")
    return template.render(title=title, style=Markup(style), body=Markup(html(blocks, Nowhere()))) + "\n"


def block_html(block: Block, links: Links | None = None) -> str:
    """One block as HTML."""
    at = links or SamePage()
    template = _environment.get_template("blocks.html.j2")
    macro = getattr(
        template.make_module(
            {
                "text": lambda value: text_html(value, at),
                "rule": lambda id, label: _link(at.rule(id), label, "tt-ruleref"),
            }
        ),
        type(block).__name__,
    )
    return str(macro(block)).strip()


def text_html(text: Text, links: Links) -> Markup:
    """A text as HTML."""
    return Markup("").join(_part(part, links) for part in text)


def _part(part: Part, links: Links) -> Markup:
    match part:
        case CardRef(card):
            return _named([card], card.name)
        case CardsRef(cards):
            return _named(cards, str(part))
        case TermRef(id, label):
            return _link(links.term(id), label, "tt-term")
        case RuleRef(id, title):
            return _link(links.rule(id), title or id, "tt-ruleref")
        case Cite(key, at):
            label = _link(links.source(key), key, "tt-source")
            return Markup("[{}, “{}”]").format(label, at) if at else Markup("[{}]").format(label)
    return escape(part)


def _named(cards: Iterable[Card], name: str) -> Markup:
    """A card in a sentence: its name, in the colour of its suit."""
    kind = look.colour(next(iter(cards)))
    return Markup('<span class="tt-name tt-{}">{}</span>').format(kind, name)


def _link(address: str | None, label: str, kind: str) -> Markup:
    if address is None:
        return Markup('<span class="{}">{}</span>').format(kind, label)
    return Markup('<a class="{}" href="{}">{}</a>').format(kind, address, label)
