"""Which rulesets admit a record, as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tarot_teach.blocks import Block, Bullets, Heading, Listing, Paragraph, Table
from tarot_teach.messages import N_, _, ngettext, number_text, percent_text, semicolon
from tarot_teach.records.record import write_record
from tarot_teach.rules import Ruleset
from tarot_teach.text import PageRef, RuleRef, Text, listed, row_of, say
from tarot_teach.topics.admits.candidates import OTHER_NUMBER, OTHER_PACK
from tarot_teach.topics.admits.completions import CONFIDENCE, Completions
from tarot_teach.topics.admits.deciding import Point, groups_by
from tarot_teach.topics.admits.deciding_questions import DecidingQuestion, Inquiry
from tarot_teach.topics.admits.separating import Separation
from tarot_teach.topics.admits.trial import DECISIONS, Decision, Trial

NAMED = 3
"""The number of rulesets with the same answer that are named; of more, the first are."""


class Few(NamedTuple):
    """The differences of rulesets that admit a record: all ``points`` in which they differ, the ``decisive`` ones, and the questions about them."""

    points: Sequence[Point]
    decisive: Sequence[Point]
    inquiry: Inquiry


def describe_admission(
    title: str,
    trials: Sequence[Trial],
    untold: Sequence[str],
    few: Few,
    completions: Mapping[str, Completions],
    deal: Separation | None = None,
    *,
    everything: bool = False,
) -> list[Block]:
    """The page of a record's ``title``: who admits it, what it does not tell, each ruleset, how many deals complete it, the ``few`` points that would decide, and a ``deal`` that would; with ``everything``
    each ruleset with house rules too."""
    admitting = [trial.ruleset for trial in trials if trial.decision is Decision.ADMITTED]
    blocks: list[Block] = [
        Heading(1, say(_("Which rulesets admit “{title}”"), title=title), "admits"),
        Paragraph(_summary(trials), "lead"),
    ]
    if untold:
        blocks += [Heading(2, say(_("What the record does not tell")), "admits-untold")]
        blocks += [Bullets(tuple(Text((sentence,)) for sentence in untold))]
    blocks += [Heading(2, say(_("Each ruleset")), "admits-each"), *_each(trials, everything)]
    blocks += _describe_completions(completions)
    blocks += _describe_points(admitting, few)
    return [*blocks, *(_describe_deal(deal, admitting) if deal else [])]


class Section(NamedTuple):
    """A record on the page of several: its id and title, what it says of itself, its sources, and the answer of all rulesets."""

    id: str
    title: str
    about: Sequence[Text]
    cites: Sequence[Text]
    answer: Sequence[Block]


def describe_records(sections: Sequence[Section]) -> Iterator[Block]:
    """The page of several records, with what each is, which rulesets admit it, and how a record of one's own is tried."""
    yield Heading(1, say(_("Which rules were played?")), "which-rules")
    lead = _(
        "A deal that was printed, or told in a poem, or that follows from what an old book says, is tried under every ruleset of the library: who admits it, where each of the others "
        "refuses it and why, what it does not tell, and which question would decide."
    )
    yield Paragraph(say(lead), "lead")
    for section in sections:
        yield Heading(2, say("{title}", title=section.title), f"which-rules-{section.id}")
        yield from map(Paragraph, section.about)
        if section.cites:
            yield Paragraph(say(_("Sources: {sources}."), sources=section.cites), "aside")
        page = PageRef("example", section.id, section.title)
        yield Paragraph(say(_("The record, to step through: {page}."), page=Text((page,))))
        for block in section.answer:
            if not isinstance(block, Heading):
                yield block
            elif block.level > 1:
                yield Heading(block.level + 1, block.text, f"{block.id}-{section.id}")
    yield Heading(2, say(_("A record of your own")), "which-rules-own")
    own = _(
        "Write a deal down as an example, as far as it is told, with ? for each card that is not known, or on one line, and ask. A folder of records is answered record by record."
    )
    yield Paragraph(say(own))
    yield Listing(
        "tarot-teach new example --out mine.yaml\ntarot-teach admits mine.yaml\ntarot-teach admits FOLDER", "text"
    )
    limit = _(
        "Only rulesets of the library are tried. That one admits a record does not say that it was played, only that nothing in the record speaks against it."
    )
    yield Paragraph(say(limit), "note")


def _summary(trials: Sequence[Trial]) -> Text:
    """The number of rulesets tried, and how many decide in which way, in a sentence or two."""
    numbers = {decision: sum(trial.decision is decision for trial in trials) for decision in Decision}
    sentence = ngettext(
        "Of {tried} ruleset tried, with house rules or without, {admitted} admits this record, and {refused} refuses it.",
        "Of {tried} rulesets tried, with house rules or without, {admitted} admit this record, and {refused} refuse it.",
        len(trials),
    )
    said = say(sentence, tried=len(trials), admitted=numbers[Decision.ADMITTED], refused=numbers[Decision.REFUSED])
    if numbers[Decision.OPEN]:
        more = ngettext(
            "{number} leaves it open, since it asks for something that the record does not tell.",
            "{number} leave it open, since they ask for something that the record does not tell.",
            numbers[Decision.OPEN],
        )
        said = said + " " + say(more, number=numbers[Decision.OPEN])
    return said


def _each(trials: Sequence[Trial], everything: bool) -> Iterator[Block]:
    """The trials in a table, and the rulesets that fell out at once."""
    outside = {
        OTHER_PACK: _("Another pack: {names}."),
        OTHER_NUMBER: _("Another number of players: {names}."),
    }
    codes = [trial.problem.code if trial.problem and not trial.line else "" for trial in trials]
    within = [trial for trial, code in zip(trials, codes, strict=True) if code not in outside]
    if within:
        yield _table(within, everything)
    if not everything and any(trial.ruleset.options for trial in within):
        note = _(
            "House rules are tried on top of each ruleset; those with which it decides differently from what it does with fewer have a row for themselves."
        )
        yield Paragraph(say(note), "aside")
    items = []
    for code, sentence in outside.items():
        names = [trial.name for trial, other in zip(trials, codes, strict=True) if other == code]
        items += [say(sentence, names=", ".join(names))] if names else []
    if items:
        yield Paragraph(say(_("These fall out at once, with all their house rules:")))
        yield Bullets(tuple(items))


def _table(trials: Sequence[Trial], everything: bool) -> Table:
    """The table of the trials, those that admit first: rulesets by themselves, and with house rules those that decide otherwise."""
    head = (_("Ruleset"), _("Decision"), _("Line"), _("Rule"), _("Reason"), _("With house rules"))
    families = [[*family] for _id, family in groupby(trials, key=lambda trial: trial.ruleset.id)]
    families.sort(key=lambda family: min([*Decision].index(trial.decision) for trial in family))
    rows = []
    for base, *others in families:
        rows.append((*_cells(base), _count(base, others)))
        decided = {frozenset(trial.ruleset.options): trial.decision for trial in (base, *others)}
        shown = others if everything else [trial for trial in others if _decides_otherwise(trial, decided)]
        rows += [(*_cells(trial), Text()) for trial in shown]
    return Table(tuple(Text((name,)) for name in head), tuple(rows), numeric=(2,))


def _decides_otherwise(trial: Trial, decided: Mapping[frozenset[str], Decision]) -> bool:
    """True where no part of a ruleset's house rules, one of them left out, comes to the same decision; ``decided`` has the decisions by house rules."""
    options = frozenset(trial.ruleset.options)
    return all(decided.get(options - {option}) is not trial.decision for option in options)


def _cells(trial: Trial) -> tuple[Text, ...]:
    rule = trial.ruleset.rules.get(trial.rule)
    return (
        Text((trial.name,)),
        Text((_(DECISIONS[trial.decision]),)),
        Text((str(trial.line),)) if trial.line else Text(),
        Text((RuleRef(rule.id, rule.title, trial.name),)) if rule else Text((trial.rule,)),
        Text((trial.reason,)),
    )


def _count(base: Trial, others: Sequence[Trial]) -> Text:
    """The number of house rules with which a ruleset decides as it does without."""
    if not others:
        return Text()
    same = sum(trial.decision is base.decision for trial in others)
    return say(_("the same with {same} of {number}"), same=same, number=len(others))


def _describe_completions(completions: Mapping[str, Completions]) -> Iterator[Block]:
    """The numbers of deals that complete the record, with the rulesets for which they are the same."""
    if not completions:
        return
    yield Heading(2, say(_("How many deals fit")), "admits-completions")
    sentence = _(
        "Counted are the deals in which each card lies where the record puts it, or may lie for all that it tells: no hand has a card that would have forbidden one of its plays."
    )
    if any(each.tried for each in completions.values()):
        sentence += " " + _(
            "Deals that are admitted have been tried as whole records, with auction, play and result: all of them, or random ones, from which the interval follows with a confidence of {level}."
        )
    yield Paragraph(say(sentence, level=percent_text(f"{100 * CONFIDENCE:g}")))
    rows: dict[tuple[str, ...], list[str]] = {}
    for name, each in completions.items():
        numbers = (number_text(each.seen), _admitted(each)) if each.tried else (number_text(each.seen),)
        rows.setdefault(numbers, []).append(name)
    widest = max(map(len, rows))
    head = [_("Deals"), _("Deals that are admitted"), _("Rulesets")]
    cells = (
        (*(Text((number,)) for number in numbers), *[Text()] * (widest - len(numbers)), Text((_who(names),)))
        for numbers, names in rows.items()
    )
    titles = (*head[:widest], head[-1])
    yield Table(tuple(Text((title,)) for title in titles), tuple(cells), numeric=(0,))


def _admitted(counted: Completions) -> str:
    """The number of deals that are admitted, or between which numbers it is."""
    low, high = counted.bounds
    if counted.exact:
        return number_text(low)
    return _("{low:,} to {high:,} ({admitted} of {tried} drawn)").format(
        low=low, high=high, admitted=counted.admitted, tried=counted.tried
    )


def _describe_points(admitting: Sequence[Ruleset], few: Few) -> Iterator[Block]:
    """The points that tell those rulesets apart that admit the record, and the questions about them."""
    points, decisive, inquiry = few
    if len(admitting) < 2:
        return
    yield Heading(2, say(_("Which question would decide")), "admits-deciding")
    groups = groups_by(points, len(admitting))
    if not decisive:
        yield Paragraph(say(_("Those that admit it have the same rules: no question tells them apart.")))
        return
    sentence = ngettext(
        "{number} point tells those apart that admit it:",
        "{number} points together tell those apart that admit it, the one that tells most apart first:",
        len(decisive),
    )
    yield Paragraph(say(sentence, number=len(decisive)))
    rows = tuple(
        (_point(point, admitting), say(N_("{answers}"), answers=_answers(point, admitting))) for point in decisive
    )
    yield Table((say(_("Point")), say(_("Answers"))), rows)
    alike = [listed([Text((admitting[i].name,)) for i in group]) for group in groups if len(group) > 1]
    if alike:
        yield Paragraph(say(_("No rule tells these apart: {groups}."), groups=listed(alike, N_("{first}; {last}"))))
    yield from _describe_inquiry(inquiry, admitting)


def _describe_inquiry(inquiry: Inquiry, admitting: Sequence[Ruleset]) -> Iterator[Block]:
    """The answers so far, and the next question with its answers by number."""
    yield Heading(2, say(_("One question after the other")), "admits-questions")
    if inquiry.asked:
        items = (
            say(_("{title}: {answer}"), title=question.title(admitting), answer=question.words(question.answers[i][0]))
            for question, i in inquiry.asked
        )
        yield Bullets(tuple(items), numbered=True)
    left = [admitting[i].name for i in inquiry.left]
    if inquiry.next is None:
        yield Paragraph(say(_("Left: {names}."), names=row_of(left)))
        return
    sentence = ngettext(
        "{left} rulesets are left, and {most} question tells them apart.",
        "{left} rulesets are left, and {most} questions at most tell them apart, each chosen by the answers before.",
        inquiry.most,
    )
    said = say(sentence, left=len(left), most=inquiry.most)
    yield Paragraph(said + " " + say(_("The next one, with the numbers of its answers:")))
    yield from _question(inquiry.next, admitting)


def _question(question: DecidingQuestion, admitting: Sequence[Ruleset]) -> Iterator[Block]:
    """A question and its answers; of sections the points that are asked about, with what most rulesets say."""
    if not question.sections:
        yield Paragraph(_point(question.points[0], admitting))
    else:
        title = question.title(admitting)
        yield Paragraph(say(_("What is said under “{title}”?"), title=title))
        usual = zip(question.points, question.usual, strict=True)
        yield Paragraph(say(_("Most rulesets say:")))
        yield Bullets(
            tuple(say(_("{point}: {said}"), point=_point(point, admitting), said=said) for point, said in usual)
        )
        yield Paragraph(say(_("An answer names what is otherwise:")))
    rows = tuple(
        (
            Text((str(number),)),
            Text((question.words(said),)),
            Text((_who([admitting[i].name for i in among]),)),
        )
        for number, (said, among) in enumerate(question.answers, 1)
    )
    yield Table((say(_("No.")), say(_("Answer")), say(_("Rulesets"))), rows, numeric=(0,))


def _describe_deal(deal: Separation, admitting: Sequence[Ruleset]) -> Iterator[Block]:
    """The deal that tells most apart, with what comes of it."""
    yield Heading(2, say(_("A deal that would decide")), "admits-deal")
    if len(deal.outcomes) == 1:
        none = ngettext(
            "{tried} random deal of seed {seed} tells none of them apart.",
            "{tried} random deals of seed {seed} tell none of them apart.",
            deal.tried,
        )
        yield Paragraph(say(none, tried=deal.tried, seed=deal.seed))
        return
    sentence = ngettext(
        "Of {tried} deal of seed {seed} that is played at random by {name}, number {number} tells most apart:",
        "Of {tried} deals of seed {seed} that are played at random by {name}, number {number} tells most apart:",
        deal.tried,
    )
    yield Paragraph(say(sentence, tried=deal.tried, seed=deal.seed, number=deal.number, name=admitting[0].name))
    outcomes = sorted(deal.outcomes.items(), key=lambda item: len(item[1]))
    rows = tuple((Text((words,)), Text((_who([admitting[i].name for i in places]),))) for words, places in outcomes)
    yield Table((say(_("What comes of it")), say(_("Rulesets"))), rows)
    yield Listing(write_record(deal.record))


def _point(point: Point, rulesets: Sequence[Ruleset]) -> Text:
    """A point by the title of its rule, with what is asked about it."""
    having = next((ruleset for ruleset in rulesets if point.rule in ruleset.rules), None)
    title = Text((RuleRef(point.rule, point.title, having.name),)) if having else Text((point.title,))
    return say(_("{title}: {label}"), title=title, label=point.label) if point.label else title


def _answers(point: Point, rulesets: Sequence[Ruleset]) -> str:
    """The answers with those that give them, the rarest first."""
    answers = sorted(point.by_answer().items(), key=lambda item: len(item[1]))
    return semicolon().join(f"{answer} ({_who([rulesets[i].name for i in places])})" for answer, places in answers)


def _who(names: Sequence[str]) -> str:
    """Some names, or the first of many with their number."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return _("{number}: {names} …").format(number=len(names), names=", ".join(names[:NAMED]))
