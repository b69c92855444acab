"""The documentation of tarot_teach; its rule pages and examples come from the project's own extension."""

import sys
from pathlib import Path

from tarot_teach.sphinxext import NO_INLINE_SCRIPT

sys.path.insert(0, str(Path(__file__).parent))

project = "tarot_teach"
author = "the tarot_teach authors"
copyright = author
extensions = ["myst_nb", "sphinx_copybutton", "tarot_teach.sphinxext", "translated_pages"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "tarot_teach"
html_static_path: list[str] = ["_static", *NO_INLINE_SCRIPT["html_static_path"]]
templates_path = NO_INLINE_SCRIPT["templates_path"]
exclude_patterns = ["_build", "course/club*", "tutorial/notebook.ipynb", "**.fr.md"]
nitpicky = True
smartquotes_action = "qe"  # options keep their two hyphens
nb_execution_raise_on_error = True
nb_execution_in_temp = True  # what a notebook saves does not stay in these folders
nb_execution_timeout = 600
nb_merge_streams = True
