"""Builds the vocabulary: first merges that make whole bare words, then space+word for frequent boilerplate, then punctuation.

A content word is one token whatever stands before it, so that copying it from a list into JSON is copying one token.

    python3 train_tokenizer.py --corpus ../work/sample.jsonl --words ../work/words.json --out tokenizer.json
"""
import argparse
import collections
import json

from tokenizer import PRETOKEN, SPACE, SPECIAL, Tokenizer, characters


class PairCounts:
    """Counts of neighbouring pieces over weighted words, kept up to date while pairs are merged."""

    def __init__(self, weighted):
        self.words = [[list(parts), weight] for parts, weight in weighted]
        self.counts = collections.Counter()
        self.places = collections.defaultdict(set)
        for place in range(len(self.words)):
            self.add(place, 1)

    def add(self, place: int, sign: int):
        parts, weight = self.words[place]
        for pair in zip(parts, parts[1:]):
            self.counts[pair] += sign * weight
            if sign > 0:
                self.places[pair].add(place)

    def merge(self, pair):
        for place in list(self.places[pair]):
            self.add(place, -1)
            parts, joined = self.words[place][0], []
            for part in parts:
                if joined and (joined[-1], part) == pair:
                    joined[-1] += part
                else:
                    joined.append(part)
            self.words[place][0] = joined
            self.add(place, 1)
        self.counts.pop(pair, None)


def learn(weighted, budget: int, taken, allowed=lambda pair: True, least=1):
    """Greedy BPE: the most frequent allowed pair first; names decide ties so that the result is reproducible."""
    state, merges = PairCounts(weighted), []
    while len(merges) < budget:
        open_pairs = [(count, pair) for pair, count in state.counts.items()
                      if count >= least and pair[0] + pair[1] not in taken and allowed(pair)]
        if not open_pairs:
            break
        _, pair = max(open_pairs)
        merges.append(pair)
        taken.add(pair[0] + pair[1])
        state.merge(pair)
    return merges


def complete(words, merges, taken):
    """Merges that make each of `words` one token whatever the greedy pass left over."""
    extra = []
    for word in words:
        parts = Tokenizer(merges + extra, 1 << 17).pieces(word) if characters(word) else []
        while len(parts) > 1:
            pair = (parts[0], parts[1])
            if pair[0] + pair[1] in taken:
                break
            extra.append(pair)
            taken.add(pair[0] + pair[1])
            parts = [pair[0] + pair[1], *parts[2:]]
    return extra


def split(pretokens):
    """Bare letter strings, prefixed words and punctuation, each with its count."""
    bare, spaced, marks = collections.Counter(), collections.Counter(), collections.Counter()
    for pretoken, count in pretokens.items():
        letters = pretoken if pretoken[0].isalpha() else pretoken[1:]
        if letters and letters.isalpha():
            bare[letters] += count
            if pretoken[0] == " ":
                spaced[letters] += count
        elif len(pretoken) > 1:
            marks[pretoken] += count
    return bare, spaced, marks


def build(pretokens, content, size: int, marks_budget: int, spaced_budget: int):
    """`content`: words that must be one token and are never merged with a space, most important first."""
    budget = size - 256 - len(SPECIAL)
    bare, spaced, marks = split(pretokens)
    taken, protected = set(), set(content)
    weighted = collections.Counter({word: count for word, count in bare.items()})
    for word in content:
        weighted[word] += 20  # rare content words still matter
    merges = learn([(characters(word), count) for word, count in sorted(weighted.items())],
                   budget - marks_budget - spaced_budget - args.reserve, taken, least=2)
    merges += complete(content, merges, taken)
    mark_merges = learn([(characters(mark), count) for mark, count in sorted(marks.items())], marks_budget, taken, least=20)
    joined = []
    for word, _ in sorted(spaced.items(), key=lambda entry: (-entry[1], entry[0])):
        room = budget - len(merges) - len(mark_merges) - len(joined)
        if room <= 0:
            break
        piece = "".join(characters(word))
        if word not in protected and (piece in taken or len(piece) == 1) and SPACE + piece not in taken:
            joined.append((SPACE, piece))
            taken.add(SPACE + piece)
    return merges + mark_merges + joined


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--words", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--marks", type=int, default=80)
    parser.add_argument("--spaced", type=int, default=500)
    parser.add_argument("--reserve", type=int, default=200)
    args = parser.parse_args()
    pretokens = collections.Counter()
    for line in open(args.corpus):
        document = json.loads(line)
        pretokens.update(PRETOKEN.findall(document["prompt"]))
        pretokens.update(PRETOKEN.findall(" ".join(document["answers"])))
    content = [word for word in json.load(open(args.words)) if word.isalpha()]
    merges = build(pretokens, content, args.size, args.marks, args.spaced)
    json.dump(dict(size=args.size, merges=merges), open(args.out, "w"), ensure_ascii=False)
    tokenizer = Tokenizer(merges, args.size)
    whole = sum(len(tokenizer.encode(word)) == 1 for word in content)
    print(f"{len(merges)} merges; {whole} of {len(content)} content words are one token")
