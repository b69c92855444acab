"""The mechanisms of a ruleset, by the question that each answers."""

from __future__ import annotations

import functools
import operator
import re
from typing import Any, TypeVar

from tarot_teach.errors import LoadError
from tarot_teach.language import _
from tarot_teach.mechanisms import Mechanism, bound_to
from tarot_teach.mechanisms.interfaces import (
    CallsPartner,
    Contract,
    CutsPack,
    DealsOut,
    ExemptsCards,
    HandlesTalon,
    Leads,
    LimitsDiscard,
    LimitsFirstLead,
    MovesCard,
    NarrowsBids,
    NarrowsPlay,
    Offers,
    OnAllPass,
    RunsAuction,
    Scores,
    SettlesDebt,
    StartsDeal,
    TurnsRound,
    Voids,
    WinsTrick,
)
from tarot_teach.rules import Ruleset

M = TypeVar("M")


class RuleIndex:
    """The mechanisms of a ruleset, in the order of its rules."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.mechanisms: dict[str, Mechanism[Any]] = {
            rule.id: bound_to(rule, ruleset) for rule in ruleset.rules.values()
        }
        self.turns: TurnsRound[Any] | None = self.first(TurnsRound)
        self.cuts: CutsPack[Any] | None = self.first(CutsPack)
        self.deals: DealsOut[Any] = self.required(DealsOut, _("how the cards are dealt"))
        self.starts: StartsDeal[Any] | None = self.first(StartsDeal)
        self.voids: list[Voids[Any]] = [rule for rule in self.all(Voids) if not rule.optional]
        self.claims: list[Voids[Any]] = [rule for rule in self.all(Voids) if rule.optional]
        self.auction: RunsAuction[Any] | None = self.first(RunsAuction)
        self.contracts: dict[str, Contract[Any]] = {contract.contract: contract for contract in self.all(Contract)}
        self.ranking: tuple[str, ...] = tuple(self.contracts)
        self.narrows_bids: list[NarrowsBids[Any]] = self.all(NarrowsBids)
        self.all_pass: OnAllPass[Any] | None = self.first(OnAllPass)
        self.calls: CallsPartner[Any] | None = self.first(CallsPartner)
        self.talon: list[HandlesTalon[Any]] = self.all(HandlesTalon)
        self.discard: list[LimitsDiscard[Any]] = self.all(LimitsDiscard)
        self.offers: list[Offers[Any]] = self.all(Offers)
        self.offers_before_lead: list[Offers[Any]] = [offer for offer in self.offers if offer.before_lead]
        self.offers_at_first_card: list[Offers[Any]] = [offer for offer in self.offers if not offer.before_lead]
        self.handful_levels: tuple[str, ...] = self.levels_of("handful")
        self.apart_levels: tuple[str, ...] = self.levels_of("apart")
        self.scored: set[str] = {rule.about for rule in self.all(Scores)}
        self.leads: list[Leads[Any]] = self.all(Leads)
        self.narrows: list[NarrowsPlay[Any]] = self.all(NarrowsPlay)
        self.exempts: list[ExemptsCards[Any]] = self.all(ExemptsCards)
        self.limits_first_lead: list[LimitsFirstLead[Any]] = self.all(LimitsFirstLead)
        self.wins: list[WinsTrick[Any]] = self.all(WinsTrick)
        self.moves: list[MovesCard[Any]] = self.all(MovesCard)
        self.movable: int = functools.reduce(operator.or_, (rule.about for rule in self.moves), 0)
        self.settles_debt: SettlesDebt[Any] | None = self.first(SettlesDebt)

    def contract_named(self, text: str) -> str | None:
        """The contract that is written by its id (``garde_sans``, ``garde sans``) or its title; None for any other text."""
        word = re.sub(r"[\s_-]+", " ", text.strip().casefold())
        for id, contract in self.contracts.items():
            if word in (id.replace("_", " "), self.ruleset.rules[contract.rule].title.casefold()):
                return id
        return None

    def offering(self, level: str) -> Offers[Any] | None:
        """The mechanism that offers an announcement of a level; None if none does."""
        return next((offer for offer in self.offers if level in offer.levels), None)

    def levels_of(self, kind: str) -> tuple[str, ...]:
        """The levels of an announcement of a kind: ``handful``, ``slam`` …"""
        return tuple(level for offer in self.offers if offer.kind == kind for level in offer.levels)

    def all(self, kind: type[M]) -> list[M]:
        """The mechanisms of a kind, in the order of the rules."""
        return [mechanism for mechanism in self.mechanisms.values() if isinstance(mechanism, kind)]

    def first(self, kind: type[M]) -> M | None:
        """The first mechanism of a kind; None if the ruleset has none."""
        return next(iter(self.all(kind)), None)

    def required(self, kind: type[M], what: str) -> M:
        """The first mechanism of a kind. Raises LoadError if the ruleset has none."""
        found = self.first(kind)
        if found is None:
            raise LoadError.of(
                "rules.incomplete",
                _("{name} does not say {what}").format(name=self.ruleset.name, what=what),
                self.ruleset.place,
                _("add a rule for it"),
            )
        return found
