"""The Python lines of docs/analysis.md run as they stand on the page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import self_execution_benchmark as seb
from self_execution_benchmark._command import command

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")


def test_the_lines_of_the_page_run(tmp_path: Path) -> None:
    seb.run(["simulated/a?self=1", "simulated/b?self=0"], limit=40, store=str(tmp_path / ".seb" / "store.sqlite"))
    subprocess.run(command(["report", "--out", "seb-report"]), cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) == 2
    assert len(blocks[0].strip().splitlines()) <= 10
    for block in blocks:
        lines = "import matplotlib\nmatplotlib.use('Agg')\n" + block
        subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, check=True)
    assert (tmp_path / "scores.png").stat().st_size > 5_000
