import type { Measure } from '../../domain/measure.ts';
import { binaryPlaces } from '../../outcome-kinds/binary.ts';
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
  type Tally,
  tBounds,
  valueAt,
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

function formOf({ interval, unit, meanOver }: Measure): Form {
  return interval ?? (unit === 'share' && meanOver !== undefined ? 'share' : 'graded');
}

/** Returns the interval of each measure, in their order, from the same leave-one-group-out values. */
export function measureIntervals(
  measures: readonly Measure[],
  { tallies, totals }: { readonly tallies: readonly Float64Array[]; readonly totals: Float64Array },
): ReadonlyMap<Measure, MeasuredInterval> {
  const able = measures.filter((measure) => measure.value(totals) !== null);
  const places = able.map(({ reads }) => reads);
  const reads = places.every((each) => each !== undefined) ? [...new Set(places.flat())] : undefined;
  const hasUnits = (k: number, tally: Tally) => (able[k] as Measure).n(tally as Float64Array) > 0; // tallies are arrays
  const estimates = jackknifeAll(tallies, (sums) => able.map((measure) => measure.value(sums)), {
    totals,
    reads,
    hasUnits,
  });
  const found = new Map<Measure, MeasuredInterval>();
  for (const [k, measure] of able.entries()) {
    const estimate = estimates[k] ?? null;
    if (estimate !== null) found.set(measure, intervalOf(measure, estimate, { tallies, totals }));
  }
  return found;
}

function intervalOf(
  measure: Measure,
  estimate: ClusterEstimate,
  { tallies, totals }: { readonly tallies: readonly Float64Array[]; readonly totals: Float64Array },
): MeasuredInterval {
  const form = formOf(measure);
  const bounds = boundsOf(form, { measure, estimate, tallies, totals });
  return measured(bounds, methods[form]);
}

/** Returns an interval, or null with its reason as the method. */
export function measured(bounds: BoundsOrReason, method: string): MeasuredInterval {
  if (bounds.kind === 'known') return { interval: bounds.value, method };
  return { interval: null, method: `no interval: ${bounds.reason}` };
}

interface Interval {
  readonly measure: Measure;
  readonly estimate: ClusterEstimate;
  readonly tallies: readonly Float64Array[];
  readonly totals: Float64Array;
}

function boundsOf(form: Form, { measure, estimate, tallies, totals }: Interval): BoundsOrReason {
  if (estimate.df + 1 < minIntervalClusters) return tooFew();
  const { value } = estimate;
  if (form === 'correlation') return correlationBounds(estimate, varyingClusters(tallies));
  if (form === 'margins') {
    const { rarerOutcome, withError } = varyingClusters(tallies);
    if (rarerOutcome < 10) return withheld(reasons.rareOutcome);
    if (withError < 5) return withheld(reasons.fewErrors);
  }
  const isDegenerate = measure.meanOver !== undefined && (value < 1e-9 || value > 1 - 1e-9);
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
function varyingClusters(tallies: readonly Float64Array[]) {
  const { truePositive, falsePositive, trueNegative, falseNegative } = binaryPlaces;
  const having = (...columns: readonly number[]) =>
    tallies.reduce((sum, tally) => sum + Number(columns.some((column) => valueAt(tally, column) > 0)), 0);
  return {
    rarerOutcome: Math.min(having(truePositive, falseNegative), having(falsePositive, trueNegative)),
    withError: having(falsePositive, falseNegative),
  };
}
