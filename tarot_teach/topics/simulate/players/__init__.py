"""Players, who decide in simulated deals and against whom people play: the interface, the player at random, and the simple one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import ClassVar, NamedTuple

from tarot_teach.advice.evaluate import evaluate
from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, suggest
from tarot_teach.language import N_, _
from tarot_teach.mechanisms.asking import BringsTrumps
from tarot_teach.order import Order
from tarot_teach.rules import PLAYS
from tarot_teach.table import (
    NOTHING,
    PASS,
    Action,
    Bid,
    Choices,
    Choose,
    Phase,
    Pick,
    Play,
    State,
)
from tarot_teach.table.state import ONE_PICK
from tarot_teach.text import Text
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players.by_order import (
    Seen,
    call_by_order,
    choose_by_order,
    discard_by_order,
    drawn_by_order,
    strength,
)
from tarot_teach.topics.simulate.players.fishing import best_card, best_way
from tarot_teach.topics.simulate.players.maxims import MAXIMS, choose_call, choose_card, choose_discard
from tarot_teach.topics.simulate.players.pack import Pack, UnfitPackError, bit, lowest, nth, pack_of


class Decision(NamedTuple):
    """An action, and the maxim behind it: a key of the player's ``maxims``, or empty. ``why`` is what speaks for this choice."""

    action: Action
    maxim: str = ""
    why: Text | None = None


class Player(ABC):
    """Decides for any seat of a deal under one ruleset. It keeps nothing from one decision to the next.

    Another package offers a player by an entry point in the group ``tarot_teach.players`` that names the class.
    """

    name: ClassVar[str]
    needs_view: ClassVar[bool] = True
    """True if it looks at more than the allowed actions. Otherwise no view of the table is made for it."""
    levels: ClassVar[bool] = False
    """True if a level may be named with it, as in ``strong:20``."""
    level: int = 0
    signals: ClassVar[bool] = False
    """True if it gives the signals of the advice."""
    signalling: frozenset[int] = frozenset()
    """The seats of the table whose players signal."""

    def __init__(self, engine: Engine, advice: AdviceFile | None = None) -> None:
        self.engine = engine
        self.advice = advice

    @property
    def maxims(self) -> Mapping[str, Text]:
        """The maxims that it follows, in whole sentences, by name."""
        return {}

    @abstractmethod
    def choose(self, choices: Choices, draws: Draws) -> Decision:
        """Choose an allowed action. ``choices.state`` is what the seat to act may know; there is at least one action."""


class RandomPlayer(Player):
    """Takes any allowed action, each with the same chance."""

    name: ClassVar[str] = "random"
    needs_view: ClassVar[bool] = False

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        seat, deck = choices.seat, choices.state.deck
        assert seat is not None
        if choices.picks and (not choices.cards or draws.below(2)):
            return Decision(drawn(choices, draws))
        number = draws.below(choices.ways() - sum(pick.ways() for pick in choices.picks))
        named: list[Action] = [Choose.of_numbers(seat, choices.rule, (at,)) for at in choices.cuts]
        named += [Bid(seat, bid) for bid in choices.bids]
        named += choices.declarations
        if number < len(named):
            return Decision(named[number])
        return Decision(Play(seat, deck.cards[nth(choices.cards, number - len(named))]))


def drawn(choices: Choices, draws: Draws) -> Choose:
    """A choice that a rule asks for, each option with the same chance, then each number of cards and each card."""
    assert choices.seat is not None
    settled = choices.state.phase in ONE_PICK
    pick = choices.picks[0] if settled else choices.picks[draws.below(len(choices.picks))]
    least = max(pick.least, pick.obliged.bit_count())
    number = pick.most if settled else least + draws.below(pick.most - least + 1)
    cards = pick.obliged
    for _card in range(number - pick.obliged.bit_count()):
        free = pick.cards & ~cards
        cards |= bit(nth(free, draws.below(free.bit_count())))
    return pick.action(choices.seat, choices.state.deck, cards)


def with_plain_trumps(order: Order) -> Order:
    """The order with trumps that win only where they follow as one more plain suit."""
    return order if order.power or not order.trumps else replace(order, trumps=0)


class SimplePlayer(Player):
    """Bids by a table of features, discards short suits, and plays by a handful of maxims. It sees its own cards and what all have seen,
    and remembers every card played."""

    name: ClassVar[str] = "simple"

    def __init__(self, engine: Engine, advice: AdviceFile | None = None) -> None:
        super().__init__(engine, advice)
        self._scaled: dict[int, AdviceFile] = {}
        self.packs: dict[Order, Pack | None] = {}
        self._without_advice = advice is None and (engine.index.by_contract or engine.index.brings_trumps)

    def pack(self, state: State) -> Pack | None:
        """The tables of the pack under the order of the cards that is in force; None for an order that they do not hold."""
        order = self.engine.rules(state).order
        if order not in self.packs:
            try:
                self.packs[order] = pack_of(self.engine.ruleset.deck, with_plain_trumps(order))
            except UnfitPackError:
                self.packs[order] = None
        return self.packs[order]

    @property
    def maxims(self) -> Mapping[str, Text]:
        sentences = {"shedding": SHEDDING_SENTENCES, "fishing": FISHING_SENTENCES}.get(
            self.engine.ruleset.play, SENTENCES
        )
        return {name: self.engine.ruleset.say(_(sentence)) for name, sentence in sentences.items()}

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        state, seat = choices.state, choices.seat
        assert seat is not None
        if self.engine.ruleset.play == "fishing":
            return self._fish(choices)
        if self.engine.ruleset.play != PLAYS[0]:
            return self._shed(choices, draws)
        order = self.engine.rules(state).order
        match state.phase:
            case Phase.CLAIM:
                return Decision(choices.declarations[-1], "void" if len(choices.declarations) > 1 else "")
            case Phase.BID:
                if self._without_advice:
                    return Decision(Bid(seat, self._bid_by_strength(choices, seat)), "strength")
                return Decision(Bid(seat, self._outbidding(choices, self.bid(state, seat))), "value")
            case Phase.CALL:
                hand, pack, (pick,) = state.hands[seat], self.pack(state), choices.picks
                card = choose_call(pack, hand, pick.cards) if pack else call_by_order(order, hand, pick.cards)
                return Decision(pick.action(seat, state.deck, bit(card)), "long_call")
            case Phase.DISCARD:
                return self._lay_away(choices.picks[0], state, seat)
            case Phase.EXCHANGE | Phase.ANNOUNCE | Phase.BETWEEN:
                return self._choose(choices, draws)
            case Phase.PAY:
                pick = choices.picks[0]
                return Decision(pick.action(seat, state.deck, bit(lowest(pick.cards))), "pay_lowest")
        shown = self._announcement(choices)
        if shown is not None:
            return Decision(shown, "show")
        if state.phase is Phase.DECLARE:
            return Decision(Choose(seat, NOTHING), "nothing")
        return self._play(choices, seat)

    def _shed(self, choices: Choices, draws: Draws) -> Decision:
        """The highest card that may be played, where a player who wins a trick need not draw for the next."""
        if not choices.cards or choices.seat is None:
            return Decision(drawn(choices, draws), "forced")
        order = self.engine.index.order
        best = min(choices.state.deck.set(choices.cards), key=lambda card: order.beats[card.index].bit_count())
        return Decision(Play(choices.seat, best), "keep_lead")

    def _fish(self, choices: Choices) -> Decision:
        """The choice that brings most cards: a card to play, or the cards that it takes."""
        index, state, seat = self.engine.index, choices.state, choices.seat
        assert seat is not None
        if state.asked:
            _number, pick = best_way(index, state, seat, state.trick.cards[0])
            return Decision(pick.action(seat, state.deck), "take_most")
        best = best_card(index, state, seat)
        takes, _pick = best_way(index, state, seat, best)
        return Decision(Play(seat, best), "take_most" if takes else "leave_rare")

    def _choose(self, choices: Choices, draws: Draws) -> Decision:
        """Cards laid away as in a discard; the quiet answer where there is one; the suit of trumps that makes the hand strongest; weak cards
        exchanged; of other choices any."""
        rule, state, seat = self.engine.index.asking(choices.picks[0].rule), choices.state, choices.seat
        assert seat is not None
        if rule.quiet is not None:
            return Decision(Choose(seat, rule.rule, rule.quiet))
        if isinstance(rule, BringsTrumps):
            suits = {pick: self.engine.index.under(state.auction.contract, pick.option).order for pick in choices.picks}
            best = max(suits, key=lambda pick: strength(suits[pick], state.hands[seat]))
            return Decision(best.action(seat, state.deck), "best_trumps")
        pick = choices.picks[0]
        if len(choices.picks) > 1 or not pick.most:
            return Decision(drawn(choices, draws))
        if pick.least == pick.most:
            return self._lay_away(pick, state, seat)
        gone = drawn_by_order(self.engine.rules(state).order, state.hands[seat], pick.cards, pick.most)
        if not pick.allows(pick.action(seat, state.deck, gone)):
            return Decision(drawn(choices, draws))
        return Decision(pick.action(seat, state.deck, gone), "draw_weak")

    def _lay_away(self, pick: Pick, state: State, seat: int) -> Decision:
        """The cards that a seat lays away."""
        pack, asked = self.pack(state), (pick.cards, pick.obliged, pick.most)
        gone = (
            choose_discard(pack, state.hands[seat], *asked)
            if pack
            else discard_by_order(self._seen(state, seat), *asked)
        )
        return Decision(pick.action(seat, state.deck, gone), "short_suits")

    def _seen(self, state: State, seat: int) -> Seen:
        gone = state.trick.mask
        for taken in state.tricks:
            gone |= taken.trick.mask
        order, halves = self.engine.rules(state).order, [card.halves for card in state.deck.cards]
        return Seen(order, halves, state.hands[seat], gone, allies(state, seat), state.players)

    def bid(self, state: State, seat: int) -> str:
        """The bid that the advice gives for a hand. For another number of players than it is made for, its totals are scaled with the size of
        a hand."""
        return self.bid_of_hand(state, state.hands[seat])

    def bid_of_hand(self, state: State, hand: int) -> str:
        """The bid that the advice gives for the cards of a mask."""
        if self.advice is None:
            return PASS
        if state.players not in self._scaled:
            bids = [
                bid.model_copy(update={"least": scaled(bid.least, self.advice, state.players)})
                for bid in self.advice.bids
            ]
            self._scaled[state.players] = self.advice.model_copy(update={"bids": bids})
        return evaluate(
            self._scaled[state.players], state.deck, list(state.deck.set(hand)), self.engine.index.ranking
        ).bid

    def _bid_by_strength(self, choices: Choices, seat: int) -> str:
        """The lowest contract that is open and is won by tricks or points, with a hand that should win the taker's part of half of the tricks, or
        two thirds of that where cards of the talon come to it; else a pass, or the lowest bid where the seat has to bid."""
        state, index = choices.state, self.engine.index
        hand, size = state.hands[seat], state.hand_size(seat)
        for bid in choices.bids:
            if bid == PASS or index.under(bid).avoids_tricks:
                continue
            rules = index.under(bid)
            orders = (
                [index.under(bid, suit).order for suit in plain_suits(state)] if rules.brings_trumps else [rules.order]
            )
            part = (size / 2 - (size / state.players if rules.calls else 0)) * (IMPROVED if rules.keeps_talon else 1)
            return bid if max(strength(order, hand) for order in orders) >= part else choices.bids[0]
        return choices.bids[0]

    def _outbidding(self, choices: Choices, wanted: str) -> str:
        """The wanted bid if it is allowed and ranks above all bids so far, even if the rules allow lower bids; else a pass, or the lowest
        bid where the seat has to bid."""
        ranking = self.engine.index.ranking
        made = [ranking.index(bid) for _seat, bid in choices.state.auction.calls if bid != PASS]
        higher = wanted in choices.bids and wanted in ranking[max(made, default=-1) + 1 :]
        return wanted if higher else choices.bids[0]

    def _announcement(self, choices: Choices) -> Choose | None:
        """The highest level of an announcement that is allowed; never a slam."""
        best = None
        for offer in choices.declarations:
            rule = self.engine.index.mechanisms.get(offer.rule)
            if getattr(rule, "kind", "") in ("handful", "apart") and (best is None or offer.rule == best.rule):
                best = offer
        return best

    def _play(self, choices: Choices, seat: int) -> Decision:
        state, pack = choices.state, self.pack(choices.state)
        trick, seen = state.trick, self._seen(state, seat)
        avoid = self.engine.rules(state).avoids_tricks
        if pack is None or avoid:
            index, said = choose_by_order(seen, choices.cards, trick, avoid=avoid)
            return Decision(Play(seat, state.deck.cards[index]), said)
        cards, left = [card.index for card in trick.cards], state.hand_size(seat)
        taker = -1 if state.auction.taker is None else state.auction.taker
        leader, seats = trick.leader, state.players
        card, maxim = choose_card(
            pack, seen.hand, choices.cards, cards, len(cards), leader, seat, seats, seen.allies, taker, seen.gone, left
        )
        return Decision(Play(seat, state.deck.cards[card]), MAXIMS[maxim])


IMPROVED = 2 / 3
"""Share of the tricks needed that a hand is worth at least, where cards of the talon make it better (three sure tricks of nine: Cotton 1674)."""


def plain_suits(state: State) -> list[str]:
    """The suits of the pack, one of which becomes trumps."""
    return [suit.id for suit in state.deck.suits.values() if suit.kind == "plain"]


SENTENCES = {
    "value": N_("Bid what the table of features advises, and pass when somebody has bid as much."),
    "void": N_("Declare the deal void whenever you may."),
    "short_suits": N_(
        "Lay away short suits whole, but none in which you hold the king; begin with the cards worth most."
    ),
    "long_call": N_("Call a card that you do not hold, in the suit of which you hold most cards."),
    "show": N_("Announce whatever your hand allows, but no {slam}."),
    "nothing": N_("Announce no {slam}."),
    "pay_lowest": N_("Give the lowest card for {excuse:the}."),
    "forced": N_("Only one card may be played."),
    "excuse_in_time": N_("Play {excuse:the} to the last trick but one: in the last it would be lost."),
    "excuse_saves": N_("Play {excuse:the} where you would have to give up a card of value."),
    "hunt": N_("With many trumps, {taker:the} leads them to hunt {petit:the}."),
    "master": N_("Play a card that nothing but a trump can beat while the others still have to follow."),
    "long_suit": N_("The defence leads its longest suit, so that {taker:the} has to trump."),
    "low_lead": N_("With nothing better to lead, lead low from the longest suit."),
    "save_points": N_("On a trick that is sure to be your side's, put the card with the most card points."),
    "take": N_("Take a trick that nobody can take from you, with {petit:the} if it can be brought home."),
    "cheapest": N_("Where you have to trump, trump with the lowest that will do, and keep {petit:the} back."),
    "low": N_("Give as little as possible to a trick that is not yours."),
    "duck": N_("Where tricks cost, give the strongest card that does not take the trick."),
    "strength": N_(
        "Bid the lowest contract with a hand that should win its part of half of the tricks, or nearly that where it can be improved."
    ),
    "best_trumps": N_("Name the trumps that make your hand strongest."),
    "draw_weak": N_("Exchange the cards that are no trumps and that a card of their suit can beat."),
}
"""The maxims of the simple player, by name."""


SHEDDING_SENTENCES = {
    "forced": N_("Draw where no card may be played, and no further than needed."),
    "keep_lead": N_(
        "Play the highest card that may be played: whoever wins the trick leads to the next, and need not draw for it."
    ),
}
"""The maxims of the simple player where players draw until they can follow suit, by name."""


FISHING_SENTENCES = {
    "take_most": N_("Take what brings most cards: a pile, or open cards of a rank."),
    "leave_rare": N_("If nothing can be taken, leave a card of whose rank few are still to come."),
}
"""The maxims of the simple player where cards take open cards or piles, by name."""


def allies(state: State, seat: int) -> int:
    """The known allies of a seat, itself among them, as a mask of seats. A defender takes everybody but the taker for an ally until the
    partner is known."""
    auction = state.auction
    if state.parties:
        return sum(1 << ally for ally in state.side(seat))
    if auction.taker is None:
        return 1 << seat
    mine = seat in (auction.taker, auction.partner)
    side = 1 << auction.taker | (0 if auction.partner is None else 1 << auction.partner)
    return side if mine else (1 << state.players) - 1 & ~side


def scaled(least: int, advice: AdviceFile, players: int) -> int:
    """A total of the advice for another number of players, in proportion to the size of a hand."""
    made_for = players if players in advice.players else advice.players[0]
    return -(-least * made_for // players)


SHIPPED = {
    "random": "tarot_teach.topics.simulate.players:RandomPlayer",
    "simple": "tarot_teach.topics.simulate.players:SimplePlayer",
    "signalling": "tarot_teach.topics.simulate.strong.player:SignallingPlayer",
    "strong": "tarot_teach.topics.simulate.strong.player:StrongPlayer",
}
"""The players of this package by name: where the class is, which is loaded when it is named."""
MOST_WORLDS = 10_000
"""The highest level of a player."""


@cache
def players() -> dict[str, Callable[[], type[Player]]]:
    """By the name of a player, a function that loads its class: the players of this package, and of entry points."""
    others = {entry.name: entry.load for entry in entry_points(group="tarot_teach.players")}
    return {**others, **{name: partial(resolve_name, place) for name, place in SHIPPED.items()}}


def player_names() -> list[str]:
    """The names of all players."""
    return sorted(players())


def find_player(name: str) -> type[Player]:
    """The class of a player by its name. Raises LoadError with a suggestion."""
    if name not in players():
        raise LoadError.of(
            "players.unknown",
            _("there is no player {name!r}").format(name=name),
            hint=suggest(name, players(), _("players")),
        )
    return players()[name]()


def made_player(name: str, engine: Engine, advice: AdviceFile | None) -> Player:
    """A player by its name, perhaps with a level: ``strong:20``. Raises LoadError for an unknown name or a wrong level."""
    plain, colon, level = name.partition(":")
    player = find_player(plain)(engine, advice)
    if not colon:
        return player
    if not player.levels:
        message, hint = _("the player {name!r} has no levels"), _("leave out the colon and what follows it")
        raise LoadError.of("players.level", message, hint=hint, name=plain)
    if not level.isascii() or not level.isdecimal() or not 0 < int(level) <= MOST_WORLDS:
        message = _("{level!r} is no level of the player {name!r}")
        hint = _("take a whole number from 1 to {most}, such as {name}:20").format(most=MOST_WORLDS, name=plain)
        raise LoadError.of("players.level", message, hint=hint, name=plain, level=level)
    player.level = int(level)
    return player


def seat_players(names: tuple[str, ...], engine: Engine, advice: AdviceFile | None, seats: int) -> list[Player]:
    """A player for each seat, from the seat after the dealer: one name for all, or a name for each.

    Raises LoadError for unknown names, wrong levels, or a wrong number of names.
    """
    if len(names) not in (1, seats):
        raise LoadError.of(
            "players.number",
            _("there are {number} players named for {seats} seats").format(number=len(names), seats=seats),
            hint=_("name one for all seats, or one for each, beginning with the player after the dealer"),
        )
    made = {name: made_player(name, engine, advice) for name in names}
    seated = [made[names[seat % len(names)]] for seat in range(seats)]
    signalling = frozenset(seat for seat, player in enumerate(seated) if player.signals)
    for player in made.values():
        player.signalling = signalling
    return seated
