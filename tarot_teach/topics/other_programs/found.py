"""The content of a file of another program: its format, a record or a session, and the gaps of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tarot_teach.loading import Document


@dataclass(frozen=True, slots=True)
class Found:
    """The entries of a record, without its head, and their places in the file of another program.

    ``begins`` is the step at which it begins, ``notes`` are sentences about what the file does not tell, or tells and is not believed.
    """

    format: str
    ruleset: str
    data: Mapping[str, Any]
    document: Document
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def begins(self) -> str:
        """The step of the deal at which the record begins."""
        return str(self.data["start"]["step"])
