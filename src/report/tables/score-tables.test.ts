import { expect, it } from 'vitest';
import { madeInput } from '../../../test/support/report-input.ts';
import { latexTables } from '../render/latex.ts';
import { selfExecutionTable } from './score-tables.ts';

it('names the policy of the self-execution score', async () => {
  const made = { models: ['alpha'], items: 8, samples: 1, seed: 1, losses: 0, probabilities: false };
  const { estimates } = await madeInput(made);
  const table = selfExecutionTable(estimates);
  expect(table?.title).toContain('policy “published”');
  expect(latexTables(table === null ? [] : [table])).toContain('model & published rule & best constant');
});
