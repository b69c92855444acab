"""Parts of several renderers: colours and signs of cards, answers to exercises, refused cards, curly quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tarot_teach.blocks import Exercise, HandDiagram, JudgedPosition, PlayRow
from tarot_teach.cards import Card, laid_out
from tarot_teach.explain.exercises import RIGHT
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.text import RuleRef, Text, as_parts, listed, say

ASIDE = ("aside", "note", "warning")
"""Kinds of paragraphs that are set apart from the text."""
_NAMED = 6  # the most cards that are named and not counted


def colour(card: Card) -> str:
    """``red``, ``black``, ``trump`` or ``excuse``."""
    if card.suit.kind != "plain":
        return card.suit.kind
    return "red" if card.suit.id in ("hearts", "diamonds") else "black"


def glyph(card: Card) -> str:
    """A card's suit and figure in one line of text: ``♥R``, ``18``, ``★``."""
    return card.suit.symbol if card.is_excuse else f"{card.suit.symbol}{card.figure}"


def spoken(card: Card) -> str:
    """A card's name with a capital: ``King of hearts``."""
    return card.name[:1].upper() + card.name[1:]


def answers(exercise: Exercise) -> list[Text]:
    """The right answer of an exercise, and each different reply to choices that are no cards."""
    if exercise.amount:
        return [say(_("The answer is {amount}."), amount=exercise.sign + exercise.amount.replace("-", "−"))]
    right = [choice for choice in exercise.choices if choice.grade == RIGHT]
    cards = in_pack_order(choice.card for choice in right if choice.card)
    one_of = N_("{first} or {last}")
    if not cards:
        labels = [choice.label for choice in right]
        answer = say(_("The answer: {right}."), right=listed(labels, one_of) if exercise.pick == 1 else listed(labels))
        return [answer, *(reply for _codes, reply in replies(exercise))]
    if 1 < exercise.pick < len(cards):
        return [say(_("Any {number} of these: {cards}."), number=exercise.pick, cards=cards)]
    if exercise.pick == 1:
        return [say(_("The answer: {cards}."), cards=listed([Text(as_parts(card)) for card in cards], one_of))]
    return [say(_("The answer: {cards}."), cards=cards)]


def in_pack_order(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order in which sentences name them, that of the pack."""
    return sorted(cards, key=lambda card: card.index)


def replies(exercise: Exercise | JudgedPosition) -> list[tuple[str, Text]]:
    """The different replies, each with the codes of its choices."""
    codes_of: dict[Text, list[str]] = {}
    for choice in exercise.choices:
        if choice.reply:
            codes_of.setdefault(choice.reply, []).append(choice.code)
    return [(" ".join(codes), reply) for reply, codes in codes_of.items()]


def hand_rows(block: HandDiagram) -> Iterator[tuple[str, tuple[Card, ...], str]]:
    """The rows of a diagram: whose cards, the cards, and words about unseen ones behind them."""
    for hand in block.hands:
        unseen = _(" + {unseen} not known").format(unseen=hand.unseen) if hand.unseen else ""
        yield f"{hand.name} ({hand.role})" if hand.role else hand.name, hand.cards, unseen
    for label, cards in block.laid():
        yield str(label), cards, ""


def mark(play: PlayRow, wins: str) -> str:
    """The mark behind a card that wins the trick, or breaks a rule."""
    return wins if play.wins else " !" * play.irregular


def words_of_play(play: PlayRow, refusals: Iterable[Text] = ()) -> list[Text]:
    """The sentences about a play."""
    forced = [Text((_("No other card was allowed."),))] if play.forced else []
    opened = [play.open_cards] if play.open_cards else []
    return [*play.before, *play.tries, *play.reasons, *refusals, *forced, *opened]


def refused(play: PlayRow) -> Iterator[Text]:
    """The cards that each rule refused at a play, with the rule's reason if the play does not give it already."""
    for refusal in play.refusals:
        cards = " ".join(glyph(card) for group in laid_out(refusal.cards) for card in group)
        if len(refusal.cards) > _NAMED:
            cards = ngettext("{number} card", "{number} cards", len(refusal.cards)).format(number=len(refusal.cards))
        said = say(_("Not allowed: {cards} ({rule})."), cards=cards, rule=RuleRef(refusal.rule, refusal.title))
        yield said if refusal.because in play.reasons else said + " " + refusal.because


def curly(words: str, before: str = "") -> str:
    """Words with curly apostrophes and quotation marks; ``before`` is the text in front of them."""

    def mark(found: re.Match[str]) -> str:
        left, right = (before + words[: found.start()])[-1:], words[found.end() : found.end() + 1]
        opens = (not left or left in " \n([–—") and right.isalnum()
        if found[0] == '"':
            return "“" if opens else "”"
        closed = re.search(r"\w'(?!\w)", words[found.end() :])
        return "‘" if opens and closed else "’"

    return re.sub("[\"']", mark, words)
