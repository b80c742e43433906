"""Training rows as token arrays: rows that quote the same message share it, each question is a branch of its own."""
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))


class Branches:
    """Rows of one string: their common tokens once, then what each adds; only answers are `scored`."""

    def __init__(self, rows, tokenizer):
        prompts = [tokenizer.prompt(row["prompt"]) for row in rows]
        answers = [tokenizer.encode(row["answer"]) + [tokenizer.end] for row in rows]
        shared = 0
        while all(shared < len(prompt) - 1 and prompt[shared] == prompts[0][shared] for prompt in prompts):
            shared += 1
        tokens, branch, position, source, scored = list(prompts[0][:shared]), [0] * shared, list(range(shared)), list(range(-1, shared - 1)), [False] * shared
        for number, (prompt, answer) in enumerate(zip(prompts, answers), 1):
            for place, token in enumerate((prompt + answer)[shared:], shared):
                source.append(shared - 1 if place == shared else len(tokens) - 1)
                tokens.append(token)
                branch.append(number)
                position.append(place)
                scored.append(place >= len(prompt))
        self.tokens, self.branch = np.array(tokens, dtype=np.int16), np.array(branch, dtype=np.int8)
        self.position, self.source = np.array(position, dtype=np.int16), np.array(source, dtype=np.int16)
        self.scored = np.array(scored)
        self.rows = rows

    def __len__(self):
        return len(self.tokens)


def read(path: str, tokenizer):
    groups = defaultdict(list)
    for line in open(path):
        row = json.loads(line)
        groups[row["task"], row["property"] == "execution", row["string"]].append(row)
    return [Branches(rows, tokenizer) for rows in groups.values()]


def scored(batch_documents, width: int):
    """Which tokens of a batch are answers, as a table of the batch's width."""
    table = torch.zeros(len(batch_documents), width, dtype=torch.bool)
    for row, document in enumerate(batch_documents):
        table[row, :len(document)] = torch.from_numpy(document.scored)
    return table
