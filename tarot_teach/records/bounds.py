"""Bounds of results, each with the rule from which it follows: no deal can bring a result beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tarot_teach.cards import halves_text
from tarot_teach.engine import Scorer
from tarot_teach.engine.limits import Possible
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.language import N_, _, ngettext
from tarot_teach.mechanisms.count.card_points import CardPoints
from tarot_teach.mechanisms.declare.announced_slam import SLAM, SMALL_SLAM, AnnouncedSlam
from tarot_teach.mechanisms.declare.announced_small_slam import AnnouncedSmallSlam
from tarot_teach.mechanisms.declare.handful import ShownHandful
from tarot_teach.mechanisms.score.last_trick_bonus import LastTrickBonus
from tarot_teach.mechanisms.score.slam_bonus import SlamBonus
from tarot_teach.mechanisms.score.small_slam_bonus import SmallSlamBonus
from tarot_teach.table import DEFENCE, TAKER, Outcome
from tarot_teach.text import Text, listed

SLAM_WORDS = {
    "made": N_("a {slam}"),
    "announced-made": N_("a {slam} announced and made"),
    "announced-failed": N_("a {slam} announced and failed"),
    "defence": N_("a {slam} of the defence"),
    "defence-announced-made": N_("a {slam} announced and made by the defence"),
    "defence-announced-failed": N_("a {slam} announced and failed by the defence"),
}


class Impossible(NamedTuple):
    """The reason why no deal brings a result: an error's code, message, cure, and the place within the result."""

    code: str
    message: str
    hint: str
    path: tuple[str | int, ...]


class Known(NamedTuple):
    """Facts about a deal that follow from a part of its result: the part in words, its place, the rule, how many
    honours and tricks the taker's side can have, and cards that it has or lacks for certain, as masks."""

    words: tuple[str, ...]
    path: str
    rule: str
    honours: range
    tricks: range
    holds: int = 0
    lacks: int = 0


def impossible(scorer: Scorer, outcome: Outcome, players: Sequence[int]) -> Impossible | None:
    """The reason why no deal with any of these numbers of players can end like this, or None.

    The outcome's contract is one of the ruleset's, and its card points and honours are within the pack's.
    """
    found = None
    for number in players:
        found = _announced(scorer.index, outcome) or _handfuls(scorer.index, outcome, number)
        possible = Possible(scorer.index, number)
        if found is None and possible.known:
            found = _counted(possible, outcome)
        if found is None:
            return None
    return found


def impossible_pile(scorer: Scorer, pile: int, players: Sequence[int]) -> Impossible | None:
    """The reason why no player can have won a pile (a mask of cards) where everyone plays alone, or None."""
    sizes: set[int] = set()
    for number in players:
        sizes |= Possible(scorer.index, number).pile_sizes()
    cards = pile.bit_count()
    if cards in sizes:
        return None
    rule = scorer.index.deals.rule
    near = _near(sorted(sizes), cards)
    message = ngettext(
        "nobody can have won {number} card: tricks are won whole [{rule}]",
        "nobody can have won {number} cards: tricks are won whole [{rule}]",
        cards,
    ).format(number=cards, rule=rule)
    return Impossible(
        "result.pile-size",
        message,
        _("{sizes} cards are possible").format(sizes=listed([Text((str(size),)) for size in near])),
        ("piles",),
    )


# ---------------------------------------------------------------- announcements


def _announced(index: RuleIndex, outcome: Outcome) -> Impossible | None:
    """The reason why announcements cannot be made, or not together."""
    for name, facts in ((SLAM, outcome.slam), (SMALL_SLAM, outcome.small_slam)):
        sides = [fact.startswith(DEFENCE) for fact in facts]
        if len(set(sides)) < len(sides):
            message = _("one side cannot have brought about both {facts}").format(facts=" and ".join(facts))
            return Impossible("result.slam", message, _("keep one of them for each side"), (name,))
        offer = index.offering(name)
        for fact in (fact for fact in facts if "announced" in fact):
            words = name.replace("_", " ")
            if offer is None:
                message = _("a {words} cannot be announced in {name}").format(words=words, name=index.ruleset.name)
                return Impossible("result.announced", message, _("leave out that it was announced"), (name,))
            by_taker = isinstance(offer, AnnouncedSmallSlam) or (
                isinstance(offer, AnnouncedSlam) and offer.params.by == TAKER
            )
            if fact.startswith(DEFENCE) and by_taker:
                message = _("only the taker announces a {words} [{rule}]").format(words=words, rule=offer.rule)
                return Impossible("result.announced", message, _("leave out that it was announced"), (name,))
        if isinstance(offer, AnnouncedSlam) and sum("announced" in fact for fact in facts) > 1:
            message = _("a {name} is announced once in a deal [{rule}]").format(name=name, rule=offer.rule)
            return Impossible("result.announced", message, _("keep the one that was announced"), (name,))
    slam = index.offering(SLAM)
    both = [fact for fact in (*outcome.slam, *outcome.small_slam) if fact.startswith("announced")]
    if len(both) > 1 and isinstance(slam, AnnouncedSlam) and (slam.params.by == TAKER or outcome.alone):
        message = _("the taker announces a slam or a small slam, not both [{rule}]").format(rule=slam.rule)
        return Impossible("result.announced", message, _("keep the one that was announced"), (SMALL_SLAM,))
    for i, told in enumerate(outcome.apart):
        if told in outcome.apart[:i]:
            message = _("{told!r} is announced once by a player").format(told=told[1])
            return Impossible("result.apart", message, _("name each player once"), ("apart", i))
    return None


def _handfuls(index: RuleIndex, outcome: Outcome, players: int) -> Impossible | None:
    """The reason why so many trumps cannot be shown: the pack or the hands are too small."""
    offers = [offer for offer in index.offers if isinstance(offer, ShownHandful)]
    shown = [
        offer.params.levels[told.level] for told in outcome.handfuls for offer in offers if told.level in offer.levels
    ]
    if not shown:
        return None
    deck, rule = index.ruleset.deck, offers[0].rule
    there = (deck.trumps | deck.excuse).bit_count()
    hand = index.deals.hand_size(players) + index.deals.talon_size()
    hint = _("the pack has {there} cards that count for a handful").format(there=there)
    if len(shown) > players or max(shown) > hand or sum(shown) > there:
        words = ", ".join(told.level for told in outcome.handfuls)
        message = _("these handfuls cannot be shown in one deal: {words}, {number} trumps together [{rule}]").format(
            words=words, number=sum(shown), rule=rule
        )
        return Impossible("result.handful", message, hint, ("handfuls", len(shown) - 1))
    return None


# ---------------------------------------------------------------- tricks, honours, card points


def _counted(possible: Possible, outcome: Outcome) -> Impossible | None:
    """The reason why the card points do not fit another part of the result, or None."""
    assert outcome.contract is not None
    contract, halves, name = outcome.contract, outcome.halves, outcome.contract.replace("_", " ")
    known: Known | None = None
    for part in _parts(possible, outcome):
        known = part if known is None else _both(known, part)
        if not len(known.tricks) or known.holds & known.lacks:
            message = _("a {name} cannot end with {in_a_row} [{rule}]").format(
                name=name, in_a_row=_in_a_row(known.words), rule=part.rule
            )
            return Impossible("result.tricks", message, _("check who has won which tricks"), (part.path,))
        points = possible.halves(contract, known.honours, known.tricks, known.holds, known.lacks)
        if halves not in points:
            ends = _("with {in_a_row}").format(in_a_row=_in_a_row(known.words)) if known.words else ""
            message = (
                _("a {name} cannot bring {halves_text} card points {ends}")
                .format(name=name, halves_text=halves_text(halves), ends=ends)
                .rstrip()
            )
            if not points:
                message = _("a {name} cannot end {ends}").format(name=name, ends=ends)
            return Impossible("result.points", f"{message} [{part.rule}]", _hint(points, halves, part), (part.path,))
    return None


def _both(known: Known, part: Known) -> Known:
    """Facts that follow from two parts of a result."""
    tricks = range(max(known.tricks.start, part.tricks.start), min(known.tricks.stop, part.tricks.stop))
    honours = range(max(known.honours.start, part.honours.start), min(known.honours.stop, part.honours.stop))
    words = known.words + part.words
    return part._replace(
        words=words, tricks=tricks, honours=honours, holds=known.holds | part.holds, lacks=known.lacks | part.lacks
    )


def _parts(possible: Possible, outcome: Outcome) -> Iterator[Known]:
    """Yield the facts that follow from each part of a result."""
    index, tricks = possible.index, possible.tricks
    every, most = range(tricks + 1), possible.honours.bit_count()
    counted = index.first(CardPoints)
    counting = counted.rule if counted else index.deals.rule
    yield Known((), "points", counting, range(most + 1), every)
    honours = _("no honours")
    if outcome.honours:
        honours = ngettext("{number} honour", "{number} honours", outcome.honours).format(number=outcome.honours)
    yield Known((honours,), "points", counting, range(outcome.honours, outcome.honours + 1), every)
    honour = range(most + 1)
    slam, small = index.first(SlamBonus), index.first(SmallSlamBonus)
    for fact in outcome.slam if slam is not None else ():
        assert slam is not None
        yield Known((_(SLAM_WORDS[fact]).format(slam=_("slam")),), "slam", slam.rule, honour, _tricks(fact, tricks, 0))
    for fact in outcome.small_slam if small is not None else ():
        assert small is not None
        yield Known(
            (_(SLAM_WORDS[fact]).format(slam=_("small slam")),),
            "small_slam",
            small.rule,
            honour,
            _tricks(fact, tricks, small.params.but),
        )
    bonus = index.first(LastTrickBonus)
    if outcome.last_trick_bonus is not None and bonus is not None:
        sure = bonus.petit if not bonus.petit & index.movable else 0
        words = (_("the last-trick bonus for the {side}").format(side=_side(outcome.last_trick_bonus)),)
        taken = outcome.last_trick_bonus == TAKER
        won = range(1, tricks + 1) if taken else range(tricks)
        yield Known(words, "last_trick_bonus", bonus.rule, honour, won, sure if taken else 0, 0 if taken else sure)
    if slam is not None and all("failed" in fact for fact in outcome.slam):
        yield Known((_("no slam"),), "points", slam.rule, honour, range(1, tricks))
        if small is not None and not outcome.slam and not outcome.small_slam:
            but = small.params.but
            yield Known((_("no small slam"),), "points", small.rule, honour, range(but + 1, tricks - but))


def _tricks(fact: str, tricks: int, but: int) -> range:
    """The numbers of tricks that the taker's side can have won, given a slam's result; ``but`` tricks may be lost in a slam."""
    match fact:
        case "made" | "announced-made":
            return range(tricks - but, tricks + 1)
        case "announced-failed":
            return range(tricks - but)
        case "defence" | "defence-announced-made":
            return range(but + 1)
    return range(but + 1, tricks + 1)


def _hint(points: Sequence[int], halves: int, part: Known) -> str:
    """The possible card points in words: the nearest ones and the range."""
    if not points:
        return _("check the {path}").format(path=part.path.replace("_", " "))
    whole = "" if any(one % 2 for one in points) else _(", whole points only")
    low, high = halves_text(points[0]), halves_text(points[-1])
    if len(points) == 1:
        return _("only {low} is possible").format(low=low)
    near = " and ".join(halves_text(one) for one in _near(points, halves))
    return _("{low} to {high} are possible{whole}; the nearest: {near}").format(
        low=low, high=high, whole=whole, near=near
    )


def _near(numbers: Sequence[int], wanted: int) -> list[int]:
    """The nearest numbers below and above one that is not among them, in order."""
    below = [number for number in numbers if number < wanted][-1:]
    return below + [number for number in numbers if number > wanted][:1]


def _in_a_row(words: Sequence[str]) -> str:
    """Words in a row: ``a, b and c``."""
    *most, last = words
    return _("{most} and {last}").format(most=", ".join(most), last=last) if most else last


def _side(side: str) -> str:
    return "taker's side" if side == TAKER else "defence"
