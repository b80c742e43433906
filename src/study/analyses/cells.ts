import { learnedValues, type PredictionRow } from './rows.ts';

/** Predictor and target of a cell: the `base` with true or with permuted labels. */
interface Cell {
  readonly base: string;
  readonly target: string;
  readonly kind: 'trained' | 'scramble';
}

/** The rows of each training of a cell, in the order of the names of the trainings; one where rows name none. */
export type Trainings = readonly (readonly PredictionRow[])[];

/** Rows of each cell of the predictor-by-target matrix. Each row is about the target that its predictor was trained on. */
export class CellIndex {
  /** Targets that a predictor was trained on, without shifted selves. */
  readonly models: readonly string[];
  /** The shifted self of each target that has one. */
  readonly shiftedSelves: ReadonlyMap<string, string>;
  readonly #rows: ReadonlyMap<string, Trainings>;

  /** Indexes held-out rows; skips training rows and rows of other arms. */
  constructor(rows: readonly PredictionRow[]) {
    const index = new Map<string, Map<string, PredictionRow[]>>();
    const models = new Set<string>();
    const shifted = new Map<string, string>();
    for (const row of rows) {
      const kind = kindOfRow(row);
      if (kind === null || row.split === 'train') continue;
      const key = keyOfCell({ base: row.base, target: row.target, kind });
      const cell = index.get(key) ?? new Map<string, PredictionRow[]>();
      index.set(key, cell);
      const own = cell.get(row.training ?? '');
      if (own === undefined) cell.set(row.training ?? '', [row]);
      else own.push(row);
      if (row.shiftedOf !== undefined) shifted.set(row.shiftedOf, row.target);
      else if (kind === 'trained') models.add(row.target);
    }
    this.#rows = new Map(
      [...index].map(([key, cell]) => [
        key,
        [...cell].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, own]) => own),
      ]),
    );
    this.models = [...models].sort();
    this.shiftedSelves = shifted;
  }

  /** Returns the rows of the trained predictors that are no target, by target and by predictor. */
  references(): ReadonlyMap<string, ReadonlyMap<string, Trainings>> {
    const found = new Map<string, Map<string, Trainings>>();
    for (const trainings of this.#rows.values()) {
      const first = trainings[0]?.[0];
      if (first === undefined || kindOfRow(first) !== 'trained' || this.models.includes(first.base)) continue;
      const own = found.get(first.target) ?? new Map<string, Trainings>();
      found.set(first.target, own.set(first.base, trainings));
    }
    return found;
  }

  /** Returns the rows of each training of a cell; empty where it is missing. */
  trainings(cell: Cell): Trainings {
    return this.#rows.get(keyOfCell(cell)) ?? [];
  }
}

function kindOfRow(row: PredictionRow): Cell['kind'] | null {
  if (row.trainedOn !== row.target) return null; // predictions about a model that the predictor was not trained on
  if (row.arm === 'scramble') return 'scramble';
  return learnedValues(row.arm) ? 'trained' : null;
}

function keyOfCell({ base, target, kind }: Cell): string {
  return JSON.stringify([base, target, kind]);
}
