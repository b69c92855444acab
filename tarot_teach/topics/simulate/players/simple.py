from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tarot_teach.advice.evaluate import evaluate
from tarot_teach.advice.format import AdviceFile
from tarot_teach.cards import CardSet
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError
from tarot_teach.language import _
from tarot_teach.table import NOTHING, PASS, Bid, Call, Choices, Declare, Discard, Pay, Phase, Play, State
from tarot_teach.text import Text
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players.maxims import MAXIMS, choose_call, choose_card, choose_discard
from tarot_teach.topics.simulate.players.pack import Pack, UnfitPackError, pack_of
from tarot_teach.topics.simulate.players.player import Decision, Player


class SimplePlayer(Player):
    """Bids by a table of features, discards short suits, and plays by a handful of maxims. It sees its own cards and what all have seen,
    and remembers every card played."""

    name: ClassVar[str] = "simple"

    def __init__(self, engine: Engine, advice: AdviceFile | None = None) -> None:
        super().__init__(engine, advice)
        try:
            self.pack: Pack = pack_of(engine.ruleset.deck)
        except UnfitPackError as error:
            raise LoadError.of(
                "players.pack",
                _("the simple player does not know the {title}, which {error}").format(
                    title=engine.ruleset.deck.title, error=error
                ),
                hint=_("the random player plays with any pack: --players random"),
            ) from None
        self.plain: int = (1 << self.pack.plain) - 1
        self._advised: dict[int, AdviceFile] = {}

    @property
    def maxims(self) -> Mapping[str, Text]:
        words = self.engine.ruleset
        return {
            "value": words.say(_("Bid what the table of features advises, and pass when somebody has bid as much.")),
            "void": words.say(_("Declare the deal void whenever you may.")),
            "short_suits": words.say(
                _("Lay away short suits whole, but none in which you hold the king; begin with the cards worth most.")
            ),
            "long_call": words.say(_("Call a card that you do not hold, in the suit of which you hold most cards.")),
            "show": words.say(_("Announce whatever your hand allows, but no {slam}.")),
            "nothing": words.say(_("Announce no {slam}.")),
            "pay_lowest": words.say(_("Give the lowest card for {excuse:the}.")),
            "forced": words.say(_("Only one card may be played.")),
            "excuse_in_time": words.say(
                _("Play {excuse:the} to the last trick but one: in the last it would be lost.")
            ),
            "excuse_saves": words.say(_("Play {excuse:the} where you would have to give up a card of value.")),
            "hunt": words.say(_("With many trumps, {taker:the} leads them to hunt {petit:the}.")),
            "master": words.say(
                _("Play a card that nothing but a trump can beat while the others still have to follow.")
            ),
            "long_suit": words.say(_("The defence leads its longest suit, so that {taker:the} has to trump.")),
            "low_lead": words.say(_("With nothing better to lead, lead low from the longest suit.")),
            "save_points": words.say(
                _("On a trick that is sure to be your side's, put the card with the most card points.")
            ),
            "take": words.say(
                _("Take a trick that nobody can take from you, with {petit:the} if it can be brought home.")
            ),
            "cheapest": words.say(
                _("Where you have to trump, trump with the lowest that will do, and keep {petit:the} back.")
            ),
            "low": words.say(_("Give as little as possible to a trick that is not yours.")),
        }

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        state, seat = choices.state, choices.seat
        assert seat is not None
        match state.phase:
            case Phase.CLAIM:
                return Decision(choices.declarations[-1], "void" if len(choices.declarations) > 1 else "")
            case Phase.BID:
                return Decision(Bid(seat, self._outbidding(choices, self.bid(state, seat))), "value")
            case Phase.CALL:
                card = choose_call(self.pack, state.hands[seat] & self.plain, choices.calls & self.plain)
                return Decision(Call(seat, state.deck.cards[card]), "long_call")
            case Phase.DISCARD:
                return Decision(Discard(seat, self._discard(choices, seat)), "short_suits")
            case Phase.PAY:
                lowest = (choices.pays & -choices.pays).bit_length() - 1
                return Decision(Pay(seat, state.deck.cards[lowest]), "pay_lowest")
        shown = self._announcement(choices)
        if shown is not None:
            return Decision(shown, "show")
        if state.phase is Phase.DECLARE:
            return Decision(Declare(seat, NOTHING), "nothing")
        return self._play(choices, seat)

    def bid(self, state: State, seat: int) -> str:
        """The bid that the advice gives for a hand. For another number of players than it is made for, its totals are scaled with the size of
        a hand."""
        if self.advice is None:
            return PASS
        advice = self._scaled(self.advice, state.players)
        return evaluate(advice, state.deck, list(state.hand(seat)), self.engine.index.ranking).bid

    def _outbidding(self, choices: Choices, wanted: str) -> str:
        """The wanted bid if it is allowed and ranks above all bids so far, even if the rules allow lower bids; else a pass."""
        ranking = self.engine.index.ranking
        made = [ranking.index(bid) for _seat, bid in choices.state.auction.calls if bid != PASS]
        higher = wanted in choices.bids and wanted in ranking[max(made, default=-1) + 1 :]
        return wanted if higher else PASS

    def _scaled(self, advice: AdviceFile, players: int) -> AdviceFile:
        if players not in self._advised:
            bids = [bid.model_copy(update={"least": scaled(bid.least, advice, players)}) for bid in advice.bids]
            self._advised[players] = advice.model_copy(update={"bids": bids})
        return self._advised[players]

    def _discard(self, choices: Choices, seat: int) -> CardSet:
        assert choices.discard is not None
        allowed, obliged, size = choices.discard
        held = choices.state.hands[seat] & self.plain
        low, high = choose_discard(self.pack, held, *self._words(allowed.mask), *self._words(obliged.mask), size)
        return CardSet(allowed.deck, low | high << self.pack.plain)

    def _announcement(self, choices: Choices) -> Declare | None:
        """The highest level of an announcement that is allowed; never a slam."""
        best = None
        for offer in choices.declarations:
            rule = self.engine.index.mechanisms.get(offer.what)
            if getattr(rule, "kind", "") in ("handful", "apart") and (best is None or offer.what == best.what):
                best = offer
        return best

    def _play(self, choices: Choices, seat: int) -> Decision:
        state = choices.state
        trick = state.trick
        gone = trick.mask
        for taken in state.tricks:
            gone |= taken.trick.mask
        taker = state.auction.taker
        card, maxim = choose_card(
            self.pack,
            *self._words(state.hands[seat]),
            *self._words(choices.cards),
            [card.index for card in trick.cards],
            len(trick.cards),
            trick.leader,
            seat,
            state.players,
            allies(state, seat),
            -1 if taker is None else taker,
            *self._words(gone),
            state.hand_size(seat),
        )
        return Decision(Play(seat, state.deck.cards[card]), MAXIMS[maxim])

    def _words(self, mask: int) -> tuple[int, int]:
        return mask & self.plain, mask >> self.pack.plain


def allies(state: State, seat: int) -> int:
    """The known allies of a seat, itself among them, as a mask of seats. A defender takes everybody but the taker for an ally until the
    partner is known."""
    auction = state.auction
    if auction.taker is None:
        return 1 << seat
    mine = seat in (auction.taker, auction.partner)
    side = 1 << auction.taker | (0 if auction.partner is None else 1 << auction.partner)
    return side if mine else (1 << state.players) - 1 & ~side


def scaled(least: int, advice: AdviceFile, players: int) -> int:
    """A total of the advice for another number of players, in proportion to the size of a hand."""
    made_for = players if players in advice.players else advice.players[0]
    return -(-least * made_for // players)
