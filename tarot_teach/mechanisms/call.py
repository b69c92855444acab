"""Rules for calling a partner."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, Literal

from pydantic import Field

from tarot_teach.cards import Card
from tarot_teach.mechanisms.base import CardName, Flag, Marks, ParamError, Who
from tarot_teach.mechanisms.discard import SayNumber
from tarot_teach.mechanisms.exchange.by_seats import EachLaysAway
from tarot_teach.mechanisms.interfaces import CallsPartner
from tarot_teach.mechanisms.invited import accepted
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, State
from tarot_teach.table.events import CalledCardLaid, Step
from tarot_teach.text import Text, joined


class _Calls(CallsPartner):
    """A rule by which the taker calls a card, of a list."""

    ranks: list[str]
    alone: bool = True
    lonely: int = 0  # cards of their own that a taker may call, as a mask
    sentence = N_("{taker:the} calls a card, in this order: {ranks}. Whoever holds it is {partner:the}.")

    def prepare(self) -> None:
        for i, name in enumerate(self.ranks):
            if name in self.ranks[:i]:
                message = _("{name!r} is named twice").format(name=name)
                raise ParamError(message, ("ranks", i), _("name each rank once, in the order in which they are called"))
        self.masks: list[int] = [self.mask([name]) for name in self.ranks]

    def says(self) -> Text:
        return self.say(_(self.sentence), ranks=[self._name(name) for name in self.ranks])

    def _name(self, rank: str) -> object:
        """A rank that may be called, or a single card."""
        return self.deck.by_code.get(rank, rank)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        facts = super().facts_in_words(finding, who)
        return facts | {"may": self._name(facts["may"])} if "may" in facts else facts

    def own_barred(self) -> bool:
        """True where cards of their own may not be called, but for some."""
        return True

    def check_call(self, state: State, card: Card) -> list[Finding]:
        seat = state.auction.taker
        assert seat is not None
        may = self.callable(state, seat)
        rank = next((name for name, mask in zip(self.ranks, self.masks, strict=True) if mask & may), "")
        own = self.own_barred() and bool(state.hands[seat] & card.bit & ~self.lonely)
        return self.judged(bool(may & card.bit), seat=seat, card=card, may=rank, own=own)

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        if finding.effect is Effect.DECIDES:
            if facts.get("laid"):
                return _(
                    "{card} has been laid away, and its player says so at once: {taker:the} is alone, and gets all that was laid away."
                )
            if facts.get("nobody"):
                return _("Nobody has {card}: {who} calls again, a card of the next rank.")
            if facts["alone"]:
                return _("{who} plays {card}, the called card: {taker:the} is alone.")
            return _("{who} plays {card}, the called card: now all know who {partner:the} is.")
        if finding.effect is Effect.REFUSES:
            if facts["own"]:
                return _("{who} holds {card}, and must call a card that somebody else may hold.")
            return _("{who} may call {may:a} here, and not {card}.")
        return _("{who} calls {card}.")


class CallCourtCard(_Calls):
    """The taker calls a card; whoever holds it plays on the taker's side, and does not say so."""

    ranks: Marks = Field(description="What may be called: the first of these of which the taker does not hold all.")
    when: Literal["before_talon", "after_discard"] = Field(
        description="Whether the card is called before the talon is turned, or just before the first lead."
    )
    alone: Flag = Field(
        description="Whether a taker may call a card of their own or of the talon, and is then alone; if not, cards of their "
        "own cannot be called, and where nobody has the card they call one of the next rank."
    )
    own: Flag = Field(
        True,
        description="Whether a taker who may be alone may call a card of their own, and not only one of the talon.",
    )

    def prepare(self) -> None:
        super().prepare()
        self.after_discard = self.when == "after_discard"
        self.again = not self.alone

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.again and not self.after_discard:
            yield _("before the talon is turned nobody can tell whether somebody has the card")

    def callable(self, state: State, seat: int) -> int:
        held = state.hands[seat]
        called = self.deck.mask(state.auction.missed)
        for mask in self.masks:
            if mask & ~held and not mask & called:
                return mask if self.alone and self.own else mask & ~held
        return self.masks[-1] if self.alone else 0

    def own_barred(self) -> bool:
        return not (self.alone and self.own)


class CallHighestMissing(_Calls):
    """The taker calls the highest of some cards that is not in the hand; whoever holds it plays on the taker's side, and does not say so. Where a bid has invited to a
    card, that card is called."""

    ranks: Marks = Field(description="The cards that may be called, the highest first.")
    lone: list[CardName] = Field(
        default=[], description="Cards of their own that a taker may call as well, to be alone."
    )
    after_laid: Flag = Field(
        False,
        description="Whether a taker who holds the first card may call any that they have not, where another player has said that such cards were laid away.",
    )
    laid: Literal["defence", "taker"] = Field(
        "defence",
        description="For a called card that another player has laid away, whose pile all gets that was laid away by others: it stays the defence's, or the taker's side gets it, and the game is doubled once.",
    )

    def prepare(self) -> None:
        super().prepare()
        self.lonely = self.mask(self.lone)
        self.after_discard = True

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        bound = [bound_to(rule, ruleset) for step in ("discard", "exchange") for rule in ruleset.at(step)]
        if self.after_laid and not any(isinstance(rule, SayNumber) for rule in bound):
            yield _("no rule lets a player say how many cards were laid away")
        if self.laid == "taker" and not any(isinstance(rule, EachLaysAway) for rule in bound):
            yield _("nobody but the taker lays cards away")

    def callable(self, state: State, seat: int) -> int:
        invitation = accepted(self, state)
        if invitation is not None:
            return invitation.card
        hand = state.hands[seat]
        held, lone = hand | (state.aside[seat] if state.aside else 0), self.lonely & hand
        missing = [mask for mask in self.masks if mask & ~held]
        if self.after_laid and self.masks[0] & hand and self._others_laid(state, seat):
            return reduce(or_, missing, lone)
        return missing[0] | lone if missing else lone or self.masks[-1]

    def _others_laid(self, state: State, taker: int) -> bool:
        """True if another player than the taker has said that cards were laid away whose number is said."""
        rules = self.ruleset_rules
        said = (done for done in state.declared if done.rule in rules and done.seat != taker)
        return any(rules[done.rule].step == "discard" for done in said)

    def found_laid(self, state: State, card: Card) -> Step | None:
        mine, theirs = state.side_piles
        if self.laid == "defence" or not card.bit & theirs:
            return None
        finding = self.decides(seat=state.auction.taker, card=card, laid=True)
        state = state._replace(side_piles=(mine | theirs, 0))
        return state, (CalledCardLaid(state.auction.taker, card, findings=(finding,)),)

    def says(self) -> Text:
        said = [super().says()]
        if self.lone:
            phrase = _("{taker:the} may call {lone}, too, holding it, and is then alone.")
            said.append(self.say(phrase, lone=self.called(self.lone)))
        if self.after_laid:
            phrase = _(
                "Holding the first, {taker:the} may call any of them where another player has laid such cards away."
            )
            said.append(self.say(phrase))
        if self.laid == "taker":
            phrase = _(
                "Where the called card has been laid away, {taker:the} is alone, gets all that was laid away, and the game is doubled once."
            )
            said.append(self.say(phrase))
        return joined(said)
