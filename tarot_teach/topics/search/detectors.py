"""Detectors of features: functions from a deal and the argument of a query to the location of the feature, or None.

The detector of a feature that the outcome decides is asked only for deals whose outcome has it (see :mod:`.features`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tarot_teach.engine import Deal, Engine
from tarot_teach.mechanisms.observed import FeatureKey, Observes
from tarot_teach.mechanisms.play import MustOvertrump
from tarot_teach.mechanisms.void import LoneCard
from tarot_teach.messages import _
from tarot_teach.table import DISCARD, Choose, Effect, Event, Finding, Outcome, Phase, Play, State, Trick
from tarot_teach.table.events import FINAL_EVENTS, CardKept, CardLost, DebtEnded, DebtOwed, DebtPaid
from tarot_teach.text import Text, say

Hands = tuple[int, ...]
"""The hands of a deal as masks, by seat."""


class Location(NamedTuple):
    """The place where a feature shows: tricks ``first`` to ``last``, or (0) the deal as a whole.

    ``rules`` are the rules that the place teaches. ``scored`` is True if a reader needs the score, ``opening`` if a reader needs nothing
    from the first trick on. ``play`` is the index of the move. ``finding`` and ``said`` say what is to be seen, and ``compare``
    names a ruleset under which the same cards are worth a look.
    """

    rules: tuple[str, ...]
    first: int = 0
    last: int = 0
    scored: bool = False
    finding: Finding | None = None
    play: int | None = None
    said: Text = Text()
    compare: str = ""
    opening: bool = False


Detector = Callable[[Deal, str], Location | None]


def outcome_of(deal: Deal) -> Outcome | None:
    """The outcome for the taker's side; None for a void deal, and where each plays alone."""
    result = deal.state.result
    if result is None or result.void or result.sheets[0].outcome.taker is None:
        return None
    return result.sheets[0].outcome


def tricks_played(deal: Deal) -> int:
    """Number of tricks played, or of rounds where there are no tricks."""
    return len(deal.state.tricks) + deal.state.table.rounds


def lone_card_rules(engine: Engine) -> list[LoneCard]:
    """The rules by which a lone card in a hand makes a deal void."""
    return [rule for rule in engine.index.mechanisms.values() if isinstance(rule, LoneCard)]


def void_by_lone_card(deal: Deal, _given: str) -> Location | None:
    """A deal made void by a lone card in a hand."""
    void = deal.state.result and deal.state.result.void
    return _cited(deal, void) if void in [rule.rule for rule in lone_card_rules(deal.engine)] else None


def may_be_lone(engine: Engine, hands: Hands) -> bool:
    """True if some hand as dealt holds such a card alone."""
    return any(hand & rule.lone and not hand & rule.others for rule in lone_card_rules(engine) for hand in hands)


def debt_paid_later(deal: Deal, _given: str) -> Location | None:
    """A card owed for the Excuse that could not be paid at once, and was paid after a later trick."""
    owed = _owed(deal)
    paid = owed and _first(deal, DebtPaid, like=owed[1])
    return Location(owed[1].rules, owed[0], paid[0], finding=owed[1].findings[0]) if owed and paid else None


def debt_never_paid(deal: Deal, _given: str) -> Location | None:
    """A card owed for the Excuse to the end of the deal."""
    owed, never = _owed(deal), _first(deal, DebtEnded)
    if owed is None or never is None or owed[1].seat != never[1].seat:
        return None
    return Location((*owed[1].rules, *never[1].rules), owed[0], tricks_played(deal), True, never[1].findings[0])


def _owed(deal: Deal) -> tuple[int, Event] | None:
    """The event of a card owed for the Excuse, with the trick from which the Excuse was kept."""
    kept = _first(deal, CardKept)
    return kept and _first(deal, DebtOwed, like=kept[1])


def _first(deal: Deal, *kinds: type[Event], like: Event | None = None) -> tuple[int, Event] | None:
    """The first event of some kinds, by the rules and seat of ``like``, with the number of its trick."""
    wanted = ((number, event) for number, event in deal.by_trick() if isinstance(event, kinds))
    return next(
        (each for each in wanted if like is None or (each[1].rules, each[1].seat) == (like.rules, like.seat)), None
    )


def excuse_lost(deal: Deal, _given: str) -> Location | None:
    """The Excuse lost in the last trick."""
    found = _first(deal, CardLost)
    return found and Location(found[1].rules, found[0], found[0], finding=found[1].findings[0])


def excuse_saves(deal: Deal, _given: str) -> Location | None:
    """The Excuse played where a rule would have asked for another card."""
    found = _last_play(
        deal, lambda _state, action: action.card.is_excuse, lambda finding: finding.yields_to is not None
    )
    if found is None or found.play is None:
        return None
    freed = next(finding for finding in deal.moves[found.play].verdict.findings if finding.effect is Effect.EXEMPTS)
    return found._replace(rules=(freed.rule, *found.rules), said=deal.engine.because(freed, deal.state.name))


def undertrump(deal: Deal, _given: str) -> Location | None:
    """A trump that cannot beat the highest, by a player with a choice of trumps and with other cards."""

    trumps = deal.engine.rules(deal.state).order.trumps

    def below(state: State, action: Play) -> bool:
        hand, trick = state.hands[action.seat], state.trick
        choice = (hand & trumps).bit_count() > 1 and bool(hand & ~trumps)
        beaten = action.card.bit & trumps & ~trick.above
        return choice and bool(beaten) and not trick.led & trumps and _best(trick) & trumps != 0

    return _overtrumping(deal, below, Effect.DOES_NOT_BIND)


def overtrump(deal: Deal, _given: str) -> Location | None:
    """A trump that beats the highest, by a player who also holds lower trumps."""
    trumps = deal.engine.rules(deal.state).order.trumps

    def above(state: State, action: Play) -> bool:
        lower = state.hands[action.seat] & trumps & ~state.trick.above
        return bool(lower and action.card.bit & trumps & state.trick.above and _best(state.trick) & trumps)

    return _overtrumping(deal, above, Effect.REQUIRES)


def _best(trick: Trick) -> int:
    """The card that wins a trick so far, as a mask; 0 where no card does."""
    return trick.cards[trick.best].bit if trick.led else 0


def _overtrumping(deal: Deal, worth: Callable[[State, Play], bool], effect: Effect) -> Location | None:
    rules = {id for id, rule in deal.engine.index.mechanisms.items() if isinstance(rule, MustOvertrump)}
    return _last_play(deal, worth, lambda finding: finding.rule in rules and finding.effect is effect)


def _last_play(deal: Deal, worth: Callable[[State, Play], bool], fits: Callable[[Finding], bool]) -> Location | None:
    """The last play with a finding that fits, since late plays show with few cards in the hands. ``worth`` is a quick test before the
    findings are looked at."""
    for i, move in reversed([*enumerate(deal.moves)]):
        state, action = move.before, move.action
        if isinstance(action, Play) and state.left(action.seat) > 1 and worth(state, action):
            found = next((finding for finding in move.verdict.findings if fits(finding)), None)
            if found is not None:
                return Location((found.rule,), state.number, state.number, finding=found, play=i)
    return None


def of_fact(kind: type[Observes[Any]], shown: FeatureKey) -> Detector:
    """The detector of a fact that rules of a kind observe."""

    def detect(deal: Deal, given: str) -> Location | None:
        index = deal.engine.index
        rules = [id for id, rule in index.observing.items() if isinstance(rule, kind)]
        findings = ((id, _finding(deal, id)) for id in rules)
        found = next((Location((id,), scored=True, finding=finding) for id, finding in findings if finding), None)
        if shown.in_last_trick:
            return _in_last_trick(deal, found)
        if shown.kind:  # the announcement teaches it too
            offers = [done.rule for done in deal.state.declared if given in ("", done.level)][:1]
            return found and found._replace(rules=(*offers, *found.rules))
        return found

    return detect


def fact_of_rule(deal: Deal, given: str) -> Location | None:
    """The score of a deal in which a rule has observed its fact."""
    rule = given.partition("=")[0]
    return Location((rule,), scored=True, finding=_finding(deal, rule))


def called_in_talon(deal: Deal, given: str) -> Location | None:
    """A called card that lies in the talon."""
    called = deal.state.auction.called
    return taker_alone(deal, given) if called and deal.state.talon & called.bit else None


def taker_alone(deal: Deal, _given: str) -> Location | None:
    """A taker who could call a partner and has none."""
    calls, taker = deal.engine.index.calls, deal.state.auction.taker
    assert calls is not None and taker is not None
    said = say(_("Nobody else holds that card, and {who} plays alone."), who=deal.state.name(taker))
    return Location((calls.rule,), finding=_finding(deal, calls.rule), said=said)


def contract(deal: Deal, given: str) -> Location | None:
    """A contract that is played."""
    return _cited(deal, deal.engine.index.contracts[given].rule)


def target(deal: Deal, _given: str) -> Location:
    """A contract that reaches its target, or fails."""
    ids = tuple(rule.id for rule in deal.engine.ruleset.at("count") if rule.mechanism == "targets")
    return Location(ids, scored=True, finding=_finding(deal, ids[0]) if ids else None)


def number_of_cards(deal: Deal, given: str) -> Location | None:
    """A number of cards won by the taker's side, which the count counts one by one."""
    return _in_last_trick(deal, target(deal, given))


def half_point(deal: Deal, _given: str) -> Location | None:
    """Card points with a half-point left over."""
    rules = (rule.id for rule in deal.engine.ruleset.at("count") if rule.mechanism == "half_points")
    return _in_last_trick(deal, _cited(deal, next(rules)))


def _in_last_trick(deal: Deal, found: Location | None) -> Location | None:
    return found and found._replace(first=tricks_played(deal), last=tricks_played(deal), scored=True)


def rule_at_work(deal: Deal, given: str) -> Location | None:
    """A rule at work: in a play that it requires or frees, in another play that it judges, or in an event."""
    step = deal.engine.ruleset.rules[given].step
    if step == "discard":
        return next(_refused_discards(deal, given), None) or _cited(deal, given)
    if step != "play":
        return _cited(deal, given)
    at_work = Effect.REQUIRES, Effect.EXEMPTS
    return (
        _last_play(deal, lambda *_play: True, lambda finding: finding.rule == given and finding.effect in at_work)
        or _last_play(deal, lambda *_play: True, lambda finding: finding.rule == given)
        or _cited(deal, given)
    )


def _refused_discards(deal: Deal, rule: str) -> Iterator[Location]:
    """Discards at which a rule refuses some card of the hand."""
    for i, move in enumerate(deal.moves):
        state, seat = move.before, move.action.seat
        pick = deal.engine.legal(state).of_hand if state.phase is Phase.DISCARD else None
        for card in state.deck.set(state.hands[seat] & ~pick.cards) if pick else ():
            verdict = deal.engine.check(state, Choose(seat, DISCARD, cards=state.deck.set(card.bit)))
            for finding in verdict.findings:
                if finding.rule == rule and finding.facts.get("card") is card:
                    yield Location((rule,), finding=finding, play=i, opening=True)


def _cited(deal: Deal, rule: str) -> Location | None:
    """The last event that cites a rule: in its trick, or in the deal as a whole."""
    found = [(trick, event) for trick, event in deal.by_trick() if rule in event.rules]
    if not found:
        return None
    trick, event = found[-1]
    finding = next(finding for finding in event.findings if finding.rule == rule)
    if isinstance(event, FINAL_EVENTS):
        trick = 0
    return Location((rule,), trick, trick, finding=finding)


def _finding(deal: Deal, rule: str) -> Finding | None:
    return next((finding for event in deal.events() for finding in event.findings if finding.rule == rule), None)
