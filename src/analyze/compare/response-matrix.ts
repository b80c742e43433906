import type { GroupedText } from '../../data/shared-templates.ts';
import {
  type BinaryOutcome,
  type CategoricalOutcome,
  type NumericOutcome,
  type Observed,
  type Outcome,
  type OutcomeRow,
  presentOf,
  type RankingOutcome,
  type Solve,
  type YesNo,
  yesNoNumber,
} from '../../domain/outcome.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { binaryPlaces } from '../../kinds/binary.ts';
import { type CategoricalColumn, categoricalColumns, predictedValues } from '../../kinds/categorical.ts';
import { modeOf } from '../../kinds/item-rule.ts';
import { isAsked } from '../../kinds/outcome-kinds.ts';
import { rankingPlaces } from '../../kinds/ranking-tally.ts';
import { ngramFeatures } from '../../stats/item-text/ngram-features.ts';
import { NestedMap } from '../../util/nested-map.ts';

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
function keepScore(cell: PredictionCell, unit: number, { outcome, tally, isAsked }: ScoredUnit): void {
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
function keepStated({ stated, probability, held }: PredictionCell, unit: number, outcome: Outcome): void {
  if (outcome.kind !== 'binary') return;
  const executions = presentOf(outcome.executions);
  if (executions.length > 0) held.set(unit, executions.filter(Boolean).length / executions.length);
  if (outcome.prediction.kind === 'present') stated.set(unit, yesNoNumber(outcome.prediction.value));
  if (outcome.prediction.kind === 'present' && outcome.probability !== null) probability.set(unit, outcome.probability);
}

const categoricalPlace = (column: CategoricalColumn) => categoricalColumns.indexOf(column);

/** Adds the tally of one outcome under the policy `parsed` to a cell; a unit without a prediction or outcome adds 0. */
function addPrediction(
  { sums }: PredictionCell,
  cluster: number,
  { kind, tally }: { readonly kind: Outcome['kind']; readonly tally: ArrayLike<number> },
): void {
  const known = sums.get(cluster) ?? new Float64Array(4);
  sums.set(cluster, known);
  for (const [column, value] of cellSums(kind, tally).entries()) known[column] = (known[column] as number) + value;
}

/** Returns the sums of one outcome; zeros for kinds without right or wrong, of which others are not compared. */
function cellSums(kind: Outcome['kind'], tally: ArrayLike<number>): readonly [number, number, number, number] {
  const at = (index: number) => tally[index] ?? 0;
  if (kind === 'ranking') return [at(rankingPlaces.concordance), 0, 0, at(rankingPlaces.concordanceGroups)];
  if (kind === 'categorical') return [at(categoricalPlace('right')), 0, 0, at(categoricalPlace('rows'))];
  if (kind !== 'binary') return [0, 0, 0, 0];
  const [tp, fp] = [at(binaryPlaces.truePositive), at(binaryPlaces.falsePositive)];
  const [tn, fn] = [at(binaryPlaces.trueNegative), at(binaryPlaces.falseNegative)];
  return [tp + tn, tp + fp, tp + fn, tp + fp + tn + fn];
}

/** Columns of one model's predictions and executions, by unit or question. */
interface OutcomeColumns {
  readonly prediction: GrowingNumbers;
  readonly probability: GrowingNumbers;
  readonly executions: GrowingNumbers[];
}

/** Assigns indices to names. */
interface Numbering {
  number(name: string): number;
}

function addNumeric({ prediction, executions }: OutcomeColumns, unit: number, outcome: NumericOutcome): void {
  const log = (part: Observed<number>) => (part.kind === 'present' ? Math.log2(part.value) : Number.NaN);
  prediction.set(unit, log(outcome.prediction));
  for (const [sample, execution] of outcome.executions.entries())
    executionOf(executions, sample).set(unit, log(execution));
}

function addBinary(responses: OutcomeColumns, unit: number, outcome: BinaryOutcome): void {
  const { prediction, probability, executions } = responses;
  const number = (part: Observed<YesNo>) => (part.kind === 'present' ? yesNoNumber(part.value) : Number.NaN);
  prediction.set(unit, number(outcome.prediction));
  if (outcome.prediction.kind === 'present' && outcome.probability !== null) probability.set(unit, outcome.probability);
  for (const [sample, execution] of outcome.executions.entries()) {
    executionOf(executions, sample).set(unit, number(execution));
  }
}

interface Valued {
  readonly outcome: CategoricalOutcome;
  readonly values: Numbering;
}

/** Adds a categorical outcome. Of repeated predictions the most frequent value counts, the first one on ties. */
function addCategorical({ prediction, executions }: OutcomeColumns, unit: number, { outcome, values }: Valued): void {
  const mode = modeOf(predictedValues(outcome));
  prediction.set(unit, mode === null ? Number.NaN : values.number(mode));
  for (const [sample, execution] of outcome.executions.entries()) {
    const number = execution.kind === 'present' ? values.number(execution.value) : Number.NaN;
    executionOf(executions, sample).set(unit, number);
  }
}

function addRanking({ prediction, executions }: OutcomeColumns, first: number, outcome: RankingOutcome): void {
  for (const [index, name] of outcome.units.entries()) {
    const position = outcome.prediction.kind === 'present' ? outcome.prediction.value.indexOf(name) : Number.NaN;
    prediction.set(first + index, position);
    for (const [sample, solves] of outcome.executions.entries()) {
      executionOf(executions, sample).set(first + index, solveNumber(solves[index]));
    }
  }
}

function solveNumber(solve: Solve | undefined): number {
  if (solve === undefined || solve.correct.kind === 'absent' || solve.tokens === null) return Number.NaN;
  return solve.correct.value ? solve.tokens : -1 - solve.tokens;
}

function executionOf(executions: GrowingNumbers[], sample: number): GrowingNumbers {
  const known = executions[sample];
  if (known !== undefined) return known;
  const made = new GrowingNumbers();
  executions[sample] = made;
  return made;
}

/** Returns the result of an execution of a question from its stored number; null where it is not usable. */
export function decodeSolve(number: number): { readonly correct: boolean; readonly tokens: number } | null {
  if (Number.isNaN(number)) return null;
  return number >= 0 ? { correct: true, tokens: number } : { correct: false, tokens: -1 - number };
}

/** A list of numbers that grows when it is written; NaN at positions that were not written. */
export class GrowingNumbers {
  #values = unwritten(64);

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const longer = unwritten(2 ** Math.ceil(Math.log2(index + 1)));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }
}

function unwritten(length: number): Float64Array {
  return new Float64Array(length).fill(Number.NaN);
}

/** Returns one entry per model under a condition; of a model in several runs, the one with most usable units. */
export function onePerModel(field: ResponseMatrix, condition: string): readonly ModelResponses[] {
  const own = distinctResponses(field).filter((responses) => responses.condition === condition);
  return [...Map.groupBy(own, ({ model }) => model).values()].map((runs) => {
    if (runs.length === 1) return runs[0] as ModelResponses; // most models: nothing has to be counted
    const usable = runs.map((responses) => usableUnits(field, responses));
    return runs[usable.indexOf(Math.max(...usable))] as ModelResponses;
  });
}

/** Returns the units with a usable prediction and at least one usable execution. */
function usableUnits(field: ResponseMatrix, { prediction, executions }: ModelResponses): number {
  const units = field.itemOf.length;
  const isRanking = field.kind === 'ranking';
  let usable = 0;
  for (let unit = 0; unit < units; unit += 1) {
    const first = isRanking ? (field.firstQuestion[unit] ?? 0) : unit;
    const last = first + (isRanking ? questionCount(field, unit) : 1);
    if (!isWhole(prediction, first, last)) continue;
    let known = false;
    for (let sample = 0; !known && sample < executions.length; sample += 1) {
      known = isWhole(executions[sample] as GrowingNumbers, first, last);
    }
    if (known) usable += 1;
  }
  return usable;
}

function isWhole(column: GrowingNumbers, first: number, last: number): boolean {
  for (let index = first; index < last; index += 1) if (Number.isNaN(column.at(index))) return false;
  return true;
}
