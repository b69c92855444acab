"""Notebook views of values, and lessons to step through there.

Values show themselves at the end of a cell (:mod:`tarot_teach.display`): as HTML, or as text where HTML is not possible. IPython is not
needed. Deals, replays and reports know their ruleset, and states, choices and moves name it: they are shown in its words. A verdict, a
trick or a score sheet by itself shows facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from tarot_teach.blocks import Block, HandDiagram, HandRow, Heading, Paragraph, Table
from tarot_teach.cards import Card, CardSet, Deck
from tarot_teach.display import displayed
from tarot_teach.engine import Deal, Engine, Move
from tarot_teach.engine.notation import action_name
from tarot_teach.errors import LoadError
from tarot_teach.explain.hands import hands_of
from tarot_teach.explain.match_memory import describe_payments
from tarot_teach.explain.open_cards import with_open_cards
from tarot_teach.explain.rulebook import describe_rulebook, rulebook_data
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.explain.why import refused_cards
from tarot_teach.loading import Library
from tarot_teach.loading.user_files import library_for
from tarot_teach.messages import _, as_words, current_catalogue, ngettext, pgettext
from tarot_teach.records.replay import Replay
from tarot_teach.render import html
from tarot_teach.render.html import Links, page, styles
from tarot_teach.render.terminal import plain_text
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choices, Phase, Play, Result, Sheet, State, Taken, Trick, Verdict
from tarot_teach.text import RuleRef, Text, say
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import Session


def blocks_of(shown: object) -> list[Block]:
    """The blocks that show a value. Raises TypeError for a value of a kind that does not show itself."""
    for kind in type(shown).__mro__:
        if kind in _SHOWN:
            return list(_SHOWN[kind](shown))
    if isinstance(shown, Block):
        return [shown]
    if callable(blocks := getattr(shown, "blocks", None)):
        return list(blocks())
    known = ", ".join(kind.__name__ for kind in _SHOWN)
    raise TypeError(_("{name} does not show itself; these do: {shown}").format(name=type(shown).__name__, shown=known))


def as_html(shown: Any) -> str:
    """A value as HTML that needs no other file and no script; a rule book is folded. Raises TypeError as ``blocks_of`` does."""
    ruleset = _rule_book(shown)
    body = shown.frame() if isinstance(shown, LessonPlayer) else Markup(html(blocks_of(shown), Links(), live=False))
    if ruleset:
        body = Markup("<details><summary>{} ({})</summary>{}</details>").format(ruleset.title, ruleset.name, body)
    return Markup('<div class="tt-notebook"><style>{}</style>{}</div>').format(Markup(styles(body)), body)


def as_text(shown: Any) -> str:
    """A value as text; a rule book only up to its rules. Raises TypeError as ``blocks_of`` does."""
    blocks = blocks_of(shown.lesson if isinstance(shown, LessonPlayer) else shown)
    ruleset = _rule_book(shown)
    if ruleset:
        blocks = list(takewhile(lambda block: not isinstance(block, Heading) or block.level == 1, blocks))
        number = len(ruleset.rules)
        blocks.append(Paragraph(say(ngettext("{number} rule.", "{number} rules.", number), number=number)))
    return plain_text(blocks, width=100)


def as_data(shown: Ruleset) -> dict[str, Any]:
    """A ruleset as plain data, with the words of its rules: that of ``tarot-teach rules --json``."""
    return rulebook_data(shown, shown.rules.values())


def _rule_book(shown: object) -> Ruleset | None:
    """The ruleset of a value that is shown as a rule book."""
    return shown.ruleset if isinstance(shown, Engine) else shown if isinstance(shown, Ruleset) else None


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class LessonPlayer:
    """A lesson to step through in a notebook: a page in a frame ``height`` pixels high."""

    lesson: Replay
    height: int

    def __repr__(self) -> str:
        return f"<LessonPlayer {self.lesson.record.file.id}: {self.height} pixels high>"

    def frame(self) -> Markup:
        """The frame, and a hint for a notebook that is not trusted, where Jupyter shows neither frames nor styles."""
        title = self.lesson.record.file.title
        shown = page(with_open_cards(lesson(self.lesson), self.lesson), title)
        frame = '<iframe class="tt-player" srcdoc="{}" title="{}" width="100%" height="{}"></iframe><p class="tt-untrusted">{}</p>'
        return Markup(frame).format(shown, title, self.height, _("Trust this notebook to step through the lesson."))


def player(lesson: Replay, *, height: int = 800) -> LessonPlayer:
    """A lesson to step through, with the questions that it asks, in a frame ``height`` pixels high.

    Raises TypeError for anything but a replayed example, and ValueError for a height below 1.
    """
    if not isinstance(lesson, Replay):
        message = _("player takes a lesson, as in player(replay({lesson!r})), not a {name}")
        raise TypeError(message.format(lesson=str(lesson), name=type(lesson).__name__))
    if height < 1:
        raise ValueError(_("a frame is at least 1 pixel high, not {height}").format(height=height))
    return LessonPlayer(lesson, height)


def _cards(name: str, cards: Iterable[Card]) -> Iterator[Block]:
    yield HandDiagram((HandRow("", name, tuple(cards)),))


def _hand(cards: CardSet) -> Iterator[Block]:
    yield from _cards(ngettext("{number} card", "{number} cards", len(cards)).format(number=len(cards)), cards)


def _state(state: State, engine: Engine | None = None) -> Iterator[Block]:
    if any(state.hand_size(seat) for seat in range(len(state.hands))):
        own = engine or _shipped_engine(state.ruleset)
        terms = own.ruleset.terms if own else {}
        yield hands_of(state, state.name, lambda id: Text((terms[id].label if id in terms else id,)))
    if state.trick.cards:
        yield Paragraph(say(_("Played:") if state.lies_open else _("Trick {number}:"), number=state.number))
        yield _cards_of(state.trick, [state.name(seat) for seat in range(state.players)])
    if state.result is not None:
        yield from _result(state.result, state, engine)
    elif state.turn is not None:
        step = _("{who} is to play.") if state.phase is Phase.PLAY else _("{who} is asked: {step}.")
        yield Paragraph(say(step, who=state.name(state.turn), step=as_words(str(state.phase))), "lead")


def _taken(taken: Taken) -> Iterator[Block]:
    yield _cards_of(taken.trick, [])
    yield Paragraph(say(_("{card} wins the trick: {rule}."), card=taken.winning_card, rule=RuleRef(taken.rule)))


def _cards_of(trick: Trick, names: list[str]) -> HandDiagram:
    """The cards in order played, with the names of their players if these are known."""
    labels = [names[seat] for seat, _card in trick.by(len(names))] if names else []
    labels = labels or [f"{number}." for number in range(1, len(trick.cards) + 1)]
    laid = zip(labels, trick.cards, strict=True)
    return HandDiagram((), tuple((Text((label,)), "", (card,)) for label, card in laid))


def _verdict(verdict: Verdict, state: State | None = None) -> Iterator[Block]:
    engine = _engine_for((finding.rule for finding in verdict.findings), state)
    if engine is not None and state is not None:
        yield from engine.reason(verdict, state.name).blocks()
        return
    kind = "allowed" if verdict.allowed else "refused"
    yield Paragraph(Text((_("Allowed.") if verdict.allowed else _("Not allowed."),)), kind)
    if verdict.findings:
        yield Paragraph(say(_("Rules: {rules}."), rules=[RuleRef(finding.rule) for finding in verdict.findings]))


def _choices(choices: Choices, engine: Engine | None = None) -> Iterator[Block]:
    state = choices.state
    if state.phase is not Phase.PLAY or choices.seat is None:
        ways = choices.ways()
        yield Paragraph(say(ngettext("{ways} way to go on.", "{ways} ways to go on.", ways), ways=ways), "allowed")
        return
    who = state.name(choices.seat)
    middle = ((say(_("{who} may play"), who=who), "", tuple(CardSet(state.deck, choices.cards))),)
    yield HandDiagram((), middle)
    engine = engine or _shipped_engine(state.ruleset)
    for reason in refused_cards(engine, state, state.name) if engine else ():
        yield Paragraph(reason.text, "refused")


def _sheet(sheet: Sheet) -> Iterator[Block]:
    head = tuple(Text((name,)) for name in (_("Rule"), _("Amount"), pgettext("column", "Sum")))
    lines = zip(sheet.lines, sheet.totals(), strict=True)
    rows = ((RuleRef(line.rule), f"{line.operation} {line.amount}", str(total)) for line, total in lines)
    yield Table(head, tuple(tuple(Text((part,)) for part in row) for row in rows))


def _result(result: Result, state: State | None = None, engine: Engine | None = None) -> Iterator[Block]:
    if result.void:
        engine = engine or _engine_for((result.void,), state)
        rule = engine.ruleset.rules.get(result.void) if engine else None
        yield Paragraph(say(_("The deal is void: {rule}."), rule=RuleRef(result.void, rule.title if rule else "")))
        if engine is not None and state is not None:
            yield from describe_payments(engine, result, [state.name(seat) for seat in range(state.players)])
        return
    engine = engine or _engine_for((line.rule for sheet in result.sheets for line in sheet.lines), state)
    names = [state.name(seat) for seat in range(state.players)] if state else [""] * len(result.scores)
    if engine is not None and state is not None:
        yield from result_sheets(engine.scorer, result, names)
        yield from describe_payments(engine, result, names)
        return
    scores = [f"{name} {score}".strip() for name, score in zip(names, result.scores, strict=False)]
    yield Paragraph(say(_("Game points by seat: {scores}."), scores=scores))


def _deal(deal: Deal) -> Iterator[Block]:
    """The table, then what may be done and the rules that refuse the rest; after the last trick the explained score."""
    yield from _state(deal.state, deal.engine)
    if deal.state.phase is Phase.PLAY and not deal.over:
        yield from _choices(deal.legal, deal.engine)


def _step(step: Move) -> Iterator[Block]:
    yield from _state(step.before)
    who = step.before.name(step.action.seat)
    if isinstance(step.action, Play):
        yield Paragraph(say(_("{who} plays {card}."), who=who, card=step.action.card))
    else:
        yield Paragraph(
            say(_("{who} acts: {action}."), who=who, action=as_words(action_name(step.action, step.before.phase)))
        )
    yield from _verdict(step.verdict, step.before)


def _library_of(ruleset: Ruleset) -> Library:
    """A library that knows what lies beside a ruleset's file."""
    return library_for([ruleset.place.file], lambda _note: None)


def _shipped_engine(name: str) -> Engine | None:
    """The engine of a ruleset by its name, in the language in use; None for a user's ruleset."""
    return _loaded(name, current_catalogue())


@cache
def _loaded(name: str, _catalogue: NullTranslations) -> Engine | None:
    try:
        return Engine(Library().load(name))
    except LoadError:
        return None


def _engine_for(rules: Iterable[str], state: State | None) -> Engine | None:
    """The engine of a state's ruleset, if it has some rules; None for a value without a state, and for a user's ruleset."""
    engine = _shipped_engine(state.ruleset) if state else None
    ids = (id for id in rules if not id.startswith("table."))
    return engine if engine and all(id in engine.ruleset.rules for id in ids) else None


_SHOWN: dict[type, Callable[[Any], Iterable[Block]]] = {
    Ruleset: lambda ruleset: describe_rulebook(ruleset, _library_of(ruleset)),
    Engine: lambda engine: describe_rulebook(engine.ruleset, _library_of(engine.ruleset)),
    Card: lambda card: _cards(card.name, (card,)),
    Deck: lambda deck: _hand(deck.set(deck.all)),
    CardSet: _hand,
    State: _state,
    Trick: lambda trick: [_cards_of(trick, [])],
    Taken: _taken,
    Verdict: _verdict,
    Choices: _choices,
    Sheet: _sheet,
    Result: _result,
    Deal: _deal,
    Replay: lesson,
    Move: _step,
    Session: describe_session,
}
