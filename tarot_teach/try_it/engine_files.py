"""The files by which the engine runs in a page: Pyodide's, as the author gives them, and one archive of all Python that is needed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

from tarot_teach.catalogues import NAME, languages, read_catalogue, user_catalogue, user_catalogue_folder
from tarot_teach.errors import OutputError, Place
from tarot_teach.loading.document import home_of
from tarot_teach.loading.file_catalogue import shipped
from tarot_teach.messages import _, current_language

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide that are needed."""
PACKAGES = (
    "tarot_teach", "annotated_types", "jinja2", "markupsafe", "pydantic", "rich", "typing_extensions", "typing_inspection", "yaml",
)  # fmt: skip
"""The packages that the engine needs, as they are installed here; of pydantic_core the wheel beside Pyodide's files is taken."""
LEFT_OUT = (
    "tarot_teach/try_it/fetch_runtime.py",
    "tarot_teach/try_it/one_file.py",
    "tarot_teach/cli",
    "tarot_teach/rulesets",
    "tarot_teach/sphinxext",
    "tarot_teach/tui",
)
"""Parts of packages that the engine does not need; the rulesets are packed by their kind."""
RULESETS = ("decks", "bundles", "options", "advice", "examples")
"""Folders of rulesets that are packed, with the rulesets and the files above them."""
_SUFFIXES = (".py", ".j2", ".jinja", ".toml", ".css", ".js", ".jsonl")
_EPOCH = (1980, 1, 1, 0, 0, 0)
MANIFEST = "engine.json"
HERE = "./"
"""The address of the runtime where it lies beside the manifest."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The place of Pyodide's files: a folder that is copied, with the name of the wheel in it, or an address."""

    folder: Path | None = None
    wheel: str = ""
    address: str = ""


def find_runtime(given: str, base: Path = Path()) -> Runtime:
    """The runtime of a setting: a folder, relative to ``base``, or an address. Raises OutputError for a folder that lacks something."""
    if given.startswith(("https://", "http://")):
        return Runtime(address=f"{given.rstrip('/')}/")
    folder, place = base / given, Place(given)
    if not folder.is_dir():
        message, hint = (
            _("there is no folder {given}"),
            _(
                "name the folder of Pyodide's files, `cache` for what tarot-teach runtime has fetched, or an address: https://…"
            ),
        )
        raise OutputError.of("runtime.folder", message, None, hint, given=given)
    missing = [name for name in PYODIDE if not (folder / name).is_file()]
    if missing:
        message, hint = (
            _("this folder lacks {missing} of Pyodide"),
            _("npm install pyodide; name node_modules/pyodide, or `cache` after tarot-teach runtime"),
        )
        raise OutputError.of("runtime.folder", message, place, hint, missing=", ".join(missing))
    return Runtime(folder, _wheel(folder, place))


def _wheel(folder: Path, place: Place) -> str:
    """The name of the wheel of pydantic-core that fits this Pyodide and the pydantic that is installed. Raises OutputError."""
    try:
        info: dict[str, Any] = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
        python, abi = ".".join(info["python"].split(".")[:2]), info["abi_version"]
    except (ValueError, KeyError, TypeError, AttributeError):
        message, hint = _("pyodide-lock.json does not tell its Python"), _("install Pyodide 314 or later anew")
        raise OutputError.of("runtime.folder", message, place, hint) from None
    wanted, tag = version("pydantic_core"), f"cp{python.replace('.', '')}"
    name = f"pydantic_core-{wanted}-{tag}-{tag}-pyemscripten_{abi}_wasm32.whl"
    if (folder / name).is_file():
        return name
    others = ", ".join(sorted(path.name for path in folder.glob("pydantic_core-*.whl")))
    message = _("this folder lacks {name}, which the installed pydantic needs with this Pyodide").format(name=name)
    hint = (
        f"pip download pydantic_core=={wanted} --no-deps --only-binary=:all: --platform pyemscripten_{abi}_wasm32 "
        f"--python-version {python} --implementation cp --abi {tag} --dest {folder}"
    )
    message += _("; there is {others}").format(others=others) if others else ""
    raise OutputError.of("runtime.wheel", message, place, hint)


def write_engine(runtime: Runtime, out: Path, user_files: Iterable[Path] = ()) -> None:
    """Write the runtime, the archive, that of the language's catalogues, and ``engine.json``, which tells the page what to load, into a folder."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    own = [path.resolve() for path in user_files]
    parts = [*_packed(), *_shipped(), *_user_files(own)]
    archive = _archive("engine", ((name, path.read_bytes()) for name, path in parts), out)
    words = [*_catalogue(), *_user_catalogues(own)]
    catalogue = _archive("catalogue", words, out) if words else ""
    files = {name: (out / name).stat().st_size for name in (archive, catalogue) if name}
    if runtime.folder:
        for name in (*PYODIDE, runtime.wheel):
            shutil.copyfile(runtime.folder / name, out / name)
            files[name] = (out / name).stat().st_size
    manifest = {
        "runtime": runtime.address or HERE,
        "wheel": runtime.wheel,
        "pydantic_core": version("pydantic_core"),
        "archive": archive,
        "catalogue": catalogue,
        "files": files,
        "own": [name for name, _path in _user_files(own)],
        "language": current_language(),
    }
    _write_manifest(manifest, out)


def share_engine(out: Path, shared: Path) -> None:
    """Move what is the same in all languages from the folder of an engine into one that several sites share, and have ``engine.json`` name it there."""
    manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    shared.mkdir(exist_ok=True)
    for name in {*manifest["files"]} - {manifest["catalogue"]}:
        (out / name).replace(shared / name)
    there = f"{PurePosixPath(os.path.relpath(shared, out))}/"
    manifest["archive"] = there + manifest["archive"]
    manifest["runtime"] = there if manifest["runtime"] == HERE else manifest["runtime"]
    _write_manifest(manifest, out)


def _write_manifest(manifest: dict[str, Any], out: Path) -> None:
    (out / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _archive(name: str, parts: Iterable[tuple[str, bytes]], out: Path) -> str:
    """Write an archive, the same bytes for the same files, and return its name, which changes with them."""
    written = out / f"{name}.zip"
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in parts:
            entry = zipfile.ZipInfo(path, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
    return written.rename(out / f"{name}-{hashlib.sha256(written.read_bytes()).hexdigest()[:12]}.zip").name


def _packed() -> Iterator[tuple[str, Path]]:
    """The files of the packages, each with its name in the archive."""
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        module = Path(spec.origin)
        if module.name != "__init__.py":
            yield module.name, module
            continue
        for path in sorted(module.parent.rglob("*")):
            name = PurePosixPath(package, *path.relative_to(module.parent).parts)
            if path.suffix in _SUFFIXES and not any(name.is_relative_to(part) for part in LEFT_OUT):
                yield str(name), path


def _catalogue() -> Iterator[tuple[str, bytes]]:
    """The compiled catalogue of the language in use, with its name in the archive; none for English."""
    language = current_language().replace("-", "_")
    if language in languages() and language != "en":
        yield f"tarot_teach/locale/{language}/LC_MESSAGES/{NAME}", read_catalogue(language).compiled


def _shipped() -> Iterator[tuple[str, Path]]:
    """The shipped rulesets with their packs, house rules and advice, and what all rulesets share."""
    root = shipped()
    for path in sorted(root.rglob("*.yaml")):
        above = path.relative_to(root).parts[:-1]
        if (len(above) < 2 and "schema" not in above) or (above[-1] in RULESETS and "courses" not in above):
            yield str(PurePosixPath("tarot_teach/rulesets", *path.relative_to(root).parts)), path


def _user_files(files: list[Path]) -> list[tuple[str, Path]]:
    """A user's files, which keep their places to each other."""
    return [(_own_name(path, files), path) for path in files]


def _own_name(path: Path, files: list[Path]) -> str:
    """The name in the archive of a path at or below the folders of a user's files."""
    base = Path(os.path.commonpath([*map(home_of, files)]))
    return str(PurePosixPath("own", *path.relative_to(base).parts))


def _user_catalogues(files: list[Path]) -> Iterator[tuple[str, bytes]]:
    """The compiled catalogues of the language in use beside a user's files, with their names in the archive."""
    language = current_language().replace("-", "_")
    for home in dict.fromkeys(map(home_of, files)):
        if read := user_catalogue(home):
            yield _own_name(user_catalogue_folder(home, language) / NAME, files), read.compiled
