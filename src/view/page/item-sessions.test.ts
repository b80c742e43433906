import { describe, expect, it } from 'vitest';
import { newStore } from '../../../test/support/refusal.ts';
import { executeRun } from '../../answers/execute-run.ts';
import type { RunOptions } from '../../answers/options/run-options.ts';
import { prepareRun } from '../../answers/prepare/prepare.ts';
import { storedWorks } from '../../answers/stored-run.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { openStore } from '../../store/open.ts';
import { readItem } from './item-sessions.ts';

describe('readItem', () => {
  it('finds the sessions of constrained conditions, whose calls have a form', async () => {
    const store = await openStore(newStore());
    const options = {
      model: ['simulated/ada'],
      experiment: ['restriction'],
      limit: 1,
      constrain: ['form'],
    } satisfies RunOptions; // with `none` too, that condition's answers would be found
    const prepared = await prepareRun(options, {}, store);
    const { run, status } = await executeRun(prepared, { store });
    expect(status).toBe('finished');
    const record = await store.run(run);
    if (record === null) throw new Error('the run is in the store');
    const read = [];
    for (const work of await storedWorks(store, record, experimentRegistry())) read.push(await readItem(store, work));
    await store.close();
    expect(read.map(({ work }) => work.context.condition.constrain)).toEqual(['form']);
    for (const { sessions } of read) {
      expect(sessions.length).toBeGreaterThanOrEqual(3); // prediction, response and judgement
      for (const { slot, answer } of sessions) expect(answer, slot).not.toBeNull();
    }
  });
});
