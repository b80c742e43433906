import { type Random, randomInteger, seededRandom } from '../../util/random.ts';
import { meanAbsoluteDeviation } from './mad.ts';
import { type CodedRow, sharePoints } from './points.ts';

/**
 * Deviations that a perfect predictor would have at these numbers of predictions and executions, ascending. A parametric
 * bootstrap: each row's shares come from the posterior of a Dirichlet prior fitted to its group's executions, and both
 * sides are drawn from the same shares. Without the prior the row's noisy shares would count as true and their
 * regression to the mean would be missing.
 */
export function perfectDeviations(
  rows: readonly CodedRow[],
  { draws, seed }: { readonly draws: number; readonly seed: number },
): Float64Array {
  const random = seededRandom('perfect predictor', seed);
  const pools = new Map([...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => [group, priorOf(own)]));
  const found: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const points = rows.flatMap((row) => sharePoints(perfectRow(row, pools.get(row.group) as Prior, random)));
    const deviation = meanAbsoluteDeviation(points);
    if (deviation !== null) found.push(deviation);
  }
  return Float64Array.from(found).sort();
}

/** A group's Dirichlet prior: its mean as a pool to draw from, and its weight in executions. */
export interface Prior {
  readonly pool: readonly number[];
  readonly weight: number;
}

/**
 * Fits a group's prior by moments. Two executions of one row agree with probability within = (w between + 1) / (w + 1),
 * two of different rows with `between`; so w = (1 - within) / (within - between), both estimated from pairs.
 */
export function priorOf(rows: readonly Pick<CodedRow, 'executions'>[]): Prior {
  const pool = rows.flatMap(({ executions }) => [...executions]);
  let [sameRow, sameRowPairs] = [0, 0];
  for (const { executions } of rows) {
    sameRow += equalPairs(executions);
    sameRowPairs += executions.length * (executions.length - 1);
  }
  const allPairs = pool.length * (pool.length - 1);
  const within = sameRow / sameRowPairs;
  const between = allPairs === sameRowPairs ? 0 : (equalPairs(pool) - sameRow) / (allPairs - sameRowPairs);
  return { pool, weight: within > between ? (1 - within) / (within - between) : Number.POSITIVE_INFINITY };
}

/** Number of ordered pairs of different places with equal values. */
function equalPairs(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
}

/** Draws executions and predictions of a row from one draw of its shares (Pólya's urn, which needs no gamma numbers). */
function perfectRow(row: CodedRow, { pool, weight }: Prior, random: Random): CodedRow {
  const urn = [...row.executions];
  const draw = () => {
    const old = weight === Number.POSITIVE_INFINITY ? false : random() * (urn.length + weight) < urn.length;
    const source = old ? urn : pool;
    const value = source[randomInteger(random, source.length)] as number;
    urn.push(value);
    return value;
  };
  return { ...row, executions: row.executions.map(draw), predictions: row.predictions.map(draw) };
}
