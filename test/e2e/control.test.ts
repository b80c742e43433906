import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-schema.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';
import { newFolder } from '../support/refusal.ts';

const experiments = ['association', 'restriction', 'difficulty', 'know', 'cost', 'repeat'];
const models = ['simulated/able?self=0', 'simulated/lost?self=0&comprehension=0'];

/** Returns the options of a run of 40 items of several experiments in a store. */
const run = (store: string) => [
  ...['run', '--model', ...models, '--experiment', ...experiments],
  ...['--limit', '40', '--store', store],
];

describe('seb run --control answer-shown', () => {
  it('tells a model that cannot do the task from one that can but does not know itself, and changes no finding', async () => {
    const folder = newFolder();
    const [plain, store] = [join(folder, 'plain.sqlite'), join(folder, 'store.sqlite')];
    await sebHere(run(plain));
    await sebHere([...run(store), '--control', 'answer-shown']);
    const jsonOf = async (path: string) =>
      reportSchema.parse(JSON.parse((await sebHere(['report', '--store', path, '--json'])).stdout));
    const [without, json] = [await jsonOf(plain), await jsonOf(store)];
    const withoutRun = <Found extends { readonly run: string }>(all: readonly Found[]) =>
      all.map(({ run: _, ...found }) => found);
    expect(withoutRun(json.findings)).toEqual(withoutRun(without.findings));
    expect(without.controls).toBeUndefined();
    expect(json.controls?.length).toBe(12);
    for (const { experiment, model, result, score } of json.controls ?? []) {
      expect(result, `${experiment} ${model}`).toBe(model === models[0] ? 'can-do' : 'cannot-do');
      if (model === models[0] && experiment !== 'cost') expect(score, experiment).toBeGreaterThan(0.99);
    }

    const fails = 'the format or the question fails there, not self-knowledge';
    const terminal = (await sebHere(['report', '--store', store])).stdout.replaceAll(/\s+/g, ' ');
    expect(terminal).toContain(fails);
    const out = join(folder, 'report');
    await sebHere(['report', '--store', store, '--out', out]);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('Can it do the task?');
    const page = readablePage(readFileSync(join(out, 'report.html'), 'utf8'));
    for (const text of [fails, 'Can it do the task?']) expect(page.includes(text), text).toBe(true);
  });

  it('is refused where no experiment has it', async () => {
    const store = join(newFolder(), 'store.sqlite');
    const flags = ['--experiment', 'stump', '--limit', '2', '--store', store, '--control', 'answer-shown'];
    const { stderr } = await sebHere(['run', '--model', 'simulated/able', ...flags]);
    expect(stderr).toContain('no experiment of this run has the control answer-shown');
  });
});
