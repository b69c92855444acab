"""The mechanisms as reference pages, from their own docstrings and parameters."""

from __future__ import annotations

import inspect
import re

from tarot_teach.explain.blocks import Block, Heading, Para, Table
from tarot_teach.explain.describe import STEP_TITLES
from tarot_teach.mechanisms import all_mechanisms
from tarot_teach.text import Text, _, say


def describe_mechanisms() -> list[Block]:
    """Every mechanism, by step, with its parameters."""
    blocks: list[Block] = []
    step = ""
    for mechanism in all_mechanisms():
        if mechanism.step != step:
            step = mechanism.step
            blocks.append(Heading(2, Text((f"{STEP_TITLES[step]} ({step})",)), f"mechanisms-{step}"))
        blocks.append(Heading(3, Text((mechanism.name,)), f"mechanism-{step}-{mechanism.name}"))
        words = re.sub(r"``", "", " ".join(inspect.getdoc(mechanism).split()))  # type: ignore[union-attr]
        blocks.append(Para(Text((words,))))
        rows = tuple(
            (Text((name,)), Text((field.description or "",))) for name, field in mechanism.Params.model_fields.items()
        )
        if rows:
            blocks.append(Table((say(_("Parameter")), say(_("Meaning"))), rows))
    return blocks
