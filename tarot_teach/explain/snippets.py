"""Parts of a page: a hand, one trick judged by the rules, the score sheet of a result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from tarot_teach.advice.evaluate import Evaluation
from tarot_teach.advice.format import AdviceFile
from tarot_teach.advice.page import describe_verdict
from tarot_teach.blocks import (
    Block,
    Bullets,
    Choice,
    Exercise,
    HandDiagram,
    HandRow,
    Paragraph,
    PlayRow,
    ScoreSheet,
    TrickDiagram,
)
from tarot_teach.cards import Card, cards_for_prompts, laid_out
from tarot_teach.engine import Engine, trick_position
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.engine.setup import check_trumps
from tarot_teach.errors import LoadError, NotationError, UnfitError, suggest
from tarot_teach.explain.exercises import RIGHT, WRONG, ExerciseBuilder, or_none, plainly, score_asked
from tarot_teach.explain.laid_trick import lay_trick, trick_diagram
from tarot_teach.explain.packs import describe_count
from tarot_teach.explain.score_sheet import LOW, by_seat, describe_counting, score_sheet, taker_plays, typed_sheets
from tarot_teach.explain.setting import of_typed, outcome_words
from tarot_teach.mechanisms.count import CardPoints
from tarot_teach.mechanisms.interfaces import Contract, Counts, CountsPiles, Judges, Scores
from tarot_teach.messages import _
from tarot_teach.records.typed_results import TypedResult
from tarot_teach.table import PASS, Outcome, Sheet, State, seat_name
from tarot_teach.text import NO_TEXT, CardRef, RuleRef, Text, say


def describe_hand(cards: Sequence[Card], caption: str = "") -> list[Block]:
    """A hand of cards with a caption."""
    return [HandDiagram((HandRow("", caption, tuple(cards)),), caption=Text((caption or _("A hand of cards"),)))]


@dataclass(frozen=True, slots=True)
class WrittenTrick:
    """A trick written ``E H10, N H2``: who sits where, who leads, the seats that have played, in order, and their cards."""

    engine: Engine
    seats: tuple[str, ...]
    leader: int
    order: tuple[int, ...]
    played: tuple[Card, ...]

    @classmethod
    def read(cls, engine: Engine, plays: str, hand: str = "") -> WrittenTrick:
        """Read a trick; without cards it is the one to which ``hand`` leads. Raises NotationError for seats and cards that there are not, or that do not fit
        together."""
        given = [part.split() for part in plays.split(",") if part.strip()]
        if (not given and not hand.strip()) or any(len(words) != 2 for words in given):
            prompts = zip(engine.seats(), cards_for_prompts(engine.ruleset.deck), strict=False)
            hint = _("write it like `{typed}`").format(typed=", ".join(f"{seat} {code}" for seat, code in prompts))
            raise NotationError.of("trick.plays", _("{plays!r} is not a trick"), hint=hint, plays=plays)
        letters = [letter for letter, _code in given] or hand.split()[:1]
        tables = [engine.seats(), *(engine.seats(number) for number in engine.ruleset.players)]
        seats = next((table for table in tables if set(letters) <= set(table)), tables[0])
        leader, order = _seat(seats, letters[0]), tuple(_seat(seats, letter) for letter, _code in given)
        around = tuple((leader + i) % len(seats) for i in range(len(order)))
        if order != around:
            hint = _("the order is {around}").format(around=", ".join(seats[leader:] + seats[:leader]))
            raise NotationError.of("trick.order", _("the seats do not play in this order"), hint=hint)
        if len(order) > len(seats):
            message, hint = (
                _("{number} cards are played, and {number_2} players sit here"),
                _("a trick has one card of each"),
            )
            raise NotationError.of("trick.plays", message, hint=hint, number=len(order), number_2=len(seats))
        played = engine.ruleset.deck.parse(" ".join(code for _letter, code in given)) if given else []
        return cls(engine, seats, leader, order, tuple(played))

    @property
    def complete(self) -> bool:
        """True where all have played."""
        return len(self.order) == len(self.seats)

    def who(self, seat: int) -> str:
        """The name of a seat."""
        return seat_name(self.seats[seat], self.seats)

    def held(self, hand: str) -> list[Card]:
        """The cards of a hand, written ``W T5 SR``. Raises NotationError for a hand that is not to play."""
        if self.complete:
            hint = _("leave out `hand`")
            raise NotationError.of("trick.hand", _("the trick is complete, so no hand is to play"), hint=hint)
        letter, *codes = hand.split()
        following = (self.leader + len(self.order)) % len(self.seats)
        if _seat(self.seats, letter) != following:
            hint = _("it is {seats}").format(seats=self.seats[following])
            raise NotationError.of("trick.hand", _("{letter} does not play next"), hint=hint, letter=letter)
        return [*self.engine.ruleset.deck.parse(" ".join(codes))]

    def state(self, held: Sequence[Card], played: Sequence[Card], taker: str, given: Mapping[str, Any]) -> State:
        """The state in which a hand is to play to the first cards of the trick."""
        at = _seat(self.seats, taker) if taker else None
        number = len(self.seats)
        return trick_position(self.engine, held, played, leader=self.leader, players=number, taker=at, **given)


def describe_trick(engine: Engine, plays: str, hand: str = "", *, taker: str = "", **given: Any) -> list[Block]:
    """A trick, written ``E H10, N H2``; of a complete one also its winner, with the reason.

    ``hand`` are a seat and its cards (``W T5 SR``): each is judged for the next to play, or to lead where there are no cards. ``given`` are ``contract``, ``first_trick`` and ``last_trick``
    of :func:`~tarot_teach.engine.trick_position`. Raises NotationError for seats and cards that there are not, or that do not fit together.
    """
    laid = WrittenTrick.read(engine, plays, hand)
    held = laid.held(hand) if hand.strip() else []
    if laid.complete:
        leader = laid.seats[laid.leader]
        return [trick_diagram(lay_trick(engine, laid.played, leader=leader, taker=taker, **given))]
    rows = (PlayRow(laid.seats[seat], laid.who(seat), card) for seat, card in zip(laid.order, laid.played, strict=True))
    diagrams = [TrickDiagram(0, tuple(rows))] if laid.order else []
    if not hand.strip():
        return [*diagrams]
    state = laid.state(held, laid.played, taker, given)
    verdicts = tuple(judge_card(engine, state, card, laid.who).text for card in held)
    assert state.turn is not None
    row = HandRow(laid.seats[state.turn], laid.who(state.turn), tuple(held))
    return [*diagrams, HandDiagram((row,), caption=say(_("The hand to play"))), Bullets(verdicts)]


def ask_about_trick(
    engine: Engine,
    plays: str,
    hand: str = "",
    *,
    taker: str = "",
    winning: bool = False,
    replies: Mapping[str, str] | None = None,
    **given: Any,
) -> Exercise:
    """A question about a trick written as for :func:`describe_trick`: who wins it, or which cards of ``hand`` may be played, if any where a hand may wait.

    With ``winning`` which cards of ``hand``, the last to play, win it. ``replies`` to typical wrong answers have the letter of a seat, or the code of
    a card. Raises NotationError as that does, for a trick that is not complete without a hand, for a hand that is not the last to play where
    ``winning``, and for a reply to what is no wrong answer.
    """
    laid = WrittenTrick.read(engine, plays, hand)
    builder = ExerciseBuilder(engine, laid.who, _id(engine, plays, hand, *(["winning"] if winning else [])))
    if winning:
        if not hand.strip() or len(laid.order) != len(laid.seats) - 1:
            hint = _("give the cards of {number} players, and with `hand` those of the last").format(
                number=len(laid.seats) - 1
            )
            message = _("which cards win is asked of the last player of a trick")
            raise NotationError.of("trick.asked", message, hint=hint)
        exercise = builder.winning(laid.state(laid.held(hand), laid.played, taker, given))
    elif hand.strip():
        exercise = builder.legal(laid.state(laid.held(hand), laid.played, taker, given))
        if not engine.index.play.hands_shrink:
            exercise = replace(exercise, choices=or_none([*exercise.choices]))
    elif laid.complete:
        last = laid.played[-1]
        exercise = builder.winner(laid.state([last], laid.played[:-1], taker, given), last)
    else:
        hint = _("give the hand to play, or the cards of all {number}").format(number=len(laid.seats))
        raise NotationError.of("trick.asked", _("nobody has won this trick yet"), hint=hint)
    number = next((block.number for block in exercise.setting if isinstance(block, TrickDiagram)), 0)
    return _replied(plainly(exercise, number), replies or {})


def ask_about_trumps(engine: Engine, cards: Sequence[Card], replies: Mapping[str, str]) -> Exercise:
    """A question which cards of a hand are trumps; ``replies`` have codes of cards.

    Raises NotationError for a suit of trumps that is not chosen and for a reply to what is no wrong answer, UnfitError for a game without trumps.
    """
    check_trumps(engine)
    power = engine.index.order.power
    if not power:
        message, hint = _("no card of {name} is a trump"), _("leave out `ask`")
        raise UnfitError.of("hand.trumps", message, hint=hint, name=engine.ruleset.name)
    choices = []
    for card in chain.from_iterable(laid_out(cards)):
        trump = bool(card.bit & power)
        words = _("{card} is a trump.") if trump else _("{card} is no trump.")
        grade, reply = (RIGHT if trump else WRONG), say(words, card=card).upper_first()
        choices.append(Choice(card.code, Text((CardRef(card),)), grade, reply, card))
    return _replied(
        Exercise(
            _id(engine, "trumps", *(card.code for card in cards)),
            "trumps",
            (),
            say(_("Which of these cards are trumps?")),
            or_none(choices),
            ruleset=engine.ruleset.name,
            rules=tuple(rule.rule for rule in engine.index.wins if rule.always),
            given=(("hand", [card.code for card in cards]),),
        ),
        replies,
    )


def describe_pile(engine: Engine, cards: Sequence[Card]) -> list[Block]:
    """The card points of a pile: counted in three ways where low cards are worth half a point, otherwise by the rules of the count."""
    deck = engine.ruleset.deck
    if min(card.halves for card in deck.cards) != LOW:
        return describe_count(engine, deck.set(sum({card.bit for card in cards})))
    return describe_counting(cards)


def ask_about_pile(engine: Engine, cards: Sequence[Card], replies: Mapping[str, str]) -> Exercise:
    """A question for the card points of a pile, answered by the count; ``replies`` have amounts of card points.

    Raises NotationError for a reply to what is no wrong answer, UnfitError for a game in which no card counts.
    """
    index, pile = engine.index, engine.ruleset.deck.set(sum({card.bit for card in cards}))
    if not index.counts_points:
        message, hint = _("no rule of {name} asks for card points"), _("leave out `ask`")
        raise UnfitError.of("count.none", message, hint=hint, name=engine.ruleset.name)
    counted = Fraction(index.halves_of(pile.mask), 2)
    rules = tuple(rule.rule for rule in index.all(Counts) if isinstance(rule, CardPoints | CountsPiles))
    return _replied(
        Exercise(
            _id(engine, "pile", *(card.code for card in cards)),
            "points",
            (HandDiagram((HandRow("", "", tuple(cards)),), caption=say(_("The pile"))),),
            say(_("How many card points does it count?")),
            amount=f"{float(counted):g}",
            answer=tuple(describe_count(engine, pile) if index.counts_piles else describe_pile(engine, cards)),
            ruleset=engine.ruleset.name,
            rules=rules,
            given=(("pile", [card.code for card in cards]),),
        ),
        replies,
    )


def scored_pile(engine: Engine, cards: Sequence[Card], rule: str) -> ScoreSheet:
    """The lines of one rule of the score for cards that were won.

    Raises UnfitError for a rule that does not ask which cards were won.
    """
    by_cards = {each.rule: each for each in engine.index.all(Scores) if each.by_cards and not each.among_all}
    scores = by_cards.get(rule)
    if scores is None:
        message, hint = _("{name} has no rule {rule!r} that scores the cards of a pile"), _("leave out `rule`")
        hint = suggest(rule, by_cards, _("rules that do")) if by_cards else hint
        raise UnfitError.of("count.rule", message, hint=hint, rule=rule, name=engine.ruleset.name)
    outcome = Outcome(seat=0, pile=sum({card.bit for card in cards}), cards=len(cards))
    sheet = Sheet(outcome, tuple(scores.lines(outcome, Sheet(outcome))))
    title = Text((RuleRef(rule, engine.ruleset.rules[rule].title),))
    return replace(score_sheet(engine.scorer, sheet, title, ()), formula=scores.formula()[1])


def ask_about_scored_pile(engine: Engine, cards: Sequence[Card], rule: str, replies: Mapping[str, str]) -> Exercise:
    """A question for what one rule of the score brings for cards that were won, answered by its lines; ``replies`` have amounts.

    Raises NotationError for a reply to what is no wrong answer, UnfitError for a rule that does not ask which cards were won.
    """
    sheet = scored_pile(engine, cards, rule)
    return _replied(
        Exercise(
            _id(engine, rule, *(card.code for card in cards)),
            "score",
            (HandDiagram((HandRow("", "", tuple(cards)),), caption=say(_("The pile"))),),
            say(_("What do these cards bring by the rule “{rule}”?"), rule=sheet.title),
            amount=sheet.total.replace("−", "-") or "0",
            answer=(sheet,) if sheet.rows else (Paragraph(say(_("They bring nothing by this rule."))),),
            ruleset=engine.ruleset.name,
            rules=(rule,),
            given=(("pile", [card.code for card in cards]),),
        ),
        replies,
    )


def ask_about_hand(
    engine: Engine, advice: AdviceFile, hand: Sequence[Card], evaluation: Evaluation, replies: Mapping[str, str]
) -> Exercise:
    """A question whether a hand is good enough for a bid, answered by a body of advice; ``replies`` are to ``play`` or ``pass``.

    Raises NotationError for a reply to the right answer.
    """
    bids = evaluation.bid != PASS
    rules = {rule.rule for rule in engine.index.all(Contract) if rule.contract == evaluation.bid}
    return _replied(
        Exercise(
            _id(engine, "hand", *(card.code for card in hand)),
            "bid",
            (HandDiagram((HandRow("", "", tuple(hand)),), caption=say(_("The hand"))),),
            say(_("Would you play alone with this hand?")),
            (
                Choice("play", say(_("I play")), RIGHT if bids else WRONG, NO_TEXT),
                Choice(PASS, say(_("I pass")), WRONG if bids else RIGHT, NO_TEXT),
            ),
            1,
            answer=tuple(describe_verdict(advice, engine.ruleset, evaluation)),
            ruleset=engine.ruleset.name,
            rules=tuple(rules),
            given=(("hand", [card.code for card in hand]),),
        ),
        replies,
    )


def ask_about_result(typed: TypedResult, replies: Mapping[str, str]) -> Exercise:
    """A question who has won a deal, the taker's side or the others, answered by the score sheet; ``replies`` are to ``taker`` or ``others``.

    Raises NotationError for a reply to the right answer, LoadError for a game without a target.
    """
    result, engine = typed.result(), Engine(typed.scorer.index.ruleset)
    outcome = result.sheets[0].outcome
    if outcome.made is None:
        message, hint = _("nobody has to reach anything in {name}"), _("leave out `ask`")
        raise LoadError.of("score.target", message, None, hint, name=engine.ruleset.name)
    texts = [*outcome_words(engine, outcome, lambda seat: seat_name(typed.seats[seat], typed.seats))]
    return _replied(
        Exercise(
            _id(engine, "result", *map(str, texts)),
            "result",
            tuple(map(Paragraph, texts)),
            say(_("Who has won this deal?")),
            (
                Choice(
                    "taker", engine.ruleset.say(_("The side of {taker:the}")), RIGHT if outcome.made else WRONG, NO_TEXT
                ),
                Choice("others", say(_("The others")), WRONG if outcome.made else RIGHT, NO_TEXT),
            ),
            1,
            answer=tuple(describe_score(typed)),
            ruleset=engine.ruleset.name,
            rules=tuple(rule.rule for rule in typed.scorer.counts if isinstance(rule, Judges)),
        ),
        replies,
    )


def ask_about_amount(typed: TypedResult, seat: str, replies: Mapping[str, str]) -> Exercise:
    """A question what a result brings the player at a seat, answered by the score sheet; ``replies`` are to amounts.

    Raises NotationError for a seat that there is not and for a reply to the right answer, LoadError where the result does not say what each player gets.
    """
    result, engine, at = typed.result(), Engine(typed.scorer.index.ruleset), _seat(typed.seats, seat)
    if not result.scores:
        message, hint = (
            _("the result does not say what each player gets"),
            _("say who the players are, and what each has won"),
        )
        raise LoadError.of("score.seat", message, None, hint)
    names = [seat_name(letter, typed.seats) for letter in typed.seats]
    texts = of_typed(engine, typed, result, names.__getitem__).paragraphs
    question, amount, sign = score_asked(engine.ruleset, names[at], result.scores[at])
    rules = [line.rule for sheet in result.sheets for line in sheet.lines]
    exercise = Exercise(
        _id(engine, "result", seat, *map(str, texts)),
        "score",
        tuple(map(Paragraph, texts)),
        question,
        amount=amount,
        sign=sign,
        answer=tuple(describe_score(typed)),
        ruleset=engine.ruleset.name,
        rules=tuple(dict.fromkeys(rules)),
    )
    return _replied(exercise, replies)


def _id(engine: Engine, *words: str) -> str:
    """An id made of words."""
    return re.sub(r"[^a-z0-9]+", "-", " ".join((engine.ruleset.name, *words)).lower()).strip("-")


def _replied(exercise: Exercise, replies: Mapping[str, str]) -> Exercise:
    """A question with replies to wrong answers. Raises NotationError for a reply to what is no wrong answer."""
    wrong = [choice.code for choice in exercise.choices if choice.grade != RIGHT]
    for code in replies:
        amount = exercise.amount and re.fullmatch(r"-?\d{1,3}(\.5)?", code) and code != exercise.amount
        if code not in wrong and not amount:
            message = _("{code!r} is no wrong answer to this question")
            raise NotationError.of("trick.reply", message, hint=suggest(code, wrong, _("answers")), code=code)
    return replace(exercise, misses=tuple((code, Text((reply,))) for code, reply in replies.items()))


def _seat(seats: tuple[str, ...], letter: str) -> int:
    if letter not in seats:
        hint = suggest(letter, seats, _("seats"))
        raise NotationError.of("trick.seat", _("nobody sits at {letter!r}"), hint=hint, letter=letter)
    return seats.index(letter)


def describe_score(typed: TypedResult) -> list[Block]:
    """The count and the score sheet of a result that was typed in. Raises LoadError as :meth:`TypedResult.result` does."""
    scorer, result = typed.scorer, typed.result()
    blocks: list[Block] = [Paragraph(note, "note") for note in typed.notes]
    if scorer.has_sides:
        outcome = typed.outcomes[0]
        _counted, findings = scorer.count(outcome)
        known = [finding for finding in findings if typed.has_points or finding.rule not in typed.of_points]
        words = [scorer.index.mechanisms[finding.rule].because(finding, str) for finding in known]
        if by_seat(result) and outcome.taker is not None and outcome.contract is not None:
            taker = seat_name(typed.seats[outcome.taker], typed.seats)
            words.insert(0, taker_plays(scorer.index.ruleset, taker, outcome.contract))
        blocks += [Bullets(tuple(words))] if words else []
    return [*blocks, *typed_sheets(typed, result)]
