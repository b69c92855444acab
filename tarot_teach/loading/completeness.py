"""Completeness of a game, from the deal to the score: some rule answers each question of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

from tarot_teach.language import N_, _
from tarot_teach.mechanisms import Mechanism, find
from tarot_teach.mechanisms.interfaces import (
    CallsPartner,
    ChoosesDealer,
    Contract,
    Counts,
    CutsPack,
    DealsOut,
    EndsMatch,
    HandlesTalon,
    LimitsDiscard,
    MakesOutcomes,
    NarrowsBids,
    Offers,
    OnAllPass,
    PassesDeal,
    PaysApart,
    RunsAuction,
    Scores,
    SeatsTable,
    Settles,
    SettlesDebt,
    StacksPack,
    StartsDeal,
    TalonMove,
    TurnsRound,
    WinsTrick,
)
from tarot_teach.rules import Ruleset

M = TypeVar("M")

ANSWERED_ONCE: dict[type[Mechanism[Any]], str] = {
    TurnsRound: N_("which way things go round"),
    ChoosesDealer: N_("who deals first"),
    CutsPack: N_("how the pack is cut"),
    DealsOut: N_("how the cards are dealt"),
    StacksPack: N_("how the next pack is made"),
    StartsDeal: N_("who is dealt to first"),
    RunsAuction: N_("who calls"),
    OnAllPass: N_("what happens when all pass"),
    CallsPartner: N_("which card is called"),
    SettlesDebt: N_("what becomes of a card that is never given"),
    MakesOutcomes: N_("whose cards are counted together"),
    Settles: N_("who pays whom"),
    PassesDeal: N_("who deals next"),
    SeatsTable: N_("who sits out"),
    EndsMatch: N_("when the game is over"),
}
"""Questions that the engine puts to one rule only, in words."""


class Gap(NamedTuple):
    """A gap in a game: a message, the unanswered question or the rule at fault (or ""), and a hint."""

    message: str
    question: type[Mechanism[Any]] | None
    rule: str
    hint: str


def gaps(ruleset: Ruleset) -> Iterator[Gap]:
    """Gaps that keep a game from being played from the deal to the score."""
    return _Checker(ruleset).gaps()


class _Checker:
    """The mechanisms of a ruleset by the questions that they answer."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.mechanisms: list[Mechanism[Any]] = [
            find(rule.step, rule.mechanism)(rule.id, rule.params, ruleset.deck) for rule in ruleset.rules.values()
        ]

    def all(self, kind: type[M]) -> list[M]:
        """The mechanisms that answer a question, in order of the rules."""
        return [mechanism for mechanism in self.mechanisms if isinstance(mechanism, kind)]

    def gaps(self) -> Iterator[Gap]:
        """All gaps, in order of a deal."""
        yield from self._answered_once()
        yield from self._dealing()
        yield from self._auction()
        yield from self._discard()
        yield from self._announcements()
        yield from self._play()
        yield from self._count()

    def _missing(self, question: type[Mechanism[Any]], what: str, hint: str) -> Gap:
        return Gap(_("no rule says {what}").format(what=what), question, "", hint)

    def _answered_once(self) -> Iterator[Gap]:
        for question, what in ANSWERED_ONCE.items():
            answers = self.all(question)
            for other in answers[1:]:
                message = _("{rule} and {other} both say {what}; only the first would be asked").format(
                    rule=answers[0].rule, other=other.rule, what=_(what)
                )
                yield Gap(message, None, other.rule, _("leave one of them out"))

    def _dealing(self) -> Iterator[Gap]:
        deals = self.all(DealsOut)
        if not deals:
            yield self._missing(
                DealsOut, _("how the cards are dealt"), _("add a rule such as deal_in_packets or deal_hands")
            )
            return
        for players in self.ruleset.players:
            if deals[0].hand_size(players) < 1:
                yield Gap(
                    _("with {players} players nobody is dealt a card").format(players=players),
                    None,
                    deals[0].rule,
                    _("make the talon smaller"),
                )

    def _auction(self) -> Iterator[Gap]:
        auction, contracts = self.all(RunsAuction), self.all(Contract)
        if contracts and not auction:
            yield self._missing(
                RunsAuction, _("who calls"), _("add a rule such as one_turn_each, or drop the contracts")
            )
        if not auction:
            return
        if not contracts:
            yield self._missing(Contract, _("what can be bid"), _("add a contract, or drop the auction"))
        if not self.all(OnAllPass):
            yield self._missing(OnAllPass, _("what happens when all pass"), _("add a rule such as all_pass_voids"))
        if len(contracts) > 1 and not self.all(NarrowsBids):
            yield self._missing(NarrowsBids, _("which bid outranks another"), _("add a rule such as must_outbid"))

    def _discard(self) -> Iterator[Gap]:
        """Each contract says where the talon goes, and a taker who takes it can discard as many cards."""
        deals, contracts = self.all(DealsOut), self.all(Contract)
        size = deals[0].talon_size() if deals else 0
        if not size:
            return
        if not contracts:
            hint = _("add an auction, or deal without a talon")
            yield self._missing(
                HandlesTalon, _("what becomes of the {size} cards of the talon").format(size=size), hint
            )
        moves = {contract: self._move(contract) for contract in contracts}
        for contract, move in moves.items():
            if move is None:
                what = _("what becomes of the talon when the contract is {contract}").format(
                    contract=contract.contract.replace("_", " ")
                )
                yield self._missing(HandlesTalon, what, _("add a rule such as shown_and_taken or lies_unseen"))
        if not any(move is not None and move.into_hand for move in moves.values()):
            return
        limits = self.all(LimitsDiscard)
        if not any(limit.fixes_size for limit in limits):
            hint = _("add a rule such as as_many_as_taken")
            yield self._missing(LimitsDiscard, _("how many cards the taker lays away"), hint)
        barred = self._never_laid_away(limits, size)
        for players in self.ruleset.players:
            if barred.bit_count() > deals[0].hand_size(players):
                message = _("{barred} cards may never be laid away, and a taker may be left with no others").format(
                    barred=barred.bit_count()
                )
                yield Gap(message, LimitsDiscard, limits[0].rule, _("let more cards be laid away"))
                return

    def _never_laid_away(self, limits: list[LimitsDiscard[Any]], size: int) -> int:
        """The mask of cards that may not be discarded even from a hand of nothing else."""
        barred, before = self.ruleset.deck.all, 0
        while barred != before:
            before = allowed = barred
            for limit in limits:
                allowed = limit.narrow_discard(allowed, before, size)
            barred = before & ~allowed
        return barred

    def _move(self, contract: Contract[Any]) -> TalonMove | None:
        moves = (handler.move(contract.talon_goes) for handler in self.all(HandlesTalon))
        return next((move for move in moves if move is not None), None)

    def _announcements(self) -> Iterator[Gap]:
        seen: dict[str, str] = {}
        for offer in self.all(Offers):
            for level in offer.levels:
                if seen.setdefault(level, offer.rule) != offer.rule:
                    message = _("{seen} and {rule} both bring an announcement {level!r}").format(
                        seen=seen[level], rule=offer.rule, level=level
                    )
                    yield Gap(message, None, offer.rule, _("give one of them another name"))

    def _play(self) -> Iterator[Gap]:
        wins = self.all(WinsTrick)
        certain = next((i for i, rule in enumerate(wins) if rule.always), None)
        if certain is None:
            yield self._missing(WinsTrick, _("who wins a trick"), _("add a rule such as highest_wins"))
            return
        for rule in wins[certain + 1 :]:
            message = _("{rule} is never asked, since {other} before it decides every trick").format(
                rule=rule.rule, other=wins[certain].rule
            )
            yield Gap(message, None, rule.rule, _("put it in front of {rule}").format(rule=wins[certain].rule))

    def _count(self) -> Iterator[Gap]:
        makes = self.all(MakesOutcomes)
        if not makes:
            hint = _("add a rule such as taker_against_defence or each_for_himself")
            yield self._missing(MakesOutcomes, _("whose cards are counted together"), hint)
            return
        settles = self.all(Settles)
        if not self.all(Scores):
            yield self._missing(Scores, _("what a deal is worth"), _("add a rule such as fixed_amount or cards_taken"))
        if not makes[0].sides:
            asking: list[Mechanism[Any]] = [*settles, *self.all(PaysApart), *self.all(CallsPartner)]
            asking += [score for score in self.all(Scores) if score.sides]
            asking += [count for count in self.all(Counts) if count.sides]
            for asked in asking:
                message = _("{rule} needs a taker and a defence, and by {other} all play alone").format(
                    rule=asked.rule, other=makes[0].rule
                )
                yield Gap(message, None, asked.rule, _("count by sides, or leave it out"))
            return
        if not self.all(RunsAuction) or not self.all(Contract):
            message = _("{rule} needs a taker, and nobody can become one").format(rule=makes[0].rule)
            yield Gap(message, RunsAuction, makes[0].rule, _("add an auction with contracts"))
        counts = self.all(Counts)
        target = next((i for i, rule in enumerate(counts) if rule.sets_target), None)
        if target is None:
            yield self._missing(Counts, _("when the taker has won"), _("add a rule such as targets"))
        for rule in counts[:target]:
            if rule.after_target:
                message = _("{rule} comes before the rule by which the taker wins, and would do nothing").format(
                    rule=rule.rule
                )
                yield Gap(message, None, rule.rule, _("put it behind that rule"))
        if not settles:
            yield self._missing(Settles, _("who pays whom"), _("add a rule such as all_settle_with_taker"))
        elif self.all(CallsPartner) and not settles[0].partner:
            message = _("{rule} leaves nothing for a partner, and a card is called for one").format(
                rule=settles[0].rule
            )
            yield Gap(message, Settles, settles[0].rule, _("add a rule such as taker_and_partner"))
