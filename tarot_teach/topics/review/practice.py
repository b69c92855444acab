"""Decisions of a deal that has been looked back on, kept to be asked about; and a kept decision as a question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from statistics import fmean, stdev
from typing import Any

from pydantic import ValidationError

from tarot_teach.advice.format import AdviceFile
from tarot_teach.blocks import Block, Choice, Exercise, Paragraph
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import action_text, read_action
from tarot_teach.errors import LoadError, NotationError, TarotError
from tarot_teach.mechanisms.plays import play_of
from tarot_teach.messages import NP_, _, as_words, ngettext
from tarot_teach.records.as_record import beginning_of, continued_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.rules import Ruleset
from tarot_teach.solver import Objective, OpenPlay, Value
from tarot_teach.table import Phase, Play, State
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.open_cards.card_values import OpenCards
from tarot_teach.topics.quiz.answers import KeptAnswers, answers_file
from tarot_teach.topics.quiz.decisions import KIND, PREFIX, KeptCost, KeptDecision, KeptValues
from tarot_teach.topics.review.card_costs import CardCost, CostVerdict, Tried, is_sure
from tarot_teach.topics.review.choice_asked import ChoiceAsked
from tarot_teach.topics.review.review import Review, amount_of, opened_sentence, spread_of
from tarot_teach.topics.tactics.asked import theme_sentence
from tarot_teach.topics.tactics.data import with_puzzles
from tarot_teach.topics.tactics.facts import Facts
from tarot_teach.topics.tactics.seen import best_card_asked
from tarot_teach.topics.tactics.themes import THEMES


def kept_decisions(review: Review) -> dict[str, KeptDecision]:
    """The decisions of a review in which there was a better card, by the ids under which they are kept."""
    deal = deal_as_data(review.done)
    return dict(kept_decision(deal, cost) for cost in review.better if can_be_kept(cost))


PRACTISE = NP_("typed", "practise")
"""The word by which the decisions of a review are kept."""


def offer(review: Review | None) -> list[Block]:
    """The offer to keep the decisions of a review in which there was better; nothing where there are none."""
    number = 0 if review is None else sum(map(can_be_kept, review.better))
    words = ngettext(
        "There was better in {number} decision: type practise, and it comes back as a question.",
        "There was better in {number} decisions: type practise, and they come back as questions.",
        number,
    )
    return [Paragraph(say(words, number=number), "aside")] if number else []


def practise(review: Review) -> list[Block]:
    """Keep the decisions of a review in the user's data folder, and what was kept in words; the reason in words where nothing can be."""
    try:
        return keep_decisions(review)
    except TarotError as error:
        return [Paragraph(Text((str(problem),)), "refused") for problem in error.problems]


def keep_decisions(review: Review) -> list[Block]:
    """Keep the decisions of a review in which there was better in the user's data folder, and what was kept in words. Raises OutputError where
    nothing can be written, LoadError for a damaged file."""
    name, decisions = review.done.engine.ruleset.name, kept_decisions(review)
    if not decisions:
        return [Paragraph(say(_("There was nothing better in any decision: nothing is kept.")))]
    new = KeptAnswers(answers_file()).keep(name, decisions)
    if not new:
        words = _("These decisions are kept already: {command} asks about them.")
    else:
        words = ngettext(
            "{number} decision is kept as a question: {command} asks about it.",
            "{number} decisions are kept as questions: {command} asks about them.",
            new,
        )
    return [Paragraph(say(words, number=new, command=f"tarot-teach quiz {name} --mine"))]


def can_be_kept(cost: CardCost) -> bool:
    """True for a card, or a choice before the play, beside which there was a better one."""
    return cost.verdict is CostVerdict.BETTER and (isinstance(cost.move.action, Play) or cost.against is not None)


def kept_decision(deal: dict[str, Any], cost: CardCost) -> tuple[str, KeptDecision]:
    """A decision of a deal, which is given as data, with the id under which it is kept. The same decision of the same deal has the same id."""
    before, opened = cost.before, cost.opened
    values = {card.code: value.low for card, value in opened.values.items()} if opened else {}
    decision = KeptDecision(
        deal=deal,
        move=cost.number,
        trick=before.number,
        step="" if before.phase is Phase.PLAY else str(before.phase),
        seat=before.seats[cost.move.action.seat],
        contract=before.auction.contract,
        played=action_text(cost.move.action, before.phase),
        worlds=cost.worlds,
        tried=tuple(_kept_cost(cost, each) for each in sorted(cost.tried, key=lambda each: each is not cost.best)),
        open_cards=KeptValues(objective=str(opened.objective), values=values) if opened else None,
        theme=cost.theme,
    )
    digest = sha256(json.dumps(deal, sort_keys=True).encode()).hexdigest()[:12]
    return f"{PREFIX}{digest}-{cost.number}", decision


def deal_as_data(done: Replay) -> dict[str, Any]:
    """A deal as the data of an example, without comments and questions."""
    name = done.engine.ruleset.name
    head = {"format": 1, "id": done.record.file.id, "ruleset": name, "title": done.record.file.title}
    file = ExampleFile.model_validate(head | continued_record(beginning_of(done), done.deal))
    return file.model_dump(mode="json", exclude_unset=True)


def _kept_cost(cost: CardCost, tried: Tried) -> KeptCost:
    """The figures of what was tried against the best."""
    more = [one - other for one, other in zip(cost.best.scores, tried.scores, strict=True)]
    return KeptCost(
        cards=tuple(card.code for card in tried.cards) or (action_text(tried.action, cost.before.phase),),
        cost=round(fmean(more), 3),
        error=round(stdev(more) / len(more) ** 0.5, 3) if len(more) > 1 else 0.0,
        better=sum(each > 0 for each in more),
        worse=sum(each < 0 for each in more),
        best=cost.nothing_better(tried),
        brings=None if cost.against is None else round(tried.mean, 3),
    )


def decision_title(ruleset: Ruleset, decision: KeptDecision) -> str:
    """A kept decision in a few words."""
    deck, play = ruleset.deck, play_of(ruleset)
    done = as_words(decision.played)
    with suppress(NotationError):
        cards = [deck.card(word) for word in decision.played.split()]
        if [card.code for card in cards] == decision.played.split():
            done = str(say("{cards}", cards=cards))
    place = _("Before the play") if decision.step else str(say(_(play.numbered), number=decision.trick))
    return str(say(_("{place}: {choice}"), place=place, choice=done))


def decision_exercise(engine: Engine, id: str, decision: KeptDecision, advice: AdviceFile | None = None) -> Exercise:
    """The question about a kept decision, where it is a bid with the value of the hand by ``advice``. Raises LoadError where its deal does not
    fit the rules any more."""
    state = _turn(engine, id, decision)
    if decision.step:
        return ChoiceAsked(engine, decision, state, advice).exercise(id)
    return _Asked(engine, decision, state).exercise(id)


def decision_exercises(
    engine: Engine, decisions: Mapping[str, KeptDecision], advice: AdviceFile | None = None
) -> Iterator[tuple[str, Exercise | TarotError]]:
    """Yield each kept decision as a question by its id, or the error that says why it does not fit any more."""
    for id, decision in decisions.items():
        try:
            yield id, decision_exercise(engine, id, decision, advice)
        except TarotError as error:
            yield id, error


def _turn(engine: Engine, id: str, decision: KeptDecision) -> State:
    """The state in which the seat decided. Raises LoadError where the rules do not lead there any more."""
    name, reason = engine.ruleset.name, ""
    try:
        record = Record(ExampleFile.model_validate(decision.deal | {"ruleset": name}))
        moves = replay(record, engine).deal.moves
    except ValidationError:
        reason = _("the deal cannot be read")
    except TarotError as error:
        reason = error.problems[0].message
    else:
        before = moves[decision.move].before if decision.move < len(moves) else None
        if before is not None and before.turn is not None and before.seats[before.turn] == decision.seat:
            tried = {code for each in decision.tried for code in each.cards}
            if decision.played in tried and _are_allowed(engine, before, decision.step, tried):
                return before
        reason = _("other choices may be made there") if decision.step else _("other cards may be played there")
    message, hint = _("the kept decision {id} does not fit {name}: {reason}"), _("it is left out, and stays kept")
    raise LoadError.of("quiz.decision", message, None, hint, id=id, name=name, reason=reason)


def _are_allowed(engine: Engine, before: State, step: str, tried: set[str]) -> bool:
    """True if the choices that were tried are those that the rules allow: all cards, or some choices before the play."""
    if not step:
        return {card.code for card in before.deck.set(engine.legal(before).cards)} == tried
    if step != before.phase:
        return False
    try:
        return all(engine.check(before, read_action(engine, before, text)).allowed for text in tried)
    except NotationError:
        return False


@dataclass(frozen=True)
class _Asked:
    """Puts a kept decision into words."""

    engine: Engine
    decision: KeptDecision
    state: State

    def exercise(self, id: str) -> Exercise:
        """The question: every card is right beside which the review would not say that there was better."""
        right = [each for each in self.decision.tried if not is_sure(each.cost, each.error)]
        cards = [self._card(code) for each in right for code in each.cards]
        costs = {code: self._in_short(each) for each in self.decision.tried for code in each.cards}
        asked = best_card_asked(self._facts, id, cards, self._judged, costs)
        missed = with_puzzles(self.decision.theme, self.engine.ruleset.name)
        return replace(asked, kind=KIND, answer=tuple(self._answer()), missed_theme=missed)

    def _card(self, code: str) -> Card:
        return self.state.deck.card(code)

    @property
    def _best(self) -> KeptCost:
        return self.decision.tried[0]

    @property
    def _facts(self) -> Facts:
        """The facts of the turn that the seat can see."""
        wrong = [self._card(each.cards[0]) for each in self.decision.tried[1:]]
        best, played = self._card(self._best.cards[0]), self._card(self.decision.played)
        return Facts(self.engine, self.state, best, tuple(wrong), played, {}, {})

    def _in_short(self, tried: KeptCost) -> Text:
        """The cost of a card in two words."""
        return Text((_("costs {points}").format(points=amount_of(self.engine.ruleset.unit, tried.cost)),))

    def _judged(self, choice: Choice) -> Choice:
        """A choice with its cost as the reply; the refusal of one that is not allowed."""
        tried = next((each for each in self.decision.tried if choice.code in each.cards), None)
        return choice if tried is None else replace(choice, reply=joined(self._reply(choice.code, tried)))

    def _reply(self, code: str, tried: KeptCost) -> Iterator[Text]:
        """The cost of a card in sentences."""
        decision, unit, card = self.decision, self.engine.ruleset.unit, self._card(code)
        if tried is self._best:
            words = _("{card}: nothing is better in {best} of {worlds} possible deals that fit what {who} had seen.")
        else:
            words = _("{card} costs {cost} game points on average, {error}: {right} is better in {better} of {worlds} possible deals and worse in {worse}.")  # fmt: skip
        yield say(
            words,
            card=card,
            cost=amount_of(unit, tried.cost),
            error=f"± {amount_of(unit, tried.error)}",
            right=self._card(self._best.cards[0]),
            better=tried.better,
            worse=tried.worse,
            best=tried.best,
            worlds=decision.worlds,
            who=self.state.name(self._facts.seat),
        )
        if code == decision.played:
            yield say(_("This is the card that was played."))

    def _answer(self) -> Iterator[Block]:
        """The card that was played with its cost, and the values with all cards open, where they are known."""
        decision, unit = self.decision, self.engine.ruleset.unit
        played = next(each for each in decision.tried if decision.played in each.cards)
        best, card = self._card(self._best.cards[0]), self._card(decision.played)
        words = _(
            "In the deal {who} played {card}, which costs {cost} game points on average over {worlds} possible deals."
        )
        cost = spread_of(unit, played.cost, played.error)
        who = self.state.name(self._facts.seat)
        yield Paragraph(say(words, who=who, card=card, cost=cost, worlds=decision.worlds))
        if self._opened is not None:
            yield Paragraph(opened_sentence(self._opened, best, card))
        if decision.theme in THEMES:
            yield Paragraph(theme_sentence(self.engine, decision.theme))

    @cached_property
    def _opened(self) -> OpenCards | None:
        """The values with all cards open, as they were found; None where the search did not reach."""
        kept = self.decision.open_cards
        if kept is None or kept.objective not in [*Objective] or self.decision.played not in kept.values:
            return None
        play = OpenPlay(self.engine, self.state, Objective(kept.objective))
        values = {self._card(code): Value(value, value, True, 0) for code, value in kept.values.items()}
        return OpenCards(self.engine, self.state, None, play.objective, values, play.side, play.most)
