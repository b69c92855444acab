"""Rulesets set against each other, in words: what the games are, a matrix, and the places in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain.rulebook import full_title, player_numbers
from tarot_teach.language import _, as_words, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.text import Text, listed, say
from tarot_teach.topics.compare.rule_by_rule import (
    anchor_of_comparison,
    describe_places,
    describe_rules,
    part_heading,
)
from tarot_teach.topics.compare.rulesets import (
    MIN,
    DifferenceKind,
    GameDifference,
    RuleDifference,
    compare_games,
    compare_rules,
)
from tarot_teach.topics.compare.table import describe_matrix


def compared(
    rulesets: Sequence[Ruleset], rules: Sequence[str] = (), *, everything: bool = False
) -> list[RuleDifference]:
    """The rules that differ, or those of ``rules`` alone, whether they differ or not.

    Raises LoadError where there is nothing to compare, or for a rule that none of the rulesets has.
    """
    if len(rulesets) < MIN:
        message = _("a comparison needs at least two rulesets")
        raise LoadError.of("compare.one", message, None, _("name another one, such as `compare fft-4 fft-5`"))
    known = dict.fromkeys(id for ruleset in rulesets for id in ruleset.rules)
    for id in rules:
        if id not in known:
            raise LoadError.of(
                "rules.unknown-rule",
                _("none of these rulesets has a rule {id!r}").format(id=id),
                None,
                suggest(id, known, _("their rules")),
            )
    found = compare_rules(rulesets, everything=everything or bool(rules))
    return [difference for difference in found if not rules or difference.rule in rules]


def describe_comparison(
    rulesets: Sequence[Ruleset],
    rules: Sequence[str] = (),
    *,
    everything: bool = False,
    matrix: bool = False,
    columns: int = 0,
) -> list[Block]:
    """The page of a comparison; with ``matrix`` nothing but the table of what differs, with ``rules`` nothing but those rules.

    ``everything`` shows all rules, not only those that differ; ``columns`` is how many rulesets stand beside each other in a
    matrix (0: all). Raises LoadError where there is nothing to compare, or for a rule that none of the rulesets has.
    """
    found = compared(rulesets, rules, everything=everything)
    if rules and not matrix:
        return [*_overview(rulesets, found, columns), *describe_rules(rulesets, found)]
    table = describe_matrix(rulesets, found, columns=columns)
    if matrix:
        return table or [Paragraph(_count(rulesets, found))]
    blocks: list[Block] = [Heading(1, _title(rulesets), anchor_of_comparison(rulesets)), *describe_games(rulesets)]
    blocks.append(Paragraph(_count(rulesets, found), "lead"))
    blocks += [Paragraph(text, "aside") for text in limits(rulesets)]
    if len(rulesets) > MIN:
        blocks += _overview(rulesets, found, columns)
    return [*blocks, *describe_places(rulesets, found, everything=everything)]


def describe_games(rulesets: Sequence[Ruleset]) -> list[Block]:
    """What is compared: each game with its number of players, pack, evidence and unit, and the words that differ."""
    different = {feature.name: feature for feature in compare_games(rulesets)}
    head = [_("Ruleset"), _("Game"), _("Players"), _("Evidence")]
    head += [name for key, name in (("deck", _("Pack")), ("unit", _("A game point"))) if key in different]
    rows = []
    for ruleset in rulesets:
        row = [ruleset.name, str(full_title(ruleset)), player_numbers(ruleset.players), as_words(ruleset.evidence)]
        row += [ruleset.deck.title] if "deck" in different else []
        row += [ruleset.unit.show(Fraction(1))] if "unit" in different else []
        rows.append(tuple(Text((cell,)) for cell in row))
    blocks: list[Block] = [Table(tuple(Text((name,)) for name in head), tuple(rows))]
    terms = [feature for name, feature in different.items() if name.startswith("term.")]
    if terms:
        blocks.append(Paragraph(_called(rulesets, terms), "aside"))
    return blocks


def limits(rulesets: Sequence[Ruleset]) -> Iterator[Text]:
    """What there is to know before rulesets are held against each other that are not for the same table."""
    if len({ruleset.players for ruleset in rulesets}) > 1:
        yield say(
            _(
                "These games are not for the same number of players. What hangs on it, such as how many cards are dealt and who "
                "pays whom, differs for that reason alone."
            )
        )
    if len({ruleset.deck.id for ruleset in rulesets}) > 1:
        yield say(
            _("They are played with different packs, so that cards and card points cannot be set against each other.")
        )
    if len({(ruleset.id, *ruleset.lineage)[-1] for ruleset in rulesets}) > 1:
        yield say(
            _(
                "Not all of them come from the same game. Rules are compared where they have the same id; a rule that only one game has may have a counterpart in another under another id."
            )
        )
        rules = [difference for difference in compare_rules(rulesets, everything=True) if None not in difference.rules]
        other = [difference.title for difference in rules if DifferenceKind.MECHANISM in difference.kinds]
        yield say(
            _("{number} rules have the same id in all of them, and {same} of these are rules of the same kind."),
            number=len(rules),
            same=len(rules) - len(other),
        )
        if other:
            yield say(_("These are of different kinds, and cannot be set against each other: {titles}."), titles=other)


def _overview(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference], columns: int) -> list[Block]:
    table = describe_matrix(rulesets, found, columns=columns) if len(rulesets) > MIN else []
    return [part_heading(rulesets, _("At a glance"), "matrix"), *table] if table else []


def _title(rulesets: Sequence[Ruleset]) -> Text:
    if len({ruleset.name for ruleset in rulesets}) > 3:
        return say(_("{number} rulesets compared"), number=len(rulesets))
    names = [Text((ruleset.name,)) for ruleset in rulesets]
    return say(_("{names} compared"), names=listed(names))


def _count(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference]) -> Text:
    """In how many rules they differ, in a sentence or two."""
    if len({ruleset.name for ruleset in rulesets}) == 1:
        return say(_("This is the same ruleset, {name}: it does not differ from itself."), name=rulesets[0].name)
    number = sum(difference.of_rule for difference in found)
    of = len({id for ruleset in rulesets for id in ruleset.rules})
    worded = sum(difference.kinds == (DifferenceKind.WORDS,) for difference in found)
    said = (
        say(
            ngettext("They differ in {number} rule of {of}.", "They differ in {number} rules of {of}.", number),
            number=number,
            of=of,
        )
        if number
        else say(_("They do not differ in any rule."))
    )
    if worded:
        said = (
            said
            + " "
            + say(
                ngettext(
                    "{number} rule differs only in its words or sources.",
                    "{number} rules differ only in their words or sources.",
                    worded,
                ),
                number=worded,
            )
        )
    return said


def _called(rulesets: Sequence[Ruleset], terms: Sequence[GameDifference]) -> Text:
    """Concepts that are not called the same, each with its names."""
    told = []
    for feature in terms:
        names: dict[str, list[str]] = {}
        for ruleset, label in zip(rulesets, feature.values, strict=True):
            names.setdefault(label or "—", []).append(ruleset.name)
        least = min(names, key=lambda label: len(names[label]))
        others = [label for label in names if label != least]
        told.append(_("“{label}” in {names} for “{others}”").format(
            label=least, names=names[least], others="”, “".join(others)
        ))  # fmt: skip
    return say(_("They have other words: {words}."), words="; ".join(told))
