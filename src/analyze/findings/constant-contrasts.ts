import { gain, type Measure } from '../../domain/measure.ts';
import { ratio } from '../../stats/basic/moments.ts';
import type { PairedContrast } from './model-verdicts.ts';
import {
  absentContrast,
  type Contrast,
  type ContrastDrawing,
  contrastOf,
  type Paired,
  testOf,
} from './paired-contrast.ts';

interface Constants extends ContrastDrawing {
  /** Score of the best constant answer chosen on other clusters, by cluster. */
  readonly fitted: Float64Array | undefined;
}

/** A model's headline against constant answers, on the same units. */
export interface ConstantContrasts {
  /** The model's score. */
  readonly own: number | null;
  /** Against the best constant answer chosen on other clusters. */
  readonly fitted: Contrast;
  readonly pairedFitted: Paired;
  /** Against each constant answer on the same items. */
  readonly constants: readonly PairedContrast[];
  /** Against the best of them; null without one. */
  readonly best: Paired | null;
  /** What must be above 0 for "above the best constant answer": against each constant answer, and against `fitted`. */
  readonly required: readonly Paired[];
}

export function constantContrasts(
  measure: Measure,
  tallies: readonly Float64Array[],
  { fitted, ...drawing }: Constants,
): ConstantContrasts {
  const scores = constantScores(measure, tallies);
  const pairedFitted = pairedWith(measure, tallies, (cluster) => fitted?.[cluster] ?? 0);
  const paired = Array.from(scores[0] ?? [], (_, constant) =>
    pairedWith(measure, tallies, (cluster) => scores[cluster]?.[constant] ?? 0),
  );
  const constants = paired.map((each) => testOf(each, drawing.seed));
  const values = constants.map(({ value }) => value ?? Number.POSITIVE_INFINITY);
  return {
    own: ratio(
      sumOver(tallies, (tally) => ownSum(measure, tally)),
      sumOver(tallies, measure.n),
    ),
    fitted: contrastOf(pairedFitted, drawing),
    pairedFitted,
    constants,
    best: paired[values.indexOf(Math.min(...values))] ?? null, // the constant that the model is least better than
    required: [...paired, pairedFitted],
  };
}

/** Returns the tests against each constant answer where missing units count as wrong. */
export function missingWrongContrasts(
  measure: Measure,
  tallies: readonly Float64Array[],
  seed: number,
): readonly PairedContrast[] {
  const scores = constantScores(measure, tallies);
  return Array.from(scores[0] ?? [], (_, constant) =>
    testOf(
      pairedWith(measure, tallies, (cluster) => scores[cluster]?.[constant] ?? 0),
      seed,
    ),
  );
}

export function ruleContrast(measure: Measure, tallies: readonly Float64Array[], drawing: ContrastDrawing): Contrast {
  const paired = tallies.flatMap((tally): Paired => {
    const rule = measure.itemRule?.(tally) ?? null;
    return rule === null ? [] : [[gain(measure, ownSum(measure, tally), rule * measure.n(tally)), measure.n(tally)]];
  });
  return paired.length === 0 ? absentContrast('the data set has no label or item rule') : contrastOf(paired, drawing);
}

function constantScores(measure: Measure, tallies: readonly Float64Array[]): readonly (readonly number[])[] {
  return tallies.map((tally) => measure.constants?.(tally) ?? []);
}

function pairedWith(measure: Measure, tallies: readonly Float64Array[], of: (cluster: number) => number): Paired {
  return tallies.map((tally, cluster) => [gain(measure, ownSum(measure, tally), of(cluster)), measure.n(tally)]);
}

function sumOver(tallies: readonly Float64Array[], value: (tally: Float64Array) => number): number {
  return tallies.reduce((sum, tally) => sum + value(tally), 0);
}

function ownSum(measure: Measure, tally: ArrayLike<number>): number {
  return (measure.value(tally) ?? 0) * measure.n(tally);
}
