"""A Sphinx extension: rule pages, worked examples, glossary and sources as directives of the domain ``tarot``.

``extensions = ["tarot_teach.sphinxext"]``; then ``.. tarot:rules:: fft-4`` and ``.. tarot:example:: tarotmag-16``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config

import tarot_teach
from tarot_teach.sphinxext import nodes
from tarot_teach.sphinxext.domain import TarotDomain
from tarot_teach.text import _

_STATIC = Path(tarot_teach.__file__).parent / "render" / "static"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain, the nodes and the style."""
    app.add_config_value("tarot_files", [], "env", [list], "Rulesets and examples of your own: paths of YAML files.")
    app.add_domain(TarotDomain)
    nodes.register(app)
    app.add_css_file("tarot.css")
    app.connect("config-inited", _with_static)
    app.connect("html-page-context", _reach_wide_tables)
    return {
        "version": tarot_teach.__version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
        "env_version": 1,
    }


def _reach_wide_tables(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Tables that themes let scroll by themselves can be reached and scrolled with the keyboard."""
    region = f'<div tabindex="0" role="region" aria-label="{_("A wide table")}" '
    body = context.get("body", "")
    context["body"] = re.sub(r'<div (?=class="table-wrapper[^"]*\btt-wide\b)', region, body)


def _with_static(_app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(_STATIC))
