"""The most game points that a player can win or lose in a deal, by the parameters of the rules of the score.

Each kind of rule has an entry here, which says how far its lines and payments can go. The sum is a bound: what cannot come together in one deal, such
as a slam of either side, is added all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from math import prod
from types import MappingProxyType
from typing import Any, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.engine.scoring import Scorer
from tarot_teach.mechanisms import Mechanism
from tarot_teach.mechanisms.added_points import AddsPoints
from tarot_teach.mechanisms.bid.charges import PassCosts, Stakes
from tarot_teach.mechanisms.declare.held import HeldDeclared, SetDeclared
from tarot_teach.mechanisms.exchange import Draw, TakeCertain
from tarot_teach.mechanisms.exchange.stakes import PotStakes
from tarot_teach.mechanisms.exchange.voiding import VoidWithout
from tarot_teach.mechanisms.interfaces import PaysApart, Scores, Settles
from tarot_teach.mechanisms.match import Plates, TwoPlates
from tarot_teach.mechanisms.match_memory import PaysInPlay
from tarot_teach.mechanisms.play.captures import CapturesPaid
from tarot_teach.mechanisms.play.payments import CardPaid, CardShown, PotByCard, TricksPaid
from tarot_teach.mechanisms.score import amounts, each_party, ranked
from tarot_teach.mechanisms.score.apart import PaidApart
from tarot_teach.mechanisms.score.balanced import DifferenceBalanced
from tarot_teach.mechanisms.score.captured_card import CardCaptured
from tarot_teach.mechanisms.score.combinations import Combinations
from tarot_teach.mechanisms.score.doubled_by_marks import DoubledByMarks
from tarot_teach.mechanisms.score.every_trick import EveryTrickPaid
from tarot_teach.mechanisms.score.handfuls import HandfulBonus
from tarot_teach.mechanisms.score.held import HeldPaid
from tarot_teach.mechanisms.score.left_with_cards import LeftWithCards
from tarot_teach.mechanisms.score.matadors import MATADORS, MatadorsOfTaker, MatadorsPaid
from tarot_teach.mechanisms.score.plates import PlatoWon
from tarot_teach.mechanisms.score.points_lost import CardPointsLost
from tarot_teach.mechanisms.score.pool import PoolWon
from tarot_teach.mechanisms.score.slam import SlamBonus, SmallSlamBonus
from tarot_teach.mechanisms.settles_parties import SettlesParties
from tarot_teach.mechanisms.side_bonus import SideBonus
from tarot_teach.table import BOTH_SIDES, Outcome

SHIPPED = "tarot_teach.mechanisms."
"""The beginning of the names of modules whose rules are known here."""
BOUND = 1_000_000.0
"""The most game points that a player wins or loses in a deal, where the rules do not tell it and no other number is given."""


class Game(NamedTuple):
    """The figures of a deal of a ruleset: its contract, the players of the deal and of a party, tricks, cards of the pack and of a hand, card points, and
    the most that can come to lie in each pool."""

    engine: Engine
    contract: str | None
    players: int
    party: int
    tricks: int
    pack: int
    hand: int
    points: Fraction
    pools: Mapping[str, int] = MappingProxyType({})


class Term(NamedTuple):
    """How far a rule can change the sum of a score sheet: by lines below and above 0, and by factors."""

    low: Fraction | int = 0
    high: Fraction | int = 0
    factor: Fraction | int = 1


class Payment(NamedTuple):
    """The most that one player gets or pays by a rule, what all together can pay into its pool, and how often it can double what lies there."""

    seat: Fraction | int = 0
    pool: int = 0
    doubles: int = 0


def unknown_rules(engine: Engine) -> list[str]:
    """The ids of the rules that pay something and have no entry here, such as those of other packages."""
    return [id for id, rule in engine.index.mechanisms.items() if not is_known(rule)]


def is_known(rule: Mechanism) -> bool:
    """True for a rule that pays nothing, and for one of which it is known how far it pays: a shipped one."""
    kind, pays = type(rule), isinstance(rule, PaysApart) or (isinstance(rule, PaysInPlay) and rule.costs)
    if not kind.__module__.startswith(SHIPPED):
        return not pays and not isinstance(rule, Scores | Settles | SettlesParties)
    scores = not isinstance(rule, Scores) or term.dispatch(kind) is not term.dispatch(object)
    return scores and (not pays or payment.dispatch(kind) is not payment.dispatch(object))


def most_points(engine: Engine, players: int) -> float | None:
    """A number of game points that no deal exceeds for any of so many players; None where a rule has no entry here."""
    if unknown_rules(engine):
        return None
    deals, deck = engine.index.deals, engine.ruleset.deck
    added = sum(rule.adds for rule in engine.index.mechanisms.values() if isinstance(rule, AddsPoints))
    points = Fraction(sum(abs(card.halves) for card in deck.cards) + added, 2)
    hand = deals.hand_size(players) + deals.talon_size(players)
    game = Game(engine, None, players, 1, deals.tricks(players), len(deck.cards), hand, points)
    rules = [rule for rule in engine.index.mechanisms.values() if isinstance(rule, PaysInPlay) and rule.costs]
    game = game._replace(pools=_pools(rules, game))
    in_play = sum((Fraction(payment(rule, game).seat) for rule in rules), Fraction(0))
    contracts = engine.index.contracts or (None,)
    return float(in_play + max(_under(engine.scorer.under(each), game._replace(contract=each)) for each in contracts))


def _pools(rules: Sequence[PaysInPlay], game: Game) -> dict[str, int]:
    """The most that can come to lie in each pool, by its name; empty for the pool of the match."""
    paid, doubles = Counter[str](), Counter[str]()
    for rule in rules:
        each, pot = payment(rule, game), getattr(rule, "pot", "")
        paid[pot] += each.pool
        doubles[pot] += each.doubles
    return {pot: number << doubles[pot] for pot, number in paid.items()}


def _under(scorer: Scorer, game: Game) -> Fraction:
    """The most that the score sheet and what is paid beside it bring a player under a contract."""
    by_party = scorer.makes is not None and scorer.makes.by_party
    parties = scorer.index.parties(game.players) if by_party else ()
    game = game._replace(party=max(map(len, parties), default=1))
    low, high = Fraction(0), Fraction(0)
    for rule in scorer.scores:
        found = term(rule, game)
        low, high = (low + found.low) * found.factor, (high + found.high) * found.factor
    most = max(-low, high)
    if scorer.settles is not None:
        most *= _shares(scorer.settles, game)
    elif scorer.settles_parties is not None:
        most = (high - low) * ((len(parties) or game.players) - 1)
    return most + sum((Fraction(payment(rule, game).seat) for rule in scorer.pays_apart), Fraction(0))


def _shares(settles: Settles, game: Game) -> Fraction:
    """The largest multiple of the hand score that one player gets or pays."""
    shares = [
        settles.shares(Outcome(contract=game.contract, taker=0, alone=alone), game.players) for alone in (True, False)
    ]
    return max(abs(Fraction(share)) for each in shares for share in (each.taker, each.partner or 0, each.defender))


# ------------------------------------------------------------ lines of the sheet


def _either(amount: Fraction | int) -> Term:
    return Term(-amount, amount)


@singledispatch
def term(_rule: object, _game: Game) -> Term:
    """How far a rule of the score changes the sum of the sheet."""
    raise NotImplementedError


@term.register
def _(rule: amounts.FixedAmount | amounts.ForWinning | MatadorsOfTaker, _game: Game) -> Term:
    return Term(0, rule.amount)


@term.register
def _(rule: amounts.AmountByContract, game: Game) -> Term:
    return Term(0, _of_contract(rule.amounts, rule.lost, game))


@term.register
def _(rule: amounts.Multiplier, game: Game) -> Term:
    return Term(factor=max(1, _of_contract(rule.by, rule.lost, game)))


def _of_contract(won: Mapping[str, int], lost: Mapping[str, int], game: Game) -> int:
    contract = game.contract or ""
    return max(won.get(contract, 0), lost.get(contract, 0))


@term.register
def _(rule: amounts.MultipliedWhenLost, _game: Game) -> Term:
    return Term(factor=rule.by)


@term.register
def _(rule: amounts.MultipliedByWords, game: Game) -> Term:
    return Term(factor=prod(max(1, by) for by in rule.by.values()) ** (game.players if rule.each else 1))


@term.register
def _(_rule: DoubledByMarks, _game: Game) -> Term:
    return Term()  # no deal before this one has left a mark


@term.register
def _(_rule: amounts.Margin, game: Game) -> Term:
    return Term(0, game.points)


@term.register
def _(rule: amounts.DifferenceFrom, game: Game) -> Term:
    least, most = sorted((rule.par, rule.par if rule.dealer is None else rule.dealer))
    return Term(-most, max(game.points - least, Fraction(0)))


@term.register
def _(rule: amounts.CardsTaken, game: Game) -> Term:
    return Term(0, (game.pack - rule.above) * rule.each)


@term.register
def _(rule: amounts.Counters, _game: Game) -> Term:
    worth = [each * rule.masks[name].bit_count() for name, each in rule.points.items()]
    return Term(sum(min(each, 0) for each in worth), sum(max(each, 0) for each in worth))


@term.register
def _(rule: amounts.RoundTo, _game: Game) -> Term:
    return Term(-rule.to, max(rule.to, rule.least))


@term.register
def _(rule: SideBonus, game: Game) -> Term:
    rounds = (each.params for each in rule.ruleset_rules.values())
    levels = [
        len(getattr(each, "levels", ())) for each in rounds if rule.item and rule.item in getattr(each, "items", ())
    ]
    doubled = max(levels, default=0)
    facts = [
        rule.does.fact(side, made, announced, doubled if announced else 0)
        for side in BOTH_SIDES
        for made in (True, False)
        for announced in (True, False)
    ]
    most = max(abs(rule.amount_of(fact, game.contract)) for fact in facts)
    return _either(most * (2 if rule.each_side else 1))


@term.register
def _(rule: SlamBonus, _game: Game) -> Term:
    return _either(max(rule.announced, rule.made + rule.failed))


@term.register
def _(rule: SmallSlamBonus, _game: Game) -> Term:
    return _either(2 * max(rule.amounts.values()))


@term.register
def _(rule: HandfulBonus, game: Game) -> Term:
    deck, sizes = game.engine.ruleset.deck, dict[str, int]()
    for each in rule.ruleset_rules.values():
        levels = getattr(each.params, "levels", None)
        if isinstance(levels, Mapping) and each.step == "declare":
            sizes |= {level: size for level, size in levels.items() if level in rule.amounts}

    def shown(trumps: int, players: int) -> int:
        fits = [level for level, size in sizes.items() if size <= trumps] if players else []
        return max((rule.amounts[level] + shown(trumps - sizes[level], players - 1) for level in fits), default=0)

    return Term(0, shown((deck.trumps | deck.excuse).bit_count(), game.players))


@term.register
def _(rule: CardPointsLost, game: Game) -> Term:
    return Term(-max(game.points, Fraction(rule.full)), rule.none)


@term.register
def _(rule: DifferenceBalanced, game: Game) -> Term:
    return _either((game.players - 1) * (max(game.points - rule.par, Fraction(rule.par)) + rule.to))


@term.register
def _(rule: ranked.MostPointsPay, game: Game) -> Term:
    return _either((game.players - 1) * (rule.each + rule.none))


@term.register
def _(rule: ranked.ForehandOrMostPay, game: Game) -> Term:
    each = rule.each * rule.forehand * (rule.times or 1)
    ways = max(game.players - 1, game.players**2 // 4)  # those who pay, times those who are paid
    return _either(each * ways + 2 * (rule.least or 0) + game.players)


@term.register
def _(rule: ranked.HigherHalfPays, game: Game) -> Term:
    return _either(rule.each * rule.forehand * (rule.times or 1) * (game.players - 1))


@term.register
def _(rule: LeftWithCards, game: Game) -> Term:
    return Term(-rule.points * (game.pack - rule.spare if rule.per == "card" else 1))


@term.register
def _(rule: each_party.TricksAbove, game: Game) -> Term:
    tricks = 1 if rule.once or rule.which == "last" else game.tricks - rule.above
    return Term(0, tricks * rule.each)


@term.register
def _(rule: each_party.TrumpsHeld, _game: Game) -> Term:
    return Term(0, rule.worth + rule.further * (rule.number - rule.least))


@term.register
def _(rule: Combinations, game: Game) -> Term:
    found = rule.table.found(rule.deck.all)
    worth = sum(each.worth for each in found) + sum(
        more for _kind, _number, more in rule.table.doubled(found, rule.several)
    )
    return Term(0, worth * ((game.party if rule.of_hands else 0) + (rule.where != "hand")))


# ------------------------------------------------------------ payments


@singledispatch
def payment(_rule: object, _game: Game) -> Payment:
    """How far a rule pays beside the sheet."""
    raise NotImplementedError


@payment.register
def _(rule: Stakes | PotStakes, game: Game) -> Payment:
    return Payment(rule.stake + rule.adds, game.players * rule.stake + rule.adds)


@payment.register
def _(rule: PassCosts, game: Game) -> Payment:
    return Payment(rule.amount, game.players * rule.amount)


@payment.register
def _(rule: Draw, game: Game) -> Payment:
    return Payment(rule.cost * rule.most, rule.cost * rule.most * game.players)


@payment.register
def _(rule: VoidWithout, game: Game) -> Payment:
    return Payment(rule.amount * (game.players - 1))


@payment.register
def _(rule: TricksPaid, game: Game) -> Payment:
    return Payment(rule.amount * (game.players - 1) + game.pools.get(rule.pot, 0))


@payment.register
def _(rule: CapturesPaid, game: Game) -> Payment:
    return Payment(_all_of(rule.worth) * (game.players - 1))


@payment.register
def _(rule: TakeCertain, game: Game) -> Payment:
    return Payment(_all_of(rule.values) * (game.players - 1))


def _all_of(worth: Mapping[int, int]) -> int:
    return sum(amount * mask.bit_count() for mask, amount in worth.items())


@payment.register
def _(rule: CardShown, game: Game) -> Payment:
    return Payment(rule.each * rule.paid_cards.bit_count() * (game.players - 1))


@payment.register
def _(rule: CardPaid, game: Game) -> Payment:
    return Payment(max(rule.wins, rule.loses) * _times(rule, game) * (game.players - 1))


def _times(rule: CardPaid | PotByCard, game: Game) -> int:
    """How often a card can be paid for: once for each, and where the last trick counts, once for each card of it."""
    number = rule.paid_cards.bit_count()
    return min(number, game.players) if rule.trick == "last" else number


@payment.register
def _(rule: PotByCard, game: Game) -> Payment:
    times = _times(rule, game)
    if isinstance(rule.pays, str):
        return Payment(game.pools.get(rule.pot, 0), doubles=times)
    return Payment(rule.pays * times, rule.pays * times)


@payment.register
def _(rule: HeldDeclared, game: Game) -> Payment:
    cards = rule.wanted.bit_count() + len(rule.following)
    return Payment((max(rule.amounts.values()) + rule.further * cards) * (game.players - 1))


@payment.register
def _(rule: SetDeclared, game: Game) -> Payment:
    return Payment(max(*rule.amounts.values(), *rule.with_joker.values()) * len(rule.sets) * (game.players - 1))


@payment.register
def _(rule: CardCaptured, _game: Game) -> Payment:
    return Payment(rule.pays)


@payment.register
def _(rule: PaidApart, game: Game) -> Payment:
    return Payment(max(rule.gets, rule.pays * (game.players - 1)))


@payment.register
def _(rule: MatadorsPaid, game: Game) -> Payment:
    return Payment((rule.three + rule.more * max(0, game.hand - MATADORS)) * (game.players - 1))


@payment.register
def _(rule: EveryTrickPaid, game: Game) -> Payment:
    return Payment(max(rule.stopped, rule.made, rule.failed) * (game.players - 1))


@payment.register
def _(rule: HeldPaid, game: Game) -> Payment:
    return Payment(max(rule.amounts.values()) * (game.players - 1))


@payment.register
def _(_rule: PoolWon, game: Game) -> Payment:
    return Payment(2 * game.pools.get("", 0))


@payment.register
def _(rule: PlatoWon, game: Game) -> Payment:
    kept: Any = next(each for each in game.engine.index.mechanisms.values() if isinstance(each, TwoPlates))
    plates = Plates.of(kept.begin(game.players), game.players)
    in_play = max(map(plates.in_play, range(game.players)))
    return Payment(max(2 * in_play, plates.plato + rule.each * (game.players - 1)))
