"""The score sheet, line by line, each with the rule behind it; and three ways to count a pile of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tarot_teach.blocks import Block, Paragraph, ScoreSheet, SheetRow, Table
from tarot_teach.cards import Card, halves_text
from tarot_teach.engine import Scorer
from tarot_teach.mechanisms.base import Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.score.keyed import numbers_of
from tarot_teach.messages import N_, NUMBERS, _, as_words, ngettext, pgettext, semicolon, within_sentence
from tarot_teach.plain_data import attributes, by_name, number, plain_data
from tarot_teach.records.typed_results import TypedResult
from tarot_teach.rules import Ruleset
from tarot_teach.table import PASS, Effect, Finding, Line, Result, Sheet, seat_name
from tarot_teach.text import NO_TEXT, RuleRef, Text, joined, say

ROLES = {"taker": N_("{taker}"), "partner": N_("{partner}"), "defender": N_("Each defender")}


def points_text(amount: Fraction) -> str:
    """An amount with a minus sign instead of a hyphen."""
    return f"−{abs(amount)}" if amount < 0 else str(amount)


def line_label(scorer: Scorer, line: Line) -> Text:
    """The label of a line."""
    rule = scorer.index.mechanisms[line.rule]
    assert isinstance(rule, Scores)
    return rule.label(line)


def line_reason(scorer: Scorer, line: Line, who: Who) -> Text:
    """The reason for a line in a sentence, with the names of players and the ruleset's names of contracts."""
    facts = dict(line.facts)
    if facts.get("contract") in scorer.index.contracts:
        facts["contract"] = contract_noun(scorer.index.ruleset, facts["contract"]).title
    finding = Finding(line.rule, Effect.DECIDES, facts)
    return scorer.index.mechanisms[line.rule].because(finding, who)


def bid_name(ruleset: Ruleset, bid: str) -> Text:
    """The ruleset's name of a bid; the word for a pass."""
    if bid == PASS:
        return Text((pgettext("bid", "pass"),))
    rule = ruleset.rules.get(f"bid.{bid}")
    return Text((RuleRef(rule.id, rule.title),)) if rule else Text((as_words(bid),))


def contract_noun(ruleset: Ruleset, contract: str) -> RuleRef:
    """The ruleset's name of a contract as a noun, before which an article may stand: ``game of one`` where a number is the name."""
    title = str(bid_name(ruleset, contract))
    name = within_sentence(title)
    noun = _("game of {number}").format(number=name) if name in map(_, NUMBERS) else name
    return RuleRef(f"bid.{contract}", noun)


def taker_plays(ruleset: Ruleset, who: str, contract: str) -> Text:
    """The taker and the contract in a sentence."""
    words = _("{who} is {taker:the} and plays {contract:a}.")
    return ruleset.say(words, who=who, contract=contract_noun(ruleset, contract))


def score_sheet(
    scorer: Scorer,
    sheet: Sheet,
    title: Text,
    scores: Iterable[tuple[str, str]],
    because: Text = NO_TEXT,
    paid: Sequence[SumLine] = (),
    who: Who = str,
) -> ScoreSheet:
    """A sheet line by line, with the sum after each, and the lines of what one player pays or gets besides; ``scores`` are names
    with the amounts that they get, and ``who`` names the seats."""
    show, formula = scorer.index.ruleset.unit.show, scorer.under(sheet.outcome.contract).formula()
    rows = [
        SheetRow(
            line.operation.replace("-", "−"),
            line.label,
            points_text(line.amount) if line.operation == "×" else show(line.amount),
            show(line.total),
            line.rule,
            line.because,
        )
        for line in (*sum_lines(scorer, sheet, who), *paid)
    ]
    total = paid[-1].total if paid else sheet.total
    return ScoreSheet(title, tuple(rows), show(total), formula, tuple(scores), because)


class SumLine(NamedTuple):
    """A line of what a player gets: of the score, or below it how the player settles with the others, or a payment apart.
    ``total`` is the sum after it."""

    operation: str
    label: Text
    amount: Fraction
    total: Fraction
    rule: str
    because: Text


def sum_lines(scorer: Scorer, sheet: Sheet, who: Who) -> list[SumLine]:
    """The lines of the score, each with the sum after it."""
    return [
        SumLine(line.operation, line_label(scorer, line), line.amount, total, line.rule, line_reason(scorer, line, who))
        for line, total in zip(sheet.lines, sheet.totals(), strict=True)
    ]


def paid_lines(scorer: Scorer, result: Result, sheet: Sheet, seat: int, who: Who) -> list[SumLine]:
    """The lines that lead from the total of a sheet to what a player of its side, or against it, gets."""
    ruleset, total, lines = scorer.index.ruleset, sheet.total, list[SumLine]()
    apart = [(each, each.amounts[seat]) for each in result.apart if each.amounts[seat]]
    settled = result.scores[seat] - sum((amount for _each, amount in apart), Fraction(0))

    def add(operation: str, amount: Fraction, after: Fraction, rule: str, because: Text) -> None:
        title = Text((RuleRef(rule, ruleset.rules[rule].title),)) if rule in ruleset.rules else Text((as_words(rule),))
        lines.append(SumLine(operation, title, amount, after, rule, because))

    if settled != total:
        party = scorer.settles_parties
        rule = result.settlement or (party.rule if party is not None else "")
        says = scorer.index.mechanisms[rule].says() if rule else NO_TEXT
        if total and not result.limits:
            add("×", settled / total, settled, rule, says)
        else:
            add("+" if settled > total else "-", abs(settled - total), settled, rule, says)
    for each, amount in apart:
        settled += amount
        because = scorer.index.mechanisms[each.finding.rule].because(each.finding, who)
        add("+" if amount > 0 else "-", abs(amount), settled, each.finding.rule, because)
    return lines


def sheet_by_role(scorer: Scorer, sheet: Sheet, roles: Mapping[str, Fraction | None]) -> ScoreSheet:
    """The sheet of a deal between sides, or of one player, with the amounts by role."""
    ruleset = scorer.index.ruleset
    amounts = {role: amount for role, amount in roles.items() if amount is not None}
    scores = [(str(ruleset.say(_(ROLES[role]))), ruleset.unit.show(amount)) for role, amount in amounts.items()]
    return score_sheet(scorer, sheet, say(_("Score sheet")), scores, _payment(sheet, ruleset.unit.show, roles))


def result_sheets(scorer: Scorer, result: Result, names: Sequence[str], seat: int | None = None) -> list[ScoreSheet]:
    """The sheets of a deal: one for a settlement between sides, or one for each player. ``names`` are those of the seats.

    A sheet leads to what a player gets: the one at the ``seat``, or the taker where somebody is paid apart from the contract.
    """
    show = scorer.index.ruleset.unit.show
    if result.settlement:
        (sheet,) = result.sheets
        scorer, who = scorer.under(sheet.outcome.contract), names.__getitem__
        of = sheet.outcome.taker if seat is None and result.apart else seat
        paid = [] if of is None else paid_lines(scorer, result, sheet, of, who)
        others = (each.finding for each in result.apart if of is None or not each.amounts[of])
        because = [scorer.index.mechanisms[each.rule].because(each, who) for each in (*result.limits, *others)]
        payment = (
            _payment(sheet, show, result.roles, limited=bool(result.limits)) if sheet.total or not paid else NO_TEXT
        )
        scores = [(name, show(score)) for name, score in zip(names, result.scores, strict=True)]
        title = say(_("{name}'s score"), name=names[of]) if of is not None and paid else say(_("Score sheet"))
        return [score_sheet(scorer, sheet, title, scores, joined([payment, *because]), paid, who)]
    settles = scorer.settles_parties
    reason = settles.says() if settles is not None else NO_TEXT
    sheets = []
    for sheet in result.sheets:
        name = names_of(sheet.outcome.players, names.__getitem__)
        scores = [(names[at], show(result.scores[at])) for at in sheet.outcome.players]
        first = sheet.outcome.players[0]
        paid = paid_lines(scorer, result, sheet, first, names.__getitem__)
        title = say(_("{name}'s score"), name=name)
        sheets.append(score_sheet(scorer, sheet, title, scores, reason, paid, names.__getitem__))
    return sheets


def names_of(seats: Sequence[int], who: Who) -> list[str]:
    """The names of the players of a party, or of one player; in a sentence each is put into the form that is asked for."""
    return [who(seat) for seat in seats]


def first_lines(sheet: ScoreSheet, number: int) -> ScoreSheet:
    """A sheet cut to its first lines, without a total until all lines are there."""
    if number >= len(sheet.rows):
        return sheet
    return ScoreSheet(sheet.title, sheet.rows[:number], "", sheet.formula)


def _payment(
    sheet: Sheet, show: Callable[[Fraction], str], roles: Mapping[str, Fraction | None], *, limited: bool = False
) -> Text:
    """The payment of each defender in a sentence; in the conditional if a player's chips limit it. None where defenders never pay."""
    if sheet.outcome.made is None or not sheet.total or not roles.get("defender", sheet.total):
        return NO_TEXT
    if (sheet.total >= 0) == sheet.outcome.made:
        phrase = _("Each defender would pay {amount}.") if limited else _("Each defender pays {amount}.")
    else:
        phrase = _("Each defender would receive {amount}.") if limited else _("Each defender receives {amount}.")
    return say(phrase, amount=show(abs(sheet.total)))


def typed_sheets(typed: TypedResult, result: Result) -> list[ScoreSheet]:
    """The sheets of a result that was typed: by role, or by seat where the opponents of the taker do not all get the same."""
    scorer = typed.scorer
    if typed.single:
        return [sheet_by_role(scorer, sheet, {}) for sheet in result.sheets]
    if result.settlement and not by_seat(result):
        return [sheet_by_role(scorer, result.sheets[0], roles_of(result))]
    return result_sheets(scorer, result, [seat_name(letter, typed.seats) for letter in typed.seats])


def by_seat(result: Result) -> bool:
    """True where the amounts by role do not tell all: somebody is paid apart from the contract, or has too few chips."""
    return bool(result.apart or result.limits)


def roles_of(result: Result) -> dict[str, Fraction | None]:
    """The totals of taker, partner and each defender; None where there is no partner, or defenders get different amounts."""
    outcome = result.sheets[0].outcome
    if not result.scores or outcome.taker is None:
        return dict(result.roles)
    side = {outcome.taker, outcome.partner}
    others = {score for seat, score in enumerate(result.scores) if seat not in side}
    partner = None if outcome.partner is None else result.scores[outcome.partner]
    return {
        "taker": result.scores[outcome.taker],
        "partner": partner,
        "defender": others.pop() if len(others) == 1 else None,
    }


def score_data(typed: TypedResult) -> dict[str, Any]:
    """A typed result as plain data: the sheet with amounts by role, or one for each player."""
    result = typed.result()
    found = [_sheet_data(typed, result, sheet) for sheet in result.sheets]
    return found[0] if typed.single or result.settlement else {"players": found}


def _paid_lines(typed: TypedResult, result: Result, sheet: Sheet) -> list[SumLine]:
    """The lines below the score of a typed result: of the taker, or of the player whom the sheet is about."""
    seat = sheet.outcome.taker if result.settlement else (sheet.outcome.players or (0,))[0]
    if typed.single or seat is None or (result.settlement and not by_seat(result)):
        return []
    return paid_lines(typed.scorer, result, sheet, seat, typed.seats.__getitem__)


def sheet_total(typed: TypedResult, result: Result) -> Fraction:
    """The last sum of the first sheet of a typed result, in game points."""
    sheet = result.sheets[0]
    paid = _paid_lines(typed, result, sheet)
    return paid[-1].total if paid else sheet.total


def facts_of(typed: TypedResult, sheet: Sheet) -> dict[str, str | None]:
    """The facts on which a sheet rests, by the rule that observes them, as they are typed; None for one of which nothing is told."""
    spelled = sheet.outcome.facts.spelled()
    return {id: spelled.get(id) for id in typed.scorer.index.observing}


def _sheet_data(typed: TypedResult, result: Result, sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain data."""
    scorer, outcome = typed.scorer, sheet.outcome
    lines = [*sum_lines(scorer, sheet, typed.seats.__getitem__), *_paid_lines(typed, result, sheet)]
    total = lines[-1].total if lines else Fraction(0)
    scores = roles_of(result) if result.settlement else {"player": total}
    return {
        "ruleset": scorer.index.ruleset.name,
        "contract": outcome.contract,
        "points": number(outcome.points) if typed.has_points else None,
        **numbers_of(outcome),
        **attributes(outcome, "target", "margin", "made"),
        "facts": facts_of(typed, sheet),
        "hand_score": number(sheet.total),
        "total": number(total),
        "scores": plain_data(scores),
        "by_seat": by_name(typed.seats, result.scores) if result.settlement and result.scores else None,
        "formula": scorer.formula(),
        "lines": [
            attributes(line, "label", "operation", "amount")
            | {"sum": number(line.total)}
            | attributes(line, "rule", "because")
            for line in lines
        ],
        "notes": [str(note) for note in typed.notes],
    }


LOW = 1  # half-points of a card that is worth least


def _counted(halves: int, phrase: str, **values: object) -> tuple[int, str]:
    """Half-points, with the words for them."""
    return halves, phrase.format(worth=halves_text(abs(halves)), **values)


def by_pairs(cards: Sequence[Card]) -> list[tuple[int, str]]:
    """Pair each valuable card with a low card, then pair the low cards; an odd card is counted alone.

    Returns half-points with the words for them (encyclopedia, Value of the cards).
    """
    counters = sorted((card for card in cards if card.halves > LOW), key=lambda card: -card.halves)
    low = len(cards) - len(counters)
    paired, alone = _("{card} with a low card {worth}"), _("{card} alone {worth}")
    counted = [_counted(card.halves + LOW, paired, card=card.name) for card in counters[:low]]
    counted += [_counted(card.halves, alone, card=card.name) for card in counters[low:]]
    pairs, odd = divmod(max(0, low - len(counters)), 2)
    if pairs:
        phrase = ngettext("{pairs} pair of low cards {worth}", "{pairs} pairs of low cards {worth}", pairs)
        counted.append(_counted(2 * LOW * pairs, phrase, pairs=pairs))
    return [*counted, _counted(LOW, _("a low card alone {worth}"))] if odd else counted


def one_for_two(cards: Sequence[Card]) -> list[tuple[int, str]]:
    """Count one point for every two cards, and the worth of each card beyond a low one (guide, Overview of the Game)."""
    phrase = ngettext("{number} card count {worth}", "{number} cards count {worth}", len(cards))
    more = [_counted(card.halves - LOW, "{card} {worth}", card=card.name) for card in cards if card.halves > LOW]
    return [_counted(LOW * len(cards), phrase, number=len(cards)), *more]


def one_each_less_pairs(cards: Sequence[Card]) -> list[tuple[int, str]]:
    """Count a point for a low card and more for the others, less one point for every two cards (guide, Addendum)."""
    phrase = ngettext("less {worth} for {number} card", "less {worth} for {number} cards", len(cards))
    whole = _counted(sum(card.halves + LOW for card in cards), _("all cards {worth}"))
    return [whole, _counted(-LOW * len(cards), phrase, number=len(cards))]


COUNTING_METHODS = (
    (N_("In pairs, each card worth more with a low one"), by_pairs),
    (N_("One for every two cards, and more for some"), one_for_two),
    (N_("One for each card and more for some, less one for every two cards"), one_each_less_pairs),
)


def describe_counting(cards: Sequence[Card]) -> list[Block]:
    """The pile counted in each of the three ways."""
    rows = []
    for title, way in COUNTING_METHODS:
        counted = way(cards)
        sums, halves = semicolon().join(words for _halves, words in counted), sum(halves for halves, _words in counted)
        rows.append((Text((_(title),)), Text((sums,)), Text((halves_text(halves),))))
    head = (say(_("Way of counting")), say(_("Sums")), say(_("Card points")))
    return [Paragraph(say(_("The pile is {cards}."), cards=list(cards))), Table(head, tuple(rows), numeric=(2,))]
