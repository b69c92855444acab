"""Settings of a project in its ``conf.py``: names and files that there are not."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util import logging

from tarot_teach.errors import did_you_mean, suggest
from tarot_teach.sphinxext.nodes import LOOK

logger = logging.getLogger(__name__)

PREFIX, FILES = "tarot_", "tarot_files"
NAMES = (FILES.removeprefix(PREFIX), *LOOK)
"""The settings of the extension, without the prefix."""


def check_settings(app: Sphinx, config: Config) -> None:
    """Warn of settings whose names are mistyped. Raises ConfigError where ``tarot_files`` is no list, or names a file that is not there."""
    for name in [name.removeprefix(PREFIX) for name in config._raw_config if name.startswith(PREFIX)]:
        near = None if name in NAMES else did_you_mean(name, NAMES)
        if near:
            meant = near.replace("'", f"'{PREFIX}", 1)
            words = f"there is no setting '{PREFIX}{name}': {meant}"
            logger.warning(words, location=_place(app, PREFIX + name), type="tarot", subtype="conf")
    if isinstance(config[FILES], str):
        raise ConfigError(f"{_place(app, FILES)}: {FILES} is a list of paths: write [{config[FILES]!r}]")
    for path in config[FILES]:
        if not Path(app.srcdir, path).is_file():
            near = suggest(str(path), [found.name for found in Path(app.srcdir).glob("*.yaml")], "files here")
            raise ConfigError(f"{_place(app, FILES)}: {FILES} names a file {str(path)!r}, which is not there ({near})")


def _place(app: Sphinx, name: str) -> str:
    """Where ``conf.py`` sets a name: file and line, or the file alone."""
    file = Path(app.confdir, "conf.py")
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    found = re.search(rf"^{name}\b", text, re.MULTILINE)
    return f"{file}:{text.count(chr(10), 0, found.start()) + 1}" if found else str(file)
