import type { RightAnswers } from '../../results/right-answers.ts';
import {
  type BoundsOrReason,
  type ClusterEstimate,
  ratioOfSums,
  shareBounds,
  sumByCluster,
  withheld,
} from '../../stats/jackknife.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import { counted } from '../../util/numbers.ts';
import { numberGroups } from '../contrasts/missing-scores.ts';
import type { ModelResponses, ResponseMatrix } from '../contrasts/response-matrix.ts';
import type { TaskOfRun } from '../units/data-of-runs.ts';

/**
 * Returns how often the answers of each model are right, in each run and under each condition whose answers are right or wrong; in
 * the order of the runs.
 */
export function rightAnswers(fields: readonly ResponseMatrix[], taskOf: TaskOfRun): readonly RightAnswers[] {
  return fields.flatMap((field) => {
    if (field.experiment.rightShare === undefined) return [];
    const order = [...field.itemOf.keys()];
    return field.responses.flatMap((responses) => rightOf({ field, order }, responses, taskOf) ?? []);
  });
}

interface OrderedField {
  readonly field: ResponseMatrix;
  readonly order: readonly number[];
}

function rightOf({ field, order }: OrderedField, responses: ModelResponses, taskOf: TaskOfRun): RightAnswers | null {
  const { run, model, condition, right } = responses;
  const units = order.filter((unit) => !Number.isNaN(right.lost.at(unit)));
  if (units.length === 0) return null;
  const asCounted = meanByGroup(field, units, (unit) => right.score.at(unit));
  const answered = meanByGroup(field, units, (unit) => right.answered.get(unit) ?? right.score.at(unit));
  const bounds = asCounted === null ? null : boundsOf(asCounted, units.length);
  const experiment = field.experiment.name;
  const distinct = (groupOf: readonly number[]) => numberGroups(units.map((unit) => groupOf[unit] as number)).clusters;
  return {
    ...{ run, experiment, task: taskOf(run, experiment), condition, model },
    kind: right.isGraded ? 'graded' : 'right-or-wrong',
    right: {
      value: asCounted?.value ?? null,
      interval: bounds?.kind === 'known' ? bounds.value : null,
      n: units.length,
      clusters: distinct(field.clusterOf),
      missing: asCounted === null ? 'no answer counts' : bounds?.kind === 'withheld' ? bounds.reason : null,
    },
    se: asCounted?.se ?? null,
    answered: answered?.value ?? null,
    items: distinct(field.itemOf),
    executions: right.executions,
    missing: [...right.missing.values()].map(({ reason, counted: as, executions }) => ({
      ...{ reason, executions, counted: as !== null },
    })),
  };
}

/** Returns Wilson's interval at the groups that the items count for; withheld below the six that any interval needs. */
function boundsOf(estimate: ClusterEstimate, items: number): BoundsOrReason {
  const { interval } = leastNumbers;
  if (items < interval) return withheld(`${counted(items, 'item')}, fewer than the ${interval} that an interval needs`);
  return shareBounds(estimate, items);
}

/** Returns the mean over units with a value, with its standard error over groups of items; null without one. */
function meanByGroup(
  { clusterOf }: ResponseMatrix,
  units: readonly number[],
  value: (unit: number) => number,
): ClusterEstimate | null {
  const known = units.filter((unit) => !Number.isNaN(value(unit)));
  const { cluster, clusters } = numberGroups(known.map((unit) => clusterOf[unit] as number));
  const { sums, weights } = sumByCluster([...known.keys()], {
    cluster,
    clusters,
    value: (at) => value(known[at] as number),
  });
  return ratioOfSums(sums, weights);
}
