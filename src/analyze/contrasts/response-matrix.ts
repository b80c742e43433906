import type { GroupedText } from '../../data/shared-templates.ts';
import { isPresent } from '../../domain/outcome.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { isNotAsked } from '../../outcome-kinds/absences.ts';
import type { ScoredUnit } from '../../outcome-kinds/outcome-kind.ts';
import {
  isAsked,
  kindOfOutcome,
  type Outcome,
  type OutcomeRow,
  unitOfOutcome,
} from '../../outcome-kinds/outcome-kinds.ts';
import { probabilityWords } from '../../outcome-kinds/words.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { addMissing, countRight, type MissingCount, type RightExecution, type RightScore } from './right-executions.ts';
import { NameNumbers, type UnitTable, type UnitTables } from './unit-tables.ts';

/** Right answers by unit, each execution as the experiment counts it; NaN where nothing is right or wrong, or none was asked. */
interface RightColumns {
  /** Mean over the executions that count, in [0, 1]; NaN where none does. */
  readonly score: GrowingNumbers;
  /** Share of the executions that were asked and do not count. */
  readonly lost: GrowingNumbers;
  /** Mean over the executions with an outcome alone, of the units where it is not `score`; NaN there where none has one. */
  readonly answered: Map<number, number>;
  /** Executions without an outcome, by reason and how they count. */
  readonly missing: Map<string, MissingCount>;
  /** Number of executions that were asked. */
  executions: number;
  /** Whether the values are grades. */
  isGraded: boolean;
  /** Whether a confidence was stated beside grades. */
  isConfident: boolean;
}

/** One model's responses under one condition of one run, by unit. NaN: there is no usable value. */
export interface ModelResponses {
  readonly run: string;
  readonly model: string;
  readonly condition: string;
  /** The headline measure of each unit alone. */
  readonly score: GrowingNumbers;
  /** The score of each unit's stated probability; NaN where none was stated. */
  readonly probability: GrowingNumbers;
  /** Share of the unit's executions that were asked and could not be used; NaN where nothing was scored. */
  readonly lost: GrowingNumbers;
  /** 1 where prediction and outcome were asked. A unit that was asked and has no value is missing. */
  readonly asked: GrowingNumbers;
  /** How right the executions of each unit are, whatever was predicted. */
  readonly right: RightColumns;
  /** Time of the prediction's answer, in milliseconds; NaN where calls have no order. */
  readonly askedAt: GrowingNumbers;
  /** Number of what was predicted and done, by which equal responses are recognized; equal for equal values of a unit's kind. */
  readonly predicted: GrowingNumbers;
  readonly done: GrowingNumbers;
}

/** One experiment on one data set: its units (option words, requests, groups) and every model's responses to them. */
export interface ResponseMatrix {
  readonly experiment: Experiment;
  /** Data name from `DataOf`. */
  readonly data: string;
  readonly kind: Outcome['kind'];
  /** Names of the units. */
  readonly units: Pick<UnitTable, 'names'>;
  /** Index of each unit's item and cluster. */
  readonly itemOf: readonly number[];
  readonly clusterOf: readonly number[];
  readonly responses: ModelResponses[];
  /** Titles of the first 4,000 items with their clusters; empty where they are unknown, or only the beginnings of texts. */
  readonly titles: GroupedText[];
}

/** Maximum number of items whose titles are kept: they show whether items share their wording, and memory stays small. */
const maxTexts = 4_000;

interface OpenMatrix extends ResponseMatrix {
  readonly units: UnitTable;
  readonly values: NameNumbers;
  readonly byKey: NestedMap<ModelResponses>;
}

/** Keeps, from a stream of outcomes, a few numbers per unit and model: enough to compare scores. */
export class ResponseMatrices {
  readonly #fields = new Map<UnitTable, OpenMatrix>();
  readonly #experiments: Experiments;
  readonly #units: UnitTables;

  constructor(experiments: Experiments, units: UnitTables) {
    this.#experiments = experiments;
    this.#units = units;
  }

  /**
   * Adds a row with its terms under the policy `parsed`, and the title of its item if known. Recorded readings are
   * skipped, because they are not behavior.
   */
  add(row: OutcomeRow, terms: readonly number[], title?: () => string): void {
    if (row.reader === 'recorded') return;
    const field = this.#field(row);
    const { outcome } = row;
    const unit = field.units.of(row);
    if (title !== undefined && field.experiment.isGrouped === undefined)
      addTitle(field, unit, { cluster: row.cluster, title });
    const responses = responsesOf(field, row);
    const [headline] = field.experiment.measures;
    if (headline?.kind === outcome.kind) responses.score.set(unit, headline.value(terms) ?? Number.NaN);
    if (isAsked(outcome)) responses.asked.set(unit, 1);
    if (row.askedAt !== undefined) responses.askedAt.set(unit, row.askedAt);
    const made = unitOfOutcome(outcome);
    const numberOf = (value: unknown) =>
      value == null ? Number.NaN : field.values.of(typeof value === 'number' ? `${value}` : JSON.stringify(value));
    if (made !== null) responses.lost.set(unit, made.lost);
    responses.probability.set(unit, probabilityScore(outcome, made));
    const right = rightExecutions(field.experiment, outcome);
    if (right !== null) addRight(responses.right, unit, right);
    if (outcome.kind === 'graded') {
      responses.right.isGraded = true;
      responses.right.isConfident ||= isPresent(outcome.confidence);
    }
    responses.predicted.set(unit, numberOf(made?.prediction));
    responses.done.set(unit, numberOf(made?.outcome));
  }

  fields(): readonly ResponseMatrix[] {
    return [...this.#fields.values()];
  }

  #field(row: OutcomeRow): OpenMatrix {
    const units = this.#units.of(row);
    const known = this.#fields.get(units);
    if (known !== undefined) return known;
    const made: OpenMatrix = {
      experiment: experimentNamed(this.#experiments, row.experiment),
      ...{ data: units.data, kind: row.outcome.kind },
      ...{ units, values: new NameNumbers(), byKey: new NestedMap() },
      ...{ itemOf: units.itemOf, clusterOf: units.clusterOf, responses: [], titles: [] },
    };
    this.#fields.set(units, made);
    return made;
  }
}

/** Returns how right the executions of an outcome are; null where the experiment says nothing of it, or none was asked. */
export function rightExecutions(
  { rightShare, missingAnswer }: Experiment,
  outcome: Outcome,
): readonly RightExecution[] | null {
  if (rightShare === undefined) return null;
  const kind = kindOfOutcome(outcome);
  const executions: RightExecution[] = [];
  for (let k = 0; k < kind.executions(outcome); k += 1) {
    const execution = kind.atExecution(outcome, k);
    const value = kind.parts(execution).at(-1);
    if (value !== undefined && isNotAsked(value)) continue;
    const share = rightShare(execution);
    if (share === undefined) return null;
    const reason = value?.kind === 'absent' ? value.reason : 'unparsed';
    const missing = missingAnswer === undefined ? { reason, counted: null } : missingAnswer(execution);
    executions.push({ share, missing: share === null || missingAnswer !== undefined ? missing : null });
  }
  return executions.length === 0 ? null : executions;
}

function addRight(right: RightColumns, unit: number, executions: readonly RightExecution[]): void {
  setRight(right, unit, countRight(executions));
  right.executions += executions.length;
  addMissing(right.missing, executions);
}

/** Sets how right the executions of a unit are. */
function setRight(right: RightColumns, unit: number, { score, answered, lost }: RightScore): void {
  right.score.set(unit, score ?? Number.NaN);
  right.lost.set(unit, lost);
  if (answered !== score) right.answered.set(unit, answered ?? Number.NaN);
}

/** Returns the score of a stated probability, as the report has it; NaN where none was stated, or a value is missing. */
function probabilityScore(outcome: Outcome, unit: ScoredUnit | null): number {
  const { scoring } = kindOfOutcome(outcome);
  if (scoring === null || unit === null || unit.prediction === null || unit.outcome === null) return Number.NaN;
  const isStated = scoring.words(outcome).measure === probabilityWords.measure;
  return isStated ? scoring.answers(outcome).score(unit.prediction, unit.outcome) : Number.NaN;
}

/** Stores the title of an item at its first appearance. */
function addTitle(
  { titles, itemOf }: ResponseMatrix,
  unit: number,
  { cluster, title }: { readonly cluster: string; readonly title: () => string },
): void {
  if (itemOf[unit] === titles.length && titles.length < maxTexts) titles.push({ text: title(), group: cluster });
}

function responsesOf(field: OpenMatrix, row: OutcomeRow): ModelResponses {
  return field.byKey.get([row.run, row.model, row.condition], () => {
    const made = noResponses(row);
    field.responses.push(made);
    return made;
  });
}

/** Returns responses of a model to no unit. */
function noResponses({ run, model, condition }: Pick<ModelResponses, 'run' | 'model' | 'condition'>): ModelResponses {
  return {
    ...{ run, model, condition },
    ...{ score: new GrowingNumbers(), asked: new GrowingNumbers(), askedAt: new GrowingNumbers() },
    probability: new GrowingNumbers(),
    ...{ lost: new GrowingNumbers(), predicted: new GrowingNumbers(), done: new GrowingNumbers() },
    right: {
      ...{ score: new GrowingNumbers(), lost: new GrowingNumbers(), answered: new Map(), missing: new Map() },
      ...{ executions: 0, isGraded: false, isConfident: false },
    },
  };
}

/** Returns the conditions of a response matrix, sorted. */
export function conditionsOf(field: ResponseMatrix): readonly string[] {
  return [...new Set(field.responses.map(({ condition }) => condition))].sort();
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

function haveSameResponses({ itemOf }: ResponseMatrix, a: ModelResponses, b: ModelResponses): boolean {
  if (a.condition !== b.condition) return false;
  const columns = [
    [a.score, b.score],
    [a.predicted, b.predicted],
    [a.done, b.done],
    [a.right.score, b.right.score],
  ] as const;
  return columns.every(([one, other]) => itemOf.every((_, unit) => Object.is(one.at(unit), other.at(unit))));
}

/**
 * A list of numbers that grows when it is written; NaN at positions that were not written. It has half the size while single
 * precision holds each value exactly, as it holds yes and no, counts and halves.
 */
export class GrowingNumbers {
  #values: Float32Array | Float64Array = new Float32Array(0);

  set(index: number, value: number): void {
    const isLonger = index >= this.#values.length;
    if (isLonger && Number.isNaN(value)) return; // a column without a value takes no memory
    const isExact = this.#values instanceof Float64Array || Object.is(Math.fround(value), value);
    if (isLonger || !isExact) {
      const length = isLonger ? Math.max(64, 2 ** Math.ceil(Math.log2(index + 1))) : this.#values.length;
      const next =
        isExact && this.#values instanceof Float32Array ? new Float32Array(length) : new Float64Array(length);
      next.set(this.#values);
      next.fill(Number.NaN, this.#values.length);
      this.#values = next;
    }
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }
}

/** Returns one entry per model under a condition; of a model in several runs, the one with most scores. */
export function onePerModel(field: ResponseMatrix, condition: string): readonly ModelResponses[] {
  const own = distinctResponses(field).filter((responses) => responses.condition === condition);
  const scored = ({ score }: ModelResponses) => field.itemOf.filter((_, unit) => !Number.isNaN(score.at(unit))).length;
  return [...Map.groupBy(own, ({ model }) => model).values()].map(
    (runs) => runs.toSorted((a, b) => scored(b) - scored(a))[0] as ModelResponses,
  );
}
