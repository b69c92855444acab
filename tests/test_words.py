"""The words that the program prints: one vocabulary for each ruleset, and plain English."""

from __future__ import annotations

import ast
import html
import io
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import tarot_teach as tt
from tarot_teach.advice.format import advice_for
from tarot_teach.blocks import Block, HandDiagram, Heading, Steps, flat
from tarot_teach.cards import Card, Deck, Suit
from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.engine import Engine
from tarot_teach.errors import NotationError, error_codes
from tarot_teach.explain.rule_words import rule_words
from tarot_teach.explain.rulebook import describe_rulebook
from tarot_teach.explain.score_sheet import contract_noun, taker_plays
from tarot_teach.loading.yaml_reader import read_yaml
from tarot_teach.mechanisms import all_mechanisms, find
from tarot_teach.mechanisms.play.play_on import PlayOn
from tarot_teach.messages import number_word
from tarot_teach.records.gathered import load_example
from tarot_teach.records.replay import Replay
from tarot_teach.records.runner import replay
from tarot_teach.render.terminal import plain_text
from tarot_teach.rules import Prose, ProseError, Ruleset, prose_scope
from tarot_teach.table import Effect, Finding, seat_name
from tarot_teach.text import PageRef, TermRef, Text, say
from tarot_teach.topics.compare.deals_page import lesson
from tarot_teach.topics.quiz.quiz import Quiz, judge
from tests.golden_lines import rule_lines, score_lines
from tests.golden_texts import deals_text
from tests.helpers import LIBRARY, in_turn, who

ENGINES = {name: Engine(LIBRARY.load(name)) for name in LIBRARY.ids()}


def generic_words(ruleset: Ruleset) -> dict[str, re.Pattern[str]]:
    """The general names of the concepts that a ruleset calls by other words; the defence, whose players are defenders, apart."""
    return {
        id: re.compile(rf"\b{re.escape(LIBRARY.glossary()[id].en)}s?\b(?!\.)", re.IGNORECASE)
        for id, term in ruleset.terms.items()
        if term.label.casefold() != LIBRARY.glossary()[id].en.casefold() and id != "defence"
    }


def strangers(ruleset: Ruleset, text: str) -> list[str]:
    """General names in a text that a ruleset has other words for, each with the words around it."""
    text = re.sub(r"\b(?:score|declare|play|talon|discard|count)\.\w+", "", text)  # ids of rules
    return [
        text[max(0, found.start() - 30) : found.end() + 20]
        for pattern in generic_words(ruleset).values()
        for found in pattern.finditer(text)
    ]


def replayed(path: Path) -> Replay:
    record = load_example(path.stem, LIBRARY)
    return replay(record, ENGINES.get(record.file.ruleset) or Engine(LIBRARY.load(record.file.ruleset)))


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_a_ruleset_speaks_in_its_own_words(name: str) -> None:
    """In what its mechanisms say of themselves, the lines of the score sheet, its formula and the headings of its page."""
    engine = ENGINES[name]
    said = [str(mechanism.says()) for mechanism in engine.index.mechanisms.values()]
    headings = [str(block.text) for block in describe_rulebook(engine.ruleset, LIBRARY) if isinstance(block, Heading)]
    assert not strangers(engine.ruleset, "\n".join([*said, *headings, engine.scorer.formula()]))


@pytest.mark.parametrize("path", in_turn(LIBRARY.paths("example")), ids=lambda path: path.stem)
def test_the_page_of_an_example_has_one_vocabulary(path: Path) -> None:
    done = replayed(path)
    assert not strangers(done.engine.ruleset, one_line(lesson(done)))


def one_line(blocks: Iterable[Block]) -> str:
    return re.sub(r"\s+", " ", plain_text(blocks, width=10_000))


def test_words_come_in_the_form_that_a_sentence_asks_for() -> None:
    oudler, petit = TermRef("honour", "oudler"), TermRef("last_trick_bonus", "petit au bout", "petits au bout")
    assert str(say("{x:a} and {y:the}: {x:plural}, {y:plural}.", x=oudler, y=petit)) == (
        "An oudler and the petit au bout: oudlers, petits au bout."
    )
    assert [str(oudler.count(number)) for number in (0, 1, 3)] == ["no oudlers", "1 oudler", "3 oudlers"]
    for word, article in (("End", "an"), ("honour", "an"), ("handful", "a"), ("écart", "an"), ("chelem", "a")):
        assert str(say("{x} {x:a}", x=word)).endswith(f" {article} {word}")
    assert say("{x}.", x=oudler) == Text((TermRef("honour", "Oudler"), "."))
    with pytest.raises(KeyError):
        say("{x:dative}", x=oudler)


@pytest.mark.parametrize(
    "name", ("fft-4", "guide-4", "hombre-1674", "tresillo", "slovenian-pagat", "scarto", "ruff-and-honours", "burro")
)
def test_none_and_one_of_a_thing_are_said_in_words(name: str) -> None:
    """Sentences on random deals, results and rules: no oudlers, not 0 of them; one trick, not 1 tricks."""
    engine = ENGINES[name]
    texts = [deals_text(name), *score_lines(engine), *rule_lines(engine)]
    honours = engine.ruleset.terms["honour"].plural
    wrong = re.compile(rf"\b0 ({honours}|honours|tricks|cards)\b|\b1 (tricks|cards|{honours}|trumps|card points)\b")
    assert not [line for text in texts for line in text.splitlines() if wrong.search(line)]


def test_a_small_slam_that_loses_one_trick_is_said_in_the_singular() -> None:
    deck = ENGINES["fft-4"].ruleset.deck
    amounts = {"made": "100", "announced": "200", "failed": "100"}
    for step, kind, more in (
        ("score", "small_slam_bonus", {"amounts": amounts}),
        ("declare", "announced_small_slam", {}),
    ):
        for but, words in (("1", "all tricks but one"), ("2", "all tricks but 2")):
            mechanism = find(step, kind)
            bound = mechanism(f"{step}.small", mechanism.Params.model_validate({"but": but, **more}), deck)
            assert words in str(bound.says())


def test_numbers_that_are_names_of_contracts_get_a_noun() -> None:
    ruleset = ENGINES["slovenian-pagat"].ruleset
    nouns = {name: contract_noun(ruleset, name).title for name in ("three", "one", "solo_one", "beggar")}
    assert nouns == {"three": "game of three", "one": "game of one", "solo_one": "solo one", "beggar": "beggar"}
    assert str(taker_plays(ruleset, "South", "one")) == "South is the declarer and plays a game of one."
    sheet = plain_text(tt.score("slovenian-pagat", "one", 45, 2).blocks(), width=200)
    assert "A game of one is worth 30." in sheet
    assert str(taker_plays(ENGINES["fft-4"].ruleset, "South", "garde")) == "South is the taker and plays a garde."


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("hombre-1674", {"contract": "game", "facts": {"count.tricks": "5-4-0"}}, "A game brings nothing by itself."),
        ("tresillo", {"contract": "juego", "facts": {"count.tricks": "5-4-0"}}, "A juego brings nothing by itself."),
        ("ruff-and-honours", {"facts": {"score.tricks": 7}}, "tricks above 6 + honours"),
    ],
)
def test_a_score_sheet_is_worded_by_the_game(name: str, given: dict[str, Any], said: str) -> None:
    assert said in plain_text(tt.score(name, **given).blocks(), width=200)


def test_small_numbers_in_sentences_are_words() -> None:
    assert [number_word(number) for number in (0, 1, 3, 12, 13)] == ["0", "one", "three", "twelve", "13"]
    for name in ("hombre-1674", "hombre-blog", "tresillo"):
        printed = one_line(describe_rulebook(ENGINES[name].ruleset, LIBRARY))
        assert "The three highest trumps" in printed and not re.search(r"[Tt]he \d highest|first \d tricks", printed)
    for name, won in (("hombre-1674", "won the first four"), ("hombre-blog", "won the first five")):
        rule = ENGINES[name].ruleset.rules["play.voll"]
        assert won in str(rule_words(ENGINES[name].ruleset, rule))
        assert number_word(ENGINES[name].index.all(PlayOn)[0].after) in won, "the word is that of the parameter"
    deck = ENGINES["fft-4"].ruleset.deck
    for number, words in (("1", "dealt once;"), ("2", "dealt two times;")):
        kind = find("match", "number_of_deals")
        assert words in str(kind("match.deals", kind.Params.model_validate({"each": number}), deck).says())


def test_payments_go_where_the_game_keeps_them() -> None:
    """Into the pool of L'Ombre, into the plates of Tresillo."""
    for name, place in (("hombre-1674", "the pool"), ("tresillo", "the plates")):
        paid = Finding("bid.stakes", Effect.DECIDES, {"amounts": (-5, 0, 0)})
        assert str(ENGINES[name].because(paid, who)) == f"S pays 5 into {place}."
    ruleset = ENGINES["tresillo"].ruleset
    assert not [id for id, rule in ruleset.rules.items() if "pool" in str(rule_words(ruleset, rule))]
    blog = ENGINES["hombre-blog"].ruleset
    assert not blog.rules["exchange.trumps"].note, "a Spanish pack has no black suits"


def test_cards_are_called_as_the_ruleset_calls_them() -> None:
    """They are the same cards all the same, so that a hand can be followed by several rulesets."""
    federation, guide, early = (ENGINES[name].ruleset.deck for name in ("fft-4", "guide-4", "early-17c"))
    assert [deck.card("EX").name for deck in (federation, guide, early)] == ["Excuse", "'Scuse", "Fool"]
    assert [deck.card("HV").name for deck in (federation, early)] == ["jack of hearts", "page of hearts"]
    assert federation.card("EX") == early.card("EX") and federation.set(federation.all) == early.set(early.all)
    assert federation is ENGINES["enc2011-5"].ruleset.deck
    assert federation.card("EX") != federation.card("T1") and federation.card("EX") != "EX"
    assert {federation.card("HV"): 1}[early.card("HV")] == 1


def test_a_mechanism_that_belongs_to_no_ruleset_calls_concepts_by_their_ids() -> None:
    deck = ENGINES["fft-4"].ruleset.deck
    kind = find("score", "slam_bonus")
    params = kind.Params.model_validate({"made": "200", "announced": "400", "failed": "200"})
    assert kind("score.slam", params, deck).say("{slam:a}, {last_trick_bonus}") == say(
        "A {x}, {y}", x=TermRef("slam", "slam"), y=TermRef("last_trick_bonus", "last trick bonus")
    )


def test_the_talon_lies_in_the_middle_until_it_is_taken() -> None:
    """A card of a record that begins with the discard is shown in one place, and then goes into the hand."""
    done = replayed(LIBRARY.find_record("example", "annotated-deal-6"))
    blocks = list(flat(lesson(done)))
    hands = next(block for block in blocks if isinstance(block, HandDiagram))
    talon = {card for _name, place, cards in hands.middle if place == "talon" for card in cards}
    shown = [card for row in hands.hands for card in row.cards] + list(talon)
    assert len(talon) == 6 and len(shown) == len(set(shown)) == 78
    assert [len(row.cards) for row in hands.hands] == [18] * 4
    moves = dict(next(row for block in blocks if isinstance(block, Steps) for row in block.rows if row.moves).moves)
    assert talon <= moves.keys() and list(moves.values()).count("discard") == 6


def test_cards_are_read_as_they_are_printed() -> None:
    deck = ENGINES["fft-4"].ruleset.deck
    read = "R♥ ♥K 10♥ HD hv A21 21 1 a5 ★ EX excuse ♠\ufe0e1"
    assert [deck.card(word).code for word in read.split()] == [
        "HR",
        "HR",
        "H10",
        "HD",
        "HV",
        "T21",
        "T21",
        "T1",
        "T5",
        "EX",
        "EX",
        "EX",
        "S1",
    ]
    for word, hint in (("KH", "suit first: HK"), ("10H", "suit first: H10"), ("3d", "suit first: D3")):
        with pytest.raises(NotationError, match=hint):
            deck.card(word)
    for word in ("22", "A0", "A22", "♥", "H", "", "0", "♥♥R", "KK"):
        with pytest.raises(NotationError):
            deck.card(word)
    assert ENGINES["early-17c"].ruleset.deck.card("fool").code == "EX"


def test_a_bare_number_names_no_card_where_there_are_two_suits_of_trumps() -> None:
    """Nor is A a letter for trumps where a suit has it."""
    kinds = {"X": "trump", "Y": "trump", "A": "plain"}
    suits = {letter: Suit(letter, letter, letter.lower(), "", kind) for letter, kind in kinds.items()}
    cards = tuple(
        Card(f"{suit.letter}{rank}", 2 * i + rank - 1, suit, rank, str(rank), str(rank), 1)
        for i, suit in enumerate(suits.values())
        for rank in (1, 2)
    )
    deck = Deck("odd", "odd pack", cards, suits, {}, {})
    assert deck.card("a2").code == "A2"
    with pytest.raises(NotationError):
        deck.card("2")


@pytest.mark.parametrize(
    "name,words",
    [
        ("fft-4", ("garde sans", "--oudlers", "--petit", "--poignée", "--chelem")),
        ("fft-4", ("Garde sans le chien", "--oudlers", "--petit-au-bout", "--poignees", "--chelem")),
        ("guide-4", ("garde-sans", "--ends", "--pagat-ultimo", "--handful", "--slam")),
        ("guide-4", ("keep without the talon", "--honours", "--pagat", "--handfuls", "--slams")),
    ],
)
def test_a_result_is_given_in_the_words_of_the_ruleset(
    name: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    contract, honours, bonus, handful, slam = words
    given = ["--points", "91", honours, "3", f"{bonus}=taker", handful, "single", slam, "made"]
    assert answered(capsys, "score", name, "--contract", contract, *given) == answered(
        capsys,
        "score",
        name,
        "--contract",
        "garde_sans",
        "--points",
        "91",
        "--honours",
        "3",
        "--last-trick-bonus",
        "taker",
        "--handful",
        "single",
        "--slam",
        "made",
    )


@pytest.mark.parametrize("args", [["fft-4", "--oudlerz", "2"], ["nothing", "--oudlers", "2"], ["--oudlers", "2"]])
def test_an_option_in_no_words_is_refused(args: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["score", *args])
    assert caught.value.code == 2


def test_a_quiz_asks_what_is_judged(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Questions on discards ask which cards may be laid away; bids are asked and answered in words."""
    quiz = Quiz(ENGINES["fft-4"], advice_for(LIBRARY, ENGINES["fft-4"].ruleset), 3)
    assert re.search(r"^Which 6 cards may \w+ lay away\?$", str(quiz.exercise(0, "discard").question))
    bid = quiz.exercise(0, "bid")
    assert "garde_sans" not in plain_text([bid]) and "garde sans" in plain_text([bid])
    for word in ("garde sans", "garde_sans", "Garde sans le chien"):
        assert judge(bid, word).grade in ("right", "possible")
    legal = quiz.exercise(1, "legal")
    deck = ENGINES["fft-4"].ruleset.deck
    right = [choice.card for choice in legal.choices if choice.card and choice.grade == "right"]
    typed = " ".join(f"A{card.rank}" if card.is_trump else card.glyph[1:] + card.glyph[:1] for card in right)
    assert judge(legal, typed, deck).grade == "right"
    monkeypatch.setattr("sys.stdin", io.StringIO("help\n?\n"))
    with pytest.raises(SystemExit):
        main(["quiz", "fft-4", "--kind", "bid", "--seed", "3", "--count", "1"])
    assert capsys.readouterr().out.count("Type one of the words on the left") == 2


def test_prose_names_examples_and_house_rules() -> None:
    """By their titles, as links; one that there is not is refused with what it may mean."""
    scope = prose_scope(ENGINES["fft-4"].ruleset)
    text = Prose.compile("As in {{ example.going_over }}; see {{ option.play_clockwise }}.").fill(scope)
    assert str(text) == "As in “Going over”; see “Playing clockwise”."
    assert [part for part in text if isinstance(part, PageRef)] == [
        PageRef("example", "going-over", "Going over"),
        PageRef("option", "play-clockwise", "Playing clockwise"),
    ]
    with pytest.raises(ProseError, match="there is no example 'going-ower'") as caught:
        Prose.compile("{{ example.going_ower }}").fill(scope)
    assert "going-over" in caught.value.hint
    with pytest.raises(ProseError, match="there is no option 'going-over'"):
        Prose.compile("{{ option.going_over }}").fill(scope)


PLAIN = {
    r"\bmade the (last-trick bonus|petit au bout)": "won the bonus",
    r"\bthe dearest\b": "worth most",
    r"\bin the midst of\b": "inside",
    r"\bhave not the\b": "do not have the",
    r"\bobliges to\b": "means that … must",
    r"\bto part cards\b": "to decide between cards",
    r"\btwo tables part\b": "the tables differ",
    r"\bplace of courage\b": "asks for courage",
    r"\bthe player (random|simple)\b": "the player “simple”",
    r"\bfrom .* follows \S+\.$": "they make it",
    r"\ball of those\b.*\bas many of these\b": "say which",
    r"\botherwise than\b": "differently from",
    r"\banother [\w ]+ than\b|\bother \w+ than those\b": "a different … from",
    r"\bthat there is not\b": "that does not exist",
    r"(^|[(:] )(possible (is|are)|allowed are|refused is)\b": "… are possible",
    r"\bfrom the result follows\b": "the result makes it",
    r"\b(is|are) as likely[,.]": "equally likely",
    r"\b(totals|scores) together make\b": "add up to",
    r"\b[Ii]nput should\b|\bafter validation\b|\bvalid (integer|string|dictionary|list)\b": "words of our own",
}
"""Turns of phrase that are no English, or a riddle, with what to say instead."""
PROSE = {
    r"(^|[.;:] )(Only )?[Ww]ho (leads|keeps|holds|reaches|has|cannot|shows|wins|plays|trumps|draws) [^?]*[.;]$": "a player who",
    r"[;,] who (leads|keeps|holds|reaches|cannot|shows|wins|draws|is missing) ": "a player who",
    r"`\w+`": "words, no code",
}
"""Likewise, of what players read; help says “who plays”, and errors show what is to be written."""

ROOT = Path(__file__).parent.parent


def printed() -> Iterator[tuple[str, str]]:
    """Every sentence that players read, with its place: phrases of the code, and the prose of rulesets, options and examples.

    Errors and hints are none of them: they begin with a small letter, and no full stop ends them.
    """
    for path in sorted((ROOT / "tarot_teach").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("_" | "N_" | "ngettext" | "pgettext"), phrases):
                    for phrase in (str(part.value) for part in phrases if isinstance(part, ast.Constant)):
                        if phrase[:1].isupper() or phrase.endswith("."):
                            yield f"{path.name}:{node.lineno}", phrase
    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        yield from ((f"{path.name}: {'.'.join(key)}", text) for key, text in _texts(read_yaml(path).data, ()))


def reported() -> Iterator[tuple[str, str]]:
    """Errors, hints, help and descriptions of fields, with their places: texts in the code that are no docstrings, and the
    catalogue of errors."""
    for path in sorted((ROOT / "tarot_teach").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if node not in skipped and isinstance(node, ast.Constant | ast.JoinedStr):
                parts = node.values if isinstance(node, ast.JoinedStr) else [node]
                yield (
                    f"{path.name}:{node.lineno}",
                    "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts),
                )
    for code, explained in error_codes().items():
        yield code, f"{explained.cause} {explained.cure}"


def _texts(data: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Texts for people in a file, by their keys."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, (*path, str(key)))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from _texts(value, (*path, str(i)))
    elif isinstance(data, str) and " " in data and "at" not in path[-1:]:
        yield path, " ".join(data.split())


def faults(place: str, text: str, patterns: dict[str, str] = PLAIN) -> list[str]:
    """Turns of phrase in a text that are not plain, each with its sentence and what to write instead."""
    return [
        f"{place}: {sentence!r}: write {better!r}"
        for sentence in re.split(r"(?<=[.!?]) ", text)
        for pattern, better in patterns.items()
        if re.search(pattern, sentence)
    ]


def test_what_is_printed_is_plain_english() -> None:
    found = [fault for place, text in printed() for fault in faults(place, text, PLAIN | PROSE)]
    found += [fault for place, text in reported() for fault in faults(place, text)]
    assert not found, "\n".join(found)


SAID = {
    **{
        f"session {path.stem}": read_yaml(path).data["ruleset"]
        for path in sorted((ROOT / "rulesets").glob("*/sessions/*"))
    },
    **{f"odds {name}": name for name in LIBRARY.ids()},
    "odds fft-4 --holding trumps=7": "fft-4",
    "simulate fft-4 --deals 40 --all": "fft-4",
    "simulate guide-4 guide-4+misere --deals 40 --players random --all": "guide-4",
    "simulate early-17c --deals 40": "early-17c",
    "legal fft-5 --first-trick --called SR --hand S2,SR,D4,T3": "fft-5",
    "legal guide-4 --hand T4,D2,EX --trick H10,T7": "guide-4",
    "legal early-17c --hand T4,D2 --trick H10,T7": "early-17c",
    "score fft-4 --contract garde --points 45 --honours 1 --last-trick-bonus taker": "fft-4",
    "score fft-5 --contract garde --points 41.5 --honours 2 --handful single": "fft-5",
    "score guide-4 --contract garde_contre --points 88 --honours 3 --slam announced-made": "guide-4",
    "score early-17c --pile SR,T21": "early-17c",
    "replay guide-example-1": "guide-4",
    "replay excuse-goes-with-the-trick": "blog-4",
    "replay the-called-king-in-the-talon": "fft-5",
    "replay fool-surrendered": "early-17c",
}
"""Command lines, by which ruleset the answer speaks."""


@pytest.mark.parametrize("words", SAID)
def test_a_command_answers_in_plain_words_of_its_ruleset(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = " ".join(answered(capsys, *words.split()).split())
    assert not faults(words, out, PLAIN | PROSE)
    assert not strangers(LIBRARY.load(SAID[words]), out)


@pytest.mark.parametrize("command", ["", *group.list_commands(click.Context(group))])
def test_help_is_plain_english(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert not faults(command, " ".join(answered(capsys, *command.split(), "--help").split()))


def answered(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Output of a command. Cards in one word are separated by commas."""
    with pytest.raises(SystemExit) as caught:
        main([word.replace(",", " ") for word in args])
    assert not caught.value.code, capsys.readouterr().err
    return capsys.readouterr().out


def test_parameters_are_described_without_code() -> None:
    """Their descriptions stand on rule pages."""
    for mechanism in all_mechanisms():
        for name, field in mechanism.Params.model_fields.items():
            assert "`" not in (field.description or ""), f"{mechanism.step}.{mechanism.name}: {name}"


def test_players_without_names_are_not_called_by_a_bare_letter() -> None:
    """“A calls again” reads like an article."""
    assert seat_name("A", "ABCDE") == "Player A"
    assert seat_name("N", "SENW") == "North" and seat_name("S", "SEW") == "South"


def test_a_game_gives_a_word_of_the_glossary_another_meaning() -> None:
    for name, concept, meaning in (
        ("zwanzigerrufen", "honour", "The Sküs, the Mond or the Pagat"),
        ("scarto", "discard", "The cards that the dealer lays away"),
        ("tresillo", "talon", "from which players take in others"),  # as the game that it is made from
    ):
        ruleset = LIBRARY.load(name)
        assert meaning in ruleset.meanings[concept] and meaning not in LIBRARY.glossary()[concept].meaning
        assert ruleset.terms[concept].by in (ruleset.id, *ruleset.lineage)
    page = plain_text(describe_rulebook(LIBRARY.load("scarto"), LIBRARY))
    assert "dealer lays away" in " ".join(page.split()) and "that the taker lays away" not in " ".join(page.split())
    assert not LIBRARY.load("fft-4").meanings


def test_a_page_shows_the_meaning_that_a_word_has_in_its_game(tmp_path: Path) -> None:
    source, out, said = tmp_path / "pages", tmp_path / "out", io.StringIO()
    source.mkdir()
    (source / "conf.py").write_text('extensions = ["tarot_teach.sphinxext"]\nhtml_theme = "basic"\n', encoding="utf-8")
    rules = ".. tarot:rules:: scarto\n   :rule: exchange.scarto\n\n.. tarot:rules:: fft-4\n   :rule: discard.count\n"
    (source / "index.rst").write_text(f"Game\n====\n\n{rules}\n:tarot:term:`discard`\n", encoding="utf-8")
    with patch_docutils(), docutils_namespace():
        Sphinx(str(source), str(source), str(out), str(out / "trees"), "html", status=None, warning=said).build()
    page = html.unescape((out / "index.html").read_text(encoding="utf-8"))
    words = json.loads(re.search(r'data-words="(\{"more".*?\}\})"', page)[1])["terms"]
    assert "the dealer lays away" in words["discard scarto"][0] and "the taker lays away" in words["discard"][0]
