"""Answers about a ruleset or house rule that the reader writes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from tarot_teach.engine import trick_position
from tarot_teach.errors import LoadError, NotationError, Place
from tarot_teach.explain.rulebook import describe_option, describe_rulebook
from tarot_teach.loading import Library
from tarot_teach.loading.yaml_writer import write_yaml
from tarot_teach.messages import _
from tarot_teach.topics.check.check_file import check_file, warnings_of
from tarot_teach.topics.skeletons.skeleton import skeleton
from tarot_teach.try_it.desk import Desk, fault_data

FILE, LAID = "our-house.yaml", "laid-hand"


def begin(desk: Desk, game: str) -> dict[str, Any]:
    """A commented ruleset to begin with, made of a game without its house rules, which a file cannot extend."""
    path, base = Path(FILE), game.partition("+")[0]
    return {"text": skeleton("ruleset", _("Our house"), desk.engine(base), base, path)[path]}


def rules(desk: Desk, game: str, text: str) -> dict[str, Any]:
    """The rule book of a ruleset or a house rule, as its file is written, and warnings; from then on the desk knows it by its id.

    Raises LoadError with all faults of the file, each with its line.
    """
    path = Path(desk.folder or tempfile.mkdtemp(), FILE)
    desk.folder = path.parent
    path.write_text(text, encoding="utf-8")
    library = Library([*desk.files, path])
    kind = check_file(path, library)
    if kind not in ("ruleset", "option"):
        hint = _("write a ruleset, with `rules:` or `extends:`, or a house rule, with `changes:`")
        raise LoadError.of("try.kind", _("this is neither a ruleset nor a house rule"), Place(FILE, 1, 1), hint)
    data = library.document(path).data
    id, title = str(data["id"]), str(data["title"])
    warnings = [fault_data(problem) for problem in warnings_of(path, kind, library)]
    desk.add_file(path)
    pack = library.load(id).deck.id if kind == "ruleset" else ""
    made = describe_rulebook(library.load(id), library) if kind == "ruleset" else describe_option(library, id)
    fitting = (
        [option for option in library.ids("option") if library.fits(f"{id}+{option}")] if kind == "ruleset" else []
    )
    known = {"kind": kind, "id": id, "title": title, "house_rules": fitting, "pack": pack}
    return {"html": desk.html(id if kind == "ruleset" else game, made), "warnings": warnings, **known}


def laid(desk: Desk, game: str, hand: str, trick: str = "", called: str = "", contract: str = "") -> dict[str, Any]:
    """A hand and the trick before it as an example in YAML, which asks what may be played, and plays the first card that may be.

    ``contract`` is one by its id, with a suit of trumps behind it where one is chosen. Raises NotationError for cards that do not go together,
    and as ``check`` does for what is no example.
    """
    contract, _space, trumps = contract.partition(" ")
    engine = desk.engine(game, trumps)
    if not engine.index.play.hands_shrink:  # else the number of the trick is not known by a hand
        message, hint = _("no example can begin with a hand that was laid in this game"), _("play a deal, and save it")
        raise NotationError.of("try.laid", message, None, hint)
    deck = engine.ruleset.deck
    king = deck.card(called) if called else None
    state = trick_position(engine, deck.parse(hand), deck.parse(trick), called=king, contract=contract or None)
    assert state.turn is not None
    seats, legal = state.seats, deck.set(engine.legal(state).cards)
    start = {"step": "play", "leader": seats[state.trick.leader]}
    start |= {"taker": seats[state.auction.taker]} if state.auction.taker is not None else {}
    start |= {"contract": state.auction.contract} if state.auction.contract else {}
    start |= {"trumps": trumps} if trumps else {}
    plays = [*state.trick.by(state.players), (state.turn, next(iter(legal)))]
    data: dict[str, Any] = {
        "format": 1,
        "id": LAID,
        "ruleset": game,
        "title": _("A hand that was laid"),
        "about": _("Laid on the page “Try it”."),
        "start": start,
        "hands": {seats[state.turn]: [card.code for card in state.hand(state.turn)]},
        **({"call": called} if called else {}),
        "asks": [{"ask": "legal", "at": f"{state.number} {seats[state.turn]}"}],
        "tricks": [{"cards": [f"{seats[seat]} {card.code}" for seat, card in plays]}],
    }
    text = write_yaml(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{LAID}.yaml")
        path.write_text(text, encoding="utf-8")
        check_file(path, Library([*desk.files, path]))
    return {"text": text, "name": path.name}
