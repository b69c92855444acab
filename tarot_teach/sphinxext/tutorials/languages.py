"""A site in several languages: a folder for each, with the same paths, one with the engine of all, and a first page that leads to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from xml.sax.saxutils import escape as xml_escape

from tarot_teach.catalogues import language
from tarot_teach.loading import Library
from tarot_teach.sphinxext.tutorials.language_links import language_title
from tarot_teach.sphinxext.tutorials.pages import Contents, templates
from tarot_teach.sphinxext.tutorials.site import make_site
from tarot_teach.sphinxext.tutorials.work_folder import Progress, folder_in_place
from tarot_teach.try_it.engine_files import share_engine

Gathered = Callable[[], tuple[Contents, Library]]
"""A function that gathers the contents of a site in the language in use, with its library."""
CHOICE = "languages.js"
"""The script of the first page, which leads to the language that the browser asks for."""


def build_in_languages(gathered: Mapping[str, Gathered], out: Path, progress: Progress) -> Path:
    """Build a site in each of several languages, each by what is gathered in it, and return the page that leads to them.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if nothing can be written or the folder has other
    content.
    """
    names, titles = tuple(gathered), dict[str, str]()
    with folder_in_place(out, progress) as work:
        (work / "new").mkdir()
        for name in names:
            with language(name):
                contents, library = gathered[name]()
                address = contents.address
                part = replace(contents, languages=names, address=address and f"{address}{name}/")
                (work / name).mkdir()
                make_site(work / name, part, library, progress)
                (work / name / "html").rename(work / "new" / name)
                titles[name] = contents.title
        for engine in (work / "new").glob("*/_static/tarot_teach/engine"):
            share_engine(engine, work / "new" / "engine")
        _write_first_page(work / "new", titles, address)
    return out.resolve() / "index.html"


def _write_first_page(folder: Path, titles: Mapping[str, str], address: str) -> None:
    """Write the page that leads to the languages, its script, and with an address the list of their site maps."""
    languages = [(name.replace("_", "-"), name, language_title(name), title) for name, title in titles.items()]
    page = templates.get_template("languages.html.j2")
    (folder / "index.html").write_text(
        page.render(languages=languages, script=CHOICE, address=address), encoding="utf-8"
    )
    script = Path(__file__).parent.parent / "furo" / "static" / CHOICE
    (folder / CHOICE).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    if address:
        maps = "".join(f"<sitemap><loc>{xml_escape(address)}{name}/sitemap.xml</loc></sitemap>\n" for name in titles)
        opening = '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        (folder / "sitemap.xml").write_text(f"{opening}{maps}</sitemapindex>\n", encoding="utf-8")
