"""A card that is kept for its trick, where a bonus with it has been announced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from pydantic import Field

from tarot_teach.mechanisms.base import CardName, NewName, ParamError, Who, Whole
from tarot_teach.mechanisms.declare.bonus_round import ROUNDS, RoundByWords, _Round
from tarot_teach.mechanisms.keeps_cards import KeepsCards
from tarot_teach.mechanisms.registry import find
from tarot_teach.mechanisms.situation import takers_side
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choose, Finding, State
from tarot_teach.text import Text


class KeptForTrick(KeepsCards):
    """A side that has announced a bonus keeps its card for its trick: before that the card is played only when no other may be, and in that trick it is played
    if it may be. Of several kept cards the last rule decides which goes first. Only where the round of bonuses goes by words is the whole side bound; else it is the announcer alone."""

    item: NewName = Field(description="The bonus, as it is announced.")
    card: CardName = Field(description="The card that is kept.")
    trick: Whole = Field(-1, description="The number of the trick: 1 is the first, -1, as by default, the last.")

    def prepare(self) -> None:
        self.kept: int = self.mask([self.card])
        if not self.trick:
            raise ParamError(_("there is no trick 0"), ("trick",), _("1 is the first, -1 the last"))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        rounds = [rule for rule in ruleset.at("declare") if rule.mechanism in ROUNDS]
        if not any(self.item in getattr(rule.params, "items", ()) for rule in rounds):
            yield _("{item!r} is none of the bonuses that may be announced").format(item=self.item)

    def announcement(self, state: State, seat: int) -> Choose | None:
        mine = seat in takers_side(state)
        for done in state.chosen:
            if done.option == self.item and done.seat in self._announcers(done.rule, state, seat, mine):
                return done
        return None

    def _announcers(self, id: str, state: State, seat: int, mine: bool) -> Sequence[int]:
        """The seats whose announcement in a round binds a seat of the taker's side (``mine``), or of the other."""
        round = self._round(id)
        return round.in_turn(state).seats.get((self.item, mine), ()) if isinstance(round, RoundByWords) else (seat,)

    def _round(self, id: str) -> _Round:
        if id not in self._rounds:
            rule = self.ruleset_rules[id]
            found = find(rule.step, rule.mechanism)(id, rule.params, self.deck)
            assert isinstance(found, _Round)
            found.ruleset_rules = self.ruleset_rules
            self._rounds[id] = found
        return self._rounds[id]

    @cached_property
    def _rounds(self) -> dict[str, _Round]:
        """The rounds in which bonuses are announced, by their rules, as far as they have been asked for."""
        return {}

    def bound(self, state: State, seat: int) -> bool:
        return bool(state.hands[seat] & self.kept) and self.announcement(state, seat) is not None

    def narrow_kept(self, state: State, seat: int, playable: int) -> int:
        if not playable & self.kept or playable == self.kept or self.announcement(state, seat) is None:
            return playable
        last = state.number - 1 + state.hand_size(seat)
        due = self.trick if self.trick > 0 else last + 1 + self.trick
        if state.number > due:
            return playable
        return playable & self.kept if state.number == due else playable & ~self.kept

    def says(self) -> Text:
        phrase = _(
            "A side that has announced this bonus keeps {card} for its trick: before, it is played only when no other card may be, and then it is played if it may be."
        )
        return self.say(phrase, card=self.deck.set(self.kept))

    def why(self, finding: Finding) -> str:
        return _(
            "The bonus has been announced: {kept} is kept for its trick as long as another card may be played, and played then."
        )

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"kept": self.deck.set(self.kept)}
