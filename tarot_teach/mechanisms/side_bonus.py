"""A bonus for a side, as all kinds of bonuses have it: announced or not, made or failed, doubled, with its line on the score sheet."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from tarot_teach.mechanisms.base import Who
from tarot_teach.mechanisms.bonus_events import BonusEvent, BonusFact, BringsBonus, CardInTrick, side_of
from tarot_teach.mechanisms.declare.bonus_round import RoundByWords, _Round, contained
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import Game, Implied, Impossible, Observes
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.messages import _, as_words, ngettext
from tarot_teach.rules import Ruleset
from tarot_teach.table import BOTH_SIDES, DEFENCE, TAKER, Choose, Fact, Finding, Line, Outcome, Sheet, SideFact, State
from tarot_teach.text import Text


class SideBonus(BringsBonus, Scores, Observes[BonusFact]):
    """A bonus for the side that brings something about, whoever wins the deal. With an ``item``, the name by which it is announced, one that
    has announced it gets another amount, or loses it on failing."""

    sides = True
    operation = "±"
    observes: type[Fact] = BonusFact
    silent: Any = 0
    announced: Any = 0
    item: str = ""
    lost: Literal["never", "announced", "always"] = "announced"  # when a side that fails loses as much

    @abstractmethod
    def event_of(self) -> BonusEvent:
        """The event that brings it, by the parameters. Raises ParamError."""

    def prepare(self) -> None:
        self.does = self.event_of()
        self.observes = self.does.fact
        self.whole_deal = not self.does.of_trick
        self.by_points = self.does.of_points

    @property
    def each_side(self) -> bool:
        """True where both sides may announce it, so that what each has announced, tried and made stands by itself."""
        rounds = (rule for rule in self.ruleset_rules.values() if rule.mechanism == RoundByWords.name)
        return any(self.item in getattr(rule.params, "items", ()) for rule in rounds)

    @property
    def word(self) -> str:
        """The title of the rule, by which players know the bonus."""
        return self.item_title(self.item)

    def words(self) -> dict[str, Any]:
        """The values of its sentences by name."""
        return {"name": self.word} if self.item else {}

    @property
    def card_names(self) -> list[Text]:
        """The cards that it names, as the ruleset calls them."""
        return []

    def combination(self) -> int:
        return self.does.combination

    def observe(self, state: State, outcome: Outcome) -> BonusFact | None:
        tried = [each for each in self.does.tried(state, outcome) if each[1] or self.lost == "always"]
        if self.each_side:
            found = [fact for side in BOTH_SIDES if (fact := self._of_side(state, outcome, side, tried)) is not None]
            return replace(found[0], other=found[1]) if len(found) > 1 else found[0] if found else None
        said = next((done for done in state.chosen if self.item and self._announced_by(state, done)), None)
        if said is None:
            return self.does.fact(*tried[0]) if tried else None
        side = side_of(state, said.seat)
        doubled = sum(done.option.endswith(f"-{self.item}") for done in state.chosen)
        return self.does.fact(side, (side, True) in tried, True, doubled)

    def _of_side(
        self, state: State, outcome: Outcome, side: str, tried: Sequence[tuple[str, bool]]
    ) -> BonusFact | None:
        """The outcome for one side, by what it has announced, or else tried; None for one that counts nothing."""
        by_side = [(done, side_of(state, done.seat) == side) for done in state.chosen]
        if not any(ours and self.item and self._announced_by(state, done) for done, ours in by_side):
            made = [(side, True), (side, False)]
            return next((self.kept_if_worth(self.does.fact(*each), outcome) for each in made if each in tried), None)
        levels = {word: i % 2 for rule in self.ruleset_rules.values() for i, word in enumerate(getattr(rule.params, "levels", ())) if rule.step == "declare"}  # fmt: skip
        words = [(done.option.rpartition("-"), ours) for done, ours in by_side]
        doubled = sum(
            item == self.item and bool(word) and ours == bool(levels[word]) for (word, _dash, item), ours in words
        )
        return self.kept_if_worth(self.does.fact(side, (side, True) in tried, True, doubled), outcome)

    def kept_if_worth(self, fact: BonusFact, outcome: Outcome) -> BonusFact | None:
        """The outcome for a side, where the rule has an amount for it."""
        return fact

    def _announced_by(self, state: State, done: Choose) -> bool:
        """True if it is announced by a choice, which may be that of a bonus that contains it."""
        return self.item == done.option or self.item in contained(self.ruleset_rules, state, done.option)

    def read(self, text: str, seats: Sequence[str] = ()) -> BonusFact:
        return self.does.fact.parse(text, seats) if self.item else self.does.fact(SideFact.parse(text).side)

    def follows(self, outcome: Outcome, game: Game) -> BonusFact | None:
        side = self.does.follows(outcome)
        return None if side is None else self.does.fact(side)

    def choices(self) -> list[tuple[str, str]]:
        if not self.item:
            return [(side, str(self.say(f"{{{side}}}"))) for side in BOTH_SIDES]
        cases = [(announced, made) for announced in (False, True) for made in (True, False)]
        facts = [str(self.does.fact(side, made, announced)) for side in BOTH_SIDES for announced, made in cases]
        return self.named_by_words(facts)

    # ------------------------------------------------------------ results

    def rounds(self, game: Game) -> list[_Round]:
        """The rules by which the bonus can be announced."""
        return [rule for rule in game.all(_Round) if self.item in rule.items]

    def impossible(self, outcome: Outcome, fact: BonusFact, game: Game, players: int) -> Iterable[Impossible]:
        found = list[tuple[str, str]]()
        for each in fact.each:
            found += [*self._unannounced(each, game), *self.does.faults(self, each, outcome, game, players)]
        if fact.other is not None and not self.each_side:
            message = _("the bonus “{name}” is told of one side [{rule}]").format(name=self.word, rule=self.rule)
            found.append((message, _("leave the other out")))
        return [Impossible("result.fact", message, hint, (self.rule,)) for message, hint in found]

    def _unannounced(self, fact: BonusFact, game: Game) -> Iterator[tuple[str, str]]:
        """Reasons why the bonus cannot have been announced or doubled so, or failed without a word, each with a cure."""
        rounds = self.rounds(game)
        doubled = max((len(rule.levels) for rule in rounds), default=0)
        if fact.announced and not rounds:
            message, hint = _("the bonus “{name}” cannot be announced"), _("leave out that it was announced")
        elif fact.announced and fact.side == DEFENCE and all(rule.by == "taker" for rule in rounds):
            message, hint = _("only the taker announces the bonus “{name}”"), _("tell it of the taker's side")
        elif fact.doubled > doubled:
            message, hint = _("the bonus “{name}” cannot be doubled so often"), _("count the words that were said")
        elif self.silent is None and not fact.announced:
            message, hint = _("the bonus “{name}” counts only when it was announced"), _("leave it out")
        elif not (fact.made or fact.announced or self.lost == "always"):
            message, hint = (
                _("the bonus “{name}” cannot be failed by a side that has not announced it"),
                _("leave it out"),
            )
        else:
            return
        yield f"{message.format(name=self.word)} [{self.rule}]", hint

    def implies(self, outcome: Outcome, fact: BonusFact | None, game: Game, players: int) -> Iterator[Implied]:
        for each in (None,) if fact is None else fact.each:
            for sure in self.does.certain(each, outcome, game, players):
                words, path = self.in_a_result(each), self.path_of(each)
                yield Implied((words,), path, self.rule, sure.tricks, sure.holds, sure.lacks, sure.rank, sure.cases)

    def in_a_result(self, fact: BonusFact | None) -> str:
        """The fact as it stands in a sentence about a result."""
        if fact is None:
            return _("no “{name}”").format(name=self.word)
        return _("“{name}” ({fact})").format(name=self.word, fact=fact)

    def path_of(self, fact: BonusFact | None) -> str:
        """The place of the fact in a result."""
        return self.rule

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from self.does.unfit(ruleset)
        rules = [bound_to(rule, ruleset) for rule in ruleset.at("declare") if self.item]
        rounds = [rule for rule in rules if isinstance(rule, _Round)]
        if rounds and not any(self.item in rule.items for rule in rounds):
            yield _("no rule of the announcements has the bonus {item!r}").format(item=self.item)
        cards = self.does.cards if isinstance(self.does, CardInTrick) else 0
        for other in rounds if cards else ():
            if other.holders.get(self.item, cards) != cards:
                message = _(
                    "the bonus {item!r} is won with {card}, and by {rule} only the holder of {held} announces it"
                )
                held, card = (
                    ", ".join(map(str, names)) for names in (other.called([other.held[self.item]]), self.card_names)
                )
                yield message.format(item=self.item, card=card, rule=other.rule, held=held)

    # ------------------------------------------------------------ the score sheet

    def amount_of(self, fact: BonusFact, contract: str | None) -> int:
        """The value of the bonus under a contract, in game points."""
        return int(self.announced * 2**fact.doubled if fact.announced else self.silent)

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        return [self.bonus_line(outcome, each) for each in fact.each] if fact else []

    def bonus_line(self, outcome: Outcome, fact: BonusFact) -> Line:
        """The line of the bonus."""
        added = fact.for_taker == bool(outcome.made)
        facts: dict[str, Any] = {"side": fact.side}
        if self.item:
            facts |= {"made": fact.made, "announced": fact.announced, "times": fact.doubled}
        else:
            facts |= {"added": added}
        return self.line(self.amount_of(fact, outcome.contract), "+" if added else "-", **facts)

    def instead(self, **more: Any) -> Line:
        """The line by which a bonus stands in place of all that stands above it."""
        return self.line(0, "×", instead=True, **more)

    def title(self) -> str:
        words = as_words(self.item)
        return words[:1].upper() + words[1:] or super().title()

    def label(self, line: Line) -> Text:
        if "instead" in line.facts:
            return self.say(_("All that stands above"))
        return Text((self.ruleset_rules[self.rule].title,)) if self.item else super().label(line)

    def formula(self) -> tuple[str, str]:
        return self.operation, ""

    def why(self, finding: Finding) -> str:
        facts = finding.facts
        if "instead" in facts:
            return self.in_place()
        return self.sentence_of(facts["side"], facts["announced"], facts["made"])

    def in_place(self) -> str:
        """The sentence on a bonus that stands in place of what stands above it."""
        return _("{name} stands in place of the value of the game.")

    def sentence_of(self, side: str, announced: bool, made: bool) -> str:
        """The sentence on what became of the bonus."""
        return _SENTENCES[side, announced, made]()

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | self.words()

    def tells(self, fact: BonusFact, who: Who) -> Iterator[Text]:
        for each in fact.each:
            yield self.say(self.sentence_of(each.side, each.announced, each.made), **self.words())
            if each.doubled:
                phrase = ngettext("It was doubled {times} time.", "It was doubled {times} times.", each.doubled)
                yield self.say(phrase, times=each.doubled)


_SENTENCES = {
    (TAKER, False, True): lambda: _("{taker:the}'s side has made the bonus “{name}”, not announced."),
    (TAKER, False, False): lambda: _("{taker:the}'s side has failed the bonus “{name}”, not announced."),
    (TAKER, True, True): lambda: _("{taker:the}'s side has announced the bonus “{name}”, and made it."),
    (TAKER, True, False): lambda: _("{taker:the}'s side has announced the bonus “{name}”, and failed it."),
    (DEFENCE, False, True): lambda: _("The defence has made the bonus “{name}”, not announced."),
    (DEFENCE, False, False): lambda: _("The defence has failed the bonus “{name}”, not announced."),
    (DEFENCE, True, True): lambda: _("The defence has announced the bonus “{name}”, and made it."),
    (DEFENCE, True, False): lambda: _("The defence has announced the bonus “{name}”, and failed it."),
}
