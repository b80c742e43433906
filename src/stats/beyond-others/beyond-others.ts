import { estimateOf, type JackknifeEstimate } from './jackknife-estimate.ts';
import { leadOver } from './lead.ts';
import { type ModelUnits, PairResiduals, type ReferenceRow } from './pair-residuals.ts';
import { isAsked, meanProducts, type ResidualTetrad, residualProducts, residualTetrads } from './residual-tetrads.ts';

/** Number of models, one and those unrelated to it, from which a word is allowed; from three on there is a number. */
export const minModelsForWord = 6;
const minModels = 3;

/** Number of models of a row that are compared with each other: all pairs are fitted. */
export const maxModels = 30;

/** One other model beside which the own predictions are set. */
interface OtherModel {
  readonly model: string;
  /** R[m][m] - (R[q][m] + R[m][q]) / 2, with the one-sided p of "not above 0". */
  readonly difference: JackknifeEstimate;
}

/** What the predictions of one model add to what the other models tell. */
export type ModelBeyondOthers =
  | {
      readonly kind: 'not asked';
      readonly model: string;
      /** `few models`: no two of the models unrelated to it are unrelated to each other. `too many models`: see `chooseModels`. */
      readonly reason: 'few models' | 'too many models';
      /** The model and those unrelated to it. */
      readonly models: number;
    }
  | ({
      /** `number`: three to five models; `word`: six or more. */
      readonly kind: 'number' | 'word';
      readonly model: string;
      readonly models: number;
      /** Units that were asked of the model, and those of them without a usable prediction or outcome. */
      readonly units: { readonly asked: number; readonly noPrediction: number; readonly noOutcome: number };
      /** The unrelated model whose outcomes correlate most with the model's own; chosen without predictions. */
      readonly nearest: OtherModel;
      /** The relative that leaves the largest p; null without relatives in the row. */
      readonly relative: OtherModel | null;
      /** Largest p of `private`, `own` and `relative`, before Holm; that of `nearest` is not in it. */
      readonly p: number;
    } & ResidualTetrad);

/** The models of a row, each beside all others. */
interface RowBeyondOthers {
  /** Ordered by name. */
  readonly models: readonly ModelBeyondOthers[];
  /** R[i][j], ordered by name, row by row: mean product of the residual predictions of i and outcomes of j. */
  readonly R: readonly (readonly number[])[];
}

/**
 * Estimates what the predictions of each model add to the recorded answers and predictions of the other models of its row
 * ("residual tetrads and the nearest model"; docs/statistics.md). Deterministic, and independent of the order of models.
 * More than `maxModels` models: choose with `chooseModels` first.
 */
export function beyondOthers(row: ReferenceRow): RowBeyondOthers {
  const models = [...row.models].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (models.length > maxModels) throw new RangeError(`${models.length} models, at most ${maxModels} are compared`);
  const ordered = { ...row, models };
  const families = models.map(({ family }) => family);
  const residuals = new PairResiduals(ordered);
  if (new Set(families).size < minModels) return { models: models.map((each) => notAsked(each, families)), R: [] };
  const products = residualProducts(ordered, residuals);
  const tetrads = residualTetrads(products, families);
  const cells = meanProducts(products);
  return {
    models: models
      .map((_, m) => ({ ...describe(ordered, residuals, m), ...(tetrads[m] as ResidualTetrad) }))
      .map(withP),
    R: models.map((_, i) => [...cells.subarray(i * models.length, (i + 1) * models.length)]),
  };
}

function notAsked({ name, family }: ModelUnits, families: readonly number[]): ModelBeyondOthers {
  const models = 1 + families.filter((each) => each !== family).length;
  return { kind: 'not asked', model: name, reason: 'few models', models };
}

type Described = Omit<Extract<ModelBeyondOthers, { kind: 'number' | 'word' }>, 'p'>;

function withP(model: Described): ModelBeyondOthers {
  return { ...model, p: Math.max(model.private.p, model.own.p, model.relative?.difference.p ?? 0) };
}

function describe(row: ReferenceRow, residuals: PairResiduals, m: number): Omit<Described, keyof ResidualTetrad> {
  const own = row.models[m] as ModelUnits;
  const others = [...row.models.keys()].filter((each) => each !== m);
  const unrelated = others.filter((each) => row.models[each]?.family !== own.family);
  const compared = (q: number) => ({
    model: (row.models[q] as ModelUnits).name,
    difference: leadOver(row, residuals, m, q),
  });
  const [first = m] = unrelated;
  const nearest = unrelated.reduce(
    (best, each) => (residuals.outcomeCorrelation(m, each) > residuals.outcomeCorrelation(m, best) ? each : best),
    first,
  );
  const relatives = others.filter((each) => row.models[each]?.family === own.family).map(compared);
  const [relative = null] = relatives.sort((a, b) => b.difference.p - a.difference.p);
  const models = unrelated.length + 1;
  return {
    kind: models < minModelsForWord ? 'number' : 'word',
    model: own.name,
    models,
    units: countUnits(own),
    nearest: compared(nearest),
    relative,
  };
}

function countUnits(own: ModelUnits) {
  const count = { asked: 0, noPrediction: 0, noOutcome: 0 };
  for (let unit = 0; unit < own.outcome.length; unit += 1) {
    if (!isAsked(own, unit)) continue;
    count.asked += 1;
    count.noPrediction += Number(Number.isNaN(own.prediction[unit]));
    count.noOutcome += Number(Number.isNaN(own.outcome[unit]));
  }
  return count;
}

/** A model of a row that may have more models than are compared. */
interface Candidate {
  readonly name: string;
  /** Whether its predictions tell items apart. */
  readonly isInformative: boolean;
  readonly units: number;
}

/** Returns the models that are compared: those that tell items apart first, then those with most units, then by name. */
export function chooseModels<T extends Candidate>(candidates: readonly T[], most = maxModels): readonly T[] {
  const order = (a: T, b: T) =>
    Number(b.isInformative) - Number(a.isInformative) || b.units - a.units || (a.name < b.name ? -1 : 1);
  return [...candidates].sort(order).slice(0, most);
}

/** One-sided p values of the other references of one model. */
interface OtherReferences {
  /** Of rung A: its predictions tell items apart. */
  readonly informative: number;
  /** Own score minus that of the item's label; null without a label. */
  readonly label: number | null;
  /** Own score minus the mean of others that were asked about this model; null if none was. */
  readonly asked: number | null;
}

/**
 * Returns the p of "adds to what others tell": every available reference is beaten. It enters Holm's family; the nearest
 * model has a level of 2.5 % of its own.
 */
export function combinedP(own: number, { informative, label, asked }: OtherReferences): number {
  return Math.max(own, informative, label ?? 0, asked ?? 0);
}

/** Means over the models of a row. */
interface AllModelsBeyondOthers {
  /** Names of the models in the means. */
  readonly models: readonly string[];
  readonly private: JackknifeEstimate;
  readonly own: JackknifeEstimate;
  readonly nearest: JackknifeEstimate;
  /** Largest p of `private` and `own`; that of `nearest` is outside Holm's family. */
  readonly p: number;
}

/**
 * Returns the means over the models that were asked, that have a verdict and no missing value; null for fewer than three. A
 * word needs six.
 */
export function allModelsBeyondOthers(
  models: readonly ModelBeyondOthers[],
  hasVerdict: (model: string) => boolean,
): AllModelsBeyondOthers | null {
  const complete = models.flatMap((each) =>
    each.kind !== 'not asked' && each.units.noPrediction + each.units.noOutcome === 0 && hasVerdict(each.model)
      ? [each]
      : [],
  );
  if (complete.length < minModels) return null;
  const means = {
    private: meanEstimate(complete.map((each) => each.private)),
    own: meanEstimate(complete.map((each) => each.own)),
    nearest: meanEstimate(complete.map((each) => each.nearest.difference)),
  };
  return { models: complete.map(({ model }) => model), ...means, p: Math.max(means.private.p, means.own.p) };
}

/** Returns the mean of estimates on the same clusters. */
export function meanEstimate(estimates: readonly JackknifeEstimate[]): JackknifeEstimate {
  const [first] = estimates;
  if (first === undefined) throw new RangeError('no estimates to take a mean of');
  const mean = new Float64Array(first.pseudoValues.length);
  for (const { pseudoValues } of estimates) {
    for (const [cluster, value] of pseudoValues.entries()) {
      mean[cluster] = (mean[cluster] as number) + value / estimates.length;
    }
  }
  return estimateOf(mean);
}
