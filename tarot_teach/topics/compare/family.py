"""The family tree of rulesets, and the house rules that fit them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tarot_teach.blocks import Block, FamilyTree, Heading, Paragraph, Relative, Table
from tarot_teach.loading import Library
from tarot_teach.messages import _, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.text import PageRef, Part, Text, say, separated_by_dots


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
    """The family tree of rulesets, and the rulesets that each house rule fits; by default of the whole library. Raises LoadError."""
    family = family_of(library, names)
    fits: dict[str, Sequence[str]] = {option: library.fitting(option) for option in library.ids("option")}
    kept = {option: [each for each in family if each.id in fitting] for option, fitting in fits.items()}
    roots = [ruleset for ruleset in family if not ruleset.lineage]
    lead = _(
        "A ruleset may be written as a change of another one. This page shows which is made from which, and which house rules fit it; it says "
        "nothing of history: which game comes from which is told on another page, {games}."
    )
    number = len(family)
    caption = say(
        ngettext("{number} ruleset.", "{number} rulesets, each below the one that it is made from.", number),
        number=number,
    )
    tree = FamilyTree("family-tree", caption, tuple(_relative(root, family) for root in roots))
    blocks: list[Block] = [
        Heading(1, say(_("Which ruleset is made from which")), "family"),
        Paragraph(say(lead, games=PageRef("overview", "games", _("The family of games"))), "lead"),
        tree,
    ]
    rows = tuple(
        (
            Text((PageRef("option", option, str(library.document(library.find("option", option)).data["title"])),)),
            _fitting(roots, family, kept[option]),
        )
        for option in kept
        if kept[option]
    )
    head = (say(_("House rule")), say(_("Fits")))
    return [*blocks, Heading(2, say(_("House rules")), "family-house-rules"), Table(head, rows)] if rows else blocks


def _relative(ruleset: Ruleset, family: Sequence[Ruleset]) -> Relative:
    children = tuple(_relative(child, family) for child in _made_from(ruleset, family))
    return Relative(ruleset.title, say(_("In commands: {name}."), name=ruleset.id), children)


def _made_from(ruleset: Ruleset, family: Sequence[Ruleset]) -> list[Ruleset]:
    return [child for child in family if child.lineage[:1] == (ruleset.id,)]


def _fitting(rulesets: Sequence[Ruleset], family: Sequence[Ruleset], fitting: Sequence[Ruleset]) -> Text:
    """The rulesets that a house rule fits: a ruleset with all that are made from it at once, where it fits all of them."""
    return separated_by_dots(_branches(rulesets, family, fitting))


def _branches(rulesets: Sequence[Ruleset], family: Sequence[Ruleset], fitting: Sequence[Ruleset]) -> Iterator[Part]:
    for ruleset in rulesets:
        children = _made_from(ruleset, family)
        branch = [each for each in family if ruleset.id in (each.id, *each.lineage)]
        if children and all(each in fitting for each in branch):
            yield _("{title} and all that are made from it").format(title=ruleset.title)
            continue
        if ruleset in fitting:
            yield PageRef("ruleset", ruleset.id, ruleset.title)
        yield from _branches(children, family, fitting)
