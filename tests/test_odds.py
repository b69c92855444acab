"""Exact odds, counted out on small deals; and what the sources print held against them."""

from __future__ import annotations

import functools
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial
from pathlib import Path
from random import Random

import pytest

from tarot_teach.blocks import Paragraph
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.topics.check.check_file import check_file
from tarot_teach.topics.odds.exact import (
    hands_with,
    holds,
    independent_largest_share,
    largest_share,
    lone,
    longest,
    suits_with,
)
from tarot_teach.topics.sources.errata import Errata, agrees, describe_errata, percent, read_errata
from tests.helpers import LIBRARY


@functools.cache
def errata() -> Errata:
    """Errors of the sources with the right values, computed when a test first asks."""
    return read_errata(LIBRARY.files("errata")[0], LIBRARY)


@pytest.mark.parametrize(("unseen", "talon", "wanted"), [(7, 3, 4), (8, 2, 8), (6, 6, 2), (9, 4, 0), (5, 4, 3)])
def test_odds_of_the_talon_agree_with_a_count(unseen: int, talon: int, wanted: int) -> None:
    found = Counter(sum(card < wanted for card in drawn) for drawn in combinations(range(unseen), talon))
    ways = sum(found.values())
    assert holds(unseen, talon, wanted) == {n: Fraction(number, ways) for n, number in sorted(found.items())}


@pytest.mark.parametrize(("out", "hands", "size"), [(3, 3, 2), (4, 2, 3), (5, 3, 2), (0, 3, 2), (6, 3, 2)])
def test_largest_shares_agree_with_a_count(out: int, hands: int, size: int) -> None:
    places = [hand for hand in range(hands) for _card in range(size)]
    found: Counter[int] = Counter()
    for chosen in combinations(places, out):
        found[max((chosen.count(hand) for hand in range(hands)), default=0)] += 1
    ways = sum(found.values())
    assert largest_share(out, hands, size) == {n: Fraction(number, ways) for n, number in sorted(found.items())}


@pytest.mark.parametrize(("out", "hands"), [(4, 3), (5, 2), (1, 3)])
def test_cards_that_fall_independently(out: int, hands: int) -> None:
    found = Counter(max(fall.count(hand) for hand in range(hands)) for fall in product(range(hands), repeat=out))
    ways = sum(found.values())
    assert independent_largest_share(out, hands) == {n: Fraction(number, ways) for n, number in sorted(found.items())}


@pytest.mark.parametrize("out", range(1, 17))
def test_distributions_add_up_to_one(out: int) -> None:
    assert sum(largest_share(out, 3, 18).values()) == 1
    assert sum(independent_largest_share(out, 3).values()) == 1
    assert sum(holds(60, 6, out).values()) == 1


@pytest.mark.parametrize("out", range(1, 17))
def test_largest_shares_of_three_defenders_by_another_formula(out: int) -> None:
    exact: Counter[int] = Counter()
    independent: Counter[int] = Counter()
    for a, b in product(range(out + 1), repeat=2):
        c = out - a - b
        if c >= 0:
            exact[max(a, b, c)] += comb(18, a) * comb(18, b) * comb(18, c)
            independent[max(a, b, c)] += factorial(out) // (factorial(a) * factorial(b) * factorial(c))
    assert largest_share(out, 3, 18) == {n: Fraction(ways, comb(54, out)) for n, ways in exact.items()}
    assert independent_largest_share(out, 3) == {n: Fraction(ways, 3**out) for n, ways in independent.items()}


def test_odds_agree_with_random_deals() -> None:
    deals, rng = 20_000, Random(2011)
    shares: Counter[int] = Counter()
    finds: Counter[int] = Counter()
    for _deal in range(deals):
        holders = [place // 18 for place in rng.sample(range(54), 8)]
        shares[max(Counter(holders).values())] += 1
        finds[sum(place < 6 for place in rng.sample(range(60), 10))] += 1
    for found, odds in ((shares, largest_share(8, 3, 18)), (finds, holds(60, 6, 10))):
        assert set(found) <= set(odds)
        for number, chance in odds.items():
            spread = (float(chance * (1 - chance)) / deals) ** 0.5
            assert abs(found[number] / deals - float(chance)) < 5 * spread, number


@pytest.mark.parametrize(("out", "hands", "size", "aside"), [(3, 2, 2, 3), (4, 3, 2, 1), (5, 2, 3, 4), (1, 1, 1, 5)])
def test_hands_that_fit_agree_with_a_count(out: int, hands: int, size: int, aside: int) -> None:
    places = [hand for hand in range(hands) for _card in range(size)] + [hands] * aside
    shares: Counter[int] = Counter()
    fitting: Counter[int] = Counter()
    for chosen in combinations(range(len(places)), out):
        held = [sum(places[place] == hand for place in chosen) for hand in range(hands)]
        shares[max(held)] += 1
        fitting[sum(number >= 2 for number in held)] += 1
    ways = comb(len(places), out)
    assert largest_share(out, hands, size, aside) == {n: Fraction(shares[n], ways) for n in sorted(shares)}
    found = hands_with(out, hands, size, aside, lambda held: held >= 2)
    assert found == {n: Fraction(fitting[n], ways) for n in range(hands + 1)}


@pytest.mark.parametrize(
    ("lengths", "others", "size"), [((3, 3), 2, 4), ((2, 3, 1), 0, 3), ((4,), 3, 2), ((2, 2, 2), 2, 8), ((3, 2), 4, 0)]
)
def test_suits_of_one_hand_agree_with_a_count(lengths: tuple[int, ...], others: int, size: int) -> None:
    pack = [suit for suit, length in enumerate(lengths) for _card in range(length)] + [-1] * others
    tops: Counter[int] = Counter()
    voids: Counter[int] = Counter()
    singles: Counter[int] = Counter()
    for chosen in combinations(pack, size):
        held = [chosen.count(suit) for suit in range(len(lengths))]
        tops[max(held)] += 1
        voids[held.count(0)] += 1
        singles[held.count(1)] += 1
    ways = comb(len(pack), size)
    for found, odds in (
        (tops, longest(lengths, others, size)),
        (voids, suits_with(lengths, others, size, 0)),
        (singles, suits_with(lengths, others, size, 1)),
    ):
        assert odds == {n: Fraction(found[n], ways) for n in sorted(found)}


@pytest.mark.parametrize(("unseen", "size", "others"), [(7, 3, 2), (6, 6, 0), (5, 2, 4), (6, 0, 1)])
def test_a_lone_card_agrees_with_a_count(unseen: int, size: int, others: int) -> None:
    hands = list(combinations(range(unseen), size))
    alone = [hand for hand in hands if 0 in hand and not any(1 <= card <= others for card in hand)]
    assert lone(unseen, size, others) == Fraction(len(alone), len(hands))


def test_impossible_deals_are_refused() -> None:
    for wrong in (
        lambda: holds(5, 6, 1),
        lambda: largest_share(60, 3, 18),
        lambda: largest_share(10, 2, 3, 3),
        lambda: hands_with(2, -1, 3, 3, bool),
        lambda: independent_largest_share(1, 0),
        lambda: longest((3, 3), -1, 2),
        lambda: suits_with((3, 3), 1, 8, 0),
        lambda: lone(3, 2, 3),
    ):
        with pytest.raises(ValueError, match="there is no such"):
            wrong()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{column: 4, rows: [1]", "{column: 99, rows: [1]", "no cells in column 99 for the lines 1"),
        ("{column: 4, rows: [1]", "{column: 4, rows: [1, 1]", "once each"),
        ("printed: S", "printed: Q", "nobody sits at 'Q'"),
        ("example: guide-example-1", "example: guide-example-9", "there is no example 'guide-example-9'"),
        ("id: suit-table", "id: talon-table", "two claims 'talon-table'"),
        ("{source: enc2011, at: Dog's cards}", "{source: enc2011}", "no place in it"),
    ],
)
def test_impossible_claims_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "errata.yaml"
    text = LIBRARY.files("errata")[0].read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        check_file(path, Library())
    assert words in str(caught.value)
    assert all(problem.place and problem.place.line > 1 and problem.hint for problem in caught.value.problems)


class TestWhatTheSourcesGetWrong:
    def test_the_erratum_and_the_highest_score(self) -> None:
        found = {
            claim.id: (claim.printed, -(result.roles["defender"] or 0)) for claim, _engine, result in errata().scores
        }
        assert found == {"handful-of-ten": (158, 168), "highest-score": (902, 908)}

    def test_the_scorecard_that_goes_with_the_erratum(self) -> None:
        claim, _engine, result = next(entry for entry in errata().scores if entry[0].id == "handful-of-ten")
        printed = [474, -158, -158, -158]
        assert [3 * claim.printed, *[-claim.printed] * 3] == printed  # what the article prints is one slip, carried on
        assert [int(score) for score in result.scores] == [504, -168, -168, -168]

    def test_the_guide_has_no_exception_for_the_trick_before_the_last(self) -> None:
        _claim, engine, _result = next(entry for entry in errata().scores if entry[0].id == "highest-score")
        assert engine.ruleset.rule("score.last_trick_bonus").params.model_dump()["slam_shift"] is False

    def test_the_wrong_player(self) -> None:
        ((_claim, printed, right),) = errata().names
        assert (printed, right) == ("South", "West")

    def cell(self, table: str, row: int, column: int) -> tuple[str, str, str]:
        found = next(entry for entry in errata().tables if entry.claim.id == table).cells[row, column]
        return found.printed, f"{float(100 * found.exact):.2f}", found.reason

    def test_cells_of_the_tables(self) -> None:
        assert self.cell("talon-table", 0, 10) == ("31.3%", "31.74", "slip")
        assert self.cell("talon-table", 1, 4) == ("30.5%", "30.52", "")
        assert self.cell("suit-table", 2, 4) == ("66.7%", "69.23", "independence")
        assert self.cell("suit-table", 7, 8) == ("1.7%", "0.33", "slip")
        assert f"{float(100 * independent_largest_share(8, 3)[7]):.2f}" == "0.73"
        assert not agrees("1.7%", independent_largest_share(8, 3)[7])

    def test_tables_have_every_printed_cell(self) -> None:
        talon, suit = (
            {table.claim.id: table for table in errata().tables}[name] for name in ("talon-table", "suit-table")
        )
        assert (len(talon.cells), len(suit.cells)) == (118, 76)
        assert [cell.printed for cell in talon.examples] == ["30.5%", "4.4%", "51.6%", "43%"]
        assert not any(cell.reason for cell in talon.examples)

    def test_the_figure_drawn_from_the_table(self) -> None:
        table = next(entry for entry in errata().tables if entry.claim.id == "suit-table")
        last = table.examples[-1]
        assert last.printed == "1.1%" and f"{float(100 * last.exact):.1f}" == "0.3" and last.reason

    def test_the_page_shows_every_cell_and_marks_what_deviates(self) -> None:
        blocks = describe_errata(LIBRARY)
        tables = [block for block in blocks if hasattr(block, "head") and len(block.rows) > 5]
        assert len(tables) == 2
        words = [str(cell) for block in tables for row in block.rows for cell in row]
        assert "31.3% ‡ 31.7%" in words and "66.7% † 69.2%" in words and "30.5%" in words

    def test_the_page_says_where_slips_come_from(self) -> None:
        words = " ".join(
            str(part)
            for block in describe_errata(LIBRARY)
            for part in (getattr(block, "text", ""), *getattr(block, "items", ()))
        )
        assert (
            "The print is right in 99 of 118 cells. It has 19 slips. In 16 slips the last printed place is off by one."
            in words
        )
        assert (
            "The print is right in 1 of 76 cells. It follows the wrong assumption in 67. It has 8 slips. In 7 slips the last"
            in words
        )
        assert "1.1% is printed, which is what the printed cells add up to; it is 0.3%." in words
        assert "5.3% is printed, by the wrong assumption; it is 3.8%." in words

    def test_a_statement_on_history_is_set_against_documents(self) -> None:
        blocks = describe_errata(LIBRARY)
        said = [str(block.text) for block in blocks if isinstance(block, Paragraph) and block.kind == "warning"]
        assert [claim.id for claim in errata().statements][:1] == ["tarot-before-1400"]
        assert any(
            words.startswith(
                "By [early17c, “History”], the tarot pack came up in the latter half of the fourteenth century. By [newbigin-2002, "
            )
            for words in said
        )
        assert all(". By [" in words for words in said if words.startswith("By ["))


@pytest.mark.parametrize(
    ("value", "like", "shown"),
    [
        (Fraction(1, 8), "0.1%", "12.5%"),
        (Fraction(1, 2000), "0.0%", "0.1%"),  # half a unit goes upwards
        (Fraction(1, 100_000), "0.0%", "0.001%"),
        (Fraction(0), "0.0%", "0.0%"),
        (Fraction(43, 100), "43%", "43%"),
        (Fraction(1), "0.01%", "100.00%"),
    ],
)
def test_a_percentage_has_as_many_places_as_the_print(value: Fraction, like: str, shown: str) -> None:
    assert percent(value, like) == shown
