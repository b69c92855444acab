"""The mechanisms of a ruleset, by the question that each answers."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from tarot_teach.cards import Card, Halves
from tarot_teach.errors import LoadError
from tarot_teach.mechanisms import Mechanism, bound_to, find, interfaces
from tarot_teach.mechanisms.added_points import AddsPoints
from tarot_teach.mechanisms.asking import Acts, Asks, AsksInPlay, BringsTrumps, ChangesHand, UsesTalon
from tarot_teach.mechanisms.base import LeavesChoice
from tarot_teach.mechanisms.between_deals import StartsDeal
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.heaps import DealsHeaps, TurnsHeaps
from tarot_teach.mechanisms.in_words import place_of
from tarot_teach.mechanisms.keeps_cards import KeepsCards
from tarot_teach.mechanisms.match_memory import ChargesBids, PaysForTrick, Remembers
from tarot_teach.mechanisms.observed import Observes
from tarot_teach.mechanisms.open_table import DealsAnew, LaysOpen, StealsPile, TakesFromTable, TakesRest
from tarot_teach.mechanisms.plays import KindOfPlay, play_of
from tarot_teach.messages import _, as_typed, as_words, typed_word, word_named
from tarot_teach.order import Order
from tarot_teach.rules import Ruleset
from tarot_teach.table import Action, Choose, Debt, Heap, Trick
from tarot_teach.table.actions import NOTHING
from tarot_teach.table.picks import Pick

M = TypeVar("M")


class RuleIndex:
    """The mechanisms of a ruleset, in the order of its rules: all of them, or those in force under one ``contract``; and the order
    of the cards in force.

    Raises LoadError if none says how the cards are dealt.
    """

    def __init__(
        self, ruleset: Ruleset, trumps: str = "", *, whole: RuleIndex | None = None, contract: str | None = None
    ) -> None:
        self.ruleset = ruleset
        self.contract = contract
        self.whole: RuleIndex = whole or self
        self.trumps: str = trumps or (whole.trumps if whole else "")
        self.order: Order = self._order()
        self.by_contract: bool = ruleset.by_contract
        self._under: dict[tuple[str | None, str], RuleIndex] = {}
        self.mechanisms: dict[str, Mechanism] = {
            rule.id: whole.mechanisms[rule.id]
            if whole and self.order is whole.order
            else bound_to(rule, ruleset, self.order)
            for rule in ruleset.rules.values()
            if whole is None or rule.in_force(contract)
        }
        turns = self.first(interfaces.TurnsRound)
        self.clockwise: bool = turns is not None and turns.clockwise
        self.makes_parties: interfaces.MakesParties | None = self.first(interfaces.MakesParties)
        self.cuts: interfaces.CutsPack | None = self.first(interfaces.CutsPack)
        self.deals: interfaces.DealsOut = self._deals()
        self.starts: StartsDeal | None = self.first(StartsDeal)
        voids = self.all(interfaces.Voids)
        self.voids: list[interfaces.Voids] = [rule for rule in voids if not rule.optional]
        self.claims: list[interfaces.Voids] = [rule for rule in voids if rule.optional]
        self.auction: interfaces.RunsAuction | None = self.first(interfaces.RunsAuction)
        self.contracts: dict[str, interfaces.Contract] = {rule.contract: rule for rule in self.all(interfaces.Contract)}
        self.ranking: tuple[str, ...] = tuple(name for name, rule in self.contracts.items() if rule.can_be_bid)
        self.narrows_bids: list[interfaces.NarrowsBids] = self.all(interfaces.NarrowsBids)
        self.all_pass: list[interfaces.OnAllPass] = self.all(interfaces.OnAllPass)
        self.calls: interfaces.CallsPartner | None = self.first(interfaces.CallsPartner)
        self.talon: list[interfaces.HandlesTalon] = self.all(interfaces.HandlesTalon)
        self.discard: list[interfaces.LimitsDiscard] = self.all(interfaces.LimitsDiscard)
        self.keeps_talon: bool = bool(self.all(UsesTalon))
        self.turns_heaps: TurnsHeaps | None = self.first(TurnsHeaps)
        self.may_be_trumps: dict[str, None] = dict.fromkeys(
            suit for rule in self.all(BringsTrumps) for suit in rule.may_be_trumps
        )
        self.brings_trumps: bool = bool(self.may_be_trumps)
        self.in_turn: dict[str, list[Acts | Asks]] = {}  # rules that act or ask in the order of a section, by section
        for rule in self.mechanisms.values():
            if isinstance(rule, Acts | Asks):
                self.in_turn.setdefault(rule.rule.partition(".")[0], []).append(rule)
        self.asks_in_play: AsksInPlay | None = self.first(AsksInPlay)
        self.offers: list[interfaces.Offers] = self.all(interfaces.Offers)
        self.offers_before_lead: list[interfaces.Offers] = [rule for rule in self.offers if rule.before_lead]
        self.offers_at_first_card: list[interfaces.Offers] = [rule for rule in self.offers if not rule.before_lead]
        self.observers: dict[str, Observes[Any]] = {rule.rule: rule for rule in self.all(Observes) if rule.applies}
        self.counting: list[Observes[Any]] = [rule for rule in self.observers.values() if rule.of_count]
        self.observing: dict[str, Observes[Any]] = {
            id: rule for id, rule in self.observers.items() if not rule.of_count
        }
        self.counts_piles: interfaces.CountsPiles | None = self.first(interfaces.CountsPiles)
        self.adds_points: list[AddsPoints] = self.all(AddsPoints)
        self.leads: list[interfaces.Leads] = self.all(interfaces.Leads)
        self.narrows: list[interfaces.NarrowsPlay] = self.all(interfaces.NarrowsPlay)
        self.narrows_by_size: bool = any(rule.by_size for rule in self.narrows)
        self.keeps: list[KeepsCards] = self.all(KeepsCards)
        self.exempts: list[interfaces.ExemptsCards] = self.all(interfaces.ExemptsCards)
        self.limits_first_lead: list[interfaces.LimitsFirstLead] = self.all(interfaces.LimitsFirstLead)
        self.wins: list[interfaces.WinsTrick] = self.all(interfaces.WinsTrick)
        self.lifts: list[interfaces.WinsTrick] = [
            rule for rule in self.wins if type(rule).takes_all is not interfaces.WinsTrick.takes_all
        ]
        self.moves: list[interfaces.MovesCard] = self.all(interfaces.MovesCard)
        self.movable: int = functools.reduce(operator.or_, (rule.about for rule in self.moves), 0)
        self.after_trick: list[interfaces.AfterTrick] = self.all(interfaces.AfterTrick)
        self.tricks_bring_talon: bool = any(rule.brings_talon for rule in self.after_trick)
        self.draws_in_play: bool = any(rule.draws(1) for rule in self.all(AsksInPlay))
        self.ends_play: list[EndsPlay] = self.all(EndsPlay)
        self.play: KindOfPlay = play_of(ruleset)
        self.lays_open: LaysOpen | None = self.first(LaysOpen)
        self.takes_from_table: TakesFromTable | None = self.first(TakesFromTable)
        self.steals: StealsPile | None = self.first(StealsPile)
        self.deals_anew: DealsAnew | None = self.first(DealsAnew)
        self.takes_rest: TakesRest | None = self.first(TakesRest)
        self.charges_bids: list[ChargesBids] = self.all(ChargesBids)
        self.pays_for_tricks: list[PaysForTrick] = self.all(PaysForTrick)
        self.remembers: list[Remembers] = self.all(Remembers)
        judges, scores = self.all(interfaces.Judges), self.all(interfaces.Scores)
        self.avoids_tricks: bool = any(rule.avoids_tricks for rule in judges) or any(
            rule.avoids_tricks for rule in scores
        )
        self.settles_debt: interfaces.SettlesDebt | None = self.first(interfaces.SettlesDebt)

    def under(self, contract: str | None, trumps: str = "") -> RuleIndex:
        """The rules in force under a contract, or before there is one, with a suit that has become trumps: this index, where that
        makes no difference."""
        if not self.by_contract and trumps in ("", self.trumps):
            return self
        known = self.whole._under
        if (contract, trumps) not in known:
            known[contract, trumps] = RuleIndex(self.ruleset, trumps, whole=self.whole, contract=contract)
        return known[contract, trumps]

    def with_card(self, trick: Trick, card: Card) -> Trick:
        """A trick with one more card, and with the cards that would now win it."""
        trick = trick.add(card, self.order)
        for rule in self.lifts:
            taking = rule.takes_all(trick)
            if taking & trick.mask:
                trick = trick._replace(above=0, best=place_of(trick, taking))
            elif taking:
                trick = trick._replace(above=taking)
        return trick

    def _order(self) -> Order:
        """The order of the cards by the first rule in force that brings one, or else the standing one. Raises NotationError for unknown trumps."""
        standing = self.ruleset.deck.order(self.trumps)
        for rule in self.ruleset.rules.values():
            if rule.in_force(self.contract) and issubclass(find(rule.step, rule.mechanism), interfaces.OrdersCards):
                brings = bound_to(rule, self.ruleset)
                assert isinstance(brings, interfaces.OrdersCards)
                return brings.order_with(self.trumps)
        return standing

    def orders(self) -> list[Order]:
        """The orders of the cards, each once: that without a contract, those under contracts, and those by suits that may become trumps."""
        found = [self.order, *(self.under(contract).order for contract in self.ranking)]
        if self.brings_trumps:
            found += [self.under(None, suit).order for suit in self.may_be_trumps]
        return list({id(order): order for order in found}.values())

    def all(self, kind: type[M]) -> list[M]:
        """The mechanisms of a kind, in the order of the rules."""
        return [mechanism for mechanism in self.mechanisms.values() if isinstance(mechanism, kind)]

    def first(self, kind: type[M]) -> M | None:
        """The first mechanism of a kind; None if the ruleset has none."""
        return next(iter(self.all(kind)), None)

    def _deals(self) -> interfaces.DealsOut:
        found = self.first(interfaces.DealsOut)
        if found is None:
            message, what = _("{name} does not say {what}"), _("how the cards are dealt")
            name, place = self.ruleset.name, self.ruleset.place
            raise LoadError.of("rules.incomplete", message, place, _("add a rule for it"), name=name, what=what)
        return found

    def levels_of(self, kind: str) -> tuple[str, ...]:
        """The announcements of a kind."""
        return tuple(level for offer in self.offers if offer.kind == kind for level in offer.levels)

    def heap_sizes(self, players: int) -> Sequence[int]:
        """Cards in each heap that lies before a player, from left to right; none where there are no heaps."""
        return self.deals.heap_sizes(players) if isinstance(self.deals, DealsHeaps) else ()

    def heaped(self, players: int) -> int:
        """Cards in the heaps of all players together."""
        return players * sum(self.heap_sizes(players))

    def heaps_of(self, cards: Sequence[Card | None], players: int) -> tuple[tuple[Heap, ...], ...]:
        """The heaps of cards in the order in which they lie, face down, seat by seat; none where a game has none."""
        left, sizes = iter(cards), self.heap_sizes(players)
        number = players if sizes else 0
        return tuple(tuple(Heap(None, tuple(islice(left, size))) for size in sizes) for _seat in range(number))

    def largest_hand(self, players: int) -> int:
        """The most cards that a hand can have in the play: those dealt, those taken up from heaps, and those that are drawn."""
        talon = self.deals.talon_size(players)
        return self.deals.tricks(players) + max((rule.draws(talon) for rule in self.all(AsksInPlay)), default=0)

    def hand_with_talon(self, players: int) -> int:
        """The number of cards in the hand that has taken the whole talon; 0 where no rule brings all of it into one hand."""
        talon = self.deals.talon_size(players)
        moves = (self.talon_move(contract)[1] for contract in self.contracts)
        parts = (part for rule in self.all(ChangesHand) for part in rule.change(None, talon).values())
        taken = talon and (any(move.into_hand for move in moves if move) or talon in parts)
        taken = taken and not any(rule.keeps_chosen for rule in self.all(Asks))  # most of the hand is laid away before
        return self.deals.hand_size(players) + talon if taken else 0

    def cards_won(self, players: int) -> int:
        """The number of cards in the piles of all players together, where all play alone: with the talon where a hand takes it and lays as many
        away for a pile."""
        changes = self.all(ChangesHand)
        laid_for_piles = bool(changes) and not any(rule.lays_out for rule in changes)
        taken = laid_for_piles or self.deals_anew is not None or self.tricks_bring_talon
        return players * self.deals.tricks(players) + (self.deals.talon_size(players) if taken else 0)

    @property
    def counts_points(self) -> bool:
        """True if a rule asks for the card points of what is won."""
        return any(rule.by_points for rule in self.mechanisms.values())

    def halves_of(self, pile: int) -> Halves:
        """The card points of a pile by the rules of the count, in half-points."""
        return self.counts_piles.pile_halves(pile) if self.counts_piles else self.ruleset.deck.halves_of(pile)

    @property
    def added_halves(self) -> Halves:
        """Half-points that are counted in every deal besides those of the cards."""
        return sum(rule.adds for rule in self.adds_points)

    def parties(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats that play together from the start, by party; none where nobody does."""
        return self.makes_parties.parties(players) if self.makes_parties else ()

    def dealt_in_turn(self, dealer: int, players: int) -> Iterator[int]:
        """Yield seats in the order in which they are dealt to, round after round, without end."""
        first = self.starts.starts(dealer, players) if self.starts else (dealer + 1) % players
        return itertools.cycle((first + i) % players for i in range(players))

    def contract_names(self, ids: Iterable[str]) -> list[str]:
        """Contracts as they are typed: by their ids in words, or where another language than English is in use, by their titles."""
        return as_typed({as_words(id): self.ruleset.rules[self.contracts[id].rule].title for id in ids})

    def contract_named(self, text: str) -> str | None:
        """The contract that is written by its id (``garde_sans``, ``garde sans``), its title or its id in words; None for any other text."""
        titles = {id: self.ruleset.rules[contract.rule].title for id, contract in self.contracts.items()}
        return word_named(text, titles) or word_named(text, {id: as_words(id) for id in titles})

    def offer_name(self, offer: Choose) -> str:
        """The ruleset's word for an announcement that is offered: ``chelem``; without one its level, or the title of its rule."""
        if offer.rule == NOTHING:
            return typed_word(NOTHING)
        if offer.option in self.ruleset.terms:
            return self.ruleset.terms[offer.option].label
        rule = self.ruleset.rules.get(offer.rule)
        return as_words(offer.option) if offer.option or rule is None else rule.title

    def option_name(self, pick: Pick) -> str:
        """The option of a choice as it stands in a sentence."""
        rule = self.mechanisms.get(pick.rule)
        return rule.option_in_words(pick.option) if isinstance(rule, LeavesChoice) else as_words(pick.option)

    def option_named(self, picks: Iterable[Pick], text: str) -> Pick | None:
        """The choice whose option a text is, as it is typed in English or as it stands in a sentence; None for any other text."""
        by_option = {pick.option: pick for pick in picks if pick.option}
        option = word_named(text, {option: self.option_name(pick) for option, pick in by_option.items()})
        return None if option is None else by_option[option]

    def offering(self, level: str) -> interfaces.Offers | None:
        """The mechanism that offers an announcement of a level; None if none does."""
        return next((offer for offer in self.offers if level in offer.levels), None)

    def asking(self, rule: str) -> Asks:
        """The rule of an id that asks seats."""
        found = self.mechanisms[rule]
        assert isinstance(found, Asks)
        return found

    def question(self, action: Action) -> Asks | None:
        """The rule that asks for a choice in the order of its section; None for other actions."""
        rule = self.mechanisms.get(action.rule) if isinstance(action, Choose) else None
        return rule if isinstance(rule, Asks) else None

    def talon_move(self, contract: str) -> tuple[str, interfaces.TalonMove | None]:
        """The rule that says where the talon goes under a contract, and its answer; None where the talon stays as it is."""
        goes = self.contracts[contract].talon_goes
        moves = ((handler.rule, handler.move(goes)) for handler in self.under(contract).talon)
        return next((found for found in moves if found[1] is not None), ("", None))

    def mover_of(self, debt: Debt) -> interfaces.MovesCard:
        """The rule by which a debt arose."""
        rule = self.mechanisms[debt.rule]
        assert isinstance(rule, interfaces.MovesCard)
        return rule
