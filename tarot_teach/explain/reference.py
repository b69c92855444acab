"""Reference pages that are made of the package itself: the mechanisms, and the codes of errors."""

from __future__ import annotations

import inspect
import re
from typing import Any

from pydantic import BaseModel

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.errors import error_codes
from tarot_teach.explain.rulebook import STEP_TITLES
from tarot_teach.language import _
from tarot_teach.loading.formats import params_schema
from tarot_teach.mechanisms import all_mechanisms
from tarot_teach.text import Text, filled, say


def describe_mechanisms() -> list[Block]:
    """Every mechanism, by step, with its parameters."""
    blocks: list[Block] = []
    step = ""
    for mechanism in all_mechanisms():
        if mechanism.step != step:
            step = mechanism.step
            blocks.append(
                Heading(
                    2,
                    filled(STEP_TITLES[step] + " ({step})", {"step": step, "talon": _("talon")}),
                    f"mechanisms-{step}",
                )
            )
        blocks.append(Heading(3, Text((mechanism.name,)), f"mechanism-{step}-{mechanism.name}"))
        words = re.sub(r"``", "", " ".join(inspect.getdoc(mechanism).split()))  # type: ignore[union-attr]
        blocks.append(Paragraph(Text((words,))))
        rows = _parameters(mechanism.Params)
        if rows:
            blocks.append(Table((say(_("Parameter")), say(_("Values")), say(_("Meaning"))), rows))
    return blocks


def _parameters(params: type[BaseModel]) -> tuple[tuple[Text, ...], ...]:
    """A row for each parameter: its name, the values that it may have, its meaning; taken from the model."""
    properties = params_schema(params).get("properties", {})
    rows = []
    for name, field in params.model_fields.items():
        values = _values(properties[name])
        if not field.is_required():
            default = field.get_default(call_default_factory=True)
            values += "; " + _("by default {value}").format(value=_written(default))
        rows.append((Text((name,)), Text((values,)), Text((field.description or "",))))
    return tuple(rows)


def _values(schema: dict[str, Any]) -> str:
    """The values that a JSON Schema allows, in words."""
    if "const" in schema or "enum" in schema:
        return " | ".join(schema.get("enum") or [schema["const"]])
    kinds = [part for part in schema.get("anyOf", ()) if part.get("type") != "null"]
    if kinds:
        return _(" or ").join(_values(part) for part in kinds)
    match schema.get("type"):
        case "boolean":
            return "true | false"
        case "integer":
            least = max(schema.get("minimum", 0), schema.get("exclusiveMinimum", -1) + 1)
            return _("a whole number from {least} to {most}").format(least=least, most=schema.get("maximum"))
        case "array":
            return _("[{values}, …]").format(values=_values(schema["items"]))
        case "object":
            names = _values(schema["propertyNames"]) if "propertyNames" in schema else _("a name")
            return f"{{{names}: {_values(schema['additionalProperties'])}}}"
    return _("a name")


def _written(value: Any) -> str:
    """A default as it would be written in a file."""
    match value:
        case bool():
            return str(value).lower()
        case None:
            return _("none")
        case list() | tuple() | dict() if not value:
            return _("none")
        case list() | tuple():
            return f"[{', '.join(map(_written, value))}]"
    return str(value) or _("none")


def describe_errors() -> list[Block]:
    """Every code that an error may have, by area: what is wrong, and what mends it."""
    blocks: list[Block] = []
    area = ""
    for code, explained in error_codes().items():
        if code.partition(".")[0] != area:
            area = code.partition(".")[0]
            blocks.append(Heading(2, Text((area,)), f"errors-{area}"))
        blocks.append(Heading(3, Text((code,)), f"error-{code}"))
        words = re.sub(r"`([^`]+)`", r"‘\1’", f"{explained.cause} {explained.cure}")
        blocks.append(Paragraph(Text((words,))))
    return blocks
