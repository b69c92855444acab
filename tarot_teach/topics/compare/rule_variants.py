"""The differences of other rulesets, rule by rule, for the page of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tarot_teach.blocks import Block, RuleBlock, Variant
from tarot_teach.explain.rule_words import rule_paragraphs, sense, sentences
from tarot_teach.explain.rulebook import param_changes, param_differences
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.text import Text
from tarot_teach.topics.compare.rulesets import compare_rules


def with_variants(blocks: Iterable[Block], ruleset: Ruleset, others: Sequence[Ruleset]) -> list[Block]:
    """The blocks of a ruleset's page, with what other rulesets have in place of each rule, or after it."""
    found: dict[str, list[Variant]] = {}
    for other in others:
        for at, variant in _variants(ruleset, other):
            found.setdefault(at, []).append(variant)
    return [
        replace(block, variants=tuple(found.get(block.id, ()))) if isinstance(block, RuleBlock) else block
        for block in blocks
    ]


def related(one: Ruleset, other: Ruleset) -> bool:
    """True for a ruleset and its parent, for two children of one, and for one with and without house rules."""
    parent, others = one.lineage[:1], other.lineage[:1]
    return one.id == other.id or parent == (other.id,) or others == (one.id,) or (parent == others != ())


def _variants(ruleset: Ruleset, other: Ruleset) -> Iterator[tuple[str, Variant]]:
    """The rules that differ in another ruleset, each with the id of the rule of this one at which it stands."""
    at, game = "", str(Text((other.short or other.title,)).upper_first())
    for difference in compare_rules([ruleset, other], everything=True):
        ours, theirs = difference.rules
        at = difference.rule if ours else at
        title = Text((difference.title,))
        if ours is None and theirs is not None and at:
            body: Body = tuple(((text, True),) for text in rule_paragraphs(other, theirs))
            yield at, Variant(other.name, game, "added", title, body)
        elif theirs is None:
            yield at, Variant(other.name, game, "dropped", title)
        elif ours is not None and difference.of_rule:
            body = _changed(ruleset, ours, other, theirs)
            if body:
                yield at, Variant(other.name, game, "changed", Text((theirs.title,)), body)


Body = tuple[tuple[tuple[Text, bool], ...], ...]


def _changed(ruleset: Ruleset, ours: Rule, other: Ruleset, theirs: Rule) -> Body:
    """The sentences of a rule that differs; its parameters in words, where the sentences are the same."""
    known = {sense(sentence) for text in rule_paragraphs(ruleset, ours) for sentence in sentences(text)}
    body = tuple(
        tuple((sentence, sense(sentence) not in known) for sentence in sentences(text))
        for text in rule_paragraphs(other, theirs)
    )
    if any(new for paragraph in body for _sentence, new in paragraph):
        return body
    words = param_changes(param_differences((ours, theirs)), theirs)
    return (((Text((f"{words}.",)).upper_first(), True),),) if words else ()
