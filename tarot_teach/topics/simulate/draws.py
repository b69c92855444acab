"""Random numbers that are the same on every machine. Each deal has streams of its own, so that no deal depends on another.

The generator is xoroshiro128+ (Blackman and Vigna); splitmix64 sets its state from the seed, the number of the deal and the stream.
"""

from __future__ import annotations

from functools import lru_cache

from tarot_teach.cards import Card, Deck

PACK, PLAY = 0, 1
"""The streams of a deal: the order of the pack, and the players' draws."""

WORD = (1 << 64) - 1
SEEDS = 1 << 63
"""Seeds are whole numbers from 0 up to this, exclusive."""

DEAL_STEP, STREAM_STEP = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03


class Draws:
    """A stream of random numbers of one deal."""

    __slots__ = ("_a", "_b")

    def __init__(self, seed: int, number: int, stream: int = PLAY) -> None:
        start = (seed + number * DEAL_STEP + stream * STREAM_STEP) & WORD
        self._a = _mixed((start + DEAL_STEP) & WORD)
        self._b = _mixed((start + 2 * DEAL_STEP) & WORD)

    @property
    def words(self) -> tuple[int, int]:
        """The state of the generator."""
        return self._a, self._b

    def below(self, count: int) -> int:
        """A whole number from 0 up to ``count`` (at most 2³²), exclusive."""
        a, b = self._a, self._b
        drawn = (a + b) & WORD
        b ^= a
        self._a = (((a << 55) | (a >> 9)) & WORD) ^ b ^ ((b << 14) & WORD)
        self._b = ((b << 36) | (b >> 28)) & WORD
        return ((drawn >> 32) * count) >> 32


@lru_cache(1)
def shuffled(cards: int, seed: int, number: int) -> tuple[int, ...]:
    """The indices of the cards of a pack in the order in which they lie in a deal."""
    draws = Draws(seed, number, PACK)
    pack = list(range(cards))
    for i in range(cards - 1, 0, -1):
        j = draws.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return tuple(pack)


def dealt(deck: Deck, players: int, hand: int, seed: int, number: int) -> tuple[int, ...]:
    """The hands of a deal as masks, by seat, ``hand`` cards each. The cards left over are the talon, or lie aside.

    The order of dealing does not change the odds of a hand, so each seat simply gets the next cards.
    """
    pack = shuffled(len(deck.cards), seed, number)
    return tuple(sum(1 << card for card in pack[seat * hand : (seat + 1) * hand]) for seat in range(players))


def left_over(deck: Deck, players: int, hand: int, seed: int, number: int) -> tuple[Card, ...]:
    """The cards of a deal that are in no hand, in the order in which they lie."""
    return tuple(deck.cards[card] for card in shuffled(len(deck.cards), seed, number)[players * hand :])


def _mixed(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)
