import type { Interval } from '../basic/intervals.ts';
import { clusterBootstrapAll } from '../resampling/bootstrap.ts';
import { addTally, totalsOf } from '../resampling/resample.ts';
import { type ConditionalTally, conditionalTally, fitConditional, rightByCell } from './conditional-logit.ts';
import { controlInfluence } from './control-influence.ts';
import { type Control, crossDesign } from './self-access-design.ts';

/** One item (or one execution of it) with a prediction and an outcome of every model. */
export interface CrossItem {
  /** Items of one cluster are resampled together. */
  readonly cluster: string;
  /** right[a * models + b] is 1 where predictor a's prediction of target b was right, else 0. */
  readonly right: ArrayLike<number>;
}

export interface SelfAccessOptions {
  readonly models: number;
  readonly items: readonly CrossItem[];
  /**
   * Other properties that may make predictor a right about target b, such as similarity (its diagonal is a model's
   * similarity to itself).
   */
  readonly controls: readonly Control[];
  readonly seed: number;
  /** Number of resamples; default: 2,000. */
  readonly resamples?: number;
  /** Nominal coverage; default: 0.95. */
  readonly level?: number;
}

/** A coefficient in log odds. */
interface Coefficient {
  readonly value: number;
  readonly interval: Interval | null;
}

export type SelfAccess =
  | {
      readonly kind: 'known';
      readonly beta: Coefficient;
      /** Coefficients of the controls, in the order of the options. */
      readonly controls: readonly ({ readonly name: string } & Coefficient)[];
      /** Number of items that are neither all right nor all wrong; the others carry no information about predictors. */
      readonly informative: number;
      readonly clusters: number;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Standard error in log odds above which only the weak prior bounds a coefficient. */
const widest = 2;

/**
 * Estimates beta of logit P(a's prediction about b on i is right) = theta_a - gamma_b - delta_i + beta 1[a = b] +
 * lambda control_ab, by conditional maximum likelihood given each item's number right, which removes delta_i (Andersen
 * 1970). Interval: cluster bootstrap of the scores (Kline and Santos 2012). Assumes additive log odds, and cells that
 * are independent given the item.
 */
export function selfAccess(options: SelfAccessOptions): SelfAccess {
  const { models, items, controls } = options;
  if (models < 2) return unknown('needs at least two models on the same items');
  const design = crossDesign(models, controls);
  if (design === null)
    return unknown('the controls are not identified beside predictor and target effects (too few models?)');
  const groups = [...Map.groupBy(items.keys(), (item) => (items[item] as CrossItem).cluster).values()];
  const rightOf = (group: Iterable<number>) => Array.from(group, (item) => (items[item] as CrossItem).right);
  const tallies = groups.map((group) => conditionalTally(design, rightOf(group)));
  const totals = totalsOf(tallies);
  const informative = totals.subarray(design.columns).reduce((sum, count) => sum + count, 0);
  if (informative === 0) return unknown('every item is all right or all wrong');
  const fit = fitConditional(design, totals);
  if (fit === null) return unknown('the fit did not settle');
  if (!(fit.standardError(design.self) < widest)) {
    return unknown('self-forecasts are right, or wrong, throughout (or items are too few): log odds without bound');
  }
  const right = rightByCell(design.cells, rightOf(items.keys()));
  const ofControls = controlInfluence({ design, fit, totals, right }, controls);
  const influences = groups.map((group, cluster) => {
    const moved = fit.influence(tallies[cluster] as ConditionalTally).slice(design.self);
    if (ofControls !== null) for (const item of group) addTally(moved, ofControls(item), 1);
    return moved;
  });
  const [beta, ...rest] = coefficients(fit.coefficients.subarray(design.self), influences, options);
  if (beta === undefined) return unknown('the fit did not settle');
  const named = controls.map(({ name }, index) => ({ name, ...(rest[index] as Coefficient) }));
  return { kind: 'known', beta, controls: named, informative, clusters: groups.length };
}

/** Returns coefficients with intervals, from each cluster's influence on them. */
function coefficients(
  values: Float64Array,
  influences: readonly Float64Array[],
  options: SelfAccessOptions,
): readonly Coefficient[] {
  const intervals = clusterBootstrapAll({
    ...options,
    clusters: influences,
    values: (moved) => Array.from(moved, (change, index) => (values[index] as number) + change),
  });
  return Array.from(values, (value, index) => ({ value, interval: intervals[index] ?? null }));
}

function unknown(reason: string): SelfAccess {
  return { kind: 'unknown', reason };
}
