import { leastNumbers } from '../stats/least-numbers.ts';
import { leastMargin } from '../stats/paired-margin.ts';
import { counted } from '../util/numbers.ts';
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
export function hopelessParts(planned: PlannedItems, least: EnoughItems | null): readonly string[] {
  const small = tooSmall(planned).map(
    ({ experiment, groups, needed, available }) =>
      `${experiment} has ${counted(groups, 'group')} of items, and a verdict needs ${leastNumbers.groups}: its scores will read “too few”, and a gate on them “not measured”. ${enough(needed, { available, least })}`,
  );
  return [...small, ...planned.detectable.experiments.flatMap((each) => strongModel(each, { planned, least }))];
}

/** Says where predictions are shuffled within strata so small that a model with answers of mostly one kind has no verdict. */
function strongModel(
  { experiment, groups, smallStrata }: PlannedItems['detectable']['experiments'][number],
  { planned, least }: { readonly planned: PlannedItems; readonly least: EnoughItems | null },
) {
  if (smallStrata === undefined) return [];
  const { column, mixed, needed } = smallStrata;
  const name = oneLine(column, 40);
  return [
    `${experiment} can end as “too few”: predictions are compared only among items of the same ${name}, and a ${name} in which a model always does the same cannot be compared. If it does the same in 9 of 10 items, about ${Math.round(mixed)} of the ${groups} groups of items are left, and a verdict needs ${leastNumbers.mixedItems}. ${enough(needed, { available: itemsOf(planned, experiment)?.available ?? null, least })}`,
  ];
}

/** A number of items of each experiment that is enough for every verdict. */
export interface EnoughItems {
  readonly count: number;
  /** The flag that selects as many: `--limit`, or `--random` where the run draws its items. */
  readonly flag: '--limit' | '--random';
}

/** Where more items come from. */
interface MoreItems {
  /** Items of the data; null: not known. */
  readonly available: number | null;
  /** Items of each experiment that are enough for every verdict; null where the data has too few. */
  readonly least: EnoughItems | null;
}

/** Says how many items are enough, and where they come from. `needed`: about as many, where the data has too few. */
function enough(needed: number, { available, least }: MoreItems): string {
  if (least !== null) return `${least.flag} ${least.count} is enough.`;
  return available !== null && available < needed
    ? `About ${needed} items are enough; its data has ${available}: --items with a larger file.`
    : `About ${needed} items are enough.`;
}

/** Groups and items of the experiments of a plan. */
type PlannedItems = Pick<Design, 'detectable'> & { readonly items: Pick<RunEstimate['items'], 'experiments'> };

function itemsOf({ items }: PlannedItems, name: string) {
  return items.experiments.find(({ experiment }) => experiment === name);
}

/**
 * Returns about how many items of each experiment every verdict needs, where the items of some have too few groups, strata too
 * small for a model that mostly does the same, or only differences from the best constant answer that are not possible: as many
 * groups an item as now. `enough` where these items are enough, `no data` where the data of one has too few for any verdict.
 */
export function leastItems(planned: PlannedItems): number | 'enough' | 'no data' {
  const strata = planned.detectable.experiments.flatMap(({ experiment, smallStrata }) =>
    smallStrata === undefined
      ? []
      : [{ needed: smallStrata.needed, available: itemsOf(planned, experiment)?.available ?? null }],
  );
  const small = [...tooSmall(planned), ...strata];
  if (small.some(lacksData)) return 'no data';
  const needed = [...small, ...beatsNoConstant(planned).filter((each) => !lacksData(each))].map((each) => each.needed);
  return needed.length === 0 ? 'enough' : Math.max(...needed);
}

interface NeededItems {
  readonly needed: number;
  /** Items of the data; null: not known. */
  readonly available: number | null;
}

function lacksData({ needed, available }: NeededItems): boolean {
  return available !== null && available < needed;
}

/** Returns the experiments whose scores would usually miss even the largest possible difference from the best constant answer. */
function beatsNoConstant(planned: PlannedItems): readonly (NeededItems & { readonly experiment: string })[] {
  return planned.detectable.experiments.flatMap(({ experiment, itemsFromConstant }) =>
    itemsFromConstant === undefined
      ? []
      : [{ experiment, needed: itemsFromConstant, available: itemsOf(planned, experiment)?.available ?? null }],
  );
}

/** Names each experiment whose scores can hardly be *useful* with these items, and how many are enough. */
export function missedConstants(planned: PlannedItems, least: EnoughItems | null): readonly string[] {
  return beatsNoConstant(planned).map(({ experiment, needed, available }) =>
    lacksData({ needed, available })
      ? `${experiment}: takes about ${needed} items, its data has ${available}`
      : `${experiment}: ${least === null ? `about ${needed} items are enough` : `${least.flag} ${least.count} is enough`}`,
  );
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

/** Returns what a run of this design cannot show beside its verdicts: *beyond others*, and verdicts on other experiments. */
export function designLimits({ detectable, models }: Design): readonly string[] {
  const tested = detectable.experiments.filter(isTested);
  return [...beyondLimits(tested, models), ...withoutVerdict(detectable)];
}

function isTested({ groups, hasVerdict }: Detectable): boolean {
  return hasVerdict && groups >= leastNumbers.groups;
}

/** Returns the smallest margin that a gate on an experiment can pass, as `--fail-unless-within` takes it; null where none is tested. */
export function gateMargin(experiment: Detectable): number | null {
  return isTested(experiment) && experiment.difference !== null ? leastMargin(experiment.groups) : null;
}

/** Says of which experiments *beyond others* is not asked: with few models of some, of others never. */
function beyondLimits(tested: Design['detectable']['experiments'], models: number): readonly string[] {
  const asked = models >= leastModels ? [] : tested.filter(({ asksOthers }) => asksOthers).map(nameOf);
  const never = tested.filter(({ asksOthers }) => !asksOthers).map(nameOf);
  const parts = [
    ...(asked.length === 0
      ? []
      : [
          `for ${asked.join(', ')} it takes ${leastModels} models of different makers, in this run or in others on the same items`,
        ]),
    ...(never.length === 0 ? [] : [`for ${never.join(', ')} it is never asked`]),
  ];
  if (parts.length === 0) return [];
  return [`Whether predictions add to what other models tell (beyond others) is not asked: ${parts.join('; ')}.`];
}

/** Names the experiments without a prediction, which have numbers and no verdict. */
function withoutVerdict({ experiments }: Design['detectable']): readonly string[] {
  const names = experiments.filter(({ hasVerdict }) => !hasVerdict).map(nameOf);
  return names.length === 0 ? [] : [`No verdict on ${names.join(', ')}: these scores stand beside their references.`];
}

function nameOf({ experiment }: Detectable): string {
  return experiment;
}
