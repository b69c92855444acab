"""What EPUB asks for beyond HTML: pictures that name their language, and pages that declare that they hold some."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

from sphinx.application import Sphinx

_ITEM = re.compile(r'<item (?=[^>]*media-type="application/xhtml\+xml")(?![^>]*properties=)[^>]*href="([^"]+)"')


def as_xhtml(body: str) -> str:
    """Pictures in XHTML name their language, which HTML knows by itself."""
    body = re.sub(r"<svg(?![^>]*\bxmlns=)", '<svg xmlns="http://www.w3.org/2000/svg"', body)
    return re.sub(r"<use([^>]*?) href=", r'<use xmlns:xlink="http://www.w3.org/1999/xlink"\1 xlink:href=', body)


def declare_pictures(app: Sphinx, exception: Exception | None) -> None:
    """Declare in a finished book which of its pages hold pictures; Sphinx knows of none."""
    if exception is not None or app.builder.name != "epub":
        return
    book = Path(app.outdir, f"{app.config.epub_basename}.epub")
    fresh = book.with_suffix(".new")
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as new:
        drawn = {name for name in old.namelist() if name.endswith(".xhtml") and b"<svg" in old.read(name)}
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename.endswith("content.opf"):
                folder = entry.filename.removesuffix("content.opf")
                content = _declared(content.decode(), folder, drawn).encode()
            new.writestr(entry, content)  # the entry keeps its way of storing: the first one is not compressed
    shutil.move(fresh, book)


def _declared(manifest: str, folder: str, drawn: set[str]) -> str:
    def item(found: re.Match[str]) -> str:
        return found[0].replace("<item ", '<item properties="svg" ') if folder + found[1] in drawn else found[0]

    return _ITEM.sub(item, manifest)
