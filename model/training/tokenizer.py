"""Byte-level BPE with the `qwen2` pre-tokenizer, token for token what llama.cpp does with the exported file."""
import json
from pathlib import Path

import regex

PRETOKEN = regex.compile(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
SPECIAL = ["<|bos|>", "<|end|>", "<|user|>", "<|assistant|>", "<|system|>", "<|pad|>"]


def byte_characters():
    """GPT-2's printable character for every byte."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in printable]
    return {**{byte: chr(byte) for byte in printable}, **{byte: chr(256 + rank) for rank, byte in enumerate(hidden)}}


CHARACTER = byte_characters()
BYTE = {character: byte for byte, character in CHARACTER.items()}
SPACE = CHARACTER[32]


def characters(text: str):
    return [CHARACTER[byte] for byte in text.encode()]


class Tokenizer:
    """Ids: the 256 bytes, one per merge, free rows that no text reaches, the special tokens last."""

    def __init__(self, merges, size: int):
        self.merges = [tuple(merge) for merge in merges]
        self.rank = {merge: rank for rank, merge in enumerate(self.merges)}
        pieces = [CHARACTER[byte] for byte in range(256)] + [left + right for left, right in self.merges]
        unused = size - len(SPECIAL) - len(pieces)
        if unused < 0 or len(set(pieces)) != len(pieces):
            raise ValueError(f"{len(pieces)} pieces do not fit {size} distinct tokens")
        self.ordinary = len(pieces)
        self.tokens = pieces + [f"<|unused{number}|>" for number in range(unused)] + SPECIAL
        self.id = {token: number for number, token in enumerate(self.tokens)}
        self.begin, self.end, self.user, self.assistant, self.system, self.padding = (self.id[t] for t in SPECIAL)
        self.cache = {}

    def pieces(self, pretoken: str):
        parts = characters(pretoken)
        while len(parts) > 1:
            rank, place = min((self.rank.get(pair, 1 << 30), place) for place, pair in enumerate(zip(parts, parts[1:])))
            if rank == 1 << 30:
                break
            parts[place:place + 2] = [parts[place] + parts[place + 1]]
        return parts

    def encode(self, text: str):
        ids = []
        for pretoken in PRETOKEN.findall(text):
            if pretoken not in self.cache:
                self.cache[pretoken] = [self.id[piece] for piece in self.pieces(pretoken)]
            ids += self.cache[pretoken]
        return ids

    def decode(self, ids):
        letters = "".join(self.tokens[number] for number in ids if number < self.ordinary)
        return bytes(BYTE[letter] for letter in letters).decode(errors="replace")

    def prompt(self, text: str, system=None):
        """The rendered chat template up to where the answer starts."""
        before = [self.system, *self.encode(system), self.end] if system else []
        return [self.begin, *before, self.user, *self.encode(text), self.end, self.assistant]


def load(path) -> Tokenizer:
    saved = json.loads(Path(path).read_text())
    return Tokenizer(saved["merges"], saved["size"])
