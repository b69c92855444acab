"""The data card of a data set, and the licence that lies with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from tarot_teach.rules import Source
from tarot_teach.topics.data_set.manifest import LICENCE, Manifest

_environment = Environment(
    loader=PackageLoader("tarot_teach.topics.data_set", "templates"),
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)


def card_of(manifest: Manifest, sources: Mapping[str, Source]) -> str:
    """The data card as Markdown: fields, units, rulesets, sources, licence, and the command that makes the same."""
    cited = sorted({key for ruleset in manifest.rulesets for key in ruleset.sources} & sources.keys())
    options = [f"--deals {manifest.deals}", f"--seed {manifest.seed}"]
    if manifest.players != "simple":
        options.append(f"--players {manifest.players}")
    if manifest.endings:
        options.append(f"--endings {manifest.endings}")
    if manifest.tactics:
        options.append(f"--tactics {manifest.tactics}")
    if manifest.pyarrow:
        options.append("--parquet")
    options += [f"--ruleset {ruleset.name}" for ruleset in manifest.rulesets]
    return _environment.get_template("README.md.jinja").render(
        manifest=manifest,
        command=" ".join(["tarot-teach dataset --out FOLDER", *options]),
        sources=[sources[key] for key in cited],
        void=sum(ruleset.void for ruleset in manifest.rulesets),
        untyped=sum(ruleset.untyped for ruleset in manifest.rulesets),
        endings=sum(ruleset.endings for ruleset in manifest.rulesets),
        unsolved=sum(sum(ruleset.unsolved.values()) for ruleset in manifest.rulesets),
        tactics=sum(ruleset.tactics for ruleset in manifest.rulesets),
        unwritten=sum(sum(ruleset.unwritten.values()) for ruleset in manifest.rulesets),
    )


def licence() -> bytes:
    """The licence of the project: in the installed package, or in the folder above it in a checkout."""
    package = Path(__file__).parents[2]
    inside = package / LICENCE
    return (inside if inside.is_file() else package.parent / LICENCE).read_bytes()
