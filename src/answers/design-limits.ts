import { leastNumbers } from '../stats/least-numbers.ts';
import { leastMargin } from '../stats/paired-margin.ts';
import { counted, fixed } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import type { RunEstimate } from './estimate-run.ts';
import type { Detectable } from './plan/minimum-detectable-effect.ts';

/** The part of a plan that decides what its run can show. */
type Design = { readonly detectable: Pick<RunEstimate['detectable'], 'experiments'>; readonly models: number };

/** Unrelated models from which on *beyond others* has a word. */
const leastModels = 6;

/**
 * Returns a sentence for each experiment whose run would end without a verdict, because it has too few groups of items: what
 * must be said before anything is paid. Empty where every score can have a verdict.
 */
export function hopelessParts(planned: PlannedItems): readonly string[] {
  const small = tooSmall(planned).map(
    ({ experiment, groups, needed, available }) =>
      `${experiment} has ${counted(groups, 'group')} of items, and a verdict needs ${leastNumbers.groups}: its scores will read “too few”, and a gate on them “not measured”. ${enough(needed, available)}`,
  );
  return [...small, ...planned.detectable.experiments.flatMap((each) => strongModel(each, planned))];
}

/** Says where predictions are shuffled within strata so small that a model with answers of mostly one kind has no verdict. */
function strongModel(
  { experiment, groups, smallStrata }: PlannedItems['detectable']['experiments'][number],
  planned: PlannedItems,
) {
  if (smallStrata === undefined) return [];
  const { column, mixed, needed } = smallStrata;
  return [
    `${experiment}: predictions are compared among items of the same ${oneLine(column, 40)} only. If a model does the same in nine of ten items, about ${Math.round(mixed)} of the ${groups} groups of items can be compared, and a verdict needs ${leastNumbers.mixedItems}: its score can read “too few”. ${enough(needed, itemsOf(planned, experiment)?.available ?? null)}`,
  ];
}

/** Says how many items would be enough, and where they come from. `available`: items of the data; null: not known. */
function enough(needed: number, available: number | null): string {
  const lacks = available !== null && available < needed;
  return `With about ${needed} items it has enough (${lacks ? `its data has ${available}: --items` : `--limit ${needed}, or --items`} with a larger file).`;
}

/** Groups and items of the experiments of a plan. */
type PlannedItems = Pick<Design, 'detectable'> & { readonly items: Pick<RunEstimate['items'], 'experiments'> };

function itemsOf({ items }: PlannedItems, name: string) {
  return items.experiments.find(({ experiment }) => experiment === name);
}

/**
 * Returns with how many items of each experiment every score could have a verdict, where the items of some have too few groups, or
 * strata too small for a model that mostly does the same: as many groups an item as now. Null where all have enough, and where the
 * data of one has too few items.
 */
export function leastItems(planned: PlannedItems): number | null {
  const strata = planned.detectable.experiments.flatMap(({ experiment, smallStrata }) =>
    smallStrata === undefined
      ? []
      : [{ needed: smallStrata.needed, available: itemsOf(planned, experiment)?.available ?? null }],
  );
  const small = [...tooSmall(planned), ...strata];
  if (small.some(({ needed, available }) => available !== null && available < needed)) return null;
  return small.length === 0 ? null : Math.max(...small.map(({ needed }) => needed));
}

/** Returns the experiments with too few groups for a verdict, and how many items would have enough, in tens. */
function tooSmall(planned: PlannedItems) {
  return planned.detectable.experiments.flatMap(({ experiment, groups, hasVerdict }) => {
    if (!hasVerdict || groups >= leastNumbers.groups) return [];
    const { items = 0, available = null } = itemsOf(planned, experiment) ?? {};
    const needed = 10 * Math.ceil((items * leastNumbers.groups) / Math.max(1, groups) / 10 - 1e-9);
    return [{ experiment, groups, needed, available }];
  });
}

/** Returns what a run of this design can and cannot show beside its verdicts: gates, and *beyond others*. */
export function designLimits({ detectable, models }: Design): readonly string[] {
  const tested = detectable.experiments.filter(({ groups, hasVerdict }) => hasVerdict && groups >= leastNumbers.groups);
  const margins = tested
    .filter(({ difference }) => difference !== null)
    .map(({ experiment, groups }) => `${experiment} ${fixed(leastMargin(groups), 2)}`);
  return [
    ...(margins.length === 0
      ? []
      : [
          `Smallest margin that a gate (seb compare NEW BASELINE --fail-unless-within MARGIN; 0.05 is 5 points) can pass with these groups: ${margins.join(', ')}.`,
        ]),
    ...beyondLimits(tested, models),
    ...withoutVerdict(detectable),
  ];
}

/** Says of which experiments *beyond others* is not asked: with few models of some, of others never. */
function beyondLimits(tested: Design['detectable']['experiments'], models: number): readonly string[] {
  const asked = tested.filter(({ asksOthers }) => asksOthers).map(nameOf);
  const never = tested.filter(({ asksOthers }) => !asksOthers).map(nameOf);
  return [
    ...(models >= leastModels || asked.length === 0
      ? []
      : [
          `Beyond others is not asked${never.length === 0 ? '' : ` of ${asked.join(', ')}`} with ${models === 1 ? 'one model' : `${models} models`}: it needs ${leastModels} of different makers, in this run or in others on the same items.`,
        ]),
    ...(never.length === 0
      ? []
      : [
          `Beyond others is not asked of ${never.join(', ')}: it is not asked of rankings, categories, decisions and texts.`,
        ]),
  ];
}

/** Names the experiments without a prediction, which have numbers and no verdict. */
function withoutVerdict({ experiments }: Design['detectable']): readonly string[] {
  const names = experiments.filter(({ hasVerdict }) => !hasVerdict).map(nameOf);
  return names.length === 0 ? [] : [`No verdict on ${names.join(', ')}: these scores stand beside their references.`];
}

function nameOf({ experiment }: Detectable): string {
  return experiment;
}
