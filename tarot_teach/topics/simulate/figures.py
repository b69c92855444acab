"""What a tally comes to: figures of each ruleset, and of the differences between two on the same deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tarot_teach.table import BOTH_SIDES
from tarot_teach.topics.simulate.ending import Change, Row
from tarot_teach.topics.simulate.intervals import CARDS, GAME, TRICKS, Figure, Measure, Sample
from tarot_teach.topics.simulate.ruleset_stamp import Game
from tarot_teach.topics.simulate.run_results import Saved
from tarot_teach.topics.simulate.tally import Tally

Rows = list[tuple[Row, int]]


@dataclass(frozen=True, slots=True)
class Found:
    """All figures of a run: ``of`` each ruleset, and ``against`` the first, of each ruleset from the second on."""

    games: tuple[Game, ...]
    confidence: float
    of: tuple[tuple[Figure, ...], ...]
    against: tuple[tuple[Figure, ...], ...]

    def all(self) -> Iterator[tuple[Game, Game | None, Figure]]:
        """Each figure with its ruleset, and the one that it is set against."""
        first, *others = self.games
        for game, figures in zip(self.games, self.of, strict=True):
            yield from ((game, None, figure) for figure in figures)
        for game, figures in zip(others, self.against, strict=True):
            yield from ((game, first, figure) for figure in figures)


def find(saved: Saved, confidence: float = 0.95) -> Found:
    """The figures of a run so far, with intervals at a level of confidence between 0 and 1."""
    tally, (first, *others) = saved.tally, saved.games
    return Found(
        saved.games,
        confidence,
        tuple(tuple(figures_of(tally, i, game, confidence)) for i, game in enumerate(saved.games)),
        tuple(
            tuple(differences_of(dict(tally.changes_of(i)), first.sides and game.sides, confidence))
            for i, game in enumerate(others)
        ),
    )


def figures_of(tally: Tally, ruleset: int, game: Game, confidence: float) -> list[Figure]:
    """The figures of a ruleset, by its number. Shares are of all deals where it is about void deals, else of the deals that were played."""
    return list(_Figures(tally, ruleset, game, Measure(confidence)).all())


def differences_of(changes: Mapping[Change, int], sides: bool, confidence: float) -> list[Figure]:
    """What a second ruleset changes: the same deals under both, so that what they have in common does not blur the difference.

    Means are of the second less the first; ``…_where`` are means over the deals alone in which scores differ.
    """
    if not changes:
        return []
    measure, deals = Measure(confidence), sum(changes.values())

    def share(name: str, hit: Callable[[Change], bool]) -> Figure:
        return measure.share(name, "", sum(count for change, count in changes.items() if hit(change)), deals)

    found = [share("differs", lambda change: change.scores), share("void_differs", lambda change: change.void)]
    if not sides:
        return found
    found += [
        share("contract_differs", lambda change: change.contract),
        share("made_differs", lambda change: change.made),
    ]
    where = [(change, count) for change, count in changes.items() if change.scores]
    for ending, those in (("", list(changes.items())), ("_where", where)):
        if those:
            points: Sample = [(change.points / 2, count) for change, count in those]
            taker: Sample = [(float(change.taker), count) for change, count in those]
            found.append(measure.mean(f"points_difference{ending}", "", CARDS, points))
            found.append(measure.mean(f"taker_difference{ending}", "", GAME, taker))
    return found


class _Figures:
    def __init__(self, tally: Tally, ruleset: int, game: Game, measure: Measure) -> None:
        self.game, self.measure = game, measure
        self.scores = list(tally.scores_of(ruleset))
        self.dealt: Rows = list(tally.rows_of(ruleset))
        self.played: Rows = [(row, count) for row, count in self.dealt if not row.void]

    def all(self) -> Iterator[Figure]:
        """Every figure that there are deals for."""
        if not self.dealt:
            return
        deals = _number(self.dealt)
        yield self.measure.share("void", "", deals - _number(self.played), deals)
        yield from self._groups("void", self.dealt, lambda row: [row.void])
        if not self.played:
            return
        yield from self._of_sides() if self.game.sides else self._of_seats()
        yield from self._groups("excuse", self.played, lambda row: [row.excuse])
        yield from self._groups("debt", self.played, lambda row: [row.debt])
        yield from self._some("lone_kept", lambda row: row.lone_kept)
        yield self._mean("spread", "", GAME, self.played, lambda row: row.spread)

    def _of_sides(self) -> Iterator[Figure]:
        for contract, rows in self._by_contract():
            if contract:
                yield self.measure.share("contract", contract, _number(rows), _number(self.played))
            yield self._share("made", contract, rows, lambda row: row.made)
            yield self._mean("points", contract, CARDS, rows, lambda row: row.halves / 2)
            yield self._mean("margin", contract, CARDS, rows, lambda row: row.margin / 2)
            yield from self._scores(contract, rows)
        if any(row.scores[1] is not None for row, _count in self.played):
            yield self._share("alone", "", self.played, lambda row: row.alone)
        most = max(row.honours for row, _count in self.played)
        yield from self._groups(
            "honours", self.played, lambda row: [str(row.honours)], [str(n) for n in range(most + 1)]
        )
        yield self._mean("tricks", "", TRICKS, self.played, lambda row: row.tricks)
        yield from self._bonuses()

    def _by_contract(self) -> Iterator[tuple[str, Rows]]:
        yield "", self.played
        for contract in self.game.contracts:
            rows = [(row, count) for row, count in self.played if row.contract == contract]
            if rows:
                yield contract, rows

    def _scores(self, contract: str, rows: Rows) -> Iterator[Figure]:
        """Game points by role, each defender's as a mean of all defenders'."""
        yield self._mean("taker", contract, GAME, rows, lambda row: row.scores[0] or 0)
        yield self.measure.deviation(
            "taker_deviation", contract, GAME, [(float(row.scores[0] or 0), n) for row, n in rows]
        )
        helped = [(row, count) for row, count in rows if row.scores[1] is not None]
        if helped:
            yield self._mean("partner", contract, GAME, helped, lambda row: row.scores[1] or 0)
        yield self._mean("defender", contract, GAME, rows, self._each_defender)

    def _each_defender(self, row: Row) -> float:
        return float(row.scores[2] or 0) / (self.game.seats - 1 - (row.scores[1] is not None))

    def _bonuses(self) -> Iterator[Figure]:
        yield from self._groups("last_trick_bonus", self.played, lambda row: [row.last_trick_bonus], BOTH_SIDES)
        yield from self._groups("slam", self.played, lambda row: row.slam.split("+"))
        yield from self._groups("small_slam", self.played, lambda row: row.small_slam.split("+"))
        yield from self._some("handful", lambda row: bool(row.handfuls))
        yield from self._groups("handful", self.played, lambda row: [" ".join(shown) for shown in row.handfuls])
        yield from self._some("apart", lambda row: row.apart > 0)

    def _of_seats(self) -> Iterator[Figure]:
        for number in range(self.game.seats):
            sample = [(float(score), count) for seat, score, count in self.scores if seat == number]
            yield self.measure.mean("seat", str(number + 1), GAME, sample)

    def _groups(
        self, name: str, rows: Rows, groups: Callable[[Row], Iterable[str]], order: Iterable[str] = ()
    ) -> Iterator[Figure]:
        """The share of each group into which deals fall; in the given order, those in which none falls too."""
        hits: Counter[str] = Counter()
        for row, count in rows:
            for group in set(groups(row)) - {""}:
                hits[group] += count
        for group in order or sorted(hits):
            yield self.measure.share(name, group, hits[group], _number(rows))

    def _some(self, name: str, hit: Callable[[Row], bool]) -> Iterator[Figure]:
        """A share of the deals played; nothing where it never came up."""
        figure = self._share(name, "", self.played, hit)
        if figure.estimate:
            yield figure

    def _share(self, name: str, group: str, rows: Rows, hit: Callable[[Row], bool]) -> Figure:
        return self.measure.share(name, group, _number((row, n) for row, n in rows if hit(row)), _number(rows))

    def _mean(self, name: str, group: str, unit: str, rows: Rows, value: Callable[[Row], Fraction | float]) -> Figure:
        return self.measure.mean(name, group, unit, [(float(value(row)), count) for row, count in rows])


def _number(rows: Iterable[tuple[Row, int]]) -> int:
    return sum(count for _row, count in rows)
