"""Rulesets that the kernel plays: the mechanisms it knows with their parameters, and limits of its tables.

Everything else is left to the engine, and to words: a mechanism, a parameter, a value of a parameter, more rules than the tables
hold. The list has what the kernel writes itself, the opening and the tricks of the French family, and rules of count and score, which may read more of
an outcome than the kernel keeps. A mechanism that gets a new parameter is refused until the parameter is listed. Rules that answer between two
deals alone bear on no deal, and need no entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.mechanisms import find
from tarot_teach.mechanisms.between_deals import ChoosesDealer, StacksPack
from tarot_teach.mechanisms.call import CallCourtCard
from tarot_teach.mechanisms.discard import LastResort, Never
from tarot_teach.mechanisms.match_memory import EndsMatch, PassesDeal, SeatsTable
from tarot_teach.mechanisms.play import HighestWins, KeepLoneCard, LoneCardAnyTime
from tarot_teach.mechanisms.plays import TRICKS
from tarot_teach.mechanisms.score.bonuses import LastTrickBonus
from tarot_teach.messages import _, as_words
from tarot_teach.topics.simulate.players.pack import Pack

ANY: None = None
"""All values that the mechanism accepts."""
MANY = 30
"""The most rules of one mechanism, if the tables hold several."""
FLAG = (True, False)
WITH_TAKER, EACH_ALONE = "with a taker", "each alone"
"""Games with a taker against a defence, and games in which each plays alone."""


class KnownMechanism(NamedTuple):
    """A mechanism that the kernel plays: its parameters with the known values of each, the most such rules in a ruleset, and the kind of game
    in which it is known (empty: both)."""

    params: Mapping[str, tuple[object, ...] | None] = {}
    most: int = 1
    game: str = ""


BETWEEN_DEALS = (ChoosesDealer, EndsMatch, PassesDeal, SeatsTable, StacksPack)
"""The questions that are asked between two deals."""

KNOWN_MECHANISMS: Mapping[str, KnownMechanism] = {
    "deal.cut": KnownMechanism({"leave": ANY, "by": ("before_dealer", "last_to_play")}),
    "deal.deal_hands": KnownMechanism({"cards": ANY, "face_up": (0,)}),
    "deal.deal_in_packets": KnownMechanism({"packet": ANY, "talon": ANY, "talon_not": ANY}),
    "deal.direction": KnownMechanism({"turns": ("counter-clockwise", "clockwise")}),
    "deal.first_packet": KnownMechanism({"to": ("after_dealer", "before_dealer")}),
    "void.lone_card": KnownMechanism({"card": ANY, "without": ANY, "duty": ("must", "may")}, MANY),
    "void.too_few": KnownMechanism({"cards": ANY, "fewer_than": ANY}, MANY),
    "bid.all_pass_voids": KnownMechanism(game=WITH_TAKER),
    "bid.contract": KnownMechanism({"talon": ("taken", "taker", "defence"), "alone": (False,)}, MANY, WITH_TAKER),
    "bid.must_outbid": KnownMechanism(game=WITH_TAKER),
    "bid.one_turn_each": KnownMechanism(game=WITH_TAKER),
    "bid.until_others_pass": KnownMechanism({"ends_with": ("",), "raised": ("",)}, game=WITH_TAKER),
    "call.call_court_card": KnownMechanism(
        {"ranks": ANY, "when": ("before_talon", "after_discard"), "alone": FLAG, "own": (True,)}, 1, WITH_TAKER
    ),
    "talon.lies_unseen": KnownMechanism(game=WITH_TAKER),
    "talon.shown_and_taken": KnownMechanism(game=WITH_TAKER),
    "discard.as_many_as_taken": KnownMechanism(game=WITH_TAKER),
    "discard.last_resort": KnownMechanism({"cards": ANY, "declared": (False,)}, 1, WITH_TAKER),
    "discard.never": KnownMechanism({"cards": ANY}, MANY, WITH_TAKER),
    "discard.show": KnownMechanism({"cards": ANY, "by": ("anyone",)}, MANY, WITH_TAKER),
    "declare.announced_slam": KnownMechanism({"by": ("taker", "anyone")}, 1, WITH_TAKER),
    "declare.announced_small_slam": KnownMechanism({"but": ANY}, 1, WITH_TAKER),
    "declare.handful": KnownMechanism(
        {"levels": ANY, "shown": ("exactly", "at_least", "all_with_excuse"), "when": ("first_card", "before_lead")},
        1,
        WITH_TAKER,
    ),
    "declare.lacking": KnownMechanism({"level": ANY, "any_of": ANY}, MANY, WITH_TAKER),
    "play.after_dealer_leads": KnownMechanism(),
    "play.excuse_any_time": KnownMechanism(),
    "play.excuse_last_trick": KnownMechanism({"to": ("other_side", "winner"), "compensated": FLAG}),
    "play.excuse_unpaid": KnownMechanism({"then": ("keeps_all_but_half", "surrendered")}),
    "play.excuse_wins_slam": KnownMechanism({"how": ("led", "played")}),
    "play.highest_wins": KnownMechanism(),
    "play.keep_excuse": KnownMechanism({"pays": ANY, "choose": FLAG}),
    "play.keep_lone_card": KnownMechanism({"card": ANY, "without": ANY, "pays": ANY}),
    "play.lone_card_any_time": KnownMechanism({"card": ANY, "without": ANY}),
    "play.must_follow_suit": KnownMechanism(),
    "play.must_overtrump": KnownMechanism(),
    "play.must_trump": KnownMechanism(),
    "play.not_the_called_suit": KnownMechanism(game=WITH_TAKER),
    "play.slam_announcer_leads": KnownMechanism(game=WITH_TAKER),
    "count.card_points": KnownMechanism(),
    "count.each_for_himself": KnownMechanism(game=EACH_ALONE),
    "count.half_points": KnownMechanism({"to": ("winning_side",)}),
    "count.taker_against_defence": KnownMechanism(game=WITH_TAKER),
    "count.targets": KnownMechanism({"by_honours": ANY}),
    "score.all_settle_with_taker": KnownMechanism(game=WITH_TAKER),
    "score.amount_by_contract": KnownMechanism({"amounts": ANY, "lost": ({},), "not_beside": ([],)}, 1, WITH_TAKER),
    "score.cards_taken": KnownMechanism({"above": ANY, "each": ANY}, 1, EACH_ALONE),
    "score.counters": KnownMechanism({"points": ANY}, MANY, EACH_ALONE),
    "score.fixed_amount": KnownMechanism({"amount": ANY}, MANY),
    "score.handful_bonus": KnownMechanism({"amounts": ANY}, 1, WITH_TAKER),
    "score.last_trick_bonus": KnownMechanism(
        {"amount": ANY, "by": ("trick", "card"), "slam_shift": (*FLAG, "card")}, 1, WITH_TAKER
    ),
    "score.margin": KnownMechanism({"par": (None,)}, game=WITH_TAKER),
    "score.multiplier": KnownMechanism({"by": ANY, "lost": ({},)}, MANY, WITH_TAKER),
    "score.paid_apart": KnownMechanism({"level": ANY, "gets": ANY, "pays": ANY}, MANY, WITH_TAKER),
    "score.round_to": KnownMechanism({"to": ANY, "up": (False,), "least": (0,)}, MANY),
    "score.slam_bonus": KnownMechanism({"made": ANY, "announced": ANY, "failed": ANY}, 1, WITH_TAKER),
    "score.small_slam_bonus": KnownMechanism({"but": ANY, "amounts": ANY}, 1, WITH_TAKER),
    "score.stakes_on_table": KnownMechanism({"raised": ANY}, 1, WITH_TAKER),
    "score.taker_and_partner": KnownMechanism(game=WITH_TAKER),
}
"""The known mechanisms by section and name."""


def with_taker(engine: Engine) -> bool:
    """True if a taker plays against a defence, by the rule that makes the outcomes."""
    return engine.scorer.makes is not None and engine.scorer.makes.name == "taker_against_defence"


def unknown_rules(engine: Engine) -> Iterator[str]:
    """Reasons why the kernel cannot play the rules of a ruleset, rule by rule in their order."""
    game = WITH_TAKER if with_taker(engine) else EACH_ALONE
    games = {WITH_TAKER: _("of a taker against a defence"), EACH_ALONE: _("in which all play alone")}
    numbers: Counter[str] = Counter()
    for rule in engine.ruleset.rules.values():
        name = f"{rule.step}.{rule.mechanism}"
        known, said = KNOWN_MECHANISMS.get(name), {"id": rule.id, "mechanism": rule.mechanism}
        kind = find(rule.step, rule.mechanism)
        if {*kind.__bases__} <= {*BETWEEN_DEALS}:
            continue
        if known is None or not kind.__module__.startswith("tarot_teach.mechanisms."):
            yield _("{id} uses the mechanism {mechanism!r}, which the kernel does not know").format(**said)
            continue
        for field in type(rule.params).model_fields:
            value, values = getattr(rule.params, field), known.params.get(field)
            if field not in known.params:
                message = _("{id} sets {field!r}, a parameter of {mechanism!r} that the kernel does not know")
                yield message.format(field=field, **said)
            elif values is not ANY and value not in values:
                message = _("{id} sets {field!r} to {value!r}, which the kernel does not know")
                yield message.format(id=rule.id, field=field, value=value)
        if rule.under:
            yield _("{id} is in force under some contracts only, and the kernel plays all by the same rules").format(
                **said
            )
        if known.game not in ("", game):
            message = _("{id} uses {mechanism!r}, which the kernel knows only in games {games}")
            yield message.format(games=games[known.game], **said)
        numbers[name] += 1
        if numbers[name] == known.most + 1:
            many = _("several") if known.most == 1 else _("more than {most}").format(most=known.most)
            message = _("there are {many} rules with the mechanism {mechanism!r}")
            yield message.format(many=many, mechanism=rule.mechanism)


SEATS, LEVELS, OFFERS, APART = 6, 7, 6, 10
"""The most seats, levels of a handful, kinds of announcements, and announcements paid apart in a result."""


def unfit_rules(engine: Engine, players: int, pack: Pack) -> Iterator[str]:
    """Reasons why rules that the kernel knows do not fit its tables together."""
    index, scorer = engine.index, engine.scorer
    if players > SEATS:
        yield _("its tables have room for {seats} players").format(seats=SEATS)
    if with_taker(engine):
        yield from _taker_misfits(engine, players, pack)
    elif scorer.makes is None or scorer.settles is not None:
        yield _("no rule that it knows says whose cards are counted")
    levels = [len(offer.levels) for offer in index.offers]
    lacking = sum(offer.kind == "apart" for offer in index.offers)
    announced = max(levels, default=0) > LEVELS or len(levels) > OFFERS or lacking * players > APART
    free = index.all(LoneCardAnyTime)
    lone: list[Any] = [*free, *index.all(KeepLoneCard)]  # they share one place in the tables
    lone_cards = {(rule.card, *sorted(rule.without)) for rule in lone}
    several_petits = any(rule.petit.bit_count() != 1 for rule in index.all(LastTrickBonus))
    for unfit, reason in (
        (engine.index.play is not TRICKS, _("the play is of another kind")),
        (bool(engine.ruleset.phases), _("the order of its phases is not the usual one")),
        (index.avoids_tricks, _("what is won costs, and its simple players do not know that")),
        (not index.all(HighestWins), _("no rule that it knows says who wins a trick")),
        (len(lone_cards) > 1, _("rules on a lone card name different cards")),
        (any(rule.lone.bit_count() != 1 for rule in free), _("a rule on a lone card names several cards")),
        (announced, _("more can be announced than its tables have room for")),
        (several_petits, _("several cards can win the bonus of the last trick")),
        (any(rule.about.bit_count() > 1 for rule in index.moves), _("several cards are kept by the same rule")),
    ):
        if unfit:
            yield reason


def _taker_misfits(engine: Engine, players: int, pack: Pack) -> Iterator[str]:
    """Reasons in games with a taker against a defence."""
    index = engine.index
    hand, talon = index.deals.hand_size(players), index.deals.talon_size(players)
    if index.auction is None or not index.ranking or not index.all_pass:
        yield _("nobody becomes the taker by rules that it knows")
    if engine.scorer.settles is None:
        yield _("no rule that it knows says who pays whom")
    if players * hand + talon != len(engine.ruleset.deck.cards):
        yield _("cards are set aside that count for nobody")
    for contract in index.contracts.values():
        if all(rule.move(contract.talon_goes) is None for rule in index.talon):
            message = _("no rule that it knows says what becomes of the talon in a {contract}")
            yield message.format(contract=as_words(contract.contract))
    if any(mask >> pack.plain for rule in index.all(CallCourtCard) for mask in rule.masks):
        yield _("cards of no plain suit can be called")
    if reduce(or_, (rule.barred for rule in index.all(Never)), 0).bit_count() > hand:
        yield _("a hand may hold too few cards that may be laid away")
    kinds = [type(rule) for rule in index.discard if isinstance(rule, Never | LastResort)]
    if LastResort in kinds[:-1] and Never in kinds[kinds.index(LastResort) :]:
        yield _("a rule for the last resort stands before one of cards that may never be laid away")
