"""The games of which too little is known for a ruleset: what is known, and what is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph
from tarot_teach.loading.formats import CitationFile
from tarot_teach.messages import _
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.history.format import GameFile, History, place_name


def describe_known_in_part(history: History) -> list[Block]:
    """A section for each game with rules that are known one by one; nothing where there is none."""
    games = {id: game for id, game in history.games.items() if game.known}
    if not games:
        return []
    lead = _(
        "Of these games too little could be read for a ruleset that can be played. Here is what is known, with its source, and what is not."
    )
    blocks: list[Block] = [Heading(2, say(_("Games known in part")), "games-in-part"), Paragraph(say(lead))]
    for id, game in games.items():
        blocks += [Heading(3, Text((game.name,)), f"known-{id}"), *_section(history, game)]
    return blocks


def _section(history: History, game: GameFile) -> Iterator[Block]:
    words = {_("Players: {words}."): game.players, _("Pack: {words}."): game.pack}
    lines = [say(phrase, words=value) for phrase, value in words.items() if value]
    yield Paragraph(
        joined(
            [
                say("{when}, {where}.", when=game.when, where=place_name(game.where, history.places)).upper_first(),
                *lines,
            ]
        )
    )
    yield Bullets(tuple(joined([Text((stated.says,)), cited(stated.sources)]) for stated in game.known))
    if game.lacks:
        yield Paragraph(say(_("Not told in what could be read:")))
        yield Bullets(tuple(Text((words,)) for words in game.lacks))


def cited(citations: Iterable[CitationFile]) -> Text:
    """Citations with blanks between them."""
    return joined(Text((citation.cite,)) for citation in citations)
