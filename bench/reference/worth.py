"""Recomputes the gains of `seb worth` on a table of two models without any code of the project (NumPy and SciPy).

seb worth table.csv --keep a --pass b --asked before --signals own --json > found.json
python3 bench/reference/worth.py table.csv found.json

The table has one row for each model and item, complete, with the columns model, item_id, is_correct, confidence (of a); nothing is paid. Formulas:
docs/worth.md. Exit code 1 where a number differs by more than 1e-7.
"""
import csv
import hashlib
import json
import math
import sys

import numpy as np
from scipy import stats

DIVISIONS, FOLDS = 200, 10


def fold(division, item):
    """FNV-1a with the last step of MurmurHash3 of the item's pseudonym, modulo the number of folds."""
    name = f"withheld-{hashlib.sha256(item.encode()).hexdigest()[:16]}"
    value = 0x811C9DC5
    for character in f"{division} {name}":
        value = (value ^ ord(character)) * 0x01000193 % 2**32
    value = (value ^ value >> 16) * 0x85EBCA6B % 2**32
    value = (value ^ value >> 13) * 0xC2B2AE35 % 2**32
    return (value ^ value >> 16) % FOLDS


def threshold(values, gains):
    """The value up to which passing on gains most; -inf where it never gains."""
    best, found, total = 0.0, -math.inf, 0.0
    for value in np.unique(values):
        total += gains[values == value].sum()
        if total > best:
            best, found = total, value
    return found


def estimate(terms):
    """Mean over items and divisions; error by item in one division times the overlap of training sets, plus the variance between."""
    n = terms.shape[1]
    means = terms.mean(axis=1)
    square = np.mean([((row - row.mean()) ** 2).sum() / n / (n - 1) for row in terms])
    overlap = FOLDS * (1 / (DIVISIONS * FOLDS) + 1 / (FOLDS - 1))
    between = ((means - means.mean()) ** 2).sum() / (DIVISIONS - 1)
    return means.mean(), math.sqrt(overlap * square + between), n - 1


def main():
    table, found_file = sys.argv[1:]
    right, stated = {"a": {}, "b": {}}, {}
    with open(table, newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            right[row["model"]][row["item_id"]] = float(row["is_correct"])
            if row["model"] == "a":
                stated[row["item_id"]] = float(row["confidence"])
    items = list(right["a"])
    difference = np.array([right["b"][i] - right["a"][i] for i in items])
    values = np.array([stated[i] for i in items])
    passes, random = np.zeros((DIVISIONS, len(items))), np.zeros((DIVISIONS, len(items)))
    for division in range(DIVISIONS):
        folds = np.array([fold(division, i) for i in items])
        for each in range(FOLDS):
            inside = folds == each
            if not inside.any():
                continue
            passed = values[inside] <= threshold(values[~inside], difference[~inside])
            passes[division, inside] = passed
            m, d = inside.sum(), difference[inside]
            random[division, inside] = (passed - passed.mean()) * (d - d.mean()) * (m / (m - 1) if m > 1 else 0)
    with open(found_file, encoding="utf-8") as handle:
        signal = next(s for s in json.load(handle)["signals"] if s["name"] == "own")
    estimates = {
        "overKeep": estimate(passes * difference),
        "overPass": estimate((passes - 1) * difference),
        "overRandom": estimate(random),
    }
    ours, theirs = {"passedShare": passes.mean()}, {"passedShare": signal["passedShare"]}
    for name, (value, se, df) in estimates.items():
        half = stats.t.ppf(0.975, df) * se
        mine = {"value": 1000 * value, "low": 1000 * (value - half), "high": 1000 * (value + half), "p": stats.t.sf(value / se, df)}
        his = {"value": signal[name]["value"], "p": signal[name]["p"]}
        his["low"], his["high"] = signal[name]["interval"]
        for each in mine:
            ours[f"{name}: {each}"], theirs[f"{name}: {each}"] = mine[each], his[each]
    ours["adjusted p"] = max(ours[f"{name}: p"] for name in estimates)
    theirs["adjusted p"] = signal["adjusted"]
    wrong = [name for name in ours if abs(ours[name] - theirs[name]) > 1e-7]
    print(f"{len(ours) - len(wrong)} of {len(ours)} numbers agree")
    for name in wrong:
        print(f"  {name}: {ours[name]} here, {theirs[name]} in the result")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
