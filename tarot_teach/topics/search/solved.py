"""Search of endings in which another ruleset changes what best play with all cards open comes to."""

from __future__ import annotations

from tarot_teach.cards import halves_text
from tarot_teach.engine import Deal, Engine
from tarot_teach.errors import SolveError
from tarot_teach.messages import _, pgettext
from tarot_teach.solver import Objective, OpenPlay, objective_of
from tarot_teach.table import Phase, Play, State
from tarot_teach.text import Text, say
from tarot_teach.topics.search.detectors import Location
from tarot_teach.topics.search.features import Query, SearchFeature, title_with_ruleset
from tarot_teach.topics.simulate.deal_simulator import DealSimulator

LAST_TRICKS = (2, 3, 4, 6)
"""The endings that are looked at, by tricks that are left, the shortest first."""
NODES = 100_000
"""The most positions that are searched for a value; an ending that needs more is left out."""


def solved_query(simulator: DealSimulator, other: DealSimulator) -> Query:
    """A query for endings that best play takes to another score under another ruleset, or to another result by what the game is about where a score cannot be solved.

    Raises LoadError for rulesets that cannot be dealt the same hands.
    """
    title = title_with_ruleset(_("Best play under "), simulator, other)
    rules = _differing_rules(simulator.engine, other.engine)

    def find(deal: Deal, _given: str) -> Location | None:
        leads = [move.before for move in deal.moves if isinstance(move.action, Play) and not move.before.trick.cards]
        by_left = {state.left(0): state for state in leads if state.phase is Phase.PLAY}
        for left in LAST_TRICKS:
            if left in by_left and (found := _difference(deal, by_left[left], other.engine, rules)) is not None:
                return found._replace(compare=other.name)
        return None

    return Query(SearchFeature("solved", title, find, lambda _engine, _given: "", "OTHER"), other.name)


def _differing_rules(here: Engine, there: Engine) -> tuple[str, ...]:
    """The titles of rules of the play and the score in which one ruleset is not like the other."""
    ours, others = here.ruleset.rules, there.ruleset.rules
    return tuple(
        rule.title
        for id, rule in ours.items()
        if rule.step in ("play", "count", "score") and (id not in others or others[id].params != rule.params)
    )


def _difference(deal: Deal, state: State, other: Engine, rules: tuple[str, ...]) -> Location | None:
    """The location of an ending with other values under another ruleset; None where they are the same, or not found."""
    aim, contract = objective_of(deal.engine, state.auction.contract), state.auction.contract
    aims = (Objective.SCORE, *((aim,) if aim is objective_of(other, contract) else ()))
    for objective in aims:
        try:
            here, there = (_value(engine, state, objective) for engine in (deal.engine, other))
        except SolveError:
            continue
        if here is None or there is None or here == there:
            return None
        said = _said(state, objective, here, there, other.ruleset.called)
        if rules:
            said = said + " " + say(_("The rulesets differ in: {rules}."), rules=", ".join(rules))
        return Location((), state.number, len(deal.state.tricks), scored=True, said=said)
    return None


def _said(state: State, objective: Objective, here: int, there: int, other: str) -> Text:
    """The values of an ending under two rulesets in words."""
    taker = state.auction.taker
    who = state.name(state.turn or 0 if taker is None else taker)
    if objective is Objective.MADE:
        phrase = _("From trick {number} on, with all cards open, the contract is {here}, and {there} under {other}.")
        words = {0: pgettext("contract", "failed"), 1: pgettext("contract", "made")}
        return say(phrase, number=state.number, here=words[here], there=words[there], other=other)
    phrase = _(
        "From trick {number} on, with all cards open, best play brings {who} {here} game points, and {there} under {other}."
    )
    if objective is Objective.POINTS:
        phrase = _(
            "From trick {number} on, with all cards open, best play brings the side of {who} {here} card points, and {there} under {other}."
        )
    if objective is Objective.TRICKS:
        phrase = _(
            "From trick {number} on, with all cards open, best play brings the side of {who} {here} tricks, and {there} under {other}."
        )
        return say(phrase, number=state.number, who=who, here=here, there=there, other=other)
    if taker is None and not state.parties:
        phrase = _(
            "From trick {number} on, with all cards open and all others against {who}, the values are {here} card points, and {there} under {other}."
        )
    return say(phrase, number=state.number, who=who, here=halves_text(here), there=halves_text(there), other=other)


def _value(engine: Engine, state: State, objective: Objective) -> int | None:
    """The value of a position; None if it needs too many nodes. Raises SolveError for one that the solver cannot take."""
    value = OpenPlay(engine, state, objective, NODES).value()
    return value.low if value.exact else None
