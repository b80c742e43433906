#!/usr/bin/env bash
# Builds the wheel, installs it into a fresh virtual environment without Node on the PATH, and uses it there: two logs compared,
# the demonstration, the Python module, the lines of docs/analysis.md, the tasks run by Inspect, and the logs that Inspect and the
# validator of Every Eval Ever read.
# Where Python, its module venv or an index of Python packages is missing, it says so and passes. An argument is a package that
# was packed already.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2> /dev/null; then
  echo "wheel: not checked, because there is no Python 3.10 or newer"
  exit 0
fi
if ! python3 -m venv "$folder/venv" > "$folder/probe.txt" 2>&1; then
  echo "wheel: not checked, because Python cannot make a virtual environment: $(head -n 1 "$folder/probe.txt")"
  exit 0
fi
if ! "$folder/venv/bin/pip" download --quiet --no-deps --dest "$folder/probe" hatchling 2> "$folder/probe.txt"; then
  echo "wheel: not checked, because no index of Python packages can be reached: $(tail -n 1 "$folder/probe.txt")"
  exit 0
fi

wheel=$(PATH="$folder/venv/bin:$PATH" "$repository/scripts/build-wheel" "$folder/wheel" ${1:+"$1"} | tail -n 1)
"$folder/venv/bin/pip" install --quiet "$wheel"

# As on a machine without Node: only the commands of the virtual environment, less the node that it holds.
mkdir "$folder/bin"
ln -s "$folder/venv/bin/seb" "$folder/venv/bin/self-execution-benchmark" "$folder/bin"
cp "$repository/test/golden/logs/inspect/"times_{alpha-large,beta-small}.eval "$folder"
(cd "$folder" && PATH="$folder/bin" seb compare times_alpha-large.eval times_beta-small.eval > compared.txt)
grep -q 'alpha-large is higher than beta-small' "$folder/compared.txt"
(cd "$folder" && PATH="$folder/bin" self-execution-benchmark demo > demo.txt 2> demo-notes.txt)
grep -q 'Can ada, bo and cy predict themselves?' "$folder/demo.txt"
grep -q 'python -m self_execution_benchmark install node-llama-cpp' "$folder/demo-notes.txt"

"$folder/venv/bin/pip" install --quiet "$wheel[pandas,inspect]" pytest matplotlib openai
(cd "$folder" && "$folder/venv/bin/python" -m pytest -q -p no:cacheprovider "$repository/python/tests")
"$folder/venv/bin/pip" install --quiet --no-deps --ignore-requires-python every-eval-ever # its validator needs what Inspect has
(cd "$repository" && NO_COLOR=1 SEB_READERS_PYTHON="$folder/venv/bin/python" npx vitest run -t 'Inspect reads|Every Eval Ever accepts' \
  src/report/inspect-logs/inspect-schema.test.ts test/all/same-rows.test.ts) | tee "$folder/readers.txt"
grep -qE 'Tests +3 passed' "$folder/readers.txt" # all of them, and none is skipped
echo "wheel $(basename "$wheel") works ($(du -h "$wheel" | cut -f1))"
