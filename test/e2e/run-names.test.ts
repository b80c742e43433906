import { describe, expect, it } from 'vitest';
import { measure } from '../../src/measure.ts';
import { openStore } from '../../src/store/open.ts';
import { sebHere } from '../support/in-process.ts';
import { expectRefusal, newStore } from '../support/refusal.ts';

const what = ['--model', 'simulated/ada', '--experiment', 'association', '--limit', '2'];
const run = (store: string, ...more: readonly string[]) => sebHere(['run', ...what, '--store', store, ...more]);

async function namesIn(location: string): Promise<readonly (string | undefined)[]> {
  const store = await openStore(location);
  const runs = await store.runs();
  await store.close();
  return runs.map(({ provenance }) => provenance.name).toSorted();
}

describe('the name of a run', () => {
  it('is not replaced by another name for the same configuration', async () => {
    const store = newStore();
    expect(await run(store, '--name', 'first')).toMatchObject({ code: 0 });
    const renamed = await run(store, '--name', 'second');
    expectRefusal(renamed, /run [0-9a-f]{12} has this configuration and is already named first/, /--repeat-as second/);
    expect(await namesIn(store)).toEqual(['first']);
    expect(await sebHere(['resume', 'first', '--store', store])).toMatchObject({ code: 0 });
  });

  it.each([
    ['left out', []],
    ['repeated', ['--name', 'first']],
  ])('is kept if it is %s', async (_, again) => {
    const store = newStore();
    await run(store, '--name', 'first');
    expect(await run(store, ...again)).toMatchObject({ code: 0 });
    expect(await namesIn(store)).toEqual(['first']);
  });

  it('is given to a run that had none', async () => {
    const store = newStore();
    await run(store);
    expect(await run(store, '--name', 'late')).toMatchObject({ code: 0 });
    expect(await namesIn(store)).toEqual(['late']);
  });

  it('of another repetition is a run of its own', async () => {
    const store = newStore();
    await run(store, '--name', 'first');
    expect(await run(store, '--name', 'second', '--repeat-as', 'second')).toMatchObject({ code: 0 });
    expect(await namesIn(store)).toEqual(['first', 'second']);
  });

  it.each([['--dry-run'], ['--seed', '1'], ['--retries', '3'], ['--concurrency', '1']])(
    'is not replaced with %s, which does not change the configuration',
    async (...more) => {
      const store = newStore();
      await run(store, '--name', 'first');
      const again = await run(store, '--name', 'second', ...more);
      if (!more.includes('--dry-run')) expect(again.code).toBe(1);
      expect(await namesIn(store)).toEqual(['first']);
    },
  );

  it('is not replaced by a script', async () => {
    const store = newStore();
    const options = { models: ['simulated/ada'], experiments: ['association'], limit: 2, store };
    await measure({ ...options, name: 'first' });
    await expect(measure({ ...options, name: 'second' })).rejects.toMatchObject({ code: 'named-already' });
    expect(await namesIn(store)).toEqual(['first']);
  });

  it('of the run that it follows is not replaced either', async () => {
    const store = newStore();
    for (const name of ['one', 'two']) await run(store, '--name', name, '--repeat-as', name);
    expect(await run(store, '--follows', 'one')).toMatchObject({ code: 0 });
    expectRefusal(await run(store, '--follows', 'two'), /already follows [0-9a-f]{12}/, /leave out --follows/);
    expect(await run(store, '--follows', 'one')).toMatchObject({ code: 0 });
  });
});
