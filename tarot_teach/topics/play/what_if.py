"""Lines after another card than the recorded one: the program's players go on from a play of a recorded deal, with the card of the record
and with another one. Facts, the page with both lines, and the lines of all cards as data for the lesson script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from tarot_teach.blocks import Block, Heading, Paragraph, Stepper, Table
from tarot_teach.cards import Card, halves_text
from tarot_teach.engine import Engine, Move
from tarot_teach.engine.notation import read_seat
from tarot_teach.errors import LoadError, NotationError, RecordError
from tarot_teach.explain.lesson import outcomes_at
from tarot_teach.explain.narrator import Narrator
from tarot_teach.messages import N_, NJ_, _
from tarot_teach.plain_data import by_name
from tarot_teach.records.replay import Replay
from tarot_teach.table import Action, Phase, Play, State, Trick
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import Player
from tarot_teach.topics.simulate.seating import seat_players

WORDS = {
    "asked": NJ_("What if {who} had played {card}?"),
    "both": N_("From this card on the program's players play, in both lines."),
    "alike": NJ_("Up to trick {number} nothing else differs."),
    "same": N_("The same players win the same tricks."),
    "first": NJ_(
        "Trick {number} is the first to go elsewhere: to {one} after {recorded}, and to {other} after {card}."
    ),
    "points": NJ_("{whose} comes to {left} points after {recorded}, and to {right} after {card}."),
    "record": NJ_("{whose} comes to {points} in the record, which goes on in its own way."),
    "verdict": N_("What the program's players choose is no verdict, only one way to go on."),
    "recorded": N_("the card of the record"),
    "instead": N_("your card"),
    "needed": NJ_("{points} points ({needed} needed)"),
    "brings": NJ_("{who} {score}"),
    "back": N_("Back to the record"),
    "missing": N_("The lines could not be loaded."),
}
"""The sentences of the page, which the lesson script fills as well."""
WRITTEN = N_("write it like `8 S T15`: trick, seat and card")


@dataclass(frozen=True)
class LineTrick:
    """A trick of a line: who leads, the cards in order, who wins by the card at which place, and the points so far, as they are shown: those of
    the taker's side, or of the player who has the choice where there are no sides."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int
    place: int
    points: str


@dataclass(frozen=True)
class PlayedLine:
    """A deal gone on from a card: its tricks from that card's on, and the state at the end."""

    card: Card
    tricks: tuple[LineTrick, ...]
    end: State

    @property
    def needed(self) -> str:
        """The card points that the taker's side needs, or nothing where there are no sides."""
        result = self.end.result
        target = result.sheets[0].outcome.target if result and result.sheets else None
        return "" if target is None else str(target)

    def scores(self, engine: Engine) -> tuple[str, ...]:
        """The score of each seat as it is shown; none for a deal that cannot be counted."""
        result = self.end.result
        return tuple(map(engine.ruleset.unit.show, result.scores)) if result else ()


def check_hands(done: Replay) -> None:
    """Raise RecordError for a record of which not all hands are known."""
    if any(done.start.unseen) or not any(done.start.hands or done.end.won):
        message, place = _("{id} does not tell all hands"), done.record.place(("hands",))
        hint = _("take an example with all hands: tarot-teach list examples")
        raise RecordError.of("play.start", message, place, hint, id=done.record.file.id)


class LinePlayer:
    """Goes on with a recorded deal from any of its plays. Raises RecordError if not all hands are known, and LoadError for a pack that the
    program's players do not know."""

    def __init__(self, done: Replay) -> None:
        if not done.engine.index.play.in_tricks:
            message, place = (
                _("{id} is of a game without tricks, in which no lines are told apart"),
                done.record.place(("ruleset",)),
            )
            hint = _("see what comes of another card with `play --from`")
            raise RecordError.of("instead.tricks", message, place, hint, id=done.record.file.id)
        check_hands(done)
        self.done: Replay = done
        self.engine: Engine = done.engine
        self.players: list[Player] = seat_players(("simple",), done.engine, None, done.start.players)
        self.draws: Draws = Draws(0, 0)  # the simple player draws nothing
        self.tricks: dict[tuple[tuple[int, ...], int], Trick] = {}

    def line(self, before: State, play: Play) -> PlayedLine:
        """The deal gone on from a play."""
        leads = self._leads(before, play)
        end, first = leads[-1], len(before.tricks)
        tricks = tuple(
            LineTrick(
                before.number + i,
                taken.trick.leader,
                taken.trick.cards,
                taken.winner,
                taken.trick.place_of(taken.winner, before.players),
                self.points(after, play.seat),
            )
            for i, (taken, after) in enumerate(zip(end.tricks[first:], leads, strict=True))
        )
        return PlayedLine(play.card, tricks, end)

    def _leads(self, state: State, action: Action) -> list[State]:
        """The states before each later lead, and at the end.

        Which cards are played to a trick follows from the hands and the leader, so that each such trick is decided once; not so where hands
        grow.
        """
        engine, leads = self.engine, list[State]()
        decided_once = engine.index.play.hands_shrink
        state, _events = engine.apply(state, action, irregular=True)
        while (turn := state.turn) is not None:
            leading = state.phase is Phase.PLAY and not state.trick.cards
            if leading and decided_once and (trick := self.tricks.get((state.hands, turn))):
                leads.append(state)
                state = engine.repeat(state, trick)
                continue
            choices = engine.legal(state)
            if leading and not choices.declarations and (not leads or leads[-1].number != state.number):
                leads.append(state)
            only = next(iter(choices)) if choices.ways() == 1 else None
            before, move = state, only or self.players[turn].choose(choices.seen(), self.draws).action
            state, _events = engine.apply(state, move, among=choices)
            if leads and before.tricks and len(state.tricks) > len(before.tricks):  # the first trick has announcements
                trick = state.tricks[-1].trick
                if state.auction.called not in trick.cards:
                    self.tricks[leads[-1].hands, trick.leader] = trick
        return [*leads, state]

    def points(self, state: State, seat: int) -> str:
        """The points so far of the taker's side, or of a seat or its party where there are no sides; nothing where no card counts any."""
        scorer, result = self.engine.scorer_of(state), state.result
        outcomes = [sheet.outcome for sheet in result.sheets] if result else outcomes_at(self.engine, state)
        if not outcomes or not state.deck.halves:
            return ""
        if scorer.has_sides:
            return halves_text(outcomes[0].halves if result else scorer.halves_so_far(outcomes[0]))
        of_seat = next(outcome for outcome in outcomes if outcome.is_of(seat))
        return self.engine.ruleset.unit.show(scorer.points_so_far(of_seat))


@dataclass(frozen=True)
class WhatIf:
    """Both lines from a recorded play: after the card of the record, and after another card."""

    done: Replay
    seat: int
    recorded: PlayedLine
    other: PlayedLine

    @property
    def first(self) -> int | None:
        """The number of the first trick that another player wins, or None."""
        return next((left.number for left, right in self._pairs if left.winner != right.winner), None)

    @property
    def alike(self) -> int | None:
        """The number of the last trick before which nothing but the card itself differs, or None."""
        (left, right), *later = self._pairs
        swapped = tuple(self.recorded.card if card == self.other.card else card for card in right.cards)
        if (swapped, left.winner) != (left.cards, right.winner):
            return None
        differs = (one.number for one, other in later if (one.cards, one.winner) != (other.cards, other.winner))
        return next(differs, self.recorded.tricks[-1].number + 1) - 1

    @property
    def _pairs(self) -> list[tuple[LineTrick, LineTrick]]:
        """The tricks of both lines; where hands do not shrink alike, those that both have."""
        return list(zip(self.recorded.tricks, self.other.tricks, strict=False))

    def blocks(self) -> Iterator[Block]:
        """The page: the first difference in words, both lines trick by trick, and what each brings."""
        yield Heading(1, self._say("asked"), f"{self.done.record.file.id}-what-if")
        yield from self.comparison()

    def comparison(self) -> Iterator[Block]:
        """The page without its title."""
        engine, who = self.done.engine, Narrator(self.done).who
        yield Paragraph(self._say("both"))
        yield Paragraph(joined(self._differences()), "lead")
        sides = self.recorded, self.other
        recorded, other = (say("{card}", card=line.card) for line in sides)
        heads = recorded + _cell(f" ({_(WORDS['recorded'])})"), other
        yield self._tricks(heads)
        scores = [line.scores(engine) for line in sides]
        if all(scores):
            rows = [(_cell(who(i)), *map(_cell, pair)) for i, pair in enumerate(zip(*scores, strict=True))]
            if self.recorded.needed:
                needed = (_cell(_("Points needed")), *(_cell(line.needed) for line in sides))
                counted = (_cell(_("Card points")), *(_cell(line.tricks[-1].points) for line in sides))
                rows = [counted, needed, *rows]
            yield Table((_cell(_("What it brings")), *heads), tuple(rows), numeric=(1, 2))
        yield Paragraph(joined([*self._of_the_record(), self._say("verdict")]), "aside")

    def _tricks(self, heads: tuple[Text, Text]) -> Table:
        """Both lines trick by trick, with the points so far where cards count any."""
        trick, points = _cell(_("Trick")), _cell(_("Points"))
        if not any(left.points or right.points for left, right in self._pairs):
            both = zip_longest(self.recorded.tricks, self.other.tricks)
            rows = [(_cell(str((left or right).number)), self._cards(left), self._cards(right)) for left, right in both]
            return Table((trick, *heads), tuple(rows), numeric=(0,))
        counted = [
            (_cell(str(left.number)), self._cards(left), _cell(left.points), self._cards(right), _cell(right.points))
            for left, right in self._pairs
        ]
        return Table((trick, heads[0], points, heads[1], points), tuple(counted), numeric=(0, 2, 4))

    def _differences(self) -> Iterator[Text]:
        """The first difference, and the points in the end."""
        who, first = Narrator(self.done).who, self.first
        if self.alike is not None:
            yield self._say("alike", number=self.alike)
        if first is None:
            yield self._say("same")
        else:
            (winners,) = [(left.winner, right.winner) for left, right in self._pairs if left.number == first]
            yield self._say("first", number=first, one=who(winners[0]), other=who(winners[1]))
        points = [line.tricks[-1].points for line in (self.recorded, self.other)]
        if all(points):
            yield self._say("points", left=points[0], right=points[1])

    def _of_the_record(self) -> Iterator[Text]:
        points = LinePlayer(self.done).points(self.done.end, self.seat)
        if points and self.done.end.result:
            yield self._say("record", points=points)

    def _say(self, key: str, **values: object) -> Text:
        who, engine = Narrator(self.done).who(self.seat), self.done.engine
        whose = whose_points(engine) or who
        return say(_(WORDS[key]), who=who, whose=whose, recorded=self.recorded.card, card=self.other.card, **values)

    def _cards(self, trick: LineTrick | None) -> Text:
        """A trick on one line: who leads, and the cards, that of the winner in brackets; nothing where the line has ended before."""
        if trick is None:
            return _cell("")
        seats = self.done.start.seats
        shown = [f"[{card.glyph}]" if i == trick.place else card.glyph for i, card in enumerate(trick.cards)]
        return _cell(f"{seats[trick.leader]}: {' '.join(shown)}")

    def to_dict(self) -> dict[str, Any]:
        """Both lines as plain data: tricks, points, and scores in game points by seat."""
        seats = self.done.start.seats
        return {
            "id": self.done.record.file.id,
            "ruleset": self.done.engine.ruleset.name,
            "trick": self.recorded.tricks[0].number,
            "seat": seats[self.seat],
            "first_difference": self.first,
            "says": str(joined(self._differences())),
            "recorded": self._line_data(self.recorded),
            "other": self._line_data(self.other),
        }

    def _line_data(self, line: PlayedLine) -> dict[str, Any]:
        seats, result = self.done.start.seats, line.end.result
        tricks = [
            {
                "trick": trick.number,
                "leader": seats[trick.leader],
                "cards": [card.code for card in trick.cards],
                "winner": seats[trick.winner],
                "points": trick.points or None,
            }
            for trick in line.tricks
        ]
        scores = by_name(seats, result.scores) if result else None
        return {"card": line.card.code, "tricks": tricks, "needed": line.needed or None, "scores": scores}


def whose_points(engine: Engine) -> str:
    """The name of the side whose points are counted along; nothing where each counts for themselves."""
    return str(engine.ruleset.say(_("{taker:the}'s side"))) if engine.scorer.has_sides else ""


def _cell(words: str) -> Text:
    return Text((words,))


def what_if(done: Replay, text: str) -> WhatIf:
    """Both lines from the play that a text names: trick, seat, and the card to be played instead.

    Raises NotationError for a text that names no play of the record, or a card that may not be played there.
    """
    words, id = text.split(), done.record.file.id
    if len(words) != 3 or not words[0].isdecimal():
        raise NotationError.of(
            "instead.text", _("{text!r} is not a trick, a seat and a card"), hint=_(WRITTEN), text=text
        )
    seat, card = read_seat(done.start, words[1]), done.start.deck.card(words[2])
    plays = [(move.before, play) for _done, move, play in _plays(done)]
    found = next((each for each in plays if each[1].seat == seat and str(each[0].number) == words[0]), None)
    who = Narrator(done).who
    if found is None:
        hint = _("it tells no trick")
        if plays:
            hint = _("it tells tricks {first} to {last}").format(first=plays[0][0].number, last=plays[-1][0].number)
        message = _("{id} does not tell what {who} plays to trick {number}")
        raise NotationError.of("instead.trick", message, hint=hint, id=id, who=who(seat), number=words[0])
    before, play = found
    if card == play.card:
        others = " ".join(card.code for card in _others(done.engine, before, play))
        hint = _("allowed as well: {others}").format(others=others) if others else _("no other card was allowed")
        raise NotationError.of("instead.same", _("{card} is the card of the record"), hint=hint, card=card.code)
    verdict = done.engine.check(before, Play(seat, card))
    if not verdict.allowed:
        raise NotationError.of(
            "instead.refused", str(done.engine.reason(verdict, who)), hint=_("take a card that the rules allow")
        )
    lines = LinePlayer(done)
    return WhatIf(done, seat, lines.line(before, play), lines.line(before, Play(seat, card)))


def _plays(done: Replay) -> Iterator[tuple[int, Move, Play]]:
    """The plays of a record, each with its number among all actions."""
    for i, move in enumerate(done.deal.moves, 1):
        if isinstance(move.action, Play):
            yield i, move, move.action


def _others(engine: Engine, before: State, play: Play) -> list[Card]:
    """The cards that are allowed in place of a play."""
    return [card for card in before.deck.set(engine.legal(before).cards) if card != play.card]


# ---------------------------------------------------------------- the lines of all cards, for the lesson script

SIGNS = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"'\\<>&")
"""The digits of the numbers in a line: signs that stand as they are in JSON and in HTML."""

MORE_SIGNS = "".join(map(chr, range(0xC0, 0x100)))
"""Further ones, for packs with more cards."""


def with_lines(blocks: list[Block], done: Replay, most: int | None = None) -> list[Block]:
    """The blocks of a lesson, with all lines of a deal that has been played out (see :func:`lines_data`), if they have no more than
    ``most`` signs."""
    data = lines_data(done)
    if most is not None and len(data) > most:
        return blocks
    return [replace(block, lines=data) if isinstance(block, Stepper) and data else block for block in blocks]


def lines_data(done: Replay) -> str:
    """The lines after each card that was allowed at each play of a deal, as JSON; nothing for a deal that has no score, or of which
    not all hands are known.

    A line is a string of ``SIGNS``: two for its result in ``ends`` (points needed, and the scores by seat), a sign for each card from the
    chosen one on, by its place in ``cards``, and after each trick the seat of the winner and two for the points in ``points``.
    """
    if done.end.result is None or not done.end.result.scores:
        return ""
    try:
        player = LinePlayer(done)
    except (LoadError, RecordError):
        return ""
    tables: dict[str, dict[Any, int]] = {"points": {}, "ends": {}}
    known = SIGNS if len(done.start.deck.cards) <= len(SIGNS) else SIGNS + MORE_SIGNS
    index = {card: known[i] for i, card in enumerate(done.start.deck.cards)}

    def pair(table: str, key: object) -> str:
        return "".join(known[part] for part in divmod(tables[table].setdefault(key, len(tables[table])), len(known)))

    def written(line: PlayedLine, laid: int) -> str:
        signs = [pair("ends", (line.needed, *line.scores(done.engine)))]
        for trick in line.tricks:
            signs += [index[card] for card in trick.cards[laid:]]
            signs += [known[trick.winner], pair("points", trick.points)]
            laid = 0
        return "".join(signs)

    lines: dict[int, dict[str, str]] = {}
    for i, move, play in _plays(done):
        others, laid = _others(done.engine, move.before, play), len(move.before.trick.cards)
        if others:
            cards = play.card, *others
            lines[i] = {card.code: written(player.line(move.before, play._replace(card=card)), laid) for card in cards}
    if not lines:
        return ""
    data = {
        "words": {key: _(words) for key, words in WORDS.items()},
        "whose": whose_points(done.engine),
        "whole": sum(card.halves for card in done.start.deck.cards) // 2,
        "signs": known,
        "cards": {card.code: str(say("{blank}{card}", blank=" ", card=card))[1:] for card in done.start.deck.cards},
        "lines": lines,
        "record": [player.points(done.end, seat) for seat in range(done.start.players)],
        **{name: list(table) for name, table in tables.items()},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
