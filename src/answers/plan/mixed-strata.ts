import type { ItemBase } from '../../domain/dataset.ts';
import { stratumOf } from '../../domain/stratum.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { unitOfOutcome } from '../../outcome-kinds/outcome-kinds.ts';
import { leavesEnough, type StratifiedUnit, strongDesign } from '../../stats/mixed-strata.ts';
import type { ItemGroups } from './item-groups.ts';
import { unansweredOutcomes } from './unanswered-outcomes.ts';

/** Kinds of questions that predictions are shuffled within, and that leave too little of a strong model's answers. */
export interface SmallStrata {
  readonly column: string;
  /** Groups of items expected in strata with both answers, where nine of ten outcomes are alike. */
  readonly mixed: number;
  /** Items with which these are enough for a verdict, in tens. */
  readonly needed: number;
}

/** Returns the strata of planned items that leave too little for a verdict on a strong model; null without such strata. */
export function smallStrata(experiment: Experiment, items: Iterable<ItemBase>, groups: ItemGroups): SmallStrata | null {
  const column = columnOf(items);
  if (column === null) return null;
  let count = 0;
  const units: StratifiedUnit[] = [];
  for (const item of items) {
    count += 1;
    const place = { stratum: stratumOf(item)?.value ?? '', group: groups.of(experiment, item) };
    for (const cell of offersOf(experiment, item)) units.push({ ...place, cell });
  }
  if (!leavesEnough(units)) return null;
  const design = strongDesign(units);
  if (design === null) return null;
  return { column, mixed: design.mixed, needed: 10 * Math.ceil((design.growth * count) / 10 - 1e-9) };
}

function columnOf(items: Iterable<ItemBase>): string | null {
  for (const item of items) {
    const stratum = stratumOf(item);
    if (stratum !== null) return stratum.column;
  }
  return null;
}

/** Returns what the units of an item offer, which its outcomes without answers say. */
function offersOf(experiment: Experiment, item: ItemBase): readonly string[] {
  return unansweredOutcomes(experiment, item).map((outcome) => unitOfOutcome(outcome)?.offer ?? '');
}
