"""Questions of the page “Try it” and their answers, both as JSON. It runs in the reader's browser as anywhere else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, Paragraph, Reason
from tarot_teach.engine import Engine, trick_position
from tarot_teach.engine.card_reasons import judge_card
from tarot_teach.errors import NotationError, Problem, TarotError
from tarot_teach.explain.why import describe_choices
from tarot_teach.language import _, use_language
from tarot_teach.loading import Library
from tarot_teach.render.html import Links, anchor, block_html
from tarot_teach.text import RuleRef, Text, joined, say
from tarot_teach.topics.quiz import Quiz
from tarot_teach.try_it.page import describe_still


class SiteLinks(Links):
    """Links to the pages of a site: the address of the rules of each ruleset and house rule (``+misere``), of ``term`` and ``source``."""

    def __init__(self, library: Library, pages: Mapping[str, str], game: str) -> None:
        self.library, self.pages, self.game = library, pages, game

    def rule(self, id: str, ruleset: str = "", /) -> str | None:
        base, *options = (ruleset or self.game).split("+")
        changed = [f"+{option}" for option in options if id not in self.library.load(base).rules]
        page = next(filter(None, map(self.pages.get, (*changed, base))), None)
        return page and f"{page}#{anchor(id)}"

    def term(self, id: str, /) -> str | None:
        return self._entry("term", id)

    def source(self, key: str, /) -> str | None:
        return self._entry("source", key)

    def _entry(self, kind: str, id: str) -> str | None:
        return f"{self.pages[kind]}#{kind}-{anchor(id)}" if kind in self.pages else None


def _the_player(_seat: int) -> str:
    return _("the player")


def _why(reason: Reason) -> Iterator[Block]:
    """What decides about a card, the rule, and its sources; the card is shown beside it, and what is allowed above it."""
    yield Paragraph(joined(reason.findings) or reason.head)
    if reason.title:
        yield Paragraph(say(_("Rule: {rule}"), rule=RuleRef(reason.rule, reason.title)))
        yield Paragraph(joined(Text((cite,)) for cite in reason.sources), "aside")


class Answers:
    """Answers questions about the shipped rulesets and those of some files; keeps the rulesets that are in use.

    ``pages`` are the addresses for links, see :class:`SiteLinks`.
    """

    def __init__(self, files: Iterable[str] = (), pages: Mapping[str, str] | None = None, language: str = "en") -> None:
        use_language(language)
        self.library: Library = Library(map(Path, files))
        self.pages: Mapping[str, str] = pages or {}
        self.engines: dict[str, Engine] = {}
        self.questions: dict[str, Callable[..., dict[str, Any]]] = {"legal": self.legal, "quiz": self.quiz}

    def ask(self, question: str) -> str:
        """The answer to ``{"ask": "legal", …}``; ``{"faults": […]}`` for what is wrong in the question, each with its cure."""
        given: dict[str, Any] = json.loads(question)
        try:
            answer = self._asked(given.pop("ask", ""))(**given)
        except TarotError as error:
            answer = {"faults": [fault(problem) for problem in error.problems]}
        return json.dumps(answer)

    def legal(self, game: str, hand: str, trick: str = "", at: str = "", called: str = "") -> dict[str, Any]:
        """Each card of a hand judged for the trick before it; ``at`` is ``first`` or ``last`` where that trick is played.

        Without a hand, of a complete trick who wins it.
        """
        engine = self.engine(game)
        held, played = engine.ruleset.deck.parse(hand), engine.ruleset.deck.parse(trick)
        if not held:
            whole = len(played) in engine.ruleset.players
            asked = [Paragraph(say(_("Lay the cards that you hold into the hand.")), "aside")]
            return {
                "says": self._html(game, describe_still(engine.ruleset, "", trick) if whole else asked),
                "cards": {},
            }
        first, last = at == "first", at == "last"
        king = engine.ruleset.deck.card(called) if called else None
        state = trick_position(engine, held, played, first_trick=first, last_trick=last, called=king)
        reasons = {card.code: judge_card(engine, state, card, _the_player) for card in held}
        allowed = describe_choices(engine, state, _the_player)[:1]
        cards = {
            code: {"allowed": reason.allowed, "why": self._html(game, _why(reason))} for code, reason in reasons.items()
        }
        return {"says": self._html(game, allowed), "cards": cards}

    def quiz(self, game: str, seed: int, number: int, kind: str = "") -> dict[str, Any]:
        """A question by its number, of one kind or of all in turn; the same seed asks the same."""
        engine = self.engine(game)
        quiz = Quiz(engine, advice_for(self.library, engine.ruleset), seed)
        return {"html": self._html(game, [quiz.exercise(number, kind or None)]), "kinds": quiz.kinds}

    def engine(self, game: str) -> Engine:
        """The engine of a ruleset with its house rules. Raises LoadError."""
        if game not in self.engines:
            self.engines[game] = Engine(self.library.load(game))
        return self.engines[game]

    def _asked(self, name: str) -> Callable[..., dict[str, Any]]:
        """The function of a question. Raises NotationError for an unknown one."""
        if name not in self.questions:
            hint = ", ".join(self.questions)
            raise NotationError.of("try.question", _("there is no question {name!r}"), None, hint, name=name)
        return self.questions[name]

    def _html(self, game: str, blocks: Iterable[Block]) -> str:
        links = SiteLinks(self.library, self.pages, game)
        return "\n".join(block_html(block, links) for block in blocks)


def fault(problem: Problem) -> dict[str, Any]:
    """A fault as plain data, for the page."""
    place = problem.place
    return {
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint or "",
        "line": place.line if place else 0,
        "column": place.column if place else 0,
    }
