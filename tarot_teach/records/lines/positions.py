"""Positions as a line: hands, what lies apart, the trick on the table and the piles, with all cards open or as one seat knows them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from tarot_teach.cards import Card, Deck
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import KeyPath, Place, RecordError, suggest
from tarot_teach.loading import Document, Library
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.mechanisms.match_memory import PaysInPlay
from tarot_teach.messages import _
from tarot_teach.records.lines.announcements import SAID, read_announcements, written_announcements
from tarot_teach.records.lines.text import (
    NONE,
    POSITION,
    UNKNOWN,
    Game,
    Held,
    Part,
    parts_of,
    read_cards,
    read_dealer,
    read_game,
    read_seat,
    read_set,
    seats_after,
    twice,
    written_cards,
    written_game,
    written_set,
)
from tarot_teach.table import Phase, State

ORDERED = "="
"""The sign before a talon whose cards stand in their order."""
_ALONE, HEAP, _IN_TRICK, _MISSED = "alone", "*", "-", "."


# ---------------------------------------------------------------- writing


def written_position(deal: Deal, seat: int | None = None) -> str:
    """The position in which a deal stands, as a line: with all cards open, or as a ``seat`` knows them.

    Raises RecordError for a position that no line can hold.
    """
    state, index = deal.state, deal.engine.rules(deal.state)
    if not index.play.in_tricks:
        raise untold(_("its cards lie open on the table, and are no trick"))
    if state.phase is not Phase.PLAY or state.asked:
        raise untold(_("nobody is about to play a card to a trick"))
    seen = state if seat is None else state.view(seat)
    seats, order, deck = deal.engine.seats(state.players), seats_after(state.dealer, state.players), state.deck
    hands = [
        written_set(deck, seen.hands[each] & ~seen.tops, seen.unseen[each]) + _written_heaps(seen, each)
        for each in order
    ]
    below = reduce(or_, (card.bit for heaps in state.heaps for heap in heaps for card in heap.below if card), 0)
    gone = reduce(or_, (*state.hands, *state.won, state.trick.mask, below), 0)
    whole = not any(state.unseen) and sum(pile.bit_count() for pile in state.won) == (state.number - 1) * state.players
    away = state.discard | state.dead | reduce(or_, state.aside, 0)
    rest = state.deck.all & ~gone if whole else (state.talon | away) & ~gone
    laid = rest & away
    known_laid = seen.discard | seen.dead | reduce(or_, seen.aside, 0)
    known = rest if seat is None else known_laid | ((seen.talon | reduce(or_, seen.side_piles, 0)) & ~laid)
    apart = [_known_of(deck, part, known) if part or whole else UNKNOWN for part in (rest & ~laid, laid)]
    parts = [
        POSITION,
        written_game(deal.engine.ruleset),
        seats[state.dealer],
        _written_contract(seen, seats),
        "/".join(hands),
        "/".join((_in_order(seen, index) or apart[0], apart[1])),
        seats[state.trick.leader] + "." + _written_trick(state),
        "/".join(written_set(deck, state.won[each]) if whole else UNKNOWN for each in order),
    ]
    if tells_announcements(index):
        parts.append(written_announcements(state.declared, deck, seats))
    return " ".join(parts)


def _written_trick(state: State) -> str:
    """The cards on the table, in the order played, with a dot for a player who has missed the turn."""
    trick, players = state.trick, state.players
    after = {(seat - trick.leader) % players: card.code for seat, card in trick.by(players)}
    due = ((state.turn or 0) - trick.leader) % players if trick.cards else 0
    return "".join(after.get(i, _MISSED) for i in range(due))


def _in_order(seen: State, index: RuleIndex) -> str:
    """The stock from which players draw or tricks bring cards, in its order; empty where there is none, or it is not known."""
    stock = [card for card in seen.stock if card and (index.draws_in_play or index.tricks_bring_talon)]
    return ORDERED + written_cards(stock) if stock and len(stock) == len(seen.stock) else ""


def _known_of(deck: Deck, part: int, known: int) -> str:
    """A set of which some cards are known, and of the others their number."""
    return written_set(deck, part & known, (part & ~known).bit_count())


def _written_heaps(seen: State, seat: int) -> str:
    """The heaps of a seat, each after its sign with the open card first: ``*D7T5S3*CDH1``. The open card of one may lie in the trick."""
    played = seen.trick.mask if seen.heaps else 0
    heaps = [heap for heap in (seen.heaps[seat] if seen.heaps else ()) if heap.top or heap.below]
    texts = []
    for heap in heaps:
        top = heap.top.code if heap.top else _IN_TRICK if played else UNKNOWN
        texts.append(HEAP + top + "".join(card.code if card else UNKNOWN for card in heap.below))
    return "".join(texts)


def untold(reason: str) -> RecordError:
    message = _("a line cannot hold this position: {reason}")
    hint = _("an example file holds more: tarot-teach new example")
    return RecordError.of("line.untold", message, hint=hint, reason=reason)


def _written_contract(state: State, seats: Sequence[str]) -> str:
    """Taker, contract, the card called and the partner where known, and the suit that has become trumps."""
    auction, trumps = state.auction, [state.trumps] if state.trumps else []
    if auction.taker is None:
        return ".".join([NONE, *([auction.contract] if auction.contract else []), *trumps])
    words = [seats[auction.taker], auction.contract or ""]
    if auction.called is not None:
        words.append(auction.called.code)
        if auction.known and not any(hand & auction.called.bit for hand in (*state.hands, state.trick.mask)):
            words.append(_ALONE if auction.partner is None else seats[auction.partner])
    return ".".join([*words, *trumps])


# ---------------------------------------------------------------- reading


def read_position_line(text: str, library: Library) -> tuple[Game, dict[str, Any], Document]:
    """The ruleset of a position, the entries of its record, and where they stand in the line.

    Raises LoadError for an unknown ruleset, and RecordError with the place of a fault.
    """
    names = ("ruleset", "dealer", "contract", "hands", "talon/laid", "leader.trick", "won")
    named, who, under, held, apart, turn, piles, *more = parts_of(text, POSITION, names, f"{SAID}announcements")
    game = read_game(named, library)
    engine = Engine(game.ruleset)
    hands = [*held.split("/")]
    if len(hands) not in engine.ruleset.players:
        message = _("{name} is not for {number} players")
        hint = _("it is for {known}").format(known=", ".join(map(str, engine.ruleset.players)))
        raise RecordError.of("line.cards", message, held.place(), hint, name=game.ruleset.name, number=len(hands))
    line = _PositionLine(engine, engine.seats(len(hands)))
    dealer = read_dealer(who, line.seats)
    start = {"step": "play", "dealer": line.seats[dealer], **line.turn(turn)}
    data: dict[str, Any] = {"start": start, **line.contract(under, start)}
    order = seats_after(dealer, len(hands))
    data["hands"] = line.hands([*zip(order, hands, strict=True)])
    if line.heaps:
        data["heaps"] = line.heaps
    if line.table:
        data["tricks"] = [{"cards": [f"{line.seats[seat]} {card.code}" for seat, card in line.table]}]
    data |= line.apart(apart, start.get("contract"))
    said = [read_announcements(part, line.deck, line.index, line.seats) for part in more]
    data |= {"shown": said[0]} if said else {}
    data |= line.won(piles, order, announced=bool(said))
    line.check_all_there(held)
    at: dict[KeyPath, Place] = {
        (): named.place(),
        ("ruleset",): named.place(),
        ("start",): under.place(),
        ("start", "dealer"): who.place(),
        ("start", "leader"): turn.place(),
        ("call",): under.place(),
        ("hands",): held.place(),
        ("heaps",): held.place(),
        ("talon",): apart.place(),
        ("kept",): apart.place(),
        ("won",): piles.place(),
        ("tricks",): turn.place(),
        ("shown",): more[0].place() if more else named.place(),
    }
    at |= {("hands", line.seats[seat]): part.place() for seat, part in zip(order, hands, strict=True)}
    return game, data, Document(named.place().file, data, values=at, lines=(named.line,))


class _PositionLine:
    """Reads the parts of a position, and knows which cards it has seen. ``table`` is the trick, with the seats; ``heaps`` are those of each seat."""

    def __init__(self, engine: Engine, seats: tuple[str, ...]) -> None:
        self.engine = engine
        self.index: RuleIndex = engine.index
        self.deck = engine.ruleset.deck
        self.seats = seats
        self.seen = 0
        self.number: int | None = 0
        self.may_miss = self.index.draws_in_play
        self.table: list[tuple[int, Card]] = []
        self.heaps: dict[str, list[list[str]]] = {}

    def turn(self, part: Part) -> dict[str, str]:
        """The leader, with the cards on the table kept in ``table``."""
        letter, sign, rest = part.text.partition(".")
        leader = read_seat(Part(letter, part.at, part.line), self.seats)
        cards_of_trick = part.after(len(letter) + 1)
        seat = leader
        for cards in cards_of_trick.split(_MISSED) if rest else ():
            played = read_cards(cards, self.deck) if cards.text else []
            self.table += [((seat + i) % len(self.seats), card) for i, card in enumerate(played)]
            seat += len(played) + 1
        on_table = [card for _seat, card in self.table]
        missing = rest.count(_MISSED) if self.may_miss else 0
        if not sign or len(on_table) + missing >= len(self.seats) or (_MISSED in rest and not self.may_miss):
            message = _("{text!r} is not a leader and a trick that is not complete")
            hint = _("write the seat, a dot, and the cards on the table, as in {typed}").format(
                typed=f"{self.seats[0]}."
            )
            raise RecordError.of("line.form", message, part.place(), hint, text=part.text)
        self._see(part, Held(self.deck.mask(on_table)))
        if len({*on_table}) < len(on_table):
            raise twice(part.place(), on_table[-1])
        return {"leader": letter}

    def contract(self, part: Part, start: dict[str, Any]) -> dict[str, str]:
        """The card called; taker, contract, partner and trumps go into ``start``."""
        if part.text in (NONE, UNKNOWN):
            return {}
        taker, *words = part.split(".")
        called: dict[str, str] = {}
        suits = [suit.id for suit in self.deck.suits.values() if suit.kind == "plain"]
        if taker.text == NONE:
            words = words if words and words[0].text in self.index.contracts else [taker, *words]
        else:
            start["taker"] = self.seats[read_seat(taker, self.seats)]
        if words and words[0].text != NONE:
            start["contract"] = words[0].text
            if words[0].text not in self.index.contracts:
                hint = suggest(words[0].text, self.index.contracts, _("contracts"))
                message, name = _("{name} has no contract {contract!r}"), self.engine.ruleset.name
                raise RecordError.of("line.form", message, words[0].place(), hint, name=name, contract=words[0].text)
        for word in words[1:]:
            if word.text in self.deck.by_code and not called:
                called = {"call": word.text}
            elif word.text in (*self.seats, _ALONE) and "partner" not in start:
                start["partner"] = word.text
            elif word.text in suits and "trumps" not in start:
                start["trumps"] = word.text
            else:
                message = _("{word!r} is neither a card called nor a partner nor a suit of trumps")
                hint = _("write a card, a seat or {alone}, or a suit: {suits}")
                hint = hint.format(alone=_ALONE, suits=", ".join(suits))
                raise RecordError.of("line.form", message, word.place(), hint, word=word.text)
        return called

    def hands(self, held: Sequence[tuple[int, Part]]) -> dict[str, list[str]]:
        """The hands as they were when the trick was led, by seat."""
        hands, played = {}, dict(self.table)
        for seat, part in held:
            part, *heaps = part.split(HEAP)
            hand = read_set(part, self.deck)
            self._see(part, hand)
            mine = [played[seat].code] if seat in played else []
            for heap in heaps:
                mine = self._heap(heap, seat, mine)
            if hand.unknown is not None:
                codes = [card.code for card in self.deck.set(hand.mask)] + [UNKNOWN] * hand.unknown
                hands[self.seats[seat]] = codes + mine
        return hands

    def _heap(self, part: Part, seat: int, played: list[str]) -> list[str]:
        """Keep a heap in ``heaps``; give what a seat has played and no heap had on top."""
        codes, at, text = list[str](), 0, part.text
        if text[:1] == _IN_TRICK and played:
            codes, played, at = played, [], 1
        while at < len(text):
            known = re.match(f"[^{UNKNOWN}]+", text[at:])
            cards = read_cards(Part(known[0], part.at + at, part.line), self.deck) if known else []
            self._see(part, Held(self.deck.mask(cards), 0 if known else 1))
            codes += [card.code for card in cards] or [UNKNOWN]
            at += len(known[0]) if known else 1
        self.heaps.setdefault(self.seats[seat], []).append(codes)
        return played

    def apart(self, part: Part, contract: object) -> dict[str, Any]:
        """The talon, and what was laid away. A talon that the taker has taken up counts with it."""
        parts = [*part.split("/")]
        if len(parts) != 2:
            message, hint = _("{text!r} is not a talon and what was laid away"), _("write them like -/S5,T2 or ?6/-")
            raise RecordError.of("line.form", message, part.place(), hint, text=part.text)
        order = read_cards(parts[0].after(1), self.deck) if parts[0].text.startswith(ORDERED) else []
        talon = Held(self.deck.mask(order)) if order else read_set(parts[0], self.deck)
        if len(order) > talon.size:
            raise twice(parts[0].place(), next(card for i, card in enumerate(order) if card in order[:i]))
        laid = read_set(parts[1], self.deck)
        for each, cards in zip(parts, (talon, laid), strict=True):
            self._see(each, cards)
        taken = isinstance(contract, str) and (move := self.index.talon_move(contract)[1]) and move.into_hand
        if taken and laid.size:
            talon, laid = Held(), Held(talon.mask | laid.mask, (talon.unknown or 0) + (laid.unknown or 0))
        data: dict[str, Any] = {}
        if talon.size or talon.unknown is None:
            codes = [card.code for card in order or self.deck.set(talon.mask)]
            if self.may_miss and not order:  # the cards lie in another order than that of the pack
                codes = [UNKNOWN] * len(codes)
            data["talon"] = codes + [UNKNOWN] * talon.unknown if talon.unknown is not None else "unknown"
        if laid.mask and not laid.unknown and not self.index.keeps_talon:
            data["kept"] = [card.code for card in self.deck.set(laid.mask)]
        return data

    def won(self, part: Part, order: Sequence[int], *, announced: bool) -> dict[str, Any]:
        """The cards captured by each seat, where all are known and the rules ask for nothing that the line does not tell; ``announced``: it has announcements."""
        piles = [*part.split("/")]
        if len(piles) != len(self.seats):
            message, hint = _("{number} piles are told, and there are {players} seats"), _("write - for an empty pile")
            raise RecordError.of("line.form", message, part.place(), hint, number=len(piles), players=len(self.seats))
        found: dict[str, list[str]] = {}
        whole = scores_by_cards(self.index, announced=announced)
        for seat, pile in zip(order, piles, strict=True):
            if pile.text.isdecimal():
                whole = False
                self.number = None if self.number is None else self.number + int(pile.text) * len(self.seats)
                continue
            cards = read_set(pile, self.deck)
            self._see(pile, cards)
            whole = whole and cards.unknown == 0
            if cards.mask:
                found[self.seats[seat]] = [card.code for card in self.deck.set(cards.mask)]
        return {"won": found} if whole else {}

    def _see(self, part: Part, held: Held) -> None:
        if held.mask & self.seen:
            raise twice(part.place(), next(iter(self.deck.set(held.mask & self.seen))))
        self.seen |= held.mask
        self.number = None if self.number is None or held.unknown is None else self.number + held.size

    def check_all_there(self, part: Part) -> None:
        """Raise RecordError where the numbers of cards do not make up the pack."""
        if self.number is not None and self.number != len(self.deck.cards):
            message = _("the line has {number} cards in all, and the {title} has {size}")
            hint = _("write ?3 for three cards that are not known, and ? where their number is not known")
            size = len(self.deck.cards)
            raise RecordError.of(
                "line.cards", message, part.place(), hint, number=self.number, title=self.deck.title, size=size
            )


def tells_announcements(index: RuleIndex) -> bool:
    """True for rules by which announcements, and the cards that each player has won, decide the score."""
    return bool(index.whole.offers) and scores_by_cards(index, announced=True)


def scores_by_cards(index: RuleIndex, *, announced: bool = False) -> bool:
    """True if nothing but the cards that each player has won decides the score: no choice, payment or earlier deal, and no announcement but those that are
    ``announced`` beside the cards."""
    whole = index.whole
    return not (
        (whole.offers and not announced)
        or whole.keeps_talon
        or whole.all(Asks)
        or any(isinstance(rule, PaysInPlay) for rule in whole.mechanisms.values())
        or whole.remembers
    )
