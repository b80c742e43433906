import { gain, type Measure } from '../../domain/measure.ts';
import { unitScorer } from '../../measures/binary/unit-score.ts';
import { batches } from '../compare/batches.ts';
import type { ModelClaims } from '../compare/binary-claims.ts';
import type { ResponseMatrix } from '../compare/response-matrix.ts';
import { permutedPredictions } from '../self-knowledge/item-baselines.ts';
import type { PairedContrast } from './model-verdicts.ts';
import { type Paired, testOf } from './paired-contrast.ts';

type OwnClaims = Pick<ModelClaims, 'prediction' | 'outcome'>;

/** The tests of a verdict if every missing prediction and every missing outcome contradicted the other one. */
export interface MissingAsWrong {
  /** Against each constant answer: always yes, always no. */
  readonly constants: readonly PairedContrast[];
  /** Against the same predictions permuted across items; null where no unit counts. */
  readonly permuted: PairedContrast | null;
}

/**
 * Returns the tests of yes/no predictions where missing values are the opposite of what they are compared with: the worst
 * case for a model, in which sessions that agree are kept and sessions that do not are missing. Units with neither a
 * prediction nor an outcome do not count.
 */
export function missingAsWrong(
  field: ResponseMatrix,
  claims: OwnClaims,
  { measure, seed }: { readonly measure: Measure; readonly seed: number },
): MissingAsWrong {
  const filled = opposed(claims);
  const score = unitScorer(measure);
  const clusterOf = batches(field.clusterOf, seed);
  const against = (constant: boolean): Paired => {
    const sums = new Map<number, [number, number]>();
    for (const [unit, cluster] of clusterOf.entries()) {
      const [says, does] = [filled.prediction[unit] as number, filled.outcome[unit] as number];
      if (Number.isNaN(says) || Number.isNaN(does)) continue;
      const sum = sums.get(cluster) ?? [0, 0];
      sums.set(cluster, [sum[0] + gain(measure, score(says === 1, does), score(constant, does)), sum[1] + 1]);
    }
    return [...sums.values()];
  };
  const permuted = permutedPredictions(field, filled);
  return {
    constants: [true, false].map((constant) => testOf(against(constant), seed)),
    permuted: permuted === null ? null : { value: permuted.difference, p: permuted.p },
  };
}

/** Returns predictions and outcomes with each missing one replaced by the opposite of the other. */
function opposed({ prediction, outcome }: OwnClaims): OwnClaims {
  return {
    prediction: prediction.map((says, unit) => (Number.isNaN(says) ? oppositeOf(outcome[unit] as number) : says)),
    outcome: outcome.map((does, unit) => (Number.isNaN(does) ? 1 - (prediction[unit] as number) : does)),
  };
}

/** Returns the prediction that is more often wrong about an outcome in [0, 1]; NaN for NaN. */
function oppositeOf(does: number): number {
  return Number.isNaN(does) ? Number.NaN : Number(does < 0.5);
}
