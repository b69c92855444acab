"""What can be searched for in deals: a table of points, each with its words, its needs, and how it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.language import N_, _
from tarot_teach.text import Text
from tarot_teach.topics.search import detectors as detectors
from tarot_teach.topics.search import prefilters as prefilters
from tarot_teach.topics.search.played_deal import Location
from tarot_teach.topics.simulate.deal_simulator import DealSimulator

Needs = Callable[[Engine, str], str]


@dataclass(frozen=True, slots=True)
class SearchFeature:
    """Something to be seen in a deal. ``title`` may name the concepts of the glossary, and the argument ``{given}``.

    ``needs`` says why a ruleset cannot show it (or nothing), with what the argument has wrong. ``dealt`` looks at the hands
    as dealt, where they alone decide whether it can come up; ``ended`` makes a test of how a deal ended that every deal showing it
    passes, where there is one. ``argument`` says what follows the name after a colon.
    """

    name: str
    title: str
    find: Callable[[Deal, str], Location | None]
    needs: Needs
    argument: str = ""
    optional: bool = False
    dealt: Callable[[Engine, detectors.Hands], bool] | None = None
    ended: Callable[[Engine, str], prefilters.Test | None] | None = None

    @property
    def usage(self) -> str:
        """How it is written."""
        if not self.argument:
            return self.name
        return f"{self.name}[:{self.argument}]" if self.optional else f"{self.name}:{self.argument}"


@dataclass(frozen=True, slots=True)
class Query:
    """A sight with its argument. ``other`` deals the same cards by another ruleset, where two are set against each other."""

    feature: SearchFeature
    given: str = ""
    other: DealSimulator | None = None

    @property
    def code(self) -> str:
        """As it is written."""
        return f"{self.feature.name}:{self.given}" if self.given else self.feature.name

    def title(self, engine: Engine) -> Text:
        """What is to be seen, in the words of a game."""
        return title_of(self.feature, engine, self.given)

    def find(self, deal: Deal) -> Location | None:
        """Where it is to be seen in a deal."""
        return self.feature.find(deal, self.given)

    def ended(self, engine: Engine) -> prefilters.Test | None:
        """A test of how a deal ended that every deal showing it passes; None where the ending does not tell."""
        return self.feature.ended and self.feature.ended(engine, self.given)


def read_query(text: str, engine: Engine) -> Query:
    """A name of the table, with its argument after a colon. Raises LoadError for what there is not, or cannot be here."""
    name, colon, given = text.strip().partition(":")
    feature = FEATURES.get(name.replace("-", "_"))
    if feature is None:
        hint = suggest(name, [*FEATURES, "differs"], _("what can be shown"))
        raise LoadError.of("find.unknown", _("nothing to be shown is called {name!r}").format(name=name), hint=hint)
    if given and not feature.argument:
        raise LoadError.of(
            "find.argument",
            _("{name} takes nothing after it").format(name=name),
            hint=_("write {name} alone").format(name=name),
        )
    if feature.argument and not given and (colon or not feature.optional):
        raise LoadError.of(
            "find.argument",
            _("{name} needs a word after it").format(name=name),
            hint=_("write it like {usage}").format(usage=feature.usage),
        )
    query = Query(feature, given)
    why = feature.needs(engine, given)
    if why:
        message = _("{name} cannot show {code}: {why}").format(name=engine.ruleset.name, code=query.code, why=why)
        raise LoadError.of("find.impossible", message, hint=f"tarot-teach find {engine.ruleset.name} lists what it can")
    return query


def features_of(engine: Engine) -> Iterator[SearchFeature]:
    """What deals of a ruleset can show."""
    for feature in FEATURES.values():
        example = next(iter(_arguments(feature, engine)), "") if feature.argument and not feature.optional else ""
        if not feature.needs(engine, example):
            yield feature


def title_of(feature: SearchFeature, engine: Engine, given: str) -> Text:
    """What is to be seen, in the words of a game."""
    rules = engine.ruleset.rules
    rule = rules.get(given) or rules.get(f"bid.{given}")
    return Text((str(engine.ruleset.say(_(feature.title), given=rule.title if rule else given)).strip(),))


def _arguments(feature: SearchFeature, engine: Engine) -> tuple[str, ...]:
    match feature.argument:
        case "CONTRACT":
            return engine.index.ranking
        case "RULE":
            return tuple(engine.ruleset.rules)
    return ("1",)


# ---------------------------------------------------------------- what a ruleset needs


def _mechanism(step: str, name: str, lacking: str) -> Needs:
    def needs(engine: Engine, _given: str) -> str:
        return "" if any(rule.mechanism == name for rule in engine.ruleset.at(step)) else _(lacking)

    return needs


def _sides(engine: Engine, _given: str) -> str:
    return "" if engine.scorer.has_sides else _("everyone plays for himself in this game")


def _calling(engine: Engine, _given: str) -> str:
    return "" if engine.index.calls else _("nobody calls a partner in this game")


def _handful(engine: Engine, given: str) -> str:
    levels = engine.index.handful_levels
    if not levels:
        return _("no rule of it scores many trumps shown")
    return (
        ""
        if not given or given in levels
        else _("there is no level {given!r}; {suggest}").format(
            given=given, suggest=suggest(given, levels, _("levels"))
        )
    )


def _contract(engine: Engine, given: str) -> str:
    known = engine.index.ranking
    if not known:
        return _("nobody bids in this game")
    return (
        ""
        if given in known
        else _("it has no contract {given!r}; {suggest}").format(
            given=given, suggest=suggest(given, known, _("contracts"))
        )
    )


def _number(engine: Engine, given: str) -> str:
    if not given.isascii() or not given.isdigit():
        return _("{given!r} is not a number").format(given=given)
    most = (engine.ruleset.deck.named("honour") or 0).bit_count()
    if len(given) > 3 or int(given) > most:
        return _("the pack has {most} honours").format(most=most)
    return _sides(engine, given)


def _rule(engine: Engine, given: str) -> str:
    known = engine.ruleset.rules
    return (
        ""
        if given in known
        else _("it has no rule {given!r}; {suggest}").format(given=given, suggest=suggest(given, known, _("its rules")))
    )


_OVERTRUMP = _mechanism("play", "must_overtrump", N_("nobody has to go over a trump"))
_KEEPS = _mechanism("play", "keep_excuse", N_("no rule says that the Excuse is kept"))
_BONUS = _mechanism("score", "last_trick_bonus", N_("the last trick brings no bonus"))
_LONE = _mechanism("void", "lone_card", N_("no hand is void for a lone card"))
_UNPAID = _mechanism("play", "excuse_unpaid", N_("no rule speaks of a card never paid"))
_LOSES = _mechanism("play", "excuse_last_trick", N_("the Excuse is not lost in the last trick"))
_FREES = _mechanism("play", "excuse_any_time", N_("the Excuse frees nobody"))
_SLAMS = _mechanism("score", "slam_bonus", N_("taking every trick brings no bonus"))
_HALVES = _mechanism("count", "half_points", N_("no rule speaks of half-points left over"))

_TABLE = (
    SearchFeature(
        "petit_sec",
        N_("{petit:the} alone in a hand"),
        detectors.void_by_lone_card,
        _LONE,
        dealt=detectors.may_be_lone,
        ended=prefilters.void_by_lone_card,
    ),
    SearchFeature(
        "excuse_debt",
        N_("A card owed for {excuse:the}, and paid later"),
        detectors.debt_paid_later,
        _KEEPS,
        ended=prefilters.debt,
    ),
    SearchFeature(
        "excuse_unpaid",
        N_("A card owed for {excuse:the}, and never paid"),
        detectors.debt_never_paid,
        _UNPAID,
        ended=prefilters.debt_never_paid,
    ),
    SearchFeature(
        "excuse_lost",
        N_("{excuse:the} lost in the last trick"),
        detectors.excuse_lost,
        _LOSES,
        ended=prefilters.excuse_lost,
    ),
    SearchFeature("excuse_saves", N_("{excuse:the} frees its holder from a duty"), detectors.excuse_saves, _FREES),
    SearchFeature("undertrump", N_("A trump that cannot go over"), detectors.undertrump, _OVERTRUMP),
    SearchFeature("overtrump_forced", N_("A trump that has to go over"), detectors.overtrump, _OVERTRUMP),
    SearchFeature(
        "last_trick_bonus",
        N_("{last_trick_bonus:the}"),
        detectors.last_trick_bonus,
        _BONUS,
        ended=prefilters.last_trick_bonus,
    ),
    SearchFeature(
        "last_trick_bonus_failed_contract",
        N_("{last_trick_bonus:the} in a deal that {taker:the} loses"),
        detectors.last_trick_bonus_failed,
        _BONUS,
        ended=prefilters.last_trick_bonus_failed,
    ),
    SearchFeature("slam", N_("{slam:a}"), detectors.slam, _SLAMS, ended=prefilters.slam),
    SearchFeature(
        "handful",
        N_("{handful:a} {given}"),
        detectors.handful,
        _handful,
        "LEVEL",
        optional=True,
        ended=prefilters.handful,
    ),
    SearchFeature(
        "called_king_in_talon",
        N_("The called card lies in {talon:the}"),
        detectors.called_in_talon,
        _calling,
        ended=prefilters.taker_alone,
    ),
    SearchFeature(
        "taker_alone",
        N_("{taker:the} plays alone against all others"),
        detectors.taker_alone,
        _calling,
        ended=prefilters.taker_alone,
    ),
    SearchFeature(
        "contract", N_("The contract: {given}"), detectors.contract, _contract, "CONTRACT", ended=prefilters.contract
    ),
    SearchFeature("contract_made", N_("A contract made"), detectors.made, _sides, ended=prefilters.made),
    SearchFeature("contract_failed", N_("A contract that fails"), detectors.failed, _sides, ended=prefilters.failed),
    SearchFeature(
        "half_point", N_("A half-point left over"), detectors.half_point, _HALVES, ended=prefilters.half_point
    ),
    SearchFeature(
        "honours",
        N_("{honour:plural} that {taker:the} wins: {given}"),
        detectors.honours,
        _number,
        "N",
        ended=prefilters.honours,
    ),
    SearchFeature(
        "rule", N_("The rule at work: {given}"), detectors.rule_at_work, _rule, "RULE", ended=prefilters.rule_at_work
    ),
)
FEATURES = {feature.name: feature for feature in _TABLE}
"""Everything that can be searched for, by name; beside these, ``differs:OTHER`` (see :mod:`.differing`)."""
