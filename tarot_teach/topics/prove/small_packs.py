"""Rulesets with small packs: the rules of a game, with the numbers that follow from the number of cards made smaller in proportion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import or_
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import BaseModel

from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import KeyPath, LoadError, Problem
from tarot_teach.loading import Library
from tarot_teach.loading.bind import marked_in
from tarot_teach.loading.document import Document
from tarot_teach.loading.quantities import Quantities
from tarot_teach.loading.yaml_writer import write_yaml
from tarot_teach.mechanisms import find
from tarot_teach.mechanisms.base import Quantity, Within
from tarot_teach.mechanisms.interfaces import CountsPiles, DealsOut, LimitsDiscard
from tarot_teach.mechanisms.plays import play_of
from tarot_teach.messages import _
from tarot_teach.rules import USUAL_PLAY, Ruleset
from tarot_teach.table import Phase
from tarot_teach.topics.prove.cards import chosen_cards, pack_file
from tarot_teach.topics.prove.shape import Shape, dealt, full_shape, least_shapes, scaled, small_shapes

PACKS = 3
"""The number of small packs of a ruleset."""
DEALT = 60
"""Of so many deals one at least is not void in a small game."""
ROUNDS = 20
"""The most times that a small ruleset is read anew without what its pack cannot have."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """A ruleset with a small pack: its files, by name, and the rules and entries that had to go, each with the reason of the loader.

    ``too_few`` is true if a hand may have too few cards that may be laid away, as no hand of the game itself has.
    """

    ruleset: Ruleset
    shape: Shape
    files: Mapping[str, dict[str, Any]]
    left_out: Mapping[str, str]
    too_few: bool = False

    def as_data(self) -> dict[str, Any]:
        """The pack, how its cards are dealt, and what had to go, as JSON-able data."""
        return {
            "cards": [card.code for card in self.ruleset.deck.cards],
            "players": self.shape.players,
            "hand": self.shape.hand,
            "talon": self.shape.talon,
            "heaps": [*self.shape.heaps],
            "left_out": dict(self.left_out),
        }


def small_games(library: Library, ruleset: Ruleset, number: int = PACKS) -> list[SmallGame]:
    """The small games of a ruleset, from few cards to more. Raises LoadError where its rules do not go with a small pack."""
    index = RuleIndex(ruleset)
    full = full_shape(ruleset, index)
    shapes = small_shapes(full, [*_parts(ruleset, full.talon)])
    if not shapes:
        message = _("no pack of 12 to 20 cards can be dealt by the rules of {name}")
        hint = _("play deals with its own pack: tarot-teach check FILE --play 100")
        raise LoadError.of("prove.small", message, ruleset.place, hint, name=ruleset.name)
    found: list[SmallGame] = []
    fault: LoadError | None = None
    tried = set[Shape]()
    for sized in shapes * number:  # where there are few sizes, of more suits
        wanted = min(2 + len(found), full.suits)
        for suits in dict.fromkeys((wanted, *range(2, full.suits + 1))):
            shape = replace(sized, suits=suits)
            if shape in tried:
                continue
            tried.add(shape)
            try:
                found.append(_made(library, ruleset, full, shape, len(found) + 1))
                break
            except LoadError as error:
                fault = fault or error
        if len(found) == number:
            return found
    if not found and fault:
        raise fault
    return found


def least_games(library: Library, ruleset: Ruleset) -> Iterator[SmallGame]:
    """Yield small games with the fewest cards in the hands, whose talon need not be in proportion, and then the first of those in proportion."""
    full = full_shape(ruleset, RuleIndex(ruleset))
    for shape in least_shapes(full, [*_parts(ruleset, full.talon)]):
        with suppress(LoadError):
            yield _made(library, ruleset, full, replace(shape, suits=min(2, full.suits)), 0)
    yield from small_games(library, ruleset, 1)


def _made(library: Library, ruleset: Ruleset, full: Shape, shape: Shape, number: int) -> SmallGame:
    """A small game in which every hand has cards that may be laid away, as far as that can be, if it has them in the game itself. Raises LoadError."""
    game = _Maker(library, ruleset, full, shape, number, fewer_kept=False).made()
    if not too_few_to_lay_away(ruleset, full) and too_few_to_lay_away(game.ruleset, shape):
        game = _Maker(library, ruleset, full, shape, number, fewer_kept=True).made()
        game = replace(game, too_few=too_few_to_lay_away(game.ruleset, shape))
    if not any(_is_played(game, number) for number in range(DEALT)):
        message, hint = (
            _("with {cards} cards every deal is void"),
            _("play deals with its own pack: tarot-teach check FILE --play 100"),
        )
        raise LoadError.of("prove.small", message, ruleset.place, hint, cards=shape.cards)
    return game


def _is_played(game: SmallGame, number: int) -> bool:
    """True if a deal is not void as soon as it is dealt, or cannot be dealt because of a fault, which the search is to find."""
    engine = Engine(game.ruleset)
    try:
        state = engine.start(seed=number, seats=engine.seats(game.shape.players))
        while state.turn is not None and state.phase in (Phase.CUT, Phase.DEAL):
            state, _events = engine.apply(state, next(iter(engine.legal(state))))
    except Exception:  # of a mechanism of the author's
        return True
    return state.turn is not None


def too_few_to_lay_away(ruleset: Ruleset, shape: Shape) -> bool:
    """True if a hand may have no card beyond those that may never be laid away."""
    return reduce(or_, (rule.barred for rule in _limits(ruleset)), 0).bit_count() > shape.hand


def _limits(ruleset: Ruleset) -> list[LimitsDiscard]:
    """The rules of what may be laid away."""
    return [rule for rule in RuleIndex(ruleset).mechanisms.values() if isinstance(rule, LimitsDiscard)]


def _parts(ruleset: Ruleset, talon: int) -> Iterator[int]:
    """The numbers by which the cards of the talon have to be divisible: equal parts of it, or the whole where players take shares of their own."""
    for rule in ruleset.rules.values():
        params = rule.params.model_dump(by_alias=True, exclude_none=True)
        for mark, value, path, _key in marked_in(type(rule.params), params, Within):
            if mark.quantity == "talon" and path[-1] == "parts":
                yield int(value)
        maps = [value for value in params.values() if isinstance(value, dict) and rule.step == "exchange"]
        for shares in (each for value in maps for each in value.values()):
            if isinstance(shares, list) and all(isinstance(share, int) for share in shares) and sum(shares) == talon:
                yield talon


class _Maker:
    """Makes one small game."""

    def __init__(
        self, library: Library, ruleset: Ruleset, full: Shape, shape: Shape, number: int, *, fewer_kept: bool
    ) -> None:
        self.library, self.ruleset, self.full, self.shape = library, ruleset, full, shape
        self.id: str = f"{ruleset.id}-small-{number}"
        self.left_out: dict[str, str] = {}
        kept = reduce(or_, (rule.barred for rule in _limits(ruleset)), 0) if fewer_kept else 0
        self.cards = chosen_cards(ruleset, shape.cards, shape.suits, kept, shape.hand)
        title = _("{number} cards of the {title}").format(number=len(self.cards), title=ruleset.deck.title)
        self.pack = pack_file(ruleset.deck, self.cards, f"{self.id}-pack", title)
        self.rounds: int = 0
        self.tried: dict[str, list[int]] = {}

    def made(self) -> SmallGame:
        """The game. Raises LoadError."""
        before = self._quantities(self.ruleset)
        data, points = self._file(), list[tuple[str, KeyPath, Within, int]]()
        after = self._sizes()
        for id, rule in self.ruleset.rules.items():
            params = data["rules"][id]["params"]
            for mark, value, path, is_key in [*marked_in(type(rule.params), params, Within)]:
                if is_key or not isinstance(value, int):
                    continue
                if mark.quantity == "card_points":
                    points.append((id, path, mark, value))
                _put(params, path, scaled(value, mark, before, after, self.full.talon))
        with TemporaryDirectory() as name:
            folder = Path(name).resolve()
            pack = folder / f"{self.id}-pack.yaml"
            pack.write_text(write_yaml(self.pack), encoding="utf-8")
            self.library = Library([*self.library.user_files, pack], self.library.mechanisms)
            ruleset = self._loaded(data, folder)
            stuck = too_few_to_lay_away(self.ruleset, self.full)  # in the game itself
            while not stuck and too_few_to_lay_away(ruleset, self.shape) and self._lets_more_go(data):
                ruleset = self._loaded(data, folder)
            after = self._quantities(ruleset)
            for id, path, mark, value in points:
                if id in data["rules"] and _has(data["rules"][id]["params"], path):
                    _put(data["rules"][id]["params"], path, scaled(value, mark, before, after, self.full.talon))
            ruleset = self._loaded(data, folder)
        files = {f"{self.id}.yaml": data, f"decks/{self.id}-pack.yaml": self.pack}
        return SmallGame(ruleset, self.shape, files, self.left_out)

    def _lets_more_go(self, data: dict[str, Any]) -> bool:
        """True if a list of cards that may never be laid away could lose its last entry."""
        reason = _("too few other cards would be left to be laid away")
        for rule in _limits(self.ruleset):
            names = _names(data["rules"].get(rule.rule, {"params": {}}))
            if rule.barred and len(names) > 1:
                self.left_out[f"{rule.rule}: {names.pop()}"] = reason
                return True
        return False

    def _sizes(self) -> dict[Quantity, int]:
        """The quantities of the small game that its sizes tell."""
        hand = self.shape.hand
        trumps = sum(card.is_trump for card in self.cards)
        suits = [sum(card.suit.id == suit for card in self.cards) for suit in {card.suit.id for card in self.cards}]
        return {
            "hand": hand,
            "talon": self.shape.talon,
            "tricks": hand + sum(self.shape.heaps),
            "pack": len(self.cards),
            "trumps": trumps or min(suits),
            "card_points": max(1, sum(card.halves for card in self.cards) // 4),
        }

    def _quantities(self, ruleset: Ruleset) -> dict[Quantity, int]:
        """The quantities of a game, card points in whole points."""
        quantities = Quantities(ruleset, RuleIndex(ruleset).mechanisms.values())
        found: dict[Quantity, int] = {}
        names: tuple[Quantity, ...] = ("card_points", "hand", "pack", "talon", "tricks", "trumps")
        for name in names:
            limit = quantities.of(name)
            found[name] = (
                limit[0] // 2 if limit else max(1, self.full.hand if ruleset is self.ruleset else self.shape.hand)
            )
        return found

    def _file(self) -> dict[str, Any]:
        """The file of the game: all rules with all their parameters, those of the deal with small sizes."""
        ruleset = self.ruleset
        title = _("{title} with {number} cards").format(title=ruleset.plain_title, number=len(self.cards))
        data: dict[str, Any] = {
            "format": 1,
            "id": self.id,
            "title": title,
            "draft": True,
            "players": self.shape.players,
        }
        kind = play_of(ruleset).name
        if ruleset.phases:
            data["phases"] = [
                {"play": kind} if phase == "play" and kind != USUAL_PLAY else phase for phase in ruleset.phases
            ]
        data |= {"deck": f"{self.id}-pack", "rules": {}}
        data["terms"] = {
            id: {"label": term.label, "plural": term.many} for id, term in ruleset.terms.items() if term.label
        }
        for id, rule in ruleset.rules.items():
            params = _written(rule.params)
            mechanism = find(rule.step, rule.mechanism)
            if issubclass(mechanism, DealsOut):
                params = dealt(params, self.shape)
            if issubclass(mechanism, CountsPiles):
                params.pop("total", None)  # of the full pack
            data["rules"][id] = {"mechanism": rule.mechanism, "title": rule.title, "params": params}
            if rule.under:
                data["rules"][id]["under"] = [*rule.under]
        return data

    def _loaded(self, data: dict[str, Any], folder: Path) -> Ruleset:
        """The ruleset of the file, which loses what the loader refuses for want of cards. Raises LoadError."""
        for _round in range(ROUNDS):
            self.rounds += 1
            path = folder / f"{self.id}-{self.rounds}.yaml"
            path.write_text(write_yaml(data), encoding="utf-8")
            try:
                return self.library.load(str(path))
            except LoadError as error:
                if not self._mended(data, error.problems, self.library.document(path)):
                    raise
        message, hint = (
            _("the rules of {name} do not go with few cards"),
            _("play deals with its own pack: tarot-teach check FILE --play 100"),
        )
        raise LoadError.of("prove.small", message, self.ruleset.place, hint, name=self.ruleset.name)

    def _mended(self, data: dict[str, Any], problems: Sequence[Problem], document: Document) -> bool:
        """True if the entries at fault could be left out of the file."""
        paths = {(place.line, place.column): path for path, place in (*document.values.items(), *document.keys.items())}
        done = False
        for problem in sorted(problems, key=lambda each: each.sort_key, reverse=True):  # a later entry first
            at = problem.place
            path = paths.get((at.line, at.column)) if at and at.file == document.file else None
            if path is None or len(path) < 2 or path[0] != "rules" or path[1] not in data["rules"]:
                continue
            done |= self._without(data, path, problem.message)
        return done

    def _without(self, data: dict[str, Any], path: KeyPath, reason: str) -> bool:
        """Mend what is at fault: a number by another that is near, else by leaving out an entry, else the whole rule."""
        id = str(path[1])
        if len(path) > 3 and self._other_number(data, path):
            return True
        rules = data["rules"]
        if len(path) <= 4 and id.startswith("discard."):  # where too few cards are left to be laid away, more may be
            id = next((each for each in rules if each.startswith("discard.") and len(_names(rules[each])) > 1), id)
        parent: Any = data
        for part in path[:-1]:
            parent = _entry(parent, part)
        key = path[-1]
        if len(path) > 4 and isinstance(parent, list | dict) and len(parent) > 1:
            if isinstance(parent, list):
                gone = parent.pop(int(key))
            else:
                gone = next(name for name in parent if str(name) == str(key))
                del parent[gone]
            self.left_out[f"{id}: {gone}"] = reason
        elif len(_names(rules[id])) > 1 and len(path) <= 4:
            self.left_out[f"{id}: {_names(rules[id]).pop()}"] = reason
        else:
            del rules[id]
            self.left_out[id] = reason
        return True

    def _other_number(self, data: dict[str, Any], path: KeyPath) -> bool:
        """True if a number at fault, or one that is the key of an entry, could be replaced by another that has not been tried."""
        parent: Any = data
        for part in path[:-1]:
            parent = _entry(parent, part)
        key = path[-1]
        is_key = isinstance(parent, dict) and key not in parent
        real = next(name for name in parent if str(name) == str(key)) if is_key else key
        value = real if is_key else parent[int(key) if isinstance(parent, list) else key]
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        name = ".".join(map(str, path[1:-1] if is_key else path[1:]))
        tried = self.tried.setdefault(name, [value])
        first = tried[0]
        share = -(-first * self.shape.hand // self.full.hand)
        other = next((n for n in (share, first + 1, first - 1) if n > 0 and n not in tried), None)
        if other is None or (is_key and other in parent):
            return False
        tried.append(other)
        if is_key:
            parent[other] = parent.pop(real)
        else:
            parent[int(key) if isinstance(parent, list) else key] = other
        return True


def _names(rule: Mapping[str, Any]) -> list[Any]:
    """The cards that a rule names in a list."""
    found = rule["params"].get("cards")
    return found if isinstance(found, list) else []


def _written(params: BaseModel) -> dict[str, Any]:
    """Parameters as plain data of a file."""
    return _plain(params.model_dump(by_alias=True, exclude_defaults=True))  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def _entry(parent: Any, key: str | int) -> Any:
    if isinstance(parent, list):
        return parent[int(key)]
    return next(value for name, value in parent.items() if str(name) == str(key))


def _put(params: dict[str, Any], path: KeyPath, value: int) -> None:
    at: Any = params
    for key in path[:-1]:
        at = _entry(at, key)
    at[path[-1]] = value


def _has(params: dict[str, Any], path: KeyPath) -> bool:
    """True if parameters still have an entry."""
    at: Any = params
    for key in path[:-1]:
        if not isinstance(at, dict) or key not in at:
            return False
        at = at[key]
    return path[-1] in at
