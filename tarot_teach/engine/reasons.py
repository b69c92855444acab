"""Verdicts in words: "not X, because rule, facts, source; allowed are …" as one value, a :class:`~tarot_teach.blocks.Reason`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tarot_teach.blocks import NO_TEXT, Reason
from tarot_teach.cards import Card
from tarot_teach.engine import preconditions
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.language import _, as_words
from tarot_teach.mechanisms import Who
from tarot_teach.table import (
    PASS,
    VOID,
    Action,
    Bid,
    Call,
    Cut,
    DealCards,
    Declare,
    Discard,
    Effect,
    Finding,
    Pay,
    Play,
    Verdict,
)
from tarot_teach.text import Text, joined, say


def reason_of(rules: RuleIndex, verdict: Verdict, who: Who, cards: Sequence[Card] = ()) -> Reason:
    """A verdict in words. ``who`` names the seats; ``cards`` are named in place of the action's, where one rule refuses them all."""
    relevant = list(relevant_findings(verdict.findings))
    deciding = [finding for finding in verdict.findings if finding.effect is Effect.REFUSES and not finding.yields_to]
    decisive = verdict.decisive
    rule = rules.ruleset.rules.get(decisive.rule) if decisive else None
    codes = () if verdict.allowed else verdict.alternatives
    return Reason(
        allowed=verdict.allowed,
        head=decision(verdict, who, cards),
        because=joined(because(rules, finding, who) for finding in (relevant if verdict.allowed else deciding)),
        findings=tuple(because(rules, finding, who) for finding in relevant),
        rule=decisive.rule if decisive else "",
        title=rule.title if rule else "",
        sources=tuple(citation.cite for citation in rule.sources) if rule else (),
        cards=tuple(cards) or _cards_of(verdict.action),
        instead=_alternatives(rules, verdict),
        codes=codes,
    )


def because(rules: RuleIndex, finding: Finding, who: Who) -> Text:
    """A finding in a sentence, by its rule or by the condition of the table."""
    if finding.by_table:
        return preconditions.because(rules.ruleset, finding, who)
    return rules.mechanisms[finding.rule].because(finding, who)


def relevant_findings(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings but for a lack of a suit that the next finding mentions as well."""
    for finding, following in zip_longest(findings, findings[1:]):
        if following is None or finding.facts.get("suit") != following.facts.get("suit", ""):
            yield finding


def decision(verdict: Verdict, who: Who, cards: Sequence[Card] = ()) -> Text:
    """The verdict in a sentence. ``cards`` are named in place of those of the action."""
    action, allowed = verdict.action, verdict.allowed
    yes, no = _sentences(action)
    if allowed and isinstance(action, Play) and not verdict.hand_known:
        yes = _("{who} may play {cards}, as far as the hand is known.")
    values: dict[str, object] = {"who": who(action.seat), "cards": list(cards or _cards_of(action))}
    match action:
        case Bid(_seat, bid):
            values["bid"] = as_words(bid)
        case Declare(_seat, _what, level):
            values["level"] = level
    return say(yes if allowed else no, **values)


def _sentences(action: Action) -> tuple[str, str]:
    """The sentence on an action that is allowed, and that on one that is refused."""
    match action:
        case Play():
            return _("{who} may play {cards}."), _("{who} may not play {cards}.")
        case Discard():
            return _("{who} may lay away {cards}."), _("{who} may not lay away {cards}.")
        case Bid(_seat, bid) if bid == PASS:
            return _("{who} may pass."), _("{who} may not pass.")
        case Bid():
            return _("{who} may bid {bid}."), _("{who} may not bid {bid}.")
        case Declare(_seat, _what, level) if level == VOID:
            return _("{who} may declare the deal void."), _("{who} may not declare the deal void.")
        case Declare():
            return _("{who} may announce this: {level}."), _("{who} may not announce this: {level}.")
        case Call():
            return _("{who} may call {cards}."), _("{who} may not call {cards}.")
        case Pay():
            return _("{who} may give {cards}."), _("{who} may not give {cards}.")
        case Cut():
            return _("{who} may cut there."), _("{who} may not cut there.")
        case DealCards():
            return _("{who} may deal like that."), _("{who} may not deal like that.")


def _cards_of(action: Action) -> tuple[Card, ...]:
    match action:
        case Play(_seat, card) | Call(_seat, card) | Pay(_seat, card):
            return (card,)
        case Discard(_seat, cards):
            return tuple(cards)
    return ()


def _alternatives(rules: RuleIndex, verdict: Verdict) -> Text:
    """The sentence on the allowed alternatives to a refused play, call or bid; empty for a discard, which has too many."""
    if verdict.allowed or not verdict.alternatives:
        return NO_TEXT
    match verdict.action:
        case Play() | Call():
            return say(
                _("Allowed here: {cards}."), cards=[rules.ruleset.deck.card(code) for code in verdict.alternatives]
            )
        case Bid(_seat, bid) if bid in rules.ranking:
            return say(_("Allowed here: {bids}."), bids=[as_words(code) for code in verdict.alternatives])
    return NO_TEXT
