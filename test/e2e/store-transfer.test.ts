import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sebHere } from '../support/in-process.ts';
import { newStore } from '../support/refusal.ts';

/** One call at a time: chance is among answers that were asked close together, so equal reports need equal orders of calls. */
const inTurn = ['--concurrency', '1', '--concurrency-mode', 'fixed'];

const run = (store: string, name: string, ...more: readonly string[]) =>
  sebHere([
    ...['run', '--experiment', 'association', '--name', name, '--store', store, '--json', '--limit', '8', ...inTurn],
    ...(more.length === 0 ? ['--model', 'simulated/ada'] : more),
  ]);

const listing = z.array(z.object({ run: z.string(), name: z.string().nullable(), status: z.string() }));
async function namesIn(store: string): Promise<readonly (string | null)[]> {
  const { stdout } = await sebHere(['list', '--store', store, '--json']);
  return listing.parse(JSON.parse(stdout)).map(({ name }) => name);
}

async function expectIntact(store: string, answers: number): Promise<void> {
  const { stdout } = await sebHere(['doctor', '--store', store]);
  expect(stdout).toContain(`intact (${answers} answers`);
}

describe('seb rm', () => {
  test('removes a run and its answers, keeps those that other runs use, and says both', async () => {
    const store = newStore();
    await run(store, 'small');
    await run(store, 'large', '--model', 'simulated/ada', 'simulated/bo'); // sends no new calls to ada
    await expectIntact(store, 32);
    const report = await sebHere(['report', 'large', '--store', store, '--csv']);
    const removed = await sebHere(['rm', 'small', '--store', store]);
    expect(removed.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /removed run [0-9a-f]{12} \(small\) and 0 answers .*; 16 answers are kept/,
    );
    expect(await namesIn(store)).toEqual(['large']);
    await expectIntact(store, 32);
    expect((await sebHere(['report', 'large', '--store', store, '--csv'])).stdout).toBe(report.stdout);
    const again = await sebHere(['resume', 'large', '--store', store, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'finished', calls: { answered: 0 } });
    expect((await sebHere(['rm', 'latest', '--store', store])).stdout).toContain('and 32 answers');
    expect(await namesIn(store)).toEqual([]);
    await expectIntact(store, 0);
  });
});

test('seb rm frees what no run needs of answers that were stored together', async () => {
  const store = newStore();
  await run(store, 'large', '--model', 'simulated/ada', 'simulated/bo');
  await run(store, 'small');
  const report = await sebHere(['report', 'small', '--store', store, '--csv']);
  const { stdout } = await sebHere(['rm', 'large', '--store', store]);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/and 16 answers .*; 16 answers are kept/);
  await expectIntact(store, 16);
  expect((await sebHere(['report', 'small', '--store', store, '--csv'])).stdout).toBe(report.stdout);
});

describe('seb merge', () => {
  test('names its argument, not a flag, when a source is missing', async () => {
    const { code, stderr } = await sebHere(['merge', 'nosuch.sqlite', '--into', 'into.sqlite']);
    expect(code).toBe(1);
    expect(stderr).toContain('the files that seb merge reads are its arguments');
    expect(stderr).not.toContain('--store');
    expect(existsSync('into.sqlite')).toBe(false);
  });

  test('copies runs and answers of stores into a new one, where they are finished and read alike', async () => {
    const [one, two, both] = [newStore(), newStore(), newStore()];
    await run(one, 'first');
    await run(two, 'second', '--model', 'simulated/ada', 'simulated/bo');
    const report = await sebHere(['report', 'second', '--store', two, '--csv']);
    const { code, stdout } = await sebHere(['merge', one, two, '--into', both]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /1 run and 16 answers copied; 0 answers already there.*\n.*1 run and 16 answers copied; 16 answers already/,
    );
    expect([...(await namesIn(both))].sort()).toEqual(['first', 'second']);
    await expectIntact(both, 32);
    expect((await sebHere(['report', 'second', '--store', both, '--csv'])).stdout).toBe(report.stdout);
    const again = await run(both, 'second', '--model', 'simulated/ada', 'simulated/bo');
    expect(JSON.parse(again.stdout)).toMatchObject({ calls: { answered: 0, found: 32 } });
    expect((await sebHere(['merge', one, '--into', both])).stdout).toContain(
      '0 runs and 0 answers copied; 16 answers already',
    );
  });
});
