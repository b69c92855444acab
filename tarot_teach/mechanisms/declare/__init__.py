"""Announcements: slams, handfuls, and hands that lack something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from tarot_teach.cards import CardSet
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.base import (
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
from tarot_teach.messages import N_, _, as_words, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import NOTHING, Choose, Effect, Finding, Pick, State
from tarot_teach.table.events import Announced, Step
from tarot_teach.text import Text

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
