"""Parts of a page: a hand, one trick judged by the rules, the score sheet of a result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tarot_teach.blocks import Block, Bullets, HandDiagram, HandRow, PlayRow, TrickDiagram
from tarot_teach.cards import Card, cards_for_prompts
from tarot_teach.engine import Engine, Scorer, trick_position
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.errors import NotationError, suggest
from tarot_teach.explain.laid_trick import lay_trick, trick_diagram
from tarot_teach.explain.score_sheet import sheet_by_role
from tarot_teach.language import _
from tarot_teach.table import Outcome, seat_name
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
    contract: str | None = None,
    first_trick: bool = False,
    last_trick: bool = False,
) -> list[Block]:
    """A trick, written ``E H10, N H2``; of a complete one also its winner, with the reason.

    ``hand`` are a seat and its cards (``W T5 SR``): each is judged for the next to play. Raises NotationError for seats and cards
    that there are not, or that do not fit together.
    """
    given = [part.split() for part in plays.split(",") if part.strip()]
    if not given or any(len(words) != 2 for words in given):
        typed = ", ".join(
            f"{seat} {code}" for seat, code in zip(engine.seats(), cards_for_prompts(engine.ruleset.deck), strict=False)
        )
        hint = _("write it like `{typed}`").format(typed=typed)
        raise NotationError.of("trick.plays", _("{plays!r} is not a trick"), hint=hint, plays=plays)
    letters = [letter for letter, _code in given]
    tables = [engine.seats(), *(engine.seats(number) for number in engine.ruleset.players)]
    seats = next((table for table in tables if set(letters) <= set(table)), tables[0])
    order, deck = [_seat(seats, letter) for letter in letters], engine.ruleset.deck
    played = deck.parse(" ".join(code for _letter, code in given))
    around = [(order[0] + i) % len(seats) for i in range(len(order))]
    if order != around:
        hint = _("the order is {around}").format(around=", ".join(seats[order[0] :] + seats[: order[0]]))
        raise NotationError.of("trick.order", _("the seats do not play in this order"), hint=hint)
    if len(order) > len(seats):
        message, hint = (
            _("{number} cards are played, and {number_2} players sit here"),
            _("a trick has one card of each"),
        )
        raise NotationError.of("trick.plays", message, hint=hint, number=len(order), number_2=len(seats))
    placed = partial(
        trick_position,
        engine,
        leader=order[0],
        players=len(seats),
        taker=_seat(seats, taker) if taker else None,
        contract=contract,
        first_trick=first_trick,
        last_trick=last_trick,
    )

    def who(seat: int) -> str:
        return seat_name(seats[seat], seats)

    rows = [PlayRow(seats[seat], who(seat), card) for seat, card in zip(order, played, strict=True)]
    if len(order) == len(seats):
        if hand.strip():
            hint = _("leave out `hand`")
            raise NotationError.of("trick.hand", _("the trick is complete, so no hand is to play"), hint=hint)
        laid = lay_trick(
            engine,
            played,
            leader=letters[0],
            taker=taker,
            contract=contract,
            first_trick=first_trick,
            last_trick=last_trick,
        )
        return [trick_diagram(laid)]
    diagram = TrickDiagram(0, tuple(rows))
    if not hand.strip():
        return [diagram]
    letter, *codes = hand.split()
    following = (order[-1] + 1) % len(seats)
    if _seat(seats, letter) != following:
        hint = _("it is {seats}").format(seats=seats[following])
        raise NotationError.of("trick.hand", _("{letter} does not play next"), hint=hint, letter=letter)
    held = deck.parse(" ".join(codes))
    state = placed(held=held, played=played)
    verdicts = tuple(judge_card(engine, state, card, who).text for card in held)
    shown = HandDiagram((HandRow(letter, who(following), tuple(held)),), caption=say(_("The hand to play")))
    return [diagram, shown, Bullets(verdicts)]


def _seat(seats: tuple[str, ...], letter: str) -> int:
    if letter not in seats:
        hint = suggest(letter, seats, _("seats"))
        raise NotationError.of("trick.seat", _("nobody sits at {letter!r}"), hint=hint, letter=letter)
    return seats.index(letter)


def describe_score(scorer: Scorer, outcome: Outcome, players: int) -> list[Block]:
    """The count and the score sheet of a result that was typed in."""
    scorer = scorer.under(outcome.contract)
    counted, findings = scorer.count(outcome)
    sheet = scorer.sheet(counted)
    roles = scorer.settle(sheet, players) if scorer.has_sides else {}
    found = tuple(scorer.index.mechanisms[finding.rule].because(finding, str) for finding in findings)
    blocks: list[Block] = [Bullets(found)] if found and scorer.has_sides else []
    return [*blocks, sheet_by_role(scorer, sheet, roles)]
