"""The front door: one function for each question about a game, and answers that show themselves.

``import tarot_teach as tt`` gives every name of this module, loaded when it is first used.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from tarot_teach.advice.evaluate import evaluate_dealt
from tarot_teach.advice.format import advice_for, find_advice
from tarot_teach.cards import Card, Deck
from tarot_teach.engine import Deal, Engine, Scorer, trick_position
from tarot_teach.errors import LoadError, NotationError, suggest
from tarot_teach.language import _
from tarot_teach.loading import Library, shipped
from tarot_teach.loading.document import is_folder
from tarot_teach.loading.user_files import library_for
from tarot_teach.mechanisms.observed import ResultKey
from tarot_teach.mechanisms.score.keyed import KEYS
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.results import outcome_of_pile, outcome_of_sides
from tarot_teach.records.runner import replay as replay_record
from tarot_teach.records.runner import replay_by, replay_example
from tarot_teach.reports import (
    Comparison,
    HandValue,
    OddsTable,
    Position,
    Rulebook,
    Score,
    SearchResult,
    SessionScore,
    Simulation,
    SolvedCards,
    read_card,
    shown,
)
from tarot_teach.rules import Ruleset
from tarot_teach.solver import MANY, Objective
from tarot_teach.topics.compare.deals import compare_deals
from tarot_teach.topics.compare.replay_under import POLICIES
from tarot_teach.topics.compare.rulesets import MIN
from tarot_teach.topics.compare.rulesets_page import compared
from tarot_teach.topics.compare.solved import solve_sides
from tarot_teach.topics.odds.page import odds_about
from tarot_teach.topics.odds.unseen_cards import ABOUT, before_looking, knowing_hand
from tarot_teach.topics.open_cards import open_cards
from tarot_teach.topics.quiz import Quiz
from tarot_teach.topics.search.differences import read_queries
from tarot_teach.topics.search.example import differing_example, example
from tarot_teach.topics.search.features import features_of
from tarot_teach.topics.search.holding import read_holdings
from tarot_teach.topics.search.search import Search
from tarot_teach.topics.search.solved import solved_query
from tarot_teach.topics.sessions.scorekeeper import keep_score
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.players import seat_players
from tarot_teach.topics.simulate.results_files import MOST_DEALS
from tarot_teach.topics.simulate.run import play_deals
from tarot_teach.topics.simulate.run_results import RunResults
from tarot_teach.topics.simulate.task import Task

Game = str | Path | Ruleset
"""A game: the name of a ruleset (``fft-4``, ``fft-4+misere``), the path of a file, or a ruleset that was loaded."""

Cards = str | Iterable[str | Card]
"""Cards: their codes in one text (``SR H3 T5``), a list of codes or cards, or a set of cards."""


def load(game: Game, *, mechanisms: bool = False) -> Ruleset:
    """Load a ruleset: ``load("fft-4")``, with house rules ``load("fft-4+misere")``, of a file ``load("./mine.yaml")``.

    With ``mechanisms``, the Python code in a folder ``mechanisms`` beside the file is run, for kinds of rules of your own. Raises LoadError
    with the place of every fault.
    """
    return _loaded("load", game, mechanisms=mechanisms)[1]


def rulesets() -> tuple[str, ...]:
    """The ids of the rulesets that are installed."""
    return tuple(Library().ids())


def options(game: Game) -> tuple[str, ...]:
    """The ids of the house rules that fit a game: ``"fft-4+" + options("fft-4")[0]`` names a game with the first of them."""
    library, ruleset = _loaded("options", game)
    name = _name(ruleset)
    return tuple(id for id in library.ids("option") if id not in ruleset.options and library.fits(f"{name}+{id}"))


def examples(game: Game | None = None) -> tuple[str, ...]:
    """The ids of the worked examples, the easiest first: all, or those played under a game."""
    library, ruleset = (Library(), None) if game is None else _loaded("examples", game)
    paths = library.examples_of(ruleset.name) if ruleset else library.by_level(library.paths("example"))
    return tuple(str(library.document(path).data["id"]) for path in paths)


def rulebook(game: Game, rule: str | None = None) -> Rulebook:
    """The rules of a game, or one rule by its id: ``rulebook("fft-4", "play.overtrump")``.

    Raises LoadError with a suggestion for an unknown name.
    """
    library, ruleset = _loaded("rulebook", game)
    rules = ruleset.rules.values() if rule is None else [ruleset.rule(_text("rulebook", _("the id of a rule"), rule))]
    return Rulebook(ruleset, tuple(rules), library)


def position(
    game: Game,
    hand: Cards,
    trick: Cards = "",
    *,
    first_trick: bool = False,
    last_trick: bool = False,
    called: str | Card | None = None,
    contract: str | None = None,
    trumps: str = "",
) -> Position:
    """A hand to play to a trick: ``position("fft-4", hand="SR H3 T5", trick="H10 S2").why("SR")``.

    ``trick`` are the cards played before, in order; ``called`` is the card called, where the taker calls a partner, ``contract`` the
    contract, where rules differ by it, ``trumps`` the suit that is trumps, where one is chosen. Raises NotationError for cards that cannot
    be read, or cannot be there together.
    """
    ruleset = _loaded("position", game)[1]
    engine, deck = Engine(ruleset, trumps), ruleset.deck
    if trumps and not engine.index.brings_trumps:
        message, hint = _("in {name} no suit becomes trumps by a choice"), _("leave out {name}").format(name="trumps")
        raise NotationError.of("legal.trumps", message, hint=hint, name=ruleset.name)
    held, played = _cards("hand", deck, hand), _cards("trick", deck, trick)
    king = None if called is None else read_card(deck, called)
    if king is not None and not ruleset.at("call"):
        message, hint = _("no rule of {name} asks for a called card"), _("leave out {name}").format(name="called")
        raise NotationError.of("legal.called", message, hint=hint, name=ruleset.name)
    state = trick_position(
        engine, held, played, first_trick=first_trick, last_trick=last_trick, called=king, contract=contract
    )
    return Position(engine, state, tuple(held))


def deal(game: Game, *, seed: int | None = None, players: int | None = None) -> Deal:
    """A random deal with its cards dealt, at the first decision: ``deal("fft-4", seed=3).push("pass", "garde")``.

    The same seed deals the same cards, those of ``tarot-teach play --seed``. Deals are frozen: ``push`` gives a new one. Raises
    LoadError for a number of players that the game is not for.
    """
    engine = Engine(_loaded("deal", game)[1])
    seed = random.randrange(SEEDS) if seed is None else _seed(seed)
    seats = len(engine.seats(players))
    return DealSimulator(engine, seat_players(("random",), engine, None, seats)).start(seed, 0)


def replay(record: str | Path | Record, *, go_on: bool = False) -> Replay:
    """Replay a worked example by its id or path. ``go_on`` lets plays stand that the rules refuse.

    Raises LoadError with a suggestion, and RecordError with the place of whatever the rules or the example contradict.
    """
    if isinstance(record, Record):
        library = library_for([record.document.file] if record.document else [], _warn)
        return replay_by(record, library, Path(), go_on=go_on)
    name = _text("replay", _("the id of a worked example, such as 'going-over'"), record)
    return replay_example(name, library_for([name], _warn), go_on=go_on)


def solve(
    record: str | Path | Record | Replay,
    *,
    trick: int | None = None,
    seat: str | None = None,
    objective: str = "points",
    nodes: int = MANY,
    line: bool = False,
) -> SolvedCards:
    """The value of each card at a moment of a worked example with all cards open: the first play of a ``trick``, or of a ``seat`` in
    it; without a trick, the first in the last eight. ``objective`` is ``points``, ``made``, ``score``, ``petit`` or ``all-tricks``, ``nodes`` the most positions that are searched
    for a card; ``line`` adds one line of best play.

    Raises SolveError where the solver does not know the rules or cannot take the position, RecordError where the example has no such moment.
    """
    done = record if isinstance(record, Replay) else replay(record)
    aim = Objective(_one_of("objective", objective, Objective))
    for name, number in (("trick", trick), ("nodes", nodes)):
        _at_least(1, name, number)
    return SolvedCards(open_cards(done, trick, seat, aim, nodes, line))


def find(
    game: Game,
    *shows: str,
    solve: str | Sequence[str] = (),
    taker: str | None = None,
    hands: str | Sequence[str] = (),
    players: str = "simple",
    seed: int = 1,
    tries: int | None = None,
    matches: int = 10,
) -> SearchResult:
    """Search random deals for one that shows something: ``find("fft-4", "undertrump")``, ``find("fft-4", "differs:enc2011-4")``.

    ``solve`` names rulesets under which best play of an ending comes to another score. ``taker`` says what the taker was dealt (``T21, trump<=4``), ``hands`` the same of seats (``N: king>=2``). At most ``tries`` deals
    are played by ``players``; the clearest of the first ``matches`` is the best. Raises LoadError and NotationError with
    suggestions for unknown names.
    """
    others = _texts("solve", (solve,) if isinstance(solve, str) else solve)
    library, ruleset = _loaded("find", game)
    name = _name(ruleset)
    _text("find", _("the name of a player, such as 'simple'"), players)
    shows, seed = _texts("shows", shows), _seed(seed)
    _at_least(1, "tries", tries)
    _at_least(1, "matches", matches)
    simulator = DealSimulator.of(library, name, (players,))
    if not (shows or others or taker or hands):
        known = ", ".join(feature.usage for feature in features_of(simulator.engine))
        hint = _("name one of these: {known}").format(known=known)
        raise NotationError.of("find.unknown", _("nothing is named that a deal is to show"), hint=hint)
    queries = read_queries(shows, library, simulator, players)
    queries += tuple(solved_query(simulator, DealSimulator.of(library, other, (players,))) for other in others)
    given = [hands] if isinstance(hands, str) else hands
    holdings = read_holdings(simulator.engine, simulator.seats, taker, given, ("taker", "hands"))
    search = Search(simulator, queries, holdings, seed)
    search.run(tries, matches)
    best = None
    if search.best is not None:
        record = example(search.best, queries, f"found-{search.best.number}", seed, players)
        best = replay_record(record, simulator.engine)
    return SearchResult(name, search.tried, len(search.matches), seed, best)


def score(
    game: Game,
    contract: str | None = None,
    points: str | float | Fraction | None = None,
    honours: int | None = None,
    *,
    alone: bool = False,
    pile: Cards | None = None,
    facts: Mapping[str, str] | None = None,
    **bonuses: str | Sequence[str] | None,
) -> Score:
    """Score a result: ``score("fft-4", contract="garde", points=56, honours=2)``.

    ``points`` and ``honours`` are those of the taker's side; ``facts`` what rules observe, by the id of the rule
    (``{"score.slam": "made"}``). ``bonuses`` are the same facts by the keys that result files have for some of them, such as
    ``slam="made"``; where there may be several, a list. ``alone`` is a taker
    without a partner. Where all play alone, ``pile`` are the cards that a player has won. Raises LoadError for a result
    that the rules do not know, or that no deal can bring.
    """
    ruleset = _loaded("score", game)[1]
    contract = contract and _text("score", _("the name of a contract"), contract)
    scorer = Scorer.of(ruleset).for_result(contract)
    given = {"contract": contract, "points": points, "honours": honours}
    missing = [name for name, value in given.items() if value is None]
    if scorer.has_sides and pile is not None:
        message = _("in {name} sides are counted: score takes points and honours, not pile")
        raise TypeError(message.format(name=ruleset.name))
    if scorer.has_sides and missing:
        message = _("score lacks {missing}, as in contract='garde', points=56, honours=2")
        raise TypeError(message.format(missing=", ".join(missing)))
    sided = [name for name in given if name not in missing and not (name == "contract" and scorer.index.by_contract)]
    if not scorer.has_sides and (sided or pile is None):
        message = _("in {name} all play alone: score takes pile, the cards that a player has won")
        raise TypeError(message.format(name=ruleset.name))
    keys = {key.name: key for key in KEYS}
    for name in bonuses:
        if name not in keys:
            message = _("score has no argument {name!r}").format(name=name)
            raise TypeError(f"{message}; {suggest(name, [*keys, 'facts'], _('arguments'))}")
    if pile is not None:
        outcome = outcome_of_pile(scorer, ruleset.deck.mask(_cards("pile", ruleset.deck, pile)), _refuse, facts)
    else:
        written = {
            "contract": (contract and scorer.index.contract_named(contract)) or contract,
            "points": _points(points),
            "honours": _integer("honours", honours),
            "facts": dict(facts or {}),
        }
        outcome = outcome_of_sides(
            scorer, written | {name: _bonus(keys[name], bonuses[name]) for name in bonuses}, alone, _refuse
        )
    counted, _findings = scorer.count(outcome)
    sheet = scorer.sheet(counted)
    roles = scorer.settle(sheet, ruleset.players[-1]) if scorer.has_sides else {}
    return Score(scorer, outcome, sheet, roles)


def _bonus(key: ResultKey, value: object) -> object:
    """The value of a key of result files."""
    if key.several:
        words = _texts(key.name, value)
        return [_one_of(key.name, word, key.choices) if key.choices else word for word in words]
    return value and _one_of(key.name, value, key.choices)


def session(name: str | Path) -> SessionScore:
    """The score of a session by its id or path. Raises LoadError or RecordError with every fault."""
    name = _text("session", _("the id or path of a session, such as 'an-evening'"), name)
    library = library_for([name], _warn)
    return SessionScore(keep_score(library.find_record("session", name), library))


def evaluate(game: Game, hand: Cards, *, advice: str = "encyclopedia") -> HandValue:
    """Value of a hand as dealt, for bidding, and the bid that follows. Raises NotationError for a hand of another size."""
    library, ruleset = _loaded("evaluate", game)
    engine = Engine(ruleset)
    body = find_advice(library, _text("evaluate", _("the id of a body of advice"), advice))
    return HandValue(ruleset, body, evaluate_dealt(body, engine, _cards("hand", ruleset.deck, hand)))


def odds(
    game: Game, holding: str | None = None, *, about: str | Sequence[str] = (), players: int | None = None
) -> OddsTable:
    """Exact odds of a game's deal: ``odds("fft-4")``, ``odds("fft-4", about="trumps")``.

    ``holding`` is a known hand, in cards (``T21 T5 EX …``) or numbers (``trumps=7 queen=0``); ``about`` are subjects of
    :data:`~tarot_teach.topics.odds.unseen_cards.ABOUT`. Raises NotationError for a hand or subject that cannot be.
    """
    engine = Engine(_loaded("odds", game)[1])
    subjects = tuple(_one_of("about", word, ABOUT) for word in _texts("about", about))
    hand = None if holding is None else _text("odds", _("a hand"), holding)
    unseen = before_looking(engine, players) if hand is None else knowing_hand(engine, hand, players)
    return OddsTable(engine, unseen, tuple(odds_about(engine, unseen, subjects)), subjects)


def compare(
    *games: Game,
    rules: str | Sequence[str] = (),
    everything: bool = False,
    hand: str | Path | Replay | None = None,
    policy: str = "as_played",
    solve: bool = False,
    deals: int | None = None,
    seed: int = 1,
    players: str = "simple",
) -> Comparison:
    """Compare two rulesets or more: ``compare("fft-4", "enc2011-4")``.

    ``rules`` names the rules to compare, ``everything`` adds those that do not differ. ``hand`` is a worked example (or ``find``: a deal
    that shows a difference) to play under all of them; ``policy`` says what becomes of a card that other rules refuse, and
    ``solve`` adds the values of its end with all cards open. ``deals`` adds the figures of so many simulated deals. Raises LoadError and RecordError for what cannot be compared.
    """
    if len(games) < MIN:
        raise TypeError(_("compare takes two rulesets or more, as in compare('fft-4', 'enc2011-4')"))
    loaded = tuple(_loaded("compare", game)[1] for game in games)
    only = _texts("rules", rules)
    found = tuple(compared(loaded, only, everything=everything))
    _one_of("policy", policy, POLICIES)
    side_by_side = None
    if hand is not None:
        played = _hand_to_compare(loaded, hand, seed)
        side_by_side = compare_deals(played, [Engine(ruleset) for ruleset in loaded], POLICIES[policy])
    elif solve:
        raise TypeError(_("solve asks for a hand, and there is none"))
    solved = solve_sides(side_by_side) if side_by_side and solve else None
    figures = None if deals is None else simulate(*games, deals=deals, seed=seed, players=players)
    return Comparison(loaded, found, side_by_side, figures, only, everything, solved)


def _hand_to_compare(rulesets: Sequence[Ruleset], hand: str | Path | Replay, seed: int) -> Replay:
    """A worked example, or a deal found that shows a difference, replayed."""
    if isinstance(hand, Replay):
        return hand
    names = [_name(ruleset) for ruleset in rulesets]
    library = library_for([part for name in names for part in (name, *name.split("+"))], _warn)
    if hand != "find":
        return replay_example(_text("compare", _("hand, the id of a worked example"), hand), library)
    simulators = [DealSimulator.of(library, name, ("simple",)) for name in names]
    record = differing_example(simulators, seed, lambda search: search.run(None, 5))
    return replay_record(record, Engine(next(each for each in rulesets if each.name == record.file.ruleset)))


def simulate(
    *games: Game,
    deals: int = 1000,
    seed: int = 1,
    players: str = "simple",
    contract: str | None = None,
    jobs: int = 1,
    confidence: float = 0.95,
) -> Simulation:
    """Play many random deals under one ruleset or more, the same cards under each: ``simulate("fft-4", "enc2011-4", deals=10_000)``.

    ``players`` names who plays (``simple``, ``random``, or a list with commas, one for each seat), ``contract`` one that the first
    seat plays without an auction, ``jobs`` the number of processes. Raises LoadError for games that cannot be dealt the same cards.
    A script that asks for several processes keeps its work under ``if __name__ == "__main__":``.
    """
    if not games:
        raise TypeError(_("simulate takes a ruleset, as in simulate('fft-4')"))
    _text("simulate", _("the names of players, such as 'simple'"), players)
    _seed(seed)
    _at_least(1, "deals", deals)
    if deals > MOST_DEALS:
        raise ValueError(_("deals is at most {most:,}, not {deals:,}").format(most=MOST_DEALS, deals=deals))
    _at_least(1, "jobs", jobs)
    if not (isinstance(confidence, int | float) and 0 < confidence < 1):
        message = _("confidence is a number between 0 and 1, such as 0.95, not {confidence!r}")
        raise ValueError(message.format(confidence=confidence))
    names = [_name(_loaded("simulate", game)[1]) for game in games]
    task = Task.of(names, players, seed, contract, _warn)
    task.check(deals)
    results = RunResults.of(task)
    if not play_deals(task, results, deals, jobs=jobs):
        _warn(_("stopped after {played} of {deals} deals").format(played=results.deals, deals=deals))
    return Simulation(results, confidence)


def quiz(game: Game, *, seed: int | None = None) -> Quiz:
    """Questions without end about the rules of a game, made of random deals; the same seed asks the same."""
    library, ruleset = _loaded("quiz", game)
    return Quiz(Engine(ruleset), advice_for(library, ruleset), random.randrange(10**6) if seed is None else _seed(seed))


def _loaded(function: str, game: object, *, mechanisms: bool = False) -> tuple[Library, Ruleset]:
    """A library that knows a game's file, and the game's ruleset."""
    if isinstance(game, Ruleset):
        return library_for([game.place.file], _warn), game
    name = _text(function, _("the name of a ruleset, such as 'fft-4', or a ruleset that was loaded"), game)
    library = library_for([name, *name.split("+")], _warn, mechanisms=mechanisms)
    return library, library.load(name)


def _name(ruleset: Ruleset) -> str:
    """The name by which a ruleset can be loaded again: its own, or the path of a user's file with its house rules."""
    path = Path(ruleset.place.file)
    if shipped() in path.resolve().parents:
        return ruleset.name
    return "+".join((str(path.resolve()), *ruleset.options))


def _text(function: str, wanted: str, value: object) -> str:
    """A name or path as text. Raises TypeError that says what is wanted."""
    if isinstance(value, str | Path):
        return f"{value}/" if isinstance(value, Path) and is_folder(value) else str(value)
    message = _("{function} takes {wanted}, not {shown}")
    raise TypeError(message.format(function=function, wanted=wanted, shown=shown(value)))


def _texts(name: str, value: object) -> tuple[str, ...]:
    """One text or several. Raises TypeError."""
    texts = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
    if all(isinstance(text, str) for text in texts):
        return texts
    raise TypeError(_("{name} is a text or a list of texts, not {shown}").format(name=name, shown=shown(value)))


def _cards(name: str, deck: Deck, value: object) -> list[Card]:
    """Cards as typed, or as a list of codes and cards. Raises TypeError, and NotationError with a suggestion."""
    if isinstance(value, str):
        return list(deck.parse(value))
    cards: list[Any] = list(value) if isinstance(value, Iterable) else [value]
    if all(isinstance(card, Card | str) for card in cards):
        return [card if isinstance(card, Card) else deck.card(card) for card in cards]
    raise TypeError(_("{name} is cards, such as 'SR H3 T5', not {shown}").format(name=name, shown=shown(value)))


def _one_of(name: str, value: object, known: Iterable[str]) -> str:
    """A word of a closed list. Raises NotationError with a suggestion."""
    words = list(known)
    if value not in words:
        message, hint = _("{name} cannot be {value}"), suggest(str(value), words, _("it is one of"))
        raise NotationError.of("usage.value", message, hint=hint, name=name, value=shown(value))
    return str(value)


def _points(value: object) -> str:
    """Card points as text: ``41`` or ``41.5``."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return f"{float(value):g}"
    raise TypeError(_("points is a number of card points, such as 41.5, not {shown}").format(shown=shown(value)))


def _integer(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(_("{name} is a number, such as 2, not {shown}").format(name=name, shown=shown(value)))


def _seed(seed: object) -> int:
    number = _integer("seed", seed)
    if not 0 <= number < SEEDS:
        message = _("seed is a number from 0 to {last}, not {number}")
        raise ValueError(message.format(last=SEEDS - 1, number=number))
    return number


def _at_least(least: int, name: str, value: int | None) -> None:
    if value is not None and _integer(name, value) < least:
        raise ValueError(_("{name} is at least {least}, not {value}").format(name=name, least=least, value=value))


def _refuse(code: str, message: str, _path: object, hint: str | None) -> NoReturn:
    raise LoadError.of(code, message, None, hint)


def _warn(message: str) -> None:
    """Say on the way what is no error."""
    warnings.warn(message, stacklevel=4)
