"""Deals of Slovenian tarok written for OpenSpiel: the history of its game, and the states of its players, which tell the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tarot_teach.cards import CardSet
from tarot_teach.engine import Deal, Move
from tarot_teach.errors import RecordError
from tarot_teach.messages import N_, _
from tarot_teach.records.as_record import deal_record
from tarot_teach.table import NOTHING, PASS, Bid, Choose, Phase, Play
from tarot_teach.topics.other_programs.openspiel_histories import BIDS, CODES, KLOP, RULESETS
from tarot_teach.topics.other_programs.written import Written, dealt_part, unwritable

SIZES = {3: 16, 4: 12}
"""The cards of a hand, by the number of players; six are left over."""
_NUMBERS = {code: number for number, code in enumerate(CODES)}
_PLAYERS = N_("The seats {letters} become the players {numbers}: player 0 is forehand, and who dealt is not told.")
_SEED = N_("The program deals by a seed, and cannot be given these cards: the states of the players tell them.")
_SILENT = N_("Announcements and kontra have no place in it.")
_ORDER = N_("The order of a talon that nobody took up has no place in it.")


def written_history(deal: Deal) -> Written:
    """The deal as a history, and the state of each player at its end. Raises RecordError for a deal that the game cannot hold."""
    dealt = dealt_part(deal)
    players, deck = deal.start.players, deal.start.deck
    if sorted(card.code for card in deck.cards) != sorted(CODES):
        raise _unwritable(_("it is played with another pack"))
    if dealt is None:
        raise _unwritable(_("it does not tell all hands as dealt, and the talon"))
    if {hand.bit_count() for hand in dealt.start.hands} != {SIZES.get(players)}:
        raise _unwritable(_("its hands have another size"))
    bids = {*deal.engine.legal(dealt.start).bids}
    if not bids or not bids <= {*BIDS}:
        raise _unwritable(_("its bids are others"))
    order = [(dealt.start.dealer + 1 + i) % players for i in range(players)]
    history = _History(dealt)
    lines = [f"game: tarok(players={players})", f"HistoryString() = {', '.join(['0', *map(str, history.numbers())])}"]
    lines += [f'InformationStateString({i}) = "{history.state(seat)}"' for i, seat in enumerate(order)]
    letters, numbers = " ".join(deal.engine.seats(players)[seat] for seat in order), " ".join(map(str, range(players)))
    notes = [_(_PLAYERS).format(letters=letters, numbers=numbers), _(_SEED)]
    notes += [_(_SILENT)] if history.spoken else []
    notes += [] if history.has_talon else [_(_ORDER)]
    return Written("\n".join(lines) + "\n", tuple(notes))


def _unwritable(reason: str) -> RecordError:
    hint = _("it plays Slovenian tarok for three and four: {names}").format(names=", ".join(RULESETS.values()))
    return unwritable("OpenSpiel", reason, hint)


class _History:
    """The actions of a deal as the program numbers them, by the stage at which they are made."""

    def __init__(self, deal: Deal) -> None:
        self.deal: Deal = deal
        self.bids: list[int] = []
        self.kings: list[int] = []
        self.parts: list[int] = []
        self.laid: list[int] = []
        self.taker: int | None = None
        self.tricks: list[list[int]] = []
        self.spoken: bool = False
        for move in deal.moves:
            self._tell(move)

    def _tell(self, move: Move) -> None:
        before = move.before
        match move.action:
            case Bid(_seat, bid):
                self.bids.append(self._bid(bid, move))
            case Play(_seat, card):
                if not before.trick.cards:
                    self.tricks.append([])
                self.tricks[-1].append(_NUMBERS[card.code])
            case Choose(_seat, _rule, _option, CardSet() as cards) if before.phase is Phase.CALL:
                self.kings += _numbers(cards)
            case Choose(seat, _rule, _option, CardSet() as cards) if before.phase in (Phase.EXCHANGE, Phase.DISCARD):
                self.laid += sorted(_numbers(cards))
                self.taker = seat
            case Choose(seat) if before.phase is Phase.EXCHANGE:
                picks = self.deal.engine.legal(before).picks
                self.parts.append([pick.action(seat, before.deck) for pick in picks].index(move.action))
            case Choose(_seat, rule, option) if NOTHING in (rule, option):
                pass
            case _:
                self.spoken = True

    def _bid(self, bid: str, move: Move) -> int:
        if bid == PASS and move.after.auction.contract == BIDS[KLOP]:
            return KLOP
        return BIDS.index(bid)

    def numbers(self) -> Iterator[int]:
        """All actions in their order."""
        yield from [*self.bids, *self.kings, *self.parts, *self.laid]
        for trick in self.tricks:
            yield from trick

    @property
    def has_talon(self) -> bool:
        """True where the talon was shown, or its cards have all gone with tricks."""
        return bool(self.parts) or len(self._gifts()) >= len(self._talon())

    def _talon(self) -> list[int]:
        return [_NUMBERS[code] for code in deal_record(self.deal, play=False)["talon"]]

    def _gifts(self) -> list[int]:
        """The cards of the talon that have gone with tricks: under klop, one with each of the first."""
        state = self.deal.state
        return self._talon()[: len(state.tricks)] if state.auction.contract == BIDS[KLOP] else []

    def state(self, seat: int) -> str:
        """The knowledge of a player, as the program writes it: hand, bids, king, talon and part, own cards laid away, tricks."""
        end = self.deal.state
        parts = [_joined(sorted(_numbers(self.deal.start.deck.set(self.deal.start.hands[seat]))))]
        parts += [_joined(self.bids) + ("," if self.bids and end.phase is Phase.BID else "")]
        parts += [_joined(self.kings)] if self.kings else []
        parts += [_joined(self._talon()), _joined(self.parts)] if self.parts else []
        if self.laid:
            parts.append(_joined(self.laid) if seat == self.taker else ",".join("d" * len(self.laid)))
        gifts = self._gifts()
        for i, trick in enumerate(self.tricks):
            whole = i < len(end.tricks)
            parts.append(_joined([*trick, *gifts[i : i + 1]]) if whole else _joined(trick) + ",")
        between = not self.deal.over and end.phase is not Phase.BID and not end.trick.cards
        return ";".join(parts) + (";" if between else "")


def _numbers(cards: CardSet) -> list[int]:
    return [_NUMBERS[card.code] for card in cards]


def _joined(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
