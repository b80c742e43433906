import type { GroupedText } from '../../dataset/shared-templates.ts';
import type { Outcome, OutcomeRow } from '../../domain/outcome.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { isAsked } from '../../measures/outcome-kinds.ts';
import { ngramFeatures } from '../../stats/item-text/ngram-features.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { addBinary, addCategorical, addNumeric, addRanking, executionOf } from './outcome-columns.ts';
import { addPrediction, keepScore, keepStated, type PredictionCell } from './prediction-cells.ts';

/** Returns a name for the data of a run's experiment: only rows with the same name are about the same items. */
export type DataOf = (run: string, experiment: string) => string;

/** Assigns indices to names in the order of their first appearance. */
class Names {
  readonly #numbers = new Map<string, number>();

  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** One model's responses under one condition of one run. Columns hold NaN where there is no usable value. */
export interface ModelResponses {
  readonly run: string;
  readonly model: string;
  readonly condition: string;
  /** The headline measure of each unit alone. */
  readonly score: GrowingNumbers;
  /** Score of the item's label as the prediction of each unit; NaN without a label. */
  readonly label: GrowingNumbers;
  /** By unit: 1 where prediction and outcome were asked. A unit that was asked and has no value is missing. */
  readonly asked: GrowingNumbers;
  /** By unit: time of the prediction's answer, in milliseconds; NaN where calls have no order. */
  readonly askedAt: GrowingNumbers;
  /** Binary, by unit: the stated probability; NaN where none was stated. */
  readonly probability: GrowingNumbers;
  /**
   * Binary, by unit: 1, 0, or one half. Numeric: log2 of the number. Categorical: the index of the value. Ranking, by question: its position in the predicted
   * order, -1 where the order lacks it.
   */
  readonly prediction: GrowingNumbers;
  /** By execution. Binary, by unit: 1 or 0. Numeric: log2 of the number. Ranking, by question: tokens where right, -1 - tokens where wrong. */
  readonly executions: GrowingNumbers[];
}

/** One experiment on one data set: its units (option words, requests, groups) and every model's responses to them. */
export interface ResponseMatrix {
  readonly experiment: Experiment;
  /** Data name from `DataOf`. */
  readonly data: string;
  readonly kind: Outcome['kind'];
  /** Index of each unit's item and cluster. */
  readonly itemOf: number[];
  readonly clusterOf: number[];
  /** Ranking: index of the first question of each unit, and the questions' names. */
  readonly firstQuestion: number[];
  readonly questions: string[];
  readonly responses: ModelResponses[];
  /** Categorical, by unit: the group of task and property. */
  readonly groupOf: string[];
  /** Models' predictions of each other and of themselves, in runs that requested them; empty in other runs. */
  readonly predictions: PredictionCell[];
  /** Binary, by unit: hashed n-grams of its text, for the first 4,000 units; empty where texts are unknown. */
  readonly features: Uint16Array[];
  /** Titles of the first 4,000 items with their clusters; empty where they are unknown. */
  readonly titles: GroupedText[];
}

/** Maximum number of units whose texts are kept: a classifier gains little from more, and memory stays small. */
const maxTexts = 4_000;

interface OpenField extends ResponseMatrix {
  readonly units: NestedMap<{ readonly number: number }>;
  readonly items: Names;
  readonly clusters: Names;
  readonly byKey: NestedMap<ModelResponses>;
  readonly predictionsByKey: NestedMap<PredictionCell>;
  /** Indices of categorical values, shared by all models of the matrix. */
  readonly values: Names;
}

/** Keeps, from a stream of outcomes, a few numbers per unit and model: enough to compare models. */
export class ResponseMatrices {
  readonly #fields = new NestedMap<OpenField>();
  readonly #experiments: Experiments;
  readonly #dataOf: DataOf;

  constructor(experiments: Experiments, dataOf: DataOf) {
    this.#experiments = experiments;
    this.#dataOf = dataOf;
  }

  /**
   * Adds a row with its tally under the policy `parsed`, and the title of its item if known. Recorded readings are
   * skipped, because they are not behavior.
   */
  add(row: OutcomeRow, tally: ArrayLike<number>, title?: () => string): void {
    if (row.reader === 'recorded') return;
    const field = this.#field(row);
    const { outcome } = row;
    const unit = unitOf(field, row);
    if (title !== undefined) addTitle(field, unit, { cluster: row.cluster, title });
    if (title !== undefined && outcome.kind === 'binary') addText(field, unit, () => `${outcome.unit} ${title()}`);
    const responses = responsesOf(field, row);
    const [headline] = field.experiment.measures;
    if (headline?.kind === outcome.kind) {
      responses.score.set(unit, headline.value(tally) ?? Number.NaN);
      responses.label.set(unit, headline.itemRule?.(tally) ?? Number.NaN);
    }
    if (isAsked(outcome)) responses.asked.set(unit, 1);
    if (row.askedAt !== undefined) responses.askedAt.set(unit, row.askedAt);
    if (outcome.kind === 'binary') addBinary(responses, unit, outcome);
    if (outcome.kind === 'numeric') addNumeric(responses, unit, outcome);
    if (outcome.kind === 'categorical') addCategorical(responses, unit, { outcome, values: field.values });
    if (outcome.kind === 'ranking') addRanking(responses, field.firstQuestion[unit] ?? 0, outcome);
  }

  /** Adds a row with another model's prediction of its subject, and its tally under `parsed`. */
  addPrediction(predictor: string, row: OutcomeRow, tally: ArrayLike<number>): void {
    const { run, model: target, condition, outcome } = row;
    const field = this.#field(row);
    const cell = field.predictionsByKey.get([run, condition, predictor, target], () => {
      const made: PredictionCell = {
        run,
        condition,
        predictor,
        target,
        sums: new Map(),
        stated: new GrowingNumbers(),
        probability: new GrowingNumbers(),
        held: new GrowingNumbers(),
        score: new GrowingNumbers(),
        asked: new GrowingNumbers(),
      };
      field.predictions.push(made);
      return made;
    });
    const unit = unitOf(field, row);
    keepStated(cell, unit, outcome);
    keepScore(cell, unit, { outcome, tally, isAsked: isAsked(outcome) });
    addPrediction(cell, field.clusters.number(row.cluster), { kind: outcome.kind, tally });
  }

  fields(): readonly ResponseMatrix[] {
    return this.#fields.values();
  }

  #field({ run, experiment, outcome }: OutcomeRow): OpenField {
    const data = this.#dataOf(run, experiment);
    return this.#fields.get([experiment, outcome.kind, data], () => ({
      experiment: experimentNamed(this.#experiments, experiment),
      data,
      kind: outcome.kind,
      units: new NestedMap(),
      items: new Names(),
      clusters: new Names(),
      byKey: new NestedMap(),
      itemOf: [],
      clusterOf: [],
      firstQuestion: [],
      questions: [],
      responses: [],
      groupOf: [],
      predictions: [],
      features: [],
      titles: [],
      predictionsByKey: new NestedMap(),
      values: new Names(),
    }));
  }
}

function unitOf(field: OpenField, { item, cluster, outcome }: OutcomeRow): number {
  const name = outcome.kind === 'binary' || outcome.kind === 'categorical' ? outcome.unit : '';
  const { number } = field.units.get([item, name], () => {
    field.itemOf.push(field.items.number(item));
    field.clusterOf.push(field.clusters.number(cluster));
    field.firstQuestion.push(field.questions.length);
    if (outcome.kind === 'ranking') field.questions.push(...outcome.units);
    if (outcome.kind === 'categorical') field.groupOf.push(`${outcome.group} × ${outcome.unit}`);
    return { number: field.itemOf.length - 1 };
  });
  return number;
}

/** Stores the text of a unit at its first appearance. */
function addText({ features }: ResponseMatrix, unit: number, text: () => string): void {
  if (unit === features.length && unit < maxTexts) features.push(ngramFeatures(text()));
}

/** Stores the title of an item at its first appearance. */
function addTitle(
  { titles, itemOf }: ResponseMatrix,
  unit: number,
  { cluster, title }: { readonly cluster: string; readonly title: () => string },
): void {
  if (itemOf[unit] === titles.length && titles.length < maxTexts) titles.push({ text: title(), group: cluster });
}

function responsesOf(field: OpenField, { run, model, condition }: OutcomeRow): ModelResponses {
  return field.byKey.get([run, model, condition], () => {
    const made: ModelResponses = {
      run,
      model,
      condition,
      ...{ score: new GrowingNumbers(), label: new GrowingNumbers(), probability: new GrowingNumbers() },
      ...{ asked: new GrowingNumbers(), askedAt: new GrowingNumbers(), prediction: new GrowingNumbers() },
      executions: [],
    };
    field.responses.push(made);
    return made;
  });
}

/** Returns the number of questions of a unit of a ranking experiment. */
export function questionCount({ firstQuestion, questions }: ResponseMatrix, unit: number): number {
  return (firstQuestion[unit + 1] ?? questions.length) - (firstQuestion[unit] ?? 0);
}

/**
 * Returns the responses without duplicates: equal responses of a model under one condition in several runs are listed
 * once.
 */
export function distinctResponses(field: ResponseMatrix): readonly ModelResponses[] {
  const kept: ModelResponses[] = [];
  for (const responses of field.responses) {
    const twin = kept.some((other) => other.model === responses.model && haveSameResponses(field, other, responses));
    if (!twin) kept.push(responses);
  }
  return kept;
}

function haveSameResponses(field: ResponseMatrix, a: ModelResponses, b: ModelResponses): boolean {
  if (a.condition !== b.condition || a.executions.length !== b.executions.length) return false;
  const cells = Math.max(field.itemOf.length, field.questions.length);
  const columns: [GrowingNumbers, GrowingNumbers][] = [
    [a.score, b.score],
    [a.prediction, b.prediction],
  ];
  for (const [sample, execution] of a.executions.entries())
    columns.push([execution, executionOf(b.executions, sample)]);
  return columns.every(([one, other]) => {
    for (let index = 0; index < cells; index += 1) if (!Object.is(one.at(index), other.at(index))) return false;
    return true;
  });
}
