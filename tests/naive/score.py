"""The score of each seat after a deal (§10 to §14)."""

from __future__ import annotations

from dataclasses import dataclass

from naive.bidding import LEVELS
from naive.cards import EXCUSE, OUDLERS, court, worth
from naive.deal import Deal


@dataclass(frozen=True)
class Score:
    """Scores by seat; and of the taker's side: half-points captured, oudlers, target, and whether it has won."""

    seats: tuple[int, ...]
    halves: int = 0
    oudlers: int = 0
    target: int = 0
    won: bool = False


def score(deal: Deal) -> Score:
    """The score of a deal by its rules."""
    return _each(deal) if deal.rules.each else _sides(deal)


def _each(deal: Deal) -> Score:
    """§12, `early17c`: a point for each card above twelve, and the counting cards; §10: without a trick, the Fool is lost."""
    piles = [set(pile) for pile in deal.piles]
    for owner, creditor in deal.debts:
        piles[owner].remove(EXCUSE)
        piles[creditor].add(EXCUSE)
    values = {"R": 4, "D": 3, "C": 2, "V": 1, "": 0}
    special = {EXCUSE: 5, "T21": 4, "T1": 4}
    return Score(
        tuple(
            max(0, len(pile) - deal.rules.free_cards) + sum(special.get(card, values[court(card)]) for card in pile)
            for pile in piles
        )
    )


def _sides(deal: Deal) -> Score:
    rules, taker = deal.rules, deal.taker
    assert taker is not None
    takers = deal.side(taker)
    pile = deal.kept[0].union(*(deal.piles[seat] for seat in takers))
    halves = worth(pile)
    for owner, _creditor in deal.debts:  # §10, §18: never paid for, a card is kept and counts half a point less
        halves += -1 if owner in takers else 1
    oudlers = len(pile & OUDLERS)
    target = rules.targets[oudlers]
    won = halves >= 2 * target
    points = (halves + 1) // 2 if won else halves // 2  # §12: half a point goes to the side that has won
    each = _from_each(deal, points - target, won, _petit(deal, takers)) + _slams(deal, takers)
    if rules.round_to:
        each = _rounded(each, rules.round_to)
    return Score(_shares(deal, each), halves, oudlers, target, won)


def _from_each(deal: Deal, margin: int, won: bool, petit: int) -> int:
    """§14: what each defender pays without a chelem, before it is rounded."""
    rules = deal.rules
    factor = rules.multiplier(deal.contract)
    base = 25 if rules.stake is None else rules.stake[deal.contract]
    handfuls = sum(rules.handful_points[LEVELS.index(what)] for _seat, what in deal.announced if what in LEVELS)
    each = (base + abs(margin)) * factor + handfuls
    return (each if won else -each) + 10 * factor * petit


def taker_wins(deal: Deal, halves: int, oudlers: int, petit: int) -> int:
    """The taker's payment from the other players, but for a misère, when neither side makes a chelem: by the points of the taker's side, and by who
    has the bonus for the Petit (1: that side, -1: the others, 0: nobody)."""
    takers, target = deal.side(deal.taker or 0), deal.rules.targets[oudlers]
    won = halves >= 2 * target
    each = _from_each(deal, ((halves + 1) // 2 if won else halves // 2) - target, won, petit)
    each += sum(-200 if seat in takers else 200 for seat, what in deal.announced if what == "slam")
    each = _rounded(each, deal.rules.round_to) if deal.rules.round_to else each
    return each * (deal.rules.players - len(takers) - (deal.partner is not None))


def _petit(deal: Deal, takers: set[int]) -> int:
    """§11: 1 for the taker's side, -1 for the defence, 0 for nobody. Both tricks may bring it in a chelem."""
    slam = set(deal.winners) <= takers or not set(deal.winners) & takers
    ways = {-1: deal.rules.petit_by}
    if slam and _winning_card(deal, -1) == EXCUSE and deal.rules.petit_before != "never":
        ways[-2] = deal.rules.petit_by if deal.rules.petit_before == "same" else deal.rules.petit_before
    for number, by in ways.items():
        if "T1" in deal.tricks[number][1] and (by != "card" or _winning_card(deal, number) == "T1"):
            return 1 if deal.winners[number] in takers else -1
    return 0


def _winning_card(deal: Deal, number: int) -> str:
    """The card that won a trick, by its number."""
    leader, cards = deal.tricks[number]
    return cards[(deal.winners[number] - leader) % deal.rules.players]


def _slams(deal: Deal, takers: set[int]) -> int:
    """§8 and §18, for the taker's side: the chelem, and the petit chelem of a house. An announcement that fails is paid
    for, and so is what the other side has made."""
    made = sum(winner in takers for winner in deal.winners)
    lost = len(deal.winners) - made
    total = 0
    for sign, missed, own in ((1, lost, True), (-1, made, False)):
        slam = any(what == "slam" and (seat in takers) is own for seat, what in deal.announced)
        small = own and any(what == "small_slam" for _seat, what in deal.announced)
        if slam:
            total += sign * (-200 if missed else 400)
        elif not missed:
            total += sign * 200
        if not deal.rules.small_slam:
            continue
        if small:
            total += 300 if missed <= 3 else -150
        elif 0 < missed <= 3 and not slam:
            total += sign * 150
    return total


def _rounded(amount: int, to: int) -> int:
    """§14, house: to the nearest ten; exactly between two, up."""
    size = (abs(amount) + to // 2) // to * to
    return size if amount >= 0 else -size


def _shares(deal: Deal, each: int) -> tuple[int, ...]:
    """§7 and §14: each defender pays or gets the sum; a partner has one share, the taker the others. §8: the misère apart."""
    seats = [-each] * deal.rules.players
    assert deal.taker is not None
    defenders = deal.rules.players - len(deal.side(deal.taker))
    seats[deal.taker] = each * defenders
    if deal.partner is not None:
        seats[deal.partner] = each
        seats[deal.taker] = each * (defenders - 1)
    for seat, what in deal.announced:
        if what == "misere":
            seats = [points + (30 if i == seat else -10) for i, points in enumerate(seats)]
    return tuple(seats)
