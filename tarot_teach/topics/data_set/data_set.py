"""Data sets are read: checksums are checked, and rows are given."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tarot_teach.errors import LoadError, Place, Problem, suggest, system_reason
from tarot_teach.messages import _
from tarot_teach.topics.data_set.manifest import FORMAT, MANIFEST, SUMS, Kind, Manifest, ManifestHead


@dataclass(frozen=True, slots=True, repr=False)
class DataSet:
    """Deals with their results, in a folder that ``tarot-teach dataset`` has made."""

    folder: Path
    manifest: Manifest

    @classmethod
    def read(cls, folder: Path) -> DataSet:
        """A data set whose files are complete and unchanged. Raises LoadError for any other folder, with all files that are missing or changed."""
        manifest = _manifest(folder)
        sums = _sums(folder)
        problems = [problem for name in manifest.files if (problem := _problem(folder, name, sums.get(name)))]
        if problems:
            raise LoadError(problems)
        return cls(folder, manifest)

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The names of the rulesets."""
        return tuple(ruleset.name for ruleset in self.manifest.rulesets)

    def rows(self, *rulesets: str) -> Iterator[dict[str, Any]]:
        """The deals of some rulesets, or of all, by ruleset and number. Raises LoadError for a ruleset that the data set does not have."""
        return self._rows("deals", rulesets)

    def endings(self, *rulesets: str) -> Iterator[dict[str, Any]]:
        """The solved endings of these deals, if the data set has such. Raises LoadError as :meth:`rows`."""
        return self._rows("endings", rulesets)

    def tactics(self, *rulesets: str) -> Iterator[dict[str, Any]]:
        """The turns at which one card is best in nearly all deals that fit, if the data set has such. Raises LoadError as :meth:`rows`."""
        return self._rows("tactics", rulesets)

    def _rows(self, kind: Kind, rulesets: Sequence[str]) -> Iterator[dict[str, Any]]:
        for name in rulesets:
            if name not in self.rulesets:
                message, hint = _("the data set has no deals of {name!r}"), suggest(name, self.rulesets, _("rulesets"))
                raise LoadError.of("dataset.ruleset", message, Place(str(self.folder)), hint, name=name)
        return (
            row
            for shard in self.manifest.shards
            if shard.kind == kind and (not rulesets or shard.ruleset in rulesets)
            for row in _rows(self.folder / shard.lines)
        )

    def __len__(self) -> int:
        return sum(ruleset.deals for ruleset in self.manifest.rulesets)

    def __repr__(self) -> str:
        deals, rulesets = len(self), len(self.rulesets)
        return f"<DataSet {self.folder}: {deals} deal{'s' * (deals != 1)} of {rulesets} ruleset{'s' * (rulesets != 1)}>"


def _content(path: Path) -> bytes:
    """The bytes of a file. Raises LoadError."""
    try:
        return path.read_bytes()
    except OSError as error:
        message = _("cannot be read: {strerror}").format(strerror=system_reason(error))
        hint = _("name a folder that `tarot-teach dataset` has made, complete")
        raise LoadError.of("dataset.missing", message, Place(str(path)), hint) from None


def _manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    content = _content(path)
    try:
        head = ManifestHead.model_validate_json(content)
        if head.dataset <= FORMAT:
            return Manifest.model_validate_json(content)
    except ValidationError:
        message = _("this is no manifest of a data set, or it has been changed")
        hint = _("name a folder that `tarot-teach dataset` has made")
        raise LoadError.of("dataset.unreadable", message, Place(str(path)), hint) from None
    message, hint = _("data sets of format {format} are not known"), _("install a newer tarot_teach")
    raise LoadError.of("dataset.format", message, Place(str(path)), hint, format=head.dataset)


def _sums(folder: Path) -> dict[str, str]:
    """The checksums by path, as ``sha256sum`` writes them."""
    lines = _content(folder / SUMS).decode("utf-8", "replace").splitlines()
    return {name: digest for digest, _blanks, name in (line.partition("  ") for line in lines)}


def _problem(folder: Path, name: str, digest: str | None) -> Problem | None:
    """The fault of a file that is missing, or has another checksum than that in the list."""
    place = Place(str(folder / name))
    hint = _("make the data set anew by the command of its README.md, or fetch the file anew")
    try:
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    except OSError:
        return Problem("dataset.missing", _("this file of the data set is missing, or cannot be read"), place, hint)
    if found == digest:
        return None
    return Problem(
        "dataset.changed", _("this file has been changed: its checksum is not the one of SHA256SUMS"), place, hint
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a shard. Raises LoadError for a line that is none."""
    for number, line in enumerate(_content(path).splitlines(), 1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            hint = _("make the data set anew by the command of its README.md")
            raise LoadError.of("dataset.unreadable", _("this line is no row"), Place(str(path), number), hint)
        yield row
