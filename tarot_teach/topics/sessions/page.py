"""A session as an explained score sheet: who dealt, what was played, each player's points and totals, and every deal's
own sheet below."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.language import _
from tarot_teach.plain_data import number
from tarot_teach.rules import Prose, prose_scope
from tarot_teach.text import RuleRef, Text, count_of, say
from tarot_teach.topics.sessions.scorekeeper import Kept, Session


def describe_session(session: Session) -> list[Block]:
    """The whole score sheet."""
    return list(_Teller(session).blocks())


class _Teller:
    def __init__(self, session: Session) -> None:
        self.session, self.engine = session, session.engine
        self.names = dict(session.file.players)
        self.show = session.engine.ruleset.unit.show

    def blocks(self) -> Iterator[Block]:
        file = self.session.file
        yield Heading(1, Text((file.title,)), file.id)
        if self.session.only is not None:
            yield self._table()
            yield from self._deal(self.session.shown[0])
            return
        for paragraph in file.about.strip().split("\n\n") if file.about.strip() else ():
            yield Paragraph(self._words(paragraph), "lead")
        yield Paragraph(self._opening())
        for round_ in self.session.drawn:
            drawn = [
                say(_("{name} {card}"), name=self.names[letter], card=card) for letter, card in round_.cards.items()
            ]
            yield Paragraph(say(_("Drawn for the first deal: {cards}."), cards=drawn))
            assert self.engine.scorer.chooses_dealer
            yield Paragraph(self.engine.scorer.chooses_dealer.because(round_.found.finding, self._at_table))
        yield self._table()
        yield Paragraph(self._ending())
        for kept in self.session.deals:
            yield from self._deal(kept)

    def _opening(self) -> Text:
        ruleset = self.engine.ruleset
        text = say(_("Played by the rules of {title} ({name})."), title=ruleset.title, name=ruleset.name)
        start = self.session.start
        if len(set(start.values())) > 1:
            chips = [f"{self.names[letter]} {number}" for letter, number in start.items()]
            text = text + " " + say(_("The players start with chips: {chips}."), chips=chips)
        elif any(start.values()):
            each = count_of(int(next(iter(start.values()))), _("chip"), _("chips"))
            text = text + " " + say(_("Each player starts with {chips}."), chips=each)
        return text

    def _table(self) -> Table:
        head = (Text(("#",)), say(_("Dealer")), say(_("What was played")), *(Text((n,)) for n in self.names.values()))
        rows = [
            (
                Text((str(kept.number),)),
                Text((self.names[kept.dealer],)),
                self.what(kept),
                *(self._cell(kept, letter) for letter in self.names),
            )
            for kept in self.session.shown
        ]
        last = self.session.shown[-1].totals
        totals = (Text(), Text(), say(_("Total")), *(Text((self.show(last[letter]),)) for letter in self.names))
        return Table(head, (*rows, totals), numeric=(0, *range(3, 3 + len(self.names))))

    def _cell(self, kept: Kept, letter: str) -> Text:
        """What a deal brought a player, and the total after it; a dash for who sat out or a void deal."""
        total = self.show(kept.totals[letter])
        if letter not in kept.seats or (kept.result and kept.result.void):
            return Text(("–",))
        score = kept.scores[letter]
        return Text((f"{'+' if score > 0 else ''}{self.show(score)} ({total})",))

    def what(self, kept: Kept) -> Text:
        """What was played, in a few words."""
        result = kept.result
        if result is None or result.void:
            rule = result.void if result else None
            return say(_("Void: {rule}"), rule=self._rule(rule)) if rule else say(_("Void"))
        outcome = result.sheets[0].outcome
        if outcome.taker is None or outcome.contract is None or outcome.margin is None:
            return say(_("Each for himself"))
        by = abs(outcome.margin)
        phrase = _("{name}, {contract}: made by {by}") if outcome.made else _("{name}, {contract}: lost by {by}")
        name = self._seat_name(kept, outcome.taker)
        if outcome.partner is not None:
            name = _("{taker} with {partner}").format(taker=name, partner=self._seat_name(kept, outcome.partner))
        return say(phrase, name=name, contract=self._rule(f"bid.{outcome.contract}"), by=by)

    def _deal(self, kept: Kept) -> Iterator[Block]:
        title = say(_("Deal {number}: {what}"), number=kept.number, what=Text((str(self.what(kept)),)))
        yield Heading(2, title, f"deal-{kept.number}")
        if kept.dealer not in kept.seats:
            yield Paragraph(say(_("{name} deals, and sits out."), name=self.names[kept.dealer]))
        result = kept.result
        if result is None or result.void:
            yield Paragraph(say(_("Nothing is scored, and the next player deals.")))
        else:
            found = [
                self.engine.because(finding, lambda seat: self._seat_name(kept, seat))
                for event in kept.told
                if event.kind == "counted"
                for finding in event.findings
            ]
            if found and self.engine.scorer.has_sides:
                yield Bullets(tuple(found))
            yield from result_sheets(self.engine, result, [self._seat_name(kept, i) for i in range(len(kept.seats))])
        if kept.file.note:
            yield Paragraph(self._words(kept.file.note), "note")

    def _ending(self) -> Text:
        """Who has won, or that the game goes on; and that the totals sum to what they must."""
        last = self.session.deals[-1].totals
        deals = count_of(len(self.session.deals), _("deal"), _("deals"))
        parts = [say(_("After {deals}"), deals=deals)]
        if self.session.winners:
            names = [self.names[letter] for letter in self.session.winners]
            ended = _("the game is over, and {names} has won it.")
            if len(names) > 1:
                ended = _("the game is over, and {names} have won it together.")
            parts.append(say(", " + ended, names=names))
        else:
            best = max(last.values())
            leaders = [self.names[letter] for letter, total in last.items() if total == best]
            phrase = _(" {names} leads.") if len(leaders) == 1 else _(" {names} lead.")
            parts.append(say(phrase, names=leaders))
        if self.engine.scorer.has_sides:
            sum_of = self.show(Fraction(sum(last.values(), Fraction(0))))
            parts.append(say(_(" The totals add up to {sum}."), sum=sum_of))
        return Text([piece for part in parts for piece in part])

    def _rule(self, id: str | None) -> RuleRef | str:
        rule = self.engine.ruleset.rules.get(id or "")
        return RuleRef(rule.id, rule.title) if rule else ""

    def _seat_name(self, kept: Kept, seat: int) -> str:
        """Who sits at a seat of the deal."""
        return self.names[kept.seats[seat]]

    def _at_table(self, seat: int) -> str:
        return list(self.names.values())[seat]

    def _words(self, source: str) -> Text:
        return Prose.compile(source.strip()).fill(prose_scope(self.engine.ruleset))


def session_data(session: Session) -> dict[str, Any]:
    """A session as plain data: each deal shown, with its scores and the totals after it."""
    deals = []
    for kept in session.shown:
        outcome = kept.result.sheets[0].outcome if kept.result and kept.result.sheets else None
        sides = outcome is not None and outcome.taker is not None
        deals.append(
            {
                "deal": kept.number,
                "dealer": kept.dealer,
                "taker": kept.seats[outcome.taker] if outcome and outcome.taker is not None else None,
                "partner": kept.seats[outcome.partner] if outcome and outcome.partner is not None else None,
                "contract": outcome.contract if outcome else None,
                "points": halves_text(outcome.halves) if outcome and sides else None,
                "honours": outcome.honours if outcome and sides else None,
                "void": kept.result.void if kept.result else None,
                "scores": {letter: number(score) for letter, score in kept.scores.items()},
                "totals": {letter: number(total) for letter, total in kept.totals.items()},
            }
        )
    return {
        "id": session.file.id,
        "ruleset": session.engine.ruleset.name,
        "players": dict(session.file.players),
        "start": {letter: number(chips) for letter, chips in session.start.items()},
        "deals": deals,
        "winners": list(session.winners),
    }
