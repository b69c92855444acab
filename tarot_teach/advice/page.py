"""AdviceFile in words: a hand valued line by line, and the page of a body of advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tarot_teach.advice.evaluate import Evaluation, evaluate
from tarot_teach.advice.format import AdviceFile, FeatureFile
from tarot_teach.advice.signals import GivenSignal
from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.cards import Card
from tarot_teach.loading.formats import CitationFile
from tarot_teach.messages import _, as_words
from tarot_teach.plain_data import attributes, cited
from tarot_teach.rules import Ruleset
from tarot_teach.table import PASS
from tarot_teach.text import Cite, Text, say


def describe_evaluation(advice: AdviceFile, ruleset: Ruleset, evaluation: Evaluation) -> list[Block]:
    """A valued hand: each feature with its points, the totals, and the bid."""
    rows = [
        (Text((feature.title,)), _cards(entry.cards), Text((str(entry.points),)), _contracts(ruleset, feature))
        for feature, entry in ((entry.feature, entry) for entry in evaluation.counted)
    ]
    rows.append((say(_("Total")), Text(), Text((str(evaluation.total),)), Text()))
    for total in sorted({*evaluation.totals.values()} - {evaluation.total}):
        names = [contract_title(ruleset, contract) for contract, sum_ in evaluation.totals.items() if sum_ == total]
        rows.append((say(_("Total for {names}"), names=names), Text(), Text((str(total),)), Text()))
    head = (say(_("Feature")), say(_("Cards")), say(_("Points")), say(_("Counts for")))
    blocks: list[Block] = [Table(head, tuple(rows), numeric=(2,))]
    advised = evaluation.advised
    if advised:
        words = _("With {total} points the table advises {advised}, a bid that this game does not have.")
        missing = say(words, total=evaluation.totals[advised], advised=as_words(advised))
        blocks.append(Paragraph(missing, "warning"))
    blocks.append(Paragraph(_bid(advice, ruleset, evaluation), "allowed" if evaluation.bid != PASS else "normal"))
    if not set(ruleset.players) & set(advice.players):
        numbers = ", ".join(str(number) for number in advice.players)
        words = _("The table was made for {numbers} players; for another number its totals are only a rough guide.")
        blocks.append(Paragraph(say(words, numbers=numbers), "warning"))
    return [*blocks, _from_sources(advice)]


def describe_verdict(advice: AdviceFile, ruleset: Ruleset, evaluation: Evaluation) -> list[Block]:
    """A valued hand in short: what counts under every contract, with its points, and the total that a bid takes."""
    counted = [entry for entry in evaluation.counted if entry.points and not entry.feature.contracts]
    items = (
        say(
            _("{feature}: {cards}, {points}"), feature=entry.feature.title, cards=list(entry.cards), points=entry.points
        )
        if entry.cards
        else say(_("{feature}: {points}"), feature=entry.feature.title, points=entry.points)
        for entry in counted
    )
    known = [bid.least for bid in advice.bids if bid.contract in _contract_names(ruleset)]
    words = _("Together {total}. It takes {least} to bid.") if known else _("Together {total}.")
    total = say(words, total=evaluation.total, **({"least": min(known)} if known else {}))
    return [Bullets(tuple(items)), Paragraph(total), _from_sources(advice)]


def _from_sources(advice: AdviceFile) -> Paragraph:
    """The sources of a body of advice."""
    return Paragraph(say(_("From {sources}."), sources=_cites(advice.sources)), "aside")


def signal_text(given: GivenSignal, who: str) -> Text:
    """A signal given in an example, and if the hand bears it out."""
    text = say(_("A signal: {says}"), says=given.signal.says)
    if given.true is not None:
        truth = _("{who}'s hand bears it out.") if given.true else _("{who}'s hand does not bear it out.")
        text = text + " " + say(truth, who=who)
    cites = [part for citation in given.signal.sources[:1] for part in (" ", citation.cite)]
    return text + Text(cites)


def describe_advice(advice: AdviceFile, ruleset: Ruleset, hand: Sequence[Card]) -> Iterator[Block]:
    """The page of a body of advice, with a valued hand as an example."""
    yield Heading(1, Text((advice.title,)), f"advice-{advice.id}")
    yield Paragraph(Text((advice.about.strip(),)), "lead")
    yield Heading(2, say(_("What a hand is worth")), "evaluation")
    rows = [
        (Text((feature.title,)), Text((_points(feature),)), _contracts(ruleset, feature))
        for feature in advice.evaluation
    ]
    yield Table((say(_("Feature")), say(_("Points")), say(_("Counts for"))), tuple(rows))
    bids = [_("pass below {least}").format(least=advice.bids[0].least)]
    for bid in advice.bids:
        bids.append(
            _("{contract} from {least}").format(contract=contract_title(ruleset, bid.contract), least=bid.least)
        )
    yield Paragraph(say(_("What to bid with it: {bids}."), bids=bids))
    if advice.note:
        yield Paragraph(Text((advice.note.strip(),)), "aside")
    yield Paragraph(say(_("From {sources}."), sources=_cites(advice.sources)), "aside")
    yield Heading(2, say(_("A hand valued")), "a-hand-valued")
    yield Paragraph(say(_("The hand is {cards}."), cards=list(hand)))
    yield from describe_evaluation(
        advice, ruleset, evaluate(advice, ruleset.deck, ruleset.deck.mask(hand), _contract_names(ruleset))
    )
    yield Heading(2, say(_("Signals")), "signals")
    yield Paragraph(say(_("Signals are for the defenders, who play together and may not talk.")))
    yield Bullets(tuple(Text((f"{signal.says} ", *_cites(signal.sources))) for signal in advice.signals))
    if advice.maxims:
        yield Heading(2, say(_("Maxims")), "maxims")
        yield Bullets(tuple(Text((f"{maxim.says} ", *_cites(maxim.sources))) for maxim in advice.maxims))


def _contract_names(ruleset: Ruleset) -> list[str]:
    return [rule.id.rpartition(".")[2] for rule in ruleset.at("bid") if rule.mechanism == "contract"]


def _bid(advice: AdviceFile, ruleset: Ruleset, evaluation: Evaluation) -> Text:
    if evaluation.bid == PASS:
        known = [bid for bid in advice.bids if bid.contract in _contract_names(ruleset)]
        if not known:
            return say(_("The advice is to pass: the table speaks of no bid that this game has."))
        lowest = known[0]
        if lowest is advice.bids[0]:
            return say(_("The advice is to pass: it takes {least} points to bid."), least=lowest.least)
        words = _("The advice is to pass: the lowest bid that this game has, {contract}, takes {least} points.")
        return say(words, contract=contract_title(ruleset, lowest.contract), least=lowest.least)
    total = evaluation.totals[evaluation.bid]
    return say(
        _("With {total} points the advice is to bid {contract}."),
        total=total,
        contract=contract_title(ruleset, evaluation.bid),
    )


def contract_title(ruleset: Ruleset, contract: str) -> str:
    """The title of a contract by its id."""
    rule = ruleset.rules.get(f"bid.{contract}")
    return rule.title if rule else as_words(contract)


def _points(feature: FeatureFile) -> str:
    if not feature.steps:
        return str(feature.points)
    if feature.kind == "short_suit":
        return str(next(iter(feature.steps.values())))
    with_number = _("{points} with {number}")
    return ", ".join(with_number.format(points=points, number=n) for n, points in feature.steps.items() if points)


def _contracts(ruleset: Ruleset, feature: FeatureFile) -> Text:
    return Text(
        (", ".join(contract_title(ruleset, contract) for contract in feature.contracts) or _("every contract"),)
    )


def _cards(cards: Sequence[Card]) -> Text:
    if len(cards) < 7:
        return say("{cards}", cards=sorted(cards, key=lambda card: card.bit)) if cards else Text(("–",))
    return Text((_("{number} cards").format(number=len(cards)),))


def _cites(citations: Sequence[CitationFile]) -> list[Cite]:
    return [citation.cite for citation in citations]


def evaluation_data(advice: AdviceFile, ruleset: Ruleset, evaluation: Evaluation) -> dict[str, Any]:
    """A valued hand as plain data."""
    return {
        "ruleset": ruleset.name,
        "advice": advice.id,
        "lines": [
            {
                "feature": entry.feature.id,
                "title": entry.feature.title,
                **attributes(entry, "points", "cards"),
                "contracts": list(entry.feature.contracts),
                "sources": cited(entry.feature.sources),
            }
            for entry in evaluation.counted
        ],
        **attributes(evaluation, "total", "totals", "bid"),
        "advised": evaluation.advised or None,
    }
