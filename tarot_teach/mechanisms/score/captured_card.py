"""A payment by the player whose card is captured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pydantic import Field

from tarot_teach.mechanisms.base import CardName, Count, Flag, Who
from tarot_teach.mechanisms.interfaces import PaysApart
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, Observes
from tarot_teach.mechanisms.situation import is_alone
from tarot_teach.messages import N_, _
from tarot_teach.table import DEFENCE, TAKER, Apart, Outcome, SeatsFact, State
from tarot_teach.text import Text


class CardCaptured(PaysApart, Observes[SeatsFact]):
    """A player who plays a certain card to a trick that somebody else wins loses an amount, apart from the contract; so does a taker who
    leaves it in the talon, where that counts."""

    card: CardName = Field(description="The card.")
    pays: Count = Field(description="Game points that its owner loses.")
    talon: Flag = Field(description="Whether a taker loses them who leaves the card in the talon for the defence.")
    reason = N_("{who} has lost {captured}, which costs {pays}.")
    observes = SeatsFact

    def prepare(self) -> None:
        self.about: int = self.mask([self.card])

    def observe(self, state: State, outcome: Outcome) -> SeatsFact | None:
        taker = state.auction.taker
        if self.talon and taker is not None and self.about & state.talon & state.side_piles[1]:
            return SeatsFact((taker,))
        for taken in state.tricks:
            for seat, card in taken.trick.by(state.players):
                if card.bit == self.about and seat != taken.winner:
                    return SeatsFact((seat,))
        return None

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        fact, captured = self.fact(outcome), self.deck.set(self.about)
        return [
            Apart(
                self.decides(seat=loser, captured=captured),
                tuple(Fraction(-self.pays if seat == loser else 0) for seat in range(players)),
            )
            for loser in (fact.seats if fact else ())
        ]

    def says(self) -> Text:
        phrase = _("A player who plays {captured} to a trick that somebody else wins loses {pays}.")
        if self.talon:
            phrase = _(
                "A player who plays {captured} to a trick that somebody else wins loses {pays}, and so does {taker:the} who leaves it in {talon:the}."
            )
        return self.say(phrase, captured=self.deck.set(self.about))

    def tells(self, fact: SeatsFact, who: Who) -> Iterator[Text]:
        for seat in fact.seats:
            yield self.say(_("{who} has lost {captured}."), who=who(seat), captured=self.deck.set(self.about))

    def impossible(self, outcome: Outcome, fact: SeatsFact, game: Game, players: int) -> Iterable[Impossible]:
        if len(fact.seats) > 1:
            message, hint = _("only one player can lose a card"), _("name one")
            yield Impossible("result.fact", message, hint, (self.rule,))
        if max(fact.seats, default=0) >= players:
            message = _("there is no player {seat}").format(seat=max(fact.seats) + 1)
            yield Impossible("result.fact", message, _("number the players from 1"), (self.rule,))

    def implies(self, outcome: Outcome, fact: SeatsFact | None, game: Game, players: int) -> Iterator[Implied]:
        if fact is None or outcome.taker is None or self.about & game.movable:
            return
        side = TAKER if fact.seats[0] in (outcome.taker, outcome.partner) else DEFENCE
        if is_alone(outcome, side, players):  # nobody of the same side can have won the card
            words, tricks = (_("{card} lost").format(card=self.deck.set(self.about)),), game.deals.tricks(players)
            cards = (0, self.about) if side == TAKER else (self.about, 0)
            yield Implied(words, self.rule, self.rule, range(tricks + 1), *cards, rank=1)

    def values(self, game: Game, players: int) -> str:
        return _("the seat of the player who has lost the card")
