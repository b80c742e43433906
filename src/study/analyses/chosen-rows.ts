import { entropyBits } from '../../measures/item-rule.ts';
import type { PredictionRow } from './rows.ts';

/** Rows that one half of the executions selects and the other half scores, and their number before the selection. */
interface ChosenRows {
  readonly rows: readonly PredictionRow[];
  /** Strings x properties that are kept, and those that all targets have in both halves. */
  readonly kept: number;
  readonly of: number;
}

type Halves = NonNullable<PredictionRow['halves']>;

/** One property of one string, as all targets executed it. */
interface Candidate {
  readonly key: string;
  readonly group: string;
  readonly halves: ReadonlyMap<string, Halves>;
}

/** Keeps the properties of strings on which the targets differ. */
export function divergentRows(rows: readonly PredictionRow[]): ChosenRows {
  return chosenRows(rows, (candidates) => candidates.filter(({ halves }) => new Set(firstValues(halves)).size > 1));
}

/** Keeps the properties of strings on which at least a share of each target's executions agree; one execution cannot. */
export function stableRows(rows: readonly PredictionRow[], share: number): ChosenRows {
  return chosenRows(rows, (candidates) =>
    candidates.filter(({ halves }) => [...halves.values()].every(({ agreement = null }) => (agreement ?? -1) >= share)),
  );
}

/** Keeps the groups of task and property in which the values of each target have at least this many bits of entropy. */
export function variedRows(rows: readonly PredictionRow[], bits: number): ChosenRows {
  return chosenRows(rows, (candidates) =>
    [...Map.groupBy(candidates, ({ group }) => group).values()]
      .filter((group) => {
        const targets = [...(group[0]?.halves.keys() ?? [])];
        const values = (target: string) => group.map(({ halves }) => halves.get(target)?.first ?? '');
        return targets.every((target) => (entropyBits(values(target)) ?? 0) >= bits);
      })
      .flat(),
  );
}

/**
 * Chooses by the first half of the executions and scores against the second. Choosing and scoring on the same executions
 * would choose rows by their noise, and regression to the mean would then look like an effect. Predictions are not read.
 */
function chosenRows(
  rows: readonly PredictionRow[],
  choose: (candidates: readonly Candidate[]) => readonly Candidate[],
): ChosenRows {
  const targets = new Set(rows.map(({ target }) => target));
  const found = new Map<string, { key: string; group: string; halves: Map<string, Halves> }>();
  for (const { target, halves, ...row } of rows) {
    if (row.split === 'train' || halves == null || halves.first === null || halves.second === null) continue;
    const key = itemKey(row);
    const known = found.get(key) ?? { key, group: row.group, halves: new Map<string, Halves>() };
    known.halves.set(target, halves);
    found.set(key, known);
  }
  const complete = [...found.values()].filter(({ halves }) => halves.size === targets.size);
  const chosen = new Set(choose(complete).map(({ key }) => key));
  const kept = rows.flatMap((row) => {
    const truth = row.halves?.second ?? null;
    if (truth === null || !chosen.has(itemKey(row))) return [];
    return [{ ...row, truth, right: row.prediction === null ? null : row.prediction === truth }];
  });
  return { rows: kept, kept: chosen.size, of: complete.length };
}

function firstValues(halves: ReadonlyMap<string, Halves>): readonly (string | null)[] {
  return [...halves.values()].map(({ first }) => first);
}

function itemKey({ task, property, cluster }: Pick<PredictionRow, 'task' | 'property' | 'cluster'>): string {
  return `${task}\u0000${property}\u0000${cluster}`;
}
