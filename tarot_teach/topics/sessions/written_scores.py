"""What a score keeper has written down, held against the rules: who sits at the table, their chips, and their scores."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tarot_teach.errors import RecordError
from tarot_teach.text import count_of

if TYPE_CHECKING:
    from tarot_teach.topics.sessions.scorekeeper import Keeper


def seated(keeper: Keeper) -> None:
    """As many players as the game is for, with names that tell them apart; one more where the dealer sits out.

    Raises RecordError where the number is wrong.
    """
    known: dict[str, str] = {}
    for letter, name in keeper.file.players.items():
        if name.strip() in known:
            message = f"{known[name.strip()]} and {letter} are both called {name.strip()}"
            keeper.fault("session.name", message, ("players", letter), "give each player a name of his own")
        known.setdefault(name.strip(), letter)
    wanted = tuple(n + bool(keeper.scorer.seats_table) for n in keeper.engine.ruleset.players)
    if len(keeper.letters) not in wanted:
        numbers = ", ".join(str(n) for n in wanted)
        message = f"{keeper.engine.ruleset.name} is not for {len(keeper.letters)} players at the table"
        keeper.fault("session.players", message, ("players",), f"it is for {numbers}")
        raise RecordError(keeper.problems)


def starting_chips(keeper: Keeper) -> dict[str, Fraction]:
    """What each player begins with: chips as told, or as the ruleset has it, or nothing."""
    ends, told = keeper.scorer.ends, keeper.file.holdings
    chips = Fraction(ends.start or 0 if ends else 0)
    start = dict.fromkeys(keeper.letters, chips)
    if told is None:
        return start
    if not keeper.for_chips:
        message = f"{keeper.engine.ruleset.name} is not played for chips"
        keeper.fault("session.holdings", message, ("holdings",), "leave `holdings` out, or take an option for chips")
        return start
    for letter, number in told.items():
        if number <= 0:
            message = f"{letter} would begin with {number} chips"
            keeper.fault("session.holdings", message, ("holdings", letter), "every player begins with one chip or more")
        if keeper.seat(letter, ("holdings", letter)) is not None:
            start[letter] = Fraction(max(number, 1))
    missing = [letter for letter in keeper.letters if letter not in told]
    if missing:
        message = f"the chips of {', '.join(missing)} are not given"
        keeper.fault("session.holdings", message, ("holdings",), "give each player's chips")
    return start


def compare(
    keeper: Keeper,
    i: int,
    noted: dict[str, int] | None,
    follows: dict[str, Fraction] | None,
    totals: dict[str, Fraction],
) -> dict[str, Fraction] | None:
    """Scores as noted of a deal against those that follow (None where these are not known).

    Gives the noted scores where they are everybody's and can be right.
    """
    if noted is None:
        return None
    before, path = len(keeper.problems), ("deals", i, "scores")
    for letter in noted:
        keeper.seat(letter, (*path, letter))
    whole = set(noted) >= set(keeper.letters)
    total = sum(noted.values())
    if keeper.scorer.has_sides and total and whole:
        message = f"these scores sum to {total}, not to zero"
        keeper.fault("session.sum", message, path, "what some win, the others lose")
    for letter, score in noted.items():
        if letter not in totals:
            continue
        if keeper.for_chips and keeper.sure and totals[letter] + score < 0:
            has = count_of(int(totals[letter]), "chip", "chips")
            right = "" if follows is None else f"; the result makes it {follows[letter]}"
            message = f"{letter} has {has}, and cannot lose {-score}{right}"
            keeper.fault("session.chips", message, (*path, letter), "nobody loses more than he has")
        elif follows is not None and follows[letter] != score and (keeper.sure or not keeper.for_chips):
            message = f"{letter} has {score} here; the result makes it {follows[letter]}"
            keeper.fault("session.score", message, (*path, letter), "correct this entry, or the result")
    sound = whole and len(keeper.problems) == before
    return {letter: Fraction(score) for letter, score in noted.items()} if sound else None
