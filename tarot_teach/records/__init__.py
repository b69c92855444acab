"""Worked examples and hand records: reading, writing, and replaying them card by card."""

from tarot_teach.records.asked import Asked
from tarot_teach.records.check import check_file
from tarot_teach.records.errata import ErrataFile
from tarot_teach.records.model import ExampleFile
from tarot_teach.records.record import Record, load_example, read_record, write_record
from tarot_teach.records.replay import Replay, replay, replay_by
from tarot_teach.records.results import ResultFile, outcome_of_pile, outcomes_of
from tarot_teach.records.runner import ReplayStep, Tried
from tarot_teach.records.scorekeeping import Kept, Session, keep_score
from tarot_teach.records.session import SessionFile

__all__ = [
    "Asked",
    "ErrataFile",
    "ExampleFile",
    "Kept",
    "Record",
    "Replay",
    "ReplayStep",
    "ResultFile",
    "Session",
    "SessionFile",
    "Tried",
    "check_file",
    "keep_score",
    "load_example",
    "outcome_of_pile",
    "outcomes_of",
    "read_record",
    "replay",
    "replay_by",
    "write_record",
]
