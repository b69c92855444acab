"""The French edition: catalogues that are sound, the same figures in both languages, and articles as French wants them."""

from __future__ import annotations

import gettext
import io
import random
import re
from collections import Counter
from pathlib import Path

import click
import pytest

import tarot_teach as tt
from tarot_teach.cards import points_number
from tarot_teach.catalogues import FOLDER, language, read_catalogue
from tarot_teach.cli import main
from tarot_teach.cli.main import group
from tarot_teach.errors import LoadError
from tarot_teach.loading import Library
from tarot_teach.messages import ENGLISH, _, number_text, printed_by
from tarot_teach.render.common import colour
from tarot_teach.render.terminal import plain_text
from tarot_teach.topics.check.translation_share import shares_of
from tarot_teach.topics.check.translations import check_translation
from tarot_teach.topics.sources.errata import _as_percentage
from tests.english_left import wrong_forms
from tests.helpers import LIBRARY
from tests.test_extraction import Recorder
from tests.test_pseudo_translation import USAGE_ERRORS

PARTS = sorted((FOLDER / "fr" / "LC_MESSAGES").glob("*.po"))
READMES = [Path(__file__).parent.parent / name for name in ("README.md", "README.fr.md")]
LEAST = 0.9
"""The least share of messages that each part has in French."""
UNSPACED = re.compile(r"(?<!\u202f);")
"""A semicolon without the thin space before it."""
CITED = re.compile(r"\[[^\]\n]*\]")
"""A citation, whose place stays in the language of the source."""


def figures(text: str) -> Counter[str]:
    """The figures of a text, whatever the separators of the language."""
    return Counter(re.findall(r"\d+(?:\.\d+)?½?|½", text.replace("\u202f", "").replace(",", ".")))


@pytest.mark.parametrize("part", PARTS, ids=lambda path: path.stem)
def test_a_part_is_sound_and_nearly_whole(part: Path) -> None:
    check_translation(part)
    (share,) = shares_of([part])
    assert share.translated / share.messages >= LEAST


def test_the_readme_has_the_same_commands_and_links() -> None:
    english, french = (path.read_text(encoding="utf-8") for path in READMES)
    commands = re.compile(r"^(?:python3 -m venv|\$ \.venv/bin/tarot-teach) .*?(?=\s+#|$)", re.MULTILINE)
    assert [found.removesuffix(" --language fr") for found in commands.findall(french)] == commands.findall(english)
    links = [set(re.findall(r"\]\(([^)#]+)", text)) - {"README.md", "README.fr.md"} for text in (french, english)]
    assert all((READMES[0].parent / link).exists() for link in links[0] if "://" not in link)
    assert {link.replace(".fr.", ".") for link in links[0]} == links[1]


@pytest.mark.parametrize("name", ["fft-4", "hombre-1674", "slovenian-pagat"])
def test_cards_have_the_same_colours(name: str) -> None:
    english = {card.code: colour(card) for card in Library().load(name).deck.cards}
    with language("fr"):
        cards = Library().load(name).deck.cards
        assert {card.code: colour(card) for card in cards} == english and "red" in english.values()
        assert any(card.suit.name == "cœur" for card in cards)


def test_all_parts_are_read() -> None:
    assert len(PARTS) == 6 and not read_catalogue("fr").faults
    with language("fr"):
        said = str(tt.position("fft-4", hand="SR T18 T5 EX", trick="H10 T7").why("T5"))
    assert said == (
        "Le joueur ne peut pas jouer le 5 d’atout. Le joueur n’a pas de cœur, mais a de l’atout. Le joueur a le 18 d’atout, au-dessus du 7 d’atout. "
        "Cartes permises ici\u00a0: le 18 d’atout et l’Excuse."
    )


@pytest.mark.parametrize(
    "name", [pytest.param(id, marks=pytest.mark.turn(number % 4, 4)) for number, id in enumerate(LIBRARY.ids())]
)
def test_a_rule_page_has_the_same_figures_and_right_articles(name: str) -> None:
    english = {row["id"]: row["text"] for row in tt.rulebook(name).rows()}
    with language("fr"):
        book = tt.rulebook(name)
        french, page = {row["id"]: row["text"] for row in book.rows()}, plain_text(book.blocks(), width=10_000)
    assert {id: figures(text) for id, text in english.items()} == {id: figures(french[id]) for id in english}
    assert wrong_forms(page) == []
    assert not UNSPACED.search(CITED.sub("", page))


@pytest.mark.parametrize("name", ["fft-4", "fft-5", "scarto", "hombre-1674", "slovenian-pagat"])
def test_reasons_of_random_deals_are_grammatical(name: str) -> None:
    rng, said = random.Random(5), set[str]()
    with language("fr"):
        deal = tt.deal(name, seed=5)
        while not deal.over and len(said) < 40:
            if deal.state.phase == "play" and deal.state.turn is not None:
                allowed = {str(action) for action in deal.legal}
                refused = [card for card in deal.hand(deal.state.turn) if card.code not in allowed]
                said |= {str(deal.why(card.code)) for card in refused}
            deal = deal.push(deal.legal.random(rng))
    assert said and [place for text in said for place in wrong_forms(text)] == []


@pytest.mark.parametrize(
    "words", ["--help", *(f"{name} --help" for name in group.list_commands(click.Context(group))), *USAGE_ERRORS]
)
def test_help_and_usage_errors_are_french(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    french, lacking = gettext.GNUTranslations(io.BytesIO(read_catalogue("fr").compiled)), Recorder()
    french.add_fallback(lacking)
    with printed_by(french), pytest.raises(SystemExit) as ended:
        main(words.split())
    said = capsys.readouterr()
    assert ended.value.code == (2 if words in USAGE_ERRORS else 0) and not lacking.asked
    assert "Utilisation\u00a0:" in said.out or "Erreur\u00a0:" in said.err
    assert not UNSPACED.search("".join(re.findall(r"\[[^\[\]]*\](?=\n)", said.out)))
    left = {"Usage", "Error", "Commands", "Show", "this", "message", "the", "of", "with", "default", "required", "TEXT"}
    assert not left & {*re.findall(r"[A-Za-z]+", said.out + said.err)}


@pytest.mark.parametrize("words", ["compare --features", "admits going-over"])
def test_signs_between_parts_are_french(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with printed_by(ENGLISH), pytest.raises(SystemExit):
        main([*words.split(), "--language", "fr", "--format", "markdown"])
    said = CITED.sub("", capsys.readouterr().out)
    assert re.search(r"\w\u00a0: ", said) and not re.search(r"[^\W\d_]: ", said) and not UNSPACED.search(said)


@pytest.mark.parametrize(("name", "word"), [("pique", "spades"), ("roi", "king"), ("carreaux", "diamonds")])
def test_a_file_that_names_cards_in_french_is_helped(name: str, word: str, tmp_path: Path) -> None:
    text = "format: 1\nid: mine\ntitle: Mien\nextends: fft-4\nadds:\n  void.no_trumps:\n    mechanism: too_few\n"
    text += f"    params: {{cards: [{name}], fewer_than: 1}}\n    title: Rien\n    text: Rien.\n    evidence: house\n    because: Rien.\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    with tt.language("fr"), pytest.raises(LoadError) as caught:
        Library().load(str(tmp_path / "mine.yaml"))
    assert [problem.hint for problem in caught.value.problems] == [f"vouliez-vous dire '{word}'\u202f?"]


def test_one_and_a_half_points_are_singular_in_french() -> None:
    assert points_number(3) == 2 and points_number(2) == 1 and points_number(5) == 3
    with tt.language("fr"):
        assert points_number(3) == points_number(1) == 1 and points_number(4) == 2


def test_printed_percentages_have_the_signs_of_french() -> None:
    with tt.language("fr"):
        assert [_as_percentage(text) for text in ("31.3%", "0.05%", "7%")] == ["31,3\u202f%", "0,05\u202f%", "7\u202f%"]


def test_large_numbers_have_the_separators_of_the_language() -> None:
    words = "more than {most:,} bytes are not read"
    assert _(words).format(most=1_000_000) == "more than 1,000,000 bytes are not read"
    with tt.language("fr"):
        assert "1\u202f000\u202f000 octets" in _(words).format(most=1_000_000)
        assert number_text(19_219_200) == "19\u202f219\u202f200"
