"""Seats, actions, events, states, findings and verdicts: plain values without rules."""

from tarot_teach.table.actions import (
    NOTHING,
    PASS,
    VOID,
    Action,
    Bid,
    Call,
    Cut,
    DealCards,
    Declare,
    Discard,
    Pay,
    Play,
    action_name,
)
from tarot_teach.table.events import ROUTINE_EVENTS, Event
from tarot_teach.table.outcome import BOTH_SIDES, DEFENCE, SLAMS, TAKER, Apart, Handful, Line, Outcome, Result, Sheet
from tarot_teach.table.seats import SEAT_NAMES, default_seats, seat_name
from tarot_teach.table.state import Auction, Choices, DealChoice, Debt, Declaration, DiscardChoice, Phase, State, Taken
from tarot_teach.table.trick import Trick
from tarot_teach.table.verdict import Effect, Finding, Verdict

__all__ = [
    "BOTH_SIDES",
    "DEFENCE",
    "NOTHING",
    "PASS",
    "ROUTINE_EVENTS",
    "SEAT_NAMES",
    "SLAMS",
    "TAKER",
    "VOID",
    "Action",
    "Apart",
    "Auction",
    "Bid",
    "Call",
    "Choices",
    "Cut",
    "DealCards",
    "DealChoice",
    "Debt",
    "Declaration",
    "Declare",
    "Discard",
    "DiscardChoice",
    "Effect",
    "Event",
    "Finding",
    "Handful",
    "Line",
    "Outcome",
    "Pay",
    "Phase",
    "Play",
    "Result",
    "Sheet",
    "State",
    "Taken",
    "Trick",
    "Verdict",
    "action_name",
    "default_seats",
    "seat_name",
]
