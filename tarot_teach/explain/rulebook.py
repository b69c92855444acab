"""A ruleset as a rule book: every rule in order, with its parameters, sources, and what differs from the parent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, RuleBlock, Table
from tarot_teach.engine import Scorer
from tarot_teach.errors import LoadError, suggest
from tarot_teach.explain.parent_diff import body_of, differences, shown
from tarot_teach.language import N_, _
from tarot_teach.plain_data import cited
from tarot_teach.rules import STEPS, Change, Concept, Evidence, Prose, Rule, Ruleset, Source, prose_scope
from tarot_teach.text import Cite, TermRef, Text, say

STEP_TITLES = {
    "deal": N_("The deal"),
    "void": N_("Hands that make a deal void"),
    "bid": N_("The auction"),
    "call": N_("Calling a partner"),
    "talon": N_("{talon:the}"),
    "discard": N_("Laying away"),
    "declare": N_("Announcements"),
    "play": N_("The play"),
    "count": N_("Counting the cards"),
    "score": N_("The score"),
    "match": N_("From deal to deal"),
}

EVIDENCE = {
    Evidence.CODIFIED: N_("codified: laid down by those who govern the game"),
    Evidence.DESCRIBED: N_("described by people who played it or read those who did"),
    Evidence.RECONSTRUCTED: N_("reconstructed"),
    Evidence.HOUSE: N_("house rule: a custom of some tables"),
}


def introduction(ruleset: Ruleset) -> list[Paragraph]:
    """The paragraphs of a ruleset's ``about``, with the words of the ruleset filled in."""
    return [Paragraph(_prose(ruleset, part), "lead") for part in _paragraphs(ruleset.about)]


def describe(ruleset: Ruleset, glossary: Mapping[str, Concept]) -> list[Block]:
    """The rule page of a ruleset."""
    blocks: list[Block] = [Heading(1, title_of(ruleset), ruleset.name)]
    blocks += introduction(ruleset)
    blocks.append(_facts(ruleset))
    if ruleset.because:
        blocks.append(Paragraph(_prose(ruleset, ruleset.because), "aside"))
    blocks += _vocabulary(ruleset, glossary)
    scorer = Scorer.of(ruleset)
    for step in _steps(scorer):
        if not ruleset.at(step):
            continue
        heading, *rules = describe_step_of(ruleset, step)
        blocks.append(heading)
        if step == "score":
            blocks.append(Paragraph(say(_("In short: {formula}."), formula=scorer.formula()), "normal"))
        blocks += rules
    blocks += _dropped(ruleset)
    return blocks


def describe_step_of(ruleset: Ruleset, step: str) -> list[Block]:
    """The rules of one step, such as ``play``. Raises LoadError for a step that the ruleset has no rules for."""
    rules = ruleset.at(step)
    if not rules:
        known = [name for name in STEPS if ruleset.at(name)]
        message = _("{name} has no rules of a step {step!r}").format(name=ruleset.name, step=step)
        raise LoadError.of("rules.step", message, None, suggest(step, known, _("steps")))
    heading = Heading(2, ruleset.say(_(STEP_TITLES[step])), f"step-{step}")
    return [heading, *(describe_rule(ruleset, rule) for rule in rules)]


def title_of(ruleset: Ruleset) -> Text:
    """The title, with the house rules on top."""
    return Text((ruleset.called,)).upper_first()


def _steps(scorer: Scorer) -> list[str]:
    """The steps in the order in which they come: a partner may be called after laying away."""
    steps = list(STEPS)
    if scorer.index.calls and scorer.index.calls.after_discard:
        steps.remove("call")
        steps.insert(steps.index("discard") + 1, "call")
    return steps


def describe_rule(ruleset: Ruleset, rule: Rule) -> RuleBlock:
    """One rule."""
    return RuleBlock(
        id=rule.id,
        title=Text((rule.title,)),
        body=_split(body_of(ruleset, rule)),
        notes=_split(rule.note.fill(prose_scope(ruleset, rule))) if rule.note else (),
        params=tuple(_params(rule)),
        sources=tuple(Cite(citation.source, citation.at, citation.says) for citation in rule.sources),
        evidence=str(rule.evidence),
        because=Text((rule.because,)) if rule.because else Text(),
        changes=tuple(differences(ruleset, rule)),
    )


def describe_glossary(glossary: Mapping[str, Concept]) -> list[Block]:
    """The glossary as a table."""
    concepts = sorted(glossary.values(), key=lambda concept: concept.en.casefold())
    rows = tuple(
        (
            Text((TermRef(concept.id, concept.en),)),
            Text((concept.fr or "–",)),
            Text((concept.meaning,)),
        )
        for concept in concepts
    )
    ids = tuple(f"term-{concept.id}" for concept in concepts)
    head = (say(_("English")), say(_("French")), say(_("Meaning")))
    lead = _("The things that rulesets speak of, whatever the players of a game call them.")
    return [Heading(1, say(_("Glossary")), "glossary"), Paragraph(say(lead), "lead"), Table(head, rows, ids=ids)]


def describe_sources(sources: Mapping[str, Source]) -> list[Block]:
    """The bibliography."""
    blocks: list[Block] = [Heading(1, say(_("Sources")), "sources")]
    lead = _(
        "Every rule names its source and the place in it. Facts are taken from the sources; their sentences are not."
    )
    blocks.append(Paragraph(say(lead), "lead"))
    for source in sources.values():
        made = ", ".join(part for part in (source.author, source.published, source.year) if part)
        blocks.append(Heading(2, Text((source.title,)), f"source-{source.key}"))
        blocks.append(Paragraph(Text((Cite(source.key), f" {made}." if made else ""))))
        if source.note:
            blocks.append(Paragraph(Text((source.note,))))
    return blocks


def _facts(ruleset: Ruleset) -> Table:
    players = players_of(ruleset.players)
    rows = [
        (say(_("Name")), Text((ruleset.name,))),
        (say(_("Players")), Text((players,))),
        (say(_("Pack")), Text((ruleset.deck.title,))),
        (say(_("Evidence")), Text((_(EVIDENCE[ruleset.evidence]),))),
    ]
    if ruleset.lineage:
        rows.append((say(_("Child of")), Text((" → ".join(ruleset.lineage),))))
    if ruleset.options:
        rows.append((say(_("House rules")), Text((", ".join(ruleset.options),))))
    return Table((), tuple(rows))


def players_of(players: tuple[int, ...]) -> str:
    if len(players) > 1 and players == tuple(range(players[0], players[-1] + 1)):
        return _("{first} to {last}").format(first=players[0], last=players[-1])
    return ", ".join(str(number) for number in players)


def _vocabulary(ruleset: Ruleset, glossary: Mapping[str, Concept]) -> Iterator[Block]:
    """The words of this game that differ from the general ones, introduced once."""
    used = {id for rule in ruleset.rules.values() if rule.text for id in _terms_in(rule.text)}
    rows = tuple(
        (
            Text((TermRef(id, ruleset.terms[id].label),)),
            Text((glossary[id].en,)),
            Text((glossary[id].fr or "–",)),
            Text((glossary[id].meaning,)),
        )
        for id in glossary
        if id in used
    )
    if rows:
        yield Heading(2, say(_("Words used here")), "words")
        head = (say(_("Here")), say(_("In general")), say(_("In French")), say(_("Meaning")))
        yield Table(head, rows)


def _terms_in(prose: Prose) -> Iterator[str]:
    for part in prose.parts:
        if not isinstance(part, str) and part[0] == "term":
            yield part[1][0]


def _params(rule: Rule) -> Iterator[tuple[str, str, str]]:
    for name, field in type(rule.params).model_fields.items():
        value = getattr(rule.params, name)
        yield name, shown(value), field.description or ""


def _dropped(ruleset: Ruleset) -> Iterator[Block]:
    if ruleset.dropped:
        yield Heading(2, say(_("Rules left out")), "left-out")
        yield Bullets(dropped_rules(ruleset, ruleset.dropped))


def dropped_rules(ruleset: Ruleset, dropped: Mapping[str, Change]) -> tuple[Text, ...]:
    """Rules that were left out, each with the reason."""
    return tuple(Text((f"{_title_of_rule(ruleset, id)}: {change.because}",)) for id, change in dropped.items())


def _title_of_rule(ruleset: Ruleset, id: str) -> str:
    """The title of a rule that was left out, as the nearest ancestor has it."""
    at = ruleset.parent
    while at is not None:
        if id in at.rules:
            return at.rules[id].title
        at = at.parent
    return id


def _prose(ruleset: Ruleset, source: str) -> Text:
    return Prose.compile(source.strip()).fill(prose_scope(ruleset))


def _paragraphs(text: str) -> list[str]:
    return [part for part in text.strip().split("\n\n") if part.strip()]


def _split(text: Text) -> tuple[Text, ...]:
    """A text as paragraphs, parted where its strings have an empty line."""
    paragraphs: list[list[object]] = [[]]
    for part in text:
        if not isinstance(part, str):
            paragraphs[-1].append(part)
            continue
        first, *others = part.split("\n\n")
        paragraphs[-1].append(first)
        paragraphs += [[other] for other in others]
    return tuple(Text(paragraph) for paragraph in paragraphs if paragraph)  # type: ignore[arg-type]


def rulebook_data(ruleset: Ruleset, rules: Iterable[Rule]) -> dict[str, Any]:
    """A ruleset and some of its rules as plain data."""
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "players": list(ruleset.players),
        "deck": ruleset.deck.id,
        "evidence": str(ruleset.evidence),
        "rules": [
            {
                "id": rule.id,
                "title": rule.title,
                "mechanism": rule.mechanism,
                "params": rule.params.model_dump(mode="json"),
                "text": " ".join(str(text) for text in describe_rule(ruleset, rule).body),
                "evidence": str(rule.evidence),
                "sources": cited(rule.sources),
            }
            for rule in rules
        ],
    }
