import { expect, test } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { missingReason } from './outcome-kinds.ts';
import { type RankingOutcome, rankingTerms, type Solve } from './ranking-terms.ts';

const present = <T>(value: T, step: 'strict' | 'recorded' = 'strict'): Observed<T> => ({
  kind: 'present',
  value,
  step,
});
const unparsed: Observed<never> = { kind: 'absent', slot: 'execute', reason: 'unparsed', detail: '' };
const right: Solve = { correct: present(true), tokens: 5 };

function ranking(...executions: readonly (readonly Solve[])[]): RankingOutcome {
  const order = { units: ['A', 'B'], prediction: present(['A', 'B']), predictionTokens: 9, label: null };
  return { kind: 'ranking', ...order, executions };
}

function groups(outcome: RankingOutcome): number {
  return rankingTerms(outcome, 'parsed').orderGroups;
}

test.each([
  ['all is there', [[right, right]], null],
  ['tokens were not counted', [[right, { ...right, tokens: null }]], 'execute: tokens not counted'],
  [
    'a recorded wrong answer without a count is ranked last, as its authors did',
    [[right, { correct: present(false, 'recorded'), tokens: null }]],
    null,
  ],
  [
    'one execution without tokens, another without an answer',
    [
      [right, { ...right, tokens: null }],
      [right, { correct: unparsed, tokens: 5 }],
    ],
    'execute: tokens not counted',
  ],
] as const)('a group counts as usable where its order is scored: %s', (_, executions, loss) => {
  const outcome = ranking(...executions);
  expect(missingReason(outcome, { execute: { kind: 'behave' } })).toBe(loss);
  expect(groups(outcome)).toBe(loss === null ? 1 : 0);
});
