import { normalCdf, normalQuantile } from '../../../stats/distributions.ts';

/** A test of a verdict: the standard error of its statistic, and the one-sided level that it must reach. */
interface VerdictTest {
  readonly error: number;
  readonly level: number;
}

const power = 0.8;

/**
 * Returns the smallest effect at which a share of 0.8 of studies passes every one of the tests, if all statistics have
 * this expectation: the product of the tests' powers is 0.8. Statistics of one study are positively dependent, so the
 * true effect is at most this large. Null without tests, or where an error is 0.
 */
export function detectableEffect(tests: readonly VerdictTest[]): number | null {
  if (tests.length === 0 || tests.some(({ error }) => !(error > 0))) return null;
  const powerAt = (effect: number) =>
    tests.reduce((product, { error, level }) => product * normalCdf(effect / error - normalQuantile(1 - level)), 1);
  let [low, high] = [0, 10 * Math.max(...tests.map(({ error }) => error))];
  for (let step = 0; step < 50; step += 1) {
    const effect = (low + high) / 2;
    if (powerAt(effect) < power) low = effect;
    else high = effect;
  }
  return high;
}
