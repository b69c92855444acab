"""Whole deals in words, line by line, for ``tests/test_golden_texts.py``; ``python -m tests.golden_texts`` writes them anew.

Every event with its facts and findings, every card that may not be played with the rules that say so, and every line of the
score sheets. A change of the engine shows as a change of these files, to be read and understood before it is kept.

Of many more deals, chosen so that they hold every kind of sentence, there are only digests (``digests.txt``): by every ruleset and
option, with hands as they come, and with uneven ones, for slams and hands without trumps. ``python -m tests.golden_texts NAME
PLAYER NUMBER`` prints one deal, to be compared with the output of an earlier version. ``rules.txt`` has the sentences of each rule,
``packs.txt`` the cut and the deal of packs, of options what they change; ``scores.txt`` digests of scores (``python -m tests.golden_texts NAME``
prints them).
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tarot_teach.errors import LoadError
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.golden_lines import deal_lines, pack_lines, rule_lines, score_lines
from tests.helpers import LIBRARY, STACKS, fitting

FOLDER = Path(__file__).parent / "fixtures" / "golden_texts"
DEALS = {"simple": 3, "random": 6}
"""The number of the deal that each player plays. The first one has the reasons for and against each card."""
DIGESTS = FOLDER / "digests.txt"
RULES, PACKS, SCORES = FOLDER / "rules.txt", FOLDER / "packs.txt", FOLDER / "scores.txt"
GAMES = ("fft-4", "fft-5", "scarto", "zwanzigerrufen", "slovenian-pagat", "hombre-1674", "burro", "casita-robada")
"""The rulesets of the deals that are kept in words: no two of a kind."""
SOUGHT, UNEVEN = 60, 1000
"""From how many deals of each kind those are drawn of which a digest is kept, and the number from which on hands are uneven."""


class Kept(NamedTuple):
    """A deal of which a digest is kept."""

    name: str
    player: str
    number: int


class Uneven(DealSimulator):
    """Deals in which one seat has the strongest cards of the pack, more of them from deal to deal, or no trump at all."""

    def hands(self, seed: int, number: int) -> tuple[int, ...]:
        deck, hands = self.engine.ruleset.deck, list(super().hands(seed, number))
        if number < UNEVEN:
            return tuple(hands)
        seat, kings = number % len(hands), deck.marks["king"]
        strong = sorted(
            deck.cards, key=lambda card: (card.bit & deck.trumps > 0, card.bit & kings > 0, card.rank), reverse=True
        )
        wanted = strong[: 4 + number * 5 % hands[seat].bit_count()] if number % 3 else strong[22:][::-1]
        size, given = hands[seat].bit_count(), 0
        for card in wanted[:size]:
            given |= card.bit
        rest = [card for card in strong[::-1] if card.bit & hands[seat] and not card.bit & given]
        for holder, hand in enumerate(hands):
            moved = given & hand & ~hands[seat]
            for card in deck.cards if holder != seat else ():
                if card.bit & moved:
                    back = rest.pop(0)
                    hands[holder] ^= card.bit | back.bit
                    hands[seat] ^= card.bit | back.bit
        return tuple(hands)


@cache
def deals_of(name: str) -> dict[str, int]:
    """The deals by a ruleset, by player; the random player alone where the simple one does not know the pack."""
    try:
        DealSimulator.of(LIBRARY, name, ("simple",))
    except LoadError:
        return {"random": DEALS["random"]}
    return DEALS


def deals_text(name: str) -> str:
    """Some deals by a ruleset, as text."""
    deals = deals_of(name)
    return "".join(
        f"{line}\n"
        for i, (player, number) in enumerate(deals.items())
        for line in (
            f"# deal {number}, {player} players",
            *deal_lines(DealSimulator.of(LIBRARY, name, (player,)), number, i == 0),
        )
    )


def every_rule() -> list[str]:
    """All rulesets, each option on the first ruleset that it goes with, the federation's before others, and some of them together."""
    found = list(LIBRARY.ids())
    for option in LIBRARY.ids("option"):
        bases = fitting(option)
        found.append(f"{'fft-4' if 'fft-4' in bases else bases[0]}+{option}")
    return [*found, *(name for name in STACKS if name not in found)]


def kept() -> dict[Kept, str]:
    """The deals of which a digest is kept, with it."""
    found = {}
    for line in DIGESTS.read_text(encoding="utf-8").splitlines():
        name, player, number, digest = line.split()
        found[Kept(name, player, int(number))] = digest
    return found


def lines_of(deal: Kept) -> list[str]:
    """All lines of a deal."""
    return list(deal_lines(_dealing(deal.name, deal.player), deal.number, judged=True, tried=True))


def digest_of(lines: Iterable[str]) -> str:
    """A short text that differs where any line differs."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


@cache
def _dealing(name: str, player: str) -> DealSimulator:
    simulator = DealSimulator.of(LIBRARY, name, (player,))
    return Uneven(simulator.engine, simulator.players)


def _drawn(name: str) -> list[Kept]:
    """Deals by a ruleset that hold every kind of sentence; with options, only every kind that deals without them do not have."""
    sentences = _sentences(name)
    base = name.partition("+")[0]
    left = set[str]().union(*sentences.values()).difference(*(_sentences(base).values() if base != name else ()))
    drawn = {Kept(name, "random", UNEVEN + 1)}
    left.difference_update(*(sentences[deal] for deal in drawn))
    while left:
        best = max(sentences, key=lambda deal: len(sentences[deal] & left))
        drawn.add(best)
        left -= sentences[best]
    return sorted(drawn)


@cache
def _sentences(name: str) -> dict[Kept, set[str]]:
    """The sentences of many deals without cards, seats and numbers, by kind."""
    found = {}
    for player in deals_of(name):
        simulator = _dealing(name, player)
        codes = "|".join(card.code for card in simulator.engine.ruleset.deck.cards)
        for number in (*range(SOUGHT), *range(UNEVEN, UNEVEN + SOUGHT)):
            lines = deal_lines(simulator, number, judged=True)
            found[Kept(name, player, number)] = {thing for line in lines for thing in _things(line, codes)}
    return found


def _things(line: str, codes: str) -> Iterator[str]:
    line = re.sub(r"<[^>]*>", lambda found: "<>" if len(found[0]) > 2 else "none", line)
    line = re.sub(rf"\b(?:{codes})\b|\d+(/\d+)?", "#", line)
    line = re.sub(r"^(\w+) [A-Z]\w*|^ +(# )+", r"\1", line)
    line = re.sub(r"#(,? #)+", "#", line)
    head = re.match(r"\W*\w+[.\w]*[! ]*\w*", line)
    return (f"{head and head[0].strip()}: {part}" for part in re.split(r"[;,{}] ?", line))


def packs() -> Iterator[str]:
    """The cut and the deal under every ruleset, and under options where they are others."""
    lines = {name: list(pack_lines(_dealing(name, "random").engine)) for name in every_rule()}
    for name, printed in lines.items():
        base = name.partition("+")[0]
        if name == base or printed[1:] != lines[base][1:]:
            yield from printed


def scores() -> Iterator[str]:
    """For each ruleset, the digest of what results score by it."""
    for name in every_rule():
        yield f"{name} {digest_of(score_lines(_dealing(name, 'random').engine))}"


def rules() -> Iterator[str]:
    """The sentences of each rule of every ruleset, and of options those that its ruleset does not have."""
    lines = {name: list(rule_lines(_dealing(name, "random").engine)) for name in every_rule()}
    for name, printed in lines.items():
        base = name.partition("+")[0]
        yield from (line for line in printed if name == base or line not in lines[base])


def main(asked: list[str]) -> None:
    """Write all files, or print one deal, or the scores of one ruleset."""
    if len(asked) == 1:
        print(*score_lines(_dealing(asked[0], "random").engine), sep="\n")
        return
    if asked:
        name, player, number = asked
        print(*lines_of(Kept(name, player, int(number))), sep="\n")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(deals_text(name), encoding="utf-8")
    with ProcessPoolExecutor() as pool:
        deals = [deal for drawn in pool.map(_drawn, every_rule()) for deal in drawn]
    lines = [f"{deal.name} {deal.player} {deal.number} {digest_of(lines_of(deal))}\n" for deal in deals]
    DIGESTS.write_text("".join(lines), encoding="utf-8")
    for path, lines in ((RULES, rules()), (PACKS, packs()), (SCORES, scores())):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
