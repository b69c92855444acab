"""Names in files that the ruleset does not have are refused, at their place and with a suggestion, whatever they name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from pydantic import BeforeValidator

from tarot_teach.errors import LoadError, Problem
from tarot_teach.loading import Library
from tarot_teach.mechanisms import Mechanism, all_mechanisms
from tarot_teach.mechanisms.base import ContractName, Count, Honours, Marks, NameOf, digits
from tarot_teach.topics.check.check_file import check_file
from tests.test_cases import GameCase, cases

HEAD = "format: 1\nid: mine\ntitle: Mine\nextends: {parent}\n"


def problems(folder: Path, rest: str, *, parent: str = "fft-4") -> list[Problem]:
    path = folder / "mine.yaml"
    path.write_text(HEAD.format(parent=parent) + rest, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        Library().load(str(path))
    return list(caught.value.problems)


def is_marked(hint: Any) -> bool:
    return any(isinstance(part, NameOf) for part in getattr(hint, "__metadata__", ()))


def without_name(hint: Any) -> Iterator[str]:
    """Texts and maps within the type of a parameter that are not marked with what they name."""
    if is_marked(hint):
        return
    if hint is str:
        yield "a text"
    arguments = get_args(hint)
    if get_origin(hint) is dict and not is_marked(arguments[0]):
        key = get_args(arguments[0])[0] if get_origin(arguments[0]) is Annotated else arguments[0]
        if key is int:
            yield "a map by numbers"
    if get_origin(hint) is Annotated:
        yield from without_name(arguments[0])
    elif get_origin(hint) in (dict, list, tuple):
        for argument in arguments:
            yield from without_name(argument)


@pytest.mark.parametrize("mechanism", all_mechanisms(), ids=lambda kind: f"{kind.step}.{kind.name}")
def test_every_name_in_parameters_says_what_it_names(mechanism: type[Mechanism]) -> None:
    hints = get_type_hints(mechanism.Params, include_extras=True)
    unmarked = {name: list(without_name(hint)) for name, hint in hints.items() if name in mechanism.Params.model_fields}
    assert {name: what for name, what in unmarked.items() if what} == {}


@pytest.mark.parametrize(
    ("hint", "unmarked"),
    [
        (str, True),
        (dict[str, Count], True),
        (dict[Annotated[int, BeforeValidator(digits)], Count], True),
        (list[str], True),
        (list[dict[str, str]], True),
        (dict[ContractName, Count], False),
        (dict[Honours, Count], False),
        (dict[Literal["made", "failed"], Count], False),
        (list[Marks], False),
        (Count, False),
    ],
)
def test_a_text_without_a_mark_is_found(hint: Any, unmarked: bool) -> None:
    assert bool(list(without_name(hint))) is unmarked


class ParameterCase(GameCase):
    """Parameters of a rule that are refused."""

    key: Literal["changes", "adds"] = "changes"
    rule: str
    mechanism: str = ""
    params: str
    at: str
    message: str
    hint: str = ""


@cases(ParameterCase, "parameters")
def test_parameters_that_make_no_sense_are_refused_at_their_place(case: ParameterCase, tmp_path: Path) -> None:
    words = f"mechanism: {case.mechanism}, title: T, text: T., evidence: house, " if case.mechanism else ""
    line = f"  {case.rule}: {{{words}because: ours, params: {case.params}}}"
    (problem,) = problems(tmp_path, f"{case.key}:\n{line}\n", parent=case.ruleset)
    assert case.message in problem.message and problem.hint and case.hint in problem.hint, case.why
    assert problem.place and Path(problem.place.file).name == "mine.yaml"
    assert (problem.place.line, problem.place.column) == (6, line.rindex(case.at) + 1), problem


def test_marks_by_which_cards_count_are_refused(tmp_path: Path) -> None:
    rest = "changes:\n  score.counters:\n    because: ours\n    params: {points: {kings: 3}}\n"
    (problem,) = problems(tmp_path, rest, parent="early-17c")
    assert "'kings' is no mark, suit or card" in problem.message and "'king'" in (problem.hint or "")


def test_amounts_of_a_small_slam_are_a_closed_list(tmp_path: Path) -> None:
    rest = (
        "adds:\n  score.small:\n    mechanism: small_slam_bonus\n    title: Small slam\n    evidence: house\n"
        "    because: ours\n    params: {but: 2, amounts: {made: 1, anounced: 2, failed: 3}}\n"
    )
    (problem,) = problems(tmp_path, rest)
    assert problem.place and (problem.place.line, problem.place.column) == (11, 41)
    assert "'announced'" in (problem.hint or "")


def test_an_announcement_that_nobody_can_make_is_not_paid_for(tmp_path: Path) -> None:
    rest = (
        "adds:\n  score.misere:\n    mechanism: paid_apart\n    title: Misère\n    evidence: house\n"
        "    because: ours\n    params: {level: misère, gets: 30, pays: 10}\n"
    )
    (problem,) = problems(tmp_path, rest)
    assert "no announcement paid apart 'misère'" in problem.message


def test_a_bonus_for_what_the_child_drops_is_refused_where_it_is_dropped(tmp_path: Path) -> None:
    found = problems(tmp_path, "drops:\n  declare.handful: nobody shows one\n")
    assert {problem.message for problem in found} == {
        f"score.handful: mine has no handful {level!r}" for level in ("single", "double", "triple")
    }
    assert all("drop score.handful as well" in (problem.hint or "") for problem in found)


def test_a_factor_goes_with_its_contract(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD.format(parent="fft-4") + "drops:\n  bid.prise: too cheap\n", encoding="utf-8")
    factors = Library().load(str(path)).rule("score.multiplier").params.model_dump()["by"]
    assert factors == {"garde": 2, "garde_sans": 4, "garde_contre": 6}
    rest = (
        "drops:\n  bid.prise: too cheap\nchanges:\n  score.multiplier:\n    because: x\n    params: {by: {prise: 3}}\n"
    )
    (problem,) = problems(tmp_path, rest)
    assert "mine has no contract 'prise'" in problem.message and problem.place and problem.place.line == 10
    child = tmp_path / "child.yaml"
    path.write_text(HEAD.format(parent="fft-4") + "drops:\n  bid.prise: too cheap\n", encoding="utf-8")
    child.write_text(
        "format: 1\nid: child\ntitle: Child\nextends: ./mine.yaml\nchanges:\n  score.multiplier:\n    because: x\n"
        "    params: {by: {prise: 3}}\n"
    )
    with pytest.raises(LoadError, match="child has no contract 'prise'"):
        Library().load(str(child))


def test_what_an_option_sets_for_contracts_of_others_is_left_out(library: Library) -> None:
    def amounts(name: str) -> dict[str, int]:
        found: dict[str, int] = library.load(name).rule("score.base").params.model_dump()["amounts"]
        return found

    assert amounts("fft-4+base-scoring") == {"prise": 10, "garde": 40, "garde_sans": 80, "garde_contre": 160}
    assert list(amounts("fft-4+base-scoring+pousse")) == ["prise", "pousse", "garde", "garde_sans", "garde_contre"]
    assert list(amounts("fft-4+base-scoring+old-bids")) == ["petite", "pousse", "garde_sans", "garde_contre"]


DECK = Path(__file__).parent.parent / "rulesets" / "decks" / "tarot-78.yaml"
ADVICE = Path(__file__).parent.parent / "rulesets" / "french" / "advice" / "encyclopedia.yaml"


@pytest.mark.parametrize(
    ("shipped", "old", "new", "message"),
    [
        (DECK, "names: {V: jack", "names: {W: jack", "there is no rank 'W' to be named"),
        (DECK, "aliases: {J: V", "aliases: {J: W", "there is no rank 'W'"),
        (DECK, "aliases: {J: V", "aliases: {C: V", "'C' is a rank itself"),
        (DECK, "ranks:\n  court:", "ranks:\n  spare: [1, 2]\n  court:", "no suit has the ranks 'spare'"),
        (DECK, "ranks:\n", "  fool: {letter: F, code: FO, kind: excuse}\nranks:\n", "'fool' is a second Excuse"),
        (DECK, "queen: 3½", "quen: 3½", "'quen' is no card, rank, suit or mark"),
        (ADVICE, "{contract: garde, least: 56}", "{contract: gard, least: 56}", "has a contract 'gard'"),
        (ADVICE, "contracts: [garde_sans, garde_contre]", "contracts: [garde_san]", "has a contract 'garde_san'"),
    ],
)
def test_packs_and_advice_name_what_there_is(tmp_path: Path, shipped: Path, old: str, new: str, message: str) -> None:
    text = shipped.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        check_file(path, Library())
    problem = next(problem for problem in caught.value.problems if message in problem.message)
    assert problem.place and problem.place.line > 1 and problem.hint


def test_concepts_lead_to_concepts(tmp_path: Path) -> None:
    path = tmp_path / "glossary.yaml"
    path.write_text(
        "format: 1\nconcepts:\n  widow: {meaning: x, en: widow, see: [talon, wido]}\n  cat: {meaning: y, en: cat, see: [widow]}\n",
        encoding="utf-8",
    )
    with pytest.raises(LoadError, match=r"glossary\.yaml:3:47: there is no concept 'wido'"):
        check_file(path, Library())


@pytest.mark.parametrize(
    ("fits", "line", "message"),
    [
        ("{not_with: {pouse: they clash}}", 5, "there is no option 'pouse'"),
        ("{also_for: [bid.petite, bid.pouse]}", 5, "there is no contract 'bid.pouse'"),
        ("{requires: [score.bse]}", 5, "there is no rule 'score.bse'"),
    ],
)
def test_an_option_names_options_and_rules_that_there_are(tmp_path: Path, fits: str, line: int, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        f"format: 1\nid: mine\ntitle: Mine\nbecause: ours\nfits: {fits}\nchanges:\n  score.base: {{params: {{amount: 9}}}}\n"
    )
    with pytest.raises(LoadError) as caught:
        check_file(path, Library())
    problem = caught.value.problems[0]
    assert message in problem.message and problem.place and problem.place.line == line and problem.hint
