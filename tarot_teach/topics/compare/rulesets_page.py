"""Rulesets compared on a page: the games, a matrix of rules by rulesets, and each rule that differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain.rulebook import full_title, player_numbers, rule_words, taken_over_from, value_text
from tarot_teach.language import N_, _, as_words, ngettext
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.text import Cite, RuleRef, Text, listed, say
from tarot_teach.topics.compare.rulesets import (
    MIN,
    DifferenceKind,
    GameDifference,
    RuleDifference,
    compare_games,
    compare_rules,
)

SAME, OTHER, LACKING = "=", "≠", "—"
FEW = 5  # more rulesets are compared with the most frequent form of a rule


def describe_matrix(
    rulesets: Sequence[Ruleset], found: Sequence[RuleDifference], *, columns: int = 0, common: bool | None = None
) -> list[Block]:
    """A table of rules by rulesets: each rule that differs, and in each cell the difference in few words.

    With ``common`` the basis of comparison is the value that most rulesets have, in a column by itself, else the first ruleset;
    by default it depends on the number of rulesets. ``columns`` is the number of rulesets in one table (0: all).
    """
    by_frequency = len(rulesets) > FEW if common is None else common
    rows = [difference for difference in found if difference.kinds != (DifferenceKind.WORDS,)]
    if not rows:
        return []
    places = range(len(rulesets)) if by_frequency else range(1, len(rulesets))
    size = columns or len(rulesets)
    parts = [places[at : at + size] for at in range(0, len(places), size)]
    return [
        Paragraph(_legend(rulesets, by_frequency), "aside"),
        *(_matrix_table(rulesets, rows, part, by_frequency) for part in parts),
    ]


def _legend(rulesets: Sequence[Ruleset], by_frequency: bool) -> Text:
    basis = _("as in most of them") if by_frequency else _("as in {name}").format(name=rulesets[0].name)
    legend = _(
        "{same} means {basis}; {other} that it differs, and how; {lacking} that there is no such rule. What stands in brackets a ruleset has taken over from another, because the source that it follows does not speak of it."
    )
    return say(legend, same=SAME, other=OTHER, lacking=LACKING, basis=basis)


def _matrix_table(
    rulesets: Sequence[Ruleset], rows: list[RuleDifference], part: Sequence[int], by_frequency: bool
) -> Table:
    basis = say(_("Most often")) if by_frequency else Text((rulesets[0].name,))
    head = (say(_("Rule")), basis, *(Text((rulesets[i].name,)) for i in part))
    titles = Counter(difference.title for difference in rows)
    cells = [_matrix_row(rulesets, difference, part, by_frequency, titles) for difference in rows]
    return Table(head, tuple(cells))


def _matrix_row(
    rulesets: Sequence[Ruleset],
    difference: RuleDifference,
    part: Sequence[int],
    by_frequency: bool,
    titles: Counter[str],
) -> tuple[Text, ...]:
    basis = most_often(difference) if by_frequency else 0
    has = next(i for i, rule in enumerate(difference.rules) if rule)
    title = Text((RuleRef(difference.rule, difference.title, rulesets[has].name),))
    if titles[difference.title] > 1:
        title += f" ({difference.rule})"
    cells = [Text((_cell(rulesets[i], difference, i, basis),)) for i in part]
    return title, Text((in_short(difference, basis),)), *cells


def most_often(difference: RuleDifference) -> int:
    """The index of the first ruleset with the most frequent form of a rule."""
    states = [difference.state(i) for i in range(len(difference.rules))]
    return states.index(Counter(states).most_common(1)[0][0])


def _cell(ruleset: Ruleset, difference: RuleDifference, i: int, basis: int) -> str:
    rule = difference.rules[i]
    if rule is None:
        return LACKING
    same = difference.state(i) == difference.state(basis)
    words = SAME if same else f"{OTHER} {in_short(difference, i, basis)}"
    return f"({words})" if taken_over_from(ruleset, rule) else words


def in_short(difference: RuleDifference, i: int, basis: int | None = None) -> str:
    """The form of a rule in ruleset ``i`` in few words: parameters that differ, among all or from ruleset ``basis``."""
    rule = difference.rules[i]
    if rule is None:
        return LACKING
    if DifferenceKind.MECHANISM in difference.kinds:
        words = [as_words(rule.mechanism)]
    else:
        words = list(_values(difference, i, basis))
    words += [_("elsewhere in the order")] if difference.moved[i] else []
    return ", ".join(words) or _("yes")


def _values(difference: RuleDifference, i: int, basis: int | None) -> Iterator[str]:
    against = basis is not None and difference.rules[basis] is not None
    for param in difference.params:
        value = param.values[i]
        if value is not None and not (against and value == param.values[basis or 0]):
            yield f"{param_name(param.name)}: {value_text(value)}"


def param_name(path: str) -> str:
    """The last part of a parameter's path in words, with the part before it if the last is a number."""
    *before, last = path.split(".")
    return as_words(" ".join([*before[-1:], last] if last.isdigit() else [last]))


FIELD_WORDS = {
    "title": N_("title"),
    "text": N_("wording"),
    "note": N_("note"),
    "sources": N_("sources"),
    "evidence": N_("evidence"),
}


def anchor_of_comparison(rulesets: Sequence[Ruleset]) -> str:
    """The anchor of a comparison."""
    return "-".join(("compare", *(ruleset.name for ruleset in rulesets)))


def part_heading(rulesets: Sequence[Ruleset], words: str, part: str) -> Heading:
    """The heading of a part of a comparison."""
    return Heading(2, Text((words,)), f"{anchor_of_comparison(rulesets)}-{part}")


def describe_places(
    rulesets: Sequence[Ruleset], found: Sequence[RuleDifference], *, everything: bool = False
) -> list[Block]:
    """The rules in which rulesets differ, one by one, with values, words and sources."""
    pair = len(rulesets) == MIN
    apart = [
        difference for difference in found if {*difference.kinds} - {DifferenceKind.WORDS} == {DifferenceKind.ONLY_SOME}
    ]
    worded = [difference for difference in found if difference.kinds == (DifferenceKind.WORDS,)]
    same = [difference for difference in found if not difference.kinds]
    places = [difference for difference in found if difference.of_rule and difference not in apart]
    blocks: list[Block] = []
    if places:
        blocks.append(part_heading(rulesets, _("Where they differ"), "places"))
    blocks += describe_rules(rulesets, places)
    blocks += _only_in_each(rulesets, apart) if pair else _only_in_some(rulesets, apart)
    if worded:
        blocks.append(part_heading(rulesets, _("Said in other words only"), "words"))
        if everything:
            blocks += describe_rules(rulesets, worded)
        else:
            blocks.append(Bullets(tuple(_word_changes(rulesets, difference) for difference in worded)))
    if same:
        blocks.append(part_heading(rulesets, _("The same in both") if pair else _("The same in all"), "same"))
        blocks.append(Bullets(tuple(_rule_sentence(rulesets[0], difference.rules[0]) for difference in same)))
    return blocks


def describe_rules(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference]) -> list[Block]:
    """Each rule under all rulesets, equal or not."""
    return [block for difference in found for block in _rule_blocks(rulesets, difference)]


def _rule_blocks(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Iterator[Block]:
    anchor = f"{anchor_of_comparison(rulesets)}-{difference.rule}"
    yield Heading(3, Text((f"{difference.title} ({difference.rule})",)), anchor)
    pair = len(rulesets) == MIN and None not in difference.rules
    yield _side_by_side(rulesets, difference) if pair else _grouped(rulesets, difference)


def _side_by_side(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Table:
    """A rule in two rulesets side by side: values, words, sources."""
    ours, theirs = (rule for rule in difference.rules if rule)
    rows: list[tuple[Any, ...]] = []
    if ours.mechanism != theirs.mechanism:
        rows.append((_("Kind of rule"), *(as_words(rule.mechanism) for rule in (ours, theirs))))
    for param in difference.params:
        if None not in param.values or DifferenceKind.MECHANISM not in difference.kinds:
            rows.append((param_name(param.name), *(value_text(value) for value in param.values)))
    if DifferenceKind.ORDER in difference.kinds:
        rows.append((_("Order"), "", _("elsewhere among the rules of its step")))
    rows.append((_("In words"), *(_rule_text(*pair) for pair in zip(rulesets, (ours, theirs), strict=True))))
    rows.append((_("Sources"), *(_sources(*pair) for pair in zip(rulesets, (ours, theirs), strict=True))))
    if "evidence" in difference.words:
        rows.append((_("Evidence"), as_words(ours.evidence), as_words(theirs.evidence)))
    head = (_("Ruleset"), *(ruleset.name for ruleset in rulesets))
    cells = tuple(tuple(cell if isinstance(cell, Text) else Text((cell,)) for cell in row) for row in rows)
    return Table(tuple(Text((name,)) for name in head), cells)


def _grouped(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Table:
    """A rule in many rulesets, with a row for each group of rulesets that agree."""
    groups: dict[object, list[int]] = {}
    for i in range(len(rulesets)):
        groups.setdefault(difference.state(i), []).append(i)
    head = (say(_("In")), say(_("What differs")), say(_("In words")), say(_("Sources")))
    rows = tuple(_group(rulesets, difference, members) for members in groups.values())
    return Table(head, rows)


def _group(rulesets: Sequence[Ruleset], difference: RuleDifference, members: list[int]) -> tuple[Text, ...]:
    having = [(rulesets[i], rule) for i in members if (rule := difference.rules[i])]
    if not having:
        return (
            Text((", ".join(rulesets[i].name for i in members),)),
            Text((_("no such rule"),)),
            Text(("—",)),
            Text(("—",)),
        )
    attested = [ruleset.name for ruleset, rule in having if not taken_over_from(ruleset, rule)]
    silent = [ruleset.name for ruleset, rule in having if ruleset.name not in attested]
    names = ", ".join(attested)
    if silent:
        names += ("; " if names else "") + _("taken over: {names}").format(names=", ".join(silent))
    others = {ruleset.follows for ruleset in rulesets} - {rulesets[i].follows for i in members}
    cites = [cite for ruleset, rule in having if ruleset.name not in silent for cite in _cites(ruleset, rule)]
    cites = [cite for cite in cites if cite.key not in others]  # what they say stands with their own rulesets
    sources = _cite_row(dict.fromkeys(cites))
    return Text((names,)), Text((in_short(difference, members[0]),)), _rule_text(*having[0]), sources


def _only_in_each(rulesets: Sequence[Ruleset], found: list[RuleDifference]) -> Iterator[Block]:
    """The rules that one of two rulesets lacks, with the reason if it dropped them."""
    for i, ruleset in enumerate(rulesets):
        other = rulesets[1 - i]
        items = [
            _rule_sentence(ruleset, difference.rules[i]) + _left_out([other], difference.rule)
            for difference in found
            if difference.rules[i]
        ]
        if items:
            yield part_heading(rulesets, _("Only in {name}").format(name=ruleset.name), f"only-{i}")
            yield Bullets(tuple(items))


def _only_in_some(rulesets: Sequence[Ruleset], found: list[RuleDifference]) -> Iterator[Block]:
    """The rules that some of many rulesets lack and the others have alike."""
    if found:
        yield part_heading(rulesets, _("Only in some of them"), "some")
        yield Bullets(tuple(_partly_shared(rulesets, difference) for difference in found))


def _partly_shared(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Text:
    """The rulesets that have a rule, with its words, or those that lack it, with the reason, whichever are fewer."""
    having = [ruleset for ruleset, rule in zip(rulesets, difference.rules, strict=True) if rule]
    lacking = [ruleset for ruleset, rule in zip(rulesets, difference.rules, strict=True) if not rule]
    left_out = _left_out(lacking, difference.rule)
    if len(having) <= len(lacking):
        names = ", ".join(ruleset.name for ruleset in having)
        stated = _rule_sentence(having[0], having[0].rules[difference.rule])
        return stated + " " + _("Only in {names}.").format(names=names) + left_out
    names = ", ".join(ruleset.name for ruleset in lacking)
    title = RuleRef(difference.rule, difference.title, having[0].name)
    return Text((title, f" ({difference.rule}): ", _("not in {names}.").format(names=names), left_out))


def _left_out(lacking: Iterable[Ruleset], id: str) -> str:
    """The reasons why rulesets dropped a rule of their parents."""
    reasons = [(ruleset.name, change.because) for ruleset in lacking if (change := ruleset.dropped.get(id))]
    sentences = [
        _("Left out in {name}: {because}.").format(name=name, because=why.rstrip(".")) for name, why in reasons
    ]
    return "".join(f" {sentence}" for sentence in sentences)


def _word_changes(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Text:
    has = next(i for i, rule in enumerate(difference.rules) if rule)
    title = RuleRef(difference.rule, difference.title, rulesets[has].name)
    return Text((title, f" ({difference.rule}): {', '.join(_(FIELD_WORDS[word]) for word in difference.words)}"))


def _rule_sentence(ruleset: Ruleset, rule: Rule | None) -> Text:
    """The title, id, words and sources of a rule."""
    assert rule is not None
    title = RuleRef(rule.id, rule.title, ruleset.name)
    return Text((title, f" ({rule.id}): ", *_rule_text(ruleset, rule), " ", *_sources(ruleset, rule)))


def _rule_text(ruleset: Ruleset, rule: Rule) -> Text:
    """The words of a rule, with references to rules of the same ruleset."""
    parts = rule_words(ruleset, rule)
    return Text([RuleRef(part.id, part.title, ruleset.name) if isinstance(part, RuleRef) else part for part in parts])


def _sources(ruleset: Ruleset, rule: Rule) -> Text:
    """The sources of a rule, or the ruleset from which it is taken over."""
    origin = taken_over_from(ruleset, rule)
    if origin is not None:
        return say(_("taken over from {short}"), short=origin.short or origin.title)
    return _cite_row(_cites(ruleset, rule))


def _cites(ruleset: Ruleset, rule: Rule) -> list[Cite]:
    """The citations of a rule: those of the source that the ruleset follows, or else all."""
    followed = [citation for citation in rule.sources if citation.source == ruleset.follows]
    return [citation.cite for citation in followed or rule.sources]


def _cite_row(cites: Iterable[Cite]) -> Text:
    return Text([part for cite in cites for part in (cite, " ")][:-1]) or Text(("—",))


def compared(
    rulesets: Sequence[Ruleset], rules: Sequence[str] = (), *, everything: bool = False
) -> list[RuleDifference]:
    """The rules that differ, or only ``rules``, equal or not.

    Raises LoadError for fewer than two rulesets, or for a rule that none of them has.
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
    """The page of a comparison; with ``matrix`` only the table of differences, with ``rules`` only those rules.

    ``everything`` includes equal rules; ``columns`` is the number of rulesets in one matrix (0: all). Raises LoadError for
    fewer than two rulesets, or for a rule that none of them has.
    """
    found = compared(rulesets, rules, everything=everything)
    if rules and not matrix:
        return [*_overview(rulesets, found, columns), *describe_rules(rulesets, found)]
    table = describe_matrix(rulesets, found, columns=columns)
    if matrix:
        return table or [Paragraph(_summary(rulesets, found))]
    blocks: list[Block] = [Heading(1, _title(rulesets), anchor_of_comparison(rulesets)), *describe_games(rulesets)]
    blocks.append(Paragraph(_summary(rulesets, found), "lead"))
    blocks += [Paragraph(text, "aside") for text in limits(rulesets)]
    if len(rulesets) > MIN:
        blocks += _overview(rulesets, found, columns)
    return [*blocks, *describe_places(rulesets, found, everything=everything)]


def describe_games(rulesets: Sequence[Ruleset]) -> list[Block]:
    """The games compared: players, evidence, the packs and units that differ, and the terms that differ."""
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
        blocks.append(Paragraph(_term_differences(rulesets, terms), "aside"))
    return blocks


def limits(rulesets: Sequence[Ruleset]) -> Iterator[Text]:
    """Remarks on rulesets for different numbers of players, packs or games."""
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


def _summary(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference]) -> Text:
    """The number of rules that differ, in a sentence or two."""
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


def _term_differences(rulesets: Sequence[Ruleset], terms: Sequence[GameDifference]) -> Text:
    """The terms that differ, each with the words of the games."""
    sentences = []
    for feature in terms:
        names: dict[str, list[str]] = {}
        for ruleset, label in zip(rulesets, feature.values, strict=True):
            names.setdefault(label or "—", []).append(ruleset.name)
        least = min(names, key=lambda label: len(names[label]))
        others = [label for label in names if label != least]
        sentences.append(_("“{label}” in {names} for “{others}”").format(
            label=least, names=names[least], others="”, “".join(others)
        ))  # fmt: skip
    return say(_("They have other words: {words}."), words="; ".join(sentences))
