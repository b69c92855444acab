"""The deals in which rules show at work: examples that teach them, or random ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import ClassVar
from weakref import WeakKeyDictionary

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Paragraph, RuleBlock
from tarot_teach.engine import Engine
from tarot_teach.errors import TarotError
from tarot_teach.explain.narrator import Narrator
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.runner import replay_example
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.table import PASS
from tarot_teach.text import PageRef, say
from tarot_teach.topics.at_work.case import Case, Judged, KnownDeal
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players

LEFT_OUT = ("deal", "match")
"""The sections of which no card shows anything: who sits where, who deals, how long a session lasts."""
SEED, DEALS = 1, 12
"""The random deals in which a rule is sought that no example shows."""
MOST = 9
"""The most cards in hand that are judged in a random deal."""


class RulesAtWork:
    """Finds what shows a rule in the examples of a library, each replayed once, or else in random deals, each played once."""

    _of_library: ClassVar[WeakKeyDictionary[Library, RulesAtWork]] = WeakKeyDictionary()

    def __init__(self, library: Library) -> None:
        self.library: Library = library
        self._examples: dict[Path, KnownDeal | None] = {}
        self._dealt: dict[str, list[KnownDeal]] = {}
        self._judged: defaultdict[tuple[int, str], Judged] = defaultdict(Judged)

    @classmethod
    def of(cls, library: Library) -> RulesAtWork:
        """The one finder of a library."""
        return cls._of_library.setdefault(library, cls(library))

    def with_cases(self, blocks: Iterable[Block], ruleset: Ruleset, but: Collection[str] = ()) -> list[Block]:
        """The blocks of a page about a ruleset, with each rule shown at work, ``but`` for some by their ids."""
        engine = Engine(ruleset)
        return [
            replace(block, at_work=self.shown(engine, ruleset.rules[block.id]))
            if isinstance(block, RuleBlock) and block.id in ruleset.rules and block.id not in but
            else block
            for block in blocks
        ]

    def shown(self, engine: Engine, rule: Rule) -> tuple[Block, ...]:
        """The trick, hand or score in which a rule decides, and where it is from; nothing where none is found."""
        if rule.step in LEFT_OUT:
            return ()
        teaching = list(self._teaching(engine.ruleset, rule))
        seated = [known for known in teaching if known.deal.start.players in engine.ruleset.players]
        for known in chain(seated, self._random(engine), teaching):
            found = Case(engine, rule, known, self._judged[id(known), engine.ruleset.name]).blocks()
            if found:
                return (*found, Paragraph(known.source, "source"))
        return ()

    def _teaching(self, ruleset: Ruleset, rule: Rule) -> Iterator[KnownDeal]:
        """The examples that teach a rule, as far as the ruleset has their cards and bids."""
        known = {PASS, *(rule.id.removeprefix("bid.") for rule in ruleset.at("bid"))}
        for path in self.library.examples_of_rule(ruleset, rule):
            example = self._example(path)
            if example is None or example.deal.engine.ruleset.deck != ruleset.deck:
                continue
            auction = example.deal.state.auction
            bids = {auction.contract or PASS, *(bid for _seat, bid in auction.calls)}
            if bids <= known:
                yield example

    def _example(self, path: Path) -> KnownDeal | None:
        """An example replayed; None for one with faults, of which its own page and ``check`` speak."""
        if path not in self._examples:
            self._examples[path] = None
            with suppress(TarotError):
                done = replay_example(str(path), self.library)
                page = PageRef("example", done.record.file.id, done.record.file.title)
                source = say(_("From “{example}”."), example=page)
                self._examples[path] = KnownDeal(done.deal, Narrator(done).who, source, done.tries)
        return self._examples[path]

    def _random(self, engine: Engine) -> Iterator[KnownDeal]:
        """Random deals of a ruleset; none of one with house rules, or that the program cannot play."""
        if engine.ruleset.options:
            return
        dealt = self._dealt.setdefault(engine.ruleset.name, [])
        yield from dealt
        with suppress(TarotError):
            players = seat_players(("simple",), engine, advice_for(self.library, engine.ruleset), len(engine.seats()))
            simulator = DealSimulator(engine, players)
            while len(dealt) < DEALS:
                deal = simulator.play(SEED, len(dealt))
                source = say(_("From a random deal: number {number} of seed {seed}."), number=len(dealt), seed=SEED)
                dealt.append(KnownDeal(deal, deal.start.name, source, most=MOST))
                yield dealt[-1]
