"""Slovenian tarok written a second time, from the rules and with no part of the package: cards are codes such as ``HR`` and ``T21``."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass, field

RED, BLACK = ["4", "3", "2", "1", "V", "C", "D", "R"], ["7", "8", "9", "10", "V", "C", "D", "R"]
TRULA = {"T1", "T21", "T22"}
KINGS = {"HR", "DR", "SR", "CR"}
PACK = [f"T{i}" for i in range(1, 23)] + [s + r for s in "HD" for r in RED] + [s + r for s in "SC" for r in BLACK]
"""In the order of the numbers that OpenSpiel gives its cards."""

VALUES = {
    "three": 10,
    "two": 20,
    "one": 30,
    "solo_three": 40,
    "solo_two": 50,
    "solo_one": 60,
    "beggar": 70,
    "solo_without": 80,
    "open_beggar": 90,
    "colour_valat_without": 125,
    "valat_without": 500,
}
FOR_THREE = {"three": 10, "two": 20, "one": 30}
TALON = {"three": 3, "two": 2, "one": 1, "solo_three": 3, "solo_two": 2, "solo_one": 1}
BEGGARS, VALATS = {"beggar", "open_beggar"}, {"colour_valat_without", "valat_without"}
NEGATIVE = {"klop", *BEGGARS}

OPENSPIEL = frozenset(
    {
        "every card is a king",  # its test of kings holds for any card: four cards are four kings, and no card is of the trula
        "a valat is 48 cards",  # with discards and talon a valat of the declarer has more, and fifteen tricks of three may have as many
        "one ultimo only",  # the king's excludes the pagat's
        "ultimo by the trick",  # the side that wins the last trick with the pagat in it, also by another card
        "ultimo by the last cards",  # the rest of the talon hides the last trick behind it
        "pagat from the suit led",  # demanded for the emperor's trick from a hand that could follow suit
    }
)
"""Differences of OpenSpiel from the rules, by name."""


def rank(code: str) -> int:
    suit, figure = code[0], code[1:]
    return int(figure) if suit == "T" else (RED if suit in "HD" else BLACK).index(figure)


def value(code: str) -> int:
    return 5 if code in TRULA | KINGS else {"D": 4, "C": 3, "V": 2}.get(code[1:], 1) if code[0] != "T" else 1


def points(pile: Collection[str]) -> int:
    """Card points of a pile laid out in threes; one or two cards left over lose one."""
    cards = sorted(pile)
    threes = [cards[i : i + 3] for i in range(0, len(cards), 3)]
    return sum(sum(map(value, three)) - (2 if len(three) == 3 else 1) for three in threes)


def winner(trick: Sequence[str], contract: str) -> int:
    """Position of the card that wins."""
    if {*trick} >= TRULA and (contract != "colour_valat_without" or trick[0][0] == "T"):
        return trick.index("T1")
    return highest(trick, contract)


def highest(trick: Sequence[str], contract: str) -> int:
    """Position of the card that no other beats: škis and mond with the pagat as well, which wins their trick."""
    led, colour = trick[0][0], contract == "colour_valat_without"
    able = [code for code in trick if code[0] == "T"] if not colour else []
    return trick.index(max(able or [code for code in trick if code[0] == led], key=rank))


def allowed(hand: set[str], trick: Sequence[str], contract: str, deviations: Collection[str] = ()) -> set[str]:
    """The cards of a hand that may be played to a trick."""
    negative = contract in NEGATIVE
    if not trick:
        last = "pagat as last tarok" in deviations and {code for code in hand if code[0] == "T"} == {"T1"}
        return hand - {"T1"} if negative and len(hand) > 1 and not last else hand
    led = trick[0][0]
    follow = {code for code in hand if code[0] == led}
    taroks = {code for code in hand if code[0] == "T"}
    may = follow or taroks
    if not may or not negative:
        return may or hand
    emperor = {"T21", "T22"} <= {*trick} and "T1" in hand
    if emperor and ("T1" in may or "pagat from the suit led" in deviations):
        return {"T1"}
    beating = {code for code in may if highest([*trick, code], contract) == len(trick)}
    may = beating or may
    return may - {"T1"} if len(may) > 1 else may


@dataclass
class Deal:
    """A deal as it was played: seat 0 is forehand."""

    contract: str
    players: int
    talon: list[str]
    declarer: int = 0
    partner: int | None = None
    king: str = ""
    taken: set[str] = field(default_factory=set)
    away: set[str] = field(default_factory=set)
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)  # leader, cards, winner
    said: list[tuple[int, str]] = field(default_factory=list)  # seats and what they announced or said against a bonus
    kontra: int = 0  # words said against the game
    half: int = 35  # card points of a side that has just not won
    cards: int = 48  # of all tricks
    kings: Set[str] = frozenset(KINGS)  # in the pack

    def pile(self, seat: int) -> list[str]:
        """The cards that a player has won, in the order won."""
        cards = sorted(self.away) if seat == self.declarer and self.contract != "klop" else []
        for number, (leader, trick, won_by) in enumerate(self.tricks):
            if won_by != seat:
                continue
            cards += trick
            if self.contract == "klop" and number < 6:
                cards.append(self.talon[number])
            best = trick[(won_by - leader) % self.players]
            if self.king in self.talon and best == self.king:
                cards += [code for code in self.talon if code not in self.taken]
        return cards

    def sides(self) -> tuple[list[str], list[str]]:
        """The cards won by the declarer's side and by the others, without the talon that nobody took."""
        ours, theirs = list[str](), list[str]()
        for seat in range(self.players):
            (ours if seat in (self.declarer, self.partner) else theirs).extend(self.pile(seat))
        return ours, theirs


def klop(deal: Deal) -> list[int]:
    piles = [deal.pile(seat) for seat in range(deal.players)]
    settled = [-70 if points(pile) > deal.half else 0 if pile else 70 for pile in piles]
    return settled if any(settled) else [-points(pile) for pile in piles]


def mond(deal: Deal) -> int | None:
    """The player who pays for the mond, if any."""
    if deal.contract not in TALON and deal.contract != "solo_without":
        return None
    ours, _theirs = deal.sides()
    if deal.contract in TALON and "T21" in deal.talon and "T21" not in deal.taken and "T21" not in ours:
        return deal.declarer
    for leader, trick, won_by in deal.tricks:
        if "T21" in trick:
            holder = (leader + trick.index("T21")) % deal.players
            return holder if holder != won_by else None
    return None


def openspiel_bonuses(deal: Deal, deviations: Collection[str]) -> int:
    """Bonuses as OpenSpiel has them, with some of its deviations; nobody has announced any."""
    ours, theirs = deal.sides()
    total = 0
    leader, last, won_by = deal.tricks[-1]
    mine = won_by in (deal.declarer, deal.partner)
    seen = deal.pile(won_by)[-deal.players :] if "ultimo by the last cards" in deviations else last
    king = 10 if deal.king and deal.king in seen else 0
    total += king if mine else -king
    if "T1" in seen and not (king and "one ultimo only" in deviations):
        holder = (leader + last.index("T1")) % deal.players if "T1" in last else won_by
        good = mine
        if "ultimo by the trick" not in deviations:
            good = (holder in (deal.declarer, deal.partner)) == (holder == won_by)
        total += 25 if good else -25
    for side, sign in ((ours, 1), (theirs, -1)):
        if "every card is a king" in deviations:
            total += 10 * sign * (len(side) == 4)
        else:
            total += 10 * sign * ({*side} >= TRULA) + 10 * sign * ({*side} >= KINGS)
    return total


def tried(deal: Deal) -> dict[str, tuple[bool, bool]]:
    """For each bonus that came up: whether the declarer's side tried it, and whether it was made."""
    side, (ours, theirs) = (deal.declarer, deal.partner), deal.sides()
    found: dict[str, tuple[bool, bool]] = {}
    for name, cards in (("trula", TRULA), ("kings", deal.kings)):
        for mine, pile in ((True, ours), (False, theirs)):
            if cards and cards <= {*pile}:
                found[name] = mine, True
    leader, last, won_by = deal.tricks[-1]
    if deal.king in last:
        found["king_ultimo"] = True, won_by in side
    if "T1" in last:
        holder = (leader + last.index("T1")) % deal.players
        found["pagat_ultimo"] = holder in side, holder == won_by
    winners = {seat in side for _leader, _cards, seat in deal.tricks}
    if len(winners) == 1:
        found["valat"] = winners.pop(), True
    return found


AMOUNTS = {"trula": (10, 20), "kings": (10, 20), "king_ultimo": (10, 20), "pagat_ultimo": (25, 50), "valat": (250, 500)}
"""The value of each bonus unannounced, and announced."""


def bonus_points(deal: Deal) -> dict[str, int]:
    """The game points that each bonus brings the declarer's side, announced or not."""
    found, side, total = tried(deal), (deal.declarer, deal.partner), dict[str, int]()
    for name, (silent, announced) in AMOUNTS.items():
        said = [seat for seat, word in deal.said if word.rpartition("-")[2] == name]
        if said:
            mine = said[0] in side
            made = found.get(name) == (mine, True)
            total[name] = (1 if mine == made else -1) * announced * 2 ** (len(said) - 1)
        elif name in found:
            mine, made = found[name]
            total[name] = silent if mine == made else -silent
    return total


def scores(deal: Deal, deviations: Collection[str] = ()) -> list[int]:
    """Game points by seat."""
    if deal.contract == "klop":
        return klop(deal)
    result, (ours, theirs) = [0] * deal.players, deal.sides()
    amount = VALUES[deal.contract]
    if deal.contract not in TALON:
        amount *= 2**deal.kontra
    if deal.contract in BEGGARS:
        score = amount if not ours else -amount
    elif deal.contract in VALATS:
        score = amount if len(ours) == deal.cards else -amount
    elif deal.contract == "solo_without":
        score = amount if points(ours) > deal.half else -amount
    else:
        bonuses = bonus_points(deal)
        valat = bonuses.pop("valat", 0)
        if "a valat is 48 cards" in deviations:
            valat = 250 if len(ours) == 48 else -250 if len(theirs) == 48 else 0
        difference = points(ours) - deal.half
        more = openspiel_bonuses(deal, deviations) if deviations else sum(bonuses.values())
        score = valat or (difference + (amount if difference > 0 else -amount)) * 2**deal.kontra + more
    for seat in {deal.declarer, deal.declarer if deal.partner is None else deal.partner}:
        result[seat] = score
    loser = mond(deal)
    if loser is not None:
        result[loser] -= 20
    return result
