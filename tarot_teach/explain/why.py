"""Verdicts in words: one card judged, and the cards of a hand that the rules refuse, gathered by the rule that does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tarot_teach.blocks import Block, Paragraph, Refusal
from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Engine, telling
from tarot_teach.language import _
from tarot_teach.mechanisms import Who
from tarot_teach.rules import Rule
from tarot_teach.table import Discard, Finding, Phase, Play, State, Verdict
from tarot_teach.text import Cite, RuleRef, Text, joined, say


def judged(engine: Engine, state: State, card: Card, who: Who) -> Text:
    """Whether the seat to move may play a card, or lay it away, and why; a refused card is told with the rule."""
    assert state.turn is not None
    laying = state.phase is Phase.DISCARD
    choices = engine.legal(state)
    if card.bit & (choices.discard.allowed.mask if choices.discard else choices.cards):
        head = _("{who} may lay away {card}.") if laying else _("{who} may play {card}.")
        reasons = [] if laying else list(telling(engine.check(state, Play(state.turn, card)).findings))
        return joined(
            [say(head, who=who(state.turn), card=card), *(engine.because(finding, who) for finding in reasons)]
        )
    head = _("{who} may not lay away {card}.") if laying else _("{who} may not play {card}.")
    return say(head, who=who(state.turn), card=card) + " " + because(engine, refusing(engine, state, card), who)


def because(engine: Engine, finding: Finding, who: Who) -> Text:
    """A finding with its rule."""
    text = engine.because(finding, who)
    rule = engine.ruleset.rules.get(finding.rule)
    return text if rule is None else text + Text((" (", RuleRef(rule.id, rule.title), ")"))


def refusal_text(refusal: Refusal, state: State, who: Who) -> Text:
    """Cards that may not be played or laid away, with the reason, the rule and its sources."""
    assert state.turn is not None
    head = _("{who} may not lay away {cards}.") if state.phase is Phase.DISCARD else _("{who} may not play {cards}.")
    rule = RuleRef(refusal.rule, refusal.title)
    text = say(head, who=who(state.turn), cards=list(refusal.cards)) + " " + refusal.because
    return text + Text((" (", rule, ")")) + cites(refusal.sources)


def cites_of(rule: Rule) -> tuple[Cite, ...]:
    """The sources of a rule."""
    return tuple(Cite(citation.source, citation.at) for citation in rule.sources)


def cites(sources: Iterable[Cite]) -> Text:
    """Sources behind a sentence."""
    return Text(part for cite in sources for part in (" ", cite))


def describe_verdict(engine: Engine, verdict: Verdict, who: Who) -> list[Block]:
    """A verdict in sentences, with the rule that decides and its sources."""
    kind = "allowed" if verdict.allowed else "refused"
    return [*(Paragraph(line, kind) for line in engine.explain(verdict, who)), *rule_of(engine, verdict.decisive)]


def rule_of(engine: Engine, finding: Finding | None) -> list[Block]:
    """The rule of a finding by its title, with its sources; nothing for what needs no rule, such as holding the card."""
    if finding is None or finding.rule not in engine.ruleset.rules:
        return []
    rule = engine.ruleset.rules[finding.rule]
    return [Paragraph(Text((RuleRef(rule.id, rule.title), f" ({rule.id})")) + cites(cites_of(rule)), "aside")]


def refusals(engine: Engine, state: State, who: Who) -> Iterator[Refusal]:
    """The cards of the hand to move that may not be played, or laid away, gathered by the rule that refuses them."""
    seat = state.turn
    if seat is None or state.phase not in (Phase.PLAY, Phase.DISCARD):
        return
    choices = engine.legal(state)
    allowed = choices.discard.allowed.mask if choices.discard else choices.cards
    by_rule: dict[str, list[tuple[Card, Finding]]] = {}
    for card in CardSet(state.deck, state.hands[seat] & ~allowed):
        finding = refusing(engine, state, card)
        by_rule.setdefault(finding.rule, []).append((card, finding))
    for id, found in by_rule.items():
        rule = engine.ruleset.rules[id]
        yield Refusal(
            cards=tuple(card for card, _finding in found),
            rule=id,
            title=rule.title,
            because=engine.because(found[0][1], who),
            sources=cites_of(rule),
        )


def refusing(engine: Engine, state: State, card: Card) -> Finding:
    """The finding that keeps a card of the hand to move from being played or laid away."""
    assert state.turn is not None
    if state.phase is Phase.PLAY:
        decisive = engine.check(state, Play(state.turn, card)).decisive
        assert decisive is not None
        return decisive
    tried = engine.check(state, Discard(state.turn, CardSet(state.deck, card.bit)))
    about = (
        finding for finding in tried.findings if card in (finding.facts.get("card"), *finding.facts.get("cards", ()))
    )
    return next(about)
