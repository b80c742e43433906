import { edgeworthTail } from '../distributions.ts';
import { type CellCluster, type CellScores, centered, countsOf, meanOf, numbered } from './cell-scores.ts';

/** Mean, variance and third central moment of the sum of the scores of shuffled predictions. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly third: number;
}

/** Where the sum of the scores lies among those of shuffled predictions. */
interface MatchedSum {
  /** P(as high or higher), and P(as low or lower). */
  readonly above: number;
  readonly below: number;
  /** Standard deviation of the sum. */
  readonly deviation: number;
}

/**
 * Returns where the sum of the scores lies among those of predictions that are shuffled within cells: the tail of the normal distribution
 * with Edgeworth's term for skewness. With d the scores of n predictions and n outcomes, minus the means of row and column: variance
 * sum d² / (n - 1), third moment n sum d³ / ((n - 1)(n - 2)) (Hoeffding 1951, Ann Math Stat 22:558). Clusters are shuffled whole:
 * the moments of a shuffling of their mean predictions, and of one within each cluster, are added. Other than t, it sees the
 * outcomes of all units, not only those that the rarer predictions met. Null where nothing varies.
 */
export function matchedSum(cells: readonly CellScores[]): MatchedSum | null {
  let [excess, variance, third] = [0, 0, 0];
  for (const cell of cells) {
    const [between, within] = [betweenClusters(cell), withinClusters(cell)];
    for (const { rows, columns } of cell.clusters)
      for (let at = 0; at < rows.length; at += 1) excess += scoreAt(cell, rows[at] as number, columns[at] as number);
    excess -= between.mean;
    variance += between.variance + within.variance;
    third += between.third + within.third;
  }
  if (!(variance > 1e-12)) return null;
  const deviation = Math.sqrt(variance);
  const [z, skewness] = [excess / deviation, third / variance ** 1.5];
  return { above: edgeworthTail(z, skewness), below: edgeworthTail(-z, -skewness), deviation };
}

function scoreAt({ scores }: CellScores, row: number, column: number): number {
  return scores[row]?.[column] as number;
}

/** Returns the moments of shuffling whole clusters, each with the mean of its predictions. */
function betweenClusters(cell: CellScores): Moments {
  const rows = numbered(cell.clusters.map(({ rowKey }) => rowKey));
  const columns = numbered(cell.clusters.map(({ columnKey }) => columnKey));
  const clusterAt = (place: number) => cell.clusters[place] as CellCluster;
  const scores = rows.first.map((place) => {
    const own = clusterAt(place).rows;
    const means = cell.columnCounts.map(
      (_, column) => own.reduce((sum, row) => sum + scoreAt(cell, row, column), 0) / own.length,
    );
    return columns.first.map((at) => clusterAt(at).columns.reduce((sum, column) => sum + (means[column] as number), 0));
  });
  return shuffledMoments(scores, countsOf(rows), countsOf(columns));
}

/** Returns the moments of shuffling the predictions of each cluster among its units, added. */
function withinClusters(cell: CellScores): Omit<Moments, 'mean'> {
  const total = { variance: 0, third: 0 };
  const known = new Map<string, Moments>(); // by what occurs in a cluster, in any order
  for (const cluster of cell.clusters) {
    if (cluster.rows.length < 2) continue;
    const key = `${cluster.rowKey},${cluster.columnKey}`;
    const own = known.get(key) ?? withinCluster(cell, cluster);
    known.set(key, own);
    total.variance += own.variance;
    total.third += own.third;
  }
  return total;
}

function withinCluster(cell: CellScores, { rows, columns }: CellCluster): Moments {
  const [ofRows, ofColumns] = [numbered(rows), numbered(columns)];
  const scores = ofRows.first.map((row) =>
    ofColumns.first.map((column) => scoreAt(cell, rows[row] as number, columns[column] as number)),
  );
  return shuffledMoments(scores, countsOf(ofRows), countsOf(ofColumns));
}

/** Returns the moments of the sum of one score of each row and column, over all permutations; `counts`: how often each occurs. */
function shuffledMoments(
  scores: readonly (readonly number[])[],
  rowCounts: readonly number[],
  columnCounts: readonly number[],
): Moments {
  const n = rowCounts.reduce((sum, count) => sum + count, 0);
  const mean = meanOf(
    scores.map((row) => meanOf(row, columnCounts)),
    rowCounts,
  );
  let [squares, cubes] = [0, 0];
  for (const [i, row] of centered(scores, rowCounts, columnCounts).entries()) {
    for (const [j, d] of row.entries()) {
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
