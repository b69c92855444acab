"""The fields of a result, by the rules in force under its contract: what a score keeper tells, what may be left out, and what it says."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from tarot_teach.cards import halves_text
from tarot_teach.engine.limits import Possible
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.engine.scoring import Scorer
from tarot_teach.mechanisms.interfaces import Judges
from tarot_teach.mechanisms.match_memory import PaysInPlay
from tarot_teach.mechanisms.observed import Observes
from tarot_teach.messages import _
from tarot_teach.table import Outcome, default_seats, seat_name
from tarot_teach.table.facts import by_names

Kind = Literal[
    "players",
    "contract",
    "points",
    "number",
    "taker",
    "partner",
    "alone",
    "pile",
    "piles",
    "fact",
    "memory",
    "paid",
    "holdings",
]


class ResultField(NamedTuple):
    """A field of a result: its name (of a fact, a memory or a payment the id of its rule), the label in words, and the values
    that it may have.

    ``needed`` is false where the field may be left out; ``choices`` are values with their words, where they can be listed, and
    ``example`` is a value of a result that a deal can bring, where one is at hand.
    """

    name: str
    kind: Kind
    label: str
    needed: bool
    values: str
    choices: tuple[tuple[str, str], ...] = ()
    example: str = ""


def asks_points(scorer: Scorer) -> bool:
    """True if the score depends on card points."""
    judged = any(rule.by_points for rule in scorer.index.all(Judges))
    return bool(scorer.index.ruleset.deck.halves) and (judged or any(rule.by_points for rule in scorer.scores))


def asked_numbers(scorer: Scorer) -> list[Observes[Any]]:
    """The rules that count the cards on whose number the score depends."""
    return [rule for rule in scorer.index.counting if any(rule.observes in other.asks for other in scorer.counts)]


def asks_cards(scorer: Scorer) -> bool:
    """True if the score of players who play alone depends on what they have won."""
    return asks_points(scorer) or any(rule.by_cards for rule in scorer.scores)


def compares_all(scorer: Scorer) -> bool:
    """True if the score of a player depends on what the others have won."""
    return scorer.settles_parties is not None or any(rule.among_all for rule in scorer.scores)


def names_seats(scorer: Scorer) -> bool:
    """True if it matters where the taker sits: something is paid apart from the contract, or kept from deal to deal."""
    return bool(scorer.pays_apart or scorer.index.whole.remembers or scorer.index.all(PaysInPlay))


def all_points(scorer: Scorer) -> int:
    """The card points of the whole pack, in halves, as they are counted."""
    return scorer.index.halves_of(scorer.index.ruleset.deck.all) + scorer.index.added_halves


def fields_of(scorer: Scorer) -> tuple[ResultField, ...]:
    """The fields of a result under the contract of a scorer, in the order in which they are asked for."""
    index, ruleset = scorer.index, scorer.index.ruleset
    contracts = tuple((name, ruleset.rules[rule.rule].title) for name, rule in index.whole.contracts.items())
    fields: list[ResultField] = []
    if len(ruleset.players) > 1:
        numbers = tuple((str(number), str(number)) for number in ruleset.players)
        values = ", ".join(number for number, _same in numbers)
        fields.append(ResultField("players", "players", _("Players"), scorer.has_sides, values, numbers))
    if contracts and (scorer.has_sides or index.by_contract):
        names = ", ".join(name for name, _title in contracts)
        fields.append(ResultField("contract", "contract", _("Contract"), True, names, contracts))
    if scorer.has_sides:
        fields += _of_sides(scorer)
    else:
        pile = _("the cards that a player has won, by their codes")
        needed = asks_cards(scorer)
        if not compares_all(scorer):
            fields.append(ResultField("pile", "pile", _("Cards of one player"), needed, pile, (), _some_pile(scorer)))
        of_all = _("the cards that each player has won: the seat, and the codes")
        fields.append(ResultField("piles", "piles", _("Cards of all players"), needed, of_all))
    for id, rule in index.observing.items():
        values = by_names(rule.values(index, ruleset.players[-1]), rule.word_names())
        choices = tuple(rule.choices())
        example = rule.example(index, ruleset.players[-1])
        fields.append(ResultField(id, "fact", rule.field_label(), rule.always, values, choices, example))
    for keeps in index.whole.remembers:
        values = _("numbers of the table, then those of players: {given}").format(given=keeps.begin(3) or "15; S 4+8")
        fields.append(ResultField(keeps.rule, "memory", ruleset.rules[keeps.rule].title, False, values))
    for pays in index.all(PaysInPlay):
        values = _("what each player got in the course of the deal, with a minus for what was paid: S -12, E -12")
        fields.append(ResultField(pays.rule, "paid", ruleset.rules[pays.rule].title, False, values))
    if scorer.for_chips:
        values = _("the chips of each player before the deal: S 100, E 80")
        fields.append(ResultField("holdings", "holdings", _("Chips"), False, values))
    return tuple(fields)


def _of_sides(scorer: Scorer) -> list[ResultField]:
    """The fields of a deal of a taker against a defence, but for the facts."""
    index, ruleset = scorer.index, scorer.index.ruleset
    fields = []
    if ruleset.deck.halves:
        label = str(ruleset.say(_("Card points of {taker:the}'s side")))
        values = _("0 to {most}, also with ½").format(most=halves_text(all_points(scorer)))
        fields.append(ResultField("points", "points", label, asks_points(scorer), values))
    asked = asked_numbers(scorer)
    for rule in index.counting if asked or ruleset.deck.halves else ():
        assert rule.key is not None
        values, example = rule.values(index, ruleset.players[-1]), rule.example(index, ruleset.players[-1])
        of_rule = rule.field_label(), rule in asked, values, tuple(rule.choices()), example
        fields.append(ResultField(rule.key.name, "number", *of_rule))
    seats = seats_of(scorer, ruleset.players[-1])
    named, letters = tuple((seat, seat_name(seat, seats)) for seat in seats), ", ".join(seats)
    if names_seats(scorer):
        fields.append(ResultField("taker", "taker", str(ruleset.say("{taker}")), False, letters, named))
    if index.calls is not None:
        if names_seats(scorer):
            fields.append(ResultField("partner", "partner", str(ruleset.say("{partner}")), False, letters, named))
        alone = (("", _("with a partner")), ("alone", _("alone")))
        fields.append(
            ResultField("alone", "alone", str(ruleset.say("{taker}")), False, _("where nobody is the partner"), alone)
        )
    return fields


def facts_by_rule(index: RuleIndex, outcome: Outcome) -> dict[str, str]:
    """The spelling of the facts of an outcome that results tell by the rule which observes them."""
    return {id: spelled for id, spelled in outcome.facts.spelled().items() if id in index.observing}


def seats_of(scorer: Scorer, players: int) -> tuple[str, ...]:
    """The letters of the players of a result, in order of play."""
    return default_seats(players, scorer.index.clockwise)


def needed_fields(scorer: Scorer) -> list[ResultField]:
    """The fields without which there is no result: of cards those of one player, where they suffice; in a game that needs none, its facts."""
    fields = fields_of(scorer)
    one = any(field.kind == "pile" for field in fields)
    needed = [field for field in fields if field.needed and not (one and field.kind == "piles")]
    return needed or [field for field in fields if field.kind == "fact"]


def examples_of(scorer: Scorer, contract: str | None = None) -> list[tuple[ResultField, str]]:
    """The fields that a result needs, under a contract if one of the game is named, each with an example; empty where none is at hand."""
    points = halves_text(all_points(scorer) // 4 * 2)
    known = {"points": points, "contract": scorer.index.whole.contract_named(contract or "")}
    return [
        (field, known.get(field.name) or field.example or (field.choices[0][0] if field.choices else ""))
        for field in needed_fields(scorer)
    ]


def example_of(scorer: Scorer, contract: str | None = None) -> str:
    """The fields that a result needs, under a contract if one is named, with examples, in words for a hint."""
    parts = []
    for field, given in examples_of(scorer, contract):
        example = scorer.index.whole.contract_names([given])[0] if given and field.name == "contract" else given
        part = f"{field.name} {example}" if example else field.name
        parts.append(part if example and field.kind not in ("fact", "pile") else f"{part} ({field.values})")
    return _("write for instance {fields}").format(fields=", ".join(parts))


def _some_pile(scorer: Scorer) -> str:
    """The codes of some cards that one player can have won: the first of the pack, as few as can be."""
    deck, possible = scorer.index.ruleset.deck, Possible(scorer.index, scorer.index.ruleset.players[0])
    piles = (deck.cards[:size] for size in sorted(possible.pile_sizes() - {0}))
    pile = next((cards for cards in piles if possible.can_win(deck.mask(cards))), ())
    return " ".join(card.code for card in pile)
