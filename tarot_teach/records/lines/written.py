"""Lines of deals and positions that have been read again, and bring the same."""

from __future__ import annotations

from dataclasses import replace

from tarot_teach.engine.deal import Deal
from tarot_teach.engine.notation import read_seat
from tarot_teach.errors import NotationError, TarotError
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.records.lines.positions import tells_announcements, untold, written_position
from tarot_teach.records.runner import replay_example
from tarot_teach.table import Play


def position_line(deal: Deal, library: Library, seat: int | None = None) -> str:
    """The position in which a deal stands, as a line: with all cards open, or as a ``seat`` knows them. The line has been read again, and allows
    the same cards.

    Raises RecordError for a position that no line can hold.
    """
    line = written_position(deal, seat)
    if seat is not None and seat != deal.state.turn:
        return line  # the cards of the seat to play are hidden, so that nothing says which are allowed
    try:
        again = replay_example(line, library).deal
    except TarotError as error:
        raise untold(error.problems[0].message) from None
    other = again.legal.cards ^ deal.legal.cards
    if (again.state.turn, again.state.trick.cards) != (deal.state.turn, deal.state.trick.cards):
        raise untold(_("a player who can play no card is to pass, and a line goes on to the next"))
    if {*again.state.declared} != {*deal.state.declared} and tells_announcements(deal.engine.index):
        raise untold(_("what has been announced is not told by the cards that were shown"))
    if other:
        card = next(iter(deal.state.deck.set(other)))
        verdicts = [each.verdict(Play(deal.state.turn or 0, card)) for each in (deal, again)]
        rule = next((verdict.decisive.rule for verdict in verdicts if verdict.decisive), "")
        message = _("the cards allowed in it rest on what was said or played before, by the rule “{title}”")
        raise untold(message.format(title=deal.engine.ruleset.rules[rule].title if rule else rule))
    if [*again.legal] != [*deal.legal]:
        raise untold(_("its player has drawn in this turn, and may draw on"))
    return line


def line_at(deal: Deal, library: Library, at: str, seen_by: str | None = None) -> str:
    """The position in which a seat is to play to a trick (``8 S``), as a line: with all cards open, or as a seat knows them.

    Raises NotationError for a place that the deal does not have.
    """
    words = at.split()
    if not words or len(words) > 2 or not words[0].isdecimal():
        message, hint = _("{at!r} is not a trick and a seat"), _("write them like 8 S")
        raise NotationError.of("line.at", message, hint=hint, at=at)
    seat = read_seat(deal.start, words[1]) if len(words) > 1 else None
    for i, move in enumerate(deal.moves):
        its = seat is None or move.action.seat == seat
        if move.number == int(words[0]) and its and isinstance(move.action, Play):
            eyes = None if seen_by is None else read_seat(deal.start, seen_by)
            return position_line(replace(deal, moves=deal.moves[:i]), library, eyes)
    numbers = [move.number for move in deal.moves if isinstance(move.action, Play)]
    hint = (
        _("it has tricks {first} to {last}").format(first=numbers[0], last=numbers[-1])
        if numbers
        else _("it has no tricks")
    )
    raise NotationError.of("line.at", _("nobody plays a card of this deal at {at!r}"), hint=hint, at=at)
