"""Payments for the first tricks, and for undertaking to win every trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from pydantic import Field

from tarot_teach.mechanisms.base import Count, Who
from tarot_teach.mechanisms.count import TricksFact, tricks_of_seat
from tarot_teach.mechanisms.interfaces import PaysApart
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.mechanisms.play.play_on import ALL_TRICKS, PlayOn
from tarot_teach.mechanisms.registry import kinds_at
from tarot_teach.messages import NP_, _
from tarot_teach.rules import Ruleset
from tarot_teach.table import TAKER, Apart, Fact, FactError, Finding, Outcome, State
from tarot_teach.table.facts import FAILED, MADE, one_of
from tarot_teach.text import Text, joined

STOPPED = NP_("typed", "stopped")


@dataclass(frozen=True, slots=True)
class FirstTricksFact(Fact):
    """A seat that has won the first tricks, spelled by its number from 1 or its letter, and what came of it: ``1:made``."""

    vocabulary: ClassVar[tuple[str, ...]] = (STOPPED, MADE, FAILED)
    seat: int
    word: str

    @classmethod
    def parse(cls, text: str, seats: Sequence[str] = ()) -> Self:
        seat, _colon, word = text.strip().partition(":")
        known = [*seats, *map(str, range(1, 9))]
        if seat not in known:
            message = _("{text!r} does not tell who has won the first tricks").format(text=text)
            raise FactError(message, _("write the player and what came of it: {seat}:made").format(seat=known[0]))
        return cls(known.index(seat) if seat in seats else int(seat) - 1, one_of(word, cls.vocabulary))

    def __str__(self) -> str:
        return f"{self.seat + 1}:{self.word}"

    def turned(self, by: int, seats: int) -> FirstTricksFact:
        return FirstTricksFact((self.seat + by) % seats, self.word)


class EveryTrickPaid(PaysApart, Observes[FirstTricksFact]):
    """Each other player pays whoever has won the first tricks and stops, or has undertaken to win every trick and does.
    Who fails pays each of them."""

    stopped: Count = Field(
        description="Game points from each other player for the first tricks, where the winner stops."
    )
    made: Count = Field(description="Game points from each other player for winning every trick, as undertaken.")
    failed: Count = Field(description="Game points to each other player for not winning every trick, as undertaken.")
    sums_to_zero = True
    observes = FirstTricksFact

    def observe(self, state: State, outcome: Outcome) -> FirstTricksFact | None:
        answer = next((done for done in state.chosen if done.rule.startswith("play.")), None)
        if answer is None:
            return None
        if answer.option == ALL_TRICKS:
            made = all(taken.winner == answer.seat for taken in state.tricks)
            return FirstTricksFact(answer.seat, MADE if made else FAILED)
        return FirstTricksFact(answer.seat, STOPPED) if any(state.hands) or any(state.unseen) else None

    def apart(self, outcome: Outcome, players: int) -> list[Apart]:
        fact = self.fact(outcome)
        if fact is None:
            return []
        amount = Fraction({STOPPED: self.stopped, MADE: self.made, FAILED: -self.failed}[fact.word])
        finding = self.decides(seat=fact.seat, word=fact.word, amount=abs(amount))
        return [Apart(finding, tuple(amount * (players - 1) if i == fact.seat else -amount for i in range(players)))]

    def says(self) -> Text:
        said = (
            [_("Whoever has won the first tricks and stops gets {stopped} from each other player.")]
            if self.stopped
            else []
        )
        if self.failed:
            said.append(
                _(
                    "Whoever undertakes to win every trick gets {made} from each other player, and pays {failed} to each on failing."
                )
            )
        else:
            said.append(
                _("Whoever undertakes to win every trick gets {made} from each other player; failing costs nothing.")
            )
        return joined(map(self.say, said))

    def why(self, finding: Finding) -> str:
        if finding.facts["word"] == FAILED and not finding.facts["amount"]:
            return _("{who} has undertaken to win every trick, and has not, which costs nothing.")
        return {
            STOPPED: _("{who} has won the first tricks and stopped, and gets {amount} from each of the others."),
            MADE: _("{who} has won every trick, as undertaken, and gets {amount} from each of the others."),
            FAILED: _("{who} has undertaken to win every trick, and has not: each of the others gets {amount}."),
        }[finding.facts["word"]]

    def tells(self, fact: FirstTricksFact, who: Who) -> Iterator[Text]:
        yield self.say(
            {
                STOPPED: _("{name} has won the first tricks and stopped."),
                MADE: _("{name} has won every trick, as undertaken."),
                FAILED: _("{name} has undertaken to win every trick, and has not."),
            }[fact.word],
            name=who(fact.seat),
        )

    def impossible(self, outcome: Outcome, fact: FirstTricksFact, game: Game, players: int) -> Iterable[Impossible]:
        if not 0 <= fact.seat < players:
            message = _("there is no player {seat}").format(seat=fact.seat + 1)
            yield Impossible("result.fact", message, _("number the players from 1"), (self.rule,))
            return
        rules, all_tricks = game.all(PlayOn), game.deals.tricks(players)
        if rules and all(rule.by == TAKER for rule in rules) and fact.seat != outcome.taker:
            message = _("only the taker may stop, or undertake to win every trick [{rule}]").format(rule=rules[0].rule)
            yield Impossible("result.fact", message, _("tell it of the taker"), (self.rule,))
        counted = tricks_of_seat(outcome, fact.seat, players)
        if counted is None:
            return
        tricks, won = counted
        least, total = min((rule.after for rule in rules), default=0), sum(tricks.tricks)
        fits = {
            STOPPED: won == total == least and any(rule.otherwise == "ends" for rule in rules),
            MADE: won == total == all_tricks,
            FAILED: least <= won < total == all_tricks,
        }[fact.word]
        if not fits:
            message = _("the tricks {tricks} do not fit {fact} [{rule}]")
            hint = _("check who has won which tricks")
            yield Impossible(
                "result.fact", message.format(tricks=tricks, fact=fact.word, rule=self.rule), hint, (self.rule,)
            )

    def follows(self, outcome: Outcome, game: Game) -> FirstTricksFact | None:
        tricks, stops = outcome.fact(TricksFact), [rule for rule in game.all(PlayOn) if rule.otherwise == "ends"]
        if tricks is None or outcome.taker is None or not stops:
            return None
        mine, others = tricks.tricks[0], sum(tricks.tricks[1:])
        if any((mine, others) == (rule.after, 0) for rule in stops):
            return FirstTricksFact(outcome.taker, STOPPED)
        return FirstTricksFact(outcome.taker, MADE) if mine > stops[0].after and not others else None

    def values(self, game: Game, players: int) -> str:
        return _("a player and what came of it, {words}: {given}").format(
            words=", ".join(FirstTricksFact.vocabulary), given="S:made"
        )

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if not any(issubclass(kind, PlayOn) for kind in kinds_at(ruleset, "play")):
            yield _("no rule of the play lets anybody undertake to win every trick")
