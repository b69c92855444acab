"""Blocks as Markdown (CommonMark with tables). Cards are set as text; everything an author wrote is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import singledispatch

from tarot_teach.blocks import (
    Block,
    Bullets,
    Exercise,
    FamilyTree,
    HandDiagram,
    Heading,
    Paragraph,
    RuleBlock,
    ScoreSheet,
    Table,
    TrickDiagram,
)
from tarot_teach.cards import Card, laid_out
from tarot_teach.language import _, as_words
from tarot_teach.render.common import answers, glyph, refused
from tarot_teach.render.html import anchor
from tarot_teach.render.pictures import family_rows
from tarot_teach.text import RuleRef, Text

_TO_RULE = re.compile(r"(?<!\\)\[((?:\\.|[^\\\[\]])*)\]\(#([\w-]+)\)")


def markdown(blocks: Iterable[Block], elsewhere: Mapping[str, str] | None = None) -> str:
    """Blocks as a Markdown text. Rules that are not on the page are linked if ``elsewhere`` has an address for their anchor."""
    shown = list(blocks)
    on_page = {anchor(block.id) for block in shown if isinstance(block, RuleBlock)}
    text = "\n\n".join(_block(block) for block in shown) + "\n"
    addresses = {**(elsewhere or {}), **{anchor: f"#{anchor}" for anchor in on_page}}
    return _TO_RULE.sub(lambda link: f"[{link[1]}]({addresses[link[2]]})" if link[2] in addresses else link[1], text)


def escape(text: str) -> str:
    """Text that Markdown reads as text."""
    safe = re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", text.replace("&", "&amp;"))
    return re.sub(r"^(\s*)([-+=]|\d+[.)])(?=\s|$)", r"\1\\\2", safe.replace("\n", " "))


def _text(text: Text) -> str:
    words = []
    for part in text:
        match part:
            case RuleRef(id, title):
                words.append(f"[{escape(title or id)}](#{anchor(id)})")
            case str():
                words.append(re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", part.replace("&", "&amp;").replace("\n", " ")))
            case _:
                words.append(escape(str(Text((part,)))))
    return "".join(words)


def _cards(cards: Iterable[Card]) -> str:
    return " · ".join(" ".join(glyph(card) for card in group) for group in laid_out(cards))


@singledispatch
def _block(block: Block) -> str:
    """A block as Markdown: by the function for its class, or else by the blocks of its fallback."""
    return "\n\n".join(map(_block, block.fallback()))


@_block.register
def _heading(block: Heading) -> str:
    id = re.sub("[^a-zA-Z0-9_-]", "-", block.id)
    anchor = f'<a id="{id}"></a>\n\n' if id else ""
    return f"{anchor}{'#' * block.level} {_text(block.text)}"


@_block.register
def _paragraph(block: Paragraph) -> str:
    return f"{'> ' if block.kind in ('aside', 'note', 'warning') else ''}{_text(block.text)}"


@_block.register
def _bullets(block: Bullets) -> str:
    return "\n".join(f"{f'{n}.' if block.numbered else '-'} {_text(item)}" for n, item in enumerate(block.items, 1))


@_block.register
def _table_block(block: Table) -> str:
    rows = [[_text(cell) for cell in row] for row in block.rows]
    return _table([_text(cell) for cell in block.head], rows, _text(block.caption))


def _table(head: list[str], rows: list[list[str]], caption: str = "") -> str:
    width = len(head) or max((len(row) for row in rows), default=1)
    lines = [f"| {' | '.join(head or [' '] * width)} |", f"|{' --- |' * width}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(([f"**{caption}**", ""] if caption else []) + lines)


@_block.register
def _family(block: FamilyTree) -> str:
    items = [f"{'  ' * depth}- **{escape(kin.name)}**: {_text(kin.said)}" for depth, _parent, kin in family_rows(block)]
    return "\n".join([_text(block.caption), "", *items])


@_block.register
def _rule(block: RuleBlock) -> str:
    lines = [f'<a id="{anchor(block.id)}"></a>\n\n### {_text(block.title)}']
    lines += [_text(paragraph) for paragraph in block.body]
    lines += [f"> {_text(text)}" for text in (*block.changes, *block.notes)]
    facts = [f"`{block.id}`"]
    facts += [f"{escape(as_words(name))}: **{escape(value)}**" for name, value, _meaning in block.params]
    facts += [_text(Text((cite,))) for cite in block.sources]
    facts.append(escape(as_words(block.evidence)) + (f": {_text(block.because)}" if block.because else ""))
    return "\n\n".join([*lines, " · ".join(facts)])


@_block.register
def _hands(block: HandDiagram) -> str:
    rows = []
    for hand in block.hands:
        name = escape(f"{hand.name} ({hand.role})" if hand.role else hand.name)
        unseen = _(" + {unseen} not known").format(unseen=hand.unseen) if hand.unseen else ""
        rows.append([name, _cards(hand.cards) + unseen])
    rows += [[_text(label), _cards(cards)] for label, cards in block.laid()]
    return _table(["", _text(block.caption)], rows)


@_block.register
def _trick(block: TrickDiagram) -> str:
    points = ", ".join(f"{_text(label)} {points}" for label, points in block.points)
    rows = []
    for play in block.plays:
        said = [_text(text) for text in (*play.before, *play.tries, *play.reasons, *refused(play))]
        said += [_("No other card was allowed.")] if play.forced else []
        mark = " ✓" if play.wins else (" !" if play.irregular else "")
        rows.append([escape(play.name), f"{glyph(play.card)}{mark}", " ".join(said)])
    head = f"**{_('Trick {number}').format(number=block.number)}**" + (f" ({points})" if points else "")
    closing = [_text(text) for text in (*block.outcome, *block.after)]
    return "\n\n".join([*([head] if block.number else []), _table(["", "", ""], rows), *closing])


@_block.register
def _exercise(block: Exercise) -> str:
    """The question, and the answer in a ``<details>``."""
    lines = [_block(inner) for inner in block.setting]
    lines.append(f"**{_text(block.question)}**")
    lines += ["\n".join(f"- {_text(choice.label)}" for choice in block.choices)] if block.choices else []
    answer = ["\n".join(f"- {_text(reply)}" for reply in answers(block)), *map(_block, block.answer)]
    return "\n\n".join([*lines, "<details><summary>" + _("Answer") + "</summary>", *answer, "</details>"])


@_block.register
def _sheet(block: ScoreSheet) -> str:
    rows = [
        [_text(row.label), f"{row.operation} {row.amount}", row.total, _text(row.because), f"`{row.rule}`"]
        for row in block.rows
    ]
    rows.append([f"**{_('Total')}**", "", f"**{block.total}**", _text(block.because), ""])
    scores = ", ".join(f"{escape(name)} {amount}" for name, amount in block.scores)
    return "\n\n".join(
        [
            f"**{_text(block.title)}**",
            escape(block.formula),
            _table([_("Line"), _("Amount"), _("Sum"), _("Why"), _("Rule")], rows),
            scores,
        ]
    )
