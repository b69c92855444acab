"""Search of deals that two rulesets judge, play or score differently: the same cards, and the same decisions as far as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tarot_teach.engine import Deal
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.rules import Rule
from tarot_teach.table import Choose, Event, Phase, Play, State
from tarot_teach.table.events import TRICK_EVENTS
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.compare.replay_under import STOP, repeat
from tarot_teach.topics.search.detectors import Location, tricks_played
from tarot_teach.topics.search.features import Query, SearchFeature, read_query, title_with_ruleset
from tarot_teach.topics.simulate.deal_simulator import DealSimulator

DIFFERS = "differs:"
"""Prefix of the name of a ruleset under which deals differ."""


def read_queries(shows: Iterable[str], library: Library, simulator: DealSimulator, player: str) -> tuple[Query, ...]:
    """Read queries as typed: ``undertrump``, or ``differs:`` and a ruleset. Raises LoadError with a suggestion."""
    return tuple(
        differs_query(simulator, DealSimulator.of(library, text.removeprefix(DIFFERS), (player,)))
        if text.startswith(DIFFERS)
        else read_query(text, simulator.engine)
        for text in shows
    )


def differs_query(simulator: DealSimulator, other: DealSimulator) -> Query:
    """A query for deals that two rulesets judge, play or score differently.

    Raises LoadError for rulesets that cannot be dealt the same hands.
    """
    title = title_with_ruleset(_("The same cards under "), simulator, other)

    def find(deal: Deal, _given: str) -> Location | None:
        there = followed(deal, other)
        found = _first_difference(deal, there)
        return found and found._replace(compare=other.name)

    return Query(SearchFeature("differs", title, find, lambda _engine, _given: "", "OTHER"), other.name, other)


def followed(deal: Deal, other: DealSimulator) -> Deal:
    """The deal under another ruleset, with the same decisions up to the first one that is refused there."""
    start = deal.start
    hands = tuple(hand & ~start.talon for hand in start.hands)
    heaped = [card for heaps in start.heaps for heap in heaps for card in heap.below if card]
    stock = [*start.deck.set(start.table.cards), *(card for card in start.stock if card), *heaped]
    left = stock if len(stock) == len(start.deck.cards) - sum(hands).bit_count() else []
    return repeat(deal, other.start_with(hands, left), STOP).deal


def _first_difference(one: Deal, two: Deal) -> Location | None:
    """The location of the first difference while the play is the same: playable cards, results of a trick, or the score of a deal that was
    played alike. None if nothing differs, or if the auction differs."""
    tricks = _trick_events(one), _trick_events(two)
    first, second = ([[(type(event), event.seat) for event in events] for events in each] for each in tricks)
    for (i, here), (_j, there) in zip(_plays(one), _plays(two), strict=False):
        if first[: here.number - 1] != second[: here.number - 1]:
            break
        if one.engine.legal(here).cards != two.engine.legal(there).cards:
            return _other_cards(one, i, here, two, there)
    for number, (events, others) in enumerate(zip(*tricks, strict=False), 1):
        if first[number - 1] != second[number - 1]:
            rules = tuple(dict.fromkeys(rule for event in events for rule in event.rules))
            return Location(rules, number, number, said=_trick_sentences(one, events, two, others))
    return _other_score(one, two)


def _trick_events(deal: Deal) -> list[list[Event]]:
    """The events of each trick that tell its result."""
    tricks: list[list[Event]] = [[] for _trick in range(tricks_played(deal))]
    for number, event in deal.by_trick():
        if number and isinstance(event, TRICK_EVENTS):
            tricks[number - 1].append(event)
    return tricks


def _plays(deal: Deal) -> Iterator[tuple[int, State]]:
    """The states in which a card was played, and that of a play still to come, each with the index of its move."""
    states = [
        (
            move.before,
            (isinstance(move.action, Choose) and not deal.engine.index.question(move.action))
            or (move.before.lies_open and bool(move.before.asked)),
        )
        for move in deal.moves
    ]
    for i, (state, declares) in enumerate([*states, (deal.state, False)]):
        if state.phase is Phase.PLAY and not declares:
            yield i, state


def _other_cards(one: Deal, i: int, here: State, two: Deal, there: State) -> Location:
    """The location of a play with other allowed cards, and the rule that refuses them under the first ruleset."""
    assert here.turn is not None
    allowed, others = one.engine.legal(here).cards, two.engine.legal(there).cards
    more, less = here.deck.set(others & ~allowed), here.deck.set(allowed & ~others)
    who, other = one.state.name(here.turn), two.engine.ruleset.called
    said, finding = [], None
    if more:
        finding = one.engine.check(here, Play(here.turn, next(iter(more)))).decisive
        said.append(say(_("Under {other}, {who} may also play {cards}."), other=other, who=who, cards=more))
    if less:
        said.append(say(_("Under {other}, {who} may not play {cards}."), other=other, who=who, cards=less))
    at_work = [found.rule for found in one.moves[i].verdict.findings]
    rules = tuple(dict.fromkeys([finding.rule, *at_work] if finding else at_work))
    return Location(rules, here.number, here.number, finding=finding, play=i, said=joined(said))


def _trick_sentences(one: Deal, events: list[Event], two: Deal, others: list[Event]) -> Text:
    """Sentences on the differing results of a trick."""
    here, there = (
        [deal.engine.because(finding, deal.state.name) for event in happened for finding in event.findings]
        for deal, happened in ((one, events), (two, others))
    )
    nothing = say(_("nothing more."))
    mine = joined(text for text in here if text not in there) or nothing
    theirs = joined(text for text in there if text not in here) or nothing
    return say(_("Here: {mine} Under {other}: {others}"), mine=mine, others=theirs, other=two.engine.ruleset.called)


def _other_score(one: Deal, two: Deal) -> Location | None:
    """The location of a difference in the score, or in whether the deal is void."""
    a, b = one.state.result, two.state.result
    other = two.engine.ruleset.called
    if a is None or (b is None and not a.void):
        return None
    if b is not None and (bool(a.void), a.scores) == (bool(b.void), b.scores):
        return None
    if a.void:
        found = next(finding for event in one.events() for finding in event.findings if finding.rule == a.void)
        return Location((a.void,), finding=found, said=say(_("Under {other} this deal is played."), other=other))
    assert b is not None
    if b.void:
        return Location((), said=say(_("Under {other} this deal is void."), other=other))
    most = max(range(len(a.scores)), key=lambda seat: abs(a.scores[seat] - b.scores[seat]))
    here, there = (one.engine.ruleset.unit.show(result.scores[most]) for result in (a, b))
    phrase = _("Every card is played alike under both rulesets. {who} scores {here} here, and {there} under {other}.")
    said = [say(phrase, who=one.state.name(most), here=here, there=there, other=other)]
    apart = _differing_lines(one, two)
    if apart:
        titles = ", ".join(rules[0].title for rules in apart)
        said.append(say(_("The score sheets differ in: {lines}."), lines=titles))
    own = tuple(rules[0].id for rules in apart if rules[0].id in one.engine.ruleset.rules)
    observing = one.engine.index.observing | two.engine.index.observing
    whole = any(observing[rule.id].whole_deal for rules in apart for rule in rules if rule.id in observing)
    last = 0 if whole else tricks_played(one)
    return Location(own, last, last, scored=True, said=joined(said))


def _differing_lines(one: Deal, two: Deal) -> list[list[Rule]]:
    """The rules with differing lines on the score sheets or payments apart, each as it stands in one or both rulesets."""
    lines: list[list[tuple[Any, ...]]] = []
    for result in (deal.state.result for deal in (one, two)):
        assert result is not None
        of_sheets = [(line.rule, line.operation, line.amount) for sheet in result.sheets for line in sheet.lines]
        lines.append([*of_sheets, *((paid.finding.rule, paid) for paid in result.apart)])
    apart = dict.fromkeys(line[0] for these, those in (lines, lines[::-1]) for line in these if line not in those)
    known = [deal.engine.ruleset.rules for deal in (one, two)]
    return [[rules[id] for rules in known if id in rules] for id in apart]
