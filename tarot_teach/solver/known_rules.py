"""Rules of the play that the solver of positions knows: the mechanisms with their parameters. Everything else is refused with the reason, and left to
the search of endings, which knows every rule that has words. The list stays because this solver has no function for a rule: its bounds and its order of
moves assume how these rules work together.

A mechanism that answers a question of the play or of the count is unknown until it is listed, and so is a new parameter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms import find
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.interfaces import (
    AfterTrick,
    Counts,
    ExemptsCards,
    LimitsFirstLead,
    MakesOutcomes,
    MakesParties,
    MovesCard,
    NarrowsPlay,
    OrdersCards,
    SettlesDebt,
    WinsTrick,
)
from tarot_teach.mechanisms.play import (
    ExcuseAnyTime,
    ExcuseLastTrick,
    ExcuseUnpaid,
    HighestWins,
    KeepExcuse,
    MustFollowSuit,
    MustOvertrump,
    MustTrump,
)
from tarot_teach.messages import _

QUESTIONS = (
    AfterTrick,
    Counts,
    EndsPlay,
    ExemptsCards,
    LimitsFirstLead,
    MakesOutcomes,
    MakesParties,
    MovesCard,
    NarrowsPlay,
    OrdersCards,
    SettlesDebt,
    WinsTrick,
)
"""The questions whose answers decide what may be played, who gets which cards, and what they count."""
ANY: None = None
"""All values that the mechanism accepts."""

KNOWN_MECHANISMS: Mapping[str, Mapping[str, tuple[object, ...] | None]] = {
    "play.must_follow_suit": {},
    "play.must_trump": {},
    "play.must_overtrump": {},
    "play.excuse_any_time": {},
    "play.highest_wins": {},
    "play.excuse_wins_slam": {"how": ("led", "played")},
    "play.not_the_called_suit": {},
    "play.keep_excuse": {"pays": ANY, "choose": (False,)},
    "play.excuse_last_trick": {"to": ("other_side", "winner"), "compensated": (True, False)},
    "play.excuse_unpaid": {"then": ("keeps_all_but_half",)},
    "count.taker_against_defence": {},
    "count.card_points": {},
    "count.targets": {"by_honours": ANY},
    "count.half_points": {"to": ("winning_side",)},
}
"""The known mechanisms by section and name: of each parameter the known values."""


def unknown_rules(index: RuleIndex) -> Iterator[str]:
    """Reasons why the solver cannot search by the rules in force, rule by rule in their order."""
    for id, mechanism in index.mechanisms.items():
        if not isinstance(mechanism, QUESTIONS):
            continue
        rule = index.ruleset.rules[id]
        known = KNOWN_MECHANISMS.get(f"{rule.step}.{rule.mechanism}")
        if known is None or not find(rule.step, rule.mechanism).__module__.startswith("tarot_teach.mechanisms."):
            message = _("{id} uses the mechanism {mechanism!r}, which the solver does not know")
            yield message.format(id=id, mechanism=rule.mechanism)
            continue
        for field in type(rule.params).model_fields:
            value, values = getattr(rule.params, field), known.get(field, ())
            if values is not ANY and value not in values:
                message = _("{id} sets {field!r} to {value!r}, which the solver does not know")
                yield message.format(id=id, field=field, value=value)


def unfit_rules(index: RuleIndex) -> Iterator[str]:
    """Reasons why rules that the solver knows do not fit together, or lack one that it needs."""
    narrows = [type(rule) for rule in index.narrows]
    moves = [type(rule) for rule in index.moves]
    over = narrows.index(MustOvertrump) if MustOvertrump in narrows else None
    kept = moves.index(KeepExcuse) if KeepExcuse in moves else len(moves)
    excuse, debts = index.ruleset.deck.excuse, index.settles_debt
    paid = {card.halves for rule in index.moves for card in index.ruleset.deck.set(rule.payable)}
    for unfit, reason in (
        (not index.all(MakesOutcomes), _("no rule that it knows says whose cards are counted")),
        (not index.all(HighestWins), _("no rule that it knows says who wins a trick")),
        (len(narrows) > len({*narrows}), _("there are several rules of the same kind on what may be played")),
        (
            over is not None and not {MustFollowSuit, MustTrump} <= {*narrows[:over]},
            _("the rule on higher trumps does not come after those on following suit and trumping"),
        ),
        (excuse and not index.all(ExcuseAnyTime), _("the Excuse may not be played at any time")),
        (excuse and KeepExcuse not in moves, _("no rule that it knows says who gets the Excuse")),
        (ExcuseLastTrick in moves[kept:], _("the rule on the Excuse in the last trick comes too late to matter")),
        (excuse and not isinstance(debts, ExcuseUnpaid), _("no rule that it knows ends a debt for the Excuse")),
        (len(paid) > 1, _("cards of different worth are given for the Excuse")),
        (
            isinstance(debts, ExcuseUnpaid) and paid - {debts.halves},
            _("a debt for the Excuse that is never paid counts more or less than a card"),
        ),
    ):
        if unfit:
            yield reason
