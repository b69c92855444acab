"""The rulesets that may admit a record, with house rules on top, and the trials of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tarot_teach.card_table import between
from tarot_teach.engine import Engine
from tarot_teach.errors import Problem
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.records.record import Record
from tarot_teach.rules import Ruleset
from tarot_teach.topics.admits.facts import Names, facts_of, in_names_of, players_of
from tarot_teach.topics.admits.trial import Decision, Trial, tried
from tarot_teach.topics.compare.rulesets import matched

MOST_OPTIONS = 2
"""The most house rules on top of a ruleset that are tried."""
BEFORE_PLAY = ("call", "talon", "exchange", "discard")
"""The steps between the auction and the play."""
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


@dataclass(frozen=True, slots=True)
class Trials:
    """The facts of a record, and how to try them under rulesets. ``engine`` is that of the ruleset in whose cards it is written."""

    library: Library
    facts: Record
    engine: Engine

    @classmethod
    def of(cls, record: Record, ruleset: Ruleset, library: Library) -> Trials:
        """The facts of a record that is written in the cards of a ruleset. Raises RecordError for cards that its pack does not have."""
        engine = Engine(ruleset)
        return cls(library, facts_of(record, engine), engine)

    def of_family(self, id: str, options: int) -> Iterator[Trial]:
        """The trials under a ruleset by itself, and with up to ``options`` house rules; one of another pack or number of players falls out with all of them."""
        base = self.library.load(id)
        unfit = self._unfit(base)
        if unfit is not None:
            yield Trial(base, Decision.REFUSED, unfit)
            return
        for name in with_options(self.library, id, options):
            yield self.under(self.library.load(name))

    def under(self, ruleset: Ruleset) -> Trial:
        """The trial under a ruleset whose pack has the cards of the record."""
        table = between(self.engine.ruleset.deck, ruleset.deck)
        engine = Engine(ruleset)
        names = Names(table, self._rules(ruleset), same_contracts(self.engine, engine))
        return tried(in_names_of(self.facts, names, self.engine.ruleset.deck), engine)

    def _unfit(self, ruleset: Ruleset) -> Problem | None:
        """The reason why a ruleset cannot play this record whatever house rules it has: another pack, or number of players."""
        own, hint = self.engine.ruleset, _("compare rulesets for the same cards and players")
        players = players_of(self.facts, self.engine)
        if not between(own.deck, ruleset.deck).whole:
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

    def _rules(self, ruleset: Ruleset) -> dict[str, str]:
        """The ids of the rules of a ruleset by those of the record's, where it has a rule of the same kind under another id."""
        own = self.engine.ruleset
        if ruleset.id == own.id or not {*own.rules} - {*ruleset.rules}:
            return {}
        (_own, theirs) = matched([own, ruleset])
        return {id: rule.id for id, rule in theirs.items() if id != rule.id}
