import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { rankedQuestions } from '../../outcome-kinds/ranking.ts';
import type { Ranking } from '../contract/contract-items.ts';

/** Returns the ranked questions of an item in each execution, in the data set's order; empty without a ranking. */
export function rankingOf(outcomes: readonly Outcome[]): Ranking {
  return outcomes.flatMap((outcome) => (outcome.kind === 'ranking' ? rankedQuestions(outcome) : []));
}
