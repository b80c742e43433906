import type { AnswerKind } from './answer-kind.ts';

/** Pairs of a different prediction and outcome that are scored in one cell, at most: a report must not wait for more. */
const maxPairs = 250_000;

/** Predictions and outcomes, the cell that each prediction is dealt in, and the cluster. */
interface DealtUnits<P, Y> {
  readonly kind: Pick<AnswerKind<P, Y>, 'score' | 'predictionKey' | 'outcomeKey'>;
  readonly predictions: readonly P[];
  readonly outcomes: readonly Y[];
  readonly cell: ArrayLike<number>;
  readonly cluster: readonly number[];
}

/** The units of one cluster in one cell: numbers of their predictions (rows) and outcomes (columns). */
export interface CellCluster {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** What occurs in it, in any order. */
  readonly rowKey: string;
  readonly columnKey: string;
}

/** The scores of each different prediction (row) against each different outcome (column) of one cell. */
export interface CellScores {
  /** Minus the means of row and column over the units, so that their sum over a cluster does not grow with its size. */
  readonly scores: readonly (readonly number[])[];
  /** Units of each column. */
  readonly columnCounts: readonly number[];
  /** The row that most units have; of several, the first one. */
  readonly commonRow: number;
  readonly clusters: readonly CellCluster[];
}

/** Returns the scores of each cell; null where one has too many pairs. */
export function cellScores<P, Y>(units: DealtUnits<P, Y>): readonly CellScores[] | null {
  const cells: CellScores[] = [];
  for (const places of Map.groupBy(units.cluster.keys(), (at) => units.cell[at] as number).values()) {
    const cell = scoresOf(units, places);
    if (cell === null) return null;
    cells.push(cell);
  }
  return cells;
}

function scoresOf<P, Y>({ kind, ...units }: DealtUnits<P, Y>, places: readonly number[]): CellScores | null {
  const rows = numbered(places.map((at) => kind.predictionKey(units.predictions[at] as P)));
  const columns = numbered(places.map((at) => kind.outcomeKey(units.outcomes[at] as Y)));
  if (rows.first.length * columns.first.length > maxPairs) return null;
  const prediction = (place: number) => units.predictions[places[place] as number] as P;
  const outcome = (place: number) => units.outcomes[places[place] as number] as Y;
  const scores = rows.first.map((row) => columns.first.map((column) => kind.score(prediction(row), outcome(column))));
  const [rowCounts, columnCounts] = [countsOf(rows), countsOf(columns)];
  const clusters = Map.groupBy(places.keys(), (place) => units.cluster[places[place] as number] as number);
  return {
    scores: centered(scores, rowCounts, columnCounts),
    columnCounts,
    commonRow: rowCounts.indexOf(Math.max(...rowCounts)),
    clusters: [...clusters.values()].map((own): CellCluster => {
      const ofRows = own.map((place) => rows.numbers[place] as number);
      const ofColumns = own.map((place) => columns.numbers[place] as number);
      return { rows: ofRows, columns: ofColumns, rowKey: anyOrder(ofRows), columnKey: anyOrder(ofColumns) };
    }),
  };
}

/** Returns scores minus the means of row and column plus the mean, weighted by how often each occurs. */
export function centered(
  scores: readonly (readonly number[])[],
  rowCounts: readonly number[],
  columnCounts: readonly number[],
): readonly (readonly number[])[] {
  const ofRows = scores.map((row) => meanOf(row, columnCounts));
  const ofColumns = columnCounts.map((_, column) =>
    meanOf(
      scores.map((row) => row[column] as number),
      rowCounts,
    ),
  );
  const mean = meanOf(ofColumns, columnCounts);
  return scores.map((row, i) => row.map((score, j) => score - (ofRows[i] as number) - (ofColumns[j] as number) + mean));
}

/** Returns the mean of values that occur so many times each. */
export function meanOf(values: readonly number[], counts: readonly number[]): number {
  let sum = 0;
  let n = 0;
  for (let index = 0; index < values.length; index += 1) {
    sum += (values[index] as number) * (counts[index] as number);
    n += counts[index] as number;
  }
  return sum / n;
}

function anyOrder(numbers: readonly number[]): string {
  return numbers.length === 1 ? String(numbers[0]) : numbers.toSorted((a, b) => a - b).join(' ');
}

/** Keys numbered from 0 on, and the place at which each is first. */
interface NumberedKeys {
  readonly numbers: readonly number[];
  readonly first: readonly number[];
}

export function numbered(keys: readonly (string | number)[]): NumberedKeys {
  const known = new Map<string | number, number>();
  const first: number[] = [];
  const numbers = keys.map((key, place) => {
    const number = known.get(key) ?? known.size;
    if (number === known.size) first.push(place);
    known.set(key, number);
    return number;
  });
  return { numbers, first };
}

/** Returns how often each number occurs. */
export function countsOf({ numbers, first }: NumberedKeys): readonly number[] {
  const counts = first.map(() => 0);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return counts;
}
