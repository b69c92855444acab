"""Features that deals can be searched for: a table with titles, conditions on the ruleset, detectors and prefilters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.language import N_, _
from tarot_teach.mechanisms.void import LoneCard
from tarot_teach.table import Outcome
from tarot_teach.text import Text
from tarot_teach.topics.search import detectors
from tarot_teach.topics.search.location import Location, outcome_of
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.tally import Ending

EndingTest = Callable[[Ending], bool]
Obstacle = Callable[[Engine, str], str]
"""Says why a ruleset cannot show a feature with an argument; empty if it can."""


@dataclass(frozen=True, slots=True)
class SearchFeature:
    """A feature of a deal. ``title`` may name concepts of the glossary, and the argument as ``{given}``; ``argument`` is the word that
    stands for it in the usage.

    ``locate`` is the detector. If the outcome of the taker's side decides the feature, ``outcome`` is its test, and the detector is
    asked only for deals that pass. Otherwise ``ending`` may make a test of the ending for a ruleset and an argument: all deals with
    the feature pass it, and few others. ``hands`` is such a test of the hands as dealt.
    """

    name: str
    title: str
    locate: Callable[[Deal, str], Location | None]
    obstacle: Obstacle
    argument: str = ""
    optional: bool = False
    outcome: Callable[[Outcome, str], object] | None = None
    ending: Callable[[Engine, str], EndingTest | None] | None = None
    hands: Callable[[Engine, detectors.Hands], bool] | None = None

    @property
    def usage(self) -> str:
        """The feature as it is typed, with its argument."""
        if not self.argument:
            return self.name
        return f"{self.name}[:{self.argument}]" if self.optional else f"{self.name}:{self.argument}"


@dataclass(frozen=True, slots=True)
class Query:
    """A feature with its argument. ``other`` deals the same cards under another ruleset, where two are compared."""

    feature: SearchFeature
    given: str = ""
    other: DealSimulator | None = None

    @property
    def code(self) -> str:
        """The query as it is typed."""
        return f"{self.feature.name}:{self.given}" if self.given else self.feature.name

    def title(self, engine: Engine) -> Text:
        """The title of the feature in the words of a ruleset."""
        return title_of(self.feature, engine, self.given)

    def locate(self, deal: Deal) -> Location | None:
        """The location of the feature in a deal, or None."""
        if self.feature.outcome is not None:
            outcome = outcome_of(deal)
            if outcome is None or not self.feature.outcome(outcome, self.given):
                return None
        return self.feature.locate(deal, self.given)

    def prefilter(self, engine: Engine) -> EndingTest | None:
        """A test of the ending that all deals with the feature pass; None if the ending does not tell."""
        test = self.feature.outcome
        if test is None:
            return self.feature.ending and self.feature.ending(engine, self.given)
        return lambda ending: ending.outcome is not None and bool(test(ending.outcome, self.given))


def read_query(text: str, engine: Engine) -> Query:
    """Read a query: a name of the table, and its argument after a colon. Raises LoadError if there is no such feature, or not here."""
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
    why = feature.obstacle(engine, given)
    if why:
        message = _("{name} cannot show {code}: {why}").format(name=engine.ruleset.name, code=query.code, why=why)
        raise LoadError.of("find.impossible", message, hint=f"tarot-teach find {engine.ruleset.name} lists what it can")
    return query


def features_of(engine: Engine) -> Iterator[SearchFeature]:
    """The features that deals of a ruleset can show."""
    for feature in FEATURES.values():
        example = next(iter(_arguments(feature, engine)), "") if feature.argument and not feature.optional else ""
        if not feature.obstacle(engine, example):
            yield feature


def title_of(feature: SearchFeature, engine: Engine, given: str) -> Text:
    """The title of a feature in the words of a ruleset."""
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


# ---------------------------------------------------------------- obstacles


def _mechanism(step: str, name: str, lacking: str) -> Obstacle:
    def obstacle(engine: Engine, _given: str) -> str:
        return "" if any(rule.mechanism == name for rule in engine.ruleset.at(step)) else _(lacking)

    return obstacle


def _sides(engine: Engine, _given: str) -> str:
    return "" if engine.scorer.has_sides else _("all play alone in this game")


def _calling(engine: Engine, _given: str) -> str:
    return "" if engine.index.calls else _("nobody calls a partner in this game")


def _handful(engine: Engine, given: str) -> str:
    levels = engine.index.handful_levels
    if not levels:
        return _("no rule of it scores many trumps shown")
    if given in ("", *levels):
        return ""
    return _("there is no level {given!r}; {suggest}").format(given=given, suggest=suggest(given, levels, _("levels")))


def _contract(engine: Engine, given: str) -> str:
    known = engine.index.ranking
    if not known:
        return _("nobody bids in this game")
    if given in known:
        return ""
    hint = suggest(given, known, _("contracts"))
    return _("it has no contract {given!r}; {suggest}").format(given=given, suggest=hint)


def _number(engine: Engine, given: str) -> str:
    if not given.isascii() or not given.isdigit():
        return _("{given!r} is not a number").format(given=given)
    most = (engine.ruleset.deck.named("honour") or 0).bit_count()
    if len(given) > 3 or int(given) > most:
        return _("the pack has {most} honours").format(most=most)
    return _sides(engine, given)


def _rule(engine: Engine, given: str) -> str:
    known = engine.ruleset.rules
    if given in known:
        return ""
    hint = suggest(given, known, _("its rules"))
    return _("it has no rule {given!r}; {suggest}").format(given=given, suggest=hint)


_OVERTRUMP = _mechanism("play", "must_overtrump", N_("nobody has to go over a trump"))
_KEEPS = _mechanism("play", "keep_excuse", N_("no rule says that the Excuse is kept"))
_BONUS = _mechanism("score", "last_trick_bonus", N_("the last trick brings no bonus"))
_LONE = _mechanism("void", "lone_card", N_("no hand is void for a lone card"))
_UNPAID = _mechanism("play", "excuse_unpaid", N_("no rule speaks of a card never paid"))
_LOSES = _mechanism("play", "excuse_last_trick", N_("the Excuse is not lost in the last trick"))
_FREES = _mechanism("play", "excuse_any_time", N_("the Excuse frees nobody"))
_SLAMS = _mechanism("score", "slam_bonus", N_("taking every trick brings no bonus"))
_HALVES = _mechanism("count", "half_points", N_("no rule speaks of half-points left over"))

# ---------------------------------------------------------------- prefilters


def _void_by_lone_card(engine: Engine, _given: str) -> EndingTest:
    rules = {id for id, rule in engine.index.mechanisms.items() if isinstance(rule, LoneCard)}
    return lambda ending: ending.void in rules


def _debt(*kinds: str) -> Callable[[Engine, str], EndingTest]:
    """A test for what became of a card owed for the Excuse. A debt unpaid at the end hides one that was paid before."""
    return lambda _engine, _given: lambda ending: ending.row.debt in kinds


def _rule_in_score(engine: Engine, given: str) -> EndingTest | None:
    """The test of the feature that the score of a rule shows; None if the score need not show the rule."""
    mechanism = engine.ruleset.rules[given].mechanism
    if mechanism == "small_slam_bonus":
        return lambda ending: ending.outcome is not None and bool(ending.outcome.small_slam)
    shown = {
        "half_points": "half_point",
        "handful_bonus": "handful",
        "last_trick_bonus": "last_trick_bonus",
        "slam_bonus": "slam",
    }
    return Query(FEATURES[shown[mechanism]]).prefilter(engine) if mechanism in shown else None


_UNPAID_DEBTS = ("debt_unpaid", "excuse_surrendered")

_TABLE = (
    SearchFeature(
        "petit_sec",
        N_("{petit:the} alone in a hand"),
        detectors.void_by_lone_card,
        _LONE,
        ending=_void_by_lone_card,
        hands=detectors.may_be_lone,
    ),
    SearchFeature(
        "excuse_debt",
        N_("A card owed for {excuse:the}, and paid later"),
        detectors.debt_paid_later,
        _KEEPS,
        ending=_debt("debt_paid", *_UNPAID_DEBTS),
    ),
    SearchFeature(
        "excuse_unpaid",
        N_("A card owed for {excuse:the}, and never paid"),
        detectors.debt_never_paid,
        _UNPAID,
        ending=_debt(*_UNPAID_DEBTS),
    ),
    SearchFeature(
        "excuse_lost",
        N_("{excuse:the} lost in the last trick"),
        detectors.excuse_lost,
        _LOSES,
        ending=lambda _engine, _given: lambda ending: ending.row.excuse == "excuse_lost",
    ),
    SearchFeature("excuse_saves", N_("{excuse:the} frees its holder from a duty"), detectors.excuse_saves, _FREES),
    SearchFeature("undertrump", N_("A trump that cannot go over"), detectors.undertrump, _OVERTRUMP),
    SearchFeature("overtrump_forced", N_("A trump that has to go over"), detectors.overtrump, _OVERTRUMP),
    SearchFeature(
        "last_trick_bonus",
        N_("{last_trick_bonus:the}"),
        detectors.last_trick_bonus,
        _BONUS,
        outcome=lambda outcome, _given: outcome.last_trick_bonus,
    ),
    SearchFeature(
        "last_trick_bonus_failed_contract",
        N_("{last_trick_bonus:the} in a deal that {taker:the} loses"),
        detectors.last_trick_bonus,
        _BONUS,
        outcome=lambda outcome, _given: outcome.last_trick_bonus and not outcome.made,
    ),
    SearchFeature("slam", N_("{slam:a}"), detectors.slam, _SLAMS, outcome=lambda outcome, _given: outcome.slam),
    SearchFeature(
        "handful",
        N_("{handful:a} {given}"),
        detectors.handful,
        _handful,
        "LEVEL",
        optional=True,
        outcome=lambda outcome, given: any(given in ("", shown.level) for shown in outcome.handfuls),
    ),
    SearchFeature(
        "called_king_in_talon",
        N_("The called card lies in {talon:the}"),
        detectors.called_in_talon,
        _calling,
        outcome=lambda outcome, _given: outcome.alone,
    ),
    SearchFeature(
        "taker_alone",
        N_("{taker:the} plays alone against all others"),
        detectors.taker_alone,
        _calling,
        outcome=lambda outcome, _given: outcome.alone,
    ),
    SearchFeature(
        "contract",
        N_("The contract: {given}"),
        detectors.contract,
        _contract,
        "CONTRACT",
        outcome=lambda outcome, given: outcome.contract == given,
    ),
    SearchFeature(
        "contract_made", N_("A contract made"), detectors.target, _sides, outcome=lambda outcome, _given: outcome.made
    ),
    SearchFeature(
        "contract_failed",
        N_("A contract that fails"),
        detectors.target,
        _sides,
        outcome=lambda outcome, _given: outcome.made is False,
    ),
    SearchFeature(
        "half_point",
        N_("A half-point left over"),
        detectors.half_point,
        _HALVES,
        outcome=lambda outcome, _given: outcome.halves % 2,
    ),
    SearchFeature(
        "honours",
        N_("{honour:plural} that {taker:the} wins: {given}"),
        detectors.honours,
        _number,
        "N",
        outcome=lambda outcome, given: outcome.honours == int(given),
    ),
    SearchFeature(
        "rule", N_("The rule at work: {given}"), detectors.rule_at_work, _rule, "RULE", ending=_rule_in_score
    ),
)
FEATURES = {feature.name: feature for feature in _TABLE}
"""All features by name. The query ``differs:OTHER`` is made by :mod:`.differences`."""
