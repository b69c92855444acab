"""Formats of the files: their models, and reading a document as a model with every fault at its place."""

from __future__ import annotations

import copy
from functools import reduce
from operator import getitem
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    RootModel,
    Tag,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import ErrorDetails

from tarot_teach.errors import KeyPath, LoadError, Place, Problem, suggest
from tarot_teach.loading.document import Document
from tarot_teach.mechanisms.base import Count, Flag, ValueFormError, digits
from tarot_teach.messages import N_, _, pgettext
from tarot_teach.rules import Citation, Evidence
from tarot_teach.text import Cite

M = TypeVar("M", bound=BaseModel)
MAX_ROUNDS = 20
"""Number of times that faulty entries are removed from a file to find the faults of the others."""

Format = Annotated[Literal[1], BeforeValidator(digits)]
Number = Annotated[int, BeforeValidator(digits)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
Section = Literal["deal", "void", "bid", "call", "talon", "exchange", "discard", "declare", "play"]
Play = Literal["tricks", "shedding", "fishing"]
RuleId = Annotated[str, Field(pattern=r"^[a-z]+\.[a-z][a-z0-9_]*$")]


def _players(value: Any) -> Any:
    """``4``, ``[3, 4]`` or ``2-6`` as a list of numbers."""
    if isinstance(value, str | int):
        first, dash, last = str(value).partition("-")
        if dash:
            low, high = digits(first), digits(last)
            if not 2 <= low <= high <= 8:
                raise ValueFormError(
                    _("{value!r} is not a range of numbers of players").format(value=value), _("write it like 3-5")
                )
            return list(range(low, high + 1))
        return [value]
    return value


Players = Annotated[
    list[Annotated[int, BeforeValidator(digits), Field(ge=2, le=8)]],
    BeforeValidator(_players),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 2, "maximum": 8},
                {"type": "string", "pattern": "^[2-8]-[2-8]$"},
                {"type": "array", "items": {"type": "integer", "minimum": 2, "maximum": 8}, "minItems": 1},
            ]
        }
    ),
]


class File(BaseModel):
    """Base of everything in a file: frozen, and unknown keys are refused."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CitationFile(File):
    """A source and the place in it."""

    source: str = Field(description="A key of the bibliography.")
    at: str = Field("", description="The place in the source: a heading, a page.")
    says: str = Field("", description="What the source says, where it needs a word.")

    @property
    def cite(self) -> Cite:
        """The reference to the source."""
        return Cite(self.source, self.at)

    @property
    def citation(self) -> Citation:
        """The source, the place in it, and what it says, without the file."""
        return Citation(self.source, self.at, self.says)


class TermFile(File):
    """The word of this game for a concept of the glossary."""

    label: str = Field(description="The word that players of this game use, and that prose prints.")
    plural: str = Field("", description="Its plural, where that is not the word with an `s`.")
    meaning: str = Field("", description="What it is in this game, where that is not what the glossary says.")


class RuleFile(File):
    """A rule."""

    mechanism: str = Field(description="The kind of rule: a mechanism of the step that begins the rule's id.")
    params: dict[str, Any] = Field(default_factory=dict, description="The mechanism's parameters.")
    title: str | None = Field(
        None, description="A short name for people; by default the heading of the mechanism, where it has one."
    )
    text: str | None = Field(None, description="The rule in prose; may interpolate params, terms, cards and rules.")
    note: str | None = Field(None, description="What else is worth saying: where sources disagree, and why.")
    sources: list[CitationFile] = Field(default_factory=list, description="Where the rule is found.")
    at: str = Field("", description="In place of `sources`: where it is in the first source of the ruleset.")
    evidence: Evidence | None = Field(None, description="How well it is attested; by default like the ruleset.")
    because: str = Field("", description="Why, for rules that are reconstructed, a house rule, or changed.")
    after: str | None = Field(None, description="In `adds`, or beside `uses`: the rule behind which it is put.")
    before: str | None = Field(None, description="In `adds`, or beside `uses`: the rule in front of which it is put.")
    under: list[str] = Field(
        default_factory=list,
        description="Contracts, or groups of them, under which the rule is in force; by default always.",
    )


class ChangeFile(File):
    """Changes of a rule by a child or an option: parameters are merged key by key, other fields replaced."""

    mechanism: str | None = Field(None, description="Another mechanism; then all its parameters are given anew.")
    params: dict[str, Any] | None = Field(None, description="Parameters that differ.")
    title: str | None = None
    text: str | None = None
    note: str | None = None
    sources: list[CitationFile] | None = Field(None, description="Where the change is found; or give `because`.")
    at: str = Field("", description="In place of `sources`: where it is in the first source of the ruleset.")
    evidence: Evidence | None = None
    because: str | None = Field(None, description="Why it differs.")
    after: str | None = Field(None, description="The rule behind which it is moved.")
    before: str | None = Field(
        None, description="The rule in front of which it is moved, as a contract that ranks lower."
    )
    under: list[str] | None = Field(None, description="Other contracts, or groups of them; `[]` for always.")


class LackFile(File):
    """A part of the game that its sources tell and the ruleset does not."""

    says: str = Field(description="One sentence: `Who may announce the pagat is not told.`")
    rule: RuleId | None = Field(
        None, description="The id that its rule would have; a child or a house rule that has such a rule tells it."
    )
    sources: list[CitationFile] = Field(description="Where it is told.", min_length=1)


class _Alterations(File):
    changes: dict[RuleId, ChangeFile] = Field(default_factory=dict, description="Rules that differ, by id.")
    adds: dict[RuleId, RuleFile] = Field(default_factory=dict, description="New rules.")
    drops: dict[RuleId, str] = Field(default_factory=dict, description="Rules left out, each with the reason.")


class UnitFile(File):
    """The way in which game points are written."""

    sign: str = Field(description="What stands in front of an amount: `$`.")
    places: Count = Field(description="How many digits stand behind the point: 2 writes 25 as 0.25.", le=4)


class PlayPhase(File):
    """The play, with its kind beside the name of the section."""

    play: Play = Field(description="The kind of play: `tricks` is the usual one.")


def phase_name(entry: Section | PlayPhase) -> Section:
    """The section of an entry of `phases`."""
    return "play" if isinstance(entry, PlayPhase) else entry


PhaseEntry = Annotated[
    Annotated[Section, Tag("section")] | Annotated[PlayPhase, Tag("kind")],
    Discriminator(lambda entry: "kind" if isinstance(entry, dict | PlayPhase) else "section"),
]


class BundleFile(File):
    """Rules that many games have, for `uses` of a ruleset."""

    format: Format = Field(description="The version of this format: 1.")
    id: Id = Field(description="A short name, unique among bundles.")
    title: str
    about: str = Field("", description="Which games have these rules.")
    gives: dict[RuleId, RuleFile] = Field(
        description="The rules, in order of application; their sources are those of the ruleset.", min_length=1
    )


class RulesetFile(_Alterations):
    """A ruleset: whole, or as a child of another (`extends`)."""

    format: Format = Field(description="The version of this format: 1.")
    id: Id = Field(description="A short name, unique among rulesets.")
    title: str
    short: str = Field("", description="What other rulesets call it in a sentence: `the federation`.")
    follows: str = Field("", description="The source whose game it states; other rules are marked as taken over.")
    unit: UnitFile | None = Field(None, description="How game points are written, where they are money.")
    about: str = Field("", description="What the game is; paragraphs.")
    extends: str | None = Field(None, description="The parent: a ruleset's id, or the path of its file.")
    players: Players | None = Field(None, description="For how many: `4`, `[3, 4]` or `2-6`.")
    phases: list[PhaseEntry] = Field(
        default_factory=list,
        description="The phases of a deal in order, where it is not the usual one; `{play: shedding}` names a kind of play.",
    )
    deck: str | None = Field(None, description="The pack it is played with.")
    sources: list[CitationFile] = Field(
        default_factory=list, description="Where its rules are found, but for those that name sources or reasons."
    )
    draft: Flag = Field(
        False,
        description="Whether it is a sketch, some rules of which have no source yet, or a part of a game, whose `lacks` name the rest.",
    )
    evidence: Evidence | None = Field(None, description="How well the game is attested.")
    because: str = Field("", description="Why, when it is reconstructed or a house rule.")
    terms: dict[str, TermFile] = Field(default_factory=dict, description="This game's words for concepts.")
    groups: dict[str, list[str]] = Field(default_factory=dict, description="Contracts by a common name, for `under`.")
    contracts: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], dict[str, Any]] = Field(
        default_factory=dict,
        description="The contracts as a table, lowest first: of each its title, its parameters, its `groups`, and columns that `contracts.COLUMN` puts into maps by contract.",
    )
    uses: list[str] = Field(
        default_factory=list,
        description="Bundles of rules that a whole ruleset begins with: ids, or paths of files. `changes` and `drops` may name their rules.",
    )
    rules: dict[RuleId, RuleFile] = Field(default_factory=dict, description="The rules, in order of application.")
    lacks: list[LackFile] = Field(default_factory=list, description="What of the game these rules do not tell.")

    def cited(self, at: str) -> list[CitationFile]:
        """The sources of the whole, the first of them with a place of its own."""
        first = [CitationFile(source=each.source, at=at, says=each.says) for each in self.sources[:1] if at]
        return [*first, *self.sources[len(first) :]]

    @property
    def by_custom(self) -> bool:
        """True for a child some of whose alterations are house rules: they name no source, or that evidence.

        Mere wording is none; what is dropped is one where the file names no source at all. What a root alters in its bundles is its rules.
        """
        if not self.extends:
            return False
        changes = [
            entry
            for entry in self.changes.values()
            if entry.params or entry.mechanism or entry.under is not None or entry.evidence
        ]
        found = self.sources
        grades = [
            entry.evidence or (None if entry.sources or (found and not entry.because) else Evidence.HOUSE)
            for entry in changes
        ]
        grades += [entry.evidence for entry in self.adds.values()]
        entries: list[ChangeFile | RuleFile] = [*self.changes.values(), *self.adds.values()]
        return Evidence.HOUSE in grades or bool(
            self.drops and not found and not any(entry.sources for entry in entries)
        )


class FitsFile(File):
    """Conditions under which an option fits a ruleset."""

    players: Players | None = Field(None, description="The numbers of players for which it works.")
    because: str = Field("", description="Why only for these.")
    requires: list[RuleId] = Field(default_factory=list, description="Rules that the ruleset must have.")
    also_for: list[RuleId] = Field(
        default_factory=list,
        description="Contracts that other options may bring, for which it sets something; where one is missing, what is set "
        "for it is left out.",
    )
    not_with: dict[Id, str] = Field(
        default_factory=dict, description="Options that it cannot go with, each with the reason."
    )


class OptionFile(_Alterations):
    """A house rule that can be put on top of rulesets: `fft-4+misere`."""

    format: Format = Field(description="The version of this format: 1.")
    id: Id = Field(description="A short name, unique among options.")
    title: str
    about: str = Field("", description="What it changes, and where it is played.")
    evidence: Evidence = Field(Evidence.HOUSE, description="How well it is attested.")
    because: str = ""
    sources: list[CitationFile] = Field(default_factory=list, description="Where it is found.")
    sets: str = Field("", description="The parameter that `OPTION=VALUE` sets: `void.weak_hand.fewer_than`.")
    fits: FitsFile = Field(default_factory=FitsFile, description="What it asks of a ruleset.")
    yields: Flag = Field(False, description="Whether it gives way where another option alters the same.")


class SuitFile(File):
    """A suit of a pack."""

    letter: str = Field(pattern=r"^[A-Z]$", description="The letter that begins its cards' codes.")
    kind: Literal["plain", "trump", "excuse"] = Field(description="`trump` beats the plain suits.")
    ranks: str = Field("", description="The list of ranks it has; none for the Excuse.")
    symbol: str = Field("", description="The sign printed on cards; by default the letter, for a plain suit.")
    name: str = Field("", description="Its name in sentences; by default its id.")
    code: str = Field("", description="The code of the one card of an Excuse.")


def _step(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


RankStep = Annotated[
    list[str],
    BeforeValidator(_step),
    Field(min_length=1),
    WithJsonSchema(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
    ),
]
"""A rank, or several that are equal."""


class OrderFile(File):
    """The standing order of a pack, where that does not follow from the kinds of its suits."""

    trumps: str = Field("", description="The suit of trumps, where it is a plain suit.")
    no_suit: list[str] = Field(
        default_factory=list,
        description="Cards that belong to no suit in play: led, they leave the suit to the next card.",
    )


class VariantFile(File):
    """Another order, which a contract brings."""

    power: Literal["none"] = Field(description="`none`: trumps win only where they follow.")


class DeckFile(File):
    """A pack of cards."""

    format: Format = Field(description="The version of this format: 1.")
    id: Id
    title: str
    about: str = ""
    suits: dict[str, SuitFile] = Field(description="The suits, in order.", min_length=1)
    ranks: dict[str, list[RankStep]] = Field(
        description="Lists of ranks, lowest first; a list among them has equal ranks, of which the later card wins."
    )
    order: OrderFile = Field(
        default_factory=lambda: OrderFile(trumps=""), description="The standing order, where the suits do not tell it."
    )
    as_trumps: dict[str, list[RankStep]] = Field(
        default_factory=dict,
        description="The trumps, lowest first, where a suit, or a suit with a list of ranks, is trumps: its ranks, and codes of other cards.",
    )
    variants: dict[Id, VariantFile] = Field(default_factory=dict, description="Other orders, which contracts bring.")
    names: dict[str, str] = Field(
        default_factory=dict, description="Ranks in words: `R` is `king`; and single cards by code: `T20` is `Angel`."
    )
    aliases: dict[str, str] = Field(default_factory=dict, description="Other letters read as ranks: `K` as `R`.")
    marks: dict[str, list[str]] = Field(description="Sets of cards: by code, rank letter, suit or other marks.")
    points: dict[str, str] = Field(description="Card points of marks (`4½`); `other` for all the rest.")
    cards: Count = Field(description="How many cards the pack must have.")
    total: str = Field(description="The card points of the whole pack.")


PackPart = Literal["suits", "ranks", "names", "aliases", "order", "as_trumps", "variants", "marks", "points"]
"""A part of a pack that has entries."""


class DeckChildFile(File):
    """A pack made of another one (`extends`)."""

    format: Format = Field(description="The version of this format: 1.")
    id: Id
    title: str
    about: str = ""
    extends: str = Field(description="The pack it is made of: an id, or the path of its file.")
    drops: dict[PackPart, list[str]] = Field(
        default_factory=dict, description="What is left out, by part: keys of entries."
    )
    changes: dict[PackPart, dict[str, Any]] = Field(
        default_factory=dict, description="Entries that differ or are new, by part; lists are replaced."
    )
    cards: Count = Field(description="How many cards the pack must have.")
    total: str = Field(description="The card points of the whole pack.")


class AnyDeckFile(RootModel[DeckChildFile | DeckFile]):
    """A pack of cards, whole or made of another one."""


class SourceFile(File):
    """An entry of the bibliography."""

    title: str
    author: str = Field(
        "", description="`Dummett, Michael`, several with `and`; a name without a comma is taken as it is written."
    )
    year: str = Field("", description="`1980`, or in words, such as `about 2011`.")
    published: str = Field("", description="Where: a publisher, a journal, a site.")
    place: str = Field("", description="The town where it was printed.")
    address: str = Field("", pattern=r"^https?://\S+$", description="Where it can be read on the web.")
    accessed: str = Field(
        "", pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$", description="The day on which it was read there."
    )
    kind: Literal["book", "article", "page"] = Field("page", description="How bibliographies set it.")
    note: str = Field("", description="What kind of source it is, and how far it is followed.")


class SourcesFile(File):
    """The bibliography."""

    format: Format
    sources: dict[str, SourceFile]


def parse_model(model: type[M], document: Document) -> M:
    """A document as a model. Raises LoadError with every fault of the file."""
    parsed, problems = parse_leniently(model, document)
    if parsed is None or problems:
        raise LoadError(problems)
    return parsed


def parse_leniently(model: type[M], document: Document) -> tuple[M | None, list[Problem]]:
    """A document as a model without its faulty entries, and the faults, so that faults of other kinds can be found too.

    The model is None where too little is left of the document.
    """
    problems = format_problems(document)
    if problems:
        return None, problems
    data = copy.deepcopy(document.data)
    for _round in range(MAX_ROUNDS):
        try:
            return model.model_validate(data), problems
        except ValidationError as error:
            details = error.errors()
            by_place: dict[tuple[KeyPath, bool], Problem] = {}
            for detail in details if not problems else ():  # those of the first round, one for each place
                path, problem = problem_of(detail, model, document)
                by_place.setdefault((path, problem.code == "file.unknown-key"), problem)
            problems = problems or list(by_place.values())
            if not all(_prune(data, detail) for detail in details):
                break
    return None, problems


def _prune(data: Any, detail: ErrorDetails) -> bool:
    """Remove the entry that is at fault, or that lacks a key; False where nothing would be left."""
    path = _existing(detail["loc"], data, keep=0)
    for end in range(len(path), 0, -1):
        holder = reduce(getitem, path[: end - 1], data)
        if isinstance(holder, dict):
            holder.pop(path[end - 1], None)
            return True
    return detail["type"] != "missing" and detail["loc"][:1] != () and detail["loc"][0] not in data


def format_problems(document: Document) -> list[Problem]:
    """Faults that keep a document from being read as a file of any kind."""
    if not isinstance(document.data, dict):
        hint = _("begin with `format: 1`")
        return [Problem("file.empty", _("this file holds no entries"), Place(document.file, 1, 1), hint)]
    version = document.data.get("format")
    if version == "1":
        return []
    message = _("`format` is missing") if version is None else _("format {version!r} is not known")
    later = isinstance(version, str) and version.isdecimal() and version.lstrip("0") > "1"
    hint = _("this version reads `format: 1`") + (_("; install a newer tarot_teach") if later else "")
    return [Problem.of("file.format", message, document.place(("format",)), hint, version=version)]


def problem_of(
    detail: ErrorDetails, model: type[BaseModel], document: Document, base: KeyPath = ()
) -> tuple[KeyPath, Problem]:
    """An error of pydantic as a problem, with the path of the entry; the model stands at the path ``base``."""
    loc, kind = detail["loc"], detail["type"]
    path = _existing((*base, *loc), document.data, keep=len(base))
    place = document.place(path, key=kind == "extra_forbidden" or loc[-1:] == ("[key]",))
    given, context, last = detail.get("input"), detail.get("ctx", {}), path[-1] if path else ""
    quoted = repr(given) if len(repr(given)) <= 60 else repr(given)[:57] + "…'"
    if kind == "extra_forbidden":
        hint = suggest(str(last), _fields_at(model, loc[:-1]), pgettext("list", "known"))
        return path, Problem.of("file.unknown-key", _("{last!r} is not known here"), place, hint, last=last)
    if kind in ("literal_error", "enum"):
        expected = str(context.get("expected", "")).replace(" or ", ", ").split(",")
        hint = suggest(str(given), [part.strip().strip("'") for part in expected], _("allowed"))
        return path, Problem.of("file.value", _("{quoted} is not allowed here"), place, hint, quoted=quoted)
    if kind == "value_error":
        error = context.get("error", detail["msg"])
        return path, Problem("file.value", str(error), place, getattr(error, "hint", None))
    message, hint = _MESSAGES.get(kind, _OTHERWISE)
    if kind == "string_pattern_mismatch":
        hint = _PATTERN_HINTS.get(str(context.get("pattern")), _ID_HINT)
    bound = next((_(words).format(limit=context[key]) for key, words in _LIMITS.items() if key in context), "")
    article = {type(None): _("nothing"), dict: _("entries"), list: _("a list")}.get(type(given))
    found = article or _("the text {quoted}").format(quoted=quoted)
    values = {"quoted": quoted, "name": str(loc[-1]) if loc else "", "kind": found, "bound": bound, **context}
    code = "file.missing-key" if kind == "missing" else "file.value"
    return path, Problem.of(code, _(message), place, _(hint).format(**values), **values)


_MESSAGES = {
    "missing": (N_("{name!r} is missing"), N_("add `{name}:`")),
    "string_pattern_mismatch": (N_("{quoted} is not of the right form"), ""),
    "string_type": (N_("a text is expected here, not {kind}"), N_("write one text, in quotes if need be")),
    "cards_by_players": (
        N_("a number of cards is expected here, or one for each number of players, not {kind}"),
        N_("write 5, or {{3: 5, 4: 4}}"),
    ),
    "packets": (
        N_("a number of cards is expected here, or a list of such numbers, not {kind}"),
        N_("write 5, or [4, 5, 5]"),
    ),
    "list_type": (N_("a list is expected here, not {kind}"), N_("write it in brackets: [a, b]")),
    "too_short": (N_("too few entries: {actual_length}"), N_("write at least {min_length}")),
    "too_long": (N_("too many entries: {actual_length}"), N_("write at most {max_length}")),
    **dict.fromkeys(
        ("dict_type", "model_type", "model_attributes_type"),
        (N_("entries are expected here, not {kind}"), N_("write `key: value` lines below it")),
    ),
    **dict.fromkeys(
        ("greater_than_equal", "greater_than", "less_than_equal"),
        (N_("{quoted} is out of range"), N_("write a number that is {bound}")),
    ),
}
"""Messages and hints for the types of errors of pydantic."""
_OTHERWISE = (N_("{quoted} is not of the form that is expected here"), N_("see the reference of the format"))
_LIMITS = {"ge": N_("at least {limit:,}"), "gt": N_("greater than {limit:,}"), "le": N_("at most {limit:,}")}
_ID_HINT = N_("use small letters, digits and hyphens")
_PATTERN_HINTS = {
    r"^[a-z]+\.[a-z][a-z0-9_]*$": N_("a rule id is a step and a name, such as play.follow_suit"),
    r"^[A-Z]$": N_("a single capital letter"),
    r"\S": N_("write at least one letter"),
    r"^https?://\S+$": N_("write the whole address, such as https://example.org/page"),
    r"^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$": N_("write a year, a month or a day, such as 1505-12"),
    r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$": N_("write the day as 2026-11-23"),
    r"^Q[1-9]\d*$": N_("write the id of an entry of Wikidata, such as Q90"),
    r"^\d{1,3}(\.\d{1,3})?%$": N_("write a percentage as it is printed, such as 31.3%"),
}


def _existing(loc: tuple[Any, ...], data: Any, keep: int) -> KeyPath:
    """The part of an error's location that exists in the data, without the labels that pydantic adds."""
    path: list[str | int] = []
    at = data
    for i, part in enumerate(loc):
        if isinstance(at, dict) and str(part) in at:
            path.append(str(part))
            at = at[str(part)]
        elif isinstance(at, list) and isinstance(part, int) and part < len(at):
            path.append(part)
            at = at[part]
        elif i < keep:
            path.append(part)
            at = None
    return tuple(path)


def _fields_at(model: type[BaseModel], loc: tuple[Any, ...]) -> list[str]:
    """Names of the fields of the model at a location."""
    at: Any = model
    for part in loc:
        if isinstance(at, type) and issubclass(at, BaseModel) and part in at.model_fields:
            at = _inner(at.model_fields[str(part)].annotation)
    return list(at.model_fields) if isinstance(at, type) and issubclass(at, BaseModel) else []


def _inner(annotation: Any) -> Any:
    """The model inside of ``list[X]``, ``dict[str, X]`` or ``X | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in reversed(getattr(annotation, "__args__", ())):
        inner = _inner(argument)
        if inner is not None:
            return inner
    return None
