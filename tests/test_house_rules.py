"""The tutorial on house rules: its figures can be played again, its words say what they say, its commands run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from functools import cache
from math import comb
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.loading import Library
from tarot_teach.table import Play
from tarot_teach.topics.search.differences import differs_query
from tarot_teach.topics.search.search import Search
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.figures import Figure, compute_figures
from tarot_teach.topics.simulate.page import estimate_text, interval_text
from tarot_teach.topics.simulate.results_files import load_results
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import Rerun, RulesetStamp, RunResults, rerun_task

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "tutorial" / "house-rules.md"
TEXT = PAGE.read_text(encoding="utf-8")
FILES = sorted((PAGE.parent / "figures").glob("*.json.gz"))
BY_STRONG = sorted((PAGE.parent / "figures" / "strong").glob("*.json.gz"))
AGAIN = "tarot-teach simulate --again docs/tutorial/figures/*.json.gz"


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(args))
    return int(caught.value.code or 0)


@cache
def kept(path: Path) -> RunResults:
    """Return the contents of a file, read once."""
    return load_results(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_stored_figures_still_hold(path: Path) -> None:
    before = kept(path)
    assert (before.players, before.seed, len(before.done)) == (("simple",), 1, 1)
    assert path.stat().st_size < 300_000
    task = rerun_task(before)
    now = RunResults.of(task)
    assert play_deals(task, now, 150, jobs=1)
    assert now.version == before.version and Rerun(before, now).same, f"run: {AGAIN}"


def test_every_stored_figure_is_shown() -> None:
    shown = re.findall(r"^```\{tarot:compare\} (.*)\n:figures: (.*)$", TEXT, re.M)
    assert {PAGE.parent / path for _names, path in shown} == {*FILES}
    assert AGAIN in TEXT


class Figures:
    """The figures of a file, written as on the page; rulesets by number."""

    def __init__(self, name: str) -> None:
        self.saved = kept(PAGE.parent / "figures" / f"{name}.json.gz")
        self._found = compute_figures(self.saved)

    def _one(self, i: int, name: str, group: str, *, against: bool) -> tuple[Figure, RulesetStamp]:
        figures = self._found.against[i - 1] if against else self._found.of[i]
        (found,) = [figure for figure in figures if (figure.name, figure.group) == (name, group)]
        return found, self._found.stamps[i]

    def of(self, i: int, name: str, group: str = "") -> str:
        figure, game = self._one(i, name, group, against=False)
        return estimate_text(figure, game, size=True)

    def more(self, i: int, name: str) -> str:
        figure, game = self._one(i, name, "", against=True)
        return estimate_text(figure, game, size=True)

    def ends(self, i: int, name: str) -> tuple[str, str]:
        figure, game = self._one(i, name, "", against=True)
        low, high = interval_text(figure, game, negated=figure.estimate < 0).rstrip("%").split(" to ")
        return low, high

    def and_ends(self, i: int, name: str, group: str = "", *, against: bool = False) -> str:
        """A figure with its interval in brackets."""
        figure, game = self._one(i, name, group, against=against)
        return f"{estimate_text(figure, game, size=True)} ({interval_text(figure, game)})"

    def number(self, i: int, name: str) -> int:
        """The number of deals of which a share against the first ruleset is made up."""
        return round(float(self._one(i, name, "", against=True)[0].estimate or 0) * self.saved.deals)

    def played(self, i: int) -> int:
        """The number of deals that are not void."""
        return self._one(i, "made", "", against=False)[0].deals

    def deals(self, i: int, name: str) -> int:
        return self._one(i, name, "", against=True)[0].deals


@cache
def figures(name: str) -> Figures:
    """The figures of a file, computed once."""
    return Figures(name)


WHERE = "taker_difference_where"


def petit(f: Figures) -> list[str]:
    return [
        f"So the rule speaks up in {f.more(1, 'differs')} of the deals",
        f"The taker's side has the bonus in {f.of(1, 'last_trick_bonus', 'taker')} of the deals played instead of {f.of(0, 'last_trick_bonus', 'taker')}",
        f"the defence in {f.of(1, 'last_trick_bonus', 'defence')} instead of {f.of(0, 'last_trick_bonus', 'defence')}",
        f"That makes the {f.more(1, WHERE)} points by which these deals differ, and {f.more(1, 'taker_difference')} points of a deal",
        f"{f.of(0, 'spread')} points apart on average",
    ]


def misere(f: Figures) -> list[str]:
    assert f.more(1, "made_differs").strip("0.%") == ""
    return [
        f"announced in {f.of(1, 'apart')} of the deals played",
        f"the taker gets {f.more(1, WHERE)} points less",
        f"costs takers {f.more(1, 'taker_difference')} points a deal",
    ]


def garde_contre(f: Figures) -> list[str]:
    return [
        f"In {f.saved.deals:,} deals simple players bid a garde contre {f.deals(1, WHERE)} times, that is in {f.more(1, 'differs')} of them",
        f"make {f.of(1, 'made', 'garde_contre')} of these contracts, and so gain by the higher factor: {f.more(1, WHERE)} points",
        f"rests on those {f.deals(1, WHERE)} deals",
    ]


def imprenable(f: Figures) -> list[str]:
    low, high = f.ends(1, WHERE)
    assert float(low) < float(f.of(0, "taker")) < float(high)
    return [
        f"This one changes {f.more(1, 'void_differs')} of the deals",
        f"In {f.of(1, 'lone_kept')} of the deals played, the Petit does go home",
        f"They get {f.more(1, WHERE)} points in the deals that it saves, somewhere between {low} and {high}",
        f"In an average deal that is played they get {f.of(0, 'taker')}",
        f"as far as {f.deals(1, WHERE)} of them can tell. It took {f.saved.deals:,} deals",
    ]


def void_hands(f: Figures) -> list[str]:
    average, (least, _most) = float(f.of(0, "taker")), f.ends(2, WHERE)
    assert float(f.ends(1, WHERE)[0]) < average < float(least)
    return [
        f"Deals are void {f.of(0, 'void')} of the time anyway",
        f"Without trumps it is {f.of(1, 'void')}, with a limit of four cards {f.of(2, 'void')}, and with a limit of six {f.of(3, 'void')}",
        f"In an average deal that is played they get {f.of(0, 'taker')} points",
        f"they would have got {f.more(2, WHERE)}, and no less than {least}",
        f"{f.more(1, WHERE)} is more than {f.of(0, 'taker')}, but the interval goes down to {f.ends(1, WHERE)[0]}",
    ]


def handfuls(f: Figures) -> list[str]:
    return [
        f"A poignée is shown in {f.of(0, 'handful')} of the deals played",
        f"takers show them in {f.of(0, 'handful', 'double taker')} of these deals",
        f"changes {f.more(1, 'differs')} of the scores and {f.more(1, 'taker_difference')} points of a deal",
    ]


def king(f: Figures) -> list[str]:
    assert f.more(1, "differs").strip("0.%") == ""
    bound = sum(comb(26, kept) * comb(52, 24 - kept) for kept in range(19, 25)) / comb(78, 24)
    return [
        f"it means less than {f.ends(1, 'differs')[1]}%, which is as much as {f.saved.deals:,} deals can say",
        f"that is one in {round(1e-6 / bound)} million",
    ]


def rulesets(f: Figures) -> list[str]:
    assert {f.more(i, "differs").strip("0.%") for i in (1, 2)} == {""}
    return [
        f"not one of {f.saved.deals:,} deals comes out otherwise",
        f"The encyclopedia of 2020 differs in {f.more(4, 'differs')} of the scores",
        f"The encyclopedia of 2011 differs in {f.more(3, 'differs')}",
        f"in these deals takers get {f.more(3, WHERE)} points more",
    ]


def thinking() -> list[str]:
    """The text on strong players, and the rows of the table, where the figures of simple players come from the other files."""
    (petit, petits), (misere, miseres) = both("petit-in-last-trick"), both("misere")
    (contre, contres), (hands, poor) = both("garde-contre-x8"), both("void-hands")
    shown = figures("handfuls")
    return [
        f"{petits.and_ends(0, 'void')} of the deals are void, where of simple players' {petit.of(0, 'void')} were",
        f"make {petits.and_ends(0, 'made')} of their contracts instead of {petit.of(0, 'made')}",
        f"{petits.of(0, 'spread')} points apart, not {petit.of(0, 'spread')}",
        f"the scores differ | {petit.more(1, 'differs')} | {petits.and_ends(1, 'differs', against=True)} | {petits.saved.deals} |",
        f"the defence has the bonus | {petit.of(1, 'last_trick_bonus', 'defence')} | {petits.and_ends(1, 'last_trick_bonus', 'defence')} | {petits.played(1)} |",
        f"one is announced | {misere.of(1, 'apart')} | {miseres.and_ends(1, 'apart')} | {miseres.played(1)} |",
        f"won or lost by it | {misere.more(1, 'made_differs')} | {miseres.and_ends(1, 'made_differs', against=True)} | {miseres.saved.deals} |",
        f"eight times: the scores differ | {contre.more(1, 'differs')} | {contres.and_ends(1, 'differs', against=True)} | {contres.saved.deals} |",
        f"with a limit of six | {hands.of(3, 'void')} | {poor.and_ends(1, 'void')} | {poor.saved.deals} |",
        f"by that limit alone | {hands.more(3, 'differs')} | {poor.and_ends(1, 'differs', against=True)} | {poor.saved.deals} |",
        f"one is shown | {shown.of(0, 'handful')} | {miseres.and_ends(0, 'handful')} | {miseres.played(0)} |",
        f"Of the {petits.deals(1, WHERE)} deals that differ, {petits.number(1, 'void_differs')} differ in the auction",
        f"On the {poor.deals(1, WHERE)} deals that the limit of six takes away",
        f"void {poor.of(0, 'void')} of the time anyway, and {poor.of(1, 'void')} with the limit",
    ]


def both(name: str) -> tuple[Figures, Figures]:
    """The figures of a house rule with simple and with strong players."""
    return figures(name), figures(f"strong/{name}")


SAID: dict[str, Callable[[Figures], list[str]]] = {
    "petit-in-last-trick": petit,
    "misere": misere,
    "garde-contre-x8": garde_contre,
    "petit-imprenable": imprenable,
    "void-hands": void_hands,
    "handfuls": handfuls,
    "king-in-ecart": king,
    "rulesets": rulesets,
}


def test_the_words_say_what_the_figures_say() -> None:
    prose = " ".join(re.sub(r"^```.*?^```", "", TEXT, flags=re.S | re.M).split())
    assert {path.name.removesuffix(".json.gz") for path in FILES} == {*SAID}
    said = [phrase for name, printed in SAID.items() for phrase in printed(figures(name))] + thinking()
    assert [phrase for phrase in said if phrase not in prose] == []
    rest = prose
    for phrase in said:
        rest = rest.replace(phrase, "")
    assert re.findall(r"\d+\.\d+%?|\d+%", rest) == [], "numbers that no stored figure stands behind"


def test_the_figures_of_strong_players_rest_on_the_first_deals_of_the_others() -> None:
    for path in BY_STRONG:
        saved = kept(path)
        assert (saved.players, saved.seed, saved.done) == (("strong:2",), 1, ((0, saved.deals),))


def test_the_sum_of_deals() -> None:
    assert f"all {sum(kept(path).deals for path in FILES):,} of these deals" in TEXT


def test_a_petit_lost_at_the_end_is_mostly_the_takers(library: Library) -> None:
    one, two = (simulator(library, f"enc2011-4{option}") for option in ("", "+petit-in-last-trick"))
    search = Search(one, (differs_query(one, two),), (), 1)
    search.run(600, 12)
    own = 0
    for hit in search.matches:
        last = [(move.before, move.action) for move in hit.deal.moves if isinstance(move.action, Play)][-4:]
        own += any(play.card.code == "T1" and state.turn == state.auction.taker for state, play in last)
    assert len(search.matches) == 12 and 6 < own < 12


def simulator(library: Library, name: str) -> DealSimulator:
    return DealSimulator.of(library, name, ("simple",))


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, own = TEXT.split("## A rule of your own")
    (caption, content) = re.findall(r"```\{code-block\} yaml\n:caption: (\S+)\n\n(.*?)```", own, re.S)[0]
    (tmp_path / caption).write_text(content, encoding="utf-8")
    asked, again = (re.findall(r"^\$ tarot-teach (.*)$", part, re.M) for part in (first, own))
    assert asked.pop(4) == AGAIN.removeprefix("tarot-teach ")
    assert len(asked) == 6 and len(again) == 6
    assert asked.pop() == "simulate --again docs/tutorial/figures/strong/*.json.gz"
    monkeypatch.chdir(tmp_path)
    for command in [*asked, *again]:
        assert run(*shlex.split(command.replace("000 ", " ").replace("50000", "50").replace("300 ", "1 "))) == 0, (
            command
        )
    monkeypatch.chdir(ROOT)
    assert run("simulate", "--again", *(str(path.relative_to(ROOT)) for path in FILES[:1]), "--deals", "20") == 0
