"""Sphinx's default engine for LaTeX prints every sign that the project's pages can hold."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tarot_teach.render.latex import declarations
from tests.test_extension import CONF, built

ROOT = Path(__file__).parent.parent
PROSE = (
    "README.md",
    "docs/**/*.md",
    "rulesets/**/*.yaml",
    "tarot_teach/**/*.py",
    "tarot_teach/**/*.toml",
    "tarot_teach/**/*.j2",
)
OF_LATEX = set("œ–—‘’“”†‡•…")
"""Signs that pdfLaTeX knows by itself."""
OF_SPHINX = set("─│└├")
"""Signs that Sphinx declares in every document."""
NEVER_SHOWN = set("ɏ")
"""The end of a range of letters, in a pattern of the YAML writer."""
PAGE = """\
Signs
=====

{signs}

============ ========
a table      {signs}
============ ========

.. tarot:session:: an-evening

.. tarot:errata::

.. tarot:example:: undertrumping

.. tarot:exercise:: fft-4
   :kind: score

.. tarot:compare:: fft-4 guide-4 blog-4

::

   {signs}
"""


def signs(paths: Iterable[Path]) -> set[str]:
    """The signs beyond Latin-1 in some files."""
    return {sign for path in paths for sign in path.read_text(encoding="utf-8") if ord(sign) > 0xFF} - NEVER_SHOWN


def every_sign() -> set[str]:
    return signs(path for pattern in PROSE for path in ROOT.glob(pattern))


def test_every_sign_is_declared() -> None:
    declared = {chr(int(number, 16)) for number in re.findall(r"\\DeclareUnicodeCharacter\{(\w+)\}", declarations())}
    assert {"−", "≠", "♠", "★"} <= every_sign()
    assert every_sign() - declared - OF_LATEX - OF_SPHINX == set()


@pytest.mark.latex
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here; .ci/run installs it")
def test_pdflatex_prints_every_sign(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF + 'latex_elements = {"fontpkg": ""}\n', encoding="utf-8")
    shown = " ".join(sorted(every_sign()))
    (tmp_path / "index.rst").write_text(
        PAGE.replace("{signs}", shown).replace("========\n", "=" * 999 + "\n"), encoding="utf-8"
    )
    out, warnings, _read = built(tmp_path, "latex")
    assert not warnings
    run = ["pdflatex", "-interaction=nonstopmode", "aclass.tex"]
    done = subprocess.run(run, cwd=out, capture_output=True, text=True, errors="replace", check=False)
    assert not re.findall(r"Unicode character (.*?) not set up", done.stdout.replace("\n", ""))
    assert "Missing character" not in (out / "aclass.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, done.stdout[-3000:]
    text = subprocess.run(
        ["pdftotext", "-layout", "aclass.pdf", "-"], cwd=out, capture_output=True, text=True, check=True
    ).stdout
    assert re.search(r"[−-]62 \([−-]62\)", text) and re.search(r"[−-]513", text)
