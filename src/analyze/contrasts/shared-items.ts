import { leastShared, mostDiffering } from '../../stats/least-numbers.ts';

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
