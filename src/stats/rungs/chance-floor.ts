import { type CellCluster, type CellScores, countsOf, meanOf, numbered } from './cell-scores.ts';

/** Difference of two means that counts as none. */
const equal = 1e-9;

/** Probabilities that dealt predictions agree, or disagree, as far as these do; `smallest`: that they agree fully. */
interface ChanceFloor {
  readonly above: number;
  readonly below: number;
  readonly smallest: number;
}

/**
 * Returns what the p of t cannot be below: where few clusters have another prediction than the commonest one of their cell, all of their
 * outcomes are often alike by chance, t then sees no variance, and its p is far too small. The gain of such a cluster is the mean score
 * of its other predictions; c_k of the n clusters of the cell give the k-th other at least its gain (of a cluster with one other
 * prediction: the share of the units that do, times n), c_0 <= c_1 <= ... If clusters are shuffled, all others gain as much with a
 * probability of about prod (c_k - k) / (n - k), multiplied over cells; exact for single units with one other value (hypergeometric), a
 * lower bound for single units with several. One where nothing varies.
 */
export function chanceFloor(cells: readonly CellScores[]): ChanceFloor {
  const floor = { above: 1, below: 1, smallest: 1 };
  for (const cell of cells) {
    const others = gainsOfOthers(cell);
    const all = (share: (other: OtherGains) => number) => probabilityOfAll(others.map(share), cell.clusters.length);
    floor.above *= all(({ own, gains, counts }) => shareWhere(gains, counts, (gain) => gain >= own - equal));
    floor.below *= all(({ own, gains, counts }) => shareWhere(gains, counts, (gain) => gain <= own + equal));
    floor.smallest *= all(({ gains, counts }) => {
      const most = gains.reduce((highest, gain) => Math.max(highest, gain), Number.NEGATIVE_INFINITY);
      return shareWhere(gains, counts, (gain) => gain >= most - equal);
    });
  }
  return floor;
}

/** The gain of one other cluster, and what it would gain elsewhere, how often each. */
interface OtherGains {
  readonly own: number;
  readonly gains: readonly number[];
  readonly counts: readonly number[];
}

/** Returns the gains of the clusters with another prediction than the commonest. */
function gainsOfOthers(cell: CellScores): readonly OtherGains[] {
  const columns = numbered(cell.clusters.map(({ columnKey }) => columnKey));
  const clusterCounts = countsOf(columns);
  const known = new Map<string, Pick<OtherGains, 'gains' | 'counts'>>();
  const withOthers = cell.clusters.filter(({ rows }) => rows.some((row) => row !== cell.commonRow));
  return withOthers.map(({ rows, columns: met }) => {
    const others = [...rows.keys()].filter((at) => rows[at] !== cell.commonRow);
    const scoreAt = (at: number, column: number) => cell.scores[rows[at] as number]?.[column] as number;
    const mean = (value: (at: number) => number) => others.reduce((sum, at) => sum + value(at), 0) / others.length;
    const key = others.map((at) => rows[at]).join(' ');
    const elsewhere = known.get(key) ?? gainsElsewhere();
    known.set(key, elsewhere);
    return { own: mean((at) => scoreAt(at, met[at] as number)), ...elsewhere };

    function gainsElsewhere(): Pick<OtherGains, 'gains' | 'counts'> {
      const ofColumns = cell.columnCounts.map((_, column) => mean((at) => scoreAt(at, column)));
      if (others.length === 1) return { gains: ofColumns, counts: cell.columnCounts };
      const gains = columns.first.map((place) => {
        const { columns: own } = cell.clusters[place] as CellCluster;
        return meanOf(
          own.map((column) => ofColumns[column] as number),
          own.map(() => 1),
        );
      });
      return { gains, counts: clusterCounts };
    }
  });
}

function shareWhere(gains: readonly number[], counts: readonly number[], holds: (gain: number) => boolean): number {
  let sum = 0;
  let n = 0;
  for (let index = 0; index < gains.length; index += 1) {
    n += counts[index] as number;
    if (holds(gains[index] as number)) sum += counts[index] as number;
  }
  return sum / n;
}

/** Returns the probability that draws without replacement from n all fall into nested sets of these shares. */
function probabilityOfAll(shares: readonly number[], n: number): number {
  return shares
    .toSorted((a, b) => a - b)
    .reduce((product, share, drawn) => product * Math.max(0, (share * n - drawn) / (n - drawn)), 1);
}
