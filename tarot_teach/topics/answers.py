"""Answers to questions: the days after which a question is asked again, and the rules that are known. The site keeps them alike."""

from __future__ import annotations

INTERVALS = (0, 1, 3, 7, 21)
"""Days until a question comes back: after a wrong answer, and after one, two, three, and four or more right ones in a row."""
