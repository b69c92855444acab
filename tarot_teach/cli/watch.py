"""``tarot-teach build --watch``: a site that is shown while its files are written."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tarot_teach.cli.output import emit, step_line
from tarot_teach.errors import TarotError
from tarot_teach.loading import Library
from tarot_teach.loading.file_catalogue import shipped
from tarot_teach.messages import _

if TYPE_CHECKING:
    from tarot_teach.sphinxext.tutorials.pages import Contents

PAUSE = 0.2
"""Seconds between two looks at the files."""
SCRIPT = """(() => {
  let shown = null;
  const box = document.createElement("pre");
  box.setAttribute("role", "alert");
  box.style.cssText = "position:fixed;inset:auto 0 0;margin:0;padding:1em;max-height:50vh;overflow:auto;white-space:pre-wrap;background:#a3151f;color:#fff;z-index:99";
  setInterval(async () => {
    try {
      const state = await (await fetch("/.state", { cache: "no-store" })).json();
      if (shown !== null && state.number !== shown) location.reload();
      shown = state.number;
      box.textContent = state.fault;
      if (state.fault) document.body.append(box); else box.remove();
    } catch { /* the command has ended */ }
  }, 300);
})();"""
"""Loads a page again when it was made anew, and shows what is wrong."""


class WatchedSite:
    """A site in a folder of its own: the last one that could be built, how many there were, and what is wrong with the newest files."""

    def __init__(self, work: Path, gathered: Callable[[float], tuple[Contents, Library, list[Path]]]) -> None:
        self.work: Path = work
        self.gathered: Callable[[float], tuple[Contents, Library, list[Path]]] = gathered
        self.number: int = 0
        self.fault: str = ""
        self.since: float = 0.0

    @property
    def shown(self) -> Path:
        """The folder of the pages."""
        return self.work / "shown"

    def build(self, progress: Callable[[str], None], *, trusted: bool = False, all_examples: bool = True) -> bool:
        """Build what has changed; True for a site without a fault, which then takes the place of the last one. Raises the first fault if no file
        can mend it, such as a name that is misspelt on the command line."""
        from tarot_teach.sphinxext.tutorials.site import make_site

        environment, before = self.work / "doctrees" / "environment.pickle", self.work / "environment"
        if environment.exists():
            shutil.copyfile(environment, before)
        begun = time.time()
        try:
            contents, library, _folders = self.gathered(0 if all_examples else self.since)
            make_site(self.work, replace(contents, trusted=trusted), library, progress, kept=before.exists())
        except (TarotError, OSError) as error:
            if not self.number and isinstance(error, TarotError) and not any(one.place for one in error.problems):
                raise
            self.fault = str(error)
            shutil.rmtree(self.work / "next", ignore_errors=True)
            if before.exists():
                shutil.copyfile(before, environment)  # so that the pages at fault are read again
            return False
        for path in (self.work / "html").rglob("*"):
            target = self.shown / path.relative_to(self.work / "html")
            if path.is_dir():
                target.mkdir(parents=True, exist_ok=True)
            elif not target.exists() or target.stat().st_mtime_ns != path.stat().st_mtime_ns:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)
        self.number, self.fault, self.since = self.number + 1, "", begun
        return True


class _Pages(SimpleHTTPRequestHandler):
    """Serves the pages of a watched site, each with the script that loads it again."""

    def __init__(self, *given: object, site: WatchedSite) -> None:
        self.site = site
        super().__init__(*given, directory=str(site.shown))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if self.path == "/.state":
            state = {"number": self.site.number, "fault": self.site.fault}
            return self._send(json.dumps(state).encode(), "application/json")
        if self.path == "/.reload.js":
            return self._send(SCRIPT.encode(), "text/javascript")
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix == ".html" and path.is_file():
            page = path.read_bytes().replace(b"</body>", b'<script src="/.reload.js"></script></body>')
            return self._send(page, "text/html; charset=utf-8")
        return super().do_GET()

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_given: object) -> None:
        """Say nothing of what is fetched."""


def watch_site(
    names: tuple[str, ...], gathered: Callable[[float], tuple[Contents, Library, list[Path]]], *, trusted: bool
) -> None:
    """Build a site, show it on this machine, and build it again when a file changes, until the command is stopped."""
    with tempfile.TemporaryDirectory(prefix="tarot-teach-watch-") as folder:
        site = WatchedSite(Path(folder), gathered)
        site.shown.mkdir()
        seen = snapshot(names)
        with step_line() as progress:
            built = site.build(progress, trusted=trusted)
        if not built:
            (site.shown / "index.html").write_text("<!doctype html><title>…</title><body></body>", encoding="utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Pages, site=site))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        emit(_("Look at http://127.0.0.1:{port}/ and stop with Ctrl-C\n").format(port=server.server_port))
        _tell(site)
        for changed in _changes(names, seen):
            with step_line() as progress:
                site.build(progress, trusted=trusted, all_examples=bool(site.fault) or not all(map(_is_page, changed)))
            _tell(site)


def _tell(site: WatchedSite) -> None:
    click.echo(site.fault or _("built: {time}").format(time=time.strftime("%H:%M:%S")), err=True)


def _is_page(path: Path) -> bool:
    """True for a file that changes itself alone: a page, or an example."""
    return path.suffix == ".md" or path.parent.name == "examples"


def _changes(names: tuple[str, ...], seen: dict[Path, int]) -> Iterator[set[Path]]:
    """Yield the files that have changed since the last look, without end."""
    while True:
        time.sleep(PAUSE)
        now = snapshot(names)
        changed = {path for path in seen.keys() | now.keys() if seen.get(path) != now.get(path)}
        seen = now
        if changed:
            yield changed


def snapshot(names: tuple[str, ...]) -> dict[Path, int]:
    """The files on which a site may depend, with the time of their last change: all beside the files that are named, or of the library."""
    given = [Path(name) for name in names if Path(name).exists()]
    folders = {path if path.is_dir() else path.resolve().parent for path in given} or {shipped()}
    found = {}
    for folder in folders:
        for inner, inners, files in os.walk(folder):
            inners[:] = [name for name in inners if not name.startswith((".", "_"))]
            for path in (
                Path(inner, name)
                for name in files
                if name.endswith((".yaml", ".po", ".md", ".rst", ".py", ".png", ".svg"))
            ):
                try:
                    found[path] = path.stat().st_mtime_ns
                except OSError:
                    continue  # removed meanwhile
    return found
