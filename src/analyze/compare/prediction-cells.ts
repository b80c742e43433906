import { type Outcome, presentOf, yesNoNumber } from '../../domain/outcome.ts';
import { binaryPlaces } from '../../measures/binary.ts';
import { type CategoricalColumn, categoricalColumns } from '../../measures/categorical.ts';
import { rankingPlaces } from '../../measures/ranking-tally.ts';
import type { GrowingNumbers } from './growing-numbers.ts';

/**
 * One model's predictions of another model (or of itself), in a run that requested them, scored against the other's
 * behavior.
 */
export interface PredictionCell {
  readonly run: string;
  readonly condition: string;
  readonly predictor: string;
  readonly target: string;
  /** By cluster index: sums of right predictions, of predicted "yes", of outcomes "yes", and of all. */
  readonly sums: Map<number, Float64Array>;
  /** Yes/no outcomes, by unit: the prediction (1, 0, or one half), its probability, and the share of executions that were yes. */
  readonly stated: GrowingNumbers;
  readonly probability: GrowingNumbers;
  readonly held: GrowingNumbers;
  /** Score of each unit in [0, 1]: 1 - (p - y)² of a stated probability, else the share of right predictions. */
  readonly score: GrowingNumbers;
  /** By unit: 1 where prediction and outcome were asked. */
  readonly asked: GrowingNumbers;
}

interface ScoredUnit {
  readonly outcome: Outcome;
  readonly tally: ArrayLike<number>;
  readonly isAsked: boolean;
}

/** Keeps the score of one unit. */
export function keepScore(cell: PredictionCell, unit: number, { outcome, tally, isAsked }: ScoredUnit): void {
  if (isAsked) cell.asked.set(unit, 1);
  const [probability, held] = [cell.probability.at(unit), cell.held.at(unit)];
  const [right, , , all] = cellSums(outcome.kind, tally);
  const isStated = outcome.kind === 'binary' && !Number.isNaN(probability);
  cell.score.set(unit, isStated ? brierScore(probability, held) : right / all);
}

/** Returns 1 - the mean of (p - y)² over executions of which a share was yes. */
function brierScore(probability: number, held: number): number {
  return 1 - held * (1 - probability) ** 2 - (1 - held) * probability ** 2;
}

/** Keeps the yes/no prediction of one unit. */
export function keepStated({ stated, probability, held }: PredictionCell, unit: number, outcome: Outcome): void {
  if (outcome.kind !== 'binary') return;
  const executions = presentOf(outcome.executions);
  if (executions.length > 0) held.set(unit, executions.filter(Boolean).length / executions.length);
  if (outcome.prediction.kind === 'present') stated.set(unit, yesNoNumber(outcome.prediction.value));
  if (outcome.prediction.kind === 'present' && outcome.probability !== null) probability.set(unit, outcome.probability);
}

const categoricalPlace = (column: CategoricalColumn) => categoricalColumns.indexOf(column);

/** Adds the tally of one outcome under the policy `parsed` to a cell; a unit without a prediction or outcome adds 0. */
export function addPrediction(
  { sums }: PredictionCell,
  cluster: number,
  { kind, tally }: { readonly kind: Outcome['kind']; readonly tally: ArrayLike<number> },
): void {
  const known = sums.get(cluster) ?? new Float64Array(4);
  sums.set(cluster, known);
  for (const [column, value] of cellSums(kind, tally).entries()) known[column] = (known[column] as number) + value;
}

function cellSums(kind: Outcome['kind'], tally: ArrayLike<number>): readonly [number, number, number, number] {
  const at = (index: number) => tally[index] ?? 0;
  if (kind === 'ranking') return [at(rankingPlaces.concordance), 0, 0, at(rankingPlaces.concordanceGroups)];
  if (kind === 'categorical') return [at(categoricalPlace('right')), 0, 0, at(categoricalPlace('rows'))];
  const [tp, fp] = [at(binaryPlaces.truePositive), at(binaryPlaces.falsePositive)];
  const [tn, fn] = [at(binaryPlaces.trueNegative), at(binaryPlaces.falseNegative)];
  return [tp + tn, tp + fp, tp + fn, tp + fp + tn + fn];
}
