"""Furo's own words in the language in use: the theme has no catalogues, and a part of its words is looked up nowhere."""

from __future__ import annotations

import re

from jinja2.ext import Extension
from markupsafe import escape

from tarot_teach.messages import N_, _

WORDS = (
    N_("Contents"),
    N_("Menu"),
    N_("Expand"),
    N_("Light mode"),
    N_("Dark mode"),
    N_("Auto light/dark, in light mode"),
    N_("Auto light/dark, in dark mode"),
    N_("Toggle site navigation sidebar"),
    N_("Toggle table of contents sidebar"),
    N_("Toggle Light / Dark / Auto color theme"),
    N_("Skip to content"),
    N_("Back to top"),
    N_("On this page"),
    N_("Next"),
    N_("Previous"),
    N_("Home"),
    N_("Please activate JavaScript to enable the search functionality."),
)
"""The words of the theme's templates, as they stand there."""
_PLACES = re.compile(
    r'(?P<before><title>|aria-label=")(?P<plain>[^<>"{}]+)(?=</title>|")'
    r'|\{\{ _\("(?P<called>[^"]*)" ?\) \}\}'
    r"|\{%-? trans -?%\}\s*(?P<block>[^<>{}]*?)\s*\{%-? endtrans -?%\}"
)
_FOOTER = re.compile(r"\{% trans %\}Made with .*?>Furo</a>\s*\{% endtrans %\}", re.DOTALL)
LINKS = {
    "sphinx": '<a href="https://www.sphinx-doc.org/">Sphinx</a>',
    "author": '<a class="muted-link" href="https://pradyunsg.me">@pradyunsg</a>',
    "theme": '<a href="https://github.com/pradyunsg/furo">Furo</a>',
}
"""The programs that the foot of each page names."""


class ThemeInLanguage(Extension):
    """Puts the words of the theme's templates in the language in use when they are read."""

    def preprocess(self, source: str, _name: str | None, _filename: str | None = None) -> str:
        foot = str(_("Made with {sphinx} and {author}'s {theme}").format(**LINKS))
        return _PLACES.sub(_in_language, _FOOTER.sub(lambda _found: foot, source))


def _in_language(found: re.Match[str]) -> str:
    """The words of a place in a template, in the language in use; the place as it is where they are not the theme's."""
    words = found["plain"] or found["called"] or found["block"]
    return f"{found['before'] or ''}{escape(_(words))}" if words in WORDS else found[0]
