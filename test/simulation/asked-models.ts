import { cellColumns, cellMeasure } from '../../src/analyze/compare/cross-prediction.ts';
import { type CompareVerdictWord, compareVerdicts } from '../../src/analyze/self-knowledge/advantage-verdict.ts';
import { askedForms } from '../../src/analyze/self-knowledge/asked-form.ts';
import { mcc } from '../../src/measures/binary/binary-measures.ts';
import { thresholdAdvantage } from '../../src/stats/advantage/threshold-advantage.ts';
import { logistic } from '../../src/stats/basic/logistic.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { long, normal } from './simulate.ts';
import type { UnequalWorld } from './unequal-models.ts';

/**
 * Models that predict each other by name: outcomes as in `UnequalWorld`; the prediction of model a about b is drawn
 * independently from logit d + disc_a t z_i + fam g_i(family of a) + known u_bi, the last for a = b, or for all where
 * behavior is public.
 */
export interface AskedWorld extends UnequalWorld {
  /** Every model knows as much about another's behavior as that model does. */
  readonly isPublic?: true;
  /** Standard deviation of a model's tendency to predict "yes" for one other model more than for another. */
  readonly beliefs?: number;
}

interface Traits {
  readonly models: number;
  readonly doing: readonly number[];
  readonly saying: readonly (readonly number[])[];
  readonly depends: readonly number[];
  readonly random: Random;
}

function traitsOf({ models = 6, rates = 0.5, trait = 1, discrimination = 0, ...world }: AskedWorld, seed: number) {
  const random = seededRandom('asked-models', JSON.stringify({ models, ...world }), seed);
  const each = (of: () => number) => Array.from({ length: models }, of);
  const doing = each(() => rates * normal(random));
  const habits = world.ownRateKnown ? doing : each(() => rates * normal(random));
  const { beliefs = 0 } = world;
  const saying = habits.map((habit, predictor) =>
    habits.map((_, target) => (predictor === target ? habit : habit + beliefs * normal(random))),
  );
  const depends = each(() => trait * Math.exp(discrimination * normal(random)));
  return { models, doing, saying, depends, random };
}

/**
 * Returns one item: for each predictor and target the sums of right predictions, predicted "yes", outcomes "yes", and
 * all.
 */
function itemOf(world: AskedWorld, { models, doing, saying, depends, random }: Traits): Float64Array {
  const { family = 0, families = 2, quirks = 0, self = 0, known = 0, executions = 1 } = world;
  const shared = normal(random);
  const ofFamily = Array.from({ length: families }, () => normal(random));
  const own = Array.from({ length: models }, () => normal(random));
  const common = depends.map((weight, model) => weight * shared + family * (ofFamily[model % families] as number));
  const held = own.map((value, model) => {
    const level = (doing[model] as number) + (common[model] as number) + self * value + quirks * normal(random);
    const results = Array.from({ length: executions }, () => Number(random() < logistic(level)));
    return results.reduce((sum, result) => sum + result, 0) / executions;
  });
  const tally = new Float64Array(models * models * cellColumns);
  for (let predictor = 0; predictor < models; predictor += 1) {
    for (let target = 0; target < models; target += 1) {
      const knows = predictor === target || world.isPublic === true ? known * (own[target] as number) : 0;
      const level = (saying[predictor]?.[target] as number) + (common[predictor] as number) + knows;
      const says = random() < logistic(level);
      const share = held[target] as number;
      tally.set([says ? share : 1 - share, Number(says), share, 1], (predictor * models + target) * cellColumns);
    }
  }
  return tally;
}

/** Returns the verdict on all models of a world together, by the product's forms and policy. */
export function askedVerdictIn(world: AskedWorld, seed: number): CompareVerdictWord {
  const { items = 200, models = 6 } = world;
  const traits = traitsOf(world, seed);
  const clusters = Array.from({ length: items }, () => itemOf(world, traits));
  const value = cellMeasure('binary', mcc);
  const cells = (totals: Float64Array) =>
    Float64Array.from({ length: models ** 2 }, (_, cell) => value(totals, cell * cellColumns) ?? Number.NaN);
  const forms = askedForms({ kind: 'binary', models, clusters, cells, threshold: thresholdIn(clusters, world, seed) });
  const about = { experiment: 'simulated', condition: '', measure: 'mcc', model: null, primary: true } as const;
  return (
    compareVerdicts([{ ...about, form: 'asked', models, clusters: items, forms: forms[models] ?? [] }])[0]?.verdict ??
    'insufficient'
  );
}

/** Returns the threshold form of predictions of oneself, on the diagonal of the tallies. */
function thresholdIn(clusters: readonly Float64Array[], { models = 6, executions = 1 }: AskedWorld, seed: number) {
  const at = (column: number) => (item: number, model: number) =>
    clusters[item]?.[(model * models + model) * cellColumns + column] as number;
  const sample = { models, items: clusters.length, executions, said: at(1), held: at(2), weight: () => 1 };
  const found = thresholdAdvantage({ ...sample, agreement: () => null }, { seed, draws: long ? 100 : 20 });
  return Array.from({ length: models + 1 }, (_, index) => ({
    name: 'threshold',
    estimate:
      typeof found === 'string'
        ? null
        : { value: found.values[index] as number, error: found.errors[index] as number, degrees: null },
    reason: typeof found === 'string' ? found : null,
  }));
}
