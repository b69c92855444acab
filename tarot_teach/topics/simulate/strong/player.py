"""The player itself: it draws worlds, lets them be judged, and says how many speak for its choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.messages import N_, _
from tarot_teach.solver import Worlds
from tarot_teach.solver.worlds import Bears, Fits
from tarot_teach.table import PASS, Action, Bid, Choices, Choose, Phase, Play, State
from tarot_teach.text import Text
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import Decision, Player, SimplePlayer, sentences_of
from tarot_teach.topics.simulate.players.by_order import by_weakness
from tarot_teach.topics.simulate.strong.before_play import best_bid, best_choice, discards, exchanges
from tarot_teach.topics.simulate.strong.cards import estimate
from tarot_teach.topics.simulate.strong.play_outs import PlayOuts
from tarot_teach.topics.simulate.strong.signalling import true_signals, truest

WORLDS_OF_BID = 40
"""The least number of worlds for a bid: a score depends on luck more than the better of two cards does."""

STRONG_SENTENCES = {
    "bid_by_worlds": N_(
        "Bid the contract that brings most in deals of the hidden cards that simple players play out, if it brings more than a pass."
    ),
    "discard_by_worlds": N_(
        "Lay away the cards that bring most in deals of the hidden cards that simple players play out."
    ),
    "choice_by_worlds": N_("Choose what brings most in deals of the hidden cards that simple players play out."),
    "card_by_solver": N_("Play the card that is best in most deals of the hidden cards, with all cards open."),
    "card_by_worlds": N_("Play the card that brings most in deals of the hidden cards that simple players play out."),
    "true_signal": N_("Among cards of the same worth, play one that signals what is true, or nothing."),
    "alike": N_("All cards that may be played are worth the same."),
}
"""The maxims of the strong player beside those of the simple one, by name."""


class StrongPlayer(Player):
    """Draws as many worlds as its level says, which fit what the seat has seen, and chooses what comes out best in them."""

    name: ClassVar[str] = "strong"
    levels: ClassVar[bool] = True
    level: int = 10

    def __init__(self, engine: Engine, advice: AdviceFile | None = None) -> None:
        super().__init__(engine, advice)
        self.simple = SimplePlayer(engine, advice)
        self.play_outs = PlayOuts(engine, advice)

    @property
    def maxims(self) -> Mapping[str, Text]:
        sentences = {**sentences_of(self.engine), **STRONG_SENTENCES}
        return {name: self.engine.ruleset.say(_(sentence)) for name, sentence in sentences.items()}

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        phase = choices.state.phase
        if phase is Phase.BID and len(choices.bids) > 1:
            return self._bid(choices, draws)
        by_maxim = self.simple.choose(choices, draws)
        action = by_maxim.action
        if isinstance(action, Play):
            single = phase is not Phase.PLAY or choices.cards.bit_count() == 1
            return by_maxim if single else self._play(choices, draws, action)
        tried = self.tried(choices, action) if isinstance(action, Choose) else []
        return self._best_of(choices, draws, tried) if len(tried) > 1 else by_maxim

    def tried(self, choices: Choices, simple: Choose) -> list[Action]:
        """The choices before the play, and of what a card takes, that are worth a try; none of other choices, which are the simple player's."""
        state, seat, picks = choices.state, simple.seat, choices.picks
        if state.phase not in (Phase.DISCARD, Phase.EXCHANGE, Phase.PLAY) or not picks:
            return []
        if len(picks) > 1:
            return [pick.action(seat, state.deck) for pick in picks if not pick.most]
        (pick,), laid = picks, simple.cards.mask if simple.cards else 0
        if not pick.most:
            return []
        if pick.least == pick.most:
            return [pick.action(seat, state.deck, cards) for cards in discards(pick, state, laid)]
        order = by_weakness(self.engine.rules(state).order, pick.cards)
        return [pick.action(seat, state.deck, cards) for cards in exchanges(pick, order, laid)]

    def source(self, state: State, seat: int) -> Worlds:
        """The worlds of a seat in a state. Raises SolveError where they cannot be drawn."""
        return Worlds(self.engine, state, seat, self._fits(state), self._bears())

    def _worlds(self, state: State, seat: int, draws: Draws) -> list[State]:
        source = self.source(state, seat)
        return [source.draw(draws.below) for _world in range(self.level)]

    def _bid(self, choices: Choices, draws: Draws) -> Decision:
        seat, number = choices.seat or 0, max(WORLDS_OF_BID, self.level)
        source = self.source(choices.state, seat)
        bid, best, passing, worlds = best_bid(
            self.play_outs, choices, lambda more: [source.draw(draws.below) for _world in range(more)], number
        )
        decision = Decision(Bid(seat, bid), "bid_by_worlds")
        phrase = _(
            "In {worlds} possible deals of the hidden cards {contract} is made in {made} of 100, and brings {score} points on average; a pass brings {passing}."
        )
        rule = self.engine.index.contracts[best.contract].rule
        return decision._replace(
            why=self.engine.ruleset.say(
                phrase, worlds=worlds, contract=self.engine.ruleset.rules[rule].title, made=round(100 * best.made),
                score=round(best.score), passing=round(passing),
            )
        )  # fmt: skip

    def _best_of(self, choices: Choices, draws: Draws, tried: Sequence[Action]) -> Decision:
        state, seat = choices.state, choices.seat or 0
        worlds = self._worlds(state, seat, draws)
        best, wins = best_choice(self.play_outs, tried, worlds, seat)
        phrase = _("In {number} of {worlds} possible deals of the hidden cards nothing else comes out better.")
        why = self.engine.ruleset.say(phrase, number=wins, worlds=len(worlds))
        laid = state.phase is Phase.DISCARD
        return Decision(best, "discard_by_worlds" if laid else "choice_by_worlds", why)

    def _play(self, choices: Choices, draws: Draws, simple: Play) -> Decision:
        seat, worlds = choices.seat or 0, self._worlds(choices.state, choices.seat or 0, draws)
        found = estimate(self.engine, self.play_outs, choices, worlds)
        if len(found.values) == 1:
            return Decision(simple, "alike")
        card, maxim = found.best(simple.card), "card_by_solver" if found.solved else "card_by_worlds"
        if self.signals and self.advice is not None:
            signal = truest(self.advice, choices.state, seat, found.equal(card), card)
            card, maxim = signal, maxim if signal == card else "true_signal"
        phrase = _(
            "In {number} of {worlds} possible deals of the hidden cards, {card} comes out best when simple players play on."
        )
        if found.solved:
            phrase = _(
                "In {number} of {worlds} possible deals of the hidden cards, {card} is best with all cards open."
            )
        why = self.engine.ruleset.say(phrase, number=found.wins(card), worlds=len(worlds), card=card)
        return Decision(Play(seat, card), maxim, why)

    def _bears(self) -> Bears | None:
        """A test of the hand of a seat by a card that it has played; None for a player who reads no signals."""
        return true_signals(self.advice, self.signalling) if self.signals and self.advice is not None else None

    def _fits(self, state: State) -> Fits | None:
        """A test if the hand as dealt of a seat that has bid is worth a bid by the table of features; None without one. Those who passed are not
        tested."""
        bidders = {seat for seat, bid in state.auction.calls if bid != PASS}
        if self.advice is None or not bidders:
            return None
        return lambda seat, hand: seat not in bidders or self.simple.bid_of_hand(state, hand) != PASS


class SignallingPlayer(StrongPlayer):
    """A strong player that gives signals to the other defenders, and believes those of players that signal: its worlds bear them out, as far as
    such worlds are soon found, and among cards of the same worth it plays one that gives a true signal."""

    name: ClassVar[str] = "signalling"
    signals: ClassVar[bool] = True
