import { type Doings, type Field, questionsOf, solveOf } from './behaviour.ts';

/**
 * What forecasts and outcomes say yes or no to: that a unit has the property, or (ranking) that the earlier of two
 * questions, in the data set's order, is the easier one. The weights of a unit's propositions sum to 1.
 */
export interface Propositions {
  readonly unitOf: Int32Array;
  readonly weight: Float64Array;
}

/** What one model forecast and did, by proposition. */
export interface Stances {
  /** 1 or 0; NaN: no usable forecast; 2: a ranking that names neither question, right in no case. */
  readonly forecast: Float64Array;
  /** By execution: 1 or 0, NaN where not usable. Ties of a true order go by position, as published. */
  readonly executions: readonly Float64Array[];
  /** Mean of the usable executions, in [0, 1]; NaN without one. */
  readonly outcome: Float64Array;
}

/** Null for an experiment whose outcomes are texts or questions: there is nothing to agree or disagree on. */
export function propositionsOf(field: Field): Propositions | null {
  if (field.kind === 'binary') {
    return { unitOf: Int32Array.from(field.itemOf.keys()), weight: new Float64Array(field.itemOf.length).fill(1) };
  }
  if (field.kind !== 'ranking') return null;
  const unitOf: number[] = [];
  const weight: number[] = [];
  for (const unit of field.itemOf.keys()) {
    const questions = questionsOf(field, unit);
    const pairs = (questions * (questions - 1)) / 2;
    for (let pair = 0; pair < pairs; pair += 1) {
      unitOf.push(unit);
      weight.push(1 / pairs);
    }
  }
  return { unitOf: Int32Array.from(unitOf), weight: Float64Array.from(weight) };
}

export function stancesOf(field: Field, doings: Doings, { unitOf }: Propositions): Stances {
  const { forecast, executions } =
    field.kind === 'ranking' ? rankingStances(field, doings, unitOf.length) : binaryStances(doings, unitOf.length);
  const outcome = new Float64Array(unitOf.length);
  for (let place = 0; place < outcome.length; place += 1) {
    let sum = 0;
    let known = 0;
    for (const execution of executions) {
      const value = execution[place] as number;
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
    }
    outcome[place] = sum / known; // NaN without a usable execution
  }
  return { forecast, executions, outcome };
}

type Raw = Omit<Stances, 'outcome'>;

function binaryStances({ forecast, executions }: Doings, units: number): Raw {
  const listed = (at: (unit: number) => number) => Float64Array.from({ length: units }, (_, unit) => at(unit));
  return {
    forecast: listed((unit) => forecast.at(unit)),
    executions: executions.map((execution) => listed((unit) => execution.at(unit))),
  };
}

function rankingStances(field: Field, doings: Doings, propositions: number): Raw {
  const forecast = new Float64Array(propositions);
  const executions = doings.executions.map(() => new Float64Array(propositions));
  let place = 0;
  for (const unit of field.itemOf.keys()) {
    const first = field.firstQuestion[unit] ?? 0;
    const last = first + questionsOf(field, unit);
    const complete = doings.executions.map((execution) => {
      for (let question = first; question < last; question += 1) if (Number.isNaN(execution.at(question))) return false;
      return true;
    });
    for (let one = first; one < last; one += 1) {
      for (let other = one + 1; other < last; other += 1) {
        forecast[place] = foreseenFirst(doings.forecast.at(one), doings.forecast.at(other));
        for (const [sample, execution] of doings.executions.entries()) {
          const easier = complete[sample] ? Number(isEasier(execution.at(one), execution.at(other))) : Number.NaN;
          (executions[sample] as Float64Array)[place] = easier;
        }
        place += 1;
      }
    }
  }
  return { forecast, executions };
}

/** Whether the first of two places is forecast easier; 2 where neither is in the order. */
function foreseenFirst(one: number, other: number): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.NaN;
  return one === other ? 2 : Number(one < other);
}

/** Right before wrong, then fewer tokens; a tie goes to the first. */
function isEasier(one: number, other: number): boolean {
  const [first, second] = [solveOf(one), solveOf(other)];
  if (first === null || second === null) return false;
  return first.correct === second.correct ? first.tokens <= second.tokens : first.correct;
}
