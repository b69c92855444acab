"""The same hand by several rulesets: where they part, what comes of it, and how it is told."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from tarot_teach import render
from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Spoiler, Table, flat
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, RecordError
from tarot_teach.records.gathered import load_example
from tarot_teach.records.record import read_record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_by
from tarot_teach.render.terminal import plain_text
from tarot_teach.table import NOTHING, PASS, Action, Bid, Choose, Phase, Play
from tarot_teach.topics.compare.data import deals_data
from tarot_teach.topics.compare.deals import DealComparison, compare_deals
from tarot_teach.topics.compare.deals_page import describe_deal_comparison, lesson
from tarot_teach.topics.compare.replay_under import AS_PLAYED, LOWEST_ALLOWED, POLICIES, STOP, Policy
from tests.helpers import LIBRARY, in_turn

EXAMPLES = [path.stem for path in LIBRARY.paths("example")]


def replayed(name: str) -> Replay:
    return replay_by(load_example(name, LIBRARY), LIBRARY, LIBRARY.find_record("example", name).parent)


def compared(
    record: str | Replay, *rulesets: str, policy: Policy = AS_PLAYED, base: Path | None = None
) -> DealComparison:
    done = replayed(record) if isinstance(record, str) else record
    return compare_deals(done, [Engine(LIBRARY.load(name, base=base)) for name in rulesets], policy)


def words(blocks: Sequence[Block]) -> str:
    return " ".join(plain_text(blocks, width=400).split())


def kinds(found: DealComparison) -> list[tuple[str, int]]:
    return [(one.kind, one.trick) for one in found.differences()]


@pytest.mark.parametrize("name", in_turn(EXAMPLES))
def test_record_under_its_rules_does_not_differ(name: str) -> None:
    """Following is not another way of replaying: it comes to the same state, whatever the policy."""
    done = replayed(name)
    for policy in POLICIES.values():
        found = compare_deals(done, [done.engine, done.engine], policy)
        assert found.sides[0].end == done.end
        assert not found.differences()
        assert "Nothing differs" in words(describe_deal_comparison(found))


def test_score_differs_in_the_line_of_a_bonus() -> None:
    """Under one ruleset the Petit has to win the last trick, under the other it has only to lie in it."""
    found = compared("petit-captured-at-the-end-2011", "enc2011-4", "enc2020-4")
    assert kinds(found) == [("score", 0)]
    (sheet,) = found.sheets()
    (line,) = [row for row in sheet if row.differs]
    assert line.rule == "score.last_trick_bonus"
    assert line.values == [None, ("+", Fraction(10))]
    text = words(describe_deal_comparison(found))
    assert "the hand is played alike to the last card. The score sheets differ in one line: Petit au bout." in text
    assert (
        "West, who takes, wins 306 points under enc2011-4, and wins 366 points under enc2020-4, a difference of 60."
        in text
    )
    assert "Under enc2020-4: The taker's side won the petit au bout and the deal: it is added." in text
    assert "[enc2020, “Petit au bout”]" in text


def test_excuse_goes_to_another_owner() -> None:
    found = compared("excuse-last-trick", "fft-4", "blog-4")
    assert kinds(found) == [("moved", 18), ("score", 0)]
    moved = found.differences()[0]
    deck = found.sides[0].engine.ruleset.deck
    assert tuple(moved.values) == (((deck.card("EX"), 3),), ((deck.card("EX"), 2),))
    blocks = describe_deal_comparison(found)
    text = words(blocks)
    assert (
        "From trick 18 on the two tables differ. The Excuse goes to West under fft-4, and to North under blog-4."
        in text
    )
    assert "Trick 17 is the same by both." in text
    table = next(block for block in blocks if isinstance(block, Table))
    rows = [tuple(str(cell) for cell in row) for row in table.rows]
    assert ("South", "Excuse", "Excuse") in rows
    assert ("The Excuse goes to", "West", "≠ North") in rows
    assert ("Given for it", "1 of spades, by West to North", "≠ nothing") in rows


def test_equal_tricks_are_shown_when_asked_for() -> None:
    found = compared("excuse-last-trick", "fft-4", "blog-4")
    tables = [block for block in describe_deal_comparison(found, every_trick=True) if isinstance(block, Table)]
    assert [str(table.head[0]) for table in tables[:2]] == ["Trick 17", "Trick 18"]


def test_captured_card_comes_back() -> None:
    found = compared("petit-imprenable-saved", "fft-4+petit-imprenable", "fft-4")
    assert kinds(found) == [("moved", 17), ("score", 0)]
    assert "The 1 of trumps goes to North under fft-4+petit-imprenable, and to West under fft-4." in words(
        describe_deal_comparison(found)
    )


def test_refused_card_stands_as_played() -> None:
    found = compared("petit-imprenable-free", "blog-4+petit-imprenable", "blog-4")
    assert kinds(found) == [("allowed", 17)]
    (deviation,) = found.sides[1].deviations
    assert deviation.replacement == deviation.action
    text = words(describe_deal_comparison(found))
    assert "East plays the 1 of trumps, which blog-4+petit-imprenable allows and blog-4 does not. It stands" in text
    assert (
        "Under blog-4: The suit led is hearts, and East holds one card of it, the 4 of hearts. (Following suit)" in text
    )
    assert "≠" not in str(found.sheets())


def test_refused_card_is_replaced_by_the_lowest_allowed() -> None:
    """East keeps the Petit, and, since the heart is gone then, has to play it where the record tells the heart."""
    found = compared("petit-imprenable-free", "blog-4+petit-imprenable", "blog-4", policy=LOWEST_ALLOWED)
    assert kinds(found) == [("allowed", 17), ("winner", 17), ("leader", 18), ("card", 18)]
    text = words(describe_deal_comparison(found))
    assert "There East plays the 4 of hearts in its place." in text
    assert LOWEST_ALLOWED.says in text
    assert "Led by East ≠ West" in text
    assert "East 4 of hearts ≠ 1 of trumps" in text


def test_side_stops_at_a_refused_card() -> None:
    found = compared("petit-imprenable-free", "blog-4+petit-imprenable", "blog-4", policy=STOP)
    assert kinds(found) == [("allowed", 17), ("ends", 17)]
    text = words(describe_deal_comparison(found))
    assert "There the hand is not followed any further." in text
    assert "North 7 of hearts ≠ –" in text


def test_void_deal_against_a_played_one() -> None:
    found = compared("petit-sec", "fft-4", "blog-4")
    assert kinds(found) == [("void", 0)]
    text = words(describe_deal_comparison(found))
    assert "Under fft-4 the deal is void, and under blog-4 it is played; of that the record tells no more." in text
    assert "Under fft-4: North holds the 1 of trumps" in text
    assert "≠" not in text


def test_auction_refused_by_other_rules() -> None:
    """A contract that exists under the other ruleset stands; the hand ends where it does not."""
    stands = compared("a-pousse", "enc2011-4+pousse", "enc2011-4")
    assert ("contract", 0) in kinds(stands)
    assert stands.sides[1].end.auction.contract == stands.sides[0].end.auction.contract == "garde"
    assert "The contract stands all the same." in words(describe_deal_comparison(stands))
    ends = compared("petite-and-pousse", "fft-4+old-bids", "fft-4")
    assert kinds(ends) == [("contract", 0), ("ends", 0)]
    assert "Under fft-4 the hand goes no further: fft-4 has no contract pousse." in words(
        describe_deal_comparison(ends)
    )
    assert compared("a-pousse", "enc2011-4+pousse", "enc2011-4", policy=STOP).sides[1].stopped


def test_discard_refused_by_other_rules() -> None:
    stands = compared("king-laid-away", "fft-4+king-in-ecart", "fft-4")
    assert kinds(stands)[0] == ("discarded", 0)
    assert stands.sides[0].end.discard == stands.sides[1].end.discard
    text = words(describe_deal_comparison(stands))
    assert (
        "What South lays away is allowed under fft-4+king-in-ecart, and not under fft-4. It stands all the same."
        in text
    )
    assert "The king of clubs may never be laid away." in text
    other = compared("king-laid-away", "fft-4+king-in-ecart", "fft-4", policy=LOWEST_ALLOWED).sides[1]
    king = other.engine.ruleset.deck.card("CR")
    assert not other.end.discard & king.bit
    assert other.end.discard.bit_count() == 6


def test_announcements_unknown_to_other_rules() -> None:
    """They are not made there, whether the deal is played or only its result is told."""
    played = compared("misere-announced", "fft-4+misere", "fft-4")
    assert [(one.kind, *one.values) for one in played.differences()] == [("announced", "misere", None)]
    scored = compared("misere-beside-the-contract", "fft-4+misere", "fft-4")
    assert kinds(scored) == [("announced", 0), ("score", 0)]
    text = words(describe_deal_comparison(scored))
    assert "Under fft-4+misere East makes an announcement that fft-4 does not know" in text
    assert "Under fft-4+misere: East gets 30 for the announcement" in text


def test_called_card_and_order_of_calling_differ() -> None:
    found = compared("nobody-has-the-king", "blog-5", "fft-5")
    assert kinds(found) == [("called", 0)]
    assert "Alma calls the queen of hearts under blog-5, and the king of hearts under fft-5." in words(
        describe_deal_comparison(found)
    )
    assert kinds(compared("the-called-king", "fft-5", "enc2011-5")) == []
    later = compared("called-after-the-ecart", "fft-5+call-after-ecart", "fft-5")
    assert kinds(later) == [("order", 0)]
    assert "Under fft-5 a card is called before cards are laid away" in words(describe_deal_comparison(later))


def test_rules_of_dealing_do_not_change_the_hands() -> None:
    """The direction of the deal and its first seat are named as differences; the hands of the record are played."""
    round_ = compared("clockwise", "fft-4+play-clockwise", "fft-4")
    assert kinds(round_) == [("direction", 0)]
    text = words(describe_deal_comparison(round_))
    assert "Nothing differs" in text
    assert "Under fft-4+play-clockwise play goes round clockwise, and under fft-4 the other way" in text
    dealt = compared("course-whole-deal", "fft-4", "enc2011-4")
    assert kinds(dealt) == [("dealt", 0)]
    assert dealt.sides[0].deal.moves[0].after.hands == dealt.sides[1].deal.start.hands
    assert "Under enc2011-4 this pack would be dealt to other hands" in words(describe_deal_comparison(dealt))


def test_scores_in_another_unit_are_equal() -> None:
    text = words(describe_deal_comparison(compared("guide-example-2", "guide-4", "fft-4", "enc2011-4")))
    assert "≠" not in text
    assert "$0.52 52 52" in text


def test_scores_differ_where_everyone_plays_alone() -> None:
    found = compared("a-whole-deal", "early-17c", "early-17c+every-card-a-point")
    assert kinds(found) == [("score", 0)]
    assert [[row.rule for row in sheet if row.differs] for sheet in found.sheets()] == [["score.cards"]] * 4
    assert "In the end every player's score differs." in words(describe_deal_comparison(found))


def test_first_ruleset_may_be_another_than_the_records() -> None:
    found = compared("petit-captured-at-the-end-2011", "enc2020-4", "fft-4")
    assert kinds(found) == []
    assert [side.engine.ruleset.name for side in found.sides] == ["enc2020-4", "fft-4"]


def test_single_ruleset_is_compared_with_the_records() -> None:
    found = compared("petit-captured-at-the-end-2011", "enc2020-4")
    assert [side.engine.ruleset.name for side in found.sides] == ["enc2011-4", "enc2020-4"]
    with pytest.raises(RecordError, match="no ruleset"):
        compared("petit-captured-at-the-end-2011")


FREE = """
format: 1
id: trump-as-you-like
title: Any trump will do
evidence: house
because: To see what going over is for.
drops:
  play.overtrump: Nobody has to go over.
"""
LOW = """
format: 1
id: a-low-trump
ruleset: fft-4+trump-as-you-like.yaml
title: A trump below another
start: {step: play, taker: N, contract: prise, leader: E}
hands: {E: [CR, T18, S5], N: [C8, D9, T6], W: [T14, T9, H7], S: [T2, T16, HD]}
tricks:
  - cards: [E CR, N C8, W T9, S T2]
  - cards: [W T14, S T16, E T18, N T6]
  - cards: [E S5, N D9, W H7, S HD]
"""


@pytest.fixture
def low(tmp_path: Path) -> Replay:
    (tmp_path / "trump-as-you-like.yaml").write_text(FREE, encoding="utf-8")
    path = tmp_path / "low.yaml"
    path.write_text(LOW, encoding="utf-8")
    return replay_by(read_record(path), LIBRARY, tmp_path)


def test_cards_no_longer_held_are_replaced(low: Replay) -> None:
    """South has to go over at once, and has a lower trump left where the record tells the higher one."""
    name = low.engine.ruleset.name
    found = compare_deals(low, [low.engine, Engine(LIBRARY.load("fft-4"))], LOWEST_ALLOWED)
    assert [(one.kind, one.trick, one.seat) for one in found.differences()] == [
        ("allowed", 16, 0),
        ("winner", 16, None),
        ("leader", 17, None),
        ("card", 17, 0),
    ]
    deck = low.engine.ruleset.deck
    assert [done.replacement.card for done in found.sides[1].deviations if done.replacement] == [
        deck.card("T16"),
        deck.card("T2"),
    ]
    text = words(describe_deal_comparison(found))
    assert f"South plays the 2 of trumps, which {name} allows and fft-4 does not." in text
    assert "Trick 18 is the same by both." in text


def test_irregular_play_stands_under_all_rules() -> None:
    text = LOW.replace("+trump-as-you-like.yaml", "").replace("S T2]", "S T2]\n    irregular: [S T2]")
    done = replay_by(read_record(text, name="low"), LIBRARY, Path())
    for policy in POLICIES.values():
        found = compare_deals(done, [done.engine, Engine(LIBRARY.load("blog-4"))], policy)
        assert not found.differences()
        assert found.sides[1].end.hands == (0, 0, 0, 0)


ANYTHING = """
format: 1
id: anything-goes
title: Any card at any time
evidence: house
because: To see what the rules of play are for.
drops:
  play.follow_suit: Nobody has to follow.
  play.trump_when_void: Nobody has to trump.
  play.overtrump: Nobody has to go over.
"""


def codes_of(cards: Iterable[Card]) -> str:
    return ", ".join(card.code for card in cards)


def played_at_random(engine: Engine, seed: int) -> str:
    """A whole deal in which anything goes, as the text of a record; the last seat takes."""
    rng, state, lines = random.Random(seed), engine.start(seed=seed, dealer=3), list[str]()
    while state.phase is not Phase.OVER:
        action: Action = engine.legal(state).random(rng)
        if isinstance(action, Bid):
            action = Bid(action.seat, PASS if action.seat != 3 else "garde")
            hands, talon = [state.hand(seat) for seat in range(4)], state.deck.set(state.talon)
        elif isinstance(action, Choose) and state.phase is Phase.DISCARD:
            laid = action.cards
        elif isinstance(action, Choose) and state.phase not in (Phase.CUT, Phase.DEAL):
            action = Choose(action.seat, NOTHING)
        elif isinstance(action, Play):
            lines += [] if state.trick.cards else ["  - cards: ["]
            lines[-1] += f"{state.seats[action.seat]} {action.card}{', ' if len(state.trick.cards) < 3 else ']'}"
        state, _events = engine.apply(state, action)
    assert laid is not None
    held = ", ".join(f"{letter}: [{codes_of(hand)}]" for letter, hand in zip(state.seats, hands, strict=True))
    record = [
        "format: 1\nid: anything\nruleset: fft-4+anything-goes.yaml\ntitle: Anything goes",
        "start: {step: bid, dealer: W}\nauction: [S pass, E pass, N pass, W garde]",
        f"hands: {{{held}}}\ntalon: [{codes_of(talon)}]\ndiscard: [{codes_of(laid)}]\ntricks:",
    ]
    return "\n".join([*record, *lines])


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_random_deals_with_many_refused_cards(seed: int, tmp_path: Path) -> None:
    """Whatever becomes of it, no card is lost, and what some win the others lose; with ``STOP`` it ends at the first refusal."""
    (tmp_path / "anything-goes.yaml").write_text(ANYTHING, encoding="utf-8")
    free = Engine(LIBRARY.load("fft-4+anything-goes.yaml", base=tmp_path))
    done = replay_by(read_record(played_at_random(free, seed), name="anything"), LIBRARY, tmp_path)
    for name in ("fft-4", "blog-4"):
        engine = Engine(LIBRARY.load(name))
        for policy in (AS_PLAYED, LOWEST_ALLOWED):
            found = compare_deals(done, [done.engine, engine], policy)
            end = found.sides[1].end
            assert end.result
            assert sum(end.result.scores) == 0
            assert sum([*end.won, *end.side_piles]) == end.deck.all
            assert len([deviation for deviation in found.sides[1].deviations if deviation.verdict is not None]) > 5
            assert any(step.irregular for step in found.sides[1].deal.moves) == (policy is AS_PLAYED)
            assert re.search(r"From trick \d+ on the two tables differ\.", words(describe_deal_comparison(found)))
        stopped = compare_deals(done, [done.engine, engine], STOP).sides[1]
        assert len(stopped.deviations) == 1
        assert stopped.end.result is None


@pytest.mark.parametrize(
    ("name", "ruleset", "message"),
    [
        ("annotated-deal-6", "fft-5", "annotated-deal-6 is a deal for 4, and fft-5 is for 5 players"),
        ("undertrumping", "early-17c", "18 cards are dealt to each, and in early-17c 12"),
        ("guide-example-2", "early-17c", "tells only a result, and early-17c counts in another way"),
        ("base-values", "fft-4+old-bids", "has no contract"),
    ],
)
def test_hands_for_another_pack_or_number_of_players_are_refused(name: str, ruleset: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        compared(name, ruleset)
    problem = caught.value.problems[0]
    assert message in problem.message
    assert problem.hint
    assert problem.place


@pytest.mark.turn(1, 2)
def test_every_example_under_every_ruleset_is_compared_or_refused() -> None:
    """No ruleset that a hand fits into makes the telling fail, whatever the policy."""
    record = 0
    names = ("fft-3", "blog-4", "fft-4+old-bids", "enc2020-5", "early-17c")
    engines = [Engine(LIBRARY.load(name)) for name in names]
    for name in EXAMPLES:
        done = replayed(name)
        for engine in engines:
            try:
                found = compare_deals(done, [done.engine, engine], LOWEST_ALLOWED)
            except RecordError:
                continue
            assert isinstance(describe_deal_comparison(found)[0], Heading)
            record += 1
    assert record > 80


def test_example_page_shows_the_rulesets_it_names() -> None:
    blocks = list(flat(lesson(replayed("petit-captured-at-the-end-2011"))))
    at = next(i for i, block in enumerate(blocks) if isinstance(block, Heading) and "other rules" in str(block.text))
    brief = blocks[at:]
    assert any(isinstance(block, Paragraph) and "Petit au bout" in str(block.text) for block in brief)
    assert any(isinstance(block, Bullets) and "enc2020-4: French tarot" in str(block.items[1]) for block in brief)
    assert [str(table.head[0]) for table in brief if isinstance(table, Table)] == ["Score sheet", "Game points"]
    veil = lesson(replayed("a-whole-deal"))[-1]
    assert isinstance(veil, Spoiler), "who steps through the hand is not told how it ends"


def test_unknown_ruleset_to_compare_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    example = LIBRARY.find_record("example", "undertrumping").read_text(encoding="utf-8")
    path.write_text(example + "compare: [blog-4, blog-9]\n", encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        replay_by(read_record(path), LIBRARY, tmp_path)
    (problem,) = caught.value.problems
    assert problem.place
    assert problem.place.line == len(example.splitlines()) + 1
    path.write_text(example + "compare:\n  - blog-4\n  - fft-5\n", encoding="utf-8")
    with pytest.raises(RecordError, match="is for 5 players") as misfit:
        replay_by(read_record(path), LIBRARY, tmp_path)
    assert misfit.value.problems[0].place
    assert misfit.value.problems[0].place.line == len(example.splitlines()) + 3


def test_comparison_as_data() -> None:
    data = deals_data(compared("excuse-last-trick", "fft-4", "blog-4"))
    assert json.loads(json.dumps(data)) == data
    moved = data["differences"][0]
    assert (moved["ruleset"], moved["kind"], moved["trick"], moved["parts"]) == ("blog-4", "moved", 18, True)
    assert (moved["here"], moved["there"]) == ([["EX", 3]], [["EX", 2]])
    assert moved["rules_there"] == ["play.excuse_last_trick"]
    assert [score["W"] for score in data["scores"]] == [270, 216]
    (margin,) = [row for row in data["sheets"][0] if row["differs"]]
    assert [line["amount"] for line in margin["lines"]] == [20, 11]


def test_differences_are_marked_by_every_renderer() -> None:
    blocks = describe_deal_comparison(compared("excuse-last-trick", "fft-4", "blog-4"))
    for shown in (plain_text(blocks), render.html(blocks), render.markdown(blocks)):
        assert "≠ " in shown
        assert "≠ marks what differs from fft-4." in shown
    assert r"\neq" in render.latex(blocks, whole=True)


def test_policies_are_named_in_the_howto() -> None:
    page = (Path(__file__).parent.parent / "docs" / "howto" / "compare.md").read_text(encoding="utf-8")
    for policy in POLICIES.values():
        assert f"`{policy.name}`" in page
