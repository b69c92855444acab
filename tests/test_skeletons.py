"""Files to begin with: sound as they stand, for any game, and with what their comments offer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.messages import ENGLISH, printed_by
from tarot_teach.records.runner import replay_example
from tarot_teach.rules import STEPS
from tarot_teach.topics.skeletons import skeleton
from tests.helpers import own_mechanisms

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main(list(args))
        return int(caught.value.code or 0), *capsys.readouterr()

    return run


@pytest.mark.parametrize("ruleset", ["fft-3", "fft-4", "fft-5", "guide-4", "blog-5", "early-17c", "fft-4+misere"])
@pytest.mark.parametrize("kind", skeleton.KINDS)
def test_a_new_file_is_sound_as_it_stands(run: Run, kind: str, ruleset: str) -> None:
    if kind == "ruleset" and "+" in ruleset:
        assert "[new.house-rules]" in run("new", kind, "mine", "--ruleset", ruleset)[2]
        return
    page = f"Written: my-own-game/{skeleton.FIRST_PAGE}\n" if kind == "course" else ""
    written = f"{page}Written: my-own-game.yaml\nNext: tarot-teach check my-own-game.yaml\n"
    assert run("new", kind, "My own game", "--ruleset", ruleset) == (0, written, "")
    code, out, err = run("check", "my-own-game.yaml")
    assert (code, err) == (0, "") and f"my-own-game.yaml: {'deck' if kind == 'pack' else kind}, fine" in out
    written = Path("my-own-game.yaml").read_text(encoding="utf-8")
    assert "title: My own game\n" in written and ruleset in written


@pytest.mark.parametrize(("kind", "ruleset", "more"), [
    ("ruleset", "fft-4", 15), ("ruleset", "early-17c", 3), ("session", "fft-4", 2), ("course", "fft-4", 3), ("pack", "fft-4", 3),
])  # fmt: skip
def test_what_a_new_file_offers_can_be_switched_on(run: Run, kind: str, ruleset: str, more: int) -> None:
    run("new", kind, "mine", "--ruleset", ruleset)
    written = Path("mine.yaml").read_text(encoding="utf-8")
    on, found = re.subn(r"(?m)^#(?=\w+:$|(?:  )+\S)", "", written)
    assert found == more
    Path("mine.yaml").write_text(on, encoding="utf-8")
    assert run("check", "mine.yaml")[::2] == (0, "")


@pytest.mark.parametrize("kind", [*skeleton.KINDS, "game"])
def test_a_new_file_speaks_the_language_in_use(run: Run, kind: str) -> None:
    with printed_by(ENGLISH):  # until the command says otherwise
        assert run("new", kind, "mine", "--language", "fr")[0] == 0
        written = {path: path.read_text(encoding="utf-8") for path in Path().rglob("*") if path.is_file()}
        files = [str(path) for path in written if path.suffix == ".yaml"]
        assert run("check", *files, "--language", "fr")[0] == 0
    for path, text in written.items():
        assert not {"the", "here", "that", "which"} & {*re.findall(r"[a-z]+", text)}, path
        assert all(len(line) <= skeleton.COMMENT_WIDTH for line in text.splitlines() if line.startswith("# "))


def test_comments_of_templates_are_messages() -> None:
    for path in sorted((Path(skeleton.__file__).parent / "templates").glob("*.yaml.jinja")):
        comments = re.findall(r"(?m)^ *# \S.*", path.read_text(encoding="utf-8"))
        assert [line.strip() for line in comments] in ([], ["# << rule.about >>"]), path


def test_a_new_ruleset_differs_in_what_it_says(run: Run) -> None:
    run("new", "ruleset", "mine")
    code, out, _err = run("compare", "fft-4", "mine.yaml")
    assert code == 0 and "clockwise" in out


@pytest.mark.whole
@pytest.mark.turn(2, 4)
def test_a_new_course_of_a_user_ruleset_with_an_option_is_built(run: Run) -> None:
    run("new", "ruleset", "mine")
    run("new", "course", "evening", "--ruleset", "mine.yaml+misere")
    Path("evening.yaml").rename("elsewhere.yaml")
    Path("evening").rename("elsewhere")
    code, _out, err = run("build", "elsewhere.yaml", "--out", "site")
    assert (code, err) == (0, "")
    page = Path("site/learn/evening/first-evening.html").read_text(encoding="utf-8")
    assert page.count("tt-exercise") > 1 and "mine-misere.html" in page


def test_a_new_course_keeps_a_page_that_is_there(run: Run) -> None:
    Path("mine").mkdir()
    Path("mine", skeleton.FIRST_PAGE).write_text("kept", encoding="utf-8")
    code, _out, err = run("new", "course", "mine")
    assert code == 1 and "[save.exists]" in err and not Path("mine.yaml").exists()


def test_a_new_example_refuses_a_card_and_asks_about_it(run: Run) -> None:
    run("new", "example", "mine", "--ruleset", "early-17c")
    done = replay_example("mine.yaml", Library())
    (tried,) = [tried for tries in done.tries.values() for tried in tries]
    assert not tried.verdict.allowed and [asked.ask.ask for asked in done.asked] == ["legal", "winner"]
    assert done.asked[0].state.name(tried.action.seat) == done.asked[0].state.name(done.asked[0].seat)


def test_a_new_file_extends_a_user_ruleset_in_any_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    run("new", "ruleset", "mine", "--out", "there/mine.yaml")
    for kind in skeleton.KINDS:
        run("new", kind, "other", "--ruleset", "there/mine.yaml", "--out", f"{kind}.yaml")
        assert run("check", f"{kind}.yaml")[0] == 0


def test_a_file_that_is_there_is_replaced_only_with_force(run: Run) -> None:
    Path("mine.yaml").write_text("kept", encoding="utf-8")
    code, _out, err = run("new", "session", "mine")
    assert code == 1 and "[save.exists]" in err and Path("mine.yaml").read_text(encoding="utf-8") == "kept"
    assert run("new", "session", "mine", "--force")[0] == 0


def test_names_that_would_not_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "[new.name]" in run("new", "ruleset", "???")[2]
    assert "[new.taken]" in run("new", "ruleset", "fft-5")[2]
    code, _out, err = run("new", "ruleset", "mine", "--ruleset", "fft-9")
    assert code == 1 and "there is no ruleset 'fft-9'" in err
    monkeypatch.setattr(skeleton, "DEALS", 0)
    for kind in ("course", "example", "session"):
        assert "[new.none]" in run("new", kind, "mine")[2]
    assert not list(Path().iterdir())


@pytest.mark.parametrize("like", ["early-17c", "fft-4", "blog-5", "guide-4"])
def test_a_new_game_is_sound_as_it_stands(run: Run, like: str) -> None:
    code, out, err = run("new", "game", "Hill game", "--like", like)
    assert (code, err) == (0, "") and out.endswith("Next: tarot-teach check hill-game/ --play 20\n")
    code, out, err = run("check", "hill-game/", "--play", "4")
    assert code == 0 and "hill-game.yaml: 4 deals at random, sound" in out and "[rules.draft]" in err
    assert out.count(", fine") == 5
    ruleset = Library().load(like)
    made = library_for(["./hill-game"], print).load("./hill-game")
    assert [*made.rules] == [*ruleset.rules] and made.deck.id == "hill-game-pack"
    for id, rule in made.rules.items():
        assert (rule.mechanism, rule.params) == (ruleset.rules[id].mechanism, ruleset.rules[id].params)
        assert [citation.source for citation in rule.sources] == ["hill-game-source"]
    code, _out, err = run("new", "game", "Hill game", "--like", like)
    assert code == 1 and "[save.exists]" in err


@pytest.mark.parametrize("like", ["scarto", "hombre-1674", "slovenian-pagat", "blog-5"])
def test_a_short_game_says_the_same_a_line_a_rule(run: Run, like: str) -> None:
    assert run("new", "game", "Hill game", "--like", like, "--short")[0] == 0
    code, out, err = run("check", "hill-game/", "--play", "2")
    assert code == 0 and "hill-game.yaml: 2 deals at random, sound" in out and "[rules.draft]" in err
    short = Path("hill-game/hill-game.yaml").read_text(encoding="utf-8")
    rules = Library().load(like).rules
    made = library_for(["./hill-game"], print).load("./hill-game").rules
    assert [*made] == [*rules]
    for id, rule in made.items():
        assert (rule.mechanism, rule.params, rule.under, rule.title) == (
            rules[id].mechanism,
            rules[id].params,
            rules[id].under,
            rules[id].title,
        )
    on_a_line = re.findall(r"(?m)^  [a-z]+\.\w+: \{mechanism: .*\}$", short)
    written = [rule for rule in made.values() if rule.history[0].place.file.endswith("hill-game.yaml")]
    assert 3 * len(on_a_line) >= 2 * len(written) and "#" not in short.partition("\n")[2]


def test_only_a_game_is_written_in_short(run: Run) -> None:
    assert "[new.short]" in run("new", "pack", "mine", "--short")[2] and not list(Path().iterdir())


def test_a_new_mechanism_can_be_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "game", "mine")[0] == 0
    monkeypatch.chdir("mine")
    for step in STEPS:
        assert run("new", "mechanism", f"{step}.my_own")[0] == 0
    assert run("new", "mechanism", "score.many_cards", "--like", "cards_taken")[0] == 0
    text = Path("mine.yaml").read_text(encoding="utf-8").replace("mechanism: cards_taken", "mechanism: many_cards")
    Path("mine.yaml").write_text(text, encoding="utf-8")
    with own_mechanisms(monkeypatch):
        assert "there is no mechanism 'many_cards'" in run("check", "./")[2]
        assert run("check", "./", "--mechanisms")[0] == 0
        code, out, _err = run("mechanisms", "./mine.yaml", "--mechanisms", "--step", "score")
        assert code == 0 and "many_cards" in out
    for name in ("nothing.many_cards", "score"):
        assert "[new.mechanism]" in run("new", "mechanism", name)[2]


@pytest.mark.parametrize("ruleset", ["hombre-1674", "scarto", "slovenian-pagat", "strohmandeln-mayr"])
def test_a_new_course_names_the_contract_and_the_trumps_that_its_trick_needs(run: Run, ruleset: str) -> None:
    assert run("new", "course", "thursday", "--ruleset", ruleset)[0] == 0
    code, out, err = run("check", "thursday.yaml")
    assert (code, err) == (0, "") and "thursday.yaml" in out
    page = Path("thursday", skeleton.FIRST_PAGE).read_text(encoding="utf-8")
    assert (":trumps:" in page) is (ruleset == "hombre-1674")
    assert (":contract:" in page) is (ruleset in ("slovenian-pagat", "strohmandeln-mayr"))
