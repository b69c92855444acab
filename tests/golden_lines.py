"""Lines of text about a deal, about packs and about rules, for :mod:`tests.golden_texts`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import action_name
from tarot_teach.mechanisms.honours import HonoursFact
from tarot_teach.mechanisms.score.handfuls import Handful, Handfuls
from tarot_teach.mechanisms.score.keyed import numbers_of
from tarot_teach.mechanisms.score.slam import SlamFact, SmallSlamFact
from tarot_teach.table import (
    DEFENCE,
    DISCARD,
    TAKER,
    Action,
    Bid,
    Choices,
    Choose,
    Facts,
    Finding,
    Outcome,
    Phase,
    Play,
    Result,
    SideFact,
    State,
    Verdict,
)
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import Draws
from tests.helpers import facts
from tests.helpers import honours as of_honours


def deal_lines(simulator: DealSimulator, number: int, judged: bool, tried: bool = False) -> Iterator[str]:
    """The lines of a deal: its events, the reason for or against every card at each play, and at each decision the refusals of
    much that might be tried."""
    engine, draws = simulator.engine, Draws(2026, number)
    deal = simulator.start(2026, number)
    state, events = deal.state, deal.opening
    while True:
        for event in events:
            who = "" if event.seat is None else f" {state.name(event.seat)}"
            yield f"{event.kind}{who}{_facts(event.facts)}"
            yield from (f"    {_finding(finding)}" for finding in event.findings)
        if state.turn is None:
            break
        choices = engine.legal(state)
        move = simulator.decision(state, choices, draws)
        if tried:
            yield from _tries(engine, state, choices)
        if isinstance(move.action, Play) and judged:
            yield from _judged(engine, state)
        state, events = engine.apply(state, move.action)
    assert state.result is not None
    yield from _result(engine, state.result)
    if tried:
        yield f"next dealer {engine.scorer.next_dealer(state)}"


def _judged(engine: Engine, state: State) -> Iterator[str]:
    """The reasons for and against the cards that might be played; cards with the same reason share a line."""
    assert state.turn is not None
    said: dict[str, list[str]] = {}
    for card in state.hand(state.turn):
        verdict = engine.check(state, Play(state.turn, card))
        words = "; ".join(map(_finding, verdict.findings)).replace(f"card={card.code},", "card=it,")
        said.setdefault(f"{'may' if verdict.allowed else 'not'}: {words}", []).append(card.code)
    for words, codes in said.items():
        yield f"  {' '.join(codes)} {words}"


def _tries(engine: Engine, state: State, choices: Choices) -> Iterator[str]:
    """The reasons of the rules for and against much that might be tried."""
    said: dict[str, Verdict] = {}
    for action in _tried(engine, state, choices):
        verdict = engine.check(state, action)
        findings = "; ".join(map(_finding, verdict.findings))
        if isinstance(action, Play):
            findings = re.sub(r"card=\w+", "", findings)
        said.setdefault(f"{action_name(action, state.phase).capitalize()} {verdict.allowed} {findings}", verdict)
    for words, verdict in said.items():
        yield f"  ? {words}"
        yield from (f"    {text}" for text in engine.reason(verdict, state.name).sentences)


def _tried(engine: Engine, state: State, choices: Choices) -> Iterator[Action]:
    deck, seat = state.deck, state.turn
    assert seat is not None
    hand = list(state.hand(seat)) if state.hands else []
    match state.phase:
        case Phase.CUT:
            yield from (Choose.of_numbers(seat, choices.rule, (at,)) for at in (-1, 0, 1, 3, 4, 39, 74, 75, 78, 90))
        case Phase.DEAL:
            places = choices.deals.places if choices.deals else range(2)
            size = choices.deals.size if choices.deals else 0
            inner = list(places)[2::2][:size]
            for after in (
                (),
                (0,),
                inner,
                [0, *inner[1:]],
                [*inner[:-1], places.stop],
                [places.start] * size,
                inner[::-1],
            ):
                yield Choose.of_numbers(seat, choices.rule, after)
        case Phase.BID:
            yield from (Bid(seat, bid) for bid in ("pass", *engine.index.ranking, "nothing"))
            yield Bid((seat + 1) % state.players, "pass")
        case Phase.CALL:
            yield from (choices.picks[0].action(seat, deck, card.bit) for card in deck.cards)
        case Phase.DISCARD:
            size = choices.picks[0].most
            chosen = [deck.set(deck.mask(hand[at : at + size])) for at in range(0, len(hand) - size + 1, 3)]
            chosen += [deck.set(deck.mask(hand[:more])) for more in (size - 1, size + 1)]
            yield from (Choose(seat, DISCARD, cards=cards) for cards in chosen)
            yield Choose(seat, DISCARD, cards=deck.set(deck.all & ~state.hands[seat] & deck.marks["court"]))
        case Phase.PLAY | Phase.DECLARE if state.number == 1:
            trumps = [card for card in hand if card.bit & (deck.trumps | deck.excuse)]
            shown = [None, *(deck.set(deck.mask(cards)) for cards in (trumps, trumps[:10], trumps[-10:], hand[:10]))]
            for offer in engine.index.offers:
                for level in (*offer.levels, "nothing"):
                    yield from (Choose(seat, offer.rule, level, cards) for cards in shown)
            yield Choose(seat, "nothing")
    if state.hands and (state.phase is not Phase.PLAY or state.number % 6 == 1):
        yield from (Play(seat, card) for card in deck.cards)


def _result(engine: Engine, result: Result) -> Iterator[str]:
    yield f"= void {result.void} settlement {result.settlement} scores {_value(result.scores)}"
    yield f"  roles {_value(dict(result.roles))}"
    for sheet in result.sheets:
        yield f"  outcome {_value(_plain(engine, sheet.outcome))}"
        yield from (f"  {line.operation} {line.amount} {line.rule}{_facts(line.facts)}" for line in sheet.lines)
    yield from (f"  apart {_value(paid.amounts)} {_finding(paid.finding)}" for paid in result.apart)
    yield from (f"  limit {_finding(finding)}" for finding in result.limits)


def _finding(finding: Finding) -> str:
    decisive, yields = "!" * finding.decisive, f" yields to {finding.yields_to}" if finding.yields_to else ""
    return f"{finding.rule}{decisive} {finding.effect.value}{_facts(finding.facts)}{yields}"


def _facts(facts: Mapping[str, Any]) -> str:
    return f" {_value(dict(facts))}" if facts else ""


def _value(value: Any) -> str:
    match value:
        case Card():
            return value.code
        case CardSet():
            return f"<{' '.join(card.code for card in value)}>"
        case dict():
            return "{" + ", ".join(f"{key}={_value(value[key])}" for key in sorted(value)) + "}"
        case tuple() | list():
            return f"({', '.join(map(_value, value))})"
        case Fraction():
            return str(value)
        case _:
            return repr(value)


def pack_lines(engine: Engine) -> Iterator[str]:
    """The cut and the deal of packs, with the refusals of cuts and packets."""
    for players in engine.ruleset.players:
        yield f"# {engine.ruleset.name}, {players} players"
        state = engine.start(seed=players, dealer=players - 1, seats=engine.seats(players))
        while state.phase in (Phase.CUT, Phase.DEAL):
            choices = engine.legal(state)
            yield f"{state.phase} {state.turn} {choices.cuts} {choices.deals}"
            yield from _tries(engine, state, choices)
            state, events = engine.apply(state, next(iter(choices)))
            yield from (f"{event.kind}{_facts(event.facts)}" for event in events)
        yield f"{state.phase} {state.turn} {' '.join(str(state.hand(seat)) for seat in range(len(state.hands)))}"


def score_lines(engine: Engine) -> Iterator[str]:
    """The score lines of results that differ from a plain one in one fact, with their reasons and short stakes; and the first
    dealer."""
    scorer = engine.scorer
    for players in engine.ruleset.players:
        seats = engine.seats(players)
        short = ((3,) * players, (500, 0, 40, 1, 1, 1)[:players])
        for i, outcome in enumerate(_outcomes(engine, players) if scorer.has_sides else ()):
            for holdings in (None, *short) if i % 9 == 0 else (None,):
                result, events = scorer.result((outcome,), players, holdings)
                yield from (f"{event.kind}{_facts(event.facts)}" for event in events)
                yield from _result(engine, result)
                for finding in (finding for event in events for finding in event.findings):
                    yield f"    {engine.because(finding, seats.__getitem__)}"
        drawn = (("S1", "H1", "D5"), ("EX", "H1", "D5"), ("T1", "CR", "SR"), ("S3", "D2", "H2"), ("EX", "EX", "T3"))
        for cards in drawn if scorer.chooses_dealer else ():
            assert scorer.chooses_dealer
            held = {seat: engine.ruleset.deck.card(code) for seat, code in enumerate(cards)}
            found_dealer = scorer.chooses_dealer.judge(held)
            yield f"{found_dealer.dealer} {found_dealer.redraw} {_finding(found_dealer.finding)}"
            yield f"    {engine.because(found_dealer.finding, seats.__getitem__)}"


def _plain(engine: Engine, outcome: Outcome) -> dict[str, object]:
    """The fields of an outcome, with its facts by their keys in result files; of slams the only one by itself."""
    plain: dict[str, object] = {
        name: getattr(outcome, name)
        for name in Outcome.__slots__
        if name not in ("facts", "made", "both_sides")
        and (getattr(outcome, name) or name not in ("memory", "paid", "party"))
    }
    plain |= {"apart": (), "handfuls": (), "last_trick_bonus": None, "slam": None, "small_slam": None}
    plain |= {"honours": numbers_of(outcome)["honours"]}
    for id, fact in outcome.facts.items():
        rule = engine.index.observers.get(id)
        key = rule.key.name if rule and rule.key else id
        match fact:
            case HonoursFact():
                continue
            case SlamFact(words):
                plain[key] = words if len(words) > 1 else words[0]
            case Handfuls(shown):
                plain[key] = shown
            case SideFact(side) if not getattr(rule, "item", ""):
                plain[key] = side
            case _:
                assert rule
                plain[key] = tuple(rule.announcements(fact))
    return plain


def _outcomes(engine: Engine, players: int) -> Iterator[Outcome]:
    levels = [(offer.name, level) for offer in engine.index.offers for level in offer.levels]
    slams = (
        "made",
        "announced-made",
        "announced-failed",
        "defence",
        "defence-announced-made",
        "defence-announced-failed",
    )
    contracts = engine.index.ranking
    for contract in contracts if "+" not in engine.ruleset.name else contracts[:1]:
        for honours, halves in ((2, 82), (2, 81), (0, 111), (3, 97), (1, 20), (2, 164)):
            facts = of_honours(honours)
            plain = Outcome(contract=contract, halves=halves, facts=facts, taker=0, alone=players < 5)
            printed = partial(_with_facts, engine, plain)
            yield plain
            if halves not in (82, 81):
                continue
            yield from (printed(slam=(slam,)) for slam in slams)
            yield from (printed(small_slam=(slam,)) for slam in slams[:4])
            yield from (printed(slam=(slam,), small_slam=(small,)) for slam in slams[2:4] for small in slams[:4])
            yield printed(slam=("announced-failed", "defence"))
            yield printed(small_slam=("announced-failed", "defence"))
            yield from (printed(last_trick_bonus=side) for side in (TAKER, DEFENCE))
            yield printed(last_trick_bonus=TAKER, slam=("made",))
            for name, level in levels:
                if name == "handful":
                    yield from (printed(handfuls=(Handful(level, side),)) for side in (TAKER, DEFENCE))
                    yield printed(handfuls=(Handful(level), Handful(level, DEFENCE)))
                elif name == "lacking":
                    yield from (printed(apart=((seat, level),)) for seat in (0, players - 1))
            if players == 5:
                yield from (replace(plain, alone=alone, partner=None if alone else 2) for alone in (False, True))


def _with_facts(engine: Engine, plain: Outcome, **given: Any) -> Outcome:
    """An outcome with facts by their keys; those that no rule of the game observes are added as well, and bring nothing."""
    kinds = {"slam": SlamFact, "small_slam": SmallSlamFact, "handfuls": Handfuls, "last_trick_bonus": SideFact}
    known = {rule.key.name for rule in engine.index.observing.values() if rule.key}
    others = {key: kinds[key](value) for key, value in given.items() if key not in known}
    return replace(plain, facts=Facts({**plain.facts, **others, **facts(engine, **given)}))


def rule_lines(engine: Engine) -> Iterator[str]:
    """The sentences of each rule, and what its mechanism has prepared; no attribute that is written during a deal."""
    yield f"# {engine.ruleset.name}"
    for rule, mechanism in engine.index.mechanisms.items():
        known = {"rule", "params", "deck", "order", "terms", "ruleset_rules", *mechanism.Params.model_fields}
        more = {
            key: value
            for key, value in vars(mechanism).items()
            if key not in known
            and key[0] != "_"
            and not isinstance(getattr(type(mechanism), key, None), cached_property)
        }
        yield f"{rule}: {mechanism.says()} {_value(more) if more else ''}".rstrip()
