import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { sebHere } from '../support/in-process.ts';
import { emptyStore, expectRefusal, newStore } from '../support/refusal.ts';

test.each(['report', 'compare', 'score'])('refuses %s of a store without a run', async (command) => {
  expectRefusal(await sebHere([command, '--store', await emptyStore()]), /holds no run/, /seb run/);
});

test.each(['report', 'compare', 'score'])(
  'names the command for studies in a store with studies alone: %s',
  async (command) => {
    const location = await emptyStore();
    const store = await openStore(location);
    await store.putStudy({ id: 'a'.repeat(64), at: '2026-01-01T00:00:00.000Z', record: {} });
    await store.close();
    expectRefusal(await sebHere([command, '--store', location]), /no run, and 1 study/, /`?seb study report`?/);
    expect((await sebHere(['list', '--store', location])).stdout).toMatch(/1 study; `?seb study report.* prints/);
  },
);

test('refuses to replay a run with items that it did not have', async () => {
  const more = ['--experiment', 'association', '--json', '--store', newStore()];
  const { stdout } = await sebHere(['run', '--model', 'simulated/ada', '--limit', '1', ...more]);
  const { run: id } = JSON.parse(stdout) as { run: string };
  const { code, stderr } = await sebHere(['run', '--model', `replay/${id}`, '--limit', '2', ...more]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /the recording has no answer for .*\nresuming cannot help: the recording has no more answers\n$/,
  );
});

test('refuses an item, an experiment or a model that a run does not have', async () => {
  const store = ['--store', newStore()];
  const size = ['--limit', '2', '--experiment', 'association', '--json'];
  const ran = await sebHere(['run', '--model', 'simulated/ada', ...size, ...store]);
  const { run: id } = JSON.parse(ran.stdout) as { run: string };
  const show = (...more: readonly string[]) => sebHere(['show', id, ...more, ...store]);
  expectRefusal(await show('none'), /no item none/, /association-00001, association-00002/);
  const hint = /it has association and simulated\/ada/;
  expectRefusal(await show('--experiment', 'associaton'), /does not have this experiment or model/, hint);
  expectRefusal(await show('association-00001', '--model', 'ada'), /does not have this experiment or model/, hint);
});
