"""Descents beside the distances between games that are computed from their rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.loading import Library
from tarot_teach.messages import _, as_words
from tarot_teach.rules import Evidence, Ruleset
from tarot_teach.text import Text, say
from tarot_teach.topics.compare.distance import Distance, distance
from tarot_teach.topics.history.format import DescentFile, History

FEW = 10
"""Rules that a game has to have, reconstructed ones left out, for a distance to say something."""


class Measured(NamedTuple):
    """A descent with the distance between its games, and the game that is nearest to the younger one with the distance to it."""

    descent: DescentFile
    far: Distance
    nearest: str
    nearest_far: Distance


def measured(history: History, library: Library) -> Iterator[Measured]:
    """The descents between games that both have a ruleset with enough rules, of which the first one stands for the game. Raises LoadError."""
    loaded = {id: library.load(game.rulesets[0]) for id, game in history.games.items() if game.rulesets}
    rulesets = {id: ruleset for id, ruleset in loaded.items() if _attested(ruleset) >= FEW}
    for descent in history.descents:
        if {descent.parent, descent.child} <= rulesets.keys():
            ours = rulesets[descent.child]
            far = {id: distance(ours, theirs) for id, theirs in rulesets.items() if id != descent.child}
            nearest = min(far, key=lambda id: far[id].far)
            yield Measured(descent, far[descent.parent], nearest, far[nearest])


def _attested(ruleset: Ruleset) -> int:
    """The number of rules that are not reconstructed."""
    return sum(rule.evidence != Evidence.RECONSTRUCTED for rule in ruleset.rules.values())


def describe_distances(history: History, library: Library) -> list[Block]:
    """The section on distances; nothing where no descent can be measured. Raises LoadError."""
    rows = tuple(_row(history, each) for each in measured(history, library))
    if not rows:
        return []
    lead = say(
        _(
            "Two things stand side by side here. The descent is what historians argue, or texts of the time attest, as above. The distance is computed from the rulesets of this library, of which the first one named stands for each game; no source says it. A rule that one game lacks, or has of another kind, counts 1, one with other values or in another order a half, and the "
            "distance is the mean: 0 for equal rules, 1 where none is of one kind. Rules that are reconstructed are left out. A short distance proves no descent: two games may have a rule from a third, and a ruleset may tell less than was played. "
            "A game of which fewer than {few} rules are left has no number."
        ),
        few=FEW,
    )
    head = (
        _("Game"),
        _("Comes from"),
        _("How the descent is known"),
        _("Distance, computed"),
        _("Rules compared"),
        _("Nearest by its rules, computed"),
    )
    return [
        Heading(2, say(_("Descent, and distance of the rules")), "games-distances"),
        Paragraph(lead),
        Table(tuple(Text((name,)) for name in head), rows),
    ]


def _row(history: History, each: Measured) -> tuple[Text, ...]:
    descent, nearest = each.descent, history.games[each.nearest].name
    if each.nearest == descent.parent:
        shown = _("the same")
    else:
        shown = _("{game}, {distance}").format(game=nearest, distance=f"{each.nearest_far.far:.2f}")
    names = (history.games[descent.child].name, history.games[descent.parent].name)
    known = ", ".join(dict.fromkeys(as_words(word) for word in (descent.certainty, history.kind_of(descent))))
    cells = (*names, known, f"{each.far.far:.2f}", str(each.far.rules), shown)
    return tuple(Text((cell,)) for cell in cells)


def distance_rows(history: History, library: Library) -> list[dict[str, Any]]:
    """A row for each descent that can be measured. Raises LoadError."""
    return [
        {
            "from": each.descent.parent,
            "to": each.descent.child,
            "certainty": each.descent.certainty,
            "evidence": history.kind_of(each.descent),
            "distance": round(each.far.far, 3),
            "rules": each.far.rules,
            "nearest": each.nearest,
            "nearest_distance": round(each.nearest_far.far, 3),
        }
        for each in measured(history, library)
    ]
