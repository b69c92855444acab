"""Apostrophes and quotation marks as they are printed: curly, as Sphinx makes them in the rest of a page."""

from __future__ import annotations

import re


def curly(words: str, before: str = "") -> str:
    """Words with curly apostrophes and quotation marks in place of straight ones; ``before`` is the text in front of them."""

    def mark(found: re.Match[str]) -> str:
        left, right = (before + words[: found.start()])[-1:], words[found.end() : found.end() + 1]
        opens = (not left or left in " \n([–—") and right.isalnum()
        if found[0] == '"':
            return "“" if opens else "”"
        closed = re.search(r"\w'(?!\w)", words[found.end() :])
        return "‘" if opens and closed else "’"

    return re.sub("[\"']", mark, words)
