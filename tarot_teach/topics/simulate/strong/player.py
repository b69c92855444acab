"""The player itself: it draws worlds, lets them be judged, and says how many speak for its choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tarot_teach.advice.format import AdviceFile
from tarot_teach.engine import Engine
from tarot_teach.language import N_, _
from tarot_teach.solver import Worlds
from tarot_teach.solver.worlds import Bears, Fits, check_rules
from tarot_teach.table import PASS, Bid, Choices, Phase, Play, State
from tarot_teach.text import Text
from tarot_teach.topics.simulate.draws import Draws
from tarot_teach.topics.simulate.players import SENTENCES, Decision, Player, SimplePlayer
from tarot_teach.topics.simulate.strong.before_play import best_bid, best_discard
from tarot_teach.topics.simulate.strong.cards import estimate
from tarot_teach.topics.simulate.strong.play_outs import PlayOuts
from tarot_teach.topics.simulate.strong.signalling import true_signals, truest

WORLDS_OF_BID = 40
"""The least number of worlds for a bid: a score depends on luck more than the better of two cards does."""

STRONG_SENTENCES = {
    **SENTENCES,
    "bid_by_worlds": N_(
        "Bid the contract that brings most in deals of the hidden cards that simple players play out, if it brings more than a pass."
    ),
    "discard_by_worlds": N_(
        "Lay away the cards that bring most in deals of the hidden cards that simple players play out."
    ),
    "card_by_solver": N_("Play the card that is best in most deals of the hidden cards, with all cards open."),
    "card_by_worlds": N_("Play the card that brings most in deals of the hidden cards that simple players play out."),
    "true_signal": N_("Among cards of the same worth, play one that signals what is true, or nothing."),
    "alike": N_("All cards that may be played are worth the same."),
}
"""The maxims of the strong player, by name."""


class StrongPlayer(Player):
    """Draws as many worlds as its level says, which fit what the seat has seen, and chooses what comes out best in them. Where a ruleset keeps its worlds
    from being drawn, it refuses to play."""

    name: ClassVar[str] = "strong"
    levels: ClassVar[bool] = True
    level: int = 10

    def __init__(self, engine: Engine, advice: AdviceFile | None = None) -> None:
        super().__init__(engine, advice)
        check_rules(engine)
        self.simple = SimplePlayer(engine, advice)
        self.play_outs = PlayOuts(engine, advice)

    @property
    def maxims(self) -> Mapping[str, Text]:
        return {name: self.engine.ruleset.say(_(sentence)) for name, sentence in STRONG_SENTENCES.items()}

    def choose(self, choices: Choices, draws: Draws) -> Decision:
        phase = choices.state.phase
        if phase is Phase.BID and self.advice is not None and len(choices.bids) > 1:
            return self._bid(choices, draws)
        if phase is Phase.DISCARD:
            return self._discard(choices, draws)
        by_maxim = self.simple.choose(choices, draws)
        if phase is not Phase.PLAY or not isinstance(by_maxim.action, Play) or choices.cards.bit_count() == 1:
            return by_maxim
        return self._play(choices, draws, by_maxim.action)

    def _source(self, state: State, seat: int) -> Worlds:
        return Worlds(self.engine, state, seat, self._fits(state), self._bears())

    def _worlds(self, state: State, seat: int, draws: Draws) -> list[State]:
        source = self._source(state, seat)
        return [source.draw(draws.below) for _world in range(self.level)]

    def _bid(self, choices: Choices, draws: Draws) -> Decision:
        seat, number = choices.seat or 0, max(WORLDS_OF_BID, self.level)
        source = self._source(choices.state, seat)
        best, passing = best_bid(
            self.play_outs, choices, lambda more: [source.draw(draws.below) for _world in range(more)], number
        )
        decision = Decision(Bid(seat, best.contract), "bid_by_worlds")
        if best.contract == PASS:
            return decision
        phrase = _(
            "In {worlds} possible deals of the hidden cards {contract} is made in {made} of 100, and brings {score} points on average; a pass brings {passing}."
        )
        rule = self.engine.index.contracts[best.contract].rule
        return decision._replace(
            why=self.engine.ruleset.say(
                phrase, worlds=number, contract=self.engine.ruleset.rules[rule].title, made=round(100 * best.made),
                score=round(best.score), passing=round(passing),
            )
        )  # fmt: skip

    def _discard(self, choices: Choices, draws: Draws) -> Decision:
        state, seat, pick = choices.state, choices.seat or 0, choices.picks[0]
        simple = self.simple.choose(choices, draws).action
        laid = getattr(simple, "cards", None)
        worlds = self._worlds(state, seat, draws)
        best, wins = best_discard(self.play_outs, pick, worlds, seat, laid.mask if laid else 0)
        phrase = _("In {number} of {worlds} possible deals of the hidden cards nothing else comes out better.")
        why = self.engine.ruleset.say(phrase, number=wins, worlds=len(worlds))
        return Decision(pick.action(seat, state.deck, best), "discard_by_worlds", why)

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
