"""A Sphinx extension: rule pages, worked examples, glossary and sources as directives of the domain ``tarot``.

``extensions = ["tarot_teach.sphinxext"]``; then ``.. tarot:rules:: fft-4`` and ``.. tarot:example:: tarotmag-16``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils.nodes import Element
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import tarot_teach
from tarot_teach.render.cardart import Style, sprite
from tarot_teach.render.html import cards_in, interactive
from tarot_teach.render.tex import declarations
from tarot_teach.sphinxext import nodes
from tarot_teach.sphinxext.anchors import GiveAnchors, NameThePage
from tarot_teach.sphinxext.domain import TarotDomain, forget_outdated
from tarot_teach.sphinxext.epub import as_xhtml, declare_pictures
from tarot_teach.sphinxext.overview import OnlyLinks
from tarot_teach.sphinxext.settings import FILES, check_settings
from tarot_teach.text import _

logger = logging.getLogger(__name__)

_STYLED = re.compile(r'class="[^"]*\btt-')
_PICTURE = re.compile(r'<(symbol|g) id="(tt-[^"]+)"')
_STATIC = Path(tarot_teach.__file__).parent / "render" / "static"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain, the nodes and the style."""
    app.add_config_value(FILES, [], "env", [list], "Rulesets and examples of your own: paths of YAML files.")
    for name, about in nodes.LOOK.items():
        app.add_config_value(f"tarot_{name}", getattr(Style(), name), "html", [str], about)
    app.add_domain(TarotDomain)
    nodes.register(app)
    app.connect("html-page-context", _with_lessons)
    app.connect("config-inited", check_settings)
    app.connect("config-inited", _with_static)
    app.connect("config-inited", _with_signs)
    app.connect("html-page-context", _reach_wide_tables)
    app.add_transform(GiveAnchors)
    app.add_post_transform(NameThePage)
    app.add_post_transform(OnlyLinks)
    app.connect("env-get-outdated", _read_anew)
    app.connect("missing-reference", _plain_words, priority=900)  # after intersphinx
    app.connect("warn-missing-reference", _unknown)
    app.connect("build-finished", declare_pictures)
    return {
        "version": tarot_teach.__version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
        "env_version": 3,
    }


def _with_lessons(app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: Any) -> None:
    """Give a page the pictures of its cards, the style where something of ours is on it, and the script where something can be
    stepped through or answered."""
    blocks = [node["block"] for node in doctree.findall(nodes.diagram)] if doctree else []
    cards = cards_in(blocks)
    if cards:
        style = nodes.style_of(app.config)
        context["body"] = sprite(cards, style, prefix=style.prefix) + context["body"]
    if "tt-notebook" in context.get("body", ""):
        context["body"] = _defined_once(context["body"])
    if _STYLED.search(context.get("body", "")):
        app.add_css_file("tarot_teach/tarot.css")
    if app.builder.name == "epub":
        context["body"] = as_xhtml(context.get("body", ""))
    elif interactive(blocks):
        app.add_css_file("tarot_teach/lesson.css")
        app.add_js_file("tarot_teach/lesson.js", loading_method="defer")


def _defined_once(body: str) -> str:
    """A page on which outputs of a notebook bring pictures of their own: equal ids of pictures only where they stand first."""
    seen: set[str] = set()

    def one(found: re.Match[str]) -> str:
        again = found[2] in seen
        seen.add(found[2])
        return f"<{found[1]}" if again else found[0]

    return _PICTURE.sub(one, body)


def _plain_words(
    _app: Sphinx, _env: BuildEnvironment, reference: addnodes.pending_xref, words: Element
) -> Element | None:
    """References that we have made ourselves are plain words where a project has no such page; of an author's, Sphinx complains."""
    return words if reference.get("generated") else None


def _unknown(_app: Sphinx, _domain: Domain | None, reference: addnodes.pending_xref) -> bool | None:
    """Warn of a name that neither the library nor another project knows, with what the library says of it."""
    if "unknown" not in reference:
        return None
    logger.warning("%s", reference["unknown"], location=reference, type="tarot", subtype=reference["reftype"])
    return True


def _read_anew(_app: Sphinx, _env: BuildEnvironment, *_names: set[str]) -> list[str]:
    """Have a build read files as they are now, although an earlier one in this process has read them."""
    forget_outdated()
    return []


def _reach_wide_tables(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Tables that themes let scroll by themselves can be reached and scrolled with the keyboard."""
    region = f'<div tabindex="0" role="region" aria-label="{_("A wide table")}" '
    body = context.get("body", "")
    context["body"] = re.sub(r'<div (?=class="table-wrapper[^"]*\btt-wide\b)', region, body)


def _with_signs(_app: Sphinx, config: Config) -> None:
    """Declare the signs that pdfLaTeX does not know by itself, and would leave out."""
    if config.latex_engine == "pdflatex":
        before = config.latex_elements.get("preamble", "")
        config.latex_elements = {**config.latex_elements, "preamble": f"{before}\n{declarations()}"}


def _with_static(_app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(_STATIC))
    nodes.style_of(config)
