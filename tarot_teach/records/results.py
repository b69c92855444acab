"""Results from files: read, checked against the rules, and scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, create_model

from tarot_teach.cards import Deck, Halves, halves_text, parse_halves
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import KeyPath, LoadError, NotationError, suggest
from tarot_teach.loading.formats import File
from tarot_teach.mechanisms.base import Whole
from tarot_teach.mechanisms.observed import Observes, ResultKey
from tarot_teach.mechanisms.score.keyed import COUNTED, KEYED, fields_of_keys
from tarot_teach.messages import _, as_words, ngettext
from tarot_teach.records.bounds import impossible, impossible_facts, impossible_pile, impossible_piles
from tarot_teach.records.result_fields import all_points, asked_numbers, asks_cards, asks_points
from tarot_teach.table import Fact, FactError, Facts, Outcome

Fault = Callable[[str, str, KeyPath, str | None], None]
"""Adds a fault: code, message, place within the result, and hint."""

Letter = Annotated[str, Field(pattern=r"^[A-Z]$")]


class _SidesFile(File):
    """The result of a deal of a taker against a defence, without bonuses."""

    taker: Letter | None = Field(None, description="Who took.")
    partner: Letter | None = Field(None, description="Who held the called card; left out when the taker was alone.")
    contract: str | None = Field(None, description="The contract.")
    points: str | dict[Letter, str] | None = Field(
        None, description="Card points of the taker's side: `41` or `40½`; where all play alone, those of each player."
    )


_KEYED = [(kind, kind.key) for kind in (*COUNTED, *KEYED) if kind.key is not None]
"""The kinds of rules whose facts have keys of their own, with the key."""

if TYPE_CHECKING:
    _KeyedFile = _SidesFile
else:
    _KeyedFile = create_model("_KeyedFile", __base__=_SidesFile, **fields_of_keys(key for _kind, key in _KEYED))


class ResultFile(_KeyedFile):
    """The result of a deal, as a score keeper notes it."""

    facts: dict[str, str | dict[Letter, str]] = Field(
        default_factory=dict,
        description="Facts by the rule that observes them, `score.slam: announced-made`; where all play alone, those of each player.",
    )
    paid: dict[str, dict[Letter, Whole]] = Field(
        default_factory=dict,
        description="Payments in the course of the deal, by rule: what each player got by it (negative: paid).",
    )
    piles: dict[Letter, list[str]] = Field(
        default_factory=dict, description="The cards that each player has won, where all play alone."
    )

    def values(self) -> Iterator[tuple[type[Observes[Any]], ResultKey, Any]]:
        """The kinds of rules with keys of their own, with the values of their keys."""
        for kind, key in _KEYED:
            yield kind, key, getattr(self, key.name)


def outcomes_of(result: ResultFile, scorer: Scorer, deck: Deck, seats: Sequence[str], fault: Fault) -> list[Outcome]:
    """The outcome of a result, or one for each player where everyone plays alone; empty after a fault."""
    try:
        scorer = scorer.for_result(result.contract)
    except LoadError as error:
        (problem,) = error.problems
        fault(problem.code, problem.message, ("contract",), problem.hint)
        return []
    reader = _ResultReader(result, scorer, deck, seats, fault)
    outcomes = reader.sides() if scorer.has_sides else reader.by_player()
    return [] if reader.faults else outcomes


def outcome_of_pile(scorer: Scorer, pile: int | None, fault: Fault, facts: Mapping[str, str]) -> Outcome:
    """The outcome of one player, or of one party, whose first player has the first seat. ``pile`` is a mask of cards, None where only facts are
    known.

    ``fault`` has to raise an error.
    """
    players = scorer.index.ruleset.players
    found = None if pile is None else impossible_pile(scorer, pile, players)
    if found is not None:
        fault(found.code, found.message, found.path, found.hint)
    reader = _ResultReader(
        ResultFile.model_validate({"facts": dict(facts)}), scorer, scorer.index.ruleset.deck, (), fault
    )
    (party, *_others) = scorer.index.parties(players[0]) or ((),)
    outcome = scorer.with_added_points(replace(_of_pile(scorer, pile or 0), party=party, facts=Facts(reader.facts())))
    reader.check_facts(outcome, players)
    return outcome


def _of_pile(scorer: Scorer, pile: int, seat: int = 0) -> Outcome:
    halves, index = scorer.index.ruleset.deck.halves_of(pile), scorer.index
    return Outcome(seat=seat, contract=index.contract, pile=pile, cards=pile.bit_count(), halves=halves)


class _ResultReader:
    """Reads one result; every fault is told to ``report``, and counted."""

    def __init__(self, result: ResultFile, scorer: Scorer, deck: Deck, seats: Sequence[str], report: Fault) -> None:
        self.result, self.scorer, self.index = result, scorer, scorer.index
        self.deck, self.seats, self.report = deck, seats, report
        self.name = scorer.index.ruleset.name
        self.faults = 0

    def fault(self, code: str, message: str, hint: str | None, *path: str | int) -> None:
        """Tell of a fault. Its place is that of the entry by which the code is named, unless another is given."""
        self.faults += 1
        self.report(code, message, path or (code.partition(".")[2],), hint)

    def sides(self) -> list[Outcome]:
        """The outcome of a taker's side."""
        result, index, name = self.result, self.index, self.name
        numbers = [rule.key.name for rule in asked_numbers(self.scorer) if rule.key is not None]
        needed = ["taker", "contract", *(["points"] if asks_points(self.scorer) else []), *numbers]
        missing = ", ".join(field for field in needed if getattr(result, field) is None)
        if missing:
            message = _("the result lacks {missing}").format(missing=missing)
            self.fault("result.missing", message, _("a void deal is told by `void`"))
            return []
        assert result.contract is not None
        if result.piles:
            message = _("in {name} sides are counted, not piles").format(name=name)
            self.fault("result.piles", message, _("give points and honours"))
        contract = result.contract.replace("-", "_")
        if contract not in index.contracts:
            message = _("{name} has no contract {contract!r}").format(name=name, contract=result.contract)
            self.fault("result.contract", message, suggest(contract, index.contracts, _("contracts")))
        halves = 0
        if isinstance(result.points, str):
            halves = self._halves(result.points, "points")
        elif result.points is not None:
            message = _("in {name} the card points of the taker's side are told, not those of each player")
            self.fault(
                "result.points", message.format(name=name), _("write them like {given}").format(given="points: 41")
            )
        taker, partner = self._seat(result.taker, "taker"), self._seat(result.partner, "partner")
        if result.partner is not None and index.calls is None:
            message = _("in {name} the taker has no partner").format(name=name)
            self.fault("result.partner", message, _("leave `partner` out"))
        elif partner is not None and partner == taker:
            hint = _("leave `partner` out when the taker was alone")
            self.fault("result.partner", _("the taker cannot partner themselves"), hint)
        for kind, _key, value in result.values():
            for found in kind.unfit(value, index, self.seats):
                self.fault(found.code, found.message, found.hint, *found.path)
        outcome = Outcome(
            contract=contract,
            halves=halves,
            taker=taker,
            partner=partner,
            alone=partner is None,
            facts=Facts({} if self.faults else self.facts()),
        )
        if not self.faults:
            outcome = self.scorer.with_card_points(outcome)
            for id, rule in index.observing.items():
                outcome = outcome if id in outcome.facts else outcome.observed(id, rule.follows(outcome, index))
            self._check_possible(outcome, (len(self.seats),))
        return [outcome]

    def _halves(self, text: str, *path: str | int) -> int:
        """Card points in halves; 0 after a fault."""
        halves = 0
        try:
            halves = parse_halves(text)
        except NotationError as error:
            self.fault("result.points", error.problems[0].message, error.problems[0].hint, *path)
        most = all_points(self.scorer)
        if not 0 <= halves <= most:
            message = _("{points} card points are impossible").format(points=text)
            whole = _("the whole pack counts {halves_text}").format(halves_text=halves_text(most))
            self.fault("result.points", message, whole, *path)
        return halves

    def _seat(self, letter: str | None, *path: str | int) -> int | None:
        if letter is None or letter in self.seats:
            return None if letter is None else self.seats.index(letter)
        message, hint = _("nobody sits at {letter!r}"), suggest(letter, self.seats, _("seats"))
        self.fault("result.seat", message.format(letter=letter), hint, *path)
        return None

    def _check_possible(self, outcome: Outcome, players: Sequence[int]) -> None:
        """Add a fault for a result that no deal can bring."""
        points = self.result.points is not None
        found = None if self.faults else impossible(self.scorer, outcome, players, points=points)
        if found is not None:
            self.fault(found.code, found.message, found.hint, *self._place(found.path))

    def check_facts(self, outcome: Outcome, players: Sequence[int]) -> None:
        """Add a fault for a fact of one player that no deal can bring."""
        found = None if self.faults else impossible_facts(self.index, outcome, players)
        if found is not None:
            self.fault(found.code, found.message, found.hint, *self._place(found.path))

    def facts(self, *letters: str) -> dict[str, Fact]:
        """The facts of a result by rule, of one player or party where there is no taker; faults for those that no rule scores, and for
        texts that spell none."""
        observing, observers, facts = self.index.observing, self.index.observers, dict[str, Fact]()
        for kind, key, value in self.result.values():
            rules = [rule for rule in observers.values() if isinstance(rule, kind)]
            of_all = bool(letters) and not isinstance(value, dict)  # it is refused once, where all play alone
            if value and not rules and key.option and not of_all:
                message = _("{name} has no bonus for a {name_2}").format(name=self.name, name_2=as_words(key.name))
                self.fault("result.no-bonus", message, _("take an option that adds it"), key.name)
            for rule in rules:
                fact = rule.from_key(value, self.seats)
                if fact is not None:
                    facts[rule.rule] = fact
        for id, written in self.result.facts.items():
            path: KeyPath = ("facts", id)
            text = written if not letters else _of_players(written, letters) if isinstance(written, dict) else ""
            if id not in observing:
                message = _("{name} has no rule {id!r} that observes a fact").format(name=self.name, id=id)
                hint = suggest(id, observing, _("such rules")) if observing else _("leave it out")
                self.fault("result.fact", message, hint, *path)
            elif isinstance(written, dict) is not bool(letters):
                message = (
                    _("in {name} the fact is one of each player")
                    if letters
                    else _("in {name} the fact is one of the deal")
                )
                given = f"{id}: {{{letters[0]}: …}}" if letters else f"{id}: …"
                self.fault(
                    "result.fact", message.format(name=self.name), _("write it like {given}").format(given=given), *path
                )
            elif not isinstance(text, str):
                continue
            elif id in facts:
                message = _("what {id} observes is told twice").format(id=id)
                self.fault("result.fact", message, _("leave one of them out"), *path)
            else:
                try:
                    facts[id] = observing[id].read(text, self.seats)
                except FactError as error:
                    self.fault("result.fact", f"{id}: {error}", error.hint, *path)
        for id, rule in observing.items():
            if rule.always and id not in facts and not self.faults:
                message = _("the result lacks what {id} observes").format(id=id)
                values = rule.values(self.index, len(self.seats) or self.index.ruleset.players[-1])
                hint = _("add the fact {id}: {values}").format(id=id, values=values)
                self.fault("result.missing", message, hint, "facts")
        return {id: facts[id] for id in observers if id in facts}

    def _place(self, path: KeyPath) -> KeyPath:
        """The place of a fault of a fact: its key, or where it stands under ``facts``."""
        for id in self.result.facts:
            key = self.index.observing[id].key if id in self.index.observing else None
            if path[:1] == (id,) or (key is not None and path[:1] == (key.name,)):
                return ("facts", id)
        return path

    def by_player(self) -> list[Outcome]:
        """The outcome of each player, where everyone plays alone."""
        result = self.result
        keys = [key.name for _kind, key, _value in result.values() if key.option]
        contract = () if self.index.by_contract else ("contract",)
        for field in ("taker", "partner", *contract, "points", *keys):
            value = getattr(result, field)
            if value not in (None, (), []) and not isinstance(value, dict):
                message = _("in {name} all play alone").format(name=self.name)
                self.fault("result.sides", message, _("give `piles`: what each has won"), field)
        by_points = isinstance(result.points, dict) and not result.piles
        cards = result.piles or asks_cards(self.scorer)
        outcomes = self._points() if by_points else self._piles() if cards else self._without_cards()
        if isinstance(result.points, dict) and result.piles:
            message = _("card points follow from the piles")
            self.fault("result.points", message, _("leave one of them out"))
        for id, by_player in result.facts.items():
            for letter in by_player if isinstance(by_player, dict) else ():
                self._seat(letter, "facts", id, letter)
        outcomes = self._of_parties(outcomes)
        written = [(outcome, self.facts(*(self.seats[seat] for seat in outcome.players))) for outcome in outcomes]
        outcomes = [replace(outcome, facts=Facts(facts)) if facts else outcome for outcome, facts in written]
        if not by_points:
            outcomes = [*map(self.scorer.with_added_points, outcomes)]
        self._check_facts(outcomes)
        return outcomes

    def _check_facts(self, outcomes: Sequence[Outcome]) -> None:
        """Add a fault for the first fact that no deal brings to a player or party, or not together with those of the others."""
        players = len(self.seats)
        for outcome in outcomes:
            self.check_facts(outcome, (players,))
        for id, rule in {} if self.faults else self.index.observing.items():
            for found in rule.impossible_together([outcome.facts.get(id) for outcome in outcomes], self.index, players):
                self.fault(found.code, found.message, found.hint, *self._place(found.path))

    def _of_parties(self, outcomes: list[Outcome]) -> list[Outcome]:
        """The outcome of each party, from those of its players; the same where all play alone."""
        joined = []
        for party in self.index.parties(len(self.seats)):
            of_players = [outcomes[seat] for seat in party]
            piles = [outcome.pile for outcome in of_players if outcome.pile is not None]
            if len(piles) == len(party):
                self._check_pile(sum(piles), self.seats[party[0]], alone=len(party) == 1)
            joined.append(
                replace(
                    of_players[0],
                    party=party,
                    halves=sum(outcome.halves for outcome in of_players),
                    pile=sum(piles) if len(piles) == len(party) else None,
                    cards=sum(outcome.cards for outcome in of_players),
                )
            )
        return joined or outcomes

    def _without_cards(self) -> list[Outcome]:
        """The outcome of each player where no rule of the score asks for cards."""
        return [Outcome(seat=seat, contract=self.index.contract) for seat in range(len(self.seats))]

    def _check_pile(self, pile: int, letter: str, *, alone: bool = True) -> None:
        """Add a fault for a pile that no player who is ``alone``, or else no party, can have won."""
        found = impossible_pile(self.scorer, pile, (len(self.seats),), alone=alone)
        if found is not None:
            self.fault(
                found.code, found.message, found.hint, "piles", *([letter] if letter in self.result.piles else [])
            )

    def _points(self) -> list[Outcome]:
        """The outcome of each player by card points alone, where no rule asks for the cards themselves."""
        points, scorer = self.result.points, self.scorer
        assert isinstance(points, dict)
        for rule in scorer.scores:
            if rule.by_cards:
                message = _("{rule} counts cards, which card points do not tell").format(rule=rule.rule)
                self.fault("result.points", message, _("give `piles`: what each has won"))
                return [Outcome(seat=seat) for seat in range(len(self.seats))]
        for letter in points:
            self._seat(letter, "points", letter)
        missing = [letter for letter in self.seats if letter not in points]
        if missing:
            message = _("the result lacks the card points of {missing}").format(missing=", ".join(missing))
            self.fault("result.missing", message, _("give those of each player, 0 too"), "points")
        halves = [self._halves(points.get(letter, "0"), "points", letter) for letter in self.seats]
        if not self.faults:
            self._check_sum(sum(halves))
        return [Outcome(seat=seat, contract=self.index.contract, halves=number) for seat, number in enumerate(halves)]

    def _check_sum(self, halves: Halves) -> None:
        """Add a fault for card points of all players that do not sum to those of the cards that are won."""
        whole, counted = self.deck.halves, self.index.counts_piles
        always = self.index.cards_won(len(self.seats)) == len(self.deck.cards)
        if counted is not None:
            if counted.total is None:
                return
            whole, always = 2 * counted.total, True
        whole += self.index.added_halves
        if halves > whole or (always and halves < whole):
            message = _("these card points sum to {total}").format(total=halves_text(halves))
            hint = _("the whole pack counts {halves_text}").format(halves_text=halves_text(whole))
            self.fault("result.points", message, hint)

    def _piles(self) -> list[Outcome]:
        """The outcome of each player by the cards that each has won."""
        piles, seats = self.result.piles, self.seats
        outcomes, seen = [], 0
        for letter in piles:
            self._seat(letter, "piles", letter)
        for seat, letter in enumerate(seats):
            mask = 0
            for i, code in enumerate(piles.get(letter, ())):
                path = ("piles", letter, i)
                try:
                    card = self.deck.card(code)
                except NotationError as error:
                    self.fault("result.card", error.problems[0].message, error.problems[0].hint, *path)
                    continue
                if (mask | seen) & card.bit:
                    message = _("{code} has been won already").format(code=card.code)
                    self.fault("result.card-twice", message, _("each card is won once"), *path)
                mask |= card.bit
            seen |= mask
            if piles and not self.index.parties(len(seats)):  # a partner may have paid for a card that the player kept
                self._check_pile(mask, letter)
            outcomes.append(_of_pile(self.scorer, mask, seat))
        in_play, number = self.index.cards_won(len(seats)), seen.bit_count()
        if not piles:
            message = _("the result lacks {missing}").format(missing="piles")
            self.fault("result.missing", message, _("give `piles`: what each has won"), "piles")
        elif number != in_play:
            message = ngettext(
                "{number} card is in the piles; {in_play} were dealt",
                "{number} cards are in the piles; {in_play} were dealt",
                number,
            ).format(number=number, in_play=in_play)
            self.fault("result.piles", message, _("every card dealt is won by somebody"))
        found = None if self.faults else impossible_piles(self.scorer, [outcome.pile or 0 for outcome in outcomes])
        if found is not None:
            self.fault(found.code, found.message, found.hint, *found.path)
        return outcomes


def _of_players(by_player: Mapping[str, str], letters: Sequence[str]) -> str | None:
    """The text of the first of some players who has one."""
    return next((by_player[letter] for letter in letters if letter in by_player), None)
