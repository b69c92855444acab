"""Pages as PDF, by LaTeX."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from tarot_teach.errors import OutputError, Place
from tarot_teach.messages import _


def as_pdf(latex: str, place: Place) -> bytes:
    """A LaTeX document as a PDF. Raises OutputError if LaTeX is not installed or fails."""
    program = shutil.which("pdflatex")
    if program is None:
        hint = _("install LaTeX (on Debian: texlive-latex-recommended), or take --format html")
        raise OutputError.of("session.no-latex", _("a PDF needs LaTeX, and pdflatex is not installed"), place, hint)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "session.tex")
        source.write_text(latex, encoding="utf-8")
        run = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", source.name]
        done = subprocess.run(run, cwd=folder, capture_output=True, check=False)
        made = source.with_suffix(".pdf")
        if done.returncode or not made.exists():
            log = done.stdout.decode("utf-8", "replace").splitlines()
            why = next((line for line in log if line.startswith("!")), _("it gave no PDF")).lstrip("! ")
            hint = _("names in letters that LaTeX does not know? Take --format html")
            raise OutputError.of("session.latex", _("LaTeX could not set this: {why}").format(why=why), place, hint)
        return made.read_bytes()
