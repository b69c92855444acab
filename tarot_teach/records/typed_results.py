"""A result that is typed, read and scored as a played deal is; and the result of a played deal as it is typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import Any

from tarot_teach.cards import Card, Deck, halves_text
from tarot_teach.engine.match_memory import memory_before
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import KeyPath, LoadError, suggest
from tarot_teach.mechanisms.count import CardPoints
from tarot_teach.mechanisms.match_memory import PaysInPlay
from tarot_teach.mechanisms.score.keyed import COUNT_KEYS, COUNTED, KEYED, KEYS, numbers_of
from tarot_teach.messages import _, as_words, ngettext
from tarot_teach.records.match_entries import check_payments, memory_of, payments_of
from tarot_teach.records.result_fields import (
    asks_cards,
    compares_all,
    example_of,
    facts_by_rule,
    fields_of,
    needed_fields,
    seats_of,
)
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.table import Facts, Memory, Outcome, Paid, Result, State
from tarot_teach.table.facts import by_names, spelling_of
from tarot_teach.text import Text

_SIDED = ("points", *(key.name for key in COUNT_KEYS), "taker", "partner", "alone", *(key.name for key in KEYS))
_ALONE = ("pile", "piles")
_ANY = ("players", "contract", "facts", "memory", "paid", "holdings")


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A result that was typed, by the rules in force under its contract.

    ``outcomes`` are one of a taker's side, one of each player or party, or a ``single`` one of one player, where the result says nothing of
    the others. ``notes`` say what it leaves open. ``has_points`` is false where it has no card points of a taker's side.
    """

    scorer: Scorer
    seats: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    memory: Facts
    paid: tuple[Paid, ...]
    chips: tuple[int, ...] | None
    single: bool
    notes: tuple[Text, ...]
    has_points: bool

    @property
    def of_points(self) -> tuple[str, ...]:
        """The rules of the count that tell card points and nothing else."""
        return tuple(rule.rule for rule in self.scorer.counts if isinstance(rule, CardPoints))

    @property
    def partner_missing(self) -> bool:
        """True where the taker has a partner, and the result does not say who it is."""
        first = self.outcomes[0]
        return self.scorer.has_sides and not first.alone and first.partner is None

    def result(self) -> Result:
        """The sheets, payments and scores. Without scores by seat where a partner is not named, or the others' cards are not.

        Raises LoadError for payments between players who are not named.
        """
        if self.single:
            counted, _findings = self.scorer.count(self.outcomes[0])
            sheet = self.scorer.sheet(counted)
            return Result((sheet,))
        found, _events = self.scorer.result(self.outcomes, len(self.seats), self.chips, self.memory, self.paid)
        if not self.partner_missing:
            return found
        if found.apart or self.chips:
            message = _("somebody is paid apart from the contract, and who {partner:the} is is not told")
            hint = _("name the partner, a seat ({seats}), or say that the taker is alone").format(
                seats=", ".join(self.seats)
            )
            raise LoadError.of("result.partner", str(self.scorer.index.ruleset.say(message)), hint=hint)
        return replace(found, scores=())


def read_result(scorer: Scorer, given: Mapping[str, Any]) -> TypedResult:
    """A result that was typed, as a mapping of fields to values; fields without a value may be left out.

    ``contract``, ``points`` and numbers of the count of the taker's side, ``taker`` and ``partner`` (seats, by letter or number) or
    ``alone``; where all play alone, the cards of one player, ``pile``, or of each, ``piles``. ``facts`` by rule, by player where
    all have won something; ``memory`` by rule; ``paid`` and ``holdings`` by player. Raises LoadError for what the game does not
    have, and for a result that no deal brings.
    """
    given = {name: value for name, value in given.items() if (name == "pile" and value is not None) or _says(value)}
    unknown = [name for name in given if name not in (*_SIDED, *_ALONE, *_ANY)]
    if unknown:
        known = [*_SIDED, *_ALONE, *_ANY]
        message = _("a result has no field {name!r}").format(name=unknown[0])
        raise LoadError.of("result.field", message, hint=suggest(unknown[0], known, _("fields")))
    contract = given.get("contract")
    scorer = scorer.for_result(contract)
    return _Typed(scorer, given).read()


def _says(value: object) -> bool:
    """True for a value that says something: a number, 0 too, or a text, a list or a mapping that is not empty."""
    return value is not None and value is not False and (not isinstance(value, Sized) or len(value) > 0)


class _Typed:
    """Reads one typed result; every fault is raised."""

    def __init__(self, scorer: Scorer, given: dict[str, Any]) -> None:
        self.scorer, self.index, self.given = scorer, scorer.index, given
        self.ruleset = scorer.index.ruleset
        self.name = self.ruleset.name
        self.piles = by_player(given.get("piles", {}))
        self.seats = self._seats()
        self.facts = self._facts()
        self.single = not scorer.has_sides and not self._tells_all()
        self.notes: list[Text] = []

    def read(self) -> TypedResult:
        """The result. Raises LoadError."""
        self._check_fields()
        memory = memory_of(_texts(self.given.get("memory", {})), self.index, self.seats, refuse)
        amounts = {rule: self._amounts(rule, by) for rule, by in self.given.get("paid", {}).items()}
        paid = payments_of(amounts, self.index, self.seats, refuse)
        chips = self._chips()
        if self.single and compares_all(self.scorer):
            message = _("in {name} a player's score depends on what the others have won")
            refuse("result.piles", message.format(name=self.name), (), _("give the cards of all players: piles"))
        if self.single and (paid or chips):
            refuse("result.paid", _("payments are between all players"), (), _("give the cards of all players: piles"))
        outcomes = self._sides() if self.scorer.has_sides else [self._single()] if self.single else self._all()
        kept = memory_before(self.index, len(self.seats), memory)
        check_payments(paid, self.index, kept, outcomes[0].taker, refuse)
        if kept:
            outcomes = [replace(outcome, memory=kept) for outcome in outcomes]
        if paid:
            outcomes = [replace(outcome, paid=paid) for outcome in outcomes]
        self._note_payments(paid)
        points = not self.scorer.has_sides or "points" in self.given
        return TypedResult(
            self.scorer, self.seats, tuple(outcomes), kept, paid, chips, self.single, tuple(self.notes), points
        )

    # ------------------------------------------------------------ fields

    def _seats(self) -> tuple[str, ...]:
        """The letters of the players: as many as the result names, or as the game is for."""
        players = self.ruleset.players
        written = str(self.given.get("players", len(self.piles) or players[-1]))
        if written not in map(str, players):
            known = ", ".join(map(str, players))
            if "players" not in self.given:
                message = ngettext("this tells of {number} pile", "this tells of {number} piles", len(self.piles))
                hint = _("give one for each player, of whom there are {known}; the cards of a single player are `pile`")
                refuse("result.piles", message.format(number=written), ("piles",), hint.format(known=known))
            message = _("{name} is not for {number} players").format(name=self.name, number=written)
            refuse("result.players", message, ("players",), _("it is for {known}").format(known=known))
        seats = seats_of(self.scorer, int(written))
        letters = all(len(letter) == 1 and "A" <= letter <= "Z" for letter in self.piles)
        return tuple(self.piles) if len(self.piles) == len(seats) and letters and {*self.piles} != {*seats} else seats

    def _tells_all(self) -> bool:
        """True where the result tells of each player, and not of one alone."""
        return bool(self.piles) or "players" in self.given or any(self._of_players(by) for by in self.facts.values())

    def _of_players(self, fact: str | Mapping[str, object]) -> bool:
        """True for a fact that is given player by player: ``S 3; E 1``."""
        if not isinstance(fact, str):
            return True
        seat, _blank, rest = fact.strip().partition(" ")
        return bool(rest.strip()) and seat in self.seats

    def _facts(self) -> dict[str, str | Mapping[str, object]]:
        """The facts by rule, as texts or by player, also those that have keys of their own."""
        given = self.given.get("facts", {})
        facts = {id: fact if isinstance(fact, Mapping) else str(fact) for id, fact in given.items()}
        for kind in KEYED:
            key = kind.key
            if key is None or key.name not in self.given:
                continue
            value = self.given[key.name]
            rules = [id for id, rule in self.index.observing.items() if isinstance(rule, kind)]
            if not rules:
                message = _("{name} has no bonus for a {name_2}")
                words = message.format(name=self.name, name_2=as_words(key.name))
                refuse("result.no-bonus", words, (key.name,), _("take an option that adds it"))
            for id in rules:
                if id in facts:
                    message = _("what {id} observes is told twice").format(id=id)
                    refuse("result.fact", message, ("facts", id), _("leave one of them out"))
                facts[id] = value if isinstance(value, str) else "+".join(map(str, value))
        return {id: self._spelled(id, fact) for id, fact in facts.items()}

    def _spelled(self, id: str, fact: str | Mapping[str, object]) -> str | Mapping[str, object]:
        """A fact by its spelling, where it is typed in the words of the language in use; of each player, where it is given so."""
        names = self.index.observing[id].word_names() if id in self.index.observing else {}
        if isinstance(fact, str):
            return spelling_of(fact, names)
        return {seat: spelling_of(str(text), names) for seat, text in fact.items()}

    def _refuse(self, code: str, message: str, path: KeyPath, hint: str | None) -> None:
        """Raise a fault as LoadError, that of a fact in the words of the language in use."""
        names = {word: name for rule in self.index.observing.values() for word, name in rule.word_names().items()}
        if code == "result.fact":
            message, hint = by_names(message, names), hint and by_names(hint, names)
        refuse(code, message, path, hint)

    def _check_fields(self) -> None:
        """Refuse fields that mean nothing in the game under the contract, and a result that lacks one."""
        sides, wrong = self.scorer.has_sides, _ALONE if self.scorer.has_sides else _SIDED
        for name in wrong:
            if name in self.given:
                if sides:
                    message = _("in {name} sides are counted, not piles: {field} means nothing")
                else:
                    message = _("in {name} there is no taker: {field} means nothing")
                refuse(
                    "result.sides",
                    message.format(name=self.name, field=name),
                    (name,),
                    example_of(self.scorer, self.given.get("contract")),
                )
        if not sides and "contract" in self.given and not self.index.by_contract:
            message = _("in {name} there is no contract").format(name=self.name)
            refuse("result.contract", message, ("contract",), _("leave it out"))
        if "holdings" in self.given and not self.scorer.for_chips:
            refuse("result.holdings", _("{name} is not played for chips").format(name=self.name), (), _("leave it out"))
        if {"pile", "piles"} <= {*self.given}:
            refuse("result.piles", _("pile is of one player, piles are of all"), (), _("give one of them"))
        needed = needed_fields(self.scorer)
        missing = [each.name for each in needed if each.kind not in ("fact", *_ALONE) and each.name not in self.given]
        facts = [each.name for each in needed if each.kind == "fact" and each.name not in self.facts]
        if {*self.facts} - {*self.index.observing}:  # one that is misspelt is named instead
            facts = []
        cards = [each.name for each in needed if each.kind in _ALONE]
        if sides:
            missing += facts
        elif not {*self.given} & {"pile", "piles", "facts", "players"}:
            missing += facts or cards
        elif not {*self.given} & {*_ALONE}:
            missing += cards if self.single else ["piles"] if cards else []
        if missing:
            message = _("the result lacks {missing}").format(missing=", ".join(missing))
            refuse("result.missing", message, (missing[0],), example_of(self.scorer, self.given.get("contract")))

    def _letter(self, seat: object, path: str) -> str:
        """The letter of a player who is named by letter or number. Raises LoadError."""
        numbers, written = [str(number + 1) for number in range(len(self.seats))], str(seat)
        if written in numbers:
            return self.seats[numbers.index(written)]
        if written not in self.seats:
            message, hint = _("nobody sits at {letter!r}"), suggest(written, self.seats, _("seats"))
            refuse("result.seat", message.format(letter=written), (path,), hint)
        return written

    def _amounts(self, path: str, given: object) -> dict[str, int]:
        """Whole numbers by player, from a mapping or a text such as ``S -12; E 3``."""
        amounts = {}
        for seat, amount in by_player(given).items():
            written = str(amount).strip().replace("−", "-")
            if not re.fullmatch(r"[+-]?[0-9]{1,7}", written):
                message = _("{path}: {amount!r} is not a whole number").format(path=path, amount=written)
                refuse(
                    "result.paid",
                    message,
                    (path,),
                    _("write the seat and the number: {given}").format(given="S -12; E 3"),
                )
            amounts[self._letter(seat, path)] = int(written)
        return amounts

    def _chips(self) -> tuple[int, ...] | None:
        given = self._amounts("holdings", self.given.get("holdings", {}))
        if given and ({*given} != {*self.seats} or min(given.values()) < 0):
            message = _("the chips of all players are told, or of none: {seats}").format(seats=", ".join(self.seats))
            refuse("result.holdings", message, ("holdings",), _("give each player's chips, 0 too"))
        return tuple(given[letter] for letter in self.seats) if given else None

    # ------------------------------------------------------------ outcomes

    def _sides(self) -> list[Outcome]:
        """The outcome of the taker's side. Who took is the first player, unless the result says otherwise."""
        given = self.given
        called = self.index.calls is not None
        alone = bool(given.get("alone")) or not called
        if given.get("alone") and not called:
            phrase = _("Nobody is called here: {taker:the} is always alone.")
            self.notes.append(self.ruleset.say(phrase))
        if given.get("alone") and "partner" in given:
            refuse("result.partner", _("a taker who is alone has no partner"), (), _("give one of them"))
        written: dict[str, Any] = {
            "contract": self.index.contract_named(str(given["contract"])) or str(given["contract"]),
            "facts": _texts(self.facts),
            "taker": self._letter(given.get("taker", self.seats[0]), "taker"),
        }
        if "partner" in given:
            written["partner"] = self._letter(given["partner"], "partner")
        elif not alone:  # somebody, for the bounds of the result
            written["partner"] = next(letter for letter in self.seats if letter != written["taker"])
        if "points" in given:
            written["points"] = str(given["points"])
        for kind in COUNTED:
            if kind.key is not None and kind.key.name in given:
                text = str(given[kind.key.name])
                for found in kind.misspelt(text):
                    refuse(found.code, found.message, found.path, found.hint)
                written[kind.key.name] = text
        (outcome,) = outcomes_of(_file(written), self.scorer, self.ruleset.deck, self.seats, self._refuse)
        return [outcome if alone or "partner" in given else replace(outcome, partner=None)]

    def _single(self) -> Outcome:
        """The outcome of the one player of whom the result tells."""
        pile = self.ruleset.deck.mask(self._cards(self.given["pile"])) if "pile" in self.given else None
        return outcome_of_pile(self.scorer, pile, self._refuse, _texts(self.facts))

    def _all(self) -> list[Outcome]:
        """The outcomes of all players, or parties."""
        piles = {
            self._letter(seat, "piles"): [card.code for card in self._cards(cards)]
            for seat, cards in self.piles.items()
        }
        facts = {
            rule: {self._letter(seat, rule): str(text) for seat, text in by_player(by).items()}
            for rule, by in self.facts.items()
        }
        written = {"piles": piles, "facts": facts, "contract": self.index.contract}
        return outcomes_of(_file(written), self.scorer, self.ruleset.deck, self.seats, self._refuse)

    def _cards(self, cards: str | Iterable[str | Card]) -> list[Card]:
        """Cards from codes in a text, or in a list."""
        text = cards if isinstance(cards, str) else " ".join(str(getattr(card, "code", card)) for card in cards)
        return list(self.ruleset.deck.parse(text)) if text.strip() else []

    # ------------------------------------------------------------ notes

    def _note_payments(self, paid: Sequence[Paid]) -> None:
        """Say by which rules something may have been paid in the course of the deal, where the result tells of none."""
        rules = [] if paid or self.single else self.index.all(PaysInPlay)
        if rules:
            titles = [self.ruleset.rules[rule.rule].title for rule in rules]
            phrase = _(
                "Nothing is told of what was paid in the course of the deal, and nothing of it is counted: {titles}."
            )
            self.notes.append(self.ruleset.say(phrase, titles=titles))


def by_name(text: str) -> dict[str, str]:
    """The parts of one text by rule: ``match.pool=15 match.debts=S 4+8``."""
    parts = re.split(r"(?:^|\s)(\w+\.\w+)=", text)
    if parts[0].strip():
        message = _("{text!r} does not tell anything of a rule").format(text=parts[0].strip())
        refuse("result.fact", message, (), _("write it like {given}").format(given="match.pool=15"))
    return {rule: words.strip() for rule, words in zip(parts[1::2], parts[2::2], strict=True)}


def by_player(given: object) -> dict[str, Any]:
    """The parts of a mapping, or of a text such as ``S 12; E 3``, by the letters or numbers of players."""
    if isinstance(given, Mapping):
        return {str(seat): value for seat, value in given.items()}
    parts = [part.strip().partition(" ") for part in str(given).split(";") if part.strip()]
    twice = [seat for i, (seat, _blank, _words) in enumerate(parts) if seat in [part[0] for part in parts[:i]]]
    if twice:
        refuse(
            "result.seat", _("{player} stands there twice").format(player=twice[0]), (), _("tell of each player once")
        )
    return {seat: words.strip() for seat, _blank, words in parts}


def _texts(given: Mapping[str, object]) -> dict[str, str]:
    """Texts by rule."""
    return {str(rule): str(text) for rule, text in given.items()}


def _file(written: Mapping[str, Any]) -> ResultFile:
    """The fields of a result as a file has them."""
    return ResultFile.model_validate({name: value for name, value in written.items() if value is not None})


def refuse(code: str, message: str, _path: KeyPath, hint: str | None) -> None:
    """Raise a fault of a result as LoadError."""
    raise LoadError.of(code, message, None, hint)


# ---------------------------------------------------------------- the result of a played deal


def written_result(scorer: Scorer, state: State) -> dict[str, Any]:
    """The result of a finished deal as it is typed: all that :func:`read_result` reads, and that the score rests on.

    Card points that an example tells without the cards stand under ``points`` by player, and cannot be typed. Raises LoadError for a deal that
    was not scored, and for one of which a typed result cannot tell all.
    """
    result = state.result
    if result is None or result.void or not result.sheets:
        message = _("the deal has no score sheet")
        raise LoadError.of("result.unscored", message, hint=_("write down a deal that was played and counted"))
    seats = seats_of(scorer, state.players)
    rules = scorer.under(state.auction.contract)
    outcomes = [sheet.outcome for sheet in result.sheets]
    first = outcomes[0]
    names = {field.name for field in fields_of(rules)}
    written: dict[str, Any] = {"players": state.players} if "players" in names else {}
    if "contract" in names:
        written["contract"] = first.contract
    if rules.has_sides:
        assert first.taker is not None
        written["taker"] = seats[first.taker]
        if rules.index.calls is not None:
            written |= {"alone": True} if first.partner is None else {"partner": seats[first.partner]}
        if "points" in names:
            written["points"] = halves_text(first.halves)
        written |= {name: number for name, number in numbers_of(first).items() if name in names}
        written["facts"] = facts_by_rule(rules.index, first)
    else:
        if asks_cards(rules):
            written |= _won(rules.index.ruleset.deck, state, outcomes, seats)
        written["facts"] = _facts_by_player(outcomes, seats)
    memory = {id: kept.spelled(seats) for id, kept in first.memory.items() if isinstance(kept, Memory)}
    written["memory"] = {id: text for id, text in memory.items() if text}
    written["paid"] = _paid_by_player(first.paid, seats)
    if state.chips is not None:
        written["holdings"] = dict(zip(seats, state.chips, strict=True))
    return {name: value for name, value in written.items() if value not in ({}, None)}


def _won(deck: Deck, state: State, outcomes: Sequence[Outcome], seats: Sequence[str]) -> dict[str, Any]:
    """The cards that each player has won, those of a party whose deal was not played with its first player; the card points where the cards are not known."""
    if not state.piles and any(outcome.pile is None for outcome in outcomes):
        return {"points": {seats[outcome.players[0]]: halves_text(outcome.halves) for outcome in outcomes}}
    of_players = {outcome.players[0]: outcome.pile or 0 for outcome in outcomes}
    piles = state.piles or [of_players.get(seat, 0) for seat in range(state.players)]
    return {"piles": {seats[seat]: [card.code for card in deck.set(pile)] for seat, pile in enumerate(piles)}}


def _facts_by_player(outcomes: Sequence[Outcome], seats: Sequence[str]) -> dict[str, dict[str, str]]:
    facts: dict[str, dict[str, str]] = {}
    for outcome in outcomes:
        for id, fact in outcome.facts.items():
            for seat in outcome.players:
                facts.setdefault(id, {})[seats[seat]] = str(fact)
    return facts


def _paid_by_player(paid: Sequence[Paid], seats: Sequence[str]) -> dict[str, dict[str, int]]:
    """The sum that each player got by each rule in the course of a deal."""
    sums: dict[str, list[int]] = {}
    for rule, amounts in paid:
        sums[rule] = [a + b for a, b in zip(sums.get(rule, [0] * len(seats)), amounts, strict=True)]
    return {
        rule: {seat: amount for seat, amount in zip(seats, amounts, strict=True) if amount}
        for rule, amounts in sums.items()
    }
