"""The first state of a record: seats, hands, pack and called card, or only a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tarot_teach.cards import Card, Deck
from tarot_teach.engine import Deal, Engine, Setup
from tarot_teach.errors import Faults, KeyPath, NotationError, RecordError, suggest
from tarot_teach.language import N_, _, ngettext
from tarot_teach.records.format import UNKNOWN, ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.results import outcomes_of
from tarot_teach.table import Auction, Declaration, Phase, State

HIDDEN = "?"
_ONCE = N_("each card is in one place only")


class RecordReader:
    """Reads seats and cards of one record, and collects faults with their places."""

    def __init__(self, record: Record, engine: Engine) -> None:
        self.record = record
        self.file: ExampleFile = record.file
        self.engine = engine
        self.deck: Deck = engine.ruleset.deck
        self.faults: Faults = Faults(record)
        self.seats: tuple[str, ...] = self._seats()

    def check(self) -> None:
        """Raise RecordError if there are faults."""
        self.faults.check(RecordError)

    def _seats(self) -> tuple[str, ...]:
        named = tuple(self.file.seats) if self.file.seats else None
        number = len(named) if named else (len(self.file.hands) or None)
        if number not in self.engine.ruleset.players:
            if named or (number or 0) > max(self.engine.ruleset.players):
                known = ", ".join(str(n) for n in self.engine.ruleset.players)
                self.faults.fault(
                    "record.players",
                    _("{name} is not for {number} players").format(name=self.engine.ruleset.name, number=number),
                    ("seats",) if named else ("hands",),
                    _("it is for {known}").format(known=known),
                )
                self.check()
            number = None
        return named or self.engine.seats(number)

    def seat(self, letter: str | None, path: KeyPath, default: int) -> int:
        """The number of a seat."""
        if letter is None:
            return default
        if letter not in self.seats:
            self.faults.fault(
                "record.seat",
                _("nobody sits at {letter!r}").format(letter=letter),
                path,
                suggest(letter, self.seats, _("seats")),
            )
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
        mask, hidden = 0, 0
        for i, code in enumerate(codes):
            if code == HIDDEN:
                hidden += 1
                continue
            card = self.card(code, (*path, i))
            if card is None:
                continue
            if mask & card.bit:
                self.faults.fault(
                    "record.card-twice",
                    _("{code} stands twice in the same place").format(code=card.code),
                    (*path, i),
                    _(_ONCE),
                )
            mask |= card.bit
        return mask, hidden

    def calls(self) -> Iterator[tuple[Card, KeyPath]]:
        """The cards that the taker calls, each with its place. Raises RecordError."""
        given = self.file.call or []
        for i, code in enumerate([given] if isinstance(given, str) else given):
            path: KeyPath = ("call",) if isinstance(given, str) else ("call", i)
            card = self.card(code, path)
            self.check()
            if card is not None:
                yield card, path

    def play(self, text: str, path: KeyPath) -> tuple[int, Card] | None:
        """Parse seat and card of ``W H10``. Returns None after a fault."""
        words = text.split()
        if len(words) != 2:
            self.faults.fault(
                "record.play",
                _("{text!r} is not a seat and a card").format(text=text),
                path,
                _("write it like `W H10`"),
            )
            return None
        before = len(self.faults)
        seat = self.seat(words[0], path, 0)
        card = self.card(words[1], path)
        return None if card is None or len(self.faults) > before else (seat, card)

    def announcement(self, i: int) -> str:
        """The rule by which the record's announcement number ``i`` is made."""
        level = self.file.shown[i].level
        rule = self.engine.index.offering(level)
        if rule is None:
            known = [level for offer in self.engine.index.offers for level in offer.levels]
            message = _("{name} has no announcement {level!r}").format(name=self.engine.ruleset.name, level=level)
            self.faults.fault("record.shown", message, ("shown", i, "level"), suggest(level, known, _("announcements")))
            return ""
        return rule.rule


def begin(reader: RecordReader) -> Deal:
    """The deal before the first action of the record. Raises RecordError with all faults."""
    file, engine = reader.file, reader.engine
    dealer = reader.seat(file.start.dealer, ("start", "dealer"), len(reader.seats) - 1)
    holdings = holdings_of(reader)
    if file.start.step == "deal":
        pack = _pack(reader)
        reader.check()
        state = engine.start(pack, seed=file.start.seed, dealer=dealer, seats=reader.seats)
        return Deal(engine, state._replace(chips=holdings))
    position = _position(reader, dealer)
    reader.check()
    return replace(position, chips=holdings).deal(engine, file.start.step)


def holdings_of(reader: RecordReader) -> tuple[int, ...] | None:
    """Chips by seat, in game points: of all players, or of none."""
    given = reader.file.holdings
    if given is None:
        return None
    for letter, chips in given.items():
        reader.seat(letter, ("holdings", letter), 0)
        if chips < 0:
            hint = _("write 0 for a player who has none left")
            reader.faults.fault(
                "record.holdings",
                _("{letter} has {chips} chips").format(letter=letter, chips=chips),
                ("holdings", letter),
                hint,
            )
    missing = [letter for letter in reader.seats if letter not in given]
    if missing:
        message = _("the chips of {missing} are not given").format(missing=", ".join(missing))
        reader.faults.fault("record.holdings", message, ("holdings",), _("give each player's chips"))
    return tuple(given.get(letter, 0) for letter in reader.seats)


def _pack(reader: RecordReader) -> list[Card] | None:
    file = reader.file
    if file.pack is None:
        if file.start.seed is None:
            message = _("a deal that begins with the pack needs `pack` or `start.seed`")
            reader.faults.fault(
                "record.pack", message, ("start",), _("give the shuffled pack, top card first, or a seed for it")
            )
        return None
    mask, _hidden = reader.cards(file.pack, ("pack",))
    if len(reader.deck.cards) != len(file.pack):
        missing = [card.code for card in reader.deck.set(reader.deck.all & ~mask)]
        reader.faults.fault(
            "record.pack",
            _("the pack has {number} cards; the {title} has {number_2}").format(
                number=len(file.pack), title=reader.deck.title, number_2=len(reader.deck.cards)
            ),
            ("pack",),
            f"missing: {', '.join(missing[:8])}{' …' if len(missing) > 8 else ''}"
            if missing
            else _("some card stands there twice"),
        )
    return None if reader.faults else [reader.deck.card(code) for code in file.pack]


def _position(reader: RecordReader, dealer: int) -> Setup:
    file, seats = reader.file, reader.seats
    hands, hidden = [0] * len(seats), [0] * len(seats)
    for letter, codes in file.hands.items():
        seat = reader.seat(letter, ("hands", letter), -1)
        if seat >= 0:
            hands[seat], hidden[seat] = reader.cards(codes, ("hands", letter))
    talon = reader.cards(file.talon, ("talon",))[0] if isinstance(file.talon, list) else 0
    kept = reader.cards(file.kept, ("kept",))[0] if file.kept else 0
    won = None
    if file.won is not None:
        piles = [0] * len(seats)
        for letter, codes in file.won.items():
            piles[reader.seat(letter, ("won", letter), 0)] = reader.cards(codes, ("won", letter))[0]
        won = tuple(piles)
    taker = None if file.start.taker is None else reader.seat(file.start.taker, ("start", "taker"), 0)
    _contract(reader, taker)
    _sizes(reader, hands, hidden, taker)
    _no_card_twice(reader, hands, talon, kept, won)
    missing = file.start.step == "play" and _missing_tricks(reader, hands, hidden) > 0
    leader = None if file.start.leader is None else reader.seat(file.start.leader, ("start", "leader"), 0)
    if leader is None and missing and file.tricks:
        first = reader.play(file.tricks[0].cards[0], ("tricks", 0, "cards", 0))
        leader = first[0] if first else 0
    called = called_before(reader)
    return Setup(
        seats=seats,
        dealer=dealer,
        hands=tuple(hands),
        unseen=tuple(hidden),
        talon=talon,
        taker=taker,
        contract=file.start.contract,
        called=called,
        partner=partner_of(reader, called, taker, hands, hidden, talon | kept),
        discard=kept,
        leader=leader,
        won=won,
        declared=tuple(_announced(reader, begun=leader is not None, missing=missing)),
    )


def _announced(reader: RecordReader, *, begun: bool, missing: bool) -> Iterator[Declaration]:
    """The announcements made before the first recorded card: all, or those made before the first lead."""
    for i, shown in enumerate(reader.file.shown):
        rule = reader.announcement(i)
        offer = reader.engine.index.offering(shown.level)
        if offer and (missing or (begun and offer.before_lead)):
            cards = None if shown.cards is None else reader.cards(shown.cards, ("shown", i, "cards"))[0]
            yield Declaration(reader.seat(shown.seat, ("shown", i, "seat"), 0), rule, shown.level, cards)


def _contract(reader: RecordReader, taker: int | None) -> None:
    start, contracts = reader.file.start, reader.engine.index.contracts
    needed = start.step in ("talon", "discard") or (start.step == "play" and contracts and not reader.file.won)
    if contracts and needed and (taker is None or start.contract is None):
        if start.step != "play":
            message = _("a record from the {step} on needs a taker and a contract").format(step=start.step)
            reader.faults.fault("record.contract", message, ("start",), "add `taker` and `contract`")
    elif start.contract is not None and start.contract not in contracts:
        reader.faults.fault(
            "record.contract",
            _("{name} has no contract {contract!r}").format(name=reader.engine.ruleset.name, contract=start.contract),
            ("start", "contract"),
            suggest(start.contract, contracts, _("contracts")),
        )


def _missing_tricks(reader: RecordReader, hands: list[int], hidden: list[int]) -> int:
    full = reader.engine.index.deals.hand_size(len(reader.seats))
    return full - max(mask.bit_count() + more for mask, more in zip(hands, hidden, strict=True))


def _sizes(reader: RecordReader, hands: list[int], hidden: list[int], taker: int | None) -> None:
    """Hands of equal size, whole at the start of a deal. A hand that is not given is unknown."""
    full = reader.engine.index.deals.hand_size(len(reader.seats))
    talon = reader.engine.index.deals.talon_size()
    whole = reader.file.start.step in ("bid", "talon", "discard")
    sizes = {
        seat: hands[seat].bit_count() + hidden[seat] for seat in range(len(reader.seats)) if hands[seat] or hidden[seat]
    }
    expected = full if whole else max(sizes.values(), default=0)
    if not sizes:
        reader.faults.fault(
            "record.hands", _("no hand is given"), ("hands",), _("write the cards of one seat at least")
        )
    for seat in range(len(reader.seats)):
        extra = talon if reader.file.start.step == "discard" and seat == taker else 0
        if seat not in sizes:
            hidden[seat] = expected + extra
        elif sizes[seat] != expected + extra or sizes[seat] > full + extra:
            letter = reader.seats[seat]
            want = min(expected, full) + extra
            reader.faults.fault(
                "record.hand-size",
                ngettext(
                    "the hand of {letter} has {number} card, and should have {want}",
                    "the hand of {letter} has {number} cards, and should have {want}",
                    sizes[seat],
                ).format(letter=letter, number=sizes[seat], want=want),
                ("hands", letter),
                _("write ? for a card that is not known"),
            )


def _no_card_twice(reader: RecordReader, hands: list[int], talon: int, kept: int, won: tuple[int, ...] | None) -> None:
    held: dict[str, KeyPath] = {}
    places: list[tuple[KeyPath, int]] = [
        (("hands", seat), mask) for seat, mask in zip(reader.seats, hands, strict=True)
    ]
    places += [(("won", seat), mask) for seat, mask in zip(reader.seats, won or (), strict=False)]
    places += [(("kept",), kept)]
    if reader.file.start.step != "discard":
        places.append((("talon",), talon))
    for path, mask in places:
        for card in reader.deck.set(mask):
            if card.code in held:
                where = " of ".join(str(part) for part in held[card.code])
                reader.faults.fault(
                    "record.card-twice",
                    _("{code} is here, and among the {where} too").format(code=card.code, where=where),
                    path,
                    _(_ONCE),
                )
            held[card.code] = path


def is_unknown(value: object) -> bool:
    """True for an entry that is left out or given as unknown."""
    return value is None or value == UNKNOWN


def called_before(reader: RecordReader) -> Card | None:
    """The card called before the record begins."""
    calls = reader.engine.index.calls
    begun = ("play",) if calls and calls.after_discard else ("discard", "play")
    told = [card for card, _path in reader.calls()] if reader.file.start.step in begun else []
    return told[-1] if told else None


def partner_of(
    reader: RecordReader, called: Card | None, taker: int | None, hands: list[int], hidden: list[int], aside: int
) -> int | None:
    """The partner, if no hand holds the called card any more. A deal that is to be counted needs one.

    ``aside`` are talon and discard, as a mask: whose called card lies there is alone.
    """
    told, path = reader.file.start.partner, ("start", "partner")
    if told is not None and (reader.engine.index.calls is None or reader.file.start.step != "play"):
        message = _("a partner is named in a record that begins after the called card was played")
        reader.faults.fault("record.partner", message, path, "leave `partner` out")
        return None
    held = called is not None and any(hand & called.bit for hand in hands)
    seat = None if told in (None, "alone") else reader.seat(told, path, -1)
    if told is not None and held:
        reader.faults.fault(
            "record.partner",
            _("{called} is in a hand, which says who the partner is").format(called=called),
            path,
            _("leave it out"),
        )
    elif seat is not None and seat == taker:
        reader.faults.fault("record.partner", _("the taker cannot partner themselves"), path, "write `alone`")
    counted = reader.file.won is not None and not any(hidden) and taker is not None
    if told is None and counted and reader.engine.index.calls and not held and not (called and aside & called.bit):
        fallen = (
            _("which card was called is not told")
            if called is None
            else _("{called} has been played").format(called=called)
        )
        message = _("{fallen}: who plays with the taker is not known").format(fallen=fallen)
        reader.faults.fault("record.partner", message, ("start",), _("add `partner`: a seat, or `alone`"))
    return seat


def scored(reader: RecordReader) -> Deal:
    """A deal of which the record gives only the result."""
    result = reader.file.result
    if result is None:
        message = _("an example that begins with the score needs `result`")
        reader.faults.fault("record.result", message, ("start", "step"), _("add the result, or begin with the play"))
        reader.check()
        assert result is not None

    scorer = reader.engine.scorer
    outcomes = outcomes_of(result, scorer, reader.deck, reader.seats, reader.faults.below("result").fault)
    held = holdings_of(reader)
    dealer = reader.seat(reader.file.start.dealer, ("start", "dealer"), len(reader.seats) - 1)
    reader.check()
    found, told = scorer.result(outcomes, len(reader.seats), held)
    taker, contract = outcomes[0].taker, outcomes[0].contract
    state = State(
        ruleset=reader.engine.ruleset.name,
        deck=reader.deck,
        seats=reader.seats,
        dealer=dealer,
        phase=Phase.OVER,
        turn=None,
        auction=Auction(contract=contract, taker=taker, partner=outcomes[0].partner),
        chips=held,
        result=found,
    )
    return Deal(reader.engine, state, told)
