"""JSON Schemas of the kinds of file, for editors."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel

from tarot_teach.loading.contract_table import COLUMN
from tarot_teach.loading.formats import AnyDeckFile, BundleFile, OptionFile, RulesetFile, SourcesFile
from tarot_teach.loading.glossary import GlossaryFile
from tarot_teach.mechanisms import all_mechanisms

_MODELS: dict[str, type[BaseModel]] = {
    "ruleset": RulesetFile,
    "bundle": BundleFile,
    "option": OptionFile,
    "deck": AnyDeckFile,
    "sources": SourcesFile,
    "glossary": GlossaryFile,
}

_JSON_BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum"}
"""Bounds by their names in pydantic, which some of its versions leave where a validator precedes them."""


def json_schemas(more: dict[str, type[BaseModel]] | None = None) -> dict[str, dict[str, Any]]:
    """A JSON Schema for each kind of file, for editors. Rules list the known mechanisms with their parameters.

    ``more`` adds models that are defined above the loader (examples, sessions, advice).
    """
    schemas = {}
    for name, model in {**_MODELS, **(more or {})}.items():
        schema = schemas[name] = _scalars(model.model_json_schema())
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["title"] = f"tarot_teach {name} file, format 1"
        if name in ("ruleset", "bundle", "option"):
            rule, read = schema["$defs"]["RuleFile"], dict if name == "option" else _or_columns
            rule["properties"]["mechanism"]["examples"] = sorted({mechanism.name for mechanism in all_mechanisms()})
            rule["allOf"] = [
                {
                    "if": {"properties": {"mechanism": {"const": mechanism.name}}},
                    "then": {"properties": {"params": read(params_schema(mechanism.Params))}},
                }
                for mechanism in all_mechanisms()
            ]
    return schemas


def params_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a mechanism's parameters."""
    schema = model.model_json_schema()
    return dict(_scalars(schema, schema.pop("$defs", {})))


def _or_columns(schema: Any) -> Any:
    """Allow the name of a column of the table of contracts where a map is read."""
    if isinstance(schema, list):
        return [_or_columns(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: _or_columns(value) for key, value in schema.items()}
    column = {"type": "string", "pattern": f"^{re.escape(COLUMN)}"}
    return {"anyOf": [changed, column]} if isinstance(schema.get("additionalProperties"), dict) else changed


def _scalars(schema: Any, parts: dict[str, Any] | None = None) -> Any:
    """Allow numbers where text is read, as editors give YAML scalars a type; put ``parts`` in place of references to them."""
    if isinstance(schema, list):
        return [_scalars(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if parts and "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]] | {key: schema[key] for key in schema if key != "$ref"}
    changed = {_JSON_BOUNDS.get(key, key): _scalars(value, parts) for key, value in schema.items()}
    if changed.get("additionalProperties") is True:  # the default, written by some versions of pydantic
        del changed["additionalProperties"]
    if changed.get("type") == "string" and "pattern" not in changed and "enum" not in changed:
        changed["type"] = ["string", "number"]
    return changed
