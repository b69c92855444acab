"""Pyodide and pydantic-core for the engine in the page, fetched once and kept in the user's cache.

The user's own npm and pip are asked first, since they know mirrors and proxies; else archives come from their addresses. An archive is used only if it has the
digest that is known of it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from http.client import HTTPException
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from queue import Empty, SimpleQueue
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, build_opener

from tarot_teach.caches import PART, cache_folder, no_home
from tarot_teach.errors import OutputError, Place, system_reason
from tarot_teach.messages import _, number_text
from tarot_teach.try_it.engine_files import PYODIDE, Runtime, find_runtime
from tarot_teach.version import __version__

CACHED = "cache"
"""The setting that stands for what is kept in the cache."""
TAKEN = "archives.json"
"""The file beside the runtime that says which archives it was taken from."""
FILES = "https://files.pythonhosted.org/packages"
"""The host of the wheels that are known here."""
INDEX = "https://pypi.org/simple/pydantic-core/"
"""The list of all wheels of pydantic-core, asked for a version that is not known here."""
LARGEST = 100_000_000
"""Bytes after which an answer of unknown size is given up."""
LEFT_FOR = 24 * 3600.0
"""Seconds after which the folder of a fetch that was killed is removed."""
PYTHON, PLATFORM = "314", "pyemscripten_2026_0_wasm32"
"""Python of this Pyodide, and the platform of wheels for it."""


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive to be fetched, with its size in bytes, its digest as ``sha256:…``, and the command of a tool that brings it.

    ``pinned`` is False where the digest is that of the package index.
    """

    name: str
    version: str
    licence: str
    address: str
    size: int
    digest: str
    command: tuple[str, ...]
    pinned: bool = True

    @property
    def file(self) -> str:
        """The name of the file."""
        return PurePosixPath(urlsplit(self.address).path).name


PYODIDE_ARCHIVE = Archive(
    "Pyodide",
    "314.0.7",
    "MPL-2.0",
    "https://registry.npmjs.org/pyodide/-/pyodide-314.0.7.tgz",
    6_488_647,
    "sha512:d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4",
    ("npm", "pack", "pyodide@314.0.7", "--silent", "--ignore-scripts", "--fetch-retries=0"),
)
PIP = ("--quiet", "--no-deps", "--only-binary=:all:", "--implementation=cp", "--retries=0")
"""Options of pip that are the same for all wheels."""
INTO = {"npm": "--pack-destination", "pip": "--dest"}
"""By tool, the option that names the folder into which it writes."""
WHEELS = {
    "2.47.0": ("be/60/c8c985d4081dafaa88fe6ac6a41ebe2b82d289c391b2bcbd3508f585e7a9", 1_369_335, "cdf4dc2cdd0eacad1bd81c4d25422b4c25b206acae095d2d64e5d5cb7facc6b3"),
    "2.48.0": ("19/70/b7b9042d5e745d3893f8b5597a00727325d0f41dd5e5fd8875335d876770", 1_403_190, "4fc45a49334c54541cbc97bf416d9300b4b1d3b2840dfb079b1123dc3f9ef5a6"),
    "2.49.0": ("57/6e/592912b19c96b911e728813696919a2a34258f99187da1e54aa3222b06a5", 1_449_332, "62535ce2294441c986da1aeb743f7255ac99f3e0a3119bd8c44b36406d9f3721"),
    "2.50.0": ("bf/c1/30d36746051e42bb67df986ee874f787526edb99205f6b1583c33dd81202", 1_483_929, "ab3f95f737fc1b258b8210308fc02ce1442cf5950cf6d30b09ad89ab9e8afebd"),
    "2.50.1": ("10/08/21a3f237b264389f6219d053ee78fc1b5c2fd402c1b1cb2b6cb8b85f9834", 1_484_400, "99ba9bc2b8062ea0c326a990f7f00e6530c23579de66dd246e72c4cafef950a5"),
    "2.50.2": ("b8/8e/72556126c8b6154fe7acaf757b96b2daa37aeffc3a517deb76e272f5ad09", 1_491_226, "9a8a62281fd9c6a373b3fd3d473685e6838d43341eecde5f47729748e2c11ee3"),
    "2.50.4": ("c6/07/a7d8615b8677bf69e24666bbce431299850c95a7b084649342582a1c3210", 1_496_509, "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e"),
    "2.50.5": ("83/47/375ab34f3907a0f40cebe2c3cea3e2c25dcf58e0f591991b85604b7258fc", 1_496_394, "b2910ec0fa5aeb9bef70156f2b79f4783978fdcfaa7b2f1b5d1814458d2e79a1"),
}  # fmt: skip
"""By version of pydantic-core the folder of its wheel in ``FILES``, its size in bytes, and its SHA-256."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for which a fetch waits for an answer, for the next bytes, and in all."""

    connect: float
    silent: float
    whole: float


PATIENT = Limits(connect=20, silent=60, whole=1800)
"""Limits where a user has asked for the runtime."""
QUICK = Limits(connect=5, silent=10, whole=60)
"""Limits where a site is built, which can be without it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An archive that was taken: its bytes, its digest, and the tool or address from which it came."""

    name: str
    version: str
    licence: str
    bytes: int
    digest: str
    pinned: bool
    source: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The runtime in the cache: its folder, and what was taken for it."""

    folder: Path
    taken: tuple[Taken, ...]

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(path.stat().st_size for path in self.folder.iterdir())


# ---------------------------------------------------------------- what is kept


def kept_folder() -> Path:
    """The folder of the runtime for the installed pydantic. Raises OutputError where there is no home directory."""
    wanted = version("pydantic_core")
    digests = (PYODIDE_ARCHIVE.digest, WHEELS.get(wanted, ("", 0, ""))[2])
    try:
        return cache_folder("runtime", [" ".join((*digests, PYODIDE_ARCHIVE.version, wanted)).encode()])
    except RuntimeError:
        raise no_home() from None


def kept_runtime() -> Kept | None:
    """The runtime in the cache, if all of it is there."""
    folder = kept_folder()
    try:
        taken = json.loads((folder / TAKEN).read_text(encoding="utf-8"))
        find_runtime(str(folder))
        return Kept(folder, tuple(Taken(**each) for each in taken))
    except (OSError, ValueError, TypeError, OutputError):
        return None


def chosen_runtime(given: str, base: Path = Path()) -> Runtime:
    """The runtime of a setting: ``cache``, a folder relative to ``base``, or an address. Raises OutputError."""
    if given != CACHED:
        return find_runtime(given, base)
    if (kept := kept_runtime()) is None:
        message = _("the cache has no runtime for the installed pydantic")
        raise OutputError.of("runtime.missing", message, Place(str(kept_folder())), hint="tarot-teach runtime")
    return find_runtime(str(kept.folder))


def fetch_runtime(progress: Callable[[str], None], limits: Limits = PATIENT) -> Kept:
    """The runtime in the cache, fetched if it is not there. Raises OutputError where it cannot be had within the limits."""
    if (kept := kept_runtime()) is not None:
        return kept
    folder = kept_folder()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _remove_left(folder.parent)
        with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", suffix=PART, dir=folder.parent) as work:
            new = Path(work, "new")
            new.mkdir()
            taken = _Fetch(Path(work), progress, limits).fill(new)
            find_runtime(str(new))
            (new / TAKEN).write_text(json.dumps([asdict(each) for each in taken], indent=1) + "\n", encoding="utf-8")
            _put(new, folder)
    except OSError as error:
        message, hint = (
            _("cannot be written: {reason}"),
            _("name another folder in XDG_CACHE_HOME, or make room there and see that you may write"),
        )
        reason = system_reason(error)
        raise OutputError.of("runtime.unwritable", message, Place(str(folder)), hint, reason=reason) from None
    return Kept(folder, taken)


def _remove_left(root: Path) -> None:
    """Remove what processes that were killed have left."""
    for left in root.glob(f"runtime-*{PART}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > LEFT_FOR:
                shutil.rmtree(left)


def _put(new: Path, folder: Path) -> None:
    """Move a complete folder to its place, unless another process has been quicker. What is not complete there is replaced."""
    try:
        new.rename(folder)
    except OSError:
        if kept_runtime() is None:
            shutil.rmtree(folder, ignore_errors=True)
            new.rename(folder)


# ---------------------------------------------------------------- what is fetched


class _Fetch:
    """One fetch, with a folder to work in, and the time by which it has to be done."""

    def __init__(self, work: Path, progress: Callable[[str], None], limits: Limits) -> None:
        self.work, self.progress, self.limits = work, progress, limits
        self.end = time.monotonic() + limits.whole

    def fill(self, new: Path) -> tuple[Taken, ...]:
        """Put Pyodide's files and the wheel into a folder. Raises OutputError, and OSError where it cannot be written."""
        wheel = self.wheel()
        content, pyodide_source = self.content_of(PYODIDE_ARCHIVE)
        with tarfile.open(fileobj=io.BytesIO(content)) as tar:
            for member in tar:
                name, file = PurePosixPath(member.name).name, tar.extractfile(member)
                if name in PYODIDE and file is not None:
                    (new / name).write_bytes(file.read())
        content, wheel_source = self.content_of(wheel)
        (new / wheel.file).write_bytes(content)
        return tuple(
            Taken(each.name, each.version, each.licence, each.size, each.digest, each.pinned, source)
            for each, source in ((PYODIDE_ARCHIVE, pyodide_source), (wheel, wheel_source))
        )

    def wheel(self) -> Archive:
        """The wheel that fits the installed pydantic. Raises OutputError where there is none."""
        wanted, tag = version("pydantic_core"), f"cp{PYTHON}"
        file = f"pydantic_core-{wanted}-{tag}-{tag}-{PLATFORM}.whl"
        if wanted in WHEELS:
            folder, size, digest = WHEELS[wanted]
            address = f"{FILES}/{folder}/{file}"
        else:
            address, size, digest = self.listed(file)
        command = (
            "pip",
            "download",
            f"pydantic_core=={wanted}",
            *PIP,
            f"--platform={PLATFORM}",
            f"--python-version={PYTHON}",
            f"--abi={tag}",
        )
        return Archive("pydantic-core", wanted, "MIT", address, size, f"sha256:{digest}", command, wanted in WHEELS)

    def listed(self, file: str) -> tuple[str, int, str]:
        """Address, size and SHA-256 of a wheel that the package index lists. Raises OutputError."""
        self.progress(_("asking for {file}").format(file=file))
        answer = self.read(INDEX, accept="application/vnd.pypi.simple.v1+json")
        try:
            wheels = {entry["filename"]: entry for entry in json.loads(answer)["files"]}
            if file in wheels:
                found = wheels[file]
                return urljoin(INDEX, found["url"]), int(found["size"]), str(found["hashes"]["sha256"])
        except (ValueError, KeyError, TypeError):
            raise _unreachable(INDEX, _("the answer is no list of wheels")) from None
        message, hint = (
            _("there is no {file}, which the installed pydantic needs in a page"),
            _("install a newer pydantic: pip install --upgrade pydantic"),
        )
        raise OutputError.of("runtime.no-wheel", message, Place(INDEX), hint, file=file)

    def content_of(self, archive: Archive) -> tuple[bytes, str]:
        """An archive, and the tool or address from which it came. Raises OutputError for one with another digest."""
        about, size = _("fetching {name} {version}, {size} MB"), number_text(archive.size / 1e6, 1)
        self.progress(about.format(name=archive.name, version=archive.version, size=size))
        brought = self.by_tool(archive)
        content = self.read(archive.address, archive.size) if brought is None else brought
        source = archive.address if brought is None else archive.command[0]
        if len(content) < archive.size:
            reason = _("{source} gives {some:,} of {size:,} bytes")
            raise _unreachable(archive.address, reason.format(source=source, some=len(content), size=archive.size))
        algorithm, _colon, digest = archive.digest.partition(":")
        if hashlib.new(algorithm, content).hexdigest() != digest:
            message, hint = (
                _(
                    "{file}, as it comes from {source}, has another {algorithm} digest than the one that is known, and is not used"
                ),
                _(
                    "look which mirror or proxy gives it; fetch Pyodide by other means, and name its folder: --runtime FOLDER"
                ),
            )
            place = Place(archive.address)
            raise OutputError.of(
                "runtime.digest", message, place, hint, file=archive.file, source=source, algorithm=algorithm
            )
        return content, source

    def by_tool(self, archive: Archive) -> bytes | None:
        """An archive as the user's own tool brings it, within half of the time that is left; None where the tool is not there, or fails."""
        name, *arguments = archive.command
        beside = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
        tool, quiet = shutil.which(name, path=beside), subprocess.DEVNULL
        if tool is None:
            return None
        patience = {
            "npm": f"--fetch-timeout={int(1000 * self.limits.silent)}",
            "pip": f"--timeout={self.limits.silent}",
        }
        command = [tool, *arguments, patience[name], INTO[name], str(self.work)]
        left = max(0.0, self.end - time.monotonic()) / 2
        try:
            subprocess.run(command, cwd=self.work, stdin=quiet, stdout=quiet, stderr=quiet, timeout=left, check=True)
            return (self.work / archive.file).read_bytes()
        except (OSError, subprocess.SubprocessError):
            return None

    def read(self, address: str, size: int = LARGEST, accept: str = "*/*") -> bytes:
        """The bytes at an address, up to one more than ``size``. Raises OutputError."""
        content = bytearray()
        try:
            with self.answer(address, accept) as answer:
                while len(content) <= size and (part := answer.read1(1 << 16)):
                    content += part
                    if time.monotonic() > self.end:
                        raise TimeoutError
        except (OSError, HTTPException, ValueError) as error:
            raise _unreachable(address, _reason(error)) from None
        return bytes(content)

    def answer(self, address: str, accept: str) -> Any:
        """The answer of a server, by the proxies that the environment names. Raises OSError, HTTPException or ValueError.

        A thread waits for it, since the system sets no limit to its search for an address.
        """
        answers: SimpleQueue[Any] = SimpleQueue()
        request = Request(address, headers={"Accept": accept, "User-Agent": f"tarot-teach/{__version__}"})

        def ask() -> None:
            try:
                answers.put(build_opener().open(request, timeout=self.limits.silent))
            except Exception as error:
                answers.put(error)

        threading.Thread(target=ask, daemon=True).start()
        try:
            answer = answers.get(timeout=self.limits.connect)
        except Empty:
            raise TimeoutError from None
        if isinstance(answer, Exception):
            raise answer
        return answer


def _reason(error: Exception) -> str:
    """The cause of a failure in a few words."""
    if isinstance(error, HTTPError):
        return f"{error.code} {error.reason}"
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return _("it takes too long")
    return str(getattr(cause, "strerror", None) or cause)


def _unreachable(address: str, reason: str) -> OutputError:
    """The error for an address from which nothing can be fetched."""
    message, hint = (
        _("it cannot be fetched: {reason}"),
        _(
            "look at the connection and its proxy (https_proxy); or fetch Pyodide by other means, and name its folder: --runtime FOLDER"
        ),
    )
    return OutputError.of("runtime.unreachable", message, Place(address), hint, reason=reason)
