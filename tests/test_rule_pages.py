"""Rule pages: what one needs to play comes first, worked out from the rules; and authors' prose is laid out as lists, tables and stressed words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarot_teach.blocks import Bullets, Heading, Paragraph, RuleBlock, Table
from tarot_teach.errors import LoadError
from tarot_teach.explain.prose import prose_blocks, prose_lines
from tarot_teach.explain.rule_words import under_words
from tarot_teach.explain.rulebook import describe_rule, describe_rulebook, in_short, stated_above, value_text
from tarot_teach.loading import Library
from tarot_teach.loading.file_catalogue import shipped
from tarot_teach.mechanisms import bound_to
from tarot_teach.messages import printed_by
from tarot_teach.render import html, latex, markdown
from tarot_teach.render.terminal import plain_text
from tarot_teach.rules import Prose, ProseError, prose_scope, rule_text
from tarot_teach.text import Emphasis, RuleRef, Text
from tarot_teach.topics.check.check_file import warnings_of
from tests.helpers import LIBRARY, run
from tests.test_messages import Written

PROSE = """
A *puesta* comes first,
and goes on.

- one **thing**,
  over two lines
- another {{ term.talon }}

| | Won | Lost |
|---|---|---|
| **Empty** | the {{ term.talon }} | 4 |
"""


def tables(name: str) -> dict[str, list[list[str]]]:
    """The tables of a ruleset's page by their captions, as rows of cells; that of the course of a deal has none."""
    page = describe_rulebook(LIBRARY.load(name), LIBRARY)
    start = next(i for i, block in enumerate(page) if isinstance(block, Heading) and block.id == "in-short")
    end = next(i for i, block in enumerate(page) if i > start and isinstance(block, Heading))
    found = [block for block in page[start:end] if isinstance(block, Table)]
    return {str(table.caption): [[str(cell) for cell in row] for row in table.rows] for table in found}


def test_prose_names_words_and_cards_in_forms() -> None:
    ruleset = LIBRARY.load("guide-4")

    def filled(source: str) -> str:
        return str(Prose.compile(source).fill(prose_scope(ruleset)))

    assert filled("It is {{ term.excuse.a }}. {{ term.excuse.The }} wins, {{ term.honour.plural }} too.") == (
        "It is a 'Scuse. The 'Scuse wins, Ends too."
    )
    assert filled("It beats {{ card.SR }}. {{ card.T21.The }} wins.") == (
        "It beats the king of spades. The 21 of trumps wins."
    )
    with pytest.raises(ProseError) as wrong:
        filled("One\nor {{ term.excuse.teh }}.")
    assert wrong.value.line == 2 and "the" in wrong.value.hint and "'teh'" in wrong.value.message
    with pytest.raises(ProseError, match="no value"):
        filled("{{ term.excus.the }}")
    with pytest.raises(ProseError, match="no value"):
        filled("{{ term.excuse.the.a }}")


def test_articles_before_words_of_a_game_are_forms() -> None:
    """A translator needs the form, and a child may have a word with another beginning: “a 'Scuse”, but “an Excuse”."""
    article = re.compile(r"\b(?:[Tt]he|[Aa]n?)\s+\{\{ *term\.\w+ *\}\}|\{\{ *term\.\w+ *\}\}s\b")
    texts = {path: path.read_text(encoding="utf-8") for path in shipped().rglob("*.yaml")}
    assert [(path.name, found[0]) for path, text in texts.items() for found in article.finditer(text)] == []
    assert sum(len(re.findall(r"\{\{ *term\.\w+\.\w+ *\}\}", text)) for text in texts.values()) > 1000


def test_a_translation_of_prose_chooses_its_own_forms(library: Library) -> None:
    """The rule stands in one file; the article is that of each game's word."""
    french = Written(
        {
            "fft-4: terms.excuse.label|Excuse": "Excuse",
            "guide-4: terms.excuse.label|'Scuse": "Fou",
            "fft-4: rules.play.excuse.text|" + library.load("fft-4").rules["play.excuse"].text.source: (
                "Le pli {{ term.excuse.of }}, {{ term.excuse.de }}."
            ),
            "of|{word}'s": "du {word}",
            "of, before a vowel|{word}'s": "de l'{word}",
            "de|{word}": "de {word}",
            "de, before a vowel|{word}": "d'{word}",
        }
    )
    with printed_by(french):
        said = [
            rule_text(ruleset, ruleset.rules["play.excuse"]) for ruleset in map(Library().load, ("fft-4", "guide-4"))
        ]
    assert [str(text) for text in said] == ["Le pli de l'Excuse, d'Excuse.", "Le pli du Fou, de Fou."]


def test_prose_that_is_not_translated_keeps_its_english_articles() -> None:
    french = Written({"the|the {word}": "le {word}", "the, before a vowel|the {word}": "l'{word}"})
    with printed_by(french):
        ruleset = Library().load("fft-4")
        said = str(rule_text(ruleset, ruleset.rules["play.excuse"]))
    assert said.startswith("The Excuse may be played at any time")


def test_prose_is_laid_out_as_paragraphs_lists_and_tables() -> None:
    text = Prose.compile(PROSE.strip()).fill({"term": {"talon": "stock"}})
    first, listing, table = prose_blocks(text)
    assert first == Paragraph(Text(("A ", Emphasis("puesta"), " comes first, and goes on.")))
    assert isinstance(listing, Bullets)
    assert listing.items[0] == Text(("one ", Emphasis("thing", strong=True), ", over two lines"))
    assert [str(item) for item in listing.items] == ["one thing, over two lines", "another stock"]
    assert isinstance(table, Table) and [str(cell) for cell in table.head] == ["", "Won", "Lost"]
    assert [[str(cell) for cell in row] for row in table.rows] == [["Empty", "the stock", "4"]]
    assert [str(line) for line in prose_lines(text)] == [
        "A puesta comes first, and goes on.",
        "one thing, over two lines",
        "another stock",
        "Empty: the stock; 4",
    ]


@pytest.mark.parametrize("sign", ["3 * 4 * 5", "A*b*c", "* alone", "**", "2*"])
def test_asterisks_that_stress_no_words_stay(sign: str) -> None:
    assert Prose.compile(sign).fill({}) == Text((sign,))


def test_stressed_words_are_stressed_in_every_medium() -> None:
    words = [Paragraph(Text(("the ", Emphasis("plato"), " and ", Emphasis("5%", strong=True))))]
    assert plain_text(words) == "the plato and 5%"
    assert markdown(words) == "the *plato* and **5%**\n"
    assert latex(words) == "the \\emph{plato} and \\textbf{5\\%}\n"
    assert "the <em>plato</em> and <strong>5%</strong>" in html(words)


def test_a_parameter_of_several_parts_names_those_that_are_given() -> None:
    """Of an event, and of no rule of the library a part that was left out."""
    assert value_text(LIBRARY.load("strohmandeln-mayr").rule("score.pagat").params.event) == "wins: T1, trick: -1"  # type: ignore[attr-defined]
    values = (
        value_text(getattr(rule.params, name))
        for id in LIBRARY.ids()
        for rule in LIBRARY.load(id).rules.values()
        for name in type(rule.params).model_fields
    )
    assert not [value for value in values if "None" in value]


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_no_page_shows_the_signs_of_its_layout(name: str) -> None:
    ruleset = LIBRARY.load(name)
    page = plain_text(describe_rulebook(ruleset, LIBRARY), width=10_000)
    assert "*" not in page and "|" not in page and "\n- " not in page


@pytest.mark.parametrize("name", LIBRARY.ids())
def test_a_page_begins_with_what_one_needs_to_play(name: str) -> None:
    ruleset = LIBRARY.load(name)
    headings = [block.id for block in describe_rulebook(ruleset, LIBRARY) if isinstance(block, Heading)]
    assert headings[:2] == [name, "in-short"] and headings[-1] == "about"
    course = dict(tables(name)[""])
    assert {"Players", "Pack", "The deal", "The play", "The end of the game"} <= {*course}
    assert "dealt" in course["The deal"]


@pytest.mark.parametrize(
    ("name", "row", "words"),
    [
        ("scarto", "Counting", "in threes, the values of three cards together less 2: kings"),
        ("piedmont-4", "Counting", "in fours, the values of four cards together less 3: kings"),
        ("slovenian-pagat", "Counting", "in threes"),
        ("guide-4", "Counting", "to which come 4 points for each End"),
        ("early-17c", "Counting", "Besides, the Fool counts 5"),
        ("casita-robada", "Counting", "Each card of the pile counts 1."),
        ("hombre-1674", "Payment", "Each opponent pays the Ombre, or is paid"),
        ("zwanzigerrufen", "Payment", "each of the other side pays it"),
    ],
)
def test_the_game_in_short_says_how_cards_are_counted_and_who_pays(name: str, row: str, words: str) -> None:
    assert words in dict(tables(name)[""])[row]


@pytest.mark.parametrize(
    ("name", "counts"), [("early-17c", False), ("tresillo", False), ("scarto", True), ("fft-4", True)]
)
def test_card_points_are_shown_where_a_rule_asks_for_them(
    name: str, counts: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {len(row) for row in tables(name)["The cards"]} == {3 if counts else 2}
    code, out, _err = run(capsys, "deck", name)
    assert code == 0 and ("points" in out) is counts


def test_rules_of_some_contracts_stand_apart_in_the_game_in_short() -> None:
    rows = tables("slovenian-pagat")[""]
    labels = [label for label, _words in rows]
    talon = labels.index("The talon")
    assert labels[talon + 1] == "" and rows[talon + 1][1].startswith("In three and solo three: The talon is turned up")
    assert "lays 3 cards away" in rows[talon + 1][1], "what one contract has stands together"
    play = labels.index("The play")
    assert rows[play + 1][1].startswith("Otherwise forehand leads"), (
        "what holds in all is not read as part of the contracts before it"
    )


def test_contracts_are_named_by_the_few_that_are_left_out() -> None:
    ruleset = LIBRARY.load("slovenian-pagat")
    assert str(under_words(ruleset, ruleset.rule("declare.kontra"))) == "In all contracts but klop."
    assert str(under_words(ruleset, ruleset.rule("call.king"))) == "In three, two and one."


def test_the_contracts_stand_in_their_order() -> None:
    rows = tables("slovenian-pagat")["The contracts, from the lowest to the highest"]
    assert [row[:3] for row in rows[:4]] == [
        ["1", "three", "10"],
        ["2", "two", "20"],
        ["3", "one", "30"],
        ["4", "solo three", "40"],
    ]
    assert rows[-1][:3] == ["–", "klop", "–"], "nobody bids it"
    assert "The contracts, from the lowest to the highest" not in tables("scarto")


def test_the_cards_stand_from_the_highest_down_with_their_values() -> None:
    assert tables("scarto")["The cards"] == [
        [
            "Swords and batons",
            "king, queen, knight, jack, 10 to 1",
            "king: 5; queen: 4; knight: 3; jack: 2; the others: 1",
        ],
        [
            "Cups and coins",
            "king, queen, knight, jack, 1 to 10",
            "king: 5; queen: 4; knight: 3; jack: 2; the others: 1",
        ],
        ["Trumps", "Angel (20), World (21), 19 to 1", "Angel (20) and 1: 5; the others: 1"],
        ["Fool", "–", "4"],
    ]
    assert tables("hombre-1674")["The cards"] == [
        ["Hearts and diamonds", "king, queen, knave, ace, 2 to 7"],
        ["Spades and clubs", "king, queen, knave, 7 to 2"],
        ["Trumps, if spades or clubs", "ace of spades, 2, ace of clubs, king, queen, knave, 7 to 3"],
        ["Trumps, if hearts or diamonds", "ace of spades, 7, ace of clubs, ace, king, queen, knave, 2 to 6"],
    ]
    assert tables("ruff-and-honours")["The cards"][-1] == ["Trumps", "ace, king, queen, jack, 10 to 2"], "of any suit"
    assert "The cards" not in tables("casita-robada"), "no card beats another"


def test_the_score_in_short_names_the_pool_and_has_its_signs() -> None:
    game, alone = tables("hombre-1674")["The score in short"]
    beside = "The others take in, The pool, Matadors in one hand and The Voll made"
    assert game == ["Game", "value of the contract", f"The stakes, Passing, The Ombre takes in, {beside}"]
    assert alone == ["Sans prendre", "value of the contract", f"The stakes, Passing, {beside}"]
    (row,) = tables("tresillo")["The score in short"]
    assert row[2] == "The plates, The nine ends of a deal and Primeras and bola paid"
    klop, calling, *_others = tables("slovenian-pagat")["The score in short"]
    assert klop[:2] == ["klop", "− card points"]
    assert (
        calling[1].startswith("((value of the contract + margin) × 2 for each of kontra, rekontra")
        and "King ultimo" in calling[1]
    )
    scarto = plain_text(describe_rulebook(LIBRARY.load("scarto"), LIBRARY))
    assert "The score in short: card points − 26." in scarto


def test_differences_from_the_parent_stand_on_a_page_of_their_own() -> None:
    ruleset = LIBRARY.load("tresillo")
    page = describe_rulebook(ruleset, LIBRARY)
    words = " ".join(plain_text(page, width=10_000).split())
    assert "Unlike" not in words and "Not in Ombre, blog: Juego, Vuelta, Solo and Trumps turned up." in words
    assert "tarot-teach compare hombre-blog tresillo" in words
    assert any(
        "Unlike" in str(change) for change in describe_rule(ruleset, ruleset.rule("bid.auction"), LIBRARY).changes
    )
    assert next(block for block in page if isinstance(block, RuleBlock) and block.id == "bid.juego").changes == ()


def test_a_rule_that_only_lacks_a_contract_is_no_other_rule() -> None:
    page = " ".join(plain_text(describe_rulebook(LIBRARY.load("slovenian-pagat-3"), LIBRARY), width=10_000).split())
    otherwise = page.partition("Otherwise in Slovenian tarok: ")[2].partition(".")[0]
    assert "Dealing" in otherwise and "Trula" not in otherwise and "Kontra" not in otherwise


def test_ends_of_a_deal_are_a_table() -> None:
    ruleset = LIBRARY.load("tresillo")
    body = describe_rule(ruleset, ruleset.rule("score.pool"), LIBRARY).body
    (table,) = [block for block in body if isinstance(block, Table)]
    assert [str(cell) for cell in table.head] == ["", "Sacado", "Repuesto", "Codillo"] and len(table.rows) == 3


def test_parameters_are_no_part_of_the_words_for_a_terminal() -> None:
    assert "spare" not in plain_text(describe_rulebook(LIBRARY.load("burro"), LIBRARY))


@pytest.mark.parametrize(
    "text, what",
    [
        ("Fine. *Stressed* words, 3 * 4, a [card], 5 < 6.", ""),
        ("Some:\n- one\n- two", ""),
        ("# Heading", "a heading"),
        ("1. one\n2. two", "a numbered list"),
        ("- one\n  - two", "a list in a list"),
        ("See [there](http://example.org).", "a link"),
        ("Write `this`.", "code"),
        ("A <b>word</b>.", "HTML"),
        ("The *{{ term.taker }}*.", "stress over an interpolated word"),
    ],
)
def test_check_warns_of_signs_that_no_page_sets(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "mine.yaml"
    body = "\n".join(f"      {line}" for line in ["First.", "", *text.splitlines()])
    path.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: fft-4\nchanges:\n  score.base:\n    because: we like it\n"
        f"    text: |\n{body}\n",
        encoding="utf-8",
    )
    found = [problem for problem in warnings_of(path, "ruleset", Library([path])) if problem.code == "rules.layout"]
    assert [problem.message.partition("signs of ")[2].partition(" as they")[0] for problem in found] == (
        [what] if what else []
    )
    assert all(problem.place.line == 11 + (what == "a list in a list") for problem in found)


def test_a_game_in_which_somebody_has_to_bid_needs_no_rule_for_all_pass(tmp_path: Path) -> None:
    assert "bid.all_pass" not in LIBRARY.load("zwanzigerrufen").rules
    path = tmp_path / "mine.yaml"
    path.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: zwanzigerrufen\ndrops: {bid.forehand: anybody may pass}\n",
        encoding="utf-8",
    )
    with pytest.raises(LoadError, match="no rule says what happens when all pass"):
        Library([path]).load(str(path))


def test_marks_are_named_by_their_cards() -> None:
    ruleset = LIBRARY.load("slovenian-pagat")
    rule = ruleset.rule("discard.never")
    assert str(bound_to(rule, ruleset).says()).endswith("every king, the pagat, the mond and the škis.")


def test_a_rule_that_an_ancestor_has_is_stated_in_short() -> None:
    game, pages = LIBRARY.load("enc2020-4"), ["enc2011-4", "fft-4", "blog-4"]
    above = {id: stated_above(game, rule, pages) for id, rule in game.rules.items()}
    by = {id: found.name for id, found in above.items() if found}
    assert by["play.follow_suit"] == "fft-4", "the farthest that has it"
    assert {*by.values()} == {"fft-4", "enc2011-4"}
    differing = [id for id, rule in game.rules.items() if id not in by]
    assert 0 < len(differing) < 5
    assert not stated_above(LIBRARY.load("fft-4"), LIBRARY.load("fft-4").rules["play.follow_suit"], pages)
    assert stated_above(game, game.rules["play.follow_suit"], ["enc2011-4"]).name == "enc2011-4", "of those with pages"
    whole = describe_rule(game, game.rules["play.follow_suit"], LIBRARY)
    short = in_short(whole, LIBRARY.load("fft-4"))
    assert short.body == whole.body and short.sources == whole.sources and not short.params
    assert [part.ruleset for part in short.see if isinstance(part, RuleRef)] == ["fft-4"]
