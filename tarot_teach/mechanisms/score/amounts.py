"""Amounts, factors and roundings of the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from tarot_teach.cards import halves_text
from tarot_teach.mechanisms.base import (
    CardName,
    ContractName,
    Count,
    FactName,
    Flag,
    NewName,
    ParamError,
    Who,
    Whole,
    Within,
)
from tarot_teach.mechanisms.bonus_events import BonusFact
from tarot_teach.mechanisms.count import MoreThan, Targets
from tarot_teach.mechanisms.declare.bonus_round import called_was_laid
from tarot_teach.mechanisms.interfaces import Scores
from tarot_teach.mechanisms.observed import Game, Impossible, Observes
from tarot_teach.mechanisms.registry import bound_to
from tarot_teach.messages import N_, _, as_words, ngettext, pgettext
from tarot_teach.rules import Ruleset, missing_contracts
from tarot_teach.table import DEFENCE, TAKER, Finding, Line, NumberFact, Outcome, Sheet, State
from tarot_teach.text import Text, joined, row_of


class FixedAmount(Scores):
    """Every deal played is worth a fixed amount to the side that wins it."""

    amount: Count = Field(description="Game points for every deal played.")
    sentence = N_("Every deal played is worth {amount}.")
    reason = N_("This much is counted for every deal that is played.")
    heading = N_("The game")

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [self.line(self.amount)]

    def formula(self) -> tuple[str, str]:
        return "+", str(self.amount)


class ForWinning(Scores):
    """A taker's side that wins the deal gets an amount; where it loses, nothing is paid for it."""

    amount: Count = Field(description="Game points from each opponent.")
    sentence = N_("{taker:the} who wins the deal gets {amount} from each opponent.")
    reason = N_("{taker:the}'s side has won the deal.")
    heading = N_("The deal won")
    sides = True

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [self.line(self.amount)] if outcome.made else []

    def formula(self) -> tuple[str, str]:
        return "+", _("{amount} if won").format(amount=self.amount)


class AmountByContract(Scores):
    """Every deal played is worth an amount that the contract sets, to the side that wins it."""

    amounts: dict[ContractName, Count] = Field(description="What a deal is worth under each contract.", min_length=1)
    lost: dict[ContractName, Count] = Field(
        default={},
        description="What a deal is worth that the taker's side loses, under contracts where it is not the same.",
    )
    not_beside: list[FactName] = Field(
        default=[],
        description="Bonuses that stand in its place for the side that wins the deal, made or failed, unless the game was doubled.",
    )
    sides = True
    sentence = N_("A deal is worth what its contract is: {amounts}.")
    heading = N_("Value of the contract")

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        assert outcome.contract is not None
        if outcome.target is not None and outcome.made is None:  # nobody has won
            return [self.line(0, contract=outcome.contract, amount=0, drawn=True)]
        if self._replaced(outcome):
            return []
        amount = self.amounts[outcome.contract]
        if not outcome.made:
            amount = self.lost.get(outcome.contract, amount)
        return [self.line(amount, contract=outcome.contract, amount=amount)]

    def _replaced(self, outcome: Outcome) -> bool:
        """True where the side that has won the deal has made or failed a bonus that stands in its place, and nobody has doubled the game."""
        doubled = (id for id, rule in self.ruleset_rules.items() if rule.mechanism == MultipliedByWords.name)
        if not self.not_beside or any(id in outcome.facts for id in doubled):
            return False
        facts = (fact for id, fact in outcome.facts.items() if id.rpartition(".")[2] in self.not_beside)
        winner = TAKER if outcome.made else DEFENCE
        return any(each.side == winner for fact in facts if isinstance(fact, BonusFact) for each in fact.each)

    def formula(self) -> tuple[str, str]:
        return "+", _("value of the contract")

    def why(self, finding: Finding) -> str:
        if "drawn" in finding.facts:
            return _("Nobody has won, and {contract:a} brings nothing.")
        if not finding.facts["amount"]:
            return _("{contract:a} brings nothing by itself.")
        return _("{contract:a} is worth {amount}.")

    def contract_worth(self, contract: str) -> str:
        return str(self.amounts[contract] or "")

    def says(self) -> Text:
        amounts = [f"{self.contract_title(contract)} {amount}" for contract, amount in self.amounts.items()]
        lost = [f"{self.contract_title(contract)} {amount}" for contract, amount in self.lost.items()]
        sentences = [self.say(_(self.sentence), amounts=amounts)]
        if lost:
            sentences.append(self.say(_("Lost, it is worth something else: {lost}."), lost=lost))
        if self.not_beside:
            phrase = _(
                "It does not count beside these, made or failed by the side that wins the deal, unless the game was doubled: {names}."
            )
            sentences.append(self.say(phrase, names=[self.item_title(name) for name in self.not_beside]))
        return joined(sentences)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        for name in missing_contracts(ruleset, self.amounts):
            yield _("there is no amount for the contract {name}").format(name=name)
        for name in self.lost.keys() - self.amounts.keys():
            yield _("there is no amount for the contract {name}").format(name=name)
        for name, amount in self.lost.items():
            if amount == self.amounts.get(name):
                message = _("the contract {name} is worth {amount}, won or lost; `lost` names those with two amounts")
                yield message.format(name=name, amount=amount)


class Multiplier(Scores):
    """The sum so far is multiplied by a factor that the contract sets."""

    by: dict[ContractName, Count] = Field(description="The factor for each contract.", min_length=1)
    lost: dict[ContractName, Count] = Field(
        default={},
        description="The factor where the taker's side has lost, under contracts where it is not the same.",
    )
    sides = True
    sentence = N_("The sum is multiplied: {factors}.")
    heading = N_("Multiplier of the contract")

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        assert outcome.contract is not None
        factor = self.by[outcome.contract]
        if not outcome.made:
            factor = self.lost.get(outcome.contract, factor)
        return [self.line(factor, "×", contract=outcome.contract, factor=factor)]

    def formula(self) -> tuple[str, str]:
        return "×", _("multiplier")

    def contract_worth(self, contract: str) -> str:
        return f"× {self.by[contract]}"

    def says(self) -> Text:
        factors, lost = (
            [f"{self.contract_title(contract)} × {factor}" for contract, factor in by.items()]
            for by in (self.by, self.lost)
        )
        said = [self.say(_(self.sentence), factors=factors)]
        if lost:
            said.append(self.say(_("Lost, it is multiplied by something else: {lost}."), lost=lost))
        return joined(said)

    def why(self, finding: Finding) -> str:
        if finding.facts["factor"] == 1:
            return _("{contract:a} leaves the sum as it is.")
        return _("{contract:a} multiplies the sum by {factor}.")

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        for name in missing_contracts(ruleset, self.by):
            yield _("there is no factor for the contract {name}").format(name=name)
        for name, factor in self.lost.items():
            if name not in self.by:
                yield _("there is no factor for the contract {name}").format(name=name)
            elif factor == self.by[name]:
                message = _("the factor of {name} is {factor}, won or lost; `lost` names contracts with two factors")
                yield message.format(name=name, factor=factor)


class MultipliedWhenLost(Scores):
    """The sum so far is multiplied where the taker's side has lost the deal."""

    by: Annotated[Count, Field(gt=1)] = Field(description="The factor.")
    sentence = N_("Where {taker:the}'s side has lost, the sum counts {by} times.")
    reason = N_("{taker:the}'s side has lost the deal, which multiplies the sum by {by}.")
    heading = N_("The deal lost")
    sides = True
    operation = "×"

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        return [] if outcome.made else [self.line(self.by, "×")]

    def formula(self) -> tuple[str, str]:
        return "×", _("{by} if lost").format(by=self.by)


class MultipliedByWords(Scores, Observes[NumberFact]):
    """The sum so far is multiplied by a factor for each word that has been said by turns, such as kontra and re; or for each player who has said the
    one word, where all play alone."""

    by: dict[NewName, Count] = Field(
        description="The factor for each word, in the order in which they are said.", min_length=1
    )
    item: NewName = Field(
        "", description="The word for the game, where it is doubled in the round in which bonuses are announced."
    )
    each: Flag = Field(False, description="Whether there is one word, which each player may say.")
    sentence = N_("The sum is multiplied for each of these that has been said: {factors}.")
    heading = N_("What was said by turns")
    sides = True
    operation = "×"
    observes = NumberFact

    def prepare(self) -> None:
        if self.each:
            self.sides = False
        if self.each and len(self.by) > 1:
            message, hint = _("each player says one word, and here are {number}"), _("keep the first")
            raise ParamError(message.format(number=len(self.by)), ("by",), hint)

    def _words(self, players: int) -> list[str]:
        """The words that can be said, in their order."""
        return [*self.by] * (players if self.each else 1)

    def observe(self, state: State, outcome: Outcome) -> NumberFact | None:
        words = {f"{word}-{self.item}" for word in self.by} if self.item else {*self.by}
        said = sum(done.option in words for done in state.chosen)
        said += bool(self.item) and called_was_laid(self.ruleset_rules, state)
        return NumberFact(said) if said else None

    def values(self, game: Game, players: int) -> str:
        if self.each:
            return _("how many players have said {word}, 0 to {most}").format(word=as_words(next(iter(self.by))), most=players)  # fmt: skip
        return _("how many of these were said, 0 to {most}: {words}").format(
            most=len(self.by), words=", ".join(self.by)
        )

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        known = len(self._words(players))
        if fact.number > known:
            message = _("{number} words cannot be said by turns; there are {known}")
            message = message.format(number=fact.number, known=known)
            yield Impossible("result.fact", message, _("count the words that were said"), (self.rule,))

    def impossible_together(self, facts: Sequence[NumberFact | None], game: Game, players: int) -> Iterable[Impossible]:
        if len({fact.number if fact else 0 for fact in facts}) > 1:
            message = _("what was said counts for all players alike")
            yield Impossible("result.fact", message, _("give all of them the same number"), (self.rule,))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact = self.fact(outcome)
        words = self._words(fact.number)[: fact.number] if fact else []
        return [self.line(self.by[word], "×", word=word, factor=self.by[word]) for word in words]

    def label(self, line: Line) -> Text:
        return Text((as_words(str(line.facts["word"])),))

    def formula(self) -> tuple[str, str]:
        words, factors = row_of(map(as_words, self.by)), {*self.by.values()}
        if self.each:
            return "×", _("{factor} for each {word}").format(factor=factors.pop(), word=words)
        if len(factors) > 1:
            return "×", _("the factors of {words}").format(words=words)
        return "×", _("{factor} for each of {words}").format(factor=factors.pop(), words=words)

    def says(self) -> Text:
        sentence = _("The sum is multiplied for each player who has said it: {factors}.") if self.each else _(self.sentence)  # fmt: skip
        return self.say(sentence, factors=[f"{as_words(word)} × {factor}" for word, factor in self.by.items()])

    def why(self, finding: Finding) -> str:
        return _("“{word}” was said, which multiplies the sum by {factor}.")

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        words = [as_words(word) for word in self._words(fact.number)[: fact.number]]
        phrase = _("Said by players: {words}.") if self.each else _("Said by turns: {words}.")
        yield self.say(phrase, words=words)

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        if self.item and not any(getattr(rule.params, "game", "") == self.item for rule in ruleset.at("declare")):
            yield _("no rule of the announcements has {item!r} for the game").format(item=self.item)
        rules = (bound_to(rule, ruleset) for rule in ruleset.at("declare"))
        known = [word for rule in rules for word in getattr(rule, "levels", ())]
        for word in self.by:
            if word not in known:
                yield _("no rule of the announcements lets anybody say {word!r}").format(word=word)


class Margin(Scores):
    """Each card point above the target, or below it, is worth one to the side that wins the deal; or above or below the least number that wins."""

    by_points = True
    par: Annotated[Count, Within("card_points")] | None = Field(
        None, description="The least number of card points that wins, where the difference is counted from that."
    )
    heading = N_("Card points above or below the target")
    sides = True

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        if outcome.target is None or outcome.points is None:  # no number of points decides
            return []
        target = outcome.target if self.par is None else self.par
        margin = outcome.points - target
        return [self.line(abs(margin), points=outcome.points, margin=margin, target=target)]

    def label(self, line: Line) -> Text:
        return self.say(_(self.heading) if self.par is None else _("Card points above or below {par}"))

    def says(self) -> Text:
        if self.par is None:
            return self.say(
                _("Each card point above the target, or below it, is worth 1 to the side that wins the deal.")
            )
        return self.say(_("Each card point above {par}, or below it, is worth 1 to the side that wins the deal."))

    def requires(self, ruleset: Ruleset) -> Iterable[str]:
        yield from super().requires(ruleset)
        if self.par is None:
            return
        for rule in ruleset.at("count"):
            bound = bound_to(rule, ruleset)
            if isinstance(bound, MoreThan) and self.par != bound.points + 1:
                least = _("the least number of card points that wins is {least}, and not {par}")
                yield least.format(least=bound.points + 1, par=self.par)
            elif isinstance(bound, Targets):
                yield _("how many card points win depends on the honours, and `par` names one number")

    def formula(self) -> tuple[str, str]:
        return "+", _("margin")

    def why(self, finding: Finding) -> str:
        margin = finding.facts["margin"]
        if margin == 0:
            return _("{taker:the}'s side has exactly the {target} it needs.")
        if margin < 0:
            return _("{points} is {by} less than the {target} needed.")
        return _("{points} is {by} more than the {target} needed.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        points, margin = (int(finding.facts[name] * 2) for name in ("points", "margin"))
        return super().facts_in_words(finding, who) | {"points": halves_text(points), "by": halves_text(abs(margin))}


class DifferenceFrom(Scores, Observes[NumberFact]):
    """Each card point above a number is won, and each below it lost. The number may be another for the dealer, as where the dealer takes the talon;
    then the fact of a player is 1 for the dealer, and otherwise 0."""

    by_points = True
    par: Annotated[Count, Within("card_points", below=True)] = Field(description="The card points that bring nothing.")
    dealer: Annotated[Count, Within("card_points", below=True)] | None = Field(
        None, description="Those that bring nothing to the dealer, where they are another number."
    )
    heading = N_("Card points above or below {par}")
    operation = "±"
    observes = NumberFact
    always = True

    def prepare(self) -> None:
        if self.dealer == self.par:
            message, hint = _("{par} is the number of the others as well"), _("leave it out")
            raise ParamError(message.format(par=self.par), ("dealer",), hint)

    @property
    def applies(self) -> bool:
        return self.dealer is not None

    def observe(self, state: State, outcome: Outcome) -> NumberFact:
        return NumberFact(int(state.dealer in outcome.players))

    def choices(self) -> list[tuple[str, str]]:
        return [("0", _("another player")), ("1", _("the dealer"))]

    def tells(self, fact: NumberFact, who: Who) -> Iterator[Text]:
        if fact.number:
            yield self.say(_("They are the dealer's."))

    def impossible(self, outcome: Outcome, fact: NumberFact, game: Game, players: int) -> Iterable[Impossible]:
        if fact.number > 1:
            message, hint = (
                _("there is one dealer, and not {number}"),
                _("write 1 for the dealer, and 0 for the others"),
            )
            yield Impossible("result.fact", message.format(number=fact.number), hint, (self.rule,))

    def impossible_together(self, facts: Sequence[NumberFact | None], game: Game, players: int) -> Iterable[Impossible]:
        dealers = sum(fact.number for fact in facts if fact)
        if dealers != 1:
            message, hint = _("one player is the dealer, and here {number} are"), _("write 1 for the dealer, and 0 for the others")  # fmt: skip
            yield Impossible("result.fact", message.format(number=dealers), hint, (self.rule,))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        fact, par = self.fact(outcome), self.par
        if fact is not None and fact.number and self.dealer is not None:
            par = self.dealer
        points, margin = outcome.counted_points, outcome.counted_points - par
        facts = {} if self.dealer is None else {"par": par}
        return [self.line(abs(margin), "-" if margin < 0 else "+", points=points, margin=margin, **facts)]

    def label(self, line: Line) -> Text:
        par = line.facts.get("par", self.par)
        return self.say(_(self.heading), par=par) if par else self.say(_("Card points"))

    def formula(self) -> tuple[str, str]:
        if self.dealer is not None:
            return "+", _("card points − {par}, of the dealer − {dealer}").format(par=self.par, dealer=self.dealer)
        return "+", _("card points − {par}").format(par=self.par) if self.par else _("card points")

    def says(self) -> Text:
        said = [
            self.say(
                _("Card points above {par} are won, and those missing to {par} are lost.")
                if self.par
                else _("Each card point is won.")
            )
        ]
        if self.dealer is not None:
            said.append(self.say(_("For the dealer the number is {number}."), number=self.dealer))
        return joined(said)

    def why(self, finding: Finding) -> str:
        number = int(finding.facts["points"])
        if not finding.facts.get("par", self.par):
            return ngettext("{points} card point counts.", "{points} card points count.", number)
        if finding.facts["margin"] < 0:
            return ngettext(
                "{points} card point is {by} less than {par}.", "{points} card points are {by} less than {par}.", number
            )
        return ngettext(
            "{points} card point is {by} more than {par}.", "{points} card points are {by} more than {par}.", number
        )

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        points, margin = (int(finding.facts[name] * 2) for name in ("points", "margin"))
        return super().facts_in_words(finding, who) | {"points": halves_text(points), "by": halves_text(abs(margin))}


class CardsTaken(Scores):
    """Each card won above a number is worth something; fewer cards cost nothing."""

    by_cards = True
    above: Annotated[Count, Within("pack", below=True)] = Field(description="The number of cards that bring nothing.")
    each: Count = Field(description="Game points for each further card.")
    heading = N_("Cards won")

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        counting = max(0, outcome.cards - self.above)
        return [self.line(counting * self.each, cards=outcome.cards, counting=counting)]

    def formula(self) -> tuple[str, str]:
        return "+", _("cards above {above}").format(above=self.above) if self.above else _("cards won")

    def says(self) -> Text:
        if self.above:
            return self.say(_("Each card won above {above} is worth {each}."))
        return self.say(_("Each card won is worth {each}."))

    def why(self, finding: Finding) -> str:
        cards = finding.facts["cards"]
        if not cards:
            return _("No card was won.")
        if not self.above:
            return ngettext("{cards} card was won.", "{cards} cards were won.", cards)
        return ngettext(
            "{cards} card was won; {counting} above {above}.",
            "{cards} cards were won; {counting} above {above}.",
            cards,
        )

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {
            "counting": finding.facts["counting"] or pgettext("cards", "none")
        }


class Counters(Scores):
    """Certain cards are worth something to whoever has won them."""

    by_cards = True
    points: dict[CardName, Whole] = Field(
        description="Game points for each card of a mark, a suit or a code; below 0 for cards that cost.", min_length=1
    )

    def prepare(self) -> None:
        self.masks: dict[str, int] = {name: self.mask([name]) for name in self.points}
        self.avoids_tricks = sum(self.points[name] * mask.bit_count() for name, mask in self.masks.items()) < 0

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        won = [self.deck.set((outcome.pile or 0) & mask) for mask in self.masks.values()]
        return [
            self.line(abs(each) * len(cards), "-" if each < 0 else "+", cards=cards, each=each)
            for cards, each in zip(won, self.points.values(), strict=True)
            if cards
        ]

    def label(self, line: Line) -> Text:
        return self.say(_("Counting cards: {names}"), names=line.facts["cards"])

    def formula(self) -> tuple[str, str]:
        return "+", _("counting cards")

    def says(self) -> Text:
        values = [
            name + f" {'−' * (self.points[id] < 0)}{abs(self.points[id])}"
            for id, name in zip(self.points, self.called(self.points), strict=True)
        ]
        return self.say(_("These cards are worth: {values}."), values=values)

    def why(self, finding: Finding) -> str:
        single, costs = len(finding.facts["cards"]) == 1, finding.facts["each"] < 0
        if costs:
            return _("{cards} costs {cost}.") if single else _("{cards} cost {cost} each.")
        return _("{cards} counts {each}.") if single else _("{cards} count {each} each.")

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"cost": -finding.facts["each"]}


class RoundTo(Scores):
    """The sum so far is rounded to the nearest multiple of a number, exactly between two upwards; or always up. Each player of the
    losing side pays the rounded sum, so that the scores still sum to zero."""

    to: Count = Field(gt=0, description="The number of which the sum becomes a multiple.")
    up: Flag = Field(False, description="Whether the sum is always rounded up, to the next multiple.")
    least: Count = Field(0, description="What a smaller sum becomes, a multiple of that number; without it, nothing.")
    sentence = N_("The sum is rounded to the nearest multiple of {to}.")
    reason = N_("{sum} is rounded to {rounded}, a multiple of {to}.")
    heading = N_("Rounding")

    def prepare(self) -> None:
        if self.least % self.to:
            message = _("{least} is no multiple of {to}").format(least=self.least, to=self.to)
            raise ParamError(message, ("least",), _("write a multiple, or leave it out"))

    def lines(self, outcome: Outcome, sheet: Sheet) -> list[Line]:
        steps = -(-sheet.total // self.to) if self.up else (sheet.total + Fraction(self.to, 2)) // self.to
        rounded = steps * self.to
        if self.least:
            rounded = max(rounded, self.least)
        change = rounded - sheet.total
        facts = {"from": sheet.total, "rounded": rounded}
        return [self.line(abs(change), "+" if change > 0 else "-", **facts)] if change else []

    def says(self) -> Text:
        said = [self.say(_("The sum is rounded up to a multiple of {to}.") if self.up else _(self.sentence))]
        if self.least:
            said.append(self.say(_("It is {least} at the least.")))
        return joined(said)

    def formula(self) -> tuple[str, str]:
        return "±", _("rounding to {to}").format(to=self.to)

    def facts_in_words(self, finding: Finding, who: Who) -> dict[str, Any]:
        return super().facts_in_words(finding, who) | {"sum": finding.facts["from"]}
