"""The phases of a deal, a module each. The engine passes through them in the order of the ruleset, and knows none by name."""

from __future__ import annotations

from collections.abc import Mapping

from tarot_teach.engine.phases.auction import AuctionStage
from tarot_teach.engine.phases.between import BetweenTricksStage
from tarot_teach.engine.phases.call import CallStage
from tarot_teach.engine.phases.claim import ClaimStage
from tarot_teach.engine.phases.cut import CutStage
from tarot_teach.engine.phases.deal import DealStage
from tarot_teach.engine.phases.declare import DeclareStage
from tarot_teach.engine.phases.discard import DiscardStage
from tarot_teach.engine.phases.fishing import FishingStage
from tarot_teach.engine.phases.pay import PayStage
from tarot_teach.engine.phases.questions import AnnounceStage, ExchangeStage
from tarot_teach.engine.phases.shedding import SheddingStage
from tarot_teach.engine.phases.stage import Stage
from tarot_teach.engine.phases.talon import TalonStage
from tarot_teach.engine.phases.tricks import TricksStage
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.mechanisms.plays import FISHING, SHEDDING, TRICKS, KindOfPlay
from tarot_teach.rules import PHASES
from tarot_teach.table.state import Phase

IN_ORDER: tuple[Stage, ...] = (
    *(CutStage(), DealStage(), ClaimStage(), AuctionStage(), CallStage(), TalonStage()),
    *(ExchangeStage(), DiscardStage(), DeclareStage(), AnnounceStage(), TricksStage()),
)
"""The phases in the order of most games."""

STAGES: Mapping[Phase, Stage] = {stage.phase: stage for stage in (*IN_ORDER, PayStage(), BetweenTricksStage())}
"""All phases by name, also those that interrupt another."""

PLAYS: Mapping[KindOfPlay, Stage] = {TRICKS: TricksStage(), SHEDDING: SheddingStage(), FISHING: FishingStage()}
"""The phase ``play`` by its kind."""

BEFORE_LEAD = (Phase.DEAL, Phase.BID, Phase.TALON, Phase.EXCHANGE, Phase.DISCARD)
"""The phases that are over where a deal begins with the hands at the first lead."""


def phases_of(index: RuleIndex) -> tuple[Stage, ...]:
    """The phases of a ruleset in its own order, or else in that of most games: ``call`` after ``discard`` where the rule says so."""
    order = list(index.ruleset.phases or PHASES)
    if not index.ruleset.phases and index.calls and index.calls.after_discard:
        order.remove("call")
        order.insert(order.index("discard") + 1, "call")
    stages = stages_of(index)
    return tuple(stages[stage.phase] for section in order for stage in IN_ORDER if stage.section == section)


def stages_of(index: RuleIndex) -> Mapping[Phase, Stage]:
    """All phases by name, with the ruleset's kind of play."""
    return {**STAGES, Phase.PLAY: PLAYS[index.play]}
