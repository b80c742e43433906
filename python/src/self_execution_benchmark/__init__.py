"""Find out whether a language model can predict itself: the results of the command `seb` as pandas frames.

    import self_execution_benchmark as seb

    seb.run(["ollama/llama3.2"], experiment="know", samples=2)
    seb.report("latest")[["model", "fit", "score.value", "score.low", "score.high"]]

Each function calls the command with `--json`, takes its flags as keywords (`max_error=0.05`, `probability_scale="percent"`),
and raises SebError with the command's words where it refuses or fails. Without pandas, a table is a list of dicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from ._command import SebError, call
from ._frames import Rows, columns as _columns, frame, row_schema

if TYPE_CHECKING:
    import pandas

    Table = Union[pandas.DataFrame, Rows]

__all__ = ["Rows", "SebError", "columns", "compare", "report", "run", "worth"]


def run(models: str | list[str], *, store: str | None = None, table: str = "findings", **flags: Any) -> Table:
    """Executes experiments on models, or what is left of them, and reports the run.

    Returns the findings (see `report`); `attrs["run"]` is the summary of `seb run --json` with the run's id, status, calls and
    cost. A paused run has the rows of its answers so far. With `dry_run=True` nothing is sent and there are no rows: `attrs["run"]`
    is the plan, with its calls and cost. `flags` are those of `seb run`, such as `experiment=["know"]`, `limit=50`, `budget=2`.
    Progress goes to stderr.
    """
    names = [models] if isinstance(models, str) else models
    summary = call(["run"], {"model": names, "store": store, **flags}, show_progress=True)
    if "run" in summary:
        found = report(summary["run"], store=store, config=flags.get("config"), table=table)
    else:
        found = frame({}, "report", table)
    found.attrs["run"] = summary
    return found


def report(*runs: str, table: str | None = None, **flags: Any) -> Table:
    """Returns the scores of runs (ids, names, "latest"; default: the newest), or of logs of other tools (paths).

    `table`: for runs `findings` (default: one row for each model, task and condition, the score with its verdict), `estimates`
    (every measure; `isScore` marks the score), or another list of docs/schema/report.schema.json; for logs `right` (default: how
    often the answers of each model are right).
    """
    result = call(["report", *runs], flags)
    return frame(result, "report", table or ("right" if "logs" in result else "findings"))


def compare(*runs: str, table: str | None = None, **flags: Any) -> Table:
    """Compares models on the same items: runs, or two logs of other tools.

    `table`: `differences` (default), `missing` (executions without an outcome) or, of runs, `tasks` (docs/schema/compare.schema.json).
    """
    return frame(call(["compare", *runs], flags), "compare", table or "differences")


def worth(*runs: str, table: str = "signals", **flags: Any) -> Table:
    """Returns whether asking a model first pays, one row for each signal (docs/schema/worth.schema.json).

    `flags` are those of `seb worth`: `keep="A"`, `pass_="B"` or `abstain=True`, `right=0.02`, `max_error=0.05`.
    """
    return frame(call(["worth", *runs], {name.rstrip("_"): value for name, value in flags.items()}), "worth", table)


def columns(command: str, table: str) -> dict[str, str]:
    """Returns the columns of a table with their descriptions; `command`: the name of a schema, such as "report" or "compare".

    Raises ValueError for a name that does not exist, with those that do.
    """
    return _columns(row_schema(command, table))
