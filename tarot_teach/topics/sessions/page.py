"""A session as an explained score sheet: a table of dealers, contracts, points and totals, and the sheet of every deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.explain.match_memory import describe_memory, describe_payments
from tarot_teach.explain.score_sheet import result_sheets
from tarot_teach.mechanisms.score.keyed import numbers_of
from tarot_teach.messages import PersonName, _, ngettext
from tarot_teach.plain_data import attributes, plain_data
from tarot_teach.rules import Prose, prose_scope
from tarot_teach.table import Facts, Memory, Outcome
from tarot_teach.table.events import PointsCounted
from tarot_teach.text import RuleRef, Text, joined, say
from tarot_teach.topics.sessions.scorekeeper import ScoredDeal, Session


def describe_session(session: Session) -> list[Block]:
    """The score sheet of a session, or of its single deal to show."""
    return list(_SessionSheet(session).blocks())


class _SessionSheet:
    def __init__(self, session: Session) -> None:
        self.session, self.engine = session, session.engine
        self.names = {letter: PersonName(name) for letter, name in session.file.players.items()}
        self.show = session.engine.ruleset.unit.show

    def blocks(self) -> Iterator[Block]:
        file = self.session.file
        yield Heading(1, Text((file.title,)), file.id)
        whole = self.session.only is None
        if whole:
            for paragraph in file.about.strip().split("\n\n") if file.about.strip() else ():
                yield Paragraph(self._words(paragraph), "lead")
            yield Paragraph(self._opening())
            yield from self._drawing()
        yield self._table()
        if whole:
            yield Paragraph(self._ending())
        for deal in self.session.shown:
            yield from self._deal(deal)

    def _opening(self) -> Text:
        ruleset, start = self.engine.ruleset, self.session.start
        sentences = [say(_("Played by the rules of {title} ({name})."), title=ruleset.title, name=ruleset.name)]
        if len(set(start.values())) > 1:
            chips = [f"{self.names[letter]} {number}" for letter, number in start.items()]
            sentences.append(say(_("The players start with chips: {chips}."), chips=chips))
        elif any(start.values()):
            each = int(next(iter(start.values())))
            phrase = ngettext("Each player starts with {chips} chip.", "Each player starts with {chips} chips.", each)
            sentences.append(say(phrase, chips=each))
        return joined(sentences)

    def _drawing(self) -> Iterator[Block]:
        """The cards drawn for the first deal, round by round."""
        for cards, drawn in self.session.drawn:
            named = [say(_("{name} {card}"), name=self.names[letter], card=card) for letter, card in cards.items()]
            yield Paragraph(say(_("Drawn for the first deal: {cards}."), cards=named))
            assert self.engine.scorer.chooses_dealer
            names = list(self.names.values())
            yield Paragraph(self.engine.scorer.chooses_dealer.because(drawn.finding, names.__getitem__))

    def _table(self) -> Table:
        head = ("#", _("Dealer"), _("What was played"), *self.names.values())
        rows: list[tuple[str | Text, ...]] = [
            (
                str(deal.number),
                self.names[deal.dealer],
                self._what(deal),
                *(self._cell(deal, letter) for letter in self.names),
            )
            for deal in self.session.shown
        ]
        last = self.session.shown[-1].totals
        rows.append(("", "", _("Total"), *(self.show(last[letter]) for letter in self.names)))
        cells = (
            tuple(cell if isinstance(cell, Text) else Text((cell,) if cell else ()) for cell in row)
            for row in (head, *rows)
        )
        return Table(next(cells), tuple(cells), numeric=(0, *range(3, 3 + len(self.names))))

    def _cell(self, deal: ScoredDeal, letter: str) -> str:
        """A player's points in a deal, and the total after it; a dash for a player who sat out and for a void deal."""
        score = deal.scores[letter]
        if letter not in deal.seats or (deal.result and deal.result.void and not score):
            return "–"
        return f"{'+' if score > 0 else ''}{self.show(score)} ({self.show(deal.totals[letter])})"

    def _what(self, deal: ScoredDeal) -> Text:
        """The contract and its outcome in a few words."""
        result = deal.result
        if result is None or result.void:
            rule = result and self._rule(result.void or "")
            return say(_("Void: {rule}"), rule=rule) if rule else say(_("Void"))
        outcome = result.sheets[0].outcome
        contract = self._rule(f"bid.{outcome.contract}")
        if outcome.party:
            seats = range(len(result.scores))
            names = [self._seat_name(deal, seat) for seat in outcome.party]
            others = [self._seat_name(deal, seat) for seat in seats if seat not in outcome.party]
            return say(_("{names} against {others}"), names=names, others=others)
        if outcome.taker is None:
            return say(_("{contract}: all play alone"), contract=contract) if contract else say(_("All play alone"))
        name, by = self._seat_name(deal, outcome.taker), outcome.margin
        if outcome.partner is not None:
            name = _("{taker} with {partner}").format(taker=name, partner=self._seat_name(deal, outcome.partner))
        if outcome.made is None and outcome.target is not None:
            return say(_("{name}, {contract}: nobody has won"), name=name, contract=contract)
        if by is not None:
            phrase = _("{name}, {contract}: made by {by}") if outcome.made else _("{name}, {contract}: lost by {by}")
            return say(phrase, name=name, contract=contract, by=abs(by))
        phrase = _("{name}, {contract}: made") if outcome.made else _("{name}, {contract}: lost")
        return say(phrase, name=name, contract=contract)

    def _deal(self, deal: ScoredDeal) -> Iterator[Block]:
        title = say(_("Deal {number}: {what}"), number=deal.number, what=str(self._what(deal)))
        yield Heading(2, title, f"deal-{deal.number}")
        if deal.dealer not in deal.seats:
            yield Paragraph(say(_("{name} deals, and sits out."), name=self.names[deal.dealer]))
        result, names = deal.result, [self.names[letter] for letter in deal.seats]
        if result is None or (result.void and not result.apart):
            yield Paragraph(say(_("Nothing is scored, and the next player deals.")))
        elif not result.void:
            counted = [
                self.engine.because(finding, names.__getitem__)
                for event in deal.events
                if isinstance(event, PointsCounted)
                for finding in event.findings
            ]
            if counted and result.settlement:
                yield Bullets(tuple(counted))
            yield from result_sheets(self.engine.scorer, result, names)
        if result is not None:
            yield from describe_payments(self.engine, result, names)
        yield from describe_memory(self.engine, deal.memory, list(self.names.values()))
        if deal.file.note:
            yield Paragraph(self._words(deal.file.note), "note")

    def _ending(self) -> Text:
        """The winners or leaders, and the sum of the totals."""
        totals, winners = self.session.deals[-1].totals, self.session.winners
        number = len(self.session.deals)
        first = winners or [letter for letter, total in totals.items() if total == max(totals.values())]
        if winners and len(first) > 1:
            phrase = ngettext(
                "After {number} deal, the game is over, and {names} have won it together.",
                "After {number} deals, the game is over, and {names} have won it together.",
                number,
            )
        elif winners:
            phrase = ngettext(
                "After {number} deal, the game is over, and {names} has won it.",
                "After {number} deals, the game is over, and {names} has won it.",
                number,
            )
        elif len(first) > 1:
            phrase = ngettext("After {number} deal {names} lead.", "After {number} deals {names} lead.", number)
        else:
            phrase = ngettext("After {number} deal {names} leads.", "After {number} deals {names} leads.", number)
        sentences = [say(phrase, number=number, names=[self.names[letter] for letter in first])]
        if self.session.closing:
            amounts = [f"{self.names[letter]} {self.show(amount)}" for letter, amount in self.session.closing.items()]
            sentences.insert(0, say(_("At the end what was kept is settled: {amounts}."), amounts=amounts))
        if self.engine.scorer.only_sides:
            sum_of = self.show(sum(totals.values(), Fraction(0)))
            sentences.append(say(_("The totals add up to {sum}."), sum=sum_of))
        return joined(sentences)

    def _rule(self, id: str) -> RuleRef | str:
        rule = self.engine.ruleset.rules.get(id)
        return RuleRef(rule.id, rule.title) if rule else ""

    def _seat_name(self, deal: ScoredDeal, seat: int) -> str:
        return self.names[deal.seats[seat]]

    def _words(self, source: str) -> Text:
        return Prose.compile(source.strip()).fill(prose_scope(self.engine.ruleset))


def session_data(session: Session) -> dict[str, Any]:
    """A session as plain data: each deal to show with its scores and the totals after it."""
    return {
        "id": session.file.id,
        "ruleset": session.engine.ruleset.name,
        "players": dict(session.file.players),
        "start": plain_data(session.start),
        "deals": [_deal_data(deal, tuple(session.file.players)) for deal in session.shown],
        **({"closing": plain_data(session.closing)} if session.closing else {}),
        "winners": list(session.winners),
    }


def _deal_data(deal: ScoredDeal, letters: Sequence[str]) -> dict[str, Any]:
    outcome = deal.result.sheets[0].outcome if deal.result and deal.result.sheets else Outcome()
    sides = outcome.taker is not None
    taker, partner = (None if seat is None else deal.seats[seat] for seat in (outcome.taker, outcome.partner))
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "taker": taker,
        "partner": partner,
        "contract": outcome.contract,
        "points": halves_text(outcome.halves) if sides else None,
        **numbers_of(outcome),
        "void": deal.result.void if deal.result else None,
        **attributes(deal, "scores", "totals"),
        **({"memory": _memory_data(deal.memory, letters)} if deal.memory else {}),
    }


def _memory_data(memory: Facts, letters: Sequence[str]) -> dict[str, str]:
    """The spelling of what each rule keeps, with the letters of the players."""
    return {rule: kept.spelled(letters) for rule, kept in memory.items() if isinstance(kept, Memory)}
