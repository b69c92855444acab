"""Worked examples and hand records: reading, writing, and replaying them card by card."""

from tarot_teach.records.check import check_file
from tarot_teach.records.model import ExampleFile
from tarot_teach.records.record import Record, load_example, read_record, write_record
from tarot_teach.records.replay import Replay, replay
from tarot_teach.records.runner import ReplayStep, Tried

__all__ = [
    "ExampleFile",
    "Record",
    "Replay",
    "ReplayStep",
    "Tried",
    "check_file",
    "load_example",
    "read_record",
    "replay",
    "write_record",
]
