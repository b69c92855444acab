"""The rulesets that may admit a record, with house rules on top, and the trials of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tarot_teach.card_table import CardTable, between
from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import Problem
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.record import Record
from tarot_teach.records.start import HIDDEN
from tarot_teach.rules import Ruleset
from tarot_teach.topics.admits.completions import decided_by_deals
from tarot_teach.topics.admits.facts import Names, facts_of, in_names_of, players_of
from tarot_teach.topics.admits.hidden_cards import hidden_cards
from tarot_teach.topics.admits.trial import Decision, Trial, tried, tried_whole
from tarot_teach.topics.compare.rulesets import matched

MOST_OPTIONS = 2
"""The most house rules on top of a ruleset that are tried."""
BEFORE_PLAY = ("call", "talon", "exchange", "discard")
"""The steps between the auction and the play."""
MOST_ENGINES = 3000
"""The most engines that are kept."""
OTHER_PACK, OTHER_NUMBER = "record.other-game", "record.players"
"""The codes of the reasons for which a ruleset falls out with all its house rules."""


def with_options(library: Library, id: str, most: int) -> Iterator[str]:
    """The names of a ruleset with up to ``most`` house rules that fit it, the fewest first."""
    yield id
    options = library.ids("option") if most else []
    fitting = [option for option in options if library.fits(f"{id}+{option}")]
    yield from (f"{id}+{option}" for option in fitting)
    for i, option in enumerate(fitting if most > 1 else ()):
        others = [other for other in options if other != option and other not in fitting[:i]]
        yield from (name for other in others if library.fits(name := f"{id}+{option}+{other}"))


def same_contracts(own: Engine, other: Engine) -> dict[str, str]:
    """The contracts of another game that have another name there: in each game the only one before whose play rules of the same kinds are in force."""
    mine, theirs = _by_rules(own), _by_rules(other)
    shared = {*own.index.contracts} & {*other.index.contracts}
    return {
        names[0]: theirs[rules][0]
        for rules, names in mine.items()
        if len(names) == len(theirs.get(rules, ())) == 1 and not {names[0], theirs[rules][0]} & shared
    }


def _by_rules(engine: Engine) -> dict[tuple[object, ...], list[str]]:
    """The contracts of a game by the kinds of the rules in force under each between auction and play, and what becomes of the talon."""
    found: dict[tuple[object, ...], list[str]] = {}
    rules = [rule for rule in engine.ruleset.rules.values() if rule.step in BEFORE_PLAY]
    for name, contract in engine.index.contracts.items():
        kinds = sorted((rule.step, rule.mechanism) for rule in rules if not rule.under or name in rule.under)
        found.setdefault((contract.talon_goes, *kinds), []).append(name)
    return found


class Engines:
    """Engines of rulesets, each made once; of more than can be kept, all are made anew."""

    def __init__(self) -> None:
        self._kept: dict[str, Engine] = {}

    def of(self, ruleset: Ruleset) -> Engine:
        """The engine of a ruleset."""
        kept = self._kept.get(ruleset.name)
        if kept is None or kept.ruleset is not ruleset:
            if len(self._kept) >= MOST_ENGINES:
                self._kept.clear()
            self._kept[ruleset.name] = kept = Engine(ruleset)
        return kept


class Candidates:
    """The rulesets under which records of a ruleset are tried. What is the same for all records of the ruleset is made once."""

    def __init__(self, own: Ruleset, library: Library, engines: Engines | None = None) -> None:
        self.library: Library = library
        self.engines: Engines = engines or Engines()
        self.engine: Engine = self.engines.of(own)
        self._ids: dict[tuple[str, int], list[str]] = {}
        self._names: dict[str, tuple[Ruleset, Names]] = {}
        self._tables: dict[int, tuple[Deck, CardTable]] = {}

    def names(self, id: str, options: int) -> list[str]:
        """The names of a ruleset with up to so many house rules that fit it."""
        if (id, options) not in self._ids:
            self._ids[id, options] = [*with_options(self.library, id, options)]
        return self._ids[id, options]

    def table(self, deck: Deck) -> CardTable:
        """The cards of a pack by those of the records' pack."""
        kept = self._tables.get(id(deck))
        if kept is None:
            self._tables[id(deck)] = kept = deck, between(self.engine.ruleset.deck, deck)
        return kept[1]

    def names_in(self, ruleset: Ruleset) -> Names:
        """The names of cards, rules and contracts in a ruleset by those of the records' ruleset."""
        kept = self._names.get(ruleset.name)
        if kept is None or kept[0] is not ruleset:
            contracts = same_contracts(self.engine, self.engines.of(ruleset))
            kept = ruleset, Names(self.table(ruleset.deck), self._rules(ruleset), contracts)
            self._names[ruleset.name] = kept
        return kept[1]

    def _rules(self, ruleset: Ruleset) -> dict[str, str]:
        """The ids of the rules of a ruleset by those of the records', where it has a rule of the same kind under another id."""
        own = self.engine.ruleset
        if ruleset.id == own.id or not {*own.rules} - {*ruleset.rules}:
            return {}
        (_own, theirs) = matched([own, ruleset])
        return {id: rule.id for id, rule in theirs.items() if id != rule.id}


@dataclass(frozen=True, slots=True)
class Trials:
    """The facts of a record, and how to try them under rulesets."""

    candidates: Candidates
    facts: Record

    @property
    def engine(self) -> Engine:
        """The engine of the ruleset in whose cards the record is written."""
        return self.candidates.engine

    @classmethod
    def of(cls, record: Record, ruleset: Ruleset, library: Library) -> Trials:
        """The facts of a record that is written in the cards of a ruleset. Raises RecordError as :func:`facts_of` does."""
        return cls.among(Candidates(ruleset, library), record)

    @classmethod
    def among(cls, candidates: Candidates, record: Record) -> Trials:
        """The facts of a record that is written in the cards of the candidates' ruleset. Raises RecordError as ``of`` does."""
        return cls(candidates, facts_of(record, candidates.engine))

    def of_family(self, id: str, options: int) -> Iterator[Trial]:
        """The trials under a ruleset by itself, and with up to ``options`` house rules; one of another pack or number of players falls out with all of them."""
        library = self.candidates.library
        base = library.load(id)
        unfit = self._unfit(base)
        if unfit is not None:
            yield Trial(base, Decision.REFUSED, unfit)
            return
        for name in self.candidates.names(id, options):
            yield self.under(library.load(name))

    def under(self, ruleset: Ruleset) -> Trial:
        """The trial under a ruleset whose pack has the cards of the record."""
        names, engine = self.candidates.names_in(ruleset), self.candidates.engines.of(ruleset)
        facts = in_names_of(self.facts, names, self.engine.ruleset.deck)
        hidden = hidden_cards(facts, engine)
        if hidden is None and not any(HIDDEN in codes for codes in facts.file.hands.values()):
            return tried_whole(facts, engine)
        trial = tried(facts, engine)
        return decided_by_deals(trial, hidden) if hidden else trial

    def _unfit(self, ruleset: Ruleset) -> Problem | None:
        """The reason why a ruleset cannot play this record whatever house rules it has: another pack, or number of players."""
        own, hint = self.engine.ruleset, _("compare rulesets for the same cards and players")
        players = players_of(self.facts, self.engine)
        if not self.candidates.table(ruleset.deck).whole:
            message = _("the record has the cards of the {title}, and {name} is played with the {title_2}").format(
                title=own.deck.title, name=ruleset.name, title_2=ruleset.deck.title
            )
            return Problem("record.other-game", message, None, hint)
        if players and players not in ruleset.players:
            number = _(" or ").join(map(str, ruleset.players))
            message = _("the record has {players} players, and {name} is for {number}").format(
                players=players, name=ruleset.name, number=number
            )
            return Problem("record.players", message, None, hint)
        return None
