import { describe, expect, it } from 'vitest';
import type { Store } from '../../store/store.ts';
import type { StoredStudy } from '../../store/stored-study.ts';
import { studiesOfRuns } from './study-page.ts';

const record = (run: string) => ({
  design: {
    targets: ['bundled/ada', 'bundled/bo'],
    trained: [{ model: 'x', base: 'bundled/ada', arm: 'self', target: 'bundled/ada' }],
  },
  ...{ arms: [], trained: [], runs: [{ step: 'executions', run }], jobs: [], notes: [], testItems: 1, testStrings: 1 },
});
const study = (id: string, run: string): StoredStudy => ({ id, at: '2026-01-01T00:00:00Z', record: record(run) });

/** Creates a store of studies that records every run lookup, and has no runs. */
function storeOf(studies: readonly StoredStudy[]) {
  const read: string[] = [];
  const store: Pick<Store, 'studies' | 'run'> = {
    studies: async () => studies,
    run: async (id) => {
      read.push(id);
      return null;
    },
  };
  return { read, store: store as Store };
}

describe('studiesOfRuns', () => {
  it('computes only studies that used one of the runs', async () => {
    const { read, store } = storeOf([study('one', 'a'), study('two', 'b'), { ...study('bad', 'a'), record: {} }]);
    const found = await studiesOfRuns(store, [{ id: 'b' }]);
    expect(found.map(({ summary }) => [summary.id, summary.problem])).toEqual([
      ['two', 'the store no longer has run b of the study'],
    ]);
    expect(read).toEqual(['b']);
    expect(await studiesOfRuns(store, [{ id: 'c' }])).toEqual([]);
    expect(read).toEqual(['b']);
  });
});
