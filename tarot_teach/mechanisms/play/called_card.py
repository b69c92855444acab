"""Cards of the talon that a called card brings."""

from __future__ import annotations

from tarot_teach.language import N_, _
from tarot_teach.mechanisms.interfaces import AfterTrick
from tarot_teach.table import Finding, State, Taken
from tarot_teach.table.events import RestOfTalonWon, Step


class CalledCardBringsTalon(AfterTrick):
    """A taker who wins a trick with the called card, which was in the talon, gets the rest of the talon as well."""

    sentence = N_(
        "When the called card was in {talon:the}, and {taker:the} wins a trick with it, {taker:the}'s pile also gets the rest of {talon:the}."
    )

    def after(self, state: State, taken: Taken) -> Step:
        called, (mine, theirs) = state.auction.called, state.side_piles
        rest = theirs & state.talon
        if (
            called is None
            or not called.bit & state.talon
            or not rest
            or taken.winner != state.auction.taker
            or taken.winning_card is not called
        ):
            return state, ()
        cards = self.deck.set(rest)
        event = RestOfTalonWon(
            taken.winner, cards, findings=(self.decides(seat=taken.winner, card=called, cards=cards),)
        )
        return state._replace(side_piles=(mine | rest, theirs & ~rest)), (event,)

    def why(self, finding: Finding) -> str:
        return _("{who} has won a trick with {card}, and gets the rest of {talon:the}: {cards}.")
