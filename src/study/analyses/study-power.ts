import { sum } from '../../stats/moments.ts';
import { tPower } from '../../stats/power.ts';

/** A part of a variance, with its degrees of freedom. */
export interface VariancePart {
  readonly variance: number;
  readonly df: number;
}

/** The variance of a statistic of a study: over its strings, and between the trainings of each arm. */
export interface VarianceParts {
  readonly strings: VariancePart;
  /** s² / K of each arm; empty where trainings do not vary. */
  readonly trainings: readonly VariancePart[];
}

/** Returns the standard error of a sum of independent parts, with the degrees of freedom of Satterthwaite (1946). */
export function errorOfParts({ strings, trainings }: VarianceParts): { readonly se: number; readonly df: number } {
  const all = [strings, ...trainings].filter(({ variance }) => variance > 0);
  if (all.length === 0) return { se: 0, df: strings.df };
  const variance = sum(all.map((part) => part.variance));
  const squares = sum(all.map((part) => part.variance ** 2 / part.df));
  return { se: Math.sqrt(variance), df: variance ** 2 / squares };
}

/** A one-sided t test of a claim about a study. */
export interface StudyTest {
  readonly parts: VarianceParts;
  /** One-sided levels: of the test alone, and the stricter one that at least one of the tests with it must reach. */
  readonly level: number;
  readonly firstLevel?: number;
  /** What missing predictions at their worst take from the statistic; 0 where none is missing. */
  readonly shift: number;
}

/** Share of studies that find an effect of the printed size. */
const power = 0.8;

/**
 * Returns the smallest effect at which a share of 0.8 of studies passes every one of the tests, if all statistics have this
 * expectation: the product of the powers of t with Satterthwaite's degrees of freedom is 0.8, and of the tests with a
 * `firstLevel` at least one reaches it (Holm). Statistics of one study are positively dependent, so the true effect is at most
 * this large. Null without tests, where an error is 0, and where an effect of `highest` is usually missed.
 */
export function smallestEffect(tests: readonly StudyTest[], highest = 1): number | null {
  const known = tests.map((test) => ({ ...test, ...errorOfParts(test.parts) }));
  if (known.length === 0 || known.some(({ se, df }) => !(se > 0 && df > 0))) return null;
  const powerAt = (effect: number) => {
    let [all, noneFirst, isAdjusted] = [1, 1, false];
    for (const { se, df, level, firstLevel, shift } of known) {
      const at = (error: number) => tPower({ effect: (effect - shift) / se, df, error });
      const own = at(level);
      all *= own;
      if (firstLevel !== undefined) isAdjusted = true;
      noneFirst *= firstLevel === undefined ? own : own - at(firstLevel);
    }
    return isAdjusted ? all - noneFirst : all;
  };
  if (powerAt(highest) < power) return null;
  let [low, high] = [0, highest];
  for (let step = 0; step < 30; step += 1) {
    const effect = (low + high) / 2;
    if (powerAt(effect) < power) low = effect;
    else high = effect;
  }
  return high;
}

/** How much larger a study would be: its strings, and the trainings of each arm, as multiples. */
interface Growth {
  readonly strings: number;
  readonly trainings: number;
}

/** Returns the parts of the variance in a larger study: that over strings falls with strings, that between trainings with these. */
export function partsOfLarger({ strings, trainings }: VarianceParts, growth: Growth): VarianceParts {
  const larger = ({ variance, df }: VariancePart, times: number) => ({
    variance: variance / times,
    df: times * (df + 1) - 1,
  });
  return {
    strings: larger(strings, growth.strings),
    trainings: trainings.map((part) => larger(part, growth.trainings)),
  };
}
