"""Scores of an evening: the history of Tarot345Scores, and a table of our own (CSV), as sessions.

What follows from a result is computed, and held against the scores that were noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from string import ascii_uppercase
from typing import Any, NamedTuple

from tarot_teach.errors import KeyPath, LoadError, Place, TarotError, suggest
from tarot_teach.loading import Document
from tarot_teach.mechanisms.score.keyed import COUNT_KEYS
from tarot_teach.messages import N_, _
from tarot_teach.topics.other_programs.given_text import GivenText, read_json
from tarot_teach.topics.other_programs.tarotclub import RULESETS

PARTIES = "parties"
_CONTRACTS = ("prise", "garde", "garde_sans", "garde_contre")
_MISERE = "misere"
_LEVELS = {"SIMPLE": "single", "DOUBLE": "double", "TRIPLE": "triple"}
COUNTED = tuple(key.name for key in COUNT_KEYS)
"""The columns of numbers of cards that a count reads."""
WORDS = ("taker", "partner", "contract", "points", *COUNTED, "last_trick_bonus")
LISTS = ("handfuls", "slam", "small_slam")
PILES = "piles"
COLUMNS = ("deal", "date", "dealer", "void", "taker", "called", *WORDS[1:], *LISTS, "apart", PILES, "note")
RULE = re.compile(r"[a-z][a-z0-9_]*\.[a-z0-9_.]+")
"""A column that is called after a rule, and has the fact that this rule observes."""
_OTHER_WORDS = {
    "oudlers": "honours",
    "bouts": "honours",
    "petit": "last_trick_bonus",
    "poignée": "handfuls",
    "poignees": "handfuls",
    "poignées": "handfuls",
    "poignee": "handfuls",
    "chelem": "slam",
    "petit_chelem": "small_slam",
}
"""Columns by the words of French tables."""
_DEALER = N_("The file does not tell who dealt.")
_FOUND = N_("Deal {deal} does not tell the number of oudlers: the scores that were noted follow from {number} alone.")
_MOST_HONOURS = 3
_CALLED = N_("The cards that were called have no place in a session: partners are told.")


class Evening(NamedTuple):
    """The entries of a session, without its head, their places, and sentences about what the file does not tell."""

    format: str
    ruleset: str
    data: Mapping[str, Any]
    document: Document
    notes: tuple[str, ...]


def is_table(given: GivenText) -> bool:
    """True for a table whose first line names the columns of an evening."""
    return {"taker", "contract"} <= {_column(word.strip(' "')) for word in re.split("[,;]", given.lines[_head(given)])}


def _head(given: GivenText) -> int:
    """The index of the line that names the columns: the first that is not empty, and is no word to a spreadsheet about the signs between cells."""
    lines = [i for i, line in enumerate(given.lines) if line.strip() and not re.fullmatch("sep=[,;]", line.strip())]
    return lines[0] if lines else 0


def _column(text: str) -> str:
    """The name of a column, in small letters and by the words of this library; the name of a player as it is."""
    word = text.casefold().replace(" ", "_")
    known = _OTHER_WORDS.get(word, word)
    return known if known in COLUMNS or RULE.fullmatch(known) else text


def _players(names: Sequence[str], keep_names: bool) -> dict[str, str]:
    letters = ascii_uppercase[: len(names)]
    if keep_names:
        return dict(zip(letters, names, strict=True))
    return {letter: _("Player {letter}").format(letter=letter) for letter in letters}


def _ruleset_for(players: int, given: str | None, place: Place) -> str:
    if given is None and players not in RULESETS:
        message, hint = _("the file has {number} players"), _("name a ruleset for so many with --ruleset")
        raise LoadError.of("import.players", message, place, hint, number=players)
    return given or RULESETS[players]


# ---------------------------------------------------------------- Tarot345Scores


def read_history(given: GivenText, ruleset: str | None, part: int | None, keep_names: bool) -> Evening:
    """A session of the history of Tarot345Scores. Raises LoadError with the place of a fault."""
    document = read_json(given)
    parties = document.data[PARTIES] if isinstance(document.data, dict) else None
    if not isinstance(parties, list) or not parties:
        message, hint = _("{entry} is missing, or is no list"), _("save the history once more")
        raise LoadError.of("import.entry", message, document.place((PARTIES,)), hint, entry=PARTIES)
    if (part is None and len(parties) > 1) or not 1 <= (part or 1) <= len(parties):
        message, hint = _("the file has {number} sessions"), _("name one of them: --part 1")
        raise LoadError.of("import.part", message, document.place((PARTIES,)), hint, number=len(parties))
    return _History(document, (PARTIES, (part or 1) - 1)).evening(ruleset, keep_names)


class _History:
    """Reads one session of a history. ``at`` are the places of the entries made of it."""

    def __init__(self, document: Document, path: KeyPath) -> None:
        self.document = document
        self.path = path
        self.at: dict[KeyPath, Place] = {(): document.place(path)}

    def _get(self, path: KeyPath, kind: type | tuple[type, ...], *, needed: bool = True) -> Any:
        """The value at a path; None where it is not needed and missing. Raises LoadError for another type."""
        value: Any = self.document.data
        for step in path:
            value = value.get(step) if isinstance(value, dict) else value[step]
        if value is None and not needed:
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            message, hint = _("{entry} is missing, or is of another type"), _("correct it, or leave the deal out")
            raise LoadError.of("import.entry", message, self.document.place(path), hint, entry=path[-1])
        return value

    def evening(self, ruleset: str | None, keep_names: bool) -> Evening:
        """The session. Raises LoadError."""
        players = self._get((*self.path, "joueurs"), list)
        names = [str(self._get((*self.path, "joueurs", i, "nomUI"), str)) for i in range(len(players))]
        letters, at = ascii_uppercase[: len(names)], (*self.path, "donnes")
        name = _ruleset_for(len(names), ruleset, self.document.place(self.path))
        several = range(len(self._get(at, list)))
        dated = [(self._get((*at, i, "createdAt"), (int, float), needed=False) or 0, i) for i in several]
        deals, alone = [], False
        for number, (_when, i) in enumerate(sorted(dated)):
            self.at["deals", number] = self.document.place((*at, i))
            deals.append(self._deal((*at, i), letters, number))
            alone = alone or "apart" in deals[-1]["result"]
        name += f"+{_MISERE}" if alone and _MISERE not in name.split("+") else ""
        data = {"players": _players(names, keep_names), "deals": deals}
        document = Document(self.document.file, data, values=self.at, lines=self.document.lines)
        return Evening("Tarot345Scores", name, data, document, (_(_DEALER),))

    def _deal(self, at: KeyPath, letters: str, number: int) -> dict[str, Any]:
        """A deal: its result, and the scores as noted."""
        taker = self._index((*at, "preneurIndex"), len(letters))
        called = self._get((*at, "appeleIndex"), int, needed=False)
        contract = self._index((*at, "contratIndex"), len(_CONTRACTS))
        result: dict[str, Any] = {"taker": letters[taker], "contract": _CONTRACTS[contract]}
        side = {taker}
        if len(letters) == max(RULESETS) and called not in (None, -1, taker):
            side.add(self._index((*at, "appeleIndex"), len(letters)))
            result["partner"] = letters[called]
        result["points"] = str(self._get((*at, "pointsAtq"), int))
        result["honours"] = self._get((*at, "nbBoutsAttaque"), int, needed=False)
        if self._get((*at, "petitAuBout"), dict, needed=False):
            last = self._index((*at, "petitAuBout", "index"), len(letters))
            result["last_trick_bonus"] = "taker" if last in side else "defence"
        kinds = [
            self._get((*at, "poignees", i, "type"), str)
            for i in range(len(self._get((*at, "poignees"), list, needed=False) or ()))
        ]
        levels = [_LEVELS[kind] for kind in kinds if kind in _LEVELS]
        result |= {"handfuls": levels} if levels else {}
        alone = [
            {"seat": letters[self._index((*at, "miseres", i), len(letters))], "level": _MISERE}
            for i in range(len(self._get((*at, "miseres"), list, needed=False) or ()))
        ]
        result |= {"apart": alone} if alone else {}
        result |= self._slam((*at, "chelem"))
        for key, entry in (("points", "pointsAtq"), ("honours", "nbBoutsAttaque"), ("taker", "preneurIndex")):
            self.at["deals", number, "result", key] = self.document.place((*at, entry))
        noted = self._get((*at, "scores"), list, needed=False) or []
        self.at["deals", number, "scores"] = self.document.place((*at, "scores"))
        scores = {letter: self._get((*at, "scores", i), int) for i, letter in enumerate(letters[: len(noted)])}
        return {"result": result, **({"scores": scores} if scores else {})}

    def _index(self, path: KeyPath, number: int) -> int:
        """A number from 0 that is below another. Raises LoadError."""
        index = self._get(path, int)
        if not 0 <= index < number:
            message, hint = _("{entry} is {index}, and there are {number}"), _("they are counted from 0")
            place = self.document.place(path)
            raise LoadError.of("import.entry", message, place, hint, entry=path[-1], index=index, number=number)
        return int(index)

    def _slam(self, path: KeyPath) -> dict[str, str]:
        if not self._get(path, dict, needed=False):
            return {}
        said = self._get((*path, "annonce"), bool, needed=False)
        made = self._get((*path, "succes"), bool, needed=False)
        if not said and not made:
            return {}
        return {"slam": ("announced-made" if made else "announced-failed") if said else "made"}


def with_honours(found: Evening, scored: Callable[[Mapping[str, Any]], object]) -> tuple[Mapping[str, Any], list[str]]:
    """The entries of an evening with the number of oudlers of each deal, and sentences about those that old files leave out: the one with
    which the scores come out that were noted. Raises LoadError where none does, or several do."""
    data, notes = {**found.data, "deals": [*found.data["deals"]]}, []
    for i, deal in enumerate(data["deals"]):
        result = deal.get("result", {})
        if result.get("honours", 0) is not None:
            continue
        fitting = []
        for number in range(_MOST_HONOURS + 1) if "scores" in deal else ():
            filled = {**deal, "result": {**result, "honours": number}}
            with suppress(TarotError):
                scored({"players": data["players"], "deals": [filled]})
                fitting.append(filled)
        if len(fitting) != 1:
            message = _("the number of oudlers is missing, and the scores that were noted do not tell it")
            place = found.document.place(("deals", i, "result", "honours"))
            raise LoadError.of("import.entry", message, place, _("write it as nbBoutsAttaque, or leave the deal out"))
        data["deals"][i] = fitting[0]
        number = fitting[0]["result"]["honours"]
        notes.append(_(_FOUND).format(deal=i + 1, number=number))
    return data, notes


# ---------------------------------------------------------------- a table


class Cell(NamedTuple):
    """A cell of a table, and its place."""

    text: str
    place: Place


def _cells(line: str, given: GivenText, number: int, sign: str) -> list[Cell]:
    """The cells of a line, with commas or semicolons between them. Raises LoadError for quotes that are not closed."""
    cells, at = [], 0
    while True:
        found = re.compile(_CELL[sign]).match(line, at)
        assert found
        if found.end() < len(line) and line[found.end()] != sign:
            message, hint = _("a cell is not closed by quotes"), _('write "" for a quote within quotes')
            raise LoadError.of("import.table", message, given.at(number, at + 1), hint)
        text = found[1].replace('""', '"') if found[1] is not None else found[2].strip()
        cells.append(Cell(text, given.at(number, at + 1)))
        at = found.end() + 1
        if at > len(line):
            return cells


_CELL = {sign: rf'\s*"((?:[^"]|"")*)"\s*(?={sign}|$)|([^{sign}"]*)' for sign in ",;"}


def _sign(line: str) -> str:
    """The sign between the cells, by the first line."""
    return ";" if line.count(";") > line.count(",") else ","


def read_table(given: GivenText, ruleset: str | None, keep_names: bool) -> Evening:
    """The session of a table. Raises LoadError with the place of a fault."""
    first = _head(given)
    sign = _sign(given.lines[first])
    head = [cell._replace(text=_column(cell.text)) for cell in _cells(given.lines[first], given, first + 1, sign)]
    names = [cell.text for cell in head if cell.text not in COLUMNS and not RULE.fullmatch(cell.text)]
    for i, cell in enumerate(head):
        if not cell.text or cell.text in [other.text for other in head[:i]]:
            message, hint = _("the column {name!r} stands twice, or has no name"), _("give each column its own name")
            raise LoadError.of("import.table", message, cell.place, hint, name=cell.text)
    name = _ruleset_for(len(names), ruleset, head[0].place)
    table = _Table([cell.text for cell in head], names)
    rows = [
        (number, _cells(line, given, number, sign))
        for number, line in enumerate(given.lines[first + 1 :], first + 2)
        if line.strip(" \t,;")
    ]
    deals = [table.deal(row, i, given.at(number, 1), len(head)) for i, (number, row) in enumerate(rows)]
    if not deals:
        message, hint = _("the table has no deals"), _("write a line for each deal, under the names of the columns")
        raise LoadError.of("import.table", message, head[0].place, hint)
    dealer = {"first_dealer": deals[0]["dealer"]} if "dealer" in deals[0] else {}
    data = {"players": _players(names, keep_names), **dealer, "deals": deals}
    document = Document(given.file, data, values=table.at | {(): head[0].place}, lines=given.lines)
    return Evening("a table", name, data, document, (_(_CALLED),) if table.calls else ())


class _Table:
    """Reads the rows of a table. ``at`` are the places of the entries made of it; ``calls``: called cards are named in it."""

    def __init__(self, head: Sequence[str], names: Sequence[str]) -> None:
        self.head = head
        self.names = names
        self.at: dict[KeyPath, Place] = {}
        self.calls = False

    def deal(self, row: Sequence[Cell], number: int, place: Place, columns: int) -> dict[str, Any]:
        """A deal of a session."""
        if len(row) != columns:
            message, hint = (
                _("the line has {given} cells, and the first line {columns}"),
                _("write an empty cell where nothing is told"),
            )
            raise LoadError.of("import.table", message, place, hint, given=len(row), columns=columns)
        cells = dict(zip(self.head, row, strict=True))
        path: KeyPath = ("deals", number)
        self.at[path] = place
        self.calls = self.calls or bool("called" in cells and cells["called"].text)
        result: dict[str, Any] = {}
        for key, cell in cells.items():
            self.at[*path, key] = self.at[*path, "result", key] = cell.place
            if cell.text and key in LISTS:
                words = [_LEVELS.get(word.strip().upper(), word.strip()) for word in cell.text.split("+")]
                result[key] = words if key == "handfuls" or len(words) > 1 else words[0]
            elif cell.text and key == PILES:
                result[key] = {letter: text.split() for letter, text in self._of_players(cell).items()}
            elif cell.text and key in WORDS:
                result[key] = self._value(key, cell)
            elif cell.text and RULE.fullmatch(key):
                self.at[*path, "result", "facts", key] = cell.place
                result.setdefault("facts", {})[key] = self._of_players(cell) if self._is_of_players(cell) else cell.text
        if "apart" in cells and cells["apart"].text:
            result["apart"] = [*self._apart(cells["apart"])]
        deal: dict[str, Any] = {}
        if "dealer" in cells and cells["dealer"].text:
            deal["dealer"] = self._letter(cells["dealer"])
        if "void" in cells and cells["void"].text:
            deal["void"] = cells["void"].text
        if result or not deal.get("void"):
            deal["result"] = result
        deal |= self._scores(cells, path)
        note = ": ".join(cells[key].text for key in ("date", "note") if key in cells and cells[key].text)
        return deal | ({"note": note.replace("{", "(").replace("}", ")")} if note else {})

    def _value(self, key: str, cell: Cell) -> Any:
        if key in ("taker", "partner"):
            return self._letter(cell)
        if key == "points" and self._is_of_players(cell):
            return {letter: text.replace(",", ".") for letter, text in self._of_players(cell).items()}
        if key == "points":
            return cell.text.replace(",", ".")
        if key == "contract":
            return cell.text.casefold().replace(" ", "_")
        return self._whole(cell) if key in COUNTED else cell.text

    def _letter(self, cell: Cell) -> str:
        """The letter of a player, who is named as in the first line, or by the letter."""
        letters = ascii_uppercase[: len(self.names)]
        if cell.text in self.names:
            return letters[self.names.index(cell.text)]
        if cell.text in letters:
            return cell.text
        hint = suggest(cell.text, self.names, _("players"))
        raise LoadError.of("import.table", _("nobody is called {name!r}"), cell.place, hint, name=cell.text)

    def _is_of_players(self, cell: Cell) -> bool:
        """True for a cell with a value for each of some players: ``Agnes:41+Denis:12``."""
        name = cell.text.partition(":")[0].strip()
        return ":" in cell.text and name in (*self.names, *ascii_uppercase[: len(self.names)])

    def _of_players(self, cell: Cell) -> dict[str, str]:
        """The values of a cell by the letters of the players. Raises LoadError."""
        found: dict[str, str] = {}
        for part in cell.text.split("+"):
            name, sign, text = part.partition(":")
            letter = self._letter(Cell(name.strip(), cell.place)) if sign else ""
            if not letter or letter in found:
                message, hint = (
                    _("{part!r} is not a player and a value, or the player stands twice"),
                    _("write them like {typed}"),
                )
                typed = f"{self.names[0]}:4+{self.names[-1]}:-4"
                raise LoadError.of("import.table", message, cell.place, hint.format(typed=typed), part=part)
            found[letter] = text.strip()
        return found

    def _whole(self, cell: Cell) -> int:
        text = cell.text.replace("\N{MINUS SIGN}", "-").removeprefix("+")
        if not re.fullmatch(r"-?[0-9]{1,7}", text):
            message, hint = _("{text!r} is not a whole number"), _("write plain digits, such as -62")
            raise LoadError.of("import.table", message, cell.place, hint, text=cell.text)
        return int(text)

    def _apart(self, cell: Cell) -> Iterator[dict[str, str]]:
        """The announcements that are paid beside the contract: ``Agnes:misere``, several joined by +."""
        for part in cell.text.split("+"):
            name, sign, level = part.partition(":")
            if not sign or not level:
                message, hint = _("{part!r} is not a player and what is paid"), _("write them like {typed}")
                typed = f"{self.names[0]}:{_MISERE}"
                raise LoadError.of("import.table", message, cell.place, hint.format(typed=typed), part=part)
            yield {"seat": self._letter(Cell(name, cell.place)), "level": level}

    def _scores(self, cells: Mapping[str, Cell], path: KeyPath) -> dict[str, dict[str, int]]:
        """The scores as noted, of all players or of none."""
        noted = [cells[name] for name in self.names]
        letters = ascii_uppercase[: len(noted)]
        if not any(cell.text for cell in noted):
            return {}
        self.at[*path, "scores"] = noted[0].place
        for letter, cell in zip(letters, noted, strict=True):
            self.at[*path, "scores", letter] = cell.place
        return {"scores": {letter: self._whole(cell) for letter, cell in zip(letters, noted, strict=True)}}
