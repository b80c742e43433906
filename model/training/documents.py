"""Training documents as token arrays, in batches of similar length."""
import json
import random

import numpy as np
import torch

CHUNK = 4000  # documents sorted by length together: little padding, still mixed


class Document:
    """A prompt with several answers that share it: each answer sees the prompt and itself, not the others."""

    def __init__(self, prompt, answers):
        self.tokens = np.array(prompt + [token for answer in answers for token in answer], dtype=np.int16)
        count = len(prompt)
        self.branch = np.zeros(len(self.tokens), dtype=np.int8)
        self.position = np.arange(len(self.tokens), dtype=np.int16)
        self.source = self.position - 1  # the token whose hidden state foretells this one
        start = count
        for number, answer in enumerate(answers, 1):
            span = slice(start, start + len(answer))
            self.branch[span] = number
            self.position[span] = np.arange(count, count + len(answer))
            self.source[start] = count - 1
            start += len(answer)

    def __len__(self):
        return len(self.tokens)


def read(path: str, tokenizer, longest: int):
    documents = []
    for line in open(path):
        document = json.loads(line)
        prompt = tokenizer.prompt(document["prompt"])
        answers = [tokenizer.encode(answer) + [tokenizer.end] for answer in document["answers"]]
        if len(prompt) + max(map(len, answers)) <= longest:
            documents.append(Document(prompt, answers))
    return documents


def batches(documents, step_tokens: int, seed: int):
    """Lists of documents for ever; every document once an epoch."""
    order = random.Random(seed)
    while True:
        indices = list(range(len(documents)))
        order.shuffle(indices)
        for start in range(0, len(indices), CHUNK):
            chunk = sorted(indices[start:start + CHUNK], key=lambda index: len(documents[index]))
            ready, current = [], []
            for index in chunk:
                if current and len(documents[index]) * (len(current) + 1) > step_tokens:
                    ready.append(current)
                    current = []
                current.append(index)
            ready.append(current)
            order.shuffle(ready)
            for batch in ready:
                yield [documents[index] for index in batch]


class Batch:
    """Documents side by side, as the network wants them."""

    def __init__(self, documents, padding: int):
        width = max(map(len, documents))
        table = lambda filler: torch.full((len(documents), width), filler, dtype=torch.long)
        self.tokens, self.branch, self.position, self.source = table(padding), table(-1), table(0), table(0)
        for row, document in enumerate(documents):
            for name in ("tokens", "branch", "position", "source"):
                values = torch.from_numpy(getattr(document, name).astype(np.int64))
                getattr(self, name)[row, :len(document)] = values
        before = torch.ones(width, width, dtype=torch.bool).tril()
        same = (self.branch[:, None, :] == self.branch[:, :, None]) | (self.branch[:, None, :] == 0)
        self.visible = before & same
