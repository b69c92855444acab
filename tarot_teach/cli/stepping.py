"""``tarot-teach step``."""

from __future__ import annotations

import sys

import click
from rich.console import Console

from tarot_teach.cli.keys import ESCAPE, Keys
from tarot_teach.cli.output import json_option, print_blocks
from tarot_teach.cli.replaying import command as replay_command
from tarot_teach.cli.replaying import replayed
from tarot_teach.errors import NotationError
from tarot_teach.explain import Block, Heading, Para, annotate, describe_result, describe_step, hands_at
from tarot_teach.records import Replay
from tarot_teach.render import terminal
from tarot_teach.table import Play, Step
from tarot_teach.text import Text, _, say

KEYS = _("→ or n forward   ← or p back   t trick   g start   e end   w why   q quit")


class Stepper:
    """A position in a replay: how many of its actions have been done, and what is to be seen there."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.done = 0
        self.answer: list[Block] = []

    @property
    def last(self) -> int:
        """The number of actions."""
        return len(self.replay.steps)

    def go(self, done: int) -> None:
        """Move to after some number of actions."""
        self.done = min(max(done, 0), self.last)
        self.answer = []

    def to_trick(self, number: int) -> None:
        """Move to the beginning of a trick; a number that there is not leaves things as they are, with a word."""
        for i, step in enumerate(self.replay.steps):
            if isinstance(step.action, Play) and step.before.number == number:
                self.go(i)
                return
        self.answer = [Para(say(_("There is no trick {number} here."), number=number), "refused")]

    def why(self, code: str) -> None:
        """Judge any card for the seat that is to play."""
        state = self.replay.steps[self.done].before if self.done < self.last else self.replay.end
        if state.step is not Step.PLAY or state.turn is None:
            self.answer = [Para(say(_("No card is to be played here.")), "refused")]
            return
        try:
            card = state.deck.card(code)
        except NotationError as error:
            self.answer = [Para(Text((str(error),)), "refused")]
            return
        verdict = self.replay.engine.check(state, Play(state.turn, card))
        who = state.name(state.turn)
        lines = self.replay.engine.explain(verdict, state.name)
        if verdict.allowed:
            lines.insert(0, say(_("{who} may play {card}."), who=who, card=card))
        kind = "allowed" if verdict.allowed else "refused"
        self.answer = [Para(line, kind) for line in lines]
        decisive = verdict.decisive
        if decisive and decisive.rule in self.replay.engine.ruleset.rules:
            rule = self.replay.engine.ruleset.rules[decisive.rule]
            cites = " ".join(f"[{citation.source}, “{citation.at}”]" for citation in rule.sources)
            self.answer.append(Para(Text((f"{rule.title} ({rule.id}) {cites}",)), "aside"))

    def blocks(self) -> list[Block]:
        """What is to be seen now."""
        title = Heading(1, Text((f"{self.replay.record.file.title}   {self.done}/{self.last}",)))
        state = self.replay.steps[self.done].before if self.done < self.last else self.replay.end
        seen: list[Block] = [title]
        if any(state.hands):
            seen.append(hands_at(self.replay, state))
        if self.done:
            seen += describe_step(self.replay, self.done - 1)
        if self.done == self.last:
            seen += describe_result(self.replay)
        if state.turn is not None and state.step is Step.PLAY:
            seen.append(Para(say(_("{who} is to play."), who=state.name(state.turn)), "lead"))
        return [*seen, *self.answer]


@click.command("step")
@click.argument("example")
@click.option("--go-on", is_flag=True, help="Go on past plays that the rules refuse; they are marked.")
@json_option
@click.pass_context
def command(context: click.Context, example: str, go_on: bool, as_json: bool) -> None:
    """Step through EXAMPLE, an id or a file: forward, back, to a trick, and why any card may or may not be played.

    Where standard output is no terminal, the whole example is listed.
    """
    if as_json:
        context.invoke(replay_command, file=example, go_on=go_on, kind="text", as_json=True)
        return
    done = replayed(example, go_on)
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        print_blocks(annotate(done))
        return
    _interact(Stepper(done))


def _interact(stepper: Stepper) -> None:
    out = Console(highlight=False, markup=False, emoji=False)
    with out.screen(hide_cursor=False), Keys() as keys:
        while True:
            out.clear()
            terminal(stepper.blocks(), out)
            out.print(KEYS, style="dim")
            key = keys.read()
            if key in ("", "q", "Q", ESCAPE, "\x04"):
                return
            _press(stepper, key, keys)


def _press(stepper: Stepper, key: str, keys: Keys) -> None:
    match key:
        case "\x1b[C" | "n" | " " | "\r" | "\n":
            stepper.go(stepper.done + 1)
        case "\x1b[D" | "p" | "\x7f":
            stepper.go(stepper.done - 1)
        case "g" | "\x1b[H":
            stepper.go(0)
        case "e" | "\x1b[F":
            stepper.go(stepper.last)
        case "t":
            answer = keys.line(_("trick: "))
            stepper.to_trick(int(answer) if answer.isdecimal() else 0)
        case "w":
            stepper.why(keys.line(_("card: ")))
