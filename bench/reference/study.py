"""Recomputes the pair of a study that was trained elsewhere without any code of the project (NumPy and SciPy).

seb study import answers.csv predictions.csv && seb study report --json > found.json
python3 bench/reference/study.py answers.csv predictions.csv found.json

Two targets without shifted selves, every prediction present; formulas: docs/introspection.md. Exit code 1 where a number differs by
more than 1e-9.
"""
import csv
import itertools
import json
import math
import sys
from collections import Counter, defaultdict

import numpy as np
from scipy import stats


def rows(file):
    with open(file, newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def main():
    answers_file, predictions_file, found_file = sys.argv[1:]
    with open(found_file, encoding="utf-8") as handle:
        pair = json.load(handle)["result"]["pairs"][0]
    models = [pair["a"], pair["b"]]
    truth = {(r["target"], r["item"], r["property"]): (r["value"], r["group"]) for r in rows(answers_file)}
    said = defaultdict(dict)
    for r in rows(predictions_file):
        said[r["predictor"], r["trained_on"], r.get("seed", "0")][r["item"], r["property"]] = r["predicted"]
    properties = sorted({p for _, _, p in truth})
    strings = sorted({group for _, group in truth.values()})
    mode = {
        (t, p): Counter(v for (target, _, q), (v, _) in truth.items() if (target, q) == (t, p)).most_common(1)[0][0]
        for t in models
        for p in properties
    }
    arms = {cell: sorted(key for key in said if key[:2] == cell) for cell in itertools.product(models, models)}

    def rates(choose):
        """Rates by (predictor, target, property) and of the mode; `choose`: the trainings of an arm, strings without one."""
        trainings, left = choose
        found = {}
        for target, p in itertools.product(models, properties):
            units = [(item, v) for (t, item, q), (v, g) in truth.items() if (t, q) == (target, p) and g != left]
            found["mode", target, p] = np.mean([v == mode[target, p] for _, v in units])
            for predictor in models:
                keys = trainings.get((predictor, target), arms[predictor, target])
                found[predictor, target, p] = np.mean([[said[k][item, p] == v for item, v in units] for k in keys])
        return found

    a, b = models
    S = lambda r, p, t: np.mean([r[p, t, q] for q in properties])
    gain = lambda r, p, t, q: r[p, t, q] - r["mode", t, q]
    mean = lambda f: (lambda r: np.mean([f(r, q) for q in properties]))
    statistics = {
        a: lambda r: S(r, a, a) - S(r, b, a),
        b: lambda r: S(r, b, b) - S(r, a, b),
        "I": lambda r: (S(r, a, a) + S(r, b, b) - S(r, b, a) - S(r, a, b)) / 2,
        "determinant": mean(lambda r, q: gain(r, a, a, q) * gain(r, b, b, q) - gain(r, b, a, q) * gain(r, a, b, q)),
        "meanGain": mean(lambda r, q: sum(gain(r, p, t, q) for p in models for t in models) / 4),
    }
    whole = rates(({}, None))
    without = [rates(({}, group)) for group in strings]
    single = {cell: [rates(({cell: [key]}, None)) for key in keys] for cell, keys in arms.items()}
    fewest, n = min(len(keys) for keys in arms.values()), len(strings)
    ours, theirs = {}, {}

    def note(name, mine, his):
        ours[name], theirs[name] = mine, his

    ps = {}
    for name, statistic in statistics.items():
        value, left = statistic(whole), np.array([statistic(r) for r in without])
        variance = (n - 1) / n * ((left - left.mean()) ** 2).sum()
        parts = [(variance, n - 1)]
        if fewest >= 3:
            between = [(np.var([statistic(r) for r in each], ddof=1) / len(each), len(each) - 1) for each in single.values()]
            parts += [part for part in between if part[0] > 1e-30]
        total = sum(v for v, _ in parts)
        df = total**2 / sum(v * v / d for v, d in parts)
        half = stats.t.ppf(0.975, df) * math.sqrt(total)
        corrected = n * value - (n - 1) * left.mean()
        shown = corrected if name == "determinant" else value
        entry = next((each for each in pair["plain"] if each["a"] == name), pair.get(name))
        quantity = entry.get("quantity", entry)
        note(f"{name}: value", shown, quantity["value"])
        if fewest != 2:
            note(f"{name}: low", shown - half, quantity["interval"][0])
            note(f"{name}: high", shown + half, quantity["interval"][1])
        if name in models and fewest >= 3:
            ps[name] = 2 * stats.t.sf(abs(value) / math.sqrt(total), df)
            note(f"{name}: p", ps[name], entry["p"])
        if name in models and fewest == 1 and 2 * stats.t.sf(abs(value) / math.sqrt(total), df) <= 0.05:
            other = b if name == a else a
            trainings = 1 / len(arms[name, name]) + 1 / len(arms[other, name])
            note(f"{name}: sd", math.sqrt(((value / stats.norm.ppf(0.975)) ** 2 - total) / trainings), entry["explainingDeviation"])
    if ps:
        low, high = sorted(ps, key=ps.get)
        adjusted = {low: min(1.0, 2 * ps[low]), high: max(min(1.0, 2 * ps[low]), ps[high])}
        for name in models:
            entry = next(each for each in pair["plain"] if each["a"] == name)
            note(f"{name}: adjusted", adjusted[name], entry["adjusted"])
    for arm in pair["arms"]:
        cell = (arm["base"], arm["target"])
        for place, accuracy in enumerate(sorted(S(r, *cell) for r in single[cell])):
            note(f"{cell}: training {place}", accuracy, arm["accuracies"][place])
    if pair["E"]["quantity"]["value"] is not None:
        note("E", ours["determinant: value"] / (2 * ours["meanGain: value"]), pair["E"]["quantity"]["value"])
    wrong = [name for name in ours if theirs[name] is None or abs(ours[name] - theirs[name]) > 1e-9]
    print(f"{len(ours) - len(wrong)} of {len(ours)} numbers agree ({fewest} trainings)")
    for name in wrong:
        print(f"  {name}: {ours[name]} here, {theirs[name]} in the report")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
