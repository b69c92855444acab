"""Rules that the kernel knows one by one, and that do not fit its tables together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.call.call_court_card import CallCourtCard
from tarot_teach.mechanisms.discard.last_resort import LastResort
from tarot_teach.mechanisms.discard.never import Never
from tarot_teach.mechanisms.play.highest_wins import HighestWins
from tarot_teach.mechanisms.play.keep_lone_card import KeepLoneCard
from tarot_teach.mechanisms.play.lone_card_any_time import LoneCardAnyTime
from tarot_teach.mechanisms.score.last_trick_bonus import LastTrickBonus
from tarot_teach.topics.simulate.kernel.known import with_taker
from tarot_teach.topics.simulate.pack import Pack

SEATS, LEVELS, OFFERS, APART = 6, 7, 6, 10
"""The most seats, levels of a handful, kinds of announcements, and announcements paid apart that a result has room for."""


def unfit_rules(engine: Engine, players: int, pack: Pack) -> Iterator[str]:
    """Reasons why rules that the kernel knows do not fit its tables together. All rules are known (see ``known``)."""
    index = engine.index
    if players > SEATS:
        yield f"its tables have room for {SEATS} players"
    if with_taker(engine):
        yield from _taker_misfits(engine, players, pack)
    elif engine.scorer.makes is None or engine.scorer.settles is not None:
        yield "no rule that it knows says whose cards are counted"
    if not index.all(HighestWins):
        yield "no rule that it knows says who wins a trick"
    yield from _lone_misfits(index)
    levels = [len(offer.levels) for offer in index.offers]
    lacking = sum(offer.kind == "apart" for offer in index.offers)
    if max(levels, default=0) > LEVELS or len(levels) > OFFERS or lacking * players > APART:
        yield "more can be announced than its tables have room for"
    if any(rule.petit.bit_count() != 1 for rule in index.all(LastTrickBonus)):
        yield "several cards can win the bonus of the last trick"
    if any(rule.about.bit_count() > 1 for rule in index.moves):
        yield "several cards are kept by the same rule"


def _taker_misfits(engine: Engine, players: int, pack: Pack) -> Iterator[str]:
    """Reasons that games of a taker against a defence give."""
    index = engine.index
    if index.auction is None or not index.ranking or index.all_pass is None:
        yield "nobody becomes the taker by rules that it knows"
    if engine.scorer.settles is None:
        yield "no rule that it knows says who pays whom"
    hand, talon = index.deals.hand_size(players), index.deals.talon_size()
    if players * hand + talon != len(engine.ruleset.deck.cards):
        yield "cards are set aside that count for nobody"
    for contract in index.contracts.values():
        if all(rule.move(contract.talon_goes) is None for rule in index.talon):
            yield f"no rule that it knows says what becomes of the talon in a {contract.contract.replace('_', ' ')}"
    if any(mask >> pack.plain for rule in index.all(CallCourtCard) for mask in rule.masks):
        yield "cards of no plain suit can be called"
    barred = 0
    kinds = [type(rule) for rule in index.discard if isinstance(rule, Never | LastResort)]
    for rule in index.all(Never):
        barred |= rule.barred
    if barred.bit_count() > hand:
        yield "a hand may hold too few cards that may be laid away"
    if LastResort in kinds[:-1] and Never in kinds[kinds.index(LastResort) :]:
        yield "a rule for the last resort stands before one of cards that may never be laid away"


def _lone_misfits(index: RuleIndex) -> Iterator[str]:
    """Reasons that rules on a lone card give: both kinds share one place in the tables."""
    rules: list[Any] = [*index.all(LoneCardAnyTime), *index.all(KeepLoneCard)]
    if len({(rule.params.card, *sorted(rule.params.without)) for rule in rules}) > 1:
        yield "rules on a lone card name different cards"
    if any(rule.lone.bit_count() != 1 for rule in index.all(LoneCardAnyTime)):
        yield "a rule on a lone card names several cards"
