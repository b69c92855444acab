"""The bonus told by its event: what a side does, and what that is worth, announced or not, under each contract."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, create_model

from tarot_teach.mechanisms.base import (
    CardName,
    ContractName,
    Count,
    Flag,
    Marks,
    Mechanism,
    NewName,
    ParamError,
    Params,
    Whole,
    Within,
)
from tarot_teach.mechanisms.bonus_events import (
    BonusEvent,
    BonusFact,
    CalledCardInTrick,
    CardCapture,
    CardInTrick,
    CardsDealt,
    CardsInARow,
    CardsWon,
    NumberHeld,
    PointsWon,
    TricksWon,
)
from tarot_teach.mechanisms.declare.bonus_round import _Round
from tarot_teach.mechanisms.interfaces import DealsOut
from tarot_teach.mechanisms.observed import Game
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.side_bonus import SideBonus
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import BOTH_SIDES, TAKER, Line, Outcome, Sheet, State
from tarot_teach.text import Text, joined

Amounts = Annotated[
    Annotated[Count, Tag("amount")] | Annotated[dict[ContractName, Count], Tag("contracts")],
    Discriminator(lambda given: "contracts" if isinstance(given, dict) else "amount"),
]
"""Game points: the same under every contract, or by contract."""

DETAILS = {
    "trick": ("wins", "in_trick"),
    "with": ("captures",),
    "of_opponents": ("captures",),
    "least": ("dealt",),
    "talon": ("collects",),
    "all_before": ("wins",),
    "number": ("holds",),
    "unless_announced": ("wins", "in_trick", "in_a_row", "captures", "collects", "dealt", "holds", "points", "tricks"),
    "not_after": ("wins", "in_trick", "in_a_row", "captures", "collects", "dealt", "holds", "points", "tricks"),
    "not_beside": ("wins", "in_trick", "in_a_row", "captures", "collects", "dealt", "holds", "points", "tricks"),
}
"""Details of an event, with the events that they go with."""

CALLED = "called"
"""The card that the taker has called."""

if TYPE_CHECKING:
    _With = Params
else:
    _by = (CardName | None, Field(None, description="The card that captures."))
    _With = create_model("_With", __base__=Params, **{"with": _by})


class Event(_With):
    """The event of a side: one of these, with its details."""

    wins: CardName | None = Field(None, description="The card that has to win the trick.")
    in_trick: CardName | Literal["called"] | None = Field(
        None, description="The card that has to be in the trick; `called`: that which the taker has called."
    )
    trick: Whole | None = Field(
        None, description="The number of the trick: 1 is the first, -1, as by default, the last."
    )
    in_a_row: list[CardName] | None = Field(
        None,
        min_length=2,
        description="Cards that have to win tricks directly one after the other, in this order, for the same player.",
    )
    captures: CardName | None = Field(None, description="The card that is captured, by the card `with`.")
    of_opponents: Flag | None = Field(None, description="Whether it has to be captured from the other side.")
    collects: Marks | None = Field(None, description="The cards that a side has to have among those won.")
    talon: Flag | None = Field(
        None, description="Whether cards of the talon that fall to the defence count among those that it has won."
    )
    dealt: Marks | None = Field(
        None, description="The cards that one player has to have been dealt, or `least` of them."
    )
    least: Annotated[Count, Field(gt=0)] | None = Field(None, description="How many of the cards dealt suffice.")
    all_before: Flag | None = Field(None, description="Whether the side has to win all tricks before that, too.")
    holds: Marks | None = Field(
        None, description="The cards of which one player holds just so many, `number`, at the first lead."
    )
    number: Annotated[Count, Field(gt=0), Within("hand")] | None = Field(
        None, description="How many of the cards are held."
    )
    points: Annotated[Count, Field(gt=0), Within("card_points")] | None = Field(
        None, description="The card points that a side has to have."
    )
    tricks: Literal["all"] | Annotated[Count, Within("tricks", below=True)] | None = Field(
        None, description="All tricks, or all but so many."
    )
    not_beside: list[NewName] | None = Field(
        None, description="Other bonuses, by name: where one of them has been made, this one does not count."
    )
    not_after: list[NewName] | None = Field(
        None,
        description="Other bonuses, by name: a side that has announced one of them gets this one only if it has announced it, too.",
    )
    unless_announced: Flag | None = Field(
        None, description="For `not_beside`: whether it counts all the same where it was announced."
    )

    def made_for(self, rule: Mechanism) -> BonusEvent:
        """The event of a rule, with the cards of its pack. Raises ParamError for none, for several, and for details that mean nothing."""
        name, number, cards = self.name_of(), self.trick_number, rule.mask(self.cards)
        match name:
            case "wins":
                return CardInTrick(cards, number, all_before=bool(self.all_before))
            case "holds":
                self._check_number(cards.bit_count())
                return NumberHeld(cards, self.number or 0)
            case "in_trick" if not self.cards:
                return CalledCardInTrick(number)
            case "in_trick":
                return CardInTrick(cards, number, by_card=False)
            case "in_a_row":
                return CardsInARow(tuple(rule.mask([card]) for card in self.cards))
            case "captures":
                return CardCapture(cards, rule.mask([getattr(self, "with")]), bool(self.of_opponents))
            case "collects":
                return CardsWon(cards, bool(self.talon))
            case "dealt":
                self._check_least(cards.bit_count())
                return CardsDealt(cards, self.least or 0)
            case "points":
                return PointsWon(self.points or 0, rule.deck.halves)
        return TricksWon(self.tricks if isinstance(self.tricks, int) else 0)

    @property
    def excluded_by(self) -> list[str]:
        """The names of the bonuses with which this one does not count."""
        return self.not_beside or []

    @property
    def named_bonuses(self) -> list[str]:
        """The names of the other bonuses of which it depends whether this one counts."""
        return [*self.excluded_by, *(self.not_after or [])]

    @property
    def trick_number(self) -> int:
        """The number of its trick."""
        return -1 if self.trick is None else self.trick

    @property
    def cards(self) -> list[str]:
        """The names of its cards; none for the card that is called."""
        given = (
            self.wins
            or self.in_trick
            or self.in_a_row
            or self.captures
            or self.collects
            or self.dealt
            or self.holds
            or []
        )
        return given if isinstance(given, list) else [given] if given != CALLED else []

    def name_of(self) -> str:
        """The name of the one event. Raises ParamError."""
        given = [name for name, value in self if value is not None]
        named = [name for name in given if name in EVENTS]
        if len(named) != 1:
            message = _("a bonus has one event, and here are {named}") if named else _("the event is missing")
            hint = _("name one of {events}").format(events=", ".join(EVENTS))
            raise ParamError(message.format(named=", ".join(named)), ("event",), hint)
        for detail, events in DETAILS.items():
            if detail in given and named[0] not in events:
                message = _("`{detail}` means nothing beside `{name}`").format(detail=detail, name=named[0])
                raise ParamError(message, ("event", detail), _("leave it out"))
        if named[0] == "captures" and "with" not in given:
            hint = _("add `{name}:`").format(name="with")
            raise ParamError(_("the card is missing that captures the other"), ("event",), hint)
        if self.unless_announced is not None and not self.not_beside:
            message = _("`{detail}` means nothing beside `{name}`").format(detail="unless_announced", name=named[0])
            raise ParamError(message, ("event", "unless_announced"), _("leave it out"))
        if not self.trick_number:
            raise ParamError(_("there is no trick 0"), ("event", "trick"), _("1 is the first, -1 the last"))
        return named[0]

    def _check_number(self, cards: int) -> None:
        """Raise ParamError where no hand can hold just so many of the cards."""
        if self.number is None:
            raise ParamError(_("nothing says how many of the cards are held"), ("event",), _("add `number:`"))
        if self.number > cards:
            message = _("there are {cards} of these cards, and not {number}").format(cards=cards, number=self.number)
            raise ParamError(message, ("event", "number"), _("write at most {cards}").format(cards=cards))

    def _check_least(self, cards: int) -> None:
        """Raise ParamError where so many of the cards cannot be dealt to one player, or can be to both sides."""
        if self.least and not cards < 2 * self.least <= 2 * cards:
            message = _("of {number} cards, {least} are too many, or few enough for both sides")
            hint = _("write {least} to {most}").format(least=cards // 2 + 1, most=cards)
            raise ParamError(message.format(number=cards, least=self.least), ("event", "least"), hint)


EVENTS = tuple(name for name in Event.model_fields if name not in DETAILS)
"""The events."""

_DOES = N_("What a side does for it, and with which cards.")


class Bonus(SideBonus):
    """A side that brings something about gets a bonus, whoever wins the deal. The event tells what: a card that wins a trick, is in it, or is
    captured; cards that are collected, or dealt to one player; card points; or all tricks but a few. A side that has announced it gets another
    amount, and may lose it."""

    event: Event = Field(description=_DOES)
    silent: Amounts | None = Field(
        None,
        description="Game points for a side that has not announced it: one amount, or amounts by contract or group of contracts; without it, only what was announced counts.",
    )
    announced: Amounts | None = Field(
        None,
        description="Game points for a side that has announced it, in the same form; without it, nobody announces it.",
    )
    lost: Literal["never", "announced", "always"] = Field(
        "announced", description="When it costs a side as much to fail: never, when it has announced it, or always."
    )
    item: NewName = Field("", description="Its name, as it is announced; by default the last part of the rule's id.")

    def prepare(self) -> None:
        self.item = self.item or self.rule.rpartition(".")[2]
        super().prepare()
        _check_worth(self)

    def event_of(self) -> BonusEvent:
        return self.event.made_for(self)

    @property
    def card_names(self) -> list[Text]:
        return self.called(self.event.cards)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset) if self.announced is not None else self.does.unfit(ruleset)
        bound = [bound_to(rule, ruleset) for step in ("deal", "declare") for rule in ruleset.at(step)]
        names = {_item_of(rule.id, rule.params) for rule in ruleset.at("score")}
        for name in self.event.named_bonuses:
            if name not in names - {self.item}:
                yield _("there is no other bonus {item!r}, beside which it does not count").format(item=name)
        if self.announced is None and any(isinstance(rule, _Round) and self.item in rule.items for rule in bound):
            yield _("{item!r} can be announced, and there is no amount for it").format(item=self.item)
        sizes = [rule.tricks(players) for rule in bound if isinstance(rule, DealsOut) for players in ruleset.players]
        if sizes and abs(self.event.trick_number) > max(sizes):
            yield _("there is no trick {number}: a deal has {tricks}").format(
                number=self.event.trick_number, tricks=max(sizes)
            )

    # ------------------------------------------------------------ facts and amounts

    def observe(self, state: State, outcome: Outcome) -> BonusFact | None:
        fact = super().observe(state, outcome)
        return fact if fact is not None and self.kept_if_worth(fact, outcome) is not None else None

    def kept_if_worth(self, fact: BonusFact, outcome: Outcome) -> BonusFact | None:
        return fact if self._amounts(fact, outcome.contract) is not None else None

    def follows(self, outcome: Outcome, game: Game) -> BonusFact | None:
        return None if self.silent is None else super().follows(outcome, game)

    def _amounts(self, fact: BonusFact, contract: str | None) -> int | None:
        """The amount of what became of it under a contract, not doubled; None where there is none."""
        amounts = self.announced if fact.announced else self.silent
        return amounts.get(contract or "") if isinstance(amounts, dict) else amounts

    def amount_of(self, fact: BonusFact, contract: str | None) -> int:
        amount = self._amounts(fact, contract) or 0
        return amount << fact.doubled if fact.made or self.lost != "never" else 0

    def choices(self) -> list[tuple[str, str]]:
        known = [each for each, amounts in ((False, self.silent), (True, self.announced)) if amounts is not None]
        cases = [(announced, made) for announced in known for made in (True, False)]
        fits = [(announced, made) for announced, made in cases if made or announced or self.lost == "always"]
        facts = [str(self.does.fact(side, made, announced)) for side in BOTH_SIDES for announced, made in fits]
        return self.named_by_words(facts)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact, excluded = self.fact(outcome), _excluded(self, outcome)
        if fact is None or (excluded and not self.event.unless_announced):
            return []
        announced_only = excluded or any("announced_only" in line.facts for line in sheet.lines)
        after = _announced_by(self, outcome)
        counting = (each for each in fact.each if each.announced or not (announced_only or each.side in after))
        return [self.bonus_line(outcome, each) for each in counting]

    def comes_up(self, state: State) -> bool:
        return self.silent is not None and self.does.comes_up(state)

    # ------------------------------------------------------------ words

    def says(self) -> Text:
        worth = self.worth(self.announced or 0 if self.silent is None else self.silent)
        sentences = [self.say(sentence_on(self.does), worth=worth, **self.words())]
        if self.silent is None:
            sentences.append(self.say(_("It counts only when it was announced.")))
        elif self.announced is not None:
            sentences.append(self.say(_("Announced, it is worth {worth}."), worth=self.worth(self.announced)))
        if self.lost == "always":
            sentences.append(self.say(_("A side that tries it and fails loses as much.")))
        elif self.lost == "announced" and self.announced is not None:
            sentences.append(self.say(_("Announced and failed, it costs as much.")))
        sentences += _conditions(self)
        return joined(sentences)

    def words(self) -> dict[str, Any]:
        does = self.does
        values = {name: getattr(does, name) for name in ("points", "least", "lost", "number") if hasattr(does, name)}
        if isinstance(does, CardCapture):
            values |= {"captured": self.deck.set(does.captured), "winning": self.deck.set(does.winning)}
        return super().words() | values | {"trick": trick_in_words(self.event.trick_number), "cards": self.card_names}

    def worth(self, amounts: int | dict[str, int]) -> str:
        """Amounts in words: ``10``, or ``2 in a solo, 4 in a garde``."""
        if not isinstance(amounts, dict):
            return str(amounts)
        words, of_each = _("{amount} in {contract}"), amounts.items()
        return ", ".join(words.format(amount=amount, contract=self.contract_title(name)) for name, amount in of_each)

    def sentence_of(self, side: str, announced: bool, made: bool) -> str:
        return (
            super().sentence_of(side, announced, made) if self.announced is not None else _done(self.does, side, made)
        )


def _check_worth(rule: Bonus) -> None:
    """Raise ParamError for a bonus that is worth nothing, and for one that is lost by those who have announced nothing, and cannot be."""
    if rule.silent is None and rule.announced is None:
        message = _("nothing says what the bonus is worth")
        raise ParamError(message, ("event",), _("add `silent:`, `announced:` or both, with game points"))
    if rule.lost == "always" and (rule.silent is None or not rule.does.can_fail()):
        message = _("nobody fails this without having announced it")
        raise ParamError(message, ("lost",), _("write `announced`, or `never`"))


class BonusInPlace(Bonus):
    """A bonus that stands in place of all that stands above it when it has been made, as a slam that is worth so many times the game. The bonuses
    that stand below it count beside it."""

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        lines, fact = super().lines(outcome, sheet), self.fact(outcome)
        return [self.instead(), *lines] if fact and any(each.made for each in fact.each) else lines

    def says(self) -> Text:
        return joined([super().says(), self.say(_("Made, it stands in place of the value of the game."))])


class BonusInPlaceOrLost(Bonus):
    """A bonus that stands in place of all that stands above it when it has been made, and also when it was announced and failed, as a slam by which the
    game is won or lost. Of the bonuses that stand below it only those count beside it that were announced."""

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        lines = super().lines(outcome, sheet)
        return [self.instead(announced_only=True), *lines] if lines else lines

    def says(self) -> Text:
        place = _(
            "It stands in place of the value of the game, made or failed. Beside it count only bonuses that were announced."
        )
        return joined([super().says(), self.say(place)])


def _done(does: BonusEvent, side: str, made: bool) -> str:
    """The sentence on what became of a bonus that nobody announces."""
    match does, side == TAKER, made:
        case CardsDealt(least=0), True, _made:
            return _("One player of {taker:the}'s side was dealt all of these: {cards}.")
        case CardsDealt(least=0), False, _made:
            return _("One player of the defence was dealt all of these: {cards}.")
        case CardCapture(), True, _made:
            return _("{taker:the}'s side won {captured} with {winning}.")
        case CardCapture(), False, _made:
            return _("The defence won {captured} with {winning}.")
        case _, True, True:
            return _("{taker:the}'s side has made the bonus “{name}”.")
        case _, True, False:
            return _("{taker:the}'s side has failed the bonus “{name}”.")
        case _, False, True:
            return _("The defence has made the bonus “{name}”.")
    return _("The defence has failed the bonus “{name}”.")


def _conditions(rule: Bonus) -> list[Text]:
    """Sentences on other bonuses of which it depends whether one counts, and on the sides."""
    event, found = rule.event, list[Text]()
    if event.not_beside:
        phrase = _("It does not count where this has been made: {names}.")
        if event.unless_announced:
            phrase = _("Where this has been made, it counts only if it was announced: {names}.")
        found.append(rule.say(phrase, names=[rule.item_title(name) for name in event.not_beside]))
    if event.not_after:
        phrase = _("A side that has announced one of these gets it only if it has announced it, too: {names}.")
        found.append(rule.say(phrase, names=[rule.item_title(name) for name in event.not_after]))
    if rule.each_side:
        found.append(rule.say(_("Each side has it for itself, whatever the other has announced.")))
    return found


def _item_of(id: str, params: object) -> str:
    """The name of a bonus: that by which it is announced, or the last part of its rule's id."""
    return getattr(params, "item", "") or id.rpartition(".")[2]


def _excluded(rule: Bonus, outcome: Outcome) -> bool:
    """True where another bonus has been made beside which a bonus does not count."""
    facts = ((id, fact) for id, fact in outcome.facts.items() if isinstance(fact, BonusFact))
    made = [id for id, fact in facts if any(each.made for each in fact.each)]
    known = rule.ruleset_rules  # of a sheet that is shown line by line, the rules so far
    return any(_item_of(id, known[id].params) in rule.event.excluded_by for id in made if id in known)


def _announced_by(rule: Bonus, outcome: Outcome) -> set[str]:
    """The sides that have announced another bonus after which only announced ones count."""
    names = rule.event.not_after or []
    facts = [(id, fact) for id, fact in outcome.facts.items() if names and isinstance(fact, BonusFact)]
    named = [fact for id, fact in facts if _item_of(id, rule.ruleset_rules[id].params) in names]
    return {each.side for fact in named for each in fact.each if each.announced}


def trick_in_words(number: int) -> str:
    """The trick of a number, from 1, or from -1 counted from the last."""
    words = {-1: _("the last trick"), -2: _("the last trick but one")}
    if number in words:
        return words[number]
    return (
        _("trick {number}").format(number=number)
        if number > 0
        else _("trick {number} from the last").format(number=-number)
    )


def sentence_on(does: BonusEvent) -> str:
    """The sentence on what a side does, and what it gets."""
    match does:
        case CardInTrick(all_before=True):
            return _(
                "Whoever wins {trick} with {cards}, after the side has won all tricks before, gets {worth} for it."
            )
        case NumberHeld():
            return _("The side of a player who holds just {number} of these at the first lead, {cards}, gets {worth}.")
        case CardInTrick(by_card=True):
            return _("Whoever wins {trick} with {cards} gets {worth} for the side.")
        case CardInTrick():
            return _("The side that wins {trick}, with {cards} in it, gets {worth}.")
        case CalledCardInTrick():
            return _("When the called card is in {trick}, {taker:the}'s side gets {worth} for winning it.")
        case CardsInARow():
            return _("The side of a player who wins tricks with {cards}, directly one after the other, gets {worth}.")
        case CardsWon():
            return _("A side that wins all of these in tricks, {cards}, gets {worth}.")
        case CardCapture(of_opponents=True):
            return _("The side that wins {captured} of the other side with {winning} gets {worth}.")
        case CardCapture():
            return _("The side that wins {captured} with {winning} gets {worth}.")
        case CardsDealt(least=0):
            return _("The side of a player who was dealt all of these, {cards}, gets {worth}.")
        case CardsDealt():
            return _("The side of a player who was dealt at least {least} of these, {cards}, gets {worth}.")
        case PointsWon():
            return _("A side with at least {points} card points gets {worth}.")
        case TricksWon(lost=lost) if lost:
            return ngettext(
                "A side that wins all tricks but one, or every trick, gets {worth}.",
                "A side that wins all tricks but {lost}, or more of them, gets {worth}.",
                lost,
            )
    return _("A side that wins every trick gets {worth}.")
