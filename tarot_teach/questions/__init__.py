"""Questions about games, a module each: the fields, what a game asks for, and the answer. Commands, directives, functions of Python and the
page “Try it” are made of them."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any

QUESTIONS = {
    "admits": "tarot_teach.questions.admits:AdmitsQuestion",
    "compare": "tarot_teach.questions.compare:CompareQuestion",
    "count": "tarot_teach.questions.count:CountQuestion",
    "deck": "tarot_teach.questions.deck:DeckQuestion",
    "evaluate": "tarot_teach.questions.evaluate:EvaluateQuestion",
    "family": "tarot_teach.questions.compare:FamilyQuestion",
    "features": "tarot_teach.questions.compare:FeaturesQuestion",
    "find": "tarot_teach.questions.find:FindQuestion",
    "for-players": "tarot_teach.questions.compare:ForPlayersQuestion",
    "history": "tarot_teach.questions.history:HistoryQuestion",
    "legal": "tarot_teach.questions.legal:LegalQuestion",
    "odds": "tarot_teach.questions.odds:OddsQuestion",
    "review": "tarot_teach.questions.review:ReviewQuestion",
    "rules": "tarot_teach.questions.rules:RulesQuestion",
    "score": "tarot_teach.questions.score:ScoreQuestion",
    "session": "tarot_teach.questions.session:SessionQuestion",
    "simulate": "tarot_teach.questions.simulate:SimulateQuestion",
    "solve": "tarot_teach.questions.solve:SolveQuestion",
    "trick": "tarot_teach.questions.trick:TrickQuestion",
    "tune": "tarot_teach.questions.evaluate:TuneQuestion",
}
"""The questions by name: where the class is, which is loaded when it is asked for."""


def question_named(name: str) -> Any:
    """The class of a question. Raises KeyError for an unknown name."""
    return resolve_name(QUESTIONS[name])
