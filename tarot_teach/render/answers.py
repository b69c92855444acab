"""What is told in answer to an exercise, in every surface alike."""

from __future__ import annotations

from tarot_teach.blocks import Exercise
from tarot_teach.explain.exercises import RIGHT
from tarot_teach.text import Text, _, listed, say


def answers(exercise: Exercise) -> list[Text]:
    """The right answer, and every reply to choices that are no cards, once. What else there is to say is in ``answer``."""
    if exercise.amount:
        return [say(_("The answer is {amount}."), amount=exercise.sign + exercise.amount.replace("-", "−"))]
    right = [choice for choice in exercise.choices if choice.grade == RIGHT]
    cards = [choice.card for choice in right if choice.card]
    if not cards:
        told = say(_("The answer: {right}."), right=listed([choice.label for choice in right]))
        return [told, *(reply for _codes, reply in replies(exercise))]
    if 1 < exercise.pick < len(cards):
        return [say(_("Any {number} of these: {cards}."), number=exercise.pick, cards=cards)]
    return [say(_("The answer: {cards}."), cards=cards)]


def replies(exercise: Exercise) -> list[tuple[str, Text]]:
    """Every reply once, with the codes of the choices to which it is made."""
    found: dict[Text, list[str]] = {}
    for choice in exercise.choices:
        if choice.reply:
            found.setdefault(choice.reply, []).append(choice.code)
    return [(" ".join(codes), reply) for reply, codes in found.items()]
