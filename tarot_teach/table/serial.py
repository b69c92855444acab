"""States as plain data and back: everything as text, numbers and lists, fit for JSON and YAML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tarot_teach.cards import Card, Deck
from tarot_teach.language import _
from tarot_teach.table.actions import Choose
from tarot_teach.table.facts import Facts
from tarot_teach.table.memory import Memory
from tarot_teach.table.outcome import Paid, Result
from tarot_teach.table.state import Auction, Debt, Declaration, OpenTable, Phase, State, Taken, Trick

__all__ = ["FORMAT", "state_as_data", "state_from_data"]

FORMAT = 1


def state_as_data(state: State) -> dict[str, Any]:
    """A state as JSON-able data. Sets of cards become lists of codes in the order of the deck."""

    def codes(mask: int) -> list[str]:
        return [card.code for card in state.deck.set(mask)]

    def trick(laid: Trick) -> dict[str, Any]:
        seats = {"seats": list(laid.seats)} if laid.seats else {}
        return {"leader": laid.leader, "cards": [card.code for card in laid.cards], **seats}

    def exchange() -> dict[str, Any]:
        """The entries of a deal in which rules ask for an exchange."""
        if not (state.stock or state.aside or state.dead or state.asked or state.chosen):
            return {}
        return {
            "stock": [card.code if card else None for card in state.stock],
            "aside": [codes(mask) for mask in state.aside],
            "dead": codes(state.dead),
            "asked": [[rule, seat] for rule, seat in state.asked],
            "chosen": [list(done[:3]) for done in state.chosen],
        }

    def match() -> dict[str, Any]:
        """The entries of a deal before which, or in the course of which, a match has come to something."""
        if not (state.memory or state.paid):
            return {}
        return {"memory": state.memory.spelled(), "paid": [[rule, list(amounts)] for rule, amounts in state.paid]}

    def table() -> dict[str, Any]:
        """The entry of a deal in which cards take others that lie open."""
        cards, tops, last, rounds = state.table
        if not tops:
            return {}
        named = [card.code if card else None for card in tops]
        return {"table": {"cards": codes(cards), "tops": named, "last": last, "rounds": rounds}}

    auction = state.auction
    return {
        "format": FORMAT,
        "ruleset": state.ruleset,
        "seats": list(state.seats),
        "dealer": state.dealer,
        "step": str(state.phase),
        "turn": state.turn,
        "pack": [card.code for card in state.pack],
        "pack_unseen": state.pack_unseen,
        "hands": [codes(mask) for mask in state.hands],
        "unseen": list(state.unseen),
        "talon": codes(state.talon),
        "talon_open": state.talon_open,
        "calls": [[seat, bid] for seat, bid in auction.calls],
        "contract": auction.contract,
        "taker": auction.taker,
        "called": auction.called.code if auction.called else None,
        "partner": auction.partner,
        "calls_missed": [card.code for card in auction.missed],
        "partner_known": auction.known,
        "discard": codes(state.discard),
        "shown": codes(state.shown),
        "kept": [codes(mask) for mask in state.side_piles],
        "declared": [[*done[:3], None if done.cards is None else codes(done.cards)] for done in state.declared],
        "trick": trick(state.trick),
        "tricks": [{**trick(taken.trick), "winner": taken.winner, "rule": taken.rule} for taken in state.tricks],
        "won": [codes(mask) for mask in state.won],
        "debts": [list(debt) for debt in state.debts],
        "missed": state.unrecorded_tricks,
        "missed_winners": None if state.unrecorded_winners is None else list(state.unrecorded_winners),
        "holdings": None if state.chips is None else list(state.chips),
        "void": state.result.void if state.result else None,
        **exchange(),
        **match(),
        **({"trumps": state.trumps} if state.trumps else {}),
        **table(),
    }


def state_from_data(data: Mapping[str, Any], deck: Deck, with_card: Callable[[Trick, Card], Trick]) -> State:
    """The state that :func:`state_as_data` wrote; ``with_card`` adds a card to a trick by the rules in force; its result, unless void, is left to the engine.

    Raises NotationError for unknown cards, KeyError, TypeError, AttributeError and ValueError for data of another shape.
    """

    def mask(codes: list[str]) -> int:
        return deck.mask(deck.card(code) for code in codes)

    def seat(number: Any) -> int | None:
        return None if number is None else int(number)

    def trick(entry: Mapping[str, Any]) -> Trick:
        laid = Trick(int(entry["leader"]))
        for code in entry["cards"]:
            laid = with_card(laid, deck.card(code))
        return laid._replace(seats=tuple(int(number) for number in entry.get("seats", ())))

    def table(entry: Mapping[str, Any]) -> OpenTable:
        tops = tuple(None if code is None else deck.card(code) for code in entry["tops"])
        return OpenTable(mask(entry["cards"]), tops, seat(entry["last"]), int(entry["rounds"]))

    numbered = [str(number) for number in range(1, len(data["seats"]) + 1)]
    if int(data["format"]) != FORMAT:
        message = _("a state of format {format} cannot be read; this version reads {format_2}")
        raise ValueError(message.format(format=data["format"], format_2=FORMAT))
    if len(data["kept"]) != 2:
        message = _("`kept` has {number} piles; there are two, the taker's side's and the defence's")
        raise ValueError(message.format(number=len(data["kept"])))
    return State(
        ruleset=data["ruleset"],
        deck=deck,
        seats=tuple(data["seats"]),
        dealer=int(data["dealer"]),
        phase=Phase(data["step"]),
        turn=seat(data["turn"]),
        pack=tuple(deck.card(code) for code in data["pack"]),
        pack_unseen=int(data.get("pack_unseen", 0)),
        hands=tuple(mask(codes) for codes in data["hands"]),
        unseen=tuple(int(n) for n in data["unseen"]),
        talon=mask(data["talon"]),
        talon_open=data["talon_open"] in (True, "true"),
        auction=Auction(
            tuple((int(bidder), bid) for bidder, bid in data["calls"]),
            data["contract"],
            seat(data["taker"]),
            deck.card(data["called"]) if data["called"] else None,
            seat(data["partner"]),
            data["partner_known"] in (True, "true"),
            tuple(deck.card(code) for code in data["calls_missed"]),
        ),
        discard=mask(data["discard"]),
        shown=mask(data["shown"]),
        side_piles=(mask(data["kept"][0]), mask(data["kept"][1])),
        declared=tuple(
            Declaration(int(who), rule, level or "", None if cards is None else mask(cards))
            for who, rule, level, cards in data["declared"]
        ),
        trick=trick(data["trick"]),
        tricks=tuple(Taken(trick(entry), int(entry["winner"]), entry["rule"]) for entry in data["tricks"]),
        won=tuple(mask(codes) for codes in data["won"]),
        debts=tuple(
            Debt(int(owner), int(creditor), rule, int(number)) for owner, creditor, rule, number in data["debts"]
        ),
        unrecorded_tricks=int(data["missed"]),
        unrecorded_winners=None if data["missed_winners"] is None else tuple(int(n) for n in data["missed_winners"]),
        chips=None if data["holdings"] is None else tuple(int(n) for n in data["holdings"]),
        stock=tuple(None if code is None else deck.card(code) for code in data.get("stock", ())),
        aside=tuple(mask(codes) for codes in data.get("aside", ())),
        dead=mask(data.get("dead", [])),
        asked=tuple((str(rule), int(number)) for rule, number in data.get("asked", ())),
        chosen=tuple(Choose(int(who), rule, option) for who, rule, option in data.get("chosen", ())),
        memory=Facts({str(rule): Memory.parse(text, numbered) for rule, text in data.get("memory", {}).items()}),
        paid=tuple(Paid(str(rule), tuple(int(n) for n in amounts)) for rule, amounts in data.get("paid", ())),
        trumps=str(data.get("trumps", "")),
        table=table(data["table"]) if "table" in data else OpenTable(),
        result=None if data["void"] is None else Result(void=data["void"]),
    )
