"""Deals written for TarotClub, in JSON of version 3: the cards as dealt, or the play with taker and contract."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from tarot_teach.engine import Deal
from tarot_teach.errors import RecordError
from tarot_teach.messages import N_, _
from tarot_teach.records.as_record import deal_record
from tarot_teach.table import Phase, State
from tarot_teach.topics.other_programs.tarotclub import CONTRACTS, FIGURES, RULESETS, SEATS
from tarot_teach.topics.other_programs.written import Written, dealt_part, unwritable

SIZES = {3: (24, 6), 4: (18, 6), 5: (15, 3)}
"""The cards of a hand and of the chien that TarotClub reads, by the number of players."""
_NUMBERS = {figure: number for number, figure in FIGURES.items()}
_WORDS = {contract: word for word, contract in CONTRACTS.items()}

_LETTERS = N_("The seats {letters} become {seats}.")
_DEALT_LACKS = N_("Auction, écart, play and names have no place in it.")
_HANDFUL = N_("A handful was shown whose cards are not told: it has no place in it, and the score is another.")
_PLAYED_LACKS = N_("The auction, the hands before the écart, and the card that was called have no place in it.")


def written_deal(deal: Deal) -> Written:
    """The cards as dealt, with who leads first. Raises RecordError for a deal that TarotClub does not read."""
    _check_pack(deal)
    dealt = dealt_part(deal)
    if dealt is None:
        raise _unwritable(_("it does not tell all hands as dealt, and the chien"))
    start, data = dealt.start, deal_record(dealt, play=False)
    _check_sizes([len(hand) for hand in data["hands"].values()], len(data.get("talon", ())))
    hands = [_cards(hand) for hand in data["hands"].values()]
    first = SEATS[(start.dealer + 1) % start.players]
    file = {"version": "3", "FirstPlayer": first, "Dog": _cards(data["talon"])}
    file |= dict(zip(SEATS, [*hands, *([""] * (len(SEATS) - len(hands)))], strict=True))
    return Written(_json(file), (_letters(start), _(_DEALT_LACKS)))


def written_play(deal: Deal) -> Written:
    """Taker, contract, what was shown, and all tricks. Raises RecordError for a deal that TarotClub does not read."""
    state, auction = deal.state, deal.state.auction
    size = deal.engine.index.deals.hand_size(state.players)
    _check_pack(deal)
    _check_sizes([size] * state.players, deal.engine.index.deals.talon_size(state.players))
    if auction.taker is None or auction.contract not in _WORDS:
        raise _unwritable(_("it has no taker and contract that TarotClub knows"))
    if len(state.tricks) != size:
        raise _unwritable(_("it does not tell all tricks"))
    handles: dict[bool, list[str]] = {True: [], False: []}
    for done in state.declared:
        if done.cards:
            handles[done.seat in (auction.taker, auction.partner)] += [card.code for card in state.deck.set(done.cards)]
    dog = next((move.before for move in deal.moves if move.before.phase is Phase.BID), deal.start).talon
    info: dict[str, Any] = {
        "number_of_players": state.players,
        "taker": SEATS[auction.taker],
        "contract": _WORDS[auction.contract],
        "slam": any(done.level == "slam" for done in state.declared),
        "first_trick_lead": SEATS[state.tricks[0].trick.leader],
        "dog": _cards(card.code for card in state.deck.set(dog)),
        "attack_handle": _cards(handles[True]),
        "defense_handle": _cards(handles[False]),
    }
    tricks = [_cards(card.code for card in taken.trick.cards) for taken in state.tricks]
    unknown = any(done.level != "slam" and done.cards is None for done in state.declared)
    notes = (_letters(deal.start), _(_PLAYED_LACKS), *([_(_HANDFUL)] if unknown else []))
    return Written(_json({"version": "3", "deal_info": info, "tricks": tricks}), notes)


def _unwritable(reason: str) -> RecordError:
    hint = _("it reads French tarot for three, four and five: {names}").format(names=", ".join(RULESETS.values()))
    return unwritable("TarotClub", reason, hint)


def _check_pack(deal: Deal) -> None:
    """Raise RecordError for another pack."""
    if {_code(card.code) for card in deal.start.deck.cards} != _ALL:
        raise _unwritable(_("it is played with another pack"))


def _check_sizes(hands: Sequence[int], talon: int) -> None:
    """Raise RecordError for hands and a talon of other sizes."""
    if {(size, talon) for size in hands} != {SIZES.get(len(hands))}:
        raise _unwritable(_("its hands or its chien have another size"))


def _letters(state: State) -> str:
    return _(_LETTERS).format(letters=" ".join(state.seats), seats=", ".join(SEATS[: state.players]))


def _code(code: str) -> str | None:
    """A card as TarotClub writes it; None for one that it does not know."""
    if code == "EX":
        return "00-T"
    suit, figure = code[0], code[1:]
    number = _NUMBERS.get(figure) or (int(figure) if figure.isdecimal() else 0)
    return f"{number:02}-{suit}" if number else None


_ALL = {f"{number:02}-{suit}" for suit in "SHDC" for number in range(1, 15)} | {
    f"{number:02}-T" for number in range(22)
}
"""All cards of TarotClub."""


def _cards(codes: Iterable[str]) -> str:
    return ";".join(_code(code) or "" for code in codes)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=4) + "\n"
