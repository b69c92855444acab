"""The manifest of a data set: version, seed, rulesets with their fingerprints, and shards."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1
MANIFEST, SUMS, CARD, LICENCE = "dataset.json", "SHA256SUMS", "README.md", "LICENSE"
"""The files of a data set besides its shards."""
Kind = Literal["deals", "endings", "tactics"]
"""The kinds of rows, which are the folders of their shards."""
_NAME = r"^[^/\\\x00-\x1f]+$"
_CONFIG = ConfigDict(frozen=True, extra="forbid", strict=True)


class ManifestHead(BaseModel):
    """The format of a manifest, of any version."""

    dataset: int


class DealtRuleset(BaseModel):
    """A ruleset of a data set: how its deals came out, and by which rules.

    ``fingerprint`` is a hash of the pack and the rules, without texts; ``sources`` are the keys of the sources that its rules cite. ``unit`` is the
    sign in front of game points, and the number of decimal places. ``void``, ``untyped``, ``unwritten`` and ``unsolved`` are as in :class:`~tarot_teach.topics.data_set.rows.Batch`; ``endings`` and ``tactics`` are numbers of rows, and ``without_tactics`` is the reason why there can be none, or empty.
    """

    model_config = _CONFIG

    name: str = Field(pattern=_NAME)
    title: str
    draft: bool
    fingerprint: str
    pack: str
    players: int
    seats: list[str]
    unit: list[str | int]
    deals: int
    void: int
    untyped: int
    unwritten: dict[str, int]
    endings: int
    unsolved: dict[str, int]
    tactics: int
    without_tactics: str
    sources: list[str]


class Shard(BaseModel):
    """A piece of the rows of one kind of a ruleset: the name of its files without the ending."""

    model_config = _CONFIG

    kind: Kind
    name: str = Field(pattern=_NAME)
    ruleset: str
    rows: int

    @property
    def lines(self) -> str:
        """The path of the JSON lines in the folder."""
        return f"{self.kind}/{self.name}.jsonl"

    @property
    def parquet(self) -> str:
        """The path of the Parquet file in the folder."""
        return f"parquet/{self.kind}/{self.name}.parquet"


class Manifest(ManifestHead):
    """All that a data set says of its rows. ``players`` played ``deals`` deals of each ruleset; ``endings`` is the number of cards in hand of endings, 0 without endings; the first ``tactics`` deals were looked at for tactics; ``pyarrow`` is the version that wrote Parquet files, if there are such."""

    model_config = _CONFIG

    version: str
    seed: int
    players: str
    deals: int
    endings: int
    tactics: int
    pyarrow: str | None
    rulesets: list[DealtRuleset]
    shards: list[Shard]

    @property
    def files(self) -> list[str]:
        """The paths of all files that have a checksum."""
        parquet = [shard.parquet for shard in self.shards] if self.pyarrow else []
        return [CARD, LICENCE, MANIFEST, *(shard.lines for shard in self.shards), *parquet]
