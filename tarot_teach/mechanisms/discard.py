"""Rules of the discard: how many cards are laid away, which, and which of them are shown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from tarot_teach.mechanisms.asking import DeclaresCards
from tarot_teach.mechanisms.base import CardName, Flag, Marks, ParamError, Who
from tarot_teach.mechanisms.interfaces import LimitsDiscard
from tarot_teach.mechanisms.invited import invited
from tarot_teach.mechanisms.registry import find, kinds_at
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, State
from tarot_teach.text import Text


class AsManyAsTaken(LimitsDiscard):
    """The taker lays away as many cards as the talon had."""

    sentence = N_("{taker:the} lays away as many cards as were taken.")
    fixes_size = True

    def why(self, finding: Finding) -> str:
        return ngettext(
            "{who} took {count} card and laid away {given}.",
            "{who} took {count} cards and laid away {given}.",
            finding.facts["count"],
        )


class _OfCards(LimitsDiscard):
    """A rule for certain cards, which its sentence lists."""

    cards: Marks

    def prepare(self) -> None:
        self.named: int = self.mask(self.cards)

    def says(self) -> Text:
        return self.say(_(self.sentence), cards=self.called(self.cards))


class LastResort(LimitsDiscard):
    """Certain cards, or those that the hand declares, may be laid away only as far as there are too few others."""

    cards: list[CardName] = Field(
        default=[], description="Cards that may be laid away only where nothing else is left."
    )
    declared: Flag = Field(
        False,
        description="Whether the cards that the hand declares before the first lead are among them; by default not.",
    )
    sentence = N_("Laid away only as far as nothing else is left: {cards}.")

    def prepare(self) -> None:
        self.named: int = self.mask(self.cards)
        if not self.named and not self.declared:
            raise ParamError(_("no cards are named"), ("cards",), _("name the cards"))

    @cached_property
    def _declaring(self) -> list[DeclaresCards]:
        """The rules by which cards are declared."""
        found = [find(rule.step, rule.mechanism) for rule in self.ruleset_rules.values()]
        rules = zip(self.ruleset_rules.values(), found, strict=True)
        return [kind(rule.id, rule.params, self.deck) for rule, kind in rules if issubclass(kind, DeclaresCards)]

    def _kept(self, hand: int) -> int:
        """The cards of a hand that are kept as long as there are others."""
        named = self.named
        for rule in self._declaring if self.declared else ():
            named |= rule.declared_of(hand)
        return named

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.declared and not any(issubclass(kind, DeclaresCards) for kind in kinds_at(ruleset, "declare")):
            yield _("no rule says which cards are declared")

    def says(self) -> Text:
        if not self.declared:
            return self.say(_(self.sentence), cards=self.called(self.cards))
        phrase = _("Laid away only as far as nothing else is left: cards that are to be declared.")
        if self.cards:
            phrase = _("Laid away only as far as nothing else is left: cards that are to be declared, and {cards}.")
        return self.say(phrase, cards=self.called(self.cards))

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        others = allowed & ~self._kept(hand)
        return others if others.bit_count() >= count else allowed

    def obliges(self, allowed: int, hand: int, count: int) -> int:
        others = allowed & ~self._kept(hand)
        return others if others.bit_count() < count else 0

    def why(self, finding: Finding) -> str:
        if finding.facts.get("kept"):
            return _("{who} laid away {card} and kept {kept}, which had to go first.")
        return ngettext(
            "{who} has {others} other card to lay away, and needs {count}: {card} may not go.",
            "{who} has {others} other cards to lay away, and needs {count}: {card} may not go.",
            finding.facts["others"],
        )


class Never(_OfCards):
    """Certain cards may never be laid away."""

    cards: Marks = Field(description="Cards that may in no case be laid away.")
    sentence = N_("These may not be laid away: {cards}.")
    reason = N_("{card} may never be laid away.")

    def prepare(self) -> None:
        super().prepare()
        self.barred = self.named

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        return allowed & ~self.barred


class OnlyWithout(_OfCards):
    """Certain cards may be laid away only by a player who holds none of certain others."""

    cards: Marks = Field(description="Cards that may be laid away only from such a hand.")
    without: Marks = Field(description="Cards of which the hand has none besides those.")

    def prepare(self) -> None:
        super().prepare()
        self.others: int = self.mask(self.without) & ~self.named

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        return allowed & ~self.named if hand & self.others else allowed

    def says(self) -> Text:
        phrase = _("Laid away only by a player who holds no others of these, {others}: {cards}.")
        return self.say(phrase, cards=self.called(self.cards), others=self.called(self.without))

    def why(self, finding: Finding) -> str:
        return _("{card} may be laid away only by a player who holds no others of these: {others}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"others": self.called(self.without)}


class OnlyOutermost(_OfCards):
    """Of certain cards of one suit only the lowest, or the highest, may be laid away, and they go before all other cards."""

    cards: Marks = Field(description="The cards, all of one suit.")
    which: Literal["lowest", "highest"] = Field(
        description="Whether the lowest of them in the hand are laid away, or the highest."
    )

    def prepare(self) -> None:
        super().prepare()
        suit = next((suit for suit in self.order.suits.values() if not self.named & ~suit), 0)
        if not suit:
            message = _("the cards are of several suits, and none of them is the lowest or the highest")
            raise ParamError(message, ("cards",), _("name cards of one suit"))
        if self.named.bit_count() < 2:
            raise ParamError(_("of a single card none is the lowest or the highest"), ("cards",), _("name several"))
        steps = sorted(
            (card for card in self.deck.set(self.named)),
            key=lambda card: -(self.order.beats[card.index] & suit).bit_count(),
        )
        self.ranked: tuple[int, ...] = tuple(
            card.bit for card in (steps if self.which == "lowest" else reversed(steps))
        )

    def _first(self, allowed: int, count: int) -> int:
        """The cards that go first, so many or as many as there are, as a mask."""
        held = [bit for bit in self.ranked if allowed & bit]
        return sum(held[:count])

    def narrow_discard(self, allowed: int, hand: int, count: int) -> int:
        first = self._first(allowed, count)
        return first if first.bit_count() == count else allowed

    def obliges(self, allowed: int, hand: int, count: int) -> int:
        return self._first(allowed, count)

    def says(self) -> Text:
        if self.which == "lowest":
            return self.say(_("The lowest of these in the hand are laid away first: {cards}."), cards=self.called(self.cards))  # fmt: skip
        return self.say(_("The highest of these in the hand are laid away first: {cards}."), cards=self.called(self.cards))  # fmt: skip

    def why(self, finding: Finding) -> str:
        if finding.facts.get("kept"):
            return _("{who} laid away {card} and kept {kept}, which had to go first.")
        if self.which == "lowest":
            return _("{card} may not go before the lowest of these: {cards}.")
        return _("{card} may not go before the highest of these: {cards}.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"cards": self.called(self.cards)}


class Show(_OfCards):
    """Certain cards are shown to all when they are laid away."""

    cards: Marks = Field(description="Cards that must be shown to all when they are laid away.")
    by: Literal["anyone", "taker"] = Field(
        "anyone", description="Who shows them: whoever lays them away, or the taker alone."
    )
    sentence = N_("When these are laid away, all must see them: {cards}.")
    reason = N_("{who} shows the others what they must see of {discard:the}: {cards}.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.by == "taker" and not ruleset.at("bid"):
            yield _("nobody can become the taker")

    def shows(self, discard: int, by_taker: bool) -> int:
        return discard & self.named if by_taker or self.by == "anyone" else 0

    def says(self) -> Text:
        if self.by == "taker":
            return self.say(_("When {taker:the} lays these away, all must see them: {cards}."), cards=self.called(self.cards))  # fmt: skip
        return super().says()


class SayNumber(_OfCards):
    """A player who lays away certain cards says how many of them."""

    cards: Marks = Field(description="The cards whose number is said.")
    sentence = N_("Whoever lays some of these away says how many: {cards}.")
    announces = True

    def says_number(self, discard: int) -> int | None:
        return (discard & self.named).bit_count() or None

    def why(self, finding: Finding) -> str:
        return ngettext(
            "{who} says that one of these has been laid away: {cards}.",
            "{who} says that {given} of these have been laid away: {cards}.",
            finding.facts["given"],
        )

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"cards": self.called(self.cards)}


class NeverInvited(LimitsDiscard):
    """A card to which its holder has invited by a bid is not laid away."""

    sentence = N_("A card to which its holder has invited by a bid may not be laid away.")
    reason = N_("{who} has invited to {card}, and may not lay it away.")

    def keeps(self, state: State, seat: int) -> int:
        found = invited(self, state)
        return found.card if found is not None and found.seat == seat else 0
