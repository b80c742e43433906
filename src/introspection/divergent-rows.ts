import type { PredictionRow } from './rows.ts';

/** Rows on which the targets differ, and how many there were before. */
export interface DivergentRows {
  readonly rows: readonly PredictionRow[];
  /** Strings x properties on which the targets differ, and those that all targets have. */
  readonly kept: number;
  readonly of: number;
}

/**
 * Keeps the properties of strings on which the targets differ in the first half of their executions, and scores them
 * against the second half. Choosing and scoring on the same executions would choose rows where noise made the targets
 * differ, and regression to the mean would then look like an effect.
 */
export function divergentRows(rows: readonly PredictionRow[]): DivergentRows {
  const targets = new Set(rows.map(({ target }) => target));
  const chosen = new Map<string, Map<string, string>>();
  for (const { target, halves, ...row } of rows) {
    if (row.split === 'train' || halves == null || halves.first === null || halves.second === null) continue;
    const key = itemKey(row);
    let values = chosen.get(key);
    if (values === undefined) {
      values = new Map();
      chosen.set(key, values);
    }
    values.set(target, halves.first);
  }
  const complete = [...chosen].filter(([, values]) => values.size === targets.size);
  const divergent = new Set(complete.filter(([, values]) => new Set(values.values()).size > 1).map(([key]) => key));
  const kept = rows.flatMap((row) => {
    const truth = row.halves?.second ?? null;
    if (truth === null || !divergent.has(itemKey(row))) return [];
    return [{ ...row, truth, right: row.prediction === null ? null : row.prediction === truth }];
  });
  return { rows: kept, kept: divergent.size, of: complete.length };
}

function itemKey({ task, property, cluster }: Pick<PredictionRow, 'task' | 'property' | 'cluster'>): string {
  return `${task}\u0000${property}\u0000${cluster}`;
}
