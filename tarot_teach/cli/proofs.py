"""The output of ``tarot-teach check --prove``: rulesets with small packs, of which deals are played in every way."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from tarot_teach.cli.output import emit, note, step_line
from tarot_teach.errors import LoadError, Problem
from tarot_teach.loading import Library
from tarot_teach.messages import _, as_words, ngettext, number_text
from tarot_teach.rules import Ruleset
from tarot_teach.topics.prove.proof import PackProof, Proof, prove, write_proof
from tarot_teach.topics.prove.search import deals_of
from tarot_teach.topics.prove.small_packs import PACKS
from tarot_teach.topics.prove.whole import WholeDeal


def proved(
    file: str, ruleset: Ruleset, library: Library, positions: int, keep: Path | None, *, quiet: bool
) -> tuple[dict[str, Any], list[Problem]]:
    """The proof of a ruleset as data, and its fault, if any. Unless it is to be ``quiet``, what was found is printed."""
    data: dict[str, Any] = {
        "file": file,
        "ruleset": ruleset.name,
        "packs": [],
        "whole": None,
        "never_at_work": [],
        "always_won": [],
        "never_won": [],
        "kept": [],
    }
    with step_line() as show_step:

        def on_pack(done: int) -> None:
            show_step(_("{file}: {done} of {number} packs").format(file=file, done=done, number=PACKS))

        try:
            proof = prove(library, ruleset, positions=positions, whole=2 * positions, on_pack=on_pack)
        except LoadError as error:
            said = error.problems[0].message
            if not quiet:
                words = _("{file}: not proved, since its rules do not go with a small pack: {message}")
                note(f"{_('note:')} {words.format(file=file, message=said)}")
            return data | {"not_proved": said}, []
    paths = write_proof(proof, keep) if keep else []
    data["packs"] = [pack.as_data() for pack in proof.packs]
    data["whole"] = proof.whole.as_data() if proof.whole else None
    data |= {"always_won": proof.always(True), "never_won": proof.always(False)}
    data |= {"never_at_work": [*proof.idle], "kept": [*map(str, paths)]}
    failed = proof.failed
    if not quiet:
        for pack in proof.packs:
            if pack is not failed:
                emit(_line(file, pack))
        if proof.whole:
            emit(_of_whole_deal(file, proof.whole))
        for pack in proof.packs:
            if pack.game.left_out:
                note(_left_out(file, pack))
            if pack.result.too_few:
                words = ngettext(
                    "{file}: with {cards} cards, {number} deal was left out, since a hand has too few cards that may be laid away",
                    "{file}: with {cards} cards, {number} deals were left out, since a hand has too few cards that may be laid away",
                    pack.result.too_few,
                )
                said = words.format(file=file, cards=pack.game.shape.cards, number=pack.result.too_few)
                note(f"{_('note:')} {said}")
        if proof.idle:
            words = _("{file}: in no position of these packs did these rules change anything: {rules}")
            note(f"{_('note:')} {words.format(file=file, rules=', '.join(proof.idle))}")
        always = (
            (True, _("{file}: at every end these were won: {names}")),
            (False, _("{file}: at no end were these won: {names}")),
        )
        for won, words in always:
            names = [as_words(name) for name in proof.always(won) if name]
            if names:
                note(f"{_('note:')} {words.format(file=file, names=', '.join(names))}")
        for path in paths:
            note(str(path))
    return data, [] if failed is None else [_problem(file, proof, failed, keep, positions)]


def _line(file: str, pack: PackProof) -> str:
    """The line about a pack without a fault."""
    shape, result, counts = pack.game.shape, pack.result, pack.result.counts
    words = _(
        "{file}: {cards} cards, {hand} to each of {players}: {deals} of {all} deals, {whole} of them whole; {positions} positions, "
        "{covered} of {begun} beginnings of the play to all positions that the rules tell apart, {exhausted} in every way; {ends} ends with {scores} results; sound"
    )
    return (
        words.format(
            file=file, cards=shape.cards, hand=shape.tricks, players=shape.players, deals=result.deals, all=number_text(deals_of(shape)),
            whole=result.whole, positions=number_text(counts.positions), covered=number_text(counts.covered), exhausted=number_text(counts.exhausted), begun=number_text(counts.begun),
            ends=number_text(sum(counts.ends.values())), scores=len(counts.ends),
        )
        + "\n"
    )  # fmt: skip


def _of_whole_deal(file: str, deal: WholeDeal) -> str:
    """The line about the deal that was to be searched whole."""
    shape, counts = deal.game.shape, deal.counts
    said = _("all bids, exchanges and announcements")
    if deal.most_said is not None:
        said = ngettext(
            "all exchanges, and {number} bid or announcement at most",
            "all exchanges, and {number} bids and announcements at most",
            deal.most_said,
        ).format(number=deal.most_said)
    words = _(
        "{file}: {cards} cards, {hand} to each of {players}: deal {deal} whole, with {said}; {positions} positions, all that the rules tell apart, "
        "{exhausted} of {begun} beginnings of the play in every way; {ends} ends with {scores} results; sound"
    )
    if not deal.whole:
        words = _(
            "{file}: {cards} cards, {hand} to each of {players}: deal {deal} not whole, since it has more than {positions} positions"
        )
    return (
        words.format(
            file=file, cards=shape.cards, hand=shape.tricks, players=shape.players, deal=deal.number, said=said,
            positions=number_text(counts.positions), exhausted=number_text(counts.exhausted), begun=number_text(counts.begun),
            ends=number_text(sum(counts.ends.values())), scores=len(counts.ends),
        )
        + "\n"
    )  # fmt: skip


def _left_out(file: str, pack: PackProof) -> str:
    """The note on rules and entries that a small pack cannot have."""
    words = _("{file}: a pack of {cards} cards cannot have {rules}")
    return f"{_('note:')} {words.format(file=file, cards=pack.game.shape.cards, rules=', '.join(pack.game.left_out))}"


def _problem(file: str, proof: Proof, failed: PackProof, keep: Path | None, positions: int) -> Problem:
    """The fault of a proof, at the place of its rule in the ruleset itself."""
    found = failed.result.counterexample
    assert found is not None
    rule = proof.ruleset.rules.get(found.rule)
    by = f", {rule.id} ({rule.mechanism})" if rule else ""
    where = _("with {cards} cards, deal {deal}").format(cards=failed.game.shape.cards, deal=found.number)
    command = f"tarot-teach check {shlex.quote(file)} --prove --positions {positions} --keep FOLDER"
    hint = _("the deal as an example: {command}").format(command=command)
    if keep is not None:
        example = keep / "examples" / f"{failed.game.ruleset.id}-counterexample.yaml"
        hint = _("replay it: {command}").format(command=f"tarot-teach replay {shlex.quote(str(example))}")
    place = rule.place if rule else proof.ruleset.place
    return Problem("check.unproved", f"{proof.ruleset.name}, {where}{by}: {found.message}", place, hint)
