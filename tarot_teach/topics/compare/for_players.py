"""A game for players who know another one: what is the same, what will trip them, what is new, and what falls away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.explain.param_words import param_label
from tarot_teach.explain.rule_words import player_numbers, rule_words, sense, sentences
from tarot_teach.explain.rulebook import STEP_TITLES, param_differences, value_text
from tarot_teach.mechanisms import interfaces
from tarot_teach.mechanisms.keeps_cards import KeepsCards
from tarot_teach.messages import N_, _, colon, ngettext
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.text import RuleRef, TermRef, Text, filled, joined, listed, say
from tarot_teach.topics.compare.rulesets import Difference, DifferenceKind, RuleDifference, compare_games, compare_rules

HABITS = (
    interfaces.NarrowsPlay,
    KeepsCards,
    interfaces.LimitsFirstLead,
    interfaces.NarrowsBids,
    interfaces.LimitsDiscard,
)
"""Kinds of rules that players follow without thinking; where one falls away, they go on following it."""


class ForPlayers(NamedTuple):
    """The rules of a game against one that players know: those that are the same, those that differ, new ones, and those that fall away."""

    same: list[RuleDifference]
    changed: list[RuleDifference]
    new: list[RuleDifference]
    gone: list[RuleDifference]

    @classmethod
    def of(cls, known: Ruleset, game: Ruleset) -> ForPlayers:
        """The rules of a game against those of a known one."""
        found = compare_rules([known, game], everything=True)
        both = [difference for difference in found if None not in difference.rules]
        return cls(
            [difference for difference in both if not difference.of_rule],
            [difference for difference in both if difference.of_rule],
            [difference for difference in found if difference.rules[0] is None],
            [difference for difference in found if difference.rules[1] is None],
        )


def describe_for_players(known: Ruleset, game: Ruleset) -> list[Block]:
    """The page of a game for players who know another one."""
    found = ForPlayers.of(known, game)
    there, here = _short(known), _short(game)
    title = say(_("{game}, if you know {known}"), game=here, known=there)
    phrase = _("It is for {players} players, with this pack: {pack}.")
    if known.deck.id == game.deck.id:
        phrase = _("It is for {players} players, with the pack that you know.")
    who = say(phrase, players=player_numbers(game.players), pack=game.deck.title)
    anchor = f"if-you-know-{known.name}-{game.name}"
    return [
        Heading(1, title, anchor),
        Paragraph(joined([who, *_numbers(found)]), "lead"),
        *_section(_("What will trip you"), f"{anchor}-trip", [*_trips(known, game, found, there)]),
        *_section(_("What is new"), f"{anchor}-new", [_stated(game, rule) for rule in _rules(found.new, 1)]),
        *_section(_("What is the same"), f"{anchor}-same", [*_by_step(game, [*_rules(found.same, 1)])]),
        *_section(_("What falls away"), f"{anchor}-gone", [*_by_step(known, [*_rules(found.gone, 0)])]),
    ]


def for_players_data(known: Ruleset, game: Ruleset) -> dict[str, Any]:
    """Page for players as plain data: the ids of the rules, as each ruleset has them."""
    found, sides = ForPlayers.of(known, game), {"same": 1, "changed": 1, "new": 1, "gone": 0}
    rules = {name: [rule.id for rule in _rules(getattr(found, name), side)] for name, side in sides.items()}
    return {"known": known.name, "game": game.name, **rules}


def _numbers(found: ForPlayers) -> Iterator[Text]:
    """Numbers of rules that are the same, differ, are new or fall away, in two sentences."""
    phrases = (
        (
            ngettext("{number} rule is as you know it", "{number} rules are as you know them", len(found.same)),
            found.same,
        ),
        (ngettext("{number} differs", "{number} differ", len(found.changed)), found.changed),
        (ngettext("{number} is new", "{number} are new", len(found.new)), found.new),
    )
    said = [Text((phrase.format(number=len(rules)),)) for phrase, rules in phrases if rules]
    if said:
        yield say("{numbers}.", numbers=listed(said))
    gone = len(found.gone)
    phrase = ngettext("{number} rule that you know falls away.", "{number} rules that you know fall away.", gone)
    if gone:
        yield say(phrase, number=gone)


def _short(ruleset: Ruleset) -> Text:
    """A ruleset by the name that a sentence gives it."""
    return Text((ruleset.short or ruleset.title,))


def _section(title: str, anchor: str, items: Sequence[Text]) -> list[Block]:
    return [Heading(2, Text((title,)), anchor), Bullets(tuple(items))] if items else []


def _rules(found: Sequence[RuleDifference], side: int) -> Iterator[Rule]:
    """The rules of one side of some differences."""
    yield from (rule for difference in found if (rule := difference.rules[side]))


def _habits(known: Ruleset, game: Ruleset, gone: Sequence[RuleDifference]) -> Iterator[Rule]:
    """The rules that players go on following where they are gone, in parts of the deal that the game has too."""
    mechanisms = RuleIndex(known).mechanisms
    yield from (rule for rule in _rules(gone, 0) if game.at(rule.step) and isinstance(mechanisms[rule.id], HABITS))


def _trips(known: Ruleset, game: Ruleset, found: ForPlayers, there: Text) -> Iterator[Text]:
    """Mistakes that players of the one game will make in the other, in sentences."""
    for difference in found.changed:
        theirs, ours = difference.rules
        assert ours is not None and theirs is not None
        yield joined([_title(game, ours), *_differing(known, theirs, game, ours, difference, there)])
    for rule in _habits(known, game, found.gone):
        words = joined(sentences(_words(known, rule))[:1])
        yield joined([_title(known, rule), say(_("This falls away. You are used to this: {words}"), words=words)])
    spoken = {part.id for rule in game.rules.values() for part in rule_words(game, rule) if isinstance(part, TermRef)}
    for feature in compare_games([known, game]):
        if feature.name.removeprefix("term.") in spoken:
            yield from _other_word(feature)


def _other_word(feature: Difference) -> Iterator[Text]:
    """A term that differs, in a sentence."""
    old, new = feature.values
    if feature.name.startswith("term.") and old and new:
        yield say(_("What you call {old} is called {new} here."), old=_quoted(old), new=_quoted(new))


def _quoted(word: str) -> str:
    return _("“{label}”").format(label=word)


def _title(ruleset: Ruleset, rule: Rule) -> Text:
    return Text((RuleRef(rule.id, rule.title, ruleset.name), colon().rstrip(" ")))


def _words(ruleset: Ruleset, rule: Rule) -> Text:
    """The words of a rule, with references to rules of its own ruleset."""
    parts = rule_words(ruleset, rule)
    return Text([RuleRef(part.id, part.title, ruleset.name) if isinstance(part, RuleRef) else part for part in parts])


def _differing(
    known: Ruleset, theirs: Rule, game: Ruleset, ours: Rule, difference: RuleDifference, there: Text
) -> Iterator[Text]:
    """The words of a rule here, and the sentences of the other game that these do not have."""
    here, before = sentences(_words(game, ours)), sentences(_words(known, theirs))
    yield joined(here)
    said = {sense(sentence) for sentence in here}
    other = [sentence for sentence in before if sense(sentence) not in said]
    if other:
        yield say(_("You are used to this: {words}"), words=joined(other))
    elif DifferenceKind.ORDER in difference.kinds and not difference.params:
        yield say(_("It is applied at another place among the rules."))
    for name, (old, new) in param_differences((theirs, ours)):
        if not other and new is not None:
            values = {"label": param_label(name, ours), "new": value_text(new), "old": value_text(old)}
            yield say(_("{label}: here {new}, in {there} {old}."), there=there, **values)


def _stated(ruleset: Ruleset, rule: Rule) -> Text:
    """A rule with its words."""
    return joined([_title(ruleset, rule), _words(ruleset, rule)])


def _by_step(ruleset: Ruleset, rules: Sequence[Rule]) -> Iterator[Text]:
    """The titles of rules, a line for each part of the deal."""
    for step, alike in groupby(rules, lambda rule: rule.step):
        titles = listed([Text((RuleRef(rule.id, rule.title, ruleset.name),)) for rule in alike], N_("{first}, {last}"))
        name = filled(_(STEP_TITLES[step]), {}, ruleset.terms)
        yield name + colon() + titles + "."
