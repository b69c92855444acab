"""``tarot-teach list``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from tarot_teach.advice.format import find_advice, fits
from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cli.library import library_of, mechanisms_option
from tarot_teach.cli.output import emit, format_option, json_option, out_option, show, usage, write_out
from tarot_teach.errors import LoadError
from tarot_teach.loading import LEVELS, Library
from tarot_teach.loading.user_files import is_file, names_folder
from tarot_teach.messages import N_, _, ngettext
from tarot_teach.rules import Ruleset, Source, title_of_draft
from tarot_teach.text import Cite, Text
from tarot_teach.topics.sources.export import as_biblatex, as_bibtex, as_csl

TITLES = {
    "rulesets": N_("Rulesets"),
    "bundles": N_("Bundles of rules, with which rulesets begin"),
    "options": N_("House rules, to be put on top: fft-4+garde-contre-x8"),
    "examples": N_("Worked examples"),
    "sessions": N_("Sessions"),
    "advice": N_("Advice"),
    "courses": N_("Courses"),
}
ORDERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "level": lambda _entry: 0,  # as they come
    "id": lambda entry: entry["id"],
    "ruleset": lambda entry: (entry.get("ruleset", ""), entry["id"]),
    "length": lambda entry: (entry.get("tricks", 0), entry["id"]),
}
"""The sort key of entries for each order. The length of an example is the number of its tricks."""
BIBLIOGRAPHIES = ("bibtex", "biblatex", "csl-json")
"""The formats in which other programs read the bibliography."""
SHOWN = ("id", "title", "ruleset")
"""The parts of an entry that are printed, in JSON with the level, ``lacks`` and ``draft``; ``teaches`` and ``tricks`` of examples serve filters and order."""


@click.command("list")
@click.argument("words", nargs=-1)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(list(TITLES)),
    multiple=True,
    help="Only entries of this kind; may be given several times.",
)
@click.option("--ruleset", metavar="NAME", help="Only what is played by this ruleset, and house rules that fit it.")
@click.option("--order", type=click.Choice(list(ORDERS)), default="level", help="The order of the entries.")
@click.option("--sources", "bibliography", is_flag=True, help="Print the bibliography instead.")
@format_option("text", *BIBLIOGRAPHIES)
@out_option(help="Write the bibliography into this file.")
@json_option
@mechanisms_option
def command(
    words: tuple[str, ...],
    kinds: tuple[str, ...],
    ruleset: str | None,
    order: str,
    bibliography: bool,
    kind: str,
    out: Path | None,
) -> None:
    """Print the rulesets, bundles of rules, options to put on top of them, worked examples, sessions, advice and courses.

    With WORDS, only entries in whose id, title, ruleset or rules shown each of them stands; where one of them is the path of a folder or file
    of your own, what lies there. Examples stand by level, the easiest first; of those with few tricks first: --order length. With
    --sources, the bibliography, for other programs in their formats; with --ruleset only what that ruleset cites.
    """
    if not bibliography and (kind in BIBLIOGRAPHIES or out is not None):
        hint = _("add --sources")
        raise usage("list.sources", _("only the bibliography is printed in that way"), hint)
    own = [word for word in words if names_folder(word) or is_file(Path(word))]
    words = tuple(word for word in words if word not in own)
    library = library_of(*own, *([ruleset] if ruleset is not None else []))
    rules = library.load(ruleset) if ruleset is not None else None  # an unknown one is said before anything else
    if bibliography:
        _print_sources(_chosen_sources(library, words, rules), kind, out)
        return
    found: dict[str, list[dict[str, Any]]] = {}
    listed = {*library.user_files}
    for name in TITLES:
        if kinds and name not in kinds:
            continue
        paths = [path for path in library.paths(name.removesuffix("s")) if not own or path in listed]
        entries = [_entry(library, path, name) for path in (library.by_level(paths) if name == "examples" else paths)]
        entries = [
            entry
            for entry in entries
            if _has(entry, words) and (ruleset is None or _fits(library, ruleset, name, entry))
        ]
        found[name] = sorted(entries, key=ORDERS[order])
    if kind == "json":
        public = {
            name: [
                {key: entry[key] for key in (*SHOWN, "level", "lacks", "draft") if key in entry} for entry in entries
            ]
            for name, entries in found.items()
        }
        show(public, kind)
        return
    blocks: list[Block] = []
    for name, entries in found.items():
        blocks += [Heading(2, Text((_(TITLES[name]),)))] if entries else []
        for level, alike in groupby(entries, lambda entry: entry.get("level") if order == "level" else None):
            rows = tuple(tuple(Text((cell,)) for cell in _cells(entry, order)) for entry in alike)
            blocks += [*([Heading(3, Text((_(LEVELS[level]),)))] if level else []), Table((), rows)]
    show(blocks or _nothing())


def _chosen_sources(library: Library, words: tuple[str, ...], ruleset: Ruleset | None) -> list[Source]:
    """The sources in whose key, title or author each word stands, and which the ruleset cites, if there is one."""
    cited = {citation.source for rule in ruleset.rules.values() for citation in rule.sources} if ruleset else None
    return [
        source
        for source in library.sources().values()
        if (cited is None or source.key in cited)
        and _has({"id": source.key, "title": f"{source.title} {source.author}"}, words)
    ]


def _print_sources(sources: list[Source], kind: str, out: Path | None) -> None:
    """Print sources, or write them into a file."""
    if kind in ("bibtex", "biblatex"):
        written = (as_bibtex if kind == "bibtex" else as_biblatex)(sources)
        if out is None:
            emit(written)
        else:
            write_out(out, written)
    elif kind != "text":
        show(as_csl(sources), "json", out)
    else:
        rows = [(Text((Cite(each.key),)), Text((", ".join((*each.authors, each.title)),))) for each in sources]
        cells = [(*row, Text((each.dated,))) for row, each in zip(rows, sources, strict=True)]
        show([Table((), tuple(cells))] if cells else _nothing(), kind, out)


def _nothing() -> list[Block]:
    return [Paragraph(Text((_("Nothing matches. tarot-teach list names everything that there is."),)))]


def _entry(library: Library, path: Path, kind: str) -> dict[str, Any]:
    data = library.document(path).data
    entry: dict[str, Any] = {"id": str(data.get("id", path.stem)), "title": str(data.get("title", ""))}
    if kind == "rulesets":
        if any(str(each.get("draft")) == "true" for each in _lineage(library, path)):
            entry |= {"title": title_of_draft(entry["title"]), "draft": True}
        if number := _lacks(library, path, entry["id"]):
            entry["lacks"] = number
    if kind not in ("examples", "sessions", "courses"):
        return entry
    tricks, teaches = data.get("tricks"), data.get("teaches")
    if kind == "examples":
        entry["level"] = library.level_of(path)
    return entry | {
        "ruleset": library.ruleset_of(path),
        "tricks": len(tricks) if isinstance(tricks, list) else 0,
        "teaches": list(map(str, teaches)) if isinstance(teaches, list) else [],
    }


def _lacks(library: Library, path: Path, id: str) -> int:
    """The number of parts of the game that a ruleset does not tell. It is loaded only if its file, or that of an ancestor, names any."""
    if any(data.get("lacks") for data in _lineage(library, path)):
        with suppress(LoadError):
            return len(library.load(id).lacks)
    return 0


def _lineage(library: Library, path: Path) -> Iterator[Mapping[str, Any]]:
    """The file of a ruleset as data, and those of its ancestors, nearest first."""
    file: Path | None = path
    passed: set[Path] = set()
    while file is not None and file not in passed:
        passed.add(file)
        data = library.document(file).data
        yield data
        file = library.path_of("ruleset", str(data.get("extends")))


def _has(entry: dict[str, Any], words: tuple[str, ...]) -> bool:
    """True if an entry contains all words, in upper or lower case."""
    text = " ".join([entry["id"], entry["title"], entry.get("ruleset", ""), *entry.get("teaches", ())]).casefold()
    return all(word.casefold() in text for word in words)


def _fits(library: Library, name: str, kind: str, entry: dict[str, Any]) -> bool:
    """True for an entry of a ruleset; for a ruleset without house rules, also for its games with house rules."""
    ruleset = library.load(name)
    match kind:
        case "rulesets":
            return bool(entry["id"] == ruleset.id)
        case "bundles":
            return entry["id"] in (library.document(library.find("ruleset", ruleset.root)).data.get("uses") or ())
        case "options":
            return entry["id"] not in ruleset.options and library.fits(f"{name}+{entry['id']}")
        case "advice":
            return fits(find_advice(library, entry["id"]), ruleset)
    played = entry["ruleset"]
    return bool(played == ruleset.name or (not ruleset.options and played.split("+")[0] == ruleset.id))


def _cells(entry: dict[str, Any], order: str) -> list[str]:
    """A row of the list; in order of length with the number of an example's tricks."""
    cells = [entry[key] for key in SHOWN if key in entry]
    if number := entry.get("lacks"):
        cells.append(ngettext("{number} thing not told", "{number} things not told", number).format(number=number))
    if order != "length":
        return cells
    tricks = entry.get("tricks", 0)
    return [*cells, ngettext("{number} trick", "{number} tricks", tricks).format(number=tricks) if tricks else ""]
