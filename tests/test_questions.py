"""Every question is asked by command, function, directive and page, about every ruleset: the same answer, or the same refusal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.blocks import Block
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.errors import LoadError, TarotError, UnfitError
from tarot_teach.questions import QUESTIONS, question_named
from tarot_teach.questions.base import Asked, LibraryFiles
from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.runner import replay_example
from tarot_teach.records.typed_results import by_player, written_result
from tarot_teach.sphinxext.questions import content_of, options_of
from tarot_teach.table import Play
from tarot_teach.topics.search.features import features_of
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.try_it.answers import Answers
from tests.helpers import LIBRARY, run, some_whole
from tests.test_typed_results import engine_of, texts

Given = dict[str, Any]
Answer = tuple[Any, str] | list[tuple[str, str]]
"""Data and HTML, or codes and messages of faults; of a place of asking that gives no data or no HTML, None or nothing."""

FUNCTIONS = {"legal": "position", "rules": "rulebook"}
"""Functions that are not called as their question."""
COMMANDS = {
    "tune": ("evaluate", "--tune"),
    "family": ("compare", "--family"),
    "features": ("compare", "--features"),
    "for-players": ("compare", "--for-players"),
}
"""Questions that a command asks where a flag is given; they have no function."""
PAGE = Answers()


@cache
def moves(name: str) -> list[Move]:
    """The cards that are played in a random deal."""
    return [move for move in deal(name) if isinstance(move.action, Play)]


@cache
def deal(name: str) -> Deal:
    return DealSimulator.of(LIBRARY, name, ("random",)).play(3, 3)


def asked_about(name: str) -> Iterator[tuple[str, str, Given]]:
    """Questions about a game, with the names of what each is about: some with an answer, some that the game refuses."""
    yield from ((question, name, given) for question, given in of_rules(name))
    yield from of_games(name, "fft-5" if name == "fft-4" else "fft-4")
    for id in [id for id in LIBRARY.ids("session") if ruleset_of("session", id) == name]:
        yield from (("session", id, {}), ("session", id, {"deal": 2}), ("session", id, {"deal": 99}))
    yield from (("session", "nothing", {}), ("solve", "nothing", {}))
    for path in LIBRARY.examples_of(name)[:1]:
        id, trick = str(LIBRARY.document(path).data["id"]), last_trick(str(path))
        yield from (("solve", id, {"trick": trick, "line": True}), ("solve", id, {"trick": 99}))
        yield from (("solve", id, {"taker": "S"}), ("solve", id, {"whole": True, "seat": "S"}))
        yield from (("review", id, {"worlds": 2, "last": 2}), ("review", id, {"seat": "XX"}))
        yield from (("admits", id, {"rulesets": [name, "fft-3"]}), ("admits", id, {"rulesets": ["nothing"]}))
        yield from (
            ("admits", id, {"rulesets": [name], "everything": True}),
            ("admits", id, {"rulesets": [name], "deals": 2}),
            ("admits", id, {"rulesets": [name], "completions": 2}),
        )
    yield from (("solve", name, given) for given in endings(name))
    yield from of_lines(name)
    yield from (("review", name, {"deal": 3, "worlds": 2, "last": 2}), ("review", name, {"deal": 3, "seat": "XX"}))
    yield from (("review", "nothing", {}), ("admits", "nothing", {}))


def of_lines(name: str) -> Iterator[tuple[str, str, Given]]:
    """Questions about a deal on one line: before a card, after the end, with a hand beside it, and of a version that is not known."""
    whole = deal(name)
    at = next(i for i, move in enumerate(whole.moves) if isinstance(move.action, Play))
    line = deal_line(whole.undo(len(whole.moves) - at), LIBRARY)
    yield from (("legal", line, {}), ("legal", line.replace(" ", "~"), {}), ("legal", line, {"hand": "XX"}))
    yield from (("legal", deal_line(whole, LIBRARY), {}), ("legal", "d2" + line[2:], {}), ("legal", line[:40], {}))


@cache
def last_trick(example: str) -> int:
    """The number of the last trick of an example, or 1."""
    plays = [move for move in replay_example(example, LIBRARY).deal.moves if isinstance(move.action, Play)]
    return plays[-1].before.number if plays else 1


def endings(name: str) -> Iterator[Given]:
    """The last two tricks of a random deal as they are typed, and the same with a fault."""
    starts = [move.before for move in moves(name) if not move.before.trick.cards]
    state = starts[-2] if len(starts) > 1 else moves(name)[0].before
    hands = [
        f"{letter}: {codes(state.deck.set(cards))}" for letter, cards in zip(state.seats, state.hands, strict=True)
    ]
    given = {"contract": state.auction.contract} if state.auction.contract else {}
    given |= {"taker": state.seats[state.auction.taker or 0], "leader": state.seats[state.turn or 0], "hands": hands}
    yield from (
        given,
        given | {"trick": 2},
        given | {"hands": hands[:1]},
        given | {"hands": [hands[0], "no"]},
        given | {"taker": ""},
    )


def ruleset_of(kind: str, id: str) -> str:
    """The ruleset that an example or a session is played by."""
    return str(LIBRARY.document(LIBRARY.find_record(kind, id)).data["ruleset"])


def of_games(name: str, other: str) -> Iterator[tuple[str, str, Given]]:
    """Questions about a ruleset and another one."""
    both = f"{name} {other}"
    yield from (("compare", both, {}), ("compare", both, {"rules": ["no.rule"]}), ("compare", both, {"solve": True}))
    yield from (
        ("compare", both, {"matrix": True}),
        ("compare", both, {"deals": 3, "players": "random"}),
        ("compare", name, {}),
    )
    yield from (("compare", both, {"hand": "going-over"}), ("compare", both, {"hand": "nothing"}))
    yield from (("family", name, {}), ("features", name, {}), ("for-players", both, {}), ("for-players", name, {}))
    played = {"deals": 4, "players": "random"}
    yield from (("simulate", name, played), ("simulate", both, played), ("simulate", name, {"players": "nobody"}))
    yield from (("simulate", name, {"contract": "nothing"}), ("simulate", name, {"confidence": 2.5}))


def of_rules(name: str) -> Iterator[tuple[str, Given]]:
    """Questions about a ruleset."""
    yield "rules", {"rule": next(iter(LIBRARY.load(name).rules))}
    yield from (
        ("rules", {"rule": "no.rule"}),
        ("odds", {}),
        ("odds", {"about": ["suits"]}),
        ("odds", {"holding": " "}),
    )
    for move in moves(name)[1::7]:
        state = move.before
        assert state.turn is not None
        hand, laid = codes(state.deck.set(state.hands[state.turn])), codes(state.trick.cards)
        given = {"contract": state.auction.contract} if state.auction.contract else {}
        given |= {"trumps": state.trumps} if state.trumps else {}
        yield "legal", {"hand": hand, "trick": laid} | given
        yield "legal", {"hand": hand, "first_trick": True, "last_trick": True} | given
        yield "legal", {"hand": hand, "called": hand.split()[0]}
        yield "legal", {"hand": hand, "trumps": "nothing"}
        yield "trick", {"cards": f"{laid} {hand}".strip(), "last_trick": True} | given
        yield "trick", {"cards": laid or hand.split()[0], "won_every_trick": "taker"} | given
        yield from (("count", {"cards": hand}), ("count", {"cards": hand, "combinations": True}))
    dealt = codes(LIBRARY.load(name).deck.set(deal(name).start.hands[0]))
    yield from (
        ("evaluate", {"hand": dealt}),
        ("evaluate", {"hand": "XX"}),
        ("evaluate", {"hand": dealt, "advice": "no"}),
    )
    yield from (("score", given) for given in results(name))
    shows = next(iter(features_of(engine_of(name)))).usage
    yield from (
        ("find", {"shows": [shows], "tries": 3}),
        ("find", {"shows": ["nothing"]}),
        ("find", {"hands": ["X: T1"]}),
    )
    yield from (("find", {"taker": "XX"}), ("find", {"shows": [shows], "players": "nobody"}))
    yield from (("tune", {"hand": dealt}), ("tune", {"deals": 50}))
    yield from (("deck", {}), ("deck", {"variant": "nothing"}), ("deck", {"contract": "nothing"}), ("history", {}))
    yield from (("history", {"games": True}), ("history", {"timeline": True}))
    yield from (
        ("count", {"cards": ""}),
        ("count", {"cards": "XX"}),
        ("legal", {"hand": ""}),
        ("trick", {"cards": "XX"}),
    )


def results(name: str) -> Iterator[Given]:
    """The result of a deal, as far as one can be typed, and results that are refused."""
    with suppress(LoadError):  # nothing was scored, or not all of it can be typed
        fields = texts(written_result(engine_of(name).scorer, deal(name).state))
        fields |= {field: int(fields[field]) for field in ("honours", "players") if field in fields}
        yield {field: value for field, value in fields.items() if value} | (
            {"alone": True} if "alone" in fields else {}
        )
    yield from (
        {},
        {"contract": "nothing"},
        {"facts": {"no.rule": "made"}},
        {"pile": "XX"},
        {"piles": "S XX"},
        {"honours": 99},
    )


def codes(cards: Any) -> str:
    return " ".join(card.code for card in cards)


# ------------------------------------------------------------ the places of asking


def by_command(capsys: pytest.CaptureFixture[str], name: str, game: str, given: Given) -> Answer:
    words = [*COMMANDS.get(name, (name,)), *names_of(name, game)]
    for field in question_named(name).asked():
        for value in values(field, given):
            words += [f"--{field.option}"] if field.type is bool else [f"--{field.option}={value}"]
    if name == "find":
        return in_yaml(*run(capsys, *words))
    code, out, _err = run(capsys, *words, "--json")
    return faults(json.loads(out)["errors"]) if code else (json.loads(out), "")


def names_of(name: str, about: str) -> list[str]:
    """The names of what a question is about."""
    question = question_named(name)
    return about.split() if question.many else [about] if question.argument else []


def in_yaml(code: int, out: str, err: str) -> Answer:
    """The answer of a command without JSON: how many deals were tried, and if one was found; or its fault."""
    tried = re.match(r"(\d+) deals? of seed", err)
    if tried:
        return {"tried": int(tried[1]), "found": not code and "teaches" in out}, ""
    said = re.sub(r"^--\w+:1:\d+: ", "", err.rpartition("Error: ")[2])
    return faults([{"code": re.findall(r"\[([a-z.-]+)\]$", said.strip())[0], "message": said.partition("\n")[0]}])


def values(field: Asked, given: Given) -> list[Any]:
    value = given.get(field.name)
    if field.by:
        by_one = by_player(value or {}) if field.by == "player" else value
        return [f"{one}={each}" for one, each in (by_one or {}).items()]
    return [] if value in (None, False) else [*value] if field.several else [value]


def by_function(name: str, game: str, given: Given) -> Answer:
    given = given | {field: by_player(given[field]) for field in ("piles", "holdings") if field in given}
    try:
        function: Any = getattr(tt, FUNCTIONS.get(name, name))
        report = function(*names_of(name, game), *given.pop("shows", ()), **given)
    except TarotError as error:
        return faults([problem.as_data() for problem in error.problems])
    return json.loads(json.dumps(report.to_dict())), PAGE.html(game, report.blocks())


def by_directive(name: str, game: str, given: Given) -> Answer:
    question = question_named(name)
    readers = options_of(question)
    separators = {field.name: field.separator or " " for field in question.asked()}
    written = {question.option_of(field): one_text(value, separators[field]) for field, value in given.items()}
    options = {each: readers[each]("" if value is True else str(value)) for each, value in written.items()}
    files = LibraryFiles(LIBRARY)
    here: Any = SimpleNamespace(
        arguments=[game],
        options=options,
        library=LIBRARY,
        ruleset=files.ruleset,
        record_path=files.record_path,
        replayed=files.replayed,
        line_named=files.line_named,
    )
    try:
        blocks: list[Block] = [*content_of(question)(here)[1]]
    except TarotError as error:
        return faults([problem.as_data() for problem in error.problems])
    return None, PAGE.html(game, blocks)


def one_text(value: Any, separator: str) -> Any:
    if isinstance(value, dict):
        return " ".join(f"{rule}={text}" for rule, text in value.items())
    return separator.join(value) if isinstance(value, list) else value


def by_page(name: str, game: str, given: Given) -> Answer:
    answer = json.loads(PAGE.ask(json.dumps({"ask": "question", "name": name, "game": game, **given})))
    return faults(answer["faults"]) if "faults" in answer else (answer["data"], answer["html"])


def faults(problems: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Codes and messages, in which options are called as the fields."""
    return [
        (each["code"], str(each["message"]).replace("--", "").replace(":", "").replace("-", "_")) for each in problems
    ]


@pytest.mark.turn(0, 2)
@pytest.mark.parametrize("game", some_whole(LIBRARY.ids(), 8))
def test_every_place_of_asking_gives_the_same_answer_or_the_same_refusal(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    refused = 0
    for name, about, given in asked_about(game):
        answer = by_page(name, about, given)
        if has_function(name, about, given):
            assert by_function(name, about, given) == answer, (name, about, given)
        if isinstance(answer, list):
            refused += 1
            assert by_command(capsys, name, about, given) == answer, (name, about, given)
            assert blank(given) or by_directive(name, about, given) == answer, (name, about, given)
        else:
            data = answer[0]
            if name == "find":
                data = {"tried": data["tried"], "found": data["best"] is not None}
            assert by_command(capsys, name, about, given) == (data, ""), (name, about, given)
            assert by_directive(name, about, given) == (None, answer[1]), (name, about, given)
    assert refused > 5


def has_function(name: str, about: str, given: Given) -> bool:
    """True for a question that a function asks; some fields no function has, and what it refuses by TypeError or ValueError is no question."""
    lacks = {
        "solve": {"taker", "whole"},
        "compare": {"matrix", "solve"},
        "simulate": {"confidence"},
        "review": {"deal"},
    }
    return name not in COMMANDS and not lacks.get(name, set()) & {*given} and (name != "compare" or " " in about)


def blank(given: Given) -> bool:
    """True for a question with an option that docutils refuses itself, since nothing stands behind it."""
    return any(isinstance(value, str) and not value.strip() for value in given.values())


def test_all_questions_are_asked() -> None:
    assert {name for name, _about, _given in asked_about("fft-4")} == {*QUESTIONS}
    for name in QUESTIONS:
        assert question_named(name).name == name


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "odss"}, "there is no question 'odss'"),
        ({"name": "odds", "game": 5}, "'game' cannot be 5"),
        ({"name": "odds", "game": []}, "'game' cannot be []"),
        ({"name": "odds", "game": ["fft-4", "fft-5"]}, "'game' cannot be ['fft-4', 'fft-5']"),
        ({"name": "compare", "game": ["fft-4", None]}, "'game' cannot be ['fft-4', None]"),
        ({"name": "odds", "held": "T21"}, "has no field 'held'"),
        ({"name": "count"}, "lacks 'cards'"),
        ({"name": "odds", "players": "two"}, "'players' cannot be 'two'"),
        ({"name": "odds", "about": 5}, "'about' cannot be 5"),
        ({"name": "legal", "hand": 7}, "'hand' cannot be 7"),
        ({"name": "trick", "cards": "H2", "last_trick": "yes"}, "'last_trick' cannot be 'yes'"),
        ({"name": "find", "shows": ["undertrump"], "tries": 0}, "tries is at least 1, not 0"),
        ({"name": "find", "shows": ["undertrump"], "seed": -1}, "seed is a number from 0 to"),
        ({"name": "score", "facts": "slam"}, "'facts' cannot be 'slam'"),
        ({"name": "score", "piles": {"S": 5}}, "'piles' cannot be {'S': 5}"),
    ],
)
def test_a_page_is_told_what_its_question_lacks(given: Given, message: str) -> None:
    (fault,) = json.loads(PAGE.ask(json.dumps({"ask": "question", "game": "fft-4", **given})))["faults"]
    assert fault["code"] in ("try.question", "usage.value") and message in fault["message"] and fault["hint"]


def test_a_refusal_names_the_option_as_it_is_written_there(capsys: pytest.CaptureFixture[str]) -> None:
    given = {"hand": "S2", "trumps": "spades"}
    assert run(capsys, "legal", "fft-4", "--hand=S2", "--trumps=spades")[2].count("leave out --trumps") == 1
    with pytest.raises(TarotError, match="leave out trumps"):
        tt.position("fft-4", **given)
    with pytest.raises(UnfitError):
        question_named("legal")(game=LIBRARY.load("fft-4"), **given).answer(LIBRARY)
