"""Where one hand parts by two rulesets, difference by difference, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from tarot_teach.explain.score_sheet import bid_name, label_of, reason_of
from tarot_teach.explain.tricks import Teller
from tarot_teach.explain.why import cites, cites_of
from tarot_teach.table import Line, Play
from tarot_teach.text import Text, _, joined, say
from tarot_teach.topics.compare.deals import Beside, Difference
from tarot_teach.topics.compare.policies import LOWEST_ALLOWED, STOP
from tarot_teach.topics.compare.replay_under import Side


class Parting(Teller):
    """Tells how the side ``number`` differs from the first. Rules are told by their titles, since a page knows those of one
    ruleset only."""

    def __init__(self, beside: Beside, number: int) -> None:
        super().__init__(beside.told)
        self.beside: Beside = beside
        self.here: Side = beside.sides[0]
        self.there: Side = beside.sides[number]
        self.names: tuple[str, str] = self.here.engine.ruleset.name, self.there.engine.ruleset.name
        self.found: list[Difference] = beside.differences(number)
        self.cited: set[tuple[str, str]] = set()

    def sentence(self, one: Difference) -> Text:
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

    def reasons(self, one: Difference) -> list[Text]:
        """The rules behind it on either side, each with its sources where the two sides have not the same rule."""
        told = []
        for side, findings in ((self.here, one.why_here), (self.there, one.why_there)):
            because: dict[str, list[Text]] = {}
            for finding in [finding for finding in findings if finding.rule]:
                because.setdefault(finding.rule, []).append(side.engine.because(finding, self.who))
            lines = [joined(texts) + self._ruled(side, rule) for rule, texts in because.items()]
            if lines:
                told.append(say(_("Under {name}: {because}"), name=side.engine.ruleset.name, because=joined(lines)))
        return told

    def line(self, side: Side, line: Line) -> Text:
        """Why a line stands on a score sheet, with its rule."""
        return reason_of(side.engine.scorer, line) + self._ruled(side, line.rule)

    def _ruled(self, side: Side, id: str) -> Text:
        """The title of a rule, and its sources where the two sides have not the same rule; once they are enough."""
        rules = [one.engine.ruleset.rules.get(id) for one in (self.here, self.there)]
        rule = side.engine.ruleset.rules.get(id)
        if rule is None:
            return Text()
        same = len({(one.mechanism, repr(one.params)) if one else None for one in rules}) == 1
        known = (side.engine.ruleset.name, id) in self.cited
        self.cited.add((side.engine.ruleset.name, id))
        return Text((f" ({rule.title})",)) + (Text() if same or known else cites(cites_of(rule)))

    # ------------------------------------------------------------ before the play

    def _direction(self, one: Difference) -> Text:
        phrase = _(
            "Under {name} play goes round clockwise, and under {other} the other way; here the order of play is the record's."
        )
        names = self.names if one.here else self.names[::-1]
        return say(phrase, name=names[0], other=names[1])

    def _dealt(self, one: Difference) -> Text:
        phrase = _("Under {name} this pack would be dealt to other hands; those of the record are played all the same.")
        return say(phrase, name=self.names[bool(one.here)])

    def _void(self, one: Difference) -> Text:
        if one.here is not None and one.there is not None:
            return say(_("The deal is void for another reason."))
        void = one.here is None
        other = (self.here, self.there)[not void]
        phrase = _("Under {name} the deal is void, and under {other} it is played.")
        if other.stopped:
            phrase = _(
                "Under {name} the deal is void, and under {other} it is played; of that the record tells no more."
            )
        return say(phrase, name=self.names[void], other=self.names[not void])

    def _contract(self, one: Difference) -> Text:
        parts = []
        for name, refused in zip(self.names, (one.why_here, one.why_there), strict=True):
            if refused:
                parts.append(say(_("Under {name} the auction could not have gone as it did."), name=name))
        if one.here == one.there:
            parts.append(say(_("The contract stands all the same.")))
        else:
            parts += [self._made(self.here, one.here), self._made(self.there, one.there)]
        return joined(parts)

    def _made(self, side: Side, value: tuple[int, str] | None) -> Text:
        ruleset = side.engine.ruleset
        if value is None:
            return say(_("Under {name} there is no contract."), name=ruleset.name)
        words = str(bid_name(ruleset, value[1]))
        return say(
            _("Under {name} {who} plays {contract:a}."), name=ruleset.name, who=self.who(value[0]), contract=words
        )

    def _called(self, one: Difference) -> Text:
        cards = [say("{card}", card=card) if card else say(_("no card")) for card in (one.here, one.there)]
        phrase = _("{who} calls {card} under {here}, and {other} under {there}.")
        cards = [Text((str(card)[:1].lower() + str(card)[1:],)) for card in cards]
        return self._both(phrase, who=self._seat(one), card=cards[0], other=cards[1])

    def _order(self, one: Difference) -> Text:
        if None in (one.here, one.there):
            return say(_("A card is called, or cards are laid away, by one of them alone."))
        phrase = _("Under {name} a card is called before cards are laid away, and under {other} after that.")
        names = self.names if one.here else self.names[::-1]
        return say(phrase, name=names[0], other=names[1])

    def _talon(self, _one: Difference) -> Text:
        return say(_("The cards left over from the deal do not go to the same side."))

    def _discarded(self, one: Difference) -> Text:
        if one.here == one.there:
            return say(_("{who} lays other cards away."), who=self._seat(one))
        phrase = _("What {who} lays away is allowed under {name}, and not under {other}.")
        names = self.names if one.here else self.names[::-1]
        text = say(phrase, who=self._seat(one), name=names[0], other=names[1])
        return joined([text, *self._instead([self.here, self.there][bool(one.here)], one)])

    def _announced(self, one: Difference) -> Text:
        level = one.here or one.there
        names = self.names if one.here else self.names[::-1]
        side = self.here if one.here else self.there
        rule = side.engine.bound.offering(level)
        rule_title = side.engine.ruleset.rules[rule.rule].title if rule else ""
        what = level.replace("_", " ") + (f" ({rule_title})" if rule_title else "")
        unknown = any(not finding.rule for finding in (*one.why_here, *one.why_there))
        phrase = _("Under {name} {who} makes an announcement that {other} does not allow: {what}.")
        if unknown:
            phrase = _("Under {name} {who} makes an announcement that {other} does not know: {what}.")
        return say(phrase, who=self._seat(one), name=names[0], other=names[1], what=what)

    # ------------------------------------------------------------ the play

    def _leader(self, one: Difference) -> Text:
        phrase = _("Under {here} {who} leads, and under {there} {other}.")
        return self._both(phrase, who=self.who(one.here), other=self.who(one.there))

    def _allowed(self, one: Difference) -> Text:
        side = (self.here, self.there)[bool(one.here)]
        card = next(
            departure.action.card
            for departure in side.departures
            if isinstance(departure.action, Play) and (departure.trick, departure.action.seat) == (one.trick, one.seat)
        )
        names = self.names if one.here else self.names[::-1]
        phrase = _("{who} plays {card}, which {name} allows and {other} does not.")
        text = say(phrase, who=self._seat(one), card=card, name=names[0], other=names[1])
        return joined([text, *self._instead(side, one)])

    def _instead(self, side: Side, one: Difference) -> Iterable[Text]:
        """What is done in place of what is refused."""
        if self.beside.policy is STOP:
            yield say(_("There the hand is not followed any further."))
            return
        for departure in side.departures:
            action, done = departure.action, departure.instead
            if (departure.trick, action.seat) != (one.trick, one.seat) or isinstance(action, Play) != bool(one.trick):
                continue
            if self.beside.policy is LOWEST_ALLOWED and isinstance(done, Play):
                yield say(_("There {who} plays {card} in its place."), who=self._seat(one), card=done.card)
            elif done == action:
                yield say(_("It stands all the same."))

    def _card(self, one: Difference) -> Text:
        phrase = _("{who} plays {card} under {here}, and {other} under {there}.")
        return self._both(phrase, who=self._seat(one), card=one.here, other=one.there)

    def _winner(self, one: Difference) -> Text:
        phrase = _("Under {here} {who} wins the trick, and under {there} {other}.")
        return self._both(phrase, who=self.who(one.here), other=self.who(one.there))

    def _moved(self, one: Difference) -> Text:
        parts = []
        for (card, mine), (_card, theirs) in zip(one.here, one.there, strict=True):
            if mine != theirs and None not in (mine, theirs):
                phrase = _("{card} goes to {who} under {here}, and to {other} under {there}.")
                parts.append(self._both(phrase, card=card, who=self.who(mine), other=self.who(theirs)))
        return joined(parts) or say(_("What is given for a card that does not follow the trick is not the same."))

    # ------------------------------------------------------------ the end

    def _ends(self, one: Difference) -> Text:
        """Why a side goes no further, where that is not because the record does not."""
        told = []
        for side, why in ((self.here, one.here), (self.there, one.there)):
            departed = bool(side.departures) and side.departures[-1].verdict and side.departures[-1].instead is None
            if why and departed and self.beside.policy is STOP:
                told.append(say(_("Under {name} the hand is not followed any further."), name=side.engine.ruleset.name))
            elif why and why != self.beside.told.stopped:
                phrase = _("Under {name} the hand goes no further: {why}.")
                told.append(say(phrase, name=side.engine.ruleset.name, why=why.rstrip(".")))
        return joined(told) or say(_("The record tells no more."))

    def _score(self, one: Difference) -> Text:
        if one.here is None or one.there is None:
            return say(_("Under {name} the hand comes to no score."), name=self.names[one.here is not None])
        lines = []
        for sheet in self.beside.sheets():
            for row in sheet:
                number = self.beside.sides.index(self.there)
                if row.values[0] != row.values[number]:
                    side = self.here if row.lines[0] else self.there
                    line = row.lines[0] or row.lines[number]
                    assert line is not None
                    lines.append(str(label_of(side.engine.scorer, line)))
        if not lines:
            return say(_("The payments differ."))
        lines = list(dict.fromkeys(lines))
        if len(lines) == 1:
            return say(_("The score sheets differ in one line: {lines}."), lines=lines)
        return say(_("The score sheets differ in these lines: {lines}."), lines=lines)

    def _seat(self, one: Difference) -> str:
        assert one.seat is not None
        return self.who(one.seat)

    def _both(self, phrase: str, **values: object) -> Text:
        return say(phrase, here=self.names[0], there=self.names[1], **values)
