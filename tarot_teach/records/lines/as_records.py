"""Lines as records: wherever a worked example is named, a line may stand."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from tarot_teach.engine.deal import Deal
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.loading import Document, Library
from tarot_teach.messages import N_, _
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.lines.deals import read_deal_line
from tarot_teach.records.lines.positions import read_position_line, scores_by_cards
from tarot_teach.records.lines.text import DEAL, check_version
from tarot_teach.records.record import Record
from tarot_teach.rules import Ruleset

CHANGED = N_("The rules have changed since the line was written.")
_NO_SCORE = N_("A line of a position tells no announcements and choices, and the deal is not scored.")


class LineRecord(NamedTuple):
    """The record of a line, and the deal, where the line tells one from its dealt cards; ``changed``: the rules are others than when the line was
    written."""

    record: Record
    changed: bool
    deal: Deal | None = None


def read_line(text: str, library: Library) -> LineRecord:
    """The record of a deal or a position. Raises LoadError for an unknown ruleset, and RecordError with the place of a fault."""
    line, deal = text.strip().replace("~", " "), None
    check_version(line)
    if line.startswith(DEAL):
        read = read_deal_line(line, library)
        about = [_(CHANGED)] if read.changed else []
        ruleset, changed, places, deal = read.deal.engine.ruleset, read.changed, None, read.deal
        data, title = deal_record(read.deal), _("A deal of {title}")
    else:
        (ruleset, changed), data, places = read_position_line(line, library)
        about = [_(CHANGED)] if changed else []
        about += [] if scores_by_cards(RuleIndex(ruleset), announced="shown" in data) else [_(_NO_SCORE)]
        title = _("A position of {title}")
    return LineRecord(_record(line, ruleset, title, about, data, places), changed, deal)


def _record(
    line: str, ruleset: Ruleset, title: str, about: list[str], data: dict[str, Any], places: Document | None
) -> Record:
    """A record with an id that follows from the line."""
    id = f"line-{sha256(line.encode()).hexdigest()[:8]}"
    head = {"format": 1, "id": id, "ruleset": ruleset.name, "title": title.format(title=ruleset.title)}
    introduction = {"about": "\n\n".join(about)} if about else {}
    return Record(ExampleFile.model_validate({**head, **introduction, **data}), places)
