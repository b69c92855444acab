"""The choices of a hand with reasons: the cards allowed, and those refused, by the rule that refuses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tarot_teach.blocks import Block, Paragraph, Reason
from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Engine
from tarot_teach.engine.card_reasons import judge_card, verdict_on_card
from tarot_teach.mechanisms import Who
from tarot_teach.messages import _
from tarot_teach.table import Phase, State, Verdict
from tarot_teach.text import NO_TEXT, joined, say


def refused_cards(engine: Engine, state: State, who: Who) -> Iterator[Reason]:
    """The cards of the hand to act that may not be played, or laid away: one reason for each rule that refuses some.

    What is allowed instead is left out, being the same for all.
    """
    for refused in refused_by_rule(engine, state).values():
        cards, verdicts = zip(*refused, strict=True)
        yield replace(engine.reason(verdicts[0], who, cards), instead=NO_TEXT, codes=())


def refused_by_rule(engine: Engine, state: State) -> dict[str, list[tuple[Card, Verdict]]]:
    """The cards of the hand to act that may not be played, or laid away, by the id of the rule that refuses them, with the verdicts."""
    choices = engine.legal(state)
    if state.turn is None or (state.lies_open and state.asked) or not (state.phase is Phase.PLAY or choices.of_hand):
        return {}
    allowed = choices.of_hand.cards if choices.of_hand else choices.cards
    by_rule: dict[str, list[tuple[Card, Verdict]]] = {}
    for card in CardSet(state.deck, state.hands[state.turn] & ~allowed):
        verdict = verdict_on_card(engine, state, card)
        assert verdict.decisive is not None
        by_rule.setdefault(verdict.decisive.rule, []).append((card, verdict))
    return by_rule


def when_unable(engine: Engine, state: State, who: Who) -> Reason | None:
    """The duty of the hand to act where none of its cards may be played; None where one may be."""
    rule, seat = engine.rules(state).asks_in_play, state.turn
    if rule is None or seat is None or not rule.when_unable() or engine.legal(state).cards:
        return None
    said = engine.ruleset.say(rule.when_unable(), who=who(seat))
    stated = engine.ruleset.rules[rule.rule]
    sources = tuple(citation.cite for citation in stated.sources)
    return Reason(True, said, rule=rule.rule, title=stated.title, sources=sources)


def describe_choices(engine: Engine, state: State, who: Who) -> list[Block]:
    """The cards that may be played, or what is done where there are none, then those that may not, with the rule that refuses them."""
    playable, unable = state.deck.set(engine.legal(state).cards), when_unable(engine, state, who)
    head = say(_("Allowed: {cards}.") if playable else _("No card may be played."), cards=playable)
    blocks = replace(unable, head=joined([head, unable.head])).blocks() if unable else [Paragraph(head, "allowed")]
    return [*blocks, *(block for reason in refused_cards(engine, state, who) for block in reason.blocks())]


def choices_data(engine: Engine, state: State, held: Sequence[Card], who: Who) -> dict[str, Any]:
    """The cards of a hand that may be played, each other card with the reason against it, and what is done where none may be played, as
    plain data."""
    playable = engine.legal(state).cards
    refused = []
    for card in held:
        if not card.bit & playable:
            reason = judge_card(engine, state, card, who).to_dict()
            keys = ("rule", "because", "sources", "title", "says", "instead")
            refused.append({"card": card.code, **{key: reason[key] for key in keys}})
    allowed = [card.code for card in held if card.bit & playable]
    unable = when_unable(engine, state, who)
    otherwise = {key: unable.to_dict()[key] for key in ("rule", "title", "says", "sources")} if unable else None
    return {"ruleset": engine.ruleset.name, "allowed": allowed, "refused": refused, "otherwise": otherwise}
