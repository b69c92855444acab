"""The differences between the games, as the catalogue has them, and the house rules on top."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from naive.cards import PACK


@dataclass(frozen=True)
class Rules:
    """One version of the game. What is given here by default is what the federation has for four players (§18)."""

    players: int = 4
    hand: int = 18  # §3
    chien: int = 6  # §3
    bids: tuple[str, ...] = ("prise", "garde", "garde_sans", "garde_contre")  # §5
    taken: tuple[str, ...] = ("prise", "garde")  # §5: the chien is taken into the hand
    factor: Mapping[str, int] | None = None  # §5; None: prise 1, garde 2, garde sans 4, garde contre 6
    stake: Mapping[str, int] | None = None  # §14, alternative scoring: instead of 25 and any factor
    rounds: bool = False  # §5: the auction goes on until the others have passed (`enc*`)
    lone_petit: str = "void"  # §4: "void", "may" (`blog`), "kept" (petit imprenable), or just "played"
    voids: tuple[str, ...] = ()  # §4: further claims, "no trumps", "weak hand"
    weak: int = 4  # §4: fewer trumps and court cards than this are a weak hand
    never_away: str = "king oudler"  # §6: what may not be laid away in any case
    last_away: str = "trump"  # §6: what may go where it cannot be avoided
    call: tuple[str, ...] = ()  # §7: the ranks that are called, one after the other; none: nobody is called
    call_late: bool = False  # §7: after the écart, and a card that the taker does not hold (`blog`)
    lead_bound: bool = False  # §7: the first lead is not in the called suit (`fft`)
    handfuls: tuple[int, int, int] = (10, 13, 15)  # §8
    handful_points: tuple[int, int, int] = (20, 30, 40)  # §8
    early_shows: bool = False  # §8: shown before the first trick (`guide`, `blog`), not before one's own first card
    slam_by_all: bool = False  # §18 only the taker announces; `guide` and `blog` let either side
    slam_leads: bool = True  # §8: the announcer leads (`enc*`, `blog`, `fft`)
    small_slam: bool = False  # §8, house
    misere: bool = False  # §8, house
    over: bool = True  # §9: the duty to go over (not `early17c`)
    excuse_slam: str = "played"  # §10: the Excuse wins the last trick of a slam when "played" to it, or only when "led"
    excuse_last: str = "other side"  # §10: it changes sides, or goes to the "winner" (`blog`)
    excuse_pays: str = "low"  # §10: a half-point card; `guide` has a "numbered" card; `early17c` "any", of one's choice
    petit_by: str = "trick"  # §11: to whoever wins the trick, or only "card": with the Petit itself (`enc2011`)
    petit_before: str = "same"  # §11: in a chelem with the Excuse last, the trick before counts too, if it is won the
    # same way as the last has to be, or with the "card" (`enc*`: "and won the trick"), or "never" (`guide`)
    round_to: int = 0  # §14, house
    targets: tuple[int, int, int, int] = (56, 51, 41, 36)  # §12: by the number of oudlers
    pack: tuple[str, ...] = PACK
    each: bool = False  # §12: everybody plays for himself (`early17c`)
    free_cards: int = 12  # §12 `early17c`: each card above so many counts a point

    def multiplier(self, contract: str) -> int:
        """By how much a contract multiplies."""
        if self.stake is not None:
            return 1
        usual = {"prise": 1, "petite": 1, "pousse": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
        return {**usual, **(self.factor or {})}[contract]


FFT4 = Rules()
FIVE = {"players": 5, "hand": 15, "chien": 3, "handfuls": (8, 10, 13)}
THREE = {"players": 3, "hand": 24, "chien": 6, "handfuls": (13, 15, 18)}


def changed(rules: Rules, **changes: object) -> Rules:
    """The same rules but for some points."""
    return replace(rules, **changes)  # type: ignore[arg-type]


ENC2011 = changed(FFT4, rounds=True, petit_by="card", handful_points=(20, 40, 60))
ENC2020 = changed(ENC2011, petit_by="trick", petit_before="card")
BLOG = changed(
    FFT4, lone_petit="may", never_away="", last_away="trump king excuse", slam_by_all=True, early_shows=True,
    excuse_slam="led", excuse_last="winner",
)  # fmt: skip
GUIDE = changed(
    FFT4, slam_by_all=True, slam_leads=False, early_shows=True, excuse_slam="led", excuse_pays="numbered",
    petit_before="never",
)  # fmt: skip

RULESETS: dict[str, Rules] = {
    "fft-4": FFT4,
    "fft-3": changed(FFT4, **THREE),
    "fft-5": changed(FFT4, **FIVE, call=("R", "D", "C", "V"), lead_bound=True),
    "enc2011-4": ENC2011,
    "enc2011-3": changed(ENC2011, **THREE),
    "enc2011-5": changed(ENC2011, **FIVE, call=("R", "D", "C")),
    "enc2020-4": ENC2020,
    "enc2020-3": changed(ENC2020, **THREE),
    "enc2020-5": changed(ENC2020, **FIVE, call=("R", "D", "C")),
    "guide-4": GUIDE,
    "blog-4": BLOG,
    "blog-3": changed(BLOG, **THREE),
    "blog-5": changed(BLOG, **FIVE, call=("R", "D", "C", "V"), call_late=True),
    "early-17c": Rules(
        players=4, hand=12, chien=0, bids=(), taken=(), lone_petit="played", handfuls=(99, 99, 99), over=False,
        excuse_slam="never", excuse_last="kept", excuse_pays="any", each=True,
    ),
}  # fmt: skip


def _old_bids(rules: Rules) -> Rules:
    low = ("petite", "pousse")
    return changed(rules, bids=(*low, "garde_sans", "garde_contre"), taken=low)


def _pousse(rules: Rules) -> Rules:
    after = rules.bids.index("prise") + 1
    bids = (*rules.bids[:after], "pousse", *rules.bids[after:])
    return changed(rules, bids=bids, taken=(*rules.taken, "pousse"))


STAKES = {"petite": 10, "prise": 10, "pousse": 20, "garde": 40, "garde_sans": 80, "garde_contre": 160}
"""§14, alternative scoring."""

OPTIONS: dict[str, Callable[[Rules], Rules]] = {
    "base-scoring": lambda rules: changed(rules, stake=STAKES),
    "call-after-ecart": lambda rules: changed(rules, call_late=True),
    "every-card-a-point": lambda rules: changed(rules, free_cards=0),
    "garde-contre-x8": lambda rules: changed(rules, factor={"garde_contre": 8}),
    "garde-lowest": lambda rules: changed(rules, bids=rules.bids[1:]),
    "handfuls-20-40-60": lambda rules: changed(rules, handful_points=(20, 40, 60)),
    "king-in-ecart": lambda rules: changed(rules, never_away="oudler", last_away="trump king"),
    "maldonne-no-trumps": lambda rules: changed(rules, voids=(*rules.voids, "no trumps")),
    "maldonne-weak-hand": lambda rules: changed(rules, voids=(*rules.voids, "weak hand")),
    "misere": lambda rules: changed(rules, misere=True),
    "old-bids": _old_bids,
    "petit-chelem": lambda rules: changed(rules, small_slam=True),
    "petit-imprenable": lambda rules: changed(rules, lone_petit="kept"),
    "petit-in-last-trick": lambda rules: changed(rules, petit_by="trick"),
    "petit-wins-last-trick": lambda rules: changed(rules, petit_by="card"),
    "play-clockwise": lambda rules: rules,
    "pousse": _pousse,
    "rounded-scores": lambda rules: changed(rules, round_to=10),
    "talon-not-in-threes": lambda rules: rules,
}


def rules_of(name: str, players: int | None = None) -> Rules:
    """The rules of a name such as ``fft-4+misere``."""
    base, *options = name.split("+")
    rules = RULESETS[base]
    for option in options:
        rules = OPTIONS[option](rules)
    return rules if players is None else changed(rules, players=players)
