"""The question of which deal shows something, and its answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tarot_teach.blocks import Block, Paragraph
from tarot_teach.errors import UnfitError, spot
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.questions.base import QUIET, Files, Question, Report, Watch, asks
from tarot_teach.records.record import Record, write_record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.text import say
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.search.differences import read_queries
from tarot_teach.topics.search.example import example
from tarot_teach.topics.search.features import features_of
from tarot_teach.topics.search.holding import read_holdings
from tarot_teach.topics.search.search import Search
from tarot_teach.topics.search.solved import solved_query
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import SEEDS


@dataclass(frozen=True, repr=False)
class SearchResult(Report):
    """Result of a search: ``best``, the clearest of ``matches`` deals as a worked example, played; None where none was found.

    ``tried`` is the number of deals tried. False in a condition where nothing was found.
    """

    game: str
    search: Search
    players: str

    @property
    def tried(self) -> int:
        """The number of deals tried."""
        return self.search.tried

    @property
    def matches(self) -> int:
        """The number of deals found."""
        return len(self.search.matches)

    @property
    def seed(self) -> int:
        """The seed of the deals."""
        return self.search.seed

    def __bool__(self) -> bool:
        return self.search.best is not None

    @cached_property
    def best(self) -> Replay | None:
        """The clearest deal, replayed."""
        found = self.search.best
        return None if found is None else replay(self.record(f"found-{found.number}"), self.search.simulator.engine)

    @property
    def yaml(self) -> str:
        """The best deal as the YAML of a worked example; empty where none was found."""
        return write_record(self.best.record) if self.best else ""

    @property
    def id(self) -> str:
        """An id for the best deal, made of what it shows."""
        words = re.sub(r"[^a-z0-9]+", "-", "-".join(one.code for one in self.search.queries).lower()).strip("-")
        number = self.search.best.number if self.search.best else 0
        return f"found-{words}-{number}" if words else f"found-{number}"

    def record(self, id: str) -> Record:
        """The best deal as an example with an id. Raises LoadError where no record can hold it."""
        assert self.search.best is not None
        return example(self.search.best, self.search.queries, id, self.seed, self.players)

    def blocks(self) -> list[Block]:
        if self.best is None:
            sentence = ngettext(
                "{tried} deal of seed {seed} tried, and none of them shows it.",
                "{tried} deals of seed {seed} tried, and none of them shows it.",
                self.tried,
            )
            return [Paragraph(say(sentence, tried=self.tried, seed=self.seed))]
        return lesson(self.best)

    def to_dict(self) -> dict[str, Any]:
        best = self.best.to_dict() if self.best else None
        return {"ruleset": self.game, "seed": self.seed, "tried": self.tried, "matches": self.matches, "best": best}

    def _summary(self) -> str:
        return _("{game}: {matches} of {tried} deals tried").format(
            game=self.game, matches=self.matches, tried=self.tried
        )


@dataclass(frozen=True, kw_only=True)
class FindQuestion(Question[SearchResult]):
    """Search deals of NAME for one that shows something, the shorter and clearer the better, and write it as an example.

    Without --shows and without a holding, it lists what can be shown.
    """

    name: ClassVar[str] = "find"
    game: str
    watch: Watch = QUIET
    shows: tuple[str, ...] = asks(
        N_("A thing that the deal has to show; may be given several times."), default=(), metavar="WHAT"
    )
    solve: tuple[str, ...] = asks(
        N_("An ending that best play takes to another score under the ruleset OTHER."), default=(), metavar="OTHER"
    )
    taker: str | None = asks(N_('What the taker was dealt: "T21, trump<=4".'), metavar="HOLDING")
    hands: tuple[str, ...] = asks(
        N_('What a seat, or the talon, was dealt: "N: king>=2".'),
        default=(),
        option="hand",
        metavar="SEAT: HOLDING",
        separator=";",
    )
    players: str = asks(N_("The players: simple, random, strong, or another."), default="simple")
    seed: int = asks(N_("The seed of the deals that are tried."), default=1, least=0, most=SEEDS - 1)
    tries: int | None = asks(
        N_("The most deals to try: by default 5000, or 1000000 where the compiled kernel can tell how they end."),
        least=1,
    )
    matches: int = asks(N_("Among how many to choose the clearest."), default=10, least=1, option="hits")

    @classmethod
    def names_in(cls, given: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(given["solve"])

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"game": names[0]}

    def title_of(self, answer: SearchResult) -> str:
        return answer.search.simulator.engine.ruleset.title

    @property
    def asks_nothing(self) -> bool:
        """True where nothing is named that a deal is to show."""
        return not (self.shows or self.solve or self.taker or self.hands)

    def simulator(self, library: Library) -> DealSimulator:
        """A simulator of the deals. Raises LoadError for unknown names."""
        return DealSimulator.of(library, self.game, (self.players,))

    def answer(self, library: Library) -> SearchResult:
        simulator = self.simulator(library)
        engine = simulator.engine
        if self.asks_nothing:
            hint = _("name one of these: {known}")
            known = ", ".join(feature.usage for feature in features_of(engine))
            message = _("nothing is named that a deal is to show")
            raise UnfitError.of("find.unknown", message, hint=hint.format(known=known))
        if self.taker is not None and not engine.scorer.has_sides:
            message, hint = _("there is no taker in {name}"), _("say whose hand it is with {field}")
            raise UnfitError.of("find.taker", message, hint=hint.format(field=spot("hands")), name=engine.ruleset.name)
        queries = read_queries(self.shows, library, simulator, self.players)
        others = (DealSimulator.of(library, other, (self.players,)) for other in self.solve)
        queries += tuple(solved_query(simulator, other) for other in others)
        places = (spot("taker"), spot("hands"))
        holdings = read_holdings(engine, simulator.seats, self.taker, self.hands, places)
        search = Search(simulator, queries, holdings, self.seed)
        run_search(search, self.tries, self.matches, self.watch)
        return SearchResult(self.game, search, self.players)


def run_search(search: Search, tries: int | None, enough: int, watch: Watch) -> None:
    """Search, and show how far it is. An interrupt ends the search with the deals found so far, if any."""
    try:
        with watch.progress(search.limit) as show:

            def on_progress() -> None:
                remark = _("looked at: {looked}, found: {found}")
                show(search.tried, remark.format(looked=search.examined, found=len(search.matches)), search.limit)

            search.run(tries, enough, on_progress)
    except KeyboardInterrupt:
        if not search.matches:
            raise
        watch.note(_("stopped; this is the best so far"))
