"""Searches deals for one that shows a rule, as short and clear as possible, and makes an example of it."""

from tarot_teach.simulate.finding.deal import Deal, Point
from tarot_teach.simulate.finding.differing import differing, first_difference
from tarot_teach.simulate.finding.example import example
from tarot_teach.simulate.finding.holding import Holding, read_holding, read_seat_holding
from tarot_teach.simulate.finding.search import Hit, Search
from tarot_teach.simulate.finding.sights import Sight, Wanted, read_wanted, sights_of, title_of

__all__ = [
    "Deal",
    "Hit",
    "Holding",
    "Point",
    "Search",
    "Sight",
    "Wanted",
    "differing",
    "example",
    "first_difference",
    "read_holding",
    "read_seat_holding",
    "read_wanted",
    "sights_of",
    "title_of",
]
