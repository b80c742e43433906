import type { ErrorLimit } from '../../results/worth.ts';
import { fTail } from '../../stats/distributions.ts';
import { foldsOf } from './cross-fit.ts';

const error = 0.05;
/** Share of the first half by which the kept share grows from one threshold to the next. */
const step = 0.05;
/** Share that the strictest threshold keeps: of a few groups, one error would end the sequence. */
const firstShare = 0.2;

/** A group of items: its lowest signal and whether an answer is wrong. */
interface KeptGroup {
  readonly name: string;
  readonly value: number;
  readonly isWrong: boolean;
}

/**
 * Returns the largest share of groups that can be kept so that at most `maxError` of them have a wrong answer. Thresholds
 * are tested from strict to loose on one half of the groups (fixed sequence), and the last that passes is applied to the
 * other half. The bound is that of Clopper and Pearson (1934), one-sided 95 %; a group with several items counts as wrong if
 * one of them is.
 */
export function errorLimit(groups: readonly KeptGroup[], maxError: number): ErrorLimit {
  const halves = foldsOf(
    groups.map(({ name }) => name),
    0,
  ).map((fold) => fold % 2);
  const [first, second] = [0, 1].map((half) =>
    groups.filter((_, at) => halves[at] === half).toSorted((one, other) => other.value - one.value),
  ) as [KeptGroup[], KeptGroup[]]; // two halves
  const fewest = Math.ceil(Math.log(error) / Math.log(1 - maxError)); // with no error among them the bound holds
  const strictest = Math.max(fewest, Math.round(firstShare * first.length));
  let threshold: number | null = null;
  for (let kept = strictest; kept <= first.length; kept += Math.max(1, Math.round(step * first.length))) {
    const value = (first[kept - 1] as KeptGroup).value;
    const own = first.filter((group) => group.value >= value);
    if (upperBound(countWrong(own), own.length) > maxError) break;
    threshold = value;
  }
  const share = countWrong(groups) / groups.length;
  if (threshold === null) {
    const needed = Math.max(0, (share - maxError) / (1 - maxError));
    const reason =
      first.length < fewest
        ? `${fewest} groups without an error are needed in each half; there are ${first.length}`
        : `no threshold keeps the error of the first half under it; at least ${Math.round(100 * needed)} % must be passed on even if the signal were perfect`;
    return { kind: 'none', maxError, reason };
  }
  const kept = second.filter(({ value }) => value >= (threshold as number));
  const wrong = countWrong(kept);
  return {
    ...{ kind: 'found', maxError, keptShare: kept.length / second.length, groups: kept.length },
    ...{ error: kept.length === 0 ? 0 : wrong / kept.length, upper: upperBound(wrong, kept.length) },
  };
}

function countWrong(groups: readonly KeptGroup[]): number {
  return groups.filter(({ isWrong }) => isWrong).length;
}

/** Returns the upper Clopper-Pearson bound of a share, one-sided 95 %, by bisection of the binomial tail. */
function upperBound(wrong: number, trials: number): number {
  if (wrong >= trials) return 1;
  let [low, high] = [wrong / trials, 1];
  for (let round = 0; round < 50; round += 1) {
    const middle = (low + high) / 2;
    if (atMost(wrong, trials, middle) > error) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns P(X <= wrong) for a binomial X, by its relation to the F distribution. */
function atMost(wrong: number, trials: number, share: number): number {
  const [numerator, denominator] = [2 * (wrong + 1), 2 * (trials - wrong)];
  return fTail((denominator * share) / (numerator * (1 - share)), numerator, denominator);
}
