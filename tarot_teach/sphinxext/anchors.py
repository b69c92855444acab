"""Anchors of the elements that directives put on a page.

Anchors are given when the whole page has been read: labels and headings of the author keep theirs, and an element that stands on
a page twice gets an anchor of its own each time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from tarot_teach.blocks import Block, Exercise, FamilyTree, Heading, QuestionPool, Spoiler, Stepper
from tarot_teach.sphinxext.domain import anchor_in_one_file, domain_of

_PART = re.compile(r"-(?:deal(?:-.*)?|trick-\d+|\d+)$")
"""The end of the anchor of a stepper's part; before it stands the anchor of the stepper."""
_HOLDS_SECTIONS = (nodes.document, nodes.section, addnodes.only)


class Anchors:
    """The anchors of one page that are taken already."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken: set[str] = set(taken)
        self.steppers: set[str] = set()

    def give(self, *wanted: str) -> str:
        """Take the first wanted anchor that is free, or else the last of them with a number."""
        given = next(name for name in _numbered(wanted) if self._free(name))
        self.taken.add(given)
        return given

    def give_stepper(self, wanted: str) -> str:
        """Take an anchor for a stepper, so that the anchors of its parts are free as well."""
        parts = {taken[: found.start()] for taken in self.taken if (found := _PART.search(taken))}
        given = next(name for name in _numbered((wanted,)) if name not in self.steppers | parts)
        self.steppers.add(given)
        return given

    def _free(self, anchor: str) -> bool:
        part = _PART.search(anchor)
        return anchor not in self.taken and not (part and anchor[: part.start()] in self.steppers)


def _numbered(names: Sequence[str]) -> Iterator[str]:
    """The names, and then the last of them with numbers behind a dot, which no other generated anchor contains."""
    yield from names
    yield from (f"{names[-1]}.{number}" for number in count(2))


class GiveAnchors(SphinxTransform):
    """Give anchors to sections, rows and diagrams, and note the objects there in the domain.

    A section in a note, a tab or a table cell, where docutils allows none, becomes a heading without a section.
    """

    default_priority = 200  # before labels are handed on to what they stand in front of

    def apply(self, **_kwargs: Any) -> None:
        """Change a page that has been read."""
        generated = [node for node in self.document.findall(nodes.Element) if "wanted" in node or "block" in node]
        if not generated:
            return
        everything = self.document.findall(nodes.Element)
        anchors = Anchors({*self.document.ids, *(id for node in everything for id in node["ids"])})
        domain = domain_of(self.env)
        for node in generated:
            if "block" in node:
                node["anchors"] = {} if _inside_diagram(node) else dict(_anchors_in(node["block"], anchors))
                continue
            anchor = anchors.give(*node["wanted"])
            node["anchors"] = {node["wanted"][0]: anchor}
            node["ids"].insert(0, anchor)
            self.document.set_id(node)
            for kind, id, ruleset, title in node["objects"]:
                domain.note_object(kind, id, self.env.docname, anchor, ruleset, title)
        for node in generated:
            if isinstance(node, nodes.section) and not isinstance(node.parent, _HOLDS_SECTIONS):
                self._without_section(node)

    def _without_section(self, section: nodes.section) -> None:
        """Replace a section by its heading and content; the heading takes over anchors and labels."""
        title, *content = section.children
        target = nodes.target("", "", ids=section["ids"], names=section["names"], anchors=section["anchors"])
        heading = nodes.rubric("", "", *title.children, classes=section["classes"])
        self.document.ids.update(dict.fromkeys(target["ids"], target))
        section.parent.replace(section, [target, heading, *content])


def _inside_diagram(node: nodes.Element) -> bool:
    """True if a diagram belongs to the words of another diagram."""
    parent = node.parent
    return parent is not None and ("block" in parent or _inside_diagram(parent))


def _anchors_in(block: Block, anchors: Anchors) -> Iterator[tuple[str, str]]:
    """The ids in a diagram, each with its anchor."""
    if isinstance(block, Stepper):
        yield block.id, anchors.give_stepper(nodes.make_id(block.id))
    if isinstance(block, Stepper | Spoiler | QuestionPool):
        for inner in block.blocks:
            yield from _anchors_in(inner, anchors)
    elif isinstance(block, Exercise | FamilyTree | Heading) and block.id:
        yield block.id, anchors.give(nodes.make_id(block.id))


class NamePages(SphinxPostTransform):
    """With all pages in one file, put the page's name into generated anchors, since several pages may have the same ones."""

    default_priority = 5  # before references are resolved
    builders = ("singlehtml",)

    def run(self, **_kwargs: Any) -> None:
        """Change a document that is assembled of all pages."""
        pages: dict[str, list[nodes.Element]] = {}
        for page, node in _with_pages(self.document, self.config.root_doc):
            pages.setdefault(page, []).append(node)
        named = {page: _named(page, elements) for page, elements in pages.items()}
        own = ((id, page) for page, elements in pages.items() for node in elements for id in node["ids"])
        seen = {id for id, page in own if id not in named[page]}
        for page, elements in pages.items():
            numbers = self.env.toc_secnumbers.get(page, {})  # of sections, which they keep under their new anchors
            numbers |= {f"#{new}": numbers[f"#{old}"] for old, new in named[page].items() if f"#{old}" in numbers}
            for node in elements:
                node["ids"] = [id for anchor in node["ids"] for id in _renamed(anchor, named[page], seen)]
                seen.update(node["ids"])
                if node.get("refid") in named[page]:
                    node["refid"] = named[page][node["refid"]]
                if "block" in node:
                    node["anchors"] = {id: anchor_in_one_file(page, given) for id, given in node["anchors"].items()}


def _named(page: str, elements: Iterable[nodes.Element]) -> dict[str, str]:
    """The generated anchors of a page's elements, without those inside diagrams, each with the page's name in it."""
    given = (node["anchors"] for node in elements if "anchors" in node and "block" not in node)
    return {anchor: anchor_in_one_file(page, anchor) for anchors in given for anchor in anchors.values()}


def _renamed(id: str, named: dict[str, str], seen: set[str]) -> list[str]:
    """The anchors in place of one: the anchor with the page's name, and the short one if no other element has it."""
    return [named.get(id, id), *([id] if id in named and id not in seen else [])]


def _with_pages(root: nodes.Element, page: str) -> Iterator[tuple[str, nodes.Element]]:
    """All elements of an assembled document, each with its page."""
    for child in root.children:
        if isinstance(child, nodes.Element):
            within = child["docname"] if isinstance(child, addnodes.start_of_file) else page
            yield within, child
            yield from _with_pages(child, within)
