"""Files of advice: how to value a hand, what to bid, and what signals mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from tarot_teach.advice.model import Advice, Bidding, Feature, Signal
from tarot_teach.cards import Deck
from tarot_teach.errors import KeyPath, LoadError, Place, Problem, suggest
from tarot_teach.language import _
from tarot_teach.loading.document import Document
from tarot_teach.loading.formats import CitationFile, File, Format, Id, Players, parse_model
from tarot_teach.loading.library import Library
from tarot_teach.mechanisms.base import Count, digits
from tarot_teach.rules import Citation, Ruleset

Number = Annotated[int, BeforeValidator(digits)]


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


def find_advice(library: Library, id: str, place: Place | None = None) -> Advice:
    """A body of advice by id. Raises LoadError with a suggestion; ``place`` is where the id stands."""
    path = library.path_of("advice", id)
    if path is None:
        hint = suggest(id, library.ids("advice"), _("advice"))
        raise LoadError.of("library.unknown", _("there is no advice {id!r}").format(id=id), place, hint)
    return read_advice(path, library)


def advice_for(library: Library, ruleset: Ruleset) -> Advice | None:
    """Advice for the number of players of a ruleset, else for another number; None where the library has no advice."""
    bodies = [find_advice(library, id) for id in library.ids("advice")]
    fitting = (body for body in bodies if set(body.players) & set(ruleset.players))
    return next(fitting, bodies[0] if bodies else None)


def read_advice(path: Path, library: Library) -> Advice:
    """A file of advice. Raises LoadError with every fault."""
    document = library.document(path)
    file = parse_model(AdviceFile, document)
    deck = library.deck(file.deck, document.place(("deck",)))
    problems = list(_faults(file, document, deck, library))
    if problems:
        raise LoadError(problems)
    common = file.sources
    return Advice(
        id=file.id,
        title=file.title,
        about=file.about,
        players=tuple(file.players),
        features=tuple(
            Feature(
                id=entry.id,
                title=entry.title,
                kind=entry.kind,
                cards=tuple(entry.cards),
                needs=tuple(entry.needs),
                lacks=tuple(entry.lacks),
                points=entry.points,
                at_least=entry.at_least,
                steps=dict(entry.steps),
                contracts=tuple(entry.contracts),
                sources=_cited(entry.sources or common),
                note=entry.note,
            )
            for entry in file.evaluation
        ),
        bids=tuple(Bidding(entry.contract, entry.least) for entry in file.bids),
        signals=tuple(
            Signal(
                id=entry.id,
                title=entry.title,
                kind=entry.kind,
                says=entry.says,
                ranks=(entry.ranks[0], entry.ranks[1]),
                parity=entry.parity,
                number=entry.number,
                cards=tuple(entry.cards),
                sources=_cited(entry.sources or common),
            )
            for entry in file.signals
        ),
        maxims=tuple((entry.says, _cited(entry.sources)) for entry in file.maxims),
        sources=_cited(common),
        note=file.note,
    )


def known_contracts(library: Library) -> set[str]:
    """The names of the contracts that files of rulesets and options bring."""
    paths = [library.path_of(kind, id) for kind in ("ruleset", "option") for id in library.ids(kind)]
    written = [library.document(path).data for path in paths if path is not None]
    groups = [data.get(key) for data in written if isinstance(data, dict) for key in ("rules", "adds")]
    return {
        rule.partition(".")[2]
        for group in groups
        if isinstance(group, dict)
        for rule, entry in group.items()
        if rule.startswith("bid.") and isinstance(entry, dict) and entry.get("mechanism") == "contract"
    }


def _cited(entries: list[CitationFile]) -> tuple[Citation, ...]:
    return tuple(Citation(entry.source, entry.at, entry.says) for entry in entries)


def _faults(file: AdviceFile, document: Document, deck: Deck, library: Library) -> list[Problem]:
    """Cards that the pack has not got, and sources that are not in the bibliography."""
    problems: list[Problem] = []

    def fault(message: str, path: KeyPath, hint: str) -> None:
        problems.append(Problem("advice.name", message, document.place(path), hint))

    lists: list[tuple[KeyPath, list[str]]] = [
        (("evaluation", i, name), getattr(entry, name))
        for i, entry in enumerate(file.evaluation)
        for name in ("cards", "needs", "lacks")
    ]
    lists += [(("signals", i, "cards"), signal.cards) for i, signal in enumerate(file.signals)]
    for path, names in lists:
        for j, name in enumerate(names):
            if deck.named(name) is None:
                hint = suggest(name, [*deck.marks, *deck.suits], _("marks and suits"))
                fault(
                    _("{name!r} is no mark, suit or card of the {title}").format(name=name, title=deck.title),
                    (*path, j),
                    hint,
                )
    contracts = known_contracts(library)
    named: list[tuple[KeyPath, str]] = [
        (("evaluation", i, "contracts", j), name)
        for i, entry in enumerate(file.evaluation)
        for j, name in enumerate(entry.contracts)
    ]
    named += [(("bids", i, "contract"), bid.contract) for i, bid in enumerate(file.bids)]
    for path, name in named:
        if name not in contracts:
            fault(
                _("no ruleset or option has a contract {name!r}").format(name=name),
                path,
                suggest(name, contracts, _("contracts")),
            )
    cited: list[tuple[KeyPath, list[CitationFile]]] = [(("sources",), file.sources)]
    groups: dict[str, list[list[CitationFile]]] = {
        "evaluation": [feature.sources for feature in file.evaluation],
        "signals": [signal.sources for signal in file.signals],
        "maxims": [maxim.sources for maxim in file.maxims],
    }
    for group, lists_of_sources in groups.items():
        cited += [((group, i, "sources"), citations) for i, citations in enumerate(lists_of_sources)]
        if not file.sources and not all(lists_of_sources):
            fault(
                _("some of the {group} have no source").format(group=group),
                (group,),
                _("add `sources:` to the file, or to each"),
            )
    for path, citations in cited:
        for j, citation in enumerate(citations):
            if citation.source not in library.sources():
                hint = suggest(citation.source, library.sources(), _("sources"))
                fault(
                    _("{source!r} is not in the bibliography").format(source=citation.source),
                    (*path, j, "source"),
                    hint,
                )
    return problems
