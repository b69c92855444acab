"""The solver: what best play comes to when all cards are open, by search.

It takes positions of a taker's side against the others under the rules that it knows (``known_rules.py``), and refuses others with the reason.
"""

from tarot_teach.solver.position import Position, position_of, unfit_ruleset
from tarot_teach.solver.shares import BestShares, best_shares
from tarot_teach.solver.start import Objective
from tarot_teach.solver.values import MANY, Solver, Value
from tarot_teach.solver.worlds import Worlds

__all__ = [
    "MANY",
    "BestShares",
    "Objective",
    "Position",
    "Solver",
    "Value",
    "Worlds",
    "best_shares",
    "position_of",
    "unfit_ruleset",
]
