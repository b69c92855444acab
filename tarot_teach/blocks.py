"""Blocks: the parts of explanations, which renderers set and do not compute.

All words are :class:`~tarot_teach.text.Text`, so that cards, terms, rules and sources stay references until the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tarot_teach.cards import Card
from tarot_teach.display import displayed
from tarot_teach.messages import N_, _, colon
from tarot_teach.text import NO_TEXT, Cite, RuleRef, Text, joined, listed, say

THEME_PREFIX = "theme-"  # begins the ids under which answers to questions of a theme are remembered


@displayed
class Block:
    """Base of all blocks. Renderers find the function for a block by its class."""

    __slots__ = ()

    def fallback(self) -> tuple[Block, ...]:
        """Content in other blocks, for renderers that have no function for this kind of block."""
        raise NotImplementedError(type(self).__name__)


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """A heading. ``level`` counts from 1; ``id`` is the anchor, unique on its page."""

    level: int
    text: Text
    id: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph(Block):
    """A paragraph. ``kind``: ``normal``, ``lead`` (an introduction), ``note`` (the author's comment), ``aside``
    (sources disagree, evidence), ``allowed``, ``refused``, ``warning``."""

    text: Text
    kind: str = "normal"


@dataclass(frozen=True, slots=True)
class Bullets(Block):
    """A list, unordered or numbered."""

    items: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Listing(Block):
    """Lines of a file, as it is typed."""

    text: str
    language: str = "yaml"

    def fallback(self) -> tuple[Block, ...]:
        """The lines, a paragraph each."""
        return tuple(Paragraph(Text((line,))) for line in self.text.splitlines())


@dataclass(frozen=True, slots=True)
class Table(Block):
    """Rows of cells under a head. ``numeric`` are the indices of columns set flush right, ``ids`` the anchors of rows, if any."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    caption: Text = NO_TEXT
    numeric: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One bar or interval: label, value, and the value as written. ``low`` and ``high`` are the ends of an interval; ``more`` fills
    further columns of the table."""

    label: Text
    value: float
    shown: str
    low: float = 0
    high: float = 0
    more: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot(Block):
    """Figures as a picture above a table. ``kind``: ``bars`` (from zero) or ``intervals`` (a dot between two ends, and a line at
    zero). ``description`` puts the picture into words; ``head`` names the columns: label, value, and further ones."""

    title: Text
    description: Text
    kind: str
    rows: tuple[PlotRow, ...]
    head: tuple[Text, ...]

    def table(self) -> Table:
        """Table of the figures."""
        rows = tuple((row.label, Text((row.shown,)), *row.more) for row in self.rows)
        return Table(self.head, rows, self.title, tuple(range(1, len(self.head))))

    def fallback(self) -> tuple[Block, ...]:
        """The table."""
        return (self.table(),)


@dataclass(frozen=True, slots=True)
class Relative:
    """A ruleset or game in a family tree: name, description, and its children.

    Of games, ``beside`` is drawn behind the name, ``certainty`` says how sure the descent from the parent is (``attested``, ``argued``
    or ``disputed``), and ``others`` are further parents, each with its certainty.
    """

    name: str
    said: Text
    children: tuple[Relative, ...] = ()
    beside: str = ""
    certainty: str = ""
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyTree(Block):
    """A family tree of rulesets or games; ``id`` is the anchor.

    ``description`` is the text alternative of the drawing; without one, the tree of rulesets is told in sentences. ``legend`` explains the
    lines of the drawing, and stands nowhere else.
    """

    id: str
    caption: Text
    roots: tuple[Relative, ...]
    description: str = ""
    legend: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule as another ruleset has it, for a page that can show it beside its own.

    ``of`` is the name of that ruleset, ``game`` its title in short. ``kind``: ``added`` (a rule that the page's ruleset lacks, and which comes
    after the rule that it belongs to), ``changed`` or ``dropped`` (which the other lacks). ``body`` are its sentences by paragraph, each
    with True if the page's ruleset does not say it.
    """

    of: str
    game: str
    kind: str
    title: Text
    body: tuple[tuple[tuple[Text, bool], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class RuleBlock(Block):
    """One rule of a rule page: ``body`` is its text. ``params`` are names with values and meanings, ``changes`` the differences
    from the parent in sentences; ``evidence`` is a word, with its reason in ``because``; ``see`` names examples that teach the
    rule, and ``at_work`` shows one trick, hand or score in which it decides. ``variants`` are what other rulesets have in its
    place, or after it."""

    id: str
    title: Text
    body: tuple[Block, ...]
    notes: tuple[Text, ...] = ()
    params: tuple[tuple[str, str, str], ...] = ()
    sources: tuple[Cite, ...] = ()
    evidence: str = ""
    because: Text = NO_TEXT
    changes: tuple[Text, ...] = ()
    see: Text = NO_TEXT
    at_work: tuple[Block, ...] = ()
    variants: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand in a diagram, sorted for reading. ``unseen`` counts cards that are not known. ``role``: dealer, taker …"""

    seat: str
    name: str
    cards: tuple[Card, ...]
    unseen: int = 0
    role: str = ""


@dataclass(frozen=True, slots=True)
class HandDiagram(Block):
    """The hands round the table, in order of play, and cards in the middle with their labels and places (see :class:`Stepper`)."""

    hands: tuple[HandRow, ...]
    middle: tuple[tuple[Text, str, tuple[Card, ...]], ...] = ()
    caption: Text = NO_TEXT
    clockwise: bool = False

    def laid(self) -> list[tuple[Text, tuple[Card, ...]]]:
        """The cards in the middle, by label, without empty places."""
        return [(label, cards) for label, _place, cards in self.middle if cards]


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class Reason:
    """The reason why the rules allow or refuse an action, or why one rule refuses several cards; false if refused.

    ``head`` is the decision in a sentence, ``because`` the deciding findings, ``findings`` all that bear on it, in the order of
    the rules. ``rule`` is the id of the deciding rule (of a condition such as holding the card: ``table.holding``, without
    ``title`` and ``sources``; of an action that needs no rule: empty). ``cards`` are the cards judged. ``instead`` names what is
    allowed in place of a refused action, ``codes`` the same as codes of cards or names of bids.
    """

    allowed: bool
    head: Text
    because: Text = NO_TEXT
    findings: tuple[Text, ...] = ()
    rule: str = ""
    title: str = ""
    sources: tuple[Cite, ...] = ()
    cards: tuple[Card, ...] = ()
    instead: Text = NO_TEXT
    codes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.allowed

    def __repr__(self) -> str:
        decision = "allowed" if self.allowed else "refused"
        return f"<Reason {decision}: {self.rule}>" if self.rule else f"<Reason {decision}>"

    def __str__(self) -> str:
        return str(joined(self.sentences))

    @property
    def text(self) -> Text:
        """The decision and the deciding findings, with the rule and its sources."""
        return joined(part for part in (self.head, self.because, self.authority) if part)

    @property
    def authority(self) -> Text:
        """The title of the deciding rule in brackets, and its sources."""
        named = Text(("(", RuleRef(self.rule, self.title), ")")) if self.title else NO_TEXT
        return joined([*([named] if named else []), *(Text((cite,)) for cite in self.sources)])

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The decision, every finding, and what is allowed instead."""
        return tuple(text for text in (self.head, *self.findings, self.instead) if text)

    def blocks(self) -> list[Block]:
        """The sentences as a paragraph, and the deciding rule with id and sources as another."""
        blocks: list[Block] = [Paragraph(joined(self.sentences), "allowed" if self.allowed else "refused")]
        if self.title:
            rule = Text((RuleRef(self.rule, self.title), f" ({self.rule})"))
            blocks.append(Paragraph(joined([rule, *(Text((cite,)) for cite in self.sources)]), "aside"))
        return blocks

    def to_dict(self) -> dict[str, Any]:
        """The reason as plain data: sentences as text, cards and alternatives as codes."""
        return {
            "allowed": self.allowed,
            "cards": [card.code for card in self.cards],
            "says": str(self),
            "rule": self.rule or None,
            "title": self.title or None,
            "because": str(self.because),
            "sources": [{"source": cite.key, "at": cite.at} for cite in self.sources],
            "instead": list(self.codes),
        }


@dataclass(frozen=True, slots=True)
class PlayRow:
    """One card of a trick.

    ``before`` are the author's comments, ``reasons`` the findings on this play (why it was forced, or irregular),
    ``refusals`` the cards held that could not be played, by the rule that refuses them, ``tries`` plays that the author
    tries in words. ``legal`` are the cards that could have been played. ``number`` counts the actions of the deal from
    1 (0: unknown). ``open_cards`` is what each of the allowed cards would bring with all cards open, where that is
    asked for; ``cost`` says that another one would have brought its side more. ``moves`` are the cards that have
    changed their place since the card before, such as cards drawn or captured (see :class:`Stepper`).
    """

    seat: str
    name: str
    card: Card
    side: str = ""  # taker | defence | ""
    wins: bool = False
    irregular: bool = False
    forced: bool = False
    hand: tuple[Card, ...] = ()
    legal: tuple[Card, ...] = ()
    before: tuple[Text, ...] = ()
    reasons: tuple[Text, ...] = ()
    refusals: tuple[Reason, ...] = ()
    tries: tuple[Text, ...] = ()
    number: int = 0
    open_cards: Text = NO_TEXT
    cost: bool = False
    moves: tuple[tuple[Card, str], ...] = ()

    @property
    def silent(self) -> bool:
        """True where nothing is said of the card."""
        return not (self.number or self.forced or self.before or self.reasons or self.refusals or self.tries)


@dataclass(frozen=True, slots=True)
class TrickDiagram(Block):
    """A trick: its cards in order played, the outcome in sentences, and the points so far. ``number`` is 0 for a trick without
    a deal. ``is_round`` says that each player played a card, and that nobody won a trick by it.

    ``points`` are (label, card points as text) for each side, or each player, after the trick. ``gathered`` are the cards that
    change their place when it is gathered: card and place (see :class:`Stepper`).
    """

    number: int
    plays: tuple[PlayRow, ...]
    outcome: tuple[Text, ...] = ()
    points: tuple[tuple[Text, str], ...] = ()
    after: tuple[Text, ...] = ()
    gathered: tuple[tuple[Card, str], ...] = ()
    is_round: bool = False

    @property
    def title(self) -> str:
        """Heading of a trick of a deal: ``Trick 3``, or ``Round 3``."""
        return (
            _("Round {number}").format(number=self.number)
            if self.is_round
            else _("Trick {number}").format(number=self.number)
        )


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of a score sheet: operation, label, amount, the sum so far, the rule and its reason."""

    operation: str
    label: Text
    amount: str
    total: str
    rule: str
    because: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class ScoreSheet(Block):
    """A score sheet, line by line, with the formula derived from the rules and who gets what.

    ``total`` is empty as long as lines are still to come.
    """

    title: Text
    rows: tuple[SheetRow, ...]
    total: str
    formula: str
    scores: tuple[tuple[str, str], ...] = ()
    because: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to choose, by its ``code``. ``grade``: ``right``, ``possible`` (allowed by the rules, but not the answer) or
    ``wrong``; ``reply`` gives the reason."""

    code: str
    label: Text
    grade: str
    reply: Text
    card: Card | None = None


JUDGED = {"": "{what}.", "right": N_("Allowed: {what}."), "wrong": N_("Not allowed: {what}.")}
"""The words for the choices of each grade."""


@dataclass(frozen=True, slots=True)
class JudgedPosition(Block):
    """A position in which a rule decides: the cards of the trick, if there is one, and the choices of a player, each judged.

    ``label`` says whose choices they are; a choice without a grade is only shown. ``said`` is the reason for one of them, ``chosen`` its
    code, or (empty) the sentence of the rule. ``next`` is the name of the player to play.
    """

    label: Text
    choices: tuple[Choice, ...]
    said: Text
    chosen: str = ""
    plays: tuple[PlayRow, ...] = ()
    next: str = ""

    def fallback(self) -> tuple[Block, ...]:
        """The position in a sentence or two, and the reason."""
        lines = [say(_("{who} plays {card}."), who=play.name, card=play.card) for play in self.plays]
        lines += [Text((f"{self.label}{colon()}".rstrip(" "),))] if self.choices else []
        for grade, phrase in JUDGED.items():
            what = [choice.label for choice in self.choices if choice.grade == grade]
            lines += [say(_(phrase), what=listed(what))] if what else []
        return (Paragraph(joined([*lines, self.said])),)


@dataclass(frozen=True, slots=True, repr=False)
class Exercise(Block):
    """A question to the reader. ``setting`` shows the position; ``pick`` is the number of ``choices`` sought (0: any number).

    A question for an amount has no choices, but the ``amount`` as a decimal number, and the ``sign`` before amounts. ``answer`` is shown with the
    replies once the reader has answered. ``done`` is the number of actions of the lesson before the question. ``rules`` are the ids of those rules of
    a ``ruleset`` that decide what is right. ``misses`` are typical wrong answers, each the code of a choice or an amount, with a reply of its own.
    ``difficulties`` are noted where the question was made and cannot be seen in it. ``given`` is the setting as data by name. ``theme`` is remembered
    of the answer in place of the question, and another of it comes back; of a ``missed_theme`` where it was missed. ``best_sought``: the best allowed card is right.
    """

    id: str
    kind: str
    setting: tuple[Block, ...]
    question: Text
    choices: tuple[Choice, ...] = ()
    pick: int = 0
    amount: str = ""
    sign: str = ""
    answer: tuple[Block, ...] = ()
    done: int = 0
    ruleset: str = ""
    rules: tuple[str, ...] = ()
    misses: tuple[tuple[str, Text], ...] = ()
    difficulties: tuple[str, ...] = ()
    given: tuple[tuple[str, Any], ...] = ()
    theme: str = ""
    missed_theme: str = ""
    best_sought: bool = False

    @property
    def remembered(self) -> str:
        """The id under which the answer is remembered."""
        return THEME_PREFIX + self.theme if self.theme else self.id

    @property
    def typed_amount(self) -> str:
        """An amount as it may be typed in answer: card points, tricks, or game points or money."""
        return {"points": "12.5", "tricks": "3"}.get(self.kind, "-75")

    def __repr__(self) -> str:
        return f"<Exercise {self.id}: {self.question}>"


@dataclass(frozen=True, slots=True)
class QuestionSet(Block):
    """Questions for a class, with their ``data`` as JSON, by which a page makes codes of answers, and reads those of many."""

    exercises: tuple[Exercise, ...]
    data: str

    def fallback(self) -> tuple[Block, ...]:
        """The questions."""
        return self.exercises


@dataclass(frozen=True, slots=True)
class StepRow:
    """One action of a deal outside the tricks, in words. ``moves`` are the cards that it moves: card and place (see :class:`Stepper`);
    ``refusals`` the cards that could not be laid away. ``number`` counts the actions from 1. ``call`` is a bid or announcement in a word,
    ``taker`` the seat that is the taker from here on, and the contract with a called card, ``open`` says that all see the talon.
    """

    said: tuple[Text, ...]
    moves: tuple[tuple[Card, str], ...] = ()
    seat: str = ""
    refusals: tuple[Reason, ...] = ()
    number: int = 0
    call: str = ""
    taker: tuple[str, str] | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Steps(Block):
    """The actions outside the tricks."""

    rows: tuple[StepRow, ...]

    def fallback(self) -> tuple[Block, ...]:
        """A list of the actions."""
        return (Bullets(tuple(joined(row.said) for row in self.rows)),)


@dataclass(frozen=True, slots=True)
class Spoiler(Block):
    """Blocks that answer a question asked before them: folded away where the medium can."""

    label: Text
    blocks: tuple[Block, ...]

    def fallback(self) -> tuple[Block, ...]:
        """The blocks inside."""
        return self.blocks


@dataclass(frozen=True, slots=True)
class TryGame:
    """A ruleset that can be tried: name, title, and the ids of the house rules that fit it. ``rule`` is the id of its first rule, ``pack`` that
    of its pack on the table; ``seats`` are the letters and names of its seats in the order of play, ``lacks`` the parts of the page it has not."""

    name: str
    title: str
    house_rules: tuple[str, ...]
    rule: str
    pack: str
    seats: tuple[tuple[str, str], ...] = ()
    clockwise: bool = False
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TryHouseRule:
    """A house rule that can be ticked: id, title, the steps of the deal that it changes, and the rules that it changes or adds."""

    id: str
    title: str
    steps: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TryIt(Block):
    """A table on which a reader lays cards, and is answered by the engine in the page.

    ``chosen`` are the house rules that are ticked at first, ``packs`` the cards of each pack of the ``games``, by its
    id, ``hand`` and ``trick`` those that lie there at first; ``parts`` are what can be done there, with the words of
    their tabs. ``still`` is the answer without an engine; ``id`` the anchor; ``term`` and ``source`` are any of the
    glossary and of the bibliography, by which their pages are found.
    """

    id: str
    games: tuple[TryGame, ...]
    house_rules: tuple[TryHouseRule, ...]
    chosen: tuple[str, ...]
    packs: tuple[tuple[str, tuple[Card, ...]], ...]
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    parts: tuple[tuple[str, str], ...]
    still: tuple[Block, ...]
    term: str = ""
    source: str = ""

    def fallback(self) -> tuple[Block, ...]:
        """The answer without an engine."""
        return self.still


@dataclass(frozen=True, slots=True)
class Stepper(Block):
    """The part of a worked example that a reader can step through: hands, actions, tricks and score.

    ``about`` introduces it; ``lines`` are data for the lesson script, of what else could have been played, ``written`` the deal and its positions on one line each; ``game`` is the ruleset of a deal that can be played on. Places of cards are ``S`` (the hand of seat S), ``=S`` (what S has won), ``table``, ``talon``, ``discard`` and ``S/1`` (the first heap of S; with a plus its open card).
    """

    id: str
    blocks: tuple[Block, ...]
    about: tuple[Block, ...] = ()
    lines: str = ""
    written: str = ""
    game: str = ""

    def fallback(self) -> tuple[Block, ...]:
        """The blocks inside."""
        return (*self.about, *self.blocks)


@dataclass(frozen=True, slots=True)
class QuestionPool(Block):
    """Exercises about one ruleset, of which a page asks one at a time; ``rules`` are the ids and titles of all rules of the ruleset, or of the
    themes of the exercises."""

    ruleset: str
    rules: tuple[tuple[str, str], ...]
    blocks: tuple[Exercise, ...]

    @property
    def of_themes(self) -> bool:
        """True where themes are remembered, and not the exercises."""
        return any(exercise.theme for exercise in self.blocks)

    def fallback(self) -> tuple[Block, ...]:
        """The exercises."""
        return self.blocks


def flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, with those inside steppers, spoilers and pools of questions in place of these."""
    for block in blocks:
        if isinstance(block, Stepper | Spoiler | QuestionPool):
            yield from flat(block.fallback())
        else:
            yield block
