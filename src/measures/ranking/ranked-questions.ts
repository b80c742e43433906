import { isPresent, type RankingOutcome, type Solve } from '../../domain/outcome.ts';

/** One question of a ranked group in one execution. */
export interface RankedQuestion {
  readonly question: string;
  /** Name of the question in the prompt. */
  readonly promptName: string;
  /** Predicted position, 1 = easiest; null where it was not predicted. */
  readonly predicted: number | null;
  /** Whether the answer was right; null where it is missing. */
  readonly right: boolean | null;
  readonly tokens: number | null;
  /** Position by results, 1 = easiest, equal for ties; null where the result of a question is unknown. */
  readonly actual: number | null;
}

/** Returns the questions of a group in each execution, in the data set's order. */
export function rankedQuestions(outcome: RankingOutcome): RankedQuestion[][] {
  return outcome.executions.map((solves) => questionsOf(outcome, solves));
}

function questionsOf({ units, promptNames, prediction }: RankingOutcome, solves: readonly Solve[]): RankedQuestion[] {
  const costs = solves.map(costOf);
  return units.map((question, index) => {
    const solve = solves[index];
    const predicted = isPresent(prediction) ? prediction.value.indexOf(question) : -1;
    return {
      question,
      promptName: promptNames?.[index] ?? question,
      predicted: predicted < 0 ? null : predicted + 1,
      right: solve !== undefined && isPresent(solve.correct) ? solve.correct.value : null,
      tokens: solve?.tokens ?? null,
      actual: placeOf(costs[index] ?? null, costs),
    };
  });
}

/** Cost of a question: wrong answers cost more than right ones, then tokens count. */
type Cost = readonly [wrong: number, tokens: number];

function costOf({ correct, tokens }: Solve): Cost | null {
  return isPresent(correct) && tokens !== null ? [Number(!correct.value), tokens] : null;
}

/** Returns 1 + the number of questions that cost less; null where the cost of a question is unknown. */
function placeOf(own: Cost | null, all: readonly (Cost | null)[]): number | null {
  if (own === null) return null;
  let index = 1;
  for (const other of all) {
    if (other === null) return null;
    if (other[0] < own[0] || (other[0] === own[0] && other[1] < own[1])) index += 1;
  }
  return index;
}
