"""The beginning of a rule page: what one needs to play, in tables worked out from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_

from tarot_teach.blocks import Block, Heading, Paragraph, Table
from tarot_teach.cards import Card, Deck, Halves, halves_text
from tarot_teach.engine import Scorer
from tarot_teach.engine.rule_index import RuleIndex
from tarot_teach.explain.rule_words import in_contracts, names_contracts, player_numbers, rule_words, sentences
from tarot_teach.mechanisms import Mechanism, asking, interfaces, match_memory, open_table
from tarot_teach.mechanisms.ends_play import EndsPlay
from tarot_teach.mechanisms.keeps_cards import KeepsCards
from tarot_teach.mechanisms.settles_parties import SettlesParties
from tarot_teach.messages import N_, _, colon, semicolon
from tarot_teach.order import Order
from tarot_teach.rules import Ruleset
from tarot_teach.text import NO_TEXT, RuleRef, Text, joined, listed, row_of, say

COUNTING, TRUMPS = N_("Counting"), N_("Trumps")

TO_PLAY: dict[str, tuple[type[Mechanism], ...]] = {
    N_("The deal"): (interfaces.TurnsRound, interfaces.DealsOut, open_table.LaysOpen),
    N_("The auction"): (interfaces.RunsAuction, interfaces.NarrowsBids, interfaces.OnAllPass),
    N_("Partners"): (interfaces.MakesParties, interfaces.CallsPartner),
    TRUMPS: (asking.BringsTrumps,),
    N_("{talon:the}"): (interfaces.HandlesTalon, asking.ChangesHand, asking.UsesTalon),
    N_("The play"): (
        interfaces.Leads,
        interfaces.NarrowsPlay,
        KeepsCards,
        interfaces.ExemptsCards,
        interfaces.WinsTrick,
        open_table.Takes,
        EndsPlay,
    ),
    COUNTING: (interfaces.Counts, interfaces.CountsPiles),
    N_("Payment"): (interfaces.Settles, SettlesParties),
    N_("The end of the game"): (match_memory.EndsMatch,),
}
"""The subjects of the game in short, each with the kinds of rules that tell of it."""

WHOLE = (interfaces.DealsOut, match_memory.EndsMatch)
"""Rules of which all is told; of the others it is the first sentence."""

RUN = 4
"""The least number of figures in a row that are named by the first and the last."""


def describe_overview(ruleset: Ruleset) -> list[Block]:
    """The game in short: a table of the course of a deal, the contracts, the cards, and the score."""
    scorer = Scorer.of(ruleset)
    index = scorer.index
    blocks: list[Block] = [Heading(2, say(_("The game in short")), "in-short"), describe_course(index)]
    blocks += [*_contracts(scorer), *_cards(index), *describe_payment(scorer)]
    return blocks


# ------------------------------------------------------------ the course of a deal


def describe_course(index: RuleIndex) -> Table:
    """A table of the steps of a deal, each with the first sentence of the rules that a player has to know."""
    ruleset, named = index.ruleset, set[str]()
    rows = [
        (say(_("Players")), Text((player_numbers(ruleset.players),))),
        (say(_("Pack")), Text((ruleset.deck.title,))),
    ]
    for label in TO_PLAY:
        rules = [rule for rule in index.mechanisms.values() if _tells(rule, label) and rule.rule not in named]
        named |= {rule.rule for rule in rules}
        said = [words for words in _by_contracts(ruleset, rules) if words]
        labels = [ruleset.say(_(label)), *(NO_TEXT for _words in said[1:])]
        rows += zip(labels, said, strict=False)
    return Table((), tuple(rows))


def _tells(rule: Mechanism, label: str) -> bool:
    """True if a rule is told under a label; what is scored by single cards is told with the count, an order of the cards with trumps."""
    by_cards = isinstance(rule, interfaces.Scores) and rule.by_cards
    orders = isinstance(rule, interfaces.OrdersCards) and not isinstance(rule, interfaces.WinsTrick)
    return isinstance(rule, TO_PLAY[label]) or (by_cards and label == COUNTING) or (orders and label == TRUMPS)


def _by_contracts(ruleset: Ruleset, mechanisms: Iterable[Mechanism]) -> Iterator[Text]:
    """Yield the rules in brief, those together that are in force under the same contracts, which are named before them, if not all, and
    if the rules do not name them."""
    together: dict[tuple[tuple[str, ...], bool], list[Text]] = {}
    for mechanism in mechanisms:
        rule = ruleset.rules[mechanism.rule]
        words = rule_words(ruleset, rule)
        brief = words if isinstance(mechanism, WHOLE) else joined(sentences(words)[:1])
        together.setdefault((rule.under, names_contracts(ruleset, rule.under, brief)), []).append(brief)
    for (under, named), briefs in together.items():
        said = joined(briefs)
        if under and not named:
            yield say(_("{contracts}: {words}"), contracts=in_contracts(ruleset, under), words=said)
        else:
            yield said


# ------------------------------------------------------------ contracts


def _contracts(scorer: Scorer) -> Iterator[Block]:
    """The contracts in their order, each with what it is worth and its words; nothing for a game with one or none."""
    index = scorer.index
    if len(index.contracts) < 2:
        return
    numbers = {name: str(number) for number, name in enumerate(index.ranking, 1)}
    order = in_order(index)
    values = {name: worth(scorer.under(name), name) for name in order}
    rows = []
    for name in order:
        rule = index.ruleset.rules[index.contracts[name].rule]
        number, value = numbers.get(name, "–"), values[name] or "–"
        title, words = Text((RuleRef(rule.id, rule.title),)), rule_words(index.ruleset, rule)
        rows.append((Text((number,)), title, Text((value,)), words))
    head = tuple(say(word) for word in ("", _("Contract"), _("Worth"), _("What it is")))
    kept = [i for i in range(len(head)) if i != 2 or any(values.values())]
    caption = say(_("The contracts, from the lowest to the highest"))
    yield Table(tuple(head[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows), caption, numeric=(0,))


def in_order(index: RuleIndex) -> list[str]:
    """The contracts from the lowest to the highest, and behind them those that no bid names."""
    return [*index.ranking, *(name for name in index.contracts if name not in index.ranking)]


def worth(scorer: Scorer, contract: str) -> str:
    """The worth of a contract: an amount of game points, and a factor after it."""
    return " ".join(filter(None, (rule.contract_worth(contract) for rule in scorer.scores)))


# ------------------------------------------------------------ cards


def _cards(index: RuleIndex) -> Iterator[Block]:
    """The cards of each suit from the highest down, with what they count; nothing where no card beats another."""
    if not index.wins:
        return
    deck, orders, alike = index.ruleset.deck, index.orders(), dict[tuple[str, str, str], list[str]]()
    if index.brings_trumps:
        orders.remove(index.order)  # no card is played under it
    always = reduce(and_, (order.trumps for order in orders))  # the cards that are trumps whatever suit is
    for order in orders:
        for suit in order.suits:
            role = _role(index, order, suit)
            steps = [list(deck.set(equal)) for equal in reversed(order.steps(suit))]
            of_suit = deck.mask(card for card in deck.cards if card.suit.id == suit)
            by_rank = of_suit & ~always if role == CHOSEN else of_suit
            ranks, values = (
                _ranks(steps, by_rank, order.led_only),
                _values([card for step in steps for card in step], by_rank),
            )
            names = alike.setdefault((role, ranks, values), []) if ranks else []
            names += [deck.suits[suit].name] if deck.suits[suit].name not in names else []
    in_order = [suit.name for suit in deck.suits.values()]
    rows = [
        (_suits(deck, sorted(names, key=in_order.index), role), Text((ranks,)), Text((values,)))
        for (role, ranks, values), names in sorted(alike.items(), key=lambda row: row[0][0] == CHOSEN)
    ]
    loose = [card for card in deck.cards if not any(order.follows[card.index] for order in orders)]
    rows += [(Text((card.name,)).upper_first(), Text(("–",)), Text((halves_text(card.halves),))) for card in loose]
    head = [say(_("Suit")), say(_("From the highest to the lowest")), say(_("Card points"))]
    columns = len(head) if deck.halves and index.counts_points else 2
    yield Table(tuple(head[:columns]), tuple(row[:columns] for row in rows), say(_("The cards")))


PLAIN, ALWAYS, CHOSEN = N_("{suits}"), N_("{suits}, always trumps"), N_("Trumps, if {suits}")
"""The parts of suits in a game: the suits as the pack has them, one that is trumps by the rules, and those that may become trumps."""


def _role(index: RuleIndex, order: Order, suit: str) -> str:
    if index.ruleset.deck.suits[suit].kind != "plain" or not order.suits[suit] & order.trumps:
        return PLAIN
    return CHOSEN if index.brings_trumps else ALWAYS


def _suits(deck: Deck, names: Sequence[str], role: str) -> Text:
    """The suits of a row by their part in the game; all those that may become trumps are trumps in one word."""
    if role == CHOSEN and len(names) == sum(suit.kind == "plain" for suit in deck.suits.values()):
        return say(_("Trumps"))
    return say(_(role), suits=_named(names, role))


def _named(suits: Sequence[str], role: str) -> str:
    """The names of suits in a row; of suits that may become trumps, any of them."""
    joint = N_("{first} or {last}") if role == CHOSEN else N_("{first} and {last}")
    return str(listed([Text((name,)) for name in suits], joint))


def _ranks(steps: Sequence[Sequence[Card]], by_rank: int, led_only: int) -> str:
    """The ranks of a suit from the highest down, runs of figures by their ends: ``king, queen, 7 to 2``; those that win only where they are led in
    brackets."""
    words = [" = ".join(_rank(card, by_rank) for card in step) for step in steps]
    bracketed = [f"({word})" if step[0].bit & led_only else word for word, step in zip(words, steps, strict=True)]
    return ", ".join(_runs(bracketed))


def _rank(card: Card, by_rank: int) -> str:
    """A card of the mask ``by_rank`` by its rank; by its name where it has one, or is not in the mask."""
    if card.word:
        return f"{card.name} ({card.rank_name})" if card.rank_name.isdigit() else card.name
    return card.rank_name if card.bit & by_rank else card.name


def _runs(words: Sequence[str]) -> Iterator[str]:
    """Yield words, with figures in a row that go up or down by one named by the first and the last."""
    at = 0
    while at < len(words):
        end = at
        while end + 1 < len(words) and _step(words, end) and _step(words, end) == _step(words, at):
            end += 1
        if end - at + 1 >= RUN:
            yield _("{first} to {last}").format(first=words[at], last=words[end])
            at = end + 1
        else:
            yield words[at]
            at += 1


def _step(words: Sequence[str], at: int) -> int:
    """The difference of a figure and the next one, if that is 1 or −1; else 0."""
    one, other = words[at], words[at + 1]
    difference = int(other) - int(one) if one.isdigit() and other.isdigit() else 0
    return difference if abs(difference) == 1 else 0


def _values(cards: Sequence[Card], by_rank: int) -> str:
    """The values of the cards of a suit, each value with its cards, and the most frequent one for the others."""
    by_value: dict[Halves, list[Card]] = {}
    for card in cards:
        by_value.setdefault(card.halves, []).append(card)
    most = max(by_value, key=lambda halves: (len(by_value[halves]), -halves), default=0)
    if len(by_value) < 2:
        return _("{points} each").format(points=halves_text(most))
    of = {halves: row_of(_rank(card, by_rank) for card in held) for halves, held in by_value.items()}
    if len(by_value[most]) > 1:
        of = {halves: words for halves, words in of.items() if halves != most} | {most: _("the others")}
    return semicolon().join(f"{words}{colon()}{halves_text(halves)}" for halves, words in of.items())


# ------------------------------------------------------------ payment


def describe_payment(scorer: Scorer) -> Iterator[Block]:
    """The score of a deal: a formula, and payments apart from it, for all contracts or each group that has the same."""
    index, groups = scorer.index, dict[tuple[str, tuple[str, ...]], list[str]]()
    for contract in index.contracts if index.ruleset.by_contract else ("",):
        under = scorer.under(contract) if contract else scorer
        groups.setdefault((under.formula(), tuple(_paid_apart(under))), []).append(contract)
    if [*groups] == [("", ())]:
        return
    rows = []
    for (formula, payments), contracts in groups.items():
        titles = [RuleRef(rule.id, rule.title) for rule in _rules(index, [f"bid.{name}" for name in contracts if name])]
        apart = (
            listed([Text((RuleRef(rule.id, rule.title),)) for rule in _rules(index, payments)]) if payments else NO_TEXT
        )
        cells = [listed([Text((title,)) for title in titles]), Text((formula or "–",)), apart or Text(("–",))]
        rows.append(cells)
    head = [say(_("Contracts")), say(_("Score")), say(_("Paid beside it"))]
    kept = [
        i
        for i, empty in enumerate(
            (not index.ruleset.by_contract, False, not any(payments for _formula, payments in groups))
        )
        if not empty
    ]
    if len(kept) == 1:
        yield Paragraph(say(_("The score in short: {formula}."), formula=rows[0][1]))
    else:
        table = tuple(tuple(row[i] for i in kept) for row in rows)
        yield Table(tuple(head[i] for i in kept), table, say(_("The score in short")))


def _paid_apart(scorer: Scorer) -> Iterator[str]:
    """The ids of the rules by which something is paid apart from the score of a deal, in their order."""
    for id, rule in scorer.index.mechanisms.items():
        if isinstance(rule, interfaces.PaysApart) or (isinstance(rule, match_memory.PaysInPlay) and rule.costs):
            yield id


def _rules(index: RuleIndex, ids: Iterable[str]) -> list[RuleRef]:
    return [RuleRef(id, index.ruleset.rules[id].title) for id in ids]
