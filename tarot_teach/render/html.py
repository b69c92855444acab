"""Blocks as HTML fragments. Authors' text is escaped; the addresses of links come from a ``Links`` of the caller."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from types import SimpleNamespace

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from tarot_teach.blocks import Block, Exercise, Heading, QuestionPool, QuestionSet, Stepper, TryIt, flat
from tarot_teach.cards import Card, laid_out
from tarot_teach.explain.levels import LEVELS, level_of
from tarot_teach.messages import J_, _, as_words, colon, current_language, ngettext, pgettext
from tarot_teach.render.cardart.parts import Style, identifier
from tarot_teach.render.cardart.svg import sprite, use
from tarot_teach.render.common import answers, colour, curly, glyph, replies
from tarot_teach.render.pictures import family_svg, plot_svg
from tarot_teach.render.place_map import map_svg
from tarot_teach.render.time_axis import games_svg
from tarot_teach.render.try_page import try_data
from tarot_teach.text import (
    CardRef,
    CardsRef,
    Cite,
    Emphasis,
    PageRef,
    Part,
    RuleRef,
    TermRef,
    Text,
    WebRef,
    say,
    term_classes,
)
from tarot_teach.topics.quiz.quiz import VERDICTS, verdict_on
from tarot_teach.topics.tactics.seen import WhatWasSeen


class Links:
    """Addresses of references, None for plain words without a link. Here nothing has one, for a page that needs no other page."""

    def rule(self, _id: str, _ruleset: str = "", /) -> str | None:
        """The address of a rule: of the page's ruleset, or of the one named."""
        return None

    def term(self, _id: str, /) -> str | None:
        """The address of a concept in the glossary."""
        return None

    def source(self, _key: str, /) -> str | None:
        """The address of an entry of the bibliography."""
        return None

    def lines(self, _id: str, _data: str, /) -> str | None:
        """The address of a script with the lines of a stepper; None where they stand in the page."""
        return None

    def play(self, _game: str, /) -> str | None:
        """The address of the page on which a game is played; None where there is none."""
        return None


class SamePage(Links):
    """Links to rules on the same page."""

    def rule(self, id: str, _ruleset: str = "", /) -> str | None:
        return f"#{anchor(id)}"


STATIC = files(__package__).joinpath("static", "tarot_teach")
"""The folder of the sources of styles and scripts."""
WIDE = 5  # a table of more columns may have to be scrolled; its first column then stays
SCROLLED = 2  # and one of more than these on a phone

_environment = Environment(
    loader=PackageLoader(__package__, "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=lambda value: curly(value) if type(value) is str else value,
)
_environment.globals |= {
    "_": _,
    "J_": J_,
    "colon": colon,
    "ngettext": ngettext,
    "pgettext": pgettext,
    "as_words": as_words,
    "language": current_language,
}
_environment.globals |= {"wide": WIDE, "verdicts": VERDICTS, "verdict_on": verdict_on, "levels": LEVELS}
_environment.filters |= {
    "identifier": identifier,
    "plot": plot_svg,
    "drawn": family_svg,
    "in_time": games_svg,
    "mapped": map_svg,
    "laid_out": laid_out,
    "answers": answers,
    "replies": replies,
    "level": level_of,
    "played": lambda play: say(_("{who} plays {card}."), who=play.name, card=play.card),
    "is_heading": lambda block: isinstance(block, Heading),
    "in_short": lambda text: in_short(text),
}


def anchor(id: str) -> str:
    """An id as the anchor of an element."""
    return id.replace(".", "-")


def html(blocks: Iterable[Block], links: Links | None = None, *, live: bool = True) -> str:
    """Blocks as an HTML fragment, with a sprite of its cards in front; see ``block_html`` for ``live``."""
    shown = list(blocks)
    cards = cards_in(shown)
    return "\n".join(([sprite(cards)] if cards else []) + [block_html(block, links, live=live) for block in shown])


def page(blocks: Iterable[Block], title: str, engine: Mapping[str, str] | None = None) -> str:
    """Blocks as a whole page that needs no other file. Its content security policy allows no script but its own.

    ``engine`` are the files of the engine that it holds for the page “Try it”, by name, each packed as text.
    """
    shown = list(blocks)
    body = html(shown, Links())
    style, script, allowed = styles(body), "", "'none'"
    if interactive(shown):
        style, script = style + static("lesson.css"), static("lesson.js")
        script += static("heaps.js") if engine or has_heaps(body) else ""
        if with_puzzles(shown):
            style, script, body = style + static("puzzle.css"), script + static("puzzle.js"), body + puzzle_stage()
        if with_lines(shown):
            style, script = style + static("what-if.css"), script + static("what-if.js")
        if engine or with_lines(shown):
            script += static("clip.js")
        if engine:
            style += static("try.css") + static("review.css")
            script += static("play.js") + static("review.js") + static("try.js")
        if any(isinstance(block, QuestionSet) for block in shown):
            style, script = style + static("class.css"), script + static("codes.js") + static("class.js")
        allowed = _allowed(script)
    worker = static("try-worker.js") if engine else ""
    trusted = {"style": style, "script": script, "worker": worker, "allowed": allowed, "body": body}
    words = {name: Markup(content) for name, content in trusted.items()}
    return _environment.get_template("page.html.j2").render(title=title, files=engine or {}, **words) + "\n"


def teacher(data: str) -> str:
    """The page that puts the codes of a class together, whole, with the questions as JSON."""
    style, script = static("tarot.css") + static("teacher.css"), static("codes.js") + static("teacher.js")
    body = _environment.get_template("teacher.html.j2").render(data=data, alone=True)
    trusted = {"style": style, "script": script, "worker": "", "allowed": _allowed(script), "body": body}
    words = {name: Markup(content) for name, content in trusted.items()}
    return (
        _environment.get_template("page.html.j2").render(title=_("What the class found hard"), files={}, **words) + "\n"
    )


def teacher_fragment(data: str) -> Markup:
    """The part of a page on which the codes of a class are put together; ``data`` are the sets of questions, as JSON."""
    return Markup(_environment.get_template("teacher.html.j2").render(data=data, alone=False))


def _allowed(script: str) -> str:
    """The source of the one script that a page may run, as a content security policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def interactive(blocks: Iterable[Block]) -> bool:
    """True for blocks with steps or questions, which need the lesson script and its style."""
    return any(isinstance(block, Stepper | Exercise | QuestionPool | QuestionSet | TryIt) for block in blocks)


def styles(body: str) -> str:
    """The style sheets of a body: that of all pages, and those of rules at work, of cards for the table and of handouts where it shows one."""
    more = {
        'class="tt-at-work"': "reading.css",
        'class="tt-table-card': "table-card.css",
        'class="tt-asked"': "handout.css",
    }
    return static("tarot.css") + "".join(static(name) for part, name in more.items() if part in body)


def with_lines(blocks: Iterable[Block]) -> bool:
    """True for lessons with lines, which need the scripts that show and copy them."""
    return any(isinstance(block, Stepper) and (block.lines or block.written) for block in blocks)


def has_heaps(body: str) -> bool:
    """True for a page on which cards lie in heaps before a seat, which need the script that lays them."""
    return bool(re.search(r'data-place="[^"/]+/\d', body))


def with_puzzles(blocks: Iterable[Block]) -> bool:
    """True for questions for the best card, which are asked at a table."""
    sets = (block.exercises if isinstance(block, QuestionSet) else (block,) for block in flat(blocks))
    asked = (block for block in chain.from_iterable(sets) if isinstance(block, Exercise))
    return any(isinstance(part, WhatWasSeen) for exercise in asked for part in exercise.setting)


def puzzle_stage() -> str:
    """The table of questions for the best card, empty, for the script that lays it."""
    words = {"text": str, "live": True}
    return str(_environment.get_template("blocks.html.j2").make_module(words).puzzle_stage())  # type: ignore[attr-defined]


def in_short(text: Text) -> Markup:
    """A text of cards as their figures, with the signs of their suits where there are several; any other text as its words."""
    cards = [
        card
        for part in text
        for card in ([part.card] if isinstance(part, CardRef) else part.cards if isinstance(part, CardsRef) else [])
    ]
    if not cards:
        return escape(curly(str(text)))
    mixed = len({card.suit.name for card in cards}) > 1
    signs = (
        Markup('<b class="tt-name tt-{}">{}</b>').format(colour(card), glyph(card) if mixed else card.figure)
        for card in cards
    )
    return Markup(" · ").join(signs)


@cache
def static(name: str) -> str:
    """The content of a style or script, without its blanks and comments."""
    from rcssmin import cssmin  # here, since the engine in a page has neither of the two
    from rjsmin import jsmin

    source = STATIC.joinpath(name).read_text(encoding="utf-8")
    return str(jsmin(source) if name.endswith(".js") else cssmin(source))


def cards_in(blocks: object) -> list[Card]:
    """The cards in blocks, in the order of a hand."""
    found: dict[str, Card] = {}
    for card in _all_cards(blocks):
        found.setdefault(card.code, card)
    return list(chain.from_iterable(laid_out(found.values())))


def _all_cards(value: object) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, list | tuple) and not isinstance(value, Text):
        for item in value:
            yield from _all_cards(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _all_cards(getattr(value, field.name))


def block_html(
    block: Block,
    links: Links | None = None,
    style: Style | None = None,
    anchors: Mapping[str, str] | None = None,
    *,
    live: bool = True,
) -> str:
    """One block as HTML, with cards from a sprite of that style.

    ``anchors`` replace the anchors that :func:`anchor` gives for some ids. A block that is not ``live`` has no controls, for places where
    the script does not run, and ids only where there are ``anchors``.
    """
    at, prefix = links or SamePage(), (style or Style()).prefix
    within = SimpleNamespace(lesson="")  # the anchor of the stepper that is being written

    def named(id: str) -> str:
        return (anchors or {}).get(id) or anchor(id)

    with_ids = live or anchors is not None

    def attribute(id: str, more: str = "") -> Markup:
        return Markup(' id="{}{}"').format(named(id), more) if with_ids else Markup("")

    def inner(block: Block) -> Markup:
        outside = within.lesson
        if isinstance(block, Stepper | Exercise):
            within.lesson = named(block.id) if isinstance(block, Stepper) and with_ids else ""
        macro = getattr(module, type(block).__name__, None)
        written = Markup(str(macro(block)).strip()) if macro else Markup("\n").join(map(inner, block.fallback()))
        within.lesson = outside
        return written

    words = {
        "text": lambda value: text_html(value, at),
        "links": at,
        "plain": lambda value: curly(str(value)),
        "rule": lambda id, label: _link(at.rule(id), label, "tt-ruleref"),
        "inner": inner,
        "id": attribute,
        "within": within,
        "picture": lambda card: Markup(use(card, prefix=prefix)),
        "cards_in": cards_in,
        "try_data": lambda block: try_data(block, at),
        "teacher": teacher_fragment,
        "live": live,
    }
    module = _environment.get_template("blocks.html.j2").make_module(words)
    return str(inner(block))


def text_html(text: Text, links: Links) -> Markup:
    """A text as HTML."""
    words = ["", *(str(part) for part in text)]
    return Markup("").join(_part(part, links, before) for before, part in zip(words, text, strict=False))


def _part(part: Part, links: Links, before: str) -> Markup:
    match part:
        case CardRef(card):
            return _named([card], curly(card.name))
        case CardsRef(cards):
            return _named(cards, curly(str(part)))
        case TermRef(id, label):
            return _link(links.term(id), curly(label), " ".join(term_classes(part)))
        case RuleRef(id, title, ruleset):
            return _link(links.rule(id, ruleset), curly(title or id), "tt-ruleref")
        case Cite(key):
            return Markup("[{}{}]").format(_link(links.source(key), key, "tt-source"), curly(part.behind))
        case PageRef(_kind, _id, title):
            return escape(curly(title))
        case Emphasis(words, _strong, language) if language:
            return Markup('<i lang="{}">{}</i>').format(language, curly(words))
        case Emphasis(words, strong):
            return Markup("<{0}>{1}</{0}>").format("strong" if strong else "em", curly(words))
        case WebRef(address):
            return Markup('<a href="{}">{}</a>').format(address, address)
    return escape(curly(part, before))


def _named(cards: Iterable[Card], name: str) -> Markup:
    """The name of cards in a sentence, in the colour of the suit."""
    return Markup('<span class="tt-name tt-{}">{}</span>').format(colour(next(iter(cards))), name)


def _link(address: str | None, label: str, kind: str) -> Markup:
    if address is None:
        return Markup('<span class="{}">{}</span>').format(kind, label)
    return Markup('<a class="{}" href="{}">{}</a>').format(kind, address, label)
