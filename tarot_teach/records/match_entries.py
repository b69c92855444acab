"""Entries of files on a match: what its rules keep from deal to deal, and payments in the course of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tarot_teach.engine.match_memory import memory_before
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import suggest
from tarot_teach.mechanisms.match_memory import Before, PaysInPlay
from tarot_teach.messages import _
from tarot_teach.records.results import Fault
from tarot_teach.table import FactError, Facts, Memory, Paid


def memory_of(given: Mapping[str, str], index: RuleIndex, players: Sequence[str], fault: Fault) -> Facts:
    """The memory of a match as it is written, by rule; ``players`` are their letters in order. Rules that are left out have none."""
    name = index.ruleset.name
    rules = {rule.rule: rule for rule in index.whole.remembers}
    memory: dict[str, Memory] = {}
    for id, text in given.items():
        if id not in rules:
            message = _("{name} has no rule {id!r} that keeps anything from deal to deal").format(name=name, id=id)
            hint = suggest(id, rules, _("such rules")) if rules else _("leave it out")
            fault("match.memory", message, (id,), hint)
            continue
        try:
            memory[id] = Memory.parse(text, players)
        except FactError as error:
            fault("match.memory", f"{id}: {error}", (id,), error.hint)
            continue
        unfit = rules[id].unfit(memory[id])
        if unfit:
            fault("match.memory", f"{id}: {unfit}", (id,), _("correct it, or leave it out before the first deal"))
            del memory[id]
    return Facts(memory)


def check_payments(paid: Sequence[Paid], index: RuleIndex, memory: Facts, taker: int | None, fault: Fault) -> None:
    """Tell of payments that are made in no deal before which the rules have kept this memory, or that of a first deal where they have none."""
    rules, players = index.all(PaysInPlay), len(paid[0].amounts) if paid else 0
    kept = memory_before(index, players, memory)
    pool = sum(sum(each.shared) for each in kept.values() if isinstance(each, Memory))
    for rule, amounts in paid:
        paying = next(each for each in rules if each.rule == rule)
        before = Before(pool if paying is rules[0] else None, index.deals.talon_size(players), taker, kept)
        reason = paying.unpayable(amounts, before)
        if reason:
            hint = _("correct it, or leave it out")
            if before.pool == 0 and kept:
                hint = _("tell also what lay in the pool before the deal")
            fault("result.paid", f"{rule}: {reason}", (rule,), hint)


def payments_of(
    given: Mapping[str, Mapping[str, int]], index: RuleIndex, seats: Sequence[str], fault: Fault
) -> tuple[Paid, ...]:
    """Payments in the course of a deal as they are written: by rule, what each player got (negative: paid)."""
    rules = {rule.rule: rule for rule in index.all(PaysInPlay)}
    payments = []
    for id, amounts in given.items():
        if id not in rules:
            message = _("{name} has no rule {id!r} by which somebody pays in the course of a deal")
            hint = suggest(id, rules, _("such rules")) if rules else _("leave it out")
            fault("result.paid", message.format(name=index.ruleset.name, id=id), (id,), hint)
            continue
        for letter in amounts:
            if letter not in seats:
                message, hint = _("nobody sits at {letter!r}"), suggest(letter, seats, _("seats"))
                fault("result.seat", message.format(letter=letter), (id, letter), hint)
        payments.append(Paid(id, tuple(amounts.get(letter, 0) for letter in seats)))
    return tuple(payments)
