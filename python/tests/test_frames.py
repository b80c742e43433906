"""The module on the installed wheel: its tables have the columns of the schemas, and its errors the words of the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas
import pytest

import self_execution_benchmark as seb
from self_execution_benchmark import _frames

REPOSITORY = Path(__file__).parents[2]
LOGS = REPOSITORY / "test" / "golden" / "logs" / "inspect"
ALPHA, BETA = (str(LOGS / f"times_{name}.eval") for name in ("alpha-large", "beta-small"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with a run of two simulated models, one of which knows itself."""
    path = str(tmp_path_factory.mktemp("store") / "store.sqlite")
    seb.run(["simulated/a?self=1", "simulated/b?self=0"], experiment="know", limit=60, samples=2, store=path)
    return path


def test_run_returns_the_findings_of_report(store: str) -> None:
    again = seb.run(["simulated/a?self=1", "simulated/b?self=0"], experiment="know", limit=60, samples=2, store=store)
    assert again.attrs["run"]["status"] == "finished"
    pandas.testing.assert_frame_equal(again, seb.report("latest", store=store))
    assert set(again.model) == {"simulated/a?self=1", "simulated/b?self=0"}
    words = _frames.tables("report")["findings"]["properties"]["fit"]["enum"]
    assert again.fit.isin(words).all()
    low, value, high = (again[f"score.{name}"] for name in ("low", "value", "high"))
    assert (low <= value).all() and (value <= high).all()


def test_columns_are_those_of_the_schema_with_their_descriptions(store: str) -> None:
    found = seb.report(store=store)
    assert list(found.columns) == list(seb.columns("report", "findings"))
    assert found.attrs["columns"]["chance"] == "score of the same predictions shuffled among the items"
    first = found.attrs["json"]["findings"][0]
    assert found["score.value"][0] == first["score"]["value"]
    assert [found["score.low"][0], found["score.high"][0]] == first["score"]["interval"]
    estimates = seb.report(store=store, table="estimates")
    assert estimates.isScore.dtype == bool and len(estimates) > len(found)


@pytest.mark.parametrize(
    ("schema", "table"),
    [("report", "findings"), ("report", "estimates"), ("report", "right"), ("compare", "differences")]
    + [("compare", "tasks"), ("compare", "missing"), ("worth", "signals")],
)
def test_every_table_that_is_a_default_is_in_its_schema(schema: str, table: str) -> None:
    assert len(seb.columns(schema, table)) > 4


def test_logs_are_compared_and_reported() -> None:
    pairs = seb.compare(ALPHA, BETA)
    assert len(pairs) == 1 and pairs["asked"][0] == 50
    assert list(pairs.columns) == list(seb.columns("compare", "differences"))
    assert pairs.attrs["json"]["kind"] == "compared"
    assert set(seb.compare(ALPHA, BETA, table="missing").side) == {"alpha-large"}
    assert seb.report(ALPHA)["right.value"][0] == pytest.approx(0.69)
    assert seb.report(ALPHA, table="findings").fit[0] == "informative"


def test_logs_and_runs_have_one_shape(store: str) -> None:
    assert list(seb.compare(store=store).columns) == list(seb.compare(ALPHA, BETA).columns)


def test_worth_has_a_row_for_each_signal(store: str) -> None:
    signals = seb.worth(store=store, keep="simulated/b?self=0", pass_="simulated/a?self=1")
    assert "own" in list(signals["name"])
    assert signals["verdict"].notna().any()
    assert signals.attrs["json"]["keep"] == "simulated/b?self=0"


def test_errors_have_the_words_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(seb.SebError, match="one model in one log") as refused:
        seb.compare(ALPHA)
    assert (refused.value.kind, refused.value.code) == ("refused", None)
    with pytest.raises(seb.SebError) as failed:
        seb.report(store=str(tmp_path / "none.sqlite"))
    assert (failed.value.kind, failed.value.code) == ("failed", "no-store")
    with pytest.raises(seb.SebError, match="unknown option '--colour'"):
        seb.report(ALPHA, colour=True)
    with pytest.raises(ValueError, match="there is no table scores; tables: "):
        seb.report(ALPHA, table="scores")


def test_without_pandas_a_table_is_a_list_of_dicts() -> None:
    program = f"""
import sys
sys.modules["pandas"] = None
import self_execution_benchmark as seb
rows = seb.report({ALPHA!r})
assert type(rows) is seb.Rows and rows[0]["model"].endswith("/alpha-large"), rows
assert "right.value" in rows.attrs["columns"]
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_dry_run_has_its_plan_and_no_rows(tmp_path: Path) -> None:
    found = seb.run("simulated/a?self=1", experiment="know", limit=10, dry_run=True, store=str(tmp_path / "none.sqlite"))
    assert len(found) == 0 and list(found.columns) == list(seb.columns("report", "findings"))
    assert found.attrs["run"]["calls"] == 20
    assert not (tmp_path / "none.sqlite").exists()


@pytest.mark.parametrize(
    ("schema", "table", "message"),
    [("repor", "findings", "there is no schema repor; schemas: .*report"), ("report", "finding", "tables: .*findings")],
)
def test_columns_refuses_unknown_names_with_those_that_exist(schema: str, table: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        seb.columns(schema, table)
