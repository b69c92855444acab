"""The functions of words of several kinds of rules, put together: for each question one function that asks the right one, and the loop that
asks these. The same source runs in Python and compiled."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Annotated, Any

from tarot_teach.mechanisms import find
from tarot_teach.mechanisms.in_words import ROW, Words, words_of
from tarot_teach.mechanisms.shipped import shipped
from tarot_teach.words import questions
from tarot_teach.words.records import CARDS, RULES, dtype

Function = Callable[..., Any]
LOOP = "tarot_teach.words.loop"


QUESTIONS: Mapping[str, Function] = {
    each.__name__: each
    for each in (
        questions.narrow,
        questions.exempt,
        questions.narrow_lead,
        questions.takes_all,
        questions.winning,
        questions.moves,
        questions.brings,
        questions.asked,
        questions.stops,
    )
}
"""The questions of the play by the name of the method that answers."""
OF_ALL: Mapping[str, Words] = {
    "moves": Words(masks=("about", "payable"), numbers=("choose", "first_kind")),
    "brings": Words(numbers=("brings_talon",)),
    "asked": Words(numbers=("quiet_answer",)),
}
"""The attributes of every rule that answers a question, for the loop."""


class ClashingWordsError(ValueError):
    """A name is that of a mask for one kind of rules and of a number for another; the message is the name."""


@dataclass(frozen=True)
class Link:
    """Functions of words by the name of their question; the place of a function is the code of its kind."""

    functions: tuple[tuple[str, tuple[Function, ...]], ...]

    @cached_property
    def by_question(self) -> Mapping[str, tuple[Function, ...]]:
        """The functions of each question."""
        return dict(self.functions)

    @cached_property
    def attributes(self) -> Mapping[str, Any]:
        """The attributes of rules that the functions read, with their types in records. Raises ClashingWordsError."""
        found: dict[str, Any] = {"code": int}
        declared = [*OF_ALL.values()]
        declared += [
            words for _question, functions in self.functions for each in functions if (words := words_of(each))
        ]
        for words in declared:
            kinds = (*((name, MASK) for name in words.masks), *((name, MASKS) for name in words.rows))
            for name, kind in (*kinds, *((name, int) for name in words.numbers)):
                if found.setdefault(name, kind) is not kind:
                    raise ClashingWordsError(name)
        return found

    @cached_property
    def dtype(self) -> Any:
        """The numpy type of the words of a play."""
        import numpy as np

        rule = np.dtype([(name, dtype(kind)) for name, kind in self.attributes.items()])
        rules = np.dtype([("count", np.int64), ("rule", rule, (RULES,))])
        order: list[Any] = [("players", np.int64), ("follows", "V16", (CARDS,)), ("beats", "V16", (CARDS,))]
        masks = [("power", "V16"), ("movable", "V16")]
        return np.dtype([*order, *masks, *((question, rules) for question in QUESTIONS)])

    @cached_property
    def asking(self) -> Mapping[str, Function]:
        """For each question the function that asks a rule: it is given the code of the rule's kind, the rule, and what the question gives."""
        return {name: _asking(name, self.by_question[name]) for name in QUESTIONS}

    @cached_property
    def loop(self) -> Any:
        """The functions of :mod:`tarot_teach.words.loop`, which ask these rules."""
        return self.module(LOOP)

    def module(self, name: str) -> Any:
        """A module anew, whose functions ask these rules where they ask questions, and call this loop where they call functions of the loop."""
        spec = find_spec(name)
        assert spec is not None and spec.loader is not None
        made = module_from_spec(spec)
        spec.loader.exec_module(made)
        replaced = {**self.asking} if name == LOOP else {**self.asking, **named_functions(self.loop)}
        vars(made).update({name: function for name, function in replaced.items() if name in vars(made)})
        return made

    def sources_with(self, modules: Iterable[str]) -> tuple[Path, ...]:
        """The files of all functions, of some modules, and of the modules of the package that these import: all that is compiled in."""
        files = {inspect.getsourcefile(each) for _question, functions in self.functions for each in functions}
        found = [Path(file) for file in sorted(file for file in files if file)]
        found += [Path(__file__).with_name("compiled.py")]
        found += [file for module in (LOOP, __name__, *modules) for file in _files_of(module)]
        return tuple(dict.fromkeys(found))


MASK, MASKS = Annotated[int, "V16"], Annotated[tuple[Annotated[int, "V16"], ...], ROW]


@cache
def _files_of(module: str) -> tuple[Path, ...]:
    """The file of a module, and those of the modules of the package from which it imports names. Nothing is loaded."""
    file = _file_of(module)
    lines = re.findall(r"^from (tarot_teach\S*) import", file.read_text("utf-8"), re.MULTILINE)
    return (file, *map(_file_of, lines))


def _file_of(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin)


def named_functions(module: Any) -> dict[str, Function]:
    """The functions that a module defines, by name."""
    defined = (each for each in vars(module).values() if inspect.isfunction(each))
    return {each.__name__: each for each in defined if each.__module__ == module.__name__}


def _asking(name: str, functions: tuple[Function, ...]) -> Function:
    """The function of a question that asks one of some functions by its code."""
    _code, *given = inspect.signature(QUESTIONS[name]).parameters
    call = f"({', '.join(given)})"
    lines = [f"def {name}(code, {', '.join(given)}):"]
    for code in range(len(functions) - 1):
        lines += [f"    if code == {code}:", f"        return rule_{code}{call}"]
    lines += [f"    return rule_{len(functions) - 1}{call}"]
    space: dict[str, Any] = {f"rule_{code}": function for code, function in enumerate(functions)}
    exec(compile("\n".join(lines), f"<{name}>", "exec"), space)
    made: Function = space[name]
    return made


@cache
def linked(*more: tuple[str, Function]) -> Link:
    """The shipped functions of words, and some others, each with its question."""
    found: dict[str, dict[Function, None]] = {name: {} for name in QUESTIONS}
    for kind in sorted(shipped("play")):
        mechanism = find("play", kind)
        for question in QUESTIONS:
            method = getattr(mechanism, question, None)
            if method is not None and words_of(method):
                found[question][method] = None
    for question, function in more:
        found[question][function] = None
    return Link(tuple((question, tuple(functions)) for question, functions in found.items()))
