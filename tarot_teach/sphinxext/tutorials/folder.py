"""Builds a tutorial as a folder of Markdown files: one for each page, and an index that links to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from tarot_teach.advice.format import advice_on
from tarot_teach.advice.page import describe_advice
from tarot_teach.blocks import Block, Heading, RuleBlock
from tarot_teach.engine import Engine
from tarot_teach.explain import rulebook
from tarot_teach.explain.glossary import describe_glossary
from tarot_teach.loading import Library
from tarot_teach.messages import _
from tarot_teach.questions.admits import records_page
from tarot_teach.records.runner import replay_example
from tarot_teach.render.html import anchor
from tarot_teach.render.markdown import escape, markdown
from tarot_teach.sphinxext.tutorials.pages import Contents, Page, templates
from tarot_teach.sphinxext.tutorials.work_folder import Progress, folder_in_place
from tarot_teach.topics.at_work.rules_at_work import RulesAtWork
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.compare.family import describe_family
from tarot_teach.topics.compare.features import describe_features
from tarot_teach.topics.compare.for_players import describe_for_players
from tarot_teach.topics.compare.rulesets_page import describe_comparison
from tarot_teach.topics.history.page import describe_games, describe_timeline
from tarot_teach.topics.odds.page import describe_odds
from tarot_teach.topics.odds.unseen_cards import before_looking
from tarot_teach.topics.sessions.page import describe_session
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.sources.coverage import describe_coverage
from tarot_teach.topics.sources.errata import describe_errata

templates.filters["markdown"] = escape


def build_markdown(contents: Contents, out: Path, library: Library, progress: Progress) -> Path:
    """Build the tutorial into a folder, and return its index. The folder keeps its old content until the new one is complete.

    Raises LoadError or RecordError for faults in rulesets or examples, OutputError if nothing can be written or the folder has other
    content.
    """
    with folder_in_place(out, progress) as work:
        progress(_("writing pages"))
        pages = {page: _blocks(page, library) for page in contents.pages()}
        rules = [_rules(page, ruleset, blocks) for page, (ruleset, blocks) in pages.items()]
        for page, (ruleset, blocks) in pages.items():
            path = work / "new" / f"{page.path}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(markdown(blocks, _rule_addresses(page, ruleset, rules)), encoding="utf-8")
        headings = {
            page: (block for block in blocks if isinstance(block, Heading)) for page, (_of, blocks) in pages.items()
        }
        titles = {page.path: str(next(found).text) for page, found in headings.items()}
        index = templates.get_template("index.md.j2").render(contents=contents, titles=titles)
        (work / "new" / "index.md").write_text(index, encoding="utf-8")
    return out.resolve() / "index.md"


_LISTS: dict[str, Callable[[Library], list[Block]]] = {
    "family": describe_family,
    "features": describe_features,
    "games": describe_games,
    "timeline": describe_timeline,
    "errata": describe_errata,
    "coverage": describe_coverage,
    "glossary": lambda library: describe_glossary(library.glossary()),
    "sources": lambda library: rulebook.describe_sources(library.sources()),
}


def _blocks(page: Page, library: Library) -> tuple[str, list[Block]]:
    """The ruleset of the rules that a page names, and the page's blocks."""
    match page.directive, page.argument:
        case "rules", name:
            ruleset = library.load(name)
            return ruleset.name, RulesAtWork.of(library).with_cases(
                rulebook.describe_rulebook(ruleset, library), ruleset
            )
        case "option", id:
            ruleset = rulebook.ruleset_with_option(library, id)
            return ruleset.name, RulesAtWork.of(library).with_cases(rulebook.describe_option(library, id), ruleset)
        case "example", path:
            done = replay_example(path, library)
            return done.engine.ruleset.name, lesson(done)
        case "session", path:
            session = keep_score(Path(path), library)
            return session.engine.ruleset.name, describe_session(session)
        case "odds", name:
            engine = Engine(library.load(name))
            return engine.ruleset.name, describe_odds(engine, before_looking(engine))
        case "advice", words:
            id, name, hand = words.split(maxsplit=2)
            ruleset = library.load(name)
            return name, [*describe_advice(advice_on(library, id, ruleset), ruleset, ruleset.deck.parse(hand))]
        case "compare", names:
            rulesets = [library.load(name) for name in names.split()]
            return rulesets[0].name, describe_comparison(rulesets)
        case "which-rules", ids:
            return "", records_page(ids.split(), library)
        case "if-you-know", names:
            known, game = (library.load(name) for name in names.split())
            return game.name, describe_for_players(known, game)
    return "", _LISTS[page.directive](library)


def _rules(page: Page, ruleset: str, blocks: Iterable[Block]) -> tuple[str, dict[str, str]]:
    """The ruleset or house rule whose rules a page states, and the address of each rule by its anchor."""
    anchors = [anchor(block.id) for block in blocks if isinstance(block, RuleBlock)]
    name = f"+{page.argument}" if page.directive == "option" else ruleset
    return name, {anchor: f"{page.path}.md#{anchor}" for anchor in anchors}


def _rule_addresses(page: Page, ruleset: str, pages: Iterable[tuple[str, dict[str, str]]]) -> dict[str, str]:
    """Addresses of a ruleset's rules, relative to a page: on the page of the ruleset, of its house rules, or of the ruleset without them."""
    base, *options = ruleset.split("+")
    names = (base, *(f"+{option.partition('=')[0]}" for option in options), ruleset)
    found: dict[str, str] = {}
    for name in names:
        for known, addresses in pages:
            found |= addresses if known == name else {}
    return {anchor: "../" * page.path.count("/") + address for anchor, address in found.items()}
