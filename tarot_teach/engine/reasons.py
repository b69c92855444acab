"""Verdicts in words: "not X, because rule, facts, source; allowed are …" as one value, a :class:`~tarot_teach.blocks.Reason`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tarot_teach.blocks import Reason
from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import preconditions
from tarot_teach.engine.phases import STAGES
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms import Mechanism, Who
from tarot_teach.mechanisms.base import LeavesChoice
from tarot_teach.mechanisms.interfaces import CallsPartner, Offers
from tarot_teach.messages import N_, _, as_words, typed_word
from tarot_teach.rules import contract_title
from tarot_teach.table.actions import DISCARD, NOTHING, PASS, VOID, Action, Bid, Choose, Play
from tarot_teach.table.verdict import Effect, Finding, Verdict
from tarot_teach.text import NO_TEXT, Text, joined, say

_OVER = N_("This is not the moment for it: the deal is over.")

_DECISIONS = {kind: (yes, no) for stage in STAGES.values() for kind, yes, no in stage.words}
"""The sentences on a kind of action, or on what is bid, claimed or done by no rule in particular: allowed, and refused."""

_DOES = {NOTHING: N_("{who} announces nothing."), DISCARD: N_("{who} lays away {cards}.")}
"""The sentences on choices by no rule in particular."""


def reason_of(rules: RuleIndex, verdict: Verdict, who: Who, cards: Sequence[Card] = ()) -> Reason:
    """A verdict in words. ``who`` names the seats; ``cards`` are named in place of the action's, where one rule refuses them all."""
    relevant = list(relevant_findings(verdict.findings))
    deciding = [finding for finding in verdict.findings if finding.effect is Effect.REFUSES and not finding.yields_to]
    decisive = verdict.decisive
    rule = rules.ruleset.rules.get(decisive.rule) if decisive else None
    named = tuple(cards) or _cards_of(rules, verdict.action)
    return Reason(
        allowed=verdict.allowed,
        head=_decision(rules, verdict, who, named),
        because=joined(because(rules, finding, who) for finding in (relevant if verdict.allowed else deciding)),
        findings=tuple(because(rules, finding, who) for finding in relevant),
        rule=decisive.rule if decisive else "",
        title=rule.title if rule else "",
        sources=tuple(citation.cite for citation in rule.sources) if rule else (),
        cards=named,
        instead=_alternatives(rules, verdict),
        codes=() if verdict.allowed else verdict.alternatives,
    )


def because(rules: RuleIndex, finding: Finding, who: Who) -> Text:
    """A finding in a sentence, by its rule or by the condition of the table."""
    if finding.rule == preconditions.WRONG_PHASE:
        stage = STAGES.get(finding.facts["step"])
        return rules.ruleset.say(_(stage.due if stage else _OVER))
    if finding.by_table:
        return preconditions.because(finding, who)
    return rules.mechanisms[finding.rule].because(finding, who)


def choice_in_words(rules: RuleIndex, action: Choose, who: str) -> Text:
    """Choice of a seat, in the sentence of the rule that asks for it."""
    rule, cards = rules.mechanisms.get(action.rule), list(_cards_of(rules, action))
    if isinstance(rule, LeavesChoice):
        sentence, option = rule.sentence_on(action), rule.option_in_words(action.option)
    else:
        sentence, option = _(_DOES[action.rule]), as_words(action.option.replace("-", " "))
    return rules.ruleset.say(sentence, who=who, option=option, level=action.option, cards=cards, number=len(cards))


def relevant_findings(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings but for a lack of a suit that the next finding mentions as well."""
    for finding, following in zip_longest(findings, findings[1:]):
        if following is None or finding.facts.get("suit") != following.facts.get("suit", ""):
            yield finding


def _decision(rules: RuleIndex, verdict: Verdict, who: Who, cards: Sequence[Card]) -> Text:
    """The verdict in a sentence about cards."""
    action, bid, option = verdict.action, "", ""
    kind: type[Action] | str = type(action)
    match action:
        case Bid(_seat, bid):
            kind = PASS if bid == PASS else Bid
        case Choose(_seat, rule, option):
            kind = VOID if option == VOID else rule
    yes, no = _DECISIONS.get(kind) or _of_rule(rules.mechanisms.get(str(kind)), bool(cards))
    sentence = _(yes if verdict.allowed else no)
    if verdict.allowed and isinstance(action, Play) and not verdict.hand_known:
        sentence = _("{who} may play {cards}, as far as the hand is known.")
    return say(
        sentence,
        who=who(action.seat),
        cards=list(cards),
        bid=contract_title(rules.ruleset.rules, bid),
        level=option,
        option=option,
    )


def _of_rule(rule: Mechanism | None, with_cards: bool) -> tuple[str, str]:
    """The sentences of a rule on a choice, or those that name no cards."""
    if isinstance(rule, LeavesChoice) and (with_cards or "{cards}" not in rule.decisions[1]):
        return rule.decisions
    return LeavesChoice.decisions


def _cards_of(rules: RuleIndex, action: Action) -> tuple[Card, ...]:
    match action:
        case Play(_seat, card):
            return (card,)
        case Choose(_seat, rule, _, CardSet() as cards) if not isinstance(rules.mechanisms.get(rule), Offers):
            return tuple(cards)
    return ()


def _alternatives(rules: RuleIndex, verdict: Verdict) -> Text:
    """The sentence on the allowed alternatives to a refused play, call or bid; empty for a discard, which has too many."""
    action, codes = verdict.action, () if verdict.allowed else verdict.alternatives
    calls = isinstance(action, Choose) and isinstance(rules.mechanisms.get(action.rule), CallsPartner)
    if codes and (calls or isinstance(action, Play)):
        return say(_("Allowed here: {cards}."), cards=[rules.ruleset.deck.card(code) for code in codes])
    if codes and isinstance(action, Bid) and action.bid in rules.ranking:
        titles = [typed_word(PASS) if code == PASS else contract_title(rules.ruleset.rules, code) for code in codes]
        return say(_("Allowed here: {bids}."), bids=titles)
    return NO_TEXT
