"""Reference values of src/stats/advantage/shared-difficulty.test.ts, without code of this project.

    python3 bench/reference/shared_difficulty.py
"""
import math

MODELS, ITEMS, FOLDS, RIDGE = 5, 60, 5, 0.1
state = 20260101


def uniform():
    global state
    state = state * 16807 % 2147483647
    return state / 2147483647


def data():
    held, said = [[] for _ in range(MODELS)], [[] for _ in range(MODELS)]
    for _ in range(ITEMS):
        shared = uniform() + uniform() - 1
        for model in range(MODELS):
            own = uniform() - 0.5
            held[model].append(1.0 if 2 * shared + own + uniform() - 0.5 > 0.1 * (model - 2) else 0.0)
            said[model].append(1.0 if 2 * shared + own + uniform() - 0.5 > 0 else 0.0)
    return held, said


def moments(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def solve(matrix, right):
    """Gauss-Jordan elimination with pivots."""
    n = len(right)
    rows = [list(matrix[i]) + [right[i]] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i])]
    return [row[n] for row in rows]


def fit(x, y, logistic):
    """Minimizes the loss plus RIDGE / 2 times all squared coefficients."""
    k = len(x[0])
    b = [0.0] * k
    for _ in range(60 if logistic else 1):
        grad = [-RIDGE * v for v in b]
        hess = [[RIDGE if i == j else 0.0 for j in range(k)] for i in range(k)]
        for row, target in zip(x, y):
            eta = sum(p * q for p, q in zip(b, row))
            p = 1 / (1 + math.exp(-eta)) if logistic else eta
            w = p * (1 - p) if logistic else 1
            for i in range(k):
                grad[i] += row[i] * (target - p)
                for j in range(k):
                    hess[i][j] += w * row[i] * row[j]
        b = [p + q for p, q in zip(b, solve(hess, grad))]
    return b


def shared(held, said, target, logistic):
    columns = [c for model in range(MODELS) if model != target for c in (held[model], said[model])]
    y, own = held[target], said[target]
    fitted, gains = [None] * ITEMS, [None] * ITEMS
    for fold in range(FOLDS):
        train = [i for i in range(ITEMS) if i % FOLDS != fold]
        test = [i for i in range(ITEMS) if i % FOLDS == fold]
        z = []
        for column in columns:
            mean, sd = moments([column[i] for i in train])
            z.append([(value - mean) / sd for value in column])
        r = [[sum(a[i] * b[i] for i in train) / len(train) for b in z] for a in z]
        axis = [1.0] * len(z)
        for _ in range(2000):
            axis = [sum(p * q for p, q in zip(row, axis)) for row in r]
            length = math.sqrt(sum(v * v for v in axis))
            axis = [v / length for v in axis]
        if sum(axis) < 0:
            axis = [-v for v in axis]
        axis = [max(0.0, v) for v in axis]
        f = [sum(l * c[i] for l, c in zip(axis, z)) for i in range(ITEMS)]
        mean, sd = moments([f[i] for i in train])
        f = [(v - mean) / sd for v in f]
        mean, sd = moments([own[i] for i in train])
        p = [(v - mean) / sd for v in own]
        scores = []
        for rows in ([[1, a] for a in f], [[1, a, b] for a, b in zip(f, p)]):
            b = fit([rows[i] for i in train], [y[i] for i in train], logistic)
            eta = [sum(u * v for u, v in zip(b, row)) for row in rows]
            if logistic:
                value = [1 / (1 + math.exp(-v)) for v in eta]
                score = [y[i] * math.log(value[i]) + (1 - y[i]) * math.log(1 - value[i]) for i in range(ITEMS)]
            else:
                value = eta
                s2 = sum((y[i] - value[i]) ** 2 for i in train) / len(train)
                score = [-0.5 * (math.log(s2) + (y[i] - value[i]) ** 2 / s2) for i in range(ITEMS)]
            scores.append((value, score))
        for i in test:
            fitted[i] = scores[0][0][i]
            gains[i] = scores[1][1][i] - scores[0][1][i]
    return fitted, gains


held, said = data()
for name, logistic in (("logistic", True), ("normal", False)):
    for target in (0, 3):
        fitted, gains = shared(held, said, target, logistic)
        print(name, target, fitted[0], fitted[59], sum(gains) / ITEMS, gains[7])
