"""Features that deals can be searched for: a table with titles, conditions on the ruleset, detectors and prefilters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.mechanisms.count import HalfPoints
from tarot_teach.mechanisms.observed import FeatureKey, Observes
from tarot_teach.mechanisms.score.keyed import COUNTED, IN_ROWS
from tarot_teach.messages import N_, _
from tarot_teach.table import Outcome
from tarot_teach.table.events import CardLost, CardSurrendered, DebtPaid, DebtUnpaid, Event
from tarot_teach.text import Text
from tarot_teach.topics.search import detectors
from tarot_teach.topics.search.detectors import Detector, Hands, Location
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
    locate: Detector
    obstacle: Obstacle
    argument: str = ""
    optional: bool = False
    outcome: Callable[[Outcome, Engine, str], object] | None = None
    ending: Callable[[Engine, str], EndingTest | None] | None = None
    hands: Callable[[Engine, Hands], bool] | None = None

    @property
    def usage(self) -> str:
        """The feature as it is typed, with its argument."""
        if not self.argument:
            return self.name
        return f"{self.name}[:{self.argument}]" if self.optional else f"{self.name}:{self.argument}"

    def title_in(self, engine: Engine, given: str) -> Text:
        """The title in the words of a ruleset."""
        rules = engine.ruleset.rules
        rule = rules.get(given) or rules.get(f"bid.{given}")
        return Text((str(engine.ruleset.say(_(self.title), given=rule.title if rule else given)).strip(),))


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

    def locate(self, deal: Deal) -> Location | None:
        """The location of the feature in a deal, or None."""
        if self.feature.outcome is not None:
            outcome = detectors.outcome_of(deal)
            if outcome is None or not self.feature.outcome(outcome, deal.engine, self.given):
                return None
        return self.feature.locate(deal, self.given)

    def prefilter(self, engine: Engine) -> EndingTest | None:
        """A test of the ending that all deals with the feature pass; None if the ending does not tell."""
        test = self.feature.outcome
        if test is None:
            return self.feature.ending and self.feature.ending(engine, self.given)
        return lambda ending: ending.outcome is not None and bool(test(ending.outcome, engine, self.given))


def read_query(text: str, engine: Engine) -> Query:
    """Read a query: a name of the table, and its argument after a colon. Raises LoadError if there is no such feature, or not here."""
    name, colon, given = text.strip().partition(":")
    feature = FEATURES.get(name.replace("-", "_"))
    if feature is None:
        hint = suggest(name, [*FEATURES, "differs"], _("what can be shown"))
        raise LoadError.of("find.unknown", _("nothing to be shown is called {name!r}"), hint=hint, name=name)
    if given and not feature.argument:
        hint = _("write {name} alone").format(name=name)
        raise LoadError.of("find.argument", _("{name} takes nothing after it"), hint=hint, name=name)
    if feature.argument and not given and (colon or not feature.optional):
        hint = _("write it like {usage}").format(usage=feature.usage)
        raise LoadError.of("find.argument", _("{name} needs a word after it"), hint=hint, name=name)
    query = Query(feature, given)
    why = feature.obstacle(engine, given)
    if why:
        ruleset = engine.ruleset.name
        message = _("{name} cannot show {code}: {why}")
        hint = _("`tarot-teach find {name}` lists what it can").format(name=ruleset)
        raise LoadError.of("find.impossible", message, hint=hint, name=ruleset, code=query.code, why=why)
    return query


def features_of(engine: Engine) -> Iterator[SearchFeature]:
    """The features that deals of a ruleset can show."""
    arguments = {
        "RULE[=FACT]": tuple(engine.index.observing),
        "CONTRACT": tuple(engine.index.contracts),
        "RULE": tuple(engine.ruleset.rules),
        "N": ("1",),
    }
    for feature in FEATURES.values():
        if not feature.obstacle(engine, next(iter(arguments.get(feature.argument, ())), "")):
            yield feature


# ---------------------------------------------------------------- obstacles


def _lacks(mechanism: str, lacking: str) -> Obstacle:
    """The obstacle of a ruleset without a rule of a mechanism, ``<step>.<name>``."""
    step, _dot, name = mechanism.partition(".")
    return lambda engine, _given: "" if any(rule.mechanism == name for rule in engine.ruleset.at(step)) else _(lacking)


def _sides(engine: Engine, _given: str) -> str:
    return "" if engine.scorer.has_sides else _("all play alone in this game")


def _calling(engine: Engine, _given: str) -> str:
    return "" if engine.index.calls else _("nobody calls a partner in this game")


def _unknown(given: str, known: Collection[str], phrase: str, what: str) -> str:
    return "" if given in known else phrase.format(given=given, suggest=suggest(given, known, what))


def _of_fact(kind: type[Observes[Any]], shown: FeatureKey) -> Obstacle:
    """The obstacle of a ruleset without a rule of a kind, or without the announcement that is named."""

    def obstacle(engine: Engine, given: str) -> str:
        levels = engine.index.levels_of(shown.kind)
        if not any(isinstance(rule, kind) for rule in engine.index.observing.values()) or (shown.kind and not levels):
            if not engine.index.observing:
                return _(shown.lacking)
            others = _("none of its rules is of this kind; what they observe is found by fact:RULE, of {rules}")
            return others.format(rules=", ".join(engine.index.observing))
        return given and _unknown(given, levels, _("there is no level {given!r}; {suggest}"), _("levels"))

    return obstacle


def _fact(engine: Engine, given: str) -> str:
    observing = engine.index.observing
    rule, _equals, _spelling = given.partition("=")
    if not observing:
        return _("no rule of it observes a fact")
    return _unknown(rule, observing, _("it has no rule {given!r} that observes a fact; {suggest}"), _("such rules"))


def _contract(engine: Engine, given: str) -> str:
    known = tuple(engine.index.contracts)
    if not known:
        return _("nobody bids in this game")
    return _unknown(given, known, _("it has no contract {given!r}; {suggest}"), _("contracts"))


def _number_of(kind: type[Observes[Any]], shown: FeatureKey) -> Obstacle:
    """The obstacle of a ruleset without a rule of a kind, which counts cards, or with fewer of these cards."""

    def obstacle(engine: Engine, given: str) -> str:
        rule = next((rule for rule in engine.index.mechanisms.values() if isinstance(rule, kind)), None)
        if rule is None or not rule.applies:
            return _sides(engine, given) or _(shown.lacking)
        if not given.isascii() or not given.isdigit():
            return _("{given!r} is not a number").format(given=given)
        most = rule.counted.bit_count()
        if len(given) > 3 or int(given) > most:
            return _("the pack has {most} {what}").format(most=most, what=shown.name)
        return _sides(engine, given)

    return obstacle


def _rule(engine: Engine, given: str) -> str:
    return _unknown(given, engine.ruleset.rules, _("it has no rule {given!r}; {suggest}"), _("its rules"))


_OVERTRUMP = _lacks("play.must_overtrump", N_("nobody has to go over a trump"))
# ---------------------------------------------------------------- prefilters


def _void_by_lone_card(engine: Engine, _given: str) -> EndingTest:
    rules = {rule.rule for rule in detectors.lone_card_rules(engine)}
    return lambda ending: ending.void in rules


def _debt(*kinds: type[Event]) -> Callable[[Engine, str], EndingTest]:
    """A test for what became of a card owed for the Excuse. A debt unpaid at the end hides one that was paid before."""
    words = {kind.kind for kind in kinds}
    return lambda _engine, _given: lambda ending: ending.row.debt in words


def _rule_in_score(engine: Engine, given: str) -> EndingTest | None:
    """The test of the feature that the score of a rule shows; None if the score need not show the rule."""
    if isinstance(engine.index.mechanisms[given], HalfPoints):
        return Query(FEATURES["half_point"]).prefilter(engine)
    if given in engine.index.observing:  # without its fact, a rule adds nothing to the score
        return lambda ending: ending.outcome is None or given in ending.outcome.facts
    return None


def _shows(kind: type[Observes[Any]], shown: FeatureKey, number: str = "") -> SearchFeature:
    """The feature of deals with a fact, or with a ``number`` of cards."""

    def test(outcome: Outcome, engine: Engine, given: str) -> bool:
        rules = engine.index.observers
        facts = [fact for id, fact in outcome.facts.items() if isinstance(rules[id], kind)]
        return any(shown.test(fact, outcome, given) for fact in facts)

    return SearchFeature(
        shown.name,
        shown.title,
        detectors.number_of_cards if number else detectors.of_fact(kind, shown),
        _number_of(kind, shown) if number else _of_fact(kind, shown),
        number or ("LEVEL" if shown.kind else ""),
        optional=bool(shown.kind),
        outcome=test,
    )


def _has_fact(outcome: Outcome, _engine: Engine, given: str) -> bool:
    rule, equals, spelling = given.partition("=")
    fact = outcome.facts.get(rule)
    return fact is not None and (not equals or str(fact) == spelling)


_UNPAID_DEBTS = (DebtUnpaid, CardSurrendered)

# fmt: off
_TABLE = (
    SearchFeature(
        "petit_sec", N_("{petit:the} alone in a hand"), detectors.void_by_lone_card,
        _lacks("void.lone_card", N_("no hand is void for a lone card")),
        ending=_void_by_lone_card, hands=detectors.may_be_lone),
    SearchFeature(
        "excuse_debt", N_("A card owed for {excuse:the}, and paid later"), detectors.debt_paid_later,
        _lacks("play.keep_excuse", N_("no rule says that the Excuse is kept")),
        ending=_debt(DebtPaid, *_UNPAID_DEBTS)),
    SearchFeature(
        "excuse_unpaid", N_("A card owed for {excuse:the}, and never paid"), detectors.debt_never_paid,
        _lacks("play.excuse_unpaid", N_("no rule speaks of a card never paid")), ending=_debt(*_UNPAID_DEBTS)),
    SearchFeature(
        "excuse_lost", N_("{excuse:the} lost in the last trick"), detectors.excuse_lost,
        _lacks("play.excuse_last_trick", N_("the Excuse is not lost in the last trick")),
        ending=lambda _engine, _given: lambda ending: ending.row.excuse == CardLost.kind),
    SearchFeature(
        "excuse_saves", N_("{excuse:the} frees its holder from a duty"), detectors.excuse_saves,
        _lacks("play.excuse_any_time", N_("the Excuse frees nobody"))),
    SearchFeature("undertrump", N_("A trump that cannot go over"), detectors.undertrump, _OVERTRUMP),
    SearchFeature("overtrump_forced", N_("A trump that has to go over"), detectors.overtrump, _OVERTRUMP),
    *(_shows(kind, shown) for kind in IN_ROWS for shown in kind.shown),
    SearchFeature(
        "called_king_in_talon", N_("The called card lies in {talon:the}"), detectors.called_in_talon, _calling,
        outcome=lambda outcome, _engine, _given: outcome.alone),
    SearchFeature(
        "taker_alone", N_("{taker:the} plays alone against all others"), detectors.taker_alone, _calling,
        outcome=lambda outcome, _engine, _given: outcome.alone),
    SearchFeature(
        "contract", N_("The contract: {given}"), detectors.contract, _contract, "CONTRACT",
        outcome=lambda outcome, _engine, given: outcome.contract == given),
    SearchFeature(
        "contract_made", N_("A contract made"), detectors.target, _sides, outcome=lambda outcome, _engine, _given: outcome.made),
    SearchFeature(
        "contract_failed", N_("A contract that fails"), detectors.target, _sides,
        outcome=lambda outcome, _engine, _given: outcome.made is False),
    SearchFeature(
        "half_point", N_("A half-point left over"), detectors.half_point,
        _lacks("count.half_points", N_("no rule speaks of half-points left over")),
        outcome=lambda outcome, _engine, _given: outcome.halves % 2),
    *(_shows(kind, shown, "N") for kind in COUNTED for shown in kind.shown),
    SearchFeature("fact", N_("What a rule observes: {given}"), detectors.fact_of_rule, _fact, "RULE[=FACT]", outcome=_has_fact),
    SearchFeature(
        "rule", N_("The rule at work: {given}"), detectors.rule_at_work, _rule, "RULE", ending=_rule_in_score),
)
# fmt: on
FEATURES = {feature.name: feature for feature in _TABLE}
"""All features by name. The query ``differs:OTHER`` is made by :mod:`.differences`."""


def title_with_ruleset(phrase: str, simulator: DealSimulator, other: DealSimulator) -> str:
    """The title of a feature by which deals are held against another ruleset: a phrase, and how that ruleset is called.

    Raises LoadError for the same ruleset, and for one that cannot be dealt the same hands.
    """
    simulator.check_same_cards(other)
    if simulator.name == other.name:
        message, hint = _("{name} does not differ from itself"), _("name another ruleset")
        raise LoadError.of("find.same", message, hint=hint, name=other.name)
    return phrase + other.engine.ruleset.called.replace("{", "(").replace("}", ")")
