"""Totals of a table of features that would bid best, by what comes of random hands when simple players play each contract out.

It reports, and changes no file. The first seat is dealt a hand and plays every contract with it, nobody bids against
it, and a pass brings nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tarot_teach.advice.evaluate import evaluate
from tarot_teach.advice.format import AdviceFile
from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.engine import Engine
from tarot_teach.errors import RunError
from tarot_teach.messages import _
from tarot_teach.plain_data import attributes
from tarot_teach.table import Phase
from tarot_teach.text import Text, say
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.figures import Estimator, Figure
from tarot_teach.topics.simulate.players import scaled
from tarot_teach.topics.simulate.strong.before_play import contracted
from tarot_teach.topics.simulate.strong.play_outs import PlayOuts

FEWEST = 100
"""The fewest deals."""
ERRORS = 2
"""By how many standard errors another total has to bring more in the first half of the hands."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A dealt hand: its total for each contract by the table, and the game points of the taker with each contract played out."""

    totals: tuple[int, ...]
    scores: tuple[float, ...]

    def score(self, leasts: Sequence[int]) -> float:
        """The game points if the highest contract is bid whose total is reached."""
        bid = self.bid(leasts)
        return 0.0 if bid < 0 else self.scores[bid]

    def bid(self, leasts: Sequence[int]) -> int:
        """The number of the highest contract whose total is reached; -1 for a pass."""
        return max((i for i, least in enumerate(leasts) if self.totals[i] >= least), default=-1)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Totals of the table for each of some contracts, ``now`` and as ``found`` in the first half of the deals; the mean
    game points of the taker with both in the second half, the difference, and the shares of passes and contracts by
    both."""

    ruleset: str
    advice: str
    contracts: tuple[str, ...]
    now: tuple[int, ...]
    found: tuple[int, ...]
    deals: int
    seed: int
    mean_now: Figure
    mean_found: Figure
    more: Figure
    shares_now: tuple[float, ...]
    shares_found: tuple[float, ...]

    def blocks(self, titles: Sequence[str]) -> Iterator[Block]:
        """The page: the totals, what they bring, and what it rests on."""
        yield Heading(1, say(_("Totals that would bid best")), "tuning")
        lead = say(
            _("{deals} random hands; simple players play each contract out, nobody bids against it. Totals are found in one half, where they have to bring more by twice its standard error, and tried in the other."),
            deals=self.deals,
        )  # fmt: skip
        yield Paragraph(lead, "lead")
        head = (
            say(_("Contract")),
            say(_("Total now")),
            say(_("Total found")),
            say(_("Bid now")),
            say(_("Bid with these")),
        )
        rows = [
            tuple(Text((cell,)) for cell in (title, str(now), str(found), f"{share:.1%}", f"{other:.1%}"))
            for title, now, found, share, other in zip(
                titles, self.now, self.found, self.shares_now, self.shares_found, strict=True
            )
        ]
        yield Table(head, tuple(rows), numeric=(1, 2, 3, 4))
        phrase = _(
            "In the other half the taker has {now} game points a hand now, and {found} with the totals found: {more} more ({low} to {high})."
        )
        amounts = {"now": self.mean_now.estimate, "found": self.mean_found.estimate, "more": self.more.estimate}
        ends = {"low": self.more.low, "high": self.more.high}
        words = {name: "–" if value is None else f"{value:.1f}" for name, value in {**amounts, **ends}.items()}
        yield Paragraph(say(phrase, **words))
        yield Paragraph(say(_("Nothing has been changed: the table is that of its source.")), "aside")

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        names = ("contract", "now", "found", "share_now", "share_found")
        columns = (self.contracts, self.now, self.found, self.shares_now, self.shares_found)
        return {
            **attributes(self, "ruleset", "advice", "deals", "seed"),
            "contracts": [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)],
            "mean_now": self.mean_now.estimate,
            "mean_found": self.mean_found.estimate,
            "more": [self.more.estimate, self.more.low, self.more.high],
        }


def tune(engine: Engine, advice: AdviceFile, deals: int, seed: int) -> Tuning:
    """Look for totals that would bid best. Raises RunError for a ruleset with none of the table's contracts, or too few deals."""
    ranking = engine.index.ranking
    bids = [bid for bid in advice.bids if bid.contract in ranking]
    if not bids or deals < FEWEST:
        message = _("no totals can be found for {name}: it takes contracts of the table, and {fewest} deals")
        hint = _("take another ruleset, or more deals")
        raise RunError.of("simulate.tuning", message, hint=hint, name=engine.ruleset.name, fewest=FEWEST)
    contracts, players = tuple(bid.contract for bid in bids), len(engine.seats())
    leasts = [scaled(bid.least, advice, players) for bid in bids]
    hands = [*_hands(engine, advice, contracts, deals, seed)]
    found, (tried, tests) = [*leasts], (hands[: len(hands) // 2], hands[len(hands) // 2 :])
    for _round in range(3):
        for contract in range(len(contracts)):
            found[contract] = _best_total(tried, found, contract)
    estimator, unit = Estimator(0.95), "game points"
    before, after = [hand.score(leasts) for hand in tests], [hand.score(found) for hand in tests]
    more = [other - one for one, other in zip(before, after, strict=True)]
    mean_now, mean_found, difference = (
        estimator.mean("", "", unit, [(score, 1) for score in scores]) for scores in (before, after, more)
    )
    return Tuning(
        ruleset=engine.ruleset.name,
        advice=advice.id,
        contracts=contracts,
        now=tuple(leasts),
        found=tuple(found),
        deals=len(hands),
        seed=seed,
        mean_now=mean_now,
        mean_found=mean_found,
        more=difference,
        shares_now=_shares(tests, leasts),
        shares_found=_shares(tests, found),
    )


def _hands(engine: Engine, advice: AdviceFile, contracts: tuple[str, ...], deals: int, seed: int) -> Iterator[Hand]:
    """Random hands of the first seat, without those of void deals."""
    outs = PlayOuts(engine, advice)
    simulator = DealSimulator(engine, [outs.simple] * len(engine.seats()))
    for number in range(deals):
        dealt = simulator.start(seed, number).state
        if dealt.phase is not Phase.BID:
            continue
        valued = evaluate(advice, dealt.deck, dealt.hands[0], engine.index.ranking)
        starts = [outs.to_first_lead(contracted(outs, dealt, 0, contract)) for contract in contracts]
        endings = outs.endings([(start, None) for start in starts])
        yield Hand(tuple(valued.totals[name] for name in contracts), tuple(float(end.scores[0]) for end in endings))


def _best_total(hands: Sequence[Hand], leasts: Sequence[int], contract: int) -> int:
    """The least total for one contract with which hands bring more, with the others as they are, by twice the standard
    error of what it changes; the present one where none does. It is not below that of the contract before, and not
    above that of the next one."""
    least = leasts[contract - 1] if contract else 0
    present, best = [hand.score(leasts) for hand in hands], (0.0, leasts[contract])
    for total in sorted({hand.totals[contract] for hand in hands}):
        if total >= least and all(total <= other for other in leasts[contract + 1 :]):
            other = [*leasts[:contract], total, *leasts[contract + 1 :]]
            gains = [hand.score(other) - score for hand, score in zip(hands, present, strict=True)]
            sure = sum(gains) - ERRORS * math.sqrt(sum(gain * gain for gain in gains))
            best = max(best, (sure, total))
    return best[1]


def _shares(hands: Sequence[Hand], leasts: Sequence[int]) -> tuple[float, ...]:
    """The share of hands with which each contract is bid."""
    bids = [hand.bid(leasts) for hand in hands]
    return tuple(fmean(bid == contract for bid in bids) for contract in range(len(leasts)))
