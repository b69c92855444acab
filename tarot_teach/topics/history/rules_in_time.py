"""Rules and their values by the year of the first source that tells them of a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.explain.rulebook import STEP_TITLES
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _, as_words, colon, ngettext
from tarot_teach.rules import STEPS
from tarot_teach.text import PageRef, RuleRef, Text, filled, joined, listed, say
from tarot_teach.topics.history.format import History, place_name
from tarot_teach.topics.history.rule_forms import Attested, RuleForm, rule_forms

MIN = 2
"""Games that have a rule or a value, for a row of its own on the page."""


def describe_rules_in_time(history: History, library: Library) -> list[Block]:
    """The section on rules and their first sources, a table for each part of the deal. Raises LoadError."""
    kinds = rule_forms(history, library)
    shown = [kind for kind in kinds if len(kind[0].games) >= MIN and kind[0].first.year]
    shown.sort(key=lambda kind: (STEPS.index(kind[0].kind[0]), kind[0].first.year))
    lead = _(
        "Each kind of rule that two or more games have, and each of its values that differs between games, by the first source with a year that tells it of a game here. The year is that of the source that was read: "
        "a rule may be far older than the first source of this library that tells it, and older than all that has come down to us. Games whose sources for a rule have no year, as many pages of today, stand at the end. Rules that are reconstructed, and house rules, are no evidence and left out, and so are amounts that a table sets contract by contract. "
        "What cards count is what the pack says, before points are taken off where cards are counted in groups; it is dated by the rule of counting."
    )
    number = len(kinds) - len(shown)
    phrase = ngettext(
        "{number} kind of rule is left out here, since one game alone has it, or no source of it has a year; tarot-teach history --rules --format csv has it.",
        "{number} kinds of rules are left out here, since one game alone has them, or no source of them has a year; tarot-teach history --rules --format csv has them.",
        number,
    )
    blocks: list[Block] = [
        Heading(2, say(_("Rules, by the first source that tells them")), "rules-in-time"),
        Paragraph(say(lead)),
        *([Paragraph(say(phrase, number=number))] if number else []),
    ]
    head = tuple(Text((name,)) for name in (_("Rule"), _("In which form"), _("First known here"), _("Also in")))
    for step, found in groupby(shown, lambda kind: kind[0].kind[0]):
        title = filled(_(STEP_TITLES[step]), {"talon": _("talon")})
        rows = tuple(row for kind in found for row in _rows(history, library, kind))
        blocks += [Heading(3, title, f"rules-in-time-{step}"), Table(head, rows)]
    return blocks


def _rows(history: History, library: Library, kind: list[RuleForm]) -> Iterator[tuple[Text, ...]]:
    """A row for any form of a kind of rule, and for each value that several games have; one for all values of a parameter that one game alone has."""
    first = kind[0].first
    _step, mechanism, *id = kind[0].kind
    title = RuleRef(first.rule.id, first.rule.title, first.ruleset.name)
    rule = Text((title, f" ({', '.join([as_words(mechanism), *id])})"))
    for parameter, found in groupby(kind, lambda form: form.parameter):
        forms = [*found]
        for form in forms:
            if len(form.games) >= MIN:
                words = f"{form.words}{colon()}{form.value}" if parameter else _("in any form")
                yield rule, Text((words,)), _first(history, library, form.first), _others(history, form)
        single = [form for form in forms if len(form.games) < MIN]
        if single:
            phrase = ngettext("{parameter}, in one game", "{parameter}, in one game each", len(single))
            words = phrase.format(parameter=forms[0].words)
            values = [_with_value(history, form) for form in single]
            dotted = Text([part for value in values for part in (" · ", *value)][1:])
            yield rule, Text((words,)), dotted, Text(("—",))


def _with_value(history: History, form: RuleForm) -> Text:
    """A value with the one game that has it: ``21 (Minchiate 1688)``."""
    return filled("{value} ({game})", {"value": form.value, "game": _game(history, form.first)})


def _first(history: History, library: Library, first: Attested) -> Text:
    """The year, the game with its place, and the source, where a year is known."""
    if first.citation is None:
        return Text((_("no year"),))
    year = library.sources()[first.citation.source].dated
    named = Text((f"{year}{colon()}", _page(history, first)))
    if first.game in history.games:
        named += f", {place_name(history.games[first.game].where, history.places)}"
    return joined([named, Text((first.citation.cite,))])


def _others(history: History, form: RuleForm) -> Text:
    """The other games, with their years where they are known, and then those without one."""
    dated = [_game(history, each) for each in form.games if each.year and each is not form.first]
    undated = [_game(history, each) for each in form.games if not each.year]
    sentences = [say("{games}.", games=listed(dated, N_("{first}, {last}")))] if dated else []
    if undated:
        sentences.append(say(_("No year: {games}."), games=listed(undated, N_("{first}, {last}"))))
    return joined(sentences)


def _game(history: History, attested: Attested) -> Text:
    """A game with its year, where it is known."""
    name = Text((_page(history, attested),))
    return name + f" {attested.year}" if attested.year else name


def _page(history: History, attested: Attested) -> PageRef:
    return PageRef("ruleset", attested.ruleset.name, _name(history, attested))


def _name(history: History, attested: Attested) -> str:
    """The name of a game in the history, or the title of its ruleset."""
    known = attested.game in history.games
    return history.games[attested.game].name if known else attested.ruleset.title


def rule_rows(history: History, library: Library) -> list[dict[str, Any]]:
    """A row for each kind of rule, and for each value that differs between games: what is known of its first source is empty where none has a year. Raises LoadError."""
    return [
        {
            "year": form.first.year,
            "step": form.kind[0],
            "kind": form.kind[1],
            "rule": form.first.rule.id,
            "title": form.first.rule.title,
            "parameter": form.parameter,
            "words": form.words,
            "value": form.value,
            "game": form.first.game,
            "where": history.games[form.first.game].where if form.first.game in history.games else "",
            "ruleset": form.first.ruleset.name,
            "source": form.first.citation.source if form.first.citation else "",
            "at": form.first.citation.at if form.first.citation else "",
            "games": "; ".join(f"{each.game} {each.year or ''}".rstrip() for each in form.games),
            "number": len(form.games),
        }
        for kind in rule_forms(history, library)
        for form in kind
    ]
