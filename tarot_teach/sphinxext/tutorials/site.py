"""Builds a tutorial site: a page of rules for each ruleset, a page for each worked example, glossary and sources; and runs Sphinx."""

from __future__ import annotations

import gc
import io
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from jinja2.ext import Extension
from markupsafe import Markup, escape
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.locale import translators
from sphinx.transforms import SphinxSmartQuotes
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tarot_teach.compiled.other_process import cpus
from tarot_teach.errors import OutputError, TarotError
from tarot_teach.explain.rulebook import ruleset_with_option
from tarot_teach.loading import Library
from tarot_teach.loading.document import relative_path
from tarot_teach.mechanisms.plays import play_of
from tarot_teach.messages import N_, _, current_language
from tarot_teach.render.cardart import Style
from tarot_teach.sphinxext.domain import share_library
from tarot_teach.sphinxext.settings import CONFINED, COPIED, NO_INLINE_SCRIPT
from tarot_teach.sphinxext.tutorials.course_bar import add_course_bars
from tarot_teach.sphinxext.tutorials.course_pages import CoursePageParser
from tarot_teach.sphinxext.tutorials.language_links import link_languages, say_what_is_translated
from tarot_teach.sphinxext.tutorials.navigation import Navigation
from tarot_teach.sphinxext.tutorials.on_the_web import describe_pages, write_site_files
from tarot_teach.sphinxext.tutorials.pages import TITLE, Contents, page_name, write_sources
from tarot_teach.sphinxext.tutorials.theme_words import ThemeInLanguage
from tarot_teach.sphinxext.tutorials.work_folder import Progress, folder_in_place
from tarot_teach.text import with_single_blanks
from tarot_teach.topics.courses.course import Course
from tarot_teach.topics.simulate.workers import ending_with_this_process

Handler = tuple[str, Callable[..., Any], int]
"""An event of Sphinx, the function that handles it, and its priority."""


def build_site(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the site into a folder, and return its first page. The folder keeps its old content until the site is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if nothing can be written or the folder has other
    content.
    """
    with folder_in_place(out, progress) as work:
        make_site(work, contents, library, progress)
        (work / "html").rename(work / "new")
    return out.resolve() / "index.html"


def make_site(work: Path, contents: Contents, library: Library, progress: Progress, *, kept: bool = False) -> None:
    """Make a site in the folder ``html`` of a work folder. Where the folder is ``kept`` from before, only what has changed is made anew.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError for warnings.
    """
    settings = {
        "html_title": contents.title,
        "html_theme": "furo",
        "html_show_sourcelink": False,
        "html_copy_source": False,
        "html_show_copyright": False,
        "html_css_files": ["lesson-page.css"],
        "tarot_remember": True,
        "tarot_runtime": contents.runtime,
        "tarot_what_if": True,
        "tarot_open_cards": True,
        **NO_INLINE_SCRIPT,
    }
    progress(_("writing pages"))
    pages = ("index", "library", "known", "class", *(("play", "try") if contents.has_engine_pages else ()))
    write_sources(work / "next", contents, pages)
    take_over(work / "next", work / "source")
    progress(_("building the site"))
    templates: Handler = ("env-before-read-docs", _fit_templates, 500)
    bars: Handler = ("html-page-context", add_course_bars(contents), 400)  # before the styles are chosen
    tries: Handler = ("html-page-context", _link_to_try(contents, library), 400)
    doors: Handler = ("html-page-context", _style_ways_in, 500)
    heads: Handler = ("html-page-context", describe_pages(contents), 500)
    finds: Handler = ("html-page-context", _find_whole_words(contents, library), 500)
    languages: Handler = ("html-page-context", link_languages(contents), 600)  # after the tags of the head
    shares: Handler = ("html-page-context", say_what_is_translated, 600)
    hooks = (*handlers(), *counting(progress), templates, bars, tries, doors, heads, finds, languages, shares)
    run_sphinx(
        work, "html", library, contents.style, settings, hooks, contents.courses, trusted=contents.trusted, kept=kept
    )
    write_site_files(work / "html", contents)


def take_over(fresh: Path, folder: Path) -> None:
    """Bring a folder to what a fresh one has, which is used up. Files with the same content stay as old as they are."""
    if not folder.exists():
        fresh.rename(folder)
        return
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and not (fresh / path.relative_to(folder)).is_file():
            path.unlink()
    for path in fresh.rglob("*"):
        target = folder / path.relative_to(fresh)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        elif not target.exists() or target.read_bytes() != path.read_bytes():
            path.replace(target)
    shutil.rmtree(fresh)


class _WithoutIndents(Extension):
    """Leaves out the blanks at the beginning of the lines of the theme's templates, which each page would have."""

    def preprocess(self, source: str, _name: str | None, _filename: str | None = None) -> str:
        return re.sub(r"(?m)^[ \t]+", "", source)


def _fit_templates(app: Sphinx, _env: object, _docnames: object) -> None:
    """Have the templates of a site read without their indents, and with the theme's words in the language in use."""
    templates: Any = getattr(app.builder, "templates", None)
    if templates is not None:
        templates.environment.add_extension(_WithoutIndents)
        templates.environment.add_extension(ThemeInLanguage)


def _fit_builder(app: Sphinx, _env: object, _docnames: object) -> None:
    """Have titles keep their spaces, and a book name its table of contents in the language in use."""
    builder: Any = app.builder
    if (templates := getattr(builder, "templates", None)) is not None:
        templates.environment.filters["striptags"] = _without_tags
    if (titles := getattr(builder, "guide_titles", None)) is not None:
        builder.guide_titles = {**titles, "toc": _("Table of contents")}


def _without_tags(words: str) -> str:
    """Words without tags; unlike the filter of Jinja, it leaves spaces at which no line breaks."""
    return with_single_blanks(Markup(_TAG.sub("", words)).unescape())


_TAG = re.compile(r"<!--.*?-->|<[^<>]*>")


def _style_ways_in(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give the first page, the library and courses the style of doors and minutes, which other pages do without."""
    if re.search(r'class="(?:tt-front|tt-games|minutes)\b', context.get("body", "")):
        app.add_css_file("front-page.css", priority=800)  # after that of the theme


def _link_to_try(contents: Contents, library: Library) -> Callable[..., None]:
    """A handler that puts a link to the page “Try it” below the title of the page of a ruleset or a house rule, if the site has that page."""
    games: dict[str, str] = {}
    if contents.runtime:
        tried = [name for name in contents.tried if play_of(library.load(name)).in_tricks]
        games = {f"rules/{page_name(name)}": name for name in tried}
        bases = {library.load(name).id for name in tried}
        made = {option: ruleset_with_option(library, option) for option in contents.options}
        games |= {f"options/{option}": ruleset.name for option, ruleset in made.items() if ruleset.id in bases}

    def link(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
        if page in games:
            game = games[page].replace(".", "%252E").replace("+", ".")
            address = f"{context['pathto']('try')}#try=legal&game={game}"
            words = Markup('</h1>\n<p class="tt-para"><a href="{}">{}</a></p>').format(address, _("Try it: lay a hand"))
            context["body"] = context["body"].replace("</h1>", words, 1)

    return link


def _find_whole_words(contents: Contents, library: Library) -> Callable[..., None]:
    """A handler that has the search find whole words, and what the games of the site and the glossary call the same thing."""
    names = {
        each.id: [each.general, *(word for name in each.names for word in each.words_in(name)), *each.also]
        for each in library.glossary().values()
    }
    for ruleset in map(library.load, contents.asked):
        for id, term in ruleset.terms.items():
            names.setdefault(id, []).append(term.label)
    alike = [sorted({name.strip().lower() for name in each if name.strip()}) for each in names.values()]
    words = json.dumps([each for each in alike if len(each) > 1], ensure_ascii=False)
    lessons = json.dumps([course.page_of(chapter) for course in contents.courses for chapter in course.chapters])

    def find(app: Sphinx, page: str, _template: str, _context: dict[str, Any], _doctree: object) -> None:
        if page == "search":
            attributes: Any = {"data-names": words, "data-lessons": lessons}
            app.add_js_file("search-words.js", loading_method="defer", **attributes)

    return find


def handlers() -> tuple[Handler, ...]:
    """Handlers for one build: the navigation, and the words of the search index, each stemmed once."""
    return (
        ("html-page-context", _without_toctree, 100),  # before the theme
        ("html-page-context", Navigation(), 900),  # after it
        ("html-page-context", _escape_title, 900),
        ("doctree-resolved", _stem_once, 500),
    )


def _without_toctree(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Have the theme make no navigation of Sphinx's tables of contents."""
    context["toctree"] = lambda **_options: ""


def _escape_title(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Escape the title of the site, which the theme does not."""
    context["docstitle"] = escape(context["docstitle"])


def _stem_once(app: Sphinx, _tree: nodes.document, _page: str) -> None:
    """Keep the stems of words from page to page: Sphinx keeps them for one page, and stemming took a tenth of the writing."""
    indexer = getattr(app.builder, "indexer", None)  # there when the first page is resolved
    if indexer is not None and not hasattr(indexer.lang.stem, "cache_info"):
        indexer.lang.stem = cache(indexer.lang.stem)


def counting(progress: Progress) -> tuple[Handler, ...]:
    """Handlers that say how many pages have been read and written, also where other processes read them."""
    this, done = os.getpid(), Counter[str]()

    def count(kind: str, env: BuildEnvironment, number: int = 1) -> None:
        if os.getpid() == this:
            done[kind] += number
            progress(_(COUNTED[kind]).format(done=done[kind], all=len(env.found_docs)))

    def merged(_app: Sphinx, env: BuildEnvironment, pages: Collection[str], _other: BuildEnvironment) -> None:
        count("read", env, len(pages))

    return (
        ("doctree-read", lambda app, _tree: count("read", app.env), 500),
        ("env-merge-info", merged, 500),
        ("doctree-resolved", lambda app, _tree, _page: count("written", app.env), 500),
    )


COUNTED = {"read": N_("reading pages: {done} of {all}"), "written": N_("writing pages: {done} of {all}")}
"""Lines about the pages read and written so far."""
NEW_OBJECTS = 200_000
"""The number of new objects after which a build collects garbage: its nodes live to the end, and scanning them took a quarter of its time."""


def run_sphinx(
    work: Path,
    builder: str,
    library: Library,
    style: Style,
    settings: Mapping[str, Any],
    handlers: Iterable[Handler] = (),
    courses: Sequence[Course] = (),
    *,
    trusted: bool = False,
    kept: bool = False,
) -> None:
    """Build ``work/source`` into a folder of ``work`` named like the builder. Raises OutputError for any warning."""
    look = {f"tarot_{name}": value for name, value in asdict(style).items()}
    found = sphinx_warnings(work, builder, library, {**look, **settings}, handlers, courses, trusted=trusted, kept=kept)
    if found:
        message = _("the tutorial was not built, because of warnings:\n{found}").format(found=found)
        raise OutputError.of("build.warnings", message, hint=_("mend the pages or files that they name"))


def sphinx_warnings(
    work: Path,
    builder: str,
    library: Library,
    settings: Mapping[str, Any],
    handlers: Iterable[Handler] = (),
    courses: Sequence[Course] = (),
    *,
    trusted: bool = False,
    kept: bool = False,
) -> str:
    """Build ``work/source`` into a folder of ``work`` named like the builder, and return its warnings.

    Where pages of courses are ``trusted``, they are read as in any Sphinx project. Where the folder is ``kept`` from an earlier build, only
    pages that have changed are read and written.
    """
    common = {
        "project": _(TITLE),
        "language": current_language(),
        "extensions": ["myst_parser", "tarot_teach.sphinxext"],
        "source_suffix": {".rst": "restructuredtext", ".md": "markdown"},  # else as another build left it
        "myst_enable_extensions": ["colon_fence", "deflist"],
        "myst_heading_anchors": 3,
        COPIED: {f"learn/{course.id}": str(course.folder.resolve()) for course in courses},
        CONFINED: not trusted,
        "tarot_files": [str(path) for path in library.user_files],
        "nitpicky": True,
        "show_warning_types": True,
        "smartquotes_action": "qe",  # options keep their two hyphens
    }
    warnings = io.StringIO()
    share_library(library)
    translators.clear()  # Sphinx would look up its words in the language of an earlier build first
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(work / "source"),
            None,
            str(work / builder),
            str(work / "doctrees"),
            builder,
            confoverrides={**common, **settings},
            status=None,
            warning=warnings,
            freshenv=not kept,
            parallel=cpus(),
        )
        transforms = app.registry.get_transforms()
        transforms[transforms.index(SphinxSmartQuotes)] = _QuotesWhereSome
        if not trusted:
            app.add_source_parser(CoursePageParser, override=True)
        for event, handler, priority in (*handlers, *_of_all_builds()):
            app.connect(event, handler, priority)
        with ending_with_this_process(), _rare_collections():
            try:
                app.build(force_all=not kept)
                _check_written(app)
            except SphinxError as error:
                raise _cause(error) from error
    found = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue()).strip()
    for source in {str(work / "source"), os.path.realpath(work / "source")}:
        for course in courses:
            found = found.replace(f"{source}/learn/{course.id}/", f"{relative_path(course.folder)}/")
        found = re.sub(rf"{re.escape(source)}/(\S+?)\.rst(:\d+)?: WARNING: ", r"\1: ", found)
    return found


class _QuotesWhereSome(SphinxSmartQuotes):
    """Sphinx's typographic quotation marks and ellipses, for blocks that have straight ones alone: to put each text in its own place anew takes a
    twentieth of the time of a build."""

    def apply(self, **kwargs: Any) -> None:
        """Have Sphinx alter the blocks that have something to alter."""
        whole = self.document
        some: Any = _BlocksToAlter(whole)
        self.document = some
        try:
            super().apply(**kwargs)
        finally:
            self.document = whole


class _BlocksToAlter:
    """A document of which only those blocks of text are found that have something to alter."""

    def __init__(self, document: nodes.document) -> None:
        self.settings, self.reporter, self._document = document.settings, document.reporter, document

    def findall(self, condition: type[nodes.TextElement]) -> Iterator[nodes.TextElement]:
        """The blocks with straight quotation marks, full stops in a row, or a backslash."""
        for block in self._document.findall(condition):
            if not isinstance(block.parent, nodes.TextElement) and STRAIGHT.search(block.astext()):
                yield block


STRAIGHT = re.compile(r"""["'`\\]|&#|\.\s?\.""")
"""Quotation marks, full stops and escapes that Sphinx replaces in text."""


def _of_all_builds() -> tuple[Handler, ...]:
    """The handlers of sites and books alike."""
    return ("missing-reference", _words_of_another_page, 900), ("env-before-read-docs", _fit_builder, 500)


def _check_written(app: Sphinx) -> None:
    """Raise SphinxError for a page that was not written: Sphinx drops the error of another process while it starts one more."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        lost = [page for page in sorted(app.env.found_docs) if not Path(app.builder.get_outfilename(page)).exists()]
        if lost:
            raise SphinxError(_("{page} was not written").format(page=lost[0]))


def _cause(error: SphinxError) -> OSError | TarotError:
    """The error for which Sphinx has stopped, also in another process, from which only its words have come."""
    cause = getattr(error, "orig_exc", None)
    if isinstance(cause, OSError | TarotError):
        return cause
    number = re.search(r"\[Errno (\d+)\]", str(error))
    if number:
        return OSError(int(number[1]), os.strerror(int(number[1])))
    message = _("Sphinx has stopped: {why}").format(why=error)
    return OutputError.of("build.stopped", message, hint=_("if the pages are in order, report this"))


def _words_of_another_page(
    _app: Sphinx, _env: BuildEnvironment, reference: addnodes.pending_xref, words: nodes.Element
) -> nodes.Element | None:
    """Plain words for a reference to something that the library has and the tutorial leaves out."""
    return words if reference["refdomain"] == "tarot" and "unknown" not in reference else None


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Collect garbage less often."""
    before = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
