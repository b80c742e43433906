"""The tasks, run by Inspect itself against a model of known truth on loopback: the words of `seb run` on the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from truth_server import Truth, TruthServer

import self_execution_benchmark as seb
from self_execution_benchmark._exchange import Exchange

LIMIT = 60
DECIDED = ["fit", "score.value", "score.low", "score.high", "label", "usable", "total"]


@pytest.fixture(scope="module")
def server() -> Iterator[TruthServer]:
    exchange = Exchange("know", {"limit": LIMIT})
    keys = {item["question"]: item["key"] for item in exchange.items}
    exchange.close()
    served = TruthServer(Truth(keys))
    yield served
    served.close()


def evaluated(task: str, server: TruthServer, folder: Path, *options: str) -> str:
    """Runs a task as a user does and returns the path of its log."""
    args = [sys.executable, "-m", "inspect_ai", "eval", f"self_execution_benchmark/{task}", "-T", f"limit={LIMIT}"]
    more = ["--model", "openai-api/truth/truth", "--log-dir", str(folder), "--display", "none", *options]
    environment = {**os.environ, "TRUTH_BASE_URL": server.url, "TRUTH_API_KEY": "none"}
    subprocess.run([*args, *more], env=environment, check=True, cwd=folder)
    (log,) = folder.glob("*.eval")
    return str(log)


@pytest.mark.parametrize(
    ("task", "experiment", "word"), [("self_know", "know", "useful"), ("self_refusal", "restriction", "useful")]
)
def test_a_log_has_the_words_of_a_run(task: str, experiment: str, word: str, server: TruthServer, tmp_path: Path) -> None:
    logged = seb.report(evaluated(task, server, tmp_path))
    run = seb.run(
        "openai-compatible/truth", experiment=experiment, limit=LIMIT, base_url=server.url, store=str(tmp_path / "s.sqlite")
    )
    assert logged[DECIDED].to_dict() == run[DECIDED].to_dict()
    assert list(logged.fit) == [word]


def test_properties_and_epochs_are_read(server: TruthServer, tmp_path: Path) -> None:
    logged = seb.report(evaluated("self_property", server, tmp_path, "--epochs", "2", "--limit", "5"))
    config = logged.attrs["json"]["runs"][0]["config"]
    assert (config["samples"], config["experiments"][0]["dataset"]["items"]) == (2, 5)
    assert list(logged.total) == [sum(len(item["properties"]) for item in _items(5))]


def _items(count: int) -> list[dict[str, Any]]:
    exchange = Exchange("property", {"limit": count})
    exchange.close()
    return exchange.items
