import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { expectRefusal, newFolder, newStore } from '../support/refusal.ts';

let store = '';
beforeEach(() => {
  store = newStore();
});

/** Executes a separate run, because each repetition has another name. */
function runAs(name: string, ...more: readonly string[]) {
  const options = ['--experiment', 'association', '--limit', '2', '--name', name, '--repeat-as', name];
  return sebHere(['run', '--model', 'simulated/ada', ...options, '--store', store, '--json', ...more]);
}

async function idOf(name: string, ...more: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runAs(name, ...more);
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as { readonly run: string }).run;
}

async function follows(): Promise<Readonly<Record<string, string | null>>> {
  const { stdout } = await sebHere(['list', '--store', store, '--json']);
  const runs = JSON.parse(stdout) as readonly { readonly name: string; readonly follows: string | null }[];
  return Object.fromEntries(runs.map((run) => [run.name, run.follows]));
}

describe('seb run --follows', () => {
  it('notes the id of the earlier run, and does not change the id of the following run', async () => {
    const first = await idOf('first');
    const second = await idOf('second');
    expect(await follows()).toEqual({ first: null, second: null });
    expect(await idOf('second', '--follows', 'first')).toBe(second);
    expect(await follows()).toEqual({ first: null, second: first });
    await idOf('second');
    expect(await follows()).toEqual({ first: null, second: first });
  });

  it('takes for latest the newest run that is older, also when a newer run exists', async () => {
    const first = await idOf('first');
    const second = await idOf('second', '--follows', 'latest');
    await idOf('third', '--follows', 'latest');
    await idOf('second', '--follows', 'latest');
    expect(await follows()).toEqual({ first: null, second: first, third: second });
  });

  it('is in the list and in the report', async () => {
    const first = await idOf('first');
    await idOf('second', '--follows', 'first');
    expect((await sebHere(['list', '--store', store])).stdout).toContain(`\n    follows run ${first}\n`);
    const folder = newFolder();
    await sebHere(['report', '--store', store, '--out', folder]);
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain(`\n- follows: run ${first}\n`);
  });

  it('scores the predictions in Inspect logs by the executions of the followed run', async () => {
    const run = async (...more: readonly string[]) => {
      const options = ['--experiment', 'property', '--limit', '4', '--samples', '2', '--store', store, '--json'];
      const { code, stdout, stderr } = await sebHere(['run', '--model', 'simulated/ada', ...options, ...more]);
      expect(code, stderr).toBe(0);
      return (JSON.parse(stdout) as { readonly run: string }).run;
    };
    const executions = await run('--execute-only', 'simulated/ada');
    const alone = await run('--predict-only', 'simulated/ada', '--follows', executions);
    const out = newFolder();
    await sebHere(['report', alone, '--store', store, '--out', out]);
    const [file = ''] = readdirSync(join(out, 'inspect'));
    const members = unzipSync(readFileSync(join(out, 'inspect', file)));
    const { results } = JSON.parse(new TextDecoder().decode(members['header.json']).replaceAll(/([:[,])NaN/g, '$1-1'));
    expect(results.scores[0].scored_samples).toBeGreaterThan(0);
    expect(results.scores[0].metrics.accuracy_micro.value).toBeGreaterThanOrEqual(0);
    const sample = Object.keys(members).find((name) => name.startsWith('samples/')) ?? '';
    expect(JSON.parse(new TextDecoder().decode(members[sample]).replaceAll(/([:[,])NaN/g, '$1-1'))).toMatchObject({
      metadata: { scored_against: { run: executions, model: 'simulated/ada' } },
    });
  });

  it('refuses a run that does not exist, a newer run and the run itself', async () => {
    expectRefusal(await runAs('first', '--follows', 'nope'), /the store has no run nope/, /seb list/);
    await idOf('first');
    const second = await idOf('second');
    expectRefusal(
      await runAs('first', '--follows', 'second'),
      new RegExp(`run ${second}, given with --follows, is not older`),
      /seb list/,
    );
    expectRefusal(await runAs('second', '--follows', 'second'), /not older than run/, /seb list/);
  });
});
