"""Bonuses: handfuls, the last trick, and slams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, get_args

from pydantic import Field

from tarot_teach.cards import Card
from tarot_teach.language import N_, _, as_words
from tarot_teach.mechanisms.base import Count, Flag, HandfulName, Who
from tarot_teach.mechanisms.declare import SLAM, SMALL_SLAM, AnnouncedSmallSlam, ShownHandful
from tarot_teach.mechanisms.interfaces import Scores, SmallSlam, takers_side, won_all_before
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.rules import Ruleset
from tarot_teach.table import DEFENCE, TAKER, Finding, Handful, Line, Outcome, Sheet, State, Taken
from tarot_teach.text import Text


class HandfulBonus(Scores):
    """Each handful shown is worth an amount to the side that wins the deal, whoever showed it."""

    amounts: dict[HandfulName, Count] = Field(description="Game points for each level of a handful.", min_length=1)
    sentence = N_("{handful:a} is worth, to the side that wins the deal: {amounts}.")
    sides = True
    about = "handfuls"

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        side = takers_side(state)
        shown = tuple(
            Handful(done.level, TAKER if done.seat in side else DEFENCE)
            for done in state.declared
            if done.level in self.amounts
        )
        return replace(outcome, handfuls=shown)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [
            self.line(self.amounts[handful.level], level=handful.level, made=outcome.made)
            for handful in outcome.handfuls
        ]

    def label(self, line: Line) -> Text:
        return self.say(_("{level} {handful}"), level=as_words(line.facts["level"]))

    def formula(self) -> tuple[str, str]:
        return "+", self.terms["handful"].plural.label

    def says(self) -> Text:
        amounts = [f"{as_words(level)} {amount}" for level, amount in self.amounts.items()]
        return self.say(_(self.sentence), amounts=amounts)

    def why(self, finding: Finding) -> str:
        if finding.facts["made"]:
            return _("{handful:a} counts for the side that wins the deal, whoever showed it: here {taker:the}'s side.")
        return _("{handful:a} counts for the side that wins the deal, whoever showed it: here the defence.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        for rule in ruleset.at("declare"):
            shown = bound_to(rule, ruleset)
            for level in shown.levels if isinstance(shown, ShownHandful) else ():
                if level not in self.amounts:
                    yield _("there is no amount for a {level} handful").format(level=level)


class LastTrickBonus(Scores):
    """A bonus for the side that wins the last trick with the Petit in it, whoever wins the deal."""

    amount: Count = Field(description="Game points of the bonus.")
    by: Literal["trick", "card"] = Field(
        description="Whether the side has to win the last trick when the Petit is in it, or to win it with the Petit."
    )
    slam_shift: Flag | Literal["card"] = Field(
        description="Whether the last trick but one counts too when a side wins all tricks, the last with the Excuse: yes, no, "
        "or only if that trick is won with the Petit itself (card)."
    )
    sides = True
    marks = ("petit",)
    about = "last_trick_bonus"
    operation = "±"

    def prepare(self) -> None:
        self.petit: int = self.deck.marks["petit"]
        # how the last trick but one has to be won, where it counts too: by ``trick`` or ``card``; None where it never does
        self.by_before: str | None = "card" if self.slam_shift == "card" else self.by if self.slam_shift else None

    def comes_up(self, state: State) -> bool:
        return bool(state.tricks) and bool(state.tricks[-1].trick.mask & self.petit)

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        for taken, by in self._tricks_asked(state):
            if taken.trick.mask & self.petit and (by == "trick" or _winning_card(taken).bit == self.petit):
                return replace(outcome, last_trick_bonus=TAKER if taken.winner in takers_side(state) else DEFENCE)
        return outcome

    def _tricks_asked(self, state: State) -> list[tuple[Taken, str]]:
        """The tricks that can bring the bonus, each with how it has to be won: the last, and the one before where the Excuse
        has won the last."""
        asked = [(taken, str(self.by)) for taken in state.tricks[-1:]]
        if self.by_before and len(state.tricks) > 1 and _winning_card(state.tricks[-1]).is_excuse:
            asked.append((state.tricks[-2], self.by_before))
        return asked

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        side = outcome.last_trick_bonus
        if side is None:
            return []
        added = side == (TAKER if outcome.made else DEFENCE)
        return [self.line(self.amount, "+" if added else "-", side=side, added=added)]

    def says(self) -> Text:
        if self.by == "card":
            return self.say(_("The side that wins the last trick with {petit:the} gets {amount}."))
        return self.say(_("The side that wins the last trick, if {petit:the} is in it, gets {amount}."))

    def why(self, finding: Finding) -> str:
        return {
            (TAKER, True): _("{taker:the}'s side won {last_trick_bonus:the} and the deal: it is added."),
            (TAKER, False): _("{taker:the}'s side won {last_trick_bonus:the} but lost the deal: it is subtracted."),
            (DEFENCE, True): _("The defence won {last_trick_bonus:the} and the deal: it is added."),
            (DEFENCE, False): _("The defence won {last_trick_bonus:the} but lost the deal: it is subtracted."),
        }[finding.facts["side"], finding.facts["added"]]


def _winning_card(taken: Taken) -> Card:
    """The card that has won a trick."""
    cards = taken.trick.cards
    return cards[(taken.winner - taken.trick.leader) % len(cards)]


Kind = Literal["made", "announced", "failed"]
KINDS: dict[str, tuple[Kind, bool]] = {
    "made": ("made", True),
    "announced-made": ("announced", True),
    "announced-failed": ("failed", False),
    "defence": ("made", False),
    "defence-announced-made": ("announced", False),
    "defence-announced-failed": ("failed", True),
}
"""By what became of a slam: the parameter that has the amount, and if it is to the taker's good."""


class _OfSlams(Scores):
    """A bonus for what became of slams."""

    sides = True
    operation = "±"

    def slam_line(self, slam: str, outcome: Outcome, amounts: Mapping[Any, int]) -> Line:
        """The line for what became of a slam. Raises ValueError for a word that is not in ``SLAMS``."""
        if slam not in KINDS:
            raise ValueError(_("{slam!r} is not one of {amounts}").format(slam=slam, amounts=", ".join(KINDS)))
        kind, for_taker = KINDS[slam]
        return self.line(amounts[kind], "+" if for_taker == bool(outcome.made) else "-", slam=slam)

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(self.why(finding))


class SlamBonus(_OfSlams):
    """Winning every trick is worth a bonus, more when it was announced; announced and failed, it costs as much as is set."""

    made: Count = Field(description="Game points for winning every trick without having announced it.")
    announced: Count = Field(description="Game points for winning every trick as announced.")
    failed: Count = Field(description="Game points lost by a side that announced it and did not win every trick.")
    sentence = N_(
        "Winning every trick is worth {made}, or {announced} when announced; announced and failed, it costs {failed}."
    )
    about = SLAM

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        side = takers_side(state)
        if not side or not state.tricks:
            return outcome
        defence = tuple(seat for seat in range(state.players) if seat not in side)
        slams = []
        for seats, made, announced in ((side, "made", "announced"), (defence, "defence", "defence-announced")):
            won = won_all_before(state, seats, len(state.tricks))
            if any(done.level == SLAM and done.seat in seats for done in state.declared):
                slams.append(f"{announced}-made" if won else f"{announced}-failed")
            elif won:
                slams.append(made)
        return replace(outcome, slam=tuple(slams))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [self.slam_line(slam, outcome, self.params.model_dump()) for slam in outcome.slam]

    def why(self, finding: Finding) -> str:
        return {
            "made": _("{taker:the}'s side won every trick, without having announced it."),
            "announced-made": _("{taker:the}'s side won every trick, as announced."),
            "announced-failed": _("{slam:a} was announced, and {taker:the}'s side did not win every trick."),
            "defence": _("The defence won every trick."),
            "defence-announced-made": _("The defence won every trick, as announced."),
            "defence-announced-failed": _("A defender announced {slam:a}, and the defence did not win every trick."),
        }[finding.facts["slam"]]


class SmallSlamBonus(SmallSlam, _OfSlams):
    """Winning all tricks but a few is worth a bonus, more when it was announced; announced and failed, it costs the taker.
    A side that wins every trick, or has announced to, scores that instead, unless it has announced the small slam."""

    amounts: dict[Kind, Count] = Field(
        description="Game points for a small slam made without an announcement, made as announced, and announced and failed."
    )
    sentence = N_(
        "Winning all tricks but {but} is worth {made}, or {announced} when announced; announced and failed, it "
        "costs {failed}."
    )
    about = SMALL_SLAM

    def observe(self, state: State, outcome: Outcome) -> Outcome:
        side = takers_side(state)
        if not side or state.unrecorded_tricks or not state.tricks:
            return outcome
        lost = sum(taken.winner not in side for taken in state.tricks)
        announced = any(done.level == SMALL_SLAM for done in state.declared)
        small = []
        if lost <= self.but:
            small.append("announced-made" if announced else "made")
        elif announced:
            small.append("announced-failed")
        if len(state.tricks) - lost <= self.but:
            small.append("defence")
        return replace(outcome, small_slam=tuple(small))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        # a side that has won a slam, or has announced one, scores that instead
        sides = {slam.startswith("defence") for slam in outcome.slam}
        replaced = [small for small in ("made", "defence") if (small == "defence") in sides]
        return [self.slam_line(small, outcome, self.amounts) for small in outcome.small_slam if small not in replaced]

    def says(self) -> Text:
        return self.say(_(self.sentence), **self.amounts)

    def why(self, finding: Finding) -> str:
        return {
            "made": _("{taker:the}'s side lost no more than {but} tricks, without having announced it."),
            "announced-made": _("{taker:the}'s side lost no more than {but} tricks, as announced."),
            "announced-failed": _("{small_slam:a} was announced, and {taker:the}'s side lost more than {but} tricks."),
        }.get(finding.facts["slam"], _("The defence lost no more than {but} tricks."))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        for rule in ruleset.at("declare"):
            announced = bound_to(rule, ruleset)
            if isinstance(announced, AnnouncedSmallSlam) and announced.but != self.but:
                other = _("{id} is not announced for the number of tricks that {id_2} pays for")
                yield other.format(id=rule.id, id_2=self.rule)
                return
        missing = sorted(set(get_args(Kind)) - set(self.amounts))
        if missing:
            yield _("there is no amount for {missing}").format(missing=", ".join(missing))
