"""What a player is: something that chooses among what is allowed, and can say why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from tarot_teach.advice.model import Advice
from tarot_teach.engine import Engine
from tarot_teach.table import Action, Choices
from tarot_teach.text import Text
from tarot_teach.topics.simulate.draws import Draws


class Decision(NamedTuple):
    """What a player does; ``maxim`` names the one that it follows (a key of :attr:`Player.maxims`), if any."""

    action: Action
    maxim: str = ""


class Player(ABC):
    """Chooses for any seat of a deal by one ruleset. It keeps nothing from one choice to the next.

    Another package offers a player with an entry point in the group ``tarot_teach.players`` that gives the class.
    """

    name: ClassVar[str]
    looks: ClassVar[bool] = True
    """Whether it looks at more than what is allowed; if not, it is spared the making of its view of the table."""

    def __init__(self, engine: Engine, advice: Advice | None = None) -> None:
        self.engine = engine
        self.advice = advice

    @property
    def maxims(self) -> Mapping[str, Text]:
        """The maxims that it follows, in whole sentences, by name."""
        return {}

    @abstractmethod
    def choose(self, choices: Choices, draws: Draws) -> Decision:
        """One of the actions allowed. ``choices.state`` is what the seat to act may know, and ``choices`` is not empty."""
