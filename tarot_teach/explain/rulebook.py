"""Rule books: every rule of a ruleset or a house rule with its words, parameters, sources and differences from the parent."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, RuleBlock, Table
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.errors import LoadError, error_codes, suggest
from tarot_teach.explain.overview import describe_overview
from tarot_teach.explain.param_words import param_label
from tarot_teach.explain.prose import prose_blocks, prose_lines
from tarot_teach.explain.rule_words import rule_paragraphs, rule_prose, rule_words, sense, sentences, under_words
from tarot_teach.loading import Library
from tarot_teach.loading.formats import OptionFile, parse_model
from tarot_teach.mechanisms import bound_to
from tarot_teach.messages import (
    N_,
    _,
    as_words,
    colon,
    current_language,
    date_text,
    parameter_in_words,
    pgettext,
    semicolon,
)
from tarot_teach.plain_data import attributes, cited
from tarot_teach.rules import STEPS, Change, Concept, Evidence, Lack, Prose, Rule, Ruleset, Source, prose_scope
from tarot_teach.text import (
    NO_TEXT,
    Cite,
    PageRef,
    RuleRef,
    Text,
    WebRef,
    as_parts,
    joined,
    say,
    separated_by_dots,
)

STEP_TITLES = {
    "deal": N_("The deal"),
    "void": N_("Hands that make a deal void"),
    "bid": N_("The auction"),
    "call": N_("Calling a partner"),
    "talon": N_("{talon:the}"),
    "exchange": N_("The exchange"),
    "discard": N_("Laying away"),
    "declare": N_("Announcements"),
    "play": N_("The play"),
    "count": N_("Counting the cards"),
    "score": N_("The score"),
    "match": N_("From deal to deal"),
}

ALWAYS = "always"
"""In place of contracts, for a rule that is in force under all."""

SEEN = 4
"""The number of examples that a rule names at most."""

EVIDENCE = {
    Evidence.CODIFIED: N_("codified: laid down by those who govern the game"),
    Evidence.DESCRIBED: N_("described by people who played it or read those who did"),
    Evidence.RECONSTRUCTED: N_("reconstructed"),
    Evidence.HOUSE: N_("house rule: a custom of some tables"),
}


# ------------------------------------------------------------ rulesets


def describe_rulebook(ruleset: Ruleset, library: Library) -> list[Block]:
    """The rule page of a ruleset: what one needs to play, each rule by itself, and what differs from the parent."""
    blocks: list[Block] = [Heading(1, full_title(ruleset), ruleset.name), *introduction(ruleset)]
    if ruleset.draft:
        blocks.append(Paragraph(say(_about_draft(ruleset)), "warning"))
    blocks += describe_overview(ruleset)
    blocks += _vocabulary(ruleset, library.glossary())
    index, steps = RuleIndex(ruleset), list(STEPS)
    if index.calls and index.calls.after_discard:
        steps.remove("call")
        steps.insert(steps.index("discard") + 1, "call")
    for step in steps:
        if ruleset.at(step):
            blocks += describe_section(ruleset, step, library, compared=False)
    blocks += _left_out(ruleset, ruleset.dropped, _("Rules left out"), "left-out")
    blocks += _lacking(ruleset)
    return [*blocks, *_compared(ruleset), *_about(ruleset)]


def _about_draft(ruleset: Ruleset) -> str:
    """The sentence that warns of a draft."""
    if ruleset.unsourced or not ruleset.lacks:
        return _("This is a draft: some of its rules have no source yet.")
    return _("This is a draft: only a part of the game is known here. What is reconstructed says so at its rule, and the end of the page names what is not told.")  # fmt: skip


def stated_above(ruleset: Ruleset, rule: Rule, pages: Collection[str]) -> Ruleset | None:
    """The farthest ancestor with one of the pages, by name, up to which a rule is the same in all but sources and evidence; None without one."""
    found, ancestor = None, ruleset.parent
    while ancestor is not None and _same_rule(ancestor.rules.get(rule.id), rule):
        found = ancestor if ancestor.name in pages else found
        ancestor = ancestor.parent
    return found


def _same_rule(one: Rule | None, other: Rule) -> bool:
    parts = ("mechanism", "params", "under", "text", "note")
    return one is not None and all(getattr(one, part) == getattr(other, part) for part in parts)


def in_short(block: RuleBlock, ancestor: Ruleset) -> RuleBlock:
    """A rule with its sentences, sources and evidence; for all else a link to the page of an ancestor that has the same rule."""
    page = RuleRef(block.id, str(block.title), ancestor.name)
    see = say(_("As in {short}, with all that shows it: {page}."), short=ancestor.short or ancestor.title, page=page)
    return replace(block, notes=(), params=(), see=see)


def _compared(ruleset: Ruleset) -> list[Block]:
    """The rules that the parent lacks or has otherwise, by their titles, and the page that sets both against each other."""
    parent = ruleset.parent
    if parent is None:
        return []
    rules = [rule for rule in ruleset.rules.values() if any(_parent_differences(ruleset, rule))]
    more = [RuleRef(rule.id, rule.title) for rule in rules if rule.id not in parent.rules]
    other = [RuleRef(rule.id, rule.title) for rule in rules if rule.id in parent.rules]
    short = parent.short or parent.title
    said = [say(_("Not in {short}: {rules}."), short=short, rules=more)] if more else []
    said += [say(_("Otherwise in {short}: {rules}."), short=short, rules=other)] if other else []
    both = _("{game}, compared with {short}").format(game=ruleset.called, short=short)
    page = PageRef("comparison", f"{parent.name} {ruleset.name}", both)
    command = f"tarot-teach compare {parent.name} {ruleset.name}"
    where = say(_("The words of both, rule by rule: {page} ({command})."), page=page, command=command)
    heading = Heading(2, say(_("Compared with {short}"), short=short), "compared")
    return [heading, Bullets((*said, where)) if said else Paragraph(where)]


def _about(ruleset: Ruleset) -> list[Block]:
    """Facts about a ruleset beside its rules: name, evidence, ancestors and house rules."""
    facts: list[tuple[str, str | Text]] = [
        (_("Name in commands"), ruleset.name),
        (_("Evidence"), _(EVIDENCE[ruleset.evidence])),
        (_("Made from"), separated_by_arrows(ancestors(ruleset))),
        (_("House rules"), ", ".join(ruleset.option_names)),
    ]
    blocks: list[Block] = [Heading(2, say(_("About these rules")), "about"), _facts(facts)]
    if ruleset.because:
        blocks += prose_blocks(Prose.compile(ruleset.because.strip()).fill(prose_scope(ruleset)), "aside")
    return blocks


def ancestors(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Yield the rulesets from which one is made, nearest first, without house rules."""
    parent = ruleset.parent
    while parent is not None:
        if not parent.options and parent.id != ruleset.id:
            yield parent
        parent = parent.parent


def separated_by_arrows(rulesets: Iterable[Ruleset]) -> Text:
    """The titles of rulesets, with arrows between them."""
    pages = (PageRef("ruleset", ruleset.name, ruleset.title) for ruleset in rulesets)
    return Text([words for page in pages for words in (" → ", page)][1:])


def introduction(ruleset: Ruleset, about: str | None = None) -> list[Block]:
    """A ruleset's ``about``, or another text, with the words of the ruleset filled in."""
    text = ruleset.about if about is None else about
    return [*prose_blocks(Prose.compile(text.strip()).fill(prose_scope(ruleset)), "lead")]


def full_title(ruleset: Ruleset) -> Text:
    """The title of a ruleset with those of its house rules."""
    return Text((ruleset.called,)).upper_first()


def _facts(rows: Iterable[tuple[str, str | Text]]) -> Table:
    """A table of facts with their labels, without those that are empty."""
    return Table((), tuple((say(label), Text(as_parts(value))) for label, value in rows if value))


def _vocabulary(ruleset: Ruleset, glossary: Mapping[str, Concept]) -> list[Block]:
    """A table of the terms that the rules use: this game's word, the general one, the French one, and the meaning."""
    parts = chain.from_iterable(rule.text.parts for rule in ruleset.rules.values() if rule.text)
    used = {part[1][0] for part in parts if not isinstance(part, str) and part[0] == "term"}
    rows = tuple(
        (
            Text((ruleset.terms[id],)),
            *(Text((word,)) for word in (it.general, *_in_french(it), ruleset.meanings.get(id, it.meaning))),
        )
        for id, it in glossary.items()
        if id in used
    )
    french = [] if current_language() == "fr" else [say(_("In French"))]
    head = (say(_("Here")), say(_("In general")), *french, say(_("Meaning")))
    return [Heading(2, say(_("Words used here")), "words"), Table(head, rows)] if rows else []


def _in_french(concept: Concept) -> list[str]:
    """The French name of a concept; nothing in French, where the general name is French already."""
    return [] if current_language() == "fr" else [concept.name_in("fr") or "–"]


def _left_out(ruleset: Ruleset, dropped: Mapping[str, Change], title: str, anchor: str) -> list[Block]:
    """The dropped rules, by their title in the nearest ancestor, each with the reason."""
    items = []
    for id, change in dropped.items():
        ancestor = ruleset.parent
        while ancestor is not None and id not in ancestor.rules:
            ancestor = ancestor.parent
        items.append(Text((f"{ancestor.rules[id].title if ancestor else id}{colon()}{change.because}",)))
    return [Heading(2, say(title), anchor), Bullets(tuple(items))] if items else []


def _lacking(ruleset: Ruleset) -> list[Block]:
    """The parts of the game that the rules do not tell, each with the places where they are told."""
    items = []
    for lack in ruleset.lacks:
        cites = separated_by_dots(Cite(citation.source, citation.at, citation.says) for citation in lack.sources)
        items.append(joined([*prose_lines(lack.says.fill(prose_scope(ruleset))), Text(("(", *cites, ")"))]))
    return [Heading(2, say(_("Not told here")), "not-told"), Bullets(tuple(items))] if items else []


def describe_section(ruleset: Ruleset, step: str, library: Library, *, compared: bool = True) -> list[Block]:
    """The rules of one section, such as ``play``, each ``compared`` with the parent's. Raises LoadError for a section without rules."""
    rules = ruleset.at(step)
    if not rules:
        hint = suggest(step, [name for name in STEPS if ruleset.at(name)], _("steps"))
        message = _("{name} has no rules of a step {step!r}")
        raise LoadError.of("rules.step", message, hint=hint, name=ruleset.name, step=step)
    heading = Heading(2, ruleset.say(_(STEP_TITLES[step])), f"step-{step}")
    return [heading, *(describe_rule(ruleset, rule, library, compared=compared) for rule in rules)]


# ------------------------------------------------------------ single rules


def describe_rule(ruleset: Ruleset, rule: Rule, library: Library, *, compared: bool = True) -> RuleBlock:
    """A rule as a block, with the easiest examples of the library that teach it, and ``compared`` with the parent's."""
    fields = type(rule.params).model_fields
    given = {name: field for name, field in fields.items() if not _left_empty(getattr(rule.params, name), field)}
    return RuleBlock(
        id=rule.id,
        title=Text((rule.title,)),
        body=_body(ruleset, rule),
        notes=prose_lines(rule.note.fill(prose_scope(ruleset, rule))) if rule.note else (),
        params=tuple(
            (parameter_in_words(name, rule.mechanism), value_text(getattr(rule.params, name)), field.description or "")
            for name, field in given.items()
        ),
        sources=tuple(Cite(citation.source, citation.at, citation.says) for citation in rule.sources),
        evidence=str(rule.evidence),
        because=Text((rule.because,)) if rule.because else Text(),
        changes=(*(_parent_differences(ruleset, rule) if compared else ()), *_origin(ruleset, rule)),
        see=_see(ruleset, rule, library),
    )


def _left_empty(value: Any, field: FieldInfo) -> bool:
    """True for a parameter that is left at a default of no, none or nothing."""
    empty = value is None or value is False or value in ("", [], {})
    return empty and bool(value == field.get_default(call_default_factory=True))


def _body(ruleset: Ruleset, rule: Rule) -> tuple[Block, ...]:
    """The prose of a rule and its table of figures, if it has one, behind the contracts under which it is in force, if not all."""
    under = (Paragraph(under_words(ruleset, rule)),) if rule.under else ()
    figures = bound_to(rule, ruleset).figures()
    return (*under, *prose_blocks(rule_prose(ruleset, rule)), *((figures,) if figures else ()))


def _see(ruleset: Ruleset, rule: Rule, library: Library) -> Text:
    """A reference to a few examples that teach a rule, or nothing."""
    files = [library.document(path).data for path in islice(library.examples_of_rule(ruleset, rule), SEEN)]
    pages = [PageRef("example", str(file.get("id")), str(file.get("title"))) for file in files]
    return say(_("See it: {examples}"), examples=separated_by_dots(pages)) if pages else NO_TEXT


def rulebook_data(ruleset: Ruleset, rules: Iterable[Rule]) -> dict[str, Any]:
    """A ruleset and some of its rules as plain data."""
    return {
        **ruleset_data(ruleset),
        "rules": [{**attributes(rule, "id", "title"), **rule_data(ruleset, rule)} for rule in rules],
    }


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset without its rules as plain data."""
    return {
        **attributes(ruleset, "name", "title", "players"),
        "deck": ruleset.deck.id,
        **attributes(ruleset, "evidence"),
        **({"draft": True} if ruleset.draft else {}),
        **({"lacks": [_lack_data(ruleset, lack) for lack in ruleset.lacks]} if ruleset.lacks else {}),
    }


def _lack_data(ruleset: Ruleset, lack: Lack) -> dict[str, Any]:
    """A part of the game that the rules do not tell as plain data."""
    says = " ".join(map(str, prose_lines(lack.says.fill(prose_scope(ruleset)))))
    return {"says": says, **({"rule": lack.rule} if lack.rule else {}), "sources": cited(lack.sources)}


def rule_data(ruleset: Ruleset, rule: Rule) -> dict[str, Any]:
    """A rule of a ruleset as plain data, without id and title."""
    return {
        "mechanism": rule.mechanism,
        "params": rule.params.model_dump(mode="json"),
        "text": " ".join(map(str, rule_paragraphs(ruleset, rule))),
        "evidence": str(rule.evidence),
        "sources": cited(rule.sources),
        **({"under": list(rule.under)} if rule.under else {}),
    }


def _parent_differences(ruleset: Ruleset, rule: Rule) -> Iterator[Text]:
    """The difference of a rule from the parent's, in a sentence; none for a rule that differs only in wording."""
    parent = ruleset.parent
    if parent is None:
        return
    short, before = parent.short or parent.title, parent.rules.get(rule.id)
    changed = (
        [each for each in param_differences((before, rule)) if not _of_gone(ruleset, parent, *each)] if before else []
    )
    if before is None:
        yield say(_("Unlike {short}, which has no such rule."), short=short)
    elif before.mechanism != rule.mechanism or changed:
        known = {sense(sentence) for sentence in sentences(rule_words(ruleset, rule))}
        differing = [sentence for sentence in sentences(rule_words(parent, before)) if sense(sentence) not in known]
        if differing:
            yield say(_("Unlike {short}, where it says: “{text}”"), short=short, text=joined(differing))
        else:
            parts = param_changes(changed, rule)
            yield say(_("Unlike {short}: {changes}."), short=short, changes=parts)


def _of_gone(ruleset: Ruleset, parent: Ruleset, name: str, values: tuple[Any, ...]) -> bool:
    """True for a parameter that differs only because the ruleset lacks a contract of the parent."""
    old, new = values
    gone = {id.partition(".")[2] for id in parent.rules.keys() - ruleset.rules.keys() if id.startswith("bid.")}
    if name == "under" and isinstance(old, list):
        return bool(new == [contract for contract in old if contract not in gone])
    return new is None and name.rpartition(".")[2] in gone


def _origin(ruleset: Ruleset, rule: Rule) -> Iterator[Text]:
    """The sentence on a rule of which the ruleset's own source does not speak."""
    origin = taken_over_from(ruleset, rule)
    if origin is not None:
        phrase = _("{source} does not speak of this; it is taken over from {short}.")
        yield say(phrase, source=Cite(ruleset.follows), short=origin.short or origin.title)


def param_changes(changed: Iterable[tuple[str, tuple[Any, ...]]], rule: Rule) -> str:
    """The parameters of a rule that differ from another's, in words: ``Cards dealt to each player: 5 (there 4)``."""
    return semicolon().join(_change(param_label(name, rule), old, new) for name, (old, new) in changed)


def _change(label: str, old: Any, new: Any) -> str:
    phrase = _("{label}: left out (there {old})") if new is None else _("{label}: {new} (there {old})")
    return phrase.format(label=label, new=value_text(new), old=value_text(old))


def taken_over_from(ruleset: Ruleset, rule: Rule) -> Ruleset | None:
    """The ancestor from which a rule is taken over where the ruleset's own source is silent; None where that source has it."""
    game = ruleset.parent if ruleset.options and ruleset.parent else ruleset
    attested = any(citation.source == game.follows for citation in rule.sources)
    if attested or game.parent is None or game.rules.get(rule.id) != rule:
        return None
    # The ruleset that last changed the rule beyond its wording, or else introduced it.
    by = next((change.by for change in reversed(rule.history) if change.params or change.before), rule.history[0].by)
    while game.id != by and game.parent is not None:
        game = game.parent
    return game if game.follows != ruleset.follows else None


def param_differences(rules: Sequence[Rule | None]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield path (``by.garde_contre``) and values of each parameter that differs between rules; None for an absent rule or
    parameter. The contracts under which rules are in force are one, ``under``."""
    by_contract = any(rule and rule.under for rule in rules)
    leaves = [
        dict(param_leaves(rule.params.model_dump())) | ({"under": list(rule.under) or ALWAYS} if by_contract else {})
        if rule
        else {}
        for rule in rules
    ]
    there = [found for rule, found in zip(rules, leaves, strict=True) if rule]
    for name in dict.fromkeys(chain.from_iterable(leaves)):
        if any(found.get(name) != there[0].get(name) for found in there):
            yield name, tuple(found.get(name) for found in leaves)


def param_leaves(value: Mapping[Any, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the parameters of a rule, and the entries of those that are tables, by their paths: ``by.garde_contre``."""
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from param_leaves(item, f"{path}{key}.")
        else:
            yield f"{path}{key}", item


def value_text(value: object) -> str:
    """The value of a parameter in words."""
    match value:
        case None | "":
            return _("nothing")
        case bool():
            return pgettext("answer", "yes") if value else pgettext("answer", "no")
        case BaseModel():
            return value_text(value.model_dump(by_alias=True, exclude_defaults=True))
        case dict():
            return (not value and pgettext("values", "none")) or ", ".join(
                f"{as_words(str(key))}{colon()}{value_text(item)}" for key, item in value.items()
            )
        case list() | tuple():
            return ", ".join(value_text(item) for item in value) or pgettext("values", "none")
    return as_words(str(value))


# ------------------------------------------------------------ house rules


def ruleset_with_option(library: Library, option: str) -> Ruleset:
    """A ruleset with the option: the federation's game for four, five or three players if it fits, else the first that fits."""
    fitting = library.fitting(option)
    base = next((id for id in ("fft-4", "fft-5", "fft-3") if id in fitting), fitting[0])
    return library.load(f"{base}+{option}")


def describe_option(library: Library, option: str) -> list[Block]:
    """The page of a house rule. Raises LoadError."""
    file = parse_model(OptionFile, library.document(library.find("option", option)))
    ruleset, fitting = ruleset_with_option(library, option), library.fitting(option)
    assert ruleset.parent is not None
    facts: list[tuple[str, str | Text]] = [
        (_("Name"), f"{fitting[0]}+{option}, …"),
        (_("Fits"), ", ".join(fitting)),
        (_("Evidence"), _(EVIDENCE[file.evidence])),
    ]
    if file.fits.because:
        facts.append((_("Fits only some"), Text((f"{file.fits.because}.",)).upper_first()))
    facts += [(_("Not together with"), f"{other}{colon()}{reason}") for other, reason in file.fits.not_with.items()]
    if file.sets:
        sets = say(_("{example} sets {param}"), example=f"{fitting[0]}+{option}=…", param=file.sets)
        facts.append((_("With a value"), sets))
    blocks: list[Block] = [Heading(1, Text((file.title,)), f"option-{option}")]
    blocks += [*introduction(ruleset, file.about), _facts(facts)]
    changed = [rule for rule in ruleset.rules.values() if rule.history[-1].by == option]
    if changed:
        base = ruleset.parent.short or ruleset.parent.title
        blocks.append(Heading(2, say(_("What it changes")), f"option-{option}-rules"))
        blocks.append(Paragraph(say(_("Shown here on top of {base}."), base=base), "aside"))
        blocks += [describe_rule(ruleset, rule, library) for rule in changed]
    gone = {id: change for id, change in ruleset.dropped.items() if change.by == option}
    return [*blocks, *_left_out(ruleset, gone, _("What it leaves out"), f"option-{option}-left-out")]


# ------------------------------------------------------------ reference pages


def describe_sources(sources: Mapping[str, Source]) -> list[Block]:
    """The bibliography."""
    lead = _(
        "Every rule names its source and the place in it. Facts are taken from the sources; their sentences are not."
    )
    blocks: list[Block] = [Heading(1, say(_("Sources")), "sources"), Paragraph(say(lead), "lead")]
    for source in sources.values():
        authors = [" ".join(name.split(", ")[::-1]) for name in source.authors]
        origin = ", ".join(part for part in (*authors, source.published, source.place, source.dated) if part)
        blocks.append(Heading(2, Text((source.title,)), f"source-{source.key}"))
        blocks.append(Paragraph(Text((Cite(source.key), f" {origin}." if origin else ""))))
        if source.address:
            phrase = _("On the web: {address} (read on {day}).") if source.accessed else _("On the web: {address}.")
            blocks.append(Paragraph(say(phrase, address=WebRef(source.address), day=date_text(source.accessed))))
        if source.note:
            blocks.append(Paragraph(Text((source.note,))))
    return blocks


def describe_errors() -> list[Block]:
    """The reference page of error codes, by area, each with cause and cure."""
    blocks: list[Block] = []
    for area, codes in groupby(error_codes().items(), key=lambda item: item[0].partition(".")[0]):
        blocks.append(Heading(2, Text((area,)), f"errors-{area}"))
        for code, explained in codes:
            words = re.sub(r"`([^`]+)`", r"‘\1’", f"{explained.cause} {explained.cure}")
            blocks += [Heading(3, Text((code,)), f"error-{code}"), Paragraph(Text((words,)))]
    return blocks
