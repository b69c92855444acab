"""Plays and scores of deals of Hungarian tarokk, by their second implementation."""

from __future__ import annotations

from collections.abc import Sequence

from naive import hungarian

from tarot_teach.engine import Deal
from tarot_teach.table import PASS, Bid, Choose, State
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import codes, params, tricks_of

ROUND = "declare.bonuses"


def allowed(hand: set[str], trick: list[str], state: State) -> set[str]:
    """The cards that may be played; the Pagát is kept for the last trick by a side that has announced the ultimó."""
    done = hungarian.Deal(hungarian.Auction(), most=len(state.tricks) + len(hand))
    assert state.auction.taker is not None and state.turn is not None
    done.declarer, done.partner = state.auction.taker, state.auction.partner
    done.said = {(each.option, done.ours(each.seat)): [each.seat] for each in state.chosen if each.rule == ROUND}
    done.tricks = [(0, [], 0) for _taken in state.tricks]  # as many as were played
    return done.kept(state.turn, hungarian.allowed(hand, trick))


def of_hungary(deal: Deal, game: SmallGame) -> Sequence[int] | None:
    """The scores of a deal; None where the declarer has laid the XX away, or a king that was laid away is the last that a side lacks. The rules forbid to lay them away, and
    small packs with few other cards do not: nothing says what may be called then, and whether such a king is among those won."""
    rules, first = game.ruleset, deal.state.dealer + 1
    done = hungarian.Deal(hungarian.Auction(), most=game.shape.hand)
    done.half, done.eight = params(rules, "count.half").points, params(rules, "score.eight").event.number
    done.kings = hungarian.KINGS & codes(rules.deck.cards)
    done.without = {item for item in done.announced if f"score.{item}" not in rules.rules}
    for move in [move for move in deal.moves if move.before.hands]:
        before, action, seat = move.before, move.action, (move.action.seat - first) % 4
        hands = [codes(before.hand((first + i) % 4)) for i in range(4)]
        if isinstance(action, Bid):
            done.auction.calls.append((seat, action.bid))
            if action.bid != PASS:
                done.declarer, done.contract = seat, action.bid
        elif isinstance(action, Choose) and action.rule == "exchange.away":
            laid, mine = codes(action.cards), seat == done.declarer
            if mine and "T20" in laid:
                return None
            (done.mine if mine else done.theirs).update(laid)
        elif isinstance(action, Choose) and action.rule == "call.tarokk":
            done.call(action.card.code if action.card else "", hands)
            done.held = [len([code for code in hand if code[0] == "T"]) for hand in hands]
        elif isinstance(action, Choose) and action.rule == ROUND:
            done.say(seat, action.option)
    done.tricks = tricks_of(deal, hungarian.winner)
    for won, away in ((done.pile(True), done.mine), (done.pile(False), done.theirs)):
        if done.kings <= won | away and not done.kings <= won:
            return None
    return done.scores()
