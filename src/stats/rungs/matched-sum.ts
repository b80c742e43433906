import { edgeworthTail } from '../distributions.ts';
import type { AnswerKind } from './answer-kind.ts';

/** Pairs of clusters, or of a prediction and an outcome, that are looked at in one cell, at most. */
const maxPairs = 1e6;

/** Predictions and outcomes, the cell that each prediction is dealt in, and the cluster. */
interface MatchedUnits<P, Y> {
  readonly kind: Pick<AnswerKind<P, Y>, 'score' | 'predictionKey' | 'outcomeKey'>;
  readonly predictions: readonly P[];
  readonly outcomes: readonly Y[];
  readonly cell: ArrayLike<number>;
  readonly cluster: readonly number[];
}

/** Mean, variance and third central moment of the sum of the scores of shuffled predictions. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly third: number;
}

/**
 * Returns where the sum of the scores lies among those of predictions that are shuffled within cells: P(as high or higher) and P(as
 * low or lower), the tail of the normal distribution with Edgeworth's term for skewness. With d the scores of n predictions and n
 * outcomes, minus the means of row and column: variance sum d² / (n - 1), third moment n sum d³ / ((n - 1)(n - 2)) (Hoeffding 1951,
 * Ann Math Stat 22:558). Clusters are shuffled whole: their moments, each scored by its mean prediction, and those of shuffling within
 * each are added. Other than t, it sees the outcomes of all units, not only those that the rarer predictions met. Null where nothing
 * varies, or where a cell has more than a million pairs.
 */
export function matchedSum<P, Y>(units: MatchedUnits<P, Y>): { readonly above: number; readonly below: number } | null {
  let [excess, variance, third] = [0, 0, 0];
  for (const places of Map.groupBy(units.cluster.keys(), (at) => units.cell[at] as number).values()) {
    const cell = cellScores(units, places);
    const between = cell === null ? null : betweenClusters(cell);
    if (cell === null || between === null) return null;
    const within = withinClusters(cell);
    for (const { rows, columns } of cell.clusters)
      for (const [at, row] of rows.entries()) excess += scoreAt(cell, row, columns[at] as number);
    excess -= between.mean;
    variance += between.variance + within.variance;
    third += between.third + within.third;
  }
  if (!(variance > 1e-12)) return null;
  const [z, skewness] = [excess / Math.sqrt(variance), third / variance ** 1.5];
  return { above: edgeworthTail(z, skewness), below: edgeworthTail(-z, -skewness) };
}

/** The units of one cluster in one cell: numbers of their predictions and outcomes. */
interface Cluster {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** What occurs in it, in any order. */
  readonly rowKey: string;
  readonly columnKey: string;
}

/** The scores of each distinct prediction (row) against each distinct outcome (column) of one cell. */
interface CellScores {
  readonly scores: readonly (readonly number[])[];
  readonly clusters: readonly Cluster[];
}

function scoreAt({ scores }: CellScores, row: number, column: number): number {
  return scores[row]?.[column] as number;
}

function cellScores<P, Y>({ kind, ...units }: MatchedUnits<P, Y>, places: readonly number[]): CellScores | null {
  const rows = numbered(places.map((at) => kind.predictionKey(units.predictions[at] as P)));
  const columns = numbered(places.map((at) => kind.outcomeKey(units.outcomes[at] as Y)));
  if (rows.first.length * columns.first.length > maxPairs) return null;
  const prediction = (row: number) => units.predictions[places[row] as number] as P;
  const outcome = (column: number) => units.outcomes[places[column] as number] as Y;
  const clusters = Map.groupBy(places.keys(), (place) => units.cluster[places[place] as number] as number);
  return {
    scores: rows.first.map((row) => columns.first.map((column) => kind.score(prediction(row), outcome(column)))),
    clusters: [...clusters.values()].map((own): Cluster => {
      const ofRows = own.map((place) => rows.numbers[place] as number);
      const ofColumns = own.map((place) => columns.numbers[place] as number);
      return { rows: ofRows, columns: ofColumns, rowKey: anyOrder(ofRows), columnKey: anyOrder(ofColumns) };
    }),
  };
}

function anyOrder(numbers: readonly number[]): string {
  return numbers.length === 1 ? String(numbers[0]) : numbers.toSorted((a, b) => a - b).join(' ');
}

/** Numbers keys from 0 on; `first`: the place at which each is first. */
function numbered(keys: readonly (string | number)[]): {
  readonly numbers: readonly number[];
  readonly first: readonly number[];
} {
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

/** Returns the moments of shuffling whole clusters, each with the mean of its predictions; null for too many pairs of different ones. */
function betweenClusters(cell: CellScores): Moments | null {
  const rows = numbered(cell.clusters.map(({ rowKey }) => rowKey));
  const columns = numbered(cell.clusters.map(({ columnKey }) => columnKey));
  if (rows.first.length * columns.first.length > maxPairs) return null;
  const clusterAt = (place: number) => cell.clusters[place] as Cluster;
  const scores = rows.first.map((row) => {
    const own = clusterAt(row).rows;
    const ofColumn = cell.scores[0]?.map(
      (_, column) => own.reduce((sum, each) => sum + scoreAt(cell, each, column), 0) / own.length,
    ) as readonly number[]; // there are units
    return columns.first.map((place) =>
      clusterAt(place).columns.reduce((sum, column) => sum + (ofColumn[column] as number), 0),
    );
  });
  return shuffledMoments(scores, countsOf(rows), countsOf(columns));
}

/** Returns the moments of shuffling the predictions of each cluster among its units, added. */
function withinClusters(cell: CellScores): Omit<Moments, 'mean'> {
  const total = { variance: 0, third: 0 };
  const known = new Map<string, Moments>(); // by what occurs in a cluster, in any order
  for (const { rows, columns, rowKey, columnKey } of cell.clusters) {
    if (rows.length < 2) continue;
    const key = `${rowKey},${columnKey}`;
    const own = known.get(key) ?? withinCluster(cell, rows, columns);
    known.set(key, own);
    total.variance += own.variance;
    total.third += own.third;
  }
  return total;
}

function withinCluster(cell: CellScores, rows: readonly number[], columns: readonly number[]): Moments {
  const [ofRows, ofColumns] = [numbered(rows), numbered(columns)];
  const scores = ofRows.first.map((row) =>
    ofColumns.first.map((column) => scoreAt(cell, rows[row] as number, columns[column] as number)),
  );
  return shuffledMoments(scores, countsOf(ofRows), countsOf(ofColumns));
}

function countsOf({ numbers, first }: ReturnType<typeof numbered>): readonly number[] {
  const counts = first.map(() => 0);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return counts;
}

/** Returns the moments of the sum of one score of each row and column, over all permutations; `counts`: how often each occurs. */
function shuffledMoments(
  scores: readonly (readonly number[])[],
  rowCounts: readonly number[],
  columnCounts: readonly number[],
): Moments {
  const n = rowCounts.reduce((sum, count) => sum + count, 0);
  const meanOf = (values: readonly number[], counts: readonly number[]) =>
    values.reduce((sum, value, index) => sum + value * (counts[index] as number), 0) / n;
  const ofRows = scores.map((row) => meanOf(row, columnCounts));
  const ofColumns = columnCounts.map((_, column) =>
    meanOf(
      scores.map((row) => row[column] as number),
      rowCounts,
    ),
  );
  const mean = meanOf(ofColumns, columnCounts);
  let [squares, cubes] = [0, 0];
  for (const [i, row] of scores.entries()) {
    for (const [j, score] of row.entries()) {
      const d = score - (ofRows[i] as number) - (ofColumns[j] as number) + mean;
      const count = (rowCounts[i] as number) * (columnCounts[j] as number);
      squares += count * d ** 2;
      cubes += count * d ** 3;
    }
  }
  return {
    mean: n * mean,
    variance: n < 2 ? 0 : squares / (n - 1),
    third: n < 3 ? 0 : (n * cubes) / ((n - 1) * (n - 2)),
  };
}
