import type { Measure } from '../../domain/measure.ts';
import { presentOf } from '../../domain/outcome.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { Estimate } from '../../results/estimate.ts';
import {
  type ProbabilityScore,
  type ProbabilitySums,
  probabilitySums,
  type RepeatedPoint,
} from '../../stats/probability.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { rememberedFor } from '../../util/remembered.ts';
import type { Group } from './accumulate.ts';
import { estimatesUnder } from './group-estimates.ts';
import type { EstimateOptions } from './sums.ts';

interface Row {
  readonly name: string;
  readonly unit: Measure['unit'];
  readonly score: ProbabilityScore;
  /** Score of predicting the base rate for every unit. */
  readonly baseRate?: number | ProbabilityScore;
  /** Whether it only uses units with two executions or more. */
  readonly repeated?: true;
  /** Whether leaving out clusters distorts it through its bins: its intervals covered only 85 to 91% (docs/statistics.md). */
  readonly unsure?: true;
}

const rows: readonly Row[] = [
  { name: 'brier', unit: 'share', score: 'brier', baseRate: 'uncertainty' },
  { name: 'brier_reliability', unit: 'share', score: 'reliability', baseRate: 0, unsure: true },
  { name: 'brier_resolution', unit: 'share', score: 'resolution', baseRate: 0, unsure: true },
  { name: 'brier_uncertainty', unit: 'share', score: 'uncertainty', unsure: true },
  { name: 'brier_within_bins', unit: 'difference', score: 'withinBin', unsure: true },
  { name: 'auroc', unit: 'share', score: 'auroc', baseRate: 0.5 },
  { name: 'calibration_error', unit: 'share', score: 'calibrationError', baseRate: 0, unsure: true },
  { name: 'signed_bias', unit: 'difference', score: 'signedBias', baseRate: 0 },
  { name: 'noise_floor', unit: 'share', score: 'noiseFloor', repeated: true },
  { name: 'noise_corrected_skill', unit: 'skill', score: 'noiseCorrectedSkill', baseRate: 0, repeated: true },
];

/** Units of each cluster. Clusters of one unit with equal numbers share their list: there may be a hundred thousand. */
type Points = Map<string, readonly RepeatedPoint[]>;

type GroupName = Pick<Group, 'run' | 'experiment' | 'model' | 'condition'>;

/** Collects predicted probabilities, if any, and scores them. */
export class ProbabilityPoints {
  readonly #byGroup = new NestedMap<Points>();
  readonly #single = new Map<string, readonly RepeatedPoint[]>();

  add(row: OutcomeRow): void {
    const { outcome, cluster } = row;
    if (outcome.kind !== 'binary' || outcome.probability === null || row.reader === 'recorded') return;
    const known = presentOf(outcome.executions);
    if (known.length === 0) return;
    const points = this.#pointsOf(row);
    const held = known.filter((value) => value).length;
    const point = { prediction: outcome.probability, outcome: held / known.length, runs: known.length };
    const together = points.get(cluster);
    points.set(cluster, together === undefined ? this.#singleOf(point) : [...together, point]);
  }

  #pointsOf({ run, experiment, model, condition }: GroupName): Points {
    return this.#byGroup.get([run, experiment, model, condition], () => new Map());
  }

  #singleOf(point: RepeatedPoint): readonly RepeatedPoint[] {
    const key = `${point.prediction} ${point.outcome} ${point.runs}`;
    const known = this.#single.get(key);
    if (known !== undefined) return known;
    this.#single.set(key, [point]);
    return this.#singleOf(point);
  }

  /** Returns the estimates, under `parsed` only: a missing probability cannot be counted as wrong. */
  estimates(groups: readonly Group[], options: EstimateOptions): readonly Estimate[] {
    return groups.flatMap((group) => {
      const points = this.#pointsOf(group);
      return points.size === 0 ? [] : estimatesOfPoints(group, points, options);
    });
  }
}

function estimatesOfPoints(group: Group, points: Points, options: EstimateOptions): readonly Estimate[] {
  const summed = probabilitySums([...points.values()].flat());
  const sumsOf = rememberedFor(summed.sumsOf);
  const clusters = new Map([...points].map(([cluster, own]) => [cluster, sumsOf(own)]));
  const measures = rows.map((row) => measureOf(row, summed));
  const sums = { policy: 'parsed', clusters, withFailures: clusters, coverage: group.coverage.own } as const;
  const found = estimatesUnder(group, { measures, sums, options: { ...options, otherModels: () => null } });
  return found.map((estimate, index) => {
    const absent = { ...estimate.absent, ...beside };
    if (rows[index]?.unsure !== true || estimate.value === null) return { ...estimate, absent };
    return { ...estimate, interval: null, method: noInterval, absent: { ...absent, interval: noInterval } };
  });
}

function measureOf({ name, unit, score, baseRate, repeated }: Row, sums: ProbabilitySums): Measure {
  return {
    name,
    kind: 'binary',
    unit,
    ...(score === 'auroc' ? { interval: 'share' } : {}),
    value: sums.scores[score],
    n: repeated === true ? sums.repeatedCount : sums.count,
    ...(baseRate === undefined
      ? {}
      : { baseRate: typeof baseRate === 'number' ? () => baseRate : sums.scores[baseRate] }),
  };
}

const noInterval = 'no interval: it would have too low coverage';

const beside = {
  otherModels: 'not defined for probabilities',
  reexecution: 'a re-execution is not a probability; the noise floor states what no predictor can know',
};
