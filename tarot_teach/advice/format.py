"""Files of advice: how to value a hand, what to bid, and what signals mean."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from tarot_teach.cards import Deck
from tarot_teach.errors import Faults, KeyPath, LoadError, Place, suggest
from tarot_teach.loading.contract_table import SECTION, rules_of_table
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import CitationFile, File, Format, Id, Number, Players, parse_model
from tarot_teach.loading.library import Library
from tarot_teach.mechanisms.base import Count
from tarot_teach.messages import _
from tarot_teach.rules import Ruleset
from tarot_teach.text import row_of


class FeatureFile(File):
    """A feature of a hand."""

    id: Id
    title: str
    kind: Literal["each", "steps", "sequence", "in_suit", "long_suit", "short_suit"] = Field(
        description="How its points are counted."
    )
    cards: list[str] = Field(default_factory=list, description="The cards that are counted.")
    needs: list[str] = Field(default_factory=list, description="Cards that must be held.")
    lacks: list[str] = Field(default_factory=list, description="Cards that must not be held.")
    points: Count = Field(0, description="Points for each.")
    at_least: Count = Field(0, description="How many must be held for any to count.")
    steps: dict[Number, Count] = Field(default_factory=dict, description="Points by a number of cards.")
    contracts: list[str] = Field(default_factory=list, description="The contracts for which it counts; none: all.")
    sources: list[CitationFile] = Field(default_factory=list)
    note: str = ""


class BiddingFile(File):
    """From which total a contract is advised."""

    contract: str
    least: Count


class SignalFile(File):
    """A signal."""

    id: Id
    title: str
    kind: Literal["lead", "deny", "trump_lead", "falling", "stop"] = Field(description="When it is given.")
    says: str = Field(description="What it means, in a sentence.")
    ranks: list[Number] = Field(default_factory=lambda: [1, 99], min_length=2, max_length=2, description="From, to.")
    parity: Literal["", "odd", "even"] = ""
    number: Count = Field(0, description="How many cards it speaks of.")
    cards: list[str] = Field(default_factory=list, description="The cards that it promises, or denies.")
    sources: list[CitationFile] = Field(default_factory=list)


class MaximFile(File):
    """A piece of advice in words."""

    says: str
    sources: list[CitationFile] = Field(min_length=1)


class AdviceFile(File):
    """A file of advice."""

    format: Format
    id: Id
    title: str
    about: str = ""
    deck: str = Field(description="The pack whose cards it names.")
    players: Players = Field(description="For how many players it was made.")
    sources: list[CitationFile] = Field(default_factory=list, description="Where it is found, unless a line says more.")
    evaluation: list[FeatureFile] = Field(default_factory=list, description="The features of a hand.")
    bids: list[BiddingFile] = Field(default_factory=list, description="Contracts from lowest to highest.")
    signals: list[SignalFile] = Field(default_factory=list, description="What plays tell one's partners.")
    maxims: list[MaximFile] = Field(default_factory=list, description="Advice in words.")
    note: str = Field("", description="What was decided where the source is unclear.")


def find_advice(library: Library, id: str, place: Place | None = None) -> AdviceFile:
    """Advice by id; ``place`` is where the id stands. Raises LoadError with a suggestion."""
    path = library.path_of("advice", id)
    if path is None:
        hint = suggest(id, library.ids("advice"), _("advice"))
        raise LoadError.of("library.unknown", _("there is no advice {id!r}").format(id=id), place, hint)
    return read_advice(path, library)


def advice_on(library: Library, id: str, ruleset: Ruleset, place: Place | None = None) -> AdviceFile:
    """Advice by id for the hands of a ruleset. Raises LoadError with a suggestion, also for advice about another pack or other contracts."""
    body = find_advice(library, id, place)
    if fits(body, ruleset):
        return body
    message = _("the advice {id!r} does not fit {name}: {values}")
    contracts = row_of(bidding.contract for bidding in body.bids)
    values = _("it values hands of the pack {deck} for {contracts}").format(deck=body.deck, contracts=contracts)
    known = [other for other in library.ids("advice") if fits(find_advice(library, other), ruleset)]
    hint = _("fitting advice: {known}").format(known=row_of(known)) if known else _("there is no advice for this game")
    raise LoadError.of("evaluate.advice", message, place, hint, id=id, name=ruleset.name, values=values)


def fits(advice: AdviceFile, ruleset: Ruleset) -> bool:
    """True for advice about the pack of a ruleset and at least one of its contracts, if it advises any."""
    contracts = [bidding.contract for bidding in advice.bids]
    return advice.deck == ruleset.deck.id and (
        not contracts or any(f"bid.{name}" in ruleset.rules for name in contracts)
    )


def advice_for(library: Library, ruleset: Ruleset) -> AdviceFile | None:
    """Advice that fits a ruleset, if possible for its number of players; None where the library has none."""
    bodies = [body for id in library.ids("advice") if fits(body := find_advice(library, id), ruleset)]
    meant = (body for body in bodies if set(body.players) & set(ruleset.players))
    return next(meant, bodies[0] if bodies else None)


def read_advice(path: Path, library: Library) -> AdviceFile:
    """Read a file of advice; features and signals without sources get those of the file. Raises LoadError with every fault."""
    document = library.document(path)
    file = parse_model(AdviceFile, document)
    _check_names(file, document, library.deck(file.deck, document.place(("deck",))), library)
    features = [entry.model_copy(update={"sources": entry.sources or file.sources}) for entry in file.evaluation]
    signals = [entry.model_copy(update={"sources": entry.sources or file.sources}) for entry in file.signals]
    return file.model_copy(update={"evaluation": features, "signals": signals})


def known_contracts(library: Library) -> set[str]:
    """Names of the contracts in the files of all rulesets and options."""
    paths = [library.path_of(kind, id) for kind in ("ruleset", "option") for id in library.ids(kind)]
    written = [library.document(path).data for path in paths if path is not None]
    groups = [data.get(key) for data in written if isinstance(data, dict) for key in ("rules", "adds")]
    groups += [rules_of_table(data.get(SECTION)) for data in written if isinstance(data, dict)]
    return {
        rule.partition(".")[2]
        for group in groups
        if isinstance(group, dict)
        for rule, entry in group.items()
        if rule.startswith("bid.") and isinstance(entry, dict) and entry.get("mechanism") == "contract"
    }


def _check_names(file: AdviceFile, document: Document, deck: Deck, library: Library) -> None:
    """Raise LoadError for cards that the pack does not have, and for unknown contracts and sources."""
    faults, known = Faults(document), known_contracts(library)
    cards: list[tuple[KeyPath, list[str]]] = []
    contracts: list[tuple[KeyPath, str]] = [(("bids", i, "contract"), bid.contract) for i, bid in enumerate(file.bids)]
    for i, feature in enumerate(file.evaluation):
        cards += [(("evaluation", i, name), getattr(feature, name)) for name in ("cards", "needs", "lacks")]
        contracts += [(("evaluation", i, "contracts", j), name) for j, name in enumerate(feature.contracts)]
    cards += [(("signals", i, "cards"), signal.cards) for i, signal in enumerate(file.signals)]
    for path, i, name in ((path, i, name) for path, names in cards for i, name in enumerate(names)):
        if deck.named(name) is None:
            hint = suggest(name, [*deck.marks, *deck.suits], _("marks and suits"))
            message = _("{name!r} is no mark, suit or card of the {title}")
            faults.fault("advice.name", message, (*path, i), hint, name=name, title=deck.title)
    for path, name in contracts:
        if name not in known:
            message = _("no ruleset or option has a contract {name!r}")
            faults.fault("advice.name", message, path, suggest(name, known, _("contracts")), name=name)
    cited: list[tuple[KeyPath, list[CitationFile]]] = [(("sources",), file.sources)]
    for group in ("evaluation", "signals", "maxims"):
        lists = [entry.sources for entry in getattr(file, group)]
        cited += [((group, i, "sources"), citations) for i, citations in enumerate(lists)]
        if not file.sources and not all(lists):
            hint = _("add `sources:` to the file, or to each")
            faults.fault("advice.name", _("some of the {group} have no source"), (group,), hint, group=group)
    for path, i, citation in ((path, i, citation) for path, citations in cited for i, citation in enumerate(citations)):
        if citation.source not in library.sources():
            hint = suggest(citation.source, library.sources(), _("sources"))
            message = _("{source!r} is not in the bibliography")
            faults.fault("advice.name", message, (*path, i, "source"), hint, source=citation.source)
    faults.check()
