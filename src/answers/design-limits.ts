import { enoughText, leastNumbers } from '../stats/least-numbers.ts';
import { leastMargin } from '../stats/paired-margin.ts';
import { fixed } from '../util/numbers.ts';
import type { RunEstimate } from './estimate-run.ts';

/** The part of a plan that decides what its run can show. */
type Design = { readonly detectable: Pick<RunEstimate['detectable'], 'experiments'>; readonly models: number };

/** Unrelated models from which on *beyond others* has a word. */
const leastModels = 6;

/**
 * Returns a sentence for each experiment whose run would end without a verdict, because it has too few groups of items: what
 * must be said before anything is paid. Empty where every score can have a verdict.
 */
export function hopelessParts({ detectable }: Pick<Design, 'detectable'>): readonly string[] {
  const few = detectable.experiments.filter(({ groups, hasVerdict }) => hasVerdict && groups < leastNumbers.groups);
  return few.map(
    ({ experiment, groups }) =>
      `${experiment} has ${groups} ${groups === 1 ? 'group' : 'groups'} of items, and a verdict needs ${leastNumbers.groups}: its scores will read “too few”, and a gate on them “not measured”. ${enoughText(leastNumbers.groups - groups, 'item in a group of its own', 'items in groups of their own')} (--limit, --items).`,
  );
}

/**
 * Returns with how many items of each experiment every score could have a verdict, where the items of some have too few groups:
 * as many groups an item as now. Null where all have enough.
 */
export function leastItems({ detectable, items }: Pick<RunEstimate, 'detectable' | 'items'>): number | null {
  const needed = detectable.experiments.flatMap(({ experiment, groups, hasVerdict }) => {
    const own = items.experiments.find((each) => each.experiment === experiment)?.items ?? 0;
    return hasVerdict && groups < leastNumbers.groups ? [(own * leastNumbers.groups) / Math.max(1, groups)] : [];
  });
  return needed.length === 0 ? null : 10 * Math.ceil(Math.max(...needed) / 10 - 1e-9);
}

/** Returns what a run of this design can and cannot show beside its verdicts: gates, and *beyond others*. */
export function designLimits({ detectable, models }: Design): readonly string[] {
  const enough = detectable.experiments.filter(({ groups, hasVerdict }) => hasVerdict && groups >= leastNumbers.groups);
  const margins = enough
    .filter(({ difference }) => difference !== null)
    .map(({ experiment, groups }) => `${experiment} ${fixed(leastMargin(groups), 2)}`);
  return [
    ...(margins.length === 0
      ? []
      : [
          `Smallest margin that a gate (seb compare NEW BASELINE --fail-unless-within MARGIN; 0.05 is 5 points) can pass with these groups: ${margins.join(', ')}.`,
        ]),
    ...(models >= leastModels || enough.length === 0
      ? []
      : [
          `Beyond others is not asked with ${models === 1 ? 'one model' : `${models} models`}: it needs ${leastModels} of different makers, in this run or in others on the same items.`,
        ]),
  ];
}
