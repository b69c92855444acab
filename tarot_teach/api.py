"""The front door: one function for each question about a game, and answers that show themselves.

``import tarot_teach as tt`` gives every name of this module, loaded when it is first used.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tarot_teach.advice.format import advice_for
from tarot_teach.cards import Card
from tarot_teach.engine import Deal, Engine
from tarot_teach.engine.notation import read_seat
from tarot_teach.errors import NotationError, RangeError, TarotError, suggest
from tarot_teach.loading import Library, shipped
from tarot_teach.loading.document import is_folder
from tarot_teach.loading.user_files import library_for
from tarot_teach.mechanisms.score.keyed import KEYS
from tarot_teach.messages import _
from tarot_teach.questions.admits import Admission, AdmitsQuestion
from tarot_teach.questions.base import A, Cards, LibraryFiles, Question, Watch, shown
from tarot_teach.questions.compare import CompareQuestion, Comparison
from tarot_teach.questions.count import CountQuestion, PileCount
from tarot_teach.questions.deck import DeckQuestion, DeckReport
from tarot_teach.questions.evaluate import EvaluateQuestion, HandValue
from tarot_teach.questions.find import FindQuestion, SearchResult
from tarot_teach.questions.history import HistoryQuestion, HistoryReport
from tarot_teach.questions.legal import LegalQuestion, Position
from tarot_teach.questions.odds import OddsQuestion, OddsTable
from tarot_teach.questions.review import DealReview, ReviewQuestion
from tarot_teach.questions.rules import Rulebook, RulesQuestion
from tarot_teach.questions.score import Score, ScoreQuestion
from tarot_teach.questions.session import SessionQuestion, SessionScore
from tarot_teach.questions.simulate import SimulateQuestion, Simulation
from tarot_teach.questions.solve import SolvedCards, SolveQuestion
from tarot_teach.questions.trick import TrickQuestion, TrickReport
from tarot_teach.records.gathered import line_named
from tarot_teach.records.lines.as_records import CHANGED, read_line
from tarot_teach.records.lines.deals import deal_line
from tarot_teach.records.lines.text import is_line
from tarot_teach.records.lines.written import position_line
from tarot_teach.records.record import Record
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay_by, replay_example
from tarot_teach.rules import Ruleset
from tarot_teach.solver import MANY
from tarot_teach.topics.compare.rulesets import MIN
from tarot_teach.topics.data_set.data_set import DataSet
from tarot_teach.topics.quiz.quiz import Quiz
from tarot_teach.topics.review.card_costs import WORLDS
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tarot_teach.topics.simulate.draws import SEEDS
from tarot_teach.topics.simulate.results_files import MOST_DEALS
from tarot_teach.topics.simulate.seating import seat_players

Game = str | Path | Ruleset
"""A game: the name of a ruleset (``fft-4``, ``fft-4+misere``), the path of a file, or a ruleset that was loaded."""


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
    only = None if rule is None else _text("rulebook", _("the id of a rule"), rule)
    return _ask("rulebook", RulesQuestion, {"game": game}, rule=only)


def position(
    game: Game,
    hand: Cards = "",
    trick: Cards = "",
    *,
    first_trick: bool = False,
    last_trick: bool = False,
    before: Cards = "",
    called: str | Card | None = None,
    contract: str | None = None,
    trumps: str = "",
) -> Position:
    """A hand to play to a trick: ``position("fft-4", hand="SR H3 T5", trick="H10 S2").why("SR")``, or that of a line: ``position("p1 fft-4 …")``.

    ``before`` are cards that the hand has played to earlier tricks, ``called`` is the card called, ``trumps`` the suit that is trumps where one is
    chosen. Raises NotationError for cards that cannot be read, or cannot be there together.
    """
    given = {**locals()}
    if isinstance(game, str) and line_named(game):
        given |= LegalQuestion.subject_of([game], LibraryFiles(library_for([game], _warn)), given)
    return _ask("position", LegalQuestion, given)


def trick(
    game: Game,
    cards: Cards,
    *,
    trumps: str = "",
    contract: str | None = None,
    leader: str = "",
    taker: str = "",
    partner: str = "",
    last_trick: bool = False,
    won_every_trick: str | None = None,
) -> TrickReport:
    """The winner of a trick, and the fate of its cards: ``trick("fft-4", "H10 S2 HR T5")``.

    ``cards`` are those of the trick in the order played, legal or not; ``leader``, ``taker`` and ``partner`` are seats by letter or number
    from 0, by default the first, the leader, and nobody. ``won_every_trick`` is the side, ``taker`` or ``defence``, that has won every
    trick before the last one. Raises NotationError for cards that cannot be a trick, and for what the game does not ask for.
    """
    return _ask("trick", TrickQuestion, locals())


def count(game: Game, cards: Cards, *, combinations: bool = False) -> PileCount:
    """The card points of a pile, and the rules by which they are counted: ``count("fft-4", "HR T21 EX S2")``.

    With ``combinations`` also those of its cards that score together. Raises NotationError for no cards, and in a game that counts none.
    """
    return _ask("count", CountQuestion, locals())


def deck(game: Game, *, contract: str | None = None, trumps: str = "", variant: str = "") -> DeckReport:
    """The cards of a game's pack in their order, with names and card points: ``deck("fft-4")``, or of a pack by its id.

    ``contract`` and ``trumps`` choose another order where the rules have one, ``variant`` one that the pack has. Raises LoadError with a
    suggestion for an unknown name, and NotationError for an order that there is not.
    """
    if isinstance(game, Ruleset):
        library, about = library_for([game.place.file], _warn), {"subject": game}
    else:
        name = _text("deck", _("the name of a ruleset or a pack"), game)
        library = library_for([name, *name.split("+")], _warn)
        about = DeckQuestion.subject_of([name], LibraryFiles(library), {})
    return _answer(DeckQuestion, library, **about, contract=contract, trumps=trumps, variant=variant)


def history(
    *,
    games: bool = False,
    timeline: bool = False,
    descents: bool = False,
    places: bool = False,
    distances: bool = False,
    rules: bool = False,
) -> HistoryReport:
    """Which game comes from which, and a timeline of games, cards and rules, with their sources; of these only the parts that are named."""
    parts = {"games": games, "timeline": timeline, "descents": descents}
    return _answer(HistoryQuestion, Library(), **parts, places=places, distances=distances, rules=rules)


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


def from_line(line: str) -> Deal:
    """The deal that a line tells (``d1 fft-4@49f184 W …``), or the position in which one goes on (``p1 …``). Warns where the rules have changed since.

    Raises LoadError for an unknown ruleset, and RecordError with the place of a fault in the line.
    """
    text = _text("from_line", _("the line of a deal or a position"), line)
    if not is_line(text):
        hint = _("it begins with d1 or p1, as in 'd1 fft-4@49f184 W …'")
        raise NotationError.of("line.kind", _("this is not the line of a deal or a position"), hint=hint)
    library = Library()
    read = read_line(text, library)
    if read.changed:
        _warn(_(CHANGED))
    return read.deal or replay_by(read.record, library, Path()).deal


def to_line(deal: Deal) -> str:
    """A deal from its dealt cards on, as one line: ``to_line(tt.deal("fft-4", seed=3))``. Raises RecordError for a deal that no line can hold."""
    return deal_line(deal, library_for([deal.engine.ruleset.place.file], _warn))


def position_to_line(deal: Deal, seat: int | str | None = None) -> str:
    """The position in which a deal stands as one line: with all cards open, or as a ``seat`` knows them.

    Raises RecordError where nobody is to play a card to a trick.
    """
    library = library_for([deal.engine.ruleset.place.file], _warn)
    return position_line(deal, library, None if seat is None else read_seat(deal.state, seat))


def dataset(folder: str | Path) -> DataSet:
    """The data set in a folder that ``tarot-teach dataset`` has made: ``tt.dataset("deals").rows("fft-4")``.

    Checksums are checked first. Raises LoadError with all files that are missing or changed.
    """
    return DataSet.read(Path(_text("dataset", _("the folder of a data set"), folder)))


def solve(
    record: str | Path | Record | Replay,
    *,
    trick: int | None = None,
    seat: str | None = None,
    objective: str | None = None,
    nodes: int = MANY,
    line: bool = False,
) -> SolvedCards:
    """The value of each card at a moment of a worked example with all cards open: the first play of a ``trick``, or of a ``seat`` in
    it; without a trick, the first in the last eight. ``objective`` is ``points``, ``made``, ``score``, ``petit``, ``all-tricks`` or ``tricks``, without it what the game is about; ``nodes`` the most positions that are searched
    for a card; ``line`` adds one line of best play.

    Raises SolveError where the solver does not know the rules or cannot take the position, RecordError where the example has no such moment.
    """
    given = {**locals()}
    done = given.pop("record") if isinstance(record, Replay) else replay(given.pop("record"))
    answer = _answer(SolveQuestion, Library(), done=done, **given)
    assert isinstance(answer, SolvedCards)
    return answer


def admits(
    record: str | Path | Record,
    *,
    options: int = 1,
    rulesets: str | Sequence[str] = (),
    everything: bool = False,
    answers: int | Sequence[int] = (),
    completions: int | None = None,
    deals: int | None = None,
    seed: int = 1,
) -> Admission:
    """The rulesets that admit a record, by its cards, seats, auction, plays and results alone: ``admits("going-over")``.

    Each ruleset of the library is tried, or only ``rulesets``, with up to so many house rules (``options``) on top; ``everything`` shows a row for each.
    ``answers`` are the numbers of the answers to the questions that would decide, in turn: ``question`` is the next one. ``completions`` tries so many deals that complete
    a record in part. ``deals`` looks among so many random deals, drawn by ``seed``, for the one that tells most of those apart that admit the record.
    Raises LoadError for an unknown name, RecordError for cards that the pack lacks and a score without a result, UnfitError for a number that no answer has.
    """
    given: dict[str, Any] = {"options": options, "rulesets": _texts("rulesets", rulesets), "everything": everything}
    given["answers"] = [*map(str, [answers] if isinstance(answers, int) else answers)]
    given |= {"completions": completions, "deals": deals, "seed": seed}
    if isinstance(record, Record):
        library = library_for([*([record.document.file] if record.document else []), *given["rulesets"]], _warn)
        return _answer(AdmitsQuestion, library, record=record, folder=Path(), **given)
    name = _text("admits", _("the id of a worked example, such as 'going-over'"), record)
    library = library_for([name, *given["rulesets"]], _warn)
    about = AdmitsQuestion.subject_of([name], LibraryFiles(library), given)
    return _answer(AdmitsQuestion, library, **about, **given)


def review(
    record: str | Path | Record | Replay,
    *,
    seat: str | None = None,
    worlds: int = WORLDS,
    seed: int = 0,
    last: int | None = None,
) -> DealReview:
    """The cost of each card that a ``seat``, without one the first, played in a deal, in game points: a mean over so many ``worlds``, possible
    deals of the hidden cards, drawn by ``seed``; its bids and discards against the strong player's. ``last`` limits it to the play with at most so many cards in hand.

    Raises RecordError for a record of which not all hands or not all tricks are known, or whose hidden cards cannot be dealt at random.
    """
    given = {**locals()}
    done = given.pop("record") if isinstance(record, Replay) else replay(given.pop("record"))
    return _answer(ReviewQuestion, Library(), done=done, **given)


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
    _text("find", _("the name of a player, such as 'simple'"), players)
    given = {**locals()}
    library, ruleset = _loaded("find", game)
    return _answer(FindQuestion, library, **given | {"game": _name(ruleset), "watch": _Warnings()})


def score(
    game: Game,
    contract: str | None = None,
    points: str | float | Fraction | None = None,
    honours: int | None = None,
    *,
    taker: str | None = None,
    partner: str | None = None,
    alone: bool = False,
    pile: Cards | None = None,
    piles: Mapping[str, Cards] | None = None,
    players: int | None = None,
    facts: Mapping[str, str | int | Mapping[str, str | int]] | None = None,
    memory: Mapping[str, str | int] | None = None,
    paid: Mapping[str, Mapping[str, int]] | None = None,
    holdings: Mapping[str, int] | None = None,
    **bonuses: str | Sequence[str] | None,
) -> Score:
    """Score a result: ``score("fft-4", contract="garde", points=56, honours=2)``.

    What a result consists of depends on the game. ``points`` and ``honours`` are those of the taker's side; ``taker`` and
    ``partner`` are seats, and ``alone`` is a taker without a partner in a game that knows one. Where all play alone, ``pile``
    are the cards that one player has won, ``piles`` those of each. ``facts`` are what rules observe, by the id of the rule
    (``{"score.slam": "made"}``), ``memory`` what they keep from earlier deals (``{"match.pool": "15"}``), ``paid`` what each
    player got in the course of the deal, by rule, and ``holdings`` the chips before it; a number may stand for its text.
    ``bonuses`` are facts by the keys that result files have for some of them, such as ``slam="made"``; where there may be
    several, a list. Raises LoadError for a result that lacks something, that the rules do not know, or that no deal can bring,
    TypeError for values of another kind.
    """
    given = {**locals()}
    given |= {name: value for name, value in given.pop("bonuses").items() if value is not None}
    library, ruleset = _loaded("score", game)
    keys = [key.name for key in KEYS]
    for name in bonuses:
        if name not in keys:
            message, rule = _("score has no argument {name!r}").format(name=name), name.replace("__", ".")
            hint = suggest(name, [*keys, "facts"], _("arguments"))
            if rule in ruleset.rules:
                hint = _("write facts={given}").format(given={rule: bonuses[name]})
            raise TypeError(f"{message}; {hint}")
    given |= {name: _with_texts(name, given[name]) for name in ("facts", "memory", "paid", "holdings")}
    given["contract"] = contract and _text("score", _("the name of a contract"), contract)
    given["points"] = None if points is None else _points(points)
    given["honours"] = None if honours is None else _integer("honours", honours)
    return _answer(ScoreQuestion, library, **given | {"game": ruleset})


def _with_texts(name: str, given: object) -> object:
    """A mapping from rules or players to texts, whole numbers, or mappings of these. Raises TypeError."""
    if given is None:
        return None
    if isinstance(given, Mapping):
        for key, value in given.items():
            if not isinstance(key, str) or not isinstance(value, Mapping | str | int) or isinstance(value, bool):
                message = _("score takes {name} as texts or whole numbers by rule or player, not {shown}")
                raise TypeError(message.format(name=name, shown=shown({key: value})))
            if isinstance(value, Mapping):
                _with_texts(name, value)
        return given
    message = _("score takes {name} as a mapping by rule or player, not {shown}")
    raise TypeError(message.format(name=name, shown=shown(given)))


def session(name: str | Path, *, deal: int | None = None) -> SessionScore:
    """The score of a session by its id or path; with ``deal``, that deal alone to show. Raises LoadError or RecordError with every fault."""
    name = _text("session", _("the id or path of a session, such as 'an-evening'"), name)
    library = library_for([name], _warn)
    return _answer(SessionQuestion, library, **SessionQuestion.subject_of([name], LibraryFiles(library), {}), deal=deal)


def evaluate(game: Game, hand: Cards, *, advice: str = "encyclopedia") -> HandValue:
    """Value of a hand as dealt, for bidding, and the bid that follows. Raises NotationError for a hand of another size."""
    body = _text("evaluate", _("the id of a body of advice"), advice)
    return _ask("evaluate", EvaluateQuestion, {"game": game, "hand": hand}, advice=body)


def odds(
    game: Game, holding: str | None = None, *, about: str | Sequence[str] = (), players: int | None = None
) -> OddsTable:
    """Exact odds of a game's deal: ``odds("fft-4")``, ``odds("fft-4", about="trumps")``.

    ``holding`` is a known hand, in cards (``T21 T5 EX …``) or numbers (``trumps=7 queen=0``); ``about`` are subjects of
    :data:`~tarot_teach.topics.odds.unseen_cards.ABOUT`. Raises NotationError for a hand or subject that cannot be.
    """
    if holding is not None:
        holding = _text("odds", _("a hand"), holding)
    return _ask("odds", OddsQuestion, locals())


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
    ``solve`` adds the values of its end with all cards open. ``deals`` adds the figures of so many simulated deals. Games that have no hand
    and no deals in common are compared by their rules alone, and ``left_out`` says why. Raises LoadError and RecordError for unknown names.
    """
    if len(games) < MIN:
        raise TypeError(_("compare takes two rulesets or more, as in compare('fft-4', 'enc2011-4')"))
    if solve and hand is None:
        raise TypeError(_("solve asks for a hand, and there is none"))
    _text("compare", _("the names of players, such as 'simple'"), players)
    if hand is not None and not isinstance(hand, Replay):
        hand = _text("compare", _("hand, the id of a worked example"), hand)
    given = {**locals()}
    given["games"] = tuple(_loaded("compare", game)[1] for game in games)
    given["names"] = names = tuple(map(_name, given["games"]))
    library = library_for([part for name in names for part in (name, *name.split("+"))], _warn)
    return _answer(CompareQuestion, library, **given, watch=_Warnings())


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
    given = {**locals()}
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
    given["games"] = tuple(_name(_loaded("simulate", game)[1]) for game in games)
    given["watch"] = _Warnings(given.pop("jobs"))
    return _answer(SimulateQuestion, Library(), **given)


def quiz(game: Game, *, seed: int | None = None) -> Quiz:
    """Questions without end about the rules of a game, made of random deals; the same seed asks the same."""
    library, ruleset = _loaded("quiz", game)
    return Quiz(Engine(ruleset), advice_for(library, ruleset), random.randrange(10**6) if seed is None else _seed(seed))


def _ask(function: str, kind: type[Question[A]], arguments: Mapping[str, Any], **read: Any) -> A:
    """The answer to a question about a game, of the arguments of a function."""
    library, ruleset = _loaded(function, arguments["game"])
    return _answer(kind, library, **{**arguments, "game": ruleset, **read})


def _answer(kind: type[Question[A]], library: Library, **given: Any) -> A:
    """The answer to a question; what does not fit the game is told by the names of arguments. Raises TypeError for values of another kind."""
    for field in kind.asked():
        if field.several and field.name in given:
            given[field.name] = _texts(field.name, given[field.name])
        elif field.type is int and not field.loose and given.get(field.name) is not None:
            _integer(field.name, given[field.name])
    try:
        return kind(**given).answer(library)
    except RangeError as error:
        raise ValueError(error.spelled(str).problems[0].message) from None
    except TarotError as error:
        raise error.spelled(str) from None


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


class _Warnings(Watch):
    """Notes of long searches as warnings; deals are played in so many processes."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs

    def note(self, text: str) -> None:
        _warn(text)


def _warn(message: str) -> None:
    """Say on the way what is no error."""
    warnings.warn(message, stacklevel=4)
