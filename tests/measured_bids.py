"""Tables of what bids bring, as courses print them: ``python -m tests.measured_bids`` prints all, with a page's name as argument that of the page.

Forehand plays each contract of a table in the same deals, without an auction. All seats play by the rules of thumb of the player ``simple``.
``tests/test_measured_bids.py`` holds the printed tables to such deals.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

RULESETS = Path(__file__).parent.parent / "rulesets"
SEED, DEALS = 27, 3000


@dataclass(frozen=True)
class Table:
    """A table of a course: a row for each number of trumps in forehand's hand, from ``least`` or fewer to ``most`` or more, and for each
    contract the share of the deals that are won, in hundredths, and what the contract brings forehand, in game points."""

    page: str
    ruleset: str
    contracts: dict[str, str]
    least: int
    most: int
    trumps: str = "tarocks"
    always: tuple[str, ...] = ()

    def row_of(self, hand: int, simulator: DealSimulator) -> int:
        """The row of a hand, by its trumps; the card that excuses counts as one. Where trumps are named, the suit that gives the most, with the
        cards that are trumps in any suit."""
        cards = [*simulator.engine.ruleset.deck.set(hand)]
        trumps: int = sum(card.suit.kind != "plain" for card in cards)
        if self.always:
            trumps = max(
                sum(card.suit == suit or card.code in self.always for card in cards)
                for suit in {card.suit for card in cards}
            )
        return min(max(trumps, self.least), self.most)

    def label(self, row: int) -> str:
        """The words at the head of a row."""
        return f"{row} or fewer" if row == self.least else f"{row} or more" if row == self.most else str(row)


@dataclass
class Cell:
    """The deals of a row under one contract: how many, how many won, and the sum of what they brought."""

    deals: int = 0
    won: int = 0
    brought: float = 0.0

    @property
    def share(self) -> float:
        """The share of the deals won."""
        return self.won / self.deals

    @property
    def brings(self) -> float:
        """Game points of a deal, on average."""
        return self.brought / self.deals


@dataclass
class Measured:
    """The figures measured for a table: cells by row and contract."""

    table: Table
    cells: dict[tuple[int, str], Cell] = field(default_factory=lambda: defaultdict(Cell))

    @classmethod
    def of(cls, table: Table, deals: range) -> Measured:
        """The figures of the deals of these numbers; a void deal counts for nothing."""
        measured = cls(table)
        for contract in table.contracts:
            simulator = DealSimulator.of(LIBRARY, table.ruleset, ["simple"], contract)
            for number in deals:
                ending = simulator.ending(SEED, number)
                if ending.scores:
                    cell = measured.cells[table.row_of(simulator.hands(SEED, number)[0], simulator), contract]
                    cell.deals += 1
                    cell.won += ending.row.made
                    cell.brought += float(ending.scores[0])
        return measured

    def lines(self) -> Iterator[str]:
        """The table in Markdown."""
        heads = [f"{title} won | it brings" for title in self.table.contracts.values()]
        yield f"| {self.table.trumps} | {' | '.join(heads)} |"
        yield "| --- " * (1 + 2 * len(heads)) + "|"
        for row in range(self.table.least, self.table.most + 1):
            cells = [self.cells[row, contract] for contract in self.table.contracts]
            shown = [f"{cell.share:.0%} | {round(cell.brings, 1) + 0.0:.1f}".replace("-", "−") for cell in cells]
            yield f"| {self.table.label(row)} | {' | '.join(shown)} |"


TABLES = [
    Table("austrian/courses/koenigrufen-from-zero/2-the-auction-and-the-birds.md", "koenigrufen-ooe-2023", {"rufer": "Rufer", "solorufer": "Solorufer", "dreier": "Dreier"}, 2, 8),
    Table("austrian/courses/zwanzigerrufen-from-zero/2-who-calls-the-twenty.md", "zwanzigerrufen", {"normal": "normal game", "solo": "solo"}, 2, 9, "trumps"),
    Table("austrian/courses/tapp-from-zero/2-half-of-the-talon.md", "tapp-classical", {"dreier": "Dreier", "solo": "Solo"}, 4, 10),
    Table("hungarian/courses/hungarian-tarokk-from-zero/2-bids-that-speak.md", "paskievics-2018", {"ketto": "kettő", "egy": "egy", "szolo": "szóló"}, 2, 8, "tarokks"),
    Table("slovenian/courses/slovenian-from-zero/2-the-declarer.md", "slovenian-pagat", {"three": "three", "two": "two", "one": "one"}, 2, 8, "taroks"),
    Table("sicilian/courses/sicilian-from-zero/2-alone-or-each-alone.md", "sicilian-3", {"solo": "solo"}, 5, 12, "trumps"),
    Table("german/courses/cego-from-zero/4-the-auction.md", "cego-parlett", {"cego": "Cego", "solo": "Solo"}, 2, 8, "Trocks"),
    Table("ombre/courses/ombre-from-zero/2-the-ombre-and-the-pool.md", "hombre-1674", {"game": "game", "sans_prendre": "sans prendre"}, 3, 6, "trumps", ("SA", "CA")),
    Table("ombre/courses/tresillo-from-zero/2-three-bids-and-two-plates.md", "tresillo", {"juego": "juego", "solo": "solo"}, 3, 6, "trumps", ("SA", "BA")),
]  # fmt: skip
"""The tables of the shipped courses that were measured in this way."""


def printed(page: Path, head: str) -> list[list[str]]:
    """The rows of a table on a page, from its head on, as cells."""
    lines = page.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows: list[list[str]] = [re.split(r" *\| *", line.strip("| ")) for line in lines[at + 2 :]]
    return rows[: next((i for i, row in enumerate(rows) if len(row) < 2), len(rows))]


def main(names: Sequence[str]) -> None:
    """Print the tables of pages whose path contains one of the names; all without names."""
    for table in TABLES:
        if not names or any(name in table.page for name in names):
            print(f"\n{table.page}\n", *Measured.of(table, range(DEALS)).lines(), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
