"""The features of games beside each other: pack, players, auction, talon and so on, worked out from their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cards import halves_text
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.explain.rule_words import player_numbers
from tarot_teach.loading import Library
from tarot_teach.mechanisms import Mechanism, interfaces
from tarot_teach.messages import N_, _, as_words, ngettext
from tarot_teach.text import PageRef, RuleRef, Text, listed, say

NONE = "—"
"""Cell of a game that has nothing of a kind."""


def describe_features(library: Library, names: Sequence[str] = ()) -> list[Block]:
    """The features in two tables, a row for each group of rulesets that agree; by default of the whole library. Raises LoadError."""
    lead = _(
        "What the games have and what they lack, worked out from their rules; names of rules lead to their words. Rulesets that do not differ in any of it share a row."
    )
    blocks: list[Block] = [Heading(1, say(_("The games at a glance")), "features"), Paragraph(say(lead), "lead")]
    found = features_of(library, names)
    pages = {name: PageRef("ruleset", name, str(Text((library.load(name).label,)).upper_first())) for name in found}
    for title, part in ((_("Before the play"), slice(BEFORE)), (_("Play and score"), slice(BEFORE, None))):
        head = (say(_("Rulesets")), *(say(_(name)) for name in [*FEATURES][part]))
        blocks += [Heading(2, Text((title,)), f"features-{part.start or 0}"), Table(head, _grouped(found, pages, part))]
    return blocks


def _grouped(
    found: dict[str, tuple[Text, ...]], pages: Mapping[str, PageRef], part: slice
) -> tuple[tuple[Text, ...], ...]:
    """Rows of some columns, one for all rulesets that agree in them."""
    groups: dict[tuple[str, ...], tuple[list[Text], tuple[Text, ...]]] = {}
    for name, cells in found.items():
        alike, _cells = groups.setdefault(tuple(map(str, cells[part])), ([], cells[part]))
        alike.append(Text((pages[name],)))
    return tuple((listed(alike, N_("{first}; {last}")), *cells) for alike, cells in groups.values())


def features_of(library: Library, names: Sequence[str] = ()) -> dict[str, tuple[Text, ...]]:
    """The features of each ruleset by its name, in the order of :data:`FEATURES`. Raises LoadError."""
    indices = [RuleIndex(library.load(name)) for name in names or library.ids()]
    return {index.ruleset.name: tuple(feature(index) for feature in FEATURES.values()) for index in indices}


def features_data(library: Library, names: Sequence[str] = ()) -> list[dict[str, str]]:
    """The features as plain data, a row for each ruleset. Raises LoadError."""
    keys = [title.lower() for title in FEATURES]
    return [
        {"ruleset": name, **dict(zip(keys, map(str, cells), strict=True))}
        for name, cells in features_of(library, names).items()
    ]


def _pack(index: RuleIndex) -> Text:
    number = len(index.ruleset.deck.cards)
    return say(ngettext("{number} card", "{number} cards", number), number=number)


def _talon(index: RuleIndex) -> Text:
    """The cards of the talon, and what becomes of them."""
    players = max(index.ruleset.players)
    number = index.deals.talon_size(players)
    if number:
        cards = say(ngettext("{number} card", "{number} cards", number), number=number)
        handling = [rule for rule in index.mechanisms.values() if rule.step in ("talon", "exchange")]
        handling += [index.deals_anew] if index.deals_anew else []
        return say(_("{cards}: {rules}"), cards=cards, rules=_named(index, handling)) if handling else cards
    over = len(index.ruleset.deck.cards) - players * index.deals.hand_size(players)
    return say(_("none; cards stay over")) if over else Text((NONE,))


def _partners(index: RuleIndex) -> Text:
    """The rule by which a partner is found, or else whose cards count together."""
    if index.calls:
        return _named(index, [index.calls])
    sides = index.all(interfaces.MakesOutcomes)
    words = [(rule.rule, as_words(rule.name)) for rule in sides]
    return _listed(RuleRef(id, kind[:1].upper() + kind[1:], index.ruleset.name) for id, kind in words)


def _counting(index: RuleIndex) -> Text:
    """The points of the whole pack where cards are counted by its points, and the first rule of counting."""
    counts = index.all(interfaces.Counts)[:1]
    points = halves_text(sum(card.halves for card in index.ruleset.deck.cards))
    return say(_("{points} points: {rules}"), points=points, rules=_named(index, counts)) if counts else Text((NONE,))


def _fool(index: RuleIndex) -> Text:
    kinds = (interfaces.ExemptsCards, interfaces.MovesCard)
    return _named(index, [rule for rule in index.mechanisms.values() if isinstance(rule, kinds)])


def _overtrumping(index: RuleIndex) -> Text:
    rules = [rule.rule for rule in index.mechanisms.values() if rule.name == "must_overtrump"]
    return _listed(RuleRef(id, _("Duty"), index.ruleset.name) for id in rules) if rules else say(_("no duty"))


def _named(index: RuleIndex, mechanisms: Iterable[Mechanism]) -> Text:
    """Rules by their titles, each with a link."""
    titles = ((each.rule, index.ruleset.rules[each.rule].title) for each in mechanisms)
    return _listed(RuleRef(id, title, index.ruleset.name) for id, title in titles)


def _listed(rules: Iterable[RuleRef]) -> Text:
    return listed([Text((rule,)) for rule in rules], N_("{first}, {last}")) or Text((NONE,))


FEATURES: dict[str, Callable[[RuleIndex], Text]] = {
    N_("Pack"): _pack,
    N_("Players"): lambda index: Text((player_numbers(index.ruleset.players),)),
    N_("Auction"): lambda index: _named(index, index.contracts.values()),
    N_("Talon"): _talon,
    N_("Partners"): _partners,
    N_("Fool"): _fool,
    N_("Over-trumping"): _overtrumping,
    N_("Counting"): _counting,
    N_("Score and bonuses"): lambda index: _named(index, index.all(interfaces.Scores)),
}
"""The columns of the tables, each with the function that works out its cell."""
BEFORE = 5
"""The number of columns in the first table."""
