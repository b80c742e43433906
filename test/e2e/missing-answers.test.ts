import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { executeRun, type RunResult } from '../../src/answers/execute-run.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-missing-'));
const location = join(folder, 'store.sqlite');
afterAll(() => rmSync(folder, { recursive: true }));

async function executeOnce(model: readonly string[]): Promise<RunResult> {
  const store = await openStore(location);
  try {
    const prepared = await prepareRun({ model: [...model], limit: 30, samples: 3 }, {}, store);
    return await executeRun(prepared, { store, stop: new AbortController().signal, onProgress: () => {} });
  } finally {
    await store.close();
  }
}

/** Removes answers directly from the database; returns their number. */
function takeAway(where: string): number {
  const database = new DatabaseSync(location);
  const { changes } = database.prepare(`delete from answers where ${where}`).run();
  database.close();
  return Number(changes);
}

describe('a finished run sends exactly the deleted calls', () => {
  test('for its own answers and for those that another run paid for', async () => {
    const first = await executeOnce(['simulated/a']);
    const { expected } = first.progress;
    expect(first).toMatchObject({ status: 'finished', progress: { answered: expected, found: 0 } });
    const second = await executeOnce(['simulated/a', 'simulated/b']); // a's answers are stored
    expect(second.progress.found).toBeGreaterThanOrEqual(expected);
    for (const model of [['simulated/a'], ['simulated/a', 'simulated/b']]) {
      const again = await executeOnce(model);
      expect(again).toMatchObject({ status: 'finished', progress: { answered: 0, found: again.progress.expected } });
    }
    const mine = takeAway(`run = '${first.run}' and rowid % 25 = 0`);
    expect(mine).toBeGreaterThan(5);
    const fixed = await executeOnce(['simulated/a', 'simulated/b']);
    expect(fixed).toMatchObject({ status: 'finished', progress: { answered: mine } });
    expect((await executeOnce(['simulated/a'])).progress).toMatchObject({ answered: 0, found: expected });
    const theirs = takeAway(`run = '${second.run}' and rowid % 25 = 0`);
    expect((await executeOnce(['simulated/a', 'simulated/b'])).progress.answered).toBe(theirs);
  });
});
