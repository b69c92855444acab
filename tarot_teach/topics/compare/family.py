"""The family tree of rulesets, with the house rules that fit each."""

from __future__ import annotations

from collections.abc import Sequence

from tarot_teach.blocks import Block, FamilyTree, Heading, Relative
from tarot_teach.language import _, ngettext
from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset
from tarot_teach.text import Text, say


def family_of(library: Library, names: Sequence[str] = ()) -> list[Ruleset]:
    """The named rulesets and their ancestors, parents first, without house rules; by default all of the library.

    Raises LoadError.
    """
    found: dict[str, Ruleset] = {}
    for name in names or library.ids():
        lineage: list[Ruleset] = [library.load(name)]
        while lineage[0].parent is not None:
            lineage.insert(0, lineage[0].parent)
        found.update({ruleset.id: ruleset for ruleset in lineage if not ruleset.options})
    return list(found.values())


def describe_family(library: Library, names: Sequence[str] = ()) -> list[Block]:
    """The family tree of rulesets, with the house rules that fit each; by default of the whole library. Raises LoadError."""
    family = family_of(library, names)
    fits: dict[str, list[str]] = {ruleset.id: [] for ruleset in family}
    for option in library.ids("option"):
        for id in fits.keys() & library.fitting(option):
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
    return Relative(ruleset.id, _description(ruleset, fits), tuple(fits[ruleset.id]), tuple(children))


def _description(ruleset: Ruleset, fits: dict[str, list[str]]) -> Text:
    """The title of a ruleset, and the house rules that fit: all of them for a root, else those that do not fit the parent alike."""
    title, fitting = ruleset.title, fits[ruleset.id]
    if not ruleset.lineage:
        return say(_("{title}. House rules: {options}."), title=title, options=", ".join(fitting) or _("none"))
    parent = ruleset.lineage[0]
    more = [option for option in fitting if option not in fits[parent]]
    less = [option for option in fits[parent] if option not in fitting]
    if not more and not less:
        return say(_("{title}. The same house rules."), title=title)
    changes = [_("and {options}").format(options=", ".join(more))] if more else []
    changes += [_("but not {options}").format(options=", ".join(less))] if less else []
    return say(_("{title}. The same house rules, {others}."), title=title, others=", ".join(changes))
