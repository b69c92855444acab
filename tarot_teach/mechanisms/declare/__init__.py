"""Announcements: slams, handfuls, and hands that lack something."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.language import N_, _, as_words, ngettext
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.base import (
    CardName,
    Count,
    Marks,
    Mechanism,
    NewName,
    ParamError,
    Who,
    Within,
)
from tarot_teach.mechanisms.interfaces import Offers
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import NOTHING, Choose, Effect, Finding, Pick, State
from tarot_teach.table.events import Announced, Step
from tarot_teach.text import Text, joined

SLAM, SMALL_SLAM = "slam", "small_slam"


def taker_of(state: State) -> tuple[int, ...]:
    """The taker's seat, if there is a taker."""
    return () if state.auction.taker is None else (state.auction.taker,)


class AnnouncedSlam(Offers):
    """Before the first lead, a player who has not announced a small slam may announce that their side will win every trick."""

    by: Literal["taker", "anyone"] = Field(description="Who may announce it.")
    kind = SLAM
    before_lead = True
    levels = (SLAM,)

    def asks(self, state: State) -> Sequence[int]:
        return super().asks(state) if self.by == "anyone" else taker_of(state)

    def offers(self, state: State, seat: int) -> tuple[Choose, ...]:
        announced = any(done.level == SLAM or (done.seat, done.level) == (seat, SMALL_SLAM) for done in state.declared)
        return () if announced or seat not in self.asks(state) else (Choose(seat, self.rule, SLAM),)

    def check_declaration(self, state: State, action: Choose) -> list[Finding]:
        fine = bool(self.offers(state, action.seat)) and action.option == SLAM
        facts = {"seat": action.seat, "made": any(done.level == SLAM for done in state.declared)}
        if any((done.seat, done.level) == (action.seat, SMALL_SLAM) for done in state.declared):
            facts["small"] = True
        return self.judged(fine, **facts)

    def says(self) -> Text:
        if self.by == "anyone":
            phrase = _("Before the first lead, any player may announce {slam:a}: that their side wins every trick.")
            return self.say(phrase)
        return self.say(_("Before the first lead, {taker:the} may announce {slam:a}: to win every trick."))

    def why(self, finding: Finding) -> str:
        if finding.effect is not Effect.REFUSES:
            return _("{who} announces {slam:a}: to win every trick.")
        if finding.facts["made"]:
            return _("{slam:a} has been announced already.")
        if "small" in finding.facts:
            return _("{who} has announced {small_slam:a} already, and may not announce {slam:a} as well.")
        return _("Only {taker:the} may announce {slam:a}.")


class _SmallSlam(Mechanism):
    """A rule of a small slam: all tricks but a few."""

    but: Annotated[Count, Within("tricks", below=True)] = Field(gt=0, description="How many tricks may be lost.")


class AnnouncedSmallSlam(_SmallSlam, Offers):
    """Before the first lead, the taker may announce to win all but a few tricks, if no slam is announced."""

    kind = SMALL_SLAM
    before_lead = True
    levels = (SMALL_SLAM,)

    def asks(self, state: State) -> Sequence[int]:
        return taker_of(state)

    def offers(self, state: State, seat: int) -> tuple[Choose, ...]:
        announced = any(done.seat == seat and done.level in (SLAM, SMALL_SLAM) for done in state.declared)
        return () if announced or seat not in self.asks(state) else (Choose(seat, self.rule, SMALL_SLAM),)

    def check_declaration(self, state: State, action: Choose) -> list[Finding]:
        fine = bool(self.offers(state, action.seat)) and action.option == SMALL_SLAM
        return self.judged(fine, seat=action.seat, taker=action.seat == state.auction.taker)

    def says(self) -> Text:
        return self.say(
            ngettext(
                "Before the first lead, {taker:the} may announce {small_slam:a}: to win all tricks but one.",
                "Before the first lead, {taker:the} may announce {small_slam:a}: to win all tricks but {but}.",
                self.but,
            )
        )

    def why(self, finding: Finding) -> str:
        if finding.effect is not Effect.REFUSES:
            return ngettext(
                "{who} announces {small_slam:a}: to win all tricks but one.",
                "{who} announces {small_slam:a}: to win all tricks but {but}.",
                self.but,
            )
        if finding.facts["taker"]:
            return _("{who} has announced {slam:a} already, and may not announce another.")
        return _("Only {taker:the} may announce {small_slam:a}.")


class ShownHandful(Offers):
    """A player with many trumps may show a handful of them before playing. The Excuse may stand for a trump. Trumps that the
    taker laid away may be among them."""

    name = "handful"
    levels: dict[NewName, Count] = Field(description="Trumps that each level shows, lowest level first.", min_length=1)
    shown: Literal["exactly", "at_least", "all_with_excuse"] = Field(
        description="Whether exactly as many are shown, or at least as many; the Excuse among them says that no trump is "
        "left or, with “all with excuse”, means that all trumps must be shown, which may then be more."
    )
    when: Literal["first_card", "before_lead"] = Field(
        description="Whether it is shown just before one's own first card, or before the first lead."
    )
    kind = "handful"

    def prepare(self) -> None:
        self.before_lead = self.when == "before_lead"
        self.counting: int = self.order.trumps | self.deck.excuse
        least, most = 1, self.counting.bit_count()
        for level, number in self.levels.items():
            if not least <= number <= most:
                message = _("a {level} handful cannot take {number} trumps").format(level=level, number=number)
                hint = _("give each level more than the one before it, and at most {most}, the trumps and the Excuse")
                raise ParamError(message, ("levels", level), hint.format(most=most))
            least = number + 1

    def holding(self, state: State, seat: int) -> int:
        """The cards from which the seat may show: its hand, and what it laid away."""
        return state.hands[seat] | (state.discard if seat == state.auction.taker else 0)

    def offers(self, state: State, seat: int) -> tuple[Choose, ...]:
        if any(done.seat == seat and done.rule == self.rule for done in state.declared):
            return ()
        holding = self.holding(state, seat)
        trumps = list(CardSet(self.deck, holding & self.order.trumps))
        excuse = holding & self.deck.excuse
        return tuple(
            Choose(seat, self.rule, level, self.deck.set(shown))
            for level, number in self.levels.items()
            if (shown := self.deck.mask(trumps[:number]) | (excuse if len(trumps) < number else 0)).bit_count()
            >= number
        )

    def check_declaration(self, state: State, action: Choose) -> list[Finding]:
        number = self.levels.get(action.option, 0)
        held = self.holding(state, action.seat) & self.counting
        facts = {"seat": action.seat, "level": action.option, "number": number, "held": held.bit_count()}
        fault = ""
        if any(done.seat == action.seat and done.rule == self.rule for done in state.declared):
            fault = "again"
        elif not number:
            fault = "level"
        elif held.bit_count() + state.unseen[action.seat] < number:
            fault = "few"
        elif action.cards is not None and not state.unseen[action.seat]:
            shown = action.cards.mask
            facts["shown"] = len(action.cards)
            if shown & ~held:
                fault = "wrong"
            elif len(action.cards) < number or (len(action.cards) > number and not self._more(shown)):
                fault = "count"
            elif shown & self.deck.excuse and held & ~shown:
                fault = "excuse"
        return self.judged(not fault, **facts, fault=fault)

    def _more(self, shown: int) -> bool:
        """True if more cards may be shown than the level asks for."""
        if self.shown == "all_with_excuse":
            return bool(shown & self.deck.excuse)
        return self.shown == "at_least"

    def says(self) -> Text:
        levels = [f"{as_words(level)} ({number})" for level, number in self.levels.items()]
        phrase = _("Before playing their first card, a player may show {handful:a} of trumps: {levels}.")
        if self.before_lead:
            phrase = _("Before the first lead, a player may show {handful:a} of trumps: {levels}.")
        return self.say(phrase, levels=levels)

    def why(self, finding: Finding) -> str:
        count = _("A {level} {handful} shows exactly {number}; {who} shows {shown}.")
        if self.shown == "at_least":
            count = _("A {level} {handful} shows at least {number}; {who} shows {shown}.")
        few = ngettext(
            "A {level} {handful} takes {number} trumps; {who} has {held} card that counts.",
            "A {level} {handful} takes {number} trumps; {who} has {held} cards that count.",
            finding.facts["held"],
        )
        if not finding.facts["held"]:
            few = _("A {level} {handful} takes {number} trumps; {who} has no card that counts.")
        return {
            "again": _("{who} has shown {handful:a} already."),
            "level": _("There is no {handful} called {level}; there are {levels}."),
            "few": few,
            "wrong": _("{who} shows a card that is not held or does not count for {handful:a}."),
            "count": count,
            "excuse": _("{who} shows {excuse:the} among the trumps, and so may keep no trump back."),
            "": _("{who} shows a {level} {handful} of {number} trumps."),
        }[finding.facts["fault"]]

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {
            "level": as_words(finding.facts["level"]),
            "levels": [*self.levels],
        }


class Lacking(Offers):
    """A player whose hand has nothing of a certain kind may announce it just before their own first card. Of the taker,
    the discard is looked at as well."""

    level: NewName = Field(description="What it is called in records and on score sheets.")
    any_of: list[Marks] = Field(description="Sets of cards; the hand must have nothing of one of them.", min_length=1)
    sentence = N_("A player who holds no card of one of these kinds may announce it before their first card: {kinds}.")
    kind = "apart"

    def prepare(self) -> None:
        self.levels = (self.level,)
        self.kinds: list[int] = [self.mask(names) for names in self.any_of]

    def _lacks(self, state: State, seat: int) -> list[str] | None:
        holding = state.hands[seat] | (state.discard if seat == state.auction.taker else 0)
        return next((names for names, mask in zip(self.any_of, self.kinds, strict=True) if not holding & mask), None)

    def offers(self, state: State, seat: int) -> tuple[Choose, ...]:
        announced = any(done.seat == seat and done.rule == self.rule for done in state.declared)
        if announced or state.unseen[seat] or self._lacks(state, seat) is None:
            return ()
        return (Choose(seat, self.rule, self.level),)

    def check_declaration(self, state: State, action: Choose) -> list[Finding]:
        lacks = self._lacks(state, action.seat)
        repeated = any(done.seat == action.seat and done.rule == self.rule for done in state.declared)
        fine = lacks is not None and not repeated and action.option == self.level
        return self.judged(fine, seat=action.seat, lacks=lacks, again=repeated)

    def says(self) -> Text:
        return self.say(_(self.sentence), kinds=[self._words(names) for names in self.any_of])

    def why(self, finding: Finding) -> str:
        if finding.facts["again"]:
            return _("{who} has announced it already.")
        if finding.facts["lacks"] is None:
            return _("{who} holds cards of each of these kinds, and may not announce it: {kinds}.")
        return _("{who} holds no {lacking}, and announces it.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        kinds, lacking = [self._words(names) for names in self.any_of], self._words(finding.facts["lacks"] or [])
        return super().facts_in_words(finding, who) | {"kinds": kinds, "lacking": lacking}

    def _words(self, names: list[str]) -> str:
        """Cards of one kind: ``trumps / the Excuse``."""
        return " / ".join(str(name) for name in self.called(names))


class Doubles(Asks):
    """Before the first lead the defence may say a word, the taker's side another against it, and so on by turns. Or each player may say one word,
    once, where all play alone."""

    levels: list[NewName] = Field(
        min_length=1, description="The words, the first that of the defence: [kontra, re, sub]."
    )
    by: Literal["sides", "each"] = Field(
        "sides", description="Who says them: the sides by turns, or each player for one, the same word for all."
    )
    sentence = N_(
        "Before the first lead the defence may say the first of these, {taker:the}'s side the next, and so on: {levels}."
    )
    decisions = (N_("{who} may say that."), N_("{who} may not say that."))
    prompt = N_("Say one of these: {options}.")
    quiet = NOTHING

    def prepare(self) -> None:
        for i, name in enumerate(self.levels):
            if name in (*self.levels[:i], NOTHING):
                message, hint = (
                    _("{name!r} cannot be said here, or is named twice"),
                    _("give each level a word of its own"),
                )
                raise ParamError(message.format(name=name), ("levels", i), hint)
        if self.by == "each" and len(self.levels) > 1:
            message, hint = _("each player says one word, and here are {number}"), _("keep the first")
            raise ParamError(message.format(number=len(self.levels)), ("levels",), hint)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.by == "sides" and not ruleset.at("bid"):
            yield _("where nobody bids, there is no defence")

    def number_of_words(self, state: State) -> int:
        """The number of words that have been said."""
        return sum(done.rule == self.rule and done.option != NOTHING for done in state.chosen)

    def asks(self, state: State) -> Sequence[int]:
        """The seats of the side that may speak, in turn; all seats where a partner is not known, so that no question tells."""
        order = [(state.dealer + 1 + i) % state.players for i in range(state.players)]
        if self.by == "each":
            return order
        if state.auction.taker is None:
            return ()
        if state.auction.called is not None and not state.auction.known:
            return order
        return [seat for seat in order if self._may(state, seat)]

    def _may(self, state: State, seat: int) -> bool:
        return (seat in takers_side(state)) == bool(self.number_of_words(state) % 2)

    def picks(self, state: State, seat: int) -> tuple[Pick, ...]:
        said, nothing = self.number_of_words(state), Pick(self.rule, NOTHING)
        if self.by == "each":
            return (nothing, Pick(self.rule, self.levels[0]))
        return (nothing, Pick(self.rule, self.levels[said])) if self._may(state, seat) else (nothing,)

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        if action.option == NOTHING:
            return state, ()
        event = Announced(
            action.seat, action.option, None, findings=(self.decides(seat=action.seat, given=action.option),)
        )
        if self.by == "each":
            return state, (event,)
        more = self.asks(state) if self.number_of_words(state) < len(self.levels) else ()
        return state._replace(asked=tuple((self.rule, seat) for seat in more)), (event,)

    def says(self) -> Text:
        if self.by == "each":
            return self.say(_("Before the first lead each player in turn may say {word}, once."), word=as_words(self.levels[0]))  # fmt: skip
        return super().says()

    def sentence_on(self, action: Choose) -> str:
        return _("{who} says nothing.") if action.option == NOTHING else _("{who} says: {option}.")

    def why(self, finding: Finding) -> str:
        return _("{who} says: {given}.")


class BonusRound(Asks):
    """Before the first lead each player in turn, the taker first, may announce bonuses, or the taker alone, and double those of the other side by
    words that are said by turns; it goes on until all are silent. Nobody doubles a bonus without knowing whose side it is for."""

    items: list[NewName] = Field(min_length=1, description="The bonuses that may be announced, each once in a deal.")
    held: dict[NewName, CardName] = Field(default={}, description="Bonuses that only the holder of a card announces.")
    for_called: list[NewName] = Field(
        default=[], description="Bonuses that only the holder of the called card announces."
    )
    levels: list[NewName] = Field(default=[], description="The words that double: [kontra, re, sub].")
    by: Literal["anyone", "taker"] = Field(
        "anyone", description="Who may announce them: anyone, or the taker alone, so that the others only double."
    )
    sentence = N_(
        "Before the first lead the players in turn, {taker:the} first, may announce these, and the other side may say {words} against each: {names}."
    )
    decisions = (N_("{who} may say that."), N_("{who} may not say that."))
    prompt = N_("Say one of these: {options}.")
    quiet = NOTHING

    def prepare(self) -> None:
        self.holders: dict[str, int] = {item: self.mask([card]) for item, card in self.held.items()}
        for i, item in enumerate(self.items):
            if "-" in item or item in (*self.items[:i], *self.levels, NOTHING):
                message = _("{item!r} cannot be announced, or is named twice").format(item=item)
                raise ParamError(message, ("items", i), _("give each bonus a word of its own"))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not ruleset.at("bid"):
            yield _("where nobody bids, there is no defence")
        for item in {*self.held, *self.for_called} - {*self.items}:
            yield _("{item!r} is none of the bonuses that may be announced").format(item=item)

    def asks(self, state: State) -> Sequence[int]:
        taker = state.auction.taker
        if taker is None:
            return ()
        return (taker,) if self.by == "taker" else self._round(state, taker)

    def _round(self, state: State, first: int) -> list[int]:
        return [(first + i) % state.players for i in range(state.players)]

    def _speakers(self, state: State) -> dict[str, list[int]]:
        """The seats that have announced each bonus, and doubled it, in their order."""
        last = self._last
        if last and last[0] is state.chosen:
            return last[1]
        said: dict[str, list[int]] = {}
        for done in state.chosen:
            if done.option != NOTHING and done.rule == self.rule:
                said.setdefault(done.option.rpartition("-")[2], []).append(done.seat)
                for part in contained(self.ruleset_rules, state, done.option):
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
            if not seats and self._may_announce(state, seat, item):
                options.append(item)
            elif seats and number < len(self.levels) and sides.get(seats[0]) is (sides[seat] == bool(number % 2)):
                options.append(f"{self.levels[number]}-{item}")
        return tuple(Pick(self.rule, option) for option in _due(self, state, seat, said) or options)

    def _may_announce(self, state: State, seat: int, item: str) -> bool:
        if self.by == "taker" and seat != state.auction.taker:
            return False
        parts = contained(self.ruleset_rules, state, item)
        return not any(_needed(self, state, each) & ~state.hands[seat] for each in (item, *parts))

    def take(self, state: State, action: Choose, shown: CardSet) -> Step:
        if action.option == NOTHING:
            return state, ()
        given = self.decides(seat=action.seat, given=action.option)
        asked = tuple((self.rule, seat) for seat in self._round(state, action.seat))
        return state._replace(asked=asked), (Announced(action.seat, action.option, None, findings=(given,)),)

    def says(self) -> Text:
        names, words = [as_words(item) for item in self.items], [as_words(word) for word in self.levels]
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


def _needed(rule: BonusRound, state: State, item: str) -> int:
    """The mask of the cards that only an announcer of a bonus holds; -1 for a card that was not called."""
    called = state.auction.called
    if item in rule.for_called:
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


def _due(rule: BonusRound, state: State, seat: int, said: dict[str, list[int]]) -> list[str]:
    """The bonuses of which a taker still has to announce one by another rule, and can; none where one has been announced."""
    if seat != state.auction.taker:
        return []
    duties = (other for other in rule.ruleset_rules.values() if other.mechanism == MustAnnounce.name)
    there = (duty for duty in duties if not duty.under or state.auction.contract in duty.under)
    due = [item for duty in there for item in getattr(duty.params, "items", ()) if item in rule.holders]
    can = [item for item in due if rule.holders[item] & state.hands[seat] & ~state.talon]
    return [] if any(item in said for item in can) else can


class MustAnnounce(Mechanism):
    """Before anything else the taker has to announce one of some bonuses, whose card is in the hand and was not in the talon. Without such a card nothing
    has to be announced."""

    items: list[NewName] = Field(
        min_length=1, description="The bonuses, each of which only the holder of a card announces."
    )
    sentence = N_("{taker:the} has to announce one of these, with a card that was not in {talon:the}: {names}.")

    def says(self) -> Text:
        return self.say(_(self.sentence), names=[as_words(item) for item in self.items])

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        rounds = [rule for rule in ruleset.at("declare") if rule.mechanism == BonusRound.name]
        known = {item for rule in rounds for item in getattr(rule.params, "held", ())}
        for item in self.items:
            if item not in known:
                yield _("{item!r} has to be announced, and no rule says which card its announcer holds").format(
                    item=item
                )


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
        parts = {item: [as_words(part) for part in parts_of(self.contains, item)] for item in self.contains}
        return joined([self.say(_(self.sentence), item=as_words(item), parts=names) for item, names in parts.items()])

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        rounds = [rule for rule in ruleset.at("declare") if rule.mechanism == BonusRound.name]
        known = {item for rule in rounds for item in getattr(rule.params, "items", ())}
        for item in sorted({*self.contains, *itertools.chain.from_iterable(self.contains.values())} - known):
            yield _("{item!r} is none of the bonuses that may be announced").format(item=item)
