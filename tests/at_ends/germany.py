"""Scores of deals of tarock with an ordinary pack, Tapp of 1909 and Bavarian Tarock, by their second implementation."""

from __future__ import annotations

from collections.abc import Sequence

from naive import ordinary

from tarot_teach.engine import Deal
from tarot_teach.rules import Ruleset
from tarot_teach.table import NOTHING, State
from tarot_teach.topics.prove.small_packs import SmallGame
from tests.at_ends.reading import chosen, codes, params, place, talon_of, tricks_of


def trumps_of(state: State) -> str:
    """The letter of the suit that is trumps; empty for a Solo of a small pack with one suit beside hearts, which leaves nothing to name: no source has it."""
    return (state.trumps or ("" if state.auction.contract == "solo" else "hearts"))[:1].upper()


def allowed(hand: set[str], trick: list[str], state: State) -> set[str] | None:
    """The cards that may be played; None where no source says what is trumps."""
    trumps = trumps_of(state)
    return ordinary.allowed(hand, trick, trumps) if trumps else None


def of_ordinary_pack(deal: Deal, game: SmallGame) -> Sequence[int] | None:
    """The scores of a deal of a small pack; None where no source says what is trumps."""
    return scores(deal, game.ruleset) if trumps_of(deal.state) else None


def scores(deal: Deal, ruleset: Ruleset) -> Sequence[int]:
    """The scores by place after the dealer; Schneider and Matsch where the ruleset has them."""
    auction = deal.state.auction
    done = ordinary.Deal(auction.contract or "", place(deal, auction.taker), {*talon_of(deal)})
    for _move, action, _seat in chosen(deal):
        if action.cards is not None:
            done.pile = codes(action.cards)
        elif action.rule == "declare.tout":
            done.tout |= action.option != NOTHING
    done.half = params(ruleset, "count.half").points
    done.more = [params(ruleset, rule).event.points for rule in ("score.schneider", "score.matsch") if rule in ruleset.rules]  # fmt: skip
    done.tricks = tricks_of(deal, lambda trick: ordinary.winner(trick, trumps_of(deal.state)))
    return done.scores(done.tapp() if "score.margin" in ruleset.rules else done.bavarian())
