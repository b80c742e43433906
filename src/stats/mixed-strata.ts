import { leastNumbers } from './least-numbers.ts';

/** A unit of a score in a known kind of question. */
export interface StratifiedUnit {
  readonly stratum: string;
  /** What its prediction is shuffled among within the stratum: its part and offer; empty where these are not known. */
  readonly cell: string;
  /** Group of items that counts as one. */
  readonly group: string | number;
}

/** Shares of outcomes of one kind by which a design is judged before any is known: an ordinary one, and that of a strong model. */
const assumedShares = { usual: 0.7, strong: 0.9 } as const;

/**
 * Returns whether predictions can be shuffled within undeclared strata: at least half of the units share theirs with
 * another group, and 20 groups are expected in cells with both answers. Below, the word would mostly be `too few`. Outcomes have
 * no part in it.
 */
export function leavesEnough(units: readonly StratifiedUnit[]): boolean {
  const strata = [...Map.groupBy(units, ({ stratum }) => stratum).values()];
  const shared = strata.filter((of) => new Set(of.map(({ group }) => group)).size > 1).flat();
  return 2 * shared.length >= units.length && expectedMixed(units, assumedShares.usual) >= leastNumbers.mixedItems;
}

/** What strata leave of a model whose outcomes are nearly all alike. */
interface StrongDesign {
  /** Expected groups in cells with both answers. */
  readonly mixed: number;
  /** By what factor the items would have to grow for the groups of a verdict. */
  readonly growth: number;
}

/** Returns what strata are expected to leave where nine of ten outcomes are alike; null where that is enough for a verdict. */
export function strongDesign(units: readonly StratifiedUnit[]): StrongDesign | null {
  const mixedBy = (growth: number) => expectedMixed(units, assumedShares.strong, growth);
  const mixed = mixedBy(1);
  if (mixed >= leastNumbers.mixedItems) return null;
  let growth = 1;
  while (mixedBy(growth) < leastNumbers.mixedItems) growth += 0.05;
  return { mixed, growth };
}

/**
 * Returns how many groups are expected in cells with both answers, if this share of outcomes is of one kind: a cell of m groups has
 * both with a probability of 1 - share^m - (1 - share)^m. Of several cells of a group, the likeliest counts. `growth`: of cells that
 * are so much larger.
 */
function expectedMixed(units: readonly StratifiedUnit[], share: number, growth = 1): number {
  const cells = Map.groupBy(units, ({ stratum, cell }) => JSON.stringify([stratum, cell]));
  const ofGroups = new Map<string | number, number>();
  for (const of of cells.values()) {
    const groups = new Set(of.map(({ group }) => group));
    const size = growth * groups.size;
    const mixed = 1 - share ** size - (1 - share) ** size;
    for (const group of groups) ofGroups.set(group, Math.max(mixed, ofGroups.get(group) ?? 0));
  }
  return growth * [...ofGroups.values()].reduce((sum, each) => sum + each, 0);
}
