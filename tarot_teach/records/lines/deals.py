"""Whole deals as a line: hands, the cards left over and all moves, from which the engine plays the deal once more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tarot_teach.cards import Card
from tarot_teach.engine.deal import Deal, Move
from tarot_teach.engine.engine import Engine
from tarot_teach.engine.notation import action_text, read_action
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import IllegalActionError, NotationError, RecordError, TarotError
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.plain_data import number
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.lines.text import (
    DEAL,
    NONE,
    Part,
    parts_of,
    read_cards,
    read_dealer,
    read_game,
    read_set,
    seats_after,
    twice,
    written_cards,
    written_game,
    written_set,
)
from tarot_teach.table import NOTHING, Phase

_SILENT, _SEVERAL, _STANDS, _RESULT = ".", "-", "!", "="
_NUMBER = re.compile(r"-?[0-9]+")


@dataclass(frozen=True, slots=True)
class DealLine:
    """The deal of a line; ``changed``: the rules are others than when the line was written."""

    deal: Deal
    changed: bool = False


# ---------------------------------------------------------------- writing


def deal_line(deal: Deal, library: Library) -> str:
    """A deal as a line. The line has been read again, and brings the same moves and scores.

    Raises RecordError for a deal that no line can hold.
    """
    dealt = _from_dealt_cards(deal)
    written = _written(dealt)
    try:
        again = read_deal_line(written.partition(f" {_RESULT}")[0], library).deal
    except TarotError as error:
        raise _no_line(error.problems[0].message) from None
    if [*map(_typed, again.moves)] != [*map(_typed, dealt.moves)]:
        raise _no_line(_("its moves come out otherwise"))
    if _scores(again) != _scores(dealt):
        raise _no_line(_("it does not have what decides the scores, such as what is kept from earlier deals"))
    return written


def _no_line(reason: str) -> RecordError:
    """The error for a deal that no line can hold."""
    message = _("a line cannot hold this deal: {reason}")
    hint = _("an example file holds more: tarot-teach new example")
    return RecordError.of("line.untold", message, hint=hint, reason=reason)


def _from_dealt_cards(deal: Deal) -> Deal:
    """The deal from the first decision after the cards are dealt. Raises RecordError for one that begins later."""
    before = [i for i, move in enumerate(deal.moves) if move.before.phase in (Phase.CUT, Phase.DEAL)]
    if before:
        last = deal.moves[before[-1]]
        deal = Deal(deal.engine, last.after, last.events, deal.moves[before[-1] + 1 :])
    start = deal.start
    if start.phase in (Phase.CUT, Phase.DEAL):
        raise _no_line(_("its cards are not dealt"))
    if any(start.unseen) or start.unrecorded_tricks or not start.hands:
        raise _no_line(_("it begins later than the deal, or not all cards are known"))
    return deal


def _written(deal: Deal) -> str:
    state, ruleset, start = deal.state, deal.engine.ruleset, deal.start
    seats = deal.engine.seats(start.players)
    data, deck, order = deal_record(deal, play=False), start.deck, seats_after(start.dealer, start.players)
    heaps = data.get("heaps", {})
    left = data.get("talon") or [code for seat in start.seats for heap in heaps.get(seat, ()) for code in heap]
    hands = [deck.mask(map(deck.card, data["hands"][start.seats[seat]])) for seat in order]
    left = left or [card.code for card in deck.set(deck.all & ~sum(hands))]
    parts = [
        DEAL,
        written_game(ruleset),
        seats[start.dealer],
        "/".join(written_set(deck, hand) for hand in hands),
        written_cards([deck.card(code) for code in left]),
        "/".join(_group([*moves]) for moves in _grouped(deal.moves)) or NONE,
    ]
    scores = [number(_scores(deal)[seat]) for seat in order] if state.result and _scores(deal) else []
    if scores and all(isinstance(score, int) for score in scores):
        parts.append(_RESULT + "/".join(map(str, scores)))
    return " ".join(parts)


def _scores(deal: Deal) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, deal.state.result.scores)) if deal.state.result else ()


def _grouped(moves: Sequence[Move]) -> Iterator[Iterator[Move]]:
    """The moves of the auction, of each round of choices, of each trick."""

    def key(move: Move) -> tuple[Phase, int]:
        phase = move.before.phase
        return phase, move.before.number if phase is Phase.PLAY else 0

    return (group for _key, group in groupby(moves, key))


def _typed(move: Move) -> str:
    return action_text(move.action, move.before.phase)


def _group(moves: Sequence[Move]) -> str:
    """A trick, or a round of choices: cards one behind the other, or words with commas."""
    words = [(_STANDS if move.irregular else "") + _word(_typed(move), move) for move in moves]
    cards = all(_typed(move) in move.before.deck.by_code for move in moves)
    return ("" if cards else ",").join(words)


def _word(typed: str, move: Move) -> str:
    if typed == NOTHING:
        return _SILENT
    words, known = typed.split(), move.before.deck.by_code
    if all(word in known for word in words):
        return (_SEVERAL if len(words) > 1 else "") + "".join(words)
    return ":".join(words)


# ---------------------------------------------------------------- reading


def read_deal_line(text: str, library: Library) -> DealLine:
    """The deal of a line, played by the engine.

    Raises LoadError for an unknown ruleset, and RecordError with the place of a fault in the line.
    """
    game, who, held, left, moves, *result = parts_of(
        text, DEAL, ("ruleset", "dealer", "hands", "talon", "moves"), "=scores"
    )
    ruleset, changed = read_game(game, library)
    engine = Engine(ruleset)
    hands = [*held.split("/")]
    seats = _seats(engine, held, len(hands))
    dealer = read_dealer(who, seats)
    deal = _dealt(engine, seats, dealer, hands, left)
    hint = ""
    if changed:
        hint = _("the rules of {name} have changed since the line was written").format(name=ruleset.name)
    for part, stands in _moves(moves, engine):
        deal = _pushed(deal, part, stands, hint)
    if moves.text != NONE:
        _check_groups(deal, moves, hint)
    if result:
        _check_scores(deal, result[0], changed)
    return DealLine(deal, changed)


def _seats(engine: Engine, part: Part, players: int) -> tuple[str, ...]:
    known = engine.ruleset.players
    if players not in known:
        message = _("{name} is not for {number} players")
        hint = _("it is for {known}").format(known=", ".join(map(str, known)))
        raise RecordError.of("line.cards", message, part.place(), hint, name=engine.ruleset.name, number=players)
    return engine.seats(players)


def _dealt(engine: Engine, seats: tuple[str, ...], dealer: int, held: Sequence[Part], left: Part) -> Deal:
    """The deal at its first decision. A hand that takes the talon before anybody is asked may be written with it.

    Raises RecordError where a card is missing, stands twice or is one too many.
    """
    index, deck, players = engine.index, engine.ruleset.deck, len(seats)
    rest = read_cards(left, deck)
    talon, size, seen, hands = deck.mask(rest), index.deals.hand_size(players), 0, [0] * players
    whole: list[tuple[int, int, Part]] = []
    for seat, part in zip(seats_after(dealer, players), held, strict=True):
        hand, unknown = read_set(part, deck)
        if talon and not talon & ~hand and hand.bit_count() == size + len(rest):
            whole.append((seat, hand, part))
            hand &= ~talon
        if unknown is None or unknown or hand.bit_count() != size:
            message = _("a hand has {size} cards, and this one has {given}")
            hint = _("write all cards; a deal told in part stands in an example file")
            given = "?" if unknown is None else hand.bit_count() + unknown
            raise RecordError.of("line.cards", message, part.place(), hint, size=size, given=given)
        if hand & seen:
            raise twice(part.place(), next(iter(deck.set(hand & seen))))
        hands[seat], seen = hand, seen | hand
    at = 0
    for card in rest:
        if seen & card.bit:
            raise twice(left.place(at), card)
        seen, at = seen | card.bit, at + len(card.code)
    if seen != deck.all:
        missing = " ".join(card.code for card in deck.set(deck.all & ~seen))
        message, hint = (
            _("these cards are nowhere: {missing}"),
            _("write all cards that are in no hand, in their order"),
        )
        raise RecordError.of("line.cards", message, left.place(), hint, missing=missing)
    deal = Setup.as_dealt(index, seats, dealer, tuple(hands), rest).deal(engine, "bid")
    for seat, hand, part in whole:
        if deal.start.hands[seat] != hand:
            raise twice(part.place(), rest[0])
    return deal


def _moves(part: Part, engine: Engine) -> Iterator[tuple[Part, bool]]:
    """Each move as it is typed, and whether it stands although a rule refuses it."""
    deck = engine.ruleset.deck
    for group in part.split("/") if part.text != NONE else ():
        if "," not in group.text and _is_cards(group.text):
            at, stands = 0, False
            while at < len(group.text):
                stands = group.text[at] == _STANDS
                at += stands
                card = _first_card(group.after(at), deck.by_code)
                yield Part(card.code, group.at + at, group.line), stands
                at += len(card.code)
            continue
        for word in group.split(","):
            stands = word.text.startswith(_STANDS)
            yield _as_typed(word.after(stands), engine), stands


def _is_cards(text: str) -> bool:
    """True for cards one behind the other, some of which may stand against a rule, or what was meant to be such."""
    return bool(re.match(r"!?[A-Z]([A-Z]|[0-9])", text))


def _first_card(part: Part, known: Mapping[str, Card]) -> Card:
    """The card with which a part begins. Raises RecordError."""
    end = re.match(r".[^A-Z!]*[A-Z]?[0-9]*", part.text)
    codes = sorted(known, key=len, reverse=True)
    code = next((code for code in codes if part.text.startswith(code)), "")
    if not code or part.text[len(code) :][:1].isdigit():
        deck = next(iter(known.values()))
        given = end[0] if end else part.text
        message, hint = _("{given!r} is not a card of the pack"), _("write cards as {code}").format(code=deck.code)
        raise RecordError.of("line.card", message, part.place(), hint, given=given)
    return known[code]


def _as_typed(word: Part, engine: Engine) -> Part:
    """A move as one types it. Raises RecordError."""
    text = word.text
    if text == _SILENT:
        text = NOTHING
    elif text.startswith(_SEVERAL):
        text = " ".join(card.code for card in read_cards(word.after(1), engine.ruleset.deck))
    elif not text:
        hint = _("write a dot for a player who says or does nothing")
        raise RecordError.of("line.form", _("a move is missing"), word.place(), hint)
    return Part(text.replace(":", " "), word.at, word.line)


def _pushed(deal: Deal, part: Part, stands: bool, hint: str) -> Deal:
    """The deal with one more move. Raises RecordError with its place in the line."""
    if deal.over:
        message, cure = _("the deal is over before this move"), _("leave out what comes after the end")
        raise RecordError.of("line.move", message, part.place(), cure)
    try:
        deal = deal.push(read_action(deal.engine, deal.state, part.text), irregular=stands)
    except (IllegalActionError, NotationError) as error:
        problem = error.problems[0]
        message = _("the move {text!r} of {who}: {reason}")
        who, cure = deal.state.seats[deal.state.turn or 0], hint or problem.hint or _("see the cards before it")
        raise RecordError.of(
            "line.move", message, part.place(), cure, text=part.text, who=who, reason=problem.message
        ) from None
    if stands and not deal.moves[-1].irregular:
        message, cure = _("! says that {text} is refused, but no rule refuses it"), _("leave out the !")
        raise RecordError.of("line.move", message, part.place(), cure, text=part.text)
    return deal


def _check_groups(deal: Deal, part: Part, hint: str) -> None:
    """Raise RecordError where a group does not end with its trick or round."""
    groups = [*part.split("/")]
    given = [sum(1 for _move in _moves(group, deal.engine)) for group in groups]
    found = [len([*moves]) for moves in _grouped(deal.moves)]
    for group, told, size in zip(groups, given, found, strict=False):
        if told != size:
            message = _("this group has {told} moves, and the trick or round has {size}")
            raise RecordError.of(
                "line.form",
                message,
                group.place(),
                hint or _("put / where a trick or round ends"),
                told=told,
                size=size,
            )
    if len(given) != len(found):
        message = _("there are {told} groups of moves, and {size} rounds and tricks")
        raise RecordError.of(
            "line.form",
            message,
            groups[-1].place(),
            hint or _("put / where a trick or round ends"),
            told=len(given),
            size=len(found),
        )


def _check_scores(deal: Deal, part: Part, changed: bool) -> None:
    """Raise RecordError for scores that the deal does not come to, unless the rules have changed since."""
    texts = [each.text for each in part.after(1).split("/")]
    if not part.text.startswith(_RESULT) or not all(map(_NUMBER.fullmatch, texts)):
        message, hint = _("{text!r} are no scores"), _("write one for each seat, as in =51/-25/-26")
        raise RecordError.of("line.form", message, part.place(), hint, text=part.text)
    if not deal.over:
        message, hint = _("the line has scores, and the deal is not over"), _("leave them out, or add the moves")
        raise RecordError.of("line.scores", message, part.place(), hint)
    scores = _scores(deal)
    found = [scores[seat] for seat in seats_after(deal.start.dealer, deal.start.players)] if scores else []
    if [*map(int, texts)] != found and not changed:
        message = _("the deal comes to {found}, and not to {given}")
        words = "/".join(map(str, found)) or _("no scores")
        hint = _("correct a move, or leave the scores out: they follow from it")
        raise RecordError.of("line.scores", message, part.place(), hint, found=words, given="/".join(texts))
