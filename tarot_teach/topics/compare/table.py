"""Many rulesets at a glance: a table of the rules that differ, with what each ruleset has in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tarot_teach.blocks import Block, Paragraph, Table
from tarot_teach.explain.rulebook import taken_over_from, value_text
from tarot_teach.language import _, as_words
from tarot_teach.rules import Ruleset
from tarot_teach.text import RuleRef, Text, say
from tarot_teach.topics.compare.rulesets import DifferenceKind, RuleDifference

SAME, OTHER, LACKING = "=", "≠", "—"
FEW = 5  # from more rulesets on, each is held against what most of them have


def describe_matrix(
    rulesets: Sequence[Ruleset], found: Sequence[RuleDifference], *, columns: int = 0, common: bool | None = None
) -> list[Block]:
    """Rules × rulesets: every rule that differs, and in each cell what is different, in few words.

    With ``common`` cells are held against what most rulesets have, which stands in a column of its own, else against the
    first ruleset; by default it depends on how many there are. ``columns`` is how many rulesets stand beside each other in
    one table (0: all).
    """
    often = len(rulesets) > FEW if common is None else common
    rows = [difference for difference in found if difference.kinds != (DifferenceKind.WORDS,)]
    if not rows:
        return []
    places = range(len(rulesets)) if often else range(1, len(rulesets))
    size = columns or len(rulesets)
    parts = [places[at : at + size] for at in range(0, len(places), size)]
    return [Paragraph(_legend(rulesets, often), "aside"), *(_part(rulesets, rows, part, often) for part in parts)]


def _legend(rulesets: Sequence[Ruleset], often: bool) -> Text:
    basis = _("as in most of them") if often else _("as in {name}").format(name=rulesets[0].name)
    legend = _(
        "{same} means {basis}; {other} that it differs, and how; {lacking} that there is no such rule. What stands in brackets a ruleset has taken over from another, because the source that it follows does not speak of it."
    )
    return say(legend, same=SAME, other=OTHER, lacking=LACKING, basis=basis)


def _part(rulesets: Sequence[Ruleset], rows: list[RuleDifference], part: Sequence[int], often: bool) -> Table:
    basis = say(_("Most often")) if often else Text((rulesets[0].name,))
    head = (say(_("Rule")), basis, *(Text((rulesets[i].name,)) for i in part))
    titles = Counter(difference.title for difference in rows)
    cells = [_row(rulesets, difference, part, often, titles) for difference in rows]
    return Table(head, tuple(cells))


def _row(
    rulesets: Sequence[Ruleset], difference: RuleDifference, part: Sequence[int], often: bool, titles: Counter[str]
) -> tuple[Text, ...]:
    basis = most_often(difference) if often else 0
    has = next(i for i, rule in enumerate(difference.rules) if rule)
    title = Text((RuleRef(difference.rule, difference.title, rulesets[has].name),))
    if titles[difference.title] > 1:
        title += f" ({difference.rule})"
    cells = [Text((_cell(rulesets[i], difference, i, basis),)) for i in part]
    return title, Text((in_short(difference, basis),)), *cells


def most_often(difference: RuleDifference) -> int:
    """The number of the first ruleset that has what most of them have."""
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
    """What a ruleset has, in few words: only what differs among those compared, or from the ruleset ``basis``."""
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
    """A parameter's path as people read it: the last part, with the one before where that is a mere number."""
    *before, last = path.split(".")
    return as_words(" ".join([*before[-1:], last] if last.isdigit() else [last]))
