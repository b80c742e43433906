import { learnedValues, type PredictionRow } from './rows.ts';

/** Predictor and target of a cell: the `base` with true or with permuted labels. */
interface Cell {
  readonly base: string;
  readonly target: string;
  readonly kind: 'trained' | 'scramble';
}

/** Rows of each cell of the predictor-by-target matrix. Each row is about the target that its predictor was trained on. */
export class CellIndex {
  /** Targets that a predictor was trained on, without shifted selves. */
  readonly models: readonly string[];
  /** The shifted self of each target that has one. */
  readonly shiftedSelves: ReadonlyMap<string, string>;
  /** Seeds of the training runs, ascending; a single null where the rows name none. */
  readonly trainingSeeds: readonly (number | null)[];
  readonly #rows: ReadonlyMap<string, readonly PredictionRow[]>;

  /** Indexes held-out rows; skips training rows and rows of other arms. */
  constructor(rows: readonly PredictionRow[]) {
    const index = new Map<string, PredictionRow[]>();
    const models = new Set<string>();
    const seeds = new Set<number>();
    const shifted = new Map<string, string>();
    for (const row of rows) {
      const kind = kindOfRow(row);
      if (kind === null || row.split === 'train') continue;
      const key = keyOfCell({ base: row.base, target: row.target, kind }, row.trainingSeed ?? null);
      if (row.trainingSeed !== undefined) seeds.add(row.trainingSeed);
      const own = index.get(key);
      if (own === undefined) index.set(key, [row]);
      else own.push(row);
      if (row.shiftedOf !== undefined) shifted.set(row.shiftedOf, row.target);
      else if (kind === 'trained') models.add(row.target);
    }
    this.#rows = index;
    this.models = [...models].sort();
    this.shiftedSelves = shifted;
    this.trainingSeeds = seeds.size === 0 ? [null] : [...seeds].sort((one, other) => one - other);
  }

  /** Returns the rows of the trained predictors that are no target, by target and by predictor. */
  references(): ReadonlyMap<string, ReadonlyMap<string, readonly PredictionRow[]>> {
    const found = new Map<string, Map<string, readonly PredictionRow[]>>();
    for (const rows of this.#rows.values()) {
      const [first] = rows;
      if (first === undefined || kindOfRow(first) !== 'trained' || this.models.includes(first.base)) continue;
      const own = found.get(first.target) ?? new Map<string, readonly PredictionRow[]>();
      found.set(first.target, own.set(first.base, rows));
    }
    return found;
  }

  /** Returns the rows of a cell in one training run, by default the first one; empty where it is missing. */
  rows(cell: Cell, trainingSeed = this.trainingSeeds[0] ?? null): readonly PredictionRow[] {
    return this.#rows.get(keyOfCell(cell, trainingSeed)) ?? [];
  }
}

function kindOfRow(row: PredictionRow): Cell['kind'] | null {
  if (row.trainedOn !== row.target) return null; // predictions about a model that the predictor was not trained on
  if (row.arm === 'scramble') return 'scramble';
  return learnedValues(row.arm) ? 'trained' : null;
}

function keyOfCell({ base, target, kind }: Cell, trainingSeed: number | null): string {
  return JSON.stringify([base, target, kind, trainingSeed]);
}
