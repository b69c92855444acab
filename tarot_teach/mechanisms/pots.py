"""Pots: accounts that stay from deal to deal, and rules of the deal by which something goes into one or comes from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from tarot_teach.mechanisms.base import NewName, Who
from tarot_teach.mechanisms.match_memory import PaysForTrick, PaysInPlay, Remembers
from tarot_teach.mechanisms.registry import find, kinds_at
from tarot_teach.messages import _, within_sentence
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import Finding, Memory, State
from tarot_teach.text import Text, joined


def _users(rules: Mapping[str, Rule], pot: str) -> Collection[str]:
    """The ids of the rules that name a pot."""
    return {rule.id for rule in rules.values() if getattr(rule.params, "pot", "") == pot}


class KeepsPot(Remembers):
    """A pot, named by the last part of the rule's id."""

    @cached_property
    def users(self) -> Collection[str]:
        """The ids of the rules by which something goes into the pot or comes from it."""
        return _users(self.ruleset_rules, self.rule.rpartition(".")[2])


class UsesPot(PaysInPlay):
    """A payment that may go into a pot or come from it: what the players get together comes from there, and what they pay goes there."""

    pot: str  # the name of the pot; empty for none

    def in_pot(self, state: State) -> int:
        """Game points in the pot: those that were kept, and those paid since."""
        if not self.pot:
            return 0
        kept = state.memory.get(self._pot_rule)
        before = sum(kept.shared) if isinstance(kept, Memory) else 0
        return before - sum(sum(paid.amounts) for paid in state.paid if paid.rule in self._users)

    @cached_property
    def _users(self) -> Collection[str]:
        """The ids of the rules that name the same pot."""
        return _users(self.ruleset_rules, self.pot)

    @property
    def _pot_rule(self) -> str:
        """The id of the rule that keeps the pot."""
        return f"match.{self.pot}"

    @property
    def pot_name(self) -> str:
        """The pot as it stands in a sentence, in the words of the ruleset."""
        rule = self.ruleset_rules.get(self._pot_rule)
        return within_sentence(rule.title) if rule else _("the pot")

    def because(self, finding: Finding, who: Who) -> Text:
        amounts = finding.facts["amounts"]
        said = [
            self.say(_("{name} pays {amount}.") if amount < 0 else _("{name} gets {amount}."), name=who(seat), amount=abs(amount))
            for seat, amount in sorted(enumerate(amounts), key=lambda each: each[1])
            if amount
        ]  # fmt: skip
        if not said:
            return self.say(_("What was paid and what was gained by it come to the same for each player."))
        into = -sum(amounts)
        if into:
            phrase = _("{amount} of it go into {place}.") if into > 0 else _("{amount} of it come from {place}.")
            said.append(self.say(phrase, amount=abs(into), place=self.pot_name))
        return joined(said)

    def unbalanced(self, amounts: Sequence[int]) -> str:
        """The reason why these amounts cannot be without a pot; empty: they can."""
        if not self.pot and sum(amounts) != 0:
            return _("what some players get by it the others pay, and it sums to zero")
        return ""


class PaysUnlessPaid(PaysForTrick, UsesPot):
    """A payment for a trick that is not made, or not to the winner, where another rule has paid."""

    not_beside: list[NewName]

    def excluded(self, state: State) -> bool:
        """True where one of the rules has paid beside which this one does not."""
        return any(paid.rule.rpartition(".")[2] in self.not_beside for paid in state.paid)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from unknown_payments(self.not_beside, self.rule, ruleset)

    def exclusion(self, phrase: str) -> list[Text]:
        """The sentence on the other rules; none without them."""
        if not self.not_beside:
            return []
        titles = [rule.title for rule in self.ruleset_rules.values() if rule.id.rpartition(".")[2] in self.not_beside]
        return [self.say(phrase, names=titles or self.not_beside)]


def unknown_payments(names: Iterable[str], rule: str, ruleset: Ruleset) -> Iterable[str]:
    """Names that no rule of the play has that pays for tricks and stands before this one, in words."""
    paying: list[str] = []
    for other in ruleset.rules.values():
        if other.id == rule:
            break
        if issubclass(find(other.step, other.mechanism), PaysForTrick):
            paying.append(other.id.rpartition(".")[2])
    for name in names:
        if name not in paying:
            yield _("no rule {name!r} stands before it by which something is paid for a trick").format(name=name)


def keeps_other_pool(ruleset: Ruleset) -> bool:
    """True where a rule keeps what the players pay in, and no pot."""
    kinds = [kind for kind in kinds_at(ruleset, "match") if issubclass(kind, Remembers)]
    return any(kind.keeps_pool and not issubclass(kind, KeepsPot) for kind in kinds)
