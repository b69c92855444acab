"""Settings of a project in its ``conf.py``: their names and checks, and changes to Sphinx's own settings."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util import logging

from tarot_teach.errors import OutputError, did_you_mean, suggest
from tarot_teach.messages import _
from tarot_teach.render.cardart import Style
from tarot_teach.render.latex import declarations
from tarot_teach.try_it.fetch_runtime import chosen_runtime

logger = logging.getLogger(__name__)

CARD_SETTINGS = {
    "suits": "Suit signs of the cards: french or italian.",
    "courts": "Index letters of king, queen, knight and jack.",
    "trumps": "Figures of the trumps: arabic or roman.",
}
"""Settings for pictures of cards, without the prefix ``tarot_``, with their descriptions."""
PREFIX, FILES, REMEMBER, RUNTIME = "tarot_", "tarot_files", "tarot_remember", "tarot_runtime"
WHAT_IF = "tarot_what_if"
OPEN_CARDS = "tarot_open_cards"
MECHANISMS = "tarot_mechanisms"
COPIED = "tarot_copied_from"
"""A setting of the builder of sites: the folders from which folders of pages were copied."""
CONFINED = "tarot_confined"
"""A setting of the builder of sites: True where copied pages may name files of their folder and of the library alone."""
NAMES = (
    *(name.removeprefix(PREFIX) for name in (FILES, REMEMBER, RUNTIME, WHAT_IF, OPEN_CARDS, MECHANISMS)),
    *CARD_SETTINGS,
)
"""The settings of the extension, without the prefix."""

_FURO = Path(__file__).parent / "furo"
NO_INLINE_SCRIPT = {"templates_path": [str(_FURO / "templates")], "html_static_path": [str(_FURO / "static")]}
"""Settings of Sphinx by which the pages of the theme furo have no inline script, as a strict policy demands."""


def add_settings(app: Sphinx) -> None:
    """Register the settings, and the changes to the configuration of a project."""
    app.add_config_value(
        FILES, [], "env", [list], "Rulesets and examples of your own: paths of YAML files and folders."
    )
    about = "Run the Python code in folders `mechanisms` beside these files."
    app.add_config_value(MECHANISMS, False, "env", [bool], about)
    app.add_config_value(COPIED, {}, "env", [dict], "Folders from which folders of pages were copied.")
    app.add_config_value(CONFINED, False, "env", [bool], "Copied pages name no file outside their folder.")
    app.add_config_value(REMEMBER, False, "html", [bool], "Remember in the reader's browser what has been answered.")
    about = "Pyodide, by which the engine runs in pages: a folder with its files, an address, or `cache`."
    app.add_config_value(RUNTIME, "", "env", [str], about)
    app.add_config_value(WHAT_IF, False, "env", [bool], "Say in lessons what would have come of other cards.")
    about = (
        "Say in lessons what each card would have brought with all cards open, where that is kept beside the example."
    )
    app.add_config_value(OPEN_CARDS, False, "env", [bool], about)
    for name, about in CARD_SETTINGS.items():
        app.add_config_value(f"{PREFIX}{name}", getattr(Style(), name), "html", [str], about)
    app.connect("config-inited", _check)
    app.connect("config-inited", _extend)


def style_of(config: Config) -> Style:
    """The style of a project's cards. Raises ConfigError for a value that is not allowed."""
    try:
        return Style(**{name: config[f"{PREFIX}{name}"] for name in CARD_SETTINGS})
    except ValueError as error:
        raise ConfigError(_("conf.py: {error}").format(error=error)) from None


def _check(app: Sphinx, config: Config) -> None:
    """Warn of mistyped settings. Raises ConfigError for wrong styles, and if ``tarot_files`` is no list or names a missing file."""
    for name in [name.removeprefix(PREFIX) for name in config._raw_config if name.startswith(PREFIX)]:
        near = None if name in NAMES else did_you_mean(name, NAMES)
        if near:
            meant = near.replace("'", f"'{PREFIX}", 1)
            words = _("there is no setting '{prefix}{name}': {meant}").format(prefix=PREFIX, name=name, meant=meant)
            logger.warning(words, location=_place(app, PREFIX + name), type="tarot", subtype="conf")
    place, files = _place(app, FILES), config[FILES]
    if isinstance(files, str):
        message = _("{place}: {files} is a list of paths: write [{config!r}]")
        raise ConfigError(message.format(place=place, files=FILES, config=files))
    for path in files:
        if not Path(app.srcdir, path).exists():
            near = suggest(str(path), [found.name for found in Path(app.srcdir).glob("*.yaml")], _("files here"))
            message = _("{place}: {files} names a file {path!r}, which is not there ({near})")
            raise ConfigError(message.format(place=place, files=FILES, path=str(path), near=near))
    style_of(config)
    if config[RUNTIME]:
        try:
            chosen_runtime(config[RUNTIME], Path(app.confdir))
        except OutputError as error:
            raise ConfigError(f"{_place(app, RUNTIME)}: {error}") from None


def _extend(_app: Sphinx, config: Config) -> None:
    """For pdfLaTeX, declare the signs that it does not know and would leave out."""
    if config.latex_engine == "pdflatex":
        preamble = config.latex_elements.get("preamble", "")
        config.latex_elements = {**config.latex_elements, "preamble": f"{preamble}\n{declarations()}"}


def _place(app: Sphinx, name: str) -> str:
    """The place where ``conf.py`` sets a name: file and line, or the file alone."""
    file = Path(app.confdir, "conf.py")
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    found = re.search(rf"^{name}\b", text, re.MULTILINE)
    return f"{file}:{text.count(chr(10), 0, found.start()) + 1}" if found else str(file)
