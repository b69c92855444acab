"""The question of what each card that a seat played cost, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block
from tarot_teach.engine.notation import read_seat
from tarot_teach.loading import Library
from tarot_teach.messages import N_
from tarot_teach.questions.base import PAGE, Files, Question, Report, asks, counted
from tarot_teach.records.replay import Replay
from tarot_teach.rules import Ruleset
from tarot_teach.topics.review.card_costs import WORLDS
from tarot_teach.topics.review.review import Review, machine_deal, review
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.seating import MOST_WORLDS


@dataclass(frozen=True, slots=True, repr=False)
class DealReview(Report):
    """A deal looked back on by one seat; ``review`` has the facts."""

    review: Review

    def blocks(self) -> list[Block]:
        return list(self.review.blocks())

    def to_dict(self) -> dict[str, Any]:
        return self.review.to_dict()

    def _summary(self) -> str:
        done = self.review.done
        return f"{done.record.file.id}, {done.start.seats[self.review.seat]}: {counted(len(self.review.costs), 'decision')}"


@dataclass(frozen=True, kw_only=True)
class ReviewQuestion(Question[DealReview]):
    """Say what each card that a seat played in RECORD, an example by its id or a file, cost in game points, the most costly first; and hold its bids and discards
    against the strong player's.

    With --deal, RECORD is a ruleset, and the deal is one of the machine's.
    """

    name: ClassVar[str] = "review"
    argument: ClassVar[str] = "record"
    formats: ClassVar[tuple[str, ...]] = PAGE
    document: ClassVar[bool] = True
    done: Replay | None = None
    game: Ruleset | None = None
    seat: str | None = asks(N_("The seat; without it, the first."), metavar="S")
    deal: int | None = asks(
        N_("The number of a deal that simple players play, in place of a record."), metavar="N", least=0, most=SEEDS - 1
    )
    worlds: int = asks(
        N_("The number of possible deals of the hidden cards for each card."),
        default=WORLDS,
        metavar="N",
        least=2,
        most=MOST_WORLDS,
    )
    seed: int = asks(N_("The seed of these deals."), default=0, metavar="N", least=0, most=SEEDS - 1)
    last: int | None = asks(
        N_("Only the play with at most so many cards in hand, without bids and discards."), metavar="N", least=1
    )

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        named = names[0]
        return {"done": files.replayed(named)} if given.get("deal") is None else {"game": files.ruleset(named)}

    def title_of(self, answer: DealReview) -> str:
        return answer.review.done.record.file.title

    def answer(self, library: Library) -> DealReview:
        done = self.done
        if done is None:
            assert self.game is not None
            done = machine_deal(self.game, advice_for(library, self.game), self.deal or 0)
        seat = 0 if self.seat is None else read_seat(done.start, self.seat)
        advice = advice_for(library, done.engine.ruleset)
        return DealReview(review(done, seat, advice, self.worlds, self.seed, self.last))
