"""States put together from what a record knows: hands as dealt, at the first lead, or near the end of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from tarot_teach.cards import Card
from tarot_teach.engine import dealing
from tarot_teach.engine.deal import Deal
from tarot_teach.engine.engine import Engine
from tarot_teach.mechanisms.interfaces import Layout
from tarot_teach.table import Auction, Declaration, Phase, State, Trick
from tarot_teach.table.events import Event


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known at some point of a deal, from which a deal is begun.

    ``hands`` are masks by seat and ``unseen`` the numbers of further cards not known; ``won`` are captured cards by
    seat and None where they are not known; ``kept`` are the piles that talon and discard make for the taker's side and for
    the defence. ``partner`` is told where nobody holds the called card any more. ``taker`` and ``contract`` may be None where nobody bids.
    """

    seats: tuple[str, ...]
    dealer: int
    hands: tuple[int, ...]
    unseen: tuple[int, ...]
    talon: int = 0
    taker: int | None = None
    contract: str | None = None
    called: Card | None = None
    partner: int | None = None
    discard: int = 0
    kept: tuple[int, int] = (0, 0)
    leader: int | None = None
    won: tuple[int, ...] | None = None
    declared: tuple[Declaration, ...] = ()
    holdings: tuple[int, ...] | None = None

    def deal(self, engine: Engine, step: str) -> Deal:
        """The deal from a step on: ``bid`` and ``talon`` begin with hands as dealt, ``discard`` with the talon in the taker's
        hand, ``play`` with hands as they are."""
        events: tuple[Event, ...] = ()
        state = self._bare(engine)
        layout = Layout(self.hands, self.talon)
        if step == "bid":
            state, events = dealing.after_deal(engine.index, state, layout)
        elif step == "talon":
            state = self._dealt(state)
            assert self.taker is not None
            assert self.contract is not None
            state, events = dealing.contracted(engine.index, state, self.taker, self.contract)
        elif step == "discard":
            state = self._dealt(state)._replace(auction=self._auction(), phase=Phase.DISCARD, turn=self.taker)
        else:
            state = self._in_play(engine, state)
        state, more = engine.advance(state)
        return Deal(engine, state, events + more)

    def _bare(self, engine: Engine) -> State:
        return State(
            ruleset=engine.ruleset.name,
            deck=engine.ruleset.deck,
            seats=self.seats,
            dealer=self.dealer,
            phase=Phase.DECLARE,
            turn=None,
            unseen=self.unseen,
            holdings=self.holdings,
        )

    def _dealt(self, state: State) -> State:
        return state._replace(hands=self.hands, talon=self.talon, won=(0,) * len(self.seats))

    def _auction(self) -> Auction:
        """What is known of the auction; the partner is whoever still holds the called card."""
        holder, called = None, self.called
        if called is not None:
            holder = next((seat for seat, hand in enumerate(self.hands) if hand & called.bit), None)
        partner = self.partner if holder is None else None if holder == self.taker else holder
        known = holder is None and self.partner is not None
        return Auction(contract=self.contract, taker=self.taker, called=called, partner=partner, known=known)

    def _in_play(self, engine: Engine, state: State) -> State:
        """A state in the middle: earlier tricks are missed, their winners known where the captured cards are."""
        players = len(self.seats)
        longest = max(mask.bit_count() + more for mask, more in zip(self.hands, self.unseen, strict=True))
        missed = max(0, engine.index.deals.hand_size(players) - longest)
        winners = None
        if missed and self.won is not None and sum(mask.bit_count() for mask in self.won) == missed * players:
            winners = tuple(seat for seat, mask in enumerate(self.won) if mask.bit_count() > 1)
        return state._replace(
            hands=self.hands,
            talon=self.talon,
            auction=self._auction(),
            discard=self.discard,
            kept=self._piles(engine),
            declared=self.declared,
            won=self.won or (0,) * players,
            missed=missed,
            missed_winners=winners,
            phase=Phase.PLAY if self.leader is not None or missed else Phase.DECLARE,
            turn=self.leader if self.leader is not None else (None if not missed else (self.dealer + 1) % players),
            trick=Trick(self.leader or 0),
        )

    def _piles(self, engine: Engine) -> tuple[int, int]:
        """What talon and discard make for each side: what was laid away, or the talon, where the contract lays it aside."""
        if self.discard:
            return self.discard, 0
        if self.talon and self.contract is not None:
            return dealing.laid_aside(engine.index, self.contract, self.talon)
        return self.kept
