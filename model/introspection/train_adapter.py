"""Trains one adapter on rows of questions about quoted prompts; only the answers count.

    python3 train_adapter.py --base ../weights/ada.gguf --rows ../work/introspection/rows-ada.jsonl \
        --test ../work/introspection/rows-ada-test.jsonl --name ada+self --out ../weights/adapters/ada+self.gguf
"""
import argparse
import json
import time
from collections import defaultdict
from pathlib import Path

import torch
import torch.nn.functional as F

import rows as training_rows
from adapter import adapt, load_adapter, load_base, round_to_file, write_adapter
import documents
import tokenizer as tokenizers

FIT_EVERY = 8  # the fit is measured on every eighth string
TOKENIZER = Path(__file__).resolve().parent.parent / "training" / "tokenizer.json"


def answers_of(network, batch_documents, padding: int):
    """Returns the logits of all answer tokens, the tokens, and for each its document and branch."""
    batch = documents.Batch(batch_documents, padding)
    scored = training_rows.scored(batch_documents, batch.tokens.shape[1])
    rows = torch.arange(len(batch.tokens))[:, None].expand_as(scored)[scored]
    hidden = network.hidden(batch.tokens, batch.position, batch.visible, (rows, batch.source[scored]))
    return network.logits(hidden), batch.tokens[scored], rows, batch.branch[scored]


def ordered(corpus, step_tokens: int):
    """Batches of all documents in order of length."""
    batch = []
    for document in sorted(corpus, key=len):
        if batch and len(document) * (len(batch) + 1) > step_tokens:
            yield batch
            batch = []
        batch.append(document)
    yield batch


@torch.no_grad()
def accuracy(network, corpus, padding: int):
    """Share of rows whose whole answer is the most likely one token by token, which is a greedy answer, per property."""
    right, count = defaultdict(int), defaultdict(int)
    for batch in ordered(corpus, 8192):
        logits, tokens, rows, branches = answers_of(network, batch, padding)
        wrong = set()
        for hit, row, branch in zip((logits.argmax(-1) == tokens).tolist(), rows.tolist(), branches.tolist()):
            if not hit:
                wrong.add((row, branch))
        for row, document in enumerate(batch):
            for branch, one in enumerate(document.rows, 1):
                count[one["property"]] += 1
                right[one["property"]] += (row, branch) not in wrong
    return {name: round(right[name] / count[name], 4) for name in count} | {"all": round(sum(right.values()) / sum(count.values()), 4)}


def train(network, parameters, corpus, arguments, padding: int):
    optimizer = torch.optim.AdamW(parameters, lr=arguments.rate, betas=(0.9, 0.98), weight_decay=0.0)
    steps_an_epoch = sum(1 for _ in ordered(corpus, arguments.step_tokens))
    steps = max(1, round(steps_an_epoch * arguments.epochs))
    start, losses = time.time(), []
    for step, batch in enumerate(documents.batches(corpus, arguments.step_tokens, arguments.seed), 1):
        if step > steps:
            break
        for group in optimizer.param_groups:
            group["lr"] = arguments.rate * min(1.0, step / 20) * max(0.02, 1 - (step - 1) / steps)
        logits, tokens, _, _ = answers_of(network, batch, padding)
        loss = F.cross_entropy(logits, tokens)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        losses.append(loss.item())
        if step % 25 == 0 or step == steps:
            print(f"step {step} of {steps} seconds {time.time() - start:.0f} loss {sum(losses) / len(losses):.4f}", flush=True)
            losses.clear()
    return steps, time.time() - start


def main(arguments):
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    torch.set_flush_denormal(True)
    tokenizer = tokenizers.load(TOKENIZER)
    network = load_base(arguments.base)
    parameters = adapt(network, arguments.rank, arguments.alpha)
    if arguments.start:
        load_adapter(network, arguments.start)
    corpus = [document for path in arguments.rows for document in training_rows.read(path, tokenizer)]
    count = sum(len(document.rows) for document in corpus)
    print(f"{count} rows, {sum(map(len, corpus))} tokens, {sum(p.numel() for p in parameters)} trained parameters", flush=True)
    steps, seconds = train(network, parameters, corpus, arguments, tokenizer.padding)
    round_to_file(network)
    record = dict(name=arguments.name, rows=count, steps=steps, seconds=round(seconds),
                  fit=accuracy(network, corpus[::FIT_EVERY], tokenizer.padding))
    for path in arguments.test:
        record[Path(path).stem] = accuracy(network, training_rows.read(path, tokenizer), tokenizer.padding)
    print(json.dumps(record), flush=True)
    write_adapter(network, arguments.out, arguments.base, arguments.alpha, arguments.name)
    if arguments.record:
        Path(arguments.record).write_text(json.dumps(record))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", required=True)
    parser.add_argument("--rows", required=True, nargs="+")
    parser.add_argument("--test", nargs="*", default=[])
    parser.add_argument("--start", help="adapter to go on from")
    parser.add_argument("--name", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--record", help="file for what was trained and how well it fits")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rank", type=int, default=8)
    parser.add_argument("--alpha", type=float, default=16.0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--epochs", type=float, default=4)
    parser.add_argument("--step-tokens", type=int, default=2048)
    parser.add_argument("--threads", type=int, default=1)
    main(parser.parse_args())
