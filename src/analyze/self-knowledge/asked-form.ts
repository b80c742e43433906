import type { Measure } from '../../domain/measure.ts';
import { mcc } from '../../measures/binary/binary-measures.ts';
import { accuracyMicro } from '../../measures/categorical/categorical-measures.ts';
import { type FormEstimate, matrixForms } from '../../stats/advantage/advantage-forms.ts';
import { type SelfAdvantage, selfAdvantages } from '../../stats/advantage/self-advantage.ts';
import { tetrachoric, thresholdOf } from '../../stats/advantage/tetrachoric.ts';
import { level } from '../../stats/basic/intervals.ts';
import type { ComparisonMatrix, SelfAdvantageEntry } from '../compare/comparison-types.ts';
import { batches, cellColumns, cellMeasure, conditionsOf } from '../compare/cross-prediction.ts';
import { withheldOfTwo } from '../compare/gained-advantage.ts';
import { ends } from '../compare/paired-differences.ts';
import type { PredictionCell } from '../compare/prediction-cells.ts';
import type { ResponseMatrix } from '../compare/response-matrix.ts';
import type { TestedAdvantage } from './advantage-verdict.ts';
import { printedForms, testedAdvantage } from './forms-of-crossing.ts';

/** Models that predicted each other by name, with the predictions of each about each. */
interface AskedCrossing {
  readonly field: ResponseMatrix;
  readonly condition: string;
  readonly models: readonly string[];
  /** `cellColumns` sums of each predictor and target, by cluster. */
  readonly clusters: readonly Float64Array[];
  /** Minimum number of units of a cell. */
  readonly units: number;
}

interface AskedComparison {
  readonly matrices: readonly ComparisonMatrix[];
  readonly advantages: readonly SelfAdvantageEntry[];
  readonly tested: readonly TestedAdvantage[];
}

/**
 * Compares models that predicted each other by name (`--ask-others`). Every cell uses all units that it has: a missing
 * prediction affects only its own cell. `reused` are the tests of the models' predictions of themselves.
 */
export function askedComparison(
  field: ResponseMatrix,
  reused: readonly TestedAdvantage[],
  seed: number,
): AskedComparison {
  const found = conditionsOf(field).flatMap((condition) => {
    const crossing = askedCrossing(field, condition, seed);
    return crossing === null ? [] : [comparedOf(crossing, reused, seed)];
  });
  return {
    matrices: found.map(({ matrix }) => matrix),
    advantages: found.flatMap(({ advantages }) => advantages),
    tested: found.flatMap(({ tested }) => tested),
  };
}

/** Returns the crossing with most models among the runs that asked; null if none did. */
function askedCrossing(field: ResponseMatrix, condition: string, seed: number): AskedCrossing | null {
  const runs = [...Map.groupBy(field.predictions, ({ run, condition: of }) => (of === condition ? run : null))];
  const asked = runs.flatMap(([run, cells]) => (run === null ? [] : [cells]));
  const [cells] = asked.sort((one, other) => other.length - one.length);
  if (cells === undefined) return null;
  const models = [...new Set(cells.map(({ target }) => target))];
  const hasAll = (model: string) =>
    models.every((target) => cells.some((cell) => cell.predictor === model && cell.target === target));
  const square = models.filter(hasAll);
  if (square.length < 2) return null;
  const clusters = wideClusters(cells, square, seed);
  const all = (index: number) => clusters.reduce((sum, tally) => sum + (tally[index * cellColumns + 3] as number), 0);
  const units = Math.min(...Array.from({ length: square.length ** 2 }, (_, index) => all(index)));
  return { field, condition, models: square, clusters, units: Math.round(units) };
}

function wideClusters(cells: readonly PredictionCell[], models: readonly string[], seed: number) {
  const numbers = [...new Set(cells.flatMap(({ sums }) => [...sums.keys()]))].sort((one, other) => one - other);
  const drawn = batches(numbers, seed);
  const batchOf = new Map(numbers.map((number, index) => [number, drawn[index] as number]));
  const wide = new Map<number, Float64Array>();
  for (const { predictor, target, sums } of cells) {
    const [row, column] = [models.indexOf(predictor), models.indexOf(target)];
    if (row < 0 || column < 0) continue;
    const offset = (row * models.length + column) * cellColumns;
    for (const [cluster, tally] of sums) {
      const batch = batchOf.get(cluster) as number; // every cluster has a batch
      const made = wide.get(batch) ?? new Float64Array(models.length ** 2 * cellColumns);
      wide.set(batch, made);
      for (const [index, value] of tally.entries()) made[offset + index] = (made[offset + index] as number) + value;
    }
  }
  return [...wide.values()];
}

/** Returns MCC, concordance, or accuracy over all outcomes. */
function measureOf({ kind, experiment }: ResponseMatrix): Measure | null {
  if (kind === 'binary') return mcc;
  if (kind === 'categorical') return accuracyMicro;
  return experiment.measures[0] ?? null;
}

/** Returns the threshold form of a model's predictions of itself, or of all models; a named empty form if it is missing. */
function thresholdOfModel(
  { field, condition }: AskedCrossing,
  reused: readonly TestedAdvantage[],
  model: string | null,
): Form {
  const same = reused.find(
    (each) => each.experiment === field.experiment.name && each.condition === condition && each.model === model,
  );
  const form = same?.forms.find(({ name }) => name === 'threshold');
  return form ?? { name: 'threshold', estimate: null, reason: 'too few usable predictions of itself' };
}

function comparedOf(crossing: AskedCrossing, reused: readonly TestedAdvantage[], seed: number) {
  const { field, condition, models, clusters, units } = crossing;
  const measure = measureOf(field);
  const value = measure === null ? () => null : cellMeasure(field.kind, measure);
  const cells = (totals: Float64Array) =>
    Float64Array.from({ length: models.length ** 2 }, (_, cell) => value(totals, cell * cellColumns) ?? Number.NaN);
  const [found] = selfAdvantages({
    ...{ clusters, models: models.length, seed, level },
    matrices: (totals) => [cells(totals)],
  }) as [SelfAdvantage]; // one matrix gives one entry
  const forms = askedForms({
    ...{ kind: field.kind, models: models.length, clusters, cells },
    threshold: [...models, null].map((model) => thresholdOfModel(crossing, reused, model)),
  });
  const about = { experiment: field.experiment.name, condition, measure: measure?.name ?? '', form: 'asked' } as const;
  const entries = [...models, 'all'].map((model, index): SelfAdvantageEntry => {
    const advantage = found.byModel[index] ?? found.all;
    const own = found.matrix[index]?.[index] ?? null;
    const known = advantage.kind === 'known' ? advantage : null;
    return {
      ...{ ...about, model, value: known?.value ?? null, interval: ends(known?.interval ?? null), n: units },
      ...(index < models.length ? { own, expected: own === null || known === null ? null : own - known.value } : {}),
      ...(advantage.kind === 'known' ? {} : { reason: advantage.reason }),
      forms: printedForms(forms[index] ?? []),
    };
  });
  const advantages = withheldOfTwo(entries);
  const matrix: ComparisonMatrix = { ...about, models, values: found.matrix, items: units, units };
  const tested = advantages.map((entry, index) =>
    testedAdvantage(entry, {
      primary: false,
      clusters: clusters.length,
      models: models.length,
      forms: forms[index] ?? [],
    }),
  );
  return { matrix, advantages, tested };
}

type Form = TestedAdvantage['forms'][number];

interface AskedMatrix {
  readonly kind: ResponseMatrix['kind'];
  readonly models: number;
  /** `cellColumns` sums of each predictor and target, by cluster. */
  readonly clusters: readonly Float64Array[];
  /** Returns the measure of every cell. */
  readonly cells: (totals: Float64Array) => Float64Array;
  /** The threshold form of the models' predictions of themselves: for each model, then for all models. */
  readonly threshold: readonly Form[];
}

/**
 * Returns the forms of self-advantage of models that predicted each other by name: for each model, then for all models.
 * The additive and the multiplicative form compare a model's predictions of itself with the other models' predictions
 * of it, for yes/no outcomes in tetrachoric correlations, because a model may know its own rate of "yes" better than
 * others do. The threshold form, of the predictions of oneself, guards against families: relatives share knowledge that
 * an average other lacks.
 */
export function askedForms({ kind, models, clusters, cells, threshold }: AskedMatrix): readonly (readonly Form[])[] {
  const scores = kind === 'binary' ? latentCells(models) : cells;
  const gains = (totals: Float64Array) =>
    kind === 'ranking' ? scores(totals).map((cell) => cell - 0.5) : scores(totals);
  const { additive, multiplicative } = matrixForms({ clusters, models, cells: gains });
  const few = models < 3 ? 'needs at least three models' : 'the measure is undefined in required cells';
  const formOf = (name: string, estimate: FormEstimate | null): Form => {
    return { name, estimate, reason: estimate === null ? few : null };
  };
  return Array.from({ length: models + 1 }, (_, index) => [
    formOf('additive', additive[index] ?? null),
    formOf('multiplicative', multiplicative[index] ?? null),
    ...threshold.slice(index, index + 1),
  ]);
}

function latentCells(models: number) {
  return (totals: Float64Array) =>
    Float64Array.from({ length: models ** 2 }, (_, cell) => latentCorrelation(totals, cell * cellColumns));
}

/**
 * Returns the tetrachoric correlation of predictions and outcomes, which unequal rates of "yes" do not affect; NaN
 * where one of them never varies.
 */
function latentCorrelation(totals: Float64Array, offset: number): number {
  const [right, said, held, all] = [0, 1, 2, 3].map((column) => totals[offset + column] as number) as [
    number,
    number,
    number,
    number,
  ];
  const inside = (count: number) => count > 1e-9 * all && count < (1 - 1e-9) * all;
  if (!inside(said) || !inside(held)) return Number.NaN;
  const both = (right - all + said + held) / 2;
  return tetrachoric(thresholdOf(said / all), thresholdOf(held / all), { both: both / all, least: 0.5 / all });
}
