import { expect, it } from 'vitest';
import type { RunRecord } from '../store/store.ts';
import { runOf } from './chosen-run.ts';
import type { RunId } from './run-config.ts';

const runs = ['ea6a8b773693', 'efb59f5b6d53'].map((id) => ({ id: id as RunId }) as RunRecord); // nothing else is read

it('takes the beginning of an id for a run only where no other run begins so', () => {
  expect(runOf(runs, 'ea').id).toBe('ea6a8b773693');
  expect(runOf(runs, 'efb59f5b6d53').id).toBe('efb59f5b6d53');
  expect(() => runOf(runs, 'e')).toThrow('2 runs begin with "e"');
  expect(() => runOf(runs, '')).toThrow('2 runs begin with ""');
  expect(() => runOf(runs, 'f')).toThrow('no run f');
});
