"""The family of games on an axis of time, game by game under its land."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tarot_teach.blocks import Block
from tarot_teach.messages import _, colon
from tarot_teach.text import Text, say
from tarot_teach.topics.history.format import GameFile, History, region_name


@dataclass(frozen=True, slots=True)
class GameBar:
    """A game in the picture: ``since`` and ``until`` are years where they are known, ``about`` marks a first year that is about right."""

    name: str
    region: str
    since: int | None
    about: bool
    until: int | None
    now: bool


@dataclass(frozen=True, slots=True)
class GamesInTime(Block):
    """Games as bars on an axis of time, those of a land together, with lines from older games to those that come from them.

    ``lines`` have the numbers of the older and the younger game among the ``bars``, and the certainty. The text alternative is ``description``.
    """

    id: str
    caption: Text
    legend: Text
    bars: tuple[GameBar, ...]
    lines: tuple[tuple[int, int, str], ...]
    description: str

    def fallback(self) -> tuple[Block, ...]:
        """Nothing: the table of the same page has the years and places."""
        return ()


def games_in_time(history: History) -> GamesInTime:
    """The picture of the games that have a land, with the descents between them."""
    regions = list(dict.fromkeys(game.region for game in history.games.values() if game.region))
    drawn = [(id, game) for region in regions for id, game in history.games.items() if game.region == region]
    number = {id: at for at, (id, _game) in enumerate(drawn)}
    return GamesInTime(
        "games-in-time",
        say(_("The games by land and time.")),
        say(
            _(
                "A full dot is a year that a source names, an open one is about right. Without a dot the beginning is not known; a broken end is "
                "not known either, and an arrow says that the game is played now. Lines lead from a game to those that come from it, drawn as in "
                "the tree."
            )
        ),
        tuple(_bar(game) for _id, game in drawn),
        tuple(
            (number[each.parent], number[each.child], each.certainty)
            for each in history.descents
            if each.parent in number and each.child in number
        ),
        " ".join(_said(drawn)),
    )


def _bar(game: GameFile) -> GameBar:
    years = game.years
    return GameBar(game.name, region_name(game.region), years.since, years.about, years.until, game.now is not None)


def _said(drawn: list[tuple[str, GameFile]]) -> Iterator[str]:
    """A sentence for each game, with its land and years."""
    for _id, game in drawn:
        years = game.years
        year = _("about {year}").format(year=years.since) if years.about else years.since
        since = _("since {year}").format(year=year) if years.since else _("its beginning is not known")
        ends = _("played now") if game.now else _("until {year}").format(year=years.until) if years.until else ""
        yield f"{game.name}, {region_name(game.region)}{colon()}{', '.join(filter(None, (since, ends)))}."
