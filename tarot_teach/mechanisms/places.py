"""The place of each player in the order of play, as a fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tarot_teach.mechanisms.base import Who
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.messages import _
from tarot_teach.table import NumberFact, Outcome, State
from tarot_teach.text import Text


class HasPlace(Observes[NumberFact]):
    """A rule that asks for the place of each player in the order of play, from 1 for the player after the dealer."""

    observes = NumberFact
    always = True

    def observe(self, state: State, outcome: Outcome) -> NumberFact:
        assert outcome.seat is not None
        return NumberFact((outcome.seat - state.dealer - 1) % state.players + 1)

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        if fact.number == 1:
            yield self.say(_("This is the player after the dealer."))

    def values(self, game: Game, players: int) -> str:
        return _("the place in the order of play, 1 for the player after the dealer, to {players}").format(
            players=players
        )

    def example(self, game: Game, players: int) -> str:
        return "1"

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        if not 1 <= fact.number <= players:
            message = _("there is no place {number} in the order of {players} players")
            message = message.format(number=fact.number, players=players)
            yield Impossible("result.fact", message, _("number the places from 1"), (self.rule,))

    def impossible_together(self, facts: Sequence[NumberFact | None], game: Game, players: int) -> Iterable[Impossible]:
        places = [fact.number for fact in facts if fact is not None]
        if len({*places}) < len(places):
            message = _("two players cannot have the same place in the order of play")
            yield Impossible("result.fact", message, _("number the places from 1"), (self.rule,))
