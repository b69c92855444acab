"""What can be searched for in deals: a table of points, each with its words, its needs, and how it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.language import N_, _
from tarot_teach.text import Text
from tarot_teach.topics.search import detectors as looks
from tarot_teach.topics.search import prefilters as endings
from tarot_teach.topics.search.played_deal import Point
from tarot_teach.topics.simulate.deal_simulator import Dealing

Needs = Callable[[Engine, str], str]


@dataclass(frozen=True, slots=True)
class Sight:
    """Something to be seen in a deal. ``title`` may name the concepts of the glossary, and the argument ``{given}``.

    ``needs`` says why a ruleset cannot show it (or nothing), with what the argument has wrong. ``dealt`` looks at the hands
    as dealt, where they alone decide whether it can come up; ``ended`` makes a test of how a deal ended that every deal showing it
    passes, where there is one. ``argument`` says what follows the name after a colon.
    """

    name: str
    title: str
    find: Callable[[Deal, str], Point | None]
    needs: Needs
    argument: str = ""
    optional: bool = False
    dealt: Callable[[Engine, looks.Hands], bool] | None = None
    ended: Callable[[Engine, str], endings.Test | None] | None = None

    @property
    def usage(self) -> str:
        """How it is written."""
        if not self.argument:
            return self.name
        return f"{self.name}[:{self.argument}]" if self.optional else f"{self.name}:{self.argument}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A sight with its argument. ``other`` deals the same cards by another ruleset, where two are set against each other."""

    sight: Sight
    given: str = ""
    other: Dealing | None = None

    @property
    def code(self) -> str:
        """As it is written."""
        return f"{self.sight.name}:{self.given}" if self.given else self.sight.name

    def title(self, engine: Engine) -> Text:
        """What is to be seen, in the words of a game."""
        return title_of(self.sight, engine, self.given)

    def find(self, deal: Deal) -> Point | None:
        """Where it is to be seen in a deal."""
        return self.sight.find(deal, self.given)

    def ended(self, engine: Engine) -> endings.Test | None:
        """A test of how a deal ended that every deal showing it passes; None where the ending does not tell."""
        return self.sight.ended and self.sight.ended(engine, self.given)


def read_wanted(text: str, engine: Engine) -> Wanted:
    """A name of the table, with its argument after a colon. Raises LoadError for what there is not, or cannot be here."""
    name, colon, given = text.strip().partition(":")
    sight = SIGHTS.get(name.replace("-", "_"))
    if sight is None:
        hint = suggest(name, [*SIGHTS, "differs"], "what can be shown")
        raise LoadError.of("find.unknown", f"nothing to be shown is called {name!r}", hint=hint)
    if given and not sight.argument:
        raise LoadError.of("find.argument", f"{name} takes nothing after it", hint=f"write {name} alone")
    if sight.argument and not given and (colon or not sight.optional):
        raise LoadError.of("find.argument", f"{name} needs a word after it", hint=f"write it like {sight.usage}")
    wanted = Wanted(sight, given)
    why = sight.needs(engine, given)
    if why:
        message = f"{engine.ruleset.name} cannot show {wanted.code}: {why}"
        raise LoadError.of("find.impossible", message, hint=f"tarot-teach find {engine.ruleset.name} lists what it can")
    return wanted


def sights_of(engine: Engine) -> Iterator[Sight]:
    """What deals of a ruleset can show."""
    for sight in SIGHTS.values():
        example = next(iter(_arguments(sight, engine)), "") if sight.argument and not sight.optional else ""
        if not sight.needs(engine, example):
            yield sight


def title_of(sight: Sight, engine: Engine, given: str) -> Text:
    """What is to be seen, in the words of a game."""
    rules = engine.ruleset.rules
    rule = rules.get(given) or rules.get(f"bid.{given}")
    return Text((str(engine.ruleset.say(_(sight.title), given=rule.title if rule else given)).strip(),))


def _arguments(sight: Sight, engine: Engine) -> tuple[str, ...]:
    match sight.argument:
        case "CONTRACT":
            return engine.index.ranking
        case "RULE":
            return tuple(engine.ruleset.rules)
    return ("1",)


# ---------------------------------------------------------------- what a ruleset needs


def _mechanism(step: str, name: str, lacking: str) -> Needs:
    def needs(engine: Engine, _given: str) -> str:
        return "" if any(rule.mechanism == name for rule in engine.ruleset.at(step)) else lacking

    return needs


def _sides(engine: Engine, _given: str) -> str:
    return "" if engine.scorer.has_sides else "everyone plays for himself in this game"


def _calling(engine: Engine, _given: str) -> str:
    return "" if engine.index.calls else "nobody calls a partner in this game"


def _handful(engine: Engine, given: str) -> str:
    levels = engine.index.handful_levels
    if not levels:
        return "no rule of it scores many trumps shown"
    return "" if not given or given in levels else f"there is no level {given!r}; {suggest(given, levels, 'levels')}"


def _contract(engine: Engine, given: str) -> str:
    known = engine.index.ranking
    if not known:
        return "nobody bids in this game"
    return "" if given in known else f"it has no contract {given!r}; {suggest(given, known, 'contracts')}"


def _number(engine: Engine, given: str) -> str:
    if not given.isascii() or not given.isdigit():
        return f"{given!r} is not a number"
    most = (engine.ruleset.deck.named("honour") or 0).bit_count()
    if len(given) > 3 or int(given) > most:
        return f"the pack has {most} honours"
    return _sides(engine, given)


def _rule(engine: Engine, given: str) -> str:
    known = engine.ruleset.rules
    return "" if given in known else f"it has no rule {given!r}; {suggest(given, known, 'its rules')}"


_OVERTRUMP = _mechanism("play", "must_overtrump", "nobody has to go over a trump")
_KEEPS = _mechanism("play", "keep_excuse", "no rule says that the Excuse is kept")
_BONUS = _mechanism("score", "last_trick_bonus", "the last trick brings no bonus")
_LONE = _mechanism("void", "lone_card", "no hand is void for a lone card")
_UNPAID = _mechanism("play", "excuse_unpaid", "no rule speaks of a card never paid")
_LOSES = _mechanism("play", "excuse_last_trick", "the Excuse is not lost in the last trick")
_FREES = _mechanism("play", "excuse_any_time", "the Excuse frees nobody")
_SLAMS = _mechanism("score", "slam_bonus", "taking every trick brings no bonus")
_HALVES = _mechanism("count", "half_points", "no rule speaks of half-points left over")

_TABLE = (
    Sight(
        "petit_sec",
        N_("{petit:the} alone in a hand"),
        looks.void_by_lone_card,
        _LONE,
        dealt=looks.may_be_lone,
        ended=endings.void_by_lone_card,
    ),
    Sight(
        "excuse_debt",
        N_("A card owed for {excuse:the}, and paid later"),
        looks.debt_paid_later,
        _KEEPS,
        ended=endings.debt,
    ),
    Sight(
        "excuse_unpaid",
        N_("A card owed for {excuse:the}, and never paid"),
        looks.debt_never_paid,
        _UNPAID,
        ended=endings.debt_never_paid,
    ),
    Sight(
        "excuse_lost",
        N_("{excuse:the} lost in the last trick"),
        looks.excuse_lost,
        _LOSES,
        ended=endings.excuse_lost,
    ),
    Sight("excuse_saves", N_("{excuse:the} frees its holder from a duty"), looks.excuse_saves, _FREES),
    Sight("undertrump", N_("A trump that cannot go over"), looks.undertrump, _OVERTRUMP),
    Sight("overtrump_forced", N_("A trump that has to go over"), looks.overtrump, _OVERTRUMP),
    Sight(
        "last_trick_bonus",
        N_("{last_trick_bonus:the}"),
        looks.last_trick_bonus,
        _BONUS,
        ended=endings.last_trick_bonus,
    ),
    Sight(
        "last_trick_bonus_failed_contract",
        N_("{last_trick_bonus:the} in a deal that {taker:the} loses"),
        looks.last_trick_bonus_failed,
        _BONUS,
        ended=endings.last_trick_bonus_failed,
    ),
    Sight("slam", N_("{slam:a}"), looks.slam, _SLAMS, ended=endings.slam),
    Sight("handful", N_("{handful:a} {given}"), looks.handful, _handful, "LEVEL", optional=True, ended=endings.handful),
    Sight(
        "called_king_in_talon",
        N_("The called card lies in {talon:the}"),
        looks.called_in_talon,
        _calling,
        ended=endings.taker_alone,
    ),
    Sight(
        "taker_alone",
        N_("{taker:the} plays alone against all others"),
        looks.taker_alone,
        _calling,
        ended=endings.taker_alone,
    ),
    Sight("contract", N_("The contract: {given}"), looks.contract, _contract, "CONTRACT", ended=endings.contract),
    Sight("contract_made", N_("A contract made"), looks.made, _sides, ended=endings.made),
    Sight("contract_failed", N_("A contract that fails"), looks.failed, _sides, ended=endings.failed),
    Sight("half_point", N_("A half-point left over"), looks.half_point, _HALVES, ended=endings.half_point),
    Sight(
        "honours",
        N_("{honour:plural} that {taker:the} wins: {given}"),
        looks.honours,
        _number,
        "N",
        ended=endings.honours,
    ),
    Sight("rule", N_("The rule at work: {given}"), looks.rule_at_work, _rule, "RULE", ended=endings.rule_at_work),
)
SIGHTS = {sight.name: sight for sight in _TABLE}
"""Everything that can be searched for, by name; beside these, ``differs:OTHER`` (see :mod:`.differing`)."""
