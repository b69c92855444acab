"""Files to begin with for a game of its own, in a folder, and for a mechanism."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tarot_teach.cards import halves_text
from tarot_teach.engine import Engine
from tarot_teach.loading import Library
from tarot_teach.loading.formats import BundleFile, RuleFile, parse_model
from tarot_teach.mechanisms import all_mechanisms, find
from tarot_teach.messages import _
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.topics.skeletons.skeleton import id_of, rendered, skeleton, title_of


def game(name: str, engine: Engine, library: Library, folder: Path, *, short: bool = False) -> dict[Path, str]:
    """The text of each file of a game that begins with the rules of another: pack, sources, glossary, example, ruleset. In a ``short``
    ruleset each rule stands on a line, without comments."""
    ruleset, id = engine.ruleset, id_of(name)
    bundles = _bundles_of(ruleset, library) if short else {}
    given = {rule: entry for bundle in bundles.values() for rule, entry in bundle.gives.items()}
    titles = {id: ruleset.rules[id].title for id in given}
    concepts = library.glossary()
    pack, first = Path("decks", f"{id}-pack.yaml"), Path("examples", f"{id}-first-trick.yaml")
    values: dict[str, Any] = {
        "id": id,
        "title": title_of(name),
        "ruleset": ruleset.name,
        "folder": shlex.quote(f"./{folder}" if not folder.is_absolute() else str(folder)),
        "path": shlex.quote(str(folder / pack)),
        "pack": ruleset.deck,
        "pack_path": pack.as_posix(),
        "example_path": first.as_posix(),
        "total": halves_text(sum(card.halves for card in ruleset.deck.cards)),
        "players": list(ruleset.players),
        "phases": list(ruleset.phases),
        "term": id.replace("-", "_") + "_term",
        "terms": {
            term: {"label": word.label}
            for term, word in ruleset.terms.items()
            if term in concepts and word.label != concepts[term].general
        },
        "game_rules": [_as_written(rule) for rule in ruleset.rules.values()],
        "uses": [*bundles],
        "lines": {rule.id: _in_short(rule, engine, given) for rule in ruleset.rules.values() if rule.id not in given}
        if short
        else {},
        "changes": {id: {"title": title} for id, title in titles.items() if title != given[id].title},
    }
    pack_values = {**values, "id": f"{id}-pack", "title": _("pack of {title}").format(title=title_of(name))}
    return {
        folder / pack: rendered("pack.yaml", pack_values),
        folder / "sources.yaml": rendered("sources.yaml", values),
        folder / "glossary.yaml": rendered("glossary.yaml", values),
        **skeleton("example", f"{name} first trick", engine, id, folder / first),
        folder / f"{id}.yaml": rendered("short-game.yaml" if short else "game.yaml", values),
    }


def _as_written(rule: Rule) -> dict[str, Any]:
    """A rule without its words and sources as an entry, with the first sentence about its mechanism."""
    about = _(find(rule.step, rule.mechanism).description())
    params = rule.params.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    given = {"params": params, "under": list(rule.under)}
    entry = {"mechanism": rule.mechanism, **{key: value for key, value in given.items() if value}, "title": rule.title}
    return {"about": about.partition(". ")[0].rstrip(".") + ".", "entry": {rule.id: entry}}


def _bundles_of(ruleset: Ruleset, library: Library) -> dict[str, BundleFile]:
    """The bundles whose rules a ruleset has all, with the same mechanisms and always in force, by id."""
    read = {id: parse_model(BundleFile, library.document(library.find("bundle", id))) for id in library.ids("bundle")}
    return {
        id: bundle
        for id, bundle in read.items()
        if all(_is_given(ruleset.rules.get(rule), entry) for rule, entry in bundle.gives.items())
    }


def _is_given(rule: Rule | None, entry: RuleFile) -> bool:
    """True for a rule that is what a bundle gives."""
    if rule is None or rule.under or rule.mechanism != entry.mechanism:
        return False
    return rule.params.model_dump(mode="json", exclude_unset=True, exclude_none=True) == entry.params


def _in_short(rule: Rule, engine: Engine, given: Collection[str]) -> dict[str, Any]:
    """A rule as an entry without the title that its mechanism brings by itself, in front of the next rule of its step that a bundle has ``given``."""
    entry: dict[str, Any] = _as_written(rule)["entry"][rule.id]
    if engine.index.mechanisms[rule.id].title() == rule.title:
        del entry["title"]
    of_step = [other.id for other in engine.ruleset.at(rule.step)]
    following = next((id for id in of_step[of_step.index(rule.id) :] if id in given), None)
    return {**entry, "at": "page 1", **({"before": following} if following else {})}


def mechanism(step: str, words: str, like: str | None) -> str:
    """The Python code of a mechanism of a step that derives from another one, by its name, or from the first of the step."""
    base = find(step, like or next(each.name for each in all_mechanisms() if each.step == step))
    name = words.replace("-", "_")
    values = {"step": step, "name": name, "title": title_of(words), "base": base}
    return rendered("mechanism.py", {**values, "class_name": "".join(part.capitalize() for part in name.split("_"))})
