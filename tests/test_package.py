"""The package's metadata: licence, version and authors agree everywhere, and the long description has no dead link."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

from tarot_teach import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RELATIVE = re.compile(r"\]\((?!https?:)|<img|^\[[^\]]+\]:", re.MULTILINE)
"""A link or a picture of Markdown that leads to a file beside it."""


def long_description() -> str:
    """README.md as a package index shows it: the substitutions of pyproject.toml, which the build makes as well."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for entry in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(entry["pattern"], entry["replacement"], text)
    return text


def test_a_package_index_gets_no_dead_link() -> None:
    readme, shown = (ROOT / "README.md").read_text(encoding="utf-8"), long_description()
    assert RELATIVE.search(readme), "README.md has links and a picture"
    assert not RELATIVE.search(shown), shown
    assert "first steps (`docs/tutorial/first-steps.md`)" in shown and "pip install tarot-teach" in shown
    assert not re.search(r"https?://(?!keepachangelog|semver)", shown), "no address is invented"


def test_links_of_the_readme_lead_to_files() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [path for path in re.findall(r"\]\(([^)#]+)", readme) if not (ROOT / path).exists()]
    assert not missing


def test_version_licence_and_authors_are_the_same_everywhere() -> None:
    project = PROJECT["project"]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert project["version"] == cited["version"] == __version__
    assert project["license"] == cited["license"] == "MIT" and licence.startswith("MIT License\n")
    (author,) = project["authors"]
    assert [author] == cited["authors"] and f"Copyright (c) 2026 {author['name']}" in licence
    assert f'author = "{author["name"]}"' in (ROOT / "docs" / "conf.py").read_text(encoding="utf-8")
    assert {"cff-version", "message", "title", "authors", "type", "abstract"} <= set(cited)


def test_the_changelog_has_the_form_that_it_names() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)
    assert versions[0] == "Unreleased" and len(set(versions)) == len(versions)
    kinds = set(re.findall(r"^### (.+)", text, re.MULTILINE))
    assert kinds and kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_read_the_docs_installs_what_the_pages_need() -> None:
    config = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text(encoding="utf-8"))
    assert (ROOT / config["sphinx"]["configuration"]).exists() and config["version"] == 2
    (install,) = config["python"]["install"]
    assert set(install["extra_requirements"]) <= set(PROJECT["project"]["optional-dependencies"])
    python = config["build"]["tools"]["python"]
    assert f"Programming Language :: Python :: {python}" in PROJECT["project"]["classifiers"]
