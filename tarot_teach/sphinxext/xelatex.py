"""Sets a LaTeX document with XeLaTeX, and says clearly what is missing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tarot_teach.errors import OutputError, Place

PACKAGES = "texlive-xetex texlive-latex-extra texlive-fonts-recommended fonts-freefont-otf"
_HINT = f"on Debian or Ubuntu: apt-get install {PACKAGES}; or take --format epub, which needs nothing"
_RUNS = 5  # contents and page numbers settle in three


def needed(out: Path) -> str:
    """The path of the program. Raises OutputError where it is not installed."""
    program = shutil.which("xelatex")
    if program is None:
        message = "a PDF needs LaTeX, and xelatex is not installed"
        raise OutputError.of("build.no-latex", message, Place(str(out)), _HINT)
    return program


def typeset(folder: Path, name: str, out: Path) -> Path:
    """Set ``name.tex`` of a folder, as often as its references need; the answer is the PDF.

    Raises OutputError where LaTeX fails, or where a letter is in no font.
    """
    run = [needed(out), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{name}.tex"]
    made = folder / f"{name}.pdf"
    for _run in range(_RUNS):
        made.unlink(missing_ok=True)
        before = _references(folder, name)
        done = subprocess.run(run, cwd=folder, capture_output=True, check=False)
        if done.returncode or not made.exists():
            raise _failure(done.stdout.decode("utf-8", "replace"), out)
        if _references(folder, name) == before:
            break
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    missing = unprinted(log)
    if missing:
        message = f"the fonts of the book have no {', '.join(missing)}"
        raise OutputError.of("build.no-letter", message, Place(str(out)), "write it otherwise, or take --format epub")
    return made


def unprinted(log: str) -> list[str]:
    """The letters that no font of the book has, by the log of LaTeX, which only notes them."""
    return sorted(set(re.findall(r"Missing character: There is no (\S+)", log)))


def _references(folder: Path, name: str) -> list[bytes]:
    """What one run leaves for the next: references, contents and bookmarks."""
    paths = [folder / f"{name}.{suffix}" for suffix in ("aux", "toc", "out")]
    return [path.read_bytes() if path.exists() else b"" for path in paths]


def _failure(log: str, out: Path) -> OutputError:
    """Why LaTeX gave no PDF, as far as it says."""
    why = next((line for line in log.splitlines() if line.startswith("!")), "! it gave no PDF").lstrip("! ")
    missing = re.search(r"Font .* not loadable|File [`'](\S+)' not found|font \"?(\S+?)\"? cannot be found", log)
    code = "build.no-latex" if missing else "build.latex"
    hint = _HINT if missing else "take --format epub or html, and report this"
    error = OutputError.of(code, f"LaTeX could not set this: {why}", Place(str(out)), hint)
    assert isinstance(error, OutputError)
    return error
