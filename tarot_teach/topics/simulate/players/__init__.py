"""Players, who decide in simulated deals and against whom people play: the interface, the player at random, and the simple one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from tarot_teach.advice.evaluate import bid_of
from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.masks import bit, lowest, nth, ones
from tarot_teach.mechanisms.asking import BringsTrumps
from tarot_teach.mechanisms.combinations import COMBINATIONS
from tarot_teach.messages import N_, _
from tarot_teach.order import Order
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
    call_by_order,
    discard_by_order,
    drawn_by_order,
    strength,
)
from tarot_teach.topics.simulate.players.fishing import best_card, best_way
from tarot_teach.topics.simulate.players.maxims import MAXIMS, choose_call, choose_discard
from tarot_teach.topics.simulate.players.pack import NO_PACK, Pack, UnfitPackError, pack_of
from tarot_teach.topics.simulate.players.simple_card import SimpleTables, order_table, simple_card


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
    reads_view_only: ClassVar[bool] = False
    """True if it reads of a state nothing but what its seat may know: simulated deals make no view for it. A subclass does not inherit it."""
    levels: ClassVar[bool] = False
    """True if a level may be named with it, as in ``strong:20``."""
    level: int = 0
    signals: ClassVar[bool] = False
    """True if it gives the signals of the advice."""
    signalling: frozenset[int] = frozenset()
    """The seats of the table whose players signal."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.reads_view_only = bool(vars(cls).get("reads_view_only"))

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
    reads_view_only: ClassVar[bool] = True

    def __init__(self, engine: Engine, advice: AdviceFile | None = None) -> None:
        super().__init__(engine, advice)
        self._scaled: dict[int, AdviceFile] = {}
        self._tables: dict[RuleIndex, SimpleTables] = {}
        self._without_advice = advice is None and (engine.index.by_contract or engine.index.brings_trumps)

    def tables(self, index: RuleIndex) -> SimpleTables:
        """The tables for the cards under the rules in force."""
        if index not in self._tables:
            deck = self.engine.ruleset.deck
            try:
                pack = pack_of(deck, with_plain_trumps(index.order))
            except UnfitPackError:
                pack = NO_PACK
            fits, avoid = int(pack is not NO_PACK), int(index.avoids_tricks)
            self._tables[index] = SimpleTables(fits, avoid, pack, order_table(deck, index.order))
        return self._tables[index]

    def pack(self, state: State) -> Pack | None:
        """The tables of the pack under the order of the cards that is in force; None for an order that they do not hold."""
        tables = self.tables(self.engine.rules(state))
        return tables.pack if tables.fits else None

    @property
    def maxims(self) -> Mapping[str, Text]:
        sentences = {"shedding": SHEDDING_SENTENCES, "fishing": FISHING_SENTENCES}.get(
            self.engine.index.play.name, sentences_of(self.engine)
        )
        return {name: self.engine.ruleset.say(_(sentence)) for name, sentence in sentences.items()}

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        state, seat = choices.state, choices.seat
        assert seat is not None
        if not self.engine.index.play.in_tricks:
            return self._fish(choices)
        if not self.engine.index.play.hands_shrink:
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
        quiet = rule.silence(choices.picks)
        if quiet is not None:
            return Decision(Choose(seat, rule.rule, quiet))
        if isinstance(rule, BringsTrumps):
            suits = {pick: self.engine.index.under(state.auction.contract, pick.option).order for pick in choices.picks}
            best = max(suits, key=lambda pick: strength(suits[pick], state.hands[seat]))
            return Decision(best.action(seat, state.deck), "best_trumps")
        pick = choices.picks[0]
        if len(choices.picks) > 1 or not pick.most:
            return Decision(drawn(choices, draws))
        if rule.keeps_chosen:
            return self._keep(pick, state, seat)
        if pick.least == pick.most:
            return self._lay_away(pick, state, seat)
        gone = drawn_by_order(self.engine.rules(state).order, state.hands[seat], pick.cards, pick.most)
        if not pick.allows(pick.action(seat, state.deck, gone)):
            return Decision(drawn(choices, draws))
        return Decision(pick.action(seat, state.deck, gone), "draw_weak")

    def _lay_away(self, pick: Pick, state: State, seat: int) -> Decision:
        """The cards that a seat lays away."""
        tables, asked = self.tables(self.engine.rules(state)), (state.hands[seat], pick.cards, pick.obliged, pick.most)
        gone = choose_discard(tables.pack, *asked) if tables.fits else discard_by_order(tables.order, *asked)
        return Decision(pick.action(seat, state.deck, gone), "short_suits")

    def _keep(self, pick: Pick, state: State, seat: int) -> Decision:
        """The cards that a seat keeps: those that the fewest others beat, trumps before all others."""
        order = self.tables(self.engine.rules(state)).order
        cards = [i for i in range(pick.cards.bit_length()) if pick.cards >> i & 1]
        cards.sort(key=lambda card: (not order.follows[card] & order.power, ones(order.beats[card])))
        return Decision(pick.action(seat, state.deck, sum(1 << card for card in cards[: pick.most])), "keep_best")

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
        return bid_of(self._scaled[state.players], state.deck, hand, self.engine.index.ranking)

    def _bid_by_strength(self, choices: Choices, seat: int) -> str:
        """The lowest contract that is open and is won by tricks or points, with a hand that should win the taker's part of half of the tricks, or
        two thirds of that where cards of the talon come to it; else a contract that all play alone, with a hand that should win a player's part; else a
        pass, or the lowest bid where the seat has to bid."""
        state, index, otherwise = choices.state, self.engine.index, choices.bids[0]
        hand, size = state.hands[seat], state.hand_size(seat)
        for bid in choices.bids:
            if bid == PASS or index.under(bid).avoids_tricks:
                continue
            rules = index.under(bid)
            orders = (
                [index.under(bid, suit).order for suit in rules.may_be_trumps] if rules.brings_trumps else [rules.order]
            )
            alone = index.contracts[bid].alone
            half = size / state.players if alone else size / 2 - (size / state.players if rules.calls else 0)
            enough = max(strength(order, hand) for order in orders) >= half * (IMPROVED if rules.keeps_talon else 1)
            if not alone:
                return bid if enough else otherwise
            otherwise = bid if enough else otherwise
        return otherwise

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
            if getattr(rule, "kind", "") in ("handful", "apart", COMBINATIONS) and (
                best is None or offer.rule == best.rule
            ):
                best = offer
        return best

    def _play(self, choices: Choices, seat: int) -> Decision:
        state = choices.state
        trick = state.trick
        card, maxim = simple_card(
            self.tables(self.engine.rules(state)),
            state.hands[seat],
            choices.cards,
            [card.index for card in trick.cards],
            len(trick.cards),
            trick.led,
            trick.above,
            trick.best,
            trick.leader,
            seat,
            state.players,
            allies(state, seat),
            state.taker,
            state.gone | trick.mask,
        )
        return Decision(Play(seat, state.deck.cards[card]), MAXIMS[maxim])


IMPROVED = 2 / 3
"""Share of the tricks needed that a hand is worth at least, where cards of the talon make it better (three sure tricks of nine: Cotton 1674)."""


SENTENCES = {
    "value": N_(
        "Count what your hand is worth, bid what that is good enough for, and pass when somebody has bid as much."
    ),
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
    "excuse_to_poor_trick": N_("Play {excuse:the} to a poor trick near the end, or rather than a high trump."),
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
    "keep_best": N_("Keep the highest trumps, then the highest of the other cards."),
    "draw_weak": N_("Exchange the cards that are no trumps and that a card of their suit can beat."),
}
"""The maxims of the simple player, by name."""


def sentences_of(engine: Engine) -> Mapping[str, str]:
    """The maxims of the simple player without cards and points that the game does not have, by name."""
    sentences = dict(SENTENCES)
    if not engine.ruleset.deck.marks.get("petit"):
        sentences["take"] = N_("Take a trick that nobody can take from you.")
        sentences["cheapest"] = N_("Where you have to trump, trump with the lowest that will do.")
    if not engine.index.counts_points:
        sentences["save_points"] = N_("On a trick that is sure to be your side's, give a card that you can spare.")
    return sentences


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
    partner = auction.partner if auction.known or seat == auction.partner else None
    mine = seat in (auction.taker, partner)
    side = 1 << auction.taker | (0 if partner is None else 1 << partner)
    return side if mine else (1 << state.players) - 1 & ~side


def scaled(least: int, advice: AdviceFile, players: int) -> int:
    """A total of the advice for another number of players, in proportion to the size of a hand."""
    made_for = players if players in advice.players else advice.players[0]
    return -(-least * made_for // players)
