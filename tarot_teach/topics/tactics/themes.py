"""The themes of tactics: names in players' words, a sentence that is told after the answer, and how each is found in the facts of a turn.

Names and detectors follow glossaries of French tarot players and the literature on tarock and ombre; a theme speaks of cards by what the rules
make of them: the lowest honour trump, the Excuse, trumps that need not follow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tarot_teach.messages import N_
from tarot_teach.topics.tactics.facts import COUNTER, COURT, NEARLY_ALWAYS, OFTEN, SELDOM, Facts

Holds = Callable[[Facts], bool]
FEW_TRUMPS = 2
"""The most trumps out that are called the last ones."""
LONG = 3
"""The least cards of a long suit."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: its name, the French word for it, the sentence that tells the idea, and its detector. ``avoiding`` themes are those of seats
    whom tricks cost, or who make a taker win them."""

    id: str
    name: str
    french: str
    idea: str
    holds: Holds
    avoiding: bool = False


THEMES: dict[str, Theme] = {}
"""The themes by id. The first in this order that holds is that of a turn."""


def theme(id: str, name: str, french: str, idea: str, *, avoiding: bool = False) -> Callable[[Holds], Holds]:
    """Register the detector of a theme."""

    def register(holds: Holds) -> Holds:
        THEMES[id] = Theme(id, name, french, idea, holds, avoiding)
        return holds

    return register


def theme_of(facts: Facts) -> Theme | None:
    """The theme of a turn, None for one without."""
    return next((each for each in THEMES.values() if each.avoiding == facts.avoids and each.holds(facts)), None)


# ------------------------------------------------------------ the lowest honour trump


@theme(
    "low-trump-hunted",
    N_("hunt {petit:the}"),
    "chasser le Petit",
    N_("Lead trumps while {petit:the} is out: it has to fall."),
)
def _hunted(f: Facts) -> bool:
    hunts = f.leads and f.is_trump(f.right) and bool(f.out & f.low) and f.brings(lambda line: line.caught)
    return hunts and f.often(f.tempting, lambda line: line.low) <= OFTEN


@theme(
    "low-trump-caught",
    N_("catch {petit:the}"),
    "prendre le Petit",
    N_("{petit:the} is in others' hands, and this way it goes to your side."),
)
def _caught(f: Facts) -> bool:
    elsewhere = bool((f.out | f.state.trick.mask) & f.low) and not f.leads and not f.right.is_excuse
    return elsewhere and f.brings(lambda line: line.caught)


@theme(
    "low-trump-ruffs",
    N_("ruff with {petit:the}"),
    "couper du Petit",
    N_("Of several trumps that win, take {petit:the}: it is home, and the strong ones have work to do."),
)
def _ruffs(f: Facts) -> bool:
    ruffs = bool(f.right.bit & f.low & f.winning) and not f.state.trick.led & f.trumps
    return ruffs and f.some(f.winning & f.trumps) and f.often(f.right, lambda line: line.low) >= OFTEN


@theme(
    "low-trump-home",
    N_("bring {petit:the} home"),
    "mettre le Petit à l’abri",
    N_("Play {petit:the} where nobody can take it: later a higher trump would."),
)
def _home(f: Facts) -> bool:
    more = f.often(f.right, lambda line: line.low) - f.often(f.tempting, lambda line: line.low)
    return bool(f.right.bit & f.low) and (more >= OFTEN or f.brings(lambda line: line.low))


@theme(
    "low-trump-kept",
    N_("keep {petit:the} back"),
    "garder le Petit",
    N_("Not yet: {petit:the} is worth more in a later trick, where nobody can take it."),
)
def _kept(f: Facts) -> bool:
    too_early = bool(f.tempting.bit & f.low)
    return too_early and (f.brings(lambda line: line.low) or f.brings(lambda line: line.low_last))


# ------------------------------------------------------------ the Excuse


@theme(
    "excuse-led",
    N_("lead {excuse:the}, and let another open a suit"),
    "rendre la main avec l’Excuse",
    N_("Leading {excuse:the} makes somebody else open a suit, and you come in with what you keep."),
)
def _excuse_led(f: Facts) -> bool:
    return f.right.is_excuse and f.leads


@theme(
    "excuse-in-time",
    N_("play {excuse:the} in time"),
    "jouer l’Excuse à temps",
    N_("Play {excuse:the} now: in the last trick it would be lost."),
)
def _in_time(f: Facts) -> bool:
    return f.right.is_excuse and f.brings(lambda line: not line.excuse_lost)


@theme(
    "excuse-saves",
    N_("save a card with {excuse:the}"),
    "sauver une carte avec l’Excuse",
    N_("Every other card costs you something here: {excuse:the} keeps them all for later."),
)
def _saves(f: Facts) -> bool:
    return f.right.is_excuse


# ------------------------------------------------------------ where tricks cost


@theme(
    "unload",
    N_("unload while it is safe"),
    "se défausser sans prendre",
    N_("The highest card that does not take the trick: it goes while it costs nothing."),
    avoiding=True,
)
def _unload(f: Facts) -> bool:
    losing = f.legal & ~f.winning & f.suit(f.right)
    safe = not f.leads and bool(f.right.bit & losing) and not f.above(f.right) & losing
    return not f.defends and safe


@theme(
    "take-cheap-trick",
    N_("take the cheap trick"),
    "prendre le pli qui ne coûte rien",
    N_("This trick costs little: take it, and be rid of a card that would win a dear one."),
    avoiding=True,
)
def _take_cheap(f: Facts) -> bool:
    return not f.defends and bool(f.right.bit & f.winning) and f.some(f.legal & ~f.winning)


@theme(
    "pass-the-lead",
    N_("give the lead away"),
    "passer la main",
    N_("Lead a card that somebody else has to take: whoever wins must lead again."),
    avoiding=True,
)
def _pass_lead(f: Facts) -> bool:
    given = f.often(f.right, lambda line: not line.alone) >= NEARLY_ALWAYS
    return not f.defends and f.leads and given and f.often(f.tempting, lambda line: line.alone) > SELDOM


@theme(
    "clear-high-card",
    N_("be rid of a high card in time"),
    "se débarrasser d’une haute carte",
    N_("The high card wins a trick sooner or later: let it be a cheap one, and keep the low cards to get out with."),
    avoiding=True,
)
def _clear(f: Facts) -> bool:
    return not f.defends and (f.leads or bool(f.above(f.tempting) & f.right.bit))


@theme(
    "make-them-win",
    N_("make {taker:the} win a trick"),
    "faire prendre le preneur",
    N_("Leave {taker:the} the card that has to win."),
    avoiding=True,
)
def _make_win(f: Facts) -> bool:
    return f.defends


# ------------------------------------------------------------ trumps that need not follow


@theme(
    "matador-held-back",
    N_("hold a matador back"),
    "garder un matador",
    N_("A matador need not follow a low trump: keep it for the trick that decides."),
)
def _held_back(f: Facts) -> bool:
    return bool(f.tempting.bit & f.apart) and not f.right.bit & f.apart and not f.leads


@theme(
    "fellow-wins",
    N_("let your fellow win"),
    "laisser gagner le partenaire",
    N_("The trick is with your side already: what you save wins another."),
)
def _fellow(f: Facts) -> bool:
    left = f.partner_wins and f.some(f.winning) and not f.right.bit & f.winning and f.right.halves < COUNTER
    return left and f.often(f.right, lambda line: line.first) >= NEARLY_ALWAYS


# ------------------------------------------------------------ points for a partner


@theme(
    "king-thrown",
    N_("throw the dear card on your side’s trick"),
    "charger le roi",
    N_(
        "The trick may well be your side’s, and {taker:the} would ruff this suit: the card will hardly be worth more than now."
    ),
)
def _thrown(f: Facts) -> bool:
    dearest = max(card.halves for card in f.state.deck.cards if f.is_plain(card))
    given = not f.leads and not f.right.bit & f.winning and f.often(f.right, lambda line: line.first) >= OFTEN
    return given and f.is_plain(f.right) and f.right.halves == dearest and f.defends and f.lacks(f.state.taker, f.right)


@theme(
    "load",
    N_("load your side’s trick"),
    "charger",
    N_("The trick may well be your side’s: put your card points on it."),
)
def _load(f: Facts) -> bool:
    dear = f.right.halves >= COUNTER and (f.tempting.is_excuse or f.tempting.halves < f.right.halves)
    given = not f.leads and len(f.own) > 1 and dear and f.often(f.right, lambda line: line.alone) <= SELDOM
    return given and f.often(f.right, lambda line: line.first and not line.alone) >= OFTEN


@theme(
    "excuse-kept",
    N_("keep {excuse:the}"),
    "garder l’Excuse",
    N_("Nothing is in danger here: {excuse:the} will save a dearer card, and what you play now has work to do."),
)
def _excuse_kept(f: Facts) -> bool:
    return f.tempting.is_excuse


@theme(
    "right-card-thrown",
    N_("throw from the right suit"),
    "se défausser à la bonne couleur",
    N_("You cannot follow: throw from the suit that has nothing to guard, and keep the other."),
)
def _right_thrown(f: Facts) -> bool:
    void = not f.leads and f.is_plain(f.right) and not f.right.bit & f.state.trick.led
    other = f.is_plain(f.tempting) and f.suit(f.tempting) != f.suit(f.right)
    return void and other


# ------------------------------------------------------------ to win a trick, or not


@theme(
    "ruff-high",
    N_("ruff high"),
    "couper haut",
    N_("A lower trump would win for the moment only: somebody behind you can go over it, but hardly over this one."),
)
def _ruff_high(f: Facts) -> bool:
    return not f.state.trick.led & f.trumps and _goes_over(f)


@theme(
    "rise-high",
    N_("go high enough"),
    "monter assez haut",
    N_("A lower trump would win for the moment only: somebody behind you can go over it, but hardly over this one."),
)
def _rise_high(f: Facts) -> bool:
    return bool(f.state.trick.led & f.trumps) and _goes_over(f)


def _goes_over(f: Facts) -> bool:
    """True where a trump wins for good, and a lower one would for the moment only."""
    lower = f.winning & f.trumps & ~f.above(f.right) & ~f.right.bit
    over = bool(f.right.bit & f.winning & f.trumps) and f.some(lower)
    return over and not f.plays_last and f.brings(lambda line: line.alone)


@theme(
    "court-card-wins",
    N_("win with the card that counts"),
    "faire passer son honneur",
    N_("Two of your cards win this trick: bring home the one that counts."),
)
def _court_wins(f: Facts) -> bool:
    same = f.winning & f.suit(f.right) & ~f.right.bit
    cheaper = sum(card.bit for card in f.wrong if card.halves < f.right.halves)
    return _wins_itself(f) and f.is_plain(f.right) and f.some(same & cheaper)


@theme(
    "let-it-pass",
    N_("let it pass"),
    "laisser passer",
    N_("You could win this trick, and should not: the card that you keep wins more later."),
)
def _let_pass(f: Facts) -> bool:
    theirs = not f.leads and not f.partner_wins and not f.right.bit & f.winning
    wins = f.often(f.tempting, lambda line: line.alone) >= OFTEN or f.often(f.right, lambda line: line.first) >= OFTEN
    return theirs and bool(f.tempting.bit & f.winning) and wins


@theme(
    "rise-at-once",
    N_("rise at once"),
    "monter",
    N_("Take the trick now: it will not come again."),
)
def _rise(f: Facts) -> bool:
    loses = not f.tempting.bit & f.winning or f.often(f.tempting, lambda line: line.alone) <= SELDOM
    return _wins_itself(f) and loses


def _wins_itself(f: Facts) -> bool:
    """True where the right card wins the trick itself, at least as often as a partner does after it."""
    own = f.often(f.right, lambda line: line.alone)
    fellows = f.often(f.right, lambda line: line.first and not line.alone)
    return bool(f.right.bit & f.winning) and 0 < own >= fellows


@theme(
    "win-as-cheaply",
    N_("win as cheaply as you can"),
    "prendre au plus juste",
    N_("The lower card wins this trick as well: the higher one is needed later."),
)
def _cheaply(f: Facts) -> bool:
    wins = bool(f.right.bit & f.winning) and f.often(f.right, lambda line: line.first) >= OFTEN
    return wins and bool(f.above(f.right) & f.tempting.bit)


# ------------------------------------------------------------ leads


@theme(
    "last-trumps-out",
    N_("drive out the last trump"),
    "faire tomber le dernier atout",
    N_("Few trumps are out: draw them, and then your other cards are safe."),
)
def _last_out(f: Facts) -> bool:
    left = (f.out & f.trumps).bit_count()
    return f.leads and f.is_trump(f.right) and 1 <= left <= FEW_TRUMPS and f.some(~f.trumps & ~f.excuse)


@theme(
    "draw-trumps",
    N_("draw trumps"),
    "faire tomber les atouts",
    N_("Your winners are safe only when the trumps are gone."),
)
def _draw(f: Facts) -> bool:
    drawn = f.leads and f.is_trump(f.right) and bool(f.out & f.trumps)
    return drawn and f.some(~f.trumps & ~f.excuse) and not f.tempting.bit & f.trumps


@theme(
    "trumps-from-the-top",
    N_("trumps from the top"),
    "jouer ses atouts en tête",
    N_("The high trump first: those of the others fall together under it."),
)
def _from_top(f: Facts) -> bool:
    return f.leads and f.is_trump(f.right) and bool(f.above(f.tempting) & f.right.bit)


@theme(
    "under-lead",
    N_("lead from below"),
    "jouer en dessous",
    N_("A low trump makes the others spend a high one, and yours stays behind."),
)
def _under(f: Facts) -> bool:
    return f.leads and f.is_trump(f.right) and bool(f.above(f.right) & f.tempting.bit)


@theme(
    "force-the-taker",
    N_("make {taker:the} ruff"),
    "faire couper le preneur",
    N_("{taker:the} has shown that the suit is gone: each lead of it costs a trump."),
)
def _force(f: Facts) -> bool:
    plain = f.leads and f.defends and f.is_plain(f.right)
    ruffs = plain and bool(f.out & f.trumps) and f.lacks(f.state.taker, f.right)
    return ruffs and not f.lacks(f.state.taker, f.tempting)


@theme(
    "make-them-ruff",
    N_("make the others ruff"),
    "faire couper",
    N_("Nobody has this suit any more: whoever has trumps must spend one on it, and yours are worth the more."),
)
def _make_ruff(f: Facts) -> bool:
    gone = f.leads and f.is_plain(f.right) and bool(f.suit(f.right)) and not f.suit(f.right) & f.out
    gone = gone and not (f.is_plain(f.tempting) and not f.suit(f.tempting) & f.out)
    return gone and bool(f.out & f.trumps) and f.often(f.right, lambda line: line.alone) <= SELDOM


@theme(
    "not-into-a-ruff",
    N_("do not lead into a ruff"),
    "ne pas jouer dans la coupe",
    N_("{taker:the} has shown that the tempting suit is gone, and would ruff: lead another."),
)
def _not_into(f: Facts) -> bool:
    tempted = f.leads and f.defends and f.is_plain(f.tempting) and f.is_plain(f.right)
    return tempted and f.lacks(f.state.taker, f.tempting) and not f.lacks(f.state.taker, f.right)


@theme(
    "last-trump-kept",
    N_("keep the last trump"),
    "garder son dernier atout",
    N_("Keep your last trump: it brings you in again, or takes the last trick."),
)
def _last_kept(f: Facts) -> bool:
    return (f.hand & f.trumps).bit_count() == 1 and f.is_trump(f.tempting)


@theme(
    "trumps-left-to-fight",
    N_("let the others’ trumps fight"),
    "laisser les atouts se battre",
    N_("Keep your trumps, and lead a suit: let the others spend theirs on each other."),
)
def _fight(f: Facts) -> bool:
    two = (f.hand & f.trumps).bit_count() >= 2 and bool(f.out & f.trumps)
    return f.leads and f.is_plain(f.right) and f.is_trump(f.tempting) and two


@theme(
    "cash",
    N_("cash your winners"),
    "tirer ses maîtres",
    N_("Nothing that is out beats this card: play it now, before it is ruffed or thrown away."),
)
def _cash(f: Facts) -> bool:
    plain_or_last = f.is_plain(f.right) or (f.is_trump(f.right) and not f.out & f.trumps)
    wins = f.leads and plain_or_last and f.is_master(f.right) and f.often(f.right, lambda line: line.alone) >= OFTEN
    return wins and not f.is_master(f.tempting)


@theme(
    "winner-kept",
    N_("keep your winner"),
    "garder sa maîtresse",
    N_("Your winner does not run away: lead the other card first."),
)
def _winner_kept(f: Facts) -> bool:
    plain = f.leads and f.is_plain(f.right) and f.is_plain(f.tempting)
    return plain and f.is_master(f.tempting) and not f.is_master(f.right)


@theme(
    "counter-saved",
    N_("protect what counts"),
    "sauver un honneur",
    N_("The other card costs you one that counts: at once, or in a later trick."),
)
def _saved(f: Facts) -> bool:
    return f.brings(lambda line: line.lost < COURT) and f.often(f.tempting, lambda line: line.lost < COURT) <= SELDOM


@theme(
    "singleton",
    N_("lead the singleton"),
    "ouvrir sa singlette",
    N_("With the only card of a suit gone, you can ruff it next time."),
)
def _singleton(f: Facts) -> bool:
    alone = (f.hand & f.suit(f.right)).bit_count() == 1 and (f.out & f.suit(f.right)).bit_count() > 1
    others = [seat for seat in range(f.state.players) if seat not in f.own]
    ruffed = any(f.lacks(seat, f.right) for seat in others)
    longer = (f.hand & f.suit(f.tempting)).bit_count() > 1
    comes = f.leads and f.is_plain(f.right) and alone and bool(f.hand & f.trumps) and not f.is_master(f.right)
    return comes and longer and not ruffed


@theme(
    "long-suit",
    N_("play the long suit"),
    "jouer sa longue",
    N_("Go on with the long suit: the trumps of the others run out on it."),
)
def _long(f: Facts) -> bool:
    lengths = {suit: (f.hand & suit).bit_count() for suit in f.order.suits.values() if not suit & f.trumps}
    mine = lengths.get(f.suit(f.right), 0)
    return f.leads and mine >= LONG and mine == max(lengths.values()) and not f.suit(f.right) & f.tempting.bit
