"""Worked examples and hand records: reading, writing, and replaying them card by card."""

from tarot_teach.records.asked import Asked
from tarot_teach.records.beside import Beside, Difference, SheetLine, lay_beside
from tarot_teach.records.check import check_file
from tarot_teach.records.errata import ErrataFile
from tarot_teach.records.following import Departure
from tarot_teach.records.model import ExampleFile
from tarot_teach.records.policies import AS_PLAYED, LOWEST_ALLOWED, POLICIES, STOP, Policy
from tarot_teach.records.record import Record, load_example, read_record, write_record
from tarot_teach.records.replay import Replay, replay, replay_by
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.records.runner import ReplayStep, Tried
from tarot_teach.records.scorekeeping import Kept, Session, keep_score
from tarot_teach.records.session import SessionFile
from tarot_teach.records.under import Side, follow, moved, owners, tricks_of

__all__ = [
    "AS_PLAYED",
    "LOWEST_ALLOWED",
    "POLICIES",
    "STOP",
    "Asked",
    "Beside",
    "Departure",
    "Difference",
    "ErrataFile",
    "ExampleFile",
    "Kept",
    "Policy",
    "Record",
    "Replay",
    "ReplayStep",
    "ResultFile",
    "Session",
    "SessionFile",
    "SheetLine",
    "Side",
    "Tried",
    "check_file",
    "follow",
    "keep_score",
    "lay_beside",
    "load_example",
    "moved",
    "outcome_of_pile",
    "outcomes_of",
    "owners",
    "read_record",
    "replay",
    "replay_by",
    "tricks_of",
    "write_record",
]
