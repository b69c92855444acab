"""Bounds of results, each with the rule from which it follows: no deal can bring a result beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tarot_teach.cards import halves_text
from tarot_teach.engine.limits import Possible
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.scoring import Scorer
from tarot_teach.mechanisms.count import CardPoints
from tarot_teach.mechanisms.observed import Implied, Impossible
from tarot_teach.messages import _, as_words, ngettext
from tarot_teach.table import Outcome
from tarot_teach.text import row_of

Cases = tuple[tuple[int, int], ...]
"""Cards that the taker's side has, and cards that it lacks, as masks, in each case that is left."""


def impossible(scorer: Scorer, outcome: Outcome, players: Sequence[int], *, points: bool = True) -> Impossible | None:
    """The reason why no deal with any of these numbers of players can end like this, or None.

    The outcome's contract is one of the ruleset's, and its card points are within the pack's. Without ``points`` the card
    points are not known.
    """
    found = None
    for number in players:
        found = _by_itself(scorer.index, outcome, number)
        possible = Possible(scorer.index, number)
        if found is None and possible.known:
            found = _counted(possible, outcome, points)
        if found is None:
            return None
    return found


def impossible_facts(index: RuleIndex, outcome: Outcome, players: Sequence[int]) -> Impossible | None:
    """The reason why no deal with any of these numbers of players brings the facts of a player who plays alone, or None."""
    found = None
    for number in players:
        found = _by_itself(index, outcome, number)
        if found is None:
            return None
    return found


def impossible_pile(scorer: Scorer, pile: int, players: Sequence[int], *, alone: bool = True) -> Impossible | None:
    """The reason why no player who plays ``alone``, or else no party, can have won a pile (a mask of cards), or None."""
    of_numbers = [Possible(scorer.index, number) for number in players]
    if any(possible.can_win(pile, alone) for possible in of_numbers):
        return None
    sizes, cards = {size for possible in of_numbers for size in possible.pile_sizes()}, pile.bit_count()
    if scorer.index.takes_from_table is not None:
        message = _("nobody can have won a single card: a card is won with another one [{rule}]")
        hint = _("give all cards of the pile")
        return Impossible("result.pile-size", message.format(rule=scorer.index.takes_from_table.rule), hint, ("piles",))
    if alone and cards in sizes:
        kept, like = of_numbers[0].going_back, {size for possible in of_numbers for size in possible.sizes_like(pile)}
        if cards not in like:
            rule = next(rule.rule for rule in scorer.index.moves if rule.about & kept)
            message = ngettext(
                "{kept} goes back to its player: nobody can have won {number} card like this [{rule}]",
                "{kept} goes back to its player: nobody can have won {number} cards like these [{rule}]",
                cards,
            ).format(kept=scorer.index.ruleset.deck.set(kept), number=cards, rule=rule)
            hint = _("{sizes} cards are possible").format(sizes=row_of(map(str, _near(sorted(like), cards))))
            return Impossible("result.pile-size", message, hint, ("piles",))
    message = ngettext(
        "nobody can have won {number} card: tricks are won whole [{rule}]",
        "nobody can have won {number} cards: tricks are won whole [{rule}]",
        cards,
    ).format(number=cards, rule=scorer.index.deals.rule)
    hint = _("{sizes} cards are possible").format(sizes=row_of(map(str, _near(sorted(sizes), cards))))
    return Impossible("result.pile-size", message, hint, ("piles",))


def impossible_piles(scorer: Scorer, piles: Sequence[int]) -> Impossible | None:
    """The reason why players who all play alone cannot have won these piles together, each of which one of them can have won, or None."""
    index, possible = scorer.index, Possible(scorer.index, len(piles))
    if index.parties(len(piles)) or index.takes_from_table is not None or index.ends_play:
        return None
    if possible.can_win_together(piles):
        return None
    sizes = ", ".join(str(pile.bit_count()) for pile in piles)
    message = _("nobody comes to piles of {sizes} cards in one deal: {tricks} tricks are won whole [{rule}]")
    message = message.format(sizes=sizes, tricks=possible.tricks, rule=index.deals.rule)
    return Impossible("result.pile-size", message, _("count the cards of each player again"), ("piles",))


# ---------------------------------------------------------------- facts


def _by_itself(index: RuleIndex, outcome: Outcome, players: int) -> Impossible | None:
    """The first reason why a fact cannot be, or not with the other facts."""
    for id, fact in outcome.facts.items():
        for reason in index.observers[id].impossible(outcome, fact, index, players):
            return reason
    return None


# ---------------------------------------------------------------- tricks and card points


def _counted(possible: Possible, outcome: Outcome, has_points: bool) -> Impossible | None:
    """The reason why the parts of a result, with its card points if it ``has_points``, do not fit together, or None."""
    assert outcome.contract is not None
    contract, halves, name = outcome.contract, outcome.halves, as_words(outcome.contract)
    known = Implied((), "points", "", range(possible.tricks + 1), cases=((0, 0),), counted=possible.every_number)
    for part in _parts(possible, outcome):
        known = part._replace(
            words=known.words + part.words,
            counted=_common(known.counted, part.counted),
            tricks=_common(known.tricks, part.tricks),
            holds=known.holds | part.holds,
            lacks=known.lacks | part.lacks,
            cases=_joined(known.cases, part.cases),
        )
        cases = [case for case in known.cases if not (case[0] | known.holds) & (case[1] | known.lacks)]
        values = {"name": name, "facts": row_of(known.words), "rule": part.rule}
        no_end = _("a {name} cannot end with {facts} [{rule}]")
        if not len(known.tricks) or not cases:
            message, hint = no_end.format(**values), _("check who has won which tricks")
            return Impossible("result.tricks", message, hint, (part.path,))
        found = (
            possible.halves(contract, known.counted, known.tricks, known.holds | holds, known.lacks | lacks)
            for holds, lacks in cases
        )
        points = sorted({point for points in found for point in points})
        if halves in points or (points and not has_points):
            continue
        message = _("a {name} cannot bring {points} card points [{rule}]")
        if known.words:
            message = _("a {name} cannot bring {points} card points with {facts} [{rule}]") if points else no_end
        message = message.format(**values, points=halves_text(halves))
        return Impossible("result.points", message, _hint(points, halves, part), (part.path,))
    return None


def _common(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _joined(some: Cases, others: Cases) -> Cases:
    """The cases of both together; ``others`` may be none."""
    joined = dict.fromkeys((held | more, lacked | less) for held, lacked in some for more, less in others or ((0, 0),))
    return tuple(joined)


def _parts(possible: Possible, outcome: Outcome) -> Iterator[Implied]:
    """Yield the facts that follow from each part of a result."""
    index = possible.index
    counted = index.first(CardPoints)
    counting = counted.rule if counted else index.deals.rule
    yield Implied((), "points", counting, range(possible.tricks + 1))
    parts = [
        part
        for id, rule in index.observers.items()
        for part in rule.implies(outcome, outcome.facts.get(id), index, possible.players)
    ]
    for part in sorted(parts, key=lambda part: part.rank):
        yield part if part.rule in index.observing else part._replace(rule=counting)


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
