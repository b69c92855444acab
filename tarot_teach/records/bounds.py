"""Bounds of results, each with the rule from which it follows: no deal can bring a result beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tarot_teach.cards import halves_text
from tarot_teach.engine.limits import Possible
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.scoring import Scorer
from tarot_teach.language import _, as_words, ngettext
from tarot_teach.mechanisms.count import CardPoints
from tarot_teach.mechanisms.observed import Implied, Impossible
from tarot_teach.table import Outcome
from tarot_teach.text import row_of


def impossible(scorer: Scorer, outcome: Outcome, players: Sequence[int]) -> Impossible | None:
    """The reason why no deal with any of these numbers of players can end like this, or None.

    The outcome's contract is one of the ruleset's, and its card points and honours are within the pack's.
    """
    found = None
    for number in players:
        found = _by_itself(scorer.index, outcome, number)
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
    if scorer.index.takes_from_table is not None:
        message = _("nobody can have won a single card: a card is won with another one [{rule}]")
        hint = _("give all cards of the pile")
        return Impossible("result.pile-size", message.format(rule=scorer.index.takes_from_table.rule), hint, ("piles",))
    message = ngettext(
        "nobody can have won {number} card: tricks are won whole [{rule}]",
        "nobody can have won {number} cards: tricks are won whole [{rule}]",
        cards,
    ).format(number=cards, rule=scorer.index.deals.rule)
    hint = _("{sizes} cards are possible").format(sizes=row_of(map(str, _near(sorted(sizes), cards))))
    return Impossible("result.pile-size", message, hint, ("piles",))


# ---------------------------------------------------------------- facts


def _by_itself(index: RuleIndex, outcome: Outcome, players: int) -> Impossible | None:
    """The first reason why a fact cannot be, or not with the other facts."""
    for id, fact in outcome.facts.items():
        for reason in index.observing[id].impossible(outcome, fact, index, players):
            return reason
    return None


# ---------------------------------------------------------------- tricks, honours, card points


def _counted(possible: Possible, outcome: Outcome) -> Impossible | None:
    """The reason why the card points do not fit another part of the result, or None."""
    assert outcome.contract is not None
    contract, halves, name = outcome.contract, outcome.halves, outcome.contract.replace("_", " ")
    every, most = range(possible.tricks + 1), possible.honours.bit_count()
    known = Implied((), "points", "", range(most + 1), every)
    for part in _parts(possible, outcome):
        known = part._replace(
            words=known.words + part.words,
            honours=_common(known.honours, part.honours),
            tricks=_common(known.tricks, part.tricks),
            holds=known.holds | part.holds,
            lacks=known.lacks | part.lacks,
        )
        values = {"name": name, "facts": row_of(known.words), "rule": part.rule}
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


def _parts(possible: Possible, outcome: Outcome) -> Iterator[Implied]:
    """Yield the facts that follow from each part of a result."""
    index, tricks = possible.index, possible.tricks
    every, honour = range(tricks + 1), range(possible.honours.bit_count() + 1)
    counted = index.first(CardPoints)
    counting = counted.rule if counted else index.deals.rule
    yield Implied((), "points", counting, honour, every)
    words, number = _("no honours"), outcome.honours
    if number:
        words = ngettext("{number} honour", "{number} honours", number).format(number=number)
    yield Implied((words,), "points", counting, range(number, number + 1), every)
    parts = [
        part
        for id, rule in index.observing.items()
        for part in rule.implies(outcome, outcome.facts.get(id), index, tricks)
    ]
    yield from sorted(parts, key=lambda part: part.rank)


def _hint(points: Sequence[int], halves: int, part: Implied) -> str:
    """The possible card points in words: the nearest ones and the range."""
    if not points:
        return _("check the {path}").format(path=as_words(part.path))
    low, high = halves_text(points[0]), halves_text(points[-1])
    if len(points) == 1:
        return _("only {low} is possible").format(low=low)
    hint = _("{low} to {high} are possible, whole points only; the nearest: {near}")
    if any(one % 2 for one in points):
        hint = _("{low} to {high} are possible; the nearest: {near}")
    return hint.format(low=low, high=high, near=row_of(map(halves_text, _near(points, halves))))


def _near(numbers: Sequence[int], wanted: int) -> list[int]:
    """The nearest numbers below and above one that is not among them, in order."""
    below = [number for number in numbers if number < wanted][-1:]
    return below + [number for number in numbers if number > wanted][:1]
