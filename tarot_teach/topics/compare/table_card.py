"""A card for the table: the rules of a game on one page of A5, its figures beside those of the game that it comes from."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tarot_teach.engine import Scorer
from tarot_teach.explain.overview import describe_course, in_order, worth
from tarot_teach.explain.param_words import param_label
from tarot_teach.explain.rule_words import rule_words, sense, sentences
from tarot_teach.explain.rulebook import full_title, param_leaves
from tarot_teach.mechanisms import Mechanism
from tarot_teach.mechanisms.match_memory import PaysInPlay
from tarot_teach.messages import _, colon, ngettext, within_sentence
from tarot_teach.paper import CardTable, TableCard
from tarot_teach.rules import Rule, Ruleset
from tarot_teach.text import Cite, Text, joined, listed, say, separated_by_dots
from tarot_teach.topics.compare.rulesets import RuleDifference, compare_rules

OF_FIGURES = ("count", "score", "match")
"""The sections whose figures stand on the card."""
OWN_TABLE = 3
"""The least number of figures of one rule that make a table of their own."""
LETTERS = 26
"""The most letters of a label in one of two tables side by side."""

HEIGHT, WIDTH = 192.0, 126.0
"""Height and width of the area of type on a page of A5, in millimetres."""
SIZES = tuple(size / 10 for size in range(96, 73, -2))
"""The sizes of letters, in points, from the largest down."""
SMALL = (7.4, 7.0, 6.6, 6.2)
"""The sizes where words have to be left out; those below the first only where the tables alone are too long."""
LINE, LETTER, CELL, HEAD = 0.435, 0.186, 0.3, 2.6
"""Height of a line and mean width of a letter, in millimetres for a point; what a row of a table and a heading add, in lines and millimetres."""


class Figure(NamedTuple):
    """A figure of a rule: its label, and the figure as it is written."""

    label: Text
    value: str


def table_card(game: Ruleset) -> TableCard:
    """The card of a game beside the game without its house rules, or that it was made from, if any; it fits on one page."""
    other = without_house_rules(game) if game.options else game.parent
    differences = _differences(other, game) if other else []
    short, wide = _tables(game, other)
    card = TableCard(
        full_title(game),
        _lead(other, differences),
        (say(_("here")), Text((other.short or other.title,))) if other else (say(_("here")),),
        short,
        wide,
        tuple(_in_words(game, other, differences)) if other else (),
        tuple((label, words) for label, words in describe_course(Scorer.of(game).index).rows),
        _foot(game, other, differences),
    )
    return fitted(card)


def card_data(game: Ruleset) -> dict[str, Any]:
    """The card of a game as plain data: figures here and there, rules that differ, and the course of a deal."""
    card = table_card(game)
    return {
        "game": game.name,
        "columns": [str(head) for head in card.heads],
        "tables": [
            {"title": str(table.title), "rows": [[str(label), here, there] for label, here, there in table.rows]}
            for table in (*card.short, *card.wide)
        ],
        "differing": {str(title): str(words) for title, words in card.differing},
        "course": {str(label): str(words) for label, words in card.course},
    }


def without_house_rules(game: Ruleset) -> Ruleset | None:
    """The game to which house rules were added."""
    parent = game.parent
    while parent is not None and parent.options:
        parent = parent.parent
    return parent


def _differences(other: Ruleset, game: Ruleset) -> list[RuleDifference]:
    return [difference for difference in compare_rules([other, game]) if difference.of_rule]


def _lead(other: Ruleset | None, differences: Sequence[RuleDifference]) -> Text:
    """The sentence above the tables: how many rules differ, and how those are marked."""
    if other is None:
        return say(_("The rules agreed here, in figures and in short."))
    number = len(differences)
    phrase = ngettext(
        "{number} rule is not as in {short}. What differs is bold and on a darker ground; the rest is the same in both.",
        "{number} rules are not as in {short}. What differs is bold and on a darker ground; the rest is the same in both.",
        number,
    )
    return say(phrase, number=number, short=other.short or other.title)


def _foot(game: Ruleset, other: Ruleset | None, differences: Sequence[RuleDifference]) -> tuple[Text, Text]:
    """Where all the rules are, and the sources of those that differ, or the one that the game follows."""
    rules = [difference.rules[1] for difference in differences]
    keys = [
        citation.cite
        for rule in rules
        if rule
        for citation in rule.sources
        if citation.source != getattr(other, "follows", "")
    ]
    cites = [*dict.fromkeys(keys)][:1] if other else [Cite(game.follows)] if game.follows else []
    where = say(_("All {number} rules: {command}"), number=len(game.rules), command=f"tarot-teach rules {game.name}")
    return where, separated_by_dots(cites)


# ------------------------------------------------------------ figures


def _tables(game: Ruleset, other: Ruleset | None) -> tuple[tuple[CardTable, ...], tuple[CardTable, ...]]:
    """The tables that stand side by side, and those of the whole width."""
    contracts = [*_contracts(game, other)]
    here, there = _figures(game), _figures(other) if other else {}
    ids = [*here, *(id for id in there if id not in here)]
    tables, rest = [CardTable(say(_("The contracts")), tuple(contracts))] if contracts else [], []
    rows = {id: _rows(here.get(id, {}), there.get(id, {}) if other else None) for id in ids}
    title = {id: Text(((game if id in here else other or game).rules[id].title,)) for id in ids}
    alike: dict[tuple[str, ...], list[str]] = {}
    for id in ids:
        alike.setdefault(tuple(str(label) for label, _here, _there in rows[id]), []).append(id)
    for together in alike.values():
        first = rows[together[0]]
        if len(first) > 1 and len(together) > 1:
            heads = Text(part for label, _here, _there in first for part in (" · ", *label))[1:]
            tables.append(
                CardTable(say("{labels}", labels=Text(heads)), tuple(_joined(title[id], rows[id]) for id in together))
            )
        elif len(first) >= OWN_TABLE:
            tables.append(CardTable(title[together[0]], tuple(first)))
        else:
            for id in together:
                named = Text((*title[id], colon()))
                rest += [(Text((*named, *label)), figure, another) for label, figure, another in rows[id]]
    short = [
        table
        for table in tables
        if all(len(str(words)) <= LETTERS for words in (table.title, *(row[0] for row in table.rows)))
    ]
    wide = [table for table in tables if table not in short]
    if rest:
        wide.append(CardTable(say(_("Counted and paid")), tuple(rest)))
    return tuple(short), tuple(wide)


Row = tuple[Text, str, str | None]
"""A row of a table of the card: label, figure here, figure in the other game, None without one."""


def _rows(here: dict[str, Figure], there: dict[str, Figure] | None) -> list[Row]:
    """The figures of a rule here and there, in the order of its parameters."""
    figures = {**(there or {}), **here}
    paths = [*here, *(path for path in figures if path not in here)]
    shown = {path: ("" if path not in here else here[path].value) for path in paths}
    return [(figures[path].label, shown[path], None if there is None else _value(there, path)) for path in paths]


def _value(figures: dict[str, Figure], path: str) -> str:
    return figures[path].value if path in figures else ""


def _joined(title: Text, rows: Sequence[Row]) -> Row:
    """The figures of a rule in one row."""
    here = " · ".join(figure for _label, figure, _another in rows if figure)
    there = " · ".join(another for _label, _figure, another in rows if another)
    return title, here, None if rows[0][2] is None else there


def _contracts(game: Ruleset, other: Ruleset | None) -> Iterator[Row]:
    """The contracts with what each is worth here and there; nothing for a game in which none has a worth of its own."""
    both = [_worths(ruleset) for ruleset in (game, other) if ruleset]
    if not any(value for worths in both for _title, value in worths.values()):
        return
    for name in dict.fromkeys(name for worths in both for name in worths):
        title = next(worths[name][0] for worths in both if name in worths)
        here, *there = (worths[name][1] or "0" if name in worths else "" for worths in both)
        yield Text((title,)), here, there[0] if there else None


def _worths(ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """Title and worth of the contracts, by name, from the lowest to the highest; nothing where there is only one."""
    scorer = Scorer.of(ruleset)
    index = scorer.index
    titles = {name: ruleset.rules[index.contracts[name].rule].title for name in in_order(index)}
    return {name: (title, worth(scorer.under(name), name)) for name, title in titles.items()} if len(titles) > 1 else {}


def _figures(ruleset: Ruleset) -> dict[str, dict[str, Figure]]:
    """The figures of the rules of the count, the score and the match, and of what is paid in play, by rule and path of the parameter."""
    index = Scorer.of(ruleset).index
    found = {}
    for id, mechanism in index.mechanisms.items():
        rule = ruleset.rules[id]
        figures = dict(_of_rule(rule, mechanism, index.contracts))
        pays = isinstance(mechanism, PaysInPlay) and mechanism.costs and len(figures) < OWN_TABLE
        if figures and (rule.step in OF_FIGURES or pays):
            found[id] = figures
    return found


def _of_rule(rule: Rule, mechanism: Mechanism, contracts: Container[str]) -> Iterator[tuple[str, Figure]]:
    """Yield the figures of a rule by their paths, without those of contracts, which have a table of their own, and of entries that have several."""
    for path, value in param_leaves(rule.params.model_dump()):
        name, *entry = path.split(".")
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if len(entry) > 1 or (entry and entry[-1] in contracts):
            continue
        words = mechanism.entry_words(entry[-1]) if entry else Text((within_sentence(param_label(name, rule)),))
        yield path, Figure(words, f"{value:g}".replace("-", "−"))


# ------------------------------------------------------------ words


def _in_words(game: Ruleset, other: Ruleset, differences: Sequence[RuleDifference]) -> Iterator[tuple[Text, Text]]:
    """Yield the rules that differ in more than figures on the card, with the sentences that the other game does not have, and at last
    the titles of those that fall away."""
    for difference in differences:
        before, rule = difference.rules
        if rule is None:
            continue
        known = {sense(sentence) for sentence in sentences(rule_words(other, before))} if before else set()
        new = [sentence for sentence in sentences(rule_words(game, rule)) if sense(sentence) not in known]
        if new:
            yield Text((rule.title,)), joined(new)
    gone = [
        Text((difference.rules[0].title,))
        for difference in differences
        if difference.rules[0] and not difference.rules[1]
    ]
    if gone:
        yield say(_("Not played here")), say("{rules}.", rules=listed(gone))


# ------------------------------------------------------------ one page


def fitted(card: TableCard) -> TableCard:
    """A card in the largest letters that leave it on one page.

    Where the smallest are too large, the rules that differ are told by their first sentences, and of these and of the course of a deal,
    the shortest rows first, those stand there that fit.
    """
    for size in SIZES:
        if _height(made := replace(card, size=size)) <= HEIGHT:
            return made
    size = next(
        (size for size in SMALL if _height(replace(card, size=size, differing=(), course=())) <= HEIGHT), SMALL[-1]
    )
    made = replace(card, size=size, differing=(), course=())
    for title, words in card.differing:
        more = replace(made, differing=(*made.differing, (title, joined(sentences(words)[:1]))))
        made = more if _height(more) <= HEIGHT else made
    for row in sorted(card.course, key=lambda row: len(str(row[1]))):
        more = replace(made, course=tuple(each for each in card.course if each in (*made.course, row)))
        made = more if _height(more) <= HEIGHT else made
    return made


def _height(card: TableCard) -> float:
    """The height of a card in millimetres, about."""
    line, heights = LINE * card.size, [_table_height(table, card, WIDTH / 2 - 4) for table in card.short]
    total = (
        15
        + 0.7 * card.size * _lines(card.title, 1.75 * card.size, 100)
        + line * _lines(card.lead, card.size, WIDTH)
        + 10
    )
    total += sum(max(heights[at : at + 2]) for at in range(0, len(heights), 2))
    total += sum(_table_height(table, card, WIDTH) for table in card.wide)
    for title, words in card.differing:
        total += line * _lines(say("{title}: {words}", title=title, words=words), card.size, WIDTH)
    total += HEAD + 2 if card.differing else 0
    total += sum(line * _lines(words, card.size, WIDTH - 24) for _label, words in card.course)
    return total + (HEAD + 2 if card.course else 0)


def _table_height(table: CardTable, card: TableCard, width: float) -> float:
    """The height of a table in millimetres, with its head."""
    column = 20 if width < WIDTH else 26
    label = width - 11 - column * (len(card.heads) - 1)
    lines = [_lines(words, card.size, label) for words, _here, _there in table.rows]
    head = max(_lines(table.title, card.size, label), *(_lines(each, card.size, column - 3) for each in card.heads))
    return HEAD + LINE * card.size * (sum(lines) + head + (1 + len(lines)) * CELL)


def _lines(words: Text, size: float, width: float) -> int:
    """The number of lines that words fill, about."""
    return -(-len(str(words)) // max(1, int(width / (LETTER * size))))
