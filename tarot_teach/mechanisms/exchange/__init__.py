"""Rules of the exchange: who takes cards of the talon, and what is laid away for them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.cards import Card, CardSet
from tarot_teach.mechanisms.asking import Acts, Asks, BringsTrumps, ChangesHand, UsesTalon
from tarot_teach.mechanisms.base import CardName, Count, Flag, Marks, Mechanism, ParamError, SuitName, Who, Within
from tarot_teach.mechanisms.laying_away import LaysAway, PileOf
from tarot_teach.mechanisms.match_memory import Before, PaysInPlay, for_side, unfit_amounts
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choose, Finding, Pick, State, with_cards, without_cards
from tarot_teach.table.events import CardsDrawn, CardsTaken, PaidInPlay, Step, TalonTurned, TrumpsMade
from tarot_teach.text import Text, joined, phrase

Role = Literal["dealer", "forehand", "before_dealer", "taker", "holder"]
_ROLES = {
    "dealer": N_("the dealer"),
    "forehand": N_("the player after the dealer"),
    "before_dealer": N_("the player before the dealer"),
}


class _MakesTrumps(BringsTrumps):
    """A rule that says how a suit becomes trumps."""

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if any(suit.kind == "trump" for suit in self.deck.suits.values()):
            yield _("the {title} has trumps of its own").format(title=self.deck.title)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"suit": self.deck.suits[finding.facts["suit"]].name}


class NameTrumps(_MakesTrumps, Asks):
    """The taker names the suit that is trumps: any, or one of some suits."""

    suits: list[SuitName] = Field([], description="The suits that may be named, two or more; without them, every suit.")
    reason = N_("{who} has named the trumps: {suit}.")
    decisions = (N_("{who} may name that suit."), N_("{who} may not name that suit."))
    does = N_("{who} names the trumps: {option}.")
    prompt = N_("Name the trumps: {options}.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not ruleset.at("bid"):
            yield _("nobody can become the taker")
        yield from super().requires(ruleset)

    def prepare(self) -> None:
        if self.suits and len({*self.suits}) < 2:
            message, hint = (
                _("one suit alone leaves nothing to name"),
                _("write a rule `card_order` with `trumps` for it"),
            )
            raise ParamError(message, ("suits",), hint)
        if {*self.suits} >= {*self.deck.plain_suits()}:
            raise ParamError(_("these are all suits of the pack"), ("suits",), _("leave `suits` out"))

    @property
    def may_be_trumps(self) -> list[str]:
        return [suit for suit in super().may_be_trumps if suit in self.suits or not self.suits]

    def asks(self, state: State) -> Sequence[int]:
        return () if state.auction.taker is None or state.trumps else (state.auction.taker,)

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        return tuple(Pick(self.rule, suit) for suit in self.may_be_trumps)

    def says(self) -> Text:
        if not self.suits:
            return self.say(_("{taker:the} names the suit that is trumps."))
        names = [self.deck.suits[suit].name for suit in self.may_be_trumps]
        return self.say(_("{taker:the} names the suit that is trumps, one of {names}."), names=names)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        finding = self.decides(seat=action.seat, suit=action.option, given=action.option)
        return state._replace(trumps=action.option), (TrumpsMade(action.seat, action.option, findings=(finding,)),)


class TurnUpTrumps(_MakesTrumps, UsesTalon, Acts):
    """The top card of the talon is turned up, and its suit is trumps. It stays on top."""

    sentence = N_("The top card of {talon:the} is turned up, and its suit is trumps.")
    reason = N_("The card turned up is {card}, and so these are trumps: {suit}.")

    def act(self, state: State) -> Step:
        if not state.stock or state.stock[0] is None or state.trumps:
            return state, ()
        card = state.stock[0]
        finding = self.decides(card=card, suit=card.suit.id)
        return state._replace(trumps=card.suit.id), (TrumpsMade(None, card.suit.id, findings=(finding,)),)


class FaceUpTrumps(_MakesTrumps, Acts):
    """The lowest or the highest of the cards that were dealt face up says which suit is trumps; among equal ones it is the first dealt."""

    which: Literal["lowest", "highest"] = Field(description="Whether the lowest of them decides, or the highest.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if not any(getattr(rule.params, "face_up", 0) for rule in ruleset.at("deal")):
            yield _("no card is dealt face up")

    def act(self, state: State) -> Step:
        if not state.face_up or state.trumps:
            return state, ()
        sign = 1 if self.which == "lowest" else -1
        card = min(state.face_up, key=lambda card: sign * card.rank)
        equal = sum(other.rank == card.rank for other in state.face_up) > 1
        finding = self.decides(card=card, suit=card.suit.id, face_up=state.face_up, equal=equal)
        return state._replace(trumps=card.suit.id), (TrumpsMade(None, card.suit.id, findings=(finding,)),)

    def says(self) -> Text:
        if self.which == "lowest":
            return self.say(
                _("Of the cards dealt face up the lowest says which suit is trumps; among equal ones the first dealt.")
            )
        return self.say(
            _("Of the cards dealt face up the highest says which suit is trumps; among equal ones the first dealt.")
        )

    def why(self, finding: Finding) -> str:
        phrases = {
            ("lowest", False): _("The cards dealt face up are {face_up}. The lowest is {card}, and so these are trumps: {suit}."),
            ("lowest", True): _("The cards dealt face up are {face_up}. The first of the lowest to be dealt is {card}, and so these are trumps: {suit}."),
            ("highest", False): _("The cards dealt face up are {face_up}. The highest is {card}, and so these are trumps: {suit}."),
            ("highest", True): _("The cards dealt face up are {face_up}. The first of the highest to be dealt is {card}, and so these are trumps: {suit}."),
        }  # fmt: skip
        return phrases[self.which, finding.facts["equal"]]

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        dealt = [self.deck.set(card.bit) for card in finding.facts["face_up"]]
        return super().facts_in_words(finding, who) | {"face_up": dealt}


class _OfOneSeat(ChangesHand):
    """A rule for one seat, named by its part in the deal, or by a card that it holds."""

    by: Role
    of: list[CardName] = Field(
        default=[],
        description="For the holder: which card of the suit that is trumps, by a mark that each suit has once.",
    )

    def prepare(self) -> None:
        self.held: int = self.mask(self.of)
        if self.of and any((self.held & suit).bit_count() != 1 for suit in self.deck.plain_suits().values()):
            raise ParamError(_("`of` names one card of each suit, since any suit may be trumps"), ("of",))
        if bool(self.of) != (self.by == "holder"):
            raise ParamError(_("`of` names the card of the `holder`, and goes with `by: holder` alone"), ("of",))

    def card(self, state: State) -> int:
        """The card of the suit that is trumps whose holder it is, as a mask; 0 where no suit is."""
        return self.held & (self.deck.named(state.trumps) or 0) if state.trumps else 0

    def seat(self, state: State) -> int | None:
        """The seat; None where there is no taker, or where nobody holds the card."""
        if self.by == "holder":
            return next((seat for seat, hand in enumerate(state.hands) if hand & self.card(state)), None)
        return self.known_seat(state)

    def known_seat(self, state: State) -> int | None:
        if self.by == "holder":
            return None
        seats = {
            "dealer": state.dealer,
            "forehand": (state.dealer + 1) % state.players,
            "before_dealer": (state.dealer - 1) % state.players,
            "taker": state.auction.taker,
        }
        return seats[self.by]

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.by == "taker" and not ruleset.at("bid"):
            yield _("nobody can become the taker")
        if self.by == "holder" and not any(issubclass(kind, BringsTrumps) for kind in kinds_at(ruleset, "exchange")):
            yield _("no rule of the exchange says which suit is trumps")

    def of_role(self, sentence: str) -> Text:
        """A sentence in general, with the seat as its ``role``."""
        if self.by == "taker":
            return self.say(sentence, role=phrase(_("{taker:the}"), taker=self.terms["taker"]))
        if self.by == "holder":
            rank = next(card.rank_name for card in self.deck.cards if card.bit & self.held)
            return self.say(sentence, role=_("the holder of the {rank} of trumps").format(rank=rank))
        return self.say(sentence, role=_(_ROLES[self.by]))


class TakeTalon(_OfOneSeat, UsesTalon, Acts):
    """One player takes the whole talon into the hand."""

    by: Role = Field(
        description="Who takes it: the dealer, the player after the dealer (forehand) or before, the taker, or the holder of a trump."
    )
    shown: Flag = Field(description="Whether it is shown to all before.")
    turned: Literal["nobody", "dealer"] = Field(
        "nobody",
        description="Who takes it where the card of the holder lies turned up on it: nobody, or the dealer.",
    )
    reason = N_("{who} takes {talon:the}: {cards}.")

    def prepare(self) -> None:
        super().prepare()
        if self.turned == "dealer" and self.by != "holder":
            raise ParamError(_("`turned` goes with `by: holder` alone"), ("turned",))

    def seat(self, state: State) -> int | None:
        top = state.stock[0] if state.stock else None
        if self.turned == "dealer" and top is not None and top.bit & self.card(state):
            return state.dealer
        return super().seat(state)

    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        return {self.by: talon}

    def act(self, state: State) -> Step:
        seat = self.seat(state)
        if seat is None:
            return state, ()
        cards = CardSet(state.deck, state.deck.mask(card for card in state.stock if card))
        event = CardsTaken(seat, cards, self.shown, findings=(self.decides(seat=seat, cards=cards),))
        return state._replace(hands=with_cards(state.hands, seat, cards.mask), stock=(), talon_open=self.shown), (
            event,
        )

    def says(self) -> Text:
        if self.shown:
            return self.of_role(_("{talon:the} is shown to all; then {role} takes it into the hand."))
        if self.turned == "dealer":
            return self.of_role(
                _(
                    "{role} takes {talon:the} into the hand, and the others do not see it. Where that card is turned up, the dealer takes {talon:the}."
                )
            )
        return self.of_role(_("{role} takes {talon:the} into the hand, and the others do not see it."))


class TakePart(_OfOneSeat, UsesTalon, Asks):
    """The talon is turned up in equal parts, and one player takes one of them into the hand: any of them, or the first or the last that was dealt."""

    by: Role = Field(
        description="Who takes a part: the dealer, the player after the dealer (forehand) or before, the taker, or the holder of a trump."
    )
    parts: Annotated[Count, Within("talon")] = Field(ge=2, description="How many parts there are.")
    rest: Literal["taker", "defence"] = Field(description="Whose pile gets the others.")
    which: Literal["any", "first", "last"] = Field(
        "any",
        description="Which part it is, in the order in which they were dealt: any, or always the first or the last.",
    )
    decisions = (N_("{who} may take that part."), N_("{who} may not take that part."))
    does = N_("{who} takes part {option}.")
    prompt = N_("Take one part: {options}.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if not ruleset.at("bid"):
            yield _("where nobody bids, no side can get the rest")

    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        return {self.by: talon // self.parts}

    def to_takers_pile(self, talon: int) -> frozenset[int]:
        return frozenset({talon - talon // self.parts if self.rest == "taker" else 0})

    def left_over(self, talon: int) -> int:
        return talon - talon // self.parts if self.rest == "defence" else 0

    def begin(self, state: State) -> Step:
        cards = CardSet(state.deck, state.deck.mask(card for card in state.stock if card))
        event = TalonTurned(None, cards, findings=(self.decides(cards=cards, turned=True),))
        state, seat = state._replace(talon_open=True), self.seat(state)
        if self.which == "any" or seat is None:
            return state, (event,)
        option = "1" if self.which == "first" else str(self.parts)
        state, taken = self._taken(state._replace(asked=()), seat, option)
        return state, (event, *taken)

    def asks(self, state: State) -> Sequence[int]:
        seat = self.seat(state)
        return () if seat is None else (seat,)

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        return tuple(Pick(self.rule, str(number + 1)) for number in range(self.parts))

    def cards_of(self, state: State, option: str) -> CardSet:
        return CardSet(state.deck, self._part(state, option))

    def _part(self, state: State, option: str) -> int:
        size, number = len(state.stock) // self.parts, int(option) - 1
        return self._mask(state.stock[number * size : (number + 1) * size])

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        return self._taken(state, action.seat, action.option)

    def _taken(self, state: State, seat: int, option: str) -> Step:
        """The state when a seat has got a part and a side's pile the rest."""
        part = self._part(state, option)
        piles = list(state.side_piles)
        piles[self.rest == "defence"] |= self._mask(state.stock) & ~part
        hands, cards = with_cards(state.hands, seat, part), CardSet(state.deck, part)
        event = CardsTaken(seat, cards, True, findings=(self.decides(seat=seat, cards=cards),))
        return state._replace(hands=hands, stock=(), side_piles=(piles[0], piles[1])), (event,)

    def _mask(self, cards: Iterable[Card | None]) -> int:
        return self.deck.mask(card for card in cards if card)

    def says(self) -> Text:
        phrases = {
            ("any", "taker"): _("{talon:the} is turned up in {parts} parts; {role} takes one, and {taker:the}'s pile gets the rest."),
            ("any", "defence"): _("{talon:the} is turned up in {parts} parts; {role} takes one, and the defence gets the rest."),
            ("first", "taker"): _("{talon:the} is turned up in {parts} parts; {role} takes that which was dealt first, and {taker:the}'s pile gets the rest."),
            ("first", "defence"): _("{talon:the} is turned up in {parts} parts; {role} takes that which was dealt first, and the defence gets the rest."),
            ("last", "taker"): _("{talon:the} is turned up in {parts} parts; {role} takes that which was dealt last, and {taker:the}'s pile gets the rest."),
            ("last", "defence"): _("{talon:the} is turned up in {parts} parts; {role} takes that which was dealt last, and the defence gets the rest."),
        }  # fmt: skip
        return self.of_role(phrases[self.which, self.rest])

    def why(self, finding: Finding) -> str:
        if finding.facts.get("turned"):
            return _("{talon:the} is turned up: {cards}.")
        return _("{who} takes {cards}.")


class LayAway(_OfOneSeat, LaysAway):
    """One player lays cards of the hand away. The rules that limit a discard limit them."""

    by: Role = Field(
        description="Who lays them away: the dealer, the player after the dealer (forehand) or before, the taker, or the holder of a trump."
    )
    count: Annotated[Count, Within("hand"), Field(gt=0)] | Literal["extra", "talon"] = Field(
        description="How many cards; extra: as many as the hand has more than the smallest; talon: as many as the talon that the hand has got."
    )
    to: PileOf = Field(description="Whose pile gets them.")

    def prepare(self) -> None:
        super().prepare()
        self.number: int | None = self.count if isinstance(self.count, int) else None
        self.lays_out = self.to == "nobody"
        if self.count == "extra" and not self.lays_out:
            message = _("the number of extra cards differs from deal to deal, and piles would with it")
            raise ParamError(message, ("to",), _("write `to: nobody`, or a number of cards"))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if self.to == "defence" and not ruleset.at("bid"):
            yield _("where nobody bids, there is no defence")
        if self.count == "extra" and not any(kind.takes_some for kind in _changing(ruleset)):
            yield _("no rule of the exchange brings one hand more cards in some deals than in others")

    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        return {} if self.count == "extra" else {self.by: -(self.number or talon)}

    def to_players_pile(self, talon: int) -> int:
        return self.number or talon if self.to == "own_pile" else 0

    def to_takers_pile(self, talon: int) -> frozenset[int]:
        count = self.to_players_pile(talon)
        return frozenset({count} if self.by == "taker" else {0, count})

    def asks(self, state: State) -> Sequence[int]:
        seat = self.seat(state)
        return () if seat is None else (seat,)

    def number_of(self, state: State, seat: int) -> int:
        if self.number is not None:
            return self.number
        return state.hand_size(seat) - min(map(state.hand_size, range(state.players)))

    def goes_to(self, state: State, seat: int) -> PileOf:
        return self.to

    def says(self) -> Text:
        if self.number is None:
            phrases = {
                ("extra", "nobody"): _(
                    "{role} lays away as many cards as the hand has too many, and they count for nobody."
                ),
                ("talon", "nobody"): _("{role} lays away as many cards as were taken, and they count for nobody."),
                ("talon", "defence"): _(
                    "{role} lays away as many cards as were taken, and they count for the defence."
                ),
                ("talon", "own_pile"): _(
                    "{role} lays away as many cards as were taken, and they count as won in tricks."
                ),
            }
            return self.of_role(phrases[str(self.count), self.to])
        if self.to == "defence":
            phrase = ngettext(
                "{role} lays away {count} card, which counts for the defence.",
                "{role} lays away {count} cards, which count for the defence.",
                self.number,
            )
        elif self.to == "nobody":
            phrase = ngettext(
                "{role} lays away {count} card, which counts for nobody.",
                "{role} lays away {count} cards, which count for nobody.",
                self.number,
            )
        else:
            phrase = ngettext(
                "{role} lays away {count} card, which counts as won in tricks.",
                "{role} lays away {count} cards, which count as won in tricks.",
                self.number,
            )
        return self.of_role(phrase)


class TakeCertain(_OfOneSeat, UsesTalon, PaysInPlay, Acts):
    """One player takes certain cards of the talon into the hand: from one end of it, as long as such cards lie there, or all of them. They are shown to
    all, and the player's side may get something for them from the others."""

    by: Role = Field(
        description="Who takes them: the dealer, the player after the dealer (forehand) or before, the taker, or the holder of a trump."
    )
    cards: Marks = Field(description="The cards.")
    lying: Literal["first", "last", "all"] = Field(
        description="Which of them: those on top of the talon down to the first other card, those at the bottom up to the last other card, or all."
    )
    worth: dict[CardName, Count] = Field(
        default={}, description="Game points that each such card brings the side at once, from each other player."
    )
    takes_some = True

    def prepare(self) -> None:
        super().prepare()
        self.wanted: int = self.mask(self.cards)
        self.values: dict[int, int] = {self.mask([name]): worth for name, worth in self.worth.items()}
        for name, worth in self.worth.items():
            if not self.mask([name]) & self.wanted or not worth:
                message = _("{name!r} brings nothing: nobody takes such a card, or it is worth 0")
                raise ParamError(message.format(name=name), ("worth", name), _("leave it out"))

    @property
    def costs(self) -> bool:
        return bool(self.worth)

    def change(self, contract: str | None, talon: int) -> Mapping[str, int]:
        return {}

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        rules = (rule.params for rule in ruleset.at("exchange") if rule.mechanism == LayAway.name)
        if not any(getattr(params, "by", "") == self.by and getattr(params, "count", 0) == "extra" for params in rules):
            yield _("no rule has the same player lay as many cards away: lay_away with `count: extra`")

    def act(self, state: State) -> Step:
        seat, stock = self.seat(state), [*state.stock]
        if seat is None:
            return state, ()
        taken: list[Card | None] = [card for card in stock if card is None or card.bit & self.wanted]
        if self.lying != "all":
            ordered = stock if self.lying == "first" else stock[::-1]
            taken = [*itertools.takewhile(lambda card: card is None or card.bit & self.wanted, ordered)]
        if not taken:
            return state, ()
        left = tuple(card for card in stock if card not in taken)
        cards = CardSet(state.deck, state.deck.mask(card for card in taken if card))
        worth = sum(value * (cards.mask & mask).bit_count() for mask, value in self.values.items())
        finding = self.decides(seat=seat, cards=cards, lying=self.lying, worth=worth)
        state = state._replace(hands=with_cards(state.hands, seat, cards.mask), stock=left)
        event = CardsTaken(seat, cards, True, findings=(finding,))
        if not worth:
            return state, (event,)
        state, _events = self.pay(state, for_side(state, seat, worth))
        amounts = state.paid[-1].amounts
        said = self.decides(amounts=amounts, given=worth)  # the sentence on the cards tells it
        return state, (event, PaidInPlay(None, amounts, findings=(said,)))

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        most = sum(value * mask.bit_count() for mask, value in self.values.items())
        return unfit_amounts(amounts, most)

    def because(self, finding: Finding, who: Who) -> Text:
        return (PaysInPlay if "amounts" in finding.facts else Mechanism).because(self, finding, who)

    def why(self, finding: Finding) -> str:
        if finding.facts["worth"]:
            return _("{who} takes {cards}, which brings that side {worth} from each of the others.")
        return _("{who} takes {cards}.")

    def says(self) -> Text:
        phrase = {
            "first": _("{role} turns up the first card of {talon:the} and takes it, if it is one of these, and so on with the next: {names}."),
            "last": _("{role} turns up the last card of {talon:the} and takes it, if it is one of these, and so on with the one before: {names}."),
            "all": _("{role} looks at {talon:the} and takes all of these into the hand: {names}."),
        }[self.lying]  # fmt: skip
        said = [self.of_role(phrase)]
        if self.worth:
            values = [
                f"{name} {worth}" for name, worth in zip(self.called(self.worth), self.worth.values(), strict=True)
            ]
            said.append(self.say(_("Each brings that side points at once: {values}."), values=values))
        return joined(said)

    def say(self, template: str, **values: Any) -> Text:
        return super().say(template, **{"names": self.called(self.cards), **values})


def _changing(ruleset: Ruleset) -> list[type[ChangesHand]]:
    """The kinds of rules of the exchange that change a hand."""
    return [kind for kind in kinds_at(ruleset, "exchange") if issubclass(kind, ChangesHand)]


class Draw(UsesTalon, PaysInPlay, Asks):
    """Players lay cards away that count for nobody, and draw as many from the talon."""

    by: Literal["taker", "others", "all"] = Field(
        description="Who may draw: the taker, the others in turn after the taker, or all in turn after the dealer."
    )
    least: Annotated[Count, Within("hand")] = Field(description="How many cards have to be drawn.")
    most: Annotated[Count, Within("hand")] = Field(
        ge=1, description="How many cards may be drawn, as far as the talon has so many."
    )
    cost: Count = Field(0, description="Game points that each card drawn costs, paid into a pool; by default nothing.")
    decisions = (N_("{who} may lay away {cards}, and draw as many."), N_("{who} may not lay away {cards}."))
    prompt = N_("Lay away up to {number} of these, and draw as many: {codes}.")

    @property
    def costs(self) -> bool:
        return self.cost > 0

    def sentence_on(self, action: Choose) -> str:
        number = 0 if action.cards is None else len(action.cards)
        if not number:
            return _("{who} draws no card.")
        return ngettext("{who} draws {number} card.", "{who} draws {number} cards.", number)

    def because(self, finding: Finding, who: Who) -> Text:
        return (PaysInPlay if "amounts" in finding.facts else Mechanism).because(self, finding, who)

    def why(self, finding: Finding) -> str:
        number = finding.facts["number"]
        if not number:
            return _("{who} has drawn no card.")
        return ngettext("{who} has drawn {number} card.", "{who} has drawn {number} cards.", number)

    def unpayable(self, amounts: Sequence[int], before: Before) -> str:
        drawn = [-amount // self.cost if self.cost else 0 for amount in amounts]
        may = [self.by == "all" or (seat == before.taker) == (self.by == "taker") for seat in range(len(amounts))]
        fits = all(0 <= number <= (self.most if able else 0) for number, able in zip(drawn, may, strict=True))
        if fits and sum(drawn) <= before.talon and [-number * self.cost for number in drawn] == [*amounts]:
            return ""
        return _(
            "{cost} are paid for each card drawn, up to {most} cards by each who may draw, and {talon} together"
        ).format(cost=self.cost, most=self.most, talon=before.talon)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.by != "all" and not ruleset.at("bid"):
            yield _("nobody can become the taker")
        if self.least > self.most:
            yield _("{least} cards have to be drawn, and only {most} may be").format(least=self.least, most=self.most)

    def asks(self, state: State) -> Sequence[int]:
        taker, players = state.auction.taker, state.players
        if self.by == "taker":
            return () if taker is None else (taker,)
        first = state.dealer if self.by == "all" or taker is None else taker
        order = [(first + 1 + i) % players for i in range(players)]
        return order if self.by == "all" else [seat for seat in order if seat != taker]

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        most = min(self.most, len(state.stock), state.hand_size(seat))
        if not most:
            return ()
        return (Pick(self.rule, "", state.hands[seat], 0, min(self.least, most), most),)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        laid, seat = 0 if action.cards is None else action.cards.mask, action.seat
        number = laid.bit_count()
        drawn = self.deck.mask(card for card in state.stock[:number] if card)
        hands = with_cards(without_cards(state.hands, seat, laid), seat, drawn)
        finding = self.decides(seat=seat, number=number, given=number)
        event = CardsDrawn(seat, number, findings=(finding,))
        state = state._replace(hands=hands, stock=state.stock[number:], dead=state.dead | laid)
        if not number or not self.cost:
            return state, (event,)
        state, paid = self.pay(state, [-number * self.cost if i == seat else 0 for i in range(state.players)])
        return state, (event, *paid)

    def says(self) -> Text:
        if self.by == "taker":
            return self.say(_("{taker:the} may lay away up to {most} cards, and draws as many from {talon:the}."))
        if self.by == "others":
            return self.say(_("The others in turn may lay away up to {most} cards, and draw as many from {talon:the}."))
        return self.say(_("Each player in turn may lay away up to {most} cards, and draws as many from {talon:the}."))
