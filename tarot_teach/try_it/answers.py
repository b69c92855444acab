"""Questions of the page “Try it” and their answers, both as JSON. It runs in the reader's browser as anywhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

from tarot_teach.errors import NotationError, TarotError
from tarot_teach.messages import _
from tarot_teach.try_it.desk import Desk, fault_data

QUESTIONS = {
    **dict.fromkeys(("legal", "quiz"), "judging"),
    **dict.fromkeys(("play", "do", "undo", "hint", "why", "prices", "record"), "playing"),
    **dict.fromkeys(("score_form", "score"), "scoring"),
    **dict.fromkeys(("begin", "rules", "laid"), "writing"),
    **dict.fromkeys(("review", "review_card", "review_choice"), "reviewing"),
    **dict.fromkeys(("line", "line_of_deal"), "lines"),
    "question": "asking",
}
"""The questions, each with the module that has its function; it is loaded when it is first asked, so that a first answer comes sooner."""


class Answers(Desk):
    """Answers questions at a desk of its own."""

    def ask(self, question: str) -> str:
        """The answer to ``{"ask": "legal", …}``; ``{"faults": […]}`` for what is wrong in the question, each with its cure."""
        given: dict[str, Any] = json.loads(question)
        try:
            answer = self._asked(given.pop("ask", ""))(self, **given)
        except TarotError as error:
            answer = {"faults": [fault_data(problem) for problem in error.problems]}
        return json.dumps(answer)

    def _asked(self, name: str) -> Callable[..., dict[str, Any]]:
        """The function of a question. Raises NotationError for an unknown one."""
        if name not in QUESTIONS:
            hint = ", ".join(QUESTIONS)
            raise NotationError.of("try.question", _("there is no question {name!r}"), None, hint, name=name)
        found: Callable[..., dict[str, Any]] = getattr(import_module(f"tarot_teach.try_it.{QUESTIONS[name]}"), name)
        return found
