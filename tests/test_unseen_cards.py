"""The odds of rulesets' deals: counted out on a small pack, held against shuffled packs, and told in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from tarot_teach.blocks import Plot
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, NotationError
from tarot_teach.loading import Library
from tarot_teach.render.terminal import plain_text
from tarot_teach.topics.odds.page import describe_odds, often, one_in, share
from tarot_teach.topics.odds.unseen_cards import ABOUT, Odds, UnseenCards, before_looking, knowing_hand, odds_of
from tarot_teach.topics.search.features import features_of

HAND = "T21 T20 T18 T12 T8 T5 T1 EX SR SD S9 S4 HR H3 D7 C10 CV C2"
FRENCH = re.compile("(blog|enc20..|fft)-")
DECK = """
format: 1
id: nine-cards
title: pack of nine cards
suits:
  hearts: {letter: H, symbol: ♥, kind: plain, ranks: hearts}
  clubs: {letter: C, symbol: ♣, kind: plain, ranks: clubs}
  trumps: {letter: T, kind: trump, ranks: trumps}
  excuse: {letter: E, code: EX, kind: excuse, symbol: ★, name: Excuse}
ranks: {hearts: [1, 2, R], clubs: [1, R], trumps: [1, 2, 3]}
names: {R: king}
marks: {trump: [trumps], petit: [T1], honour: [T1, T3, EX], king: [R], low: ["1", "2", T2]}
points: {honour: 4½, king: 4½, other: ½}
cards: 9
total: 24½
"""
GAME = """
format: 1
id: nine
title: Nine cards
players: "%s"
deck: nine-cards
evidence: house
because: Made up for this test.
about: Nothing much.
rules:
  deal.hands: %s
%s  void.alone:
    mechanism: lone_card
    params: {card: T1, without: [trump, excuse], duty: must}
    title: One alone
    because: A test.
  void.few: {mechanism: too_few, params: {cards: [trump, king], fewer_than: 1}, title: Too few, because: A test.}
  play.first_lead: {mechanism: after_dealer_leads, title: The first lead, because: A test.}
  play.highest_wins: {mechanism: highest_wins, title: Who wins, because: A test.}
  declare.handful:
    mechanism: handful
    params: {levels: {single: 2, double: 3}, shown: exactly, when: first_card}
    title: Handfuls
    because: A test.
  count.each: {mechanism: each_for_himself, title: Each, because: A test.}
  score.cards: {mechanism: cards_taken, params: {above: 0, each: 1}, title: Cards, because: A test.}
"""
PACKETS = "{mechanism: deal_in_packets, params: {packet: 3, talon: 3, talon_not: []}, title: Dealing, because: A test.}"
AUCTION = """\
  bid.once: {mechanism: one_turn_each, title: Bids, because: A test.}
  bid.alone: {mechanism: contract, params: {talon: taker}, title: Alone, because: A test.}
  bid.all_pass: {mechanism: all_pass_voids, title: All pass, because: A test.}
  talon.unseen: {mechanism: lies_unseen, title: The talon, because: A test.}
"""
ASIDE = "{mechanism: deal_hands, params: {cards: 2}, title: Dealing, because: A test.}"

Deal = dict[str, list[int]]  # masks: the hands that are asked about, talon, aside


def game(folder: Path, players: int, dealing: str) -> Engine:
    (folder / "deck.yaml").write_text(DECK, encoding="utf-8")
    (folder / "nine.yaml").write_text(
        GAME % (players, dealing, AUCTION if dealing == PACKETS else ""), encoding="utf-8"
    )
    library = Library([folder / "deck.yaml", folder / "nine.yaml"])
    return Engine(library.load("nine"))


def every_deal(unseen: UnseenCards) -> Iterator[Deal]:
    """All ways of dealing the cards that are not seen."""
    bits = [card.bit for card in unseen.deck.cards if not card.bit & unseen.held]
    sizes = [unseen.size] * unseen.hands + [unseen.talon]

    def parted(left: tuple[int, ...], sizes: list[int]) -> Iterator[list[int]]:
        if not sizes:
            yield [sum(left)]
            return
        for part in combinations(left, sizes[0]):
            rest = tuple(bit for bit in left if bit not in part)
            yield from ([sum(part), *more] for more in parted(rest, sizes[1:]))

    for parts in parted(tuple(bits), sizes):
        yield {"hand": parts[: unseen.hands], "talon": parts[-2:-1], "aside": parts[-1:]}


def shuffled(unseen: UnseenCards, rng: Random) -> Deal:
    bits = [card.bit for card in unseen.deck.cards if not card.bit & unseen.held]
    rng.shuffle(bits)
    ends = [unseen.size * i for i in range(unseen.hands + 1)]
    hands = [sum(bits[start:end]) for start, end in pairwise(ends)]
    talon = bits[ends[-1] : ends[-1] + unseen.talon]
    return {"hand": hands, "talon": [sum(talon)], "aside": [sum(bits[ends[-1] + unseen.talon :])]}


def observer(engine: Engine, odds: Odds) -> Callable[[Deal], list[int | str]]:
    """A naive count of what comes true in a deal. Of each deal, one hand (the first) is looked at where one is asked about."""
    deck = engine.ruleset.deck
    suits = [deck.named(suit.id) or 0 for suit in deck.suits.values() if suit.kind == "plain"]
    trumps = deck.trumps | deck.excuse
    wanted = 0
    if odds.kind in ("count", "most"):
        masks = [deck.named(name) or 0 for name in odds.of]
        alike = len(masks) > 1 and not masks[0] & trumps  # one of several suits of which as many are out
        wanted = masks[0] if alike else sum(masks)

    def place(deal: Deal) -> int:
        if odds.where == "taker":
            return deal["hand"][0] | deal["talon"][0]
        return deal["hand" if odds.where == "deal" else odds.where][0]

    def lengths(deal: Deal) -> list[int]:
        return [(place(deal) & suit).bit_count() for suit in suits]

    def alone(hand: int) -> bool:
        petit = deck.card("T1").bit
        return bool(hand & petit) and not hand & trumps & ~petit

    def few(hand: int) -> bool:
        rule = engine.index.mechanisms[odds.rule]
        return (hand & rule.counted).bit_count() < int(odds.of[0])  # type: ignore[attr-defined]

    def found(deal: Deal) -> list[int | str]:
        match odds.kind:
            case "count":
                return [(place(deal) & wanted).bit_count()]
            case "most":
                return [max((hand & wanted).bit_count() for hand in deal["hand"])]
            case "longest":
                return [max(lengths(deal))]
            case "voids":
                return [lengths(deal).count(0)]
            case "singletons":
                return [lengths(deal).count(1)]
            case "card":
                card = next(card.bit for card in deck.cards if any(card.bit & part for part in chain(*deal.values())))
                return [where for where in odds.chances if deal[str(where)][0] & card]
            case "handful":
                needed = {level: int(number) for level, number in (entry.split("=") for entry in odds.of)}
                hands = deal["hand"] if odds.where == "deal" else [place(deal)]
                best = max((hand & trumps).bit_count() for hand in hands)
                return [level for level, number in needed.items() if best >= number]
            case "alone" | "few":
                fits = alone if odds.kind == "alone" else few
                return [*(["hand"] * fits(deal["hand"][0])), *(["deal"] * any(map(fits, deal["hand"])))]
        raise AssertionError(odds.kind)

    return found


@pytest.mark.parametrize(("players", "dealing"), [(2, PACKETS), (3, ASIDE)], ids=["talon", "aside"])
@pytest.mark.parametrize("held", ["", "H1 T1", "H2 CR"])
def test_odds_agree_with_all_deals_of_a_small_pack(tmp_path: Path, players: int, dealing: str, held: str) -> None:
    engine = game(tmp_path, players, dealing)
    held = f"{held} EX" if held and dealing == PACKETS else held
    unseen = knowing_hand(engine, held) if held else before_looking(engine)
    deals = list(every_deal(unseen))
    odds = odds_of(engine, unseen)
    assert {"count", "longest", "voids", "card", "handful", "few"} <= {entry.kind for entry in odds}
    for entry in odds:
        if entry.kind == "card":  # of the one card that the naive count looks at
            deal_of = Counter(what for deal in deals for what in observer(engine, entry)(deal))
            assert all(Fraction(deal_of[str(place)], len(deals)) == chance for place, chance in entry.chances.items())
            continue
        found = Counter(what for deal in deals for what in observer(engine, entry)(deal))
        counted = {what: Fraction(found[what], len(deals)) for what in entry.chances}
        assert dict(entry.chances) == counted, (entry.kind, entry.where, entry.of)


CASES = [
    ("fft-4", None, ""),
    ("fft-5+maldonne-no-trumps", None, ""),
    ("fft-3+maldonne-weak-hand", None, ""),
    ("early-17c", 5, ""),
    ("fft-4", None, HAND),
]


@pytest.mark.parametrize(
    ("name", "players", "held"), CASES, ids=[f"{case[0]}{'-held' * bool(case[2])}" for case in CASES]
)
def test_odds_agree_with_shuffled_packs(library: Library, name: str, players: int | None, held: str) -> None:
    engine = Engine(library.load(name))
    unseen = knowing_hand(engine, held, players) if held else before_looking(engine, players)
    rng, number = Random(1659), 4_000
    deals = [shuffled(unseen, rng) for _deal in range(number)]
    for entry in odds_of(engine, unseen):
        if entry.kind == "called":
            continue
        observe = observer(engine, entry)
        found = Counter(what for deal in deals for what in observe(deal))
        assert set(found) <= set(entry.chances)
        for what, chance in entry.chances.items():
            spread = (float(chance * (1 - chance)) * number) ** 0.5
            off = abs(found[what] - float(chance) * number)
            assert off <= max(5 * spread, 3 if chance * number < 1 else 0), (entry, what)


@pytest.mark.parametrize("name", ["fft-3", "fft-4", "fft-5", "early-17c", "blog-3", "fft-4+maldonne-weak-hand"])
def test_exclusive_answers_add_up_to_one(library: Library, name: str) -> None:
    engine = Engine(library.load(name))
    for players in engine.ruleset.players:
        for entry in odds_of(engine, before_looking(engine, players)):
            assert all(0 <= chance <= 1 for chance in entry.chances.values())
            assert not entry.whole or sum(entry.chances.values()) == 1
            assert entry.about in ABOUT


def test_deals_of_the_engine_agree_with_the_odds(library: Library) -> None:
    engine = Engine(library.load("fft-5"))
    number, rng = 600, Random(5)
    trumps: Counter[int] = Counter()
    for seed in range(number):
        state = engine.start(seed=seed)
        while not state.hands:
            state, _events = engine.apply(state, engine.legal(state).random(rng))
        trumps[(state.hands[0] & engine.ruleset.deck.trumps).bit_count()] += 1
    odds = next(
        entry for entry in odds_of(engine, before_looking(engine)) if (entry.about, entry.where) == ("trumps", "hand")
    )
    for held, chance in odds.chances.items():
        assert abs(trumps[int(held)] - float(chance) * number) <= max(5 * (float(chance) * number) ** 0.5, 3)


def chance_of(library: Library, name: str, held: str, kind: str, of: str, where: str) -> dict[int | str, Fraction]:
    engine = Engine(library.load(name))
    unseen = knowing_hand(engine, held) if held else before_looking(engine)
    found = [e for e in odds_of(engine, unseen) if (e.kind, e.where) == (kind, where) and of in (*e.of, "")]
    return dict(found[0].chances)


@pytest.mark.parametrize(
    ("held", "of", "numbers", "printed"),
    [
        ("queen=0", "queen", [1], "30.5"),  # what the encyclopedia draws from its table, Distribution of suits
        ("queen=0", "queen", [2], "4.4"),
        ("diamonds=8", "diamonds", [0], "51.6"),
        ("trumps=7", "trumps", [2, 3, 4, 5, 6], "43"),
    ],
)
def test_odds_agree_with_the_encyclopedia(
    library: Library, held: str, of: str, numbers: list[int], printed: str
) -> None:
    chances = chance_of(library, "enc2011-4", held, "count", of, "talon")
    places = len(printed.partition(".")[2])
    assert f"{float(100 * sum(chances[number] for number in numbers)):.{places}f}" == printed


def test_a_called_king_lies_among_three_of_the_cards_that_the_taker_has_not_seen(library: Library) -> None:
    assert chance_of(library, "fft-5", "", "called", "", "deal") == {
        "talon": Fraction(1, 21),
        "partner": Fraction(20, 21),
    }
    engine = Engine(library.load("fft-5+call-after-ecart"))
    assert not [entry for entry in odds_of(engine, before_looking(engine)) if entry.about == "call"]


def test_a_hand_with_the_talon_leaves_the_others_alone(library: Library) -> None:
    engine = Engine(library.load("fft-4"))
    unseen = knowing_hand(engine, HAND + " D1 D2 D3 D4 D5 D6")
    assert (unseen.cards, unseen.hands, unseen.talon) == (54, 3, 0)
    assert not [entry for entry in odds_of(engine, unseen) if entry.about in ("talon", "void")]


def test_a_hand_with_the_talon_is_spoken_of_where_one_takes_all_of_it(library: Library) -> None:
    """Not where the taker takes a part, where several exchange, draw or are dealt anew, or where no card is left over."""
    taking = {
        "guide-4",
        "koenigrufen-ooe-2023",
        "koenigrufen-sauwald-2019",
        "koenigrufen-tirol-2020",
        "ottocento",
        "piedmont-4",
        "ruff-and-honours",
        "danish-2011",
        "scarto",
        "sicilian-3",
        "troccas-1962",
        "troggu",
        "marolles",
        "bavarian-tarock",
        "tapp-meyers-1909",
        *(name for name in library.ids() if FRENCH.match(name)),
    }
    for name in library.ids():
        engine = Engine(library.load(name))
        unseen = before_looking(engine)
        assert (unseen.taker == unseen.size + unseen.talon > unseen.size) == (name in taking), name
        said = plain_text(describe_odds(engine, unseen), width=10_000)
        talon = engine.ruleset.terms["talon"].label
        assert (f"in a hand with the {talon}" in said) == (name in taking), name


@pytest.mark.parametrize(
    ("held", "code", "words"),
    [
        (
            "T21 T20",
            "odds.holding",
            "2 cards are given; a hand has 18 cards in fft-4 for 4 players, and 24 with the talon",
        ),
        ("T21 T21", "cards.twice", "named twice"),
        ("T99", "cards.unknown", "'T99' is not a card"),
        ("trumps=19", "odds.count", "a hand cannot have 19 of trumps"),
        ("trumps=2 SR", "odds.count", "'SR' is not a name with a number"),
        ("stars=2", "odds.count", "'stars' is no suit and no mark"),
        ("trumps=2 trumps=2", "odds.count", "trumps is given twice"),
        ("hearts=10 spades=9", "odds.count", "a hand cannot have both 10 of hearts and 9 of spades"),
        ("hearts=7 spades=7 clubs=7", "odds.count", "21 cards are given"),
    ],
)
def test_impossible_hands_are_refused(library: Library, held: str, code: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        knowing_hand(Engine(library.load("fft-4")), held)
    (problem,) = caught.value.problems
    assert problem.code == code and words in problem.message


def test_wrong_numbers_of_players_are_refused(library: Library) -> None:
    with pytest.raises(LoadError, match="not for 9 players"):
        before_looking(Engine(library.load("early-17c")), 9)


def test_subjects_without_odds_are_refused(library: Library) -> None:
    engine = Engine(library.load("early-17c"))
    with pytest.raises(NotationError, match="no odds about 'void'"):
        describe_odds(engine, before_looking(engine), ["void"])
    with pytest.raises(NotationError, match="nothing is left open"):
        describe_odds(engine, knowing_hand(engine, "honour=3"))


@pytest.mark.parametrize(
    ("value", "shown", "times"),
    [
        (Fraction(0), "0%", "–"),
        (Fraction(1), "100%", "–"),
        (Fraction(3, 13), "23.1%", "1 in 4.3"),
        (Fraction(1, 2), "50.0%", "1 in 2"),
        (Fraction(12, 10**7), "0.00012%", "1 in 833,000"),
        (Fraction(1, 542), "0.18%", "1 in 542"),
        (Fraction(99_999, 100_000), "99.9990%", "–"),
        (Fraction(9986, 10**7), "0.10%", "1 in 1,000"),
        (Fraction(1, 44_200_000), "0.0000023%", "1 in 44 million"),
    ],
)
def test_small_chances_do_not_vanish(value: Fraction, shown: str, times: str) -> None:
    assert (share(value), one_in(value)) == (shown, times)


def test_frequencies_in_words() -> None:
    said = [often(Fraction(n, 1000)) for n in (0, 1, 231, 1000)]
    assert said == ["never", "in one deal of 1,000", "in 23.1% of deals", "always"]


@pytest.mark.parametrize(
    ("name", "held", "sentence"),
    [
        ("fft-4", "", "In one deal of 542 somebody holds the 1 of trumps alone, and the deal is void."),
        ("blog-4", "", "In one deal of 542 somebody holds the 1 of trumps alone, and may have the deal declared void."),
        (
            "fft-4+maldonne-no-trumps",
            "",
            "In one deal of 171 somebody holds none of the cards that count, and may declare the deal void.",
        ),
        ("fft-4", "", "In one deal of 48 somebody is dealt enough for a poignée."),
        ("fft-4", "", "78 cards are dealt: 72 in 4 hands of 18 and 6 in the chien."),
        ("early-17c", "", "78 cards are dealt: 48 in 4 hands of 12 and 30 set aside."),
        ("fft-4", HAND, "60 cards have not been seen: 54 in 3 hands of 18 and 6 in the chien."),
        ("fft-4", "trumps=7 queen=0", "Of one hand of 18 cards it is known that it has 7 trumps and no queens."),
        (
            "fft-5",
            "",
            "lies in the chien in one deal of 21, and the taker plays alone; otherwise the player who holds it is the partner.",
        ),
    ],
)
def test_the_page_says_results_in_sentences(library: Library, name: str, held: str, sentence: str) -> None:
    engine = Engine(library.load(name))
    blocks = describe_odds(engine, knowing_hand(engine, held) if held else before_looking(engine))
    assert any(sentence in str(getattr(block, "text", "")) for block in blocks)


def test_rare_numbers_share_a_line(library: Library) -> None:
    engine = Engine(library.load("fft-4"))
    plot = next(block for block in describe_odds(engine, before_looking(engine), ["trumps"]) if isinstance(block, Plot))
    labels = [str(row.label) for row in plot.rows]
    assert labels == [*map(str, range(13)), "13 or more"]
    assert sum(row.value for row in plot.rows) == pytest.approx(1)
    assert str(plot.title) == "Trumps in a hand" and plot.rows[5].shown == "23.4%"


@pytest.mark.parametrize("name", ["hombre-1674", "hombre-blog", "tresillo"])
def test_the_highest_trumps_are_as_many_as_the_rule_sets_apart(library: Library, name: str) -> None:
    engine = Engine(library.load(name))
    found = [odds for odds in odds_of(engine, before_looking(engine)) if odds.rule and odds.about == "trumps"]
    in_hand = next(odds for odds in found if (odds.kind, odds.where) == ("count", "hand"))
    assert {odds.out for odds in found} == {3} and not in_hand.of  # the same whichever suit is trumps
    deck = engine.ruleset.deck
    ways = Counter(  # where three given cards of forty lie: nine places are in the hand
        sum(place < 9 for place in places) for places in combinations(range(len(deck.cards)), 3)
    )
    assert in_hand.chances == {held: Fraction(number, ways.total()) for held, number in ways.items()}


def test_the_highest_trumps_left_by_a_hand_depend_on_the_suit_of_trumps(library: Library) -> None:
    engine = Engine(library.load("hombre-1674"))
    unseen = knowing_hand(engine, "SA S2 H7 H6 D5 CK CQ C7 C2")
    found = [odds for odds in odds_of(engine, unseen) if odds.rule and odds.where == "hand"]
    # with the ace of spades seen: the seven of diamonds is still to be found, the other Manilles are not
    assert [(odds.of, odds.out) for odds in found] == [(("diamonds",), 2), (("spades", "hearts", "clubs"), 1)]
    assert found[1].chances == {0: Fraction(22, 31), 1: Fraction(9, 31)}


@pytest.mark.parametrize("name", ["hombre-1674", "tresillo", "scarto", "burro", "casita-robada", "slovenian-pagat"])
def test_no_page_speaks_of_honours_in_a_game_without_them(library: Library, name: str) -> None:
    engine = Engine(library.load(name))
    page = plain_text(describe_odds(engine, before_looking(engine)))
    assert "onours" not in page and "atadors" not in page
    if "honour" not in engine.ruleset.deck.marks:
        assert "honours" not in {feature.name for feature in features_of(engine)}
