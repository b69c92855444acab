"""Blocks as Markdown (CommonMark with tables). Cards are set as text; everything an author wrote is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tarot_teach import blocks
from tarot_teach.cards import Card, laid_out
from tarot_teach.messages import _, as_words, colon, pgettext
from tarot_teach.render.common import ASIDE, answers, glyph, hand_rows, mark, refused, words_of_play
from tarot_teach.render.html import anchor
from tarot_teach.render.pictures import family_rows
from tarot_teach.text import Emphasis, RuleRef, Text, WebRef

_TO_RULE = re.compile(r"(?<!\\)\[((?:\\.|[^\\\[\]])*)\]\(#([\w-]+)\)")


def markdown(shown: Iterable[blocks.Block], elsewhere: Mapping[str, str] | None = None) -> str:
    """Blocks as a Markdown text. Rules that are not on the page are linked if ``elsewhere`` has an address for their anchor."""
    shown = list(shown)
    on_page = [anchor(block.id) for block in shown if isinstance(block, blocks.RuleBlock)]
    addresses = {**(elsewhere or {}), **{anchor: f"#{anchor}" for anchor in on_page}}
    text = "\n\n".join(map(_block, shown)) + "\n"
    return _TO_RULE.sub(lambda link: f"[{link[1]}]({addresses[link[2]]})" if link[2] in addresses else link[1], text)


def escape(text: str) -> str:
    """Text that Markdown reads as text."""
    return re.sub(r"^(\s*)([-+=]|\d+[.)])(?=\s|$)", r"\1\\\2", _escape(text))


def _escape(text: str) -> str:
    """Text that Markdown reads as text within a line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", text.replace("&", "&amp;").replace("\n", " "))


def _block(block: blocks.Block) -> str:
    """A block as Markdown; of a kind that has no case here, the blocks of its fallback."""
    match block:
        case blocks.Heading(level, text, id):
            marked = re.sub("[^a-zA-Z0-9_-]", "-", id)
            return (f'<a id="{marked}"></a>\n\n' if marked else "") + f"{'#' * level} {_text(text)}"
        case blocks.Paragraph(text, kind):
            return f"{'> ' if kind in ASIDE else ''}{_text(text)}"
        case blocks.Bullets(items, numbered):
            return "\n".join(f"{f'{n}.' if numbered else '-'} {_text(item)}" for n, item in enumerate(items, 1))
        case blocks.Listing(text, language):
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
            return f"{fence}{language}\n{text}\n{fence}"
        case blocks.Table(head, rows, caption):
            return _table(map(_text, head), [map(_text, row) for row in rows], _text(caption))
        case blocks.FamilyTree():
            kin = [(depth, one) for depth, _parent, one in family_rows(block)]
            lines = [f"{'  ' * depth}- **{escape(one.name)}**{colon()}{_text(one.said)}" for depth, one in kin]
            return "\n".join([_text(block.caption), "", *lines])
        case blocks.HandDiagram():
            hands = [[escape(name), _cards(cards) + unseen] for name, cards, unseen in hand_rows(block)]
            return _table(["", _text(block.caption)], hands)
        case blocks.TrickDiagram():
            return _trick(block)
        case blocks.RuleBlock():
            return _rule(block)
        case blocks.ScoreSheet():
            return _sheet(block)
        case blocks.Exercise():
            return _exercise(block)
    return "\n\n".join(map(_block, block.fallback()))


def _text(text: Text) -> str:
    words = []
    for part in text:
        match part:
            case RuleRef(id, title):
                words.append(f"[{escape(title or id)}](#{anchor(id)})")
            case WebRef(address):
                words.append(f"<{address}>")
            case Emphasis(foreign, _strong, language) if language:
                words.append(f'<i lang="{language}">{_escape(foreign)}</i>')
            case Emphasis(stressed, strong):
                words.append(f"{(mark := '**' if strong else '*')}{_escape(stressed)}{mark}")
            case str():
                words.append(_escape(part))
            case _:
                words.append(escape(str(Text((part,)))))
    return "".join(words)


def _cards(cards: Iterable[Card]) -> str:
    return " · ".join(" ".join(map(glyph, group)) for group in laid_out(cards))


def _table(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "") -> str:
    names, cells = list(head), [list(row) for row in rows]
    width = len(names) or max(map(len, cells), default=1)
    lines = [f"| {' | '.join(row)} |" for row in (names or [" "] * width, *cells)]
    return "\n".join([*([f"**{caption}**", ""] if caption else []), lines[0], f"|{' --- |' * width}", *lines[1:]])


def _trick(block: blocks.TrickDiagram) -> str:
    points = ", ".join(f"{_text(label)} {points}" for label, points in block.points)
    rows = []
    for play in block.plays:
        words = " ".join(map(_text, words_of_play(play, refused(play))))
        rows.append([escape(play.name), glyph(play.card) + mark(play, " ✓"), words])
    head = f"**{block.title}**" + (f" ({points})" if points else "")
    closing = map(_text, (*block.outcome, *block.after))
    return "\n\n".join([*([head] if block.number else []), _table(["", "", ""], rows), *closing])


def _rule(block: blocks.RuleBlock) -> str:
    lines = [f'<a id="{anchor(block.id)}"></a>\n\n### {_text(block.title)}', *map(_block, block.body)]
    lines += [f"> {_text(text)}" for text in (*block.changes, *block.notes)]
    lines += [*map(_block, block.at_work), *([_text(block.see)] if block.see else [])]
    facts = [f"`{block.id}`"]
    facts += [f"{escape(name)}{colon()}**{escape(value)}**" for name, value, _meaning in block.params]
    facts += [_text(Text((cite,))) for cite in block.sources]
    facts.append(escape(as_words(block.evidence)) + (f"{colon()}{_text(block.because)}" if block.because else ""))
    return "\n\n".join([*lines, " · ".join(facts)])


def _sheet(block: blocks.ScoreSheet) -> str:
    rows = [
        [_text(row.label), f"{row.operation} {row.amount}", row.total, _text(row.because), f"`{row.rule}`"]
        for row in block.rows
    ]
    rows.append([f"**{_('Total')}**", "", f"**{block.total}**", _text(block.because), ""])
    table = _table([_("Line"), _("Amount"), pgettext("column", "Sum"), _("Why"), _("Rule")], rows)
    scores = ", ".join(f"{escape(name)} {amount}" for name, amount in block.scores)
    return "\n\n".join([f"**{_text(block.title)}**", escape(block.formula), table, scores])


def _exercise(block: blocks.Exercise) -> str:
    """The question, and the answer in a ``<details>``."""
    lines = [*map(_block, block.setting), f"**{_text(block.question)}**"]
    if block.choices:
        lines.append(_bullets(choice.label for choice in block.choices))
    lines += [f"<details><summary>{_('Answer')}</summary>", _bullets(answers(block)), *map(_block, block.answer)]
    return "\n\n".join([*lines, "</details>"])


def _bullets(items: Iterable[Text]) -> str:
    return "\n".join(f"- {_text(item)}" for item in items)
