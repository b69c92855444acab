"""Kinds of rules on a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tarot_teach.blocks import Block, Heading, Listing, Paragraph, Table
from tarot_teach.explain.rulebook import STEP_TITLES
from tarot_teach.messages import _, semicolon
from tarot_teach.text import PageRef, Text, filled, say
from tarot_teach.topics.mechanisms.catalogue import KindOfRule, Parameter


def describe_mechanisms(kinds: Sequence[KindOfRule]) -> list[Block]:
    """Mechanisms by step, each with its parameters, an example, and links to those who use it."""
    blocks: list[Block] = []
    head = (say(_("Parameter")), say(_("Values")), say(_("Meaning")))
    for step, of_step in groupby(kinds, key=lambda kind: kind.step):
        title = filled(_(STEP_TITLES[step]) + " ({step})", {"step": step, "talon": _("talon")})
        blocks.append(Heading(2, title, f"mechanisms-{step}"))
        for kind in of_step:
            blocks.append(Heading(3, Text((kind.name,)), f"mechanism-{step}-{kind.name}"))
            blocks.append(Paragraph(Text((kind.about,))))
            rows = tuple(_row(each) for each in kind.parameters)
            blocks += [Table(head, rows)] if rows else []
            blocks += [Listing(kind.example)] if kind.example else []
            refs = [PageRef(*used, used[1]) for used in kind.used_by]
            blocks += [Paragraph(say(_("Used by {names}."), names=refs), "aside")] if refs else []
    return blocks


def _row(parameter: Parameter) -> tuple[Text, ...]:
    values = parameter.values
    if parameter.default is not None:
        values += semicolon() + _("by default {value}").format(value=parameter.default)
    return Text((parameter.name,)), Text((values,)), Text((parameter.meaning,))
