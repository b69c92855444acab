"""Authors' prose: a sentence or more that interpolates the parameters it states.

``{{ params.talon }}`` is a parameter of the rule (a table is shown entry by entry), ``{{ term.taker }}`` a concept under the name that this ruleset
gives it, ``{{ card.T21 }}`` a card, ``{{ rule.play.overtrump }}`` another rule, ``{{ example.going_over }}`` a worked
example and ``{{ option.play_clockwise }}`` a house rule, with ``_`` for each ``-`` of the id. There is nothing else: no
loops, no calls, no attributes of anything. Prose is checked when it is loaded and filled in when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tarot_teach.errors import suggest
from tarot_teach.language import N_, _, as_words, pgettext
from tarot_teach.text import PageRef, Part, RuleRef, Text, as_parts, say

_ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
_USABLE = N_("prose may name params, term, card, rule, example and option")
_FORM = N_(
    "write {{ params.NAME }}, {{ term.NAME }}, {{ card.CODE }}, {{ rule.ID }}, {{ example.ID }} or {{ option.ID }}"
)
NAMESPACES = ("params", "term", "card", "rule", "example", "option")

Expression = tuple[str, tuple[str, ...], int]  # namespace, path, line within the prose


class ProseError(Exception):
    """Prose that is not well formed, or names what it may not; ``line`` counts from 1 within the prose."""

    def __init__(self, message: str, line: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.message: str = message
        self.line: int = line
        self.hint: str = hint or _(_FORM)


@dataclass(frozen=True, slots=True)
class Prose:
    """Compiled prose: strings and expressions in order."""

    source: str
    parts: tuple[str | Expression, ...]

    @classmethod
    @cache
    def compile(cls, source: str) -> Prose:
        """Parse and check prose, once for all rulesets that share it. Raises ProseError."""
        try:
            tree = _ENVIRONMENT.parse(source)
        except TemplateSyntaxError as error:
            raise ProseError((error.message or _("not well formed")).rstrip("."), error.lineno) from None
        except ValueError:
            raise ProseError(_("a number has too many digits to be read")) from None
        except RecursionError:
            raise ProseError(_("the expression is nested too deeply")) from None
        parts: list[str | Expression] = []
        for node in tree.body:
            if not isinstance(node, nodes.Output):
                raise ProseError(_("prose may interpolate values, and do nothing else"), node.lineno)
            for child in node.nodes:
                parts.append(child.data if isinstance(child, nodes.TemplateData) else _expression(child))
        return cls(source, tuple(parts))

    def fill(self, scope: Mapping[str, Any]) -> Text:
        """The prose with values; ``scope`` has a mapping for each of :data:`NAMESPACES`.

        Raises ProseError where a name has no value.
        """
        parts: list[Part] = []
        for part in self.parts:
            if isinstance(part, str):
                parts.append(_unfolded(part))
            else:
                parts.extend(as_parts(_shown(_value(part, scope), scope.get("rule", {}))))
        return say("{text}", text=Text(parts))


def _unfolded(text: str) -> str:
    """Text with line ends as blanks; empty lines separate paragraphs."""
    return re.sub(r"\n\s*\n\s*", "\n\n", re.sub(r"(?<!\n)\n(?!\n)", " ", text))


def _expression(node: nodes.Node) -> Expression:
    """The path of an expression. Raises ProseError for all but a path in a namespace."""
    path: list[str] = []
    at = node
    while isinstance(at, nodes.Getattr | nodes.Getitem):
        if isinstance(at, nodes.Getattr):
            path.append(at.attr)
        elif isinstance(at.arg, nodes.Const) and isinstance(at.arg.value, str | int):
            path.append(str(at.arg.value))
        else:
            break
        at = at.node
    if not isinstance(at, nodes.Name) or not path:
        raise ProseError(
            _("an interpolation is a dotted name, such as params.talon, term.taker, card.T21 or rule.play.overtrump"),
            node.lineno,
        )
    if at.name not in NAMESPACES:
        raise ProseError(
            _("{name!r} is outside of what prose may use").format(name=at.name),
            node.lineno,
            suggest(at.name, NAMESPACES, _("known")),
        )
    if any(name.startswith("_") for name in path):
        raise ProseError(
            _("{reversed!r} is outside of what prose may use").format(reversed=".".join(reversed(path))),
            node.lineno,
            _(_USABLE),
        )
    return at.name, tuple(reversed(path)), node.lineno


def _value(expression: Expression, scope: Mapping[str, Any]) -> Any:
    namespace, path, line = expression
    names = scope.get(namespace, {})
    if namespace == "rule":
        id = ".".join(path)
        if id not in names:
            raise ProseError(_("there is no rule {id!r}").format(id=id), line, suggest(id, names, _("rules")))
        return RuleRef(id, names[id])
    if namespace in ("example", "option"):
        id = ".".join(path).replace("_", "-")
        if id not in names:
            raise ProseError(
                _("there is no {namespace} {id!r}").format(namespace=namespace, id=id),
                line,
                suggest(id, names, f"{namespace}s"),
            )
        return Text(("“", PageRef(namespace, id, names[id]), "”"))
    value: Any = names
    for name in path:
        if not isinstance(value, Mapping) or name not in value:
            known = value if isinstance(value, Mapping) else {}
            raise ProseError(
                _("{namespace}.{path} has no value").format(namespace=namespace, path=".".join(path)),
                line,
                suggest(name, known, _("known")),
            )
        value = value[name]
    return value


def _shown(value: Any, titles: Mapping[str, str]) -> Any:
    """A value for readers: numbers as people write them, maps entry by entry with their names."""
    if isinstance(value, Mapping):
        return [Text((f"{_entry(name, titles)} ", *as_parts(_shown(item, titles)))) for name, item in value.items()]
    if isinstance(value, Fraction) and value.denominator == 2:
        return f"{value.numerator // 2 or ''}½"
    if isinstance(value, list | tuple) and not isinstance(value, Text):
        return [_shown(item, titles) for item in value]
    if isinstance(value, str) and value.islower():
        return pgettext("name", value)
    return value


def _entry(name: str, titles: Mapping[str, str]) -> str:
    """The name of a map's entry within a sentence; a contract by its title."""
    title = titles.get(f"bid.{name}", as_words(name))
    return title[:1].lower() + title[1:]
