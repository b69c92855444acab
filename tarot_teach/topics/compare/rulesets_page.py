"""Rulesets compared on a page: the games, a matrix of rules by rulesets, and each rule that differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain.param_words import param_label, param_name
from tarot_teach.explain.rule_words import player_numbers, rule_words
from tarot_teach.explain.rulebook import full_title, taken_over_from, value_text
from tarot_teach.messages import N_, _, as_words, colon, ngettext, pgettext, semicolon
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.text import Cite, RuleRef, Text, listed, say
from tarot_teach.topics.compare.rulesets import (
    MIN,
    Difference,
    DifferenceKind,
    RuleDifference,
    compare_games,
    compare_rules,
    matched,
)

SAME, OTHER, LACKING = "=", "≠", "—"
FEW = 5  # more rulesets are compared with the most frequent form of a rule

FIELD_WORDS = {
    "title": N_("title"),
    "text": N_("wording"),
    "note": N_("note"),
    "sources": N_("sources"),
    "evidence": N_("evidence"),
}


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
            hint = suggest(id, known, _("their rules"))
            raise LoadError.of("rules.unknown-rule", _("none of these rulesets has a rule {id!r}"), hint=hint, id=id)
    found = compare_rules(rulesets, everything=everything or bool(rules))
    return [difference for difference in found if not rules or {*difference.ids} & {*rules}]


def describe_comparison(
    rulesets: Sequence[Ruleset],
    rules: Sequence[str] = (),
    *,
    everything: bool = False,
    matrix: bool = False,
    columns: int = 0,
    in_short: bool = False,
) -> list[Block]:
    """The page of a comparison; with ``matrix`` only the table of differences, with ``rules`` only those rules.

    ``everything`` includes equal rules; ``columns`` is the number of rulesets in one matrix (0: all). With ``in_short``
    links to rules stand for their words. Raises LoadError for fewer than two rulesets, or for a rule that none of them has.
    """
    found = compared(rulesets, rules, everything=everything)
    table = list(_matrix(rulesets, found, columns)) if matrix or len(rulesets) > MIN else []
    summary = _summary(rulesets, found)
    if matrix:
        return table or [Paragraph(summary)]
    overview = [_part(rulesets, _("At a glance"), "matrix"), *table] if table else []
    if rules:
        return [*overview, *_rules(rulesets, found, in_short)]
    title = say(_("{names} compared"), names=[full_title(ruleset) for ruleset in rulesets])
    if len({ruleset.name for ruleset in rulesets}) > 3:
        title = say(_("{number} rulesets compared"), number=len(rulesets))
    return [
        Heading(1, title, _anchor(rulesets)),
        *_games(rulesets),
        Paragraph(summary, "lead"),
        *(Paragraph(text, "aside") for text in limits(rulesets)),
        *overview,
        *_places(rulesets, found, everything, in_short),
    ]


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
                "Not all of them come from the same game. Rules are compared where they have the same id, or where each game has one rule of a kind "
                "in the same part of the deal; a rule that only one game has may still have a counterpart in another."
            )
        )
        rules = [difference for difference in compare_rules(rulesets, everything=True) if None not in difference.rules]
        other = [difference.title for difference in rules if DifferenceKind.MECHANISM in difference.kinds]
        yield say(
            _("{number} rules have a counterpart in each of them, and {same} of these are rules of the same kind."),
            number=len(rules),
            same=len(rules) - len(other),
        )
        if other:
            yield say(_("These are of different kinds, and cannot be set against each other: {titles}."), titles=other)


def _anchor(rulesets: Sequence[Ruleset]) -> str:
    return "-".join(("compare", *(ruleset.name for ruleset in rulesets)))


def _part(rulesets: Sequence[Ruleset], words: str, part: str) -> Heading:
    return Heading(2, Text((words,)), f"{_anchor(rulesets)}-{part}")


def _row(*cells: str | Text) -> tuple[Text, ...]:
    return tuple(cell if isinstance(cell, Text) else Text((cell,)) for cell in cells)


def _names(rulesets: Iterable[Ruleset]) -> Text:
    """The short names of rulesets, with commas."""
    return listed([Text((ruleset.label,)) for ruleset in rulesets], N_("{first}, {last}"))


def _head(ruleset: Ruleset) -> Text:
    """The short name of a ruleset above a column."""
    return Text((ruleset.label,)).upper_first()


def _summary(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference]) -> Text:
    """The number of rules that differ, in a sentence or two."""
    if len({ruleset.name for ruleset in rulesets}) == 1:
        return say(_("This is the same ruleset, {name}: it does not differ from itself."), name=rulesets[0].label)
    number = sum(difference.of_rule for difference in found)
    of = len({id for game in matched(rulesets) for id in game})
    phrase = ngettext("They differ in {number} rule of {of}.", "They differ in {number} rules of {of}.", number)
    said = say(phrase if number else _("They do not differ in any rule."), number=number, of=of)
    worded = sum(difference.kinds == (DifferenceKind.WORDS,) for difference in found)
    phrase = ngettext(
        "{number} rule differs only in its words, sources or evidence.",
        "{number} rules differ only in their words, sources or evidence.",
        worded,
    )
    return said + " " + say(phrase, number=worded) if worded else said


def _games(rulesets: Sequence[Ruleset]) -> Iterator[Block]:
    """The games compared: players, evidence, the packs and units that differ, and the terms that differ."""
    different = {feature.name: feature for feature in compare_games(rulesets)}
    optional = {"deck": _("Pack"), "unit": _("A game point")}
    head = (_("Here"), _("Game"), _("Players"), _("Evidence"))
    rows = []
    for ruleset in rulesets:
        more = {"deck": ruleset.deck.title, "unit": ruleset.unit.show(Fraction(1))}
        row = (_head(ruleset), full_title(ruleset), player_numbers(ruleset.players), as_words(ruleset.evidence))
        rows.append(_row(*row, *(more[key] for key in optional if key in different), ruleset.name))
    others = (name for key, name in optional.items() if key in different)
    yield Table(_row(*head, *others, _("In commands")), tuple(rows))
    terms = [feature for name, feature in different.items() if name.startswith("term.")]
    if terms and len(rulesets) == MIN:
        yield Paragraph(say(_("They have other words for the same things:")), "aside")
        rows = [_row(*(label or LACKING for label in feature.values)) for feature in terms]
        yield Table(_row(*map(_head, rulesets)), tuple(rows))
    elif terms:
        words = semicolon().join(_term(rulesets, feature) for feature in terms)
        yield Paragraph(say(_("They have other words: {words}."), words=words), "aside")


def _term(rulesets: Sequence[Ruleset], feature: Difference) -> str:
    """A term that differs: the rarest word, the games that have it, and the other words."""
    having: dict[str, list[Ruleset]] = {}
    for ruleset, label in zip(rulesets, feature.values, strict=True):
        having.setdefault(label or "—", []).append(ruleset)
    least = min(having, key=lambda label: len(having[label]))
    quoted = {label: Text((_("“{label}”").format(label=label),)) for label in having}
    others = listed([quoted[label] for label in having if label != least], N_("{first}, {last}"))
    return _("{label} in {names} for {others}").format(label=quoted[least], names=_names(having[least]), others=others)


# ---------------------------------------------------------------- the matrix


def _matrix(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference], columns: int) -> Iterator[Block]:
    """Tables of rules by rulesets: each rule that differs, and in each cell the difference in few words.

    The basis of comparison is the first ruleset, or where there are many the value that most of them have, in a column by itself.
    ``columns`` is the number of rulesets in one table (0: all).
    """
    rows = [difference for difference in found if difference.kinds != (DifferenceKind.WORDS,)]
    if not rows:
        return
    many = len(rulesets) > FEW
    legend = _(
        "{same} means {basis}; {other} that it differs, and how; {lacking} that there is no such rule. What stands in brackets a ruleset has taken over from another, because the source that it follows does not speak of it."
    )
    basis = _("as in most of them") if many else _("as in {name}").format(name=rulesets[0].label)
    yield Paragraph(say(legend, same=SAME, other=OTHER, lacking=LACKING, basis=basis), "aside")
    titles = Counter(difference.title for difference in rows)
    places = range(0 if many else 1, len(rulesets))
    size = columns or len(rulesets)
    for part in (places[at : at + size] for at in range(0, len(places), size)):
        cells = []
        for difference in rows:
            states = [difference.state(i) for i in range(len(rulesets))]
            against = states.index(Counter(states).most_common(1)[0][0]) if many else 0
            title = _title(rulesets, difference)
            if titles[difference.title] > 1:
                title += f" ({difference.rule})"
            row = (_cell(rulesets[i], difference, i, against) for i in part)
            cells.append(_row(title, _in_short(difference, against), *row))
        head = Text((_("Most often"),)) if many else _head(rulesets[0])
        yield Table(_row(_("Rule"), head, *(_head(rulesets[i]) for i in part)), tuple(cells))


def _title(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Text:
    ruleset = next(ruleset for ruleset, rule in zip(rulesets, difference.rules, strict=True) if rule)
    return Text((RuleRef(difference.rule, difference.title, ruleset.name),))


def _cell(ruleset: Ruleset, difference: RuleDifference, i: int, basis: int) -> str:
    rule = difference.rules[i]
    if rule is None:
        return LACKING
    same = difference.state(i) == difference.state(basis)
    words = SAME if same else f"{OTHER} {_in_short(difference, i, basis)}"
    return f"({words})" if taken_over_from(ruleset, rule) else words


def _in_short(difference: RuleDifference, i: int, basis: int | None = None) -> str:
    """The form of a rule in ruleset ``i`` in few words: parameters that differ, among all or from ruleset ``basis``; without its name
    where one alone differs and is no entry of a table."""
    rule = difference.rules[i]
    if rule is None:
        return LACKING
    against = None if basis is None or difference.rules[basis] is None else basis
    if DifferenceKind.MECHANISM in difference.kinds:
        words = [as_words(rule.mechanism)]
    else:
        alone = len(difference.params) == 1 and _speaks_for_itself(difference.params[0])
        words = [
            value_text(param.values[i])
            if alone
            else f"{param_name(param.name, rule.mechanism)}{colon()}{value_text(param.values[i])}"
            for param in difference.params
            if param.values[i] is not None and (against is None or param.values[i] != param.values[against])
        ]
    words += [_("elsewhere in the order")] if difference.moved[i] else []
    return ", ".join(words) or pgettext("answer", "yes")


def _speaks_for_itself(param: Difference) -> bool:
    """True for a parameter whose values need no name beside the title of the rule: words and cards, but no yes and no, and no entry of a table."""
    plain = all(isinstance(value, str | list | tuple) for value in param.values if value is not None)
    answers = {pgettext("answer", "yes"), pgettext("answer", "no")} & {value_text(value) for value in param.values}
    return plain and not answers and "." not in param.name


# ---------------------------------------------------------------- rule by rule


def _places(
    rulesets: Sequence[Ruleset], found: Sequence[RuleDifference], everything: bool, in_short: bool
) -> Iterator[Block]:
    """The rules in which rulesets differ, one by one, with values, words and sources."""
    pair = len(rulesets) == MIN
    apart = [
        difference for difference in found if {*difference.kinds} - {DifferenceKind.WORDS} == {DifferenceKind.ONLY_SOME}
    ]
    places = [difference for difference in found if difference.of_rule and difference not in apart]
    if places:
        yield _part(rulesets, _("Where they differ"), "places")
        yield from _rules(rulesets, places, in_short)
    if pair:
        yield from _only_in_each(rulesets, apart)
    elif apart:
        yield _part(rulesets, _("Only in some of them"), "some")
        yield Bullets(tuple(_partly_shared(rulesets, difference, in_short) for difference in apart))
    alike = [difference for difference in found if difference.kinds == (DifferenceKind.WORDS,)]
    graded = [difference for difference in alike if difference.words == ("evidence",)]
    for worded, heading, anchor in (
        ([difference for difference in alike if difference not in graded], _("Said in other words only"), "words"),
        (graded, _("Attested otherwise only"), "evidence"),
    ):
        if not worded:
            continue
        yield _part(rulesets, heading, anchor)
        if everything:
            yield from _rules(rulesets, worded, in_short)
        else:
            items = []
            for difference in worded:
                words = listed([Text((_(FIELD_WORDS[word]),)) for word in difference.words], N_("{first}, {last}"))
                title = _title(rulesets, difference)
                items.append(title + f" ({difference.rule}){colon()}{words}")
            yield Bullets(tuple(items))
    same = [rule for difference in found if not difference.kinds for rule in difference.rules[:1] if rule]
    if same:
        yield _part(rulesets, _("The same in both") if pair else _("The same in all"), "same")
        yield Bullets(tuple(_rule_sentence(rulesets[0], rule) for rule in same))


def _rules(rulesets: Sequence[Ruleset], found: Iterable[RuleDifference], in_short: bool) -> Iterator[Block]:
    """Each rule under all rulesets, equal or not; ``in_short`` with links in place of words."""
    for difference in found:
        title = Text((f"{difference.title} ({', '.join(difference.ids)})",))
        yield Heading(3, title, f"{_anchor(rulesets)}-{difference.rule}")
        pair = len(rulesets) == MIN and None not in difference.rules
        if pair:
            yield _side_by_side(rulesets, difference)
            continue
        agreeing: dict[object, list[int]] = {}  # a row for each group of rulesets that agree
        for i in range(len(rulesets)):
            agreeing.setdefault(difference.state(i), []).append(i)
        head = _row(_("In"), _("What differs"), _("In words"), _("Sources"))
        yield Table(head, tuple(_group(rulesets, difference, members, in_short) for members in agreeing.values()))


def _side_by_side(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Table:
    """A rule in two rulesets side by side: values, words, sources."""
    stated = [(ruleset, rule) for ruleset, rule in zip(rulesets, difference.rules, strict=True) if rule]
    rows = []
    if DifferenceKind.MECHANISM in difference.kinds:
        rows.append(_row(_("Kind of rule"), *(as_words(rule.mechanism) for _ruleset, rule in stated)))
    for param in difference.params:
        if None not in param.values or DifferenceKind.MECHANISM not in difference.kinds:
            having = next(
                rule for (_ruleset, rule), value in zip(stated, param.values, strict=True) if value is not None
            )
            rows.append(_row(param_label(param.name, having), *map(value_text, param.values)))
    if DifferenceKind.ORDER in difference.kinds:
        rows.append(_row(_("Order"), "", _("elsewhere among the rules of its step")))
    rows.append(_row(_("In words"), *(_rule_text(*each) for each in stated)))
    rows.append(_row(_("Sources"), *(_sources(*each) for each in stated)))
    if "evidence" in difference.words:
        rows.append(_row(_("Evidence"), *(as_words(rule.evidence) for _ruleset, rule in stated)))
    return Table(_row("", *(_head(ruleset) for ruleset in rulesets)), tuple(rows))


def _group(
    rulesets: Sequence[Ruleset], difference: RuleDifference, members: list[int], links: bool
) -> tuple[Text, ...]:
    having = [(rulesets[i], rule) for i in members if (rule := difference.rules[i])]
    if not having:
        return _row(_names(rulesets[i] for i in members), _("no such rule"), "—", "—")
    attested = [(ruleset, rule) for ruleset, rule in having if not taken_over_from(ruleset, rule)]
    names = _names(ruleset for ruleset, _rule in attested)
    silent = _names(ruleset for ruleset, rule in having if taken_over_from(ruleset, rule))
    if silent:
        taken = _("{names}; taken over: {others}") if attested else _("taken over: {others}")
        names = Text((taken.format(names=names, others=silent),))
    others = {ruleset.follows for ruleset in rulesets} - {rulesets[i].follows for i in members}
    cites = [cite for each in attested for cite in _cites(*each)]
    cites = [cite for cite in cites if cite.key not in others]  # what they say stands with their own rulesets
    ruleset, rule = having[0]
    words = Text((RuleRef(rule.id, rule.title, ruleset.name),)) if links else _rule_text(ruleset, rule)
    return _row(names, _in_short(difference, members[0]), words, _cite_row(dict.fromkeys(cites)))


def _only_in_each(rulesets: Sequence[Ruleset], found: list[RuleDifference]) -> Iterator[Block]:
    """The rules that one of two rulesets lacks, with the reason if it dropped them."""
    for i, ruleset in enumerate(rulesets):
        items = [
            _rule_sentence(ruleset, rule) + _left_out([rulesets[1 - i]], rule.id)
            for rule in (difference.rules[i] for difference in found)
            if rule
        ]
        if items:
            yield _part(rulesets, _("Only in {name}").format(name=ruleset.label), f"only-{i}")
            yield Bullets(tuple(items))


def _partly_shared(rulesets: Sequence[Ruleset], difference: RuleDifference, in_short: bool) -> Text:
    """The rulesets that have a rule, with its words if not ``in_short``, or those that lack it, with the reason, whichever are fewer."""
    having = [(ruleset, rule) for ruleset, rule in zip(rulesets, difference.rules, strict=True) if rule]
    lacking = [ruleset for ruleset, rule in zip(rulesets, difference.rules, strict=True) if not rule]
    if len(having) <= len(lacking):
        names = _names(ruleset for ruleset, _rule in having)
        title = say(_("{rule} ({id})."), rule=_title(rulesets, difference), id=difference.rule)
        stated = (title if in_short else _rule_sentence(*having[0])) + " " + say(_("Only in {names}."), names=names)
    else:
        title = _title(rulesets, difference)
        stated = say(_("{rule} ({id}): not in {names}."), rule=title, id=difference.rule, names=_names(lacking))
    return stated + _left_out(lacking, difference.rule)


def _left_out(lacking: Iterable[Ruleset], id: str) -> str:
    """The reasons why rulesets dropped a rule of their parents."""
    phrase = _("Left out in {name}: {because}.")
    reasons = [(ruleset.label, change.because) for ruleset in lacking if (change := ruleset.dropped.get(id))]
    return "".join(" " + phrase.format(name=name, because=why.rstrip(".")) for name, why in reasons)


def _rule_sentence(ruleset: Ruleset, rule: Rule) -> Text:
    """The title, id, words and sources of a rule."""
    title = RuleRef(rule.id, rule.title, ruleset.name)
    return Text((title, f" ({rule.id}){colon()}", *_rule_text(ruleset, rule), " ", *_sources(ruleset, rule)))


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
