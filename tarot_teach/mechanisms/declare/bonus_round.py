"""The round of announcements before the first lead: bonuses, the words that double them, and what an announcer must do."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.base import CardName, Count, Marks, Mechanism, NewName, ParamError
from tarot_teach.mechanisms.invited import Invites, accepted, bidders, invited
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import N_, _, as_words
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import NOTHING, Choose, Finding, Pick, State
from tarot_teach.table.events import Announced, Step
from tarot_teach.text import Text, joined


class _Round(Asks):
    """A round in which bonuses are announced and doubled, until all are silent."""

    items: list[NewName] = Field(min_length=1, description="The bonuses that may be announced, each once in a deal.")
    levels: list[str]
    by: str = "anyone"
    held: Mapping[str, str] = {}
    holders: Mapping[str, int] = {}
    called_items: Sequence[str] = ()
    sentence = N_(
        "Before the first lead the players in turn, {taker:the} first, may announce these, and the other side may say {words} against each: {names}."
    )
    decisions = (N_("{who} may say that."), N_("{who} may not say that."))
    prompt = N_("Say one of these: {options}.")
    quiet = NOTHING

    @cached_property
    def conditions(self) -> list[AnnouncerHolds]:
        """The rules on what an announcer must hold."""
        there = [other for other in self.ruleset_rules.values() if other.mechanism == AnnouncerHolds.name]
        return [AnnouncerHolds(other.id, other.params, self.deck) for other in there]

    @cached_property
    def numbers(self) -> dict[str, tuple[int, int]]:
        """The bonuses that only a player announces who holds just so many of some cards, by the rules of the score: the cards as a mask, and the
        number."""
        found = {}
        for other in self.ruleset_rules.values():
            event = getattr(other.params, "event", None) if other.step == "score" else None
            if event is not None and getattr(event, "holds", None):
                item = getattr(other.params, "item", "") or other.id.rpartition(".")[2]
                found[item] = self.mask(event.holds), event.number or 0
        return found

    def prepare(self) -> None:
        for i, item in enumerate(self.items):
            if "-" in item or item in (*self.items[:i], *self.levels, NOTHING):
                message = _("{item!r} cannot be announced, or is named twice").format(item=item)
                raise ParamError(message, ("items", i), _("give each bonus a word of its own"))

    def other_items(self) -> Iterable[str]:
        """The bonuses that other parameters name."""
        return (*self.holders, *self.called_items)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not ruleset.at("bid"):
            yield _("where nobody bids, there is no defence")
        for item in sorted({*self.other_items()} - {*self.items}):
            yield _("{item!r} is none of the bonuses that may be announced").format(item=item)

    def asks(self, state: State) -> Sequence[int]:
        taker = state.auction.taker
        if taker is None:
            return ()
        return (taker,) if self.by == "taker" else self._round(state, taker)

    def _round(self, state: State, first: int) -> list[int]:
        return [(first + i) % state.players for i in range(state.players)]

    def contained(self, state: State, item: str) -> list[str]:
        """The bonuses that are announced with one under the contract of a deal."""
        key = item, state.auction.contract
        if key not in self._contained:
            self._contained[key] = contained(self.ruleset_rules, state, item)
        return self._contained[key]

    @cached_property
    def _contained(self) -> dict[tuple[str, str | None], list[str]]:
        return {}

    def may_announce(self, state: State, seat: int, item: str) -> bool:
        """True if a seat holds what it takes to announce a bonus."""
        if self.by == "taker" and seat != state.auction.taker:
            return False
        every = (item, *self.contained(state, item))
        if any(_needed(self, state, each) & ~state.hands[seat] for each in every):
            return False
        for cards, number in (self.numbers[each] for each in every if each in self.numbers):
            if (state.hands[seat] & cards).bit_count() != number:
                return False
        return all(rule.fits(self, state, seat) for rule in _conditions(self, state) if rule.item in every)

    def option_in_words(self, option: str) -> str:
        word, _dash, item = option.rpartition("-")
        if item not in self.items:
            return super().option_in_words(option)
        return f"{as_words(word)} {self.item_title(item)}" if word else self.item_title(item)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        if action.option == NOTHING:
            return state, ()
        given = self.decides(seat=action.seat, given=action.option)
        asked = tuple((self.rule, seat) for seat in self._round(state, action.seat))
        return state._replace(asked=asked), (Announced(action.seat, action.option, None, findings=(given,)),)

    def says(self) -> Text:
        names, words = [*map(self.item_title, self.items)], [*map(as_words, self.levels)]
        if self.by == "taker":
            phrase = _("Before the first lead {taker:the} may announce these: {names}.")
            if words:
                phrase = _("Before the first lead {taker:the} may announce these, and the other side may say {words} against each: {names}.")  # fmt: skip
        elif words:
            phrase = _(self.sentence)
        else:
            phrase = _("Before the first lead the players in turn, {taker:the} first, may announce these: {names}.")
        return self.say(phrase, names=names, words=words)

    def sentence_on(self, action: Choose) -> str:
        return _("{who} says nothing.") if action.option == NOTHING else _("{who} says: {option}.")

    def why(self, finding: Finding) -> str:
        return _("{who} says: {given}.")


class BonusRound(_Round):
    """Before the first lead each player in turn, the taker first, may announce bonuses, or the taker alone, and double those of the other side by
    words that are said by turns; it goes on until all are silent. Nobody doubles a bonus without knowing whose side it is for."""

    held: dict[NewName, CardName] = Field(default={}, description="Bonuses that only the holder of a card announces.")
    for_called: list[NewName] = Field(
        default=[], description="Bonuses that only the holder of the called card announces."
    )
    levels: list[NewName] = Field(default=[], description="The words that double: [kontra, re, sub].")
    by: Literal["anyone", "taker"] = Field(
        "anyone", description="Who may announce them: anyone, or the taker alone, so that the others only double."
    )

    def prepare(self) -> None:
        self.holders = {item: self.mask([card]) for item, card in self.held.items()}
        self.called_items = self.for_called
        super().prepare()

    def _speakers(self, state: State) -> dict[str, list[int]]:
        """The seats that have announced each bonus, and doubled it, in their order."""
        last = self._last
        if last and last[0] is state.chosen:
            return last[1]
        said: dict[str, list[int]] = {}
        for done in state.chosen:
            if done.option != NOTHING and done.rule == self.rule:
                said.setdefault(done.option.rpartition("-")[2], []).append(done.seat)
                for part in self.contained(state, done.option):
                    said.setdefault(part, [done.seat])
        self._last = state.chosen, said
        return said

    _last: tuple[tuple[Choose, ...], dict[str, list[int]]] | None = None  # the last choices, and what they say

    def _sides(self, state: State, seat: int) -> dict[int, bool]:
        """The seats of which a seat knows for certain that they are on the taker's side, or that they are not."""
        auction, called = state.auction, state.auction.called
        assert auction.taker is not None
        sides = {auction.taker: True, seat: seat in takers_side(state)}
        for done in state.chosen if self.for_called else ():
            if done.option in self.for_called and done.rule == self.rule:
                sides[done.seat] = True
        for seats in self._speakers(state).values():
            for i, other in enumerate(seats[1:]):
                if seats[0] in sides:
                    sides[other] = sides[seats[0]] == bool(i % 2)
        seen = state.talon if state.talon_open else 0
        if seat == auction.taker:
            seen |= state.hands[seat] | state.discard
        lone = called is None or bool(called.bit & seen)
        if lone or auction.known or len([other for other in sides if sides[other]]) == 2:
            sides |= {other: False for other in range(state.players) if not sides.get(other)}
        return sides

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        said, sides, options = self._speakers(state), self._sides(state, seat), [NOTHING]
        for item in self.items:
            seats = said.get(item, [])
            number = len(seats) - 1
            if not seats and self.may_announce(state, seat, item):
                options.append(item)
            elif seats and number < len(self.levels) and sides.get(seats[0]) is (sides[seat] == bool(number % 2)):
                options.append(f"{self.levels[number]}-{item}")
        return tuple(Pick(self.rule, option) for option in _due(self, state, seat, said) or options)


class RoundByWords(_Round):
    """Before the first lead each player in turn, the taker first, may announce bonuses, and double the game and the bonuses of the other side by words that are
    said by turns; it goes on until all are silent. A player who announces speaks for the side of the last speaker, the taker's at first; a player of
    the other side has to double something before. Both sides may announce the same bonus."""

    levels: list[NewName] = Field(min_length=1, description="The words that double: [kontra, re, sub].")
    game: NewName = Field(
        description="The word for the game itself, which is doubled like a bonus of the taker's side."
    )
    closes: dict[NewName, list[NewName]] = Field(
        default={}, description="Bonuses that a side may announce no more when it has announced another."
    )

    def prepare(self) -> None:
        if self.game in (*self.items, *self.levels, NOTHING) or "-" in self.game:
            message = _("{name!r} cannot be the word for the game here").format(name=self.game)
            raise ParamError(message, ("game",), _("give it a word of its own"))
        super().prepare()

    def other_items(self) -> Iterable[str]:
        return itertools.chain(self.closes, *self.closes.values())

    def in_turn(self, state: State) -> InTurn:
        """The words said so far, in turn."""
        last = self._last
        if last and last[0] is state.chosen and last[1] is state.auction:
            known: InTurn = last[2]
            return known
        said = InTurn.of(self, state)
        self._last = state.chosen, state.auction, said
        return said

    _last: tuple[object, object, Any] | None = None  # the last choices and auction, and what they say

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        said, mine, options = self.in_turn(state), seat in takers_side(state), [NOTHING]
        closed = {item for other, items in self.closes.items() if (other, mine) in said.seats for item in items}
        speaks = said.sides.get(seat, said.last) == mine
        for item in self.items:
            fits = speaks and item not in closed and (item, mine) not in said.seats
            if fits and self.may_announce(state, seat, item):
                options.append(item)
        for (item, side), seats in said.seats.items():
            number = len(seats) - 1
            plain = seat in said.sides or (item, not side) not in said.seats
            if plain and number < len(self.levels) and (mine == side) == bool(number % 2):
                options.append(f"{self.levels[number]}-{item}")
        ours = {item: seats for (item, side), seats in said.seats.items() if side == mine}
        due = [item for item in _due(self, state, seat, ours) if item in options]
        return tuple(Pick(self.rule, option) for option in due or options)

    def says(self) -> Text:
        said = [super().says(), self.say(_("The game is doubled by the same words."))]
        phrase = _(
            "A player who announces speaks for the side of the last speaker, {taker:the}'s at first; a player of the other side has to double something before. Both sides may announce the same."
        )
        said.append(self.say(phrase))
        for item, items in self.closes.items():
            phrase = _("A side that has announced {item} may not announce these any more: {names}.")
            said.append(self.say(phrase, item=self.item_title(item), names=[*map(self.item_title, items)]))
        return joined(said)


ROUNDS = (BonusRound.name, RoundByWords.name)
"""The kinds of rounds in which bonuses are announced."""


class InTurn(NamedTuple):
    """Words that have been said in turn, as all understand them: for each bonus and side (True: the taker's) the seats that have announced and doubled
    it, in their order; the sides of seats that are understood; and the side of the last speaker."""

    seats: dict[tuple[str, bool], list[int]]
    sides: dict[int, bool]
    last: bool

    @classmethod
    def of(cls, rule: RoundByWords, state: State) -> InTurn:
        """The words of a round so far."""
        auction, last = state.auction, True
        assert auction.taker is not None
        sides, seats = {auction.taker: True}, dict[tuple[str, bool], list[int]]()
        seats[rule.game, True] = [auction.taker, *[-1] * called_was_laid(rule.ruleset_rules, state)]
        invitation = accepted(rule, state)
        if invitation is not None and auction.called is not None and auction.called.bit == invitation.card:
            sides[invitation.seat] = True
        if auction.known and auction.partner is None:
            sides |= dict.fromkeys({*range(state.players)} - {auction.taker}, False)
        for done in state.chosen:
            _fill(sides, state.players)
            if done.rule != rule.rule or done.option == NOTHING:
                continue
            word, _dash, item = done.option.rpartition("-")
            last = sides.get(done.seat, last)
            if word:
                level = rule.levels.index(word) % 2
                if done.seat not in sides:
                    last = ((item, True) in seats) == bool(level)
                seats[item, last == bool(level)].append(done.seat)
            else:
                for each in (item, *rule.contained(state, item)):
                    seats.setdefault((each, last), [done.seat])
            sides[done.seat] = last
        _fill(sides, state.players)
        return cls(seats, sides, last)


def _fill(sides: dict[int, bool], players: int) -> None:
    """Put all others on the other side, where two are understood to be of the taker's."""
    if sum(sides.values()) == 2:
        for seat in range(players):
            sides.setdefault(seat, False)


def called_was_laid(rules: Mapping[str, Rule], state: State) -> bool:
    """True if the called card was laid away, by a rule of the call by which the game is doubled then."""
    doubled = any(getattr(rule.params, "laid", "") == "taker" for rule in rules.values() if rule.step == "call")
    called = state.auction.called
    return bool(doubled and called and called.bit & state.side_piles[0])


def _conditions(rule: _Round, state: State) -> list[AnnouncerHolds]:
    """The rules in force on what an announcer must hold."""
    return [each for each in rule.conditions if rule.ruleset_rules[each.rule].in_force(state.auction.contract)]


def _needed(rule: _Round, state: State, item: str) -> int:
    """The mask of the cards that only an announcer of a bonus holds; -1 for a card that was not called."""
    called = state.auction.called
    if item in rule.called_items:
        return called.bit if called else -1
    return rule.holders.get(item, 0)


def contained(rules: Mapping[str, Rule], state: State, item: str) -> list[str]:
    """The bonuses that are announced with one, by the rules of a ruleset under the contract of a deal."""
    there = (rule for rule in rules.values() if rule.mechanism == AnnouncedWith.name)
    here = (rule for rule in there if not rule.under or state.auction.contract in rule.under)
    return [part for rule in here for part in parts_of(getattr(rule.params, "contains", {}), item)]


def parts_of(contains: Mapping[str, Sequence[str]], item: str) -> list[str]:
    """The bonuses that one contains, and those that these contain."""
    found: list[str] = []
    ahead = [*contains.get(item, ())]
    while ahead:
        part = ahead.pop(0)
        if part not in found:
            found.append(part)
            ahead += contains.get(part, ())
    return found


def _due(rule: _Round, state: State, seat: int, said: Mapping[str, Sequence[int]]) -> list[str]:
    """The bonuses of which a seat still has to announce one by another rule, and can; none where one has been announced."""
    duties = (other for other in rule.ruleset_rules.values() if other.mechanism == MustAnnounce.name)
    for duty in duties:
        if not duty.in_force(state.auction.contract) or not _bound_by(rule, duty, state, seat):
            continue
        due = [item for item in getattr(duty.params, "items", ()) if item in rule.items]
        if getattr(duty.params, "by", "") == "taker":
            can = [item for item in due if rule.holders.get(item, 0) & state.hands[seat] & ~state.talon]
        else:
            can = [item for item in due if rule.may_announce(state, seat, item)]
        if can and not any(item in said for item in can):
            return can
    return []


def _bound_by(rule: _Round, duty: Rule, state: State, seat: int) -> bool:
    """True if a seat is one of those that have a duty to announce."""
    by, after = getattr(duty.params, "by", "taker"), getattr(duty.params, "after", ())
    if rule.mask(getattr(duty.params, "unless", ())) & state.hands[seat]:
        return False
    if by == "invited":
        made = invited(rule, state)
        if made is None or made.seat != seat:
            return False
    elif by == "taker" and seat != state.auction.taker:
        return False
    spoken = {done.option.rpartition("-")[2] for done in state.chosen if (done.rule, done.seat) == (rule.rule, seat)}
    return not after or bool(spoken & {*after})


class MustAnnounce(Mechanism):
    """A player has to announce one of some bonuses, and nothing else before it: the taker, with a card in the hand that was not in the talon; the player who
    has invited by a bid; or anyone who has announced or doubled another bonus. Without what it takes nothing has to be announced."""

    items: list[NewName] = Field(
        min_length=1, description="The bonuses, each of which, for the taker, only the holder of a card announces."
    )
    by: Literal["taker", "invited", "anyone"] = Field(
        "taker", description="Who has to: the taker, the player who has invited by a bid, or anyone."
    )
    after: list[NewName] = Field(
        default=[],
        description="Bonuses by which the duty arises, announced or doubled by the player; without them, at once.",
    )
    unless: list[CardName] = Field(default=[], description="Cards of which one in the hand lifts the duty.")

    def prepare(self) -> None:
        self.lifting: int = self.mask(self.unless)
        if self.by == "anyone" and not self.after:
            message, hint = _("nothing says when anyone has to announce it"), _("add `after`, or name who has to")
            raise ParamError(message, ("by",), hint)

    def says(self) -> Text:
        names = [*map(self.item_title, self.items)]
        phrases = {
            "taker": _("{taker:the} has to announce one of these, with a card that was not in {talon:the}: {names}."),
            "invited": _("A player who has invited by a bid has to announce one of these: {names}."),
            "anyone": _("A player who can has to announce one of these: {names}."),
        }
        said = [self.say(phrases[self.by], names=names)]
        if self.after:
            after = [*map(self.item_title, self.after)]
            said.append(
                self.say(_("It is due when they have announced or doubled one of these: {after}."), after=after)
            )
        if self.unless:
            said.append(
                self.say(_("One of these in the hand lifts the duty: {cards}."), cards=self.called(self.unless))
            )
        return joined(said)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        rounds = [rule for rule in ruleset.at("declare") if rule.mechanism in ROUNDS]
        known = {item for rule in rounds for item in getattr(rule.params, "held", ())}
        every = {item for rule in rounds for item in getattr(rule.params, "items", ())}
        for item in self.items if self.by == "taker" else ():
            if item not in known:
                yield _("{item!r} has to be announced, and no rule says which card its announcer holds").format(
                    item=item
                )
        for item in [*([] if self.by == "taker" else self.items), *self.after]:
            if item not in every:
                yield _("{item!r} is none of the bonuses that may be announced").format(item=item)
        if self.by == "invited" and not invites(ruleset):
            yield _("no bid invites to a card")


class AnnouncerHolds(Mechanism):
    """A player who announces a bonus must hold enough of certain cards: anyone, or at their first turn the taker or the player who has invited by a bid; after
    any auction, or after auctions of a kind."""

    item: NewName = Field(description="The bonus.")
    cards: Marks = Field(description="The cards.")
    least: Count | None = Field(None, description="How many of them; without it, all.")
    by: Literal["anyone", "taker", "invited"] = Field(
        "anyone",
        description="Whom the rule binds: anyone at any turn, or, at their first turn, the taker or the player who has invited by a bid.",
    )
    after: Literal["any", "plain", "three_bidders", "invitation"] = Field(
        "any",
        description="After which auctions: any; plain ones, without an invitation and with fewer than three bidders; those without an invitation and with three or more; or those with an invitation that another player has accepted.",
    )

    def prepare(self) -> None:
        self.needed: int = self.mask(self.cards)
        there = self.needed.bit_count()
        self.number: int = there if self.least is None else self.least
        if not 0 < self.number <= there:
            message = _("of {there} cards, {number} cannot be asked for").format(there=there, number=self.number)
            raise ParamError(message, ("least",), _("write 1 to {there}").format(there=there))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        rounds = [rule for rule in ruleset.at("declare") if rule.mechanism in ROUNDS]
        if not any(self.item in getattr(rule.params, "items", ()) for rule in rounds):
            yield _("{item!r} is none of the bonuses that may be announced").format(item=self.item)
        if "invit" in f"{self.by} {self.after}" and not invites(ruleset):
            yield _("no bid invites to a card")

    def fits(self, round: _Round, state: State, seat: int) -> bool:
        """True if a seat holds what it must, where the rule binds it."""
        if not self._binds(round, state, seat):
            return True
        return state.unseen[seat] > 0 or (state.hands[seat] & self.needed).bit_count() >= self.number

    def _binds(self, round: _Round, state: State, seat: int) -> bool:
        if self.by != "anyone" and any(
            (done.rule, done.seat, done.option) == (round.rule, seat, NOTHING) for done in state.chosen
        ):
            return False
        made = accepted(round, state)
        kind = "invitation" if made else "three_bidders" if len(bidders(state)) > 2 else "plain"
        if self.after not in ("any", kind):
            return False
        seats = {"taker": state.auction.taker, "invited": made.seat if made else None}
        return self.by == "anyone" or seats[self.by] == seat

    def says(self) -> Text:
        whom = {"anyone": _("A player who announces {item}"), "taker": _("{taker:the}, announcing {item},"), "invited": _("A player who has invited by a bid, announcing {item},")}  # fmt: skip
        when = {
            "any": _("must hold {number} of these: {cards}."),
            "plain": _("must hold {number} of these, where nobody has invited and fewer than three have bid: {cards}."),
            "three_bidders": _("must hold {number} of these, where nobody has invited and three have bid: {cards}."),
            "invitation": _("must hold {number} of these, where an invitation has been accepted: {cards}."),
        }
        phrase = whom[self.by] + " " + when[self.after]
        said = [
            self.say(
                phrase, item=self.item_title(self.item), number=self.number, cards=self.called(self.cards)
            ).upper_first()
        ]
        if self.by != "anyone":
            said.append(self.say(_("It binds at the player's first turn alone.")))
        return joined(said)


def invites(ruleset: Ruleset) -> bool:
    """True where a bid of a ruleset can invite to a card."""
    return any(isinstance(bound_to(rule, ruleset), Invites) for rule in ruleset.at("bid"))


class AnnouncedWith(Mechanism):
    """A player who announces a bonus announces the bonuses that it contains, too. Each of them is made or failed, and doubled, by itself."""

    contains: dict[NewName, list[NewName]] = Field(
        min_length=1,
        description="The bonuses that are announced with another one, and those that are announced with these.",
    )
    sentence = N_("A player who says {item} announces these, too: {parts}.")

    def prepare(self) -> None:
        for item in self.contains:
            if item in parts_of(self.contains, item):
                message = _("{item!r} is announced with itself").format(item=item)
                raise ParamError(message, ("contains", item), _("let each bonus contain lower ones"))

    def says(self) -> Text:
        named = [(item, parts_of(self.contains, item)) for item in self.contains]
        sentence = _(self.sentence)
        said = [
            self.say(sentence, item=self.item_title(item), parts=[*map(self.item_title, parts)])
            for item, parts in named
        ]
        return joined(said)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        rounds = [rule for rule in ruleset.at("declare") if rule.mechanism in ROUNDS]
        known = {item for rule in rounds for item in getattr(rule.params, "items", ())}
        for item in sorted({*self.contains, *itertools.chain.from_iterable(self.contains.values())} - known):
            yield _("{item!r} is none of the bonuses that may be announced").format(item=item)
