"""The search for deals that show something: what is found is there, is cut to what is needed, and is told how it was found."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.loading import Library
from tarot_teach.records.as_record import expected_result, tricks_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record, read_record, write_record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay, replay_by
from tarot_teach.table import Effect, Phase, Play
from tarot_teach.topics.compare.deals import compare_deals
from tarot_teach.topics.search import search as searching
from tarot_teach.topics.search.detectors import outcome_of
from tarot_teach.topics.search.differences import differs_query
from tarot_teach.topics.search.example import example
from tarot_teach.topics.search.features import Query, SearchFeature, features_of, read_query
from tarot_teach.topics.search.holding import read_holding, read_seat_holding
from tarot_teach.topics.search.search import Prefilter, Search
from tarot_teach.topics.simulate.deal_simulator import DealSimulator


def simulator(library: Library, name: str, player: str = "simple") -> DealSimulator:
    return DealSimulator.of(library, name, (player,))


def search(library: Library, name: str, *shows: str, player: str = "simple", tries: int = 300, hits: int = 3) -> Search:
    by = simulator(library, name, player)
    wanted: list[Query] = [read_query(text, by.engine) for text in shows]
    found = Search(by, wanted, (), 1)
    found.run(tries, hits)
    return found


@pytest.mark.parametrize(
    ("ruleset", "shows", "player"),
    [
        ("fft-4", "petit_sec", "simple"),
        ("fft-4", "excuse_debt", "random"),
        ("fft-5", "excuse_unpaid", "random"),
        ("early-17c", "excuse_unpaid", "random"),
        ("fft-4", "excuse_lost", "random"),
        ("fft-4", "excuse_saves", "simple"),
        ("fft-4", "undertrump", "simple"),
        ("fft-4", "overtrump_forced", "simple"),
        ("fft-4", "last_trick_bonus", "simple"),
        ("fft-4", "last_trick_bonus_failed_contract", "simple"),
        ("fft-4", "handful:single", "simple"),
        ("fft-5", "called_king_in_talon", "simple"),
        ("fft-5", "taker_alone", "simple"),
        ("fft-4", "contract:garde", "simple"),
        ("fft-3", "contract_made", "simple"),
        ("fft-4", "contract_failed", "simple"),
        ("fft-5", "half_point", "simple"),
        ("fft-4", "honours:3", "simple"),
        ("fft-4", "rule:play.trump_when_void", "simple"),
        ("fft-4", "rule:discard.count", "simple"),
        ("early-17c", "rule:play.excuse", "random"),
    ],
)
def test_what_is_found_makes_an_example_that_replays(library: Library, ruleset: str, shows: str, player: str) -> None:
    tries = 700 if shows in ("petit_sec", "excuse_unpaid", "excuse_lost") else 300
    if shows == "rule:discard.count":
        shows = "rule:" + library.load(ruleset).at("discard")[0].id
    found = search(library, ruleset, shows, player=player, tries=tries, hits=2)
    assert found.best is not None
    record = example(found.best, found.queries, "found", 1, player)
    again = read_record(write_record(record), name="found")
    assert again == record
    done = replay_by(again, library, Path())
    assert set(record.file.teaches) <= set(done.engine.ruleset.rules) and record.file.teaches
    assert f"deal {found.best.number} of seed 1" in record.file.about and f"player “{player}”" in record.file.about


def test_a_trump_that_cannot_go_over_is_shown_in_one_trick_with_what_is_refused(library: Library) -> None:
    found = search(library, "fft-4", "undertrump", hits=5)
    assert found.best is not None
    record = example(found.best, found.queries, "found", 1, "simple")
    (trick,) = record.file.tricks
    assert trick.tries and trick.tries[0].because == "play.trump_when_void" and trick.expect
    done = replay_by(record, library, Path())
    effects = {
        (finding.rule, finding.effect)
        for step in done.deal.moves
        if isinstance(step.action, Play)
        for finding in step.verdict.findings
    }
    assert ("play.overtrump", Effect.DOES_NOT_BIND) in effects
    cards = [match.reading_cost.cards for match in found.matches]
    assert found.best.reading_cost.cards == min(cards) < max(cards), "the clearest of several"
    assert len(record.file.hands["S"]) * 4 + 4 == found.best.reading_cost.cards


def test_payments_belong_to_the_trick_that_they_follow(library: Library) -> None:
    """The game of the early 17th century lets players choose what to give for the Excuse, after each trick."""
    by, there = simulator(library, "early-17c"), simulator(library, "early-17c+every-card-a-point")
    query = differs_query(by, there)
    found = Search(by, (query,), (), 1)
    found.run(150, 2)
    assert found.best is not None
    record = example(found.best, (query,), "found", 1, "simple")
    assert replay_by(record, library, Path()).end.tricks
    deal = found.best.deal
    paid = next(move for move in deal.moves if move.before.phase is Phase.PAY and move.number not in (None, 1))
    assert paid.number is not None
    assert "pay" in tricks_record(deal, paid.number, paid.number)["tricks"][0]
    assert "pay" not in tricks_record(deal, paid.number + 1, paid.number + 1)["tricks"][0]


def test_a_debt_is_shown_from_the_trick_where_it_arises_to_that_where_it_is_paid(library: Library) -> None:
    found = search(library, "fft-4", "excuse_debt", player="random")
    assert found.best is not None
    record = example(found.best, found.queries, "found", 1, "random")
    kinds = [event.kind for event in replay_by(record, library, Path()).deal.events()]
    assert kinds.index("debt_owed") < kinds.index("debt_paid")
    assert len(record.file.tricks) == found.best.last - found.best.first + 1 < 18


def test_a_card_that_may_not_be_discarded_is_shown_up_to_the_discard(library: Library) -> None:
    found = search(library, "fft-4", "rule:discard.never", hits=1)
    assert found.best is not None
    record = example(found.best, found.queries, "found", 1, "simple")
    done = replay_by(record, library, Path())
    assert not record.file.tricks and record.file.discard_tries and record.file.expect is None
    (tries,) = done.tries.values()
    decisive = tries[0].verdict.decisive
    assert decisive is not None and decisive.rule == "discard.never"


def test_two_things_are_shown_together(library: Library) -> None:
    found = search(library, "fft-4", "last_trick_bonus", "contract_made", tries=700, hits=1)
    assert found.best is not None
    record = example(found.best, found.queries, "found", 1, "simple")
    done = replay_by(record, library, Path())
    assert done.end.result is not None
    outcome = done.end.result.sheets[0].outcome
    assert outcome.made and "score.last_trick_bonus" in outcome.facts and len(record.file.tricks) == 1
    assert {"score.last_trick_bonus", "count.target"} <= set(record.file.teaches)


def test_a_void_deal_is_shown_by_the_one_hand(library: Library) -> None:
    found = search(library, "fft-4", "petit_sec", tries=700, hits=1)
    assert found.best is not None
    record = example(found.best, found.queries, "found", 1, "simple")
    ((_seat, cards),) = record.file.hands.items()
    assert "T1" in cards and not record.file.tricks


@pytest.mark.parametrize(
    ("one", "other", "player"),
    [
        ("fft-4", "guide-4", "simple"),
        ("early-17c", "early-17c+every-card-a-point", "random"),
        ("fft-4", "fft-4+rounded-scores", "simple"),
        ("enc2011-4", "enc2020-4", "random"),
    ],
)
def test_what_differs_under_another_ruleset_is_found(library: Library, one: str, other: str, player: str) -> None:
    by = simulator(library, one, player)
    wanted = differs_query(by, simulator(library, other, player))
    found = Search(by, (wanted,), (), 1)
    found.run(400, 1)
    assert found.best is not None
    record = example(found.best, (wanted,), "found", 1, player)
    assert record.file.compare == [other]
    replay_by(record, library, Path())
    here, there = (by.ending(1, found.best.number) for by in (by, simulator(library, other, player)))
    said = record.file.about
    assert here != there or "may play" in said


def printed(found: Search, library: Library, player: str) -> tuple[Replay, int]:
    """The example of the clearest deal, replayed, and how many tricks it tells."""
    assert found.best is not None
    record = read_record(write_record(example(found.best, found.queries, "found", 1, player)), name="found")
    return replay_by(record, library, Path()), len(record.file.tricks)


@pytest.mark.parametrize(
    ("one", "other", "player"),
    [
        ("enc2011-4", "enc2020-4", "simple"),
        ("fft-4", "fft-4+rounded-scores", "simple"),
        ("early-17c", "early-17c+every-card-a-point", "random"),
    ],
)
def test_a_difference_in_the_score_is_shown_by_the_last_trick(
    library: Library, one: str, other: str, player: str
) -> None:
    by, there = simulator(library, one, player), simulator(library, other, player)
    found = Search(by, (differs_query(by, there),), (), 1)
    found.run(200, 2)
    done, tricks = printed(found, library, player)
    file = done.record.file
    assert tricks == 1 and file.start.step == "play" and file.won and "is played alike" in file.about
    if one == "enc2011-4":
        assert file.teaches == ["score.last_trick_bonus"] and "differ in: Petit au bout." in file.about
    apart = [difference.kind for difference in compare_deals(done, [there.engine]).differences()]
    assert apart == ["score"], "by the other ruleset the last trick alone brings another score, too"


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [("fft-4", "fft-4+petit-chelem", "Petit chelem"), ("fft-4+misere", "fft-4", "")],
)
def test_a_difference_that_no_trick_explains_is_shown_by_the_whole_deal(
    library: Library, one: str, other: str, line: str
) -> None:
    by = simulator(library, one)
    found = Search(by, (differs_query(by, simulator(library, other)),), (), 1)
    found.run(300, 1)
    done, tricks = printed(found, library, "simple")
    assert tricks == 18 and done.record.file.auction and f"The score sheets differ in: {line}" in done.record.file.about


def test_a_half_point_is_shown_from_the_trick_with_the_called_card(library: Library) -> None:
    found = search(library, "fft-5", "half_point", hits=6)
    done, tricks = printed(found, library, "simple")
    called = done.start.auction.called
    assert found.best and tricks == 15 - found.best.first + 1 < 15 and "½ counts as" in done.record.file.about
    assert called in {step.action.card for step in done.deal.moves[:5] if isinstance(step.action, Play)}


@pytest.mark.parametrize("contract", ["garde_sans", "garde_contre"])
def test_a_talon_laid_aside_counts_where_only_the_last_tricks_are_shown(library: Library, contract: str) -> None:
    found = search(library, "fft-4", f"contract:{contract}", player="random", hits=1)
    assert found.best is not None
    deal = found.best.deal
    data = tricks_record(deal, 17, 18, piles=True, result=True)
    file = ExampleFile.model_validate({"format": 1, "id": "aside", "ruleset": "fft-4", "title": "Aside", **data})
    assert isinstance(file.talon, list) and len(file.talon) == 6 and file.kept is None
    assert expected_result(replay(Record(file), deal.engine).end) == expected_result(deal.state)


@pytest.mark.turn(1, 2)
@pytest.mark.parametrize(
    ("ruleset", "player", "least"),
    [
        ("fft-4", "simple", 8),
        ("fft-4", "random", 8),
        ("fft-5+petit-chelem", "simple", 8),
        ("slovenian-pagat", "simple", 6),
        ("hombre-1674", "random", 2),
    ],
)
def test_how_a_deal_ends_holds_back_none_that_shows_something(
    library: Library, ruleset: str, player: str, least: int
) -> None:
    by = simulator(library, ruleset, player)
    engine, count = by.engine, 150
    deals = [by.play(1, number) for number in range(count)]
    given = {
        "CONTRACT": engine.index.ranking,
        "N": "0123",
        "LEVEL": ("", "single"),
        "RULE": tuple(engine.ruleset.rules),
        "RULE[=FACT]": (
            *engine.index.observing,
            *(f"{rule}=taker" for rule in engine.index.observing if rule == "score.last_trick_bonus"),
        ),
    }
    compared = 0
    for feature in features_of(engine):
        for word in given.get(feature.argument, ("",)):
            wanted = read_query(f"{feature.name}:{word}" if word else feature.name, engine)
            prefilter = Prefilter.of(by, [wanted])
            assert (prefilter is None) == (wanted.prefilter(engine) is None), wanted.code
            if prefilter is not None:
                shown = {number for number, deal in enumerate(deals) if wanted.locate(deal)}
                assert shown <= set(prefilter.numbers(1, 0, count)), wanted.code
                compared += bool(shown)
    assert compared > least


@pytest.mark.parametrize(
    ("ruleset", "shows", "player"),
    [
        ("fft-4", "last_trick_bonus_failed_contract", "simple"),
        ("fft-5", "called_king_in_talon", "simple"),
        ("fft-4", "excuse_debt", "random"),
        ("slovenian-pagat", "fact:score.pagat_ultimo", "simple"),
    ],
)
def test_with_and_without_the_kernel_the_same_deals_are_found(
    library: Library, monkeypatch: pytest.MonkeyPatch, ruleset: str, shows: str, player: str
) -> None:
    monkeypatch.setattr(searching, "BEFORE_KERNEL", 10)
    by = simulator(library, ruleset, player)
    quick, slow = (Search(by, (read_query(shows, by.engine),), (), 1, kernel) for kernel in (True, False))
    for found in (quick, slow):
        found.run(400, 3)
    assert quick.best and slow.best and quick.examined < slow.examined == slow.tried == quick.tried
    assert [match.number for match in quick.matches] == [match.number for match in slow.matches]
    one, other = (example(found.best, found.queries, "x", 1, player) for found in (quick, slow) if found.best)
    assert one == other


def test_what_is_rare_is_found_among_very_many_deals(library: Library) -> None:
    found = search(library, "fft-5", "slam", tries=40_000, hits=2)
    assert len(found.matches) == 2 and found.tried > 5_000 and found.examined < 300
    assert all((outcome := outcome_of(match.deal)) and "score.slam" in outcome.facts for match in found.matches)


def test_rulesets_that_differ_without_another_score_are_found_too(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "FIRST_PASS", (200, 120))
    by, there = simulator(library, "fft-4"), simulator(library, "guide-4")
    found = Search(by, (differs_query(by, there),), (), 1)
    found.run(None, 1)
    assert found.best is not None and found.tried == 200 and found.examined <= 120 + 200
    assert by.ending(1, found.best.number).scores == there.ending(1, found.best.number).scores


def test_no_more_deals_are_looked_at_than_makes_sense(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MOST_EXAMINED", 30)
    monkeypatch.setattr(searching, "BEFORE_KERNEL", 5)
    never = Query(
        SearchFeature(
            "never", "", lambda *_: None, lambda *_: "", outcome=lambda outcome, _engine, _given: outcome.made
        )
    )
    found = Search(simulator(library, "fft-4"), (never,), (), 1)
    found.run(None, 1)
    assert found.examined == 30 < found.tried < 1_000 and not found.matches


def test_without_the_kernel_every_deal_is_looked_at(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    from tarot_teach.topics.simulate import task
    from tarot_teach.topics.simulate.kernel import NUMBA_MISSING, Misfit

    monkeypatch.setattr(task, "kernel_for", lambda _dealing: Misfit(NUMBA_MISSING))
    monkeypatch.setattr(task.PlayByWords, "of", lambda _dealing: Misfit(NUMBA_MISSING))
    monkeypatch.setattr(searching, "MOST_EXAMINED", 60)
    monkeypatch.setattr(searching, "BEFORE_KERNEL", 5)
    by = simulator(library, "enc2011-4")
    for wanted in (read_query("slam", by.engine), differs_query(by, simulator(library, "enc2020-4"))):
        found = Search(by, (wanted,), (), 1)
        found.run(None, 1000)
        assert found.examined == found.tried == found.limit == 60
    assert found.matches


def test_where_numba_cannot_be_loaded_every_deal_is_looked_at(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = simulator(library, "fft-4")
    wanted = read_query("slam", by.engine)
    assert Prefilter.of(by, [wanted]) is not None
    monkeypatch.setitem(sys.modules, "tarot_teach.topics.simulate.kernel.batches", None)
    assert Prefilter.of(by, [wanted]) is None


def test_rulesets_that_do_not_differ_are_not_searched(library: Library) -> None:
    by = simulator(library, "fft-4")
    with pytest.raises(LoadError, match="does not differ from itself"):
        differs_query(by, simulator(library, "fft-4"))
    with pytest.raises(LoadError, match="cannot be dealt the same hands"):
        differs_query(by, simulator(library, "fft-5"))


def test_a_feature_that_a_ruleset_lacks_is_refused(french: Engine, early: Engine) -> None:
    for engine, text, words in (
        (early, "contract:garde", "nobody bids in this game"),
        (early, "undertrump", "nobody has to go over"),
        (early, "honours:2", "all play alone"),
        (french, "called_king_in_talon", "nobody calls a partner"),
        (french, "contract:grade", "did you mean 'garde'"),
        (french, "handful:huge", "there is no level 'huge'"),
        (french, "honours:many", "is not a number"),
        (french, "honours", "write it like honours:N"),
        (french, "slam:big", "takes nothing after it"),
        (french, "rule:play.overtrumps", "did you mean 'play.overtrump'"),
        (french, "undertrum", "did you mean 'undertrump'"),
    ):
        with pytest.raises(LoadError) as caught:
            read_query(text, engine)
        assert words in str(caught.value), text
    assert "contract" not in {feature.name for feature in features_of(early)}
    assert {"contract", "rule", "honours"} <= {feature.name for feature in features_of(french)}


def test_holdings_are_read_and_held_against_hands(french: Engine) -> None:
    deck = french.ruleset.deck
    holding = read_holding("T21, trump<=4,king >= 2, T1=0", deck, None, place="--taker")
    fits = deck.mask(deck.parse("T21 T3 HR SR H1"))
    assert holding.fits(fits) and not holding.fits(fits | deck.card("T1").bit)
    assert not holding.fits(fits & ~deck.card("T21").bit) and not holding.fits(fits & ~deck.card("HR").bit)
    named = read_seat_holding("North: kings>1, EX", deck, ("S", "E", "N", "W"), talon=True, place="--hand")
    assert named.seat == 2 and named.fits(deck.mask(deck.parse("HR SR EX")))
    assert read_seat_holding("talon: petit", deck, ("S", "E"), talon=True, place="--hand").seat == -1


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("T21, kong>=2", "did you mean 'king'", 6),
        ("T21, trump<<4", "write <=", 6),
        ("T21, trump<=four", "write <=", 6),
        ("T21,, EX", "not a card or an amount", 5),
    ],
)
def test_a_holding_that_cannot_be_read_is_shown_its_place(french: Engine, text: str, words: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read_holding(text, french.ruleset.deck, None, place="--taker")
    assert words in str(caught.value)
    (problem,) = caught.value.problems
    assert problem.place is not None and problem.place.column == column


def test_the_talon_is_nobodys_seat_where_there_is_none(early: Engine) -> None:
    with pytest.raises(NotationError, match="nobody's seat"):
        read_seat_holding("talon: T1", early.ruleset.deck, ("S", "E"), talon=False, place="--hand")


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["find", *args])
    return int(caught.value.code or 0)


def test_an_example_is_written_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "going-under.yaml"
    assert run("fft-4", "--shows", "undertrump", "--hits", "2", "--out", str(out)) == 0
    assert "deals of seed 1 tried; 2 show it" in capsys.readouterr().err
    with pytest.raises(SystemExit) as caught:
        main(["check", str(out), "--json"])
    assert not caught.value.code and json.loads(capsys.readouterr().out)
    assert read_record(out).file.id == "going-under"
    before = out.read_text(encoding="utf-8")
    assert run("fft-4", "--shows", "undertrump", "--out", str(out)) == 1
    assert "--force" in capsys.readouterr().err and out.read_text(encoding="utf-8") == before
    assert run("fft-4", "--shows", "slam", "--tries", "1", "--out", str(out), "--force") == 1
    assert out.read_text(encoding="utf-8") == before, "what was there stays where nothing is found"
    assert run("fft-4", "--shows", "overtrump_forced", "--hits", "1", "--out", str(out), "--force") == 0
    assert read_record(out).file.title == "A trump that has to go over"


def test_the_same_seed_finds_the_same_deal(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("fft-4", "--hand", "N: king>=2, EX", "--taker", "T21", "--tries", "500", "--hits", "1", "--seed", "5")
    found = []
    for _time in range(2):
        assert run(*command) == 0
        found.append(capsys.readouterr().out)
    record = read_record(found[0], name="found")
    assert found[0] == found[1] and "EX" in record.file.hands["N"]
    assert isinstance(record.file.auction, list)
    (taker,) = {call[0] for call in record.file.auction if not call.endswith("pass")}
    assert "T21" in record.file.hands[taker]


def test_a_search_without_a_find_says_what_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fft-4", "--shows", "slam", "--tries", "3") == 1
    printed = capsys.readouterr()
    assert not printed.out and "3 deals of seed 1 tried" in printed.err and "--players random" in printed.err


def test_without_a_wish_it_lists_what_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("early-17c") == 0
    printed = capsys.readouterr().out
    assert "excuse_debt" in printed and "differs:OTHER" in printed and "undertrump" not in printed


def test_it_is_said_that_a_difference_may_show_the_other_way_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fft-4", "--shows", "differs:fft-4+misere", "--tries", "3") == 1
    assert "tarot-teach find fft-4+misere --shows differs:fft-4" in capsys.readouterr().err


def test_an_interrupted_search_gives_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    examined = Search._look

    def look(self: Search, number: int) -> object:
        if self.matches:
            raise KeyboardInterrupt
        return examined(self, number)

    monkeypatch.setattr(Search, "_look", look)
    assert run("fft-4", "--shows", "undertrump") == 0
    printed = capsys.readouterr()
    assert "stopped" in printed.err and read_record(printed.out, name="found").file.ruleset == "fft-4"


def test_there_is_no_taker_where_each_plays_for_himself(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("early-17c", "--taker", "T21") == 2
    assert "there is no taker" in capsys.readouterr().err


def test_a_deal_that_no_record_can_tell_is_an_error_with_a_cure(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = search(library, "fft-4", "contract_made", hits=1)
    assert found.best is not None
    monkeypatch.setattr(importlib.import_module("tarot_teach.topics.search.example"), "_shows", lambda *_events: False)
    with pytest.raises(LoadError, match="does not come out alike") as caught:
        example(found.best, found.queries, "found", 1, "simple")
    assert "--seed" in (caught.value.problems[0].hint or "")


def test_a_game_with_bonuses_of_another_kind_is_not_said_to_have_none(library: Library) -> None:
    with pytest.raises(LoadError, match=r"found by fact:RULE, of count\.tricks, .*score\.voll"):
        read_query("slam", Engine(library.load("tresillo")))
    with pytest.raises(LoadError, match="taking every trick brings no bonus"):
        read_query("slam", Engine(library.load("scarto")))
