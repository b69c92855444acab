"""Single keys from a terminal, without losing any that are typed ahead."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Any

import click

try:
    import select
    import termios
    import tty
except ImportError:  # not a POSIX system: click knows what to do
    termios = None  # type: ignore[assignment]

ESCAPE = "\x1b"


class Keys:
    """Keys as they are pressed, within a ``with``; arrow keys come as their escape sequences."""

    def __init__(self) -> None:
        self.terminal = sys.stdin.fileno()
        self.cooked: Any = None

    def __enter__(self) -> Keys:
        if termios:
            self.cooked = termios.tcgetattr(self.terminal)
            tty.setcbreak(self.terminal, termios.TCSADRAIN)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if termios and self.cooked:
            termios.tcsetattr(self.terminal, termios.TCSADRAIN, self.cooked)

    def read(self) -> str:
        """The next key; an empty text when there will be no more."""
        if not termios:
            return click.getchar()
        key = os.read(self.terminal, 1)
        while key[:1] == b"\x1b" and len(key) < 3 and select.select([self.terminal], [], [], 0.05)[0]:
            key += os.read(self.terminal, 1)
        while key and key[0] >= 0xC0 and len(key) < 4 and select.select([self.terminal], [], [], 0.02)[0]:
            key += os.read(self.terminal, 1)
        return key.decode("utf-8", "replace")

    def line(self, prompt: str) -> str:
        """A line of text, with the terminal's own editing; empty when there will be no more."""
        if termios and self.cooked:
            termios.tcsetattr(self.terminal, termios.TCSADRAIN, self.cooked)
        try:
            return input(prompt).strip()
        except EOFError:
            return ""
        finally:
            if termios:
                tty.setcbreak(self.terminal, termios.TCSADRAIN)
