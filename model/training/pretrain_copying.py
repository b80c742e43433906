"""Phase 1: copying of random tokens. Language comes later; looking up a token in the prompt is learned here.

    python3 pretrain_copying.py --seed 1 --out ../work/copy-ada.pt --seconds 1500
"""
import argparse
import os
import time

import torch
import torch.nn.functional as F

from network import Network, Shape
from optimizer import Optimizer

BYTES, SPECIAL = 256, 6  # ids below 256 are bytes, the last six are special: neither is copied
STEP_TOKENS = 2048


def between(low: int, high: int) -> int:
    return int(torch.randint(low, high, (1,)))


def repeat_batch(vocabulary: int, longest: int, widest_gap: int):
    """A random sequence, a gap, the same sequence again; only the repetition is scored."""
    length = between(4, longest + 1)
    gap = 1 + between(0, widest_gap + 1)
    rows = max(1, STEP_TOKENS // (2 * length + gap))
    sequence = torch.randint(BYTES, vocabulary - SPECIAL, (rows, length))
    middle = torch.randint(0, BYTES, (rows, gap))
    scored = torch.zeros(rows, 2 * length + gap, dtype=torch.bool)
    scored[:, length + gap + 1:] = True
    return torch.cat([sequence, middle, sequence], 1), scored


def keys_batch(vocabulary: int, widest_gap: int):
    """A list with separators, a gap, then each item again between other constant tokens: list to JSON keys."""
    items, item_width = between(3, 9), between(1, 3)
    separator_width, closing_width, gap = between(1, 3), between(1, 5), between(4, 5 + widest_gap)
    total = items * (2 * item_width + separator_width + closing_width) + gap + 8
    rows = max(1, STEP_TOKENS // total)
    low, high = BYTES, vocabulary - SPECIAL
    constant = lambda width: torch.randint(0, high, (rows, 1, width)).expand(rows, items, width)
    item = torch.randint(low, high, (rows, items, item_width))
    listed = torch.cat([item, constant(separator_width)], 2).reshape(rows, -1)
    closing = constant(closing_width).clone()
    if closing_width > 2:  # a value that cannot be known beforehand, like true or false
        closing[:, :, 1] = torch.where(torch.rand(rows, items) < 0.5, closing[:, :, 1], closing[:, :, 2])
    answered = torch.cat([item, closing], 2).reshape(rows, -1)
    lead, filler = torch.randint(0, high, (rows, between(1, 8))), torch.randint(0, high, (rows, gap))
    sequence = torch.cat([lead, listed, filler, answered], 1)
    scored = torch.zeros_like(sequence, dtype=torch.bool)
    scored[:, -answered.shape[1]:].view(rows, items, -1)[:, 1:, :item_width] = True
    return sequence, scored


def batch(vocabulary: int, stage: int):
    if stage == 0:
        return repeat_batch(vocabulary, 32, 6)
    if torch.rand(()) < 0.4:
        return repeat_batch(vocabulary, 96, 60)
    return keys_batch(vocabulary, 120)


def save(network, path: str, steps: int):
    torch.save(dict(network=network.state_dict(), steps=steps), path + ".part")
    os.replace(path + ".part", path)


def train(arguments):
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    torch.set_flush_denormal(True)
    network = Network(Shape())
    vocabulary = network.shape.vocabulary
    optimizer = Optimizer(network, 0.02, 2e-3)
    start, step, stage, running = time.time(), 0, 0, 0.0
    while time.time() - start < arguments.seconds and step < arguments.steps:
        tokens, scored = batch(vocabulary, stage)
        step += 1
        hidden = network.hidden(tokens[:, :-1])[scored[:, 1:]]
        wanted = tokens[:, 1:][scored[:, 1:]]
        scores = network.logits(hidden)
        loss = F.cross_entropy(scores, wanted)
        optimizer.zero()
        loss.backward()
        optimizer.step(min(1, step / 50))
        right = (scores.argmax(-1) == wanted).float().mean().item()
        running = 0.97 * running + 0.03 * right
        if stage == 0 and running > 0.95:
            stage = 1
        if step % 50 == 0:
            print(f"step {step} seconds {time.time() - start:.0f} stage {stage} loss {loss.item():.3f} "
                  f"right {right:.3f} running {running:.3f}", flush=True)
        if step % 200 == 0:
            save(network, arguments.out, step)
        if stage == 1 and running > arguments.until:
            break
    save(network, arguments.out, step)
    print(f"done: {step} steps, {time.time() - start:.0f} s, running accuracy {running:.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=2400)
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--until", type=float, default=0.99)
    train(parser.parse_args())
