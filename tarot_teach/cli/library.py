"""The library of a command: the shipped files, and those beside the files and folders that it names."""

from __future__ import annotations

from tarot_teach.cli.output import note
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for


def library_of(*names: str) -> Library:
    """A library that knows the files and folders among some names, with house rules behind or not, and what lies beside them."""
    return library_for(dict.fromkeys(part for name in names for part in (name, *name.split("+"))), note)
