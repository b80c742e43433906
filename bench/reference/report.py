"""Recomputes the numbers of a report without any code of the project (NumPy and SciPy; formulas of docs/statistics.md).

python3 bench/reference/report.py FOLDER... reads the outcomes.jsonl, estimates.json and comparison.json that `seb report --out
FOLDER` writes, and prints for each number how many were compared, how many agree, and the largest difference. Closed forms
agree to 1e-9, rung C to 1e-6. Exit code 1 where a number differs.
"""
import itertools
import json
import math
import re
import sys
from collections import Counter, defaultdict
from functools import reduce

import numpy as np
from scipy import optimize, stats

from contrasts import mid_p, tango

NAN = float("nan")
TAIL = 0.025
Z80 = stats.norm.ppf(0.8)
LEAST_UNITS = 6  # below, a score has no number


# Intervals


def ratio(sums, weights):
    """Mean over clusters, its delete-one jackknife error (CR3), and the effective number of clusters less 1 (Kish)."""
    keep = weights > 0
    a, w = sums[keep], weights[keep]
    n, total = len(a), w.sum()
    value = a.sum() / total
    if n < 2:
        return value, None, 0
    se = math.sqrt((n - 1) / n * (((a - value * w) / (1 - w / total)) ** 2).sum()) / total
    return value, (0.0 if se < 1e-12 * max(1, abs(value)) else se), total**2 / (w**2).sum() - 1


def by_cluster(values, cluster, clusters):
    return np.bincount(cluster, values, clusters), np.bincount(cluster, minlength=clusters).astype(float)


def t_interval(estimate, scale=(-math.inf, math.inf)):
    value, se, df = estimate
    if not se:
        return None
    half = stats.t.ppf(0.975, df) * se
    return [max(scale[0], value - half), min(scale[1], value + half)]


def wilson(estimate, trials):
    v, se, df = estimate
    if df < 1:
        return None
    m = min(trials, v * (1 - v) / se**2) if se and 0 < v < 1 else df + 1
    z = stats.t.ppf(0.975, df)
    center, half = v + z * z / (2 * m), z * math.sqrt(v * (1 - v) / m + z * z / (4 * m * m))
    low, high = ((center + sign * half) / (1 + z * z / m) for sign in (-1, 1))
    return [0.0 if v <= 0 else max(0.0, low), 1.0 if v >= 1 else min(1.0, high)]


def p_above(estimate):
    value, se, df = estimate
    if se is None:
        return 1.0
    if se == 0:
        return 2.0 ** -(df + 1) if value > 1e-12 else 1.0
    return stats.t.sf(value / se, df)


def p_below(estimate):
    return p_above((-estimate[0], *estimate[1:]))


def holm(ps):
    order = np.argsort(ps, kind="stable")
    out, largest = np.ones(len(ps)), 0.0
    for rank, at in enumerate(order):
        largest = max(largest, min(1.0, (len(ps) - rank) * ps[at]))
        out[at] = largest
    return out


# Kinds of outcomes: score, constants, what is worst


class YesNo:
    scale, is_share, linear = (0.0, 1.0), True, True

    def __init__(self, units):
        self.units = units

    def score(self, p, y):
        return 1 - p - y + 2 * p * y

    def constants(self, ys):
        return [1.0, 0.0]

    def lowest(self, y):
        return min(y, 1 - y)

    def lowest_difference(self, p, c):
        return -abs(p - c)

    def fill(self, p, y, worst, alternative, read_p, read_y):
        def opposite(v):
            return float(alternative) if v == 0.5 else float(v < 0.5)

        other = opposite if worst == "lowest" else lambda v: 1 - opposite(v)
        known = p if p is not None else y if y is not None else float(alternative)
        return (p if p is not None else known if y is None else other(known)), (y if y is not None else other(known))


class Probability(YesNo):
    is_share = False

    def score(self, p, y):
        return 1 - p * p + 2 * p * y - y

    def constants(self, ys):
        return [sum(ys) / len(ys)]

    def lowest(self, y):
        return min(y, 1 - y)

    def lowest_difference(self, p, c):
        return min((c - y) ** 2 - (p - y) ** 2 for y in (0, 1))

    def fill(self, p, y, worst, alternative, read_p, read_y):
        if worst == "highest" and p is None and y is not None:
            return y, y
        return super().fill(p, y, worst, alternative, read_p, read_y)


class Number:
    scale, is_share = (-5.0, 0.0), False

    def __init__(self, units):
        self.units = units

    def score(self, p, ys):
        return -sum(min(5.0, abs(p - y)) for y in ys) / len(ys)

    def constants(self, outcomes):
        candidates = sorted({y for ys in outcomes for y in ys})
        means = [sum(self.score(c, ys) for ys in outcomes) for c in candidates]
        best = max(means)
        return [next(c for c, m in zip(candidates, means) if m > best - 1e-9)]

    def lowest(self, ys):
        return -5.0

    def lowest_difference(self, p, c):
        return -min(5.0, abs(p - c))

    def fill(self, p, y, worst, alternative, read_p, read_y):
        flat = [v for ys in read_y for v in ys]
        said = [min(read_p), max(read_p)] if p is None else [p]
        did = [(min(flat),), (max(flat),)] if y is None else [y]
        sign = 1 if worst == "lowest" else -1
        pairs = [(a, b) for a in said for b in did]
        wanted = min(sign * self.score(a, b) for a, b in pairs)
        equal = [(a, b) for a, b in pairs if sign * self.score(a, b) <= wanted + 1e-12]
        return equal[-1 if alternative else 0]


class Category:
    scale, is_share = (0.0, 1.0), True

    def __init__(self, units):
        self.units = units

    def score(self, p, y):
        return sum(a == b for a in p for b in y) / (len(p) * len(y))

    def classes(self, ys):
        shares = Counter()
        for y in ys:
            for v in y:
                shares[v] += 1 / (len(y) * len(ys))
        return [(v,) for v, _ in sorted(shares.items(), key=lambda each: (-each[1], each[0]))][:50]

    constants = classes

    def lowest(self, y):
        return 0.0

    def lowest_difference(self, p, c):
        return self.score(c, p) - 1

    def fill(self, p, y, worst, alternative, read_p, read_y):
        def common(units, without):
            return next((c for c in self.classes(units) if self.score(c, without) == 0), ("\0",))

        if worst == "highest":
            known = p or y or (self.classes(read_y) or [("\0",)])[0]
            return p or known, y or known
        known = p or y or (self.classes(read_p) or [("\0",)])[0]
        return p or (known if y is None else common(read_p, known)), y or common(read_y, known)


class Decision:
    scale, is_share = (0.0, 1.0), False

    def __init__(self, units):
        self.options = len(units[0]["outcome"]["options"])

    def score(self, p, y):
        return y[p]

    def constants(self, ys):
        return list(range(self.options))

    def lowest(self, y):
        return min(y)

    def lowest_difference(self, p, c):
        return 0.0 if p == c else -1.0

    def fill(self, p, y, worst, alternative, read_p, read_y):
        if y is not None:
            return y.index(min(y) if worst == "lowest" else max(y)), y
        choice = p if p is not None else self.options - 1 if alternative else 0
        return choice, tuple(float((o == choice) == (worst == "highest")) for o in range(self.options))


class Ranking:
    """Orders of positions; an outcome is the share of pairs of executions in which the first of two questions is easier."""

    scale, is_share = (0.0, 1.0), False

    def __init__(self, units):
        self.size = len(units[0]["outcome"]["units"])
        self.pairs = list(itertools.combinations(range(self.size), 2))

    def wins(self, order):
        return tuple(float(order.index(i) < order.index(j)) for i, j in self.pairs)

    def score(self, p, y):
        return sum(w * v + (1 - w) * (1 - v) for w, v in zip(self.wins(p), y)) / len(self.pairs)

    def constants(self, ys):
        return list(itertools.permutations(range(self.size)))

    def extreme(self, y, worst):
        sign = 1 if worst == "highest" else -1
        return best_of(self.constants([]), [y], lambda p, v: sign * self.score(p, v))

    def lowest(self, y):
        return self.score(self.extreme(y, "lowest"), y)

    def lowest_difference(self, p, c):
        return self.score(c, self.wins(p)) - 1

    def fill(self, p, y, worst, alternative, read_p, read_y):
        order = p if p is not None else read_p[0] if y is None else self.extreme(y, worst)
        return order, y if y is not None else self.wins(order if worst == "highest" else order[::-1])


def mix(read, filled, share, kind):
    """An outcome of which a share of the executions is filled."""
    if isinstance(kind, YesNo):
        return (1 - share) * read + share * filled
    if isinstance(kind, (Number, Category)):
        return read + (filled[0],) * round(len(read) * share / (1 - share))
    return tuple((1 - share) * a + share * b for a, b in zip(read, filled))


def best_of(constants, ys, score):
    best, most = None, -math.inf
    for c in constants:
        total = sum(score(c, y) for y in ys)
        if total > most + 1e-9:
            best, most = c, total
    return best


# Units from rows


def value(part):
    return part["value"] if part["kind"] == "present" else None


def unasked(part):
    return part["kind"] == "absent" and part["reason"] == "not-asked"


def unit_of(row):
    """Prediction, outcome, executions, label, offer and fixed rules of a row; None where nothing was asked."""
    o = row["outcome"]
    kind = o["kind"]
    if kind == "ranking":
        return ranking_unit(o)
    predictions = o["predictions"] if kind == "categorical" else [o["choice" if kind == "decision" else "prediction"]]
    executions = o["payoffs" if kind == "decision" else "executions"]
    if all(map(unasked, predictions)) or all(map(unasked, executions)):
        return None
    known = [v for v in map(value, executions) if v is not None]
    said = [v for v in map(value, predictions) if v is not None]
    asked = [e for e in executions if not unasked(e)]
    lost = 1 - len(known) / len(asked) if asked else 0.0
    unit = {"executions": len(known), "lost": lost, "offer": None, "rules": {}, "label": o.get("label"), "p": None, "y": None}
    if kind == "binary":
        stated = o.get("probability")
        if said:
            unit["p"] = stated if stated is not None else 0.5 if said[0] == "half" else float(said[0])
        unit["y"] = sum(known) / len(known) if known else None
        unit["label"] = None if o["label"] is None else float(o["label"])
    elif kind == "categorical":
        unit.update(p=tuple(said) or None, y=tuple(known) or None, offer=f"{o['group']} × {o['unit']}")
        unit["label"] = None if o["label"] is None else (o["label"],)
        unit["rules"] = {} if o["echo"] is None else {"echo": (o["echo"],)}
    elif kind == "numeric":
        unit.update(p=math.log2(said[0]) if said else None, y=tuple(map(math.log2, known)) or None)
        unit["label"] = None if o["rule"] is None else math.log2(o["rule"])
    elif kind == "decision":
        unit.update(p=said[0] if said else None, offer=str(o["rules"]))
        unit["y"] = tuple(sum(k[i] for k in known) / len(known) for i in range(len(o["options"]))) if known else None
        unit["rules"] = dict(enumerate(o["rules"]))
    return unit


def ranking_unit(o):
    solves_asked = [any(unasked(s["correct"]) for s in solves) for solves in o["executions"]]
    if unasked(o["prediction"]) or all(solves_asked):
        return None
    names = o["units"]

    def order(said):
        at = [names.index(n) if n in names else -1 for n in said or []]
        return tuple(at) if sorted(at) == list(range(len(names))) else None

    def key(solve):
        return (not solve["correct"]["value"], solve["tokens"])

    known = []
    for solves in o["executions"]:
        if all(s["correct"]["kind"] == "present" and s["tokens"] is not None for s in solves):
            known.append([key(s) for s in solves])
    pairs = list(itertools.combinations(range(len(names)), 2))
    both = list(itertools.product(known, known))  # questions are solved one by one: any execution of one beside any of the other
    wins = [sum(0.5 if a[i] == b[j] else float(a[i] < b[j]) for a, b in both) / max(1, len(both)) for i, j in pairs]
    return {
        "p": order(value(o["prediction"])), "y": tuple(wins) if known else None, "executions": len(known),
        "label": order(o["label"]), "offer": None, "rules": {}, "lost": 1 - len(known) / max(1, solves_asked.count(False)),
    }


# One score


class Score:
    def __init__(self, key, rows):
        self.key, self.rows, self.units = key, [], []
        for row in rows:
            unit = unit_of(row)
            if unit is not None:
                self.rows.append(row)
                self.units.append(unit)
        outcome = self.rows[0]["outcome"]
        stated = outcome["kind"] == "binary" and outcome.get("probability_asked", any(r["outcome"].get("probability") is not None for r in rows))
        kinds = {"numeric": Number, "categorical": Category, "decision": Decision, "ranking": Ranking}
        self.kind = (Probability if stated else YesNo if outcome["kind"] == "binary" else kinds[outcome["kind"]])(self.rows)
        self.p, self.y = [u["p"] for u in self.units], [u["y"] for u in self.units]
        self.n = len(self.units)
        names = [r["cluster"] for r in self.rows]
        number = {name: i for i, name in enumerate(dict.fromkeys(names))}
        self.cluster, self.clusters = np.array([number[c] for c in names]), len(number)
        self.executions = max(u["executions"] for u in self.units)
        self.read = np.array([i for i in range(self.n) if self.p[i] is not None and self.y[i] is not None], dtype=int)
        self.lost = [u["lost"] if u["y"] is not None else 0.0 for u in self.units]
        self.shares = (
            sum(v is None for v in self.p) / self.n,
            sum(1 if y is None else lost for y, lost in zip(self.y, self.lost)) / self.n,
        )
        self.at_worst = max(self.shares) > 0
        offers = [u["offer"] for u in self.units]
        places = {o: i for i, o in enumerate(dict.fromkeys(offers))}
        self.offer = np.array([0 if None in offers else places[o] for o in offers])
        self.cell, self.stratum, self.column = cells_of(self.rows, self.cluster, offers)
        self.own = [self.kind.score(p, y) if p is not None and y is not None else None for p, y in zip(self.p, self.y)]
        self.values = np.array([self.own[i] for i in self.read])

    def best(self, units):
        ys = [self.y[i] for i in units]
        constants = self.kind.constants(ys)
        return best_of(constants[:1] if isinstance(self.kind, Category) else constants, ys, self.kind.score)

    def deal(self, units, p, y, exact, ranked=None):
        """Fit on these units: chance over the other clusters of each cell, the excess, and both p."""
        cell = [(self.cell[i], self.offer[i]) for i in units]
        u, chance, parts, dealt = np.zeros(len(units)), 0.0, [], np.zeros(len(units), dtype=bool)
        of_cell, dealt_cells = [], []
        for key in dict.fromkeys(cell):
            at = np.array([k for k, own in enumerate(cell) if own == key])
            own = self.cluster[units[at]]
            values = [ranked[i] for i in at] if ranked is not None else [p[i] for i in at]
            parts.append((values, [y[i] for i in at]))
            if len(set(own)) < 2:
                continue
            dealt_cells.append((values, [y[i] for i in at], own))
            S = self.matrix([p[i] for i in at], [y[i] for i in at])
            other = own[:, None] != own[None, :]
            rows, columns = (S * other).sum(1) / other.sum(1), (S * other).sum(0) / other.sum(0)
            mean = (rows + columns).mean() / 2
            u[at], dealt[at] = np.diag(S) - rows - columns + mean, True
            of_cell.append((len(at), mean))
        if not dealt.any():
            return None
        chance = sum(n * mean for n, mean in of_cell) / dealt.sum()
        group, groups = self.test_groups(units[dealt])
        sums, weights = by_cluster(u[dealt], group, groups)
        estimate = ratio(sums, weights)
        above, below = self.tails(estimate, sums[weights > 0], weights[weights > 0])
        test = None
        if exact:
            test = exact_test(parts) if type(self.kind) is YesNo else midrank_test(parts)
            above, below = test["above"], test["below"]
        smallest = test["smallest"] if exact else 0.0
        se = estimate[1]
        if not exact:
            cells = [cell_scores(self.matrix(said, did), said, own) for said, did, own in dealt_cells]
            if all(cell is not None for cell in cells):
                floor, shuffled = chance_floor(cells), shuffled_tails(cells)
                above, below = max(above, floor["above"], shuffled["above"]), max(below, floor["below"], shuffled["below"])
                smallest = floor["smallest"]
                se = max(se, shuffled["deviation"] / dealt.sum()) if se else se
        return {"chance": chance, "excess": estimate, "above": above, "below": below, "exact": test, "smallest": smallest, "se": se}

    def test_groups(self, units):
        """Strata where these count as 15 and no cluster lies in two of them, else clusters."""
        cluster = self.cluster[units]
        if self.stratum is not None:
            stratum = self.stratum[units]
            sizes = np.bincount(stratum)
            nested = len(set(zip(cluster, stratum))) == len(set(cluster))
            if nested and sizes.sum() ** 2 / (sizes**2).sum() >= 15:
                return stratum, stratum.max() + 1
        return cluster, self.clusters

    def matrix(self, said, did):
        if isinstance(self.kind, YesNo):
            return self.kind.score(np.array(said)[:, None], np.array(did)[None, :])
        if isinstance(self.kind, Ranking):
            wins, truth = np.array([self.kind.wins(o) for o in said]), np.array(did)
            return (wins @ truth.T + (1 - wins) @ (1 - truth).T) / len(self.kind.pairs)
        return np.array([[self.kind.score(a, b) for b in did] for a in said])

    @staticmethod
    def tails(estimate, sums, weights):
        """t, and Hall's transformation of t for skewed sums (1992); the larger p counts."""
        above, below = p_above(estimate), p_below(estimate)
        value, se, df = estimate
        if not se:
            return above, below
        n, rest = len(sums), sums - value * weights
        g, t = (rest**3).mean() / (rest**2).mean() ** 1.5, value / se
        hall = t + g * t**2 / (3 * n**0.5) + g**2 * t**3 / (27 * n) + g / (6 * n**0.5)
        return max(above, stats.t.sf(hall, df)), max(below, stats.t.sf(-hall, df))

    def paired(self, other, worst, cluster=None, missing=None, constant=True):
        """Own score minus a constant or label: estimate, hull of intervals, one-sided p. `other`: None where missing."""
        cluster = self.cluster if cluster is None else cluster
        at_worst = self.at_worst if missing is None else missing
        return paired(self.own, other, cluster, self.kind.scale, at_worst, worst, [lost > 0 for lost in self.lost], constant)

    def analyze(self):
        kind, read = self.kind, self.read
        found = {"usable": len(read), "total": self.n}
        sums, weights = by_cluster(self.values, self.cluster[read], self.clusters)
        self.score = ratio(sums, weights)
        found["clusters"] = int((weights > 0).sum())
        effective = weights.sum() ** 2 / (weights**2).sum()
        share = kind.is_share or (kind.scale[0] == 0 and all(v % 1 == 0 for v in self.values))
        trials = len(read) * (self.executions if kind.is_share else 1)
        found["score"] = self.score[0]
        found["interval"] = wilson(self.score, trials) if share else t_interval(self.score, kind.scale)
        exact = type(kind) is YesNo and self.clusters == self.n and all(self.p[i] % 1 == 0 for i in read)
        if type(kind) is Probability:
            exact = self.executions == 1 and self.clusters == self.n and all(self.y[i] % 1 == 0 for i in read)
        plain = self.deal(read, [self.p[i] for i in read], [self.y[i] for i in read], exact)
        found["verdict"] = self.no_verdict(effective, found["clusters"], plain)
        if plain is None:
            return found
        found["chance"], found["excess"] = plain["chance"], plain["excess"][0]
        found["auroc"] = plain["exact"]["auroc"] if exact and type(kind) is Probability else None
        found["excessInterval"] = t_interval(plain["excess"])
        best = kind.scale[1]
        found["skill"] = plain["excess"][0] / (best - plain["chance"]) if best - plain["chance"] > 1e-12 else None
        above, below = [plain["above"]], [plain["below"]]
        if self.at_worst:
            for alternative in (False, True):
                for worst, side, tail in (("lowest", above, "above"), ("highest", below, "below")):
                    p, y, ranked = self.filled(worst, alternative, exact and type(kind) is Probability)
                    side.append(self.deal(np.arange(self.n), p, y, exact, ranked)[tail])
        found["pA"], found["pOpposite"] = max(above), max(below)
        found["detectable"] = self.detectable(plain, len(read))
        contrasts = self.contrasts()
        found["constant"] = max(c["score"] for c in contrasts if not math.isnan(c["score"]))
        hardest = max(contrasts, key=lambda c: c["p"])
        found["pB"] = max(found["pA"], hardest["p"])
        found["hardest"], found["hardestInterval"] = hardest["value"], hardest["interval"]
        found["label"], self.p_label = self.label()
        found["stratum"] = self.stratum_score()
        return found

    def stratum_score(self):
        """Mean score of the best constant of the unit's stratum without its fold of clusters."""
        if self.stratum is None:
            return None
        scores = {}
        for key in set(self.stratum[self.read]):
            units = [i for i in self.read if self.stratum[i] == key]
            clusters = sorted({self.cluster[i] for i in units})
            fold = {c: k % min(len(clusters), 50) for k, c in enumerate(clusters)}
            for f in set(fold.values()):
                others = [i for i in units if fold[self.cluster[i]] != f]
                answer = self.best(others if others else self.read)
                scores.update({i: self.kind.score(answer, self.y[i]) for i in units if fold[self.cluster[i]] == f})
        return sum(scores.values()) / len(scores)

    def filled(self, worst, alternative, is_ranked):
        p, y, ranked = [], [], []
        for i in range(self.n):
            lost = self.lost[i]
            if self.own[i] is not None and lost == 0:
                pair = (self.p[i], self.y[i])
            else:
                near = self.read[[self.offer[k] == self.offer[i] and self.cell[k] == self.cell[i] for k in self.read]]
                near = near if len(near) else self.read
                read = ([self.p[k] for k in near], [self.y[k] for k in near])
                fill = lambda a, b: (a, b) if a is not None and b is not None else self.kind.fill(a, b, worst, alternative, *read)
                pair = fill(self.p[i], self.y[i])
                if lost > 0:
                    pair = (pair[0], mix(pair[1], fill(pair[0], None)[1], lost, self.kind))
            if is_ranked:
                rank, outcome = self.ranked(i, 1 if worst == "lowest" else -1, float(alternative))
                pair = (pair[0], outcome)
                ranked.append(rank)
            p.append(pair[0])
            y.append(pair[1])
        return p, y, ranked if is_ranked else None

    def ranked(self, i, sign, alternative):
        """The value that is ranked and the outcome, at their worst: a missing prediction is below or above all others."""
        p, y = self.p[i], self.y[i]
        if p is None:
            y = alternative if y is None else y
            return (-sign if y == 1 else sign) * math.inf, y
        if y is not None:
            return p, y
        near = [self.p[k] for k in self.read if self.cell[k] == self.cell[i]]
        surplus = sign * sum(np.sign(p - other) for other in near)
        return p, alternative if surplus == 0 else float(surplus < 0)

    def detectable(self, plain, n):
        highest, exact = self.kind.scale[1], plain["exact"]
        if exact is not None and "excess" in exact:
            excess = exact["excess"]
            return None if excess is None or excess > highest - plain["chance"] else plain["chance"] + excess
        se, df = plain["se"], plain["excess"][2]
        effect = (stats.t.ppf(0.975, df) + Z80) * se if se else None
        return None if effect is None or effect > highest - plain["chance"] else plain["chance"] + effect

    def contrasts(self):
        kind = self.kind
        answers = [lambda i, c=c: c for c in kind.constants([self.y[i] for i in self.read])]
        found = []
        for answer in answers:
            other = [None if y is None else kind.score(answer(i), y) for i, y in enumerate(self.y)]
            found.append(self.contrast(other, answer))
        for name in dict.fromkeys(n for u in self.units for n in u["rules"]):
            rule = [u["rules"].get(name) for u in self.units]
            found.append(self.contrast(self.rule_scores(rule), None))
        if isinstance(kind, Category):
            best = {}
            for o in np.unique(self.offer[self.read]):
                best[o] = self.best([i for i in self.read if self.offer[i] == o])
            found.append(self.contrast(self.rule_scores([best.get(o) for o in self.offer]), None))
        return found

    def rule_scores(self, answers):
        return [None if a is None or y is None else self.kind.score(a, y) for a, y in zip(answers, self.y)]

    def contrast(self, other, answer):
        low, high = self.kind.scale

        def worst(i, higher):
            read = self.own[i] - other[i] if self.own[i] is not None and other[i] is not None else worst_of(i, self.y[i], higher)
            return read if self.lost[i] == 0 else (1 - self.lost[i]) * read + self.lost[i] * worst_of(i, None, higher)

        def worst_of(i, y, higher):
            p = self.p[i]
            if p is None and y is None:
                return 0.0
            if y is not None:
                reference = other[i] if other[i] is not None else high if higher else low
                return (self.kind.lowest(y) if higher else high) - reference
            if answer is None or p is None:
                return low - high if higher else high - low
            c = answer(i)
            return self.kind.lowest_difference(p, c) if higher else -self.kind.lowest_difference(c, p)

        known = [other[i] for i in self.read if other[i] is not None]
        found = self.paired(other, worst)
        return {**found, "score": sum(known) / len(known) if known else NAN, "p": found["higher"]}

    def label(self):
        labels = [u["label"] for u in self.units]
        if len({str(x) for x in labels if x is not None}) < 2:
            return None, None
        at = [i for i, x in enumerate(labels) if x is not None]
        other = [None if self.y[i] is None else self.kind.score(labels[i], self.y[i]) for i in at]
        own = [self.own[i] for i in at]
        both = [o for o, s in zip(other, own) if o is not None and s is not None]
        found = paired(own, other, self.cluster[at], self.kind.scale, constant=True)
        complete = len(both) == sum(s is not None for s in self.own)
        return (sum(both) / len(both) if both and complete else None, found["higher"] if both else None)

    def few_in_strata(self):
        if self.stratum is None:
            return False
        units = defaultdict(list)
        for i in self.read:
            units[self.cell[i], self.offer[i]].append(i)
        mixed = [i for own in units.values() if len({str(self.y[i]) for i in own}) > 1 for i in own]
        if len({self.cluster[i] for i in mixed}) < 20:
            return True
        yes = sum(self.y[i] for i in mixed) if isinstance(self.kind, YesNo) else None
        return yes is not None and min(yes, len(mixed) - yes) < 5

    def no_verdict(self, effective, clusters, plain):
        if any(1 - share < 0.5 for share in self.shares):
            return "unreadable"
        if clusters < 20 or effective < 15:
            return "too few"
        if self.few_in_strata() or plain is None:
            return "too few"
        alike = False
        for side in (self.p, self.y):
            keys = [tuple(sorted(v)) if isinstance(self.kind, Category) else v for v in (side[i] for i in self.read)]
            common = Counter(keys).most_common(1)[0][0]
            varying = len({self.cluster[i] for i, k in zip(self.read, keys) if k != common})
            if varying == 0 or (plain["exact"] is None and varying < 3):
                return "one answer"
            alike = alike or varying < 3
        if plain["smallest"] <= TAIL:
            return None
        return "one answer" if alike or self.stratum is None else "too few"


def cells_of(rows, cluster, offers):
    """Part and stratum of each unit as one key, the number of its stratum or None, and the column of the strata."""
    part = [r.get("part", "") for r in rows]
    strata = [r.get("stratum") for r in rows]
    first = next((x for x in strata if x is not None), None)
    if first is None:
        return part, None, None
    value = [x["value"] if x else "" for x in strata]
    if not first["isDeclared"] and not leaves_enough(value, list(zip(value, part, offers)), cluster):
        return part, None, None
    number = {v: i for i, v in enumerate(dict.fromkeys(value))}
    return list(zip(part, value)), np.array([number[v] for v in value]), first["column"]


def leaves_enough(value, cells, cluster):
    """Half of the units share their stratum with another cluster, and 20 clusters are expected in cells with both answers at .7."""
    members, met = defaultdict(set), defaultdict(set)
    for v, cell, c in zip(value, cells, cluster):
        members[v].add(c)
        met[cell].add(c)
    shared = sum(len(members[v]) > 1 for v in value)
    mixed = {cell: 1 - 0.7 ** len(own) - 0.3 ** len(own) for cell, own in met.items()}
    likeliest = [max(mixed[cell] for cell, own in met.items() if c in own) for c in set(cluster)]
    return 2 * shared >= len(value) and sum(likeliest) >= 20


def cell_scores(S, said, cluster):
    """Scores of one cell less the means of row and column, the clusters, and which units have not the commonest prediction."""
    keys = [repr(v) for v in said]
    if len(set(keys)) * len({tuple(column) for column in S.T.round(12)}) > 250_000:
        return None
    common = Counter(keys).most_common(1)[0][0]
    d = S - S.mean(0) - S.mean(1)[:, None] + S.mean()
    member = (np.unique(cluster)[:, None] == np.array(cluster)[None, :]).astype(float)
    return {"d": d, "member": member, "other": np.array([k != common for k in keys])}


def chance_floor(cells):
    """Chance that all clusters with another prediction than the commonest one gain as much: t sees no variance there."""
    found = {"above": 1.0, "below": 1.0, "smallest": 1.0}
    for cell in cells:
        d, member, n = cell["d"], cell["member"], len(cell["member"])
        sizes = {"above": [], "below": [], "smallest": []}
        for row in member:
            at = np.flatnonzero((row > 0) & cell["other"])
            if len(at) == 0:
                continue
            gains, own = d[at].mean(0), d[at, at].mean()
            if len(at) > 1:
                gains = member @ gains / member.sum(1)
            sizes["above"].append((gains >= own - 1e-9).mean() * n)
            sizes["below"].append((gains <= own + 1e-9).mean() * n)
            sizes["smallest"].append((gains >= gains.max() - 1e-9).mean() * n)
        for name, own in sizes.items():
            for k, size in enumerate(sorted(own)):
                found[name] *= max(0.0, (size - k) / (n - k))
    return found


def shuffled_tails(cells):
    """Tails of the sum of scores among those of predictions shuffled by cluster, then within each: moments of Hoeffding (1951)."""
    moments = []
    excess = 0.0
    for cell in cells:
        d, member = cell["d"], cell["member"]
        between = (member / member.sum(1, keepdims=True)) @ d @ member.T
        excess += np.trace(d) - len(between) * between.mean()
        moments += map(hoeffding, [between, *(d[np.ix_(at, at)] for at in map(np.flatnonzero, member))])
    variance, third = np.array(moments).sum(0)
    if not variance > 1e-12:
        return {"above": 0.0, "below": 0.0, "deviation": 0.0}
    z, skewness = excess / math.sqrt(variance), third / variance**1.5
    tail = lambda z, skewness: min(1.0, max(5e-324, stats.norm.sf(z) + skewness / 6 * (z * z - 1) * stats.norm.pdf(z)))
    return {"above": tail(z, skewness), "below": tail(-z, -skewness), "deviation": math.sqrt(variance)}


def hoeffding(S):
    """Variance and third moment of the sum of one score of each row and column, over all permutations."""
    n = len(S)
    d = S - S.mean(0) - S.mean(1)[:, None] + S.mean()
    return (d**2).sum() / (n - 1) if n > 1 else 0.0, n * (d**3).sum() / ((n - 1) * (n - 2)) if n > 2 else 0.0


def sums_of(said, levels):
    """Probabilities of the sum of prediction x outcome (in steps): draws without replacement, one unit after the other."""
    k, n = int(sum(said)), len(said)
    ways = np.zeros((k + 1, int(np.sort(levels)[n - k:].sum()) + 1))
    ways[0, 0] = 1
    for i, level in enumerate(levels):
        for c in range(min(i + 1, k), 0, -1):  # P(unit i is the c-th drawn) = (k - c + 1) / (n - i)
            taken = (k - c + 1) / (n - i)
            room = ways.shape[1] - level
            moved = np.zeros(ways.shape[1])
            if room > 0:
                moved[level:] = ways[c - 1, :room] * taken
            stay = 1 - (k - c) / (n - i)
            ways[c] = ways[c] * stay + moved
        ways[0] *= 1 - k / (n - i)
    return ways[k]


def tilt(mass, by):
    grid = np.arange(len(mass))
    log = np.log(np.where(mass > 0, mass, 1)) + by * grid
    weights = np.where(mass > 0, np.exp(log - log[mass > 0].max()), 0)
    return weights / weights.sum()


def whole(value):
    return abs(value - round(value)) < 1e-6


def steps_per_one(values):
    """Smallest number up to 2,520 that makes all shares whole; 2,520 where none does."""
    common = 1
    for value in dict.fromkeys(values):
        steps = next((k for k in range(1, 2520 // common + 1) if whole(value * common * k)), None)
        if steps is None:
            return 2520
        common *= steps
    return common


def exact_test(parts):
    """Fisher's and Pitman's test in each cell, cells convolved; the excess found in 80 %, by the tilted distribution."""
    unit = steps_per_one([y for _, did in parts for y in did])
    levels = [np.array([math.floor(y * unit + 0.5) for y in did]) for _, did in parts]
    cost = 0
    for (said, _), level in zip(parts, levels):
        k, counts = min(sum(said), len(said) - sum(said)), Counter(level.tolist())
        top = (np.sort(level)[len(level) - int(k):] - level.min()).sum()
        cost += (k + 1) * (top + 1) * sum(min(c, k) + 1 for c in counts.values()) if len(counts) > 3 else 0
    if cost > 1e8:
        varying = [(level, int(sum(said))) for (said, _), level in zip(parts, levels)]
        observed = sum((np.array(said) * level).sum() for (said, _), level in zip(parts, levels))
        return {**normal_tails(varying, observed), "smallest": 0.0}
    masses = [sums_of(said, level) for (said, _), level in zip(parts, levels)]
    observed = sum(int((np.array(said) * level).sum()) for (said, _), level in zip(parts, levels))
    total = reduce(np.convolve, masses, np.ones(1))
    upper = np.cumsum(total[::-1])[::-1]
    reach = [v for v in range(len(total)) if upper[v] <= TAIL]
    possible = [v for v in reach if total[v] > 0]
    excess = None
    if possible:
        power = lambda by: reduce(np.convolve, [tilt(m, by) for m in masses], np.ones(1))[reach[0]:].sum() - 0.8
        top = 1.0
        while power(top) < 0 and top < 1e3:
            top *= 2
        by = optimize.brentq(power, 0, top, xtol=1e-14) if power(top) > 0 else top
        mean = lambda m: (m * np.arange(len(m))).sum() / unit
        sizes = [len(level) for level in levels]
        gains = [2 * n / (n - 1) * (mean(tilt(m, by)) - mean(m)) for n, m in zip(sizes, masses) if n > 1]
        excess = sum(gains) / sum(n for n in sizes if n > 1)
    return {
        "above": min(1.0, upper[observed]), "below": min(1.0, total[: observed + 1].sum()), "excess": excess,
        "smallest": math.prod(m[-1] for m in masses),
    }


def midrank_test(parts):
    """Sum over right units of the midrank of the prediction in its cell: exact counts of subsets, or a normal tail."""
    ranks = [np.round(2 * stats.rankdata(said)).astype(int) for said, _ in parts]
    right = [np.array(did) == 1 for _, did in parts]
    observed = sum(int(r[y].sum()) for r, y in zip(ranks, right))
    pairs = sum(int(y.sum()) * int((~y).sum()) for y in right)
    wins = sum(r[y].sum() / 2 - y.sum() * (y.sum() + 1) / 2 for r, y in zip(ranks, right))
    found = {"auroc": wins / pairs if pairs else None}
    varying = [(r, int(y.sum())) for r, y in zip(ranks, right) if 0 < y.sum() < len(y) and len(set(r)) > 1]
    if not varying:
        return {**found, "above": 1.0, "below": 1.0, "smallest": 1.0}
    total, at = {0: 1}, observed - sum(int(r[y].sum()) for r, y in zip(ranks, right) if not (0 < y.sum() < len(y) and len(set(r)) > 1))
    if sum(min(k, len(r) - k) * len(r) ** 2 for r, k in varying) > 3e7:
        return {**found, **normal_tails(varying, at), "smallest": 0.0}
    for r, k in varying:
        ways = [defaultdict(int) for _ in range(k + 1)]
        ways[0][0] = 1
        for rank in map(int, r):
            for c in range(k - 1, -1, -1):
                for value, n in list(ways[c].items()):
                    ways[c + 1][value + rank] += n
        joint = defaultdict(int)
        for a, n in total.items():
            for b, m in ways[k].items():
                joint[a + b] += n * m
        total = joint
    every = sum(total.values())
    upper, lower = (sum(n for v, n in total.items() if side(v)) / every for side in (lambda v: v >= at, lambda v: v <= at))
    return {**found, "above": upper, "below": lower, "smallest": total[max(total)] / every}


def normal_tails(varying, observed):
    mean = variance = third = step = 0
    for r, k in varying:
        n, d = len(r), r - r.mean()
        mean += k * r.mean()
        variance += k * (n - k) * (d**2).sum() / (n * (n - 1))
        third += k * (n - k) * (n - 2 * k) * (d**3).sum() / (n * (n - 1) * (n - 2)) if n > 2 else 0
        step = math.gcd(step, *(int(v - r.min()) for v in r))
    def tail(distance, skewness):
        z = distance / math.sqrt(variance)
        return min(1.0, max(5e-324, stats.norm.sf(z) + skewness / 6 * (z * z - 1) * stats.norm.pdf(z)))
    g = third / variance**1.5
    return {"above": tail(observed - mean - step / 2, g), "below": tail(mean - observed - step / 2, -g)}


class Differences:
    """Differences of units, summed by cluster, tested by McNemar's mid-p, t, or t and Hall's transformation of t."""

    def __init__(self, values, cluster, clusters, test):
        sums, weights = by_cluster(np.array(values, dtype=float), cluster, clusters)
        self.test, self.estimate = test, ratio(sums, weights)
        self.b, self.c, self.n = sum(v == 1 for v in values), sum(v == -1 for v in values), len(values)
        self.differing = int((np.abs(sums) > 1e-12).sum())
        rest = sums - self.estimate[0] * weights
        self.skew = (rest**3).sum() / (rest**2).sum() ** 1.5 if (rest**2).sum() > 0 else 0.0

    def hall(self, t):
        return t + self.skew * t**2 / 3 + self.skew**2 * t**3 / 27 + self.skew / 6

    def p(self):
        """One-sided p of above and of below 0."""
        if self.test == "mcnemar":
            return mid_p(self.b, self.c), mid_p(self.c, self.b)
        value, se, df = self.estimate
        above, below = p_above(self.estimate), p_below(self.estimate)
        if self.test == "hall" and se:
            t = self.hall(value / se)
            above, below = max(above, stats.t.sf(t, df)), max(below, stats.t.cdf(t, df))
        return max(above, 2.0**-self.differing), max(below, 2.0**-self.differing)

    def ends(self, scale):
        value, se, df = self.estimate
        if self.test == "mcnemar":
            if self.n < 6:
                return None
            low = optimize.brentq(lambda d: tango(self.b, self.c, self.n, d) - Z975, -1 + 1e-12, value - 1e-12)
            high = optimize.brentq(lambda d: tango(self.b, self.c, self.n, d) + Z975, value + 1e-12, 1 - 1e-12)
            found = 2 * min(self.p()) <= 0.05
            return [low, high] if found else [min(low, 0.0), max(high, 0.0)]
        if not se or self.differing < 6:
            return None
        t = stats.t.ppf(0.975, df)
        down, up = t, t
        if self.test == "hall" and abs(self.skew) > 1e-9:
            inverse = lambda y: optimize.brentq(lambda x: self.hall(x) - y, -1e6, 1e6)
            down, up = max(t, inverse(t)), max(t, -inverse(-t))
        return [max(scale[0], value - se * down), min(scale[1], value + se * up)]


Z975 = stats.norm.ppf(0.975)


def paired(own, other, cluster, scale, at_worst=None, worst=None, partial=None, constant=False, lost=0.0):
    """Own minus other; with missing values at their worst for each claim. `constant`: the other one is a constant or label.

    `lost`: mean share of the executions of units with a score that are missing, of both sides together.
    """
    low, high = scale
    if at_worst is None:
        at_worst = any(v is None for side in (own, other) for v in side)

    def plain_worst(i, higher):
        if own[i] is None and other[i] is None:
            return 0.0
        mine, theirs = (low, high) if higher else (high, low)
        return (mine if own[i] is None else own[i]) - (theirs if other[i] is None else other[i])

    worst = worst or plain_worst
    both = [i for i in range(len(own)) if own[i] is not None and other[i] is not None]
    if not both:
        return {"value": None, "interval": None, "higher": 1.0, "lower": 1.0, "twoSided": 1.0, "clusters": 0, "estimate": None}
    cluster = np.unique(cluster, return_inverse=True)[1]
    clusters = cluster.max() + 1
    known = {i for i in both if partial is None or not partial[i]}
    fills = {"read": [own[i] - other[i] for i in both]}
    for claim in (True, False) if at_worst else ():
        fills[claim] = [own[i] - other[i] if i in known else worst(i, claim) for i in range(len(own))]
    whole = all(abs(fills[claim][i]) in (0, 1) for claim in (True, False) if at_worst for i in range(len(own)) if i not in known)
    yes_no = lambda side: high - low == 1 and all(side[i] in (low, high) for i in both)
    single = clusters == len(own) and yes_no(own) and yes_no(other) and whole
    test = "mcnemar" if single else "hall" if constant and not (yes_no(own) and whole) else "t"
    units = {"read": np.array(both)}
    everything = np.arange(len(own))
    found = {key: Differences(values, cluster[units.get(key, everything)], clusters, test) for key, values in fills.items()}
    read = found["read"]
    higher, lower = [found.get(claim, read) for claim in (True, False)]
    up, down = max(read.p()[0], higher.p()[0]), max(read.p()[1], lower.p()[1])
    ends = [each.ends((low - high, high - low)) for each in (read, higher, lower)]
    hull = None if None in ends else [min(ends[0][0], ends[1][0]), max(ends[0][1], ends[2][1])]
    return {
        "value": read.estimate[0], "interval": hull, "higher": up, "lower": down, "twoSided": min(1.0, 2 * min(up, down)),
        "clusters": len(set(cluster[both])), "estimate": read.estimate, "test": test,
        "detectable": detectable_difference(read, [higher, lower] if at_worst else [], max(0.0, len(both) / len(own) - lost), high - low),
    }


def detectable_difference(read, filled, share, width):
    """Smallest difference of the read units that t finds in .80; the missing ones turn a difference D into share D + what they take."""
    value, se, df = read.estimate
    largest = (stats.t.ppf(0.975, df) + Z80) * se if se else None
    for sign, (worst, worst_se, worst_df) in zip((1, -1), (each.estimate for each in filled)):
        if largest is None:
            return None
        needed = (stats.t.ppf(0.975, worst_df) + Z80) * worst_se if worst_se else 0.0
        largest = max(largest, (needed - sign * (worst - share * value)) / share)
    return None if largest is None or largest > width else largest


# Rung C


MAKERS = [
    r"claude|anthropic", r"gpt|chatgpt|o[134](-|$)|openai", r"gemini|gemma", r"llama", r"mistral|mixtral|ministral",
    r"qwen|qwq", r"deepseek", r"grok", r"phi", r"command",
]


def maker(name):
    last = name.split("?")[0].split("/")[-1].lower()
    if name.startswith("simulated/"):
        return name
    return next((m for m in MAKERS if re.match(m, last)), name)


def standardized(v):
    mean, sd = np.nanmean(v) if np.isfinite(v).any() else 0.0, np.nanstd(v) if np.isfinite(v).any() else 0.0
    if not sd > 1e-9 * max(1, abs(mean)):
        return np.zeros(len(v)), 0.0
    return np.nan_to_num((v - mean) / sd), 1 / sd


def fit(columns, y, logistic):
    """Fitted values of a regression with ridge .1/2 b^2 on every coefficient, by Newton's method to its end."""
    X = np.column_stack([np.ones(len(y)), *columns])
    read = np.isfinite(y)
    A, b, beta = X[read], y[read], np.zeros(X.shape[1])
    if not logistic:
        return X @ np.linalg.solve(A.T @ A + 0.1 * np.eye(len(beta)), A.T @ b)

    def loss(coefficients):
        eta = A @ coefficients
        return (np.logaddexp(0, eta) - b * eta).sum() + 0.05 * coefficients @ coefficients

    for _ in range(200):
        mu = 1 / (1 + np.exp(-A @ beta))
        step = np.linalg.solve((A * (mu * (1 - mu))[:, None]).T @ A + 0.1 * np.eye(len(beta)), A.T @ (b - mu) - 0.1 * beta)
        size = 1.0
        while size > 1e-6 and loss(beta + size * step) > loss(beta) + 1e-12:
            size /= 2
        beta = beta + size * step
        if np.abs(step).max() < 1e-12:
            break
    return 1 / (1 + np.exp(-X @ beta))


def first_axis(matrix):
    """Limit of the power iteration from equal loadings, negative ones as 0; of two models, equal loadings stay as they are."""
    if len(matrix) == 2:
        return np.full(2, math.sqrt(0.5))
    values, vectors = np.linalg.eigh(matrix)
    axis = vectors[:, -1]
    return np.maximum(0, axis if axis.sum() >= 0 else -axis)


class Row:
    """Models of one task and condition on the same units, ordered by name."""

    def __init__(self, scores):
        self.scores = sorted(scores, key=lambda s: s.key[2])
        keys = list(dict.fromkeys(k for s in self.scores for k in map(unit_key, s.rows)))
        place = {k: i for i, k in enumerate(keys)}
        cluster = {unit_key(r): r["cluster"] for s in self.scores for r in s.rows}
        self.cluster = np.unique([cluster[k] for k in keys], return_inverse=True)[1]
        self.C, self.M, self.N = self.cluster.max() + 1, len(self.scores), len(keys)
        self.logistic = isinstance(self.scores[0].kind, YesNo)
        self.P, self.Y = np.full((2, self.M, self.N), NAN)
        self.asked = np.zeros((self.M, self.N), dtype=bool)
        self.cells = []
        for m, s in enumerate(self.scores):
            at = np.array([place[unit_key(r)] for r in s.rows])
            self.asked[m, at] = True
            self.P[m, at] = [NAN if v is None else v for v in s.p]
            self.Y[m, at] = [NAN if v is None or lost > 0 else np.mean(v) for v, lost in zip(s.y, s.lost)]
            cell = np.zeros(self.N, dtype=int)
            cell[at] = [list(dict.fromkeys(s.cell)).index(c) for c in s.cell]
            self.cells.append(cell)
        if not self.logistic:
            self.P, self.Y = (np.array([v - np.nanmean(v) for v in side]) for side in (self.P, self.Y))
        self.family = [maker(s.key[2]) for s in self.scores]
        self.ZP, self.ZY = (np.array([standardized(v)[0] for v in side]) for side in (self.P, self.Y))
        self.RP, self.RY = self.correlation(self.P, self.ZP), self.correlation(self.Y, self.ZY)

    @staticmethod
    def correlation(raw, z):
        read = np.isfinite(raw).astype(float)
        return (z @ z.T) / np.maximum(1, read @ read.T)

    def pair(self, i, j):
        """Residuals of prediction i and outcome j in raw standard deviations, and of their lowest and highest values."""
        others = [m for m in range(self.M) if self.family[m] not in (self.family[i], self.family[j])]
        factors = []
        if others:
            for z, r in ((self.ZY, self.RY), (self.ZP, self.RP)):
                factors.append(standardized(first_axis(r[np.ix_(others, others)]) @ z[others])[0])
        sides = []
        for raw, cell in ((self.P[i], self.cells[i]), (self.Y[j], self.cells[j])):
            scale, fitted = standardized(raw)[1], fit(factors, raw, self.logistic)
            rest, means = (raw - fitted) * scale, np.zeros(cell.max() + 1)
            for c in set(cell):
                known = rest[(cell == c) & np.isfinite(rest)]
                means[c] = known.mean() if len(known) else 0.0
            ends = (0.0, 1.0) if self.logistic else (np.nanmin(raw), np.nanmax(raw))
            sides.append((rest - means[cell], *((end - fitted) * scale - means[cell] for end in ends)))
        return sides

    def analyze(self):
        M, C = self.M, self.C
        pairs = {(i, j): self.pair(i, j) for i in range(M) for j in range(M)}
        sums, counts = np.zeros((2, C, M, M))
        for (i, j), (p, y) in pairs.items():
            product = p[0] * y[0]
            read = np.isfinite(product)
            sums[:, i, j] = np.bincount(self.cluster[read], product[read], C)
            counts[:, i, j] = np.bincount(self.cluster[read], minlength=C)
        self.R = np.divide(sums.sum(0), counts.sum(0), out=np.zeros((M, M)), where=counts.sum(0) > 0)
        return {self.scores[m].key: self.model(m, pairs, sums, counts) for m in range(M)}

    def model(self, m, pairs, sums, counts):
        C, family = self.C, self.family
        others = [i for i in range(self.M) if i != m]
        apart = [(i, j) for i in others for j in others if len({family[i], family[j], family[m]}) == 3]
        if not apart:
            return None
        asked = self.asked[m]

        def worst(unit, i, j):
            (p, p0, p1), (y, y0, y1) = pairs[i, j]
            return [p[unit]] if np.isfinite(p[unit]) else [p0[unit], p1[unit]], [y[unit]] if np.isfinite(y[unit]) else [y0[unit], y1[unit]]

        own_sums, own_counts = np.zeros((2, C))
        for unit in np.flatnonzero(asked):
            a, b = worst(unit, m, m)
            own_sums[self.cluster[unit]] += min(x * y for x in a for y in b)
            own_counts[self.cluster[unit]] += 1
        N_T = lambda R: (sum(R[i, m] * R[m, j] for i, j in apart), sum(R[i, j] for i, j in apart))
        total, count = sums.sum(0), counts.sum(0)
        share = np.divide(sums - self.R * counts, count, out=np.zeros_like(sums), where=count > 0)
        v = C / (C - 1) * (share[:, [i for i, _ in apart], [j for _, j in apart]].sum(1) ** 2).sum()

        def private(R, own):
            n, t = N_T(R)
            return own - n * t / (t * t + v) if n > 0 and t > 0 else own

        own = own_sums.sum() / own_counts.sum()
        whole = private(self.R, own)
        pseudo = np.zeros((2, C))
        for c in range(C):
            left = count - counts[c]
            R = np.divide(total - sums[c], left, out=np.zeros_like(total), where=left > 0)
            less = (own_sums.sum() - own_sums[c]) / max(1, own_counts.sum() - own_counts[c])
            pseudo[:, c] = C * own - (C - 1) * less, C * whole - (C - 1) * private(R, less)
        used = int((own_counts > 0).sum())
        unrelated = [i for i in others if family[i] != family[m]]
        nearest = next(i for i in unrelated if self.RY[m, i] > max(self.RY[m, unrelated]) - 1e-9)
        relatives = [self.lead(m, q, pairs) for q in others if family[q] == family[m]]
        return {
            "own": estimate(pseudo[0], used), "private": estimate(pseudo[1], used), "models": len(unrelated) + 1,
            "nearest": self.lead(m, nearest, pairs), "nearestModel": self.scores[nearest].key[2],
            "pRelatives": max([r["p"] for r in relatives], default=0.0),
            "complete": max(np.isnan(self.P[m][asked]).mean(), np.isnan(self.Y[m][asked]).mean()) <= 0.02 + 1e-12,
        }

    def lead(self, m, q, pairs):
        """R[m][m] - (R[q][m] + R[m][q]) / 2, the smallest that a missing value of m gives."""
        sums, counts = np.zeros((2, self.C))
        (p, p0, p1), (y, y0, y1) = pairs[m, m]
        p_other, y_beside = pairs[q, m]
        p_beside, y_other = pairs[m, q]
        for unit in np.flatnonzero(self.asked[m]):
            is_read = np.isfinite(p[unit] + y[unit])
            if is_read and not np.isfinite(p_other[0][unit] + y_other[0][unit]):
                continue
            least = math.inf
            for a in [0] if np.isfinite(p[unit]) else [1, 2]:
                for b in [0] if np.isfinite(y[unit]) else [1, 2]:
                    crossed = np.nan_to_num([p_other[0][unit] * y_beside[b][unit], p_beside[a][unit] * y_other[0][unit]])
                    least = min(least, pairs[m, m][0][a][unit] * pairs[m, m][1][b][unit] - crossed.sum() / 2)
            sums[self.cluster[unit]] += least
            counts[self.cluster[unit]] += 1
        return mean_estimate(sums, counts)


def mean_estimate(sums, counts):
    mean = sums.sum() / counts.sum()
    return estimate(mean + len(sums) * (sums - mean * counts) / counts.sum(), int((counts > 0).sum()))


def estimate(pseudo, used):
    n, value = len(pseudo), pseudo.mean()
    se, df = pseudo.std(ddof=1) / math.sqrt(n), max(1, min(n, used) - 1)
    half = stats.t.ppf(0.975, df) * se
    p = stats.t.sf(value / se, df) if se > 1e-12 else 1.0
    return {"value": value, "interval": [value - half, value + half], "p": p, "pseudo": pseudo, "se": se, "df": df}


def unit_key(row):
    return row["item"], row["outcome"].get("unit", "")


# Comparison with the report


class Tally:
    def __init__(self):
        self.counts = defaultdict(lambda: [0, 0, 0.0])
        self.wrong = []

    def check(self, name, ours, theirs, where, tolerance=1e-9):
        if isinstance(ours, (list, tuple)) and isinstance(theirs, (list, tuple)) and len(ours) == len(theirs):
            for a, b in zip(ours, theirs):
                self.check(name, a, b, where, tolerance)
            return
        row = self.counts[name]
        row[0] += 1
        if isinstance(ours, (int, float, np.number)) and isinstance(theirs, (int, float)) and not isinstance(theirs, bool):
            difference = abs(ours - theirs)
            row[2] = max(row[2], difference)
            if difference <= tolerance:
                row[1] += 1
                return
        elif ours == theirs:
            row[1] += 1
            return
        self.wrong.append(f"{name}: {ours} here, {theirs} in the report ({' · '.join(where)})")

    def print(self):
        print(f"{'number':32} {'compared':>9} {'agree':>7}  largest difference")
        for name, (n, same, largest) in self.counts.items():
            print(f"{name:32} {n:9,} {same:7,}  {largest:.1e}")
        n, same = (sum(c[k] for c in self.counts.values()) for k in (0, 1))
        print(f"{'all':32} {n:9,} {same:7,}")
        for line in self.wrong[:40]:
            print(line)


SECRET = ["unsafe judge"]


def check_folder(folder, tally):
    rows = defaultdict(list)
    with open(f"{folder}/outcomes.jsonl") as lines:
        for line in lines:
            row = json.loads(line)
            if row["reader"] != "recorded":
                rows[row["run"], row["experiment"], row["model"], row["condition"]].append(row)
    report = json.load(open(f"{folder}/estimates.json"))
    tested, all_scores = [], []
    for finding in report["findings"]:
        key = tuple(finding[k] for k in ("run", "experiment", "model", "condition"))
        score = Score(key, rows[key])
        ours = score.analyze()
        all_scores.append(score)
        check_finding(finding, ours, tally, key)
        tested.append((finding, score, ours))
    check_ladder(tested, tally)
    check_comparison(json.load(open(f"{folder}/comparison.json")), tested, tally)


def check_finding(finding, ours, tally, key):
    where = key[1:3]
    lower = finding["better"] == "lower"
    shown = (lambda v: v) if not lower else lambda v: None if v is None else sorted(-x for x in v) if isinstance(v, list) else -v
    for name in ("usable", "total", "clusters"):
        tally.check("counts", ours[name], finding[name], where)
    if ours["usable"] < LEAST_UNITS:
        ours.update(dict.fromkeys(("score", "interval", "chance", "skill", "constant", "label")))
    tally.check("score", shown(ours["score"]), finding["score"]["value"], where)
    tally.check("interval of the score", shown(ours["interval"]), finding["score"]["interval"], where)
    tally.check("chance", shown(ours["chance"]), finding["chance"], where)
    tally.check("skill", ours["skill"], finding["skill"], where)
    tally.check("best constant", shown(ours["constant"]), finding["constant"], where)
    tally.check("label", shown(ours["label"]), finding["label"], where)
    first = finding["rungs"]["informative"]
    if first["kind"] != "tested":
        return
    useful = finding["rungs"]["useful"]
    tally.check("detectable score", shown(ours["detectable"]), finding["detectable"], where)
    tally.check("score of the stratum alone", shown(ours["stratum"]), finding["stratum"] and finding["stratum"]["score"], where)
    tally.check("AUROC within cells", ours["auroc"], finding["auroc"], where)
    tally.check("excess over chance", ours["excess"], first["estimate"]["value"], where)
    tally.check("interval of the excess", ours["excessInterval"], first["estimate"]["interval"], where)
    tally.check(f"p of rung A ({first['test']})", ours["pA"], first["p"], where)
    tally.check("p of rung B", ours["pB"], useful["p"], where)
    tally.check("difference to the constant", ours["hardest"], useful["estimate"]["value"], where)
    tally.check("its interval", ours["hardestInterval"], useful["estimate"]["interval"], where)
    tally.check("p of opposite", ours["pOpposite"], finding["opposite"]["p"], where)


def check_ladder(tested, tally):
    """Holm over each rung, rung C, and the word."""
    rows = defaultdict(list)
    for finding, score, ours in tested:
        if isinstance(score.kind, (YesNo, Number)):
            rows[score.key[1], score.key[3]].append(score)
    beyond, all_rows = {}, {}
    for key, scores in rows.items():
        if len(scores) > 1:
            row = all_rows[key] = Row(scores)
            beyond.update(row.analyze())
    for finding, score, ours in tested:
        found = beyond.get(score.key)
        score.beyond = found
        ours["pC"] = None
        ours["tested"] = ours["verdict"] is None and finding["fit"] not in SECRET
        if found and found["models"] >= 6:
            p = max(found["own"]["p"], found["private"]["p"], found["pRelatives"], ours["pA"], score.p_label or 0.0)
            p = max(p, finding["rungs"]["beyondOthers"].get("text", {}).get("p", 0.0))  # texts are not in outcomes.jsonl
            ours["pC"] = p
    families = {}
    for name in ("pA", "pB", "pOpposite", "pC"):
        family = [(i, t[2][name]) for i, t in enumerate(tested) if t[2]["tested"] and t[2][name] is not None]
        families[name] = dict(zip([i for i, _ in family], holm(np.array([p for _, p in family])))) if family else {}
    for i, (finding, score, ours) in enumerate(tested):
        where = score.key[1:3]
        if not ours["tested"]:
            tally.check("fit", ours["verdict"] or finding["fit"], finding["fit"], where)
            continue
        rungs = finding["rungs"]
        for name, rung in (("pA", rungs["informative"]), ("pB", rungs["useful"]), ("pOpposite", finding["opposite"])):
            tally.check("adjusted p (Holm)", families[name][i], rung["adjusted"], where)
        last, found = rungs["beyondOthers"], score.beyond
        holds = {name: families[name].get(i, 1.0) <= TAIL for name in families}
        beyond_word = "not asked"
        if found is not None:
            adjusted = max(families["pC"].get(i, 1.0), families["pA"][i])
            check_beyond(last, found, ours, adjusted, tally, where)
            if last["kind"] == "tested" and last["shared"] is None:
                beyond_word = "yes" if adjusted <= TAIL and found["nearest"]["p"] <= TAIL else "not shown"
        word = "no sign" if not holds["pA"] else "useful" if holds["pB"] else "informative"
        tally.check("fit", "opposite" if word == "no sign" and holds["pOpposite"] else word, finding["fit"], where)
        if last["kind"] != "tested" or last["shared"] is None:
            tally.check("beyond others", beyond_word, finding["beyond"], where)
    for score in (t[1] for t in tested):
        score.row = all_rows.get((score.key[1], score.key[3]))


def check_beyond(last, found, ours, adjusted, tally, where):
    def quantity(name, mine, theirs):
        tally.check(name, mine["value"], theirs["value"], where, 1e-6)
        tally.check(f"{name}: interval", mine["interval"], theirs["interval"], where, 1e-6)

    if last["kind"] == "not asked":
        tally.check("rung C not asked", found["models"] >= 3, False, where)
        return
    quantity("rung C: private", found["private"], last["private"])
    tally.check("rung C: models", found["models"], last["models"], where)
    if last["kind"] != "tested":
        return
    quantity("rung C: own", found["own"], last["own"])
    quantity("rung C: nearest", found["nearest"], last["nearest"]["quantity"])
    tally.check("rung C: nearest model", found["nearestModel"], last["nearest"]["b"], where)
    tally.check("rung C: p beside nearest", found["nearest"]["p"], last["nearest"]["p"], where, 1e-6)
    tally.check("p of rung C", ours["pC"], last["p"], where, 1e-6)
    tally.check("adjusted p of rung C", adjusted, last["adjusted"], where, 1e-6)


def check_comparison(comparison, tested, tally):
    for task in comparison["tasks"]:
        row = next((s.row for _, s, _ in tested if s.key[1] == task["experiment"] and s.key[3] == task["condition"]), None)
        if row is None or not task["R"]:
            continue
        tally.check("R of all pairs", row.R.ravel().tolist(), [v for line in task["R"] for v in line], (task["experiment"],), 1e-6)
        together = task["together"]
        if together["kind"] == "asked":
            check_together(together, [t for t in tested if t[1].row is row], tally, task["experiment"])
    differences = comparison["differences"]
    found = []
    for theirs in differences:
        ours = difference_of(theirs, tested)
        if ours is None:  # another measure than the score of a finding: its p counts in Holm's family only
            if theirs["p"] is not None:
                found.append(({"twoSided": theirs["p"], "value": theirs["quantity"]["value"]}, theirs))
            continue
        where = (theirs["experiment"], theirs["a"], theirs["b"])
        tally.check("paired difference", ours["value"], theirs["quantity"]["value"], where)
        if theirs["quantity"]["interval"] is not None:
            tally.check("its interval (difference)", ours["interval"], theirs["quantity"]["interval"], where, 1e-7)
        if theirs["p"] is None:
            continue
        tally.check(f"p of a difference ({theirs['test']})", ours["twoSided"], theirs["p"], where)
        if theirs["test"] == "t":
            tally.check("detectable difference", ours["detectable"], theirs["detectable"], where)
        found.append((ours, theirs))
    for p, (ours, theirs) in zip(holm(np.array([o["twoSided"] for o, _ in found])) if found else [], found):
        where = (theirs["experiment"], theirs["a"], theirs["b"])
        tally.check("adjusted p of a difference", p, theirs["adjusted"], where)
        word = "no difference found" if p > 0.05 else "higher" if ours["value"] > 0 else "lower"
        tally.check("word of a difference", word, theirs["word"], where)


def check_together(together, members, tally, experiment):
    complete = [s.beyond for _, s, o in members if o["tested"] and s.beyond and s.beyond["complete"]]
    tally.check("all models: number", len(complete), together["models"], (experiment,))
    for name in ("private", "own", "nearest"):
        mine = estimate(np.mean([b[name]["pseudo"] for b in complete], axis=0), 10**9)
        theirs = together[name]["quantity"] if name == "nearest" else together[name]
        tally.check(f"all models: {name}", mine["value"], theirs["value"], (experiment,), 1e-6)
        tally.check(f"all models: {name}: interval", mine["interval"], theirs["interval"], (experiment,), 1e-6)
        if name == "private":
            effect = (stats.t.ppf(0.975, mine["df"]) + Z80) * mine["se"]
            tally.check("all models: detectable", effect if effect <= 1 else None, together["detectable"], (experiment,), 1e-6)


def unit_scores(score, measure):
    """Score of each unit by its measure, None where missing; higher is better."""
    if measure == "accuracy" and isinstance(score.kind, Probability):
        sides = [None if p is None else 0.5 if p == 0.5 else float(p > 0.5) for p in score.p]
        own = [None if p is None or y is None else 1 - p - y + 2 * p * y for p, y in zip(sides, score.y)]
    else:
        own = score.own
    keys = [unit_key(r) for r in score.rows]
    return dict(zip(keys, own)), dict(zip(keys, score.lost)), {k: r["cluster"] for k, r in zip(keys, score.rows)}


OWN_MEASURE = {"accuracy", "probability_score", "concordance", "executions_hit", "log2_error", "payoff"}


def difference_of(theirs, tested):
    if theirs["measure"] not in OWN_MEASURE:
        return None
    sides = []
    for model, run in zip(theirs["models"], theirs["runs"]):
        match = [s for _, s, _ in tested if s.key[:3] == (run, theirs["experiment"], model) and s.key[3] == theirs["condition"]]
        if not match:
            return None
        sides.append(match[0])
    (a, lost_a, cluster), (b, lost_b, _) = (unit_scores(s, theirs["measure"]) for s in sides)
    keys = [k for k in a if k in b]
    scale = (-5.0, 0.0) if theirs["measure"] == "log2_error" else (0.0, 1.0)
    names = np.unique([cluster[k] for k in keys], return_inverse=True)[1]
    shares = [[1.0 if side[k] is None else lost[k] for k in keys] for side, lost in ((a, lost_a), (b, lost_b))]

    def worst(i, higher):
        own, other = a[keys[i]], b[keys[i]]
        if own is None and other is None:
            return 0.0
        (low, high), (la, lb) = scale if higher else scale[::-1], (side[i] for side in shares)
        return (low if own is None else (1 - la) * own + la * low) - (high if other is None else (1 - lb) * other + lb * high)

    partial = [max(pair) > 0 for pair in zip(*shares)]
    at_worst = max(sum(side) for side in shares) > 0
    lost = sum(share for side, of in zip((a, b), shares) for k, share in zip(keys, of) if side[k] is not None) / len(keys)
    found = paired([a[k] for k in keys], [b[k] for k in keys], names, scale, at_worst, worst, partial, lost=lost)
    if theirs["better"] == "lower":
        found["value"] = -found["value"]
        found["interval"] = None if found["interval"] is None else sorted(-v for v in found["interval"])
    return found


if __name__ == "__main__":
    tally = Tally()
    for folder in sys.argv[1:]:
        check_folder(folder, tally)
    tally.print()
    sys.exit(1 if tally.wrong else 0)
