"""The parts of a game that a ruleset does not tell: the entries of ``lacks`` of its files, checked."""

from __future__ import annotations

from collections.abc import Iterable

from tarot_teach.errors import suggest
from tarot_teach.loading.bind import RuleBuilder
from tarot_teach.loading.formats import LackFile, RulesetFile
from tarot_teach.loading.inherit import Layer
from tarot_teach.messages import _
from tarot_teach.rules import Lack, Prose, ProseError, Ruleset, prose_scope


def lacks_of(ruleset: Ruleset, lineage: Iterable[Layer], builder: RuleBuilder) -> tuple[Lack, ...]:
    """The parts of the game that a ruleset does not tell, in the order of its files from the oldest ancestor on, without those for which a later
    file or a house rule has a rule.

    Adds to the faults of the builder that of an entry whose rule stands in the same ruleset, of one that is written twice, of a sentence that cannot be filled, and of
    a source that is unknown or has no place.
    """
    found: dict[str, Lack] = {}
    faults = builder.faults
    for layer in lineage:
        assert isinstance(layer.file, RulesetFile)
        for i, entry in enumerate(layer.file.lacks):
            lack = _lack(ruleset, layer, i, entry, builder)
            if entry.rule in layer.file.rules or entry.rule in layer.file.adds:
                message, hint = _("{id} stands among the rules of this file"), _("take the entry away, or the rule")
                faults.fault("rules.lacks", message, layer.place("lacks", i, "rule"), hint, id=entry.rule)
            if any(other.says == entry.says or other.rule == entry.rule is not None for other in layer.file.lacks[:i]):
                message, hint = _("this stands above already"), _("take one of the two entries away")
                faults.fault("rules.lacks", message, layer.place("lacks", i), hint)
            if lack:
                found[entry.rule or entry.says] = lack
    return tuple(lack for lack in found.values() if lack.rule not in ruleset.rules)


def _lack(ruleset: Ruleset, layer: Layer, i: int, entry: LackFile, builder: RuleBuilder) -> Lack | None:
    """An entry of ``lacks``, or None where its sentence cannot be filled."""
    faults, sources = builder.faults, builder.sources
    for n, citation in enumerate(entry.sources):
        if citation.source not in sources:
            message, hint = _("{source!r} is not in the bibliography"), suggest(citation.source, sources, _("sources"))
            place = layer.place("lacks", i, "sources", n, "source")
            faults.fault("rules.unknown-source", message, place, hint, source=citation.source)
    if not any(citation.at for citation in entry.sources):
        message, hint = _("this names a source, but no place in it"), _("add `at:` with a heading or a page")
        faults.fault("rules.unsourced", message, layer.place("lacks", i, "sources", 0), hint)
    try:
        says = Prose.compile(entry.says.strip())
        says.fill(prose_scope(ruleset))
    except ProseError as error:
        builder.prose_fault(error, layer.document, ("lacks", i, "says"))
        return None
    return Lack(says, entry.rule or "", tuple(citation.citation for citation in entry.sources))
