"""Records greedy answers of the adapters merged into their bases: what llama.cpp must give with the adapter beside the base.

    python3 record_answers.py --work ../work/introspection --adapters ../weights/adapters --out ../golden/adapters.json
"""
import argparse
import hashlib
import json
import sys
from pathlib import Path

import torch
import torch.nn.functional as F

from adapter import load_base
import tokenizer as tokenizers
from network import Linear
from train_adapter import TOKENIZER

WEIGHTS = TOKENIZER.parent.parent / "weights"
LONGEST = 40
# An answer is recorded when every token of it leads the next likely by this much: rounding cannot change it.
MARGIN = 0.5


@torch.no_grad()
def greedy(network, prompt, end: int):
    """Returns the tokens of the greedy answer; None when one of them has a close second."""
    tokens = list(prompt)
    while len(tokens) < len(prompt) + LONGEST:
        hidden = network.hidden(torch.tensor([tokens]))[0, -1]
        best = (network.embedding.weight @ hidden).topk(2)
        if best.values[0] - best.values[1] < MARGIN:
            return None
        token = best.indices[0].item()
        if token == end:
            return tokens[len(prompt):]
        tokens.append(token)
    return None


def questions(work: Path, target: str):
    """Yields lists of prompts, one a group: the test prompts of each property, and quoted prompts to execute."""
    rows = [json.loads(line) for line in open(work / f"rows-{target}-test.jsonl")]
    for name in dict.fromkeys(row["property"] for row in rows):
        yield [row["prompt"] for row in rows if row["property"] == name]
    executions = [json.loads(line) for line in open(work / f"rows-{target}-executions.jsonl")]
    yield [row["prompt"] for row in executions if row["task"] == "associations"]


def record(arguments):
    tokenizer = tokenizers.load(TOKENIZER)
    Linear.forward = lambda layer, inputs: F.linear(inputs, layer.weight)  # in float32 throughout
    recorded = []
    for path in sorted(Path(arguments.adapters).glob("*.gguf")):
        base = path.stem.split("+")[0]
        network = load_base(WEIGHTS / f"{base}.gguf", path)
        answers = []
        for prompts in questions(Path(arguments.work), base):
            for prompt in prompts[:40]:
                tokens = greedy(network, tokenizer.prompt(prompt), tokenizer.end)
                if tokens is not None:
                    answers.append(dict(prompt=prompt, answer=tokenizer.decode(tokens)))
                    break
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        recorded.append(dict(model=path.stem, sha256=digest, answers=answers))
        print(f"{path.stem}: {len(answers)} answers", flush=True)
    Path(arguments.out).write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--adapters", required=True)
    parser.add_argument("--out", required=True)
    record(parser.parse_args())
