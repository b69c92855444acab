"""Any card in the light of the rules: whether it may be played, or laid away, and by which rule it is refused."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.cards import Card
from tarot_teach.explain.tricks import Narrator
from tarot_teach.explain.why import describe_verdict, refusing, rule_of
from tarot_teach.language import _
from tarot_teach.records.replay import Replay
from tarot_teach.table import Phase, Play, State
from tarot_teach.text import say


def describe_card(replay: Replay, state: State, card: Card) -> list[Block]:
    """What the rules say of a card in a state of a replay, for the seat that is to play it or to lay it away."""
    return list(_Judge(replay).judge(state, card))


class _Judge(Narrator):
    def judge(self, state: State, card: Card) -> Iterator[Block]:
        if state.turn is not None and state.phase is Phase.PLAY:
            yield from self._played(state, state.turn, card)
        elif state.turn is not None and state.phase is Phase.DISCARD:
            yield from self._laid_away(state, state.turn, card)
        else:
            yield Paragraph(say(_("No card is to be played here.")), "refused")

    def _played(self, state: State, seat: int, card: Card) -> Iterator[Block]:
        verdict = self.engine.check(state, Play(seat, card))
        if verdict.allowed:
            phrase = _("{who} may play {card}.")
            if not verdict.certain:
                phrase = _("{who} may play {card}, as far as the hand is known.")
            yield Paragraph(say(phrase, who=self.who(seat), card=card), "allowed")
        yield from describe_verdict(self.engine, verdict, self.who)

    def _laid_away(self, state: State, seat: int, card: Card) -> Iterator[Block]:
        """One card alone: that more have to go with it is no reason against it."""
        choice = self.engine.legal(state).discard
        assert choice is not None
        if card in choice.allowed:
            phrase = _("{who} has to lay away {card}.") if card in choice.obliged else _("{who} may lay away {card}.")
            yield Paragraph(say(phrase, who=self.who(seat), card=card), "allowed")
            return
        yield Paragraph(say(_("{who} may not lay away {card}."), who=self.who(seat), card=card), "refused")
        finding = refusing(self.engine, state, card)
        yield Paragraph(self.engine.because(finding, self.who), "refused")
        yield from rule_of(self.engine, finding)
