"""Directives of lessons that ask, with ``:ask:``, where they state otherwise: about a hand and a result; and one that leads to the table."""

from __future__ import annotations

import shlex
from typing import Any
from urllib.parse import quote

from docutils.parsers.rst.directives import nonnegative_int, positive_int
from docutils.parsers.rst.directives import unchanged_required as words

from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError, suggest
from tarot_teach.explain import snippets
from tarot_teach.messages import _
from tarot_teach.questions.evaluate import EvaluateQuestion
from tarot_teach.questions.score import ScoreQuestion
from tarot_teach.sphinxext.directive import TarotDirective
from tarot_teach.sphinxext.questions import Content, answer_to
from tarot_teach.text import Text, with_single_blanks
from tarot_teach.topics.play.game import begin_at
from tarot_teach.try_it.page import DealLink


def evaluate(here: TarotDirective) -> Content:
    """``.. tarot:evaluate:: fft-4``: the value of a ``:hand:`` and the bid that follows; with ``:ask:`` a question whether it is good enough for one."""
    value, name = answer_to(EvaluateQuestion, here)
    if "ask" not in here.options:
        return name, value.blocks()
    hand = value.ruleset.deck.parse(here.options["hand"])
    engine, replies = Engine(value.ruleset), here.replies()
    return name, [snippets.ask_about_hand(engine, value.advice, hand, value.evaluation, replies)]


def score(here: TarotDirective) -> Content:
    """``.. tarot:score:: fft-4``: the explained sheet of a result; with ``:ask:`` a question who has won, with ``:ask: S`` what it brings South."""
    answer, name = answer_to(ScoreQuestion, here)
    if "ask" not in here.options:
        return name, answer.blocks()
    if here.options["ask"]:
        return name, [snippets.ask_about_amount(answer.typed, here.options["ask"], here.replies())]
    return name, [snippets.ask_about_result(answer.typed, here.replies())]


PLAY: dict[str, Any] = {"seed": nonnegative_int, "seat": words, "trick": positive_int}
"""The options of ``tarot:play``."""


def play(here: TarotDirective) -> Content:
    """``.. tarot:play:: fft-4`` or an example: a link to the page with the table, where the deal of ``:seed:``, or of the example, is played from a
    ``:seat:``, from ``:trick:`` on. The content are its words. Without such a page, the command.

    Raises NotationError without words, and for a seat that there is not, LoadError or RecordError for what cannot be played.
    """
    if not here.content:
        raise NotationError.of("play.words", _("there are no words for the link"), hint=_("write them below it"))
    name, trick = here.arguments[0], here.options.get("trick")
    pairs: dict[str, Any] = {"try": "play"}
    if name in here.library.ids("example"):
        done = here.replayed(name)
        game, seats, begun = done.engine.ruleset.name, done.start.seats, begin_at(done, trick)
        pairs |= {"game": game, "example": name, "at": begun.moves}
        command = ["tarot-teach", "play", "--from", name, *(["--trick", str(trick)] if trick else [])]
    else:
        game = here.ruleset(name).name
        seats, seed = Engine(here.ruleset(name)).seats(), here.options.get("seed", 1)
        pairs |= {"game": game, "seed": seed, **({"trick": trick} if trick else {})}
        command = ["tarot-teach", "play", game, "--seed", str(seed)]
    seat = here.options.get("seat", seats[0])
    if seat not in seats:
        raise NotationError.of(
            "play.seat", _("nobody sits at {seat!r}"), None, suggest(seat, seats, _("seats")), seat=seat
        )
    pairs |= {"seat": seat, "go": 1}
    address = "&".join(f"{key}={quote(str(value))}" for key, value in pairs.items())
    text = Text((with_single_blanks(" ".join(here.content)),))
    return game, [DealLink(text, game, address, shlex.join([*command, "--seat", seat]))]
