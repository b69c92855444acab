"""Answers about a hand that is laid, and questions to the reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Paragraph, Reason
from tarot_teach.engine import Engine, trick_position
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.engine.setup import ever_callable
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.explain.why import describe_choices
from tarot_teach.messages import _, colon
from tarot_teach.questions.legal import the_player
from tarot_teach.text import RuleRef, Text, joined, say
from tarot_teach.topics.quiz.quiz import Quiz
from tarot_teach.try_it.desk import Desk
from tarot_teach.try_it.page import describe_still


def legal(
    desk: Desk, game: str, hand: str, trick: str = "", at: str = "", called: str = "", contract: str = ""
) -> dict[str, Any]:
    """Each card of a hand judged for the trick before it; ``at`` is ``first`` or ``last`` where that trick is played, ``called`` the card called.

    Without a hand, of a complete trick who wins it. ``calls`` are the cards that may be called in this game, ``contracts`` those among
    which the reader chooses where the rules differ by contract, with each suit where one becomes trumps; without a ``contract`` it is the
    first of them.
    """
    contracts = _contracts(desk.engine(game))
    contract = contract if contract in dict(contracts) else contracts[0][0] if contracts else ""
    given = {"contracts": contracts, "contract": contract}
    contract, _space, trumps = contract.partition(" ")
    engine = desk.engine(game, trumps)
    calls = [card.code for card in engine.ruleset.deck.set(ever_callable(engine))] if engine.index.calls else []
    held, played = engine.ruleset.deck.parse(hand), engine.ruleset.deck.parse(trick)
    if not held:
        whole = len(played) in engine.ruleset.players
        asked = [Paragraph(say(_("Lay the cards that you hold into the hand.")), "aside")]
        return {
            "says": desk.html(game, describe_still(engine, "", trick, contract) if whole else asked),
            "cards": {},
            "calls": calls,
            **given,
        }
    first, last = at == "first", at == "last"
    king = engine.ruleset.deck.card(called) if called else None
    state = trick_position(
        engine, held, played, first_trick=first, last_trick=last, called=king, contract=contract or None
    )
    reasons = {card.code: judge_card(engine, state, card, the_player) for card in held}
    allowed = describe_choices(engine, state, the_player)[:1]
    cards = {
        code: {"allowed": reason.allowed, "why": desk.html(game, _why(reason))} for code, reason in reasons.items()
    }
    return {"says": desk.html(game, allowed), "cards": cards, "calls": calls, **given}


def _contracts(engine: Engine) -> list[list[str]]:
    """The contracts, with the suits of trumps where one is chosen, among which a reader chooses: ids and titles; none where they make no
    difference."""
    index, named = engine.index, list[list[str]]()
    if not (index.by_contract or index.brings_trumps):
        return []
    for id in index.contracts:
        title, suits = str(bid_name(engine.ruleset, id)), index.under(id).may_be_trumps
        named += [[f"{id} {suit}", f"{title}{colon()}{engine.ruleset.deck.suits[suit].name}"] for suit in suits]
        named += [] if suits else [[id, title]]
    return named


def quiz(desk: Desk, game: str, seed: int, number: int, kind: str = "", level: int = 0) -> dict[str, Any]:
    """A question by its number, of one kind or of all in turn, of any level or of one; the same seed asks the same. Endings are not offered:
    without numba they take long to find."""
    engine = desk.engine(game)
    asked = Quiz(engine, advice_for(desk.library, engine.ruleset), seed)
    return {"html": desk.html(game, [asked.exercise(number, kind or None, level or None)]), "kinds": asked.in_turn}


def _why(reason: Reason) -> Iterator[Block]:
    """The finding that decides about a card, the rule, and its sources. The page shows the card and what is allowed."""
    yield Paragraph(joined(reason.findings) or reason.head)
    if reason.title:
        yield Paragraph(say(_("Rule: {rule}"), rule=RuleRef(reason.rule, reason.title)))
        yield Paragraph(joined(Text((cite,)) for cite in reason.sources), "aside")
