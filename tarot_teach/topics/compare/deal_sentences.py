"""The differences between a deal under two rulesets, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name, line_label, line_reason
from tarot_teach.language import _, as_words
from tarot_teach.mechanisms import Who
from tarot_teach.rules import Rule
from tarot_teach.table import Line, Play
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.compare.deals import DealComparison, DealDifference
from tarot_teach.topics.compare.replay_under import (
    LOWEST_ALLOWED,
    STOP,
    DealUnder,
)


class PairNarrator:
    """Puts the differences of side ``number`` from the first side into sentences.

    Rules are named by their titles, since a page links to the rules of one ruleset only.
    """

    def __init__(self, comparison: DealComparison, number: int) -> None:
        self.comparison: DealComparison = comparison
        self.who: Who = Narrator(comparison.replay).who
        self.left: DealUnder = comparison.sides[0]
        self.right: DealUnder = comparison.sides[number]
        self.names: tuple[str, str] = self.left.engine.ruleset.name, self.right.engine.ruleset.name
        self.differences: list[DealDifference] = comparison.differences(number)
        self.diverging: list[DealDifference] = [found for found in self.differences if found.diverges]
        self._cited: set[tuple[str, str]] = set()

    def sentence(self, difference: DealDifference) -> Text:
        """A difference in a sentence."""
        return {
            "direction": self._direction,
            "dealt": self._dealt,
            "void": self._void,
            "contract": self._contract,
            "called": self._called,
            "order": self._order,
            "talon": self._talon,
            "discarded": self._discarded,
            "announced": self._announced,
            "leader": self._leader,
            "allowed": self._allowed,
            "card": self._card,
            "winner": self._winner,
            "moved": self._moved,
            "ends": self._ends,
            "score": self._score,
        }[difference.kind](difference)

    def reasons(self, difference: DealDifference) -> list[Text]:
        """The findings behind a difference, by side, each with its rule, and with sources where the rules differ."""
        sentences = []
        for side, findings in ((self.left, difference.left_findings), (self.right, difference.right_findings)):
            because: dict[str, list[Text]] = {}
            for finding in [finding for finding in findings if finding.rule]:
                because.setdefault(finding.rule, []).append(side.engine.because(finding, self.who))
            lines = [joined(texts) + self._ruled(side, rule) for rule, texts in because.items()]
            if lines:
                sentences.append(
                    say(_("Under {name}: {because}"), name=side.engine.ruleset.name, because=joined(lines))
                )
        return sentences

    def line(self, side: DealUnder, line: Line) -> Text:
        """The reason for a line of a score sheet, with its rule."""
        return line_reason(side.engine.scorer, line) + self._ruled(side, line.rule)

    def _ruled(self, side: DealUnder, id: str) -> Text:
        """The title of a rule in brackets, and its sources, once, where the rules of the sides differ."""
        rules = [other.engine.ruleset.rules.get(id) for other in (self.left, self.right)]
        rule = side.engine.ruleset.rules.get(id)
        if rule is None:
            return Text()
        same = len({(other.mechanism, repr(other.params)) if other else None for other in rules}) == 1
        known = (side.engine.ruleset.name, id) in self._cited
        self._cited.add((side.engine.ruleset.name, id))
        return Text((f" ({rule.title})",)) + (Text() if same or known else _cites(rule))

    # ------------------------------------------------------------ before the play

    def _direction(self, difference: DealDifference) -> Text:
        phrase = _(
            "Under {name} play goes round clockwise, and under {other} the other way; here the order of play is the record's."
        )
        return self._in_order(phrase, difference)

    def _dealt(self, difference: DealDifference) -> Text:
        phrase = _("Under {name} this pack would be dealt to other hands; those of the record are played all the same.")
        return say(phrase, name=self.names[bool(difference.left)])

    def _void(self, difference: DealDifference) -> Text:
        if difference.left is not None and difference.right is not None:
            return say(_("The deal is void for another reason."))
        void = difference.left is None
        other = (self.left, self.right)[not void]
        phrase = _("Under {name} the deal is void, and under {other} it is played.")
        if other.stopped:
            phrase = _(
                "Under {name} the deal is void, and under {other} it is played; of that the record tells no more."
            )
        return say(phrase, name=self.names[void], other=self.names[not void])

    def _contract(self, difference: DealDifference) -> Text:
        parts = []
        for name, refused in zip(self.names, (difference.left_findings, difference.right_findings), strict=True):
            if refused:
                parts.append(say(_("Under {name} the auction could not have gone as it did."), name=name))
        if difference.left == difference.right:
            parts.append(say(_("The contract stands all the same.")))
        else:
            parts += [
                self._contract_under(self.left, difference.left),
                self._contract_under(self.right, difference.right),
            ]
        return joined(parts)

    def _contract_under(self, side: DealUnder, value: tuple[int, str] | None) -> Text:
        ruleset = side.engine.ruleset
        if value is None:
            return say(_("Under {name} there is no contract."), name=ruleset.name)
        words = str(bid_name(ruleset, value[1]))
        return say(
            _("Under {name} {who} plays {contract:a}."), name=ruleset.name, who=self.who(value[0]), contract=words
        )

    def _called(self, difference: DealDifference) -> Text:
        cards = [
            say("{card}", card=card) if card else say(_("no card")) for card in (difference.left, difference.right)
        ]
        phrase = _("{who} calls {card} under {here}, and {other} under {there}.")
        cards = [Text((str(card)[:1].lower() + str(card)[1:],)) for card in cards]
        return self._both(phrase, who=self._seat(difference), card=cards[0], other=cards[1])

    def _order(self, difference: DealDifference) -> Text:
        if None in (difference.left, difference.right):
            return say(_("A card is called, or cards are laid away, by one of them alone."))
        phrase = _("Under {name} a card is called before cards are laid away, and under {other} after that.")
        return self._in_order(phrase, difference)

    def _talon(self, _one: DealDifference) -> Text:
        return say(_("The cards left over from the deal do not go to the same side."))

    def _discarded(self, difference: DealDifference) -> Text:
        if difference.left == difference.right:
            return say(_("{who} lays other cards away."), who=self._seat(difference))
        phrase = _("What {who} lays away is allowed under {name}, and not under {other}.")
        text = self._in_order(phrase, difference, who=self._seat(difference))
        return joined([text, *self._replacement((self.left, self.right)[bool(difference.left)], difference)])

    def _announced(self, difference: DealDifference) -> Text:
        level = difference.left or difference.right
        side = self.left if difference.left else self.right
        rule = side.engine.index.offering(level)
        rule_title = side.engine.ruleset.rules[rule.rule].title if rule else ""
        what = as_words(level) + (f" ({rule_title})" if rule_title else "")
        unknown = any(not finding.rule for finding in (*difference.left_findings, *difference.right_findings))
        phrase = _("Under {name} {who} makes an announcement that {other} does not allow: {what}.")
        if unknown:
            phrase = _("Under {name} {who} makes an announcement that {other} does not know: {what}.")
        return self._in_order(phrase, difference, who=self._seat(difference), what=what)

    # ------------------------------------------------------------ the play

    def _leader(self, difference: DealDifference) -> Text:
        phrase = _("Under {here} {who} leads, and under {there} {other}.")
        return self._both(phrase, who=self.who(difference.left), other=self.who(difference.right))

    def _allowed(self, difference: DealDifference) -> Text:
        side = (self.left, self.right)[bool(difference.left)]
        card = next(
            deviation.action.card
            for deviation in side.deviations
            if isinstance(deviation.action, Play)
            and (deviation.trick, deviation.action.seat) == (difference.trick, difference.seat)
        )
        phrase = _("{who} plays {card}, which {name} allows and {other} does not.")
        text = self._in_order(phrase, difference, who=self._seat(difference), card=card)
        return joined([text, *self._replacement(side, difference)])

    def _replacement(self, side: DealUnder, difference: DealDifference) -> Iterable[Text]:
        """The action taken in place of a refused one, in a sentence."""
        if self.comparison.policy is STOP:
            yield say(_("There the hand is not followed any further."))
            return
        for deviation in side.deviations:
            action, replacement = deviation.action, deviation.replacement
            if (deviation.trick, action.seat) != (difference.trick, difference.seat) or isinstance(
                action, Play
            ) != bool(difference.trick):
                continue
            if self.comparison.policy is LOWEST_ALLOWED and isinstance(replacement, Play):
                yield say(
                    _("There {who} plays {card} in its place."), who=self._seat(difference), card=replacement.card
                )
            elif replacement == action:
                yield say(_("It stands all the same."))

    def _card(self, difference: DealDifference) -> Text:
        phrase = _("{who} plays {card} under {here}, and {other} under {there}.")
        return self._both(phrase, who=self._seat(difference), card=difference.left, other=difference.right)

    def _winner(self, difference: DealDifference) -> Text:
        phrase = _("Under {here} {who} wins the trick, and under {there} {other}.")
        return self._both(phrase, who=self.who(difference.left), other=self.who(difference.right))

    def _moved(self, difference: DealDifference) -> Text:
        parts = []
        for (card, left), (_card, right) in zip(difference.left, difference.right, strict=True):
            if left != right and None not in (left, right):
                phrase = _("{card} goes to {who} under {here}, and to {other} under {there}.")
                parts.append(self._both(phrase, card=card, who=self.who(left), other=self.who(right)))
        return joined(parts) or say(_("What is given for a card that does not follow the trick is not the same."))

    # ------------------------------------------------------------ the end

    def _ends(self, difference: DealDifference) -> Text:
        """The reasons why a side ends early, but for the end of the record."""
        sentences = []
        for side, why in ((self.left, difference.left), (self.right, difference.right)):
            last = side.deviations[-1] if side.deviations else None
            refused = last is not None and last.verdict is not None and last.replacement is None
            if why and refused and self.comparison.policy is STOP:
                sentences.append(
                    say(_("Under {name} the hand is not followed any further."), name=side.engine.ruleset.name)
                )
            elif why and why != self.comparison.replay.stopped:
                phrase = _("Under {name} the hand goes no further: {why}.")
                sentences.append(say(phrase, name=side.engine.ruleset.name, why=why.rstrip(".")))
        return joined(sentences) or say(_("The record tells no more."))

    def _score(self, difference: DealDifference) -> Text:
        if difference.left is None or difference.right is None:
            return say(_("Under {name} the hand comes to no score."), name=self.names[difference.left is not None])
        lines = []
        for sheet in self.comparison.sheets():
            for row in sheet:
                number = self.comparison.sides.index(self.right)
                if row.values[0] != row.values[number]:
                    side = self.left if row.lines[0] else self.right
                    line = row.lines[0] or row.lines[number]
                    assert line is not None
                    lines.append(str(line_label(side.engine.scorer, line)))
        if not lines:
            return say(_("The payments differ."))
        lines = list(dict.fromkeys(lines))
        if len(lines) == 1:
            return say(_("The score sheets differ in one line: {lines}."), lines=lines)
        return say(_("The score sheets differ in these lines: {lines}."), lines=lines)

    def _seat(self, difference: DealDifference) -> str:
        assert difference.seat is not None
        return self.who(difference.seat)

    def _both(self, phrase: str, **values: object) -> Text:
        return say(phrase, here=self.names[0], there=self.names[1], **values)

    def _in_order(self, phrase: str, difference: DealDifference, **values: object) -> Text:
        """A sentence with the ruleset to which the difference is true as ``name``, and the other one."""
        name, other = self.names if difference.left else self.names[::-1]
        return say(phrase, name=name, other=other, **values)


def _cites(rule: Rule) -> Text:
    return Text(part for citation in rule.sources for part in (" ", citation.cite))
