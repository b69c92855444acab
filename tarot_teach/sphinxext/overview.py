"""Directives that list rulesets and house rules, with links to their pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from tarot_teach.blocks import Heading, Paragraph
from tarot_teach.errors import TarotError
from tarot_teach.explain.rulebook import introduction
from tarot_teach.loading import Library
from tarot_teach.sphinxext.base import TarotDirective
from tarot_teach.sphinxext.convert import Converter
from tarot_teach.text import Text


class OverviewDirective(TarotDirective):
    """``.. tarot:overview:: NAME …``: what each ruleset is, with links to its rules and examples."""

    required_arguments = 1
    final_argument_whitespace = True

    def made(self, library: Library) -> list[nodes.Element]:
        """A section for each ruleset."""
        self.depends_on(library.examples())
        sections: list[nodes.Element] = []
        for name in self.arguments[0].split():
            try:
                sections.append(self.section(name, library))
            except TarotError as error:
                self.warn(error)
        return sections

    def section(self, name: str, library: Library) -> nodes.section:
        """What one ruleset is."""
        ruleset = self.ruleset(library, name)
        links = [("ruleset", ruleset.name, "The rules, one by one")]
        links += _examples(library, library.examples_of(ruleset.name))
        return self.about(ruleset.name, ruleset.title, introduction(ruleset)[:1], links)

    def about(self, name: str, title: str, lead: list[Paragraph], links: list[tuple[str, str, str]]) -> nodes.section:
        """A heading, the paragraph that introduces it, and links."""
        converter = Converter("", self.env.docname)
        (section,) = converter.sections([Heading(2, Text((title,)), f"about-{name}"), *lead])
        assert isinstance(section, nodes.section)
        listing = nodes.bullet_list(links=True)
        for kind, target, label in links:
            listing += nodes.list_item("", nodes.paragraph("", "", converter.reference(kind, target, label)))
        section += listing
        return section


class HouseRulesDirective(OverviewDirective):
    """``.. tarot:house-rules:: ID …``: what each house rule is, with links to its page and examples."""

    def section(self, name: str, library: Library) -> nodes.section:
        """What one house rule is."""
        path = library.find_option(name)
        self.depends_on([path])
        data = library.document(path).data
        links = [("option", name, "What it changes"), *_examples(library, library.examples_with(name))]
        about = str(data.get("about", "")).strip().split("\n\n")[0]
        return self.about(name, str(data["title"]), [Paragraph(Text((about,)))] if about else [], links)


class OnlyLinks(SphinxPostTransform):
    """Takes out of the lists of an overview what stands on no page, neither of this project nor of another."""

    default_priority = 15  # after references are resolved

    def run(self, **_kwargs: Any) -> None:
        """Change a page on which references are resolved."""
        for listing in [found for found in self.document.findall(nodes.bullet_list) if "links" in found]:
            listing.children = [item for item in listing.children if any(item.findall(nodes.reference))]
            if not listing.children:
                listing.parent.remove(listing)


def _examples(library: Library, paths: list[Path]) -> list[tuple[str, str, str]]:
    """Links to worked examples."""
    found = [library.document(path).data for path in paths]
    return [("example", str(data["id"]), str(data["title"])) for data in found]
