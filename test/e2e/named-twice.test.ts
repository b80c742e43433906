import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';

const newStore = () => join(mkdtempSync(join(tmpdir(), 'seb-twice-')), 'store.sqlite');
const size = ['--limit', '3', '--seed', '5'];

async function unitsOf(ids: readonly string[], store: string): Promise<readonly number[]> {
  const { stdout } = await sebHere(['score', ...ids, '--store', store, '--json']);
  return (JSON.parse(stdout) as { units: number }[]).map(({ units }) => units);
}

async function runIn(store: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await sebHere(['run', '--model', 'simulated/ada', ...args, ...size, '--store', store, '--json']);
  return (JSON.parse(stdout) as { run: string }).run;
}

test('counts an experiment or a run that is named twice once', async () => {
  const once = newStore();
  const twice = newStore();
  const id = await runIn(once, '--experiment', 'association');
  expect(await runIn(twice, '--experiment', 'association', 'association')).toBe(id);
  const units = await unitsOf([], once);
  expect(await unitsOf([], twice)).toEqual(units);
  expect(await unitsOf([id, id.slice(0, 6)], once)).toEqual(units);
});

test('refuses one model under two names as two subjects, but resumes it as a judge', async () => {
  const alias = 'simulated/ada?self=0.5';
  const store = newStore();
  const refused = await sebHere(['run', '--model', 'simulated/ada', alias, ...size, '--store', store]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toBe(
    `seb: simulated/ada and ${alias} are the same model\n     give only one of the two names\n`,
  );
  const id = await runIn(store, '--experiment', 'restriction', '--judge', alias);
  const resumed = await sebHere(['resume', id, '--store', store, '--json']);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining(`"run":"${id}","status":"finished"`) });
});
