"""Files of any size that are made of one thing each, over and over: what a loader must read, or refuse, in linear time."""

from __future__ import annotations

from collections.abc import Callable

Shape = Callable[[int], bytes]

_CHILD = "format: 1\nid: shape\ntitle: Shape\nextends: fft-4\n"
_RULE = (
    "format: 1\nid: shape\ntitle: Shape\nplayers: 4\ndeck: tarot-78\nrules:\n"
    "  deal.packets:\n    mechanism: deal_in_packets\n    params: {packet: 3, talon: 6, talon_not: []}\n"
    "    title: Deal\n    sources: [{source: fft, at: Deal}]\n"
)
_OPTION = "format: 1\nid: shape\ntitle: Shape\nbecause: ours\n"
_EXAMPLE = "format: 1\nid: shape\ntitle: Shape\nruleset: fft-4\nstart: {step: play, taker: S, contract: garde}\n"
_SESSION = "format: 1\nid: shape\ntitle: Shape\nruleset: fft-4\nplayers: {S: a, E: b, N: c, W: d}\nfirst_dealer: S\n"
_DECK = (
    "format: 1\nid: shape\ntitle: Shape\nsuits: {spades: {letter: S, kind: plain, ranks: court}}\n"
    "ranks: {court: [V, D, R]}\npoints: {other: 1}\ncards: 3\ntotal: 3\n"
)
_ADVICE = "format: 1\nid: shape\ntitle: Shape\ndeck: tarot-78\nplayers: 4\nsources: [{source: enc2011, at: x}]\n"


def lines(head: str, entry: str, tail: str = "") -> Shape:
    """Entries one after the other behind a head; ``#`` in an entry stands for its number."""

    def made(size: int) -> bytes:
        room = (size - len(head.encode()) - len(tail.encode())) // max(1, len(entry.replace("#", "12345").encode()))
        return (head + "".join(entry.replace("#", str(10_000 + i)) for i in range(room)) + tail).encode()

    return made


def grown(head: str, unit: str, tail: str = "") -> Shape:
    """A text made of one unit, with nothing numbered."""
    return lambda size: (head + unit * ((size - len(head) - len(tail)) // len(unit.encode())) + tail).encode()


def nested(opening: str, closing: str = "") -> Shape:
    """Brackets or lists within each other, far too deep."""
    return lambda size: ("a: " + opening * (size // 2) + closing * (size // 2)).encode()


READING: dict[str, Shape] = {
    "quoted hashes on a line": grown("a: [", '" #", ', "]"),
    "quoted hashes on lines": grown("a:\n", '- " #"\n'),
    "single-quoted hashes": grown("a: ['", " #", "']"),
    "hashes in a plain text": grown("a: x", "# "),
    "comments": grown("format: 1\n", "# a comment\n"),
    "comments behind": lines("", "k#: v # c\n"),
    "a folded text of hashes": grown("a: >-\n", "  # one\n"),
    "a literal text of hashes": grown("a: |\n", "  x # one\n"),
    "a quoted text over lines": grown('a: "', "x #\n  ", '"'),
    "a plain text over lines": grown("a: x\n", "  y z\n"),
    "doubled keys": lines("", "k#: 1\nk#: 2\n"),
    "one key over and over": grown("", "k: 1\n"),
    "one key on a line": grown("{", "k: 1, ", "}"),
    "doubled keys on a line": lines("{", "k#: 1, k#: 2, ", "}"),
    "doubled keys within doubled": lines("", "a: {k#: 1, k#: 2}\n"),
    "merge keys": grown("a:\n", "  - <<: x\n"),
    "invisible characters": grown("a: ", "\u200b"),
    "invisible on lines": grown("", "\u200b\n"),
    "escaped invisible": grown("a: [", '"\\u202E", ', "]"),
    "control characters": grown("a: ", "\x01"),
    "tabs": grown("a: x", "\t"),
    "tabs that indent": grown("a:\n", "\tb: c\n"),
    "blanks": grown("a: x", " "),
    "empty lines": grown("a: x", "\n"),
    "line ends of all kinds": grown("a: x", "\r\n\r"),
    "separators of paragraphs": grown("a: ", "\u2028"),
    "accents": grown("a: ", "\u00e9\u0301"),
    "flow lists": nested("[", "]"),
    "flow maps": nested("{a: ", "}"),
    "lists in lists": grown("", "- "),
    "many short lists": grown("a: [", "[], ", "]"),
    "many short maps": grown("a: [", "{}, ", "]"),
    "40 levels over and over": grown("a: [", "[" * 38 + "]" * 38 + ", ", "]"),
    "anchors": lines("", "- &a# x\n"),
    "aliases": grown("- &a x\n", "- *a\n"),
    "tags": grown("", "- !t x\n"),
    "documents": grown("", "---\na: b\n"),
    "document ends": grown("a: b\n", "...\n"),
    "directives": grown("", "%TAG ! x\n"),
    "brackets that stay open": grown("a: ", "[ x, "),
    "quotes that stay open": grown('a: "', "x "),
    "closing brackets": grown("a: b", "]"),
    "colons": grown("a: b", ": "),
    "commas": grown("a: [", ","),
    "complex keys": grown("", "? [a]\n: b\n"),
    "question marks": grown("", "? "),
    "a long key": grown("", "k", ": 1"),
    "long keys": lines("", "k" * 500 + "#: 1\n"),
    "escapes": grown('a: "', "\\n", '"'),
    "bytes that are no text": lambda size: b"a: " + b"\xff" * size,
    "zeros": lambda size: b"\0" * size,
    "digits": grown("format: ", "9"),
    "a list of numbers": grown("a: [", "1, ", "]"),
}
"""Hostile shapes for a YAML reader: every kind of token."""

MODELS: dict[str, Shape] = {
    "unknown keys of a ruleset": lines(_CHILD, "k#: v\n"),
    "unknown keys on a line": lines('{format: "1", id: a, title: b, extends: fft-4, ', "k#: v, ", "}"),
    "unknown keys of a rule": lines(_CHILD + "changes:\n  score.base:\n", "    k#: v\n"),
    "changes of unknown rules": lines(_CHILD + "changes:\n", "  score.k#: {because: x}\n"),
    "changes that are no maps": lines(_CHILD + "changes:\n", "  score.k#: x\n"),
    "ids of the wrong form": lines(_CHILD + "changes:\n", "  K#: {because: x}\n"),
    "drops of unknown rules": lines(_CHILD + "drops:\n", "  score.k#: x\n"),
    "drops without a reason": lines(_CHILD + "drops:\n", "  score.k#:\n"),
    "added rules": lines(
        _CHILD + "adds:\n", "  score.k#: {mechanism: margin, title: x, sources: [{source: fft, at: a}]}\n"
    ),
    "added rules in front": lines(
        _CHILD + "adds:\n",
        "  score.k#: {mechanism: margin, title: x, before: score.base, sources: [{source: fft, at: a}]}\n",
    ),
    "added rules of unknown kinds": lines(_CHILD + "adds:\n", "  score.k#: {mechanism: k#, title: x, because: a}\n"),
    "added rules behind unknown ones": lines(
        _CHILD + "adds:\n", "  score.k#: {mechanism: margin, title: x, after: score.x#}\n"
    ),
    "rules of unknown steps": lines(_CHILD + "adds:\n", "  k.k#: {mechanism: margin, title: x}\n"),
    "rules without a source": lines(_RULE, "  score.k#: {mechanism: margin, title: x}\n"),
    "contracts": lines(
        _CHILD + "adds:\n",
        "  bid.k#: {mechanism: contract, params: {talon: taken}, title: x, sources: [{source: fft, at: a}]}\n",
    ),
    "unknown contracts": lines(
        _CHILD + "changes:\n  score.multiplier:\n    because: x\n    params: {by: {", "k#: 1, ", "}}\n"
    ),
    "factors that are no numbers": lines(
        _CHILD + "changes:\n  score.multiplier:\n    because: x\n    params: {by: {", "k#: x, ", "}}\n"
    ),
    "targets that are no numbers": lines(
        _CHILD + "changes:\n  count.target:\n    because: x\n    params: {by_honours: {", "k#: 1, ", "}}\n"
    ),
    "targets for many honours": lines(
        _CHILD + "changes:\n  count.target:\n    because: x\n    params: {by_honours: {", "#: 1, ", "}}\n"
    ),
    "unknown parameters": lines(_CHILD + "changes:\n  score.base:\n    because: x\n    params: {", "k#: 1, ", "}\n"),
    "unknown marks": lines(
        _CHILD + "changes:\n  discard.never:\n    because: x\n    params: {cards: [", "k#, ", "]}\n"
    ),
    "one mark over and over": grown(
        _CHILD + "changes:\n  discard.never:\n    because: x\n    params: {cards: [", "king, ", "]}\n"
    ),
    "levels of a handful": lines(
        _CHILD + "changes:\n  declare.handful:\n    because: x\n    params: {levels: {", "k#: 9, ", "}}\n"
    ),
    "unknown sources": lines(_CHILD + "changes:\n  score.base:\n    sources:\n", "    - {source: k#}\n"),
    "unknown terms": lines(_CHILD + "terms:\n", "  k#: {label: x}\n"),
    "one term in a text": grown(_CHILD + "about: >-\n", "  {{ term.taker }}\n"),
    "unknown terms in a text": lines(_CHILD + "about: >-\n", "  {{ term.k# }}\n"),
    "braces in a text": grown(_CHILD + "about: >-\n", "  {{ {{\n"),
    "loops in a text": grown(_CHILD + "about: >-\n", "  {% for x in y %}\n"),
    "names in a text": grown(_CHILD + "about: >-\n", "  garde trump king\n"),
    "players": grown(_CHILD + "players: [", "4, ", "]\n"),
    "options that it cannot go with": lines(_OPTION + "fits: {not_with: {", "k#: x, ", "}}\nchanges: {}\n"),
    "rules that an option requires": lines(_OPTION + "fits: {requires: [", "score.k#, ", "]}\nchanges: {}\n"),
    "unknown rules of an option": lines(_OPTION + "changes:\n", "  score.k#: {params: {a: 1}}\n"),
    "rules that an option adds": lines(_OPTION + "adds:\n", "  score.k#: {mechanism: margin, title: x}\n"),
    "unknown keys of an option": lines(_OPTION + "changes: {}\n", "k#: v\n"),
    "suits of a pack": lines(
        _DECK.replace("suits: {spades: {letter: S, kind: plain, ranks: court}}\n", "") + "marks: {}\nsuits:\n",
        "  k#: {letter: S, kind: plain, ranks: court}\n",
    ),
    "unknown marks of a pack": lines(_DECK + "marks:\n", "  m#: [k#]\n"),
    "marks of a pack": lines(_DECK + "marks:\n", "  m#: [R]\n"),
    "points of unknown marks": lines(
        _DECK.replace("points: {other: 1}\n", "") + "marks: {}\npoints:\n  other: 1\n", "  k#: 1\n"
    ),
    "points that are no numbers": lines(
        _DECK.replace("points: {other: 1}\n", "") + "marks: {}\npoints:\n  other: 1\n", "  R: x#\n"
    ),
    "ranks of a pack": lines(
        _DECK.replace("ranks: {court: [V, D, R]}\n", "") + "marks: {}\nranks:\n  court:\n", "    - k#\n"
    ),
    "one rank over and over": grown(
        _DECK.replace("ranks: {court: [V, D, R]}\n", "") + "marks: {}\nranks:\n  court:\n", "    - R\n"
    ),
    "names of ranks": lines(_DECK + "marks: {}\nnames:\n", "  k#: x\n"),
    "aliases": lines(_DECK + "marks: {}\naliases:\n", "  k#: x\n"),
    "unknown keys of an example": lines(_EXAMPLE + "hands: {S: [SR]}\n", "k#: v\n"),
    "cards of a hand": lines(_EXAMPLE + "hands: {S: [", "k#, ", "]}\n"),
    "one card over and over": grown(_EXAMPLE + "hands: {S: [", "SR, ", "]}\n"),
    "hidden cards": grown(_EXAMPLE + "hands: {S: [", '"?", ', "]}\n"),
    "seats with hands": grown(_EXAMPLE + "hands:\n", "  S: [SR]\n"),
    "tricks": grown(_EXAMPLE + "hands: {S: [SR]}\ntricks:\n", "  - cards: [S SR]\n"),
    "cards of a trick": grown(_EXAMPLE + "hands: {S: [SR]}\ntricks:\n  - cards: [", "S SR, ", "]\n"),
    "tries": grown(
        _EXAMPLE + "hands: {S: [SR]}\ntricks:\n  - cards: [S SR]\n    tries:\n",
        "      - {play: S SR, expect: refused}\n",
    ),
    "unknown rules that are taught": lines(_EXAMPLE + "hands: {S: [SR]}\nteaches: [", "play.k#, ", "]\n"),
    "one rule taught over and over": grown(_EXAMPLE + "hands: {S: [SR]}\nteaches: [", "play.excuse, ", "]\n"),
    "announcements": lines(_EXAMPLE + "hands: {S: [SR]}\nshown:\n", "  - {seat: S, level: k#}\n"),
    "questions": grown(_EXAMPLE + "hands: {S: [SR]}\nasks:\n", "  - {ask: legal, at: 1 S}\n"),
    "discards that are tried": grown(_EXAMPLE + "hands: {S: [SR]}\ndiscard_tries:\n", "  - [SR, S1]\n"),
    "rulesets to compare": lines(_EXAMPLE + "hands: {S: [SR]}\ncompare: [", "k#, ", "]\n"),
    "options in a name": lines("format: 1\nid: a\ntitle: b\nstart: {step: bid}\nhands: {}\nruleset: fft-4", "+k#"),
    "comments in an example": grown(_EXAMPLE + "hands: {S: [SR]}\nabout: >-\n", "  {{ card.SR }}\n"),
    "unknown cards in comments": lines(_EXAMPLE + "hands: {S: [SR]}\nabout: >-\n", "  {{ card.k# }}\n"),
    "expected scores": lines(_EXAMPLE + "hands: {S: [SR]}\nexpect: {scores: {", "k#: 1, ", "}}\n"),
    "unknown keys of a session": lines(_SESSION + "deals: []\n", "k#: v\n"),
    "deals of a session": grown(_SESSION + "deals:\n", "  - void: bid.all_pass\n"),
    "results of a session": grown(
        _SESSION + "deals:\n", '  - {result: {taker: S, contract: garde, points: "41", honours: 2}}\n'
    ),
    "wrong results of a session": grown(_SESSION + "deals:\n", "  - {result: {taker: Q, contract: k}}\n"),
    "unknown deals": lines(_SESSION + "deals:\n", "  - void: bid.k#\n"),
    "scores of a session": grown(_SESSION + "deals:\n", "  - {void: bid.all_pass, scores: {S: 1}}\n"),
    "records of a session": lines(_SESSION + "deals:\n", "  - record: k#\n"),
    "concepts": lines("format: 1\nconcepts:\n", "  k#: {meaning: x, en: y}\n"),
    "concepts that lead nowhere": lines("format: 1\nconcepts:\n", "  k#: {meaning: x, en: y, see: [x#]}\n"),
    "concepts at fault": lines("format: 1\nconcepts:\n", "  k#: {meanin: x}\n"),
    "a bibliography": lines("format: 1\nsources:\n", "  k#: {title: x}\n"),
    "a bibliography at fault": lines("format: 1\nsources:\n", "  k#: {titel: x}\n"),
    "points of coverage": lines("format: 1\npoints:\n", "  - {id: k#, section: a, says: b, sources: [c]}\n"),
    "points of unknown rulesets": lines(
        "format: 1\npoints:\n", "  - {id: k#, section: a, says: b, sources: [fft], values: {k#: 1}}\n"
    ),
    "tables at fault": lines("format: 1\ntables:\n", "  - {id: k#}\n"),
    "printed scores": lines(
        "format: 1\nscores:\n", "  - {id: k#, title: a, ruleset: k#, result: {}, printed: 1, sources: [], why: x}\n"
    ),
    "features of a hand": lines(_ADVICE + "evaluation:\n", "  - {id: k#, title: a, kind: each, cards: [king]}\n"),
    "unknown cards of features": lines(_ADVICE + "evaluation:\n", "  - {id: k#, title: a, kind: each, cards: [k#]}\n"),
    "bids that are advised": lines(_ADVICE + "evaluation: []\nbids:\n", "  - {contract: k#, least: 1}\n"),
    "signals": lines(_ADVICE + "signals:\n", "  - {id: k#, title: a, kind: lead, says: b, cards: [x#]}\n"),
}
"""Hostile shapes for the models of each kind of file and for their messages."""

SHAPES: dict[str, Shape] = {**READING, **MODELS}
