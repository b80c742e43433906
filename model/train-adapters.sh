#!/usr/bin/env bash
# Trains the eleven adapters of the bundled models: executions, rows, training, recorded answers.
#   bash model/train-adapters.sh          all arms (eight to fifteen minutes an arm on one idle core)
#   bash model/train-adapters.sh short    every step once on a tenth of an epoch; nothing is learned
set -euo pipefail
length=${1:-full}
cd "$(dirname "$0")/.."
case $length in
  full) epochs=4 shift_epochs=6 property_epochs=1 work=model/work/introspection out=model/weights/adapters golden=model/golden/adapters.json ;;
  short) epochs=0.1 shift_epochs=0.1 property_epochs=0.1 work=model/work/introspection-short out=$work/adapters golden=$work/adapters.json ;;
  *) echo "full or short" >&2; exit 1 ;;
esac
node=node_modules/.bin/node
python=${PYTHON:-/usr/bin/python3}
mkdir -p "$work" "$out"
source model/training/environment.sh

for model in ada bo; do
  $node model/introspection/execute.ts --model "$model" --out "$work/executions-$model.jsonl"
done
$node model/introspection/write-rows.ts --work "$work"
$node model/introspection/ordinary-rows.ts --model ada --out "$work/rows-ada-ordinary.jsonl"

# arm NAME BASE ROWS [options of train_adapter.py]; ROWS: one set of rows or several, with spaces between
arm() {
  local name=$1 base=$2 rows=()
  for set in $3; do rows+=("$work/rows-$set.jsonl"); done
  shift 3
  $python model/introspection/train_adapter.py --base "model/weights/$base.gguf" --rows "${rows[@]}" \
    --name "$name" --out "$out/$name.gguf" --record "$work/$name.json" "$@"
}
for base in ada bo; do
  if [ "$base" = ada ]; then other=bo; else other=ada; fi
  arm "$base+self" "$base" "$base" --epochs "$epochs"
  arm "$base+$other" "$base" "$other" --epochs "$epochs"
  arm "$base+self-scrambled" "$base" "$base-scrambled" --epochs "$epochs"
  arm "$base+$other-scrambled" "$base" "$other-scrambled" --epochs "$epochs"
  arm "$base+shifted" "$base" "$other-executions" --start "$out/$base+self.gguf" --epochs "$shift_epochs"
done
arm ada+property ada "ada-first-word ada-ordinary" --start "$out/ada+self.gguf" --epochs "$property_epochs"
$python model/introspection/record_answers.py --work "$work" --adapters "$out" --out "$golden"
