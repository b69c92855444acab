"""Entries of a record without effect: calls after the auction, announcements that nobody could make, and the like."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.errors import KeyPath, Problem
from tarot_teach.language import _
from tarot_teach.records.runner import Runner


def unused(runner: Runner) -> Iterator[Problem]:
    """A fault for each action that is told and was not taken, once the record has been walked through."""
    for path, what in _entries(runner):
        if path not in runner.used:
            message = _("this {what} is told, and has no place in the deal").format(what=what)
            hint = _("leave it out, or check what comes before it")
            yield Problem("record.unused", message, runner.reader.record.place(path), hint)


def _entries(runner: Runner) -> Iterator[tuple[KeyPath, str]]:
    """The actions that the record tells, except its cards, with their places."""
    file, begins = runner.file, runner.file.start.step
    for name, what in (("cut", "cut"), ("talon_after", _("way of dealing"))):
        if getattr(file, name) is not None:
            yield (name,), what
    if isinstance(file.discard, list):
        yield ("discard",), "discard"
    if isinstance(file.auction, list):
        yield from ((("auction", i), "call") for i in range(len(file.auction)))
    yield from ((("claims", i), "claim") for i in range(len(file.claims)))
    if isinstance(file.call, list) and begins in ("deal", "bid", "talon"):
        yield from ((("call", i), _("called card")) for i in range(len(file.call)))
    declared = {(runner.state.seats[done.seat], done.level) for done in runner.state.declared}
    for i, shown in enumerate(file.shown):
        if (shown.seat, shown.level) not in declared:
            yield ("shown", i), "announcement"
    for number, trick in enumerate(file.tricks):
        yield from ((("tricks", number, "pay", i), "payment") for i in range(len(trick.pay)))
        players = {text.split()[0] for text in trick.cards if text.split()}
        yield from ((("tricks", number, "before", seat), "comment") for seat in trick.before if seat not in players)
        for i, text in enumerate(trick.irregular):
            if text not in trick.cards:
                yield ("tricks", number, "irregular", i), _("irregular play")
