"""The wheel carries rulesets, examples, templates and style: it is installed by itself and used outside the checkout."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.wheel
def test_the_wheel_works_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("build", reason="the package build is not installed here; .ci/run installs it")
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    command = str(tmp_path / "clean" / "bin" / "tarot-teach")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    listed = subprocess.run([command, "list"], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert "fft-4" in listed.stdout and "tarotmag-16" in listed.stdout
    built = subprocess.run([command, "build"], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert built.stderr == "" and "index.html" in built.stdout
    assert (elsewhere / "site" / "examples" / "going-over.html").exists()
    assert (elsewhere / "site" / "_static" / "tarot.css").exists()
