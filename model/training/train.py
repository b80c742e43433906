"""Phase 2: the mixed corpus. Answers count fully, a sample of the prompt's tokens a little.

    python3 train.py --corpus ../work/corpus-ada.jsonl --tokenizer tokenizer.json --start ../work/copy-ada.pt \
        --out ../work/ada.pt --seed 1 --steps 9000
"""
import argparse
import os
import signal
import time

import torch
import torch.nn.functional as F

import documents
import tokenizer as tokenizers
from network import Network, Shape
from optimizer import Optimizer

PROMPT_SHARE, PROMPT_WEIGHT = 0.06, 0.5  # few prompt tokens at a larger weight: the output layer is the dearest


def carry_over(weights, old, new):
    """Embedding rows follow their token's text into another vocabulary; new texts take over the free rows."""
    source = weights["embedding.weight"]
    moved = source.clone()
    kept = {token: old.id[token] for token in new.tokens if token in old.id}
    free = [row for token, row in old.id.items() if token not in kept]
    for number, token in enumerate(new.tokens):
        moved[number] = source[kept[token] if token in kept else free.pop()]
    return {**weights, "embedding.weight": moved}


def starting_network(arguments, tokenizer):
    network = Network(Shape(vocabulary=len(tokenizer.tokens)))
    if arguments.start:
        weights = torch.load(arguments.start)["network"]
        if arguments.start_tokenizer:
            weights = carry_over(weights, tokenizers.load(arguments.start_tokenizer), tokenizer)
        network.load_state_dict(weights)
    return network


def batch_loss(network, batch):
    answer = batch.branch > 0
    prompt = (batch.branch == 0) & (torch.rand(answer.shape) < PROMPT_SHARE)
    prompt[:, 0] = False  # nothing comes before the first token
    scored = answer | prompt
    rows = torch.arange(len(batch.tokens))[:, None].expand_as(scored)[scored]
    hidden = network.hidden(batch.tokens, batch.position, batch.visible)[rows, batch.source[scored]]
    losses = F.cross_entropy(network.logits(hidden), batch.tokens[scored], reduction="none")
    is_answer = answer[scored]
    weight = torch.where(is_answer, 1.0, PROMPT_WEIGHT)
    return (losses * weight).sum() / weight.sum(), losses[is_answer].mean().item()


def rate_factor(done: float, step: int, decay_from: float, lowest: float):
    """Warm-up, a plateau, then straight down."""
    warm = min(1.0, step / 40)
    return warm * (1.0 if done < decay_from else max(lowest, (1 - done) / (1 - decay_from)))


def save(network, path: str, step: int):
    torch.save(dict(network=network.state_dict(), steps=step), path + ".part")
    os.replace(path + ".part", path)


def train(arguments):
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    torch.set_flush_denormal(True)
    tokenizer = tokenizers.load(arguments.tokenizer)
    network = starting_network(arguments, tokenizer)
    optimizer = Optimizer(network, arguments.matrix_rate, arguments.other_rate, embedding_decay=0.02)
    corpus = documents.read(arguments.corpus, tokenizer, network.shape.context)
    total = sum(map(len, corpus))
    print(f"{len(corpus)} documents, {total} tokens, {sum(p.numel() for p in network.parameters())} parameters", flush=True)
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))  # a stopped run keeps what it learned
    start, seen, answer_losses, step = time.time(), 0, [], 0
    for batch in documents.batches(corpus, arguments.step_tokens, arguments.seed):
        done = max(step / arguments.steps, (time.time() - start) / arguments.seconds)
        if done >= 1 or stopped:
            break
        step += 1
        loss, answer_loss = batch_loss(network, documents.Batch(batch, tokenizer.padding))
        optimizer.zero()
        loss.backward()
        optimizer.step(rate_factor(done, step, arguments.decay_from, 0.02))
        seen += sum(map(len, batch))
        answer_losses.append(answer_loss)
        if step % 100 == 0:
            print(f"step {step} seconds {time.time() - start:.0f} tokens {seen} "
                  f"answer loss {sum(answer_losses) / len(answer_losses):.4f}", flush=True)
            answer_losses.clear()
        if step % 300 == 0:
            save(network, arguments.out, step)
    save(network, arguments.out, step)
    print(f"done: {step} steps, {seen} tokens, {time.time() - start:.0f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--start")
    parser.add_argument("--start-tokenizer", help="vocabulary of --start, where it is another one")
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--step-tokens", type=int, default=3072)
    parser.add_argument("--matrix-rate", type=float, default=0.01)
    parser.add_argument("--other-rate", type=float, default=1.5e-3)
    parser.add_argument("--decay-from", type=float, default=0.4)
    train(parser.parse_args())
