import type { Datasets } from '../../domain/dataset.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { level } from '../../stats/basic/intervals.ts';
import { detectableDifference } from '../../stats/basic/power.ts';
import { fewestClusters } from '../../stats/resampling/bootstrap.ts';
import { ItemGroups } from './item-groups.ts';

/** The smallest difference between two models that a run with this many groups of items can detect. */
export interface Detectable {
  readonly experiment: string;
  /** Groups that intervals are clustered by. */
  readonly groups: number;
  /** Difference in the headline's units (a share); null where no difference is detectable, or models are not paired. */
  readonly difference: number | null;
  /** Why there is no difference. */
  readonly reason?: string;
}

export const power = 0.8;

/** Standard deviation of a group's difference: two trials of p = 1/2, sqrt(1/4 + 1/4). */
const deviation = Math.SQRT1_2;

export const detectableAssumption =
  'assumes the worst case: each group is one trial, and the two models are independently right in half of the groups';

/** Returns the detectable difference for every experiment of a run, with a power of 0.8 at the two-sided 5% level. */
export function detectableDifferences(
  config: Pick<RunConfig, 'experiments'>,
  experiments: Experiments,
  datasets: Datasets,
): readonly Detectable[] {
  return config.experiments.map(({ name, dataset }): Detectable => {
    const experiment = experimentNamed(experiments, name);
    const found = new ItemGroups();
    const clusters = new Set<string>();
    for (const item of datasets.get(dataset.sha256)?.items ?? []) clusters.add(found.of(experiment, item));
    const groups = clusters.size;
    const none = { experiment: name, groups, difference: null };
    const [headline] = experiment.measures;
    if (headline?.kind === 'authored') return { ...none, reason: 'each model writes its own questions' };
    if (headline?.unit !== 'share') return { ...none, reason: 'the score is not a share' };
    if (groups < fewestClusters(level)) return { ...none, reason: `fewer than ${fewestClusters(level)} groups` };
    return { experiment: name, groups, difference: detectableDifference(deviation, groups, { power, level }) };
  });
}
