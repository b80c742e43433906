import { estimateOf, type JackknifeEstimate, ratioPseudoValues } from './jackknife-estimate.ts';
import type { ModelUnits, PairResiduals, ReferenceRow, Residuals } from './pair-residuals.ts';
import { isAsked } from './residual-tetrads.ts';

/**
 * Estimates R[m][m] - (R[q][m] + R[m][q]) / 2: by how much the predictions of model m fit its own outcomes better than the
 * predictions of q fit the outcomes of m, and those of m the outcomes of q. Over the units where all four values are read.
 * Where a value of m is missing, the unit takes the smallest difference that any value gives, and a product with a missing
 * value of q is 0; a unit where only a value of q is missing is left out.
 */
export function leadOver(
  { models, cluster }: ReferenceRow,
  residuals: PairResiduals,
  m: number,
  q: number,
): JackknifeEstimate {
  const clusters = cluster.reduce((most, each) => Math.max(most, each), -1) + 1;
  const [sums, counts] = [new Float64Array(clusters), new Float64Array(clusters)];
  const own = residuals.of(m, m);
  const predictedByOther = residuals.of(q, m);
  const predictsOther = residuals.of(m, q);
  for (let unit = 0; unit < cluster.length; unit += 1) {
    if (!isAsked(models[m] as ModelUnits, unit)) continue;
    const p = own.prediction.values[unit] as number;
    const y = own.outcome.values[unit] as number;
    const pOther = predictedByOther.prediction.values[unit] as number;
    const yOther = predictsOther.outcome.values[unit] as number;
    const isOwnRead = !Number.isNaN(p + y);
    if (isOwnRead && Number.isNaN(pOther + yOther)) continue;
    let least = Number.POSITIVE_INFINITY;
    // The same value of m has one residual beside each model, so a choice is the index of a value, not the value.
    for (const a of isOwnRead || !Number.isNaN(p) ? [0] : [0, 1]) {
      for (const b of isOwnRead || !Number.isNaN(y) ? [0] : [0, 1]) {
        const ofOther = pOther * valueAt(predictedByOther.outcome, unit, b);
        const toOther = valueAt(predictsOther.prediction, unit, a) * yOther;
        const ofSelf = valueAt(own.prediction, unit, a) * valueAt(own.outcome, unit, b);
        least = Math.min(
          least,
          ofSelf - ((Number.isNaN(ofOther) ? 0 : ofOther) + (Number.isNaN(toOther) ? 0 : toOther)) / 2,
        );
      }
    }
    const at = cluster[unit] as number;
    sums[at] = (sums[at] as number) + least;
    counts[at] = (counts[at] as number) + 1;
  }
  const used = counts.reduce((sum, count) => sum + Number(count > 0), 0);
  return estimateOf(ratioPseudoValues(sums, counts), used);
}

/** Returns the residual of a unit; where it is missing, the lowest (choice 0) or highest (1) that it can have. */
function valueAt(residuals: Residuals, unit: number, choice: number): number {
  const value = residuals.values[unit] as number;
  return Number.isNaN(value) ? (residuals.extremes(unit)[choice] as number) : value;
}
