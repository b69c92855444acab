"""One random deal of a ruleset, checked at each step: allowed and refused actions, hidden cards, places of cards, scores."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from tarot_teach.cards import Card, CardSet, halves_text
from tarot_teach.engine import Deal, Engine, Setup
from tarot_teach.engine.notation import action_name, action_values
from tarot_teach.mechanisms import interfaces
from tarot_teach.mechanisms.keeps_cards import KeepsCards
from tarot_teach.messages import _
from tarot_teach.table import (
    DISCARD,
    NOTHING,
    PASS,
    VOID,
    Action,
    Bid,
    Choices,
    Choose,
    Effect,
    Event,
    Finding,
    Memory,
    Phase,
    Play,
    Result,
    State,
)
from tarot_teach.topics.simulate.deal_simulator import LONGEST


def hidden_cards(state: State, seat: int) -> dict[str, int]:
    """The cards that a seat cannot see, as masks by place; cards that it knows are left out."""
    known = state.deck.mask(state.face_up) | (state.talon if state.talon_open else 0)
    elsewhere = state.trick.mask | state.table.cards
    for mask in (*state.hands, *state.won):
        elsewhere |= mask
    places = {
        _("hand {other}").format(other=other): hand & ~state.seen
        for other, hand in enumerate(state.hands)
        if other != seat
    }
    places["heaps"] = state.below_tops
    if seat != state.auction.taker:
        places["discard"] = state.discard & ~state.shown
    for other, aside in enumerate(state.aside):
        elsewhere |= aside
        if other != seat:
            places[_("pile {other}").format(other=other)] = aside & ~state.shown
    places["dead"], elsewhere = state.dead, elsewhere | state.dead
    if not state.talon_open:
        places["talon"] = state.talon & ~elsewhere & ~state.discard
    return {place: cards & ~known for place, cards in places.items() if cards & ~known}


def with_exchange(state: State, seat: int, rng: random.Random) -> State | None:
    """The state with two hidden cards exchanged, which the seat cannot tell from this one; None if too little is hidden. If the called card is
    hidden, it is one of the two, unless all know that nobody holds it."""
    if not state.hands:
        i, j = rng.sample(range(len(state.pack)), 2)
        pack = list(state.pack)
        pack[i], pack[j] = pack[j], pack[i]
        return state._replace(pack=tuple(pack))
    called = 0 if state.auction.called is None else state.auction.called.bit
    gone = called if state.auction.known and state.auction.partner is None else 0
    hidden = hidden_cards(state, seat)
    places = {place: cards & ~gone for place, cards in hidden.items() if cards & ~gone}
    if len(places) < 2:
        return None
    at = next((place for place, cards in places.items() if cards & called), rng.choice(sorted(places)))
    one = called if places[at] & called else rng.choice(list(state.deck.set(places[at]))).bit
    to = rng.choice(sorted(places.keys() - {at}))
    other = rng.choice(list(state.deck.set(places[to]))).bit

    def swap(mask: int) -> int:
        return mask ^ (one | other) if bool(mask & one) != bool(mask & other) else mask

    def swapped(card: Card | None) -> Card | None:
        return card and next(iter(state.deck.set(swap(card.bit))))

    hands, auction = tuple(swap(hand) for hand in state.hands), state.auction
    if auction.called is not None and auction.called.bit & (one | other):
        holder = next((s for s, hand in enumerate(hands) if hand & auction.called.bit), None)
        auction = auction._replace(partner=None if holder == auction.taker else holder)
    kept = (swap(state.side_piles[0]), swap(state.side_piles[1]))
    return state._replace(
        hands=hands,
        auction=auction,
        side_piles=kept,
        talon=swap(state.talon),
        discard=swap(state.discard),
        aside=tuple(swap(mask) for mask in state.aside),
        dead=swap(state.dead),
        stock=tuple(map(swapped, state.stock)),
        heaps=tuple(
            tuple(heap._replace(below=tuple(map(swapped, heap.below))) for heap in heaps) for heaps in state.heaps
        ),
    )


def attempts(engine: Engine, state: State, choices: Choices, rng: random.Random) -> Iterator[Action]:
    """Actions of the seat to act, of the kinds of this phase, and one action out of turn."""
    seat, deck = state.turn, state.deck
    assert seat is not None
    if state.hands:
        yield Play((seat + 1) % state.players, deck.cards[0])
    match state.phase:
        case Phase.CUT:
            yield from (
                Choose.of_numbers(seat, choices.rule, (at,))
                for at in (-1, 0, 1, 5, state.pack_size - 1, state.pack_size, state.pack_size + 9)
            )
        case Phase.DEAL:
            yield from (Choose.of_numbers(seat, choices.rule, after) for after in _ways_to_deal(choices))
        case Phase.BID:
            yield from (Bid(seat, bid) for bid in (PASS, *engine.index.ranking, "no_such_bid"))
        case Phase.CALL:
            yield from (choices.picks[0].action(seat, deck, card.bit) for card in deck.cards)
        case Phase.DISCARD:
            yield from (Choose(seat, DISCARD, cards=cards) for cards in _ways_to_discard(state, choices, rng))
        case Phase.EXCHANGE | Phase.ANNOUNCE | Phase.BETWEEN:
            yield from _ways_to_choose(state, choices, rng)
        case Phase.PAY:
            yield from (choices.picks[0].action(seat, deck, card.bit) for card in rng.sample(deck.cards, 4))
        case Phase.CLAIM:
            yield from (Choose(seat, rule, VOID) for rule in (*(rule.rule for rule in engine.index.claims), "no.rule"))
        case Phase.DECLARE | Phase.PLAY if not state.tricks:
            yield from _declarations(engine, state, rng)
    if state.phase is Phase.PLAY:
        yield from _ways_to_choose(state, choices, rng) if state.asked else ()
        yield from (Play(seat, card) for card in state.hand(seat))
        yield from (Play(seat, card) for card in rng.sample(deck.cards, 3))


def fits(choices: Choices, action: Action) -> bool | None:
    """True if ``choices`` lists an action, False if not; None for kinds of actions of which it lists examples only."""
    match action:
        case Choose() if choices.state.phase is Phase.CUT:
            return action.numbers is not None and action.numbers[0] in choices.cuts
        case Choose() if choices.state.phase is Phase.DEAL:
            return None
        case Bid(_seat, bid):
            return bid in choices.bids
        case Play(_seat, card):
            return bool(choices.cards & card.bit)
        case Choose() if action_name(action, choices.state.phase) != "declare":
            return any(pick.allows(action) for pick in choices.picks)
    return None


def _ways_to_deal(choices: Choices) -> Iterator[tuple[int, ...]]:
    places, size = choices.deals or (range(0), 0)
    yield from ((), (0,), (0,) * size, tuple(range(size)), (places.start,) * size, (places.stop,) * size, (-1,) * size)
    yield tuple(range(places.stop - size, places.stop))
    yield tuple(range(places.start, places.start + size + 1))


def _ways_to_discard(state: State, choices: Choices, rng: random.Random) -> Iterator[CardSet]:
    deck, hand = state.deck, list(state.hand(state.turn or 0))
    size = choices.of_hand.most if choices.of_hand else 0
    for number in (size, size, size, max(0, size - 1), min(len(hand), size + 1)):
        yield deck.set(deck.mask(rng.sample(hand, number)))
    trumps = [card for card in hand if card.bit & (deck.trumps | deck.excuse)]
    yield deck.set(deck.mask(trumps[:size]))
    yield deck.set(deck.mask([card for card in deck.cards if card not in hand][:size]))
    for card in hand:
        rest = [other for other in hand if other is not card]
        yield deck.set(deck.mask([card, *rng.sample(rest, max(0, size - 1))]))


def _ways_to_choose(state: State, choices: Choices, rng: random.Random) -> Iterator[Choose]:
    """Choices with too few, too many and other cards, options that there are not, and a rule that does not ask."""
    seat, deck, hand = state.turn or 0, state.deck, list(state.hand(state.turn or 0))
    for pick in choices.picks:
        for number in (pick.least, pick.most, pick.most, max(0, pick.least - 1), min(len(hand), pick.most + 1)):
            yield Choose(seat, pick.rule, pick.option, deck.set(deck.mask(rng.sample(hand, number))))
        yield Choose(seat, pick.rule, pick.option, deck.set(deck.mask(rng.sample(deck.cards, pick.most))))
        yield Choose(seat, pick.rule, pick.option)
        yield Choose(seat, pick.rule, "no_such_option")
    yield Choose(seat, "no.rule")


def _declarations(engine: Engine, state: State, rng: random.Random) -> Iterator[Choose]:
    seat, deck = state.turn or 0, state.deck
    hand = list(state.hand(seat))
    trumps = [card for card in hand if card.bit & (deck.trumps | deck.excuse)]
    shown = (None, *(deck.set(deck.mask(cards)) for cards in (trumps, trumps[:10], hand[:10], deck.cards[:3])))
    for offer in (*engine.index.offers, *engine.index.claims):
        for level in (*getattr(offer, "levels", ()), "no_such_level"):
            yield Choose(seat, offer.rule, level, rng.choice(shown))
    yield Choose(seat, NOTHING)
    yield Choose(seat, "no.rule", "no_such_level")


NARROWS = (
    interfaces.NarrowsBids,
    interfaces.NarrowsPlay,
    KeepsCards,
    interfaces.LimitsFirstLead,
    interfaces.LimitsDiscard,
)
"""Kinds of rules that are at work where they refuse something."""
REFUSED_SHARE = 0.3
"""The share of plays at which refused actions are tried as well."""
STRONG_HAND_EVERY = 3
"""One deal of so many has the strongest cards in one hand."""


class UnsoundError(Exception):
    """A deal breaks an invariant; ``rule`` is the rule at fault, if known."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.message: str = message
        self.rule: str = rule


class DealChecker:
    """Plays random deals of one ruleset and checks invariants. Methods raise UnsoundError.

    ``at_work`` gets the ids of the rules that have made a difference in some deal.
    """

    def __init__(self, engine: Engine, at_work: set[str] | None = None) -> None:
        self.engine: Engine = engine
        self.at_work: set[str] = set() if at_work is None else at_work

    def check_words_of_rules(self) -> None:
        """Check that every rule can be stated."""
        for rule in self.engine.index.mechanisms.values():
            if not str(rule.says()).strip():
                raise UnsoundError(_("the rule says nothing of itself"), rule.rule)
        for contract in (None, *self.engine.index.contracts):
            self.engine.scorer.under(contract).formula()

    def try_deal(self, number: int, rng: random.Random, players: int) -> Deal:
        """A finished deal, checked at each state on the way. Raises UnsoundError."""
        deal = self._start(number, rng, players)
        self._check_events(deal.start, deal.opening)
        bids = ("", PASS, *self.engine.index.ranking)
        favoured = bids[number % len(bids)]
        for _action in range(LONGEST):
            self._check_cards(deal.state)
            if deal.over:
                self._check_end(deal.state)
                return deal
            deal = deal.push(self._try_step(deal.state, rng, favoured))
            self._check_events(deal.state, deal.moves[-1].events)
        raise UnsoundError(
            _("the deal does not end: after {longest} actions it is at the step {phase}").format(
                longest=LONGEST, phase=deal.state.phase
            )
        )

    def _start(self, number: int, rng: random.Random, players: int) -> Deal:
        """A deal from the pack, or with the strongest cards in one hand."""
        engine, deck = self.engine, self.engine.ruleset.deck
        seats, dealer = engine.seats(players), rng.randrange(players)
        start = engine.scorer.ends.start if engine.scorer.ends else None
        if number % STRONG_HAND_EVERY:
            state = engine.start(seed=rng.getrandbits(60), dealer=dealer, seats=seats)
            holdings = None if start is None else tuple(rng.choice((0, start // 2, start)) for _seat in seats)
            return Deal(engine, state._replace(chips=holdings))
        size = engine.index.deals.hand_size(players)
        strong = sorted(
            deck.cards, key=lambda card: (bool(card.bit & deck.trumps), card.is_excuse, card.rank + 2 * rng.random())
        )
        rest = strong[: len(strong) - size]
        rng.shuffle(rest)
        hands = [deck.mask(rest[i * size : (i + 1) * size]) for i in range(players - 1)]
        hands.insert(
            rng.choice(((dealer + 1) % players, rng.randrange(players))), deck.mask(strong[len(strong) - size :])
        )
        left = list(deck.set(deck.all & ~sum(hands)))
        if engine.index.heap_sizes(players):
            rng.shuffle(left)
        return Setup.as_dealt(engine.index, seats, dealer, tuple(hands), left).deal(engine, "bid")

    # ------------------------------------------------------------ one step

    def _try_step(self, state: State, rng: random.Random, favoured: str) -> Action:
        """Choose an allowed action, after checks of views and of other actions."""
        engine, seat = self.engine, state.turn
        assert seat is not None
        choices = engine.legal(state)
        if choices.ways() < 1:
            raise UnsoundError(
                _("{name} is to act at the step {phase}, and nothing is allowed").format(
                    name=state.name(seat), phase=state.phase
                )
            )
        seen, name = state.view(seat), state.name(seat)
        if engine.legal(seen) != replace(choices, state=seen):
            raise UnsoundError(
                _("at the step {phase}, what {name} may do does not follow from what {name} can see").format(
                    phase=state.phase, name=name
                )
            )
        self._check_hidden(state, rng)
        if state.phase is not Phase.PLAY or rng.random() < REFUSED_SHARE:
            for tried in attempts(engine, state, choices, rng):
                self._try_action(state, choices, tried)
        action = self._choose(choices, rng, favoured)
        verdict = engine.check(state, action)
        self._note_at_work(verdict.findings)
        if not verdict.allowed:
            raise UnsoundError(
                _("at the step {phase}, an action is listed as allowed and refused: {shown}").format(
                    phase=state.phase, shown=_as_text(action, state.phase)
                )
            )
        return action

    def _choose(self, choices: Choices, rng: random.Random, favoured: str) -> Action:
        """An allowed action at random; the favoured bid more often, so that every contract is played, and all pass as well; and every other
        announcement that could be made."""
        assert choices.seat is not None
        if choices.bids and favoured and (favoured == PASS or rng.random() < 0.8):
            return Bid(choices.seat, next(bid for bid in (favoured, *choices.bids) if bid in choices.bids))
        if choices.declarations and rng.random() < 0.5:
            return rng.choice(choices.declarations)
        return choices.random(rng)

    def _try_action(self, state: State, choices: Choices, action: Action) -> None:
        """Check that the verdict on an action agrees with the list of allowed actions, and can be put into words."""
        verdict = self.engine.check(state, action)
        self._note_at_work(verdict.findings)
        expected = fits(choices, action) if action.seat == state.turn else False
        if expected is not None and verdict.allowed != expected:
            fault = _("listed as allowed and refused") if expected else _("allowed and not listed as allowed")
            rule = verdict.decisive.rule if verdict.decisive else ""
            raise UnsoundError(
                _("at the step {phase}, an action is {fault}: {shown}").format(
                    phase=state.phase, fault=fault, shown=_as_text(action, state.phase)
                ),
                rule,
            )
        if not verdict.allowed and not any(finding.effect is Effect.REFUSES for finding in verdict.findings):
            raise UnsoundError(
                _("at the step {phase}, an action is refused without a reason: {shown}").format(
                    phase=state.phase, shown=_as_text(action, state.phase)
                )
            )
        self._check_findings(state, verdict.findings)
        str(self.engine.reason(verdict, state.name))

    def _note_at_work(self, findings: Iterable[Finding]) -> None:
        """Note the rules that have narrowed or widened what may be done."""
        for finding in findings:
            rule = self.engine.index.mechanisms.get(finding.rule)
            if finding.effect in (Effect.REQUIRES, Effect.EXEMPTS) or (
                finding.effect is Effect.REFUSES and isinstance(rule, NARROWS)
            ):
                self.at_work.add(finding.rule)

    def _check_hidden(self, state: State, rng: random.Random) -> None:
        """Check that a seat sees no difference between states that differ in hidden cards."""
        seat = rng.randrange(state.players)
        other = with_exchange(state, seat, rng)
        if other is not None and other.view(seat) != state.view(seat):
            raise UnsoundError(
                _("at the step {phase}, the view of {name} tells of cards that are hidden").format(
                    phase=state.phase, name=state.name(seat)
                )
            )

    def _check_cards(self, state: State) -> None:
        """Check that every card is in exactly one place."""
        deck = state.deck
        if not state.hands:
            if sorted(card.index for card in state.pack) != list(range(len(deck.cards))):
                raise UnsoundError(_("the pack to be dealt does not hold every card once"))
            return
        seen, stock = 0, deck.mask(card for card in state.stock if card)
        lying = (
            *state.piles,
            *state.side_piles,
            state.dead,
            state.trick.mask,
            state.table.cards,
            state.below_tops,
            stock,
        )
        for mask in (*state.hands, *lying):
            if seen & mask:
                raise UnsoundError(
                    _("the card {next} is in two places after the step {phase}").format(
                        next=next(iter(deck.set(seen & mask))), phase=state.phase
                    )
                )
            seen |= mask
        missing = deck.all & ~seen & ~state.talon
        if missing:
            raise UnsoundError(
                _("the card {next} is nowhere after the step {phase}").format(
                    next=next(iter(deck.set(missing))), phase=state.phase
                )
            )

    # ------------------------------------------------------------ words

    def _check_events(self, state: State, events: Iterable[Event]) -> None:
        for event in events:
            self._check_findings(state, event.findings)
            self.at_work.update(finding.rule for finding in event.findings)

    def _check_findings(self, state: State, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if not finding.by_table and finding.rule not in self.engine.index.mechanisms:
                raise UnsoundError(_("a finding names the rule {rule!r}, which there is not").format(rule=finding.rule))
            if not str(self.engine.because(finding, state.name)).strip():
                raise UnsoundError(_("a finding cannot be put into words"), finding.rule)

    # ------------------------------------------------------------ the end

    def _check_end(self, state: State) -> None:
        """Check the result of a deal that is over."""
        result = state.result
        if state.phase is not Phase.OVER:
            raise UnsoundError(
                _("nobody is to act at the step {phase}, and the deal is not over").format(phase=state.phase)
            )
        if result is None:
            raise UnsoundError(_("the deal is played out and cannot be counted: cards that count are in nobody's pile"))
        self.at_work.update(paid.rule for paid in state.paid)
        self.at_work.update(rule for rule, kept in result.memory.items() if kept != state.memory.get(rule))
        if result.void is not None:
            if result.void not in self.engine.index.mechanisms:
                raise UnsoundError(
                    _("the deal is void by the rule {void!r}, which there is not").format(void=result.void)
                )
            self._check_pool(state, result)
            return
        self._check_scores(state, result)
        self._check_pool(state, result)
        self._check_points(state, result)
        self.at_work.update(finding.rule for finding in (*result.limits, *(paid.finding for paid in result.apart)))
        for sheet in result.sheets:
            for line in sheet.lines:
                if line.amount != (line.operation == "×"):
                    self.at_work.add(line.rule)
                rule = self.engine.index.mechanisms[line.rule]
                if not str(rule.label(line)).strip():  # type: ignore[attr-defined]
                    raise UnsoundError(_("a line of the score sheet has no name"), line.rule)

    def _check_points(self, state: State, result: Result) -> None:
        """Check that the captured card points add up to the pack's, without cards that are set aside."""
        deck, piles, scorer = state.deck, 0, self.engine.scorer_of(state)
        for mask in (*state.piles, *state.side_piles):
            piles |= mask
        parties = state.parties if scorer.makes is not None and scorer.makes.by_party else ()
        joint = [sum(state.piles[seat] for seat in party) for party in parties] or state.piles
        total, counted = sum(map(scorer.index.halves_of, joint)), scorer.index.counts_piles
        if scorer.has_sides:
            total = deck.halves
            if any(not 0 <= sheet.outcome.halves <= total for sheet in result.sheets):
                raise UnsoundError(
                    _(
                        "the taker's side counts more card points than there are, or fewer than none: {halves} halves"
                    ).format(halves=result.sheets[0].outcome.halves)
                )
            for mask in (*state.hands, state.dead, deck.mask(card for card in state.stock if card)):
                piles |= mask
            if deck.halves_of(piles) != total:
                raise UnsoundError(_("the cards in all piles do not have the card points of the whole pack"))
        elif sum(sheet.outcome.halves for sheet in result.sheets) != total + scorer.index.added_halves:
            raise UnsoundError(_("the card points of all players are not those of the cards captured"))
        elif counted is not None and counted.total not in (None, Fraction(total, 2)):
            message = _("the card points of all players are {points}, and `total` says {total}")
            raise UnsoundError(message.format(points=halves_text(total), total=counted.total), counted.rule)

    def _check_scores(self, state: State, result: Result) -> None:
        """Check that every seat has a score, and that payments which must sum to zero do."""
        settles = self.engine.scorer_of(state).settles
        if len(result.scores) != state.players:
            raise UnsoundError(
                _("there are {number} scores for {players} players").format(
                    number=len(result.scores), players=state.players
                )
            )
        contract = sum(result.scores, Fraction(0))
        for paid in result.apart:
            amounts = sum(paid.amounts, Fraction(0))
            contract -= amounts
            if amounts and getattr(self.engine.index.mechanisms[paid.finding.rule], "sums_to_zero", False):
                raise UnsoundError(
                    _("a payment beside the contract sums to {amounts} and not to zero").format(amounts=amounts),
                    paid.finding.rule,
                )
        if settles is not None and settles.sums_to_zero and contract:
            raise UnsoundError(
                _("the scores {amounts} sum to {contract} and not to zero").format(
                    amounts=_amounts(result.scores), contract=contract
                ),
                settles.rule,
            )

    def _check_pool(self, state: State, result: Result) -> None:
        """Check that what the players lose together lies in the pools, and what they gain has come from there."""
        pools = [rule for rule in self.engine.index.remembers if rule.pool(rule.begin(state.players)) is not None]
        if not pools:
            return
        change = Fraction(0)
        for rule in pools:
            before, after = state.memory[rule.rule], result.memory[rule.rule]
            assert isinstance(before, Memory)
            assert isinstance(after, Memory)
            change += (rule.pool(after) or 0) - (rule.pool(before) or 0)
        if sum(result.scores, Fraction(0)) + change:
            message = _("the scores {amounts} and the change of the pool, {change}, do not sum to zero")
            raise UnsoundError(message.format(amounts=_amounts(result.scores), change=change), pools[0].rule)


def _amounts(scores: Iterable[Fraction]) -> str:
    return ", ".join(str(score) for score in scores)


def _as_text(action: Action, phase: Phase) -> str:
    """An action as its kind and values."""
    values = [
        " ".join(map(str, value)) if isinstance(value, CardSet) else str(value)
        for value in action_values(action, phase)
    ]
    return f"{action_name(action, phase)} {', '.join(values)}".strip()
