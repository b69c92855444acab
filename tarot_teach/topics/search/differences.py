"""Deals that come out differently under another ruleset, with the same cards, of which the same is made."""

from __future__ import annotations

from typing import Any

from tarot_teach.errors import LoadError
from tarot_teach.rules import Rule
from tarot_teach.table import NOTHING, Action, Declare, Pay, Play, Result
from tarot_teach.text import Text, _, joined, say
from tarot_teach.topics.search.as_record import Made
from tarot_teach.topics.search.features import Sight, Wanted
from tarot_teach.topics.search.played_deal import Deal, Point
from tarot_teach.topics.simulate.deal_simulator import Dealing

_TELLING = (
    "trick_won",
    "excuse_stays",
    "excuse_kept",
    "excuse_lost",
    "petit_kept",
    "debt_owed",
    "debt_paid",
    "paid_at_once",
)
_TOLD_WHOLE = {"handful_bonus", "paid_apart", "slam_bonus", "small_slam_bonus"}
"""Lines of the score that no trick alone explains."""


def differing(dealing: Dealing, other: Dealing, seed: int) -> Wanted:
    """What is searched for: that the same play is not allowed alike, does not lead to the same, or does not score the same.

    Raises LoadError for rulesets that cannot be dealt the same hands.
    """
    dealing.check_same_cards(other)
    if dealing.name == other.name:
        raise LoadError.of("find.same", f"{other.name} does not differ from itself", hint="name another ruleset")

    def find(deal: Deal, _given: str) -> Point | None:
        return first_difference(deal, followed(deal, other, seed))

    title = "The same cards under " + other.engine.ruleset.called.replace("{", "(").replace("}", ")")
    return Wanted(Sight("differs", title, find, lambda _engine, _given: "", "OTHER"), other.name, other)


def followed(deal: Deal, other: Dealing, seed: int) -> Deal:
    """The same cards under another ruleset, and the same done with them, up to the first thing that is not allowed there; the
    last of ``allowed`` is then what is. What need not or cannot be said or paid there is passed over."""
    engine = other.engine
    state, told = other.start(seed, deal.number)
    made, allowed, start = [], [], state
    done = [action for _before, action in deal.made if not _silent(action)]
    spoken = [action for action in done if isinstance(action, Declare)]
    script = [action for action in done if not isinstance(action, Declare)]
    while state.turn is not None:
        choices = engine.legal(state)
        allowed.append(choices)
        while script and isinstance(script[0], Pay) and not engine.check(state, script[0]).allowed:
            script.pop(0)
        announced = next((said for said in spoken if engine.check(state, said).allowed), None)
        action: Action
        if announced is not None:
            spoken.remove(announced)
            action = announced
        elif script and engine.check(state, script[0]).allowed:
            action = script.pop(0)
        elif choices.pays or Declare(state.turn, NOTHING) in choices.declarations:
            action = next(choices.actions())
        else:
            break
        made.append(Made(state, action))
        state, more = engine.apply(state, action)
        told += more
    return Deal(engine, deal.number, start, tuple(made), tuple(allowed), state, tuple(told))


def first_difference(one: Deal, two: Deal) -> Point | None:
    """The first thing that differs as long as the same is played: which cards are allowed, what comes of a trick, or the score
    of a deal that was played alike. None where nothing differs, and where another auction would have been needed."""
    mine, others = _of_tricks(one), _of_tricks(two)
    for i, j in zip(_plays(one), _plays(two), strict=False):
        number = one.allowed[i].state.number
        if mine[: number - 1] != others[: number - 1]:
            break
        if one.allowed[i].cards != two.allowed[j].cards:
            return _allowed(one, i, two, j)
    for number, (trick, other) in enumerate(zip(mine, others, strict=False), 1):
        if trick != other:
            said = _outcome_of(one, two, number)
            return Point(_rules_of(one, number), number, number, said=said, compare=_name(two))
    return _scored_otherwise(one, two)


def _scored_otherwise(one: Deal, two: Deal) -> Point | None:
    """That a deal is void under one of them, or brings other scores."""
    a, b = one.end.result, two.end.result
    if a is None or (b is None and not a.void):
        return None
    if b is not None and (bool(a.void), a.scores) == (bool(b.void), b.scores):
        return None
    other = two.engine.ruleset.called
    if a.void:
        found = next(finding for event in one.told for finding in event.findings if finding.rule == a.void)
        said = say(_("Under {other} this deal is played."), other=other)
        return Point((a.void,), finding=found, said=said, compare=_name(two))
    assert b is not None
    if b.void:
        return Point((), said=say(_("Under {other} this deal is void."), other=other), compare=_name(two))
    most, show = _most(a, b), one.engine.ruleset.unit.show
    here, there = show(a.scores[most]), show(b.scores[most])
    phrase = _("Every card is played alike under both rulesets. {who} scores {here} here, and {there} under {other}.")
    said = say(phrase, who=one.end.name(most), here=here, there=there, other=other)
    apart = _lines_apart(one, two)
    titles = ", ".join(rules[0].title for rules in apart.values())
    lines = [say(_("The score sheets differ in: {lines}."), lines=titles)] if apart else []
    own = tuple(rule for rule in apart if rule in one.engine.ruleset.rules)
    whole = any(rule.mechanism in _TOLD_WHOLE for rules in apart.values() for rule in rules)
    last = 0 if whole else one.tricks
    return Point(own, last, last, scored=True, said=joined([said, *lines]), compare=_name(two))


def _plays(deal: Deal) -> list[int]:
    """The decisions at which a card was to be played."""
    return [i for i, choices in enumerate(deal.allowed) if choices.cards and not _declares(deal, i)]


def _declares(deal: Deal, i: int) -> bool:
    return i < len(deal.made) and isinstance(deal.made[i].action, Declare)


def _silent(action: Action) -> bool:
    """Whether it is no more than saying that one has nothing to say; some rulesets ask for that."""
    return isinstance(action, Declare) and action.what == NOTHING


def _allowed(one: Deal, i: int, two: Deal, j: int) -> Point:
    """Which cards may be played under one alone, and the rule by which they may not under the first."""
    (state, seat, here), there = one.allowed[i][:3], two.allowed[j].cards
    assert seat is not None
    more, less = one.start.deck.set(there & ~here), one.start.deck.set(here & ~there)
    who, other = one.end.name(seat), two.engine.ruleset.called
    said, finding = [], None
    if more:
        finding = one.engine.check(state, Play(seat, next(iter(more)))).decisive
        said.append(say(_("Under {other}, {who} may also play {cards}."), other=other, who=who, cards=more))
    if less:
        said.append(say(_("Under {other}, {who} may not play {cards}."), other=other, who=who, cards=less))
    at_work = [found.rule for found in one.verdict(i).findings]
    rules = tuple(dict.fromkeys([finding.rule, *at_work] if finding else at_work))
    return Point(rules, state.number, state.number, finding=finding, play=i, said=joined(said), compare=_name(two))


def _outcome_of(one: Deal, two: Deal, number: int) -> Text:
    """What comes of a trick under each, as far as it is not the same."""
    here, there = (
        [
            deal.engine.because(finding, deal.end.name)
            for trick, event in deal.by_trick()
            if trick == number and event.kind in _TELLING
            for finding in event.findings
        ]
        for deal in (one, two)
    )
    mine, others = (
        joined(text for text in here if text not in there),
        joined(text for text in there if text not in here),
    )
    phrase = _("Here: {mine} Under {other}: {others}")
    nothing = say(_("nothing more."))
    return say(phrase, mine=mine or nothing, others=others or nothing, other=two.engine.ruleset.called)


def _most(a: Result, b: Result) -> int:
    """The seat whose score differs most."""
    return max(range(len(a.scores)), key=lambda seat: abs(a.scores[seat] - b.scores[seat]))


def _name(deal: Deal) -> str:
    return deal.engine.ruleset.name


def _of_tricks(deal: Deal) -> list[list[tuple[str, int | None]]]:
    """What came of each trick."""
    found: list[list[tuple[str, int | None]]] = [[] for _trick in range(deal.tricks)]
    for number, event in deal.by_trick():
        if number and event.kind in _TELLING:
            found[number - 1].append((event.kind, event.seat))
    return found


def _rules_of(deal: Deal, number: int) -> tuple[str, ...]:
    rules = [
        rule for trick, event in deal.by_trick() if trick == number and event.kind in _TELLING for rule in event.rules
    ]
    return tuple(dict.fromkeys(rules))


def _lines_apart(one: Deal, two: Deal) -> dict[str, list[Rule]]:
    """The rules whose lines on the score sheets are not the same, by id, as they stand in both rulesets or in one."""
    lines = [_lines(deal.end.result) for deal in (one, two) if deal.end.result]
    apart = dict.fromkeys(line[0] for these, those in (lines, lines[::-1]) for line in these if line not in those)
    known = [deal.engine.ruleset.rules for deal in (one, two)]
    return {id: [rules[id] for rules in known if id in rules] for id in apart}


def _lines(result: Result) -> list[tuple[Any, ...]]:
    """The lines of all score sheets, and what is paid apart, each beginning with its rule."""
    lines = [(line.rule, line.operation, line.amount) for sheet in result.sheets for line in sheet.lines]
    return [*lines, *((paid.finding.rule, paid) for paid in result.apart)]
