"""Words of rules, from their prose or their mechanism, by paragraph and by sentence; and numbers of players."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tarot_teach.explain.prose import prose_lines
from tarot_teach.mechanisms import bound_to
from tarot_teach.mechanisms.interfaces import Contract
from tarot_teach.messages import _
from tarot_teach.rules import Rule, Ruleset, rule_text
from tarot_teach.text import NO_TEXT, RuleRef, TermRef, Text, joined, say, split

MANY = 3
"""The number of contracts, as a multiple of those left out, from which a list names the ones left out."""


def rule_prose(ruleset: Ruleset, rule: Rule) -> Text:
    """The prose of a rule as its author has laid it out, or else the words of its mechanism."""
    text = rule_text(ruleset, rule)
    return text if text is not None else bound_to(rule, ruleset).says()


def rule_words(ruleset: Ruleset, rule: Rule) -> Text:
    """The words of a rule as one paragraph."""
    return joined(prose_lines(rule_prose(ruleset, rule)))


def rule_paragraphs(ruleset: Ruleset, rule: Rule) -> tuple[Text, ...]:
    """The paragraphs of a rule: first the contracts under which it is in force, if not all."""
    under = (under_words(ruleset, rule),) if rule.under else ()
    return (*under, *prose_lines(rule_prose(ruleset, rule)))


def under_words(ruleset: Ruleset, rule: Rule) -> Text:
    """The contracts under which a rule is in force, in a sentence; nothing for a rule that always is."""
    return say("{contracts}.", contracts=in_contracts(ruleset, rule.under)) if rule.under else NO_TEXT


def in_contracts(ruleset: Ruleset, under: Sequence[str]) -> Text:
    """Contracts named, as a beginning of a sentence: those of ``under``, or the few that are left out."""
    every = [id for id, rule in ruleset.rules.items() if isinstance(bound_to(rule, ruleset), Contract)]
    named = [f"bid.{name}" for name in under]
    others = [id for id in every if id not in named]
    if not others:
        return say(_("In all contracts"))
    few, template = (
        (others, _("In all contracts but {contracts}"))
        if MANY * len(others) < len(named)
        else (named, _("In {contracts}"))
    )
    return say(template, contracts=[RuleRef(id, ruleset.rules[id].title) for id in few])


def names_contracts(ruleset: Ruleset, under: Sequence[str], words: Text) -> bool:
    """True if words name all of some contracts, each by every word of its title; a title in small letters may be a word for something else."""
    titles = [ruleset.rules[f"bid.{name}"].title for name in under]
    said = {*re.findall(r"\w+", str(words))}
    return all(title[0].isupper() and said.issuperset(title.split()) for title in titles)


def sentences(text: Text) -> tuple[Text, ...]:
    """The sentences of a text."""
    return split(text, r"(?<=[.!?])\s+")


def sense(sentence: Text) -> str:
    """A sentence for comparison, with ids of concepts in place of the game's words."""
    return "".join(part.id if isinstance(part, TermRef) else str(Text((part,))) for part in sentence)


def player_numbers(players: tuple[int, ...]) -> str:
    """Numbers of players in words: ``4``, ``2 to 6``, ``3, 5``."""
    if len(players) > 1 and players == tuple(range(players[0], players[-1] + 1)):
        return _("{first} to {last}").format(first=players[0], last=players[-1])
    return ", ".join(str(number) for number in players)
