"""A case of a rule: what shows it in one deal, as blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tarot_teach.blocks import Block, Choice, JudgedPosition, Paragraph, PlayRow, ScoreSheet, Table
from tarot_teach.cards import Card, CardSet, laid_out
from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.card_reasons import judge_card, verdict_on_card
from tarot_teach.engine.reasons import choice_in_words
from tarot_teach.explain.exercises import RIGHT, WRONG, trick_so_far
from tarot_teach.explain.score_sheet import bid_name, result_sheets, sheet_by_role
from tarot_teach.explain.setting import outcome_words
from tarot_teach.mechanisms import Who
from tarot_teach.mechanisms.interfaces import ExemptsCards, LimitsFirstLead, NarrowsPlay
from tarot_teach.mechanisms.keeps_cards import KeepsCards
from tarot_teach.messages import _, pgettext
from tarot_teach.records.replay import Tried
from tarot_teach.rules import Rule
from tarot_teach.table import PASS, Bid, Effect, Finding, Phase, Play, State, events
from tarot_teach.text import NO_TEXT, CardRef, RuleRef, Text, joined, say

FEW = 5
"""The number of cards in hand that is easiest to judge."""
LINES = 24
"""The most lines of a score that lead to that of a rule; of more, the last ones are shown."""


@dataclass(frozen=True, slots=True)
class KnownDeal:
    """A deal in which rules may show: its log, the names of its players, its source in a sentence, and what is tried in words by the
    index of the move. Hands of more cards than ``most`` are not judged."""

    deal: Deal
    who: Who
    source: Text
    tries: Mapping[int, Sequence[Tried]] = field(default_factory=dict)
    most: int = 99


@dataclass(slots=True)
class Judged:
    """Answers about a deal under the ruleset of a page, once for all its rules: by move and kind of rule the cards about
    which rules decide, with the ids of these, and the score sheets."""

    cards: dict[tuple[int, bool], list[tuple[Card, frozenset[str]]]] = field(default_factory=dict)
    sheets: list[ScoreSheet] | None = None


class Case:
    """Looks for one rule in one deal. The ``engine`` is that of the page; the deal may be one of a relative that has the same rule."""

    def __init__(self, engine: Engine, rule: Rule, known: KnownDeal, judged: Judged) -> None:
        self.engine: Engine = engine
        self.rule: Rule = rule
        self.known: KnownDeal = known
        self.judged: Judged = judged
        self.deal: Deal = known.deal
        self.who: Who = known.who
        self.own: bool = known.deal.engine.ruleset.name == engine.ruleset.name

    def blocks(self) -> list[Block]:
        """The blocks that show the rule best; none if nothing does."""
        ways: Sequence[Callable[[], list[Block]]] = (self._event,)
        match self.rule.step:
            case "play":
                ways = (self._refused_card, self._trick, self._leader)
            case "discard":
                ways = (self._refused_discard, self._event)
            case "bid":
                ways = (self._refused_bid, self._event)
            case "count":
                ways = (self._counted,)
            case "score":
                ways = (self._scored,)
        return next((found for way in ways if (found := way())), [])

    def _under(self, state: State) -> State:
        """A state of the deal as one of the page's ruleset."""
        return state if self.own else state._replace(ruleset=self.engine.ruleset.name)

    def _because(self, findings: Iterable[Finding]) -> Text:
        """The findings of the rule in sentences."""
        return joined(
            self.engine.because(each, self.who)
            for each in findings
            if each.rule == self.rule.id and "given" not in each.facts
        )

    # ------------------------------------------------------------ choices that are judged

    def _refused_card(self) -> list[Block]:
        """A hand of few cards of which the rule refuses one, or frees one; first of all where the example tries it in words."""
        rule = self.engine.index.mechanisms[self.rule.id]
        if not isinstance(rule, NarrowsPlay | KeepsCards | LimitsFirstLead | ExemptsCards):
            return []
        moves = self.deal.moves
        tried = {
            i: each.action.card
            for i, tries in self.known.tries.items()
            for each in tries
            if isinstance(each.action, Play) and each.verdict.decisive and each.verdict.decisive.rule == self.rule.id
        }
        plays = [i for i, move in enumerate(moves) if isinstance(move.action, Play)]
        sizes = {i: moves[i].before.left(moves[i].action.seat) for i in plays}
        for i in sorted(plays, key=lambda i: (i not in tried, abs(sizes[i] - FEW), i)):
            state = self._under(moves[i].before)
            if state.unseen[moves[i].action.seat] or not 1 < sizes[i] <= self.known.most:
                continue
            decided = self._decided(i, state, exempts=isinstance(rule, ExemptsCards))
            if decided:
                return [self._judged(state, tried[i] if tried.get(i) in decided else decided[0])]
        return []

    def _decided(self, move: int, state: State, *, exempts: bool) -> list[Card]:
        """The cards of the hand to play about which the rule decides."""
        key = (move, exempts)
        if key not in self.judged.cards:
            self.judged.cards[key] = [*self._deciding(state, exempts=exempts)]
        return [card for card, rules in self.judged.cards[key] if self.rule.id in rules]

    def _deciding(self, state: State, *, exempts: bool) -> Iterator[tuple[Card, frozenset[str]]]:
        """The refused cards of the hand to play, each with the rule that decides, or else the allowed ones with those that free them."""
        assert state.turn is not None
        hand, legal = state.hands[state.turn], self.engine.legal(state).cards
        for card in CardSet(state.deck, hand & (legal if exempts else ~legal)) if hand & ~legal else ():
            verdict = self.engine.check(state, Play(state.turn, card))
            if exempts:
                yield card, frozenset(each.rule for each in verdict.findings if each.effect is Effect.EXEMPTS)
            elif verdict.decisive:
                yield card, frozenset({verdict.decisive.rule})

    def _refused_discard(self) -> list[Block]:
        """A hand with the talon of which the rule lets some card not be laid away."""
        for move in self.deal.moves:
            state = self._under(move.before)
            pick = self.engine.legal(state).of_hand if state.phase is Phase.DISCARD else None
            for card in state.deck.set(state.hands[move.action.seat] & ~pick.cards) if pick else ():
                decisive = verdict_on_card(self.engine, state, card).decisive
                if decisive and decisive.rule == self.rule.id:
                    return [self._judged(state, card)]
        return []

    def _judged(self, state: State, chosen: Card) -> JudgedPosition:
        """The cards of the hand to act, each judged, with the reason for or against one of them."""
        assert state.turn is not None
        choices = []
        for card in chain.from_iterable(laid_out(state.hand(state.turn))):
            reason = judge_card(self.engine, state, card, self.who)
            named = (Text(("(", RuleRef(reason.rule, reason.title), ")")),) if reason.title else ()
            parts = (reason.head, reason.because, *(named if reason.rule != self.rule.id else ()))
            grade = RIGHT if reason.allowed else WRONG
            choices.append(Choice(card.code, Text((CardRef(card),)), grade, joined(filter(None, parts)), card))
        said = next(choice.reply for choice in choices if choice.card == chosen)
        who, plays = self.who(state.turn), trick_so_far(state, self.who).plays
        following = who if self.rule.step == "play" else ""
        label = joined([*self._announced(state, state.turn), say(_("{who} holds"), who=who)])
        return JudgedPosition(label, tuple(choices), said, chosen.code, plays, following)

    def _announced(self, state: State, seat: int) -> Iterator[Text]:
        """The announcements by which a seat keeps cards, each in a sentence."""
        index = self.engine.rules(state)
        for rule in index.keeps:
            done = rule.announcement(state, seat) if rule.bound(state, seat) else None
            if done is not None:
                yield choice_in_words(index, done, self.who(done.seat))

    def _refused_bid(self) -> list[Block]:
        """A turn in the auction at which the rule refuses some bid."""
        for move in self.deal.moves:
            if not isinstance(move.action, Bid):
                continue
            state, seat = self._under(move.before), move.action.seat
            choices, refused = [], ""
            for bid in (PASS, *self.engine.index.ranking):
                verdict = self.engine.check(state, Bid(seat, bid))
                reason = self.engine.reason(verdict, self.who)
                refused = refused or (bid if reason.rule == self.rule.id and not verdict.allowed else "")
                said = joined(filter(None, (reason.head, reason.because)))
                grade = RIGHT if verdict.allowed else WRONG
                choices.append(Choice(bid, Text((self._bid(bid),)), grade, said))
            if refused:
                said = next(choice.reply for choice in choices if choice.code == refused)
                heard = joined(say("{call}.", call=call) for call in self._calls(state))
                label = joined([heard, say(_("{who} may say"), who=self.who(seat))])
                return [JudgedPosition(label, tuple(choices), said, refused)]
        return []

    def _calls(self, state: State) -> list[Text]:
        """The calls of the auction so far: ``East: pass``."""
        return [say(_("{who}: {bid}"), who=self.who(seat), bid=self._bid(bid)) for seat, bid in state.auction.calls]

    def _bid(self, bid: str) -> str:
        return str(bid_name(self.engine.ruleset, bid))

    # ------------------------------------------------------------ what happens by the rule

    def _trick(self) -> list[Block]:
        """A trick of which the rule says who wins it, or what becomes of a card in it."""
        for move in self.deal.moves:
            kinds = (*events.TRICK_EVENTS, events.DebtEnded)
            findings = [each for event in move.events if isinstance(event, kinds) for each in event.findings]
            said = self._because(findings)
            if not said or not move.after.tricks:
                continue
            taken = move.after.tricks[-1]
            if any(isinstance(event, events.DebtEnded) and self._because(event.findings) for event in move.events):
                excuses = (each for each in move.after.tricks if any(card.is_excuse for card in each.trick.cards))
                taken = next(excuses, taken)
            plays = self._plays(taken.trick.by(move.after.players), taken.winner)
            return [JudgedPosition(NO_TEXT, (), said, plays=plays)]
        return []

    def _leader(self) -> list[Block]:
        """The first trick, where the rule says who leads to it."""
        for event in self.deal.events():
            said = self._because(event.findings) if isinstance(event, events.LeaderChosen) else NO_TEXT
            if not said:
                continue
            first = [move.action for move in self.deal.moves if isinstance(move.action, Play) and move.trick == 0]
            if first:
                return [JudgedPosition(NO_TEXT, (), said, plays=self._plays((each.seat, each.card) for each in first))]
        return []

    def _plays(self, cards: Iterable[tuple[int, Card]], winner: int | None = None) -> tuple[PlayRow, ...]:
        seats = self.deal.start.seats
        return tuple(PlayRow(seats[seat], self.who(seat), card, wins=seat == winner) for seat, card in cards)

    def _event(self) -> list[Block]:
        """An event before the play that the rule decides, with the cards or calls that it is about."""
        opening = ((self.deal.start, event) for event in self.deal.opening)
        moves = ((move.before if move.before.hands else move.after, move) for move in self.deal.moves)
        later = ((state, event) for state, move in moves for event in move.events)
        for state, event in chain(opening, later):
            if not self._decides(event):
                continue
            label, choices = self._about(state, event)
            if choices:
                return [JudgedPosition(label, choices, self._because(event.findings))]
        return []

    def _decides(self, event: events.Event) -> bool:
        """True for an event that the rule decides: with a finding of it, or the contract that it describes."""
        if isinstance(event, events.ContractSettled):
            contract = self.engine.index.contracts.get(event.contract)
            return contract is not None and contract.rule == self.rule.id
        return self.rule.id in event.rules

    def _about(self, state: State, event: events.Event) -> tuple[Text, tuple[Choice, ...]]:
        """The cards or calls that an event is about, with their label."""
        deck, words, cards = state.deck, _("{who} holds"), CardSet(state.deck, 0)
        if event.seat is not None and state.hands:
            cards = state.hand(event.seat)
        match event:
            case events.BidMade() | events.ContractSettled() | events.AllPassed() | events.TalonLaidAside():
                calls = self._calls(self.deal.state)
                return say(_("The calls")), tuple(Choice("", call, "", NO_TEXT) for call in calls)
            case events.TalonTaken(_seat, cards):
                words = _("{who} takes")
            case events.CardsDiscarded(_seat, _laid, shown) if shown:
                words, cards = _("{who} shows"), shown
            case events.CardsDiscarded(_seat, cards):
                words = _("{who} lays away")
            case events.Announced(_seat, _level, CardSet() as cards):
                words = _("{who} shows")
            case events.CardCalled(_seat, card) | events.NobodyHas(_seat, card) | events.CalledCardLaid(_seat, card):
                words, cards = _("{who} calls"), deck.set(card.bit)
            case events.HandVoided() | events.Announced():
                pass
            case _:
                return NO_TEXT, ()
        who = "" if event.seat is None else self.who(event.seat)
        shown_cards = chain.from_iterable(laid_out(cards))
        choices = tuple(Choice(card.code, Text((CardRef(card),)), "", NO_TEXT, card) for card in shown_cards)
        return say(words, who=who), choices

    # ------------------------------------------------------------ the end

    def _counted(self) -> list[Block]:
        """The sentences of the rule about the count."""
        counted = (event for event in self.deal.events() if isinstance(event, events.PointsCounted))
        said = joined(filter(None, (self._because(event.findings) for event in counted)))
        return [Paragraph(said)] if said else []

    def _scored(self) -> list[Block]:
        """The last lines of the score down to that of the rule; of the rule by which the players pay, what each gets."""
        state, result = self.deal.state, self.deal.state.result
        if result is None or not result.sheets:
            return []
        names = [self.who(seat) for seat in range(state.players)]
        if self.judged.sheets is None:
            self.judged.sheets = self._sheets(names)
        for sheet, made in zip(result.sheets, self.judged.sheets, strict=True):
            lines = [i for i, row in enumerate(made.rows) if row.rule == self.rule.id]
            words = [Paragraph(joined(outcome_words(self.engine, sheet.outcome, self.who, self.deal.engine)))]
            if lines:
                head = (say(_("Line")), say(_("Amount")), say(pgettext("column", "Sum")))
                shown = made.rows[: lines[-1] + 1]
                cells = [
                    (row.label, Text((f"{row.operation} {row.amount}",)), Text((row.total,))) for row in shown[-LINES:]
                ]
                rows = (*([(Text(("…",)), NO_TEXT, NO_TEXT)] if len(shown) > LINES else []), *cells)
                return [*words, Table(head, rows, numeric=(1, 2)), Paragraph(shown[-1].because)]
            if self.rule.id == self._settlement and state.players in self.engine.ruleset.players:
                paid = tuple((Text((name,)), Text((amount,))) for name, amount in made.scores)
                return [
                    *words,
                    Paragraph(made.because),
                    Table((say(_("Player")), say(_("Amount"))), paid, numeric=(1,)),
                ]
        said = self._because(paid.finding for paid in result.apart)
        return [Paragraph(said)] if said else []

    @property
    def _settlement(self) -> str:
        """The id of the rule by which the players of the page's ruleset pay."""
        settles = self.engine.scorer_of(self.deal.state).settles
        return settles.rule if settles else ""

    def _sheets(self, names: Sequence[str]) -> list[ScoreSheet]:
        """The score sheets: as they were played, or by the page's ruleset where the deal is a relative's."""
        result, scorer = self.deal.state.result, self.engine.scorer_of(self.deal.state)
        assert result is not None
        if self.own:
            return result_sheets(self.engine.scorer, result, names)
        counted = [scorer.count(sheet.outcome)[0] for sheet in result.sheets]
        sheets = [scorer.sheet(outcome, counted) for outcome in counted]
        return [
            sheet_by_role(scorer, sheet, scorer.settle(sheet, len(names)) if scorer.has_sides else {})
            for sheet in sheets
        ]
