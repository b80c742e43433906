import { expect, it } from 'vitest';
import type { Observed, RankingOutcome, Solve } from '../../domain/outcome.ts';
import { rankingKind } from './ranking-kind.ts';

it('shows a tie as a tie, not as an order', () => {
  const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });
  const solves = ([correct, tokens]: readonly [boolean, number]): Solve => ({ correct: present(correct), tokens });
  const outcome: RankingOutcome = {
    ...{ kind: 'ranking', units: ['q1', 'q2', 'q3'], predictionTokens: 9, label: null },
    prediction: present(['q1', 'q2', 'q3']),
    executions: [
      (
        [
          [true, 48],
          [true, 20],
          [true, 48],
        ] as const
      ).map(solves),
    ],
  };
  const shown = rankingKind.texts(outcome, { yes: '', no: '' });
  expect(shown).toMatchObject({ prediction: 'q1 < q2 < q3', outcome: 'q2 < q1 = q3' });
});
