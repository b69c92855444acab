"""Prose that names what a ruleset has no longer is found, with the place; prose that is right gives no warning."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.errors import Problem
from tarot_teach.loading import Library
from tarot_teach.rules import rule_text
from tarot_teach.topics.check.check_file import check_file, warnings_of
from tests.helpers import LIBRARY

HEAD = "format: 1\nid: child\ntitle: Child\nextends: {parent}\n"
DECK = Path(__file__).parent.parent / "rulesets" / "decks" / "tarot-78.yaml"


def warnings(folder: Path, rest: str, *, parent: str = "fft-4", library: Library | None = None) -> list[Problem]:
    path = folder / "child.yaml"
    path.write_text(HEAD.format(parent=parent) + rest, encoding="utf-8")
    library = library or Library()
    return warnings_of(path, check_file(path, library), library)


@pytest.mark.parametrize("kind", ["ruleset", "option", "example"])
def test_shipped_files_name_nothing_that_is_gone(kind: str) -> None:
    for id in LIBRARY.ids(kind):
        path = LIBRARY.path_of(kind, id)
        assert path and warnings_of(path, kind, LIBRARY) == [], id


def test_sentences_about_a_dropped_contract_bring_warnings(tmp_path: Path) -> None:
    found = warnings(tmp_path, "drops:\n  bid.prise: too cheap\n")
    assert {problem.message for problem in found} == {
        f"the text of {rule} speaks of the contract prise, which is gone" for rule in ("bid.garde", "talon.shown")
    }
    assert all(problem.place and problem.place.line == 6 for problem in found)
    assert all("french/fft-4.yaml:" in (problem.hint or "") for problem in found)
    ruleset = Library().load(str(tmp_path / "child.yaml"))
    text = rule_text(ruleset, ruleset.rule("score.multiplier"))
    assert str(text).endswith("the contract sets: garde 2, garde sans le chien 4 and garde contre le chien 6.")


def test_a_text_of_its_own_silences_the_warning(tmp_path: Path) -> None:
    rest = (
        "drops:\n  bid.prise: too cheap\nchanges:\n  bid.garde: {text: The lowest bid in place of the prise.}\n"
        "  talon.shown: {text: In a garde it is turned up.}\n"
    )
    assert warnings(tmp_path, rest) == []


def test_a_garde_sans_is_not_taken_for_a_garde(tmp_path: Path) -> None:
    found = warnings(tmp_path, "drops:\n  bid.garde: too dear\n")
    assert {problem.message.split(" speaks ")[0] for problem in found} == {
        "the note of bid.prise",
        "the text of talon.shown",
    }


def test_a_dropped_contract_of_two_words_is_named_as_it_is_written(tmp_path: Path) -> None:
    found = warnings(tmp_path, "drops:\n  bid.garde_sans: too dear\n")
    assert "the text of talon.unseen speaks of the contract garde sans, which is gone" in {
        problem.message for problem in found
    }


def test_the_heading_of_a_ruleset_is_searched_too(tmp_path: Path) -> None:
    found = warnings(tmp_path, "drops:\n  bid.prise: too cheap\n", parent="guide-4")
    assert {problem.message.split()[3] for problem in found} == {"bid.garde", "talon.shown"}
    assert all("guide-4.yaml" in (problem.hint or "") for problem in found)


def test_cards_of_another_pack_are_found(tmp_path: Path) -> None:
    text = DECK.read_text(encoding="utf-8").replace("id: tarot-78", "id: swords")
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "swords.yaml").write_text(text.replace("names: {V: jack, C: knight", "names: {V: jack, C: cavalier"))
    library = Library()
    library.roots.append(tmp_path)
    found = warnings(tmp_path, "deck: swords\n", library=library)
    message = "the text of count.card_points speaks of 'knight' of the tarot pack of 78 cards, which is gone"
    assert message in [problem.message for problem in found]
    assert all("knight" in problem.message for problem in found)


def test_a_rule_that_is_not_there_is_found_by_its_id(tmp_path: Path) -> None:
    rest = "changes:\n  score.base:\n    note: >-\n      One line.\n      See score.bse for more.\n"
    (problem,) = warnings(tmp_path, rest)
    assert problem.message == "the note of score.base names score.bse, and there is no such rule"
    assert problem.place and (problem.place.line, problem.place.column) == (9, 11)


def test_comments_of_examples_are_searched(tmp_path: Path) -> None:
    (tmp_path / "child.yaml").write_text(HEAD.format(parent="fft-4") + "drops:\n  bid.prise: too cheap\n", "utf-8")
    path = tmp_path / "lesson.yaml"
    path.write_text(
        "format: 1\nid: lesson\nruleset: ./child.yaml\ntitle: Lesson\nabout: Nobody dares a prise.\n"
        "start: {step: play, taker: S, contract: garde, leader: W}\n"
        "hands: {W: [H10], N: [T20], E: [H4], S: [HD]}\n"
    )
    library = Library()
    (problem,) = warnings_of(path, check_file(path, library), library)
    assert problem.place and (problem.place.line, problem.place.column) == (5, 21)
    assert "speaks of the contract prise" in problem.message


def test_check_warns_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "child.yaml"
    path.write_text(HEAD.format(parent="fft-4") + "drops:\n  bid.prise: too cheap\n", encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        main(["check", str(path), "--play", "0"])
    printed = capsys.readouterr()
    assert caught.value.code == 0 and "ruleset, fine" in printed.out
    assert printed.err.count("warning: ") == 2 and "[rules.stale]" in printed.err
    with pytest.raises(SystemExit):
        main(["check", str(path), "--play", "0", "--json"])
    assert [found["code"] for found in json.loads(capsys.readouterr().out)["warnings"]] == ["rules.stale"] * 2
