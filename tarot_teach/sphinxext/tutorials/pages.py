"""The pages of a tutorial: one for each ruleset, house rule, worked example and session, glossary and sources.

Every format is made from this one list, so that a book holds what the site holds."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.loading import LEVELS, Library
from tarot_teach.loading.file_catalogue import is_path
from tarot_teach.mechanisms.plays import play_of
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import N_, _, as_words, colon, ngettext, pgettext, semicolon
from tarot_teach.render.cardart import Style
from tarot_teach.render.common import curly
from tarot_teach.rules import STEPS, Ruleset
from tarot_teach.sphinxext.tutorials.navigation import FOLDERS
from tarot_teach.text import with_single_blanks
from tarot_teach.topics.compare.rule_variants import related
from tarot_teach.topics.compare.rulesets import origin
from tarot_teach.topics.compare.rulesets_page import FEW
from tarot_teach.topics.courses.course import Course, files_within, read_course
from tarot_teach.topics.courses.format import SiteFile
from tarot_teach.topics.courses.pages import page_in_language
from tarot_teach.topics.odds.unseen_cards import before_looking, odds_of
from tarot_teach.topics.tactics.data import puzzles_of, rulesets_with_puzzles
from tarot_teach.topics.tactics.themes import THEMES

TITLE = N_("Tarot, card by card")
KNOWN = "fft-4"  # the game that most readers know
VALUED = "T21 T20 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV C2"  # a strong hand, for the page of advice
RECORDS = "rape-of-the-lock game-of-1659 game-of-1659-tricks tournoi-des-maitres-2006-11"
"""Records of which it is asked by what rules they were played."""

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


def _one_line(text: str) -> str:
    """A text as one line: in a path too, which may have line ends, a second line would be read as markup."""
    return with_single_blanks(text)


def _escaped(text: str) -> str:
    return re.sub(r"([^\w\s]|_)", r"\\\1", text)


def _plain(text: str) -> str:
    """Words as one line of reStructuredText in which no sign has a meaning."""
    return _escaped(_one_line(curly(text)))


def _heading(title: str, line: str = "=") -> str:
    """A title as a heading of reStructuredText, with its line below."""
    words = _plain(title)
    return f"{words}\n{line * 2 * len(words)}"


def _with_code(text: str, **code: str) -> str:
    """Words as reStructuredText, with code in place of their names in braces."""
    parts = re.split(r"\{(\w+)\}", text)
    return "".join(f"``{code[part]}``" if number % 2 else _escaped(curly(part)) for number, part in enumerate(parts))


def _paragraphs(text: str) -> str:
    """Paragraphs, which are parted by empty lines, as reStructuredText."""
    return "\n\n".join(_plain(part) for part in re.split(r"\n\s*\n", text.strip()))


templates.filters |= {"file": page_name, "heading": _heading, "section": partial(_heading, line="-")}
templates.filters |= {"plain": _plain, "paragraphs": _paragraphs, "with_code": _with_code}
templates.globals |= {"_": _, "ngettext": ngettext, "pgettext": pgettext, "colon": colon, "semicolon": semicolon}


class Page(NamedTuple):
    """One page: its path without suffix, and the directive of the domain ``tarot`` that fills it."""

    path: str
    directive: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a tutorial.

    ``asked`` are the rulesets as the user wrote them, ``names`` their names. ``odds`` are the rulesets that have a page of odds,
    each with the rulesets that share it; ``style`` is the style of the cards. ``examples`` are in the order in which they are
    learnt from, ``levels`` their ids by the title of the level, ``asking`` the names on a command line of those that ask questions, by id. ``kin`` are, for each ruleset, those whose differences its page
    can show beside its own rules, ``ancestors`` those that it comes from, ``parents`` the names of the rulesets from which they are made, and ``strangers`` the rulesets
    that do not go back to the best-known game. ``titles`` are those of each ruleset, its rules and themes. ``rules_of`` are the titles of the rules of each ruleset of a course, by their
    ids; ``deck`` is that of the first ruleset; ``tried`` are the rulesets that can be tried in a page, ``laid`` the hand and the trick
    with which the page “Try it” begins; ``runtime`` is what its engine needs, ``missing`` is True where that could not be had; ``address`` where the site will be, with a slash at its end, ``languages`` those in which it is built; pages of courses are read as in any Sphinx
    project where they are ``trusted``.
    """

    asked: tuple[str, ...]
    names: tuple[str, ...]
    kin: dict[str, list[str]]
    ancestors: dict[str, list[str]]
    parents: dict[str, str]
    options: tuple[str, ...]
    strangers: tuple[str, ...]
    odds: dict[str, tuple[str, ...]]
    examples: dict[str, Path]
    levels: dict[str, list[str]]
    asking: dict[str, str]
    sessions: dict[str, Path]
    courses: tuple[Course, ...]
    rules_of: dict[str, dict[str, str]]
    titles: dict[str, dict[str, Any]]
    deck: Deck
    tried: tuple[str, ...]
    laid: tuple[list[str], list[str]]
    title: str
    introduction: str
    style: Style
    runtime: str = ""
    missing: bool = False
    trusted: bool = False
    address: str = ""
    languages: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """True for the whole library, with advice, errata and coverage."""
        return bool(self.options)

    @property
    def pictured(self) -> str:
        """The ruleset whose cards are shown on the first page."""
        return _one_line(self.rules()[0].argument)

    @property
    def has_engine_pages(self) -> bool:
        """True for a site with the pages that the engine answers, or that say what is missing for it."""
        return bool(self.runtime or self.missing)

    @property
    def shelf(self) -> str:
        """A line on the contents of the page “The library”."""
        number = len(self.names)
        if number == 1:
            return _("The rules with their sources, worked hands, and odds")
        words = _("{number} sets of rules with their sources, worked hands, odds, and what differs")
        return words.format(number=number)

    def cards(self, codes: str) -> list[str]:
        """Some cards for a picture; of a pack without any of them, as many others."""
        return _of_pack(self.deck, codes) or [card.code for card in self.deck.cards][: len(codes.split())]

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
            yield Page("which-rules", "which-rules", RECORDS)
            yield Page("advice", "advice", f"encyclopedia fft-4 {VALUED}")
            yield Page("errata", "errata")
            yield Page("coverage", "coverage")
        yield Page("glossary", "glossary")
        yield Page("sources", "sources")

    def introductions(self) -> list[Page]:
        """A page for each game that does not come from the best-known one, for those who know that."""
        return [Page(f"if-you-know-{page_name(name)}", "if-you-know", f"{KNOWN} {name}") for name in self.strangers]

    def comparisons(self) -> list[Page]:
        """A page for each ruleset that is made from another one, against that one."""
        named = {name: page.argument for name, page in zip(self.names, self.rules(), strict=True)}
        pairs = ((name, named.get(parent, parent)) for name, parent in self.parents.items())
        return [Page(f"compared/{page_name(name)}", "compare", f"{parent} {named[name]}") for name, parent in pairs]

    def questions(self) -> list[Page]:
        """A page of questions for each ruleset of a course; for each at all, where the tutorial is not the whole library."""
        named = zip(self.names, self.rules(), strict=True)
        asked = [(name, page) for name, page in named if not self.whole or name in self.rules_of]
        return [page._replace(path=f"questions/{page_name(name)}", directive="questions") for name, page in asked]

    def tactics(self) -> list[Page]:
        """A page of tactics for each ruleset about which the package has puzzles."""
        named, known = zip(self.names, self.rules(), strict=True), rulesets_with_puzzles()
        return [
            page._replace(path=f"tactics/{page_name(name)}", directive="tactics")
            for name, page in named
            if name in known
        ]

    def known(self) -> dict[str, dict[str, Any]]:
        """The titles of rules and themes by ruleset, with the addresses of its pages of questions and of tactics, for the page of what is known."""
        named = {page.argument: name for name, page in zip(self.names, self.rules(), strict=True)}
        questions = {named[page.argument]: f"{page.path}.html" for page in self.questions()}
        tactics = {named[page.argument]: f"{page.path}.html" for page in self.tactics()}
        return {
            name: about | {"questions": questions.get(name, ""), "tactics": tactics.get(name, "")}
            for name, about in self.titles.items()
        }

    def option_names(self) -> dict[str, str]:
        """The names of the house rules as they stand in a sentence, by id."""
        return {option: as_words(option.replace("-", " ")) for option in self.options}

    def to_give_out(self) -> Iterator[tuple[str, str, list[str]]]:
        """Yield the things that a class can be given: title, description, and the commands that write it."""
        game = shlex.quote(self.asked[0])
        for lesson in map(shlex.quote, islice(self.asking.values(), 1)):
            yield (
                _("A lesson to step through"),
                _("One HTML file with its questions, or a SCORM 1.2 package for a platform such as Moodle."),
                [
                    f"replay {lesson} --format html --out lesson.html",
                    f"replay {lesson} --format scorm --out lesson.zip",
                ],
            )
        yield (
            _("Questions"),
            _("Ten of them, the same for the same seed, each judged by the rules."),
            [
                f"quiz {game} --format html --number 10 --seed 1 --out questions.html",
                f"quiz {game} --format scorm --number 10 --seed 1 --out questions.zip",
            ],
        )
        if self.asking:
            words = _("Hands, auctions and questions to print, with the answers on pages of their own.")
            yield _("A handout"), words, [f"build {game} --format handout --out handout.html"]
        yield (
            _("A card for the table"),
            _("The rules that you play by on one page of A5, to print."),
            [f"rules {game} --card --format html --out card.html"],
        )

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
    usual = courses[0].file.title if courses else rulesets[0].title if len(rulesets) == 1 else _(TITLE)
    tried = sorted(filter(_is_of_package, rulesets), key=lambda ruleset: not play_of(ruleset).in_tricks)
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
        ancestors={one.name: [other.name for other in rulesets if other.id in one.lineage] for one in rulesets},
        parents={one.name: one.parent.name for one in rulesets if one.parent},
        options=tuple(options),
        strangers=tuple(each.name for each in rulesets if origin(each) != KNOWN) if KNOWN in names else (),
        odds=_sharing_odds(rulesets),
        examples=examples,
        levels=levels,
        asking={
            id: str(path) if path in library.user_files else id
            for id, path in examples.items()
            if library.document(path).data.get("asks")
        },
        sessions={path.stem: path for path in library.paths("session")} if options else {},
        courses=learnt,
        rules_of={
            ruleset.name: {rule.id: rule.title for rule in ruleset.rules.values()}
            for ruleset in rulesets
            if any(ruleset.name in course.rulesets for course in learnt)
        },
        deck=rulesets[0].deck,
        tried=tuple(ruleset.name for ruleset in tried),
        laid=_laid(tried[0]) if tried and play_of(tried[0]).in_tricks else ([], []),
        titles={ruleset.name: _titles(ruleset) for ruleset in rulesets},
        title=title or site.title or usual,
        introduction=site.introduction,
        style=style or Style(),
    )


def _titles(ruleset: Ruleset) -> dict[str, Any]:
    """The title of a ruleset, and those of its rules and of the themes of its tactics by id."""
    themes = dict.fromkeys(puzzle.theme for puzzle in puzzles_of(ruleset.name))
    return {
        "title": ruleset.title,
        "rules": {rule.id: rule.title for rule in ruleset.rules.values()},
        "themes": {id: str(ruleset.say(_(THEMES[id].name))) for id in themes},
    }


def _is_of_package(ruleset: Ruleset) -> bool:
    """True where all rules work by code of this package, which alone is in the page."""
    return all(kind.__module__.startswith("tarot_teach.") for step in STEPS for kind in kinds_at(ruleset, step))


def _of_pack(deck: Deck, codes: str) -> list[str]:
    """The codes that a pack has, each once."""
    known = {card.code for card in deck.cards}
    return [code for code in dict.fromkeys(codes.split()) if code in known]


def _laid(ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """The cards of a hand, and those of a trick that lacks one card."""
    spread = [card.code for card in ruleset.deck.cards][3::7]
    hand = _of_pack(ruleset.deck, f"T18 T4 SR S3 D2 {' '.join(spread)}")[:5]
    trick = [code for code in _of_pack(ruleset.deck, f"H10 T7 H4 {' '.join(spread[::-1])}") if code not in hand]
    return hand, trick[: min(ruleset.players) - 1]


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
    for folder in ("rules", "options", "examples", "sessions", "odds", "questions", "tactics", "compared"):
        (source / folder).mkdir(parents=True)
    for index in (*start, *contents.indexes()):
        words = templates.get_template(f"{index.replace('/', '-')}.rst.j2").render(contents=contents, most=FOLDERS)
        (source / f"{index.removeprefix('book-')}.rst").write_text(words, encoding="utf-8")
    for course in contents.courses:
        words = templates.get_template("course.rst.j2").render(course=course)
        copy_pages(course, source / "learn" / course.id)
        (source / "learn" / f"{course.id}.rst").write_text(words, encoding="utf-8")
    named = {name: page.argument for name, page in zip(contents.names, contents.rules(), strict=True)}
    site = "index" in start
    above = {named[name]: [named[each] for each in found] for name, found in contents.ancestors.items()} if site else {}
    beside = {named[name]: [named[other] for other in kin] for name, kin in contents.kin.items()} if site else {}
    asked = [*contents.questions(), *contents.tactics()] if site else []
    beyond = contents.comparisons() if site else []  # pages that no list names
    for page in (*contents.pages(), *asked, *beyond):
        path, directive, argument = page
        words = (
            (":orphan:\n\n" if page in beyond else "") + f".. tarot:{directive}:: {_one_line(argument)}".rstrip() + "\n"
        )
        if page.path == "comparison" and site and len(contents.names) > FEW:
            words += "   :in-short:\n"
        if directive == "rules" and above.get(argument):
            words += f"   :above: {_one_line(' '.join(above[argument]))}\n"
        elif directive == "rules" and beside.get(argument):
            words += f"   :beside: {_one_line(' '.join(beside[argument]))}\n"
        (source / f"{path}.rst").write_text(words, encoding="utf-8")


def copy_pages(course: Course, folder: Path) -> None:
    """Copy the chapters of a course, in the language in use, and the other files of its folder, but for pages that are no chapters, into a new folder."""
    folder.mkdir(parents=True)
    pages = {chapter.page for chapter in course.chapters}
    for path in files_within(course.folder):
        if path.name in pages or not path.name.endswith((".md", ".rst")):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(page_in_language(course.folder / path), folder / path)
