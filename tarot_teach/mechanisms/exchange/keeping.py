"""An exchange in which the taker keeps some cards of the hand, and lays all others away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.base import CardName, Count, Flag, ParamError, Within
from tarot_teach.mechanisms.interfaces import DealsOut
from tarot_teach.mechanisms.laying_away import LaysAway, PileOf
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choose, Effect, Finding, Pick, State, with_cards
from tarot_teach.table.events import CardsLaidAway, Step
from tarot_teach.text import Text, joined


class _Keeping(LaysAway):
    """The question which cards of a hand the taker keeps, one after the other where they lie face up."""

    count: int
    suits: str
    shown: bool
    lays_away = False  # no rule on a discard limits it
    keeps_chosen = True
    decisions = (N_("{who} may keep {cards}."), N_("{who} may not keep {cards}."))
    does = N_("{who} keeps {cards}.")
    prompt = N_("Keep {number} of these: {codes}.")

    def prepare(self) -> None:
        self.wanted: int = self.deck.all  # the cards that may be kept
        self.wider: int = self.deck.all  # those that a hand may keep that has too few of them

    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        return {"taker": -self.count}

    def to_players_pile(self, talon: int) -> int:
        return self.count

    def to_takers_pile(self, talon: int) -> frozenset[int]:
        return frozenset({self.count})

    def number_of(self, state: State, seat: int) -> int:
        return self.count

    def goes_to(self, state: State, seat: int) -> PileOf:
        return "own_pile"

    def asks(self, state: State) -> Sequence[int]:
        seat = state.auction.taker
        return () if seat is None else (seat,) * (self._number(state, seat) if self.shown else 1)

    def _number(self, state: State, seat: int) -> int:
        """The number of cards that a seat keeps."""
        return state.hand_size(seat) - self.count

    def _laid(self, state: State, seat: int) -> int:
        """The cards that a seat has laid face up so far, as a mask."""
        return state.hands[seat] & self.deck.mask(state.face_up) if self.shown else 0

    def _ways(self) -> Iterator[tuple[int, str]]:
        """The cards that may be kept, with the condition on their suits, the best first."""
        yield from ((cards, self.suits) for cards in dict.fromkeys((self.wanted, self.wider, self.deck.all)))
        yield self.deck.all, "any"

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        number, laid = self._number(state, seat), self._laid(state, seat)
        left = number - laid.bit_count()
        ways = (self._open(state.hands[seat] & ~laid & cards, laid, left, suits) for cards, suits in self._ways())
        cards = next(filter(None, ways), 0)  # none where too few cards of the hand are known
        each = 1 if self.shown else number
        return (Pick(self.rule, "", cards, 0, each, each),)

    def _open(self, cards: int, laid: int, left: int, suits: str) -> int:
        """The part of a mask of cards that the seat may keep next, with so many left to keep by the condition on suits; 0 where there are too few."""
        if suits == "any":
            return cards if cards.bit_count() >= left else 0
        parts = [suit for suit in self.order.suits.values() if not laid or bool(suit & laid) == (suits == "same")]
        if suits == "same":
            return sum(cards & suit for suit in parts if (cards & suit).bit_count() >= left)
        held = [cards & suit for suit in parts if cards & suit]
        return sum(held) if len(held) >= left else 0

    def refuses(self, state: State, seat: int, cards: CardSet) -> list[Finding]:
        (pick,) = self.picks(state, seat)
        wrong = CardSet(state.deck, cards.mask & state.hands[seat] & ~pick.cards)
        return [
            Finding(self.rule, Effect.REFUSES, {"seat": seat, "card": card}, decisive=not i)
            for i, card in enumerate(wrong)
        ]

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        assert action.cards is not None
        seat, number = action.seat, self._number(state, action.seat)
        kept = self._laid(state, seat) | action.cards.mask
        if self.shown:
            state = state._replace(face_up=(*state.face_up, *action.cards))
        if kept.bit_count() < number:
            return state, ()
        rest = CardSet(state.deck, state.hands[seat] & ~kept)
        hands = tuple(kept if i == seat else hand for i, hand in enumerate(state.hands))
        state = state._replace(hands=hands, aside=with_cards(state.aside or (0,) * state.players, seat, rest.mask))
        seen: dict[str, Any] = {"kept": CardSet(state.deck, kept)} if self.shown else {}
        finding = self.decides(seat=seat, number=len(rest), given=len(rest), **seen)
        return state, (CardsLaidAway(seat, rest, CardSet(state.deck, 0), findings=(finding,)),)


class KeepCards(_Keeping):
    """The taker keeps some cards of the hand, and lays all others away for the taker's pile. Where no such cards can be kept, others may be: those of a
    second list, then any. Cards that lie face up are kept one after the other."""

    count: Annotated[Count, Within("hand"), Field(gt=0)] = Field(
        description="How many cards are laid away; the others are kept."
    )
    cards: list[CardName] = Field(default=[], description="The cards that may be kept; without it, any.")
    otherwise: list[CardName] = Field(
        default=[], description="Cards that may be kept as well by a hand that has too few of those."
    )
    suits: Literal["any", "same", "different"] = Field(
        "any", description="Whether the cards kept are all of the same suit, each of a different one, or of any suits."
    )
    shown: Flag = Field(False, description="Whether the cards kept lie face up from then on.")

    def prepare(self) -> None:
        super().prepare()
        self.wanted = self.mask(self.cards) or self.deck.all
        self.wider = self.wanted | self.mask(self.otherwise)
        self.lays_face_up = self.shown
        if self.otherwise and self.wider == self.wanted:
            message = _("`otherwise` names no card that may not be kept in any case")
            raise ParamError(message, ("otherwise",), _("leave it out, or name others under `cards`"))
        if self.suits != "any" and not self.shown:
            message = _("nobody sees of which suits the cards kept are")
            raise ParamError(message, ("suits",), _("write `shown: true`, or leave `suits` out"))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if not ruleset.at("bid"):
            yield _("nobody can become the taker")
        deals = [
            rule for rule in (bound_to(each, ruleset) for each in ruleset.at("deal")) if isinstance(rule, DealsOut)
        ]
        sizes = [(rule.hand_size(players), rule.face_up) for rule in deals for players in ruleset.players]
        for hand, face_up in sizes:
            if self.count >= hand:
                yield _("of {hand} cards {count} are laid away, and none is kept").format(hand=hand, count=self.count)
            elif self.suits != "any" and hand - self.count < 2:
                yield _("one card is kept, and `suits` asks for several")
            elif self.suits == "different" and hand - self.count > len(self.deck.suits):
                words = _("{number} cards are kept, each of a different suit, and there are {suits} suits")
                yield words.format(number=hand - self.count, suits=len(self.deck.suits))
            if self.shown and face_up:
                yield _("cards of the hands are dealt face up already")

    def says(self) -> Text:
        phrase = ngettext(
            "{taker:the} lays away {count} card of the hand, which counts as won in tricks, and keeps the others.",
            "{taker:the} lays away {count} cards of the hand, which count as won in tricks, and keeps the others.",
            self.count,
        )
        said = [self.say(phrase)]
        if self.cards:
            said.append(self.say(_("These may be kept: {names}."), names=self.called(self.cards)))
        if self.suits == "same":
            said.append(self.say(_("The cards kept are of the same suit.")))
        if self.suits == "different":
            said.append(self.say(_("The cards kept are of different suits.")))
        if self.otherwise:
            phrase = _("A hand that has too few of them may keep others: {others}.")
            said.append(self.say(phrase, others=self.called(self.otherwise)))
        if self.shown:
            said.append(self.say(_("The cards kept lie face up.")))
        return joined(said)

    def why(self, finding: Finding) -> str:
        if finding.effect is Effect.REFUSES:
            return _("{who} has cards that have to be kept before {card}.")
        if "kept" in finding.facts:
            return _("{who} keeps these, face up, and lays all others away: {kept}.")
        return ngettext(
            "{who} lays {number} card away, and keeps the others.",
            "{who} lays {number} cards away, and keeps the others.",
            finding.facts["number"],
        )
