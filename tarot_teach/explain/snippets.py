"""Parts of a page: a hand, one trick judged by the rules, the score sheet of a result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tarot_teach.blocks import Block, Bullets, HandDiagram, HandRow, PlayRow, TrickDiagram
from tarot_teach.cards import Card
from tarot_teach.engine import Engine, Scorer, trick_position
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.errors import NotationError, suggest
from tarot_teach.explain.narrator import consequences
from tarot_teach.explain.score_sheet import sheet_by_role
from tarot_teach.language import _
from tarot_teach.table import Outcome, Play, seat_name
from tarot_teach.text import Text, say


def describe_hand(cards: Sequence[Card], caption: str = "") -> list[Block]:
    """A hand of cards with a caption."""
    return [HandDiagram((HandRow("", caption, tuple(cards)),), caption=Text((caption or _("A hand of cards"),)))]


def describe_trick(
    engine: Engine,
    plays: str,
    hand: str = "",
    *,
    taker: str = "",
    first_trick: bool = False,
    last_trick: bool = False,
) -> list[Block]:
    """A trick, written ``E H10, N H2``; of a complete one also its winner, with the reason.

    ``hand`` are a seat and its cards (``W T5 SR``): each is judged for the next to play. Raises NotationError for seats and cards
    that there are not, or that do not fit together.
    """
    plays_given = [part.split() for part in plays.split(",") if part.strip()]
    if not plays_given or any(len(words) != 2 for words in plays_given):
        raise NotationError.of(
            "trick.plays", _("{plays!r} is not a trick").format(plays=plays), hint=_("write it like `E H10, N H2`")
        )
    deck, seats = engine.ruleset.deck, _seats(engine, [words[0] for words in plays_given])
    order = [_seat(seats, letter) for letter, _code in plays_given]
    played = deck.parse(" ".join(code for _letter, code in plays_given))
    leader = order[0]
    if order != [(leader + i) % len(seats) for i in range(len(order))]:
        around = ", ".join(seats[(leader + i) % len(seats)] for i in range(len(seats)))
        raise NotationError.of(
            "trick.order",
            _("the seats do not play in this order"),
            hint=_("the order is {around}").format(around=around),
        )
    if len(order) > len(seats):
        message = _("{number} cards are played, and {number_2} players sit here").format(
            number=len(order), number_2=len(seats)
        )
        raise NotationError.of("trick.plays", message, hint=_("a trick has one card of each"))
    takes = _seat(seats, taker) if taker else None
    placed = partial(
        trick_position,
        engine,
        leader=leader,
        players=len(seats),
        taker=takes,
        first_trick=first_trick,
        last_trick=last_trick,
    )

    def who(seat: int) -> str:
        return seat_name(seats[seat], seats)

    if len(order) == len(seats):
        if hand.strip():
            raise NotationError.of(
                "trick.hand", _("the trick is complete, so no hand is to play"), hint=_("leave out `hand`")
            )
        state = placed(held=played[-1:], played=played[:-1], unknown=0 if last_trick else 2)
        after, events = engine.apply(state, Play(order[-1], played[-1]), irregular=True)
        outcome = tuple(engine.because(finding, who) for event in events for finding in consequences(event))
        winner = after.tricks[-1].winner
        rows = [PlayRow(seats[s], who(s), c, wins=s == winner) for s, c in zip(order, played, strict=True)]
        return [TrickDiagram(0, tuple(rows), outcome)]
    rows = [PlayRow(seats[s], who(s), c) for s, c in zip(order, played, strict=True)]
    diagram = TrickDiagram(0, tuple(rows))
    if not hand.strip():
        return [diagram]
    letter, *codes = hand.split()
    if _seat(seats, letter) != (order[-1] + 1) % len(seats):
        raise NotationError.of(
            "trick.hand",
            _("{letter} does not play next").format(letter=letter),
            hint=_("it is {seats}").format(seats=seats[(order[-1] + 1) % len(seats)]),
        )
    held = deck.parse(" ".join(codes))
    state = placed(held=held, played=played)
    verdicts = tuple(judge_card(engine, state, card, who).text for card in held)
    shown = HandDiagram((HandRow(letter, who(_seat(seats, letter)), tuple(held)),), caption=say(_("The hand to play")))
    return [diagram, shown, Bullets(verdicts)]


def describe_score(scorer: Scorer, outcome: Outcome, players: int) -> list[Block]:
    """The count and the score sheet of a result that was typed in."""
    counted, findings = scorer.count(outcome)
    sheet = scorer.sheet(counted)
    roles = scorer.settle(sheet, players) if scorer.has_sides else {}
    found = tuple(scorer.index.mechanisms[finding.rule].because(finding, str) for finding in findings)
    blocks: list[Block] = [Bullets(found)] if found and scorer.has_sides else []
    return [*blocks, sheet_by_role(scorer, sheet, roles)]


def _seats(engine: Engine, letters: Sequence[str]) -> tuple[str, ...]:
    """Seats for the usual number of players, or for another number that has these letters."""
    numbers = [len(engine.seats()), *engine.ruleset.players]
    return next((engine.seats(n) for n in numbers if set(letters) <= set(engine.seats(n))), engine.seats())


def _seat(seats: tuple[str, ...], letter: str) -> int:
    if letter not in seats:
        raise NotationError.of(
            "trick.seat", _("nobody sits at {letter!r}").format(letter=letter), hint=suggest(letter, seats, _("seats"))
        )
    return seats.index(letter)
