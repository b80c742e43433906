import { expect, it } from 'vitest';
import { madeInput } from '../../test/support/report-input.ts';
import { terminalReport } from './terminal.ts';

const made = { items: 20, seed: 1, losses: 0, probabilities: false };

async function shown(models: readonly string[], samples: number): Promise<string> {
  return terminalReport(await madeInput({ ...made, models, samples }));
}

it('puts what a score is judged by beside it, and explains the columns that are there and no others', async () => {
  const alone = await shown(['one'], 1);
  expect(alone).toMatch(/model +accuracy +base rate /);
  expect(alone).toContain('base rate    the best rule that does not look at the model');
  expect(alone).not.toContain('other models the');
  const beside = await shown(['one', 'other'], 2);
  expect(beside).toMatch(/model +accuracy +base rate .*other models .*second run +skill /);
  expect(beside).toContain("other models the other models' behaviour as the forecast");
});
