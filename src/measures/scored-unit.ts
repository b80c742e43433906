import {
  type BinaryOutcome,
  type CategoricalOutcome,
  type DecisionOutcome,
  isPresent,
  type NumericOutcome,
  type Observed,
  type Outcome,
  presentOf,
  type RankingOutcome,
  type Solve,
  type TextOutcome,
  yesNoNumber,
} from '../domain/outcome.ts';
import type { AnswerKind } from '../stats/rungs/answer-kind.ts';
import { category } from '../stats/rungs/kinds/category.ts';
import { decision } from '../stats/rungs/kinds/decision.ts';
import { numberWithin } from '../stats/rungs/kinds/number.ts';
import { type GroupWins, ranking } from '../stats/rungs/kinds/ranking.ts';
import { probability, yesNo } from '../stats/rungs/kinds/yes-no.ts';
import { isNotAsked } from './absences.ts';
import { maxError } from './numeric/numeric-tally.ts';
import { rankedTokens } from './ranking/ranking-tally.ts';
import { text } from './text/text-score.ts';

/** One unit of a score, as the statistics read it; null where a value was asked and is unusable. */
export interface ScoredUnit {
  readonly prediction: unknown;
  readonly outcome: unknown;
  /** Number of executions behind the outcome. */
  readonly executions: number;
  /** The data set's label, or another rule about the item alone, as a prediction; null where there is none. */
  readonly label: unknown;
  /** What the unit offers: predictions are dealt among units with the same offer only; null: among all. */
  readonly offer: string | null;
  /** Scores of fixed rules, by name; empty where there are none. */
  readonly rules: readonly (readonly [name: string, prediction: unknown])[];
}

/** How a score is shown. */
export interface ScoreWords {
  readonly measure: string;
  readonly unit: 'share' | 'doublings';
  readonly better: 'higher' | 'lower';
}

/** How outcomes of one kind become a score. */
interface Scored<O extends Outcome> {
  /** Returns the scoring of units, from the first of them. */
  kind(outcome: O): AnswerKind<unknown, unknown>;
  words(outcome: O): ScoreWords;
  /** Returns the unit; `not asked` where a call of it was not sent yet. */
  unit(outcome: O): ScoredUnit | 'not asked';
}

const noRules: ScoredUnit['rules'] = [];

function isUnasked(prediction: Observed<unknown>, executions: readonly Observed<unknown>[]): boolean {
  return isNotAsked(prediction) || executions.every(isNotAsked);
}

function presentValue<T>(part: Observed<T>): T | null {
  return isPresent(part) ? part.value : null;
}

/** Returns the prediction as a number: 0, 1, or one half where exactly that was stated. */
function predictedYes({ prediction }: BinaryOutcome): number | null {
  return isPresent(prediction) ? yesNoNumber(prediction.value) : null;
}

const binary: Scored<BinaryOutcome> = {
  kind: () => yesNo as AnswerKind<unknown, unknown>,
  words: () => ({ measure: 'accuracy', unit: 'share', better: 'higher' }),
  unit: (outcome) => {
    const { prediction, executions, label } = outcome;
    if (isUnasked(prediction, executions)) return 'not asked';
    const known = presentOf(executions);
    return {
      prediction: predictedYes(outcome),
      outcome: known.length === 0 ? null : known.filter(Boolean).length / known.length,
      executions: known.length,
      label: label === null ? null : Number(label),
      offer: null,
      rules: noRules,
    };
  },
};

/** Yes/no outcomes that are predicted with a stated probability. */
const stated: Scored<BinaryOutcome> = {
  kind: () => probability as AnswerKind<unknown, unknown>,
  words: () => ({ measure: 'probability_score', unit: 'share', better: 'higher' }),
  unit: (outcome) => {
    const unit = binary.unit(outcome);
    if (unit === 'not asked') return unit;
    return { ...unit, prediction: unit.prediction === null ? null : outcome.probability };
  },
};

const ranked: Scored<RankingOutcome> = {
  kind: () => ranking as AnswerKind<unknown, unknown>,
  words: () => ({ measure: 'concordance', unit: 'share', better: 'higher' }),
  unit: ({ units, prediction, executions, label }) => {
    const unasked = executions.filter((solves) => solves.some(({ correct }) => isNotAsked(correct))).length;
    if (isNotAsked(prediction) || unasked === executions.length) return 'not asked';
    const known = executions.filter((solves) => isComplete(units, solves));
    return {
      prediction: isPresent(prediction) ? positions(units, prediction.value) : null,
      outcome: known.length === 0 ? null : winsOf(known),
      executions: known.length,
      label: label === null ? null : positions(units, label),
      offer: null,
      rules: noRules,
    };
  },
};

/** Returns an order as positions in the data set's order; null where it does not name every question once. */
function positions(units: readonly string[], order: readonly string[]): readonly number[] | null {
  const places = order.map((name) => units.indexOf(name));
  return places.length === units.length && new Set(places).size === units.length && !places.includes(-1)
    ? places
    : null;
}

function isComplete(units: readonly string[], solves: readonly Solve[]): boolean {
  return (
    solves.length === units.length && solves.every((solve) => isPresent(solve.correct) && rankedTokens(solve) !== null)
  );
}

/** Returns the share of pairs of executions in which one question was easier than another: right before wrong, then fewer tokens. */
function winsOf(executions: readonly (readonly Solve[])[]): GroupWins {
  const members = executions[0]?.length ?? 0;
  const rank = (solve: Solve | undefined) => ({
    isRight: solve !== undefined && presentValue(solve.correct) === true,
    tokens: solve === undefined ? 0 : (rankedTokens(solve) ?? 0),
  });
  const wins: number[] = [];
  for (let i = 0; i < members; i += 1) {
    for (let j = i + 1; j < members; j += 1) {
      let sum = 0;
      for (const one of executions) {
        for (const other of executions) {
          const [a, b] = [rank(one[i]), rank(other[j])];
          const order = Number(b.isRight) - Number(a.isRight) || a.tokens - b.tokens;
          sum += order < 0 ? 1 : order === 0 ? 0.5 : 0;
        }
      }
      wins.push(sum / executions.length ** 2);
    }
  }
  return { members, wins };
}

const categorical: Scored<CategoricalOutcome> = {
  kind: () => category as AnswerKind<unknown, unknown>,
  words: () => ({ measure: 'executions_hit', unit: 'share', better: 'higher' }),
  unit: ({ group, unit, predictions, executions, label, echo }) => {
    if (predictions.every(isNotAsked) || executions.every(isNotAsked)) return 'not asked';
    const said = presentOf(predictions);
    const did = presentOf(executions);
    return {
      prediction: said.length === 0 ? null : said,
      outcome: did.length === 0 ? null : did,
      executions: did.length,
      label: label === null ? null : [label],
      offer: `${group} × ${unit}`,
      rules: echo === null ? noRules : [['the value of the item’s own text', [echo]]],
    };
  },
};

const numeric: Scored<NumericOutcome> = {
  kind: () => numberWithin(maxError) as AnswerKind<unknown, unknown>,
  words: () => ({ measure: 'log2_error', unit: 'doublings', better: 'lower' }),
  unit: ({ prediction, executions, rule }) => {
    if (isUnasked(prediction, executions)) return 'not asked';
    const known = presentOf(executions).map(Math.log2);
    return {
      prediction: isPresent(prediction) ? Math.log2(prediction.value) : null,
      outcome: known.length === 0 ? null : known,
      executions: known.length,
      label: rule === null ? null : Math.log2(rule),
      offer: null,
      rules: noRules,
    };
  },
};

const decided: Scored<DecisionOutcome> = {
  kind: ({ options }) => decision(options) as AnswerKind<unknown, unknown>,
  words: () => ({ measure: 'payoff', unit: 'share', better: 'higher' }),
  unit: ({ choice, payoffs, options, rules }) => {
    if (isUnasked(choice, payoffs)) return 'not asked';
    const known = presentOf(payoffs);
    const mean = options.map((_, option) => known.reduce((sum, each) => sum + (each[option] ?? 0) / known.length, 0));
    return {
      prediction: presentValue(choice),
      outcome: known.length === 0 ? null : mean,
      executions: known.length,
      label: null,
      offer: rules.join(' '), // items with the same offer have the same choices of the fixed rules
      rules: rules.map((option, index) => [`rule ${index + 1}`, option] as const),
    };
  },
};

const worded: Scored<TextOutcome> = {
  kind: () => text as AnswerKind<unknown, unknown>,
  words: () => ({ measure: 'edit_similarity', unit: 'share', better: 'higher' }),
  unit: ({ prediction, executions }) => {
    if (isUnasked(prediction, executions)) return 'not asked';
    const known = presentOf(executions);
    return {
      prediction: presentValue(prediction),
      outcome: known.length === 0 ? null : known,
      executions: known.length,
      label: null,
      offer: null,
      rules: noRules,
    };
  },
};

/** Scoring of each kind of outcome that has a prediction; null: the kind has none, so it has scores and no verdict. */
const scoredKinds: { readonly [K in Outcome['kind']]: Scored<Extract<Outcome, { readonly kind: K }>> | null } = {
  binary,
  ranking: ranked,
  categorical,
  numeric,
  decision: decided,
  text: worded,
  authored: null,
  edit: null,
};

/** Returns how outcomes like this one are scored; null where the kind has no prediction. */
export function scoringOf(outcome: Outcome): Scored<Outcome> | null {
  const isStated = outcome.kind === 'binary' && outcome.probability !== null;
  return (isStated ? stated : scoredKinds[outcome.kind]) as Scored<Outcome> | null; // called with outcomes of this kind only
}
