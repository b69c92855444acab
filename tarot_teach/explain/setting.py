"""The setting of a deal: what somebody has to be told who is asked about it, in sentences and as data.

The rules in force say which parts of it can matter in a game: contracts, parts of a table that play together, a suit that
becomes trumps, what is kept from earlier deals, payments in the course of the deal. Questions, lessons and their files take
it from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tarot_teach.cards import Card, halves_text, points_number
from tarot_teach.engine import Engine
from tarot_teach.engine.setup import differs_by_contract
from tarot_teach.explain.score_sheet import bid_name, contract_noun, names_of, taker_plays
from tarot_teach.mechanisms import Who
from tarot_teach.mechanisms.past_tricks import NeedsPastTricks
from tarot_teach.mechanisms.score.keyed import COUNT_KEYS
from tarot_teach.mechanisms.situation import takers_side, won_all_before
from tarot_teach.messages import _, ngettext
from tarot_teach.records.result_fields import asked_numbers, asks_cards, asks_points, compares_all, seats_of
from tarot_teach.records.typed_results import TypedResult, written_result
from tarot_teach.table import Effect, Facts, Finding, Memory, Outcome, Paid, Result, State
from tarot_teach.text import RuleRef, Text, joined, listed, say


class Item(NamedTuple):
    """A part of a setting: its sentences, and the same as data by name."""

    said: tuple[Text, ...]
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """The parts of a setting in their order."""

    items: tuple[Item, ...]

    @classmethod
    def of(cls, *items: Iterable[Item]) -> Setting:
        """The setting of some groups of parts."""
        return cls(tuple(item for group in items for item in group))

    @property
    def paragraphs(self) -> tuple[Text, ...]:
        """The sentences, those of each part together if it has several."""
        return tuple(joined(item.said) for item in self.items if item.said)

    @property
    def data(self) -> tuple[tuple[str, Any], ...]:
        """All data, by name."""
        return tuple({name: value for item in self.items for name, value in item.data.items()}.items())


# ------------------------------------------------------------ contract, sides, trumps


def contract_of(engine: Engine, state: State, who: Who) -> Iterator[Item]:
    """The contract, the taker, and that the taker is alone where other contracts have a partner."""
    auction = state.auction
    if auction.contract is None:
        return
    alone = auction.taker is not None and _never_has_partner(engine, auction.contract)
    data: dict[str, Any] = {"contract": auction.contract}
    if auction.taker is not None:
        data |= {"taker": state.seats[auction.taker]} | ({"alone": True} if alone else {})
    yield Item((contract_words(engine, auction.contract, auction.taker, who, alone=alone),), data)


def contract_words(engine: Engine, contract: str, taker: int | None, who: Who, *, alone: bool = False) -> Text:
    """The contract in a sentence, with its taker if it has one; ``alone`` says that the taker is."""
    ruleset = engine.ruleset
    if taker is None:
        words = _("The contract is {contract}: all play for themselves.")
        return say(words, contract=bid_name(ruleset, contract))
    if not alone:
        return taker_plays(ruleset, who(taker), contract)
    words = _("{who} is {taker:the} and plays {contract:a}, alone against the others.")
    return ruleset.say(words, who=who(taker), contract=contract_noun(ruleset, contract))


def _never_has_partner(engine: Engine, contract: str | None) -> bool:
    """True for a contract under which no partner is called, in a game where one is called under others."""
    whole = engine.index.whole
    return whole.calls is not None and whole.under(contract).calls is None


def partner_of(engine: Engine, state: State, who: Who) -> Iterator[Item]:
    """The partner, or that the taker is alone, where a partner has been called; the called card where neither is known yet."""
    auction = state.auction
    if engine.rules(state).calls is None or auction.taker is None:
        return
    if auction.partner is not None and auction.partner != auction.taker:
        partner = engine.ruleset.say(_("{who} is {partner:the}."), who=who(auction.partner))
        yield Item((partner,), {"partner": state.seats[auction.partner]})
    elif auction.known or state.result is not None:
        yield Item((say(_("{who} plays alone."), who=who(auction.taker)),), {"alone": True})
    elif auction.called is not None:
        yield _called(auction.taker, auction.called, who)


def _called(taker: int, card: Card, who: Who) -> Item:
    """The card that has been called."""
    return Item((say(_("{who} has called {card}."), who=who(taker), card=card),), {"called": card.code})


def parties_of(state: State, who: Who) -> Iterator[Item]:
    """The seats that play together from the start."""
    if state.parties:
        said = (say(_("{who} play together."), who=names_of(party, who)) for party in state.parties)
        yield Item(tuple(said), {"parties": [[state.seats[seat] for seat in party] for party in state.parties]})


def trumps_of(engine: Engine, state: State) -> Iterator[Item]:
    """The suit that has become trumps."""
    if engine.index.brings_trumps and state.trumps:
        yield Item((say(_("Trumps are {suit}."), suit=state.deck.suits[state.trumps].name),), {"trumps": state.trumps})


# ------------------------------------------------------------ the play


def table_of(state: State) -> Item:
    """The seats in order of play, which the questions show by their names."""
    return Item((), {"seats": [*state.seats]})


def trick_of(state: State) -> Item:
    """The cards of the trick, which the question shows."""
    played = [f"{state.seats[seat]} {card.code}" for seat, card in state.trick.by(state.players)]
    return Item((), {"leader": state.seats[state.trick.leader], "trick": played, "number": state.number})


def hand_of(state: State, seat: int) -> Item:
    """The hand of a seat, which the question shows."""
    return Item((), {"seat": state.seats[seat], "hand": [card.code for card in state.hand(seat)]})


def hands_shown(state: State) -> Item:
    """All hands, which the question shows."""
    return Item((), {"hands": {letter: [card.code for card in state.hand(i)] for i, letter in enumerate(state.seats)}})


def of_play(engine: Engine, state: State, who: Who) -> Setting:
    """The setting of the question which cards may be played."""
    assert state.turn is not None
    index = engine.rules(state)
    shown = [table_of(state), hand_of(state, state.turn), trick_of(state)]
    rules = [*index.narrows, *index.keeps, *index.exempts, *(index.limits_first_lead if not state.trick.cards else ())]
    return Setting.of(
        contract_of(engine, state, who),
        trumps_of(engine, state),
        _looked_back(engine, state, who, rules),
        lead_of(state, who),
        shown,
    )


def of_card(engine: Engine, state: State, who: Who) -> Setting:
    """The setting of the question which card to play: all that the player may know of the sides as well."""
    assert state.turn is not None
    play, seen = of_play(engine, state, who), state.view(state.turn)
    sides = [item for item in partner_of(engine, seen, who) if not {*item.data} <= {*dict(play.data)}]
    return Setting((*play.items, *sides))


def of_trick(engine: Engine, state: State, who: Who) -> Setting:
    """The setting of the question who wins a trick; ``state`` has all its cards but the last, and the trick shown has that as well."""
    index = engine.rules(state)
    sides = any(
        isinstance(rule, NeedsPastTricks) and rule.past_needed(state) == NeedsPastTricks.WON for rule in index.wins
    )
    contract = contract_of(engine, state, who) if sides or differs_by_contract(engine) else ()
    return Setting.of(
        contract, trumps_of(engine, state), _looked_back(engine, state, who, index.wins), [table_of(state)]
    )


def lead_of(state: State, who: Who) -> Iterator[Item]:
    """The seat that leads, where no card has been played to the trick."""
    if not state.trick.cards and state.turn is not None:
        leads = say(_("{who} leads to trick {number}."), who=who(state.turn), number=state.number)
        yield Item((leads,), {})


def _looked_back(engine: Engine, state: State, who: Who, rules: Iterable[object]) -> Iterator[Item]:
    """Facts of the deal, besides hand and trick, that rules of the play ask for."""
    asked = {rule.past_needed(state) for rule in rules if isinstance(rule, NeedsPastTricks)}
    assert state.turn is not None
    if NeedsPastTricks.CALLED in asked and state.auction.called is not None and state.auction.taker is not None:
        yield _called(state.auction.taker, state.auction.called, who)
    if NeedsPastTricks.PLAYED in asked:
        tricks = (taken.trick for taken in state.tricks)
        cards = [trick.cards[trick.place_of(state.turn, state.players)] for trick in tricks]
        words = _("{who} has played {cards} before.") if cards else _("It is the first card that {who} plays.")
        yield Item((say(words, who=who(state.turn), cards=cards),), {"played": [card.code for card in cards]})
    if NeedsPastTricks.WON in asked:
        yield Item((say(_("It is the last trick.")),), {"last_trick": True})
        yield from partner_of(engine, state, who)
        yield won_so_far(engine, state)


def won_so_far(engine: Engine, state: State) -> Item:
    """The side that has won every trick so far, if one has."""
    mine, number = takers_side(state), len(state.tricks)
    others = tuple(seat for seat in range(state.players) if seat not in mine)
    for name, side, words in (
        ("taker", mine, _("{taker:the}'s side has won every trick so far.")),
        ("defence", others, _("The defence has won every trick so far.")),
    ):
        if won_all_before(state, side, number):
            return Item((engine.ruleset.say(words),), {"won_every_trick": name})
    return Item((say(_("Each side has won a trick.")),), {"won_every_trick": None})


# ------------------------------------------------------------ before the play


def of_auction(state: State, bids: Mapping[str, Text], who: Who) -> Setting:
    """The setting of the question what to bid: the dealer, and what has been said; ``bids`` are the names of the bids."""
    assert state.turn is not None
    calls = state.auction.calls
    deals = say(_("{who} deals."), who=who(state.dealer))
    said = (say(_("{who} has said {bid}."), who=who(seat), bid=bids[bid]) for seat, bid in calls)
    data = {"dealer": state.seats[state.dealer], "calls": [f"{state.seats[seat]} {bid}" for seat, bid in calls]}
    return Setting((Item((joined([deals, *said]),), data), table_of(state), hand_of(state, state.turn)))


def of_choice(engine: Engine, state: State, bids: Mapping[str, Text], who: Who) -> Setting:
    """The setting of the question what to do before the play: what has been said, and what has come of it."""
    assert state.turn is not None
    seen = state.view(state.turn)
    decided = (contract_of(engine, state, who), partner_of(engine, seen, who), trumps_of(engine, state))
    return Setting.of(of_auction(state, bids, who).items, *decided)


def of_discard(engine: Engine, state: State, who: Who, number: int) -> Setting:
    """The setting of the question what to lay away: the contract, or who is the dealer where there is none, and how many cards, if not any
    number (0)."""
    assert state.turn is not None
    items = [*contract_of(engine, state, who)]
    if not items:
        items = [Item((say(_("{who} is the dealer."), who=who(state.dealer)),), {"dealer": state.seats[state.dealer]})]
    shown = (table_of(state), hand_of(state, state.turn), Item((), {"number": number} if number else {}))
    return Setting((*items, *trumps_of(engine, state), *shown))


# ------------------------------------------------------------ the end


def of_result(engine: Engine, state: State, who: Who, seat: int) -> Setting:
    """The setting of the question what a finished deal brings a seat: its outcome, and all else on which the score rests."""
    assert state.result is not None
    scorer = engine.scorer_of(state)
    everybody = scorer.has_sides or compares_all(scorer) or bool(state.paid or state.chips)
    outcomes = (sheet.outcome for sheet in state.result.sheets)
    shown = [outcome for outcome in outcomes if everybody or outcome.is_of(seat)]
    result = (
        written_result(scorer, state) if everybody else _of_one(written_result(scorer, state), state.players, *shown)
    )
    asked = ["points"] * asks_points(scorer) + [rule.key.name for rule in asked_numbers(scorer) if rule.key is not None]
    for name in {"points", *(key.name for key in COUNT_KEYS)} - {*asked}:
        result.pop(name, None)
    return Setting.of(
        _before(engine, state.memory, state.chips, who),
        contract_of(engine, state, who),
        partner_of(engine, state, who),
        [Item(tuple(_won(engine, outcome, who)), {}) for outcome in shown],
        _paid(engine, state.paid, state.players, who),
        [Item((), {"seat": seats_of(scorer, state.players)[seat], "result": result})],
    )


def _of_one(written: Mapping[str, Any], seats: int, outcome: Outcome) -> dict[str, Any]:
    """A written result with the cards and facts of one player alone, or of one party, as if the first of them had the first seat."""
    letters = [*written.get("piles", {})]
    rest = {name: value for name, value in written.items() if name not in ("players", "piles", "points", "facts")}
    turned = Facts({rule: fact.turned(-outcome.players[0], seats) for rule, fact in outcome.facts.items()})
    facts = {"facts": turned.spelled()} if turned else {}
    if "points" in written:
        return {**rest, "points": halves_text(outcome.halves), **facts}
    cards = [code for seat in outcome.players for code in written["piles"][letters[seat]]] if letters else []
    return {**rest, **({"pile": cards} if letters or not facts else {}), **facts}


def of_typed(engine: Engine, typed: TypedResult, result: Result, who: Who) -> Setting:
    """The setting of the question what a result that was typed brings somebody."""
    return Setting.of(
        _before(engine, typed.memory, typed.chips, who),
        [Item(tuple(outcome_words(engine, sheet.outcome, who)), {}) for sheet in result.sheets],
        _paid(engine, typed.paid, len(typed.seats), who),
    )


def outcome_words(engine: Engine, outcome: Outcome, who: Who, played_by: Engine | None = None) -> Iterator[Text]:
    """The outcome of a deal in words, without the score; ``played_by`` is the engine that played it, where it is another."""
    if outcome.contract:
        alone = outcome.alone and engine.index.whole.calls is not None
        yield contract_words(engine, outcome.contract, outcome.taker, who, alone=alone)
    if outcome.partner is not None and outcome.partner != outcome.taker:
        yield engine.ruleset.say(_("{who} is {partner:the}."), who=who(outcome.partner))
    yield from _won(engine, outcome, who, played_by)


def _won(engine: Engine, outcome: Outcome, who: Who, played_by: Engine | None = None) -> Iterator[Text]:
    """The cards and tricks of a side, a party or a player, and the facts that rules have observed."""
    ruleset, index = engine.ruleset, engine.index.under(outcome.contract)
    if outcome.seat is None:
        yield from _points_of_side(engine, outcome)
    elif not asks_cards(engine.scorer.under(outcome.contract)):
        yield say(_("{who}:"), who=names_of(outcome.players, who))
    elif outcome.pile is not None:
        cards = ruleset.deck.set(outcome.pile)
        phrase = _("{who} have won {cards}.") if len(outcome.players) > 1 else _("{who} has won {cards}.")
        if not cards and len(outcome.players) == 1:
            phrase = _("{who} has won no card.")
        yield say(phrase, who=names_of(outcome.players, who), cards=cards)
    for id, rule in (played_by or engine).index.under(outcome.contract).observing.items():
        fact = outcome.facts.get(id)
        teller = index.observing.get(id) or rule
        yield from teller.tells_nothing(outcome, who) if fact is None else teller.tells(fact, who)


def _points_of_side(engine: Engine, outcome: Outcome) -> Iterator[Text]:
    """The card points of the taker's side, and the numbers of its cards on which the score depends."""
    ruleset, scorer = engine.ruleset, engine.scorer.under(outcome.contract)
    if not asks_points(scorer):
        return
    facts = [(rule, outcome.facts.get(rule.rule)) for rule in asked_numbers(scorer)]
    cards = [rule.phrase(fact) for rule, fact in facts if fact is not None]
    number = points_number(outcome.halves)
    words = ngettext(
        "{taker:the}'s side has {points} card point.", "{taker:the}'s side has {points} card points.", number
    )
    if cards:
        words = ngettext(
            "{taker:the}'s side has {points} card point and {cards}.",
            "{taker:the}'s side has {points} card points and {cards}.",
            number,
        )
    yield ruleset.say(words, points=halves_text(outcome.halves), cards=listed(cards)).upper_first()


def _before(engine: Engine, memory: Facts, chips: Sequence[int] | None, who: Who) -> Iterator[Item]:
    """Amounts that rules keep from earlier deals, and the chips before the deal."""
    for rule in engine.index.whole.remembers:
        kept = memory.get(rule.rule)
        if isinstance(kept, Memory):
            said = [*rule.tells(kept, who)]
            if said:
                yield Item((joined([say(_("Before the deal:")), *said]),), {})
    if chips is not None:
        held = listed([say(_("{who} {chips}"), who=who(seat), chips=each) for seat, each in enumerate(chips)])
        yield Item((say(_("Chips before the deal: {held}."), held=held),), {"chips": [*chips]})


def _paid(engine: Engine, paid: Sequence[Paid], players: int, who: Who) -> Iterator[Item]:
    """The payments in the course of the deal: what each seat has paid by each rule, or got."""
    by_rule: dict[str, tuple[int, ...]] = {}
    for each in paid:
        before = by_rule.get(each.rule, (0,) * players)
        by_rule[each.rule] = tuple(map(sum, zip(before, each.amounts, strict=True)))
    for id, amounts in by_rule.items():
        said = engine.because(Finding(id, Effect.DECIDES, {"amounts": amounts}), who)
        if max(amounts) <= 0:
            rule = engine.ruleset.rules[id]
            given = [Text((f"{who(seat)} {-amount}",)) for seat, amount in enumerate(amounts) if amount]
            words = _("Paid in ({rule}): {amounts}.")
            said = say(words, rule=RuleRef(id, rule.title), amounts=listed(given))
        yield Item((said,), {})
