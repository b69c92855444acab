"""A session as an explained score sheet: a table of dealers, contracts, points and totals, and the sheet of every deal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.language import _, ngettext
from tarot_teach.plain_data import number
from tarot_teach.rules import Prose, prose_scope
from tarot_teach.table.events import PointsCounted
from tarot_teach.text import RuleRef, Text, say
from tarot_teach.topics.sessions.scorekeeper import ScoredDeal, Session


def describe_session(session: Session) -> list[Block]:
    """The score sheet of a session, or of its single deal to show."""
    return list(_SessionSheet(session).blocks())


class _SessionSheet:
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
            yield Paragraph(
                self.engine.scorer.chooses_dealer.because(round_.drawn.finding, list(self.names.values()).__getitem__)
            )
        yield self._table()
        yield Paragraph(self._ending())
        for deal in self.session.deals:
            yield from self._deal(deal)

    def _opening(self) -> Text:
        ruleset = self.engine.ruleset
        text = say(_("Played by the rules of {title} ({name})."), title=ruleset.title, name=ruleset.name)
        start = self.session.start
        if len(set(start.values())) > 1:
            chips = [f"{self.names[letter]} {number}" for letter, number in start.items()]
            text = text + " " + say(_("The players start with chips: {chips}."), chips=chips)
        elif any(start.values()):
            each = int(next(iter(start.values())))
            phrase = ngettext("Each player starts with {chips} chip.", "Each player starts with {chips} chips.", each)
            text = text + " " + say(phrase, chips=each)
        return text

    def _table(self) -> Table:
        head = (Text(("#",)), say(_("Dealer")), say(_("What was played")), *(Text((n,)) for n in self.names.values()))
        rows = [
            (
                Text((str(deal.number),)),
                Text((self.names[deal.dealer],)),
                self.what(deal),
                *(self._cell(deal, letter) for letter in self.names),
            )
            for deal in self.session.shown
        ]
        last = self.session.shown[-1].totals
        totals = (Text(), Text(), say(_("Total")), *(Text((self.show(last[letter]),)) for letter in self.names))
        return Table(head, (*rows, totals), numeric=(0, *range(3, 3 + len(self.names))))

    def _cell(self, deal: ScoredDeal, letter: str) -> Text:
        """A player's points in a deal, and the total after it; a dash for a player who sat out and for a void deal."""
        total = self.show(deal.totals[letter])
        if letter not in deal.seats or (deal.result and deal.result.void):
            return Text(("–",))
        score = deal.scores[letter]
        return Text((f"{'+' if score > 0 else ''}{self.show(score)} ({total})",))

    def what(self, deal: ScoredDeal) -> Text:
        """The contract and its outcome in a few words."""
        result = deal.result
        if result is None or result.void:
            rule = result.void if result else None
            return say(_("Void: {rule}"), rule=self._rule(rule)) if rule else say(_("Void"))
        outcome = result.sheets[0].outcome
        if outcome.taker is None or outcome.contract is None or outcome.margin is None:
            return say(_("All play alone"))
        by = abs(outcome.margin)
        phrase = _("{name}, {contract}: made by {by}") if outcome.made else _("{name}, {contract}: lost by {by}")
        name = self._seat_name(deal, outcome.taker)
        if outcome.partner is not None:
            name = _("{taker} with {partner}").format(taker=name, partner=self._seat_name(deal, outcome.partner))
        return say(phrase, name=name, contract=self._rule(f"bid.{outcome.contract}"), by=by)

    def _deal(self, deal: ScoredDeal) -> Iterator[Block]:
        title = say(_("Deal {number}: {what}"), number=deal.number, what=Text((str(self.what(deal)),)))
        yield Heading(2, title, f"deal-{deal.number}")
        if deal.dealer not in deal.seats:
            yield Paragraph(say(_("{name} deals, and sits out."), name=self.names[deal.dealer]))
        result = deal.result
        if result is None or result.void:
            yield Paragraph(say(_("Nothing is scored, and the next player deals.")))
        else:
            counted = [
                self.engine.because(finding, lambda seat: self._seat_name(deal, seat))
                for event in deal.outcome.events
                if isinstance(event, PointsCounted)
                for finding in event.findings
            ]
            if counted and self.engine.scorer.has_sides:
                yield Bullets(tuple(counted))
            yield from result_sheets(self.engine, result, [self._seat_name(deal, i) for i in range(len(deal.seats))])
        if deal.file.note:
            yield Paragraph(self._words(deal.file.note), "note")

    def _ending(self) -> Text:
        """The winners or leaders, and the sum of the totals."""
        last = self.session.deals[-1].totals
        number = len(self.session.deals)
        best = max(last.values())
        first = self.session.winners or [letter for letter, total in last.items() if total == best]
        if self.session.winners and len(first) > 1:
            phrase = ngettext(
                "After {number} deal, the game is over, and {names} have won it together.",
                "After {number} deals, the game is over, and {names} have won it together.",
                number,
            )
        elif self.session.winners:
            phrase = ngettext(
                "After {number} deal, the game is over, and {names} has won it.",
                "After {number} deals, the game is over, and {names} has won it.",
                number,
            )
        elif len(first) > 1:
            phrase = ngettext("After {number} deal {names} lead.", "After {number} deals {names} lead.", number)
        else:
            phrase = ngettext("After {number} deal {names} leads.", "After {number} deals {names} leads.", number)
        text = say(phrase, number=number, names=[self.names[letter] for letter in first])
        if self.engine.scorer.has_sides:
            sum_of = self.show(Fraction(sum(last.values(), Fraction(0))))
            text = text + " " + say(_("The totals add up to {sum}."), sum=sum_of)
        return text

    def _rule(self, id: str | None) -> RuleRef | str:
        rule = self.engine.ruleset.rules.get(id or "")
        return RuleRef(rule.id, rule.title) if rule else ""

    def _seat_name(self, deal: ScoredDeal, seat: int) -> str:
        """The name of the player at a seat of a deal."""
        return self.names[deal.seats[seat]]

    def _words(self, source: str) -> Text:
        return Prose.compile(source.strip()).fill(prose_scope(self.engine.ruleset))


def session_data(session: Session) -> dict[str, Any]:
    """A session as plain data: each deal to show with its scores and the totals after it."""
    deals = []
    for deal in session.shown:
        outcome = deal.result.sheets[0].outcome if deal.result and deal.result.sheets else None
        sides = outcome is not None and outcome.taker is not None
        deals.append(
            {
                "deal": deal.number,
                "dealer": deal.dealer,
                "taker": deal.seats[outcome.taker] if outcome and outcome.taker is not None else None,
                "partner": deal.seats[outcome.partner] if outcome and outcome.partner is not None else None,
                "contract": outcome.contract if outcome else None,
                "points": halves_text(outcome.halves) if outcome and sides else None,
                "honours": outcome.honours if outcome and sides else None,
                "void": deal.result.void if deal.result else None,
                "scores": {letter: number(score) for letter, score in deal.scores.items()},
                "totals": {letter: number(total) for letter, total in deal.totals.items()},
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
