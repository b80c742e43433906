import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { KeptOutcomes } from '../../src/analyze/kept-outcomes.ts';
import { sebHere } from '../support/in-process.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';
import { newFolder } from '../support/refusal.ts';
import { runIn } from '../support/run-in.ts';

/** Prints what every reading command says of a store: with kept outcomes, and with the answers read again. */
async function expectSameWords(store: string, runs: readonly string[] = ['--all']): Promise<void> {
  for (const command of [
    ['report', ...runs, '--json'],
    ['report', ...runs, '--csv'],
    ['report', ...runs, '--markdown'],
    ['report', ...runs, '--wide'],
    ['compare', ...runs, '--json'],
    ['compare', ...runs, '--wide', '--explain'],
  ]) {
    const kept = await sebHere([...command, '--store', store]);
    const find = vi.spyOn(KeptOutcomes.prototype, 'find');
    const again = await sebHere([...command, '--store', store, '--read-again']);
    expect(find, command.join(' ')).not.toHaveBeenCalled();
    find.mockRestore();
    expect(kept.stdout, command.join(' ')).toBe(again.stdout);
    expect(kept.stdout.length).toBeGreaterThan(100);
  }
}

function keptRuns(store: string): number {
  const database = new DatabaseSync(store, { readOnly: true });
  const { runs } = database.prepare('select count(distinct run) as runs from kept_outcomes').get() ?? {};
  database.close();
  return Number(runs);
}

it('every reading command says the same of kept outcomes and of answers that are read again', {
  timeout: 300_000,
}, async () => {
  const store = join(newFolder(), 'store.sqlite');
  const model = ['simulated/ann?self=1', 'simulated/bob?self=0', 'simulated/eve?self=0.5'];
  await runIn(store, {
    model,
    experiment: ['association', 'restriction', 'difficulty', 'know', 'property'],
    limit: 40,
    samples: 2,
  });
  await runIn(store, { model, experiment: ['know', 'restriction'], limit: 30, askOthers: true });
  await expectSameWords(store);
  expect(keptRuns(store)).toBe(2);
  const { stdout } = await sebHere(['doctor', '--store', store]);
  expect(stdout).toMatch(/ok {3}outcomes that are kept: those of their answers \(\d+ items of 2 runs\)/);
});

it.skipIf(recordingsFolder === null)(
  `imports of recordings that lack answers keep their outcomes too${withoutRecordings}`,
  { timeout: 600_000 },
  async () => {
    const store = join(newFolder(), 'store.sqlite');
    await sebHere(['import', 'self-execution-benchmark', recordingsFolder ?? '', '--store', store]);
    const listed = z
      .array(z.object({ run: z.string(), experiments: z.array(z.string()), answers: z.number() }))
      .parse(JSON.parse((await sebHere(['list', '--store', store, '--json'])).stdout));
    const lacking = [...Map.groupBy(listed, ({ experiments }) => experiments.join()).values()].flatMap((of) => {
      const most = Math.max(...of.map(({ answers }) => answers));
      return of.filter(({ answers }) => answers >= 200 && answers < most);
    });
    const runs = lacking.slice(0, 4).map(({ run }) => run);
    expect(runs.length).toBe(4);
    await expectSameWords(store, runs);
    expect(keptRuns(store)).toBe(4);
  },
);
