"""Rules in force and states as words, and words as a state again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from tarot_teach.engine import Engine
from tarot_teach.engine.phases.tricks import paid_for_trick
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.base import Mechanism
from tarot_teach.mechanisms.in_words import ROW, Words, words_of
from tarot_teach.mechanisms.plays import TRICKS
from tarot_teach.messages import _
from tarot_teach.table import NOTHING, Choose, Debt, Phase, State, Taken, Trick
from tarot_teach.table.events import CardMoved, DebtPaid, Event
from tarot_teach.words import records
from tarot_teach.words.link import MASKS, OF_ALL, ClashingWordsError, Link, linked
from tarot_teach.words.records import CARDS, DEBTS, RULES, SEATS, STOCK, DealWords, mask_of, plain


class NoWordsError(ValueError):
    """A rule or a state that words do not hold; the message is the reason, in words."""


@dataclass(frozen=True, eq=False)
class PlayWords:
    """The rules of the play in force for so many players: one for each index, contract and suit of trumps.

    ``play`` is what the functions of ``link`` are given, ``kinds`` are the kinds of movements of cards, from number 1.
    """

    link: Link
    play: Any
    kinds: tuple[type[CardMoved], ...]

    @cached_property
    def record(self) -> Any:
        """The rules in an array of one numpy record, for compiled code."""
        import numpy as np

        array = np.zeros(1, self.link.dtype)
        records.fill(array, 0, self.play)
        return array


def _rules(index: RuleIndex) -> Mapping[str, Sequence[Mechanism]]:
    """The rules in force that answer each question."""
    return {
        "narrow": index.narrows,
        "exempt": index.exempts,
        "narrow_lead": index.limits_first_lead,
        "takes_all": index.lifts,
        "winning": index.wins,
        "moves": index.moves,
        "brings": index.after_trick,
        "asked": index.in_turn.get("play", []),
        "stops": index.ends_play,
    }


def misfits(index: RuleIndex, players: int) -> Iterator[str]:
    """Reasons why the rules of the play have no words, rule by rule."""
    rules, deck = _rules(index), index.ruleset.deck
    if index.play is not TRICKS:
        yield _("the play is of another kind")
    for question, found in rules.items():
        for rule in found:
            if words_of(getattr(rule, question, None)) is None:
                message = _("{id} uses the mechanism {mechanism!r}, which has no words")
                yield message.format(id=rule.rule, mechanism=rule.name)
    stock = index.deals.talon_size(players)
    for unfit, what in (
        (players > SEATS, _("players")),
        (len(deck.cards) > CARDS, _("cards")),
        (any(len(found) > RULES for found in rules.values()), _("rules that answer one question")),
        (stock > STOCK and bool(index.after_trick), _("cards of the talon")),
        (index.heaped(players) > STOCK, _("cards in heaps")),
        (index.movable.bit_count() >= DEBTS, _("cards that do not follow their tricks")),
    ):
        if unfit:
            yield _("there are more {what} than words have room for").format(what=what)


@lru_cache(256)
def play_words(index: RuleIndex, players: int) -> PlayWords:
    """The rules of the play in force as words. Raises NoWordsError for the first that has none."""
    reason = next(misfits(index, players), "")
    if reason:
        raise NoWordsError(reason)
    rules = _rules(index)
    methods = dict.fromkeys(
        (question, getattr(type(rule), question)) for question, found in rules.items() for rule in found
    )
    shipped = linked()
    link = linked(*(key for key in methods if key[1] not in shipped.by_question[key[0]]))
    try:
        names = link.attributes
    except ClashingWordsError as error:
        raise NoWordsError(_("several rules mean different things by {name!r}").format(name=str(error))) from None
    kinds, first_kinds = list[type[CardMoved]](), dict[str, int]()
    for mover in index.moves:
        first_kinds[mover.rule] = 1 + len(kinds)
        kinds += mover.kinds
    play = SimpleNamespace(
        players=players,
        follows=index.order.follows,
        beats=index.order.beats,
        power=index.order.power,
        movable=index.movable,
        **{
            question: SimpleNamespace(
                count=len(found),
                rule=[_rule_words(link, question, rule, names, first_kinds.get(rule.rule, 0)) for rule in found],
            )
            for question, found in rules.items()
        },
    )
    return PlayWords(link, play, tuple(kinds))


def _rule_words(
    link: Link, question: str, rule: Mechanism, names: Mapping[str, Any], first_kind: int
) -> SimpleNamespace:
    """A rule in words: the code of its kind, and its attributes. Raises NoWordsError for a row that is too long."""
    method = getattr(type(rule), question)
    own = words_of(method)
    assert own is not None
    every = OF_ALL.get(question, Words())
    quiet = getattr(rule, "quiet", None)
    given = {"first_kind": first_kind, "quiet_answer": 0 if quiet is None else 1 + (quiet != NOTHING)}
    read = (*own.masks, *own.rows, *own.numbers, *every.masks, *every.rows, *every.numbers)
    found: dict[str, Any] = {name: given[name] if name in given else getattr(rule, name) for name in read}
    for name, value in found.items():
        if names[name] is MASKS and len(value) > ROW:
            message = _("{id} has more than {most} of {name!r}")
            raise NoWordsError(message.format(id=rule.rule, most=ROW, name=name))
    code = link.by_question[question].index(method)
    return SimpleNamespace(code=code, **found)


def deal_words(index: RuleIndex, state: State, draws: tuple[int, int] = (0, 0), simple: int = 0) -> DealWords:
    """A state in the play as a plain record, with the words of a generator of random numbers, and the seats of simple players as a mask.

    Raises NoWordsError for a state that they do not hold: with hidden cards, with tricks left out, or at a question.
    """
    if any(state.unseen) or state.unrecorded_tricks or state.phase is not Phase.PLAY:
        raise NoWordsError(_("cards are hidden, tricks are left out, or a question is open"))
    for rule in index.keeps:
        if any(rule.bound(state, seat) for seat in range(state.players)):
            raise NoWordsError(_("{id} binds cards of one hand in the rest of the deal").format(id=rule.rule))
    deal, players, trick = plain(DealWords), state.players, state.trick
    deal.draws, deal.simple, deal.gone = list(draws), simple, state.gone
    deal.players, deal.number, deal.taker = players, state.number, state.taker
    deal.laid_open = state.laid_open
    deal.called, deal.talon, deal.side_piles = state.called, state.talon, list(state.side_piles)
    sides, won = state.sides, state.tricks_won
    hands = list(state.first_hands)
    for place, card in enumerate(trick.cards):
        hands[trick.seat_of(place, players)] |= card.bit
        deal.trick.cards[place] = card.index
    for seat in range(players):
        deal.hands[seat], deal.won[seat], deal.first_hands[seat] = state.hands[seat], state.won[seat], hands[seat]
        deal.sides[seat], deal.tricks_won[seat] = sides[seat], won[seat]
        deal.winners |= bool(won[seat]) << seat
    deal.trick.led, deal.trick.above, deal.trick.mask, deal.trick.best = trick.led, trick.above, trick.mask, trick.best
    deal.trick.leader, deal.trick.place = trick.leader, len(trick.cards)
    deal.partner = -1 if state.auction.partner is None else state.auction.partner
    deal.known = int(state.auction.known)
    if index.after_trick:
        if None in state.stock:
            raise NoWordsError(_("the stock is hidden"))
        deal.stock_top, deal.stocked = state.stock_top, len(state.stock)
        for i, lying in enumerate(state.stock):
            deal.stock[i] = lying.index if lying else 0
    if index.turns_heaps:
        if any(None in heap.below for heaps in state.heaps for heap in heaps):
            raise NoWordsError(_("cards that lie face down are hidden"))
        for i, layer in enumerate(index.turns_heaps.layers(state)):
            deal.heaped[i], deal.tops[i], deal.layers[i] = layer.seat, layer.above.index, layer.cards
            deal.layered = i + 1
    moves = [rule.rule for rule in index.moves]
    for i, debt in enumerate(state.debts):
        to = deal.debts[i]
        to.owner, to.creditor, to.mover, to.trick = debt.owner, debt.creditor, moves.index(debt.rule), debt.trick
    deal.owing = len(state.debts)
    asking = {rule.rule for rule in index.in_turn.get("play", [])}
    for done in state.chosen:
        if done.rule in asking:
            deal.answer, deal.answered = 1 + (done.option != NOTHING), done.seat
    return deal


def packed(deal: DealWords) -> bytes:
    """A deal's plain record as the bytes of a numpy record."""
    return records.packed(deal, DealWords)


class DealEnd(NamedTuple):
    """The end of a deal that words have played: some fields of its :class:`DealWords`, in Python."""

    hands: list[Any]
    won: list[Any]
    side_piles: list[Any]
    debts: list[tuple[int, int, int, int]]
    owing: int
    drawn: int
    known: int
    answer: int
    answered: int
    movements: int
    paid_later: int


def ends_of(deals: Any) -> Iterator[DealEnd]:
    """The ends of deals in an array of numpy records."""
    return map(DealEnd, *(deals[name].tolist() for name in DealEnd._fields))


def played_out(
    engine: Engine, state: State, words: PlayWords, end: DealEnd, cards: Sequence[int], taken: Sequence[tuple[int, int]]
) -> tuple[State, list[type[Event]]]:
    """The state in which a deal has been played out by words from a state on, and the kinds of movements and payments; the engine goes on from there.

    ``cards`` are those played, and ``taken`` says of each trick the winner and the number of the rule. The tricks of the state say who played what
    and who won, and leave out what they would have asked for.
    """
    index, players, by_index = engine.rules(state), state.players, state.deck.cards
    played = [*state.trick.cards, *[by_index[card] for card in cards]]
    tricks, leader, wins = list(state.tricks), state.trick.leader, index.wins
    for number in range(len(played) // players):
        winner, by = taken[number]
        of_trick = tuple(played[number * players : (number + 1) * players])
        trick = Trick(leader, of_trick, 0, 0, 0, sum([card.bit for card in of_trick]))
        tricks.append(Taken(trick, winner, wins[by].rule if by >= 0 else ""))
        leader = winner
    chosen, auction, debts = state.chosen, state.auction, end.debts[: end.owing]
    if end.answer:
        (asking,) = (rule for rule in index.in_turn["play"] if isinstance(rule, Asks))
        pick = asking.picks(state, end.answered)[end.answer - 1]
        chosen = (*chosen, Choose(end.answered, pick.rule, option=pick.option))
    over = state._replace(
        turn=None,
        hands=tuple([mask_of(hand) for hand in end.hands[:players]]),
        won=tuple([mask_of(pile) for pile in end.won[:players]]),
        side_piles=(mask_of(end.side_piles[0]), mask_of(end.side_piles[1])),
        stock=state.stock[end.drawn :],
        auction=auction if auction.known == end.known else auction._replace(known=bool(end.known)),
        tricks=tuple(tricks),
        debts=tuple([Debt(owner, creditor, index.moves[mover].rule, at) for owner, creditor, mover, at in debts]),
        chosen=chosen,
        trick=Trick(leader),
    )
    if index.pays_for_tricks:
        over = _with_payments(index, over, len(state.tricks))
    movements, kinds = end.movements, list[type[Event]]()
    while movements:
        kinds.append(words.kinds[(movements & 15) - 1])
        movements >>= 4
    return over, [*kinds[::-1], *([DebtPaid] if end.paid_later else [])]


def _with_payments(index: RuleIndex, over: State, first: int) -> State:
    """The end of a deal with what has been paid for its tricks, from the one with an index on."""
    hands, after = list(over.hands), list[tuple[int, ...]]()
    for taken in reversed(over.tricks[first:]):
        after.append(tuple(hands))
        for seat, card in taken.trick.by(over.players):
            hands[seat] |= card.bit
    for number, left in enumerate(reversed(after), first + 1):
        tricks = over.tricks[:number]
        paid, _events = paid_for_trick(index, over._replace(tricks=tricks, hands=left), tricks[-1])
        over = over._replace(paid=paid.paid)
    return over
