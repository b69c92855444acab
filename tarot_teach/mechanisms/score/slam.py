"""The bonuses for slams, and for small slams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from tarot_teach.mechanisms.base import Count, Who
from tarot_teach.mechanisms.bonus_events import BonusFact, TricksWon, side_of
from tarot_teach.mechanisms.declare import SLAM, SMALL_SLAM, AnnouncedSlam, AnnouncedSmallSlam, _SmallSlam
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import FeatureKey, Game, Implied, Impossible, Observes, ResultKey, RowKey
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import N_, _, as_words, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, Fact, Finding, Line, Outcome, Sheet, State
from tarot_teach.table.facts import ANNOUNCED, FAILED, MADE, one_of, words_of
from tarot_teach.text import Text, row_of

Slam = Literal[
    "made", "announced-made", "announced-failed", "defence", "defence-announced-made", "defence-announced-failed"
]
SLAMS: tuple[Slam, ...] = get_args(Slam)
"""The words for a slam: made or failed by the taker's side or the defence, announced or not."""

SPELLED: dict[str, BonusFact] = {
    "made": BonusFact(TAKER),
    "announced-made": BonusFact(TAKER, announced=True),
    "announced-failed": BonusFact(TAKER, made=False, announced=True),
    "defence": BonusFact(DEFENCE),
    "defence-announced-made": BonusFact(DEFENCE, announced=True),
    "defence-announced-failed": BonusFact(DEFENCE, made=False, announced=True),
}
"""The facts of a slam, by their words."""
_WORDS = {fact: word for word, fact in SPELLED.items()}

Kind = Literal["made", "announced", "failed"]
"""The amounts for slams."""

Slams = Annotated[
    tuple[Slam, ...],
    BeforeValidator(lambda given: (given,) if isinstance(given, str) else given),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": list(SLAMS), "type": "string"},
                {"items": {"enum": list(SLAMS), "type": "string"}, "type": "array"},
            ]
        }
    ),
]
"""Results of slams: one word, or a list of two where one side failed an announced slam and the other side won one."""

GROUPS = {
    "made": N_("made"),
    "announced-made": N_("announced and made"),
    "announced-failed": N_("announced and failed"),
    "defence": N_("made by the defence"),
    "defence-announced-made": N_("announced and made by the defence"),
    "defence-announced-failed": N_("announced and failed by the defence"),
}
_IN_A_RESULT = {
    "made": N_("a {slam}"),
    "announced-made": N_("a {slam} announced and made"),
    "announced-failed": N_("a {slam} announced and failed"),
    "defence": N_("a {slam} of the defence"),
    "defence-announced-made": N_("a {slam} announced and made by the defence"),
    "defence-announced-failed": N_("a {slam} announced and failed by the defence"),
}
_SENTENCES = {
    "made": N_("{slam}: made by {taker:the}'s side, not announced."),
    "announced-made": N_("{slam}: announced by {taker:the}, and made."),
    "announced-failed": N_("{slam}: announced by {taker:the}, and not made."),
    "defence": N_("{slam}: made by the defence, not announced."),
    "defence-announced-made": N_("{slam}: announced by the defence, and made."),
    "defence-announced-failed": N_("{slam}: announced by the defence, and not made."),
}


@dataclass(frozen=True, slots=True)
class SlamFact(Fact):
    """Outcomes of slams, each one of :data:`SLAMS`: two where a side has failed what it announced and the other has won one."""

    vocabulary: ClassVar[tuple[str, ...]] = (DEFENCE, ANNOUNCED, MADE, FAILED)
    words: tuple[str, ...]

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        return cls(tuple(one_of(word, SLAMS) for word in words_of(text)))

    def __str__(self) -> str:
        return "+".join(self.words)


@dataclass(frozen=True, slots=True)
class SmallSlamFact(SlamFact):
    """Outcomes of small slams, in the words for slams."""


def group_words(group: str, _sides: Mapping[str, str]) -> str:
    """Outcome of a slam, as the end of a figure's title."""
    return _(GROUPS[group]) if group in GROUPS else group


def by_taker(offer: object) -> bool:
    """True for an announcement that is the taker's alone."""
    return isinstance(offer, AnnouncedSlam) and offer.by == TAKER


def slam_of(outcome: Outcome) -> tuple[str, ...]:
    """Outcome of a slam, of all tricks."""
    return next((fact.words for fact in outcome.facts.values() if type(fact) is SlamFact), ())


class _OfSlams(Scores, Observes[SlamFact]):
    """A bonus for what became of slams, of each side."""

    sides = True
    operation = "±"
    observes: type[SlamFact] = SlamFact
    lost: int = 0  # tricks that a side may lose and still make it
    no_slam: ClassVar[str]

    def prepare(self) -> None:
        self.does: TricksWon = TricksWon(self.lost)

    def observe(self, state: State, outcome: Outcome) -> SlamFact | None:
        if not takers_side(state) or not state.tricks or (self.lost and state.unrecorded_tricks):
            return None
        made = {side for side, _made in self.does.tried(state, outcome)}
        announced = {side_of(state, done.seat) for done in state.declared if done.level == self.about}
        words = [
            _WORDS[BonusFact(side, side in made, side in announced)] for side in BOTH_SIDES if side in made | announced
        ]
        return self.observes(tuple(words)) if words else None

    def slam_line(self, word: str, outcome: Outcome, amounts: Mapping[Any, int]) -> Line:
        """The line for what became of a slam."""
        fact = SPELLED[word]
        amount = amounts["made" if not fact.announced else "announced" if fact.made else "failed"]
        return self.line(amount, "+" if fact.for_taker == bool(outcome.made) else "-", slam=word)

    def because(self, finding: Finding, who: Who) -> Text:
        return self.say(self.why(finding))

    def tells(self, fact: SlamFact, who: Who) -> Iterator[Text]:
        slam = self.terms[self.about]
        yield from (self.say(_(_SENTENCES[word]), slam=slam) for word in fact.words)

    def impossible(self, outcome: Outcome, fact: SlamFact, game: Game, players: int) -> Iterable[Impossible]:
        name, facts = self.about, fact.words

        def unannounced(message: str, hint: str = "") -> Impossible:
            return Impossible("result.announced", message, hint or _("keep the one that was announced"), (name,))

        if len({word.startswith(DEFENCE) for word in facts}) < len(facts):
            message = _("one side cannot have brought about both {facts}").format(facts=row_of(facts))
            yield Impossible("result.slam", message, _("keep one of them for each side"), (name,))
        offer, words = game.offering(name), as_words(name)
        announced = [word for word in facts if "announced" in word]
        if announced and offer is None:
            message = _("a {words} cannot be announced in {name}").format(words=words, name=game.ruleset.name)
            yield unannounced(message, _("leave out that it was announced"))
        takers = isinstance(offer, AnnouncedSmallSlam) or by_taker(offer)
        if offer is not None and takers and any(word.startswith(DEFENCE) for word in announced):
            message = _("only the taker announces a {words} [{rule}]").format(words=words, rule=offer.rule)
            yield unannounced(message, _("leave out that it was announced"))
        if isinstance(offer, AnnouncedSlam) and len(announced) > 1:
            yield unannounced(_("a {name} is announced once in a deal [{rule}]").format(name=words, rule=offer.rule))

    def implies(self, outcome: Outcome, fact: SlamFact | None, game: Game, players: int) -> Iterator[Implied]:
        for word in fact.words if fact else ():
            words = _(_IN_A_RESULT[word]).format(slam=as_words(self.about))
            for sure in self.does.certain(SPELLED[word], outcome, game, players):
                yield Implied((words,), self.about, self.rule, sure.tricks)
        for sure in self.does.certain(None, outcome, game, players) if self.nobody(outcome, fact) else ():
            yield Implied((_(self.no_slam),), "points", self.rule, sure.tricks, rank=sure.rank)

    def nobody(self, outcome: Outcome, fact: SlamFact | None) -> bool:
        """True where a result without a slam tells that nobody has made one."""
        return fact is None or not any(SPELLED[word].made for word in fact.words)

    def choices(self) -> list[tuple[str, str]]:
        return [(word, as_words(word.replace("-", " "))) for word in SLAMS]

    def from_key(self, value: Any, seats: Sequence[str]) -> SlamFact | None:
        return self.observes(tuple(value)) if value else None


class SlamBonus(_OfSlams):
    """Winning every trick is worth a bonus, more when it was announced; announced and failed, it costs as much as is set."""

    made: Count = Field(description="Game points for winning every trick without having announced it.")
    announced: Count = Field(description="Game points for winning every trick as announced.")
    failed: Count = Field(description="Game points lost by a side that announced it and did not win every trick.")
    sentence = N_(
        "Winning every trick is worth {made}, or {announced} when announced; announced and failed, it costs {failed}."
    )
    about = SLAM
    no_slam = N_("no slam")
    key = ResultKey(
        SLAM, Slams, (), "What became of a slam; a list where one side failed it and the other won it.",
        option="slam", help=N_("What became of a slam, in games that pay for one."), choices=SLAMS, several=True, concepts=(SLAM,),
    )  # fmt: skip
    row = RowKey(
        SLAM,
        str,
        "",
        SLAM,
        lambda cell: cell.split("+"),
        title=N_("{slam} {group}"),
        group_words=group_words,
        main=("slam*",),
    )
    shown = (FeatureKey(SLAM, N_("{slam:a}"), N_("taking every trick brings no bonus")),)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact, amounts = self.fact(outcome), self.params.model_dump()
        return [self.slam_line(word, outcome, amounts) for word in (fact.words if fact else ())]

    def why(self, finding: Finding) -> str:
        return {
            "made": _("{taker:the}'s side won every trick, without having announced it."),
            "announced-made": _("{taker:the}'s side won every trick, as announced."),
            "announced-failed": _("{slam:a} was announced, and {taker:the}'s side did not win every trick."),
            "defence": _("The defence won every trick."),
            "defence-announced-made": _("The defence won every trick, as announced."),
            "defence-announced-failed": _("A defender announced {slam:a}, and the defence did not win every trick."),
        }[finding.facts["slam"]]


class SmallSlamBonus(_SmallSlam, _OfSlams):
    """Winning all tricks but a few is worth a bonus, more when it was announced; announced and failed, it costs the taker.
    A side that wins every trick, or has announced to, scores that instead, unless it has announced the small slam."""

    amounts: dict[Kind, Count] = Field(
        description="Game points for a small slam made without an announcement, made as announced, and announced and failed."
    )
    about = SMALL_SLAM
    no_slam = N_("no small slam")
    observes = SmallSlamFact
    key = ResultKey(
        SMALL_SLAM, Slams, (), "What became of a small slam, where the rules know one.",
        option="small-slam", help=N_("What became of a small slam, in games that pay for one."), choices=SLAMS, several=True, concepts=(SMALL_SLAM,),
    )  # fmt: skip
    row = RowKey(
        SMALL_SLAM, str, "", SMALL_SLAM, lambda cell: cell.split("+"),
        title=N_("{small_slam} {group}"), group_words=group_words, more=("small_slam*",),
    )  # fmt: skip

    def prepare(self) -> None:
        self.lost = self.but
        super().prepare()

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        # a side that has won a slam, or has announced one, scores that instead
        sides = {slam.startswith("defence") for slam in slam_of(outcome)}
        replaced = [small for small in ("made", "defence") if (small == "defence") in sides]
        fact = self.fact(outcome)
        words = fact.words if fact else ()
        return [self.slam_line(word, outcome, self.amounts) for word in words if word not in replaced]

    def says(self) -> Text:
        phrase = ngettext(
            "Winning all tricks but one is worth {made}, or {announced} when announced; announced and failed, it costs {failed}.",
            "Winning all tricks but {but} is worth {made}, or {announced} when announced; announced and failed, it costs {failed}.",
            self.but,
        )
        return self.say(phrase, **self.amounts)

    def why(self, finding: Finding) -> str:
        if finding.facts["slam"] == "made":
            return ngettext(
                "{taker:the}'s side lost no more than one trick, without having announced it.",
                "{taker:the}'s side lost no more than {but} tricks, without having announced it.",
                self.but,
            )
        if finding.facts["slam"] == "announced-made":
            return ngettext(
                "{taker:the}'s side lost no more than one trick, as announced.",
                "{taker:the}'s side lost no more than {but} tricks, as announced.",
                self.but,
            )
        if finding.facts["slam"] == "announced-failed":
            return ngettext(
                "{small_slam:a} was announced, and {taker:the}'s side lost more than one trick.",
                "{small_slam:a} was announced, and {taker:the}'s side lost more than {but} tricks.",
                self.but,
            )
        return ngettext(
            "The defence lost no more than one trick.", "The defence lost no more than {but} tricks.", self.but
        )

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

    def nobody(self, outcome: Outcome, fact: SlamFact | None) -> bool:
        return fact is None and not slam_of(outcome)

    @classmethod
    def of_game(cls, value: Any, game: Game, present: bool) -> tuple[Any, Sequence[tuple[str, str]]]:
        return (value if present else ()), ()
