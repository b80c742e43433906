import type {
  BinaryOutcome,
  CategoricalOutcome,
  Observed,
  Outcome,
  OutcomeRow,
  RankingOutcome,
  Solve,
} from '../../domain/outcome.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { modeOf } from '../../measures/categorical/categorical-rules.ts';
import { predictedValues } from '../../measures/categorical/categorical-truth.ts';
import { NestedMap } from '../../util/nested-map.ts';

import { NumberColumn } from './column.ts';
import { addPrediction, type PredictionCell } from './prediction-cells.ts';

/** Names the data behind a run's experiment: only rows of the same data are about the same items. */
export type DataOf = (run: string, experiment: string) => string;

/** Numbers names in the order of their first appearance. */
class Names {
  readonly #numbers = new Map<string, number>();

  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** What one model did under one condition of one run. Columns hold NaN where there is no usable value. */
export interface ModelResponses {
  readonly run: string;
  readonly model: string;
  readonly condition: string;
  /** By unit: the headline measure of that unit alone. */
  readonly score: NumberColumn;
  /** Binary, by unit: 1 or 0. Categorical: the number of the value. Ranking, by question: its place in the forecast order, -1 where the order lacks it. */
  readonly forecast: NumberColumn;
  /** By execution. Binary, by unit: 1 or 0. Ranking, by question: tokens where right, -1 - tokens where wrong. */
  readonly executions: NumberColumn[];
}

/** One experiment on one data set: its units (option words, requests, groups) and what every model did on them. */
export interface ResponseMatrix {
  readonly experiment: Experiment;
  /** As `DataOf` names it. */
  readonly data: string;
  readonly kind: Outcome['kind'];
  /** Numbers of the item and of the cluster that each unit belongs to. */
  readonly itemOf: number[];
  readonly clusterOf: number[];
  /** Ranking: number of the first question of each unit, and the questions' names. */
  readonly firstQuestion: number[];
  readonly questions: string[];
  readonly doings: ModelResponses[];
  /** Categorical, by unit: the group of task and property. */
  readonly groupOf: string[];
  /** What models predicted of each other and of themselves, in runs that asked them; empty in others. */
  readonly predictions: PredictionCell[];
}

interface OpenField extends ResponseMatrix {
  readonly units: NestedMap<{ readonly number: number }>;
  readonly items: Names;
  readonly clusters: Names;
  readonly byKey: NestedMap<ModelResponses>;
  readonly predictionsByKey: NestedMap<PredictionCell>;
  /** Numbers of categorical values, the same for all models of the field. */
  readonly values: Names;
}

/** Keeps, from a stream of outcomes, a few numbers a unit and model: enough to set models against each other. */
export class ResponseMatrices {
  readonly #fields = new NestedMap<OpenField>();
  readonly #experiments: Experiments;
  readonly #dataOf: DataOf;

  constructor(experiments: Experiments, dataOf: DataOf) {
    this.#experiments = experiments;
    this.#dataOf = dataOf;
  }

  /** Takes a row with its tally under the policy `parsed`; the recorded reading of a recording is not behaviour. */
  add(row: OutcomeRow, tally: ArrayLike<number>): void {
    if (row.reader === 'recorded') return;
    const field = this.#field(row);
    const { outcome } = row;
    const unit = unitOf(field, row);
    const doings = doingsOf(field, row);
    const [headline] = field.experiment.measures;
    if (headline?.kind === outcome.kind) doings.score.set(unit, headline.value(tally) ?? Number.NaN);
    if (outcome.kind === 'binary') addBinary(doings, unit, outcome);
    if (outcome.kind === 'categorical') addCategorical(doings, unit, { outcome, values: field.values });
    if (outcome.kind === 'ranking') addRanking(doings, field.firstQuestion[unit] ?? 0, outcome);
  }

  /** Takes a row with the prediction of a model that was asked about its subject, and its tally under `parsed`. */
  addPrediction(predictor: string, row: OutcomeRow, tally: ArrayLike<number>): void {
    const { run, model: target, condition, outcome } = row;
    const field = this.#field(row);
    const cell = field.predictionsByKey.get([run, condition, predictor, target], () => {
      const made: PredictionCell = { run, condition, predictor, target, sums: new Map() };
      field.predictions.push(made);
      return made;
    });
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
      doings: [],
      groupOf: [],
      predictions: [],
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

function doingsOf(field: OpenField, { run, model, condition }: OutcomeRow): ModelResponses {
  return field.byKey.get([run, model, condition], () => {
    const made: ModelResponses = {
      run,
      model,
      condition,
      score: new NumberColumn(),
      forecast: new NumberColumn(),
      executions: [],
    };
    field.doings.push(made);
    return made;
  });
}

function addBinary({ forecast, executions }: ModelResponses, unit: number, outcome: BinaryOutcome): void {
  const number = (part: Observed<boolean>) => (part.kind === 'present' ? Number(part.value) : Number.NaN);
  forecast.set(unit, number(outcome.forecast));
  for (const [sample, execution] of outcome.executions.entries()) {
    executionOf(executions, sample).set(unit, number(execution));
  }
}

interface Valued {
  readonly outcome: CategoricalOutcome;
  readonly values: Names;
}

/** Of repeated predictions the most frequent value counts, of equally frequent ones the first. */
function addCategorical({ forecast, executions }: ModelResponses, unit: number, { outcome, values }: Valued): void {
  const mode = modeOf(predictedValues(outcome));
  forecast.set(unit, mode === null ? Number.NaN : values.number(mode));
  for (const [sample, execution] of outcome.executions.entries()) {
    const number = execution.kind === 'present' ? values.number(execution.value) : Number.NaN;
    executionOf(executions, sample).set(unit, number);
  }
}

function addRanking({ forecast, executions }: ModelResponses, first: number, outcome: RankingOutcome): void {
  for (const [index, name] of outcome.units.entries()) {
    const place = outcome.forecast.kind === 'present' ? outcome.forecast.value.indexOf(name) : Number.NaN;
    forecast.set(first + index, place);
    for (const [sample, solves] of outcome.executions.entries()) {
      executionOf(executions, sample).set(first + index, solveNumber(solves[index]));
    }
  }
}

function solveNumber(solve: Solve | undefined): number {
  if (solve === undefined || solve.correct.kind === 'absent' || solve.tokens === null) return Number.NaN;
  return solve.correct.value ? solve.tokens : -1 - solve.tokens;
}

function executionOf(executions: NumberColumn[], sample: number): NumberColumn {
  const known = executions[sample];
  if (known !== undefined) return known;
  const made = new NumberColumn();
  executions[sample] = made;
  return made;
}

/** Number of questions of a unit of a ranking experiment. */
export function questionCount({ firstQuestion, questions }: ResponseMatrix, unit: number): number {
  return (firstQuestion[unit + 1] ?? questions.length) - (firstQuestion[unit] ?? 0);
}

/** What an execution showed of a question, from the number that `Doings` keeps; null where nothing usable. */
export function decodeSolve(number: number): { readonly correct: boolean; readonly tokens: number } | null {
  if (Number.isNaN(number)) return null;
  return number >= 0 ? { correct: true, tokens: number } : { correct: false, tokens: -1 - number };
}

/** Of a model in several runs, only what says something new: equal doings of one condition are listed once. */
export function distinctResponses(field: ResponseMatrix): readonly ModelResponses[] {
  const kept: ModelResponses[] = [];
  for (const doings of field.doings) {
    const twin = kept.some((other) => other.model === doings.model && sameDoings(field, other, doings));
    if (!twin) kept.push(doings);
  }
  return kept;
}

function sameDoings(field: ResponseMatrix, a: ModelResponses, b: ModelResponses): boolean {
  if (a.condition !== b.condition || a.executions.length !== b.executions.length) return false;
  const cells = Math.max(field.itemOf.length, field.questions.length);
  const columns: [NumberColumn, NumberColumn][] = [
    [a.score, b.score],
    [a.forecast, b.forecast],
  ];
  for (const [sample, execution] of a.executions.entries())
    columns.push([execution, executionOf(b.executions, sample)]);
  return columns.every(([one, other]) => {
    for (let index = 0; index < cells; index += 1) if (!Object.is(one.at(index), other.at(index))) return false;
    return true;
  });
}
