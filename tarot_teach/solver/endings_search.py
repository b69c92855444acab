"""The search of endings by rules in words: what one side can be sure of against all others, with all cards open.

It asks what the loop of words asks, and knows no rule by name. A deal at each depth is a record of its own, so that a
card is taken back by going back. ``Link.module``
makes of this source functions that ask certain rules, in Python and compiled.
"""

from __future__ import annotations

from typing import Annotated, Any

from tarot_teach.masks import Mask, bit, highest, lowest, ones, wide, word
from tarot_teach.mechanisms.in_words import seat_at
from tarot_teach.solver.search_memory import copied, mixed, slot_of
from tarot_teach.words.loop import begin_trick, gather, lay, pay_debt, payable, playable
from tarot_teach.words.questions import asked, stops
from tarot_teach.words.records import CARDS

POINTS, TRICKS, MORE_THAN_EACH = 0, 1, 2
"""The kinds of results: half-points of a pile; a number by the tricks of some seats; 1 if a side has more tricks than
each other seat, else 0."""
MOST = 1 << 30
ENTER, TRY, LEAVE = 0, 1, 2
NODES, LIMIT, STOPPED = 0, 1, 2
"""Places of the counts: positions that were searched, the most that may be, and 1 if that was reached."""


class AimWords:
    """The aim of a search. ``side`` are the seats that want most, as a mask, and ``counting`` those whose cards and
    tricks count."""

    kind: int
    side: int
    counting: int
    with_side_pile: int  # the side has what talon and discard bring the taker
    worth: Annotated[list[int], CARDS]  # half-points by card
    before: Mask  # cards laid away for the pile of the side
    grouped: Mask  # cards that are counted in groups
    group: int  # cards in a group; 1: none
    loss: Annotated[list[int], CARDS + 1]  # half-points by the number of cards that are counted in groups
    by_tricks: Annotated[list[int], CARDS]  # the result by the number of tricks
    last_trick: int  # half-points of the last trick by itself
    owed: int  # half-points that a debt comes to at the end
    surrendered: int  # the card for which it is owed goes to the creditor
    named: Mask  # cards that are like no others
    free: int  # the way of cards that do not follow their tricks does not depend on what was played before
    by_winners: int  # what is to come depends on who has won which tricks
    turn: int  # the number of the turn at the table; entries of other turns are none


class FrameWords:
    """A position on the line that is searched: the cards still to be tried, the last one tried, the window, the
    best result, and where the table has it."""

    rest: Mask
    before: int
    best: int
    best_card: int
    low: int
    high: int
    floor: int
    ceiling: int
    slot: int
    key: int
    so_far: int


class EntryWords:
    """An entry of the table: bounds of what is still to come, and the card to be tried first."""

    turn: int
    key: int
    low: int
    high: int
    card: int


def result(goal: Any, play: Any, deal: Any) -> int:
    """The result of a deal, as far as it has been played."""
    if goal.kind == POINTS:
        return points(goal, play, deal)
    if goal.kind == TRICKS:
        by_tricks: int = goal.by_tricks[tricks_of(goal.counting, deal)]
        return by_tricks
    mine = tricks_of(goal.counting, deal)
    for seat in range(deal.players):
        if not goal.counting >> seat & 1 and deal.tricks_won[seat] >= mine:
            return word(0)
    return word(1)


def tricks_of(seats: int, deal: Any) -> int:
    """The number of tricks that some seats have won."""
    won: int = word(0)
    for seat in range(deal.players):
        if seats >> seat & 1:
            won += deal.tricks_won[seat]
    return won


def pile_of(goal: Any, play: Any, deal: Any) -> Mask:
    """The cards that count, with cards that go over for debts that stay unpaid."""
    pile: Mask = goal.before
    for seat in range(deal.players):
        if goal.counting >> seat & 1:
            pile = pile | deal.won[seat]
    if goal.with_side_pile:
        pile = pile | deal.side_piles[0]
    if goal.surrendered:
        for i in range(deal.owing):
            debt = deal.debts[i]
            card = play.moves.rule[debt.mover].about
            if goal.counting >> debt.owner & 1:
                pile = pile & ~card
            if goal.counting >> debt.creditor & 1:
                pile = pile | card
    return pile


def points(goal: Any, play: Any, deal: Any) -> int:
    """The half-points of the seats that count: what their cards count, less what groups lose, and what is owed."""
    pile = pile_of(goal, play, deal)
    found: int = word(0) - goal.loss[ones(pile & goal.grouped)]
    while pile:
        card = highest(pile)
        found += goal.worth[card]
        pile = pile & ~bit(card)
    if goal.last_trick and deal.all_played and goal.counting >> deal.trick.leader & 1:
        found += goal.last_trick
    if goal.owed:
        for i in range(deal.owing):
            debt = deal.debts[i]
            found -= goal.owed * ((goal.counting >> debt.owner & 1) - (goal.counting >> debt.creditor & 1))
    return found


def complete_ending(goal: Any, play: Any, deal: Any) -> None:
    """Gather a full trick, and begin the next unless the play ends. A card that its owner chooses to give is one
    that counts least, and whoever is asked whether to play on does."""
    winner = gather(play, deal)
    if deal.owing:
        pay(goal, play, deal)
    begin_trick(deal.trick, winner)
    if deal.all_played:
        deal.ended = 1
        return
    for i in range(play.asked.count):
        rule = play.asked.rule[i]
        seat = asked(rule.code, rule, deal, deal.answer)
        if seat >= 0:
            deal.answered = seat
            deal.answer = 2
    for i in range(play.stops.count):
        rule = play.stops.rule[i]
        if stops(rule.code, rule, deal, deal.answer):
            deal.ended = 1
            return


def pay(goal: Any, play: Any, deal: Any) -> None:
    """Pay what can be paid."""
    at = word(0)
    while at < deal.owing:
        debt = deal.debts[at]
        can = payable(play, deal, debt)
        if not can:
            at += 1
            continue
        card = lowest(can)
        if play.moves.rule[debt.mover].choose:
            rest = can
            while rest:
                other = lowest(rest)
                rest = rest & ~bit(other)
                if goal.worth[other] < goal.worth[card]:
                    card = other
        pay_debt(deal, at, bit(card))


def in_play(deal: Any) -> Mask:
    """The cards in the trick and in the hands, and those below others in heaps."""
    live: Mask = deal.trick.mask
    for seat in range(deal.players):
        live = live | deal.hands[seat]
    for i in range(deal.layered):
        live = live | deal.layers[i]
    found: Mask = live & ~deal.gone
    return found


def alike(goal: Any, play: Any, live: Mask, one: int, two: int) -> bool:
    """True for two cards that come to the same: the same cards follow them, the same cards in play beat them, both or
    neither have power, and they count the same."""
    both = bit(one) | bit(two)
    if both & goal.named or goal.worth[one] != goal.worth[two] or play.follows[one] != play.follows[two]:
        return False
    if both & play.power and both & ~play.power:
        return False
    rest = live & ~both
    return bool(play.beats[one] & rest == play.beats[two] & rest)


def key_of(goal: Any, deal: Any) -> int:
    """The key of a position at the beginning of a trick: all on which depends what is still to come."""
    key = mixed(deal.trick.leader, deal.hands[0])
    for seat in range(1, deal.players):
        key = mixed(key, deal.hands[seat])
    key = mixed(key, wide(deal.winners))
    if goal.by_winners:
        for seat in range(deal.players):
            key = mixed(key, wide(deal.tricks_won[seat]))
    return key


def next_card(frame: Any, deal: Any, goal: Any) -> int:
    """The card to be tried next: of those that win so far the strongest, then the dearest for a trick of one's
    own side, else the cheapest."""
    trick = deal.trick
    winning = frame.rest & trick.above if trick.place else frame.rest
    if winning:
        return highest(winning)
    seat = seat_at(trick.leader, trick.place, deal.players)
    best = seat_at(trick.leader, trick.best, deal.players)
    if (goal.side >> seat & 1) == (goal.side >> best & 1):
        return highest(frame.rest)
    return lowest(frame.rest)


def search_ending(play: Any, deals: Any, frames: Any, aim: Any, entries: Any, counts: Any, low: int, high: int) -> int:
    """The result of the first deal for the side of the aim, exact between ``low`` and ``high``; beyond these a
    bound."""
    rules = play[0]
    goal = aim[0]
    depth = word(0)
    step = word(ENTER)
    found = word(0)
    frames[0].low = low
    frames[0].high = high
    while True:
        deal = deals[depth]
        frame = frames[depth]
        if step == ENTER:
            if deal.ended:
                found = result(goal, rules, deal)
                step = word(LEAVE)
                continue
            counts[NODES] += 1
            if counts[NODES] > counts[LIMIT]:
                counts[STOPPED] = 1
                return found
            trick = deal.trick
            live = in_play(deal)
            frame.slot = word(-1)
            first = word(-1)
            if trick.place == 0 and not deal.owing and (goal.free or not live & rules.movable):
                base = word(0)
                key = key_of(goal, deal)
                if goal.kind == POINTS:
                    base = result(goal, rules, deal)
                    if goal.group > 1:
                        key = mixed(key, wide(ones(pile_of(goal, rules, deal) & goal.grouped) % goal.group))
                elif not goal.by_winners:
                    base = tricks_of(goal.counting, deal)
                frame.key = key
                frame.so_far = base
                frame.slot = slot_of(key)
                entry = entries[frame.slot]
                if entry.key == frame.key and entry.turn == goal.turn:
                    first = entry.card
                    if entry.low == entry.high or base + entry.low >= frame.high:
                        found = base + entry.low
                        step = word(LEAVE)
                        continue
                    if base + entry.high <= frame.low:
                        found = base + entry.high
                        step = word(LEAVE)
                        continue
            seat = seat_at(trick.leader, trick.place, deal.players)
            frame.rest = playable(rules, deal, seat)
            frame.before = word(-1)
            frame.best_card = first
            frame.best = word(-MOST) if goal.side >> seat & 1 else word(MOST)
            frame.floor = frame.low
            frame.ceiling = frame.high
            step = word(TRY)
        if step == TRY:
            if not frame.rest or frame.low >= frame.high:
                if frame.slot >= 0:
                    entry = entries[frame.slot]
                    if entry.key != frame.key or entry.turn != goal.turn:
                        entry.turn = goal.turn
                        entry.key = frame.key
                        entry.low = word(-MOST)
                        entry.high = word(MOST)
                    entry.card = frame.best_card
                    if frame.best > frame.floor:
                        entry.low = max(entry.low, frame.best - frame.so_far)
                    if frame.best < frame.ceiling:
                        entry.high = min(entry.high, frame.best - frame.so_far)
                found = frame.best
                step = word(LEAVE)
                continue
            seat = seat_at(deal.trick.leader, deal.trick.place, deal.players)
            card = frame.best_card
            if frame.before >= 0 or card < 0 or not frame.rest & bit(card):
                card = next_card(frame, deal, goal)
            frame.rest = frame.rest & ~bit(card)
            if frame.before >= 0:
                live = in_play(deal)
                if alike(goal, rules, live, frame.before, card):
                    frame.before = card
                    continue
            frame.before = card
            copied(deals, depth)
            after = deals[depth + 1]
            lay(rules, after, seat, card)
            if after.trick.place == after.players:
                complete_ending(goal, rules, after)
            frames[depth + 1].low = frame.low
            frames[depth + 1].high = frame.high
            depth += 1
            step = word(ENTER)
            continue
        if depth == 0:
            return found
        depth -= 1
        deal = deals[depth]
        frame = frames[depth]
        seat = seat_at(deal.trick.leader, deal.trick.place, deal.players)
        if goal.side >> seat & 1:
            if found > frame.best:
                frame.best = found
                frame.best_card = frame.before
            frame.low = max(frame.low, found)
        else:
            if found < frame.best:
                frame.best = found
                frame.best_card = frame.before
            frame.high = min(frame.high, found)
        step = word(TRY)
