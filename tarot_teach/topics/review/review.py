"""A deal looked back on: the costs of the cards of one seat from the dearest down, its bids and discards; the page, and plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tarot_teach.advice.format import AdviceFile
from tarot_teach.advice.page import describe_evaluation, evaluation_data
from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cards import Card
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import action_text
from tarot_teach.errors import Problem, RecordError, SolveError, TarotError
from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.messages import N_, NJ_, _, ngettext
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.format import ExampleFile
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.rules import Ruleset, Unit
from tarot_teach.table import Action, Bid, Phase, Play, State
from tarot_teach.text import Text, say
from tarot_teach.topics.open_cards.card_values import OpenCards
from tarot_teach.topics.play.game import Game, in_a_sentence, option_cards
from tarot_teach.topics.play.what_if import LinePlayer, WhatIf, check_hands
from tarot_teach.topics.review.card_costs import WORLDS, CardCost, CostVerdict, Reviewer, Tried
from tarot_teach.topics.review.earlier_choices import EarlierChoice, earlier_choices
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.seating import seat_players
from tarot_teach.topics.tactics.asked import theme_sentence
from tarot_teach.topics.tactics.data import with_puzzles

OPENED = 3
"""The number of the dearest decisions of which both lines are shown."""
VERDICTS = {
    CostVerdict.BETTER: N_("there was better"),
    CostVerdict.CLOSE: N_("close"),
    CostVerdict.LUCK: N_("only luck"),
    CostVerdict.BEST: N_("nothing better"),
    CostVerdict.NO_CHOICE: N_("nothing to choose"),
}
"""The verdicts in words."""
OTHERS = NJ_("In {best} nothing was better; in {none} there was nothing to choose.")
"""The sentence on the decisions without another card beside the one that was played."""


@dataclass(frozen=True)
class Review:
    """A deal looked back on by a seat: the ``costs`` of its cards in the order of the deal, and its choices before the play; ``last`` limits the costs to
    decisions with at most so many cards in hand."""

    done: Replay
    seat: int
    worlds: int
    seed: int
    costs: tuple[CardCost, ...]
    earlier: tuple[EarlierChoice, ...] = ()
    advice: AdviceFile | None = None
    last: int | None = None

    @cached_property
    def dearest(self) -> list[CardCost]:
        """The decisions with another card beside the one that was played, the most costly first; those before all others in which there was better."""
        compared = [cost for cost in self.costs if cost.other is not None]
        return sorted(compared, key=lambda cost: (cost.verdict is not CostVerdict.BETTER, -cost.cost))

    @property
    def better(self) -> list[CardCost]:
        """The decisions in which there was better: the cards from the dearest down, then those before the play in the order of the deal."""
        before = [choice.cost for choice in self.earlier if choice.cost is not None]
        return [cost for cost in (*self.dearest, *before) if cost.verdict is CostVerdict.BETTER]

    @cached_property
    def lines(self) -> dict[int, WhatIf]:
        """Both lines of play of the dearest decisions, by the number of the move; none where cards are not played to tricks."""
        if not self.done.engine.index.play.in_tricks:
            return {}
        player = LinePlayer(self.done)
        return {cost.number: line for cost in self.dearest[:OPENED] if (line := lines_of(self.done, cost, player))}

    # ------------------------------------------------------------------------------- the page

    def blocks(self) -> Iterator[Block]:
        """The page: the cards from the dearest down, both lines of the dearest, and what was decided before the play."""
        record = self.done.record.file
        yield Heading(1, say(_("What each card cost: {title}"), title=record.title), f"{record.id}-review")
        yield Paragraph(self._lead(), "lead")
        if self.dearest:
            head = tuple(
                say(words)
                for words in (
                    _(self.done.engine.index.play.turn),
                    _("Card"),
                    _("Verdict"),
                    _("Cost"),
                    _("Instead"),
                    _("Possible deals"),
                )
            )
            yield Table(head, tuple(map(self._row, self.dearest)), numeric=(0, 3))
        yield Paragraph(self._rest())
        for cost in self.dearest[:OPENED]:
            yield from self._decision(cost)
        if self.earlier:
            yield Heading(2, say(_("Before the play")), f"{record.id}-before-the-play")
            for choice in self.earlier:
                yield from self.of_choice(choice)
        yield Paragraph(
            say(_("Simple players play each card out; what they choose is one way to go on, and a cost is no more than what it comes to with them.")),
            "aside",
        )  # fmt: skip

    def _lead(self) -> Text:
        words = ngettext(
            "{number} decision of {who}, the most costly first. A cost is in game points, a mean over {worlds} possible deals of the hidden cards that fit what {who} had seen, card against card in the same deals.",
            "{number} decisions of {who}, the most costly first. A cost is in game points, a mean over {worlds} possible deals of the hidden cards that fit what {who} had seen, card against card in the same deals.",
            len(self.costs),
        )
        return say(words, number=len(self.costs), who=self._who, worlds=self.worlds)

    @property
    def _who(self) -> str:
        return Narrator(self.done).who(self.seat)

    def _row(self, cost: CardCost) -> tuple[Text, ...]:
        """A row of the table of the dearest."""
        other = cost.other
        assert other is not None
        counted = (
            _("better in {better} of {worlds}, by {gain}; worse in {worse}, by {loss}")
            if cost.worse
            else _("better in {better} of {worlds}, by {gain}; never worse")
        )
        return (
            Text((str(cost.before.number),)),
            named(cost.move.action),
            Text((_(VERDICTS[cost.verdict]),)),
            Text((self.spread(cost),)),
            named(other.action),
            say(counted, **self._swings(cost)),
        )

    def _swings(self, cost: CardCost) -> dict[str, Any]:
        """In how many deals the other card is better and worse, and by how many game points there."""
        amounts = {"gain": self.amount(cost.gain), "loss": self.amount(cost.loss)}
        return amounts | {"better": cost.better, "worse": cost.worse, "worlds": cost.worlds}

    def spread(self, cost: CardCost) -> str:
        """The cost in words, with its standard error: ``4.1 ± 1.2``."""
        return spread_of(self.done.engine.ruleset.unit, cost.cost, cost.error)

    def amount(self, value: float) -> str:
        """An amount of game points with a decimal more than the unit of the game has."""
        return amount_of(self.done.engine.ruleset.unit, value)

    def score(self, value: float) -> str:
        """A score as it stands in a score sheet."""
        return self.done.engine.ruleset.unit.show(Fraction(value).limit_denominator(100))

    def practised(self, cost: CardCost) -> str:
        """The theme that a decision missed, if there are other deals of it to be asked about; empty otherwise."""
        return with_puzzles(cost.theme, self.done.engine.ruleset.name)

    def _rest(self) -> Text:
        """The numbers of the other decisions."""
        verdicts = [cost.verdict for cost in self.costs]
        return say(_(OTHERS), best=verdicts.count(CostVerdict.BEST), none=verdicts.count(CostVerdict.NO_CHOICE))

    def _decision(self, cost: CardCost) -> Iterator[Block]:
        """A decision: its figures in words, and both lines of play."""
        words = _("{trick}: {done}, {verdict}")
        trick = say(_(self.done.engine.index.play.numbered), number=cost.before.number)
        title = say(words, trick=trick, done=named(cost.move.action), verdict=_(VERDICTS[cost.verdict]))
        yield Heading(2, title, f"{self.done.record.file.id}-{cost.number}-cost")
        yield from map(Paragraph, self.sentences(cost))
        if self.practised(cost):
            command = f"tarot-teach quiz {self.done.engine.ruleset.name} --theme {cost.theme}"
            yield Paragraph(say(_("Practise this theme: {command}"), command=command), "aside")
        if line := self.lines.get(cost.number):
            yield from line.comparison()

    def sentences(self, cost: CardCost) -> Iterator[Text]:
        """The figures of a decision with another card beside the one that was played, in words."""
        other = cost.other
        assert other is not None
        done, best = _of(cost.move.action), _of(other.action)
        if cost.verdict is CostVerdict.LUCK:
            yield say(
                _(
                    "Nothing that had been seen spoke for another card: no difference beyond chance in the possible deals."
                )
            )
            yield say(
                _("And yet it decided this deal: {best} brings {one}, {done} {other}."),
                best=best, done=done, one=self.score(other.here), other=self.score(cost.chosen.here),
            )  # fmt: skip
        else:
            words = _(
                "{best} is better than {done} in {better} of {worlds} possible deals, by {gain} there, and never worse: by {cost} over all."
            )
            if cost.worse:
                words = _(
                    "{best} is better than {done} in {better} of {worlds} possible deals, by {gain} there, and worse in {worse}, by {loss} there: better by {cost} over all."
                )
            yield say(words, best=best, done=done, cost=self.spread(cost), **self._swings(cost))
            words = _("In this deal it made no difference: {one} with either.")
            if other.here != cost.chosen.here:
                words = _("In this deal {best} brings {one}, {done} {other}.")
            yield say(words, best=best, done=done, one=self.score(other.here), other=self.score(cost.chosen.here))
        if (
            (opened := cost.opened) is not None
            and isinstance(other.action, Play)
            and isinstance(cost.move.action, Play)
        ):
            yield opened_sentence(opened, other.action.card, cost.move.action.card)
        if cost.theme:
            yield theme_sentence(self.done.engine, cost.theme)

    def of_choice(self, choice: EarlierChoice) -> Iterator[Block]:
        """A decision before the play, with the strong player's and its numbers, and the features of the hand."""
        index = self.done.engine.index
        yield Paragraph(in_a_sentence(index, choice.move.action, self._who), "lead")
        if choice.same:
            yield Paragraph(say(_("The strong player would have done the same.")))
        else:
            does = in_a_sentence(index, choice.advised.action, self._who)
            yield Paragraph(say(_("The strong player would have done this: {does}"), does=does))
        if choice.advised.why:
            yield Paragraph(choice.advised.why, "aside")
        if choice.cost is not None:
            yield from self._of_choice_cost(choice.cost)
        if choice.evaluation is not None and self.advice is not None:
            yield from describe_evaluation(self.advice, self.done.engine.ruleset, choice.evaluation)

    def _of_choice_cost(self, cost: CardCost) -> Iterator[Block]:
        """The figures of a choice before the play against the strong player's, and what each of those that were tried brings."""
        better = cost.verdict is CostVerdict.BETTER
        words = N_(
            "No clear difference over {worlds} possible deals: the strong player’s choice is better in {better} and worse in {worse}, by {cost} game points on average."
        )
        if better:
            words = N_(
                "There was better: the strong player’s choice is better in {better} of {worlds} possible deals and worse in {worse}, by {cost} game points on average."
            )
        figures = {"worlds": cost.worlds, "better": cost.better, "worse": cost.worse}
        yield Paragraph(say(_(words), cost=self.spread(cost), **figures), "refused" if better else "normal")
        head = (say(_("Choice")), say(_("Brings on average")))
        rows = ((choice_label(self.done.engine, cost.before, each.action), Text((self.amount(each.mean),))) for each in cost.tried)  # fmt: skip
        yield Table(head, tuple(rows), numeric=(1,))

    # ------------------------------------------------------------------------------- data

    def to_dict(self) -> dict[str, Any]:
        """The review as plain data."""
        seats, record = self.done.start.seats, self.done.record.file
        return {
            "id": record.id,
            "ruleset": self.done.engine.ruleset.name,
            "seat": seats[self.seat],
            "worlds": self.worlds,
            "seed": self.seed,
            "cards": [self.cost_data(cost) for cost in self.costs],
            "dearest": [cost.number for cost in self.dearest],
            "earlier": [self._earlier_data(choice) for choice in self.earlier],
            "lines": [{"move": number, **line.to_dict()} for number, line in self.lines.items()],
        }

    def cost_data(self, cost: CardCost) -> dict[str, Any]:
        """The figures of a decision as plain data, in game points."""
        before, other = cost.before, cost.other
        data = {
            "move": cost.number,
            "trick": before.number,
            "leads": not before.trick.cards,
            "played": action_text(cost.move.action, before.phase),
            "verdict": str(cost.verdict),
        }
        if not cost.tried:
            return data
        return data | {
            "cost": round(cost.cost, 3),
            "error": round(cost.error, 3),
            "better": cost.better,
            "worse": cost.worse,
            "instead": None if other is None else action_text(other.action, before.phase),
            "theme": cost.theme or None,
            "tried": [self._tried_data(cost, each) for each in cost.tried],
            "open_cards": cost.opened.to_dict()["cards"] if cost.opened else None,
            "objective": str(cost.opened.objective) if cost.opened else None,
        }

    def _tried_data(self, cost: CardCost, tried: Tried) -> dict[str, Any]:
        return {
            "action": action_text(tried.action, cost.before.phase),
            "alike": [card.code for card in tried.cards],
            "mean": round(tried.mean, 3),
            "nothing_better": cost.nothing_better(tried),
            "in_this_deal": tried.here,
        }

    def _compared_data(self, cost: CardCost) -> dict[str, Any]:
        """The figures of a choice before the play against the strong player's, and the mean of each that was tried."""
        return {
            "verdict": str(cost.verdict),
            "cost": round(cost.cost, 3),
            "error": round(cost.error, 3),
            "better": cost.better,
            "worse": cost.worse,
            "worlds": cost.worlds,
            "tried": [
                {"action": action_text(each.action, cost.before.phase), "mean": round(each.mean, 3)}
                for each in cost.tried
            ],
        }

    def _earlier_data(self, choice: EarlierChoice) -> dict[str, Any]:
        phase, ruleset = choice.move.before.phase, self.done.engine.ruleset
        found, advice = choice.evaluation, self.advice
        return {
            "move": choice.number,
            "step": str(phase),
            "done": action_text(choice.move.action, phase),
            "advised": action_text(choice.advised.action, phase),
            "same": choice.same,
            "why": str(choice.advised.why) if choice.advised.why else None,
            "compared": None if choice.cost is None else self._compared_data(choice.cost),
            "features": evaluation_data(advice, ruleset, found) if found is not None and advice is not None else None,
        }


def choice_label(engine: Engine, state: State, action: Action) -> Text:
    """A choice before the play in a few words: its bid, its cards, or the word for it."""
    if isinstance(action, Bid):
        return bid_name(engine.ruleset, action.bid)
    if isinstance(action, Play):
        return say("{card}", card=action.card)
    picks = engine.legal(state).picks
    offered = next((pick for pick in picks if (pick.rule, pick.option) == (action.rule, action.option)), None)
    cards = action.cards or (offered and option_cards(engine.index, state, offered))
    if cards:
        return say("{cards}", cards=list(cards))
    return Text((engine.index.offer_name(action),))


def amount_of(unit: Unit, value: float) -> str:
    """An amount of game points with a decimal more than the unit of the game has."""
    sign = "−" if value < 0 else ""
    return f"{sign}{unit.sign}{abs(value) / 10**unit.places:.{unit.places + 1}f}"


def spread_of(unit: Unit, cost: float, error: float) -> str:
    """A cost in words, with its standard error: ``4.1 ± 1.2``."""
    return _("{cost} ± {error}").format(cost=amount_of(unit, cost), error=amount_of(unit, error))


def opened_sentence(opened: OpenCards, best: Card, done: Card) -> Text:
    """The values of two cards with all cards open, in a sentence."""
    one, two = (opened.shown(opened.values[card]) for card in (best, done))
    words = _("With all cards open, best play comes to the same after both: {one} ({measure}).")
    if one != two:
        words = _("With all cards open, best play comes to {one} after {best} and to {two} after {done} ({measure}).")
    return say(words, one=one, two=two, best=best, done=done, measure=opened.measure)


def named(action: Action) -> Text:
    """A decision of the play in a few words: its card, or its option as it is typed."""
    return say("{done}", done=_of(action))


def _of(action: Action) -> Card | str:
    """The card of a play; of another decision of the play, its option as it is typed."""
    return action.card if isinstance(action, Play) else action_text(action, Phase.PLAY)


def lines_of(done: Replay, cost: CardCost, player: LinePlayer) -> WhatIf | None:
    """Both lines of play from a decision: after the card that was played, and after the one that is laid beside it; None where no card is."""
    other, action = cost.other, cost.move.action
    if other is None or not isinstance(other.action, Play) or not isinstance(action, Play):
        return None
    return WhatIf(done, action.seat, player.line(cost.before, action), player.line(cost.before, other.action))


def review(
    done: Replay,
    seat: int,
    advice: AdviceFile | None,
    worlds: int = WORLDS,
    seed: int = 0,
    last: int | None = None,
) -> Review:
    """A replay looked back on by a seat; with ``last``, only the decisions of the play with at most so many cards in hand.

    Raises RecordError for a record of which not all hands or not all tricks are known, or in which the seat decides nothing, and where the hidden cards cannot be dealt
    at random.
    """
    check_hands(done)
    if done.start.unknown_winners:
        message = _("{id} leaves out the first tricks and what was won in them, so that the deal cannot be scored")
        hint = _("take a record that begins with the first trick")
        raise RecordError.of("review.left-out", message, done.record.place(("start",)), hint, id=done.record.file.id)
    reviewer = Reviewer(done.engine, advice, worlds, seed)
    try:
        costs = tuple(reviewer.costs(done.deal, seat, last))
    except SolveError as error:
        hint = _("take a record that begins with the cards dealt")
        problems = [Problem.of("review.worlds", problem.message, None, hint) for problem in error.problems]
        raise RecordError(problems) from None
    if not costs:
        message, place = _("in {id} {who} plays no card"), done.record.place(("plays",))
        hint = _("name another seat, or a deal that is played")
        who = Narrator(done).who(seat)
        raise RecordError.of("review.plays", message, place, hint, id=done.record.file.id, who=who)
    earlier = tuple(earlier_choices(done.deal, seat, reviewer)) if last is None else ()
    return Review(done, seat, worlds, seed, costs, earlier, advice, last)


def machine_deal(game: Ruleset, advice: AdviceFile | None, seed: int) -> Replay:
    """A deal that simple players play, by its seed, as a replay."""
    engine = Engine(game)
    players = seat_players(("simple",), engine, advice, len(engine.seats()))
    deal = DealSimulator(engine, players).play(seed, 0)
    title = str(say(_("Deal {number} of the machine"), number=seed))
    head = {"format": 1, "id": f"deal-{seed}", "ruleset": game.name, "title": title}
    return Replay(Record(ExampleFile.model_validate(head | deal_record(deal))), deal)


ASKS = N_("What did each card cost? Type review.")
"""The offer of a review at the end of a deal that a person has played."""


def review_of_game(game: Game) -> tuple[Review | None, list[Block]]:
    """The review of a deal that a person has played, from that person's seat, with its page; None and the reason in words where there is none."""
    if not game.over:
        return None, [Paragraph(say(_("The deal is not over: its cards are looked back on at its end.")), "refused")]
    try:
        made = review(game.replay, game.seat, game.players[game.seat].advice)
    except TarotError as error:
        return None, [Paragraph(Text((str(problem),)), "refused") for problem in error.problems]
    return made, [*made.blocks()]
