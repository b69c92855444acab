"""Options in a stack: in any order they mean the same, or are refused with the same words and both places."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from pathlib import Path

import pytest

from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset
from tests.helpers import NAMES, in_turn

CITED = "    sources: [{source: fft, at: Le score}]\n"


def loaded(library: Library, name: str) -> Ruleset | str:
    """The ruleset, or the words with which it is refused, without its own name."""
    try:
        return library.load(name)
    except LoadError as error:
        return str(error).replace(name, "STACK")


def same_in_any_order(library: Library, id: str, options: tuple[str, ...]) -> None:
    found = [loaded(library, "+".join((id, *order))) for order in permutations(options)]
    first = found[0]
    for other in found[1:]:
        if isinstance(first, str) or isinstance(other, str):
            assert first == other, options
        else:
            assert list(first.rules.items()) == list(other.rules.items()), options
            assert first.dropped == other.dropped


def fitting(library: Library, id: str) -> list[str]:
    return [option for option in library.ids("option") if f"{id}+{option}" in NAMES]


def test_pairs_drawn_at_random_mean_the_same(library: Library) -> None:
    pairs = list(combinations(fitting(library, "fft-4"), 2))
    for pair in random.Random(39).sample(pairs, 30):
        same_in_any_order(library, "fft-4", pair)


@pytest.mark.whole
@pytest.mark.turn(0, 4)
def test_all_pairs_of_all_rulesets_mean_the_same(library: Library) -> None:
    for id in in_turn(library.ids()):
        for pair in combinations(fitting(library, id), 2):
            same_in_any_order(library, id, pair)


@pytest.mark.whole
@pytest.mark.turn(2, 4)
def test_triples_drawn_at_random_mean_the_same(library: Library) -> None:
    for id in ("fft-4", "guide-4", "fft-5"):
        triples = list(combinations(fitting(library, id), 3))
        for triple in random.Random(id).sample(triples, 60):
            same_in_any_order(library, id, triple)


def test_an_option_whose_rule_another_drops_is_refused_in_both_orders(library: Library) -> None:
    for name in ("fft-4+garde-lowest+pousse", "fft-4+pousse+garde-lowest"):
        words = loaded(library, name)
        assert isinstance(words, str)
        assert "the option pousse needs bid.prise, which the option garde-lowest drops" in words
        assert "pousse.yaml:12:14" in words and "garde-lowest.yaml:11:3" in words


def write(folder: Path, id: str, rest: str) -> Path:
    path = folder / f"{id}.yaml"
    path.write_text(f"format: 1\nid: {id}\ntitle: A title\nbecause: ours\n{rest}", encoding="utf-8")
    return path


def both_orders(one: Path, two: Path) -> list[Ruleset | str]:
    return [loaded(Library(), f"fft-4+{a}+{b}") for a, b in ((one, two), (two, one))]


def test_an_option_that_adds_a_rule_comes_before_those_that_speak_of_it(tmp_path: Path) -> None:
    gift = "adds:\n  score.gift: {mechanism: fixed_amount, params: {amount: 5}, title: Gift}\n"
    brings = write(tmp_path, "z-brings", gift)
    alters = write(
        tmp_path, "a-alters", "fits: {requires: [score.gift]}\nchanges:\n  score.base: {params: {amount: 30}}\n"
    )
    behind = write(tmp_path, "b-behind", "adds:\n  score.more: {mechanism: margin, title: More, after: score.gift}\n")
    for found in both_orders(brings, alters):
        assert isinstance(found, Ruleset) and found.rule("score.base").params.model_dump() == {"amount": 30}
    for found in both_orders(brings, behind):
        assert isinstance(found, Ruleset)
        ids = list(found.rules)
        assert ids.index("score.more") == ids.index("score.gift") + 1


def test_another_mechanism_and_a_parameter_of_the_old_one_clash(tmp_path: Path) -> None:
    kind = write(tmp_path, "kind", "changes:\n  score.base: {mechanism: margin, text: Margin, title: Another}\n")
    amount = write(tmp_path, "amount", "changes:\n  score.base: {params: {amount: 30}}\n")
    one, two = both_orders(kind, amount)
    assert isinstance(one, str) and one == two
    assert "both alter score.base.params" in one
    assert "kind.yaml:6:" in one and "amount.yaml:6:" in one


def test_two_options_that_yield_to_each_other_are_refused(tmp_path: Path) -> None:
    rest = "yields: true\nchanges:\n  score.base: {params: {amount: %s}}\n"
    one, two = both_orders(write(tmp_path, "one", rest % 30), write(tmp_path, "two", rest % 40))
    assert isinstance(one, str) and one == two
    assert "one and two each yield to the other in altering score.base.params.amount" in one
