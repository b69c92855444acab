"""The pages of a tutorial: one for each ruleset, house rule, worked example and session, glossary and sources.

Every format is made from this one list, so that a book holds what the site holds."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.language import _
from tarot_teach.loading import LEVELS, Library
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.render.cardart import Style
from tarot_teach.rules import Ruleset
from tarot_teach.topics.compare.rule_variants import related
from tarot_teach.topics.compare.rulesets import origin
from tarot_teach.topics.courses import Course, SiteFile, read_course
from tarot_teach.topics.odds.unseen_cards import before_looking, odds_of

TITLE = "Tarot, card by card"
KNOWN = "fft-4"  # the game that most readers know
VALUED = "T21 T20 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV C2"  # a strong hand, for the page of advice

templates = Environment(
    loader=PackageLoader("tarot_teach.sphinxext", "templates"),
    undefined=StrictUndefined,
    autoescape=False,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page_name(name: str) -> str:
    """A ruleset's name as a file name."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")


def _heading(title: str) -> str:
    """A title as a heading of reStructuredText, whatever signs are in it."""
    words = re.sub(r"([\\`*_|<>:])", r"\\\1", " ".join(title.split()))
    return f"{words}\n{'=' * 2 * len(words)}"


templates.filters["file"] = page_name
templates.filters["heading"] = _heading
templates.filters["plain"] = lambda text: re.sub(r"([\\`*_|<>])", r"\\\1", text.strip())


class Page(NamedTuple):
    """One page: its path without suffix, and the directive of the domain ``tarot`` that fills it."""

    path: str
    directive: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a tutorial.

    ``asked`` are the rulesets as the user wrote them, ``names`` their names. ``odds`` are the rulesets that have a page of odds, each
    with the rulesets that share it; ``style`` is the style of the cards. ``examples`` are in the order in which they are learnt from,
    ``levels`` their ids by the title of the level. ``kin`` are, for each ruleset, those whose differences its page can show beside its
    own rules, and ``strangers`` the rulesets that do not go back to the best-known game. ``rules_of`` are the titles of the rules of each ruleset of a course, by their ids;
    ``runtime`` is what the engine in the page “Try it” needs.
    """

    asked: tuple[str, ...]
    names: tuple[str, ...]
    kin: dict[str, list[str]]
    options: tuple[str, ...]
    strangers: tuple[str, ...]
    odds: dict[str, tuple[str, ...]]
    examples: dict[str, Path]
    levels: dict[str, list[str]]
    sessions: dict[str, Path]
    courses: tuple[Course, ...]
    rules_of: dict[str, dict[str, str]]
    deck: Deck
    title: str
    introduction: str
    style: Style
    runtime: str = ""

    @property
    def whole(self) -> bool:
        """True for the whole library, with advice, errata and coverage."""
        return bool(self.options)

    @property
    def pictured(self) -> str:
        """The ruleset whose cards are shown on the first page."""
        return self.rules()[0].argument

    def cards(self, codes: str) -> list[str]:
        """Some cards for a picture; of a pack without any of them, as many others."""
        known = [card.code for card in self.deck.cards]
        return [code for code in codes.split() if code in known] or known[: len(codes.split())]

    def rules(self) -> list[Page]:
        """A page for each ruleset."""
        asked = [name.partition("+") for name in self.asked]
        paths = [
            str(Path(base).resolve()) + plus + rest if is_path(base) else base + plus + rest
            for base, plus, rest in asked
        ]
        named = zip(self.names, paths, strict=True)
        return [Page(f"rules/{page_name(name)}", "rules", path) for name, path in named]

    def pages(self) -> Iterator[Page]:
        """All pages that are filled by one directive, in the order of a book."""
        yield from self.rules()
        yield from (Page(f"options/{option}", "option", option) for option in self.options)
        yield from (Page(f"examples/{id}", "example", str(self.examples[id].resolve())) for id in self.examples)
        yield from (Page(f"sessions/{id}", "session", str(path.resolve())) for id, path in self.sessions.items())
        for name, page in zip(self.names, self.rules(), strict=True):
            if name in self.odds:
                yield page._replace(path=f"odds/{page_name(name)}", directive="odds")
        if len(self.names) > 1:
            yield Page("comparison", "compare", " ".join(self.names))
        if self.whole:
            yield Page("features", "features")
            yield from self.introductions()
            yield Page("family", "family")
            yield Page("games", "games")
            yield Page("timeline", "timeline")
            yield Page("advice", "advice", f"encyclopedia fft-4 {VALUED}")
            yield Page("errata", "errata")
            yield Page("coverage", "coverage")
        yield Page("glossary", "glossary")
        yield Page("sources", "sources")

    def introductions(self) -> list[Page]:
        """A page for each game that does not come from the best-known one, for those who know that."""
        return [Page(f"if-you-know-{page_name(name)}", "if-you-know", f"{KNOWN} {name}") for name in self.strangers]

    def questions(self) -> list[Page]:
        """A page of questions for each ruleset of a course; for each at all, where the tutorial is not the whole library."""
        named = zip(self.names, self.rules(), strict=True)
        asked = [(name, page) for name, page in named if not self.whole or name in self.rules_of]
        return [page._replace(path=f"questions/{page_name(name)}", directive="questions") for name, page in asked]

    def indexes(self) -> Iterator[str]:
        """The indexes of house rules, examples, sessions and odds, as far as the tutorial has such pages."""
        folders = {"options": self.options, "examples": self.examples, "sessions": self.sessions, "odds": self.odds}
        yield from (f"{folder}/index" for folder, pages in folders.items() if pages)


def gather(
    asked: Sequence[str],
    library: Library,
    options: Sequence[str] = (),
    style: Style | None = None,
    courses: Sequence[Course] = (),
    title: str = "",
) -> Contents:
    """The contents for some rulesets, with their examples; with ``options`` (house rules), of the whole library with its sessions.

    Without ``courses`` there are those of the library about these rulesets. Raises LoadError for faults in rulesets, examples or courses.
    """
    rulesets = [library.load(name) for name in asked]
    paths = [path for ruleset in rulesets for path in library.examples_of(ruleset.name)]
    paths += [path for option in options for path in library.examples_with(option)]
    names = tuple(ruleset.name for ruleset in rulesets)
    found = courses or [read_course(path, library).within(names) for path in library.paths("course")]
    learnt = tuple(sorted((course for course in found if course.chapters), key=lambda each: (each.file.order, each.id)))
    site = courses[0].file.site if courses else SiteFile()
    usual = courses[0].file.title if courses else rulesets[0].title if len(rulesets) == 1 else TITLE
    named = (library.path_of("example", id) for course in learnt for id in course.examples())
    paths += filter(None, named)
    examples = {str(library.document(path).data["id"]): path for path in library.by_level(dict.fromkeys(paths))}
    levels: dict[str, list[str]] = {}
    for id, path in examples.items():
        levels.setdefault(_(LEVELS[library.level_of(path)]), []).append(id)
    return Contents(
        asked=tuple(asked),
        names=names,
        kin={
            one.name: [other.name for other in rulesets if other is not one and related(one, other)] for one in rulesets
        },
        options=tuple(options),
        strangers=tuple(each.name for each in rulesets if origin(each) != KNOWN) if KNOWN in names else (),
        odds=_sharing_odds(rulesets),
        examples=examples,
        levels=levels,
        sessions={path.stem: path for path in library.paths("session")} if options else {},
        courses=learnt,
        rules_of={
            ruleset.name: {rule.id: rule.title for rule in ruleset.rules.values()}
            for ruleset in rulesets
            if any(ruleset.name in course.rulesets for course in learnt)
        },
        deck=rulesets[0].deck,
        title=title or site.title or usual,
        introduction=site.introduction,
        style=style or Style(),
    )


def _sharing_odds(rulesets: Sequence[Ruleset]) -> dict[str, tuple[str, ...]]:
    """Rulesets with different odds, each with the others of the same odds; the one with the fewest ancestors comes first."""
    groups: dict[object, list[Ruleset]] = {}
    for ruleset in rulesets:
        engine = Engine(ruleset)
        odds = odds_of(engine, before_looking(engine))
        key = (ruleset.deck.id, *((entry.kind, entry.where, entry.of, *entry.chances.items()) for entry in odds))
        groups.setdefault(key, []).append(ruleset)
    alike = [sorted(group, key=lambda ruleset: len(ruleset.lineage)) for group in groups.values()]
    return {first.name: tuple(ruleset.name for ruleset in others) for first, *others in alike}


def write_sources(source: Path, contents: Contents, start: Sequence[str] = ("index",)) -> None:
    """Write the pages for Sphinx: ``start`` and the indexes from templates, all others with one directive."""
    for folder in ("rules", "options", "examples", "sessions", "odds", "questions"):
        (source / folder).mkdir(parents=True)
    for page in (*start, *contents.indexes()):
        words = templates.get_template(f"{page.replace('/', '-')}.rst.j2").render(contents=contents)
        (source / f"{page.removeprefix('book-')}.rst").write_text(words, encoding="utf-8")
    for course in contents.courses:
        pages = {chapter.page for chapter in course.chapters}
        words = templates.get_template("course.rst.j2").render(course=course)
        shutil.copytree(course.folder, source / "learn" / course.id, ignore=partial(_other_pages, pages))
        (source / "learn" / f"{course.id}.rst").write_text(words, encoding="utf-8")
    named = {name: page.argument for name, page in zip(contents.names, contents.rules(), strict=True)}
    site = "index" in start
    beside = {named[name]: [named[other] for other in kin] for name, kin in contents.kin.items()} if site else {}
    for path, directive, argument in (*contents.pages(), *(contents.questions() if site else ())):
        words = f".. tarot:{directive}:: {argument}".rstrip() + "\n"
        if directive == "rules" and beside.get(argument):
            words += f"   :beside: {' '.join(beside[argument])}\n"
        (source / f"{path}.rst").write_text(words, encoding="utf-8")


def _other_pages(chapters: set[str], _folder: str, names: list[str]) -> set[str]:
    """The pages among some files that are no chapters."""
    return {name for name in names if name.endswith((".md", ".rst")) and name not in chapters}
