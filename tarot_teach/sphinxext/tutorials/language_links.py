"""Links from each page of a site to the same page in its other languages, for readers and for search engines."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from babel import Locale, UnknownLocaleError
from markupsafe import Markup
from sphinx.application import Sphinx

from tarot_teach.catalogues import share_done
from tarot_teach.messages import _, current_catalogue, current_language, number_text, percent_text
from tarot_teach.sphinxext.tutorials.on_the_web import meta_tags
from tarot_teach.sphinxext.tutorials.pages import Contents


def language_title(name: str) -> str:
    """The name of a language in itself, such as *Français*; its code where nobody has named it."""
    try:
        title = Locale.parse(name, sep="_").get_display_name(name) or name
    except (UnknownLocaleError, ValueError):
        return name
    return title[0].upper() + title[1:]


def link_languages(contents: Contents) -> Callable[..., None]:
    """A handler that links each page with the same page in the other languages of the site, for readers and for search engines."""
    here = current_language().replace("-", "_")

    def link(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        if len(contents.languages) < 2:
            return
        up = "../" * (page.count("/") + 1)
        pages = {name: f"{up}{name}/{quote(page)}.html" for name in contents.languages}
        base = contents.address.removesuffix(f"{here}/")
        known = {name: f"{base}{name}/{quote(page)}.html" if base else pages[name] for name in pages}
        tags = [_alternate(name.replace("_", "-"), address) for name, address in known.items()]
        tags.append(_alternate("x-default", f"{base}index.html" if base else f"{up}index.html"))
        context["metatags"] = meta_tags(context, tags)
        others = Markup("").join(_choice(name, address, chosen=name == here) for name, address in pages.items())
        switch = Markup('<nav class="tt-languages" aria-label="{}">{}</nav>\n').format(_("Language"), others)
        context["body"] = f"{switch}{context.get('body', '')}"
        app.add_css_file("languages.css")

    return link


WHOLE = 0.99
"""The share of translated messages from which on a language counts as whole."""


def say_what_is_translated(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Say at the end of each page how much is translated, where the language of the site is not whole."""
    share = share_done(current_catalogue())
    if share < WHOLE:
        words = _("Translated into this language so far: {share} of all texts. The others are in English.")
        said = words.format(share=percent_text(number_text(math.floor(100 * share))))
        line = Markup('<p class="tt-unfinished">{}</p>\n').format(said)
        context["body"] = f"{context.get('body', '')}{line}"


def _alternate(language: str, address: str) -> Markup:
    return Markup('<link rel="alternate" hreflang="{}" href="{}">').format(language, address)


def _choice(name: str, address: str, *, chosen: bool) -> Markup:
    """The name of a language, as a link where it is not the language of the page."""
    code, title = name.replace("_", "-"), language_title(name)
    if chosen:
        return Markup('<span lang="{}" aria-current="true">{}</span>').format(code, title)
    return Markup('<a lang="{0}" hreflang="{0}" href="{1}">{2}</a>').format(code, address, title)
