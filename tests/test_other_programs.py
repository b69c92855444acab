"""Files of TarotClub: six grammars read, version 3 written, and faults told with line and column."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import tarot_teach as tt
from tarot_teach.card_table import between
from tarot_teach.engine import Deal
from tarot_teach.errors import LoadError, RecordError
from tarot_teach.loading import Library
from tarot_teach.records.as_record import deal_record
from tarot_teach.records.record import read_record
from tarot_teach.records.runner import replay_example
from tarot_teach.topics.other_programs.reading import Imported, Wanted, read_foreign
from tarot_teach.topics.other_programs.tarotclub_written import written_deal, written_play
from tests.helpers import LIBRARY, printed_by

FILES = Path(__file__).parent / "fixtures" / "other_programs"
EXPECTED: dict[str, Any] = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
"""What the files say, as it was written down when they were made."""
DEALT = ("deal-v3.json", "deal-v2.json", "deal-v1.xml")
PLAYED = ("played-v3.json", "played-v2.json", "played-v1.xml")


def imported(name: str, ruleset: str | None = None) -> Imported:
    found = read_foreign(FILES / name, Wanted("a-deal", ruleset), LIBRARY)
    assert isinstance(found, Imported)
    return found


def of_text(folder: Path, text: str, name: str = "deal.json", ruleset: str | None = None) -> Imported:
    (folder / name).write_text(text, encoding="utf-8")
    found = read_foreign(folder / name, Wanted("a-deal", ruleset), LIBRARY)
    assert isinstance(found, Imported)
    return found


def fault(folder: Path, text: str, name: str = "deal.json", ruleset: str | None = None) -> str:
    """The first fault of a file: its line and column, the message and the code."""
    with pytest.raises((LoadError, RecordError)) as error:
        of_text(folder, text, name, ruleset)
    problem = error.value.problems[0]
    assert problem.hint
    assert problem.place
    return f"{problem.place.line}:{problem.place.column}: {problem.message} [{problem.code}]"


@pytest.mark.parametrize("name", DEALT)
def test_a_deal_is_read_in_each_grammar(name: str) -> None:
    found = imported(name)
    file = found.done.record.file
    assert {seat: {*cards} for seat, cards in file.hands.items()} == {
        seat: {*cards} for seat, cards in EXPECTED["hands"].items()
    }
    assert sorted(file.talon or []) == sorted(EXPECTED["talon"])
    assert (file.ruleset, file.start.step, [*found.done.start.seats]) == ("fft-4", "bid", EXPECTED["seats"])
    names_dealer = name == "deal-v3.json"
    assert file.start.dealer == (EXPECTED["dealer"] if names_dealer else None)
    assert ("The file does not tell who dealt." in found.notes) is not names_dealer
    assert {"enc2011-4", "blog-4"} <= {*found.fits} and "fft-5" not in found.fits


def test_a_deal_for_five_is_read() -> None:
    file, five = imported("deal-v3-five.json").done.record.file, EXPECTED["five"]
    assert {seat: {*cards} for seat, cards in file.hands.items()} == {
        seat: {*cards} for seat, cards in five["hands"].items()
    }
    assert (file.talon, file.start.dealer, file.ruleset) == (five["talon"], five["dealer"], five["ruleset"])


@pytest.mark.parametrize("name", PLAYED)
def test_a_played_deal_is_read_in_each_grammar(name: str) -> None:
    found = imported(name)
    file, deal = found.done.record.file, found.done.deal
    assert [[card.code for card in taken.trick.cards] for taken in deal.state.tricks] == EXPECTED["tricks"]
    assert (file.start.taker, file.start.contract, file.start.leader) == ("E", EXPECTED["contract"], EXPECTED["leader"])
    assert sorted(file.kept or []) == sorted(EXPECTED["discard"])
    result = deal.to_dict()
    assert (result["points"], result["honours"]) == (EXPECTED["points"], EXPECTED["honours"])
    announced = name != "played-v1.xml"
    scores = EXPECTED["scores"] if announced else {"S": 62, "E": -186, "N": 62, "W": 62}
    assert result["scores"] == scores
    assert ("The file does not tell whether a slam was announced." in found.notes) is not announced
    assert read_record(found.yaml, name="again").file == file
    assert "Agnes" not in found.yaml


def test_printed_points_are_told_and_not_believed() -> None:
    assert any("prints 0 points" in note and "not believed" in note for note in imported("played-v2.json").notes)
    assert imported("played-v2.json").done.deal.to_dict()["points"] == "35"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("faulty-card-twice.json", "6:14: the 1 of spades (01-S) stands a second time [import.twice]"),
        ("faulty-trailing-comma.json", "11:29: not JSON: a comma stands before the end of a list or map [import.json]"),
    ],
)
def test_faulty_files_are_refused_for_their_fault(tmp_path: Path, name: str, said: str) -> None:
    assert fault(tmp_path, (FILES / name).read_text(encoding="utf-8")) == said


def test_nowhere_as_first_player_is_read_and_said() -> None:
    found = imported("faulty-first-player-nowhere.json")
    assert found.done.record.file.start.dealer is None
    assert "The file names nobody as first player." in found.notes


V3, P3 = ((FILES / name).read_text(encoding="utf-8") for name in ("deal-v3.json", "played-v3.json"))
X1, PX = ((FILES / name).read_text(encoding="utf-8") for name in ("deal-v1.xml", "played-v1.xml"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"3"', '"4"', "2:16: version '4' of TarotClub is not known [import.version]"),
        ('"3"', "true", "2:16: version True of TarotClub is not known [import.version]"),
        ('"version": "3",', "", "1:1: this is no deal of a program that is known here [import.format]"),
        ('"FirstPlayer": "South"', '"FirstPlayer": "Nord"', "3:21: 'Nord' is no seat of this deal [import.seat]"),
        ('"FirstPlayer": "South"', '"FirstPlayer": "Fifth"', "3:21: 'Fifth' is no seat of this deal [import.seat]"),
        ('"FirstPlayer": "South"', '"FirstPlayer": 1', "3:20: FirstPlayer is missing, or is no text [import.entry]"),
        ("01-S;11-S", "15-S;11-S", "5:15: '15-S' is no card [import.card]"),
        ("01-S;11-S", "01S;11-S", "5:15: '01S' is no card [import.card]"),
        ("01-S;11-S", "11-S", "5:15: South has 17 cards, and should have 18 [import.size]"),
        ("06-T;08-T", "06-T", "4:13: Dog has 5 cards, and should have 6 [import.size]"),
        ('"Fifth": ""', '"Fifth": 5', "9:14: Fifth is missing, or is no text [import.entry]"),
        ('"Fifth": ""', '"West": ""', "9:5: the key 'West' stands twice [import.json]"),
        ("{", "{ nothing", "1:3: not JSON: Expecting property name enclosed in double quotes [import.json]"),
    ],
)
def test_faults_of_a_deal_have_line_and_column(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert V3.count(old) == 1
    assert fault(tmp_path, V3.replace(old, new)) == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"taker": "East"', '"taker": "Est"', "5:19: 'Est' is no seat of this deal [import.seat]"),
        ('"contract": "Guard"', '"contract": "Pass"', "6:22: nobody took, and no card was played [import.contract]"),
        ('"number_of_players": 4', '"number_of_players": 6', "1:1: the file has 6 players [import.players]"),
        (
            '"number_of_players": 4',
            '"number_of_players": 5',
            "1:1: 18 tricks are told, and there are 15 [import.tricks]",
        ),
        (';11-T;19-T"', ';11-T"', "14:10: a trick has a card of each of 4 players [import.tricks]"),
        (
            "06-T;09-T;11-T;19-T",
            "06-T;09-T;11-T;11-T",
            "14:25: the 11 of trumps (11-T) stands a second time [import.twice]",
        ),
        (
            '"attack_handle": ""',
            '"attack_handle": "01-T;02-T"',
            "10:27: 2 cards that nobody holds and shows [import.handful]",
        ),
        ('"08-H;10-T;11-H;06-H",', "7,", "15:9: 1 is missing, or is no text [import.entry]"),
        ('"tricks": [', '"trix": [', "1:1: deal_info or the list of tricks is missing [import.entry]"),
    ],
)
def test_faults_of_a_played_deal_have_line_and_column(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert P3.count(old) == 1
    assert fault(tmp_path, P3.replace(old, new)) == said


def test_a_card_that_breaks_a_rule_is_told_at_its_place(tmp_path: Path) -> None:
    swapped = P3.replace("09-S;02-S;07-S;11-S", "09-S;02-S;07-S;13-H").replace("07-H;12-H;13-H", "07-H;12-H;11-S")
    said = fault(tmp_path, swapped)
    assert said.startswith("15:15: illegal: East may not play the 10 of trumps. The suit led is hearts,")
    assert said.endswith("[record.illegal]")


def test_a_discard_that_is_not_what_is_left_is_refused(tmp_path: Path) -> None:
    text = (FILES / "played-v2.json").read_text(encoding="utf-8").replace("05-S;10-S", "05-S;09-S")
    assert fault(tmp_path, text).endswith(
        "these are not the cards that no trick has: S5 S10 H4 H10 D6 CC [import.left]"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (X1.replace("</dog>", ""), "not XML: mismatched tag [import.xml]"),
        (X1.replace('version="1.0">', 'version="9">'), "version '9' of TarotClub is not known [import.version]"),
        (X1.replace("custom_deal", "other"), "<other> is no deal of TarotClub [import.format]"),
        (X1.replace("<card>4</card>", "<card>78</card>"), "'78' is no card [import.card]"),
        (X1.replace("<card>4</card>", "<card>0</card>"), "the 1 of spades (0) stands a second time [import.twice]"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "a document type is not read [import.xml]"),
        (PX.replace("<taker>East</taker>", ""), "<taker> is missing [import.entry]"),
        ("<a>" * 40, "nested too deep [import.xml]"),
    ],
)
def test_faults_of_xml_have_line_and_column(tmp_path: Path, text: str, said: str) -> None:
    assert fault(tmp_path, text, "deal.xml").split(": ", 1)[1] == said


def test_the_encoding_that_xml_names_does_not_matter(tmp_path: Path) -> None:
    for name in ("UT-8", "iso-8859-1"):
        assert of_text(tmp_path, X1.replace("UTF-8", name), "deal.xml").done.record.file.talon


def _changed(text: str, **info: Any) -> str:
    """A played deal in JSON with other entries of ``deal_info``; None leaves an entry out."""
    data = json.loads(text)
    data["deal_info"] = {key: value for key, value in (data["deal_info"] | info).items() if value is not None}
    return json.dumps(data, indent=1)


def _tricks(text: str, number: int, last: int = 4) -> str:
    """A played deal in JSON that breaks off in a trick, of which ``last`` cards have been played."""
    data = json.loads(text)
    data["tricks"] = data["tricks"][:number]
    data["tricks"][-1] = ";".join(data["tricks"][-1].split(";")[:last])
    return json.dumps(data, indent=1)


P2 = (FILES / "played-v2.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("as it is", V3.encode()),
        ("with a byte order mark", b"\xef\xbb\xbf" + V3.encode()),
        ("UTF-16", V3.encode("utf-16")),
        ("lines of Windows", V3.replace("\n", "\r\n").encode()),
        ("lines of an old Macintosh", V3.replace("\n", "\r").encode()),
        ("empty lines before", b"\n\n" + V3.encode()),
        ("the version as a number", V3.replace('"3"', "3").encode()),
        ("blanks between the cards", V3.replace(";", "; ").encode()),
        ("a semicolon after the last card", re.sub('([SHDCT])"', r'\1;"', V3).encode()),
        ("numbers of one figure", re.sub(r"\b0(\d-)", r"\1", V3).encode()),
        ("small letters", re.sub("-([SHDCT])", lambda found: found[0].lower(), V3).encode()),
        ("a seat in capitals", V3.replace(': "South"', ': "SOUTH"').encode()),
        ("no fifth hand", V3.replace(',\n    "Fifth": ""', "").encode()),
        ("a name that is not UTF-8", V3.replace('"version"', '"generator": "Ren\xe9", "version"').encode("latin-1")),
        ("keys in another order", json.dumps(dict(reversed([*json.loads(V3).items()]))).encode()),
    ],
)
def test_a_deal_is_the_same_however_it_is_spelled(tmp_path: Path, text: str, raw: bytes) -> None:
    (tmp_path / "deal.json").write_bytes(raw)
    found = read_foreign(tmp_path / "deal.json", Wanted("a-deal"), LIBRARY)
    assert isinstance(found, Imported)
    assert found.done.record.file.hands == imported("deal-v3.json").done.record.file.hands, text
    assert found.done.record.file.start.dealer == "W"
    assert any("windows-1252" in note for note in found.notes) == ("not UTF-8" in text)


@pytest.mark.parametrize(
    "raw",
    [
        PX.encode("utf-16"),
        b"\n \n  " + PX.encode(),
        PX.replace("\n", "\r\n").encode(),
        PX.replace("Agnes", "Agn\xe8s").replace("UTF-8", "ISO-8859-1").encode("latin-1"),
        PX.replace("Agnes", "A &amp; B &#233;").encode(),
        PX.replace(">East</taker>", "><![CDATA[East]]></taker>").encode(),
        PX.replace("06-T", "<!-- the first -->06-T", 1).encode(),
    ],
)
def test_xml_is_the_same_however_it_is_spelled(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "deal.xml").write_bytes(raw)
    found = read_foreign(tmp_path / "deal.xml", Wanted("a-deal"), LIBRARY)
    assert isinstance(found, Imported)
    assert found.done.record.file.tricks == imported("played-v1.xml").done.record.file.tricks
    assert "Agn" not in found.yaml


def test_a_fault_of_xml_after_empty_lines_has_its_place(tmp_path: Path) -> None:
    assert fault(tmp_path, "\n  " + X1.replace("<card>4<", "<card>0<"), "deal.xml").startswith("6:15: the 1 of spades")
    assert fault(tmp_path, "\n  <other/>", "deal.xml").startswith("2:3: <other>")


@pytest.mark.parametrize(
    ("info", "note"),
    [
        ({"number_of_players": "4"}, ""),
        ({"number_of_players": None}, ""),
        ({"slam": "true"}, ""),
        ({"dog": ""}, ""),
        ({"dog": None}, ""),
        ({"taker": "EAST", "contract": "GUARD"}, ""),
        ({"attack_handle": None, "defense_handle": None}, ""),
        ({"score": {"attacker_points": "28"}}, "The file prints 28 points of the taker's side, which is not believed"),
    ],
)
def test_a_played_deal_is_scored_the_same_however_it_is_spelled(
    tmp_path: Path, info: dict[str, Any], note: str
) -> None:
    found = of_text(tmp_path, _changed(P3, **info))
    assert found.done.deal.to_dict()["scores"] == EXPECTED["scores"]
    assert any(note in said for said in found.notes)


def test_a_slam_that_the_file_leaves_out_is_said(tmp_path: Path) -> None:
    found = of_text(tmp_path, _changed(P3, slam=None))
    assert found.done.record.file.start.dealer is None
    assert "The file does not tell whether a slam was announced." in found.notes
    assert fault(tmp_path, _changed(P3, slam="perhaps")).endswith(
        "slam is missing, or is of another type [import.entry]"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (V3.replace(json.loads(V3)["East"], ""), "6:13: East has 0 cards, and should have 18 [import.size]"),
        (V3.replace(json.loads(V3)["Dog"], ""), "1:1: Dog has 0 cards, and should have 6 [import.size]"),
        (re.sub('("[A-Z][a-z]+": ")[0-9].*"', r'\1"', V3), "1:1: the file has 0 players [import.players]"),
        (re.sub("(?s)<west>.*</west>", "<west/>", X1), "32:5: West has 0 cards, and should have 18 [import.size]"),
        (PX.replace(">Guard<", ">Pass<"), "13:15: nobody took, and no card was played [import.contract]"),
        (
            _changed(P3, contract="Pass", taker="Nowhere", first_trick_lead="Nowhere"),
            "nobody took, and no card was played",
        ),
        (_changed(P3, taker="Nowhere"), "'Nowhere' is no seat of this deal [import.seat]"),
        (
            _changed(P3, contract="Guard without"),
            "these are not the cards that no trick has: S5 S10 H4 H10 D6 CC [import.left]",
        ),
        (P3[: len(P3) // 2], "not JSON: Expecting value [import.json]"),
        (PX[: len(PX) // 2], "not XML: unclosed token [import.xml]"),
        (json.dumps(json.loads(P3) | {"tricks": [""] * 18}), "0 tricks are told, and there are 18 [import.tricks]"),
    ],
)
def test_refusals_name_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    assert said in fault(tmp_path, text)


@pytest.mark.parametrize("last", [2, 4])
def test_a_deal_that_was_broken_off_is_read_as_far_as_it_went(tmp_path: Path, last: int) -> None:
    for text in (_tricks(P3, 11, last), _tricks(P2, 11, last)):
        found = of_text(tmp_path, text)
        tricks = [[card.code for card in taken.trick.cards] for taken in found.done.deal.state.tricks]
        assert tricks == EXPECTED["tricks"][: 10 + last // 4]
        assert not found.done.deal.over
        assert any("breaks off in trick 11" in note for note in found.notes)
        assert sorted(found.done.record.file.kept or []) == (
            sorted(EXPECTED["discard"]) if text == _tricks(P2, 11, last) else []
        )
        assert read_record(found.yaml, name="again").file == found.done.record.file
    without = of_text(
        tmp_path, _tricks(_changed(P3, contract="Guard against", dog="05-S;10-S;04-H;10-H;06-D;12-C"), 11, last)
    )
    assert sorted(without.done.record.file.talon or []) == sorted(EXPECTED["discard"])


def test_a_play_that_is_refused_may_stand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swapped = P3.replace("09-S;02-S;07-S;11-S", "09-S;02-S;07-S;13-H").replace("07-H;12-H;13-H", "07-H;12-H;11-S")
    (tmp_path / "deal.json").write_text(swapped, encoding="utf-8")
    assert "--go-on lets the play stand" in printed_by(capsys, "import", str(tmp_path / "deal.json"), code=1)
    out = tmp_path / "deal.yaml"
    said = printed_by(capsys, "import", str(tmp_path / "deal.json"), "--go-on", "--out", str(out))
    assert "Trick 6: S plays HD, which a rule refuses." in said
    assert "irregular: [S HD]" in out.read_text(encoding="utf-8")
    assert replay_example(str(out), LIBRARY).deal.over


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '% by hand\n[Event "hombre"]\n[Deal "S:KJ53.63..AQ6 - -"]\n',
            "2:1: PTN or PBN is not read: a rank is one sign",
        ),
        ('[Deal "N:AK32.QJT.987.654 - - -"]\n', "1:1: PTN or PBN is not read"),
        ("pn|S,W,N,E|st||md|3S678HA5,S45,S23,|sv|o|mb|p|\n", "1:15: LIN is not read: it is for bridge"),
        (
            ".../...#HKHDT1T3K2KKXKP7/#............/# R1PK-1 1/// - \n",
            "1:1: TAF is not read: it does not tell who leads",
        ),
        ("game=(game\nSTART GAME OPTIONS\nEND GAME OPTIONS\n", "2:1: a trial of Ludii is not read"),
        (
            '{"hands": [], "playerHands": []}',
            "1:15: a dump of palantarot is not read: its points are those of its house",
        ),
        ('{"deal_ini": {}}', "1:2: a state of webtarot is not read"),
        ('{"data": {"gamedatas": {}}}', "1:11: a log of a web site is not read"),
    ],
)
def test_formats_that_are_not_read_are_refused_for_the_reason(tmp_path: Path, text: str, said: str) -> None:
    assert fault(tmp_path, text).startswith(said)


def test_files_that_are_no_deals_are_refused(tmp_path: Path) -> None:
    for text in ("", "hello", "[]", "{}", "format: 1"):
        assert fault(tmp_path, text).endswith("[import.format]") or fault(tmp_path, text).endswith("[import.json]")
    assert fault(tmp_path, "[" * 100_000).endswith("[import.json]")
    assert fault(tmp_path, '{"version": ' + "9" * 5000 + "}").endswith("[import.json]")
    (tmp_path / "latin.json").write_bytes(b'{"version": "\xe9\x01"}')
    with pytest.raises(LoadError, match="byte 0xe9 is not UTF-8"):
        read_foreign(tmp_path / "latin.json", Wanted("a-deal"), LIBRARY)
    with pytest.raises(LoadError, match="cannot be read"):
        read_foreign(tmp_path / "none.json", Wanted("a-deal"), LIBRARY)


def test_another_ruleset_has_to_be_for_the_deal(tmp_path: Path) -> None:
    assert imported("deal-v3.json", "enc2011-4").done.engine.ruleset.name == "enc2011-4"
    assert fault(tmp_path, V3, ruleset="fft-5").endswith("fft-5 is not for 4 players [import.players]")
    assert fault(tmp_path, V3, ruleset="early-17c").endswith("South has 18 cards, and should have 12 [import.size]")


def test_cards_are_mapped_to_the_pack_of_the_ruleset(tmp_path: Path) -> None:
    """French tarot of a user's, with a pack whose pictures are J, N, Q and K: the table of cards gives its names."""
    known = LIBRARY.path_of("deck", "tarot-78")
    assert known
    pack = re.sub(r"(?m)^aliases:.*\n", "", known.read_text(encoding="utf-8")).replace("id: tarot-78", "id: english-78")
    for old, new in (
        ("10, V, C, D, R]", "10, J, N, Q, K]"),
        ("[V, C, D, R]", "[J, N, Q, K]"),
        ("{V: jack, C: knight, D: queen, R: king}", "{J: jack, N: knight, Q: queen, K: king}"),
        ("king: [R]", "king: [K]"),
        ("queen: [D]", "queen: [Q]"),
        ("knight: [C]", "knight: [N]"),
        ("jack: [V]", "jack: [J]"),
    ):
        assert old in pack
        pack = pack.replace(old, new)
    (tmp_path / "english-78.yaml").write_text(pack, encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(
        "format: 1\nid: mine\nextends: fft-4\ntitle: Mine\ndeck: english-78\n", encoding="utf-8"
    )
    library = Library([tmp_path / "mine.yaml", tmp_path / "english-78.yaml"])
    for name in ("deal-v3.json", "deal-v1.xml", "played-v3.json", "played-v2.json"):
        found = read_foreign(FILES / name, Wanted("a-deal", "mine"), library)
        assert isinstance(found, Imported)
        again, home = found.done, imported(name).done
        assert again.start.hands[0].bit_count() == 18
        table = between(home.start.deck, again.start.deck).cards
        assert table["SR"] == "SK"
        for letter, codes in home.record.file.hands.items():
            assert {*again.record.file.hands[letter]} == {table[code] for code in codes}
        assert again.deal.to_dict().get("scores") == home.deal.to_dict().get("scores")


def test_a_petit_alone_is_imported(tmp_path: Path) -> None:
    """TarotClub's tests have such a deal: it is void by the federation's rules, and a deal all the same."""
    text = V3.replace("02-T;07-T;12-T;19-T", "09-C;04-S;02-S;04-H").replace("04-C;09-C;", "04-C;02-T;")
    text = (
        text.replace("03-S;04-S;", "03-S;07-T;").replace('"02-S;06-S', '"12-T;06-S').replace("13-S;04-H;", "13-S;19-T;")
    )
    done = of_text(tmp_path, text).done
    assert [card.code for card in done.start.hand(0) if card.is_trump] == ["T1"]


def played(name: str, seed: int) -> Deal:
    """A deal at random that somebody has taken, played at random to its end."""
    rng = random.Random(seed)
    deal = tt.deal(LIBRARY.load(name), seed=seed).push("garde" if seed % 2 else "garde_sans")
    while not deal.over:
        handfuls = [offer for offer in deal.legal.declarations if offer.option in ("single", "double", "triple")]
        deal = deal.push(handfuls[-1] if handfuls else deal.legal.random(rng))
    return deal


@pytest.mark.parametrize("name", ["fft-3", "fft-4", "fft-5"])
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    shown = 0
    ruleset = LIBRARY.load(name)
    least = {"fft-3": 13, "fft-4": 10, "fft-5": 8}[name]
    many = [seed for seed in range(400) if _most_trumps(tt.deal(ruleset, seed=seed)) >= least]
    for seed in (*range(6), *many[:12]):
        deal = played(name, seed)
        if len(deal.state.tricks) < 15:
            continue
        dealt = of_text(tmp_path, written_deal(deal).text).done
        as_dealt = deal_record(deal, play=False)
        assert dealt.record.file.hands == as_dealt["hands"]
        assert dealt.record.file.talon == as_dealt["talon"]
        assert dealt.record.file.start.dealer == as_dealt["start"]["dealer"]
        again = of_text(tmp_path, written_play(deal).text).done.deal
        assert [taken.trick.cards for taken in again.state.tricks] == [taken.trick.cards for taken in deal.state.tricks]
        shown += sum(done.level != "slam" for done in deal.state.declared)
        if name != "fft-5":
            assert written_play(again).text == re.sub('"dog": ".*"', _dog(again), written_play(deal).text)
            assert again.state.result
            assert deal.state.result
            assert again.state.result.scores == deal.state.result.scores
    assert shown or name == "fft-3"


def _most_trumps(deal: Deal) -> int:
    """The most trumps of a hand."""
    return max((hand & deal.state.deck.trumps).bit_count() for hand in deal.state.hands)


def _dog(deal: Deal) -> str:
    """The line of the chien as it is written for a record that begins with the play."""
    found = re.search('"dog": ".*"', written_play(deal).text)
    assert found
    return found[0]


def test_deals_of_other_games_are_not_written() -> None:
    for name, reason in (("early-17c", "another size"), ("scarto", "another pack"), ("hombre-1674", "another pack")):
        with pytest.raises(RecordError, match=f"TarotClub cannot hold this deal: .*{reason}"):
            written_deal(tt.deal(LIBRARY.load(name), seed=1))
    with pytest.raises(RecordError, match="no taker"):
        written_play(tt.deal(LIBRARY.load("fft-4"), seed=1))
    with pytest.raises(RecordError, match="does not tell all hands"):
        written_deal(replay_example("going-over", LIBRARY).deal)


def test_commands_import_and_write(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "deal.yaml"
    said = printed_by(capsys, "import", str(FILES / "deal-v3.json"), "--out", str(record))
    assert "TarotClub deal, JSON 3: 4 players, dealer W, from the bid on; played by fft-4" in said
    again = tmp_path / "again.json"
    printed_by(capsys, "replay", str(record), "--format", "tarotclub-deal", "--out", str(again))
    assert json.loads(again.read_text()) == json.loads(V3)
    data = json.loads(
        printed_by(capsys, "import", str(FILES / "played-v3.json"), "--json").rpartition("\n}")[0] + "\n}"
    )
    assert (data["format"], data["begins"], data["dealer"]) == ("TarotClub played deal, JSON 3", "play", None)
    line = tmp_path / "deal.txt"
    line.write_text(tt.to_line(tt.deal("scarto", seed=1)), encoding="utf-8")
    assert "ruleset: scarto" in printed_by(capsys, "import", str(line))
    assert "[save.exists]" in printed_by(capsys, "import", str(line), "--out", str(record), code=1)
