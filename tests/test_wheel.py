"""The wheel carries rulesets, examples, templates and style: it is installed by itself and used outside the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.catalogues import NAME
from tests.test_package import long_description

ROOT = Path(__file__).parent.parent


PROGRAM = ROOT / "tests" / "fixtures" / "user_program.py"
KNOWN_TYPES = 0.99
"""The share of exported symbols with types that every checker knows; types of screens and of Sphinx are not all written out. An attribute
of a base that a class sets, as mechanisms do, has the type written in the base, and counts as known."""


def overrides(symbol: dict[str, Any]) -> bool:
    """True for an attribute of a base class that is given without its type anew, and for a class of which nothing else is unknown."""
    said = (each["message"] for each in symbol.get("diagnostics", ()))
    return all(words.startswith("Ambiguous base class override") for words in said)


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
    printed = subprocess.run([sys.executable, "-m", *verify], cwd=folder, env=there, capture_output=True, text=True)
    found = json.loads(printed.stdout)["typeCompleteness"]
    symbols = [symbol for symbol in found["symbols"] if symbol["isExported"]]
    unknown = [symbol["name"] for symbol in symbols if not symbol["isTypeKnown"] and not overrides(symbol)]
    assert found["pyTypedPath"] and len(unknown) <= (1 - KNOWN_TYPES) * len(symbols), unknown


def check_source(archive: Path) -> None:
    """The source distribution has all that README.md and the tests need. The wheel was built of it."""
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    assert {".ci/run", "CHANGELOG.md", "CITATION.cff", "LICENSE", "docs/_static/going-over.png"} <= names
    assert {"README.md", "docs/index.md", "rulesets/french/fft-4.yaml", "tests/test_wheel.py"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith(("site/", "mutants/"))]


def check_files(wheel: Path) -> None:
    """The wheel has every file of the package, the compiled catalogue of each language, every ruleset and the licence of data sets, so that what is built from it needs no other."""
    with zipfile.ZipFile(wheel) as files:
        there = {name for name in files.namelist() if ".dist-info/" not in name}
    package = ROOT / "tarot_teach"
    files_there = [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    needed = {str(path.relative_to(ROOT)) for path in files_there if path.suffix not in (".po", ".pot")}
    needed |= {f"{path.parent.relative_to(ROOT)}/{NAME}" for path in files_there if path.suffix == ".po"}
    rulesets = ROOT / "rulesets"
    needed |= {f"tarot_teach/{path.relative_to(ROOT)}" for path in rulesets.rglob("*") if path.is_file()}
    assert there == needed | {"tarot_teach/LICENSE"}


def check_metadata(wheel: Path) -> None:
    """Licence, authors, and a text without links that a package index could not follow."""
    with zipfile.ZipFile(wheel) as files:
        (licence,) = [name for name in files.namelist() if name.endswith("/licenses/LICENSE")]
        assert files.read(licence) == (ROOT / "LICENSE").read_bytes()
        (metadata,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        head, _blank, text = files.read(metadata).decode("utf-8").partition("\n\n")
    lines = {
        "License-Expression: MIT",
        "Author: the tarot_teach authors",
        "Classifier: Development Status :: 3 - Alpha",
    }
    assert lines <= set(head.splitlines())
    assert text.strip() == long_description().strip()


@pytest.mark.wheel
def test_the_wheel_works_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("build", reason="the package build is not installed here; .ci/run installs it")
    pytest.importorskip("pyright", reason="pyright is not installed here; .ci/run installs it")
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    check_source((*tmp_path.glob("*.tar.gz"),)[0])
    check_files(wheel)
    check_metadata(wheel)
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    check_types(python, tmp_path)
    command = str(tmp_path / "clean" / "bin" / "tarot-teach")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    listed = subprocess.run([command, "list"], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert "fft-4" in listed.stdout and "tarotmag-16" in listed.stdout
    built = subprocess.run([command, "build", "early-17c"], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert built.stderr == "" and "index.html" in built.stdout
    assert (elsewhere / "site" / "examples" / "course-twelve-cards.html").exists()
    assert (elsewhere / "site" / "_static" / "tarot_teach" / "tarot.css").exists()
