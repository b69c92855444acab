"""Rule books: every rule of a ruleset or a house rule with its words, parameters, sources and differences from the parent."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, RuleBlock, Table
from tarot_teach.engine import Scorer
from tarot_teach.errors import LoadError, error_codes, suggest
from tarot_teach.language import N_, _, as_words
from tarot_teach.loading import Library
from tarot_teach.loading.formats import OptionFile, params_schema, parse_model
from tarot_teach.mechanisms import all_mechanisms, bound_to
from tarot_teach.plain_data import cited
from tarot_teach.rules import STEPS, Change, Concept, Evidence, Prose, Rule, Ruleset, Source, prose_scope, rule_text
from tarot_teach.text import Cite, Part, TermRef, Text, filled, say

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


def describe_rulebook(ruleset: Ruleset, glossary: Mapping[str, Concept]) -> list[Block]:
    """The rule page of a ruleset."""
    blocks: list[Block] = [Heading(1, full_title(ruleset), ruleset.name)]
    blocks += introduction(ruleset)
    blocks.append(_facts(ruleset))
    if ruleset.because:
        blocks.append(Paragraph(_prose(ruleset, ruleset.because), "aside"))
    blocks += _vocabulary(ruleset, glossary)
    scorer = Scorer.of(ruleset)
    for step in _steps(scorer):
        if not ruleset.at(step):
            continue
        heading, *rules = describe_section(ruleset, step)
        blocks.append(heading)
        if step == "score":
            blocks.append(Paragraph(say(_("In short: {formula}."), formula=scorer.formula()), "normal"))
        blocks += rules
    blocks += _dropped(ruleset)
    return blocks


def describe_section(ruleset: Ruleset, step: str) -> list[Block]:
    """The rules of one section, such as ``play``. Raises LoadError for a section without rules."""
    rules = ruleset.at(step)
    if not rules:
        known = [name for name in STEPS if ruleset.at(name)]
        message = _("{name} has no rules of a step {step!r}").format(name=ruleset.name, step=step)
        raise LoadError.of("rules.step", message, None, suggest(step, known, _("steps")))
    heading = Heading(2, ruleset.say(_(STEP_TITLES[step])), f"step-{step}")
    return [heading, *(describe_rule(ruleset, rule) for rule in rules)]


def full_title(ruleset: Ruleset) -> Text:
    """The title of a ruleset with those of its house rules."""
    return Text((ruleset.called,)).upper_first()


def _steps(scorer: Scorer) -> list[str]:
    """The sections in order of play: in some games a partner is called after laying away."""
    steps = list(STEPS)
    if scorer.index.calls and scorer.index.calls.after_discard:
        steps.remove("call")
        steps.insert(steps.index("discard") + 1, "call")
    return steps


def describe_rule(ruleset: Ruleset, rule: Rule) -> RuleBlock:
    """A rule as a block."""
    return RuleBlock(
        id=rule.id,
        title=Text((rule.title,)),
        body=_split(rule_words(ruleset, rule)),
        notes=_split(rule.note.fill(prose_scope(ruleset, rule))) if rule.note else (),
        params=tuple(_params(rule)),
        sources=tuple(Cite(citation.source, citation.at, citation.says) for citation in rule.sources),
        evidence=str(rule.evidence),
        because=Text((rule.because,)) if rule.because else Text(),
        changes=tuple(parent_differences(ruleset, rule)),
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
        origin = ", ".join(part for part in (source.author, source.published, source.year) if part)
        blocks.append(Heading(2, Text((source.title,)), f"source-{source.key}"))
        blocks.append(Paragraph(Text((Cite(source.key), f" {origin}." if origin else ""))))
        if source.note:
            blocks.append(Paragraph(Text((source.note,))))
    return blocks


def _facts(ruleset: Ruleset) -> Table:
    players = player_numbers(ruleset.players)
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


def player_numbers(players: tuple[int, ...]) -> str:
    if len(players) > 1 and players == tuple(range(players[0], players[-1] + 1)):
        return _("{first} to {last}").format(first=players[0], last=players[-1])
    return ", ".join(str(number) for number in players)


def _vocabulary(ruleset: Ruleset, glossary: Mapping[str, Concept]) -> Iterator[Block]:
    """A table of the terms that the rules use: this game's word, the general one, the French one, and the meaning."""
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
        yield name, value_text(value), field.description or ""


def _dropped(ruleset: Ruleset) -> Iterator[Block]:
    if ruleset.dropped:
        yield Heading(2, say(_("Rules left out")), "left-out")
        yield Bullets(dropped_rules(ruleset, ruleset.dropped))


def dropped_rules(ruleset: Ruleset, dropped: Mapping[str, Change]) -> tuple[Text, ...]:
    """The titles of dropped rules, each with the reason."""
    return tuple(Text((f"{_title_of_rule(ruleset, id)}: {change.because}",)) for id, change in dropped.items())


def _title_of_rule(ruleset: Ruleset, id: str) -> str:
    """The title of a dropped rule in the nearest ancestor."""
    ancestor = ruleset.parent
    while ancestor is not None:
        if id in ancestor.rules:
            return ancestor.rules[id].title
        ancestor = ancestor.parent
    return id


def _prose(ruleset: Ruleset, source: str) -> Text:
    return Prose.compile(source.strip()).fill(prose_scope(ruleset))


def _paragraphs(text: str) -> list[str]:
    return [part for part in text.strip().split("\n\n") if part.strip()]


def _split(text: Text) -> tuple[Text, ...]:
    """A text split into paragraphs at empty lines."""
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


def rule_words(ruleset: Ruleset, rule: Rule) -> Text:
    """The prose of a rule, or else the words of its mechanism."""
    text = rule_text(ruleset, rule)
    return text if text is not None else bound_to(rule, ruleset).says()


def parent_differences(ruleset: Ruleset, rule: Rule) -> Iterator[Text]:
    """The differences of a rule from the parent's, in sentences; none for a rule that differs only in wording."""
    parent = ruleset.parent
    if parent is None:
        return
    short = parent.short or parent.title
    before = parent.rules.get(rule.id)
    if before is None:
        yield say(_("Unlike {short}, which has no such rule."), short=short)
    elif before.mechanism != rule.mechanism or any(changed_params(before, rule)):
        known = [_sense(sentence) for sentence in sentences(rule_words(ruleset, rule))]
        differing = [sentence for sentence in sentences(rule_words(parent, before)) if _sense(sentence) not in known]
        if differing:
            text = Text([part for sentence in differing for part in (*sentence, " ")][:-1])
            yield say(_("Unlike {short}, where it says: “{text}”"), short=short, text=text)
        else:
            parts = [_change(name, old, new) for name, old, new in changed_params(before, rule)]
            yield say(_("Unlike {short}: {changes}."), short=short, changes=Text(("; ".join(parts),)))
    origin = taken_over_from(ruleset, rule)
    if origin is not None:
        game = without_options(ruleset)
        phrase = _("{source} does not speak of this; it is taken over from {short}.")
        yield say(phrase, source=Cite(game.follows), short=origin.short or origin.title)


def taken_over_from(ruleset: Ruleset, rule: Rule) -> Ruleset | None:
    """The ancestor from which a rule is taken over where the ruleset's own source is silent; None where that source has it."""
    game = without_options(ruleset)
    if game.parent is None or game.rules.get(rule.id) != rule:
        return None
    origin = _origin(game, rule)
    return origin if origin.follows != game.follows and not _attested(game, rule) else None


def without_options(ruleset: Ruleset) -> Ruleset:
    """The ruleset without its house rules."""
    return ruleset.parent if ruleset.options and ruleset.parent else ruleset


def changed_params(before: Rule, after: Rule) -> Iterator[tuple[str, Any, Any]]:
    """Yield path (``by.garde_contre``), old value and new value of each parameter that differs; None for an absent parameter."""
    for name, (old, new) in param_differences((before, after)):
        yield name, old, new


def param_differences(rules: Sequence[Rule | None]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield path and values of each parameter that differs between rules; the value of an absent rule is None."""
    leaves = [dict(_leaves(rule.params.model_dump())) if rule else {} for rule in rules]
    there = [found for rule, found in zip(rules, leaves, strict=True) if rule]
    for name in dict.fromkeys(name for found in leaves for name in found):
        if any(found.get(name) != there[0].get(name) for found in there):
            yield name, tuple(found.get(name) for found in leaves)


def sentences(text: Text) -> Iterator[Text]:
    """Split a text into sentences."""
    sentence: list[Part] = []
    for part in text:
        if not isinstance(part, str):
            sentence.append(part)
            continue
        *ended, rest = re.split(r"(?<=[.!?])\s+", part)
        for end in ended:
            yield Text((*sentence, end))
            sentence = []
        sentence.append(rest)
    if any(sentence):
        yield Text(sentence)


def value_text(value: object) -> str:
    """The value of a parameter in words."""
    match value:
        case None:
            return _("nothing")
        case bool():
            return _("yes") if value else _("no")
        case dict():
            return ", ".join(f"{as_words(str(key))}: {value_text(item)}" for key, item in value.items())
        case list() | tuple():
            return ", ".join(value_text(item) for item in value) or _("none")
    return as_words(str(value))


def _leaves(value: Mapping[Any, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from _leaves(item, f"{path}{key}.")
        else:
            yield f"{path}{key}", item


def _change(name: str, old: Any, new: Any) -> str:
    words = as_words(name.rpartition(".")[2])
    if new is None:
        return _("{name} is left out (there {old})").format(name=words, old=value_text(old))
    return _("{name} is {new} (there {old})").format(name=words, new=value_text(new), old=value_text(old))


def _attested(ruleset: Ruleset, rule: Rule) -> bool:
    """True if the source that a ruleset follows is cited for the rule."""
    return any(citation.source == ruleset.follows for citation in rule.sources)


def _origin(ruleset: Ruleset, rule: Rule) -> Ruleset:
    """The ruleset that last changed a rule beyond its wording, or introduced it."""
    by = next(
        (change.by for change in reversed(rule.history[1:]) if change.params or change.before), rule.history[0].by
    )
    ancestor = ruleset
    while ancestor.id != by and ancestor.parent is not None:
        ancestor = ancestor.parent
    return ancestor


def _sense(sentence: Text) -> str:
    """A sentence for comparison, with ids of concepts in place of the game's words."""
    return "".join(part.id if isinstance(part, TermRef) else str(Text((part,))) for part in sentence)


def ruleset_with_option(library: Library, option: str) -> Ruleset:
    """A ruleset with the option: the federation's game for four, five or three players if it fits, else the first that fits."""
    fitting = library.fitting(option)
    base = next((id for id in ("fft-4", "fft-5", "fft-3") if id in fitting), fitting[0])
    return library.load(f"{base}+{option}")


def describe_option(library: Library, option: str) -> list[Block]:
    """The page of a house rule. Raises LoadError."""
    path = library.find("option", option)
    file = parse_model(OptionFile, library.document(path))
    ruleset = ruleset_with_option(library, option)
    return [Heading(1, Text((file.title,)), f"option-{option}"), *_option_blocks(library, file, ruleset)]


def _option_blocks(library: Library, file: OptionFile, ruleset: Ruleset) -> Iterator[Block]:
    for paragraph in file.about.strip().split("\n\n"):
        yield Paragraph(Prose.compile(paragraph).fill(prose_scope(ruleset)), "lead")
    yield _option_facts(library, file)
    assert ruleset.parent is not None
    base = ruleset.parent.short or ruleset.parent.title
    changed = [rule for rule in ruleset.rules.values() if rule.history[-1].by == file.id]
    if changed:
        yield Heading(2, say(_("What it changes")), f"option-{file.id}-rules")
        yield Paragraph(say(_("Shown here on top of {base}."), base=base), "aside")
        for rule in changed:
            yield describe_rule(ruleset, rule)
    gone = {id: change for id, change in ruleset.dropped.items() if change.by == file.id}
    if gone:
        yield Heading(2, say(_("What it leaves out")), f"option-{file.id}-left-out")
        yield Bullets(dropped_rules(ruleset, gone))


def _option_facts(library: Library, file: OptionFile) -> Table:
    fitting = library.fitting(file.id)
    rows = [
        (say(_("Name")), Text((f"{fitting[0]}+{file.id}, …",))),
        (say(_("Fits")), Text((", ".join(fitting),))),
        (say(_("Evidence")), Text((_(EVIDENCE[file.evidence]),))),
    ]
    if file.fits.because:
        rows.append((say(_("Fits only some")), Text((f"{file.fits.because}.",)).upper_first()))
    for other, reason in file.fits.not_with.items():
        rows.append((say(_("Not together with")), Text((f"{other}: {reason}",))))
    if file.sets:
        example = f"{fitting[0]}+{file.id}=…"
        rows.append((say(_("With a value")), say(_("{example} sets {param}"), example=example, param=file.sets)))
    return Table((), tuple(rows))


def describe_mechanisms() -> list[Block]:
    """The reference page of mechanisms, by section, with their parameters."""
    blocks: list[Block] = []
    step = ""
    for mechanism in all_mechanisms():
        if mechanism.step != step:
            step = mechanism.step
            blocks.append(
                Heading(
                    2,
                    filled(STEP_TITLES[step] + " ({step})", {"step": step, "talon": _("talon")}),
                    f"mechanisms-{step}",
                )
            )
        blocks.append(Heading(3, Text((mechanism.name,)), f"mechanism-{step}-{mechanism.name}"))
        words = re.sub(r"``", "", " ".join(inspect.getdoc(mechanism).split()))  # type: ignore[union-attr]
        blocks.append(Paragraph(Text((words,))))
        rows = _parameters(mechanism.Params)
        if rows:
            blocks.append(Table((say(_("Parameter")), say(_("Values")), say(_("Meaning"))), rows))
    return blocks


def _parameters(params: type[BaseModel]) -> tuple[tuple[Text, ...], ...]:
    """A table row for each parameter: name, possible values, meaning."""
    properties = params_schema(params).get("properties", {})
    rows = []
    for name, field in params.model_fields.items():
        values = _values(properties[name])
        if not field.is_required():
            default = field.get_default(call_default_factory=True)
            values += "; " + _("by default {value}").format(value=_written(default))
        rows.append((Text((name,)), Text((values,)), Text((field.description or "",))))
    return tuple(rows)


def _values(schema: dict[str, Any]) -> str:
    """The values that a JSON Schema allows, in a few words."""
    if "const" in schema or "enum" in schema:
        return " | ".join(schema.get("enum") or [schema["const"]])
    kinds = [part for part in schema.get("anyOf", ()) if part.get("type") != "null"]
    if kinds:
        return _(" or ").join(_values(part) for part in kinds)
    match schema.get("type"):
        case "boolean":
            return "true | false"
        case "integer":
            least = max(schema.get("minimum", 0), schema.get("exclusiveMinimum", -1) + 1)
            return _("a whole number from {least} to {most}").format(least=least, most=schema.get("maximum"))
        case "array":
            return _("[{values}, …]").format(values=_values(schema["items"]))
        case "object":
            names = _values(schema["propertyNames"]) if "propertyNames" in schema else _("a name")
            return f"{{{names}: {_values(schema['additionalProperties'])}}}"
    return _("a name")


def _written(value: Any) -> str:
    """A default as a file writes it."""
    match value:
        case bool():
            return str(value).lower()
        case None:
            return _("none")
        case list() | tuple() | dict() if not value:
            return _("none")
        case list() | tuple():
            return f"[{', '.join(map(_written, value))}]"
    return str(value) or _("none")


def describe_errors() -> list[Block]:
    """The reference page of error codes, by area, each with cause and cure."""
    blocks: list[Block] = []
    area = ""
    for code, explained in error_codes().items():
        if code.partition(".")[0] != area:
            area = code.partition(".")[0]
            blocks.append(Heading(2, Text((area,)), f"errors-{area}"))
        blocks.append(Heading(3, Text((code,)), f"error-{code}"))
        words = re.sub(r"`([^`]+)`", r"‘\1’", f"{explained.cause} {explained.cure}")
        blocks.append(Paragraph(Text((words,))))
    return blocks
