"""Running Sphinx in this process."""

from __future__ import annotations

import gc
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tarot_teach.errors import OutputError
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.render.cardart import Style
from tarot_teach.sphinxext.domain import share_library
from tarot_teach.sphinxext.tutorials.pages import TITLE
from tarot_teach.topics.simulate.workers import cpus, ending_with_this_process

NEW_OBJECTS = 200_000
"""The number of new objects after which a build collects garbage: its nodes live to the end, and scanning them took a quarter of its time."""


def run_sphinx(
    work: Path,
    builder: str,
    library: Library,
    style: Style,
    settings: Mapping[str, Any],
    handlers: Iterable[tuple[str, Callable[..., Any], int]] = (),
) -> None:
    """Build ``work/source`` into a folder of ``work`` named like the builder.

    ``handlers`` are event, function and priority of each. Raises OutputError for any warning.
    """
    common = {
        "project": TITLE,
        "extensions": ["tarot_teach.sphinxext"],
        "tarot_files": [str(path) for path in library.user_files],
        "nitpicky": True,
        "smartquotes_action": "qe",  # options keep their two hyphens
        **{f"tarot_{name}": value for name, value in asdict(style).items()},
    }
    warnings = io.StringIO()
    share_library(library)
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
            freshenv=True,
            parallel=cpus(),
        )
        for event, handler, priority in handlers:
            app.connect(event, handler, priority)
        with ending_with_this_process(), _rare_collections():
            app.build(force_all=True)
    found = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue()).strip()
    if found:
        for source in {str(work / "source"), os.path.realpath(work / "source")}:
            found = re.sub(rf"{re.escape(source)}/(\S+?)\.rst(:\d+)?: WARNING: ", r"\1: ", found)
        message = _("the tutorial was not built, because of warnings:\n{found}").format(found=found)
        raise OutputError.of("build.warnings", message, hint=_("mend the pages or files that they name"))


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Collect garbage less often."""
    before = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
