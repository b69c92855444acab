"""The question of what cards bring with all cards open, at a moment, in a whole deal, or in a position that is typed, and its answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.errors import UnfitError, spot
from tarot_teach.explain.open_cards import keep_values
from tarot_teach.loading import Library
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import PAGE, QUIET, Files, Question, Report, TableReport, Watch, asks
from tarot_teach.records.lines.positions import scores_by_cards, tells_announcements
from tarot_teach.records.lines.text import POSITION
from tarot_teach.records.replay import Replay
from tarot_teach.rules import Ruleset
from tarot_teach.solver import MANY, Objective
from tarot_teach.topics.open_cards.best_play import BestPlay, best_play, keep_best_play, kept_best_play
from tarot_teach.topics.open_cards.card_values import OpenCards, open_cards, open_cards_at
from tarot_teach.topics.open_cards.typed_position import typed_position

OF_A_POSITION = ("taker", "partner", "called", "leader", "laid", "taken", "contract")
"""The fields of a position that is typed, beside the hands."""


@dataclass(frozen=True, slots=True, repr=False)
class SolvedCards(TableReport):
    """The value of each card at a moment of an example with all cards open; ``cards`` are the facts."""

    cards: OpenCards

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards of which none is known to be better."""
        return self.cards.best

    @property
    def stopped(self) -> bool:
        """True where the search was interrupted."""
        return self.cards.stopped

    def blocks(self) -> list[Block]:
        return list(self.cards.blocks())

    def to_dict(self) -> dict[str, Any]:
        return self.cards.to_dict()

    def rows(self) -> list[dict[str, Any]]:
        """A row for each card that may be played."""
        return self.cards.rows()

    def _summary(self) -> str:
        state = self.cards.state
        return f"{self.cards.id}, trick {state.number}: {state.seats[self.cards.seat]}"


@dataclass(frozen=True, slots=True, repr=False)
class SolvedDeal(Report):
    """A whole deal against best play with all cards open."""

    deal: BestPlay

    @property
    def stopped(self) -> bool:
        """True where the search was interrupted."""
        return self.deal.stopped

    def blocks(self) -> list[Block]:
        return list(self.deal.blocks())

    def to_dict(self) -> dict[str, Any]:
        return self.deal.to_dict()

    def _summary(self) -> str:
        return self.deal.done.record.file.id


def check_counted(done: Replay, line: str) -> None:
    """Raise UnfitError for the line of a position that does not tell what the rules need to count the deal."""
    index, announced = done.engine.index, "shown" in done.record.file.model_fields_set
    if not line.strip().startswith(POSITION) or scores_by_cards(index, announced=announced):
        return
    message, name = _("the line does not tell what has been announced"), done.engine.ruleset.title
    hint = _("add it behind the line, as +S.slam, or +- where nothing was announced")
    if not tells_announcements(index):
        message = _(
            "the line of a position does not tell what was asked before the play, or what has been paid, by which {name} is counted"
        )
        hint = _("give the deal from its cards on, as a line that begins with d1, or as an example")
    raise UnfitError.of("solve.unfit", message, hint=hint, name=name)


@dataclass(frozen=True, kw_only=True)
class SolveQuestion(Question[SolvedCards | SolvedDeal]):
    """Print what each card would have brought at a moment of EXAMPLE, an id or a file, if all had seen all cards and played their best, and
    what the card that was played cost.

    With --hand for each seat and --taker, EXAMPLE is a ruleset, and the position is the one that is typed.
    """

    name: ClassVar[str] = "solve"
    argument: ClassVar[str] = "example"
    formats: ClassVar[tuple[str, ...]] = PAGE
    document: ClassVar[bool] = True
    game: Ruleset | None = None
    done: Replay | None = None
    keep: bool = False
    watch: Watch = QUIET
    hands: tuple[str, ...] = asks(
        N_("A hand, of a position that is typed."), default=(), option="hand", metavar='"SEAT: CARDS"', separator=";"
    )
    taker: str | None = asks(N_("The taker, of a position that is typed."), metavar="S")
    partner: str | None = asks(N_('The partner of the taker; "alone" where there is none.'), metavar="S")
    called: str | None = asks(N_("The card that was called; its holder is the partner."), metavar="CARD")
    leader: str | None = asks(N_("The seat that leads to the trick; without it, the taker."), metavar="S")
    laid: str | None = asks(N_("The cards of the trick in the order played."), metavar="CARDS")
    taken: str | None = asks(N_("Cards that the taker's side has already."), metavar="CARDS")
    contract: str | None = asks(N_("The contract that is played."))
    trick: int | None = asks(N_("The trick; without it, the first of the last eight."), metavar="N", least=1)
    seat: str | None = asks(N_("The seat whose card is asked about; without it, the first to play."), metavar="S")
    objective: str | None = asks(
        N_("What the sides play for; without it, what the game is about: card points, tricks, or the contract."),
        choices=tuple(aim.value for aim in Objective),
    )
    nodes: int = asks(N_("The most positions that are searched for a card."), default=MANY, metavar="N", least=1)
    line: bool = asks(N_("Add one line of best play to the end."), default=False)
    whole: bool = asks(
        N_(
            "Say of the whole deal from where on best play makes or defeats the contract, which cards changed that, and what cards cost."
        ),
        default=False,
    )

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        if given.get("hands"):
            return {"game": files.ruleset(names[0])}
        done, source = files.replayed(names[0]), files.line_named(names[0])
        if source is not None:
            check_counted(done, source.text)
        return {"done": done}

    def title_of(self, answer: SolvedCards | SolvedDeal) -> str:
        return self.game.title if self.game else self.done.record.file.title if self.done else ""

    def answer(self, library: Library) -> SolvedCards | SolvedDeal:
        self._check()
        if self.done is None:
            return self._typed()
        if self.keep:
            file = keep_values(self.done)
            nothing = "the solver takes no position of the last ten tricks: nothing is kept"
            self.watch.note(f"kept in {file}" if file else nothing)
        if self.whole:
            return SolvedDeal(self._whole(self.done))
        return SolvedCards(open_cards(self.done, self.trick, self.seat, self._aim, self.nodes, self.line))

    @property
    def _aim(self) -> Objective | None:
        """The objective; None for what the game is about."""
        return None if self.objective is None else Objective(self.objective)

    def _check(self) -> None:
        """Raise UnfitError for fields that do not go together."""
        if self.done is None:
            if self.trick is not None or self.seat or self.whole or self.keep:
                fields = ", ".join(map(spot, ("trick", "seat", "whole")))
                message = _("a position that is typed has one moment, and is in no file")
                hint = _("leave out {fields} and {last}").format(fields=fields, last=spot("keep"))
                raise UnfitError.of("solve.typed", message, hint=hint)
            if not self.taker and self.game is not None and not Engine(self.game).scorer.has_sides:
                message = _("in {name} nobody is a taker")
                hint = _("best play is worked out for a taker's side and a defence")
                raise UnfitError.of("solve.unfit", message, hint=hint, name=self.game.name)
            if not self.taker:
                hint = _("name a seat: {field} S").format(field=spot("taker"))
                raise UnfitError.of("solve.typed", _("nobody is the taker"), hint=hint)
            return
        names = ", ".join(spot(name) for name in OF_A_POSITION if getattr(self, name))
        if names:
            message, hint = _("{names} belongs to a position that is typed"), _('give each hand: {field} "S: T21 SR"')
            raise UnfitError.of("solve.typed", message, hint=hint.format(field=spot("hands")), names=names)
        if self.whole and (
            self.trick is not None or self.seat or self.line or self._aim not in (None, Objective.POINTS)
        ):
            fields = ", ".join(map(spot, ("trick", "seat", "line")))
            message = _("{field} asks about no moment and no objective")
            hint = _("leave out {fields} and {last}").format(fields=fields, last=spot("objective"))
            raise UnfitError.of("solve.whole", message, hint=hint, field=spot("whole"))

    def _typed(self) -> SolvedCards:
        """The value of each card in the position of the hands."""
        assert self.game is not None and self.taker is not None
        engine, deck = Engine(self.game), self.game.deck
        hands: dict[str, list[Card]] = {}
        for text in self.hands:
            seat, colon, cards = text.partition(":")
            if not colon or seat.strip() in hands:
                message, hint = _("{text!r} is not the hand of a seat"), _('write each seat once, as in "S: T21 SR"')
                raise UnfitError.of("solve.hands", message, hint=hint, text=text)
            hands[seat.strip()] = deck.parse(cards)
        state = typed_position(
            engine,
            hands,
            taker=self.taker,
            partner=self.partner,
            called=None if self.called is None else deck.card(self.called),
            leader=self.leader,
            trick=deck.parse(self.laid or ""),
            taken=deck.parse(self.taken or ""),
            contract=self.contract,
        )
        return SolvedCards(open_cards_at(engine, state, self._aim, self.nodes, self.line))

    def _whole(self, done: Replay) -> BestPlay:
        """The course of the whole deal with best play, kept or searched."""
        deal = None if self.keep else kept_best_play(done, self.nodes)
        deal = deal or best_play(done, self.nodes)
        if self.keep and not deal.stopped:
            keep_best_play(deal)
        return deal
