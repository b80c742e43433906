"""Reference values of comparisons between models, computed without any code of the project (standard library only).

python3 bench/reference/comparisons.py prints the constants of src/analyze/compare/comparison-reference.test.ts.
Each word is one item of one model: its prediction of itself, then its executions; y = yes, n = no.
"""
from itertools import permutations
from math import sqrt

MODELS = {
    "a": "yyyy nnnn ynny nyyy ynnn nnny yyyy nynn yyny nnnn yyyn nnyy".split(),
    "b": "yyyn nnnn nyyy nnny yyyy nnnn ynnn nyyy ynny ynnn yyyy nnnn".split(),
    "c": "nyyy ynnn yyyn nnnn yyyy nnnn nyyy yyyn ynnn nnny nyyy ynnn".split(),
}
ITEMS = range(12)


def share(word):
    return word[1:].count("y") / len(word[1:])


def correlation(table):
    tp, fp, tn, fn = table
    return (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def table_of(predictor, target, items=ITEMS):
    cells = [0.0, 0.0, 0.0, 0.0]
    for i in items:
        yes, held = MODELS[predictor][i][0] == "y", share(MODELS[target][i])
        cells[0 if yes else 3] += held
        cells[1 if yes else 2] += 1 - held
    return cells


def accuracy(predictor, target, items=ITEMS):
    cells = table_of(predictor, target, items)
    return (cells[0] + cells[2]) / sum(cells)


def consensus(model, others=None):
    """Majority of the others' mean outcomes; an even split goes the way that the mean outcomes go in most items."""
    others = others or [name for name in MODELS if name != model]
    means = [sum(share(MODELS[name][i]) for name in others) / len(others) for i in ITEMS]
    usual = sum(means) > len(means) / 2
    right = 0.0
    for i, mean in zip(ITEMS, means):
        yes = usual if mean == 0.5 else mean > 0.5
        held = share(MODELS[model][i])
        right += held if yes else 1 - held
    return right / len(means)


def reexecution_mcc(model):
    """One execution as the prediction of another, over all ordered pairs; every item has the same weight."""
    cells = [0.0, 0.0, 0.0, 0.0]
    for word in MODELS[model]:
        pairs = list(permutations(word[1:], 2))
        for said, held in pairs:
            place = (0 if held == "y" else 1) if said == "y" else (3 if held == "y" else 2)
            cells[place] += 1 / len(pairs)
    return correlation(cells)


def divergent(score):
    """Diagonal minus off-diagonal on items where every model is stable and not all behave alike."""
    items = [i for i in ITEMS if all(share(MODELS[m][i]) in (0, 1) for m in MODELS)]
    items = [i for i in items if len({share(MODELS[m][i]) for m in MODELS}) > 1]
    own = [score(m, m, items) for m in MODELS]
    cross = [score(p, t, items) for p in MODELS for t in MODELS if p != t]
    return items, sum(own) / len(own) - sum(cross) / len(cross)


GROUPS = [  # tokens of four questions in three executions; all answers are right
    [(10, 20, 30, 40), (10, 30, 20, 40), (40, 30, 20, 10)],
    [(5, 5, 9, 9), (5, 6, 9, 8), (9, 5, 5, 9)],
    [(1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 4, 3)],
]


def reexecution_concordance():
    """The order of one execution against the others: each of their sessions of a question is compared with each of another."""
    total = 0.0
    for group in GROUPS:
        scores = []
        for place, one in enumerate(group):
            others = group[:place] + group[place + 1 :]
            points = 0.0
            for i in range(4):
                for j in range(i + 1, 4):
                    pairs = [(first[i], second[j]) for first in others for second in others]
                    easier = sum(1.0 if x < y else 0.5 if x == y else 0.0 for x, y in pairs) / len(pairs)
                    points += 0.5 if one[i] == one[j] else easier if one[i] < one[j] else 1 - easier
            scores.append(points / 6)
        total += sum(scores) / len(scores)
    return total / len(GROUPS)


if __name__ == "__main__":
    print("consensus accuracy", {m: consensus(m) for m in MODELS})
    alone = {m: [consensus(m, [other]) for other in MODELS if other != m] for m in MODELS}
    print("accuracy of one other model, mean", {m: sum(found) / len(found) for m, found in alone.items()})
    print("re-execution MCC", {m: reexecution_mcc(m) for m in MODELS})
    print("divergent accuracy", divergent(accuracy))
    print("re-execution concordance", reexecution_concordance())
