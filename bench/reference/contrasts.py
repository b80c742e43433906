"""Recomputes a comparison of two tables of answers and its gate without any code of the project (NumPy and SciPy).

seb compare new.csv baseline.csv --json --fail-if-lower 0.05 > found.json
python3 bench/reference/contrasts.py new.csv baseline.csv found.json [group column]

Both tables have one model, the columns item_id and is_correct (empty: missing), and one row for each execution. Formulas:
docs/statistics.md. Exit code 1 where a number differs by more than 1e-6 (detectable: 1e-4).
"""
import csv
import json
import math
import sys
from collections import defaultdict

import numpy as np
from scipy import optimize, stats

Z = stats.norm.ppf(0.975)


def read(file, group):
    rows = defaultdict(list)
    groups = {}
    with open(file, newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            rows[row["item_id"]].append({"": None, "1": 1.0, "True": 1.0, "true": 1.0}.get(row["is_correct"].strip(), 0.0))
            groups[row["item_id"]] = row[group] if group and row.get(group) else row["item_id"]
    score = {}
    for item, values in rows.items():
        known = [v for v in values if v is not None]
        score[item] = (sum(known) / len(known) if known else None, 1 - len(known) / len(values))
    return score, groups


def mid_p(b, c):
    return (stats.binom.sf(b, b + c, 0.5) + stats.binom.pmf(b, b + c, 0.5) / 2) if b + c else 1.0


def tango(b, c, n, d):
    if b - c - n * d == 0:
        return 0.0
    linear = -b - c + (2 * n - b + c) * d
    q = (math.sqrt(max(0.0, linear**2 + 8 * n * c * d * (1 - d))) - linear) / (4 * n)
    return (b - c - n * d) / math.sqrt(n * (2 * q + d * (1 - d)))


class Sample:
    """Differences of units: single items (mid-p, Tango) or groups (delete-one jackknife, Kish - 1 degrees of freedom)."""

    def __init__(self, differences, names, single):
        index = np.unique(names, return_inverse=True)[1]
        self.sums, self.weights = np.bincount(index, differences), np.bincount(index).astype(float)
        self.n, self.clusters, self.single = len(differences), len(self.sums), single
        self.b, self.c = sum(d == 1 for d in differences), sum(d == -1 for d in differences)
        total, self.kish = self.weights.sum(), self.weights.sum() ** 2 / (self.weights**2).sum()
        self.value = self.sums.sum() / total
        without = (self.sums.sum() - self.sums) / (total - self.weights)
        se = math.sqrt((self.clusters - 1) / self.clusters * ((without - self.value) ** 2).sum())
        self.se = 0.0 if se < 1e-12 else se
        self.floor = 2.0 ** -int((np.abs(self.sums) > 1e-12).sum())

    def t(self, shift):
        """P of above and of below -shift by t."""
        moved = self.value + shift
        if self.se == 0:
            sure = 0.0 if self.single else 2.0 ** -self.kish
            return (sure if moved > 1e-12 else 1.0), (sure if moved < -1e-12 else 1.0)
        return stats.t.sf(moved / self.se, self.kish - 1), stats.t.cdf(moved / self.se, self.kish - 1)

    def p(self):
        if self.single:
            return mid_p(self.b, self.c), mid_p(self.c, self.b)
        return tuple(max(each, self.floor) for each in self.t(0))

    def ends(self):
        if not self.single:
            half = stats.t.ppf(0.975, self.kish - 1) * self.se
            return max(-1.0, self.value - half), min(1.0, self.value + half)
        z = lambda d: tango(self.b, self.c, self.n, d)
        low = optimize.brentq(lambda d: z(d) - Z, -1 + 1e-12, self.value - 1e-12)
        high = optimize.brentq(lambda d: z(d) + Z, self.value + 1e-12, 1 - 1e-12)
        found = 2 * min(self.p()) <= 0.05
        return (low, high) if found else (min(low, 0.0), max(high, 0.0))

    def at(self, margin):
        """P of "lower by more than the margin" and of "a drop of the margin is excluded"."""
        above, below = self.t(margin)
        if self.single:
            if margin == 0:
                return self.p()[1], max(self.p()[0], above)
            z = tango(self.b, self.c, self.n, -margin)
            return max(stats.norm.cdf(z), below), max(stats.norm.sf(z), above)
        if margin == 0:
            return max(below, self.floor), max(above, self.floor)
        trials = math.floor(self.kish + 1e-9)
        losses = -self.value * trials
        tail = 0.0 if losses < 0 else stats.beta.sf(margin, losses + 1, trials - losses) if losses < trials else 1.0
        return below, max(above, tail)


def samples(a, b, groups):
    items = [item for item in a if item in b]
    lost = any(side[item][1] > 0 for side in (a, b) for item in items)

    def difference(item, claim):
        ends = {None: (0.0, 0.0), "higher": (0.0, 1.0), "lower": (1.0, 0.0)}[claim]
        if a[item][0] is None and b[item][0] is None:
            return 0.0
        own, other = ((end if s is None else (1 - share) * s + share * end) for (s, share), end in zip((a[item], b[item]), ends))
        return own - other

    both = [item for item in items if a[item][0] is not None and b[item][0] is not None]
    fills = {"read": [a[i][0] - b[i][0] for i in both]}
    for claim in ("higher", "lower") if lost else ():
        fills[claim] = [difference(item, claim) for item in items]
    names = {"read": [groups[i] for i in both]}
    single = len(set(groups[i] for i in items)) == len(items) and all(
        abs(d) in (0, 1) for ds in fills.values() for d in ds
    ) and all(side[i][0] in (0.0, 1.0) for side in (a, b) for i in both)
    return {key: Sample(ds, names.get(key, [groups[i] for i in items]), single) for key, ds in fills.items()}


def main():
    a_file, b_file, found_file, *more = sys.argv[1:]
    group = more[0] if more else None
    (a, groups), (b, _) = read(a_file, group), read(b_file, group)
    with open(found_file, encoding="utf-8") as handle:
        result = json.load(handle)
    pair, checks = result["differences"][0], result.get("gate", {}).get("checks", [])
    check = checks[0] if checks else None
    found = samples(a, b, groups)
    read_, higher, lower = found["read"], found.get("higher", found["read"]), found.get("lower", found["read"])
    p_higher, p_lower = max(read_.p()[0], higher.p()[0]), max(read_.p()[1], lower.p()[1])
    ours = {
        "value": read_.value,
        "low": min(read_.ends()[0], higher.ends()[0]),
        "high": max(read_.ends()[1], lower.ends()[1]),
        "effective": read_.kish,
        "p": min(1.0, 2 * min(p_higher, p_lower)),
    }
    quantity = pair["quantity"]
    theirs = {
        "value": quantity["value"],
        "low": quantity["interval"][0],
        "high": quantity["interval"][1],
        "effective": quantity["effective"],
        "p": pair["p"],
    }
    if check is not None and check["p"] is not None:
        rule, margin = check["gate"]["rule"], check["gate"]["margin"]
        at = {key: sample.at(margin) for key, sample in found.items()}
        best = max(at["read"][0], at.get("lower", at["read"])[0])
        passed = max(at["read"][1], at.get("higher", at["read"])[1])
        ours["gate p"], theirs["gate p"] = (best if rule == "lower" else passed), check["p"]
        worst = at.get("higher", at["read"])[0]
        ours["passes"] = passed <= 0.025 if rule == "within" else False if best <= 0.025 else None if worst <= 0.025 else True
        theirs["passes"] = check["gate"]["passes"]
    word = "no difference found" if ours["p"] > 0.05 or ours["value"] == 0 else "higher" if ours["value"] > 0 else "lower"
    ours["word"], theirs["word"] = word, pair["word"]
    wrong = [
        name
        for name in ours
        if (ours[name] != theirs[name] if not isinstance(ours[name], float) else abs(ours[name] - theirs[name]) > 1e-6)
    ]
    print(f"{len(ours) - len(wrong)} of {len(ours)} numbers agree ({'single items' if read_.single else 'groups'})")
    for name in wrong:
        print(f"  {name}: {ours[name]} here, {theirs[name]} in the comparison")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
