"""The table on which a reader tries a game, as a block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tarot_teach.blocks import Block, TryGame, TryHouseRule, TryIt
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import check_tricks
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain.snippets import describe_hand, describe_trick
from tarot_teach.language import N_, _
from tarot_teach.loading import Library
from tarot_teach.rules import PLAYS, Ruleset

PARTS = {
    "legal": N_("What may I play?"),
    "quiz": N_("Questions without end"),
    "play": N_("Play a deal"),
    "score": N_("Score a deal"),
    "rules": N_("Write rules"),
}
"""The parts of the page, with the words of their tabs."""


def describe_still(engine: Engine, hand: str, trick: str, contract: str = "") -> list[Block]:
    """A hand judged for the trick before it, or the hand or the trick alone; under a contract where the rules differ by contract, by
    default the first. Where a suit becomes trumps by a choice, and the engine is made without one, the hand alone. Raises NotationError."""
    deck = engine.ruleset.deck
    if not trick.strip() or (engine.index.brings_trumps and not engine.index.trumps):
        return describe_hand(deck.parse(hand)) if hand.strip() else []
    played, seats = deck.parse(trick), engine.seats()
    plays = ", ".join(f"{seats[i % len(seats)]} {card.code}" for i, card in enumerate(played))
    if engine.index.by_contract:
        contract = contract or next(iter(engine.index.contracts))
    held = f"{seats[len(played) % len(seats)]} {hand}" if hand.strip() else ""
    return describe_trick(engine, plays, held, contract=contract or None)


def describe_try(
    library: Library, rulesets: Sequence[Ruleset], hand: str = "", trick: str = "", parts: Iterable[str] = ("legal",)
) -> list[Block]:
    """The table of some rulesets of one pack, the first of which is chosen, with the house rules of its name.

    Rulesets of other packs, and of games without tricks, are left out. Raises NotationError for cards that cannot be read, and where the first
    is such a game, LoadError for an unknown part.
    """
    shown = tuple(parts)
    for part in shown:
        if part not in PARTS:
            hint = suggest(part, PARTS, _("parts"))
            raise LoadError.of("try.part", _("there is no part {part!r}"), None, hint, part=part)
    first = rulesets[0]
    check_tricks(Engine(first))
    alike = {
        ruleset.id: ruleset for ruleset in rulesets if ruleset.deck.id == first.deck.id and ruleset.play != PLAYS[-1]
    }
    known = sorted(library.ids("option"), key=lambda id: "play" not in _house_rule(library, id).steps)
    games = tuple(
        TryGame(
            ruleset.id,
            ruleset.title,
            tuple(id for id in known if ruleset.id in library.fitting(id)),
            next(iter(ruleset.rules)),
        )
        for ruleset in alike.values()
    )
    ticked = {id: None for game in games for id in game.house_rules}
    block = TryIt(
        id="try",
        games=games,
        house_rules=tuple(_house_rule(library, id) for id in known if id in ticked),
        chosen=first.options,
        pack=tuple(first.deck.cards),
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
