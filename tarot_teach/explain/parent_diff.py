"""What is different from the parent, said beside each rule, and what a ruleset takes over where its own source is silent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tarot_teach.language import _, as_words
from tarot_teach.mechanisms import bound_to
from tarot_teach.rules import Rule, Ruleset, rule_text
from tarot_teach.text import Cite, Part, TermRef, Text, say


def body_of(ruleset: Ruleset, rule: Rule) -> Text:
    """A rule in words: its own prose, or else its mechanism's."""
    text = rule_text(ruleset, rule)
    return text if text is not None else bound_to(rule, ruleset).says()


def differences(ruleset: Ruleset, rule: Rule) -> Iterator[Text]:
    """How a rule differs from the parent's, in sentences; none where it is the same rule, whatever its wording."""
    parent = ruleset.parent
    if parent is None:
        return
    short = parent.short or parent.title
    before = parent.rules.get(rule.id)
    if before is None:
        yield say(_("Unlike {short}, which has no such rule."), short=short)
    elif before.mechanism != rule.mechanism or any(altered_params(before, rule)):
        told = [_sense(sentence) for sentence in sentences(body_of(ruleset, rule))]
        otherwise = [sentence for sentence in sentences(body_of(parent, before)) if _sense(sentence) not in told]
        if otherwise:
            text = Text([part for sentence in otherwise for part in (*sentence, " ")][:-1])
            yield say(_("Unlike {short}, where it says: “{text}”"), short=short, text=text)
        else:
            parts = [_change(name, old, new) for name, old, new in altered_params(before, rule)]
            yield say(_("Unlike {short}: {changes}."), short=short, changes=Text(("; ".join(parts),)))
    origin = taken_over(ruleset, rule)
    if origin is not None:
        game = without_options(ruleset)
        phrase = _("{source} does not speak of this; it is taken over from {short}.")
        yield say(phrase, source=Cite(game.follows), short=origin.short or origin.title)


def taken_over(ruleset: Ruleset, rule: Rule) -> Ruleset | None:
    """The ruleset from which a rule is taken over because the source that is followed does not speak of it; None where it does."""
    game = without_options(ruleset)
    if game.parent is None or game.rules.get(rule.id) != rule:
        return None
    origin = _origin(game, rule)
    return origin if origin.follows != game.follows and not _attested(game, rule) else None


def without_options(ruleset: Ruleset) -> Ruleset:
    """The game without the house rules on top."""
    return ruleset.parent if ruleset.options and ruleset.parent else ruleset


def altered_params(before: Rule, after: Rule) -> Iterator[tuple[str, Any, Any]]:
    """Parameters that differ, by their path (``by.garde_contre``), with the old value and the new; None where there is none."""
    for name, (old, new) in altered((before, after)):
        yield name, old, new


def altered(rules: Sequence[Rule | None]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The same of any number of rules: those that there are differ in these parameters; None, too, where there is no rule."""
    leaves = [dict(_leaves(rule.params.model_dump())) if rule else {} for rule in rules]
    there = [found for rule, found in zip(rules, leaves, strict=True) if rule]
    for name in dict.fromkeys(name for found in leaves for name in found):
        if any(found.get(name) != there[0].get(name) for found in there):
            yield name, tuple(found.get(name) for found in leaves)


def sentences(text: Text) -> Iterator[Text]:
    """A text sentence by sentence."""
    sentence: list[Part] = []
    for part in text:
        if not isinstance(part, str):
            sentence.append(part)
            continue
        *ended, rest = re.split(r"(?<=[.!?])\s+", part)
        for end in ended:
            yield Text((*sentence, end))
            sentence = []
        sentence.append(rest)
    if any(sentence):
        yield Text(sentence)


def shown(value: object) -> str:
    """A parameter's value as people write it."""
    match value:
        case None:
            return _("nothing")
        case bool():
            return _("yes") if value else _("no")
        case dict():
            return ", ".join(f"{as_words(str(key))}: {shown(item)}" for key, item in value.items())
        case list() | tuple():
            return ", ".join(shown(item) for item in value) or _("none")
    return as_words(str(value))


def _leaves(value: Mapping[Any, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from _leaves(item, f"{path}{key}.")
        else:
            yield f"{path}{key}", item


def _change(name: str, old: Any, new: Any) -> str:
    words = as_words(name.rpartition(".")[2])
    if new is None:
        return _("{name} is left out (there {old})").format(name=words, old=shown(old))
    return _("{name} is {new} (there {old})").format(name=words, new=shown(new), old=shown(old))


def _attested(ruleset: Ruleset, rule: Rule) -> bool:
    """Whether the source that a ruleset follows has the rule."""
    return any(citation.source == ruleset.follows for citation in rule.sources)


def _origin(ruleset: Ruleset, rule: Rule) -> Ruleset:
    """The ruleset that last altered more than a rule's wording, or brought it in."""
    by = next(
        (change.by for change in reversed(rule.history[1:]) if change.params or change.before), rule.history[0].by
    )
    at = ruleset
    while at.id != by and at.parent is not None:
        at = at.parent
    return at


def _sense(sentence: Text) -> str:
    """A sentence for comparison: concepts count, not what a game calls them."""
    return "".join(part.id if isinstance(part, TermRef) else str(Text((part,))) for part in sentence)
