"""The question of which cards may be played, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tarot_teach.blocks import Block, Paragraph, Reason
from tarot_teach.cards import Card, Deck
from tarot_teach.engine import Engine, trick_position
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.errors import UnfitError, spot
from tarot_teach.explain.why import choices_data, describe_choices
from tarot_teach.loading import Library
from tarot_teach.mechanisms import Who
from tarot_teach.messages import N_, _
from tarot_teach.questions.base import Cards, Files, GameQuestion, Report, asks, read_cards, shown
from tarot_teach.records.gathered import line_record, places_in
from tarot_teach.records.lines.as_records import CHANGED, LineRecord
from tarot_teach.records.runner import replay
from tarot_teach.table import Choices, Phase, State
from tarot_teach.text import say


def the_player(_seat: int) -> str:
    """The name of a player of whom nothing is known."""
    return _("the player")


def read_card(deck: Deck, card: object) -> Card:
    """A card of a pack, given as a card or a code. Raises TypeError, and NotationError with a suggestion."""
    if isinstance(card, str | Card):
        return deck.card(str(card))
    raise TypeError(_("a card is given by its code, such as 'SR', not {shown}").format(shown=shown(card)))


@dataclass(frozen=True, slots=True, repr=False)
class Position(Report):
    """A hand to play to a trick: one of which nothing else is known, or that of the seat to play in the position of a line. ``who`` names
    its player."""

    engine: Engine
    state: State
    hand: tuple[Card, ...]
    who: Who = the_player
    about: tuple[Block, ...] = ()

    @property
    def legal(self) -> Choices:
        """The cards that may be played; printed, their codes."""
        return self.engine.legal(self.state)

    def why(self, card: str | Card) -> Reason:
        """Reason of the rules about a card: true in a condition where it may be played.

        Raises NotationError with a suggestion for a card that is not in the pack.
        """
        return judge_card(self.engine, self.state, read_card(self.state.deck, card), self.who)

    def blocks(self) -> list[Block]:
        return [*self.about, *describe_choices(self.engine, self.state, self.who)]

    def to_dict(self) -> dict[str, Any]:
        return choices_data(self.engine, self.state, self.hand, self.who)

    def _summary(self) -> str:
        played = " ".join(card.code for card in self.state.trick.cards)
        phrase = _("{name}: {hand} to play to {played}") if played else _("{name}: {hand} to play")
        hand = " ".join(card.code for card in self.hand)
        return phrase.format(name=self.engine.ruleset.name, hand=hand, played=played)


@dataclass(frozen=True, kw_only=True)
class LegalQuestion(GameQuestion[Position]):
    """Print the cards of a hand that may be played to a trick by the rules of NAME, and for each other card the rule that refuses it.

    NAME may be a position or a deal on one line, in quotes; then the hand is that of the player who is to play there.
    """

    name: ClassVar[str] = "legal"
    line: LineRecord | None = None
    hand: Cards = asks(N_('The hand of the player to play: "HR H3 T5".'), default="")
    trick: Cards = asks(N_('The cards of the trick in the order played: "H10 S2".'), default="")
    first_trick: bool = asks(N_("It is the first trick of the deal."), default=False)
    last_trick: bool = asks(N_("It is the last trick of the deal."), default=False)
    before: Cards = asks(N_("The cards that this hand has played before."), default="")
    contract: str | None = asks(N_("The contract that is played, where the rules differ by contract."))
    trumps: str = asks(N_("The suit that is trumps, where one is chosen."), default="")
    called: str | Card | None = asks(N_("The card that was called, in games where the taker calls a partner."))

    @classmethod
    def subject_of(cls, names: Sequence[str], files: Files, given: Mapping[str, Any]) -> dict[str, Any]:
        source = files.line_named(names[0])
        if source is None:
            return {"game": files.ruleset(names[0])}
        line = line_record(source, files.library)
        game = files.ruleset(line.record.file.ruleset)
        with places_in(source):
            deal = line.deal or replay(line.record, Engine(game)).deal
        return {"game": game, "line": line._replace(deal=deal)}

    def answer(self, library: Library) -> Position:
        if self.line is not None:
            return self._of_line(self.line)
        engine, deck = Engine(self.game, self.trumps), self.game.deck
        if self.trumps and not engine.index.brings_trumps:
            message, hint = _("in {name} no suit becomes trumps by a choice"), _("leave out {field}")
            raise UnfitError.of("legal.trumps", message, hint=hint.format(field=spot("trumps")), name=self.game.name)
        if self.called is not None and not self.game.at("call"):
            message, hint = _("no rule of {name} asks for a called card"), _("leave out {field}")
            raise UnfitError.of("legal.called", message, hint=hint.format(field=spot("called")), name=self.game.name)
        held = read_cards("hand", deck, self.hand)
        state = trick_position(
            engine,
            held,
            read_cards("trick", deck, self.trick),
            first_trick=self.first_trick,
            last_trick=self.last_trick,
            before=read_cards("before", deck, self.before),
            called=None if self.called is None else read_card(deck, self.called),
            contract=self.contract,
        )
        return Position(engine, state, tuple(held))

    def _of_line(self, line: LineRecord) -> Position:
        """The position of a line. Raises UnfitError for what is given beside it, and for a line in which nobody is to play a card."""
        given = ", ".join(spot(each.name) for each in self.asked() if getattr(self, each.name) != each.default)
        if given:
            message, hint = (
                _("the line has all of the position, and {fields} is given as well"),
                _("leave out {fields}"),
            )
            raise UnfitError.of("legal.line", message, hint=hint.format(fields=given), fields=given)
        engine = Engine(self.game)
        state = (line.deal or replay(line.record, engine).deal).state
        seat = state.turn
        if state.phase is not Phase.PLAY or seat is None or state.asked or state.unseen[seat]:
            message = _("in the line nobody is to play a card whose hand is known")
            hint = _("take the position before a card: tarot-teach replay LINE --format line --at '8 S'")
            raise UnfitError.of("legal.line", message, hint=hint)
        who = state.name(seat)
        said = say(_("{who} is to lead."), who=who)
        if state.trick.cards:
            said = say(_("{who} is to play to {cards}."), who=who, cards=state.trick.cards)
        about = [Paragraph(said, "lead"), *([Paragraph(say(_(CHANGED)), "aside")] if line.changed else [])]
        return Position(engine, state, tuple(state.deck.set(state.hands[seat])), state.name, tuple(about))
