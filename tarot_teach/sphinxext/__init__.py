"""A Sphinx extension: rule pages, worked examples, glossary and sources as directives of the domain ``tarot``.

``extensions = ["tarot_teach.sphinxext"]``; then ``.. tarot:rules:: fft-4`` and ``.. tarot:example:: tarotmag-16``.
"""

from __future__ import annotations

from typing import Any

from docutils.nodes import Element
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from tarot_teach.catalogues import use_language
from tarot_teach.errors import RunError
from tarot_teach.messages import ENGLISH, _, use_catalogue
from tarot_teach.sphinxext import nodes
from tarot_teach.sphinxext.anchors import GiveAnchors, NamePages
from tarot_teach.sphinxext.directives import DIRECTIVES, DropUnresolvedLinks
from tarot_teach.sphinxext.domain import RulesIndex, TarotDomain, TermsIndex, drop_outdated_libraries
from tarot_teach.sphinxext.roles import ROLES
from tarot_teach.sphinxext.settings import NO_INLINE_SCRIPT, add_settings
from tarot_teach.sphinxext.web_pages import add_engine, complete_page, declare_pictures, write_static
from tarot_teach.version import __version__

__all__ = ["NO_INLINE_SCRIPT", "setup"]

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register settings, domain, directives, roles, nodes and transforms."""
    add_settings(app)
    app.connect("config-inited", _use_its_language, priority=1)
    app.add_domain(TarotDomain)
    for name, directive in DIRECTIVES.items():
        app.add_directive_to_domain(TarotDomain.name, name, directive)
    for name, role in ROLES.items():
        app.add_role_to_domain(TarotDomain.name, name, role)
    nodes.register(app)
    app.add_transform(GiveAnchors)
    app.add_post_transform(nodes.AddSearchWords)
    app.add_post_transform(nodes.AddWords)
    app.add_post_transform(NamePages)
    app.add_post_transform(DropUnresolvedLinks)
    app.connect("env-get-outdated", _forget_changed_files)
    app.connect("missing-reference", _plain_words, priority=900)  # after intersphinx
    app.connect("warn-missing-reference", _warn_of_unknown_name)
    app.connect("write-started", write_static)
    app.connect("html-page-context", complete_page)
    app.connect("build-finished", declare_pictures)
    app.connect("build-finished", add_engine)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True, "env_version": 3}


def _use_its_language(_app: Sphinx, config: Config) -> None:
    """Print in the language of the project, where there is a catalogue of it; a part of it that cannot be read is a warning."""
    try:
        faults = use_language(config.language)
    except RunError:  # a project in a language that this package does not have
        use_catalogue(ENGLISH)
        faults = ()
    for fault in faults:
        logger.warning("%s", fault, type="tarot", subtype="catalogue")
    RulesIndex.localname, RulesIndex.shortname = _("Index of rules"), _("rules")
    TermsIndex.localname, TermsIndex.shortname = _("Index of terms"), _("terms")


def _forget_changed_files(_app: Sphinx, _env: BuildEnvironment, *_names: set[str]) -> list[str]:
    """Have a build read files that have changed since an earlier build of this process; no page is outdated by that."""
    drop_outdated_libraries()
    return []


def _plain_words(_app: Sphinx, _env: BuildEnvironment, reference: pending_xref, words: Element) -> Element | None:
    """Plain words for a generated reference to a page that the project does not have; an author's own is left to Sphinx's warning."""
    return words if reference.get("generated") else None


def _warn_of_unknown_name(_app: Sphinx, _domain: Domain | None, reference: pending_xref) -> bool | None:
    """Warn of a name that neither the library nor another project knows, in the words of the library's error."""
    if "unknown" not in reference:
        return None
    logger.warning("%s", reference["unknown"], location=reference, type="tarot", subtype=reference["reftype"])
    return True
