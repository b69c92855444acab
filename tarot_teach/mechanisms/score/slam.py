"""The bonus for slams, and what it has in common with that for small slams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, WithJsonSchema

from tarot_teach.language import N_, _, as_words
from tarot_teach.mechanisms.base import Count, Who
from tarot_teach.mechanisms.declare import SLAM, AnnouncedSlam, AnnouncedSmallSlam
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, Observes, ResultKey, RowKey, Shown
from tarot_teach.mechanisms.situation import takers_side, won_all_before
from tarot_teach.table import DEFENCE, TAKER, Fact, Finding, Line, Outcome, Sheet, State
from tarot_teach.table.facts import one_of, words_of
from tarot_teach.text import Text, row_of

SLAMS = ("made", "announced-made", "announced-failed", "defence", "defence-announced-made", "defence-announced-failed")
"""The words for a slam: made or failed by the taker's side or the defence, announced or not."""

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

Slam = Literal[
    "made", "announced-made", "announced-failed", "defence", "defence-announced-made", "defence-announced-failed"
]
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

    words: tuple[str, ...]

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        return cls(tuple(one_of(word, SLAMS) for word in words_of(text)))

    def __str__(self) -> str:
        return "+".join(self.words)


def group_words(group: str, _sides: Mapping[str, str]) -> str:
    """Outcome of a slam, as the end of a figure's title."""
    return _(GROUPS[group]) if group in GROUPS else group


def by_taker(offer: object) -> bool:
    """True for an announcement that is the taker's alone."""
    return isinstance(offer, AnnouncedSlam) and offer.by == TAKER


class _OfSlams(Scores, Observes[SlamFact]):
    """A bonus for what became of slams."""

    sides = True
    operation = "±"
    observes = SlamFact

    @property
    def lost(self) -> int:
        """Number of tricks that a side may lose and still make it."""
        return 0

    def slam_line(self, slam: str, outcome: Outcome, amounts: Mapping[Any, int]) -> Line:
        """The line for what became of a slam."""
        kind, for_taker = KINDS[slam]
        return self.line(amounts[kind], "+" if for_taker == bool(outcome.made) else "-", slam=slam)

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

    def implies(self, outcome: Outcome, fact: SlamFact | None, game: Game, tricks: int) -> Iterator[Implied]:
        honours = range(len(game.ruleset.deck.cards) + 1)
        for word in fact.words if fact else ():
            words = _(_IN_A_RESULT[word]).format(slam=as_words(self.about))
            yield Implied((words,), self.about, self.rule, honours, self._tricks(word, tricks))

    def _tricks(self, word: str, tricks: int) -> range:
        """The numbers of tricks that the taker's side can have won, given what became of a slam."""
        match word:
            case "made" | "announced-made":
                return range(tricks - self.lost, tricks + 1)
            case "announced-failed":
                return range(tricks - self.lost)
            case "defence" | "defence-announced-made":
                return range(self.lost + 1)
        return range(self.lost + 1, tricks + 1)

    def choices(self) -> list[tuple[str, str]]:
        return [(word, as_words(word.replace("-", " "))) for word in SLAMS]

    def from_key(self, value: Any, seats: Sequence[str]) -> SlamFact | None:
        return SlamFact(tuple(value)) if value else None


class SlamBonus(_OfSlams):
    """Winning every trick is worth a bonus, more when it was announced; announced and failed, it costs as much as is set."""

    made: Count = Field(description="Game points for winning every trick without having announced it.")
    announced: Count = Field(description="Game points for winning every trick as announced.")
    failed: Count = Field(description="Game points lost by a side that announced it and did not win every trick.")
    sentence = N_(
        "Winning every trick is worth {made}, or {announced} when announced; announced and failed, it costs {failed}."
    )
    about = SLAM
    key = ResultKey(
        SLAM, Slams, (), "What became of a slam; a list where one side failed it and the other won it.",
        option="slam", help=N_("The result of a slam."), choices=SLAMS, several=True, concepts=(SLAM,),
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
    shown = (Shown(SLAM, N_("{slam:a}"), N_("taking every trick brings no bonus")),)

    def observe(self, state: State, outcome: Outcome) -> SlamFact | None:
        side = takers_side(state)
        if not side or not state.tricks:
            return None
        defence = tuple(seat for seat in range(state.players) if seat not in side)
        slams = []
        for seats, made, announced in ((side, "made", "announced"), (defence, "defence", "defence-announced")):
            won = won_all_before(state, seats, len(state.tricks))
            if any(done.level == SLAM and done.seat in seats for done in state.declared):
                slams.append(f"{announced}-made" if won else f"{announced}-failed")
            elif won:
                slams.append(made)
        return SlamFact(tuple(slams)) if slams else None

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

    def implies(self, outcome: Outcome, fact: SlamFact | None, game: Game, tricks: int) -> Iterator[Implied]:
        yield from super().implies(outcome, fact, game, tricks)
        if fact is None or all("failed" in word for word in fact.words):
            honours = range(len(game.ruleset.deck.cards) + 1)
            yield Implied((_("no slam"),), "points", self.rule, honours, range(1, tricks), rank=2)
