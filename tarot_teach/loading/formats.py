"""The files of rulesets, options, packs, the bibliography and the glossary, as they are written."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from tarot_teach.mechanisms.base import Count, Flag, digits
from tarot_teach.rules import Evidence

Format = Annotated[Literal[1], BeforeValidator(digits)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
RuleId = Annotated[str, Field(pattern=r"^[a-z]+\.[a-z][a-z0-9_]*$")]


def _players(value: Any) -> Any:
    """``4``, ``[3, 4]`` or ``2-6`` as a list of numbers."""
    if isinstance(value, str | int):
        first, dash, last = str(value).partition("-")
        if dash:
            low, high = digits(first), digits(last)
            if not 2 <= low <= high <= 8:
                raise ValueError(f"{value!r} is not a range of numbers of players")
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

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


class CitationFile(File):
    """A source and the place in it."""

    source: str = Field(description="A key of the bibliography.")
    at: str = Field("", description="The place in the source: a heading, a page.")
    says: str = Field("", description="What the source says, where it needs a word.")


class TermFile(File):
    """How this game calls a concept of the glossary."""

    label: str = Field(description="The word that players of this game use, and that prose prints.")
    plural: str = Field("", description="Its plural, where that is not the word with an `s`.")


class RuleFile(File):
    """A rule."""

    mechanism: str = Field(description="The kind of rule: a mechanism of the step that begins the rule's id.")
    params: dict[str, Any] = Field(default_factory=dict, description="The mechanism's parameters.")
    title: str = Field(description="A short name for people.")
    text: str | None = Field(None, description="The rule in prose; may interpolate params, terms, cards and rules.")
    note: str | None = Field(None, description="What else is worth saying: where sources disagree, and why.")
    sources: list[CitationFile] = Field(default_factory=list, description="Where the rule is found.")
    evidence: Evidence | None = Field(None, description="How well it is attested; by default like the ruleset.")
    because: str = Field("", description="Why, for rules that are reconstructed, a house rule, or changed.")
    after: str | None = Field(None, description="In `adds`: the rule behind which it is put.")
    before: str | None = Field(None, description="In `adds`: the rule in front of which it is put.")


class ChangeFile(File):
    """What a child or an option alters in a rule: parameters are merged key by key, other fields replaced."""

    mechanism: str | None = Field(None, description="Another mechanism; then all its parameters are given anew.")
    params: dict[str, Any] | None = Field(None, description="Parameters that differ.")
    title: str | None = None
    text: str | None = None
    note: str | None = None
    sources: list[CitationFile] | None = Field(None, description="Where the change is found; or give `because`.")
    evidence: Evidence | None = None
    because: str | None = Field(None, description="Why it differs.")


class _Alterations(File):
    changes: dict[RuleId, ChangeFile] = Field(default_factory=dict, description="Rules that differ, by id.")
    adds: dict[RuleId, RuleFile] = Field(default_factory=dict, description="New rules.")
    drops: dict[RuleId, str] = Field(default_factory=dict, description="Rules left out, each with the reason.")


class UnitFile(File):
    """How game points are written."""

    sign: str = Field(description="What stands in front of an amount: `$`.")
    places: Count = Field(description="How many digits stand behind the point: 2 writes 25 as 0.25.", le=4)


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
    deck: str | None = Field(None, description="The pack it is played with.")
    evidence: Evidence | None = Field(None, description="How well the game is attested.")
    because: str = Field("", description="Why, when it is reconstructed or a house rule.")
    terms: dict[str, TermFile] = Field(default_factory=dict, description="This game's words for concepts.")
    rules: dict[RuleId, RuleFile] = Field(default_factory=dict, description="The rules, in order of application.")

    @property
    def by_custom(self) -> bool:
        """True for a child some of whose alterations are house rules: they name no source, or that evidence.

        Mere wording is none; what is dropped is one where the file names no source at all.
        """
        changes = [entry for entry in self.changes.values() if entry.params or entry.mechanism or entry.evidence]
        grades = [entry.evidence or (None if entry.sources else Evidence.HOUSE) for entry in changes]
        grades += [entry.evidence for entry in self.adds.values()]
        entries: list[ChangeFile | RuleFile] = [*self.changes.values(), *self.adds.values()]
        return Evidence.HOUSE in grades or bool(self.drops and not any(entry.sources for entry in entries))


class FitsFile(File):
    """What an option asks of a ruleset."""

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
    symbol: str = Field("", description="The sign printed on cards.")
    name: str = Field("", description="Its name in sentences; by default its id.")
    code: str = Field("", description="The code of the one card of an Excuse.")


class DeckFile(File):
    """A pack of cards."""

    format: Format = Field(description="The version of this format: 1.")
    id: Id
    title: str
    about: str = ""
    suits: dict[str, SuitFile] = Field(description="The suits, in order.", min_length=1)
    ranks: dict[str, list[str]] = Field(description="Lists of ranks, lowest first.")
    names: dict[str, str] = Field(default_factory=dict, description="Ranks in words: `R` is `king`.")
    aliases: dict[str, str] = Field(default_factory=dict, description="Other letters read as ranks: `K` as `R`.")
    marks: dict[str, list[str]] = Field(description="Sets of cards: by code, rank letter, suit or other marks.")
    points: dict[str, str] = Field(description="Card points of marks (`4½`); `other` for all the rest.")
    cards: Count = Field(description="How many cards the pack must have.")
    total: str = Field(description="The card points of the whole pack.")


class SourceFile(File):
    """An entry of the bibliography."""

    title: str
    author: str = ""
    year: str = ""
    published: str = Field("", description="Where: a publisher, a site, a place.")
    note: str = Field("", description="What kind of source it is, and how far it is followed.")


class SourcesFile(File):
    """The bibliography."""

    format: Format
    sources: dict[str, SourceFile]


class ConceptFile(File):
    """A concept that rulesets speak of, whatever they call it."""

    meaning: str
    en: str = Field(description="Its name in English.")
    fr: str = Field("", description="Its name in French.")
    plural: str = Field("", description="The plural of the English name, where that is not the name with an `s`.")
    see: list[str] = Field(default_factory=list, description="Related concepts.")


class GlossaryFile(File):
    """The glossary."""

    format: Format
    concepts: dict[str, ConceptFile]
