"""Completeness of a game, from the deal to the score: some rule answers each question of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from tarot_teach.mechanisms import Mechanism
from tarot_teach.mechanisms import interfaces as asks
from tarot_teach.mechanisms.asking import ChangesHand, UsesTalon
from tarot_teach.mechanisms.between_deals import ChoosesDealer, StacksPack, StartsDeal
from tarot_teach.mechanisms.heaps import DealsHeaps, TurnsHeaps
from tarot_teach.mechanisms.match_memory import EndsMatch, PassesDeal, SeatsTable
from tarot_teach.mechanisms.open_table import DealsAnew, LaysOpen, StealsPile, TakesFromTable, TakesRest
from tarot_teach.mechanisms.plays import KindOfPlay, play_of
from tarot_teach.messages import N_, _, as_words
from tarot_teach.rules import Ruleset

M = TypeVar("M")

Gap = tuple[str, type[Mechanism] | None, str, str]
"""A message, the question that is not answered, the id of the rule at fault (or ""), and a hint."""

ANSWERED_ONCE: dict[type[Mechanism], str] = {
    asks.TurnsRound: N_("which way things go round"),
    ChoosesDealer: N_("who deals first"),
    asks.CutsPack: N_("how the pack is cut"),
    asks.DealsOut: N_("how the cards are dealt"),
    StacksPack: N_("how the next pack is made"),
    StartsDeal: N_("who is dealt to first"),
    asks.RunsAuction: N_("who calls"),
    asks.OnAllPass: N_("what happens when all pass"),
    asks.CallsPartner: N_("which card is called"),
    asks.SettlesDebt: N_("what becomes of a card that is never given"),
    asks.MakesOutcomes: N_("whose cards are counted together"),
    asks.Settles: N_("who pays whom"),
    PassesDeal: N_("who deals next"),
    SeatsTable: N_("who sits out"),
    LaysOpen: N_("how many cards lie open"),
    TakesFromTable: N_("which open cards a card takes"),
    StealsPile: N_("which piles a card takes"),
    DealsAnew: N_("what happens when all hands are empty"),
    TakesRest: N_("who gets the cards that lie open at the end"),
    EndsMatch: N_("when the game is over"),
}
"""Questions that the engine puts to one rule only, in words."""


def by_contract(ruleset: Ruleset, mechanisms: Iterable[Mechanism]) -> list[Ruleset]:
    """A ruleset as it is under each contract: with the rules in force, and without the other contracts. The ruleset itself,
    where contracts make no difference."""
    if not ruleset.by_contract:
        return [ruleset]
    contracts = {each.contract: each.rule for each in mechanisms if isinstance(each, asks.Contract)}
    found = []
    for contract, rule in contracts.items():
        others = {*contracts.values()} - {rule}
        in_force = {id: each for id, each in ruleset.rules.items() if each.in_force(contract) and id not in others}
        found.append(replace(ruleset, rules=in_force))
    return found


def gaps(ruleset: Ruleset, mechanisms: Iterable[Mechanism]) -> list[Gap]:
    """The gaps that keep a game from being played from the deal to the score; some of them under some contracts only."""
    rules = list(mechanisms)
    if not ruleset.by_contract:
        return Completeness(ruleset, rules).gaps
    contracts = [each for each in rules if isinstance(each, asks.Contract)]
    found: dict[Gap, list[str]] = {}
    for contract in contracts:
        for gap in Completeness(ruleset, rules, contract).gaps:
            found.setdefault(gap, []).append(as_words(contract.contract))
    under = _("under {contracts}: {message}")
    return [
        gap if len(names) == len(contracts) else (under.format(contracts=", ".join(names), message=gap[0]), *gap[1:])
        for gap, names in found.items()
    ]


class Completeness:
    """Finds the ``gaps`` that keep a game from being played from the deal to the score, in order of a deal.

    Of the ``mechanisms`` those are asked that are in force under ``contract``; all, where contracts make no difference.
    """

    def __init__(
        self, ruleset: Ruleset, mechanisms: Iterable[Mechanism], contract: asks.Contract | None = None
    ) -> None:
        self.ruleset: Ruleset = ruleset
        self.contract: asks.Contract | None = contract
        self.every: list[Mechanism] = list(mechanisms)
        name, rules = contract.contract if contract else None, ruleset.rules
        self.mechanisms: list[Mechanism] = [
            each for each in self.every if name is None or rules[each.rule].in_force(name)
        ]
        self.gaps: list[Gap] = []
        self._answered_once()
        self._deal_and_auction()
        self._call()
        self._discard()
        self._announcements()
        self._play()
        self._count()

    def _all(self, kind: type[M]) -> list[M]:
        """The mechanisms that answer a question, in order of the rules."""
        return [mechanism for mechanism in self.mechanisms if isinstance(mechanism, kind)]

    def _need(self, met: object, question: type[Mechanism], what: str, hint: str) -> None:
        """Add the gap of a question that no rule answers, unless the need is met."""
        if not met:
            self.gaps.append((_("no rule says {what}").format(what=what), question, "", hint))

    def _wrong(
        self, at: str, message: str, hint: str, question: type[Mechanism] | None = None, /, **values: object
    ) -> None:
        """Add the gap of a rule at fault; message and hint are filled with the values, and with its id as ``rule``."""
        values = {"rule": at, **values}
        self.gaps.append((message.format(**values), question, at, hint.format(**values)))

    def _answered_once(self) -> None:
        for question, what in ANSWERED_ONCE.items():
            answers = self._all(question)
            while answers and isinstance(answers[0], asks.OnAllPass) and answers[0].may_leave:
                answers = answers[1:]
            for other in answers[1:]:
                message = _("{rule} and {other} both say {what}; only the first would be asked")
                self._wrong(
                    other.rule,
                    message,
                    _("leave one of them out"),
                    rule=answers[0].rule,
                    other=other.rule,
                    what=_(what),
                )

    def _deal_and_auction(self) -> None:
        deals, auction, contracts = self._all(asks.DealsOut), self._all(asks.RunsAuction), self._all(asks.Contract)
        hint = _("add a rule such as deal_in_packets or deal_hands")
        self._need(deals, asks.DealsOut, _("how the cards are dealt"), hint)
        for players in self.ruleset.players if deals else ():
            if deals[0].hand_size(players) < 1:
                message = _("with {players} players nobody is dealt a card")
                self._wrong(deals[0].rule, message, _("make the talon smaller"), players=players)
        hint = _("add a rule such as one_turn_each, or drop the contracts")
        self._need(auction or not contracts, asks.RunsAuction, _("who calls"), hint)
        if auction:
            self._need(contracts, asks.Contract, _("what can be bid"), _("add a contract, or drop the auction"))
            hint = _("add a rule such as all_pass_voids")
            auctions = self._all(asks.RunsAuction)
            bound = any(rule.bars_all_pass(auction) for rule in self._all(asks.NarrowsBids) for auction in auctions)
            self._need(bound or self._all(asks.OnAllPass), asks.OnAllPass, _("what happens when all pass"), hint)
            one_bid = all(auction.one_bid for auction in auctions)
            ranks = one_bid or any(rule.ranks for rule in self._all(asks.NarrowsBids))
            ranked, hint = ranks or len(contracts) < 2, _("add a rule such as must_outbid")
            self._need(ranked, asks.NarrowsBids, _("which bid outranks another"), hint)
        played = {rule.contract for rule in self._all(asks.OnAllPass)}
        for contract in contracts:
            if not contract.can_be_bid and contract.contract not in played:
                message = _("{rule} is a contract that nobody can bid, and no rule says when it is played")
                self._wrong(contract.rule, message, _("add a rule such as all_pass_plays, or let it be bid"))

    def _call(self) -> None:
        """A card is called where the order of the phases has the call."""
        phases = self.ruleset.phases
        for rule in self._all(asks.CallsPartner) if {"call", "discard"} <= {*phases} else ():
            if rule.after_discard != (phases.index("call") > phases.index("discard")):
                message = _("{rule} puts the call on the other side of the discard than `phases`")
                self._wrong(rule.rule, message, _("alter one of them"))

    def _discard(self) -> None:
        """Each contract says where the talon goes, and a taker who takes it can discard as many cards."""
        deals, contracts = self._all(asks.DealsOut), [self.contract] if self.contract else self._all(asks.Contract)
        size = max(map(deals[0].talon_size, self.ruleset.players)) if deals else 0
        heaps = not isinstance(deals[0] if deals else None, DealsHeaps) or self._all(TurnsHeaps)
        self._need(heaps, TurnsHeaps, _("what becomes of the cards in the heaps"), _("add a rule such as turn_heaps"))
        self._exchange(size, [contract.contract for contract in contracts])
        if not size or self._uses_talon(contracts):
            return
        what = _("what becomes of the {size} cards of the talon").format(size=size)
        self._need(contracts, asks.HandlesTalon, what, _("add an auction, or deal without a talon"))
        into_hand = False
        for contract in contracts:
            handled = (handler.move(contract.talon_goes) for handler in self._all(asks.HandlesTalon))
            move = next((move for move in handled if move is not None), None)
            into_hand = into_hand or (move is not None and move.into_hand)
            what = _("what becomes of the talon when the contract is {contract}")
            hint = _("add a rule such as shown_and_taken or lies_unseen")
            name = as_words(contract.contract)
            self._need(move is not None, asks.HandlesTalon, what.format(contract=name), hint)
        if not into_hand:
            return
        limits = self._all(asks.LimitsDiscard)
        fixed, hint = any(limit.fixes_size for limit in limits), _("add a rule such as as_many_as_taken")
        self._need(fixed, asks.LimitsDiscard, _("how many cards the taker lays away"), hint)
        barred, before = self.ruleset.deck.all, 0
        while barred != before:  # until left with the cards that may not be discarded even from a hand of nothing else
            before = allowed = barred
            for limit in limits:
                allowed = limit.narrow_discard(allowed, before, size)
            barred = before & ~allowed
        if any(barred.bit_count() > deals[0].hand_size(players) for players in self.ruleset.players):
            message = _("{barred} cards may never be laid away, and a taker may be left with no others")
            self._wrong(
                limits[0].rule, message, _("let more cards be laid away"), asks.LimitsDiscard, barred=barred.bit_count()
            )

    def _uses_talon(self, contracts: list[asks.Contract]) -> bool:
        """True if a rule takes cards of the talon where they lie; no other may say where the talon goes under the same contract."""
        using = self._all(UsesTalon)
        handlers = [
            handler.rule
            for handler in self._all(asks.HandlesTalon)
            if any(handler.move(contract.talon_goes) is not None for contract in contracts)
        ]
        if using and handlers:
            message = _("{rule} and {other} both say what becomes of the talon")
            self._wrong(using[0].rule, message, _("leave one of them out"), other=handlers[0])
        return bool(using)

    def _exchange(self, size: int, contracts: list[str]) -> None:
        """Each hand has as many cards after the exchange as before, whatever the contract."""
        changes = self._all(ChangesHand)
        for contract in contracts or (None,):
            hands: Counter[str] = Counter()
            for rule in changes:
                hands.update(rule.change(contract, size))
            for seat, more in hands.items():
                if more:
                    message = _("with {rule} the hand of one player ({seat}) has {more} cards more than the others")
                    hint = _("let as many cards be laid away as are taken")
                    self._wrong(changes[-1].rule, message, hint, seat=seat, more=more)
                    return

    def _announcements(self) -> None:
        seen: dict[str, str] = {}
        for offer in (each for each in self.every if isinstance(each, asks.Offers)):
            for level in offer.levels:
                if seen.setdefault(level, offer.rule) != offer.rule:
                    message = _("{seen} and {rule} both bring an announcement {level!r}")
                    self._wrong(offer.rule, message, _("give one of them another name"), seen=seen[level], level=level)

    def _play(self) -> None:
        kind = play_of(self.ruleset)
        if kind.asked:
            self._other_play(kind)
        if not kind.in_tricks:
            self._open_table(kind)
            return
        wins = self._all(asks.WinsTrick)
        certain = next((i for i, rule in enumerate(wins) if rule.always), len(wins))
        self._need(certain < len(wins), asks.WinsTrick, _("who wins a trick"), _("add a rule such as highest_wins"))
        for rule in wins[certain + 1 :]:
            message = _("{rule} is never asked, since {other} before it decides every trick")
            self._wrong(rule.rule, message, _("put it in front of {other}"), other=wins[certain].rule)

    def _other_play(self, kind: KindOfPlay) -> None:
        """A play of another kind asks only some questions, and is known to fit no other phase than the deal."""
        for rule in self.mechanisms:
            if rule.rule.partition(".")[0] not in ("deal", "play", "count", "score", "match"):
                message = _("{rule} does not go together with a play of the kind {kind}")
                self._wrong(rule.rule, message, _("drop the rule, or the kind of play"), kind=kind.name)
            elif rule.rule.startswith("play.") and not isinstance(rule, kind.asked):
                message = _("{rule} is never asked in a play of the kind {kind}")
                self._wrong(rule.rule, message, _("drop the rule, or the kind of play"), kind=kind.name)
        for question, what, mechanism in kind.needed:
            hint = _("add a rule such as {mechanism}").format(mechanism=mechanism)
            self._need(self._all(question), question, _(what), hint)

    def _open_table(self, kind: KindOfPlay) -> None:
        """A play without tricks, for which each rule is known to fit, and in which the cards of the stock come out even."""
        for rule in self.mechanisms:
            section, known = rule.rule.partition(".")[0], self.ruleset.rules[rule.rule].mechanism
            if section in kind.fitting and known not in kind.fitting[section]:
                message = _("{mechanism} is not known to fit a play without tricks")
                self._wrong(rule.rule, message, _("leave it out"), mechanism=known)
        deals, opens = self._all(asks.DealsOut), self._all(LaysOpen)
        for players in self.ruleset.players if deals and opens else ():
            left = deals[0].talon_size(players) - opens[0].cards
            if left < 0 or left % players:
                message = _("with {players} players the {left} cards of the stock cannot be dealt out evenly")
                hint = _("let other numbers play, or lay open another number of cards")
                self._wrong(opens[0].rule, message, hint, players=players, left=max(left, 0))

    def _count(self) -> None:
        makes, counts, settles = self._all(asks.MakesOutcomes), self._all(asks.Counts), self._all(asks.Settles)
        scores, calls = self._all(asks.Scores), self._all(asks.CallsPartner)
        hint = _("add a rule such as taker_against_defence or each_for_himself")
        self._need(makes, asks.MakesOutcomes, _("whose cards are counted together"), hint)
        if not makes:
            return
        hint = _("add a rule such as fixed_amount or cards_taken")
        self._need(scores, asks.Scores, _("what a deal is worth"), hint)
        if makes[0].by_party and not self._all(asks.MakesParties):
            message = _("{rule} counts for parties, and no rule makes any")
            self._wrong(makes[0].rule, message, _("add a rule such as partners_opposite"), asks.MakesParties)
        for score in scores if not any(count.by_points for count in counts) else ():
            if score.by_points:
                message, hint = (
                    _("{rule} needs card points, and no rule counts any"),
                    _("add a rule such as card_points"),
                )
                self._wrong(score.rule, message, hint, asks.Counts)
        if not makes[0].sides:
            asking: list[Mechanism] = [*settles, *self._all(asks.PaysApart), *calls]
            asking += [score for score in scores if score.sides]
            asking += [count for count in counts if count.sides]
            for asked in asking:
                message = _("{rule} needs a taker and a defence, and by {other} all play alone")
                if makes[0].by_party:
                    message = _("{rule} needs a taker and a defence, and by {other} parties count from the start")
                self._wrong(asked.rule, message, _("count by sides, or leave it out"), other=makes[0].rule)
            return
        if not self._all(asks.RunsAuction) or not self._all(asks.Contract):
            message = _("{rule} needs a taker, and nobody can become one")
            self._wrong(makes[0].rule, message, _("add an auction with contracts"), asks.RunsAuction)
        under = None if self.contract is None else self.contract.contract
        for rule in self._all(asks.OnAllPass):
            if rule.contract and not rule.has_taker and under in (None, rule.contract):
                message = _("{rule} needs a taker, and {other} lets {contract} be played without one")
                hint = _("let everybody count for himself under it, by a rule with `under`")
                self._wrong(makes[0].rule, message, hint, other=rule.rule, contract=as_words(rule.contract))
        for contract in self._all(asks.Contract):
            if contract.alone and under in (None, contract.contract):
                message = _("{rule} needs a taker, and under {other} all play alone")
                hint = _("let everybody count for himself under it, by a rule with `under`")
                self._wrong(makes[0].rule, message, hint, other=contract.rule)
        target = next((i for i, rule in enumerate(counts) if isinstance(rule, asks.Judges)), None)
        self._need(target is not None, asks.Counts, _("when the taker has won"), _("add a rule such as targets"))
        for count in counts[:target]:
            if count.after_target:
                message = _("{rule} comes before the rule by which the taker wins, and would do nothing")
                self._wrong(count.rule, message, _("put it behind that rule"))
        self._need(settles, asks.Settles, _("who pays whom"), _("add a rule such as all_settle_with_taker"))
        if settles and calls and not settles[0].partner:
            message = _("{rule} leaves nothing for a partner, and a card is called for one")
            self._wrong(settles[0].rule, message, _("add a rule such as taker_and_partner"), asks.Settles)
