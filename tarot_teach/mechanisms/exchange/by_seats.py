"""An exchange by seats: every player takes a share of the talon, and lays as many cards away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import Acts, ChangesHand, UsesTalon
from tarot_teach.mechanisms.base import ContractName, Count
from tarot_teach.mechanisms.interfaces import DealsOut
from tarot_teach.mechanisms.laying_away import LaysAway, PileOf
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.messages import N_, _, as_words, ngettext
from tarot_teach.rules import Rule, Ruleset, missing_contracts
from tarot_teach.table import Finding, State, with_cards
from tarot_teach.table.events import CardsTaken, Events, Step
from tarot_teach.text import Text


def shares_of(rules: Mapping[str, Rule], contract: str | None) -> Sequence[int]:
    """The shares of the talon under a contract, the taker's first, by the rules of a ruleset; none where nobody takes one."""
    there = (rule for rule in rules.values() if (rule.step, rule.mechanism) == ("exchange", TakeShares.name))
    given = [getattr(rule.params, "shares", {}) for rule in there if rule.in_force(contract)]
    return next((shares[contract] for shares in given if contract in shares), ())


def by_place(shares: Sequence[int], times: int = 1) -> dict[str, int]:
    """Numbers of cards by the place of a player, counted from the taker."""
    words = _("{number} after the taker")
    return {"taker" if not i else words.format(number=i): times * each for i, each in enumerate(shares)}


class TakeShares(ChangesHand, UsesTalon, Acts):
    """The players in turn, the taker first, take so many cards of the talon each, from the top."""

    shares: dict[ContractName, list[Count]] = Field(
        min_length=1,
        description="The numbers of cards that the players get under each contract, the taker first and the others in turn.",
    )

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not ruleset.at("bid"):
            yield _("nobody can become the taker")
        deals = [
            rule for rule in (bound_to(each, ruleset) for each in ruleset.at("deal")) if isinstance(rule, DealsOut)
        ]
        sizes = [rule.talon_size(players) for rule in deals for players in ruleset.players]
        for contract, shares in self.shares.items():
            if len(shares) not in ruleset.players:
                words = _("under {contract} {number} players get cards of the talon, and {players} play")
                values = {"number": len(shares), "players": ruleset.players[0]}
                yield words.format(contract=as_words(contract), **values)
            if sizes and sum(shares) not in sizes:
                words = _("under {contract} {number} cards of the talon are taken, and it has {size}")
                yield words.format(contract=as_words(contract), number=sum(shares), size=sizes[0])
        for name in missing_contracts(ruleset, self.shares):
            if ruleset.rules[self.rule].in_force(name):
                yield _("nothing says who gets the talon under {contract}").format(contract=as_words(name))

    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        return by_place(self.shares.get(contract or "", ()))

    def act(self, state: State) -> Step:
        taker, stock = state.auction.taker, state.stock
        if taker is None:
            return state, ()
        events: Events = ()
        for i, number in enumerate(self.shares[state.auction.contract or ""]):
            seat, top, stock = (taker + i) % state.players, stock[:number], stock[number:]
            if number:
                cards = CardSet(state.deck, state.deck.mask(card for card in top if card))
                finding = self.decides(seat=seat, number=number, given=number)
                events += (CardsTaken(seat, cards, False, findings=(finding,)),)
                state = state._replace(hands=with_cards(state.hands, seat, cards.mask))
        return state._replace(stock=stock), events

    def why(self, finding: Finding) -> str:
        return ngettext(
            "{who} takes {number} card of {talon:the}.",
            "{who} takes {number} cards of {talon:the}.",
            finding.facts["number"],
        )

    def says(self) -> Text:
        rows = [f"{self.contract_title(name)} " + "–".join(map(str, shares)) for name, shares in self.shares.items()]
        phrase = _(
            "The players in turn take so many cards of {talon:the}, {taker:the} first, and nobody shows them: {rows}."
        )
        return self.say(phrase, rows=rows)


class EachLaysAway(LaysAway):
    """Each player in turn, the taker first, lays away as many cards as were taken. Those of the taker count for the taker's side, all others for the
    defence. The rules that limit a discard limit them."""

    sentence = N_(
        "Each player in turn, {taker:the} first, lays away as many cards as were taken. Those of {taker:the} count for {taker:the}'s side, all others for the defence."
    )

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not any(rule.mechanism == TakeShares.name for rule in ruleset.at("exchange")):
            yield _("no rule gives each player a share of the talon")

    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        return by_place(shares_of(self.ruleset_rules, contract), -1)

    def to_takers_pile(self, talon: int) -> frozenset[int]:
        taking = (getattr(rule.params, "shares", {}) for rule in self.ruleset_rules.values() if rule.step == "exchange")
        return frozenset({talon, *(row[0] for shares in taking for row in shares.values())})

    def asks(self, state: State) -> Sequence[int]:
        taker = state.auction.taker
        return () if taker is None else [(taker + i) % state.players for i in range(state.players)]

    def number_of(self, state: State, seat: int) -> int:
        assert state.auction.taker is not None
        shares = shares_of(self.ruleset_rules, state.auction.contract)
        return shares[(seat - state.auction.taker) % state.players]

    def goes_to(self, state: State, seat: int) -> PileOf:
        return "own_pile" if seat == state.auction.taker else "defence"
