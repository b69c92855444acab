"""Words that people type, in the language in use and in English: actions, questions to a game, seats and card points."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.advice.format import advice_for
from tarot_teach.cards import parse_halves
from tarot_teach.catalogues import read_catalogue
from tarot_teach.cli import main
from tarot_teach.engine import Engine
from tarot_teach.engine.notation import VERBS, action_text, read_action, read_seat
from tarot_teach.engine.scoring import Scorer
from tarot_teach.errors import NotationError, TarotError
from tarot_teach.explain.score_sheet import bid_name
from tarot_teach.loading import Library
from tarot_teach.messages import as_words, in_form, is_typed, printed_by, typed_word, word_named
from tarot_teach.records.results import ResultFile, outcomes_of
from tarot_teach.render.terminal import plain_text
from tarot_teach.table import NOTHING, PASS, Bid, Choices
from tarot_teach.table.actions import Action
from tarot_teach.table.facts import by_names, spelling_of
from tarot_teach.topics.play.game import ASKED, QUIT, REVIEW, Game, answer
from tarot_teach.topics.quiz.quiz import Quiz, judge
from tarot_teach.topics.review.practice import PRACTISE
from tarot_teach.topics.search.holding import read_holding
from tarot_teach.topics.simulate.deal_simulator import DealSimulator
from tests.helpers import LIBRARY

GAMES = ("fft-4", "hombre-1674", "scarto", "slovenian-pagat")


@pytest.fixture
def french() -> Iterator[None]:
    with printed_by(read_catalogue("fr").catalogue):
        yield


def game_of(name: str, seed: int = 3) -> Game:
    simulator = DealSimulator.of(Library(), name, ("simple",))  # with its prose in the language in use
    return Game(simulator.engine, simulator.players, 0, seed)


def said(game: Game, line: str) -> str:
    return plain_text(answer(game, line).said, width=1000)


def spellings(deal: tt.Deal, choices: Choices) -> Iterator[tuple[str, Action]]:
    """The words that a prompt prints for bids, options and announcements, each with its action."""
    assert choices.seat is not None
    ruleset, index = deal.engine.ruleset, deal.engine.index
    for bid in choices.bids:
        yield typed_word(PASS) if bid == PASS else str(bid_name(ruleset, bid)), Bid(choices.seat, bid)
    for pick in choices.picks:
        if pick.option and not pick.most:
            yield index.option_name(pick), pick.action(choices.seat, deal.state.deck)
    for offer in choices.declarations:
        yield index.offer_name(offer), offer


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    "name",
    [*GAMES, *(pytest.param(id, marks=pytest.mark.turn(number % 6, 6)) for number, id in enumerate(LIBRARY.ids()))],
)
def test_what_a_french_prompt_prints_can_be_typed_and_so_can_the_english(name: str) -> None:
    deal, rng, tried = tt.deal(name, seed=8), random.Random(8), 0
    for _step in range(60):
        if deal.over:
            break
        for spelt, action in spellings(deal, deal.legal):
            english = action_text(action, deal.state.phase)
            assert action == read_action(deal.engine, deal.state, spelt.upper()), spelt
            assert action == read_action(deal.engine, deal.state, english), english
            tried += 1
        move = deal.legal.random(rng)
        deal = deal.push(move)
    assert tried or not deal.engine.index.contracts


@pytest.mark.usefixtures("french")
def test_words_to_a_game_are_french_and_english() -> None:
    game = game_of("fft-4")
    assert said(game, "Aide") == said(game, "help") == said(game, "?")
    for word in (*ASKED, QUIT):
        assert f"{typed_word(word)}" in said(game, "aide")
    assert said(game, "indice") == said(game, "hint") and "Le programme ferait ceci" in said(game, "indice")
    assert said(game, "pourquoi passe") == said(game, "why pass") == "Sud peut passer."
    assert "pourquoi T21, ou pourquoi passe" in said(game, "pourquoi")
    assert answer(game, "enchérir garde sans le chien").moved and answer(game, "annuler").undone
    assert answer(game, "encherir GARDE-SANS").moved and answer(game, "undo").undone
    assert said(game, "annuler") == "Il n’y a rien à reprendre."
    assert "enchères\u00a0: Garde, Garde contre le chien, Garde sans le chien, Prise, passe" in said(game, "xyz")
    assert answer(game, "passe").moved
    higher = game_of("slovenian-pagat", 5)
    assert "ici\u00a0: passe, un, solo trois" in said(higher, "trois")
    assert is_typed("Revoir", REVIEW) and is_typed("exercer", PRACTISE) and not is_typed("revoir tout", REVIEW)


def test_without_the_language_its_words_are_refused() -> None:
    game = game_of("fft-4")
    assert "no bid" in said(game, "passe") and "no bid" in said(game, "indice") and answer(game, "pass").moved


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_deal_is_played_in_french_words(name: str) -> None:
    game, rng = game_of(name), random.Random(1)
    for _step in range(80):
        if game.over:
            break
        action = game.choices.random(rng)
        spelt = next((words for words, same in spellings(game.deal, game.choices) if same == action), None)
        typed = spelt or action_text(action, game.state.phase)
        assert answer(game, typed).moved, typed
    assert game.over


@pytest.mark.usefixtures("french")
def test_a_quiz_takes_the_words_of_both_languages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for lines in ("aide\nquitter\n", "help\nquit\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        with pytest.raises(SystemExit) as ended:
            main(["quiz", "fft-4", "--seed", "3", "--count", "1"])
        shown = capsys.readouterr().out
        assert not ended.value.code and shown.count("répète ceci") == 2


@pytest.mark.usefixtures("french")
def test_a_seat_goes_by_its_letter_and_by_its_name_in_both_languages() -> None:
    state = tt.deal("fft-4", seed=1).state
    assert [read_seat(state, name) for name in ("s", "Sud", "south", "OUEST", "West")] == [0, 0, 0, 3, 3]
    with pytest.raises(NotationError, match="Nordd"):
        read_seat(state, "Nordd")


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("pack", LIBRARY.ids("deck"))
def test_suits_kinds_of_cards_and_variants_are_typed_in_french_and_english(pack: str) -> None:
    deck = LIBRARY.deck(pack)
    for id, order in {suit: deck.order(suit) for suit in deck.order().suits}.items():
        name = deck.suits[id].name
        for typed in (id, name, name.upper(), in_form(name, "plural"), name.removesuffix("s")):
            assert deck.suit_named(typed) == id and deck.order(typed) is order, typed
    for variant in deck.orders.variants:
        assert deck.order("", as_words(variant)) is deck.order("", variant)
    for kind, typed in zip(deck.marks, deck.typed_names(deck.marks), strict=True):
        found = deck.kind_named(typed)
        assert found and deck.named(found) == deck.marks[kind] == deck.named_by([deck.kind_named(kind) or ""])


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("name", "suit", "hand"),
    [("hombre-1674", "piques", "SA S2"), ("tresillo", "épée", "SA S2"), ("hombre-blog", "EPEES", "S7 S2")],
)
def test_the_suit_of_trumps_is_named_in_french(name: str, suit: str, hand: str) -> None:
    index = Engine(LIBRARY.load(name), suit).index
    assert index.trumps == index.ruleset.deck.suit_named(suit)
    english = next(id for id in index.may_be_trumps if id in ("spades", "swords"))
    assert index.order is Engine(index.ruleset, english).index.order
    assert tt.position(name, hand=hand, trumps=suit).to_dict() == tt.position(name, hand=hand, trumps=english).to_dict()
    assert tt.trick(name, cards=hand, trumps=suit).to_dict() == tt.trick(name, cards=hand, trumps=english).to_dict()
    assert tt.deck(name, trumps=suit).to_dict() == tt.deck(name, trumps=english).to_dict()


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("name", "trumps", "hint"),
    [
        ("hombre-1674", "", "nommez la couleur\u00a0: pique, cœur, carreau, trèfle"),
        ("hombre-1674", "piqe", "vouliez-vous dire 'pique'"),
        ("hombre-1674", "bâtons", "couleurs\u00a0: carreau, cœur, pique, trèfle"),
        ("scarto", "pique", "couleurs\u00a0: atout, bâtons, coupes, deniers, épées"),
        ("scarto", "coupe", "retirez"),
        ("scarto", "trumps of cups", "couleurs\u00a0: atout"),
        ("slovenian-pagat", "Excuse", "couleurs\u00a0: carreau, cœur, pique, tarok, trèfle"),
        ("slovenian-pagat", "carreaux", "retirez"),
        ("slovenian-pagat", "treffle", "vouliez-vous dire 'trèfle'"),
    ],
)
def test_a_suit_that_cannot_be_trumps_is_refused_with_french_words(name: str, trumps: str, hint: str) -> None:
    deck = LIBRARY.load(name).deck
    with pytest.raises(TarotError) as refused:
        tt.position(name, hand=deck.cards[0].code, trumps=trumps)
    assert hint in (refused.value.problems[0].hint or "")


@pytest.mark.usefixtures("french")
def test_holdings_are_typed_in_french() -> None:
    for name, french, english in (
        ("slovenian-pagat", "roi>=2, taroks<8, T21", "king>=2, taroks<8, T21"),
        ("scarto", "cartes basses>=3, Épée=1, roi d'épées", "low>=3, swords=1, SK"),
        ("hombre-1674", "FIGURE>=2,piques<4", "court>=2,spades<4"),
    ):
        deck = LIBRARY.load(name).deck
        typed = read_holding(french, deck, 0, place="--hand")
        assert typed == read_holding(english, deck, 0, place="--hand")
    slovenian = tt.odds("slovenian-pagat", holding="tarok=7, roi=1").to_dict()
    assert slovenian == tt.odds("slovenian-pagat", holding="taroks=7 king=1").to_dict()
    assert (
        tt.odds("scarto", holding="carte basse=7 dames=1").to_dict()
        == tt.odds("scarto", holding="low=7 queen=1").to_dict()
    )


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("name", "holding", "hint"),
    [
        ("slovenian-pagat", "roix=1", "vouliez-vous dire 'roi'"),
        ("slovenian-pagat", "roi=1 rois=2", "donnez chaque nom une fois"),
        ("slovenian-pagat", "figure=2 roi=3", "au moins 3"),
        ("scarto", "épées 3 coupes=1", "ainsi\u00a0: atout=3 épées=0"),
        ("scarto", "épées=", "écrivez des nombres ainsi"),
        ("scarto", "épées=99", "0 à 14"),
        ("hombre-1674", "spadille=1", "couleurs et marques\u00a0: carreau, carte numérale"),
        ("hombre-1674", "=1", "ainsi\u00a0: trèfle=3 pique=0"),
        ("hombre-1674", "cœur=6 pique=6", "une main a 9"),
    ],
)
def test_numbers_of_kinds_of_cards_are_refused_with_french_words(name: str, holding: str, hint: str) -> None:
    with pytest.raises(NotationError) as refused:
        tt.odds(name, holding=holding)
    assert hint in str(refused.value)


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("name", "holding", "hint"),
    [
        ("slovenian-pagat", "roy>=2", "vouliez-vous dire 'roi'"),
        ("slovenian-pagat", "roi de pique T21", "séparées par des virgules"),
        ("slovenian-pagat", "rois>=5", "le jeu"),
        ("scarto", "pique", "sortes de cartes\u00a0: Fou"),
        ("scarto", "épées=>1", "écrivez <="),
        ("scarto", ">=1", "séparées par des virgules"),
        ("hombre-1674", "bastos>=1", "sortes de cartes\u00a0: carreau"),
        ("hombre-1674", "rois>=", "écrivez <="),
        ("hombre-1674", "roi d'épées", "sortes de cartes"),
    ],
)
def test_holdings_are_refused_with_french_words(name: str, holding: str, hint: str) -> None:
    deck = LIBRARY.load(name).deck
    with pytest.raises(NotationError) as refused:
        read_holding(holding, deck, 0, place="--hand")
    assert hint in str(refused.value)


@pytest.mark.parametrize(("text", "halves"), [("49,5", 99), ("49,50", 99), ("0,5", 1), ("41,0", 82), ("49.5", 99)])
def test_card_points_are_typed_with_a_comma_or_a_point(text: str, halves: int) -> None:
    assert parse_halves(text) == halves


@pytest.mark.parametrize("text", ["1,000", "49,5,0", "49,25", ",5", "49,", "4 9,5"])
def test_a_comma_in_another_place_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a number of card points"):
        parse_halves(text)


def test_a_result_with_a_comma_is_scored() -> None:
    typed = [tt.score("fft-5", contract="garde", points=points, honours=2) for points in ("49,5", "49.5", "49½")]
    assert len({each.total for each in typed}) == 1


def test_the_word_itself_goes_before_the_name_of_another() -> None:
    assert word_named("two", {"one": "two", "two": "three"}) == "two"
    assert word_named(" Poignée  DOUBLE", {"double_handful": "poignee double"}) == "double_handful"
    assert word_named("", {"one": "un"}) is None


@pytest.mark.usefixtures("french")
def test_no_typed_word_of_a_list_is_another_one() -> None:
    for words in (VERBS, (*ASKED, QUIT, REVIEW, PRACTISE), (PASS, NOTHING)):
        assert len({typed_word(word) for word in words}) == len(words)
        assert all(typed_word(word) != word for word in words if word != "table")


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("name", LIBRARY.ids())
def test_the_words_of_facts_are_typed_in_french(name: str) -> None:
    for rule in Engine(LIBRARY.load(name)).index.observing.values():
        names = rule.word_names()
        for spelling, _words in rule.choices():
            typed = by_names(spelling, names)
            assert rule.read(spelling_of(typed.upper(), names)) == rule.read(spelling), typed
            assert spelling_of(spelling, names) == spelling
            assert typed != spelling or spelling.isdecimal() or spelling in ("double", "triple")


@pytest.mark.usefixtures("french")
def test_a_result_is_typed_in_french() -> None:
    def total(name: str, **given: Any) -> dict[str, Any]:
        return tt.score(name, **given).to_dict()

    french = {"contract": "garde", "points": "91", "honours": 3}
    assert total(
        "fft-4", last_trick_bonus="Preneur", slam=["annoncé-réussi"], handfuls=["simple:défense"], **french
    ) == total("fft-4", last_trick_bonus="taker", slam=["announced-made"], handfuls=["single:defence"], **french)
    slovenian = {"contract": "trois", "points": "40"}
    assert total("slovenian-pagat", facts={"score.trula": "preneur-annonce"}, **slovenian) == total(
        "slovenian-pagat", facts={"score.trula": "taker-announced"}, **slovenian
    )
    hombre = {"contract": "jeu"}
    for tricks, typed, spelling in (("8-1-0", "S:manqué", "S:failed"), ("9-0-0", "S:réussi", "S:made")):
        assert total("hombre-1674", facts={"count.tricks": tricks, "score.voll": typed}, **hombre) == total(
            "hombre-1674", facts={"count.tricks": tricks, "score.voll": spelling}, **hombre
        )
    kept = tt.trick("fft-4", "S1 S2 S3 SR", last_trick=True, won_every_trick="défense").to_dict()
    assert kept == tt.trick("fft-4", "S1 S2 S3 SR", last_trick=True, won_every_trick="defence").to_dict()


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("fft-4", {"slam": ["reussit"]}, "vouliez-vous dire 'réussi'"),
        ("fft-4", {"last_trick_bonus": "personne"}, "\u00a0: défense, preneur"),
        ("fft-4", {"facts": {"score.slam": "annoncé-reussit"}}, "vouliez-vous dire 'annoncé-réussi'"),
        ("fft-4", {"handfuls": ["triplee"]}, "vouliez-vous dire 'triple'"),
        ("slovenian-pagat", {"facts": {"score.trula": "camp-annoncé"}}, "parmi preneur, défense"),
        ("slovenian-pagat", {"facts": {"score.trula": "preneur-raté"}}, "annoncé, manqué, x2"),
        ("slovenian-pagat", {"facts": {"score.trula": "défense+preneur"}}, "preneur-annoncé-manqué+défense"),
        ("hombre-1674", {"facts": {"count.tricks": "9-0-0", "score.voll": "S:fini"}}, "parmi arrêté, réussi, manqué"),
        ("hombre-1674", {"facts": {"count.tricks": "9-0-0", "score.voll": "réussi"}}, "écrivez"),
        ("hombre-1674", {"facts": {"count.tricks": "9-0-0", "score.voll": "preneur:réussi"}}, "écrivez"),
        ("scarto", {"facts": {"score.slam": "preneur"}}, "pas de règle 'score.slam'"),
        ("scarto", {"last_trick_bonus": "preneur"}, "pas de prime"),
        ("scarto", {"slam": ["preneur"]}, "défense-annoncé-manqué"),
    ],
)
def test_facts_that_cannot_be_read_are_refused_with_french_words(name: str, given: dict[str, Any], said: str) -> None:
    whole = {
        "fft-4": {"contract": "garde", "points": "41", "honours": 2},
        "slovenian-pagat": {"contract": "trois", "points": "40"},
    }
    with pytest.raises(TarotError) as refused:
        tt.score(
            name, **{**whole.get(name, {"contract": "jeu"} if name == "hombre-1674" else {"pile": "SK S1 S2"}), **given}
        )
    assert said in str(refused.value)


@pytest.mark.usefixtures("french")
def test_files_have_the_english_words_alone() -> None:
    ruleset = Scorer.of(LIBRARY.load("fft-4"))
    faults: list[str] = []
    written = {
        "contract": "garde",
        "points": "41",
        "honours": 2,
        "taker": "S",
        "facts": {"score.last_trick_bonus": "preneur"},
    }
    with suppress(IndexError, ValueError):
        outcomes_of(
            ResultFile.model_validate(written),
            ruleset.for_result("garde"),
            ruleset.index.ruleset.deck,
            ("S", "E", "N", "W"),
            lambda _code, message, _path, hint: faults.append(f"{message} ({hint})"),
        )
    assert len(faults) == 1 and "'preneur'" in faults[0] and "taker, defence" in faults[0]


@pytest.mark.usefixtures("french")
def test_help_and_refusals_of_commands_name_the_french_words(capsys: pytest.CaptureFixture[str]) -> None:
    def asked(*args: str) -> tuple[str, str]:
        with pytest.raises(SystemExit):
            main(["--language", "fr", *args])
        shown = capsys.readouterr()
        return shown.out, shown.err

    assert "[preneur|défense]" in asked("score", "fft-4", "--help")[0]
    game = ("score", "fft-4", "--contract", "garde", "--points", "41", "--honours", "2")
    assert "'preneur', 'défense'" in asked(*game, "--petit", "personne")[1]
    assert "petit au bout" in asked(*game, "--petit", "DÉFENSE")[0].lower()


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("name", LIBRARY.ids())
def test_the_facts_to_choose_from_are_named_in_french(name: str) -> None:
    for rule in Engine(Library().load(name)).index.observing.values():
        for spelling, words in rule.choices():
            assert not re.search(r"\b(taker|defence|announced|failed|made)\b", words), f"{spelling}: {words}"


@pytest.mark.usefixtures("french")
def test_house_rules_are_named_in_titles_and_tables() -> None:
    ruleset = Library().load("enc2011-4+petit-in-last-trick")
    assert ruleset.option_names == ["le Petit dans le dernier pli"]
    assert "avec le Petit dans le dernier pli" in ruleset.called
    page = plain_text(tt.rulebook("enc2011-4+petit-in-last-trick").blocks(), width=1000)
    assert re.search(r"Règles maison\s+le Petit dans le dernier pli", page)


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("name", GAMES)
def test_answers_of_a_quiz_are_the_words_beside_them(name: str) -> None:
    library = Library()
    quiz, asked = Quiz(Engine(library.load(name)), advice_for(library, library.load(name)), 1), 0
    kinds = [kind for kind in ("bid", "winner", "discard") if kind in quiz.kinds]
    for exercise in (quiz.exercise(0, kind) for kind in kinds):
        shown = plain_text([exercise], width=1000)
        for choice in exercise.choices if exercise.pick < 2 else ():
            judged = {
                judge(exercise, typed).grade
                for typed in (choice.code, as_words(choice.code), str(choice.label).upper())
            }
            assert exercise.pick != 1 or judged == {choice.grade}
            assert choice.card or as_words(choice.code) in shown
            asked += 1
        for typed in ("xyz", "garde sans chien ni rien", " "):
            with pytest.raises(NotationError):
                judge(exercise, typed, quiz.engine.ruleset.deck)
    assert asked
