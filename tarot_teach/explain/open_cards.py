"""Values of the allowed cards in the last tricks of an example with all cards open: computed once, kept in a file beside the example, and laid into
lessons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tarot_teach.blocks import Block, Paragraph, PlayRow, Spoiler, Stepper, TrickDiagram
from tarot_teach.cards import Card, halves_text, points_number
from tarot_teach.errors import SolveError
from tarot_teach.explain.kept_values import can_keep, choices, keep_entry, kept_entry
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.shares import Shares, kept_shares, sentence_on_seen, shares_to_keep
from tarot_teach.messages import _, ngettext, pgettext
from tarot_teach.records.replay import Replay
from tarot_teach.solver import (
    Objective,
    OpenPlay,
    Solver,
    is_solved_by_positions,
    objective_of,
    position_of,
    seats_for_most,
    side_of,
)
from tarot_teach.table import Play
from tarot_teach.text import Text, listed, say

OpenValues = Mapping[int, tuple[int, ...]]
"""By the number of a move, from 0: the result after each allowed card, in the order of the pack: half-points of the taker's side, or what else the game is about, for the side that
:class:`~tarot_teach.solver.OpenPlay` names."""
FEW_NODES = 300_000
"""The most positions that are searched for a card where endings are solved in any game; a card that needs more is left out."""


def open_values(replay: Replay) -> OpenValues:
    """The values of a replay, of those positions that the solver can take and decide; from the last one back, since later ones help with
    earlier ones."""
    found: dict[int, tuple[int, ...]] = {}
    solver: Solver | None = None
    for index, move in reversed([*choices(replay)]):
        with suppress(SolveError):
            if not is_solved_by_positions(replay.engine, move.before.auction.contract):
                values = dict(OpenPlay(replay.engine, move.before, nodes=FEW_NODES).each_card()).values()
                if not all(value.exact for value in values):
                    break
                found[index] = tuple(value.low for value in values)
                continue
            position = position_of(replay.engine, move.before)
            solver = solver or Solver(position.rules, Objective.POINTS)
            values = solver.cards(position).values()
            if all(value.exact for value in values):
                found[index] = tuple(value.low for value in values)
    return {index: found[index] for index in sorted(found)}


def kept_values(replay: Replay) -> OpenValues:
    """The values that are kept beside the example of a replay; none where they belong to another position, other rules or another solver."""
    sizes = {index: replay.engine.legal(move.before).cards.bit_count() for index, move in choices(replay)}
    values = {int(index): tuple(halves) for index, halves in kept_entry(replay).get("values", {}).items()}
    return {index: halves for index, halves in values.items() if len(halves) == sizes.get(index)}


def keep_values(replay: Replay) -> Path | None:
    """Compute the values of a replay and keep them beside its example; None for one that is not in a file, or that the solver cannot take."""
    if not can_keep(replay):
        return None
    return keep_entry(replay, values=open_values(replay), seen=shares_to_keep(replay))


# ------------------------------------------------------------------------------- in lessons


def with_open_cards(blocks: Iterable[Block], replay: Replay) -> list[Block]:
    """The blocks of a lesson, in which each play has what the allowed cards bring, as far as that is kept."""
    kept = kept_values(replay)
    if not kept:
        return [*blocks]
    shares = kept_shares(replay)
    return [_with_values(block, replay, kept, shares) for block in blocks]


def _with_values(block: Block, replay: Replay, kept: OpenValues, shares: Shares) -> Block:
    match block:
        case Stepper() | Spoiler():
            return replace(block, blocks=tuple(_with_values(part, replay, kept, shares) for part in block.blocks))
        case TrickDiagram():
            return replace(block, plays=tuple(_with_sentence(play, replay, kept, shares) for play in block.plays))
    return block


def _with_sentence(play: PlayRow, replay: Replay, kept: OpenValues, shares: Shares) -> PlayRow:
    index = play.number - 1
    if index not in kept:
        return play
    cost = cost_of(replay, index, kept[index]) > 0
    return replace(play, open_cards=sentence(replay, index, kept[index], shares), cost=cost)


def cost_of(replay: Replay, index: int, results: tuple[int, ...]) -> int:
    """The cost of the card of a move to its side, in the unit of the results."""
    move = replay.deal.moves[index]
    assert isinstance(move.action, Play)
    cards = move.before.deck.set(replay.engine.legal(move.before).cards)
    best = (max if move.action.seat in seats_for_most(replay.engine, move.before) else min)(results)
    return abs(dict(zip(cards, results, strict=True))[move.action.card] - best)


def describe_open_cards(replay: Replay, index: int) -> list[Block]:
    """The values of the cards at a move, as far as they are kept."""
    halves = kept_values(replay).get(index)
    if halves is None:
        return [Paragraph(say(_("No values with open cards are kept for this step.")), "refused")]
    return [Paragraph(sentence(replay, index, halves, kept_shares(replay)))]


def sentence(replay: Replay, index: int, halves: tuple[int, ...], shares: Shares) -> Text:
    """The values of the cards at a move, the best for the seat first, and what the played one cost; where few cards
    were hidden, also how often it is best over deals that fit what its player had seen."""
    move = replay.deal.moves[index]
    assert isinstance(move.action, Play)
    state = move.before
    values = dict(zip(state.deck.set(replay.engine.legal(state).cards), halves, strict=True))
    for_most = move.action.seat in seats_for_most(replay.engine, state)
    terms = _Terms(replay, index)
    if len({*halves}) == 1:
        return terms.all_bring(halves[0])
    groups: dict[int, list[Card]] = {}
    for card, value in sorted(values.items(), key=lambda item: -item[1] if for_most else item[1]):
        groups.setdefault(value, []).append(card)
    phrase = _("{points} by {cards}")
    parts = [say(phrase, points=terms.amount(value), cards=cards) for value, cards in groups.items()]
    said = terms.comes_to(listed(parts)) + " " + terms.costs(move.action.card, cost_of(replay, index, halves))
    row = shares.get(index)
    seen = sentence_on_seen(replay, index, row) if row and len(row) == len(values) + 1 else None
    return said if seen is None else said + " " + seen


class _Terms:
    """The words for the results of a move: whose they are, and what they count."""

    def __init__(self, replay: Replay, index: int) -> None:
        self.state, self.ruleset = replay.deal.moves[index].before, replay.engine.ruleset
        self.objective = objective_of(replay.engine, self.state.auction.contract)
        self.taken = self.state.auction.taker is not None
        self.who = [Narrator(replay).who(seat) for seat in side_of(self.state)]
        self.alone = not self.taken and len(self.who) == 1
        self.shuns = side_of(self.state) != seats_for_most(replay.engine, self.state)

    def amount(self, value: int) -> str:
        """A result in words."""
        if self.objective is Objective.MADE:
            return pgettext("contract", "made") if value else pgettext("contract", "failed")
        if self.objective is Objective.TRICKS:
            return ngettext("{number} trick", "{number} tricks", value).format(number=value)
        return halves_text(value)

    def all_bring(self, value: int) -> Text:
        """The sentence on a move at which no card is better than another."""
        if self.objective is Objective.MADE:
            phrase = _("With all cards open, the contract is {points} by every card that is allowed.")
        elif self.taken:
            phrase = _("With all cards open, every card that is allowed brings {taker:the}'s side to {points}.")
        elif self.alone:
            phrase = _("With all cards open and all others against {who}, every card that is allowed brings {points}.")
        else:
            phrase = _("With all cards open, every card that is allowed brings {who} to {points}.")
        return self.ruleset.say(phrase, points=self.amount(value), **self._names)

    def comes_to(self, values: Text) -> Text:
        """The sentence on the results of the cards."""
        if self.objective is Objective.MADE:
            phrase = _("With all cards open, the contract is {values}.")
        elif self.taken:
            phrase = _("With all cards open, {taker:the}'s side comes to {values}.")
        elif self.shuns:
            phrase = _("With all cards open and all others against {who}, {who} is sure to take no more than {values}.")
        elif self.alone:
            phrase = _("With all cards open and all others against {who}, {who} is sure of {values}.")
        else:
            phrase = _("With all cards open, {who} come to {values}.")
        return self.ruleset.say(phrase, values=values, **self._names)

    def costs(self, card: Card, cost: int) -> Text:
        """The sentence on the card that was played."""
        if not cost:
            return self.ruleset.say(_("No card is better than {card}."), card=card)
        if self.objective is Objective.MADE:
            return self.ruleset.say(_("{card} gave it to the other side."), card=card)
        if self.objective is Objective.TRICKS:
            words = ngettext("{card} cost {points} trick.", "{card} cost {points} tricks.", cost)
            return self.ruleset.say(words, card=card, points=cost)
        words = ngettext("{card} cost {points} card point.", "{card} cost {points} card points.", points_number(cost))
        return self.ruleset.say(words, card=card, points=halves_text(cost))

    @property
    def _names(self) -> dict[str, Sequence[str]]:
        return {} if self.taken else {"who": self.who}
