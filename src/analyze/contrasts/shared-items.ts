import { leastShared, leastSharedForWord, mostDiffering } from '../../stats/least-numbers.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';

/** How many items two sides have in common. */
interface SharedItems {
  /** Ids that both have. */
  readonly shared: number;
  /** Those of them that stand for different items. */
  readonly differing: number;
  /** Items of the larger side. */
  readonly larger: number;
}

/** Returns whether two sides have enough items in common to be compared on these, of runs and of logs. */
export function isComparable({ shared, differing, larger }: SharedItems): boolean {
  return shared >= leastShared * larger && differing <= mostDiffering * shared;
}

/** Two sides with the numbers of their items: those that both have, and those that only one has. */
interface UnequalSides {
  readonly a: string;
  readonly b: string;
  readonly shared: number;
  readonly alone: { readonly a: number; readonly b: number };
}

/**
 * Returns why a difference of two sides with other items has no word, of runs and of logs; null where they have 95 % of the items of
 * the larger one in common.
 */
export function whyUnequal({ a, b, shared, alone }: UnequalSides): string | null {
  const [name, lacking] = alone.a < alone.b ? [a, alone.b] : [b, alone.a];
  const why = whyLacking('items', shared, shared + lacking);
  return why === null ? null : `${oneLine(name, 40)} ${why}; ${equalItems}`;
}

/** Returns why a side with so few of all items, or units, has no word beside others; null where it has 95 % of them. */
export function whyLacking(
  name: 'items' | 'units',
  present: number,
  all: number,
  cause: keyof typeof causes = 'absent rows',
): string | null {
  if (present >= leastSharedForWord * all) return null;
  return `lacks ${all - present} of ${all} ${name}, more than ${Math.round(100 * (1 - leastSharedForWord))} %: ${causes[cause]}`;
}

/** What it means that items lack: a log may have no rows of wrong answers, a run has those of its design. */
const causes = {
  'absent rows': 'absent rows may be wrong answers',
  design: 'it was not asked them',
} as const;

/** Ends every reason of `whyUnequal`. */
const equalItems = 'give both sides the same items';

/** Returns whether a difference has no word because one side lacks items of the other. */
export function areUnequal({ reason }: { readonly reason: string | null }): boolean {
  return reason?.endsWith(equalItems) === true;
}

/** Which parts of a prediction experiment a side has of any item. */
interface SideParts {
  readonly name: string;
  readonly predicts: boolean;
  readonly answers: boolean;
}

/** Returns why no item of a side has a score: it has predictions or its own answers alone; null where it has both, or neither. */
export function whyHalf({ name, predicts, answers }: SideParts): string | null {
  const why = halfText({ predicts, answers });
  return why === null ? null : `${oneLine(name, 40)} ${why}`;
}

/** Returns why what has predictions or its own answers alone has no score; null where it has both, or neither. */
export function halfText({ predicts, answers }: Omit<SideParts, 'name'>): string | null {
  if (predicts === answers) return null;
  const what = predicts
    ? 'has predictions, and no answers of its own to compare them with'
    : 'has answers, and no predictions';
  const how = predicts ? '--predict-only' : '--execute-only';
  return `${what} (${how}, ${orUnfinished}`;
}

/** Ends every reason of `whyHalf`. */
const orUnfinished = 'or a run that is not finished)';

/** Returns whether a difference has no word because one side has predictions or answers alone. */
export function isHalf({ reason }: { readonly reason: string | null }): boolean {
  return reason?.endsWith(orUnfinished) === true;
}

/** A model that no other one is compared with, and the number of its items. */
interface SideAlone {
  readonly name: string;
  readonly items: number;
}

/** Says which models no other one is compared with, of runs and of logs. `task`: what they did. */
export function aloneText(task: string, sides: readonly SideAlone[]): string {
  const listed = sides.map(({ name, items }) => `${oneLine(name, 40)} (${counted(items, 'item')})`).join(', ');
  return `${task}: not compared, because every two of a comparison need ${100 * leastShared} % of their items in common, with equal texts: ${listed}`;
}

/** Returns sides in groups within which every two have enough items in common; a side joins the first group that it fits. */
export function comparableGroups<Side>(
  sides: readonly Side[],
  countShared: (one: Side, other: Side) => SharedItems,
): readonly (readonly Side[])[] {
  const groups: Side[][] = [];
  for (const side of sides) {
    const fitting = groups.find((group) => group.every((other) => isComparable(countShared(other, side))));
    if (fitting === undefined) groups.push([side]);
    else fitting.push(side);
  }
  return groups;
}
