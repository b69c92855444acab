"""Seats, actions, events, states, findings and verdicts: plain values without rules."""

from tarot_teach.table.actions import (
    DISCARD,
    NOTHING,
    PASS,
    VOID,
    Action,
    Bid,
    Choose,
    Play,
)
from tarot_teach.table.events import ROUTINE_EVENTS, Event
from tarot_teach.table.facts import BOTH_SIDES, DEFENCE, TAKER, Fact, FactError, Facts, NumberFact, SeatsFact, SideFact
from tarot_teach.table.memory import Memory
from tarot_teach.table.outcome import Apart, Line, Outcome, Paid, Result, Sheet
from tarot_teach.table.picks import Pick
from tarot_teach.table.state import (
    SEAT_NAMES,
    Auction,
    Choices,
    DealChoice,
    Debt,
    Declaration,
    Heap,
    Phase,
    State,
    Taken,
    Trick,
    Turned,
    default_seats,
    seat_name,
    with_cards,
    without_cards,
)
from tarot_teach.table.verdict import Effect, Finding, Verdict

__all__ = ["DISCARD", "NOTHING", "PASS", "VOID", "Action", "Bid", "Choose"]
__all__ += ["Pick", "Play"]
__all__ += ["BOTH_SIDES", "DEFENCE", "TAKER", "Apart", "Line", "Outcome", "Paid", "Result", "Sheet"]
__all__ += ["Fact", "FactError", "Facts", "Memory", "NumberFact", "SeatsFact", "SideFact"]
__all__ += ["SEAT_NAMES", "Auction", "Choices", "DealChoice", "Debt", "Declaration", "Heap", "Phase", "State"]
__all__ += ["ROUTINE_EVENTS", "Effect", "Event", "Finding", "Taken", "Trick", "Turned", "Verdict"]
__all__ += ["default_seats", "seat_name", "with_cards", "without_cards"]
