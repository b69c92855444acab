"""Answers about what each card of a deal that the reader has played cost."""

from __future__ import annotations

from typing import Any, NoReturn

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Paragraph
from tarot_teach.errors import NotationError
from tarot_teach.explain.narrator import Narrator
from tarot_teach.messages import N_, NJ_, _, colon
from tarot_teach.render.cardart.svg import sprite
from tarot_teach.render.html import block_html, cards_in
from tarot_teach.table import Play
from tarot_teach.text import say
from tarot_teach.topics.play.what_if import LinePlayer, PlayedLine
from tarot_teach.topics.review.card_costs import CardCost, Reviewer, decisions
from tarot_teach.topics.review.earlier_choices import choices_before, earlier_choice
from tarot_teach.topics.review.practice import (
    can_be_kept,
    deal_as_data,
    decision_exercise,
    decision_title,
    kept_decision,
)
from tarot_teach.topics.review.review import OTHERS, VERDICTS, Review, lines_of, named
from tarot_teach.topics.tactics.asked import theme_name
from tarot_teach.topics.tactics.themes import THEMES
from tarot_teach.try_it.desk import Desk
from tarot_teach.try_it.playing import played_deal

WORDS = {
    "title": N_("What each card cost"),
    "working": NJ_("{trick}: looked at {done} of {all}"),
    "weighing": NJ_("Bids and discards: looked at {done} of {all}"),
    "leads": N_("you led"),
    "cost": N_("points on average"),
    "rest": OTHERS,
    "none": N_("No card was dear."),
    "nothing": NJ_("nothing better in {number} of {worlds} deals"),
    "yours": NJ_("yours: in {number}"),
    "played": N_("You played"),
    "better": N_("Better"),
    "instead": N_("Instead"),
    "both": N_("Both lines are played on by the plain player. Framed: the winner; shaded: your card."),
    "earlier": N_("Look at the earlier cards as well"),
    "bids": N_("Bids and discards"),
    "deal": N_("The deal"),
    "whatIf": N_("What if?"),
    "practise": NJ_("Practise these: {number}"),
    "known": N_("What you know"),
    "playOn": N_("Play on from here"),
}  # fmt: skip
"""The words of the page."""
LEAD = N_(
    "Your cards, the most costly first. A cost is in game points: a mean over {worlds} possible deals that fit what you had seen."
)
"""The words above the list."""
AT_FIRST = 8
"""The number of last tricks that are looked at unasked."""


def review(desk: Desk, game: str) -> dict[str, Any]:
    """The decisions of the reader on the play, those that are looked at unasked first, and the words of the page."""
    made = _review(desk)
    deal, tricks = made.done.deal, max((move.number or 0 for move in made.done.deal.moves), default=0)
    cards = [
        {"move": number, "trick": move.number, "unasked": (move.number or 0) > tricks - AT_FIRST}
        for number in decisions(deal, made.seat)
        for move in (deal.moves[number],)
    ]
    words = {name: _(sentence) for name, sentence in WORDS.items()}
    words["colon"] = colon()
    words["trick"] = _(deal.engine.index.play.numbered)
    lead = Paragraph(say(_(LEAD), worlds=made.worlds))
    return {
        "cards": cards,
        "choices": choices_before(deal, made.seat),
        "words": words,
        "lead": desk.html(game, [lead]),
        "verdicts": {str(verdict): _(sentence) for verdict, sentence in VERDICTS.items()},
    }


def review_card(desk: Desk, game: str, move: int) -> dict[str, Any]:
    """The cost of the decision at a move, in words and figures, and both lines of play where another card is laid beside the one that was played."""
    made = _review(desk)
    if move not in decisions(made.done.deal, made.seat):
        _no_decision(move)
    cost = _reviewer(desk).cost(made.done.deal, move)
    data = made.cost_data(cost) | {"name": str(named(cost.move.action))}
    if cost.other is None:
        return data
    shown = {
        "text": made.amount(cost.cost),
        "html": desk.html(game, map(Paragraph, made.sentences(cost))),
        "counts": [
            [_code(cost.other.action), cost.nothing_better(cost.other)],
            [_code(cost.move.action), cost.nothing_better(cost.chosen)],
        ],
        "worlds": cost.worlds,
    }
    begun = played_deal(desk)
    decided = [number for number, _draws in begun.game.decisions]
    goes_on = {"decisions": begun.begun + decided.index(move)} if move in decided else {}
    theme = made.practised(cost)
    engine = made.done.engine
    named_theme = {"id": theme, "name": theme_name(engine, THEMES[theme])} if theme else None
    shown |= {"theme": named_theme, "ruleset": engine.ruleset.name}
    return data | shown | goes_on | {"lines": _lines(made, cost), "keeps": keeps_of(made, cost)}


def _no_decision(move: int) -> NoReturn:
    """Refuse a move at which the reader decides nothing."""
    message, hint = _("at move {move} the reader decides nothing"), _("ask for the decisions first")
    raise NotationError.of("try.move", message, hint=hint, move=move)


def keeps_of(made: Review, cost: CardCost) -> list[dict[str, Any]]:
    """A decision in which there was better, as the page keeps it: its ruleset, id and data, and the question with its pictures; nothing else."""
    if not can_be_kept(cost):
        return []
    id, decision = kept_decision(deal_as_data(made.done), cost)
    engine = made.done.engine
    exercise = decision_exercise(engine, id, decision, made.advice)
    html = sprite(cards_in([exercise])) + block_html(exercise)
    kept = decision.model_dump(mode="json") | {"title": decision_title(engine.ruleset, decision)}
    return [{"ruleset": engine.ruleset.name, "id": id, "decision": kept, "html": html}]


def review_choice(desk: Desk, game: str, move: int) -> dict[str, Any]:
    """The bid or discard of the reader at a move beside the strong player's, as a part of a page."""
    made = _review(desk)
    if move not in choices_before(made.done.deal, made.seat):
        _no_decision(move)
    choice = earlier_choice(made.done.deal, move, _reviewer(desk))
    kept = [] if choice.cost is None else keeps_of(made, choice.cost)
    return {"html": desk.html(game, made.of_choice(choice)), "keeps": kept}


def _review(desk: Desk) -> Review:
    """The deal that has been played, looked back on, without any costs."""
    played = played_deal(desk).game
    reviewer = _reviewer(desk)
    return Review(played.replay, played.seat, reviewer.worlds, reviewer.seed, (), (), reviewer.strong.advice)


def _reviewer(desk: Desk) -> Reviewer:
    """The reviewer of the game that is being played, the same as long as it is."""
    engine = played_deal(desk).game.engine
    if desk.reviewer is None or desk.reviewer.engine is not engine:
        desk.reviewer = Reviewer(engine, advice_for(desk.library, engine.ruleset))
    found: Reviewer = desk.reviewer
    return found


def _lines(made: Review, cost: CardCost) -> list[dict[str, Any]]:
    """Both lines of play as data; none where cards are not played to tricks."""
    if not made.done.engine.index.play.in_tricks:
        return []
    both = lines_of(made.done, cost, LinePlayer(made.done))
    return [_line(made, line) for line in (both.recorded, both.other)] if both else []


def _line(made: Review, line: PlayedLine) -> dict[str, Any]:
    """A line of play: its tricks, each with the cards as they are written and the places of the winner's and the reader's, and what it brings."""
    players, who = made.done.start.players, Narrator(made.done).who
    tricks = [
        {
            "number": trick.number,
            "cards": [[card.code, card.glyph] for card in trick.cards],
            "winner": trick.place,
            "mine": (made.seat - trick.leader) % players,
            "points": trick.points,
        }
        for trick in line.tricks
    ]
    scores = line.scores(made.done.engine)
    brings = say("{who} {score}", who=who(made.seat), score=scores[made.seat]) if scores else ""
    return {"card": line.card.code, "name": str(say("{card}", card=line.card)), "tricks": tricks, "brings": str(brings)}


def _code(action: object) -> str:
    """The code of the card that is played; nothing for other actions."""
    return action.card.code if isinstance(action, Play) else ""
