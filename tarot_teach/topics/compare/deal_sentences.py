"""Where one hand parts by two rulesets, difference by difference, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from tarot_teach.explain.narrator import Narrator
from tarot_teach.explain.score_sheet import bid_name, line_label, line_reason
from tarot_teach.language import _, as_words
from tarot_teach.rules import Rule
from tarot_teach.table import Line, Play
from tarot_teach.text import Text, joined, say
from tarot_teach.topics.compare.deals import DealComparison, DealDifference
from tarot_teach.topics.compare.replay_under import LOWEST_ALLOWED, STOP, DealUnder


class PairNarrator(Narrator):
    """Tells how the side ``number`` differs from the first. Rules are told by their titles, since a page knows those of one
    ruleset only."""

    def __init__(self, comparison: DealComparison, number: int) -> None:
        super().__init__(comparison.replay)
        self.comparison: DealComparison = comparison
        self.left: DealUnder = comparison.sides[0]
        self.right: DealUnder = comparison.sides[number]
        self.names: tuple[str, str] = self.left.engine.ruleset.name, self.right.engine.ruleset.name
        self.found: list[DealDifference] = comparison.differences(number)
        self.cited: set[tuple[str, str]] = set()

    def sentence(self, one: DealDifference) -> Text:
        """What differs."""
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
        }[one.kind](one)

    def reasons(self, one: DealDifference) -> list[Text]:
        """The rules behind it on either side, each with its sources where the two sides have not the same rule."""
        told = []
        for side, findings in ((self.left, one.left_findings), (self.right, one.right_findings)):
            because: dict[str, list[Text]] = {}
            for finding in [finding for finding in findings if finding.rule]:
                because.setdefault(finding.rule, []).append(side.engine.because(finding, self.who))
            lines = [joined(texts) + self._ruled(side, rule) for rule, texts in because.items()]
            if lines:
                told.append(say(_("Under {name}: {because}"), name=side.engine.ruleset.name, because=joined(lines)))
        return told

    def line(self, side: DealUnder, line: Line) -> Text:
        """Why a line stands on a score sheet, with its rule."""
        return line_reason(side.engine.scorer, line) + self._ruled(side, line.rule)

    def _ruled(self, side: DealUnder, id: str) -> Text:
        """The title of a rule, and its sources where the two sides have not the same rule; once they are enough."""
        rules = [one.engine.ruleset.rules.get(id) for one in (self.left, self.right)]
        rule = side.engine.ruleset.rules.get(id)
        if rule is None:
            return Text()
        same = len({(one.mechanism, repr(one.params)) if one else None for one in rules}) == 1
        known = (side.engine.ruleset.name, id) in self.cited
        self.cited.add((side.engine.ruleset.name, id))
        return Text((f" ({rule.title})",)) + (Text() if same or known else _cites(rule))

    # ------------------------------------------------------------ before the play

    def _direction(self, one: DealDifference) -> Text:
        phrase = _(
            "Under {name} play goes round clockwise, and under {other} the other way; here the order of play is the record's."
        )
        names = self.names if one.left else self.names[::-1]
        return say(phrase, name=names[0], other=names[1])

    def _dealt(self, one: DealDifference) -> Text:
        phrase = _("Under {name} this pack would be dealt to other hands; those of the record are played all the same.")
        return say(phrase, name=self.names[bool(one.left)])

    def _void(self, one: DealDifference) -> Text:
        if one.left is not None and one.right is not None:
            return say(_("The deal is void for another reason."))
        void = one.left is None
        other = (self.left, self.right)[not void]
        phrase = _("Under {name} the deal is void, and under {other} it is played.")
        if other.stopped:
            phrase = _(
                "Under {name} the deal is void, and under {other} it is played; of that the record tells no more."
            )
        return say(phrase, name=self.names[void], other=self.names[not void])

    def _contract(self, one: DealDifference) -> Text:
        parts = []
        for name, refused in zip(self.names, (one.left_findings, one.right_findings), strict=True):
            if refused:
                parts.append(say(_("Under {name} the auction could not have gone as it did."), name=name))
        if one.left == one.right:
            parts.append(say(_("The contract stands all the same.")))
        else:
            parts += [self._made(self.left, one.left), self._made(self.right, one.right)]
        return joined(parts)

    def _made(self, side: DealUnder, value: tuple[int, str] | None) -> Text:
        ruleset = side.engine.ruleset
        if value is None:
            return say(_("Under {name} there is no contract."), name=ruleset.name)
        words = str(bid_name(ruleset, value[1]))
        return say(
            _("Under {name} {who} plays {contract:a}."), name=ruleset.name, who=self.who(value[0]), contract=words
        )

    def _called(self, one: DealDifference) -> Text:
        cards = [say("{card}", card=card) if card else say(_("no card")) for card in (one.left, one.right)]
        phrase = _("{who} calls {card} under {here}, and {other} under {there}.")
        cards = [Text((str(card)[:1].lower() + str(card)[1:],)) for card in cards]
        return self._both(phrase, who=self._seat(one), card=cards[0], other=cards[1])

    def _order(self, one: DealDifference) -> Text:
        if None in (one.left, one.right):
            return say(_("A card is called, or cards are laid away, by one of them alone."))
        phrase = _("Under {name} a card is called before cards are laid away, and under {other} after that.")
        names = self.names if one.left else self.names[::-1]
        return say(phrase, name=names[0], other=names[1])

    def _talon(self, _one: DealDifference) -> Text:
        return say(_("The cards left over from the deal do not go to the same side."))

    def _discarded(self, one: DealDifference) -> Text:
        if one.left == one.right:
            return say(_("{who} lays other cards away."), who=self._seat(one))
        phrase = _("What {who} lays away is allowed under {name}, and not under {other}.")
        names = self.names if one.left else self.names[::-1]
        text = say(phrase, who=self._seat(one), name=names[0], other=names[1])
        return joined([text, *self._instead([self.left, self.right][bool(one.left)], one)])

    def _announced(self, one: DealDifference) -> Text:
        level = one.left or one.right
        names = self.names if one.left else self.names[::-1]
        side = self.left if one.left else self.right
        rule = side.engine.index.offering(level)
        rule_title = side.engine.ruleset.rules[rule.rule].title if rule else ""
        what = as_words(level) + (f" ({rule_title})" if rule_title else "")
        unknown = any(not finding.rule for finding in (*one.left_findings, *one.right_findings))
        phrase = _("Under {name} {who} makes an announcement that {other} does not allow: {what}.")
        if unknown:
            phrase = _("Under {name} {who} makes an announcement that {other} does not know: {what}.")
        return say(phrase, who=self._seat(one), name=names[0], other=names[1], what=what)

    # ------------------------------------------------------------ the play

    def _leader(self, one: DealDifference) -> Text:
        phrase = _("Under {here} {who} leads, and under {there} {other}.")
        return self._both(phrase, who=self.who(one.left), other=self.who(one.right))

    def _allowed(self, one: DealDifference) -> Text:
        side = (self.left, self.right)[bool(one.left)]
        card = next(
            deviation.action.card
            for deviation in side.deviations
            if isinstance(deviation.action, Play) and (deviation.trick, deviation.action.seat) == (one.trick, one.seat)
        )
        names = self.names if one.left else self.names[::-1]
        phrase = _("{who} plays {card}, which {name} allows and {other} does not.")
        text = say(phrase, who=self._seat(one), card=card, name=names[0], other=names[1])
        return joined([text, *self._instead(side, one)])

    def _instead(self, side: DealUnder, one: DealDifference) -> Iterable[Text]:
        """What is done in place of what is refused."""
        if self.comparison.policy is STOP:
            yield say(_("There the hand is not followed any further."))
            return
        for deviation in side.deviations:
            action, done = deviation.action, deviation.replacement
            if (deviation.trick, action.seat) != (one.trick, one.seat) or isinstance(action, Play) != bool(one.trick):
                continue
            if self.comparison.policy is LOWEST_ALLOWED and isinstance(done, Play):
                yield say(_("There {who} plays {card} in its place."), who=self._seat(one), card=done.card)
            elif done == action:
                yield say(_("It stands all the same."))

    def _card(self, one: DealDifference) -> Text:
        phrase = _("{who} plays {card} under {here}, and {other} under {there}.")
        return self._both(phrase, who=self._seat(one), card=one.left, other=one.right)

    def _winner(self, one: DealDifference) -> Text:
        phrase = _("Under {here} {who} wins the trick, and under {there} {other}.")
        return self._both(phrase, who=self.who(one.left), other=self.who(one.right))

    def _moved(self, one: DealDifference) -> Text:
        parts = []
        for (card, mine), (_card, theirs) in zip(one.left, one.right, strict=True):
            if mine != theirs and None not in (mine, theirs):
                phrase = _("{card} goes to {who} under {here}, and to {other} under {there}.")
                parts.append(self._both(phrase, card=card, who=self.who(mine), other=self.who(theirs)))
        return joined(parts) or say(_("What is given for a card that does not follow the trick is not the same."))

    # ------------------------------------------------------------ the end

    def _ends(self, one: DealDifference) -> Text:
        """Why a side goes no further, where that is not because the record does not."""
        told = []
        for side, why in ((self.left, one.left), (self.right, one.right)):
            departed = (
                bool(side.deviations)
                and side.deviations[-1].verdict is not None
                and side.deviations[-1].replacement is None
            )
            if why and departed and self.comparison.policy is STOP:
                told.append(say(_("Under {name} the hand is not followed any further."), name=side.engine.ruleset.name))
            elif why and why != self.comparison.replay.stopped:
                phrase = _("Under {name} the hand goes no further: {why}.")
                told.append(say(phrase, name=side.engine.ruleset.name, why=why.rstrip(".")))
        return joined(told) or say(_("The record tells no more."))

    def _score(self, one: DealDifference) -> Text:
        if one.left is None or one.right is None:
            return say(_("Under {name} the hand comes to no score."), name=self.names[one.left is not None])
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

    def _seat(self, one: DealDifference) -> str:
        assert one.seat is not None
        return self.who(one.seat)

    def _both(self, phrase: str, **values: object) -> Text:
        return say(phrase, here=self.names[0], there=self.names[1], **values)


def _cites(rule: Rule) -> Text:
    return Text(part for citation in rule.sources for part in (" ", citation.cite))
