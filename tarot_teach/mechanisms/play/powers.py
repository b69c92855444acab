"""A suit some cards of which have power over cards of other suits, each over more or fewer of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

from tarot_teach.blocks import Table
from tarot_teach.cards import Deck
from tarot_teach.mechanisms.asking import BringsTrumps
from tarot_teach.mechanisms.base import CardName, Marks, NewName, ParamError
from tarot_teach.mechanisms.in_words import in_words
from tarot_teach.mechanisms.interfaces import LimitsFirstLead, OrdersCards, WinsTrick
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import N_, _, as_words
from tarot_teach.order import Order, Power
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, State, Trick
from tarot_teach.text import Text, joined, listed, say


def _lacks_trumps(ruleset: Ruleset) -> Iterable[str]:
    """The fault of a game in which no suit becomes trumps."""
    if not any(issubclass(kind, BringsTrumps) for kind in kinds_at(ruleset, "exchange")):
        yield _("no rule of the exchange says which suit is trumps")


def _ranks(deck: Deck, cards: int) -> Text:
    """The ranks of the cards of a mask from the highest down, in words: ``king or ober``."""
    ranks = dict.fromkeys(card.rank_name for card in sorted(deck.set(cards), key=lambda card: -card.rank))
    return listed([Text((rank,)) for rank in ranks], N_("{first} or {last}"))


class SuitWithPowers(OrdersCards, WinsTrick):
    """Some cards of the suit that is trumps have power: each beats the cards below it in a list and the cards without power of all suits, but
    for those that it spares. The other cards of that suit rank as in every suit."""

    powers: Marks = Field(
        description="The cards with power from the highest down, each by a mark of which every suit has one card."
    )
    spares: dict[CardName, Marks] = Field(
        default_factory=dict,
        description="By card with power, the cards without power that it does not beat, and that beat it where they follow suit.",
    )
    only_led: list[CardName] = Field(
        default_factory=list, description="Those that have power only where they are led, and win nothing otherwise."
    )
    names: dict[CardName, NewName] = Field(
        default_factory=dict, description="By card with power, what it is called in the game."
    )
    heading = N_("Who wins the trick")

    def prepare(self) -> None:
        plain = [*self.deck.plain_suits().values()]
        self.places: dict[str, int] = {}
        for i, name in enumerate(self.powers):
            mask, at = self.mask([name]), ("powers", i)
            if any((mask & suit).bit_count() != 1 for suit in plain) or mask & ~sum(plain):
                message = _("{name!r} is not one card of each suit, and any suit may be trumps").format(name=name)
                raise ParamError(message, at, _("name a mark of which each suit has one card"))
            if mask in self.places.values():
                raise ParamError(_("{name!r} has a place in the list already").format(name=name), at)
            self.places[name] = mask
        for param, named in (("spares", self.spares), ("only_led", self.only_led), ("names", self.names)):
            for i, name in enumerate(named):
                if name not in self.places:
                    message = _("{name!r} is not one of `powers`").format(name=name)
                    hint = _("write it as it stands there: {known}").format(known=", ".join(self.powers))
                    raise ParamError(message, (param, i if isinstance(named, list) else name), hint)
        self.spared: dict[str, int] = {name: self.mask(cards) for name, cards in self.spares.items()}
        self._check_spares()

    def _check_spares(self) -> None:
        """Raises ParamError for cards that would beat each other in a ring."""
        spared, above = 0, ""
        for name in self.powers:
            more = self.spared.get(name, 0)
            if name in self.only_led:
                if more:
                    message = _("{name!r} has power only where it is led, and then spares none").format(name=name)
                    raise ParamError(message, ("spares", name), _("leave it out of `spares` or of `only_led`"))
                continue
            if spared & ~more:
                message = _("{name!r} beats cards that {above!r}, which is higher, spares")
                hint = _("let it spare them, too: {spared}").format(spared=", ".join(self.spares[above]))
                at = ("spares", name) if name in self.spares else ("spares",)
                raise ParamError(message.format(name=name, above=above), at, hint)
            spared, above = more, name

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from (*super().requires(ruleset), *_lacks_trumps(ruleset))

    def order_with(self, trumps: str) -> Order:
        standing = self.deck.order()
        if not trumps:
            return standing
        suit = self.deck.plain_suits()[trumps]
        return standing.with_powers(
            Power(mask & suit, self.spared.get(name, 0), name in self.only_led) for name, mask in self.places.items()
        )

    @in_words()
    def winning(self, state: State, trick: Trick) -> int | None:
        return trick.best if trick.led else None

    def facts_of(self, state: State, trick: Trick, position: int) -> dict[str, Any]:
        card = trick.cards[position]
        return {"power": bool(card.bit & self.order.power), "by_lead": bool(card.bit & self.order.led_only)}

    def says(self) -> Text:
        said = [
            _("These cards of the suit that is trumps have power, from the highest down: {ranks}."),
            _("A card with power beats all cards below it and the cards without power of every suit."),
        ]
        values: list[dict[str, Any]] = [{"ranks": [_ranks(self.deck, self.places[name]) for name in self.powers]}, {}]
        for name in self.spares:
            said.append(_("The {rank} does not beat the {spared} of the suit led, which beats it."))
            values.append(
                {"rank": _ranks(self.deck, self.places[name]), "spared": _ranks(self.deck, self.spared[name])}
            )
        for name in self.only_led:
            said.append(_("The {rank} has power only where it is led to the trick; otherwise it wins nothing."))
            values.append({"rank": _ranks(self.deck, self.places[name])})
        said.append(_("Where no card with power is played, the highest card of the suit led wins."))
        return joined([self.say(phrase, **facts) for phrase, facts in zip(said, [*values, {}], strict=True)])

    def figures(self) -> Table:
        head = [say(_("Of the suit that is trumps"))] + [say(_("Called"))] * bool(self.names) + [say(_("Beats"))]
        rows = []
        for name in self.powers:
            named = [Text((as_words(self.names[name]) if name in self.names else "–",))] if self.names else []
            rows.append((_ranks(self.deck, self.places[name]).upper_first(), *named, self._reach(name)))
        rest = say(_("lower cards of the suit led, as in every suit"))
        rows.append((say(_("The others")), *([Text(("–",))] if self.names else []), rest))
        return Table(tuple(head), tuple(rows), say(_("The cards with power, from the highest down")))

    def _reach(self, name: str) -> Text:
        """The cards that a card with power beats, in words."""
        if name in self.only_led:
            return say(_("all cards below it, where it is led; otherwise nothing"))
        if name in self.spares:
            return say(
                _("all cards below it, but not the {spared} of the suit led"),
                spared=_ranks(self.deck, self.spared[name]),
            )
        return say(_("every other card")) if name == self.powers[0] else say(_("all cards below it"))

    def why(self, finding: Finding) -> str:
        if finding.facts["by_lead"]:
            return _("{who} wins the trick with {card}, which has power because it was led.")
        if finding.facts["power"]:
            return _("{who} wins the trick by the power of {card}, and no card was played that beats it.")
        return _("{who} wins the trick with {card}, the highest of the suit led, and no card with power beats it.")


class NotLedFirst(LimitsFirstLead):
    """Certain cards may not be led to the first trick of the deal: of the suit that is trumps, or of every suit."""

    cards: Marks = Field(description="The cards that may not be led to the first trick.")
    of: Literal["trumps", "every_suit"] = Field(
        description="Whether that is so for those of the suit that is trumps alone, or for those of every suit."
    )

    def prepare(self) -> None:
        self.barred: int = self.mask(self.cards)
        if self.of == "trumps":
            self.barred &= self.order.trumps

    @in_words(masks=("barred",))
    def narrow_lead(self, state: State, hand: int) -> int:
        return hand & ~self.barred

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if self.of == "trumps" and not self.deck.trumps:
            yield from _lacks_trumps(ruleset)

    def says(self) -> Text:
        if self.of == "trumps":
            return self.say(
                _("These cards may not be led to the first trick of the deal where their suit is trumps: {names}."),
                names=self.called(self.cards),
            )
        return self.say(
            _("These cards may not be led to the first trick of the deal: {names}."), names=self.called(self.cards)
        )

    def why(self, finding: Finding) -> str:
        return _("{card} may not be led to the first trick of the deal.")
