"""Names, the author's words, and events in sentences: shared by everything that explains a replay."""

from __future__ import annotations

from tarot_teach.engine import Engine
from tarot_teach.messages import PersonName, _
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import commentary
from tarot_teach.records.replay import Replay
from tarot_teach.rules import Ruleset
from tarot_teach.table import Finding, State, events, seat_name
from tarot_teach.text import Text

OF_ONE_CARD = (events.CardsCaptured, events.PileStolen)
"""Events that say what one card of a round has taken."""
OPEN_TABLE = (*OF_ONE_CARD, events.DealtAnew, events.RestTaken)
"""Events that come of a card, or of what its player says that it takes, where cards lie open."""

EXPLAINED_BEFORE_PLAY = (
    *(
        events.HandVoided,
        events.AllPassed,
        events.CardCalled,
        events.NobodyHas,
        events.CalledCardLaid,
        events.TalonTaken,
    ),
    *(
        events.TalonTurned,
        events.CardsTaken,
        events.HeapTurned,
        events.CardsDrawn,
        events.TrumpsMade,
        events.CardsLaidAway,
        events.TalonLaidAside,
        events.CardsDiscarded,
        events.Announced,
        events.PaidInPlay,
        events.LeaderChosen,
        events.CardsLaidOpen,
        *OPEN_TABLE,
    ),
)
"""Events whose findings are explained before the first trick, each in a sentence."""

EXPLAINED_AFTER_TRICKS = (
    *(
        events.TurnMissed,
        events.TrickWon,
        events.PartnerKnown,
        events.TalonCardWon,
        events.TalonWon,
        events.RestOfTalonWon,
        events.PaidInPlay,
        events.HeapTurned,
        events.PlayedOn,
        *OPEN_TABLE,
        events.PlayEnded,
    ),
    *events.CARD_TRANSFERS,
)
"""Events whose findings are explained as the outcome of a trick."""


class Narrator:
    """A replay with the names of its players."""

    def __init__(self, replay: Replay) -> None:
        self.replay: Replay = replay
        self.engine: Engine = replay.engine
        self.file: ExampleFile = replay.record.file
        self.ruleset: Ruleset = replay.engine.ruleset

    def who(self, seat: int) -> PersonName:
        """A player's name: the record's, or else the seat's."""
        letter = self.replay.start.seats[seat]
        return PersonName((self.file.seats or {}).get(letter) or seat_name(letter, self.replay.start.seats))

    def number(self, state: State) -> int:
        """The number of the trick in a state; in a plain example counted from its first."""
        return state.number - (self.replay.start.unrecorded_tricks if self.file.plain else 0)

    def words(self, source: str | None, *path: str | int) -> tuple[Text, ...]:
        """A comment of the author, at ``path`` in the record, as paragraphs."""
        return commentary(self.replay.record, self.ruleset, source, path) if source else ()

    def sentences(self, event: events.Event, seat: int | None = None) -> list[Text]:
        """An event before the first trick in sentences; none for an event that no rule explains. With a ``seat``, what its player may know."""
        if not isinstance(event, EXPLAINED_BEFORE_PLAY):
            return []
        if (
            isinstance(event, events.CardsTaken)
            and not event.shown
            and event.seat is not None
            and seat not in (None, event.seat)
        ):
            return [self.ruleset.say(_("{who} takes {talon:the}."), who=self.who(event.seat))]
        return [self.engine.because(finding, self.who) for finding in event.findings if "given" not in finding.facts]

    def consequences(self, event: events.Event) -> list[Text]:
        """An event of a completed trick in sentences; none for an event without consequences."""
        return [self.engine.because(finding, self.who) for finding in consequences(event)]


def consequences(event: events.Event) -> tuple[Finding, ...]:
    """The findings of an event that explain the outcome of a trick."""
    return event.findings if isinstance(event, EXPLAINED_AFTER_TRICKS) else ()
