"""The family tree: which ruleset is made from which, and which house rules fit each of them."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.blocks import Block, FamilyTree, Heading, Relative
from tarot_teach.language import _, ngettext
from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset
from tarot_teach.text import Text, say


def family_of(library: Library, names: Sequence[str] = ()) -> list[Ruleset]:
    """The rulesets named, without house rules, and all those that they are made from; by default all of the library.

    Parents come before their children. Raises LoadError.
    """
    found: dict[str, Ruleset] = {}
    for name in names or library.ids():
        at: Ruleset | None = library.load(name)
        line = []
        while at is not None:
            line.append(at)
            at = at.parent
        found.update({ruleset.id: ruleset for ruleset in reversed(line) if not ruleset.options})
    return list(found.values())


def describe_family(library: Library, names: Sequence[str] = ()) -> list[Block]:
    """The family tree of rulesets, with the house rules that fit each; by default of the whole library. Raises LoadError."""
    family = family_of(library, names)
    fits: dict[str, list[str]] = {ruleset.id: [] for ruleset in family}
    for option in library.ids("option"):
        for id in library.fitting(option):
            if id in fits:
                fits[id].append(option)
    roots = tuple(_relative(ruleset, family, fits) for ruleset in family if not ruleset.lineage)
    options = tuple(option for option in library.ids("option") if any(option in fitting for fitting in fits.values()))
    caption = say(
        _("{rulesets}, each drawn from the one that it alters, and the {options} that can be put on top of them."),
        rulesets=ngettext("{number} ruleset", "{number} rulesets", len(family)).format(number=len(family)),
        options=ngettext("{number} house rule", "{number} house rules", len(options)).format(number=len(options)),
    )
    title = say(_("Where each ruleset comes from"))
    return [Heading(1, title, "family"), FamilyTree("family-tree", caption, roots, options)]


def _relative(ruleset: Ruleset, family: Sequence[Ruleset], fits: dict[str, list[str]]) -> Relative:
    children = [_relative(child, family, fits) for child in family if child.lineage[:1] == (ruleset.id,)]
    return Relative(ruleset.id, _said(ruleset, fits), tuple(fits[ruleset.id]), tuple(children))


def _said(ruleset: Ruleset, fits: dict[str, list[str]]) -> Text:
    """The title, and which house rules fit: all of them, or only those that fit the parent too or do not."""
    title, fitting = ruleset.title, fits[ruleset.id]
    if not ruleset.lineage:
        return say(_("{title}. House rules: {options}."), title=title, options=", ".join(fitting) or _("none"))
    parent = ruleset.lineage[0]
    more = [option for option in fitting if option not in fits[parent]]
    less = [option for option in fits[parent] if option not in fitting]
    if not more and not less:
        return say(_("{title}. The same house rules."), title=title)
    told = [_("and {options}").format(options=", ".join(more))] if more else []
    told += [_("but not {options}").format(options=", ".join(less))] if less else []
    return say(_("{title}. The same house rules, {others}."), title=title, others=", ".join(told))
