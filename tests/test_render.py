"""One block of each kind through each renderer; nothing that an author writes becomes more than text."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tarot_teach import blocks
from tarot_teach.blocks import (
    Block,
    Bullets,
    Choice,
    Exercise,
    FamilyTree,
    HandDiagram,
    HandRow,
    Heading,
    JudgedPosition,
    Listing,
    Paragraph,
    PlayRow,
    Plot,
    PlotRow,
    QuestionPool,
    QuestionSet,
    Reason,
    Relative,
    RuleBlock,
    ScoreSheet,
    SheetRow,
    Spoiler,
    Stepper,
    StepRow,
    Steps,
    Table,
    TrickDiagram,
    TryGame,
    TryHouseRule,
    TryIt,
)
from tarot_teach.explain.rulebook import describe_rulebook
from tarot_teach.loading import Library
from tarot_teach.records.gathered import load_example
from tarot_teach.records.runner import replay_by
from tarot_teach.render import console, html, latex, markdown, page, terminal
from tarot_teach.render.common import answers, curly
from tarot_teach.render.latex import with_unicode_signs
from tarot_teach.render.terminal import in_ascii, plain_text
from tarot_teach.sphinxext.nodes import Converter, diagram
from tarot_teach.text import Cite, PageRef, RuleRef, TermRef, Text, say, separated_by_dots
from tarot_teach.topics.compare.deals_page import lesson
from tests.helpers import LIBRARY, STRAIGHT, in_turn, words_of

DECK = LIBRARY.deck("tarot-78")
NASTY = "<script>alert(1)</script> `x` *y* | \\input{z} $5 & 50% _a_ {{ b }} [c](javascript:d) #e \x1b[31mf"


def blocks_with(words: str) -> list[Block]:
    text = Text((words,))
    card, other = DECK.card("HR"), DECK.card("T18")
    refs = say("{card} and {cards}, {term}, {rule} {cite}", card=card, cards=[DECK.card("H2"), DECK.card("H3")],
               term=TermRef("talon", words), rule=RuleRef("play.overtrump", words), cite=Cite("fft", words))  # fmt: skip
    refusal = Reason(
        False, text, text, rule="play.overtrump", title=words, sources=(Cite("fft", words),), cards=(DECK.card("T4"),)
    )
    row = PlayRow(
        "N", words, card, "taker", True, True, True, (card, other), (card,), (text,), (text,), (refusal,), (refs,)
    )
    return [
        Heading(2, text, "x"),
        *(Paragraph(refs, kind) for kind in ("normal", "lead", "note", "aside", "allowed", "refused", "warning")),
        Bullets((text, refs)),
        Bullets((text,), numbered=True),
        Listing(words),
        Table((text, text), ((text, refs),), text, (1,)),
        *(
            Plot(text, refs, kind, (PlotRow(text, 2, words, -1, 3, (refs,)), PlotRow(text, 0, "0")), (text, text, text))
            for kind in ("bars", "intervals")
        ),
        RuleBlock(
            "play.x",
            text,
            (Paragraph(text), Bullets((refs,)), Table((), ((text, refs),))),
            (text,),
            (("amount", words, words),),
            (Cite("fft", words),),
            words,
            text,
            (text,),
            Text((PageRef("example", "x", words),)),
            (Paragraph(refs),),
        ),
        HandDiagram((HandRow("N", words, (card, other), 2, words),), ((text, "talon", (card,)),), text),
        TrickDiagram(3, (row,), (text,), ((text, "4½"),), (text,)),
        ScoreSheet(text, (SheetRow("+", text, "25", "25", "score.base", text),), "25", words, ((words, "25"),), text),
        Steps((StepRow((text, refs), ((card, "=N"),), "N", (refusal,), 1),)),
        Exercise(
            "e",
            "legal",
            (Paragraph(text),),
            text,
            (Choice("HR", text, "right", refs, card),),
            1,
            answer=(Paragraph(text),),
        ),
        JudgedPosition(
            text, (Choice("HR", text, "wrong", refs, card), Choice("x", text, "right", text)), refs, "HR", (row,), words
        ),
        JudgedPosition(text, (Choice("", text, "", Text()),), refs),
        Exercise("f", "bid", (), text, (Choice(words, text, "right", refs), Choice("x", text, "wrong", text))),
        Exercise("g", "score", (), text, amount="-25", sign="$"),
        QuestionPool(
            "fft-4", (("play.x", words),), (Exercise("q", "bid", (), text, (Choice("x", text, "right", text),)),)
        ),
        QuestionSet(
            (Exercise("s", "bid", (), text, (Choice("x", text, "right", text),)),), json.dumps({"title": words})
        ),
        Spoiler(text, (Paragraph(text),)),
        Stepper("l", (Heading(2, text), Steps((StepRow((text,), number=1),)), Paragraph(text))),
        TryIt(
            "y",
            (TryGame("fft-4", words, ("misere",), "play.lead", "pack"),),
            (TryHouseRule("misere", words, ("score",), ("score.misere",)),),
            (),
            (("pack", (card, other)),),
            (card,),
            (other,),
            (("legal", words),),
            (Paragraph(text),),
        ),
        FamilyTree("t", text, (Relative(words, refs, (Relative("child", text),)),)),
    ]


def printed(blocks: list[Block]) -> str:
    stream = io.StringIO()
    terminal(blocks, console(stream, width=100))
    return stream.getvalue()


def test_every_kind_of_block_is_in_the_sample() -> None:
    kinds = {kind for kind in vars(blocks).values() if isinstance(kind, type) and issubclass(kind, Block)}
    assert {type(block) for block in blocks_with("x")} == kinds - {Block}


@dataclass(frozen=True, slots=True)
class Quotation(Block):
    """A kind of block that no renderer knows."""

    words: Text

    def fallback(self) -> tuple[Block, ...]:
        return (Paragraph(self.words), Bullets((self.words,)))


def in_sphinx(blocks: list[Block]) -> str:
    """Blocks as a builder writes them that draws nothing."""
    converter = Converter("fft-4", "index")
    made = [(converter.node(block), block) for block in blocks]
    parts = [converter.in_words(block) if isinstance(node, diagram) else [node] for node, block in made]
    return "".join(part.astext() for each in parts for part in each)


@pytest.mark.parametrize("render", [html, markdown, latex, printed, in_sphinx])
def test_a_new_kind_of_block_needs_only_its_fallback(render: Callable[[list[Block]], str]) -> None:
    assert render([Quotation(Text(("Something said",)))]).count("Something said") == 2


@pytest.mark.parametrize("render", [html, markdown, latex, printed], ids=["html", "markdown", "latex", "terminal"])
def test_each_renderer_answers_every_block(render: object) -> None:
    for block in blocks_with("Something said"):
        assert "Something said" in render([block]) or isinstance(block, Paragraph), type(block).__name__  # type: ignore[operator]


@pytest.mark.parametrize("render", [html, markdown, latex, printed, in_sphinx])
def test_a_rule_names_what_shows_it(render: Callable[[list[Block]], str]) -> None:
    see = say("See it: {examples}", examples=separated_by_dots([PageRef("example", id, id) for id in ("one", "two")]))
    shown = render([RuleBlock("play.x", Text(("X",)), (), see=see)])
    assert re.search(r"See it: (<[^>]+>)?one\b.*\btwo", shown) and "See it" not in render(
        [RuleBlock("play.x", Text(("X",)), ())]
    )


def test_nothing_is_injected_into_html() -> None:
    page = html(blocks_with(NASTY))
    assert "<script" not in page.replace('<script type="application/json">{"title": "\\u003cscript>', "")
    assert not re.search(r"href=\"javascript", page)


def test_nothing_is_injected_into_markdown() -> None:
    page = re.sub(r"^(```+)\w*\n.*?\n\1$", "", markdown(blocks_with(NASTY)), flags=re.M | re.S)  # a file as it is typed
    assert "<script" not in page.replace("\\<script", "")
    assert "](javascript" not in page.replace("\\](javascript", "").replace("\\]\\(javascript", "")


def test_nothing_is_injected_into_latex() -> None:
    assert "\\input{" not in latex(blocks_with(NASTY))


def test_a_page_by_itself_has_no_link_that_leads_nowhere() -> None:
    whole = page(blocks_with("Something said"), "Title")
    assert not re.findall(r'href="(?!#tt-)', whole) and "Something said" in whole
    assert 'href="#play-overtrump"' in html(blocks_with("Something said"))


def test_markdown_links_only_to_rules_on_the_page() -> None:
    rule = RuleBlock("play.x", Text(("X",)), ())
    para = Paragraph(
        say("{here}, \\[{there}] and ]({here}", here=RuleRef("play.x", "[X]"), there=RuleRef("play.y", "Y [2]"))
    )
    assert markdown([rule, para]).count("(#play-x)") == 2
    assert "[Y" not in markdown([rule, para]).replace("\\[Y", "") and "play-y" not in markdown([rule, para])
    assert "](" not in markdown([para]).replace("\\](", "")


def test_columns_of_numbers_are_set_flush_right() -> None:
    table = Table((Text(("Name",)), Text(("Sum",))), ((Text(("A",)), Text(("−12 (−3)",))),), numeric=(1,))
    assert '<th scope="col" class="tt-num">Sum' in html([table]) and '<td class="tt-num">' in html([table])
    assert latex([table]).count("raggedleft") == 1


@pytest.mark.parametrize("render", [markdown, latex])
def test_where_nothing_folds_refused_cards_are_named_with_their_rule(render: object) -> None:
    tricks = [block for block in blocks_with("Something said") if isinstance(block, TrickDiagram)]
    text = render(tricks)  # type: ignore[operator]
    assert "Not allowed: 4 (Something said)." in text and text.count("Something said") > 5


def test_latex_with_fonts_that_have_the_signs_themselves() -> None:
    cards = latex([HandDiagram((HandRow("N", "N", (DECK.card("H2"), DECK.card("EX"))),))])
    assert "♥" not in cards and "heartsuit" in cards
    assert (
        "♥2" in with_unicode_signs(cards)
        and "★" in with_unicode_signs(cards)
        and "heartsuit" not in with_unicode_signs(cards)
    )


def test_nothing_steers_the_terminal() -> None:
    assert "\x1b[31m" not in printed(blocks_with(NASTY))


def test_cards_have_a_text_alternative() -> None:
    page = html(blocks_with("x"))
    assert 'role="img"><title>King of hearts</title>' in page
    assert 'role="img"><title>18 of trumps</title>' in page


def test_the_style_is_small() -> None:
    import gzip

    import tarot_teach

    style = Path(tarot_teach.__file__).parent / "render" / "static" / "tarot_teach" / "tarot.css"
    assert len(gzip.compress(style.read_bytes())) < 3250


def test_plain_letters() -> None:
    assert in_ascii("♥10 ½ × −3 “x”") == 'H10 .5 x -3 "x"'


@pytest.mark.latex
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here; .ci/run installs it")
def test_a_whole_latex_document_compiles(tmp_path: Path, library: Library) -> None:
    blocks = [
        *describe_rulebook(library.load("early-17c"), library),
        *blocks_with(NASTY.replace("\x1b", "")),
    ]
    (tmp_path / "x.tex").write_text(latex(blocks, whole=True), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "x.tex"], cwd=tmp_path, capture_output=True, check=False
    )
    assert (tmp_path / "x.pdf").exists(), done.stdout[-800:]


@pytest.mark.parametrize(
    ("words", "before", "printed"),
    [
        ("the taker's side", "", "the taker’s side"),
        ("'s hand and the defenders' cards", "South", "’s hand and the defenders’ cards"),
        ('"No," he said ("maybe").', "", "“No,” he said (“maybe”)."),
        ("the 'dog' and l'écart", "", "the ‘dog’ and l’écart"),
        ("in '06", "", "in ’06"),
    ],
)
def test_quotation_marks_are_curly(words: str, before: str, printed: str) -> None:
    assert curly(words, before) == printed


@pytest.mark.parametrize("path", in_turn(LIBRARY.paths("example")), ids=lambda path: path.stem)
def test_apostrophes_are_curly_on_a_page_and_in_a_book_and_straight_on_a_terminal_and_in_markdown(path: Path) -> None:
    blocks = lesson(replay_by(load_example(str(path), LIBRARY), LIBRARY, path.parent))
    assert not re.findall(f".*{STRAIGHT}.*", words_of(html(blocks)))
    assert not re.findall(f".*{STRAIGHT}.*", latex(blocks))
    assert not re.findall(".*[‘’].*", markdown(blocks) + plain_text(blocks))


def test_apostrophe_in_the_name_of_a_card_is_curly_on_a_page() -> None:
    fool = LIBRARY.load("guide-4").deck.card("EX")
    assert ">’Scuse<" in html([Paragraph(say("{card}", card=fool))])


def test_any_one_of_several_right_cards_is_the_answer(library: Library) -> None:
    pack = library.load("fft-4").deck
    cards = tuple(Choice(code, Text((code,)), "right", Text(), pack.card(code)) for code in ("DV", "DD"))
    for pick, words in ((1, "the jack of diamonds or the queen of diamonds"), (0, "the jack and queen of diamonds")):
        asked = Exercise("two", "tricks", (), Text(("Which?",)), cards, pick)
        assert str(answers(asked)[0]) == f"The answer: {words}."
    bids = tuple(Choice(code, Text((code,)), "right", Text()) for code in ("prise", "garde"))
    for pick, joint in ((1, "or"), (0, "and")):
        asked = Exercise("two", "bid", (), Text(("Which?",)), bids, pick)
        assert str(answers(asked)[0]) == f"The answer: prise {joint} garde."
