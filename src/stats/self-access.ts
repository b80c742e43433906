import { clusterBootstrapAll } from './bootstrap.ts';
import { conditionalTally, fitConditional } from './conditional-logit.ts';
import type { Interval } from './intervals.ts';
import { totalsOf } from './resample.ts';
import { crossDesign } from './self-access-design.ts';

/** One item (or one execution of it) with a forecast and an outcome of every model. */
export interface CrossItem {
  /** Items of one cluster are resampled together. */
  readonly cluster: string;
  /** right[a * models + b] is 1 where predictor a's forecast of target b was right, else 0. */
  readonly right: ArrayLike<number>;
}

export interface SelfAccessOptions {
  readonly models: number;
  readonly items: readonly CrossItem[];
  /** similarity[a][b] of behaviour, the diagonal being a model's likeness to itself; null leaves lambda out. */
  readonly similarity: readonly (readonly number[])[] | null;
  readonly seed: number;
  /** 2,000 unless told. */
  readonly resamples?: number;
  /** 0.95 unless told. */
  readonly level?: number;
}

/** A coefficient in log odds. */
export interface Coefficient {
  readonly value: number;
  readonly interval: Interval | null;
}

export type SelfAccess =
  | {
      readonly kind: 'known';
      readonly beta: Coefficient;
      /** Null where similarity was left out. */
      readonly lambda: Coefficient | null;
      /** Items that are neither all right nor all wrong: the others say nothing about predictors. */
      readonly informative: number;
      readonly clusters: number;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Log odds beyond this mean that the data put no bound on a coefficient. */
const beyond = 12;

/**
 * beta of logit P(a's forecast about b on i is right) = theta_a - gamma_b - delta_i + beta 1[a = b] + lambda similarity:
 * conditional maximum likelihood given each item's number right, which removes delta_i (Andersen 1970). Interval:
 * cluster bootstrap of the scores (Kline and Santos 2012). Assumes additive log odds, cells independent given the item.
 */
export function selfAccess(options: SelfAccessOptions): SelfAccess {
  const { models, items, similarity } = options;
  if (models < 2) return unknown('needs two models or more on the same items');
  const design = crossDesign(models, similarity);
  if (design === null) return unknown('similarity cannot be told from predictor and target effects (too few models?)');
  const clusters = [...Map.groupBy(items, (item) => item.cluster).values()].map((group) =>
    conditionalTally(
      design,
      group.map((item) => item.right),
    ),
  );
  const totals = totalsOf(clusters);
  const informative = totals.subarray(design.columns).reduce((sum, count) => sum + count, 0);
  if (informative === 0) return unknown('every item is all right or all wrong');
  const fit = fitConditional(design, totals);
  if (fit === null) return unknown('the fit did not settle');
  if (fit.coefficients.some((value) => Math.abs(value) > beyond)) {
    return unknown('a predictor or target is right or wrong throughout: log odds without bound');
  }
  const reported = design.similarity === null ? [design.self] : [design.self, design.similarity];
  const influences = clusters.map((cluster) => {
    const influence = fit.influence(cluster);
    return reported.map((column) => influence[column] as number);
  });
  const values = (moved: Float64Array) =>
    reported.map((column, place) => (fit.coefficients[column] as number) + (moved[place] as number));
  const intervals = clusterBootstrapAll({ ...options, clusters: influences, values });
  const [beta, lambda = null] = reported.map(
    (column, place): Coefficient => ({
      value: fit.coefficients[column] as number,
      interval: intervals[place] ?? null,
    }),
  );
  if (beta === undefined) return unknown('the fit did not settle');
  return { kind: 'known', beta, lambda, informative, clusters: clusters.length };
}

function unknown(reason: string): SelfAccess {
  return { kind: 'unknown', reason };
}
