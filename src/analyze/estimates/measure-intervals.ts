import type { Measure, Sums, Varying } from '../../domain/measure.ts';
import {
  type Bounds,
  type BoundsOrReason,
  type ClusterEstimate,
  correlationBounds,
  jackknifeAll,
  minIntervalClusters,
  reasons,
  type Scale,
  shareBounds,
  tBounds,
  withheld,
} from '../../stats/jackknife.ts';

/** An interval of 95 %, or null with the reason in `method`. */
export interface MeasuredInterval {
  readonly interval: Bounds | null;
  readonly method: string;
}

type Form = NonNullable<Measure['interval']>;

const methods: Readonly<Record<Form, string>> = {
  share: 'Wilson at the effective n (jackknife over groups, t)',
  correlation: 'Fisher z (jackknife over groups, t)',
  graded: 'jackknife over groups, t',
  margins: 'jackknife over groups, t',
};

function formOf({ interval, unit, isMean }: Measure): Form {
  return interval ?? (unit === 'share' && isMean === true ? 'share' : 'graded');
}

/** Sums of the clusters of one group, and their totals. */
export interface Summed {
  readonly clusters: readonly Float64Array[];
  readonly totals: Float64Array;
}

/** Returns the interval of each measure, in their order, from the same leave-one-group-out values. */
export function measureIntervals(
  measures: readonly Measure[],
  { clusters, totals }: Summed,
): ReadonlyMap<Measure, MeasuredInterval> {
  const able = measures.filter((measure) => measure.value(totals) !== null);
  const hasUnits = (k: number, cluster: Sums) => (able[k] as Measure).n(cluster) > 0;
  const estimates = jackknifeAll(clusters, (sums) => able.map((measure) => measure.value(sums)), { totals, hasUnits });
  const found = new Map<Measure, MeasuredInterval>();
  for (const [k, measure] of able.entries()) {
    const estimate = estimates[k] ?? null;
    if (estimate === null) continue;
    const form = formOf(measure);
    found.set(measure, measured(boundsOf(form, { measure, estimate, clusters, totals }), methods[form]));
  }
  return found;
}

/** Returns an interval, or null with its reason as the method. */
export function measured(bounds: BoundsOrReason, method: string): MeasuredInterval {
  if (bounds.kind === 'known') return { interval: bounds.value, method };
  return { interval: null, method: `no interval: ${bounds.reason}` };
}

interface Interval extends Summed {
  readonly measure: Measure;
  readonly estimate: ClusterEstimate;
}

function boundsOf(form: Form, { measure, estimate, clusters, totals }: Interval): BoundsOrReason {
  if (estimate.df + 1 < minIntervalClusters) return tooFew();
  const { value } = estimate;
  if (form === 'correlation') return correlationBounds(estimate, varyingClusters(measure, clusters));
  if (form === 'margins') {
    const { rarerOutcome, withError } = varyingClusters(measure, clusters);
    if (rarerOutcome < 10) return withheld(reasons.rareOutcome);
    if (withError < 5) return withheld(reasons.fewErrors);
  }
  const isDegenerate = measure.isMean === true && (value < 1e-9 || value > 1 - 1e-9);
  if (form === 'share' || isDegenerate) return shareBounds(estimate, Math.max(1, measure.n(totals)));
  return tBounds(estimate, scaleOf(measure));
}

/** Returns the reason of an interval with too few groups. */
export function tooFew(): BoundsOrReason {
  return withheld(`fewer than ${minIntervalClusters} groups`);
}

function scaleOf({ unit }: Measure): Scale {
  if (unit === 'share') return { lowest: 0, highest: 1 };
  if (unit === 'correlation' || unit === 'difference') return { lowest: -1, highest: 1 };
  return { lowest: Number.NEGATIVE_INFINITY, highest: Number.POSITIVE_INFINITY };
}

/** Counts the clusters with each outcome of a yes/no, and those with a wrong prediction. */
function varyingClusters({ varying }: Measure, clusters: readonly Float64Array[]) {
  const found = varying === undefined ? [] : clusters.map(varying);
  const having = (what: keyof Varying) => found.filter((each) => each[what]).length;
  return { rarerOutcome: Math.min(having('yes'), having('no')), withError: having('error') };
}
