"""The kernel's tables of a ruleset, or the reason why the kernel cannot play it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from tarot_teach.advice.evaluate import KINDS as FEATURES
from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms import find
from tarot_teach.mechanisms.honours import HONOUR
from tarot_teach.messages import _
from tarot_teach.topics.simulate.kernel import tables as t
from tarot_teach.topics.simulate.kernel.playable import unfit_rules, unknown_rules, with_taker
from tarot_teach.topics.simulate.kernel.tables import RulesetTables
from tarot_teach.topics.simulate.players import Player, RandomPlayer, SimplePlayer, scaled
from tarot_teach.topics.simulate.players.pack import Pack, UnfitPackError, pack_of


@dataclass(frozen=True, slots=True)
class Misfit:
    """The reason why the engine has to play a ruleset or its players, in words."""

    reason: str


def build_tables(engine: Engine, players: Sequence[Player], contract: str | None) -> RulesetTables | Misfit:
    """The tables of a ruleset with players by seat, and perhaps a contract that is played without an auction."""
    index, deck = engine.index, engine.ruleset.deck
    try:
        pack = pack_of(deck, index.order)
    except UnfitPackError as error:
        return Misfit(_("the {title} does not fit its tables: it {error}").format(title=deck.title, error=error))
    reason = next(_misfits(engine, players, pack), "")
    if reason:
        return Misfit(reason)
    ranking, seats = index.ranking, len(players)
    parts: dict[str, Any] = {
        "pack": pack,
        "cards": len(deck.cards),
        "players": seats,
        "hand": index.deals.hand_size(seats),
        "sides": int(with_taker(engine)),
        "contract": -1 if contract is None else ranking.index(contract),
        "simple": sum(1 << seat for seat, player in enumerate(players) if isinstance(player, SimplePlayer)),
        "honours": deck.marks.get(HONOUR, 0),
        **_values(engine, players),
        **_before_the_lead(index),
        **_plays(index),
        **_last_trick_and_counters(index),
    }
    return RulesetTables(**parts, numbers=t.Counts(*(len(parts[name]) for name in t.Counts._fields)))


def _misfits(engine: Engine, players: Sequence[Player], pack: Pack) -> Iterator[str]:
    """Reasons why the kernel cannot play, the most useful first."""
    for player in players:
        if type(player) not in (RandomPlayer, SimplePlayer):
            yield _("the player {name!r} is not one of the kernel's").format(name=player.name)
    yield from unknown_rules(engine)
    yield from unfit_rules(engine, len(players), pack)
    if any(isinstance(player, SimplePlayer) and player.advice for player in players):
        deals = engine.index.deals
        most = deals.hand_size(len(players)) + deals.talon_size(len(players))
        if most >= t.STEPS:
            yield _("a hand can have {most} cards; its tables value {number} of them").format(
                most=most, number=t.STEPS - 1
            )


def _of(index: RuleIndex, step: str, *names: str) -> list[Any]:
    """The rules of certain mechanisms, in the order of the ruleset."""
    kinds = tuple(find(step, name) for name in names)
    return [rule for rule in index.mechanisms.values() if isinstance(rule, kinds)]


def _values(engine: Engine, players: Sequence[Player]) -> dict[str, Any]:
    """The points by which simple players value a hand."""
    advice: AdviceFile | None = next((player.advice for player in players if isinstance(player, SimplePlayer)), None)
    if advice is None:
        return {"features": (), "bids": ()}
    deck, ranking = engine.ruleset.deck, engine.index.ranking

    def mask(names: Sequence[str]) -> int:
        return reduce(or_, (deck.named(name) or 0 for name in names), 0)

    def feature(valued: Any) -> t.Feature:
        bids = (i for i, bid in enumerate(advice.bids) if not valued.contracts or bid.contract in valued.contracts)
        return t.Feature(
            kind=FEATURES.index(valued.kind),
            cards=mask(valued.cards),
            needs=mask(valued.needs),
            lacks=mask(valued.lacks),
            points=valued.points,
            least=valued.at_least,
            steps=tuple(_steps(valued.kind, valued.steps)),
            bids=sum(1 << bid for bid in bids),
        )

    return {
        "features": [feature(valued) for valued in advice.evaluation],
        "bids": [
            t.AdvisedBid(
                scaled(bid.least, advice, len(players)), ranking.index(bid.contract) if bid.contract in ranking else -1
            )
            for bid in advice.bids
        ],
    }


def _steps(kind: str, steps: Any) -> Iterator[int]:
    """The points of a feature for each number of cards: those of the highest step reached, or of the step met exactly."""
    points = 0
    for number in range(t.STEPS):
        points = steps.get(number, 0 if kind == "short_suit" else points)
        yield points


OFFERS = ("announced_slam", "announced_small_slam", "handful", "lacking")
TALON = ("taken", "taker", "defence")


def _before_the_lead(index: RuleIndex) -> dict[str, Any]:
    """The tables of the opening."""
    voids: list[Any] = [*index.voids, *index.claims]
    call = next(iter(_of(index, "call", "call_court_card")), None)
    discards = _of(index, "discard", "never", "last_resort")
    return {
        "voids": [
            t.VoidRule(t.LONE, rule.optional, rule.lone, rule.others, 0)
            if rule.name == "lone_card"
            else t.VoidRule(t.TOO_FEW, rule.optional, rule.counted, 0, rule.fewer_than)
            for rule in voids
        ],
        "rounds": 0 if index.auction is None else 1 + (index.auction.name == "until_others_pass"),
        "contracts": len(index.ranking),
        "outbid": len(index.narrows_bids),
        "talon_goes": [TALON.index(index.contracts[name].talon_goes) for name in index.ranking],
        "calls": 0 if call is None else 1 + call.after_discard,
        "ranks": () if call is None else call.masks,
        "call_alone": int(call is not None and call.alone),
        "discards": [
            t.DiscardRule(t.NEVER, rule.barred) if rule.name == "never" else t.DiscardRule(t.LAST_RESORT, rule.named)
            for rule in discards
        ],
        "offers": [entry for number, rule in enumerate(index.offers) for entry in _offers(number, rule)],
    }


def _offers(number: int, rule: Any) -> Iterator[t.Offer]:
    """The entries of an announcement."""
    kind, anyone = OFFERS.index(rule.name), getattr(rule, "by", "") == "anyone"
    entry = t.Offer(number, kind, rule.before_lead, anyone, 1, 0, 0)
    if kind == t.HANDFUL:
        for level, least in enumerate(rule.levels.values(), 1):
            yield entry._replace(level=level, least=least)
    elif kind == t.LACKING:
        yield from (entry._replace(lacked=mask) for mask in rule.kinds)
    else:
        yield entry


def _plays(index: RuleIndex) -> dict[str, Any]:
    """The tables of the play."""
    narrowing = ("must_follow_suit", "must_trump", "must_overtrump")
    lone = next(iter(_of(index, "play", "lone_card_any_time", "keep_lone_card")), None)
    lone_card = 0 if lone is None else getattr(lone, "lone", 0) or lone.about
    wins = _of(index, "play", "excuse_wins_slam", "highest_wins")
    last = next(iter(_of(index, "play", "excuse_last_trick")), None)
    moving = ("excuse_last_trick", "keep_excuse", "keep_lone_card")
    unpaid = next(iter(_of(index, "play", "excuse_unpaid")), None)
    leads = [rule.name for rule in index.leads]
    return {
        "slam_leads": int("slam_announcer_leads" in leads[: _index(leads, "after_dealer_leads")]),
        "narrows": sum(narrowing.index(rule.name) + 1 << 2 * i for i, rule in enumerate(index.narrows)),
        "not_called_suit": len(index.limits_first_lead),
        "free": index.ruleset.deck.excuse if _of(index, "play", "excuse_any_time") else 0,
        "lone": lone_card,
        "lone_free": lone_card if _of(index, "play", "lone_card_any_time") else 0,
        "lone_without": 0 if lone is None else lone.others,
        "excuse_wins": 0 if wins[0].name != "excuse_wins_slam" else ("led", "played").index(wins[0].how) + 1,
        "movable": index.movable,
        "movers": [t.Mover(moving.index(rule.name), rule.payable, rule.choose, rule.about) for rule in index.moves],
        "last_to_winner": int(last is not None and last.to == "winner"),
        "last_compensated": int(last is not None and last.compensated),
        "unpaid": 0 if unpaid is None else 1 + (unpaid.then == "surrendered"),
    }


def _index(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


def _last_trick_and_counters(index: RuleIndex) -> dict[str, Any]:
    """The facts that the score needs of a deal."""
    bonus = next(iter(_of(index, "score", "last_trick_bonus")), None)
    by = {None: 0, "trick": t.BONUS_TRICK, "card": t.BONUS_CARD}
    counters = [mask for rule in _of(index, "score", "counters") for mask in rule.masks.values()]
    return {
        "bonus": 0 if bonus is None else by[bonus.by],
        "bonus_before": 0 if bonus is None else by[bonus.by_before],
        "petit": 0 if bonus is None else bonus.petit,
        "counted": reduce(or_, counters, 0),
    }
