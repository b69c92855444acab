"""Rules at work: what stands beside a rule is what the engine says, in the example that teaches the rule or in a random deal."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tarot_teach.blocks import Block, JudgedPosition, Paragraph, RuleBlock, Table
from tarot_teach.engine import Engine, trick_position
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook, describe_section
from tarot_teach.loading import Library
from tarot_teach.mechanisms.play.kept import KeptForTrick
from tarot_teach.render import html, latex, markdown
from tarot_teach.table import Effect, Play
from tarot_teach.topics.at_work.rules_at_work import LEFT_OUT, RulesAtWork
from tarot_teach.topics.compare.rule_variants import related, with_variants
from tarot_teach.topics.compare.rulesets import compare_rules
from tests.helpers import LIBRARY
from tests.test_cli import run

FINDER = RulesAtWork.of(LIBRARY)


def shown(name: str, rule: str) -> tuple[Block, ...]:
    engine = Engine(LIBRARY.load(name))
    return FINDER.shown(engine, engine.ruleset.rule(rule))


@cache
def positions(step: str) -> list[tuple[str, str, JudgedPosition]]:
    """Each position beside a rule of a step, with the name of the ruleset and the rule."""
    rules = [(name, rule.id) for name in LIBRARY.ids() for rule in LIBRARY.load(name).at(step)]
    return [
        (name, rule, block) for name, rule in rules for block in shown(name, rule) if isinstance(block, JudgedPosition)
    ]


def test_each_card_is_judged_as_in_the_same_trick_laid_anew() -> None:
    judged = [found for found in positions("play") if found[2].next and found[2].plays]
    assert len(judged) > 50
    for name, rule, position in judged:
        engine = Engine(LIBRARY.load(name))
        held = [choice.card for choice in position.choices if choice.card]
        seats = engine.seats(len(engine.seats()))
        played, deck = [play.card for play in position.plays], engine.ruleset.deck
        at_table = {play.seat for play in position.plays}
        numbers = (n for n in engine.ruleset.players if n > len(played) and at_table <= {*engine.seats(n)})
        players = next(numbers, len(seats))
        if engine.index.brings_trumps or not engine.index.play.asks_winner:
            continue  # the position does not tell which suit is trumps; a hand that grows is no hand of a trick by itself
        if isinstance(engine.index.mechanisms[rule], KeptForTrick):
            assert "says" in str(position.label)  # an announcement, which a trick laid anew has not
            continue
        right = {choice.code for choice in position.choices if choice.grade == "right"}
        contracts = [*engine.index.contracts] if engine.ruleset.by_contract else [None]
        laid = [
            trick_position(engine, held, played, players=players, taker=0, contract=contract) for contract in contracts
        ]
        allowed = [{card.code for card in deck.set(engine.legal(state).cards)} for state in laid]
        assert right in allowed, rule
        state = laid[allowed.index(right)]
        assert state.turn is not None
        verdict = engine.check(state, Play(state.turn, deck.card(position.chosen)))
        freed = [finding.rule for finding in verdict.findings if finding.effect is Effect.EXEMPTS]
        assert rule in freed if verdict.allowed else verdict.decisive and verdict.decisive.rule == rule, (name, rule)
        assert any(choice.grade == "right" for choice in position.choices), (name, rule)
        assert any(choice.grade == "wrong" for choice in position.choices), (name, rule)


def test_the_reason_shown_first_is_that_of_the_card_chosen() -> None:
    for name, rule, position in (*positions("play"), *positions("discard"), *positions("bid")):
        if position.chosen:
            assert position.said in [each.reply for each in position.choices if each.code == position.chosen], (
                name,
                rule,
            )
            assert all(choice.reply for choice in position.choices), (name, rule)


def in_figures(amount: object) -> str:
    """An amount of a score sheet as Python writes it."""
    return str(amount).replace("−", "-").replace("$", "")


def test_a_score_ends_with_the_line_of_its_rule() -> None:
    """The sums are added up again."""
    found = 0
    for name in LIBRARY.ids():
        for rule in LIBRARY.load(name).at("score"):
            table = next((block for block in shown(name, rule.id) if isinstance(block, Table)), None)
            if table is None or str(table.head[0]) != "Line":
                continue
            total = Fraction(0)
            for _label, amount, so_far in table.rows:
                operation, number = in_figures(amount).split()
                total = total * Fraction(number) if operation == "×" else total + Fraction(operation + number)
                assert total == Fraction(in_figures(so_far)), (name, rule.id)
            found += 1
    assert found > 40


def test_an_example_comes_before_a_random_deal() -> None:
    teaching = (
        "play.overtrump",
        "play.excuse_kept",
        "discard.never",
        "void.petit_sec",
        "score.multiplier",
        "bid.higher",
    )
    for rule in teaching:
        blocks = shown("fft-4", rule)
        first = next(LIBRARY.examples_of_rule(LIBRARY.load("fft-4"), LIBRARY.load("fft-4").rule(rule)))
        title = LIBRARY.document(first).data["title"]
        assert str(blocks[-1].text) == f"From “{title}”.", rule  # type: ignore[attr-defined]
    position, source = shown("fft-3", "play.follow_suit")
    assert isinstance(position, JudgedPosition) and isinstance(source, Paragraph)
    assert str(source.text) == "From a random deal: number 1 of seed 1.", "three players: no example teaches it to them"


def test_each_rule_of_the_federation_is_shown_and_taught() -> None:
    """But for whose cards count together, of which no event tells, and for the rules of sections that no card shows."""
    ruleset = LIBRARY.load("fft-4")
    rules = [rule for rule in ruleset.rules.values() if rule.step not in LEFT_OUT]
    assert [rule.id for rule in rules if not shown("fft-4", rule.id)] == ["count.sides"]
    assert all(any(LIBRARY.examples_of_rule(ruleset, rule)) for rule in rules)


def test_nothing_stands_beside_rules_that_no_card_shows() -> None:
    for name in LIBRARY.ids():
        for step in LEFT_OUT:
            assert not any(shown(name, rule.id) for rule in LIBRARY.load(name).at(step)), name


def test_two_readers_see_the_same() -> None:
    other = Library()
    again, engine = RulesAtWork(other), Engine(other.load("fft-5"))
    for rule in engine.ruleset.rules.values():
        assert again.shown(engine, rule) == shown("fft-5", rule.id), rule.id


def test_a_ruleset_of_a_user_shows_its_rules(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\nevidence: house\nbecause: We like it.\n"
        "drops: {play.overtrump: We like it.}\n",
        encoding="utf-8",
    )
    library = Library([mine])
    ruleset = library.load("mine")
    page = RulesAtWork.of(library).with_cases(describe_rulebook(ruleset, library), ruleset)
    beside = {block.id: block.at_work for block in page if isinstance(block, RuleBlock)}
    assert beside["play.trump_when_void"] and "play.overtrump" not in beside
    for blocks in beside.values():
        assert "play.overtrump" not in str(blocks), "the parent's hands are judged by this ruleset"


def test_an_example_with_a_fault_is_passed_over(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.yaml"
    faulty.write_text(
        "format: 1\nid: faulty\ntitle: Faulty\nruleset: fft-4\nlevel: 1\norder: 1\nteaches: [play.overtrump]\n"
        "start: {step: play, taker: S, contract: garde, leader: W}\nhands: {W: [H10, H10]}\n",
        encoding="utf-8",
    )
    library = Library([faulty])
    ruleset = library.load("fft-4")
    (rule,) = RulesAtWork.of(library).with_cases(
        [describe_rule(ruleset, ruleset.rule("play.overtrump"), library)], ruleset
    )
    assert isinstance(rule, RuleBlock) and "Trump, go over, go under" in str(rule.at_work[-1])


def test_pages_show_the_cards_and_the_printed_book_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = LIBRARY.load("fft-4")
    plain = describe_section(ruleset, "play", LIBRARY)
    page = FINDER.with_cases(plain, ruleset)
    drawn = html(page)
    assert drawn.count('<figure class="tt-judged">') > 8 and "<button" not in drawn
    assert re.search(r'<li class="tt-choice-wrong" data-code="T5" data-chosen="">', drawn)
    assert latex(page) == latex(plain)
    for words in (markdown(page), run(capsys, "rules", "fft-4", "--rule", "play.overtrump")[1]):
        assert "Not allowed: 5 of trumps, king of spades and 3 of clubs." in " ".join(words.split())
    assert "Not allowed: 5 of trumps" not in run(capsys, "rules", "fft-4")[1]


def test_a_built_page_has_each_case_beside_its_rule(site: Path) -> None:
    page = (site / "rules" / "fft-4.html").read_text(encoding="utf-8")
    assert page.count('class="tt-beside"') == page.count('class="tt-at-work"') > 25
    assert "reading.css" in page and "Not allowed: 5 of trumps" not in page


def test_a_page_holds_what_relatives_have_in_place_of_each_rule() -> None:
    ruleset = LIBRARY.load("fft-4")
    page = with_variants(describe_rulebook(ruleset, LIBRARY), ruleset, [LIBRARY.load("fft-5"), LIBRARY.load("guide-4")])
    found = {(at.id, each.of, each.kind): each for at in page if isinstance(at, RuleBlock) for each in at.variants}
    for other in ("fft-5", "guide-4"):
        differing = [each for each in compare_rules([ruleset, LIBRARY.load(other)]) if each.of_rule]
        added = [each for each in differing if each.rules[0] is None]
        dropped = [each.rule for each in differing if each.rules[1] is None]
        assert len([each for each in found if each[1:] == (other, "added")]) == len(added)
        assert [at for at, of, kind in found if (of, kind) == (other, "dropped")] == dropped
        changed = [at for at, of, kind in found if (of, kind) == (other, "changed")]
        assert changed and {*changed} <= {each.rule for each in differing if all(each.rules)}
    handful = found["declare.handful", "fft-5", "changed"]
    assert [new for _sentence, new in handful.body[0]] == [True, *[False] * (len(handful.body[0]) - 1)]
    assert handful.game == "The federation's game for five"


def test_relatives_are_parents_children_and_siblings() -> None:
    names = [other for other in LIBRARY.ids() if related(LIBRARY.load("fft-5"), LIBRARY.load(other))]
    assert names == ["blog-4", "enc2011-4", "fft-3", "fft-4", "fft-5", "guide-4"]
