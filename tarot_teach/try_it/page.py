"""The table on which a reader tries a game, and the way to it, as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tarot_teach.blocks import Block, Listing, Paragraph, TryGame, TryHouseRule, TryIt
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import check_tricks
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain.snippets import describe_hand, describe_trick
from tarot_teach.loading import Library
from tarot_teach.mechanisms.plays import play_of
from tarot_teach.messages import N_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table.state import seat_name
from tarot_teach.text import Text

PARTS = {
    "legal": N_("What may I play?"),
    "quiz": N_("Questions without end"),
    "play": N_("Play a deal"),
    "line": N_("Paste a deal"),
    "score": N_("Score a deal"),
    "rules": N_("Write rules"),
}
"""The parts of the page, with the words of their tabs."""
OF_TRICKS = ("legal",)
"""The parts that a game without tricks is without."""


@dataclass(frozen=True, slots=True)
class DealLink(Block):
    """A way to the table at which a deal is played: the ``words`` of the link, the game, what stands behind the ``#`` in the address, and the
    ``command`` that deals the same cards."""

    words: Text
    game: str
    address: str
    command: str

    def fallback(self) -> tuple[Block, ...]:
        """The words and the command."""
        return Paragraph(self.words), Listing(f"$ {self.command}", "console")


def describe_still(engine: Engine, hand: str, trick: str, contract: str = "") -> list[Block]:
    """A hand judged for the trick before it, or the hand or the trick alone; under a contract where the rules differ by contract, by
    default the first. Where a suit becomes trumps by a choice, and the engine is made without one, the hand alone. Raises NotationError."""
    deck, index = engine.ruleset.deck, engine.index
    if index.by_contract:
        contract = contract or next(iter(index.contracts))
    if not trick.strip() or (index.under(contract or None).brings_trumps and not index.trumps):
        return describe_hand(deck.parse(hand)) if hand.strip() else []
    played, seats = deck.parse(trick), engine.seats()
    plays = ", ".join(f"{seats[i % len(seats)]} {card.code}" for i, card in enumerate(played))
    held = f"{seats[len(played) % len(seats)]} {hand}" if hand.strip() else ""
    return describe_trick(engine, plays, held, contract=contract or None)


def describe_try(
    library: Library, rulesets: Sequence[Ruleset], hand: str = "", trick: str = "", parts: Iterable[str] = ("legal",)
) -> list[Block]:
    """The table of some rulesets, the first of which is chosen, with the house rules of its name, and with the cards of each pack.

    Games that have none of the parts are left out, and parts that no game has. Raises NotationError for cards that cannot be read, and where
    the first game has none of the parts, LoadError for an unknown part.
    """
    asked = tuple(parts) or ("legal",)
    for part in asked:
        if part not in PARTS:
            hint = suggest(part, PARTS, _("parts"))
            raise LoadError.of("try.part", _("there is no part {part!r}"), None, hint, part=part)
    first = rulesets[0]
    lacks = {each.id: () if play_of(each).in_tricks else OF_TRICKS for each in rulesets}
    if not {*asked} - {*lacks[first.id]}:
        check_tricks(Engine(first))
    alike = {each.id: each for each in rulesets if {*asked} - {*lacks[each.id]}}
    shown = tuple(part for part in asked if any(part not in lacks[id] for id in alike))
    packs: dict[str, tuple[Card, ...]] = {}
    for ruleset in alike.values():
        packs.setdefault(ruleset.deck.id, tuple(ruleset.deck.cards))
    known = sorted(library.ids("option"), key=lambda id: "play" not in _house_rule(library, id).steps)
    games = tuple(
        TryGame(
            ruleset.id,
            ruleset.title,
            tuple(id for id in known if ruleset.id in library.fitting(id)),
            next(iter(ruleset.rules)),
            ruleset.deck.id,
            tuple((letter, seat_name(letter, seats)) for letter in seats),
            clockwise=engine.index.clockwise,
            lacks=lacks[ruleset.id],
        )
        for ruleset in alike.values()
        for engine in (Engine(ruleset),)
        for seats in (engine.seats(),)
    )
    ticked = {id: None for game in games for id in game.house_rules}
    block = TryIt(
        id="try",
        games=games,
        house_rules=tuple(_house_rule(library, id) for id in known if id in ticked),
        chosen=first.options,
        packs=tuple(packs.items()),
        hand=tuple(first.deck.parse(hand)) if hand.strip() else (),
        trick=tuple(first.deck.parse(trick)) if trick.strip() else (),
        parts=tuple((part, _(PARTS[part])) for part in shown),
        still=tuple(describe_still(Engine(first), hand, trick)),
        term=next(iter(library.glossary()), ""),
        source=next(iter(library.sources()), ""),
    )
    return [block]


def _house_rule(library: Library, id: str) -> TryHouseRule:
    path = library.path_of("option", id)
    assert path is not None
    data = library.document(path).data
    rules = [str(rule) for entry in ("changes", "adds", "drops") for rule in data.get(entry) or ()]
    return TryHouseRule(
        id, str(data["title"]), tuple(dict.fromkeys(rule.partition(".")[0] for rule in rules)), tuple(rules)
    )
