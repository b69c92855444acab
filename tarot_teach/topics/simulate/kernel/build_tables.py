"""The kernel's tables of a ruleset, or the reason why the kernel cannot play it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tarot_teach.advice.evaluate import KINDS as FEATURES
from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.language import _
from tarot_teach.mechanisms import Mechanism, find
from tarot_teach.topics.simulate.kernel import tables as t
from tarot_teach.topics.simulate.kernel.playable import unfit_rules, unknown_rules, with_taker
from tarot_teach.topics.simulate.kernel.tables import RulesetTables
from tarot_teach.topics.simulate.players import Player, RandomPlayer, SimplePlayer
from tarot_teach.topics.simulate.players.pack import Pack, UnfitPackError, pack_of
from tarot_teach.topics.simulate.players.simple import scaled

STEPS = 33
"""Entries in the table of a feature: its points by the number of cards."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The reason why the engine has to play a ruleset or its players, in words."""

    reason: str


def build_tables(engine: Engine, players: Sequence[Player], contract: str | None) -> RulesetTables | Misfit:
    """The tables of a ruleset with players by seat, and perhaps a contract that is played without an auction."""
    index, deck = engine.index, engine.ruleset.deck
    try:
        pack = pack_of(deck)
    except UnfitPackError as error:
        return Misfit(_("the {title} does not fit its tables: it {error}").format(title=deck.title, error=error))
    reason = next(_misfits(engine, players, pack), "")
    if reason:
        return Misfit(reason)
    low = (1 << pack.plain) - 1

    def words(mask: int) -> tuple[int, int]:
        return mask & low, mask >> pack.plain

    seats = len(players)
    ranking = index.ranking
    tables = RulesetTables(
        pack=pack,
        cards=len(deck.cards),
        players=seats,
        hand=index.deals.hand_size(seats),
        sides=int(with_taker(engine)),
        contract=-1 if contract is None else ranking.index(contract),
        simple=sum(1 << seat for seat, player in enumerate(players) if isinstance(player, SimplePlayer)),
        honour_low=words(deck.marks.get("honour", 0))[0],
        honour_high=words(deck.marks.get("honour", 0))[1],
        **_voids(index, words),
        rounds=0 if index.auction is None else 1 + (index.auction.name == "until_others_pass"),
        contracts=len(ranking),
        outbid=len(index.narrows_bids),
        talon_goes=tuple(("taken", "taker", "defence").index(index.contracts[name].talon_goes) for name in ranking),
        **_values(engine, players, words),
        **_calls(index, words),
        **_discards(index, words),
        **_offers(index, words),
        **_plays(index, words),
        **_last_trick_and_counters(index, words),
    )
    counts: Any = {name: len(getattr(tables, field)) for name, field in t.COUNTS.items()}
    return tables._replace(**counts)


Words = Callable[[int], tuple[int, int]]


def _misfits(engine: Engine, players: Sequence[Player], pack: Pack) -> Iterator[str]:
    """Reasons why the kernel cannot play, the most useful first."""
    for player in players:
        if type(player) not in (RandomPlayer, SimplePlayer):
            yield _("the player {name!r} is not one of the kernel's").format(name=player.name)
    yield from unknown_rules(engine)
    yield from unfit_rules(engine, len(players), pack)
    if any(isinstance(player, SimplePlayer) and player.advice for player in players):
        most = engine.index.deals.hand_size(len(players)) + engine.index.deals.talon_size()
        if most >= STEPS:
            yield _("a hand can have {most} cards; its tables value {number} of them").format(
                most=most, number=STEPS - 1
            )


def _of(index: RuleIndex, step: str, *names: str) -> list[Any]:
    """The rules of certain mechanisms, in the order of the ruleset."""
    kinds = tuple(find(step, name) for name in names)
    return [rule for rule in index.mechanisms.values() if isinstance(rule, kinds)]


def _has(index: RuleIndex, step: str, name: str) -> bool:
    return bool(_of(index, step, name))


def _split(masks: Sequence[int], words: Words, low: str, high: str) -> dict[str, tuple[int, ...]]:
    return {low: tuple(words(mask)[0] for mask in masks), high: tuple(words(mask)[1] for mask in masks)}


def _voids(index: RuleIndex, words: Words) -> dict[str, Any]:
    rules: list[Any] = [*index.voids, *index.claims]
    lone = [rule.name == "lone_card" for rule in rules]
    return {
        "void_kind": tuple(t.LONE if is_lone else t.TOO_FEW for is_lone in lone),
        "void_may": tuple(int(rule.optional) for rule in rules),
        **_split(
            [rule.lone if is_lone else rule.counted for rule, is_lone in zip(rules, lone, strict=True)],
            words,
            "void_low",
            "void_high",
        ),
        **_split([getattr(rule, "others", 0) for rule in rules], words, "void_without_low", "void_without_high"),
        "void_fewer": tuple(getattr(rule.params, "fewer_than", 0) for rule in rules),
    }


def _values(engine: Engine, players: Sequence[Player], words: Words) -> dict[str, Any]:
    advice: AdviceFile | None = next((player.advice for player in players if isinstance(player, SimplePlayer)), None)
    features = advice.evaluation if advice else ()
    bids = advice.bids if advice else ()
    deck, ranking = engine.ruleset.deck, engine.index.ranking

    def mask(names: Sequence[str]) -> int:
        union = 0
        for name in names:
            union |= deck.named(name) or 0
        return union

    return {
        "feature_kind": tuple(FEATURES.index(feature.kind) for feature in features),
        **_split([mask(feature.cards) for feature in features], words, "feature_low", "feature_high"),
        **_split([mask(feature.needs) for feature in features], words, "feature_needs_low", "feature_needs_high"),
        "feature_lacks_low": tuple(words(mask(feature.lacks))[0] for feature in features),
        "feature_points": tuple(feature.points for feature in features),
        "feature_least": tuple(feature.at_least for feature in features),
        "feature_steps": tuple(tuple(_steps(feature.kind, feature.steps)) for feature in features),
        "feature_bids": tuple(
            sum(1 << i for i, bid in enumerate(bids) if not feature.contracts or bid.contract in feature.contracts)
            for feature in features
        ),
        "bid_least": tuple(scaled(bid.least, advice, len(players)) for bid in bids) if advice else (),
        "bid_contract": tuple(ranking.index(bid.contract) if bid.contract in ranking else -1 for bid in bids),
    }


def _steps(kind: str, steps: Any) -> Iterator[int]:
    """The points of a feature for each number of cards: those of the highest step reached, or of the step met exactly."""
    points = 0
    for number in range(STEPS):
        points = steps.get(number, 0 if kind == "short_suit" else points)
        yield points


def _calls(index: RuleIndex, words: Words) -> dict[str, Any]:
    rules = _of(index, "call", "call_court_card")
    if not rules:
        return {"calls": 0, "call_low": (), "call_alone": 0}
    rule = rules[0]
    return {
        "calls": 2 if rule.after_discard else 1,
        "call_low": tuple(words(mask)[0] for mask in rule.masks),
        "call_alone": int(rule.params.alone),
    }


def _discards(index: RuleIndex, words: Words) -> dict[str, Any]:
    rules = _of(index, "discard", "never", "last_resort")
    never = [rule.name == "never" for rule in rules]
    masks = [rule.barred if is_never else rule.held_back for rule, is_never in zip(rules, never, strict=True)]
    return {
        "discard_kind": tuple(t.NEVER if is_never else t.LAST_RESORT for is_never in never),
        **_split(masks, words, "discard_low", "discard_high"),
    }


OFFERS = ("announced_slam", "announced_small_slam", "handful", "lacking")


def _offers(index: RuleIndex, words: Words) -> dict[str, Any]:
    handfuls = [(i, number) for i, rule in enumerate(index.offers) for number in _levels(rule)]
    lacking = [(i, mask) for i, rule in enumerate(index.offers) for mask in getattr(rule, "kinds", ())]
    return {
        "offer_kind": tuple(OFFERS.index(rule.name) for rule in index.offers),
        "offer_early": tuple(int(rule.before_lead) for rule in index.offers),
        "offer_anyone": tuple(int(getattr(rule.params, "by", "") == "anyone") for rule in index.offers),
        "handful_of": tuple(i for i, _number in handfuls),
        "handful_least": tuple(number for _i, number in handfuls),
        "lacking_of": tuple(i for i, _mask in lacking),
        **_split([mask for _i, mask in lacking], words, "lacking_low", "lacking_high"),
    }


def _levels(rule: Mechanism[Any]) -> Sequence[int]:
    return tuple(rule.params.levels.values()) if rule.name == "handful" else ()


def _plays(index: RuleIndex, words: Words) -> dict[str, Any]:
    narrowing = ("must_follow_suit", "must_trump", "must_overtrump")
    lone = next(iter(_of(index, "play", "lone_card_any_time", "keep_lone_card")), None)
    lone_card = 0 if lone is None else getattr(lone, "lone", 0) or lone.about
    wins = _of(index, "play", "excuse_wins_slam", "highest_wins")
    last = next(iter(_of(index, "play", "excuse_last_trick")), None)
    names = ("excuse_last_trick", "keep_excuse", "keep_lone_card")
    unpaid = next(iter(_of(index, "play", "excuse_unpaid")), None)
    leads = [rule.name for rule in index.leads]
    return {
        "slam_leads": int("slam_announcer_leads" in leads[: _index(leads, "after_dealer_leads")]),
        "narrows": sum(narrowing.index(rule.name) + 1 << 2 * i for i, rule in enumerate(index.narrows)),
        "not_called_suit": len(index.limits_first_lead),
        "free": words(index.ruleset.deck.excuse)[1] if _has(index, "play", "excuse_any_time") else 0,
        "lone_free": int(_has(index, "play", "lone_card_any_time")),
        "lone_low": words(lone_card)[0],
        "lone_high": words(lone_card)[1],
        "lone_without_low": 0 if lone is None else words(lone.others)[0],
        "lone_without_high": 0 if lone is None else words(lone.others)[1],
        "excuse_wins": 0 if wins[0].name != "excuse_wins_slam" else ("led", "played").index(wins[0].params.how) + 1,
        "movable_low": words(index.movable)[0],
        "movable_high": words(index.movable)[1],
        "mover_kind": tuple(names.index(rule.name) for rule in index.moves),
        **_split([rule.payable for rule in index.moves], words, "mover_pays_low", "mover_pays_high"),
        "mover_choose": tuple(int(rule.choose) for rule in index.moves),
        **_split([rule.about for rule in index.moves], words, "mover_low", "mover_high"),
        "last_to_winner": int(last is not None and last.params.to == "winner"),
        "last_compensated": int(last is not None and last.params.compensated),
        "unpaid": 0 if unpaid is None else 1 + (unpaid.params.then == "surrendered"),
    }


def _index(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


def _last_trick_and_counters(index: RuleIndex, words: Words) -> dict[str, Any]:
    bonus = next(iter(_of(index, "score", "last_trick_bonus")), None)
    by = {None: 0, "trick": t.BONUS_TRICK, "card": t.BONUS_CARD}
    counted = 0
    for rule in _of(index, "score", "counters"):
        for mask in rule.masks.values():
            counted |= mask
    return {
        "bonus": 0 if bonus is None else by[bonus.params.by],
        "bonus_before": 0 if bonus is None else by[bonus.by_before],
        "petit_low": words(bonus.petit)[0] if bonus else 0,
        "petit_high": words(bonus.petit)[1] if bonus else 0,
        "counted_low": words(counted)[0],
        "counted_high": words(counted)[1],
    }
