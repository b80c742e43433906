import { modalValue } from '../../measures/categorical.ts';
import { decodeSolve } from './outcome-columns.ts';
import { type ModelResponses, questionCount, type ResponseMatrix } from './response-matrix.ts';

/**
 * Propositions that predictions and outcomes affirm or deny: that a unit has the property, or (ranking) that the
 * earlier of two questions, in the data set's order, is easier. The weights of a unit's propositions sum to 1.
 */
export interface BinaryClaims {
  readonly unitOf: Int32Array;
  readonly weight: Float64Array;
}

/** One model's predictions and outcomes, by proposition. */
export interface ModelClaims {
  /**
   * 1, 0, or one half (categorical: the index of the value); NaN: no usable prediction; 2: a ranking that names neither question
   * and is never right.
   */
  readonly prediction: Float64Array;
  /** By execution: 1 or 0, one half for a tie of a true order, NaN where not usable. */
  readonly executions: readonly Float64Array[];
  /** Mean of the usable executions, in [0, 1]; NaN without one. Categorical: the index of the modal value. */
  readonly outcome: Float64Array;
}

/**
 * Returns the propositions of a response matrix; null for experiments whose outcomes are texts or questions, which
 * models cannot agree on.
 */
export function buildClaims(field: ResponseMatrix): BinaryClaims | null {
  if (field.kind === 'binary' || field.kind === 'categorical') {
    return { unitOf: Int32Array.from(field.itemOf.keys()), weight: new Float64Array(field.itemOf.length).fill(1) };
  }
  if (field.kind !== 'ranking') return null;
  const unitOf: number[] = [];
  const weight: number[] = [];
  for (const unit of field.itemOf.keys()) {
    const questions = questionCount(field, unit);
    const pairs = (questions * (questions - 1)) / 2;
    for (let pair = 0; pair < pairs; pair += 1) {
      unitOf.push(unit);
      weight.push(1 / pairs);
    }
  }
  return { unitOf: Int32Array.from(unitOf), weight: Float64Array.from(weight) };
}

export function modelClaims(field: ResponseMatrix, responses: ModelResponses, { unitOf }: BinaryClaims): ModelClaims {
  const { prediction, executions } =
    field.kind === 'ranking' ? orderClaims(field, responses, unitOf.length) : answerClaims(responses, unitOf.length);
  const outcome = new Float64Array(unitOf.length);
  if (field.kind === 'categorical')
    return { prediction, executions, outcome: modalOutcomes(executions, unitOf.length) };
  for (let index = 0; index < outcome.length; index += 1) {
    let sum = 0;
    let known = 0;
    for (const execution of executions) {
      const value = execution[index] as number;
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    outcome[index] = sum / known; // NaN without a usable execution
  }
  return { prediction, executions, outcome };
}

/** Returns, by proposition, the index of the modal value of the executions; NaN without one. */
function modalOutcomes(executions: readonly Float64Array[], propositions: number): Float64Array {
  return Float64Array.from({ length: propositions }, (_, index) => {
    const values = executions.map((execution) => execution[index] as number).filter((value) => !Number.isNaN(value));
    const truth = modalValue(values.map(String));
    return truth.kind === 'known' ? Number(truth.value) : Number.NaN;
  });
}

type Raw = Omit<ModelClaims, 'outcome'>;

function answerClaims({ prediction, executions }: ModelResponses, units: number): Raw {
  const listed = (at: (unit: number) => number) => Float64Array.from({ length: units }, (_, unit) => at(unit));
  return {
    prediction: listed((unit) => prediction.at(unit)),
    executions: executions.map((execution) => listed((unit) => execution.at(unit))),
  };
}

function orderClaims(field: ResponseMatrix, responses: ModelResponses, propositions: number): Raw {
  const prediction = new Float64Array(propositions);
  const executions = responses.executions.map(() => new Float64Array(propositions));
  let index = 0;
  for (const unit of field.itemOf.keys()) {
    const first = field.firstQuestion[unit] ?? 0;
    const last = first + questionCount(field, unit);
    const complete = responses.executions.map((execution) => {
      for (let question = first; question < last; question += 1) if (Number.isNaN(execution.at(question))) return false;
      return true;
    });
    for (let one = first; one < last; one += 1) {
      for (let other = one + 1; other < last; other += 1) {
        prediction[index] = predictedFirst(responses.prediction.at(one), responses.prediction.at(other));
        for (const [sample, execution] of responses.executions.entries()) {
          const first = complete[sample] ? easier(execution.at(one), execution.at(other)) : Number.NaN;
          (executions[sample] as Float64Array)[index] = first;
        }
        index += 1;
      }
    }
  }
  return { prediction, executions };
}

/** Returns whether the first of two positions is predicted to be easier; 2 where neither is in the order. */
function predictedFirst(one: number, other: number): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.NaN;
  return one === other ? 2 : Number(one < other);
}

/** Returns 1 where the first is easier (right before wrong, then fewer tokens), one half for a tie, else 0. */
function easier(one: number, other: number): number {
  const [first, second] = [decodeSolve(one), decodeSolve(other)];
  if (first === null || second === null) return 0;
  if (first.correct !== second.correct) return Number(first.correct);
  return first.tokens === second.tokens ? 0.5 : Number(first.tokens < second.tokens);
}
