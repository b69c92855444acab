"""The wheel carries rulesets, examples, templates and style: it is installed by itself and used outside the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


PROGRAM = ROOT / "tests" / "fixtures" / "user_program.py"
KNOWN_TYPES = 0.95
"""How many of the exported symbols have types that every checker knows; those of mechanisms, of screens and of Sphinx are not all written out."""


def check_types(python: Path, folder: Path) -> None:
    """Somebody's program, checked against the installed package; run too, since types may be wrong."""
    program = Path(shutil.copy(PROGRAM, folder))
    for checker in (
        ["mypy", "--strict", "--python-executable", str(python), program.name],
        ["pyright", "--pythonpath", str(python), program.name],
    ):
        done = subprocess.run([sys.executable, "-m", *checker], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    subprocess.run([str(python), program.name], cwd=folder, check=True)
    verify = ["pyright", "--outputjson", "--ignoreexternal", "--verifytypes", "tarot_teach"]
    there = {
        **os.environ,
        "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        "VIRTUAL_ENV": str(python.parent.parent),
    }
    told = subprocess.run([sys.executable, "-m", *verify], cwd=folder, env=there, capture_output=True, text=True)
    found = json.loads(told.stdout)["typeCompleteness"]
    assert found["pyTypedPath"] and found["completenessScore"] >= KNOWN_TYPES, found["completenessScore"]


@pytest.mark.wheel
def test_the_wheel_works_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("build", reason="the package build is not installed here; .ci/run installs it")
    pytest.importorskip("pyright", reason="pyright is not installed here; .ci/run installs it")
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    check_types(python, tmp_path)
    command = str(tmp_path / "clean" / "bin" / "tarot-teach")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    listed = subprocess.run([command, "list"], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert "fft-4" in listed.stdout and "tarotmag-16" in listed.stdout
    built = subprocess.run([command, "build"], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert built.stderr == "" and "index.html" in built.stdout
    assert (elsewhere / "site" / "examples" / "going-over.html").exists()
    assert (elsewhere / "site" / "_static" / "tarot_teach" / "tarot.css").exists()
