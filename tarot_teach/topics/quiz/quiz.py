"""Questions made from random deals, and the judging of typed answers. Seed and number determine a question on any machine."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from operator import itemgetter

from tarot_teach.advice.evaluate import evaluate
from tarot_teach.advice.format import AdviceFile
from tarot_teach.advice.page import describe_evaluation
from tarot_teach.blocks import THEME_PREFIX, Choice, Exercise, QuestionPool
from tarot_teach.cards import Deck
from tarot_teach.engine import Engine
from tarot_teach.errors import LoadError, NotationError, did_you_mean, suggest
from tarot_teach.explain.exercises import POSSIBLE, RIGHT, WRONG, ExerciseBuilder
from tarot_teach.explain.levels import HIGHEST, LEVELS, level_by, level_of
from tarot_teach.explain.proved import PROVED, SHORT_ENDING, proved_exercise
from tarot_teach.explain.why import refused_by_rule
from tarot_teach.mechanisms.asking import Asks
from tarot_teach.messages import N_, _, as_words, collated
from tarot_teach.solver import Objective
from tarot_teach.table import PASS, Phase, Play, State, seat_name
from tarot_teach.text import Text, say
from tarot_teach.topics.quiz.asked_deals import AskedDeals
from tarot_teach.topics.quiz.endings import FEWEST, MOST, Endings
from tarot_teach.topics.tactics.asked import KIND as TACTICS
from tarot_teach.topics.tactics.asked import french_name, tactics_exercise, theme_name
from tarot_teach.topics.tactics.data import puzzles_of, rulesets_with_puzzles, stream, themes_of
from tarot_teach.topics.tactics.finder import Tactics
from tarot_teach.topics.tactics.puzzles import Puzzle
from tarot_teach.topics.tactics.themes import THEMES

IN_TURN = ("legal", "winner", "discard", "bid", "score")
"""The kinds of questions that are asked in turn."""
BY_NAME = (*PROVED, TACTICS)
"""The kinds of questions that are asked by name: those about endings with all cards open, and about cards to play with one's own eyes."""
KINDS = (*IN_TURN, *BY_NAME)
SHARES = {"legal": 4, "winner": 2, "discard": 1, "bid": 1, "score": 2}
"""The share of each kind of question in a pool."""
ENDINGS = 2
"""The questions of each kind about endings that a pool has at its end."""
DRAWN = 36  # the questions of each kind among which a pool chooses
TRIES = dict.fromkeys(IN_TURN, 240) | dict.fromkeys(PROVED, 2000) | {TACTICS: 400}
"""The most deals that are searched for a question of a kind."""
Maker = Callable[[ExerciseBuilder, random.Random], Exercise | None]


class Quiz:
    """Questions about one ruleset. Bids are judged by ``advice``, if it is made for the ruleset's number of players.

    ``compiled`` says if compiled code solves endings; None: if numba is installed. The questions are the same.
    """

    def __init__(self, engine: Engine, advice: AdviceFile | None, seed: int, *, compiled: bool | None = None) -> None:
        self.engine: Engine = engine
        self.seed: int = seed
        fits = advice is not None and len(engine.seats()) in advice.players
        self.advice: AdviceFile | None = advice if fits else None
        self.endings: Endings = Endings(engine, advice, compiled)
        self.deals: AskedDeals = AskedDeals(engine, self.advice)
        self._makers: dict[str, Maker] = {
            "legal": self._legal,
            "winner": self._winner,
            "discard": self._discard,
            "bid": self._advised if fits else self._bids,
            "score": self._score,
            TACTICS: self._tactics,
        }

    def __repr__(self) -> str:
        return f"<Quiz {self.engine.ruleset.name}: seed {self.seed}>"

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of questions about this ruleset."""
        proved = (kind for kind in PROVED if not self.endings.unfit(Objective(kind)))
        return (*self.in_turn, *proved, *(() if self.without_tactics else (TACTICS,)))

    @cached_property
    def tactics(self) -> Tactics:
        """The finder of cards to play with one's own eyes, in the deals whose endings are asked about."""
        return Tactics(self.engine, self.advice, self.endings.deals, self.endings.compiled)

    @property
    def without_tactics(self) -> str:
        """The reason why no card can be looked for; empty where one can."""
        reasons = [self.endings.unfit(objective) for objective in (Objective.POINTS, Objective.TRICKS, Objective.MADE)]
        return "" if "" in reasons else reasons[0]

    @cached_property
    def in_turn(self) -> tuple[str, ...]:
        """The kinds of questions that are asked in turn."""
        index = self.engine.index
        answered = index.auction is not None and not index.auction.one_bid
        without = {"bid"} if not index.ranking or (self.advice is None and not answered) else set()
        if not index.play.asks_winner:
            without |= {"winner"}  # only cards of the suit led are played, and the highest wins
        if not index.play.in_tricks or not index.narrows:
            without |= {"legal"}  # any card may be played, but to the first lead
        moves = (index.talon_move(contract)[1] for contract in index.ranking)
        asks = (rule for rules in index.in_turn.values() for rule in rules if isinstance(rule, Asks))
        laid_away = any(rule.lays_away for rule in asks) or any(move is not None and move.into_hand for move in moves)
        if not index.discard or not laid_away:
            without |= {"discard"}  # nobody lays cards away, or any card may go
        return tuple(kind for kind in IN_TURN if kind not in without)

    def exercise(self, number: int, kind: str | None = None, level: int | None = None) -> Exercise:
        """A question by its number, of one kind or in turn of all but those about endings; of any level, or of one from 1 to 3.

        A kind that has no question of the level is passed over where none is named. Raises LoadError for a kind that this ruleset never
        has, or not of that level.
        """
        first = number % len(self.in_turn)
        in_turn = (*self.in_turn[first:], *self.in_turn[:first])
        for tried in (kind,) if kind else in_turn if level else in_turn[:1]:
            made = self._search(number, tried, level) if tried in self.kinds else None
            if made is not None:
                return made
        kinds, name, tries = ", ".join(self.kinds), self.engine.ruleset.name, TRIES[kind or in_turn[0]]
        if level and kind in (None, *self.kinds):
            message = _("no question of level {level} arose in {tries} deals of {name}")
            hint = _("ask for another level, or for another of the kinds {kinds}").format(kinds=kinds)
            raise LoadError.of("quiz.kind", message, None, hint, level=level, tries=tries, name=name)
        hint = _("ask for one of {kinds}").format(kinds=kinds)
        if kind in BY_NAME and kind not in self.kinds:
            message, reason = (
                _("no question of the kind {kind!r} can be asked about {name}: {reason}"),
                self.without_tactics if kind == TACTICS else self.endings.unfit(Objective(kind)),
            )
            raise LoadError.of("quiz.kind", message, None, hint, kind=kind, name=name, reason=reason)
        message = _("no question of the kind {kind!r} can be asked about {name}")
        if kind is None or kind in self.kinds:
            message = _("no question of the kind {kind!r} arose in {tries} deals of {name}")
        raise LoadError.of("quiz.kind", message, None, hint, kind=kind or in_turn[0], tries=tries, name=name)

    def pool(self, count: int) -> QuestionPool:
        """About so many questions, of all kinds that are asked in turn and all levels, the easy ones first; then easy ones about endings."""
        whole, chosen = sum(SHARES[kind] for kind in self.in_turn), list[tuple[int, int, Exercise]]()
        for kind in self.in_turn:
            number = max(1, round(count * SHARES[kind] / whole))
            made = (self._search(i, kind, None) for i in range(max(number, DRAWN)))
            varied = sorted(_varied([*filter(None, takewhile(bool, made))], number), key=level_of)
            chosen += [(level_of(each), turn, each) for turn, each in enumerate(varied)]
        ruleset = self.engine.ruleset
        rules = tuple((rule.id, rule.title) for rule in ruleset.rules.values())
        asked = [each for *_place, each in sorted(chosen, key=itemgetter(0, 1))]
        endings = (self._search(i, kind, LEVELS[0]) for i in range(ENDINGS) for kind in self.kinds if kind in PROVED)
        return QuestionPool(ruleset.name, rules, (*asked, *filter(None, endings)))

    def by_id(self, id: str) -> Exercise | None:
        """The question of an id that :meth:`exercise` has given under any seed, or one of the theme of an id; None for any other id."""
        theme = id.removeprefix(THEME_PREFIX)
        if theme in THEMES:
            return self._of_theme(theme)
        found = re.fullmatch(rf"quiz-({'|'.join(self.kinds)})-(\d{{1,18}})-(\d{{1,9}})(?:-([1-{HIGHEST}]))?", id)
        if found is None:
            return None
        here, self.seed = self.seed, int(found[2])
        try:
            return self._search(int(found[3]), found[1], int(found[4]) if found[4] else None)
        finally:
            self.seed = here

    def _search(self, number: int, kind: str, level: int | None) -> Exercise | None:
        """The first question of a kind and level in random deals, None if they give none."""
        if kind == TACTICS and (made := self._of_puzzles(number, level)) is not None:
            return made
        rng = random.Random(f"{self.engine.ruleset.name} {kind} {self.seed} {number}")
        id = f"quiz-{kind}-{self.seed}-{number}" + (f"-{level}" if level else "")
        for _deal in range(TRIES[kind]):
            made = self._ending(kind, rng, id, level) if kind in PROVED else self._of_deal(kind, rng, id)
            if made is not None and level in (None, level_of(made)):
                return made
        return None

    def tactics_pool(self, count: int) -> QuestionPool | None:
        """About so many questions on cards to play with one's own eyes, with the names of their themes; None where the package has none."""
        asked = [made for made in map(self._of_puzzle, range(min(count, len(self._puzzles)))) if made is not None]
        themes = {each.theme: theme_name(self.engine, THEMES[each.theme]) for each in asked}
        return QuestionPool(self.engine.ruleset.name, tuple(sorted(themes.items())), tuple(asked)) if asked else None

    def another(self, exercise: Exercise) -> Exercise:
        """The question that is asked when one was missed: of a theme another deal, also where a decision missed it; else the same again."""
        theme = exercise.theme or exercise.missed_theme
        return (theme and self._of_theme(theme, exercise.id)) or exercise

    @cached_property
    def _puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that come with the package, in the order of the seed."""
        return tuple(stream(puzzles_of(self.engine.ruleset.name), random.Random(self.seed)))

    def _of_puzzles(self, number: int, level: int | None) -> Exercise | None:
        """The question of a number among the puzzles that come with the package, over and over; None where there are none, or their
        deals are not those of these rules."""
        fits = [at for at, puzzle in enumerate(self._puzzles) if level in (None, level_by(puzzle.difficulties))]
        return self._of_puzzle(fits[number % len(fits)]) if fits else None

    def of_theme(self, theme: str, level: int | None = None) -> list[Exercise]:
        """The questions of a theme and level in the order of the seed, each about another deal. Raises LoadError where there are none, and names the nearest theme."""
        name = self.engine.ruleset.name
        known = {id: THEMES[id] for id in themes_of(name)}
        if not known:
            message, hint = _("the package has no tactics of {name}"), _("take one of {names}")
            hint = hint.format(names=", ".join(rulesets_with_puzzles()))
            raise LoadError.of("tactics.none", message, None, hint, name=name)
        spelt = {id: id for id in known}
        for words in (theme_name, french_name):
            spelt |= {words(self.engine, each).lower(): id for id, each in known.items()}
        id = spelt.get(theme.strip().lower())
        if id is None:
            message, near = _("{name} has no theme {theme!r}"), did_you_mean(theme, [*spelt])
            listed = _("its themes: {themes}").format(themes=", ".join(known))
            raise LoadError.of("quiz.theme", message, None, near or listed, name=name, theme=theme)
        found = [each for each in self._asked_of_theme(id) if level in (None, level_of(each))]
        if not found:
            levels = ", ".join(sorted({str(level_of(each)) for each in self._asked_of_theme(id)}))
            message, hint = _("no question of the theme {theme!r} has level {level}"), _("its levels: {levels}")
            hint = hint.format(levels=levels)
            raise LoadError.of("quiz.theme", message, None, hint, theme=id, level=level)
        return found

    def _asked_of_theme(self, theme: str) -> list[Exercise]:
        """The questions of a theme in the order of the seed; those whose deals are not those of these rules are left out."""
        asked = (self._of_puzzle(at) for at, puzzle in enumerate(self._puzzles) if puzzle.theme == theme)
        return [each for each in asked if each is not None]

    def _of_theme(self, theme: str, before: str = "") -> Exercise | None:
        """The first question of a theme after one with an id, over and over; None where there is none."""
        made = self._asked_of_theme(theme)
        at = next((number for number, each in enumerate(made, 1) if each.id == before), 0)
        return made[at % len(made)] if made else None

    def _of_puzzle(self, number: int) -> Exercise | None:
        """The question about a puzzle by its number."""
        puzzle = self._puzzles[number]
        state, id = self.tactics.turn(puzzle), f"quiz-{TACTICS}-{self.seed}-{number}"
        return None if state is None else tactics_exercise(self.engine, puzzle, state, id)

    def _tactics(self, asker: ExerciseBuilder, rng: random.Random) -> Exercise | None:
        """The card to play in a trick of a random deal."""
        puzzle = next(self.tactics.in_deal(rng.randrange(2**32)), None)
        state = puzzle and self.tactics.turn(puzzle)
        return tactics_exercise(self.engine, puzzle, state, asker.id) if puzzle and state else None

    def _of_deal(self, kind: str, rng: random.Random, id: str) -> Exercise | None:
        """The question of a kind that a random deal gives."""
        return self._makers[kind](ExerciseBuilder(self.engine, self._name, id), rng)

    def _name(self, seat: int) -> str:
        seats = self.engine.seats()
        return seat_name(seats[seat], seats)

    def _ending(self, kind: str, rng: random.Random, id: str, level: int | None) -> Exercise | None:
        """The question about the ending of a deal played by simple players; a long ending is not easy."""
        easy = level == LEVELS[0]
        most = min(self.endings.most, SHORT_ENDING if easy else MOST)
        seed, tricks = rng.randrange(2**32), rng.randrange(FEWEST, most + 1)
        proof = self.endings.find(Objective(kind), seed, tricks, easy=easy)
        return proved_exercise(self.engine, proof, id) if proof else None

    # ------------------------------------------------------------ one kind each; None where a deal gives no such question

    def _legal(self, asker: ExerciseBuilder, rng: random.Random) -> Exercise | None:
        """A position in which a rule refuses a card; each set of refusing rules is equally likely."""
        found: dict[tuple[str, ...], list[State]] = {}
        for here, action, *_rest in self.deals.steps(rng):
            if isinstance(action, Play) and here.trick.cards and here.left(action.seat) > 2:
                rules = tuple(refused_by_rule(self.engine, here))
                if rules:
                    found.setdefault(rules, []).append(here)
        return asker.legal(rng.choice(found[rng.choice(sorted(found))])) if found else None

    def _winner(self, asker: ExerciseBuilder, rng: random.Random) -> Exercise | None:
        """A trick with cards of several suits."""
        found = []
        for here, action, after, _events in self.deals.steps(rng):
            if isinstance(action, Play) and len(after.tricks) > len(here.tricks):
                suits = {card.suit.id for card in (*here.trick.cards, action.card)}
                found += [(here, action.card)] if len(suits) > 1 else []
        return asker.winner(*rng.choice(found)) if found else None

    def _discard(self, asker: ExerciseBuilder, rng: random.Random) -> Exercise | None:
        """The cards that a player lays away, where rules limit them: the taker, or a player who has got cards of the talon."""
        for here, action, *_rest in self.deals.steps(rng):
            rule = self.engine.index.question(action)
            limited = bool(self.engine.rules(here).discard)
            if here.phase is Phase.DISCARD or (rule is not None and rule.lays_away and limited):
                return asker.discard(here)
        return None

    def _advised(self, asker: ExerciseBuilder, rng: random.Random) -> Exercise | None:
        """The first bid, by the advice; hands that should pass are as rare as the hands for each contract."""
        here = next((before for before, *_move in self.deals.steps(rng) if before.phase is Phase.BID), None)
        if here is None or here.turn is None:
            return None
        assert self.advice is not None
        found = evaluate(self.advice, here.deck, here.hands[here.turn], self.engine.index.ranking)
        if found.bid == PASS and rng.random() > 1 / (1 + len(self.engine.index.ranking)):
            return None
        why = tuple(describe_evaluation(self.advice, self.engine.ruleset, found))
        return replace(asker, why=why).bid(here, found.bid)

    def _bids(self, asker: ExerciseBuilder, rng: random.Random) -> Exercise | None:
        """The bids that are still open after a bid."""
        for here, *_move in self.deals.steps(rng):
            if here.phase is Phase.BID and any(bid != PASS for _seat, bid in here.auction.calls):
                return asker.bid(here)
        return None

    def _score(self, asker: ExerciseBuilder, rng: random.Random) -> Exercise | None:
        """The score of a whole deal."""
        end = self.deals.end(rng)
        if end.result is None or not end.result.sheets:
            return None
        taker = end.auction.taker
        return asker.score(end, rng.randrange(end.players) if taker is None else taker)


def _varied(exercises: list[Exercise], number: int) -> list[Exercise]:
    """So many of some questions: those first whose rules, then those whose level has been asked about least."""
    left, asked, chosen = [*exercises], Counter[object](), list[Exercise]()
    while left and len(chosen) < number:
        seldom = [(min((asked[rule] for rule in each.rules), default=number), asked[level_of(each)]) for each in left]
        best = left.pop(seldom.index(min(seldom)))
        asked.update((*best.rules, level_of(best)))
        chosen.append(best)
    return chosen


PART = "part"
VERDICTS = {
    RIGHT: N_("That is right."),
    POSSIBLE: N_("The rules allow it, but it is not the answer that is asked for."),
    PART: N_("Right so far, but there is more."),
    WRONG: N_("That is not right."),
}
BETTER, BETTER_CHOICE = N_("Another card is better."), N_("Another choice is better.")
"""The verdicts on an allowed card, and on another choice, where a question asks for the best one."""
_SHOWN = 40  # the most letters of an answer that a message repeats


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of an answer: ``grade`` is ``right``, ``possible`` (allowed, but not the answer), ``part`` (right, but not all) or
    ``wrong``; ``said`` is the verdict and remarks on the choices."""

    grade: str
    said: tuple[Text, ...]


def judge(exercise: Exercise, answer: str, deck: Deck | None = None) -> Judgement:
    """Judge an answer: codes or names of choices, separated by blanks or commas, or an amount in game points.

    ``deck`` reads cards in other notations than codes. Raises NotationError for anything else.
    """
    if exercise.amount:
        amount = _amount(answer, exercise)
        grade = RIGHT if amount == Fraction(exercise.amount) else WRONG
        misses = [reply for missed, reply in exercise.misses if amount == Fraction(missed)]
        return Judgement(grade, (say(_(VERDICTS[grade])), *misses))
    known = {collated(choice.code): choice for choice in exercise.choices}
    known |= {collated(choice.code.replace("_", " ")): choice for choice in exercise.choices}
    known |= {collated(as_words(choice.code)): choice for choice in exercise.choices}
    known |= {collated(str(choice.label)): choice for choice in exercise.choices}
    known |= {collated(choice.card.glyph): choice for choice in exercise.choices if choice.card}
    words = [answer.strip()] if collated(answer.strip()) in known else re.split(r"[\s,]+", answer)
    picked = list(dict.fromkeys(_choice(known, exercise, word, deck) for word in words if word))
    if not picked:
        hint = _("for instance {code}").format(code=exercise.choices[0].code)
        raise NotationError.of("quiz.answer", _("nothing is chosen"), hint=hint)
    if exercise.pick and len(picked) != exercise.pick:
        hint = _("choose {pick}").format(pick=exercise.pick)
        raise NotationError.of("quiz.answer", _("{number} are chosen"), hint=hint, number=len(picked))
    grades = {choice.grade for choice in picked}
    sought = exercise.pick or sum(choice.grade == RIGHT for choice in exercise.choices)
    grade = WRONG if WRONG in grades else POSSIBLE if POSSIBLE in grades else PART if len(picked) < sought else RIGHT
    tells = [choice for choice in picked if choice.grade == WRONG or exercise.pick == 1]
    codes = {choice.code for choice in picked}
    misses = [reply for missed, reply in exercise.misses if missed in codes]
    return Judgement(
        grade, (say(_(verdict_on(exercise, grade))), *misses, *dict.fromkeys(choice.reply for choice in tells))
    )


def verdict_on(exercise: Exercise, grade: str) -> str:
    """The verdict on an answer of a grade."""
    if exercise.best_sought and grade == POSSIBLE:
        return BETTER if exercise.choices[0].card else BETTER_CHOICE
    return VERDICTS[grade]


def _choice(known: Mapping[str, Choice], exercise: Exercise, word: str, deck: Deck | None) -> Choice:
    """The choice that a word names, by its code, name, or sign, or in another notation of cards."""
    found = known.get(collated(word))
    if found is None and deck is not None:
        with suppress(NotationError):
            found = known.get(collated(deck.card(word).code))
    if found is None:
        codes = [as_words(choice.code) for choice in exercise.choices]
        hint = suggest(word[:_SHOWN], codes, _("choices"))
        raise NotationError.of(
            "quiz.answer", _("{clipped} is not among the choices"), hint=hint, clipped=_clipped(word)
        )
    return found


def _amount(answer: str, exercise: Exercise) -> Fraction:
    """An amount in any common notation: ``-75``, ``+ 0,75``, ``−$0.75``, ``75 points``, ``5½``. Raises NotationError."""
    plain = answer.replace("−", "-").replace("–", "-").replace(",", ".").replace("½", ".5").replace(exercise.sign, "")
    found = re.fullmatch(r"\s*([+-]?)\s*(\d{1,9}(?:\.\d{1,2})?|\.\d{1,2})\s*(?:points?)?\s*", plain, re.IGNORECASE)
    if found is None:
        hint = _("write it like {amount}").format(amount=exercise.typed_amount)
        raise NotationError.of("quiz.answer", _("{clipped} is not an amount"), hint=hint, clipped=_clipped(answer))
    return Fraction("".join(found.groups()))


def _clipped(answer: str) -> str:
    return repr(answer if len(answer) <= _SHOWN else f"{answer[:_SHOWN]}…")
