import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
const shareVariable = 'SEB_TEST_RIGHT_SHARE';

/** An experiment whose headline counts errors; an environment variable sets the share of right predictions. */
const config = `
import { z } from 'zod';
import { binaryMeasures, defineConfig, defineExperiment, observe } from ${source('index.ts')};
import { association } from ${source('experiments/association/index.ts')};
const { accuracy } = binaryMeasures;
const errorRate = {
  ...accuracy,
  name: 'error_rate',
  better: 'lower',
  value: (totals) => { const right = accuracy.value(totals); return right === null ? null : 1 - right; },
  constants: (tally) => accuracy.constants(tally).map((right) => accuracy.constantsWeight(tally) - right),
  baseRate: (totals) => 1 - accuracy.baseRate(totals),
  reexecution: (totals) => { const right = accuracy.reexecution(totals); return right === null ? null : 1 - right; },
  bounds: (totals) => accuracy.bounds(totals)?.map((right) => 1 - right) ?? null,
  itemRule: () => null,
};
delete errorRate.optimum;
const read = (text) => ({ kind: 'parsed', value: text === 'yes', step: 'strict' });
const message = (content) => [{ role: 'user', content }];
export default defineConfig({ experiments: [defineExperiment({
  name: 'errors', version: 1, description: 'Will I say yes?',
  itemSchema: z.strictObject({ id: z.string() }),
  factors: association.factors, publishedPolicy: 'parsed', measures: [errorRate],
  slots: { forecast: { kind: 'predict', maxOutputTokens: 9 }, execute: { kind: 'behave', maxOutputTokens: 9 } },
  cluster: ({ id }) => id, title: ({ id }) => id,
  plan: ({ item }) => ['forecast', 'execute'].map((slot) => ({ slot, part: '', sample: 0, role: 'subject', messages: message(slot + item.id) })),
  read: (_, call, { text }) => read(text),
  outcomes: (_, answers, reader) => [{
    kind: 'binary', unit: '', probability: null, label: null,
    prediction: observe(answers.get('forecast', '', 0), { slot: 'forecast', reader, own: read, recorded: read }),
    executions: [observe(answers.get('execute', '', 0), { slot: 'execute', reader, own: read, recorded: read })],
  }],
  simulate: ({ item }, { slot }) => {
    const place = Number(item.id);
    const isYes = place % 2 === 0;
    const isRight = (place * 7) % 60 < 60 * Number(process.env.${shareVariable});
    return answer(slot === 'execute' ? isYes : isRight === isYes);
  },
})] });
function answer(isYes) { return isYes ? 'yes' : 'no'; }
`;

const folder = newFolder();
writeFileSync(join(folder, 'seb.config.ts'), config);
writeFileSync(
  join(folder, 'items.jsonl'),
  Array.from({ length: 60 }, (_, index) => JSON.stringify({ id: String(index) })).join('\n'),
);

async function run(name: string, share: number): Promise<void> {
  process.env[shareVariable] = String(share);
  const what = ['--experiment', 'errors', '--items', 'errors=items.jsonl', '--model', 'simulated/a'];
  const { code, stderr } = await sebHere(['run', ...what, '--name', name, '--repeat-as', name, '--json'], { folder });
  expect(code, stderr).toBe(0);
}

afterAll(() => {
  delete process.env[shareVariable];
});

describe('a headline with better: lower', () => {
  it('gives fewer errors the better verdict, and the gate fails on more errors', async () => {
    await run('few', 0.9);
    await run('many', 0.1);
    const contrastOf = async (name: string) => {
      const { stdout } = await sebHere(['report', name, '--json'], { folder });
      const { contrasts, estimates } = JSON.parse(stdout) as {
        readonly contrasts: readonly ModelContrasts[];
        readonly estimates: readonly { readonly value: number; readonly baseRate: number }[];
      };
      return { contrast: contrasts[0], estimate: estimates[0] };
    };
    const [few, many] = [await contrastOf('few'), await contrastOf('many')];
    expect(few.estimate?.value).toBeCloseTo(0.1, 2);
    expect(few.estimate?.baseRate).toBeCloseTo(0.5, 1);
    expect(few.contrast?.verdict).toBe('above-constant');
    expect(few.contrast?.baseRate.value).toBeCloseTo(0.4, 1);
    expect(many.estimate?.value).toBeCloseTo(0.9, 2);
    expect(many.contrast?.verdict).toBe('below-constant');
    expect(many.contrast?.baseRate.value).toBeCloseTo(-0.4, 1);
    const gate = (run: string, baseline: string) =>
      sebHere(['compare', run, baseline, '--fail-if-lower', '0.05'], { folder });
    expect((await gate('many', 'few')).code).toBe(3);
    expect((await gate('few', 'many')).code).toBe(0);
    const { stdout } = await sebHere(['compare', 'many', 'few', '--json'], { folder });
    const { differences } = JSON.parse(stdout) as { differences: readonly { value: number; better?: string }[] };
    expect(differences[0]?.better).toBe('lower');
    expect(differences[0]?.value).toBeCloseTo(0.8, 1); // a plain difference of two values: the first has more errors
  });
});
