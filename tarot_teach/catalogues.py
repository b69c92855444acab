"""The languages of the package: catalogues of GNU gettext, found by the name of a language.

A language has its files in ``locale/<language>/LC_MESSAGES``: in the wheel one compiled catalogue, in a checkout the ``.po`` files of its
parts, which are read together and compiled into the user's cache. A part that cannot be read is left out, and its sentences stay English.
The files of a user may have a catalogue of their own beside them, in the same folders.
"""

from __future__ import annotations

import gettext
import io
import re
import warnings
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from tarot_teach.caches import cache_folder
from tarot_teach.errors import LoadError, OutputError, Place, RunError, suggest, system_reason
from tarot_teach.files import write_atomically
from tarot_teach.messages import ENGLISH, N_, _, current_catalogue, use_catalogue

FOLDER = Path(__file__).parent / "locale"
NAME = "tarot_teach.mo"
"""The name of a compiled catalogue."""
OWN = "forms"
"""The part with what a catalogue has by itself: forms of its own, and words that go by no rule. It translates nothing."""
SHARE = "X-Translated"
"""The line in the header of a compiled catalogue that says how many of its messages are translated: ``812 of 15120``."""


@dataclass(frozen=True)
class ReadCatalogue:
    """The catalogue of a language, as a compiled file, and the faults of the parts that are left out of it."""

    catalogue: gettext.NullTranslations
    compiled: bytes
    faults: tuple[LoadError, ...] = ()
    of_users: dict[Path, gettext.NullTranslations] = field(default_factory=dict)
    """The catalogues beside the files of users that have been read, by their folders: what the catalogue lacks is looked up in them."""


@dataclass(slots=True)
class Share:
    """The messages and words of a part of a catalogue, or of several, those that are translated, and the fuzzy ones."""

    language: str
    part: str
    messages: int = 0
    translated: int = 0
    fuzzy: int = 0
    words: int = 0
    words_translated: int = 0

    def count(self, original: str, translations: Collection[str | None], *, fuzzy: bool) -> bool:
        """Count a message, with its text for each number; true for one that is translated: no text is empty, and none has to be read again."""
        done, words = all(translations) and not fuzzy, len(original.split())
        self.messages, self.translated, self.fuzzy = self.messages + 1, self.translated + done, self.fuzzy + fuzzy
        self.words, self.words_translated = self.words + words, self.words_translated + words * done
        return done


def share_of_all(parts: Iterable[Share]) -> Share:
    """The sum of the shares of a language; its forms are no translations."""
    counted = [part for part in parts if part.part != OWN]
    numbers = ((s.messages, s.translated, s.fuzzy, s.words, s.words_translated) for s in counted)
    return Share(counted[0].language if counted else "", "", *map(sum, zip(*numbers, strict=True)))


class _UserCatalogues(gettext.NullTranslations):
    """The catalogues of several users' folders, one after the other."""

    def __init__(self, by_folder: Mapping[Path, gettext.NullTranslations]) -> None:
        super().__init__()
        self.by_folder = by_folder

    def gettext(self, message: str) -> str:
        found = (each.gettext(message) for each in self.by_folder.values())
        return next((words for words in found if words != message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = (each.ngettext(msgid1, msgid2, n) for each in self.by_folder.values())
        return next((words for words in found if words not in (msgid1, msgid2)), msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        found = (each.pgettext(context, message) for each in self.by_folder.values())
        return next((words for words in found if words != message), message)


def languages() -> list[str]:
    """The languages of which there is a catalogue, and English."""
    return sorted({"en", *(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES") if _files(path))})


def checked_language(name: str) -> str:
    """The language of a name such as ``fr`` or ``fr_CA``, of which there may be none but ``fr``. Raises RunError where there is no catalogue."""
    known = languages()
    for tried in (name.replace("-", "_"), name.replace("-", "_").partition("_")[0]):
        if tried in known:
            return tried
    hint = _("name one of them; to begin another: docs/howto/translate.md")
    raise RunError.of(
        "language.unknown",
        _("there is no catalogue {name!r}; {suggest}"),
        None,
        hint,
        name=name,
        suggest=suggest(name, known, _("languages")),
    )


@cache
def read_catalogue(name: str) -> ReadCatalogue:
    """The catalogue of a language. Raises RunError where there is none."""
    found = checked_language(name)
    if found == "en":
        return ReadCatalogue(ENGLISH, b"")
    files = _files(FOLDER / found / "LC_MESSAGES")
    if files[0].suffix == ".mo":
        return _read(files[0].read_bytes())
    return _read(*_compiled(found, files))


def _read(compiled: bytes, faults: tuple[LoadError, ...] = ()) -> ReadCatalogue:
    read = ReadCatalogue(gettext.GNUTranslations(io.BytesIO(compiled)), compiled, faults)
    read.catalogue.add_fallback(_UserCatalogues(read.of_users))
    return read


def user_catalogue_folder(home: Path, name: str) -> Path:
    """The folder of a language's catalogue beside the files of a user."""
    return home / "locale" / name / "LC_MESSAGES"


def user_catalogue_files(home: Path) -> list[Path]:
    """The files of the catalogue beside the files in a user's folder, in the language in use."""
    return _files(user_catalogue_folder(home, current_catalogue().info().get("language", "en")))


def user_catalogue(home: Path) -> ReadCatalogue | None:
    """The catalogue beside the files in a user's folder, in the language in use; None where there is none.

    What the catalogue in use lacks is looked up in it from here on, such as the names of suits.
    """
    catalogue, files = current_catalogue(), user_catalogue_files(home)
    name = catalogue.info().get("language", "en")
    if not files or name not in languages() or (package := read_catalogue(name)).catalogue is not catalogue:
        return None
    stamps = tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in files)
    read = _read_user_catalogue(name, stamps)
    package.of_users[home.resolve()] = read.catalogue
    return read


@lru_cache(maxsize=64)
def _read_user_catalogue(name: str, stamps: tuple[tuple[Path, int, int], ...]) -> ReadCatalogue:
    """The catalogue of a user's files, until one of its parts changes."""
    files = [path for path, *_stamp in stamps]
    return _read(files[0].read_bytes()) if files[0].suffix == ".mo" else _read(*_compiled(name, files))


def share_done(catalogue: gettext.NullTranslations) -> float:
    """The share of the messages of a catalogue that are translated, between 0 and 1; 1 where its header says nothing."""
    done, _of, messages = catalogue.info().get(SHARE.lower(), "").partition(" of ")
    return int(done) / int(messages) if done.isdigit() and messages.isdigit() and int(messages) else 1


def use_language(name: str) -> tuple[LoadError, ...]:
    """Print in a language from here on; the faults of its catalogue come back. Raises RunError where there is no such language."""
    read = read_catalogue(name)
    use_catalogue(read.catalogue)
    return read.faults


class language:  # noqa: N801
    """A language to print in, from here on or in a block: ``tt.language("fr")``, ``with tt.language("fr"): …``.

    Raises RunError where there is no such language, TypeError for what is no text. A part of its catalogue that cannot be read is a warning.
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(_("a language is named by a text such as 'fr', not {name!r}").format(name=name))
        read = read_catalogue(name)
        self.name = checked_language(name)
        self._catalogue, self._former = read.catalogue, current_catalogue()
        self._after: list[gettext.NullTranslations] = []
        use_catalogue(self._catalogue)
        for fault in read.faults:
            warnings.warn(str(fault), stacklevel=2)

    def __enter__(self) -> language:
        current = current_catalogue()
        self._after.append(self._former if current is self._catalogue and not self._after else current)
        use_catalogue(self._catalogue)
        return self

    def __exit__(self, *_raised: object) -> None:
        use_catalogue(self._after.pop())

    def __repr__(self) -> str:
        return f"language({self.name!r})"


def _files(folder: Path) -> list[Path]:
    """The files of a language: the parts that translators work on, or the compiled catalogue."""
    return sorted(folder.glob("*.po")) or sorted(folder.glob(NAME))


def compile_parts(name: str, parts: Iterable[Path]) -> tuple[bytes, tuple[LoadError, ...]]:
    """The ``.po`` files of a language as one compiled catalogue, and the faults of those that cannot be read. Fuzzy translations are left out."""
    from babel.messages import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    shares = list[Share]()

    class WithShare(Catalog):
        """A catalogue whose header says how many of its messages are translated."""

        @property  # type: ignore[misc]  # that of Babel can be set, too
        def mime_headers(self) -> list[tuple[str, str]]:
            share = share_of_all(shares)
            return [*super().mime_headers, (SHARE, f"{share.translated} of {share.messages}")]

    whole, faults = WithShare(name), list[LoadError]()
    for path in parts:
        try:
            part = read_po(io.BytesIO(path.read_bytes()), name, abort_invalid=True)
        except (PoFileError, OSError, ValueError, LookupError) as error:
            faults.append(_unreadable(path, error))
            continue
        shares.append(Share(name, path.stem))
        for message in part:
            strings = message.string if isinstance(message.string, list | tuple) else [message.string]
            original = message.id if isinstance(message.id, str) else message.id[-1]
            if message.id and shares[-1].count(original, strings, fuzzy=message.fuzzy):
                whole[message.id] = message
    written = io.BytesIO()
    write_mo(written, whole)
    return written.getvalue(), tuple(faults)


_REASONS = (
    ("missing msgstr", N_("this message has no msgstr"), ""),
    ("msg has more translations", N_("this message has more translations than the header names plural forms"), ""),
    (
        "Unknown or misformatted keyword",
        N_("this line begins with none of msgctxt, msgid, msgid_plural and msgstr"),
        "",
    ),
    ("Got line starting with", N_("a text in quotes stands before any msgid"), ""),
    (
        "cannot parse po file with conflicts",
        N_("two versions of the file stand in it, of which one has to be made"),
        "",
    ),
    ("location comment", N_("a comment about places opens a name of a file and does not close it, or closes none"), ""),
    ("invalid literal for int", N_("there is no number in the brackets of this msgstr"), r"msgstr\[(?!\d+\])"),
    ("unknown encoding", N_("the header names a character set that does not exist"), "charset="),
    ("time data", N_("a date in the header is not written like 2026-11-23 18:00+0100"), r"\w+-Date:"),
)
"""The reasons why Babel cannot read a catalogue, by the beginnings of its words: our words, and what to look for in the file where Babel names no
line."""


def _unreadable(path: Path, error: Exception) -> LoadError:
    message, hint = (
        _("cannot be read as a catalogue, and is left out: {error}"),
        _("its sentences stay English; to see why: tarot-teach check {path}").format(path=path),
    )
    reason, place = reason_unread(path, error)
    return LoadError.of("translation.unreadable", message, place, hint, error=reason)


def reason_unread(path: Path, error: Exception) -> tuple[str, Place]:
    """The reason why a ``.po`` file cannot be read, in words, and the place in it, by an error of Babel or of the system."""
    number, line = getattr(error, "lineno", -1) + 1, getattr(error, "line", "")
    reason = system_reason(error) if isinstance(error, OSError) else str(error)
    for begins, words, sign in _REASONS:
        if reason.startswith(begins):
            reason = _(words)
            number, line = _line_with(path, sign) if sign else (number, line)
    if isinstance(error, UnicodeDecodeError):
        reason, (number, line) = (
            _("this line is not written in the character set of the file"),
            _line_with(path, "\ufffd"),
        )
    return reason, Place(str(path), number, 1, line) if number else Place(str(path))


def _line_with(path: Path, sign: str) -> tuple[int, str]:
    """The number and the text of the first line of a file in which a regular expression is found; 0 for none. Bytes that are no UTF-8 are read as �."""
    lines = path.read_bytes().decode("utf-8", "replace").split("\n")
    return next(((number, line.rstrip()) for number, line in enumerate(lines, 1) if re.search(sign, line)), (0, ""))


def _compiled(name: str, parts: list[Path]) -> tuple[bytes, tuple[LoadError, ...]]:
    """The parts of a language as one compiled catalogue, and the faults of those left out. It is kept in the cache until a part changes."""
    kept = _kept(name, parts)
    if kept and kept.is_file():
        return kept.read_bytes(), ()
    compiled, faults = compile_parts(name, parts)
    if kept and not faults:
        with suppress(OSError, OutputError):  # a catalogue that cannot be kept is compiled each time
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(kept, compiled)
    return compiled, faults


def _kept(name: str, parts: list[Path]) -> Path | None:
    """The file in the cache for these parts as they are now; None where there is no home directory, or a part cannot be read."""
    try:
        return cache_folder("catalogue", [name.encode(), SHARE.encode(), *(path.read_bytes() for path in parts)]) / NAME
    except (OSError, RuntimeError):
        return None
