"""The time of a build of the whole library's site, or of some rulesets', and of plain pages with the same words.

    python tests/benchmarks/site.py [--runs 3] [fft-4 early-17c]

Plain pages hold the words of each page of the site as paragraphs under its title, and nothing else. Theme, number of pages, search
index and worker processes are the same. Processor time is that of all processes together, with the start of Python.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from html.parser import HTMLParser
from pathlib import Path

from tarot_teach.compiled.other_process import cpus

PARAGRAPHS = {"p", "div", "section", "li", "dt", "dd", "td", "th", "tr", "table", "details", "summary", "figure", "h1", "h2", "h3", "h4", "pre"}  # fmt: skip
WORDLESS = {"script", "style", "svg", "template"}
CONF = 'project = "plain"\nhtml_theme = "furo"\nhtml_show_sourcelink = False\nhtml_copy_source = False\n'


class Words(HTMLParser):
    """The paragraphs of a page's main part."""

    def __init__(self) -> None:
        super().__init__()
        self.paragraphs: list[str] = [""]
        self._articles = self._wordless = 0

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        """Begin a paragraph, or a part without words."""
        self._articles += tag == "article"
        self._wordless += tag in WORDLESS
        if tag in PARAGRAPHS:
            self.paragraphs.append("")

    def handle_endtag(self, tag: str) -> None:
        """End a paragraph, or a part without words."""
        self._articles -= tag == "article"
        self._wordless -= tag in WORDLESS
        if tag in PARAGRAPHS:
            self.paragraphs.append("")

    def handle_data(self, data: str) -> None:
        """Words of the main part."""
        if self._articles and not self._wordless:
            self.paragraphs[-1] += data


def write_plain_pages(site: Path, source: Path) -> int:
    """Write a page of plain paragraphs for each page of a site; return the number of words."""
    source.mkdir()
    (source / "conf.py").write_text(CONF, encoding="utf-8")
    names = []
    count = 0
    for page in sorted(site.rglob("*.html")):
        reader = Words()
        reader.feed(page.read_text(encoding="utf-8"))
        texts = [" ".join(text.split()) for text in reader.paragraphs]
        title, *rest = [re.sub(r"([^\w\s])", r"\\\1", text) for text in texts if text] or ["Search"]
        count += sum(len(text.split()) for text in (title, *rest))
        name = str(page.relative_to(site).with_suffix(""))
        name = {"index": "start", "search": "searching", "genindex": "entries"}.get(name, name)
        names.append(name)
        path = source / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join((f"{title}\n{'=' * len(title)}", *rest)) + "\n", encoding="utf-8")
    listed = "\n   ".join(names)
    (source / "index.rst").write_text(f"Plain\n=====\n\n.. toctree::\n\n   {listed}\n", encoding="utf-8")
    return count


def seconds(*command: str) -> tuple[float, float]:
    """Wall and processor time of a command with its processes."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", *command], stdout=subprocess.DEVNULL, check=True)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    return ended - begun, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("rulesets", nargs="*")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built: list[tuple[float, float]] = []
        plain: list[tuple[float, float]] = []
        for run in range(args.runs):
            built.append(
                seconds("tarot_teach", "build", *args.rulesets, "--runtime", "none", "--out", str(folder / "site"))
            )
            if not run:
                words = write_plain_pages(folder / "site", folder / "source")
                print(f"{len([*(folder / 'site').rglob('*.html')])} pages, {words} words; medians of {args.runs} runs")
            shutil.rmtree(folder / "plain", ignore_errors=True)
            sphinx = ("sphinx", "-q", "-b", "html", "-j", str(cpus()), str(folder / "source"), str(folder / "plain"))
            plain.append(seconds(*sphinx))
        for kind, site, page in zip(
            ("wall", "processor"), zip(*built, strict=True), zip(*plain, strict=True), strict=True
        ):
            ours, theirs = statistics.median(site), statistics.median(page)
            print(f"{kind} time: site {ours:5.1f} s, plain pages {theirs:5.1f} s, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
