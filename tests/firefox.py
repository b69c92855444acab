"""Headless Firefox, driven by its own protocol, Marionette: messages of JSON over a socket."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from pathlib import Path
from typing import Any, Self

from tests.helpers import HUNG

PREFERENCES = {"marionette.port": 0, "ui.prefersReducedMotion": 1}
UNTIL = """const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1), look = () => {
    if ((() => { %s }).apply(null, given)) done(); else requestAnimationFrame(look); };
look();"""
"""A script that calls back once another one returns what is true; an arrow function has the arguments of the one around it."""


class Firefox:
    """A browser with a new profile in a folder, which is ended with the block."""

    def __init__(self, program: str, profile: Path) -> None:
        lines = (f"user_pref({json.dumps(name)}, {value});\n" for name, value in PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        said = (re.search(r"Listening on port (\d+)", line) for line in self.process.stdout)
        port = next(int(found[1]) for found in said if found)
        self.socket = socket.create_connection(("127.0.0.1", port), HUNG)
        self.answers = self.socket.makefile("rb")
        self._read()
        self.asked = 0
        self.ask("WebDriver:NewSession")
        self.ask("WebDriver:SetTimeouts", script=1000 * HUNG)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        self.process.communicate()
        self.answers.close()
        self.socket.close()

    def _read(self) -> Any:
        """The next message, before which its length stands. Raises AssertionError where Firefox has ended."""
        length = b""
        while (sign := self.answers.read(1)) != b":":
            assert sign, "Firefox has ended"
            length += sign
        return json.loads(self.answers.read(int(length)))

    def ask(self, command: str, **given: Any) -> Any:
        """The answer to a command. Raises AssertionError for what Firefox refuses."""
        self.asked += 1
        message = json.dumps([0, self.asked, command, given]).encode()
        self.socket.sendall(b"%d:%b" % (len(message), message))
        _kind, _number, error, answer = self._read()
        assert error is None, error
        return answer

    def go(self, address: str) -> None:
        """Open a page."""
        self.ask("WebDriver:Navigate", url=address)

    def run(self, script: str, *given: Any) -> Any:
        """The value that a script in the page returns."""
        return self.ask("WebDriver:ExecuteScript", script=script, args=given)["value"]

    def wait_for(self, script: str, *given: Any) -> None:
        """Wait until a script in the page returns what is true."""
        self.ask("WebDriver:ExecuteAsyncScript", script=UNTIL % script, args=given)
