"""Exercises made of positions, and those of a record: the engine judges every answer, and the reply names the rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from tarot_teach.blocks import Block, Bullets, Choice, Exercise, HandDiagram, HandRow, Paragraph, PlayRow, TrickDiagram
from tarot_teach.cards import Card, CardSet, laid_out
from tarot_teach.engine import Engine
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.explain.lost_cards import why_not, with_rule
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name, result_sheets
from tarot_teach.explain.setting import (
    Setting,
    of_auction,
    of_card,
    of_choice,
    of_discard,
    of_play,
    of_result,
    of_trick,
    trick_of,
)
from tarot_teach.explain.why import refused_cards
from tarot_teach.mechanisms import Who
from tarot_teach.mechanisms.interfaces import Contract, Counts, NarrowsBids
from tarot_teach.messages import _, ngettext
from tarot_teach.records.replay import Question, Replay
from tarot_teach.rules import Ruleset
from tarot_teach.table import PASS, Bid, Choose, Phase, Play, State
from tarot_teach.table.events import TrickWon
from tarot_teach.text import NO_TEXT, CardRef, Text, joined, say

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

    def card(self, state: State, *answers: Card) -> Exercise:
        """Exercise: which card to play? Each of the answers is right; other cards that the rules allow are graded as possible."""
        possible, right = self.engine.legal(state).cards, sum(card.bit for card in answers)
        return self._cards(state, "card", _("Which card should {who} play?"), 1, right, possible)

    def discard(self, state: State, answer: CardSet | None = None) -> Exercise:
        """Exercise: what to lay away? Without an answer, every card that the rules allow is right; their number is told where it is fixed."""
        pick = self.engine.legal(state).of_hand
        assert pick is not None
        size, allowed = pick.most, pick.cards
        if pick.least < pick.most and answer is not None:
            return self._cards(state, "discard", _("Which cards should {who} lay away?"), 0, answer.mask, allowed)
        usual = ngettext("Which {size} card may {who} lay away?", "Which {size} cards may {who} lay away?", size)
        if answer is not None:
            usual = ngettext(
                "Which {size} card should {who} lay away?", "Which {size} cards should {who} lay away?", size
            )
        return self._cards(state, "discard", usual, size, allowed if answer is None else answer.mask, allowed)

    def winner(self, state: State, last: Card) -> Exercise:
        """Exercise: who wins the trick that the last card completes?"""
        assert state.turn is not None
        after, events = self.engine.apply(state, Play(state.turn, last), irregular=True)
        won_by = [event for event in events if isinstance(event, TrickWon)]
        taken, won = after.tricks[-1], self._won(won_by)
        choices = []
        for seat, _card in taken.trick.by(state.players):
            wins = seat == taken.winner
            reply = won if wins else why_not(self.engine, state, taken, seat)
            choices.append(Choice(state.seats[seat], Text((self.who(seat),)), RIGHT if wins else WRONG, reply))
        whole = state._replace(trick=taken.trick)
        setting = of_trick(self.engine, state, self.who)
        shown = trick_so_far(whole, self.who)
        rules = (finding.rule for event in won_by for finding in event.findings)
        question = say(_("Who wins this trick?"))
        exercise = self._exercise("winner", setting, (shown,), question, tuple(choices), 1, rules)
        return replace(exercise, given=(*exercise.given, *trick_of(whole).data.items()))

    def winning(self, state: State) -> Exercise:
        """Exercise: which cards of the hand to play win the trick that they complete? The last choice is that none does."""
        seat = state.turn
        assert seat is not None
        playable, choices, rules = self.engine.legal(state).cards, [], list[str]()
        for card in chain.from_iterable(laid_out(state.hand(seat))):
            reason, wins = judge_card(self.engine, state, card, self.who), False
            reply, named = reason.text, [reason.rule]
            if card.bit & playable:
                after, events = self.engine.apply(state, Play(seat, card))
                taken, found = after.tricks[-1], [each for each in events if isinstance(each, TrickWon)]
                wins, named = taken.winner == seat, [finding.rule for each in found for finding in each.findings]
                reply = self._won(found) if wins else why_not(self.engine, state, taken, seat)
            rules += named
            choices.append(Choice(card.code, Text((CardRef(card),)), RIGHT if wins else WRONG, reply, card))
        setting, shown = of_trick(self.engine, state, self.who), trick_so_far(state, self.who)
        question = say(_("Which cards may {who} play to win this trick?"), who=self.who(seat))
        return self._exercise("winning", setting, (shown,), question, or_none(choices), 0, rules)

    def _won(self, events: Iterable[TrickWon]) -> Text:
        """Why a trick is won, with the rules."""
        findings = (finding for event in events for finding in event.findings)
        return joined(
            with_rule(self.engine.ruleset, self.engine.because(finding, self.who), finding.rule) for finding in findings
        )

    def bid(self, state: State, answer: str | None = None) -> Exercise:
        """Exercise: what to bid? Without an answer: which bids do the rules allow?"""
        seat, ruleset = state.turn, self.engine.ruleset
        assert seat is not None
        choices, index, calls = [], self.engine.index, state.auction.calls
        asked = answer if answer in index.ranking or answer is None else index.ranking[0]
        rules = [rule.rule for rule in index.all(Contract) if rule.contract == asked]
        rules += [rule.rule for rule in index.all(NarrowsBids) if any(bid != PASS for _seat, bid in calls)]
        for bid in (PASS, *index.ranking):
            verdict = self.engine.check(state, Bid(seat, bid))
            sought = verdict.allowed if answer is None else bid == answer
            grade = _grade(sought, verdict.allowed)
            reply = NO_TEXT if verdict.allowed else self.engine.reason(verdict, self.who).text
            choices.append(Choice(bid, bid_name(ruleset, bid), grade, reply))
        setting, shown = of_auction(state, self._bid_names(), self.who), (self._hand(state),)
        usual = _("What may {who} say now?") if answer is None else _("What should {who} bid?")
        pick = 0 if answer is None else 1
        return self._exercise("bid", setting, shown, say(usual, who=self.who(seat)), tuple(choices), pick, rules)

    def choice(self, state: State, choices: tuple[Choice, ...]) -> Exercise:
        """Exercise: what to do before the play? One of the choices, which are judged, is to be chosen."""
        assert state.turn is not None
        setting, asked = of_choice(self.engine, state, self._bid_names(), self.who), _("What should {who} do?")
        if state.phase is Phase.BID:
            asked = _("What should {who} bid?")
        return self._exercise("choice", setting, (self._hand(state),), say(asked, who=self.who(state.turn)), choices, 1)

    def _bid_names(self) -> dict[str, Text]:
        """The names of all bids."""
        return {bid: bid_name(self.engine.ruleset, bid) for bid in (PASS, *self.engine.index.ranking)}

    def _hand(self, state: State) -> HandDiagram:
        """The hand to act."""
        seat = state.turn
        assert seat is not None
        row = HandRow(state.seats[seat], self.who(seat), tuple(state.hand(seat)), state.unseen[seat])
        return HandDiagram((row,), caption=say(_("The hand")))

    def score(self, state: State, seat: int) -> Exercise:
        """Exercise: the score of a player."""
        result = state.result
        assert result is not None
        rules = [line.rule for sheet in result.sheets for line in sheet.lines]
        for sheet in result.sheets:
            counts = self.engine.rules(state).all(Counts)
            rules += [rule.rule for rule in counts if rule.count(sheet.outcome)[1]]
        rules.append(result.settlement or "")
        names = [self.who(other) for other in range(state.players)]
        shown = zip(result.sheets, result_sheets(self.engine.scorer, result, names, seat), strict=True)
        sheets = [block for sheet, block in shown if sheet.outcome.is_of(seat)]
        setting = of_result(self.engine, state, self.who, seat)
        question, typed, sign = score_asked(self.engine.ruleset, self.who(seat), result.scores[seat])
        exercise = self._exercise("score", setting, (), question, rules=rules)
        return replace(exercise, amount=typed, sign=sign, answer=(*sheets, *self.why))

    def _cards(self, state: State, kind: str, usual: str, pick: int, right: int, possible: int) -> Exercise:
        """A question about cards of the hand to act: how many to ``pick`` (0: any number), and the masks of those that are right
        and that are allowed."""
        seat = state.turn
        assert seat is not None
        choices, rules = [], []
        for card in chain.from_iterable(laid_out(state.hand(seat))):
            grade = _grade(bool(card.bit & right), bool(card.bit & possible))
            reason = judge_card(self.engine, state, card, self.who)
            rules.append(reason.rule)
            choices.append(Choice(card.code, Text((CardRef(card),)), grade, reason.text, card))
        if kind == "discard":
            setting = of_discard(self.engine, state, self.who, pick)
        else:
            setting = (of_card if kind == "card" else of_play)(self.engine, state, self.who)
        shown = (trick_so_far(state, self.who),) if state.trick.cards else ()
        question = say(usual, who=self.who(seat), size=pick)
        exercise = self._exercise(kind, setting, shown, question, tuple(choices), pick, rules)
        refused = tuple(reason.text for reason in refused_cards(self.engine, state, self.who))
        return replace(exercise, answer=(*((Bullets(refused),) if refused else ()), *self.why))

    def _exercise(
        self,
        kind: str,
        setting: Setting,
        shown: tuple[Block, ...],
        question: Text,
        choices: tuple[Choice, ...] = (),
        pick: int = 0,
        rules: Iterable[str] = (),
    ) -> Exercise:
        ruleset, asked = self.engine.ruleset, self.question or question
        known = tuple(rule for rule in dict.fromkeys(rules) if rule in ruleset.rules)
        said = tuple(Paragraph(text) for text in setting.paragraphs)
        exercise = Exercise(self.id, kind, (*said, *shown), asked, choices, pick, answer=self.why)
        return replace(exercise, ruleset=ruleset.name, rules=known, given=setting.data)


def or_none(choices: list[Choice]) -> tuple[Choice, ...]:
    """Choices, and behind them that none of them is right."""
    grade = WRONG if any(choice.grade == RIGHT for choice in choices) else RIGHT
    return (*choices, Choice("none", say(_("none of them")), grade, NO_TEXT))


def _grade(right: bool, possible: bool) -> str:
    if right:
        return RIGHT
    return POSSIBLE if possible else WRONG


def trick_so_far(state: State, who: Who) -> TrickDiagram:
    """The cards on the table, with nothing said about them."""
    plays = (PlayRow(state.seats[seat], who(seat), card) for seat, card in state.trick.by(state.players))
    return TrickDiagram(state.number, tuple(plays))


def exercises_of(replay: Replay) -> tuple[Exercise, ...]:
    """The questions of a record as exercises, in the order in which they arise."""
    narrator = Narrator(replay)
    exercises = (
        replace(_exercise(narrator, asked), done=asked.done, misses=tuple(_misses(narrator, asked)))
        for asked in replay.asked
    )
    if narrator.file.plain:
        return tuple(plainly(each, replay.start.unrecorded_tricks) for each in exercises)
    return tuple(exercises)


def score_asked(ruleset: Ruleset, who: Text | str, score: Fraction) -> tuple[Text, str, str]:
    """The question what a deal brings somebody, with its answer as it is typed and the sign of the unit."""
    amount = Fraction(score, 10**ruleset.unit.places)
    typed = str(amount) if amount.denominator == 1 else f"{float(amount):.2f}"
    return say(_("What does this deal bring {who}? (Write a loss with a minus.)"), who=who), typed, ruleset.unit.sign


def plainly(exercise: Exercise, before: int) -> Exercise:
    """An exercise whose setting is the trick alone, with its number without those ``before``."""
    tricks = (block for block in exercise.setting if isinstance(block, TrickDiagram))
    return replace(exercise, setting=tuple(replace(trick, number=trick.number - before) for trick in tricks))


def _misses(narrator: Narrator, asked: Question) -> Iterator[tuple[str, Text]]:
    """Typical wrong answers to a question of a record, with the author's replies."""
    for code, reply in asked.ask.misses.items():
        yield code, joined(narrator.words(reply, "asks", asked.number - 1, "misses", code))


def _exercise(narrator: Narrator, asked: Question) -> Exercise:
    ask, state, at = asked.ask, asked.state, asked.number - 1
    question = joined(narrator.words(ask.question, "asks", at, "question"))
    why = tuple(Paragraph(text, "note") for text in narrator.words(ask.because, "asks", at, "because"))
    builder = ExerciseBuilder(narrator.engine, narrator.who, f"{narrator.file.id}-ask-{asked.number}", question, why)
    match asked.answer:
        case Play(_seat, card):
            return builder.winner(state, card) if ask.ask == "winner" else builder.card(state, card)
        case Bid(_seat, bid):
            return builder.bid(state, bid)
        case Choose(_seat, _, _, CardSet() as cards):
            return builder.discard(state, cards)
    if ask.ask == "legal":
        return builder.legal(state)
    assert asked.seat is not None
    return builder.score(state, asked.seat)
