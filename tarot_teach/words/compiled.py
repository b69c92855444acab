"""Rules in words as compiled code. It loads numba."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tarot_teach.compiled.draws import below
from tarot_teach.compiled.jit import Outer, share, stand_for
from tarot_teach.masks import bit
from tarot_teach.mechanisms import in_words
from tarot_teach.words.link import Link, named_functions


def _card_at(trick: Any, place: Any) -> Any:  # noqa: ARG001
    return lambda trick, place: bit(trick.cards[place])


def _below(draws: Any, count: Any) -> Any:  # noqa: ARG001
    return lambda draws, count: below(draws, count)


stand_for(in_words.card_at, _card_at)
share([in_words.place_of, in_words.seat_at, in_words.tricks_of_side])


@cache
def compiled(link: Link, name: str, source: str, *more: str) -> Outer:
    """A compiled function of a source whose functions ask rules in words; ``more`` are modules of functions that the source calls."""
    _share(link)
    module = link.module(source)
    for other in more:
        share(named_functions(import_module(other)).values())
    share(function for other, function in named_functions(module).items() if other != name)
    return Outer(getattr(module, name), link.sources_with((source, *more)))


@cache
def _share(link: Link) -> None:
    stand_for(link.loop.below, _below)
    share(function for _question, functions in link.functions for function in functions)
    share(link.asking.values())
    share(function for name, function in named_functions(link.loop).items() if name != "below")
