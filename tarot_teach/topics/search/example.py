"""Examples made of matches: the shortest record that still shows the features."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tarot_teach.cards import Card, CardSet
from tarot_teach.engine import Deal
from tarot_teach.errors import LoadError, RecordError, TarotError
from tarot_teach.messages import _, semicolon
from tarot_teach.records.as_record import deal_record, expected_result, tricks_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.table import DISCARD, Choose, Play
from tarot_teach.table.events import TRICK_EVENTS
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.compare.replay_under import STOP, replay_under
from tarot_teach.topics.search.detectors import Location, tricks_played
from tarot_teach.topics.search.differences import differs_query, followed
from tarot_teach.topics.search.features import Query
from tarot_teach.topics.search.search import Match, Search
from tarot_teach.topics.simulate.deal_simulator import DealSimulator

MOST_TRIES = 2
"""The most refused cards that are tried at one play."""


def example(match: Match, queries: Sequence[Query], id: str, seed: int, players: str) -> Record:
    """The shortest example of a match. It has been replayed, and expects the result of the deal.

    Raises LoadError for a deal that no record can hold, such as one with a decision of a mechanism from another package.
    """
    deal = match.deal
    others = [followed(deal, one.other) for one in queries if one.other is not None]
    head = {"format": 1, "id": id, "ruleset": deal.engine.ruleset.name, **_head(match, queries, seed, players)}
    for data in _candidates(match):
        record = Record(ExampleFile.model_validate({**head, **data}))
        if _shows(record, match, others):
            return record
    message = _("deal {number} of seed {seed} shows it, but a record of that deal does not come out alike")
    hint = _("search with another --seed; a record has no place for decisions of kinds that it does not know")
    raise LoadError.of("find.untold", message, hint=hint, number=match.number, seed=seed)


def differing_example(simulators: Sequence[DealSimulator], seed: int, run: Callable[[Search], None]) -> Record:
    """An example of a deal that two rulesets judge, play or score differently: played under the second ruleset, else under the first.

    ``run`` runs a search. Raises RecordError if nothing is found, and LoadError for rulesets with other hands.
    """
    first, second, *others = simulators
    for other in (second, *others):
        first.check_same_cards(other)
    for simulator, other in ((second, first), (first, second)):
        query = differs_query(simulator, other)
        search = Search(simulator, (query,), (), seed)
        run(search)
        if search.best is not None:
            number = search.best.number
            record = example(search.best, (query,), f"found-{number}", seed, "simple")
            title = _("Deal {number} of seed {seed}").format(number=number, seed=seed)
            return replace(record, file=record.file.model_copy(update={"title": title}))
    message = _("in {tried} deals of seed {seed} nothing came out differently")
    hint = _("try another --seed, or name a hand: --hand EXAMPLE")
    raise RecordError.of("compare.no-hand", message, hint=hint, tried=search.tried, seed=seed)


def _candidates(match: Match) -> Iterator[dict[str, Any]]:
    """Data of records from the shortest to the whole deal."""
    deal = match.deal
    if not deal.moves:
        hand = next((location.finding.facts.get("seat") for location in match.locations if location.finding), None)
        whole = deal_record(deal)
        if hand is not None:
            letter = deal.start.seats[hand]
            yield {"start": whole["start"], "hands": {letter: whole["hands"][letter]}, "expect": whole["expect"]}
        yield whole
        return
    if match.opening:
        data = deal_record(deal, play=False)
        for location in match.locations:
            action = None if location.play is None else deal.moves[location.play].action
            card = location.finding.facts.get("card") if location.finding else None
            if isinstance(action, Choose) and action.rule == DISCARD and action.cards and isinstance(card, Card):
                others = [other.code for other in action.cards][1:]
                data.setdefault("discard_tries", []).append([card.code, *others])
        yield data
    if match.first:
        scored = match.scored
        if not scored:
            yield _add_tries(tricks_record(deal, match.first, match.last), match)
        earliest = 1 if scored else max(1, match.first - 1)
        for first in range(match.first, earliest - 1, -1):
            yield _add_tries(tricks_record(deal, first, match.last, piles=True, result=scored), match)
    yield _add_tries(deal_record(deal), match)


def _add_tries(data: dict[str, Any], match: Match) -> dict[str, Any]:
    """Add refused cards to the play at which a feature shows, and the winner to each trick."""
    deal = match.deal
    tricks = data.get("tricks", [])
    begin = 1 if len(tricks) == tricks_played(deal) else match.last - len(tricks) + 1
    for number, trick in enumerate(tricks, begin):
        if deal.state.tricks:
            trick["expect"] = {"winner": deal.state.seats[deal.state.tricks[number - 1].winner]}
        tries = [tried for location in match.locations for tried in _tries(deal, location) if location.first == number]
        if tries:
            trick["tries"] = tries
    return data


def _tries(deal: Deal, location: Location) -> Iterator[dict[str, str]]:
    """A card for each rule that refuses some, cards of the rules at the location first."""
    if location.play is None or not isinstance(deal.moves[location.play].action, Play):
        return
    state, action = deal.moves[location.play].before, deal.moves[location.play].action
    refused: dict[str, Card] = {}
    for card in CardSet(state.deck, state.hands[action.seat] & ~deal.engine.legal(state).cards):
        decisive = deal.engine.check(state, Play(action.seat, card)).decisive
        if decisive is not None:
            refused.setdefault(decisive.rule, card)
    for rule in sorted(refused, key=lambda rule: rule not in location.rules)[:MOST_TRIES]:
        play = f"{state.seats[action.seat]} {refused[rule].code}"
        yield {"play": play, "expect": "refused", "because": rule}


def _head(match: Match, queries: Sequence[Query], seed: int, players: str) -> dict[str, Any]:
    """Title, introduction, and the rules that the example teaches."""
    deal, locations = match.deal, match.locations
    titles = [str(one.feature.title_in(deal.engine, one.given)) for one in queries]
    said = [
        *(_sentences(deal, location) for location in locations),
        say(
            _(
                "It was found by a search: deal {number} of seed {seed}, with the program's player “{players}” in every seat."
            ),
            number=match.number,
            seed=seed,
            players=players,
        ),
    ]
    about = "\n\n".join(str(text) for text in said if text)
    rules = list(dict.fromkeys(rule for location in locations for rule in location.rules))
    compare = [location.compare for location in locations if location.compare]
    found: dict[str, Any] = {
        "title": semicolon().join(titles) or str(say(_("A deal that was found"))),
        "about": about.replace("{", "(").replace("}", ")") + "\n",
    }
    return found | ({"teaches": rules} if rules else {}) | ({"compare": compare} if compare else {})


def _sentences(deal: Deal, location: Location) -> Text:
    """A sentence or two on what there is to see."""
    found = deal.engine.because(location.finding, deal.state.name) if location.finding else Text()
    return joined(text for text in (found, location.said) if text)


def _shows(record: Record, match: Match, others: list[Deal]) -> bool:
    """True if a replay of the record has the events of the deal in its tricks, the same result, and the same scores under the other rulesets."""
    deal = match.deal
    try:
        done = replay(record, deal.engine)
        if not all(_scores_alike(done, other) for other in others):
            return False
    except TarotError:
        return False
    if record.file.expect is not None and expected_result(done.end) != expected_result(deal.state):
        return False
    numbers = {move.before.number for move in done.deal.moves if isinstance(move.action, Play)}
    recorded, played = (
        [
            (number, type(event), event.seat, event.rules)
            for number, event in each.by_trick()
            if number in numbers and isinstance(event, TRICK_EVENTS)
        ]
        for each in (done.deal, deal)
    )
    return recorded == played


def _scores_alike(done: Replay, other: Deal) -> bool:
    """True if the last tricks, recorded with the score, bring the score of the whole deal under another ruleset."""
    file, whole = done.record.file, other.state.result
    if file.start.step != "play" or file.expect is None or whole is None:
        return True
    there = replay_under(done, other.engine, STOP).end.result
    return there is not None and there.scores == whole.scores
