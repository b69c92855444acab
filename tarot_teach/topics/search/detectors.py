"""Detectors of features: functions from a deal and the argument of a query to the location of the feature, or None.

The detector of a feature that the outcome decides is asked only for deals whose outcome has it (see :mod:`.features`).
"""

from __future__ import annotations

from tarot_teach.engine import Deal, Engine
from tarot_teach.language import _
from tarot_teach.mechanisms.play import MustOvertrump
from tarot_teach.mechanisms.void import LoneCard
from tarot_teach.table import Discard, Effect, Finding, Play, State
from tarot_teach.table.events import FINAL_EVENTS, DebtOwed, DebtPaid, Event
from tarot_teach.text import say
from tarot_teach.topics.search.location import Location, first_of, play_where, tricks_played

Hands = tuple[int, ...]
"""The hands of a deal as masks, by seat."""


def void_by_lone_card(deal: Deal, _given: str) -> Location | None:
    """A deal made void by a lone card in a hand."""
    result = deal.state.result
    rule = deal.engine.index.mechanisms.get(result.void or "") if result else None
    return _cited(deal, rule.rule) if isinstance(rule, LoneCard) else None


def may_be_lone(engine: Engine, hands: Hands) -> bool:
    """True if some hand as dealt holds such a card alone."""
    rules = [rule for rule in (*engine.index.voids, *engine.index.claims) if isinstance(rule, LoneCard)]
    return any(hand & rule.lone and not hand & rule.others for rule in rules for hand in hands)


def debt_paid_later(deal: Deal, _given: str) -> Location | None:
    """A card owed for the Excuse that could not be paid at once, and was paid after a later trick."""
    owed = _owed(deal)
    if owed is None:
        return None
    paid = next((each for each in deal.by_trick() if isinstance(each[1], DebtPaid) and _same(each[1], owed[1])), None)
    if paid is None:
        return None
    return Location(owed[1].rules, owed[0], paid[0], finding=owed[1].findings[0])


def debt_never_paid(deal: Deal, _given: str) -> Location | None:
    """A card owed for the Excuse to the end of the deal."""
    owed, never = _owed(deal), first_of(deal, "debt_unpaid", "excuse_surrendered")
    if owed is None or never is None or owed[1].seat != never[1].seat:
        return None
    return Location((*owed[1].rules, *never[1].rules), owed[0], tricks_played(deal), True, never[1].findings[0])


def _owed(deal: Deal) -> tuple[int, Event] | None:
    """The event of a card owed for the Excuse, with the trick from which the Excuse was kept."""
    kept = first_of(deal, "excuse_kept")
    if kept is None:
        return None
    return next((each for each in deal.by_trick() if isinstance(each[1], DebtOwed) and _same(each[1], kept[1])), None)


def _same(event: Event, other: Event) -> bool:
    return event.rules == other.rules and event.seat == other.seat


def excuse_lost(deal: Deal, _given: str) -> Location | None:
    """The Excuse lost in the last trick."""
    found = first_of(deal, "excuse_lost")
    return None if found is None else Location(found[1].rules, found[0], found[0], finding=found[1].findings[0])


def excuse_saves(deal: Deal, _given: str) -> Location | None:
    """The Excuse played where a rule would have asked for another card."""

    def excuse(_state: State, action: Play) -> bool:
        return action.card.is_excuse

    found = play_where(deal, excuse, lambda finding: finding.yields_to is not None)
    if found is None or found.play is None:
        return None
    freed = next(finding for finding in deal.moves[found.play].verdict.findings if finding.effect is Effect.EXEMPTS)
    return found._replace(rules=(freed.rule, *found.rules), said=deal.engine.because(freed, deal.state.name))


def undertrump(deal: Deal, _given: str) -> Location | None:
    """A trump that cannot beat the highest, by a player with a choice of trumps and with other cards."""

    def below(state: State, action: Play) -> bool:
        hand, trumps, trick = state.hands[action.seat], state.deck.trumps, state.trick
        choice = (hand & trumps).bit_count() > 1 and bool(hand & ~trumps)
        return choice and trick.led != trumps and action.card.is_trump and action.card.rank < trick.over

    return play_where(
        deal, below, lambda finding: _overtrumps(deal, finding) and finding.effect is Effect.DOES_NOT_BIND
    )


def overtrump(deal: Deal, _given: str) -> Location | None:
    """A trump that beats the highest, by a player who also holds lower trumps."""

    def above(state: State, action: Play) -> bool:
        trumps = state.deck.set(state.hands[action.seat] & state.deck.trumps)
        over = state.trick.over
        return 0 < over < action.card.rank and action.card in trumps and any(card.rank < over for card in trumps)

    return play_where(deal, above, lambda finding: _overtrumps(deal, finding) and finding.effect is Effect.REQUIRES)


def _overtrumps(deal: Deal, finding: Finding) -> bool:
    return isinstance(deal.engine.index.mechanisms.get(finding.rule), MustOvertrump)


def last_trick_bonus(deal: Deal, _given: str) -> Location | None:
    """A bonus for the last trick."""
    found = _scored(deal, "last_trick_bonus")
    return found and found._replace(first=tricks_played(deal), last=tricks_played(deal), scored=True)


def slam(deal: Deal, _given: str) -> Location | None:
    """A slam, made or announced."""
    return _scored(deal, "slam_bonus")


def handful(deal: Deal, given: str) -> Location | None:
    """A handful shown, of one level or of any."""
    offer = next((done.rule for done in deal.state.declared if given in ("", done.level)), None)
    found = _scored(deal, "handful_bonus")
    return found and found._replace(rules=(*([offer] if offer else []), *found.rules))


def called_in_talon(deal: Deal, _given: str) -> Location | None:
    """A called card that lies in the talon."""
    called = deal.state.auction.called
    return taker_alone(deal, "") if called and deal.state.talon & called.bit else None


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


def honours(deal: Deal, given: str) -> Location:
    """A number of honours won by the taker's side."""
    return target(deal, given)._replace(first=tricks_played(deal), last=tricks_played(deal))


def half_point(deal: Deal, _given: str) -> Location | None:
    """Card points with a half-point left over."""
    rules = [rule.id for rule in deal.engine.ruleset.at("count") if rule.mechanism == "half_points"]
    found = _cited(deal, rules[0])
    return found and found._replace(first=tricks_played(deal), last=tricks_played(deal), scored=True)


def rule_at_work(deal: Deal, given: str) -> Location | None:
    """A rule at work: in a play that it requires or frees, in another play that it judges, or in an event."""
    step = deal.engine.ruleset.rules[given].step
    if step == "discard":
        return _keeps(deal, given) or _cited(deal, given)
    if step != "play":
        return _cited(deal, given)
    binding = (Effect.REQUIRES, Effect.EXEMPTS)
    return (
        play_where(
            deal, lambda _state, _play: True, lambda finding: finding.rule == given and finding.effect in binding
        )
        or play_where(deal, lambda _state, _play: True, lambda finding: finding.rule == given)
        or _cited(deal, given)
    )


def _keeps(deal: Deal, rule: str) -> Location | None:
    """A discard at which a rule refuses some card of the hand."""
    for i, move in enumerate(deal.moves):
        state, seat = move.before, move.action.seat
        choice = deal.engine.legal(state).discard if isinstance(move.action, Discard) else None
        for card in state.deck.set(state.hands[seat] & ~choice.allowed.mask) if choice else ():
            verdict = deal.engine.check(state, Discard(seat, state.deck.set(card.bit)))
            found = next((f for f in verdict.findings if f.rule == rule and f.facts.get("card") is card), None)
            if found is not None:
                return Location((rule,), finding=found, play=i, opening=True)
    return None


def _cited(deal: Deal, rule: str) -> Location | None:
    """The last event that cites a rule: in its trick, or in the deal as a whole."""
    found = [(trick, event) for trick, event in deal.by_trick() if rule in event.rules]
    if not found:
        return None
    trick, event = found[-1]
    finding = next(finding for finding in event.findings if finding.rule == rule)
    late = trick and not isinstance(event, FINAL_EVENTS)
    return Location((rule,), trick, trick, finding=finding) if late else Location((rule,), finding=finding)


def _scored(deal: Deal, mechanism: str) -> Location | None:
    """A line of the score sheet, by the mechanism of its rule."""
    for rule in deal.engine.ruleset.at("score"):
        finding = _finding(deal, rule.id) if rule.mechanism == mechanism else None
        if finding is not None:
            return Location((rule.id,), scored=True, finding=finding)
    return None


def _finding(deal: Deal, rule: str) -> Finding | None:
    return next((finding for event in deal.events() for finding in event.findings if finding.rule == rule), None)
