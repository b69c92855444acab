"""Reference pages that are made of the package itself: the mechanisms, and the codes of errors."""

from __future__ import annotations

import inspect
import re

from tarot_teach.errors import catalogue
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


def describe_errors() -> list[Block]:
    """Every code that an error may have, by area: what is wrong, and what mends it."""
    blocks: list[Block] = []
    area = ""
    for code, explained in catalogue().items():
        if code.partition(".")[0] != area:
            area = code.partition(".")[0]
            blocks.append(Heading(2, Text((area,)), f"errors-{area}"))
        blocks.append(Heading(3, Text((code,)), f"error-{code}"))
        words = re.sub(r"`([^`]+)`", r"‘\1’", f"{explained.cause} {explained.cure}")
        blocks.append(Para(Text((words,))))
    return blocks
