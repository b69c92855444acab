"""The solver: what best play comes to when all cards are open, by search.

``Solver`` takes positions of a taker's side against the others under the rules that it knows (``known_rules.py``),
``EndingSolver`` endings of any game whose play has words. Each refuses others with the reason; ``OpenPlay`` takes the one
that fits.
"""

from tarot_teach.solver.aims import plays_for, seats_for_most, side_of
from tarot_teach.solver.endings import EndingSolver, unfit_ending
from tarot_teach.solver.open_play import OpenPlay, is_solved_by_positions, objective_of, play_on
from tarot_teach.solver.position import Position, position_of, unfit_ruleset
from tarot_teach.solver.shares import BestShares, best_shares
from tarot_teach.solver.start import Objective
from tarot_teach.solver.values import MANY, Solver, Value
from tarot_teach.solver.worlds import Worlds

__all__ = [
    "MANY",
    "BestShares",
    "EndingSolver",
    "Objective",
    "OpenPlay",
    "Position",
    "Solver",
    "Value",
    "Worlds",
    "best_shares",
    "is_solved_by_positions",
    "objective_of",
    "play_on",
    "plays_for",
    "position_of",
    "seats_for_most",
    "side_of",
    "unfit_ending",
    "unfit_ruleset",
]
