import type { Measure } from '../../domain/measure.ts';
import { binaryPlaces } from '../../measures/binary/binary-tally.ts';
import { mcc as correlation } from '../../stats/binary/confusion.ts';

/** Rates of "yes" between these bounds do not count as skewed. */
const evenFrom = 0.25;
const evenTo = 0.75;
/**
 * Minimum number of clusters at skewed margins: below it, bootstrapped intervals of MCC cover 83 to 93%; from it on,
 * 94%.
 */
const minSkewedClusters = 200;

/** Measures that divide by the number of both outcomes, so that their intervals cover too little where one is rare. */
const dividesByMargins: ReadonlySet<string> = new Set(['mcc', 'balanced_accuracy', 'd_prime', 'criterion']);

/**
 * Returns why a measure of predictions and outcomes has no interval at these rates of "yes"; null where it has one.
 * Simulated coverage: test/simulation/skewed-margins.test.ts.
 */
export function whyNoSkewedInterval(
  { name }: Pick<Measure, 'name'>,
  totals: ArrayLike<number>,
  clusters: number,
): string | null {
  if (!dividesByMargins.has(name) || clusters >= minSkewedClusters) return null;
  const at = (column: keyof typeof binaryPlaces) => totals[binaryPlaces[column]] ?? 0;
  const cells = {
    truePositive: at('truePositive'),
    falsePositive: at('falsePositive'),
    trueNegative: at('trueNegative'),
    falseNegative: at('falseNegative'),
  };
  if (correlation(cells) === null) return null;
  const all = cells.truePositive + cells.falsePositive + cells.trueNegative + cells.falseNegative;
  const rates = [cells.truePositive + cells.falsePositive, cells.truePositive + cells.falseNegative];
  if (rates.every((rate) => rate >= evenFrom * all && rate <= evenTo * all)) return null;
  return `no interval: rates of "yes" outside ${evenFrom} to ${evenTo} need at least ${minSkewedClusters} groups`;
}
