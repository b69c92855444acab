"""Templates of catalogues: every message of the tree, where it stands and what it is. And catalogues brought up to date by them.

``python -m tarot_teach.loading.template``, in the folder of ``pyproject.toml``, writes a template for each part of a catalogue,
``tarot_teach/locale/rules.pot`` and others. With languages, such as ``fr de``, it also brings their catalogues up to date, or begins them. With ``--folder my-rules`` it does so for the files of a user
in that folder, whose catalogues lie beside them: ``my-rules/locale/fr/LC_MESSAGES``.
"""

from __future__ import annotations

import inspect
import io
import sys
from argparse import ArgumentParser, RawTextHelpFormatter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarot_teach.catalogues import OWN, read_catalogue, user_catalogue_folder
from tarot_teach.errors import RunError, TarotError
from tarot_teach.loading.extract import (
    FILLED_BY_SCRIPT,
    KIND_OF_RULE,
    extract_code,
    extract_help,
    extract_own_code,
    extract_skeleton,
    extract_template,
    extract_toml,
    extract_yaml,
)
from tarot_teach.loading.user_files import files_in
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms import Mechanism, all_mechanisms
from tarot_teach.messages import FORMS, SHORT_NAMES, _
from tarot_teach.version import __version__

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

PROJECT = "tarot_teach"
AUTHORS = "the tarot_teach authors"
FAULTS = "docs/contributing.md"
"""Where it stands how faults of messages are reported."""
LOCALE = Path(PROJECT, "locale")
HEADER = """# Translations of tarot_teach.
# Copyright (C) the tarot_teach authors
# This file is distributed under the same license as tarot_teach: MIT."""
Extractor = Callable[..., Iterator[Any]]
"""A function that yields the messages of a file."""
PARTS = {
    "errors": "tarot_teach/errors.toml",
    "program": "tarot_teach/",
    "examples": "/examples/",
    "rules": "/",
    "library": "",
}
"""The parts of a catalogue that have templates, in the order in which they are tried, each with what is in the path of a file of the part; what lies in
no folder of rulesets, such as the glossary and the history, is ``library``."""
OWN_PARTS = {"rules": ""}
"""The parts of the catalogue of a user's files, likewise."""
SIGN = "sign"
"""The context of signs in the part ``forms``: each as it is typed, and as the language writes it, with the spaces that belong to it."""
FLAG = "no-python-brace-format"
"""The flag of messages with places to be filled. A translation may ask for forms that English does not have, which gettext's own
check would refuse; ``tarot-teach check`` looks at them."""

NO_FORMS = "no-forms"
"""The flag of messages that a script of a page fills: ``tarot-teach check`` refuses a form in their translations."""
KEYWORDS: dict[str, Any] = {"NN_": (1, 2), "NP_": ((1, "c"), 2), "J_": None, "NJ_": None}
"""Functions of this project that mark messages, beside those of gettext, with the places of the texts."""
_WITH_NAMES = ("cli", "mechanisms", "questions", "history")
"""Folders of modules with help and with names that are looked up."""


def methods(root: Path) -> Iterator[tuple[Path, Extractor]]:
    """The files of a checkout that hold messages, each with the function that extracts them."""
    for path in sorted((root / PROJECT).rglob("*.py")):
        yield path, extract_help if {*_WITH_NAMES} & {*path.relative_to(root).parts} else extract_code
    for path in sorted((root / PROJECT).rglob("*.j2")):
        yield path, extract_template
    for path in sorted((root / PROJECT).rglob("*.jinja")):
        yield path, extract_skeleton
    yield root / PROJECT / "errors.toml", extract_toml
    for path in sorted((root / "rulesets").rglob("*.yaml")):
        yield path, extract_yaml


def kinds_of_rules() -> Iterator[tuple[type[Mechanism], tuple[str, int]]]:
    """The kinds of rules of the package, each with its file and line."""
    for kind in all_mechanisms():
        if kind.__module__.startswith(f"{PROJECT}."):
            path = Path(inspect.getfile(kind)).relative_to(Path(__file__).parents[2])
            yield kind, (path.as_posix(), inspect.getsourcelines(kind)[1])


def template(root: Path) -> Catalog:
    """The template of a checkout."""
    catalogue = _catalogue_of(methods(root), root, PROJECT, HEADER)
    for kind, place in kinds_of_rules():
        catalogue.add(kind.description(), None, [place], auto_comments=[f"{KIND_OF_RULE} {kind.step}.{kind.name}."])
        for name in sorted(SHORT_NAMES & kind.Params.model_fields.keys()):
            comment = f"A parameter, before its value. {kind.Params.model_fields[name].description or ''}"
            catalogue.add(name, None, [place], auto_comments=[comment], context=f"name, {kind.name}")
    return catalogue


def _catalogue_of(found: Iterable[tuple[Path, Extractor]], root: Path, project: str, header: str) -> Catalog:
    """A template of the messages in files below a folder, each with the function that extracts them."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import DEFAULT_KEYWORDS, extract

    catalogue = Catalog(project=project, version=__version__ if project == PROJECT else "", header_comment=header)
    catalogue.msgid_bugs_address = FAULTS if project == PROJECT else ""
    for path, method in found:
        with path.open("rb") as file:
            for line, message, comments, context in extract(method, file, keywords=KEYWORDS | DEFAULT_KEYWORDS):
                if message:
                    place = path.relative_to(root).as_posix(), line
                    catalogue.add(message, None, [place], auto_comments=dict.fromkeys(comments), context=context)
    return catalogue


def update(catalogue: Catalog, made: Catalog) -> None:
    """Bring a catalogue up to date by a template.

    A text that has moved in its file keeps its translation. One that stands in another context, or was changed in the
    same, has it marked as fuzzy, and is English until somebody has read it. Forms of its own stay, but for those without a text.
    """
    own = [
        message
        for message in catalogue
        if _is_own(message, catalogue) and any(_strings(message)) and made.get(message.id, message.context) is None
    ]
    catalogue.update(made, no_fuzzy_matching=True)
    for message in own:
        _take_from_obsolete(catalogue, message)
        message.locations = []
        catalogue[message.id] = message
    left = [message for message in catalogue.obsolete.values() if any(_strings(message))]
    by_text = {message.id: message for message in left}
    by_context = {message.context or "": message for message in left if _file(message)}
    for message in catalogue:
        if not message.id or any(_strings(message)):
            continue
        before = by_text.get(message.id) or by_context.get(message.context or "")
        if before is None or isinstance(before.id, str) != isinstance(message.id, str):
            continue
        message.string = before.string
        moved = before.id == message.id and _file(before) == _file(message) != ""
        if not moved:
            message.flags.add("fuzzy")
        _take_from_obsolete(catalogue, before)


def _is_own(message: Message, catalogue: Catalog) -> bool:
    """True for a form that a catalogue defines, a word in a form, or a sign."""
    form = (message.context or "").partition(",")[0]
    return form in (*FORMS, "plural", SIGN) or (form != "" and catalogue.get("{word}", form) is not None)


def _take_from_obsolete(catalogue: Catalog, message: Message) -> None:
    """Take a message out of those that a catalogue keeps without using them."""
    same = [
        key for key, other in catalogue.obsolete.items() if (other.id, other.context) == (message.id, message.context)
    ]
    for key in same:
        del catalogue.obsolete[key]


def _strings(message: Message) -> Iterable[str]:
    """The texts of a translation: one, or one for each number."""
    return [message.string] if isinstance(message.string, str) else message.string or ()


def _file(message: Message) -> str:
    """The file of a text of prose, by its context; empty for other messages."""
    file, colon, _path = (message.context or "").partition(":")
    return file if colon else ""


def parts_of(catalogue: Catalog, names: Mapping[str, str] = PARTS) -> dict[str, Catalog]:
    """A catalogue as its parts, by their names; a message that stands in several belongs to that of its first place."""
    parts = {name: _like(catalogue) for name in (*names, OWN)}
    for message in catalogue:
        if message.id:
            path = message.locations[0][0].removeprefix("rulesets/") if message.locations else ""
            name = next(name for name, within in names.items() if within in path) if path else OWN
            parts[name][message.id] = message
    for key, message in catalogue.obsolete.items():
        parts[[*names][-1]].obsolete[key] = message
    return parts


def _like(catalogue: Catalog) -> Catalog:
    """An empty catalogue with the header of another."""
    from babel.messages.catalog import Catalog

    made = Catalog(catalogue.locale, header_comment=catalogue.header_comment, fuzzy=catalogue.fuzzy)
    made.mime_headers = [*catalogue.mime_headers]
    of_package = catalogue.project == PROJECT
    made.project, made.version = catalogue.project, __version__ if of_package else catalogue.version
    made.msgid_bugs_address = FAULTS if of_package else ""
    if made.locale is not None:  # of a language, a header without words to be filled in
        made.language_team = made.locale.english_name or str(made.locale)
        if "EMAIL@" in made.last_translator:
            made.last_translator = AUTHORS if of_package else ""
        made.revision_date = made.creation_date if isinstance(made.revision_date, str) else made.revision_date
    return made


def write(catalogue: Catalog, path: Path) -> None:
    """Write a part of a catalogue or of a template, with the flags of this project."""
    from babel.messages.pofile import write_po

    for message in catalogue:
        message.flags = {*message.flags} - {NO_FORMS}
        if any("{" in text for text in ([message.id] if isinstance(message.id, str) else message.id)):
            message.flags = {*message.flags, FLAG} - {"python-brace-format"}
        if FILLED_BY_SCRIPT in message.auto_comments:
            message.flags = {*message.flags, NO_FORMS}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue)


def bring_up_to_date(name: str, made: Catalog, folder: Path, files: Iterable[Path], parts: Mapping[str, str]) -> None:
    """Bring the catalogue of a language in a folder up to date by a template, or begin it; its messages are read from files."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    whole = Catalog(name, header_comment=made.header_comment, fuzzy=False)
    for path in files:
        with path.open("rb") as file:
            read = read_po(file, locale=name)
        for message in [*read, *read.obsolete.values()]:
            if message.id:
                whole[message.id] = message
        whole.mime_headers = read.mime_headers
    whole.project, whole.version = made.project, made.version
    update(whole, made)
    for part, messages in parts_of(whole, parts).items():
        write(messages, folder / f"{part}.po")


def main(languages: list[str], root: Path) -> None:
    """Write the templates of a checkout, and bring catalogues of languages up to date, or begin them."""
    made = template(root)
    for part, messages in parts_of(made).items():
        if part != OWN:
            write(messages, root / LOCALE / f"{part}.pot")
    for name in languages:
        folder = root / LOCALE / name / "LC_MESSAGES"
        files = sorted(folder.glob("*.po"))
        bring_up_to_date(name, made, folder, files, PARTS)
        for path in files:
            if path.stem not in (*PARTS, OWN):
                path.unlink()


def translate_folder(languages: list[str], folder: Path) -> Iterator[Path]:
    """Write the template of a user's files and bring catalogues beside them up to date, or begin them; yield the files.

    A catalogue has no messages that the package has translated into its language. Files that do not belong to it stay as they are.
    Raises LoadError for a file that cannot be read.
    """
    made = own_template(folder)
    write(made, folder / LOCALE.name / "rules.pot")
    yield folder / LOCALE.name / "rules.pot"
    for name in languages:
        catalogue = user_catalogue_folder(folder, name)
        files = [catalogue / f"{part}.po" for part in (*OWN_PARTS, OWN)]
        bring_up_to_date(name, _lacking(made, name), catalogue, filter(Path.is_file, files), OWN_PARTS)
        yield from files


def own_template(folder: Path) -> Catalog:
    """The template of the files in a user's folder, and of the mechanisms there. Raises LoadError for a file that cannot be read."""
    for path in (found := [*files_in(folder)]):
        read_yaml(path)
    code = sorted((folder / "mechanisms").glob("*.py"))
    extracted = [*((path, extract_yaml) for path in found), *((path, extract_own_code) for path in code)]
    name = folder.resolve().name
    return _catalogue_of(extracted, folder, name, f"# Translations of {name}.")


def _lacking(made: Catalog, name: str) -> Catalog:
    """A template without the messages that the package has translated into a language."""
    from babel.messages.mofile import read_mo

    compiled = b""
    with suppress(RunError):
        compiled = read_catalogue(name).compiled
    translated = read_mo(io.BytesIO(compiled)) if compiled else None
    left = _like(made)
    for message in made:
        if message.id and (translated is None or translated.get(message.id, message.context) is None):
            left[message.id] = message
    return left


def command(arguments: list[str]) -> None:
    """Read the command line and write what it asks for."""
    from babel import Locale, UnknownLocaleError

    asked = ArgumentParser(
        "python -m tarot_teach.loading.template", description=__doc__, formatter_class=RawTextHelpFormatter
    )
    asked.add_argument("languages", nargs="*", help="such as fr")
    asked.add_argument("--folder", type=Path, help="a folder with files of your own, in place of the checkout")
    given = asked.parse_args(arguments)
    for name in given.languages:
        try:
            Locale.parse(name)
        except (ValueError, UnknownLocaleError):
            asked.error(_("{name!r} is no language: write fr, or fr_CA").format(name=name))
    if given.folder is None:
        if not Path(PROJECT, "errors.toml").is_file():
            asked.error(
                _("this is no checkout of tarot_teach: name a folder with files of your own, as in --folder my-rules")
            )
        main(given.languages, Path())
        return
    if not given.folder.is_dir():
        asked.error(_("there is no folder {folder}").format(folder=given.folder))
    if not [*files_in(given.folder)]:
        asked.error(_("there are no files of tarot_teach in {folder}").format(folder=given.folder))
    try:
        for path in translate_folder(given.languages, given.folder):
            print(_("Written: {out}").format(out=path))
    except TarotError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")


if __name__ == "__main__":
    command(sys.argv[1:])
