"""The score sheet, line by line, each with the rule behind it; and three ways to count a pile of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tarot_teach.blocks import NO_TEXT, Block, Paragraph, ScoreSheet, SheetRow, Table
from tarot_teach.cards import Card, halves_text
from tarot_teach.engine import Engine, Scorer
from tarot_teach.language import N_, _, as_words, ngettext
from tarot_teach.mechanisms.base import Who
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.plain_data import number
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, Line, Result, Sheet
from tarot_teach.text import RuleRef, Text, joined, listed, say

ROLES = {"taker": N_("{taker}"), "partner": N_("{partner}"), "defender": N_("Each defender")}


def points_text(amount: Fraction) -> str:
    """An amount with a minus sign instead of a hyphen."""
    return f"−{abs(amount)}" if amount < 0 else str(amount)


def line_label(scorer: Scorer, line: Line) -> Text:
    """The label of a line."""
    rule = scorer.index.mechanisms[line.rule]
    assert isinstance(rule, Scores)
    return rule.label(line)


def line_reason(scorer: Scorer, line: Line) -> Text:
    """The reason for a line in a sentence, with the ruleset's names of contracts."""
    facts = dict(line.facts)
    bid = scorer.index.ruleset.rules.get(f"bid.{facts.get('contract')}")
    if bid is not None:
        facts["contract"] = bid.title
    finding = Finding(line.rule, Effect.DECIDES, facts)
    return scorer.index.mechanisms[line.rule].because(finding, str)


def bid_name(ruleset: Ruleset, bid: str) -> Text:
    """The ruleset's name of a bid."""
    rule = ruleset.rules.get(f"bid.{bid}")
    return Text((RuleRef(rule.id, rule.title),)) if rule else Text((as_words(bid),))


def taker_plays(ruleset: Ruleset, who: str, contract: str) -> Text:
    """The taker and the contract in a sentence."""
    return ruleset.say(_("{who} is {taker:the} and plays {contract:a}."), who=who, contract=bid_name(ruleset, contract))


def score_sheet(
    scorer: Scorer, sheet: Sheet, title: Text, scores: Iterable[tuple[str, str]], because: Text = NO_TEXT
) -> ScoreSheet:
    """A sheet line by line, with the sum after each; ``scores`` are names with the amounts that they get."""
    show, formula = scorer.index.ruleset.unit.show, scorer.under(sheet.outcome.contract).formula()
    rows = tuple(
        SheetRow(
            line.operation.replace("-", "−"),
            line_label(scorer, line),
            points_text(line.amount) if line.operation == "×" else show(line.amount),
            show(total),
            line.rule,
            line_reason(scorer, line),
        )
        for line, total in zip(sheet.lines, sheet.totals(), strict=True)
    )
    return ScoreSheet(title, rows, show(sheet.total), formula, tuple(scores), because)


def sheet_by_role(scorer: Scorer, sheet: Sheet, roles: Mapping[str, Fraction | None]) -> ScoreSheet:
    """The sheet of a result that was typed in, with the amounts by role."""
    ruleset = scorer.index.ruleset
    amounts = {role: amount for role, amount in roles.items() if amount is not None}
    scores = [(str(ruleset.say(_(ROLES[role]))), ruleset.unit.show(amount)) for role, amount in amounts.items()]
    return score_sheet(scorer, sheet, say(_("Score sheet")), scores, _payment(sheet, ruleset.unit.show, roles))


def result_sheets(engine: Engine, result: Result, names: Sequence[str]) -> list[ScoreSheet]:
    """The sheets of a played deal: one for a settlement between sides, or one for each player. ``names`` are those of the seats."""
    scorer, show = engine.scorer, engine.ruleset.unit.show
    if result.settlement:
        (sheet,) = result.sheets
        findings = (*result.limits, *(paid.finding for paid in result.apart))
        because = [engine.because(finding, lambda seat: names[seat]) for finding in findings]
        payment = _payment(sheet, show, result.roles, limited=bool(result.limits))
        scores = [(name, show(score)) for name, score in zip(names, result.scores, strict=True)]
        return [score_sheet(scorer, sheet, say(_("Score sheet")), scores, joined([payment, *because]))]
    settles = scorer.settles_parties
    reason = settles.says() if settles is not None else NO_TEXT
    sheets = []
    for sheet in result.sheets:
        name = names_of(sheet.outcome.players, names.__getitem__)
        scores = [(names[seat], show(result.scores[seat])) for seat in sheet.outcome.players]
        sheets.append(score_sheet(scorer, sheet, say(_("{name}'s score"), name=name), scores, reason))
    return sheets


def names_of(seats: Sequence[int], who: Who) -> Text:
    """The names of the players of a party, or of one player."""
    return listed([Text((who(seat),)) for seat in seats])


def first_lines(sheet: ScoreSheet, number: int) -> ScoreSheet:
    """A sheet cut to its first lines, without a total until all lines are there."""
    if number >= len(sheet.rows):
        return sheet
    return ScoreSheet(sheet.title, sheet.rows[:number], "", sheet.formula)


def _payment(
    sheet: Sheet, show: Callable[[Fraction], str], roles: Mapping[str, Fraction | None], *, limited: bool = False
) -> Text:
    """The payment of each defender in a sentence; in the conditional if a player's chips limit it. None where defenders never pay."""
    if sheet.outcome.made is None or (sheet.total and not roles.get("defender", sheet.total)):
        return NO_TEXT
    if (sheet.total >= 0) == sheet.outcome.made:
        phrase = _("Each defender would pay {amount}.") if limited else _("Each defender pays {amount}.")
    else:
        phrase = _("Each defender would receive {amount}.") if limited else _("Each defender receives {amount}.")
    return say(phrase, amount=show(abs(sheet.total)))


def score_data(scorer: Scorer, sheet: Sheet, roles: Mapping[str, Fraction | None]) -> dict[str, Any]:
    """A score sheet as plain data, with the amounts by role (none where all play alone)."""
    outcome = sheet.outcome
    return {
        "ruleset": scorer.index.ruleset.name,
        "contract": outcome.contract,
        "points": number(outcome.points),
        "honours": outcome.honours,
        "target": outcome.target,
        "margin": number(outcome.margin),
        "made": outcome.made,
        "hand_score": number(sheet.total),
        "scores": {role: number(amount) for role, amount in roles.items()} or {"player": number(sheet.total)},
        "formula": scorer.under(outcome.contract).formula(),
        "lines": [
            {
                "label": str(line_label(scorer, line)),
                "operation": line.operation,
                "amount": number(line.amount),
                "sum": number(total),
                "rule": line.rule,
                "because": str(Text(line_reason(scorer, line))),
            }
            for line, total in zip(sheet.lines, sheet.totals(), strict=True)
        ],
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
        sums, halves = "; ".join(words for _halves, words in counted), sum(halves for halves, _words in counted)
        rows.append((Text((_(title),)), Text((sums,)), Text((halves_text(halves),))))
    head = (say(_("Way of counting")), say(_("Sums")), say(_("Card points")))
    return [Paragraph(say(_("The pile is {cards}."), cards=list(cards))), Table(head, tuple(rows), numeric=(2,))]
