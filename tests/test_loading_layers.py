"""Options, parents and files of all sorts: what was once a traceback, a hang or a wrong word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tarot_teach.errors import LoadError
from tarot_teach.loading import Library, file_catalogue, read_yaml

HEAD = "format: 1\nid: {id}\ntitle: A title\n"
CITED = "    sources: [{source: fft, at: Le score}]\n"
GIFT = "  score.gift:\n    mechanism: fixed_amount\n    params: {amount: %s}\n    title: Gift\n"


def write(folder: Path, id: str, rest: str) -> Path:
    path = folder / f"{id}.yaml"
    path.write_text(HEAD.format(id=id) + rest, encoding="utf-8")
    return path


def test_options_that_cite_may_alter_different_parameters_of_a_rule(tmp_path: Path) -> None:
    one = write(tmp_path, "one", "changes:\n  score.multiplier:\n    params: {by: {garde: 3}}\n" + CITED)
    two = write(tmp_path, "two", "changes:\n  score.multiplier:\n    params: {by: {garde_contre: 9}}\n" + CITED)
    by = Library().load(f"fft-4+{one}+{two}").rule("score.multiplier").params.model_dump()["by"]
    assert (by["garde"], by["garde_contre"]) == (3, 9)


def test_the_evidence_of_an_option_holds_for_what_it_adds_and_alters(tmp_path: Path) -> None:
    rest = "because: our club\nchanges:\n  score.base:\n    params: {amount: 30}\n" + CITED + "adds:\n" + GIFT % 5
    ruleset = Library().load(f"fft-4+{write(tmp_path, 'club', rest)}")
    assert (ruleset.rule("score.gift").evidence, ruleset.rule("score.gift").because) == ("house", "our club")
    assert ruleset.rule("score.base").evidence == "house"


@pytest.mark.parametrize("yields", [False, True])
def test_two_options_that_add_the_same_rule_clash(tmp_path: Path, yields: bool) -> None:
    one = write(tmp_path, "one", "because: x\nadds:\n" + GIFT % 5)
    two = write(tmp_path, "two", ("yields: true\n" if yields else "") + "because: x\nadds:\n" + GIFT % 6)
    if yields:
        for name in (f"fft-4+{one}+{two}", f"fft-4+{two}+{one}"):
            assert Library().load(name).rule("score.gift").params.model_dump() == {"amount": 5}
        return
    with pytest.raises(LoadError, match=r"both alter score\.gift") as caught:
        Library().load(f"fft-4+{one}+{two}")
    assert "two.yaml:6:3" in str(caught.value) and "one.yaml:6:3" in str(caught.value)


def test_an_option_that_yields_gives_way_to_a_drop(tmp_path: Path) -> None:
    drop = write(tmp_path, "drop", "drops: {score.slam: we never see one}\n")
    rest = "because: x\nchanges:\n  score.slam:\n    params: {made: 100}\n"
    change, yielding = write(tmp_path, "change", rest), write(tmp_path, "yielding", "yields: true\n" + rest)
    assert "score.slam" not in Library().load(f"fft-4+{drop}+{yielding}").rules
    with pytest.raises(LoadError, match="both alter score"):
        Library().load(f"fft-4+{drop}+{change}")


def test_an_option_is_not_put_on_top_twice_by_two_names(library: Library) -> None:
    path = library.path_of("option", "garde-lowest")
    with pytest.raises(LoadError, match="two options 'garde-lowest'"):
        Library().load(f"fft-4+garde-lowest+{path}")


def test_a_new_rule_stands_behind_the_last_of_its_step(tmp_path: Path) -> None:
    gift = GIFT % 1 + CITED
    lead = "  play.lead:\n    mechanism: after_dealer_leads\n    title: Lead\n" + CITED
    rest = "".join(
        f"  {id}:\n    mechanism: {mechanism}\n    params: {params}\n    title: A rule\n{CITED}"
        for id, mechanism, params in (
            ("play.wins", "highest_wins", "{}"),
            ("count.each", "each_for_himself", "{}"),
            ("deal.hands", "deal_hands", "{cards: 12}"),
        )
    )
    write(tmp_path, "root", "players: 4\ndeck: tarot-78\nrules:\n" + gift + lead + rest)
    added = gift.replace("gift", "more") + lead.replace("lead:", "next:", 1)
    child = write(tmp_path, "child", "extends: ./root.yaml\nadds:\n" + added)
    ids = ["score.gift", "score.more", "play.lead", "play.wins", "play.next", "count.each", "deal.hands"]
    assert list(Library().load(str(child)).rules) == ids


def test_a_wrong_step_does_not_hide_other_faults(tmp_path: Path) -> None:
    wrong = (GIFT % 1 + CITED).replace("score.gift", "scoore.gift")
    child = write(tmp_path, "child", "extends: fft-4\nadds:\n" + wrong + GIFT % "plenty" + CITED)
    with pytest.raises(LoadError) as caught:
        Library().load(str(child))
    assert {problem.code for problem in caught.value.problems} == {"rules.step", "file.value"}


def test_a_very_long_lineage_is_refused(tmp_path: Path) -> None:
    for number in range(1200):
        write(tmp_path, f"n{number}", f"extends: ./n{number + 1}.yaml\n")
    with pytest.raises(LoadError, match="more than 50 generations"):
        Library().load(str(tmp_path / "n0.yaml"))


@pytest.mark.parametrize("name", ["a" * 5000, "/" + "a" * 5000, "./" + "a/" * 3000, "fft-4+./" + "b" * 5000, "x/\0"])
def test_names_that_no_file_can_have_are_unknown(name: str) -> None:
    with pytest.raises(LoadError, match="there is no"):
        Library().load(name)


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(LoadError, match="this is a pipe"):
        read_yaml(tmp_path / "pipe.yaml")


def test_a_comment_behind_the_mark_of_a_folded_text_is_no_part_of_it() -> None:
    assert read_yaml("a: >-  # why\n  one\n  # two\nb: c\n", name="x").data["a"] == "one # two"


def test_a_fault_in_prose_shows_its_line() -> None:
    document = read_yaml("a: |\n\n  one\n  two\nb: c\n", name="x")
    assert [document.line_of_prose(("a",), line).source for line in (1, 2)] == ["  one", "  two"]


def test_a_package_may_keep_its_rulesets_in_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "theirs", "extends: fft-4\n")
    monkeypatch.setattr(file_catalogue, "_roots_of_packages", lambda _path: [tmp_path])
    assert Library().load("theirs").lineage == ("fft-4",)


def test_prose_of_a_parent_that_no_longer_holds_is_the_childs_fault(tmp_path: Path) -> None:
    gift = GIFT % 1 + "    text: It is {{ params.amount }}.\n" + CITED
    write(tmp_path, "root", "players: 4\ndeck: tarot-78\nrules:\n" + gift)
    child = write(tmp_path, "child", "extends: ./root.yaml\nchanges:\n  score.gift: {mechanism: margin, because: x}\n")
    with pytest.raises(LoadError) as caught:
        Library().load(str(child))
    (problem,) = caught.value.problems
    assert problem.place and (Path(problem.place.file).name, problem.place.line) == ("child.yaml", 6)
    assert problem.hint and "root.yaml:11:11; give score.gift another `text`" in problem.hint
