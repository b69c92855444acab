"""The facts of a record, without its ruleset: cards, seats, auction, plays and results; in the cards and rules of another ruleset; and what it does not tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from tarot_teach.card_table import CardTable
from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import Faults, KeyPath, NotationError, RecordError
from tarot_teach.messages import _
from tarot_teach.records.format import ExampleFile, TrickFile
from tarot_teach.records.record import Record
from tarot_teach.records.start import HIDDEN, is_unknown

Change = Callable[[str, KeyPath], str]
"""Gives the code of a card in place of another, at its place in the record."""


class Names(NamedTuple):
    """The names of another ruleset: its ``cards``, ``rules`` and ``contracts`` by those of the record's; of rules and contracts, those that have another name."""

    cards: CardTable
    rules: Mapping[str, str]
    contracts: Mapping[str, str]


def facts_of(record: Record, engine: Engine) -> Record:
    """The record without prose, questions and names of rules that only teach; a seed becomes the pack that it shuffles.

    ``engine`` is that of the ruleset in whose cards the record is written. Raises RecordError for cards that its pack does not have, and for a record of a
    result that gives none.
    """
    file = record.file
    if file.start.step == "score" and file.result is None:
        message = _("the record begins with the score, and tells nothing else: there is no `result`")
        hint = _("add it: taker, contract and points, or what each has won")
        raise RecordError.of("record.result", message, record.place(("start", "step")), hint)
    update: dict[str, Any] = {
        "teaches": [],
        "asks": [],
        "about": "",
        "closing": "",
        "compare": [],
        "advice": None,
        "printed": None,
        "sources": [],
        "discard_tries": [],
        "tricks": [trick.model_copy(update={"before": {}, "after": None, "tries": []}) for trick in file.tricks],
    }
    if file.expect is not None:
        update["expect"] = file.expect.model_copy(update={"refused": None})
    if file.start.step == "deal" and file.pack is None and file.start.seed is not None:
        update["pack"] = [card.code for card in engine.start(seed=file.start.seed).pack]
    faults, deck = Faults(record), engine.ruleset.deck

    def spelled(code: str, path: KeyPath) -> str:
        try:
            return deck.card(code).code
        except NotationError as error:
            faults.add(error, path)
            return code

    facts = replace(record, file=with_cards(file.model_copy(update=update), spelled))
    faults.check(RecordError)
    return facts


def in_names_of(facts: Record, names: Names, pack: Deck) -> Record:
    """The facts of a record in the cards and rules of another ruleset; ``pack`` is that of the record."""
    table, rules, contracts = names

    def card(code: str, _path: KeyPath) -> str:
        return table.cards[code]

    def word(text: str) -> str:
        """A word of a choice: a suit, a card, or what is neither."""
        if text in table.suits:
            return table.suits[text]
        with suppress(NotationError):
            return table.cards[pack.card(text).code] if text.isupper() else text
        return text

    def rule(id: str) -> str:
        return rules.get(id, id)

    def choice(text: str) -> str:
        """A seat, a rule and the words of a choice."""
        seat, *rest = text.split()
        return " ".join([seat, *map(rule, rest[:1]), *map(word, rest[1:])])

    def call(text: str) -> str:
        """A seat and a bid."""
        seat, _blank, bid = text.partition(" ")
        return f"{seat} {contracts[bid.strip()]}" if bid.strip() in contracts else text

    file = with_cards(facts.file, card)
    suit, contract = file.start.trumps, file.start.contract
    start = {"trumps": suit and table.suits.get(suit, suit), "contract": contract and contracts.get(contract, contract)}
    update: dict[str, Any] = {
        "start": file.start.model_copy(update=start),
        "auction": [call(text) for text in file.auction] if isinstance(file.auction, list) else file.auction,
        "choices": [choice(text) if text.split() else text for text in file.choices],
        "claims": [choice(text) if text.split() else text for text in file.claims],
        "memory": {rule(id): text for id, text in file.memory.items()},
    }
    if file.expect is not None and file.expect.void is not None:
        update["expect"] = file.expect.model_copy(update={"void": rule(file.expect.void)})
    if file.result is not None:
        by_rule: dict[str, Mapping[str, Any]] = {"facts": file.result.facts, "paid": file.result.paid}
        renamed: dict[str, Any] = {
            key: {rule(id): value for id, value in given.items()} for key, given in by_rule.items()
        }
        played = file.result.contract
        renamed["contract"] = played and contracts.get(played, played)
        update["result"] = file.result.model_copy(update=renamed)
    return replace(facts, file=file.model_copy(update=update))


def with_cards(file: ExampleFile, change: Change) -> ExampleFile:
    """A record with other codes of cards; unknown ones stay."""

    def one(code: str, *path: str | int) -> str:
        return code if code == HIDDEN else change(code, path)

    def row(codes: Any, *path: str | int) -> Any:
        return [one(code, *path, i) for i, code in enumerate(codes)] if isinstance(codes, list) else codes

    def by_seat(rows: Mapping[str, Any] | None, key: str) -> Any:
        return rows and {seat: row(codes, key, seat) for seat, codes in rows.items()}

    def played(texts: Iterable[str], *path: str | int) -> list[str]:
        return [_with_card(text, one, (*path, i)) for i, text in enumerate(texts)]

    def trick(number: int, written: TrickFile) -> TrickFile:
        keys = ("cards", "irregular", "pay")
        return written.model_copy(update={key: played(getattr(written, key), "tricks", number, key) for key in keys})

    update: dict[str, Any] = {key: row(getattr(file, key), key) for key in ("pack", "talon", "face_up", "kept")}
    update |= {key: by_seat(getattr(file, key), key) for key in ("hands", "won")}
    update["discard"] = row(file.discard, "discard")
    update["call"] = one(file.call, "call") if isinstance(file.call, str) else row(file.call, "call")
    update["heaps"] = {
        seat: [row(heap, "heaps", seat, i) for i, heap in enumerate(heaps)] for seat, heaps in file.heaps.items()
    }
    update["shown"] = [
        shown.model_copy(update={"cards": row(shown.cards, "shown", i, "cards")}) for i, shown in enumerate(file.shown)
    ]
    update["tricks"] = [trick(number, written) for number, written in enumerate(file.tricks)]
    if file.result is not None:
        piles = {seat: row(codes, "result", "piles", seat) for seat, codes in file.result.piles.items()}
        update["result"] = file.result.model_copy(update={"piles": piles})
    return file.model_copy(update=update)


def _with_card(text: str, one: Callable[..., str], path: KeyPath) -> str:
    """A seat and a card with another card; other texts stay, to be refused where they are read."""
    words = text.split()
    return f"{words[0]} {one(words[1], *path)}" if len(words) == 2 else text


def players_of(facts: Record, engine: Engine) -> int:
    """The number of players that the record tells, by its seats or by as many hands as its ruleset, that of ``engine``, has players; 0 where it tells none."""
    named, hands = len(facts.file.seats or ()), len(facts.file.hands)
    return named or (hands if hands in engine.ruleset.players else 0)


def untold(facts: Record, engine: Engine) -> Iterator[str]:
    """The gaps of the record, in sentences; ``engine`` is that of its ruleset."""
    file, step = facts.file, facts.file.start.step
    index, players = engine.index, players_of(facts, engine) or len(engine.seats())
    if step == "score":
        yield _("It tells a result alone: no cards, and no play.")
        return
    if step != "deal":
        cards = [code for codes in file.hands.values() for code in codes]
        cards += [code for heaps in file.heaps.values() for heap in heaps for code in heap]
        cards += [code for codes in (file.won or {}).values() for code in codes]
        cards += [*(file.talon if isinstance(file.talon, list) else []), *(file.kept or [])]
        cards += file.discard if isinstance(file.discard, list) else []
        cards += [text.split()[-1] for trick in file.tricks for text in trick.cards if text.split()]
        named, pack = len({*cards} - {HIDDEN}), len(engine.ruleset.deck.cards)
        if named < pack:
            yield _("It names {named} of the {pack} cards.").format(named=named, pack=pack)
    if file.start.dealer is None:
        yield _("It does not say who dealt.")
    if index.contracts and is_unknown(file.auction):
        yield _("It does not tell the auction.")
        if file.start.contract is None:
            yield _("It names no contract.")
    if not file.tricks:
        yield _("It tells no trick.")
    elif step != "play" and index.play.in_tricks and len(file.tricks) < index.deals.tricks(players):
        number, all_tricks = len(file.tricks), index.deals.tricks(players)
        yield _("It tells {number} of {all_tricks} tricks.").format(number=number, all_tricks=all_tricks)
    if file.expect is None or not (file.expect.model_fields_set - {"refused"}):
        yield _("It gives no result.")
    elif file.expect.scores is None and file.expect.per_defender is None and file.expect.void is None:
        yield _("It gives no score.")
