#!/usr/bin/env bash
# Makes one bundled model from nothing: corpus, vocabulary, two training phases, GGUF, measured form of its answers.
#   bash model/train.sh ada          the whole run (hours)
#   bash model/train.sh ada short    a minute: every step runs, the model learns next to nothing
set -euo pipefail
subject=$1
length=${2:-full}
cd "$(dirname "$0")/.."
case $subject in ada) seed=1 ;; bo) seed=2 ;; *) echo "ada or bo" >&2; exit 1 ;; esac
case $length in
  full) documents=150000 copying_steps=2200 steps=7000 probes=100 work=model/work ;;
  short) documents=1500 copying_steps=15 steps=25 probes=2 work=model/work/short ;;
  *) echo "full or short" >&2; exit 1 ;;
esac
node=node_modules/.bin/node
python=${PYTHON:-/usr/bin/python3}
mkdir -p "$work"

source model/training/environment.sh

$node model/corpus/write.ts --subject "$subject" --documents "$documents" --seed 1 --out "$work/corpus-$subject.jsonl"
# Both models share the vocabulary, which is made from a sample of ada's documents.
if [ "$length" = short ]; then
  $node model/corpus/write.ts --subject ada --documents 1000 --seed 7 --out "$work/sample.jsonl" --words "$work/words.json"
  $python model/training/train_tokenizer.py --corpus "$work/sample.jsonl" --words "$work/words.json" --out "$work/tokenizer.json"
  tokenizer=$work/tokenizer.json
else
  tokenizer=model/training/tokenizer.json
fi
$python model/training/pretrain_copying.py --seed "$seed" --steps "$copying_steps" --out "$work/copy-$subject.pt"
$python model/training/train.py --corpus "$work/corpus-$subject.jsonl" --tokenizer "$tokenizer" --seed "$seed" \
  --start "$work/copy-$subject.pt" --steps "$steps" --out "$work/$subject.pt"
$python model/training/export.py --checkpoint "$work/$subject.pt" --tokenizer "$tokenizer" --name "$subject" --out "$work/$subject.gguf"
$node model/measure/well-formed.ts --model "$work/$subject.gguf" --count "$probes"
