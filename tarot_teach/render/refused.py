"""Which cards could not be played, for surfaces on which nothing folds away."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.blocks import PlayRow
from tarot_teach.cards import laid_out
from tarot_teach.render import cards as look
from tarot_teach.text import RuleRef, Text, _, count_of, say

_NAMED = 6  # more cards than these are counted


def refused(play: PlayRow) -> Iterator[Text]:
    """For each rule the cards that it refused at a play, and why, unless the reason has been given already."""
    for refusal in play.refusals:
        cards = " ".join(look.glyph(card) for group in laid_out(refusal.cards) for card in group)
        if len(refusal.cards) > _NAMED:
            cards = count_of(len(refusal.cards), _("card"), _("cards"))
        said = say(_("Not allowed: {cards} ({rule})."), cards=cards, rule=RuleRef(refusal.rule, refusal.title))
        yield said if refusal.because in play.reasons else said + " " + refusal.because
