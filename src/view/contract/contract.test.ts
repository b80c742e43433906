import { expect, it } from 'vitest';
import { resultsShape } from '../../results/results.ts';
import { overviewSchema } from './contract.ts';

it('keeps every field of results in the overview: none of its own fields has the name of one', () => {
  expect(overviewSchema.shape).toMatchObject(resultsShape);
});
