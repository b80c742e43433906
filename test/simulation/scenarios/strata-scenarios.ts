import { logistic } from '../../../src/stats/distributions.ts';
import type { Random } from '../../../src/util/random.ts';
import { type DrawnUnits, normal, times, yesNoRows } from './draw.ts';
import { type DrawnReport, reportScenario, type Scenario } from './scenario.ts';

interface Stratified {
  /** Number of clusters of each stratum, and of units of each cluster. */
  readonly sizes: readonly number[];
  readonly clusterSize?: number;
  /** Weights of what the items of a stratum share, in outcomes and in predictions, and of what items of a cluster share. */
  readonly stratum: readonly [outcome: number, prediction: number];
  readonly cluster?: readonly [outcome: number, prediction: number];
  /** Weight of the item's own difficulty in its outcome and in its prediction: what a model that knows the item has. */
  readonly known?: number;
  /** Distinct stated probabilities; absent: yes or no. */
  readonly values?: number;
  readonly executions?: number;
}

/** Draws one model whose outcomes and predictions follow what items of a stratum share. */
function stratified(options: Stratified): (random: Random) => DrawnReport {
  const { sizes, clusterSize = 1, stratum, cluster = [0, 0], known = 0, values, executions = 1 } = options;
  const strata = sizes.flatMap((size, index) => times(size * clusterSize, () => `subject ${index}`));
  const n = strata.length;
  const units: DrawnUnits = {
    n,
    strata,
    ...(clusterSize === 1 ? {} : { clusterSizes: times(n / clusterSize, () => clusterSize) }),
  };
  return (random) => {
    const hardness = new Map(strata.map((name) => [name, normal(random)]));
    const own = times(n, () => normal(random));
    // what a cluster shares in outcomes and what it shares in predictions are unrelated
    const luck = [0, 1].map(() => times(n / clusterSize, () => normal(random)));
    const logit = (unit: number, side: 0 | 1) =>
      stratum[side] * (hardness.get(strata[unit] as string) as number) +
      cluster[side] * (luck[side]?.[Math.floor(unit / clusterSize)] as number) +
      known * (own[unit] as number);
    const stated = times(n, (unit) => logistic(logit(unit, 1) + normal(random)));
    const probabilities =
      values === undefined ? undefined : stated.map((p) => Math.round(p * (values - 1)) / (values - 1));
    return {
      rows: yesNoRows(units, [
        {
          name: 'model',
          predictions: (probabilities ?? stated).map((p) => (values === undefined ? random() < p : p >= 0.5)),
          ...(probabilities === undefined ? {} : { probabilities }),
          executions: times(executions, () => times(n, (unit) => random() < logistic(logit(unit, 0)))),
        },
      ]),
    };
  };
}

const unequal = times(40, (index) => 2 + (index % 15)); // 57 subjects of a benchmark are as unequal
const both = ['informative', 'useful', 'opposite'] as const;

function never(name: string, options: Stratified): Scenario {
  return reportScenario({ name: `strata: ${name}`, draw: stratified(options), never: both });
}

export const strataScenarios: readonly Scenario[] = [
  never('40 of 2 to 16, hard ones known, stated probabilities', { sizes: unequal, stratum: [2, 2], values: 11 }),
  never('30 of 2, correlated in both, stated probabilities', {
    sizes: times(30, () => 2),
    stratum: [1, 1],
    values: 11,
  }),
  never('40 of 2 to 16, hard ones known, yes or no', { sizes: unequal, stratum: [2, 2] }),
  never('10 of 8 clusters of 5, correlated in both', {
    ...{ sizes: times(10, () => 8), clusterSize: 5, stratum: [1, 1], cluster: [1, 1] },
  }),
];
