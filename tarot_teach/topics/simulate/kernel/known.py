"""The mechanisms that the kernel plays, with their parameters. Everything that is not listed here is refused, so that the engine
plays it: a mechanism, a parameter, a value of a parameter, a rule more than the tables hold.

Mechanisms whose answers the kernel asks of the engine are listed as well, since they may read more of a deal than the kernel
keeps. A mechanism that gets a new parameter is refused until the parameter is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.mechanisms import find
from tarot_teach.rules import Rule

ANY: None = None
"""Every value of a parameter that its mechanism accepts."""
MANY = 30
"""The largest number of rules with a mechanism of which the tables hold several."""
FLAG = (True, False)
WITH_TAKER, EACH_ALONE = "with a taker", "each alone"
"""Games in which a taker plays against a defence, and games in which each plays for himself."""


class Known(NamedTuple):
    """A mechanism that the kernel plays: its parameters with the values known of each, the largest number of such rules, and
    the kind of game that it is known in (empty: both)."""

    params: Mapping[str, tuple[object, ...] | None] = {}
    most: int = 1
    game: str = ""


KNOWN: Mapping[str, Known] = {
    "deal.cut": Known({"leave": ANY, "by": ("before_dealer", "last_to_play")}),
    "deal.deal_hands": Known({"cards": ANY}),
    "deal.deal_in_packets": Known({"packet": ANY, "talon": ANY, "talon_not": ANY}),
    "deal.direction": Known({"turns": ("counter-clockwise", "clockwise")}),
    "deal.first_packet": Known({"to": ("after_dealer", "before_dealer")}),
    "deal.gathered": Known(),
    "deal.lowest_card_deals": Known({"suits": ANY}),
    "void.lone_card": Known({"card": ANY, "without": ANY, "duty": ("must", "may")}, MANY),
    "void.too_few": Known({"cards": ANY, "fewer_than": ANY}, MANY),
    "bid.all_pass_voids": Known(game=WITH_TAKER),
    "bid.contract": Known({"talon": ("taken", "taker", "defence")}, MANY, WITH_TAKER),
    "bid.must_outbid": Known(game=WITH_TAKER),
    "bid.one_turn_each": Known(game=WITH_TAKER),
    "bid.until_others_pass": Known(game=WITH_TAKER),
    "call.call_court_card": Known(
        {"ranks": ANY, "when": ("before_talon", "after_discard"), "alone": FLAG}, 1, WITH_TAKER
    ),
    "talon.lies_unseen": Known(game=WITH_TAKER),
    "talon.shown_and_taken": Known(game=WITH_TAKER),
    "discard.as_many_as_taken": Known(game=WITH_TAKER),
    "discard.last_resort": Known({"cards": ANY}, 1, WITH_TAKER),
    "discard.never": Known({"cards": ANY}, MANY, WITH_TAKER),
    "discard.show": Known({"cards": ANY}, MANY, WITH_TAKER),
    "declare.announced_slam": Known({"by": ("taker", "anyone")}, 1, WITH_TAKER),
    "declare.announced_small_slam": Known({"but": ANY}, 1, WITH_TAKER),
    "declare.handful": Known(
        {"levels": ANY, "shown": ("exactly", "at_least", "all_with_excuse"), "when": ("first_card", "before_lead")},
        1,
        WITH_TAKER,
    ),
    "declare.lacking": Known({"level": ANY, "any_of": ANY}, MANY, WITH_TAKER),
    "play.after_dealer_leads": Known(),
    "play.excuse_any_time": Known(),
    "play.excuse_last_trick": Known({"to": ("other_side", "winner"), "compensated": FLAG}),
    "play.excuse_unpaid": Known({"then": ("keeps_all_but_half", "surrendered")}),
    "play.excuse_wins_slam": Known({"how": ("led", "played")}),
    "play.highest_wins": Known(),
    "play.keep_excuse": Known({"pays": ANY, "choose": FLAG}),
    "play.keep_lone_card": Known({"card": ANY, "without": ANY, "pays": ANY}),
    "play.lone_card_any_time": Known({"card": ANY, "without": ANY}),
    "play.must_follow_suit": Known(),
    "play.must_overtrump": Known(),
    "play.must_trump": Known(),
    "play.not_the_called_suit": Known(game=WITH_TAKER),
    "play.slam_announcer_leads": Known(game=WITH_TAKER),
    "count.card_points": Known(),
    "count.each_for_himself": Known(game=EACH_ALONE),
    "count.half_points": Known({"to": ("winning_side",)}),
    "count.taker_against_defence": Known(game=WITH_TAKER),
    "count.targets": Known({"by_honours": ANY}),
    "score.all_settle_with_taker": Known(game=WITH_TAKER),
    "score.amount_by_contract": Known({"amounts": ANY}, 1, WITH_TAKER),
    "score.cards_taken": Known({"above": ANY, "each": ANY}, 1, EACH_ALONE),
    "score.counters": Known({"points": ANY}, MANY, EACH_ALONE),
    "score.fixed_amount": Known({"amount": ANY}, MANY),
    "score.handful_bonus": Known({"amounts": ANY}, 1, WITH_TAKER),
    "score.last_trick_bonus": Known(
        {"amount": ANY, "by": ("trick", "card"), "slam_shift": (*FLAG, "card")}, 1, WITH_TAKER
    ),
    "score.margin": Known(game=WITH_TAKER),
    "score.multiplier": Known({"by": ANY}, MANY, WITH_TAKER),
    "score.paid_apart": Known({"level": ANY, "gets": ANY, "pays": ANY}, MANY, WITH_TAKER),
    "score.round_to": Known({"to": ANY}, MANY),
    "score.slam_bonus": Known({"made": ANY, "announced": ANY, "failed": ANY}, 1, WITH_TAKER),
    "score.small_slam_bonus": Known({"but": ANY, "amounts": ANY}, 1, WITH_TAKER),
    "score.stakes_on_table": Known({"raised": ANY}, 1, WITH_TAKER),
    "score.taker_and_partner": Known(game=WITH_TAKER),
    "match.after_dealer_deals": Known(),
    "match.dealer_sits_out": Known(),
    "match.number_of_deals": Known({"each": ANY}),
    "match.open_ended": Known(),
    "match.to_points": Known({"points": ANY}),
    "match.until_out": Known({"start": ANY, "then": ("ends", "goes_on")}),
}
"""Each mechanism of the tables by step and name."""


def with_taker(engine: Engine) -> bool:
    """True where a taker plays against a defence, by the rule that makes the outcomes."""
    return engine.scorer.makes is not None and engine.scorer.makes.name == "taker_against_defence"


def unknown_rules(engine: Engine) -> Iterator[str]:
    """Reasons why the kernel cannot play the rules of a ruleset, one by one, in the order of the rules."""
    game = WITH_TAKER if with_taker(engine) else EACH_ALONE
    numbers: dict[str, int] = {}
    for rule in engine.ruleset.rules.values():
        name = f"{rule.step}.{rule.mechanism}"
        known = KNOWN.get(name)
        mechanism = find(rule.step, rule.mechanism)
        if known is None or mechanism.__module__ != f"tarot_teach.mechanisms.{name}":
            yield f"{rule.id} uses the mechanism {rule.mechanism!r}, which the kernel does not know"
            continue
        yield from _unknown_params(rule, known)
        if known.game not in ("", game):
            yield f"{rule.id} uses {rule.mechanism!r}, which the kernel knows only in games {_GAMES[known.game]}"
        numbers[name] = numbers.get(name, 0) + 1
        if numbers[name] == known.most + 1:
            many = "several" if known.most == 1 else f"more than {known.most}"
            yield f"there are {many} rules with the mechanism {rule.mechanism!r}"


_GAMES = {WITH_TAKER: "of a taker against a defence", EACH_ALONE: "in which each plays for himself"}


def _unknown_params(rule: Rule, known: Known) -> Iterator[str]:
    for field in type(rule.params).model_fields:
        value: Any = getattr(rule.params, field)
        if field not in known.params:
            yield f"{rule.id} sets {field!r}, a parameter of {rule.mechanism!r} that the kernel does not know"
            continue
        values = known.params[field]
        if values is not ANY and value not in values:
            yield f"{rule.id} sets {field!r} to {value!r}, which the kernel does not know"
