"""The first state of a record: seats, hands, pack and called card, or only a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import add

from tarot_teach.cards import Card, Deck, cards_for_prompts
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import Faults, KeyPath, NotationError, RecordError, suggest
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.records.format import UNKNOWN, ExampleFile
from tarot_teach.records.match_entries import check_payments, memory_of, payments_of
from tarot_teach.records.record import Record
from tarot_teach.records.results import outcomes_of
from tarot_teach.rules import counts_in_words
from tarot_teach.table import Facts
from tarot_teach.table.state import Auction, Declaration, Heap, Phase, State

HIDDEN = "?"
_ONCE = N_("each card is in one place only")


def is_unnamed(text: str) -> bool:
    """True for a play whose card is not named: ``W ?``."""
    return text.split()[1:] == [HIDDEN]


class RecordReader:
    """Reads seats and cards of one record, and collects faults with their places. Raises RecordError for too many players."""

    def __init__(self, record: Record, engine: Engine) -> None:
        self.record = record
        self.file: ExampleFile = record.file
        self.engine = engine
        self.name: str = engine.ruleset.name
        self.deck: Deck = engine.ruleset.deck
        self.faults: Faults = Faults(record)
        self.seats: tuple[str, ...] = self._seats()

    def check(self) -> None:
        """Raise RecordError if there are faults."""
        self.faults.check(RecordError)

    def _seats(self) -> tuple[str, ...]:
        named, players = tuple(self.file.seats or ()), self.engine.ruleset.players
        number = len(named) or len(self.file.hands) or None
        if number not in players:
            if named or (number or 0) > max(players):
                hint = _("it is for {known}").format(known=", ".join(str(n) for n in players))
                at = ("seats",) if named else ("hands",)
                message = _("{name} is not for {number} players")
                self.faults.fault("record.players", message, at, hint, name=self.name, number=number)
                self.check()
            number = None
        return named or self.engine.seats(number)

    def seat(self, letter: str | None, path: KeyPath, default: int) -> int:
        """The number of a seat; ``default`` where none is given, or after a fault."""
        if letter is None:
            return default
        if letter not in self.seats:
            hint = suggest(letter, self.seats, _("seats"))
            self.faults.fault("record.seat", _("nobody sits at {letter!r}"), path, hint, letter=letter)
            return default
        return self.seats.index(letter)

    def card(self, code: str, path: KeyPath) -> Card | None:
        """Parse a card. Returns None after a fault."""
        try:
            return self.deck.card(code)
        except NotationError as error:
            self.faults.add(error, path)
            return None

    def cards(self, codes: Sequence[str], path: KeyPath) -> tuple[int, int]:
        """The mask of the cards, and the number of unknown ones (``?``)."""
        mask = 0
        for i, code in enumerate(codes):
            card = None if code == HIDDEN else self.card(code, (*path, i))
            if card is None:
                continue
            if mask & card.bit:
                message = _("{code} stands twice in the same place")
                self.faults.fault("record.card-twice", message, (*path, i), _(_ONCE), code=card.code)
            mask |= card.bit
        return mask, list(codes).count(HIDDEN)

    def calls(self) -> Iterator[tuple[Card, KeyPath]]:
        """The cards that the taker calls, each with its place. Raises RecordError."""
        given = self.file.call or []
        for i, code in enumerate([given] if isinstance(given, str) else given):
            path: KeyPath = ("call",) if isinstance(given, str) else ("call", i)
            card = self.card(code, path)
            self.check()
            if card is not None:
                yield card, path

    def play_in_part(self, text: str, path: KeyPath) -> tuple[int, Card | None] | None:
        """The seat and the card of a play, as ``play`` reads them; no card where the record does not name it: ``W ?``."""
        if not is_unnamed(text):
            return self.play(text, path)
        seat = self.seat(text.split()[0], path, -1)
        return None if seat < 0 else (seat, None)

    def play(self, text: str, path: KeyPath) -> tuple[int, Card] | None:
        """Parse seat and card of ``W H10``. Returns None after a fault."""
        words = text.split()
        if len(words) != 2:
            typed = f"{self.seats[-1]} {cards_for_prompts(self.deck)[0]}"
            message, hint = _("{text!r} is not a seat and a card"), _("write it like `{typed}`").format(typed=typed)
            self.faults.fault("record.play", message.format(text=text), path, hint)
            return None
        seat, card = self.seat(words[0], path, -1), self.card(words[1], path)
        return None if card is None or seat < 0 else (seat, card)

    def announcement(self, i: int) -> str:
        """The rule by which the record's announcement number ``i`` is made; empty after a fault."""
        level, index = self.file.shown[i].level, self.engine.index
        rule = index.offering(level)
        if rule is None:
            hint = suggest(level, [level for offer in index.offers for level in offer.levels], _("announcements"))
            message = _("{name} has no announcement {level!r}").format(name=self.name, level=level)
            self.faults.fault("record.shown", message, ("shown", i, "level"), hint)
        return rule.rule if rule else ""

    def dealer(self) -> int:
        """The dealer's seat; by default the last in order of play."""
        return self.seat(self.file.start.dealer, ("start", "dealer"), len(self.seats) - 1)

    def holdings(self) -> tuple[int, ...] | None:
        """Chips by seat, in game points: of all players, or of none."""
        given = self.file.holdings
        if given is None:
            return None
        for letter, chips in given.items():
            path = ("holdings", letter)
            self.seat(letter, path, 0)
            if chips < 0:
                message = _("{letter} has {chips} chips").format(letter=letter, chips=chips)
                self.faults.fault("record.holdings", message, path, _("write 0 for a player who has none left"))
        missing = ", ".join(letter for letter in self.seats if letter not in given)
        if missing:
            message = _("the chips of {missing} are not given").format(missing=missing)
            self.faults.fault("record.holdings", message, ("holdings",), _("give each player's chips"))
        return tuple(given.get(letter, 0) for letter in self.seats)

    def memory(self) -> Facts:
        """The memory of the match that the record gives: amounts that rules keep from earlier deals."""
        return memory_of(self.file.memory, self.engine.index, self.seats, self.faults.below("memory").fault)


def begin(reader: RecordReader) -> Deal:
    """The deal before the first action of the record. Raises RecordError with all faults."""
    engine, start, dealer, holdings = reader.engine, reader.file.start, reader.dealer(), reader.holdings()
    memory = reader.memory()
    if start.step == "deal":
        pack = _pack(reader)
        reader.check()
        state = engine.start(pack, seed=start.seed, dealer=dealer, seats=reader.seats, memory=memory)
        return Deal(engine, state._replace(chips=holdings))
    if start.step == "play" and not engine.index.play.in_tricks:
        message = _(
            "an example of {name} cannot begin in the middle of the play: it does not tell which cards lie open"
        )
        hint = _("write `step: bid`, with the hands as dealt and the whole talon")
        reader.faults.fault("record.position", message, ("start", "step"), hint, name=reader.name)
        reader.check()
    position = setup_of(reader, dealer)
    reader.check()
    return replace(position, chips=holdings, memory=memory).deal(engine, start.step)


def _pack(reader: RecordReader) -> list[Card] | None:
    file, deck = reader.file, reader.deck
    if file.pack is None:
        if file.start.seed is None:
            message = _("a deal that begins with the pack needs `pack` or `start.seed`")
            hint = _("give the shuffled pack, top card first, or a seed for it")
            reader.faults.fault("record.pack", message, ("start",), hint)
        return None
    mask, _hidden = reader.cards(file.pack, ("pack",))
    if len(deck.cards) != len(file.pack):
        missing = [card.code for card in deck.set(deck.all & ~mask)]
        named = ", ".join(missing[:8]) + (" …" if len(missing) > 8 else "")
        hint = _("missing: {cards}").format(cards=named)
        message = _("the pack has {number} cards; the {title} has {number_2}").format(
            number=len(file.pack), title=deck.title, number_2=len(deck.cards)
        )
        reader.faults.fault("record.pack", message, ("pack",), hint if missing else _("some card stands there twice"))
    return None if reader.faults else [deck.card(code) for code in file.pack]


def setup_of(reader: RecordReader, dealer: int) -> Setup:
    """The cards and seats of a record that begins after the deal."""
    file, start, seats = reader.file, reader.file.start, reader.seats
    hands, unseen = [0] * len(seats), [0] * len(seats)
    for letter, codes in file.hands.items():
        seat = reader.seat(letter, ("hands", letter), -1)
        if seat >= 0:
            hands[seat], unseen[seat] = reader.cards(codes, ("hands", letter))
    talon = reader.cards(file.talon, ("talon",))[0] if isinstance(file.talon, list) else 0
    kept = reader.cards(file.kept, ("kept",))[0] if file.kept else 0
    won = [0] * len(seats)
    for letter, codes in (file.won or {}).items():
        won[reader.seat(letter, ("won", letter), 0)] = reader.cards(codes, ("won", letter))[0]
    taker = None if start.taker is None else reader.seat(start.taker, ("start", "taker"), 0)
    heaps = _heaps(reader)
    _check_contract(reader, taker)
    _check_sizes(reader, hands, unseen, heaps, taker)
    _check_places(reader, hands, heaps, talon, kept, won)
    for seat, row in enumerate(heaps):
        hands[seat] |= sum(heap.top.bit for heap in row if heap.top)
    below = [sum(len(heap.below) for heap in row) for row in heaps] or [0] * len(seats)
    longest = max(mask.bit_count() + more + lying for mask, more, lying in zip(hands, unseen, below, strict=True))
    missing = start.step == "play" and longest < reader.engine.index.deals.tricks(len(seats))
    leader = None if start.leader is None else reader.seat(start.leader, ("start", "leader"), 0)
    if leader is None and missing and file.tricks:
        first = reader.play_in_part(file.tricks[0].cards[0], ("tricks", 0, "cards", 0))
        leader = first[0] if first else 0
    calls = reader.engine.index.calls
    called_before = start.step == "play" or (start.step == "discard" and not (calls and calls.after_discard))
    called = [None, *(card for card, _path in reader.calls())][-1] if called_before else None
    counted = file.won is not None and not any(unseen) and taker is not None
    declared = []
    for i, shown in enumerate(file.shown):
        rule, offer = reader.announcement(i), reader.engine.index.offering(shown.level)
        if offer and (missing or (leader is not None and offer.before_lead)):
            cards = None if shown.cards is None else reader.cards(shown.cards, ("shown", i, "cards"))[0]
            seat = reader.seat(shown.seat, ("shown", i, "seat"), 0)
            declared.append(Declaration(seat, rule, shown.level, cards))
    return Setup(
        seats=seats,
        dealer=dealer,
        hands=tuple(hands),
        unseen=tuple(unseen),
        talon=talon,
        taker=taker,
        contract=start.contract,
        called=called,
        partner=_partner(reader, called, taker, hands, counted, talon | kept),
        discard=kept,
        leader=leader,
        won=None if file.won is None else tuple(won),
        declared=tuple(declared),
        order=_order(reader, talon),
        trumps=_trumps(reader),
        face_up=_face_up(reader, hands, dealer),
        heaps=heaps,
        stock=_stock(reader),
    )


def _face_up(reader: RecordReader, hands: list[int], dealer: int) -> tuple[Card, ...]:
    """The cards that were dealt face up, of each hand in turn, in a record that begins with hands as dealt."""
    index, given, players = reader.engine.index, reader.file.face_up, len(reader.seats)
    number, begins = index.deals.face_up * players, reader.file.start.step == "bid"

    def wrong(message: str, path: KeyPath, hint: str) -> None:
        reader.faults.fault("record.face-up", message, path, hint)

    if given is None:
        if number and begins:
            wrong(
                _("it is not told which cards were dealt face up"),
                ("hands",),
                _("add `face_up`, the first dealt first"),
            )
        return ()
    reader.cards(given, ("face_up",))
    if not number or not begins:
        message = _("in {name} no card is dealt face up").format(name=reader.name)
        if number:
            message = _("which cards were dealt face up is told in a record that begins with hands as dealt")
        wrong(message, ("face_up",), _("leave it out"))
    elif len(given) != number:
        message = _("{given} cards are said to be dealt face up, and there are {number}")
        wrong(message.format(given=len(given), number=number), ("face_up",), _("name them all, the first dealt first"))
    if reader.faults:
        return ()
    cards = [reader.deck.card(code) for code in given]
    for i, (card, seat) in enumerate(zip(cards, index.dealt_in_turn(dealer, players), strict=False)):
        if not hands[seat] & card.bit:
            message = _("{code} was dealt face up to {letter}, whose hand does not have it")
            message = message.format(code=card.code, letter=reader.seats[seat])
            wrong(message, ("face_up", i), _("name the cards in the order in which they were dealt"))
    return tuple(cards)


def _heaps(reader: RecordReader) -> tuple[tuple[Heap, ...], ...]:
    """The heaps of all seats: as dealt, or with open cards where the record begins with the play; none where none are given."""
    given, step, players = reader.file.heaps, reader.file.start.step, len(reader.seats)
    sizes = list(reader.engine.index.heap_sizes(players))
    if not sizes and given:
        message = _("in {name} nothing lies before the players").format(name=reader.name)
        reader.faults.fault("record.heaps", message, ("heaps",), _("leave it out"))
    if not given or not sizes:
        return ()
    found: list[tuple[Heap, ...]] = [()] * players
    for letter, heaps in given.items():
        seat, row = reader.seat(letter, ("heaps", letter), -1), list[Heap]()
        for i, codes in enumerate(heaps):
            path: KeyPath = ("heaps", letter, i)
            reader.cards(codes, path)
            cards = [None if code == HIDDEN or reader.faults else reader.deck.card(code) for code in codes]
            opened = step == "play"
            if opened and cards and cards[0] is None and not reader.faults:
                reader.faults.fault("record.heaps", _("the open card of a heap is not known"), path, _("name it"))
            row.append(Heap(cards[0], tuple(cards[1:])) if opened and cards else Heap(None, tuple(cards)))
        if seat >= 0:
            found[seat] = tuple(row)
    for letter, laid in zip(reader.seats, found, strict=True):
        lying = [len(heap.below) + (heap.top is not None) for heap in laid]
        fits = len(lying) <= len(sizes) and sum(lying) <= sum(sizes) if step == "play" else lying == sizes
        if not fits and not reader.faults:
            message = _("the heaps of {letter} have {given} cards, and should have {sizes}")
            path = ("heaps", letter) if letter in given else ("heaps",)
            words = counts_in_words(lying) if lying else "0"
            message = message.format(letter=letter, given=words, sizes=counts_in_words(sizes))
            reader.faults.fault("record.heaps", message, path, _("write ? for a card that is not known"))
    return tuple(found)


def _trumps(reader: RecordReader) -> str:
    """The suit that has become trumps before the record begins; empty where none is named."""
    suit = reader.file.start.trumps or ""
    suits = [*reader.engine.index.may_be_trumps]
    if suit and not reader.engine.index.brings_trumps:
        message = _("in {name} no suit becomes trumps by a choice").format(name=reader.name)
        reader.faults.fault("record.trumps", message, ("start", "trumps"), _("leave it out"))
    elif suit and suit not in suits:
        message = _("{suit!r} is no suit that may become trumps in {name}").format(suit=suit, name=reader.name)
        reader.faults.fault("record.trumps", message, ("start", "trumps"), suggest(suit, suits, _("suits")))
    return "" if reader.faults else suit


def _order(reader: RecordReader, talon: int) -> tuple[Card, ...]:
    """The cards of the talon in the order in which they are given; none where some are not known."""
    given = reader.file.talon if isinstance(reader.file.talon, list) else []
    cards = tuple(reader.deck.card(code) for code in given if code != HIDDEN and not reader.faults)
    return cards if len(cards) == talon.bit_count() else ()


def _stock(reader: RecordReader) -> tuple[Card | None, ...]:
    """The cards of the talon in the order in which they are given, each that is not known as None."""
    given = reader.file.talon if isinstance(reader.file.talon, list) and not reader.faults else []
    return tuple(None if code == HIDDEN else reader.deck.card(code) for code in given)


def _check_contract(reader: RecordReader, taker: int | None) -> None:
    start, contracts = reader.file.start, reader.engine.index.contracts
    needed = start.step in ("talon", "discard") or (start.step == "play" and contracts and not reader.file.won)
    if contracts and needed and (taker is None or start.contract is None):
        if start.step != "play":
            message = _("a record from the {step} on needs a taker and a contract").format(step=start.step)
            reader.faults.fault("record.contract", message, ("start",), _("add `taker` and `contract`"))
    elif start.contract is not None and start.contract not in contracts:
        message = _("{name} has no contract {contract!r}").format(name=reader.name, contract=start.contract)
        hint = suggest(start.contract, contracts, _("contracts"))
        reader.faults.fault("record.contract", message, ("start", "contract"), hint)


def _check_sizes(
    reader: RecordReader, hands: list[int], unseen: list[int], heaps: Sequence[Sequence[Heap]], taker: int | None
) -> None:
    """Hands of equal size, whole at the start of a deal; in the play together with their heaps, and of any size where players draw cards. A hand
    that is not given becomes unknown in ``unseen``."""
    deals, step = reader.engine.index.deals, reader.file.start.step
    full, lying = deals.hand_size(len(reader.seats)), [0] * len(reader.seats)
    largest = reader.engine.index.largest_hand(len(reader.seats))
    drawn = step == "play" and reader.engine.index.draws_in_play
    if step == "play":
        full = deals.tricks(len(reader.seats))
        lying = [sum(len(heap.below) + 1 for heap in row) for row in heaps] or lying
    sizes = [mask.bit_count() + more for mask, more in zip(hands, unseen, strict=True)]
    whole = full if step in ("bid", "talon", "discard") else max(map(add, sizes, lying))
    if not any(sizes):
        hint = _("write the cards of one seat at least")
        reader.faults.fault("record.hands", _("no hand is given"), ("hands",), hint)
    for seat, (letter, size) in enumerate(zip(reader.seats, sizes, strict=True)):
        extra = deals.talon_size(len(reader.seats)) if step == "discard" and seat == taker else 0
        expected = whole - lying[seat]
        if drawn and letter in reader.file.hands and size <= largest:
            continue
        if not size:
            unseen[seat] = expected + extra
        elif size != expected + extra or size + lying[seat] > full + extra:
            message = ngettext(
                "the hand of {letter} has {number} card, and should have {want}",
                "the hand of {letter} has {number} cards, and should have {want}",
                size,
            ).format(letter=letter, number=size, want=min(expected, full - lying[seat]) + extra)
            hint = _("write ? for a card that is not known")
            reader.faults.fault("record.hand-size", message, ("hands", letter), hint)


def _check_places(
    reader: RecordReader, hands: list[int], heaps: Sequence[Sequence[Heap]], talon: int, kept: int, won: list[int]
) -> None:
    """Check that no card is in two places. The talon is in the taker's hand where the record begins with the discard."""
    held: dict[str, KeyPath] = {}
    places: list[tuple[KeyPath, int]] = [(("hands", seat), hands[i]) for i, seat in enumerate(reader.seats)]
    for seat, row in zip(reader.seats, heaps, strict=False):
        lying = [(i, card) for i, heap in enumerate(row) for card in (heap.top, *heap.below) if card]
        places += [(("heaps", seat, i), card.bit) for i, card in lying]
    places += [(("won", seat), mask) for seat, mask in zip(reader.seats, won, strict=True)]
    places += [(("kept",), kept), (("talon",), 0 if reader.file.start.step == "discard" else talon)]
    for path, mask in places:
        for card in reader.deck.set(mask):
            if card.code in held:
                where = " of ".join(str(part) for part in held[card.code])
                message = _("{code} is here, and among the {where} too")
                reader.faults.fault("record.card-twice", message, path, _(_ONCE), code=card.code, where=where)
            held[card.code] = path


def is_unknown(value: object) -> bool:
    """True for an entry that is left out or given as unknown."""
    return value is None or value == UNKNOWN


def _partner(
    reader: RecordReader, called: Card | None, taker: int | None, hands: list[int], counted: bool, aside: int
) -> int | None:
    """The partner, if no hand holds the called card any more. A deal that is to be ``counted`` needs one.

    ``aside`` are talon and discard, as a mask: whose called card lies there is alone.
    """
    start, calls, path = reader.file.start, reader.engine.index.calls, ("start", "partner")

    def wrong(message: str, at: KeyPath, hint: str) -> None:
        reader.faults.fault("record.partner", message, at, hint)

    if start.partner is not None and (calls is None or start.step != "play"):
        message = _("a partner is named in a record that begins after the called card was played")
        wrong(message, path, "leave `partner` out")
        return None
    held = called is not None and any(hand & called.bit for hand in hands)
    seat = None if start.partner in (None, "alone") else reader.seat(start.partner, path, -1)
    if start.partner is not None and held:
        message = _("{called} is in a hand, which says who the partner is").format(called=called)
        wrong(message, path, _("leave it out"))
    elif seat is not None and seat == taker:
        wrong(_("the taker cannot partner themselves"), path, "write `alone`")
    elif start.partner is None and counted and calls and not held and not (called and aside & called.bit):
        message = _("which card was called is not told: who plays with the taker is not known")
        if called:
            message = _("{called} has been played: who plays with the taker is not known").format(called=called)
        wrong(message, ("start",), _("add `partner`: a seat, or `alone`"))
    return seat


def scored(reader: RecordReader) -> Deal:
    """A deal of which the record gives only the result. Raises RecordError with all faults."""
    result, engine = reader.file.result, reader.engine
    if result is None:
        message = _("an example that begins with the score needs `result`")
        hint = _("add the result, or begin with the play")
        raise RecordError.of("record.result", message, reader.record.place(("start", "step")), hint)
    fault = reader.faults.below("result").fault
    outcomes = outcomes_of(result, engine.scorer, reader.deck, reader.seats, fault)
    holdings, dealer, memory = reader.holdings(), reader.dealer(), reader.memory()
    below = reader.faults.below("result", "paid").fault
    paid = payments_of(result.paid, engine.index, reader.seats, below)
    reader.check()
    check_payments(paid, engine.index, memory, outcomes[0].taker, below)
    reader.check()
    found, opening = engine.scorer.result(outcomes, len(reader.seats), holdings, memory, paid)
    first = outcomes[0]
    auction = Auction(contract=first.contract, taker=first.taker, partner=first.partner)
    state = State(reader.name, reader.deck, reader.seats, dealer, auction=auction, chips=holdings, result=found)
    return Deal(engine, state._replace(phase=Phase.OVER, memory=memory, paid=paid), opening)
