"""Exact permutation tests by scipy, all arrangements enumerated. Run here: python3 permutation.py (scipy >= 1.9)"""

import numpy as np
from scipy.stats import permutation_test


def lehmer(seed, n):
    values = []
    for _ in range(n):
        seed = (16807 * seed) % 2147483647
        values.append(seed / 2147483647)
    return np.array(values)


def difference_of_means(x, y, axis=-1):
    return np.mean(x, axis=axis) - np.mean(y, axis=axis)


def mean(x, axis=-1):
    return np.mean(x, axis=axis)


u = lehmer(19, 40)
first, second = u[:3] + 0.35, u[3:30]
two = permutation_test((first, second), difference_of_means, permutation_type="independent", n_resamples=np.inf, alternative="greater")
pooled = np.concatenate([first, second])
observed = abs(first.sum() - 3 * pooled.mean())
print("3 vs 27, one-sided p (greater):", two.pvalue)
null = np.asarray(two.null_distribution)
print("3 vs 27, two-sided p by |difference|:", np.mean(np.abs(null) >= abs(two.statistic) - 1e-12), "of", len(null))
paired = u[30:40] - 0.35
one = permutation_test((paired,), mean, permutation_type="samples", n_resamples=np.inf, alternative="two-sided")
print("sign-flip n=10, two-sided p:", one.pvalue, "mean", paired.mean())
