"""Histories of OpenSpiel's game of Slovenian tarok, with the states of its players, as records."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tarot_teach.card_table import between
from tarot_teach.cards import Card
from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.setup import Setup
from tarot_teach.errors import IllegalActionError, LoadError, NotationError
from tarot_teach.loading import Document, Library
from tarot_teach.messages import N_, _
from tarot_teach.records.as_record import deal_record
from tarot_teach.table import NOTHING, PASS, Bid, Choose, Phase, Play
from tarot_teach.topics.other_programs.found import Found
from tarot_teach.topics.other_programs.given_text import GivenText

RULESETS = {3: "slovenian-pagat-3", 4: "slovenian-pagat"}
BIDS = (
    PASS,
    *("klop", "three", "two", "one", "solo_three", "solo_two", "solo_one", "beggar", "solo_without", "open_beggar"),
    *("colour_valat_without", "valat_without"),
)
"""The bids in the order in which the program numbers them."""
_PICTURES = "VCDR"
_RED, _BLACK = (*"4321", *_PICTURES), ("7", "8", "9", "10", *_PICTURES)
CODES = (
    *(f"T{number}" for number in range(1, 23)),
    *(suit + rank for suit, ranks in (("H", _RED), ("D", _RED), ("S", _BLACK), ("C", _BLACK)) for rank in ranks),
)
"""The cards in the order in which the program numbers them."""
KLOP = BIDS.index("klop")
"""The number of klop: in the program forehand bids it, by the rules it is played when forehand too has passed."""
_GAME = re.compile(r"\btarok\b(?:\(([^)]*)\))?")
_PLAYERS = re.compile(r"\bplayers=([0-9]+)")
_HISTORY = re.compile(r"History(?:String)?\(\)\s*=\s*[\"'\[]?([0-9][0-9, ]*)")
_STATE = re.compile(r"InformationStateString\(([0-9])\)\s*=\s*[\"']?([0-9,;d ]+)")
_NOTES = (
    N_("The program has no announcements and no kontra: nobody is taken to say anything."),
    N_("Its scores are not read: it counts bonuses and roundings in other ways."),
)


def is_history(given: GivenText) -> bool:
    """True for a text that has a history of the program."""
    return bool(_HISTORY.search(given.text))


def read_history(given: GivenText, library: Library, ruleset: str | None) -> Found:
    """The record of the longest history: a playthrough has one for each action. Raises LoadError with the place of a fault."""
    game, history = _GAME.search(given.text), _longest(given)
    if game is None:
        raise _wrong(given, 0, _("the game is not named"), _("begin with its name, as in tarok(players=3)"))
    named = _PLAYERS.search(given.text)
    players = int(named[1]) if named else 3
    if players not in RULESETS:
        at = named.start() if named else game.start()
        raise _wrong(given, at, _("the game is for three or four players"), _("correct their number"))
    engine = Engine(library.load(ruleset or RULESETS[players]))
    if players not in engine.ruleset.players:
        message, hint = _("{name} is not for {number} players"), _("leave out --ruleset, or name another one")
        place = given.place(game.start())
        raise LoadError.of("import.players", message, place, hint, name=engine.ruleset.name, number=players)
    table = between(library.load(RULESETS[players]).deck, engine.ruleset.deck).cards
    reader = _Reader(given, engine, players, table)
    deal = reader.played(reader.dealt(history.start(1)), history)
    data = deal_record(deal)
    data.pop("expect", None)
    document = Document(given.file, data, values={(): given.place(history.start(1))}, lines=given.lines)
    return Found("OpenSpiel tarok, history", engine.ruleset.name, data, document, tuple(map(_, _NOTES)))


def _longest(given: GivenText) -> re.Match[str]:
    """The history that all others of the text lead to. Raises LoadError where there are several deals."""
    histories = [*_HISTORY.finditer(given.text)]
    longest = max(histories, key=lambda history: len(_numbers(history[1])))
    whole = _numbers(longest[1])
    for history in histories:
        numbers = _numbers(history[1])
        if numbers != whole[: len(numbers)]:
            message, hint = _("the history of another deal begins here"), _("give each deal a file of its own")
            raise _wrong(given, max(history.start(), longest.start()), message, hint)
    return longest


def _numbers(text: str) -> list[str]:
    return re.findall("[0-9]+", text)


def _wrong(given: GivenText, at: int, message: str, hint: str) -> LoadError:
    return LoadError.of("import.history", message, given.place(at), hint)


class _Reader:
    """Deals the cards of a history, and plays its actions. ``table`` maps cards of the program's pack to those of the ruleset's."""

    def __init__(self, given: GivenText, engine: Engine, players: int, table: Mapping[str, str]) -> None:
        self.given = given
        self.engine = engine
        self.players = players
        self.deck = engine.ruleset.deck
        self.table = table

    def _cards(self, text: str, at: int) -> list[Card]:
        """The cards of numbers with commas between them. Raises LoadError."""
        cards = []
        for number in re.finditer(r"[0-9]+", text):
            if int(number[0]) >= len(CODES):
                message = _("{number} is the number of no card").format(number=number[0])
                raise _wrong(self.given, at + number.start(), message, _("cards are numbered from 0 to 53"))
            code = self.table.get(CODES[int(number[0])])
            if code is None:
                message = _("the {title} has no card for number {number}").format(
                    title=self.deck.title, number=number[0]
                )
                raise _wrong(self.given, at + number.start(), message, _("leave out --ruleset, or name another one"))
            cards.append(self.deck.card(code))
        return cards

    def dealt(self, at: int) -> Deal:
        """The deal as the states of the players tell it: their hands, and the talon, in its order where it is told: where it is shown, and
        under klop by the cards that go with the first tricks."""
        hands, later = [0] * self.players, list[list[Card]]()
        states = {int(found[1]): found for found in _STATE.finditer(self.given.text)}
        for player in range(self.players):
            found = states.get(player)
            if found is None:
                message = _("the state of player {player} is missing: a history has no cards")
                hint = _("add a line InformationStateString({player}) = …")
                raise _wrong(self.given, at, message.format(player=player), hint.format(player=player))
            parts = found[2].split(";")
            hands[player] = self.deck.mask(self._cards(parts[0], found.start(2)))
            size = self.engine.index.deals.hand_size(self.players)
            if hands[player].bit_count() != size or any(hands[player] & hands[other] for other in range(player)):
                message = _("a hand has {size} cards that nobody else has").format(size=size)
                raise _wrong(self.given, found.start(2), message, _("give the state as the program prints it"))
            later = [self._cards(part, found.start(2)) for part in parts[2:] if "d" not in part]
        rest = self.deck.all & ~sum(hands)
        shown = [cards for cards in later if self.deck.mask(cards) == rest]
        talon = shown[0] if shown else [cards[-1] for cards in later if len(cards) > self.players]
        talon = [card for card in talon if card.bit & rest]
        talon += self.deck.set(rest & ~self.deck.mask(talon))
        seats = self.engine.seats(self.players)
        return Setup.as_dealt(self.engine.index, seats, self.players - 1, tuple(hands), talon).deal(self.engine, "bid")

    def played(self, deal: Deal, history: re.Match[str]) -> Deal:
        """The deal with the actions of a history. Raises LoadError at an action that cannot be made."""
        numbers = [(int(found[0]), history.start(1) + found.start()) for found in re.finditer("[0-9]+", history[1])]
        laid: list[Card] = []
        for number, at in numbers[1:]:  # the first one deals the cards
            deal = self._silent(deal)
            if deal.over:
                raise _wrong(self.given, at, _("the deal is over before this action"), _("leave out what follows"))
            deal, laid = self._act(deal, number, at, laid)
        return self._silent(deal)

    def _silent(self, deal: Deal) -> Deal:
        """The deal after those who are asked for an announcement have said nothing."""
        while deal.state.phase in (Phase.ANNOUNCE, Phase.DECLARE, Phase.CLAIM):
            deal = deal.push(NOTHING)
        return deal

    def _act(self, deal: Deal, number: int, at: int, laid: Sequence[Card]) -> tuple[Deal, list[Card]]:
        """The deal after an action, or the cards laid away so far. Raises LoadError."""
        state, seat = deal.state, deal.state.turn or 0
        laid = list(laid)
        try:
            if state.phase is Phase.BID:
                if number >= len(BIDS):
                    message = _("{number} is the number of no bid").format(number=number)
                    raise _wrong(self.given, at, message, _("bids are numbered from 0 to 12"))
                bid = PASS if number == KLOP and BIDS[KLOP] not in deal.legal.bids else BIDS[number]
                return deal.push(Bid(seat, bid)), []
            picks = deal.legal.picks
            if state.phase is Phase.PLAY:
                return deal.push(Play(seat, self._cards(str(number), at)[0])), []
            if picks and not picks[0].most:
                if number >= len(picks):
                    message = _("{number} is the number of no part of the talon").format(number=number)
                    raise _wrong(self.given, at, message, _("parts are numbered from 0"))
                return deal.push(picks[number].action(seat, self.deck)), []
            laid += self._cards(str(number), at)
            if picks and len(laid) < picks[0].most:
                return deal, laid
            return deal.push(Choose(seat, picks[0].rule, picks[0].option, self.deck.set(self.deck.mask(laid)))), []
        except (IllegalActionError, NotationError) as error:
            raise _wrong(self.given, at, error.problems[0].message, _("see the actions before it")) from None
