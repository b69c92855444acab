"""A house rule by itself: what it adds to a ruleset, alters and leaves out, and on which rulesets it can be put."""

from __future__ import annotations

from collections.abc import Iterator

from tarot_teach.blocks import Block, Bullets, Heading, Paragraph, Table
from tarot_teach.explain.rulebook import EVIDENCE, describe_rule, dropped_rules
from tarot_teach.language import _
from tarot_teach.loading import Library
from tarot_teach.loading.formats import OptionFile, parse_model
from tarot_teach.rules import Prose, Ruleset, prose_scope
from tarot_teach.text import Text, say


def stands_on(library: Library, option: str) -> Ruleset:
    """A ruleset with the option on top: the game for four where it fits, else the first that it fits."""
    fitting = library.fitting(option)
    base = next((id for id in ("fft-4", "fft-5", "fft-3") if id in fitting), fitting[0])
    return library.load(f"{base}+{option}")


def describe_option(library: Library, option: str) -> list[Block]:
    """The page of an option. Raises LoadError."""
    path = library.find("option", option)
    file = parse_model(OptionFile, library.document(path))
    ruleset = stands_on(library, option)
    return [Heading(1, Text((file.title,)), f"option-{option}"), *_blocks(library, file, ruleset)]


def _blocks(library: Library, file: OptionFile, ruleset: Ruleset) -> Iterator[Block]:
    for paragraph in file.about.strip().split("\n\n"):
        yield Paragraph(Prose.compile(paragraph).fill(prose_scope(ruleset)), "lead")
    yield _facts(library, file)
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


def _facts(library: Library, file: OptionFile) -> Table:
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
