"""The memory of a match before and after a deal, and what was paid in the course of the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.table.facts import NO_FACTS, Fact, Facts
from tarot_teach.table.memory import Memory
from tarot_teach.table.outcome import Apart, Paid, Result
from tarot_teach.table.verdict import Effect, Finding


def memory_before(index: RuleIndex, players: int, given: Mapping[str, Fact] = NO_FACTS) -> Facts:
    """The memory of every rule before a deal: what is ``given``, by rule, and for the rest what it is before the first deal."""
    rules = index.whole.remembers
    return Facts({rule.rule: given.get(rule.rule) or rule.begin(players) for rule in rules}) if rules else NO_FACTS


def remembered(index: RuleIndex, result: Result, memory: Facts) -> Result:
    """The result with what the rules in force keep for the next deal; ``memory`` is that before this one."""
    if not memory:
        return result
    after = dict(memory)
    for rule in index.remembers:
        before = after[rule.rule]
        assert isinstance(before, Memory)
        after[rule.rule] = rule.remember(before, result)
    return replace(result, memory=Facts(after))


def void_result(index: RuleIndex, rule: str, players: int, memory: Facts, paid: Sequence[Paid] = ()) -> Result:
    """The result of a deal that is void by a rule. What has been paid in its course is paid."""
    return remembered(index, with_payments(Result(void=rule), players, paid), memory_before(index, players, memory))


def with_payments(result: Result, players: int, paid: Sequence[Paid]) -> Result:
    """The result with the payments in the course of the deal: one for each rule, with what each seat got by it in all."""
    if not paid:
        return result
    apart, scores = list(result.apart), list(result.scores or [Fraction(0)] * players)
    for rule in dict.fromkeys(each.rule for each in paid):
        amounts = tuple(
            sum(column) for column in zip(*(each.amounts for each in paid if each.rule == rule), strict=True)
        )
        apart.append(Apart(Finding(rule, Effect.DECIDES, {"amounts": amounts}), tuple(map(Fraction, amounts))))
        scores = [score + amount for score, amount in zip(scores, amounts, strict=True)]
    return replace(result, apart=tuple(apart), scores=tuple(scores))
