"""Made-up rulesets and packs, each unlike the shipped ones in one thing: what the kernel, the soundness checks and the command
``check`` are tried on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tarot_teach.cards import halves_text
from tarot_teach.loading import Library
from tarot_teach.rules import Ruleset

BECAUSE = {"evidence": "house", "because": "Made up for a test."}
PIPS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
COURT = ["V", "C", "D", "R"]
PLAIN = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True)
class MadeUp:
    """A ruleset made up: its parent, what it alters, and its own pack, if any. ``kernel`` is what the kernel does with it:
    play it, or refuse it for a reason that holds these words. ``refused`` are words of the error of a ruleset that is not loaded."""

    extends: str = "fft-4"
    changes: dict[str, Any] = field(default_factory=dict)
    adds: dict[str, Any] = field(default_factory=dict)
    drops: tuple[str, ...] = ()
    deck: dict[str, Any] | None = None
    groups: dict[str, list[str]] = field(default_factory=dict)
    players: str = ""
    phases: tuple[str, ...] = ()
    kernel: str = ""
    refused: str = ""


def pack(
    *,
    ranks: Sequence[str] = (*PIPS, *COURT),
    trumps: int = 21,
    excuse: bool = True,
    trump_suits: Sequence[str] = (),
    suits: Sequence[str] = tuple(PLAIN),
    honour: Sequence[str] | None = None,
    order: str = "plain first",
    ranks_of_trumps: Sequence[str | list[str]] = (),
) -> dict[str, Any]:
    """A deck file that adds up: plain suits with these ranks from low to high, trumps from 1 on or in another order, perhaps the Excuse."""
    plain = {
        name: {
            "letter": PLAIN.get(name, name[0].upper()),
            "symbol": SYMBOLS.get(PLAIN.get(name, ""), ""),
            "kind": "trump" if name in trump_suits else "plain",
            "ranks": "court",
        }
        for name in suits
    }
    top = {"trumps": {"letter": "T", "kind": "trump", "ranks": "trumps"}} if trumps else {}
    fool = (
        {"excuse": {"letter": "E", "code": "EX", "symbol": "★", "kind": "excuse", "name": "Excuse"}} if excuse else {}
    )
    honours = [*(["T1", f"T{trumps}"] if trumps else []), *(["EX"] if excuse else [])] if honour is None else [*honour]
    numbers = {"king": "R", "queen": "D", "knight": "C", "jack": "V"}
    marks: dict[str, list[str]] = {name: [figure] for name, figure in numbers.items() if figure in ranks}
    marks |= {"honour": honours, "court": [rank for rank in ranks if rank in COURT]}
    marks["low"] = [rank for rank in ranks if rank not in COURT] + [f"T{n}" for n in range(2, trumps)]
    if trumps:
        marks |= {"petit": ["T1"], "trump": ["trumps", *trump_suits]}
    values = {"honour": 9, "king": 9, "queen": 7, "knight": 5, "jack": 3}
    cards = len(suits) * len(ranks) + trumps + excuse
    dear = {name: len(suits) - len(trump_suits) for name in numbers if name in marks} | {"honour": len(honours)}
    dear |= {"king": dear.get("king", 0) - sum(code.endswith("R") for code in honours)}
    total = sum(values[name] * number for name, number in dear.items()) + cards - sum(dear.values())
    parts = [plain, top, fool] if order == "plain first" else [fool, top, plain]
    points = {name: halves_text(values[name]) for name in ("honour", *numbers) if name in marks and name != "king"}
    if "king" in marks:
        points["king"] = halves_text(9)
    return {
        "format": 1,
        "title": "made-up pack",
        "suits": {name: suit for part in parts for name, suit in part.items()},
        "ranks": {"court": [*ranks]}
        | ({"trumps": [*ranks_of_trumps] or [str(n) for n in range(1, trumps + 1)]} if trumps else {}),
        "names": {figure: name for name, figure in numbers.items() if figure in ranks},
        "marks": marks,
        "points": points | {"other": "½"},
        "cards": cards,
        "total": halves_text(total),
    }


def rule(mechanism: str, **params: Any) -> dict[str, Any]:
    """An added rule."""
    given = {"params": params} if params else {}
    return {"mechanism": mechanism, "title": "Made up", **given, **BECAUSE}


def set_to(**params: Any) -> dict[str, Any]:
    """A change of a rule's parameters."""
    return {"params": params, "because": BECAUSE["because"]}


def under(*names: str) -> dict[str, Any]:
    """A change of the contracts under which a rule is in force."""
    return {"under": [*names], "because": BECAUSE["because"]}


def text(words: str = "Made up.") -> dict[str, Any]:
    """A change of a rule's text."""
    return {"text": words, "because": BECAUSE["because"]}


SCORE_LINES = (
    "score.base",
    "score.margin",
    "score.last_trick_bonus",
    "score.multiplier",
    "score.handful",
    "score.slam",
)
TARGETS = set_to(by_honours={"0": 56, "1": 51, "2": 41})
NO_EXCUSE = (
    "play.excuse",
    "play.excuse_led",
    "play.excuse_kept",
    "play.excuse_unpaid",
    "play.excuse_slam",
    "play.excuse_last",
)


def other(mechanism: str, **params: Any) -> dict[str, Any]:
    """A change of a rule's mechanism to one of another package."""
    return {"mechanism": mechanism, **(set_to(**params) if params else {"because": BECAUSE["because"]})}


SIDED = ("count.sides", "count.card_points", "count.target", "count.half_points", "score.base", "score.margin")
SIDED += (
    "score.last_trick_bonus",
    "score.multiplier",
    "score.handful",
    "score.slam",
    "score.settlement",
    "declare.slam",
)
RULESETS: dict[str, MadeUp] = {
    # packs
    "two-trump-suits": MadeUp(deck=pack(trump_suits=["clubs"]), kernel="several suits of trumps"),
    "angel-over-world": MadeUp(deck=pack(ranks_of_trumps=[*map(str, range(1, 20)), "21", "20"])),
    "equal-trumps": MadeUp(
        deck=pack(ranks_of_trumps=["1", ["2", "3", "4", "5"], *map(str, range(6, 22))]), kernel="has equal cards"
    ),
    "pack-of-54": MadeUp(deck=pack(ranks=["1", "8", "9", "10", *COURT])),
    "pack-of-66": MadeUp(deck=pack(ranks=["1", *PIPS[4:], *COURT]), changes={"deal.packets": set_to(packet=5)}),
    "forty-trumps": MadeUp(deck=pack(trumps=40), changes={"deal.packets": set_to(packet=2, talon=9)}),
    "three-trumps": MadeUp(
        deck=pack(trumps=3),
        changes={
            "deal.packets": set_to(packet=1, talon=8),
            "declare.handful": set_to(levels={"single": 2, "double": 3, "triple": 4}),
        },
        drops=("void.petit_sec",),
    ),
    "ace-high": MadeUp(deck=pack(ranks=[*PIPS[1:], *COURT, "1"])),
    "five-suits": MadeUp(
        deck=pack(suits=[*PLAIN, "ivy"], ranks=["1", *PIPS[4:], *COURT]), changes={"deal.packets": set_to(talon=5)}
    ),
    "ten-suits": MadeUp(
        "early-17c",
        deck=pack(suits=[*PLAIN, "ivy", "moon", "nut", "owl", "pike"], ranks=["1", "10", *COURT]),
        kernel="no room",
    ),
    "excuse-first": MadeUp(deck=pack(order="excuse first"), kernel="does not list its plain suits first"),
    "honours-in-plain-suits": MadeUp(deck=pack(honour=["SR", "HR", "DR"])),
    "too-many-trumps": MadeUp(
        deck=pack(trumps=63, ranks=["1", *COURT]),
        changes={"deal.packets": set_to(packet=3, talon=12)},
        kernel="more than 62",
    ),
    "no-trumps": MadeUp(
        "early-17c",
        players="2-4",
        deck=pack(trumps=0, honour=["SR"]),
        changes={"play.excuse_kept": set_to(pays=["spades", "hearts", "diamonds", "clubs"])},
        drops=("score.counters",),
        adds={"score.kings": rule("counters", points={"king": 5, "EX": 3})},
    ),
    # who counts what
    "cards-pay-the-taker": MadeUp(adds={"score.cards": rule("cards_taken", above=0, each=10)}, kernel="all play alone"),
    "counters-pay-the-taker": MadeUp(
        adds={"score.counters": rule("counters", points={"king": 5, "T21": 10})}, kernel="all play alone"
    ),
    "cards-above-thirty": MadeUp(
        "fft-5", adds={"score.cards": rule("cards_taken", above=30, each=1)}, kernel="all play alone"
    ),
    "last-trick-for-all": MadeUp(
        "early-17c",
        adds={"score.last": rule("last_trick_bonus", amount=5, by="trick", slam_shift="false")},
        refused="needs a taker and a defence",
    ),
    "rounded-each": MadeUp("early-17c", adds={"score.round": rule("round_to", to=5)}),
    "twice-the-base": MadeUp(adds={"score.more": rule("fixed_amount", amount=7)}),
    "two-multipliers": MadeUp(
        adds={"score.again": rule("multiplier", by={"prise": 1, "garde": 3, "garde_sans": 1, "garde_contre": 2})}
    ),
    "two-bonuses": MadeUp(
        adds={"score.other": rule("last_trick_bonus", amount=3, by="card", slam_shift="false")},
        kernel="several rules with the mechanism",
    ),
    "rounded-first": MadeUp(adds={"score.round": {**rule("round_to", to=10), "before": "score.multiplier"}}),
    "other-match": MadeUp(
        changes={"match.next_dealer": set_to(void_redealt="true")},
        adds={"deal.pack": rule("gathered")},
    ),
    "other-slams": MadeUp(changes={"score.slam": set_to(made=1, announced=2, failed=3)}),
    "bonus-by-card": MadeUp(changes={"score.last_trick_bonus": set_to(by="card", slam_shift="false")}),
    # the order of the phases
    "early-announcements": MadeUp(
        phases=("deal", "void", "bid", "declare", "talon", "discard", "play"), kernel="the order of its phases"
    ),
    # dropped rules
    "no-outbidding": MadeUp("enc2020-4", drops=("bid.higher",), refused="which bid outranks another"),
    "no-discard-count": MadeUp(drops=("discard.count",), refused="how many cards the taker lays away"),
    "no-handfuls": MadeUp(drops=("declare.handful", "score.handful")),
    "no-overtrumping": MadeUp(drops=("play.overtrump",)),
    "no-following": MadeUp(drops=("play.follow_suit",)),
    "no-half-points": MadeUp(drops=("count.half_points",)),
    "any-discard": MadeUp(drops=("discard.never", "discard.trumps_last")),
    "no-debts-settled": MadeUp(drops=("play.excuse_unpaid",)),
    "nobody-wins-tricks": MadeUp(drops=("play.highest_wins",), refused="who wins a trick"),
    "no-talon-rule": MadeUp(drops=("talon.shown",), refused="what becomes of the talon"),
    # other rules
    "surrendered-petit": MadeUp(
        "fft-4",
        changes={"play.excuse_unpaid": set_to(then="surrendered")},
        adds={
            "play.petit_kept": rule("keep_lone_card", card="T1", without=["trump", "excuse"], pays=["king"]),
        },
        drops=("void.petit_sec",),
    ),
    "two-lone-cards": MadeUp(
        adds={
            "play.free_one": rule("lone_card_any_time", card="T1", without=["trump"]),
            "play.kept_two": rule("keep_lone_card", card="T2", without=["trump"], pays=["low"]),
        },
        drops=("void.petit_sec",),
        kernel="name different cards",
    ),
    "chosen-payment": MadeUp(changes={"play.excuse_kept": set_to(choose="true")}),
    "chosen-payment-of-five": MadeUp(
        "fft-5", changes={"play.excuse_kept": set_to(choose="true", pays=["king", "queen"])}
    ),
    "three-auctions": MadeUp(adds={"bid.more": rule("until_others_pass")}, refused="both say who calls"),
    "winner-takes-the-excuse": MadeUp(changes={"play.excuse_last_trick": set_to(to="winner", compensated="false")}),
    "barred-cards": MadeUp(
        changes={"discard.never": set_to(cards=["trump", "court", "honour"])}, refused="may never be laid away"
    ),
    "one-suit-called": MadeUp("fft-5", changes={"call.king": set_to(ranks=["hearts"])}),
    "called-trump": MadeUp("fft-5", changes={"call.king": set_to(ranks=["T21", "T20"])}, kernel="no plain suit"),
    "called-after": MadeUp("fft-5", changes={"call.king": set_to(when="after_discard", alone="false")}),
    "six-kinds-paid-apart": MadeUp(
        adds={
            f"declare.no_{suit}": rule("lacking", level=f"no_{suit}", any_of=[[suit]])
            for suit in (*PLAIN, "king", "queen")
        },
        kernel="more can be announced",
    ),
    # rules under contracts
    "overtrump-in-garde": MadeUp(
        changes={"play.overtrump": under("garde", "garde_sans")}, kernel="some contracts only"
    ),
    "no-bonus-in-prise": MadeUp(
        changes={"score.last_trick_bonus": under("high")},
        groups={"high": ["garde", "garde_sans", "garde_contre"]},
        kernel="some contracts only",
    ),
    "no-settlement-in-prise": MadeUp(
        changes={"score.settlement": under("garde", "garde_sans", "garde_contre")},
        refused="under prise: no rule says who pays whom",
    ),
    # who has won
    "more-than-half": MadeUp(
        changes={"count.target": {"mechanism": "more_than", **text(), **set_to(points=45)}},
        kernel="'more_than', which the kernel",
    ),
    "no-trick": MadeUp(
        changes={"count.target": {"mechanism": "exact_tricks", **text(), **set_to(tricks=0)}},
        kernel="'exact_tricks', which the kernel",
    ),
    "more-tricks-than-each": MadeUp(
        changes={"count.target": {"mechanism": "more_tricks_than_each", **text()}},
        kernel="'more_tricks_than_each', which",
    ),
    # auctions
    "klop": MadeUp(
        changes={
            **{name: under("sided") for name in SIDED},
            "bid.all_pass": other("all_pass_plays", contract="klop", by="nobody"),
        },
        adds={
            "bid.klop": {**rule("unbid_contract", talon="nobody"), "title": "Klop", "before": "bid.prise"},
            "count.each": {**rule("each_for_himself"), "under": ["klop"]},
            "score.cards": {**rule("cards_taken", above=0, each=1), "under": ["klop"]},
        },
        groups={"sided": ["prise", "garde", "garde_sans", "garde_contre"]},
        kernel="'unbid_contract', which the kernel does not know",
    ),
    "held-bids": MadeUp(
        changes={
            "bid.auction": other("forehand_last"),
            "bid.higher": other("must_outbid_or_hold", by="earlier_seat"),
            "bid.all_pass": other("all_pass_plays", contract="prise", by="forehand"),
        },
        adds={"bid.reserved": rule("reserved", contracts=["prise"], to="forehand", when="others_passed")},
        kernel="'forehand_last', which the kernel does not know",
    ),
    "forced-bids": MadeUp(
        "enc2011-4",
        changes={"bid.higher": other("must_outbid_or_hold", by="forehand")},
        adds={
            "bid.forced": rule("may_not_pass", when="first_word"),
            "bid.early": rule("reserved", contracts=["garde_contre"], to="forehand", when="any_time"),
        },
        kernel="'must_outbid_or_hold', which the kernel does not know",
    ),
    "forced-last": MadeUp(
        "enc2011-4",
        changes={"bid.auction": other("forehand_last")},
        adds={"bid.forced": rule("may_not_pass", when="others_passed")},
        kernel="'forehand_last', which the kernel does not know",
    ),
    "dealer-plays": MadeUp(
        "enc2011-4",
        changes={"bid.all_pass": other("all_pass_plays", contract="garde", by="dealer")},
        adds={"bid.late": rule("reserved", contracts=["prise"], to="anyone", when="others_passed")},
        kernel="which the kernel does not know",
    ),
    "klop-with-sides": MadeUp(
        changes={"bid.all_pass": other("all_pass_plays", contract="prise", by="nobody")},
        refused="count.sides needs a taker, and bid.all_pass lets prise be played without one",
    ),
    "klop-never-played": MadeUp(
        adds={"bid.klop": rule("unbid_contract", talon="defence")},
        changes={"score.multiplier": set_to(by={"klop": 1})},
        refused="bid.klop is a contract that nobody can bid, and no rule says when it is played",
    ),
    "nothing-outranks": MadeUp(
        "enc2020-4",
        adds={"bid.forced": rule("may_not_pass", when="first_word")},
        drops=("bid.higher",),
        refused="which bid outranks another",
    ),
    "five-on-stakes": MadeUp(changes={"score.settlement": {"mechanism": "stakes_on_table", **set_to(raised=1)}}),
}


OTHER_PACKAGE = Path(__file__).parent / "fixtures" / "other_package"
BY_CONTRACT = MadeUp(
    changes={
        **{rule: under("sided") for rule in (*SIDED, "play.excuse_unpaid")},
        "play.overtrump": under("sided", "alone"),
    },
    adds={
        "bid.alone": {**rule("contract", talon="defence"), "title": "Alone", "before": "bid.prise"},
        "bid.misery": {**rule("contract", talon="defence"), "title": "Misery", "before": "bid.prise"},
        "play.cheap": {**rule("cheap_cards"), "title": "Cheap cards", "under": ["misery"], "after": "play.follow_suit"},
        "count.each": {**rule("each_for_himself"), "under": ["negative", "alone"]},
        "score.cards": {**rule("cards_taken", above=0, each=1), "under": ["alone"]},
        "score.lost": {**rule("points_lost"), "under": ["negative"]},
    },
    groups={"sided": ["prise", "garde", "garde_sans", "garde_contre"], "negative": ["misery"]},
)
"""Three ways to play: with sides; everybody for himself, for cards; and everybody for himself, for as few card points as can be."""

FOREIGN: dict[str, tuple[MadeUp, str, str]] = {
    "tricks-won": (MadeUp(adds={"score.tricks": rule("tricks_won", each=3)}), "", ""),
    "winners-share": (MadeUp(changes={"score.settlement": other("winners_share")}), "", ""),
    "by-contract": (BY_CONTRACT, "", ""),
    "lopsided": (MadeUp(changes={"score.settlement": other("lopsided")}), "score.settlement", "and not to zero"),
    "silent": (MadeUp(changes={"play.follow_suit": other("silent")}), "play.follow_suit", "KeyError: 'nothing'"),
    "wordless": (
        MadeUp(changes={"play.follow_suit": other("wordless")}),
        "play.follow_suit",
        "cannot be put into words",
    ),
    "peeks": (MadeUp(adds={"play.peek": rule("peeks")}), "", "does not follow from what"),
    "for-ever": (MadeUp(changes={"bid.auction": other("for_ever")}), "", "does not end: after"),
    "loses-a-card": (
        MadeUp(changes={"deal.packets": other("loses_a_card", packet=3, talon=6, talon_not=["first"])}),
        "",
        "is nowhere",
    ),
    "generous": (MadeUp(changes={"count.sides": other("generous")}), "", "more card points than there are"),
    "inconsistent": (
        MadeUp(changes={"deal.cut": other("inconsistent", leave=4, by="before_dealer")}),
        "deal.cut",
        "listed as allowed and refused: cut",
    ),
}
"""Rulesets with mechanisms of another package: what each alters, and the rule and the words of its fault; empty for sound ones."""


def written(name: str, folder: Path) -> list[Path]:
    """The files of a made-up ruleset of this module, in a folder: the ruleset first, then its pack."""
    return files_of(name, RULESETS[name] if name in RULESETS else FOREIGN[name][0], folder)


def files_of(name: str, made: MadeUp, folder: Path) -> list[Path]:
    """The files of a made-up ruleset, in a folder: the ruleset first, then its pack."""
    data: dict[str, Any] = {
        "format": 1,
        "id": name,
        "title": name.replace("-", " ").capitalize(),
        "extends": made.extends,
        **BECAUSE,
    }
    for key in ("changes", "adds", "groups"):
        if getattr(made, key):
            data[key] = getattr(made, key)
    if made.drops:
        data["drops"] = dict.fromkeys(made.drops, "Made up for a test.")
    if made.players:
        data["players"] = made.players
    if made.phases:
        data["phases"] = list(made.phases)
    files = [folder / f"{name}.yaml"]
    if made.deck:
        data["deck"] = f"pack-of-{name}"
        files.append(folder / f"pack-of-{name}.yaml")
        deck = {**made.deck, "id": f"pack-of-{name}"}
        files[1].write_text(json.dumps(deck, ensure_ascii=False), encoding="utf-8")
    files[0].write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return files


def library_of_all(folder: Path) -> Library:
    """A library that knows every made-up ruleset beside the shipped ones; their files are written into a folder."""
    return Library([file for name in (*RULESETS, *FOREIGN) for file in written(name, folder)])


def without(ruleset: Ruleset, *rules: str) -> Ruleset:
    """A ruleset without some of its rules, which the loader would refuse."""
    return replace(ruleset, rules={id: rule for id, rule in ruleset.rules.items() if id not in rules})
