"""The bonus for small slams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import Field

from tarot_teach.language import N_, _
from tarot_teach.mechanisms.base import Count
from tarot_teach.mechanisms.declare import SLAM, SMALL_SLAM, AnnouncedSlam, AnnouncedSmallSlam, _SmallSlam
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, ResultKey, RowKey
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.score.slam import SLAMS, Kind, SlamFact, Slams, _OfSlams, by_taker, group_words
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, Line, Outcome, Sheet, State
from tarot_teach.text import Text


@dataclass(frozen=True, slots=True)
class SmallSlamFact(SlamFact):
    """Outcomes of small slams, in the words for slams."""


def slam_of(outcome: Outcome) -> tuple[str, ...]:
    """Outcome of a slam, of all tricks."""
    return next((fact.words for fact in outcome.facts.values() if type(fact) is SlamFact), ())


class SmallSlamBonus(_SmallSlam, _OfSlams):
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
    observes = SmallSlamFact
    key = ResultKey(
        SMALL_SLAM, Slams, (), "What became of a small slam, where the rules know one.",
        option="small-slam", help=N_("The result of a small slam."), choices=SLAMS, several=True, concepts=(SMALL_SLAM,),
    )  # fmt: skip
    row = RowKey(
        SMALL_SLAM, str, "", SMALL_SLAM, lambda cell: cell.split("+"),
        title=N_("{small_slam} {group}"), group_words=group_words, more=("small_slam*",),
    )  # fmt: skip

    @property
    def lost(self) -> int:
        return self.but

    def observe(self, state: State, outcome: Outcome) -> SlamFact | None:
        side = takers_side(state)
        if not side or state.unrecorded_tricks or not state.tricks:
            return None
        lost = sum(taken.winner not in side for taken in state.tricks)
        announced = any(done.level == SMALL_SLAM for done in state.declared)
        small = []
        if lost <= self.but:
            small.append("announced-made" if announced else "made")
        elif announced:
            small.append("announced-failed")
        if len(state.tricks) - lost <= self.but:
            small.append("defence")
        return SmallSlamFact(tuple(small)) if small else None

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        # a side that has won a slam, or has announced one, scores that instead
        sides = {slam.startswith("defence") for slam in slam_of(outcome)}
        replaced = [small for small in ("made", "defence") if (small == "defence") in sides]
        fact = self.fact(outcome)
        words = fact.words if fact else ()
        return [self.slam_line(word, outcome, self.amounts) for word in words if word not in replaced]

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

    def impossible(self, outcome: Outcome, fact: SlamFact, game: Game, players: int) -> Iterable[Impossible]:
        yield from super().impossible(outcome, fact, game, players)
        slam = game.offering(SLAM)
        both = [word for word in (*slam_of(outcome), *fact.words) if word.startswith("announced")]
        if len(both) > 1 and isinstance(slam, AnnouncedSlam) and (by_taker(slam) or outcome.alone):
            message = _("the taker announces a slam or a small slam, not both [{rule}]").format(rule=slam.rule)
            yield Impossible("result.announced", message, _("keep the one that was announced"), (SMALL_SLAM,))

    def implies(self, outcome: Outcome, fact: SlamFact | None, game: Game, tricks: int) -> Iterator[Implied]:
        yield from super().implies(outcome, fact, game, tricks)
        if fact is None and not slam_of(outcome):
            honours, won = range(len(game.ruleset.deck.cards) + 1), range(self.but + 1, tricks - self.but)
            yield Implied((_("no small slam"),), "points", self.rule, honours, won, rank=2)

    def from_key(self, value: Any, seats: Sequence[str]) -> SlamFact | None:
        return SmallSlamFact(tuple(value)) if value else None

    @classmethod
    def of_game(cls, value: Any, game: Game, present: bool) -> tuple[Any, Sequence[tuple[str, str]]]:
        return (value if present else ()), ()
