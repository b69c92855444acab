"""The contracts of a ruleset as a table: a rule for each row, groups of contracts, and columns that fill maps by contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from tarot_teach.errors import Faults, KeyPath, LoadError, did_you_mean
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import RuleFile, problem_of
from tarot_teach.mechanisms import find
from tarot_teach.messages import _

COLUMN = "contracts."
"""The prefix of the name of a column where a rule takes it as its map by contract: ``contracts.worth``."""
SECTION, GROUPS = "contracts", "groups"


class Row(NamedTuple):
    """A row: the rule of a contract, and the columns that fill maps."""

    rule: RuleFile
    columns: dict[str, Any]


def groups_of(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """The contracts of each group that rows name, in their order."""
    found: dict[str, list[str]] = {}
    for name, row in rows.items():
        named = row.get(GROUPS)
        for group in named if isinstance(named, list) else ():
            found.setdefault(str(group), []).append(name)
    return found


def rules_of_table(rows: Any) -> dict[str, dict[str, Any]]:
    """The rules of a table as a file has it, by their ids, each with the fields that a rule has; none of what is no table."""
    found = {}
    for name, row in rows.items() if isinstance(rows, dict) else ():
        if not isinstance(row, dict):
            continue
        written = {"mechanism": "contract", **row}
        known = _parameters(str(written["mechanism"]))
        fields = {key: value for key, value in written.items() if key in RuleFile.model_fields and key != "params"}
        params = {key: value for key, value in row.items() if key in known}
        found[f"bid.{name}"] = fields | ({"params": params} if params else {})
    return found


def read_rows(rows: Mapping[str, Mapping[str, Any]], document: Document, faults: Faults) -> dict[str, Row]:
    """The rows of a table by contract, with a fault for each that cannot be read."""
    found = {}
    for (name, row), fields in zip(rows.items(), rules_of_table(rows).values(), strict=True):
        path = (SECTION, name)
        if GROUPS in row and not isinstance(row[GROUPS], list):
            message, hint = _("`groups` is a list of names"), _("write it in brackets: [a, b]")
            faults.fault("file.value", message, document.place((*path, GROUPS)), hint)
        try:
            rule = RuleFile.model_validate(fields)
        except ValidationError as error:
            faults.problems.extend(problem_of(detail, RuleFile, document, path)[1] for detail in error.errors())
            continue
        known = {*fields, *rule.params, GROUPS}
        found[name] = Row(rule, {key: value for key, value in row.items() if key not in known})
    return found


def _parameters(mechanism: str) -> list[str]:
    """The names of the parameters of a mechanism of the auction; none for an unknown one."""
    try:
        return [*find("bid", mechanism).Params.model_fields]
    except LoadError:
        return []


def columns_in(params: Mapping[str, Any], path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield the places in parameters at which a column stands, each with the name of the column."""
    for key, value in params.items():
        if isinstance(value, dict):
            yield from columns_in(value, (*path, key))
        elif isinstance(value, str) and value.startswith(COLUMN):
            yield (*path, key), value.removeprefix(COLUMN)


def check_columns(rows: Mapping[str, Row], used: set[str], document: Document, faults: Faults) -> None:
    """Add the fault of each entry of a row that is neither known nor fills a map."""
    for name, row in rows.items():
        for column in row.columns.keys() - used:
            known = [*RuleFile.model_fields, *_parameters(row.rule.mechanism), GROUPS, *used]
            message = _("no rule takes {column!r} from this table")
            words = _("write `contracts.{column}` in the rule that it is for, in place of a map by contract")
            hint = did_you_mean(column, known) or words.format(column=column)
            at = document.place((SECTION, name, column), key=True)
            faults.fault("rules.column", message, at, hint, column=column)
