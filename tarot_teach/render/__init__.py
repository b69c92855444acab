"""Blocks dressed for the terminal, the web, Markdown and LaTeX. Renderers compute nothing."""

from tarot_teach.render.html import html, page
from tarot_teach.render.latex import latex
from tarot_teach.render.markdown import markdown
from tarot_teach.render.terminal import console, terminal

__all__ = ["console", "html", "latex", "markdown", "page", "terminal"]
