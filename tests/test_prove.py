"""Rulesets with small packs: every one can be made, deals of them are played in every way, and what does not hold is found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.loading.yaml_writer import write_yaml
from tarot_teach.mechanisms.base import Within
from tarot_teach.table import PASS, Action, Bid, Choose, Phase
from tarot_teach.topics.prove.invariants import PositionChecker
from tarot_teach.topics.prove.proof import prove
from tarot_teach.topics.prove.search import DealSearch, deals_of, key_of, result_in_short, search_pack
from tarot_teach.topics.prove.shape import Shape, full_shape, scaled, small_shapes
from tarot_teach.topics.prove.small_packs import PACKS, small_games
from tarot_teach.topics.prove.whole import whole_deal
from tests.helpers import LIBRARY, in_turn, installed
from tests.made_up import BECAUSE, FOREIGN, OTHER_PACKAGE, library_of_all, rule, set_to

FAULTY = [name for name, (_made, _rule, words) in FOREIGN.items() if words]


@pytest.fixture
def other_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Mechanisms of another package, installed."""
    with installed(monkeypatch, OTHER_PACKAGE):
        yield


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main([*arguments])
    return int(stopped.value.code or 0)


def own(folder: Path, id: str, **entries: Any) -> str:
    """The file of a ruleset of one's own in a folder."""
    file = folder / f"{id}.yaml"
    file.write_text(
        write_yaml({"format": 1, "id": id, "title": id.capitalize(), **BECAUSE, **entries}), encoding="utf-8"
    )
    return str(file)


# ------------------------------------------------------------------ small packs


@pytest.mark.parametrize("name", in_turn(LIBRARY.ids(), 6))
def test_every_ruleset_has_three_small_packs_that_are_sound(name: str) -> None:
    ruleset = LIBRARY.load(name)
    proof = prove(LIBRARY, ruleset, positions=1500)
    assert len(proof.packs) == PACKS and proof.failed is None
    for pack in proof.packs:
        game, counts = pack.game, pack.result.counts
        assert 12 <= len(game.ruleset.deck.cards) == game.shape.cards <= 20
        assert game.ruleset.deck.cards[0].code in ruleset.deck.by_code
        assert {card.halves for card in game.ruleset.deck.cards} <= {card.halves for card in ruleset.deck.cards}
        assert set(game.ruleset.rules) <= set(ruleset.rules)
        assert pack.result.deals and counts.positions and sum(counts.ends.values())


def test_what_few_cards_cannot_have_is_told_with_the_reason() -> None:
    (first, *_others) = small_games(LIBRARY, LIBRARY.load("fft-5"))
    assert "king" in str(first.ruleset.rules["call.king"].params) or "R" in str(first.ruleset.rules["call.king"].params)
    assert "call.king: jack" in first.left_out and "'jack' is no mark" in first.left_out["call.king: jack"]
    assert first.ruleset.rules.keys() <= LIBRARY.load("fft-5").rules.keys()


def test_sizes_go_from_few_cards_to_more() -> None:
    index = Engine(LIBRARY.load("scarto")).index
    full = full_shape(LIBRARY.load("scarto"), index)
    assert full == Shape(3, 25, 3, (), 4)
    assert [(shape.hand, shape.talon) for shape in small_shapes(full, [])][:3] == [(3, 3), (4, 1), (4, 2)]
    assert deals_of(Shape(3, 3, 3)) == 3 * 220 * 84 * 20


def test_numbers_keep_their_share_or_their_distance() -> None:
    full = {"hand": 18, "talon": 6, "tricks": 18, "pack": 78, "card_points": 91}
    small = {"hand": 4, "talon": 2, "tricks": 4, "pack": 18, "card_points": 30}
    assert scaled(18, Within("tricks"), full, small, 6) == 4
    assert scaled(17, Within("tricks"), full, small, 6) == 3
    assert scaled(6, Within("hand"), full, small, 6) == 2, "the whole talon"
    assert scaled(3, Within("hand"), full, small, 6) == 1, "half of it"
    assert scaled(56, Within("card_points"), full, small, 6) == 18
    assert scaled(1, Within("hand"), full, small, 6) == 1
    assert scaled(0, Within("hand"), full, small, 6) == 0


# ------------------------------------------------------------------ the search


def test_a_deal_is_searched_whole() -> None:
    """The same ways as by going through all of them, without memory of positions."""
    (game, *_others) = small_games(LIBRARY, LIBRARY.load("scarto"))
    engine = Engine(game.ruleset)
    checker = PositionChecker(engine)
    search = DealSearch(checker, 2, game.shape.players, 100_000)
    assert search.run()

    def ways(state: Any) -> int:
        choices = engine.legal(state)
        return 1 if state.turn is None else sum(ways(engine.apply(state, action)[0]) for action in choices)

    begun = {}
    waiting = [search.dealt()]
    while waiting:
        state = waiting.pop()
        if state.phase.value == "play":
            begun[key_of(state)] = state
        else:
            waiting += [engine.apply(state, action)[0] for action in engine.legal(state)]
    assert search.counts.begun == search.counts.exhausted == len(begun)
    assert search.counts.ways == sum(map(ways, begun.values())) > 100


@pytest.mark.parametrize("name", ["scarto", "enc2020-4", "danish-2011"])
def test_a_deal_searched_whole_has_all_positions_and_ends(name: str) -> None:
    """The search with a memory of positions has the beginnings and results of a search of all ways without one."""
    deal = whole_deal(LIBRARY, LIBRARY.load(name), 20_000)
    assert deal is not None and deal.whole and deal.every_way and deal.most_said is None
    engine = Engine(deal.game.ruleset)
    search = DealSearch(PositionChecker(engine), deal.number, deal.game.shape.players, 1)
    begun, results, waiting = set(), set(), [search.dealt()]
    assert waiting[0].phase is not Phase.PLAY
    while waiting:
        state = waiting.pop()
        if state.turn is None:
            results.add(result_in_short(state))
            continue
        after = [engine.apply(state, action)[0] for action in engine.legal(state)]
        begun |= {
            key_of(each)
            for each in after
            if (state.phase, each.phase) != (Phase.PLAY,) * 2 and each.phase is Phase.PLAY
        }
        waiting += after
    assert (deal.counts.begun, deal.counts.covered, deal.counts.exhausted) == (len(begun),) * 3
    assert deal.counts.ends.keys() == results


def test_bids_and_announcements_are_left_out_where_they_are_too_many() -> None:
    """With so many at most, the play begins as it does in those of all ways that have no more."""
    (game, *_others) = small_games(LIBRARY, LIBRARY.load("enc2020-4"), 1)

    def begun(most_said: int | None) -> tuple[dict[Any, int], bool]:
        search = DealSearch(PositionChecker(Engine(game.ruleset)), 0, game.shape.players, 1)
        found, whole = search.before_play(search.dealt(), 10_000, most_said)
        assert whole
        return {key_of(state): said_on(path) for state, path in found}, search.silenced

    def said_on(path: Sequence[Action]) -> int:
        bids = sum(isinstance(action, Bid) and action.bid != PASS for action in path)
        return bids + sum(isinstance(action, Choose) and action.rule.startswith("declare.") for action in path)

    every, silenced = begun(None)
    assert not silenced and len(every) > 200
    for most_said in (1, 2, 3):
        assert begun(most_said) == ({key: said for key, said in every.items() if said <= most_said}, True)


def test_a_deal_with_too_many_positions_is_not_whole() -> None:
    deal = whole_deal(LIBRARY, LIBRARY.load("minchiate"), 100)
    assert deal is not None and not deal.whole and not deal.every_way
    silent = whole_deal(LIBRARY, LIBRARY.load("tapp-classical"), 1000)
    assert silent is not None and not silent.whole, "where all pass, the deal is not played"


def test_the_same_search_counts_the_same() -> None:
    (game, *_others) = small_games(LIBRARY, LIBRARY.load("tresillo"))
    first, second = (search_pack(Engine(game.ruleset), game.shape, positions=1500) for _time in range(2))
    assert first.counts == second.counts and first.counts.digest() == second.counts.digest()
    assert first.reasons > 50 and first.spoken > 30


# ------------------------------------------------------------------ what does not hold is found


@pytest.mark.usefixtures("other_package")
@pytest.mark.parametrize("name", FAULTY)
def test_faults_of_mechanisms_are_found(name: str, tmp_path: Path) -> None:
    library = library_of_all(tmp_path)
    _made, at, words = FOREIGN[name]
    proof = prove(library, library.load(name), positions=3000)
    assert proof.failed is not None
    found = proof.failed.result.counterexample
    assert found is not None
    assert words in found.message or (name == "peeks" and "tells of cards that are hidden" in found.message)
    assert not at or found.rule == at


def test_a_player_without_a_choice_is_found_and_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A beginner bars all cards but pips from the talon, and says not what happens to a hand that has none."""
    never = {"discard.never": set_to(cards=["five", "fool", "trump"])}
    file = own(tmp_path, "stuck", extends="scarto", changes=never)
    assert run("check", file, "--play", "40") == 0, "deals at random hardly find it"
    assert run("check", file, "--prove", "--keep", str(tmp_path / "kept")) == 1
    error = capsys.readouterr().err
    assert "is to act at the step exchange, and nothing is allowed" in error and "[check.unproved]" in error
    example = next((tmp_path / "kept" / "examples").glob("*.yaml"))
    assert f"tarot-teach replay {example}" in error
    assert run("replay", str(example)) == 0


def test_a_deal_with_too_few_cards_to_lay_away_is_left_out_where_only_the_small_pack_has_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (game, *_others) = small_games(LIBRARY, LIBRARY.load("paskievics-2018"))
    assert game.too_few
    monkeypatch.setattr(
        "tarot_teach.topics.prove.search.DealSearch",
        lambda checker, number, *sizes: DealSearch(checker, number + 9, *sizes),
    )
    engine = Engine(game.ruleset)
    left_out = search_pack(engine, game.shape, too_few=True, positions=200)
    assert left_out.too_few and left_out.deals and left_out.counterexample is None
    found = search_pack(engine, game.shape, positions=200)
    assert found.counterexample is not None and "nothing is allowed" in found.counterexample.message


@pytest.mark.usefixtures("other_package")
def test_scores_that_do_not_sum_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library_of_all(tmp_path)
    assert run("check", str(tmp_path / "lopsided.yaml"), "--play", "0", "--prove", "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert "and not to zero" in data["proved"][0]["packs"][0]["fault"]["message"]
    assert [problem["code"] for problem in data["errors"]][-1] == "check.unproved"


def test_a_target_out_of_reach_and_a_rule_that_never_acts_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = {"count.target": set_to(by_honours=dict.fromkeys(range(4), 91))}
    adds = {"void.no_card": rule("too_few", cards=["trumps", "excuse", "court", "low"], fewer_than=1)}
    file = own(tmp_path, "hopeless", extends="fft-4", changes=changes, adds=adds)
    assert run("check", file, "--play", "0", "--prove", "--positions", "4000") == 0
    error = capsys.readouterr().err
    assert "at no end were these won: garde contre" in error
    assert "did these rules change anything: " in error and "void.no_card" in error.split("change anything: ")[1]


# ------------------------------------------------------------------ the command


def test_the_command_prints_a_line_for_each_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "casita-robada", "--prove", "--positions", "2000") == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert len(lines) == 2 + PACKS
    assert "12 cards, 2 to each of 2: deal 0 whole, with all bids, exchanges and announcements" in lines[-1]
    assert "1 of 1 beginnings of the play in every way" in lines[-1]
    assert "12 cards, 2 to each of 2: 24 of 5,940 deals, 24 of them whole" in lines[1] and lines[1].endswith("sound")
    assert printed.err == "", "no progress where nobody looks on"


def test_small_games_are_kept_and_can_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "troggu", "--prove", "--positions", "300", "--keep", str(tmp_path / "kept"), "--json") == 0
    (proof,) = json.loads(capsys.readouterr().out)["proved"]
    assert len(proof["kept"]) == 2 * PACKS
    assert run("check", str(tmp_path / "kept" / "troggu-small-1.yaml"), "--play", "3") == 0
    assert Library([Path(name) for name in proof["kept"]]).load("troggu-small-1").players == (3,)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("scarto", "--keep", "somewhere"), 2, "--keep is for --prove"),
        (("scarto", "--prove", "--positions", "5"), 2, "--positions"),
        (("no-such-game", "--prove"), 1, "no-such-game"),
    ],
)
def test_what_cannot_be_proved_is_refused(
    arguments: tuple[str, ...], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", *arguments) == code
    assert words in capsys.readouterr().err


def test_rules_that_go_with_no_small_pack_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tarot_teach.topics.prove.small_packs.small_shapes", lambda _full, _parts: [])
    assert run("check", "scarto", "--prove") == 0
    error = capsys.readouterr().err
    assert "not proved, since its rules do not go with a small pack: no pack of 12 to 20 cards can be dealt" in error
