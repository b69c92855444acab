"""Notebook views of rulesets, states, hands, tricks, verdicts and score sheets, and lessons to step through there.

Values show themselves at the end of a cell (:mod:`tarot_teach.display`): as HTML, or as text where HTML is not possible. IPython is not
needed. A state names its ruleset, so states, choices and moves are shown in the words of their ruleset. A verdict, a trick or a score
sheet by itself names only rules: it is shown in the words of the last engine from :func:`engine`, :func:`example` or :func:`use` that
has these rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from tarot_teach.blocks import Block, HandDiagram, HandRow, Heading, Paragraph
from tarot_teach.cards import Card, CardSet, Deck
from tarot_teach.display import displayed
from tarot_teach.engine import Engine
from tarot_teach.engine.deal import Move
from tarot_teach.errors import LoadError
from tarot_teach.explain.hands import hands_of
from tarot_teach.explain.rulebook import describe_rulebook
from tarot_teach.explain.score_sheet import result_sheets, sheet_by_role
from tarot_teach.explain.why import refused_cards
from tarot_teach.language import N_, _, ngettext
from tarot_teach.loading import Library
from tarot_teach.records.record import load_example
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_by
from tarot_teach.render import html
from tarot_teach.render.html import Nowhere, page, static
from tarot_teach.render.terminal import plain_text
from tarot_teach.rules import Ruleset
from tarot_teach.table import Choices, Phase, Play, Result, Sheet, State, Taken, Trick, Verdict, seat_name
from tarot_teach.text import RuleRef, Text, say
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import Session

__all__ = ["LessonPlayer", "as_html", "as_text", "blocks_of", "engine", "example", "player", "use"]

_STYLE = static("tarot.css")
_HINT = N_("To have this in words, name the engine: notebook.use(engine).")
_engines: dict[str, Engine] = {}
"""The engines of the session by the names of their rulesets, the last one at the end."""


def engine(name: str) -> Engine:
    """An engine for a ruleset by name, as in ``engine("fft-4+misere")``. Raises LoadError."""
    return use(Engine(Library().load(name)))


def example(name: str, *, go_on: bool = False) -> Replay:
    """A worked example, replayed, by its id or path. With ``go_on``, plays that the rules refuse may stand.

    Raises RecordError with the place of every fault.
    """
    library = Library()
    path = library.find_record("example", name)
    replay = replay_by(load_example(str(path), library), library, path.parent, go_on=go_on)
    use(replay.engine)
    return replay


def use(engine: Engine) -> Engine:
    """Show values that name no ruleset in the words of an engine, and return the engine."""
    if not isinstance(engine, Engine):
        raise TypeError(
            _("use takes an engine, as in use(engine({engine!r})), not a {name}").format(
                engine=str(engine), name=type(engine).__name__
            )
        )
    _engines.pop(engine.ruleset.name, None)
    _engines[engine.ruleset.name] = engine
    return engine


def blocks_of(shown: object) -> list[Block]:
    """A value as blocks. Raises TypeError for a value of a kind that has no view."""
    for kind in type(shown).__mro__:
        if kind in _SHOWN:
            return list(_SHOWN[kind](shown))
    raise TypeError(
        _("{name} does not show itself; these do: {shown}").format(
            name=type(shown).__name__, shown=", ".join(k.__name__ for k in _SHOWN)
        )
    )


def as_html(shown: Any) -> str:
    """A value as HTML that needs no other file and no script; a rule book is folded. Raises TypeError as ``blocks_of`` does."""
    if isinstance(shown, LessonPlayer):
        return _styled(shown.frame())
    body = Markup(html(blocks_of(shown), Nowhere(), live=False))
    ruleset = _rule_book(shown)
    if ruleset:
        body = Markup("<details><summary>{} ({})</summary>{}</details>").format(ruleset.title, ruleset.name, body)
    return _styled(body)


def _styled(body: Markup) -> str:
    """HTML with its style."""
    return Markup('<div class="tt-notebook"><style>{}</style>{}</div>').format(Markup(_STYLE), body)


def as_text(shown: Any) -> str:
    """A value as text; a rule book only up to its rules. Raises TypeError as ``blocks_of`` does."""
    if isinstance(shown, LessonPlayer):
        shown = shown.lesson
    blocks = blocks_of(shown)
    ruleset = _rule_book(shown)
    if ruleset:
        blocks = list(takewhile(lambda block: not isinstance(block, Heading) or block.level == 1, blocks))
        blocks.append(
            Paragraph(say(ngettext("{number} rule.", "{number} rules.", len(ruleset.rules)), number=len(ruleset.rules)))
        )
    return plain_text(blocks, width=100)


def _rule_book(shown: object) -> Ruleset | None:
    """The ruleset of a value that is shown as a rule book."""
    return shown.ruleset if isinstance(shown, Engine) else shown if isinstance(shown, Ruleset) else None


@displayed
@dataclass(frozen=True, slots=True)
class LessonPlayer:
    """A lesson to step through in a notebook: a page in a frame ``height`` pixels high."""

    lesson: Replay
    height: int

    def frame(self) -> Markup:
        """The frame, and a hint for a notebook that is not trusted, where Jupyter shows neither frames nor styles."""
        title = self.lesson.record.file.title
        shown = page(lesson(self.lesson), title)
        frame = '<iframe class="tt-player" srcdoc="{}" title="{}" width="100%" height="{}"></iframe><p class="tt-untrusted">{}</p>'
        return Markup(frame).format(shown, title, self.height, _("Trust this notebook to step through the lesson."))


def player(lesson: Replay, *, height: int = 800) -> LessonPlayer:
    """A lesson to step through, with the questions that it asks, in a frame ``height`` pixels high.

    Raises TypeError for anything but a replayed example, and ValueError for a height below 1.
    """
    if not isinstance(lesson, Replay):
        message = _("player takes a lesson, as in player(example({lesson!r})), not a {name}").format(
            lesson=str(lesson), name=type(lesson).__name__
        )
        raise TypeError(message)
    if height < 1:
        raise ValueError(_("a frame is at least 1 pixel high, not {height}").format(height=height))
    return LessonPlayer(lesson, height)


def _ruleset(ruleset: Ruleset) -> Iterator[Block]:
    yield from describe_rulebook(ruleset, Library().glossary())


def _card(card: Card) -> Iterator[Block]:
    yield HandDiagram((HandRow("", card.name, (card,)),))


def _hand(cards: CardSet) -> Iterator[Block]:
    name = ngettext("{number} card", "{number} cards", len(cards)).format(number=len(cards))
    yield HandDiagram((HandRow("", name, tuple(cards)),))


def _state(state: State) -> Iterator[Block]:
    if any(state.hand_size(seat) for seat in range(len(state.hands))):
        yield hands_of(state, state.name, lambda id: Text((_word(state, id),)))
    if state.trick.cards:
        yield Paragraph(say(_("Trick {number}:"), number=state.number))
        yield _cards_of(state.trick, [state.name(seat) for seat in range(state.players)])
    if state.result is not None:
        yield from _result(state.result, state)
    elif state.turn is not None:
        step = _("{who} is to play.") if state.phase is Phase.PLAY else _("{who} is asked: {step}.")
        yield Paragraph(say(step, who=state.name(state.turn), step=str(state.phase)), "lead")


def _word(state: State, id: str) -> str:
    """The word of a state's ruleset for a term."""
    engine = _engine_of(state)
    return engine.ruleset.terms[id].label if engine and id in engine.ruleset.terms else id


def _trick(trick: Trick) -> Iterator[Block]:
    yield _cards_of(trick, _names())


def _taken(taken: Taken) -> Iterator[Block]:
    yield _cards_of(taken.trick, _names())
    yield Paragraph(say(_("{who} wins the trick: {rule}."), who=_name(taken.winner), rule=_rule(taken.rule)))


def _cards_of(trick: Trick, names: list[str]) -> HandDiagram:
    """The cards in order played, with the names of their players if these are known."""
    labels = [names[seat] for seat, _card in trick.by(len(names))] if names else []
    labels = labels or [f"{number}." for number in range(1, len(trick.cards) + 1)]
    return HandDiagram(
        (), tuple((Text((label,)), "", (card,)) for label, card in zip(labels, trick.cards, strict=True))
    )


def _verdict(verdict: Verdict, state: State | None = None) -> Iterator[Block]:
    engine = _engine_for((finding.rule for finding in verdict.findings), state)
    if engine is None:
        kind = "allowed" if verdict.allowed else "refused"
        yield Paragraph(Text((_("Allowed.") if verdict.allowed else _("Not allowed."),)), kind)
        rules = [RuleRef(finding.rule) for finding in verdict.findings]
        if rules:
            yield Paragraph(say(_("Rules: {rules}."), rules=rules))
        yield Paragraph(Text((_(_HINT),)), "aside")
        return
    yield from engine.reason(verdict, state.name if state else _name).blocks()


def _choices(choices: Choices) -> Iterator[Block]:
    state = choices.state
    if state.phase is not Phase.PLAY or choices.seat is None:
        ways = choices.ways()
        yield Paragraph(say(ngettext("{ways} way to go on.", "{ways} ways to go on.", ways), ways=ways), "allowed")
        return
    who = state.name(choices.seat)
    middle = ((say(_("{who} may play"), who=who), "", tuple(CardSet(state.deck, choices.cards))),)
    yield HandDiagram((), middle)
    engine = _engine_of(state)
    for reason in refused_cards(engine, state, state.name) if engine else ():
        yield Paragraph(reason.text, "refused")


def _sheet(sheet: Sheet) -> Iterator[Block]:
    engine = _engine_for(line.rule for line in sheet.lines)
    if engine is None:
        yield Paragraph(say(_("{total} game points."), total=str(sheet.total)))
        yield Paragraph(Text((_(_HINT),)), "aside")
        return
    scorer = engine.scorer
    roles = scorer.settle(sheet, len(engine.seats())) if scorer.has_sides else {}
    yield sheet_by_role(scorer, sheet, roles)


def _result(result: Result, state: State | None = None) -> Iterator[Block]:
    if result.void:
        yield Paragraph(say(_("The deal is void: {rule}."), rule=_rule(result.void, state)))
        return
    names = [state.name(seat) for seat in range(state.players)] if state else _names()
    engine = _engine_for((line.rule for sheet in result.sheets for line in sheet.lines), state)
    if engine is None:
        yield Paragraph(say(_("Game points by seat: {scores}."), scores=[str(score) for score in result.scores]))
        yield Paragraph(Text((_(_HINT),)), "aside")
        return
    yield from result_sheets(engine, result, names)


def _step(step: Move) -> Iterator[Block]:
    yield from _state(step.before)
    who = step.before.name(step.action.seat)
    if isinstance(step.action, Play):
        yield Paragraph(say(_("{who} plays {card}."), who=who, card=step.action.card))
    else:
        yield Paragraph(say(_("{who} acts: {action}."), who=who, action=type(step.action).__name__.lower()))
    yield from _verdict(step.verdict, step.before)


def _names() -> list[str]:
    """The names of the seats of the last engine."""
    engine = _engine_for(())
    return [seat_name(seat, engine.seats()) for seat in engine.seats()] if engine else []


def _name(seat: int) -> str:
    names = _names()
    return names[seat] if seat < len(names) else _("Seat {number}").format(number=seat)


def _rule(id: str, state: State | None = None) -> RuleRef:
    engine = _engine_for((id,), state)
    return RuleRef(id, engine.ruleset.rules[id].title if engine and id in engine.ruleset.rules else "")


def _engine_of(state: State) -> Engine | None:
    """The engine of a state's ruleset; None for a user's ruleset whose engine is not known."""
    return _engines.get(state.ruleset) or _shipped_engine(state.ruleset)


@cache
def _shipped_engine(name: str) -> Engine | None:
    try:
        return Engine(Library().load(name))
    except LoadError:
        return None


def _engine_for(rules: Iterable[str], state: State | None = None) -> Engine | None:
    """The engine of a state, or else the last engine, if it has some rules."""
    ids = [id for id in rules if not id.startswith("table.")]
    engines = [_engine_of(state)] if state else reversed(_engines.values())
    return next((engine for engine in engines if engine and all(id in engine.ruleset.rules for id in ids)), None)


_SHOWN: dict[type, Callable[[Any], Iterator[Block]]] = {
    Ruleset: _ruleset,
    Engine: lambda engine: _ruleset(engine.ruleset),
    Card: _card,
    Deck: lambda deck: _hand(deck.set((1 << len(deck.cards)) - 1)),
    CardSet: _hand,
    State: _state,
    Trick: _trick,
    Taken: _taken,
    Verdict: _verdict,
    Choices: _choices,
    Sheet: _sheet,
    Result: _result,
    Replay: lambda replay: iter(lesson(replay)),
    Move: _step,
    Session: lambda session: iter(describe_session(session)),
}
