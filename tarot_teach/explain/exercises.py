"""Exercises made of positions, and those of a record: the engine judges every answer, and the reply names the rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name, names_of, result_sheets, taker_plays
from tarot_teach.explain.why import refused_cards
from tarot_teach.language import _, ngettext
from tarot_teach.mechanisms import Who
from tarot_teach.mechanisms.interfaces import Contract, Counts, NarrowsBids
from tarot_teach.records.replay import Question, Replay
from tarot_teach.table import PASS, Bid, Choose, Outcome, Phase, Play, State
from tarot_teach.table.events import TrickWon
from tarot_teach.text import CardRef, RuleRef, Text, joined, say

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
        possible = self.engine.legal(state).cards
        return self._cards(state, "card", _("Which card should {who} play?"), 1, answer.bit, possible)

    def discard(self, state: State, answer: CardSet | None = None) -> Exercise:
        """Exercise: what to lay away? Without an answer, every card that the rules allow is right."""
        pick = self.engine.legal(state).of_hand
        assert pick is not None
        size, allowed = pick.most, pick.cards
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
        reasons = []
        findings = [finding for event in events if isinstance(event, TrickWon) for finding in event.findings]
        for finding in findings:
            rule = self.engine.ruleset.rules[finding.rule]
            because = self.engine.because(finding, self.who)
            reasons.append(because + Text((" (", RuleRef(rule.id, rule.title), ")")))
        trick, reason = after.tricks[-1], joined(reasons)
        choices = tuple(
            Choice(state.seats[seat], Text((self.who(seat),)), RIGHT if seat == trick.winner else WRONG, reason)
            for seat, _card in trick.trick.by(state.players)
        )
        setting = (trick_so_far(state._replace(trick=trick.trick), self.who),)
        rules = (finding.rule for finding in findings)
        return self._exercise("winner", setting, say(_("Who wins this trick?")), choices, 1, rules)

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
        words = [
            say(_("{who} has said {bid}."), who=self.who(other), bid=bid_name(ruleset, bid)) for other, bid in calls
        ]
        said = (Paragraph(joined(words)),) if words else ()
        row = HandRow(state.seats[seat], self.who(seat), tuple(state.hand(seat)), state.unseen[seat])
        setting = (*said, HandDiagram((row,), caption=say(_("The hand"))))
        usual = _("What may {who} say now?") if answer is None else _("What should {who} bid?")
        pick = 0 if answer is None else 1
        return self._exercise("bid", setting, say(usual, who=self.who(seat)), tuple(choices), pick, rules)

    def score(self, state: State, seat: int) -> Exercise:
        """Exercise: the score of a player."""
        result, unit = state.result, self.engine.ruleset.unit
        assert result is not None
        rules = [line.rule for sheet in result.sheets for line in sheet.lines]
        for sheet in result.sheets:
            counts = self.engine.rules(state).all(Counts)
            rules += [rule.rule for rule in counts if rule.count(sheet.outcome)[1]]
        rules.append(result.settlement or "")
        sheets = result_sheets(self.engine, result, [self.who(other) for other in range(state.players)])
        outcomes = [sheet.outcome for sheet in result.sheets]
        sheets = [sheet for sheet, outcome in zip(sheets, outcomes, strict=True) if outcome.is_of(seat)]
        outcomes = [outcome for outcome in outcomes if outcome.is_of(seat)]
        setting = tuple(
            Paragraph(text) for outcome in outcomes for text in outcome_words(self.engine, outcome, self.who)
        )
        question = say(_("What does this deal bring {who}? (Write a loss with a minus.)"), who=self.who(seat))
        amount = Fraction(result.scores[seat], 10**unit.places)
        typed = str(amount) if amount.denominator == 1 else f"{float(amount):.2f}"
        exercise = self._exercise("score", setting, question, rules=rules)
        return replace(exercise, amount=typed, sign=unit.sign, answer=(*sheets, *self.why))

    def _cards(self, state: State, kind: str, usual: str, pick: int, right: int, possible: int) -> Exercise:
        """A question about cards of the hand to act: how many to ``pick`` (0: any number), and the masks of those that are right
        and that are allowed."""
        seat, auction = state.turn, state.auction
        assert seat is not None
        choices, rules = [], []
        for card in chain.from_iterable(laid_out(state.hand(seat))):
            grade = _grade(bool(card.bit & right), bool(card.bit & possible))
            reason = judge_card(self.engine, state, card, self.who)
            rules.append(reason.rule)
            choices.append(Choice(card.code, Text((CardRef(card),)), grade, reason.text, card))
        words = []
        if auction.taker is not None and auction.contract:
            words.append(taker_plays(self.engine.ruleset, self.who(auction.taker), auction.contract))
        if state.phase is Phase.PLAY and not state.trick.cards:
            words.append(say(_("{who} leads to trick {number}."), who=self.who(seat), number=state.number))
        setting: list[Block] = [Paragraph(joined(words))] if words else []
        if state.trick.cards:
            setting.append(trick_so_far(state, self.who))
        question = say(usual, who=self.who(seat), size=pick)
        exercise = self._exercise(kind, tuple(setting), question, tuple(choices), pick, rules)
        refused = tuple(reason.text for reason in refused_cards(self.engine, state, self.who))
        return replace(exercise, answer=(*((Bullets(refused),) if refused else ()), *self.why))

    def _exercise(
        self,
        kind: str,
        setting: tuple[Block, ...],
        question: Text,
        choices: tuple[Choice, ...] = (),
        pick: int = 0,
        rules: Iterable[str] = (),
    ) -> Exercise:
        ruleset, asked = self.engine.ruleset, self.question or question
        known = tuple(rule for rule in dict.fromkeys(rules) if rule in ruleset.rules)
        return Exercise(
            self.id, kind, setting, asked, choices, pick, answer=self.why, ruleset=ruleset.name, rules=known
        )


def outcome_words(engine: Engine, outcome: Outcome, who: Who, played_by: Engine | None = None) -> Iterator[Text]:
    """The outcome of a deal in words, without the score; ``played_by`` is the engine that played it, where it is another."""
    ruleset = engine.ruleset
    if outcome.contract:
        if outcome.taker is not None:
            yield taker_plays(ruleset, who(outcome.taker), outcome.contract)
        if outcome.partner is not None:
            yield ruleset.say(_("{who} is {partner:the}."), who=who(outcome.partner))
        words = _("In this {contract} {taker:the}'s side has {points} card points and {honours}.")
        if not outcome.honours:
            words = _("In this {contract} {taker:the}'s side has {points} card points and no {honour}.")
        if not any("honour" in rule.marks for rule in engine.index.all(Counts)):
            words = _("In this {contract} {taker:the}'s side has {points} card points.")
        contract, honours = bid_name(ruleset, outcome.contract), ruleset.terms["honour"].count(outcome.honours)
        yield ruleset.say(words, contract=contract, points=halves_text(outcome.halves), honours=honours)
    elif outcome.seat is not None and outcome.pile is not None:
        cards = ruleset.deck.set(outcome.pile)
        phrase = _("{who} have won {cards}.") if len(outcome.players) > 1 else _("{who} has won {cards}.")
        if not cards and len(outcome.players) == 1:
            phrase = _("{who} has won no card.")
        yield say(phrase, who=names_of(outcome.players, who), cards=cards)
    for id, fact in outcome.facts.items():
        rule = engine.index.observing.get(id) or (played_by or engine).index.observing[id]
        yield from rule.tells(fact, who)


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
    return tuple(
        replace(_exercise(narrator, asked), done=asked.done, misses=tuple(_misses(narrator, asked)))
        for asked in replay.asked
    )


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
