"""Training documents as token arrays, in batches of similar length."""
import json
import random

import numpy as np
import torch

CHUNK = 4000  # documents sorted by length together: little padding, still mixed


def read(path: str, tokenizer, longest: int):
    """(tokens, number of prompt tokens) of each document that fits the context."""
    documents = []
    for line in open(path):
        document = json.loads(line)
        prompt = tokenizer.prompt(document["prompt"])
        tokens = prompt + tokenizer.encode(document["answer"]) + [tokenizer.end]
        if len(tokens) <= longest:
            documents.append((np.array(tokens, dtype=np.int16), len(prompt)))
    return documents


def batches(documents, step_tokens: int, seed: int):
    """Lists of documents for ever; every document once an epoch."""
    order = random.Random(seed)
    while True:
        indices = list(range(len(documents)))
        order.shuffle(indices)
        for start in range(0, len(indices), CHUNK):
            chunk = sorted(indices[start:start + CHUNK], key=lambda index: len(documents[index][0]))
            ready, current = [], []
            for index in chunk:
                if current and len(documents[index][0]) * (len(current) + 1) > step_tokens:
                    ready.append(current)
                    current = []
                current.append(index)
            ready.append(current)
            order.shuffle(ready)
            for batch in ready:
                yield [documents[index] for index in batch]


def padded(batch, padding: int):
    """Token matrix, and for each position whether it is answer (1), prompt (0) or padding (-1)."""
    width = max(len(tokens) for tokens, _ in batch)
    matrix = np.full((len(batch), width), padding, dtype=np.int64)
    part = np.full((len(batch), width), -1, dtype=np.int8)
    for row, (tokens, prompt) in enumerate(batch):
        matrix[row, :len(tokens)] = tokens
        part[row, :prompt] = 0
        part[row, prompt:len(tokens)] = 1
    return torch.from_numpy(matrix), torch.from_numpy(part)
