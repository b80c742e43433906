import { edgeworthTail } from '../distributions.ts';
import type { AnswerKind } from './answer-kind.ts';

/** Scores that are looked at in one cell, at most. */
const maxScores = 1e6;

/** Predictions and outcomes of independent units, and the cell that each is dealt in. */
interface MatchedUnits<P, Y> {
  readonly kind: Pick<AnswerKind<P, Y>, 'score' | 'predictionKey' | 'outcomeKey'>;
  readonly predictions: readonly P[];
  readonly outcomes: readonly Y[];
  readonly cell: ArrayLike<number>;
}

/**
 * Returns where the sum of the scores lies among those of predictions that are shuffled within cells: P(as high or higher) and P(as
 * low or lower), the tail of the normal distribution with Edgeworth's term for skewness. With d the scores of a cell of n units, minus
 * the means of row and column: variance sum d² / (n - 1), third moment n sum d³ / ((n - 1)(n - 2)) (Hoeffding 1951, Ann Math
 * Stat 22:558). Other than t, it sees the outcomes of all units, not only those that the rarer predictions met. Null where nothing varies, or
 * where a cell has more than a million different scores.
 */
export function matchedSum<P, Y>(units: MatchedUnits<P, Y>): { readonly above: number; readonly below: number } | null {
  let [excess, variance, third] = [0, 0, 0];
  for (const places of Map.groupBy(units.predictions.keys(), (at) => units.cell[at] as number).values()) {
    const own = momentsOf(units, places);
    if (own === null) return null;
    excess += own.excess;
    variance += own.variance;
    third += own.third;
  }
  if (!(variance > 1e-12)) return null;
  const [z, skewness] = [excess / Math.sqrt(variance), third / variance ** 1.5];
  return { above: edgeworthTail(z, skewness), below: edgeworthTail(-z, -skewness) };
}

/** Returns the sum of the scores of one cell minus its mean, and variance and third moment of the sum of shuffled ones. */
function momentsOf<P, Y>({ kind, ...units }: MatchedUnits<P, Y>, places: readonly number[]) {
  const n = places.length;
  if (n < 2) return { excess: 0, variance: 0, third: 0 };
  const prediction = (at: number) => units.predictions[at] as P;
  const outcome = (at: number) => units.outcomes[at] as Y;
  const rows = [...Map.groupBy(places, (at) => kind.predictionKey(prediction(at))).values()];
  const columns = [...Map.groupBy(places, (at) => kind.outcomeKey(outcome(at))).values()];
  if (rows.length * columns.length > maxScores) return null;
  const scores = rows.map(([row]) =>
    columns.map(([column]) => kind.score(prediction(row as number), outcome(column as number))),
  );
  const sizes = columns.map(({ length }) => length);
  const meanOf = (values: readonly number[], weights: readonly number[]) =>
    values.reduce((sum, value, index) => sum + value * (weights[index] as number), 0) / n;
  const ofRows = scores.map((row) => meanOf(row, sizes));
  const ofColumns = columns.map((_, column) =>
    meanOf(
      scores.map((row) => row[column] as number),
      rows.map(({ length }) => length),
    ),
  );
  const mean = meanOf(ofColumns, sizes);
  let [squares, cubes] = [0, 0];
  for (const [i, row] of scores.entries()) {
    for (const [j, score] of row.entries()) {
      const d = score - (ofRows[i] as number) - (ofColumns[j] as number) + mean;
      const weight = (rows[i] as readonly number[]).length * (sizes[j] as number);
      squares += weight * d ** 2;
      cubes += weight * d ** 3;
    }
  }
  const sum = places.reduce((total, at) => total + kind.score(prediction(at), outcome(at)), 0);
  const third = n < 3 ? 0 : (n * cubes) / ((n - 1) * (n - 2));
  return { excess: sum - n * mean, variance: squares / (n - 1), third };
}
