"""The places in which rulesets differ: each rule with its values, words and sources, side by side or those alike together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tarot_teach.blocks import Block, Bullets, Heading, Table
from tarot_teach.explain.rulebook import rule_words, taken_over_from, value_text
from tarot_teach.language import N_, _, as_words
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.text import Cite, RuleRef, Text, say
from tarot_teach.topics.compare.rulesets import MIN, DifferenceKind, RuleDifference
from tarot_teach.topics.compare.table import in_short, param_name

WORDS = {
    "title": N_("title"),
    "text": N_("wording"),
    "note": N_("note"),
    "sources": N_("sources"),
    "evidence": N_("evidence"),
}


def anchor_of_comparison(rulesets: Sequence[Ruleset]) -> str:
    """The anchor of a comparison on its page."""
    return "-".join(("compare", *(ruleset.name for ruleset in rulesets)))


def part_heading(rulesets: Sequence[Ruleset], words: str, part: str) -> Heading:
    """The heading of a part of a comparison."""
    return Heading(2, Text((words,)), f"{anchor_of_comparison(rulesets)}-{part}")


def describe_places(
    rulesets: Sequence[Ruleset], found: Sequence[RuleDifference], *, everything: bool = False
) -> list[Block]:
    """The places in which rulesets differ, one by one, with the values, words and sources of each."""
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
            blocks.append(Bullets(tuple(_worded(rulesets, difference) for difference in worded)))
    if same:
        blocks.append(part_heading(rulesets, _("The same in both") if pair else _("The same in all"), "same"))
        blocks.append(Bullets(tuple(_stated(rulesets[0], difference.rules[0]) for difference in same)))
    return blocks


def describe_rules(rulesets: Sequence[Ruleset], found: Sequence[RuleDifference]) -> list[Block]:
    """Rules set against each other one by one, whether they differ or not."""
    return [block for difference in found for block in _place(rulesets, difference)]


def _place(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Iterator[Block]:
    anchor = f"{anchor_of_comparison(rulesets)}-{difference.rule}"
    yield Heading(3, Text((f"{difference.title} ({difference.rule})",)), anchor)
    pair = len(rulesets) == MIN and None not in difference.rules
    yield _side_by_side(rulesets, difference) if pair else _grouped(rulesets, difference)


def _side_by_side(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Table:
    """The rule in two rulesets side by side: values, words, sources."""
    ours, theirs = (rule for rule in difference.rules if rule)
    rows: list[tuple[Any, ...]] = []
    if ours.mechanism != theirs.mechanism:
        rows.append((_("Kind of rule"), *(as_words(rule.mechanism) for rule in (ours, theirs))))
    for param in difference.params:
        if None not in param.values or DifferenceKind.MECHANISM not in difference.kinds:
            rows.append((param_name(param.name), *(value_text(value) for value in param.values)))
    if DifferenceKind.ORDER in difference.kinds:
        rows.append((_("Order"), "", _("elsewhere among the rules of its step")))
    rows.append((_("In words"), *(_body(*pair) for pair in zip(rulesets, (ours, theirs), strict=True))))
    rows.append((_("Sources"), *(_sources(*pair) for pair in zip(rulesets, (ours, theirs), strict=True))))
    if "evidence" in difference.words:
        rows.append((_("Evidence"), as_words(ours.evidence), as_words(theirs.evidence)))
    head = (_("Ruleset"), *(ruleset.name for ruleset in rulesets))
    cells = tuple(tuple(cell if isinstance(cell, Text) else Text((cell,)) for cell in row) for row in rows)
    return Table(tuple(Text((name,)) for name in head), cells)


def _grouped(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Table:
    """The rule in many rulesets: those that have the same together."""
    groups: dict[object, list[int]] = {}
    for i in range(len(rulesets)):
        groups.setdefault(difference.state(i), []).append(i)
    head = (say(_("In")), say(_("What differs")), say(_("In words")), say(_("Sources")))
    rows = tuple(_group(rulesets, difference, members) for members in groups.values())
    return Table(head, rows)


def _group(rulesets: Sequence[Ruleset], difference: RuleDifference, members: list[int]) -> tuple[Text, ...]:
    told = [(rulesets[i], rule) for i in members if (rule := difference.rules[i])]
    if not told:
        return (
            Text((", ".join(rulesets[i].name for i in members),)),
            Text((_("no such rule"),)),
            Text(("—",)),
            Text(("—",)),
        )
    attested = [ruleset.name for ruleset, rule in told if not taken_over_from(ruleset, rule)]
    silent = [ruleset.name for ruleset, rule in told if ruleset.name not in attested]
    names = ", ".join(attested)
    if silent:
        names += ("; " if names else "") + _("taken over: {names}").format(names=", ".join(silent))
    others = {ruleset.follows for ruleset in rulesets} - {rulesets[i].follows for i in members}
    cites = [cite for ruleset, rule in told if ruleset.name not in silent for cite in _cites(ruleset, rule)]
    cites = [cite for cite in cites if cite.key not in others]  # what they say stands with their own rulesets
    sources = _row_of(dict.fromkeys(cites))
    return Text((names,)), Text((in_short(difference, members[0]),)), _body(*told[0]), sources


def _only_in_each(rulesets: Sequence[Ruleset], found: list[RuleDifference]) -> Iterator[Block]:
    """Of two rulesets: the rules of each that the other has not, and why, where it was left out."""
    for i, ruleset in enumerate(rulesets):
        other = rulesets[1 - i]
        items = [
            _stated(ruleset, difference.rules[i]) + _left_out([other], difference.rule)
            for difference in found
            if difference.rules[i]
        ]
        if items:
            yield part_heading(rulesets, _("Only in {name}").format(name=ruleset.name), f"only-{i}")
            yield Bullets(tuple(items))


def _only_in_some(rulesets: Sequence[Ruleset], found: list[RuleDifference]) -> Iterator[Block]:
    """Of many rulesets: the rules that some have and some have not, and are else the same."""
    if found:
        yield part_heading(rulesets, _("Only in some of them"), "some")
        yield Bullets(tuple(_shared(rulesets, difference) for difference in found))


def _shared(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Text:
    """Who has a rule, with its words, if few have it; else who has it not, and why."""
    having = [ruleset for ruleset, rule in zip(rulesets, difference.rules, strict=True) if rule]
    lacking = [ruleset for ruleset, rule in zip(rulesets, difference.rules, strict=True) if not rule]
    left_out = _left_out(lacking, difference.rule)
    if len(having) <= len(lacking):
        names = ", ".join(ruleset.name for ruleset in having)
        stated = _stated(having[0], having[0].rules[difference.rule])
        return stated + " " + _("Only in {names}.").format(names=names) + left_out
    names = ", ".join(ruleset.name for ruleset in lacking)
    title = RuleRef(difference.rule, difference.title, having[0].name)
    return Text((title, f" ({difference.rule}): ", _("not in {names}.").format(names=names), left_out))


def _left_out(lacking: Iterable[Ruleset], id: str) -> str:
    """Why rulesets have not a rule that they might have had from their parents."""
    reasons = [(ruleset.name, change.because) for ruleset in lacking if (change := ruleset.dropped.get(id))]
    told = [_("Left out in {name}: {because}.").format(name=name, because=why.rstrip(".")) for name, why in reasons]
    return "".join(f" {sentence}" for sentence in told)


def _worded(rulesets: Sequence[Ruleset], difference: RuleDifference) -> Text:
    has = next(i for i, rule in enumerate(difference.rules) if rule)
    title = RuleRef(difference.rule, difference.title, rulesets[has].name)
    return Text((title, f" ({difference.rule}): {', '.join(_(WORDS[word]) for word in difference.words)}"))


def _stated(ruleset: Ruleset, rule: Rule | None) -> Text:
    """A rule with its title, id, words and sources."""
    assert rule is not None
    title = RuleRef(rule.id, rule.title, ruleset.name)
    return Text((title, f" ({rule.id}): ", *_body(ruleset, rule), " ", *_sources(ruleset, rule)))


def _body(ruleset: Ruleset, rule: Rule) -> Text:
    """A rule in words, with references to the rules of its own ruleset."""
    parts = rule_words(ruleset, rule)
    return Text([RuleRef(part.id, part.title, ruleset.name) if isinstance(part, RuleRef) else part for part in parts])


def _sources(ruleset: Ruleset, rule: Rule) -> Text:
    """Where a rule is found, or from whom it is taken over where the source that is followed is silent."""
    origin = taken_over_from(ruleset, rule)
    if origin is not None:
        return say(_("taken over from {short}"), short=origin.short or origin.title)
    return _row_of(_cites(ruleset, rule))


def _cites(ruleset: Ruleset, rule: Rule) -> list[Cite]:
    """The places for a rule: in the source that is followed where it has some, since others may say something else."""
    own = [citation for citation in rule.sources if citation.source == ruleset.follows]
    return [Cite(citation.source, citation.at) for citation in own or rule.sources]


def _row_of(cites: Iterable[Cite]) -> Text:
    return Text([part for cite in cites for part in (cite, " ")][:-1]) or Text(("—",))
