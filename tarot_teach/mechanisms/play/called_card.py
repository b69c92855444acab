"""Cards of the talon that a called card brings."""

from __future__ import annotations

from tarot_teach.masks import wide
from tarot_teach.mechanisms.in_words import card_at, in_words
from tarot_teach.mechanisms.interfaces import AfterTrick
from tarot_teach.messages import N_, _
from tarot_teach.table import Finding, State, Taken, Trick
from tarot_teach.table.events import RestOfTalonWon, Step


class CalledCardBringsTalon(AfterTrick):
    """A taker who wins a trick with the called card, which was in the talon, gets the rest of the talon as well."""

    sentence = N_(
        "When the called card was in {talon:the}, and {taker:the} wins a trick with it, {taker:the}'s pile also gets the rest of {talon:the}."
    )

    brings_rest = True

    @in_words()
    def brings(self, state: State, trick: Trick, winner: int) -> int:
        place = (winner - trick.leader + state.players) % state.players
        if winner != state.taker or not card_at(trick, place) & state.called & state.talon:
            return wide(0)
        return state.side_piles[1] & state.talon

    def after(self, state: State, taken: Taken) -> Step:
        (mine, theirs), rest = state.side_piles, self.brings(state, taken.trick, taken.winner)
        if not rest:
            return state, ()
        cards = self.deck.set(rest)
        finding = self.decides(seat=taken.winner, card=state.auction.called, cards=cards)
        event = RestOfTalonWon(taken.winner, cards, findings=(finding,))
        return state._replace(side_piles=(mine | rest, theirs & ~rest)), (event,)

    def why(self, finding: Finding) -> str:
        return _("{who} has won a trick with {card}, and gets the rest of {talon:the}: {cards}.")
