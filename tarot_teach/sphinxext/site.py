"""Builds a tutorial site: a page of rules for each ruleset, a page for each worked example, glossary and sources."""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tarot_teach.errors import OutputError, Place
from tarot_teach.loading import Library

MARKER = ".tarot-teach-site"
VALUED = "T21 T20 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV C2"  # a strong hand, for the page of advice
Progress = Callable[[str], None]

_templates = Environment(
    loader=PackageLoader("tarot_teach.sphinxext", "templates"),
    undefined=StrictUndefined,
    autoescape=False,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page_name(name: str) -> str:
    """A ruleset's name as a file name."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")


_templates.filters["file"] = page_name


def build_site(
    names: Sequence[str], out: Path, library: Library, progress: Progress, options: Sequence[str] = ()
) -> Path:
    """Build the site of some rulesets and house rules into a folder; the answer is its first page.

    The old content of the folder stays whole until the new site is complete. Raises LoadError or RecordError for faults
    in rulesets or examples, OutputError where nothing can be written or the folder holds something else.
    """
    target = out.resolve()
    _check_target(target)
    rulesets = [library.load(name) for name in names]
    examples = {
        str(library.document(path).data["id"]): path
        for ruleset in rulesets
        for path in library.examples_of(ruleset.name)
    }
    sessions = {path.stem: path for path in library.sessions()} if options else {}
    for option in options:
        examples |= {str(library.document(path).data["id"]): path for path in library.examples_with(option)}
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".tarot-teach-", dir=target.parent) as folder:
            work = Path(folder)
            progress("writing pages")
            _write_sources(work / "source", [ruleset.name for ruleset in rulesets], names, options, examples, sessions)
            progress("building the site")
            _run_sphinx(work, library)
            (work / "site" / MARKER).write_text("made by tarot-teach build\n", encoding="utf-8")
            progress("moving it into place")
            _swap(work / "site", target, work / "old")
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError.of("build.unwritable", f"cannot write the site: {reason}", Place(str(out))) from None
    return target / "index.html"


def _check_target(target: Path) -> None:
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER).exists():
        raise OutputError.of(
            "build.occupied",
            "this folder holds something that tarot-teach has not made",
            Place(str(target)),
            "name an empty or new folder with --out",
        )
    if target.exists() and not target.is_dir():
        raise OutputError.of("build.occupied", "this is a file, not a folder", Place(str(target)), "name a folder")


def _write_sources(
    source: Path,
    known: list[str],
    names: Sequence[str],
    options: Sequence[str],
    examples: dict[str, Path],
    sessions: dict[str, Path],
) -> None:
    for folder in ("rules", "options", "examples", "sessions"):
        (source / folder).mkdir(parents=True)
    pages = {
        "index": True,
        "options/index": bool(options),
        "examples/index": bool(examples),
        "sessions/index": bool(sessions),
    }
    for page in (page for page, wanted in pages.items() if wanted):
        template = _templates.get_template(f"{page.replace('/', '-')}.rst.j2")
        words = template.render(names=known, options=options, examples=sorted(examples), sessions=list(sessions))
        (source / f"{page}.rst").write_text(words, encoding="utf-8")
    for option in options:
        (source / "options" / f"{option}.rst").write_text(f".. tarot:option:: {option}\n", encoding="utf-8")
    for name, asked in zip(known, names, strict=True):
        address = str(Path(asked).resolve()) if "/" in asked or asked.endswith((".yaml", ".yml")) else asked
        (source / "rules" / f"{page_name(name)}.rst").write_text(f".. tarot:rules:: {address}\n", encoding="utf-8")
    for id, path in sessions.items():
        (source / "sessions" / f"{id}.rst").write_text(f".. tarot:session:: {path.resolve()}\n", encoding="utf-8")
    for id, path in examples.items():
        (source / "examples" / f"{id}.rst").write_text(f".. tarot:example:: {path.resolve()}\n", encoding="utf-8")
    if options:  # the whole library is published
        words = f".. tarot:advice:: encyclopedia fft-4 {VALUED}\n"
        (source / "advice.rst").write_text(words, encoding="utf-8")
        (source / "errata.rst").write_text(".. tarot:errata::\n", encoding="utf-8")
        (source / "coverage.rst").write_text(".. tarot:coverage::\n", encoding="utf-8")
    (source / "glossary.rst").write_text(".. tarot:glossary::\n", encoding="utf-8")
    (source / "sources.rst").write_text(".. tarot:sources::\n", encoding="utf-8")


def _run_sphinx(work: Path, library: Library) -> None:
    settings = {
        "project": "Tarot, card by card",
        "html_title": "Tarot, card by card",
        "html_theme": "furo",
        "extensions": ["tarot_teach.sphinxext"],
        "tarot_files": [str(path) for path in library.own],
        "html_show_sourcelink": False,
        "html_copy_source": False,
        "html_theme_options": {"navigation_with_keys": True},
        "nitpicky": True,
    }
    warnings = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(work / "source"),
            None,
            str(work / "site"),
            str(work / "doctrees"),
            "html",
            confoverrides=settings,
            status=None,
            warning=warnings,
            freshenv=True,
        )
        app.connect("html-page-context", _level_of_captions, priority=900)
        app.build(force_all=True)
    found = warnings.getvalue().strip()
    if found:
        raise OutputError.of("build.warnings", f"the site was not built, because of warnings:\n{_clean(found)}")


def _level_of_captions(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Captions in the navigation are headings; screen readers need to be told of which level."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def _clean(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def _swap(new: Path, target: Path, old: Path) -> None:
    """Put the new site where the old one was; should the last step fail, the old one is put back."""
    if not target.exists():
        new.replace(target)
        return
    shutil.move(target, old)
    try:
        shutil.move(new, target)
    except OSError:
        shutil.move(old, target)
        raise
