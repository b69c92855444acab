"""Exercises made of positions, and those of a record: the engine judges every answer, and the reply names the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from tarot_teach.blocks import (
    NO_TEXT,
    Block,
    Bullets,
    Choice,
    Exercise,
    HandDiagram,
    HandRow,
    Paragraph,
    PlayRow,
    TrickDiagram,
)
from tarot_teach.cards import Card, CardSet, halves_text, laid_out
from tarot_teach.engine import Engine
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.errors import KeyPath
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name, result_sheets, taker_plays
from tarot_teach.explain.why import refused_cards
from tarot_teach.language import N_, _, as_words, ngettext
from tarot_teach.mechanisms import Who
from tarot_teach.records.replay import Question, Replay
from tarot_teach.table import PASS, SLAMS, TAKER, Bid, Discard, Finding, Outcome, Phase, Play, State
from tarot_teach.table.events import TrickWon
from tarot_teach.text import CardRef, RuleRef, Text, joined, say

SLAM_WORDS = dict(
    zip(
        SLAMS,
        (
            N_("{slam}: made by {taker:the}'s side, not announced."),
            N_("{slam}: announced by {taker:the}, and made."),
            N_("{slam}: announced by {taker:the}, and not made."),
            N_("{slam}: made by the defence, not announced."),
            N_("{slam}: announced by the defence, and made."),
            N_("{slam}: announced by the defence, and not made."),
        ),
        strict=True,
    )
)
RIGHT, POSSIBLE, WRONG = "right", "possible", "wrong"


@dataclass(frozen=True, slots=True)
class ExerciseBuilder:
    """Makes exercises of positions of one deal. ``id`` is the exercise's id; ``question`` replaces the default question, and
    ``why`` is appended to the answer."""

    engine: Engine
    who: Who
    id: str
    question: Text = NO_TEXT
    why: tuple[Block, ...] = ()

    def legal(self, state: State) -> Exercise:
        """Exercise: which cards of the hand to play may be played?"""
        playable = self.engine.legal(state).cards
        return self._cards(state, "legal", _("Which cards may {who} play?"), 0, playable, playable)

    def card(self, state: State, answer: Card) -> Exercise:
        """Exercise: which card to play? Other cards that the rules allow are graded as possible."""
        return self._cards(
            state, "card", _("Which card should {who} play?"), 1, answer.bit, self.engine.legal(state).cards
        )

    def winner(self, state: State, last: Card) -> Exercise:
        """Exercise: who wins the trick that the last card completes?"""
        assert state.turn is not None
        after, events = self.engine.apply(state, Play(state.turn, last), irregular=True)
        reasons = [
            self._because(finding) for event in events if isinstance(event, TrickWon) for finding in event.findings
        ]
        reason = joined(reasons)
        winner = after.tricks[-1].winner
        choices = tuple(
            Choice(state.seats[seat], Text((self.who(seat),)), RIGHT if seat == winner else WRONG, reason)
            for seat, _card in after.tricks[-1].trick.by(state.players)
        )
        setting = (trick_so_far(state._replace(trick=after.tricks[-1].trick), self.who),)
        return self._exercise("winner", setting, say(_("Who wins this trick?")), choices, 1)

    def bid(self, state: State, answer: str) -> Exercise:
        """Exercise: what to bid? Other bids that the rules allow are graded as possible."""
        return self._auction(state, _("What should {who} bid?"), 1, answer)

    def bids(self, state: State) -> Exercise:
        """Exercise: which bids do the rules allow?"""
        return self._auction(state, _("What may {who} say now?"), 0, None)

    def discard(self, state: State, answer: CardSet | None = None) -> Exercise:
        """Exercise: what to lay away? Without an answer, every card that the rules allow is right."""
        choice = self.engine.legal(state).discard
        assert choice is not None
        sought = choice.allowed if answer is None else answer
        usual = ngettext("Which {size} card may {who} lay away?", "Which {size} cards may {who} lay away?", choice.size)
        if answer is not None:
            usual = ngettext(
                "Which {size} card should {who} lay away?", "Which {size} cards should {who} lay away?", choice.size
            )
        return self._cards(state, "discard", usual, choice.size, sought.mask, choice.allowed.mask, size=choice.size)

    def score(self, state: State, seat: int) -> Exercise:
        """Exercise: the score of a player."""
        result, unit = state.result, self.engine.ruleset.unit
        assert result is not None
        names = [self.who(other) for other in range(state.players)]
        sheets = result_sheets(self.engine, result, names)
        sheets = [sheets[seat]] if len(sheets) == state.players else sheets
        outcomes = [sheet.outcome for sheet in result.sheets if sheet.outcome.seat in (None, seat)]
        setting = tuple(Paragraph(text) for outcome in outcomes for text in self._outcome_words(outcome))
        question = say(_("What does this deal bring {who}? (Write a loss with a minus.)"), who=self.who(seat))
        amount = Fraction(result.scores[seat], 10**unit.places)
        exercise = self._exercise("score", setting, question)
        return replace(exercise, amount=_decimal(amount), sign=unit.sign, answer=(*sheets, *self.why))

    # ------------------------------------------------------------ parts of exercises

    def _cards(
        self, state: State, kind: str, usual: str, pick: int, right: int, possible: int, **said: object
    ) -> Exercise:
        seat = state.turn
        assert seat is not None
        choices = []
        for card in chain.from_iterable(laid_out(state.hand(seat))):
            grade = RIGHT if card.bit & right else POSSIBLE if card.bit & possible else WRONG
            reply = judge_card(self.engine, state, card, self.who).text
            choices.append(Choice(card.code, Text((CardRef(card),)), grade, reply, card))
        setting = self._situation(state)
        if state.trick.cards:
            setting.append(trick_so_far(state, self.who))
        question = say(usual, who=self.who(seat), **said)
        exercise = self._exercise(kind, tuple(setting), question, tuple(choices), pick)
        refused = tuple(reason.text for reason in refused_cards(self.engine, state, self.who))
        return replace(exercise, answer=(*((Bullets(refused),) if refused else ()), *self.why))

    def _auction(self, state: State, usual: str, pick: int, answer: str | None) -> Exercise:
        seat = state.turn
        assert seat is not None
        choices = []
        for bid in (PASS, *self.engine.index.ranking):
            verdict = self.engine.check(state, Bid(seat, bid))
            sought = verdict.allowed if answer is None else bid == answer
            grade = RIGHT if sought else POSSIBLE if verdict.allowed else WRONG
            reply = NO_TEXT if verdict.allowed else self.engine.reason(verdict, self.who).text
            choices.append(Choice(bid, bid_name(self.engine.ruleset, bid), grade, reply))
        calls = [
            say(_("{who} has said {bid}."), who=self.who(other), bid=bid_name(self.engine.ruleset, bid))
            for other, bid in state.auction.calls
        ]
        said: tuple[Block, ...] = (Paragraph(joined(calls)),) if calls else ()
        setting = (*said, _hand(state, seat, self.who))
        return self._exercise("bid", setting, say(usual, who=self.who(seat)), tuple(choices), pick)

    def _exercise(
        self, kind: str, setting: tuple[Block, ...], question: Text, choices: tuple[Choice, ...] = (), pick: int = 0
    ) -> Exercise:
        asked = self.question or question
        return Exercise(self.id, kind, setting, asked, choices, pick, answer=self.why)

    def _situation(self, state: State) -> list[Block]:
        """The taker with the contract, and the leader of a trick that begins."""
        taker, contract = state.auction.taker, state.auction.contract
        words = []
        if taker is not None and contract:
            words.append(taker_plays(self.engine.ruleset, self.who(taker), contract))
        if state.phase is Phase.PLAY and not state.trick.cards and state.turn is not None:
            words.append(say(_("{who} leads to trick {number}."), who=self.who(state.turn), number=state.number))
        return [Paragraph(joined(words))] if words else []

    def _outcome_words(self, outcome: Outcome) -> list[Text]:
        """The outcome of a deal in words, without the score."""
        sentences = []
        ruleset, points = self.engine.ruleset, halves_text(outcome.halves)
        if outcome.contract:
            contract = bid_name(self.engine.ruleset, outcome.contract)
            if outcome.taker is not None:
                sentences.append(taker_plays(self.engine.ruleset, self.who(outcome.taker), outcome.contract))
            if outcome.partner is not None:
                sentences.append(ruleset.say(_("{who} is {partner:the}."), who=self.who(outcome.partner)))
            words = _("In this {contract} {taker:the}'s side has {points} card points and {honours}.")
            if not outcome.honours:
                words = _("In this {contract} {taker:the}'s side has {points} card points and no {honour}.")
            honours = ruleset.terms["honour"].count(outcome.honours)
            sentences.append(ruleset.say(words, contract=contract, points=points, honours=honours))
        elif outcome.seat is not None and outcome.pile is not None:
            cards = self.engine.ruleset.deck.set(outcome.pile)
            sentences.append(say(_("{who} has won {cards}."), who=self.who(outcome.seat), cards=cards))
        if outcome.last_trick_bonus == TAKER:
            sentences.append(ruleset.say(_("The last trick, and in it {petit:the}, went to {taker:the}'s side.")))
        elif outcome.last_trick_bonus:
            sentences.append(ruleset.say(_("The last trick, and in it {petit:the}, went to the defence.")))
        for handful in outcome.handfuls:
            words = _("The defence showed a {level} {handful}.")
            if handful.side == TAKER:
                words = _("{taker:the}'s side showed a {level} {handful}.")
            sentences.append(ruleset.say(words, level=handful.level))
        sentences += [ruleset.say(_(SLAM_WORDS[slam])) for slam in outcome.slam]
        sentences += [ruleset.say(_(SLAM_WORDS[slam]), slam=ruleset.terms["small_slam"]) for slam in outcome.small_slam]
        for seat, level in outcome.apart:
            sentences.append(say(_("{who} has announced {level}."), who=self.who(seat), level=as_words(level)))
        return sentences

    def _because(self, finding: Finding) -> Text:
        rule = self.engine.ruleset.rules[finding.rule]
        return self.engine.because(finding, self.who) + Text((" (", RuleRef(rule.id, rule.title), ")"))


def trick_so_far(state: State, who: Who) -> TrickDiagram:
    """The cards on the table, with nothing said about them."""
    plays = (PlayRow(state.seats[seat], who(seat), card) for seat, card in state.trick.by(state.players))
    return TrickDiagram(state.number, tuple(plays))


def _hand(state: State, seat: int, who: Who) -> HandDiagram:
    row = HandRow(state.seats[seat], who(seat), tuple(state.hand(seat)), state.unseen[seat])
    return HandDiagram((row,), caption=say(_("The hand")))


def _decimal(amount: Fraction) -> str:
    """An amount as a decimal number, as one types it."""
    return str(int(amount)) if amount.denominator == 1 else f"{float(amount):.2f}"


def exercises_of(replay: Replay) -> tuple[Exercise, ...]:
    """The questions of a record as exercises, in the order in which they arise."""
    narrator = Narrator(replay)
    return tuple(_exercise(narrator, asked) for asked in replay.asked)


def _exercise(narrator: Narrator, asked: Question) -> Exercise:
    path: KeyPath = ("asks", asked.number - 1)
    question = joined(narrator.words(asked.ask.question or "", (*path, "question")))
    why = tuple(Paragraph(text, "note") for text in narrator.words(asked.ask.because, (*path, "because")))
    builder = ExerciseBuilder(narrator.engine, narrator.who, f"{narrator.file.id}-ask-{asked.number}", question, why)
    return replace(_answered(builder, asked), done=asked.done)


def _answered(builder: ExerciseBuilder, asked: Question) -> Exercise:
    match asked.answer:
        case Play(_seat, card) if asked.ask.ask == "winner":
            return builder.winner(asked.state, card)
        case Play(_seat, card):
            return builder.card(asked.state, card)
        case Bid(_seat, bid):
            return builder.bid(asked.state, bid)
        case Discard(_seat, cards):
            return builder.discard(asked.state, cards)
    if asked.ask.ask == "legal":
        return builder.legal(asked.state)
    assert asked.seat is not None
    return builder.score(asked.state, asked.seat)
