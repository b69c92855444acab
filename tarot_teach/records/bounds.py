"""Bounds of results, each with the rule from which it follows: no deal can bring a result beyond them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tarot_teach.cards import halves_text
from tarot_teach.engine.limits import Possible
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.scoring import Scorer
from tarot_teach.language import N_, _, as_words, ngettext
from tarot_teach.mechanisms.count import CardPoints
from tarot_teach.mechanisms.declare import SLAM, SMALL_SLAM, AnnouncedSlam, AnnouncedSmallSlam, ShownHandful
from tarot_teach.mechanisms.score.bonuses import LastTrickBonus, SlamBonus, SmallSlamBonus
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
    sizes = {size for number in players for size in Possible(scorer.index, number).pile_sizes()}
    cards = pile.bit_count()
    if cards in sizes:
        return None
    message = ngettext(
        "nobody can have won {number} card: tricks are won whole [{rule}]",
        "nobody can have won {number} cards: tricks are won whole [{rule}]",
        cards,
    ).format(number=cards, rule=scorer.index.deals.rule)
    hint = _("{sizes} cards are possible").format(sizes=_row(map(str, _near(sorted(sizes), cards))))
    return Impossible("result.pile-size", message, hint, ("piles",))


# ---------------------------------------------------------------- announcements


def _announced(index: RuleIndex, outcome: Outcome) -> Impossible | None:
    """The reason why announcements cannot be made, or not together."""

    def unannounced(message: str, name: str, hint: str = "") -> Impossible:
        return Impossible("result.announced", message, hint or _("keep the one that was announced"), (name,))

    for name, facts in ((SLAM, outcome.slam), (SMALL_SLAM, outcome.small_slam)):
        if len({fact.startswith(DEFENCE) for fact in facts}) < len(facts):
            message = _("one side cannot have brought about both {facts}").format(facts=_row(facts))
            return Impossible("result.slam", message, _("keep one of them for each side"), (name,))
        offer, words = index.offering(name), as_words(name)
        announced = [fact for fact in facts if "announced" in fact]
        if announced and offer is None:
            message = _("a {words} cannot be announced in {name}").format(words=words, name=index.ruleset.name)
            return unannounced(message, name, _("leave out that it was announced"))
        by_taker = offer is not None and (isinstance(offer, AnnouncedSmallSlam) or _by_taker(offer))
        if offer and by_taker and any(fact.startswith(DEFENCE) for fact in announced):
            message = _("only the taker announces a {words} [{rule}]").format(words=words, rule=offer.rule)
            return unannounced(message, name, _("leave out that it was announced"))
        if isinstance(offer, AnnouncedSlam) and len(announced) > 1:
            return unannounced(
                _("a {name} is announced once in a deal [{rule}]").format(name=words, rule=offer.rule), name
            )
    slam = index.offering(SLAM)
    both = [fact for fact in (*outcome.slam, *outcome.small_slam) if fact.startswith("announced")]
    if len(both) > 1 and isinstance(slam, AnnouncedSlam) and (_by_taker(slam) or outcome.alone):
        message = _("the taker announces a slam or a small slam, not both [{rule}]").format(rule=slam.rule)
        return unannounced(message, SMALL_SLAM)
    for i, (_seat, level) in enumerate(outcome.apart):
        if outcome.apart[i] in outcome.apart[:i]:
            message = _("{level!r} is announced once by a player").format(level=level)
            return Impossible("result.apart", message, _("name each player once"), ("apart", i))
    return None


def _by_taker(offer: object) -> bool:
    return isinstance(offer, AnnouncedSlam) and offer.by == TAKER


def _handfuls(index: RuleIndex, outcome: Outcome, players: int) -> Impossible | None:
    """The reason why so many trumps cannot be shown: the pack or the hands are too small."""
    offers = [offer for offer in index.offers if isinstance(offer, ShownHandful)]
    levels = {level: number for offer in offers for level, number in offer.levels.items()}
    shown = [levels[handful.level] for handful in outcome.handfuls if handful.level in levels]
    there = (index.order.trumps | index.ruleset.deck.excuse).bit_count()
    hand = index.deals.hand_size(players) + index.deals.talon_size()
    if not shown or (len(shown) <= players and max(shown) <= hand and sum(shown) <= there):
        return None
    words = ", ".join(handful.level for handful in outcome.handfuls)
    message = _("these handfuls cannot be shown in one deal: {words}, {number} trumps together [{rule}]").format(
        words=words, number=sum(shown), rule=offers[0].rule
    )
    hint = _("the pack has {there} cards that count for a handful").format(there=there)
    return Impossible("result.handful", message, hint, ("handfuls", len(shown) - 1))


# ---------------------------------------------------------------- tricks, honours, card points


def _counted(possible: Possible, outcome: Outcome) -> Impossible | None:
    """The reason why the card points do not fit another part of the result, or None."""
    assert outcome.contract is not None
    contract, halves, name = outcome.contract, outcome.halves, outcome.contract.replace("_", " ")
    every, most = range(possible.tricks + 1), possible.honours.bit_count()
    known = Known((), "points", "", range(most + 1), every)
    for part in _parts(possible, outcome):
        known = part._replace(
            words=known.words + part.words,
            honours=_common(known.honours, part.honours),
            tricks=_common(known.tricks, part.tricks),
            holds=known.holds | part.holds,
            lacks=known.lacks | part.lacks,
        )
        values = {"name": name, "facts": _row(known.words), "rule": part.rule}
        no_end = _("a {name} cannot end with {facts} [{rule}]")
        if not len(known.tricks) or known.holds & known.lacks:
            message, hint = no_end.format(**values), _("check who has won which tricks")
            return Impossible("result.tricks", message, hint, (part.path,))
        points = possible.halves(contract, known.honours, known.tricks, known.holds, known.lacks)
        if halves in points:
            continue
        message = _("a {name} cannot bring {points} card points [{rule}]")
        if known.words:
            message = _("a {name} cannot bring {points} card points with {facts} [{rule}]") if points else no_end
        message = message.format(**values, points=halves_text(halves))
        return Impossible("result.points", message, _hint(points, halves, part), (part.path,))
    return None


def _common(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _parts(possible: Possible, outcome: Outcome) -> Iterator[Known]:
    """Yield the facts that follow from each part of a result."""
    index, tricks = possible.index, possible.tricks
    every, honour = range(tricks + 1), range(possible.honours.bit_count() + 1)
    counted = index.first(CardPoints)
    counting = counted.rule if counted else index.deals.rule
    yield Known((), "points", counting, honour, every)
    words, number = _("no honours"), outcome.honours
    if number:
        words = ngettext("{number} honour", "{number} honours", number).format(number=number)
    yield Known((words,), "points", counting, range(number, number + 1), every)
    slam, small = index.first(SlamBonus), index.first(SmallSlamBonus)
    but = small.but if small else 0
    for rule, path, facts, lost in ((slam, SLAM, outcome.slam, 0), (small, SMALL_SLAM, outcome.small_slam, but)):
        for fact in facts if rule else ():
            assert rule is not None
            words = _(SLAM_WORDS[fact]).format(slam=as_words(path))
            yield Known((words,), path, rule.rule, honour, _tricks(fact, tricks, lost))
    bonus = index.first(LastTrickBonus)
    if outcome.last_trick_bonus is not None and bonus is not None:
        sure = bonus.petit if not bonus.petit & index.movable else 0
        path, rule_id = "last_trick_bonus", bonus.rule
        if outcome.last_trick_bonus == TAKER:
            words = _("the last-trick bonus for the taker's side")
            yield Known((words,), path, rule_id, honour, range(1, tricks + 1), holds=sure)
        else:
            yield Known((_("the last-trick bonus for the defence"),), path, rule_id, honour, range(tricks), lacks=sure)
    if slam is not None and all("failed" in fact for fact in outcome.slam):
        yield Known((_("no slam"),), "points", slam.rule, honour, range(1, tricks))
        if small is not None and not outcome.slam and not outcome.small_slam:
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
        return _("check the {path}").format(path=as_words(part.path))
    low, high = halves_text(points[0]), halves_text(points[-1])
    if len(points) == 1:
        return _("only {low} is possible").format(low=low)
    hint = _("{low} to {high} are possible, whole points only; the nearest: {near}")
    if any(one % 2 for one in points):
        hint = _("{low} to {high} are possible; the nearest: {near}")
    return hint.format(low=low, high=high, near=_row(map(halves_text, _near(points, halves))))


def _near(numbers: Sequence[int], wanted: int) -> list[int]:
    """The nearest numbers below and above one that is not among them, in order."""
    below = [number for number in numbers if number < wanted][-1:]
    return below + [number for number in numbers if number > wanted][:1]


def _row(words: Iterable[str]) -> str:
    """Words in a row: ``a, b and c``."""
    return str(listed([Text((word,)) for word in words]))
