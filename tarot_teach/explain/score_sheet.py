"""The score sheet, line by line, each with the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tarot_teach.blocks import ScoreSheet, SheetRow
from tarot_teach.engine import Engine, Scorer
from tarot_teach.language import N_, _, as_words
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.plain_data import number
from tarot_teach.rules import Ruleset
from tarot_teach.table import Effect, Finding, Line, Result, Sheet
from tarot_teach.text import RuleRef, Text, say

ROLES = {"taker": N_("{taker}"), "partner": N_("{partner}"), "defender": N_("Each defender")}


def points_text(amount: Fraction) -> str:
    """A number with a proper minus sign."""
    return f"−{abs(amount)}" if amount < 0 else str(amount)


def label_of(scorer: Scorer, line: Line) -> Text:
    """What a line is called."""
    rule = scorer.index.mechanisms[line.rule]
    assert isinstance(rule, Scores)
    return rule.label(line)


def reason_of(scorer: Scorer, line: Line) -> Text:
    """Why a line stands on the sheet; contracts under the names that the ruleset gives them."""
    facts = dict(line.facts)
    bid = scorer.index.ruleset.rules.get(f"bid.{facts.get('contract')}")
    if bid is not None:
        facts["contract"] = bid.title
    finding = Finding(line.rule, Effect.DECIDES, facts)
    return scorer.index.mechanisms[line.rule].because(finding, str)


def bid_name(ruleset: Ruleset, bid: str) -> Text:
    """A bid under the name that the ruleset gives it."""
    rule = ruleset.rules.get(f"bid.{bid}")
    return Text((RuleRef(rule.id, rule.title),)) if rule else Text((as_words(bid),))


def taker_plays(ruleset: Ruleset, who: str, contract: str) -> Text:
    """Who takes, and what is played."""
    return ruleset.say(_("{who} is {taker:the} and plays {contract:a}."), who=who, contract=bid_name(ruleset, contract))


def sheet_rows(scorer: Scorer, sheet: Sheet) -> tuple[SheetRow, ...]:
    """The lines of a sheet with the sum after each."""
    show = scorer.index.ruleset.unit.show
    return tuple(
        SheetRow(
            line.operation.replace("-", "−"),
            label_of(scorer, line),
            points_text(line.amount) if line.operation == "×" else show(line.amount),
            show(total),
            line.rule,
            reason_of(scorer, line),
        )
        for line, total in zip(sheet.lines, sheet.totals(), strict=True)
    )


def score_blocks(scorer: Scorer, sheet: Sheet, roles: dict[str, Fraction | None]) -> ScoreSheet:
    """The sheet of a result that was typed in: who gets what by role."""
    ruleset = scorer.index.ruleset
    show = ruleset.unit.show
    scores = tuple(
        (str(ruleset.say(_(ROLES[role]))), show(amount)) for role, amount in roles.items() if amount is not None
    )
    return ScoreSheet(
        say(_("Score sheet")),
        sheet_rows(scorer, sheet),
        show(sheet.total),
        scorer.formula(),
        scores,
        verdict_of(sheet, show),
    )


def result_sheets(engine: Engine, result: Result, names: Sequence[str]) -> list[ScoreSheet]:
    """The sheets of a played deal: one where sides settle, one for each player where everyone plays for himself."""
    scorer, show = engine.scorer, engine.ruleset.unit.show
    if result.settlement:
        scores = tuple((name, show(score)) for name, score in zip(names, result.scores, strict=True))
        (sheet,) = result.sheets
        total = show(sheet.total)
        title = say(_("Score sheet"))
        told = [verdict_of(sheet, show, limited=bool(result.limits))]
        told += [engine.because(finding, lambda seat: names[seat]) for finding in result.limits]
        told += [engine.because(paid.finding, lambda seat: names[seat]) for paid in result.apart]
        because = Text([part for text in told for part in (*text, " ")][:-1])
        return [ScoreSheet(title, sheet_rows(scorer, sheet), total, scorer.formula(), scores, because)]
    sheets = []
    for sheet in result.sheets:
        assert sheet.outcome.seat is not None
        name = names[sheet.outcome.seat]
        title = say(_("{name}'s score"), name=name)
        total = show(sheet.total)
        sheets.append(ScoreSheet(title, sheet_rows(scorer, sheet), total, scorer.formula(), ((name, total),)))
    return sheets


def first_lines(sheet: ScoreSheet, number: int) -> ScoreSheet:
    """A sheet as it is being written: the first lines alone, or all of it once every line stands."""
    if number >= len(sheet.rows):
        return sheet
    return ScoreSheet(sheet.title, sheet.rows[:number], "", sheet.formula)


def verdict_of(sheet: Sheet, show: Callable[[Fraction], str], *, limited: bool = False) -> Text:
    """Whether the taker's side has won, and what is paid; or what would be, where somebody has too little."""
    total = sheet.total
    made = sheet.outcome.made
    if made is None:
        return Text()
    if (total >= 0) == made:
        phrase = _("Each defender would pay {amount}.") if limited else _("Each defender pays {amount}.")
    else:
        phrase = _("Each defender would receive {amount}.") if limited else _("Each defender receives {amount}.")
    return say(phrase, amount=show(abs(total)))


def score_data(scorer: Scorer, sheet: Sheet, roles: Mapping[str, Fraction | None]) -> dict[str, Any]:
    """A score sheet as plain data, with the amounts by role (none where everyone plays for himself)."""
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
        "formula": scorer.formula(),
        "lines": [
            {
                "label": str(label_of(scorer, line)),
                "operation": line.operation,
                "amount": number(line.amount),
                "sum": number(total),
                "rule": line.rule,
                "because": str(Text(reason_of(scorer, line))),
            }
            for line, total in zip(sheet.lines, sheet.totals(), strict=True)
        ],
    }
