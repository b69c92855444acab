"""Probabilities in words and figures, so that small ones do not vanish and large ones do not round to certainty."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

from tarot_teach.language import N_, _

_WORDS = ((10**12, N_("million million")), (10**9, N_("thousand million")), (10**6, N_("million")))


def share(value: Fraction) -> str:
    """A probability from 0 to 1 as a percentage: one decimal, and more where the chance, or that of the contrary, is below one in a
    hundred: ``23.1%``, ``0.18%``, ``0.000067%``, ``99.9989%``."""
    if value in (0, 1):
        return f"{100 * int(value)}%"
    rest = 100 * min(value, 1 - value)
    rest = Fraction(f"{float(rest):.1e}")  # rounded first: 0.0996 is shown as 0.10
    places = 1 if rest >= 1 else 1 - floor(log10(rest))
    return f"{float(100 * value):.{places}f}%"


def one_in(value: Fraction) -> str:
    """``1 in 542`` for a probability from 0 to 1; a dash where that says nothing, for chances above one half and none at all."""
    return _("1 in {times}").format(times=_times(1 / value)) if 0 < value <= Fraction(1, 2) else "–"


def often(value: Fraction, one: str, many: str) -> str:
    """``in one deal of 542``, or ``in 23.1% of deals`` for what is not that rare. ``one`` and ``many`` are the words for what is
    counted."""
    if value == 0:
        return _("never")
    if value == 1:
        return _("always")
    if value < Fraction(1, 10):
        return _("in one {one} of {times}").format(one=one, times=_times(1 / value))
    return _("in {share} of {many}").format(share=share(value), many=many)


def _times(times: Fraction) -> str:
    """A number of times to three figures, with a decimal below ten, and a word for millions."""
    for unit, word in _WORDS:
        if times >= unit:
            return f"{_figures(times / unit)} {_(word)}"
    return _figures(times)


def _figures(number: Fraction) -> str:
    if number < 10:
        return f"{float(number):.1f}".removesuffix(".0")
    digits = max(0, floor(log10(number)) - 2)
    return f"{round(number / 10**digits) * 10**digits:,}"
