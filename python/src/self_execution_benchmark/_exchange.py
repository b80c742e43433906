"""Asks `seb calls` what to ask a model and what its answers say, so that prompts and readers stand in one place."""

from __future__ import annotations

import atexit
import json
import subprocess
import threading
from typing import Any

from ._command import SebError, command, flags


class Exchange:
    """One experiment whose calls are sent from here. Safe to use from several threads.

    `config` is the configuration of the run and `items` are its items, as the command prints them. Raises SebError where the
    command refuses the options.
    """

    def __init__(self, experiment: str, options: dict[str, Any]) -> None:
        args = command(["calls", "--experiment", experiment, *flags(options), "--json"])
        self._process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self._lock = threading.Lock()
        atexit.register(self.close)
        first = self._read()
        self.config: dict[str, Any] = first["config"]
        self.items: list[dict[str, Any]] = first["items"]

    def step(self, item: str, calls: list[dict[str, Any]]) -> dict[str, Any]:
        """Returns the calls that follow from the answered calls of an item; without any, what was read.

        The result has the kind "ask" with `calls`, or the kind "read" with `units` and `score`.
        """
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(json.dumps({"item": item, "calls": calls}) + "\n")
            self._process.stdin.flush()
            return self._read()

    def close(self) -> None:
        """Ends the command. Idempotent."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.close()
            self._process.wait()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        result: dict[str, Any] = json.loads(line) if line else {"kind": "failed", "reason": "`seb calls` ended without a reply"}
        if result["kind"] in ("refused", "failed"):
            raise SebError(result["kind"], result["reason"], result.get("advice"), result.get("code"))
        return result
