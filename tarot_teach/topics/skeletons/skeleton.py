"""Commented files to begin with: a course, a ruleset, a pack, an example or a session, made for a ruleset, each valid as written."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Callable, Mapping
from itertools import takewhile
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from tarot_teach.cards import halves_text
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import differs_by_contract
from tarot_teach.errors import LoadError, TarotError
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.loading.yaml_writer import write_flow, write_yaml
from tarot_teach.mechanisms.score.keyed import known_numbers
from tarot_teach.messages import _
from tarot_teach.records.result_fields import facts_by_rule
from tarot_teach.topics.search.example import example
from tarot_teach.topics.search.features import read_query
from tarot_teach.topics.search.search import Search
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players

FIRST_PAGE = "first-evening.md"
"""The page of the only chapter of a new course."""
_PAGE = "course.md.jinja"
DEALS = 50
"""The number of random deals that are looked at for one that suits."""
LONGEST_LINE = 160
"""The number of signs up to which an entry of a short file stands on one line."""
COMMENT_WIDTH = 140
"""The number of signs of a line of a comment."""

_environment = Environment(
    loader=PackageLoader("tarot_teach.topics.skeletons", "templates"),
    variable_start_string="<<",
    variable_end_string=">>",
    block_start_string="<%",
    block_end_string="%>",
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)
_environment.filters["yaml"] = lambda data: write_yaml(data).rstrip("\n")
_environment.filters["line"] = lambda data: _on_one_line(data)
_environment.filters["comment"] = lambda words, code="": _comment(words, code)
_environment.globals["_"] = _


def skeleton(kind: str, name: str, engine: Engine, ruleset: str, path: Path) -> dict[Path, str]:
    """Return the text of each file of a kind, ``path`` last, with the name that the author gives; ``ruleset`` as the file names it."""
    values: dict[str, Any] = {
        "id": id_of(name),
        "title": title_of(name),
        "path": shlex.quote(str(path)),
        "ruleset": ruleset,
    }
    values |= {"rules": engine.ruleset.rules, "pack": engine.ruleset.deck, "say": engine.ruleset.say}
    values |= _VALUES[kind](engine)
    texts = {path: rendered(f"{kind}.yaml", values)}
    if kind == "course":
        values["ruleset"] = "../" + ruleset if is_path(ruleset.partition("+")[0]) else ruleset
        texts = {path.with_suffix("") / FIRST_PAGE: _environment.get_template(_PAGE).render(values), **texts}
    return texts


def _comment(words: object, code: str) -> str:
    """Words as lines of a comment, with code behind them; code is not divided."""
    text = re.sub(r"`[^`]*`", lambda quoted: quoted[0].replace(" ", "\0"), str(words))
    text = f"{text} {code.replace(' ', chr(0))}" if code else text
    lines = textwrap.wrap(text, COMMENT_WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"# {line}" for line in lines).replace("\0", " ")


def _on_one_line(data: Mapping[str, Any]) -> str:
    """Each entry of a map on a line, in braces; one that is too long for a line over several."""
    entries = []
    for key, item in data.items():
        line = f"{key}: {write_flow(item)}"
        entries.append(line if len(line) <= LONGEST_LINE else write_yaml({key: item}).rstrip("\n"))
    return "\n".join(entries)


def rendered(template: str, values: Mapping[str, Any]) -> str:
    """The text of a template, by its name without the ending."""
    return _environment.get_template(f"{template}.jinja").render(values)


def title_of(name: str) -> str:
    """A name as a title: words with blanks between them, and a capital letter."""
    words = re.sub(r"[-_\s]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def id_of(name: str) -> str:
    """A name as an id: small letters, figures and hyphens; empty where it has no such letters."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _simulator(engine: Engine) -> DealSimulator:
    return DealSimulator(engine, seat_players(("random",), engine, None, len(engine.seats())))


def _example(engine: Engine) -> dict[str, Any]:
    """The shortest trick in which a rule of the play refuses a card, as the data of an example, and where it is."""
    simulator, deck = _simulator(engine), engine.ruleset.deck
    for rule in engine.ruleset.rules:
        if rule.startswith("play."):
            query = (read_query(f"rule:{rule}", engine),)
            search = Search(simulator, query, (), 1)
            search.run(DEALS, 10)
            best = search.best
            found = best and example(best, query, "found", 1, "random").file
            if best and found and found.start.step == "play" and (tried := found.tricks[0].tries):
                data = found.model_dump(mode="json", exclude_unset=True)
                trick = data["tricks"][0]
                seat = tried[0].play[0]
                given_words = {
                    "before": {seat: _("Say here why this card is played.")},
                    "after": _("Say here what the trick shows."),
                }
                data["tricks"] = [{"cards": trick.pop("cards"), **given_words, **trick}, *data["tricks"][1:]]
                for key in ("format", "id", "ruleset", "title", "about"):
                    del data[key]
                suits = (suit for suit in deck.suits.values() if suit.kind != "excuse")
                return {
                    "data": data,
                    "seat": seat,
                    "number": best.first,
                    "card": deck.card(tried[0].play[2:]),
                    "suits": ", ".join(f"{suit.letter} {suit.name}" for suit in suits),
                }
    raise _none(engine)


def _course(engine: Engine) -> dict[str, Any]:
    """The cards of a trick up to a player whose hand holds a card that may not be played, that hand, and what the trick needs besides them: a contract,
    a suit of trumps."""
    found = _example(engine)
    seat, data = found["seat"], found["data"]
    plays = takewhile(lambda play: play.split()[0] != seat, data["tricks"][0]["cards"])
    start = {"contract": next(iter(engine.index.contracts), ""), **data["start"]}
    needed = {"contract": differs_by_contract(engine), "trumps": engine.index.brings_trumps}
    options = {name: start[name] for name, is_needed in needed.items() if is_needed and name in start}
    hand = " ".join(data["hands"][seat])
    return {"page": FIRST_PAGE, "seat": seat, "hand": hand, "plays": ", ".join(plays), "options": options}


def _session(engine: Engine) -> dict[str, Any]:
    """The players of a table, who deals first, and what one deal brings."""
    simulator = _simulator(engine)
    for number in range(DEALS):
        end = simulator.play(1, number).state
        letters = ascii_uppercase[: end.players]
        outcomes = [sheet.outcome for sheet in end.result.sheets] if end.result else []
        first = outcomes[0] if outcomes else None
        facts_of_each = [facts_by_rule(engine.index, outcome) for outcome in outcomes]
        if first is None or not all(engine.index.observing[id].always for facts in facts_of_each for id in facts):
            continue
        if first.taker is None:
            won = zip(letters, end.piles, strict=True)
            result: dict[str, Any] = {
                "piles": {letter: [card.code for card in end.deck.set(pile)] for letter, pile in won}
            }
            given_words = {
                id: {letter: facts[id] for letter, facts in zip(letters, facts_of_each, strict=True)}
                for id in facts_of_each[0]
            }
            result |= {"facts": given_words} if given_words else {}
        else:
            result = {"taker": letters[first.taker], "contract": first.contract, "points": halves_text(first.halves)}
            result |= known_numbers(first)
            result |= {} if first.partner is None else {"partner": letters[first.partner]}
            result |= {"facts": facts_of_each[0]} if facts_of_each[0] else {}
        players = {letter: _("Player {letter}").format(letter=letter) for letter in letters}
        return {"players": players, "first": letters[end.dealer], "deals": [{"result": result}]}
    raise _none(engine)


def _none(engine: Engine) -> TarotError:
    message, hint = (
        _("no deal of {name} was found that would do"),
        _("write one by hand: the reference tells the format"),
    )
    return LoadError.of("new.none", message, None, hint, name=engine.ruleset.name)


_VALUES: dict[str, Callable[[Engine], dict[str, Any]]] = {
    "course": _course,
    "example": _example,
    "session": _session,
    "ruleset": lambda _engine: {},
    "pack": lambda engine: {"total": halves_text(sum(card.halves for card in engine.ruleset.deck.cards))},
}
KINDS = tuple(_VALUES)
